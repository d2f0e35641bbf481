/* SPDX-License-Identifier: ISC */
/*
 * rules_ideal.c - Ideal Chess [I]: playing cards say which pieces may move
 *
 * A turn is a discard, a move of a piece that the card allows, and the taking of a card: drawn by chance, or a known
 * top whose successor chance then shows. Where the cards are is in ideal_cards.h, how position strings say it in
 * ideal_text.h. Compiled once per kind of processor.
 */
#include "ideal_text.h"

/* Under strict safety the enemy king never stands attacked when a side moves, so that it need not be taken [C9]. */
static const struct traits strict_traits = {.strict = true};
static const struct traits free_traits = {.strict = false};

static bool is_strict(const struct vc_rules *rules) { return rules->value[SLOT_SAFETY] != 0; }

/* ------------------------------------------------------------- what a card allows [I3] --- */

/* The ways to move that a card allows: with a piece of a type, or castling. */
enum { CASTLING = VC_KING + 1, WAYS };

#define ON(rank) (UINT64_C(1) << 4 * (rank))

/* The ranks of the cards that allow a way to move, as in a word of cards. */
static const uint64_t ranks_for[WAYS] = {
    [VC_PAWN] = ON(VC_TEN) | ON(9) | ON(8) | ON(7) | ON(6) | ON(5) | ON(4) | ON(3) | ON(2) | ON(VC_ACE) | ON(VC_JOKER),
    [VC_KNIGHT] = ON(VC_JACK) | ON(9) | ON(6) | ON(3) | ON(VC_JOKER),
    [VC_BISHOP] = ON(VC_CARD_QUEEN) | ON(VC_TEN) | ON(7) | ON(4) | ON(VC_JOKER),
    [VC_ROOK] = ON(VC_CARD_KING) | ON(VC_JACK) | ON(8) | ON(5) | ON(VC_JOKER),
    [VC_QUEEN] = ON(VC_CARD_QUEEN) | ON(2) | ON(VC_JOKER),
    [VC_KING] = ON(VC_CARD_KING) | ON(VC_ACE) | ON(VC_JOKER),
    [CASTLING] = ON(VC_CARD_KING) | ON(VC_JOKER),
};

static bool allows(unsigned rank, unsigned way) { return copies(ranks_for[way], rank) != 0; }

/* The squares of the pieces, of either colour, that a card allows to move. */
static bitboard allowed_pieces(const struct position *p, unsigned rank)
{
    bitboard set = 0;
    for (unsigned type = VC_PAWN; type <= VC_KING; type++)
        set |= allows(rank, type) ? p->type[type - 1] : 0;
    return set;
}

/* ------------------------------------------------------------------------------- moves --- */

static size_t moves(const struct vc_rules *rules, const struct position *p, bitboard mask, bool castling,
                    vc_action *list)
{
    if (is_strict(rules))
        return list ? generate_side(p, strict_traits, mask, castling, list)
                    : generate_side(p, strict_traits, mask, castling, NULL);
    return list ? generate_side(p, free_traits, mask, castling, list)
                : generate_side(p, free_traits, mask, castling, NULL);
}

/* The moves that are due after a discard. */
static size_t moves_by_card(const struct vc_rules *rules, const struct position *p, bitboard mask, vc_action *list)
{
    const unsigned rank = VC_CARD_RANK(p->extra[EXTRA_PLAYED]);
    const bool castling = allows(rank, CASTLING) && mask & pieces(p, p->side, VC_KING);
    return moves(rules, p, mask & allowed_pieces(p, rank), castling, list);
}

static bitboard diagonal_neighbours(bitboard set)
{
    return ahead_left(set, WHITE) | ahead_right(set, WHITE) | ahead_left(set, BLACK) | ahead_right(set, BLACK);
}

