/* SPDX-License-Identifier: ISC */
/* api_fair.c - the door: commitments, seeds, and records of games with fair chance */
#include "api.h"
#include "fair.h"

/* Whether an id can be used, and libsodium. */
static vc_status ready(const char *id)
{
    if (!vci_fair_id_valid(id))
        return strlen(id) > VC_FAIR_MAX_ID ? VC_ERR_LIMIT : VC_ERR_ARGUMENT;
    return vci_sodium_init();
}

static bool is_party(size_t party) { return party >= 1 && party <= VC_FAIR_MAX_PARTIES; }

vc_status vc_fair_secret(uint8_t *secret)
{
    const vc_status status = secret ? vci_sodium_init() : VC_ERR_ARGUMENT;
    if (!status)
        vci_fair_secret(secret);
    return status;
}

vc_status vc_fair_commit(const char *id, uint32_t party, const uint8_t *secret, uint8_t *commitment)
{
    if (!id || !is_party(party) || !secret || !commitment)
        return VC_ERR_ARGUMENT;
    const vc_status status = ready(id);
    if (!status)
        vci_fair_commit(id, party, secret, commitment);
    return status;
}

vc_status vc_fair_check(const char *id, uint32_t party, const uint8_t *secret, const uint8_t *commitment)
{
    if (!id || !is_party(party) || !secret || !commitment)
        return VC_ERR_ARGUMENT;
    const vc_status status = ready(id);
    if (status)
        return status;
    return vci_fair_fits(id, party, secret, commitment) ? VC_OK : VC_ERR_MISMATCH;
}

vc_status vc_fair_seed(const char *id, const uint8_t *secrets, size_t parties, uint8_t *seed)
{
    if (!id || !secrets || !is_party(parties) || !seed)
        return VC_ERR_ARGUMENT;
    const vc_status status = ready(id);
    if (!status)
        vci_fair_seed(id, secrets, parties, seed);
    return status;
}

vc_status vc_record_set_fair(vc_record *record, const char *id, const uint8_t *commitments, const uint8_t *secrets,
                             size_t parties)
{
    if (!id || !commitments || !is_party(parties))
        return VC_ERR_ARGUMENT;
    vc_status status = record_changeable(record);
    if (!status)
        status = ready(id);
    return status ? status : vci_record_set_fair(record, id, commitments, secrets, parties);
}

vc_status vc_record_verify(const vc_record *record, vc_error *error)
{
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!is_record(record))
        return FAIL_ARGUMENT(error, "record is NULL");
    const vc_status status = vci_sodium_init();
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    return vci_record_verify(record, error);
}
