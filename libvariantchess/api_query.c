/* SPDX-License-Identifier: ISC */
/* api_query.c - the door: what a front end asks of a game, all of it without effect */
#include "api.h"

static const struct ruleset *set_of(const vc_game *game) { return game->rules->set; }

/* --------------------------------------------------------------- turn, counters, board --- */

uint32_t vc_game_side_to_move(const vc_game *game) { return is_game(game) ? now(game)->side : (uint32_t)VC_NOBODY; }
uint32_t vc_game_halfmove_clock(const vc_game *game) { return is_game(game) ? now(game)->clock : 0; }
uint32_t vc_game_move_number(const vc_game *game) { return is_game(game) ? now(game)->number : 0; }
uint32_t vc_game_castling_rights(const vc_game *game) { return is_game(game) ? now(game)->castling : 0; }
uint32_t vc_game_en_passant(const vc_game *game) { return is_game(game) ? now(game)->ep : VC_NO_SQUARE; }
uint32_t vc_game_focus(const vc_game *game) { return is_game(game) ? now(game)->focus : VC_NO_SQUARE; }
uint64_t vc_game_hash(const vc_game *game) { return is_game(game) ? position_hash(now(game)) : 0; }
uint32_t vc_game_repetitions(const vc_game *game) { return is_game(game) ? vci_game_repetitions(game) : 0; }

vc_piece vc_game_piece(const vc_game *game, uint32_t square)
{
    vc_piece list[16];
    if (!is_game(game) || square >= NO_SQUARE)
        return 0;
    return set_of(game)->members(game->rules, now(game), square, list) ? list[0] : 0;
}

vc_status vc_game_pieces(const vc_game *game, uint32_t square, vc_piece *pieces, size_t capacity, size_t *count)
{
    vc_piece list[16];
    if (!is_game(game) || square >= NO_SQUARE)
        return VC_ERR_ARGUMENT;
    const unsigned n = set_of(game)->members(game->rules, now(game), square, list);
    const vc_status status = vci_list_fits(n, pieces, capacity, count);
    if (!status && n)
        memcpy(pieces, list, n * sizeof *list);
    return status;
}

uint64_t vc_game_squares(const vc_game *game, uint32_t color, uint32_t type)
{
    if (!is_game(game) || !is_color(color) || type > VC_KING)
        return 0;
    return type == VC_NO_PIECE ? now(game)->color[color] : pieces(now(game), color, type);
}

uint64_t vc_game_combos(const vc_game *game)
{
    return is_game(game) && set_of(game)->combos ? set_of(game)->combos(now(game)) : 0;
}

uint64_t vc_game_touched(const vc_game *game)
{
    return is_game(game) && set_of(game)->touched ? set_of(game)->touched(now(game)) : 0;
}

/* ----------------------------------------------------------------- attacks and moves --- */

uint64_t vc_game_checkers(const vc_game *game)
{
    return is_game(game) ? vci_checkers(game->rules, now(game), now(game)->side) : 0;
}

uint32_t vc_game_in_check(const vc_game *game) { return vc_game_checkers(game) != 0; }

uint64_t vc_game_attackers(const vc_game *game, uint32_t square, uint32_t color)
{
    if (!is_game(game) || square >= NO_SQUARE || !is_color(color))
        return 0;
    return set_of(game)->attackers(game->rules, now(game), square, color);
}

uint64_t vc_game_destinations(const vc_game *game, uint32_t square)
{
    bitboard set = 0;
    if (!is_game(game) || square >= NO_SQUARE || phase_of(game->rules, now(game))->chance)
        return 0;
    for (size_t n = vci_game_actions(game); n--;)
        if (VC_ACTION_KIND(game->list[n]) == VC_MOVE && VC_ACTION_FROM(game->list[n]) == square)
            set |= bit(VC_ACTION_TO(game->list[n]));
    return set;
}

vc_status vc_game_odds(const vc_game *game, uint32_t square, vc_odds *odds, size_t capacity, size_t *count,
                       uint64_t *total)
{
    uint32_t weights[VC_KING] = {0}, moves[VC_KING] = {0};
    size_t n = 0;
    uint64_t sum = 0;
    vc_status status;
    if (!is_game(game) || square >= NO_SQUARE)
        return VC_ERR_ARGUMENT;
    if (vci_game_verdict(game).reason)
        return VC_ERR_OVER;
    if (!set_of(game)->odds || !set_of(game)->odds(game->rules, now(game), square, weights, moves))
        return VC_ERR_ILLEGAL;
    for (unsigned type = VC_KNIGHT; type <= VC_QUEEN; type++)
        n += weights[type] != 0;
    status = vci_list_fits(n, odds, capacity, count);
    if (status)
        return status;
    for (unsigned type = VC_KNIGHT; type <= VC_QUEEN; type++) {
        if (!weights[type])
            continue;
        *odds++ = (vc_odds){make_kind(VC_BECOME) | with_piece(type), weights[type], moves[type] != 0, moves[type]};
        sum += weights[type];
    }
    if (total)
        *total = sum;
    return VC_OK;
}

/* ------------------------------------------------------------------------------- cards --- */

/* Hands out a list of cards that ask() makes; rule sets without cards have empty ones. */
static vc_status list_cards(size_t n, const vc_card *list, vc_card *cards, size_t capacity, size_t *count)
{
    const vc_status status = vci_list_fits(n, cards, capacity, count);
    if (!status && n)
        memcpy(cards, list, n * sizeof *list);
    return status;
}

vc_status vc_game_hand(const vc_game *game, uint32_t color, vc_card *cards, size_t capacity, size_t *count)
{
    vc_card list[VC_MAX_CARDS];
    if (!is_game(game) || !is_color(color))
        return VC_ERR_ARGUMENT;
    const struct card_table *table = set_of(game)->cards;
    return list_cards(table ? table->hand(now(game), color, list) : 0, list, cards, capacity, count);
}

vc_status vc_game_pile(const vc_game *game, uint32_t color, vc_card *cards, size_t capacity, size_t *count)
{
    vc_card list[VC_MAX_CARDS];
    if (!is_game(game) || !is_color(color))
        return VC_ERR_ARGUMENT;
    const struct card_table *table = set_of(game)->cards;
    return list_cards(table ? table->pile(now(game), color, list) : 0, list, cards, capacity, count);
}

uint32_t vc_game_decks(const vc_game *game, uint32_t color)
{
    return is_game(game) && is_color(color) && set_of(game)->cards ? set_of(game)->cards->decks(game->rules) : 0;
}

vc_status vc_game_deck(const vc_game *game, uint32_t color, uint32_t deck, vc_card *cards, size_t capacity,
                       size_t *count)
{
    vc_card list[VC_MAX_CARDS];
    if (deck >= vc_game_decks(game, color))
        return VC_ERR_ARGUMENT;
    return list_cards(set_of(game)->cards->deck(game->rules, now(game), color, deck, list), list, cards, capacity,
                      count);
}

vc_card vc_game_top(const vc_game *game, uint32_t color, uint32_t deck)
{
    return deck < vc_game_decks(game, color) ? set_of(game)->cards->top(game->rules, now(game), color, deck) : 0;
}

vc_card vc_game_played_card(const vc_game *game)
{
    return is_game(game) && set_of(game)->cards ? set_of(game)->cards->played(now(game)) : 0;
}
