/* SPDX-License-Identifier: ISC */
/*
 * attacks.h - from where to where the pieces of chess reach on a given board
 *
 * The tables are constant data that tools/gen_tables.c writes at build time. Includes bitboard.h only.
 */
#ifndef VCI_ATTACKS_H
#define VCI_ATTACKS_H

#include "bitboard.h"

/* How the occupied squares around a slider become an index; see tools/gen_tables.c. */
struct magic {
    bitboard mask;
    uint64_t factor;
    uint32_t offset, shift;
};

/* Constants of this library, reached without a table of addresses. */
#pragma GCC visibility push(hidden)
extern const struct magic vci_rook_magic[64], vci_bishop_magic[64];
extern const uint64_t vci_slider_attacks[];
extern const uint64_t vci_knight_attacks[64], vci_king_attacks[64];
extern const uint64_t vci_pawn_attacks[2][64]; /* by colour: where a pawn there captures */
extern const uint64_t vci_between[64][64];     /* squares strictly between two on a line; else none */
extern const uint64_t vci_line[64][64];        /* the whole line through two squares; else none */
extern const uint64_t vci_piece_key[2][6][64]; /* hash keys by colour, type - 1, square */
#pragma GCC visibility pop

ALWAYS_INLINE bitboard slider_attacks(const struct magic *m, bitboard occupied)
{
    return vci_slider_attacks[m->offset + (((occupied & m->mask) * m->factor) >> m->shift)];
}
ALWAYS_INLINE bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return slider_attacks(&vci_rook_magic[square], occupied);
}
ALWAYS_INLINE bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return slider_attacks(&vci_bishop_magic[square], occupied);
}

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
