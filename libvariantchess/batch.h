/* SPDX-License-Identifier: ISC */
/*
 * batch.h - many games of the same rules, stepped together
 *
 * Each is a vc_game; what a step does to them, and what it tells of them in the caller's arrays, is documented at
 * vc_batch_step(). Knows the contract, no rule set by name. Arguments were checked by the door (api_batch.c). Includes
 * game.h.
 */
#ifndef VCI_BATCH_H
#define VCI_BATCH_H

#include "game.h"

/* The first word of the handle, to catch what is none. */
enum { BATCH_MAGIC = 0x56434241 };

struct pool;

/* One game, and what a step does to it: what is asked of all games between two runs of the threads stands here. */
struct seat {
    vc_game *game;
    uint64_t episode;              /* how often the game was put at the start with this seed */
    uint8_t seed[VC_SEED_BYTES];
    struct verdict ended;          /* how it ended in the last step */
    struct verdict verdict;        /* how it ends in this one */
    size_t length;                 /* of its history before this step */
    vc_action action;              /* what was to be played */
    vc_status status;              /* whether it was */
    uint32_t count;                /* of its list */
};

struct vc_batch {
    uint32_t magic;
    uint32_t flags;
    struct vc_rules *rules;
    struct pool *pool;             /* NULL for one thread */
    bool has_chance;               /* there are phases of chance in this rule set */
    size_t start_actions;          /* no more than that stand in a list at the start */
    size_t size;
    uint64_t *offsets;             /* size + 1: where each game's list begins */
    void *games;                   /* the memory of all games, each from a cache line's beginning on */
    struct position start;
    struct seat seats[];
};

/* A batch of size games at a position; seed: VC_SEED_BYTES. VC_OK, VC_ERR_MEMORY, VC_ERR_RANDOM. */
vc_status vci_batch_new(struct vc_rules *rules, size_t size, const struct position *start, const uint8_t *seed,
                        uint32_t flags, unsigned threads, vc_batch **batch);
void vci_batch_free(vc_batch *batch);
/* Puts one game at the start, with its next seed or, if seed is not NULL, with that one. */
void vci_batch_restart(vc_batch *batch, size_t index, const uint8_t *seed);
/* The seed of the dice of a game. */
void vci_batch_seed(const vc_batch *batch, size_t index, uint8_t *seed);
/* arrays may be NULL. What failed is told in error, which may be NULL, with the game in its offset. */
vc_status vci_batch_step(vc_batch *batch, const uint32_t *choices, vc_batch_arrays *arrays, vc_error *error);
vc_status vci_batch_observe(vc_batch *batch, vc_batch_arrays *arrays);

#endif
