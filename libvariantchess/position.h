/* SPDX-License-Identifier: ISC */
/*
 * position.h - a position: a plain value that is copied, compared and hashed
 *
 * The common part is the same for all rule sets; behind it stand a few words of a rule set's own,
 * which every layer above treats blindly. Knows squares and pieces, no turn protocol. Includes
 * attacks.h and the public header.
 */
#ifndef VCI_POSITION_H
#define VCI_POSITION_H

#include <assert.h>
#include <string.h>
#include <variantchess/variantchess.h>

#include "attacks.h"

enum { OWN_WORDS = 16, COMMON_WORDS = 11, POSITION_WORDS = COMMON_WORDS + OWN_WORDS };
enum { WHITE = VC_WHITE, BLACK = VC_BLACK };
enum { MAX_COUNTER = 99999, CLOCK_CLAIM = 100, CLOCK_DRAW = 150 };

struct position {
    bitboard type[6];  /* by piece type - 1: the squares that hold one, of either colour */
    bitboard color[2]; /* the squares that hold a piece of a colour */
    uint64_t key;      /* hash of pieces and of the own words, kept up to date; see position_hash() */
    uint32_t clock;    /* half-move clock [C7] */
    uint32_t number;   /* move number */
    uint8_t side;      /* side to move */
    uint8_t castling;  /* VC_CASTLE_... */
    uint8_t ep;        /* en-passant square or NO_SQUARE */
    uint8_t phase;     /* VC_PHASE_..., never VC_PHASE_OVER: whether a game is over is asked for */
    uint8_t focus;     /* the square that the phase is about, or NO_SQUARE */
    uint8_t extra[3];  /* the rule set's own, part of the state like the own words */
    union {
        uint64_t word[OWN_WORDS];
        uint16_t half[4 * OWN_WORDS];
    } own;
};
static_assert(sizeof(struct position) == 8 * POSITION_WORDS, "a position has no padding");
static_assert(sizeof(struct position) <= 216, "positions are copied at every node");

/* Indices of words of a position: the first behind its board, and the one behind the counters. */
enum { WORD_KEY = 8, WORD_TURN = 10 };

/* Copies the words that a rule set uses. words is a constant where it matters. */
ALWAYS_INLINE void position_copy(struct position *to, const struct position *from, unsigned words)
{
    memcpy(to, from, 8 * (size_t)words);
}

/* The one word of turn, castling, en passant and phase, the same on every machine. */
ALWAYS_INLINE uint64_t position_turn(const struct position *p)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ /* compilers do not see that it is one load */
    uint64_t turn;
    memcpy(&turn, (const char *)p + WORD_TURN * sizeof turn, sizeof turn);
    return turn;
#else
    return (uint64_t)p->side | (uint64_t)p->castling << 8 | (uint64_t)p->ep << 16 | (uint64_t)p->phase << 24 |
           (uint64_t)p->focus << 32 | (uint64_t)p->extra[0] << 40 | (uint64_t)p->extra[1] << 48 |
           (uint64_t)p->extra[2] << 56;
#endif
}

/* The hash of all of a position but its counters. */
ALWAYS_INLINE uint64_t position_hash(const struct position *p) { return p->key ^ mix64(position_turn(p)); }

/* Whether two positions are the same [C8]: all but the counters. */
static inline bool position_same(const struct position *a, const struct position *b, unsigned words)
{
    return a->key == b->key && !memcmp(a, b, 8 * WORD_KEY) && position_turn(a) == position_turn(b) &&
           !memcmp(&a->own, &b->own, 8 * (size_t)(words - COMMON_WORDS));
}

ALWAYS_INLINE bitboard occupied(const struct position *p) { return p->color[WHITE] | p->color[BLACK]; }
ALWAYS_INLINE bitboard pieces(const struct position *p, unsigned color, unsigned type)
{
    return p->color[color] & p->type[type - 1];
}

/*
 * The type of the lone piece on a square, VC_NO_PIECE for none; of a combo this means nothing. The bits of its number
 * come from the sets of types that have them.
 */
ALWAYS_INLINE unsigned type_on(const struct position *p, unsigned square)
{
    const bitboard pawns = p->type[VC_PAWN - 1], knights = p->type[VC_KNIGHT - 1], bishops = p->type[VC_BISHOP - 1];
    const bitboard rooks = p->type[VC_ROOK - 1], queens = p->type[VC_QUEEN - 1], kings = p->type[VC_KING - 1];
    return (unsigned)((pawns | bishops | queens) >> square & 1) |
           (unsigned)((knights | bishops | kings) >> square & 1) << 1 |
           (unsigned)((rooks | queens | kings) >> square & 1) << 2;
}

ALWAYS_INLINE unsigned color_on(const struct position *p, unsigned square)
{
    return (unsigned)(p->color[BLACK] >> square & 1);
}

/* Puts a piece on a square, or takes it away: the same operation. */
ALWAYS_INLINE void toggle_piece(struct position *p, unsigned color, unsigned type, unsigned square)
{
    p->type[type - 1] ^= bit(square);
    p->color[color] ^= bit(square);
    p->key ^= vci_piece_key[color][type - 1][square];
}

/* The rights that are lost when something leaves or reaches a square [C5]. */
static const uint8_t rights_of_square[64] = {
    [A1] = VC_CASTLE_WHITE_LONG, [E1] = VC_CASTLE_WHITE_LONG | VC_CASTLE_WHITE_SHORT, [H1] = VC_CASTLE_WHITE_SHORT,
    [A8] = VC_CASTLE_BLACK_LONG, [E8] = VC_CASTLE_BLACK_LONG | VC_CASTLE_BLACK_SHORT, [H8] = VC_CASTLE_BLACK_SHORT,
};

/* The corner, on White's first rank, of castling right i (in the order of VC_CASTLE_...). */
ALWAYS_INLINE unsigned castling_rook_from(unsigned i) { return i & 1 ? A1 : H1; }

/* Ends the turn: the other side is to move, and the move number grows after Black's [C7]. */
ALWAYS_INLINE void end_turn(struct position *p)
{
    p->number += p->side == BLACK && p->number < MAX_COUNTER;
    p->side ^= 1;
    p->phase = VC_PHASE_TURN;
}

ALWAYS_INLINE void tick_clock(struct position *p, bool reset)
{
    p->clock = reset ? 0 : p->clock + (p->clock < MAX_COUNTER);
}

#endif
