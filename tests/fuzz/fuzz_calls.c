/* SPDX-License-Identifier: ISC */
/*
 * fuzz_calls.c - any sequence of calls: setting, then a program, see calls.h
 *
 * Whatever is called in whatever order, from callbacks, too, and while memory is short: what fails has changed nothing,
 * what is undone or redone is as it was, what is listed can be played and nothing else, and in the end nothing is left.
 */
#include <sodium.h>

#include "../settings.h"
#include "calls.h"

enum { MOST_CALLS = 150, MOST_PLIES = 3000, DEEPEST = 3, NOTHING = 0xff };

/* --------------------------------------------------------------------------------- tape --- */

static const uint8_t *tape, *tape_end;

bool tape_is_over(void) { return tape == tape_end; }
uint8_t next_byte(void) { return tape_is_over() ? 0 : *tape++; }
unsigned below(unsigned bound) { return next_byte() % bound; }

uint32_t next_word(void)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word = word << 8 | next_byte();
    return word;
}

char *next_text(size_t most)
{
    const size_t left = (size_t)(tape_end - tape);
    size_t size = next_byte();
    size = size < most ? size : most;
    size = size < left ? size : left ? left - 1 : 0;
    char *text = malloc(size + 1);
    MUST(text);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)next_byte();
    text[size] = '\0';
    return text;
}

/* ------------------------------------------------------------------------------- states --- */

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
__attribute__((section("__libfuzzer_extra_counters"), used))
#endif
static uint8_t reached[STATES][DETAILS];

void reach(enum state state, unsigned detail) { reached[state][detail % DETAILS] = 1; }

/* --------------------------------------------------------------------------------- heap --- */

struct heap heap;

static void *heap_allocate(void *user, size_t size)
{
    MUST(user == &heap && size);
    heap.asked++;
    if (heap.fail_in && !--heap.fail_in) {
        heap.failed = true;
        return NULL;
    }
    void *block = malloc(size);
    MUST(block);
    memset(block, 0xa5, size);
    heap.live++;
    return block;
}

static void heap_deallocate(void *user, void *block)
{
    MUST(user == &heap && block && heap.live);
    heap.live--;
    free(block);
}

const vc_memory heap_memory = {sizeof heap_memory, &heap, heap_allocate, heap_deallocate};

/* --------------------------------------------------------------------------- randomness --- */

/* The system's source, made repeatable. */
static uint64_t random_state;

static const char *random_name(void) { return "fuzz"; }

static uint32_t random_word(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}

static void random_bytes(void *const buffer, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)random_word();
}

static void make_repeatable(void)
{
    static struct randombytes_implementation source = {
        .implementation_name = random_name, .random = random_word, .buf = random_bytes};
    static bool done;
    if (!done)
        MUST(!randombytes_set_implementation(&source));
    done = true;
    random_state = 1;
}

/* ------------------------------------------------------------------------------ buffers --- */

struct buffer new_buffer(size_t elements, size_t size)
{
    struct buffer buffer = {NULL, elements * size};
    if (!elements && next_byte() & 1)
        return buffer;
    buffer.bytes = malloc(buffer.size ? buffer.size : 1);
    MUST(buffer.bytes);
    memset(buffer.bytes, 0x55, buffer.size);
    return buffer;
}

bool is_blank(const struct buffer *buffer)
{
    for (size_t i = 0; i < buffer->size; i++)
        if (buffer->bytes[i] != 0x55)
            return false;
    return true;
}

void free_buffer(struct buffer *buffer)
{
    free(buffer->bytes);
    buffer->bytes = NULL;
}

void must_fit_text(vc_status status, const struct buffer *buffer, size_t length)
{
    if (status == VC_OK)
        MUST(length < buffer->size && memchr(buffer->bytes, '\0', buffer->size) == buffer->bytes + length);
    else
        MUST(is_blank(buffer));
    if (status == VC_ERR_BUFFER)
        MUST(buffer->size <= length);
}

void must_fit_list(vc_status status, const struct buffer *buffer, size_t capacity, size_t count)
{
    if (status == VC_OK)
        MUST(count <= capacity);
    else
        MUST(is_blank(buffer));
    if (status == VC_ERR_BUFFER)
        MUST(capacity < count);
}

/* ------------------------------------------------------------------------------ handles --- */

struct seat seats[SEATS];
struct book books[RECORDS];
struct source sources[READERS];
vc_rules *rules_held[RULES];

static unsigned calls, depth;

static size_t plies_left;

bool afford(size_t plies)
{
    const bool enough = plies <= plies_left;
    plies_left = enough ? plies_left - plies : 0;
    return enough;
}

static bool is_enough(void) { return calls >= MOST_CALLS || !plies_left; }

/* A call of one of sixteen kinds about seats[which], or what has the same number among its kind. */
static void call_about(unsigned kind, unsigned which)
{
    const unsigned book = which < GAMES ? which % RECORDS : which - GAMES;
    calls++;
    reach(CALLED, depth * 16 + kind);
    depth++;
    switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
        game_call(&seats[which]);
        break;
    case 6:
    case 7:
        long_call(&seats[which]);
        break;
    case 8:
    case 9:
        ask_call(&seats[which]);
        break;
    case 10:
    case 11:
    case 12:
        record_call(&books[book]);
        break;
    case 13:
        reader_call(&sources[book]);
        break;
    case 14:
        heap.fail_in = below(12);
        break;
    default:
        if (below(4))
            plain_call();
        else
            batch_call();
    }
    depth--;
}

/*
 * Most calls are about the first game and about records: so that things come together in short programs. One byte is no
 * call: many of them stand before the words of calls.dict, whose first byte then is one, whatever went before.
 */
static void one_call(void)
{
    static const uint8_t choices[16] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4};
    const uint8_t what = next_byte();
    if (what != NOTHING && !is_enough())
        call_about(what >> 4, choices[what & 15]);
}

void maybe_call(unsigned which)
{
    const unsigned how = depth < DEEPEST ? below(4) : 0;
    if (how < 2 || is_enough())
        return;
    call_about(below(16), which);
    if (how == 3)
        one_call();
}

static void free_all(void)
{
    heap.fail_in = 0;
    free_herd();
    for (unsigned i = 0; i < READERS; i++)
        free_source(&sources[i]);
    for (unsigned i = 0; i < RECORDS; i++)
        free_record(&books[i]);
    for (unsigned i = 0; i < GAMES; i++) {
        MUST(!vc_game_free(seats[i].game));
        seats[i].game = NULL;
    }
    for (unsigned i = 0; i < RULES; i++) {
        vc_rules_release(rules_held[i]);
        rules_held[i] = NULL;
    }
    MUST(heap.live == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > LONGEST_INPUT)
        return 0;
    make_repeatable();
    tape = data;
    tape_end = data + size;
    calls = depth = 0;
    plies_left = MOST_PLIES;
    heap = (struct heap){.live = 0};
    for (unsigned i = 0; i < RECORDS; i++)
        books[i].seat = &seats[GAMES + i];
    begin_with_game(&seats[0]);
    while (!tape_is_over() && !is_enough())
        one_call();
    free_all();
    return 0;
}
