/* SPDX-License-Identifier: ISC */
/*
 * test_threads.c - many threads and processes at once: first use, rules that are shared, games, batches, records
 *
 * Made for ThreadSanitizer (HACKING.md), which sees what goes wrong by luck only elsewhere. Each test is a process of
 * its own, in which nothing was used before. Threads use malloc, since the heap of the tests counts without a lock, and
 * make no checks: they return what they found.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "settings.h"
#include "support.h"

enum { THREADS = 6, ROUNDS = SLOWNESS ? 12 : 40 };

/* Neither ThreadSanitizer nor qemu-user can make threads in a child of a process that had some. */
#if defined __SANITIZE_THREAD__ || defined EMULATED
#define NO_THREADS_IN_CHILD
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define NO_THREADS_IN_CHILD
#endif
#endif
#ifdef NO_THREADS_IN_CHILD
enum { THREADS_IN_CHILD = 1 };
#else
enum { THREADS_IN_CHILD = 3 };
#endif

static const uint8_t seed[VC_SEED_BYTES] = {7};

/* ------------------------------------------------------------------------------ threads --- */

/* What a thread does: returns false when something was not as it should be. */
typedef bool (*work)(unsigned thread, void *user);

struct hand {
    work work;
    void *user;
    unsigned number;
    bool fine;
};

static pthread_barrier_t barrier;

static void *begin(void *argument)
{
    struct hand *hand = argument;
    pthread_barrier_wait(&barrier);
    hand->fine = hand->work(hand->number, hand->user);
    return NULL;
}

/* Has all threads begin at once, and waits for them. */
static void work_together(work function, void *user)
{
    pthread_t threads[THREADS];
    struct hand hands[THREADS];
    ck_assert_int_eq(pthread_barrier_init(&barrier, NULL, THREADS), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        hands[i] = (struct hand){function, user, i, false};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, begin, &hands[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    pthread_barrier_destroy(&barrier);
    for (unsigned i = 0; i < THREADS; i++)
        ck_that(hands[i].fine, "thread %u", i);
}

/* ------------------------------------------------------------------------- what is done --- */

/* Plays a game at random for a while; the same with the same numbers. */
static bool play_some(vc_game *game, uint64_t state, unsigned most)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t count;
    for (; most && vc_game_actor(game) != VC_NOBODY; most--) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if (vc_game_actor(game) == VC_CHANCE) {
            if (vc_game_draw(game, NULL))
                return false;
            continue;
        }
        if (vc_game_actions(game, actions, VC_MAX_ACTIONS, &count) || !count ||
            vc_game_play(game, actions[(state >> 33) % count]))
            return false;
        if (state >> 32 & 1 && (vc_game_undo(game) || vc_game_redo(game)))
            return false;
    }
    return true;
}

static bool play_a_game(vc_rules *rules, uint64_t state, uint64_t *hash)
{
    vc_game *game, *clone;
    if (vc_game_new(rules, NULL, &game, NULL) || vc_game_use_seed(game, seed) || !play_some(game, state, 60))
        return false;
    *hash = vc_game_hash(game);
    const bool fine = !vc_game_clone(game, VC_WITH_HISTORY, &clone) && vc_game_hash(clone) == *hash &&
                      !vc_game_free(clone);
    return !vc_game_free(game) && fine;
}

static bool step_a_batch(vc_rules *rules, unsigned threads, uint64_t *hash)
{
    enum { GAMES = 40, STEPS = 12 };
    const vc_batch_options options = {.size = sizeof options, .seed = seed, .threads = threads};
    vc_batch *batch;
    uint32_t choices[GAMES];
    static const size_t room = (size_t)GAMES * VC_MAX_ACTIONS;
    vc_batch_arrays arrays = {.size = sizeof arrays, .capacity = room};
    uint64_t offsets[GAMES + 1];
    arrays.actions = malloc(room * sizeof *arrays.actions);
    arrays.offsets = offsets;
    bool fine = arrays.actions && !vc_batch_new(rules, GAMES, &options, &batch, NULL) &&
                !vc_batch_observe(batch, &arrays);
    for (unsigned step = 0; fine && step < STEPS; step++) {
        for (size_t i = 0; i < GAMES; i++) {
            const uint64_t count = offsets[i + 1] - offsets[i];
            choices[i] = count ? arrays.actions[offsets[i] + (i * 7 + step) % count] : VC_BATCH_SKIP;
        }
        fine = !vc_batch_step(batch, choices, &arrays, NULL);
    }
    *hash = 0;
    for (size_t i = 0; fine && i < GAMES; i++)
        *hash = *hash * 31 + vc_game_hash(vc_batch_game(batch, i));
    free(arrays.actions);
    return fine && !vc_batch_free(batch);
}