static bitboard straight_neighbours(bitboard set)
{
    return ahead(set, WHITE) | ahead(set, BLACK) | (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* Where pieces of a type can take a first step: without one there is no longer way either. */
static bitboard first_steps(const struct position *p, unsigned type)
{
    const unsigned us = p->side;
    const bitboard en_passant = p->ep == NO_SQUARE ? 0 : bit(p->ep);
    bitboard set = pieces(p, us, type), steps = 0;
    switch (type) {
    case VC_PAWN:
        return (ahead(set, us) & ~occupied(p)) |
               ((ahead_left(set, us) | ahead_right(set, us)) & (p->color[us ^ 1] | en_passant));
    case VC_KNIGHT:
        while (set)
            steps |= vci_knight_attacks[pop_square(&set)];
        return steps & ~p->color[us];
    case VC_BISHOP:
        return diagonal_neighbours(set) & ~p->color[us];
    case VC_ROOK:
        return straight_neighbours(set) & ~p->color[us];
    default:
        return (diagonal_neighbours(set) | straight_neighbours(set)) & ~p->color[us];
    }
}

/* Whether the side to move has a legal move in a way. */
static bool can_move(const struct vc_rules *rules, const struct position *p, unsigned way)
{
    if (way == CASTLING)
        return p->castling && moves(rules, p, 0, true, NULL);
    return first_steps(p, way) && (!is_strict(rules) || moves(rules, p, p->type[way - 1], false, NULL));
}

static bitboard attackers(const struct vc_rules *rules, const struct position *p, unsigned square, unsigned color)
{
    (void)rules;
    return attackers_side(p, square, color, false);
}

/* --------------------------------------------------------------------- turn: the discard --- */

/* The ranks of the hand's cards that allow a legal move; only ways that some card in the hand allows are tried. */
static uint64_t playable_ranks(const struct vc_rules *rules, const struct position *p)
{
    const uint64_t *hand = &p->own.word[HANDS + first_suit(p->side)];
    const uint64_t held = ranks_in(hand[0] | hand[1]);
    uint64_t playable = 0;
    for (unsigned way = VC_PAWN; way < WAYS; way++)
        if (held & ranks_for[way] & ~playable && can_move(rules, p, way))
            playable |= held & ranks_for[way];
    return playable;
}

/* Whether the game ended with a king before, or ends by the clock now. */
static bool turn_cannot_start(const struct vc_rules *rules, const struct position *p)
{
    return king_missing(p) || clock_ran_out(rules, p);
}

static size_t turn_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    const uint64_t *hand = &p->own.word[HANDS + first_suit(p->side)];
    size_t n = 0;
    if (turn_cannot_start(rules, p))
        return 0;
    const uint64_t playable = playable_ranks(rules, p);
    for (unsigned i = 0; i < 2; i++) {
        const vc_card suit = make_card(0, first_suit(p->side) + i);
        n = emit_ranks(list, n, make_kind(VC_DISCARD) | with_card(suit), ranks_in(hand[i]) & playable);
    }
    return n;
}

static bool in_hand(const struct position *p, vc_card card)
{
    const unsigned suit = VC_CARD_SUIT(card);
    return owner_of(suit) == p->side && copies(p->own.word[HANDS + suit], VC_CARD_RANK(card));
}

static bool turn_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    return VC_ACTION_KIND(action) == VC_DISCARD && !turn_cannot_start(rules, p) && in_hand(p, action_card(action)) &&
           copies(playable_ranks(rules, p), VC_ACTION_RANK(action));
}

static void turn_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                       vc_action action)
{
    (void)rules;
    position_copy(after, before, WORDS);
    discard(after, action_card(action));
    after->phase = VC_PHASE_PLAYED;
    after->extra[EXTRA_PLAYED] = action_card(action);
}

/* ------------------------------------------------------------------------- turn: the move --- */

static size_t played_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    return moves_by_card(rules, p, ALL_SQUARES, list);
}

static bool played_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    vc_action list[LIST_SIZE];
    return VC_ACTION_KIND(action) == VC_MOVE &&
           in_list(list, moves_by_card(rules, p, bit(VC_ACTION_FROM(action)), list), action);
}

static void played_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                         vc_action action)
{
    if (is_strict(rules))
        apply_side(before, after, action, strict_traits, WORDS);
    else
        apply_side(before, after, action, free_traits, WORDS);
    after->extra[EXTRA_PLAYED] = 0;
    if (king_missing(after)) { /* nothing is drawn [I4] */
        end_turn(after);
    } else if (two_decks(rules)) {
        after->phase = VC_PHASE_CHOOSING;
    } else if (shows_tops(rules)) {
        take_top(rules, after, first_suit(after->side));
    } else {
        after->phase = VC_PHASE_DRAWING;
        after->extra[EXTRA_DECK] = (uint8_t)first_suit(after->side);
    }
}

