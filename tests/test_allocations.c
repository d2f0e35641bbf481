/* SPDX-License-Identifier: ISC */
/*
 * test_allocations.c - every public function: those that allocate fail at each of their allocations in turn, which
 * changes nothing and leaves nothing behind; the others allocate nothing
 *
 * functions.def lists them; a function of the version script that is not there fails the test. test_memory.c follows
 * some of them through long games.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

enum { BATCH = 3 };

static const uint8_t bench_seed[VC_SEED_BYTES] = {3};
static const char two_games[] = "[White \"A\"]\n\n1. e4 {c} e5 $1 *\n\n"
                                "[Variant \"quantum\"]\n[Options \"temperature=1\"]\n\n1. e4 ?g8 =n Nf6 1-0\n";

/* What calls are made with: handles that live, and room for whatever is told. */
struct bench {
    vc_rules *rules, *fresh_rules;
    vc_game *game, *other, *spare; /* at some way into a game; of the same rules, at the beginning */
    vc_record *record, *taken;
    vc_reader *reader;
    vc_batch *batch;
    vc_action action; /* legal in game now, or not at all */
    /* made by calls */
    vc_rules *made_rules;
    vc_game *made_game;
    vc_record *made_record;
    vc_reader *made_reader;
    vc_batch *made_batch;
    /* told by calls */
    char text[4096];
    uint8_t bytes[VC_MAX_SNAPSHOT_SIZE];
    vc_action list[VC_MAX_ACTIONS], drawn[VC_MAX_DRAWS];
    uint32_t weights[VC_MAX_ACTIONS], number;
    vc_piece pieces[16];
    vc_card cards[VC_MAX_CARDS];
    vc_odds odds[4];
    size_t length;
    uint64_t total, values[4];
    vc_error error;
    vc_option option;
    vc_entry entry;
    vc_plane plane;
    vc_batch_arrays arrays;
    uint8_t actors[BATCH];
};

static uint64_t always_0(void *user, uint64_t bound)
{
    (void)user, (void)bound;
    return 0;
}

static vc_game *make_game(vc_rules *rules)
{
    vc_game *game;
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    ck_ok(vc_game_use_dice(game, always_0, NULL));
    return game;
}

static struct bench *make_bench(uint32_t ruleset, unsigned length)
{
    static struct bench b;
    b = (struct bench){.error = {.size = sizeof b.error}, .option = {.size = sizeof b.option}};
    b.entry.size = sizeof b.entry;
    b.plane.size = sizeof b.plane;
    b.arrays = (vc_batch_arrays){.size = sizeof b.arrays, .actors = b.actors};
    ck_ok(vc_rules_new(ruleset, &heap_memory, &b.rules));
    ck_ok(vc_rules_new(ruleset, &heap_memory, &b.fresh_rules));
    b.game = make_game(b.rules);
    b.other = make_game(b.rules);
    b.spare = make_game(b.rules);
    for (unsigned i = 0; i < length; i++) {
        const size_t count = list_choices(b.game, b.list);
        ck_ok(vc_game_play(b.game, b.list[(i * 5 + 3) % count]));
    }
    b.action = list_choices(b.game, b.list) ? b.list[0] : VC_NO_ACTION;
    ck_ok(vc_record_new(b.game, &b.record));
    ck_ok(vc_reader_new_text(&heap_memory, two_games, sizeof two_games - 1, VC_SAN_LENIENT, &b.reader));
    const vc_batch_options options = {.size = sizeof options, .seed = bench_seed};
    ck_ok(vc_batch_new(b.rules, BATCH, &options, &b.batch, NULL));
    return &b;
}

/* Frees what QUIET calls have not freed; made_... are the test's. */
static void free_bench(struct bench *b)
{
    ck_ok(vc_game_free(b->game));
    ck_ok(vc_game_free(b->other));
    ck_ok(vc_game_free(b->spare));
    ck_ok(vc_record_free(b->record));
    ck_ok(vc_record_free(b->taken));
    ck_ok(vc_reader_free(b->reader));
    ck_ok(vc_batch_free(b->batch));
    vc_rules_release(b->fresh_rules);
    vc_rules_release(b->rules);
}

