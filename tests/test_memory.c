/* SPDX-License-Identifier: ISC */
/*
 * test_memory.c - memory that cannot be had: every allocation of every call fails once, and nothing has changed
 *
 * The heap of support.c fails on demand, notices blocks freed twice, and after each test whether all were freed.
 */
#include <stdlib.h>

#include "support.h"

/* How long histories become: beyond the first growths of all arrays. */
enum { LONG = 150 };

/* What the calls below work upon. */
struct bench {
    vc_rules *rules;
    vc_game *game, *other;
    const char *text;   /* of an action */
    vc_action action;
    vc_game *made_game; /* what a call makes */
    vc_rules *made_rules;
    uint64_t nodes;
};

typedef vc_status (*call)(struct bench *);

static vc_status call_rules_new(struct bench *b) { return vc_rules_new(VC_IDEAL, &heap_memory, &b->made_rules); }
static vc_status call_rules_copy(struct bench *b) { return vc_rules_copy(b->rules, &b->made_rules); }
static vc_status call_clone(struct bench *b) { return vc_game_clone(b->game, VC_WITH_HISTORY, &b->made_game); }
static vc_status call_clone_bare(struct bench *b) { return vc_game_clone(b->game, VC_WITHOUT_HISTORY, &b->made_game); }
static vc_status call_copy(struct bench *b) { return vc_game_copy(b->other, b->game, VC_WITH_HISTORY); }
static vc_status call_copy_bare(struct bench *b) { return vc_game_copy(b->other, b->game, VC_WITHOUT_HISTORY); }
static vc_status call_play(struct bench *b) { return vc_game_play(b->game, b->action); }
static vc_status call_draw(struct bench *b) { return vc_game_draw(b->game, &b->action); }
static vc_status call_redo(struct bench *b) { return vc_game_redo(b->game); }
static vc_status call_claim(struct bench *b) { return vc_game_claim(b->game); }
static vc_status call_end(struct bench *b) { return vc_game_end(b->game, VC_WHITE, VC_REASON_RESIGNATION); }

static vc_status call_game_new(struct bench *b)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_game_new(b->rules, NULL, &b->made_game, &error);
    ck_assert_int_eq(error.status, status);
    ck_assert_uint_eq(vc_rules_is_frozen(b->rules), !status);
    return status;
}

static vc_status call_play_text(struct bench *b)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_game_play_text(b->game, b->text, &error);
    ck_assert_int_eq(error.status, status);
    return status;
}

static vc_status call_play_on(struct bench *b)
{
    vc_action drawn[VC_MAX_DRAWS] = {77};
    size_t n = 77;
    const vc_status status = vc_game_play_on(b->game, b->action, drawn, COUNT(drawn), &n);
    ck_assert(!status || (drawn[0] == 77 && n == 77));
    return status;
}

static vc_status call_perft(struct bench *b) { return vc_game_perft(b->game, 2, VC_PERFT_BULK, NULL, NULL, &b->nodes); }
static vc_status call_perft_played(struct bench *b)
{
    return vc_game_perft(b->game, 2, VC_PERFT_NO_BULK, NULL, NULL, &b->nodes);
}

static vc_status call_playout(struct bench *b)
{
    static const uint8_t seed[VC_SEED_BYTES];
    return vc_game_playout(b->game, seed, 300, NULL, NULL, NULL, NULL, &b->nodes);
}

/* Makes a call with its first, second, ... allocation failing, until it succeeds; returns how many it needs. */
static size_t fail_until_done(struct bench *b, call function)
{
    struct trace game = {.length = 0}, other = {.length = 0};
    if (b->game)
        game = trace_of(b->game);
    if (b->other)
        other = trace_of(b->other);
    for (size_t n = 1;; n++) {
        const size_t calls = heap.calls;
        heap.fail_at = calls + n;
        const vc_status status = function(b);
        heap.fail_at = 0;
        if (!status) {
            ck_that(heap.calls - calls < n, "a failure of allocation %zu went unnoticed", n);
            return n - 1;
        }
        ck_status(status, VC_ERR_MEMORY);
        ck_that(heap.calls - calls == n, "%zu allocations after the one that failed", heap.calls - calls - n);
        ck_that(!b->made_game && !b->made_rules && b->nodes == 77, "something was made");
        if (b->game)
            ck_unchanged(b->game, &game);
        if (b->other)
            ck_unchanged(b->other, &other);
    }
}

/* The same, where nothing that is allocated stays: neither when it fails nor when it succeeds. */
static size_t fail_without_a_trace(struct bench *b, call function)
{
    const size_t live = heap.live, needed = fail_until_done(b, function);
    ck_that(heap.live == live, "%zu blocks are left", heap.live - live);
    b->nodes = 77;
    return needed;
}

