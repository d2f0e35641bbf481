/* SPDX-License-Identifier: ISC */
/*
 * record_input.h - the files that vc-record reads, with how far it is, and how it tells of the games in them
 *
 * A place in a file is told as FILE:LINE:COLUMN, which editors and other programs understand.
 */
#ifndef EXAMPLES_RECORD_INPUT_H
#define EXAMPLES_RECORD_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <variantchess/variantchess.h>

#include "progress.h"

/* What has been done, in one file or in all. */
struct tally {
    uint64_t games, wrong, plies;
};

struct input {
    const char *name; /* as it is told */
    int file, error;  /* the descriptor; errno of a failed read, 0 for none */
    uint64_t size, taken; /* bytes; size 0: not known */
    struct tally tally;
    struct progress *progress;
};

/* Opens a file, "-" for standard input; says why when it cannot, and returns false. */
bool input_open(struct input *input, const char *name, struct progress *progress);

/* Says when reading ended with an error, and closes the file; returns whether it was read to its end. */
bool input_close(struct input *input);

/* A vc_read_fn for an input. Control-C ends the reading. */
int64_t input_read(void *user, char *buffer, size_t size);

/* Shows how far the reading is, when it is time to. */
void input_tell_progress(struct input *input);

/*
 * Prints "games.pgn:14:5: game 2, ply 7, move 4 of White: ", where the next action would be; or ", after ply 6", where
 * none follows (any more). game may be NULL, column 0.
 */
void input_print_place(const struct input *input, FILE *stream, uint64_t line, uint64_t column, const vc_game *game,
                       bool behind);

/* How many actions a game has: an ending from outside is none. */
size_t count_plies(const vc_game *game);

/* The message of a reader without the line and the column that it begins with. */
const char *message_without_place(const char *message);

#endif
