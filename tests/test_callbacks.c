/* SPDX-License-Identifier: ISC */
/*
 * test_callbacks.c - what callbacks hear, and that a game cannot be changed while one runs
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* What a callback heard, as lines. */
struct journal {
    char text[4096];
    size_t length;
    unsigned events;
};

static void hear(void *user, const vc_game *game, const vc_event *event)
{
    struct journal *journal = user;
    (void)game;
    journal->events++;
    journal->length += (size_t)snprintf(journal->text + journal->length, sizeof journal->text - journal->length, "%s\n",
                                        event_text(event));
    ck_that(journal->length < sizeof journal->text, "too many events");
}

static const char *heard(struct journal *journal)
{
    const char *text = format("%s", journal->text);
    *journal = (struct journal){.length = 0};
    return text;
}

/* Plays one action, and looks at what was heard: lines, without the last line's end. */
struct telling {
    const char *action, *lines;
};

static void check_telling(const char *ruleset, const char *options, const char *position, const struct telling *rows)
{
    struct journal journal = {.length = 0};
    vc_game *game = new_game(ruleset, options, position);
    ck_ok(vc_game_on_event(game, hear, &journal));
    for (; rows->action; rows++) {
        play(game, rows->action);
        ck_row(format("%s %s", ruleset, rows->action), heard(&journal),
               *rows->lines ? format("%s\n", rows->lines) : "");
    }
    free_game(game);
}

/* ------------------------------------------------------------------ what is told, by rules --- */

