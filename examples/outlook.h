/* SPDX-License-Identifier: ISC */
/*
 * outlook.h - what can be done in a position, and what helps to decide
 */
#ifndef EXAMPLES_OUTLOOK_H
#define EXAMPLES_OUTLOOK_H

#include "text.h"

/* Adds an action's text. */
void add_action(struct text *text, vc_action action);

/* Adds the texts of at most max legal actions that begin with a text, each behind a blank; says so when there are more.
 * Returns how many there are. */
size_t add_actions(struct text *text, const vc_game *game, const char *beginning, size_t max);

/* Adds what helps to decide, for the room beside the board: how likely each touch leads to a move, what each card
 * moves, what the piece that is touched or attacked can do, or which deck can be chosen. */
void add_outlook(struct text *text, const struct look *look, const vc_game *game);

#endif
