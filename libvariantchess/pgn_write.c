/* SPDX-License-Identifier: ISC */
/*
 * pgn_write.c - records as PGN in export format
 *
 * Includes record.h, notation.h.
 */
#include "notation.h"
#include "record.h"

enum { LINE = 80, OUT_SIZE = 4096 }; /* lines are shorter than that */

/* What is written, on its way to the callback. */
struct out {
    vc_write_fn write;
    void *user;
    bool stopped;
    size_t column, used;
    char buffer[OUT_SIZE];
    const char *result;     /* these two as they were at first: the callback may play the record's game on */
    struct verdict verdict;
};

static void flush(struct out *out)
{
    if (out->used && !out->stopped)
        out->stopped = out->write(out->user, out->buffer, out->used) != 0;
    out->used = 0;
}

static void put(struct out *out, char c)
{
    if (out->used == OUT_SIZE)
        flush(out);
    out->buffer[out->used++] = c;
    out->column = c == '\n' ? 0 : out->column + 1;
}

static void put_string(struct out *out, const char *string)
{
    while (*string)
        put(out, *string++);
}

/* Begins a word of the movetext: on this line when size bytes still fit, or when it may not begin one. */
static void begin_word(struct out *out, size_t size, bool may_begin)
{
    if (!out->column)
        return;
    if (may_begin && out->column + 1 + size >= LINE)
        put(out, '\n');
    else
        put(out, ' ');
}

static void put_word(struct out *out, const char *word)
{
    begin_word(out, strlen(word), true);
    put_string(out, word);
}

/* --------------------------------------------------------------------------------- tags --- */

static void put_tag(struct out *out, const char *name, const char *value)
{
    put(out, '[');
    put_string(out, name);
    put_string(out, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            put(out, '\\');
        put(out, *value);
    }
    put_string(out, "\"]\n");
}

/* The tags behind the roster, those that the game says among them, by name. */
struct listing {
    size_t count;
    struct {
        const char *name, *value;
    } tags[VC_MAX_TAGS + 8];
    char options[MAX_OPTIONS], position[VC_POSITION_TEXT_SIZE], termination[32];
};

/* Puts a tag where it belongs; without a value there is nothing to put. */
static void list_tag(struct listing *l, const char *name, const char *value)
{
    size_t i = l->count;
    if (!value)
        return;
    for (; i && strcmp(l->tags[i - 1].name, name) > 0; i--)
        l->tags[i] = l->tags[i - 1];
    l->tags[i].name = name;
    l->tags[i].value = value;
    l->count++;
}

static const char *termination_of(struct listing *l, const vc_record *record, struct verdict verdict)
{
    struct text text = {l->termination, sizeof l->termination, 0};
    if (!verdict.reason)
        return vci_record_tag(record, "Termination");
    for (const char *c = vci_reason_name(verdict.reason); *c; c++)
        vci_text_char(&text, (char)(*c == '_' ? ' ' : *c));
    return l->termination;
}

/* start: the game taken back to its beginning; verdict: how it ended. */
static void list_tags(struct listing *l, const vc_record *record, const vc_game *start, struct verdict verdict)
{
    const struct vc_rules *rules = start->rules;
    struct text options = {l->options, sizeof l->options, 0}, position = {l->position, sizeof l->position, 0};
    struct position array;
    char usual[VC_POSITION_TEXT_SIZE];
    struct text usual_text = {usual, sizeof usual, 0};
    l->count = 0;
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *name = record->tags[i].name;
        if (!vci_tag_in_roster(name) && !vci_tag_is_derived(name) && strcmp(name, "Termination") != 0)
            list_tag(l, name, record->tags[i].value);
    }
    list_tag(l, "Termination", termination_of(l, record, verdict));
    list_tag(l, "Variant", rules->id == DEFAULT_RULESET ? NULL : rules->set->name);
    vci_options_write(rules, &options);
    list_tag(l, "Options", options.length ? l->options : NULL);
    vci_position_write(rules, now(start), &position);
    const vc_status status = vci_position_read(rules, vci_array, &array, NULL);
    assert(!status);
    (void)status;
    vci_position_write(rules, &array, &usual_text);
    if (strcmp(usual, l->position) != 0) {
        list_tag(l, "SetUp", "1");
        list_tag(l, "FEN", l->position);
    }
}

static void put_tags(struct out *out, const vc_record *record, const vc_game *start)
{
    struct listing listing;
    for (size_t i = 0; i < ROSTER; i++) {
        const char *name = vci_roster[i], *value = vci_record_tag(record, name);
        const char *unknown = strcmp(name, "Date") != 0 ? "?" : "????.??.??";
        put_tag(out, name, value && *value ? value : unknown);
    }
    put_tag(out, "Result", out->result);
    list_tags(&listing, record, start, out->verdict);
    for (size_t i = 0; i < listing.count; i++)
        put_tag(out, listing.tags[i].name, listing.tags[i].value);
    put(out, '\n');
}

/* ----------------------------------------------------------------------------- comments --- */

