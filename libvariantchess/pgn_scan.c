/* SPDX-License-Identifier: ISC */
/* pgn_scan.c - see pgn_scan.h */
#include "pgn_scan.h"

#include <string.h>

enum { END = -1, FIRST_TEXT = 256 };

/* --------------------------------------------------------------------------- characters --- */

static int next_byte(struct scanner *s)
{
    if (s->next == s->size) {
        if (!s->read || s->ended)
            return END;
        const int64_t size = s->read(s->user, s->chunk, CHUNK);
        s->ended = size <= 0 || size > CHUNK;
        s->failed = s->ended && size != 0;
        s->next = 0;
        s->size = s->ended ? 0 : (size_t)size;
        if (s->ended)
            return END;
    }
    s->taken++;
    return (unsigned char)s->bytes[s->next++];
}

/* The byte behind the current character, which is not taken yet. */
static int peek_byte(struct scanner *s)
{
    const int c = next_byte(s);
    if (c != END) {
        s->next--; /* the source's next piece was loaded whole, if it was */
        s->taken--;
    }
    return c;
}

/* Looks at the next character: CR, LF and CRLF are one '\n', a NUL is a space. */
static void load(struct scanner *s)
{
    int c = next_byte(s);
    if (c == '\n' && s->after_return)
        c = next_byte(s);
    s->after_return = c == '\r';
    s->here.offset = s->taken - (c != END);
    s->current = c == '\r' ? '\n' : c == '\0' ? ' ' : c;
}

static void advance(struct scanner *s)
{
    const bool line_end = s->current == '\n';
    s->here.line += line_end;
    s->here.column = line_end ? 1 : s->here.column + 1;
    load(s);
}

/* Blanks, and whatever else is no printing character but the end of a line. */
static bool at_blank(const struct scanner *s)
{
    return s->current >= 0 && s->current != '\n' && (s->current <= ' ' || s->current == 127);
}

/* A no-break space in UTF-8, as texts from web pages have it: it separates words. Comments and tags keep it. */
static bool at_no_break_space(struct scanner *s) { return s->current == 0xc2 && peek_byte(s) == 0xa0; }

/* Skips blanks within a line; returns whether there were any. */
static bool skip_blanks(struct scanner *s)
{
    bool any = false;
    for (; at_blank(s) || at_no_break_space(s); any = true) {
        if (!at_blank(s))
            advance(s); /* the first of two bytes */
        advance(s);
    }
    return any;
}

static void skip_line(struct scanner *s)
{
    while (s->current != '\n' && s->current != END)
        advance(s);
}

/* Skips a byte-order mark, which concatenated files have in the midst of them too. */
static void skip_mark(struct scanner *s)
{
    static const int mark[] = {0xef, 0xbb, 0xbf};
    if (s->here.column != 1)
        return;
    for (unsigned i = 0; i < 3 && s->current == mark[i]; i++)
        load(s); /* it takes up no column */
}

static void skip_white(struct scanner *s)
{
    bool empty = s->here.column == 1;
    s->behind_empty_line = false;
    for (;;) {
        skip_mark(s);
        if (s->current == '%' && s->here.column == 1) {
            skip_line(s);
            empty = false;
        } else if (s->current == '\n') {
            s->behind_empty_line |= empty;
            advance(s);
            empty = true;
        } else if (!skip_blanks(s))
            return;
    }
}

/* --------------------------------------------------------------------------------- text --- */

static void begin_text(struct scanner *s)
{
    s->length = 0;
    s->overflow = s->no_memory = false;
}

static bool reserve_text(struct scanner *s)
{
    const size_t larger = s->capacity ? 2 * s->capacity : FIRST_TEXT;
    char *block;
    if (s->length < s->capacity)
        return true;
    block = s->memory->allocate(s->memory->user, larger);
    if (!block)
        return false;
    if (s->length)
        memcpy(block, s->text, s->length);
    if (s->text)
        s->memory->deallocate(s->memory->user, s->text);
    s->text = block;
    s->capacity = larger;
    return true;
}

static void put_text(struct scanner *s, int c)
{
    if (s->length > VC_MAX_COMMENT)
        s->overflow = true;
    else if (!s->no_memory && reserve_text(s))
        s->text[s->length++] = (char)c;
    else
        s->no_memory = true;
}

static unsigned fault(struct scanner *s, vc_status status, const char *message)
{
    s->fault = status;
    s->message = message;
    return ITEM_FAULT;
}

/* The item that the text makes. */
static unsigned end_text(struct scanner *s, unsigned kind)
{
    put_text(s, '\0');
    if (s->no_memory)
        return fault(s, VC_ERR_MEMORY, "out of memory");
    return s->overflow ? fault(s, VC_ERR_LIMIT, "a comment or tag longer than can be kept") : kind;
}

