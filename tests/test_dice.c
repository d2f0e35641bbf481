/* SPDX-License-Identifier: ISC */
/*
 * test_dice.c - randomness: how dice map onto outcomes, seeded dice, the system's source
 *
 * The known answers are those of tests/python/seeded_dice.py, which shares no code with the library. Levels of
 * chi-square tests are such that a good generator never fails them.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

/* Dice that give the numbers of a list, then zeros, and remember how they were asked. */
struct scripted {
    uint64_t answers[16], bounds[16];
    unsigned calls;
};

static uint64_t scripted_dice(void *user, uint64_t bound)
{
    struct scripted *dice = user;
    ck_that(dice->calls < COUNT(dice->answers), "the dice are rolled too often");
    dice->bounds[dice->calls] = bound;
    return dice->answers[dice->calls++];
}

static vc_game *new_scripted(struct scripted *dice, const char *ruleset, const char *options, const char *position)
{
    vc_game *game = new_game(ruleset, options, position);
    ck_ok(vc_game_use_dice(game, scripted_dice, dice));
    return game;
}

/* ----------------------------------------------------------------------------- mapping --- */

/* At a chance node: number r brings the first outcome whose weight, added to those before, exceeds r. */
static void check_number(vc_game *game, struct scripted *dice, uint64_t number, vc_action wanted, uint64_t total)
{
    vc_action drawn = VC_NO_ACTION;
    const size_t length = vc_game_length(game);
    *dice = (struct scripted){.answers = {number}};
    ck_ok(vc_game_draw(game, &drawn));
    ck_that(drawn == wanted, "%llu brings %s", (unsigned long long)number, action_text(drawn));
    ck_that(dice->calls == 1 && dice->bounds[0] == total, "rolled below %llu", (unsigned long long)dice->bounds[0]);
    ck_that(vc_game_length(game) == length + 1, "%zu", vc_game_length(game));
    ck_ok(vc_game_undo(game));
}

START_TEST(every_number_of_every_kind_of_node)
{
    static const struct {
        const char *ruleset, *options, *position, *play;
        uint64_t total;
    } rows[] = {
        {"quantum", NULL, NULL, "?g1", 29},
        {"quantum", "temperature=1/2", NULL, "?b1", 58},
        {"quantum", "temperature=1/2", NULL, "?d1", 29},
        {"quantum", "temperature=1/3", NULL, "?d1", 87},
        {"quantum", "temperature=1", NULL, "?d1", 1},
        {"quantum", "values=100,99,98,97", NULL, "?a1", 1911097},
        {"ideal", NULL, NULL, "-3d e2e4", 22},
        {"ideal", NULL, NULL, "-3d e2e4 +7d -4c e7e5", 22},
        {"ideal", "packs=4 jokers=1", NULL, "-3d e2e4", 101},
        {"ideal", "packs=4", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:AdAdAdAd/AcAcAcAc discards:-/-", "-Ad e2e4", 25},
        {"ideal", "hand_size=8 packs=4", NULL, NULL, 100},                            /* the deal */
        {"ideal", "hand_size=8 packs=4", NULL, "+7d +7d +7d +7d +7c +7c +7c", 97},    /* Black's last */
        {"ideal", "hand_size=6 two_decks=on", NULL, "+7d", 11},                       /* the second deck */
        {"ideal", "face_up=on", NULL, NULL, 22},                                      /* a first top */
        {"ideal", "face_up=on", NULL, "+7d +7c -3d e2e4", 21},                        /* the next top */
        {"ideal", "two_decks=on jokers=1", NULL, "+*d", 12},                          /* the top of another deck */
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4 ^h", 10},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        struct scripted dice = {.calls = 0};
        vc_game *game = new_scripted(&dice, rows[i].ruleset, rows[i].options, rows[i].position);
        vc_action list[VC_MAX_ACTIONS];
        uint32_t weights[VC_MAX_ACTIONS];
        uint64_t total, number = 0;
        size_t n;
        play(game, rows[i].play);
        ck_ok(vc_game_outcomes(game, list, weights, COUNT(list), &n, &total));
        ck_that(total == rows[i].total, "row %u: %llu", i, (unsigned long long)total);
        for (size_t k = 0; k < n; k++)
            for (uint32_t copy = 0; copy < weights[k]; copy++, number++)
                if (total <= 200 || !copy || copy + 1 == weights[k]) /* all, or both ends of each outcome's range */
                    check_number(game, &dice, number, list[k], total);
        ck_assert_uint_eq(number, total);
        free_game(game);
    }
}

/* An answer that is too large refuses the draw, and all is as it was. */
START_TEST(refused_draws_change_nothing)
{
    static const uint64_t refusals[] = {29, 30, UINT64_MAX};
    struct scripted dice = {.calls = 0};
    vc_game *game = new_scripted(&dice, "quantum", NULL, NULL);
    play(game, "e2e4 ?b8 =n b8c6");
    for (int i = 0; i < 2; i++)
        ck_ok(vc_game_undo(game));
    const struct trace before = trace_of(game);
    for (unsigned i = 0; i < COUNT(refusals); i++) {
        vc_action drawn = 77, list[VC_MAX_DRAWS] = {77};
        size_t n = 77;
        dice = (struct scripted){.answers = {refusals[i], refusals[i]}};
        ck_status(vc_game_draw(game, &drawn), VC_ERR_REFUSED);
        ck_status(vc_game_play_on(game, VC_NO_ACTION, list, COUNT(list), &n), VC_ERR_REFUSED);
        ck_assert_uint_eq(dice.calls, 2);
        ck_assert_uint_eq(drawn, 77);
        ck_assert_uint_eq(list[0], 77);
        ck_unchanged(game, &before);
    }
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(action_text(action_of("=n")), "=n");
    ck_assert_uint_eq(vc_game_redo_length(game), 1);
}

/* A refusal in the middle of a step takes back all of it, redo included. */
START_TEST(refused_in_the_middle_of_a_step)
{
    struct scripted dice = {.answers = {0, 0, 29}};
    vc_action drawn[VC_MAX_DRAWS];
    vc_game *game = new_scripted(&dice, "ideal", "hand_size=5 two_decks=on", NULL);
    play(game, "+7d +7c +Ad +Ah");
    for (int i = 0; i < 4; i++)
        ck_ok(vc_game_undo(game));
    const struct trace before = trace_of(game);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), NULL), VC_ERR_REFUSED);
    ck_assert_uint_eq(dice.calls, 3);
    ck_unchanged(game, &before);
    for (int i = 0; i < 4; i++)
        ck_ok(vc_game_redo(game));
    ck_assert_str_eq(position_text(game), ARRAY " hands:3d3h4d4h7d/3c3s4c4s7c discards:-/- top:AdAh/-- dealing:bc");
}