START_TEST(events_of_orthodox)
{
    static const struct telling rows[] = {
        {"e5d6", "move e5d6 w e5 >d6 P =P\ncapture e5d6 w d5 p"},
        {"e8g8", "move e8g8 b e8 >g8 k =k\nmove e8g8 b h8 >f8 r =r"},
        {"e1c1", "move e1c1 w e1 >c1 K =K\nmove e1c1 w a1 >d1 R =R"},
        {"a7a6", "move a7a6 b a7 >a6 p =p"},
        {"b7a8n", "move b7a8n w b7 >a8 P =N\ncapture b7a8n w a8 r\npromotion b7a8n w a8 P =N"},
        {NULL, NULL}};
    static const struct telling mate[] = {
        {"f2f3", "move f2f3 w f2 >f3 P =P"},
        {"e7e5", "move e7e5 b e7 >e5 p =p"},
        {"g2g4", "move g2g4 w g2 >g4 P =P"},
        {"d8h4", "move d8h4 b d8 >h4 q =q\nend d8h4 w b checkmate"},
        {NULL, NULL}};
    static const struct telling far[] = {{"h1h8", "move h1h8 w h1 >h8 R =R"}, {NULL, NULL}}; /* as far as pawns go */
    check_telling("orthodox", NULL, "r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 7 30", rows);
    check_telling("orthodox", NULL, NULL, mate);
    check_telling("orthodox", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", far);
}

START_TEST(events_of_quantum)
{
    static const struct telling rows[] = {
        {"?a1", ""},
        {"=q", "touch =q w a1 R =Q 10/10/35/3"},
        {"?g1", ""},
        {"=n", "touch =n w g1 N =N 39/10/6/3 can_move"},
        {"g1f3", "move g1f3 w g1 >f3 N =N"},
        {NULL, NULL}};
    static const struct telling certain[] = {{"?b1", ""}, {"=n", "touch =n w b1 N =N 1/0/0/0 can_move"}, {NULL, NULL}};
    static const struct telling trap[] = {
        {"?h2", ""}, {"=n", "touch =n w h2 R =N 10/10/6/3\nend =n w b quantum_trap"}, {NULL, NULL}};
    static const struct telling king[] = {
        {"d2e3", "move d2e3 w d2 >e3 P =P\ncapture d2e3 w e3 k\nend d2e3 b w king_captured"}, {NULL, NULL}};
    check_telling("quantum", "temperature=1/2", NULL, rows);
    check_telling("quantum", "temperature=1", NULL, certain);
    check_telling("quantum", "king_safety=strict", "rr4k1/8/8/8/8/8/7R/K7 w - - 0 1", trap);
    check_telling("quantum", NULL, "8/8/8/8/8/4k3/3P4/7K w - - 5 9", king);
}

START_TEST(events_of_potential)
{
    static const struct telling rows[] = {
        {"e5d6", "move e5d6 w e5 >d6 P =P\ncapture e5d6 w d5 p"},
        {"c6d4", "move c6d4 b c6 >d4 n =n"},
        {"e1c1", "move e1c1 w e1 >c1 K =K\nmove e1c1 w a1 >d1 R =R"},
        {"d4d3p", "move d4d3p b d4 >d3 n =p\ndemotion d4d3p b d3 n =p"},
        {"d2d3r", "move d2d3r w d2 >d3 Q =R\ncapture d2d3r w d3 p\ndemotion d2d3r w d3 Q =R"},
        {NULL, NULL}};
    static const struct telling promotion[] = {
        {"e7e8r", "move e7e8r w e7 >e8 N =R\npromotion e7e8r w e8 N =R"}, {NULL, NULL}};
    static const struct telling as_a_pawn[] = {
        {"e5d6p", "move e5d6p w e5 >d6 R =P\ncapture e5d6p w d5 p\ndemotion e5d6p w d6 R =P"}, {NULL, NULL}};
    static const struct telling stepping[] = {
        {"e5d6b", "move e5d6b w e5 >d6 R =B\ndemotion e5d6b w d6 R =B"}, {NULL, NULL}};
    check_telling("potential", NULL, "r3k2r/p6p/2n5/3pP3/8/8/P2Q3P/R3K2R w KQkq d6 0 1", rows);
    check_telling("potential", NULL, "8/4N3/8/k7/8/8/8/4K3 w - - 0 1", promotion);
    check_telling("potential", NULL, "k7/8/8/3pR3/8/8/8/4K3 w - d6 0 1", as_a_pawn);
    check_telling("potential", NULL, "k7/8/8/3pR3/8/8/8/4K3 w - d6 0 1", stepping);
}

/* [P3] promotes whoever makes the move, a queen to a queen too. */
START_TEST(a_queen_that_promotes_to_one)
{
    static const struct telling rows[] = {
        {"e7e8q", "move e7e8q w e7 >e8 Q =Q\npromotion e7e8q w e8 Q =Q"}, {NULL, NULL}};
    check_telling("potential", NULL, "8/4Q3/8/8/8/8/8/3K3k w - - 0 1", rows);
}

START_TEST(events_of_power)
{
    static const struct telling attack[] = {
        {"d5f4:n", "part d5f4:n w d5 >f4 N\nattack d5f4:n w d5 >f4 N"},
        {"!b", "casualty !b b f4 b"},
        {"d5d6", "move d5d6 w d5 >d6 P =P"},
        {"e8c8", "move e8c8 b e8 >c8 k =k\nmove e8c8 b a8 >d8 r =r"},
        {NULL, NULL}};
    static const struct telling merging[] = {
        {"d1d4", "move d1d4 w d1 >d4 R =R\nmerge d1d4 w d4"},
        {"h8h7", "move h8h7 b h8 >h7 k =k"},
        {"d4e6", "move d4e6 w d4 >e6 R =R\nmove d4e6 w d4 >e6 N =N"},
        {"c4c3", "move c4c3 b c4 >c3 p =p"},
        {"e6e7:r", "move e6e7:r w e6 >e7 R =R\ncapture e6e7:r w e7 p\npart e6e7:r w e6 >e7 R"},
        {NULL, NULL}};
    static const struct telling king[] = {
        {"e1e8", "move e1e8 w e1 >e8 R =R\ncapture e1e8 w e8 k\nend e1e8 b w king_captured"}, {NULL, NULL}};
    static const struct telling joining[] = {
        {"d4e6:n", "move d4e6:n w d4 >e6 N =N\nmerge d4e6:n w e6\npart d4e6:n w d4 >e6 N"}, {NULL, NULL}};
    static const struct telling whole[] = {
        {"d1d5", "attack d1d5 w d1 >d5 R\nattack d1d5 w d1 >d5 N"}, {"!q", "casualty !q b d5 q"}, {NULL, NULL}};
    static const struct telling promotions[] = {
        {"e6d8q", "move e6d8q w e6 >d8 N =N\nmove e6d8q w e6 >d8 P =Q\nmove e6d8q w e6 >d8 P =Q\n"
                  "promotion e6d8q w d8 P =Q\npromotion e6d8q w d8 P =Q"},
        {NULL, NULL}};
    static const struct telling passing[] = {
        {"e5d6:p", "move e5d6:p w e5 >d6 P =P\ncapture e5d6:p w d5 p\npart e5d6:p w e5 >d6 P"}, {NULL, NULL}};
    check_telling("power", NULL, "r3k2r/8/8/3[NP]4/5[bn]2/8/8/R3K2R w KQkq - 0 1", attack);
    check_telling("power", NULL, "7k/4p3/8/8/2pN4/8/8/3RK3 w - - 0 1", merging);
    check_telling("power", NULL, "4k3/8/8/8/8/8/8/r3R2K w - - 7 3", king);
    check_telling("power", NULL, "4k3/8/4[BP]3/8/3[RN]4/8/8/4K3 w - - 0 1", joining);
    check_telling("power", "combo_captures=on", "4k3/8/8/3[qnp]4/8/8/8/3[RN]K3 w - - 5 1", whole);
    check_telling("power", NULL, "7k/8/4[NPP]3/8/8/8/8/K7 w - - 5 1", promotions);
    check_telling("power", NULL, "4k3/8/8/3p[NP]3/8/8/8/4K3 w - d6 0 1", passing);
}

/* Keeps the last event of each type. */
static void keep_last(void *user, const vc_game *game, const vc_event *event)
{
    vc_event *last = user;
    ck_assert_ptr_nonnull(game);
    last[event->type] = *event;
}

/* [W10]: before and after tell how often the piece has moved, as far as it counts. */
START_TEST(W10_events_tell_counts)
{
    vc_event last[VC_EVENT_END + 1] = {{0}};
    vc_game *game = new_game("power", "initial_moves=3",
                             "4k3/4P3/8/3[rn]4/8/4N3/8/4K2R w K - 0 1 moves:d5r=1,d5n=2,e1=0,e3=1,e7=2,h1=0,e8=0");
    ck_status(vc_game_on_event(game, keep_last, last), VC_OK);
    play(game, "e1g1");
    ck_assert_uint_eq(vc_piece_moves(last[VC_EVENT_MOVE].before), 0); /* the rook is told last */
    ck_assert_uint_eq(vc_piece_moves(last[VC_EVENT_MOVE].after), 1);
    ck_status(vc_game_undo(game), VC_OK);
    play(game, "e3d5");
    ck_assert_uint_eq(vc_piece_moves(last[VC_EVENT_ATTACK].before), 1);
    play(game, "!n");
    ck_assert_uint_eq(vc_piece_type(last[VC_EVENT_CASUALTY].before), VC_KNIGHT);
    ck_assert_uint_eq(vc_piece_moves(last[VC_EVENT_CASUALTY].before), 2);
}

START_TEST(events_of_ideal)
{
    static const struct telling rows[] = {
        {"-3d", "discard -3d w 3d"},
        {"e2e4", "move e2e4 w e2 >e4 P =P"},
        {"+7d", "draw +7d w 7d"},
        {"-4s", "discard -4s b 4s"},
        {NULL, NULL}};
    static const struct telling last[] = {
        {"-Ad", "discard -Ad w Ad"}, {"e2e4", "move e2e4 w e2 >e4 P =P"}, {"+7d", "draw +7d w 7d\nreshuffle +7d w"},
        {NULL, NULL}};
    static const struct telling face_up[] = {
        {"+Ad", "top +Ad w Ad"},
        {"+Ac", "top +Ac b Ac"},
        {"-3d", "discard -3d w 3d"},
        {"e2e4", "move e2e4 w e2 >e4 P =P\ndraw e2e4 w Ad"},
        {"+7h", "top +7h w 7h"},
        {NULL, NULL}};
    static const struct telling deal[] = {{"+7d", "draw +7d w 7d"}, {"+7c", "draw +7c b 7c"}, {NULL, NULL}};
    static const struct telling two[] = {
        {"-Ah", "discard -Ah w Ah"},
        {"e2e4", "move e2e4 w e2 >e4 P =P"},
        {"^h", "draw ^h w Qh\nreshuffle ^h w suit 1"},
        {"+2h", "top +2h w 2h"},
        {NULL, NULL}};
    static const struct telling king[] = {
        {"-3d", "discard -3d w 3d"},
        {"d2e3", "move d2e3 w d2 >e3 P =P\ncapture d2e3 w e3 k\nend d2e3 b w king_captured"},
        {NULL, NULL}};
    static const struct telling stalemate[] = {
        {"-Ad", "discard -Ad w Ad"},
        {"e1d1", "move e1d1 w e1 >d1 K =K"},
        {"+5d", "draw +5d w 5d\nend +5d b w stalemate"},
        {NULL, NULL}};
    check_telling("ideal", NULL, NULL, rows);
    check_telling("ideal", NULL,
                  "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:AdKd/AcKc "
                  "discards:Ah2d2h3d3h4d4h5d5h6d6h7h8d8h9d9hTdThJdJhQdQhKh/-",
                  last);
    check_telling("ideal", "face_up=on", NULL, face_up);
    check_telling("ideal", "hand_size=5", NULL, deal);
    check_telling("ideal", "two_decks=on",
                  "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:AhKd/AcKc discards:2d2h3h4h5h6h7h8h9hThJhKh/- top:5dQh/5c5s",
                  two);
    check_telling("ideal", NULL, "8/8/8/8/8/4k3/3P4/7K w - - 5 9 hands:3d3h4d4h/3c3s4c4s discards:-/-", king);
    check_telling("ideal", NULL, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:Ad/3c discards:-/-", stalemate);
}

START_TEST(events_of_undo_redo_and_endings)
{
    struct journal journal = {.length = 0};
    vc_game *game = new_game("quantum", NULL, NULL);
    ck_ok(vc_game_on_event(game, hear, &journal));
    play(game, "e2e4 ?b8 =b");
    heard(&journal);
    ck_ok(vc_game_undo(game));
    ck_assert_str_eq(heard(&journal), "undo =b b\n");
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(heard(&journal), "redo =b b\ntouch =b b b8 n =b 10/10/6/3\n");
    ck_ok(vc_game_undo_decision(game));
    ck_assert_str_eq(heard(&journal), "undo =b b\nundo ?b8 b\n");
    ck_ok(vc_game_undo_decision(game));
    ck_assert_str_eq(heard(&journal), "undo e2e4 w\n");
    ck_ok(vc_game_end(game, VC_BLACK, VC_REASON_RESIGNATION));
    ck_assert_str_eq(heard(&journal), "end - w b resignation\n");
    ck_ok(vc_game_undo(game));
    ck_assert_str_eq(heard(&journal), "undo - w\n");
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(heard(&journal), "redo - w\nend - w b resignation\n");
    game = new_game("orthodox", NULL, NULL);
    play(game, "e2e4");
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_ok(vc_game_on_event(game, hear, &journal));
    ck_ok(vc_game_undo_decision(game)); /* the ending was Black's, though White is to move now */
    ck_assert_str_eq(heard(&journal), "undo - b\nundo e2e4 w\n");
    game = new_game("orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 b - - 100 60");
    ck_ok(vc_game_on_event(game, hear, &journal));
    ck_ok(vc_game_claim(game));
    ck_assert_str_eq(heard(&journal), "end - b draw fifty_moves\n");
}

/* "color: whose event it is": a move that is replayed is still its mover's. */
START_TEST(redone_moves_are_their_movers)
{
    struct journal journal = {.length = 0};
    vc_game *game = new_game("orthodox", NULL, NULL);
    play(game, "e2e4");
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_on_event(game, hear, &journal));
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(heard(&journal), "redo e2e4 w\nmove e2e4 w e2 >e4 P =P\n");
}

/* -------------------------------------------------------------------------- when and who --- */

static uint64_t always_0(void *user, uint64_t bound)
{
    (void)user, (void)bound;
    return 0;
}

/* What fails is not told. */
static uint64_t refuse(void *user, uint64_t bound)
{
    ++*(unsigned *)user;
    return bound;
}

START_TEST(nothing_is_told_of_what_failed)
{
    struct journal journal = {.length = 0};
    unsigned rolls = 0;
    vc_action drawn[VC_MAX_DRAWS];
    vc_game *game = new_game("quantum", NULL, NULL);
    ck_ok(vc_game_on_event(game, hear, &journal));
    ck_ok(vc_game_on_touch(game, hear, &journal));
    ck_ok(vc_game_use_dice(game, refuse, &rolls));
    ck_status(vc_game_play(game, action_of("e2e5")), VC_ERR_ILLEGAL);
    ck_status(vc_game_play_text(game, "e2", NULL), VC_ERR_SYNTAX);
    ck_status(vc_game_play_on(game, action_of("?g1"), drawn, COUNT(drawn), NULL), VC_ERR_REFUSED);
    ck_status(vc_game_undo(game), VC_ERR_NOTHING);
    ck_status(vc_game_undo_decision(game), VC_ERR_NOTHING);
    ck_status(vc_game_redo(game), VC_ERR_NOTHING);
    ck_status(vc_game_claim(game), VC_ERR_NOTHING);
    ck_status(vc_game_end(game, VC_NOBODY, VC_REASON_RESIGNATION), VC_ERR_ARGUMENT);
    ck_assert_uint_eq(rolls, 1);
    ck_assert_uint_eq(journal.events, 0);
    /* Nor what is no action: positions set, snapshots, perft. */
    uint8_t memory[VC_MAX_SNAPSHOT_SIZE];
    uint64_t nodes;
    ck_ok(vc_game_snapshot(game, memory, sizeof memory));
    ck_ok(vc_game_restore(game, memory, sizeof memory));
    ck_ok(vc_game_set_position(game, NULL, NULL));
    for (uint32_t flags = 0; flags < 2; flags++)
        ck_ok(vc_game_perft(game, 2, flags, NULL, NULL, &nodes));
    ck_assert_uint_eq(journal.events, 0);
}

/* A callback that writes its own letter for each event. */
struct letter {
    char *to, letter;
};

static void sign(void *user, const vc_game *game, const vc_event *event)
{
    const struct letter *letter = user;
    (void)game;
    const size_t length = strlen(letter->to);
    letter->to[length] = event->type == VC_EVENT_TOUCH ? (char)(letter->letter - 'a' + 'A') : letter->letter;
    letter->to[length + 1] = '\0';
}

START_TEST(touches_are_told_first_to_who_asked_for_them)
{
    char signs[32] = "";
    struct letter touch = {signs, 't'}, event = {signs, 'e'}, other = {signs, 'o'};
    vc_game *game = new_game("quantum", NULL, NULL), *clone;
    ck_ok(vc_game_on_event(game, sign, &event));
    ck_ok(vc_game_on_touch(game, sign, &touch));
    play(game, "?g1 =n g1f3");
    ck_assert_str_eq(signs, "TEe");
    *signs = '\0';
    ck_ok(vc_game_on_event(game, sign, &other)); /* replaced */
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(signs, "oooTO");
    *signs = '\0';
    ck_ok(vc_game_on_event(game, NULL, NULL)); /* removed */
    ck_ok(vc_game_undo(game));
    play(game, "=b");
    ck_assert_str_eq(signs, "T");
    *signs = '\0';
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone)); /* a clone has none */
    keep_game(clone);
    ck_ok(vc_game_undo(clone));
    play(clone, "=b");
    ck_assert_str_eq(signs, "");
    ck_ok(vc_game_set_position(game, NULL, NULL)); /* they stay */
    play(game, "?g1 =n");
    ck_ok(vc_game_copy(game, clone, VC_WITH_HISTORY)); /* and here */
    ck_ok(vc_game_undo(game));
    play(game, "=b");
    ck_assert_str_eq(signs, "TT");
    ck_ok(vc_game_on_touch(game, NULL, NULL));
    ck_ok(vc_game_undo(game));
    play(game, "=b");
    ck_assert_str_eq(signs, "TT");
}

