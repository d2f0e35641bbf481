/* SPDX-License-Identifier: ISC */
/*
 * test_history.c - undo and redo, repetition, draws and endings, clones and copies, snapshots, saving and loading
 *
 * Tests are named after the cases or the clauses of the rules that they are about.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* A game of each rule set that uses what the rule set has; scripts[i] is of ruleset_names[i]. */
static const struct script {
    const char *options, *position, *actions, *actors; /* of each action: w, b or c */
} scripts[] = {
    {NULL, "r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 7 30", "e5d6 e8g8 e1c1 a8d8 b7b8n d8b8", "wbwbwb"},
    {"temperature=1/2", NULL, "?a1 =q ?g1 =n g1f3 e7e5 ?h1 =r h1g1 ?g8 =b ?f8 =b f8c5 e2e3", "wcwcwbwcwbcbcbw"},
    {NULL, "r3k2r/p6p/2n5/3pP3/8/8/P2Q3P/R3K2R w KQkq d6 0 1", "e5d6 c6d4 e1c1 d4d3p d2d3r e8g8", "wbwbwb"},
    {"combo_captures=on", "r3k2r/8/8/3[NP]4/5[bn]2/8/8/R3K2R w KQkq - 0 1",
     "d5f4:n !b d5d6 e8c8 d6d7 d8d7 a1a7 d7a7", "wbwbwbwb"},
    {"hand_size=5 two_decks=on", NULL,
     "+7d +7c +Ad +Ah +Ac +As -7d e2e4 ^h +9h -7c e7e5 ^c +9c -4h d2d4", "ccccccwwwcbbbcww"},
};

static void check_word_count(const vc_game *game, const char *words)
{
    size_t n = 0;
    for (; *words; words++)
        n += *words == ' ';
    ck_assert_uint_eq(vc_game_length(game), n + 1);
}

static uint32_t actor_of_letter(char letter)
{
    return letter == 'w' ? VC_WHITE : letter == 'b' ? VC_BLACK : VC_CHANCE;
}

/* -------------------------------------------------------------------------- undo, redo --- */

START_TEST(und_01_undo_puts_all_back)
{
    static const char start[] = "r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 7 30";
    static const struct {
        const char *move, *after;
    } moves[] = {{"e1g1", "r3k2r/pP5p/8/3pP3/8/8/P6P/R4RK1 b kq - 8 30"},
                 {"e5d6", "r3k2r/pP5p/3P4/8/8/8/P6P/R3K2R b KQkq - 0 30"},
                 {"b7a8n", "N3k2r/p6p/8/3pP3/8/8/P6P/R3K2R b KQk - 0 30"},
                 {"b7b8q", "rQ2k2r/p6p/8/3pP3/8/8/P6P/R3K2R b KQkq - 0 30"},
                 {"a1b1", "r3k2r/pP5p/8/3pP3/8/8/P6P/1R2K2R b Kkq - 8 30"},
                 {"h1g1", "r3k2r/pP5p/8/3pP3/8/8/P6P/R3K1R1 b Qkq - 8 30"}};
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    vc_game *game = new_game("orthodox", NULL, start);
    const uint64_t hash = vc_game_hash(game);
    ck_ok(vc_game_actions(game, list, COUNT(list), &n));
    ck_assert_uint_eq(n, 26);
    while (n--) {
        ck_ok(vc_game_play(game, list[n]));
        ck_assert_uint_ne(vc_game_hash(game), hash);
        ck_ok(vc_game_undo(game));
        ck_row(action_text(list[n]), position_text(game), start);
        ck_assert_uint_eq(vc_game_hash(game), hash);
    }
    for (unsigned i = 0; i < COUNT(moves); i++) {
        play(game, moves[i].move);
        ck_assert_str_eq(position_text(game), moves[i].after);
        ck_ok(vc_game_undo(game));
    }
    ck_ok(vc_game_set_position(game, start, NULL));
    const struct trace before = trace_of(game);
    ck_status(vc_game_undo(game), VC_ERR_NOTHING);
    ck_status(vc_game_redo(game), VC_ERR_NOTHING);
    ck_unchanged(game, &before);
}

/* Whatever is asked of a game is the same again after undo, and after redo. */
START_TEST(undo_and_redo_all)
{
    enum { MOST = 24 };
    for (unsigned set = 0; set < COUNT(scripts); set++) {
        static struct {
            char position[VC_POSITION_TEXT_SIZE], actions[4096];
            uint64_t hash, chance;
            uint32_t repetitions;
        } states[MOST + 1];
        vc_game *game = new_game(ruleset_names[set], scripts[set].options, scripts[set].position);
        const char *next = scripts[set].actions;
        char word[16];
        int length;
        size_t n = 0;
        for (bool more = true; more; next += length) {
            ck_assert_uint_le(n, MOST);
            snprintf(states[n].position, sizeof states[n].position, "%s", position_text(game));
            snprintf(states[n].actions, sizeof states[n].actions, "%s", actions_text(game));
            states[n].hash = vc_game_hash(game);
            states[n].chance = vc_game_chance_index(game);
            states[n].repetitions = vc_game_repetitions(game);
            more = sscanf(next, " %15s%n", word, &length) == 1;
            if (!more)
                break;
            play(game, word);
            ck_assert_uint_eq(vc_game_length(game), ++n);
        }
        check_word_count(game, scripts[set].actions);
        const struct trace last = trace_of(game);
        for (int round = 0; round < 2; round++) {
            for (size_t i = n; i--;) {
                ck_ok(vc_game_undo(game));
                ck_assert_uint_eq(vc_game_length(game), i);
                ck_assert_uint_eq(vc_game_redo_length(game), n - i);
                ck_row(ruleset_names[set], position_text(game), states[i].position);
                ck_row(ruleset_names[set], actions_text(game), states[i].actions);
                ck_assert_uint_eq(vc_game_hash(game), states[i].hash);
                ck_assert_uint_eq(vc_game_chance_index(game), states[i].chance);
                ck_assert_uint_eq(vc_game_repetitions(game), states[i].repetitions);
            }
            ck_status(vc_game_undo(game), VC_ERR_NOTHING);
            for (size_t i = 1; i <= n; i++) {
                ck_ok(vc_game_redo(game));
                ck_assert_uint_eq(vc_game_length(game), i);
                ck_row(ruleset_names[set], position_text(game), states[i].position);
                ck_row(ruleset_names[set], actions_text(game), states[i].actions);
                ck_assert_uint_eq(vc_game_hash(game), states[i].hash);
                ck_assert_uint_eq(vc_game_chance_index(game), states[i].chance);
                ck_assert_uint_eq(vc_game_repetitions(game), states[i].repetitions);
            }
            ck_status(vc_game_redo(game), VC_ERR_NOTHING);
            ck_unchanged(game, &last);
        }
        free_game(game);
    }
}

