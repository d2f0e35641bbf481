/* SPDX-License-Identifier: ISC */
/* test_options.c - rules objects: their options by name and text, when they are frozen, references to them */
#include "support.h"

START_TEST(options_are_listed)
{
    static const struct {
        uint32_t ruleset, type;
        const char *name, *default_value, *range;
    } rows[] = {
        {VC_ORTHODOX, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_QUANTUM, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_QUANTUM, VC_OPTION_INTEGERS, "values", "10,5,3,3", "4 x 1-100"},
        {VC_QUANTUM, VC_OPTION_FRACTION, "temperature", "0", "0-1, denominator 1-100"},
        {VC_QUANTUM, VC_OPTION_CHOICE, "king_safety", "free", "strict|free"},
        {VC_POTENTIAL, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_POWER, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_POWER, VC_OPTION_INTEGER, "initial_moves", "1", "0-15"},
        {VC_POWER, VC_OPTION_INTEGER, "king_initial_moves", "never", "never|0-15"},
        {VC_POWER, VC_OPTION_SWITCH, "combo_captures", "off", "on|off"},
        {VC_IDEAL, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_IDEAL, VC_OPTION_CHOICE, "king_safety", "free", "strict|free"},
        {VC_IDEAL, VC_OPTION_INTEGER, "hand_size", "4", "1-8"},
        {VC_IDEAL, VC_OPTION_INTEGER, "packs", "1", "1-4"},
        {VC_IDEAL, VC_OPTION_INTEGER, "jokers", "0", "0-1"},
        {VC_IDEAL, VC_OPTION_SWITCH, "face_up", "off", "on|off"},
        {VC_IDEAL, VC_OPTION_SWITCH, "two_decks", "off", "on|off"},
    };
    unsigned next = 0;
    for (uint32_t set = 0; set < COUNT(ruleset_names); set++) {
        vc_rules *rules = new_rules(ruleset_names[set], NULL);
        ck_assert_uint_eq(vc_rules_ruleset(rules), set);
        for (size_t i = 0; i < vc_rules_option_count(rules); i++, next++) {
            vc_option option = {.size = sizeof option};
            char value[64];
            ck_assert_uint_lt(next, COUNT(rows));
            ck_ok(vc_rules_option(rules, i, &option));
            ck_assert_uint_eq(rows[next].ruleset, set);
            ck_assert_str_eq(option.name, rows[next].name);
            ck_assert_uint_eq(option.type, rows[next].type);
            ck_assert_str_eq(option.default_value, rows[next].default_value);
            ck_assert_str_eq(option.range, rows[next].range);
            ck_assert_uint_gt(strlen(option.help), 10);
            ck_assert_uint_eq(option.reserved, 0);
            ck_assert_uint_eq(option.size, sizeof option);
            ck_ok(vc_rules_get(rules, option.name, value, sizeof value, NULL));
            ck_assert_str_eq(value, option.default_value);
        }
        vc_rules_release(rules);
    }
    ck_assert_uint_eq(next, COUNT(rows));
}

START_TEST(options_are_read_and_written)
{
    static const struct {
        const char *ruleset, *name, *value, *canonical; /* NULL: refused, at offset */
        uint32_t offset;
    } rows[] = {
        {"orthodox", "automatic_draws", "off", "off", 0},
        {"orthodox", "automatic_draws", "on", "on", 0},
        {"orthodox", "automatic_draws", "On", NULL, 0},
        {"orthodox", "automatic_draws", "", NULL, 0},
        {"orthodox", "automatic_draws", "o", NULL, 0},
        {"orthodox", "automatic_draws", "off|on", NULL, 0},
        {"orthodox", "king_safety", "free", NULL, 0},
        {"quantum", "king_safety", "strict", "strict", 0},
        {"quantum", "king_safety", "strict ", NULL, 0},
        {"quantum", "values", "1,2,3,100", "1,2,3,100", 0},
        {"quantum", "values", "1,2,3", NULL, 5},
        {"quantum", "values", "1,2,3,4,5", NULL, 7},
        {"quantum", "values", "1,2,3,101", NULL, 6},
        {"quantum", "values", "0,2,3,4", NULL, 0},
        {"quantum", "values", "1, 2,3,4", NULL, 2},
        {"quantum", "values", "1,2,03,4", NULL, 4},
        {"quantum", "temperature", "1/2", "1/2", 0},
        {"quantum", "temperature", "50/100", "1/2", 0},
        {"quantum", "temperature", "0/9", "0", 0},
        {"quantum", "temperature", "9/9", "1", 0},
        {"quantum", "temperature", "1", "1", 0},
        {"quantum", "temperature", "2", NULL, 0},
        {"quantum", "temperature", "3/2", NULL, 0},
        {"quantum", "temperature", "1/0", NULL, 2},
        {"quantum", "temperature", "1/101", NULL, 2},
        {"quantum", "temperature", "1/", NULL, 2},
        {"quantum", "temperature", "/2", NULL, 0},
        {"quantum", "temperature", "-1/2", NULL, 0},
        {"quantum", "temperature", "1/2/3", NULL, 3},
        {"quantum", "temperature", "0.5", NULL, 1},
        {"power", "initial_moves", "15", "15", 0},
        {"power", "initial_moves", "16", NULL, 0},
        {"power", "initial_moves", "00", NULL, 0},
        {"power", "initial_moves", "never", NULL, 0},
        {"power", "initial_moves", "99999999999999999999", NULL, 0},
        {"power", "king_initial_moves", "never", "never", 0},
        {"power", "king_initial_moves", "0", "0", 0},
        {"power", "king_initial_moves", "15", "15", 0},
        {"power", "king_initial_moves", "16", NULL, 0},
        {"power", "king_initial_moves", "ever", NULL, 0},
        {"ideal", "hand_size", "8", "8", 0},
        {"ideal", "hand_size", "0", NULL, 0},
        {"ideal", "hand_size", "9", NULL, 0},
        {"ideal", "packs", "4", "4", 0},
        {"ideal", "packs", "5", NULL, 0},
        {"ideal", "jokers", "2", NULL, 0},
        {"ideal", "jokers", "1 ", NULL, 1},
        {"ideal", "two_decks", "on", "on", 0},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_rules *rules = new_rules(rows[i].ruleset, NULL);
        vc_error error = {.size = sizeof error};
        char before[64] = "", after[64] = "";
        vc_rules_get(rules, rows[i].name, before, sizeof before, NULL);
        ck_status(vc_rules_set(rules, rows[i].name, rows[i].value, &error), rows[i].canonical ? VC_OK : VC_ERR_OPTION);
        vc_rules_get(rules, rows[i].name, after, sizeof after, NULL);
        ck_row(rows[i].value, after, rows[i].canonical ? rows[i].canonical : before);
        if (!rows[i].canonical) {
            ck_assert_int_eq(error.status, VC_ERR_OPTION);
            ck_that(error.offset == rows[i].offset, "%s=%s: offset %u", rows[i].name, rows[i].value, error.offset);
            ck_that(*before ? strstr(error.message, "range") : strstr(error.message, "no option"), "%s", error.message);
        }
        vc_rules_release(rules);
    }
}

