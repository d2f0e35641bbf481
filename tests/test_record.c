/* SPDX-License-Identifier: ISC */
/*
 * test_record.c - records: tags, results, comments and NAGs, and what they are written as
 *
 * Tests are named after the cases that they are about. How texts are read is the subject of test_reader.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

static const unsigned games_a_setting = SLOWNESS == 0 ? 20 : SLOWNESS == 1 ? 6 : 2;

static vc_record *record_of(const char *ruleset, const char *options, const char *position, const char *actions)
{
    vc_game *game = new_game(ruleset, options, position);
    vc_record *record = NULL;
    play(game, actions);
    ck_ok(vc_record_new(game, &record));
    return record;
}

/* --------------------------------------------------------------------------------- tags --- */

START_TEST(pgn_01_tags)
{
    vc_record *record = read_record("[Event \"Open (A) [x] {y} ; z % q\"]\n[My_Tag2 \"v\"]\n[Result \"*\"]\n\n"
                                    "1. e4 e5 *\n");
    ck_assert_str_eq(vc_record_tag(record, "Event"), "Open (A) [x] {y} ; z % q");
    ck_assert_str_eq(vc_record_tag(record, "My_Tag2"), "v");
    ck_assert_ptr_null(vc_record_tag(record, "my_tag2"));
    ck_assert_uint_eq(vc_record_tag_count(record), 3);
    ck_assert_str_eq(vc_record_tag_name(record, 1), "My_Tag2");
    ck_assert_str_eq(vc_record_tag_value(record, 1), "v");
    ck_assert_ptr_null(vc_record_tag_name(record, 3));
    ck_assert_ptr_null(vc_record_tag_value(record, 3));
    ck_assert_str_eq(moves_text(vc_record_game(record)), "e2e4 e7e5");
    ck_ok(vc_record_free(record));
}

START_TEST(pgn_01_escapes_and_quotation_marks)
{
    vc_record *record = read_record("[ Event  \"a \\\"b\\\" \\\\ c\" ] [Site \"the \"Grand\" hall\"][Round \"C:\\x\"]\n"
                                    "[Date \"\"]\n*\n");
    ck_assert_str_eq(vc_record_tag(record, "Event"), "a \"b\" \\ c");
    ck_assert_str_eq(vc_record_tag(record, "Site"), "the \"Grand\" hall");
    ck_assert_str_eq(vc_record_tag(record, "Round"), "C:\\x");
    ck_assert_str_eq(vc_record_tag(record, "Date"), "");
    ck_assert_str_eq(tag_line(record, "Event"), "[Event \"a \\\"b\\\" \\\\ c\"]");
    ck_assert_str_eq(tag_line(record, "Date"), "[Date \"????.??.??\"]");
    ck_ok(vc_record_free(record));
}

/* ------------------------------------------------------------------------------ writing --- */

START_TEST(a_plain_record)
{
    vc_record *record = record_of("orthodox", NULL, NULL, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    ck_ok(vc_record_set_tag(record, "White", "A \"B\" C\\D"));
    ck_ok(vc_record_set_tag(record, "Zebra", "z"));
    ck_ok(vc_record_set_tag(record, "ECO", "C20"));
    ck_ok(vc_record_set_tag(record, "Annotator", "x"));
    ck_ok(vc_record_set_tag(record, "Annotator", "y"));
    ck_ok(vc_record_set_tag(record, "Event", "e"));
    ck_ok(vc_record_set_tag(record, "Event", NULL));
    ck_ok(vc_record_set_tag(record, "Result", "0-1")); /* the game knows better */
    ck_assert_str_eq(record_text(record),
                     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                     "[White \"A \\\"B\\\" C\\\\D\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
                     "[Annotator \"y\"]\n[ECO \"C20\"]\n"
                     "[Termination \"checkmate\"]\n[Zebra \"z\"]\n\n"
                     "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n");
    ck_ok(vc_record_free(record));
}

START_TEST(lines_are_short)
{
    vc_game *game = new_game("orthodox", "automatic_draws=off", NULL);
    vc_record *record;
    for (unsigned i = 0; i < 100; i++)
        play(game, "g1f3 g8f6 f3g1 f6g8");
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_record_set_comment(record, 7, "word word word word word word word word word word word word wor [w word"));
    ck_ok(vc_record_set_comment(record, 9, "%%%% [[[ ]]]  {{{ %% \n\n\t [Event \"x\"] %x"));
    ck_ok(vc_record_set_comment(record, 11, "a brace } and many words, so many that they do not fit into one line"));
    const char *text = record_text(record);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        ck_that(length < 80, "%.*s", (int)length, line);
        ck_that(!length || line[length - 1] != ' ', "%.*s", (int)length, line);
        ck_that(*line != '%' && *line != ' ', "%.*s", (int)length, line);
    }
    ck_assert_str_eq(tag_line(record, "Options"), "[Options \"automatic_draws=off\"]");
    vc_record *again = read_record(record_text(record));
    for (size_t ply = 0; ply < 20; ply++) {
        const char *a = vc_record_comment(record, ply), *b = vc_record_comment(again, ply);
        ck_assert(!a == !b && (!a || !strcmp(a, b)));
    }
    ck_assert_str_eq(vc_record_comment(again, 9), "%%%% [[[ ]]] {{{ %% [Event \"x\"] %x");
    ck_assert_str_eq(record_text(again), text);
    ck_ok(vc_record_free(record));
    ck_ok(vc_record_free(again));
}

