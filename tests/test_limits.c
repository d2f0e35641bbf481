/* SPDX-License-Identifier: ISC */
/*
 * test_limits.c - the limits that docs/limits.md tells, at their edges
 *
 * Looks inside the library where a limit is too far away to be played to. Limits of records and of what is read are tested
 * in test_record.c and test_reader.c, those of batches in test_batch.c, of numbers in position strings in test_positions.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "support.h"

/* How many actions a long game has here, and the memory that one may take, in bytes, with some that is spare. */
static const size_t long_game = SLOWNESS == 0 ? 1000000 : SLOWNESS == 1 ? 100000 : 20000;
static const size_t shorter_game = SLOWNESS == 0 ? 200000 : SLOWNESS == 1 ? 50000 : 10000;
enum { BYTES_PER_ACTION = 120, CHECKED_EVERY = 997 };

/* ------------------------------------------------------------------------------- memory --- */

/* An allocator that knows how much is allocated, and how much was at most. */
static struct {
    size_t now, most;
} used;

static void *count_allocate(void *user, size_t size)
{
    (void)user;
    max_align_t *block = malloc(sizeof *block + size);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    used.now += size;
    used.most = used.now > used.most ? used.now : used.most;
    return block + 1;
}

static void count_deallocate(void *user, void *memory)
{
    max_align_t *block = (max_align_t *)memory - 1;
    size_t size;
    (void)user;
    memcpy(&size, block, sizeof size);
    used.now -= size;
    free(block);
}

static const vc_memory counting = {sizeof counting, NULL, count_allocate, count_deallocate};

static vc_game *new_counted(const char *ruleset, const char *position)
{
    vc_rules *rules;
    vc_game *game;
    uint32_t id;
    ck_ok(vc_ruleset_find(ruleset, &id));
    ck_ok(vc_rules_new(id, &counting, &rules));
    ck_ok(vc_rules_set(rules, "automatic_draws", "off", NULL));
    ck_ok(vc_game_new(rules, position, &game, NULL));
    vc_rules_release(rules);
    return game;
}

/* --------------------------------------------------------------------------- long games --- */

/* Whether an action goes on without an end in sight: no capture, no move of a pawn. */
static bool is_quiet(const vc_game *game, vc_action action)
{
    const vc_piece piece = vc_game_piece(game, VC_ACTION_FROM(action));
    return VC_ACTION_KIND(action) != VC_MOVE ||
           (!vc_game_piece(game, VC_ACTION_TO(action)) && VC_PIECE_TYPE(piece) != VC_PAWN);
}

static bool has_quiet_action(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    for (size_t i = list_choices(game, list); i--;)
        if (is_quiet(game, list[i]))
            return true;
    return false;
}

/* One action at random, behind which, if it can be, another is quiet, too. What is over is taken back a little. */
static void play_one(vc_game *game)
{
    enum { TRIES = 40, BACK = 50 };
    vc_action list[VC_MAX_ACTIONS];
    const size_t count = list_choices(game, list);
    for (unsigned i = 0; !count && i < BACK; i++)
        ck_ok(vc_game_undo(game));
    if (!count)
        return;
    for (unsigned tries = 0;; tries++) {
        const vc_action action = list[random_below(count)];
        if (!is_quiet(game, action) && tries < TRIES)
            continue;
        ck_ok(vc_game_play(game, action));
        if (tries >= 2 * TRIES || has_quiet_action(game))
            return;
        ck_ok(vc_game_undo(game));
    }
}