static void free_made(struct bench *b)
{
    vc_rules_release(b->made_rules);
    ck_ok(vc_game_free(b->made_game));
    ck_ok(vc_record_free(b->made_record));
    ck_ok(vc_reader_free(b->made_reader));
    ck_ok(vc_batch_free(b->made_batch));
    b->made_rules = NULL;
    b->made_game = NULL;
    b->made_record = NULL;
    b->made_reader = NULL;
    b->made_batch = NULL;
}

/* --------------------------------------------------------------------- calls that allocate --- */

static vc_status call_vc_rules_new(struct bench *b) { return vc_rules_new(VC_IDEAL, &heap_memory, &b->made_rules); }
static vc_status call_vc_rules_copy(struct bench *b) { return vc_rules_copy(b->rules, &b->made_rules); }
static vc_status call_vc_game_new(struct bench *b)
{
    return vc_game_new(b->fresh_rules, NULL, &b->made_game, &b->error);
}

static vc_status call_vc_game_clone(struct bench *b) { return vc_game_clone(b->game, VC_WITH_HISTORY, &b->made_game); }
static vc_status call_vc_game_copy(struct bench *b) { return vc_game_copy(b->other, b->game, VC_WITH_HISTORY); }
static vc_status call_vc_game_play(struct bench *b) { return vc_game_play(b->game, b->action); }
static vc_status call_vc_game_redo(struct bench *b) { return vc_game_redo(b->other); }
static vc_status call_vc_game_end(struct bench *b) { return vc_game_end(b->game, VC_WHITE, VC_REASON_RESIGNATION); }
static vc_status call_vc_game_claim(struct bench *b) { return vc_game_claim(b->made_game); }
static vc_status call_vc_game_draw(struct bench *b) { return vc_game_draw(b->made_game, &b->drawn[0]); }

static vc_status call_vc_game_play_text(struct bench *b)
{
    char text[VC_ACTION_TEXT_SIZE];
    ck_ok(vc_action_text(b->action, text, sizeof text, NULL));
    return vc_game_play_text(b->game, text, &b->error);
}

static vc_status call_vc_game_play_on(struct bench *b)
{
    const bool chance = vc_game_actor(b->game) == VC_CHANCE;
    return vc_game_play_on(b->game, chance ? VC_NO_ACTION : b->action, b->drawn, VC_MAX_DRAWS, &b->length);
}

static vc_status call_vc_game_perft(struct bench *b)
{
    return vc_game_perft(b->game, 1, VC_PERFT_NO_BULK, NULL, NULL, &b->total);
}

static vc_status call_vc_game_playout(struct bench *b)
{
    return vc_game_playout(b->game, bench_seed, 80, NULL, NULL, NULL, NULL, &b->total);
}

static vc_status call_vc_batch_new(struct bench *b)
{
    const vc_batch_options options = {.size = sizeof options, .seed = bench_seed, .threads = 2};
    return vc_batch_new(b->fresh_rules, BATCH, &options, &b->made_batch, &b->error);
}

/* Plays until a step needs memory: then that step is the one which fails. */
static vc_status call_vc_batch_step(struct bench *b)
{
    uint32_t choices[BATCH];
    for (size_t i = 0; i < BATCH; i++) {
        const size_t count = list_choices(vc_batch_game(b->batch, i), b->list);
        choices[i] = count ? b->list[(i + vc_game_length(vc_batch_game(b->batch, 0))) % count] : VC_BATCH_SKIP;
    }
    return vc_batch_step(b->batch, choices, &b->arrays, &b->error);
}

static vc_status call_vc_record_new(struct bench *b) { return vc_record_new(b->game, &b->made_record); }
static vc_status call_vc_record_set_tag(struct bench *b) { return vc_record_set_tag(b->record, "Annotator", "x"); }
static vc_status call_vc_record_set_comment(struct bench *b) { return vc_record_set_comment(b->record, 1, "a b c"); }

static vc_status call_vc_record_set_nags(struct bench *b)
{
    return vc_record_set_nags(b->record, 1, (const uint8_t[]){1, 2}, 2);
}

static vc_status call_vc_record_text(struct bench *b)
{
    return vc_record_text(b->record, b->text, sizeof b->text, &b->length);
}

static int32_t write_nowhere(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return 0;
}

static vc_status call_vc_record_write(struct bench *b) { return vc_record_write(b->record, write_nowhere, NULL); }

static int64_t read_nothing(void *user, char *buffer, size_t size)
{
    (void)user, (void)buffer, (void)size;
    return 0;
}

