/* SPDX-License-Identifier: ISC */
/*
 * test_batch.c - batches against games: the same actions are played in a batch and in games of their own with the same
 * seeds, and all that a batch tells must be what the games say
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "settings.h"
#include "support.h"

enum { GAMES = 37, ROOM = GAMES * VC_MAX_ACTIONS, MOST_PLANES = 64 };

static const uint8_t master[VC_SEED_BYTES] = "a seed of 32 bytes for the tests";

/* ------------------------------------------------------------------------------- arrays --- */

/* Arrays of everything, filled with a pattern so that what is not written shows. */
static vc_batch_arrays new_arrays(const vc_rules *rules)
{
    const size_t words = (vc_ruleset_action_count(vc_rules_ruleset(rules)) + 63) / 64;
    vc_batch_arrays a = {.size = sizeof a, .capacity = ROOM};
    a.actions = malloc(ROOM * sizeof *a.actions);
    a.indices = malloc(ROOM * sizeof *a.indices);
    a.weights = malloc(ROOM * sizeof *a.weights);
    a.counts = malloc(GAMES * sizeof *a.counts);
    a.offsets = malloc((GAMES + 1) * sizeof *a.offsets);
    a.masks = malloc(GAMES * words * sizeof *a.masks);
    a.actors = malloc(GAMES);
    a.phases = malloc(GAMES);
    a.done = malloc(GAMES);
    a.reasons = malloc(GAMES);
    a.rewards = malloc(2 * GAMES * sizeof *a.rewards);
    a.planes = malloc(GAMES * MOST_PLANES * VC_PLANE_SIZE * sizeof(float));
    return a;
}

static void free_arrays(vc_batch_arrays *a)
{
    void *const all[] = {a->actions, a->indices, a->weights, a->counts, a->offsets, a->masks,
                         a->actors,  a->phases,  a->done,    a->reasons, a->rewards, a->planes};
    for (size_t i = 0; i < COUNT(all); i++)
        free(all[i]);
}

/* ------------------------------------------------- planes, by what a game can be asked --- */

static const char *const types[] = {"", "pawns", "knights", "bishops", "rooks", "queens", "king"};

struct scene {
    const vc_game *game;
    bool flipped;
};

static uint32_t seen(const struct scene *s, uint32_t square) { return s->flipped ? square ^ 56 : square; }

/* Number square of the plane with that name. */
static unsigned wanted_number(const struct scene *s, const char *name, uint32_t square)
{
    const vc_game *g = s->game;
    const uint32_t there = seen(s, square);
    char what[48] = "";
    if (!strncmp(name, "first ", 6) || !strncmp(name, "second ", 7)) {
        const uint32_t color = (uint32_t)(name[0] == 's') ^ (uint32_t)s->flipped;
        const char *rest = strchr(name, ' ') + 1, *comma = strchr(rest, ',');
        const uint32_t rights = vc_game_castling_rights(g) >> 2 * color;
        if (!strncmp(rest, "castles", 7))
            return rights >> !strcmp(rest, "castles long") & 1;
        snprintf(what, sizeof what, "%.*s", (int)(comma ? comma - rest : (long)strlen(rest)), rest);
        vc_piece list[16];
        size_t count;
        unsigned number = 0, fewest = 99, most = 0;
        ck_ok(vc_game_pieces(g, there, list, COUNT(list), &count));
        for (size_t i = 0; i < count; i++)
            if (vc_piece_color(list[i]) == color && !strcmp(types[vc_piece_type(list[i])], what)) {
                const unsigned moves = vc_piece_moves(list[i]);
                number++;
                fewest = moves < fewest ? moves : fewest;
                most = moves > most ? moves : most;
            }
        if (!comma)
            return number;
        return !number ? 0 : !strcmp(comma, ", fewest moves") ? fewest : most;
    }
    if (!strcmp(name, "black to move"))
        return vc_game_side_to_move(g) == VC_BLACK;
    if (!strcmp(name, "en passant"))
        return vc_game_en_passant(g) == there;
    if (!strcmp(name, "half-move clock"))
        return vc_game_halfmove_clock(g) < 150 ? vc_game_halfmove_clock(g) : 150;
    if (!strcmp(name, "repetitions"))
        return vc_game_repetitions(g) < 5 ? vc_game_repetitions(g) : 5;
    if (!strcmp(name, "focus"))
        return vc_game_focus(g) == there;
    if (!strcmp(name, "touched"))
        return vc_game_touched(g) >> there & 1;
    ck_abort_msg("what is plane \"%s\"?", name);
}