static void check_long_game(const char *ruleset, const char *position, size_t wanted)
{
    vc_game *game = new_counted(ruleset, position), *clone;
    uint64_t *hashes = malloc((wanted / CHECKED_EVERY + 1) * sizeof *hashes);
    ck_assert_ptr_nonnull(hashes);
    while (vc_game_length(game) < wanted) {
        const size_t length = vc_game_length(game);
        if (length % CHECKED_EVERY == 0)
            hashes[length / CHECKED_EVERY] = vc_game_hash(game);
        play_one(game);
    }
    const struct trace end = trace_of(game);
    ck_that(used.most <= BYTES_PER_ACTION * wanted, "%s: %zu bytes for %zu actions", ruleset, used.most, wanted);
    printf("%s: %zu actions, at most %.1f bytes each\n", ruleset, wanted, (double)used.most / (double)wanted);
    fflush(stdout);
    vc_game_repetitions(game);
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone));
    /* The deepest undo, and everything again. */
    for (size_t length = wanted; length--;) {
        ck_ok(vc_game_undo(game));
        if (length % CHECKED_EVERY == 0)
            ck_that(vc_game_hash(game) == hashes[length / CHECKED_EVERY], "%s: after undo to %zu", ruleset, length);
    }
    ck_status(vc_game_undo(game), VC_ERR_NOTHING);
    ck_assert_uint_eq(vc_game_redo_length(game), wanted);
    while (vc_game_redo_length(game))
        ck_ok(vc_game_redo(game));
    ck_unchanged(game, &end);
    ck_unchanged(clone, &end);
    ck_ok(vc_game_free(clone));
    ck_ok(vc_game_free(game));
    ck_assert_uint_eq(used.now, 0);
    free(hashes);
}

START_TEST(a_million_actions) { check_long_game("orthodox", NULL, long_game); }
START_TEST(a_million_with_chance) { check_long_game("quantum", NULL, long_game); }
START_TEST(long_potential) { check_long_game("potential", NULL, shorter_game); }
START_TEST(long_power) { check_long_game("power", NULL, shorter_game); }
/* Without pawns: cards ask for their moves, which bring every game from the array to its end. */
START_TEST(long_ideal) { check_long_game("ideal", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", shorter_game); }

/* Four positions that come again and again, and nobody asks before the end: each time must not mean to look at all. */
START_TEST(a_million_to_and_fro)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    vc_game *game = new_counted("orthodox", NULL);
    for (size_t i = 0; i < long_game; i++)
        ck_ok(vc_game_play(game, action_of(moves[i % COUNT(moves)])));
    ck_assert_uint_eq(vc_game_repetitions(game), long_game / COUNT(moves) + 1);
    uint64_t nodes;
    ck_ok(vc_game_perft(game, 1, VC_PERFT_BULK, NULL, NULL, &nodes));
    ck_assert_uint_eq(nodes, 20);
    ck_ok(vc_game_undo(game));
    ck_assert_uint_eq(vc_game_repetitions(game), long_game / COUNT(moves));
    ck_ok(vc_game_free(game));
}

/* Says that a game has so many entries, of which the window holds the newest; what stands in it must not be asked for. */
static void pretend_length(struct history *h, size_t length)
{
    h->length = h->total = h->limit = length;
    h->base = length / HALF_WINDOW * HALF_WINDOW - HALF_WINDOW;
}

/*
 * A game as long as games can be, as far as it knows: one entry more fails and changes nothing. The last one that there
 * may be fails only because there is no memory for so many.
 */
START_TEST(longest_history)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    struct history *h = &game->history;
    vc_action drawn[VC_MAX_DRAWS];
    size_t count;
    play(game, "e2e4");
    ck_assert_str_eq(ending_text(game), ""); /* which the game remembers from then on, and its actions */
    ck_assert_uint_eq(strlen(actions_text(game)), 20 * 5 - 1);
    const struct history before = *h;
    pretend_length(h, VC_MAX_LENGTH - 1);
    heap.fail_at = heap.calls + 1;
    ck_status(vc_game_play(game, action_of("e7e5")), VC_ERR_MEMORY);
    pretend_length(h, VC_MAX_LENGTH);
    ck_status(vc_game_play(game, action_of("e7e5")), VC_ERR_LIMIT);
    ck_status(vc_game_play_text(game, "e7e5", NULL), VC_ERR_LIMIT);
    ck_status(vc_game_play_on(game, action_of("e7e5"), drawn, VC_MAX_DRAWS, &count), VC_ERR_LIMIT);
    ck_status(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION), VC_ERR_LIMIT);
    ck_assert_uint_eq(vc_game_length(game), VC_MAX_LENGTH);
    *h = before;
    ck_assert_str_eq(position_text(game), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    play(game, "e7e5");
}

