/* SPDX-License-Identifier: ISC */
/* history.c - see history.h */
#include "history.h"

enum { FIRST_CAPACITY = 64, HALF_WINDOW = WINDOW / 2 };

static const uint32_t turn_flag = UINT32_C(1) << 31; /* in entry.what: the action led to the start of a turn */

/* A position seen as words. */
typedef uint64_t __attribute__((may_alias)) word;

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

static bool reserve_entries(struct history *h, const struct vc_rules *rules, size_t needed)
{
    struct entry *entries;
    if (needed <= h->entry_capacity)
        return true;
    entries = enlarged(rules, h->entries, &h->entry_capacity, h->total, needed, sizeof *entries);
    if (!entries)
        return false;
    vci_deallocate(rules, h->entries);
    h->entries = entries;
    return true;
}

static bool reserve_words(struct history *h, const struct vc_rules *rules, size_t needed)
{
    uint64_t *words;
    if (needed <= h->word_capacity)
        return true;
    words = enlarged(rules, h->words, &h->word_capacity, h->word_count, needed, sizeof *words);
    if (!words)
        return false;
    vci_deallocate(rules, h->words);
    h->words = words;
    return true;
}

/* --------------------------------------------------------------------------- repetition --- */

static uint32_t *slot_of(const struct history *h, uint64_t hash) { return &h->slots[hash & (h->turn_capacity - 1)]; }

static void link_turn(struct history *h, size_t index)
{
    uint32_t *slot = slot_of(h, h->turns[index].hash);
    h->turns[index].previous = *slot;
    *slot = (uint32_t)(index + 1);
}

/* The slots are as many as the turns there is room for, a power of two, and are filled anew when they grow. */
static bool reserve_turns(struct history *h, const struct vc_rules *rules, size_t needed)
{
    size_t capacity = h->turn_capacity, slot_capacity = h->turn_capacity;
    struct turn *turns;
    uint32_t *slots;
    if (needed <= capacity)
        return true;
    slots = enlarged(rules, NULL, &slot_capacity, 0, needed, sizeof *slots);
    if (!slots)
        return false;
    turns = enlarged(rules, h->turns, &capacity, h->turn_count, needed, sizeof *turns);
    if (!turns) {
        vci_deallocate(rules, slots);
        return false;
    }
    vci_deallocate(rules, h->turns);
    vci_deallocate(rules, h->slots);
    h->turns = turns;
    h->slots = slots;
    h->turn_capacity = capacity;
    memset(slots, 0, capacity * sizeof *slots);
    for (size_t i = 0; i < h->turn_count; i++)
        link_turn(h, i);
    return true;
}

/* Records the position now as the start of a turn. There is room for it. */
static void push_turn(struct history *h, const struct vc_rules *rules)
{
    struct turn *turn = &h->turns[h->turn_count];
    *turn = (struct turn){.hash = position_hash(h->now), .at = (uint32_t)h->length, .count = 1};
    for (uint32_t i = *slot_of(h, turn->hash); i; i = h->turns[i - 1].previous) {
        struct position then;
        if (LIKELY(h->turns[i - 1].hash != turn->hash))
            continue;
        vci_history_position(h, rules, h->turns[i - 1].at, &then);
        if (position_same(&then, h->now, rules->set->words)) {
            turn->count = h->turns[i - 1].count + 1;
            break;
        }
    }
    link_turn(h, h->turn_count++);
}

static void pop_turn(struct history *h)
{
    const struct turn *turn = &h->turns[--h->turn_count];
    *slot_of(h, turn->hash) = turn->previous;
}

uint32_t vci_history_repetitions(const struct history *h, const struct vc_rules *rules)
{
    if (!starts_turn(rules, h->now))
        return 0;
    return h->turn_count ? h->turns[h->turn_count - 1].count : 1;
}

/* ------------------------------------------------------------------- window and words --- */

/* Keeps of two positions in a row only the old values of the words that changed. There is room for them. */
static void compress(struct history *h, struct entry *entry, const struct position *before,
                     const struct position *after, unsigned used)
{
    const word *old = (const word *)before, *new = (const word *)after;
    uint64_t *words = h->words + h->word_count;
    uint32_t changed = 0;
    for (unsigned i = 0; i < used; i++) {
        const bool differs = old[i] != new[i];
        *words = old[i]; /* without a branch: kept only when the next one is written behind it */
        words += differs;
        changed |= (uint32_t)differs << i;
    }
    entry->changed = changed;
    h->word_count = (size_t)(words - h->words);
}

/* Puts back the words that an entry changed; *count of them runs down with it. */
static void step_back(const struct history *h, struct entry entry, struct position *p, size_t *count)
{
    word *now = (word *)p;
    for (uint32_t changed = entry.changed; changed;) {
        const unsigned i = 31 - (unsigned)__builtin_clz(changed);
        now[i] = h->words[--*count];
        changed ^= UINT32_C(1) << i;
    }
}

/* Moves the older half of a full window out. */
static void slide_window(struct history *h, unsigned used)
{
    for (unsigned i = 0; i < HALF_WINDOW; i++)
        compress(h, &h->entries[h->base + i], &h->window[i], &h->window[i + 1], used);
    for (unsigned i = HALF_WINDOW; i < WINDOW; i++)
        position_copy(&h->window[i - HALF_WINDOW], &h->window[i], used);
    h->base += HALF_WINDOW;
    h->now -= HALF_WINDOW;
}

