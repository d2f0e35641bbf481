/* SPDX-License-Identifier: ISC */
/*
 * test_golden.c - what must be the same on every machine, compared with what golden.txt has
 *
 * Positions, hashes, seeded dice, saved bytes, records, planes and batches of games of every setting, as text. Lists and
 * arrays too long to read stand as a hash of their numbers, so that the byte order of a machine is no part of it; nor is
 * the order of a player's actions in lists, which another version may choose otherwise.
 * `test_golden FILE` writes what this machine gives into a file instead.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

enum { ACTIONS = 60, TOLD_EVERY = 12, GAMES = 3, STEPS = 12 };

/* ------------------------------------------------------------------------------ writing --- */

/* What is written; and, where it is compared, what is expected. */
static FILE *out, *expected;
static unsigned line_number;

CK_ATTRIBUTE_FORMAT(printf, 1, 2) static void tell(const char *text, ...)
{
    static char line[1 << 16], wanted[1 << 16];
    va_list arguments;
    va_start(arguments, text);
    const int length = vsnprintf(line, sizeof line, text, arguments);
    va_end(arguments);
    ck_that(length >= 0 && (size_t)length < sizeof line, "too long a line");
    line_number++;
    if (out)
        fprintf(out, "%s\n", line);
    if (!expected)
        return;
    ck_that(fgets(wanted, sizeof wanted, expected), "line %u: no more lines are expected, but\n%s", line_number, line);
    wanted[strcspn(wanted, "\n")] = '\0';
    ck_that(!strcmp(line, wanted), "line %u is\n%s\nnot\n%s", line_number, line, wanted);
}

/* FNV-1a, of numbers and not of bytes in memory. */
static const uint64_t sum_start = UINT64_C(0xcbf29ce484222325);

