/* SPDX-License-Identifier: ISC */
/* api_batch.c - the door: batches of games, planes */
#include "api.h"
#include "batch.h"
#include "planes.h"

static_assert(VC_PLANE_SIZE == PLANE_SIZE, "a plane has a number for each square");

enum {
    ALL_FLAGS = VC_BATCH_AUTO_RESET | VC_BATCH_SHOW_CHANCE | VC_BATCH_BY_INDEX | VC_BATCH_MOVER_VIEW |
                VC_BATCH_FLOAT_PLANES
};

static bool is_batch(const vc_batch *batch) { return batch && batch->magic == BATCH_MAGIC; }
static bool is_arrays(const vc_batch_arrays *arrays) { return arrays && arrays->size == sizeof *arrays; }

static bool is_options(const vc_batch_options *options)
{
    return options->size == sizeof *options && !(options->flags & ~(uint32_t)ALL_FLAGS) &&
           options->threads <= VC_MAX_BATCH_THREADS;
}

vc_status vc_batch_new(vc_rules *rules, size_t games, const vc_batch_options *options, vc_batch **batch,
                       vc_error *error)
{
    static const vc_batch_options standard = {.size = sizeof standard};
    uint8_t seed[VC_SEED_BYTES];
    struct position start;
    vc_status status;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!options)
        options = &standard;
    if (!is_rules(rules) || !batch || !games || games > VC_MAX_BATCH_GAMES || !is_options(options))
        return FAIL_ARGUMENT(error, "rules or batch is NULL, or a number or an option is out of range");
    status = vci_position_read(rules, options->position ? options->position : vci_array, &start, error);
    if (status)
        return status;
    status = vci_sodium_init();
    if (!status) {
        if (options->seed)
            memcpy(seed, options->seed, sizeof seed);
        else
            vci_seed_random(seed);
        status = vci_batch_new(rules, games, &start, seed, options->flags, options->threads, batch);
        vci_seed_wipe(seed, sizeof seed);
    }
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    atomic_store(&rules->frozen, true);
    return VC_OK;
}

vc_status vc_batch_free(vc_batch *batch)
{
    if (!batch)
        return VC_OK;
    if (!is_batch(batch))
        return VC_ERR_ARGUMENT;
    vci_batch_free(batch);
    return VC_OK;
}

size_t vc_batch_size(const vc_batch *batch) { return is_batch(batch) ? batch->size : 0; }

vc_rules *vc_batch_rules(const vc_batch *batch) { return is_batch(batch) ? batch->rules : NULL; }

const vc_game *vc_batch_game(const vc_batch *batch, size_t index)
{
    return is_batch(batch) && index < batch->size ? batch->seats[index].game : NULL;
}

vc_status vc_batch_seed(const vc_batch *batch, size_t index, uint8_t *seed)
{
    if (!is_batch(batch) || index >= batch->size || !seed)
        return VC_ERR_ARGUMENT;
    vci_batch_seed(batch, index, seed);
    return VC_OK;
}

vc_status vc_batch_reset(vc_batch *batch, const uint32_t *games, size_t count, const uint8_t *seeds)
{
    if (!is_batch(batch) || (!games && count != batch->size))
        return VC_ERR_ARGUMENT;
    for (size_t i = 0; games && i < count; i++)
        if (games[i] >= batch->size)
            return VC_ERR_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        vci_batch_restart(batch, games ? games[i] : i, seeds ? seeds + i * VC_SEED_BYTES : NULL);
    return VC_OK;
}

vc_status vc_batch_step(vc_batch *batch, const uint32_t *choices, vc_batch_arrays *arrays, vc_error *error)
{
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!is_batch(batch) || !choices || (arrays && !is_arrays(arrays)))
        return FAIL_ARGUMENT(error, "batch or choices is NULL, or arrays has another size");
    return vci_batch_step(batch, choices, arrays, error);
}

vc_status vc_batch_observe(vc_batch *batch, vc_batch_arrays *arrays)
{
    return is_batch(batch) && is_arrays(arrays) ? vci_batch_observe(batch, arrays) : VC_ERR_ARGUMENT;
}

/* ------------------------------------------------------------------------------ planes --- */

size_t vc_rules_plane_count(const vc_rules *rules) { return is_rules(rules) ? vci_plane_count(rules) : 0; }

vc_status vc_rules_plane(const vc_rules *rules, size_t index, vc_plane *plane)
{
    unsigned maximum = 0;
    if (!is_rules(rules) || !plane || plane->size != sizeof *plane || index >= vci_plane_count(rules))
        return VC_ERR_ARGUMENT;
    const char *name = vci_plane_name(rules, (unsigned)index, &maximum);
    *plane = (vc_plane){.size = sizeof *plane, .maximum = maximum, .name = name};
    return VC_OK;
}

vc_status vc_game_planes(const vc_game *game, uint32_t flags, void *planes, size_t capacity, size_t *count)
{
    const uint32_t known = VC_BATCH_MOVER_VIEW | VC_BATCH_FLOAT_PLANES;
    if (!is_game(game) || flags & ~known)
        return VC_ERR_ARGUMENT;
    const size_t needed = vci_plane_count(game->rules) * (size_t)PLANE_SIZE;
    if (count)
        *count = needed;
    if (capacity < needed)
        return VC_ERR_BUFFER;
    if (!planes)
        return VC_ERR_ARGUMENT;
    const bool mover_view = flags & VC_BATCH_MOVER_VIEW;
    const unsigned repetitions = vci_game_repetitions(game);
    if (flags & VC_BATCH_FLOAT_PLANES)
        vci_planes_write_float(game->rules, now(game), repetitions, mover_view, planes);
    else
        vci_planes_write(game->rules, now(game), repetitions, mover_view, planes);
    return VC_OK;
}
