/* SPDX-License-Identifier: ISC */
/* questions.c - see questions.h */
#include "questions.h"

#include <string.h>

#include "cli.h"
#include "facts.h"
#include "outlook.h"

static void add_squares(struct text *text, uint64_t squares)
{
    for (uint32_t square = 0; square < 64; square++)
        if (squares >> square & 1)
            text_add(text, " %s", square_name(square));
}

/* ---------------------------------------------------------------------------------- touch --- */

/* Adds as what a touched piece could move, and the weight of each: " to move: knight 10, rook 6". */
static void add_moving_types(struct text *text, const vc_odds *odds, size_t n)
{
    size_t moving = 0;
    for (size_t i = 0; i < n; i++)
        if (odds[i].can_move)
            text_add(text, "%s %s %u", moving++ ? "," : " to move:", type_name(VC_ACTION_PIECE(odds[i].outcome)),
                     (unsigned)odds[i].weight);
}

/* Adds the odds of touching a square, a line for each identity, with where it could go. Returns all these squares. */
static uint64_t add_odds(struct text *text, const struct look *look, const vc_game *game, uint32_t square)
{
    enum { BAR = 20 };
    vc_odds odds[4];
    size_t n;
    uint64_t total, all = 0;
    vc_game *copy = copy_of(game);
    cli_check(vc_game_odds(game, square, odds, 4, &n, &total));
    if (vc_game_actor(copy) != VC_CHANCE)
        cli_check(vc_game_play(copy, (vc_action)VC_TOUCH << 24 | square << 6));
    for (size_t i = 0; i < n; i++) {
        char fraction[24];
        snprintf(fraction, sizeof fraction, "%u/%u", (unsigned)odds[i].weight, (unsigned)total);
        text_add(text, "  %-6s %9s ", type_name(VC_ACTION_PIECE(odds[i].outcome)), fraction);
        add_bar(text, look, odds[i].weight, total, BAR);
        text_add(text, " %3u %% ", (unsigned)((200 * (uint64_t)odds[i].weight + total) / (2 * total)));
        cli_check(vc_game_play(copy, odds[i].outcome));
        const uint64_t squares = odds[i].can_move ? vc_game_destinations(copy, square) : 0;
        cli_check(vc_game_undo(copy));
        if (squares)
            add_squares(text, squares);
        else
            text_add(text, " cannot move");
        text_add(text, "\n");
        all |= squares;
    }
    cli_check(vc_game_free(copy));
    return all;
}

/* ---------------------------------------------------------------------------------- cards --- */

/* Takes a card out of n sorted ones; returns how many are left. */
static size_t without(vc_card *cards, size_t n, vc_card card)
{
    size_t i = 0;
    while (i < n && cards[i] != card)
        i++;
    if (i == n)
        return n;
    memmove(cards + i, cards + i + 1, (n - i - 1) * sizeof *cards);
    return n - 1;
}

/* Adds what one draw can bring: the cards of a deck, or its known top and the cards below it. */
static void add_deck(struct text *text, const struct look *look, const vc_game *game, uint32_t color, uint32_t deck)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n, same;
    const vc_card top = vc_game_top(game, color, deck);
    cli_check(vc_game_deck(game, color, deck, cards, VC_MAX_CARDS, &n));
    if (vc_game_decks(game, color) > 1)
        text_add(text, "%s deck: ", deck ? "Second" : "First");
    if (top) {
        n = without(cards, n, top);
        text_add(text, "%s draws the ", color_name(color));
        add_card_name(text, top);
        text_add(text, " next: it lies on top. %s", n ? "" : "It is the last card of this deck.");
        if (n)
            text_add(text, "Then, of %zu card%s, each with the same chance:", n, n == 1 ? "" : "s");
    } else
        text_add(text, "%s draws one of %zu cards, each with a chance of 1/%zu:", color_name(color), n, n);
    for (size_t i = 0; i < n; i += same) {
        for (same = 1; i + same < n && cards[i + same] == cards[i];)
            same++;
        text_add(text, " ");
        add_card(text, look, cards[i]);
        if (same > 1)
            text_add(text, "x%zu", same);
    }
}

