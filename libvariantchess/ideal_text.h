/* SPDX-License-Identifier: ISC */
/*
 * ideal_text.h - the cards of Ideal Chess in position strings [I7] [C9]: reading, with every contradiction refused, and
 * writing
 *
 * A part of rules_ideal.c, apart for its length: what may be done with a card is not known here. Includes
 * ideal_cards.h.
 */
#ifndef VCI_IDEAL_TEXT_H
#define VCI_IDEAL_TEXT_H

#include "ideal_cards.h"

enum { FIELD_HANDS, FIELD_DISCARDS, FIELD_PLAYED, FIELD_CHOOSING, FIELD_TOP, FIELD_DRAWING, FIELD_DEALING, FIELDS };

/* ----------------------------------------------------------------------------- reading --- */

static const char *const fields[FIELDS] = {
    [FIELD_HANDS] = "hands",       [FIELD_DISCARDS] = "discards", [FIELD_PLAYED] = "played",
    [FIELD_CHOOSING] = "choosing", [FIELD_TOP] = "top",           [FIELD_DRAWING] = "drawing",
    [FIELD_DEALING] = "dealing"};

/* The phase that a field says the turn is in. */
static const uint8_t phase_of_field[FIELDS] = {
    [FIELD_PLAYED] = VC_PHASE_PLAYED, [FIELD_CHOOSING] = VC_PHASE_CHOOSING, [FIELD_DRAWING] = VC_PHASE_DRAWING,
    [FIELD_DEALING] = VC_PHASE_DEALING};

/* The field that says the phase; at most one does, and none in a finished game. */
static bool read_phase(struct reader *reader)
{
    struct position *p = reader->position;
    for (unsigned i = 0; i < FIELDS; i++) {
        if (!phase_of_field[i] || !reader->own[i].value)
            continue;
        if (reader->finished)
            return refuse(reader, reader->own[i].offset, "the game is over: nothing is played, chosen or drawn");
        if (p->phase != VC_PHASE_TURN)
            return refuse(reader, reader->own[i].offset, "only one of played, choosing, drawing and dealing can be");
        p->phase = phase_of_field[i];
    }
    return true;
}

/* Splits a field into what is White's and what is Black's. */
static bool split_sides(struct reader *reader, const struct field *field, struct field *sides)
{
    const char *slash = memchr(field->value, '/', field->length);
    const size_t length = slash ? (size_t)(slash - field->value) : field->length;
    if (!slash)
        return malformed(reader, field->offset + field->length, "White's cards, a slash, and Black's are wanted");
    sides[WHITE] = (struct field){field->value, length, field->offset};
    sides[BLACK] = (struct field){slash + 1, field->length - length - 1, field->offset + length + 1};
    if (memchr(sides[BLACK].value, '/', sides[BLACK].length))
        return malformed(reader, sides[BLACK].offset, "more than one slash");
    return true;
}

/* Reads the card at a place in a field. The deck of its suit must still hold it. */
static bool read_card(struct reader *reader, const struct field *field, size_t at, unsigned color, vc_card *card)
{
    const unsigned rank = field->length >= at + 2 ? vci_rank_of_letter(field->value[at]) : 0;
    const unsigned suit = rank ? vci_suit_of_letter(field->value[at + 1]) : SUITS;
    if (suit == SUITS)
        return malformed(reader, field->offset + at, "not a card");
    if (owner_of(suit) != color)
        return refuse(reader, field->offset + at, color == WHITE ? "White has diamonds and hearts only"
                                                                 : "Black has clubs and spades only");
    if (!copies(deck_cards(reader->rules, reader->position, suit), rank))
        return refuse(reader, field->offset + at, "the pack does not hold that card so often");
    *card = make_card(rank, suit);
    return true;
}

