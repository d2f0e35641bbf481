/* SPDX-License-Identifier: ISC */
/* record_list.c - see record_list.h */
#include "record_list.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
static const char *const told_by_game[] = {"Result", "Variant", "Options", "SetUp", "FEN"};

enum { LINE = 80, CHUNK = 65536, MAX_LINE = 1 << 20 };

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}
#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))

/* -------------------------------------------------------------------------------- writing --- */

/* "rules quantum temperature=1/2": the options that are not default. */
static void write_rules(const vc_rules *rules, FILE *stream)
{
    char assignment[CLI_ASSIGNMENT_SIZE];
    fprintf(stream, "rules %s", vc_ruleset_name(vc_rules_ruleset(rules)));
    for (size_t next = 0; cli_next_change(rules, &next, assignment);)
        fprintf(stream, " %s", assignment);
    fputc('\n', stream);
}

/* "from POSITION", unless that is the array. */
static void write_start(const vc_game *game, FILE *stream)
{
    char position[VC_POSITION_TEXT_SIZE], array[VC_POSITION_TEXT_SIZE];
    vc_game *fresh;
    cli_check(vc_game_position(game, position, sizeof position, NULL));
    cli_check(vc_game_new(vc_game_rules(game), NULL, &fresh, NULL));
    cli_check(vc_game_position(fresh, array, sizeof array, NULL));
    cli_check(vc_game_free(fresh));
    if (strcmp(position, array) != 0)
        fprintf(stream, "from %s\n", position);
}

/* One line, so that what else may stand in the value of a tag that was read becomes blanks. */
static void write_tag(const char *name, const char *value, FILE *stream)
{
    fprintf(stream, *value ? "tag %s " : "tag %s", name);
    for (; *value; value++)
        fputc((unsigned char)*value < ' ' || *value == 127 ? ' ' : *value, stream);
    fputc('\n', stream);
}

struct tag {
    const char *name, *value;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct tag *)a)->name, ((const struct tag *)b)->name);
}

/* Whether a tag can be set when the list is read, and is not told by the game. */
static bool is_to_be_written(const char *name, bool over)
{
    return !IS_AMONG(name, told_by_game) && !(over && !strcmp(name, "Termination")) && !strchr("_+#=:-", *name);
}

/* First those that every record has, if they say anything; then the others by name: the order of PGN. */
static void write_tags(const vc_record *record, bool over, FILE *stream)
{
    const size_t count = vc_record_tag_count(record);
    struct tag *tags = malloc((count + 1) * sizeof *tags);
    size_t others = 0;
    if (!tags)
        cli_check(VC_ERR_MEMORY);
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++) {
        const char *value = vc_record_tag(record, roster[i]);
        if (value && *value && strcmp(value, strcmp(roster[i], "Date") ? "?" : "????.??.??") != 0)
            write_tag(roster[i], value, stream);
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = vc_record_tag_name(record, i);
        if (is_to_be_written(name, over) && !IS_AMONG(name, roster))
            tags[others++] = (struct tag){name, vc_record_tag_value(record, i)};
    }
    qsort(tags, others, sizeof *tags, by_name);
    for (size_t i = 0; i < others; i++)
        write_tag(tags[i].name, tags[i].value, stream);
    free(tags);
}

/* "play e2e4 e7e5 ...", in lines of less than 80 characters. */
static void write_actions(const vc_game *game, size_t length, FILE *stream)
{
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        vc_entry entry = {.size = sizeof entry};
        char text[VC_ACTION_TEXT_SIZE];
        size_t size;
        cli_check(vc_game_entry(game, i, &entry));
        if (!entry.action) /* an ending from outside */
            continue;
        cli_check(vc_action_text(entry.action, text, sizeof text, &size));
        if (column && column + 1 + size >= LINE) {
            fputc('\n', stream);
            column = 0;
        }
        column += (size_t)fprintf(stream, "%s %s", column ? "" : "play", text);
    }
    if (column)
        fputc('\n', stream);
}