/* Where a piece could go with each card, before one is discarded. */
static uint64_t add_card_moves(struct text *text, const struct look *look, const vc_game *game, uint32_t square)
{
    struct actions actions;
    uint64_t all = 0;
    vc_game *copy = copy_of(game);
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++) {
        if (VC_ACTION_KIND(actions.list[i]) != VC_DISCARD)
            continue;
        cli_check(vc_game_play(copy, actions.list[i]));
        const uint64_t squares = vc_game_destinations(copy, square);
        cli_check(vc_game_undo(copy));
        if (!squares)
            continue;
        text_add(text, "%s", all ? "; " : " ");
        add_action(text, actions.list[i]);
        text_add(text, " (");
        add_card(text, look, VC_ACTION_RANK(actions.list[i]) | VC_ACTION_SUIT(actions.list[i]) << 4);
        text_add(text, ") for");
        add_squares(text, squares);
        all |= squares;
    }
    cli_check(vc_game_free(copy));
    return all;
}

/* -------------------------------------------------------------------------------- squares --- */

/* Adds the actions that begin on a square, or end there, with their notation when it says something else. */
static size_t add_moves(struct text *text, const vc_game *game, uint32_t square, bool to)
{
    struct actions actions;
    size_t n = 0;
    list_actions(game, &actions);
    for (size_t i = 0; i < actions.count; i++) {
        const vc_action a = actions.list[i];
        const bool move = VC_ACTION_KIND(a) == VC_MOVE;
        if (!move || (to ? VC_ACTION_TO(a) : VC_ACTION_FROM(a)) != square)
            continue;
        char san[VC_SAN_TEXT_SIZE];
        cli_check(vc_game_san(game, a, san, sizeof san, NULL));
        text_add(text, "%s", n++ ? ", " : " ");
        add_action(text, a);
        text_add(text, " (%s)", san);
    }
    return n;
}

/* "the knight on g1", "the rook and pawn together"... is too long for combos: "the combo on e4". */
static void add_who(struct text *text, const vc_game *game, uint32_t square)
{
    const vc_piece piece = vc_game_piece(game, square);
    text_add(text, "%s's %s on %s", color_name(VC_PIECE_COLOR(piece)),
             vc_game_combos(game) >> square & 1 ? "combo" : type_name(VC_PIECE_TYPE(piece)), square_name(square));
}

/* What can be done with the piece on a square by who is to act. Returns where it can go. */
static uint64_t add_possibilities(struct text *text, struct session *session, uint32_t square)
{
    const vc_game *game = session->game;
    uint64_t squares = vc_game_destinations(game, square);
    add_who(text, game, square);
    if (touchable(game) >> square & 1) {
        text_add(text, " can be touched, ?%s. It would be:\n", square_name(square));
        return add_odds(text, &session->look, game, square);
    }
    if (vc_game_decks(game, VC_WHITE) && vc_game_phase(game) == VC_PHASE_TURN) {
        const size_t before = text->length;
        text_add(text, " can move with");
        squares = add_card_moves(text, &session->look, game, square);
        if (squares)
            return squares;
        text->length = before;
    }
    if (squares) {
        text_add(text, ":");
        add_moves(text, game, square, false);
    } else if (vc_game_touched(game) >> square & 1)
        text_add(text, " was touched in vain this turn.");
    else if (vc_game_focus(game) == square && vc_game_phase(game) == VC_PHASE_HIT) {
        text_add(text, " must lose a member:");
        add_actions(text, game, "!", VC_MAX_ACTIONS);
    } else
        text_add(text, " cannot do anything now.");
    return squares;
}

/* Prints lines as they are, wrapped where they are too long. */
static void print_lines(struct text *text)
{
    char *end;
    for (char *line = text->start; line && *line; line = end + (*end != '\0')) {
        end = line + strcspn(line, "\n");
        if (columns(line, (size_t)(end - line)) <= PAGE_WIDTH)
            printf("%.*s\n", (int)(end - line), line);
        else {
            const char last = *end;
            *end = '\0';
            print_wrapped(stdout, line);
            *end = last;
        }
    }
}

