/* SPDX-License-Identifier: ISC */
/*
 * fair_record.c - the tags of fair chance, and whether a game's outcomes are what its dice give
 *
 * Nothing that is altered in a record can be told for certain, but one thing that is altered can: the commitments, the
 * seed and the outcomes each say something of the id and the secrets. Includes fair.h.
 */
#include "fair.h"

#include <inttypes.h>

static const char commitment_tag[] = "FairCommitment", reveal_tag[] = "FairReveal";

/* What the tags say. */
struct fair {
    const char *id;
    unsigned parties;
    unsigned hidden; /* parties that have not revealed their secret: bit n for party n, as in all sets of parties */
    uint8_t commitments[VC_FAIR_MAX_PARTIES][FAIR_BYTES];
    uint8_t secrets[VC_FAIR_MAX_PARTIES][FAIR_BYTES];
    uint8_t seed[FAIR_BYTES]; /* when nothing is hidden */
};

/* ---------------------------------------------------------------------------------- tags --- */

typedef char tag_name[sizeof commitment_tag + 1];

static void name_of_party(const char *tag, unsigned party, tag_name name)
{
    struct text text = {name, sizeof(tag_name), 0};
    vci_text_string(&text, tag);
    vci_text_number(&text, party);
}

/* What stands behind the beginning of the names of parties' tags, where that is a number; else NULL. */
static const char *party_in(const char *name)
{
    const char *rest = NULL;
    if (!strncmp(name, commitment_tag, sizeof commitment_tag - 1))
        rest = name + sizeof commitment_tag - 1;
    else if (!strncmp(name, reveal_tag, sizeof reveal_tag - 1))
        rest = name + sizeof reveal_tag - 1;
    return rest && *rest >= '0' && *rest <= '9' ? rest : NULL;
}

static bool is_fair_tag(const char *name)
{
    return !strcmp(name, "FairScheme") || !strcmp(name, "FairGame") || !strcmp(name, "FairSeed") || party_in(name);
}

static vc_status set_bytes(vc_record *record, const char *name, const uint8_t *bytes)
{
    char hex[FAIR_HEX_SIZE];
    vci_fair_write(bytes, hex);
    const vc_status status = vci_record_set_tag(record, name, hex);
    vci_fair_wipe(hex, sizeof hex);
    return status;
}

static vc_status set_seed(vc_record *record, const char *id, const uint8_t *secrets, size_t parties)
{
    uint8_t seed[FAIR_BYTES];
    vci_fair_seed(id, secrets, parties, seed);
    const vc_status status = set_bytes(record, "FairSeed", seed);
    vci_fair_wipe(seed, sizeof seed);
    return status;
}

/* Writes the tags into a record that has none. */
static vc_status set_tags(vc_record *record, const char *id, const uint8_t *commitments, const uint8_t *secrets,
                          size_t parties)
{
    vc_status status = vci_record_set_tag(record, "FairScheme", FAIR_SCHEME);
    if (!status)
        status = vci_record_set_tag(record, "FairGame", id);
    for (unsigned i = 0; i < parties && !status; i++) {
        tag_name name;
        name_of_party(commitment_tag, i + 1, name);
        status = set_bytes(record, name, commitments + i * FAIR_BYTES);
        if (status || !secrets)
            continue;
        name_of_party(reveal_tag, i + 1, name);
        status = set_bytes(record, name, secrets + i * FAIR_BYTES);
    }
    return status || !secrets ? status : set_seed(record, id, secrets, parties);
}

/* Secrets and the seed in tags that no record took over. */
static void wipe_tags(const vc_record *tags)
{
    for (size_t i = 0; i < tags->tag_count; i++) {
        char *name = tags->tags[i].name;
        vci_fair_wipe(name + strlen(name) + 1, strlen(tags->tags[i].value));
    }
}