/* Likewise a plane of cards: how many of each there are. */
static void wanted_cards(const struct scene *s, const char *name, unsigned *numbers)
{
    memset(numbers, 0, VC_PLANE_SIZE * sizeof *numbers);
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++)
        for (uint32_t deck = 0; deck < vc_game_decks(s->game, color); deck++) {
            vc_card list[VC_MAX_CARDS];
            size_t count = 0;
            if (!strcmp(name, "hands"))
                ck_ok(vc_game_hand(s->game, color, list, VC_MAX_CARDS, &count));
            else if (!strcmp(name, "piles"))
                ck_ok(vc_game_pile(s->game, color, list, VC_MAX_CARDS, &count));
            else if (!strcmp(name, "decks"))
                ck_ok(vc_game_deck(s->game, color, deck, list, VC_MAX_CARDS, &count));
            else
                list[count++] = !strcmp(name, "tops")          ? vc_game_top(s->game, color, deck)
                                : color == VC_WHITE && !deck ? vc_game_played_card(s->game)
                                                               : 0;
            if (deck && (!strcmp(name, "hands") || !strcmp(name, "piles")))
                break;
            while (count--)
                if (list[count])
                    numbers[16 * (VC_CARD_SUIT(list[count]) ^ (s->flipped ? 2 : 0)) + VC_CARD_RANK(list[count]) - 1]++;
        }
}

static void check_planes(const struct scene *s, const vc_rules *rules, uint32_t flags, const vc_batch_arrays *a,
                         size_t game)
{
    const size_t count = vc_rules_plane_count(rules);
    for (size_t i = 0; i < count; i++) {
        vc_plane plane = {.size = sizeof plane};
        unsigned cards[VC_PLANE_SIZE];
        ck_ok(vc_rules_plane(rules, i, &plane));
        const bool is_phase = !strncmp(plane.name, "phase ", 6);
        const bool is_cards = has_word("hands piles decks tops played", plane.name);
        const char *phase = vc_phase_name(vc_game_phase(s->game));
        if (is_cards)
            wanted_cards(s, plane.name, cards);
        for (uint32_t square = 0; square < VC_PLANE_SIZE; square++) {
            const size_t at = (game * count + i) * VC_PLANE_SIZE + square;
            /* A game that is over keeps the phase in which it ended; games ask no more for that. */
            if (is_phase && vc_game_phase(s->game) == VC_PHASE_OVER)
                continue;
            const unsigned wanted = is_cards   ? cards[square]
                                    : is_phase ? !strcmp(plane.name + 6, phase)
                                               : wanted_number(s, plane.name, square);
            ck_that(wanted <= plane.maximum, "%s: %u", plane.name, wanted);
            if (flags & VC_BATCH_FLOAT_PLANES) {
                const float fraction = (float)((float)wanted / (float)plane.maximum), got = ((const float *)a->planes)[at];
                ck_that(got == fraction, "%s %u: %g, not %u", plane.name, square, (double)got, wanted);
            } else
                ck_that(((const uint8_t *)a->planes)[at] == wanted, "%s %u: %u, not %u in %s", plane.name, square,
                        ((const uint8_t *)a->planes)[at], wanted, position_text(s->game));
        }
    }
}

/* --------------------------------------------------------------------------- side by side --- */

struct twin {
    vc_game *game;
    uint64_t episode;
    uint8_t seed[VC_SEED_BYTES];
    uint32_t winner, reason; /* of the end in the last step */
};

struct side_by_side {
    vc_rules *rules;
    uint32_t ruleset, flags;
    vc_batch *batch;
    vc_batch_arrays arrays;
    struct twin twins[GAMES];
    uint32_t choices[GAMES];
    unsigned ends;
};

static bool has(const struct side_by_side *s, uint32_t flag) { return (s->flags & flag) != 0; }

static void draw_due(const struct side_by_side *s, vc_game *game)
{
    vc_action drawn[VC_MAX_DRAWS];
    if (!has(s, VC_BATCH_SHOW_CHANCE) && vc_game_actor(game) == VC_CHANCE)
        ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, VC_MAX_DRAWS, NULL));
}

static void restart(const struct side_by_side *s, size_t i)
{
    const struct twin *twin = &s->twins[i];
    uint8_t seed[VC_SEED_BYTES];
    ck_ok(vc_seed_derive(twin->seed, twin->episode, seed));
    ck_ok(vc_game_set_position(twin->game, NULL, NULL));
    ck_ok(vc_game_use_seed(twin->game, seed));
    draw_due(s, twin->game);
}

