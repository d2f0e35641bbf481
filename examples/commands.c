/* SPDX-License-Identifier: ISC */
/* commands.c - see commands.h */
#define _POSIX_C_SOURCE 200809L

#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "facts.h"
#include "files.h"
#include "guide.h"
#include "outlook.h"
#include "questions.h"

enum { SHOWN_ACTIONS = 12 };

/* Cuts the first word off a text; returns what is behind it. */
static char *cut_word(char *text)
{
    char *rest = text + strcspn(text, " \t");
    if (*rest)
        *rest++ = '\0';
    return rest + strspn(rest, " \t");
}

/* A square by its name; VC_NO_SQUARE when the text is none. */
static uint32_t square_of(const char *text)
{
    for (uint32_t square = 0; square < 64; square++)
        if (!strcmp(text, square_name(square)))
            return square;
    return VC_NO_SQUARE;
}

/* Whether there is something to do in the game; refuses when it is over. */
static bool is_going_on(struct session *session)
{
    if (vc_game_actor(session->game) != VC_NOBODY)
        return true;
    session_refuse(session, "The game is over. undo takes back, new begins another, save FILE keeps this one.");
    return false;
}

/* --------------------------------------------------------------------------- doing actions --- */

/* Says what is possible: between the squares of an action that is not, else from the first one, else at all. */
static void suggest(struct session *session, vc_action action)
{
    struct text text = {0};
    char from[4] = "", both[8] = "";
    if (VC_ACTION_KIND(action) == VC_MOVE) {
        snprintf(from, sizeof from, "%s", square_name(VC_ACTION_FROM(action)));
        snprintf(both, sizeof both, "%s%s", from, square_name(VC_ACTION_TO(action)));
    }
    if (*both && add_actions(&text, session->game, both, SHOWN_ACTIONS))
        session_say(session, "Possible:%s.", text.start);
    else if (*from && add_actions(&text, session->game, from, SHOWN_ACTIONS))
        session_say(session, "Possible from %s:%s.", from, text.start);
    else {
        text_clear(&text);
        add_actions(&text, session->game, "", SHOWN_ACTIONS);
        session_say(session, "Possible:%s.", text.start);
    }
    text_free(&text);
}

static void try_action(struct session *session, vc_action action)
{
    char reason[256];
    if (!is_going_on(session))
        return;
    if (vc_game_is_legal(session->game, action)) {
        session_play(session, action);
        return;
    }
    char name[VC_ACTION_TEXT_SIZE];
    cli_check(vc_action_text(action, name, sizeof name, NULL));
    cli_check(vc_game_why(session->game, action, reason, sizeof reason, NULL));
    session_refuse(session, "%s: %s.", name, reason);
    suggest(session, action);
}

/* Refuses a word, which is cut short where it is long, for what it is not. */
static void refuse_quoted(struct session *session, const char *word, const char *complaint)
{
    enum { SHOWN = 40 };
    size_t length = strlen(word), shown = length < SHOWN ? length : SHOWN;
    while (shown && ((unsigned char)word[shown] & 0xc0) == 0x80) /* not within a character */
        shown--;
    session_refuse(session, "\"%.*s%s\" %s", (int)shown, word, shown < length ? "..." : "", complaint);
}

/* Says that a word means nothing, and what would. */
static void refuse_word(struct session *session, const char *word)
{
    refuse_quoted(session, word, "is no command, square or action; help says what there is.");
    if (vc_game_actor(session->game) != VC_NOBODY)
        suggest(session, VC_NO_ACTION);
}

/* Says why notation names no legal move, as well as it can be said. The error's message begins with the notation. */
static void refuse_notation(struct session *session, const char *word, const vc_error *error)
{
    const vc_action meant = meant_action(session->game, word);
    if (meant)
        try_action(session, meant);
    else {
        session_refuse(session, "%s.", error->message);
        suggest(session, VC_NO_ACTION);
    }
}

