/* SPDX-License-Identifier: ISC */
/*
 * history.h - what was played, how to take it back, and how often a position has occurred
 *
 * The newest positions stand whole in a window, so that playing copies a position once and undoing copies nothing. It
 * is a ring: after n entries a position has place n modulo its size. Of older ones every eighth is kept; those between
 * are played again when they are wanted, since an action makes of equal positions equal ones. Knows the contract, no
 * rule set by name. Includes rules.h.
 */
#ifndef VCI_HISTORY_H
#define VCI_HISTORY_H

#include "rules.h"

enum { HALF_WINDOW = 8, WINDOW = 2 * HALF_WINDOW };

/*
 * One entry: an action with who did it in the top bits; or, for an ending from outside (actor VC_NOBODY), winner
 * and reason in the low bits.
 */
struct entry {
    uint32_t what;
};

/* A position at the start of a turn; its hash stands apart, in hashes. */
struct turn {
    uint32_t at;    /* how many entries led to it */
    uint32_t count; /* how often the position has occurred up to here; 0 while nobody has asked */
};

/*
 * Turns by their hashes, for games in which the earlier turns to be looked at are many: those whose hashes fall into
 * one slot are chained. There is none before a game needs one, and turns are put in when one is looked for.
 */
struct turn_table {
    uint32_t *slots;     /* index + 1 of the newest turn; twice as many as there is room for turns, a power of two */
    uint32_t *previous;  /* of each turn: index + 1 of the next older one in its slot; 0 for none */
    size_t count;        /* so many turns are in it */
    size_t capacity;
};

/*
 * Arrays grow by doubling and are allocated with the first action; between two calls that make room nothing is
 * allocated. Turns are recorded only when somebody asks how often a position occurred, or when a position is about to
 * leave the window: `recorded` says how far that is done.
 */
struct history {
    struct position *now;    /* the newest position, in the window */
    struct entry *entries;
    size_t length, total;    /* entries that were played, and with those that can be redone */
    size_t limit;            /* so many entries there is room for; 0: nothing was ever played */
    size_t base;             /* the oldest position in the window is the one after so many entries */
    size_t recorded;         /* so many positions, from the first on, have their turns recorded */
    size_t endings;          /* 1 when the last entry is an ending, which changes no position; else 0 */
    uint64_t chance_count;   /* outcomes of chance among the entries played */
    uint64_t *window;        /* the words of so many positions */
    struct turn *turns;
    uint32_t *hashes;        /* of the turns, the low half: nearly always enough to tell positions apart */
    size_t turn_count;
    size_t last_capture;     /* the turns before that one had more men, as far as that is known and matters */
    unsigned men;            /* the occupied squares of the newest turn; 0 when not known */
    uint64_t *kept;          /* the words of the positions after 0, 8, 16 ... entries, those before base */
    size_t entry_capacity, kept_capacity, turn_capacity, hash_capacity;
    struct turn_table table;
};

/* The bytes of a window, which is the caller's. */
static inline size_t vci_window_size(const struct vc_rules *rules)
{
    return sizeof(struct position) + (WINDOW - 1) * sizeof(uint64_t) * rules->set->words;
}

/* Makes an empty history, or forgets one and keeps its arrays. words: those of a position, at any address. */
void vci_history_init(struct history *h, uint64_t *window);
void vci_history_start(struct history *h, const struct vc_rules *rules, const void *words);
void vci_history_free(struct history *h, const struct vc_rules *rules);
/* Copies everything; VC_OK, or VC_ERR_MEMORY and nothing has changed. Both have the same rules. */
vc_status vci_history_copy(struct history *to, const struct history *from, const struct vc_rules *rules);

/* Makes room for a further half of the window: the slow part of vci_history_reserve(). */
vc_status vci_history_make_room(struct history *h, const struct vc_rules *rules);
/* Fetches the eight positions before the window back into it; base is not 0, and no other position is needed. */
void vci_history_refill(struct history *h, const struct vc_rules *rules);
/* Takes turns that are forgotten out of the table. */
void vci_history_unlink(struct history *h);
/* Records an ending from outside. There is room for it. */
void vci_history_push_ending(struct history *h, struct verdict verdict);