/* The list of a game in the batch's order and view; returns its length. */
static size_t list_of(const struct side_by_side *s, const vc_game *game, vc_action *list, uint32_t *weights)
{
    size_t count;
    memset(weights, 0, VC_MAX_ACTIONS * sizeof *weights);
    if (vc_game_actor(game) == VC_CHANCE)
        ck_ok(vc_game_outcomes(game, list, weights, VC_MAX_ACTIONS, &count, NULL));
    else
        ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &count));
    for (size_t k = 0; has(s, VC_BATCH_MOVER_VIEW) && vc_game_side_to_move(game) == VC_BLACK && k < count; k++)
        list[k] = vc_action_mirrored(list[k]);
    return count;
}

static float reward_of(const struct twin *twin, uint32_t color)
{
    return twin->winner == VC_NOBODY ? 0 : twin->winner == color ? 1 : -1;
}

/* A game alone has the same planes. */
static void check_planes_of_game(const struct side_by_side *s, size_t i)
{
    const uint32_t flags = s->flags & (VC_BATCH_MOVER_VIEW | VC_BATCH_FLOAT_PLANES);
    const size_t size = has(s, VC_BATCH_FLOAT_PLANES) ? sizeof(float) : 1;
    const size_t room = vc_rules_plane_count(s->rules) * VC_PLANE_SIZE;
    float planes[MOST_PLANES * VC_PLANE_SIZE];
    size_t count;
    ck_ok(vc_game_planes(s->twins[i].game, flags, planes, room, &count));
    ck_assert_uint_eq(count, room);
    ck_that(!memcmp((const char *)s->arrays.planes + i * count * size, planes, count * size), "planes of game %zu", i);
}

static void check_game(const struct side_by_side *s, size_t i, bool planes)
{
    const struct twin *twin = &s->twins[i];
    const vc_batch_arrays *a = &s->arrays;
    const vc_game *game = twin->game;
    const size_t words = (vc_ruleset_action_count(s->ruleset) + 63) / 64;
    const uint64_t offset = a->offsets[i];
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    uint64_t mask[128] = {0};
    const size_t count = list_of(s, game, list, weights);
    ck_assert_uint_eq(a->counts[i], count);
    ck_assert_uint_eq(a->offsets[i + 1], offset + count);
    ck_that(!memcmp(a->actions + offset, list, count * sizeof *list), "actions of game %zu", i);
    ck_that(!memcmp(a->weights + offset, weights, count * sizeof *weights), "weights of game %zu", i);
    for (size_t k = 0; k < count; k++) {
        const uint32_t index = vc_action_index(s->ruleset, list[k]);
        ck_assert_uint_eq(a->indices[offset + k], index);
        mask[index / 64] |= UINT64_C(1) << index % 64;
    }
    ck_that(!memcmp(a->masks + i * words, mask, words * sizeof *mask), "mask of game %zu", i);
    ck_assert_uint_eq(a->actors[i], vc_game_actor(game));
    ck_assert_uint_eq(a->phases[i], vc_game_phase(game));
    ck_assert_uint_eq(a->done[i], twin->reason != VC_REASON_NONE);
    ck_assert_uint_eq(a->reasons[i], twin->reason);
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++)
        ck_that(a->rewards[2 * i + color] == reward_of(twin, color), "reward of game %zu", i);
    ck_assert_uint_eq(vc_game_hash(vc_batch_game(s->batch, i)), vc_game_hash(game));
    ck_assert_uint_eq(vc_game_length(vc_batch_game(s->batch, i)), vc_game_length(game));
    if (planes) {
        const struct scene scene = {game, has(s, VC_BATCH_MOVER_VIEW) && vc_game_side_to_move(game) == VC_BLACK};
        check_planes(&scene, s->rules, s->flags, a, i);
        check_planes_of_game(s, i);
    }
}

static void check_all(const struct side_by_side *s, bool planes)
{
    ck_assert_uint_eq(s->arrays.offsets[0], 0);
    for (size_t i = 0; i < GAMES; i++)
        check_game(s, i, planes);
}

/* Plays in a game what the batch is asked to. */
static void choose(struct side_by_side *s, size_t i)
{
    struct twin *twin = &s->twins[i];
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    const size_t count = list_of(s, twin->game, list, weights);
    const bool chance = vc_game_actor(twin->game) == VC_CHANCE;
    twin->winner = VC_NOBODY;
    twin->reason = VC_REASON_NONE;
    s->choices[i] = VC_BATCH_SKIP;
    if (!count || !random_below(20))
        return;
    if (chance && random_below(2)) {
        s->choices[i] = VC_BATCH_DRAW;
        ck_ok(vc_game_draw(twin->game, NULL));
    } else {
        const vc_action seen_action = list[random_below(count)];
        const bool flipped = has(s, VC_BATCH_MOVER_VIEW) && vc_game_side_to_move(twin->game) == VC_BLACK;
        s->choices[i] = has(s, VC_BATCH_BY_INDEX) ? vc_action_index(s->ruleset, seen_action) : seen_action;
        ck_ok(vc_game_play(twin->game, flipped ? vc_action_mirrored(seen_action) : seen_action));
        draw_due(s, twin->game);
    }
    ck_ok(vc_game_outcome(twin->game, &twin->winner, &twin->reason));
    s->ends += twin->reason != VC_REASON_NONE;
    if (twin->reason && has(s, VC_BATCH_AUTO_RESET)) {
        twin->episode++;
        restart(s, i);
    }
}

