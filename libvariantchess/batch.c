/* SPDX-License-Identifier: ISC */
/* batch.c - see batch.h */
#include "batch.h"

#include "planes.h"
#include "pool.h"

enum { LINE = 64 }; /* bytes of a cache line */

static bool has_flag(const vc_batch *batch, unsigned flag) { return (batch->flags & flag) != 0; }

/* ----------------------------------------------------------------------------- handles --- */

void vci_batch_seed(const vc_batch *batch, size_t index, uint8_t *seed)
{
    const struct seat *seat = &batch->seats[index];
    vci_seed_derive(seat->seed, seat->episode, seed);
}

/* Has the dice roll all that is due. */
static vc_status draw_all(vc_game *game)
{
    vc_status status;
    do
        status = vci_game_draw(game, NULL);
    while (!status);
    return status == VC_ERR_NOTHING ? VC_OK : status;
}

/* Puts a game at the start of its present episode. There is room for what chance does first. */
static void begin_episode(vc_batch *batch, size_t index)
{
    struct seat *seat = &batch->seats[index];
    vci_game_reset(seat->game, &batch->start);
    if (batch->has_chance) {
        uint8_t seed[VC_SEED_BYTES];
        vci_batch_seed(batch, index, seed);
        vci_dice_use_seed(&seat->game->dice, seed);
        vci_seed_wipe(seed, sizeof seed);
        if (!has_flag(batch, VC_BATCH_SHOW_CHANCE)) {
            const vc_status status = draw_all(seat->game);
            assert(!status);
            (void)status;
        }
    }
    seat->ended = GOES_ON;
    seat->count = (uint32_t)vci_game_actions(seat->game);
}

void vci_batch_restart(vc_batch *batch, size_t index, const uint8_t *seed)
{
    struct seat *seat = &batch->seats[index];
    seat->episode++;
    if (seed) {
        memcpy(seat->seed, seed, VC_SEED_BYTES);
        seat->episode = 0;
    }
    begin_episode(batch, index);
}

void vci_batch_free(vc_batch *batch)
{
    struct vc_rules *rules = batch->rules;
    vci_pool_free(&rules->memory, batch->pool);
    for (size_t i = 0; i < batch->size; i++)
        vci_game_close(batch->seats[i].game);
    vci_seed_wipe(batch->seats, batch->size * sizeof *batch->seats);
    batch->magic = 0;
    vci_deallocate(rules, batch->games);
    vci_deallocate(rules, batch->offsets);
    vci_deallocate(rules, batch);
    vci_rules_release(rules);
}

/* The bytes from one game to the next. */
static size_t stride(const struct vc_rules *rules) { return (vci_game_size(rules) + LINE - 1) / LINE * LINE; }

/* Where a game stands. */
static void *place_of(const vc_batch *batch, size_t index)
{
    char *first = batch->games;
    first += (LINE - (uintptr_t)first % LINE) % LINE;
    return first + index * stride(batch->rules);
}

/* Adds a game, with room for all that chance may do at the start. */
static vc_status add_seat(vc_batch *batch, const uint8_t *seed)
{
    struct seat *seat = &batch->seats[batch->size];
    seat->game = vci_game_init(place_of(batch, batch->size), batch->rules, &batch->start);
    const vc_status status = vci_history_reserve(&seat->game->history, batch->rules);
    if (status) {
        vci_game_close(seat->game);
        return status;
    }
    vci_seed_derive(seed, batch->size, seat->seed);
    seat->episode = 0;
    begin_episode(batch, batch->size++);
    return VC_OK;
}

/* The length of the longest list at the start: what chance dealt first matters to it. */
static size_t start_actions(const vc_batch *batch)
{
    const struct phase *phase = phase_of(batch->rules, &batch->start);
    return phase->chance ? VC_MAX_ACTIONS : phase->actions(batch->rules, &batch->start, NULL);
}