/* Reads the hands or the discards of both sides into their words. */
static bool read_cards(struct reader *reader, const struct field *field, unsigned words)
{
    struct position *p = reader->position;
    struct field sides[2];
    vc_card card;
    if (!split_sides(reader, field, sides))
        return false;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        const struct field *side = &sides[color];
        if (side->length == 1 && *side->value == '-')
            continue;
        if (!side->length)
            return malformed(reader, side->offset, "cards are missing; '-' stands for none");
        for (size_t at = 0; at < side->length; at += 2) {
            if (!read_card(reader, side, at, color, &card))
                return false;
            p->own.word[words + VC_CARD_SUIT(card)] += one_card(VC_CARD_RANK(card));
        }
        if (words == HANDS && hand_count(p, color) > hand_limit(reader->rules, p, color))
            return refuse(reader, side->offset, "more cards than the hand can have now");
    }
    return true;
}

/* [I2] [I6] The hands before anything is dealt: threes and fours in the order of suits. */
static void initial_hands(const struct vc_rules *rules, struct position *p)
{
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (unsigned i = 0; i < hand_size(rules) && i < DEALT_FACE_UP; i++)
            p->own.word[HANDS + first_suit(color) + i % 2] += one_card(3 + i / 2);
}

static bool read_hands(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *field = &reader->own[FIELD_HANDS];
    if (!field->value) {
        initial_hands(reader->rules, p);
        if (p->phase == VC_PHASE_TURN || p->phase == VC_PHASE_DEALING)
            return true;
        for (unsigned i = 0; i < FIELDS; i++)
            if (phase_of_field[i] == p->phase)
                return refuse(reader, reader->own[i].offset, "without hands nothing has been played, chosen or drawn");
    }
    return read_cards(reader, field, HANDS);
}

/* Reads the slot of a deck's top; *at moves behind it. */
static bool read_top(struct reader *reader, const struct field *side, unsigned deck, size_t *at)
{
    const struct vc_rules *rules = reader->rules;
    vc_card card;
    if (*at < side->length && side->value[*at] == '-') {
        ++*at;
        return true;
    }
    if (!read_card(reader, side, *at, owner_of(deck), &card))
        return false;
    if (deck_of(rules, VC_CARD_SUIT(card)) != deck)
        return refuse(reader, side->offset + *at, "that top is of the other deck's suit");
    set_top(rules, reader->position, deck, card);
    *at += 2;
    return true;
}

static bool read_tops(struct reader *reader)
{
    const struct field *field = &reader->own[FIELD_TOP];
    const unsigned step = suits_of_deck(reader->rules);
    struct field sides[2];
    if (!field->value)
        return true;
    if (!shows_tops(reader->rules))
        return refuse(reader, field->offset, "tops are known with face_up or two_decks only");
    if (!split_sides(reader, field, sides))
        return false;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        size_t at = 0;
        for (unsigned deck = first_suit(color); deck < first_suit(color) + 2; deck += step)
            if (!read_top(reader, &sides[color], deck, &at))
                return false;
        if (at != sides[color].length)
            return malformed(reader, sides[color].offset + at, "more tops than decks");
    }
    return true;
}

/* The value of choosing, drawing or dealing: a side, and where decks are by suit (not when choosing) the deck. */
static bool read_deck(struct reader *reader, const struct field *field, bool names_deck, unsigned *deck)
{
    const char *value = field->value;
    const unsigned color = *value == 'b' ? BLACK : WHITE;
    if (*value != 'w' && *value != 'b')
        return malformed(reader, field->offset, "w or b is wanted");
    if (field->length != (names_deck ? 2 : 1))
        return malformed(reader, field->offset, names_deck ? "a side and the suit of its deck are wanted"
                                                           : "a side alone is wanted");
    *deck = names_deck ? vci_suit_of_letter(value[1]) : first_suit(color);
    if (*deck == SUITS)
        return malformed(reader, field->offset + 1, "not a suit");
    if (owner_of(*deck) != color)
        return refuse(reader, field->offset + 1, "that side has no such deck");
    return true;
}