static uint64_t sum_on(uint64_t sum, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        sum = (sum ^ (number >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t sum_of_text(const char *text)
{
    uint64_t sum = sum_start;
    for (; *text; text++)
        sum = sum_on(sum, (unsigned char)*text);
    return sum;
}

/* Bytes as printable text: NUL and other bytes as \x00. */
static const char *printable(const char *bytes, size_t length)
{
    static char text[4 * 2048 + 1];
    size_t n = 0;
    for (size_t i = 0; i < length && n + 4 < sizeof text; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, bytes[i] >= ' ' && bytes[i] <= '~' ? "%c" : "\\x%02x",
                              (unsigned char)bytes[i]);
    return text;
}

/* -------------------------------------------------------------------------------- dice --- */

static const uint8_t plain_seed[VC_SEED_BYTES] = "the same on every machine";

static void hexadecimal(const uint8_t *bytes, char *text)
{
    for (unsigned i = 0; i < VC_SEED_BYTES; i++)
        snprintf(text + 2 * (size_t)i, 3, "%02x", bytes[i]);
}

static void tell_dice(void)
{
    static const uint64_t numbers[] = {0, 1, 7, 8, 255, 65536, UINT64_C(0xffffffff), UINT64_C(0x1fffffffffffffff)};
    static const uint64_t bounds[] = {1, 2, 6, 29, 1911097, UINT64_C(0x100000000), UINT64_C(0xaaaaaaaaaaaaaaab), UINT64_MAX};
    uint8_t derived[VC_SEED_BYTES];
    char text[2 * VC_SEED_BYTES + 1];
    for (unsigned i = 0; i < COUNT(numbers); i++) {
        ck_ok(vc_seed_derive(plain_seed, numbers[i], derived));
        hexadecimal(derived, text);
        tell("seed %" PRIu64 " %s", numbers[i], text);
        for (unsigned k = 0; k < COUNT(bounds); k++) {
            uint64_t value;
            ck_ok(vc_dice_seeded(plain_seed, numbers[i], bounds[k], &value));
            tell("dice %" PRIu64 " below %" PRIu64 ": %" PRIu64, numbers[i], bounds[k], value);
        }
    }
    ck_ok(vc_fair_commit("golden", 2, plain_seed, derived));
    hexadecimal(derived, text);
    tell("commitment %s", text);
    ck_ok(vc_fair_seed("golden", plain_seed, 1, derived));
    hexadecimal(derived, text);
    tell("fair seed %s", text);
}

/* -------------------------------------------------------------------------------- games --- */

static void tell_position(vc_game *game)
{
    char saved[2048];
    size_t length;
    uint64_t nodes;
    ck_ok(vc_game_save(game, saved, sizeof saved, &length));
    tell("%zu %s", vc_game_length(game), printable(saved, length));
    ck_ok(vc_game_perft(game, 2, VC_PERFT_BULK, NULL, NULL, &nodes));
    tell("hash %016" PRIx64 " perft %" PRIu64 " actions %016" PRIx64, vc_game_hash(game), nodes,
         sum_of_text(actions_text(game)));
}

/* The player's action, out of them all in ascending order, that number n of a seed chooses. */
static vc_action chosen(const vc_game *game, const uint8_t *seed, uint64_t n)
{
    vc_action list[VC_MAX_ACTIONS];
    uint64_t index;
    size_t count;
    ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &count));
    ck_ok(vc_dice_seeded(seed, n, count, &index));
    for (size_t i = 0; i < count; i++) {
        size_t smaller = 0;
        for (size_t k = 0; k < count; k++)
            smaller += list[k] < list[i];
        if (smaller == index)
            return list[i];
    }
    ck_abort_msg("two actions are equal");
    return VC_NO_ACTION;
}

/* A game by seeded dice: what it is now and then, and its record. */
static void tell_game(vc_rules *rules, const uint8_t *seed)
{
    vc_game *game;
    vc_record *record;
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    ck_ok(vc_game_use_seed(game, seed));
    for (unsigned i = 0; i < ACTIONS && vc_game_actor(game) != VC_NOBODY; i++) {
        if (i % TOLD_EVERY == 0)
            tell_position(game);
        if (vc_game_actor(game) == VC_CHANCE)
            ck_ok(vc_game_draw(game, NULL));
        else
            ck_ok(vc_game_play(game, chosen(game, plain_seed, i)));
    }
    tell_position(game);
    ck_ok(vc_record_new(game, &record));
    tell("record %016" PRIx64 " %s", sum_of_text(record_text(record)), printable(movetext(record), strlen(movetext(record))));
    ck_ok(vc_record_free(record));
    ck_ok(vc_game_free(game));
}

/* ------------------------------------------------------------------------------ batches --- */

/* One of a game's actions, whatever their order: that whose hash with a number is smallest. */
static vc_action hashed(const vc_action *actions, uint32_t count, uint64_t number)
{
    vc_action best = VC_NO_ACTION;
    for (uint32_t i = 0; i < count; i++)
        if (!best || sum_on(number, actions[i]) < sum_on(number, best))
            best = actions[i];
    return best;
}

/* A few games stepped together; all arrays as hashes. */
static void tell_batch(vc_rules *rules, uint32_t flags)
{
    static vc_action actions[GAMES * VC_MAX_ACTIONS];
    static uint32_t indices[GAMES * VC_MAX_ACTIONS], weights[GAMES * VC_MAX_ACTIONS];
    static uint64_t masks[GAMES << 10];
    static float planes[GAMES << 14];
    uint32_t counts[GAMES], choices[GAMES];
    uint64_t offsets[GAMES + 1], sum = sum_start, lists = 0;
    const vc_batch_options options = {.size = sizeof options, .seed = plain_seed, .flags = flags};
    vc_batch_arrays arrays = {.size = sizeof arrays, .capacity = COUNT(actions), .actions = actions, .indices = indices,
                              .weights = weights, .counts = counts, .offsets = offsets, .masks = masks, .planes = planes};
    const size_t words = GAMES * ((vc_ruleset_action_count(vc_rules_ruleset(rules)) + 63u) / 64);
    const size_t numbers = GAMES * vc_rules_plane_count(rules) * VC_PLANE_SIZE;
    const bool fractions = flags & VC_BATCH_FLOAT_PLANES;
    vc_batch *batch;
    ck_that(words <= COUNT(masks) && numbers <= COUNT(planes), "%zu %zu", words, numbers);
    ck_ok(vc_batch_new(rules, GAMES, &options, &batch, NULL));
    ck_ok(vc_batch_observe(batch, &arrays));
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < GAMES; i++)
            choices[i] = counts[i] ? hashed(actions + offsets[i], counts[i], step + i) : VC_BATCH_SKIP;
        ck_ok(vc_batch_step(batch, choices, &arrays, NULL));
        for (uint64_t i = 0; i < offsets[GAMES]; i++)
            lists += sum_on(sum_on(sum_on(sum_start, actions[i]), indices[i]), weights[i]);
        for (size_t i = 0; i < words; i++)
            sum = sum_on(sum, masks[i]);
        for (size_t i = 0; i < numbers; i++) /* a fraction to 20 bits */
            sum = sum_on(sum, fractions ? (uint64_t)(planes[i] * 1048576) : ((const uint8_t *)planes)[i]);
    }
    tell("batch with flags %" PRIu32 ": %016" PRIx64 " %016" PRIx64, flags, sum, lists);
    ck_ok(vc_batch_free(batch));
}

/* ---------------------------------------------------------------------------------- all --- */

static void tell_all(void)
{
    tell_dice();
    for (size_t i = 0; i < setting_count; i++) {
        uint8_t seed[VC_SEED_BYTES];
        vc_rules *rules = setting_rules(&settings[i]);
        tell("== %s %s", vc_ruleset_name(settings[i].ruleset), settings[i].options);
        ck_ok(vc_seed_derive(plain_seed, i, seed));
        tell_game(rules, seed);
        tell_batch(rules, VC_BATCH_AUTO_RESET);
        tell_batch(rules, VC_BATCH_SHOW_CHANCE | VC_BATCH_MOVER_VIEW | VC_BATCH_FLOAT_PLANES);
        vc_rules_release(rules);
    }
}

/* The file to be written, instead of comparing. */
static const char *path;

START_TEST(golden)
{
    char rest[2];
    if (path)
        out = fopen(path, "w");
    else
        expected = fopen(VECTORS "/golden.txt", "r");
    ck_that(out || expected, "%s cannot be opened", path ? path : VECTORS "/golden.txt");
    tell_all();
    ck_that(!expected || !fgets(rest, sizeof rest, expected), "more than %u lines are expected", line_number);
    fclose(out ? out : expected);
}

int main(int count, char **arguments)
{
    path = count > 1 ? arguments[1] : NULL;
    return RUN_TESTS("golden", golden);
}