/* A game whose dice always bring the first outcome. */
static uint64_t always_0(void *user, uint64_t bound)
{
    (void)user, (void)bound;
    return 0;
}

static vc_game *new_dull_game(const char *ruleset, const char *options, const char *position)
{
    vc_game *game = new_game(ruleset, options, position);
    ck_ok(vc_game_use_dice(game, always_0, NULL));
    return game;
}

/* Games that can go on for long: the same eight actions again and again; in ideal anything but captures. */
static const struct {
    const char *ruleset, *options, *position, *actions[8];
} walks[] = {
    {"orthodox", "automatic_draws=off", NULL, {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"}},
    {"quantum", "automatic_draws=off", "4k3/8/8/8/8/1P6/PPP5/RB2K3 w - - 0 1",
     {"?a1", "=n", "e1f1", "e8f8", "?a1", "=n", "f1e1", "f8e8"}},
    {"power", "automatic_draws=off initial_moves=15", NULL,
     {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"}},
    {"ideal", "automatic_draws=off", NULL, {NULL}},
};

static vc_action any_quiet_action(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    ck_ok(vc_game_actions(game, list, COUNT(list), &n));
    while (n && vc_action_kind(list[n - 1]) == VC_MOVE && vc_game_piece(game, vc_action_to(list[n - 1])))
        n--;
    ck_that(n, "%s: %s", position_text(game), ending_text(game));
    return list[n - 1];
}

/* The action of a walk after i; VC_NO_ACTION when chance is to act and the dice say. */
static vc_action next_action(const vc_game *game, unsigned walk, unsigned i)
{
    if (*walks[walk].actions)
        return action_of(walks[walk].actions[i % 8]);
    return vc_game_actor(game) == VC_CHANCE ? VC_NO_ACTION : any_quiet_action(game);
}

START_TEST(playing_and_redoing_long_games)
{
    for (unsigned w = 0; w < COUNT(walks); w++) {
        struct bench b = {.nodes = 77};
        size_t failures = 0;
        b.game = new_dull_game(walks[w].ruleset, walks[w].options, walks[w].position);
        for (unsigned i = 0; i < LONG; i++) {
            b.action = next_action(b.game, w, i);
            if (b.action == VC_NO_ACTION) {
                failures += fail_until_done(&b, i % 2 ? call_draw : call_play_on);
                continue;
            }
            b.text = action_text(b.action);
            failures += fail_until_done(&b, i % 2 ? call_play : call_play_text);
        }
        ck_that(failures >= 8, "%s: only %zu allocations failed", walks[w].ruleset, failures); /* arrays grew twice */
        ck_that(failures <= 20, "%s: %zu allocations failed", walks[w].ruleset, failures);
        /* A game with room for its history needs none to go there again; a clone may. */
        const size_t length = vc_game_length(b.game), calls = heap.calls;
        while (vc_game_length(b.game))
            ck_ok(vc_game_undo(b.game));
        for (size_t i = 0; i < length; i++)
            ck_ok(vc_game_redo(b.game));
        ck_assert_uint_eq(heap.calls, calls);
        const struct trace last = trace_of(b.game);
        while (vc_game_length(b.game))
            ck_ok(vc_game_undo(b.game));
        ck_ok(vc_game_clone(b.game, VC_WITH_HISTORY, &b.made_game));
        free_game(b.game);
        b.game = b.made_game;
        b.made_game = NULL;
        keep_game(b.game);
        failures = 0;
        for (size_t i = 0; i < length; i++)
            failures += fail_until_done(&b, call_redo);
        ck_assert_uint_gt(failures, 0);
        ck_unchanged(b.game, &last);
        free_game(b.game);
    }
}

/* What an action that finds no memory would have replaced can still be redone. A clone has no room beyond its length. */
START_TEST(playing_over_what_can_be_redone)
{
    static const call calls[] = {call_play, call_play_text, call_play_on, call_end};
    for (unsigned k = 0; k < COUNT(calls); k++) {
        size_t failures = 0;
        for (unsigned i = 0; i < 16 * 8; i++) {
            const unsigned length = 56 + i / 8, redo = 1 + i % 8;
            struct bench b = {.nodes = 77};
            vc_game *game = new_dull_game("orthodox", walks[0].options, NULL);
            while (vc_game_length(game) < length + redo)
                ck_ok(vc_game_play(game, next_action(game, 0, (unsigned)vc_game_length(game))));
            while (vc_game_length(game) > length - 20) /* and to and fro: the room of a window depends on it */
                ck_ok(vc_game_undo(game));
            while (vc_game_length(game) < length)
                ck_ok(vc_game_redo(game));
            ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &b.game));
            keep_game(b.game);
            free_game(game);
            b.action = any_quiet_action(b.game);
            b.text = action_text(b.action);
            failures += fail_until_done(&b, calls[k]);
            ck_assert_uint_eq(vc_game_redo_length(b.game), 0);
            free_game(b.game);
        }
        ck_that(failures, "call %u needed no memory", k);
    }
}

/* One step that draws twelve cards: its first action, or a later one, finds no memory. */
START_TEST(play_on_in_the_middle)
{
    for (unsigned before = 0; before < 80; before++) {
        struct bench b = {.nodes = 77};
        b.game = new_dull_game("ideal", "hand_size=8 two_decks=on", NULL);
        if (before >= 12) { /* the deal is done, so that the step is a choice and a top */
            vc_action drawn[VC_MAX_DRAWS];
            ck_ok(vc_game_play_on(b.game, VC_NO_ACTION, drawn, COUNT(drawn), NULL));
            for (unsigned i = 12; i < before || vc_game_phase(b.game) != VC_PHASE_CHOOSING; i++)
                ck_ok(vc_game_play_on(b.game, any_quiet_action(b.game), drawn, COUNT(drawn), NULL));
            b.action = any_quiet_action(b.game);
        } else {
            for (unsigned i = 0; i < before; i++)
                ck_ok(vc_game_draw(b.game, NULL));
            for (unsigned i = 0; i < before; i += 2) /* what could be redone is still there */
                ck_ok(vc_game_undo(b.game));
        }
        fail_until_done(&b, call_play_on);
        free_game(b.game);
    }
}

START_TEST(making_and_copying)
{
    static const unsigned lengths[] = {0, 1, 2, 40, 63, 64, 65, 100, LONG};
    for (unsigned w = 0; w < COUNT(walks); w++)
        for (unsigned k = 0; k < COUNT(lengths); k++)
            for (unsigned undone = 0; undone < 2; undone++) {
                struct bench b = {.nodes = 77};
                b.game = new_dull_game(walks[w].ruleset, walks[w].options, walks[w].position);
                for (unsigned i = 0; i < lengths[k]; i++) {
                    const vc_action action = next_action(b.game, w, i);
                    ck_ok(action ? vc_game_play(b.game, action) : vc_game_draw(b.game, NULL));
                }
                for (unsigned i = 0; undone && i < lengths[k]; i += 2)
                    ck_ok(vc_game_undo(b.game));
                const struct trace trace = trace_of(b.game);
                const size_t live = heap.live;
                fail_until_done(&b, call_clone);
                ck_unchanged(b.made_game, &trace);
                ck_ok(vc_game_free(b.made_game));
                b.made_game = NULL;
                ck_assert_uint_eq(fail_until_done(&b, call_clone_bare), 1);
                ck_ok(vc_game_free(b.made_game));
                b.made_game = NULL;
                ck_assert_uint_eq(heap.live, live);
                b.other = new_game(walks[w].ruleset, walks[w].options, walks[w].position);
                for (unsigned i = 0; i < 2; i++) { /* a history, and something to redo, that stay when it fails */
                    const vc_action action = next_action(b.other, w, i);
                    ck_ok(action ? vc_game_play(b.other, action) : vc_game_draw(b.other, NULL));
                }
                ck_ok(vc_game_undo(b.other));
                ck_assert_uint_eq(fail_until_done(&b, call_copy_bare), 0); /* allocates nothing */
                fail_until_done(&b, call_copy);
                ck_unchanged(b.other, &trace);
                ck_ok(vc_game_set_position(b.other, NULL, NULL));
                ck_assert_uint_eq(fail_until_done(&b, call_copy), 0); /* nor when the target had as long a history */
                free_game(b.other);
                free_game(b.game);
            }
}

START_TEST(rules_and_new_games)
{
    struct bench b = {.nodes = 77};
    ck_assert_uint_eq(fail_until_done(&b, call_rules_new), 1);
    b.rules = b.made_rules;
    b.made_rules = NULL;
    ck_assert_uint_eq(fail_until_done(&b, call_rules_copy), 1);
    vc_rules_release(b.made_rules);
    b.made_rules = NULL;
    ck_assert_uint_eq(vc_rules_is_frozen(b.rules), 0);
    ck_assert_uint_eq(fail_until_done(&b, call_game_new), 1);
    vc_rules_release(b.rules); /* the game holds them */
    ck_assert_uint_eq(heap.live, 2);
    ck_ok(vc_game_free(b.made_game));
    ck_assert_uint_eq(heap.live, 0);
}

START_TEST(endings)
{
    struct bench b = {.nodes = 77};
    b.game = new_game("orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60");
    ck_assert_uint_gt(fail_until_done(&b, call_claim), 0);
    ck_assert_str_eq(ending_text(b.game), "draw fifty_moves");
    b.game = new_game("orthodox", NULL, NULL);
    ck_assert_uint_gt(fail_until_done(&b, call_end), 0);
    ck_assert_str_eq(ending_text(b.game), "w resignation");
    /* After some number of actions the ending is the entry that finds no room. */
    size_t failures = 0;
    for (unsigned length = 33; length <= 64; length++) {
        b.game = new_game("orthodox", "automatic_draws=off", NULL);
        for (unsigned i = 0; i < length; i++)
            ck_ok(vc_game_play(b.game, action_of(walks[0].actions[i % 8])));
        failures += fail_until_done(&b, call_end);
    }
    ck_assert_uint_gt(failures, 0);
    ck_ok(vc_game_undo(b.game));
    ck_assert_uint_eq(fail_until_done(&b, call_claim), 0);
}

START_TEST(perft)
{
    struct bench b = {.nodes = 77};
    b.game = new_game("orthodox", NULL, NULL);
    ck_assert_uint_eq(fail_without_a_trace(&b, call_perft), 0); /* counts without a game */
    ck_assert_uint_gt(fail_without_a_trace(&b, call_perft_played), 3);
    ck_assert_uint_gt(fail_without_a_trace(&b, call_playout), 6);
    for (unsigned i = 0; i < 15; i++) /* a fifth repetition is near: a clone is played */
        ck_ok(vc_game_play(b.game, action_of(walks[0].actions[i % 8])));
    ck_assert_uint_gt(fail_without_a_trace(&b, call_perft), 3);
    ck_assert_uint_gt(fail_without_a_trace(&b, call_perft_played), 3);
    for (unsigned length = 60; length < 66; length++) { /* the clone has to grow */
        b.game = new_game("orthodox", "automatic_draws=off", NULL);
        for (unsigned i = 0; i < length; i++)
            ck_ok(vc_game_play(b.game, action_of(walks[0].actions[i % 8])));
        ck_assert_uint_gt(fail_without_a_trace(&b, call_perft_played), 3);
    }
}

/* "Only functions that can return VC_ERR_MEMORY allocate." */
START_TEST(what_does_not_allocate)
{
    vc_game *game = new_game("quantum", NULL, NULL), *other = new_game("quantum", NULL, NULL);
    static const uint8_t seed[VC_SEED_BYTES] = {1};
    uint8_t memory[VC_MAX_SNAPSHOT_SIZE];
    char bytes[2048];
    size_t length;
    vc_action list[VC_MAX_ACTIONS];
    vc_odds odds[4];
    uint64_t value;
    play(game, "e2e4 ?b8 =n b8c6");
    const size_t calls = heap.calls;
    heap.fail_at = calls + 1;
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_redo(game));
    ck_ok(vc_game_undo_decision(game));
    ck_ok(vc_game_undo_decision(game));
    ck_ok(vc_game_actions(game, list, COUNT(list), NULL));
    ck_ok(vc_game_outcomes(game, list, NULL, COUNT(list), NULL, &value));
    ck_ok(vc_game_odds(game, square_of("b8"), odds, COUNT(odds), NULL, NULL));
    ck_assert_str_eq(why_text(game, "e7e4"), "the piece does not move like that");
    ck_ok(vc_game_snapshot(game, memory, sizeof memory));
    ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
    ck_ok(vc_game_load(other, bytes, length, NULL));
    ck_ok(vc_game_restore(other, memory, sizeof memory));
    ck_ok(vc_game_copy(other, game, VC_WITHOUT_HISTORY));
    ck_ok(vc_game_set_position(other, NULL, NULL));
    ck_ok(vc_game_use_seed(other, seed));
    ck_ok(vc_game_use_csprng(other));
    ck_ok(vc_dice_seeded(seed, 1, 6, &value));
    ck_ok(vc_dice_random(6, &value));
    ck_ok(vc_game_perft(other, 2, VC_PERFT_BULK, NULL, NULL, &value));
    ck_assert_str_eq(ending_text(other), "");
    ck_assert_uint_eq(vc_game_repetitions(other), 1);
    vc_rules_release(vc_rules_retain(vc_game_rules(game)));
    ck_assert_uint_eq(heap.calls, calls);
    heap.fail_at = 0;
}

int main(void)
{
    return RUN_TESTS("memory", playing_and_redoing_long_games, playing_over_what_can_be_redone, play_on_in_the_middle,
                     making_and_copying, rules_and_new_games, endings, perft, what_does_not_allocate);
}
