/* SPDX-License-Identifier: ISC */
/* dice.c - see dice.h; the derivation of seeded dice is documented at vc_dice_seeded() */
#include "dice.h"

#include <sodium.h>
#include <stdatomic.h>
#include <string.h>

/* Words of a block of ChaCha20; and how many are derived at once where many are wanted. */
enum { BLOCK = 8, MANY_WORDS = 512 };

/* How much of the stack ChaCha20 works upon, with a lot to spare: portable versions of it leave the seed there. */
enum { STACK_OF_STREAM = 2048, STACK_OF_HASH = 4096 };

vc_status vci_sodium_init(void)
{
    static atomic_bool ready; /* sodium_init() takes a lock, even when all is done */
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
        if (sodium_init() < 0)
            return VC_ERR_RANDOM;
        atomic_store_explicit(&ready, true, memory_order_release);
    }
    return VC_OK;
}

static void reset(struct dice *dice)
{
    sodium_memzero(dice, sizeof *dice);
}

void vci_dice_init_csprng(struct dice *dice)
{
    dice->kind = DICE_CSPRNG;
    dice->callback = NULL;
    dice->user = NULL;
    dice->part = 0;
}

void vci_dice_use_csprng(struct dice *dice)
{
    reset(dice);
    vci_dice_init_csprng(dice);
}

void vci_dice_use_callback(struct dice *dice, vc_dice_fn callback, void *user)
{
    reset(dice);
    dice->kind = DICE_CALLBACK;
    dice->callback = callback;
    dice->user = user;
}

void vci_dice_use_seed(struct dice *dice, const uint8_t *seed)
{
    uint8_t copy[VC_SEED_BYTES]; /* the seed may be the one that is wiped */
    memcpy(copy, seed, sizeof copy);
    reset(dice);
    dice->kind = DICE_SEEDED;
    memcpy(dice->seed, copy, sizeof copy);
    sodium_memzero(copy, sizeof copy);
}

/*
 * Maps a random 64-bit word to a number below bound, all equally likely (Lemire, "Fast random integer generation in an
 * interval", 2019): the high half of word * bound, unless the low half falls into the remainder that would favour some
 * numbers. Returns false when the word is rejected.
 */
static bool map_word(uint64_t word, uint64_t bound, uint64_t *value)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    const uint128 product = (uint128)word * bound;
    const uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
#else
    const uint64_t a = word >> 32, b = word & UINT32_MAX, c = bound >> 32, d = bound & UINT32_MAX;
    const uint64_t bd = b * d, middle = a * d + (bd >> 32), cross = (middle & UINT32_MAX) + b * c;
    const uint64_t high = a * c + (middle >> 32) + (cross >> 32), low = cross << 32 | (bd & UINT32_MAX);
#endif
    if (low < bound && low < (0 - bound) % bound)
        return false;
    *value = high;
    return true;
}

static uint64_t little_endian(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 8; i--;)
        word = word << 8 | bytes[i];
    return word;
}

/* Count words of the keystream of an attempt, from a block on; count is a multiple of BLOCK. */
static void keystream(const uint8_t *seed, uint64_t attempt, uint64_t block, uint64_t *words, size_t count)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES], *bytes = (uint8_t *)words;
    for (unsigned i = 0; i < sizeof nonce; i++)
        nonce[i] = (uint8_t)(attempt >> 8 * i);
    memset(words, 0, count * sizeof *words);
    crypto_stream_chacha20_xor_ic(bytes, bytes, count * sizeof *words, nonce, block, seed);
    for (size_t i = 0; i < count; i++)
        words[i] = little_endian(bytes + 8 * i);
    sodium_stackzero(STACK_OF_STREAM);
}

/* The n-th draw when the first attempt was rejected. */
static uint64_t draw_again(const uint8_t *seed, uint64_t n, uint64_t bound)
{
    uint64_t value = 0, words[BLOCK], attempt = 1;
    do /* ends: each attempt is rejected with probability below 1/2 */
        keystream(seed, attempt++, n / BLOCK, words, BLOCK);
    while (!map_word(words[n % BLOCK], bound, &value));
    sodium_memzero(words, sizeof words);
    return value;
}

static uint64_t seeded(struct dice *dice, uint64_t n, uint64_t bound)
{
    const uint64_t part = n / DICE_WORDS;
    uint64_t value = 0;
    if (dice->part != part + 1) {
        keystream(dice->seed, 0, part * (DICE_WORDS / BLOCK), dice->words, DICE_WORDS);
        dice->part = part + 1;
    }
    return map_word(dice->words[n % DICE_WORDS], bound, &value) ? value : draw_again(dice->seed, n, bound);
}

void vci_dice_seeded(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *values, size_t count)
{
    uint64_t words[MANY_WORDS];
    size_t used = 0;
    while (count) {
        const size_t skipped = n % BLOCK, left = MANY_WORDS - skipped, part = count < left ? count : left;
        const size_t needed = (skipped + part + BLOCK - 1) / BLOCK * BLOCK;
        keystream(seed, 0, n / BLOCK, words, needed);
        for (size_t i = 0; i < part; i++)
            if (!map_word(words[skipped + i], bound, &values[i]))
                values[i] = draw_again(seed, n + i, bound);
        used = needed > used ? needed : used;
        n += part;
        values += part;
        count -= part;
    }
    sodium_memzero(words, used * sizeof *words);
}

void vci_seed_random(uint8_t *seed) { randombytes_buf(seed, VC_SEED_BYTES); }

void vci_seed_wipe(void *memory, size_t size) { sodium_memzero(memory, size); }

void vci_seed_derive(const uint8_t *seed, uint64_t number, uint8_t *derived)
{
    static const uint8_t personal[crypto_generichash_blake2b_PERSONALBYTES] = "vc derived seed";
    crypto_generichash_blake2b_state hash;
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    crypto_generichash_blake2b_init_salt_personal(&hash, seed, VC_SEED_BYTES, VC_SEED_BYTES, NULL, personal);
    crypto_generichash_blake2b_update(&hash, bytes, sizeof bytes);
    crypto_generichash_blake2b_final(&hash, derived, VC_SEED_BYTES);
    sodium_memzero(&hash, sizeof hash);
    sodium_stackzero(STACK_OF_HASH);
}

vc_status vci_dice_random(uint64_t bound, uint64_t *value)
{
    uint64_t word;
    if (vci_sodium_init())
        return VC_ERR_RANDOM;
    if (bound <= UINT32_MAX) {
        *value = randombytes_uniform((uint32_t)bound);
        return VC_OK;
    }
    do
        randombytes_buf(&word, sizeof word);
    while (!map_word(word, bound, value));
    return VC_OK;
}

vc_status vci_dice_roll(struct dice *dice, uint64_t n, uint64_t bound, uint64_t *value)
{
    uint64_t answer;
    switch (dice->kind) {
    case DICE_CALLBACK:
        answer = dice->callback(dice->user, bound);
        if (answer >= bound)
            return VC_ERR_REFUSED;
        *value = answer;
        return VC_OK;
    case DICE_SEEDED:
        *value = seeded(dice, n, bound);
        return VC_OK;
    default:
        return vci_dice_random(bound, value);
    }
}
