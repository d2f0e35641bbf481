/* SPDX-License-Identifier: ISC */
/*
 * bench.c - how fast the library is, as a program that links with it sees it
 *
 *     bench all                  measures everything
 *     bench round                times each of what has a target once, in turns with another program
 *     bench places               lists the positions in which perft is measured
 *     bench work KIND WHAT N     does work without measuring, for a program that counts instructions: KIND is list
 *                                (the actions of some positions of the rule set WHAT, N times each), playout (N of its
 *                                actions at random) or perft (of place number WHAT, N times)
 *
 * Prints a line of JSON for each measurement. Each is repeated until it took a quarter of a second of the processor's
 * time, which other work disturbs little, and of RUNS such runs the median counts. A wrong count of nodes fails; being
 * slow does not. bench.py makes a table of the lines.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "bench"
#include "tools.h"

enum { RUNS = 3, MAX_OPTIONS = 4, WARM_ACTIONS = 60, ROUND_ACTIONS = 1000000 };

static const double least_seconds = 0.25;

/* A position to measure in, with the count of perft at a depth. */
struct place {
    uint32_t ruleset;
    const char *name;
    const char *options[MAX_OPTIONS][2];
    const char *position;
    uint32_t depth;
    uint64_t nodes;
};

/* Never changed, so that figures can be compared over the years. Later places came up in games played at random. */
static const struct place places[] = {
    {.ruleset = VC_ORTHODOX, .name = "start", .depth = 5, .nodes = 4865609},
    {.ruleset = VC_ORTHODOX, .name = "kiwipete", .depth = 4, .nodes = 4085603,
     .position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {.ruleset = VC_ORTHODOX, .name = "endgame", .depth = 6, .nodes = 11030083,
     .position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {.ruleset = VC_ORTHODOX, .name = "promotions", .depth = 5, .nodes = 15833292,
     .position = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
    {.ruleset = VC_QUANTUM, .name = "start", .depth = 5, .nodes = 1813537},
    {.ruleset = VC_QUANTUM, .name = "later", .depth = 6, .nodes = 4122617,
     .position = "1rb1kb2/q4pQ1/3r3r/ppp3p1/P2RP2P/1P2PBP1/1RP2P2/R2QK1B1 b - - 0 19"},
    {.ruleset = VC_QUANTUM, .name = "knights", .depth = 6, .nodes = 2548853,
     .position = "1bb1k2n/4pp1n/1b1Pnnp1/Pp5p/2p4P/1P1N1PP1/1BNPK1R1/3Q1B1N w - - 1 21"},
    {.ruleset = VC_QUANTUM, .name = "strict", .depth = 6, .nodes = 1911838,
     .options = {{"temperature", "1/2"}, {"king_safety", "strict"}},
     .position = "1n1qkq2/2pp2pq/r1P3Pp/1p3p2/P2P1RN1/2N1KpPP/P1N5/5BBR b - - 0 21"},
    {.ruleset = VC_POTENTIAL, .name = "start", .depth = 4, .nodes = 777404},
    {.ruleset = VC_POTENTIAL, .name = "middle", .depth = 4, .nodes = 3974962,
     .position = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"},
    {.ruleset = VC_POTENTIAL, .name = "open", .depth = 4, .nodes = 2387131,
     .position = "1nr1kb2/p1pp3p/1p5N/3Bp2p/2Pp1np1/1P1PP1P1/P1PK1P1P/RN2N1N1 w - - 0 16"},
    {.ruleset = VC_POTENTIAL, .name = "later", .depth = 5, .nodes = 5277906,
     .position = "3k2nn/2p1p3/1P6/6Pp/P2pp2n/2PPP3/P4PN1/1N1K4 b - - 0 36"},
    {.ruleset = VC_POWER, .name = "start", .depth = 5, .nodes = 4882762},
    {.ruleset = VC_POWER, .name = "combos", .depth = 3, .nodes = 186316,
     .position = "r1bk1b1r/1nq2p2/2p1p3/3[np]2pp/p2PP1[RPP]1/PP6/2P1[QB]P2/R1BK2N1 b - - 1 22 "
                 "moves:a1=0,c1=0,c2=0,f2=0,f7=0,c8=0,f8=0,h8=0"},
    {.ruleset = VC_POWER, .name = "open", .depth = 4, .nodes = 10099780,
     .position = "3k1b2/p1n4r/Pr3p1p/3[np]2P1/2P1p2R/Q[BP]5b/R2NP1B1/4K1N1 w - - 1 36"},
    {.ruleset = VC_POWER, .name = "extended", .depth = 3, .nodes = 269678,
     .options = {{"combo_captures", "on"}, {"king_initial_moves", "1"}},
     .position = "B2k1r2/2p3q1/p3[bp]P1p/b1[QP]5/[np]7/K2p3P/PB1N1p1R/RN6 w - - 5 53 moves:a1=0,a2=0,c7=0"},
    {.ruleset = VC_IDEAL, .name = "start", .depth = 5, .nodes = 114048},
    {.ruleset = VC_IDEAL, .name = "later", .depth = 5, .nodes = 28080,
     .position = "r1b1k2r/pp3p2/n3p3/2bqNnpp/2PP1P2/1PB1K3/6PP/RN1Q1B1R b kq - 3 13 "
                 "hands:5h6d9dJh/5cTsKcKs "
                 "discards:Ad2d3d3h4d4h6h7d8d8h9hThKh/AcAs2s3c3s4c4s7s9c9sTcJs"},
    {.ruleset = VC_IDEAL, .name = "rooks", .depth = 5, .nodes = 30100,
     .position = "4kb1r/3n4/1p1pp2n/2p4b/2rP2pp/RP2B1PP/2Q1P1R1/1N1K1BN1 w k - 2 31 "
                 "hands:2d4d8hKd/As6cJcQc discards:3d4h5h7h9dTdJdKh/3c5s8c8s9sQsKcKs"},
    {.ruleset = VC_IDEAL, .name = "two decks", .depth = 6, .nodes = 28210,
     .options = {{"hand_size", "6"}, {"jokers", "1"}, {"two_decks", "on"}},
     .position = "2b1kbnr/B3p1p1/rp6/1qp2p1p/Pp2P2P/3p1PP1/7R/RN1QKBN1 w Qk - 0 16 "
                 "hands:2d7d9dThJdKh/AcTsJcJsQs*c "
                 "discards:AdAh2h3d3h4d4h5h6h8d8hTdJhQh*h/2c2s3c3s4c4s5s6s7c8s9cTcQcKs*s top:Kd7h/5cAs"},
};

#define PLACES (sizeof places / sizeof *places)

/* ------------------------------------------------------------------------------ measuring --- */

static double processor_time(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static vc_game *new_game(const struct place *place)
{
    vc_rules *rules;
    vc_game *game;
    check(vc_rules_new(place->ruleset, NULL, &rules), "rules");
    for (int i = 0; i < MAX_OPTIONS && place->options[i][0]; i++)
        check(vc_rules_set(rules, place->options[i][0], place->options[i][1], NULL), place->options[i][0]);
    check(vc_game_new(rules, place->position, &game, NULL), place->name);
    check(vc_game_use_dice(game, roll, NULL), "dice");
    vc_rules_release(rules);
    return game;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Does something count times; returns how many units of work that was. */
typedef uint64_t work(void *context, uint64_t count);

/* The median over RUNS of the seconds that a unit takes. */
static double measure(work *do_work, void *context)
{
    double results[RUNS];
    uint64_t count = 1;
    for (int run = 0; run < RUNS; run++)
        for (;;) {
            const double start = processor_time();
            const uint64_t units = do_work(context, count);
            const double seconds = processor_time() - start;
            results[run] = seconds / (double)units;
            if (seconds >= least_seconds)
                break;
            /* The next time it should take a little longer than needed. */
            const double factor = seconds > least_seconds / 100 ? 1.2 * least_seconds / seconds : 100;
            count = (uint64_t)((double)count * factor) + 1;
        }
    qsort(results, RUNS, sizeof *results, by_size);
    return results[RUNS / 2];
}

/* ---------------------------------------------------------------------------------- perft --- */

struct perft {
    vc_game *game;
    const struct place *place;
    uint32_t flags;
};

static uint64_t perft(void *context, uint64_t count)
{
    const struct perft *perft = context;
    uint64_t all = 0;
    while (count--) {
        uint64_t nodes;
        check(vc_game_perft(perft->game, perft->place->depth, perft->flags, NULL, NULL, &nodes), "perft");
        if (nodes != perft->place->nodes) {
            fprintf(stderr, "bench: %s %s: %" PRIu64 " nodes instead of %" PRIu64 "\n",
                    vc_ruleset_name(perft->place->ruleset), perft->place->name, nodes, perft->place->nodes);
            exit(1);
        }
        all += nodes;
    }
    return all;
}

/* How many of the leaves are mere outcomes of chance, which nobody has to generate. */
static uint64_t chance_leaves(vc_game *game, uint32_t depth)
{
    vc_action actions[VC_MAX_ACTIONS];
    uint64_t leaves = 0;
    size_t n;
    const bool chance = vc_game_actor(game) == VC_CHANCE;
    if (depth == 1 && !chance)
        return 0;
    check((chance ? vc_game_outcomes(game, actions, NULL, VC_MAX_ACTIONS, &n, NULL)
                  : vc_game_actions(game, actions, VC_MAX_ACTIONS, &n)), "actions");
    if (depth == 1)
        return n;
    for (size_t i = 0; i < n; i++) {
        check(vc_game_play(game, actions[i]), "play");
        leaves += chance_leaves(game, depth - 1);
        check(vc_game_undo(game), "undo");
    }
    return leaves;
}

static void measure_perft(const struct place *place)
{
    static const char *const modes[] = {"bulk", "played"};
    for (uint32_t flags = VC_PERFT_BULK; flags <= VC_PERFT_NO_BULK; flags++) {
        struct perft context = {new_game(place), place, flags};
        const double seconds = measure(perft, &context);
        printf("{\"bench\": \"perft\", \"rules\": \"%s\", \"place\": \"%s\", \"mode\": \"%s\", \"depth\": %" PRIu32
               ", \"nodes\": %" PRIu64 ", \"chance_outcomes\": %" PRIu64 ", \"per_second\": %.0f}\n",
               vc_ruleset_name(place->ruleset), place->name, modes[flags], place->depth, place->nodes,
               chance_leaves(context.game, place->depth), 1 / seconds);
        fflush(stdout);
        vc_game_free(context.game);
    }
}

/* ------------------------------------------------------------------------------- playouts --- */

struct playout {
    vc_game *game;
    uint8_t start[VC_MAX_SNAPSHOT_SIZE];
};

/* Plays one action at random; false when the game is over. */
static bool play_random(vc_game *game)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t n;
    const uint32_t actor = vc_game_actor(game);
    if (actor == VC_NOBODY)
        return false;
    if (actor == VC_CHANCE) {
        check(vc_game_draw(game, NULL), "draw");
        return true;
    }
    check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n), "actions");
    check(vc_game_play(game, actions[roll(NULL, n)]), "play");
    return true;
}

/* Plays count actions at random; from the start again whenever a game is over. */
static uint64_t playout(void *context, uint64_t count)
{
    struct playout *playout = context;
    for (uint64_t i = 0; i < count;)
        if (play_random(playout->game))
            i++;
        else
            check(vc_game_restore(playout->game, playout->start, sizeof playout->start), "restore");
    return count;
}

static void new_playout(struct playout *playout, uint32_t ruleset)
{
    const struct place place = {.ruleset = ruleset, .name = "array"};
    random_state = 1;
    playout->game = new_game(&place);
    check(vc_game_snapshot(playout->game, playout->start, sizeof playout->start), "snapshot");
}

/* Lets the library play whole games at random, until count actions were played. */
static uint64_t playout_inside(void *context, uint64_t count)
{
    struct playout *playout = context;
    uint64_t units = 0, length;
    while (units < count) {
        uint8_t seed[VC_SEED_BYTES] = {0};
        const uint64_t number = random64();
        memcpy(seed, &number, sizeof number);
        check(vc_game_playout(playout->game, seed, UINT64_MAX, NULL, NULL, NULL, NULL, &length), "playout");
        units += length;
    }
    return units;
}

static void measure_playout(uint32_t ruleset)
{
    struct playout context;
    new_playout(&context, ruleset);
    printf("{\"bench\": \"playout\", \"rules\": \"%s\", \"per_second\": %.0f, \"inside_per_second\": %.0f}\n",
           vc_ruleset_name(ruleset), 1 / measure(playout, &context), 1 / measure(playout_inside, &context));
    fflush(stdout);
    vc_game_free(context.game);
}

/* ----------------------------------------------------------------------------- single calls --- */

/* What the calls are measured on: a game some way on, another one, and what they need of the calls before them. */
struct bench {
    vc_game *game, *other;
    uint8_t snapshot[VC_MAX_SNAPSHOT_SIZE], seed[VC_SEED_BYTES];
    char position[VC_POSITION_TEXT_SIZE];
    vc_action action;
    uint64_t sum; /* of results, so that no call can be left out */
};

static void call_snapshot(struct bench *b)
{
    check(vc_game_snapshot(b->game, b->snapshot, sizeof b->snapshot), "snapshot");
}
static void call_restore(struct bench *b)
{
    check(vc_game_restore(b->other, b->snapshot, sizeof b->snapshot), "restore");
}
static void call_copy(struct bench *b) { check(vc_game_copy(b->other, b->game, VC_WITHOUT_HISTORY), "copy"); }

static void clone_and_free(struct bench *b, uint32_t flags)
{
    vc_game *clone;
    check(vc_game_clone(b->game, flags, &clone), "clone");
    check(vc_game_free(clone), "free");
}
static void call_clone(struct bench *b) { clone_and_free(b, VC_WITHOUT_HISTORY); }
static void call_clone_history(struct bench *b) { clone_and_free(b, VC_WITH_HISTORY); }

static void call_actions(struct bench *b)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t n;
    call_restore(b); /* which forgets the list */
    check(vc_game_actions(b->other, actions, VC_MAX_ACTIONS, &n), "actions");
    b->sum += n;
}
static void call_actions_again(struct bench *b)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t n;
    check(vc_game_actions(b->game, actions, VC_MAX_ACTIONS, &n), "actions");
    b->sum += n;
}
static void call_legal(struct bench *b) { b->sum += vc_game_is_legal(b->game, b->action); }
static void call_undo_redo(struct bench *b)
{
    check(vc_game_undo(b->game), "undo");
    check(vc_game_redo(b->game), "redo");
}
static void call_hash(struct bench *b) { b->sum += vc_game_hash(b->game); }
static void call_position(struct bench *b)
{
    check(vc_game_position(b->game, b->position, sizeof b->position, NULL), "position");
}
static void call_set_position(struct bench *b) { check(vc_game_set_position(b->other, b->position, NULL), "position"); }
static void call_text(struct bench *b)
{
    char text[VC_ACTION_TEXT_SIZE];
    check(vc_action_text(b->action, text, sizeof text, NULL), "text");
    check(vc_action_parse(text, &b->action, NULL), "parse");
}
static void call_seeded(struct bench *b)
{
    uint64_t value;
    check(vc_dice_seeded(b->seed, b->sum & 0xffff, 29, &value), "dice");
    b->sum += value + 1;
}
static void call_csprng(struct bench *b)
{
    uint64_t value;
    check(vc_dice_random(29, &value), "dice");
    b->sum += value;
}

/* Draws one by one from libsodium itself, to compare with. */
static void call_sodium_uniform(struct bench *b) { b->sum += randombytes_uniform(29); }
static void call_sodium_buf(struct bench *b)
{
    uint64_t value;
    randombytes_buf(&value, sizeof value);
    b->sum += value;
}

static const struct call {
    const char *name;
    void (*run)(struct bench *);
} calls[] = {
    {"snapshot", call_snapshot},
    {"restore", call_restore},
    {"copy", call_copy},
    {"clone, free", call_clone},
    {"clone with history, free", call_clone_history},
    {"restore, actions", call_actions},
    {"actions again", call_actions_again},
    {"is_legal", call_legal},
    {"undo, redo", call_undo_redo},
    {"hash", call_hash},
    {"position", call_position},
    {"set_position", call_set_position},
    {"action_text, action_parse", call_text},
    {"dice_seeded", call_seeded},
    {"dice_random", call_csprng},
    {"libsodium's randombytes_uniform", call_sodium_uniform},
    {"libsodium's randombytes_buf, 8 bytes", call_sodium_buf},
};

struct calling {
    struct bench *bench;
    const struct call *call;
};

static uint64_t repeat(void *context, uint64_t count)
{
    const struct calling *calling = context;
    for (uint64_t i = 0; i < count; i++)
        calling->call->run(calling->bench);
    return count;
}

static void measure_calls(uint32_t ruleset)
{
    const struct place place = {.ruleset = ruleset, .name = "array"};
    struct bench bench = {.game = new_game(&place), .other = new_game(&place)};
    vc_action actions[VC_MAX_ACTIONS];
    size_t n;
    random_state = 2;
    for (int i = 0; i < WARM_ACTIONS || vc_game_phase(bench.game) != VC_PHASE_TURN; i++)
        if (!play_random(bench.game)) { /* over too early: another game */
            check(vc_game_set_position(bench.game, NULL, NULL), "position");
            i = -1;
        }
    check(vc_game_actions(bench.game, actions, VC_MAX_ACTIONS, &n), "actions");
    bench.action = actions[n / 2];
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct calling context = {&bench, &calls[i]};
        printf("{\"bench\": \"call\", \"rules\": \"%s\", \"call\": \"%s\", \"nanoseconds\": %.1f}\n",
               vc_ruleset_name(ruleset), calls[i].name, 1e9 * measure(repeat, &context));
        fflush(stdout);
    }
    vc_game_free(bench.game);
    vc_game_free(bench.other);
}