/* ------------------------------------------------------------------------ choosing a deck --- */

/* Both decks can be drawn from: none is ever empty. */
static size_t choosing_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    (void)rules;
    for (unsigned i = 0; list && i < 2; i++)
        list[i] = make_kind(VC_CHOOSE_DECK) | with_card(make_card(0, first_suit(p->side) + i));
    return 2;
}

static bool choosing_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    (void)rules;
    return VC_ACTION_KIND(action) == VC_CHOOSE_DECK && owner_of(VC_ACTION_SUIT(action)) == p->side;
}

static void choosing_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                           vc_action action)
{
    position_copy(after, before, WORDS);
    take_top(rules, after, VC_ACTION_SUIT(action));
}

/* ---------------------------------------------------------------------------- chance [I4] --- */

/* The outcomes are the deck's ranks: in ascending order, suit after suit. */
static size_t chance_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    const unsigned deck = p->extra[EXTRA_DECK];
    size_t n = 0;
    for (unsigned suit = deck; suit < deck + suits_of_deck(rules); suit++) {
        const uint64_t ranks = ranks_in(deck_cards(rules, p, suit));
        n = emit_ranks(list, n, make_kind(VC_DRAW) | with_card(make_card(0, suit)), ranks);
    }
    return n;
}

static void chance_weights(const struct vc_rules *rules, const struct position *p, uint32_t *weights)
{
    const unsigned deck = p->extra[EXTRA_DECK];
    size_t n = 0;
    for (unsigned suit = deck; suit < deck + suits_of_deck(rules); suit++) {
        const uint64_t left = deck_cards(rules, p, suit);
        for (uint64_t ranks = ranks_in(left); ranks;)
            weights[n++] = copies(left, pop_square(&ranks) / 4);
    }
    reduce_weights(weights, n);
}

static bool chance_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    const unsigned suit = VC_ACTION_SUIT(action);
    return VC_ACTION_KIND(action) == VC_DRAW && deck_of(rules, suit) == p->extra[EXTRA_DECK] &&
           copies(deck_cards(rules, p, suit), VC_ACTION_RANK(action));
}

static void drawing_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                          vc_action action)
{
    const unsigned deck = before->extra[EXTRA_DECK];
    position_copy(after, before, WORDS);
    if (shows_tops(rules)) {
        set_top(rules, after, deck, action_card(action));
    } else {
        take_into_hand(after, action_card(action));
        refill(rules, after, deck);
    }
    after->extra[EXTRA_DECK] = 0;
    end_turn(after);
}

/* Whether the deal goes on with a card for a hand; else a top is shown. */
static bool deals_to_hand(const struct vc_rules *rules, const struct position *p)
{
    return hand_count(p, owner_of(p->extra[EXTRA_DECK])) < hand_size(rules);
}

static void dealing_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                          vc_action action)
{
    position_copy(after, before, WORDS);
    if (deals_to_hand(rules, before))
        take_into_hand(after, action_card(action));
    else
        set_top(rules, after, before->extra[EXTRA_DECK], action_card(action));
    go_on_dealing(rules, after);
}

/* ------------------------------------------------------------------------ the end [I5] --- */

static struct verdict verdict(const struct vc_rules *rules, const struct position *p)
{
    if (king_missing(p))
        return verdict_king_captured(p);
    if (p->phase != VC_PHASE_TURN)
        return GOES_ON;
    if (!playable_ranks(rules, p)) {
        const bool mated = is_strict(rules) && vci_checkers(rules, p, p->side);
        return wins(p->side ^ 1u, mated ? VC_REASON_CHECKMATE : VC_REASON_STALEMATE);
    }
    return verdict_draws(rules, p, false);
}

/* ------------------------------------------------------------------ what may be asked --- */

static const char *why_not_played(const struct position *p, vc_action action)
{
    const unsigned from = VC_ACTION_FROM(action), rank = VC_CARD_RANK(p->extra[EXTRA_PLAYED]);
    const char *not_own = why_not_own(p, from);
    vc_action list[LIST_SIZE];
    if (not_own)
        return not_own;
    if (is_castling(p, action) ? !allows(rank, CASTLING) : !(allowed_pieces(p, rank) & bit(from)))
        return is_castling(p, action) ? "the card played does not allow castling"
                                      : "the card played does not allow that piece";
    return why_not_move(p, action, list, generate_side(p, free_traits, ALL_SQUARES, true, list));
}

