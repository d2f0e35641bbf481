/* SPDX-License-Identifier: ISC */
/*
 * test_vectors.c - every line of vectors/, which other implementations of the rules agree on
 *
 * The number of lines of each file is a constant here, so that a file cut short does not pass.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/*
 * How large perfts are that are counted here: with the last ply only counted, and playing every action. With
 * VC_ALL_PERFTS in the environment all are counted in the first way, and in the second as many as in a release.
 */
static const uint64_t bulk_limit = SLOWNESS == 0 ? 5000000 : SLOWNESS == 1 ? 500000 : 200000;
static const uint64_t played_limit = SLOWNESS == 0 ? 500000 : SLOWNESS == 1 ? 20000 : 12000;

/* The line that is checked, for messages, which may say more. */
static const char *file_name;
static size_t line_number;

#define ck_line(condition) ck_that(condition, "%s:%zu: %s", file_name, line_number, #condition)
#define ck_line_of(text, condition) ck_that(condition, "%s:%zu: %s: %s", file_name, line_number, #condition, text)

static const char *text_member(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* ------------------------------------------------------------------- lines that are errors --- */

/* A text that fails is said what and where it is, in printable characters. */
static void check_error(const vc_error *error, vc_status status, const char *text)
{
    ck_line(error->status == status);
    ck_line_of(text, error->offset <= strlen(text));
    ck_line(*error->message && memchr(error->message, '\0', sizeof error->message));
    for (const char *c = error->message; *c; c++)
        ck_line_of(error->message, *c >= ' ' && *c <= '~');
}

/* Makes the rules of a line; NULL when there are none such. */
static vc_rules *read_rules(const json_t *line)
{
    vc_rules *rules;
    const char *name;
    json_t *value;
    uint32_t id;
    if (vc_ruleset_find(text_member(line, "rules"), &id))
        return NULL;
    ck_ok(vc_rules_new(id, &heap_memory, &rules));
    json_object_foreach(json_object_get(line, "options"), name, value)
    {
        vc_error error = {.size = sizeof error};
        const vc_status status = vc_rules_set(rules, name, json_string_value(value), &error);
        if (status) {
            ck_line(status == VC_ERR_OPTION);
            check_error(&error, status, json_string_value(value));
            vc_rules_release(rules);
            return NULL;
        }
    }
    return rules;
}

/* Makes the game of a line, before its actions; NULL when the position is refused. */
static vc_game *read_position(vc_rules *rules, const char *position)
{
    vc_error error = {.size = sizeof error};
    vc_game *game = NULL, *other;
    const vc_status status = vc_game_new(rules, position, &game, &error);
    /* A game that stood elsewhere comes there too, or stays where it was. */
    ck_ok(vc_game_new(rules, NULL, &other, NULL));
    const struct trace before = trace_of(other);
    ck_line(vc_game_set_position(other, position, NULL) == status);
    if (status) {
        ck_line(status == VC_ERR_SYNTAX || status == VC_ERR_POSITION);
        ck_line(!game);
        check_error(&error, status, position);
        ck_unchanged(other, &before);
    } else {
        ck_line(!strcmp(position_text(game), position_text(other)));
        ck_line(vc_game_hash(game) == vc_game_hash(other));
    }
    ck_ok(vc_game_free(other));
    return game;
}

/* Plays the actions of a line; false when one is refused, which must be the last and leave no trace. */
static bool play_all(vc_game *game, const json_t *actions)
{
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const char *text = json_string_value(json_array_get(actions, i));
        vc_error error = {.size = sizeof error};
        const struct trace before = trace_of(game);
        const vc_status status = vc_game_play_text(game, text, &error);
        if (!status)
            continue;
        ck_line_of(text, i + 1 == json_array_size(actions));
        ck_line_of(text, status == VC_ERR_SYNTAX || status == VC_ERR_ILLEGAL || status == VC_ERR_OVER);
        check_error(&error, status, text);
        ck_unchanged(game, &before);
        if (status != VC_ERR_SYNTAX)
            ck_line_of(text, *why_text(game, text));
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------- states --- */

/* The words that a list or the keys of an object of a line are, with the values of the latter. */
static const char *expected_actions(const json_t *state)
{
    static char text[8 * VC_MAX_ACTIONS];
    const json_t *list = json_object_get(state, "actions");
    const char *name;
    json_t *weight;
    size_t n = 0;
    *text = '\0';
    for (size_t i = 0; i < json_array_size(list); i++)
        n += (size_t)snprintf(text + n, sizeof text - n, n ? " %s" : "%s", json_string_value(json_array_get(list, i)));
    json_object_foreach(json_object_get(state, "chance"), name, weight)
        n += (size_t)snprintf(text + n, sizeof text - n, n ? " %s:%d" : "%s:%d", name, (int)json_integer_value(weight));
    return text;
}

/* Texts and values of actions correspond; what is listed is legal, and nothing says why not. */
static void check_action(const vc_game *game, vc_action action)
{
    const char *text = action_text(action);
    ck_line_of(text, vc_action_is_valid(action));
    ck_line_of(text, action_of(text) == action);
    ck_line_of(text, vc_game_is_legal(game, action));
    ck_line_of(text, !*why_text(game, text));
}

static void check_lists(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    size_t players, outcomes;
    uint64_t total, sum = 0;
    ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &players));
    for (size_t i = 0; i < players; i++)
        check_action(game, list[i]);
    ck_ok(vc_game_outcomes(game, list, weights, VC_MAX_ACTIONS, &outcomes, &total));
    for (size_t i = 0; i < outcomes; i++) {
        check_action(game, list[i]);
        ck_line_of(action_text(list[i]), weights[i]);
        ck_line_of(outcomes_text(game), !i || list[i - 1] < list[i]);
        sum += weights[i];
    }
    ck_line(total == sum);
    ck_line(!players || !outcomes);
    ck_line((vc_game_actor(game) == VC_CHANCE) == (outcomes != 0));
}

