/* SPDX-License-Identifier: ISC */
/*
 * vc-play.c - plays and shows games on the terminal
 *
 * Shows how a front end asks the library: what can be done and why not, odds, chance, events, undo, records. The help
 * text below is the manual; play.h is a game at the terminal, watch.h and match.h are games without anybody there.
 */
#define _POSIX_C_SOURCE 200809L

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "match.h"
#include "opponent.h"
#include "play.h"
#include "seed.h"
#include "watch.h"

static const char help[] =
    "Usage: vc-play [OPTION]... [FILE]\n"
    "Plays orthodox, quantum, potential, power or ideal chess with you on the\n"
    "terminal. Type help there.\n"
    "\n"
    "  -r, --rules NAME         the rule set: orthodox, quantum, potential, power,\n"
    "                           ideal; asked for if not given\n"
    "  -o, --option NAME=VALUE  an option of the rules named before it; may be given\n"
    "                           several times\n"
    "  -f, --fen POSITION       the position to start from, instead of the array\n"
    "  -w, --white PLAYER       who plays White: human (the default), greedy, lively\n"
    "                           or random\n"
    "  -b, --black PLAYER       who plays Black (greedy)\n"
    "  -s, --seed SEED          what chance and the program's players draw: up to 32\n"
    "                           bytes of text, or 64 hexadecimal digits; without it\n"
    "                           every game is another one\n"
    "  -W, --watch              show the program's games in short, of each rule set\n"
    "                           or of those named; --rules may be given several\n"
    "                           times\n"
    "  -n, --plies N            with --watch: how many boards to show of each game\n"
    "                           (11); more than there are: all\n"
    "  -m, --match N            play N games of each rule set, sides alternating,\n"
    "                           and print who won how many: the player of --white\n"
    "                           (greedy) or that of --black (random)\n"
    "  -d, --delay MS           milliseconds to wait after each board that nobody\n"
    "                           has to answer (0)\n"
    "  -a, --ascii              letters only, no symbols\n"
    "  -l, --list               list the rule sets with their options\n"
    "  -h, --help               print this help\n"
    "  -V, --version            print the version\n"
    "\n"
    "FILE is a game in PGN to go on with. Commands may come from a pipe. Symbols\n"
    "need a UTF-8 locale and a terminal that is not \"dumb\"; so do colours, whatever\n"
    "the locale, if NO_COLOR is not set or empty. The same seed and the same actions\n"
    "always give the same game.\n"
    "\n"
    "Exit status: 0 all went well; 1 a name, an option, a seed, a position, a file\n"
    "or, from a pipe, a command was refused, or the output could not be written; 2\n"
    "the arguments make no sense.\n";

enum { DEFAULT_BOARDS = 11, MAX_BOARDS = 1000000, MAX_DELAY = 60000, MAX_MATCH = 1000000, MAX_VARIANTS = 64 };

struct arguments {
    vc_rules *variants[MAX_VARIANTS];
    size_t variant_count;
    const char *position, *file, *seed;
    uint32_t players[2];
    bool player_given[2];
    bool watch, ascii, boards_given;
    size_t boards;
    uint64_t match;
    long delay;
};

static void add_variant(struct arguments *a, const char *name)
{
    if (a->variant_count == MAX_VARIANTS)
        cli_usage("more than %d rule sets are too many", MAX_VARIANTS);
    a->variants[a->variant_count++] = cli_rules(name);
}

static void set_player(struct arguments *a, uint32_t color, const char *name)
{
    if (!player_find(name, &a->players[color]))
        cli_refuse("there is no player \"%s\", but these: human, greedy, lively, random", name);
    a->player_given[color] = true;
}

static void read_option(struct arguments *a, int c)
{
    switch (c) {
    case 'r':
        add_variant(a, optarg);
        break;
    case 'o':
        if (!a->variant_count)
            cli_usage("--option comes after the --rules that it is for");
        cli_option(a->variants[a->variant_count - 1], optarg);
        break;
    case 'f':
        a->position = optarg;
        break;
    case 'w':
        set_player(a, VC_WHITE, optarg);
        break;
    case 'b':
        set_player(a, VC_BLACK, optarg);
        break;
    case 's':
        a->seed = optarg;
        break;
    case 'W':
        a->watch = true;
        break;
    case 'n':
        a->boards = (size_t)cli_number("--plies", optarg, 0, MAX_BOARDS);
        a->boards_given = true;
        break;
    case 'm':
        a->match = cli_number("--match", optarg, 1, MAX_MATCH);
        break;
    case 'd':
        a->delay = (long)cli_number("--delay", optarg, 0, MAX_DELAY);
        break;
    case 'a':
        a->ascii = true;
        break;
    default:
        cli_common_option(c, help);
    }
}