vc_status vci_record_set_fair(vc_record *record, const char *id, const uint8_t *commitments, const uint8_t *secrets,
                              size_t parties)
{
    vc_record *tags;
    for (unsigned i = 0; i < parties && secrets; i++)
        if (!vci_fair_fits(id, i + 1, secrets + i * FAIR_BYTES, commitments + i * FAIR_BYTES))
            return VC_ERR_MISMATCH;
    vc_status status = vci_record_new(&record->memory, &tags);
    if (status)
        return status;
    status = set_tags(tags, id, commitments, secrets, parties);
    if (!status)
        status = vci_record_take_tags(record, tags, is_fair_tag);
    wipe_tags(tags);
    vci_record_free(tags);
    return status;
}

/* ------------------------------------------------------------------------------- reading --- */

static vc_status missing(const char *name, vc_error *error)
{
    return vci_fail(error, VC_ERR_SYNTAX, 0, "the tag %s is missing", name);
}

static vc_status read_bytes(const char *name, const char *hex, uint8_t *bytes, vc_error *error)
{
    if (vci_fair_read(hex, bytes))
        return VC_OK;
    return vci_fail(error, VC_ERR_SYNTAX, 0, "%s: not %d hexadecimal digits", name, 2 * FAIR_BYTES);
}

static vc_status read_scheme(const vc_record *record, struct fair *fair, vc_error *error)
{
    const char *scheme = vci_record_tag(record, "FairScheme");
    bool any = false;
    for (size_t i = 0; i < record->tag_count; i++)
        any |= is_fair_tag(record->tags[i].name);
    if (!any)
        return vci_fail(error, VC_ERR_NOTHING, 0, "the record has no tags of fair chance");
    if (!scheme)
        return missing("FairScheme", error);
    if (strcmp(scheme, FAIR_SCHEME) != 0)
        return vci_fail(error, VC_ERR_MISMATCH, 0, "FairScheme: \"%.40s\" is not \"%s\", the one scheme known", scheme,
                        FAIR_SCHEME);
    fair->id = vci_record_tag(record, "FairGame");
    if (!fair->id)
        return missing("FairGame", error);
    if (!vci_fair_id_valid(fair->id))
        return vci_fail(error, VC_ERR_SYNTAX, 0, "FairGame: not 1 to %d bytes", VC_FAIR_MAX_ID);
    return VC_OK;
}

static vc_status read_party(const vc_record *record, struct fair *fair, unsigned party, vc_error *error)
{
    tag_name name;
    name_of_party(commitment_tag, party, name);
    vc_status status = read_bytes(name, vci_record_tag(record, name), fair->commitments[party - 1], error);
    if (status)
        return status;
    name_of_party(reveal_tag, party, name);
    const char *secret = vci_record_tag(record, name);
    if (!secret)
        fair->hidden |= 1u << party;
    return secret ? read_bytes(name, secret, fair->secrets[party - 1], error) : VC_OK;
}

/* Parties are those from 1 on that have a commitment; no tag may name another. */
static vc_status read_parties(const vc_record *record, struct fair *fair, vc_error *error)
{
    tag_name next;
    name_of_party(commitment_tag, 1, next);
    while (fair->parties < VC_FAIR_MAX_PARTIES && vci_record_tag(record, next)) {
        const vc_status status = read_party(record, fair, ++fair->parties, error);
        if (status)
            return status;
        name_of_party(commitment_tag, fair->parties + 1, next);
    }
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *name = record->tags[i].name, *number = party_in(name);
        if (!number)
            continue;
        if (number[1] || *number < '1' || *number > '0' + VC_FAIR_MAX_PARTIES)
            return vci_fail(error, VC_ERR_SYNTAX, 0, "%.40s: parties are numbered 1 to %d", name, VC_FAIR_MAX_PARTIES);
        if (*number - '0' > (int)fair->parties)
            return vci_fail(error, VC_ERR_SYNTAX, 0, "%s: the tag %s is missing", name, next);
    }
    return fair->parties ? VC_OK : missing(next, error);
}

