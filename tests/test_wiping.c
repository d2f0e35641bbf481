/* SPDX-License-Identifier: ISC */
/*
 * test_wiping.c - nothing of seeds, of secrets, or of what dice will bring is left on the stack when a call returns
 *
 * Each call is made on a stack of the test's own, which is then looked through. The functions of libsodium that are
 * given secrets are replaced by ones that call them, remember those secrets, and leave the key on the stack as portable
 * versions do: so it is seen on every processor that the library overwrites it. Where libsodium is a part of the shared
 * library they are not called, and what the test knows by itself is looked for alone. test_secrets.c looks through memory
 * that is allocated.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "support.h"

/* With sanitizers, stacks are not laid out as those of the library that is released. */
static const bool is_meaningful = SLOWNESS < 2;

/* ----------------------------------------------------------------------------- secrets --- */

enum { SEED = VC_SEED_BYTES, WORDS = 4096, SEEDS = 512 };

/* What must not be left: seeds and secrets, and keystreams that dice are thrown with. */
static struct {
    bool listens; /* to what libsodium is given and gives */
    unsigned seed_count;
    uint8_t seeds[SEEDS][SEED];
    size_t word_count;
    uint64_t words[WORDS];
} known;

static void remember_words(const void *words, size_t count)
{
    if (known.word_count + count > WORDS)
        return;
    memcpy(known.words + known.word_count, words, count * sizeof *known.words);
    known.word_count += count;
}

static void remember_seed(const void *bytes)
{
    if (known.seed_count < SEEDS)
        memcpy(known.seeds[known.seed_count++], bytes, SEED);
}

/* The function of that name behind this program's own. */
static void *real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    ck_that(function, "no %s", name);
    return function;
}

int crypto_stream_chacha20_xor_ic(unsigned char *out, const unsigned char *in, unsigned long long size,
                                  const unsigned char *nonce, uint64_t block, const unsigned char *key);
int crypto_stream_chacha20_xor_ic(unsigned char *out, const unsigned char *in, unsigned long long size,
                                  const unsigned char *nonce, uint64_t block, const unsigned char *key)
{
    static int (*function)(unsigned char *, const unsigned char *, unsigned long long, const unsigned char *, uint64_t,
                           const unsigned char *);
    volatile uint8_t left[SEED];
    if (!function)
        *(void **)&function = real("crypto_stream_chacha20_xor_ic");
    const int result = function(out, in, size, nonce, block, key);
    if (known.listens) {
        remember_seed(key);
        remember_words(out, size / 8);
    }
    for (unsigned i = 0; i < SEED; i++)
        left[i] = key[i];
    (void)left;
    return result;
}

void randombytes_buf(void *out, size_t size);
void randombytes_buf(void *out, size_t size)
{
    static void (*function)(void *, size_t);
    if (!function)
        *(void **)&function = real("randombytes_buf");
    function(out, size);
    if (known.listens && size == SEED)
        remember_seed(out);
}

/* ------------------------------------------------------------------------------- stack --- */

/* As much of it lies above the calls as the end of a thread may write over. */
enum { STACK = 1 << 18, DEPTH = 1 << 14 };
static uint8_t stack[STACK] __attribute__((aligned(4096)));

static bool is_left(const void *bytes, size_t size)
{
    size_t from = 0;
    while (from < STACK && stack[from] == UNTOUCHED)
        from++;
    return memmem(stack + from, STACK - from, bytes, size);
}

/* Whether eight bytes in a row are left. */
static bool is_part_left(const void *bytes, size_t size)
{
    enum { PART = 8 };
    for (size_t i = 0; i + PART <= size; i++)
        if (is_left((const uint8_t *)bytes + i, PART))
            return true;
    return false;
}

/* Whether two words of a keystream are left; one alone may be that of an outcome which was told. */
static bool are_words_left(void)
{
    for (size_t i = 0; i + 2 <= known.word_count; i++)
        if (is_left(known.words + i, 16))
            return true;
    return false;
}

static void run_on_stack(void *(*function)(void *))
{
    pthread_attr_t attributes;
    pthread_t thread;
    memset(stack, UNTOUCHED, sizeof stack);
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attributes, stack, sizeof stack), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, function, NULL), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(pthread_attr_destroy(&attributes), 0);
}

/* ------------------------------------------------------------------------------- calls --- */

enum { PARTIES = 2, GAMES = 2, MANY = 600 };

/* What the calls work upon, outside the stack. No bytes of the seed come about by chance. */
static struct {
    uint8_t seed[SEED], secrets[PARTIES * SEED], commitments[PARTIES * SEED], out[SEED], seeds[GAMES * SEED];
    vc_rules *rules;
    vc_game *game; /* with the seed, and chance to act */
    vc_record *record;
    vc_batch *batch, *made_batch;
    vc_batch_options options;
    uint32_t choices[GAMES];
    vc_action touch, drawn[VC_MAX_DRAWS];
    uint64_t values[MANY], played;
} bench = {.seed = {0xc3, 0x11, 0x8e, 0x52, 0x9a, 0xf0, 0x07, 0xd4, 0x6b, 0x2f, 0xe9, 0x30, 0x75, 0xbc, 0x14, 0xa8,
                    0x5d, 0x91, 0x0e, 0xc6, 0x37, 0xf2, 0x48, 0x8b, 0x60, 0xdd, 0x19, 0xa4, 0x7e, 0x03, 0xb5, 0x9c}};

