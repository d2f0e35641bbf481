/* SPDX-License-Identifier: ISC */
/* files.c - see files.h */
#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

enum { NAME_SIZE = 32 };

/* What a player is called in a file. */
static void write_name(char name[NAME_SIZE], uint32_t player)
{
    snprintf(name, NAME_SIZE, "%s%s", player == HUMAN ? "" : "vc-play ", player_name(player));
}

/* Whether a file calls one of our players so. */
static bool is_our_name(const char *name)
{
    char ours[NAME_SIZE];
    for (uint32_t player = 0; name && player <= HUMAN; player++) {
        write_name(ours, player);
        if (!strcmp(name, ours))
            return true;
    }
    return false;
}

/* A record as it is saved. The caller frees it. */
static vc_record *make_record(const vc_game *game, const char *date, const char *white, const char *black)
{
    vc_record *record;
    cli_check(vc_record_new(game, &record));
    cli_check(vc_record_set_tag(record, "Date", date));
    cli_check(vc_record_set_tag(record, "White", white));
    cli_check(vc_record_set_tag(record, "Black", black));
    return record;
}

/* The game with who plays it. The caller frees the record. */
static vc_record *record_of(const struct session *session)
{
    char white[NAME_SIZE], black[NAME_SIZE], date[16] = "????.??.??";
    const time_t now = time(NULL);
    struct tm day;
    write_name(white, session->players[VC_WHITE]);
    write_name(black, session->players[VC_BLACK]);
    if (localtime_r(&now, &day))
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    vc_record *record = make_record(session->game, date, white, black);
    if (*session->result)
        cli_check(vc_record_set_tag(record, "Result", session->result));
    return record;
}

static int32_t write_piece(void *user, const char *bytes, size_t size) { return fwrite(bytes, 1, size, user) != size; }

/* The errno of what failed just now, or one for what sets none. */
static int last_failure(void) { return errno ? errno : EIO; }

void print_game(const struct session *session)
{
    vc_record *record = record_of(session);
    cli_check(vc_record_write(record, write_piece, stdout));
    cli_check(vc_record_free(record));
}

/* Writes a new file with the game; 0 or an errno, and then there is no new file. */
static int write_file(const struct session *session, const char *name)
{
    FILE *file = fopen(name, "wx");
    if (!file)
        return errno;
    vc_record *record = record_of(session);
    errno = 0;
    int failure = vc_record_write(record, write_piece, file) ? last_failure() : 0;
    cli_check(vc_record_free(record));
    if (fclose(file) && !failure)
        failure = last_failure();
    if (failure)
        remove(name);
    return failure;
}

void save_game(struct session *session, const char *file)
{
    struct text new_file = {0};
    const bool ours = session->file && !strcmp(session->file, file);
    if (!*file) {
        session_refuse(session, "save takes the name of a file, such as game.pgn.");
        return;
    }
    text_add(&new_file, "%s%s", file, ours ? ".new" : "");
    int failure = write_file(session, new_file.start);
    if (!failure && ours && rename(new_file.start, file)) /* never half a file in place of a whole one */
        failure = errno;
    if (failure == EEXIST)
        session_refuse(session, "%s is there already and is kept; take another name.", new_file.start);
    else if (failure)
        session_refuse(session, "%s: %s.", file, strerror(failure));
    else {
        session_say(session, "Saved: %s.", file);
        if (!ours) {
            free(session->file);
            session->file = strdup(file);
        }
    }
    text_free(&new_file);
}

/* -------------------------------------------------------------------------------- loading --- */

static int64_t read_piece(void *user, char *buffer, size_t size)
{
    const size_t n = fread(buffer, 1, size, user);
    return ferror((FILE *)user) ? -1 : (int64_t)n;
}

/* Whether the rest of a file begins with what is written: a vc_write_fn that compares. */
static int32_t compare_piece(void *user, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (getc(user) != (unsigned char)bytes[i])
            return 1;
    return 0;
}