static vc_status read_tags(const vc_record *record, struct fair *fair, vc_error *error)
{
    const char *seed = vci_record_tag(record, "FairSeed");
    vc_status status = read_scheme(record, fair, error);
    if (!status)
        status = read_parties(record, fair, error);
    if (status || fair->hidden)
        return status;
    return seed ? read_bytes("FairSeed", seed, fair->seed, error) : missing("FairSeed", error);
}

/* -------------------------------------------------------------------------------- dice --- */

/* An outcome that is not what the dice give. */
struct wrong {
    size_t ply;       /* actions before it */
    uint64_t n;       /* outcomes of chance before it */
    vc_action is, due;
    unsigned number, side; /* of the turn */
};

/* Finds the first one in the record's game; VC_ERR_NOTHING when there is none. */
static vc_status find_wrong(const vc_record *record, const uint8_t *seed, struct wrong *wrong)
{
    const vc_game *game = record->game;
    const struct history *h = &game->history;
    struct dice dice = {.kind = DICE_CSPRNG};
    struct position p, next;
    vc_action outcomes[LIST_SIZE];
    vc_status status = VC_ERR_NOTHING;
    *wrong = (struct wrong){.ply = 0};
    vci_dice_use_seed(&dice, seed);
    vci_history_position(h, game->rules, 0, &p);
    for (; wrong->ply < h->length - h->endings; wrong->ply++) {
        wrong->is = entry_action(h->entries[wrong->ply]);
        if (entry_actor(h->entries[wrong->ply]) == VC_CHANCE) {
            const size_t count = phase_of(game->rules, &p)->actions(game->rules, &p, outcomes);
            status = vci_roll(game->rules, &p, outcomes, count, &dice, wrong->n, &wrong->due);
            if (status || wrong->due != wrong->is)
                break;
            status = VC_ERR_NOTHING;
            wrong->n++;
        }
        phase_of(game->rules, &p)->apply(game->rules, &p, &next, wrong->is);
        position_copy(&p, &next, game->rules->set->words);
    }
    wrong->number = p.number;
    wrong->side = p.side;
    vci_dice_use_csprng(&dice); /* wipes the seed */
    return status;
}

static bool dice_fit(const vc_record *record, const uint8_t *seed)
{
    struct wrong wrong;
    return find_wrong(record, seed, &wrong) == VC_ERR_NOTHING;
}

static vc_status compare_outcomes(const vc_record *record, const uint8_t *seed, vc_error *error)
{
    struct wrong wrong;
    char is[VC_ACTION_TEXT_SIZE], due[VC_ACTION_TEXT_SIZE];
    struct text is_text = {is, sizeof is, 0}, due_text = {due, sizeof due, 0};
    if (!record->game)
        return vci_fail(error, VC_ERR_NOTHING, 0, "the record has no game");
    const vc_status status = find_wrong(record, seed, &wrong);
    if (status)
        return status == VC_ERR_NOTHING ? VC_OK : vci_fail(error, status, 0, "%s", vc_status_text(status));
    vci_action_write(&is_text, wrong.is);
    vci_action_write(&due_text, wrong.due);
    return vci_fail(error, VC_ERR_MISMATCH, wrong.ply,
                    "outcome %" PRIu64 " of chance was altered: action %zu of the game (move %u, %s) is %s, the dice "
                    "give %s", wrong.n + 1, wrong.ply + 1, wrong.number, wrong.side == VC_WHITE ? "White" : "Black",
                    is, due);
}

/* ---------------------------------------------------------------------------- verifying --- */

/* A set of parties in words, such as "party 2" or "parties 1, 2". */
typedef char party_list[40];

static void list_parties(unsigned set, party_list list)
{
    struct text text = {list, sizeof(party_list), 0};
    const char *separator = " ";
    vci_text_string(&text, set & (set - 1) ? "parties" : "party");
    for (unsigned party = 1; party <= VC_FAIR_MAX_PARTIES; party++)
        if (set >> party & 1) {
            vci_text_string(&text, separator);
            vci_text_number(&text, party);
            separator = ", ";
        }
}

