/* SPDX-License-Identifier: ISC */
/*
 * dice.h - where chance comes from: the CSPRNG, the caller's callback, or a seed
 *
 * Knows numbers below a bound, nothing of games. Of libsodium, which only dice and fair use, process-wide settings are
 * left alone. Includes the public header.
 */
#ifndef VCI_DICE_H
#define VCI_DICE_H

#include <stdbool.h>
#include <variantchess/variantchess.h>

enum { DICE_WORDS = 64 }; /* eight ChaCha20 blocks at a time: vector code makes them as fast as one */

struct dice {
    enum { DICE_CSPRNG, DICE_CALLBACK, DICE_SEEDED } kind;
    vc_dice_fn callback;
    void *user;
    uint8_t seed[VC_SEED_BYTES];
    uint64_t part;            /* which part of the keystream words holds, plus 1; 0 for none */
    uint64_t words[DICE_WORDS];
};

/* Initialises libsodium once, from any thread. */
vc_status vci_sodium_init(void);
/* The first kind of fresh memory. */
void vci_dice_init_csprng(struct dice *dice);
/* Sets the kinds; what was there of a seed is wiped. */
void vci_dice_use_csprng(struct dice *dice);
void vci_dice_use_callback(struct dice *dice, vc_dice_fn callback, void *user);
void vci_dice_use_seed(struct dice *dice, const uint8_t *seed);
/* A number below bound, for the n-th chance outcome of a game. VC_OK, VC_ERR_REFUSED, VC_ERR_RANDOM. */
vc_status vci_dice_roll(struct dice *dice, uint64_t n, uint64_t bound, uint64_t *value);
/* The draws n, n + 1, ... of a seed; libsodium is initialised. */
void vci_dice_seeded(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *values, size_t count);
/* A seed from the CSPRNG; libsodium is initialised. */
void vci_seed_random(uint8_t *seed);
void vci_seed_wipe(void *memory, size_t size);
/* A seed for purpose number of a seed, which says nothing of that seed or of other purposes. */
void vci_seed_derive(const uint8_t *seed, uint64_t number, uint8_t *derived);
/* An unbiased number below bound from the CSPRNG. */
vc_status vci_dice_random(uint64_t bound, uint64_t *value);

#endif
