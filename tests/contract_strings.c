/* SPDX-License-Identifier: ISC */
/* contract_strings.c - position strings to be refused, or read as something that is known [C9]; see contract.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"

enum { FIELDS = 16, FIELD = 512, PAWN = VC_PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum { WHITE = VC_WHITE, BLACK = VC_BLACK };
enum { BOARD, SIDE, CASTLING, EP, CLOCK, NUMBER, OWN };

/* A position string in its fields. */
struct fields {
    unsigned count;
    char text[FIELDS][FIELD];
};

static struct fields split(const char *string)
{
    struct fields f = {0};
    while (*string && f.count < FIELDS) {
        const size_t length = strcspn(string, " ");
        snprintf(f.text[f.count++], FIELD, "%.*s", (int)length, string);
        string += length;
        string += *string == ' ';
    }
    return f;
}

/* Writes fields from first on, with a separator. */
static void join(const struct fields *f, const char *separator, char *string)
{
    size_t length = 0;
    *string = '\0';
    for (unsigned i = 0; i < f->count; i++)
        length += (size_t)snprintf(string + length, STRING - length, "%s%s", i ? separator : "", f->text[i]);
}

static void drop(struct fields *f, unsigned index)
{
    memmove(f->text[index], f->text[index + 1], (f->count - index - 1) * sizeof *f->text);
    f->count--;
}

/* The field of a name, such as "hands:"; 0 for none. */
static unsigned find(const struct fields *f, const char *name)
{
    for (unsigned i = OWN; i < f->count; i++)
        if (!strncmp(f->text[i], name, strlen(name)))
            return i;
    return 0;
}

static void append(struct fields *f, const char *field) { snprintf(f->text[f->count++], FIELD, "%s", field); }

/* The board of a scene as text, for when pieces were put there or taken away. */
static void write_board(const struct scene *s, char *text)
{
    char *c = text;
    for (unsigned rank = 8; rank--;) {
        unsigned gap = 0;
        for (unsigned file = 0; file < 8; file++) {
            const unsigned square = rank * 8 + file;
            if (!s->count[square]) {
                gap++;
                continue;
            }
            if (gap)
                *c++ = (char)('0' + gap);
            gap = 0;
            if (s->count[square] > 1)
                *c++ = '[';
            for (unsigned i = 0; i < s->count[square]; i++)
                *c++ = (VC_PIECE_COLOR(s->on[square][i]) == WHITE ? " PNBRQK"
                                                                  : " pnbrqk")[VC_PIECE_TYPE(s->on[square][i])];
            if (s->count[square] > 1)
                *c++ = ']';
        }
        if (gap)
            *c++ = (char)('0' + gap);
        *c++ = rank ? '/' : '\0';
    }
}

static void put(struct scene *s, unsigned square, unsigned color, unsigned type)
{
    s->on[square][0] = type | color << 3;
    s->count[square] = 1;
}

/* An empty square of some ranks; 64 for none. */
static unsigned empty_square(const struct scene *s, struct luck *luck, unsigned low, unsigned high)
{
    for (unsigned tries = 0; tries < 64; tries++) {
        const unsigned square = (low - 1) * 8 + roll(luck, (high - low + 1) * 8);
        if (!s->count[square])
            return square;
    }
    return 64;
}

static void square_name(unsigned square, char *text)
{
    text[0] = (char)('a' + square % 8);
    text[1] = (char)('1' + square / 8);
    text[2] = '\0';
}

static bool at_turn_start(const struct scene *s) { return s->phase == VC_PHASE_TURN && !s->touched; }

/* What a probe works with. */
struct work {
    const struct scene *s;
    struct luck *luck;
    struct fields f;
    struct scene board; /* s, to be changed */
    char *string, *wanted;
};

/* Each makes the string (or leaves the fields to be joined) and says whether there was occasion for it. */

/* ------------------------------------------------------------------- what must be read --- */

static bool other_white_space(struct work *w)
{
    static const char *const spaces[] = {"  ", "\t", "\n", "\r\n", "\v", "\f", " \t "};
    char text[STRING];
    join(&w->f, spaces[roll(w->luck, 7)], text);
    const unsigned ends = roll(w->luck, 4);
    snprintf(w->string, STRING, "%s%.*s%s", ends & 1 ? "\n " : "", STRING - 8, text, ends & 2 ? " \t\n" : "");
    return true;
}