/* A step that ends the game says so once, at its end. */
START_TEST(an_ending_is_told_once)
{
    struct journal journal = {.length = 0};
    vc_action drawn[VC_MAX_DRAWS];
    vc_game *game = new_game("quantum", "king_safety=strict", "rr4k1/8/8/8/8/8/7R/K7 w - - 0 1");
    ck_ok(vc_game_on_event(game, hear, &journal));
    ck_ok(vc_game_use_dice(game, always_0, NULL));
    ck_ok(vc_game_play_on(game, action_of("?h2"), drawn, COUNT(drawn), NULL));
    ck_assert_str_eq(heard(&journal), "touch =n w h2 R =N 10/10/6/3\nend =n w b quantum_trap\n");
    ck_ok(vc_game_undo(game));
    ck_assert_str_eq(heard(&journal), "undo =n w\n");
    ck_ok(vc_game_redo(game));
    ck_assert_str_eq(heard(&journal), "redo =n w\ntouch =n w h2 R =N 10/10/6/3\nend =n w b quantum_trap\n");
}

/* Whatever a callback asks is the answer after the whole call. */
struct witness {
    char position[VC_POSITION_TEXT_SIZE], actions[1024];
    size_t length;
    unsigned events;
};

static void look(void *user, const vc_game *game, const vc_event *event)
{
    struct witness *witness = user;
    (void)event;
    ck_that(!witness->events || !strcmp(witness->position, position_text(game)), "%s", position_text(game));
    ck_that(!witness->events || !strcmp(witness->actions, actions_text(game)), "%s", actions_text(game));
    ck_that(!witness->events || witness->length == vc_game_length(game), "%zu", vc_game_length(game));
    snprintf(witness->position, sizeof witness->position, "%s", position_text(game));
    snprintf(witness->actions, sizeof witness->actions, "%s", actions_text(game));
    witness->length = vc_game_length(game);
    witness->events++;
}