/* Whether a file holds what we save and nothing else: no names, comments or further games that saving would lose. */
static bool is_ours(const vc_record *record, FILE *file)
{
    const char *date = vc_record_tag(record, "Date"), *white = vc_record_tag(record, "White");
    const char *black = vc_record_tag(record, "Black");
    if (!date || !is_our_name(white) || !is_our_name(black) || fseek(file, 0, SEEK_SET))
        return false;
    vc_record *saved = make_record(vc_record_game(record), date, white, black);
    const bool same = !vc_record_write(saved, compare_piece, file) && getc(file) == EOF;
    cli_check(vc_record_free(saved));
    return same;
}

/* Puts the game that was read in place of the one that is played. ours: saving it there again loses nothing. */
static void adopt(struct session *session, const vc_record *record, const char *name, bool ours)
{
    vc_game *game;
    const size_t length = vc_game_length(vc_record_game(record));
    const char *result = vc_record_result(record);
    cli_check(vc_game_clone(vc_record_game(record), VC_WITH_HISTORY, &game));
    const bool told = vc_game_actor(game) != VC_NOBODY && strcmp(result, "*") != 0;
    session_adopt(session, game);
    if (told && vc_game_length(game) == length)
        snprintf(session->result, sizeof session->result, "%s", result);
    session->seed_used = true;
    free(session->position);
    session->position = NULL;
    if (ours)
        session->file = strdup(name);
    session_say(session, "%s: %zu actions, %s against %s.", name, vc_game_length(game),
                vc_record_tag(record, "White") ? vc_record_tag(record, "White") : "?",
                vc_record_tag(record, "Black") ? vc_record_tag(record, "Black") : "?");
    if (*session->result)
        session_say(session, "It was told to have ended %s; what is played now goes on from there.", session->result);
}

/* Reads to game number of a file and adopts it. */
static void read_game(struct session *session, FILE *file, const char *name, unsigned long number)
{
    vc_error error = {.size = sizeof error};
    vc_reader *reader;
    vc_record *record = NULL;
    vc_status status = VC_OK;
    unsigned long n = 0;
    cli_check(vc_reader_new(NULL, read_piece, file, VC_SAN_LENIENT, &reader));
    while (n < number && status != VC_ERR_NOTHING && status != VC_ERR_STOPPED) {
        status = vc_reader_next(reader, &error);
        n += status != VC_ERR_NOTHING;
    }
    if (status == VC_OK)
        cli_check(vc_reader_take(reader, &record));
    if (record)
        adopt(session, record, name, is_ours(record, file));
    else if (status == VC_ERR_NOTHING)
        session_refuse(session, "%s: there is no game %lu in it, but %lu.", name, number, n);
    else
        session_refuse(session, "%s: %s.", name, error.message);
    cli_check(vc_record_free(record));
    cli_check(vc_reader_free(reader));
}

void load_game(struct session *session, const char *words)
{
    struct text name = {0};
    unsigned long number = 1;
    text_add(&name, "%s", words);
    char *blank = strrchr(name.start, ' '), *end = NULL;
    if (blank) {
        number = strtoul(blank + 1, &end, 10);
        if (*end || !number)
            number = 1; /* a name with a blank in it */
        else
            *blank = '\0';
    }
    FILE *file = *name.start ? fopen(name.start, "r") : NULL;
    if (!*name.start)
        session_refuse(session, "load takes the name of a file, such as game.pgn.");
    else if (!file)
        session_refuse(session, "%s: %s.", name.start, strerror(errno));
    else {
        read_game(session, file, name.start, number);
        fclose(file);
    }
    text_free(&name);
}

void offer_files(struct text *words, const char *beginning)
{
    struct text pattern = {0};
    glob_t found;
    text_add(&pattern, "%s*", beginning);
    if (!glob(pattern.start, GLOB_MARK, NULL, &found)) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            if (!strchr(found.gl_pathv[i], ' '))
                text_add(words, "%s%s", words->length ? " " : "", found.gl_pathv[i]);
        globfree(&found);
    }
    text_free(&pattern);
}
