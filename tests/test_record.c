/* SPDX-License-Identifier: ISC */
/*
 * test_record.c - PGN: what records are written as, what is read of texts good and bad
 *
 * Tests are named after the cases that they are about.
 */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

static const unsigned games_a_setting = SLOWNESS == 0 ? 20 : SLOWNESS == 1 ? 6 : 2;

/* ------------------------------------------------------------------------------ helpers --- */

/* A text that grows. */
struct paper {
    size_t length;
    char text[1 << 20];
};

static int32_t put_on_paper(void *user, const char *bytes, size_t size)
{
    struct paper *paper = user;
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_lt(paper->length + size, sizeof paper->text);
    memcpy(paper->text + paper->length, bytes, size);
    paper->length += size;
    paper->text[paper->length] = '\0';
    return 0;
}

/* What a record is written as: both ways of writing agree. */
static const char *written(const vc_record *record)
{
    static struct paper papers[2];
    static unsigned next;
    struct paper *paper = &papers[next++ % 2];
    static char text[sizeof paper->text];
    size_t length;
    paper->length = 0;
    ck_ok(vc_record_write(record, put_on_paper, paper));
    ck_ok(vc_record_text(record, text, sizeof text, &length));
    ck_assert_uint_eq(length, paper->length);
    ck_assert_str_eq(text, paper->text);
    return paper->text;
}

/* The movetext alone, without the empty line. */
static const char *movetext(const vc_record *record)
{
    char *text = strstr(written(record), "\n\n");
    ck_assert_ptr_nonnull(text);
    text += 2;
    ck_assert_str_eq(text + strlen(text) - 2, "\n\n");
    text[strlen(text) - 2] = '\0';
    return text;
}

/* The line of a tag; "" when there is none. */
static const char *tag_line(const vc_record *record, const char *name)
{
    const char *wanted = format("[%s ", name);
    char *line = strstr(written(record), wanted);
    if (!line)
        return "";
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static vc_reader *reader_of(const char *text, size_t size, uint32_t flags)
{
    vc_reader *reader = NULL;
    ck_ok(vc_reader_new_text(&heap_memory, text, size, flags, &reader));
    return reader;
}

/* The actions that were played, as texts. */
static const char *moves_of(const vc_game *game)
{
    static char text[1 << 16];
    char *end = text;
    *text = '\0';
    for (size_t i = 0; i < vc_game_length(game); i++) {
        vc_entry entry = {.size = sizeof entry};
        ck_ok(vc_game_entry(game, i, &entry));
        ck_assert_int_lt(end - text, (1 << 16) - 100);
        if (entry.action)
            end += sprintf(end, "%s%s", end > text ? " " : "", action_text(entry.action));
    }
    return text;
}

/* The next game: its moves and result; or "!" and what is wrong; or "" at the end. */
static const char *next_game(vc_reader *reader)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_reader_next(reader, &error);
    const vc_record *record = vc_reader_record(reader);
    if (status == VC_ERR_NOTHING) {
        ck_assert_ptr_null(record);
        return "";
    }
    ck_assert_ptr_nonnull(record);
    if (!status)
        return format("%s%s%s", moves_of(vc_record_game(record)), vc_game_length(vc_record_game(record)) ? " " : "",
                      vc_record_result(record));
    ck_assert_int_eq(error.status, status);
    ck_assert_uint_eq(error.offset, vc_reader_offset(reader));
    const char *place = format("line %u, column %u: ", (unsigned)vc_reader_line(reader),
                               (unsigned)vc_reader_column(reader));
    ck_that(!strncmp(error.message, place, strlen(place)), "%s: %s", place, error.message);
    for (const char *c = error.message; *c; c++)
        ck_that(*c >= ' ' && *c <= '~', "%s", error.message);
    return format("!%u:%u %s", (unsigned)vc_reader_line(reader), (unsigned)vc_reader_column(reader),
                  error.message + strlen(place));
}

/* A text of one game read; the record is the caller's. */
static vc_record *read_one(const char *text)
{
    vc_reader *reader = reader_of(text, strlen(text), VC_SAN_LENIENT);
    vc_record *record = NULL;
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_reader_next(reader, &error);
    ck_that(!status, "%s\n%s", text, error.message);
    ck_ok(vc_reader_take(reader, &record));
    ck_status(vc_reader_take(reader, &record), VC_ERR_NOTHING);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_ok(vc_reader_free(reader));
    return record;
}

/* All games of a text: what next_game() says of them, each on a line. */
static const char *all_games(const char *text, uint32_t flags)
{
    static char all[1 << 16];
    char *end = all;
    vc_reader *reader = reader_of(text, strlen(text), flags);
    for (const char *game; *(game = next_game(reader));)
        end += sprintf(end, "%s\n", game);
    *end = '\0';
    ck_ok(vc_reader_free(reader));
    return all;
}

static const char *lenient(const char *text) { return all_games(text, VC_SAN_LENIENT); }
static const char *strict(const char *text) { return all_games(text, VC_SAN_STRICT); }

static vc_record *record_of(const char *ruleset, const char *options, const char *position, const char *actions)
{
    vc_game *game = new_game(ruleset, options, position);
    vc_record *record = NULL;
    play(game, actions);
    ck_ok(vc_record_new(game, &record));
    return record;
}

/* -------------------------------------------------------------------------------- cases --- */

START_TEST(pgn_01_tags)
{
    vc_record *record = read_one("[Event \"Open (A) [x] {y} ; z % q\"]\n[My_Tag2 \"v\"]\n[Result \"*\"]\n\n"
                                 "1. e4 e5 *\n");
    ck_assert_str_eq(vc_record_tag(record, "Event"), "Open (A) [x] {y} ; z % q");
    ck_assert_str_eq(vc_record_tag(record, "My_Tag2"), "v");
    ck_assert_ptr_null(vc_record_tag(record, "my_tag2"));
    ck_assert_uint_eq(vc_record_tag_count(record), 3);
    ck_assert_str_eq(vc_record_tag_name(record, 1), "My_Tag2");
    ck_assert_str_eq(vc_record_tag_value(record, 1), "v");
    ck_assert_ptr_null(vc_record_tag_name(record, 3));
    ck_assert_ptr_null(vc_record_tag_value(record, 3));
    ck_assert_str_eq(moves_of(vc_record_game(record)), "e2e4 e7e5");
    ck_ok(vc_record_free(record));
}

