/* SPDX-License-Identifier: ISC */
/* test_encoding.c - the numbers of actions: dense, inverse to the values, and all of them of use */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

enum { RULESETS = 5, KINDS = 8, SHIFT_KIND = 24 };

/* The counts are part of the ABI. */
static const struct {
    uint32_t players, all;
} counts[RULESETS] = {{1968, 1968}, {2032, 2036}, {3996, 3996}, {7053, 7053}, {2028, 2084}};

START_TEST(counts_are_frozen)
{
    for (uint32_t r = 0; r < RULESETS; r++) {
        ck_assert_uint_eq(vc_ruleset_action_count(r), counts[r].all);
        ck_assert_uint_eq(vc_ruleset_player_action_count(r), counts[r].players);
    }
    ck_assert_uint_eq(vc_ruleset_count(), RULESETS);
    ck_assert_uint_eq(vc_ruleset_action_count(RULESETS), 0);
    ck_assert_uint_eq(vc_ruleset_player_action_count(RULESETS), 0);
    ck_assert_uint_eq(vc_action_index(RULESETS, action_of("e2e4")), VC_NO_INDEX);
    ck_assert_uint_eq(vc_action_at(RULESETS, 0), VC_NO_ACTION);
    ck_assert_uint_eq(vc_action_at(UINT32_MAX, 0), VC_NO_ACTION);
}
END_TEST

static bool is_chance(vc_action action)
{
    return vc_action_kind(action) == VC_BECOME || vc_action_kind(action) == VC_DRAW;
}

START_TEST(numbers_and_values_are_inverse)
{
    for (uint32_t r = 0; r < RULESETS; r++) {
        vc_action last = VC_NO_ACTION;
        for (uint32_t i = 0; i < counts[r].all; i++) {
            const vc_action action = vc_action_at(r, i);
            ck_that(vc_action_is_valid(action), "%u %u", r, i);
            ck_that(action > last, "%s %u: %s is not above %s", ruleset_names[r], i, action_text(action), action_text(last));
            ck_that(vc_action_index(r, action) == i, "%s %u", ruleset_names[r], i);
            ck_that(is_chance(action) == (i >= counts[r].players), "%s %u", ruleset_names[r], i);
            last = action;
        }
        ck_assert_uint_eq(vc_action_at(r, counts[r].all), VC_NO_ACTION);
        ck_assert_uint_eq(vc_action_at(r, VC_NO_INDEX), VC_NO_ACTION);
    }
}
END_TEST

/* Counts the values from first on that have a number; those without must say so. */
static uint32_t numbered(uint32_t r, vc_action first, vc_action end)
{
    uint32_t found = 0;
    for (vc_action a = first; a < end; a++) {
        const uint32_t index = vc_action_index(r, a);
        found += index != VC_NO_INDEX;
        ck_that(index == VC_NO_INDEX || (index < counts[r].all && vc_action_at(r, index) == a), "%s %x", ruleset_names[r], a);
    }
    return found;
}

/* All values of 28 bits where the library is fast; else all that a move may be, and samples of the rest. */
START_TEST(no_other_value_has_a_number)
{
    for (uint32_t r = 0; r < RULESETS; r++) {
        uint32_t found = 0;
        for (uint32_t kind = 0; kind < 16; kind++) {
            const vc_action first = kind << SHIFT_KIND, end = (kind + 1) << SHIFT_KIND;
            if (!SLOWNESS)
                found += numbered(r, first, end);
            else if (kind == VC_MOVE)
                found += numbered(r, first, first + (1 << 19));
            else
                for (vc_action a = first; a < end; a += kind == VC_DISCARD || kind == VC_DRAW || kind == VC_CHOOSE_DECK ? 1 << 18 : 64)
                    found += numbered(r, a, a + 1);
        }
        ck_assert_uint_eq(found, counts[r].all);
        for (unsigned i = 0; i < 10000; i++) /* the top bits are never set */
            ck_assert_uint_eq(vc_action_index(r, vc_action_at(r, random_below(counts[r].all)) | (1u + random_below(15)) << 28), VC_NO_INDEX);
    }
}
END_TEST

START_TEST(mirrors)
{
    static const char *const pairs[][2] = {{"e2e4", "e7e5"}, {"a7b8n", "a2b1n"}, {"e4f6:n", "e5f3:n"}, {"?g1", "?g8"},
                                           {"=n", "=n"}, {"!p", "!p"}, {"-Kh", "-Ks"}, {"^d", "^c"}, {"+*s", "+*h"}};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        ck_assert_str_eq(action_text(vc_action_mirrored(action_of(pairs[i][0]))), pairs[i][1]);
        ck_assert_str_eq(action_text(vc_action_mirrored(action_of(pairs[i][1]))), pairs[i][0]);
    }
    ck_assert_uint_eq(vc_action_mirrored(VC_NO_ACTION), VC_NO_ACTION);
    ck_assert_uint_eq(vc_action_mirrored(UINT32_MAX), VC_NO_ACTION);
    for (uint32_t r = 0; r < RULESETS; r++)
        for (uint32_t i = 0; i < counts[r].all; i++) {
            const vc_action action = vc_action_at(r, i), mirrored = vc_action_mirrored(action);
            ck_that(vc_action_mirrored(mirrored) == action, "%s", action_text(action));
            ck_that(vc_action_index(r, mirrored) != VC_NO_INDEX, "%s", action_text(action));
        }
}
END_TEST