static uint32_t expected_actor(const json_t *state)
{
    const char *actor = text_member(state, "actor");
    return !actor ? VC_NOBODY : !strcmp(actor, "w") ? VC_WHITE : !strcmp(actor, "b") ? VC_BLACK : VC_CHANCE;
}

static void check_state(const vc_game *game, const json_t *state)
{
    const json_t *outcome = json_object_get(state, "outcome");
    const char *winner = json_string_value(json_array_get(outcome, 0));
    ck_row(format("%s:%zu", file_name, line_number), position_text(game), text_member(state, "fen"));
    ck_row(position_text(game), actions_text(game), expected_actions(state));
    ck_line(vc_game_actor(game) == expected_actor(state));
    ck_row(position_text(game), ending_text(game),
           json_is_array(outcome)
               ? format("%s %s", winner ? winner : "draw", json_string_value(json_array_get(outcome, 1)))
               : "");
    ck_line((vc_game_phase(game) == VC_PHASE_OVER) == json_is_array(outcome));
    ck_line(vc_game_in_check(game) == (uint32_t)json_is_true(json_object_get(state, "check")));
    ck_line((vc_game_claimable(game) != VC_REASON_NONE) == json_is_true(json_object_get(state, "claim")));
    check_lists(game);
}

/* --------------------------------------------------------------------------- perfts --- */

/*
 * perft_orthodox.jsonl counts as engines do, which go on when a position is dead. [C10] counts no game that is over:
 * these are the numbers that differ, as python-chess counts them when it stops at insufficient material.
 */
static const struct {
    const char *id, *depth;
    uint64_t nodes;
} dead_ends[] = {
    {"known-ep-diag-pin", "5", 135617},     {"known-ep-diag-pin", "6", 1014586},
    {"known-promo-evasion", "2", 123},      {"known-promo-evasion", "3", 1337},
    {"known-promo-evasion", "4", 18244},    {"known-promo-evasion", "5", 254397},
    {"known-promo-evasion", "6", 3729353},  {"known-promo-check", "2", 31},
    {"known-promo-check", "3", 380},        {"known-promo-check", "4", 1811},
    {"known-promo-check", "5", 28945},      {"known-promo-check", "6", 147412},
    {"known-promo-check", "7", 2852558},    {"known-self-stalemate", "6", 2015},
    {"known-self-stalemate", "7", 13946},   {"known-double-check", "5", 808070},
    {"known-double-check", "6", 3095153},   {"own-ep-only-evasion", "6", 32884},
    {"own-ep-only-evasion", "7", 271969},   {"own-castle-pawn-transit", "6", 3655546},
    {"own-king-takes-rook", "2", 27},       {"own-king-takes-rook", "3", 123},
    {"own-king-takes-rook", "4", 1992},     {"own-king-takes-rook", "5", 10079},
    {"own-king-takes-rook", "6", 175734},   {"own-king-takes-rook", "7", 933765},
    {"own-double-knight", "5", 153958},     {"own-double-knight", "6", 3274089},
    {"own-underpromo-mate", "6", 66222},    {"own-underpromo-mate", "7", 708655},
};

