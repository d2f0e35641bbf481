/* SPDX-License-Identifier: ISC */
/*
 * growth.c - how costs grow: with the length of a game, with pieces, members of combos, options
 *
 *     growth
 *
 * Prints tables. Times are the processor's, so that other work disturbs them little.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#define PROGRAM "growth"
#include "tools.h"

enum { MOST_OPTIONS = 3, CALLS = 100000, ASKED = 2000, PLAYED = 400000 };

static double cpu(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

/* ----------------------------------------------------------------------------------- games --- */

static uint64_t allocated; /* bytes that the library holds now */

static void *count_allocate(void *user, size_t size)
{
    size_t *block = malloc(sizeof(max_align_t) + size);
    (void)user;
    if (!block)
        return NULL;
    *block = size;
    allocated += size;
    return (char *)block + sizeof(max_align_t);
}

static void count_deallocate(void *user, void *memory)
{
    size_t *block = (size_t *)(void *)((char *)memory - sizeof(max_align_t));
    (void)user;
    allocated -= *block;
    free(block);
}

struct option {
    const char *name, *value;
};

static vc_game *new_game(uint32_t ruleset, const struct option *options, const char *position)
{
    const vc_memory memory = {.size = sizeof memory, .allocate = count_allocate, .deallocate = count_deallocate};
    vc_rules *rules;
    vc_game *game;
    check(vc_rules_new(ruleset, &memory, &rules), "rules");
    for (int i = 0; options && i < MOST_OPTIONS && options[i].name; i++)
        check(vc_rules_set(rules, options[i].name, options[i].value, NULL), options[i].name);
    check(vc_game_new(rules, position, &game, NULL), position ? position : "array");
    check(vc_game_use_dice(game, roll, NULL), "dice");
    vc_rules_release(rules);
    return game;
}

/* Plays an action at random; returns how many there were, 0 when the game is over. */
static size_t play_random(vc_game *game)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t n;
    const uint32_t actor = vc_game_actor(game);
    if (actor == VC_NOBODY)
        return 0;
    if (actor == VC_CHANCE) {
        check(vc_game_draw(game, NULL), "draw");
        return 1;
    }
    check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n), "actions");
    check(vc_game_play(game, actions[roll(NULL, n)]), "play");
    return n;
}

/* ------------------------------------------------------------------------- length of a game --- */

static double per_call(double start, uint64_t calls) { return 1e9 * (cpu() - start) / (double)calls; }

/* Costs at the end of a game of so many actions. */
static void measure_length(const char *position, uint64_t length)
{
    static const struct option options[] = {{"automatic_draws", "off"}, {NULL, NULL}, {NULL, NULL}};
    vc_game *game = new_game(VC_ORTHODOX, options, position);
    const uint64_t before = allocated, steps = length < 10 ? length : 10;
    double start = cpu();
    uint32_t sum = 0;
    for (uint64_t i = 0; i < length; i++)
        play_random(game);
    const double play = per_call(start, length);
    const double bytes = (double)(allocated - before) / (double)length;
    start = cpu();
    for (uint64_t i = 0; i < CALLS / steps; i++) {
        for (uint64_t k = 0; k < steps; k++)
            check(vc_game_undo(game), "undo");
        for (uint64_t k = 0; k < steps; k++)
            check(vc_game_redo(game), "redo");
    }
    const double undo = per_call(start, CALLS / steps * steps);
    start = cpu();
    for (uint64_t i = 0; i < ASKED; i++) { /* taken back and played again, so that it is looked up anew */
        check(vc_game_undo(game), "undo");
        check(vc_game_redo(game), "redo");
        sum += vc_game_repetitions(game);
    }
    const double repetitions = per_call(start, ASKED);
    start = cpu();
    for (uint64_t i = 0; i < CALLS; i++)
        sum += (uint32_t)vc_game_hash(game);
    const double hash = per_call(start, CALLS);
    printf("  %9" PRIu64 " %14.0f %14.0f %14.0f %14.1f %16.1f%s\n", length, play, undo, repetitions, hash, bytes,
           sum ? "" : " ");
    check(vc_game_free(game), "free");
}

static void measure_lengths(const char *title, const char *position)
{
    printf("\n%s, nanoseconds\n  %9s %14s %14s %14s %14s %16s\n", title, "actions", "list, play", "undo, redo",
           "repetitions", "hash", "bytes an action");
    for (uint64_t length = 10; length <= 1000000; length *= 10)
        measure_length(position, length);
}

/* ---------------------------------------------------------------------- pieces and members --- */

