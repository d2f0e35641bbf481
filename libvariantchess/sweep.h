/* SPDX-License-Identifier: ISC */
/*
 * sweep.h - what bears on a king, and which squares a whole side leaves unattacked
 *
 * The latter is found slider by slider with the tables of attacks.h, or, where the processor can, in all eight
 * directions at once without a branch: sets are rotated step by step over what is empty (Kogge-Stone fill,
 * chessprogramming.org), each direction in a lane of a vector. Includes attacks.h only.
 */
#ifndef VCI_SWEEP_H
#define VCI_SWEEP_H

#include "attacks.h"

/* What bears on a king: who gives check, and which of all pieces alone shield it from a slider. */
struct safety {
    bitboard checkers, pinned;
};

ALWAYS_INLINE struct safety safety_of(unsigned king, bitboard occupied, const struct movers *foe, unsigned foe_color)
{
    struct safety s = {leapers_on(king, foe, foe_color), 0};
    bitboard snipers = (rook_lines(king) & foe->straight) | (bishop_lines(king) & foe->diagonal);
    while (snipers) {
        const unsigned square = pop_square(&snipers);
        const bitboard shield = vci_between[king][square] & occupied;
        if (!shield)
            s.checkers |= bit(square);
        else if (!more_than_one(shield))
            s.pinned |= shield;
    }
    return s;
}

/* What a side attacks as pawns, knights and king. */
ALWAYS_INLINE bitboard leaps_of(const struct movers *m, unsigned color)
{
    return king_steps(m->king) | knight_leaps(m->knight) | ahead_left(m->pawn, color) | ahead_right(m->pawn, color);
}

#ifndef __AVX512VBMI2__

/* Those of some squares that the movers of a colour do not attack. */
ALWAYS_INLINE bitboard unattacked(bitboard squares, bitboard occupied, const struct movers *m, unsigned color)
{
    bitboard straight = m->straight, diagonal = m->diagonal;
    squares &= ~leaps_of(m, color);
    while (straight)
        squares &= ~rook_attacks(pop_square(&straight), occupied);
    while (diagonal)
        squares &= ~bishop_attacks(pop_square(&diagonal), occupied);
    return squares;
}

/* How many moves sliders have together onto some squares. */
ALWAYS_INLINE unsigned count_slides(bitboard straight, bitboard diagonal, bitboard occupied, bitboard onto)
{
    unsigned n = 0;
    while (straight)
        n += count_bits(rook_attacks(pop_square(&straight), occupied) & onto);
    while (diagonal)
        n += count_bits(bishop_attacks(pop_square(&diagonal), occupied) & onto);
    return n;
}

#else
#include <immintrin.h>

typedef __m512i lanes;

/* Directions by lane: north, south, east, west, north-east, north-west, south-east, south-west. */
enum { DIAGONAL_LANES = 0xf0 };
#define NOT_A (~FILE_A)
#define NOT_H (~FILE_H)
#define NOT_1 UINT64_C(0xffffffffffffff00)
#define NOT_8 UINT64_C(0x00ffffffffffffff)
#define LANES(n, s, e, w, ne, nw, se, sw)                                                                  \
    _mm512_set_epi64((long long)(sw), (long long)(se), (long long)(nw), (long long)(ne), (long long)(w),   \
                     (long long)(e), (long long)(s), (long long)(n))
/* So many steps as rotations to the left, and the squares on which a step can end. */
#define STEPS(k) LANES(8 * (k), 64 - 8 * (k), (k), 64 - (k), 9 * (k), 7 * (k), 64 - 7 * (k), 64 - 9 * (k))
#define ENDS LANES(NOT_1, NOT_8, NOT_A, NOT_H, NOT_A & NOT_1, NOT_H & NOT_1, NOT_A & NOT_8, NOT_H & NOT_8)

ALWAYS_INLINE lanes in_all_lanes(bitboard set) { return _mm512_set1_epi64((long long)set); }
ALWAYS_INLINE lanes in_lanes(bitboard straight, bitboard diagonal)
{
    return _mm512_mask_set1_epi64(in_all_lanes(straight), DIAGONAL_LANES, (long long)diagonal);
}

/* One step in each lane's direction. */
ALWAYS_INLINE lanes step(lanes from) { return _mm512_and_si512(_mm512_rolv_epi64(from, STEPS(1)), ENDS); }

/* Each lane's set and what it reaches over empty squares. */
ALWAYS_INLINE lanes fill(lanes from, bitboard empty)
{
    enum { A_OR_B_AND_C = 0xf8 };
    lanes way = _mm512_and_si512(in_all_lanes(empty), ENDS);
    from = _mm512_ternarylogic_epi64(from, way, _mm512_rolv_epi64(from, STEPS(1)), A_OR_B_AND_C);
    way = _mm512_and_si512(way, _mm512_rolv_epi64(way, STEPS(1)));
    from = _mm512_ternarylogic_epi64(from, way, _mm512_rolv_epi64(from, STEPS(2)), A_OR_B_AND_C);
    way = _mm512_and_si512(way, _mm512_rolv_epi64(way, STEPS(2)));
    return _mm512_ternarylogic_epi64(from, way, _mm512_rolv_epi64(from, STEPS(4)), A_OR_B_AND_C);
}

/* As above. */
ALWAYS_INLINE bitboard unattacked(bitboard squares, bitboard occupied, const struct movers *m, unsigned color)
{
    const lanes rays = step(fill(in_lanes(m->straight, m->diagonal), ~occupied));
    return squares & ~(leaps_of(m, color) | (bitboard)_mm512_reduce_or_epi64(rays));
}

/* As above: in each direction a square is reached by one slider at most. */
ALWAYS_INLINE unsigned count_slides(bitboard straight, bitboard diagonal, bitboard occupied, bitboard onto)
{
    const lanes rays = step(fill(in_lanes(straight, diagonal), ~occupied));
    return (unsigned)_mm512_reduce_add_epi64(_mm512_popcnt_epi64(_mm512_and_si512(rays, in_all_lanes(onto))));
}

#endif
#endif