/* ------------------------------------------------------------------------------------ dice --- */

/* Bounded draws of a seed, many at a time; the bound is that of a touch in quantum. */
static uint64_t draw_many(void *context, uint64_t count)
{
    static uint64_t values[1024];
    uint64_t *n = context;
    const uint8_t seed[VC_SEED_BYTES] = {1};
    enum { VALUES = sizeof values / sizeof *values };
    for (uint64_t i = 0; i < count; i++, *n += VALUES)
        check(vc_dice_seeded_many(seed, *n, 29, values, VALUES), "dice");
    return count * VALUES;
}

static void measure_dice(void)
{
    uint64_t n = 0;
    printf("{\"bench\": \"dice\", \"what\": \"seeded draws\", \"per_second\": %.0f}\n", 1 / measure(draw_many, &n));
    fflush(stdout);
}

/* ----------------------------------------------------------------------------------- modes --- */

static void measure_all(void)
{
    measure_dice();
    for (size_t i = 0; i < PLACES; i++)
        measure_perft(&places[i]);
    for (uint32_t i = 0; i < vc_ruleset_count(); i++)
        measure_playout(i);
    for (uint32_t i = 0; i < vc_ruleset_count(); i++)
        measure_calls(i);
}

static const struct place *find_place(uint32_t ruleset, const char *name)
{
    for (size_t i = 0; i < PLACES; i++)
        if (places[i].ruleset == ruleset && !strcmp(places[i].name, name))
            return &places[i];
    fprintf(stderr, "bench: no place %s\n", name);
    exit(1);
}