START_TEST(pgn_01_escapes_and_quotation_marks)
{
    vc_record *record = read_one("[ Event  \"a \\\"b\\\" \\\\ c\" ] [Site \"the \"Grand\" hall\"][Round \"C:\\x\"]\n"
                                 "[Date \"\"]\n*\n");
    ck_assert_str_eq(vc_record_tag(record, "Event"), "a \"b\" \\ c");
    ck_assert_str_eq(vc_record_tag(record, "Site"), "the \"Grand\" hall");
    ck_assert_str_eq(vc_record_tag(record, "Round"), "C:\\x");
    ck_assert_str_eq(vc_record_tag(record, "Date"), "");
    ck_assert_str_eq(tag_line(record, "Event"), "[Event \"a \\\"b\\\" \\\\ c\"]");
    ck_assert_str_eq(tag_line(record, "Date"), "[Date \"????.??.??\"]");
    ck_ok(vc_record_free(record));
}

START_TEST(pgn_03_variations)
{
    vc_record *record = read_one("[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 $2) ({first} 1... e6 "
                                 "{ ) } ; (\n) 2. Nf3 *\n");
    ck_assert_str_eq(moves_of(vc_record_game(record)), "e2e4 e7e5 g1f3");
    ck_assert_str_eq(movetext(record), "1. e4 e5 2. Nf3 *");
    ck_ok(vc_record_free(record));
}

START_TEST(pgn_05_bytes)
{
    static const char *const one = "\xef\xbb\xbf[Event \"E\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5\r\n2. Nf3 1-0\r\n";
    static const char *const ends[] = {"", "\n", "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
                                       "  ", "\t\n \n", "\xef\xbb\xbf"};
    char text[256];
    for (size_t i = 0; i < COUNT(ends); i++)
        for (unsigned kind = 0; kind < 3; kind++) {
            char *to = text;
            for (const char *c = one; *c; c++)
                if (kind == 0 || (kind == 1 ? *c != '\n' : *c != '\r'))
                    to += sprintf(to, *c == '[' && kind ? " %c" : "%c", *c);
            sprintf(to, "%s", ends[i]);
            vc_record *record = read_one(text);
            ck_assert_str_eq(vc_record_tag(record, "Event"), "E");
            ck_assert_str_eq(vc_record_tag(record, "Result"), "1-0");
            ck_assert_str_eq(vc_record_result(record), "1-0");
            ck_assert_str_eq(moves_of(vc_record_game(record)), "e2e4 e7e5 g1f3");
            ck_ok(vc_record_free(record));
        }
    ck_assert_str_eq(lenient("[Event \"E\"]\n[Result \"*\"]\n1. e4 e5 *"), "e2e4 e7e5 *\n");
    ck_assert_str_eq(lenient("[Event \"E\"]\n[Result \"1-0\"]\n1. e4 e5"), "e2e4 e7e5 1-0\n");
    ck_assert_str_eq(lenient("1.e4\te5\v2.\fNf3*"), "e2e4 e7e5 g1f3 *\n");
}

START_TEST(pgn_07_from_a_position)
{
    static const char *const texts[] = {
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]\n\n{before} 7... Kd7 8. e4 Kd6 *\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]\n\n{before} 7... Kd7 8. e4 Kd6 *\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]\n\n{before} 1... Kd7 2. e4 Kd6 *\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]\n\n{before} 7. ... Kd7 8 e4 Kd6 *\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]\n\n{before}Kd7 e4 Kd6 *\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        vc_record *record = read_one(texts[i]);
        ck_assert_str_eq(moves_of(vc_record_game(record)), "e8d7 e2e4 d7d6");
        ck_assert_str_eq(position_text(vc_record_game(record)), "8/8/3k4/8/4P3/8/8/4K3 w - - 1 9");
        ck_assert_str_eq(vc_record_comment(record, 0), "before");
        ck_assert_str_eq(movetext(record), "{before} 7... Kd7 8. e4 Kd6 *");
        ck_ok(vc_record_set_comment(record, 0, NULL));
        ck_assert_str_eq(movetext(record), "7... Kd7 8. e4 Kd6 *");
        ck_assert_str_eq(tag_line(record, "SetUp"), "[SetUp \"1\"]");
        ck_assert_str_eq(tag_line(record, "FEN"), "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 7\"]");
        ck_ok(vc_record_free(record));
    }
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
    ck_assert_str_eq(written(record),
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
    const char *text = written(record);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        ck_that(length < 80, "%.*s", (int)length, line);
        ck_that(!length || line[length - 1] != ' ', "%.*s", (int)length, line);
        ck_that(*line != '%' && *line != ' ', "%.*s", (int)length, line);
    }
    ck_assert_str_eq(tag_line(record, "Options"), "[Options \"automatic_draws=off\"]");
    vc_record *again = read_one(written(record));
    for (size_t ply = 0; ply < 20; ply++) {
        const char *a = vc_record_comment(record, ply), *b = vc_record_comment(again, ply);
        ck_assert(!a == !b && (!a || !strcmp(a, b)));
    }
    ck_assert_str_eq(vc_record_comment(again, 9), "%%%% [[[ ]]] {{{ %% [Event \"x\"] %x");
    ck_assert_str_eq(written(again), text);
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
        vc_record *again = read_one(written(record));
        ck_row(rows[i].movetext, moves_of(vc_record_game(again)), rows[i].actions);
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
        vc_record *again = read_one(written(record));
        ck_ok(vc_game_outcome(vc_record_game(again), &winner, &reason));
        ck_assert_uint_eq(winner, rows[i].winner);
        ck_assert_uint_eq(reason, rows[i].reason);
        ck_assert_str_eq(written(again), written(record));
        ck_ok(vc_record_free(again));
        ck_ok(vc_record_free(record));
    }
    vc_record *record = record_of("orthodox", NULL, NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    ck_ok(vc_game_claim(vc_record_game(record)));
    ck_assert_str_eq(tag_line(record, "Termination"), "[Termination \"threefold repetition\"]");
    vc_record *again = read_one(written(record));
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
        vc_record *record = read_one(rows[i].text);
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
        vc_record *record = read_one(rows[i].text);
        ck_row(rows[i].text, vc_record_tag(record, "Result"), rows[i].tag);
        ck_row(rows[i].text, vc_record_result(record), rows[i].result);
        ck_row(rows[i].text, tag_line(record, "Result"), format("[Result \"%s\"]", rows[i].result));
        ck_ok(vc_record_free(record));
    }
    vc_record *record = read_one(rows[0].text);
    ck_ok(vc_record_set_tag(record, "Result", "1/2-1/2"));
    ck_assert_str_eq(vc_record_result(record), "1/2-1/2");
    ck_ok(vc_record_free(record));
    record = read_one(rows[0].text);
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
    vc_record *record = read_one(text);
    ck_assert_uint_eq(vc_game_length(vc_record_game(record)), 21);
    ck_assert_str_eq(vc_record_result(record), "1-0");
    ck_assert_str_eq(tag_line(record, "Options"), "[Options \"automatic_draws=off\"]");
    ck_ok(vc_record_free(record));
    strcpy(end - strlen("Nf3 Nf6 Ng1 Ng8 "), "1-0\n");
    record = read_one(text);
    ck_assert_str_eq(vc_record_result(record), "1-0");
    ck_assert_str_eq(ending_text(vc_record_game(record)), "");
    ck_ok(vc_record_free(record));
    strcpy(end - strlen("Nf3 Nf6 Ng1 Ng8 "), "1/2-1/2\n");
    record = read_one(text);
    ck_assert_str_eq(ending_text(vc_record_game(record)), "draw fivefold_repetition");
    ck_assert_str_eq(tag_line(record, "Options"), "");
    ck_ok(vc_record_free(record));
}

