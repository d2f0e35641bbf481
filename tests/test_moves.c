/* SPDX-License-Identifier: ISC */
/*
 * test_moves.c - what may be done, what it does and how it ends, clause by clause
 *
 * Tests are named after the cases or the clauses of the rules that they are about.
 */
#include <stdio.h>

#include "support.h"

/*
 * After some actions from a position: all actions or outcomes, or some that are there and some that are not; the
 * position; the ending ("" for none). What is NULL is not asked.
 */
struct row {
    const char *clause, *ruleset, *options, *position, *play, *all, *has, *lacks, *after, *ending;
};

static void check_word(vc_game *game, const struct row *row, const char *word, bool wanted)
{
    const char *list = actions_text(game);
    const vc_action action = action_of(word);
    ck_that(has_word(list, word) == wanted, "%s: %s %s in %s", row->clause, word, wanted ? "is not" : "is", list);
    ck_that(vc_game_is_legal(game, action) == (uint32_t)wanted, "%s: %s", row->clause, word);
    ck_that(!*why_text(game, word) == wanted, "%s: %s: %s", row->clause, word, why_text(game, word));
    if (!wanted) {
        const struct trace before = trace_of(game);
        ck_status(vc_game_play(game, action), *ending_text(game) ? VC_ERR_OVER : VC_ERR_ILLEGAL);
        ck_unchanged(game, &before);
    }
}

static void check_words(vc_game *game, const struct row *row, const char *words, bool wanted)
{
    char word[16];
    int length;
    for (; words && sscanf(words, " %15s%n", word, &length) == 1; words += length)
        check_word(game, row, word, wanted);
}

static void check_rows(const struct row *rows, size_t count)
{
    for (const struct row *row = rows; row < rows + count; row++) {
        vc_game *game = new_game(row->ruleset, row->options, row->position);
        play(game, row->play);
        if (row->all)
            ck_row(row->clause, actions_text(game), row->all);
        check_words(game, row, row->has, true);
        check_words(game, row, row->lacks, false);
        if (row->after)
            ck_row(row->clause, position_text(game), row->after);
        if (row->ending)
            ck_row(row->clause, ending_text(game), row->ending);
        free_game(game);
    }
}
#define CHECK(rows) check_rows(rows, COUNT(rows))

static size_t count_actions(const vc_game *game)
{
    size_t count;
    ck_status(vc_game_actions(game, NULL, 0, &count), count ? VC_ERR_BUFFER : VC_OK);
    return count;
}

static void check_perft(const char *ruleset, const char *position, const uint64_t *nodes, uint32_t depths)
{
    vc_game *game = new_game(ruleset, NULL, position);
    for (uint32_t depth = 1; depth <= depths; depth++) {
        uint64_t found;
        if (nodes[depth - 1] > 30000 && SLOWNESS > 0)
            break;
        ck_ok(vc_game_perft(game, depth, VC_PERFT_BULK, NULL, NULL, &found));
        ck_assert_uint_eq(found, nodes[depth - 1]);
    }
    free_game(game);
}

/* -------------------------------------------------------------------------------- cases --- */

START_TEST(mg_01_double_check)
{
    static const struct row rows[] = {{.clause = "only the king moves", .ruleset = "orthodox",
                                       .position = "3rk3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", .all = "e8d7 e8f8",
                                       .lacks = "d8d6"}};
    vc_game *game = new_game("orthodox", NULL, rows[0].position);
    CHECK(rows);
    ck_assert_str_eq(squares_text(vc_game_checkers(game)), "e2 d6");
    check_perft("orthodox", rows[0].position, (const uint64_t[]){2, 50, 486}, 3);
}