static bool write_and_read(vc_rules *rules, uint64_t state)
{
    static const size_t size = 1 << 16;
    vc_game *game;
    vc_record *record;
    vc_reader *reader;
    size_t length;
    char *text = malloc(size);
    bool fine = text && !vc_game_new(rules, NULL, &game, NULL) && play_some(game, state, 40) &&
                !vc_record_new(game, &record) && !vc_record_text(record, text, size, &length) &&
                !vc_reader_new_text(NULL, text, length, VC_SAN_STRICT, &reader) && !vc_reader_next(reader, NULL);
    fine = fine && vc_game_hash(vc_record_game(vc_reader_record(reader))) == vc_game_hash(game);
    free(text);
    return fine && !vc_reader_free(reader) && !vc_record_free(record) && !vc_game_free(game);
}

/* -------------------------------------------------------------------------------- tests --- */

/* The first calls of all into the library: each thread makes another one. */
static bool call_first(unsigned thread, void *user)
{
    vc_rules *rules = NULL;
    uint64_t value, hash;
    uint8_t bytes[VC_FAIR_SECRET_BYTES];
    bool fine;
    (void)user;
    switch (thread % 6) {
    case 0:
        return !vc_dice_random(6, &value) && value < 6;
    case 1:
        return !vc_fair_secret(bytes) && !vc_fair_commit("x", 1, bytes, bytes);
    case 2:
        return !vc_seed_derive(seed, 1, bytes);
    case 3:
        fine = !vc_rules_new(VC_POWER, NULL, &rules) && step_a_batch(rules, 3, &hash);
        vc_rules_release(rules);
        return fine;
    case 4:
        return vc_action_index(VC_IDEAL, vc_action_at(VC_IDEAL, 5)) == 5;
    default:
        fine = !vc_rules_new(VC_QUANTUM, NULL, &rules) && play_a_game(rules, 1, &hash);
        vc_rules_release(rules);
        return fine;
    }
}

START_TEST(first_use_of_all_at_once) { work_together(call_first, NULL); }

/* Rules of every setting, shared: nobody has used them before. */
struct shared {
    vc_rules *rules;
    uint64_t hashes[THREADS];
};

static bool play_by_shared_rules(unsigned thread, void *user)
{
    struct shared *shared = user;
    char text[64];
    uint64_t hash;
    vc_rules *copy;
    vc_rules *mine = vc_rules_retain(shared->rules);
    (void)vc_rules_is_frozen(mine);
    bool fine = play_a_game(mine, thread / 2, &shared->hashes[thread]);
    fine = fine && !vc_rules_get(mine, "automatic_draws", text, sizeof text, NULL) && !vc_rules_copy(mine, &copy);
    if (fine) {
        fine = !vc_rules_is_frozen(copy) && !vc_rules_set(copy, "automatic_draws", "off", NULL) &&
               play_a_game(copy, thread, &hash);
        vc_rules_release(copy);
    }
    vc_rules_release(mine);
    return fine;
}

START_TEST(games_that_share_rules)
{
    for (size_t i = 0; i < setting_count; i++) {
        struct shared shared = {.rules = setting_rules(&settings[i])};
        work_together(play_by_shared_rules, &shared);
        for (unsigned thread = 0; thread < THREADS; thread += 2) /* chance does not tell one thread from another */
            ck_assert_uint_eq(shared.hashes[thread], shared.hashes[thread + 1]);
        ck_assert_uint_eq(vc_rules_is_frozen(shared.rules), 1);
        vc_rules_release(shared.rules);
    }
}

