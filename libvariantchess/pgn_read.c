/* SPDX-License-Identifier: ISC */
/*
 * pgn_read.c - makes records of the items of PGN
 *
 * A fault ends the reading of its game; the rest of that game is skipped when the next one is asked for. Includes
 * record.h, notation.h.
 */
#include <inttypes.h>

#include "notation.h"
#include "record.h"

enum { TAG_VARIANT, TAG_OPTIONS, TAG_FEN, TAGS_OF_RULES };

static const char *const tags_of_rules[TAGS_OF_RULES] = {"Variant", "Options", "FEN"};

/* Says what is wrong and where. The rest of the game is to be skipped, unless this is its end. */
static vc_status fault(vc_reader *reader, vc_status status, const struct place *place, const char *what,
                       const char *detail, vc_error *error)
{
    reader->place = *place;
    reader->skipping = true;
    return vci_fail(error, status, place->offset < UINT32_MAX ? (size_t)place->offset : UINT32_MAX,
                    "line %" PRIu64 ", column %" PRIu64 ": %s%s", place->line, place->column, what, detail);
}

static vc_status fault_here(vc_reader *reader, vc_status status, const char *what, vc_error *error)
{
    return fault(reader, status, &reader->scan.place, what, "", error);
}

/* A fault that needs no words of its own. */
static vc_status plain_fault(vc_reader *reader, vc_status status, vc_error *error)
{
    return status ? fault_here(reader, status, vc_status_text(status), error) : VC_OK;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* Whether two texts are the same but for upper and lower case, and for '_' and ' '. */
static bool same_words(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (lower(*a) != lower(*b) && !((*a == '_' || *a == ' ') && (*b == '_' || *b == ' ')))
            return false;
    return *a == *b;
}

/* ---------------------------------------------------------------------- rules and game --- */

/* The rule set that the tag Variant means, by name, by title, or by a word of other programs for plain chess. */
static bool find_variant(const char *variant, uint32_t *id)
{
    static const char *const plain[] = {"", "?", "chess", "standard", "normal", "classical", "from position"};
    for (*id = 0; *id < vci_ruleset_count(); ++*id)
        if (same_words(variant, vci_ruleset(*id)->name) || same_words(variant, vci_ruleset(*id)->title))
            return true;
    *id = DEFAULT_RULESET;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (same_words(variant, plain[i]))
            return true;
    return false;
}

/* Reads a name or value that ends before a certain character, into a buffer; NULL when there is none, or too long. */
static const char *read_part(const char *c, char *part, size_t size, char end)
{
    size_t n = 0;
    for (; *c && *c != ' ' && *c != end; c++) {
        if (n + 1 == size)
            return NULL;
        part[n++] = *c;
    }
    part[n] = '\0';
    return n ? c : NULL;
}

/* Sets options from a text such as "temperature=1/2 king_safety=strict". */
static vc_status set_options(struct vc_rules *rules, const char *options, vc_error *error)
{
    char name[64], value[64];
    for (const char *c = options; *(c += strspn(c, " "));) {
        c = read_part(c, name, sizeof name, '=');
        if (c && *c == '=')
            c = read_part(c + 1, value, sizeof value, ' ');
        else
            c = NULL;
        if (!c)
            return vci_fail(error, VC_ERR_OPTION, 0, "options are written name=value");
        const vc_status status = vci_option_set(rules, name, value, error);
        if (status)
            return status;
    }
    return VC_OK;
}

static void forget_rules(vc_reader *reader)
{
    if (reader->rules)
        vci_rules_release(reader->rules);
    reader->rules = NULL;
}

/* Makes the rules that the tags tell, or keeps those of the game before when they are the same. */
static vc_status find_rules(vc_reader *reader, vc_error *error)
{
    const char *variant = vci_record_tag(reader->record, "Variant");
    const char *options = vci_record_tag(reader->record, "Options");
    vc_error inner = {.size = sizeof inner};
    uint32_t id = DEFAULT_RULESET;
    options = options ? options : "";
    if (variant && !find_variant(variant, &id))
        return fault(reader, VC_ERR_OPTION, &reader->tag_places[TAG_VARIANT], "unknown variant: ", variant, error);
    if (strlen(options) >= sizeof reader->options)
        return fault(reader, VC_ERR_LIMIT, &reader->tag_places[TAG_OPTIONS], "too many options", "", error);
    if (reader->rules && reader->rules->id == id && !strcmp(reader->options, options))
        return VC_OK;
    forget_rules(reader);
    reader->rules = vci_rules_new(&reader->memory, id);
    if (!reader->rules)
        return plain_fault(reader, VC_ERR_MEMORY, error);
    vc_status status = set_options(reader->rules, options, &inner);
    if (status) {
        forget_rules(reader);
        return fault(reader, status, &reader->tag_places[TAG_OPTIONS], "the tag Options: ", inner.message, error);
    }
    strcpy(reader->options, options);
    return VC_OK;
}

/* A game at the position where the record begins. */
static vc_status new_game(const vc_reader *reader, struct vc_rules *rules, vc_game **game)
{
    const vc_status status = vci_game_new(rules, &reader->start, game);
    if (!status)
        atomic_store(&rules->frozen, true);
    return status;
}

/* Makes the game of what the tags tell, when the movetext begins. */
static vc_status begin_movetext(vc_reader *reader, vc_error *error)
{
    vc_error inner = {.size = sizeof inner};
    if (reader->begun)
        return VC_OK;
    reader->begun = true;
    vc_status status = find_rules(reader, error);
    if (status)
        return status;
    const char *position = vci_record_tag(reader->record, "FEN");
    status = vci_position_read(reader->rules, position ? position : vci_array, &reader->start, &inner);
    if (status)
        return fault(reader, status, &reader->tag_places[TAG_FEN], "the tag FEN: ", inner.message, error);
    return plain_fault(reader, new_game(reader, reader->rules, &reader->record->game), error);
}

/*
 * Real games went on where the rules of today would have drawn them by themselves. Replays what was read under rules
 * that differ in nothing but that.
 */
static vc_status without_automatic_draws(vc_reader *reader)
{
    vc_game *game, *before = reader->record->game;
    struct vc_rules *rules = vci_rules_copy(before->rules);
    if (!rules)
        return VC_ERR_MEMORY;
    vc_status status = vci_option_set(rules, "automatic_draws", "off", NULL);
    assert(!status);
    status = new_game(reader, rules, &game);
    vci_rules_release(rules);
    if (status)
        return status;
    for (size_t i = 0; i < reader->ply && !status; i++) {
        vc_entry entry;
        vci_game_entry(before, i, &entry);
        status = vci_game_play(game, entry.action);
    }
    vci_game_free(status ? game : before);
    if (!status)
        reader->record->game = game;
    return status;
}

static bool drawn_automatically(const vc_reader *reader)
{
    const unsigned reason = vci_game_verdict(reader->record->game).reason;
    return reader->flags == VC_SAN_LENIENT &&
           (reason == VC_REASON_SEVENTYFIVE_MOVES || reason == VC_REASON_FIVEFOLD_REPETITION);
}

/* ------------------------------------------------------------------------------ the end --- */

/* The result that a word of the movetext, or the tag, tells; NULL when it is none. */
static const char *result_of_word(const vc_reader *reader, const char *word)
{
    static const char *const draws[] = {"1/2", "\xc2\xbd-\xc2\xbd", "\xc2\xbd"};
    const char *result = vci_result_of_text(word);
    for (size_t i = 0; !result && reader->flags == VC_SAN_LENIENT && i < sizeof draws / sizeof *draws; i++)
        if (*word == *draws[i] && !strcmp(word, draws[i]))
            result = vci_result_of_winner(VC_NOBODY);
    return result;
}

/* Makes the dashes of typesetting, such as those of "1\u20130", hyphens: U+2010 to U+2015, and U+2212. */
static void plain_dashes(char *word)
{
    for (char *c = word; (c = strchr(c, '\xe2')) != NULL; c++)
        if ((c[1] == '\x80' && c[2] >= '\x90' && c[2] <= '\x95') || (c[1] == '\x88' && c[2] == '\x92')) {
            *c = '-';
            memmove(c + 1, c + 3, strlen(c + 3) + 1);
        }
}

/* The result that the word which was found tells; NULL when it is none. */
static const char *result_found(vc_reader *reader)
{
    if (reader->flags == VC_SAN_LENIENT)
        plain_dashes(reader->scan.word);
    return result_of_word(reader, reader->scan.word);
}

/* The reason that the tag Termination names. */
static unsigned stated_reason(const vc_reader *reader)
{
    const char *termination = vci_record_tag(reader->record, "Termination");
    for (uint32_t reason = VC_REASON_CHECKMATE; termination && vci_reason_name(reason); reason++)
        if (same_words(termination, vci_reason_name(reason)))
            return reason;
    return VC_REASON_NONE;
}

/* Ends the game for a reason from outside, if it can have that reason and that result. */
static vc_status end_from_outside(vc_reader *reader, const char *result)
{
    vc_game *game = reader->record->game;
    const unsigned reason = stated_reason(reader);
    unsigned winner = VC_WHITE;
    while (winner <= VC_NOBODY && result != vci_result_of_winner(winner))
        winner++;
    const bool claim = is_claim(reason);
    if (winner > VC_NOBODY || vci_game_verdict(game).reason)
        return VC_OK;
    if (claim && (winner != VC_NOBODY || !vci_game_can_claim(game, reason)))
        return VC_OK;
    if (!claim && (reason < VC_REASON_RESIGNATION || (reason == VC_REASON_RESIGNATION && winner == VC_NOBODY)))
        return VC_OK;
    return vci_game_end(game, winner, reason);
}

/* Strictly read: whether tags, movetext and position tell one end. word: what the movetext tells, NULL for nothing. */
static vc_status check_end(vc_reader *reader, const char *word, const char *tag, vc_error *error)
{
    const struct verdict verdict = vci_game_verdict(reader->record->game);
    const unsigned reason = stated_reason(reader);
    if (!word)
        return fault_here(reader, VC_ERR_SYNTAX, "the result is missing at the end of the moves", error);
    if (!tag || tag != word)
        return fault_here(reader, VC_ERR_MISMATCH, "the tag Result is missing or tells another result", error);
    if (verdict.reason && word != vci_result_of_winner(verdict.winner))
        return fault_here(reader, VC_ERR_MISMATCH, "the position tells another result", error);
    if (reason && reason != verdict.reason)
        return fault_here(reader, VC_ERR_MISMATCH, "the game did not end as the tag Termination tells", error);
    return VC_OK;
}

/* Makes the tag Result the result. A tag that tells another one stays, so that it can be seen: its reader may mind. */
static vc_status state_result(vc_reader *reader, const char *result, const char *tag)
{
    const struct verdict verdict = vci_game_verdict(reader->record->game);
    const bool possible = !verdict.reason || result == vci_result_of_winner(verdict.winner);
    if (!possible || !tag || *tag == '*' || tag == result)
        return vci_record_set_tag(reader->record, "Result", result);
    reader->record->told = result;
    return VC_OK;
}

/* The game is read. */
static vc_status finish(vc_reader *reader, const char *word, vc_error *error)
{
    vc_status status = begin_movetext(reader, error);
    if (status)
        return status;
    const char *tag = vci_record_tag(reader->record, "Result");
    tag = tag ? result_of_word(reader, tag) : NULL;
    const char *result = word && (*word != '*' || !tag) ? word : tag ? tag : "*";
    if (*result != '*' && result != vci_result_of_winner(VC_NOBODY) && drawn_automatically(reader))
        status = without_automatic_draws(reader);
    if (!status)
        status = end_from_outside(reader, result);
    if (!status && reader->flags == VC_SAN_STRICT) {
        status = check_end(reader, word, tag, error);
        if (status)
            return status;
    }
    if (!status)
        status = state_result(reader, result, tag);
    return plain_fault(reader, status, error);
}

/* Comments on the line of the result are the game's that ended. */
static vc_status read_last_comments(vc_reader *reader, bool keep, vc_error *error)
{
    vc_status status = VC_OK;
    while (!status && vci_scan_comment_follows(&reader->scan)) {
        if (vci_scan(&reader->scan) == ITEM_FAULT)
            status = keep ? fault_here(reader, reader->scan.fault, reader->scan.message, error) : VC_ERR_SYNTAX;
        else if (keep)
            status = plain_fault(
                reader, vci_record_add_comment(reader->record, reader->ply, reader->scan.text), error);
    }
    return status;
}

/* -------------------------------------------------------------------------------- items --- */

/* Whether the tag that was found is the first one of another game. */
static bool begins_next_game(const vc_reader *reader)
{
    const struct scanner *scan = &reader->scan;
    if (reader->begun || !scan->behind_empty_line)
        return reader->begun;
    if (!reader->record) /* it is skipped */
        return !strcmp(scan->name, "Event");
    return reader->record->tag_count && (!strcmp(scan->name, "Event") || vci_record_tag(reader->record, scan->name));
}

static vc_status read_tag(vc_reader *reader, vc_error *error)
{
    for (unsigned i = 0; i < TAGS_OF_RULES; i++)
        if (!strcmp(reader->scan.name, tags_of_rules[i]))
            reader->tag_places[i] = reader->scan.place;
    return plain_fault(reader, vci_record_set_tag(reader->record, reader->scan.name, reader->scan.text), error);
}

/* The NAG that a sign stands for; -1 for none. */
static int nag_of_sign(const char *sign)
{
    static const struct {
        char sign[4];
        uint8_t nag;
    } signs[] = {
        {"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"=", 10}, {"~", 13}, {"+=", 14}, {"+/=", 14},
        {"=+", 15}, {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19},
        {"\u203c", 3}, {"\u2047", 4}, {"\u2049", 5}, {"\u2048", 6}, {"\u25a1", 7}, {"\u221e", 13}, {"\u2a72", 14},
        {"\u2a71", 15}, {"\u00b1", 16}, {"\u2213", 17},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (*sign == *signs[i].sign && !strcmp(sign, signs[i].sign)) /* nearly every word is a move, and no sign */
            return signs[i].nag;
    return -1;
}

/* Cuts the signs "!" and "?" off the end of a move; returns their NAG, or -1. */
static int cut_signs(char *word)
{
    size_t length = strlen(word), signs = 0;
    while (length - signs > 1 && (word[length - signs - 1] == '!' || word[length - signs - 1] == '?'))
        signs++;
    const int nag = signs ? nag_of_sign(&word[length - signs]) : -1;
    word[length - signs] = '\0';
    return nag;
}

static bool is_number(const char *word)
{
    while (*word >= '0' && *word <= '9')
        word++;
    return !*word;
}

/* Words that say nothing. */
static bool is_idle(const vc_reader *reader, const char *word)
{
    return is_number(word) || (reader->flags == VC_SAN_LENIENT && (!strcmp(word, "e.p.") || !strcmp(word, "ep")));
}

static vc_status play_word(vc_reader *reader, const char *word, vc_error *error)
{
    vc_error inner = {.size = sizeof inner};
    vc_action action = VC_NO_ACTION;
    if (reader->ply == VC_MAX_PLIES)
        return fault_here(reader, VC_ERR_LIMIT, "a game with more actions than are read", error);
    if (vci_game_verdict(reader->record->game).reason && drawn_automatically(reader)) {
        const vc_status status = without_automatic_draws(reader);
        if (status)
            return plain_fault(reader, status, error);
    }
    vc_status status = vci_san_read(reader->record->game, word, reader->flags, &action, &inner);
    if (status)
        return fault(reader, status, &reader->scan.place, inner.message, "", error);
    status = vci_game_play(reader->record->game, action);
    reader->ply += !status;
    return plain_fault(reader, status, error);
}

static vc_status read_move(vc_reader *reader, vc_error *error)
{
    char *word = reader->scan.word;
    int nag = -1;
    vc_status status = VC_OK;
    if (is_idle(reader, word))
        return VC_OK;
    if (reader->flags == VC_SAN_LENIENT)
        nag = nag_of_sign(word);
    if (nag < 0) {
        if (reader->flags == VC_SAN_LENIENT)
            nag = cut_signs(word);
        status = play_word(reader, word, error);
    }
    if (!status && nag >= 0)
        status = plain_fault(reader, vci_record_add_nag(reader->record, reader->ply, (uint8_t)nag), error);
    return status;
}

/* A word: a move or the result, which ends the game. */
static vc_status read_word(vc_reader *reader, bool *ended, vc_error *error)
{
    const char *result = result_found(reader);
    *ended = result != NULL;
    if (!result) {
        const vc_status status = begin_movetext(reader, error);
        return status ? status : read_move(reader, error);
    }
    vc_status status = finish(reader, result, error);
    if (!status)
        status = read_last_comments(reader, true, error);
    if (status) /* the next game begins behind them all the same */
        read_last_comments(reader, false, NULL);
    return status;
}

/* Skips the rest of a game, whatever it is. */
static void skip_game(vc_reader *reader)
{
    struct scanner *scan = &reader->scan;
    for (;;) {
        const unsigned kind = vci_scan(scan);
        reader->begun |= scan->in_movetext;
        switch (kind) {
        case ITEM_END:
            return;
        case ITEM_TAG:
            if (begins_next_game(reader)) {
                vci_scan_hold(scan);
                return;
            }
            break;
        case ITEM_WORD:
            if (result_found(reader)) {
                read_last_comments(reader, false, NULL);
                return;
            }
            break;
        default:
            break;
        }
    }
}

/* Reads items into an empty record until the game ends. */
static vc_status read_game(vc_reader *reader, vc_error *error)
{
    struct scanner *scan = &reader->scan;
    bool any = false, ended = false;
    vc_status status = VC_OK;
    while (!status && !ended) {
        const unsigned kind = vci_scan(scan);
        if (!any && kind != ITEM_COMMENT) {
            reader->place = scan->place;
            any = true;
            if (kind == ITEM_END)
                return VC_ERR_NOTHING;
        }
        switch (kind) {
        case ITEM_TAG:
            ended = begins_next_game(reader);
            if (ended)
                vci_scan_hold(scan);
            status = ended ? finish(reader, NULL, error) : read_tag(reader, error);
            break;
        case ITEM_COMMENT:
            status = plain_fault(reader, vci_record_add_comment(reader->record, reader->ply, scan->text), error);
            break;
        case ITEM_NAG:
            status = begin_movetext(reader, error);
            if (!status)
                status = plain_fault(
                    reader, vci_record_add_nag(reader->record, reader->ply, (uint8_t)scan->nag), error);
            break;
        case ITEM_VARIATION:
            status = begin_movetext(reader, error);
            break;
        case ITEM_WORD:
            status = read_word(reader, &ended, error);
            break;
        case ITEM_FAULT:
            reader->begun |= scan->in_movetext;
            status = fault_here(reader, scan->fault, scan->message, error);
            break;
        default:
            ended = true;
            status = finish(reader, NULL, error);
        }
    }
    if (ended)
        reader->skipping = false; /* there is nothing left of it */
    return status;
}

/* ------------------------------------------------------------------------------ handles --- */

vc_status vci_reader_new(const vc_memory *memory, vc_read_fn read, void *user, const char *text, size_t size,
                         unsigned flags, vc_reader **reader)
{
    vc_reader *made = memory->allocate(memory->user, sizeof *made);
    if (!made)
        return VC_ERR_MEMORY;
    memset(made, 0, offsetof(vc_reader, scan));
    memset((char *)made + offsetof(vc_reader, record), 0, sizeof *made - offsetof(vc_reader, record));
    made->magic = READER_MAGIC;
    made->flags = flags;
    made->memory = *memory;
    made->place = (struct place){0, 1, 1};
    vci_scan_start(&made->scan, &made->memory, read, user, text, size);
    *reader = made;
    return VC_OK;
}

static void forget_record(vc_reader *reader)
{
    if (reader->record)
        vci_record_free(reader->record);
    reader->record = NULL;
}

void vci_reader_free(vc_reader *reader)
{
    const vc_memory memory = reader->memory;
    forget_record(reader);
    forget_rules(reader);
    vci_scan_stop(&reader->scan);
    reader->magic = 0;
    memory.deallocate(memory.user, reader);
}

vc_status vci_reader_next(vc_reader *reader, vc_error *error)
{
    forget_record(reader);
    if (reader->skipping)
        skip_game(reader);
    reader->skipping = reader->begun = false;
    reader->ply = 0;
    vc_status status = vci_record_new(&reader->memory, &reader->record);
    if (status)
        return fault(reader, status, &reader->scan.here, vc_status_text(status), "", error);
    status = read_game(reader, error);
    if (status == VC_ERR_NOTHING) {
        forget_record(reader);
        return vci_fail(error, status, 0, "there is no further game");
    }
    return status;
}