START_TEST(callbacks_see_the_state_after_the_whole_call)
{
    struct witness witness = {.events = 0};
    vc_action drawn[VC_MAX_DRAWS];
    vc_game *game = new_game("ideal", "hand_size=8 two_decks=on", NULL);
    ck_ok(vc_game_on_event(game, look, &witness));
    ck_ok(vc_game_use_dice(game, always_0, NULL));
    ck_ok(vc_game_play_on(game, VC_NO_ACTION, drawn, COUNT(drawn), NULL));
    ck_assert_uint_eq(witness.events, 12);
    ck_assert_str_eq(witness.position, position_text(game));
    ck_assert_str_eq(witness.actions, actions_text(game));
    ck_assert_uint_eq(witness.length, 12);
    witness.events = 0;
    play(game, "-3d");
    witness.events = 0;
    play(game, "e2e4");
    witness.events = 0;
    ck_ok(vc_game_play_on(game, action_of("^h"), drawn, COUNT(drawn), NULL));
    ck_assert_uint_eq(witness.events, 2); /* the card taken, the next one shown */
    ck_assert_str_eq(witness.position, position_text(game));
    witness.events = 0;
    game = new_game("quantum", NULL, NULL);
    ck_ok(vc_game_on_event(game, look, &witness));
    play(game, "?g1 =b");
    witness.events = 0;
    ck_ok(vc_game_undo_decision(game));
    ck_assert_uint_eq(witness.events, 2);
    ck_assert_str_eq(witness.position, ARRAY);
}