/* ------------------------------------------------------------------------------ reading --- */

START_TEST(comments_and_nags_of_the_main_line)
{
    vc_record *record = read_one("{a} ; b c\n{} 1. {d} e4! {e\n f} $14 $14 ({x} 1. d4 $3) {g} 1... e5?! 2. Nf3 !? "
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

START_TEST(many_games)
{
    ck_assert_str_eq(lenient(""), "");
    ck_assert_str_eq(lenient("\n\n % x\n%y\n; nothing\n{ nothing }\n"), "!3:2 not a move: \"%\"\n");
    ck_assert_str_eq(lenient("\n\n%x\n%y\n; nothing\n{ nothing }\n"), "");
    ck_assert_str_eq(lenient("*"), "*\n");
    ck_assert_str_eq(lenient("**"), "*\n*\n");
    ck_assert_str_eq(lenient("1-0 0-1 1/2-1/2 *"), "1-0\n0-1\n1/2-1/2\n*\n");
    ck_assert_str_eq(lenient("e4 * d4 *"), "e2e4 *\nd2d4 *\n");
    ck_assert_str_eq(lenient("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4\n"), "e2e4 *\nd2d4 *\n");
    ck_assert_str_eq(lenient("[Event \"a\"]\n1. e4\n[Event \"b\"]\n1. d4"), "e2e4 *\nd2d4 *\n");
    ck_assert_str_eq(lenient("[Event \"a\"]\n\n[Event \"b\"]\n"), "*\n*\n");
    ck_assert_str_eq(lenient("[White \"a\"]\n\n[White \"b\"]\n"), "*\n*\n");
    ck_assert_str_eq(lenient("[White \"a\"]\n\n[Black \"b\"]\n"), "*\n");
    ck_assert_str_eq(lenient("[White \"a\"]\n[White \"b\"]\n"), "*\n");
    ck_assert_str_eq(lenient("{x}\n[Event \"a\"]\n{y}\n1. e4 * {z}\n{x}\n[Event \"b\"]\n1. d4"), "e2e4 *\nd2d4 *\n");
    ck_assert_str_eq(lenient("[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n*\n[Variant \"quantum\"]\n*\n*"), "*\n*\n*\n");
}

START_TEST(words_that_are_no_moves)
{
    static const char *const good[] = {
        "1.e4 e5 2.Nf3", "1. e4 1... e5 2. Nf3", "1.e4 1...e5 2.Nf3", "1 e4 e5 2 Nf3", "e4 e5 Nf3",
        "1. ... e4 ...e5 Nf3",
        "17. e4 e5 3. Nf3", "1.e4!? e5?? 2.Nf3!!!", "1.e4! ! e5 ? ?? 2.Nf3", "e2e4 e7-e5 Ng1-f3", "e4 $1$2 e5$3 Nf3",
        "e4{x}e5(x)Nf3", "e4;x\ne5;y\n;z\nNf3", "e4 +/- e5 = Nf3 +-", "e4\n%e5 is escaped\ne5 Nf3",
        "\357\273\277e4 e5 Nf3", "1.\u00a0e4 e5\u00a0\n\u00a02.\u00a0Nf3\u00a0",
        "e2\u2013e4 e7\u2010e5 Ng1\u2212f3 \u00b1", "e4 \u203c e5 \u221e Nf3",
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_row(good[i], lenient(good[i]), "e2e4 e7e5 g1f3 *\n");
        ck_row(good[i], lenient(format("%s*", good[i])), "e2e4 e7e5 g1f3 *\n");
    }
    ck_assert_str_eq(lenient("e4 e5 1\u20130 d4 Ke3 \u00bd\u2013\u00bd c4 0\u20111"),
                     "e2e4 e7e5 1-0\n!1:16 Ke3: no legal move is that\nc2c4 0-1\n");
    ck_assert_str_eq(lenient("\u00a0[Event\u00a0\"x\"]\u00a0\n\n1. e4 1-0\u00a0{x} e5"),
                     "e2e4 1-0\n!3:16 e5: no legal move is that\n");
    ck_assert_str_eq(lenient("1. e4 \u00e9"), "!1:7 not a move: \"??\"\n");
    ck_assert_str_eq(lenient("1. e4 \xc2"), "!1:7 not a move: \"?\"\n");
}

START_TEST(the_tag_variant)
{
    static const char *const names[] = {"quantum", "Quantum", "QUANTUM SUPERPOSITION CHESS",
                                        "Quantum_Superposition Chess"};
    static const char *const plain[] = {"orthodox", "Standard", "chess", "From Position", "", "?", "Normal"};
    for (size_t i = 0; i < COUNT(names); i++)
        ck_row(names[i], lenient(format("[Variant \"%s\"]\n\n1. ?g1 =n Nf3 *", names[i])), "?g1 =n g1f3 *\n");
    for (size_t i = 0; i < COUNT(plain); i++)
        ck_row(plain[i], lenient(format("[Variant \"%s\"]\n\n1. Nf3 *", plain[i])), "g1f3 *\n");
    ck_assert_str_eq(lenient("[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[Event \"y\"]\n\n1. d4 *\n"),
                     "!2:1 unknown variant: Atomic\nd2d4 *\n");
    vc_reader *reader = reader_of("[Variant \"Atomic\"] *", 20, VC_SAN_LENIENT);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_OPTION);
    vc_record *record = NULL;
    ck_ok(vc_reader_take(reader, &record));
    ck_assert_ptr_null(vc_record_game(record));
    ck_assert_str_eq(vc_record_tag(record, "Variant"), "Atomic");
    ck_assert_str_eq(vc_record_result(record), "*");
    ck_status(vc_record_text(record, NULL, 0, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_record_write(record, put_on_paper, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(record));
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_ok(vc_reader_free(reader));
}

START_TEST(the_tag_options)
{
    vc_record *record = read_one("[Variant \"quantum\"]\n[Options \" king_safety=strict  temperature=2/4 \"]\n\n*");
    char value[32];
    ck_ok(vc_rules_get(vc_game_rules(vc_record_game(record)), "temperature", value, sizeof value, NULL));
    ck_assert_str_eq(value, "1/2");
    ck_assert_str_eq(tag_line(record, "Options"), "[Options \"temperature=1/2 king_safety=strict\"]");
    ck_ok(vc_record_free(record));
    ck_assert_str_eq(lenient("[Options \"temperature=1/2\"]\n*\n*"),
                     "!1:1 the tag Options: Orthodox Chess has no option \"temperature\"\n*\n");
    ck_assert_str_eq(lenient("[Options \"temperature\"]\n*\n*"),
                     "!1:1 the tag Options: options are written name=value\n*\n");
    ck_assert_str_eq(lenient("[Options \"=\"]\n*\n*"), "!1:1 the tag Options: options are written name=value\n*\n");
    ck_assert_str_eq(lenient("[Options \"a= b=c\"]\n*\n*"),
                     "!1:1 the tag Options: options are written name=value\n*\n");
}

/* A fault, and that the game behind it is read. */
START_TEST(faults)
{
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"[Event \"a\"]\n\n1. e4 e5 2. Ke3 Nc6 3. d4 *", "3:13 Ke3: no legal move is that"},
        {"[Event \"a\"]\n\n1. e4 e5 2. e4e5 Nc6 *", "3:13 e4e5: the piece does not move like that"},
        {"[Event \"a\"]\n\n1. e4 e5 2. Nxx 1-0", "3:13 not a move: \"Nxx\""},
        {"[Event \"a\"]\n\n1. e4 -- 2. d4 1-0", "3:7 -- is a null move, and no turn can be passed"},
        {"[Event \"a\"]\n\n1. e4 Z0 2. d4 1-0", "3:7 Z0 is a null move, and no turn can be passed"},
        {"[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 3. e4 1-0", "3:24 e4: the game is over"},
        {"[Event \"a\"]\n[White b\"]\n[Black \"b\"]\n\n1. e4 *", "2:8 a tag's value stands in quotation marks"},
        {"[Event \"a\n[Black \"b\"]\n\n1. e4 *", "1:10 the tag is not closed on its line"},
        {"[Event \"a\"\n[Black \"b\"]\n\n1. e4 *", "1:11 the tag is not closed on its line"},
        {"[Event \"a\" x]\n[Black \"b\"]\n\n1. e4 *", "1:14 the tag is not closed on its line"},
        {"[\"a\"]\n[Black \"b\"]\n\n1. e4 *", "1:2 a tag's name is missing"},
        {"[Event \"a\"]\n\n1. e4 $ e5 *", "3:7 a number is missing behind \"$\""},
        {"[Event \"a\"]\n\n1. e4 $256 e5 *", "3:7 a NAG above $255"},
        {"[Event \"a\"]\n\n1. e4 $99999999999999999999 e5 *", "3:7 a NAG above $255"},
        {"[Event \"a\"]\n\n1. e4 ) e5 *", "3:7 a variation is closed that was not opened"},
        {"[Event \"a\"]\n\n1. e4 } e5 *", "3:7 a brace, bracket or quotation mark out of place"},
        {"[Event \"a\"]\n\n1. e4 {e5 *\n\n", "3:7 the comment is not closed before the next game"},
        {"[Event \"a\"]\n\n1. e4 (1. d4 {e5 *\n\n", "3:14 the comment is not closed before the next game"},
        {"[Event \"a\"]\n\n1. e4 (1. d4 (1. c4 c5) e5 *\n\n", "3:7 the variation is not closed before the next tag"},
        {"[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "2:1 the tag FEN: "},
        {"[Event \"a\"]\n[FEN \"\"]\n\n1. e4 *", "2:1 the tag FEN: "},
        {"[Event \"a\"]\r\n\r\n1. e4\r\nKe3", "4:1 Ke3: no legal move is that"},
        {"[Event \"a\"]\r\r1. e4\rKe3", "4:1 Ke3: no legal move is that"},
        {"[Event \"a\"]\n\n1. e4 Ke3 ( ( ) $ } * ", "3:7 Ke3: no legal move is that"},
        {"[Variant \"quantum\"]\n\n1. Nf3 *", "3:4 Nf3: no legal move is that"},
        {"[Variant \"quantum\"]\n\n1. ?g1 Nf3 *", "3:8 Nf3: chance is to act"},
        {"[Variant \"quantum\"]\n\n1. ?g1 =k Nf3 *", "3:8 not an action: \"=k\""},
        {"[Variant \"ideal\"]\n\n1. -3d Nf3 +7c *", "3:12 +7c: that is no outcome of this chance node"},
        {"[Variant \"ideal\"]\n\n1. e4 *", "3:4 "},
    };
    static const char *const behind = "\n\n[Event \"next\"]\n[Black \"x\"]\n\n1. d4 *\n\n[Event \"last\"]\n\n1. c4 *\n";
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *text = format("%s%s", rows[i].text, behind), *read = lenient(text);
        const char *wanted = format("!%s", rows[i].fault), *line_end = strchr(read, '\n');
        ck_that(!strncmp(read, wanted, strlen(wanted)), "%s\n%s", text, read);
        ck_assert_ptr_nonnull(line_end);
        ck_row(text, line_end, "\nd2d4 *\nc2c4 *\n");
    }
    ck_assert_str_eq(lenient("1. e4 {"), "!1:7 the comment is not closed\n");
    ck_assert_str_eq(lenient("1. e4 (({}"), "!1:7 the variation is not closed\n");
    ck_assert_str_eq(lenient("1. e4 ({"), "!1:8 the comment is not closed\n");
    ck_assert_str_eq(lenient("\377\3761. e4"), "!1:1 the text is not in UTF-8 or another extension of ASCII\n");
    ck_assert_str_eq(lenient("["), "!1:2 a tag's name is missing\n");
    ck_assert_str_eq(lenient("[Event \""), "!1:9 the tag is not closed on its line\n");
    ck_assert_str_eq(lenient("[Event \"x\\"), "!1:11 the tag is not closed on its line\n");
}

START_TEST(what_was_read_before_a_fault)
{
    static const char *const text = "[White \"w\"]\n\n1. e4 {good} e5 2. Ke3 *";
    vc_reader *reader = reader_of(text, strlen(text), VC_SAN_LENIENT);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_ILLEGAL);
    const vc_record *record = vc_reader_record(reader);
    ck_assert_str_eq(vc_record_tag(record, "White"), "w");
    ck_assert_str_eq(moves_of(vc_record_game(record)), "e2e4 e7e5");
    ck_assert_str_eq(vc_record_comment(record, 1), "good");
    ck_assert_str_eq(movetext(record), "1. e4 {good} 1... e5 *");
    ck_ok(vc_reader_free(reader));
}

