/* SPDX-License-Identifier: ISC */
/*
 * test_queries.c - what may be asked of a game: squares and pieces, why an action is illegal, phases, odds, cards,
 * hashes; and the names of what is answered
 */
#include "support.h"

/* -------------------------------------------------------------------------------- names --- */

START_TEST(names_of_everything)
{
    static const char *const phases[] = {"over", "turn", "drawing", "moving", "hit", "played", "choosing", "dealing"};
    static const char *const reasons[] = {
        "none",          "checkmate",         "stalemate",           "king_captured", "quantum_trap",
        "dead_position", "seventyfive_moves", "fivefold_repetition", "fifty_moves",   "threefold_repetition",
        "resignation",   "agreement",         "time_forfeit"};
    static const char *const titles[] = {"Orthodox Chess", "Quantum Superposition Chess", "Potential/Demotion Chess",
                                         "Power Chess", "Ideal Chess"};
    for (unsigned i = 0; i < COUNT(phases); i++)
        ck_assert_str_eq(vc_phase_name(i), phases[i]);
    ck_assert_ptr_null(vc_phase_name(COUNT(phases)));
    ck_assert_ptr_null(vc_phase_name(UINT32_MAX));
    for (unsigned i = 0; i < COUNT(reasons); i++)
        ck_assert_str_eq(vc_reason_name(i), reasons[i]);
    ck_assert_ptr_null(vc_reason_name(COUNT(reasons)));
    ck_assert_ptr_null(vc_reason_name(UINT32_MAX));
    ck_assert_uint_eq(vc_ruleset_count(), COUNT(titles));
    for (uint32_t i = 0; i < COUNT(titles); i++) {
        uint32_t id = UNTOUCHED;
        ck_assert_str_eq(vc_ruleset_name(i), ruleset_names[i]);
        ck_assert_str_eq(vc_ruleset_title(i), titles[i]);
        ck_ok(vc_ruleset_find(ruleset_names[i], &id));
        ck_assert_uint_eq(id, i);
    }
    for (vc_status status = VC_OK; status <= VC_ERR_LIMIT; status++) {
        ck_assert_uint_gt(strlen(vc_status_text(status)), 3);
        for (vc_status other = VC_OK; other < status; other++)
            ck_assert_str_ne(vc_status_text(status), vc_status_text(other));
    }
    ck_assert_str_eq(vc_status_text(VC_ERR_MEMORY), "out of memory");
    ck_assert_str_eq(vc_status_text(-1), vc_status_text(INT32_MAX));
    ck_assert_uint_eq(vc_version_number(), VC_VERSION_NUMBER);
    ck_assert_str_eq(vc_version(), format("%d.%d.%d", VC_VERSION_MAJOR, VC_VERSION_MINOR, VC_VERSION_PATCH));
}

/* -------------------------------------------------------------------------------- board --- */

START_TEST(pieces_and_squares)
{
    vc_game *game = new_game("power", "initial_moves=5",
                             "4k3/8/8/3[PQPN]4/8/8/8/R3K3 w Q - 3 17 moves:a1=0,e1=0,d5p=3,d5p=1,e8=2");
    ck_assert_str_eq(pieces_text(game, "d5"), "Q5N5P1P3");
    ck_assert_str_eq(pieces_text(game, "a1"), "R0");
    ck_assert_str_eq(pieces_text(game, "e8"), "k2");
    ck_assert_str_eq(pieces_text(game, "e4"), "");
    ck_assert_uint_eq(vc_game_piece(game, square_of("d5")), VC_QUEEN | VC_WHITE << 3 | 5 << 4);
    ck_assert_uint_eq(vc_game_piece(game, square_of("e8")), VC_KING | VC_BLACK << 3 | 2 << 4);
    ck_assert_uint_eq(vc_game_piece(game, square_of("e4")), 0);
    ck_assert_uint_eq(VC_PIECE_TYPE(0x25u | 8u), vc_piece_type(0x25u | 8u));
    ck_assert_uint_eq(VC_PIECE_COLOR(0x25u | 8u), vc_piece_color(0x25u | 8u));
    ck_assert_uint_eq(VC_PIECE_MOVES(0x25u | 8u), vc_piece_moves(0x25u | 8u));
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_NO_PIECE)), "a1 e1 d5");
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_PAWN)), "d5"); /* combos included */
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_BISHOP)), "");
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_BLACK, VC_KING)), "e8");
    ck_assert_str_eq(squares_text(vc_game_combos(game)), "d5");
    ck_assert_uint_eq(vc_game_castling_rights(game), VC_CASTLE_WHITE_LONG);
    ck_assert_uint_eq(vc_game_halfmove_clock(game), 3);
    ck_assert_uint_eq(vc_game_move_number(game), 17);
    ck_assert_uint_eq(vc_game_en_passant(game), VC_NO_SQUARE);
    ck_assert_uint_eq(vc_game_side_to_move(game), VC_WHITE);
    game = new_game("orthodox", NULL, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    ck_assert_uint_eq(vc_game_castling_rights(game), 15);
    ck_assert_uint_eq(vc_game_en_passant(game), square_of("d6"));
    ck_assert_uint_eq(vc_game_combos(game), 0);
    ck_assert_uint_eq(vc_game_touched(game), 0);
}

