/* SPDX-License-Identifier: ISC */
/*
 * progress.h - a line on the terminal that tells how far a long job is, and Control-C that ends it cleanly
 *
 *     games.pgn [=============>                ]  45 %  12345 games, 8110/s, 0:02 left
 *
 * It is shown on standard error when that is a terminal that is not "dumb": from half a second on, ten times a second.
 */
#ifndef EXAMPLES_PROGRESS_H
#define EXAMPLES_PROGRESS_H

#include <stdbool.h>

struct progress {
    double begun, start, shown; /* seconds: when the job, and its present part, began; when the line was last drawn */
    bool terminal, visible;
};

/* Begins a job. From now on Control-C only sets what progress_interrupted() tells; a second one kills. */
void progress_start(struct progress *progress);

/* Whether Control-C was pressed. */
bool progress_interrupted(void);

/* Begins another part of the job, such as the next file: the line tells of each part for itself. */
void progress_next(struct progress *progress);

/* Seconds since the present part began. */
double progress_seconds(const struct progress *progress);

/* Whether the line should be drawn (again) now. */
bool progress_is_due(const struct progress *progress);

/*
 * Draws the line, as wide as the terminal is: what is done, a bar, and details such as "12345 games". part: how much of
 * the job is done, from 0 to 1; negative when nobody knows, then there is no bar. Standard output is flushed first.
 */
void progress_show(struct progress *progress, const char *what, double part, const char *details);

/* Takes the line away, so that something else can be printed. */
void progress_hide(struct progress *progress);

/* Says that the program was interrupted, and ends as one that Control-C kills, so that a shell script ends, too. */
_Noreturn void progress_stop(struct progress *progress, const char *program);

#endif
