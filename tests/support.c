/* SPDX-License-Identifier: ISC */
/* support.c - see support.h */
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"

enum { SCRATCHES = 16, SCRATCH = 16384, KEPT = 64, TIMEOUT = 240 };

const char *const ruleset_names[5] = {"orthodox", "quantum", "potential", "power", "ideal"};

/* One of some buffers for texts that are returned, in turn. */
static char *scratch(void)
{
    static char buffers[SCRATCHES][SCRATCH];
    static unsigned next;
    return buffers[next++ % SCRATCHES];
}

const char *format(const char *text, ...)
{
    char *buffer = scratch();
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(buffer, SCRATCH, text, arguments);
    va_end(arguments);
    return buffer;
}

/* A text that is being put together; separator stands between its parts. */
struct draft {
    const char *separator;
    size_t length;
    char text[SCRATCH];
};

CK_ATTRIBUTE_FORMAT(printf, 2, 3) static void add(struct draft *draft, const char *text, ...)
{
    va_list arguments;
    if (draft->length)
        draft->length += (size_t)snprintf(draft->text + draft->length, SCRATCH - draft->length, "%s", draft->separator);
    va_start(arguments, text);
    draft->length += (size_t)vsnprintf(draft->text + draft->length, SCRATCH - draft->length, text, arguments);
    va_end(arguments);
    ck_that(draft->length < SCRATCH, "too long a text");
}

/* An action or a card as a value that holds its text. */
struct short_text {
    char text[VC_ACTION_TEXT_SIZE];
};

/* ------------------------------------------------------------------------------- memory --- */

struct heap heap;

/*
 * Before each block stands its size, so that a foreign or freed one is noticed and a freed one is spoilt, and between
 * which others it is in the ring of those that live.
 */
union head {
    struct {
        size_t size;
        uint32_t mark;
        union head *previous, *next;
    } block;
    max_align_t alignment;
};
static union head ring = {.block = {.previous = &ring, .next = &ring}};
static const uint32_t live_mark = 0x4c495645, dead_mark = 0x44454144;

static void *heap_allocate(void *user, size_t size)
{
    ck_that(user == &heap && size, "allocation of %zu bytes for %p", size, user);
    if (++heap.calls == heap.fail_at)
        return NULL;
    union head *head = malloc(sizeof *head + size);
    ck_that(head, "out of memory");
    head->block.size = size;
    head->block.mark = live_mark;
    head->block.previous = &ring;
    head->block.next = ring.block.next;
    ring.block.next->block.previous = head;
    ring.block.next = head;
    memset(head + 1, 0xa5, size);
    heap.live++;
    return head + 1;
}

bool block_holds(const void *block, const void *bytes, size_t size)
{
    const union head *head = (const union head *)block - 1;
    for (size_t i = 0; i + size <= head->block.size; i++)
        if (!memcmp((const char *)block + i, bytes, size))
            return true;
    return false;
}

unsigned blocks_with(const void *bytes, size_t size)
{
    unsigned count = 0;
    for (const union head *head = ring.block.next; head != &ring; head = head->block.next)
        count += block_holds(head + 1, bytes, size);
    return count;
}

static void heap_deallocate(void *user, void *memory)
{
    union head *head = memory;
    ck_that(user == &heap && memory, "%p is freed for %p", memory, user);
    head--;
    ck_that(head->block.mark == live_mark, "%s", head->block.mark == dead_mark ? "freed twice" : "not allocated here");
    ck_that(!heap.secret || !block_holds(memory, heap.secret, VC_SEED_BYTES), "a seed is left in freed memory");
    head->block.mark = dead_mark;
    head->block.previous->block.next = head->block.next;
    head->block.next->block.previous = head->block.previous;
    memset(head + 1, 0xdd, head->block.size);
    heap.live--;
    free(head);
}

const vc_memory heap_memory = {sizeof heap_memory, &heap, heap_allocate, heap_deallocate};

/* ---------------------------------------------------------------------- rules and games --- */

static vc_game *kept[KEPT];

void keep_game(vc_game *game)
{
    for (unsigned i = 0; i < KEPT; i++)
        if (!kept[i]) {
            kept[i] = game;
            return;
        }
    ck_abort_msg("more games than the test may keep");
}

void free_game(vc_game *game)
{
    for (unsigned i = 0; i < KEPT; i++)
        if (kept[i] == game)
            kept[i] = NULL;
    ck_ok(vc_game_free(game));
}

vc_rules *new_rules(const char *ruleset, const char *options)
{
    uint32_t id;
    vc_rules *rules;
    vc_error error = {.size = sizeof error};
    char name[64], value[64];
    int length;
    ck_ok(vc_ruleset_find(ruleset, &id));
    ck_ok(vc_rules_new(id, &heap_memory, &rules));
    for (; options && sscanf(options, " %63[^=]=%63s%n", name, value, &length) == 2; options += length)
        ck_that(!vc_rules_set(rules, name, value, &error), "%s: %s", ruleset, error.message);
    return rules;
}