void ask_square(struct session *session, uint32_t square)
{
    const vc_game *game = session->game;
    const vc_piece piece = vc_game_piece(game, square);
    const uint32_t actor = vc_game_actor(game);
    struct text text = {0};
    struct view view = session->view;
    if (actor == VC_NOBODY)
        text_add(&text, "The game is over.");
    else if (piece && VC_PIECE_COLOR(piece) == actor) {
        view.from = view.to = 0;
        view.chosen = square;
        view.destinations = add_possibilities(&text, session, square);
        session_show(session, &view);
    } else {
        if (piece)
            add_who(&text, game, square);
        else
            text_add(&text, "%s is empty", square_name(square));
        text_add(&text, ". %s can go there by:", color_name(actor));
        if (!add_moves(&text, game, square, true)) {
            text_clear(&text);
            text_add(&text, "%s%s: no move of %s's leads there now.", piece ? "" : "Nothing is on ",
                     square_name(square), color_name(actor));
        }
    }
    print_lines(&text);
    text_free(&text);
}

void ask_odds(struct session *session, uint32_t square)
{
    const vc_game *game = session->game;
    const uint64_t touch = touchable(game);
    struct text text = {0};
    if (square != VC_NO_SQUARE && touch >> square & 1) {
        add_who(&text, game, square);
        text_add(&text, ", once touched (?%s), is:\n", square_name(square));
        add_odds(&text, &session->look, game, square);
    } else if (square != VC_NO_SQUARE)
        session_refuse(session, "%s cannot be touched now.", square_name(square));
    else if (touch)
        for (uint64_t squares = touch; squares; squares &= squares - 1) {
            const uint32_t next = (uint32_t)__builtin_ctzll(squares);
            vc_odds odds[4];
            size_t n;
            uint64_t total;
            cli_check(vc_game_odds(game, next, odds, 4, &n, &total));
            text_add(&text, "?%s %-6s ", square_name(next), type_name(VC_PIECE_TYPE(vc_game_piece(game, next))));
            add_bar(&text, &session->look, weight_of_moving(odds, n), total, 12);
            text_add(&text, " %u/%u", (unsigned)weight_of_moving(odds, n), (unsigned)total);
            add_moving_types(&text, odds, n);
            text_add(&text, "\n");
        }
    else if (vc_game_decks(game, VC_WHITE))
        for (uint32_t deck = 0, side = vc_game_side_to_move(game); deck < vc_game_decks(game, side); deck++) {
            add_deck(&text, &session->look, game, side, deck);
            text_add(&text, "\n");
        }
    else
        text_add(&text, "Nothing is left to chance now.\n");
    print_lines(&text);
    text_free(&text);
}

static void add_cards(struct text *text, const struct look *look, const vc_card *cards, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_add(text, " ");
        add_card(text, look, cards[i]);
    }
    text_add(text, "%s\n", n ? "" : " none");
}

void ask_cards(struct session *session)
{
    const vc_game *game = session->game;
    struct text text = {0};
    vc_card cards[VC_MAX_CARDS];
    size_t n;
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++) {
        const uint32_t decks = vc_game_decks(game, color);
        if (!decks) {
            text_add(&text, "There are no cards in this game.\n");
            break;
        }
        cli_check(vc_game_hand(game, color, cards, VC_MAX_CARDS, &n));
        text_add(&text, "%s's hand:", color_name(color));
        add_cards(&text, &session->look, cards, n);
        cli_check(vc_game_pile(game, color, cards, VC_MAX_CARDS, &n));
        text_add(&text, "%s's discards, %zu:", color_name(color), n);
        add_cards(&text, &session->look, cards, n);
        for (uint32_t deck = 0; deck < decks; deck++) {
            cli_check(vc_game_deck(game, color, deck, cards, VC_MAX_CARDS, &n));
            text_add(&text, "%s's %sdeck, %zu:", color_name(color), decks == 1 ? "" : deck ? "second " : "first ", n);
            add_cards(&text, &session->look, cards, n);
        }
    }
    print_lines(&text);
    text_free(&text);
}

void ask_why(struct session *session, vc_action action)
{
    struct text text = {0};
    char reason[256];
    cli_check(vc_game_why(session->game, action, reason, sizeof reason, NULL));
    add_action(&text, action);
    if (*reason)
        text_add(&text, ": %s.", reason);
    else
        text_add(&text, " is legal now.");
    session_say(session, "%s", text.start);
    text_free(&text);
}

void ask_actions(struct session *session)
{
    struct text text = {0};
    const size_t n = add_actions(&text, session->game, "", VC_MAX_ACTIONS);
    if (n)
        session_say(session, "%zu:%s", n, text.start);
    else
        session_say(session, "Nothing: the game is over.");
    text_free(&text);
}
