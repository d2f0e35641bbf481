/* SPDX-License-Identifier: ISC */
/* session.c - see session.h */
#define _POSIX_C_SOURCE 200809L

#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "outlook.h"

bool player_find(const char *name, uint32_t *player)
{
    for (*player = 0; *player <= HUMAN; ++*player)
        if (!strcmp(player_name(*player), name))
            return true;
    return false;
}

const char *player_name(uint32_t player) { return player == HUMAN ? "human" : level_name(player); }

/* --------------------------------------------------------------------------------- saying --- */

void session_say(const struct session *session, const char *format, ...)
{
    char words[2048];
    va_list arguments;
    (void)session;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    print_wrapped(stdout, words);
}

void session_refuse(struct session *session, const char *format, ...)
{
    char words[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (!session->input) /* it comes from an argument */
        cli_refuse("%s", words);
    print_wrapped(stdout, words);
    session->refused = true;
}

/* Prints and forgets what happened. */
static void tell(struct session *session)
{
    char *line = session->told.start, *end;
    for (; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        print_wrapped(stdout, line);
    }
    text_clear(&session->told);
}

/* The colour that sees its pieces below: that of the only person, else White. flip turns it. */
static uint32_t lower_side(const struct session *session)
{
    return session->players[VC_BLACK] == HUMAN && session->players[VC_WHITE] != HUMAN ? VC_BLACK : VC_WHITE;
}

/* How the game ended, and what can be done then. */
static void tell_result(const struct session *session)
{
    uint32_t winner;
    cli_check(vc_game_outcome(session->game, &winner, NULL));
    session_say(session, "%s. new begins another game, undo takes back, save FILE keeps it, quit ends.",
                winner == VC_NOBODY  ? "1/2-1/2"
                : winner == VC_WHITE ? "1-0"
                                     : "0-1");
}

void session_show(struct session *session, const struct view *view)
{
    struct text title = {0}, beside = {0};
    struct view shown = view ? *view : session->view;
    text_add(&title, "%s, move %u", vc_ruleset_name(vc_rules_ruleset(vc_game_rules(session->game))),
             (unsigned)vc_game_move_number(session->game));
    putchar('\n');
    print_rule(stdout, &session->look, title.start);
    tell(session);
    if (!view && session_is_human(session) && vc_game_phase(session->game) == VC_PHASE_MOVING) {
        shown.chosen = vc_game_focus(session->game);
        shown.destinations = vc_game_destinations(session->game, shown.chosen);
    }
    if (!shown.beside && session_is_human(session)) {
        add_outlook(&beside, &session->look, session->game);
        shown.beside = beside.start;
    }
    print_board(stdout, &session->look, session->game, &shown);
    if (vc_game_actor(session->game) == VC_NOBODY)
        tell_result(session);
    else if (session_is_human(session) && vc_game_claimable(session->game))
        session_say(session, "You can claim a draw now: claim.");
    session->board_due = false;
    text_free(&title);
    text_free(&beside);
}

/* -------------------------------------------------------------------------------- playing --- */

bool session_is_human(const struct session *session)
{
    const uint32_t actor = vc_game_actor(session->game);
    return actor <= VC_BLACK && session->players[actor] == HUMAN;
}

/* Begins to tell of an action: "12. Nf3" or, of Black's, "12... Nf6". An ending from outside is no action. */
static void begin_step(struct session *session, vc_action action, uint32_t reason)
{
    char san[VC_SAN_TEXT_SIZE] = "";
    const bool black = vc_game_side_to_move(session->game) == VC_BLACK;
    story_begin(&session->story);
    session->view.from = session->view.to = 0;
    if (action) {
        cli_check(vc_game_san(session->game, action, san, sizeof san, NULL));
        text_add(&session->told, "%u%s %s", (unsigned)vc_game_move_number(session->game), black ? "..." : ".", san);
    } else if (!reason)
        text_add(&session->told, "The deal");
}

/* Ends it with the sentences about it. */
static void end_step(struct session *session, const vc_action *drawn, size_t count)
{
    struct text *told = &session->told;
    for (size_t i = 0; i < count; i++) {
        char text[VC_ACTION_TEXT_SIZE];
        cli_check(vc_action_text(drawn[i], text, sizeof text, NULL));
        text_add(told, " %s", text);
    }
    text_add(told, "  ");
    story_tell(&session->story, session->game, told);
    if (vc_game_phase(session->game) == VC_PHASE_TURN && !vc_game_touched(session->game) &&
        vc_game_in_check(session->game))
        text_add(told, "Check!");
    text_add(told, "\n");
    story_squares(&session->story, &session->view.from, &session->view.to);
    *session->result = '\0';
    session->board_due = true;
    session->seed_used = true;
}

void session_play(struct session *session, vc_action action)
{
    vc_action drawn[VC_MAX_DRAWS];
    size_t n;
    begin_step(session, action, VC_REASON_NONE);
    cli_check(vc_game_play_on(session->game, action, drawn, VC_MAX_DRAWS, &n));
    end_step(session, drawn, n);
}

void session_end(struct session *session, uint32_t winner, uint32_t reason)
{
    begin_step(session, VC_NO_ACTION, reason);
    cli_check(vc_game_end(session->game, winner, reason));
    end_step(session, NULL, 0);
}

void session_claim(struct session *session)
{
    begin_step(session, VC_NO_ACTION, vc_game_claimable(session->game));
    cli_check(vc_game_claim(session->game));
    end_step(session, NULL, 0);
}

/* What is to be redone next. */
static vc_entry next_entry(const vc_game *game)
{
    vc_entry entry = {.size = sizeof entry};
    cli_check(vc_game_entry(game, vc_game_length(game), &entry));
    return entry;
}

/* Redoes an action and the chance that follows it. */
static void redo_step(struct session *session)
{
    vc_action drawn[VC_MAX_DRAWS];
    size_t n = 0;
    const vc_entry entry = next_entry(session->game);
    begin_step(session, entry.actor == VC_CHANCE ? VC_NO_ACTION : entry.action, entry.reason);
    if (entry.actor != VC_CHANCE)
        cli_check(vc_game_redo(session->game));
    while (n < VC_MAX_DRAWS && vc_game_redo_length(session->game) && next_entry(session->game).actor == VC_CHANCE) {
        drawn[n++] = next_entry(session->game).action;
        cli_check(vc_game_redo(session->game));
    }
    end_step(session, drawn, n);
}

bool session_redo(struct session *session)
{
    if (!vc_game_redo_length(session->game))
        return false;
    do
        redo_step(session);
    while (vc_game_redo_length(session->game) && !session_is_human(session));
    return true;
}

bool session_undo(struct session *session)
{
    const size_t length = vc_game_length(session->game);
    vc_entry last = {.size = sizeof last};
    if (!length)
        return false;
    cli_check(vc_game_entry(session->game, length - 1, &last));
    if (!last.action)
        cli_check(vc_game_undo(session->game));
    else
        do
            if (vc_game_undo_decision(session->game)) {
                while (vc_game_length(session->game) < length)
                    cli_check(vc_game_redo(session->game));
                return false;
            }
        while (!session_is_human(session));
    session->view.from = session->view.to = 0;
    *session->result = '\0';
    text_clear(&session->told);
    session->board_due = true;
    return true;
}

vc_action session_choose(const struct session *session, uint32_t level)
{
    return choose_action(level, session->game, session->seed.bytes, vc_game_length(session->game));
}

/* ------------------------------------------------------------------ starting, other games --- */

void session_start(struct session *session, const struct look *look, const struct seed *seed, const uint32_t players[2],
                   long delay)
{
    *session = (struct session){.look = *look, .seed = *seed, .delay = delay, .view = {.chosen = VC_NO_SQUARE}};
    session->players[VC_WHITE] = players[VC_WHITE];
    session->players[VC_BLACK] = players[VC_BLACK];
    session->view.below = lower_side(session);
}

void session_adopt(struct session *session, vc_game *game)
{
    cli_check(vc_game_free(session->game));
    session->game = game;
    if (session->seed_used)
        seed_next(&session->seed);
    session->seed_used = false;
    cli_check(vc_game_use_seed(game, session->seed.bytes));
    cli_check(vc_game_on_event(game, story_hear, &session->story));
    session->view.from = session->view.to = 0;
    session->board_due = true;
    free(session->file);
    session->file = NULL;
    *session->result = '\0';
    text_clear(&session->told);
    print_heading(stdout, &session->look, vc_game_rules(game), session->seed.text);
    if (vc_game_actor(game) == VC_CHANCE) {
        session_play(session, VC_NO_ACTION);
        session->seed_used = false; /* the deal alone: an option may still be set */
    }
}

vc_status session_new(struct session *session, vc_rules *rules, const char *position, vc_error *error)
{
    vc_game *game;
    const vc_status status = vc_game_new(rules, position, &game, error);
    if (status)
        return status;
    char *copy = position ? strdup(position) : NULL;
    if (position && !copy)
        cli_check(VC_ERR_MEMORY);
    session_adopt(session, game);
    free(session->position);
    session->position = copy;
    return VC_OK;
}

void session_finish(struct session *session)
{
    cli_check(vc_game_free(session->game));
    text_free(&session->told);
    free(session->position);
    free(session->file);
}
