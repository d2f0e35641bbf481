/* SPDX-License-Identifier: ISC */
/*
 * test_fair.c - fair chance: commitments and seeds, records that are right, and whatever can be altered in one
 *
 * The known answers are those of Python's hashlib, which tests/python/test_fair_derived.py computes anew.
 */
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

/* What verifying says: "" when all is right; "-" where nothing can be said, "?" for malformed tags, "!" for altered. */
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

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

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

static vc_entry entry_of(const vc_game *game, size_t index)
{
    vc_entry entry = {.size = sizeof entry};
    ck_ok(vc_game_entry(game, index, &entry));
    return entry;
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
            vc_record *again = read_one(record_text(record), &status);
            ck_ok(status);
            ck_row(record_text(again), verdict(again), "");
            outcomes += vc_game_chance_index(vc_record_game(again));
            while (!vc_game_undo(vc_record_game(record))) /* what can be redone does not count */
                ck_row("undone", verdict(record), "");
            ck_ok(vc_record_free(record));
            ck_ok(vc_record_free(again));
        }
    ck_assert_uint_gt(outcomes, 500);
}

/* ---------------------------------------------------------------------------------- tags --- */

static vc_game *quantum_game(const struct pact *pact)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    vc_action drawn[VC_MAX_DRAWS];
    ck_ok(vc_game_use_seed(game, pact->seed));
    ck_ok(vc_game_play_on(game, action_of("?g1"), drawn, COUNT(drawn), NULL));
    return game;
}

/* The tags of fair chance, as they are written: "Name=value" in lines, long values cut off. */
static const char *fair_tags(const vc_record *record)
{
    static char text[4096];
    char *end = text;
    *text = '\0';
    for (const char *line = record_text(record); *line == '['; line += strcspn(line, "\n") + 1) {
        char name[64], value[512];
        ck_assert_int_eq(sscanf(line, "[%63s \"%511[^\"]", name, value), 2);
        if (begins(name, "Fair"))
            end += sprintf(end, "%s=%.14s\n", name, value);
    }
    return text;
}

START_TEST(tags_are_written_and_written_over)
{
    const struct pact two = pact_of("example 1", 2), one = pact_of("x", 1);
    vc_game *game = quantum_game(&two);
    vc_record *record = record_of(game);
    ck_ok(vc_record_set_tag(record, "Event", "Match"));
    ck_ok(vc_record_set_tag(record, "Fairness", "kept"));
    ck_ok(vc_record_set_tag(record, "FairRevealed", "kept"));
    ck_ok(vc_record_set_fair(record, two.id, two.commitments, NULL, 2));
    ck_assert_str_eq(fair_tags(record), "FairCommitment1=f6b97833b307b5\nFairCommitment2=cb459990cbb2db\n"
                                        "FairGame=example 1\nFairRevealed=kept\nFairScheme=variantchess-1\n"
                                        "Fairness=kept\n");
    ck_assert_str_eq(verdict(record), "-the secret of parties 1, 2 is not revealed");
    ck_ok(set_fair(record, &two));
    ck_assert_str_eq(fair_tags(record),
                     "FairCommitment1=f6b97833b307b5\nFairCommitment2=cb459990cbb2db\nFairGame=example 1\n"
                     "FairReveal1=00010203040506\nFairReveal2=20212223242526\nFairRevealed=kept\n"
                     "FairScheme=variantchess-1\nFairSeed=ccbf669d7e8e30\nFairness=kept\n");
    ck_assert_str_eq(vc_record_tag(record, "Event"), "Match");
    ck_assert_str_eq(verdict(record), "");
    ck_ok(set_fair(record, &one));
    ck_assert_str_eq(fair_tags(record), "FairCommitment1=6fe3d70c6be9c1\nFairGame=x\nFairReveal1=00010203040506\n"
                                        "FairRevealed=kept\nFairScheme=variantchess-1\nFairSeed=a7c311f576a054\n"
                                        "Fairness=kept\n");
    ck_ok(vc_record_set_fair(record, one.id, one.commitments, NULL, 1));
    ck_assert_ptr_null(vc_record_tag(record, "FairSeed"));
    ck_assert_ptr_null(vc_record_tag(record, "FairReveal1"));
    ck_ok(vc_record_free(record));
}

