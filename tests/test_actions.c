/* SPDX-License-Identifier: ISC */
/* test_actions.c - actions as values and as texts: all that there are, and texts that are none */
#include <stdlib.h>

#include "support.h"

/* Every action that there is: its value and its text are one, and any other bit makes it none. */
static unsigned check_valid_action(vc_action action)
{
    const char *text = action_text(action);
    ck_that(vc_action_is_valid(action) && action_of(text) == action, "%s (0x%08x)", text, (unsigned)action);
    ck_that(strlen(text) < VC_ACTION_TEXT_SIZE, "%s", text);
    for (unsigned bit = 28; bit < 32; bit++)
        ck_that(!vc_action_is_valid(action | UINT32_C(1) << bit), "%s with bit %u", text, bit);
    return 1;
}

START_TEST(every_action)
{
    unsigned count = 0;
    for (uint32_t from = 0; from < 64; from++)
        for (uint32_t to = 0; to < 64; to++)
            for (uint32_t piece = VC_NO_PIECE; piece <= VC_KING; piece++)
                for (uint32_t member = VC_NO_PIECE; member <= VC_KING; member++) {
                    const vc_action action = vc_action_make_move(from, to, piece, member);
                    if (from == to || piece == VC_KING) {
                        ck_that(action == VC_NO_ACTION, "0x%08x", (unsigned)action);
                        continue;
                    }
                    ck_that(vc_action_from(action) == from && vc_action_to(action) == to &&
                                vc_action_piece(action) == piece && vc_action_member(action) == member &&
                                vc_action_kind(action) == VC_MOVE && !vc_action_rank(action) && !vc_action_suit(action),
                            "0x%08x", (unsigned)action);
                    if (from == 11 || to == 42) /* all combinations of letters, on many squares */
                        check_valid_action(action);
                    count++;
                }
    ck_assert_uint_eq(count, 64 * 63 * 6 * 7);
    /* The other kinds use few bits: each kind, each value of its fields. */
    count = 0;
    for (uint32_t kind = 0; kind <= 15; kind++) {
        unsigned of_kind = 0;
        for (uint32_t fields = 0; fields < 1u << 18; fields++) { /* from, piece, member, rank, suit: to stays 0 */
            const vc_action action = kind << 24 | fields << 6;
            if (kind != VC_MOVE && vc_action_is_valid(action))
                of_kind += check_valid_action(action);
            ck_that(kind == VC_MOVE || !vc_action_is_valid(action | 1), "0x%08x", (unsigned)action);
        }
        static const unsigned wanted[16] = {[VC_TOUCH] = 64, [VC_BECOME] = 4, [VC_CASUALTY] = 5, [VC_DISCARD] = 56,
                                            [VC_CHOOSE_DECK] = 4, [VC_DRAW] = 56};
        ck_that(of_kind == wanted[kind], "kind %u: %u", kind, of_kind);
    }
}

START_TEST(action_values_are_frozen)
{
    static const struct {
        const char *text;
        vc_action action;
    } rows[] = {{"e2e4", 0x0100031c},   {"e7e8q", 0x01005d3c}, {"e4f6:n", 0x0101072d}, {"e7f8q:p", 0x0100dd3d},
                {"e1g1", 0x01000106},   {"?g1", 0x02000180},   {"=n", 0x03002000},     {"!n", 0x04010000},
                {"-Kh", 0x05740000},    {"-Ad", 0x05040000},   {"^h", 0x06400000},     {"^d", 0x06000000},
                {"+7d", 0x071c0000},    {"+*s", 0x07f80000},   {"?a1", 0x02000000},    {"d5e6p", 0x010018ec}};
    for (unsigned i = 0; i < COUNT(rows); i++) {
        const vc_action action = action_of(rows[i].text);
        ck_that(action == rows[i].action, "%s is 0x%08x", rows[i].text, (unsigned)action);
        ck_assert_uint_eq(VC_ACTION_FROM(action), vc_action_from(action));
        ck_assert_uint_eq(VC_ACTION_TO(action), vc_action_to(action));
        ck_assert_uint_eq(VC_ACTION_PIECE(action), vc_action_piece(action));
        ck_assert_uint_eq(VC_ACTION_MEMBER(action), vc_action_member(action));
        ck_assert_uint_eq(VC_ACTION_RANK(action), vc_action_rank(action));
        ck_assert_uint_eq(VC_ACTION_SUIT(action), vc_action_suit(action));
        ck_assert_uint_eq(VC_ACTION_KIND(action), vc_action_kind(action));
    }
    ck_assert_uint_eq(vc_action_kind(VC_NO_ACTION), 0);
    ck_assert_uint_eq(vc_action_is_valid(VC_NO_ACTION), 0);
    ck_assert_uint_eq(vc_action_is_valid(UINT32_MAX), 0);
}

START_TEST(C2_malformed_action_texts)
{
    static const struct {
        const char *text;
        uint32_t offset;
    } rows[] = {{"", 0},      {"e", 0},      {"e2", 2},       {"e2e", 2},    {"e2e9", 2},  {"i2e4", 0},
                {"e2e2", 4},  {"E2E4", 0},   {"e2e4Q", 4},    {"e2e4k", 5},  {"e2e4x", 4}, {"e2e4qq", 5},
                {"e2e4:", 5}, {"e2e4:x", 5}, {"e2e4:nn", 6},  {"e2e4 ", 4},  {" e2e4", 0}, {"e2-e4", 2},
                {"?", 1},     {"?i1", 1},    {"?g", 1},       {"?g1g", 3},   {"=", 1},     {"=p", 2},
                {"=k", 2},    {"=N", 1},     {"=nn", 2},      {"!", 1},      {"!k", 2},    {"!x", 1},
                {"-", 1},     {"-K", 2},     {"-1d", 1},      {"-10d", 1},   {"-Kx", 2},   {"-kh", 1},
                {"+7dd", 3},  {"^", 1},      {"^x", 1},       {"^hh", 2},    {"*7d", 0},   {"0000", 0},
                {"O-O", 0},   {"e2e4\n", 4}, {"e2e4:q:q", 6}, {"e2e4:qq", 6}};
    vc_game *game = new_game("orthodox", NULL, NULL);
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_action action = UNTOUCHED;
        vc_error error = {.size = sizeof error};
        char *copy = malloc(strlen(rows[i].text) + 1); /* so that a byte read too many is noticed */
        ck_assert_ptr_nonnull(copy);
        strcpy(copy, rows[i].text);
        ck_status(vc_action_parse(copy, &action, &error), VC_ERR_SYNTAX);
        ck_assert_uint_eq(action, UNTOUCHED);
        ck_assert_int_eq(error.status, VC_ERR_SYNTAX);
        ck_that(error.offset == rows[i].offset, "\"%s\": offset %u", rows[i].text, error.offset);
        ck_that(strstr(error.message, "not an action"), "%s", error.message);
        error.offset = 77;
        ck_status(vc_game_play_text(game, copy, &error), VC_ERR_SYNTAX);
        ck_assert_uint_eq(error.offset, rows[i].offset);
        free(copy);
    }
}

int main(void)
{
    return RUN_TESTS("actions", every_action, action_values_are_frozen, C2_malformed_action_texts);
}