/* --------------------------------------------------------------------------- playing on --- */

START_TEST(play_on_draws_all_that_is_due)
{
    struct scripted dice = {.answers = {28, 3, 0, 21, 0, 1}};
    vc_action drawn[VC_MAX_DRAWS];
    size_t n;
    vc_game *game = new_scripted(&dice, "quantum", NULL, NULL);
    ck_ok(vc_game_play_on(game, action_of("?g1"), drawn, COUNT(drawn), &n));
    ck_assert_uint_eq(n, 1);
    ck_assert_str_eq(action_text(drawn[0]), "=q");
    ck_assert_str_eq(position_text(game), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBQR w KQkq - 0 1 touched:g1");
    ck_ok(vc_game_play_on(game, action_of("e2e4"), NULL, 0, &n)); /* no chance follows */
    ck_assert_uint_eq(n, 0);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), &n), VC_ERR_NOTHING);
    play(game, "?b8");
    ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), &n)); /* the chance that is due */
    ck_assert_str_eq(action_text(drawn[0]), "=n");
    ck_assert_uint_eq(dice.calls, 2);
    /* A whole deal: hands of eight, then tops. */
    dice = (struct scripted){.calls = 0};
    game = new_scripted(&dice, "ideal", "hand_size=8 two_decks=on", NULL);
    ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), &n));
    ck_assert_uint_eq(n, 12);
    ck_assert_uint_eq(dice.calls, 12);
    ck_assert_uint_eq(vc_game_chance_index(game), 12);
    ck_assert_str_eq(position_text(game), ARRAY " hands:AdAh2d2h3d3h4d4h/AcAs2c2s3c3s4c4s discards:-/- top:5d5h/5c5s");
    static const uint64_t bounds[] = {11, 11, 10, 10, 11, 11, 10, 10, 9, 9, 9, 9};
    for (unsigned i = 0; i < 12; i++)
        ck_assert_uint_eq(dice.bounds[i], bounds[i]);
}

