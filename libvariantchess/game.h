/* SPDX-License-Identifier: ISC */
/*
 * game.h - a game: a position with its history, dice and callbacks
 *
 * Knows the contract (rules.h), no rule set by name. Arguments were checked by the door (api_*.c). Includes
 * history.h, fen.h, dice.h.
 */
#ifndef VCI_GAME_H
#define VCI_GAME_H

#include "dice.h"
#include "fen.h"
#include "history.h"

/* The first word of the handle, to catch what is none. */
enum { GAME_MAGIC = 0x56434741 };

enum { UNLISTED = UINT16_MAX };

struct listener {
    vc_event_fn callback;
    void *user;
};

/* What most calls need stands together at the beginning. */
struct vc_game {
    uint32_t magic;
    bool busy;                  /* a callback runs */
    bool judged;                /* verdict is known for the position now */
    struct verdict verdict;
    struct vc_rules *rules;
    struct history history;     /* and in it the position now */
    struct listener on_event, on_touch;
    uint32_t listed;           /* how many actions the position now has; UNLISTED when not known */
    vc_action list[LIST_SIZE]; /* those actions: asking, judging and playing need them in turn */
    struct dice dice;
    /* Behind it stands the history's window. */
};

/* The position of a game. */
static inline const struct position *now(const vc_game *game) { return game->history.now; }

/* ----------------------------------------------------------------------------- handles --- */

/* Makes a game in memory of the caller's, of that size and aligned for a uint64_t; and what undoes it. */
size_t vci_game_size(const struct vc_rules *rules);
vc_game *vci_game_init(void *memory, struct vc_rules *rules, const struct position *position);
void vci_game_close(vc_game *game);
/* The same in memory of the rules' functions. */
vc_status vci_game_new(struct vc_rules *rules, const struct position *position, vc_game **game);
/* A game in the same position and with the same rules, with the history when asked, and nothing else. */
vc_status vci_game_clone(const vc_game *game, bool with_history, vc_game **clone);
void vci_game_free(vc_game *game);
/* Puts the game at a position, told by its words, and forgets its history. */
void vci_game_reset(vc_game *game, const void *words);
/* Copies position, and history when asked, into a game of the same rules; nothing changes without memory. */
vc_status vci_game_copy(vc_game *target, const vc_game *source, bool with_history);

/* ------------------------------------------------------------------------------ asking --- */

/* Finds out the actions, and the verdict, of the position now: the slow parts of the two functions below. */
size_t vci_game_list_actions(const vc_game *game);
struct verdict vci_game_judge(const vc_game *game);

/* How the game ended, in any way; its reason is VC_REASON_NONE while it goes on. */
ALWAYS_INLINE struct verdict vci_game_verdict(const vc_game *game)
{
    return LIKELY(game->judged) ? game->verdict : vci_game_judge(game);
}
/* How often the position has occurred; 0 within a turn. */
uint32_t vci_game_repetitions(const vc_game *game);
/* VC_REASON_THREEFOLD_REPETITION, VC_REASON_FIFTY_MOVES or VC_REASON_NONE. */
unsigned vci_game_claimable(const vc_game *game);
/* Whether a reason is one that is claimed, and whether a draw can be claimed for that one now. */
static inline bool is_claim(unsigned reason)
{
    return reason == VC_REASON_FIFTY_MOVES || reason == VC_REASON_THREEFOLD_REPETITION;
}
bool vci_game_can_claim(const vc_game *game, unsigned reason);
unsigned vci_game_actor(const vc_game *game);
/* How many actions the actor has, chance included; they stand in game->list until something is played or taken back. */
ALWAYS_INLINE size_t vci_game_actions(const vc_game *game)
{
    return LIKELY(game->listed != UNLISTED) ? game->listed : vci_game_list_actions(game);
}
bool vci_game_legal(const vc_game *game, vc_action action);
const char *vci_game_why(const vc_game *game, vc_action action);
void vci_game_entry(const vc_game *game, size_t index, vc_entry *entry);

/* ----------------------------------------------------------------------------- playing --- */

vc_status vci_game_play(vc_game *game, vc_action action);
vc_status vci_game_draw(vc_game *game, vc_action *drawn);
vc_status vci_game_play_on(vc_game *game, vc_action action, vc_action *drawn, size_t capacity, size_t *count);
vc_status vci_game_undo(vc_game *game);
vc_status vci_game_undo_decision(vc_game *game);
vc_status vci_game_redo(vc_game *game);
vc_status vci_game_end(vc_game *game, unsigned winner, unsigned reason);

/* Which of the outcomes of a chance node dice give for the n-th of a game. VC_OK, VC_ERR_REFUSED, VC_ERR_RANDOM. */
vc_status vci_roll(const struct vc_rules *rules, const struct position *p, const vc_action *outcomes, size_t count,
                   struct dice *dice, uint64_t n, vc_action *outcome);

/* ----------------------------------------- playing without events or checks, inlined --- */

/* What was found out about the position no longer holds. */
ALWAYS_INLINE void forget_answers(vc_game *game)
{
    game->judged = false;
    game->listed = UNLISTED;
}

/* Plays a legal action. VC_OK, VC_ERR_MEMORY, VC_ERR_LIMIT. */
ALWAYS_INLINE vc_status vci_game_push(vc_game *game, vc_action action)
{
    const vc_status status = vci_history_reserve(&game->history, game->rules);
    if (LIKELY(!status)) {
        vci_history_push(&game->history, game->rules, action);
        game->history.total = game->history.length;
        forget_answers(game);
    }
    return status;
}

/* Takes the last entry back, to be redone. */
ALWAYS_INLINE void vci_game_revert(vc_game *game)
{
    vci_history_pop(&game->history, game->rules);
    forget_answers(game);
}

/* Takes the last entry back for good. */
ALWAYS_INLINE void vci_game_pop(vc_game *game)
{
    vci_game_revert(game);
    game->history.total = game->history.length;
}

#endif