static uint64_t expected_nodes(const char *id, const char *depth, const json_t *value)
{
    for (size_t i = 0; id && i < COUNT(dead_ends); i++)
        if (!strcmp(dead_ends[i].id, id) && !strcmp(dead_ends[i].depth, depth))
            return dead_ends[i].nodes;
    return (uint64_t)json_integer_value(value);
}

static bool is_counted(uint64_t nodes, uint64_t limit, uint64_t limit_for_all)
{
    return nodes <= (getenv("VC_ALL_PERFTS") ? limit_for_all : limit);
}

static void check_perft(vc_game *game, const json_t *perft, const char *id)
{
    const struct trace before = trace_of(game);
    const char *depth;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)perft, depth, value)
    {
        const uint64_t wanted = expected_nodes(id, depth, value);
        uint64_t nodes = 0;
        if (is_counted(wanted, bulk_limit, UINT64_MAX)) {
            ck_ok(vc_game_perft(game, (uint32_t)atoi(depth), VC_PERFT_BULK, NULL, NULL, &nodes));
            ck_line_of(depth, nodes == wanted);
        }
        if (is_counted(wanted, played_limit, 500000)) {
            ck_ok(vc_game_perft(game, (uint32_t)atoi(depth), VC_PERFT_NO_BULK, NULL, NULL, &nodes));
            ck_line_of(depth, nodes == wanted);
        }
    }
    ck_unchanged(game, &before);
}

/* --------------------------------------------------------------------------- the files --- */

static void check_line(const json_t *line)
{
    const json_t *state = json_object_get(line, "state"), *perft = json_object_get(line, "perft");
    const bool error = json_is_true(json_object_get(line, "error"));
    ck_line((json_is_object(state) ? 1 : 0) + (json_is_object(perft) ? 1 : 0) + (error ? 1 : 0) == 1);
    vc_rules *rules = read_rules(line);
    vc_game *game = rules ? read_position(rules, text_member(line, "fen")) : NULL;
    vc_rules_release(rules);
    const bool played = game && play_all(game, json_object_get(line, "play"));
    ck_line(played == !error);
    if (json_is_object(state))
        check_state(game, state);
    if (json_is_object(perft))
        check_perft(game, perft, text_member(line, "id"));
    ck_ok(vc_game_free(game));
    ck_line(!heap.live);
}

static void check_file(const char *name, size_t lines)
{
    FILE *file = fopen(format("%s/%s", VECTORS, name), "r");
    json_error_t error;
    json_t *line;
    ck_assert_msg(file != NULL, "%s/%s", VECTORS, name);
    file_name = name;
    line_number = 0;
    while ((line = json_loadf(file, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error))) {
        line_number++;
        check_line(line);
        json_decref(line);
    }
    ck_assert_msg(feof(file) && !ferror(file), "%s:%zu: %s", name, line_number + 1, error.text);
    ck_assert_uint_eq(line_number, lines);
    fclose(file);
}

START_TEST(states) { check_file("states.jsonl", 4416); }
START_TEST(corners) { check_file("corners.jsonl", 275); }
START_TEST(traps) { check_file("traps.jsonl", 151); }
START_TEST(games) { check_file("games.jsonl", 112); }
START_TEST(refusals) { check_file("refusals.jsonl", 1938); }
START_TEST(perft) { check_file("perft.jsonl", 112); }
START_TEST(perft_orthodox) { check_file("perft_orthodox.jsonl", 31); }

int main(void) { return RUN_TESTS("vectors", states, corners, traps, games, refusals, perft, perft_orthodox); }
