/* SPDX-License-Identifier: ISC */
/* watch.c - see watch.h */
#define _POSIX_C_SOURCE 200809L

#include "watch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"
#include "cli.h"
#include "opponent.h"
#include "story.h"

enum { MAX_STEPS = 20000 };

/* A step is what one board shows: a move, a touch or a casualty, with the cards and the chance that go with it. */
struct step {
    size_t end; /* the length of the history after it */
    unsigned interest;
};

/* A game to be shown. */
struct show {
    const struct watch *watch;
    vc_game *game;
    struct story story;
    struct text text;
    struct step *steps; /* the first one is the deal, if there is any */
    size_t step_count, capacity;
};

/* -------------------------------------------------------------------------------- playing --- */

static void end_step(struct show *show)
{
    if (show->step_count == show->capacity) {
        show->capacity = show->capacity ? 2 * show->capacity : 256;
        show->steps = realloc(show->steps, show->capacity * sizeof *show->steps);
        if (!show->steps)
            cli_check(VC_ERR_MEMORY);
    }
    show->steps[show->step_count++] = (struct step){vc_game_length(show->game), show->story.interest};
    story_forget(&show->story);
}

/* Whether the board has something new to show. */
static bool step_is_complete(const vc_game *game)
{
    const uint32_t phase = vc_game_phase(game);
    return phase != VC_PHASE_PLAYED && phase != VC_PHASE_CHOOSING;
}

/* Plays the game to its end: at last by claiming a draw, or by agreement. */
static void play_game(struct show *show)
{
    vc_game *game = show->game;
    vc_action drawn[VC_MAX_DRAWS];
    if (vc_game_actor(game) == VC_CHANCE)
        cli_check(vc_game_play_on(game, VC_NO_ACTION, drawn, VC_MAX_DRAWS, NULL));
    end_step(show);
    for (uint64_t k = 0; vc_game_actor(game) != VC_NOBODY; k++) {
        story_begin(&show->story);
        if (vc_game_claimable(game))
            cli_check(vc_game_claim(game));
        else if (show->step_count == MAX_STEPS)
            cli_check(vc_game_end(game, VC_NOBODY, VC_REASON_AGREEMENT));
        else
            cli_check(vc_game_play_on(game, choose_action(LEVEL_LIVELY, game, show->watch->seed.bytes, k), drawn,
                                      VC_MAX_DRAWS, NULL));
        if (step_is_complete(game))
            end_step(show);
    }
}

/* --------------------------------------------------------------------------------- telling --- */

/* Adds "12. White: ?g1 =b" for the actions from here to the end of a step; none when there are none. */
static void add_title(struct text *text, const vc_game *game, size_t end)
{
    vc_game *copy; /* plays on, since notation is that of a position */
    text_add(text, "%u. %s:", (unsigned)vc_game_move_number(game), color_name(vc_game_side_to_move(game)));
    cli_check(vc_game_clone(game, VC_WITHOUT_HISTORY, &copy));
    for (size_t i = vc_game_length(game); i < end; i++) {
        vc_entry entry = {.size = sizeof entry};
        char san[VC_SAN_TEXT_SIZE] = "";
        cli_check(vc_game_entry(game, i, &entry));
        if (entry.action) {
            cli_check(vc_game_san(copy, entry.action, san, sizeof san, NULL));
            cli_check(vc_game_play(copy, entry.action));
        }
        text_add(text, " %s", entry.action ? san : "claims a draw"); /* else the program's players end no game */
    }
    cli_check(vc_game_free(copy));
}

static void wait_a_moment(long milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    fflush(stdout);
    if (milliseconds)
        nanosleep(&time, NULL);
}

