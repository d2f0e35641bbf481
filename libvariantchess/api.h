/* SPDX-License-Identifier: ISC */
/*
 * api.h - what the files of the door share: how arguments are checked
 *
 * The door is api_*.c: the only exported functions, each checks its arguments and delegates. Includes all below.
 */
#ifndef VCI_API_H
#define VCI_API_H

#include "game.h"
#include "perft.h"
#include "playout.h"
#include "record.h"
#include "snapshot.h"

/* A live handle of that kind; frozen, freed or foreign memory is caught where its first word shows it. */
ALWAYS_INLINE bool is_game(const vc_game *game) { return game && game->magic == GAME_MAGIC; }
ALWAYS_INLINE bool is_rules(const vc_rules *rules) { return rules && rules->magic == RULES_MAGIC; }
ALWAYS_INLINE bool is_record(const vc_record *record) { return record && record->magic == RECORD_MAGIC; }
ALWAYS_INLINE bool is_error(const vc_error *error) { return !error || error->size == sizeof *error; }
ALWAYS_INLINE bool is_color(uint32_t color) { return color <= VC_BLACK; }

/* The memory functions that a caller gave, malloc and free for NULL; NULL when they cannot be used. In api_rules.c. */
const vc_memory *vci_memory_given(const vc_memory *memory);

/* A NULL argument where there is a vc_error to say so. */
#define FAIL_ARGUMENT(error, what) vci_fail(error, VC_ERR_ARGUMENT, 0, "%s", what)

/* Whether a game may be changed now: VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUSY. */
ALWAYS_INLINE vc_status changeable(const vc_game *game)
{
    return !is_game(game) ? VC_ERR_ARGUMENT : game->busy ? VC_ERR_BUSY : VC_OK;
}

/* Whether a record may be changed now: likewise. */
ALWAYS_INLINE vc_status record_changeable(const vc_record *record)
{
    return !is_record(record) ? VC_ERR_ARGUMENT : record->busy ? VC_ERR_BUSY : VC_OK;
}

#endif
