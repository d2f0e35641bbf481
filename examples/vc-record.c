/* SPDX-License-Identifier: ISC */
/*
 * vc-record.c - replays, converts and verifies records of games
 *
 * Shows how records are read, in files of any length with the memory that one game takes, and written. The help text
 * below is the manual.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "record_input.h"
#include "record_list.h"

static const char help[] =
    "Usage: vc-record check [OPTION]... FILE...\n"
    "       vc-record convert --to actions|pgn [OPTION]... FILE...\n"
    "       vc-record verify [OPTION]... FILE...\n"
    "check replays every game of PGN files, and says which are right, and where and\n"
    "why one is not. convert turns PGN into action lists, plain lines of rules, tags\n"
    "and actions (docs/notation.md), or action lists into PGN, on standard output;\n"
    "games that are wrong are told and left out. verify recomputes what chance did\n"
    "in games of fair chance (docs/fair-chance.md) from the secrets in their tags,\n"
    "and tells the commitments, which are to be compared with those that were given\n"
    "before the game. A FILE that is - is standard input.\n"
    "\n"
    "  -t, --to FORMAT          convert: actions (from PGN) or pgn (from action\n"
    "                           lists)\n"
    "  -s, --strict             take PGN only as this library writes it\n"
    "  -l, --lenient            take what real files hold, too (the default)\n"
    "  -q, --quiet              check, verify: say nothing of the games that are\n"
    "                           right\n"
    "  -h, --help               print this help\n"
    "  -V, --version            print the version\n"
    "\n"
    "Progress is shown when standard error is a terminal other than \"dumb\".\n"
    "Control-C ends the program.\n"
    "\n"
    "Exit status: 0 all games are right; 1 one is not, a file could not be read, or\n"
    "the output could not be written; 2 the arguments make no sense.\n";

enum format { NO_FORMAT, PGN, ACTIONS };
enum job { CHECK, CONVERT, VERIFY };

struct arguments {
    enum job job;
    enum format to;
    uint32_t flags; /* VC_SAN_STRICT, VC_SAN_LENIENT */
    bool quiet;
    char **files;
    int file_count;
};

/* A file that is read: as PGN, or as action lists. */
struct source {
    const struct arguments *arguments;
    struct input input;
    vc_reader *pgn;
    struct list_reader *list;
};

/* A game that was found in it, or what there is of it. */
struct found {
    vc_record *record; /* NULL for nothing */
    vc_game *game;     /* the record's; NULL when there is none */
    vc_status status;
    vc_error error;
    uint64_t line, column; /* where it begins or, with an error, where that was noticed */
};

/* ---------------------------------------------------------------------------------- games --- */

/* Reads the next game; false when there is none. */
static bool next_game(struct source *source, struct found *found)
{
    found->error = (vc_error){.size = sizeof found->error};
    if (source->list) {
        found->status = list_reader_next(source->list, &found->error);
        found->record = list_reader_record(source->list);
        found->line = list_reader_line(source->list);
        found->column = list_reader_column(source->list);
    } else {
        found->status = vc_reader_next(source->pgn, &found->error);
        found->record = vc_reader_record(source->pgn);
        found->line = vc_reader_line(source->pgn);
        found->column = vc_reader_column(source->pgn);
    }
    if (found->status == VC_ERR_MEMORY)
        cli_check(VC_ERR_MEMORY);
    found->game = vc_record_game(found->record);
    return found->status != VC_ERR_NOTHING && found->status != VC_ERR_STOPPED;
}

/* Says where and why a game is wrong. */
static void print_wrong(const struct source *source, const struct found *found, FILE *stream)
{
    progress_hide(source->input.progress);
    fflush(stdout);
    input_print_place(&source->input, stream, found->line, found->column, found->game,
                      found->status == VC_ERR_MISMATCH);
    fputs("wrong: ", stream);
    for (const char *c = message_without_place(found->error.message); *c; c++)
        fputc((unsigned char)*c < ' ' || *c == 127 ? '?' : *c, stream); /* the file's bytes are in it */
    fputc('\n', stream);
}