/* Fetches positions back into a window that has but one; base is not 0. */
static void refill_window(struct history *h, unsigned used)
{
    const size_t count = h->base < HALF_WINDOW ? h->base : HALF_WINDOW;
    position_copy(&h->window[count], &h->window[0], used);
    for (size_t i = count; i--;) {
        position_copy(&h->window[i], &h->window[i + 1], used);
        step_back(h, h->entries[--h->base], &h->window[i], &h->word_count);
    }
    h->now = &h->window[count];
}

void vci_history_position(const struct history *h, const struct vc_rules *rules, size_t length, struct position *p)
{
    const size_t played = h->length - h->endings; /* an ending leaves the position as it is */
    size_t words = h->word_count;
    if (length > played)
        length = played;
    position_copy(p, &h->window[length > h->base ? length - h->base : 0], rules->set->words);
    for (size_t i = h->base; i > length; i--)
        step_back(h, h->entries[i - 1], p, &words);
}

/* -------------------------------------------------------------------------- the history --- */

void vci_history_init(struct history *h)
{
    memset(h, 0, offsetof(struct history, window));
    h->now = h->window;
}

void vci_history_start(struct history *h, const struct vc_rules *rules, const struct position *position)
{
    while (h->turn_count)
        pop_turn(h);
    h->length = h->total = h->endings = h->base = h->word_count = 0;
    h->chance_count = 0;
    h->now = h->window;
    if (position != h->window)
        position_copy(h->window, position, rules->set->words);
}

void vci_history_free(struct history *h, const struct vc_rules *rules)
{
    vci_deallocate(rules, h->entries);
    vci_deallocate(rules, h->words);
    vci_deallocate(rules, h->turns);
    vci_deallocate(rules, h->slots);
}

vc_status vci_history_copy(struct history *to, const struct history *from, const struct vc_rules *rules)
{
    const size_t last = (size_t)(from->now - from->window);
    if (to == from)
        return VC_OK;
    if (!reserve_entries(to, rules, from->total) || !reserve_words(to, rules, from->word_count) ||
        !reserve_turns(to, rules, from->turn_count))
        return VC_ERR_MEMORY;
    vci_history_start(to, rules, from->window);
    for (size_t i = 1; i <= last; i++)
        position_copy(&to->window[i], &from->window[i], rules->set->words);
    to->now = &to->window[last];
    if (from->total)
        memcpy(to->entries, from->entries, from->total * sizeof *to->entries);
    if (from->word_count)
        memcpy(to->words, from->words, from->word_count * sizeof *to->words);
    if (from->turn_count)
        memcpy(to->turns, from->turns, from->turn_count * sizeof *to->turns);
    for (; to->turn_count < from->turn_count; to->turn_count++)
        link_turn(to, to->turn_count);
    to->length = from->length;
    to->total = from->total;
    to->endings = from->endings;
    to->base = from->base;
    to->word_count = from->word_count;
    to->chance_count = from->chance_count;
    return VC_OK;
}

static bool window_is_full(const struct history *h) { return h->now == &h->window[WINDOW - 1]; }

vc_status vci_history_reserve(struct history *h, const struct vc_rules *rules)
{
    if (UNLIKELY(h->length >= h->entry_capacity || h->turn_count + 2 > h->turn_capacity || window_is_full(h))) {
        if (h->length >= VC_MAX_LENGTH)
            return VC_ERR_LIMIT;
        if (!reserve_entries(h, rules, h->length + 1) || !reserve_turns(h, rules, h->turn_count + 2) ||
            !reserve_words(h, rules, h->word_count + (size_t)HALF_WINDOW * POSITION_WORDS))
            return VC_ERR_MEMORY;
    }
    if (UNLIKELY(!h->turn_count) && !h->length && starts_turn(rules, h->now))
        push_turn(h, rules); /* the turn that the game began with */
    return VC_OK;
}

void vci_history_push(struct history *h, const struct vc_rules *rules, vc_action action)
{
    const unsigned used = rules->set->words;
    if (UNLIKELY(window_is_full(h)))
        slide_window(h, used);
    const struct position *before = h->now;
    const struct phase *phase = phase_of(rules, before);
    struct entry *entry = &h->entries[h->length++];
    entry->what = action | (phase->chance ? (uint32_t)VC_CHANCE : before->side) << SHIFT_ACTOR;
    phase->apply(rules, before, ++h->now, action);
    assert(vci_position_consistent(rules, h->now));
    h->chance_count += phase->chance;
    if (starts_turn(rules, h->now)) {
        entry->what |= turn_flag;
        push_turn(h, rules);
    }
}

void vci_history_push_ending(struct history *h, struct verdict verdict)
{
    h->entries[h->length++].what =
        (uint32_t)VC_NOBODY << SHIFT_ACTOR | (uint32_t)verdict.reason << SHIFT_REASON | verdict.winner;
    h->endings = 1;
}

void vci_history_pop(struct history *h, const struct vc_rules *rules)
{
    const struct entry entry = h->entries[--h->length];
    if (UNLIKELY(h->endings)) {
        h->endings = 0;
        return;
    }
    if (entry.what & turn_flag)
        pop_turn(h);
    h->chance_count -= entry_actor(entry) == VC_CHANCE;
    if (UNLIKELY(h->now == h->window))
        refill_window(h, rules->set->words);
    h->now--;
}