/* ---------------------------------------------------------------------------------- busy --- */

/* A game, another of the same rules, and how often a callback has tried all that it may not do. */
struct intruder {
    vc_game *game, *other;
    unsigned calls;
};

static int32_t no_progress(void *user, uint64_t nodes)
{
    (void)user, (void)nodes;
    return 0;
}

/* py-05: from a callback, all that would change or free the game is refused; what reads it works. */
static void intrude(struct intruder *intruder)
{
    static const uint8_t seed[VC_SEED_BYTES] = {1};
    uint8_t memory[VC_MAX_SNAPSHOT_SIZE];
    char bytes[2048], text[64];
    vc_action list[VC_MAX_ACTIONS], drawn[VC_MAX_DRAWS];
    vc_error error = {.size = sizeof error};
    uint64_t nodes = 77;
    size_t n, length;
    vc_game *game = intruder->game, *clone;
    const struct trace before = trace_of(game);
    intruder->calls++;
    ck_ok(vc_game_snapshot(game, memory, sizeof memory));
    ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
    ck_ok(vc_game_actions(game, list, COUNT(list), &n));
    if (!n)
        ck_ok(vc_game_outcomes(game, list, NULL, COUNT(list), &n, NULL));
    const vc_action action = n ? list[0] : action_of("e2e4");
    ck_status(vc_game_free(game), VC_ERR_BUSY);
    ck_status(vc_game_play(game, action), VC_ERR_BUSY);
    ck_status(vc_game_play_text(game, action_text(action), &error), VC_ERR_BUSY);
    ck_assert_int_eq(error.status, VC_ERR_BUSY);
    ck_status(vc_game_draw(game, drawn), VC_ERR_BUSY);
    ck_status(vc_game_play_on(game, action, drawn, COUNT(drawn), &n), VC_ERR_BUSY);
    ck_status(vc_game_undo(game), VC_ERR_BUSY);
    ck_status(vc_game_undo_decision(game), VC_ERR_BUSY);
    ck_status(vc_game_redo(game), VC_ERR_BUSY);
    ck_status(vc_game_claim(game), VC_ERR_BUSY);
    ck_status(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION), VC_ERR_BUSY);
    ck_status(vc_game_set_position(game, NULL, &error), VC_ERR_BUSY);
    ck_status(vc_game_copy(game, intruder->other, VC_WITH_HISTORY), VC_ERR_BUSY);
    ck_status(vc_game_copy(game, game, VC_WITH_HISTORY), VC_ERR_BUSY);
    ck_status(vc_game_restore(game, memory, sizeof memory), VC_ERR_BUSY);
    ck_status(vc_game_load(game, bytes, length, &error), VC_ERR_BUSY);
    ck_status(vc_game_use_csprng(game), VC_ERR_BUSY);
    ck_status(vc_game_use_dice(game, always_0, NULL), VC_ERR_BUSY);
    ck_status(vc_game_use_seed(game, seed), VC_ERR_BUSY);
    ck_status(vc_game_on_event(game, NULL, NULL), VC_ERR_BUSY);
    ck_status(vc_game_on_touch(game, NULL, NULL), VC_ERR_BUSY);
    ck_status(vc_game_perft(game, 1, VC_PERFT_BULK, no_progress, NULL, &nodes), VC_ERR_BUSY);
    ck_status(vc_game_playout(game, seed, 1, no_progress, NULL, NULL, NULL, &nodes), VC_ERR_BUSY);
    ck_assert_uint_eq(nodes, 77);
    ck_unchanged(game, &before);
    /* Reading, and whatever is done with another game. */
    ck_ok(vc_game_why(game, action, text, sizeof text, NULL));
    ck_ok(vc_game_clone(game, VC_WITH_HISTORY, &clone));
    ck_unchanged(clone, &before);
    ck_ok(vc_game_free(clone));
    ck_ok(vc_game_copy(intruder->other, game, VC_WITH_HISTORY));
    ck_unchanged(intruder->other, &before);
    if (!*ending_text(intruder->other))
        ck_ok(vc_game_end(intruder->other, VC_WHITE, VC_REASON_RESIGNATION));
    ck_ok(vc_game_set_position(intruder->other, NULL, NULL));
    ck_unchanged(game, &before);
}

