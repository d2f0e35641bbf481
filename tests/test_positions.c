/* SPDX-License-Identifier: ISC */
/*
 * test_positions.c - position strings [C9]: what is read, what is written, what is refused and where
 *
 * Tests are named after the cases or the clauses of the rules that they are about.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* Reads a position into a game that stands in the array: its canonical form, or "" when it is refused. */
static const char *reading(const char *ruleset, const char *options, const char *position)
{
    vc_game *game = new_game(ruleset, options, NULL);
    const struct trace before = trace_of(game);
    const vc_status status = vc_game_set_position(game, position, NULL);
    const char *text = status ? "" : position_text(game);
    if (status)
        ck_unchanged(game, &before);
    free_game(game);
    return text;
}

static void check_refused(const char *ruleset, const char *const *positions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ck_row(positions[i], reading(ruleset, NULL, positions[i]), "");
}

struct accepted {
    const char *clause, *ruleset, *options, *position, *canonical; /* canonical: NULL as it is, "" refused */
};

static void check_accepted(const struct accepted *rows, size_t count)
{
    for (const struct accepted *row = rows; row < rows + count; row++) {
        const char *canonical = row->canonical ? row->canonical : row->position;
        ck_row(row->clause, reading(row->ruleset, row->options, row->position), canonical);
        if (*canonical)
            ck_row(row->clause, reading(row->ruleset, row->options, canonical), canonical);
    }
}

/* A fault, where it is noticed, and words of the reason. */
struct refused {
    const char *clause, *ruleset, *options, *position;
    vc_status status;
    uint32_t offset;
    const char *reason;
};

static void check_refusals(const struct refused *rows, size_t count)
{
    for (const struct refused *row = rows; row < rows + count; row++) {
        vc_error error = {.size = sizeof error};
        vc_rules *rules = new_rules(row->ruleset, row->options);
        vc_game *game = NULL;
        const vc_status status = vc_game_new(rules, row->position, &game, &error);
        ck_that(status == row->status, "%s: %s: %d", row->clause, row->position, (int)status);
        ck_assert_ptr_null(game);
        ck_assert_int_eq(error.status, status);
        ck_assert_uint_eq(error.reserved, 0);
        ck_that(error.offset == row->offset && strstr(error.message, row->reason), "%s: %s: %u: %s", row->clause,
                      row->position, error.offset, error.message);
        ck_assert_uint_eq(vc_rules_is_frozen(rules), 0);
        vc_rules_release(rules);
    }
}

/* -------------------------------------------------------------------------------- cases --- */

START_TEST(fen_01_a_king_is_missing)
{
    static const char *const positions[] = {
        "8/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/3k4/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"};
    static const char *const endings[] = {"w king_captured", "b king_captured"};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++)
        for (unsigned i = 0; i < COUNT(positions); i++) {
            const bool finished = i < 2 && set != VC_ORTHODOX && set != VC_POTENTIAL;
            const char *text = reading(ruleset_names[set], NULL, positions[i]);
            ck_that((*text != '\0') == finished, "%s: %s", ruleset_names[set], positions[i]);
            if (finished)
                ck_assert_str_eq(ending_text(new_game(ruleset_names[set], NULL, positions[i])), endings[i]);
        }
}

START_TEST(fen_03_kings_side_by_side)
{
    static const char *const positions[] = {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "8/8/1k6/2K5/8/8/8/8 b - - 0 1",
                                            "8/8/8/8/8/p7/8/kK6 w - - 0 1"};
    check_refused("orthodox", positions, COUNT(positions));
    check_refused("potential", positions, COUNT(positions));
    for (unsigned i = 0; i < COUNT(positions); i++) {
        ck_row("free", reading("quantum", NULL, positions[i]), positions[i]);
        ck_row("strict", reading("quantum", "king_safety=strict", positions[i]), "");
        ck_row("strict", reading("ideal", "king_safety=strict", positions[i]), "");
        ck_row("W8", reading("power", NULL, positions[i]), positions[i]);
    }
}

START_TEST(fen_05_digits_and_ranks)
{
    static const char *const positions[] = {
        "9/8/8/8/8/8/8/k6K w - - 0 1",         "999999999/8/8/8/8/8/8/8 w - - 0 1",
        "0k7/8/8/8/8/8/8/K7 w - - 0 1",        "44p/8/8/8/8/8/8/k6K w - - 0 1",
        "71p2/8/8/8/8/8/8/k6K w - - 0 1",      "ppppppppp/8/8/8/8/8/8/k6K w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",     "/////////////////4k3 w - - 0 1",
        "PPPPPPPPPPPPPPPPPPPP/8/8/8/8/8/8/k6K w - - 0 1"};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++)
        check_refused(ruleset_names[set], positions, COUNT(positions));
}

#define KINGS "4k3/8/8/8/8/8/8/4K3"

