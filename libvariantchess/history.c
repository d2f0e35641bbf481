/* SPDX-License-Identifier: ISC */
/* history.c - see history.h */
#include "history.h"

enum { FIRST_CAPACITY = 64, CACHE_LINE = 64, AT_ONCE = 16 };
static const size_t NONE = SIZE_MAX;

/*
 * So many turns are compared one by one, which is all that there can be before the half-move clock ends a game, unless
 * pawns moved; beyond that a table is made.
 */
enum { MOST_COMPARED = CLOCK_DRAW + 2 * WINDOW };

/* ------------------------------------------------------------------------------ memory --- */

void *vci_allocate(const struct vc_rules *rules, size_t size)
{
    return rules->memory.allocate(rules->memory.user, size);
}

void vci_deallocate(const struct vc_rules *rules, void *memory)
{
    if (memory)
        rules->memory.deallocate(rules->memory.user, memory);
}

/* Makes an array of capacity elements hold needed; the first count of them are in use. */
static bool reserve(const struct vc_rules *rules, void **array, size_t *capacity, size_t count, size_t needed,
                    size_t element)
{
    size_t larger = *capacity ? *capacity : FIRST_CAPACITY;
    void *memory;
    if (needed <= *capacity)
        return true;
    while (larger < needed)
        larger *= 2;
    if (larger > SIZE_MAX / element || !(memory = vci_allocate(rules, larger * element)))
        return false;
    if (count)
        memcpy(memory, *array, count * element);
    vci_deallocate(rules, *array);
    *array = memory;
    *capacity = larger;
    return true;
}

static bool reserve_entries(struct history *h, const struct vc_rules *rules, size_t needed)
{
    void *entries = h->entries;
    const bool done = reserve(rules, &entries, &h->entry_capacity, h->total, needed, sizeof *h->entries);
    h->entries = entries;
    return done;
}

/* How many positions are kept: those after 0, HALF_WINDOW, ... entries before base. */
static size_t kept_count(const struct history *h) { return h->base / HALF_WINDOW; }

static bool reserve_kept(struct history *h, const struct vc_rules *rules, size_t needed)
{
    void *kept = h->kept;
    const size_t words = rules->set->words;
    const bool done = reserve(rules, &kept, &h->kept_capacity, kept_count(h) * words, needed * words,
                              sizeof *h->kept);
    h->kept = kept;
    return done;
}

/* --------------------------------------------------------------------------- repetition --- */

static bool reserve_turns(struct history *h, const struct vc_rules *rules, size_t needed)
{
    void *turns = h->turns, *hashes = h->hashes;
    const bool done = reserve(rules, &turns, &h->turn_capacity, h->turn_count, needed, sizeof *h->turns) &&
                      reserve(rules, &hashes, &h->hash_capacity, h->hashes ? h->turn_count + AT_ONCE : 0,
                              needed + AT_ONCE, sizeof *h->hashes);
    if (!h->hashes && hashes)
        memset(hashes, 0, AT_ONCE * sizeof *h->hashes);
    h->turns = turns;
    h->hashes = hashes;
    return done;
}

/* How many of the newest turns may be the same position as one that comes then and has that clock. */
static size_t reach(const struct history *h, const struct vc_rules *rules, uint32_t clock)
{
    const size_t turns = h->turn_count - h->last_capture;
    return rules->set->clock_bounds_repetition && clock < MAX_COUNTER && clock < turns ? clock : turns;
}

/* The hash of a turn: before the first one stand so many that are compared with it and mean nothing. */
static uint32_t hash_of(const struct history *h, size_t index) { return h->hashes[AT_ONCE + index]; }

/* Whether that many turns are compared rather than looked for in a table. */
static bool are_compared(size_t far) { return far <= MOST_COMPARED; }

static uint32_t *slot_of(const struct history *h, uint32_t hash)
{
    return &h->table.slots[hash & (2 * h->table.capacity - 1)];
}

/* Puts the turns into the table that are not there yet. */
static void link_turns(struct history *h)
{
    struct turn_table *t = &h->table;
    for (; t->count < h->turn_count; t->count++) {
        uint32_t *slot = slot_of(h, hash_of(h, t->count));
        t->previous[t->count] = *slot;
        *slot = (uint32_t)(t->count + 1);
    }
}

void vci_history_unlink(struct history *h)
{
    struct turn_table *t = &h->table;
    while (t->count > h->turn_count) {
        t->count--;
        *slot_of(h, hash_of(h, t->count)) = t->previous[t->count];
    }
}