static bool castling_reversed(struct work *w)
{
    char *text = w->f.text[CASTLING];
    const size_t length = strlen(text);
    for (size_t i = 0; i < length / 2; i++) {
        const char letter = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = letter;
    }
    return length > 1;
}

static bool own_fields_in_another_order(struct work *w)
{
    struct fields f = w->f;
    if (f.count < OWN + 2)
        return false;
    for (unsigned i = OWN; i < f.count; i++)
        memcpy(w->f.text[i], f.text[f.count - 1 - (i - OWN)], FIELD);
    return true;
}

static bool counters_left_out(struct work *w)
{
    strcpy(w->f.text[CLOCK], "0");
    strcpy(w->f.text[NUMBER], "1");
    join(&w->f, " ", w->wanted);
    drop(&w->f, CLOCK);
    drop(&w->f, CLOCK);
    return true;
}

static bool number_left_out(struct work *w)
{
    strcpy(w->f.text[NUMBER], "1");
    join(&w->f, " ", w->wanted);
    drop(&w->f, NUMBER);
    return true;
}

static bool zeros_in_front(struct work *w)
{
    char number[FIELD];
    const unsigned field = roll(w->luck, 2) ? CLOCK : NUMBER;
    snprintf(number, sizeof number, "%05lu", strtoul(w->f.text[field], NULL, 10));
    strcpy(w->f.text[field], number);
    return true;
}

static bool number_0(struct work *w)
{
    strcpy(w->f.text[NUMBER], "1");
    join(&w->f, " ", w->wanted);
    strcpy(w->f.text[NUMBER], "0");
    return true;
}

/* A pawn of the side not to move, alone, that could have made a two-step advance, with nothing beside it to take it. */
static bool useless_en_passant(struct work *w)
{
    const struct scene *s = w->s;
    if (!at_turn_start(s) || s->ep != VC_NO_SQUARE)
        return false;
    for (unsigned square = 0; square < 64; square++) {
        const unsigned them = s->side ^ 1, over = shifted(square, 0, them == WHITE ? -1 : 1);
        const unsigned behind = shifted(over, 0, them == WHITE ? -1 : 1);
        if (!is_lone(s, square, them, PAWN) || rank_from(square, them) != 4 || s->count[over] || s->count[behind] ||
            owner(s, shifted(square, -1, 0)) == s->side || owner(s, shifted(square, 1, 0)) == s->side ||
            (s->opt.ruleset == VC_POWER && !VC_PIECE_MOVES(s->on[square][0])))
            continue;
        square_name(over, w->f.text[EP]);
        return true;
    }
    return false;
}

static bool letters_reversed(struct work *w, unsigned field, char from, char to, size_t size)
{
    char *start = strchr(w->f.text[field], from), *end = start ? strchr(start, to) : NULL;
    const size_t count = end ? (size_t)(end - start - 1) / size : 0;
    for (size_t i = 0; i < count / 2; i++)
        for (size_t k = 0; k < size; k++) {
            char *a = start + 1 + i * size + k, *b = start + 1 + (count - 1 - i) * size + k;
            const char letter = *a;
            *a = *b;
            *b = letter;
        }
    return count > 1;
}

static bool members_reversed(struct work *w) { return letters_reversed(w, BOARD, '[', ']', 1); }

static bool hands_reversed(struct work *w)
{
    const unsigned field = find(&w->f, "hands:");
    return field && letters_reversed(w, field, ':', '/', 2);
}

static bool discards_reversed(struct work *w)
{
    const unsigned field = find(&w->f, "discards:");
    return field && letters_reversed(w, field, ':', '/', 2);
}

static bool touched_reversed(struct work *w)
{
    const unsigned field = find(&w->f, "touched:");
    if (!field)
        return false;
    strcat(w->f.text[field], "/");
    const bool several = letters_reversed(w, field, ':', '/', 2);
    *strchr(w->f.text[field], '/') = '\0';
    return several;
}

/* Entries of moves: with the last one first. */
static bool moves_in_another_order(struct work *w)
{
    const unsigned field = find(&w->f, "moves:");
    char text[FIELD];
    char *comma = field ? strrchr(w->f.text[field], ',') : NULL;
    if (!comma)
        return false;
    *comma = '\0';
    snprintf(text, sizeof text, "moves:%.200s,%.250s", comma + 1, w->f.text[field] + strlen("moves:"));
    strcpy(w->f.text[field], text);
    return true;
}

