/* SPDX-License-Identifier: ISC */
/*
 * power_text.h - counts of moves and an attacked combo in position strings [W11] [C9]: reading, with every contradiction
 * refused, and writing
 *
 * A part of rules_power.c, apart for its length. Includes power_board.h.
 */
#ifndef VCI_POWER_TEXT_H
#define VCI_POWER_TEXT_H

#include "power_board.h"

enum { FIELD_MOVES, FIELD_HIT, FIELDS };

static const char *const fields[FIELDS] = {[FIELD_MOVES] = "moves", [FIELD_HIT] = "hit"};

/* Whether the array has that piece on a square. */
static bool at_home(unsigned color, unsigned type, unsigned square)
{
    static const uint8_t first_rank[8] = {VC_ROOK, VC_KNIGHT, VC_BISHOP, VC_QUEEN,
                                          VC_KING, VC_BISHOP, VC_KNIGHT, VC_ROOK};
    if (type == VC_PAWN)
        return bit(square) & rank_of_side(2, color);
    return bit(square) & rank_of_side(1, color) && first_rank[square % 8] == type;
}

/* The count of a piece that the moves: field does not speak of because it is left out [W11]. */
static unsigned default_count(const struct vc_rules *rules, unsigned color, unsigned type, unsigned square)
{
    return at_home(color, type, square) ? 0 : most_count(rules);
}

/* Reads one entry, square, type in a combo, =count, at *at; moves *at behind it. */
static bool read_count(struct reader *reader, const struct field *f, size_t *at, listed *entry)
{
    const struct position *p = reader->position;
    const char *c = f->value + *at, *end = f->value + f->length;
    const size_t offset = f->offset + *at;
    const unsigned square = end - c >= 2 ? vci_square_read(c) : NO_SQUARE;
    unsigned type, count = 0, digits = 0;
    if (square == NO_SQUARE)
        return malformed(reader, offset, "not a square");
    c += 2;
    if (!(occupied(p) & bit(square)))
        return refuse(reader, offset, "moves: names a square without a piece");
    if (combos_of(p) & bit(square))
        type = c < end ? vci_type_of_letter(*c++) : VC_NO_PIECE;
    else
        type = type_on(p, square);
    if (!type)
        return malformed(reader, offset, "in a combo the type must follow the square");
    if (c == end || *c++ != '=')
        return malformed(reader, offset, "an entry is square=count, in a combo square, type, =count");
    for (; c < end && *c >= '0' && *c <= '9' && digits < 2; digits++)
        count = count * 10 + (unsigned)(*c++ - '0');
    if (!digits || (digits == 2 && count < 10) || (c < end && *c != ','))
        return malformed(reader, offset, "a count is a number without superfluous zeros");
    if (count >= most_count(reader->rules))
        return refuse(reader, offset, "moves: lists counts below the maximum alone");
    *entry = make_listed(square, type, count);
    *at = (size_t)(c - f->value);
    return true;
}

/* Gives each entry of moves: to a piece that still has the maximum. */
static bool read_moves(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *f = &reader->own[FIELD_MOVES];
    size_t at = 0;
    if (f->length == 1 && *f->value == '-')
        return true;
    for (;;) {
        const size_t start = at;
        listed entry = NOBODY_LISTED;
        if (!read_count(reader, f, &at, &entry))
            return false;
        const listed free = make_listed(listed_square(entry), listed_type(entry), most_count(reader->rules));
        const struct stretch s = stretch_from(p, free, 0);
        if (s.first == s.end)
            return refuse(reader, f->offset + start, "moves: names a piece that is not there");
        list_remove(p, free);
        list_insert(p, entry);
        if (at == f->length)
            return true;
        at++; /* the comma */
    }
}

static bool read_hit(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *f = &reader->own[FIELD_HIT];
    const unsigned square = f->length == 2 ? vci_square_read(f->value) : NO_SQUARE;
    if (square == NO_SQUARE)
        return malformed(reader, f->offset, "not one square");
    if (reader->finished)
        return refuse(reader, f->offset, "the game is over: no casualty is due");
    if (!(combos_of(p) & p->color[p->side] & bit(square)))
        return refuse(reader, f->offset, "no combo of the side to move is there");
    p->phase = VC_PHASE_HIT;
    p->focus = (uint8_t)square;
    return true;
}

static bool read(struct reader *reader)
{
    const struct vc_rules *rules = reader->rules;
    struct position *p = reader->position;
    const bool listed_counts = reader->own[FIELD_MOVES].value != NULL;
    bitboard seen = 0;
    for (unsigned i = 0; i < MEN; i++)
        p->own.half[i] = NOBODY_LISTED;
    for (unsigned i = 0; i < reader->man_count; i++) {
        const struct man *man = &reader->men[i];
        const unsigned count =
            listed_counts ? most_count(rules) : default_count(rules, man->color, man->type, man->square);
        p->own.word[WORD_COMBOS] |= seen & bit(man->square);
        seen |= bit(man->square);
        list_insert(p, make_listed(man->square, man->type, count));
    }
    if (listed_counts && !read_moves(reader))
        return false;
    p->key = 0;
    for (bitboard set = seen; set;) {
        const unsigned square = pop_square(&set);
        close_square(rules, p, square, color_on(p, square));
    }
    if (lasting_rights(p) != p->castling)
        return refuse(reader, reader->castling_offset, "a castling right whose king or rook has moved");
    return !reader->own[FIELD_HIT].value || read_hit(reader);
}

static void write(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    const char *before = " moves:";
    bool standard = true;
    for (unsigned i = 0; i < list_index(p, NOBODY_LISTED); i++) {
        const listed man = p->own.half[i];
        const unsigned square = listed_square(man);
        standard &= listed_count(man) == default_count(rules, color_on(p, square), listed_type(man), square);
    }
    for (unsigned i = 0; !standard && i < list_index(p, NOBODY_LISTED); i++) {
        const listed man = p->own.half[i];
        if (listed_count(man) == most_count(rules))
            continue;
        vci_text_string(text, before);
        before = ",";
        vci_square_write(text, listed_square(man));
        if (combos_of(p) & bit(listed_square(man)))
            vci_text_char(text, vci_type_letter(listed_type(man)));
        vci_text_char(text, '=');
        vci_text_number(text, listed_count(man));
    }
    if (!standard && *before == ' ')
        vci_text_string(text, " moves:-");
    if (p->phase == VC_PHASE_HIT) {
        vci_text_string(text, " hit:");
        vci_square_write(text, p->focus);
    }
}

#endif