START_TEST(numbers_where_turns_are_of_many_actions)
{
    static const struct {
        const char *ruleset, *options, *position, *actions, *movetext;
    } rows[] = {
        {"quantum", NULL, NULL, "e2e4 e7e5 f2f4", "1. e4 e5 2. f4 *"},
        {"quantum", NULL, NULL, "?g1 =n g1f3 e7e5 d2d4", "1. ?g1 =n Nf3 1... e5 2. d4 *"},
        {"quantum", NULL, NULL, "?c1 =b ?b1 =n b1c3 ?b8 =n b8c6 e2e4", "1. ?c1 =b ?b1 =n Nc3 1... ?b8 =n Nc6 2. e4 *"},
        {"power", NULL, "4k3/8/5[rn]2/8/4N3/8/8/4K2Q w - - 0 30 moves:-", "e4f6 !n h1h8 e8f7",
         "30. Nx&f6 !n 31. Qh8+ Kf7 *"},
        {"ideal", NULL, NULL, "-3d g1f3 +7d -3c e7e5 +7c -4d e2e4", "1. -3d Nf3 +7d 1... -3c e5 +7c 2. -4d e4 *"},
        {"ideal", "hand_size=5", NULL, "+7d +8c -3d g1f3", "+7d +8c 1. -3d Nf3 *"},
        {"ideal", "hand_size=5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 4", "+7d +8c -3c g8f6",
         "+7d +8c 4... -3c Nf6 *"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vc_record *record = record_of(rows[i].ruleset, rows[i].options, rows[i].position, rows[i].actions);
        ck_assert_str_eq(movetext(record), rows[i].movetext);
        ck_row(rows[i].movetext, tag_line(record, "Variant"), format("[Variant \"%s\"]", rows[i].ruleset));
        vc_record *again = read_record(record_text(record));
        ck_row(rows[i].movetext, moves_text(vc_record_game(again)), rows[i].actions);
        ck_ok(vc_record_free(again));
        ck_ok(vc_record_free(record));
    }
}

START_TEST(numbers_behind_comments)
{
    vc_record *record = record_of("orthodox", NULL, NULL, "e2e4 e7e5 g1f3 b8c6");
    static const uint8_t nags[] = {1, 255};
    ck_ok(vc_record_set_comment(record, 1, "best  by\ttest"));
    ck_ok(vc_record_set_nags(record, 3, nags, 2));
    ck_ok(vc_record_set_comment(record, 4, "}"));
    ck_assert_str_eq(movetext(record), "1. e4 {best by test} 1... e5 2. Nf3 $1 $255 Nc6\n; }\n*");
    ck_ok(vc_record_free(record));
    record = record_of("quantum", NULL, NULL, "?g1 =n g1f3 e7e5");
    ck_ok(vc_record_set_comment(record, 2, "lucky"));
    ck_assert_str_eq(movetext(record), "1. ?g1 =n {lucky} Nf3 1... e5 *");
    ck_ok(vc_record_free(record));
}

START_TEST(written_and_read_back)
{
    for (size_t i = 0; i < setting_count; i++) {
        random_state = i;
        for (unsigned k = 0; k < games_a_setting; k++) {
            vc_record *record = random_record(&settings[i]);
            const char *text = record_text(record);
            vc_reader *reader = new_reader(text, strlen(text), VC_SAN_STRICT);
            vc_error error = {.size = sizeof error};
            const vc_status status = vc_reader_next(reader, &error);
            ck_that(!status, "%s\n%s", text, error.message);
            const vc_game *a = vc_record_game(record), *b = vc_record_game(vc_reader_record(reader));
            ck_assert_uint_eq(vc_game_length(a), vc_game_length(b));
            for (size_t n = 0; n < vc_game_length(a); n++) {
                vc_entry one = {.size = sizeof one}, two = {.size = sizeof two};
                ck_ok(vc_game_entry(a, n, &one));
                ck_ok(vc_game_entry(b, n, &two));
                ck_assert_mem_eq(&one, &two, sizeof one);
            }
            ck_assert_str_eq(position_text(a), position_text(b));
            ck_assert_str_eq(record_text(vc_reader_record(reader)), text);
            ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
            ck_ok(vc_reader_free(reader));
            ck_ok(vc_record_free(record));
        }
    }
}

/* ------------------------------------------------------------------ results and endings --- */

START_TEST(endings_are_told_and_read)
{
    static const struct {
        uint32_t winner, reason;
        const char *result, *termination;
    } rows[] = {
        {VC_WHITE, VC_REASON_RESIGNATION, "1-0", "resignation"},
        {VC_BLACK, VC_REASON_RESIGNATION, "0-1", "resignation"},
        {VC_NOBODY, VC_REASON_AGREEMENT, "1/2-1/2", "agreement"},
        {VC_BLACK, VC_REASON_TIME_FORFEIT, "0-1", "time forfeit"},
        {VC_NOBODY, VC_REASON_TIME_FORFEIT, "1/2-1/2", "time forfeit"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vc_record *record = record_of("orthodox", NULL, NULL, "e2e4");
        uint32_t winner, reason;
        ck_ok(vc_game_end(vc_record_game(record), rows[i].winner, rows[i].reason));
        ck_assert_str_eq(tag_line(record, "Termination"), format("[Termination \"%s\"]", rows[i].termination));
        ck_assert_str_eq(tag_line(record, "Result"), format("[Result \"%s\"]", rows[i].result));
        ck_assert_str_eq(movetext(record), format("1. e4 %s", rows[i].result));
        vc_record *again = read_record(record_text(record));
        ck_ok(vc_game_outcome(vc_record_game(again), &winner, &reason));
        ck_assert_uint_eq(winner, rows[i].winner);
        ck_assert_uint_eq(reason, rows[i].reason);
        ck_assert_str_eq(record_text(again), record_text(record));
        ck_ok(vc_record_free(again));
        ck_ok(vc_record_free(record));
    }
    vc_record *record = record_of("orthodox", NULL, NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    ck_ok(vc_game_claim(vc_record_game(record)));
    ck_assert_str_eq(tag_line(record, "Termination"), "[Termination \"threefold repetition\"]");
    vc_record *again = read_record(record_text(record));
    ck_assert_str_eq(ending_text(vc_record_game(again)), "draw threefold_repetition");
    ck_ok(vc_record_free(again));
    ck_ok(vc_record_free(record));
}

START_TEST(endings_that_real_files_state)
{
    static const struct {
        const char *text, *ending, *result;
    } rows[] = {
        {"[Result \"1-0\"]\n\n1. e4 1-0", "", "1-0"},
        {"[Result \"1-0\"]\n[Termination \"Normal\"]\n\n1. e4 1-0", "", "1-0"},
        {"[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 1-0", "w time_forfeit", "1-0"},
        {"[Result \"1-0\"]\n[Termination \"time_forfeit\"]\n\n1. e4 1-0", "w time_forfeit", "1-0"},
        {"[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. e4 1-0", "w resignation", "1-0"},
        {"[Result \"1/2-1/2\"]\n[Termination \"resignation\"]\n\n1. e4 1/2-1/2", "", "1/2-1/2"},
        {"[Result \"*\"]\n[Termination \"resignation\"]\n\n1. e4 *", "", "*"},
        {"[Result \"1/2-1/2\"]\n[Termination \"fifty moves\"]\n\n1. e4 1/2-1/2", "", "1/2-1/2"},
        {"[Result \"1/2-1/2\"]\n[Termination \"threefold repetition\"]\n\n1. e4 1/2-1/2", "", "1/2-1/2"},
        {"[Result \"1/2-1/2\"]\n[Termination \"fifty moves\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 1\"]\n\n1. Ra2 Kd8 "
         "2. Ra1 Ke8 3. Ra2 Kd8 4. Ra1 Ke8 1/2-1/2", "draw fifty_moves", "1/2-1/2"},
        {"[Result \"?\"]\n\n1. e4", "", "*"},
        {"[Result \"1-0\"]\n\n1. e4 *", "", "1-0"},
        {"[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e4 *", "w resignation", "1-0"},
        {"[Result \"*\"]\n\n1. e4 0-1", "", "0-1"},
        {"[Result \"0-1\"]\n\n1. e4 1-0", "", "1-0"},
        {"[Result \"1/2\"]\n\n1. e4 1-0", "", "1-0"},
        {"[Result \"1/2\"]\n\n1. e4", "", "1/2-1/2"},
        {"1. e4 1/2", "", "1/2-1/2"},
        {"1. e4 \xc2\xbd-\xc2\xbd", "", "1/2-1/2"},
        {"1. f3 e5 2. g4 Qh4 1-0", "b checkmate", "0-1"},
        {"1. f3 e5 2. g4 Qh4", "b checkmate", "0-1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vc_record *record = read_record(rows[i].text);
        ck_row(rows[i].text, ending_text(vc_record_game(record)), rows[i].ending);
        ck_row(rows[i].text, vc_record_result(record), rows[i].result);
        ck_row(rows[i].text, tag_line(record, "Result"), format("[Result \"%s\"]", rows[i].result));
        ck_ok(vc_record_free(record));
    }
}

/* Which of two results counts, and that the tag shows the other one. */
START_TEST(two_results)
{
    static const struct {
        const char *text, *tag, *result;
    } rows[] = {
        {"[Result \"0-1\"]\n\n1. e4 1-0", "0-1", "1-0"},
        {"[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. e4 1-0", "0-1", "1-0"},
        {"[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", "1/2-1/2", "0-1"},
        {"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "1-0", "0-1"},
        {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# *", "1-0", "0-1"},
        {"[Result \"0-1\"]\n\n1. e4 *", "0-1", "0-1"},
        {"[Result \"*\"]\n\n1. e4 0-1", "0-1", "0-1"},
        {"[Result \"?\"]\n\n1. e4 0-1", "0-1", "0-1"},
        {"1. e4 0-1", "0-1", "0-1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vc_record *record = read_record(rows[i].text);
        ck_row(rows[i].text, vc_record_tag(record, "Result"), rows[i].tag);
        ck_row(rows[i].text, vc_record_result(record), rows[i].result);
        ck_row(rows[i].text, tag_line(record, "Result"), format("[Result \"%s\"]", rows[i].result));
        ck_ok(vc_record_free(record));
    }
    vc_record *record = read_record(rows[0].text);
    ck_ok(vc_record_set_tag(record, "Result", "1/2-1/2"));
    ck_assert_str_eq(vc_record_result(record), "1/2-1/2");
    ck_ok(vc_record_free(record));
    record = read_record(rows[0].text);
    ck_ok(vc_record_set_tag(record, "Result", NULL));
    ck_assert_str_eq(vc_record_result(record), "*");
    ck_ok(vc_record_free(record));
}

START_TEST(games_that_today_would_be_drawn)
{
    char text[4096] = "[Result \"1-0\"]\n\n";
    for (unsigned i = 0; i < 5; i++)
        strcat(text, "Nf3 Nf6 Ng1 Ng8 ");
    char *end = text + strlen(text);
    strcpy(end, "e4 1-0\n");
    vc_record *record = read_record(text);
    ck_assert_uint_eq(vc_game_length(vc_record_game(record)), 21);
    ck_assert_str_eq(vc_record_result(record), "1-0");
    ck_assert_str_eq(tag_line(record, "Options"), "[Options \"automatic_draws=off\"]");
    ck_ok(vc_record_free(record));
    strcpy(end - strlen("Nf3 Nf6 Ng1 Ng8 "), "1-0\n");
    record = read_record(text);
    ck_assert_str_eq(vc_record_result(record), "1-0");
    ck_assert_str_eq(ending_text(vc_record_game(record)), "");
    ck_ok(vc_record_free(record));
    strcpy(end - strlen("Nf3 Nf6 Ng1 Ng8 "), "1/2-1/2\n");
    record = read_record(text);
    ck_assert_str_eq(ending_text(vc_record_game(record)), "draw fivefold_repetition");
    ck_assert_str_eq(tag_line(record, "Options"), "");
    ck_ok(vc_record_free(record));
}

/* -------------------------------------------------------------------------------- notes --- */

START_TEST(comments_and_nags_of_the_main_line)
{
    vc_record *record = read_record("{a} ; b c\n{} 1. {d} e4! {e\n f} $14 $14 ({x} 1. d4 $3) {g} 1... e5?! 2. Nf3 !? "
                                    "Nc6 $0\n{h} * {i} ; j\n");
    static const struct {
        const char *comment;
        uint8_t nags[3];
        size_t count;
    } wanted[] = {{"a b c d", {0}, 0}, {"e f g", {1, 14}, 2}, {NULL, {6}, 1}, {NULL, {5}, 1}, {"h i j", {0}, 1}};
    for (size_t ply = 0; ply < COUNT(wanted); ply++) {
        const char *comment = vc_record_comment(record, ply);
        uint8_t nags[VC_MAX_NAGS];
        size_t count;
        ck_ok(vc_record_nags(record, ply, nags, COUNT(nags), &count));
        ck_assert_uint_eq(count, wanted[ply].count);
        ck_assert_mem_eq(nags, wanted[ply].nags, count);
        ck_row("comment", comment ? comment : "", wanted[ply].comment ? wanted[ply].comment : "");
    }
    ck_assert_str_eq(movetext(record), "{a b c d} 1. e4 $1 $14 {e f g} 1... e5 $6 2. Nf3 $5 Nc6 $0 {h i j} *");
    ck_ok(vc_record_free(record));
}

START_TEST(notes_in_any_order)
{
    vc_record *record = record_of("orthodox", NULL, NULL, NULL);
    char comments[20][16] = {""};
    uint8_t nags[20] = {0}, nag;
    random_state = 3;
    for (unsigned i = 0; i < 2000; i++) {
        const unsigned ply = random_below(20);
        if (random_below(2)) {
            sprintf(comments[ply], "%u", i);
            comments[ply][0] = (char)(random_below(3) ? '\0' : comments[ply][0]);
            ck_ok(vc_record_set_comment(record, ply, comments[ply]));
        } else {
            nags[ply] = (uint8_t)random_below(3);
            ck_ok(vc_record_set_nags(record, ply, &nags[ply], nags[ply] != 0));
        }
        for (unsigned k = 0; k < 20; k++) {
            size_t count;
            const char *comment = vc_record_comment(record, k);
            ck_that(!strcmp(comment ? comment : "", comments[k]), "%u", k);
            ck_ok(vc_record_nags(record, k, &nag, 1, &count));
            ck_that(count == (nags[k] != 0) && (!count || nag == nags[k]), "%u", k);
        }
    }
    ck_ok(vc_record_free(record));
}

START_TEST(a_record_lives_on)
{
    vc_record *record = record_of("orthodox", NULL, NULL, "e2e4");
    vc_game *game = vc_record_game(record);
    ck_ok(vc_record_set_comment(record, 2, "later"));
    ck_assert_str_eq(movetext(record), "1. e4 *");
    ck_ok(vc_game_play_text(game, "e7e5", NULL));
    ck_assert_str_eq(movetext(record), "1. e4 e5 {later} *");
    ck_ok(vc_game_undo(game));
    ck_assert_uint_eq(vc_game_redo_length(game), 1);
    ck_assert_str_eq(movetext(record), "1. e4 *");
    ck_assert_uint_eq(vc_game_redo_length(game), 1);
    ck_ok(vc_record_set_tag(record, "Result", "1-0"));
    ck_ok(vc_record_set_tag(record, "Termination", "abandoned"));
    ck_assert_str_eq(movetext(record), "1. e4 1-0");
    ck_assert_str_eq(tag_line(record, "Termination"), "[Termination \"abandoned\"]");
    ck_ok(vc_record_free(record));
}

/* ------------------------------------------------------------------------------- memory --- */

/* Does something without the n-th block of memory, for every n until it needs no more. */
#define WITHOUT_MEMORY(call, undo)                                                  \
    do {                                                                            \
        for (size_t n_ = 1;; n_++) {                                                \
            const size_t live_ = heap.live;                                         \
            heap.fail_at = heap.calls + n_;                                         \
            const vc_status made_ = (call);                                         \
            const bool failed_ = heap.calls >= heap.fail_at;                        \
            heap.fail_at = 0;                                                       \
            ck_assert_int_eq(made_, failed_ ? VC_ERR_MEMORY : VC_OK);               \
            if (!failed_) {                                                         \
                undo;                                                               \
                break;                                                              \
            }                                                                       \
            ck_assert_uint_le(heap.live, live_ + 1); /* an array may have grown */  \
        }                                                                           \
    } while (0)

START_TEST(without_memory)
{
    vc_game *game = new_game("quantum", NULL, NULL);
    vc_record *record = NULL;
    size_t length;
    play(game, "?g1 =n g1f3 e7e5");
    WITHOUT_MEMORY(vc_record_new(game, &record), ck_ok(vc_record_free(record)));
    ck_ok(vc_record_new(game, &record));
    WITHOUT_MEMORY(vc_record_set_tag(record, "White", "x"), (void)0);
    WITHOUT_MEMORY(vc_record_set_comment(record, 2, "a comment"), (void)0);
    WITHOUT_MEMORY(vc_record_set_comment(record, 2, "a comment that is longer than the one before"), (void)0);
    ck_assert_str_eq(vc_record_comment(record, 2), "a comment that is longer than the one before");
    WITHOUT_MEMORY(vc_record_set_nags(record, 3, (const uint8_t[]){1}, 1), (void)0);
    for (unsigned n = 1; n < 30; n++) {
        struct paper *paper = malloc(sizeof *paper);
        ck_assert_ptr_nonnull(paper);
        paper->length = 0;
        const size_t live = heap.live;
        heap.fail_at = heap.calls + n;
        vc_status status = vc_record_write(record, put_on_paper, paper);
        ck_assert_int_eq(status, heap.calls >= heap.fail_at ? VC_ERR_MEMORY : VC_OK);
        heap.fail_at = heap.calls + n;
        status = vc_record_text(record, paper->text, sizeof paper->text, &length);
        ck_assert_int_eq(status, heap.calls >= heap.fail_at ? VC_ERR_MEMORY : VC_OK);
        heap.fail_at = 0;
        ck_assert_uint_eq(heap.live, live);
        free(paper);
    }
    ck_ok(vc_record_free(record));
}

/* ---------------------------------------------------------------------------- interface --- */

struct visit {
    vc_record *record;
    unsigned calls, stop_at;
    struct paper *paper;
};

static int32_t write_and_meddle(void *user, const char *bytes, size_t size)
{
    struct visit *visit = user;
    (void)bytes, (void)size;
    ck_status(vc_record_free(visit->record), VC_ERR_BUSY);
    ck_status(vc_record_set_tag(visit->record, "A", "b"), VC_ERR_BUSY);
    ck_status(vc_record_set_comment(visit->record, 0, "b"), VC_ERR_BUSY);
    ck_status(vc_record_set_nags(visit->record, 0, NULL, 0), VC_ERR_BUSY);
    ck_assert_str_eq(vc_record_result(visit->record), "*");
    return ++visit->calls == visit->stop_at;
}

START_TEST(callbacks)
{
    struct visit visit = {.record = record_of("orthodox", NULL, NULL, "e2e4")};
    ck_ok(vc_record_write(visit.record, write_and_meddle, &visit));
    ck_assert_uint_eq(visit.calls, 1);
    visit.stop_at = 2;
    ck_status(vc_record_write(visit.record, write_and_meddle, &visit), VC_ERR_STOPPED);
    ck_ok(vc_record_free(visit.record));
}

/* Changes the record's game while the record is written. */
static int32_t write_and_play(void *user, const char *bytes, size_t size)
{
    struct visit *visit = user;
    vc_game *game = vc_record_game(visit->record);
    if (!visit->calls++)
        ck_ok(vc_game_set_position(game, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", NULL));
    else if (visit->calls == 2)
        ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
    return put_on_paper(visit->paper, bytes, size);
}

/* A record comes in pieces: all of them are of the game as it was when writing began. */
START_TEST(a_game_that_goes_on_while_it_is_written)
{
    static struct paper paper, before;
    char value[3000];
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    struct visit visit = {.record = record_of("orthodox", NULL, NULL, "e2e4"), .paper = &paper};
    ck_ok(vc_record_set_tag(visit.record, "Site", value));
    ck_ok(vc_record_set_tag(visit.record, "Annotator", value));
    ck_ok(vc_record_set_comment(visit.record, 1, value));
    ck_ok(vc_record_write(visit.record, put_on_paper, &before));
    ck_ok(vc_record_write(visit.record, write_and_play, &visit));
    ck_assert_uint_gt(visit.calls, 2);
    ck_that(!strcmp(paper.text, before.text), "what was written changed on the way");
    ck_ok(vc_record_free(visit.record));
}

/* A comment of the documented length is kept; a longer one changes nothing. */
START_TEST(longest_comment)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    vc_record *record = NULL;
    char *text = malloc(VC_MAX_COMMENT + 2);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', VC_MAX_COMMENT + 1);
    text[VC_MAX_COMMENT + 1] = '\0';
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_record_set_comment(record, 0, "short"));
    ck_status(vc_record_set_comment(record, 0, text), VC_ERR_LIMIT);
    ck_assert_str_eq(vc_record_comment(record, 0), "short");
    text[VC_MAX_COMMENT] = '\0';
    ck_ok(vc_record_set_comment(record, 0, text));
    ck_assert_str_eq(vc_record_comment(record, 0), text);
    ck_ok(vc_record_free(record));
    free(text);
}

START_TEST(arguments)
{
    vc_game *game = new_game("orthodox", NULL, NULL);
    vc_record *record = NULL;
    size_t length = 0;
    uint8_t nag = 0;
    char text[16] = "untouched";
    ck_status(vc_record_new(NULL, &record), VC_ERR_ARGUMENT);
    ck_status(vc_record_new(game, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(NULL));
    ck_assert_ptr_null(vc_record_game(NULL));
    ck_assert_ptr_null(vc_record_tag(NULL, "A"));
    ck_assert_uint_eq(vc_record_tag_count(NULL), 0);
    ck_assert_ptr_null(vc_record_tag_name(NULL, 0));
    ck_assert_ptr_null(vc_record_result(NULL));
    ck_assert_ptr_null(vc_record_comment(NULL, 0));
    ck_ok(vc_record_new(game, &record));
    static const char *const names[] = {"", " ", "a b", "_a", "\xc3\xa4", "a\"", "Variant", "Options", "SetUp", "FEN"};
    for (size_t i = 0; i < COUNT(names); i++)
        ck_status(vc_record_set_tag(record, names[i], "x"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_tag(record, "A", "x\ny"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_tag(record, "A", "x\177"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_tag(record, "Result", "1:0"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_tag(record, NULL, "x"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_tag(NULL, "A", "x"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_comment(record, (size_t)VC_MAX_LENGTH + 1, "x"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_comment(NULL, 0, "x"), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_nags(record, 0, NULL, 1), VC_ERR_ARGUMENT);
    ck_status(vc_record_set_nags(record, 0, &nag, VC_MAX_NAGS + 1), VC_ERR_LIMIT);
    ck_status(vc_record_nags(NULL, 0, &nag, 1, &length), VC_ERR_ARGUMENT);
    ck_ok(vc_record_set_nags(record, 0, &nag, 1));
    ck_status(vc_record_nags(record, 0, NULL, 0, &length), VC_ERR_BUFFER);
    ck_assert_uint_eq(length, 1);
    ck_status(vc_record_text(record, text, sizeof text, &length), VC_ERR_BUFFER);
    ck_assert_str_eq(text, "untouched");
    ck_assert_uint_eq(length, strlen(record_text(record)));
    ck_status(vc_record_text(NULL, text, sizeof text, &length), VC_ERR_ARGUMENT);
    ck_status(vc_record_write(record, NULL, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(record));
}

int main(void)
{
    return RUN_TESTS("record", pgn_01_tags, pgn_01_escapes_and_quotation_marks, a_plain_record, lines_are_short,
                     numbers_where_turns_are_of_many_actions, numbers_behind_comments, written_and_read_back,
                     endings_are_told_and_read, endings_that_real_files_state, two_results,
                     games_that_today_would_be_drawn, comments_and_nags_of_the_main_line, notes_in_any_order,
                     a_record_lives_on, without_memory, callbacks,
                     a_game_that_goes_on_while_it_is_written, longest_comment, arguments);
}