START_TEST(strictly_read)
{
    ck_assert_str_eq(strict("[Result \"*\"]\n\n1. e4 e5 *"), "e2e4 e7e5 *\n");
    ck_assert_str_eq(strict("[Result \"*\"]\n\n1. e2e4 e5 *"), "!3:4 e2e4 must be written e4\n");
    ck_assert_str_eq(strict("[Result \"*\"]\n\n1. e4! e5 *"), "!3:4 e4! must be written e4\n");
    ck_assert_str_eq(strict("[Result \"*\"]\n\n1. e4 $1 {x} (1. d4) e5 *"), "e2e4 e7e5 *\n");
    ck_assert_str_eq(strict("[Result \"1-0\"]\n\n1. e4 *\n*"),
                     "!3:7 the tag Result is missing or tells another result\n"
                     "!4:1 the tag Result is missing or tells another result\n");
    ck_assert_str_eq(strict("[Result \"*\"]\n\n1. e4"), "!3:6 the result is missing at the end of the moves\n");
    ck_assert_str_eq(strict("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0"),
                     "!3:21 the position tells another result\n");
    ck_assert_str_eq(strict("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"), "f2f3 e7e5 g2g4 d8h4 0-1\n");
    ck_assert_str_eq(strict("[Result \"0-1\"]\n[Termination \"stalemate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"),
                     "!4:21 the game did not end as the tag Termination tells\n");
    ck_assert_str_eq(strict("[Result \"0-1\"]\n[Termination \"checkmate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"),
                     "f2f3 e7e5 g2g4 d8h4 0-1\n");
    ck_assert_str_eq(strict("[Result \"1-0\"]\n[Termination \"checkmate\"]\n\n1. e4 1-0"),
                     "!4:7 the game did not end as the tag Termination tells\n");
    ck_assert_str_eq(strict("[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e4 1-0"), "e2e4 1-0\n");
    ck_assert_str_eq(strict("[Result \"1/2\"]\n\n1. e4 1/2"), "!3:7 not a move: \"1/2\"\n");
}