/* Without a king, and without all that a game that is over has not. */
static bool king_missing(struct work *w)
{
    const unsigned king = king_of(w->s, BLACK);
    char name[3];
    if (!at_turn_start(w->s) || king > 63 || w->s->count[king] != 1)
        return false;
    square_name(king, name);
    if (find(&w->f, "moves:") && strstr(w->f.text[find(&w->f, "moves:")], name))
        return false;
    w->board.count[king] = 0;
    write_board(&w->board, w->f.text[BOARD]);
    strcpy(w->f.text[CASTLING], "-");
    strcpy(w->f.text[EP], "-");
    return true;
}

static bool pawn_on_first_rank(struct work *w)
{
    const unsigned square = empty_square(w->s, w->luck, 1, 1);
    if (square > 63 || !at_turn_start(w->s) || bits_in(w->s->of[WHITE][PAWN]) > 5 || bits_in(w->s->all[WHITE]) > 8 ||
        w->s->combos || w->s->ep != VC_NO_SQUARE || find(&w->f, "moves:"))
        return false;
    put(&w->board, square, WHITE, PAWN);
    write_board(&w->board, w->f.text[BOARD]);
    return true;
}

/* The side that is not to move may be attacked: where safety is free, and in power. */
static bool attacked_king_may_wait(struct work *w)
{
    if (!at_turn_start(w->s) || !w->s->checkers || w->s->ep != VC_NO_SQUARE)
        return false;
    w->f.text[SIDE][0] = w->s->side == WHITE ? 'b' : 'w';
    return w->s->opt.ruleset == VC_POWER || !w->s->opt.strict;
}

/* ------------------------------------------------------------------ what must be refused --- */

static bool attacked_king_may_not_wait(struct work *w)
{
    if (!at_turn_start(w->s) || !w->s->checkers || w->s->ep != VC_NO_SQUARE)
        return false;
    w->f.text[SIDE][0] = w->s->side == WHITE ? 'b' : 'w';
    return w->s->opt.ruleset != VC_POWER && w->s->opt.strict;
}

static bool six_digits(struct work *w)
{
    strcpy(w->f.text[roll(w->luck, 2) ? CLOCK : NUMBER], "000001");
    return true;
}

static bool sign(struct work *w)
{
    const unsigned field = roll(w->luck, 2) ? CLOCK : NUMBER;
    strcpy(w->f.text[field], roll(w->luck, 2) ? "+1" : "-1");
    return true;
}

static bool something_left_over(struct work *w)
{
    static const char *const more[] = {"1", "-", "w", "x:y", "hit:", "moving", "plays:3d", ":", "top:/"};
    append(&w->f, more[roll(w->luck, 9)]);
    return true;
}

static bool field_twice(struct work *w)
{
    if (w->f.count <= OWN)
        return false;
    memcpy(w->f.text[w->f.count], w->f.text[OWN + roll(w->luck, w->f.count - OWN)], FIELD);
    w->f.count++;
    return true;
}

static bool three_fields(struct work *w)
{
    w->f.count = 1 + roll(w->luck, 3);
    return true;
}

static bool no_side(struct work *w)
{
    strcpy(w->f.text[SIDE], roll(w->luck, 2) ? "-" : "W");
    return true;
}

static bool two_digits_in_a_row(struct work *w)
{
    char *digit = strpbrk(w->f.text[BOARD], "2345678");
    char rest[FIELD];
    if (!digit)
        return false;
    const int n = *digit - '0';
    strcpy(rest, digit + 1);
    snprintf(digit, FIELD - (size_t)(digit - w->f.text[BOARD]), "%d%d%s", n - 1, 1, rest);
    return true;
}

static bool rank_too_long(struct work *w)
{
    char *digit = strpbrk(w->f.text[BOARD], "1234567");
    if (digit)
        ++*digit;
    return digit != NULL;
}

static bool rank_too_short(struct work *w)
{
    char *digit = strpbrk(w->f.text[BOARD], "2345678");
    if (digit)
        --*digit;
    return digit != NULL;
}

static bool nine_ranks(struct work *w)
{
    char rest[FIELD];
    strcpy(rest, w->f.text[BOARD]);
    snprintf(w->f.text[BOARD], FIELD, "8/%.500s", rest);
    return true;
}