static void reset_some(struct side_by_side *s)
{
    uint32_t games[2] = {random_below(GAMES), random_below(GAMES)};
    uint8_t seeds[2 * VC_SEED_BYTES];
    const bool fresh = random_below(2);
    if (games[0] == games[1])
        return;
    for (unsigned k = 0; k < sizeof seeds; k++)
        seeds[k] = (uint8_t)random_below(256);
    ck_ok(vc_batch_reset(s->batch, games, 2, fresh ? seeds : NULL));
    for (unsigned k = 0; k < 2; k++) {
        struct twin *twin = &s->twins[games[k]];
        twin->winner = VC_NOBODY;
        twin->reason = VC_REASON_NONE;
        twin->episode++;
        if (fresh) {
            twin->episode = 0;
            memcpy(twin->seed, seeds + k * VC_SEED_BYTES, VC_SEED_BYTES);
        }
        restart(s, games[k]);
    }
    ck_ok(vc_batch_observe(s->batch, &s->arrays));
}

static unsigned play_side_by_side(vc_rules *rules, uint32_t flags, uint32_t threads, unsigned steps)
{
    static struct side_by_side s;
    const vc_batch_options options = {.size = sizeof options, .seed = master, .flags = flags, .threads = threads};
    s = (struct side_by_side){.rules = rules, .ruleset = vc_rules_ruleset(rules), .flags = flags};
    s.arrays = new_arrays(rules);
    ck_ok(vc_batch_new(rules, GAMES, &options, &s.batch, NULL));
    ck_assert_uint_eq(vc_batch_size(s.batch), GAMES);
    ck_assert_ptr_eq(vc_batch_rules(s.batch), rules);
    for (size_t i = 0; i < GAMES; i++) {
        uint8_t seed[VC_SEED_BYTES], told[VC_SEED_BYTES];
        s.twins[i].winner = VC_NOBODY;
        ck_ok(vc_seed_derive(master, i, s.twins[i].seed));
        ck_ok(vc_game_new(rules, NULL, &s.twins[i].game, NULL));
        restart(&s, i);
        ck_ok(vc_seed_derive(s.twins[i].seed, 0, seed));
        ck_ok(vc_batch_seed(s.batch, i, told));
        ck_assert_mem_eq(seed, told, VC_SEED_BYTES);
    }
    ck_ok(vc_batch_observe(s.batch, &s.arrays));
    check_all(&s, true);
    for (unsigned step = 0; step < steps; step++) {
        vc_error error = {.size = sizeof error};
        for (size_t i = 0; i < GAMES; i++)
            choose(&s, i);
        const vc_status status = vc_batch_step(s.batch, s.choices, &s.arrays, &error);
        ck_that(!status, "%s", error.message);
        check_all(&s, step % 16 == 0);
        if (!random_below(8)) {
            reset_some(&s);
            check_all(&s, false);
        }
    }
    for (size_t i = 0; i < GAMES; i++)
        ck_ok(vc_game_free(s.twins[i].game));
    ck_ok(vc_batch_free(s.batch));
    free_arrays(&s.arrays);
    return s.ends;
}

/* Every setting, with flags and threads that change from one to the next. */
START_TEST(batches_are_what_games_are)
{
    unsigned ends = 0;
    random_state = 7;
    for (size_t i = 0; i < setting_count; i++) {
        vc_rules *rules = setting_rules(&settings[i]);
        const uint32_t flags = (uint32_t)(i * 13 + 1) & 31;
        ends += play_side_by_side(rules, flags, (uint32_t)i % 4, SLOWNESS ? 25 : 60);
        ends += play_side_by_side(rules, flags ^ 27, (uint32_t)(i + 2) % 4, SLOWNESS ? 25 : 60);
        vc_rules_release(rules);
    }
    ck_assert_uint_gt(ends, SLOWNESS ? 8 : 60); /* about twice as many are seen: some must be, whatever the sample */
}
END_TEST

/* Long enough for draws by repetition and for memory to be asked for in steps. */
START_TEST(long_games)
{
    random_state = 7;
    vc_rules *rules = new_rules("orthodox", NULL);
    ck_assert_uint_gt(play_side_by_side(rules, VC_BATCH_AUTO_RESET, 1, SLOWNESS ? 600 : 1000), SLOWNESS ? 5 : 10);
    vc_rules_release(rules);
}
END_TEST

