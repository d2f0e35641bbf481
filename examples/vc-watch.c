/* SPDX-License-Identifier: ISC */
/*
 * vc-watch.c - plays a game of each variant and shows it on the terminal
 *
 * A game is first played to its end; then it is undone, and redone to be told: the opening, the most eventful stretch
 * and the ending. Shows how seeded dice, events, undo and redo, clones and the questions of a front end are used. The
 * help text below is the manual; watch_player.h says how the players choose.
 */
#define _POSIX_C_SOURCE 200809L

#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "watch_board.h"
#include "watch_player.h"
#include "watch_story.h"

static const char help[] =
    "Usage: vc-watch [OPTION]...\n"
    "Plays a game of each variant and shows what happens.\n"
    "\n"
    "  -r, --rules NAME         only this rule set: orthodox, quantum, potential, power, ideal; may be given\n"
    "                           several times\n"
    "  -o, --option NAME=VALUE  an option of the rules named before it; may be given several times\n"
    "  -s, --seed SEED          the game to play: up to 32 bytes of text, or 64 hexadecimal digits; without it a\n"
    "                           new game\n"
    "  -n, --plies N            how many boards to show of each game (11); more than there are: all of them\n"
    "  -d, --delay MS           milliseconds to wait after each board (0)\n"
    "  -a, --ascii              letters only, no symbols\n"
    "  -l, --list               list the rule sets with their options\n"
    "  -h, --help               print this help\n"
    "  -V, --version            print the version\n"
    "\n"
    "Symbols need a UTF-8 locale and a terminal that is not \"dumb\"; colours need a terminal, and that NO_COLOR is\n"
    "not set. The same seed always gives the same game.\n"
    "\n"
    "Exit status: 0 all went well; 1 a name, an option or a seed was refused, or the output could not be written;\n"
    "2 the arguments make no sense.\n";

enum { DEFAULT_BOARDS = 11, MAX_BOARDS = 1000000, MAX_DELAY = 60000, MAX_STEPS = 20000, MAX_VARIANTS = 64 };

struct arguments {
    vc_rules *variants[MAX_VARIANTS];
    size_t variant_count;
    uint8_t seed[VC_SEED_BYTES];
    char seed_text[2 * VC_SEED_BYTES + 1];
    size_t boards;
    long delay;
    struct look look;
};

/* A step is what one board shows: a move, a touch or a casualty, with the cards and the chance that go with it. */
struct step {
    size_t end; /* the length of the history after it */
    unsigned interest;
};

/* A game to be shown. */
struct show {
    const struct arguments *arguments;
    vc_game *game;
    struct story story;
    struct text text;
    struct step *steps; /* the first one is the deal, if there is any */
    size_t step_count, capacity;
};

/* -------------------------------------------------------------------------------- playing --- */

static void end_step(struct show *show)
{
    if (show->step_count == show->capacity) {
        show->capacity = show->capacity ? 2 * show->capacity : 256;
        show->steps = realloc(show->steps, show->capacity * sizeof *show->steps);
        if (!show->steps)
            cli_check(VC_ERR_MEMORY);
    }
    show->steps[show->step_count++] = (struct step){vc_game_length(show->game), show->story.interest};
    story_forget(&show->story);
}

/* Whether the board has something new to show. */
static bool step_is_complete(const vc_game *game)
{
    const uint32_t phase = vc_game_phase(game);
    return phase != VC_PHASE_PLAYED && phase != VC_PHASE_CHOOSING;
}

/* Plays the game to its end: at last by claiming a draw, or by agreement. */
static void play_game(struct show *show)
{
    vc_game *game = show->game, *trial;
    vc_action drawn[VC_MAX_DRAWS];
    cli_check(vc_game_clone(game, VC_WITHOUT_HISTORY, &trial));
    if (vc_game_actor(game) == VC_CHANCE)
        cli_check(vc_game_play_on(game, VC_NO_ACTION, drawn, VC_MAX_DRAWS, NULL));
    end_step(show);
    for (uint64_t k = 0; vc_game_actor(game) != VC_NOBODY; k++) {
        story_begin(&show->story);
        if (vc_game_claimable(game))
            cli_check(vc_game_claim(game));
        else if (show->step_count == MAX_STEPS)
            cli_check(vc_game_end(game, VC_NOBODY, VC_REASON_AGREEMENT));
        else
            cli_check(vc_game_play_on(game, choose_action(game, trial, show->arguments->seed, k), drawn, VC_MAX_DRAWS,
                                      NULL));
        if (step_is_complete(game))
            end_step(show);
    }
    vc_game_free(trial);
}

/* --------------------------------------------------------------------------------- telling --- */

/* Adds "12. White: ?g1 =b" for the actions from here to the end of a step; none when there are none. */
static void add_title(struct text *text, const vc_game *game, size_t end)
{
    text_add(text, "%u. %s:", (unsigned)vc_game_move_number(game), color_name(vc_game_side_to_move(game)));
    for (size_t i = vc_game_length(game); i < end; i++) {
        vc_entry entry = {.size = sizeof entry};
        char action[VC_ACTION_TEXT_SIZE] = "";
        cli_check(vc_game_entry(game, i, &entry));
        if (entry.action)
            cli_check(vc_action_text(entry.action, action, sizeof action, NULL));
        text_add(text, " %s", entry.action ? action : vc_reason_name(entry.reason));
    }
}