START_TEST(play_on_needs_room_for_what_it_draws)
{
    static const uint8_t seed[VC_SEED_BYTES] = {5};
    vc_action drawn[VC_MAX_DRAWS] = {77};
    size_t n = 0;
    vc_game *game = new_game("ideal", "hand_size=6", NULL);
    ck_ok(vc_game_use_seed(game, seed));
    const struct trace before = trace_of(game);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, drawn, 3, &n), VC_ERR_BUFFER);
    ck_assert_uint_eq(n, 4);
    ck_assert_uint_eq(drawn[0], 77);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, NULL, 0, NULL), VC_ERR_BUFFER);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, NULL, 9, NULL), VC_ERR_ARGUMENT);
    ck_unchanged(game, &before);
    ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, 4, &n));
    const char *dealt = position_text(game);
    ck_ok(vc_game_set_position(game, NULL, NULL));
    for (int i = 0; i < 4; i++) { /* seeded dice are not lost by a step that failed */
        vc_action one;
        ck_ok(vc_game_draw(game, &one));
        ck_assert_uint_eq(one, drawn[i]);
    }
    ck_assert_str_eq(position_text(game), dealt);
}

START_TEST(dice_are_for_chance_nodes)
{
    struct scripted dice = {.calls = 0};
    vc_action drawn[VC_MAX_DRAWS] = {77};
    vc_game *game = new_scripted(&dice, "quantum", NULL, NULL);
    const struct trace before = trace_of(game);
    ck_status(vc_game_draw(game, drawn), VC_ERR_NOTHING);
    ck_status(vc_game_play_on(game, action_of("=n"), drawn, COUNT(drawn), NULL), VC_ERR_ILLEGAL);
    ck_status(vc_game_play_on(game, action_of("e2e5"), drawn, COUNT(drawn), NULL), VC_ERR_ILLEGAL);
    ck_unchanged(game, &before);
    ck_assert_uint_eq(drawn[0], 77);
    play(game, "?g1 =n"); /* what the caller chooses is not rolled */
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_redo(game));
    ck_assert_uint_eq(dice.calls, 0);
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_status(vc_game_draw(game, drawn), VC_ERR_NOTHING);
    ck_status(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), NULL), VC_ERR_NOTHING);
    ck_status(vc_game_play_on(game, action_of("g1f3"), drawn, COUNT(drawn), NULL), VC_ERR_OVER);
    ck_assert_uint_eq(dice.calls, 0);
}

/* ------------------------------------------------------------------------------ seeded --- */

static const uint8_t seeds[3][VC_SEED_BYTES] = {
    {0},
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
    /* SHA-256 of "variantchess" */
    {0xf8, 0x8c, 0x5a, 0x83, 0xab, 0xbc, 0x91, 0x63, 0xe9, 0xad, 0x3d, 0x70, 0x90, 0x0c, 0x21, 0xc0,
     0x58, 0x8d, 0xc5, 0xf1, 0x17, 0x77, 0x9d, 0x76, 0x0b, 0xba, 0x74, 0x15, 0x39, 0x72, 0xfe, 0x3b},
};

START_TEST(seeded_known_answers)
{
    static const struct {
        unsigned seed;
        uint64_t n, bound, value;
    } rows[] = {
        {0, UINT64_C(0), UINT64_C(6), UINT64_C(3)},
        {0, UINT64_C(0), UINT64_C(9223372036854775808), UINT64_C(5196864593727609915)},
        {1, UINT64_C(1), UINT64_C(29), UINT64_C(8)},
        {1, UINT64_C(7), UINT64_C(18446744073709551615), UINT64_C(883087369427888065)},
        {1, UINT64_C(511), UINT64_C(87), UINT64_C(17)},
        {2, UINT64_C(0), UINT64_C(29), UINT64_C(14)},
        {2, UINT64_C(1), UINT64_C(13835058055282163712), UINT64_C(13784003051616684782)},
        {2, UINT64_C(4294967296), UINT64_C(4294967297), UINT64_C(582424370)},
        {2, UINT64_C(2305843009213693951), UINT64_C(9223372036854775810), UINT64_C(7290597968389544717)},
        {1, UINT64_C(2305843009213693951), UINT64_C(4294967295), UINT64_C(2383904435)},
        {2, UINT64_C(8), UINT64_C(9223372036854775809), UINT64_C(3711717131395674018)}, /* 7 words */
        {0, UINT64_C(2305843009213693951), UINT64_C(9223372036854775810), UINT64_C(6691072733464483071)}, /* 5 words */
        {1, UINT64_C(7), UINT64_C(9223372036854775809), UINT64_C(2368558643173611348)}, /* 5 words */
        {0, UINT64_C(1), UINT64_C(9223372036854775809), UINT64_C(1009503894541568639)}, /* 4 words */
        {1, UINT64_C(7), UINT64_C(9223372036854775810), UINT64_C(6149712785171984529)}, /* 4 words */
        {1, UINT64_C(511), UINT64_C(9223372036854775809), UINT64_C(1714274066146496180)}, /* 4 words */
        {0, UINT64_C(1), UINT64_C(9223372036854775810), UINT64_C(4620105661300795387)}, /* 2 words */
        {0, UINT64_C(1), UINT64_C(13835058055282163712), UINT64_C(6930158491951193079)}, /* 2 words */
        {0, UINT64_C(7), UINT64_C(9223372036854775809), UINT64_C(3867492076549070517)}, /* 2 words */
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        uint64_t value = 0;
        ck_ok(vc_dice_seeded(seeds[rows[i].seed], rows[i].n, rows[i].bound, &value));
        ck_that(value == rows[i].value, "row %u: %llu", i, (unsigned long long)value);
    }
}

