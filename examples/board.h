/* SPDX-License-Identifier: ISC */
/*
 * board.h - draws the board, and beside it what else there is to see: hands, decks, combos, touched pieces
 *
 * At most PAGE_WIDTH columns wide and, but for boards with a great many combos, 10 lines high.
 */
#ifndef EXAMPLES_BOARD_H
#define EXAMPLES_BOARD_H

#include "text.h"

/* How to look at a game. Sets of squares have bit n for square n. */
struct view {
    uint64_t from, to;     /* where pieces went from and to just now */
    uint64_t destinations; /* where the chosen piece can go */
    uint32_t chosen;       /* or VC_NO_SQUARE */
    uint32_t below;        /* the colour whose first rank is below */
    const char *beside;    /* more lines for the room beside the board, or NULL */
};

void print_board(FILE *file, const struct look *look, const vc_game *game, const struct view *view);

/* Prints what is played: the variant's name, options that are not the default, the seed, and what marks mean. */
void print_heading(FILE *file, const struct look *look, const vc_rules *rules, const char *seed);

/* A bar of width columns, of which part/whole is filled. */
void add_bar(struct text *text, const struct look *look, uint64_t part, uint64_t whole, size_t width);

#endif