static bool no_piece(struct work *w)
{
    char *letter = strpbrk(w->f.text[BOARD], "nbrqNBRQ");
    if (letter)
        *letter = "xZ0[]9*"[roll(w->luck, 7)];
    return letter != NULL;
}

static bool two_kings(struct work *w)
{
    const unsigned square = empty_square(w->s, w->luck, 1, 8), color = roll(w->luck, 2);
    if (square > 63 || king_of(w->s, color) > 63)
        return false;
    put(&w->board, square, color, KING);
    write_board(&w->board, w->f.text[BOARD]);
    return true;
}

static bool both_kings_missing(struct work *w)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        const unsigned king = king_of(w->s, color);
        if (king > 63 || w->s->count[king] > 1)
            return false;
        w->board.count[king] = 0;
    }
    write_board(&w->board, w->f.text[BOARD]);
    strcpy(w->f.text[CASTLING], "-");
    w->f.count = OWN;
    return true;
}

static bool too_many_pieces(struct work *w)
{
    const unsigned color = roll(w->luck, 2);
    for (unsigned n = bits_in(w->s->all[color]); n < 17; n++) {
        const unsigned square = empty_square(&w->board, w->luck, 1, 8);
        if (square > 63)
            return false;
        put(&w->board, square, color, KNIGHT);
    }
    write_board(&w->board, w->f.text[BOARD]);
    return true;
}

static bool too_many_pawns(struct work *w)
{
    const unsigned color = roll(w->luck, 2);
    for (unsigned n = bits_in(w->s->of[color][PAWN]); n < 9; n++) {
        const unsigned square = empty_square(&w->board, w->luck, 2, 7);
        if (square > 63)
            return false;
        put(&w->board, square, color, PAWN);
    }
    write_board(&w->board, w->f.text[BOARD]);
    return true;
}

static bool pawn_on_its_last_rank(struct work *w)
{
    const unsigned color = roll(w->luck, 2), rank = color == WHITE ? 8 : 1;
    const unsigned square = empty_square(w->s, w->luck, rank, rank);
    if (square > 63)
        return false;
    put(&w->board, square, color, PAWN);
    write_board(&w->board, w->f.text[BOARD]);
    return true;
}

static bool right_without_piece(struct work *w)
{
    static const unsigned kings[] = {4, 4, 60, 60}, corners[] = {7, 0, 63, 56};
    const unsigned right = roll(w->luck, 4), color = right / 2;
    char *text = w->f.text[CASTLING];
    if (is_lone(w->s, kings[right], color, KING) && owner(w->s, corners[right]) == color)
        return false;
    if (w->s->combos || w->s->castling >> right & 1)
        return false;
    if (*text == '-')
        *text = '\0';
    strncat(text, &"KQkq"[right], 1);
    return true;
}

static bool castling_letter_twice(struct work *w)
{
    const char letter[2] = {w->f.text[CASTLING][0]};
    strcat(w->f.text[CASTLING], letter);
    return true;
}

static bool castling_nonsense(struct work *w)
{
    strcat(w->f.text[CASTLING], w->f.text[CASTLING][0] == '-' ? "K" : roll(w->luck, 2) ? "-" : "x");
    return w->f.text[CASTLING][0] != '-' || w->s->castling == 0;
}

/* No pawn stands beyond the square, or it is no square for that. */
static bool implausible_en_passant(struct work *w)
{
    const unsigned square = roll(w->luck, 64), them = w->s->side ^ 1;
    if (!at_turn_start(w->s) ||
        (rank_from(square, w->s->side) == 6 && is_lone(w->s, forward(square, them), them, PAWN)))
        return false;
    square_name(square, w->f.text[EP]);
    return true;
}

static bool no_square(struct work *w)
{
    strcpy(w->f.text[EP], roll(w->luck, 2) ? "e9" : "e33");
    return true;
}

/* Quantum: an officer that stands with nothing before it in one direction could move, whatever the safety. */
static bool touched_but_could_move(struct work *w)
{
    const struct scene *s = w->s;
    char field[16] = "touched:";
    if (!at_turn_start(s) || s->opt.strict)
        return false;
    for (unsigned from = 0; from < 64; from++)
        for (unsigned to = 0;
             owner(s, from) == s->side && first_type(s, from) != PAWN && first_type(s, from) != KING && to < 64; to++)
            if (owner(s, to) != s->side && captures_as(s, from, to, s->side, first_type(s, from), 0)) {
                square_name(from, field + strlen(field));
                append(&w->f, field);
                return true;
            }
    return false;
}