static void wait_a_moment(long milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    fflush(stdout);
    if (milliseconds)
        nanosleep(&time, NULL);
}

/* Redoes the actions of a step and, if it is to be seen, tells of them and prints the board. */
static void replay_step(struct show *show, size_t index, bool seen)
{
    const struct look *look = &show->arguments->look;
    const uint32_t side = vc_game_side_to_move(show->game);
    struct text *text = &show->text;
    struct marks marks = {0, 0};
    text_clear(text);
    if (index)
        add_title(text, show->game, show->steps[index].end);
    if (seen)
        print_rule(stdout, look, index ? text->start : "The start");
    text_clear(text);
    while (vc_game_length(show->game) < show->steps[index].end) {
        story_begin(&show->story);
        cli_check(vc_game_redo(show->game));
        story_tell(&show->story, show->game, text);
        story_squares(&show->story, &marks.from, &marks.to);
    }
    if (!seen)
        return;
    if (vc_game_side_to_move(show->game) != side && vc_game_phase(show->game) == VC_PHASE_TURN &&
        vc_game_in_check(show->game))
        text_add(text, "Check!");
    if (text->length)
        print_wrapped(stdout, text->start);
    print_board(stdout, look, show->game, &marks);
    fputc('\n', stdout);
    wait_a_moment(show->arguments->delay);
}

/* The first of n steps in a row, from low to high, that are the most eventful together. */
static size_t most_eventful(const struct show *show, size_t low, size_t high, size_t n)
{
    unsigned best = 0;
    size_t found = low;
    for (size_t i = low; i + n <= high; i++) {
        unsigned sum = 0;
        for (size_t k = i; k < i + n; k++)
            sum += show->steps[k].interest;
        if (sum > best) {
            best = sum;
            found = i;
        }
    }
    return found;
}

/* Tells the game: its opening and its end with a third of the boards each, and the most eventful stretch between. */
static void tell_game(struct show *show)
{
    const size_t total = show->step_count, boards = show->arguments->boards;
    const size_t third = boards / 3, stretch = boards - 2 * third;
    size_t opening = total, middle = total, ending = total; /* the opening ends there, the others begin there */
    size_t hidden = 0;
    if (boards < total) {
        opening = third;
        ending = total - third;
        middle = most_eventful(show, opening, ending, stretch);
    }
    for (size_t i = 0; i < total && !ferror(stdout); i++) {
        const bool seen = i < opening || (i >= middle && i < middle + stretch) || i >= ending;
        if (seen && hidden)
            printf("   ... %u step%s later ...\n\n", (unsigned)hidden, hidden == 1 ? "" : "s");
        hidden = seen ? 0 : hidden + 1;
        replay_step(show, i, seen);
    }
}

/* Prints the variant's name, the options that are not the default, the seed and the key. */
static void print_heading(const struct show *show)
{
    const vc_rules *rules = vc_game_rules(show->game);
    const uint32_t ruleset = vc_rules_ruleset(rules);
    struct text text = {0};
    text_add(&text, "%s", vc_ruleset_title(ruleset));
    for (size_t i = 0; i < vc_rules_option_count(rules); i++) {
        vc_option option = {.size = sizeof option};
        char value[64];
        cli_check(vc_rules_option(rules, i, &option));
        cli_check(vc_rules_get(rules, option.name, value, sizeof value, NULL));
        if (strcmp(value, option.default_value) != 0)
            text_add(&text, ", %s=%s", option.name, value);
    }
    text_add(&text, ", seed %s", show->arguments->seed_text);
    fputs(show->arguments->look.color ? "\033[1m" : "", stdout);
    print_wrapped(stdout, text.start);
    fputs(show->arguments->look.color ? "\033[0m" : "", stdout);
    print_key(stdout, &show->arguments->look, ruleset);
    fputc('\n', stdout);
    text_free(&text);
}

static void print_result(const struct show *show)
{
    char position[VC_POSITION_TEXT_SIZE];
    const uint32_t black_moved = vc_game_side_to_move(show->game) == VC_WHITE; /* and the number grew */
    uint32_t winner, reason;
    struct text text = {0};
    cli_check(vc_game_outcome(show->game, &winner, &reason));
    text_add(&text, "Result: %s. ", winner == VC_NOBODY ? "1/2-1/2" : winner == VC_WHITE ? "1-0" : "0-1");
    add_ending(&text, winner, reason);
    text_add(&text, ", after %u moves and %u actions.", (unsigned)(vc_game_move_number(show->game) - black_moved),
             (unsigned)vc_game_length(show->game));
    print_wrapped(stdout, text.start);
    cli_check(vc_game_position(show->game, position, sizeof position, NULL));
    text_clear(&text);
    text_add(&text, "Position: %s", position);
    print_wrapped(stdout, text.start);
    text_free(&text);
}

