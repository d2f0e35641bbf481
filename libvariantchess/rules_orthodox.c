/* SPDX-License-Identifier: ISC */
/*
 * rules_orthodox.c - orthodox chess [O]: the base of the other rule sets
 *
 * Compiled once per kind of processor. Includes rules_classical.h only.
 */
#define TITLE "Orthodox Chess"
#define TRAITS .demote = false
#define DEAD dead_orthodox
#include "rules_classical.h"

static const struct encoding encoding = {
    .moves = {ORTHODOX_BLOCKS}, .players = ORTHODOX_MOVES, .count = ORTHODOX_MOVES};

const struct ruleset CPU_NAME(vci_orthodox) = {
    .name = "orthodox", .clock_bounds_repetition = true, CLASSICAL_RULES};