/* The last reference may go in any thread. */
static bool release_last(unsigned thread, void *user)
{
    uint64_t hash;
    const bool fine = play_a_game(user, thread, &hash);
    vc_rules_release(user);
    return fine;
}

START_TEST(rules_go_with_the_last_game)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        vc_rules *rules;
        ck_ok(vc_rules_new(round % vc_ruleset_count(), NULL, &rules));
        for (unsigned i = 1; i < THREADS; i++)
            vc_rules_retain(rules);
        work_together(release_last, rules);
    }
}

static bool step_batches(unsigned thread, void *user)
{
    struct shared *shared = user;
    return step_a_batch(shared->rules, thread, &shared->hashes[thread]);
}

/* Each thread has a batch of its own, with threads of its own; what comes of it does not depend on their number. */
START_TEST(batches_that_share_rules)
{
    for (uint32_t ruleset = 0; ruleset < vc_ruleset_count(); ruleset++) {
        struct shared shared = {.rules = NULL};
        ck_ok(vc_rules_new(ruleset, NULL, &shared.rules));
        work_together(step_batches, &shared);
        for (unsigned thread = 1; thread < THREADS; thread++)
            ck_assert_uint_eq(shared.hashes[thread], shared.hashes[0]);
        vc_rules_release(shared.rules);
    }
}

static bool keep_records(unsigned thread, void *user)
{
    for (unsigned i = 0; i < 4; i++)
        if (!write_and_read(user, thread * 100 + i))
            return false;
    return true;
}

START_TEST(records_that_share_rules)
{
    for (uint32_t ruleset = 0; ruleset < vc_ruleset_count(); ruleset++) {
        vc_rules *rules;
        ck_ok(vc_rules_new(ruleset, NULL, &rules));
        work_together(keep_records, rules);
        vc_rules_release(rules);
    }
}

/* One game goes from hand to hand under the callers' lock. */
struct table {
    pthread_mutex_t lock;
    vc_game *game;
};

static bool take_turns(unsigned thread, void *user)
{
    struct table *table = user;
    bool fine = true;
    for (unsigned i = 0; fine && i < 50; i++) {
        pthread_mutex_lock(&table->lock);
        fine = play_some(table->game, thread * 64 + i, 2) && vc_game_repetitions(table->game) <= 5;
        if (fine && vc_game_actor(table->game) == VC_NOBODY)
            fine = !vc_game_set_position(table->game, NULL, NULL);
        pthread_mutex_unlock(&table->lock);
    }
    return fine;
}

START_TEST(a_game_goes_from_hand_to_hand)
{
    for (uint32_t i = 0; i < vc_ruleset_count(); i++) {
        struct table table = {.game = NULL};
        vc_rules *rules;
        ck_assert_int_eq(pthread_mutex_init(&table.lock, NULL), 0);
        ck_ok(vc_rules_new(i, NULL, &rules));
        ck_ok(vc_game_new(rules, NULL, &table.game, NULL));
        vc_rules_release(rules);
        work_together(take_turns, &table);
        ck_ok(vc_game_free(table.game));
        pthread_mutex_destroy(&table.lock);
    }
}

/* -------------------------------------------------------------------------------- forks --- */

enum { DRAWS = 48 };

/* What chance brings, again and again at one node: 2 bits each. */
static bool draw_often(vc_game *game, uint8_t *drawn)
{
    for (unsigned i = 0; i < DRAWS; i++) {
        vc_action action;
        if (vc_game_draw(game, &action) || vc_game_undo(game))
            return false;
        drawn[i] = (uint8_t)vc_action_piece(action);
    }
    return true;
}

/* Does something in a child and waits for it; it must say that all went well, and may hand over some bytes. */
static void in_a_child(bool (*function)(void *user, uint8_t *bytes), void *user, uint8_t *bytes, size_t size)
{
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child)
        _exit(!function(user, bytes) || write(ends[1], bytes, size) != (ssize_t)size);
    close(ends[1]);
    const bool got = read(ends[0], bytes, size) == (ssize_t)size;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_that(!status && got, "the child ended with %d", status);
    close(ends[0]);
}