/* Does what is no command: a square, an action, or one in algebraic notation. */
static void run_other(struct session *session, const char *word)
{
    vc_error error = {.size = sizeof error};
    vc_action action;
    if (square_of(word) != VC_NO_SQUARE)
        ask_square(session, square_of(word));
    else if (!vc_action_parse(word, &action, NULL))
        try_action(session, action);
    else
        switch (vc_game_san_parse(session->game, word, VC_SAN_LENIENT, &action, &error)) {
        case VC_OK:
            try_action(session, action);
            break;
        case VC_ERR_ILLEGAL:
            refuse_notation(session, word, &error);
            break;
        case VC_ERR_OVER:
            is_going_on(session);
            break;
        default:
            refuse_word(session, word);
        }
}

/* Whether the program is to act, so that what else was typed cannot be done; refuses that. */
static bool is_program_due(struct session *session, const char *word)
{
    const uint32_t actor = vc_game_actor(session->game);
    if (actor == VC_NOBODY || session_is_human(session))
        return false;
    refuse_quoted(session, word,
                  actor == VC_WHITE ? "was not done: the program, as White, acts first."
                                    : "was not done: the program, as Black, acts first.");
    return true;
}

/*
 * Does several in a row, "-3d g1f3", up to one that is refused, or until the program is to act. Two squares are a move:
 * "g1 f3".
 */
static void run_others(struct session *session, char *word, char *rest)
{
    const bool before = session->refused;
    session->refused = false;
    while (*word && !session->refused && !is_program_due(session, word)) {
        char *next = rest;
        rest = cut_word(next);
        if (square_of(word) != VC_NO_SQUARE && square_of(next) != VC_NO_SQUARE) {
            char move[5];
            snprintf(move, sizeof move, "%.2s%.2s", word, next);
            run_other(session, move);
            next = rest;
            rest = cut_word(next);
        } else
            run_other(session, word);
        word = next;
    }
    session->refused |= before;
}

/* ------------------------------------------------------------------------------- commands --- */

static void command_help(struct session *session, char *rest);

static void command_hint(struct session *session, char *rest)
{
    char name[VC_ACTION_TEXT_SIZE], san[VC_SAN_TEXT_SIZE];
    (void)rest;
    if (!is_going_on(session))
        return;
    const vc_action action = session_choose(session, LEVEL_GREEDY);
    cli_check(vc_action_text(action, name, sizeof name, NULL));
    cli_check(vc_game_san(session->game, action, san, sizeof san, NULL));
    session_say(session, "Try %s%s%s%s.", name, strcmp(name, san) ? " (" : "", strcmp(name, san) ? san : "",
                strcmp(name, san) ? ")" : "");
}

static void command_go(struct session *session, char *rest)
{
    (void)rest;
    if (is_going_on(session))
        session_play(session, session_choose(session, LEVEL_GREEDY));
}

static void command_odds(struct session *session, char *rest)
{
    if (!is_going_on(session))
        return;
    if (*rest && square_of(rest) == VC_NO_SQUARE)
        session_refuse(session, "odds takes a square, such as g1, not \"%s\".", rest);
    else
        ask_odds(session, square_of(rest));
}

static void command_cards(struct session *session, char *rest)
{
    (void)rest;
    ask_cards(session);
}

static void command_why(struct session *session, char *rest)
{
    vc_error error = {.size = sizeof error};
    vc_action action;
    if (!*rest)
        session_refuse(session, "why takes an action, such as e2e5.");
    else if (!vc_action_parse(rest, &action, NULL))
        ask_why(session, action);
    else if (is_going_on(session))
        switch (vc_game_san_parse(session->game, rest, VC_SAN_LENIENT, &action, &error)) {
        case VC_OK:
            ask_why(session, action);
            break;
        case VC_ERR_ILLEGAL:
            action = meant_action(session->game, rest);
            if (action)
                ask_why(session, action);
            else
                session_refuse(session, "%s. Type its squares, such as e2e5, to learn why.", error.message);
            break;
        default:
            refuse_quoted(session, rest, "is no action: why takes one, such as e2e5 or Nf3.");
        }
}