static bool moving_but_cannot(struct work *w)
{
    const struct scene *s = w->s;
    char field[16] = "moving:";
    for (unsigned from = 0; at_turn_start(s) && from < 64; from++) {
        bool can_move = first_type(s, from) == PAWN || first_type(s, from) == KING || owner(s, from) != s->side;
        for (unsigned to = 0; !can_move && to < 64; to++)
            can_move = owner(s, to) != s->side && captures_as(s, from, to, s->side, first_type(s, from), 0);
        if (can_move)
            continue;
        square_name(from, field + strlen(field));
        append(&w->f, field);
        return true;
    }
    return false;
}

static bool touched_is_no_own_officer(struct work *w)
{
    static const char *const names[] = {"touched:", "drawing:", "moving:"};
    char field[16];
    const unsigned square = roll(w->luck, 64);
    if (!at_turn_start(w->s) ||
        (owner(w->s, square) == w->s->side && first_type(w->s, square) != PAWN && first_type(w->s, square) != KING))
        return false;
    strcpy(field, names[roll(w->luck, 3)]);
    square_name(square, field + strlen(field));
    append(&w->f, field);
    return true;
}

static bool drawing_and_moving(struct work *w)
{
    const unsigned field = find(&w->f, "drawing:");
    char more[FIELD];
    if (!field)
        return false;
    snprintf(more, sizeof more, "moving:%.8s", w->f.text[field] + strlen("drawing:"));
    append(&w->f, more);
    return true;
}

static bool touched_square_twice(struct work *w)
{
    const unsigned field = find(&w->f, "touched:");
    char square[3];
    if (!field)
        return false;
    snprintf(square, sizeof square, "%.2s", strchr(w->f.text[field], ':') + 1);
    strcat(w->f.text[field], square);
    return true;
}

/* Power. */
static bool combo_of_one(struct work *w)
{
    char *letter = strpbrk(w->f.text[BOARD], "PNBRQpnbrq"), rest[FIELD];
    if (!letter || strchr(w->f.text[BOARD], '['))
        return false;
    strcpy(rest, letter);
    snprintf(letter, FIELD - (size_t)(letter - w->f.text[BOARD]), "[%c]%s", rest[0], rest + 1);
    return true;
}

static bool combo_of_two_colours(struct work *w)
{
    char *letter = strchr(w->f.text[BOARD], '[');
    if (letter)
        letter[1] = (char)(letter[1] ^ 32);
    return letter != NULL;
}

static bool combo_not_closed(struct work *w)
{
    char *letter = strchr(w->f.text[BOARD], ']');
    if (letter)
        memmove(letter, letter + 1, strlen(letter));
    return letter != NULL;
}

static bool hit_is_no_own_combo(struct work *w)
{
    char field[16] = "hit:";
    const unsigned square = roll(w->luck, 64);
    if (w->s->phase != VC_PHASE_TURN || (w->s->combos & w->s->all[w->s->side]) >> square & 1)
        return false;
    square_name(square, field + strlen(field));
    append(&w->f, field);
    return true;
}

static bool count_is_the_maximum(struct work *w)
{
    unsigned field = find(&w->f, "moves:");
    char entry[32], name[3];
    const unsigned square = lowest(occupied_squares(w->s) & ~w->s->combos);
    if (square > 63)
        return false;
    square_name(square, name);
    snprintf(entry, sizeof entry, "moves:%s=%u", name, (unsigned)w->s->opt.most);
    if (field)
        drop(&w->f, field);
    append(&w->f, entry);
    return true;
}

static bool count_twice(struct work *w)
{
    char entry[32], name[3];
    const unsigned square = lowest(occupied_squares(w->s) & ~w->s->combos), field = find(&w->f, "moves:");
    if (square > 63)
        return false;
    square_name(square, name);
    snprintf(entry, sizeof entry, "moves:%s=0,%s=0", name, name);
    if (field)
        drop(&w->f, field);
    append(&w->f, entry);
    return true;
}

static bool count_of_nobody(struct work *w)
{
    char entry[32], name[3];
    const unsigned square = lowest(~occupied_squares(w->s)), field = find(&w->f, "moves:");
    square_name(square, name);
    snprintf(entry, sizeof entry, "moves:%s=0", name);
    if (field)
        drop(&w->f, field);
    append(&w->f, entry);
    return true;
}

