/* SPDX-License-Identifier: ISC */
/*
 * notation.h - actions in standard algebraic notation (SAN), extended for all rule sets
 *
 * The grammar is docs/notation.md. Knows the contract, no rule set by name. Includes game.h.
 */
#ifndef VCI_NOTATION_H
#define VCI_NOTATION_H

#include "game.h"

/* Writes an action that is legal now, chance's included. */
void vci_san_write(const vc_game *game, vc_action action, struct text *text);

/*
 * Finds the one action, legal now, that a text means to a reader of a kind, VC_SAN_STRICT or VC_SAN_LENIENT. VC_OK,
 * VC_ERR_SYNTAX, VC_ERR_ILLEGAL, VC_ERR_OVER.
 */
vc_status vci_san_read(const vc_game *game, const char *san, unsigned reader, vc_action *action, vc_error *error);

#endif