static size_t word_length(const char *word) { return strcspn(word, " "); }

/* Whether a word of a comment may begin a line: some programs would take it for a tag or an escaped line. */
static bool may_begin_line(const char *word) { return *word != '[' && *word != '%'; }

/* The length of a word with those behind it that may not begin a line. */
static size_t length_together(const char *word)
{
    size_t length = word_length(word);
    while (word[length] && !may_begin_line(&word[length + 1]))
        length += 1 + word_length(&word[length + 1]);
    return length;
}

/* A comment that has no closing brace. */
static void put_braced(struct out *out, const char *comment)
{
    for (const char *word = comment;; word++) {
        const size_t length = word_length(word), together = length_together(word);
        const bool first = word == comment, last = !word[length];
        begin_word(out, together + first + !word[together], first || may_begin_line(word));
        if (first)
            put(out, '{');
        for (size_t i = 0; i < length; i++)
            put(out, word[i]);
        word += length;
        if (last)
            break;
    }
    put(out, '}');
}

/* One with a closing brace: lines that begin with a semicolon. */
static void put_lines(struct out *out, const char *comment)
{
    if (out->column)
        put(out, '\n');
    put(out, ';');
    for (const char *word = comment;; word++) {
        const size_t length = word_length(word);
        if (out->column > 1 && out->column + 1 + length >= LINE)
            put_string(out, "\n;");
        put(out, ' ');
        for (size_t i = 0; i < length; i++)
            put(out, word[i]);
        word += length;
        if (!*word)
            break;
    }
    put(out, '\n');
}

/* Writes what is noted at a ply; returns whether there is a comment. */
static bool put_note(struct out *out, const vc_record *record, size_t ply)
{
    const struct note *note = vci_record_note(record, ply);
    char nag[8];
    if (!note)
        return false;
    for (unsigned i = 0; i < note->nag_count; i++) {
        struct text text = {nag, sizeof nag, 0};
        vci_text_char(&text, '$');
        vci_text_number(&text, note->nags[i]);
        put_word(out, nag);
    }
    if (note->comment)
        (strchr(note->comment, '}') ? put_lines : put_braced)(out, note->comment);
    return note->comment != NULL;
}

/* ----------------------------------------------------------------------------- movetext --- */

/* How far the numbering of turns has come. */
struct numbering {
    unsigned side;
    size_t actions;   /* of the turn that side has */
    bool numbered;    /* this turn has its number, or needs none */
    bool interrupted; /* Black's next turn gets a number too */
};

/* Writes the number of a turn before its first action by a player. */
static void put_number(struct out *out, struct numbering *n, const struct position *p, bool chance)
{
    char number[16];
    struct text text = {number, sizeof number, 0};
    if (p->side != n->side) {
        n->interrupted |= n->actions > 1;
        n->numbered = false;
        n->actions = 0;
        n->side = p->side;
    }
    n->actions++;
    if (chance || n->numbered)
        return;
    n->numbered = true;
    if (p->side == WHITE || n->interrupted) {
        vci_text_number(&text, p->number);
        vci_text_string(&text, p->side == WHITE ? "." : "...");
        put_word(out, number);
    }
    n->interrupted = false;
}

/* Replays length entries of a game that stands at its beginning, and writes them. */
static vc_status put_movetext(struct out *out, const vc_record *record, vc_game *game, size_t length)
{
    struct numbering numbering = {.side = VC_NOBODY, .interrupted = true};
    vc_status status = VC_OK;
    put_note(out, record, 0);
    for (size_t ply = 0; ply < length && !status && !out->stopped; ply++) {
        char san[VC_SAN_TEXT_SIZE];
        struct text text = {san, sizeof san, 0};
        vc_entry entry;
        vci_game_entry(game, ply, &entry);
        if (entry.action) {
            put_number(out, &numbering, now(game), entry.actor == VC_CHANCE);
            vci_san_write(game, entry.action, &text);
            put_word(out, san);
            numbering.interrupted |= put_note(out, record, ply + 1);
        }
        status = vci_game_redo(game);
    }
    put_word(out, out->result);
    put_string(out, "\n\n");
    return status;
}

/* A copy of the record's game, taken back to its beginning; and how long it was. */
static vc_status copy_of_game(const vc_record *record, vc_game **copy, size_t *length)
{
    const vc_status status = vci_game_clone(record->game, true, copy);
    for (*length = 0; !status && !vci_game_undo(*copy); ++*length)
        continue;
    return status;
}

vc_status vci_record_write(const vc_record *record, vc_write_fn write, void *user)
{
    struct out out = {.write = write, .user = user, .result = vci_record_result(record),
                      .verdict = vci_game_verdict(record->game)};
    size_t length;
    vc_game *game;
    vc_status status = copy_of_game(record, &game, &length);
    if (status)
        return status;
    put_tags(&out, record, game);
    status = put_movetext(&out, record, game, length);
    vci_game_free(game);
    flush(&out);
    return out.stopped ? VC_ERR_STOPPED : status;
}