START_TEST(entries_say_who_did_what)
{
    for (unsigned set = 0; set < COUNT(scripts); set++) {
        vc_game *game = new_game(ruleset_names[set], scripts[set].options, scripts[set].position);
        const char *next = scripts[set].actions;
        char word[16];
        int length;
        size_t n = 0;
        play(game, next);
        for (int i = 0; i < 3; i++)
            ck_ok(vc_game_undo(game)); /* what can be redone is there too */
        for (; sscanf(next, " %15s%n", word, &length) == 1; next += length, n++) {
            vc_entry entry = {.size = sizeof entry};
            ck_ok(vc_game_entry(game, n, &entry));
            ck_row(ruleset_names[set], action_text(entry.action), word);
            ck_assert_uint_eq(entry.size, sizeof entry);
            ck_assert_uint_eq(entry.winner, VC_NOBODY);
            ck_assert_uint_eq(entry.reason, VC_REASON_NONE);
            ck_assert_uint_eq(entry.reserved, 0);
            ck_that(entry.actor == actor_of_letter(scripts[set].actors[n]), "%s: %s by %u", ruleset_names[set], word,
                    entry.actor);
        }
        vc_entry entry = {.size = sizeof entry};
        ck_status(vc_game_entry(game, n, &entry), VC_ERR_ARGUMENT);
        free_game(game);
    }
}

START_TEST(a_new_action_forgets_what_could_be_redone)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    play(game, "e2e4 e7e5 g1f3");
    for (int i = 0; i < 2; i++)
        ck_ok(vc_game_undo(game));
    const struct trace before = trace_of(game);
    ck_assert_uint_eq(vc_game_redo_length(game), 2);
    ck_status(vc_game_play(game, action_of("e2e4")), VC_ERR_ILLEGAL); /* a refused one does not */
    ck_status(vc_game_play_text(game, "x", NULL), VC_ERR_SYNTAX);
    ck_unchanged(game, &before);
    play(game, "e7e5"); /* even the same */
    ck_assert_uint_eq(vc_game_redo_length(game), 0);
    ck_status(vc_game_redo(game), VC_ERR_NOTHING);
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_assert_uint_eq(vc_game_redo_length(game), 0);
}

START_TEST(undo_to_the_last_decision)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "e2e4 ?b8 =n b8c6 ?g1 =b ?f1 =q");
    static const size_t lengths[] = {6, 4, 3, 1, 0}; /* ?f1, ?g1 with =b, b8c6, ?b8 with =n, e2e4 */
    for (unsigned i = 0; i < 5; i++) {
        ck_ok(vc_game_undo_decision(game));
        ck_assert_uint_eq(vc_game_length(game), lengths[i]);
        vc_entry entry = {.size = sizeof entry};
        ck_ok(vc_game_entry(game, vc_game_length(game), &entry));
        ck_assert_uint_eq(entry.actor, vc_game_actor(game));
        ck_assert_uint_le(vc_game_actor(game), VC_BLACK);
    }
    ck_status(vc_game_undo_decision(game), VC_ERR_NOTHING);
    ck_assert_uint_eq(vc_game_redo_length(game), 8);
    /* A deal is nobody's decision. */
    game = new_game("ideal", "hand_size=5", NULL);
    play(game, "+7d +7c");
    const struct trace before = trace_of(game);
    ck_status(vc_game_undo_decision(game), VC_ERR_NOTHING);
    ck_unchanged(game, &before);
    play(game, "-3d");
    ck_ok(vc_game_undo_decision(game));
    ck_assert_uint_eq(vc_game_length(game), 2);
}

/* "undoes until a player is to act who made the last undone action": never back to a chance node. */
START_TEST(undo_to_the_last_decision_behind_an_ending)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "e2e4 ?b8");
    ck_ok(vc_game_end(game, VC_NOBODY, VC_REASON_AGREEMENT));
    ck_ok(vc_game_undo_decision(game));
    ck_assert_uint_eq(vc_game_actor(game), VC_BLACK);
}

/* g1f3 g8f6 f3g1 f6g8 5,000 times, then all undone. */
START_TEST(mg_03_a_long_game)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    vc_game *game = new_game("orthodox", "automatic_draws=off", NULL);
    vc_action actions[4];
    for (unsigned i = 0; i < 4; i++)
        actions[i] = action_of(moves[i]);
    for (unsigned i = 0; i < 20000; i++)
        ck_ok(vc_game_play(game, actions[i % 4]));
    ck_assert_uint_eq(vc_game_repetitions(game), 5001);
    ck_assert_uint_eq(vc_game_halfmove_clock(game), 20000);
    ck_assert_uint_eq(vc_game_length(game), 20000);
    for (unsigned i = 0; i < 20000; i++)
        ck_ok(vc_game_undo(game));
    ck_assert_str_eq(position_text(game), ARRAY);
    ck_assert_uint_eq(vc_game_redo_length(game), 20000);
    ck_assert_uint_eq(vc_game_repetitions(game), 1);
    for (unsigned i = 0; i < 20000; i++)
        ck_ok(vc_game_redo(game));
    ck_assert_uint_eq(vc_game_repetitions(game), 5001);
}

/* -------------------------------------------------------------------------- repetition --- */

/* Plays actions and compares the repetitions after each with digits: 0 within a turn. */
static void check_repetitions(vc_game *game, const char *actions, const char *digits)
{
    char word[16];
    int length;
    for (; sscanf(actions, " %15s%n", word, &length) == 1; actions += length, digits++) {
        ck_that(*digits, "more actions than digits");
        play(game, word);
        ck_that(vc_game_repetitions(game) == (uint32_t)(*digits - '0'), "%s: %u, not %c", position_text(game),
                vc_game_repetitions(game), *digits);
    }
    ck_assert_int_eq(*digits, '\0');
}

START_TEST(rep_01_a_useless_en_passant_square)
{
    vc_game *game = new_game("orthodox", NULL, "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1");
    play(game, "d2d4");
    const uint64_t hash = vc_game_hash(game);
    check_repetitions(game, "e8e7 a1b1 e7e8 b1a1 e8e7 a1b1 e7e8", "1112222");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_NONE);
    check_repetitions(game, "b1a1", "3");
    ck_assert_uint_eq(vc_game_hash(game), hash);
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_THREEFOLD_REPETITION);
}