/* Ids with all that a tag may hold come back. */
START_TEST(ids_are_any_text)
{
    static const char *const ids[] = {" ", "\"", "\\", "\\\"]", "a \"b\" [c] {d} ; e % f ", "\xe2\x99\x94\xff", "?"};
    char all[VC_FAIR_MAX_ID + 1] = "";
    for (unsigned i = 0, c = ' '; c < 256; c++)
        if (c != 127)
            all[i++] = (char)c;
    for (unsigned i = 0; i <= COUNT(ids); i++) {
        const struct pact pact = pact_of(i < COUNT(ids) ? ids[i] : all, 2);
        vc_status status;
        vc_record *record = fair_record(quantum_game(&pact), &pact), *again = read_one(record_text(record), &status);
        ck_ok(status);
        ck_assert_str_eq(vc_record_tag(again, "FairGame"), pact.id);
        ck_row(pact.id, verdict(again), "");
        ck_ok(vc_record_free(record));
        ck_ok(vc_record_free(again));
    }
}

/* Whatever fails leaves the record as it was. */
START_TEST(set_fair_refuses)
{
    struct pact pact = pact_of("example 1", 2);
    vc_game *game = quantum_game(&pact);
    vc_record *record = record_of(game);
    char long_id[VC_FAIR_MAX_ID + 2] = "";
    memset(long_id, 'a', VC_FAIR_MAX_ID + 1);
    ck_ok(vc_record_set_fair(record, "before", pact.commitments, NULL, 1));
    const char *before = format("%s", record_text(record));
    ck_status(vc_record_set_fair(NULL, "x", pact.commitments, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, NULL, pact.commitments, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, "", pact.commitments, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, "a\nb", pact.commitments, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, long_id, pact.commitments, NULL, 1), VC_ERR_LIMIT);
    ck_status(vc_record_set_fair(record, "x", NULL, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, "x", pact.commitments, NULL, 0), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, "x", pact.commitments, NULL, PARTIES + 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_fair(record, "x", pact.commitments, pact.secrets, 2), VC_ERR_MISMATCH);
    pact.secrets[2 * BYTES - 1] ^= 1;
    ck_status(set_fair(record, &pact), VC_ERR_MISMATCH);
    pact.secrets[2 * BYTES - 1] ^= 1;
    ck_assert_str_eq(record_text(record), before);
    char secret[HEX + 1];
    strcpy(secret, hex_of(pact.secrets));
    for (size_t n = 1;; n++) { /* every allocation fails once */
        const size_t live = heap.live;
        heap.fail_at = heap.calls + n;
        heap.secret = (const uint8_t *)secret; /* none of its digits is left */
        const vc_status status = set_fair(record, &pact);
        heap.secret = NULL;
        heap.fail_at = 0;
        if (!status) {
            ck_assert_uint_ge(n, 7);
            break;
        }
        ck_status(status, VC_ERR_MEMORY);
        ck_assert_uint_eq(heap.live, live);
        ck_assert_str_eq(record_text(record), before);
    }
    ck_assert_str_eq(verdict(record), "");
    ck_ok(vc_record_free(record));
}