/* --------------------------------------------------------------------- random records --- */

static uint64_t luck_state;

static unsigned roll(unsigned bound)
{
    luck_state = luck_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((luck_state >> 33) % bound);
}

static size_t list_actions(const vc_game *game, vc_action *actions)
{
    size_t count;
    if (vc_game_actor(game) == VC_CHANCE)
        ck_ok(vc_game_outcomes(game, actions, NULL, VC_MAX_ACTIONS, &count, NULL));
    else
        ck_ok(vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
    return count;
}

static void play_at_random(vc_game *game, unsigned most)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t count;
    while (most-- && (count = list_actions(game, actions)) > 0)
        ck_ok(vc_game_play(game, actions[roll((unsigned)count)]));
}

/* A record of a game of random length, from the array or from where another game came to, with random notes. */
static vc_record *random_record(const struct setting *setting)
{
    static const char *const comments[] = {"x", "{", "}", "} {", "[%clk 0:01:02]",
                                           "a longer comment, of quite a few words", ";",
                                           "% [Event \"x\"]", "\xc3\xa4\xc3\xb6"};
    vc_rules *rules = setting_rules(setting);
    vc_game *game;
    vc_record *record;
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    vc_rules_release(rules);
    if (!roll(3)) {
        play_at_random(game, roll(60));
        ck_ok(vc_game_set_position(game, position_text(game), NULL));
    }
    play_at_random(game, roll(4) ? roll(40) : 400);
    if (!roll(3) && vc_game_actor(game) != VC_NOBODY) {
        if (vc_game_claimable(game))
            ck_ok(vc_game_claim(game));
        else
            ck_ok(vc_game_end(game, roll(2), roll(2) ? VC_REASON_RESIGNATION : VC_REASON_TIME_FORFEIT));
    }
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_game_free(game));
    for (unsigned i = roll(10); i--;) {
        const size_t ply = roll((unsigned)vc_game_length(vc_record_game(record)) + 1);
        const uint8_t nags[] = {(uint8_t)roll(100), (uint8_t)(100 + roll(100))};
        ck_ok(vc_record_set_comment(record, ply, comments[roll(COUNT(comments))]));
        ck_ok(vc_record_set_nags(record, ply, nags, roll(3)));
    }
    return record;
}