/* --------------------------------------------------------------- every legal action, and every number --- */

/* Notes the legal actions, or outcomes, of a game; returns how many. */
static size_t note(const vc_game *game, uint32_t r, uint8_t *seen, vc_action *list)
{
    size_t count = 0;
    if (vc_game_actor(game) == VC_CHANCE)
        ck_ok(vc_game_outcomes(game, list, NULL, VC_MAX_ACTIONS, &count, NULL));
    else
        ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &count));
    for (size_t i = 0; i < count; i++) {
        const uint32_t index = vc_action_index(r, list[i]);
        ck_that(index != VC_NO_INDEX, "%s has no number: %s", action_text(list[i]), position_text(game));
        seen[index] = 1;
    }
    return count;
}

static void play_at_random(vc_game *game, uint32_t r, uint8_t *seen, unsigned plies)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t count;
    while (plies-- && (count = note(game, r, seen, list)) > 0)
        ck_ok(vc_game_play(game, list[random_below((unsigned)count)]));
}

/* A board with kings and a few men of both sides, combos and men about to promote among them; it may be refused. */
static const char *random_board(bool combos)
{
    static char text[VC_POSITION_TEXT_SIZE];
    char squares[64][8] = {{0}};
    char *next = text;
    for (unsigned men = 6 + random_below(8); men; men--) {
        const bool black = random_below(2), about = !random_below(3);
        const unsigned square = about ? (black ? 8 : 48) + random_below(8) : random_below(64);
        char *on = squares[square];
        for (size_t n = strlen(on), size = n + 1 + (combos && random_below(2) ? random_below(4) : 0); n < size && n < 5; n++) {
            const char letter = "PNBRQPNBRQK"[random_below(combos ? 11 : 10)];
            if (!combos && n)
                break;
            on[n] = (char)(black ? letter | 0x20 : letter);
        }
    }
    squares[random_below(64)][0] = 'K';
    squares[random_below(64)][0] = 'k';
    for (unsigned rank = 8; rank--;) {
        for (unsigned file = 0; file < 8; file++) {
            const char *on = squares[8 * rank + file];
            if (!*on && next > text && next[-1] >= '1' && next[-1] <= '7')
                next[-1]++;
            else
                next += sprintf(next, strlen(on) > 1 ? "[%s]" : "%s", *on ? on : "1");
        }
        *next++ = rank ? '/' : ' ';
    }
    strcpy(next, random_below(2) ? "w - - 0 1" : "b - - 0 1");
    return text;
}

START_TEST(every_legal_action_has_a_number)
{
    for (size_t i = 0; i < setting_count; i++) {
        uint8_t *seen = calloc(counts[settings[i].ruleset].all, 1);
        vc_rules *rules = setting_rules(&settings[i]);
        vc_game *game = NULL;
        ck_assert_ptr_nonnull(rules);
        ck_ok(vc_game_new(rules, NULL, &game, NULL));
        for (unsigned round = SLOWNESS ? 4 : 20; round--;) {
            ck_ok(vc_game_set_position(game, NULL, NULL));
            play_at_random(game, settings[i].ruleset, seen, 1000);
        }
        ck_ok(vc_game_free(game));
        vc_rules_release(rules);
        free(seen);
    }
}
END_TEST

/* No number is there in vain: each is legal in some position that random play from random boards reaches. */
static void reach_every_number(uint32_t r, const char *options)
{
    vc_rules *rules = new_rules(ruleset_names[r], options);
    uint8_t *seen = calloc(counts[r].all, 1);
    vc_game *game = NULL;
    uint32_t missing = counts[r].all;
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    for (unsigned board = 0; missing && board < 1000000; board++) {
        if (!vc_game_set_position(game, random_board(r == VC_POWER), NULL))
            play_at_random(game, r, seen, r == VC_IDEAL ? 40 : 12);
        if (board % 1000)
            continue;
        missing = 0;
        for (uint32_t i = 0; i < counts[r].all; i++)
            missing += !seen[i];
    }
    for (uint32_t i = 0; i < counts[r].all; i++)
        ck_that(seen[i], "%s: %u actions were never legal, %s among them", ruleset_names[r], missing,
                action_text(vc_action_at(r, i)));
    ck_ok(vc_game_free(game));
    vc_rules_release(rules);
    free(seen);
}

START_TEST(every_number_is_legal_somewhere)
{
    reach_every_number(VC_ORTHODOX, NULL);
    reach_every_number(VC_QUANTUM, NULL);
    reach_every_number(VC_POTENTIAL, NULL);
    reach_every_number(VC_POWER, "initial_moves=0 king_initial_moves=0");
    reach_every_number(VC_IDEAL, "jokers=1 two_decks=on packs=2");
}
END_TEST

int main(void)
{
    return RUN_TESTS("encoding", counts_are_frozen, numbers_and_values_are_inverse, no_other_value_has_a_number, mirrors,
                     every_legal_action_has_a_number, every_number_is_legal_somewhere);
}
