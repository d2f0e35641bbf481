/* SPDX-License-Identifier: ISC */
/*
 * batch.c - how fast batches of games are played; over the public interface alone
 *
 *     batch RULESET GAMES THREADS WHAT SECONDS
 *
 * plays games at random for about so many seconds, after a warm-up that brings them apart, and prints one line of JSON.
 * WHAT is what is told after each step: "lists"; "masks", which are lists and bit masks; "planes" or "floats", which are
 * these and planes of that type. Choosing is part of the time. Seconds are those of the clock and of the processor, which
 * a machine that does something else meanwhile disturbs less.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "batch"
#include "tools.h"

enum { WARM_UP = 100, BETWEEN = 16 };

static void *array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        check(VC_ERR_MEMORY, "arrays");
    return memory;
}

struct bench {
    vc_batch *batch;
    vc_batch_arrays arrays;
    uint32_t *choices;
    size_t games;
    uint64_t state, ends;
};

/* Chooses an action of each game at random, and plays them. */
static void step(struct bench *b)
{
    for (size_t i = 0; i < b->games; i++) {
        b->state = b->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        b->choices[i] = b->arrays.actions[b->arrays.offsets[i] + ((b->state >> 32) * b->arrays.counts[i] >> 32)];
    }
    check(vc_batch_step(b->batch, b->choices, &b->arrays, NULL), "step");
    for (size_t i = 0; i < b->games; i++)
        b->ends += b->arrays.done[i];
}

int main(int argc, char **argv)
{
    struct bench b = {.arrays = {.size = sizeof b.arrays}, .state = 1};
    vc_batch_options options = {.size = sizeof options, .seed = (const uint8_t *)"batch.c batch.c batch.c batch.c ",
                                .flags = VC_BATCH_AUTO_RESET};
    uint32_t ruleset;
    vc_rules *rules;
    uint64_t steps = 0;
    if (argc != 6 || vc_ruleset_find(argv[1], &ruleset)) {
        fprintf(stderr, "usage: batch RULESET GAMES THREADS lists|masks|planes|floats SECONDS\n");
        return 2;
    }
    const char *what = argv[4];
    const int floats = !strcmp(what, "floats"), planes = floats || !strcmp(what, "planes");
    const double limit = atof(argv[5]);
    b.games = strtoul(argv[2], NULL, 10);
    options.threads = (uint32_t)strtoul(argv[3], NULL, 10);
    if (floats)
        options.flags |= VC_BATCH_FLOAT_PLANES;
    check(vc_rules_new(ruleset, NULL, &rules), "rules");
    check(vc_batch_new(rules, b.games, &options, &b.batch, NULL), "batch");
    b.choices = array(b.games, sizeof *b.choices);
    b.arrays.capacity = b.games * VC_MAX_ACTIONS;
    b.arrays.actions = malloc(b.arrays.capacity * sizeof(vc_action)); /* what is not touched costs nothing */
    if (!b.arrays.actions)
        check(VC_ERR_MEMORY, "arrays");
    b.arrays.counts = array(b.games, sizeof *b.arrays.counts);
    b.arrays.offsets = array(b.games + 1, sizeof *b.arrays.offsets);
    b.arrays.done = array(b.games, sizeof *b.arrays.done);
    if (planes || !strcmp(what, "masks"))
        b.arrays.masks = array(b.games * ((vc_ruleset_action_count(ruleset) + 63) / 64), sizeof *b.arrays.masks);
    if (planes)
        b.arrays.planes = array(b.games * vc_rules_plane_count(rules) * VC_PLANE_SIZE, floats ? sizeof(float) : 1);
    check(vc_batch_observe(b.batch, &b.arrays), "observe");
    for (unsigned i = 0; i < WARM_UP; i++)
        step(&b);

    const double wall = now(), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    b.ends = 0;
    do
        for (unsigned i = 0; i < BETWEEN; i++, steps++)
            step(&b);
    while (now() - wall < limit);
    const double actions = (double)steps * (double)b.games;
    printf("{\"bench\": \"batch\", \"rules\": \"%s\", \"games\": %zu, \"threads\": %u, \"what\": \"%s\", "
           "\"actions\": %.0f, \"ends\": %llu, \"seconds\": %.3f, \"cpu_seconds\": %.3f}\n",
           argv[1], b.games, options.threads, what, actions, (unsigned long long)b.ends,
           now() - wall, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used);
    check(vc_batch_free(b.batch), "free");
    vc_rules_release(rules);
    free(b.choices);
    free(b.arrays.actions);
    free(b.arrays.counts);
    free(b.arrays.offsets);
    free(b.arrays.done);
    free(b.arrays.masks);
    free(b.arrays.planes);
    return EXIT_SUCCESS;
}
