/* SPDX-License-Identifier: ISC */
/* play.c - see play.h */
#define _POSIX_C_SOURCE 200809L

#include "play.h"

#include <time.h>

#include "cli.h"
#include "commands.h"
#include "files.h"
#include "guide.h"

void play_begin(struct session *session, vc_rules *rules, const char *position)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = session_new(session, rules, position, &error);
    vc_rules_release(rules); /* the game keeps them */
    if (status == VC_ERR_SYNTAX || status == VC_ERR_POSITION)
        cli_refuse_text("position", position, &error);
    cli_check(status);
}

void play_open(struct session *session, const char *file) { load_game(session, file); }

/* A player of the program's acts. */
static void let_play(struct session *session)
{
    const uint32_t actor = vc_game_actor(session->game), level = session->players[actor];
    if (vc_game_claimable(session->game) && level == LEVEL_GREEDY && likes_draw(session->game, actor))
        session_claim(session);
    else
        session_play(session, session_choose(session, level));
    if (session->players[VC_WHITE] != HUMAN && session->players[VC_BLACK] != HUMAN) {
        const struct timespec time = {.tv_sec = session->delay / 1000, .tv_nsec = session->delay % 1000 * 1000000};
        session_show(session, NULL);
        fflush(stdout);
        nanosleep(&time, NULL);
    }
}

/* What the line to be typed begins with. */
static const char *prompt_of(const struct session *session)
{
    if (!session->game)
        return "game> ";
    switch (vc_game_actor(session->game)) {
    case VC_WHITE:
        return "White> ";
    case VC_BLACK:
        return "Black> ";
    default:
        return "over> ";
    }
}

int play_run(struct session *session)
{
    session->input = input_open(command_complete, session);
    if (session->game)
        guide_first_steps(session);
    else
        guide_games(session);
    while (!session->done && !ferror(stdout)) {
        const uint32_t actor = vc_game_actor(session->game);
        if (session->game && actor <= VC_BLACK && session->players[actor] != HUMAN) {
            let_play(session);
            continue;
        }
        if (session->game && session->board_due)
            session_show(session, NULL);
        const char *line = input_line(session->input, prompt_of(session));
        if (!line) {
            putchar('\n'); /* behind the prompt */
            break;
        }
        command_run(session, line);
    }
    const bool refused = session->refused && !input_is_terminal(session->input);
    input_close(session->input);
    session_finish(session);
    const int status = cli_finish();
    return status ? status : refused ? CLI_REFUSED : CLI_DONE;
}