/* In whichever order they are set. */
START_TEST(options_leave_each_other_alone)
{
    static const struct {
        const char *name, *value;
    } others[] = {
        {"automatic_draws", "off"}, {"king_safety", "strict"},   {"values", "9,8,7,6"},    {"temperature", "1/3"},
        {"initial_moves", "3"},     {"king_initial_moves", "2"}, {"combo_captures", "on"}, {"hand_size", "5"},
        {"packs", "2"},             {"jokers", "1"},             {"face_up", "on"},        {"two_decks", "on"},
    };
    for (uint32_t set = 0; set < COUNT(ruleset_names); set++)
        for (unsigned backwards = 0; backwards < 2; backwards++) {
            vc_rules *rules = new_rules(ruleset_names[set], NULL);
            size_t known = 0;
            for (size_t i = 0; i < COUNT(others); i++) {
                const size_t next = backwards ? COUNT(others) - 1 - i : i;
                known += !vc_rules_set(rules, others[next].name, others[next].value, NULL);
            }
            ck_assert_uint_eq(known, vc_rules_option_count(rules));
            for (size_t i = 0; i < COUNT(others); i++) {
                char value[64];
                if (!vc_rules_get(rules, others[i].name, value, sizeof value, NULL))
                    ck_row(others[i].name, value, others[i].value);
            }
            vc_rules_release(rules);
        }
}

START_TEST(rules_are_frozen_by_games)
{
    vc_rules *rules = new_rules("quantum", "temperature=1/2"), *copy;
    vc_error error = {.size = sizeof error};
    char value[64];
    vc_game *game;
    ck_status(vc_game_new(rules, "x", &game, NULL), VC_ERR_SYNTAX);
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 0);
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    ck_assert_ptr_eq(vc_game_rules(game), rules);
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1);
    ck_status(vc_rules_set(rules, "temperature", "1/3", &error), VC_ERR_FROZEN);
    ck_assert_int_eq(error.status, VC_ERR_FROZEN);
    ck_ok(vc_rules_copy(rules, &copy));
    ck_assert_uint_eq(vc_rules_is_frozen(copy), 0);
    ck_assert_uint_eq(vc_rules_ruleset(copy), VC_QUANTUM);
    vc_rules *same;
    vc_game *other;
    ck_ok(vc_rules_copy(rules, &same)); /* not the defaults */
    ck_ok(vc_game_new(same, ARRAY " drawing:b1", &other, NULL));
    ck_assert_str_eq(outcomes_text(other), "=n:39 =b:10 =r:6 =q:3");
    ck_ok(vc_game_free(other));
    vc_rules_release(same);
    ck_ok(vc_rules_set(copy, "temperature", "1/3", NULL));
    ck_ok(vc_rules_get(copy, "temperature", value, sizeof value, NULL));
    ck_assert_str_eq(value, "1/3");
    ck_ok(vc_rules_get(rules, "temperature", value, sizeof value, NULL));
    ck_assert_str_eq(value, "1/2");
    ck_ok(vc_game_free(game));
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1); /* used them */
    /* References: the last one frees. */
    ck_assert_ptr_eq(vc_rules_retain(rules), rules);
    vc_rules_release(rules);
    ck_assert_uint_eq(heap.live, 2);
    vc_rules_release(rules);
    ck_assert_uint_eq(heap.live, 1);
    vc_rules_release(copy);
    ck_assert_uint_eq(heap.live, 0);
}

int main(void)
{
    return RUN_TESTS("options", options_are_listed, options_are_read_and_written,
                     options_leave_each_other_alone, rules_are_frozen_by_games);
}
