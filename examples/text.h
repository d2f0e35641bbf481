/* SPDX-License-Identifier: ISC */
/*
 * text.h - how vc-play writes: words for pieces, cards and squares, glyphs, colours, lines of a given width
 */
#ifndef EXAMPLES_TEXT_H
#define EXAMPLES_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include <variantchess/variantchess.h>

/* The terminal's columns that are used. */
enum { PAGE_WIDTH = 79 };

/* What the terminal can show. */
struct look {
    bool unicode; /* pieces and suits as symbols, else letters */
    bool color;   /* escape sequences for colours */
};

/* What standard output and the environment allow; sets the locale's characters. */
struct look look_find(bool ascii);

/* A growing text; its memory is reused when it is cleared. */
struct text {
    char *start;
    size_t length, capacity;
};

void text_clear(struct text *text);
void text_free(struct text *text);
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The square's name, such as "e4". */
const char *square_name(uint32_t square);
/* "White" or "Black". */
const char *color_name(uint32_t color);
/* "pawn" ... "king". */
const char *type_name(uint32_t type);

/* "♞" or "n". filled: white pieces get the symbols of black ones, as colours tell them apart. */
void add_piece(struct text *text, const struct look *look, vc_piece piece, bool filled);
/* "7♦" or "7d". */
void add_card(struct text *text, const struct look *look, uint32_t card);
/* "7 of diamonds". */
void add_card_name(struct text *text, uint32_t card);
/* "c", "b and c", "a, b and c": what stands between element i of n and the one before. */
const char *list_separator(size_t i, size_t n);

/* How many columns a text takes: its characters, bytes that continue one not counted. */
size_t columns(const char *text, size_t length);

/* The next line of a text of words, at most width columns: moves *text behind it. Its length in bytes; 0 at the end. */
size_t next_line(const char **text, size_t width, const char **line);

/* Prints a text of words as lines. What would control a terminal, in a file's name or in what was typed, is shown as ?. */
void print_wrapped(FILE *file, const char *text);

/* A line "-- title ------", emphasized when there are colours. */
void print_rule(FILE *file, const struct look *look, const char *title);

#endif
