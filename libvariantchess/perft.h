/* SPDX-License-Identifier: ISC */
/*
 * perft.h - counting the sequences of actions [C10]
 *
 * Knows the contract, no rule set by name. Includes game.h.
 */
#ifndef VCI_PERFT_H
#define VCI_PERFT_H

#include "game.h"

/* See vc_game_perft(); the game is only read. */
vc_status vci_perft(vc_game *game, uint32_t depth, uint32_t flags, vc_progress_fn progress, void *user,
                    uint64_t *nodes);

#endif