START_TEST(many_draws_are_those_of_single_calls)
{
    static const uint64_t bounds[] = {1, 29, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX};
    static const uint64_t starts[] = {0, 1, 7, 8, 500, (UINT64_C(1) << 61) - 1500};
    enum { MOST = 1500 };
    static uint64_t values[MOST];
    const uint8_t *seed = seeds[0];
    for (unsigned b = 0; b < COUNT(bounds); b++)
        for (unsigned s = 0; s < COUNT(starts); s++)
            for (size_t count = 0; count <= MOST; count = count < 10 ? count + 1 : count + 745) {
                ck_ok(vc_dice_seeded_many(seed, starts[s], bounds[b], values, count));
                for (size_t i = 0; i < count; i++) {
                    uint64_t value;
                    ck_ok(vc_dice_seeded(seed, starts[s] + i, bounds[b], &value));
                    ck_that(values[i] == value, "draw %zu of %zu below %llu", i, count, (unsigned long long)bounds[b]);
                }
            }
    ck_ok(vc_dice_seeded_many(seed, UINT64_C(1) << 61, 6, NULL, 0));
}
END_TEST

/* Plays numbers of a game's own dice: the n-th outcome is that of vc_dice_seeded(seed, n, total). */
static void check_seeded_draw(vc_game *game, const uint8_t *seed)
{
    vc_action list[VC_MAX_ACTIONS], drawn;
    uint32_t weights[VC_MAX_ACTIONS];
    uint64_t total, value;
    size_t i = 0;
    const uint64_t n = vc_game_chance_index(game);
    ck_ok(vc_game_outcomes(game, list, weights, COUNT(list), NULL, &total));
    ck_ok(vc_dice_seeded(seed, n, total, &value));
    while (value >= weights[i])
        value -= weights[i++];
    ck_ok(vc_game_draw(game, &drawn));
    ck_that(drawn == list[i], "outcome %llu: %s, not %s", (unsigned long long)n, action_text(drawn),
            action_text(list[i]));
    ck_that(vc_game_chance_index(game) == n + 1, "%llu", (unsigned long long)vc_game_chance_index(game));
}

START_TEST(seeded_games_are_indexed)
{
    static const char *const moves[] = {"e1f1", "e8f8", "f1e1", "f8e8"};
    enum { TURNS = 300 };
    vc_action drawn[TURNS];
    /* Whatever is in the corner cannot move. */
    vc_game *game = new_game("quantum", "automatic_draws=off temperature=1/2", "4k3/8/8/8/8/1P6/PPP5/RB2K3 w - - 0 1");
    ck_ok(vc_game_use_seed(game, seeds[2]));
    for (unsigned n = 0; n < TURNS; n++) {
        vc_entry entry = {.size = sizeof entry};
        ck_that(vc_game_chance_index(game) == n, "%u", n);
        play(game, "?a1");
        check_seeded_draw(game, seeds[2]);
        ck_ok(vc_game_entry(game, vc_game_length(game) - 1, &entry));
        drawn[n] = entry.action;
        play(game, moves[2 * n % 4]);
        play(game, moves[2 * n % 4 + 1]);
    }
    /* Drawn again after undo they are the same: from the last to the first, then from the first to the last. */
    for (unsigned n = TURNS; n--;) {
        vc_action again;
        while (vc_game_chance_index(game) > n)
            ck_ok(vc_game_undo(game));
        ck_ok(vc_game_draw(game, &again));
        ck_that(again == drawn[n], "%u", n);
    }
    ck_ok(vc_game_undo(game));
    for (unsigned n = 0; n < TURNS; n++) {
        vc_action again;
        ck_ok(vc_game_draw(game, &again));
        ck_that(again == drawn[n], "%u", n);
        play(game, moves[2 * n % 4]);
        play(game, moves[2 * n % 4 + 1]);
        play(game, "?a1");
    }
}

