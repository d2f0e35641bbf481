/* SPDX-License-Identifier: ISC */
/*
 * fuzz_batch.c - batches: setting, flags, threads, number of games, then what is done step by step
 *
 * Beside the batch the same is played in games of their own with the same seeds. What a step tells must be what they
 * say, wherever the caller's arrays end; a step that fails has changed nothing and written nothing.
 */
#include "fuzz.h"

#include "../settings.h"

enum { GAMES = 18, FEW = 5, ROOM = 128 };

/*
 * What an input may cost, in games that are asked or taken a step further; it ends there. Threads that are watched by
 * libFuzzer are some ten times slower than one, since all count what they reach in the same places.
 */
enum { WORK = 240, WORK_OF_THREADS = 72, WORK_OF_LOOKING = 40 };

static const uint8_t *tape, *tape_end;

static uint8_t next_byte(void) { return tape == tape_end ? 0 : *tape++; }
static unsigned below(unsigned bound) { return next_byte() % bound; }

/* One of the batch's games, played by itself. */
struct twin {
    vc_game *game;
    uint8_t seed[VC_SEED_BYTES];
    uint64_t episode;
    uint32_t winner, reason; /* of the end in the last step */
};

struct table {
    vc_rules *rules;
    uint32_t ruleset, flags;
    size_t size;
    vc_batch *batch;
    struct twin twins[GAMES];
    uint32_t choices[GAMES];
};

static bool has(const struct table *t, uint32_t flag) { return (t->flags & flag) != 0; }

/* ------------------------------------------------------------------------------ arrays --- */

/* Arrays of the sizes that are needed and not a byte more; each is left out when the tape says so. */
enum { ARRAYS = 12 };

struct arrays {
    vc_batch_arrays told;
    void *blocks[ARRAYS];
    size_t sizes[ARRAYS];
};

static void *new_block(struct arrays *a, size_t which, size_t size)
{
    if (!below(8))
        return NULL;
    a->blocks[which] = malloc(size ? size : 1);
    a->sizes[which] = size;
    MUST(a->blocks[which]);
    memset(a->blocks[which], 0x55, size);
    return a->blocks[which];
}

static struct arrays new_arrays(const struct table *t, size_t capacity)
{
    struct arrays a = {.told = {.size = sizeof a.told, .capacity = capacity}};
    const size_t words = (vc_ruleset_action_count(t->ruleset) + 63) / 64, n = t->size;
    const size_t number = has(t, VC_BATCH_FLOAT_PLANES) ? sizeof(float) : 1;
    a.told.actions = new_block(&a, 0, capacity * sizeof *a.told.actions);
    a.told.indices = new_block(&a, 1, capacity * sizeof *a.told.indices);
    a.told.weights = new_block(&a, 2, capacity * sizeof *a.told.weights);
    a.told.counts = new_block(&a, 3, n * sizeof *a.told.counts);
    a.told.offsets = new_block(&a, 4, (n + 1) * sizeof *a.told.offsets);
    a.told.masks = new_block(&a, 5, n * words * sizeof *a.told.masks);
    a.told.actors = new_block(&a, 6, n);
    a.told.phases = new_block(&a, 7, n);
    a.told.done = new_block(&a, 8, n);
    a.told.reasons = new_block(&a, 9, n);
    a.told.rewards = new_block(&a, 10, 2 * n * sizeof *a.told.rewards);
    a.told.planes = new_block(&a, 11, n * vc_rules_plane_count(t->rules) * VC_PLANE_SIZE * number);
    return a;
}

static void must_be_blank(const struct arrays *a)
{
    for (size_t k = 0; k < ARRAYS; k++)
        for (size_t i = 0; a->blocks[k] && i < a->sizes[k]; i++)
            MUST(((const uint8_t *)a->blocks[k])[i] == 0x55);
}

static void free_arrays(struct arrays *a)
{
    for (size_t k = 0; k < ARRAYS; k++)
        free(a->blocks[k]);
}