START_TEST(mg_03_many_moves)
{
    vc_game *game = new_game("orthodox", NULL, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    ck_assert_uint_eq(count_actions(game), 218);
    static const char full[] = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/kQQQQQ1K w - - 0 1";
    ck_status(vc_game_set_position(game, full, NULL), VC_ERR_POSITION);
    ck_assert_uint_eq(count_actions(game), 218);
}

START_TEST(ep_01_two_pawns_leave_the_rank)
{
    static const struct row rows[] = {{.clause = "the rook sees the king", .ruleset = "orthodox",
                                       .position = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
                                       .all = "a5a4 a5a6 a5b4 a5b5 a5b6 e5e6", .lacks = "e5d6"}};
    CHECK(rows);
    check_perft("orthodox", rows[0].position, (const uint64_t[]){6, 96, 656, 11689}, 4);
}

START_TEST(ep_03_check_by_the_pawn)
{
    static const struct row rows[] = {{.clause = "the only evasion", .ruleset = "orthodox",
                                       .position = "8/8/2K5/k7/pP6/P7/8/5B2 b - b3 0 1", .all = "a4b3", .ending = ""},
                                      {.clause = "played", .ruleset = "orthodox",
                                       .position = "8/8/2K5/k7/pP6/P7/8/5B2 b - b3 0 1", .play = "a4b3",
                                       .after = "8/8/2K5/k7/8/Pp6/8/5B2 w - - 0 2"}};
    CHECK(rows);
    ck_assert_uint_eq(vc_game_in_check(new_game("orthodox", NULL, rows[0].position)), 1);
}

START_TEST(ep_07_no_square_is_no_square)
{
    static const struct row rows[] = {
        {.clause = "a8", .ruleset = "orthodox", .position = "7k/1P6/8/8/8/8/P7/K7 w - - 0 1",
         .all = "a1b1 a1b2 a2a3 a2a4 b7b8b b7b8n b7b8q b7b8r", .lacks = "b7a8q b7c8q b7a8 b7c8"},
        {.clause = "h1", .ruleset = "orthodox", .position = "7k/8/8/8/8/8/6p1/K7 b - - 0 1",
         .all = "g2g1b g2g1n g2g1q g2g1r h8g7 h8g8 h8h7", .lacks = "g2h1q g2f1q g2h1 g2f1"},
        {.clause = "a1", .ruleset = "orthodox", .position = "K6k/8/8/8/8/8/1p6/8 b - - 0 1",
         .all = "b2b1b b2b1n b2b1q b2b1r h8g7 h8g8 h8h7", .lacks = "b2a1q b2c1q b2a1 b2c1"}};
    CHECK(rows);
}

START_TEST(cas_01_a_rook_captured_at_home)
{
    static const char start[] = "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1";
    static const struct row rows[] = {
        {.clause = "a8", .ruleset = "orthodox", .position = start, .play = "b7a8q",
         .after = "Q3k2r/6P1/8/8/8/8/1p4p1/R3K2R b KQk - 0 1"},
        {.clause = "h8", .ruleset = "orthodox", .position = start, .play = "g7h8n",
         .after = "r3k2N/1P6/8/8/8/8/1p4p1/R3K2R b KQq - 0 1"},
        {.clause = "no capture", .ruleset = "orthodox", .position = start, .play = "g7g8q",
         .after = "r3k1Qr/1P6/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1"},
        {.clause = "by the king", .ruleset = "orthodox", .position = "4k2r/6K1/8/8/8/8/8/8 w k - 0 1", .play = "g7h8",
         .after = "4k2K/8/8/8/8/8/8/8 b - - 0 1", .ending = "draw dead_position"}};
    CHECK(rows);
    check_perft("orthodox", start, (const uint64_t[]){39, 1007, 28659, 764007}, 4);
}

START_TEST(cas_05_pawns_attack_too)
{
    static const struct row rows[] = {
        {.clause = "through", .ruleset = "orthodox", .position = "4k3/8/8/8/8/8/4p2p/R3K2R w KQ - 0 1",
         .lacks = "e1c1 e1g1"},
        {.clause = "out of", .ruleset = "orthodox", .position = "r3k2r/3P4/8/8/8/8/8/4K3 b kq - 0 1",
         .all = "e8d7 e8d8 e8e7 e8f7 e8f8", .lacks = "e8c8 e8g8"}};
    CHECK(rows);
    ck_assert_uint_eq(count_actions(new_game("orthodox", NULL, rows[0].position)), 16);
    ck_assert_uint_eq(vc_game_in_check(new_game("orthodox", NULL, rows[1].position)), 1);
}

START_TEST(var_03_the_king_is_free)
{
#define OPEN "1nbqkbn1/pppp1ppp/8/8/4r3/1N1B3Q/PPPP1PPP/R3K2R w KQ - 0 1"
    static const struct row rows[] = {
        {.clause = "strict", .ruleset = "orthodox", .position = OPEN, .lacks = "e1c1 e1g1"},
        {.clause = "quantum", .ruleset = "quantum", .position = OPEN, .has = "e1c1 e1g1 e1e2"},
        {.clause = "quantum, strict", .ruleset = "quantum", .options = "king_safety=strict", .position = OPEN,
         .has = "e1d1", .lacks = "e1c1 e1g1 e1e2"},
        {.clause = "ideal", .ruleset = "ideal", .options = "jokers=1",
         .position = OPEN " hands:3d3h4d/3c3s4c4s discards:*d/- played:*d", .has = "e1c1 e1g1 e1e2 g2g4"}};
    CHECK(rows);
    ck_assert_uint_eq(count_actions(new_game("orthodox", NULL, OPEN)), 5);
    ck_assert_uint_eq(count_actions(new_game("ideal", "jokers=1", rows[3].position)), 39);
}

/* ------------------------------------------------------------------------------- common --- */

#define HANDS " hands:3d3h4d4h/3c3s4c4s discards:-/-"

START_TEST(C4_a_captured_king_ends_the_game)
{
    static const struct row rows[] = {
        {.clause = "quantum, by a pawn", .ruleset = "quantum", .position = "8/8/8/8/8/4k3/3P4/7K w - - 5 9",
         .play = "d2e3", .after = "8/8/8/8/8/4P3/8/7K b - - 0 9", .all = "", .lacks = "h1g1",
         .ending = "w king_captured"},
        {.clause = "quantum, Black's turn ends", .ruleset = "quantum", .position = "7k/8/8/8/8/5p2/6K1/8 b - - 5 9",
         .play = "f3g2", .after = "7k/8/8/8/8/8/6p1/8 w - - 0 10", .all = "", .ending = "b king_captured"},
        {.clause = "quantum, strict: though the own king is left attacked", .ruleset = "quantum",
         .options = "king_safety=strict", .position = "r7/8/8/8/8/8/R6k/K7 w - - 7 3 moving:a2", .has = "a2h2 a2a8",
         .lacks = "a2b2"},
        {.clause = "quantum, strict: it ends", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "r7/8/8/8/8/8/R6k/K7 w - - 7 3 moving:a2", .play = "a2h2", .after = "r7/8/8/8/8/8/7R/K7 b - - 0 3",
         .ending = "w king_captured"},
        {.clause = "power: strict, but a king left attacked may be taken", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/r3R2K w - - 7 3", .has = "e1e8 e1a1", .lacks = "e1e2"},
        {.clause = "power: it ends", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/r3R2K w - - 7 3", .play = "e1e8",
         .after = "4R3/8/8/8/8/8/8/r6K b - - 0 3", .all = "", .ending = "w king_captured"},
        {.clause = "ideal: nothing is drawn", .ruleset = "ideal", .position = "8/8/8/8/8/4k3/3P4/7K w - - 5 9" HANDS,
         .play = "-3d d2e3", .after = "8/8/8/8/8/4P3/8/7K b - - 0 9 hands:3h4d4h/3c3s4c4s discards:3d/-", .all = "",
         .ending = "w king_captured"},
        {.clause = "ideal: king takes king", .ruleset = "ideal",
         .position = "8/8/8/8/8/8/6kK/8 b - - 5 9 hands:3d/AcKs discards:-/-", .play = "-Ac g2h2",
         .after = "8/8/8/8/8/8/7k/8 w - - 0 10 hands:3d/Ks discards:-/Ac", .ending = "b king_captured"},
        {.clause = "ideal, two decks: none is chosen", .ruleset = "ideal", .options = "two_decks=on",
         .position = "8/8/8/8/8/4k3/3P4/7K w - - 5 9" HANDS " top:7d8h/9cTs", .play = "-3d d2e3",
         .after = "8/8/8/8/8/4P3/8/7K b - - 0 9 hands:3h4d4h/3c3s4c4s discards:3d/- top:7d8h/9cTs",
         .ending = "w king_captured"},
    };
    CHECK(rows);
}

START_TEST(C4_strict_and_free)
{
#define PINNED "4r1k1/8/8/8/8/8/4PP2/4K2n w - - 0 1"
    static const struct row rows[] = {
        {.clause = "orthodox", .ruleset = "orthodox", .position = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", .lacks = "e2d3",
         .has = "e1d1"},
        {.clause = "quantum free: stays, enters, leaves", .ruleset = "quantum", .position = PINNED,
         .has = "f2f3 e1d2 e1f1"},
        {.clause = "quantum strict", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "4r1k1/8/8/8/8/8/5P2/4K2n w - - 0 1", .has = "e1d1 e1f1", .lacks = "f2f3 e1e2"},
        {.clause = "ideal free", .ruleset = "ideal", .position = "4r1k1/8/8/8/8/8/5P2/4K2n w - - 0 1" HANDS,
         .play = "-3d", .has = "f2f3 f2f4"},
        {.clause = "ideal strict: only a card that saves the king", .ruleset = "ideal", .options = "king_safety=strict",
         .position = "4r1k1/8/8/8/8/8/5P2/4K2n w - - 0 1 hands:Ad3d/3c discards:-/-", .all = "-Ad"},
        {.clause = "ideal strict: the move too", .ruleset = "ideal", .options = "king_safety=strict",
         .position = "4r1k1/8/8/8/8/8/5P2/4K2n w - - 0 1 hands:Ad3d/3c discards:-/-", .play = "-Ad",
         .all = "e1d1 e1d2 e1f1"},
    };
    CHECK(rows);
}

START_TEST(C5_castling)
{
#define CORNERS "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    static const struct row rows[] = {
        {.clause = "both ways", .ruleset = "orthodox", .position = CORNERS, .has = "e1c1 e1g1"},
        {.clause = "the rook comes along", .ruleset = "orthodox", .position = CORNERS, .play = "e1c1",
         .after = "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
        {.clause = "Black's, short", .ruleset = "orthodox", .position = CORNERS, .play = "a1b1 e8g8",
         .after = "r4rk1/8/8/8/8/8/8/1R2K2R w K - 2 2"},
        {.clause = "through an attack", .ruleset = "orthodox", .position = "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
         .has = "e1g1", .lacks = "e1c1"},
        {.clause = "b1 may be attacked", .ruleset = "orthodox", .position = "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
         .has = "e1g1 e1c1"},
        {.clause = "b1 must be empty", .ruleset = "orthodox", .position = "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
         .has = "e1g1", .lacks = "e1c1"},
        {.clause = "potential: a king's move", .ruleset = "potential", .position = CORNERS, .play = "e1g1",
         .after = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {.clause = "potential: the corner rook becomes less", .ruleset = "potential", .position = CORNERS,
         .play = "a1b2b",
         .after = "r3k2r/8/8/8/8/8/1B6/4K2R b Kkq - 1 1"},
        {.clause = "Q5: no rook now", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/8/B3K2R w KQ - 0 1",
         .has = "e1g1",
         .lacks = "e1c1"},
        {.clause = "free: out of, through and into an attack", .ruleset = "quantum",
         .position = "2rrr1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", .has = "e1c1"},
        {.clause = "power: the corner is a combo", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/R3K2[RN] w KQ - 0 1",
         .has = "e1c1", .lacks = "e1g1"},
        {.clause = "power: the king is in one", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/R3[KN]2R w KQ - 0 1",
         .lacks = "e1g1 e1c1 e1g1:k"},
        {.clause = "power: the rook stays when its companion goes", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/R3K2[RN] w KQ - 0 1", .play = "h1f2:n e8e7",
         .after = "8/4k3/8/8/8/8/5N2/R3K2R w KQ - 2 2", .has = "e1g1 e1c1"},
        {.clause = "power: the rook goes", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/R3K2[RN] w KQ - 0 1",
         .play = "h1h2:r", .after = "4k3/8/8/8/8/8/7R/R3K2N b Q - 1 1"},
        {.clause = "ideal: the card must allow it", .ruleset = "ideal",
         .position = CORNERS " hands:AdKd/3c discards:-/-", .play = "-Ad", .has = "e1e2", .lacks = "e1c1 e1g1 a1a2"},
        {.clause = "ideal: the king's card does", .ruleset = "ideal", .position = CORNERS " hands:AdKd/3c discards:-/-",
         .play = "-Kd", .has = "e1c1 e1g1 e1e2 a1a2"},
    };
    CHECK(rows);
}

/* [Q5] A corner piece that was touched in vain and is a rook again castles: identities do not end the right. */
START_TEST(Q5_the_right_outlives_identities)
{
    vc_game *game = new_game("quantum", NULL, "4k3/8/8/8/8/8/PP6/R3K3 w Q - 0 1");
    play(game, "?a1 =b");
    ck_assert_str_eq(position_text(game), "4k3/8/8/8/8/8/PP6/B3K3 w Q - 0 1 touched:a1");
    ck_assert(!has_word(actions_text(game), "e1c1"));
    play(game, "e1d1");
    ck_assert_uint_eq(vc_game_castling_rights(game), 0);
    ck_ok(vc_game_undo(game));
    play(game, "a2a3 e8e7");
    ck_assert_str_eq(position_text(game), "8/4k3/8/8/8/P7/1P6/B3K3 w Q - 1 2");
    play(game, "?a1 =r");
    ck_assert_str_eq(position_text(game), "8/4k3/8/8/8/P7/1P6/R3K3 w Q - 1 2 moving:a1");
    ck_assert(!has_word(actions_text(game), "e1c1")); /* it must move now */
    play(game, "a1a2");
    ck_assert_uint_eq(vc_game_castling_rights(game), 0);
}

START_TEST(C6_en_passant_square)
{
    static const struct row rows[] = {
        {.clause = "kept when useful", .ruleset = "orthodox", .position = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         .play = "e2e4", .after = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", .has = "d4e3"},
        {.clause = "nobody beside", .ruleset = "orthodox", .position = ARRAY, .play = "e2e4",
         .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {.clause = "the captor is pinned", .ruleset = "orthodox", .position = "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1",
         .play = "d2d4", .after = "4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1", .lacks = "e4d3"},
        {.clause = "free: pins are no matter", .ruleset = "quantum", .position = "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1",
         .play = "d2d4", .after = "4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1", .has = "e4d3"},
        {.clause = "dropped after the turn", .ruleset = "orthodox", .position = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         .play = "e2e4 e8e7 e1e2", .after = "8/4k3/8/8/3pP3/8/4K3/8 b - - 2 2", .lacks = "d4e3"},
        {.clause = "it stays whatever is touched", .ruleset = "quantum",
         .position = "rn2k3/pp6/8/8/3p4/8/4P3/4K3 w - - 0 1",
         .play = "e2e4 ?a8 =b", .after = "bn2k3/pp6/8/8/3pP3/8/8/4K3 b - e3 0 1 touched:a8", .has = "d4e3"},
        {.clause = "it stays while a piece must move", .ruleset = "quantum",
         .position = "rn2k3/pp6/8/8/3p4/8/4P3/4K3 w - - 0 1", .play = "e2e4 ?b8 =n",
         .after = "rn2k3/pp6/8/8/3pP3/8/8/4K3 b - e3 0 1 moving:b8", .lacks = "d4e3"},
        {.clause = "ideal: written before the card is drawn", .ruleset = "ideal",
         .position = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1" HANDS, .play = "-3d e2e4",
         .after = "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1 hands:3h4d4h/3c3s4c4s discards:3d/- drawing:w"},
        {.clause = "ideal: whatever the cards", .ruleset = "ideal",
         .position = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 hands:3d/Kc discards:-/-", .play = "-3d e2e4 +5d",
         .after = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 hands:5d/Kc discards:3d/-", .all = "-Kc"},
        {.clause = "W7: the pawn is not alone", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/3pN3/8/4P3/4K3 w - - 0 1", .play = "e2e4",
         .after = "4k3/8/8/8/3p[NP]3/8/8/4K3 b - - 0 1"},
    };
    CHECK(rows);
}

START_TEST(C7_counters)
{
    static const struct row rows[] = {
        {.clause = "quiet", .ruleset = "orthodox", .position = "4k3/8/8/8/8/8/4P3/R3K3 b - - 7 30", .play = "e8e7",
         .after = "8/4k3/8/8/8/8/4P3/R3K3 w - - 8 31"},
        {.clause = "pawn", .ruleset = "orthodox", .position = "4k3/8/8/8/8/8/4P3/R3K3 w - - 7 30", .play = "e2e3",
         .after = "4k3/8/8/8/8/4P3/8/R3K3 b - - 0 30"},
        {.clause = "castling is quiet", .ruleset = "orthodox", .position = CORNERS, .play = "e1g1 e8c8",
         .after = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"},
        {.clause = "touching is no turn", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/PP6/R3K3 w - - 7 30",
         .play = "?a1 =b", .after = "4k3/8/8/8/8/8/PP6/B3K3 w - - 7 30 touched:a1"},
        {.clause = "P5: any move made as a pawn", .ruleset = "potential", .position = "4k3/8/8/8/8/8/8/Q3K3 b - - 7 30",
         .play = "e8e7 a1a2p", .after = "8/4k3/8/8/8/8/P7/4K3 b - - 0 31"},
        {.clause = "P5: no other", .ruleset = "potential", .position = "4k3/8/8/8/8/8/8/Q3K3 b - - 7 30",
         .play = "e8e7 a1a3r", .after = "8/4k3/8/8/8/R7/8/4K3 b - - 9 31"},
        {.clause = "ideal: with the move, the number with the draw", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30 hands:3d/AcKc discards:-/-", .play = "-Ac e8e7",
         .after = "8/4k3/8/8/8/8/4P3/4K3 b - - 8 30 hands:3d/Kc discards:-/Ac drawing:b"},
        {.clause = "ideal: then", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30 hands:3d/AcKc discards:-/-", .play = "-Ac e8e7 +5s",
         .after = "8/4k3/8/8/8/8/4P3/4K3 w - - 8 31 hands:3d/5sKc discards:-/Ac"},
        {.clause = "W9: a combo with a piece is no pawn", .ruleset = "power",
         .position = "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 7 30", .play = "d4d5",
         .after = "4k3/8/8/3[NP]4/8/8/8/4K3 b - - 8 30"},
        {.clause = "W9: a combo of pawns is", .ruleset = "power", .position = "4k3/8/8/8/3[PP]4/8/8/4K3 w - - 7 30",
         .play = "d4d5", .after = "4k3/8/8/3[PP]4/8/8/8/4K3 b - - 0 30"},
        {.clause = "W9: a pawn that leaves is", .ruleset = "power", .position = "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 7 30",
         .play = "d4d5:p", .after = "4k3/8/8/3P4/3N4/8/8/4K3 b - - 0 30"},
        {.clause = "W9: attack and casualty are two turns, both at 0", .ruleset = "power",
         .position = "4k3/8/8/3[nq]4/8/8/8/3RK3 w - - 7 30", .play = "d1d5",
         .after = "4k3/8/8/3[qn]4/8/8/8/4K3 b - - 0 30 hit:d5"},
        {.clause = "W9: a casualty resets it, whatever it was", .ruleset = "power",
         .position = "4k3/8/8/8/3[QNP]4/8/8/4K3 w - - 7 30 hit:d4", .play = "!n",
         .after = "4k3/8/8/8/3[QP]4/8/8/4K3 b - - 0 30"},
        {.clause = "W9: the casualty", .ruleset = "power", .position = "4k3/8/8/3[nq]4/8/8/8/3RK3 w - - 7 30",
         .play = "d1d5 !q", .after = "4k3/8/8/3n4/8/8/8/4K3 w - - 0 31", .ending = "draw dead_position"},
    };
    CHECK(rows);
}

START_TEST(C8_order_of_ends)
{
    static const struct row rows[] = {
        {.clause = "stalemate before a dead position", .ruleset = "orthodox",
         .position = "k7/8/1K6/8/8/8/7B/8 b - - 150 200",
         .ending = "draw stalemate"},
        {.clause = "a dead position before the clock", .ruleset = "orthodox",
         .position = "k7/8/8/8/8/8/7B/K7 b - - 150 200",
         .ending = "draw dead_position"},
        {.clause = "two knights are not dead", .ruleset = "orthodox", .position = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
         .has = "e1e2", .ending = ""},
        {.clause = "nor are a knight and a bishop", .ruleset = "orthodox",
         .position = "4k3/8/8/8/8/8/8/3NKB2 w - - 0 1", .has = "e1e2", .ending = ""},
        {.clause = "the clock", .ruleset = "orthodox", .position = "k7/8/8/8/8/8/7R/K7 b - - 150 200", .all = "",
         .ending = "draw seventyfive_moves"},
        {.clause = "the clock is not run out", .ruleset = "orthodox", .position = "k7/8/8/8/8/8/7R/K7 b - - 149 200",
         .ending = ""},
        {.clause = "no automatic draws", .ruleset = "orthodox", .options = "automatic_draws=off",
         .position = "k7/8/8/8/8/8/7R/K7 b - - 150 200", .has = "a8b8", .ending = ""},
        {.clause = "no automatic draws: dead all the same", .ruleset = "orthodox", .options = "automatic_draws=off",
         .position = "k7/8/8/8/8/8/7B/K7 b - - 150 200", .ending = "draw dead_position"},
        {.clause = "king captured before the clock", .ruleset = "quantum",
         .position = "8/8/8/8/8/8/7R/K7 b - - 150 200",
         .ending = "w king_captured"},
        {.clause = "checkmate before the clock", .ruleset = "quantum", .position = "k6R/8/1K6/8/8/8/8/8 b - - 150 200",
         .ending = "w checkmate"},
        {.clause = "not within a turn", .ruleset = "quantum",
         .position = "4k3/8/8/8/8/8/PP6/B3K3 w - - 150 1 touched:a1",
         .has = "e1d1", .ending = ""},
        {.clause = "not within a turn: drawing", .ruleset = "quantum",
         .position = "4k3/8/8/8/8/8/8/B3K3 w - - 150 1 drawing:a1",
         .ending = ""},
        {.clause = "power: not before the casualty", .ruleset = "power",
         .position = "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 150 1 hit:d4", .all = "!n !p", .ending = ""},
        {.clause = "ideal: not before the draw", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/4P3/4K3 w - - 149 1 hands:Ad/Ac discards:-/-", .play = "-Ad e1d1", .ending = ""},
        {.clause = "ideal: after it", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/4P3/4K3 w - - 149 1 hands:Ad/Ac discards:-/-", .play = "-Ad e1d1 +5d",
         .ending = "draw seventyfive_moves"},
        {.clause = "ideal: stalemate by cards before the clock", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/8/4K3 w - - 150 1 hands:3d/3c discards:-/-", .ending = "b stalemate"},
    };
    CHECK(rows);
}

/* Asked of games that nobody has asked for their actions or their ending yet. */
START_TEST(C8_nothing_is_legal_in_a_finished_game)
{
    static const struct {
        const char *ruleset, *options, *position, *actions;
    } rows[] = {
        {"orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", "e2e4 e1d1"},
        {"orthodox", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", "a8b8 a8a7"},
        {"potential", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", "e2e4 e1d1"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
        {"quantum", NULL, "4k3/8/8/8/8/8/4P3/4K2R w - - 150 1", "e2e4 e1d1 ?h1"},
        {"quantum", "king_safety=strict", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
        {"quantum", NULL, "k6R/8/1K6/8/8/8/8/1b6 b - - 0 1", "a8b8 a8a7 ?b1"},
        {"quantum", NULL, "8/8/8/8/8/8/7R/K7 w - - 0 1", "a1a2 ?h2"},
        {"power", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", "e2e4 e1d1"},
        {"power", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
        {"power", NULL, "8/8/8/8/8/8/7R/K7 w - - 0 1", "a1a2 h2h3"},
        {"ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1" HANDS, "-3d -4h"},
        {"ideal", NULL, "8/8/8/8/8/8/4P3/4K3 w - - 0 1" HANDS, "-3d -4h"},
        {"ideal", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1" HANDS, "-3d -4h"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        char word[16];
        int length;
        for (const char *words = rows[i].actions; sscanf(words, " %15s%n", word, &length) == 1; words += length) {
            vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
            ck_that(!vc_game_is_legal(game, action_of(word)), "%s %s", rows[i].position, word);
            free_game(game);
            game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
            ck_status(vc_game_play(game, action_of(word)), VC_ERR_OVER);
            free_game(game);
        }
    }
}

START_TEST(C10_perft)
{
    static const struct {
        const char *ruleset, *position, *play;
        uint64_t nodes[3];
    } rows[] = {
        {"orthodox", NULL, NULL, {1, 20, 400}},
        {"quantum", NULL, NULL, {1, 23, 396}},  /* sixteen pawn moves and seven touches [Q] */
        {"quantum", NULL, "?g1", {1, 4, 68}},   /* two moves as a knight; as others hemmed in: 16 and six touches */
        {"potential", NULL, NULL, {1, 28, 784}},
        {"power", NULL, NULL, {1, 20, 400}},
        {"ideal", NULL, NULL, {1, 4, 72}},      /* by a three 20 moves, by a four 16 */
        {"ideal", NULL, "-3d e2e4", {1, 22, 88}}, /* a deck of 22, then four cards of Black's */
        {"orthodox", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL, {1, 0, 0}}, /* a finished game has none */
        {"orthodox", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", NULL, {1, 0, 0}},
        {"quantum", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", NULL, {1, 0, 0}},
        {"potential", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL, {1, 0, 0}},
        {"potential", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", NULL, {1, 0, 0}},
        {"power", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL, {1, 0, 0}},
        {"power", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1", NULL, {1, 0, 0}},
        {"ideal", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 1" HANDS, NULL, {1, 0, 0}},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, NULL, rows[i].position);
        play(game, rows[i].play);
        for (uint32_t depth = 0; depth < 3; depth++)
            for (uint32_t flags = VC_PERFT_BULK; flags <= VC_PERFT_NO_BULK; flags++) {
                uint64_t nodes = 77;
                ck_ok(vc_game_perft(game, depth, flags, NULL, NULL, &nodes));
                ck_that(nodes == rows[i].nodes[depth], "%u: perft(%u) is %u", i, depth, (unsigned)nodes);
            }
        free_game(game);
    }
}

/* ------------------------------------------------------------------------------ quantum --- */

START_TEST(Q3_a_turn)
{
    static const struct row rows[] = {
        {.clause = "pawns, the king, and touches", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
         .all = "?a1 a2a3 a2a4 e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", .lacks = "a1b1 ?e1 ?a2 ?b1 ?e8 =q a7a6"},
        {.clause = "the king's move ends it", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
         .play = "e1c1", .after = "4k3/8/8/8/8/8/P7/2KR4 b - - 1 1"},
        {.clause = "chance draws", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", .play = "?a1",
         .after = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1 drawing:a1", .all = "=b:10 =n:10 =q:3 =r:6",
         .lacks = "a1b1 ?a1 e1e2 +5d"},
        {.clause = "it must be moved", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
         .play = "?a1 =n", .all = "a1b3 a1c2", .lacks = "e1e2 ?a1 a2a3 =n",
         .after = "4k3/8/8/8/8/8/P7/N3K3 w Q - 0 1 moving:a1"},
        {.clause = "its move ends the turn", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
         .play = "?a1 =n a1c2", .after = "4k3/8/8/8/8/8/P1N5/4K3 b - - 1 1"},
        {.clause = "hemmed in: it stays what it became, once a turn", .ruleset = "quantum", .position = ARRAY,
         .play = "?a1 =q ?c1 =r", .has = "?b1 ?d1 ?g1 e2e4", .lacks = "?a1 ?c1 a1a2",
         .after = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QNRQKBNR w KQkq - 0 1 touched:a1c1"},
        {.clause = "hemmed in, though the king may castle", .ruleset = "quantum",
         .position = "4k3/8/8/8/8/1P6/PPP5/RB2K2R w K - 0 1", .play = "?a1 =n", .has = "e1g1",
         .after = "4k3/8/8/8/8/1P6/PPP5/NB2K2R w K - 0 1 touched:a1"},
        {.clause = "another turn, another touch", .ruleset = "quantum", .position = ARRAY, .play = "?a1 =q e2e4 e7e5",
         .has = "?a1", .after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/QNBQKBNR w KQkq - 0 2"},
        {.clause = "Q2: a promoted pawn is an officer", .ruleset = "quantum",
         .position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
         .play = "a7a8n e8e7", .has = "?a8"},
        {.clause = "Q6: strict: a pinned piece cannot move, and a pin may be undone by a touch", .ruleset = "quantum",
         .options = "king_safety=strict", .position = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", .play = "?e2 =b",
         .after = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1 touched:e2", .lacks = "e2d3"},
        {.clause = "Q6: strict: along the pin", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", .play = "?e2 =r", .all = "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"},
        {.clause = "Q6: free", .ruleset = "quantum", .position = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", .play = "?e2 =b",
         .has = "e2d3"},
    };
    CHECK(rows);
}

START_TEST(Q4_weights)
{
    static const struct {
        const char *clause, *options, *knight, *queen;
    } rows[] = {
        {"Q4a", NULL, "=n:10 =b:10 =r:6 =q:3", "=n:10 =b:10 =r:6 =q:3"},
        {"Q4a equal values", "values=7,7,7,7", "=n:1 =b:1 =r:1 =q:1", "=n:1 =b:1 =r:1 =q:1"},
        {"Q4a other values", "values=8,4,2,1", "=n:8 =b:4 =r:2 =q:1", "=n:8 =b:4 =r:2 =q:1"},
        {"Q4a no common divisor", "values=9,5,3,3", "=n:15 =b:15 =r:9 =q:5", "=n:15 =b:15 =r:9 =q:5"},
        {"Q4a the largest", "values=100,99,98,97", "=n:485100 =b:480150 =r:475300 =q:470547",
         "=n:485100 =b:480150 =r:475300 =q:470547"},
        {"Q4aa half", "temperature=1/2", "=n:39 =b:10 =r:6 =q:3", "=n:5 =b:5 =r:3 =q:16"},
        {"Q4aa a third", "temperature=1/3", "=n:49 =b:20 =r:12 =q:6", "=n:20 =b:20 =r:12 =q:35"},
        {"Q4aa reduced", "temperature=50/100", "=n:39 =b:10 =r:6 =q:3", "=n:5 =b:5 =r:3 =q:16"},
        {"Q4aa one: weights of 0 are not listed", "temperature=1", "=n:1", "=q:1"},
        {"Q4aa nearly one", "temperature=99/100 values=1,1,1,1", "=n:397 =b:1 =r:1 =q:1", "=n:1 =b:1 =r:1 =q:397"},
        {"Q4aa zero", "temperature=0/7", "=n:10 =b:10 =r:6 =q:3", "=n:10 =b:10 =r:6 =q:3"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game("quantum", rows[i].options, NULL);
        play(game, "?b1");
        ck_row(rows[i].clause, outcomes_text(game), rows[i].knight);
        ck_ok(vc_game_undo(game));
        play(game, "?d1");
        ck_row(rows[i].clause, outcomes_text(game), rows[i].queen);
        free_game(game);
    }
}

START_TEST(Q7_the_end)
{
    static const struct row rows[] = {
        {.clause = "checkmated, though it could still move", .ruleset = "quantum",
         .position = "k6R/8/1K6/8/8/8/8/8 b - - 0 1", .all = "", .lacks = "a8b8 a8a7", .ending = "w checkmate"},
        {.clause = "checkmated by a pawn, though another could step", .ruleset = "quantum",
         .position = "6r1/1k6/8/8/8/5n2/P5p1/7K w - - 0 1", .ending = "b checkmate"},
        {.clause = "the other side too", .ruleset = "quantum",
         .position = "7k/p5P1/5N2/8/8/8/1K6/6R1 b - - 0 1", .ending = "w checkmate"},
        {.clause = "strict too", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "k6R/8/1K6/8/8/8/8/8 b - - 0 1", .all = "", .ending = "w checkmate"},
        {.clause = "stalemated", .ruleset = "quantum", .position = "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", .all = "",
         .ending = "w stalemate"},
        {.clause = "stalemated: a bishop hemmed in does not save", .ruleset = "quantum",
         .position = "k7/2Q5/8/8/8/8/6p1/6Kb b - - 0 1", .all = "", .ending = "w stalemate"},
        {.clause = "stalemated: nor does a rook", .ruleset = "quantum",
         .position = "k7/2Q5/8/8/8/8/5p1p/5Kbr b - - 0 1", .all = "", .ending = "w stalemate"},
        {.clause = "stalemated: nor does a knight", .ruleset = "quantum",
         .position = "k6n/2Q2p2/5Pp1/6P1/8/8/8/4K3 b - - 0 1", .all = "", .ending = "w stalemate"},
        {.clause = "stalemated: nor does a pinned knight", .ruleset = "quantum",
         .position = "kn1R4/8/1K6/8/8/8/8/8 b - - 0 1", .all = "", .ending = "w stalemate"},
        {.clause = "stalemated: nor does a pinned pawn", .ruleset = "quantum",
         .position = "k1K5/1p6/8/3B4/8/8/8/6B1 b - - 0 1", .all = "", .ending = "w stalemate"},
        {.clause = "a knight as it stands saves", .ruleset = "quantum", .position = "k7/2Q5/8/8/8/8/8/4K2n b - - 0 1",
         .has = "?h1 a8a7", .ending = ""},
        {.clause = "a piece as it stands saves", .ruleset = "quantum", .position = "k7/2Q5/8/8/8/8/p7/4K2b b - - 0 1",
         .has = "?h1 a2a1q a8a7", .ending = ""},
        {.clause = "what the king's capture saves", .ruleset = "quantum", .position = "k6R/8/1K6/8/8/8/8/1r6 b - - 0 1",
         .has = "?b1", .ending = ""},
        {.clause = "castling out of an attack saves under free safety", .ruleset = "quantum",
         .position = "k2rrr2/8/8/8/8/8/8/4K2R w K - 0 1", .has = "e1g1 e1d1 ?h1", .ending = ""},
        {.clause = "not without the right", .ruleset = "quantum", .position = "k2rrr2/8/8/8/8/8/8/4K2R w - - 0 1",
         .ending = "b checkmate"},
        {.clause = "nor under strict safety", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "k2rrr2/8/8/8/8/8/8/4K2R w K - 0 1", .ending = "b checkmate"},
        {.clause = "nor when it ends in another attack", .ruleset = "quantum",
         .position = "k2rrrr1/8/8/8/8/8/8/4K2R w K - 0 1", .ending = "b checkmate"},
        {.clause = "not once something was touched", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "rr4k1/8/8/8/8/8/7R/K6R w - - 0 1", .play = "?h2 =n", .all = "?h1", .ending = ""},
        {.clause = "the trap: nothing left to touch or move", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "rr4k1/8/8/8/8/8/7R/K7 w - - 0 1", .play = "?h2 =n", .all = "", .lacks = "a1a2 h2f3 ?h2",
         .after = "rr4k1/8/8/8/8/8/7N/K7 w - - 0 1 touched:h2", .ending = "b quantum_trap"},
        {.clause = "no trap under free safety", .ruleset = "quantum", .position = "rr4k1/8/8/8/8/8/7R/K7 w - - 0 1",
         .play = "?h2 =n", .all = "h2f1 h2f3 h2g4", .ending = ""},
        {.clause = "K v K free", .ruleset = "quantum", .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", .has = "e1e2",
         .ending = ""},
        {.clause = "K v K strict", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", .ending = "draw dead_position"},
        {.clause = "K and B v K strict", .ruleset = "quantum", .options = "king_safety=strict",
         .position = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", .has = "?f1", .ending = ""},
    };
    CHECK(rows);
}

/* ---------------------------------------------------------------------------- potential --- */

/* What a white officer on an empty board becomes by a move [P2], read off the rules; 0 when it does not move so. */
static char least_type(char officer, int from, int to, bool captures)
{
    static const char ranking[] = "pnbrq";
    const int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    const int wide = files < 0 ? -files : files, high = ranks < 0 ? -ranks : ranks;
    char least = 0;
    if (from / 8 != 7 && (captures ? ranks == 1 && wide == 1 : !files && (ranks == 1 || (ranks == 2 && from / 8 == 1))))
        least = 'p';
    else if (wide + high == 3 && wide && high)
        least = 'n';
    else if (wide == high && wide)
        least = 'b';
    else if (!wide != !high)
        least = 'r';
    return least && strchr(ranking, officer) >= strchr(ranking, least) ? least : 0;
}

/* A board with single pieces on squares; letters[i] stands on squares[i]. */
static const char *board_with(const char *letters, const int *squares)
{
    char cells[65], text[128], *end = text;
    memset(cells, '1', sizeof cells);
    for (int i = 0; letters[i]; i++)
        cells[squares[i]] = letters[i];
    for (int rank = 8; rank--; *end++ = rank ? '/' : '\0')
        for (int file = 0; file < 8; file++) {
            if (cells[8 * rank + file] == '1' && file && end[-1] >= '1' && end[-1] <= '8')
                end[-1]++;
            else
                *end++ = cells[8 * rank + file];
        }
    return format("%s", text);
}

/* What a piece may become by a move from one square to another: letters, sorted, '.' for what it is. */
static const char *becomes(const vc_game *game, int from, int to)
{
    vc_action list[VC_MAX_ACTIONS];
    char letters[8] = "";
    size_t n;
    ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &n));
    for (uint32_t type = VC_NO_PIECE; type <= VC_QUEEN; type++)
        for (size_t i = 0; i < n; i++)
            if (list[i] == vc_action_make_move((uint32_t)from, (uint32_t)to, type, VC_NO_PIECE))
                letters[strlen(letters)] = ".pnbrq"[type];
    return format("%s", letters);
}

/* Officers of either colour on the d-file, to each square, with and without an enemy there. */
START_TEST(P2_officers_become_the_least)
{
    static const struct {
        int from, own_king, enemy_king; /* the kings stand where they neither block nor are attacked */
    } boards[] = {{3, 56, 63}, {11, 56, 63}, {27, 8, 55}, {51, 8, 7}, {59, 8, 7}};
    vc_game *game = new_game("potential", NULL, NULL);
    for (const char *officer = "nbrq"; *officer; officer++)
        for (unsigned i = 0; i < COUNT(boards); i++)
            for (int to = 0; to < 64; to++)
                for (int variant = 0; variant < 4; variant++) {
                    const bool captures = variant & 1, black = variant & 2;
                    const int turn = black ? 56 : 0, from = boards[i].from;
                    if (to == from || to == boards[i].own_king || to == boards[i].enemy_king)
                        continue;
                    const char piece = black ? *officer : (char)(*officer - 'a' + 'A');
                    const char letters[] = {black ? 'k' : 'K', black ? 'K' : 'k', piece,
                                            captures ? (black ? 'N' : 'n') : '\0', '\0'};
                    const int squares[] = {boards[i].own_king ^ turn, boards[i].enemy_king ^ turn, from ^ turn,
                    to ^ turn};
                    const char *position = format("%s %c - - 0 1", board_with(letters, squares), black ? 'b' : 'w');
                    const char least = least_type(*officer, from, to, captures);
                    const bool promotes = least == 'p' && to / 8 == 7;
                    ck_ok(vc_game_set_position(game, position, NULL));
                    ck_row(format("%s: %d to %d", position, from, to), becomes(game, from ^ turn, to ^ turn),
                           promotes ? "nbrq" : !least ? "" : least == *officer ? "." : format("%c", least));
                }
}

START_TEST(P2_to_P5_potential)
{
    static const struct row rows[] = {
        {.clause = "P2 two steps from the second rank need an empty way", .ruleset = "potential",
         .position = "4k3/8/8/8/8/3p4/3B4/4K3 w - - 0 1", .lacks = "d2d4p d2d3p d2d4", .has = "d2e3 d2c3"},
        {.clause = "P2 what a move made", .ruleset = "potential", .position = "4k3/8/8/8/8/8/8/Q3K3 w - - 3 1",
         .play = "a1b3n", .after = "4k3/8/8/8/8/1N6/8/4K3 b - - 4 1"},
        {.clause = "P2 a pawn is a pawn", .ruleset = "potential", .position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
         .all = "a2a3 a2a4 e1d1 e1d2 e1e2 e1f1 e1f2"},
        {.clause = "P2 the king is outside", .ruleset = "potential", .position = "7k/8/8/8/8/8/8/K7 w - - 0 1",
         .ending = "draw dead_position"},
        {.clause = "P3 whoever makes the move promotes", .ruleset = "potential",
         .position = "8/4N3/8/k7/8/8/8/4K3 w - - 0 1",
         .has = "e7e8q e7e8r e7e8b e7e8n e7c8 e7c6", .lacks = "e7e8 e7e8p e7e6p"},
        {.clause = "P3 by a capture", .ruleset = "potential", .position = "3r4/4R3/8/k7/8/8/8/4K3 w - - 0 1",
         .has = "e7d8q e7d8r e7d8b e7d8n e7e6", .lacks = "e7d8 e7d8p"},
        {.clause = "P3 a queen may promote to one", .ruleset = "potential",
         .position = "8/4Q3/8/8/8/8/8/3K3k w - - 0 1",
         .has = "e7e8q", .lacks = "e7e6q e7d8q e7e6"},
        {.clause = "P4 any piece's two steps", .ruleset = "potential", .position = "6k1/8/8/8/3n4/8/4R3/3K4 w - - 0 1",
         .play = "e2e4p", .after = "6k1/8/8/8/3nP3/8/8/3K4 b - e3 0 1", .has = "d4e3p", .lacks = "d4e3 d4e3n d4e3b"},
        {.clause = "P4 a bishop may take, or step there", .ruleset = "potential",
         .position = "4k3/8/8/3pB3/8/8/8/4K3 w - d6 0 1", .has = "e5d6p e5d6", .lacks = "e5d6b"},
        {.clause = "P4 a rook may take, or step there", .ruleset = "potential",
         .position = "k7/8/8/3pR3/8/8/8/4K3 w - d6 0 1", .has = "e5d6p e5d6b", .lacks = "e5d6"},
        {.clause = "P4 taking", .ruleset = "potential", .position = "k7/8/8/3pR3/8/8/8/4K3 w - d6 0 1", .play = "e5d6p",
         .after = "k7/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {.clause = "P4 stepping", .ruleset = "potential", .position = "k7/8/8/3pR3/8/8/8/4K3 w - d6 3 1",
         .play = "e5d6b",
         .after = "k7/8/3B4/3p4/8/8/8/4K3 b - - 4 1"},
        {.clause = "P5 a knight attacks as a pawn", .ruleset = "potential",
         .position = "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1",
         .all = "e1d1 e1d2 e1f1", .lacks = "e1e2 e1f2"},
        {.clause = "P5 a bishop attacks as a knight", .ruleset = "potential",
         .position = "4k3/8/8/8/8/4b3/8/6K1 w - - 0 1",
         .all = "g1h1 g1h2", .lacks = "g1f1 g1g2"},
        {.clause = "P5 a rook as all", .ruleset = "potential", .position = "4k3/8/8/8/8/4r3/8/7K w - - 0 1",
         .all = "h1h2",
         .lacks = "h1g1 h1g2"},
        {.clause = "P5 checkmate", .ruleset = "potential", .position = "k7/8/1K6/8/8/8/7R/8 w - - 0 1", .play = "h2h8",
         .ending = "w checkmate"},
        {.clause = "P5 stalemate", .ruleset = "potential", .position = "k7/P7/K7/8/8/8/8/8 b - - 0 1",
         .ending = "draw stalemate"},
        {.clause = "P5 a bishop is enough", .ruleset = "potential", .position = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
         .ending = ""},
    };
    CHECK(rows);
}

/* -------------------------------------------------------------------------------- power --- */

START_TEST(W2_merging)
{
    static const struct row rows[] = {
        {.clause = "a piece joins another", .ruleset = "power", .position = "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1",
         .play = "d1d4", .after = "4k3/8/8/8/3[RN]4/8/8/4K3 b - - 1 1"},
        {.clause = "a combo joins a combo", .ruleset = "power", .position = "4k3/8/8/8/3[NP]4/8/8/3[RB]K3 w - - 0 1",
         .play = "d1d4", .after = "4k3/8/8/8/3[RBNP]4/8/8/4K3 b - - 1 1"},
        {.clause = "a first move never merges", .ruleset = "power",
         .position = "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1 moves:d1=0,e1=0,e8=0", .has = "d1d3", .lacks = "d1d4"},
        {.clause = "nor with an unmoved one", .ruleset = "power",
         .position = "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1 moves:e1=0,d4=0,e8=0", .has = "d1d3", .lacks = "d1d4"},
        {.clause = "nor with one unmoved member", .ruleset = "power",
         .position = "4k3/8/8/8/3[NP]4/8/8/3RK3 w - - 0 1 moves:e1=0,d4p=0,e8=0", .has = "d1d3", .lacks = "d1d4"},
        {.clause = "initial_moves 0", .ruleset = "power", .options = "initial_moves=0", .position = ARRAY,
         .has = "d1d2 a1b1 b1d2", .lacks = "d1e1 e1d1"},
        {.clause = "initial_moves 2", .ruleset = "power", .options = "initial_moves=2",
         .position = "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1 moves:d1=1,e1=0,e8=0", .lacks = "d1d4 d4d1"},
        {.clause = "a king never", .ruleset = "power", .position = "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1",
         .lacks = "d1d2 d2d1"},
        {.clause = "a king when it may", .ruleset = "power", .options = "king_initial_moves=0",
         .position = "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1", .has = "d1d2 d2d1"},
        {.clause = "a king after a move", .ruleset = "power", .options = "king_initial_moves=1",
         .position = "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1 moves:d1=0,e8=0", .lacks = "d1d2 d2d1"},
        {.clause = "a pawn joins straight ahead", .ruleset = "power", .position = "4k3/8/8/8/3NN3/3P4/8/4K3 w - - 0 1",
         .has = "d3d4", .lacks = "d3e4"},
        {.clause = "two steps onto a friend", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/3N4/8/3P4/4K3 w - - 0 1", .play = "d2d4",
         .after = "4k3/8/8/8/3[NP]4/8/8/4K3 b - - 0 1"},
        {.clause = "two steps over a friend", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/3N4/3N4/3P4/4K3 w - - 0 1", .has = "d2d3", .lacks = "d2d4"},
        {.clause = "no enemies", .ruleset = "power", .position = "4k3/8/8/3n4/8/3N4/3P4/4K3 w - - 0 1",
         .lacks = "d3d5 d2d3"},
    };
    CHECK(rows);
}

START_TEST(W3_combos_move)
{
    static const struct row rows[] = {
        {.clause = "whole in any member's way, or one leaves in its own", .ruleset = "power",
         .position = "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1", .has = "d4d5 d4e6 d4d5:r d4e6:n",
         .lacks = "d4e6:r d4d5:n d4e5 d4d5:b d4d5:k"},
        {.clause = "whole", .ruleset = "power", .position = "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1", .play = "d4e6",
         .after = "4k3/8/4[RN]3/8/8/8/8/4K3 b - - 1 1"},
        {.clause = "leaving", .ruleset = "power", .position = "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1", .play = "d4e6:n",
         .after = "4k3/8/4N3/8/3R4/8/8/4K3 b - - 1 1"},
        {.clause = "leaving for another combo", .ruleset = "power",
         .position = "4k3/8/4[BP]3/8/3[RN]4/8/8/4K3 w - - 0 1",
         .play = "d4e6:n", .after = "4k3/8/4[BNP]3/8/3R4/8/8/4K3 b - - 1 1"},
        {.clause = "two steps when a member could", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/8/8/3[NP]4/4K3 w - - 0 1 moves:e1=0,d2p=0,e8=0", .has = "d2d4 d2d4:p d2d3 d2d3:p"},
        {.clause = "not when the pawn has moved", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/3[NP]4/4K3 w - - 0 1 moves:-",
         .has = "d2d3 d2d3:p", .lacks = "d2d4 d2d4:p"},
        {.clause = "two steps over nobody", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/8/3N4/3[NP]4/4K3 w - - 0 1 moves:e1=0,d2p=0,e8=0", .has = "d2d3 d2d3:p",
         .lacks = "d2d4 d2d4:p"},
        {.clause = "sixteen", .ruleset = "power", .position = "4k3/8/8/3[KQRRBBNNPPPPPPPP]4/8/8/8/8 w - - 0 1",
         .play = "d5d6", .after = "4k3/8/3[KQRRBBNNPPPPPPPP]4/8/8/8/8/8 b - - 1 1"},
        {.clause = "not when another member has not", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/3[NP]4/4K3 w - - 0 1 moves:e1=0,d2n=0,e8=0", .has = "d2d3 d2d3:p",
         .lacks = "d2d4 d2d4:p"},
        {.clause = "the whole never takes en passant", .ruleset = "power", .options = "combo_captures=on",
         .position = "4k3/8/8/3p[NP]3/8/8/8/4K3 w - d6 0 1", .has = "e5d6:p", .lacks = "e5d6"},
        {.clause = "nor castles", .ruleset = "power", .options = "king_initial_moves=0",
         .position = "4k3/8/8/8/8/8/8/4[KN]2R w K - 0 1", .has = "e1f1", .lacks = "e1g1 e1g1:k"},
        {.clause = "the one that moved most goes", .ruleset = "power", .options = "initial_moves=5",
         .position = "4k3/8/8/8/3[NN]4/8/8/4K3 w - - 0 1 moves:e1=0,d4n=1,d4n=3,e8=0", .play = "d4e6:n",
         .after = "4k3/8/4N3/8/3N4/8/8/4K3 b - - 1 1 moves:e1=0,d4=1,e6=4,e8=0"},
        {.clause = "also when a rook goes as far as a pawn might", .ruleset = "power", .options = "initial_moves=5",
         .position = "4k3/8/8/8/3[RR]4/8/8/4K3 w - - 0 1 moves:e1=0,d4r=1,d4r=3,e8=0", .play = "d4d6:r",
         .after = "4k3/8/3R4/8/3R4/8/8/4K3 b - - 1 1 moves:e1=0,d4=1,d6=4,e8=0"},
        {.clause = "for two steps the one that never moved", .ruleset = "power", .options = "initial_moves=5",
         .position = "4k3/8/8/8/8/8/3[PP]4/4K3 w - - 0 1 moves:e1=0,d2p=0,d2p=3,e8=0", .play = "d2d4:p",
         .after = "4k3/8/8/8/3P4/8/3P4/4K3 b - - 0 1 moves:e1=0,d2=3,d4=1,e8=0"},
        {.clause = "and that one may not merge yet", .ruleset = "power",
         .position = "4k3/8/8/8/3N4/8/3[PP]4/4K3 w - - 0 1 moves:e1=0,d2p=0,e8=0", .has = "d2d3:p",
         .lacks = "d2d4:p d2d4"},
        {.clause = "for one step the other", .ruleset = "power", .options = "initial_moves=5",
         .position = "4k3/8/8/8/8/8/3[PP]4/4K3 w - - 0 1 moves:e1=0,d2p=0,d2p=3,e8=0", .play = "d2d3:p",
         .after = "4k3/8/8/8/8/3P4/3P4/4K3 b - - 0 1 moves:e1=0,d2=0,d3=4,e8=0"},
        {.clause = "for a casualty too", .ruleset = "power", .options = "initial_moves=5",
         .position = "4k3/8/8/8/3[NN]4/8/8/4K3 w - - 0 1 moves:e1=0,d4n=1,d4n=3,e8=0 hit:d4", .play = "!n",
         .after = "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1 moves:e1=0,d4=1,e8=0"},
    };
    CHECK(rows);
}

START_TEST(W4_W5_captures_and_attacks)
{
    static const struct row rows[] = {
        {.clause = "W4 a lone piece captures, a leaving member too", .ruleset = "power",
         .position = "4k3/8/4n3/8/3[RN]4/8/8/2B1K3 w - - 0 1", .has = "d4e6:n", .lacks = "d4e6"},
        {.clause = "W4 combo_captures", .ruleset = "power", .options = "combo_captures=on",
         .position = "4k3/8/4n3/8/3[RN]4/8/8/4K3 w - - 5 1", .play = "d4e6",
         .after = "4k3/8/4[RN]3/8/8/8/8/4K3 b - - 0 1"},
        {.clause = "W5 attacking a combo", .ruleset = "power", .position = "4k3/8/8/3[qnp]4/8/8/8/3RK3 w - - 5 1",
         .play = "d1d5", .after = "4k3/8/8/3[qnp]4/8/8/8/4K3 b - - 0 1 hit:d5", .all = "!n !p !q",
         .lacks = "!b !r d5d4 e8e7", .ending = ""},
        {.clause = "W5 the casualty is a turn", .ruleset = "power", .position = "4k3/8/8/3[qnp]4/8/8/8/3RK3 w - - 5 1",
         .play = "d1d5 !n", .after = "4k3/8/8/3[qp]4/8/8/8/4K3 w - - 0 2"},
        {.clause = "W5 one of two is left", .ruleset = "power", .position = "4k3/8/8/3[qn]4/8/8/8/3RK3 w - - 5 1",
         .play = "d1d5 !n", .after = "4k3/8/8/3q4/8/8/8/4K3 w - - 0 2"},
        {.clause = "W5 a leaving member attacks and is destroyed", .ruleset = "power",
         .position = "4k3/8/8/3[qn]4/8/8/8/3[RN]K3 w - - 5 1", .play = "d1d5:r",
         .after = "4k3/8/8/3[qn]4/8/8/8/3NK3 b - - 0 1 hit:d5"},
        {.clause = "W5 no whole combo", .ruleset = "power", .position = "4k3/8/8/3[qn]4/8/8/8/3[RN]K3 w - - 5 1",
         .lacks = "d1d5"},
        {.clause = "W5 a whole combo is destroyed whole", .ruleset = "power", .options = "combo_captures=on",
         .position = "4k3/8/8/3[qn]4/8/8/8/3[RN]K3 w - - 5 1", .play = "d1d5",
         .after = "4k3/8/8/3[qn]4/8/8/8/4K3 b - - 0 1 hit:d5"},
        {.clause = "W5 a king may not attack a combo", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/3[bp]4/4K3 w - - 5 1",
         .lacks = "e1d2"},
        {.clause = "W5 a king in the combo neither", .ruleset = "power",
         .options = "combo_captures=on king_initial_moves=0",
         .position = "4k3/8/8/8/8/8/3[bp]4/3[KR]4 w - - 5 1", .has = "d1d2:r", .lacks = "d1d2 d1d2:k"},
        {.clause = "W5 a king is no casualty", .ruleset = "power", .position = "8/8/8/3[kn]4/8/8/8/3RK3 w - - 5 1",
         .play = "d1d5", .all = "!n", .lacks = "!q"},
        {.clause = "W5 a pawn that attacks on the last rank", .ruleset = "power",
         .position = "3[qn]k3/4P3/8/8/8/8/8/K7 w - - 5 1",
         .has = "e7d8", .lacks = "e7d8q"},
    };
    CHECK(rows);
}

START_TEST(W6_W7_pawns)
{
    static const struct row rows[] = {
        {.clause = "W6 alone", .ruleset = "power", .position = "7k/4P3/8/8/8/8/8/K7 w - - 5 1", .has = "e7e8q e7e8n",
         .lacks = "e7e8"},
        {.clause = "W6 carried", .ruleset = "power", .position = "7k/8/4[NP]3/8/8/8/8/K7 w - - 5 1", .play = "e6d8r",
         .after = "3[RN]3k/8/8/8/8/8/8/K7 b - - 6 1"},
        {.clause = "W6 one choice for all", .ruleset = "power", .position = "7k/8/4[NPP]3/8/8/8/8/K7 w - - 5 1",
         .play = "e6d8q", .after = "3[QQN]3k/8/8/8/8/8/8/K7 b - - 6 1"},
        {.clause = "W6 leaving", .ruleset = "power", .position = "7k/4[NP]3/8/8/8/8/8/K7 w - - 5 1", .play = "e7e8b:p",
         .after = "4B2k/4N3/8/8/8/8/8/K7 b - - 0 1"},
        {.clause = "W6 a knight that leaves is no pawn", .ruleset = "power",
         .position = "7k/8/4[NP]3/8/8/8/8/K7 w - - 5 1",
         .has = "e6d8:n", .lacks = "e6d8q:n e6d8"},
        {.clause = "W6 it keeps its count", .ruleset = "power", .options = "initial_moves=9",
         .position = "7k/4P3/8/8/8/8/8/K7 w - - 5 1 moves:a1=4,e7=3,h8=4", .play = "e7e8q",
         .after = "4Q2k/8/8/8/8/8/8/K7 b - - 0 1 moves:a1=4,e8=4,h8=4"},
        {.clause = "W7 against one that stands alone", .ruleset = "power",
         .position = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         .play = "e2e4", .has = "d4e3"},
        {.clause = "W7 by a leaving one", .ruleset = "power", .position = "4k3/8/8/8/3[np]4/8/4P3/4K3 w - - 0 1",
         .play = "e2e4 d4e3:p", .after = "4k3/8/8/8/3n4/4p3/8/4K3 w - - 0 2"},
        {.clause = "W7 a pawn that left its combo by two steps", .ruleset = "power", .options = "initial_moves=0",
         .position = "4k3/8/8/8/3p4/8/4[NP]3/4K3 w - - 0 1 moves:e1=0,e2p=0,e8=0", .play = "e2e4:p",
         .after = "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", .has = "d4e3"},
        {.clause = "W7 never moved, on the second rank", .ruleset = "power",
         .position = "4k3/8/8/8/8/P7/1P6/4K3 w - - 0 1 "
         "moves:b2=0", .has = "b2b4 a3a4", .lacks = "a3a5"},
        {.clause = "W7 moved: one step", .ruleset = "power", .position = "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1 moves:-",
         .has = "b2b3",
         .lacks = "b2b4"},
        {.clause = "W7 from the first rank one step", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/1P2K3 w - - 0 1 moves:b1=0",
         .has = "b1b2", .lacks = "b1b3"},
    };
    CHECK(rows);
}

START_TEST(W8_W9_kings_and_ends)
{
    static const struct row rows[] = {
        {.clause = "W8 a king in a combo is not attacked", .ruleset = "power",
         .position = "4r2k/8/8/8/8/8/8/4[KN]3 w - - 0 1", .has = "e1e2", .ending = ""},
        {.clause = "W8 a companion may not leave it attacked", .ruleset = "power",
         .position = "4r2k/8/8/8/8/8/8/4[KN]3 w - - 0 1", .lacks = "e1f3:n e1d3:n", .has = "e1d1:k e1f3"},
        {.clause = "W8 nor may a pawn en passant", .ruleset = "power",
         .position = "4r2k/8/8/3p[KP]3/8/8/8/8 w - d6 0 1", .lacks = "e5d6:p",
         .after = "4r2k/8/8/3p[KP]3/8/8/8/8 w - - 0 1"},
        {.clause = "W8 unless nothing attacks", .ruleset = "power", .position = "7k/8/8/3p[KP]3/8/8/8/8 w - d6 0 1",
         .has = "e5d6:p"},
        {.clause = "W8 or another companion stays", .ruleset = "power",
         .position = "4r2k/8/8/3p[KNP]3/8/8/8/8 w - d6 0 1", .has = "e5d6:p"},
        {.clause = "W8 whichever casualty may be named", .ruleset = "power",
         .position = "4[rn]2k/8/8/8/8/8/4R3/4K3 w - - 0 1", .lacks = "e2e8"},
        {.clause = "W8 no casualty attacks", .ruleset = "power", .position = "4[bn]2k/8/8/8/8/8/4R3/4K3 w - - 0 1",
         .has = "e2e8"},
        {.clause = "W8 a rook beside its king is the casualty", .ruleset = "power",
         .position = "8/8/8/4[kr]3/8/3N4/8/4K3 w - - 0 1", .has = "d3e5"},
        {.clause = "W8 a queen on a file likewise", .ruleset = "power",
         .position = "8/8/8/4[kq]3/8/3N4/8/4K3 w - - 0 1", .has = "d3e5"},
        {.clause = "W8 a queen on a diagonal", .ruleset = "power", .position = "8/8/8/4[kq]3/8/3N4/7K/8 w - - 0 1",
         .has = "d3e5"},
        {.clause = "W8 a bishop", .ruleset = "power", .position = "8/8/8/4[kb]3/8/3N4/7K/8 w - - 0 1",
         .has = "d3e5"},
        {.clause = "W8 a knight", .ruleset = "power", .position = "8/8/8/4[kn]3/2N5/5K2/8/8 w - - 0 1",
         .has = "c4e5"},
        {.clause = "W8 one of two rooks stays", .ruleset = "power",
         .position = "8/8/8/4[krr]3/8/3N4/8/4K3 w - - 0 1", .lacks = "d3e5", .has = "e1d2"},
        {.clause = "W8 the queen or the rook stays", .ruleset = "power",
         .position = "8/8/8/4[kqr]3/8/3N4/8/4K3 w - - 0 1", .lacks = "d3e5", .has = "e1d2"},
        {.clause = "W8 the bishop is named, not the rook", .ruleset = "power",
         .position = "8/8/8/4[krb]3/8/3N4/8/4K3 w - - 0 1", .lacks = "d3e5", .has = "e1d2"},
        {.clause = "W8 the knight is named, not the rook", .ruleset = "power",
         .position = "8/8/8/4[krn]3/8/3N4/8/4K3 w - - 0 1", .lacks = "d3e5", .has = "e1f2"},
        {.clause = "W8 the queen or the bishop stays", .ruleset = "power",
         .position = "8/8/8/4[kqb]3/8/3N4/7K/8 w - - 0 1", .lacks = "d3e5", .has = "h2h3"},
        {.clause = "W8 the rook is named, not the bishop", .ruleset = "power",
         .position = "8/8/8/4[krb]3/8/3N4/7K/8 w - - 0 1", .lacks = "d3e5", .has = "h2h3"},
        {.clause = "W8 after a casualty the other king may be taken", .ruleset = "power",
         .position = "3Qk3/8/8/8/8/8/8/R3[nb]2K w - - 0 1", .play = "a1e1 !n", .has = "d8e8", .ending = ""},
        {.clause = "W8 by a member that leaves", .ruleset = "power", .position = "4k3/8/8/8/4[RN]3/8/8/4K3 w - - 0 1",
         .has = "e4e8:r e4e7", .lacks = "e4e8 e4e8:n e4e8:b e4e8:k", .ending = ""},
        {.clause = "W8 by a whole combo", .ruleset = "power", .options = "combo_captures=on",
         .position = "4k3/8/8/8/4[RN]3/8/8/4K3 w - - 0 1", .has = "e4e8:r e4e8", .lacks = "e4e8:n", .ending = ""},
        {.clause = "W8 that wins", .ruleset = "power", .position = "3Qk3/8/8/8/8/8/8/R3[nb]2K w - - 0 1",
         .play = "a1e1 !n d8e8", .after = "4Q3/8/8/8/8/8/8/4b2K b - - 0 2", .ending = "w king_captured"},
        {.clause = "W9 checkmate", .ruleset = "power", .position = "k6R/8/1K6/8/8/8/8/8 b - - 0 1", .all = "",
         .ending = "w checkmate"},
        {.clause = "W9 stalemate", .ruleset = "power", .position = "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", .all = "",
         .ending = "draw stalemate"},
        {.clause = "W9 merging saves the king", .ruleset = "power", .options = "king_initial_moves=0",
         .position = "k6R/1n6/1K6/8/8/8/8/8 b - - 0 1", .has = "a8b7", .ending = ""},
        {.clause = "W9 dead: K v K", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         .ending = "draw dead_position"},
        {.clause = "W9 dead: a knight", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
         .ending = "draw dead_position"},
        {.clause = "W9 dead: a king in a combo with a bishop", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/4[KB]3 w - - 0 1",
         .ending = "draw dead_position"},
        {.clause = "W9 two knights in one combo are two", .ruleset = "power",
         .position = "4k3/8/8/8/8/8/8/4K[NN]2 w - - 0 1",
         .ending = ""},
        {.clause = "W9 only K v K when kings may merge", .ruleset = "power", .options = "king_initial_moves=0",
         .position = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", .ending = ""},
        {.clause = "W9 a king in a combo with a knight is not bare", .ruleset = "power",
         .options = "king_initial_moves=0", .position = "4k3/8/8/8/8/8/8/4[KN]3 w - - 0 1", .has = "e1f3:n",
         .ending = ""},
        {.clause = "W9 K v K even then", .ruleset = "power", .options = "king_initial_moves=0",
         .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", .ending = "draw dead_position"},
        {.clause = "W9 not while the other king can be taken", .ruleset = "power",
         .position = "4k3/2N5/8/8/8/8/8/4K3 w - - 0 1",
         .has = "c7e8", .ending = ""},
        {.clause = "W9 nor while a bishop could take it", .ruleset = "power",
         .position = "4k3/8/8/1B6/8/8/8/4K3 w - - 0 1", .has = "b5e8", .ending = ""},
        {.clause = "W9 dead when the other side is to move", .ruleset = "power",
         .position = "4k3/8/8/1B6/8/8/8/4K3 b - - 0 1", .ending = "draw dead_position"},
        {.clause = "W10 whoever moves gains one, the castling rook too", .ruleset = "power",
         .options = "initial_moves=2",
         .position = CORNERS, .play = "e1g1",
         .after = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1 moves:a1=0,f1=1,g1=1,a8=0,e8=0,h8=0"},
        {.clause = "W10 all members", .ruleset = "power", .options = "initial_moves=0 king_initial_moves=3",
         .position = "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1 moves:e1=0,d4r=1,d4n=2,e8=0", .play = "d4d5",
         .after = "4k3/8/8/3[RN]4/8/8/8/4K3 b - - 1 1 moves:e1=0,d5r=2,e8=0"},
        {.clause = "W10 up to the maximum", .ruleset = "power", .position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves:-",
         .play = "a1a2", .after = "4k3/8/8/8/8/8/R7/4K3 b - - 1 1 moves:-"},
    };
    CHECK(rows);
}

/* -------------------------------------------------------------------------------- ideal --- */

/* [I3] What each card lets move, from a board on which all can. */
START_TEST(I3_cards)
{
    static const struct {
        char rank;
        const char *pieces; /* that may move, and C for castling */
    } cards[] = {{'K', "KRC"}, {'Q', "QB"}, {'J', "RN"}, {'T', "BP"}, {'9', "NP"}, {'8', "RP"}, {'7', "BP"},
                 {'6', "NP"},  {'5', "RP"}, {'4', "BP"}, {'3', "NP"}, {'2', "QP"}, {'A', "KP"}, {'*', "KQRBNPC"}};
    for (unsigned i = 0; i < COUNT(cards); i++)
        for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++) {
            vc_action list[VC_MAX_ACTIONS];
            size_t n;
            bool found[128] = {false};
            const char *card = format("%c%c", cards[i].rank, color == VC_WHITE ? 'd' : 'c');
            vc_game *game = new_game("ideal", "jokers=1",
                                     color == VC_WHITE
                                         ? format("k7/8/8/1Q6/2B3N1/7P/8/R3K3 w Q - 0 1 hands:%s/Ac discards:-/-", card)
                                         : format("r3k3/8/7p/2b3n1/1q6/8/8/K7 b q - 0 1 hands:Ad/%s discards:-/-",
                                         card));
            play(game, format("-%s", card));
            ck_assert_str_eq(cards_text((vc_card[]){vc_game_played_card(game)}, 1), card);
            ck_ok(vc_game_actions(game, list, COUNT(list), &n));
            while (n--) {
                const uint32_t from = vc_action_from(list[n]), to = vc_action_to(list[n]);
                const uint32_t type = vc_piece_type(vc_game_piece(game, from));
                found[type == VC_KING && from - to == 2 ? 'C' : "-PNBRQK"[type]] = true;
            }
            for (const char *piece = "KQRBNPC"; *piece; piece++)
                ck_that(found[(int)*piece] == (strchr(cards[i].pieces, *piece) != NULL), "%s: %c", card, *piece);
            free_game(game);
        }
}

/* A hand of an ace and a king, and a deck of two sevens; the rest lies on the pile. */
#define FEW_LEFT "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:AdKd/AcKc " \
                 "discards:Ah2d2h3d3h4d4h5d5h6d6h8d8h9d9hTdThJdJhQdQhKh/-"

START_TEST(I3_to_I5_turns_and_decks)
{
    static const struct row rows[] = {
        {.clause = "I2 the array", .ruleset = "ideal", .position = NULL, .all = "-3d -3h -4d -4h",
         .lacks = "e2e4 -3c -5d +5d ^d"},
        {.clause = "I3 only a card that allows a legal move", .ruleset = "ideal",
         .position = ARRAY " hands:2dJdKdQd/3c discards:-/-", .all = "-2d -Jd", .lacks = "-Kd -Qd"},
        {.clause = "I3 discard, move, draw", .ruleset = "ideal", .play = "-3d", .has = "g1f3 e2e4", .lacks = "-3h e7e5",
         .after = ARRAY " hands:3h4d4h/3c3s4c4s discards:3d/- played:3d"},
        {.clause = "I3 then the draw", .ruleset = "ideal", .play = "-3d g1f3",
         .after = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 1 hands:3h4d4h/3c3s4c4s discards:3d/- "
                  "drawing:w",
         .all = "+2d:1 +2h:1 +5d:1 +5h:1 +6d:1 +6h:1 +7d:1 +7h:1 +8d:1 +8h:1 +9d:1 +9h:1 +Ad:1 +Ah:1 +Jd:1 +Jh:1 +Kd:1 "
                "+Kh:1 +Qd:1 +Qh:1 +Td:1 +Th:1",
         .lacks = "+3d +4d +5c -3h e7e5"},
        {.clause = "I3 then Black's turn", .ruleset = "ideal", .play = "-3d g1f3 +Kh",
         .after = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 hands:3h4d4hKh/3c3s4c4s discards:3d/-",
         .all = "-3c -3s -4c -4s"},
        {.clause = "I4 the weight is the number of copies", .ruleset = "ideal", .options = "packs=2",
         .position = FEW_LEFT, .play = "-Ad e2e4",
         .all = "+2d:1 +2h:1 +3d:1 +3h:1 +4d:1 +4h:1 +5d:1 +5h:1 +6d:1 +6h:1 +7d:2 +7h:2 +8d:1 +8h:1 +9d:1 +9h:1 +Ad:1 "
                "+Ah:1 +Jd:1 +Jh:1 +Kd:1 +Kh:1 +Qd:1 +Qh:1 +Td:1 +Th:1"},
        {.clause = "I4 not yet the last card", .ruleset = "ideal", .position = FEW_LEFT, .play = "-Ad e2e4 +7d",
         .after = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 hands:7dKd/AcKc "
                  "discards:AdAh2d2h3d3h4d4h5d5h6d6h8d8h9d9hTdThJdJhQdQhKh/-"},
        {.clause = "I4 the last card: the pile is the deck", .ruleset = "ideal", .position = FEW_LEFT,
         .play = "-Ad e2e4 +7d -Ac e8e7 +5s -7d e4e5 +7h",
         .after = "8/4k3/8/4P3/8/8/8/4K3 b - - 0 2 hands:7hKd/5sKc discards:-/Ac"},
        {.clause = "I5 stalemate by cards loses", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:3d4h/Ac "
         "discards:-/-", .all = "", .ending = "b stalemate"},
        {.clause = "I5 strict: checkmate when attacked", .ruleset = "ideal", .options = "king_safety=strict",
         .position = "4k3/8/8/8/8/8/8/4K2r w - - 0 1 hands:3d4h/Ac discards:-/-", .ending = "b checkmate"},
        {.clause = "I5 free: stalemate though attacked", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/8/4K2r w - - 0 1 hands:3d4h/Ac discards:-/-", .ending = "b stalemate"},
        {.clause = "I5 nothing is dead", .ruleset = "ideal",
         .position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:Ad/Ac discards:-/-",
         .all = "-Ad", .ending = ""},
    };
    CHECK(rows);
}

START_TEST(I6_options)
{
    static const struct row rows[] = {
        {.clause = "five cards: White's first", .ruleset = "ideal", .options = "hand_size=5", .play = "+7d",
         .after = ARRAY " hands:3d3h4d4h7d/3c3s4c4s discards:-/- dealing:b"},
        {.clause = "then Black's", .ruleset = "ideal", .options = "hand_size=5", .play = "+7d +Ks",
         .after = ARRAY " hands:3d3h4d4h7d/3c3s4c4sKs discards:-/-", .has = "-7d"},
        {.clause = "jokers", .ruleset = "ideal", .options = "jokers=1", .play = "-3d e2e4 +*d",
         .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 hands:3h4d4h*d/3c3s4c4s discards:3d/-"},
        {.clause = "two decks: from the first and the second in turn", .ruleset = "ideal",
         .options = "hand_size=6 two_decks=on", .play = "+7d",
         .after = ARRAY " hands:3d3h4d4h7d/3c3s4c4s discards:-/- top:--/-- dealing:wh"},
        {.clause = "two decks: Black's", .ruleset = "ideal", .options = "hand_size=6 two_decks=on", .play = "+7d +7h",
         .after = ARRAY " hands:3d3h4d4h7d7h/3c3s4c4s discards:-/- top:--/-- dealing:bc"},
        {.clause = "two decks: then the tops in suit order", .ruleset = "ideal", .options = "hand_size=6 two_decks=on",
         .play = "+7d +7h +5c +5s",
         .after = ARRAY " hands:3d3h4d4h7d7h/3c3s4c4s5c5s discards:-/- top:--/-- dealing:wd"},
        {.clause = "face up: the draw takes the top, and the next is shown", .ruleset = "ideal",
         .options = "face_up=on",
         .play = "+Ad +Ac -3d e2e4", .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 "
         "hands:Ad3h4d4h/3c3s4c4s discards:3d/- top:-/Ac drawing:w"},
        {.clause = "face up: the next", .ruleset = "ideal", .options = "face_up=on", .play = "+Ad +Ac -3d e2e4 +7d",
         .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 "
         "hands:Ad3h4d4h/3c3s4c4s discards:3d/- top:7d/Ac"},
        {.clause = "two decks: one is chosen", .ruleset = "ideal", .options = "two_decks=on",
         .play = "+Ad +Kh +Qc +2s -3d e2e4", .all = "^d ^h", .lacks = "^c ^s +7d -4d",
         .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 "
         "hands:3h4d4h/3c3s4c4s discards:3d/- choosing:w top:AdKh/Qc2s"},
        {.clause = "two decks: its top is taken", .ruleset = "ideal", .options = "two_decks=on",
         .play = "+Ad +Kh +Qc +2s -3d e2e4 ^h", .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 "
         "hands:3h4d4hKh/3c3s4c4s discards:3d/- top:Ad-/Qc2s drawing:wh"},
        {.clause = "two decks: and the next is shown", .ruleset = "ideal", .options = "two_decks=on",
         .play = "+Ad +Kh +Qc +2s -3d e2e4 ^h +9h",
         .after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 "
         "hands:3h4d4hKh/3c3s4c4s discards:3d/- top:Ad9h/Qc2s"},
        {.clause = "packs: all copies of a rank in one hand", .ruleset = "ideal", .options = "packs=4 hand_size=8",
         .position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3d3d3d3h3h3h3h/AcAcAsAs2c2c2s2s discards:-/-",
         .all = "-3d -3h"},
        {.clause = "packs: one copy beside all of the other suit", .ruleset = "ideal", .options = "packs=4 hand_size=5",
         .position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3d3d3d3h/AcAcAsAs2c discards:-/-", .all = "-3d -3h"},
        {.clause = "an empty deck is refilled from its own suit", .ruleset = "ideal", .options = "two_decks=on",
         .position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:AdKd/AcKc discards:2d3d4d5d6d7d8d9dTdJd2h/- top:Qd5h/5c5s",
         .play = "-Ad e2e4 ^d",
         .after = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1 hands:QdKd/AcKc discards:2h/- top:-5h/5c5s drawing:wd",
         .all = "+2d:1 +3d:1 +4d:1 +5d:1 +6d:1 +7d:1 +8d:1 +9d:1 +Ad:1 +Jd:1 +Td:1"},
    };
    CHECK(rows);
}

int main(void)
{
    return RUN_TESTS("moves", mg_01_double_check, mg_03_many_moves, ep_01_two_pawns_leave_the_rank,
                     ep_03_check_by_the_pawn, ep_07_no_square_is_no_square, cas_01_a_rook_captured_at_home,
                     cas_05_pawns_attack_too, var_03_the_king_is_free, C4_a_captured_king_ends_the_game,
                     C4_strict_and_free, C5_castling, Q5_the_right_outlives_identities, C6_en_passant_square,
                     C7_counters, C8_order_of_ends, C8_nothing_is_legal_in_a_finished_game, C10_perft, Q3_a_turn,
                     Q4_weights, Q7_the_end, P2_officers_become_the_least, P2_to_P5_potential, W2_merging,
                     W3_combos_move, W4_W5_captures_and_attacks, W6_W7_pawns, W8_W9_kings_and_ends, I3_cards,
                     I3_to_I5_turns_and_decks, I6_options);
}