/* Says "games.pgn:1: game 1: right: orthodox, 57 plies, 1-0 checkmate". */
static void print_right(const struct source *source, const struct found *found)
{
    char ending[64] = "";
    uint32_t reason;
    cli_check(vc_game_outcome(found->game, NULL, &reason));
    if (reason)
        snprintf(ending, sizeof ending, " %s", vc_reason_name(reason));
    for (char *c = ending; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    input_print_place(&source->input, stdout, found->line, 0, NULL, false);
    printf("right: %s, %zu plies, %s%s\n", vc_ruleset_name(vc_rules_ruleset(vc_game_rules(found->game))),
           count_plies(found->game), vc_record_result(found->record), ending);
}

static int32_t write_bytes(void *user, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) != size;
}

/* Writes a game; that it could not be written is seen at the end. */
static void convert(const struct source *source, const struct found *found)
{
    if (source->arguments->to == ACTIONS)
        list_write(found->record, stdout);
    else
        vc_record_write(found->record, write_bytes, stdout);
}

/* A result that the game cannot have, or two results, are wrong, though the lenient reader takes them. */
static void check_result(struct found *found)
{
    uint32_t reason = VC_REASON_NONE;
    const char *stated = vc_record_tag(found->record, "Result"), *real = vc_record_result(found->record);
    if (found->status || !stated || !strcmp(stated, "*") || !strcmp(stated, real))
        return;
    found->status = VC_ERR_MISMATCH;
    cli_check(vc_game_outcome(found->game, NULL, &reason));
    snprintf(found->error.message, sizeof found->error.message,
             reason ? "the result is told as %.8s, but the game ended %s"
                    : "the tag Result tells %.8s, but the moves end with %s",
             stated, real);
}

/* Whether chance did what the secrets say. A game that was read in part may show which outcome was altered. */
static void verify(struct found *found)
{
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_record_verify(found->record, &error);
    if (status == VC_ERR_MEMORY || status == VC_ERR_RANDOM)
        cli_check(status);
    if (!status || (found->status && status != VC_ERR_MISMATCH))
        return;
    found->status = status;
    found->error = error;
    found->game = NULL; /* the message says where */
}

/* Says what was verified, and which commitments are to be compared with those given before the game. */
static void print_verified(const struct source *source, const struct found *found)
{
    const uint64_t outcomes = vc_game_chance_index(found->game);
    input_print_place(&source->input, stdout, found->line, 0, NULL, false);
    printf("right: %" PRIu64 " outcome%s of chance, \"%s\"\n", outcomes, outcomes == 1 ? "" : "s",
           vc_record_tag(found->record, "FairGame"));
    for (int party = 1; party <= VC_FAIR_MAX_PARTIES; party++) {
        char name[32];
        snprintf(name, sizeof name, "FairCommitment%d", party);
        if (vc_record_tag(found->record, name))
            printf("  commitment %d: %s\n", party, vc_record_tag(found->record, name));
    }
}

/* Does with a game what is to be done. */
static void handle(struct source *source, struct found *found)
{
    const struct arguments *a = source->arguments;
    struct tally *tally = &source->input.tally;
    tally->plies += found->game ? count_plies(found->game) : 0;
    if (a->job == VERIFY)
        verify(found);
    else
        check_result(found);
    tally->wrong += found->status != VC_OK;
    if (found->status)
        print_wrong(source, found, a->job == CONVERT ? stderr : stdout);
    else if (a->job == CONVERT)
        convert(source, found);
    else if (!a->quiet)
        (a->job == VERIFY ? print_verified : print_right)(source, found);
}

/* ---------------------------------------------------------------------------------- files --- */

static void print_tally(const char *name, const struct tally *tally, FILE *stream)
{
    if (!tally->games)
        fprintf(stream, "%s: no games\n", name);
    else
        fprintf(stream, "%s: %" PRIu64 " game%s, %" PRIu64 " right, %" PRIu64 " wrong, %" PRIu64 " plies\n", name,
                tally->games, tally->games == 1 ? "" : "s", tally->games - tally->wrong, tally->wrong, tally->plies);
}

