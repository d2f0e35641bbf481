/* SPDX-License-Identifier: ISC */
/*
 * test_secrets.c - seeds stay where they were given: no other memory, text or bytes hold them, and none is left behind
 *
 * What SECURITY.md promises of them. The heap of support.c looks into all blocks that live, and into each that is
 * freed. test_wiping.c looks for what is left of secrets on the stack.
 */
#include <stdio.h>

#include "support.h"

/* No bytes that come about by chance. */
static const uint8_t seed[VC_SEED_BYTES] = {0xc3, 0x11, 0x8e, 0x52, 0x9a, 0xf0, 0x07, 0xd4, 0x6b, 0x2f, 0xe9,
                                            0x30, 0x75, 0xbc, 0x14, 0xa8, 0x5d, 0x91, 0x0e, 0xc6, 0x37, 0xf2,
                                            0x48, 0x8b, 0x60, 0xdd, 0x19, 0xa4, 0x7e, 0x03, 0xb5, 0x9c};

/* Whether bytes hold the seed: as it is, backwards, or as hexadecimal digits of either case. */
static bool shows_seed(const void *bytes, size_t size)
{
    char lower[2 * VC_SEED_BYTES + 1], upper[2 * VC_SEED_BYTES + 1];
    uint8_t backwards[VC_SEED_BYTES];
    for (unsigned i = 0; i < VC_SEED_BYTES; i++) {
        snprintf(lower + 2 * i, 3, "%02x", seed[i]);
        snprintf(upper + 2 * i, 3, "%02X", seed[i]);
        backwards[i] = seed[VC_SEED_BYTES - 1 - i];
    }
    enum { PART = 8 }; /* a part is too much already */
    for (size_t i = 0; i + PART <= size; i++) {
        const char *at = (const char *)bytes + i;
        if (!memcmp(at, seed, PART) || !memcmp(at, backwards, PART) || !memcmp(at, lower, PART) ||
            !memcmp(at, upper, PART))
            return true;
    }
    return false;
}

static vc_game *seeded_game(const char *ruleset)
{
    vc_game *game = new_game(ruleset, NULL, NULL);
    ck_ok(vc_game_use_seed(game, seed));
    return game;
}

START_TEST(seeds_are_in_one_block_alone)
{
    vc_game *game = seeded_game("quantum"), *clone, *other = new_game("quantum", NULL, NULL);
    vc_record *record;
    uint64_t length;
    play(game, "?g1");
    ck_ok(vc_game_draw(game, NULL));
    ck_assert_uint_eq(blocks_with(seed, sizeof seed), 1);
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone));
    keep_game(clone);
    ck_ok(vc_game_copy(other, game, VC_WITH_HISTORY));
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_game_playout(game, seed, 50, NULL, NULL, NULL, NULL, &length));
    ck_assert_uint_eq(blocks_with(seed, sizeof seed), 1);
    ck_ok(vc_game_copy(game, clone, VC_WITHOUT_HISTORY)); /* which keeps the target's dice */
    ck_assert_uint_eq(blocks_with(seed, sizeof seed), 1);
    heap.secret = seed;
    free_game(game);
    ck_assert_uint_eq(blocks_with(seed, sizeof seed), 0);
    heap.secret = NULL;
    ck_ok(vc_record_free(record));
}

/* What the dice will bring is as secret: a game has some of the seed's keystream at hand. */
START_TEST(what_was_drawn_ahead_is_wiped)
{
    vc_game *game = seeded_game("quantum");
    uint8_t word[8];
    uint64_t drawn;
    play(game, "?g1");
    ck_ok(vc_game_draw(game, NULL));
    /* A bound of 2^64 - 1 gives the word of the keystream nearly as it is; others of the same block stand beside it. */
    ck_ok(vc_dice_seeded(seed, 1, UINT64_MAX, &drawn));
    unsigned before = 0, after = 0;
    for (unsigned off = 0; off < 2; off++) {
        drawn += off;
        memcpy(word, &drawn, sizeof word);
        before += blocks_with(word, sizeof word) != 0;
    }
    ck_ok(vc_game_use_csprng(game));
    for (unsigned off = 0; off < 2; off++) {
        drawn -= off;
        memcpy(word, &drawn, sizeof word);
        after += blocks_with(word, sizeof word) != 0;
    }
    ck_assert_uint_eq(before, 1);
    ck_assert_uint_eq(after, 0);
}

