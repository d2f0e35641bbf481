/* SPDX-License-Identifier: ISC */
/* outlook.c - see outlook.h */
#include "outlook.h"

#include <string.h>

#include "board.h"
#include "cli.h"
#include "facts.h"

void add_action(struct text *text, vc_action action)
{
    char name[VC_ACTION_TEXT_SIZE];
    cli_check(vc_action_text(action, name, sizeof name, NULL));
    text_add(text, "%s", name);
}

size_t add_actions(struct text *text, const vc_game *game, const char *beginning, size_t max)
{
    struct actions actions;
    size_t n = 0;
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++) {
        char name[VC_ACTION_TEXT_SIZE];
        cli_check(vc_action_text(actions.list[i], name, sizeof name, NULL));
        if (strncmp(name, beginning, strlen(beginning)) == 0 && n++ < max)
            text_add(text, " %s", name);
    }
    if (n > max)
        text_add(text, " and %zu more", n - max);
    return n;
}

/* How likely each touch that is possible now leads to a move. */
static void add_touch_odds(struct text *text, const struct look *look, const vc_game *game)
{
    enum { BAR = 8 };
    size_t column = 0;
    for (uint64_t squares = touchable(game); squares; squares &= squares - 1) {
        const uint32_t square = (uint32_t)__builtin_ctzll(squares);
        vc_odds odds[4];
        size_t n;
        uint64_t total;
        cli_check(vc_game_odds(game, square, odds, 4, &n, &total));
        const uint64_t moving = weight_of_moving(odds, n);
        if (!column)
            text_add(text, "How likely a touch leads to a move:\n");
        char fraction[24];
        snprintf(fraction, sizeof fraction, "%u/%u", (unsigned)moving, (unsigned)total);
        text_add(text, "?%s ", square_name(square));
        add_piece(text, look, vc_game_piece(game, square), false);
        text_add(text, " ");
        add_bar(text, look, moving, total, BAR);
        text_add(text, " %-5s%s", fraction, ++column % 2 ? "  " : "\n");
    }
    if (column % 2)
        text_add(text, "\n");
}

/* The types of the pieces that have a legal move, as bits. */
static uint32_t moving_types(const vc_game *game)
{
    struct actions actions;
    uint32_t types = 0;
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++)
        types |= 1u << VC_PIECE_TYPE(vc_game_piece(game, VC_ACTION_FROM(actions.list[i])));
    return types;
}

/* Adds "-3d -3h: knight, pawn": discard i and those behind it that let the same move; their types are done with. */
static void add_card_use(struct text *text, const struct actions *actions, uint32_t *types, size_t i)
{
    const uint32_t these = types[i];
    size_t n = 0;
    for (size_t k = i; k < actions->count; k++)
        if (types[k] == these) {
            text_add(text, "%s", k > i ? " " : "");
            add_action(text, actions->list[k]);
            types[k] = 0;
        }
    for (uint32_t type = VC_KING; type >= VC_PAWN; type--)
        if (these >> type & 1)
            text_add(text, "%s%s", n++ ? ", " : ": ", type_name(type));
}

/* Adds the cards that can be discarded, by what can move then. */
static void add_card_uses(struct text *text, const vc_game *game)
{
    enum { COLUMN = 23 };
    struct actions actions;
    bool column = false; /* something stands in the first column already */
    uint32_t types[VC_MAX_ACTIONS];
    vc_game *copy = copy_of(game);
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++) {
        cli_check(vc_game_play(copy, actions.list[i]));
        types[i] = moving_types(copy);
        cli_check(vc_game_undo(copy));
    }
    for (size_t i = 0; i < actions.count; i++)
        if (types[i]) {
            const size_t start = text->length;
            add_card_use(text, &actions, types, i);
            const size_t used = columns(text->start + start, text->length - start);
            const bool alone = column || actions.count <= 4 || used >= COLUMN; /* a small hand has a line for each */
            text_add(text, "%*s%s", alone ? 0 : (int)(COLUMN - used), "", alone ? "\n" : "");
            column = !alone;
        }
    text_add(text, "%s", column ? "\n" : "");
    cli_check(vc_game_free(copy));
}

void add_outlook(struct text *text, const struct look *look, const vc_game *game)
{
    if (vc_game_decks(game, VC_WHITE) && vc_game_phase(game) == VC_PHASE_TURN) {
        text_add(text, "What cards move now:\n");
        add_card_uses(text, game);
    } else if (vc_game_focus(game) != VC_NO_SQUARE || vc_game_phase(game) == VC_PHASE_CHOOSING) {
        text_add(text, "Possible:");
        add_actions(text, game, "", VC_MAX_ACTIONS);
        if (vc_game_phase(game) == VC_PHASE_CHOOSING) /* "^d" reads as Control-D, which would end the program */
            text_add(text, "\n(two characters: first ^, then the letter)");
    } else
        add_touch_odds(text, look, game);
}