vc_status vci_batch_new(struct vc_rules *rules, size_t size, const struct position *start, const uint8_t *seed,
                        uint32_t flags, unsigned threads, vc_batch **made)
{
    vc_batch *batch = vci_allocate(rules, sizeof *batch + size * sizeof *batch->seats);
    vc_status status = VC_ERR_MEMORY;
    if (!batch)
        return status;
    *batch = (vc_batch){.magic = BATCH_MAGIC, .flags = flags, .rules = vci_rules_retain(rules)};
    position_copy(&batch->start, start, rules->set->words);
    batch->start_actions = start_actions(batch);
    for (unsigned i = 0; i < PHASES; i++)
        batch->has_chance |= rules->set->phases[i] && rules->set->phases[i]->chance;
    batch->offsets = vci_allocate(rules, (size + 1) * sizeof *batch->offsets);
    if (batch->offsets && size <= (SIZE_MAX - LINE) / stride(rules))
        batch->games = vci_allocate(rules, size * stride(rules) + LINE);
    if (batch->games)
        status = vci_pool_new(&rules->memory, threads, &batch->pool);
    while (!status && batch->size < size)
        status = add_seat(batch, seed);
    if (status)
        vci_batch_free(batch);
    else
        *made = batch;
    return status;
}

/* ----------------------------------------------------------------------------- playing --- */

/* A step of all games, or a look at them. */
struct pass {
    vc_batch *batch;
    const uint32_t *choices;
    const vc_batch_arrays *arrays;
};

/* Whether the side to move sees the board from the other end. */
static bool is_flipped(const vc_batch *batch, const vc_game *game)
{
    return has_flag(batch, VC_BATCH_MOVER_VIEW) && now(game)->side == BLACK;
}

/* What a caller's number means; VC_NO_ACTION for nothing at all. */
static vc_action action_of_choice(const vc_batch *batch, const vc_game *game, uint32_t choice)
{
    const vc_action action =
        has_flag(batch, VC_BATCH_BY_INDEX) ? vci_encoding_at(batch->rules->set->encoding, choice) : choice;
    return is_flipped(batch, game) ? vci_action_mirrored(action) : action;
}

static vc_status play_choice(vc_batch *batch, struct seat *seat, uint32_t choice)
{
    vc_status status;
    if (choice == VC_BATCH_SKIP)
        return VC_OK;
    if (choice == VC_BATCH_DRAW)
        return vci_game_draw(seat->game, NULL);
    seat->action = action_of_choice(batch, seat->game, choice);
    status = vci_game_play(seat->game, seat->action);
    return status || !batch->has_chance || has_flag(batch, VC_BATCH_SHOW_CHANCE) ? status : draw_all(seat->game);
}

static void play_seat(vc_batch *batch, struct seat *seat, uint32_t choice)
{
    seat->action = VC_NO_ACTION;
    seat->length = seat->game->history.length;
    seat->status = play_choice(batch, seat, choice);
}

static void judge_seat(struct seat *seat)
{
    seat->verdict = seat->game->history.length > seat->length ? vci_game_verdict(seat->game) : GOES_ON;
    seat->count = (uint32_t)vci_game_actions(seat->game);
}

/*
 * Many games do not fit into the cache, and what is needed of one is known step by step: where its position is, then
 * where its hash may stand among the earlier ones, then what stands there. Each step is asked for in several games, so
 * that the processor waits for all of them at once. None of this changes anything.
 */
enum { AT_ONCE = 16 };

static void fetch(const void *memory, size_t size)
{
    for (size_t i = 0; i < size; i += LINE)
        __builtin_prefetch((const char *)memory + i, 1);
}

static void fetch_game(const vc_game *game)
{
    fetch(game, offsetof(vc_game, history) + offsetof(struct history, kept));
    fetch(&game->on_event, offsetof(vc_game, list) + 48 * sizeof(vc_action) - offsetof(vc_game, on_event));
}

static void fetch_position(const vc_game *game)
{
    const size_t size = game->rules->set->words * sizeof(uint64_t);
    const struct history *h = &game->history;
    fetch(h->now, size);
    fetch(in_window(h, game->rules, h->length + 1), size);
    fetch(h->entries + h->length, 1);
    if (h->length == h->limit) /* the older half of the window is going to be read */
        fetch(in_window(h, game->rules, h->base), HALF_WINDOW * size);
}

static void play_few(const struct pass *pass, size_t first, size_t end)
{
    struct seat *seats = pass->batch->seats;
    for (size_t i = first; i < end; i++)
        fetch_game(seats[i].game);
    for (size_t i = first; i < end; i++)
        fetch_position(seats[i].game);
    for (size_t i = first; i < end; i++)
        play_seat(pass->batch, &seats[i], pass->choices[i]);
    for (size_t i = first; i < end; i++)
        vci_history_fetch_turns(&seats[i].game->history, pass->batch->rules);
    for (size_t i = first; i < end; i++)
        vci_history_fetch_chain(&seats[i].game->history, pass->batch->rules);
    for (size_t i = first; i < end; i++)
        judge_seat(&seats[i]);
}

