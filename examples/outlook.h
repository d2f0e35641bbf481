/* SPDX-License-Identifier: ISC */
/*
 * outlook.h - what can be done in a position, and what helps to decide
 */
#ifndef EXAMPLES_OUTLOOK_H
#define EXAMPLES_OUTLOOK_H

#include "text.h"

/* The legal actions, sorted. */
struct actions {
    vc_action list[VC_MAX_ACTIONS];
    size_t count;
};

void list_actions(const vc_game *game, struct actions *actions);

/* Adds an action's text. */
void add_action(struct text *text, vc_action action);

/* Adds the texts of at most max legal actions that begin with a text, each behind a blank; says so when there are more.
 * Returns how many there are. */
size_t add_actions(struct text *text, const vc_game *game, const char *beginning, size_t max);

/* A copy of the game without its history, to try actions on; the caller frees it. */
vc_game *copy_of(const vc_game *game);

/* The squares that can be touched. */
uint64_t touchable(const vc_game *game);

/* The weight of those identities as which a touched piece could move. */
uint64_t weight_of_moving(const vc_odds *odds, size_t n);

/* Adds what helps to decide, for the room beside the board: how likely each touch leads to a move, what each card
 * moves, or what the piece that is touched or attacked can do. */
void add_outlook(struct text *text, const struct look *look, const vc_game *game);

#endif