/* The parties whose commitment does not fit the secret that they revealed. */
static unsigned unfit_parties(const struct fair *fair)
{
    unsigned set = 0;
    for (unsigned i = 0; i < fair->parties; i++)
        if (!(fair->hidden >> (i + 1) & 1) && !vci_fair_fits(fair->id, i + 1, fair->secrets[i], fair->commitments[i]))
            set |= 1u << (i + 1);
    return set;
}

/* Commitments that do not fit, where some secrets are not known. */
static vc_status verify_hidden(const struct fair *fair, unsigned unfit, vc_error *error)
{
    party_list list;
    list_parties(unfit ? unfit : fair->hidden, list);
    if (unfit)
        return vci_fail(error, VC_ERR_MISMATCH, 0,
                        "the secret or the commitment of %s, or the id, was altered: FairReveal does not fit "
                        "FairCommitment and FairGame", list);
    return vci_fail(error, VC_ERR_NOTHING, 0, "the secret of %s is not revealed", list);
}

/* Commitments that do not fit, where all secrets are known; same: FairSeed is the seed that comes of them. */
static vc_status verify_unfit(const struct fair *fair, unsigned unfit, bool same, vc_error *error)
{
    const unsigned all = ((1u << fair->parties) - 1) << 1;
    party_list list;
    list_parties(unfit, list);
    if (same)
        return vci_fail(error, VC_ERR_MISMATCH, 0,
                        "the commitment of %s was altered: FairCommitment does not fit FairReveal and FairGame, which "
                        "FairSeed does", list);
    if (unfit != all)
        return vci_fail(error, VC_ERR_MISMATCH, 0,
                        "the secret of %s was altered: FairReveal fits neither FairCommitment nor FairSeed", list);
    if (fair->parties == 1)
        return vci_fail(error, VC_ERR_MISMATCH, 0,
                        "the id or the secret was altered: FairGame and FairReveal1 fit neither FairCommitment1 nor "
                        "FairSeed, and with one party the two cannot be told apart");
    return vci_fail(error, VC_ERR_MISMATCH, 0,
                    "the id was altered: FairGame fits no FairCommitment, nor does it fit FairSeed");
}

/* Commitments that fit, and a seed that does not: the outcomes say which is right, where they tell the two apart. */
static vc_status verify_other_seed(const vc_record *record, const struct fair *fair, const uint8_t *seed,
                                   vc_error *error)
{
    const bool derived = !record->game || dice_fit(record, seed);
    const bool stated = !record->game || dice_fit(record, fair->seed);
    const char *what = derived && stated ? "FairSeed was altered, or a party was added or taken away"
                       : derived         ? "FairSeed was altered"
                       : stated          ? "a party was added or taken away"
                                         : "FairSeed and outcomes of chance were altered";
    return vci_fail(error, VC_ERR_MISMATCH, 0, "%s: FairSeed is not what comes of FairGame and %u secret%s", what,
                    fair->parties, fair->parties > 1 ? "s" : "");
}

static vc_status verify(const vc_record *record, const struct fair *fair, uint8_t *seed, vc_error *error)
{
    const unsigned unfit = unfit_parties(fair);
    if (fair->hidden)
        return verify_hidden(fair, unfit, error);
    vci_fair_seed(fair->id, fair->secrets[0], fair->parties, seed);
    const bool same = vci_fair_same(seed, fair->seed);
    if (unfit)
        return verify_unfit(fair, unfit, same, error);
    return same ? compare_outcomes(record, seed, error) : verify_other_seed(record, fair, seed, error);
}

vc_status vci_record_verify(const vc_record *record, vc_error *error)
{
    struct fair fair = {.id = NULL};
    uint8_t seed[FAIR_BYTES];
    vc_status status = read_tags(record, &fair, error);
    if (!status)
        status = verify(record, &fair, seed, error);
    vci_fair_wipe(&fair, sizeof fair);
    vci_fair_wipe(seed, sizeof seed);
    return status;
}
