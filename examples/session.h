/* SPDX-License-Identifier: ISC */
/*
 * session.h - a game at the terminal: the people and programs who play it, what was told, and what is shown
 *
 * play.h runs it, commands.h does what is typed.
 */
#ifndef EXAMPLES_SESSION_H
#define EXAMPLES_SESSION_H

#include "board.h"
#include "input.h"
#include "opponent.h"
#include "seed.h"
#include "story.h"

/* Who plays a colour: a person, or one of the program's levels. */
enum { HUMAN = LEVELS };

/* Finds a player by name, "human" or a level's. */
bool player_find(const char *name, uint32_t *player);
const char *player_name(uint32_t player);

struct session {
    vc_game *game; /* NULL until one is chosen */
    struct seed seed;
    bool seed_used; /* a game was played with it: the next one gets another */
    uint32_t players[2];
    struct look look;
    long delay;
    struct view view;
    bool board_due; /* there is something new to show */
    struct story story;
    struct text told; /* what happened since the board was shown: a line of words for each step */
    char *position;   /* where the game began, when that is not the array; else NULL */
    char *file;       /* that the game was saved to; else NULL */
    char result[8];   /* that a file told of a game which goes on, until it does; else "" */
    bool refused;     /* a command was refused */
    bool done;
    struct input *input;
};

/* ------------------------------------------------------------------ starting, other games --- */

void session_start(struct session *session, const struct look *look, const struct seed *seed,
                   const uint32_t players[2], long delay);

/* Frees all that it holds, but the input. */
void session_finish(struct session *session);

/* Puts a game in place of the one that is played. The game is the session's from then on. */
void session_adopt(struct session *session, vc_game *game);

/* A new game with the next seed. VC_OK or what vc_game_new() returns; then nothing is changed. */
vc_status session_new(struct session *session, vc_rules *rules, const char *position, vc_error *error);

/* -------------------------------------------------------------------------------- playing --- */

/* Whether a person is to act; false when the game is over. */
bool session_is_human(const struct session *session);

/* Plays a legal action and the chance that follows. */
void session_play(struct session *session, vc_action action);

/* Ends the game from outside, or claims the draw that can be claimed. */
void session_end(struct session *session, uint32_t winner, uint32_t reason);
void session_claim(struct session *session);

/* Takes back to the last decision of a person, or plays again to the next one; false when there is none. */
bool session_undo(struct session *session);
bool session_redo(struct session *session);

/* The program's choice for whoever is to act, as a level would play. */
vc_action session_choose(const struct session *session, uint32_t level);

/* --------------------------------------------------------------------------------- saying --- */

/* Prints a text of words, wrapped. */
void session_say(const struct session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a command that cannot be done. */
void session_refuse(struct session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shows the board and what happened since it was shown last. view: NULL for the session's own. */
void session_show(struct session *session, const struct view *view);

#endif
