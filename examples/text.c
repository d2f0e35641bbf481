/* SPDX-License-Identifier: ISC */
/* text.c - see text.h */
#define _POSIX_C_SOURCE 200809L

#include "text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

struct look look_find(bool ascii)
{
    const char *terminal = getenv("TERM"), *no_color = getenv("NO_COLOR");
    const bool dumb = terminal && !strcmp(terminal, "dumb");
    setlocale(LC_CTYPE, "");
    return (struct look){
        .unicode = !ascii && !dumb && !strcmp(nl_langinfo(CODESET), "UTF-8"),
        .color = isatty(STDOUT_FILENO) && terminal && !dumb && !(no_color && *no_color),
    };
}

/* ---------------------------------------------------------------------------------- texts --- */

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->start)
        text->start[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->start);
    *text = (struct text){0};
}

void text_add(struct text *text, const char *format, ...)
{
    for (;;) {
        const size_t room = text->capacity - text->length;
        va_list arguments;
        va_start(arguments, format);
        const int n = vsnprintf(text->start ? text->start + text->length : NULL, room, format, arguments);
        va_end(arguments);
        if (n < 0)
            return;
        if ((size_t)n < room) {
            text->length += (size_t)n;
            return;
        }
        const size_t capacity = (text->capacity + (size_t)n + 1) * 2;
        char *start = realloc(text->start, capacity);
        if (!start)
            cli_check(VC_ERR_MEMORY);
        text->start = start;
        text->capacity = capacity;
    }
}

/* ---------------------------------------------------------------------------------- words --- */

const char *square_name(uint32_t square)
{
    static const char names[64][3] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
        "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
        "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
        "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
    };
    return square < 64 ? names[square] : "-";
}

const char *color_name(uint32_t color) { return color == VC_WHITE ? "White" : "Black"; }

const char *type_name(uint32_t type)
{
    static const char *const names[] = {"piece", "pawn", "knight", "bishop", "rook", "queen", "king"};
    return names[type <= VC_KING ? type : VC_NO_PIECE];
}

const char *list_separator(size_t i, size_t n) { return i == 0 ? "" : i + 1 == n ? " and " : ", "; }

void add_piece(struct text *text, const struct look *look, vc_piece piece, bool filled)
{
    static const char letters[2][8] = {".PNBRQK", ".pnbrqk"};
    static const char *const symbols[2][7] = {{".", "♙", "♘", "♗", "♖", "♕", "♔"},
                                              {".", "♟", "♞", "♝", "♜", "♛", "♚"}};
    const uint32_t color = VC_PIECE_COLOR(piece), type = VC_PIECE_TYPE(piece);
    if (look->unicode)
        text_add(text, "%s", symbols[filled || color == VC_BLACK][type]);
    else
        text_add(text, "%c", letters[color][type]);
}

void add_card(struct text *text, const struct look *look, uint32_t card)
{
    static const char *const suits[] = {"♦", "♥", "♣", "♠"};
    char name[8] = "";
    cli_check(vc_card_text((vc_card)card, name, sizeof name, NULL));
    if (look->unicode)
        text_add(text, "%c%s", name[0], suits[VC_CARD_SUIT(card)]);
    else
        text_add(text, "%s", name);
}

void add_card_name(struct text *text, uint32_t card)
{
    static const char *const suits[] = {"diamonds", "hearts", "clubs", "spades"};
    static const char *const court[] = {"jack", "queen", "king", "joker"};
    const uint32_t rank = VC_CARD_RANK(card);
    if (rank == VC_ACE)
        text_add(text, "ace");
    else if (rank < VC_JACK)
        text_add(text, "%u", (unsigned)rank);
    else
        text_add(text, "%s", court[rank - VC_JACK]);
    text_add(text, " of %s", suits[VC_CARD_SUIT(card)]);
}

/* ---------------------------------------------------------------------------------- lines --- */

size_t columns(const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

size_t next_line(const char **text, size_t width, const char **line)
{
    const char *start = *text + strspn(*text, " ");
    size_t length = strcspn(start, " "); /* one word at least, even when it is too long */
    for (;;) {
        const size_t space = strspn(start + length, " "), word = strcspn(start + length + space, " ");
        if (!word || columns(start, length + space + word) > width)
            break;
        length += space + word;
    }
    *line = start;
    *text = start + length;
    return length;
}

/* How many bytes at a place are a control character of ASCII, or a further one of Unicode (U+0080 to U+009F). */
static size_t control_length(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] == 0xc2 && length > 1 && bytes[1] >= 0x80 && bytes[1] <= 0x9f)
        return 2;
    return bytes[0] < ' ' || bytes[0] == 0x7f;
}

void print_wrapped(FILE *file, const char *text)
{
    const char *line;
    for (size_t length; (length = next_line(&text, PAGE_WIDTH, &line)) != 0; fputc('\n', file))
        for (size_t i = 0, control; i < length; i += control ? control : 1) {
            control = control_length(line + i, length - i);
            fputc(control ? '?' : line[i], file);
        }
}

void print_rule(FILE *file, const struct look *look, const char *title)
{
    static const char dashes[] = "-------------------------------------------------------------------------------";
    const size_t used = 4 + strlen(title);
    fprintf(file, "%s-- %s %.*s%s\n", look->color ? "\033[1m" : "", title,
            used < PAGE_WIDTH ? (int)(PAGE_WIDTH - used) : 0, dashes, look->color ? "\033[0m" : "");
}