static void show_game(const struct arguments *arguments, vc_rules *rules)
{
    struct show show = {.arguments = arguments};
    cli_check(vc_game_new(rules, NULL, &show.game, NULL));
    cli_check(vc_game_use_seed(show.game, arguments->seed));
    cli_check(vc_game_on_event(show.game, story_hear, &show.story));
    print_heading(&show);
    play_game(&show);
    while (vc_game_length(show.game))
        cli_check(vc_game_undo(show.game));
    tell_game(&show);
    print_result(&show);
    cli_check(vc_game_free(show.game));
    text_free(&show.text);
    free(show.steps);
}

/* ------------------------------------------------------------------------------- arguments --- */

/* Reads 64 hexadecimal digits as bytes; false when the text is something else. */
static bool read_hex(const char *text, uint8_t *seed)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    if (strlen(text) != 2 * VC_SEED_BYTES || strspn(text, digits) != 2 * VC_SEED_BYTES)
        return false;
    for (size_t i = 0; i < VC_SEED_BYTES; i++)
        seed[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) % 16 * 16 +
                            (strchr(digits, text[2 * i + 1]) - digits) % 16);
    return true;
}

/* The seed from a text: hexadecimal digits, or the text's bytes followed by zeros. */
static void set_seed(struct arguments *a, const char *text)
{
    const size_t length = strlen(text);
    memset(a->seed, 0, sizeof a->seed);
    if (!read_hex(text, a->seed)) {
        if (length > VC_SEED_BYTES)
            cli_refuse("seed: %zu bytes; it has at most %d, or is 64 hexadecimal digits", length, VC_SEED_BYTES);
        memcpy(a->seed, text, length);
    }
    snprintf(a->seed_text, sizeof a->seed_text, "%s", text);
}

static void set_random_seed(struct arguments *a)
{
    uint64_t number;
    char text[16];
    cli_check(vc_dice_random(UINT64_C(1) << 32, &number));
    snprintf(text, sizeof text, "%08" PRIx64, number);
    set_seed(a, text);
}

static struct look find_look(bool ascii)
{
    const char *terminal = getenv("TERM"), *no_color = getenv("NO_COLOR");
    const bool dumb = terminal && !strcmp(terminal, "dumb");
    setlocale(LC_CTYPE, "");
    return (struct look){
        .unicode = !ascii && !dumb && !strcmp(nl_langinfo(CODESET), "UTF-8"),
        .color = isatty(STDOUT_FILENO) && terminal && !dumb && !(no_color && *no_color),
    };
}

static void add_variant(struct arguments *a, const char *name)
{
    if (a->variant_count == MAX_VARIANTS)
        cli_usage("more than %d rule sets are too many", MAX_VARIANTS);
    a->variants[a->variant_count++] = cli_rules(name);
}

static void read_arguments(int argc, char **argv, struct arguments *a)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, 'r'}, {"option", required_argument, NULL, 'o'},
        {"seed", required_argument, NULL, 's'},  {"plies", required_argument, NULL, 'n'},
        {"delay", required_argument, NULL, 'd'}, {"ascii", no_argument, NULL, 'a'},
        {"list", no_argument, NULL, 'l'},        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},     {NULL, 0, NULL, 0},
    };
    bool ascii = false;
    *a = (struct arguments){.boards = DEFAULT_BOARDS};
    for (int c; (c = getopt_long(argc, argv, "r:o:s:n:d:alhV", options, NULL)) != -1;)
        switch (c) {
        case 'r':
            add_variant(a, optarg);
            break;
        case 'o':
            if (!a->variant_count)
                cli_usage("--option comes after the --rules that it is for");
            cli_option(a->variants[a->variant_count - 1], optarg);
            break;
        case 's':
            set_seed(a, optarg);
            break;
        case 'n':
            a->boards = (size_t)cli_number("--plies", optarg, 0, MAX_BOARDS);
            break;
        case 'd':
            a->delay = (long)cli_number("--delay", optarg, 0, MAX_DELAY);
            break;
        case 'a':
            ascii = true;
            break;
        case 'l':
            cli_list();
            exit(cli_finish());
        case 'h':
            fputs(help, stdout);
            exit(cli_finish());
        case 'V':
            cli_version("vc-watch");
            exit(cli_finish());
        default:
            fputs("vc-watch --help says how it is used.\n", stderr);
            exit(CLI_USAGE);
        }
    if (optind < argc)
        cli_usage("\"%s\" is one argument too many", argv[optind]);
    if (!*a->seed_text)
        set_random_seed(a);
    for (uint32_t i = 0, n = a->variant_count ? 0 : vc_ruleset_count(); i < n; i++)
        add_variant(a, vc_ruleset_name(i));
    a->look = find_look(ascii);
}

int main(int argc, char **argv)
{
    struct arguments a;
    cli_start("vc-watch");
    read_arguments(argc, argv, &a);
    for (size_t i = 0; i < a.variant_count && !ferror(stdout); i++) {
        if (i)
            putchar('\n');
        show_game(&a, a.variants[i]);
        vc_rules_release(a.variants[i]);
    }
    return cli_finish();
}