/* Times a perft; a small one is done again until it took a while. */
static void time_perft(const struct place *place, const char *what, uint32_t depth, uint32_t flags)
{
    enum { WHILE_NODES = 2000000 };
    vc_game *game = new_game(place);
    uint64_t nodes, all = 0;
    const double start = processor_time();
    do {
        check(vc_game_perft(game, depth, flags, NULL, NULL, &nodes), "perft");
        all += nodes;
    } while (all < WHILE_NODES);
    printf("{\"bench\": \"round\", \"what\": \"%s\", \"nodes\": %" PRIu64 ", \"per_second\": %.0f}\n", what, nodes,
           (double)all / (processor_time() - start));
    vc_game_free(game);
}

/* What is compared with another program, once: the more rounds, the better the median. */
static void measure_round(void)
{
    static const struct {
        const char *what, *place;
        uint32_t depth, flags;
    } perfts[] = {{"start, bulk", "start", 6, VC_PERFT_BULK},
                  {"kiwipete, bulk", "kiwipete", 5, VC_PERFT_BULK},
                  {"start, every action played", "start", 5, VC_PERFT_NO_BULK}};
    for (size_t i = 0; i < sizeof perfts / sizeof *perfts; i++)
        time_perft(find_place(VC_ORTHODOX, perfts[i].place), perfts[i].what, perfts[i].depth, perfts[i].flags);
    for (size_t i = 0; i < PLACES; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s, perft, %s", vc_ruleset_name(places[i].ruleset), places[i].name);
        time_perft(&places[i], what, places[i].depth, VC_PERFT_BULK);
    }
    for (uint32_t i = 0; i < vc_ruleset_count(); i++)
        for (int inside = 0; inside <= 1; inside++) {
            struct playout context;
            new_playout(&context, i);
            const double start = processor_time();
            const uint64_t units = (inside ? playout_inside : playout)(&context, ROUND_ACTIONS);
            printf("{\"bench\": \"round\", \"what\": \"%s, playouts%s\", \"per_second\": %.0f}\n", vc_ruleset_name(i),
                   inside ? " inside" : "", (double)units / (processor_time() - start));
            vc_game_free(context.game);
        }
}