/* Has the processor fetch, in two steps, what is looked at when somebody asks how often the position has occurred. */
void vci_history_fetch_turns(const struct history *h, const struct vc_rules *rules);
void vci_history_fetch_chain(const struct history *h, const struct vc_rules *rules);
/* How often the position now has occurred at the start of a turn; 0 within a turn. */
uint32_t vci_history_repetitions(struct history *h, const struct vc_rules *rules);
/* The highest of those numbers over all that was played. */
uint32_t vci_history_most_repetitions(struct history *h, const struct vc_rules *rules);
/* The position as it was when the history had a given length. */
void vci_history_position(const struct history *h, const struct vc_rules *rules, size_t length, struct position *p);

/* ---------------------------------------------------------------------------- entries --- */

enum { SHIFT_ACTOR = 28, SHIFT_REASON = 2 };

/* Who did it: a colour, VC_CHANCE, or VC_NOBODY for an ending. */
static inline unsigned entry_actor(struct entry entry) { return entry.what >> SHIFT_ACTOR; }
static inline bool entry_is_ending(struct entry entry) { return entry_actor(entry) == VC_NOBODY; }
/* VC_NO_ACTION for an ending. */
static inline vc_action entry_action(struct entry entry)
{
    return entry_is_ending(entry) ? VC_NO_ACTION : entry.what & ((UINT32_C(1) << SHIFT_ACTOR) - 1);
}
static inline struct verdict entry_verdict(struct entry entry)
{
    if (!entry_is_ending(entry))
        return GOES_ON;
    return (struct verdict){(uint8_t)(entry.what & 3), (uint8_t)(entry.what >> SHIFT_REASON)};
}

/* -------------------------------------------------------- playing and taking back, inlined --- */

/* Where the position after so many entries stands in the window. */
ALWAYS_INLINE struct position *in_window(const struct history *h, const struct vc_rules *rules, size_t entries)
{
    return (struct position *)(void *)(h->window + entries % WINDOW * rules->set->words);
}

/* Makes room for one entry more. VC_OK, VC_ERR_MEMORY, VC_ERR_LIMIT; nothing but capacities has changed. */
ALWAYS_INLINE vc_status vci_history_reserve(struct history *h, const struct vc_rules *rules)
{
    return UNLIKELY(h->length >= h->limit) ? vci_history_make_room(h, rules) : VC_OK;
}

/* Applies a legal action and records it, over what could be redone; total is the caller's. There is room for it. */
ALWAYS_INLINE void vci_history_push(struct history *h, const struct vc_rules *rules, vc_action action)
{
    const struct position *before = h->now;
    const struct phase *phase = phase_of(rules, before);
    h->entries[h->length++].what = action | (phase->chance ? (uint32_t)VC_CHANCE : before->side) << SHIFT_ACTOR;
    h->chance_count += phase->chance;
    h->now = in_window(h, rules, h->length);
    phase->apply(rules, before, h->now, action);
    assert(vci_position_consistent(rules, h->now));
}

/* Forgets the turns of positions after the newest one. */
ALWAYS_INLINE void forget_turns(struct history *h)
{
    while (h->turn_count && h->turns[h->turn_count - 1].at > h->length)
        h->turn_count--;
    if (h->last_capture >= h->turn_count)
        h->last_capture = h->men = 0;
    if (UNLIKELY(h->table.count > h->turn_count))
        vci_history_unlink(h);
    h->recorded = h->length + 1;
}

/* Takes the last entry back; it stays behind length, to be redone. */
ALWAYS_INLINE void vci_history_pop(struct history *h, const struct vc_rules *rules)
{
    const struct entry entry = h->entries[--h->length];
    if (UNLIKELY(h->endings)) {
        h->endings = 0;
        return;
    }
    h->chance_count -= entry_actor(entry) == VC_CHANCE;
    if (UNLIKELY(h->length < h->base))
        vci_history_refill(h, rules);
    h->now = in_window(h, rules, h->length);
    if (h->recorded > h->length + 1)
        forget_turns(h);
}

/* Whether the position now has occurred so often: nearly always that is known without looking. */
ALWAYS_INLINE bool vci_history_has_occurred(struct history *h, const struct vc_rules *rules, uint32_t times)
{
    enum { TURNS_BETWEEN = 4 }; /* each side has to go somewhere and back */
    return !(rules->set->clock_bounds_repetition && h->now->clock < TURNS_BETWEEN * (times - 1)) &&
           vci_history_repetitions(h, rules) >= times;
}

/* Memory by the rules' functions. */
void *vci_allocate(const struct vc_rules *rules, size_t size);
void vci_deallocate(const struct vc_rules *rules, void *memory); /* NULL is allowed */

#endif
