/* SPDX-License-Identifier: ISC */
/*
 * encoding.h - the actions of a rule set, numbered without gaps in ascending order of their values
 *
 * A rule set's table says which actions it can ever have, under some option in some position: for each promotion and
 * each leaving member a set of moves, and the other kinds. The sets of moves are constant tables that
 * tools/gen_tables.c writes. The numbers are part of the ABI (docs/encoding.md). Includes action.h.
 */
#ifndef VCI_ENCODING_H
#define VCI_ENCODING_H

#include <assert.h>

#include "action.h"

/* Sets of pairs of squares that a piece can go from and to, over all positions; in the order of vci_move_sets. */
enum move_set_id {
    SET_NONE,
    SET_ANY,                /* as a queen or a knight: all moves that there are */
    SET_PROMOTION,          /* of a pawn onto its last rank */
    SET_PAWN,               /* of a pawn elsewhere, from its first rank too */
    SET_PAWN_AND_ATTACK,    /* and diagonally onto its last rank without promotion [W5] */
    SET_KNIGHT,
    SET_DIAGONAL,
    SET_STRAIGHT,
    SET_LINE,               /* as a queen */
    SET_KING,
    SET_KNIGHT_OR_PROMOTION,
    SET_DIAGONAL_OR_PROMOTION,
    SET_STRAIGHT_OR_PROMOTION,
    SET_ONTO_LAST_RANK,     /* anything that carries a pawn onto its last rank [W6] */
    MOVE_SETS
};

/* How many moves each set has. */
enum {
    MOVES_ANY = 1792, MOVES_PROMOTION = 44, MOVES_PAWN = 280, MOVES_PAWN_AND_ATTACK = 308, MOVES_KNIGHT = 336,
    MOVES_DIAGONAL = 560, MOVES_STRAIGHT = 896, MOVES_LINE = 1456, MOVES_KING = 420, MOVES_KNIGHT_OR_PROMOTION = 380,
    MOVES_DIAGONAL_OR_PROMOTION = 576, MOVES_STRAIGHT_OR_PROMOTION = 924, MOVES_ONTO_LAST_RANK = 276
};

/* How many actions of the other kinds there are. */
enum { TOUCH_ACTIONS = 64, IDENTITY_ACTIONS = 4, CASUALTY_ACTIONS = 5, CARD_ACTIONS = 56, DECK_ACTIONS = 4 };

struct move_set {
    bitboard targets[64]; /* by the square that the move leaves */
    uint16_t before[65];  /* how many moves leave a lower square; at the end all of them */
};

#pragma GCC visibility push(hidden)
extern const struct move_set vci_move_sets[MOVE_SETS];
extern const uint16_t vci_move_numbers[64 * 64]; /* of SET_ANY, by from and to; UINT16_MAX for what is no move */
#pragma GCC visibility pop

enum { LABELS = 64 };

/* The moves of one promotion and leaving member, and the number of the first of them. */
struct label_block {
    uint16_t set; /* SET_... */
    uint16_t first;
};

struct encoding {
    /* By bits 12-17 of the action: piece, and member times 8. Without either it is SET_ANY from 0 on everywhere. */
    struct label_block moves[LABELS];
    uint16_t first[8];                /* of the other kinds, by VC_...; 0 for those that the rule set has not */
    uint16_t players;                 /* actions of players; those of chance come behind */
    uint16_t count;
};

/* One set of moves for each of the types that a pawn promotes to; label: 0, or the leaving member times 8. */
#define PROMOTION_BLOCKS(label, set_, size, start)                                                              \
    [(label) | VC_KNIGHT] = {set_, start}, [(label) | VC_BISHOP] = {set_, (start) + (size)},                    \
                 [(label) | VC_ROOK] = {set_, (start) + 2 * (size)}, [(label) | VC_QUEEN] = {set_, (start) + 3 * (size)}

/* Moves of orthodox chess; so many are they. */
#define ORTHODOX_BLOCKS [0] = {SET_ANY, 0}, PROMOTION_BLOCKS(0, SET_PROMOTION, MOVES_PROMOTION, MOVES_ANY)
enum { ORTHODOX_MOVES = MOVES_ANY + 4 * MOVES_PROMOTION };

uint32_t vci_encoding_index_other(const struct encoding *e, vc_action action);
/* The action of a number; VC_NO_ACTION for none. */
vc_action vci_encoding_at(const struct encoding *e, uint32_t index);
/* The action as the other side would see it. */
vc_action vci_action_mirrored(vc_action action);

/* The number of an action, which may be any value; VC_NO_INDEX for none. */
ALWAYS_INLINE uint32_t vci_encoding_index(const struct encoding *e, vc_action action)
{
    if (UNLIKELY(action >> SHIFT_RANK != (vc_action)VC_MOVE << (SHIFT_KIND - SHIFT_RANK)))
        return vci_encoding_index_other(e, action);
    const unsigned label = action >> SHIFT_PIECE & (LABELS - 1);
    if (LIKELY(!label)) {
        const uint16_t number = vci_move_numbers[action & 0xfff];
        assert(e->moves[0].set == SET_ANY && !e->moves[0].first);
        return number == UINT16_MAX ? VC_NO_INDEX : number;
    }
    const struct label_block block = e->moves[label];
    const struct move_set *set = &vci_move_sets[block.set];
    const unsigned from = VC_ACTION_FROM(action);
    const bitboard targets = set->targets[from], to = bit(VC_ACTION_TO(action));
    return targets & to ? block.first + set->before[from] + count_bits(targets & (to - 1)) : VC_NO_INDEX;
}

#endif