static bool king_missing_while_hit(struct work *w)
{
    const unsigned king = king_of(w->s, w->s->side ^ 1);
    if (w->s->phase != VC_PHASE_HIT || king > 63 || w->s->count[king] > 1)
        return false;
    w->board.count[king] = 0;
    write_board(&w->board, w->f.text[BOARD]);
    strcpy(w->f.text[CASTLING], "-");
    return true;
}

/* Ideal: cards. */
static const char *card_text(vc_card card)
{
    static char text[4];
    vc_card_text(card, text, sizeof text, NULL);
    return text;
}

/* Puts a card in front of White's hand or discards. */
static bool add_card(struct work *w, const char *name, const char *card)
{
    const unsigned field = find(&w->f, name);
    char text[FIELD];
    const char *value = field ? w->f.text[field] + strlen(name) : NULL;
    if (!field)
        return false;
    snprintf(text, sizeof text, "%s%s%.450s", name, card, value + (*value == '-'));
    strcpy(w->f.text[field], text);
    return true;
}

static bool card_too_often(struct work *w)
{
    if (w->s->opt.packs != 1 || !w->s->hand_count[WHITE])
        return false;
    return add_card(w, "discards:", card_text(w->s->hand[WHITE][0]));
}

static bool card_of_the_other_side(struct work *w) { return add_card(w, "discards:", "5c"); }
static bool no_card(struct work *w) { return add_card(w, "discards:", roll(w->luck, 2) ? "1d" : "5x"); }
static bool joker_without_the_option(struct work *w) { return !w->s->opt.jokers && add_card(w, "discards:", "*d"); }

static bool hand_too_large(struct work *w)
{
    const struct scene *s = w->s;
    if (s->hand_count[WHITE] != s->opt.hand_size || !s->deck_count[WHITE][0] || s->deck_count[WHITE][0] < 3)
        return false;
    return add_card(
        w, "hands:", card_text(s->deck[WHITE][0][0] == s->top[WHITE][0] ? s->deck[WHITE][0][1] : s->deck[WHITE][0][0]));
}

static bool empty_deck_beside_a_pile(struct work *w)
{
    const struct scene *s = w->s;
    bool done = false;
    if (s->opt.two_decks || s->opt.face_up || s->reason)
        return false;
    for (size_t i = 0; i < s->deck_count[WHITE][0]; i++)
        done = add_card(w, "discards:", card_text(s->deck[WHITE][0][i]));
    return done;
}

static bool played_is_no_discard(struct work *w)
{
    const struct scene *s = w->s;
    char text[16];
    if (!at_turn_start(s) || s->hand_count[s->side] != s->opt.hand_size || s->opt.packs != 1)
        return false;
    /* the hand is one card short then, as it should be; the card is nowhere */
    snprintf(text, sizeof text, "played:%s", card_text(s->hand[s->side][0]));
    append(&w->f, text);
    return true;
}

/* A card that allows nothing goes from the hand to the discards, and is said to be played. */
static bool played_allows_nothing(struct work *w)
{
    const struct scene *s = w->s;
    const unsigned hands = find(&w->f, "hands:");
    char text[16], *in_hand;
    if (!at_turn_start(s) || s->side != WHITE || !hands)
        return false;
    for (size_t i = 0; i < s->hand_count[WHITE]; i++) {
        const vc_card card = s->hand[WHITE][i];
        bool listed = false;
        for (size_t k = 0; k < s->action_count; k++)
            listed |= VC_ACTION_RANK(s->actions[k]) == VC_CARD_RANK(card) &&
                      VC_ACTION_SUIT(s->actions[k]) == VC_CARD_SUIT(card);
        if (listed)
            continue;
        snprintf(text, sizeof text, "played:%s", card_text(card));
        append(&w->f, text);
        in_hand = strstr(w->f.text[hands], card_text(card));
        if (!in_hand || s->hand_count[WHITE] < 2)
            return false;
        memmove(in_hand, in_hand + 2, strlen(in_hand + 2) + 1);
        return add_card(w, "discards:", card_text(card));
    }
    return false;
}

static bool top_without_the_option(struct work *w)
{
    append(&w->f, "top:7d/Qs");
    return !w->s->opt.two_decks && !w->s->opt.face_up;
}

