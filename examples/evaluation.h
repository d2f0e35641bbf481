/* SPDX-License-Identifier: ISC */
/*
 * evaluation.h - what a position is worth to a player, by the public interface alone
 *
 * Material, what can be lost to the next turn of the side to move, the danger of a king that may be taken, and, for who
 * is ahead, the way to mate. Whole numbers, so that every machine chooses the same.
 */
#ifndef EXAMPLES_EVALUATION_H
#define EXAMPLES_EVALUATION_H

#include <variantchess/variantchess.h>

/* In millionths of a pawn, from WIN (won) to -WIN (lost). */
typedef int64_t value;

#define PAWN ((value)1000000)
#define WIN (1000 * PAWN)

value evaluate(const vc_game *game, uint32_t us);

#endif