/* Restores a position and lists its actions, again and again. */
static void measure_list(const char *name, uint32_t ruleset, const char *position)
{
    vc_game *game = new_game(ruleset, NULL, position);
    uint8_t snapshot[VC_MAX_SNAPSHOT_SIZE];
    vc_action actions[VC_MAX_ACTIONS];
    size_t n = 0;
    check(vc_game_snapshot(game, snapshot, sizeof snapshot), "snapshot");
    const double start = cpu();
    for (uint64_t i = 0; i < CALLS; i++) {
        check(vc_game_restore(game, snapshot, sizeof snapshot), "restore");
        check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n), "actions");
    }
    const double list = per_call(start, CALLS);
    printf("  %-28s %8zu %14.0f\n", name, n, list);
    check(vc_game_free(game), "free");
}

static void measure_pieces(void)
{
    printf("\npieces: restoring and listing, nanoseconds\n  %-28s %8s %14s\n", "", "actions", "a position");
    measure_list("orthodox, 3 pieces", VC_ORTHODOX, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    measure_list("orthodox, 6 pieces", VC_ORTHODOX, "r3k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1");
    measure_list("orthodox, 14 pieces", VC_ORTHODOX, "r1b1k1n1/2p1p1p1/8/8/8/8/2P1P1P1/R1B1K1N1 w - - 0 1");
    measure_list("orthodox, 32 pieces", VC_ORTHODOX, NULL);
    measure_list("orthodox, kiwipete", VC_ORTHODOX,
                 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    measure_list("power, combo of 2", VC_POWER, "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 0 1");
    measure_list("power, combo of 3", VC_POWER, "4k3/8/8/8/3[BNP]4/8/8/4K3 w - - 0 1");
    measure_list("power, combo of 5", VC_POWER, "4k3/8/8/8/3[QRBNP]4/8/8/4K3 w - - 0 1");
    measure_list("power, combo of 8", VC_POWER, "4k3/8/8/8/3[QRRBBNNP]4/8/8/4K3 w - - 0 1");
    measure_list("power, 7 combos", VC_POWER,
                 "4k3/8/8/8/8/[NP]1[BP]1[RP]1[QP]1/1[NP]1[BP]1[RP]2/4K3 w - - 0 1");
}

/* --------------------------------------------------------------------------------- options --- */

static void measure_options(void)
{
    static const struct {
        const char *name;
        uint32_t ruleset;
        struct option options[MOST_OPTIONS];
    } rows[] = {
        {"orthodox", VC_ORTHODOX, {{NULL, NULL}}},
        {"quantum", VC_QUANTUM, {{NULL, NULL}}},
        {"quantum, temperature 9/10", VC_QUANTUM, {{"temperature", "9/10"}}},
        {"quantum, strict", VC_QUANTUM, {{"king_safety", "strict"}}},
        {"potential", VC_POTENTIAL, {{NULL, NULL}}},
        {"power", VC_POWER, {{NULL, NULL}}},
        {"power, merging at once", VC_POWER, {{"initial_moves", "0"}}},
        {"power, merging after 5", VC_POWER, {{"initial_moves", "5"}}},
        {"power, all may merge, capture", VC_POWER,
         {{"initial_moves", "0"}, {"king_initial_moves", "0"}, {"combo_captures", "on"}}},
        {"ideal, hand of 1", VC_IDEAL, {{"hand_size", "1"}}},
        {"ideal, hand of 4", VC_IDEAL, {{NULL, NULL}}},
        {"ideal, hand of 8", VC_IDEAL, {{"hand_size", "8"}}},
        {"ideal, 4 packs", VC_IDEAL, {{"packs", "4"}}},
        {"ideal, two decks, jokers", VC_IDEAL, {{"two_decks", "on"}, {"jokers", "1"}}},
        {"ideal, strict", VC_IDEAL, {{"king_safety", "strict"}}},
    };
    printf("\noptions: random playouts\n  %-30s %14s %14s\n", "", "ns an action", "listed");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, NULL);
        uint64_t listed = 0;
        random_state = 1;
        const double start = cpu();
        for (uint64_t played = 0; played < PLAYED;) {
            const size_t n = play_random(game);
            listed += n;
            played += n != 0;
            if (!n)
                check(vc_game_set_position(game, NULL, NULL), "array");
        }
        printf("  %-30s %14.0f %14.1f\n", rows[i].name, per_call(start, PLAYED), (double)listed / PLAYED);
        check(vc_game_free(game), "free");
    }
}

int main(void)
{
    measure_lengths("length, many positions: kings and bishops behind a wall of pawns",
                    "4k3/b1b5/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/1B1BK3 w - - 0 1");
    measure_lengths("length, few positions: kings behind a wall of pawns",
                    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1");
    measure_pieces();
    measure_options();
    return 0;
}
