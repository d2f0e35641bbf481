/* SPDX-License-Identifier: ISC */
/* support.c - see support.h */
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRATCHES = 16, SCRATCH = 16384, KEPT = 64, TIMEOUT = 240 };

const char *const ruleset_names[5] = {"orthodox", "quantum", "potential", "power", "ideal"};

/* One of some buffers for texts, in turn. */
static char *scratch(void)
{
    static char buffers[SCRATCHES][SCRATCH];
    static unsigned next;
    char *buffer = buffers[next++ % SCRATCHES];
    *buffer = '\0';
    return buffer;
}

static void append(char *buffer, const char *separator, const char *text)
{
    const size_t length = strlen(buffer);
    const char *before = length ? separator : "";
    ck_assert_uint_lt(length + strlen(before) + strlen(text), SCRATCH);
    snprintf(buffer + length, SCRATCH - length, "%s%s", before, text);
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

/* ------------------------------------------------------------------------------- memory --- */

struct heap heap;

/* Before each block stands its size, so that a foreign or freed one is noticed and a freed one is spoilt. */
union head {
    struct {
        size_t size;
        uint32_t mark;
    } block;
    max_align_t alignment;
};
static const uint32_t live_mark = 0x4c495645, dead_mark = 0x44454144;

static void *heap_allocate(void *user, size_t size)
{
    ck_assert_ptr_eq(user, &heap);
    ck_assert_uint_gt(size, 0);
    if (++heap.calls == heap.fail_at)
        return NULL;
    union head *head = malloc(sizeof *head + size);
    ck_assert_ptr_nonnull(head);
    head->block.size = size;
    head->block.mark = live_mark;
    memset(head + 1, 0xa5, size);
    heap.live++;
    return head + 1;
}

static void heap_deallocate(void *user, void *memory)
{
    union head *head = memory;
    ck_assert_ptr_eq(user, &heap);
    ck_assert_ptr_nonnull(memory);
    head--;
    ck_assert_uint_eq(head->block.mark, live_mark);
    head->block.mark = dead_mark;
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
        ck_assert_msg(!vc_rules_set(rules, name, value, &error), "%s: %s", ruleset, error.message);
    return rules;
}

vc_game *new_game(const char *ruleset, const char *options, const char *position)
{
    vc_rules *rules = new_rules(ruleset, options);
    vc_error error = {.size = sizeof error};
    vc_game *game;
    ck_assert_msg(!vc_game_new(rules, position, &game, &error), "%s: %s: %s", ruleset, position, error.message);
    vc_rules_release(rules);
    keep_game(game);
    return game;
}

vc_action action_of(const char *text)
{
    vc_action action = VC_NO_ACTION;
    vc_error error = {.size = sizeof error};
    ck_assert_msg(!vc_action_parse(text, &action, &error), "%s", error.message);
    return action;
}

void play(vc_game *game, const char *actions)
{
    vc_error error = {.size = sizeof error};
    char text[16];
    int length;
    for (; actions && sscanf(actions, " %15s%n", text, &length) == 1; actions += length)
        ck_assert_msg(!vc_game_play_text(game, text, &error), "%s: %s", position_text(game), error.message);
}

/* -------------------------------------------------------------------------------- texts --- */

const char *action_text(vc_action action)
{
    char *text = scratch();
    ck_ok(vc_action_text(action, text, SCRATCH, NULL));
    return text;
}

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
    char *text = scratch();
    ck_ok(vc_game_outcomes(game, list, weights, VC_MAX_ACTIONS, &n, NULL));
    for (size_t i = 0; i < n; i++)
        append(text, " ", format("%s:%u", action_text(list[i]), weights[i]));
    return text;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* Sorts words of at most 31 characters. */
static const char *sorted(const char *words)
{
    char (*list)[32] = malloc(SCRATCH / 2 * sizeof *list), *text = scratch();
    size_t n = 0;
    int length;
    ck_assert_ptr_nonnull(list);
    for (; sscanf(words, " %31s%n", list[n], &length) == 1; words += length)
        n++;
    qsort(list, n, sizeof *list, compare_texts);
    for (size_t i = 0; i < n; i++)
        append(text, " ", list[i]);
    free(list);
    return text;
}

const char *actions_text(const vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t n;
    char *text = scratch();
    if (vc_game_actor(game) == VC_CHANCE)
        return sorted(outcomes_text(game));
    ck_ok(vc_game_actions(game, list, VC_MAX_ACTIONS, &n));
    for (size_t i = 0; i < n; i++)
        append(text, " ", action_text(list[i]));
    return sorted(text);
}

static const char *winner_text(uint32_t winner)
{
    static const char *const names[] = {"w", "b", "chance", "draw"};
    ck_assert_uint_lt(winner, COUNT(names));
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

static const char *square_text(uint32_t square)
{
    return square == VC_NO_SQUARE ? "-" : format("%c%u", (char)('a' + square % 8), square / 8 + 1);
}

const char *squares_text(uint64_t squares)
{
    char *text = scratch();
    for (uint32_t square = 0; square < 64; square++)
        if (squares >> square & 1)
            append(text, " ", square_text(square));
    return text;
}

uint32_t square_of(const char *text)
{
    ck_assert_uint_eq(strlen(text), 2);
    ck_assert(text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8');
    return (uint32_t)(text[1] - '1') * 8 + (uint32_t)(text[0] - 'a');
}

static char piece_letter(vc_piece piece)
{
    ck_assert_uint_lt(vc_piece_type(piece), 7);
    return (vc_piece_color(piece) == VC_WHITE ? "-PNBRQK" : "-pnbrqk")[vc_piece_type(piece)];
}

const char *pieces_text(const vc_game *game, const char *square)
{
    vc_piece list[16];
    size_t n;
    char *text = scratch();
    ck_ok(vc_game_pieces(game, square_of(square), list, COUNT(list), &n));
    const bool counts = vc_rules_ruleset(vc_game_rules(game)) == VC_POWER;
    for (size_t i = 0; i < n; i++) {
        append(text, "", format("%c", piece_letter(list[i])));
        if (counts)
            append(text, "", format("%u", vc_piece_moves(list[i])));
    }
    return text;
}

const char *cards_text(const vc_card *cards, size_t count)
{
    char *text = scratch();
    for (size_t i = 0; i < count; i++) {
        char card[3];
        ck_ok(vc_card_text(cards[i], card, sizeof card, NULL));
        append(text, "", card);
    }
    return text;
}

const char *event_text(const vc_event *event)
{
    static const char *const names[] = {"?",         "touch",    "move",      "capture",   "merge", "part",
                                        "demotion",  "promotion", "casualty",  "attack",    "discard", "draw",
                                        "top",       "reshuffle", "undo",      "redo",      "end"};
    char *text = scratch();
    ck_assert_uint_eq(event->size, sizeof *event);
    ck_assert_uint_lt(event->type, COUNT(names));
    append(text, " ", names[event->type]);
    append(text, " ", event->action ? action_text(event->action) : "-");
    append(text, " ", event->color == VC_WHITE ? "w" : "b");
    if (event->square != VC_NO_SQUARE)
        append(text, " ", square_text(event->square));
    if (event->to_square != VC_NO_SQUARE)
        append(text, " >", square_text(event->to_square));
    if (event->before)
        append(text, " ", format("%c", piece_letter(event->before)));
    if (event->after)
        append(text, " =", format("%c", piece_letter(event->after)));
    if (event->card) {
        const vc_card card = (vc_card)event->card;
        append(text, " ", VC_CARD_RANK(card) ? cards_text(&card, 1) : format("suit%u", VC_CARD_SUIT(card)));
    }
    if (event->can_move)
        append(text, " ", "can_move");
    if (event->reason || event->winner != VC_NOBODY)
        append(text, " ", format("%s %s", winner_text(event->winner), vc_reason_name(event->reason)));
    if (event->weights[0] | event->weights[1] | event->weights[2] | event->weights[3])
        append(text, " ", format("%u/%u/%u/%u", event->weights[0], event->weights[1], event->weights[2],
                                 event->weights[3]));
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
    ck_assert_msg(!heap.live, "%zu blocks were not freed", heap.live);
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