static void command_actions(struct session *session, char *rest)
{
    (void)rest;
    ask_actions(session);
}

static void command_board(struct session *session, char *rest)
{
    (void)rest;
    session->board_due = true;
}

static void command_flip(struct session *session, char *rest)
{
    (void)rest;
    session->view.below ^= 1;
    session->board_due = true;
}

static void command_undo(struct session *session, char *rest)
{
    (void)rest;
    if (session->players[VC_WHITE] != HUMAN && session->players[VC_BLACK] != HUMAN)
        session_refuse(session, "The program plays both sides: \"white human\" first.");
    else if (!session_undo(session))
        session_refuse(session, "There is nothing of yours to take back.");
}

static void command_redo(struct session *session, char *rest)
{
    (void)rest;
    if (!session_redo(session))
        session_refuse(session, "There is nothing to play again.");
}

static void command_claim(struct session *session, char *rest)
{
    (void)rest;
    if (!is_going_on(session))
        return;
    if (vc_game_claimable(session->game))
        session_claim(session);
    else
        session_refuse(session, "There is no draw to claim: that takes 50 moves without a capture or a pawn's move, or "
                                "the same position for the third time, at the start of your turn.");
}

static void command_resign(struct session *session, char *rest)
{
    (void)rest;
    if (is_going_on(session))
        session_end(session, vc_game_actor(session->game) ^ 1, VC_REASON_RESIGNATION);
}

static void command_draw(struct session *session, char *rest)
{
    (void)rest;
    if (!is_going_on(session))
        return;
    const uint32_t other = vc_game_actor(session->game) ^ 1;
    if (session->players[other] == HUMAN || likes_draw(session->game, other))
        session_end(session, VC_NOBODY, VC_REASON_AGREEMENT);
    else
        session_say(session, "%s plays on.", color_name(other));
}

static void command_fen(struct session *session, char *rest)
{
    vc_error error = {.size = sizeof error};
    char position[VC_POSITION_TEXT_SIZE];
    if (*rest) {
        if (session_new(session, vc_game_rules(session->game), rest, &error))
            session_refuse(session, "Not a position, at character %u: %s.", (unsigned)error.offset + 1, error.message);
        return;
    }
    cli_check(vc_game_position(session->game, position, sizeof position, NULL));
    puts(position); /* in one piece, to be copied */
}

static void set_player(struct session *session, uint32_t color, const char *name)
{
    uint32_t player;
    if (player_find(name, &player))
        session->players[color] = player;
    else if (*name)
        session_refuse(session, "There is no player \"%s\", but these: human, greedy, lively, random.", name);
    if (!*name || session->players[color] != HUMAN)
        session_say(session, "%s: %s.", color_name(color), player_name(session->players[color]));
}

static void command_white(struct session *session, char *rest) { set_player(session, VC_WHITE, rest); }
static void command_black(struct session *session, char *rest) { set_player(session, VC_BLACK, rest); }

/* Lists the options with their values. */
static void list_options(const vc_rules *rules)
{
    for (size_t i = 0; i < vc_rules_option_count(rules); i++) {
        vc_option option = {.size = sizeof option};
        char value[64];
        cli_check(vc_rules_option(rules, i, &option));
        cli_check(vc_rules_get(rules, option.name, value, sizeof value, NULL));
        printf("%s %s (%s)\n", option.name, value, option.range);
        print_wrapped(stdout, option.help);
    }
}

