/* SPDX-License-Identifier: ISC */
/*
 * questions.h - what can be asked about a position without changing it: what can be done, odds, why not
 */
#ifndef EXAMPLES_QUESTIONS_H
#define EXAMPLES_QUESTIONS_H

#include "session.h"

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