START_TEST(set_fair_keeps_to_the_number_of_tags)
{
    const struct pact one = pact_of("example 1", 1), two = pact_of("example 1", 2);
    vc_game *game = quantum_game(&two);
    vc_record *record = record_of(game);
    for (unsigned i = 0; i < VC_MAX_TAGS - 5; i++)
        ck_ok(vc_record_set_tag(record, format("Own%u", i), "x"));
    ck_ok(vc_record_set_tag(record, "Termination", "x")); /* beside them, with the roster */
    ck_ok(vc_record_set_tag(record, "Event", "x"));
    ck_ok(set_fair(record, &one)); /* 5 tags */
    ck_ok(vc_record_set_fair(record, one.id, one.commitments, NULL, 1));
    ck_ok(set_fair(record, &one));
    ck_status(set_fair(record, &two), VC_ERR_LIMIT);
    ck_assert_str_eq(vc_record_tag(record, "FairCommitment1"), hex_of(one.commitments));
    ck_assert_ptr_null(vc_record_tag(record, "FairCommitment2"));
    ck_status(vc_record_set_tag(record, "More", "x"), VC_ERR_LIMIT);
    ck_ok(vc_record_free(record));
}

static int32_t try_within_write(void *user, const char *bytes, size_t size)
{
    const struct pact pact = pact_of("example 1", 2);
    vc_record *record = user;
    (void)bytes, (void)size;
    ck_status(set_fair(record, &pact), VC_ERR_BUSY);
    ck_ok(vc_record_verify(record, NULL));
    return 0;
}

static void verify_within_event(void *user, const vc_game *game, const vc_event *event)
{
    (void)game;
    if (event->type == VC_EVENT_TOUCH)
        ck_ok(vc_record_verify(user, NULL));
}

/* Verifying allocates nothing, changes nothing, and may be done from callbacks. */
START_TEST(verifying_only_reads)
{
    const struct pact pact = pact_of("example 1", 2);
    vc_record *record = fair_record(quantum_game(&pact), &pact);
    vc_game *game = vc_record_game(record);
    vc_action drawn[VC_MAX_DRAWS];
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_use_seed(game, pact.seed));
    const struct trace before = trace_of(game);
    const size_t calls = heap.calls;
    ck_ok(vc_record_verify(record, NULL));
    ck_assert_uint_eq(heap.calls, calls);
    ck_unchanged(game, &before);
    ck_ok(vc_record_write(record, try_within_write, record));
    ck_ok(vc_game_on_event(game, verify_within_event, record));
    ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), NULL));
    ck_ok(vc_record_free(record));
}

START_TEST(verify_wants_a_record)
{
    vc_error error = {.size = sizeof error}, bad = {.size = 1};
    const struct pact pact = pact_of("example 1", 2);
    ck_status(vc_record_verify(NULL, &error), VC_ERR_ARGUMENT);
    ck_assert_str_eq(error.message, "record is NULL");
    ck_status(vc_record_verify(NULL, NULL), VC_ERR_ARGUMENT);
    vc_record *record = fair_record(quantum_game(&pact), &pact);
    ck_status(vc_record_verify(record, &bad), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(record));
}

/* ------------------------------------------------------------------------------- altered --- */