/* Redoes the actions of a step and, if it is to be seen, tells of them and prints the board. */
static void replay_step(struct show *show, size_t index, bool seen)
{
    const struct look *look = &show->watch->look;
    const uint32_t side = vc_game_side_to_move(show->game);
    struct text *text = &show->text;
    struct view view = {.chosen = VC_NO_SQUARE};
    text_clear(text);
    if (index)
        add_title(text, show->game, show->steps[index].end);
    if (seen)
        print_rule(stdout, look, index ? text->start : "The start");
    text_clear(text);
    while (vc_game_length(show->game) < show->steps[index].end) {
        story_begin(&show->story);
        cli_check(vc_game_redo(show->game));
        story_tell(&show->story, show->game, text);
        story_squares(&show->story, &view.from, &view.to);
    }
    if (!seen)
        return;
    if (vc_game_side_to_move(show->game) != side && vc_game_phase(show->game) == VC_PHASE_TURN &&
        vc_game_in_check(show->game))
        text_add(text, "Check!");
    if (text->length)
        print_wrapped(stdout, text->start);
    print_board(stdout, look, show->game, &view);
    fputc('\n', stdout);
    wait_a_moment(show->watch->delay);
}

/* The first of n steps in a row, from low to high, that are the most eventful together. */
static size_t most_eventful(const struct show *show, size_t low, size_t high, size_t n)
{
    unsigned best = 0;
    size_t found = low;
    for (size_t i = low; i + n <= high; i++) {
        unsigned sum = 0;
        for (size_t k = i; k < i + n; k++)
            sum += show->steps[k].interest;
        if (sum > best) {
            best = sum;
            found = i;
        }
    }
    return found;
}

/* Tells the game: its opening and its end with a third of the boards each, and the most eventful stretch between. */
static void tell_game(struct show *show)
{
    const size_t total = show->step_count, boards = show->watch->boards;
    const size_t third = boards / 3, stretch = boards - 2 * third;
    size_t opening = total, middle = total, ending = total; /* the opening ends there, the others begin there */
    size_t hidden = 0;
    if (boards < total) {
        opening = third;
        ending = total - third;
        middle = most_eventful(show, opening, ending, stretch);
    }
    for (size_t i = 0; i < total && !ferror(stdout); i++) {
        const bool seen = i < opening || (i >= middle && i < middle + stretch) || i >= ending;
        if (seen && hidden)
            printf("   ... %u step%s later ...\n\n", (unsigned)hidden, hidden == 1 ? "" : "s");
        hidden = seen ? 0 : hidden + 1;
        replay_step(show, i, seen);
    }
}

static void print_result(const struct show *show)
{
    char position[VC_POSITION_TEXT_SIZE];
    const uint32_t black_moved = vc_game_side_to_move(show->game) == VC_WHITE; /* and the number grew */
    uint32_t winner, reason;
    struct text text = {0};
    cli_check(vc_game_outcome(show->game, &winner, &reason));
    text_add(&text, "Result: %s. ", winner == VC_NOBODY ? "1/2-1/2" : winner == VC_WHITE ? "1-0" : "0-1");
    add_ending(&text, winner, reason);
    text_add(&text, ", after %u moves and %u actions.", (unsigned)(vc_game_move_number(show->game) - black_moved),
             (unsigned)vc_game_length(show->game));
    print_wrapped(stdout, text.start);
    cli_check(vc_game_position(show->game, position, sizeof position, NULL));
    text_clear(&text);
    text_add(&text, "Position: %s", position);
    print_wrapped(stdout, text.start);
    text_free(&text);
}

void watch_game(const struct watch *watch, vc_rules *rules)
{
    struct show show = {.watch = watch};
    cli_check(vc_game_new(rules, NULL, &show.game, NULL));
    cli_check(vc_game_use_seed(show.game, watch->seed.bytes));
    cli_check(vc_game_on_event(show.game, story_hear, &show.story));
    print_heading(stdout, &watch->look, rules, watch->seed.text);
    putchar('\n');
    play_game(&show);
    while (vc_game_length(show.game))
        cli_check(vc_game_undo(show.game));
    tell_game(&show);
    print_result(&show);
    cli_check(vc_game_free(show.game));
    text_free(&show.text);
    free(show.steps);
}
