/* SPDX-License-Identifier: ISC */
/* progress.c - see progress.h */
#define _DEFAULT_SOURCE

#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, MAX_LINE = 256, LEAST_BAR = 8, LARGEST_BAR = 40 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

bool progress_interrupted(void) { return interrupted; }

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_start(struct progress *progress)
{
    const char *terminal = getenv("TERM");
    /* Reading is interrupted, too, instead of being taken up again. */
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    *progress = (struct progress){
        .begun = now(),
        .terminal = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0,
    };
    progress_next(progress);
}

void progress_next(struct progress *progress) { progress->start = now(); }

double progress_seconds(const struct progress *progress) { return now() - progress->start; }

bool progress_is_due(const struct progress *progress)
{
    if (!progress->terminal)
        return false;
    const double time = now();
    return time - progress->start > 0.5 && time - progress->shown > 0.1;
}

/* Columns of the terminal that can be written to without going to the next line. */
static int width(void)
{
    struct winsize size;
    const int columns = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : USUAL_WIDTH;
    return columns < MAX_LINE ? columns - 1 : MAX_LINE - 1;
}

/* Adds a bar of some columns to a line, or nothing when there are too few. */
static void add_bar(char *line, int columns, double part)
{
    if (columns > LARGEST_BAR)
        columns = LARGEST_BAR;
    if (columns < LEAST_BAR)
        return;
    const int inside = columns - 3, filled = (int)(part * inside);
    line += strlen(line);
    *line++ = '[';
    for (int i = 0; i < inside; i++)
        *line++ = i < filled ? '=' : i == filled ? '>' : ' ';
    strcpy(line, "] ");
}

void progress_show(struct progress *progress, const char *what, double part, const char *details)
{
    char line[2 * MAX_LINE], end[MAX_LINE];
    const int columns = width();
    const double seconds = progress_seconds(progress);
    part = part > 1 ? 1 : part;
    snprintf(line, MAX_LINE, "%.*s ", columns / 3, what);
    if (part < 0) {
        snprintf(end, sizeof end, "%s", details);
    } else {
        const unsigned left = part > 0 ? (unsigned)(seconds / part - seconds) : 0;
        snprintf(end, sizeof end, "%3d %%  %s, %u:%02u left", (int)(100 * part), details, left / 60, left % 60);
        add_bar(line, columns - (int)(strlen(line) + strlen(end)), part);
    }
    strcat(line, end);
    fflush(stdout);
    fprintf(stderr, "\r%-*.*s", columns, columns, line);
    progress->shown = now();
    progress->visible = true;
}

void progress_hide(struct progress *progress)
{
    if (progress->visible)
        fprintf(stderr, "\r%*s\r", width(), "");
    progress->visible = false;
}

void progress_stop(struct progress *progress, const char *program)
{
    progress_hide(progress);
    fflush(stdout);
    fprintf(stderr, "%s: interrupted after %.1f s\n", program, now() - progress->begun);
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
    exit(EXIT_FAILURE);
}
