/* SPDX-License-Identifier: ISC */
/* history.c - see history.h */
#include "history.h"

enum { FIRST_CAPACITY = 64 };

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

/* A larger copy of an array of count elements, or NULL; *capacity grows to hold needed. */
static void *enlarged(const struct vc_rules *rules, const void *array, size_t *capacity, size_t count, size_t needed,
                      size_t element)
{
    size_t larger = *capacity ? *capacity : FIRST_CAPACITY;
    void *memory;
    while (larger < needed)
        larger *= 2;
    if (larger > SIZE_MAX / element || !(memory = vci_allocate(rules, larger * element)))
        return NULL;
    if (count)
        memcpy(memory, array, count * element);
    *capacity = larger;
    return memory;
}

/* Makes an array of capacity elements hold needed; the first count of them are in use. */
static bool reserve(const struct vc_rules *rules, void **array, size_t *capacity, size_t count, size_t needed,
                    size_t element)
{
    void *larger;
    if (needed <= *capacity)
        return true;
    larger = enlarged(rules, *array, capacity, count, needed, element);
    if (!larger)
        return false;
    vci_deallocate(rules, *array);
    *array = larger;
    return true;
}

static bool reserve_entries(struct history *h, const struct vc_rules *rules, size_t needed)
{
    void *entries = h->entries;
    const bool done = reserve(rules, &entries, &h->entry_capacity, h->total, needed, sizeof *h->entries);
    h->entries = entries;
    return done;
}

/* How many positions are kept: those after 0, HALF_WINDOW, ... entries up to base. */
static size_t kept_count(const struct history *h) { return h->base / HALF_WINDOW + 1; }

static bool reserve_kept(struct history *h, const struct vc_rules *rules, size_t needed)
{
    void *kept = h->kept;
    const size_t words = rules->set->words;
    const bool done = reserve(rules, &kept, &h->kept_capacity, h->kept ? kept_count(h) * words : 0, needed * words,
                              sizeof *h->kept);
    h->kept = kept;
    return done;
}

/* --------------------------------------------------------------------------- repetition --- */

static uint32_t *slot_of(const struct history *h, uint32_t hash) { return &h->slots[hash & h->slot_mask]; }

static void link_turn(struct history *h, size_t index)
{
    uint32_t *slot = slot_of(h, h->turns[index].hash);
    h->turns[index].previous = *slot;
    *slot = (uint32_t)(index + 1);
}

/* The slots are twice as many as the turns there is room for, a power of two, and are filled anew when they grow. */
static bool reserve_turns(struct history *h, const struct vc_rules *rules, size_t needed)
{
    size_t capacity = h->turn_capacity, slot_capacity = 2 * h->turn_capacity;
    struct turn *turns;
    uint32_t *slots;
    if (needed <= capacity)
        return true;
    turns = enlarged(rules, h->turns, &capacity, h->turn_count, needed, sizeof *turns);
    if (!turns)
        return false;
    slots = enlarged(rules, NULL, &slot_capacity, 0, 2 * capacity, sizeof *slots);
    if (!slots) {
        vci_deallocate(rules, turns);
        return false;
    }
    vci_deallocate(rules, h->turns);
    vci_deallocate(rules, h->slots);
    h->turns = turns;
    h->slots = slots;
    h->turn_capacity = capacity;
    h->slot_mask = (uint32_t)(slot_capacity - 1);
    memset(slots, 0, slot_capacity * sizeof *slots);
    for (size_t i = 0; i < h->turn_count; i++)
        link_turn(h, i);
    return true;
}

/* Records a position, in the window, as the start of a turn. There is room for it. */
static void push_turn(struct history *h, const struct vc_rules *rules, const struct position *p, size_t at)
{
    struct turn *turn = &h->turns[h->turn_count];
    *turn = (struct turn){.hash = (uint32_t)position_hash(p), .at = (uint32_t)at, .count = 1};
    for (uint32_t i = *slot_of(h, turn->hash); i; i = h->turns[i - 1].previous) {
        struct position then;
        if (LIKELY(h->turns[i - 1].hash != turn->hash))
            continue;
        vci_history_position(h, rules, h->turns[i - 1].at, &then);
        if (position_same(&then, p, rules->set->words)) {
            turn->count = h->turns[i - 1].count + 1;
            break;
        }
    }
    link_turn(h, h->turn_count++);
}

static size_t positions(const struct history *h) { return h->base + (size_t)(h->now - h->window) + 1; }

/* Records the turns that were not asked for yet. They are all in the window. */
static void examine(struct history *h, const struct vc_rules *rules)
{
    for (; h->examined < positions(h); h->examined++) {
        const struct position *p = &h->window[h->examined - h->base];
        if (starts_turn(rules, p))
            push_turn(h, rules, p, h->examined);
    }
}

void vci_history_fetch_slot(const struct history *h)
{
    if (h->turn_capacity) {
        __builtin_prefetch(slot_of(h, (uint32_t)position_hash(h->now)), 1);
        __builtin_prefetch(&h->turns[h->turn_count], 1);
    }
}

void vci_history_fetch_turn(const struct history *h)
{
    const uint32_t newest = h->turn_capacity ? *slot_of(h, (uint32_t)position_hash(h->now)) : 0;
    if (newest)
        __builtin_prefetch(&h->turns[newest - 1]);
}

uint32_t vci_history_repetitions(struct history *h, const struct vc_rules *rules)
{
    if (!starts_turn(rules, h->now))
        return 0;
    if (h->last == h->window) /* nothing was ever played */
        return 1;
    examine(h, rules);
    return h->turns[h->turn_count - 1].count;
}