/* Makes a table with room for as many turns as there is room for elsewhere. A larger one is filled anew. */
static bool reserve_table(struct history *h, const struct vc_rules *rules)
{
    struct turn_table larger = {.capacity = h->turn_capacity};
    if (larger.capacity == h->table.capacity)
        return true;
    larger.slots = vci_allocate(rules, 2 * larger.capacity * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    larger.previous = vci_allocate(rules, larger.capacity * sizeof *larger.previous);
    if (!larger.previous) {
        vci_deallocate(rules, larger.slots);
        return false;
    }
    memset(larger.slots, 0, 2 * larger.capacity * sizeof *larger.slots);
    vci_deallocate(rules, h->table.slots);
    vci_deallocate(rules, h->table.previous);
    h->table = larger;
    return true;
}

/* Whether two turns, which have the same hash, are the same position. */
static bool is_same(const struct history *h, const struct vc_rules *rules, size_t one, size_t other)
{
    struct position a, b;
    vci_history_position(h, rules, h->turns[one].at, &a);
    vci_history_position(h, rules, h->turns[other].at, &b);
    return position_same(&a, &b, rules->set->words);
}

/* Whether a hash is one of sixteen, which are all compared at once. */
ALWAYS_INLINE bool is_among_sixteen(const uint32_t *hashes, uint32_t hash)
{
    typedef uint32_t four __attribute__((vector_size(16)));
    typedef uint64_t two __attribute__((vector_size(16)));
    const four wanted = {hash, hash, hash, hash};
    two found = {0, 0};
    for (unsigned i = 0; i < AT_ONCE; i += 4) {
        four part;
        memcpy(&part, hashes + i, sizeof part);
        found |= (two)(part == wanted);
    }
    return (found[0] | found[1]) != 0;
}

/* The newest turn from first up to end that has a hash, or NONE: all are compared. */
static size_t newest_compared(const struct history *h, size_t first, size_t end, uint32_t hash)
{
    for (; end > first; end = end > AT_ONCE ? end - AT_ONCE : 0)
        if (UNLIKELY(is_among_sixteen(&h->hashes[end], hash)))
            for (size_t i = end; i > first && i + AT_ONCE > end; i--)
                if (hash_of(h, i - 1) == hash)
                    return i - 1;
    return NONE;
}

/* The newest turn before the turn end, which has that hash, that has it, too, or NONE: the table chains them. */
static size_t newest_in_table(struct history *h, size_t end, uint32_t hash)
{
    link_turns(h);
    for (uint32_t i = h->table.previous[end]; i; i = h->table.previous[i - 1])
        if (UNLIKELY(hash_of(h, i - 1) == hash))
            return i - 1;
    return NONE;
}

/* The newest turn before end, and not before first, with the position of turn index; NONE when there is none. */
static size_t newest_same(struct history *h, const struct vc_rules *rules, size_t index, size_t end, size_t first,
                          bool compare)
{
    const uint32_t hash = hash_of(h, index);
    size_t i = end;
    do
        i = compare ? newest_compared(h, first, i, hash) : newest_in_table(h, i, hash);
    while (UNLIKELY(i != NONE) && !is_same(h, rules, i, index));
    return i;
}

/* Finds out how often the position of a turn had occurred when it came, that time included; far: how far to look. */
static uint32_t count_turn(struct history *h, const struct vc_rules *rules, size_t index, size_t far)
{
    const bool compare = are_compared(far) || !h->table.capacity;
    uint32_t count = 1, unknown = 0;
    size_t i = index;
    while (UNLIKELY((i = newest_same(h, rules, index, i, index - far, compare)) != NONE)) {
        if (h->turns[i].count) { /* and so were all before */
            count += h->turns[i].count;
            break;
        }
        count++;
        unknown++;
    }
    h->turns[index].count = count;
    for (uint32_t older = count - 1; UNLIKELY(unknown); unknown--) { /* so that nobody needs look so far again */
        index = newest_same(h, rules, index, index, 0, compare);
        h->turns[index].count = older--;
    }
    return count;
}

/* Whether there are arrays: they come with the first action. */
static bool has_room(const struct history *h) { return h->limit != 0; }

static size_t positions(const struct history *h) { return h->length - h->endings + 1; }

/* Notes whether the turn that comes next follows upon a capture, which sets the clock to 0. */
static void note_men(struct history *h, const struct vc_rules *rules, const struct position *p)
{
    const unsigned before = h->men;
    if (before && p->clock)
        return;
    h->men = rules->set->men(p);
    if (before && h->men != before)
        h->last_capture = h->turn_count;
}

/* Records the turns that are not yet. They are all in the window. */
static void record_turns(struct history *h, const struct vc_rules *rules)
{
    for (const size_t end = positions(h); h->recorded < end; h->recorded++) {
        const struct position *p = in_window(h, rules, h->recorded);
        if (starts_turn(rules, p)) {
            if (rules->set->men)
                note_men(h, rules, p);
            h->hashes[AT_ONCE + h->turn_count] = (uint32_t)position_hash(p);
            h->turns[h->turn_count++] = (struct turn){.at = (uint32_t)h->recorded};
        }
    }
}

/* Whether the table is going to be asked about the position now. */
static bool uses_table(const struct history *h, const struct vc_rules *rules)
{
    return h->table.capacity && !are_compared(reach(h, rules, h->now->clock));
}

void vci_history_fetch_turns(const struct history *h, const struct vc_rules *rules)
{
    const size_t end = h->turn_count;
    if (!end)
        return;
    __builtin_prefetch(&h->turns[end], 1);
    __builtin_prefetch(&h->hashes[AT_ONCE + end], 1);
    if (uses_table(h, rules)) {
        __builtin_prefetch(slot_of(h, (uint32_t)position_hash(h->now)), 1);
        __builtin_prefetch(&h->table.previous[end], 1);
        return;
    }
    for (size_t far = reach(h, rules, h->now->clock), i = 0; i < far; i += CACHE_LINE / sizeof *h->hashes)
        __builtin_prefetch(&h->hashes[end - i]);
}

void vci_history_fetch_chain(const struct history *h, const struct vc_rules *rules)
{
    const uint32_t newest = uses_table(h, rules) ? *slot_of(h, (uint32_t)position_hash(h->now)) : 0;
    if (newest) {
        __builtin_prefetch(&h->hashes[AT_ONCE + newest - 1]);
        __builtin_prefetch(&h->table.previous[newest - 1]);
    }
}

uint32_t vci_history_repetitions(struct history *h, const struct vc_rules *rules)
{
    if (!starts_turn(rules, h->now))
        return 0;
    if (!has_room(h)) /* nothing was ever played */
        return 1;
    record_turns(h, rules);
    const size_t newest = h->turn_count - 1;
    return h->turns[newest].count ? h->turns[newest].count
                                  : count_turn(h, rules, newest, reach(h, rules, h->now->clock + 1) - 1);
}

uint32_t vci_history_most_repetitions(struct history *h, const struct vc_rules *rules)
{
    uint32_t most = 1;
    if (has_room(h))
        record_turns(h, rules);
    for (size_t i = 0; i < h->turn_count; i++) {
        const uint32_t count = h->turns[i].count ? h->turns[i].count : count_turn(h, rules, i, i);
        if (count > most)
            most = count;
    }
    return most;
}

/* ------------------------------------------------------------------------------- window --- */

/* Copies the words of a position. */
static void copy_words(void *to, const void *from, const struct vc_rules *rules)
{
    memcpy(to, from, rules->set->words * sizeof(uint64_t));
}

/* Where the position after so many entries, a multiple of HALF_WINDOW, is kept. */
static uint64_t *place_in_kept(const struct history *h, const struct vc_rules *rules, size_t entries)
{
    return h->kept + entries / HALF_WINDOW * rules->set->words;
}

/* How many entries there is room for in a window that begins at base. */
static size_t limit_of(size_t base)
{
    return base + WINDOW - 1 < VC_MAX_LENGTH ? base + WINDOW - 1 : VC_MAX_LENGTH;
}

/* Whether more turns than are compared may have to be looked at before room is made again. */
static bool needs_table(const struct history *h, const struct vc_rules *rules)
{
    return h->table.capacity || !are_compared(reach(h, rules, h->now->clock) + 2 * WINDOW);
}

vc_status vci_history_make_room(struct history *h, const struct vc_rules *rules)
{
    const bool first = !has_room(h); /* no more than that: nothing must leave the window yet */
    const size_t base = first ? h->base : h->base + HALF_WINDOW;
    if (base >= VC_MAX_LENGTH)
        return VC_ERR_LIMIT;
    if (!reserve_entries(h, rules, base + WINDOW) || !reserve_kept(h, rules, base / HALF_WINDOW) ||
        !reserve_turns(h, rules, h->turn_count + 2 * WINDOW) || (needs_table(h, rules) && !reserve_table(h, rules)))
        return VC_ERR_MEMORY;
    if (!first) {
        record_turns(h, rules);
        copy_words(place_in_kept(h, rules, h->base), in_window(h, rules, h->base), rules);
        h->base = base;
    }
    h->limit = limit_of(base);
    return VC_OK;
}

void vci_history_refill(struct history *h, const struct vc_rules *rules)
{
    h->base -= HALF_WINDOW;
    h->limit = limit_of(h->base);
    copy_words(in_window(h, rules, h->base), place_in_kept(h, rules, h->base), rules);
    for (size_t i = h->base; i < h->base + HALF_WINDOW - 1; i++) {
        const struct position *before = in_window(h, rules, i);
        phase_of(rules, before)->apply(rules, before, in_window(h, rules, i + 1), entry_action(h->entries[i]));
    }
}

void vci_history_position(const struct history *h, const struct vc_rules *rules, size_t length, struct position *p)
{
    const size_t played = h->length - h->endings; /* an ending leaves the position as it is */
    struct position before;
    if (length > played)
        length = played;
    if (length >= h->base) {
        copy_words(p, in_window(h, rules, length), rules);
        return;
    }
    size_t i = length - length % HALF_WINDOW;
    for (copy_words(p, place_in_kept(h, rules, i), rules); i < length; i++) {
        copy_words(&before, p, rules);
        phase_of(rules, &before)->apply(rules, &before, p, entry_action(h->entries[i]));
    }
}

/* -------------------------------------------------------------------------- the history --- */

void vci_history_init(struct history *h, uint64_t *window)
{
    memset(h, 0, sizeof *h);
    h->window = window;
}

void vci_history_start(struct history *h, const struct vc_rules *rules, const void *words)
{
    h->length = h->total = h->endings = h->base = h->recorded = 0;
    h->limit = has_room(h) ? WINDOW - 1 : 0;
    h->chance_count = 0;
    h->turn_count = h->last_capture = h->men = 0;
    if (UNLIKELY(h->table.count))
        vci_history_unlink(h);
    h->now = in_window(h, rules, 0);
    memmove(h->now, words, rules->set->words * sizeof *h->window);
}

void vci_history_free(struct history *h, const struct vc_rules *rules)
{
    vci_deallocate(rules, h->entries);
    vci_deallocate(rules, h->kept);
    vci_deallocate(rules, h->turns);
    vci_deallocate(rules, h->hashes);
    vci_deallocate(rules, h->table.slots);
    vci_deallocate(rules, h->table.previous);
}

vc_status vci_history_copy(struct history *to, const struct history *from, const struct vc_rules *rules)
{
    const bool with_table = to->table.capacity || from->table.capacity; /* a table has room for all turns */
    if (to == from)
        return VC_OK;
    if (!reserve_entries(to, rules, from->total > from->base + WINDOW ? from->total : from->base + WINDOW) ||
        !reserve_kept(to, rules, kept_count(from)) || !reserve_turns(to, rules, from->turn_count + 2 * WINDOW) ||
        (with_table && !reserve_table(to, rules)))
        return VC_ERR_MEMORY;
    vci_history_start(to, rules, from->now);
    for (size_t i = from->base; i < positions(from); i++)
        copy_words(in_window(to, rules, i), in_window(from, rules, i), rules);
    to->now = in_window(to, rules, positions(from) - 1);
    to->limit = limit_of(from->base);
    if (from->total)
        memcpy(to->entries, from->entries, from->total * sizeof *to->entries);
    to->base = from->base;
    if (from->base)
        memcpy(to->kept, from->kept, kept_count(from) * rules->set->words * sizeof *to->kept);
    if (from->turn_count) {
        memcpy(to->turns, from->turns, from->turn_count * sizeof *to->turns);
        memcpy(to->hashes, from->hashes, (AT_ONCE + from->turn_count) * sizeof *to->hashes);
    }
    to->turn_count = from->turn_count;
    to->last_capture = from->last_capture;
    to->men = from->men;
    to->length = from->length;
    to->total = from->total;
    to->recorded = from->recorded;
    to->endings = from->endings;
    to->chance_count = from->chance_count;
    return VC_OK;
}

void vci_history_push_ending(struct history *h, struct verdict verdict)
{
    h->entries[h->length++].what =
        (uint32_t)VC_NOBODY << SHIFT_ACTOR | (uint32_t)verdict.reason << SHIFT_REASON | verdict.winner;
    h->endings = 1;
}
