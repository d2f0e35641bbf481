/* SPDX-License-Identifier: ISC */
/*
 * facts.h - what several parts of vc-play ask of a game
 */
#ifndef EXAMPLES_FACTS_H
#define EXAMPLES_FACTS_H

#include <variantchess/variantchess.h>

/* The pieces of a colour: more are never on a square. */
enum { MAX_MEMBERS = 16 };

/* The legal actions, sorted: the library's order may change. */
struct actions {
    vc_action list[VC_MAX_ACTIONS];
    size_t count;
};

void list_actions(const vc_game *game, struct actions *actions);

/* A copy of the game without its history, to try actions on; the caller frees it. */
vc_game *copy_of(const vc_game *game);

/*
 * The action that notation for no legal move means all the same: castling, as the king's move over two squares, or a
 * move of the only piece of its kind. VC_NO_ACTION when it is neither.
 */
vc_action meant_action(const vc_game *game, const char *notation);

/* The squares that can be touched. */
uint64_t touchable(const vc_game *game);

/* The weight of those identities as which a touched piece could move. */
uint64_t weight_of_moving(const vc_odds *odds, size_t n);

#endif