/* ------------------------------------------------------------------------ lists and texts --- */

/*
 * The positions with the most actions that tests/bench/most_actions.c found, and the most that play from the array can
 * come to in orthodox chess. VC_MAX_ACTIONS is more than twice as many.
 */
START_TEST(most_actions)
{
    static const struct {
        const char *ruleset, *options, *position;
        size_t count;
        const char *before; /* actions that come first, or NULL */
    } rows[] = {
        {"orthodox", NULL, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218, NULL},
        {"orthodox", NULL, "Q4Q1n/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/rqQ4Q/kqQqQQ1K w - - 0 1", 241, NULL},
        {"quantum", NULL, "1b1n1n1n/PqP1P1Pq/1N1B2Q1/1qQ1q2q/4Q1K1/q1q1q1q1/qP1P1P1P/3Qk1N1 w - - 0 1", 74, NULL},
        {"potential", NULL, "1r1qqn1q/R1RRQQQ1/Q6R/R7/4Q3/1Q5Q/K1R3nq/3Q1Rqk w - - 0 1", 315, NULL},
        {"power", NULL, "3[QR]4/6[PQ]1/4[QN]3/2[NQ]5/[QR]6[QR]/5[QK]2/3[RQ]4/[bqqqqkqqqqq]7 w - - 0 1", 472, NULL},
        {"power", "combo_captures=on",
         "q1n2k1p/1[PQ]4[QP]1/[qn]2[QN]4/5[KQ]2/2[NQ]4[RQ]/[qqqq]3[NQ]3/b5[QR]1/1r[qq]5 w - - 0 1", 483, NULL},
        {"ideal", NULL,
         "Q4QqK/3Q3Q/1Q4Q1/4Q3/2Q4Q/Q4Q1Q/3Q4/qQ4Qk w - - 0 1 hands:2d6dJdKd/As2s3s4s discards:-/-", 246, "-2d"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        vc_action list[VC_MAX_ACTIONS];
        size_t count;
        play(game, rows[i].before);
        ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &count));
        ck_that(count == rows[i].count, "%s: %zu, not %zu", rows[i].position, count, rows[i].count);
        ck_assert_uint_le(2 * count, VC_MAX_ACTIONS);
        ck_status(vc_game_actions(game, list, rows[i].count - 1, &count), VC_ERR_BUFFER);
        ck_ok(vc_game_actions(game, list, rows[i].count, &count));
        for (size_t k = 0; k < count; k++) { /* each is listed once and has a notation that is read back */
            char san[VC_SAN_TEXT_SIZE];
            vc_action read;
            ck_ok(vc_game_san(game, list[k], san, sizeof san, NULL));
            ck_ok(vc_game_san_parse(game, san, VC_SAN_STRICT, &read, NULL));
            ck_that(read == list[k], "%s", san);
        }
        free_game(game);
    }
}

/* A position has a text of some length, which fits into the documented buffer and into one that it just fills. */
static size_t check_length(vc_game *game)
{
    char text[VC_POSITION_TEXT_SIZE];
    size_t length;
    ck_ok(vc_game_position(game, text, sizeof text, &length));
    ck_status(vc_game_position(game, text, length, NULL), VC_ERR_BUFFER);
    ck_ok(vc_game_position(game, text, length + 1, NULL));
    ck_ok(vc_game_set_position(game, text, NULL));
    return length;
}

/* Appends count times a card of each rank and suit. */
static char *put_cards(char *out, const char *ranks, const char *suits, unsigned count)
{
    for (const char *rank = ranks; *rank; rank++)
        for (const char *suit = suits; *suit; suit++)
            for (unsigned i = 0; i < count; i++)
                out += sprintf(out, "%c%c", *rank, *suit);
    return out;
}

