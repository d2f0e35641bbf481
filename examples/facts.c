/* SPDX-License-Identifier: ISC */
/* facts.c - see facts.h */
#include "facts.h"

#include <stdlib.h>

#include "cli.h"

static int by_value(const void *a, const void *b)
{
    const vc_action x = *(const vc_action *)a, y = *(const vc_action *)b;
    return (x > y) - (x < y);
}

void list_actions(const vc_game *game, struct actions *actions)
{
    cli_check(vc_game_actions(game, actions->list, VC_MAX_ACTIONS, &actions->count));
    qsort(actions->list, actions->count, sizeof *actions->list, by_value);
}

vc_game *copy_of(const vc_game *game)
{
    vc_game *copy;
    cli_check(vc_game_clone(game, VC_WITHOUT_HISTORY, &copy));
    return copy;
}

uint64_t touchable(const vc_game *game)
{
    struct actions actions;
    uint64_t squares = 0;
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++)
        if (VC_ACTION_KIND(actions.list[i]) == VC_TOUCH)
            squares |= UINT64_C(1) << VC_ACTION_FROM(actions.list[i]);
    return squares;
}

uint64_t weight_of_moving(const vc_odds *odds, size_t n)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < n; i++)
        weight += odds[i].can_move ? odds[i].weight : 0;
    return weight;
}
