/* SPDX-License-Identifier: ISC */
/*
 * vc-perft.c - counts the sequences of actions from a position, for checking and timing a move generator
 *
 * Shows how rules, options, positions, actions as text and the progress callback are used. The help text below is
 * the manual.
 */
#define _POSIX_C_SOURCE 200809L

#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "progress.h"

enum { MAX_DEPTH = 64 };

static const char help[] =
    "Usage: vc-perft [OPTION]... DEPTH\n"
    "Counts the sequences of DEPTH actions (0 to 64). The outcomes of chance are\n"
    "actions like those of the players. A game that is over goes no further; so\n"
    "orthodox endings without enough material to mate count less here than in\n"
    "programs that do not know that they are drawn.\n"
    "\n"
    "  -r, --rules NAME         the rule set: orthodox (the default), quantum,\n"
    "                           potential, power, ideal\n"
    "  -o, --option NAME=VALUE  an option of the rules; may be given several times\n"
    "  -f, --fen POSITION       the position to start from, instead of the array\n"
    "  -a, --actions 'A B C'    actions to play first, such as 'e2e4 e7e5' or, in\n"
    "                           quantum, '?g1 =b g1h2'\n"
    "  -d, --divide             print each first action with its own count\n"
    "      --no-bulk            play every last action, too, instead of counting the\n"
    "                           list\n"
    "  -l, --list               list the rule sets with their options\n"
    "  -h, --help               print this help\n"
    "  -V, --version            print the version\n"
    "\n"
    "The last line of the output is: nodes COUNT seconds TIME nps COUNT-PER-SECOND\n"
    "Progress is shown when standard error is a terminal other than \"dumb\".\n"
    "Control-C stops the count.\n"
    "\n"
    "Exit status: 0 it was counted; 1 the rules refused a name, an option, a\n"
    "position or an action, or the output could not be written; 2 the arguments make\n"
    "no sense.\n";

struct arguments {
    const char *rules, *position, *actions;
    const char **options;
    size_t option_count;
    uint32_t depth, flags;
    bool divide;
};

/* ------------------------------------------------------------------------------- progress --- */

/* The count so far: of the first actions done (divide), and of the one under way. */
struct count {
    struct progress progress;
    uint64_t before;
};

/* Called by the library while it counts. */
static int32_t on_progress(void *user, uint64_t nodes)
{
    struct count *count = user;
    if (progress_is_due(&count->progress)) {
        const double seconds = progress_seconds(&count->progress);
        const uint64_t all = count->before + nodes;
        char text[100];
        snprintf(text, sizeof text, "%" PRIu64 " nodes, %.1f s, %.0f nodes/s", all, seconds, (double)all / seconds);
        progress_show(&count->progress, "perft:", -1, text);
    }
    return progress_interrupted();
}

/* ------------------------------------------------------------------------------- counting --- */

static uint64_t count_nodes(vc_game *game, uint32_t depth, uint32_t flags, struct count *count)
{
    uint64_t nodes = 0;
    const vc_status status = vc_game_perft(game, depth, flags, on_progress, count, &nodes);
    if (status == VC_ERR_STOPPED || progress_interrupted())
        progress_stop(&count->progress, "vc-perft");
    cli_check(status);
    count->before += nodes;
    return nodes;
}

struct line {
    vc_action action;
    char text[VC_ACTION_TEXT_SIZE];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->text, ((const struct line *)b)->text);
}

/* What can be done now, by a player or by chance, sorted by text. */
static size_t list_actions(const vc_game *game, struct line *lines)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    if (vc_game_actor(game) == VC_CHANCE)
        cli_check(vc_game_outcomes(game, list, NULL, VC_MAX_ACTIONS, &n, NULL));
    else
        cli_check(vc_game_actions(game, list, VC_MAX_ACTIONS, &n));
    for (size_t i = 0; i < n; i++) {
        lines[i].action = list[i];
        cli_check(vc_action_text(list[i], lines[i].text, sizeof lines[i].text, NULL));
    }
    qsort(lines, n, sizeof *lines, by_text);
    return n;
}

