/* SPDX-License-Identifier: ISC */
/*
 * test_reader.c - reading PGN: games one after another from texts and sources, strictly and leniently, faults with line
 * and column, limits, texts of any kind
 *
 * Tests are named after the cases that they are about. What a record then has is the subject of test_record.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "support.h"

/* ------------------------------------------------------------------------------ helpers --- */

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
        return format("%s%s%s", moves_text(vc_record_game(record)), vc_game_length(vc_record_game(record)) ? " " : "",
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

/* All games of a text: what next_game() says of them, each on a line. */
static const char *all_games(const char *text, uint32_t flags)
{
    static char all[1 << 16];
    char *end = all;
    vc_reader *reader = new_reader(text, strlen(text), flags);
    for (const char *game; *(game = next_game(reader));)
        end += sprintf(end, "%s\n", game);
    *end = '\0';
    ck_ok(vc_reader_free(reader));
    return all;
}

static const char *lenient(const char *text) { return all_games(text, VC_SAN_LENIENT); }
static const char *strict(const char *text) { return all_games(text, VC_SAN_STRICT); }

/* ------------------------------------------------------------------------------ reading --- */

START_TEST(pgn_03_variations)
{
    vc_record *record = read_record("[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 $2) ({first} 1... "
                                    "e6 { ) } ; (\n) 2. Nf3 *\n");
    ck_assert_str_eq(moves_text(vc_record_game(record)), "e2e4 e7e5 g1f3");
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
            vc_record *record = read_record(text);
            ck_assert_str_eq(vc_record_tag(record, "Event"), "E");
            ck_assert_str_eq(vc_record_tag(record, "Result"), "1-0");
            ck_assert_str_eq(vc_record_result(record), "1-0");
            ck_assert_str_eq(moves_text(vc_record_game(record)), "e2e4 e7e5 g1f3");
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
        vc_record *record = read_record(texts[i]);
        ck_assert_str_eq(moves_text(vc_record_game(record)), "e8d7 e2e4 d7d6");
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
    vc_reader *reader = new_reader("[Variant \"Atomic\"] *", 20, VC_SAN_LENIENT);
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
    vc_record *record = read_record("[Variant \"quantum\"]\n[Options \" king_safety=strict  temperature=2/4 \"]\n\n*");
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

/* ------------------------------------------------------------------------------- faults --- */

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

/* A fault in the movetext is one of a game that has begun, so that any tag on a line of its own begins the next one. */
START_TEST(faults_before_the_first_move)
{
    static const char *const texts[] = {"( 1. e4", ") 1. e4", "$ 1. e4", "$256 1. e4", "$1 $256", "e5"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *text = format("[Site \"1\"]\n\n%s\n\n[Site \"2\"]\n\n1. d4 d5 *\n\n[Site \"3\"]\n\n1. c4 *\n",
                                  texts[i]);
        const char *read = strchr(lenient(text), '\n');
        ck_row(text, read, "\nd2d4 d7d5 *\nc2c4 *\n");
    }
}

/* Comments on the line of the result are of the game that it ends, and of no other when that game has a fault. */
START_TEST(comments_behind_a_faulty_end)
{
    static const struct {
        const char *text;
        uint32_t flags;
    } rows[] = {
        {"[Result \"0-1\"]\n\n1. e4 1-0 {one} {two}", VC_SAN_STRICT},
        {"[Variant \"nonsense\"]\n\n1-0 {one} ;two", VC_SAN_LENIENT},
        {"[FEN \"nonsense\"]\n\n* {one}", VC_SAN_LENIENT},
        {"1. e4 e4 1-0 {one}", VC_SAN_LENIENT},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *text = format("%s\n\n[Event \"next\"]\n[Result \"*\"]\n\n1. d4 *\n", rows[i].text);
        vc_reader *reader = new_reader(text, strlen(text), rows[i].flags);
        ck_assert_int_eq(vc_reader_next(reader, NULL) != VC_OK, true);
        ck_ok(vc_reader_next(reader, NULL));
        ck_row(text, movetext(vc_reader_record(reader)), "1. d4 *");
        ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
        ck_ok(vc_reader_free(reader));
    }
    /* A comment that is too long is a fault itself. */
    const size_t size = VC_MAX_COMMENT + 100;
    char *text = malloc(size + 100);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', size);
    memcpy(text, "1. e4 * {", 9);
    strcpy(text + size, "} {two}\n\n1. d4 *\n");
    vc_reader *reader = new_reader(text, strlen(text), VC_SAN_LENIENT);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_LIMIT);
    ck_ok(vc_reader_next(reader, NULL));
    ck_assert_str_eq(movetext(vc_reader_record(reader)), "1. d4 *");
    ck_ok(vc_reader_free(reader));
    free(text);
}

START_TEST(what_was_read_before_a_fault)
{
    static const char *const text = "[White \"w\"]\n\n1. e4 {good} e5 2. Ke3 *";
    vc_reader *reader = new_reader(text, strlen(text), VC_SAN_LENIENT);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_ILLEGAL);
    const vc_record *record = vc_reader_record(reader);
    ck_assert_str_eq(vc_record_tag(record, "White"), "w");
    ck_assert_str_eq(moves_text(vc_record_game(record)), "e2e4 e7e5");
    ck_assert_str_eq(vc_record_comment(record, 1), "good");
    ck_assert_str_eq(movetext(record), "1. e4 {good} 1... e5 *");
    ck_ok(vc_reader_free(reader));
}