uint32_t vci_history_most_repetitions(struct history *h, const struct vc_rules *rules)
{
    uint32_t most = 1;
    if (h->last != h->window)
        examine(h, rules);
    for (size_t i = 0; i < h->turn_count; i++)
        if (h->turns[i].count > most)
            most = h->turns[i].count;
    return most;
}

/* ------------------------------------------------------------------------------- window --- */

/* Keeps the position that stands first in the window. There is room for it. */
static void keep_first(struct history *h, const struct vc_rules *rules)
{
    const size_t words = rules->set->words;
    memcpy(h->kept + (kept_count(h) - 1) * words, h->window, words * sizeof *h->kept);
}

/* Applies the entries from index on up to end: where points at the position before them and those behind it. */
static void replay(const struct history *h, const struct vc_rules *rules, struct position *where, size_t index,
                   size_t end)
{
    for (; index < end; index++, where++)
        phase_of(rules, where)->apply(rules, where, where + 1, entry_action(h->entries[index]));
}

vc_status vci_history_make_room(struct history *h, const struct vc_rules *rules)
{
    const bool first = h->last == h->window; /* no more than that: the window needs not move yet */
    const size_t base = first ? h->base : h->base + HALF_WINDOW;
    if (base + WINDOW - 1 > VC_MAX_LENGTH)
        return VC_ERR_LIMIT;
    if (!reserve_entries(h, rules, base + WINDOW) || !reserve_kept(h, rules, base / HALF_WINDOW + 1) ||
        !reserve_turns(h, rules, h->turn_count + 2 * WINDOW))
        return VC_ERR_MEMORY;
    h->last = &h->window[WINDOW - 1];
    if (!first) {
        examine(h, rules);
        for (unsigned i = 0; i <= HALF_WINDOW; i++)
            position_copy(&h->window[i], &h->window[i + HALF_WINDOW], rules->set->words);
        h->base = base;
        h->now -= HALF_WINDOW;
    }
    keep_first(h, rules);
    return VC_OK;
}

void vci_history_refill(struct history *h, const struct vc_rules *rules)
{
    const size_t words = rules->set->words;
    position_copy(&h->window[HALF_WINDOW], h->window, rules->set->words);
    h->base -= HALF_WINDOW;
    memcpy(h->window, h->kept + (kept_count(h) - 1) * words, words * sizeof *h->kept);
    replay(h, rules, h->window, h->base, h->base + HALF_WINDOW - 1);
    h->now = &h->window[HALF_WINDOW];
}

void vci_history_position(const struct history *h, const struct vc_rules *rules, size_t length, struct position *p)
{
    const size_t played = h->length - h->endings; /* an ending leaves the position as it is */
    struct position between[HALF_WINDOW];
    if (length > played)
        length = played;
    if (length >= h->base) {
        position_copy(p, &h->window[length - h->base], rules->set->words);
        return;
    }
    const size_t steps = length % HALF_WINDOW, words = rules->set->words;
    memcpy(between, h->kept + length / HALF_WINDOW * words, words * sizeof *h->kept);
    replay(h, rules, between, length - steps, length);
    position_copy(p, &between[steps], rules->set->words);
}

/* -------------------------------------------------------------------------- the history --- */

void vci_history_init(struct history *h)
{
    memset(h, 0, offsetof(struct history, window));
    h->now = h->last = h->window;
}

void vci_history_start(struct history *h, const struct vc_rules *rules, const struct position *position)
{
    h->length = h->total = h->endings = h->base = 0;
    h->chance_count = 0;
    h->now = h->window;
    while (h->turn_count)
        *slot_of(h, h->turns[--h->turn_count].hash) = 0;
    h->examined = 0;
    if (position != h->window)
        position_copy(h->window, position, rules->set->words);
    if (h->last != h->window)
        keep_first(h, rules);
}

void vci_history_free(struct history *h, const struct vc_rules *rules)
{
    vci_deallocate(rules, h->entries);
    vci_deallocate(rules, h->kept);
    vci_deallocate(rules, h->turns);
    vci_deallocate(rules, h->slots);
}

vc_status vci_history_copy(struct history *to, const struct history *from, const struct vc_rules *rules)
{
    if (to == from)
        return VC_OK;
    if (!reserve_entries(to, rules, from->total > from->base + WINDOW ? from->total : from->base + WINDOW) ||
        !reserve_kept(to, rules, kept_count(from)) || !reserve_turns(to, rules, from->turn_count + 2 * WINDOW))
        return VC_ERR_MEMORY;
    to->last = &to->window[WINDOW - 1];
    vci_history_start(to, rules, from->window);
    to->now = &to->window[from->now - from->window];
    for (unsigned i = 1; i <= (unsigned)(from->now - from->window); i++)
        position_copy(&to->window[i], &from->window[i], rules->set->words);
    if (from->total)
        memcpy(to->entries, from->entries, from->total * sizeof *to->entries);
    to->base = from->base;
    if (from->base)
        memcpy(to->kept, from->kept, kept_count(from) * rules->set->words * sizeof *to->kept);
    if (from->turn_count)
        memcpy(to->turns, from->turns, from->turn_count * sizeof *to->turns);
    for (; to->turn_count < from->turn_count; to->turn_count++)
        link_turn(to, to->turn_count);
    to->length = from->length;
    to->total = from->total;
    to->examined = from->examined;
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