void list_write(const vc_record *record, FILE *stream)
{
    vc_game *game = vc_record_game(record);
    const size_t length = vc_game_length(game);
    const char *result = vc_record_result(record);
    uint32_t reason;
    cli_check(vc_game_outcome(game, NULL, &reason));
    while (vc_game_length(game))
        cli_check(vc_game_undo(game));
    write_rules(vc_game_rules(game), stream);
    write_start(game, stream);
    write_tags(record, reason != VC_REASON_NONE, stream);
    write_actions(game, length, stream);
    fprintf(stream, reason ? "result %s %s\n\n" : "result %s\n\n", result, vc_reason_name(reason));
}

/* -------------------------------------------------------------------------------- reading --- */

struct list_reader {
    struct input *input;
    char *line; /* the line that is looked at, NUL-terminated, without its end */
    size_t length, capacity;
    uint64_t number; /* of that line */
    bool held;       /* it is to be looked at again */
    bool failed, skipping;
    uint64_t place_line, place_column;
    vc_rules *rules;
    char *start; /* the position to start from; NULL for the array */
    vc_record *record;
    size_t next, size;
    char chunk[CHUNK];
};

struct list_reader *list_reader_new(struct input *input)
{
    struct list_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        cli_check(VC_ERR_MEMORY);
    reader->input = input;
    return reader;
}

static void forget_game(struct list_reader *reader)
{
    cli_check(vc_record_free(reader->record));
    vc_rules_release(reader->rules);
    free(reader->start);
    reader->record = NULL;
    reader->rules = NULL;
    reader->start = NULL;
}

void list_reader_free(struct list_reader *reader)
{
    forget_game(reader);
    free(reader->line);
    free(reader);
}

vc_record *list_reader_record(const struct list_reader *reader) { return reader->record; }
uint64_t list_reader_line(const struct list_reader *reader) { return reader->place_line; }
uint64_t list_reader_column(const struct list_reader *reader) { return reader->place_column; }

/* The next byte; -1 at the end, or when the input cannot be read. */
static int next_byte(struct list_reader *reader)
{
    if (reader->next == reader->size) {
        const int64_t taken = reader->failed ? 0 : input_read(reader->input, reader->chunk, CHUNK);
        reader->failed |= taken < 0;
        reader->next = 0;
        reader->size = taken > 0 ? (size_t)taken : 0;
        if (!reader->size)
            return -1;
    }
    return (unsigned char)reader->chunk[reader->next++];
}

static void add_byte(struct list_reader *reader, char byte)
{
    if (reader->length == reader->capacity) {
        reader->capacity = reader->capacity ? 2 * reader->capacity : 256;
        reader->line = realloc(reader->line, reader->capacity);
        if (!reader->line)
            cli_check(VC_ERR_MEMORY);
    }
    reader->line[reader->length++] = byte;
}

/* Takes the next line, whatever it ends with; false at the end. What is too long is cut, and found to be so later. */
static bool next_line(struct list_reader *reader)
{
    int byte;
    if (reader->held) {
        reader->held = false;
        return true;
    }
    reader->length = 0;
    reader->number++;
    while ((byte = next_byte(reader)) >= 0 && byte != '\n')
        if (reader->length <= MAX_LINE)
            add_byte(reader, (char)byte);
    if (byte < 0 && !reader->length)
        return false;
    if (reader->length && reader->line[reader->length - 1] == '\r')
        reader->length--;
    add_byte(reader, '\0');
    return true;
}

/* What stands behind the first word of the line, when that is a certain one; NULL when it is another. */
static const char *behind(const struct list_reader *reader, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(reader->line, word, length) != 0 || (reader->line[length] != ' ' && reader->line[length]))
        return NULL;
    return reader->line + length + (reader->line[length] == ' ');
}

