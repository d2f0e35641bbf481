/* SPDX-License-Identifier: ISC */
/*
 * snapshot.h - a game's position without its history, in the caller's memory or as bytes to keep
 *
 * Knows the contract, no rule set by name. Includes game.h.
 */
#ifndef VCI_SNAPSHOT_H
#define VCI_SNAPSHOT_H

#include "game.h"

size_t vci_snapshot_size(const struct vc_rules *rules);
void vci_snapshot_take(const vc_game *game, void *memory);
/* VC_OK or VC_ERR_MISMATCH. */
vc_status vci_snapshot_restore(vc_game *game, const void *memory);

/* The versioned form; see vc_game_save(). */
size_t vci_saved_length(const vc_game *game);
void vci_save(const vc_game *game, char *bytes);
vc_status vci_load(vc_game *game, const char *bytes, size_t length, vc_error *error);

#endif