/* What the caller chooses counts: the next number is the same whatever was chosen. */
START_TEST(seeded_counts_what_the_caller_chose)
{
    static const char *const chosen[] = {"=n", "=b", "=r", "=q"};
    for (unsigned i = 0; i < COUNT(chosen); i++) {
        vc_game *game = new_game("quantum", NULL, NULL);
        ck_ok(vc_game_use_seed(game, seeds[1]));
        play(game, "?a1");
        play(game, chosen[i]);
        if (vc_game_phase(game) == VC_PHASE_MOVING) /* a knight can leap */
            play(game, "a1b3 e7e5");
        ck_assert_uint_eq(vc_game_chance_index(game), 1);
        play(game, "?c1");
        check_seeded_draw(game, seeds[1]);
    }
}

/* Plays a game on as vc_game_playout() says that it does; returns how many actions that were. */
static uint64_t play_out(vc_game *game, const uint8_t *seed, uint64_t limit)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    uint64_t k = 0, value, total;
    size_t n;
    for (; k < limit && vc_game_actor(game) != VC_NOBODY; k++) {
        size_t i = 0;
        if (vc_game_actor(game) == VC_CHANCE) {
            ck_ok(vc_game_outcomes(game, list, weights, COUNT(list), &n, &total));
            ck_ok(vc_dice_seeded(seed, k, total, &value));
            while (value >= weights[i])
                value -= weights[i++];
        } else {
            ck_ok(vc_game_actions(game, list, COUNT(list), &n));
            ck_ok(vc_dice_seeded(seed, k, n, &value));
            i = (size_t)value;
        }
        ck_ok(vc_game_play(game, list[i]));
    }
    return k;
}

START_TEST(playouts_follow_from_the_seed)
{
    for (uint32_t ruleset = 0; ruleset < COUNT(ruleset_names); ruleset++)
        for (unsigned i = 0; i < 6; i++) {
            const uint64_t limit = i % 3 == 2 ? 50 : UINT64_MAX;
            vc_game *game = new_game(ruleset_names[ruleset], NULL, NULL);
            uint32_t winner = 77, reason = 77, due_winner, due_reason;
            uint64_t length = 77;
            const uint64_t before = play_out(game, seeds[2], i * 7); /* not always from the array */
            ck_ok(vc_game_playout(game, seeds[i % 2], limit, NULL, NULL, &winner, &reason, &length));
            ck_ok(vc_game_playout(game, seeds[i % 2], limit, NULL, NULL, NULL, NULL, NULL));
            ck_assert_uint_eq(vc_game_length(game), before);
            ck_assert_uint_eq(play_out(game, seeds[i % 2], limit), length);
            ck_ok(vc_game_outcome(game, &due_winner, &due_reason));
            ck_assert_uint_eq(winner, due_winner);
            ck_assert_uint_eq(reason, due_reason);
        }
}

/* A repetition counts what was played before. */
START_TEST(playouts_know_the_history)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    uint32_t reason = 77;
    uint64_t length = 77;
    for (unsigned i = 0; i < 4; i++)
        play(game, "g1f3 g8f6 f3g1 f6g8");
    ck_ok(vc_game_playout(game, seeds[0], UINT64_MAX, NULL, NULL, NULL, &reason, &length));
    ck_assert_uint_eq(reason, VC_REASON_FIVEFOLD_REPETITION);
    ck_assert_uint_eq(length, 0);
}

static int32_t stop_at_once(void *user, uint64_t played)
{
    ck_assert_uint_gt(played, 0);
    ck_assert_int_eq(vc_game_undo(*(vc_game **)user), VC_ERR_BUSY);
    return 1;
}

