/* SPDX-License-Identifier: ISC */
/* scene.c - see scene.h */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------- asking --- */

static void option_text(const vc_rules *rules, const char *name, char *text, size_t size)
{
    if (vc_rules_get(rules, name, text, size, NULL))
        *text = '\0';
}

static uint32_t option_number(const vc_rules *rules, const char *name)
{
    char text[32];
    option_text(rules, name, text, sizeof text);
    return (uint32_t)strtoul(text, NULL, 10);
}

static bool option_is(const vc_rules *rules, const char *name, const char *value)
{
    char text[32];
    option_text(rules, name, text, sizeof text);
    return !strcmp(text, value);
}

struct options options_of(const vc_rules *rules)
{
    struct options opt = {.ruleset = vc_rules_ruleset(rules)};
    char text[32], *next = text;
    opt.automatic_draws = option_is(rules, "automatic_draws", "on");
    opt.strict = !option_is(rules, "king_safety", "free");
    option_text(rules, "values", text, sizeof text);
    for (unsigned i = 0; i < 4 && *next; i++) {
        opt.values[i] = (uint32_t)strtoul(next, &next, 10);
        next += *next == ',';
    }
    option_text(rules, "temperature", text, sizeof text);
    opt.a = (uint32_t)strtoul(text, &next, 10);
    opt.b = *next == '/' ? (uint32_t)strtoul(next + 1, NULL, 10) : 1;
    opt.initial = (int)option_number(rules, "initial_moves");
    opt.king_initial =
        option_is(rules, "king_initial_moves", "never") ? -1 : (int)option_number(rules, "king_initial_moves");
    opt.most = 1;
    if (opt.initial > (int)opt.most)
        opt.most = (uint32_t)opt.initial;
    if (opt.king_initial > (int)opt.most)
        opt.most = (uint32_t)opt.king_initial;
    opt.combo_captures = option_is(rules, "combo_captures", "on");
    opt.hand_size = option_number(rules, "hand_size");
    opt.packs = option_number(rules, "packs");
    opt.jokers = option_number(rules, "jokers");
    opt.face_up = option_is(rules, "face_up", "on");
    opt.two_decks = option_is(rules, "two_decks", "on");
    return opt;
}

static void take_board(const vc_game *game, struct scene *s)
{
    for (unsigned square = 0; square < 64; square++) {
        size_t n = 0;
        vc_game_pieces(game, square, s->on[square], MEMBERS, &n);
        s->count[square] = (uint8_t)n;
        for (size_t i = 0; i < n; i++) {
            const unsigned color = VC_PIECE_COLOR(s->on[square][i]);
            s->of[color][VC_PIECE_TYPE(s->on[square][i])] |= BIT(square);
            s->all[color] |= BIT(square);
        }
    }
}

static void take_cards(const vc_game *game, struct scene *s)
{
    for (unsigned color = VC_WHITE; color <= VC_BLACK; color++) {
        vc_game_hand(game, color, s->hand[color], CARDS, &s->hand_count[color]);
        vc_game_pile(game, color, s->pile[color], CARDS, &s->pile_count[color]);
        for (unsigned deck = 0; deck < vc_game_decks(game, color); deck++) {
            vc_game_deck(game, color, deck, s->deck[color][deck], CARDS, &s->deck_count[color][deck]);
            s->top[color][deck] = vc_game_top(game, color, deck);
        }
    }
    s->played = vc_game_played_card(game);
}

void take_scene(const vc_game *game, struct scene *s)
{
    size_t outcomes = 0;
    memset(s, 0, offsetof(struct scene, actions));
    s->opt = options_of(vc_game_rules(game));
    s->side = vc_game_side_to_move(game);
    s->actor = vc_game_actor(game);
    s->phase = vc_game_phase(game);
    s->castling = vc_game_castling_rights(game);
    s->ep = vc_game_en_passant(game);
    s->clock = vc_game_halfmove_clock(game);
    s->number = vc_game_move_number(game);
    s->focus = vc_game_focus(game);
    s->repetitions = vc_game_repetitions(game);
    s->claimable = vc_game_claimable(game);
    s->touched = vc_game_touched(game);
    s->combos = vc_game_combos(game);
    s->checkers = vc_game_checkers(game);
    s->hash = vc_game_hash(game);
    vc_game_outcome(game, &s->winner, &s->reason);
    take_board(game, s);
    s->action_count = 0;
    vc_game_actions(game, s->actions, VC_MAX_ACTIONS, &s->action_count);
    if (!s->action_count) {
        vc_game_outcomes(game, s->actions, s->weights, VC_MAX_ACTIONS, &outcomes, NULL);
        s->action_count = outcomes;
    }
    memset(s->hand_count, 0, sizeof s->hand_count);
    memset(s->pile_count, 0, sizeof s->pile_count);
    memset(s->deck_count, 0, sizeof s->deck_count);
    memset(s->top, 0, sizeof s->top);
    s->played = 0;
    if (s->opt.ruleset == VC_IDEAL)
        take_cards(game, s);
    vc_game_position(game, s->string, sizeof s->string, NULL);
}

/* --------------------------------------------------------------------------- arithmetic --- */