vc_game *new_game(const char *ruleset, const char *options, const char *position)
{
    vc_rules *rules = new_rules(ruleset, options);
    vc_error error = {.size = sizeof error};
    vc_game *game;
    ck_that(!vc_game_new(rules, position, &game, &error), "%s: %s: %s", ruleset, position, error.message);
    vc_rules_release(rules);
    keep_game(game);
    return game;
}

vc_action action_of(const char *text)
{
    vc_action action = VC_NO_ACTION;
    vc_error error = {.size = sizeof error};
    ck_that(!vc_action_parse(text, &action, &error), "%s", error.message);
    return action;
}

void play(vc_game *game, const char *actions)
{
    vc_error error = {.size = sizeof error};
    char text[16];
    int length;
    for (; actions && sscanf(actions, " %15s%n", text, &length) == 1; actions += length)
        ck_that(!vc_game_play_text(game, text, &error), "%s: %s", position_text(game), error.message);
}

/* -------------------------------------------------------------------------------- texts --- */

static struct short_text text_of_action(vc_action action)
{
    struct short_text text;
    ck_ok(vc_action_text(action, text.text, sizeof text.text, NULL));
    return text;
}

static struct short_text text_of_square(uint32_t square)
{
    struct short_text text = {"-"};
    if (square != VC_NO_SQUARE)
        snprintf(text.text, sizeof text.text, "%c%u", (char)('a' + square % 8), square / 8 % 8 + 1);
    return text;
}

const char *action_text(vc_action action) { return format("%s", text_of_action(action).text); }

const char *position_text(const vc_game *game)
{
    char *text = scratch();
    ck_ok(vc_game_position(game, text, SCRATCH, NULL));
    return text;
}

const char *outcomes_text(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    size_t n;
    struct draft draft = {.separator = " "};
    ck_ok(vc_game_outcomes(game, list, weights, VC_MAX_ACTIONS, &n, NULL));
    for (size_t i = 0; i < n; i++)
        add(&draft, "%s:%u", text_of_action(list[i]).text, weights[i]);
    return format("%s", draft.text);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* Sorts words of at most 31 characters. */
static const char *sorted(const char *words)
{
    static char list[VC_MAX_ACTIONS][32];
    struct draft draft = {.separator = " "};
    size_t n = 0;
    int length;
    for (; n < COUNT(list) && sscanf(words, " %31s%n", list[n], &length) == 1; words += length)
        n++;
    qsort(list, n, sizeof *list, compare_texts);
    for (size_t i = 0; i < n; i++)
        add(&draft, "%s", list[i]);
    return format("%s", draft.text);
}

const char *actions_text(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    struct draft draft = {.separator = " "};
    if (vc_game_actor(game) == VC_CHANCE)
        return sorted(outcomes_text(game));
    ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &n));
    for (size_t i = 0; i < n; i++)
        add(&draft, "%s", text_of_action(list[i]).text);
    return sorted(draft.text);
}

static const char *winner_text(uint32_t winner)
{
    static const char *const names[] = {"w", "b", "chance", "draw"};
    ck_that(winner < COUNT(names), "winner %u", winner);
    return names[winner];
}

const char *ending_text(const vc_game *game)
{
    uint32_t winner, reason;
    ck_ok(vc_game_outcome(game, &winner, &reason));
    if (reason)
        return format("%s %s", winner_text(winner), vc_reason_name(reason));
    ck_assert_uint_eq(winner, VC_NOBODY);
    return "";
}

const char *why_text(const vc_game *game, const char *action)
{
    char *text = scratch();
    ck_ok(vc_game_why(game, action_of(action), text, SCRATCH, NULL));
    return text;
}

const char *squares_text(uint64_t squares)
{
    struct draft draft = {.separator = " "};
    for (uint32_t square = 0; square < 64; square++)
        if (squares >> square & 1)
            add(&draft, "%s", text_of_square(square).text);
    return format("%s", draft.text);
}