/* A game that nothing can end: the kings cannot cross the pawns. */
static vc_game *new_endless_game(void)
{
    return new_game("orthodox", "automatic_draws=off", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
}

START_TEST(playouts_can_be_stopped)
{
    vc_game *game = new_endless_game();
    uint64_t length = 77;
    ck_status(vc_game_playout(game, seeds[0], UINT64_MAX, stop_at_once, &game, NULL, NULL, &length), VC_ERR_STOPPED);
    ck_assert_uint_eq(vc_game_length(game), 0);
    ck_assert_int_eq(vc_game_playout(game, NULL, 1, NULL, NULL, NULL, NULL, &length), VC_ERR_ARGUMENT);
    ck_assert_int_eq(vc_game_playout(NULL, seeds[0], 1, NULL, NULL, NULL, NULL, &length), VC_ERR_ARGUMENT);
    ck_assert_uint_eq(length, 77);
}

/* What a progress callback was told. */
struct told {
    unsigned calls;
    uint64_t last;
};

static int32_t go_on(void *user, uint64_t played)
{
    struct told *told = (struct told *)user;
    ck_assert_uint_gt(played, told->last);
    told->last = played;
    told->calls++;
    return 0;
}

START_TEST(playouts_tell_their_progress)
{
    enum { LIMIT = 600000 };
    vc_game *game = new_endless_game();
    struct told told = {0, 0};
    uint32_t winner = 77, reason = 77;
    uint64_t length = 77;
    ck_ok(vc_game_playout(game, seeds[0], LIMIT, go_on, &told, &winner, &reason, &length));
    ck_assert_uint_eq(winner, VC_NOBODY);
    ck_assert_uint_eq(reason, VC_REASON_NONE);
    ck_assert_uint_eq(length, LIMIT);
    ck_assert_uint_ge(told.calls, 2);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    ck_assert_uint_lt(told.calls, LIMIT / 1000); /* not so often that it costs time */
#endif
    ck_assert_uint_le(told.last, LIMIT);
}

/* A seed is known to the game that got it alone. */
START_TEST(clones_know_nothing_of_the_seed)
{
    for (uint32_t flags = VC_WITHOUT_HISTORY; flags <= VC_WITH_HISTORY; flags++) {
        vc_game *game = new_game("quantum", NULL, NULL), *clone;
        unsigned same = 0;
        ck_ok(vc_game_use_seed(game, seeds[2]));
        play(game, "?g1");
        ck_ok(vc_game_clone(game, flags, &clone));
        keep_game(clone);
        ck_assert(block_holds(game, seeds[2], VC_SEED_BYTES));
        ck_assert(!block_holds(clone, seeds[2], VC_SEED_BYTES));
        for (int i = 0; i < 100; i++) { /* drawn again and again it would always be the same */
            vc_action a, b;
            ck_ok(vc_game_draw(game, &a));
            ck_ok(vc_game_draw(clone, &b));
            same += a == b;
            ck_ok(vc_game_undo(game));
            ck_ok(vc_game_undo(clone));
        }
        ck_assert_uint_lt(same, 100); /* 0.35^100 at most */
        /* A copy keeps the dice of its target, and the place in them is that of the history. */
        ck_ok(vc_game_copy(clone, game, VC_WITH_HISTORY));
        ck_assert(!block_holds(clone, seeds[2], VC_SEED_BYTES));
        ck_ok(vc_game_draw(clone, NULL));
        ck_ok(vc_game_copy(game, clone, VC_WITHOUT_HISTORY));
        ck_assert(block_holds(game, seeds[2], VC_SEED_BYTES));
        ck_assert_uint_eq(vc_game_chance_index(game), 0);
    }
}

/* After a seed the system's source is no seed either, not even one of zeros. */
START_TEST(seeds_are_left_behind)
{
    unsigned first = 0, repeated = 0;
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "?g1");
    ck_ok(vc_game_use_seed(game, seeds[0]));
    ck_ok(vc_game_use_csprng(game));
    for (int i = 0; i < 200; i++) { /* seeded it would be the same each time: by chance with 0.35^199 */
        vc_action drawn;
        ck_ok(vc_game_draw(game, &drawn));
        first = i ? first : drawn;
        repeated += drawn == first;
        ck_ok(vc_game_undo(game));
    }
    ck_assert_uint_lt(repeated, 200);
}