/* Changes one tag of a record of two parties; NULL takes it away. */
START_TEST(tags_that_are_missing_or_malformed)
{
    static const char bytes[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    static const struct {
        const char *name, *value, *wanted;
    } rows[] = {
        {"FairScheme", NULL, "?the tag FairScheme is missing"},
        {"FairScheme", "variantchess-2",
         "!FairScheme: \"variantchess-2\" is not \"variantchess-1\", the one scheme known"},
        {"FairScheme", "", "!FairScheme: \"\" is not \"variantchess-1\", the one scheme known"},
        {"FairScheme", "a very long name of a scheme, which goes on and on",
         "!FairScheme: \"a very long name of a scheme, which goes\" is not \"variantchess-1\", the one scheme known"},
        {"FairGame", NULL, "?the tag FairGame is missing"},
        {"FairGame", "", "?FairGame: not 1 to 255 bytes"},
        {"FairSeed", NULL, "?the tag FairSeed is missing"},
        {"FairSeed", "00", "?FairSeed: not 64 hexadecimal digits"},
        {"FairCommitment1", NULL, "?FairReveal1: the tag FairCommitment1 is missing"},
        {"FairCommitment2", NULL, "?FairReveal2: the tag FairCommitment2 is missing"},
        {"FairCommitment1", "", "?FairCommitment1: not 64 hexadecimal digits"},
        {"FairCommitment2", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1",
         "?FairCommitment2: not 64 hexadecimal digits"},
        {"FairCommitment2", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0",
         "?FairCommitment2: not 64 hexadecimal digits"},
        {"FairReveal1", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1g",
         "?FairReveal1: not 64 hexadecimal digits"},
        {"FairReveal1", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e 1",
         "?FairReveal1: not 64 hexadecimal digits"},
        {"FairReveal2", "0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
         "?FairReveal2: not 64 hexadecimal digits"},
        {"FairReveal1", NULL, "-the secret of party 1 is not revealed"},
        {"FairReveal2", NULL, "-the secret of party 2 is not revealed"},
        {"FairReveal3", bytes, "?FairReveal3: the tag FairCommitment3 is missing"},
        {"FairCommitment4", bytes, "?FairCommitment4: the tag FairCommitment3 is missing"},
        {"FairCommitment0", bytes, "?FairCommitment0: parties are numbered 1 to 8"},
        {"FairCommitment9", bytes, "?FairCommitment9: parties are numbered 1 to 8"},
        {"FairReveal01", bytes, "?FairReveal01: parties are numbered 1 to 8"},
        {"FairReveal1x", bytes, "?FairReveal1x: parties are numbered 1 to 8"},
        {"FairCommitment3", bytes, "-the secret of party 3 is not revealed"},
        {"FairRevealed", "anything", ""},
        {"FairCommitment", "anything", ""},
        /* digits in upper case are the same digits */
        {"FairReveal1", "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", ""},
    };
    const struct pact pact = pact_of("example 1", 2);
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_record *record = fair_record(quantum_game(&pact), &pact);
        ck_ok(vc_record_set_tag(record, rows[i].name, rows[i].value));
        ck_row(rows[i].name, verdict(record), rows[i].wanted);
        ck_ok(vc_record_free(record));
    }
    vc_record *record = record_of(quantum_game(&pact));
    ck_assert_str_eq(verdict(record), "-the record has no tags of fair chance");
    ck_ok(vc_record_set_tag(record, "FairScheme", "variantchess-1"));
    ck_ok(vc_record_set_tag(record, "FairGame", "x"));
    ck_assert_str_eq(verdict(record), "?the tag FairCommitment1 is missing");
    char long_id[VC_FAIR_MAX_ID + 2] = "";
    memset(long_id, 'a', VC_FAIR_MAX_ID + 1);
    ck_ok(vc_record_set_tag(record, "FairGame", long_id));
    ck_assert_str_eq(verdict(record), "?FairGame: not 1 to 255 bytes");
    ck_ok(vc_record_free(record));
}

/* Changes one digit of a tag's bytes. */
static void alter_bytes(vc_record *record, const char *name, unsigned digit)
{
    char value[HEX + 1];
    strcpy(value, vc_record_tag(record, name));
    value[digit % HEX] = value[digit % HEX] == '0' ? '1' : '0';
    ck_ok(vc_record_set_tag(record, name, value));
}