/* ------------------------------------------------------------------------------- twins --- */

static void draw_due(const struct table *t, vc_game *game)
{
    vc_action drawn[VC_MAX_DRAWS];
    if (!has(t, VC_BATCH_SHOW_CHANCE) && vc_game_actor(game) == VC_CHANCE)
        MUST(!vc_game_play_on(game, VC_NO_ACTION, drawn, VC_MAX_DRAWS, NULL));
}

static void restart(const struct table *t, const struct twin *twin)
{
    uint8_t seed[VC_SEED_BYTES];
    MUST(!vc_seed_derive(twin->seed, twin->episode, seed));
    MUST(!vc_game_set_position(twin->game, NULL, NULL));
    MUST(!vc_game_use_seed(twin->game, seed));
    draw_due(t, twin->game);
}

static bool is_flipped(const struct table *t, const vc_game *game)
{
    return has(t, VC_BATCH_MOVER_VIEW) && vc_game_side_to_move(game) == VC_BLACK;
}

/* The list of a game, with weights, as the batch shows it. */
static size_t list_of(const struct table *t, const vc_game *game, vc_action *list, uint32_t *weights)
{
    size_t count;
    memset(weights, 0, VC_MAX_ACTIONS * sizeof *weights);
    if (vc_game_actor(game) == VC_CHANCE)
        MUST(!vc_game_outcomes(game, list, weights, VC_MAX_ACTIONS, &count, NULL));
    else
        MUST(!vc_game_actions(game, list, VC_MAX_ACTIONS, &count));
    for (size_t k = 0; is_flipped(t, game) && k < count; k++)
        list[k] = vc_action_mirrored(list[k]);
    return count;
}

static void must_tell_list(const struct table *t, const struct arrays *a, size_t i, uint64_t *offset)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    uint64_t mask[128] = {0};
    const vc_batch_arrays *told = &a->told;
    const size_t count = list_of(t, t->twins[i].game, list, weights);
    const size_t words = (vc_ruleset_action_count(t->ruleset) + 63) / 64;
    MUST(words <= sizeof mask / sizeof *mask);
    MUST(!told->counts || told->counts[i] == count);
    MUST(!told->offsets || told->offsets[i] == *offset);
    for (size_t k = 0; k < count; k++) {
        const uint32_t index = vc_action_index(t->ruleset, list[k]);
        MUST(index < vc_ruleset_action_count(t->ruleset));
        mask[index / 64] |= UINT64_C(1) << index % 64;
        MUST(!told->actions || told->actions[*offset + k] == list[k]);
        MUST(!told->indices || told->indices[*offset + k] == index);
        MUST(!told->weights || told->weights[*offset + k] == weights[k]);
    }
    MUST(!told->masks || !memcmp(told->masks + i * words, mask, words * sizeof *mask));
    *offset += count;
}

static float reward_of(const struct twin *twin, uint32_t color)
{
    return twin->winner == VC_NOBODY ? 0 : twin->winner == color ? 1 : -1;
}

static void must_tell(const struct table *t, const struct arrays *a)
{
    const vc_batch_arrays *told = &a->told;
    uint64_t offset = 0;
    for (size_t i = 0; i < t->size; i++) {
        const struct twin *twin = &t->twins[i];
        must_tell_list(t, a, i, &offset);
        MUST(!told->actors || told->actors[i] == vc_game_actor(twin->game));
        MUST(!told->phases || told->phases[i] == vc_game_phase(twin->game));
        MUST(!told->done || told->done[i] == (twin->reason != VC_REASON_NONE));
        MUST(!told->reasons || told->reasons[i] == twin->reason);
        for (uint32_t color = VC_WHITE; told->rewards && color <= VC_BLACK; color++)
            MUST(told->rewards[2 * i + color] == reward_of(twin, color));
    }
    MUST(!told->offsets || told->offsets[t->size] == offset);
    for (size_t i = 0; i < t->size; i++) {
        const struct trace twin = trace_of(t->twins[i].game);
        must_be_unchanged(vc_batch_game(t->batch, i), &twin);
    }
}