START_TEST(seeds_are_wiped)
{
    static const uint8_t other[VC_SEED_BYTES] = {9, 9};
    struct scripted dice = {.calls = 0};
    vc_game *game = new_game("quantum", NULL, NULL);
    heap.secret = seeds[2];
    ck_ok(vc_game_use_seed(game, seeds[2]));
    ck_assert(block_holds(game, seeds[2], VC_SEED_BYTES));
    ck_ok(vc_game_use_csprng(game));
    ck_assert(!block_holds(game, seeds[2], VC_SEED_BYTES));
    ck_ok(vc_game_use_seed(game, seeds[2]));
    ck_ok(vc_game_use_dice(game, scripted_dice, &dice));
    ck_assert(!block_holds(game, seeds[2], VC_SEED_BYTES));
    ck_ok(vc_game_use_seed(game, seeds[2]));
    ck_ok(vc_game_use_seed(game, other));
    ck_assert(!block_holds(game, seeds[2], VC_SEED_BYTES));
    ck_ok(vc_game_use_seed(game, seeds[2]));
    ck_ok(vc_game_set_position(game, NULL, NULL)); /* keeps it */
    ck_assert(block_holds(game, seeds[2], VC_SEED_BYTES));
    free_game(game); /* the heap looks */
    heap.secret = NULL;
}

/* --------------------------------------------------------------------------- statistics --- */

/* Draws numbers into equal buckets, the last of which may be smaller, and sums up chi-square. */
static double chi_square(uint64_t bound, unsigned buckets, unsigned count, const uint8_t *seed)
{
    unsigned counts[64] = {0};
    double sum = 0;
    const uint64_t width = bound / buckets + (bound % buckets != 0);
    for (unsigned n = 0; n < count; n++) {
        uint64_t value = UINT64_MAX;
        const vc_status status = seed ? vc_dice_seeded(seed, n, bound, &value) : vc_dice_random(bound, &value);
        ck_that(!status && value < bound, "%llu", (unsigned long long)value);
        counts[value / width]++;
    }
    for (unsigned i = 0; i < buckets; i++) {
        const uint64_t size = i + 1 < buckets ? width : bound - width * (buckets - 1);
        const double expected = count * ((double)size / (double)bound), off = counts[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

static const unsigned draws = SLOWNESS == 2 ? 250000 : 1000000;

/* Quantiles of chi-square at 1 - 1e-9. */
static const struct {
    uint64_t bound;
    unsigned buckets;
    double limit;
} spreads[] = {{6, 6, 50.69},
               {29, 29, 98.17},
               {UINT64_C(1) << 31, 64, 155.07},
               {(UINT64_C(1) << 63) + 1, 64, 155.07},
               {UINT64_C(3) << 62, 64, 155.07}};

START_TEST(rng_02_random_numbers_are_uniform)
{
    uint64_t value = 77;
    for (unsigned i = 0; i < COUNT(spreads); i++) {
        const double sum = chi_square(spreads[i].bound, spreads[i].buckets, draws, NULL);
        ck_that(sum < spreads[i].limit && sum > 0.1, "bound %llu: %f", (unsigned long long)spreads[i].bound, sum);
    }
    ck_status(vc_dice_random(0, &value), VC_ERR_ARGUMENT);
    ck_assert_uint_eq(value, 77);
    ck_ok(vc_dice_random(1, &value));
    ck_assert_uint_eq(value, 0);
    bool high = false, above = false;
    for (int i = 0; i < 200; i++) {
        ck_ok(vc_dice_random(UINT32_MAX, &value));
        ck_assert_uint_lt(value, UINT32_MAX);
        high = high || value >> 31; /* not read as signed */
        ck_ok(vc_dice_random(UINT64_MAX, &value));
        above = above || value >> 63;
    }
    ck_assert(high && above);
}

START_TEST(seeded_numbers_are_uniform)
{
    for (unsigned i = 0; i < COUNT(spreads); i++) {
        const double sum = chi_square(spreads[i].bound, spreads[i].buckets, draws, seeds[2]);
        ck_that(sum < spreads[i].limit && sum > 0.1, "bound %llu: %f", (unsigned long long)spreads[i].bound, sum);
    }
    /* The case's own: 600,000 rolls of a die. */
    ck_assert(chi_square(6, 6, 600000, seeds[1]) < 20.5);
}

/* A game's own unseeded draws: 100,000 touches, chi-square with 3 degrees at 1e-9. */
START_TEST(games_draw_by_the_weights)
{
    static const unsigned weights[] = {10, 10, 6, 3};
    const unsigned touches = 100000;
    unsigned counts[4] = {0};
    double sum = 0;
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "?g1");
    for (unsigned i = 0; i < touches; i++) {
        vc_action drawn;
        ck_ok(vc_game_draw(game, &drawn));
        counts[vc_action_piece(drawn) - VC_KNIGHT]++;
        ck_ok(vc_game_undo(game));
    }
    for (unsigned i = 0; i < 4; i++) {
        const double expected = touches * weights[i] / 29.0, off = counts[i] - expected;
        sum += off * off / expected;
    }
    ck_assert(sum < 45.1);
}

/* ----------------------------------------------------------------- processes and threads --- */

START_TEST(a_fork_does_not_repeat)
{
    enum { NUMBERS = 8 };
    uint64_t mine[NUMBERS], theirs[NUMBERS];
    int pipes[2], status;
    ck_ok(vc_dice_random(UINT64_MAX, &mine[0])); /* initialised before */
    ck_assert_int_eq(pipe(pipes), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    for (unsigned i = 0; i < NUMBERS; i++)
        if (vc_dice_random(UINT64_MAX, child ? &mine[i] : &theirs[i]))
            _exit(1);
    if (!child)
        _exit(write(pipes[1], theirs, sizeof theirs) != sizeof theirs);
    ck_assert_int_eq(read(pipes[0], theirs, sizeof theirs), sizeof theirs);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    for (unsigned i = 0; i < NUMBERS; i++)
        for (unsigned k = 0; k < NUMBERS; k++)
            ck_assert_uint_ne(mine[i], theirs[k]);
}

/* Threads use functions of the C library only, and make no checks: they return what they found. */
static pthread_barrier_t barrier;

static void *first_to_initialise(void *user)
{
    vc_game *game = user;
    uint64_t value;
    pthread_barrier_wait(&barrier);
    if (game ? vc_game_use_seed(game, seeds[1]) : vc_dice_random(6, &value))
        return user ? user : &barrier;
    return NULL;
}

START_TEST(rng_02_threads_initialise_at_once)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, first_to_initialise,
                                        i & 1 ? new_game("quantum", NULL, NULL) : NULL),
                         0);
    for (unsigned i = 0; i < THREADS; i++) {
        void *failed;
        ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
        ck_assert_ptr_null(failed);
    }
    pthread_barrier_destroy(&barrier);
}