START_TEST(fen_07_fields_are_missing)
{
    static const char *const positions[] = {KINGS, KINGS " w", KINGS " w -", KINGS " w - e", "", " ", "w"};
    static const struct accepted accepted[] = {
        {"four fields", "orthodox", NULL, KINGS " w - -", KINGS " w - - 0 1"},
        {"five fields", "orthodox", NULL, KINGS " w - - 7", KINGS " w - - 7 1"},
        {"own field after four", "quantum", NULL, "4k3/8/8/8/8/8/8/4K2R w - - drawing:h1",
         "4k3/8/8/8/8/8/8/4K2R w - - 0 1 drawing:h1"},
        {"own field after five", "quantum", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 7 drawing:h1",
         "4k3/8/8/8/8/8/8/4K2R w - - 7 1 drawing:h1"},
    };
    check_refused("orthodox", positions, COUNT(positions));
    check_accepted(accepted, COUNT(accepted));
}

/* A position of each rule set that uses all of its fields. */
static const struct accepted busy[] = {
    {"orthodox", "orthodox", NULL, "r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 7 30", NULL},
    {"quantum", "quantum", NULL, "r3k2r/8/8/3pP3/8/P6P/P6P/R3K2R w KQkq d6 0 31 drawing:h1", NULL},
    {"potential", "potential", NULL, "r3k2r/pN5p/8/3pN3/8/8/P6P/R3K2R w KQkq d6 0 30", NULL},
    {"power", "power", "initial_moves=3", "r3k2r/8/8/3[NP]4/8/2[bp]5/8/R3K2R w KQkq - 0 1 "
     "moves:a1=0,e1=0,h1=0,d5n=1,d5p=2,a8=0,e8=0,h8=0 hit:d5", NULL},
    {"ideal", "ideal", "two_decks=on jokers=1", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 3 12 "
     "hands:3d4dTh*d/4c7sKc discards:3h4h/3c3s4s choosing:b top:7d2h/5cQs", NULL},
};

START_TEST(fen_07_text_cut_anywhere)
{
    check_accepted(busy, COUNT(busy));
    for (const struct accepted *row = busy; row < busy + COUNT(busy); row++) {
        vc_game *game = new_game(row->ruleset, row->options, NULL);
        const size_t length = strlen(row->position);
        for (size_t cut = 0; cut < length; cut++) {
            char *text = malloc(cut + 1); /* so that a byte read too many is noticed */
            const struct trace before = trace_of(game);
            ck_assert_ptr_nonnull(text);
            memcpy(text, row->position, cut);
            text[cut] = '\0';
            const vc_status status = vc_game_set_position(game, text, NULL);
            if (status) {
                ck_assert(status == VC_ERR_SYNTAX || status == VC_ERR_POSITION);
                ck_unchanged(game, &before);
            } else
                ck_row(text, reading(row->ruleset, row->options, position_text(game)), position_text(game));
            free(text);
        }
        free_game(game);
    }
}

#define PAWN "4k3/8/8/8/8/8/4P3/4K3"

START_TEST(fen_09_counters)
{
    static const char *const positions[] = {
        KINGS " w - - -1 1",         KINGS " w - - 0 -5",         KINGS " w - - 1.5 1",
        KINGS " w - - 0x1 1",        KINGS " w - - 100000 1",     KINGS " w - - 4294967296 1",
        KINGS " w - - 0 4294967297", KINGS " w - - 0 1 1",        KINGS " w - - 99999999999999999999 1",
        KINGS " w - - 0 000001",     KINGS " w - - 0 18446744073709551617"};
    static const struct accepted accepted[] = {
        {"large", "orthodox", NULL, KINGS " w - - 65536 1", NULL},
        {"largest", "orthodox", NULL, KINGS " w - - 99999 99999", NULL},
        {"move 0 is 1", "orthodox", NULL, KINGS " w - - 0 0", KINGS " w - - 0 1"},
        {"zeros", "orthodox", NULL, KINGS " w - - 00012 00000", KINGS " w - - 12 1"},
    };
    check_refused("orthodox", positions, COUNT(positions));
    check_accepted(accepted, COUNT(accepted));
    ck_assert_str_eq(ending_text(new_game("orthodox", NULL, PAWN " w - - 65536 1")), "draw seventyfive_moves");
}

START_TEST(fen_09_counters_stop_at_99999)
{
    vc_game *game = new_game("orthodox", "automatic_draws=off", PAWN " w - - 99998 99999");
    play(game, "e1d1");
    ck_assert_str_eq(position_text(game), "4k3/8/8/8/8/8/4P3/3K4 b - - 99999 99999");
    play(game, "e8d8");
    ck_assert_str_eq(position_text(game), "3k4/8/8/8/8/8/4P3/3K4 w - - 99999 99999");
    ck_assert_uint_eq(vc_game_halfmove_clock(game), 99999);
    ck_assert_uint_eq(vc_game_move_number(game), 99999);
    play(game, "e2e3");
    ck_assert_str_eq(position_text(game), "3k4/8/8/8/8/4P3/8/3K4 b - - 0 99999");
    for (int i = 0; i < 3; i++)
        ck_ok(vc_game_undo(game));
    ck_assert_str_eq(position_text(game), PAWN " w - - 99998 99999");
}