/* Says what is wrong at a place of the line. */
static vc_status fault(struct list_reader *reader, const char *place, vc_status status, vc_error *error,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
static vc_status fault(struct list_reader *reader, const char *place, vc_status status, vc_error *error,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->status = status;
    reader->place_line = reader->number;
    reader->place_column = place ? (uint64_t)(place - reader->line) + 1 : 1;
    reader->skipping = true;
    return status;
}

/* Copies the word at *text, and goes to the next one; false when there is none or it is too long. */
static bool take_word(const char **text, char *word, size_t size)
{
    const size_t length = strcspn(*text, " ");
    if (!length || length >= size)
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length + strspn(*text + length, " ");
    return true;
}

/* "quantum temperature=1/2" */
static vc_status read_rules(struct list_reader *reader, const char *text, vc_error *error)
{
    char word[128] = "";
    text += strspn(text, " ");
    const char *place = text;
    uint32_t ruleset;
    if (!take_word(&text, word, sizeof word) || vc_ruleset_find(word, &ruleset))
        return fault(reader, place, VC_ERR_OPTION, error, "there are no rules \"%s\"", word);
    cli_check(vc_rules_new(ruleset, NULL, &reader->rules));
    while (*text) {
        place = text;
        char *equals = take_word(&text, word, sizeof word) ? strchr(word, '=') : NULL;
        vc_error inner = {.size = sizeof inner};
        if (!equals)
            return fault(reader, place, VC_ERR_OPTION, error, "an option is written name=value");
        *equals = '\0';
        if (vc_rules_set(reader->rules, word, equals + 1, &inner))
            return fault(reader, place, VC_ERR_OPTION, error, "%s", inner.message);
    }
    return VC_OK;
}

/* Makes the game, when the first line comes that needs it. */
static vc_status begin_game(struct list_reader *reader, vc_error *error)
{
    vc_game *game;
    if (reader->record)
        return VC_OK;
    if (!reader->rules)
        return fault(reader, NULL, VC_ERR_SYNTAX, error, "a game begins with a line \"rules NAME\"");
    cli_check(vc_game_new(reader->rules, reader->start, &game, NULL));
    cli_check(vc_record_new(game, &reader->record));
    cli_check(vc_game_free(game));
    return VC_OK;
}

static vc_status read_start(struct list_reader *reader, const char *text, vc_error *error)
{
    vc_error inner = {.size = sizeof inner};
    vc_game *game;
    if (!reader->rules)
        return begin_game(reader, error);
    if (reader->record || reader->start)
        return fault(reader, NULL, VC_ERR_SYNTAX, error, "the position comes right behind the rules");
    const vc_status status = vc_game_new(reader->rules, text, &game, &inner);
    if (status)
        return fault(reader, text + inner.offset, status, error, "%s", inner.message);
    cli_check(vc_game_free(game));
    reader->start = malloc(strlen(text) + 1);
    if (!reader->start)
        cli_check(VC_ERR_MEMORY);
    strcpy(reader->start, text);
    return VC_OK;
}

/* "White Alice"; the value is all that follows the blank. */
static vc_status read_tag(struct list_reader *reader, const char *text, vc_error *error)
{
    char name[VC_MAX_TAG_NAME + 1];
    const size_t length = strcspn(text, " ");
    vc_status status = begin_game(reader, error);
    if (status)
        return status;
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0, text);
    if (IS_AMONG(name, told_by_game))
        return fault(reader, text, VC_ERR_SYNTAX, error, "another line tells what the tag %s says", name);
    status = vc_record_set_tag(reader->record, name, text + length + (text[length] == ' '));
    if (status == VC_ERR_ARGUMENT)
        return fault(reader, text, VC_ERR_SYNTAX, error, "no tag can have that name or that value");
    return status ? fault(reader, text, status, error, "%s", vc_status_text(status)) : VC_OK;
}

/* "e2e4 e7e5 g1f3" */
static vc_status read_actions(struct list_reader *reader, const char *text, vc_error *error)
{
    vc_error inner = {.size = sizeof inner};
    char word[32];
    vc_status status = begin_game(reader, error);
    if (status)
        return status;
    vc_game *game = vc_record_game(reader->record);
    for (text += strspn(text, " "); *text;) {
        const char *place = text;
        if (!take_word(&text, word, sizeof word))
            return fault(reader, place, VC_ERR_SYNTAX, error, "that is no action");
        if (vc_game_length(game) == VC_MAX_PLIES)
            return fault(reader, place, VC_ERR_LIMIT, error, "a game with more actions than are read");
        status = vc_game_play_text(game, word, &inner);
        if (status)
            return fault(reader, place + inner.offset, status, error, "%s", inner.message);
    }
    return VC_OK;
}

static const char *result_of_winner(uint32_t winner)
{
    return winner == VC_WHITE ? "1-0" : winner == VC_BLACK ? "0-1" : "1/2-1/2";
}

