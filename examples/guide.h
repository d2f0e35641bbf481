/* SPDX-License-Identifier: ISC */
/*
 * guide.h - explains the games, what is to be done now, and the commands, to who has read nothing yet
 */
#ifndef EXAMPLES_GUIDE_H
#define EXAMPLES_GUIDE_H

#include "session.h"

/* Lists the games to choose from. */
void guide_games(const struct session *session);

/* What to type at first. */
void guide_first_steps(const struct session *session);

/* Explains the game that is played, and what is to be done now. */
void guide_game(const struct session *session);

#endif