/* So long that repetitions are looked for in a table. */
START_TEST(endless_games)
{
    enum { TURNS = 600 };
    static const char *const plies[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    vc_rules *rules = new_rules("orthodox", "automatic_draws=off");
    uint32_t choices[GAMES];
    vc_batch *batch = NULL;
    ck_ok(vc_batch_new(rules, GAMES, NULL, &batch, NULL));
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < GAMES; i++)
            choices[i] = action_of(plies[turn % COUNT(plies)]);
        ck_ok(vc_batch_step(batch, choices, NULL, NULL));
    }
    for (size_t i = 0; i < GAMES; i++) {
        vc_game *clone;
        ck_ok(vc_game_clone(vc_batch_game(batch, i), VC_WITH_HISTORY, &clone));
        ck_assert_uint_eq(vc_game_length(clone), TURNS);
        ck_assert_uint_eq(vc_game_repetitions(clone), 1 + TURNS / COUNT(plies));
        ck_ok(vc_game_free(clone));
    }
    ck_ok(vc_batch_free(batch));
    vc_rules_release(rules);
}
END_TEST

/* --------------------------------------------------------------------------------- faults --- */

static vc_batch *small_batch(vc_rules *rules, size_t games, uint32_t flags, const char *position)
{
    const vc_batch_options options = {.size = sizeof options, .seed = master, .flags = flags, .position = position};
    vc_batch *batch = NULL;
    ck_ok(vc_batch_new(rules, games, &options, &batch, NULL));
    return batch;
}

static void check_fault(vc_batch *batch, const uint32_t *choices, vc_status wanted, uint32_t game, const char *message)
{
    vc_error error = {.size = sizeof error};
    vc_batch_arrays arrays = new_arrays(vc_batch_rules(batch));
    struct trace before[4], after;
    const size_t size = vc_batch_size(batch);
    memset(arrays.counts, 0x5a, size * sizeof *arrays.counts);
    memset(arrays.done, 0x5a, size);
    for (size_t i = 0; i < size; i++)
        before[i] = trace_of(vc_batch_game(batch, i));
    ck_status(vc_batch_step(batch, choices, &arrays, &error), wanted);
    ck_assert_int_eq(error.status, wanted);
    ck_assert_uint_eq(error.offset, game);
    ck_assert_str_eq(error.message, message);
    ck_status(vc_batch_step(batch, choices, NULL, NULL), wanted);
    for (size_t i = 0; i < size; i++) {
        after = trace_of(vc_batch_game(batch, i));
        ck_that(same_trace(&before[i], &after), "game %zu changed", i);
        ck_assert_uint_eq(arrays.counts[i], 0x5a5a5a5a);
        ck_assert_uint_eq(arrays.done[i], 0x5a);
    }
    free_arrays(&arrays);
}

