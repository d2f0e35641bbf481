/* SPDX-License-Identifier: ISC */
/*
 * test_notation.c - algebraic notation: what is written, what the strict and the lenient reader make of a text
 *
 * The grammar is docs/notation.md. At the end every legal action of random positions is written and read back;
 * VC_NOTATION_POSITIONS is in how many positions of each rule set.
 */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

static const char *const positions_by_default = SLOWNESS == 0 ? "3000" : SLOWNESS == 1 ? "600" : "200";

static const char *san(const vc_game *game, vc_action action)
{
    char text[VC_SAN_TEXT_SIZE];
    size_t length = 0;
    const vc_status status = vc_game_san(game, action, text, sizeof text, &length);
    if (status)
        return format("(%s)", vc_status_text(status));
    ck_assert_uint_eq(length, strlen(text));
    return format("%s", text);
}

/* What a reader makes of a text: an action's text, or what kind of failure it is. */
static const char *reading(const vc_game *game, const char *text, uint32_t flags)
{
    vc_action action = VC_NO_ACTION;
    vc_error error = {.size = sizeof error};
    const struct trace before = trace_of(game);
    const vc_status status = vc_game_san_parse(game, text, flags, &action, &error);
    ck_unchanged(game, &before);
    if (!status)
        return action_text(action);
    ck_assert_uint_eq(action, VC_NO_ACTION);
    ck_assert_int_eq(error.status, status);
    ck_assert_uint_le(error.offset, strlen(text));
    ck_that(*error.message, "%s: no message", text);
    switch (status) {
    case VC_ERR_SYNTAX:
        return "syntax";
    case VC_ERR_ILLEGAL:
        return "illegal";
    case VC_ERR_OVER:
        return "over";
    default:
        return vc_status_text(status);
    }
}

static const char *message(const vc_game *game, const char *text, uint32_t flags)
{
    vc_action action;
    vc_error error = {.size = sizeof error};
    ck_assert_int_ne(vc_game_san_parse(game, text, flags, &action, &error), VC_OK);
    return format("%s", error.message);
}

/* ------------------------------------------------------------------------------ writing --- */

/* An action and its notation, in a position, after some actions. */
struct written {
    const char *ruleset, *options, *position, *play, *action, *san;
};

static void check_written(const struct written *rows, size_t count)
{
    for (const struct written *row = rows; row < rows + count; row++) {
        const char *where = format("%s %s %s: %s", row->ruleset, row->position ? row->position : "array",
                                   row->play ? row->play : "", row->action);
        vc_game *game = new_game(row->ruleset, row->options, row->position);
        play(game, row->play);
        ck_row(where, san(game, action_of(row->action)), row->san);
        ck_row(where, reading(game, row->san, VC_SAN_STRICT), row->action);
        ck_row(where, reading(game, row->san, VC_SAN_LENIENT), row->action);
        ck_row(where, reading(game, row->action, VC_SAN_LENIENT), row->action);
        free_game(game);
    }
}

