/* SPDX-License-Identifier: ISC */
/*
 * files.h - games in PGN: to a file and from it
 */
#ifndef EXAMPLES_FILES_H
#define EXAMPLES_FILES_H

#include "session.h"

/* Saves the game. A file that is there already is kept, unless this game was saved to it, now or before it was loaded. */
void save_game(struct session *session, const char *file);

/* Goes on with a game of a file. words: its name and, when it is not the first, a blank and the game's number. */
void load_game(struct session *session, const char *words);

/* Prints the game as PGN. */
void print_game(const struct session *session);

/* Adds the names of files that begin with a text, separated by blanks. */
void offer_files(struct text *words, const char *beginning);

#endif