static bool top_left_out(struct work *w)
{
    const unsigned field = find(&w->f, "top:");
    if (field)
        drop(&w->f, field);
    return field && !w->s->reason;
}

static bool choosing_without_two_decks(struct work *w)
{
    append(&w->f, w->s->side == WHITE ? "choosing:w" : "choosing:b");
    return !w->s->opt.two_decks && at_turn_start(w->s);
}

static bool drawing_for_the_other_side(struct work *w)
{
    const unsigned field = find(&w->f, "drawing:");
    char *letter = field ? w->f.text[field] + strlen("drawing:") : NULL;
    if (letter)
        *letter = *letter == 'w' ? 'b' : 'w';
    return letter != NULL;
}

static bool dealing_when_all_is_dealt(struct work *w)
{
    append(&w->f, roll(w->luck, 2) ? "dealing:w" : "dealing:bc");
    return at_turn_start(w->s) && w->s->hand_count[WHITE] == w->s->opt.hand_size &&
           w->s->hand_count[BLACK] == w->s->opt.hand_size;
}

/* ------------------------------------------------------------------------- the table --- */

enum {
    IN_O = 1 << VC_ORTHODOX,
    IN_Q = 1 << VC_QUANTUM,
    IN_P = 1 << VC_POTENTIAL,
    IN_W = 1 << VC_POWER,
    IN_I = 1 << VC_IDEAL,
    IN_ALL = IN_O | IN_Q | IN_P | IN_W | IN_I
};
enum outcome { SAME, WANTED, READ, REFUSED };