/* [I6] [I7] Whether the state is one of the deal: White's hand is full before Black's grows, then tops are shown. */
static bool check_deal(struct reader *reader)
{
    const struct vc_rules *rules = reader->rules;
    const struct position *p = reader->position;
    const unsigned size = hand_size(rules), first = size < DEALT_FACE_UP ? size : DEALT_FACE_UP;
    const unsigned white = hand_count(p, WHITE), black = hand_count(p, BLACK);
    const bool hands_full = white == size && black == size;
    if (!has_none(p, PILES, WHITE) || !has_none(p, PILES, BLACK))
        return refuse(reader, reader->own[FIELD_DISCARDS].offset, "nothing is discarded while hands are dealt");
    if (white < first || black < first || (white < size && black > first))
        return refuse(reader, reader->own[FIELD_HANDS].offset, "hands are dealt one after the other, White's first");
    for (unsigned deck = 0; deck < SUITS; deck += suits_of_deck(rules))
        if (top_of(rules, p, deck) && (!hands_full || deck > p->extra[EXTRA_DECK]))
            return refuse(reader, reader->own[FIELD_TOP].offset, "tops are shown in order after the hands are dealt");
    return true;
}

/* The deal, as a field says or because there are no hands yet. */
static bool read_deal(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *field = &reader->own[FIELD_DEALING];
    unsigned deck;
    go_on_dealing(reader->rules, p);
    if (field->value) {
        if (!read_deck(reader, field, two_decks(reader->rules), &deck))
            return false;
        if (p->phase != VC_PHASE_DEALING)
            return refuse(reader, field->offset, "nothing is left to be dealt");
        if (deck != p->extra[EXTRA_DECK])
            return refuse(reader, field->offset, "the deal goes on with another deck");
    }
    return p->phase != VC_PHASE_DEALING || check_deal(reader);
}

static bool read_played(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *field = &reader->own[FIELD_PLAYED];
    const unsigned rank = field->length == 2 ? vci_rank_of_letter(field->value[0]) : 0;
    const unsigned suit = rank ? vci_suit_of_letter(field->value[1]) : SUITS;
    if (suit == SUITS)
        return malformed(reader, field->offset, "not a card");
    if (owner_of(suit) != p->side || !copies(p->own.word[PILES + suit], rank))
        return refuse(reader, field->offset, "the card played is not among the discards of the side to move");
    p->extra[EXTRA_PLAYED] = make_card(rank, suit);
    return true;
}

/* Choosing or drawing: after a discard and a move of the side to move. */
static bool read_taking(struct reader *reader)
{
    const struct vc_rules *rules = reader->rules;
    struct position *p = reader->position;
    const bool choosing = p->phase == VC_PHASE_CHOOSING;
    const struct field *field = &reader->own[choosing ? FIELD_CHOOSING : FIELD_DRAWING];
    unsigned deck;
    if (choosing && !two_decks(rules))
        return refuse(reader, field->offset, "a deck is chosen with two_decks only");
    if (!read_deck(reader, field, two_decks(rules) && !choosing, &deck))
        return false;
    if (owner_of(deck) != p->side)
        return refuse(reader, field->offset, "it is the side to move that takes a card");
    if (has_none(p, PILES, p->side) && (choosing || !shows_tops(rules))) /* a top taken before may have been the last */
        return refuse(reader, field->offset, "the card that was played is not among the discards");
    if (!choosing && top_of(rules, p, deck))
        return refuse(reader, field->offset, "the top of that deck is known already");
    p->extra[EXTRA_DECK] = choosing ? 0 : (uint8_t)deck;
    return true;
}