static bool draw_in_child(void *user, uint8_t *bytes) { return draw_often(user, bytes); }

/* A child's games roll other dice than the parent's; seeded dice are the same. */
START_TEST(games_of_a_child_have_other_dice)
{
    uint8_t mine[DRAWS], theirs[DRAWS];
    vc_game *game = new_game("quantum", "values=1,1,1,1", NULL);
    play(game, "?g1");
    ck_assert(draw_often(game, mine)); /* the source is in use */
    in_a_child(draw_in_child, game, theirs, sizeof theirs);
    ck_assert(draw_often(game, mine));
    ck_assert_mem_ne(mine, theirs, sizeof mine); /* by chance with 0.35^48 */
    ck_ok(vc_game_use_seed(game, seed));
    in_a_child(draw_in_child, game, theirs, sizeof theirs);
    ck_assert(draw_often(game, mine));
    ck_assert_mem_eq(mine, theirs, sizeof mine);
}

static bool go_on_in_child(void *user, uint8_t *bytes)
{
    vc_game *game = user;
    bytes[0] = 1;
    const size_t length = vc_game_length(game);
    return play_some(game, 5, 30) && vc_game_length(game) > length && !vc_game_undo(game) && !vc_game_free(game);
}

/* A game goes on in both: each has its own from then on. */
START_TEST(games_go_on_on_both_sides_of_a_fork)
{
    for (unsigned i = 0; i < COUNT(ruleset_names); i++) {
        uint8_t done;
        vc_game *game = new_game(ruleset_names[i], NULL, NULL);
        ck_assert(play_some(game, 3, 20));
        const struct trace before = trace_of(game);
        in_a_child(go_on_in_child, game, &done, 1);
        ck_unchanged(game, &before);
        ck_assert(play_some(game, 4, 30));
    }
}

static bool batch_in_child(void *user, uint8_t *bytes)
{
    uint64_t hash;
    vc_batch *inherited = user;
    vc_rules *rules = vc_batch_rules(inherited);
    if (!step_a_batch(rules, THREADS_IN_CHILD, &hash)) /* a new one has threads of its own */
        return false;
    memcpy(bytes, &hash, sizeof hash);
    return !vc_batch_reset(inherited, NULL, vc_batch_size(inherited), NULL) && !vc_batch_free(inherited);
}

START_TEST(batches_after_a_fork)
{
    uint64_t mine, theirs;
    uint8_t bytes[sizeof theirs];
    vc_rules *rules;
    vc_batch *batch;
    const vc_batch_options options = {.size = sizeof options, .seed = seed, .threads = 3};
    ck_ok(vc_rules_new(VC_QUANTUM, NULL, &rules));
    ck_ok(vc_batch_new(rules, 40, &options, &batch, NULL));
    ck_assert(step_a_batch(rules, 2, &mine));
    in_a_child(batch_in_child, batch, bytes, sizeof bytes);
    memcpy(&theirs, bytes, sizeof theirs);
    ck_assert_uint_eq(mine, theirs);
    ck_ok(vc_batch_reset(batch, NULL, 40, NULL));
    ck_ok(vc_batch_free(batch));
    vc_rules_release(rules);
}

/* A child of a process with threads has one alone, and finds no lock of the library's held by another. */
static bool fork_while_others_roll(unsigned thread, void *user)
{
    uint64_t value;
    (void)user;
    for (unsigned i = 0; i < 200; i++)
        if (vc_dice_random(100, &value))
            return false;
    if (thread % 2)
        return true;
    const pid_t child = fork();
    if (!child)
        _exit(vc_dice_random(100, &value) || value >= 100);
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && !status;
}

START_TEST(forks_while_others_roll) { work_together(fork_while_others_roll, NULL); }

int main(void)
{
    return RUN_TESTS("threads", first_use_of_all_at_once, games_that_share_rules, rules_go_with_the_last_game,
                     batches_that_share_rules, records_that_share_rules, a_game_goes_from_hand_to_hand,
                     games_of_a_child_have_other_dice, games_go_on_on_both_sides_of_a_fork, batches_after_a_fork,
                     forks_while_others_roll);
}