START_TEST(written_and_read_back)
{
    for (size_t i = 0; i < setting_count; i++) {
        luck_state = i;
        for (unsigned k = 0; k < games_a_setting; k++) {
            vc_record *record = random_record(&settings[i]);
            const char *text = written(record);
            vc_reader *reader = reader_of(text, strlen(text), VC_SAN_STRICT);
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
            ck_assert_str_eq(written(vc_reader_record(reader)), text);
            ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
            ck_ok(vc_reader_free(reader));
            ck_ok(vc_record_free(record));
        }
    }
}

/* A source that gives a few bytes at a time, and fails behind some of them. */
struct trickle {
    const char *text;
    size_t size, at, step, fails_at, calls_after_end;
};

static int64_t read_trickle(void *user, char *buffer, size_t size)
{
    struct trickle *t = user;
    size_t n = t->step < size ? t->step : size;
    if (t->fails_at && t->at >= t->fails_at) {
        t->calls_after_end++;
        return -1;
    }
    if (n > t->size - t->at)
        n = t->size - t->at;
    t->calls_after_end += !n;
    memcpy(buffer, t->text + t->at, n);
    t->at += n;
    return (int64_t)n;
}

START_TEST(in_pieces_of_any_size)
{
    static struct paper paper;
    static const size_t steps[] = {1, 2, 7, 100, 4096, 1 << 20};
    static const char between[] = "\r\n{x} 1.\u00a0e4\u00a0\u00a0x y *\u00a0\r\r";
    paper.length = 0;
    for (size_t i = 0; i < 40; i++) {
        vc_record *record = random_record(&settings[i % setting_count]);
        ck_ok(vc_record_write(record, put_on_paper, &paper));
        ck_ok(vc_record_free(record));
        if (i % 5 == 0)
            put_on_paper(&paper, between, strlen(between));
    }
    for (size_t i = 0; i < COUNT(steps); i++) {
        struct trickle t = {paper.text, paper.length, 0, steps[i], 0, 0};
        vc_reader *pieces, *whole = reader_of(paper.text, paper.length, VC_SAN_LENIENT);
        ck_ok(vc_reader_new(&heap_memory, read_trickle, &t, VC_SAN_LENIENT, &pieces));
        for (bool more = true; more;) {
            const char *game = next_game(whole);
            more = *game != '\0';
            char *copy = strcpy(malloc(strlen(game) + 1), game);
            ck_assert_str_eq(next_game(pieces), copy);
            free(copy);
            ck_assert_uint_eq(vc_reader_offset(whole), vc_reader_offset(pieces));
        }
        ck_assert_uint_eq(t.calls_after_end, 1);
        ck_ok(vc_reader_free(pieces));
        ck_ok(vc_reader_free(whole));
    }
}

START_TEST(a_source_that_fails)
{
    struct trickle t = {"1. e4 * 1. d4 * 1. c4 *", 23, 0, 4, 12, 0};
    vc_reader *reader;
    ck_ok(vc_reader_new(&heap_memory, read_trickle, &t, VC_SAN_LENIENT, &reader));
    ck_ok(vc_reader_next(reader, NULL));
    ck_status(vc_reader_next(reader, NULL), VC_ERR_STOPPED);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_assert_uint_eq(t.calls_after_end, 1);
    ck_ok(vc_reader_free(reader));
}

START_TEST(games_are_read_in_the_memory_of_one)
{
    static struct paper paper;
    static const char game[] = "[Event \"x\"]\n[Variant \"ideal\"]\n\n1. -3d Nf3 {x} +7d -3c e5 *\n\n";
    size_t live = 0;
    paper.length = 0;
    for (unsigned i = 0; i < 5000; i++)
        put_on_paper(&paper, game, sizeof game - 1);
    vc_reader *reader = reader_of(paper.text, paper.length, VC_SAN_LENIENT);
    for (unsigned i = 0; i < 5000; i++) {
        ck_ok(vc_reader_next(reader, NULL));
        ck_assert(!live || heap.live == live);
        live = heap.live;
    }
    ck_ok(vc_reader_free(reader));
}

/* ------------------------------------------------------------------------------- limits --- */

/* before, then a part many times, then after. */
static char *long_text(const char *before, const char *part, size_t times, const char *after)
{
    const size_t size = strlen(part);
    char *text = malloc(strlen(before) + size * times + strlen(after) + 1), *end = text + strlen(before);
    ck_assert_ptr_nonnull(text);
    strcpy(text, before);
    for (size_t i = 0; i < times; i++, end += size)
        memcpy(end, part, size);
    strcpy(end, after);
    return text;
}

static void check_long(const char *before, const char *part, size_t times, const char *after, const char *wanted)
{
    char *text = long_text(before, part, times, after);
    ck_row(part, lenient(text), wanted);
    free(text);
}

