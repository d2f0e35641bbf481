/* SPDX-License-Identifier: ISC */
/*
 * bitboard.h - sets of squares as 64-bit words: a1 is bit 0, h8 bit 63
 *
 * The lowest layer: includes nothing of the library's.
 */
#ifndef VCI_BITBOARD_H
#define VCI_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t bitboard;

#ifndef ALWAYS_INLINE /* a build that measures coverage wants to see each function once */
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#define NO_SQUARE 64u
#define ALL_SQUARES UINT64_MAX
#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define DARK_SQUARES UINT64_C(0xaa55aa55aa55aa55) /* those of a1's colour */

enum { A1 = 0, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7, A8 = 56, E8 = 60, H8 = 63 };

ALWAYS_INLINE bitboard bit(unsigned square) { return UINT64_C(1) << square; }
ALWAYS_INLINE unsigned count_bits(bitboard set) { return (unsigned)__builtin_popcountll(set); }
/* The lowest square of a set that is not empty. */
ALWAYS_INLINE unsigned first_square(bitboard set) { return (unsigned)__builtin_ctzll(set); }
ALWAYS_INLINE bool more_than_one(bitboard set) { return (set & (set - 1)) != 0; }

/* Takes the lowest square out of a set that is not empty. */
ALWAYS_INLINE unsigned pop_square(bitboard *set)
{
    unsigned square = first_square(*set);
    *set &= *set - 1;
    return square;
}

/* A rank counted 1 to 8 from the side of a colour (0 White, 1 Black). */
ALWAYS_INLINE bitboard rank_of_side(unsigned rank, unsigned color)
{
    return UINT64_C(0xff) << 8 * (color ? 8 - rank : rank - 1);
}

/* One step ahead from the side of a colour, and ahead to the a-file's or the h-file's side. */
ALWAYS_INLINE bitboard ahead(bitboard set, unsigned color) { return color ? set >> 8 : set << 8; }
ALWAYS_INLINE bitboard ahead_left(bitboard set, unsigned color)
{
    return color ? (set & ~FILE_A) >> 9 : (set & ~FILE_A) << 7;
}
ALWAYS_INLINE bitboard ahead_right(bitboard set, unsigned color)
{
    return color ? (set & ~FILE_H) >> 7 : (set & ~FILE_H) << 9;
}

/* Where knights leap from a set, and where kings step. */
ALWAYS_INLINE bitboard knight_leaps(bitboard set)
{
    const bitboard near = ((set & ~FILE_H) << 1) | ((set & ~FILE_A) >> 1);
    const bitboard far = ((set & ~(FILE_H | FILE_H >> 1)) << 2) | ((set & ~(FILE_A | FILE_A << 1)) >> 2);
    return near << 16 | near >> 16 | far << 8 | far >> 8;
}
ALWAYS_INLINE bitboard king_steps(bitboard set)
{
    const bitboard row = set | ((set & ~FILE_H) << 1) | ((set & ~FILE_A) >> 1);
    return (row | row << 8 | row >> 8) & ~set;
}

/* A good mixture of all bits of a word (the finaliser of splitmix64). */
ALWAYS_INLINE uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