START_TEST(rep_03_a_castling_right_lost)
{
    vc_game *game = new_game("orthodox", NULL, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
    check_repetitions(game, "e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", "11112222");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_NONE);
    check_repetitions(game, "e8e7", "3");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_THREEFOLD_REPETITION);
    check_repetitions(game, "e1e2 e7e8 e2e1", "333");
}

START_TEST(rep_05_the_first_position_counts)
{
    vc_game *game = new_game("orthodox", NULL, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1");
    ck_assert_uint_eq(vc_game_repetitions(game), 1);
    check_repetitions(game, "e1d2 e8d7 d2e1 d7e8 e1f2 e8f7 f2e1 f7e8", "11121113");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_THREEFOLD_REPETITION);
    ck_assert_str_eq(ending_text(game), "");
}

/* "After 50 such moves or at the third occurrence": when both are there, either can be named. */
START_TEST(C8_both_claims_at_once)
{
    static const uint32_t reasons[] = {VC_REASON_FIFTY_MOVES, VC_REASON_THREEFOLD_REPETITION};
    vc_game *game = new_game("orthodox", NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 93 60");
    for (size_t i = 0; i < COUNT(reasons); i++)
        ck_status(vc_game_end(game, VC_NOBODY, reasons[i]), VC_ERR_NOTHING);
    play(game, "a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2a1");
    ck_status(vc_game_end(game, VC_NOBODY, VC_REASON_THREEFOLD_REPETITION), VC_ERR_NOTHING);
    ck_ok(vc_game_end(game, VC_NOBODY, VC_REASON_FIFTY_MOVES));
    ck_assert_str_eq(ending_text(game), "draw fifty_moves");
    ck_ok(vc_game_undo(game));
    play(game, "d8e8");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_THREEFOLD_REPETITION);
    for (size_t i = 0; i < COUNT(reasons); i++) {
        ck_status(vc_game_end(game, VC_WHITE, reasons[i]), VC_ERR_ARGUMENT);
        ck_ok(vc_game_end(game, VC_NOBODY, reasons[i]));
        ck_status(vc_game_end(game, VC_NOBODY, reasons[i]), VC_ERR_OVER);
        ck_ok(vc_game_undo(game));
    }
    play(game, "a1a2"); /* the third time, too, and another position */
    ck_ok(vc_game_end(game, VC_NOBODY, VC_REASON_FIFTY_MOVES));
}

START_TEST(C8_repetition_of_turns_and_own_state)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    check_repetitions(game, "?g1 =n g1f3 ?g8 =n g8f6 ?f3 =n f3g1 ?f6 =n f6g8", "001001001002");
    check_repetitions(game, "?g1 =b ?b1 =n b1c3 e7e5", "000011");
    game = new_game("power", NULL, NULL); /* the first trip counts the moves of knights */
    check_repetitions(game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "11111222");
    game = new_game("power", "initial_moves=3", NULL);
    check_repetitions(game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "111111111222");
    game = new_game("ideal", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:AdKdAhKh/AcKcAsKs discards:-/-");
    check_repetitions(game, "-Ad e1d1 +5d -Ac e8d8 +5c -Ah d1e1 +5h -As d8e8 +5s", "001001001001");
}

/*
 * Repetition is confirmed by comparing positions. No two positions with one hash are at hand: the hash that the game
 * has stored of an earlier one is changed in its memory to that of a later one, which shares its last bits.
 */
static void *blocks[64];
static size_t block_sizes[COUNT(blocks)];

static void *listing_allocate(void *user, size_t size)
{
    (void)user;
    for (size_t i = 0; i < COUNT(blocks); i++)
        if (!blocks[i]) {
            block_sizes[i] = size;
            return blocks[i] = calloc(1, size);
        }
    return NULL;
}

static void listing_deallocate(void *user, void *memory)
{
    (void)user;
    for (size_t i = 0; i < COUNT(blocks); i++)
        if (blocks[i] == memory)
            blocks[i] = NULL;
    free(memory);
}

static unsigned replace_in_blocks(uint32_t old, uint32_t new)
{
    unsigned replaced = 0;
    for (size_t i = 0; i < COUNT(blocks); i++)
        for (size_t at = 0; blocks[i] && at + sizeof old <= block_sizes[i]; at += sizeof old)
            if (!memcmp((char *)blocks[i] + at, &old, sizeof old)) {
                memcpy((char *)blocks[i] + at, &new, sizeof new);
                replaced++;
            }
    return replaced;
}

START_TEST(C8_equal_hashes_are_not_enough)
{
    const vc_memory memory = {sizeof memory, NULL, listing_allocate, listing_deallocate};
    enum { SHARED = 63 };
    vc_action first[VC_MAX_ACTIONS], second[VC_MAX_ACTIONS];
    size_t firsts, seconds;
    vc_rules *rules;
    vc_game *game;
    unsigned found = 0;
    ck_ok(vc_rules_new(VC_ORTHODOX, &memory, &rules));
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    vc_rules_release(rules);
    play(game, "g1f3");
    ck_assert_uint_eq(vc_game_repetitions(game), 1); /* who does not ask has nothing stored */
    const uint32_t earlier = (uint32_t)vc_game_hash(game); /* as much of it is stored */
    ck_ok(vc_game_actions(game, first, COUNT(first), &firsts));
    for (size_t i = 0; i < firsts; i++) {
        ck_ok(vc_game_play(game, first[i]));
        ck_ok(vc_game_actions(game, second, COUNT(second), &seconds));
        for (size_t k = 0; k < seconds; k++) {
            ck_ok(vc_game_play(game, second[k]));
            const uint32_t later = (uint32_t)vc_game_hash(game);
            ck_ok(vc_game_undo(game));
            if ((earlier ^ later) & SHARED)
                continue;
            ck_that(replace_in_blocks(earlier, later) >= 1, "the hash of a turn is not stored as it was");
            ck_ok(vc_game_play(game, second[k]));
            ck_assert_uint_eq(vc_game_repetitions(game), 1);
            ck_ok(vc_game_undo(game));
            ck_assert_uint_ge(replace_in_blocks(later, earlier), 1); /* also where it was undone */
            found++;
        }
        ck_ok(vc_game_undo(game));
    }
    ck_assert_uint_gt(found, 0);
    ck_ok(vc_game_free(game));
}