/* Whether the tops are known that should be: all but the one that chance is to show. */
static bool check_tops(struct reader *reader)
{
    const struct vc_rules *rules = reader->rules;
    const struct position *p = reader->position;
    for (unsigned deck = 0; shows_tops(rules) && deck < SUITS; deck += suits_of_deck(rules))
        if (!top_of(rules, p, deck) && !(p->phase == VC_PHASE_DRAWING && deck == p->extra[EXTRA_DECK]))
            return refuse(reader, reader->own[FIELD_TOP].offset, "the top of a draw deck is missing");
    return true;
}

/* The turn, or the deal, of a game that goes on. */
static bool read_turn(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *own = reader->own;
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (deck_is_empty(reader->rules, p, deck_of(reader->rules, suit)))
            return refuse(reader, own[FIELD_DISCARDS].offset, "a draw deck is empty beside its discards");
    if (shows_tops(reader->rules) && own[FIELD_HANDS].value && !own[FIELD_TOP].value)
        return refuse(reader, own[FIELD_HANDS].offset, "with face_up or two_decks the field top is needed");
    if (!own[FIELD_HANDS].value || p->phase == VC_PHASE_DEALING)
        return read_deal(reader);
    if (p->phase == VC_PHASE_PLAYED && !read_played(reader))
        return false;
    if ((p->phase == VC_PHASE_CHOOSING || p->phase == VC_PHASE_DRAWING) && !read_taking(reader))
        return false;
    return check_tops(reader);
}

static uint64_t fresh_key(const struct position *p) { return fresh_key_single(p) ^ cards_key(p); }

static bool read(struct reader *reader)
{
    const struct field *discards = &reader->own[FIELD_DISCARDS];
    if (!read_phase(reader) || !read_hands(reader) || (discards->value && !read_cards(reader, discards, PILES)) ||
        !read_tops(reader) || (!reader->finished && !read_turn(reader)))
        return false;
    reader->position->key = fresh_key(reader->position);
    return true;
}

/* ----------------------------------------------------------------------------- writing --- */

static void write_cards(struct text *text, const vc_card *list, size_t n)
{
    if (!n)
        vci_text_char(text, '-');
    for (size_t i = 0; i < n; i++)
        vci_card_write(text, list[i]);
}

static void write_tops(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    vci_text_string(text, " top:");
    for (unsigned deck = 0; deck < SUITS; deck += suits_of_deck(rules)) {
        const vc_card top = top_of(rules, p, deck);
        if (deck == first_suit(BLACK))
            vci_text_char(text, '/');
        write_cards(text, &top, top != 0);
    }
}

static void write_deck(const struct vc_rules *rules, struct text *text, const char *name, unsigned deck)
{
    vci_text_string(text, name);
    vci_text_char(text, owner_of(deck) == WHITE ? 'w' : 'b');
    if (two_decks(rules))
        vci_text_char(text, vci_suit_letter(deck));
}

static void write(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    vc_card list[VC_MAX_CARDS];
    for (unsigned color = WHITE; color <= BLACK; color++) {
        vci_text_string(text, color == WHITE ? " hands:" : "/");
        write_cards(text, list, list_hand(p, color, list));
    }
    for (unsigned color = WHITE; color <= BLACK; color++) {
        vci_text_string(text, color == WHITE ? " discards:" : "/");
        write_cards(text, list, list_pile(p, color, list));
    }
    if (p->phase == VC_PHASE_PLAYED) {
        vci_text_string(text, " played:");
        vci_card_write(text, p->extra[EXTRA_PLAYED]);
    }
    if (p->phase == VC_PHASE_CHOOSING)
        vci_text_string(text, p->side == WHITE ? " choosing:w" : " choosing:b");
    if (shows_tops(rules))
        write_tops(rules, p, text);
    if (p->phase == VC_PHASE_DRAWING)
        write_deck(rules, text, " drawing:", p->extra[EXTRA_DECK]);
    if (p->phase == VC_PHASE_DEALING)
        write_deck(rules, text, " dealing:", p->extra[EXTRA_DECK]);
}

#endif
