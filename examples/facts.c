/* SPDX-License-Identifier: ISC */
/* facts.c - see facts.h */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

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

/* The only square of a side's pieces of a type; VC_NO_SQUARE when there is none, or more than one. */
static uint32_t only_square(const vc_game *game, uint32_t color, uint32_t type)
{
    uint32_t found = VC_NO_SQUARE;
    for (uint32_t square = 0; square < 64; square++) {
        const vc_piece piece = vc_game_piece(game, square);
        if (VC_PIECE_TYPE(piece) != type || VC_PIECE_COLOR(piece) != color)
            continue;
        if (found != VC_NO_SQUARE)
            return VC_NO_SQUARE;
        found = square;
    }
    return found;
}

vc_action meant_action(const vc_game *game, const char *notation)
{
    static const char types[] = "NBRQK"; /* in the order of VC_KNIGHT ... VC_KING */
    const uint32_t color = vc_game_side_to_move(game);
    size_t length = strcspn(notation, "+#!?");
    const bool zeros = *notation == '0', castles = zeros || *notation == 'O';
    uint32_t from, to;
    if (castles) {
        const char *full = zeros ? "0-0-0" : "O-O-O";
        from = color == VC_WHITE ? 4 : 60;
        if ((length != 3 && length != 5) || strncmp(notation, full, length) != 0 ||
            only_square(game, color, VC_KING) != from)
            return VC_NO_ACTION;
        to = length == 3 ? from + 2 : from - 2;
    } else {
        const char *type = *notation ? strchr(types, *notation) : NULL, *target = notation + 1;
        target += length == 4 && *target == 'x';
        if (!type || length != (size_t)(target - notation) + 2 || *target < 'a' || *target > 'h' || target[1] < '1' ||
            target[1] > '8')
            return VC_NO_ACTION;
        from = only_square(game, color, VC_KNIGHT + (uint32_t)(type - types));
        to = (uint32_t)(target[1] - '1') * 8 + (uint32_t)(*target - 'a');
    }
    return from == VC_NO_SQUARE || from == to ? VC_NO_ACTION : (vc_action)VC_MOVE << 24 | from << 6 | to;
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