/*
 * Long games with few pieces, actions taken back and copies now and then: each position is counted again. For all that
 * was played before, captures too, is looked at here, and hashes are compared alone.
 */
START_TEST(C8_repetitions_counted_anew)
{
    static const struct {
        const char *ruleset, *options, *position;
    } rows[] = {
        {"orthodox", "automatic_draws=off", "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1"},
        {"orthodox", "automatic_draws=off", "3rk3/8/8/8/8/8/P7/4K2R w K - 400 1"},
        {"orthodox", NULL, "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1"},
        {"quantum", "automatic_draws=off king_safety=strict", "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1"},
        {"potential", "automatic_draws=off", "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1"},
        {"power", "automatic_draws=off initial_moves=0", "k6r/8/8/8/8/8/8/R6K w - - 0 1"},
        {"ideal", "automatic_draws=off king_safety=strict jokers=1 hand_size=1", "3rk3/8/8/8/8/8/8/4K2R w K - 0 1"},
    };
    enum { ROUNDS = 1500 };
    static uint64_t hashes[ROUNDS + 1];
    static bool turns[ROUNDS + 1];
    for (unsigned row = 0; row < COUNT(rows); row++) {
        vc_game *games[2];
        size_t length = 0;
        uint32_t most = 0;
        for (unsigned i = 0; i < 2; i++)
            games[i] = new_game(rows[row].ruleset, rows[row].options, rows[row].position);
        for (unsigned round = 0; round < ROUNDS; round++) {
            vc_game *game = games[0];
            const uint32_t dice = random_below(64);
            vc_action list[VC_MAX_ACTIONS];
            uint32_t due = 0;
            size_t n;
            turns[length] = vc_game_repetitions(game) != 0;
            hashes[length] = vc_game_hash(game);
            for (size_t i = 0; turns[length] && i <= length; i++)
                due += turns[i] && hashes[i] == hashes[length];
            ck_that(vc_game_repetitions(game) == due, "%s, round %u, %s: %u, not %u", rows[row].ruleset, round,
                    position_text(game), vc_game_repetitions(game), due);
            most = due > most ? due : most;
            if (dice == 0) {
                ck_ok(vc_game_copy(games[1], game, VC_WITH_HISTORY));
                games[0] = games[1];
                games[1] = game;
            } else if (dice < 4 || vc_game_actor(game) == VC_NOBODY) {
                for (uint32_t back = random_below(round % 10 ? 12 : 200); back && length; back--, length--)
                    ck_ok(vc_game_undo(game));
            } else {
                if (vc_game_actor(game) == VC_CHANCE)
                    ck_ok(vc_game_outcomes(game, list, NULL, COUNT(list), &n, NULL));
                else
                    ck_ok(vc_game_actions(game, list, COUNT(list), &n));
                ck_ok(vc_game_play(game, list[random_below((uint32_t)n)]));
                length++;
            }
        }
        ck_that(most > 1 || !strcmp(rows[row].ruleset, "ideal"), "%s: nothing came again", rows[row].ruleset);
    }
}

START_TEST(C8_fivefold_repetition)
{
    static const char trip[] = "g1f3 g8f6 f3g1 f6g8";
    vc_game *game = new_game("orthodox", NULL, NULL);
    play(game, trip);
    play(game, trip);
    play(game, trip);
    ck_assert_uint_eq(vc_game_repetitions(game), 4);
    ck_assert_str_eq(ending_text(game), "");
    check_repetitions(game, trip, "4445");
    ck_assert_str_eq(ending_text(game), "draw fivefold_repetition");
    ck_assert_str_eq(actions_text(game), "");
    ck_assert_uint_eq(vc_game_actor(game), VC_NOBODY);
    ck_assert_uint_eq(vc_game_phase(game), VC_PHASE_OVER);
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_NONE);
    ck_status(vc_game_play(game, action_of("e2e4")), VC_ERR_OVER);
    ck_assert_str_eq(why_text(game, "e2e4"), "the game is over");
    ck_ok(vc_game_undo(game));
    ck_assert_str_eq(ending_text(game), "");
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(ending_text(game), "draw fivefold_repetition");
    /* Perft sees it coming, with and without playing. */
    ck_ok(vc_game_undo(game));
    for (uint32_t flags = VC_PERFT_BULK; flags <= VC_PERFT_NO_BULK; flags++) {
        uint64_t nodes, leaves = 0;
        size_t n;
        ck_ok(vc_game_perft(game, 2, flags, NULL, NULL, &nodes));
        vc_action list[VC_MAX_ACTIONS];
        ck_ok(vc_game_actions(game, list, COUNT(list), &n));
        while (n--) {
            size_t replies;
            ck_ok(vc_game_play(game, list[n]));
            ck_status(vc_game_actions(game, NULL, 0, &replies), replies ? VC_ERR_BUFFER : VC_OK);
            leaves += replies;
            ck_assert_uint_eq(replies == 0, list[n] == action_of("f6g8"));
            ck_ok(vc_game_undo(game));
        }
        ck_assert_uint_eq(nodes, leaves);
    }
    game = new_game("orthodox", "automatic_draws=off", NULL);
    for (int i = 0; i < 5; i++)
        play(game, trip);
    ck_assert_uint_eq(vc_game_repetitions(game), 6);
    ck_assert_str_eq(ending_text(game), "");
    ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_THREEFOLD_REPETITION);
    /* The clock comes before the repetition [C8]. */
    game = new_game("orthodox", NULL, "4k3/8/8/8/8/4P3/8/4K3 w - - 134 100");
    for (int i = 0; i < 4; i++)
        play(game, "e1d2 e8d7 d2e1 d7e8");
    ck_assert_uint_eq(vc_game_repetitions(game), 5);
    ck_assert_str_eq(ending_text(game), "draw seventyfive_moves");
}

/* -------------------------------------------------------------------- claims and endings --- */

