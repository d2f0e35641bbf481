/* SPDX-License-Identifier: ISC */
/*
 * calls.h - what the parts of fuzz_calls share: the input as a tape, a heap that fails, handles and what they hold
 *
 * The input is a program: each of its bytes chooses a call, a handle, an argument, the size of a buffer, what a
 * callback answers and which call it makes in turn. A tape that has come to its end gives zeros.
 */
#ifndef CALLS_H
#define CALLS_H

#include "fuzz.h"

/* --------------------------------------------------------------------------------- tape --- */

uint8_t next_byte(void);
uint32_t next_word(void); /* four bytes */
unsigned below(unsigned bound); /* a byte, as a number below bound */
bool tape_is_over(void);
/* Some bytes of the tape as a text; in a block of just that size, which the caller frees. */
char *next_text(size_t most);
/* Takes so many plies from what an input may cost; when there are not so many left, false, and no call follows. */
bool afford(size_t plies);

/* ------------------------------------------------------------------------------- states --- */

/* Kinds of state that libFuzzer hears of like of code that is reached, so that it looks for each of them. */
enum state { CALLED, COPIED, PLAYED_LONG, WRITTEN, STATES };
enum { DETAILS = 512 };
void reach(enum state state, unsigned detail);

/* --------------------------------------------------------------------------------- heap --- */

struct heap {
    size_t live;    /* blocks not freed yet */
    size_t asked;   /* allocations so far */
    size_t fail_in; /* the allocation that fails, counted from now on; 0 for none */
    bool failed;    /* that has happened in the present call */
};
extern struct heap heap;
extern const vc_memory heap_memory;

/* Makes a call that may allocate: it says so when, and only when, an allocation failed. */
#define CALL(status, call)                                 \
    do {                                                   \
        const bool outside_ = heap.failed;                 \
        heap.failed = false;                               \
        (status) = (call);                                 \
        MUST(((status) == VC_ERR_MEMORY) == heap.failed); \
        heap.failed = outside_;                            \
    } while (0)

/* Makes a call that allocates nothing. */
#define QUIET(status, call)               \
    do {                                  \
        const size_t asked_ = heap.asked; \
        (status) = (call);                \
        MUST(heap.asked == asked_);       \
    } while (0)

/* ------------------------------------------------------------------------------ handles --- */

enum { RULES = 2, GAMES = 3, RECORDS = 2, READERS = 2, SEATS = GAMES + RECORDS, MODEL = 64 };

/*
 * A game, and where it was after some of its entries: each of the first ones, and of later ones the last that was seen
 * among those that share a place. Those behind GAMES are of records.
 */
struct seat {
    vc_game *game;
    unsigned inside; /* callbacks of it that run */
    struct trace places[MODEL];
    bool known[MODEL];
};
extern struct seat seats[SEATS];

/* What a call does to a history when it succeeds. */
enum effect { BEGINS, GOES_ON_, TAKES_BACK, REPLAYS, KEEPS };

struct book {
    vc_record *record;
    struct seat *seat;       /* of its game */
    struct source *source;   /* the reader that it still belongs to; else NULL */
    unsigned inside;         /* callbacks of vc_record_write() that run */
};
extern struct book books[RECORDS];

/* A reader, and what it reads. */
struct source {
    vc_reader *reader;
    char *text;
    size_t size, at;
    unsigned inside;
};
extern struct source sources[READERS];

extern vc_rules *rules_held[RULES];

/*
 * The same from a callback, if the tape says so and not too deep: first about the handles that the callback belongs to,
 * seats[which] or what goes with it, then about any.
 */
void maybe_call(unsigned which);

/* Puts a game into a seat, or NULL. What it has now is all that is known of it. */
void put_game(struct seat *seat, vc_game *game);
/* The seat that a new game gets: one of those that are no records', emptied. NULL when its game is busy. */
struct seat *free_seat(void);
/* What holds after any call that may change a game. before: of its game, if it has one. */
void settle(struct seat *seat, vc_status status, enum effect effect, const struct trace *before);

/* A seat from which something is taken: with a game, and another one than to, if there is one. */
const struct seat *some_source(const struct seat *to);
void copy_game(struct seat *to); /* what another one has */
unsigned age_of(const vc_game *game); /* how much was played, below AGES, as states tell it apart */
enum { AGES = 12 };

vc_rules *fresh_rules(void);  /* new ones of a setting that the tape names; NULL when memory is short */
vc_rules *some_rules(void);   /* those that somebody has, or NULL */
char *some_position(void);    /* a text to be freed, or NULL for the array */
size_t list_of(const vc_game *game, vc_action *actions); /* what can be played, also by chance */

void begin_with_game(struct seat *seat); /* a first game, of the setting that the tape names, with callbacks */
void game_call(struct seat *seat);   /* a call that changes a game, or makes one */
void long_call(struct seat *seat);   /* many such calls of one kind */
void ask_call(struct seat *seat);    /* one that asks a game */
void record_call(struct book *book); /* one about records */
void reader_call(struct source *source);
void batch_call(void);               /* one about a batch */
void plain_call(void);               /* one without a handle, or about rules */
void free_record(struct book *book);
void free_source(struct source *source);
void free_herd(void);                /* the batch */

/* ------------------------------------------------------------------------------ buffers --- */

/* A buffer for size bytes, of just that size, that is filled; NULL when the tape chose NULL for a size of 0. */
struct buffer {
    uint8_t *bytes;
    size_t size;
};
struct buffer new_buffer(size_t elements, size_t size);
/* Whether nothing was written. */
bool is_blank(const struct buffer *buffer);
void free_buffer(struct buffer *buffer);

/* The contract of texts that are written into a buffer, and of lists. */
void must_fit_text(vc_status status, const struct buffer *buffer, size_t length);
void must_fit_list(vc_status status, const struct buffer *buffer, size_t capacity, size_t count);

#endif