/* One altered tag is told by its name, in every rule set and for all numbers of parties. */
START_TEST(altered_tags_are_named)
{
    uint64_t state = 1000;
    unsigned certain = 0;
    for (size_t i = 0; i < setting_count; i++)
        for (unsigned parties = 1; parties <= PARTIES; parties++) {
            const struct pact pact = pact_of("game 7", parties);
            const unsigned party = 1 + (unsigned)next_random(&state, parties);
            const unsigned digit = (unsigned)next_random(&state, HEX);
            vc_record *record = fair_record(play_setting(&settings[i], pact.seed, 30, &state), &pact);
            const char *row = options_of(&settings[i]), *name = format("FairCommitment%u", party);
            alter_bytes(record, name, digit);
            ck_row(row, verdict(record), format("!the commitment of party %u was altered: FairCommitment does not fit "
                                                "FairReveal and FairGame, which FairSeed does", party));
            ck_ok(set_fair(record, &pact));
            alter_bytes(record, format("FairReveal%u", party), digit);
            ck_row(row, verdict(record), parties == 1
                   ? "!the id or the secret was altered: FairGame and FairReveal1 fit neither FairCommitment1 nor "
                     "FairSeed, and with one party the two cannot be told apart"
                   : format("!the secret of party %u was altered: FairReveal fits neither FairCommitment nor FairSeed",
                            party));
            ck_ok(set_fair(record, &pact));
            ck_ok(vc_record_set_tag(record, "FairGame", "game 8"));
            ck_row(row, verdict(record), parties == 1
                   ? "!the id or the secret was altered: FairGame and FairReveal1 fit neither FairCommitment1 nor "
                     "FairSeed, and with one party the two cannot be told apart"
                   : "!the id was altered: FairGame fits no FairCommitment, nor does it fit FairSeed");
            ck_ok(set_fair(record, &pact));
            alter_bytes(record, "FairSeed", digit);
            certain += begins(verdict(record), "!FairSeed was altered: ");
            ck_row(row, format("%.21s", verdict(record)), "!FairSeed was altered");
            ck_ok(set_fair(record, &pact));
            ck_row(row, verdict(record), "");
            ck_ok(vc_record_free(record));
        }
    ck_assert_uint_gt(certain, 50); /* where enough outcomes depend on the seed */
}

/* More than one thing: what can be said is said. */
START_TEST(several_altered_tags)
{
    const struct pact pact = pact_of("game 7", 3), four = pact_of("game 7", 4);
    uint64_t state = 0;
    const struct setting quantum = {VC_QUANTUM, NULL};
    vc_record *record = fair_record(play_setting(&quantum, pact.seed, 60, &state), &pact);
    ck_assert_uint_gt(vc_game_chance_index(vc_record_game(record)), 20);
    alter_bytes(record, "FairCommitment1", 0);
    alter_bytes(record, "FairCommitment3", 0);
    ck_assert(begins(verdict(record), "!the commitment of parties 1, 3 was altered"));
    ck_ok(set_fair(record, &pact));
    alter_bytes(record, "FairReveal1", 5);
    alter_bytes(record, "FairReveal2", 6);
    ck_assert(begins(verdict(record), "!the secret of parties 1, 2 was altered"));
    ck_ok(vc_record_set_tag(record, "FairReveal3", NULL)); /* the others are still told */
    ck_assert_str_eq(verdict(record), "!the secret or the commitment of parties 1, 2, or the id, was altered: "
                                      "FairReveal does not fit FairCommitment and FairGame");
    /* A party that had no part in the seed, or had. */
    ck_ok(set_fair(record, &pact));
    ck_ok(vc_record_set_tag(record, "FairCommitment4", hex_of(four.commitments + 3 * BYTES)));
    ck_ok(vc_record_set_tag(record, "FairReveal4", hex_of(four.secrets + 3 * BYTES)));
    ck_assert_str_eq(verdict(record), "!a party was added or taken away: FairSeed is not what comes of FairGame and 4 "
                                      "secrets");
    ck_ok(vc_record_set_fair(record, pact.id, pact.commitments, pact.secrets, 1));
    ck_ok(vc_record_set_tag(record, "FairSeed", hex_of(pact.seed)));
    ck_assert_str_eq(verdict(record), "!a party was added or taken away: FairSeed is not what comes of FairGame and 1 "
                                      "secret");
    ck_ok(set_fair(record, &pact));
    alter_bytes(record, "FairSeed", 0);
    ck_assert_str_eq(verdict(record), "!FairSeed was altered: FairSeed is not what comes of FairGame and 3 secrets");
    /* All tags fit each other, and the outcomes came from elsewhere. */
    ck_ok(vc_record_set_fair(record, four.id, four.commitments, four.secrets, 4));
    ck_assert(strstr(record_text(record), "FairSeed"));
    vc_error error = {.size = sizeof error};
    ck_status(vc_record_verify(record, &error), VC_ERR_MISMATCH);
    ck_assert(begins(error.message, "outcome "));
    alter_bytes(record, "FairSeed", 0);
    ck_assert_str_eq(verdict(record), "!FairSeed and outcomes of chance were altered: FairSeed is not what comes of "
                                      "FairGame and 4 secrets");
    ck_ok(vc_record_free(record));
}

