/* SPDX-License-Identifier: ISC */
/*
 * watch_board.h - draws the board, and beside it what else there is to see: hands, decks, combos, touched pieces
 *
 * At most PAGE_WIDTH columns wide and, but for boards with a great many combos, 10 lines high.
 */
#ifndef EXAMPLES_WATCH_BOARD_H
#define EXAMPLES_WATCH_BOARD_H

#include "watch_text.h"

/* Sets of squares to be marked. */
struct marks {
    uint64_t from, to; /* where pieces went from and to just now */
};

void print_board(FILE *file, const struct look *look, const vc_game *game, const struct marks *marks);

/* Explains the marks that a rule set needs, as one line. */
void print_key(FILE *file, const struct look *look, uint32_t ruleset);

#endif
