/* SPDX-License-Identifier: ISC */
/* board.c - see board.h */
#include "board.h"

#include <string.h>

#include "cli.h"
#include "facts.h"

/* A lone piece's square is three columns wide; combos, of up to three members in full, need five. */
enum { NARROW = 3, WIDE = 5, MARGIN = 4, GAP = 4, SHOWN_MEMBERS = 3 };

/* What is marked about a square. */
enum mark { PLAIN, LEFT, CAME, TOUCHED, DUE, CHECKED, CHOSEN, REACHED, MARKS };

/* Colours of the 256-colour palette: the background of light and dark squares by mark, and the pieces. */
static const int backgrounds[MARKS][2] = {
    [PLAIN] = {67, 60}, [LEFT] = {102, 240},    [CAME] = {71, 65},     [TOUCHED] = {136, 94},
    [DUE] = {167, 131}, [CHECKED] = {160, 124}, [CHOSEN] = {178, 172}, [REACHED] = {109, 103}};
enum { COLOR_WHITE = 231, COLOR_BLACK = 16 };

static bool has(uint64_t set, uint32_t square) { return set >> square & 1; }

/* Whether the king in check stands there. */
static bool is_checked(const vc_game *game, uint32_t square)
{
    const uint32_t side = vc_game_side_to_move(game);
    return vc_game_in_check(game) && has(vc_game_squares(game, side, VC_KING) & ~vc_game_combos(game), square);
}

static enum mark mark_of(const vc_game *game, const struct view *view, uint32_t square)
{
    if (view->chosen == square)
        return CHOSEN;
    if (has(view->destinations, square))
        return REACHED;
    if (vc_game_focus(game) == square)
        return DUE;
    if (has(vc_game_touched(game), square))
        return TOUCHED;
    if (is_checked(game, square))
        return CHECKED;
    return has(view->to, square) ? CAME : has(view->from, square) ? LEFT : PLAIN;
}

/* What encloses a square's pieces: combos have brackets; marks are signs as well unless they are colours. */
static const char *signs_of(const struct look *look, bool combo, enum mark mark)
{
    static const char lone_signs[MARKS][3] = {"  ", "()", "()", " ?", " !", " +", "<>", "**"};
    static const char combo_signs[MARKS][3] = {"[]", "()", "()", "[]", "{}", "[]", "<>", "**"};
    if (combo)
        return combo_signs[look->color ? PLAIN : mark];
    return lone_signs[look->color ? PLAIN : mark];
}

/* What is written on a square. */
static void add_pieces(struct text *text, const struct look *look, const vc_game *game, uint32_t square, enum mark mark)
{
    vc_piece pieces[MAX_MEMBERS];
    size_t n;
    cli_check(vc_game_pieces(game, square, pieces, MAX_MEMBERS, &n));
    const char *signs = signs_of(look, n > 1, mark);
    text_add(text, "%c", signs[0]);
    if (n == 0)
        text_add(text, "%s", look->color ? " " : look->unicode ? "·" : ".");
    else if (n <= SHOWN_MEMBERS)
        for (size_t i = 0; i < n; i++)
            add_piece(text, look, pieces[i], look->color);
    else {
        add_piece(text, look, pieces[0], look->color);
        text_add(text, n <= 10 ? "+%u" : "%u", (unsigned)(n <= 10 ? n - 1 : n));
    }
    text_add(text, "%c", signs[1]);
}

static void add_square(struct text *line, const struct look *look, const vc_game *game, uint32_t square, size_t width,
                       enum mark mark)
{
    struct text text = {0};
    add_pieces(&text, look, game, square, mark);
    const size_t used = columns(text.start, text.length), left = used < width ? (width - used) / 2 : 0;
    const size_t right = used < width ? width - used - left : 0;
    if (look->color) {
        const uint32_t dark = !((square ^ square >> 3) & 1);
        const bool white = VC_PIECE_COLOR(vc_game_piece(game, square)) == VC_WHITE;
        text_add(line, "\033[48;5;%d;38;5;%d;1m", backgrounds[mark][dark], white ? COLOR_WHITE : COLOR_BLACK);
    }
    text_add(line, "%*s%s%*s%s", (int)left, "", text.start, (int)right, "", look->color ? "\033[0m" : "");
    text_free(&text);
}

/* ------------------------------------------------------------------------- beside the board --- */

