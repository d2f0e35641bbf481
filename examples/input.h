/* SPDX-License-Identifier: ISC */
/*
 * input.h - reads lines: in a terminal with editing, history and completion by libedit, else plainly
 *
 * Lines that do not come from a terminal are echoed behind their prompt, so that what is printed reads like a game at
 * the terminal. Control-C ends the program as it ends others, with the terminal as it was.
 */
#ifndef EXAMPLES_INPUT_H
#define EXAMPLES_INPUT_H

#include "text.h"

/* Adds to words, separated by spaces, what a line could go on with: whole words in place of its last one. */
typedef void (*complete_fn)(void *user, const char *line, struct text *words);

struct input;

struct input *input_open(complete_fn complete, void *user);
void input_close(struct input *input);

/* The next line without blanks at its ends; good until the next call. NULL at the end of the input. */
const char *input_line(struct input *input, const char *prompt);

/* Whether a person sits there. */
bool input_is_terminal(const struct input *input);

#endif
