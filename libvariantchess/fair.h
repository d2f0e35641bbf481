/* SPDX-License-Identifier: ISC */
/*
 * fair.h - fair chance: commitments, the seed that comes of secrets, and both in the tags of records
 *
 * fair.c makes bytes of bytes and knows nothing of games; fair_record.c writes tags and compares a game with its dice.
 * The derivations are documented in the public header. libsodium was initialised, and arguments were checked, by the
 * door (api_fair.c). Includes record.h.
 */
#ifndef VCI_FAIR_H
#define VCI_FAIR_H

#include "record.h"

#define FAIR_SCHEME "variantchess-1"

enum { FAIR_BYTES = 32 }; /* of a secret, a commitment and a seed */
static_assert(VC_FAIR_SECRET_BYTES == 32 && VC_FAIR_COMMITMENT_BYTES == 32 && VC_SEED_BYTES == 32, "all are as long");

/* --------------------------------------------------------------------------------- bytes --- */

bool vci_fair_id_valid(const char *id);
void vci_fair_secret(uint8_t *secret);
void vci_fair_commit(const char *id, unsigned party, const uint8_t *secret, uint8_t *commitment);
/* Whether it is the commitment to that secret; like vci_fair_same() in constant time. */
bool vci_fair_fits(const char *id, unsigned party, const uint8_t *secret, const uint8_t *commitment);
/* secrets: parties times FAIR_BYTES bytes. */
void vci_fair_seed(const char *id, const uint8_t *secrets, size_t parties, uint8_t *seed);
bool vci_fair_same(const uint8_t *a, const uint8_t *b);
/* FAIR_BYTES bytes as hexadecimal digits and back; reading says whether there are as many, and nothing else. */
enum { FAIR_HEX_SIZE = 2 * FAIR_BYTES + 1 };
void vci_fair_write(const uint8_t *bytes, char *hex);
bool vci_fair_read(const char *hex, uint8_t *bytes);
/* Overwrites what shall not be found in memory. */
void vci_fair_wipe(void *memory, size_t size);

/* ------------------------------------------------------------------------------- records --- */

/* Writes the tags; secrets may be NULL. VC_OK, VC_ERR_MISMATCH, VC_ERR_LIMIT, VC_ERR_MEMORY. */
vc_status vci_record_set_fair(vc_record *record, const char *id, const uint8_t *commitments, const uint8_t *secrets,
                              size_t parties);
vc_status vci_record_verify(const vc_record *record, vc_error *error);

#endif