static const char *why(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    const unsigned kind = VC_ACTION_KIND(action);
    (void)rules;
    if (kind != VC_DISCARD && kind != VC_MOVE && kind != VC_CHOOSE_DECK)
        return "Ideal Chess has no such action";
    if (p->phase == VC_PHASE_CHOOSING)
        return kind == VC_CHOOSE_DECK ? "that deck is the other side's" : "a deck to draw from must be chosen now";
    if (kind == VC_CHOOSE_DECK)
        return two_decks(rules) ? "a deck is chosen after the move" : "there is one draw deck only: none is chosen";
    if (p->phase == VC_PHASE_PLAYED)
        return kind == VC_MOVE ? why_not_played(p, action) : "a card was discarded: the move is due";
    if (kind == VC_MOVE)
        return "a card must be discarded before the move";
    return in_hand(p, action_card(action)) ? "no piece that this card allows can move"
                                           : "that card is not in your hand";
}

/* -------------------------------------------------------------------------------- events --- */

/* What the events of one action have in common. */
struct telling {
    const struct vc_rules *rules;
    const struct position *before, *after;
    vc_action action;
    event_sink sink;
    void *context;
};

static void tell_card(const struct telling *t, unsigned type, unsigned color, vc_card card)
{
    vc_event event = new_event(type, t->action, color, NO_SQUARE);
    event.card = card;
    t->sink(t->context, &event);
}

/* A card went into a hand: discards that are gone became the deck. */
static void tell_taking(const struct telling *t, unsigned color, vc_card card)
{
    tell_card(t, VC_EVENT_DRAW, color, card);
    for (unsigned suit = first_suit(color); suit < first_suit(color) + 2; suit += suits_of_deck(t->rules)) {
        const unsigned last = PILES + suit + suits_of_deck(t->rules) - 1;
        const uint64_t old = t->before->own.word[PILES + suit] | t->before->own.word[last];
        const uint64_t new = t->after->own.word[PILES + suit] | t->after->own.word[last];
        if (old && !new)
            tell_card(t, VC_EVENT_RESHUFFLE, color, two_decks(t->rules) ? make_card(0, suit) : 0);
    }
}

/* What chance brought: a card for the hand, or a top. */
static void tell_chance(const struct telling *t)
{
    const unsigned color = owner_of(t->before->extra[EXTRA_DECK]);
    const bool top = t->before->phase == VC_PHASE_DEALING ? !deals_to_hand(t->rules, t->before) : shows_tops(t->rules);
    if (top)
        tell_card(t, VC_EVENT_TOP, color, action_card(t->action));
    else
        tell_taking(t, color, action_card(t->action));
}

static void events(const struct vc_rules *rules, const struct position *before, const struct position *after,
                   vc_action action, event_sink sink, void *context)
{
    const struct telling t = {rules, before, after, action, sink, context};
    const unsigned us = before->side;
    switch (VC_ACTION_KIND(action)) {
    case VC_DISCARD:
        tell_card(&t, VC_EVENT_DISCARD, us, action_card(action));
        break;
    case VC_MOVE:
        events_of_move(before, action, false, sink, context);
        if (shows_tops(rules) && after->phase == VC_PHASE_DRAWING) /* one deck: its top was taken at once */
            tell_taking(&t, us, top_of(rules, before, first_suit(us)));
        break;
    case VC_CHOOSE_DECK:
        tell_taking(&t, us, top_of(rules, before, VC_ACTION_SUIT(action)));
        break;
    default:
        tell_chance(&t);
    }
}

/* -------------------------------------------------------------------- position strings --- */

/* Fields that contradict what may be done [C9]. */
static bool check(struct reader *reader)
{
    const struct position *p = reader->position;
    if (p->phase == VC_PHASE_PLAYED && !played_actions(reader->rules, p, NULL))
        return refuse(reader, reader->own[FIELD_PLAYED].offset, "the card played allows no legal move");
    return true;
}