static void command_set(struct session *session, char *rest)
{
    vc_error error = {.size = sizeof error};
    char *value = cut_word(rest);
    vc_rules *rules;
    if (!*rest) {
        list_options(vc_game_rules(session->game));
        return;
    }
    if (session->seed_used) {
        session_refuse(session, "The game has begun, and its options are fixed: new begins another.");
        return;
    }
    cli_check(vc_rules_copy(vc_game_rules(session->game), &rules));
    if (vc_rules_set(rules, rest, value, &error) || session_new(session, rules, session->position, &error))
        session_refuse(session, "%s. set alone lists the options.", error.message);
    vc_rules_release(rules);
}

/* Finds a rule set by its name in letters of either case. */
static bool find_game(const char *name, uint32_t *ruleset)
{
    for (*ruleset = 0; *ruleset < vc_ruleset_count(); ++*ruleset)
        if (!strcasecmp(vc_ruleset_name(*ruleset), name))
            return true;
    return false;
}

static void command_new(struct session *session, char *rest)
{
    vc_rules *rules;
    uint32_t ruleset;
    if (*rest && !find_game(rest, &ruleset)) {
        session_refuse(session, "There is no game \"%s\", but these:", rest);
        guide_games(session);
        return;
    }
    if (*rest)
        cli_check(vc_rules_new(ruleset, NULL, &rules));
    else
        rules = vc_rules_retain(vc_game_rules(session->game));
    cli_check(session_new(session, rules, NULL, NULL));
    vc_rules_release(rules);
    if (*rest)
        guide_first_steps(session);
}

static void command_save(struct session *session, char *rest) { save_game(session, rest); }
static void command_pgn(struct session *session, char *rest)
{
    (void)rest;
    print_game(session);
}

static void command_load(struct session *session, char *rest) { load_game(session, rest); }

static void command_quit(struct session *session, char *rest)
{
    (void)rest;
    session->done = true;
}