unsigned bits_in(uint64_t set)
{
    unsigned n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

unsigned lowest(uint64_t set)
{
    unsigned n = 0;
    while (n < 64 && !(set >> n & 1))
        n++;
    return n;
}

unsigned shifted(unsigned square, int files, int ranks)
{
    const int file = (int)(square % 8) + files, rank = (int)(square / 8) + ranks;
    return square < 64 && file >= 0 && file < 8 && rank >= 0 && rank < 8 ? (unsigned)(rank * 8 + file) : 64;
}

unsigned rank_from(unsigned square, unsigned color) { return color == VC_WHITE ? square / 8 + 1 : 8 - square / 8; }
unsigned forward(unsigned square, unsigned color) { return shifted(square, 0, color == VC_WHITE ? 1 : -1); }

unsigned first_type(const struct scene *s, unsigned square)
{
    return square < 64 && s->count[square] ? VC_PIECE_TYPE(s->on[square][0]) : VC_NO_PIECE;
}

unsigned owner(const struct scene *s, unsigned square)
{
    return square < 64 && s->count[square] ? VC_PIECE_COLOR(s->on[square][0]) : VC_NOBODY;
}

bool is_lone(const struct scene *s, unsigned square, unsigned color, unsigned type)
{
    return square < 64 && s->count[square] == 1 && owner(s, square) == color && first_type(s, square) == type;
}

unsigned king_of(const struct scene *s, unsigned color) { return lowest(s->of[color][VC_KING]); }
uint64_t occupied_squares(const struct scene *s) { return s->all[VC_WHITE] | s->all[VC_BLACK]; }

static int sign(int n) { return (n > 0) - (n < 0); }

bool captures_as(const struct scene *s, unsigned from, unsigned to, unsigned color, unsigned type, uint64_t gone)
{
    const int files = (int)(to % 8) - (int)(from % 8), ranks = (int)(to / 8) - (int)(from / 8);
    const int across = abs(files), along = abs(ranks);
    const bool straight = !across != !along, diagonal = across && across == along;
    if (from == to)
        return false;
    switch (type) {
    case VC_PAWN:
        return across == 1 && ranks == (color == VC_WHITE ? 1 : -1);
    case VC_KNIGHT:
        return across * along == 2;
    case VC_KING:
        return across <= 1 && along <= 1;
    default:
        if (!(straight && type != VC_BISHOP) && !(diagonal && type != VC_ROOK))
            return false;
    }
    for (unsigned at = shifted(from, sign(files), sign(ranks)); at != to; at = shifted(at, sign(files), sign(ranks)))
        if ((occupied_squares(s) & ~gone) >> at & 1)
            return false;
    return true;
}

uint64_t attackers_on(const struct scene *s, unsigned square, unsigned color)
{
    uint64_t set = 0;
    for (unsigned from = 0; from < 64; from++) {
        if (!(s->all[color] >> from & 1))
            continue;
        for (unsigned i = 0; i < s->count[from]; i++) {
            const unsigned type = VC_PIECE_TYPE(s->on[from][i]);
            const bool officer = type >= VC_KNIGHT && type <= VC_QUEEN;
            const unsigned least = s->opt.ruleset == VC_POTENTIAL && officer ? (unsigned)VC_PAWN : type;
            for (unsigned as = least; as <= type; as++)
                if (captures_as(s, from, square, color, as, 0))
                    set |= BIT(from);
        }
    }
    return set;
}

uint64_t attackers_of_king(const struct scene *s, unsigned color)
{
    const unsigned king = king_of(s, color);
    return king < 64 && s->count[king] == 1 ? attackers_on(s, king, color ^ 1) : 0;
}

/* ------------------------------------------------------------------------------ actions --- */

bool has_action(const struct scene *s, vc_action action)
{
    for (size_t i = 0; i < s->action_count; i++)
        if (s->actions[i] == action)
            return true;
    return false;
}

bool is_move(vc_action action, unsigned from, unsigned to)
{
    return VC_ACTION_KIND(action) == VC_MOVE && VC_ACTION_FROM(action) == from && VC_ACTION_TO(action) == to;
}

bool has_move(const struct scene *s, unsigned from, unsigned to)
{
    for (size_t i = 0; i < s->action_count; i++)
        if (is_move(s->actions[i], from, to))
            return true;
    return false;
}

vc_action move_of(unsigned from, unsigned to) { return vc_action_make_move(from, to, VC_NO_PIECE, VC_NO_PIECE); }

/* -------------------------------------------------------------------------------- cards --- */

size_t copies_in(const vc_card *list, size_t count, vc_card card)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += list[i] == card;
    return n;
}

size_t suit_in(const vc_card *list, size_t count, unsigned suit)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += VC_CARD_SUIT(list[i]) == suit;
    return n;
}

bool card_allows(vc_card card, unsigned type)
{
    /* By rank, ace to joker: letters of the types that may move, C for castling. */
    static const char *const allowed[15] = {"",   "KP", "QP", "NP", "BP", "RP",  "NP",     "BP",
                                            "RP", "NP", "BP", "RN", "QB", "KRC", "PNBRQKC"};
    return strchr(allowed[VC_CARD_RANK(card)], " PNBRQKC"[type]) != NULL;
}