/* Refuses what does not go together. */
static void check_arguments(const struct arguments *a)
{
    const bool alone = a->watch || a->match;
    if (a->watch && a->match)
        cli_usage("--watch and --match do not go together");
    if (a->boards_given && !a->watch)
        cli_usage("--plies goes with --watch");
    if (alone && (a->position || a->file))
        cli_usage("%s begins at the array: it takes no %s", a->watch ? "--watch" : "--match",
                  a->file ? "file" : "--fen");
    if (a->watch && (a->player_given[VC_WHITE] || a->player_given[VC_BLACK]))
        cli_usage("--watch takes no players");
    if (a->match && (a->players[VC_WHITE] == HUMAN || a->players[VC_BLACK] == HUMAN))
        cli_usage("a human plays no --match");
    if (!alone && a->variant_count > 1)
        cli_usage("one game has one --rules");
    if (a->position && !a->variant_count)
        cli_usage("--fen needs --rules");
    if (a->file && (a->variant_count || a->position))
        cli_usage("a file says itself what its rules and position are");
}

static void read_arguments(int argc, char **argv, struct arguments *a)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, 'r'}, {"option", required_argument, NULL, 'o'},
        {"fen", required_argument, NULL, 'f'},   {"white", required_argument, NULL, 'w'},
        {"black", required_argument, NULL, 'b'}, {"seed", required_argument, NULL, 's'},
        {"watch", no_argument, NULL, 'W'},       {"plies", required_argument, NULL, 'n'},
        {"match", required_argument, NULL, 'm'}, {"delay", required_argument, NULL, 'd'},
        {"ascii", no_argument, NULL, 'a'},       {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    *a = (struct arguments){.boards = DEFAULT_BOARDS, .players = {HUMAN, LEVEL_GREEDY}};
    for (int c; (c = getopt_long(argc, argv, "r:o:f:w:b:s:Wn:m:d:alhV", options, NULL)) != -1;)
        read_option(a, c);
    if (optind < argc)
        a->file = argv[optind++];
    if (optind < argc)
        cli_usage("\"%s\" is one argument too many", argv[optind]);
    if (a->match && !a->player_given[VC_WHITE])
        a->players[VC_WHITE] = LEVEL_GREEDY;
    if (a->match && !a->player_given[VC_BLACK])
        a->players[VC_BLACK] = LEVEL_RANDOM;
    check_arguments(a);
    if (a->watch || a->match)
        for (uint32_t i = 0, n = a->variant_count ? 0 : vc_ruleset_count(); i < n; i++)
            add_variant(a, vc_ruleset_name(i));
}

int main(int argc, char **argv)
{
    struct arguments a;
    struct seed seed;
    cli_start("vc-play");
    read_arguments(argc, argv, &a);
    const struct look look = look_find(a.ascii);
    if (a.seed)
        seed_read(&seed, a.seed);
    else
        seed_random(&seed);
    if (!a.watch && !a.match) {
        struct session session;
        session_start(&session, &look, &seed, a.players, a.delay);
        if (a.file)
            play_open(&session, a.file);
        else if (a.variant_count)
            play_begin(&session, a.variants[0], a.position);
        exit(play_run(&session));
    }
    const struct watch watch = {.seed = seed, .boards = a.boards, .delay = a.delay, .look = look};
    for (size_t i = 0; i < a.variant_count && !ferror(stdout); i++) {
        if (i && a.watch)
            putchar('\n');
        if (a.watch)
            watch_game(&watch, a.variants[i]);
        else
            play_match(a.variants[i], a.players, (size_t)a.match, &seed);
        vc_rules_release(a.variants[i]);
    }
    return cli_finish();
}
