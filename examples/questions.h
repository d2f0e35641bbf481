/* SPDX-License-Identifier: ISC */
/*
 * questions.h - what can be asked about a position without changing it: what can be done, odds, why not
 */
#ifndef EXAMPLES_QUESTIONS_H
#define EXAMPLES_QUESTIONS_H

#include "session.h"

/* Adds what helps to decide, for the room beside the board: how likely each touch leads to a move, or what each card
 * moves. */
void add_outlook(struct text *text, const struct look *look, const vc_game *game);

/* Adds the texts of at most max legal actions that begin with a text, each behind a blank; says so when there are more.
 * Returns how many there are. */
size_t add_actions(struct text *text, const vc_game *game, const char *beginning, size_t max);

/* Shows what can be done from a square, or to it. */
void ask_square(struct session *session, uint32_t square);

/* Shows what chance may do: to the piece on a square, or (VC_NO_SQUARE) in general. */
void ask_odds(struct session *session, uint32_t square);

/* Lists hands, discards and decks, card by card. */
void ask_cards(struct session *session);

/* Says why an action cannot be done now, or that it can. */
void ask_why(struct session *session, vc_action action);

/* Lists all that can be done. */
void ask_actions(struct session *session);

#endif
