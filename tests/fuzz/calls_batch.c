/* SPDX-License-Identifier: ISC */
/*
 * calls_batch.c - a batch among the other handles, with memory that cannot be had; see calls.h
 *
 * What its steps tell is fuzz_batch's business. Here its games are read, cloned, copied and recorded, and a step that
 * fails has changed none of them.
 */
#include "calls.h"

enum { HERD = 3, ALL_FLAGS = 31 };

static struct {
    vc_batch *batch;
    size_t size;
    uint32_t flags;
} herd;

void free_herd(void)
{
    MUST(!vc_batch_free(herd.batch));
    herd.batch = NULL;
    herd.size = 0;
}

static void new_herd(void)
{
    uint8_t seed[VC_SEED_BYTES] = {0};
    vc_rules *held = some_rules(), *rules = held ? held : fresh_rules();
    char *position = some_position();
    const size_t size = 1 + below(HERD);
    vc_batch_options options = {.size = sizeof options, .position = position, .flags = below(ALL_FLAGS + 2)};
    vc_batch *made = NULL;
    vc_error error = {.size = sizeof error};
    vc_status status;
    options.seed = below(2) ? seed : NULL;
    if (rules) {
        const uint32_t frozen = vc_rules_is_frozen(rules);
        CALL(status, vc_batch_new(rules, size, &options, &made, &error));
        MUST(!status == (made != NULL) && vc_rules_is_frozen(rules) == (made || frozen));
        if (status)
            must_be_told(&error, status, position ? strlen(position) : 0);
    }
    if (made) {
        free_herd();
        herd.batch = made;
        herd.size = size;
        herd.flags = options.flags;
        MUST(vc_batch_size(made) == size && vc_batch_rules(made) == rules && !vc_batch_game(made, size));
    }
    if (!held)
        vc_rules_release(rules);
    free(position);
}

/* One that is listed, as the batch wants it named; or anything. */
static uint32_t some_choice(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    const size_t count = list_of(game, list);
    const unsigned how = below(16);
    if (how < 2)
        return how ? VC_BATCH_SKIP : VC_BATCH_DRAW;
    if (how == 2)
        return next_word();
    if (!count)
        return VC_BATCH_SKIP;
    vc_action action = list[next_byte() % count];
    if (herd.flags & VC_BATCH_MOVER_VIEW && vc_game_side_to_move(game) == VC_BLACK)
        action = vc_action_mirrored(action);
    const uint32_t ruleset = vc_rules_ruleset(vc_game_rules(game));
    return herd.flags & VC_BATCH_BY_INDEX ? vc_action_index(ruleset, action) : action;
}

static void step_herd(void)
{
    uint32_t choices[HERD];
    vc_action actions[VC_MAX_ACTIONS];
    struct trace before[HERD];
    vc_batch_arrays arrays = {.size = sizeof arrays, .actions = actions, .capacity = VC_MAX_ACTIONS};
    vc_error error = {.size = sizeof error};
    if (!below(8))
        arrays.capacity = next_byte();
    for (size_t i = 0; i < herd.size; i++) {
        before[i] = trace_of(vc_batch_game(herd.batch, i));
        choices[i] = some_choice(vc_batch_game(herd.batch, i));
    }
    const bool outside = heap.failed;
    heap.failed = false;
    const vc_status status = vc_batch_step(herd.batch, choices, below(8) ? &arrays : NULL, &error);
    MUST(heap.failed ? status != VC_OK : status != VC_ERR_MEMORY); /* of several faults the first one is told */
    heap.failed = outside;
    if (status)
        must_be_told(&error, status, herd.size);
    for (size_t i = 0; i < herd.size; i++) {
        const vc_game *game = vc_batch_game(herd.batch, i);
        if (status)
            must_be_unchanged(game, &before[i]);
        MUST(vci_position_consistent(game->rules, now(game)));
    }
}

static void reset_herd(void)
{
    uint8_t seed[VC_SEED_BYTES] = {0}, told[VC_SEED_BYTES];
    const uint32_t index = below(HERD + 1);
    vc_status status;
    seed[0] = next_byte();
    QUIET(status, vc_batch_reset(herd.batch, &index, 1, below(2) ? seed : NULL));
    MUST(status == (index < herd.size ? VC_OK : VC_ERR_ARGUMENT));
    QUIET(status, vc_batch_seed(herd.batch, index, told));
    MUST(status == (index < herd.size ? VC_OK : VC_ERR_ARGUMENT));
}

/* A game of the batch becomes one of its own, or what one of its own is to be. */
static void take_from_herd(void)
{
    const vc_game *game = vc_batch_game(herd.batch, below(HERD));
    struct seat *seat = &seats[below(SEATS)];
    vc_game *clone = NULL;
    vc_status status;
    if (!game)
        return;
    const struct trace trace = trace_of(game);
    if (seat->game && below(2)) {
        const struct trace before = trace_of(seat->game);
        CALL(status, vc_game_copy(seat->game, game, VC_WITHOUT_HISTORY));
        settle(seat, status, BEGINS, &before);
        if (!status)
            MUST(vc_game_hash(seat->game) == trace.hash);
        return;
    }
    CALL(status, vc_game_clone(game, VC_WITH_HISTORY, &clone));
    must_be_unchanged(game, &trace);
    if (status)
        return;
    must_be_unchanged(clone, &trace);
    seat = free_seat();
    if (seat)
        put_game(seat, clone);
    else
        MUST(!vc_game_free(clone));
}

void batch_call(void)
{
    switch (herd.batch ? below(16) : 0) {
    case 0:
        new_herd();
        break;
    case 1:
        free_herd();
        break;
    case 2:
        reset_herd();
        break;
    case 3:
    case 4:
        take_from_herd();
        break;
    default:
        for (unsigned n = 1 + below(8); n; n--)
            step_herd();
    }
}