START_TEST(limits)
{
    const size_t million = 1000000;
    check_long("1. e4 ", "(", million, " e5 *", "!1:7 the variation is not closed\n");
    char *nested = long_text("1. e4 ", "(", million, ""), *closed = long_text(nested, ")", million, " e5 * *");
    ck_assert_str_eq(lenient(closed), "e2e4 e7e5 *\n*\n");
    free(nested);
    free(closed);
    check_long("1. e4 {", "x", VC_MAX_COMMENT, "} e5 * *", "e2e4 e7e5 *\n*\n");
    check_long("1. e4 {", "x", VC_MAX_COMMENT + 1, "} e5 * *", "!1:7 a comment or tag longer than can be kept\n*\n");
    check_long("1. e4 {", "x", 5 * million, "} e5 * *", "!1:7 a comment or tag longer than can be kept\n*\n");
    check_long("1. e4 ", "{x}", million / 2, "e5 * *", "e2e4 e7e5 *\n*\n");
    check_long("1. e4 ", "{x}", million, "e5 * *", "!1:1572871 a limit would be exceeded\n*\n");
    check_long("1. ", "e", VC_MAX_TOKEN + 1, " * *", "!1:4 a word longer than any move\n*\n");
    check_long("1. ", "e", 5 * million, " * *", "!1:4 a word longer than any move\n*\n");
    check_long("[", "E", VC_MAX_TAG_NAME, " \"x\"] *", "*\n");
    check_long("[", "E", VC_MAX_TAG_NAME + 1, " \"x\"]\n* *", "!1:257 a tag's name longer than can be kept\n*\n");
    check_long("[E \"", "E", VC_MAX_TAG_VALUE, "\"] *", "*\n");
    check_long("[E \"", "E", VC_MAX_TAG_VALUE + 1, "\"]\n* *", "!1:1 a limit would be exceeded\n*\n");
    check_long("1. e4 ", "$1 ", million, "* *", "e2e4 *\n*\n");
    check_long("", "1. ", million, "* *", "*\n*\n");
    check_long("", "Nf3 Nf6 Ng1 Ng8 ", VC_MAX_PLIES / 4, "e4 * *",
               "!1:262145 a game with more actions than are read\n*\n");
    check_long("", ".", million, "* *", "*\n*\n");
    check_long("", "\n\r", million, "*", "*\n");
    check_long("[Options \"", "x", 1000, "=1\"]\n* *", "!1:1 too many options\n*\n");
    char text[8192] = "";
    for (unsigned i = 0; i <= VC_MAX_TAGS; i++)
        sprintf(text + strlen(text), "[T%u \"x\"]", i);
    ck_assert_ptr_nonnull(strstr(lenient(text), "a limit would be exceeded"));
    *strrchr(text, '[') = '\0';
    vc_record *record = read_one(text), *again = read_one(written(record));
    ck_assert_uint_eq(vc_record_tag_count(again), VC_MAX_TAGS + 7);
    ck_assert_str_eq(written(again), written(record));
    ck_ok(vc_record_free(record));
    ck_ok(vc_record_free(again));
    strcpy(text, "1. e4");
    for (unsigned i = 0; i <= VC_MAX_NAGS; i++)
        sprintf(text + strlen(text), " $%u", i);
    ck_assert_str_eq(lenient(text), "!1:61 a limit would be exceeded\n");
}

/* Every text of a few signs that have a meaning is read, to the end. */
START_TEST(hostile_texts)
{
    static const char *const signs[] = {"[", "]", "{", "}", "(", ")", "\"", "\n", "%", ";", "$", "*", "e4", " ", "\\",
                                        "E", "[Event \"", "+*d", "."};
    luck_state = 1;
    for (unsigned i = 0; i < (SLOWNESS ? 20000 : 200000); i++) {
        char text[256] = "";
        for (unsigned n = roll(20); n--;)
            strcat(text, signs[roll(COUNT(signs))]);
        vc_reader *reader = reader_of(text, strlen(text), roll(2));
        unsigned games = 0;
        while (vc_reader_next(reader, NULL) != VC_ERR_NOTHING)
            ck_that(++games <= strlen(text) + 1, "no end of games in %s", text);
        ck_ok(vc_reader_free(reader));
    }
}

START_TEST(bytes_of_any_kind)
{
    luck_state = 2;
    for (unsigned i = 0; i < (SLOWNESS ? 2000 : 20000); i++) {
        char text[64];
        const size_t size = roll(sizeof text);
        for (size_t n = 0; n < size; n++)
            text[n] = (char)roll(256);
        vc_reader *reader = reader_of(text, size, VC_SAN_LENIENT);
        for (unsigned games = 0; *next_game(reader);)
            ck_assert_uint_le(++games, size + 1);
        ck_ok(vc_reader_free(reader));
    }
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
    vc_reader *reader = NULL;
    size_t length;
    play(game, "?g1 =n g1f3 e7e5");
    WITHOUT_MEMORY(vc_record_new(game, &record), ck_ok(vc_record_free(record)));
    WITHOUT_MEMORY(vc_reader_new_text(&heap_memory, "", 0, VC_SAN_LENIENT, &reader), ck_ok(vc_reader_free(reader)));
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

START_TEST(reading_without_memory)
{
    static const char *const text =
        "[White \"w\"]\n[Variant \"quantum\"]\n[Options \"king_safety=strict\"]\n\n{a} 1. ?g1 =n {b} Nf3 $1 {c} {d} *\n"
        "[Black \"b\"]\n\nNf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1-0\n*";
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        vc_reader *reader = NULL;
        unsigned good = 0, bad = 0;
        heap.fail_at = heap.calls + n;
        vc_status status = vc_reader_new_text(&heap_memory, text, strlen(text), VC_SAN_LENIENT, &reader);
        while (!status || status == VC_ERR_MEMORY) {
            if (!reader)
                break;
            status = vc_reader_next(reader, NULL);
            good += !status;
            bad += status == VC_ERR_MEMORY;
        }
        failed = heap.calls >= heap.fail_at;
        heap.fail_at = 0;
        if (reader) {
            ck_assert_int_eq(status, VC_ERR_NOTHING);
            ck_assert_uint_eq(bad, failed);
            ck_assert_uint_ge(good + bad, 2);
            ck_assert_uint_le(good + bad, 4); /* the end of the text was looked for in vain */
        }
        ck_ok(vc_reader_free(reader));
        ck_assert_uint_eq(heap.live, 0);
    }
}

/* ---------------------------------------------------------------------------- interface --- */