/* Lists the actions of a position count times; returns how many were listed. */
static uint64_t list_position(vc_game *game, uint64_t count)
{
    uint8_t snapshot[VC_MAX_SNAPSHOT_SIZE];
    vc_action actions[VC_MAX_ACTIONS];
    uint64_t units = 0;
    check(vc_game_snapshot(game, snapshot, sizeof snapshot), "snapshot");
    for (uint64_t k = 0; k < count; k++) {
        size_t n;
        check(vc_game_restore(game, snapshot, sizeof snapshot), "restore"); /* which forgets the list */
        check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n), "actions");
        units += n;
    }
    return units;
}

/* Does so in a rule set's places and in the positions that a few actions at random lead to: phases of a turn differ. */
static uint64_t list_actions(uint32_t ruleset, uint64_t count)
{
    enum { FOLLOWED = 6 };
    uint64_t units = 0;
    random_state = 3;
    for (size_t i = 0; i < PLACES; i++) {
        if (places[i].ruleset != ruleset)
            continue;
        vc_game *game = new_game(&places[i]);
        for (int k = 0; k < FOLLOWED; k++) {
            if (vc_game_actor(game) != VC_CHANCE)
                units += list_position(game, count);
            play_random(game);
        }
        vc_game_free(game);
    }
    return units;
}

