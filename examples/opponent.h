/* SPDX-License-Identifier: ISC */
/*
 * opponent.h - players that the program plays, and how each chooses its actions
 *
 * A choice depends on the position, the seed and the number of the choice alone: the k-th choice of a game (k = 0, 1,
 * ...) is draw 2^32 + k of the seed (vc_dice_seeded), so that it never meets chance, whose draws begin at 0.
 */
#ifndef EXAMPLES_OPPONENT_H
#define EXAMPLES_OPPONENT_H

#include <stdbool.h>

#include <variantchess/variantchess.h>

enum {
    LEVEL_RANDOM, /* any action, all equally likely */
    LEVEL_LIVELY, /* weak, but not dull: wins when it can at once, and likes captures, checks, merges and touches */
    LEVEL_GREEDY, /* looks to the end of its own turn, chance averaged, and takes what is best then */
    LEVELS
};

/* "random", "lively", "greedy"; NULL when there is no such level. */
const char *level_name(uint32_t level);

/* Chooses an action of the player who is to act. */
vc_action choose_action(uint32_t level, const vc_game *game, const uint8_t *seed, uint64_t k);

/* Whether the player of a colour, who looks as far as the greedy one, is content with a draw now. */
bool likes_draw(const vc_game *game, uint32_t color);

#endif
