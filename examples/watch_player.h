/* SPDX-License-Identifier: ISC */
/*
 * watch_player.h - a player who is weak, but not dull, and always does the same with the same seed
 *
 * An action that wins at once is done. Otherwise lots are drawn. Each action has 2 of them, and more what makes a game
 * lively: a capture 3 and the value of what it takes (pawn 1, knight 3, bishop 3, rook 5, queen 9), an attack on a
 * combo 12, a merge 4, a touch 2, and a move that attacks the enemy's lone king 8.
 *
 * The k-th choice of a game (k = 0, 1, ...) is draw 2^32 + k of the seed (vc_dice_seeded), so that it never meets
 * chance, whose draws begin at 0.
 */
#ifndef EXAMPLES_WATCH_PLAYER_H
#define EXAMPLES_WATCH_PLAYER_H

#include <variantchess/variantchess.h>

/* Chooses an action of the player who is to act. trial: another game with the same rules, to try actions on. */
vc_action choose_action(const vc_game *game, vc_game *trial, const uint8_t *seed, uint64_t k);

#endif