/* --------------------------------------------------------------------------------- tags --- */

static unsigned bad_tag(struct scanner *s, const char *message)
{
    s->place = s->here;
    skip_line(s);
    return fault(s, VC_ERR_SYNTAX, message);
}

/* A tag's value behind its first quotation mark. One that no bracket follows is meant as such, though not escaped. */
static unsigned scan_value(struct scanner *s)
{
    begin_text(s);
    for (;;) {
        if (s->current == '\n' || s->current == END)
            return bad_tag(s, "the tag is not closed on its line");
        if (s->current == '"') {
            size_t blanks = 0;
            for (advance(s); at_blank(s); advance(s))
                blanks++;
            if (s->current == ']') {
                advance(s);
                return end_text(s, ITEM_TAG);
            }
            for (put_text(s, '"'); blanks; blanks--)
                put_text(s, ' ');
            continue;
        }
        const bool escape = s->current == '\\';
        if (escape) {
            advance(s);
            if (s->current != '"' && s->current != '\\') {
                put_text(s, '\\');
                continue;
            }
        }
        put_text(s, at_blank(s) ? ' ' : s->current);
        advance(s);
    }
}

static bool at_name(const struct scanner *s)
{
    const int c = s->current;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c > 0 && strchr("_+#=:-", c));
}

static unsigned scan_tag(struct scanner *s)
{
    size_t length = 0;
    advance(s);
    skip_blanks(s);
    if (!at_name(s))
        return bad_tag(s, "a tag's name is missing");
    for (; at_name(s) && length < VC_MAX_TAG_NAME; advance(s))
        s->name[length++] = (char)s->current;
    s->name[length] = '\0';
    if (at_name(s)) {
        bad_tag(s, "");
        return fault(s, VC_ERR_LIMIT, "a tag's name longer than can be kept");
    }
    skip_blanks(s);
    if (s->current != '"')
        return bad_tag(s, "a tag's value stands in quotation marks");
    advance(s);
    return scan_value(s);
}

/* ----------------------------------------------------------------------------- comments --- */

/* A tag that was found where something else was to be closed first: what is told is the fault, then the tag. */
static unsigned fault_before_tag(struct scanner *s, const struct place *opened, const struct place *tag, unsigned kind,
                                 const char *message)
{
    if (kind == ITEM_TAG) {
        s->held = true;
        s->held_place = *tag;
    }
    s->place = *opened;
    return fault(s, VC_ERR_SYNTAX, message);
}

/*
 * A comment in braces, or, when it is not kept, the end of it. They do not nest. A line that begins as a game does was
 * not meant to be in it.
 */
static unsigned scan_braces(struct scanner *s, bool keep)
{
    static const char beginning[] = "[Event \"";
    const struct place opened = s->here;
    struct place line = s->here;
    size_t matched = 0;
    begin_text(s);
    for (advance(s); s->current != '}'; advance(s)) {
        if (s->current == END) {
            s->place = opened;
            return fault(s, VC_ERR_SYNTAX, "the comment is not closed");
        }
        if (s->here.column == 1) {
            line = s->here;
            matched = 0;
        }
        matched = matched == s->here.column - 1 && s->current == beginning[matched] ? matched + 1 : 0;
        if (!beginning[matched] && matched) {
            advance(s);
            memcpy(s->name, "Event", sizeof "Event");
            return fault_before_tag(s, &opened, &line, scan_value(s), "the comment is not closed before the next game");
        }
        if (keep)
            put_text(s, s->current);
    }
    advance(s);
    return keep ? end_text(s, ITEM_COMMENT) : (unsigned)ITEM_COMMENT;
}

static unsigned scan_line(struct scanner *s)
{
    begin_text(s);
    for (advance(s); s->current != '\n' && s->current != END; advance(s))
        put_text(s, s->current);
    return end_text(s, ITEM_COMMENT);
}

/* A variation and all that is nested in it: counted, not descended into. */
static unsigned scan_variation(struct scanner *s)
{
    const struct place opened = s->here;
    uint64_t depth = 0;
    for (;;) {
        const bool line_begins = s->here.column == 1;
        if (s->current == END)
            return fault(s, VC_ERR_SYNTAX, "the variation is not closed");
        if (s->current == '{') {
            if (scan_braces(s, false) == ITEM_FAULT)
                return ITEM_FAULT;
        } else if (s->current == ';' || (s->current == '%' && line_begins)) {
            skip_line(s);
        } else if (s->current == '[' && line_begins) {
            const struct place tag = s->here;
            return fault_before_tag(s, &opened, &tag, scan_tag(s), "the variation is not closed before the next tag");
        } else {
            depth += s->current == '(';
            depth -= s->current == ')';
            advance(s);
            if (!depth)
                return ITEM_VARIATION;
        }
    }
}