START_TEST(drw_01_dead_positions)
{
    static const struct {
        const char *position;
        bool dead;
    } rows[] = {{"4k3/8/2b5/8/8/5B2/8/4K3 w - - 0 1", true},     {"8/8/8/4k3/8/2BK4/8/B7 b - - 0 1", true},
                {"b1b1k3/1b6/2b5/8/8/8/8/4KB1B w - - 0 1", true}, {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
                {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},         {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
                {"4k3/8/8/8/8/8/7P/4K3 w - - 0 1", false},        {"4k3/8/2b5/8/8/4B3/8/4K3 w - - 0 1", false},
                {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},       {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false}};
    for (unsigned i = 0; i < COUNT(rows); i++)
        ck_row(rows[i].position, ending_text(new_game("orthodox", NULL, rows[i].position)),
               rows[i].dead ? "draw dead_position" : "");
}

START_TEST(drw_03_mate_on_the_last_move)
{
    static const struct {
        const char *position, *move, *ending;
    } rows[] = {{"7k/8/6K1/8/8/8/8/R7 w - - 149 200", "a1a8", "w checkmate"},
                {"7k/8/6K1/8/8/8/8/R7 w - - 99 200", "a1a8", "w checkmate"},
                {"7k/8/6K1/8/8/8/8/R7 w - - 149 200", "a1b1", "draw seventyfive_moves"}};
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game("orthodox", NULL, rows[i].position);
        play(game, rows[i].move);
        ck_assert_str_eq(ending_text(game), rows[i].ending);
        ck_assert_uint_eq(vc_game_claimable(game), VC_REASON_NONE);
        ck_status(vc_game_claim(game), VC_ERR_OVER);
    }
}

START_TEST(C8_claims)
{
    static const struct {
        const char *ruleset, *options, *position, *play;
        uint32_t reason;
    } rows[] = {
        {"orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 99 60", NULL, VC_REASON_NONE},
        {"orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 99 60", "e1d1", VC_REASON_FIFTY_MOVES},
        {"orthodox", "automatic_draws=off", "4k3/8/8/8/8/8/4P3/4K3 w - - 999 60", NULL, VC_REASON_FIFTY_MOVES},
        {"orthodox", NULL, NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", VC_REASON_NONE},
        {"orthodox", NULL, NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", VC_REASON_THREEFOLD_REPETITION},
        {"orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 92 60", "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8",
         VC_REASON_THREEFOLD_REPETITION},
        /* at the start of a turn, before its first action */
        {"quantum", NULL, "4k3/8/8/8/8/8/PP6/R3K3 w - - 100 60", NULL, VC_REASON_FIFTY_MOVES},
        {"quantum", NULL, "4k3/8/8/8/8/8/PP6/R3K3 w - - 100 60", "?a1", VC_REASON_NONE},
        {"quantum", NULL, "4k3/8/8/8/8/8/PP6/R3K3 w - - 100 60", "?a1 =b", VC_REASON_NONE},
        {"quantum", NULL, "4k3/8/8/8/8/8/PP6/R3K3 w - - 100 60", "?a1 =n", VC_REASON_NONE},
        {"ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60 hands:AdKd/Ac discards:-/-", NULL, VC_REASON_FIFTY_MOVES},
        {"ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60 hands:AdKd/Ac discards:-/-", "-Ad", VC_REASON_NONE},
        {"ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60 hands:AdKd/Ac discards:-/-", "-Ad e1d1", VC_REASON_NONE},
        {"ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60 hands:AdKd/Ac discards:-/-", "-Ad e1d1 +5d",
         VC_REASON_FIFTY_MOVES},
        {"power", NULL, "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 100 60 hit:d5", NULL, VC_REASON_NONE},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        const struct trace before = trace_of(game);
        const uint32_t side = vc_game_side_to_move(game);
        ck_that(vc_game_claimable(game) == rows[i].reason, "row %u: %u", i, vc_game_claimable(game));
        if (rows[i].reason) {
            vc_entry entry = {.size = sizeof entry};
            ck_ok(vc_game_claim(game));
            ck_assert_str_eq(ending_text(game), format("draw %s", vc_reason_name(rows[i].reason)));
            ck_assert_uint_eq(vc_game_actor(game), VC_NOBODY);
            ck_assert_uint_eq(vc_game_side_to_move(game), side);
            ck_assert_uint_eq(vc_game_length(game), before.length + 1);
            ck_ok(vc_game_entry(game, before.length, &entry));
            ck_assert_uint_eq(entry.action, VC_NO_ACTION);
            ck_assert_uint_eq(entry.actor, VC_NOBODY);
            ck_assert_uint_eq(entry.winner, VC_NOBODY);
            ck_assert_uint_eq(entry.reason, rows[i].reason);
            ck_status(vc_game_claim(game), VC_ERR_OVER);
            ck_ok(vc_game_undo(game));
            ck_assert_uint_eq(vc_game_claimable(game), rows[i].reason);
            ck_ok(vc_game_redo(game));
            ck_assert_str_eq(ending_text(game), format("draw %s", vc_reason_name(rows[i].reason)));
        } else {
            ck_status(vc_game_claim(game), VC_ERR_NOTHING);
            ck_unchanged(game, &before);
        }
        free_game(game);
    }
}

START_TEST(C8_endings_from_outside)
{
    static const struct {
        uint32_t winner, reason;
        const char *ending; /* NULL: refused */
    } rows[] = {
        {VC_WHITE, VC_REASON_RESIGNATION, "w resignation"},
        {VC_BLACK, VC_REASON_RESIGNATION, "b resignation"},
        {VC_NOBODY, VC_REASON_RESIGNATION, NULL},
        {VC_CHANCE, VC_REASON_RESIGNATION, NULL},
        {VC_NOBODY, VC_REASON_AGREEMENT, "draw agreement"},
        {VC_WHITE, VC_REASON_AGREEMENT, "w agreement"},
        {VC_WHITE, VC_REASON_TIME_FORFEIT, "w time_forfeit"},
        {VC_NOBODY, VC_REASON_TIME_FORFEIT, "draw time_forfeit"},
        {4, VC_REASON_AGREEMENT, NULL},
        {VC_WHITE, VC_REASON_NONE, NULL},
        {VC_WHITE, VC_REASON_CHECKMATE, NULL},
        {VC_WHITE, VC_REASON_FIFTY_MOVES, NULL},
        {VC_BLACK, VC_REASON_THREEFOLD_REPETITION, NULL},
        {VC_WHITE, 13, NULL},
    };
    static const char *const plays[] = {NULL, "e2e4", "?g1", "?g1 =n", "?g1 =b"};
    for (unsigned i = 0; i < COUNT(rows); i++)
        for (unsigned k = 0; k < COUNT(plays); k++) {
            vc_game *game = new_game("quantum", NULL, NULL);
            play(game, plays[k]);
            const struct trace before = trace_of(game);
            const uint32_t actor = vc_game_actor(game), phase = vc_game_phase(game);
            if (!rows[i].ending) {
                ck_status(vc_game_end(game, rows[i].winner, rows[i].reason), VC_ERR_ARGUMENT);
                ck_unchanged(game, &before);
                free_game(game);
                continue;
            }
            ck_ok(vc_game_end(game, rows[i].winner, rows[i].reason));
            ck_assert_str_eq(ending_text(game), rows[i].ending);
            ck_assert_uint_eq(vc_game_actor(game), VC_NOBODY);
            ck_assert_uint_eq(vc_game_phase(game), VC_PHASE_OVER);
            ck_assert_str_eq(actions_text(game), "");
            ck_assert_str_eq(outcomes_text(game), "");
            ck_assert_uint_eq(vc_game_chance_index(game), before.chance_index);
            const struct trace ended = trace_of(game);
            ck_status(vc_game_end(game, rows[i].winner, rows[i].reason), VC_ERR_OVER);
            ck_status(vc_game_play(game, action_of("e7e5")), VC_ERR_OVER);
            ck_status(vc_game_play(game, action_of("=n")), VC_ERR_OVER);
            ck_status(vc_game_draw(game, NULL), VC_ERR_NOTHING);
            ck_unchanged(game, &ended);
            ck_ok(vc_game_undo(game));
            ck_assert_uint_eq(vc_game_actor(game), actor);
            ck_assert_uint_eq(vc_game_phase(game), phase);
            ck_assert_uint_eq(vc_game_redo_length(game), 1);
            ck_ok(vc_game_redo(game));
            ck_unchanged(game, &ended);
            free_game(game);
        }
    vc_game *game = new_game("orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1"); /* over by itself */
    ck_status(vc_game_end(game, VC_BLACK, VC_REASON_TIME_FORFEIT), VC_ERR_OVER);
    ck_assert_str_eq(ending_text(game), "w checkmate");
}

/* ------------------------------------------------------------------------------ copies --- */

static void check_same_game(const vc_game *a, const vc_game *b)
{
    const struct trace trace = trace_of(b);
    ck_unchanged(a, &trace);
    ck_assert_str_eq(actions_text(a), actions_text(b));
    ck_assert_uint_eq(vc_game_hash(a), vc_game_hash(b));
    ck_assert_uint_eq(vc_game_repetitions(a), vc_game_repetitions(b));
}

START_TEST(clones)
{
    for (unsigned set = 0; set < COUNT(scripts); set++) {
        vc_game *game = new_game(ruleset_names[set], scripts[set].options, scripts[set].position), *with, *without;
        play(game, scripts[set].actions);
        ck_ok(vc_game_undo(game));
        ck_ok(vc_game_undo(game));
        const struct trace before = trace_of(game);
        ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &with));
        keep_game(with);
        check_same_game(with, game);
        ck_ok(vc_game_clone(game, VC_WITHOUT_HISTORY, &without));
        keep_game(without);
        ck_assert_str_eq(position_text(without), position_text(game));
        ck_assert_uint_eq(vc_game_length(without), 0);
        ck_assert_uint_eq(vc_game_redo_length(without), 0);
        ck_assert_uint_eq(vc_game_chance_index(without), 0);
        ck_assert_ptr_eq(vc_game_rules(without), vc_game_rules(game));
        /* Each goes its own way, though the others may be gone. */
        ck_ok(vc_game_redo(with));
        ck_status(vc_game_redo(without), VC_ERR_NOTHING);
        ck_status(vc_game_undo(without), VC_ERR_NOTHING);
        ck_unchanged(game, &before);
        ck_ok(vc_game_redo(game));
        check_same_game(with, game);
        free_game(game);
        while (vc_game_length(with))
            ck_ok(vc_game_undo(with));
        game = new_game(ruleset_names[set], scripts[set].options, scripts[set].position);
        ck_assert_str_eq(position_text(with), position_text(game));
        free_game(game);
        free_game(with);
        free_game(without);
    }
}

START_TEST(clones_without_history_repeat_nothing)
{
    vc_game *game = new_game("orthodox", NULL, NULL), *clone;
    play(game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    ck_ok(vc_game_clone(game, VC_WITHOUT_HISTORY, &clone));
    keep_game(clone);
    ck_assert_uint_eq(vc_game_repetitions(clone), 1);
    ck_assert_uint_eq(vc_game_claimable(clone), VC_REASON_NONE);
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone));
    keep_game(clone);
    ck_assert_uint_eq(vc_game_repetitions(clone), 3);
    ck_assert_uint_eq(vc_game_claimable(clone), VC_REASON_THREEFOLD_REPETITION);
    /* An ending from outside is part of the history, not of the position. */
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone));
    keep_game(clone);
    ck_assert_str_eq(ending_text(clone), "w resignation");
    ck_ok(vc_game_clone(game, VC_WITHOUT_HISTORY, &clone));
    keep_game(clone);
    ck_assert_str_eq(ending_text(clone), "");
}