struct visit {
    vc_record *record;
    vc_reader *reader;
    unsigned calls, stop_at;
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

static int64_t read_and_meddle(void *user, char *buffer, size_t size)
{
    struct visit *visit = user;
    (void)buffer, (void)size;
    ck_status(vc_reader_next(visit->reader, NULL), VC_ERR_BUSY);
    ck_status(vc_reader_free(visit->reader), VC_ERR_BUSY);
    ck_status(vc_reader_take(visit->reader, &visit->record), VC_ERR_BUSY);
    ck_assert_ptr_null(vc_reader_record(visit->reader));
    visit->calls++;
    return 0;
}

static void meddle_in_event(void *user, const vc_game *game, const vc_event *event)
{
    struct visit *visit = user;
    (void)game, (void)event;
    ck_status(vc_reader_next(visit->reader, NULL), VC_ERR_BUSY);
    ck_status(vc_reader_free(visit->reader), VC_ERR_BUSY);
    visit->calls++;
}

START_TEST(callbacks)
{
    struct visit visit = {.record = record_of("orthodox", NULL, NULL, "e2e4")};
    ck_ok(vc_record_write(visit.record, write_and_meddle, &visit));
    ck_assert_uint_eq(visit.calls, 1);
    visit.stop_at = 2;
    ck_status(vc_record_write(visit.record, write_and_meddle, &visit), VC_ERR_STOPPED);
    ck_ok(vc_record_free(visit.record));
    visit.calls = 0;
    ck_ok(vc_reader_new(&heap_memory, read_and_meddle, &visit, VC_SAN_STRICT, &visit.reader));
    ck_status(vc_reader_next(visit.reader, NULL), VC_ERR_NOTHING);
    ck_assert_uint_eq(visit.calls, 1);
    ck_ok(vc_reader_free(visit.reader));
    visit.calls = 0;
    visit.reader = reader_of("1. e4 *", 7, VC_SAN_LENIENT);
    ck_ok(vc_reader_next(visit.reader, NULL));
    vc_game *game = vc_record_game(vc_reader_record(visit.reader));
    ck_ok(vc_game_on_event(game, meddle_in_event, &visit));
    ck_ok(vc_game_play_text(game, "e7e5", NULL));
    ck_assert_uint_eq(visit.calls, 1);
    ck_ok(vc_reader_free(visit.reader));
}

START_TEST(arguments)
{
    const vc_memory wrong = {.size = 1};
    vc_game *game = new_game("orthodox", NULL, NULL);
    vc_record *record = NULL;
    vc_reader *reader = NULL;
    vc_error error = {.size = 1};
    size_t length = 0;
    uint8_t nag = 0;
    char text[16] = "untouched";
    ck_status(vc_record_new(NULL, &record), VC_ERR_ARGUMENT);
    ck_status(vc_record_new(game, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(NULL));
    ck_ok(vc_reader_free(NULL));
    ck_assert_ptr_null(vc_record_game(NULL));
    ck_assert_ptr_null(vc_record_tag(NULL, "A"));
    ck_assert_uint_eq(vc_record_tag_count(NULL), 0);
    ck_assert_ptr_null(vc_record_tag_name(NULL, 0));
    ck_assert_ptr_null(vc_record_result(NULL));
    ck_assert_ptr_null(vc_record_comment(NULL, 0));
    ck_assert_ptr_null(vc_reader_record(NULL));
    ck_assert_uint_eq(vc_reader_line(NULL) + vc_reader_column(NULL) + vc_reader_offset(NULL), 0);
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
    ck_assert_uint_eq(length, strlen(written(record)));
    ck_status(vc_record_text(NULL, text, sizeof text, &length), VC_ERR_ARGUMENT);
    ck_status(vc_record_write(record, NULL, NULL), VC_ERR_ARGUMENT);
    ck_ok(vc_record_free(record));
    ck_status(vc_reader_new(NULL, NULL, NULL, 0, &reader), VC_ERR_ARGUMENT);
    ck_status(vc_reader_new(NULL, read_trickle, NULL, 2, &reader), VC_ERR_ARGUMENT);
    ck_status(vc_reader_new(NULL, read_trickle, NULL, 0, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_reader_new(&wrong, read_trickle, NULL, 0, &reader), VC_ERR_ARGUMENT);
    ck_status(vc_reader_new_text(NULL, NULL, 1, 0, &reader), VC_ERR_ARGUMENT);
    ck_status(vc_reader_next(NULL, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_reader_take(NULL, &record), VC_ERR_ARGUMENT);
    ck_ok(vc_reader_new_text(NULL, NULL, 0, 0, &reader));
    ck_status(vc_reader_next(reader, &error), VC_ERR_ARGUMENT);
    ck_status(vc_reader_take(reader, NULL), VC_ERR_ARGUMENT);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_ok(vc_reader_free(reader));
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

START_TEST(notes_in_any_order)
{
    vc_record *record = record_of("orthodox", NULL, NULL, NULL);
    char comments[20][16] = {""};
    uint8_t nags[20] = {0}, nag;
    luck_state = 3;
    for (unsigned i = 0; i < 2000; i++) {
        const unsigned ply = roll(20);
        if (roll(2)) {
            sprintf(comments[ply], "%u", i);
            comments[ply][0] = (char)(roll(3) ? '\0' : comments[ply][0]);
            ck_ok(vc_record_set_comment(record, ply, comments[ply]));
        } else {
            nags[ply] = (uint8_t)roll(3);
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

int main(void)
{
    return RUN_TESTS("record", pgn_01_tags, pgn_01_escapes_and_quotation_marks, pgn_03_variations, pgn_05_bytes,
                     pgn_07_from_a_position, a_plain_record, lines_are_short, numbers_where_turns_are_of_many_actions,
                     numbers_behind_comments, endings_are_told_and_read, endings_that_real_files_state, two_results,
                     games_that_today_would_be_drawn, comments_and_nags_of_the_main_line, many_games,
                     words_that_are_no_moves, the_tag_variant, the_tag_options, faults, what_was_read_before_a_fault,
                     strictly_read, written_and_read_back, in_pieces_of_any_size, a_source_that_fails,
                     games_are_read_in_the_memory_of_one, limits, hostile_texts, bytes_of_any_kind, without_memory,
                     reading_without_memory, callbacks, arguments, a_record_lives_on, notes_in_any_order);
}