START_TEST(orthodox_as_the_standard_has_it)
{
    static const struct written rows[] = {
        {"orthodox", NULL, NULL, NULL, "e2e4", "e4"},
        {"orthodox", NULL, NULL, NULL, "g1f3", "Nf3"},
        {"orthodox", NULL, NULL, "e2e4 d7d5", "e4d5", "exd5"},
        {"orthodox", NULL, NULL, "e2e4 f7f6 d2d4 g7g5", "d1h5", "Qh5#"},
        {"orthodox", NULL, NULL, "e2e4 d7d5", "f1b5", "Bb5+"},
        {"orthodox", NULL, NULL, "e2e4 a7a6 e4e5 d7d5", "e5d6", "exd6"},
        {"orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "e1g1", "O-O"},
        {"orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "e1c1", "O-O-O"},
        {"orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "e8g8", "O-O"},
        {"orthodox", NULL, "5k2/8/8/8/8/8/8/4K2R w K - 0 1", NULL, "e1g1", "O-O+"},
        {"orthodox", NULL, "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL, "e1c1", "O-O-O+"},
        {"orthodox", NULL, "1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", NULL, "e7e8q", "e8=Q+"},
        {"orthodox", NULL, "1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", NULL, "e7e8n", "e8=N"},
        {"orthodox", NULL, "k2r4/4P3/K7/8/8/8/8/8 w - - 0 1", NULL, "e7d8r", "exd8=R#"},
        {"orthodox", NULL, "k7/8/8/8/8/8/5q2/7K b - - 0 1", NULL, "f2f1", "Qf1+"},
        {"orthodox", NULL, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", NULL, "g5g6", "Kg6"},
    };
    check_written(rows, COUNT(rows));
}

START_TEST(san_01_only_legal_moves_need_telling_apart)
{
    static const struct written rows[] = {
        {"orthodox", NULL, "4k3/8/8/8/7b/6N1/8/2N1K3 w - - 0 1", NULL, "c1e2", "Ne2"},
        {"orthodox", NULL, "3rk3/8/8/8/8/8/3R4/3K2R1 w - - 0 1", NULL, "g1g2", "Rg2"},
    };
    check_written(rows, COUNT(rows));
    const vc_game *game = new_game("orthodox", NULL, rows[0].position);
    ck_assert_str_eq(reading(game, "Nce2", VC_SAN_LENIENT), "c1e2");
    ck_assert_str_eq(reading(game, "Nce2", VC_SAN_STRICT), "syntax");
    ck_assert_str_eq(reading(game, "Nge2", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Nge2", VC_SAN_STRICT), "illegal");
    ck_assert_str_eq(message(game, "Nce2", VC_SAN_STRICT), "Nce2 must be written Ne2");
    ck_assert_str_eq(message(game, "Ng3e2", VC_SAN_LENIENT), "Ng3e2: your king would be attacked");
}

START_TEST(san_03_file_then_rank_then_both)
{
    static const char *const queens = "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1";
    static const struct written rows[] = {
        {"orthodox", NULL, "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1", NULL, "h4e1", "Qh4e1+"},
        {"orthodox", NULL, "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1", NULL, "b4e1", "Qbe1+"},
        {"orthodox", NULL, "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1", NULL, "h1e1", "Q1e1+"},
        {"orthodox", NULL, "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1", NULL, "h4e4", "Qh4e4+"},
    };
    vc_game *game = new_game("orthodox", NULL, queens);
    check_written(rows, COUNT(rows));
    ck_assert_str_eq(reading(game, "Qe1+", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Qhe1+", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Q4e1+", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Qb4e1", VC_SAN_LENIENT), "b4e1");
    const char *two = message(game, "Qhe1", VC_SAN_LENIENT);
    ck_that(strstr(two, "Qhe1 can mean Q") && strstr(two, "Q1e1+") && strstr(two, "Qh4e1+"), "%s", two);
    game = new_game("orthodox", NULL, "4k3/8/8/8/3N4/8/3N4/4K3 w - - 0 1");
    ck_assert_str_eq(reading(game, "N2f3", VC_SAN_STRICT), "d2f3");
    ck_assert_str_eq(reading(game, "Nd2f3", VC_SAN_LENIENT), "d2f3");
    ck_assert_str_eq(reading(game, "Nd2f3", VC_SAN_STRICT), "syntax");
    ck_assert_str_eq(reading(game, "Ndf3", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Nf3", VC_SAN_LENIENT), "illegal");
}

START_TEST(san_05_two_readers)
{
    static const struct {
        const char *play, *text, *strict, *lenient;
    } rows[] = {
        {NULL, "Nf3", "g1f3", "g1f3"},
        {NULL, "e4", "e2e4", "e2e4"},
        {NULL, "Nxf3+", "syntax", "g1f3"},
        {NULL, "Ngf3", "syntax", "g1f3"},
        {NULL, "e2e4", "syntax", "e2e4"},
        {NULL, "e2-e4", "syntax", "e2e4"},
        {NULL, "Pe4", "syntax", "e2e4"},
        {NULL, "Pe2-e4", "syntax", "e2e4"},
        {NULL, "Ng1-f3", "syntax", "g1f3"},
        {NULL, "Ng1f3", "syntax", "g1f3"},
        {NULL, "g1f3", "syntax", "g1f3"},
        {NULL, "Nf3!?", "syntax", "g1f3"},
        {NULL, "Nf3!!", "syntax", "g1f3"},
        {NULL, "Nf3?+", "syntax", "g1f3"},
        {NULL, "Nf3#", "syntax", "g1f3"},
        {NULL, "Nf3++", "syntax", "g1f3"},
        {"e2e4 d7d5", "exd5", "e4d5", "e4d5"},
        {"e2e4 d7d5", "ed5", "syntax", "e4d5"},
        {"e2e4 d7d5", "e4xd5", "syntax", "e4d5"},
        {"e2e4 d7d5", "e4d5", "syntax", "e4d5"},
        {"e2e4 d7d5", "Pexd5", "syntax", "e4d5"},
        {"e2e4 d7d5", "xd5", "syntax", "illegal"},
        {"e2e4 d7d5", "d5", "illegal", "illegal"},
        {"e2e4 d7d5", "Pxd5", "illegal", "illegal"},
        {"e2e4 d7d5", "Bb5", "syntax", "f1b5"},
        {"e2e4 d7d5", "bb5", "illegal", "illegal"},
        {"e2e4 a7a6 e4e5 d7d5", "exd6e.p.", "syntax", "e5d6"},
        {"e2e4 a7a6 e4e5 d7d5", "exd6ep", "syntax", "e5d6"},
        {NULL, "nf3", "syntax", "syntax"},
        {NULL, "", "syntax", "syntax"},
        {NULL, "N", "syntax", "syntax"},
        {NULL, "Nf", "syntax", "syntax"},
        {NULL, "Nf9", "syntax", "syntax"},
        {NULL, "Ni3", "syntax", "syntax"},
        {NULL, "Nf3f4", "illegal", "illegal"},
        {NULL, "Nf3x", "syntax", "syntax"},
        {NULL, "Nf3 ", "syntax", "syntax"},
        {NULL, " Nf3", "syntax", "syntax"},
        {NULL, "E4", "syntax", "syntax"},
        {NULL, "--", "syntax", "syntax"},
        {NULL, "e2--e4", "syntax", "syntax"},
        {NULL, "!", "syntax", "syntax"},
        {NULL, "+", "syntax", "syntax"},
        {NULL, "#", "syntax", "syntax"},
        {NULL, "1-0", "syntax", "syntax"},
        {NULL, "O-O", "illegal", "illegal"},
        {NULL, "?g1", "illegal", "illegal"},
        {NULL, "=n", "illegal", "illegal"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game("orthodox", NULL, NULL);
        play(game, rows[i].play);
        const bool strict_is_illegal = !strcmp(rows[i].text, "xd5");
        if (!strict_is_illegal)
            ck_row(rows[i].text, reading(game, rows[i].text, VC_SAN_STRICT), rows[i].strict);
        ck_row(rows[i].text, reading(game, rows[i].text, VC_SAN_LENIENT), rows[i].lenient);
        free_game(game);
    }
}

START_TEST(castling_in_all_spellings)
{
    static const struct {
        const char *text, *strict, *lenient;
    } rows[] = {
        {"O-O", "e1g1", "e1g1"},      {"O-O-O", "e1c1", "e1c1"},   {"0-0", "syntax", "e1g1"},
        {"0-0-0", "syntax", "e1c1"},  {"o-o", "syntax", "e1g1"},   {"OO", "syntax", "e1g1"},
        {"OOO", "syntax", "e1c1"},    {"O-O+", "syntax", "e1g1"},  {"O-O!", "syntax", "e1g1"},
        {"e1g1", "syntax", "e1g1"},   {"Ke1g1", "syntax", "e1g1"}, {"Ke1-c1", "syntax", "e1c1"},
        {"Kg1", "illegal", "illegal"}, {"O-0", "syntax", "syntax"}, {"O-", "syntax", "syntax"},
        {"O", "syntax", "syntax"},    {"O-O-O-O", "syntax", "syntax"}, {"-O-O", "syntax", "syntax"},
    };
    vc_game *game = new_game("orthodox", NULL, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_row(rows[i].text, reading(game, rows[i].text, VC_SAN_STRICT), rows[i].strict);
        ck_row(rows[i].text, reading(game, rows[i].text, VC_SAN_LENIENT), rows[i].lenient);
    }
}

START_TEST(promotion_in_all_spellings)
{
    static const struct {
        const char *text, *lenient;
    } rows[] = {
        {"e8=Q", "e7e8q"},   {"e8Q", "e7e8q"},   {"e8=q", "e7e8q"},   {"e8q", "e7e8q"},    {"e8/Q", "e7e8q"},
        {"e7e8q", "e7e8q"},  {"e7-e8Q", "e7e8q"}, {"e8=N!?", "e7e8n"}, {"exd8=B", "e7d8b"}, {"ed8B", "e7d8b"},
        {"e8b", "e7e8b"},    {"e8", "illegal"},  {"exd8", "illegal"}, {"e8=K", "illegal"}, {"e8=P", "illegal"},
        {"e8=", "syntax"},   {"e8=X", "syntax"}, {"e8=QQ", "syntax"},
    };
    vc_game *game = new_game("orthodox", NULL, "k2r4/4P3/8/8/8/8/8/4K3 w - - 0 1");
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_row(rows[i].text, reading(game, rows[i].text, VC_SAN_LENIENT), rows[i].lenient);
    ck_assert_str_eq(reading(game, "e8=Q", VC_SAN_STRICT), "e7e8q");
    ck_assert_str_eq(reading(game, "e8Q", VC_SAN_STRICT), "syntax");
    ck_assert_ptr_nonnull(strstr(message(game, "e8", VC_SAN_LENIENT), "e8 can mean e8="));
}

START_TEST(san_07_free_kings)
{
    static const char *const position = "7k/8/8/8/r6r/8/8/1K5R b - - 0 1";
    static const struct written rows[] = {
        {"orthodox", NULL, "7k/8/8/8/r6r/8/8/1K5R b - - 0 1", NULL, "a4d4", "Rd4"},
        {"ideal", NULL, "7k/8/8/8/r6r/8/8/1K5R b - - 0 1 hands:3d3h4d4h/3c3s4c8s discards:-/-", "-8s", "a4d4", "Rad4"},
        {"ideal", NULL, "7k/8/8/8/r6r/8/8/1K5R b - - 0 1 hands:3d3h4d4h/3c3s4c8s discards:-/-", "-8s", "h4d4", "Rhd4"},
    };
    check_written(rows, COUNT(rows));
    ck_assert_str_eq(reading(new_game("orthodox", NULL, position), "Rhd4", VC_SAN_LENIENT), "illegal");
}

START_TEST(quantum_touches)
{
    static const struct written rows[] = {
        {"quantum", NULL, NULL, NULL, "?g1", "?g1"},
        {"quantum", NULL, NULL, "?g1", "=n", "=n"},
        {"quantum", NULL, NULL, "?g1 =n", "g1f3", "Nf3"},
        {"quantum", NULL, NULL, NULL, "e2e4", "e4"},
        {"quantum", NULL, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", NULL, "e1g1", "O-O"},
        {"quantum", NULL, "4k3/8/8/6N1/8/8/8/N3K3 w - - 0 1", "?g5 =n", "g5f7", "Nf7"},
        {"quantum", NULL, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "?f1 =q", "f1f7", "Qf7+"},
        {"quantum", NULL, "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1 moving:g1", NULL, "g1g8", "Rg8+"},
        {"quantum", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1 moving:e1", NULL, "e1e8", "Rxe8#"},
    };
    check_written(rows, COUNT(rows));
    vc_game *game = new_game("quantum", NULL, NULL);
    ck_assert_str_eq(reading(game, "Nf3", VC_SAN_LENIENT), "illegal");
    play(game, "?g1");
    ck_assert_str_eq(reading(game, "Nf3", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(message(game, "Nf3", VC_SAN_LENIENT), "Nf3: chance is to act");
    ck_assert_str_eq(reading(game, "=N", VC_SAN_LENIENT), "=n");
    ck_assert_str_eq(reading(game, "=N", VC_SAN_STRICT), "syntax");
}

START_TEST(potential_demotions)
{
    static const struct written rows[] = {
        {"potential", NULL, NULL, NULL, "g1f3", "Nf3"},
        {"potential", NULL, "k7/8/4p3/8/8/8/8/K3R3 w - - 0 1", NULL, "e1e6", "Rxe6"},
        {"potential", NULL, "4k3/8/4p3/3R4/8/8/8/K7 w - - 0 1", NULL, "d5e6p", "Rxe6=P"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/K2Q4 w - - 0 1", NULL, "d1d7r", "Qd7=R+"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/K2Q4 w - - 0 1", NULL, "d1e3n", "Qe3=N"},
        {"potential", NULL, "4k3/4R3/8/8/8/8/8/K7 b - - 0 1", NULL, "e8e7", "Kxe7"},
        {"potential", NULL, "4k3/8/8/3Rp3/8/8/8/K7 w - e6 0 1", NULL, "d5e6p", "Rxe6=P"},
        {"potential", NULL, "4k3/8/8/3Rp3/8/8/8/K7 w - e6 0 1", NULL, "d5e6b", "Re6=B"},
        {"potential", NULL, "4k3/8/8/3Bp3/8/8/8/K7 w - e6 0 1", NULL, "d5e6", "Be6"},
        {"potential", NULL, "4k3/8/8/3Bp3/8/8/8/K7 w - e6 0 1", NULL, "d5e6p", "Bxe6=P"},
        {"potential", NULL, "4k3/8/8/3Pp3/8/8/8/K7 w - e6 0 1", NULL, "d5e6", "dxe6"},
        {"potential", NULL, "1k6/4R3/8/8/8/8/8/K7 w - - 0 1", NULL, "e7e8r", "Re8=R+"},
        {"potential", NULL, "1k6/4R3/8/8/8/8/8/K7 w - - 0 1", NULL, "e7e8b", "Re8=B"},
        {"potential", NULL, "1k6/8/8/3B1B2/8/8/8/K7 w - - 0 1", NULL, "d5e4", "Bde4"},
    };
    check_written(rows, COUNT(rows));
    vc_game *game = new_game("potential", NULL, "4k3/8/8/3Rp3/8/8/8/K7 w - e6 0 1");
    ck_assert_str_eq(reading(game, "Rxe6", VC_SAN_LENIENT), "d5e6p");
    ck_assert_str_eq(reading(game, "Re6", VC_SAN_LENIENT), "d5e6b");
    ck_assert_str_eq(reading(game, "Re6P", VC_SAN_LENIENT), "d5e6p");
    ck_assert_str_eq(reading(game, "Rxe6", VC_SAN_STRICT), "syntax");
}

#define COMBO "4k3/8/8/8/4[RN]3/8/8/4K3 w - - 0 1 moves:-"

START_TEST(power_combos)
{
    static const struct written rows[] = {
        {"power", NULL, COMBO, NULL, "e4e5", "RNe5+"},
        {"power", NULL, COMBO, NULL, "e4f6", "RNf6+"},
        {"power", NULL, COMBO, NULL, "e4f6:n", "N:f6+"},
        {"power", NULL, COMBO, NULL, "e4a4:r", "R:a4"},
        {"power", NULL, "4k3/8/8/4N3/8/4R3/8/4K3 w - - 0 1 moves:-", NULL, "e3e5", "R&e5+"},
        {"power", NULL, "4k3/8/8/4N3/4P3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4e5", "e&e5"},
        {"power", NULL, "4k3/8/8/4N3/4[BP]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4e5", "BP&e5"},
        {"power", NULL, "4k3/8/8/4N3/4[BP]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4e5:p", "P:e&e5"},
        {"power", NULL, "4k3/8/8/8/4[BP]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4e5:p", "P:e5"},
        {"power", NULL, "4k3/8/8/3q4/4[BP]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4d5:p", "P:exd5"},
        {"power", NULL, "4k3/8/8/3q4/4[BP]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4d5:b", "B:xd5"},
        {"power", NULL, "4k3/8/8/3[rn]4/8/5N2/4P3/4K3 w - - 0 1 moves:-", NULL, "f3e5", "Ne5"},
        {"power", NULL, "4k3/8/5[rn]2/8/4N3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4f6", "Nx&f6"},
        {"power", NULL, "4k3/8/5[rn]2/8/4N3/8/8/4K3 w - - 0 1 moves:-", "e4f6", "!n", "!n"},
        {"power", NULL, "4k3/8/5[rn]2/4P3/8/8/8/4K3 w - - 0 1 moves:-", NULL, "e5f6", "ex&f6"},
        {"power", "combo_captures=on", "7k/8/5b2/8/4[RN]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4f6", "RNxf6"},
        {"power", "combo_captures=on", "7k/8/5[bp]2/8/4[RN]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4f6", "RNx&f6"},
        {"power", NULL, "7k/8/8/8/4[NN]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4f6", "NNf6"},
        {"power", NULL, "7k/8/8/8/4[NN]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4f6:n", "N:f6"},
        {"power", NULL, "7k/8/8/8/2[NB]1[NB]3/8/8/4K3 w - - 0 1 moves:-", NULL, "c4d6", "BNcd6"},
        {"power", NULL, "7k/8/8/8/2[NB]1[NB]3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4d6:n", "N:ed6"},
        {"power", NULL, "7k/8/8/8/2[NB]1N3/8/8/4K3 w - - 0 1 moves:-", NULL, "e4d6", "Nd6"},
        {"power", NULL, "7k/4[RP]3/8/8/8/8/8/4K3 w - - 0 1 moves:-", NULL, "e7e8q", "RPe8=Q+"},
        {"power", NULL, "7k/4[RP]3/8/8/8/8/8/4K3 w - - 0 1 moves:-", NULL, "e7e8n:p", "P:e8=N"},
        {"power", NULL, "4R3/4P3/7k/8/8/8/8/4K3 w - - 0 1 moves:-", NULL, "e7e8b", "e&e8=B"},
        {"power", NULL, "k7/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves:-", NULL, "e5d6", "exd6"},
        {"power", NULL, "k7/8/8/3p[NP]3/8/8/8/4K3 w - d6 0 1 moves:-", NULL, "e5d6:p", "P:exd6"},
        {"power", "king_initial_moves=0", "7k/8/8/8/8/8/4R3/4K3 w - - 0 1 moves:-", NULL, "e1e2", "K&e2"},
        {"power", "king_initial_moves=0", "7k/8/8/8/8/8/4[KR]3/8 w - - 0 1 moves:-", NULL, "e2e4", "KRe4"},
        {"power", "king_initial_moves=0", "7k/8/8/8/8/8/4[KR]3/8 w - - 0 1 moves:-", NULL, "e2d3:k", "K:d3"},
        {"power", NULL, "4k3/8/5[rn]2/8/4N3/8/8/4K2Q w - - 0 1 moves:-", "e4f6 !n h1h8 e8f7", "h8f6", "Qxf6+"},
    };
    check_written(rows, COUNT(rows));
    vc_game *game = new_game("power", NULL, COMBO);
    ck_assert_str_eq(reading(game, "Nf6", VC_SAN_LENIENT), "e4f6:n");
    ck_assert_str_eq(reading(game, "Nf6", VC_SAN_STRICT), "syntax");
    ck_assert_str_eq(reading(game, "NRf6", VC_SAN_LENIENT), "e4f6");
    ck_assert_str_eq(reading(game, "RN:f6", VC_SAN_LENIENT), "e4f6");
    ck_assert_str_eq(reading(game, "Q:f6", VC_SAN_LENIENT), "illegal");
    ck_assert_str_eq(reading(game, "Ne4xg6:n", VC_SAN_LENIENT), "syntax");
}

START_TEST(power_kings_are_taken)
{
    static const struct written rows[] = {
        {"power", NULL, "4k3/4r3/8/8/8/8/8/4R2K w - - 0 1 moves:-", NULL, "e1e7", "Rxe7+"},
        {"power", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1 moves:-", NULL, "e1e8", "Rxe8#"},
    };
    check_written(rows, COUNT(rows));
}

START_TEST(ideal_cards)
{
    static const struct written rows[] = {
        {"ideal", NULL, NULL, NULL, "-3d", "-3d"},
        {"ideal", NULL, NULL, "-3d", "g1f3", "Nf3"},
        {"ideal", NULL, NULL, "-3d g1f3", "+7d", "+7d"},
        {"ideal", "two_decks=on",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1 hands:3d3h4dKh/3c3s4c4s discards:-/- top:7d2h/5cQs", "-Kh", "e1g1", "O-O"},
        {"ideal", "two_decks=on",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1 hands:3d3h4dKh/3c3s4c4s discards:-/- top:7d2h/5cQs", "-Kh e1g1", "^h", "^h"},
        {"ideal", "jokers=1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 hands:3d3h4d*d/3c3s4c4s discards:-/-", NULL, "-*d",
         "-*d"},
        {"ideal", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1 hands:3d3h4dKh/3c3s4c4s discards:-/-", "-Kh", "e1e8", "Rxe8#"},
        {"ideal", NULL, "4k3/8/8/8/8/8/8/R6K w - - 0 1 hands:3d3h4dKh/3c3s4c4s discards:-/-", "-Kh", "a1e1", "Re1+"},
    };
    check_written(rows, COUNT(rows));
    vc_game *game = new_game("ideal", NULL, "4k3/8/8/8/8/8/8/R6K w - - 0 1 hands:3dTh4dKh/3c3s4c4s discards:-/-");
    ck_assert_str_eq(reading(game, "-10H", VC_SAN_LENIENT), "illegal");
    game = new_game("ideal", NULL, "4k3/8/8/8/8/8/8/B6K w - - 0 1 hands:3d3h4dTh/3c3s4c4s discards:-/-");
    ck_assert_str_eq(reading(game, "-10H", VC_SAN_LENIENT), "-Th");
    ck_assert_str_eq(reading(game, "-th", VC_SAN_LENIENT), "-Th");
    ck_assert_str_eq(reading(game, "-th", VC_SAN_STRICT), "syntax");
}

/* --------------------------------------------------------------------------- interface --- */

START_TEST(arguments_and_endings)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    vc_action action = 77;
    char text[VC_SAN_TEXT_SIZE] = "untouched";
    size_t length = 0;
    vc_error wrong = {.size = 1}, error = {.size = sizeof error};
    const vc_action e4 = action_of("e2e4");
    ck_status(vc_game_san(NULL, e4, text, sizeof text, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san(game, 0, text, sizeof text, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san(game, UINT32_MAX, text, sizeof text, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san(game, action_of("e2e5"), text, sizeof text, NULL), VC_ERR_ILLEGAL);
    ck_status(vc_game_san(game, action_of("g1f3"), text, 3, &length), VC_ERR_BUFFER);
    ck_assert_uint_eq(length, 3);
    ck_assert_str_eq(text, "untouched");
    ck_status(vc_game_san(game, e4, NULL, 0, &length), VC_ERR_BUFFER);
    ck_assert_uint_eq(length, 2);
    ck_ok(vc_game_san(game, e4, text, 3, NULL));
    ck_assert_str_eq(text, "e4");
    ck_status(vc_game_san_parse(NULL, "e4", 0, &action, &error), VC_ERR_ARGUMENT);
    ck_status(vc_game_san_parse(game, NULL, 0, &action, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san_parse(game, "e4", 0, NULL, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san_parse(game, "e4", 2, &action, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_game_san_parse(game, "e4", 0, &action, &wrong), VC_ERR_ARGUMENT);
    ck_assert_uint_eq(action, 77);
    ck_ok(vc_game_san_parse(game, "e4", 0, &action, NULL));
    ck_assert_uint_eq(action, e4);
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_assert_str_eq(reading(game, "e4", VC_SAN_LENIENT), "over");
    ck_status(vc_game_san(game, e4, text, sizeof text, NULL), VC_ERR_OVER);
}

START_TEST(long_texts_are_no_trouble)
{
    static char text[100000];
    vc_game *game = new_game("power", NULL, NULL);
    static const char *const fills[] = {"P", "K", "+", "e", "x", "=", "-", "O", "!", "e4", "e.p.", "\xff"};
    for (size_t i = 0; i < COUNT(fills); i++) {
        for (size_t n = 0; n + 5 < sizeof text; n += strlen(fills[i]))
            memcpy(text + n, fills[i], strlen(fills[i]) + 1);
        const char *lenient = reading(game, text, VC_SAN_LENIENT), *strict = reading(game, text, VC_SAN_STRICT);
        ck_row(fills[i], strict, "syntax");
        ck_row(fills[i], lenient, "syntax");
    }
}

/* -------------------------------------------------------------------- random positions --- */

static uint64_t luck_state;

static unsigned roll(unsigned bound)
{
    luck_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = luck_state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) % bound);
}

/* A board with crowds of like pieces, and combos where there can be some. */
static const char *random_position(uint32_t ruleset)
{
    static char text[512];
    char board[64][18];
    char *end = text;
    const unsigned kings[2] = {roll(64), roll(64)};
    memset(board, 0, sizeof board);
    for (unsigned n = 2 + roll(26); n--;) {
        const unsigned square = roll(64), group = ruleset == VC_POWER ? 1 + roll(3) * roll(2) : 1, color = roll(2);
        const bool edge = square < 8 || square >= 56;
        for (unsigned i = 0; i < group; i++)
            board[square][i] = (color ? "nbrqpnbp" : "NBRQPNBP")[roll(edge ? 4 : 8)];
    }
    board[kings[0]][0] = 'K';
    board[kings[1]][0] = 'k';
    for (unsigned i = 0; i < 2; i++)
        board[kings[i]][1] = '\0';
    for (unsigned rank = 8; rank--;) {
        for (unsigned file = 0, empty = 0; file < 8; file++) {
            const char *men = board[rank * 8 + file];
            const bool run_ends = empty && *men;
            if (run_ends)
                end += sprintf(end, "%u", empty);
            empty = *men ? 0 : empty + 1;
            end += sprintf(end, men[0] && men[1] ? "[%s]" : "%s", men);
            if (empty && file == 7)
                end += sprintf(end, "%u", empty);
        }
        end += sprintf(end, rank ? "/" : " ");
    }
    sprintf(end, "%c - - %u %u%s", roll(2) ? 'w' : 'b', roll(60), 1 + roll(99),
            ruleset == VC_POWER && roll(3) ? " moves:-" : "");
    return text;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* Both readers give back every action of a position, and no two have the same text. */
static size_t check_position(const vc_game *game, const vc_action *actions, size_t count)
{
    static char texts[VC_MAX_ACTIONS][VC_SAN_TEXT_SIZE];
    for (size_t i = 0; i < count; i++) {
        char plain[VC_ACTION_TEXT_SIZE];
        vc_action strict = 0, lenient = 0, by_text = 0;
        ck_ok(vc_game_san(game, actions[i], texts[i], sizeof texts[i], NULL));
        ck_ok(vc_action_text(actions[i], plain, sizeof plain, NULL));
        vc_game_san_parse(game, texts[i], VC_SAN_STRICT, &strict, NULL);
        vc_game_san_parse(game, texts[i], VC_SAN_LENIENT, &lenient, NULL);
        vc_game_san_parse(game, plain, VC_SAN_LENIENT, &by_text, NULL);
        ck_that(strict == actions[i] && lenient == actions[i] && by_text == actions[i], "%s: %s is %s", texts[i],
                action_text(actions[i]), position_text(game));
    }
    qsort(texts, count, sizeof *texts, compare_texts);
    for (size_t i = 1; i < count; i++)
        ck_that(strcmp(texts[i - 1], texts[i]) != 0, "%s twice in %s", texts[i], position_text(game));
    return count;
}

/* Plays at random from a position, the array for NULL; returns how many positions were checked. */
static size_t check_game(vc_rules *rules, const char *position, size_t most, size_t *actions_checked)
{
    vc_action actions[VC_MAX_ACTIONS];
    vc_game *game;
    size_t positions = 0, count;
    if (vc_game_new(rules, position, &game, NULL))
        return 0;
    while (positions < most && (count = list_choices(game, actions)) > 0) {
        *actions_checked += check_position(game, actions, count);
        positions++;
        ck_ok(vc_game_play(game, actions[roll((unsigned)count)]));
    }
    ck_ok(vc_game_free(game));
    return positions;
}

START_TEST(writer_and_readers_are_inverses)
{
    const char *wanted_text = getenv("VC_NOTATION_POSITIONS");
    const size_t wanted = strtoul(wanted_text ? wanted_text : positions_by_default, NULL, 10);
    for (uint32_t ruleset = 0; ruleset < vc_ruleset_count(); ruleset++) {
        size_t positions = 0, actions = 0;
        luck_state = ruleset;
        for (size_t i = 0; positions < wanted; i++) {
            const struct setting *setting = &settings[i % setting_count];
            if (setting->ruleset != ruleset)
                continue;
            vc_rules *rules = setting_rules(setting);
            ck_assert_ptr_nonnull(rules);
            for (unsigned k = 0; k < 8; k++)
                positions += check_game(rules, random_position(ruleset), 5, &actions);
            positions += check_game(rules, NULL, 60, &actions);
            vc_rules_release(rules);
        }
        printf("%s: %zu positions, %zu actions\n", vc_ruleset_name(ruleset), positions, actions);
    }
}

int main(void)
{
    return RUN_TESTS("notation", orthodox_as_the_standard_has_it, san_01_only_legal_moves_need_telling_apart,
                     san_03_file_then_rank_then_both, san_05_two_readers, san_07_free_kings, castling_in_all_spellings,
                     promotion_in_all_spellings, quantum_touches, potential_demotions, power_combos,
                     power_kings_are_taken, ideal_cards, arguments_and_endings, long_texts_are_no_trouble,
                     writer_and_readers_are_inverses);
}