/* -------------------------------------------------------------------------------- words --- */

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static unsigned scan_nag(struct scanner *s)
{
    advance(s);
    if (!is_digit(s->current))
        return fault(s, VC_ERR_SYNTAX, "a number is missing behind \"$\"");
    for (s->nag = 0; is_digit(s->current); advance(s))
        if (s->nag <= UINT8_MAX)
            s->nag = s->nag * 10 + (unsigned)(s->current - '0');
    return s->nag <= UINT8_MAX ? ITEM_NAG : fault(s, VC_ERR_SYNTAX, "a NAG above $255");
}

/* Whether a word ends before the current character. A star is a word of its own, unless it is a joker. */
static bool word_ends(struct scanner *s, size_t length, bool joker)
{
    const int c = s->current;
    return c == END || c <= ' ' || c == 127 || strchr("{}()[];<>\"$", c) || (c == '*' && length && !joker) ||
           at_no_break_space(s);
}

/* A word, or nothing but a move number, which means nothing: then length is 0. */
static unsigned scan_word(struct scanner *s, size_t *length)
{
    bool number = true, too_long = false;
    size_t n = 0;
    for (; !word_ends(s, n, n == 1 && (s->word[0] == '+' || s->word[0] == '-')); advance(s)) {
        if (s->current == '.' && number) {
            while (s->current == '.')
                advance(s);
            *length = 0;
            return ITEM_WORD;
        }
        number = number && is_digit(s->current);
        if (n < VC_MAX_TOKEN)
            s->word[n++] = (char)s->current;
        else
            too_long = true;
        if (s->word[0] == '*') {
            advance(s);
            break;
        }
    }
    s->word[n] = '\0';
    *length = n;
    return too_long ? fault(s, VC_ERR_LIMIT, "a word longer than any move") : ITEM_WORD;
}

/* -------------------------------------------------------------------------------- items --- */

static unsigned find(struct scanner *s)
{
    size_t length = 0;
    unsigned kind;
    do {
        const bool empty_line = s->behind_empty_line;
        skip_white(s);
        s->behind_empty_line |= empty_line;
        s->place = s->here;
        s->in_movetext = false;
        switch (s->current) {
        case END:
            return ITEM_END;
        case '[':
            return scan_tag(s);
        case '{':
            return scan_braces(s, true);
        case ';':
            return scan_line(s);
        case '(':
            s->in_movetext = true;
            return scan_variation(s);
        case '$':
            s->in_movetext = true;
            return scan_nag(s);
        case ')':
            s->in_movetext = true;
            advance(s);
            return fault(s, VC_ERR_SYNTAX, "a variation is closed that was not opened");
        case '}':
        case ']':
        case '<':
        case '>':
        case '"':
            advance(s);
            return fault(s, VC_ERR_SYNTAX, "a brace, bracket or quotation mark out of place");
        default:
            s->in_movetext = true;
            kind = scan_word(s, &length);
        }
    } while (kind == ITEM_WORD && !length);
    return kind;
}

void vci_scan_start(struct scanner *s, const vc_memory *memory, vc_read_fn read, void *user, const char *text,
                    size_t size)
{
    memset(s, 0, offsetof(struct scanner, chunk));
    s->memory = memory;
    s->read = read;
    s->user = user;
    s->bytes = read ? s->chunk : text;
    s->size = read ? 0 : size;
    s->here = (struct place){0, 1, 1};
}

void vci_scan_stop(struct scanner *s)
{
    if (s->text)
        s->memory->deallocate(s->memory->user, s->text);
}

unsigned vci_scan(struct scanner *s)
{
    if (s->held) {
        s->held = false;
        if (s->kind == ITEM_FAULT) {
            s->kind = ITEM_TAG;
            s->place = s->held_place;
            s->behind_empty_line = true;
            s->in_movetext = false;
        }
        return s->kind;
    }
    if (!s->primed) {
        s->primed = true;
        load(s);
        if (s->current == 0xff || s->current == 0xfe) {
            s->ended = true;
            s->next = s->size;
            s->current = END;
            s->place = s->here;
            return s->kind = fault(s, VC_ERR_SYNTAX, "the text is not in UTF-8 or another extension of ASCII");
        }
    }
    s->behind_empty_line = false;
    s->kind = find(s);
    if (s->failed) { /* told once; what was found may be cut off */
        s->failed = s->held = false;
        s->kind = fault(s, VC_ERR_STOPPED, "the text cannot be read");
    }
    return s->kind;
}

void vci_scan_hold(struct scanner *s) { s->held = true; }

bool vci_scan_comment_follows(struct scanner *s)
{
    skip_blanks(s);
    return s->current == '{' || s->current == ';';
}