/* ------------------------------------------------------------------------------ sources --- */

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
        vc_reader *pieces, *whole = new_reader(paper.text, paper.length, VC_SAN_LENIENT);
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
    vc_reader *reader = new_reader(paper.text, paper.length, VC_SAN_LENIENT);
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
    vc_record *record = read_record(text), *again = read_record(record_text(record));
    ck_assert_uint_eq(vc_record_tag_count(again), VC_MAX_TAGS + 7);
    ck_assert_str_eq(record_text(again), record_text(record));
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
    random_state = 1;
    for (unsigned i = 0; i < (SLOWNESS ? 20000 : 200000); i++) {
        char text[256] = "";
        for (unsigned n = random_below(20); n--;)
            strcat(text, signs[random_below(COUNT(signs))]);
        vc_reader *reader = new_reader(text, strlen(text), random_below(2));
        unsigned games = 0;
        while (vc_reader_next(reader, NULL) != VC_ERR_NOTHING)
            ck_that(++games <= strlen(text) + 1, "no end of games in %s", text);
        ck_ok(vc_reader_free(reader));
    }
}

START_TEST(bytes_of_any_kind)
{
    random_state = 2;
    for (unsigned i = 0; i < (SLOWNESS ? 2000 : 20000); i++) {
        char text[64];
        const size_t size = random_below(sizeof text);
        for (size_t n = 0; n < size; n++)
            text[n] = (char)random_below(256);
        vc_reader *reader = new_reader(text, size, VC_SAN_LENIENT);
        for (unsigned games = 0; *next_game(reader);)
            ck_assert_uint_le(++games, size + 1);
        ck_ok(vc_reader_free(reader));
    }
}

/* ------------------------------------------------------------------------------- memory --- */

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
        ck_assert_int_eq(status, heap.calls >= heap.fail_at ? VC_ERR_MEMORY : VC_OK);
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
    vc_reader *reader;
    vc_record *taken;
    unsigned calls;
};

static int64_t read_and_meddle(void *user, char *buffer, size_t size)
{
    struct visit *visit = user;
    (void)buffer, (void)size;
    ck_status(vc_reader_next(visit->reader, NULL), VC_ERR_BUSY);
    ck_status(vc_reader_free(visit->reader), VC_ERR_BUSY);
    ck_status(vc_reader_take(visit->reader, &visit->taken), VC_ERR_BUSY);
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
    struct visit visit = {0};
    ck_ok(vc_reader_new(&heap_memory, read_and_meddle, &visit, VC_SAN_STRICT, &visit.reader));
    ck_status(vc_reader_next(visit.reader, NULL), VC_ERR_NOTHING);
    ck_assert_uint_eq(visit.calls, 1);
    ck_ok(vc_reader_free(visit.reader));
    visit.calls = 0;
    visit.reader = new_reader("1. e4 *", 7, VC_SAN_LENIENT);
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
    vc_record *record = NULL;
    vc_reader *reader = NULL;
    vc_error error = {.size = 1};
    ck_ok(vc_reader_free(NULL));
    ck_assert_ptr_null(vc_reader_record(NULL));
    ck_assert_uint_eq(vc_reader_line(NULL) + vc_reader_column(NULL) + vc_reader_offset(NULL), 0);
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

int main(void)
{
    return RUN_TESTS("reader", pgn_03_variations, pgn_05_bytes, pgn_07_from_a_position, many_games,
                     words_that_are_no_moves, the_tag_variant, the_tag_options, strictly_read, faults,
                     faults_before_the_first_move, comments_behind_a_faulty_end,
                     what_was_read_before_a_fault, in_pieces_of_any_size, a_source_that_fails,
                     games_are_read_in_the_memory_of_one, limits, hostile_texts, bytes_of_any_kind,
                     reading_without_memory, callbacks, arguments);
}