/* Goes through a file; false when it could not be read to its end. */
static bool run_file(const struct arguments *a, const char *name, struct progress *progress, struct tally *all)
{
    struct source source = {.arguments = a};
    struct found found;
    if (!input_open(&source.input, name, progress))
        return false;
    if (a->to == PGN)
        source.list = list_reader_new(&source.input);
    else
        cli_check(vc_reader_new(NULL, input_read, &source.input, a->flags, &source.pgn));
    struct tally *tally = &source.input.tally;
    while (!progress_interrupted() && !ferror(stdout) && next_game(&source, &found)) {
        tally->games++;
        handle(&source, &found);
        input_tell_progress(&source.input);
    }
    progress_hide(progress);
    if (source.list)
        list_reader_free(source.list);
    cli_check(vc_reader_free(source.pgn));
    const bool read = input_close(&source.input);
    if (read && a->job != CONVERT)
        print_tally(source.input.name, tally, stdout);
    *all = (struct tally){all->games + tally->games, all->wrong + tally->wrong, all->plies + tally->plies};
    return read;
}

static int run(const struct arguments *a)
{
    struct progress progress;
    struct tally all = {0, 0, 0};
    bool good = true;
    progress_start(&progress);
    for (int i = 0; i < a->file_count && !ferror(stdout) && !progress_interrupted(); i++)
        good &= run_file(a, a->files[i], &progress, &all);
    if (progress_interrupted())
        progress_stop(&progress, "vc-record");
    if (a->job != CONVERT && a->file_count > 1)
        print_tally("all", &all, stdout);
    if (a->job == CONVERT && all.wrong)
        cli_warn("%" PRIu64 " of %" PRIu64 " games left out", all.wrong, all.games);
    return cli_finish() != CLI_DONE || !good || all.wrong ? CLI_REFUSED : CLI_DONE;
}

/* ------------------------------------------------------------------------------ arguments --- */

static enum job read_job(const char *word)
{
    if (!strcmp(word, "check"))
        return CHECK;
    if (!strcmp(word, "verify"))
        return VERIFY;
    if (strcmp(word, "convert") != 0)
        cli_usage("the first argument is check, convert or verify, not \"%s\"", word);
    return CONVERT;
}

static enum format read_format(const char *word)
{
    if (!strcmp(word, "pgn"))
        return PGN;
    if (strcmp(word, "actions") != 0)
        cli_usage("--to is actions or pgn, not \"%s\"", word);
    return ACTIONS;
}

static struct arguments read_arguments(int argc, char **argv)
{
    static const struct option options[] = {
        {"to", required_argument, NULL, 't'}, {"strict", no_argument, NULL, 's'},
        {"lenient", no_argument, NULL, 'l'},  {"quiet", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'},     {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    struct arguments a = {.flags = VC_SAN_LENIENT};
    for (int c; (c = getopt_long(argc, argv, "t:slqhV", options, NULL)) != -1;)
        switch (c) {
        case 't':
            a.to = read_format(optarg);
            break;
        case 's':
            a.flags = VC_SAN_STRICT;
            break;
        case 'l':
            a.flags = VC_SAN_LENIENT;
            break;
        case 'q':
            a.quiet = true;
            break;
        default:
            cli_common_option(c, help);
        }
    if (optind == argc)
        cli_usage("what to do is missing: check, convert or verify");
    a.job = read_job(argv[optind++]);
    if ((a.job == CONVERT) != (a.to != NO_FORMAT))
        cli_usage(a.job == CONVERT ? "convert needs --to actions or --to pgn" : "--to is for convert");
    if (optind == argc)
        cli_usage("FILE is missing; - is standard input");
    a.files = argv + optind;
    a.file_count = argc - optind;
    return a;
}

int main(int argc, char **argv)
{
    cli_start("vc-record");
    const struct arguments a = read_arguments(argc, argv);
    return run(&a);
}