uint32_t square_of(const char *text)
{
    ck_assert_uint_eq(strlen(text), 2);
    ck_assert(text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8');
    return (uint32_t)(text[1] - '1') * 8 + (uint32_t)(text[0] - 'a');
}

static char piece_letter(vc_piece piece)
{
    ck_that(vc_piece_type(piece) < 7, "piece %u", piece);
    return (vc_piece_color(piece) == VC_WHITE ? "-PNBRQK" : "-pnbrqk")[vc_piece_type(piece)];
}

const char *pieces_text(const vc_game *game, const char *square)
{
    vc_piece list[16];
    size_t n;
    struct draft draft = {.separator = ""};
    const bool counts = vc_rules_ruleset(vc_game_rules(game)) == VC_POWER;
    ck_ok(vc_game_pieces(game, square_of(square), list, COUNT(list), &n));
    for (size_t i = 0; i < n; i++) {
        add(&draft, "%c", piece_letter(list[i]));
        if (counts)
            add(&draft, "%u", vc_piece_moves(list[i]));
    }
    return format("%s", draft.text);
}

const char *cards_text(const vc_card *cards, size_t count)
{
    struct draft draft = {.separator = ""};
    for (size_t i = 0; i < count; i++) {
        char card[3];
        ck_ok(vc_card_text(cards[i], card, sizeof card, NULL));
        add(&draft, "%s", card);
    }
    return format("%s", draft.text);
}

const char *event_text(const vc_event *event)
{
    static const char *const names[] = {"?",        "touch",     "move",     "capture", "merge",   "part",
                                        "demotion", "promotion", "casualty", "attack",  "discard", "draw",
                                        "top",      "reshuffle", "undo",     "redo",    "end"};
    struct draft draft = {.separator = " "};
    ck_that(event->size == sizeof *event && event->type < COUNT(names), "event of type %u", event->type);
    add(&draft, "%s %s %s", names[event->type], event->action ? text_of_action(event->action).text : "-",
        winner_text(event->color));
    if (event->square != VC_NO_SQUARE)
        add(&draft, "%s", text_of_square(event->square).text);
    if (event->to_square != VC_NO_SQUARE)
        add(&draft, ">%s", text_of_square(event->to_square).text);
    if (event->before)
        add(&draft, "%c", piece_letter(event->before));
    if (event->after)
        add(&draft, "=%c", piece_letter(event->after));
    if (event->card && VC_CARD_RANK(event->card))
        add(&draft, "%s", cards_text(&(vc_card){(vc_card)event->card}, 1));
    else if (event->card)
        add(&draft, "suit %u", VC_CARD_SUIT(event->card));
    if (event->weights[0] | event->weights[1] | event->weights[2] | event->weights[3])
        add(&draft, "%u/%u/%u/%u", event->weights[0], event->weights[1], event->weights[2], event->weights[3]);
    if (event->can_move)
        add(&draft, "can_move");
    if (event->reason || event->winner != VC_NOBODY)
        add(&draft, "%s %s", winner_text(event->winner), vc_reason_name(event->reason));
    return format("%s", draft.text);
}

const char *moves_text(const vc_game *game)
{
    static char text[1 << 16];
    char *end = text;
    *text = '\0';
    for (size_t i = 0; i < vc_game_length(game); i++) {
        vc_entry entry = {.size = sizeof entry};
        ck_ok(vc_game_entry(game, i, &entry));
        ck_assert_int_lt(end - text, (1 << 16) - 100);
        if (entry.action)
            end += sprintf(end, "%s%s", end > text ? " " : "", action_text(entry.action));
    }
    return text;
}

bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *found = strstr(words, word); found; found = strstr(found + 1, word))
        if ((found == words || found[-1] == ' ') && (found[length] == ' ' || !found[length]))
            return true;
    return false;
}

/* ------------------------------------------------------------------ records and readers --- */

int32_t put_on_paper(void *user, const char *bytes, size_t size)
{
    struct paper *paper = user;
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_lt(paper->length + size, sizeof paper->text);
    memcpy(paper->text + paper->length, bytes, size);
    paper->length += size;
    paper->text[paper->length] = '\0';
    return 0;
}

const char *record_text(const vc_record *record)
{
    static struct paper papers[2];
    static unsigned next;
    struct paper *paper = &papers[next++ % 2];
    static char text[sizeof paper->text];
    size_t length;
    paper->length = 0;
    ck_ok(vc_record_write(record, put_on_paper, paper));
    ck_ok(vc_record_text(record, text, sizeof text, &length));
    ck_assert_uint_eq(length, paper->length);
    ck_assert_str_eq(text, paper->text);
    return paper->text;
}

const char *movetext(const vc_record *record)
{
    char *text = strstr(record_text(record), "\n\n");
    ck_assert_ptr_nonnull(text);
    text += 2;
    ck_assert_str_eq(text + strlen(text) - 2, "\n\n");
    text[strlen(text) - 2] = '\0';
    return text;
}

const char *tag_line(const vc_record *record, const char *name)
{
    const char *wanted = format("[%s ", name);
    char *line = strstr(record_text(record), wanted);
    if (!line)
        return "";
    line[strcspn(line, "\n")] = '\0';
    return line;
}

vc_reader *new_reader(const char *text, size_t size, uint32_t flags)
{
    vc_reader *reader = NULL;
    ck_ok(vc_reader_new_text(&heap_memory, text, size, flags, &reader));
    return reader;
}