/* Makes, plays and frees games that share rules, while others do so too. */
static void *play_and_free(void *user)
{
    for (unsigned i = 0; i < 300; i++) {
        vc_game *game;
        vc_action drawn[VC_MAX_DRAWS], touch;
        if (vc_game_new(user, NULL, &game, NULL) || vc_action_parse("?g1", &touch, NULL) ||
            (i & 1 && vc_game_use_seed(game, seeds[0])) ||
            vc_game_play_on(game, touch, drawn, VC_MAX_DRAWS, NULL) || vc_game_free(game))
            return user;
    }
    return NULL;
}

START_TEST(rng_02_threads_roll_while_others_free)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    vc_rules *rules;
    ck_ok(vc_rules_new(VC_QUANTUM, NULL, &rules)); /* malloc: the heap of the tests counts without a lock */
    for (unsigned i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, play_and_free, rules), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        void *failed;
        ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
        ck_assert_ptr_null(failed);
    }
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1);
    vc_rules_release(rules);
}

int main(void)
{
    return RUN_TESTS("dice", every_number_of_every_kind_of_node, refused_draws_change_nothing,
                     refused_in_the_middle_of_a_step, play_on_draws_all_that_is_due,
                     play_on_needs_room_for_what_it_draws, dice_are_for_chance_nodes, seeded_known_answers,
                     many_draws_are_those_of_single_calls, seeded_games_are_indexed,
                     seeded_counts_what_the_caller_chose, playouts_follow_from_the_seed,
                     playouts_know_the_history, playouts_can_be_stopped, playouts_tell_their_progress,
                     clones_know_nothing_of_the_seed, seeds_are_left_behind, seeds_are_wiped,
                     rng_02_random_numbers_are_uniform, seeded_numbers_are_uniform, games_draw_by_the_weights,
                     a_fork_does_not_repeat, rng_02_threads_initialise_at_once,
                     rng_02_threads_roll_while_others_free);
}
