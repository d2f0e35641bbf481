/* SPDX-License-Identifier: ISC */
/*
 * match.h - many games of two of the program's players, to see how strong they are
 */
#ifndef EXAMPLES_MATCH_H
#define EXAMPLES_MATCH_H

#include "seed.h"

/*
 * Plays games of two levels, who change sides after each, and prints as one line how many each won. Who likes a draw
 * claims it; a game that is not over after MAX_MATCH_ACTIONS actions is one.
 */
void play_match(vc_rules *rules, const uint32_t levels[2], size_t games, const struct seed *seed);

enum { MAX_MATCH_ACTIONS = 5000 };

#endif