START_TEST(no_text_or_bytes_show_a_seed)
{
    static struct paper paper;
    for (unsigned i = 0; i < COUNT(ruleset_names); i++) {
        vc_game *game = seeded_game(ruleset_names[i]);
        vc_record *record;
        vc_action list[VC_MAX_ACTIONS];
        uint8_t bytes[4096];
        size_t length;
        for (unsigned k = 0; k < 30 && list_choices(game, list); k++) {
            vc_error error = {.size = sizeof error};
            ck_ok(vc_game_actor(game) == VC_CHANCE ? vc_game_draw(game, NULL)
                                                   : vc_game_play(game, list[k % list_choices(game, list)]));
            ck_assert(!shows_seed(position_text(game), strlen(position_text(game))));
            memset(bytes, 0, sizeof bytes);
            ck_ok(vc_game_snapshot(game, bytes, sizeof bytes));
            ck_assert(!shows_seed(bytes, sizeof bytes));
            ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
            ck_assert(!shows_seed(bytes, length));
            ck_assert_int_ne(vc_game_play_text(game, "a1a1", &error), VC_OK);
            ck_assert(!shows_seed(&error, sizeof error));
            ck_assert_int_ne(vc_game_set_position(game, "8", &error), VC_OK);
            ck_assert(!shows_seed(&error, sizeof error));
        }
        ck_ok(vc_record_new(game, &record));
        paper.length = 0;
        ck_ok(vc_record_write(record, put_on_paper, &paper));
        ck_assert(!shows_seed(paper.text, paper.length));
        ck_ok(vc_record_free(record));
    }
}

/* Before the reveal a record has the commitments alone. */
START_TEST(records_show_secrets_with_their_reveal_only)
{
    static struct paper paper;
    uint8_t commitment[VC_FAIR_COMMITMENT_BYTES], game_seed[VC_SEED_BYTES];
    vc_game *game = new_game("quantum", NULL, NULL);
    vc_record *record;
    ck_ok(vc_fair_commit("game 1", 1, seed, commitment));
    ck_ok(vc_fair_seed("game 1", seed, 1, game_seed));
    ck_ok(vc_game_use_seed(game, game_seed));
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_record_set_fair(record, "game 1", commitment, NULL, 1));
    ck_ok(vc_record_write(record, put_on_paper, &paper));
    ck_assert(!shows_seed(paper.text, paper.length));
    ck_ok(vc_record_set_fair(record, "game 1", commitment, seed, 1));
    paper.length = 0;
    ck_ok(vc_record_write(record, put_on_paper, &paper));
    ck_assert(shows_seed(paper.text, paper.length)); /* what shows_seed() looks for is there to be found */
    ck_ok(vc_record_free(record));
}

/* The seeds of a batch: its own, of which those of its games come, and those of their turns from the start. */
static void check_batch(const uint8_t *secret, size_t live)
{
    enum { GAMES = 3 };
    const vc_batch_options options = {.size = sizeof options, .seed = seed};
    vc_rules *rules = new_rules("quantum", NULL);
    vc_batch *batch = NULL;
    uint32_t choices[GAMES];
    for (unsigned i = 0; i < GAMES; i++)
        choices[i] = action_of("?g1");
    heap.secret = secret;
    for (size_t n = 1; !batch; n++) { /* what is given up half-made leaves nothing either */
        heap.fail_at = heap.calls + n;
        const vc_status status = vc_batch_new(rules, GAMES, &options, &batch, NULL);
        heap.fail_at = 0;
        ck_assert(status == VC_OK || status == VC_ERR_MEMORY);
    }
    ck_ok(vc_batch_step(batch, choices, NULL, NULL));
    ck_assert_uint_eq(blocks_with(secret, VC_SEED_BYTES), live);
    ck_ok(vc_batch_reset(batch, NULL, GAMES, NULL));
    ck_ok(vc_batch_free(batch));
    ck_assert_uint_eq(blocks_with(secret, VC_SEED_BYTES), 0);
    heap.secret = NULL;
    vc_rules_release(rules);
}

START_TEST(batches_leave_no_seeds)
{
    uint8_t of_game[VC_SEED_BYTES], of_turn[VC_SEED_BYTES];
    check_batch(seed, 0); /* only what comes of it is kept */
    for (uint64_t i = 0; i < 3; i++) {
        ck_ok(vc_seed_derive(seed, i, of_game));
        check_batch(of_game, 1);
        ck_ok(vc_seed_derive(of_game, 0, of_turn));
        check_batch(of_turn, 1);
    }
}

/* Also where the call fails. */
START_TEST(playouts_leave_no_seeds)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    uint64_t length;
    heap.secret = seed;
    for (size_t n = 1;; n++) {
        heap.fail_at = heap.calls + n;
        const vc_status status = vc_game_playout(game, seed, 100, NULL, NULL, NULL, NULL, &length);
        heap.fail_at = 0;
        ck_assert_uint_eq(blocks_with(seed, sizeof seed), 0);
        if (!status)
            break;
    }
    heap.secret = NULL;
}

int main(void)
{
    return RUN_TESTS("secrets", seeds_are_in_one_block_alone, what_was_drawn_ahead_is_wiped,
                     no_text_or_bytes_show_a_seed, records_show_secrets_with_their_reveal_only, batches_leave_no_seeds,
                     playouts_leave_no_seeds);
}