/* Prints the count behind each first action; returns their sum. */
static uint64_t divide(vc_game *game, uint32_t depth, uint32_t flags, struct count *count)
{
    struct line lines[VC_MAX_ACTIONS];
    const size_t n = list_actions(game, lines);
    uint64_t sum = 0;
    for (size_t i = 0; i < n && !ferror(stdout); i++) {
        cli_check(vc_game_play(game, lines[i].action));
        const uint64_t nodes = count_nodes(game, depth - 1, flags, count);
        cli_check(vc_game_undo(game));
        sum += nodes;
        progress_hide(&count->progress);
        printf("%s %" PRIu64 "\n", lines[i].text, nodes);
        fflush(stdout);
    }
    return sum;
}

/* ------------------------------------------------------------------------------ arguments --- */

/* Plays actions separated by white space. */
static void play_actions(vc_game *game, const char *actions)
{
    static const char space[] = " \t\r\n";
    for (const char *c = actions + strspn(actions, space); *c; c += strspn(c, space)) {
        vc_error error = {.size = sizeof error};
        char text[32];
        const size_t length = strcspn(c, space);
        snprintf(text, sizeof text, "%.*s", length < sizeof text ? (int)length : (int)sizeof text - 1, c);
        if (vc_game_play_text(game, text, &error)) {
            error.offset += (uint32_t)(c - actions);
            cli_refuse_text("actions", actions, &error);
        }
        c += length;
    }
}

static struct arguments read_arguments(int argc, char **argv)
{
    enum { NO_BULK = 256 };
    static const struct option options[] = {
        {"rules", required_argument, NULL, 'r'}, {"option", required_argument, NULL, 'o'},
        {"fen", required_argument, NULL, 'f'},   {"actions", required_argument, NULL, 'a'},
        {"divide", no_argument, NULL, 'd'},      {"no-bulk", no_argument, NULL, NO_BULK},
        {"list", no_argument, NULL, 'l'},        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},     {NULL, 0, NULL, 0},
    };
    struct arguments a = {.rules = "orthodox", .flags = VC_PERFT_BULK};
    a.options = calloc((size_t)argc, sizeof *a.options);
    if (!a.options)
        cli_check(VC_ERR_MEMORY);
    /* Digits are no options, but a negative depth looks like one. */
    for (int c; (c = getopt_long(argc, argv, "r:o:f:a:dlhV0123456789", options, NULL)) != -1;)
        switch (c) {
        case 'r':
            a.rules = optarg;
            break;
        case 'o':
            a.options[a.option_count++] = optarg;
            break;
        case 'f':
            a.position = optarg;
            break;
        case 'a':
            a.actions = optarg;
            break;
        case 'd':
            a.divide = true;
            break;
        case NO_BULK:
            a.flags = VC_PERFT_NO_BULK;
            break;
        default:
            if (c >= '0' && c <= '9')
                cli_usage("DEPTH is a number from 0 to %d, not negative", MAX_DEPTH);
            cli_common_option(c, help);
        }
    if (optind == argc)
        cli_usage("DEPTH is missing");
    if (optind + 1 < argc)
        cli_usage("\"%s\" is one argument too many", argv[optind + 1]);
    a.depth = (uint32_t)cli_number("DEPTH", argv[optind], 0, MAX_DEPTH);
    return a;
}

static vc_game *new_game(const struct arguments *a)
{
    vc_error error = {.size = sizeof error};
    vc_game *game;
    vc_rules *rules = cli_rules(a->rules);
    for (size_t i = 0; i < a->option_count; i++)
        cli_option(rules, a->options[i]);
    const vc_status status = vc_game_new(rules, a->position, &game, &error);
    vc_rules_release(rules); /* the game keeps them */
    if (status && status != VC_ERR_MEMORY)
        cli_refuse_text("position", a->position ? a->position : "", &error);
    cli_check(status);
    if (a->actions)
        play_actions(game, a->actions);
    return game;
}

int main(int argc, char **argv)
{
    cli_start("vc-perft");
    struct arguments a = read_arguments(argc, argv);
    vc_game *game = new_game(&a);
    struct count count = {.before = 0};
    progress_start(&count.progress);
    const uint64_t nodes = a.divide && a.depth ? divide(game, a.depth, a.flags, &count)
                                               : count_nodes(game, a.depth, a.flags, &count);
    const double seconds = progress_seconds(&count.progress);
    progress_hide(&count.progress);
    printf("nodes %" PRIu64 " seconds %.3f nps %.0f\n", nodes, seconds,
           seconds > 0 ? (double)nodes / seconds : 0.0);
    vc_game_free(game);
    free(a.options);
    return cli_finish();
}
