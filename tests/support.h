/* SPDX-License-Identifier: ISC */
/*
 * support.h - what the C tests share
 *
 * Games made here use a heap that counts, so that every test also checks that nothing is left allocated. What a game
 * says is turned into short texts, so that tests are tables of texts: the texts are good for the next few calls only.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <check.h>
#include <stdbool.h>
#include <string.h>
#include <variantchess/variantchess.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/*
 * How slowly the library runs here, if the compiler's command line does not say it: 0 as released, 1 with assertions,
 * 2 with sanitizers or on a machine that is emulated.
 */
#ifndef SLOWNESS
#if defined __SANITIZE_ADDRESS__ || defined EMULATED
#define SLOWNESS 2
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SLOWNESS 2
#endif
#endif
#endif
#ifndef SLOWNESS
#ifdef NDEBUG
#define SLOWNESS 0
#else
#define SLOWNESS 1
#endif
#endif

/* ------------------------------------------------------------------------------ running --- */

/* Runs a program's tests; a test that is in no such list is an unused variable, which compilers tell. */
#define RUN_TESTS(suite, ...)                                            \
    run_tests(suite, (const TTest *const[]){__VA_ARGS__},                \
              sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(TTest *))
int run_tests(const char *suite, const TTest *const *tests, size_t count);

/* ------------------------------------------------------------------------------- memory --- */

/* The heap of every rules object made below. */
struct heap {
    size_t live;    /* blocks not freed yet */
    size_t calls;   /* allocations asked for so far */
    size_t fail_at; /* the allocation that fails, counted by calls, from 1; 0 for none */
    const uint8_t *secret; /* VC_SEED_BYTES that no block may hold when it is freed; or NULL */
};
extern struct heap heap;
extern const vc_memory heap_memory;
/* Whether a live block of the heap holds some bytes in a row. */
bool block_holds(const void *block, const void *bytes, size_t size);
/* How many of them all do. */
unsigned blocks_with(const void *bytes, size_t size);

/* ---------------------------------------------------------------------- rules and games --- */

extern const char *const ruleset_names[5];

/* Options are a text such as "temperature=1/2 king_safety=strict"; NULL for none. */
vc_rules *new_rules(const char *ruleset, const char *options);
/* A game that is freed after the test if not before. position: NULL for the array. */
vc_game *new_game(const char *ruleset, const char *options, const char *position);
void free_game(vc_game *game);
/* Frees a game that was not made by new_game() after the test. */
void keep_game(vc_game *game);

/* The action of a text; it must be one. */
vc_action action_of(const char *text);
/* Plays actions separated by spaces, chance's included; each must be legal. NULL for none. */
void play(vc_game *game, const char *actions);

/* -------------------------------------------------------------------------------- texts --- */

const char *action_text(vc_action action);
const char *position_text(const vc_game *game);
/* A player's actions, or the outcomes of chance with their weights ("=n:10 =b:10"), sorted as texts. */
const char *actions_text(const vc_game *game);
/* The outcomes in the library's order, with their weights. */
const char *outcomes_text(const vc_game *game);
/* "" while the game goes on, else such as "w checkmate" or "draw dead_position". */
const char *ending_text(const vc_game *game);
const char *why_text(const vc_game *game, const char *action);
/* Squares such as "a1 h8". */
const char *squares_text(uint64_t squares);
uint32_t square_of(const char *text);
/* Pieces on a square such as "Qb" or "P2n0": letter by colour; in power followed by its count of moves. */
const char *pieces_text(const vc_game *game, const char *square);
/* Cards such as "3d4h". */
const char *cards_text(const vc_card *cards, size_t count);
const char *event_text(const vc_event *event);
/* A text made as by printf(). */
const char *format(const char *text, ...) CK_ATTRIBUTE_FORMAT(printf, 1, 2);

/* The actions that were played, such as "e2e4 e7e5"; good until the next call. */
const char *moves_text(const vc_game *game);

/* Whether words, separated by spaces, has a word. */
bool has_word(const char *words, const char *word);

/* ------------------------------------------------------------------ records and readers --- */

/* A text that grows. */
struct paper {
    size_t length;
    char text[1 << 20];
};
/* A vc_write_fn whose user is a paper. */
int32_t put_on_paper(void *user, const char *bytes, size_t size);

/* What a record is written as: both ways of writing agree. The text is good for the next call, no longer. */
const char *record_text(const vc_record *record);
/* Parts of it: the movetext alone, without the empty line; the line of a tag, "" when there is none. */
const char *movetext(const vc_record *record);
const char *tag_line(const vc_record *record, const char *name);

vc_reader *new_reader(const char *text, size_t size, uint32_t flags);
/* The one game of a text, read leniently; the record is the caller's. */
vc_record *read_record(const char *text);

/* ------------------------------------------------------------------------------- chance --- */

/* Repeatable numbers from 0 to bound - 1: set the state, which is 1 at first, for others. */
extern uint64_t random_state;
unsigned random_below(size_t bound);

/* All actions, or all outcomes where chance is to act: at most VC_MAX_ACTIONS. */
size_t list_choices(const vc_game *game, vc_action *actions);

/* A record of a game of random length, from the array or from where another game came to, with random notes. */
struct setting;
vc_record *random_record(const struct setting *setting);

/* ------------------------------------------------------------------------------- checks --- */

/* What is put into out parameters before a call that must not write: no number that one gets by chance. */
enum { UNTOUCHED = 0x55 };

/* All that a call that fails must leave as it was. */
struct trace {
    char saved[2048];
    size_t saved_length, length, redo_length;
    uint64_t chance_index, entries;
    uint32_t winner, reason;
};
struct trace trace_of(const vc_game *game);
bool same_trace(const struct trace *a, const struct trace *b);

/* Unlike Check's own, these write no trail of passing checks, which would take most of the time. */
#define ck_that(condition, ...)        \
    do {                               \
        if (!(condition))              \
            ck_abort_msg(__VA_ARGS__); \
    } while (0)

#define ck_unchanged(game, before)                                                           \
    do {                                                                                     \
        const struct trace now_ = trace_of(game);                                            \
        ck_that(same_trace(&now_, before), "the game changed to %s", position_text(game)); \
    } while (0)

/* A call returns a status. */
#define ck_status(call, wanted)                                                                        \
    do {                                                                                               \
        const vc_status status_ = (call), wanted_ = (wanted);                                          \
        ck_that(status_ == wanted_, "%s: %s (%d), not %d", #call, vc_status_text(status_), (int)status_, \
                (int)wanted_);                                                                         \
    } while (0)
#define ck_ok(call) ck_status(call, VC_OK)

/* ck_assert_str_eq() that says which row of a table it was. */
#define ck_row(row, got, wanted)                                                                       \
    do {                                                                                               \
        const char *got_ = (got), *wanted_ = (wanted);                                                 \
        ck_that(!strcmp(got_, wanted_), "%s: %s is\n\"%s\", not\n\"%s\"", row, #got, got_, wanted_); \
    } while (0)

#endif
