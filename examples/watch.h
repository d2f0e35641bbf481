/* SPDX-License-Identifier: ISC */
/*
 * watch.h - plays a game by itself and tells it: the opening, the most eventful stretch and the ending
 *
 * A game is first played to its end; then it is undone, and redone to be told.
 */
#ifndef EXAMPLES_WATCH_H
#define EXAMPLES_WATCH_H

#include "seed.h"
#include "text.h"

struct watch {
    struct seed seed;
    size_t boards; /* to be shown of a game; more than there are: all */
    long delay;    /* milliseconds to wait after each board */
    struct look look;
};

void watch_game(const struct watch *watch, vc_rules *rules);

#endif
