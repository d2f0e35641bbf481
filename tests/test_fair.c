/* SPDX-License-Identifier: ISC */
/*
 * test_fair.c - fair chance: commitments and seeds, records that are right, and whatever can be altered in one
 *
 * The known answers are those of Python's hashlib, which tests/python/test_fair.py computes anew.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

enum { BYTES = VC_FAIR_SECRET_BYTES, PARTIES = VC_FAIR_MAX_PARTIES, HEX = 2 * BYTES };

static const unsigned games_a_setting = SLOWNESS == 0 ? 12 : SLOWNESS == 1 ? 4 : 2;

/* ------------------------------------------------------------------------------ helpers --- */

/* What some parties agreed upon. */
struct pact {
    char id[VC_FAIR_MAX_ID + 1];
    unsigned parties;
    uint8_t secrets[PARTIES * BYTES], commitments[PARTIES * BYTES], seed[VC_SEED_BYTES];
};

/* Secret p is the bytes from 32 (p - 1) on, as in the document. */
static struct pact pact_of(const char *id, unsigned parties)
{
    struct pact pact = {.parties = parties};
    strcpy(pact.id, id);
    for (unsigned i = 0; i < sizeof pact.secrets; i++)
        pact.secrets[i] = (uint8_t)i;
    for (unsigned p = 1; p <= parties; p++)
        ck_ok(vc_fair_commit(id, p, pact.secrets + (p - 1) * BYTES, pact.commitments + (p - 1) * BYTES));
    ck_ok(vc_fair_seed(id, pact.secrets, parties, pact.seed));
    return pact;
}