static const struct row {
    unsigned sets;
    enum outcome outcome; /* read as the scene itself, as wanted says, as anything; refused */
    const char *what;
    bool (*make)(struct work *);
} rows[] = {
    {IN_ALL, SAME, "other white space, and at the ends", other_white_space},
    {IN_ALL, SAME, "castling letters in another order", castling_reversed},
    {IN_I, SAME, "own fields in another order", own_fields_in_another_order},
    {IN_ALL, WANTED, "counters left out", counters_left_out},
    {IN_ALL, WANTED, "the number left out", number_left_out},
    {IN_ALL, SAME, "zeros in front of a counter", zeros_in_front},
    {IN_ALL, WANTED, "move number 0", number_0},
    {IN_ALL, SAME, "a plausible but useless en-passant square [C6]", useless_en_passant},
    {IN_W, SAME, "members of a combo in another order", members_reversed},
    {IN_I, SAME, "hands in another order", hands_reversed},
    {IN_I, SAME, "discards in another order", discards_reversed},
    {IN_Q, SAME, "touched squares in another order", touched_reversed},
    {IN_W, SAME, "counts of moves in another order", moves_in_another_order},
    {IN_Q | IN_I, WANTED, "one king missing: a finished game", king_missing},
    {IN_W, READ, "one king missing: a finished game", king_missing},
    {IN_O | IN_P, REFUSED, "one king missing", king_missing},
    {IN_W, READ, "a pawn on its first rank", pawn_on_first_rank},
    {IN_O | IN_Q | IN_P | IN_I, REFUSED, "a pawn on its first rank", pawn_on_first_rank},
    {IN_Q | IN_W | IN_I, READ, "the king that is not to move attacked", attacked_king_may_wait},
    {IN_O | IN_Q | IN_P, REFUSED, "the king that is not to move attacked", attacked_king_may_not_wait},
    {IN_ALL, REFUSED, "a counter of six digits", six_digits},
    {IN_ALL, REFUSED, "a counter with a sign", sign},
    {IN_ALL, REFUSED, "something left over", something_left_over},
    {IN_Q | IN_W | IN_I, REFUSED, "an own field twice", field_twice},
    {IN_ALL, REFUSED, "three fields or fewer", three_fields},
    {IN_ALL, REFUSED, "no side to move", no_side},
    {IN_ALL, REFUSED, "two digits in a row", two_digits_in_a_row},
    {IN_ALL, REFUSED, "a rank too long", rank_too_long},
    {IN_ALL, REFUSED, "a rank too short", rank_too_short},
    {IN_ALL, REFUSED, "nine ranks", nine_ranks},
    {IN_ALL, REFUSED, "a letter that is no piece", no_piece},
    {IN_ALL, REFUSED, "two kings", two_kings},
    {IN_ALL, REFUSED, "both kings missing", both_kings_missing},
    {IN_ALL, REFUSED, "more than 16 pieces", too_many_pieces},
    {IN_O | IN_Q | IN_W | IN_I, REFUSED, "more than 8 pawns", too_many_pawns},
    {IN_ALL, REFUSED, "a pawn on its last rank", pawn_on_its_last_rank},
    {IN_ALL, REFUSED, "a castling right without king or corner piece", right_without_piece},
    {IN_ALL, REFUSED, "a castling letter twice", castling_letter_twice},
    {IN_ALL, REFUSED, "castling rights that are none", castling_nonsense},
    {IN_ALL, REFUSED, "an implausible en-passant square [C6]", implausible_en_passant},
    {IN_ALL, REFUSED, "an en-passant square that is none", no_square},
    {IN_Q, REFUSED, "touched in vain, yet it could move", touched_but_could_move},
    {IN_Q, REFUSED, "moving, yet it cannot", moving_but_cannot},
    {IN_Q, REFUSED, "touched: no officer of the side to move", touched_is_no_own_officer},
    {IN_Q, REFUSED, "drawing and moving at once", drawing_and_moving},
    {IN_Q, REFUSED, "a touched square twice", touched_square_twice},
    {IN_W, REFUSED, "a combo of one", combo_of_one},
    {IN_W, REFUSED, "a combo of two colours", combo_of_two_colours},
    {IN_W, REFUSED, "a combo that is not closed", combo_not_closed},
    {IN_W, REFUSED, "hit: no combo of the side to move", hit_is_no_own_combo},
    {IN_W, REFUSED, "moves: a count that is the maximum", count_is_the_maximum},
    {IN_W, REFUSED, "moves: a piece twice", count_twice},
    {IN_W, REFUSED, "moves: an empty square", count_of_nobody},
    {IN_W, REFUSED, "hit: in a game that is over", king_missing_while_hit},
    {IN_I, REFUSED, "a card more often than the pack has it", card_too_often},
    {IN_I, REFUSED, "a card of the other side", card_of_the_other_side},
    {IN_I, REFUSED, "a card that is none", no_card},
    {IN_I, REFUSED, "a joker without the option", joker_without_the_option},
    {IN_I, REFUSED, "a hand that is too large", hand_too_large},
    {IN_I, REFUSED, "an empty deck beside a pile", empty_deck_beside_a_pile},
    {IN_I, REFUSED, "played: a card that was not discarded", played_is_no_discard},
    {IN_I, REFUSED, "played: a card that allows nothing", played_allows_nothing},
    {IN_I, REFUSED, "top: without the option", top_without_the_option},
    {IN_I, REFUSED, "top: left out", top_left_out},
    {IN_I, REFUSED, "choosing: without two decks", choosing_without_two_decks},
    {IN_I, REFUSED, "drawing: for the side that is not to move", drawing_for_the_other_side},
    {IN_I, REFUSED, "dealing: when all is dealt", dealing_when_all_is_dealt},
};
enum { ROWS = sizeof rows / sizeof *rows };

static uint64_t seen[ROWS];

size_t probe_count(void) { return ROWS; }
const char *probe_name(size_t i) { return rows[i].what; }
void probe_seen(size_t i) { seen[i]++; }
bool probe_was_seen(size_t i) { return seen[i] != 0; }

bool make_probe(size_t i, const struct scene *scene, struct luck *luck, struct probe *probe)
{
    struct work w = {
        .s = scene, .luck = luck, .f = split(scene->string), .string = probe->string, .wanted = probe->wanted};
    *probe->string = *probe->wanted = '\0';
    memcpy(w.board.on, scene->on, sizeof w.board.on);
    memcpy(w.board.count, scene->count, sizeof w.board.count);
    if (!(rows[i].sets >> scene->opt.ruleset & 1) || !rows[i].make(&w))
        return false;
    if (!*probe->string)
        join(&w.f, " ", probe->string);
    probe->refused = rows[i].outcome == REFUSED;
    if (rows[i].outcome == SAME)
        strcpy(probe->wanted, scene->string);
    else if (rows[i].outcome == WANTED && !*probe->wanted)
        strcpy(probe->wanted, probe->string);
    return true;
}

void report_probes(uint32_t ruleset, void (*tell)(const char *, const char *, uint64_t))
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].sets >> ruleset & 1)
            tell("C9", rows[i].what, seen[i]);
}
