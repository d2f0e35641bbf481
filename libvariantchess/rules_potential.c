/* SPDX-License-Identifier: ISC */
/*
 * rules_potential.c - Potential/Demotion Chess [P]: move like a lesser piece and become it
 *
 * All that differs from orthodox chess is a trait of the generator and what is dead [P5]. Compiled once per kind of
 * processor. Includes rules_classical.h only.
 */
#define TITLE "Potential/Demotion Chess"
#define TRAITS .demote = true
#define DEAD only_kings
#include "rules_classical.h"

/* A move without a label is of what it leaves the same; others end as what the label says [P2], promotions too. */
enum {
    FIRST_PAWN = MOVES_ANY,
    FIRST_KNIGHT = FIRST_PAWN + MOVES_PAWN,
    FIRST_BISHOP = FIRST_KNIGHT + MOVES_KNIGHT_OR_PROMOTION,
    FIRST_ROOK = FIRST_BISHOP + MOVES_DIAGONAL_OR_PROMOTION,
    FIRST_QUEEN = FIRST_ROOK + MOVES_STRAIGHT_OR_PROMOTION,
    MOVES = FIRST_QUEEN + MOVES_PROMOTION
};
static const struct encoding encoding = {
    .moves = {[0] = {SET_ANY, 0},
              [VC_PAWN] = {SET_PAWN, FIRST_PAWN},
              [VC_KNIGHT] = {SET_KNIGHT_OR_PROMOTION, FIRST_KNIGHT},
              [VC_BISHOP] = {SET_DIAGONAL_OR_PROMOTION, FIRST_BISHOP},
              [VC_ROOK] = {SET_STRAIGHT_OR_PROMOTION, FIRST_ROOK},
              [VC_QUEEN] = {SET_PROMOTION, FIRST_QUEEN}},
    .players = MOVES,
    .count = MOVES,
};

/* Pieces become others, which makes pawn moves come again; captures do not. */
static unsigned men(const struct position *p) { return count_bits(occupied(p)); }

const struct ruleset CPU_NAME(vci_potential) = {.name = "potential", .men = men,
                                               .many_pawns = true, CLASSICAL_RULES};
