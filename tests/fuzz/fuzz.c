/* SPDX-License-Identifier: ISC */
/* fuzz.c - see fuzz.h */
#include "fuzz.h"

#include "../settings.h"

enum { SETTINGS = 64, PLAYED = 8 };

size_t setting_of(const uint8_t *data, size_t size) { return size ? (uint8_t)(data[0] - '0') % setting_count : 0; }

vc_game *game_of(size_t setting)
{
    static vc_game *games[SETTINGS];
    MUST(setting < SETTINGS);
    if (!games[setting]) {
        vc_rules *rules = setting_rules(&settings[setting]);
        MUST(rules);
        MUST(!vc_game_new(rules, NULL, &games[setting], NULL));
        vc_rules_release(rules);
    }
    MUST(!vc_game_set_position(games[setting], NULL, NULL));
    return games[setting];
}

/* A sum over entries of a history that depends on the first and last of them, and in long ones on some between. */
static uint64_t sum_entries(const vc_game *game, size_t first, size_t end)
{
    enum { ALL_OF = 64, BETWEEN = 32 };
    const size_t step = end - first > 3 * ALL_OF ? (end - first) / BETWEEN : 1;
    uint64_t sum = 0;
    for (size_t i = first; i < end; i += i < first + ALL_OF || i + ALL_OF >= end ? 1 : step) {
        vc_entry entry = {.size = sizeof entry};
        MUST(!vc_game_entry(game, i, &entry));
        sum = sum * 31 + entry.action + entry.actor * 5 + entry.winner * 7 + entry.reason * 11 + 1;
    }
    return sum;
}

struct trace trace_of(const vc_game *game)
{
    struct trace trace;
    trace.size = vc_rules_snapshot_size(vc_game_rules(game));
    MUST(!vc_game_snapshot(game, trace.snapshot, sizeof trace.snapshot));
    trace.length = vc_game_length(game);
    trace.redo_length = vc_game_redo_length(game);
    trace.hash = vc_game_hash(game);
    trace.chance_index = vc_game_chance_index(game);
    trace.entries = sum_entries(game, 0, trace.length);
    trace.redo_entries = sum_entries(game, trace.length, trace.length + trace.redo_length);
    return trace;
}

void must_be_unchanged(const vc_game *game, const struct trace *trace)
{
    const struct trace now = trace_of(game);
    MUST(now.size == trace->size && !memcmp(now.snapshot, trace->snapshot, now.size));
    MUST(now.length == trace->length && now.redo_length == trace->redo_length && now.hash == trace->hash);
    MUST(now.chance_index == trace->chance_index && now.entries == trace->entries);
    MUST(now.redo_entries == trace->redo_entries);
}

void must_be_told(const vc_error *error, vc_status status, size_t text_length)
{
    MUST(error->status == status && error->offset <= text_length);
    MUST(memchr(error->message, '\0', sizeof error->message) && error->message[0]);
}

/* The actions of whoever is to act; they and their count agree, as do weights and total. */
static size_t actions_of(const vc_game *game, vc_action *actions)
{
    uint32_t weights[VC_MAX_ACTIONS];
    size_t players, outcomes, count;
    uint64_t total = 0, sum = 0;
    MUST(!vc_game_actions(game, actions, VC_MAX_ACTIONS, &players));
    MUST(vc_game_actions(game, NULL, 0, &count) == (players ? VC_ERR_BUFFER : VC_OK) && count == players);
    if (players)
        return players;
    MUST(!vc_game_outcomes(game, actions, weights, VC_MAX_ACTIONS, &outcomes, &total));
    for (size_t i = 0; i < outcomes; i++) {
        MUST(weights[i] && (!i || actions[i - 1] < actions[i]));
        sum += weights[i];
    }
    MUST(sum == total);
    return outcomes;
}

static void play_and_take_back(vc_game *game, vc_action action)
{
    const struct trace before = trace_of(game);
    char why[128];
    MUST(vc_game_is_legal(game, action) && !vc_game_why(game, action, why, sizeof why, NULL) && !why[0]);
    MUST(!vc_game_play(game, action));
    MUST(vci_position_consistent(game->rules, now(game)));
    const struct trace after = trace_of(game);
    MUST(!vc_game_undo(game));
    MUST(!vc_game_redo(game));
    MUST(trace_of(game).hash == after.hash);
    MUST(!vc_game_undo(game));
    MUST(vc_game_redo_length(game) == 1);
    struct trace expected = before;
    expected.redo_length = 1;
    expected.redo_entries = trace_of(game).redo_entries;
    must_be_unchanged(game, &expected);
}

