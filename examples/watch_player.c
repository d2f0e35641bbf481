/* SPDX-License-Identifier: ISC */
/* watch_player.c - see watch_player.h */
#include "watch_player.h"

#include <stdbool.h>
#include <stdlib.h>

#include "cli.h"

enum { LOTS = 2, LOTS_CAPTURE = 3, LOTS_ATTACK = 12, LOTS_MERGE = 4, LOTS_TOUCH = 2, LOTS_CHECK = 8 };

static const uint64_t first_choice = UINT64_C(1) << 32;

/* Whether it is attacked and alone on its square. */
static bool king_attacked(const vc_game *game, uint32_t color)
{
    const uint64_t king = vc_game_squares(game, color, VC_KING) & ~vc_game_combos(game);
    for (uint32_t square = 0; square < 64; square++)
        if (king >> square & 1)
            return vc_game_attackers(game, square, color ^ 1) != 0;
    return false;
}

/* What an action has more than the lots of any, its consequences not considered. */
static uint64_t lots_of(const vc_game *game, vc_action action, uint32_t us)
{
    static const uint64_t values[] = {0, 1, 3, 3, 5, 9, 0};
    const vc_piece target = vc_game_piece(game, VC_ACTION_TO(action));
    if (VC_ACTION_KIND(action) != VC_MOVE || !target)
        return VC_ACTION_KIND(action) == VC_TOUCH ? LOTS_TOUCH : 0;
    if (VC_PIECE_COLOR(target) == us)
        return LOTS_MERGE;
    if (vc_game_combos(game) >> VC_ACTION_TO(action) & 1)
        return LOTS_ATTACK;
    return LOTS_CAPTURE + values[VC_PIECE_TYPE(target)];
}

static int by_value(const void *a, const void *b)
{
    const vc_action x = *(const vc_action *)a, y = *(const vc_action *)b;
    return (x > y) - (x < y);
}

vc_action choose_action(const vc_game *game, vc_game *trial, const uint8_t *seed, uint64_t k)
{
    vc_action actions[VC_MAX_ACTIONS];
    uint64_t lots[VC_MAX_ACTIONS], total = 0, drawn;
    size_t n, i = 0;
    const uint32_t us = vc_game_actor(game);
    cli_check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n));
    qsort(actions, n, sizeof *actions, by_value); /* the library's order may change from version to version */
    cli_check(vc_game_copy(trial, game, VC_WITHOUT_HISTORY));
    for (size_t a = 0; a < n; a++) {
        uint32_t winner;
        lots[a] = LOTS + lots_of(game, actions[a], us);
        cli_check(vc_game_play(trial, actions[a]));
        cli_check(vc_game_outcome(trial, &winner, NULL));
        if (winner == us)
            return actions[a];
        if (VC_ACTION_KIND(actions[a]) == VC_MOVE && king_attacked(trial, us ^ 1))
            lots[a] += LOTS_CHECK;
        cli_check(vc_game_undo(trial));
        total += lots[a];
    }
    cli_check(vc_dice_seeded(seed, first_choice + k, total, &drawn));
    while (drawn >= lots[i])
        drawn -= lots[i++];
    return actions[i];
}