static void intrude_on_event(void *user, const vc_game *game, const vc_event *event)
{
    struct intruder *intruder = user;
    ck_assert_ptr_eq(game, intruder->game);
    (void)event;
    intrude(intruder);
}

static uint64_t intrude_on_dice(void *user, uint64_t bound)
{
    (void)bound;
    intrude(user);
    return 0;
}

static int32_t intrude_on_progress(void *user, uint64_t nodes)
{
    (void)nodes;
    intrude(user);
    return 0;
}

START_TEST(py_05_busy_in_event_callbacks)
{
    vc_action drawn[VC_MAX_DRAWS];
    struct intruder intruder = {new_game("quantum", NULL, NULL), new_game("quantum", NULL, NULL), 0};
    vc_game *game = intruder.game;
    ck_ok(vc_game_use_dice(game, always_0, NULL));
    ck_ok(vc_game_on_event(game, intrude_on_event, &intruder));
    ck_ok(vc_game_on_touch(game, intrude_on_event, &intruder));
    ck_ok(vc_game_play(game, action_of("e2e4")));
    ck_assert_uint_eq(intruder.calls, 1);
    ck_ok(vc_game_play_on(game, action_of("?b8"), drawn, COUNT(drawn), NULL)); /* a touch: both hear it */
    ck_assert_uint_eq(intruder.calls, 3);
    ck_ok(vc_game_undo(game));
    ck_ok(vc_game_draw(game, NULL));
    ck_ok(vc_game_undo_decision(game));
    ck_ok(vc_game_redo(game));
    ck_ok(vc_game_play_text(game, "=n", NULL));
    ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    ck_assert_uint_eq(intruder.calls, 3 + 1 + 2 + 2 + 1 + 2 + 1);
    ck_ok(vc_game_undo(game)); /* afterwards all is possible again */
    ck_ok(vc_game_on_event(game, NULL, NULL));
    struct intruder claim = {new_game("orthodox", NULL, "4k3/8/8/8/8/8/4P3/4K3 b - - 100 60"),
                             new_game("orthodox", NULL, NULL), 0};
    ck_ok(vc_game_on_event(claim.game, intrude_on_event, &claim));
    ck_ok(vc_game_claim(claim.game));
    ck_assert_uint_eq(claim.calls, 1);
}