static void play_part(void *context, size_t first, size_t end)
{
    for (; end - first > AT_ONCE; first += AT_ONCE)
        play_few(context, first, first + AT_ONCE);
    play_few(context, first, end);
}

/* Takes back what the step did to any game. */
static void take_back(vc_batch *batch)
{
    for (size_t i = 0; i < batch->size; i++) {
        struct seat *seat = &batch->seats[i];
        while (seat->game->history.length > seat->length)
            vci_game_pop(seat->game);
        seat->count = (uint32_t)vci_game_actions(seat->game);
    }
}

/* Tells of the first game that could not do what it should; the others have taken it back. */
static vc_status tell_fault(const vc_batch *batch, size_t index, uint32_t choice, vc_error *error)
{
    const struct seat *seat = &batch->seats[index];
    char string[VC_ACTION_TEXT_SIZE] = "";
    struct text text = {string, sizeof string, 0};
    if (seat->status != VC_ERR_ILLEGAL)
        return vci_fail(error, seat->status, index, "game %zu: %s", index,
                        choice == VC_BATCH_DRAW ? "chance is not to act" : vc_status_text(seat->status));
    if (vci_action_valid(seat->action))
        vci_action_write(&text, seat->action);
    else
        vci_text_string(&text, "choice");
    return vci_fail(error, seat->status, index, "game %zu: %s: %s", index, string,
                    vci_game_why(seat->game, seat->action));
}

static vc_status find_fault(vc_batch *batch, const uint32_t *choices, vc_error *error)
{
    for (size_t i = 0; i < batch->size; i++)
        if (batch->seats[i].status) {
            take_back(batch);
            return tell_fault(batch, i, choices[i], error);
        }
    return VC_OK;
}

/* ----------------------------------------------------------------------------- telling --- */

static bool wants_lists(const vc_batch_arrays *arrays)
{
    return arrays && (arrays->actions || arrays->indices || arrays->weights);
}

/* Writes the list of a game in the forms that are wanted. */
static void tell_list(const struct pass *pass, size_t i)
{
    const vc_batch *batch = pass->batch;
    const vc_batch_arrays *arrays = pass->arrays;
    const vc_game *game = batch->seats[i].game;
    const struct encoding *encoding = batch->rules->set->encoding;
    const bool flipped = is_flipped(batch, game);
    const size_t count = vci_game_actions(game), offset = (size_t)batch->offsets[i];
    const size_t words = (encoding->count + 63u) / 64;
    uint64_t *mask = arrays->masks ? arrays->masks + i * words : NULL;
    vc_action *actions = arrays->actions ? arrays->actions + offset : NULL;
    uint32_t *indices = arrays->indices ? arrays->indices + offset : NULL;
    if (arrays->counts)
        arrays->counts[i] = (uint32_t)count;
    if (actions && !flipped)
        memcpy(actions, game->list, count * sizeof *actions);
    if (mask)
        memset(mask, 0, words * sizeof *mask);
    for (size_t k = 0; (mask || indices || (actions && flipped)) && k < count; k++) {
        const vc_action action = flipped ? vci_action_mirrored(game->list[k]) : game->list[k];
        if (actions)
            actions[k] = action;
        if (!mask && !indices)
            continue;
        const uint32_t index = vci_encoding_index(encoding, action);
        assert(index < encoding->count);
        if (indices)
            indices[k] = index;
        if (mask)
            mask[index / 64] |= UINT64_C(1) << index % 64;
    }
    if (arrays->weights && count) {
        const struct phase *phase = phase_of(batch->rules, now(game));
        memset(arrays->weights + offset, 0, count * sizeof *arrays->weights);
        if (phase->chance)
            phase->weights(batch->rules, now(game), arrays->weights + offset);
    }
}

/* What a side has of an ending: 1, -1, or 0. */
static float reward(struct verdict verdict, unsigned color)
{
    if (!verdict.reason || verdict.winner == VC_NOBODY)
        return 0;
    return verdict.winner == color ? 1.0F : -1.0F;
}