START_TEST(fen_11_letters_and_leftovers)
{
    static const char *const positions[] = {
        KINGS " x - - 0 1",
        KINGS " W - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w xQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 junk",
        KINGS " w - e9 0 1",
        KINGS " w - i3 0 1",
        KINGS " w - - 0 1;",
        "4k3/8/8/8/8/8/8/4J3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1",
        KINGS " w - - 0 1 :",
    };
    static const struct accepted accepted[] = {
        {"blanks between", "orthodox", NULL, KINGS "  w   -  - 0  1", KINGS " w - - 0 1"},
        {"blanks at the ends", "orthodox", NULL, "  " KINGS " w - - 0 1 ", KINGS " w - - 0 1"},
        {"all white space", "orthodox", NULL, "\n" KINGS "\tw\r\n-\v-\f0\t1\n", KINGS " w - - 0 1"},
        {"castling letters in any order", "orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w qKkQ - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    };
    check_refused("orthodox", positions, COUNT(positions));
    check_accepted(accepted, COUNT(accepted));
}

START_TEST(cas_03_rights_that_do_not_fit)
{
    static const char *const positions[] = {
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K2n w KQ - 0 1"};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++)
        check_refused(ruleset_names[set], positions, COUNT(positions));
}

START_TEST(ep_05_no_two_step_advance)
{
    static const char *const positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", /* no pawn in front */
        "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",                         /* the wrong side */
        "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",                            /* the wrong rank */
        "4k3/8/4n3/4p3/3P4/8/8/4K3 w - e6 0 1",                      /* occupied */
        "4k3/3R4/8/3pP3/8/8/8/4K3 w - d6 0 1",                       /* something behind */
        "4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1",                         /* a rank too low, all else in order */
        "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1"};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++)
        check_refused(ruleset_names[set], positions, COUNT(positions));
}

/* ------------------------------------------------------------------------------ clauses --- */

START_TEST(C6_a_useless_square_is_dropped)
{
    static const struct accepted accepted[] = {
        {"useful", "orthodox", NULL, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", NULL},
        {"no captor", "orthodox", NULL, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"},
        {"captor pinned", "orthodox", NULL, "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
         "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"captor pinned along its way", "orthodox", NULL, "1b2k3/8/8/3pP3/8/8/7K/8 w - d6 0 1", NULL},
        {"in check by another pawn", "orthodox", NULL, "4k3/8/8/2ppP3/3K4/8/8/8 w - d6 0 1",
         "4k3/8/8/2ppP3/3K4/8/8/8 w - - 0 1"},
        {"a pawn behind the king", "orthodox", NULL, "4k3/8/8/3pP3/3K4/2p5/8/8 w - d6 0 1", NULL},
        {"in check by another", "orthodox", NULL, "6k1/8/8/3pP3/7b/8/8/4K3 w - d6 0 1",
         "6k1/8/8/3pP3/7b/8/8/4K3 w - - 0 1"},
        {"both leave the rank", "orthodox", NULL, "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
         "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"},
        {"both leave the rank, free", "quantum", NULL, "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", NULL},
        {"both leave the rank, strict", "quantum", "king_safety=strict", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
         "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"},
        {"an officer takes", "potential", NULL, "8/k7/8/3pQ3/8/8/8/4K3 w - d6 0 1", NULL},
        {"no officer takes", "quantum", NULL, "4k3/8/8/3pQ3/8/8/8/4K3 w - d6 0 1",
         "4k3/8/8/3pQ3/8/8/8/4K3 w - - 0 1"},
        {"a combo's pawn takes", "power", NULL, "4k3/8/8/3p[NP]3/8/8/8/4K3 w - d6 0 1", NULL},
        {"own pieces behind", "power", NULL, "4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 1", NULL},
        {"the captor's pieces behind", "power", NULL, "4k3/3R4/8/3pP3/8/8/8/4K3 w - d6 0 1", ""},
        {"cards are not asked", "ideal", NULL, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 hands:QdKd/QcKc discards:-/-", NULL},
        {"the turn goes on", "ideal", NULL,
         "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 hands:QdKd/QcKc discards:3d/- played:3d", NULL},
        {"the next to move takes", "ideal", NULL,
         "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1 hands:JdQdKd/TcJcQcKc discards:3d/- drawing:w", NULL},
        {"hit: the turn is another's", "power", NULL,
         "4k3/8/8/3pP3/8/8/[NP]7/4K3 w - d6 0 1 moves:- hit:a2", "4k3/8/8/3pP3/8/8/[NP]7/4K3 w - - 0 1 moves:- hit:a2"},
    };
    check_accepted(accepted, COUNT(accepted));
}

START_TEST(C9_order_is_free)
{
    static const struct accepted accepted[] = {
        {"squares", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 drawing:c1 touched:b1",
         "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:b1 drawing:c1"},
        {"members", "power", NULL, "4k3/8/8/3[PQPN]4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3[QNPP]4/8/8/8/4K3 w - - 0 1"},
        {"counts", "power", "initial_moves=4", "4k3/8/8/3[PPN]4/8/8/8/4K3 w - - 0 1 moves:e8=0,d5p=3,d5n=2,d5p=1,e1=0",
         "4k3/8/8/3[NPP]4/8/8/8/4K3 w - - 0 1 moves:e1=0,d5n=2,d5p=1,d5p=3,e8=0"},
        {"cards", "ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 played:3d discards:Qh3d/4s4c hands:Kd2hAd/9s8c",
         "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 hands:Ad2hKd/8c9s discards:3dQh/4c4s played:3d"},
        {"jokers last, suits in order", "ideal", "jokers=1 packs=2",
         "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:*dKhKdKd/AsAcAsAc discards:-/-",
         "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:KdKdKh*d/AcAcAsAs discards:-/-"},
    };
    check_accepted(accepted, COUNT(accepted));
}

/* Own fields are left out while they have their default [Q8] [W11] [I7]. */
START_TEST(C9_defaults)
{
    static const struct accepted accepted[] = {
        {"Q8", "quantum", NULL, ARRAY, NULL},
        {"W11 array", "power", NULL, ARRAY, NULL},
        {"W11 array said", "power", NULL,
         ARRAY " moves:a1=0,b1=0,c1=0,d1=0,e1=0,f1=0,g1=0,h1=0,a2=0,b2=0,c2=0,d2=0,"
               "e2=0,f2=0,g2=0,h2=0,a7=0,b7=0,c7=0,d7=0,e7=0,f7=0,g7=0,h7=0,a8=0,b8=0,c8=0,d8=0,e8=0,f8=0,g8=0,h8=0",
         ARRAY},
        {"W11 at home but moved", "power", NULL, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1 moves:-", NULL},
        {"W11 elsewhere but unmoved", "power", NULL, "4k3/8/8/8/8/8/4P1N1/4K3 w - - 0 1 moves:e1=0,e2=0,g2=0,e8=0",
         NULL},
        {"W11 in a combo", "power", NULL, "4k3/8/8/8/8/8/8/4K1[NP]1 w - - 0 1", NULL},
        {"W11 in a combo, moved", "power", NULL, "4k3/8/8/8/8/8/8/4K1[NP]1 w - - 0 1 moves:e1=0,e8=0", NULL},
        {"W11 said anyway", "power", NULL, "4k3/8/8/8/8/8/8/4K1[NP]1 w - - 0 1 moves:e1=0,e8=0,g1n=0",
         "4k3/8/8/8/8/8/8/4K1[NP]1 w - - 0 1"},
        {"I7 no hands", "ideal", NULL, ARRAY, ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/-"},
        {"I7 discards alone missing", "ideal", NULL, ARRAY " hands:3d3h4d4h/3c3s4c4s",
         ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/-"},
        {"I6 a smaller hand", "ideal", "hand_size=3", ARRAY, ARRAY " hands:3d3h4d/3c3s4c discards:-/-"},
        {"I6 one card", "ideal", "hand_size=1", ARRAY, ARRAY " hands:3d/3c discards:-/-"},
        {"I6 a deal is due", "ideal", "hand_size=5", ARRAY, ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/- dealing:w"},
        {"I6 two decks", "ideal", "hand_size=5 two_decks=on", ARRAY,
         ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/- top:--/-- dealing:wd"},
        {"I6 tops are due", "ideal", "face_up=on", ARRAY,
         ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/- top:-/- dealing:w"},
        {"I6 Black's top is due", "ideal", "face_up=on",
         ARRAY " hands:3d3h4d4h/3c3s4c4s discards:-/- top:7d/- dealing:b", NULL},
        {"I7 whichever side moves", "ideal", "face_up=on",
         "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:-/- top:-/- dealing:w", NULL},
    };
    check_accepted(accepted, COUNT(accepted));
}

START_TEST(C9_what_other_rules_would_refuse)
{
    static const struct accepted accepted[] = {
        {"nine pawns", "potential", NULL, "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", NULL},
        {"a pawn on its first rank", "power", NULL, "4k1p1/8/8/8/8/8/8/P3K3 w - - 0 1", NULL},
        {"any officer in the corner", "quantum", NULL, "n3k2b/8/8/8/8/8/8/B3K2Q w KQkq - 0 1", NULL},
        {"a rook in a combo in the corner", "power", NULL, "4k3/8/8/8/8/8/8/4K2[RN] w K - 0 1", NULL},
        {"a king in a combo at home", "power", NULL, "4k3/8/8/8/8/8/8/4[KN]2R w K - 0 1", NULL},
        {"a missing king", "power", NULL, "4[kn]3/8/8/8/8/8/8/7R w - - 0 1", NULL},
        {"16 in one combo", "power", NULL, "4k3/8/8/3[KQRRBBNNPPPPPPPP]4/8/8/8/8 w - - 0 1", NULL},
        {"the lone king may be attacked", "power", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1", NULL},
        {"moving: strict, the king may be attacked", "quantum", "king_safety=strict",
         "4k3/8/8/8/8/8/8/4R2K w - - 0 1 moving:e1", NULL},
        {"free", "ideal", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:-/-", NULL},
        {"no king, strict", "ideal", "king_safety=strict",
         "8/8/8/8/8/8/8/4R2K b - - 0 1 hands:3h4d4h/3c3s4c4s discards:3d/-", NULL},
        {"no deck left, but no king either", "ideal", NULL,
         "8/8/8/8/8/8/8/4R2K b - - 0 1 hands:AdAh2d/AcAs2c2s "
         "discards:2h3d3h4d4h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKdKh/3c",
         NULL},
    };
    check_accepted(accepted, COUNT(accepted));
}

START_TEST(C9_faults_and_where_they_are)
{
    enum { SYNTAX = VC_ERR_SYNTAX, POSITION = VC_ERR_POSITION };
    static const struct refused rows[] = {
        {"too few fields", "orthodox", NULL, KINGS " w -", SYNTAX, 23, "four fields"},
        {"a third counter", "orthodox", NULL, KINGS " w - - 0 1 2", SYNTAX, 30, "Counters come before"},
        {"too many fields", "orthodox", NULL, KINGS " w - - 0 1 a b c d e f g h i", SYNTAX, 46, "too many fields"},
        {"two digits", "orthodox", NULL, "4k3/8/44/8/8/8/8/4K3 w - - 0 1", SYNTAX, 7, "two digits"},
        {"nine squares", "orthodox", NULL, "4k3/8/8/8/ppppppppp/8/8/4K3 w - - 0 1", SYNTAX, 18, "rank 4"},
        {"nine squares by a digit", "orthodox", NULL, "4k3/8/8/p8/8/8/8/4K3 w - - 0 1", SYNTAX, 9, "rank 5"},
        {"seven squares", "orthodox", NULL, "4k3/8/8/8/8/7/8/4K3 w - - 0 1", SYNTAX, 12, "rank 3: 7 squares"},
        {"an empty rank", "orthodox", NULL, "4k3/8//8/8/8/8/4K3 w - - 0 1", SYNTAX, 6, "rank 6: 0 squares"},
        {"nine ranks", "orthodox", NULL, "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", SYNTAX, 19, "more than 8 ranks"},
        {"seven ranks", "orthodox", NULL, "4k3/8/8/8/8/8/4K3 w - - 0 1", SYNTAX, 17, "fewer than 8 ranks"},
        {"no piece", "orthodox", NULL, "4k3/8/8/8/8/8/8/4J3 w - - 0 1", SYNTAX, 17, "'J'"},
        {"no combos here", "orthodox", NULL, "4k3/8/8/8/8/8/8/4[KQ]3 w - - 0 1", SYNTAX, 17, "'['"},
        {"the side", "orthodox", NULL, KINGS " W - - 0 1", SYNTAX, 20, "w or b"},
        {"castling letters", "orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", SYNTAX, 28, "KQkq"},
        {"castling twice", "orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQK - 0 1", SYNTAX, 28, "twice"},
        {"no square", "orthodox", NULL, KINGS " w - e9 0 1", SYNTAX, 24, "en-passant square"},
        {"a counter", "orthodox", NULL, KINGS " w - - 1x 1", SYNTAX, 27, "counter"},
        {"a long counter", "orthodox", NULL, KINGS " w - - 0 123456", SYNTAX, 33, "counter"},
        {"no such field", "orthodox", NULL, KINGS " w - - 0 1 touched:e1", SYNTAX, 30, "touched"},
        {"an empty field", "quantum", NULL, KINGS " w - - 0 1 touched:", SYNTAX, 38, "without a value"},
        {"a field twice", "quantum", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 moving:h1 moving:h1", SYNTAX, 41, "twice"},
        {"two kings", "orthodox", NULL, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", POSITION, 0, "two kings"},
        {"no king", "orthodox", NULL, " 8/8/8/8/8/8/8/3K4 w - - 0 1", POSITION, 1, "Black has no king"},
        {"no kings", "quantum", NULL, "8/8/8/8/8/8/8/8 w - - 0 1", POSITION, 0, "both kings"},
        {"17 pieces", "power", NULL, "4k3/8/8/3[KQQQQQQQQQQQQQQQQ]4/8/8/8/8 w - - 0 1", POSITION, 0, "16 pieces"},
        {"more than 64", "power", NULL,
         "4k3/8/8/3[KQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ]4/8/"
         "8/8/8 w - - 0 1",
         POSITION, 73, "16 pieces"},
        {"nine pawns", "orthodox", NULL, "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", POSITION, 0, "8 pawns"},
        {"a pawn on its last rank", "power", NULL, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", POSITION, 0, "pawn"},
        {"a pawn on its first rank", "potential", NULL, "4k3/8/8/8/8/8/8/4K2P w - - 0 1", POSITION, 0, "pawn"},
        {"no rook", "orthodox", NULL, "4k3/8/8/8/8/8/8/4K2N w K - 0 1", POSITION, 23, "castling"},
        {"a pawn is no corner piece", "power", NULL, "4k3/8/8/8/8/8/8/4K2P w K - 0 1", POSITION, 23, "castling"},
        {"no two-step advance", "orthodox", NULL, KINGS " w - e6 0 1", POSITION, 24, "two-step"},
        {"attacked", "orthodox", NULL, "4k3/8/8/8/8/8/8/4R2K w - - 0 1", POSITION, 0, "attacked"},
        /* quantum */
        {"Q8 no square", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:b1i1", SYNTAX, 43, "square"},
        {"Q8 half a square", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:b1c", SYNTAX, 43, "square"},
        {"Q8 twice", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:b1b1", POSITION, 43, "twice"},
        {"Q8 no officer", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:a2", POSITION, 41, "officer"},
        {"Q8 the other side's", "quantum", NULL, "4k2r/8/8/8/8/8/8/4K3 w - - 0 1 drawing:h8", POSITION, 39, "officer"},
        {"Q8 touched twice", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 touched:b1 drawing:b1", POSITION, 52,
         "once a turn"},
        {"Q8 moving, no officer", "quantum", NULL, KINGS " w - - 0 1 moving:e1", POSITION, 37, "officer"},
        {"Q8 two drawing", "quantum", NULL, "4k3/8/8/8/8/8/8/3QK2R w - - 0 1 drawing:d1h1", SYNTAX, 40, "one square"},
        {"Q8 two moving", "quantum", NULL, "4k3/8/8/8/8/8/8/3QK2R w - - 0 1 moving:h1d1", SYNTAX, 39, "one square"},
        {"Q8 both", "quantum", NULL, "4k3/8/8/8/8/8/8/3QK2R w - - 0 1 drawing:d1 moving:h1", POSITION, 50, "at once"},
        {"Q8 could move", "quantum", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 touched:h1", POSITION, 39, "legal move"},
        {"Q8 cannot move", "quantum", NULL, "4k3/8/8/8/8/8/PP6/KRB5 w - - 0 1 moving:b1", POSITION, 40,
         "no legal move"},
        {"Q8 over", "quantum", NULL, "8/8/8/8/8/8/8/4K2R w - - 0 1 moving:h1", POSITION, 36, "over"},
        /* power */
        {"W11 one is no combo", "power", NULL, "4k3/8/8/3[N]4/8/8/8/4K3 w - - 0 1", SYNTAX, 9, "two or more"},
        {"W11 none is no combo", "power", NULL, "4k3/8/8/3[]4/8/8/8/4K3 w - - 0 1", SYNTAX, 9, "two or more"},
        {"W11 not closed", "power", NULL, "4k3/8/8/3[NP4/8/8/8/4K3 w - - 0 1", SYNTAX, 12, "combo"},
        {"W11 two colours", "power", NULL, "4k3/8/8/3[Np]4/8/8/8/4K3 w - - 0 1", SYNTAX, 11, "one colour"},
        {"W11 nobody there", "power", NULL, KINGS " w - - 0 1 moves:a1=0", POSITION, 36, "without a piece"},
        {"W11 no count", "power", NULL, KINGS " w - - 0 1 moves:e1", SYNTAX, 36, "="},
        {"W11 the type is missing", "power", NULL, "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:d5=0", SYNTAX, 41, "type"},
        {"W11 no such member", "power", NULL, "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:d5q=0", POSITION, 41,
         "not there"},
        {"W11 the maximum", "power", NULL, KINGS " w - - 0 1 moves:e1=0,e8=1", POSITION, 41, "below the maximum"},
        {"W11 twice", "power", NULL, KINGS " w - - 0 1 moves:e1=0,e1=0", POSITION, 41, "not there"},
        {"W11 zeros", "power", "initial_moves=9", KINGS " w - - 0 1 moves:e1=00", SYNTAX, 36, "zeros"},
        {"W11 three digits", "power", "initial_moves=15", KINGS " w - - 0 1 moves:e1=012", SYNTAX, 36, "zeros"},
        {"W11 a comma too many", "power", NULL, KINGS " w - - 0 1 moves:e1=0,", SYNTAX, 41, "square"},
        {"W11 the rook has moved", "power", NULL, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves:e1=0,e8=0", POSITION, 23,
         "moved"},
        {"W11 the king has moved", "power", NULL, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves:h1=0", POSITION, 23, "moved"},
        {"W11 hit a lone piece", "power", NULL, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1 hit:d5", POSITION, 36, "combo"},
        {"W11 hit the other side's", "power", NULL, "4k3/8/8/3[NP]4/8/8/8/4K3 b - - 0 1 hit:d5", POSITION, 39, "combo"},
        {"W11 hit, no square", "power", NULL, "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 hit:d", SYNTAX, 39, "square"},
        {"W11 over", "power", NULL, "8/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 hit:d5", POSITION, 37, "over"},
        {"C6 the pawn is in a combo", "power", NULL, "4k3/8/8/3[np]P3/8/8/8/4K3 w - d6 0 1", POSITION, 30, "two-step"},
        {"C6 the pawn is in a combo, Black takes", "power", NULL, "4k3/8/8/8/3[NP]p3/8/8/4K3 b - d3 0 1", POSITION, 30,
         "two-step"},
        {"C6 the pawn has not moved, Black takes", "power", NULL, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1 moves:d4=0",
         POSITION, 27, "two-step"},
        {"C6 the captor's piece behind, Black takes", "power", NULL, "4k3/8/8/8/3Pp3/8/3r4/4K3 b - d3 0 1", POSITION,
         29, "two-step"},
        {"C6 the pawn has not moved", "power", NULL, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves:d5=0", POSITION, 27,
         "two-step"},
        /* ideal */
        {"I7 no card", "ideal", NULL, PAWN " w - - 0 1 hands:3d1d/3c discards:-/-", SYNTAX, 40, "card"},
        {"I7 half a card", "ideal", NULL, PAWN " w - - 0 1 hands:3d4/3c discards:-/-", SYNTAX, 40, "card"},
        {"I7 no slash", "ideal", NULL, PAWN " w - - 0 1 hands:3d discards:-/-", SYNTAX, 40, "slash"},
        {"I7 the other side's card, Black", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3cKd discards:-/-", POSITION, 43,
         "clubs and spades"},
        {"I7 two slashes", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c/ discards:-/-", SYNTAX, 41, "slash"},
        {"I7 nothing", "ideal", NULL, PAWN " w - - 0 1 hands:/3c discards:-/-", SYNTAX, 38, "'-'"},
        {"I7 the other side's card", "ideal", NULL, PAWN " w - - 0 1 hands:3dKs/3c discards:-/-", POSITION, 40,
         "diamonds and hearts"},
        {"I7 too often", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:3d/-", POSITION, 53, "so often"},
        {"I7 too many", "ideal", NULL, PAWN " w - - 0 1 hands:3d4d5d6d7d/3c discards:-/-", POSITION, 38, "more cards"},
        {"I7 too many after a discard", "ideal", NULL, PAWN " w - - 0 1 hands:3d4d5d6d/3c discards:2d/- played:2d",
         POSITION, 38, "more cards"},
        {"I7 too many before a choice", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d4d5d6d/3c discards:2d/- choosing:w top:7d7h/7c7s", POSITION, 38, "more cards"},
        {"I7 too many before a draw", "ideal", NULL, PAWN " w - - 0 1 hands:3d4d5d6d/3c discards:2d/- drawing:w",
         POSITION, 38, "more cards"},
        {"I7 too many, Black", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c4c5c6c7c discards:2d/- played:2d", POSITION,
         41, "more cards"},
        {"I7 played before the deal", "ideal", NULL, PAWN " w - - 0 1 played:3d", POSITION, 39, "without hands"},
        {"I7 played, no card", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/- played:2x", SYNTAX, 65,
         "not a card"},
        {"I7 played, two cards", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/- played:2d2d", SYNTAX, 65,
         "not a card"},
        {"I7 no jokers", "ideal", NULL, PAWN " w - - 0 1 hands:*d/3c discards:-/-", POSITION, 38, "so often"},
        {"I7 not discarded", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/- played:4d", POSITION, 65,
         "not among the discards"},
        {"I7 the card allows nothing", "ideal", NULL,
         "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:3d/3c discards:2d/- played:2d", POSITION, 63, "no legal move"},
        {"I7 one deck: none is chosen", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/- choosing:w", POSITION,
         67, "two_decks"},
        {"I7 two phases", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/- played:2d drawing:w", POSITION, 76,
         "only one"},
        {"I7 the wrong side draws", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/4c drawing:b", POSITION, 67,
         "side to move"},
        {"I7 drawing, no side", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/4c drawing:x", SYNTAX, 67,
         "w or b"},
        {"I7 drawing, a suit", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:2d/4c drawing:wd", SYNTAX, 67,
         "a side alone"},
        {"I7 drawing, no suit", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d/3c discards:2d/- top:-5h/5c5s drawing:w",
         SYNTAX, 79, "the suit of its deck"},
        {"I7 nothing was discarded", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:-/4c drawing:w", POSITION, 66,
         "not among the discards"},
        {"I7 no tops here", "ideal", NULL, PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5d/6c", POSITION, 61, "top"},
        {"I7 tops are needed", "ideal", "face_up=on", PAWN " w - - 0 1 hands:3d/3c discards:-/-", POSITION, 38, "top"},
        {"I7 a top is missing", "ideal", "face_up=on", PAWN " w - - 0 1 hands:3d/3c discards:-/- top:-/6c", POSITION,
         61, "missing"},
        {"I7 Black's top is missing", "ideal", "face_up=on", PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5d/-",
         POSITION, 61, "missing"},
        {"I7 the second deck's top is missing", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5d-/5c5s", POSITION, 61, "missing"},
        {"I7 too many tops", "ideal", "face_up=on", PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5d5h/6c", SYNTAX, 63,
         "more tops"},
        {"I7 the other deck's top", "ideal", "two_decks=on", PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5h6h/6c7s",
         POSITION, 61, "other deck"},
        {"I7 the other deck's top, in the second place", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d/3c discards:-/- top:5d6d/6c7s", POSITION, 63, "other deck"},
        {"I7 no such suit", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d/3c discards:2d/- top:-5h/5c5s drawing:wx", SYNTAX, 80, "suit"},
        {"I7 no such deck", "ideal", "two_decks=on",
         PAWN " w - - 0 1 hands:3d/3c discards:2d/- top:-5h/5c5s drawing:wc", POSITION, 80, "no such deck"},
        {"I7 the top is known", "ideal", "face_up=on", PAWN " w - - 0 1 hands:3d/3c discards:2d/- top:5d/5c drawing:w",
         POSITION, 76, "known already"},
        {"I7 dealt to Black first", "ideal", "hand_size=5",
         PAWN " w - - 0 1 hands:3d3h4d4h/3c3s4c4s5c discards:-/- dealing:w", POSITION, 38, "White's first"},
        {"I7 Black's top shown first", "ideal", "face_up=on",
         PAWN " w - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:-/- top:-/5c dealing:w", POSITION, 73, "in order"},
        {"I7 nothing left to deal", "ideal", NULL, PAWN " w - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:-/- dealing:w",
         POSITION, 77, "nothing is left"},
        {"I7 another deck's deal", "ideal", "hand_size=5",
         PAWN " w - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:-/- dealing:b", POSITION, 77, "another deck"},
        {"I7 discards in the deal", "ideal", "hand_size=5",
         PAWN " w - - 0 1 hands:3d3h4d4h/3c3s4c4s discards:Kd/- dealing:w", POSITION, 65, "dealt"},
        {"I4 an empty deck", "ideal", NULL,
         PAWN " w - - 0 1 hands:AdAh2d/AcAs2c2s discards:2h3d3h4d4h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKdKh/3c", POSITION,
         63, "empty"},
        {"I7 over", "ideal", NULL, "8/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d/3c discards:2d/- drawing:w", POSITION, 64,
         "over"},
    };
    check_refusals(rows, COUNT(rows));
}

/* What strangers typed is quoted in printable characters and within the message. */
START_TEST(C9_messages_are_clean)
{
    char text[2000];
    vc_error error = {.size = sizeof error};
    vc_game *game = new_game("quantum", NULL, NULL);
    ck_status(vc_game_set_position(game, KINGS " w - - 0 1 \x1b[31m\xff:x", &error), VC_ERR_SYNTAX);
    for (const char *c = error.message; *c; c++)
        ck_assert(*c >= ' ' && *c <= '~');
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    memcpy(text, KINGS " w - - 0 1 ", 30);
    text[1000] = ':';
    ck_status(vc_game_set_position(game, text, &error), VC_ERR_SYNTAX);
    ck_assert_uint_eq(error.offset, 30);
    ck_assert_ptr_nonnull(memchr(error.message, '\0', sizeof error.message));
    memset(text, ' ', sizeof text - 1);
    ck_status(vc_game_set_position(game, text, &error), VC_ERR_SYNTAX);
    ck_assert_uint_eq(error.offset, sizeof text - 1);
}

/* The longest position strings fit into VC_POSITION_TEXT_SIZE. */
START_TEST(C9_the_longest_position)
{
    static const char power[] = "[krrbbnnqpppppppp]"
                                "7/8/8/8/8/8/8/7[KQRRBBNNPPPPPPPP] w - - 99999 99999 moves:";
    char text[VC_POSITION_TEXT_SIZE], *end = text + sizeof power - 1;
    memcpy(text, power, sizeof power);
    for (unsigned i = 0; i < 32; i++)
        end += sprintf(end, "%s%s%c=10", i ? "," : "", i < 16 ? "h1" : "a8", "kqrrbbnnpppppppp"[i % 16]);
    vc_game *game = new_game("power", "initial_moves=15", text);
    size_t length;
    ck_ok(vc_game_position(game, text, sizeof text, &length));
    ck_assert_uint_gt(length, 200);
    ck_assert_ptr_nonnull(strstr(text, "h1k=10,h1q=10"));
    ck_row("again", reading("power", "initial_moves=15", text), text);
    /* All 212 cards of four packs and jokers are in hands and discards, but for one in each deck. */
    end = text +
          sprintf(text, "4k3/8/8/8/8/8/4P3/4K3 w - - 99999 99999 hands:AdAdAdAdAhAhAhAh/AcAcAcAcAsAsAsAs discards:");
    for (unsigned color = 0; color < 2; color++) {
        for (unsigned i = 0; i < 8 * 12 - 1; i++)
            end += sprintf(end, "%c%c", "23456789TJQK"[i / 8], (color ? "cs" : "dh")[i / 4 % 2]);
        end += sprintf(end, color ? "*c" : "*d/");
    }
    game = new_game("ideal", "hand_size=8 packs=4 jokers=1", text);
    ck_ok(vc_game_position(game, text, sizeof text, &length));
    ck_assert_str_eq(text, position_text(game));
    ck_assert_uint_gt(length, 400);
}

int main(void)
{
    return RUN_TESTS("positions", fen_01_a_king_is_missing, fen_03_kings_side_by_side, fen_05_digits_and_ranks,
                     fen_07_fields_are_missing, fen_07_text_cut_anywhere, fen_09_counters,
                     fen_09_counters_stop_at_99999, fen_11_letters_and_leftovers, cas_03_rights_that_do_not_fit,
                     ep_05_no_two_step_advance, C6_a_useless_square_is_dropped, C9_order_is_free, C9_defaults,
                     C9_what_other_rules_would_refuse, C9_faults_and_where_they_are, C9_messages_are_clean,
                     C9_the_longest_position);
}