START_TEST(C3_attackers_and_checkers)
{
    static const struct {
        const char *clause, *ruleset, *position, *square;
        uint32_t color;
        const char *attackers;
    } rows[] = {
        {"no matter whose turn", "orthodox", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8", VC_WHITE, "e2"},
        {"though it would expose the king", "orthodox", "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "d5", VC_WHITE, "e3"},
        {"pawns aside only", "orthodox", "4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1", "e4", VC_WHITE, "d3"},
        {"no steps ahead", "orthodox", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e4", VC_WHITE, ""},
        {"an empty square too", "orthodox", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "d1", VC_WHITE, "a1 e1"},
        {"own pieces too", "orthodox", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", VC_WHITE, "e1"},
        {"blocked", "orthodox", "4k3/8/8/8/8/8/R3P2R/4K3 w - - 0 1", "e2", VC_WHITE, "e1 a2 h2"},
        {"by all that a piece may do", "potential", "4k3/8/8/8/8/2Q1N3/8/4K3 w - - 0 1", "d4", VC_WHITE, "c3 e3"},
        {"a queen as a knight", "potential", "4k3/8/8/8/8/2Q5/8/4K3 w - - 0 1", "d5", VC_WHITE, "c3"},
        {"a queen is none", "quantum", "4k3/8/8/8/8/2Q5/8/4K3 w - - 0 1", "d5", VC_WHITE, ""},
        {"members of combos", "power", "4k3/8/8/8/8/2[NB]5/8/4K3 w - - 0 1", "d5", VC_WHITE, "c3"},
        {"members of combos, another way", "power", "4k3/8/8/8/8/2[NB]5/8/4K3 w - - 0 1", "h8", VC_WHITE, "c3"},
        {"whatever the cards", "ideal", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 hands:Ad/Ac discards:-/-", "h8", VC_WHITE,
         "h1"},
        {"the other colour", "orthodox", "4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "h4", VC_BLACK, "h8"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, NULL, rows[i].position);
        ck_row(rows[i].clause, squares_text(vc_game_attackers(game, square_of(rows[i].square), rows[i].color)),
               rows[i].attackers);
        free_game(game);
    }
    static const struct {
        const char *ruleset, *position, *checkers;
    } checks[] = {
        {"orthodox", "3rk3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", "e2 d6"},
        {"orthodox", ARRAY, ""},
        {"orthodox", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e2"},
        {"quantum", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", ""}, /* of the side to move alone */
        {"power", "4r2k/8/8/8/8/8/8/4[KN]3 w - - 0 1", ""}, /* a king in a combo is not lone */
        {"power", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e8"},
        {"quantum", "8/8/8/8/8/8/8/4K2R b - - 0 1", ""}, /* no king */
    };
    for (unsigned i = 0; i < COUNT(checks); i++) {
        vc_game *game = new_game(checks[i].ruleset, NULL, checks[i].position);
        ck_row(checks[i].position, squares_text(vc_game_checkers(game)), checks[i].checkers);
        ck_assert_uint_eq(vc_game_in_check(game), *checks[i].checkers != '\0');
        free_game(game);
    }
}

START_TEST(destinations)
{
    static const struct {
        const char *ruleset, *options, *position, *play, *square, *squares;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, "e2", "e3 e4"},
        {"orthodox", NULL, NULL, NULL, "g1", "f3 h3"},
        {"orthodox", NULL, NULL, NULL, "g8", ""},
        {"orthodox", NULL, NULL, NULL, "e4", ""},
        {"orthodox", NULL, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", NULL, "a7", "a8"}, /* four moves, one square */
        {"orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "e1", "c1 d1 f1 g1 d2 e2 f2"},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8", ""},
        {"quantum", NULL, NULL, NULL, "g1", ""}, /* it must be touched first */
        {"quantum", NULL, NULL, "?g1", "g1", ""},
        {"quantum", NULL, NULL, "?g1 =n", "g1", "f3 h3"},
        {"quantum", NULL, NULL, "?g1 =n", "e2", ""},
        {"power", NULL, "4k3/8/8/8/8/8/4[NP]3/4K3 w - - 0 1 moves:-", NULL, "e2", "c1 g1 c3 e3 g3 d4 f4"},
        {"ideal", NULL, NULL, NULL, "e2", ""}, /* a card must be discarded first */
        {"ideal", NULL, NULL, "-4d", "g1", ""},
        {"ideal", NULL, NULL, "-3d", "g1", "f3 h3"},
        {"ideal", NULL, NULL, "-3d g1f3", "b1", ""},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        ck_row(format("row %u", i), squares_text(vc_game_destinations(game, square_of(rows[i].square))),
               rows[i].squares);
        free_game(game);
    }
}

START_TEST(why_not)
{
    static const struct {
        const char *ruleset, *options, *position, *play, *action, *why;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, "e2e4", ""},
        {"orthodox", NULL, NULL, NULL, "e7e5", "that piece is the other side's"},
        {"orthodox", NULL, NULL, NULL, "e4e5", "there is no piece on that square"},
        {"orthodox", NULL, NULL, NULL, "e1e2", "a piece of your own stands there"},
        {"orthodox", NULL, NULL, NULL, "e2e5", "the piece does not move like that"},
        {"orthodox", NULL, NULL, NULL, "e1g1", "a piece of your own stands there"},
        {"orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", NULL, "e2g2", "the piece does not move like that"},
        {"orthodox", NULL, NULL, NULL, "?g1", "Orthodox Chess has no such action"},
        {"orthodox", NULL, NULL, NULL, "=n", "chance is not to act"},
        {"orthodox", NULL, NULL, NULL, "e2e4q", "the piece does not change by that move: no letter, please"},
        {"orthodox", NULL, NULL, NULL, "e2e4:p", "there is no combo to leave"},
        {"orthodox", NULL, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", NULL, "e2d3", "your king would be attacked"},
        {"orthodox", NULL, "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL, "e1c1",
         "the king may not castle out of, through or into an attack"},
        {"orthodox", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", NULL, "e1g1",
         "castling is not possible: its right, its rook or an empty way is missing"},
        {"orthodox", NULL, "4k2r/8/8/8/8/8/8/4K3 b - - 0 1", NULL, "e8g8",
         "castling is not possible: its right, its rook or an empty way is missing"},
        {"orthodox", NULL, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", NULL, "e7e8",
         "the move must name what the piece becomes"},
        {"orthodox", NULL, "4k3/p7/8/8/8/8/8/7K w - - 0 1", NULL, "h1b2", "the piece does not move like that"},
        {"orthodox", NULL, "4k3/p7/8/8/3K4/8/8/8 w - - 0 1", NULL, "d4f4", "the piece does not move like that"},
        {"orthodox", NULL, "3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", NULL, "d5e6", "your king would be attacked"},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8a7", "the game is over"},
        {"quantum", NULL, NULL, NULL, "g1f3", "that piece must be touched before it can move"},
        {"quantum", NULL, NULL, NULL, "?e1", "kings and pawns are not touched, they just move"},
        {"quantum", NULL, NULL, NULL, "!n", "Quantum Superposition Chess has no such action"},
        {"quantum", NULL, NULL, "?g1", "?b1", "chance is to act"},
        {"quantum", NULL, NULL, "?g1", "+7d", "that is no outcome of this chance node"},
        {"quantum", "temperature=1", NULL, "?g1", "=q", "that is no outcome of this chance node"},
        {"quantum", NULL, NULL, "?g1 =n", "?b1", "it must be the touched piece: that must move now"},
        {"quantum", NULL, NULL, "?g1 =n", "e2e4", "it must be the touched piece: that must move now"},
        {"quantum", NULL, NULL, "?g1 =n", "?g1", "it must be the touched piece: that must move now"},
        {"quantum", NULL, NULL, "?g1 =n", "g1g3", "the piece does not move like that"},
        {"quantum", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", NULL, "e1g1",
         "castling is not possible: its right, its rook or an empty way is missing"},
        {"quantum", "king_safety=strict", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL, "e1c1",
         "the king may not castle out of, through or into an attack"},
        {"quantum", NULL, NULL, "?g1 =b", "?g1", "that piece was touched already in this turn"},
        {"quantum", NULL, NULL, "?g1 =b", "g1f3", "that piece was touched already and cannot move"},
        {"quantum", "king_safety=strict", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", NULL, "e1e2",
         "a piece of your own stands there"},
        {"potential", NULL, NULL, NULL, "=n", "chance is not to act"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, "a1b3",
         "the move must name what the piece becomes"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, "a1b3r",
         "the move must name what the piece becomes: another letter than that"},
        {"potential", NULL, NULL, NULL, "-3d", "Potential/Demotion Chess has no such action"},
        {"power", NULL, NULL, NULL, "!n", "no combo was attacked"},
        {"power", NULL, NULL, NULL, "?g1", "Power Chess has no such action"},
        {"power", NULL, NULL, NULL, "e1e2",
         "pieces merge only after their first moves, a king only by the rules' leave"},
        {"power", NULL, "7k/8/p7/8/8/8/1K6/8 w - - 0 1", NULL, "b2h1", "the piece does not move like that"},
        {"power", NULL, "3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", NULL, "d5e6", "your king would be attacked"},
        {"power", NULL, "3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", NULL, "f5e6", ""},
        {"power", NULL, "4k3/8/8/3[NP]pP2/8/8/8/3K4 w - e6 0 1", NULL, "d5e6", "the piece does not move like that"},
        {"power", NULL, "4k3/8/8/3[NP]pP2/8/8/8/3K4 w - e6 0 1", NULL, "d5e6:p", ""},
        {"power", NULL, "4k3/8/8/8/8/8/2R4N/r1[KR]5 w - - 0 1 moves:-", NULL, "c1c2:r", "your king would be attacked"},
        {"power", NULL, "4k3/8/8/8/8/8/2R4N/2[KR]5 w - - 0 1 moves:-", NULL, "c1c2:k",
         "pieces merge only after their first moves, a king only by the rules' leave"},
        {"power", NULL, NULL, NULL, "e7e5", "that piece is the other side's"},
        {"power", NULL, NULL, NULL, "e4e5", "there is no piece on that square"},
        {"power", NULL, "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1 moves:d1=0,e1=0,e8=0", NULL, "d1d4",
         "pieces merge only after their first moves, a king only by the rules' leave"},
        {"power", NULL, "4k3/8/8/8/3N4/8/8/3RK3 w - - 0 1 moves:d4=0,e1=0,e8=0", NULL, "d1d4",
         "pieces merge only after their first moves, a king only by the rules' leave"},
        {"power", NULL, "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", NULL, "f2f3", "your king would be attacked"},
        {"power", NULL, "4k3/8/8/8/8/2b5/3p4/4K3 w - - 0 1", NULL, "e1d2", "your king would be attacked"},
        {"power", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", NULL, "e1g1",
         "castling is not possible: its right, its lone rook, an empty way or a safe one is missing"},
        {"power", NULL, "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1", NULL, "d4d5:b", "there is no such member in the combo"},
        {"power", NULL, "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", NULL, "d4d5:r", "there is no combo to leave"},
        {"power", NULL, "4k3/8/4n3/8/3[RN]4/8/8/4K3 w - - 0 1", NULL, "d4e6",
         "a combo does not capture as a whole: a member must leave it"},
        {"power", NULL, "4k3/3[BP]4/8/8/8/8/8/4K3 b - - 0 1", NULL, "e8d7", "a king may not attack a combo"},
        {"power", NULL, "4k3/8/4N3/8/3[rn]4/8/8/4K3 b - - 0 1", NULL, "d4e6",
         "a combo does not capture as a whole: a member must leave it"},
        {"power", NULL, "4k3/8/8/8/8/8/3[bp]4/4K3 w - - 0 1", NULL, "e1d2", "a king may not attack a combo"},
        {"power", "king_initial_moves=0", "4k3/8/8/8/8/8/3[bp]4/4[KN]3 w - - 0 1", NULL, "e1d2:k",
         "a king may not attack a combo"},
        {"power", NULL, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1 moves:e1=0,e2=0", NULL, "e2d3",
         "your king would be attacked"},
        {"power", NULL, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", NULL, "a7a8",
         "the pawn promotes: the move must name to what"},
        {"power", NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, "a1a8q",
         "nothing promotes by that move: no letter, please"},
        {"power", NULL, "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 0 1 hit:d4", NULL, "e1e2",
         "the attacked combo must lose a member first"},
        {"power", NULL, "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 0 1 hit:d4", NULL, "!q",
         "no such piece in the combo can be the casualty"},
        {"ideal", NULL, NULL, NULL, "e2e4", "a card must be discarded before the move"},
        {"ideal", NULL, NULL, NULL, "-Kd", "that card is not in your hand"},
        {"ideal", NULL, NULL, NULL, "-3c", "that card is not in your hand"},
        {"ideal", NULL, ARRAY " hands:Kd3d/3c discards:-/-", NULL, "-Kd", "no piece that this card allows can move"},
        {"ideal", NULL, NULL, "-3d", "-4d", "a card was discarded: the move is due"},
        {"ideal", NULL, NULL, "-4d", "g1f3", "the card played does not allow that piece"},
        {"ideal", NULL, NULL, "-3d", "e2e5", "the piece does not move like that"},
        {"ideal", NULL, NULL, "-3d", "g1e2", "a piece of your own stands there"},
        {"ideal", "king_safety=strict", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 hands:3dAd/3c discards:Ah/- played:Ah", NULL,
         "e1d3", "the piece does not move like that"},
        {"ideal", "king_safety=strict", "4r1k1/8/8/8/8/8/4NP2/4K3 w - - 0 1 hands:Ad/3c discards:3d/- played:3d", NULL,
         "e2g3", "your king would be attacked"},
        {"ideal", NULL, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 hands:Ad/3c discards:-/-", "-Ad", "e1c1",
         "the card played does not allow castling"},
        {"ideal", NULL, NULL, NULL, "^d", "there is one draw deck only: none is chosen"},
        {"ideal", NULL, NULL, "-3d e2e4", "^d", "chance is to act"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As", "^d", "a deck is chosen after the move"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", "^c", "that deck is the other side's"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", "-4d", "a deck to draw from must be chosen now"},
        {"ideal", NULL, NULL, NULL, "?g1", "Ideal Chess has no such action"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        ck_row(format("%s %s", rows[i].ruleset, rows[i].action), why_text(game, rows[i].action), rows[i].why);
        ck_assert_uint_eq(vc_game_is_legal(game, action_of(rows[i].action)), !*rows[i].why);
        free_game(game);
    }
}

/* --------------------------------------------------------------- phases, touches, cards --- */

START_TEST(phases_and_focus)
{
    static const struct {
        const char *ruleset, *options, *position, *play;
        uint32_t phase, actor, side;
        const char *focus, *touched;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, VC_PHASE_TURN, VC_WHITE, VC_WHITE, "", ""},
        {"orthodox", NULL, NULL, "e2e4", VC_PHASE_TURN, VC_BLACK, VC_BLACK, "", ""},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, VC_PHASE_OVER, VC_NOBODY, VC_BLACK, "", ""},
        {"quantum", NULL, NULL, "?g1", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "g1", ""},
        {"quantum", NULL, NULL, "?g1 =n", VC_PHASE_MOVING, VC_WHITE, VC_WHITE, "g1", ""},
        {"quantum", NULL, NULL, "?g1 =b ?a1 =q", VC_PHASE_TURN, VC_WHITE, VC_WHITE, "", "a1 g1"},
        {"quantum", NULL, NULL, "?g1 =b ?a1", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "a1", "g1"},
        {"power", NULL, "4k3/8/8/3[qn]4/8/8/8/3RK3 w - - 5 1", "d1d5", VC_PHASE_HIT, VC_BLACK, VC_BLACK, "d5", ""},
        {"ideal", NULL, NULL, "-3d", VC_PHASE_PLAYED, VC_WHITE, VC_WHITE, "", ""},
        {"ideal", NULL, NULL, "-3d e2e4", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "", ""},
        {"ideal", "hand_size=5", NULL, NULL, VC_PHASE_DEALING, VC_CHANCE, VC_WHITE, "", ""},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", VC_PHASE_CHOOSING, VC_WHITE, VC_WHITE, "", ""},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        const uint32_t focus = vc_game_focus(game);
        ck_that(vc_game_phase(game) == rows[i].phase, "row %u: %s", i, vc_phase_name(vc_game_phase(game)));
        ck_that(vc_game_actor(game) == rows[i].actor, "row %u: %u", i, vc_game_actor(game));
        ck_that(vc_game_side_to_move(game) == rows[i].side, "row %u: %u", i, vc_game_side_to_move(game));
        ck_row(format("row %u", i), focus == VC_NO_SQUARE ? "" : squares_text(UINT64_C(1) << focus), rows[i].focus);
        ck_row(format("row %u", i), squares_text(vc_game_touched(game)), rows[i].touched);
        free_game(game);
    }
}

static const char *odds_text(const vc_game *game, const char *square)
{
    vc_odds odds[4];
    size_t n;
    uint64_t total, sum = 0;
    const char *text = "";
    ck_ok(vc_game_odds(game, square_of(square), odds, 4, &n, &total));
    for (size_t i = 0; i < n; i++) {
        text = format("%s%s%s:%u/%u", text, i ? " " : "", action_text(odds[i].outcome), odds[i].weight, odds[i].moves);
        ck_assert_uint_eq(odds[i].can_move, odds[i].moves != 0);
        sum += odds[i].weight;
    }
    ck_assert_uint_eq(total, sum);
    return text;
}

START_TEST(odds)
{
    static const struct {
        const char *options, *position, *play, *square, *odds;
    } rows[] = {
        {NULL, NULL, NULL, "g1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
        {NULL, NULL, NULL, "d1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
        {"temperature=1/2", NULL, NULL, "d1", "=n:5/2 =b:5/0 =r:3/0 =q:16/0"},
        {"temperature=1", NULL, NULL, "g1", "=n:1/2"},
        {NULL, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", NULL, "d4", "=n:10/8 =b:10/13 =r:6/14 =q:3/27"},
        {NULL, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "?d4", "d4", "=n:10/8 =b:10/13 =r:6/14 =q:3/27"},
        {"king_safety=strict", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", NULL, "e2", "=n:10/0 =b:10/0 =r:6/6 =q:3/6"},
        {NULL, NULL, "?g1 =b", "b1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game("quantum", rows[i].options, rows[i].position);
        play(game, rows[i].play);
        const struct trace before = trace_of(game);
        ck_row(format("row %u", i), odds_text(game, rows[i].square), rows[i].odds);
        ck_unchanged(game, &before); /* without any effect */
        free_game(game);
    }
    static const struct {
        const char *ruleset, *position, *play, *square;
        vc_status status;
    } refused[] = {
        {"quantum", NULL, NULL, "e1", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "e2", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "e4", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "g8", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1", "b1", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1 =n", "g1", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1 =b", "g1", VC_ERR_ILLEGAL},
        {"quantum", "k6R/8/1K6/8/8/8/8/1q6 w - - 0 1", "b6b7", "h8", VC_ERR_OVER},
        {"orthodox", NULL, NULL, "g1", VC_ERR_ILLEGAL},
        {"orthodox", "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8", VC_ERR_OVER},
        {"ideal", NULL, NULL, "g1", VC_ERR_ILLEGAL},
    };
    for (unsigned i = 0; i < COUNT(refused); i++) {
        vc_odds list[4];
        size_t n = UNTOUCHED;
        vc_game *game = new_game(refused[i].ruleset, NULL, refused[i].position);
        if (refused[i].play && refused[i].status == VC_ERR_OVER)
            ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
        else
            play(game, refused[i].play);
        ck_status(vc_game_odds(game, square_of(refused[i].square), list, 4, &n, NULL), refused[i].status);
        ck_assert_uint_eq(n, UNTOUCHED);
        free_game(game);
    }
}

static const char *hand_text(const vc_game *game, uint32_t color)
{
    vc_card cards[8];
    size_t n;
    ck_ok(vc_game_hand(game, color, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}
static const char *pile_text(const vc_game *game, uint32_t color)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n;
    ck_ok(vc_game_pile(game, color, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}
static const char *deck_text(const vc_game *game, uint32_t color, uint32_t deck)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n;
    ck_ok(vc_game_deck(game, color, deck, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}

START_TEST(cards)
{
    vc_game *game = new_game("ideal", "jokers=1", NULL);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d3h4d4h");
    ck_assert_str_eq(hand_text(game, VC_BLACK), "3c3s4c4s");
    ck_assert_str_eq(pile_text(game, VC_WHITE), "");
    ck_assert_str_eq(deck_text(game, VC_WHITE, 0), "AdAh2d2h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKdKh*d");
    ck_assert_str_eq(deck_text(game, VC_BLACK, 0), "AcAs2c2s5c5s6c6s7c7s8c8s9c9sTcTsJcJsQcQsKcKs*c");
    ck_assert_uint_eq(vc_game_decks(game, VC_WHITE), 1);
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 0), 0);
    ck_assert_uint_eq(vc_game_played_card(game), 0);
    play(game, "-3h");
    ck_assert_uint_eq(vc_game_played_card(game), 3 | VC_HEARTS << 4);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d4d4h");
    ck_assert_str_eq(pile_text(game, VC_WHITE), "3h");
    play(game, "e2e4");
    ck_assert_uint_eq(vc_game_played_card(game), 0);
    play(game, "+*d");
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d4d4h*d");
    game = new_game("ideal", "two_decks=on packs=2", NULL);
    ck_assert_uint_eq(vc_game_decks(game, VC_BLACK), 2);
    play(game, "+Ad +Kh +3c +2s");
    ck_assert_str_eq(deck_text(game, VC_WHITE, 1), "AhAh2h2h3h4h5h5h6h6h7h7h8h8h9h9hThThJhJhQhQhKhKh");
    ck_assert_str_eq(deck_text(game, VC_BLACK, 0), "AcAc2c2c3c4c5c5c6c6c7c7c8c8c9c9cTcTcJcJcQcQcKcKc");
    ck_assert_str_eq(cards_text((vc_card[]){vc_game_top(game, VC_WHITE, 0), vc_game_top(game, VC_WHITE, 1),
                                            vc_game_top(game, VC_BLACK, 0), vc_game_top(game, VC_BLACK, 1)},
                                4),
                     "AdKh3c2s"); /* part of their decks until taken */
    play(game, "-3d e2e4 ^h");
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 1), 0); /* not shown yet */
    ck_assert_str_eq(deck_text(game, VC_WHITE, 1), "AhAh2h2h3h4h5h5h6h6h7h7h8h8h9h9hThThJhJhQhQhKh");
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3h4d4hKh");
    ck_assert_uint_eq(VC_CARD_RANK(vc_game_top(game, VC_WHITE, 0)), VC_ACE);
    ck_assert_uint_eq(VC_CARD_SUIT(vc_game_top(game, VC_BLACK, 1)), VC_SPADES);
    /* The most cards that a side has. */
    game = new_game("ideal", "packs=4 jokers=1 two_decks=on hand_size=1", NULL);
    size_t n =
        strlen(deck_text(game, VC_WHITE, 0)) + strlen(deck_text(game, VC_WHITE, 1)) + strlen(hand_text(game, VC_WHITE));
    ck_assert_uint_eq(n, 2 * VC_MAX_CARDS);
    /* Elsewhere there are none. */
    game = new_game("orthodox", NULL, NULL);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "");
    ck_assert_str_eq(pile_text(game, VC_BLACK), "");
    ck_assert_uint_eq(vc_game_decks(game, VC_WHITE), 0);
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 0), 0);
    ck_assert_uint_eq(vc_game_played_card(game), 0);
}

/* ------------------------------------------------------------------------------- hashes --- */

START_TEST(hashes)
{
    /* The same whichever way it came to be, and whatever the counters. */
    vc_game *one = new_game("orthodox", NULL, NULL), *other = new_game("orthodox", NULL, NULL);
    play(one, "g1f3 g8f6 b1c3");
    play(other, "b1c3 g8f6 g1f3");
    ck_assert_uint_eq(vc_game_hash(one), vc_game_hash(other));
    ck_ok(vc_game_set_position(other, "rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 77 99", NULL));
    ck_assert_uint_eq(vc_game_hash(one), vc_game_hash(other));
    /* Each field of the string but the counters, and each copy of a card or member, makes another. */
    static const struct {
        const char *ruleset, *options, *positions[6];
    } rows[] = {
        {"orthodox", NULL, {"4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1", "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 1",
                            "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 1",
                            "4k3/8/8/3pP3/8/8/8/B3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"}},
        {"quantum", NULL, {"4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1", "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:a1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:b1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:a1b1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 drawing:a1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 drawing:b1"}},
        {"power", "initial_moves=3", {"4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3[NPP]4/8/8/8/4K3 w - - 0 1",
                                      "4k3/8/8/3[NPPP]4/8/8/8/4K3 w - - 0 1",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:e1=0,d5p=1,e8=0",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:e1=0,d5n=1,e8=0",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 hit:d5"}},
        {"ideal", "packs=2", {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:Ad/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:AdAd/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:Ah/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/- played:Ad",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/- drawing:w"}},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        uint64_t found[COUNT(rows[0].positions)];
        for (unsigned k = 0; k < COUNT(found); k++) {
            vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].positions[k]);
            ck_row("canonical", position_text(game), rows[i].positions[k]);
            found[k] = vc_game_hash(game);
            for (unsigned earlier = 0; earlier < k; earlier++)
                ck_that(found[earlier] != found[k], "%s: %u and %u", rows[i].ruleset, earlier, k);
            free_game(game);
        }
    }
}

/* "equal on all machines, and from version to version while the ABI number stays" */
START_TEST(hashes_are_frozen)
{
    static const uint64_t wanted[] = {UINT64_C(0x252dab5b8817563e), UINT64_C(0x252dab5b8817563e),
                                      UINT64_C(0x252dab5b8817563e), UINT64_C(0xe386b2884d366aa0),
                                      UINT64_C(0x594b6ab759309fe6)};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++) {
        const uint64_t hash = vc_game_hash(new_game(ruleset_names[set], NULL, NULL));
        ck_that(hash == wanted[set], "%s: 0x%016llx", ruleset_names[set], (unsigned long long)hash);
    }
}

int main(void)
{
    return RUN_TESTS("queries", names_of_everything, pieces_and_squares, C3_attackers_and_checkers, destinations,
                     why_not, phases_and_focus, odds, cards, hashes, hashes_are_frozen);
}
