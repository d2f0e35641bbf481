/* SPDX-License-Identifier: ISC */
/*
 * play.h - runs a session: asks whoever is to act, tells what came of it, and so on to the end of the input
 */
#ifndef EXAMPLES_PLAY_H
#define EXAMPLES_PLAY_H

#include "session.h"

/* The first game, from arguments; what is wrong with them ends the program. The rules are released. */
void play_begin(struct session *session, vc_rules *rules, const char *position);
void play_open(struct session *session, const char *file);

/* Plays until there is no more to read; frees everything and returns the exit status. */
int play_run(struct session *session);

#endif
