/* SPDX-License-Identifier: ISC */
/*
 * playout.h - a game played to its end at random
 *
 * Knows the contract, no rule set by name. Includes game.h.
 */
#ifndef VCI_PLAYOUT_H
#define VCI_PLAYOUT_H

#include "game.h"

/* See vc_game_playout(); the game is only read. */
vc_status vci_playout(const vc_game *game, const uint8_t *seed, uint64_t limit, vc_progress_fn progress, void *user,
                      struct verdict *verdict, uint64_t *played);

#endif