START_TEST(a_fault_in_one_game_changes_none)
{
    vc_rules *rules = new_rules("orthodox", NULL);
    vc_batch *batch = small_batch(rules, 3, 0, NULL);
    const uint32_t e4 = action_of("e2e4"), d4 = action_of("d2d4");
    check_fault(batch, (uint32_t[]){e4, d4, action_of("e2e5")}, VC_ERR_ILLEGAL, 2,
                "game 2: e2e5: the piece does not move like that");
    check_fault(batch, (uint32_t[]){e4, 12345, 0}, VC_ERR_ILLEGAL, 1, "game 1: choice: no action has that value");
    check_fault(batch, (uint32_t[]){e4, VC_BATCH_DRAW, 0}, VC_ERR_NOTHING, 1, "game 1: chance is not to act");
    ck_ok(vc_batch_step(batch, (uint32_t[]){e4, d4, VC_BATCH_SKIP}, NULL, NULL));
    ck_assert_str_eq(position_text(vc_batch_game(batch, 2)), ARRAY);
    ck_ok(vc_batch_free(batch));

    batch = small_batch(rules, 2, VC_BATCH_BY_INDEX, NULL);
    check_fault(batch, (uint32_t[]){VC_BATCH_SKIP, 1968}, VC_ERR_ILLEGAL, 1, "game 1: choice: no action has that value");
    check_fault(batch, (uint32_t[]){0, VC_BATCH_SKIP}, VC_ERR_ILLEGAL, 0,
                "game 0: a1b1: a piece of your own stands there");
    ck_ok(vc_batch_free(batch));

    batch = small_batch(rules, 2, 0, "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    ck_ok(vc_batch_step(batch, (uint32_t[]){action_of("a1a8"), action_of("a1a2")}, NULL, NULL));
    check_fault(batch, (uint32_t[]){action_of("h8h7"), action_of("h8g8")}, VC_ERR_OVER, 0, "game 0: the game is over");
    ck_ok(vc_batch_step(batch, (uint32_t[]){VC_BATCH_SKIP, action_of("h8g8")}, NULL, NULL));
    ck_ok(vc_batch_free(batch));
    vc_rules_release(rules);

    rules = new_rules("quantum", NULL);
    batch = small_batch(rules, 2, 0, NULL);
    check_fault(batch, (uint32_t[]){action_of("?g1"), action_of("=n")}, VC_ERR_ILLEGAL, 1,
                "game 1: =n: chance is not to act");
    ck_ok(vc_batch_free(batch));
    vc_rules_release(rules);
}
END_TEST

/* Lists need room: too little is told, and nothing has been done. */
START_TEST(lists_that_do_not_fit_change_nothing)
{
    static const char *const rulesets[] = {"orthodox", "ideal"};
    for (size_t r = 0; r < COUNT(rulesets); r++) {
        vc_rules *rules = new_rules(rulesets[r], NULL);
        vc_batch *batch = small_batch(rules, 2, VC_BATCH_AUTO_RESET, NULL);
        vc_batch_arrays arrays = new_arrays(rules);
        vc_error error = {.size = sizeof error};
        ck_ok(vc_batch_observe(batch, &arrays));
        const uint32_t choices[2] = {arrays.actions[0], arrays.actions[arrays.offsets[1]]};
        arrays.capacity = 3;
        arrays.needed = 0;
        const struct trace before = trace_of(vc_batch_game(batch, 0));
        ck_status(vc_batch_observe(batch, &arrays), VC_ERR_BUFFER);
        ck_assert_uint_eq(arrays.needed, arrays.offsets[2]);
        ck_status(vc_batch_step(batch, choices, &arrays, &error), VC_ERR_BUFFER);
        ck_assert_int_eq(error.status, VC_ERR_BUFFER);
        ck_unchanged(vc_batch_game(batch, 0), &before);
        arrays.capacity = (size_t)arrays.needed;
        ck_ok(vc_batch_step(batch, choices, &arrays, &error));
        ck_assert_uint_eq(arrays.offsets[2], arrays.needed);
        free_arrays(&arrays);
        ck_ok(vc_batch_free(batch));
        vc_rules_release(rules);
    }
}
END_TEST

/* Each allocation fails in turn: making a batch leaves nothing behind, a step changes nothing. */
START_TEST(without_memory)
{
    vc_rules *rules = new_rules("ideal", "hand_size=8 face_up=on");
    const size_t live = heap.live;
    const vc_batch_options options = {.size = sizeof options, .seed = master, .threads = 2};
    vc_batch *batch = NULL;
    for (size_t n = 1; !batch; n++) {
        vc_error error = {.size = sizeof error};
        heap.fail_at = heap.calls + n;
        const vc_status status = vc_batch_new(rules, 3, &options, &batch, &error);
        heap.fail_at = 0;
        if (status) {
            ck_assert_int_eq(status, VC_ERR_MEMORY);
            ck_assert_int_eq(error.status, VC_ERR_MEMORY);
            ck_assert_uint_eq(heap.live, live);
            ck_assert_uint_eq(vc_rules_is_frozen(rules), 0);
        } else
            ck_assert_uint_gt(n, 10);
    }
    unsigned failures = 0;
    random_state = 7;
    for (unsigned step = 0; step < 150; step++) {
        vc_batch_arrays arrays = new_arrays(rules);
        uint32_t choices[3];
        struct trace before[3], after;
        ck_ok(vc_batch_observe(batch, &arrays));
        for (size_t i = 0; i < 3; i++) {
            before[i] = trace_of(vc_batch_game(batch, i));
            choices[i] = arrays.counts[i] ? arrays.actions[arrays.offsets[i] + random_below(arrays.counts[i])] : VC_BATCH_SKIP;
        }
        for (size_t n = 1;; n++) {
            heap.fail_at = heap.calls + n;
            const vc_status status = vc_batch_step(batch, choices, &arrays, NULL);
            heap.fail_at = 0;
            if (!status)
                break;
            failures++;
            ck_assert_int_eq(status, VC_ERR_MEMORY);
            for (size_t i = 0; i < 3; i++) {
                after = trace_of(vc_batch_game(batch, i));
                ck_that(same_trace(&before[i], &after), "game %zu changed", i);
            }
        }
        for (size_t i = 0; i < 3; i++)
            if (vc_game_actor(vc_batch_game(batch, i)) == VC_NOBODY)
                ck_ok(vc_batch_reset(batch, (const uint32_t[]){(uint32_t)i}, 1, NULL));
        free_arrays(&arrays);
    }
    ck_assert_uint_gt(failures, 5);
    ck_ok(vc_batch_free(batch));
    ck_assert_uint_eq(heap.live, live);
    vc_rules_release(rules);
}
END_TEST

START_TEST(arguments)
{
    vc_rules *rules = new_rules("quantum", NULL);
    vc_batch *batch = NULL;
    vc_batch_options options = {.size = sizeof options};
    vc_batch_arrays arrays = {.size = sizeof arrays};
    vc_plane plane = {.size = sizeof plane};
    vc_error no_error = {.size = 1};
    uint8_t seed[VC_SEED_BYTES];
    uint32_t choices[2] = {VC_BATCH_SKIP, VC_BATCH_SKIP}, games[1] = {2};
    ck_status(vc_batch_new(NULL, 1, NULL, &batch, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_new(rules, 0, NULL, &batch, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_new(rules, VC_MAX_BATCH_GAMES + 1, NULL, &batch, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_new(rules, 1, NULL, NULL, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_new(rules, 1, NULL, &batch, &no_error), VC_ERR_ARGUMENT);
    options.flags = 32;
    ck_status(vc_batch_new(rules, 1, &options, &batch, NULL), VC_ERR_ARGUMENT);
    options.flags = 0;
    options.threads = VC_MAX_BATCH_THREADS + 1;
    ck_status(vc_batch_new(rules, 1, &options, &batch, NULL), VC_ERR_ARGUMENT);
    options.threads = 0;
    options.size--;
    ck_status(vc_batch_new(rules, 1, &options, &batch, NULL), VC_ERR_ARGUMENT);
    options.size++;
    options.position = "8/8/8";
    ck_status(vc_batch_new(rules, 1, &options, &batch, NULL), VC_ERR_SYNTAX);
    options.position = "kk6/8/8/8/8/8/8/K7 w - - 0 1";
    ck_status(vc_batch_new(rules, 1, &options, &batch, NULL), VC_ERR_POSITION);
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 0);
    ck_assert_ptr_null(batch);

    ck_ok(vc_batch_new(rules, 2, NULL, &batch, NULL));
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1);
    ck_status(vc_batch_step(NULL, choices, NULL, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_step(batch, NULL, NULL, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_step(batch, choices, NULL, &no_error), VC_ERR_ARGUMENT);
    arrays.size++;
    ck_status(vc_batch_step(batch, choices, &arrays, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_observe(batch, &arrays), VC_ERR_ARGUMENT);
    arrays.size--;
    ck_status(vc_batch_observe(NULL, &arrays), VC_ERR_ARGUMENT);
    ck_status(vc_batch_observe(batch, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_batch_observe(batch, &arrays));
    ck_ok(vc_batch_step(batch, choices, &arrays, NULL));
    ck_status(vc_batch_reset(batch, NULL, 1, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_reset(batch, games, 1, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_reset(NULL, games, 1, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_batch_reset(batch, games, 0, NULL));
    ck_ok(vc_batch_reset(batch, NULL, 2, NULL));
    ck_status(vc_batch_seed(batch, 2, seed), VC_ERR_ARGUMENT);
    ck_status(vc_batch_seed(batch, 0, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_batch_seed(NULL, 0, seed), VC_ERR_ARGUMENT);
    ck_assert_ptr_null(vc_batch_game(batch, 2));
    ck_assert_ptr_null(vc_batch_game(NULL, 0));
    ck_assert_ptr_null(vc_batch_rules(NULL));
    ck_assert_uint_eq(vc_batch_size(NULL), 0);
    ck_ok(vc_batch_free(NULL));
    ck_ok(vc_batch_free(batch));

    ck_assert_uint_eq(vc_rules_plane_count(NULL), 0);
    ck_status(vc_rules_plane(rules, vc_rules_plane_count(rules), &plane), VC_ERR_ARGUMENT);
    ck_status(vc_rules_plane(rules, 0, NULL), VC_ERR_ARGUMENT);
    plane.size = 1;
    ck_status(vc_rules_plane(rules, 0, &plane), VC_ERR_ARGUMENT);
    vc_rules_release(rules);
}
END_TEST

START_TEST(planes_of_a_game)
{
    uint8_t planes[20 * VC_PLANE_SIZE + 1];
    vc_game *game = new_game("orthodox", NULL, NULL);
    size_t count = 0;
    ck_status(vc_game_planes(NULL, 0, planes, sizeof planes, &count), VC_ERR_ARGUMENT);
    ck_status(vc_game_planes(game, VC_BATCH_AUTO_RESET, planes, sizeof planes, &count), VC_ERR_ARGUMENT);
    ck_status(vc_game_planes(game, 0, NULL, 0, &count), VC_ERR_BUFFER);
    ck_assert_uint_eq(count, 20 * VC_PLANE_SIZE);
    ck_status(vc_game_planes(game, 0, NULL, count, NULL), VC_ERR_ARGUMENT);
    memset(planes, 9, sizeof planes);
    ck_status(vc_game_planes(game, 0, planes, count - 1, NULL), VC_ERR_BUFFER);
    ck_assert_uint_eq(planes[0], 9);
    ck_ok(vc_game_planes(game, 0, planes, count, NULL));
    ck_assert_uint_eq(planes[8], 1); /* the pawn on a2 */
    ck_assert_uint_eq(planes[count], 9);
}
END_TEST

/* By Python's hashlib: blake2b(number, digest_size=32, key=seed, person=b"vc derived seed\0"). */
START_TEST(derived_seeds)
{
    static const struct {
        uint64_t number;
        const char *derived;
    } answers[] = {
        {0, "5541c0c855319d3a2fff4a1656ab43178fc20f9dd98f0af3db532a64592e25e9"},
        {1, "a8edc495fb92ae41a77d19b279001d1ecb7e411baee90ee7f40ff4ea4dd380ef"},
        {UINT64_C(0x123456789abcdef), "fe789304f478dcf469e069ab40e3a235be520e62c8e405ca76b4c265a8dddba7"},
    };
    uint8_t seed[VC_SEED_BYTES], derived[VC_SEED_BYTES];
    for (unsigned i = 0; i < VC_SEED_BYTES; i++)
        seed[i] = (uint8_t)i;
    for (size_t i = 0; i < COUNT(answers); i++) {
        char hex[2 * VC_SEED_BYTES + 1];
        ck_ok(vc_seed_derive(seed, answers[i].number, derived));
        for (unsigned k = 0; k < VC_SEED_BYTES; k++)
            snprintf(hex + 2 * k, 3, "%02x", derived[k]);
        ck_assert_str_eq(hex, answers[i].derived);
    }
    ck_ok(vc_seed_derive(seed, 1, seed));
    ck_ok(vc_seed_derive((const uint8_t[32]){0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                             16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
                         1, derived));
    ck_assert_mem_eq(seed, derived, VC_SEED_BYTES);
    ck_status(vc_seed_derive(NULL, 0, derived), VC_ERR_ARGUMENT);
    ck_status(vc_seed_derive(seed, 0, NULL), VC_ERR_ARGUMENT);
}
END_TEST

START_TEST(planes_have_names)
{
    static const unsigned counts[] = {20, 25, 47, 20, 30};
    static const uint32_t by_count[] = {VC_ORTHODOX, VC_QUANTUM, VC_POWER, VC_POTENTIAL, VC_IDEAL};
    for (size_t r = 0; r < COUNT(counts); r++) {
        vc_rules *rules = new_rules(ruleset_names[by_count[r]], NULL);
        ck_assert_uint_eq(vc_rules_plane_count(rules), counts[r]);
        for (size_t i = 0; i < counts[r]; i++)
            for (size_t k = 0; k < i; k++) {
                vc_plane a = {.size = sizeof a}, b = {.size = sizeof b};
                ck_ok(vc_rules_plane(rules, i, &a));
                ck_ok(vc_rules_plane(rules, k, &b));
                ck_assert_str_ne(a.name, b.name);
            }
        vc_rules_release(rules);
    }
}
END_TEST

/* The child has no threads but its own: it steps with that one, and frees. */
START_TEST(after_a_fork)
{
    vc_rules *rules = new_rules("orthodox", NULL);
    const vc_batch_options options = {.size = sizeof options, .threads = 3};
    vc_batch *batch = NULL;
    uint32_t choices[GAMES];
    int status;
    for (size_t i = 0; i < GAMES; i++)
        choices[i] = action_of("e2e4");
    ck_ok(vc_batch_new(rules, GAMES, &options, &batch, NULL));
    const pid_t child = fork();
    if (!child) {
        const bool fine = !vc_batch_step(batch, choices, NULL, NULL) && vc_game_length(vc_batch_game(batch, 36)) == 1 &&
                          !vc_batch_free(batch);
        _exit(fine ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_ok(vc_batch_step(batch, choices, NULL, NULL));
    ck_ok(vc_batch_free(batch));
    vc_rules_release(rules);
}
END_TEST

int main(void)
{
    return RUN_TESTS("batch", batches_are_what_games_are, long_games, endless_games, a_fault_in_one_game_changes_none,
                     lists_that_do_not_fit_change_nothing, without_memory, arguments, derived_seeds,
                     planes_of_a_game, planes_have_names, after_a_fork);
}