START_TEST(records_without_a_game)
{
    const struct pact pact = pact_of("example 1", 2);
    vc_status status;
    vc_record *right = fair_record(quantum_game(&pact), &pact);
    char text[1 << 14];
    strcpy(text, record_text(right));
    memcpy(strstr(text, "\"quantum\""), "\"gluonic\"", 9);
    vc_record *record = read_one(text, &status);
    ck_status(status, VC_ERR_OPTION);
    ck_assert_ptr_null(vc_record_game(record));
    ck_assert_str_eq(verdict(record), "-the record has no game");
    alter_bytes(record, "FairSeed", 0);
    ck_assert(begins(verdict(record), "!FairSeed was altered, or a party was added or taken away"));
    ck_ok(set_fair(record, &pact));
    alter_bytes(record, "FairReveal2", 0);
    ck_assert(begins(verdict(record), "!the secret of party 2 was altered"));
    ck_ok(vc_record_free(record));
    ck_ok(vc_record_free(right));
}

/* ------------------------------------------------------------------------------ outcomes --- */

/* Another outcome that chance could have had at an entry; VC_NO_ACTION when there was but one. */
static vc_action another_outcome(vc_game *at, vc_action outcome, uint64_t *state)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    ck_ok(vc_game_outcomes(at, list, NULL, COUNT(list), &n, NULL));
    if (n < 2)
        return VC_NO_ACTION;
    vc_action other;
    do
        other = list[next_random(state, n)];
    while (other == outcome);
    return other;
}

/* How altered games went on. */
struct fates {
    unsigned whole, cut;
};

/* The word of the n-th outcome of chance in a text: no other word begins so. */
static char *word_of_outcome(char *text, uint64_t n)
{
    char *word = strstr(text, "\n\n") + 2;
    while ((*word != '=' && *word != '+') || n--) {
        word += strcspn(word, " \n");
        word += strspn(word, " \n");
    }
    return word;
}

/* The game as it would have gone on after another outcome, as long as the other actions were legal then. */
static vc_record *altered_record(const vc_game *game, size_t ply, vc_action other, const struct pact *pact,
                                 struct fates *fates)
{
    vc_game *altered;
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &altered));
    keep_game(altered);
    while (vc_game_length(altered) > ply)
        ck_ok(vc_game_undo(altered));
    ck_ok(vc_game_play(altered, other));
    while (++ply < vc_game_length(game) && !vc_game_play(altered, entry_of(game, ply).action))
        continue;
    ++*(ply < vc_game_length(game) ? &fates->cut : &fates->whole);
    return fair_record(altered, pact);
}

/* The text of a record in which the word of one outcome is another one, as far as it can be read. */
static vc_record *altered_text(const vc_record *record, uint64_t n, const char *is, const char *other)
{
    static char text[1 << 18];
    vc_status status;
    strcpy(text, record_text(record));
    char *word = word_of_outcome(text, n);
    ck_that(begins(word, is) && strlen(is) == strlen(other), "%.10s is not %s", word, is);
    memcpy(word, other, strlen(other));
    return read_one(text, &status);
}