static void tell_state(const struct pass *pass, size_t i)
{
    const vc_batch_arrays *arrays = pass->arrays;
    const struct seat *seat = &pass->batch->seats[i];
    const vc_game *game = seat->game;
    const bool over = vci_game_verdict(game).reason != VC_REASON_NONE;
    if (arrays->offsets)
        arrays->offsets[i] = pass->batch->offsets[i];
    if (arrays->actors)
        arrays->actors[i] = (uint8_t)vci_game_actor(game);
    if (arrays->phases)
        arrays->phases[i] = over ? VC_PHASE_OVER : now(game)->phase;
    if (arrays->done)
        arrays->done[i] = seat->ended.reason != VC_REASON_NONE;
    if (arrays->reasons)
        arrays->reasons[i] = seat->ended.reason;
    if (arrays->rewards)
        for (unsigned color = WHITE; color <= BLACK; color++)
            arrays->rewards[2 * i + color] = reward(seat->ended, color);
}

static void tell_planes(const struct pass *pass, size_t i)
{
    const vc_batch *batch = pass->batch;
    const vc_game *game = batch->seats[i].game;
    const size_t at = i * vci_plane_count(batch->rules) * PLANE_SIZE;
    const bool mover_view = has_flag(batch, VC_BATCH_MOVER_VIEW);
    const uint32_t repetitions = vci_game_repetitions(game);
    if (has_flag(batch, VC_BATCH_FLOAT_PLANES))
        vci_planes_write_float(batch->rules, now(game), repetitions, mover_view, (float *)pass->arrays->planes + at);
    else
        vci_planes_write(batch->rules, now(game), repetitions, mover_view, (uint8_t *)pass->arrays->planes + at);
}

static void tell_part(void *context, size_t first, size_t end)
{
    const struct pass *pass = context;
    for (size_t i = first; i < end; i++) {
        tell_list(pass, i);
        tell_state(pass, i);
        if (pass->arrays->planes)
            tell_planes(pass, i);
    }
}

static void tell_all(vc_batch *batch, vc_batch_arrays *arrays)
{
    struct pass pass = {.batch = batch, .arrays = arrays};
    if (!arrays)
        return;
    vci_pool_run(batch->pool, tell_part, &pass, batch->size);
    if (arrays->offsets)
        arrays->offsets[batch->size] = batch->offsets[batch->size];
}

/* Where the lists begin, one behind the other. */
static void set_offsets(vc_batch *batch)
{
    uint64_t total = 0;
    for (size_t i = 0; i < batch->size; i++) {
        batch->offsets[i] = total;
        total += batch->seats[i].count;
    }
    batch->offsets[batch->size] = total;
}

/* ------------------------------------------------------------------------------ steps --- */

/* Whether a game goes back to the start because the step ended it. */
static bool restarts(const vc_batch *batch, const struct seat *seat)
{
    return seat->verdict.reason && has_flag(batch, VC_BATCH_AUTO_RESET);
}

/* How much room the lists need at most when the games that ended are at the start again. */
static uint64_t room_needed(const vc_batch *batch)
{
    uint64_t needed = 0;
    for (size_t i = 0; i < batch->size; i++) {
        const struct seat *seat = &batch->seats[i];
        needed += restarts(batch, seat) ? batch->start_actions : seat->count;
    }
    return needed;
}

static void finish_step(vc_batch *batch)
{
    for (size_t i = 0; i < batch->size; i++) {
        struct seat *seat = &batch->seats[i];
        if (restarts(batch, seat))
            vci_batch_restart(batch, i, NULL);
        seat->ended = seat->verdict;
    }
}

vc_status vci_batch_step(vc_batch *batch, const uint32_t *choices, vc_batch_arrays *arrays, vc_error *error)
{
    struct pass pass = {.batch = batch, .choices = choices};
    vci_pool_run(batch->pool, play_part, &pass, batch->size);
    const vc_status status = find_fault(batch, choices, error);
    if (status)
        return status;
    if (wants_lists(arrays)) {
        const uint64_t needed = room_needed(batch);
        arrays->needed = needed;
        if (needed > arrays->capacity) {
            take_back(batch);
            return vci_fail(error, VC_ERR_BUFFER, batch->size, "the lists need room for %llu actions",
                            (unsigned long long)needed);
        }
    }
    finish_step(batch);
    set_offsets(batch);
    tell_all(batch, arrays);
    return VC_OK;
}

vc_status vci_batch_observe(vc_batch *batch, vc_batch_arrays *arrays)
{
    set_offsets(batch);
    if (wants_lists(arrays)) {
        arrays->needed = batch->offsets[batch->size];
        if (arrays->needed > arrays->capacity)
            return VC_ERR_BUFFER;
    }
    tell_all(batch, arrays);
    return VC_OK;
}