static vc_status new_batch(const uint8_t *seed)
{
    bench.options = (vc_batch_options){.size = sizeof bench.options, .seed = seed};
    return vc_batch_new(bench.rules, GAMES, &bench.options, &bench.made_batch, NULL);
}

static vc_status call_fair_secret(void) { return vc_fair_secret(bench.out); }
static vc_status call_fair_commit(void) { return vc_fair_commit("x", 1, bench.secrets, bench.commitments); }
static vc_status call_fair_check(void) { return vc_fair_check("x", 1, bench.secrets, bench.commitments); }
static vc_status call_fair_seed(void) { return vc_fair_seed("x", bench.secrets, PARTIES, bench.seed); }
static vc_status call_record_set_fair(void)
{
    return vc_record_set_fair(bench.record, "x", bench.commitments, bench.secrets, PARTIES);
}
static vc_status call_record_verify(void) { return vc_record_verify(bench.record, NULL); }
static vc_status call_use_seed(void) { return vc_game_use_seed(bench.game, bench.seed); }
static vc_status call_draw(void) { return vc_game_draw(bench.game, bench.drawn); }
static vc_status call_play_on(void)
{
    return vc_game_play_on(bench.game, VC_NO_ACTION, bench.drawn, VC_MAX_DRAWS, NULL);
}
static vc_status call_use_csprng(void) { return vc_game_use_csprng(bench.game); }
static vc_status call_playout(void)
{
    return vc_game_playout(bench.game, bench.seed, 100, NULL, NULL, NULL, NULL, &bench.played);
}
static vc_status call_dice_seeded(void) { return vc_dice_seeded(bench.seed, 5, 29, bench.values); }
static vc_status call_dice_again(void) /* half of the words are rejected */
{
    return vc_dice_seeded_many(bench.seed, 5, (UINT64_C(1) << 63) + 1, bench.values, 8);
}
static vc_status call_dice_many(void) { return vc_dice_seeded_many(bench.seed, 5, 29, bench.values, MANY); }
static vc_status call_seed_derive(void) { return vc_seed_derive(bench.seed, 3, bench.out); }
static vc_status call_batch_new(void) { return new_batch(bench.seed); }
static vc_status call_batch_new_at_random(void) { return new_batch(NULL); }
static vc_status call_batch_step(void) { return vc_batch_step(bench.batch, bench.choices, NULL, NULL); }
static vc_status call_batch_reset(void) { return vc_batch_reset(bench.batch, NULL, GAMES, NULL); }
static vc_status call_batch_reset_to(void) { return vc_batch_reset(bench.batch, NULL, GAMES, bench.seeds); }
static vc_status call_batch_seed(void) { return vc_batch_seed(bench.batch, 1, bench.out); }

static const struct call {
    const char *name;
    vc_status (*make)(void);
} calls[] = {
    {"vc_fair_secret", call_fair_secret},
    {"vc_fair_commit", call_fair_commit},
    {"vc_fair_check", call_fair_check},
    {"vc_fair_seed", call_fair_seed},
    {"vc_record_set_fair", call_record_set_fair},
    {"vc_record_verify", call_record_verify},
    {"vc_game_use_seed", call_use_seed},
    {"vc_game_draw", call_draw},
    {"vc_game_play_on", call_play_on},
    {"vc_game_use_csprng", call_use_csprng},
    {"vc_game_playout", call_playout},
    {"vc_dice_seeded", call_dice_seeded},
    {"vc_dice_seeded_many, rejected", call_dice_again},
    {"vc_dice_seeded_many", call_dice_many},
    {"vc_seed_derive", call_seed_derive},
    {"vc_batch_new", call_batch_new},
    {"vc_batch_new, random", call_batch_new_at_random},
    {"vc_batch_step", call_batch_step},
    {"vc_batch_reset", call_batch_reset},
    {"vc_batch_reset, with seeds", call_batch_reset_to},
    {"vc_batch_seed", call_batch_seed},
};

