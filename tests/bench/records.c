/* SPDX-License-Identifier: ISC */
/*
 * records.c - makes files of random games, and measures how fast they are read and written
 *
 *     records make RULES GAMES SEED   prints GAMES random games as PGN; the same for the same arguments
 *     records measure FILE            reads every game of a file and writes it again, into nothing; prints a line of JSON
 *     records positions FILE          prints the positions of every game: one before the first action, one behind each
 *                                     action, and an empty line; to be compared with another program
 *
 * Games end as the rules say or, at the latest, after LEAST to MOST actions, by resignation, by agreement, or unfinished.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "records"
#include "tools.h"

enum { LEAST = 20, MOST = 220 };

/* --------------------------------------------------------------------------------- making --- */

/* Plays from the array; the last turn is not left half done. */
static void play_random(vc_game *game)
{
    vc_action actions[VC_MAX_ACTIONS];
    const size_t length = LEAST + (size_t)roll(NULL, MOST - LEAST + 1);
    while (vc_game_actor(game) != VC_NOBODY && (vc_game_length(game) < length || vc_game_phase(game) != VC_PHASE_TURN)) {
        size_t n;
        if (vc_game_actor(game) == VC_CHANCE) {
            check(vc_game_draw(game, NULL), "draw");
            continue;
        }
        check(vc_game_actions(game, actions, VC_MAX_ACTIONS, &n), "actions");
        check(vc_game_play(game, actions[roll(NULL, n)]), "play");
    }
    if (vc_game_actor(game) == VC_NOBODY)
        return;
    const uint64_t ending = roll(NULL, 3);
    if (ending == 0)
        check(vc_game_end(game, vc_game_side_to_move(game) ^ 1, VC_REASON_RESIGNATION), "resignation");
    else if (ending == 1)
        check(vc_game_end(game, VC_NOBODY, VC_REASON_AGREEMENT), "agreement");
}

static int32_t print(void *user, const char *bytes, size_t size) { return fwrite(bytes, 1, size, user) != size; }

static void make(uint32_t ruleset, uint64_t games)
{
    vc_rules *rules;
    vc_game *game;
    check(vc_rules_new(ruleset, NULL, &rules), "rules");
    check(vc_game_new(rules, NULL, &game, NULL), "game");
    check(vc_game_use_dice(game, roll, NULL), "dice");
    for (uint64_t i = 1; i <= games; i++) {
        vc_record *record;
        char number[24];
        check(vc_game_set_position(game, NULL, NULL), "position");
        play_random(game);
        check(vc_record_new(game, &record), "record");
        snprintf(number, sizeof number, "%" PRIu64, i);
        check(vc_record_set_tag(record, "Event", "Random play"), "tag");
        check(vc_record_set_tag(record, "Round", number), "tag");
        check(vc_record_write(record, print, stdout), "writing");
        check(vc_record_free(record), "record");
    }
    check(vc_game_free(game), "game");
    vc_rules_release(rules);
}

/* -------------------------------------------------------------------------------- reading --- */

static int64_t read_file(void *user, char *buffer, size_t size)
{
    const size_t n = fread(buffer, 1, size, user);
    return !n && ferror((FILE *)user) ? -1 : (int64_t)n;
}

/* Does something with every game of a file. */
static void each_game(const char *name, void (*visit)(void *context, const vc_record *record), void *context)
{
    FILE *file = fopen(name, "rb");
    vc_reader *reader;
    vc_error error = {.size = sizeof error};
    vc_status status;
    if (!file) {
        perror(name);
        exit(1);
    }
    check(vc_reader_new(NULL, read_file, file, VC_SAN_STRICT, &reader), "reader");
    while ((status = vc_reader_next(reader, &error)) == VC_OK)
        visit(context, vc_reader_record(reader));
    if (status != VC_ERR_NOTHING) {
        fprintf(stderr, "records: %s: %s\n", name, error.message);
        exit(1);
    }
    check(vc_reader_free(reader), "reader");
    fclose(file);
}

struct measurement {
    uint64_t games, plies, bytes;
    double start, reading, writing; /* seconds; start: when what is measured began */
};

static int32_t count_bytes(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    ((struct measurement *)user)->bytes += size;
    return 0;
}

static void measure_game(void *context, const vc_record *record)
{
    struct measurement *m = context;
    const vc_game *game = vc_record_game(record);
    double time = now();
    m->reading += time - m->start;
    check(vc_record_write(record, count_bytes, m), "writing");
    m->start = now();
    m->writing += m->start - time;
    m->games++;
    m->plies += vc_game_length(game);
}

static void measure(const char *name)
{
    struct measurement m = {.start = now()};
    each_game(name, measure_game, &m);
    printf("{\"games\": %" PRIu64 ", \"plies\": %" PRIu64 ", \"bytes\": %" PRIu64
           ", \"reading\": %.6f, \"writing\": %.6f}\n",
           m.games, m.plies, m.bytes, m.reading, m.writing);
}

static void print_position(const vc_game *game)
{
    char position[VC_POSITION_TEXT_SIZE];
    check(vc_game_position(game, position, sizeof position, NULL), "position");
    puts(position);
}

static void print_positions(void *context, const vc_record *record)
{
    vc_game *game = vc_record_game(record);
    vc_entry entry = {.size = sizeof entry};
    (void)context;
    while (vc_game_length(game))
        check(vc_game_undo(game), "undo");
    print_position(game);
    while (vc_game_redo_length(game)) {
        check(vc_game_entry(game, vc_game_length(game), &entry), "entry");
        if (!entry.action) /* an ending from outside */
            break;
        check(vc_game_redo(game), "redo");
        print_position(game);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    uint32_t ruleset;
    if (argc == 5 && !strcmp(argv[1], "make") && !vc_ruleset_find(argv[2], &ruleset)) {
        random_state = strtoull(argv[4], NULL, 10);
        make(ruleset, strtoull(argv[3], NULL, 10));
    } else if (argc == 3 && !strcmp(argv[1], "measure")) {
        measure(argv[2]);
    } else if (argc == 3 && !strcmp(argv[1], "positions")) {
        each_game(argv[2], print_positions, NULL);
    } else {
        fputs("usage: records make RULES GAMES SEED | measure FILE | positions FILE\n", stderr);
        return 2;
    }
    return fflush(stdout) || ferror(stdout);
}