static vc_status call_vc_reader_new(struct bench *b)
{
    return vc_reader_new(&heap_memory, read_nothing, NULL, VC_SAN_LENIENT, &b->made_reader);
}

static vc_status call_vc_reader_new_text(struct bench *b)
{
    return vc_reader_new_text(&heap_memory, two_games, sizeof two_games - 1, VC_SAN_STRICT, &b->made_reader);
}

/* A reader goes on behind the game at fault: so each time it is another one, which reads both games. */
static vc_status call_vc_reader_next(struct bench *b)
{
    const size_t fail_at = heap.fail_at;
    vc_reader *reader;
    heap.fail_at = 0;
    ck_ok(vc_reader_new_text(&heap_memory, two_games, sizeof two_games - 1, VC_SAN_LENIENT, &reader));
    heap.fail_at = fail_at ? fail_at + 1 : 0;
    vc_status status = vc_reader_next(reader, &b->error);
    if (!status)
        status = vc_reader_next(reader, &b->error);
    ck_ok(vc_reader_free(reader));
    return status;
}

static vc_status call_vc_record_set_fair(struct bench *b)
{
    uint8_t commitment[VC_FAIR_COMMITMENT_BYTES];
    ck_ok(vc_fair_commit("x", 1, bench_seed, commitment));
    return vc_record_set_fair(b->record, "x", commitment, bench_seed, 1);
}

/* ------------------------------------------------------------------------- preparations --- */

/* Calls that put something in the place of what is there, tried with and without; for games test_memory.c does so. */
static const char *const replacing[] = {"vc_record_set_tag", "vc_record_set_comment", "vc_record_set_fair"};