START_TEST(py_05_busy_in_dice_callbacks)
{
    vc_action drawn[VC_MAX_DRAWS];
    struct intruder intruder = {new_game("ideal", "hand_size=5", NULL), new_game("ideal", "hand_size=5", NULL), 0};
    ck_ok(vc_game_use_dice(intruder.game, intrude_on_dice, &intruder));
    ck_ok(vc_game_draw(intruder.game, NULL));
    ck_assert_uint_eq(intruder.calls, 1);
    ck_ok(vc_game_play_on(intruder.game, VC_NO_ACTION, drawn, COUNT(drawn), NULL));
    ck_assert_uint_eq(intruder.calls, 2);
    ck_ok(vc_game_undo(intruder.game));
}

START_TEST(py_05_busy_in_progress_callbacks)
{
    struct intruder intruder = {new_game("orthodox", NULL, NULL), new_game("orthodox", NULL, NULL), 0};
    uint64_t nodes;
    play(intruder.game, "e2e4 e7e5");
    ck_ok(vc_game_undo(intruder.game));
    ck_ok(vc_game_undo(intruder.game));
    const struct trace before = trace_of(intruder.game);
    ck_ok(vc_game_perft(intruder.game, 5, VC_PERFT_BULK, intrude_on_progress, &intruder, &nodes));
    ck_assert_uint_eq(nodes, 4865609);
    ck_assert_uint_gt(intruder.calls, 0);
    ck_unchanged(intruder.game, &before);
}