/* Who is to do what. */
static void add_actor(struct text *text, const vc_game *game)
{
    const char *side = color_name(vc_game_side_to_move(game));
    const uint32_t focus = vc_game_focus(game);
    switch (vc_game_phase(game)) {
    case VC_PHASE_OVER:
        text_add(text, "The game is over.");
        break;
    case VC_PHASE_MOVING:
        text_add(text, "%s must move the %s on %s.", side, type_name(VC_PIECE_TYPE(vc_game_piece(game, focus))),
                 square_name(focus));
        break;
    case VC_PHASE_HIT:
        text_add(text, "%s must give up a member.", side);
        break;
    case VC_PHASE_PLAYED:
        text_add(text, "%s is to move with the ", side);
        add_card_name(text, vc_game_played_card(game));
        text_add(text, ".");
        break;
    case VC_PHASE_CHOOSING:
        text_add(text, "%s is to choose a deck.", side);
        break;
    default:
        text_add(text, "%s is to move%s.", side, vc_game_in_check(game) ? ", in check" : "");
    }
    text_add(text, "\n");
}

static void add_touched(struct text *text, const vc_game *game)
{
    const uint64_t touched = vc_game_touched(game);
    if (!touched)
        return;
    text_add(text, "Touched in vain:");
    for (uint32_t square = 0; square < 64; square++)
        if (has(touched, square))
            text_add(text, " %s", square_name(square));
    text_add(text, "\n");
}

static void add_combos(struct text *text, const struct look *look, const vc_game *game)
{
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++) {
        const uint64_t combos = vc_game_combos(game) & vc_game_squares(game, color, VC_NO_PIECE);
        if (!combos)
            continue;
        text_add(text, "%s's combos:", color_name(color));
        for (uint32_t square = 0; square < 64; square++) {
            vc_piece pieces[MAX_MEMBERS];
            size_t n = 0;
            if (has(combos, square))
                cli_check(vc_game_pieces(game, square, pieces, MAX_MEMBERS, &n));
            if (n)
                text_add(text, " %s=", square_name(square)); /* one word: not broken across lines */
            for (size_t i = 0; i < n; i++)
                add_piece(text, look, pieces[i], false);
        }
        text_add(text, "\n");
    }
}

static void add_cards(struct text *text, const struct look *look, const vc_game *game)
{
    static const char *const suits[] = {"diamonds", "hearts", "clubs", "spades"};
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t color = i ? VC_WHITE : VC_BLACK; /* Black's hand lies above White's, as on the board */
        const uint32_t decks = vc_game_decks(game, color);
        vc_card hand[8];
        size_t held, n;
        if (!decks)
            continue;
        cli_check(vc_game_hand(game, color, hand, 8, &held));
        text_add(text, "%s's hand:", color_name(color));
        for (size_t k = 0; k < held; k++) {
            text_add(text, " ");
            add_card(text, look, hand[k]);
        }
        text_add(text, "\n ");
        for (uint32_t deck = 0; deck < decks; deck++) {
            const vc_card top = vc_game_top(game, color, deck);
            vc_game_deck(game, color, deck, NULL, 0, &n); /* the number alone */
            text_add(text, "%s %s %u", deck ? "," : "", decks > 1 ? suits[2 * color + deck] : "deck", (unsigned)n);
            if (top) {
                text_add(text, " (top ");
                add_card(text, look, top);
                text_add(text, ")");
            }
        }
        vc_game_pile(game, color, NULL, 0, &n);
        text_add(text, "%s discards %u", decks > 1 ? "\n " : ",", (unsigned)n);
        text_add(text, "\n");
    }
}

/* The lines beside the board, separated by newlines. A line is broken between words when the room is too narrow. */
static void add_panel(struct text *text, const struct look *look, const vc_game *game, const char *more)
{
    add_actor(text, game);
    text_add(text, "\n");
    add_touched(text, game);
    add_combos(text, look, game);
    add_cards(text, look, game);
    if (more)
        text_add(text, "%s", more);
}

/* Adds the next line of a panel, if there is one; moves *panel behind it. */
static void add_panel_line(struct text *line, const char **panel, size_t width)
{
    const size_t length = strcspn(*panel, "\n"), indent = strspn(*panel, " ");
    char paragraph[1024];
    const char *rest = paragraph, *part;
    snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, *panel);
    const size_t used = next_line(&rest, width - indent, &part);
    text_add(line, "%*s%.*s", used ? (int)(GAP + indent) : 0, "", (int)used, part);
    *panel += rest - paragraph;
    if (!rest[strspn(rest, " ")]) /* the paragraph is done, but for blanks at its end */
        *panel += strcspn(*panel, "\n");
    if (**panel == '\n')
        ++*panel;
}

