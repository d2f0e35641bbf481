/* SPDX-License-Identifier: ISC */
/* fair.c - see fair.h */
#include "fair.h"

#include <sodium.h>

enum { STACK_OF_HASH = 4096 }; /* with a lot to spare */

typedef uint8_t personalisation[crypto_generichash_blake2b_PERSONALBYTES];

static const personalisation for_commitments = "vc fair commit", for_seeds = "vc fair seed";

static_assert(VC_FAIR_MAX_ID <= UINT8_MAX && VC_FAIR_MAX_PARTIES <= UINT8_MAX, "a byte holds them");

/* Begins a hash over a number and an id; key is NULL or FAIR_BYTES bytes. */
static void begin(crypto_generichash_blake2b_state *hash, const personalisation personal, const uint8_t *key,
                  size_t number, const char *id)
{
    const size_t length = strlen(id);
    const uint8_t head[2] = {(uint8_t)number, (uint8_t)length};
    crypto_generichash_blake2b_init_salt_personal(hash, key, key ? FAIR_BYTES : 0, FAIR_BYTES, NULL, personal);
    crypto_generichash_blake2b_update(hash, head, sizeof head);
    crypto_generichash_blake2b_update(hash, (const uint8_t *)id, length);
}

/* The functions of the hash leave on the stack what they worked upon: their part of it is overwritten, too. */
static void finish(crypto_generichash_blake2b_state *hash, uint8_t *bytes)
{
    crypto_generichash_blake2b_final(hash, bytes, FAIR_BYTES);
    sodium_memzero(hash, sizeof *hash);
    sodium_stackzero(STACK_OF_HASH);
}

bool vci_fair_id_valid(const char *id) { return *id && strlen(id) <= VC_FAIR_MAX_ID && vci_tag_value_valid(id); }

void vci_fair_secret(uint8_t *secret) { randombytes_buf(secret, FAIR_BYTES); }

void vci_fair_commit(const char *id, unsigned party, const uint8_t *secret, uint8_t *commitment)
{
    crypto_generichash_blake2b_state hash;
    begin(&hash, for_commitments, secret, party, id);
    finish(&hash, commitment);
}

bool vci_fair_fits(const char *id, unsigned party, const uint8_t *secret, const uint8_t *commitment)
{
    uint8_t wanted[FAIR_BYTES];
    vci_fair_commit(id, party, secret, wanted);
    return vci_fair_same(wanted, commitment);
}

void vci_fair_seed(const char *id, const uint8_t *secrets, size_t parties, uint8_t *seed)
{
    crypto_generichash_blake2b_state hash;
    begin(&hash, for_seeds, NULL, parties, id);
    crypto_generichash_blake2b_update(&hash, secrets, parties * FAIR_BYTES);
    finish(&hash, seed);
}

bool vci_fair_same(const uint8_t *a, const uint8_t *b) { return !sodium_memcmp(a, b, FAIR_BYTES); }

void vci_fair_write(const uint8_t *bytes, char *hex) { sodium_bin2hex(hex, FAIR_HEX_SIZE, bytes, FAIR_BYTES); }

bool vci_fair_read(const char *hex, uint8_t *bytes)
{
    const size_t length = strlen(hex);
    size_t count = 0;
    return length == 2 * FAIR_BYTES && !sodium_hex2bin(bytes, FAIR_BYTES, hex, length, NULL, &count, NULL);
}

void vci_fair_wipe(void *memory, size_t size) { sodium_memzero(memory, size); }