static void make_bench(void)
{
    for (unsigned i = 0; i < sizeof bench.secrets; i++)
        bench.secrets[i] = (uint8_t)(5 * i + 77);
    for (unsigned p = 0; p < PARTIES; p++)
        ck_ok(vc_fair_commit("x", p + 1, bench.secrets + p * SEED, bench.commitments + p * SEED));
    ck_ok(vc_fair_seed("x", bench.secrets, PARTIES, bench.seed));
    for (unsigned i = 0; i < sizeof bench.seeds; i++)
        bench.seeds[i] = (uint8_t)(7 * i + 3);
    bench.touch = action_of("?g1");
    for (unsigned i = 0; i < GAMES; i++)
        bench.choices[i] = bench.touch;
    vc_game *game = new_game("quantum", NULL, NULL);
    ck_ok(vc_game_use_seed(game, bench.seed));
    ck_ok(vc_game_play_on(game, bench.touch, bench.drawn, VC_MAX_DRAWS, NULL));
    ck_ok(vc_record_new(game, &bench.record));
    ck_ok(call_record_set_fair());
    bench.rules = new_rules("quantum", NULL);
    bench.game = game;
    const vc_batch_options options = {.size = sizeof options, .seed = bench.seed};
    ck_ok(vc_batch_new(bench.rules, GAMES, &options, &bench.batch, NULL));
}

static void free_bench(void)
{
    ck_ok(vc_record_free(bench.record));
    ck_ok(vc_batch_free(bench.batch));
    vc_rules_release(bench.rules);
}

/* Each call finds the same: chance is to act in the game, and has drawn nothing of the seed yet; batches begin. */
static void begin(void)
{
    uint8_t seeds[GAMES * SEED];
    ck_ok(vc_game_set_position(bench.game, NULL, NULL));
    ck_ok(vc_game_use_seed(bench.game, bench.seed));
    ck_ok(vc_game_play(bench.game, bench.touch));
    for (unsigned i = 0; i < GAMES; i++)
        ck_ok(vc_seed_derive(bench.seed, i, seeds + i * SEED));
    ck_ok(vc_batch_reset(bench.batch, NULL, GAMES, seeds));
}

/* What is known without what libsodium was given. */
static void remember_own(const vc_batch *batch)
{
    uint8_t seed[SEED];
    remember_seed(bench.seed);
    remember_seed(bench.out);
    for (unsigned i = 0; i < PARTIES; i++)
        remember_seed(bench.secrets + i * SEED);
    for (unsigned i = 0; i < GAMES; i++) {
        remember_seed(bench.seeds + i * SEED);
        ck_ok(vc_batch_seed(batch, i, seed));
        remember_seed(seed);
        ck_ok(vc_seed_derive(bench.seed, i, seed));
        remember_seed(seed);
    }
    for (uint64_t n = 0; n < 16; n++) { /* a word is one more than what the largest bound makes of it */
        uint64_t word;
        ck_ok(vc_dice_seeded(bench.seed, n, UINT64_MAX, &word));
        word++;
        remember_words(&word, 1);
    }
}

/* ------------------------------------------------------------------------------- tests --- */

static vc_status (*current)(void);
static vc_status status;

static void *call_deep(void *user)
{
    volatile uint8_t depth[DEPTH];
    depth[0] = 0;
    (void)user, (void)depth;
    status = current();
    return NULL;
}

/* Shows that what is left would be found. */
static void *leave_secret(void *user)
{
    volatile uint8_t local[DEPTH];
    (void)user;
    for (unsigned i = 0; i < DEPTH; i++) /* all of it: or compilers make it smaller, and the thread's end comes upon it */
        local[i] = i < SEED ? bench.seed[i] : 0;
    return local[0] == local[1] ? stack : NULL;
}

static const char *hex_of(const uint8_t *bytes)
{
    char text[2 * SEED + 1];
    for (unsigned i = 0; i < SEED; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
    return format("%s", text);
}

static void check_call(const struct call *call)
{
    begin();
    known.seed_count = 0;
    known.word_count = 0;
    known.listens = true;
    current = call->make;
    run_on_stack(call_deep);
    known.listens = false;
    ck_that(!status, "%s: %s", call->name, vc_status_text(status));
    remember_own(bench.made_batch ? bench.made_batch : bench.batch);
    for (unsigned i = 0; i < known.seed_count; i++) {
        ck_that(!is_part_left(known.seeds[i], SEED), "%s leaves seed or secret %u", call->name, i);
        ck_that(!is_part_left(hex_of(known.seeds[i]), 2 * SEED), "%s leaves the text of secret %u", call->name, i);
    }
    ck_that(!are_words_left(), "%s leaves some of a keystream", call->name);
    ck_ok(vc_batch_free(bench.made_batch));
    bench.made_batch = NULL;
}

START_TEST(no_call_leaves_secrets_on_the_stack)
{
    make_bench();
    for (size_t i = 0; i < COUNT(calls); i++) { /* the first call of a function may save registers to find it */
        begin();
        ck_ok(calls[i].make());
        ck_ok(vc_batch_free(bench.made_batch));
        bench.made_batch = NULL;
    }
    run_on_stack(leave_secret);
    ck_assert(!is_meaningful || is_part_left(bench.seed, SEED));
    for (size_t i = 0; is_meaningful && i < COUNT(calls); i++)
        check_call(&calls[i]);
    free_bench();
}

int main(void) { return RUN_TESTS("wiping", no_call_leaves_secrets_on_the_stack); }
