/* SPDX-License-Identifier: ISC */
/*
 * commands.h - what can be typed: commands, squares, and actions as their text or in algebraic notation
 */
#ifndef EXAMPLES_COMMANDS_H
#define EXAMPLES_COMMANDS_H

#include "session.h"

/* Does what a line says, or says what is wrong with it and what is possible. */
void command_run(struct session *session, const char *line);

/* A complete_fn; user is the session. */
void command_complete(void *user, const char *line, struct text *words);

#endif