/* --------------------------------------------------------------------------------- perft --- */

struct counter {
    unsigned calls, stop_at;
    uint64_t last;
};

static int32_t count_calls(void *user, uint64_t nodes)
{
    struct counter *counter = user;
    ck_that(nodes > counter->last, "%llu nodes again", (unsigned long long)nodes);
    counter->last = nodes;
    return ++counter->calls == counter->stop_at ? -1 : 0; /* anything but 0 stops */
}

START_TEST(progress_stops_perft)
{
    vc_game *start = new_game("orthodox", NULL, NULL);
    for (unsigned calls = 1; calls <= 2; calls++) {
        struct counter counter = {.stop_at = calls};
        uint64_t nodes = 77;
        ck_status(vc_game_perft(start, 6, VC_PERFT_BULK, count_calls, &counter, &nodes), VC_ERR_STOPPED);
        ck_assert_uint_eq(counter.calls, calls);
        ck_assert_uint_eq(nodes, 77);
    }
    for (uint32_t flags = VC_PERFT_BULK; flags <= VC_PERFT_NO_BULK; flags++) {
        struct counter counter = {.stop_at = 1};
        uint64_t nodes = 77;
        vc_game *game = new_game("quantum", NULL, NULL);
        play(game, "e2e4 ?b8");
        const struct trace before = trace_of(game);
        const size_t live = heap.live;
        ck_status(vc_game_perft(game, 20, flags, count_calls, &counter, &nodes), VC_ERR_STOPPED);
        ck_assert_uint_eq(counter.calls, 1);
        ck_assert_uint_eq(nodes, 77);
        ck_unchanged(game, &before);
        ck_assert_uint_eq(heap.live, live);
        play(game, "=n"); /* and nothing is busy */
        free_game(game);
    }
}

int main(void)
{
    return RUN_TESTS("callbacks", events_of_orthodox, events_of_quantum, events_of_potential,
                     a_queen_that_promotes_to_one, events_of_power, W10_events_tell_counts, events_of_ideal,
                     events_of_undo_redo_and_endings,
                     redone_moves_are_their_movers, nothing_is_told_of_what_failed,
                     touches_are_told_first_to_who_asked_for_them, an_ending_is_told_once,
                     callbacks_see_the_state_after_the_whole_call,
                     py_05_busy_in_event_callbacks, py_05_busy_in_dice_callbacks, py_05_busy_in_progress_callbacks,
                     progress_stops_perft);
}