static bool is_among(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* What the call then replaces. Of NAGs, those that are there are written over without an allocation. */
static void prepare_old(struct bench *b, const char *name)
{
    uint8_t commitments[2 * VC_FAIR_COMMITMENT_BYTES] = {0};
    if (!strcmp(name, "vc_record_set_tag"))
        ck_ok(vc_record_set_tag(b->record, "Annotator", "old"));
    else if (!strcmp(name, "vc_record_set_comment"))
        ck_ok(vc_record_set_comment(b->record, 1, "old"));
    else
        ck_ok(vc_record_set_fair(b->record, "old", commitments, NULL, 2));
}

/* What a call needs beyond the bench. */
static void prepare(struct bench *b, const char *name)
{
    if (!strcmp(name, "vc_game_draw")) {
        b->made_game = new_game("ideal", "hand_size=8", NULL); /* chance deals first */
    } else if (!strcmp(name, "vc_game_claim")) {
        b->made_game = new_game("orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 60");
    } else if (!strcmp(name, "vc_game_redo")) {
        ck_ok(vc_game_copy(b->other, b->game, VC_WITH_HISTORY));
        while (vc_game_length(b->other))
            ck_ok(vc_game_undo(b->other));
    } else if (!strcmp(name, "vc_game_end") || !strcmp(name, "vc_game_play") || !strcmp(name, "vc_game_play_text") ||
               !strcmp(name, "vc_game_play_on")) {
        ck_ok(vc_game_set_position(b->game, NULL, NULL));
        vc_game *fresh = make_game(b->rules); /* which has no room yet */
        ck_ok(vc_game_free(b->game));
        b->game = fresh;
        b->action = list_choices(b->game, b->list) ? b->list[0] : VC_NO_ACTION;
    }
}

static const char *const room_is_there[] = {"vc_game_redo"}; /* nearly always: test_memory.c finds the other cases */

/* ------------------------------------------------------------------------------- tests --- */

static void check_allocating(const char *name, vc_status (*call)(struct bench *), uint32_t ruleset, bool replaces)
{
    const size_t live_before = heap.live;
    struct bench *b = make_bench(ruleset, 9);
    prepare(b, name);
    if (replaces)
        prepare_old(b, name);
    const bool of_batch = !strcmp(name, "vc_batch_step"), kept = b->made_game != NULL;
    unsigned failures = 0;
    for (unsigned round = 0; round < (of_batch ? 40u : 1u); round++)
        for (size_t n = 1;; n++) {
            const char *text = format("%s", record_text(b->record));
            const struct trace game = trace_of(b->game), other = trace_of(b->other),
                               first = trace_of(vc_batch_game(b->batch, 0)),
                               last = trace_of(vc_batch_game(b->batch, BATCH - 1));
            const size_t live = heap.live;
            const uint32_t frozen = vc_rules_is_frozen(b->fresh_rules);
            heap.fail_at = heap.calls + n;
            const vc_status status = call(b);
            const bool failed = heap.fail_at && heap.calls >= heap.fail_at;
            heap.fail_at = 0;
            ck_that(status == (failed ? VC_ERR_MEMORY : VC_OK), "%s: %s at allocation %zu", name,
                    vc_status_text(status), n);
            if (!failed)
                break;
            failures++;
            ck_that(heap.live <= live || !strncmp(name, "vc_game_", 8) || !strncmp(name, "vc_batch_s", 10) ||
                        !strncmp(name, "vc_record_set", 13),
                    "%s leaves %zu blocks", name, heap.live - live);
            ck_that(!b->made_rules && !b->made_record && !b->made_reader && !b->made_batch && (kept || !b->made_game),
                    "%s made something", name);
            ck_that(vc_rules_is_frozen(b->fresh_rules) == frozen, "%s has frozen the rules", name);
            ck_unchanged(b->game, &game);
            ck_unchanged(b->other, &other);
            ck_unchanged(vc_batch_game(b->batch, 0), &first);
            ck_unchanged(vc_batch_game(b->batch, BATCH - 1), &last);
            ck_row(name, record_text(b->record), text);
        }
    ck_that(failures || is_among(room_is_there, COUNT(room_is_there), name), "%s allocated nothing in %s", name,
            ruleset_names[ruleset]);
    if (kept) {
        free_game(b->made_game);
        b->made_game = NULL;
    }
    free_made(b);
    free_bench(b);
    ck_that(heap.live == live_before, "%s leaves %zu blocks", name, heap.live - live_before);
}

START_TEST(each_allocation_fails_once)
{
    for (uint32_t ruleset = 0; ruleset < vc_ruleset_count(); ruleset++) {
#define ALLOCATES(function)                                          \
    check_allocating(#function, call_##function, ruleset, false);    \
    if (is_among(replacing, COUNT(replacing), #function))            \
        check_allocating(#function, call_##function, ruleset, true);
#define QUIET(function, arguments)
#include "functions.def"
#undef ALLOCATES
#undef QUIET
    }
}

/* In the order of the list, some of which free what they are given. */
START_TEST(the_others_allocate_nothing)
{
    for (uint32_t ruleset = 0; ruleset < vc_ruleset_count(); ruleset++)
        for (unsigned length = 9; length < 30; length += 7) {
            struct bench *b = make_bench(ruleset, length);
            ck_ok(vc_reader_next(b->reader, NULL));
#define ALLOCATES(function)
#define QUIET(function, arguments)                                                           \
    do {                                                                                     \
        const size_t calls = heap.calls;                                                     \
        heap.fail_at = calls + 1;                                                            \
        (void)function arguments;                                                            \
        heap.fail_at = 0;                                                                    \
        ck_that(heap.calls == calls, "%s allocates in %s", #function, ruleset_names[ruleset]); \
    } while (0);
#include "functions.def"
#undef ALLOCATES
#undef QUIET
            b->spare = NULL; /* these were freed */
            b->batch = NULL;
            b->record = NULL;
            b->reader = NULL;
            free_bench(b);
        }
}

/* The list is complete. */
START_TEST(every_exported_function_is_listed)
{
    static const char listed[] =
#define ALLOCATES(function) " " #function " "
#define QUIET(function, arguments) " " #function " "
#include "functions.def"
#undef ALLOCATES
#undef QUIET
        ;
    char line[256], name[128];
    unsigned exported = 0, count = 0;
    FILE *map = fopen(VERSION_SCRIPT, "r");
    ck_that(map, "%s cannot be read", VERSION_SCRIPT);
    while (fgets(line, sizeof line, map))
        if (sscanf(line, " vc_%120[a-z0-9_];", name) == 1) {
            exported++;
            ck_that(strstr(listed, format(" vc_%s ", name)), "vc_%s is not in functions.def", name);
        }
    fclose(map);
    for (const char *at = listed; (at = strstr(at, " vc_")) != NULL; at++)
        count++;
    ck_assert_uint_eq(count, exported);
}

int main(void)
{
    return RUN_TESTS("allocations", each_allocation_fails_once, the_others_allocate_nothing,
                     every_exported_function_is_listed);
}
