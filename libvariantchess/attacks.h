/* SPDX-License-Identifier: ISC */
/*
 * attacks.h - from where to where the pieces of chess reach on a given board
 *
 * The tables are constant data that tools/gen_tables.c writes at build time. Includes bitboard.h only.
 */
#ifndef VCI_ATTACKS_H
#define VCI_ATTACKS_H

#include "bitboard.h"

/* The lines through a square that are no rank, without the square itself. */
struct slopes {
    bitboard file, rising, falling;
};

/* Constants of this library, reached without a table of addresses. */
#pragma GCC visibility push(hidden)
extern const struct slopes vci_slopes[64];
extern const uint64_t vci_rank_attacks[64][8]; /* on the first rank, by what is occupied of b1 to g1 and the file */
extern const uint64_t vci_knight_attacks[64], vci_king_attacks[64];
extern const uint64_t vci_pawn_attacks[2][64]; /* by colour: where a pawn there captures */
extern const uint64_t vci_between[64][64];     /* squares strictly between two on a line; else none */
extern const uint64_t vci_line[64][64];        /* the whole line through two squares; else none */
extern const uint64_t vci_piece_key[2][6][64]; /* hash keys by colour, type - 1, square */
#pragma GCC visibility pop

/*
 * Sliding needs no large tables, which other work would drive out of the cache: taking the slider from the occupied
 * squares of a line turns over all up to the nearest one above it; with the ranks in reverse order likewise below it
 * (Gerd Isenberg's hyperbola quintessence, chessprogramming.org). Only ranks, which reversing leaves as they are, are
 * looked up.
 */
ALWAYS_INLINE bitboard slope_attacks(bitboard slider, bitboard slope, bitboard occupied)
{
    const bitboard up = occupied & slope, down = __builtin_bswap64(up);
    return ((up - slider) ^ __builtin_bswap64(down - __builtin_bswap64(slider))) & slope;
}
ALWAYS_INLINE bitboard rank_attacks(unsigned square, bitboard occupied)
{
    const unsigned rank = square & 56u;
    return vci_rank_attacks[occupied >> rank >> 1 & 63][square & 7] << rank;
}
ALWAYS_INLINE bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return slope_attacks(bit(square), vci_slopes[square].file, occupied) | rank_attacks(square, occupied);
}
ALWAYS_INLINE bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return slope_attacks(bit(square), vci_slopes[square].rising, occupied) |
           slope_attacks(bit(square), vci_slopes[square].falling, occupied);
}
/* The same on an empty board. */
ALWAYS_INLINE bitboard rook_lines(unsigned square)
{
    return vci_slopes[square].file | ((UINT64_C(0xff) << (square & 56u)) ^ bit(square));
}
ALWAYS_INLINE bitboard bishop_lines(unsigned square) { return vci_slopes[square].rising | vci_slopes[square].falling; }

/*
 * The squares of one colour from where something moves as a pawn, knight, ... A square may be in several
 * of them: a queen is diagonal and straight, a combo all that its members are, and in potential a
 * bishop moves as a knight and a pawn too.
 */
struct movers {
    bitboard pawn, knight, diagonal, straight, king;
};

/* Those that attack a square as pawn, knight or king, whatever stands between. */
ALWAYS_INLINE bitboard leapers_on(unsigned square, const struct movers *m, unsigned color)
{
    return (vci_pawn_attacks[color ^ 1][square] & m->pawn) | (vci_knight_attacks[square] & m->knight) |
           (vci_king_attacks[square] & m->king);
}

/* The squares from where these movers, of the given colour, attack a square [C3]. */
ALWAYS_INLINE bitboard attackers_of(unsigned square, bitboard occupied, const struct movers *m, unsigned color)
{
    return leapers_on(square, m, color) | (bishop_attacks(square, occupied) & m->diagonal) |
           (rook_attacks(square, occupied) & m->straight);
}

#endif