START_TEST(copies)
{
    for (unsigned set = 0; set < COUNT(scripts); set++) {
        const char *options = scripts[set].options, *position = scripts[set].position;
        vc_game *source = new_game(ruleset_names[set], options, position);
        vc_game *target = new_game(ruleset_names[set], options, NULL); /* equal rules, not the same */
        play(source, scripts[set].actions);
        ck_ok(vc_game_undo(source));
        ck_ok(vc_game_copy(target, source, VC_WITH_HISTORY));
        check_same_game(target, source);
        ck_ok(vc_game_undo(target));
        ck_ok(vc_game_redo(target));
        ck_ok(vc_game_redo(target));
        ck_ok(vc_game_redo(source));
        check_same_game(target, source);
        ck_ok(vc_game_copy(target, target, VC_WITH_HISTORY));
        check_same_game(target, source);
        ck_ok(vc_game_copy(target, source, VC_WITHOUT_HISTORY));
        ck_assert_str_eq(position_text(target), position_text(source));
        ck_assert_uint_eq(vc_game_length(target) + vc_game_redo_length(target) + vc_game_chance_index(target), 0);
        ck_ok(vc_game_copy(source, source, VC_WITHOUT_HISTORY));
        check_same_game(target, source);
        ck_ok(vc_game_copy(target, new_game(ruleset_names[set], options, position), VC_WITH_HISTORY));
        ck_assert_uint_eq(vc_game_length(target), 0);
    }
}

/* Plays knights to and fro, 4 plies each time. */
static void shuffle(vc_game *game, unsigned times)
{
    while (times--)
        play(game, "g1f3 g8f6 f3g1 f6g8");
}