/* early: also before a game is chosen. */
static const struct command {
    const char *name, *arguments, *help;
    void (*run)(struct session *session, char *rest);
    bool early;
} commands[] = {
    {"help", "[commands]", "explain this game and what to do now, or the commands", command_help, true},
    {"hint", "", "what the program would do", command_hint, false},
    {"go", "", "let the program do it", command_go, false},
    {"odds", "[SQUARE]", "what chance may do, how likely", command_odds, false},
    {"cards", "", "hands, discards and decks, card by card", command_cards, false},
    {"why", "ACTION", "why it is not possible", command_why, false},
    {"actions", "", "all that is possible", command_actions, false},
    {"undo", "", "take back to your last decision", command_undo, false},
    {"redo", "", "play again what was taken back", command_redo, false},
    {"board", "", "show the board again", command_board, false},
    {"flip", "", "see it from the other side", command_flip, false},
    {"claim", "", "claim a draw", command_claim, false},
    {"draw", "", "offer a draw", command_draw, false},
    {"resign", "", "give up", command_resign, false},
    {"fen", "[POSITION]", "print the position, or set one up", command_fen, false},
    {"pgn", "", "print the game so far", command_pgn, false},
    {"save", "FILE", "keep it in a file", command_save, false},
    {"load", "FILE [N]", "go on with the first or N-th game of a file", command_load, true},
    {"set", "[OPTION VALUE]", "list the rules' options, or set one before the start", command_set, false},
    {"white", "[PLAYER]", "who plays White: human, greedy, lively, random", command_white, true},
    {"black", "[PLAYER]", "who plays Black", command_black, true},
    {"new", "[NAME]", "another game, of these or other rules", command_new, true},
    {"quit", "", "end the program; so do exit, q, Control-D and Control-C", command_quit, true},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void command_help(struct session *session, char *rest)
{
    struct text names = {0};
    if (*rest) {
        for (size_t i = 0; i < COMMANDS; i++)
            printf("%-7s %-14s  %s\n", commands[i].name, commands[i].arguments, commands[i].help);
        return;
    }
    if (!session->game) {
        guide_games(session);
        return;
    }
    guide_game(session);
    for (size_t i = 0; i < COMMANDS; i++)
        text_add(&names, " %s", commands[i].name);
    session_say(session, "A square alone, g1, shows what can be done from it. Tab completes, the arrow keys bring back "
                         "what you typed.");
    session_say(session, "Commands:%s. \"help commands\" explains them.", names.start);
    text_free(&names);
}

/* -------------------------------------------------------------------------------- reading --- */

static const struct command *find_command(const char *name)
{
    if (!strcmp(name, "exit") || !strcmp(name, "q"))
        name = "quit";
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

/* Before a game is chosen: its name, or a command that needs none. */
static void run_early(struct session *session, char *word, char *rest)
{
    const struct command *command = find_command(word);
    uint32_t ruleset;
    if (find_game(word, &ruleset))
        command_new(session, word);
    else if (command && command->early && (*rest || command->run != command_new))
        command->run(session, rest);
    else {
        if (command)
            session_refuse(session, "First choose a game.");
        else
            refuse_quoted(session, word, "is no game, and one is to be chosen first.");
        guide_games(session);
    }
}

void command_run(struct session *session, const char *line)
{
    struct text text = {0};
    text_add(&text, "%s", line);
    char *word = text.start, *rest = cut_word(word);
    const struct command *command = find_command(word);
    if (!*word || *word == '#')
        ; /* nothing, or a remark */
    else if (!session->game)
        run_early(session, word, rest);
    else if (command)
        command->run(session, rest);
    else
        run_others(session, word, rest);
    text_free(&text);
}

/* ----------------------------------------------------------------------------- completing --- */

static void offer(struct text *words, const char *beginning, const char *word)
{
    if (!strncmp(word, beginning, strlen(beginning)))
        text_add(words, "%s%s", words->length ? " " : "", word);
}

static void offer_games(struct text *words, const char *beginning)
{
    for (uint32_t i = 0; i < vc_ruleset_count(); i++)
        offer(words, beginning, vc_ruleset_name(i));
}

/* What the first word can be. */
static void offer_first(const struct session *session, struct text *words, const char *beginning)
{
    struct text actions = {0};
    if (!session->game)
        offer_games(words, beginning);
    else if (add_actions(&actions, session->game, beginning, VC_MAX_ACTIONS))
        text_add(words, "%s", actions.start + 1);
    for (size_t i = 0; i < COMMANDS; i++)
        if (session->game || commands[i].early)
            offer(words, beginning, commands[i].name);
    text_free(&actions);
}

/* What the word behind a command can be. */
static void offer_argument(const struct session *session, struct text *words, const char *command,
                           const char *beginning)
{
    if (!strcmp(command, "new"))
        offer_games(words, beginning);
    else if (!strcmp(command, "white") || !strcmp(command, "black"))
        for (uint32_t player = 0; player <= HUMAN; player++)
            offer(words, beginning, player_name(player));
    else if (!strcmp(command, "help"))
        offer(words, beginning, "commands");
    else if (!strcmp(command, "set") && session->game)
        for (size_t i = 0; i < vc_rules_option_count(vc_game_rules(session->game)); i++) {
            vc_option option = {.size = sizeof option};
            cli_check(vc_rules_option(vc_game_rules(session->game), i, &option));
            offer(words, beginning, option.name);
        }
    else if (!strcmp(command, "save") || !strcmp(command, "load"))
        offer_files(words, beginning);
}

void command_complete(void *user, const char *line, struct text *words)
{
    struct text text = {0};
    text_add(&text, "%s", line);
    char *first = text.start + strspn(text.start, " "), *last = strrchr(first, ' ');
    if (!last)
        offer_first(user, words, first);
    else {
        first[strcspn(first, " ")] = '\0';
        if (first + strlen(first) == last) /* the second word */
            offer_argument(user, words, first, last + 1);
    }
    text_free(&text);
}