static void list_places(void)
{
    for (size_t i = 0; i < PLACES; i++)
        printf("{\"bench\": \"place\", \"number\": %zu, \"rules\": \"%s\", \"place\": \"%s\"}\n", i,
               vc_ruleset_name(places[i].ruleset), places[i].name);
}

static bool do_perft_work(uint64_t place, uint64_t count)
{
    if (place >= PLACES)
        return false;
    struct perft context = {new_game(&places[place]), &places[place], VC_PERFT_BULK};
    printf("{\"bench\": \"work\", \"kind\": \"perft\", \"units\": %" PRIu64 "}\n", perft(&context, count));
    vc_game_free(context.game);
    return true;
}

static bool do_work(const char *kind, const char *rules, uint64_t count)
{
    uint32_t ruleset;
    uint64_t units;
    if (!strcmp(kind, "perft"))
        return do_perft_work(strtoull(rules, NULL, 10), count);
    check(vc_ruleset_find(rules, &ruleset), rules);
    if (!strcmp(kind, "list")) {
        units = list_actions(ruleset, count);
    } else if (!strcmp(kind, "playout")) {
        struct playout context;
        new_playout(&context, ruleset);
        units = playout(&context, count);
        vc_game_free(context.game);
    } else {
        return false;
    }
    printf("{\"bench\": \"work\", \"rules\": \"%s\", \"kind\": \"%s\", \"units\": %" PRIu64 "}\n", rules, kind, units);
    return true;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "all")) {
        measure_all();
        return 0;
    }
    if (argc == 2 && !strcmp(argv[1], "round")) {
        measure_round();
        return 0;
    }
    if (argc == 2 && !strcmp(argv[1], "places")) {
        list_places();
        return 0;
    }
    if (argc == 5 && !strcmp(argv[1], "work") && do_work(argv[2], argv[3], strtoull(argv[4], NULL, 10)))
        return 0;
    fputs("usage: bench all | round | places | work list|playout RULES COUNT | work perft PLACE COUNT\n", stderr);
    return 2;
}