/* Ends the game for a reason, with a result: a claim, or an ending from outside. */
static vc_status end_game(vc_game *game, const char *result, const char *reason)
{
    uint32_t winner = VC_WHITE, number = VC_REASON_CHECKMATE;
    while (winner != VC_NOBODY && strcmp(result, result_of_winner(winner)) != 0)
        winner = winner == VC_WHITE ? VC_BLACK : VC_NOBODY;
    while (vc_reason_name(number) && strcmp(vc_reason_name(number), reason) != 0)
        number++;
    if (strcmp(result, result_of_winner(winner)) != 0 || !vc_reason_name(number))
        return VC_ERR_ARGUMENT;
    return vc_game_end(game, winner, number);
}

/* "1-0 checkmate", which must be what the game says once it is over. */
static vc_status read_result(struct list_reader *reader, const char *text, vc_error *error)
{
    char result[8], word[64] = "";
    text += strspn(text, " ");
    const char *place = text;
    uint32_t winner, reason;
    vc_status status = begin_game(reader, error);
    if (status)
        return status;
    vc_game *game = vc_record_game(reader->record);
    if (!take_word(&text, result, sizeof result) || vc_record_set_tag(reader->record, "Result", result))
        return fault(reader, place, VC_ERR_SYNTAX, error, "a result is 1-0, 0-1, 1/2-1/2 or *");
    if (*text && (!take_word(&text, word, sizeof word) || *text))
        return fault(reader, text, VC_ERR_SYNTAX, error, "behind the result stands the reason, one word");
    cli_check(vc_game_outcome(game, NULL, &reason));
    if (!reason && *word && end_game(game, result, word))
        return fault(reader, place, VC_ERR_MISMATCH, error, "the game did not end like that: it is not over");
    cli_check(vc_game_outcome(game, &winner, &reason));
    if (reason && (strcmp(result, result_of_winner(winner)) || (*word && strcmp(word, vc_reason_name(reason)))))
        return fault(reader, place, VC_ERR_MISMATCH, error, "the game ended otherwise: %s %s", result_of_winner(winner),
                     vc_reason_name(reason));
    return VC_OK;
}

static vc_status read_line(struct list_reader *reader, bool *ended, vc_error *error)
{
    const char *text;
    if (reader->length > MAX_LINE)
        return fault(reader, NULL, VC_ERR_LIMIT, error, "a line longer than is read");
    if (strlen(reader->line) + 1 < reader->length)
        return fault(reader, NULL, VC_ERR_SYNTAX, error, "there is a zero byte in the line");
    if ((text = behind(reader, "play")))
        return read_actions(reader, text, error);
    if ((text = behind(reader, "tag")))
        return read_tag(reader, text, error);
    if ((text = behind(reader, "from")))
        return read_start(reader, text, error);
    if (!(text = behind(reader, "result")))
        return fault(reader, NULL, VC_ERR_SYNTAX, error, "a line begins with rules, tag, from, play or result");
    *ended = true;
    return read_result(reader, text, error);
}

/* Goes to the line that the next game begins with; with skipping, past whatever is left of the one before. */
static bool find_game(struct list_reader *reader)
{
    while (next_line(reader)) {
        const bool idle = !*reader->line || *reader->line == '#';
        if (behind(reader, "rules") || (!idle && !reader->skipping))
            return true;
    }
    return false;
}

vc_status list_reader_next(struct list_reader *reader, vc_error *error)
{
    const char *text;
    bool ended = false;
    forget_game(reader);
    if (!find_game(reader))
        return reader->failed ? VC_ERR_STOPPED : VC_ERR_NOTHING;
    reader->skipping = false;
    reader->place_line = reader->number;
    reader->place_column = 1;
    if (!(text = behind(reader, "rules")))
        return fault(reader, NULL, VC_ERR_SYNTAX, error, "a game begins with a line \"rules NAME\"");
    vc_status status = read_rules(reader, text, error);
    while (!status && !ended && next_line(reader)) {
        if (!*reader->line || *reader->line == '#')
            continue;
        if (behind(reader, "rules")) {
            reader->held = true;
            break;
        }
        status = read_line(reader, &ended, error);
    }
    if (reader->failed)
        return VC_ERR_STOPPED;
    if (!status && !ended) {
        status = fault(reader, NULL, VC_ERR_SYNTAX, error, "the game has no line \"result\" at its end");
        reader->place_line = reader->number - 1;
        reader->skipping = false; /* it has ended */
    }
    return status;
}