/* ------------------------------------------------------------------------------- steps --- */

/* What is chosen for a game; whether it is right. */
static bool choose(struct table *t, size_t i)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    const vc_game *game = t->twins[i].game;
    const size_t count = list_of(t, game, list, weights);
    const uint8_t how = next_byte();
    t->choices[i] = VC_BATCH_SKIP;
    if (how < 16)
        return true;
    if (how < 18) {
        t->choices[i] = (uint32_t)next_byte() << 24 | (uint32_t)next_byte() << 12 | next_byte();
        for (size_t k = 0; k < count; k++)
            if (t->choices[i] == (has(t, VC_BATCH_BY_INDEX) ? vc_action_index(t->ruleset, list[k]) : list[k]))
                return true;
        return false;
    }
    if (!count)
        return true;
    if (how < 64 && vc_game_actor(game) == VC_CHANCE) {
        t->choices[i] = VC_BATCH_DRAW;
        return true;
    }
    const vc_action action = list[how % count];
    t->choices[i] = has(t, VC_BATCH_BY_INDEX) ? vc_action_index(t->ruleset, action) : action;
    return true;
}

/* Plays in a game what was chosen. */
static void follow(struct table *t, size_t i)
{
    struct twin *twin = &t->twins[i];
    const uint32_t choice = t->choices[i];
    twin->winner = VC_NOBODY;
    twin->reason = VC_REASON_NONE;
    if (choice == VC_BATCH_SKIP)
        return;
    if (choice == VC_BATCH_DRAW) {
        MUST(!vc_game_draw(twin->game, NULL));
    } else {
        const vc_action seen = has(t, VC_BATCH_BY_INDEX) ? vc_action_at(t->ruleset, choice) : choice;
        MUST(!vc_game_play(twin->game, is_flipped(t, twin->game) ? vc_action_mirrored(seen) : seen));
        draw_due(t, twin->game);
    }
    MUST(!vc_game_outcome(twin->game, &twin->winner, &twin->reason));
    if (twin->reason && has(t, VC_BATCH_AUTO_RESET)) {
        twin->episode++;
        restart(t, twin);
    }
}

/* Room enough, mostly. */
static size_t some_capacity(const struct table *t) { return below(8) ? t->size * ROOM : (size_t)next_byte() * 4; }

static void step(struct table *t)
{
    vc_error error = {.size = sizeof error};
    size_t wrong = t->size;
    for (size_t i = t->size; i--;)
        if (!choose(t, i))
            wrong = i;
    struct arrays a = new_arrays(t, some_capacity(t));
    const vc_status status = vc_batch_step(t->batch, t->choices, &a.told, &error);
    if (status) {
        MUST(error.status == status && error.message[0]);
        MUST(wrong < t->size ? error.offset == wrong : status == VC_ERR_BUFFER && a.told.needed > a.told.capacity);
        must_be_blank(&a);
        for (size_t i = 0; i < t->size; i++) {
            const struct trace twin = trace_of(t->twins[i].game);
            must_be_unchanged(vc_batch_game(t->batch, i), &twin);
        }
    } else {
        MUST(wrong == t->size);
        for (size_t i = 0; i < t->size; i++)
            follow(t, i);
        must_tell(t, &a);
    }
    free_arrays(&a);
}