/* Both list the same actions and outcomes, in the same order. */
static void must_list_alike(const vc_game *a, const vc_game *b)
{
    vc_action list_a[VC_MAX_ACTIONS], list_b[VC_MAX_ACTIONS];
    uint32_t weights_a[VC_MAX_ACTIONS], weights_b[VC_MAX_ACTIONS];
    size_t count_a, count_b;
    MUST(!vc_game_actions(a, list_a, VC_MAX_ACTIONS, &count_a));
    MUST(!vc_game_actions(b, list_b, VC_MAX_ACTIONS, &count_b));
    MUST(count_a == count_b && !memcmp(list_a, list_b, count_a * sizeof *list_a));
    MUST(!vc_game_outcomes(a, list_a, weights_a, VC_MAX_ACTIONS, &count_a, NULL));
    MUST(!vc_game_outcomes(b, list_b, weights_b, VC_MAX_ACTIONS, &count_b, NULL));
    MUST(count_a == count_b && !memcmp(list_a, list_b, count_a * sizeof *list_a));
    MUST(!memcmp(weights_a, weights_b, count_a * sizeof *weights_a));
}

/* Whether a game ended in a way that the position does not tell. */
static bool ended_by_history(uint32_t reason)
{
    return reason == VC_REASON_FIVEFOLD_REPETITION || reason == VC_REASON_THREEFOLD_REPETITION ||
           reason == VC_REASON_FIFTY_MOVES || reason >= VC_REASON_RESIGNATION;
}

/*
 * The position string is canonical: read again it gives the same game, to the byte, whatever actions led there. What
 * the history has made of it alone is left out.
 */
static void must_come_back(const vc_game *game)
{
    char string[VC_POSITION_TEXT_SIZE], again[VC_POSITION_TEXT_SIZE];
    vc_game *copy;
    uint32_t winner, reason, winner_of_copy, reason_of_copy;
    MUST(!vc_game_position(game, string, sizeof string, NULL));
    MUST(!vc_game_new(vc_game_rules(game), string, &copy, NULL));
    MUST(!vc_game_position(copy, again, sizeof again, NULL));
    MUST(!strcmp(string, again) && vc_game_hash(copy) == vc_game_hash(game));
    const struct trace played = trace_of(game), read = trace_of(copy);
    MUST(!memcmp(played.snapshot, read.snapshot, played.size));
    MUST(!vc_game_outcome(game, &winner, &reason) && !vc_game_outcome(copy, &winner_of_copy, &reason_of_copy));
    if (!ended_by_history(reason)) {
        MUST(winner == winner_of_copy && reason == reason_of_copy && vc_game_actor(game) == vc_game_actor(copy));
        must_list_alike(game, copy);
    }
    MUST(!vc_game_free(copy));
}

void must_be_sound(vc_game *game)
{
    vc_action actions[VC_MAX_ACTIONS];
    const size_t count = actions_of(game, actions);
    const uint32_t actor = vc_game_actor(game);
    const uint64_t checkers = vc_game_checkers(game);
    uint64_t total;
    vc_odds odds[4];
    MUST(vci_position_consistent(game->rules, now(game)));
    MUST((count == 0) == (actor == VC_NOBODY) && (actor == VC_NOBODY) == (vc_game_phase(game) == VC_PHASE_OVER));
    MUST(vc_game_in_check(game) == (checkers != 0));
    must_come_back(game);
    for (uint32_t square = 0; square < VC_NO_SQUARE; square++) {
        vc_piece pieces[16];
        size_t n;
        MUST(!vc_game_pieces(game, square, pieces, 16, &n));
        MUST(n ? pieces[0] == vc_game_piece(game, square) : !vc_game_piece(game, square));
        (void)vc_game_odds(game, square, odds, 4, NULL, &total);
    }
    const size_t step = count / PLAYED + 1;
    for (size_t i = 0; i < count; i += step)
        play_and_take_back(game, actions[i]);
}
