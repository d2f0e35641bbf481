/* SPDX-License-Identifier: ISC */
/*
 * fen.h - position strings [C9]: FEN's six fields and a rule set's own
 *
 * Knows the contract, no rule set by name. Includes rules.h only.
 */
#ifndef VCI_FEN_H
#define VCI_FEN_H

#include "rules.h"

/* The array, as a position string. */
extern const char vci_array[];

/* Reads a position string into position, which is written only on success. */
vc_status vci_position_read(const struct vc_rules *rules, const char *string, struct position *position,
                            vc_error *error);

/* Writes the canonical position string. */
void vci_position_write(const struct vc_rules *rules, const struct position *position, struct text *text);

#endif