/* Alters the outcome of one entry of a game in both ways. */
static void alter_outcome(const vc_record *record, size_t ply, const struct pact *pact, uint64_t *state,
                          struct fates *fates)
{
    const vc_game *game = vc_record_game(record);
    const vc_action due = entry_of(game, ply).action;
    vc_game *at;
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &at));
    while (vc_game_length(at) > ply)
        ck_ok(vc_game_undo(at));
    const vc_action other = another_outcome(at, due, state);
    const uint64_t n = vc_game_chance_index(at);
    const unsigned number = vc_game_move_number(at), side = vc_game_side_to_move(at);
    ck_ok(vc_game_free(at));
    if (!other)
        return;
    const char *wanted = format("!outcome %u of chance was altered: action %u of the game (move %u, %s) is %s, the "
                                "dice give %s", (unsigned)n + 1, (unsigned)ply + 1, number,
                                side == VC_WHITE ? "White" : "Black", action_text(other), action_text(due));
    vc_record *altered = altered_record(game, ply, other, pact, fates);
    ck_assert_str_eq(verdict_at(altered, ply), wanted);
    ck_ok(vc_record_free(altered));
    altered = altered_text(record, n, action_text(due), action_text(other));
    ck_assert_str_eq(verdict_at(altered, ply), wanted);
    ck_ok(vc_record_free(altered));
}

START_TEST(altered_outcomes_are_named)
{
    uint64_t state = 5000;
    struct fates fates = {0, 0};
    for (size_t i = 0; i < setting_count; i++)
        for (unsigned k = 0; k < games_a_setting; k++) {
            const struct pact pact = pact_of("altered", 1 + k % 3);
            vc_record *record = fair_record(play_setting(&settings[i], pact.seed, 40, &state), &pact);
            const vc_game *game = vc_record_game(record);
            for (size_t ply = 0; ply < vc_game_length(game); ply++)
                if (entry_of(game, ply).actor == VC_CHANCE && next_random(&state, 4) == 0)
                    alter_outcome(record, ply, &pact, &state, &fates);
            ck_ok(vc_record_free(record));
        }
    ck_that(fates.whole > 20 && fates.cut > 20, "%u games could be played to the end, %u not", fates.whole, fates.cut);
}

/* What chance cannot do there is the reader's business; what it read up to there is right. */
START_TEST(impossible_outcomes_are_not_read)
{
    const struct pact pact = pact_of("example 1", 2);
    vc_record *record = fair_record(quantum_game(&pact), &pact);
    const char *is = action_text(entry_of(vc_record_game(record), 1).action);
    vc_record *part = altered_text(record, 0, is, "=p");
    ck_assert_uint_eq(vc_game_length(vc_record_game(part)), 1);
    ck_assert_str_eq(verdict(part), "");
    ck_ok(vc_record_free(part));
    ck_ok(vc_record_free(record));
}

/* -------------------------------------------------------------------------------- wiping --- */

/* Memory that is freed holds nothing of secrets; test_wiping.c looks for them on the stack. */
START_TEST(secrets_are_wiped)
{
    const struct pact pact = pact_of("example 1", 2);
    vc_record *record = record_of(quantum_game(&pact));
    ck_ok(set_fair(record, &pact));
    heap.secret = pact.secrets;
    ck_ok(set_fair(record, &pact));
    ck_ok(vc_record_free(record));
    heap.secret = NULL;
}

int main(void)
{
    return RUN_TESTS("fair", known_answers, checks_compare_all, secrets_differ, bad_arguments_of_bytes,
                     honest_records_verify, tags_are_written_and_written_over, ids_are_any_text, set_fair_refuses,
                     set_fair_keeps_to_the_number_of_tags, verifying_only_reads, verify_wants_a_record,
                     tags_that_are_missing_or_malformed, altered_tags_are_named, several_altered_tags,
                     records_without_a_game, altered_outcomes_are_named, impossible_outcomes_are_not_read,
                     secrets_are_wiped);
}