/* A game that has looked far back becomes one that is longer and never had to. */
START_TEST(copies_of_longer_games)
{
    static const char *const pawns[] = {"a2a3 a7a6", "b2b3 b7b6", "c2c3 c7c6", "d2d3 d7d6", "e2e3 e7e6", "h2h3 h7h6"};
    vc_game *target = new_game("orthodox", "automatic_draws=off", NULL);
    vc_game *source = new_game("orthodox", "automatic_draws=off", NULL);
    uint64_t nodes;
    shuffle(target, 50);
    ck_assert_uint_eq(vc_game_repetitions(target), 51);
    for (unsigned i = 0; i < COUNT(pawns); i++) {
        shuffle(source, 25);
        play(source, pawns[i]);
    }
    ck_ok(vc_game_copy(target, source, VC_WITH_HISTORY));
    ck_ok(vc_game_perft(target, 1, 0, NULL, NULL, &nodes)); /* which looks at the repetitions of all that was played */
    shuffle(target, 60);
    ck_assert_uint_eq(vc_game_repetitions(target), 61);
    ck_ok(vc_game_copy(target, source, VC_WITH_HISTORY));
    check_same_game(target, source);
}

/* A game so long that repetitions are looked for in a table: whatever cannot be had, nothing is changed. */
START_TEST(long_games_without_memory)
{
    static const char *const plies[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    vc_game *game = new_game("orthodox", "automatic_draws=off", NULL), *clone = NULL;
    unsigned failures = 0;
    for (unsigned i = 0; i < 600; i++) {
        const struct trace before = trace_of(game);
        vc_status status = VC_ERR_MEMORY;
        for (unsigned n = 1; status; n++) {
            heap.fail_at = heap.calls + n;
            status = vc_game_play(game, action_of(plies[i % COUNT(plies)]));
            heap.fail_at = 0;
            if (!status)
                break;
            failures++;
            ck_assert_int_eq(status, VC_ERR_MEMORY);
            ck_unchanged(game, &before);
        }
    }
    ck_assert_uint_gt(failures, 10);
    ck_assert_uint_eq(vc_game_repetitions(game), 151);
    const size_t live = heap.live;
    for (size_t n = 1; !clone; n++) {
        heap.fail_at = heap.calls + n;
        const vc_status status = vc_game_clone(game, VC_WITH_HISTORY, &clone);
        heap.fail_at = 0;
        ck_assert_int_eq(status, clone ? VC_OK : VC_ERR_MEMORY);
        ck_assert(clone || heap.live == live);
    }
    check_same_game(clone, game);
    ck_assert_uint_eq(vc_game_repetitions(clone), 151);
    ck_ok(vc_game_free(clone));
}

START_TEST(copies_need_equal_rules)
{
    static const struct {
        const char *ruleset, *options;
    } others[] = {{"orthodox", NULL},
                  {"quantum", "temperature=1/3"},
                  {"quantum", NULL},
                  {"quantum", "temperature=1/2 king_safety=strict"},
                  {"quantum", "temperature=1/2 values=10,5,3,4"},
                  {"quantum", "temperature=1/2 automatic_draws=off"},
                  {"ideal", NULL}};
    vc_game *target = new_game("quantum", "temperature=1/2", NULL);
    uint8_t memory[VC_MAX_SNAPSHOT_SIZE];
    char bytes[2048];
    size_t length;
    play(target, "?g1 =n");
    const struct trace before = trace_of(target);
    for (unsigned i = 0; i < COUNT(others); i++) {
        vc_game *other = new_game(others[i].ruleset, others[i].options, NULL);
        memset(memory, 0, sizeof memory);
        ck_status(vc_game_copy(target, other, VC_WITH_HISTORY), VC_ERR_MISMATCH);
        ck_status(vc_game_copy(target, other, VC_WITHOUT_HISTORY), VC_ERR_MISMATCH);
        ck_ok(vc_game_snapshot(other, memory, sizeof memory));
        ck_status(vc_game_restore(target, memory, sizeof memory), VC_ERR_MISMATCH);
        ck_ok(vc_game_save(other, bytes, sizeof bytes, &length));
        ck_status(vc_game_load(target, bytes, length, NULL), VC_ERR_MISMATCH);
        ck_unchanged(target, &before);
    }
    vc_game *equal = new_game("quantum", "values=10,5,3,3 temperature=50/100", ARRAY);
    ck_ok(vc_game_copy(target, equal, VC_WITH_HISTORY));
    check_same_game(target, equal);
}

START_TEST(positions_set_forget_the_history)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "?g1 =n g1f3");
    ck_ok(vc_game_undo(game));
    ck_status(vc_game_set_position(game, "x", NULL), VC_ERR_SYNTAX);
    ck_assert_uint_eq(vc_game_length(game), 2);
    ck_ok(vc_game_set_position(game, NULL, NULL));
    ck_assert_str_eq(position_text(game), ARRAY);
    ck_assert_uint_eq(vc_game_length(game) + vc_game_redo_length(game) + vc_game_chance_index(game), 0);
    ck_assert_uint_eq(vc_game_repetitions(game), 1);
}

/* -------------------------------------------------------------------- snapshots and bytes --- */

START_TEST(snapshots)
{
    for (unsigned set = 0; set < COUNT(scripts); set++) {
        vc_game *game = new_game(ruleset_names[set], scripts[set].options, scripts[set].position);
        vc_game *other = new_game(ruleset_names[set], scripts[set].options, NULL);
        const size_t size = vc_rules_snapshot_size(vc_game_rules(game));
        uint8_t *block = malloc(size + 3), *memory = block + 3; /* any alignment, not a byte more */
        ck_assert_ptr_nonnull(block);
        ck_assert_uint_eq(size % 8, 0);
        ck_assert_uint_gt(size, 0);
        ck_assert_uint_le(size, VC_MAX_SNAPSHOT_SIZE);
        play(other, set == VC_IDEAL ? "+7d" : set == VC_QUANTUM ? "?g1" : "e2e4");
        play(game, scripts[set].actions);
        for (bool more = true; more; more = !vc_game_undo(game)) {
            ck_ok(vc_game_snapshot(game, memory, size));
            ck_ok(vc_game_restore(other, memory, size));
            ck_row(ruleset_names[set], position_text(other), position_text(game));
            ck_row(ruleset_names[set], actions_text(other), actions_text(game));
            ck_assert_uint_eq(vc_game_hash(other), vc_game_hash(game));
            ck_assert_uint_eq(vc_game_length(other) + vc_game_redo_length(other) + vc_game_chance_index(other), 0);
            ck_assert_uint_le(vc_game_repetitions(other), 1);
        }
        const struct trace before = trace_of(other);
        for (size_t i = 0; i < size; i++) { /* any byte that is wrong */
            memory[i] ^= 0x10;
            ck_status(vc_game_restore(other, memory, size), VC_ERR_MISMATCH);
            memory[i] ^= 0x10;
        }
        ck_status(vc_game_restore(other, memory, size - 1), VC_ERR_BUFFER);
        memset(memory, 0, size);
        ck_status(vc_game_restore(other, memory, size), VC_ERR_MISMATCH);
        memset(memory, 0x55, size);
        ck_status(vc_game_snapshot(game, memory, size - 1), VC_ERR_BUFFER);
        for (size_t i = 0; i < size; i++)
            ck_that(memory[i] == 0x55, "%zu", i);
        ck_unchanged(other, &before);
        free(block);
        free_game(game);
        free_game(other);
    }
}