static void reset(struct table *t)
{
    uint32_t games[GAMES];
    uint8_t seeds[GAMES * VC_SEED_BYTES] = {0};
    const size_t count = below(4);
    const bool fresh = below(2), all = below(4) == 0;
    bool right = true;
    for (size_t k = 0; k < count; k++) {
        games[k] = below((unsigned)t->size + 1);
        seeds[k * VC_SEED_BYTES] = next_byte();
        right = right && games[k] < t->size;
    }
    if (all) {
        MUST(!vc_batch_reset(t->batch, NULL, t->size, fresh ? seeds : NULL));
        for (size_t i = 0; i < t->size; i++)
            games[i] = (uint32_t)i;
    } else {
        MUST(vc_batch_reset(t->batch, games, count, fresh ? seeds : NULL) == (right ? VC_OK : VC_ERR_ARGUMENT));
        if (!right)
            return;
    }
    for (size_t k = 0; k < (all ? t->size : count); k++) {
        struct twin *twin = &t->twins[games[k]];
        twin->winner = VC_NOBODY;
        twin->reason = VC_REASON_NONE;
        twin->episode = fresh ? 0 : twin->episode + 1;
        if (fresh)
            memcpy(twin->seed, seeds + k * VC_SEED_BYTES, VC_SEED_BYTES);
        restart(t, twin);
    }
}

static void observe(const struct table *t)
{
    struct arrays a = new_arrays(t, some_capacity(t));
    const vc_status status = vc_batch_observe(t->batch, &a.told);
    MUST(status == VC_OK || (status == VC_ERR_BUFFER && a.told.needed > a.told.capacity));
    if (status)
        must_be_blank(&a);
    else
        must_tell(t, &a);
    free_arrays(&a);
}

/* The seed of a game's dice is told, and a game can be cloned, whatever it has come to. */
static void look(const struct table *t)
{
    const size_t i = below((unsigned)t->size + 1);
    uint8_t told[VC_SEED_BYTES], wanted[VC_SEED_BYTES];
    vc_game *clone;
    MUST(vc_batch_seed(t->batch, i, told) == (i < t->size ? VC_OK : VC_ERR_ARGUMENT));
    if (i == t->size)
        return;
    MUST(!vc_seed_derive(t->twins[i].seed, t->twins[i].episode, wanted));
    MUST(!memcmp(told, wanted, sizeof told));
    MUST(!vc_game_clone(vc_batch_game(t->batch, i), VC_WITH_HISTORY, &clone));
    must_be_sound(clone);
    MUST(!vc_game_free(clone));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct table t = {.size = 0};
    uint8_t seed[VC_SEED_BYTES] = {0};
    if (size < 5 || size > LONGEST_INPUT)
        return 0;
    tape = data;
    tape_end = data + size;
    const struct setting *setting = &settings[setting_of(data, size)];
    t.ruleset = setting->ruleset;
    t.rules = setting_rules(setting);
    next_byte();
    t.flags = next_byte() & 31;
    vc_batch_options options = {.size = sizeof options, .seed = seed, .flags = t.flags};
    options.threads = next_byte() % 8 == 4 ? 2 : 0;
    t.size = next_byte() & 1 ? GAMES : 1 + below(FEW); /* many are needed for threads to share them */
    seed[0] = next_byte();
    MUST(!vc_batch_new(t.rules, t.size, &options, &t.batch, NULL));
    for (size_t i = 0; i < t.size; i++) {
        t.twins[i].winner = VC_NOBODY;
        MUST(!vc_seed_derive(seed, i, t.twins[i].seed));
        MUST(!vc_game_new(t.rules, NULL, &t.twins[i].game, NULL));
        restart(&t, &t.twins[i]);
    }
    const size_t most = options.threads ? WORK_OF_THREADS : WORK;
    for (size_t work = 0; tape != tape_end && work < most; work += t.size) {
        const uint8_t what = next_byte();
        if (what < 16) {
            reset(&t);
        } else if (what < 32) {
            observe(&t);
        } else if (what < 40) {
            look(&t);
            work += WORK_OF_LOOKING;
        } else {
            step(&t);
        }
    }
    for (size_t i = 0; i < t.size; i++)
        MUST(!vc_game_free(t.twins[i].game));
    MUST(!vc_batch_free(t.batch));
    vc_rules_release(t.rules);
    return 0;
}