/* Between a move and the end of its turn the other side moves next [C6]. */
static unsigned next_mover(const struct position *p)
{
    return p->side ^ (p->phase == VC_PHASE_CHOOSING || p->phase == VC_PHASE_DRAWING);
}

static bool ep_useful(const struct vc_rules *rules, const struct position *p, unsigned ep, unsigned mover)
{
    return ep_captors(p, ep, mover, is_strict(rules) ? strict_traits : free_traits) != 0;
}

static bool king_must_be_safe(const struct vc_rules *rules, const struct position *p)
{
    (void)p;
    return is_strict(rules);
}

/* --------------------------------------------------------------------------- the table --- */

static const struct phase turn = {.actions = turn_actions, .legal = turn_legal, .apply = turn_apply};
static const struct phase played = {.actions = played_actions, .legal = played_legal, .apply = played_apply};
static const struct phase choosing = {.actions = choosing_actions, .legal = choosing_legal, .apply = choosing_apply};
static const struct phase drawing = {.chance = true, .actions = chance_actions, .legal = chance_legal,
                                     .apply = drawing_apply, .weights = chance_weights};
static const struct phase dealing = {.chance = true, .actions = chance_actions, .legal = chance_legal,
                                     .apply = dealing_apply, .weights = chance_weights};

static const struct option_def options[] = {
    OPTION_AUTOMATIC_DRAWS,
    OPTION_KING_SAFETY("free", SLOT_SAFETY),
    {.name = "hand_size", .default_value = "4", .range = "1-8", .type = VC_OPTION_INTEGER, .slot = SLOT_HAND_SIZE,
     .count = 1, .low = 1, .high = 8, .help = "how many cards a hand has; those beyond four are dealt by chance"},
    {.name = "packs", .default_value = "1", .range = "1-4", .type = VC_OPTION_INTEGER, .slot = SLOT_PACKS, .count = 1,
     .low = 1, .high = 4, .help = "how many copies there are of every card but the jokers"},
    {.name = "jokers", .default_value = "0", .range = "0-1", .type = VC_OPTION_INTEGER, .slot = SLOT_JOKERS, .count = 1,
     .low = 0, .high = 1, .help = "jokers in each draw deck: they allow every piece and castling"},
    {.name = "face_up", .default_value = "off", .range = "on|off", .type = VC_OPTION_SWITCH, .slot = SLOT_FACE_UP,
     .count = 1, .word = "off|on", .help = "the top of the draw deck is known"},
    {.name = "two_decks", .default_value = "off", .range = "on|off", .type = VC_OPTION_SWITCH, .slot = SLOT_TWO_DECKS,
     .count = 1, .word = "off|on", .help = "a draw deck for each suit, tops known, to choose from"},
};

static const struct encoding encoding = {
    .moves = {ORTHODOX_BLOCKS},
    .first = {[VC_DISCARD] = ORTHODOX_MOVES,
              [VC_CHOOSE_DECK] = ORTHODOX_MOVES + CARD_ACTIONS,
              [VC_DRAW] = ORTHODOX_MOVES + CARD_ACTIONS + DECK_ACTIONS},
    .players = ORTHODOX_MOVES + CARD_ACTIONS + DECK_ACTIONS,
    .count = ORTHODOX_MOVES + CARD_ACTIONS + DECK_ACTIONS + CARD_ACTIONS,
};

const struct ruleset CPU_NAME(vci_ideal) = {
    .name = "ideal",
    .title = "Ideal Chess",
    .words = WORDS,
    .encoding = &encoding,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .phases = {[VC_PHASE_TURN] = &turn, [VC_PHASE_PLAYED] = &played, [VC_PHASE_CHOOSING] = &choosing,
               [VC_PHASE_DRAWING] = &drawing, [VC_PHASE_DEALING] = &dealing},
    .verdict = verdict,
    .attackers = attackers,
    .members = members_single,
    .why = why,
    .events = events,
    .fields = fields,
    .field_count = FIELDS,
    .clock_bounds_repetition = true,
    .corner_types = 1 << VC_ROOK,
    .read = read,
    .next_mover = next_mover,
    .ep_useful = ep_useful,
    .king_must_be_safe = king_must_be_safe,
    .check = check,
    .write = write,
    .fresh_key = fresh_key,
    .consistent = cards_are_consistent,
    .cards = &card_table,
};