/* The longest position strings: 32 pieces that do not share a digit, and as many cards as there are or counts as there can be. */
START_TEST(longest_positions)
{
    static const char board[] = "r1b1k1n1/1p1p1p1p/p1p1p1p1/1q1q1q1q/Q1Q1Q1Q1/1P1P1P1P/P1P1P1P1/R1B1K1N1 w - - 99999 99999";
    char text[VC_POSITION_TEXT_SIZE], *out = text + sprintf(text, "%s hands:", board);
    /* All aces in the hands, and all else but one king a side in the discards. */
    out = put_cards(out, "A", "dh", 4);
    *out++ = '/';
    out = put_cards(out, "A", "cs", 4);
    out = put_cards(out + sprintf(out, " discards:"), "23456789TJQ", "dh", 4);
    out = put_cards(put_cards(out, "K", "d", 4), "K", "h", 3);
    out = put_cards(out + sprintf(out, "*d/"), "23456789TJQ", "cs", 4);
    out = put_cards(put_cards(out, "K", "c", 4), "K", "s", 3);
    sprintf(out, "*c");
    vc_game *game = new_game("ideal", "hand_size=8 packs=4 jokers=1", text);
    const size_t ideal = check_length(game);
    /* Each piece has a count of moves that is written. */
    out = text + sprintf(text, "%s moves:", board);
    const uint64_t squares = vc_game_squares(game, VC_WHITE, VC_NO_PIECE) | vc_game_squares(game, VC_BLACK, VC_NO_PIECE);
    for (uint32_t square = 0; square < 64; square++)
        if (squares >> square & 1)
            out += sprintf(out, "%s=14,", squares_text(UINT64_C(1) << square));
    out[-1] = '\0';
    vc_game *power = new_game("power", "initial_moves=15 king_initial_moves=15", text);
    printf("the longest position strings: %zu (ideal), %zu (power)\n", ideal, check_length(power));
}

/* The weights of chance that options can bring: their sum stays below 2^32, and they have no common divisor. */
START_TEST(largest_weights)
{
    static const char *const touches[] = {"?a1", "?b1", "?c1", "?d1"};
    uint64_t largest = 0;
    char largest_options[64] = "";
    for (unsigned i = 0; i < (SLOWNESS == 2 ? 500 : 5000); i++) {
        char options[64];
        const unsigned denominator = i % 2 ? 100 - random_below(4) : 1 + random_below(100);
        const unsigned least = i % 4 ? 90 : 1;
        snprintf(options, sizeof options, "values=%u,%u,%u,%u temperature=%u/%u", least + random_below(101 - least),
                 least + random_below(101 - least), least + random_below(101 - least),
                 least + random_below(101 - least), random_below(denominator + 1), denominator);
        vc_game *game = new_game("quantum", options, NULL);
        uint32_t weights[4];
        uint64_t total;
        size_t count;
        vc_action outcomes[4];
        play(game, touches[i % COUNT(touches)]);
        ck_ok(vc_game_outcomes(game, outcomes, weights, 4, &count, &total));
        ck_that(total <= UINT32_MAX, "%s: %llu", options, (unsigned long long)total);
        for (uint32_t divisor = 2; divisor < 100; divisor++) {
            size_t divided = 0;
            while (divided < count && weights[divided] % divisor == 0)
                divided++;
            ck_that(divided < count, "%s: all weights are multiples of %u", options, divisor);
        }
        if (total > largest) {
            largest = total;
            memcpy(largest_options, options, sizeof options);
        }
        free_game(game);
    }
    printf("the largest sum of weights: %llu, by %s\n", (unsigned long long)largest, largest_options);
    ck_assert_uint_gt(largest, 100000000);
}

int main(void)
{
    return RUN_TESTS("limits", a_million_actions, a_million_with_chance, long_potential, long_power, long_ideal,
                     a_million_to_and_fro, longest_history, most_actions, longest_positions, largest_weights);
}