/* Prints a line without the blanks at its end, and clears it. */
static void print_line(FILE *file, struct text *line)
{
    size_t length = line->length;
    while (length && line->start[length - 1] == ' ')
        length--;
    fprintf(file, "%.*s\n", (int)length, line->start);
    text_clear(line);
}

/* ------------------------------------------------------------------------------------------- */

void print_board(FILE *file, const struct look *look, const vc_game *game, const struct view *view)
{
    struct text text = {0}, line = {0};
    const size_t width = vc_rules_ruleset(vc_game_rules(game)) == VC_POWER ? WIDE : NARROW;
    const size_t panel_width = PAGE_WIDTH - MARGIN - 8 * width - GAP;
    add_panel(&text, look, game, view->beside);
    const char *panel = text.start;
    const uint32_t turned = view->below == VC_BLACK ? 63 : 0;
    for (uint32_t row = 8; row-- > 0;) {
        text_add(&line, "  %u ", (unsigned)((8 * row ^ turned) / 8 + 1));
        for (uint32_t i = 8 * row; i < 8 * row + 8; i++)
            add_square(&line, look, game, i ^ turned, width, mark_of(game, view, i ^ turned));
        add_panel_line(&line, &panel, panel_width);
        print_line(file, &line);
    }
    text_add(&line, "%*s", MARGIN, "");
    for (uint32_t file_number = 0; file_number < 8; file_number++)
        text_add(&line, "%*s%c%*s", (int)(width / 2), "", (char)('a' + (file_number ^ (turned & 7))), (int)(width / 2),
                 "");
    add_panel_line(&line, &panel, panel_width);
    print_line(file, &line);
    while (*panel) {
        text_add(&line, "%*s", (int)(MARGIN + 8 * width), "");
        add_panel_line(&line, &panel, panel_width);
        print_line(file, &line);
    }
    text_free(&text);
    text_free(&line);
}

void add_bar(struct text *text, const struct look *look, uint64_t part, uint64_t whole, size_t width)
{
    const uint64_t filled = (part * width + whole / 2) / whole;
    for (size_t i = 0; i < width; i++)
        text_add(text, "%s", i < filled ? (look->unicode ? "█" : "#") : (look->unicode ? "░" : "-"));
}

/* Explains the marks that a rule set needs, as one line. */
static void print_key(FILE *file, const struct look *look, uint32_t ruleset)
{
    static const struct {
        unsigned rulesets;
        enum mark mark;
        const char *sample, *words;
    } keys[] = {
        {~0u, LEFT, "(.)", "left"},
        {~0u, CAME, "(N)", "moved"},
        {1u << VC_QUANTUM, DUE, "N!", "touched, must move"},
        {1u << VC_QUANTUM, TOUCHED, "N?", "touched in vain"},
        {1u << VC_POWER, PLAIN, "[NP]", "combo"},
        {1u << VC_POWER, DUE, "{NP}", "attacked combo"},
        {~0u, CHECKED, "K+", "in check"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!(keys[i].rulesets >> ruleset & 1))
            continue;
        if (i)
            fputs("   ", file);
        if (look->color && keys[i].mark != PLAIN)
            fprintf(file, "\033[48;5;%d;38;5;%dm %s \033[0m", backgrounds[keys[i].mark][0], COLOR_BLACK, keys[i].words);
        else
            fprintf(file, "%s %s", keys[i].sample, keys[i].words);
    }
    fputc('\n', file);
}

void print_heading(FILE *file, const struct look *look, const vc_rules *rules, const char *seed)
{
    const uint32_t ruleset = vc_rules_ruleset(rules);
    struct text text = {0};
    char assignment[CLI_ASSIGNMENT_SIZE];
    text_add(&text, "%s", vc_ruleset_title(ruleset));
    for (size_t next = 0; cli_next_change(rules, &next, assignment);)
        text_add(&text, ", %s", assignment);
    text_add(&text, ", seed %s", seed);
    fputs(look->color ? "\033[1m" : "", file);
    print_wrapped(file, text.start);
    fputs(look->color ? "\033[0m" : "", file);
    print_key(file, look, ruleset);
    text_free(&text);
}