static const char *hex_of(const uint8_t *bytes)
{
    char text[HEX + 1];
    for (unsigned i = 0; i < BYTES; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
    return format("%s", text);
}

static vc_status set_fair(vc_record *record, const struct pact *pact)
{
    return vc_record_set_fair(record, pact->id, pact->commitments, pact->secrets, pact->parties);
}


static vc_record *record_of(const vc_game *game)
{
    vc_record *record = NULL;
    ck_ok(vc_record_new(game, &record));
    return record;
}

/* A record of a game with tags; the game is freed. */
static vc_record *fair_record(vc_game *game, const struct pact *pact)
{
    vc_record *record = record_of(game);
    ck_ok(set_fair(record, pact));
    free_game(game);
    return record;
}

static const char *written(const vc_record *record)
{
    static char text[1 << 18];
    ck_ok(vc_record_text(record, text, sizeof text, NULL));
    return text;
}

/* Reads the one game of a text; the record is the caller's. */
static vc_record *read_one(const char *text, vc_status *status)
{
    vc_reader *reader = NULL;
    vc_record *record = NULL;
    ck_ok(vc_reader_new_text(&heap_memory, text, strlen(text), VC_SAN_LENIENT, &reader));
    *status = vc_reader_next(reader, NULL);
    ck_ok(vc_reader_take(reader, &record));
    ck_ok(vc_reader_free(reader));
    return record;
}

/* What verifying says: "" when all is right, "-" and why nothing can be said, "?" for malformed tags, "!" for altered. */
static const char *verdict_at(const vc_record *record, size_t offset)
{
    vc_error error = {.size = sizeof error, .offset = 77};
    const vc_status status = vc_record_verify(record, &error);
    ck_status(vc_record_verify(record, NULL), status);
    if (!status) {
        ck_assert_uint_eq(error.offset, 77);
        return "";
    }
    ck_assert_int_eq(error.status, status);
    ck_assert_uint_eq(error.offset, offset);
    ck_that(strlen(error.message) + 1 < sizeof error.message, "cut off: %s", error.message);
    switch (status) {
    case VC_ERR_NOTHING:
        return format("-%s", error.message);
    case VC_ERR_SYNTAX:
        return format("?%s", error.message);
    case VC_ERR_MISMATCH:
        return format("!%s", error.message);
    default:
        return format("%s", vc_status_text(status));
    }
}

static const char *verdict(const vc_record *record) { return verdict_at(record, 0); }

/* Repeatable random numbers. */
static uint64_t next_random(uint64_t *state, uint64_t bound)
{
    uint64_t value;
    static const uint8_t seed[VC_SEED_BYTES] = "fair";
    ck_ok(vc_dice_seeded(seed, (*state)++, bound, &value));
    return value;
}

static const char *options_of(const struct setting *setting) { return setting->options; }

/* A game of a setting at random, with the dice of a seed, for so many decisions at most. */
static vc_game *play_setting(const struct setting *setting, const uint8_t *seed, unsigned decisions, uint64_t *state)
{
    vc_game *game = new_game(ruleset_names[setting->ruleset], options_of(setting), NULL);
    vc_action list[VC_MAX_ACTIONS], drawn[VC_MAX_DRAWS];
    ck_ok(vc_game_use_seed(game, seed));
    while (decisions && vc_game_actor(game) != VC_NOBODY) {
        size_t n = 0;
        ck_ok(vc_game_actions(game, list, COUNT(list), &n));
        const vc_action action = n ? list[next_random(state, n)] : VC_NO_ACTION;
        ck_ok(vc_game_play_on(game, action, drawn, COUNT(drawn), NULL));
        decisions--;
    }
    return game;
}

/* -------------------------------------------------------------------------------- bytes --- */

START_TEST(known_answers)
{
    static const struct {
        const char *id;
        unsigned parties;
        const char *commitments[PARTIES], *seed;
    } rows[] = {
        {"example 1", 2,
         {"f6b97833b307b53e5a925d04a877521e08c6c8fb646073326c3e641797aab515",
          "cb459990cbb2db8b5eff02c91a54278b1f5b048ce946d35f3cb9eeabe91a13ef"},
         "ccbf669d7e8e30cdd660f9bd99d4f0029fe5846b866f35659e219ea8f278ccd1"},
        {"x", 1,
         {"6fe3d70c6be9c141bd2ea36e8862aee6d29881ca28d4848f541083ca0f9da8d1"},
         "a7c311f576a0540e6974f2e2e3a65a9e3095f65980b97f17cfbb50c1bb36bb0c"},
        {"Zug um Zug \xe2\x99\x94", 3,
         {"2a688df39d8dc6c8250e3ca0611dcc1603fecdad70d717859dfab8a26b8bc153",
          "075e6fd4f80108a84e4e945288be7200ea996e9c025cb6686ad1827a5d3cba31",
          "2085d7e49704b649a27ca97240a6969630e8881b5e5bc8d1a2c2ad7701bd77ce"},
         "52e135fd12de82e80368687776472c76909028159f62d90d313bcb2707622881"},
        {NULL, 8, /* the longest id, 255 times "a" */
         {"c54644affddf03fbe9194a275c6e453e07ccfcb669f17d7cdbd56efcdfbd6507",
          "21cb47229e2f7e3487d74f9b861dc8234c94051167c0d053492d428565c4ef63",
          "04aa5652144e9471d2644136f5e686901f23dcd92848560570ad3d0ffa2e318e",
          "a87a42d0fd46bd83afec74f4babe0beca0bd4dfedc0908828854516a639e3af0",
          "af51fee51878a93743f8f77c4b9c49bf6dfa7de8feb012d0375c6bc9dce750a6",
          "cfbebec91bd67d1ecfe39b1bbf428bb475e73fdcf7918ee6765e03d24f6478fb",
          "2f55512dcaaeac18fd32b85185d40f01307a471fa674ef3f23b4b806ad372fb2",
          "41af9422892bd9fc8b9709dca5653a14d6a9858b37a775f7be15d3f87252f60f"},
         "71e19cb068ef94efe07497dc06a28aefbd20ccc1902896d2232f2234873c06fd"},
    };
    char longest[VC_FAIR_MAX_ID + 1] = "";
    memset(longest, 'a', VC_FAIR_MAX_ID);
    for (unsigned i = 0; i < COUNT(rows); i++) {
        const char *id = rows[i].id ? rows[i].id : longest;
        const struct pact pact = pact_of(id, rows[i].parties);
        for (unsigned p = 1; p <= pact.parties; p++) {
            const uint8_t *secret = pact.secrets + (p - 1) * BYTES, *commitment = pact.commitments + (p - 1) * BYTES;
            ck_row(id, hex_of(commitment), rows[i].commitments[p - 1]);
            ck_ok(vc_fair_check(id, p, secret, commitment));
            ck_status(vc_fair_check(id, p % PARTIES + 1, secret, commitment), VC_ERR_MISMATCH);
            ck_status(vc_fair_check("another", p, secret, commitment), VC_ERR_MISMATCH);
        }
        ck_row(id, hex_of(pact.seed), rows[i].seed);
    }
}

/* Every bit counts. */
START_TEST(checks_compare_all)
{
    struct pact pact = pact_of("example 1", 1);
    for (unsigned bit = 0; bit < 8 * BYTES; bit++) {
        const uint8_t mask = (uint8_t)(1 << bit % 8);
        pact.commitments[bit / 8] ^= mask;
        ck_status(vc_fair_check(pact.id, 1, pact.secrets, pact.commitments), VC_ERR_MISMATCH);
        pact.commitments[bit / 8] ^= mask;
        pact.secrets[bit / 8] ^= mask;
        ck_status(vc_fair_check(pact.id, 1, pact.secrets, pact.commitments), VC_ERR_MISMATCH);
        uint8_t seed[VC_SEED_BYTES];
        ck_ok(vc_fair_seed(pact.id, pact.secrets, 1, seed));
        ck_assert_mem_ne(seed, pact.seed, sizeof seed);
        pact.secrets[bit / 8] ^= mask;
    }
    ck_ok(vc_fair_check(pact.id, 1, pact.secrets, pact.commitments));
}

START_TEST(secrets_differ)
{
    uint8_t secrets[64][BYTES];
    memset(secrets, 0, sizeof secrets);
    for (unsigned i = 0; i < COUNT(secrets); i++) {
        ck_ok(vc_fair_secret(secrets[i]));
        for (unsigned k = 0; k < i; k++)
            ck_assert_mem_ne(secrets[i], secrets[k], BYTES);
    }
    ck_status(vc_fair_secret(NULL), VC_ERR_ARGUMENT);
}

START_TEST(bad_arguments_of_bytes)
{
    static const char *const bad_ids[] = {NULL, "", "a\tb", "a\n", "\x7f", "\x1f"};
    char long_id[VC_FAIR_MAX_ID + 2] = "";
    uint8_t secret[BYTES] = {1}, out[BYTES], untouched[BYTES];
    memset(long_id, 'a', VC_FAIR_MAX_ID + 1);
    memset(out, 77, sizeof out);
    memset(untouched, 77, sizeof untouched);
    for (unsigned i = 0; i <= COUNT(bad_ids); i++) {
        const char *id = i < COUNT(bad_ids) ? bad_ids[i] : long_id;
        const vc_status wanted = i < COUNT(bad_ids) ? VC_ERR_ARGUMENT : VC_ERR_LIMIT;
        ck_status(vc_fair_commit(id, 1, secret, out), wanted);
        ck_status(vc_fair_check(id, 1, secret, out), wanted);
        ck_status(vc_fair_seed(id, secret, 1, out), wanted);
    }
    static const uint32_t bad_parties[] = {0, PARTIES + 1, UINT32_MAX};
    for (unsigned i = 0; i < COUNT(bad_parties); i++) {
        ck_status(vc_fair_commit("x", bad_parties[i], secret, out), VC_ERR_ARGUMENT);
        ck_status(vc_fair_check("x", bad_parties[i], secret, out), VC_ERR_ARGUMENT);
        ck_status(vc_fair_seed("x", secret, bad_parties[i], out), VC_ERR_ARGUMENT);
    }
    ck_status(vc_fair_seed("x", secret, SIZE_MAX, out), VC_ERR_ARGUMENT);
    ck_status(vc_fair_commit("x", 1, NULL, out), VC_ERR_ARGUMENT);
    ck_status(vc_fair_commit("x", 1, secret, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_fair_check("x", 1, NULL, out), VC_ERR_ARGUMENT);
    ck_status(vc_fair_check("x", 1, secret, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_fair_seed("x", NULL, 1, out), VC_ERR_ARGUMENT);
    ck_status(vc_fair_seed("x", secret, 1, NULL), VC_ERR_ARGUMENT);
    ck_assert_mem_eq(out, untouched, sizeof out);
}

/* ------------------------------------------------------------------------ honest records --- */

/* Games of every setting, at once and written and read, whole and in part. */
START_TEST(honest_records_verify)
{
    uint64_t state = 0, outcomes = 0;
    for (size_t i = 0; i < setting_count; i++)
        for (unsigned k = 0; k < games_a_setting; k++) {
            const struct pact pact = pact_of("honest", 1 + k % PARTIES);
            vc_status status;
            vc_record *record = fair_record(play_setting(&settings[i], pact.seed, 1 + 60 * k, &state), &pact);
            ck_row(options_of(&settings[i]), verdict(record), "");
            vc_record *again = read_one(written(record), &status);
            ck_ok(status);
            ck_row(written(again), verdict(again), "");
            outcomes += vc_game_chance_index(vc_record_game(again));
            while (!vc_game_undo(vc_record_game(record))) /* what can be redone does not count */
                ck_row("undone", verdict(record), "");
            ck_ok(vc_record_free(record));
            ck_ok(vc_record_free(again));
        }
    ck_assert_uint_gt(outcomes, 500);
}

int main(void)
{
    return RUN_TESTS("fair", known_answers, checks_compare_all, secrets_differ, bad_arguments_of_bytes,
                     honest_records_verify);
}