/* The form of saved positions is documented and the same everywhere. */
START_TEST(saved_bytes)
{
    static const struct {
        const char *ruleset, *options, *play, *bytes;
        size_t length;
    } rows[] = {
#define SAVED(text) text, sizeof text
        {"orthodox", NULL, NULL, SAVED("VCP\1orthodox\0\0" ARRAY)},
        {"orthodox", "automatic_draws=off", "e2e4",
         SAVED("VCP\1orthodox\0automatic_draws=off\0rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")},
        {"quantum", "king_safety=strict temperature=2/4 values=9,5,3,3", "?g1",
         SAVED("VCP\1quantum\0values=9,5,3,3 temperature=1/2 king_safety=strict\0" ARRAY " drawing:g1")},
        {"power", "king_initial_moves=0 combo_captures=on", NULL,
         SAVED("VCP\1power\0king_initial_moves=0 combo_captures=on\0" ARRAY)},
        {"ideal", "packs=2 hand_size=4", "-3d",
         SAVED("VCP\1ideal\0packs=2\0" ARRAY " hands:3h4d4h/3c3s4c4s discards:3d/- played:3d")},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        char bytes[1024];
        size_t length = 0;
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, NULL);
        play(game, rows[i].play);
        ck_status(vc_game_save(game, NULL, 0, &length), VC_ERR_BUFFER);
        ck_assert_uint_eq(length, rows[i].length);
        memset(bytes, 0x55, sizeof bytes);
        ck_status(vc_game_save(game, bytes, length - 1, &length), VC_ERR_BUFFER);
        ck_assert_int_eq(bytes[0], 0x55);
        ck_ok(vc_game_save(game, bytes, length, NULL));
        ck_that(!memcmp(bytes, rows[i].bytes, length), "row %u: %s", i, bytes + 4);
        ck_assert_int_eq(bytes[length], 0x55);
        if (vc_game_length(game))
            ck_ok(vc_game_undo(game));
        ck_ok(vc_game_load(game, rows[i].bytes, rows[i].length, NULL));
        ck_assert_uint_eq(vc_game_length(game) + vc_game_redo_length(game), 0);
        free_game(game);
    }
}

START_TEST(damaged_bytes)
{
    char bytes[1024];
    size_t length;
    vc_error error = {.size = sizeof error};
    vc_game *game = new_game("quantum", "temperature=1/2", NULL);
    play(game, "?g1");
    ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
    ck_ok(vc_game_undo(game));
    const struct trace before = trace_of(game);
    for (size_t cut = 0; cut < length; cut++) {
        char *copy = malloc(cut + !cut);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, bytes, cut);
        ck_status(vc_game_load(game, copy, cut, &error), VC_ERR_MISMATCH);
        ck_assert_int_eq(error.status, VC_ERR_MISMATCH);
        free(copy);
    }
    bytes[length] = '\0';
    ck_status(vc_game_load(game, bytes, length + 1, &error), VC_ERR_MISMATCH);
    for (size_t i = 0; i < length; i++) { /* a byte changed: never taken for what it was */
        bytes[i] ^= 2;
        const vc_status status = vc_game_load(game, bytes, length, &error);
        if (!status) {
            ck_that(strcmp(position_text(game), ARRAY " drawing:g1") != 0, "byte %zu", i);
            ck_assert_uint_ge(i, sizeof "VCP\1quantum\0temperature=1/2" - 1);
            ck_ok(vc_game_set_position(game, NULL, NULL));
            play(game, "?g1");
            ck_ok(vc_game_undo(game));
        } else
            ck_assert_uint_le(error.offset, length);
        ck_unchanged(game, &before);
        bytes[i] ^= 2;
    }
    bytes[3] = 2;
    ck_status(vc_game_load(game, bytes, length, &error), VC_ERR_MISMATCH);
    ck_assert_uint_eq(error.offset, 3);
    bytes[3] = 1;
    bytes[length - 3] = 'i'; /* drawing:i1 */
    ck_status(vc_game_load(game, bytes, length, &error), VC_ERR_SYNTAX);
    ck_assert_uint_eq(error.offset, length - 3);
    bytes[length - 3] = 'e'; /* the king */
    ck_status(vc_game_load(game, bytes, length, &error), VC_ERR_POSITION);
    ck_assert_uint_eq(error.offset, length - 3);
    ck_unchanged(game, &before);
}

int main(void)
{
    return RUN_TESTS("history", und_01_undo_puts_all_back, undo_and_redo_all, entries_say_who_did_what,
                     a_new_action_forgets_what_could_be_redone, undo_to_the_last_decision,
                     undo_to_the_last_decision_behind_an_ending, mg_03_a_long_game, rep_01_a_useless_en_passant_square,
                     rep_03_a_castling_right_lost, rep_05_the_first_position_counts, C8_both_claims_at_once,
                     C8_repetition_of_turns_and_own_state, C8_equal_hashes_are_not_enough, C8_repetitions_counted_anew,
                     C8_fivefold_repetition, drw_01_dead_positions, drw_03_mate_on_the_last_move, C8_claims,
                     C8_endings_from_outside, clones, clones_without_history_repeat_nothing, copies,
                     copies_of_longer_games, long_games_without_memory, copies_need_equal_rules,
                     positions_set_forget_the_history, snapshots, saved_bytes, damaged_bytes);
}