vc_record *read_record(const char *text)
{
    vc_reader *reader = new_reader(text, strlen(text), VC_SAN_LENIENT);
    vc_record *record = NULL;
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_reader_next(reader, &error);
    ck_that(!status, "%s\n%s", text, error.message);
    ck_ok(vc_reader_take(reader, &record));
    ck_status(vc_reader_take(reader, &record), VC_ERR_NOTHING);
    ck_status(vc_reader_next(reader, NULL), VC_ERR_NOTHING);
    ck_ok(vc_reader_free(reader));
    return record;
}

/* ------------------------------------------------------------------------------- chance --- */

uint64_t random_state = 1;

unsigned random_below(size_t bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((random_state >> 33) % bound);
}

size_t list_choices(const vc_game *game, vc_action *actions)
{
    size_t count;
    if (vc_game_actor(game) == VC_CHANCE)
        ck_ok(vc_game_outcomes(game, actions, NULL, VC_MAX_ACTIONS, &count, NULL));
    else
        ck_ok(vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
    return count;
}

static void play_at_random(vc_game *game, unsigned most)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t count;
    while (most-- && (count = list_choices(game, actions)) > 0)
        ck_ok(vc_game_play(game, actions[random_below(count)]));
}

vc_record *random_record(const struct setting *setting)
{
    static const char *const comments[] = {"x", "{", "}", "} {", "[%clk 0:01:02]",
                                           "a longer comment, of quite a few words", ";",
                                           "% [Event \"x\"]", "\xc3\xa4\xc3\xb6"};
    vc_rules *rules = setting_rules(setting);
    vc_game *game;
    vc_record *record;
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    vc_rules_release(rules);
    if (!random_below(3)) {
        play_at_random(game, random_below(60));
        ck_ok(vc_game_set_position(game, position_text(game), NULL));
    }
    play_at_random(game, random_below(4) ? random_below(40) : 400);
    if (!random_below(3) && vc_game_actor(game) != VC_NOBODY) {
        if (vc_game_claimable(game))
            ck_ok(vc_game_claim(game));
        else
            ck_ok(vc_game_end(game, random_below(2), random_below(2) ? VC_REASON_RESIGNATION : VC_REASON_TIME_FORFEIT));
    }
    ck_ok(vc_record_new(game, &record));
    ck_ok(vc_game_free(game));
    for (unsigned i = random_below(10); i--;) {
        const size_t ply = random_below(vc_game_length(vc_record_game(record)) + 1);
        const uint8_t nags[] = {(uint8_t)random_below(100), (uint8_t)(100 + random_below(100))};
        ck_ok(vc_record_set_comment(record, ply, comments[random_below(COUNT(comments))]));
        ck_ok(vc_record_set_nags(record, ply, nags, random_below(3)));
    }
    return record;
}

/* ------------------------------------------------------------------------------- checks --- */

struct trace trace_of(const vc_game *game)
{
    struct trace trace = {.length = vc_game_length(game),
                          .redo_length = vc_game_redo_length(game),
                          .chance_index = vc_game_chance_index(game)};
    ck_ok(vc_game_save(game, trace.saved, sizeof trace.saved, &trace.saved_length));
    ck_ok(vc_game_outcome(game, &trace.winner, &trace.reason));
    for (size_t i = 0; i < trace.length + trace.redo_length; i++) {
        vc_entry entry = {.size = sizeof entry};
        ck_ok(vc_game_entry(game, i, &entry));
        trace.entries = trace.entries * 1000003 + entry.action + entry.actor * UINT64_C(0x100000000) +
                        entry.winner * UINT64_C(0x1000000000) + entry.reason * UINT64_C(0x10000000000);
    }
    return trace;
}

bool same_trace(const struct trace *a, const struct trace *b)
{
    return a->saved_length == b->saved_length && !memcmp(a->saved, b->saved, a->saved_length) &&
           a->length == b->length && a->redo_length == b->redo_length && a->chance_index == b->chance_index &&
           a->entries == b->entries && a->winner == b->winner && a->reason == b->reason;
}

/* ------------------------------------------------------------------------------ running --- */

/* Runs after each test, in its process. */
static void free_all(void)
{
    heap.fail_at = 0;
    for (unsigned i = 0; i < KEPT; i++)
        if (kept[i])
            free_game(kept[i]);
    ck_that(!heap.live, "%zu blocks were not freed", heap.live);
}

int run_tests(const char *name, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, TIMEOUT);
    tcase_add_checked_fixture(tcase, NULL, free_all);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    const bool all_ran = srunner_ntests_run(runner) == (int)count || getenv("CK_RUN_CASE") || getenv("CK_RUN_SUITE");
    srunner_free(runner);
    return failed || !all_ran ? EXIT_FAILURE : EXIT_SUCCESS;
}
