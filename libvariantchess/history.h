/* SPDX-License-Identifier: ISC */
/*
 * history.h - what was played, how to take it back, and how often a position has occurred
 *
 * The newest positions stand whole in a window, so that playing copies a position once and undoing copies nothing; of
 * older ones only the words that an action changed are kept. Knows the contract, no rule set by name. Includes rules.h.
 */
#ifndef VCI_HISTORY_H
#define VCI_HISTORY_H

#include "rules.h"

enum { WINDOW = 16 };

/*
 * One entry. what: an action with who did it in the top bits; or, for an ending from outside (actor VC_NOBODY), winner
 * and reason in the low bits.
 */
struct entry {
    uint32_t what;
    uint32_t changed; /* once out of the window: which words the action changed; their old values are in words */
};

/* A position at the start of a turn. Those whose hashes fall into one slot are chained. */
struct turn {
    uint64_t hash;
    uint32_t at;       /* how many entries led to it */
    uint32_t previous; /* index + 1 of the next older one in the same slot; 0 for none */
    uint32_t count;    /* how often the position has occurred up to here */
    uint32_t reserved;
};

/* Arrays grow by doubling and are allocated with the first action. All of it is undone last in, first out. */
struct history {
    struct position *now;   /* the newest position, in the window */
    struct entry *entries;
    size_t length, total;   /* entries that were played, and with those that can be redone */
    size_t endings;         /* 1 when the last entry is an ending, which changes no position; else 0 */
    size_t base;            /* the position after that many entries stands first in the window */
    uint64_t *words;        /* old values of changed words, one entry's behind the other's */
    size_t word_count;
    struct turn *turns;
    size_t turn_count;
    uint32_t *slots;        /* turn_capacity of them: index + 1 of the newest turn */
    uint64_t chance_count;  /* outcomes of chance among the entries played */
    size_t entry_capacity, word_capacity, turn_capacity;
    struct position window[WINDOW];
};

/* Makes an empty history, or forgets one and keeps its arrays. */
void vci_history_init(struct history *h);
void vci_history_start(struct history *h, const struct vc_rules *rules, const struct position *position);
void vci_history_free(struct history *h, const struct vc_rules *rules);
/* Copies everything; VC_OK, or VC_ERR_MEMORY and nothing has changed. Both have the same rules. */
vc_status vci_history_copy(struct history *to, const struct history *from, const struct vc_rules *rules);

/* Makes room for one entry more. VC_OK, VC_ERR_MEMORY, VC_ERR_LIMIT; nothing but capacities has changed. */
vc_status vci_history_reserve(struct history *h, const struct vc_rules *rules);
/* Applies a legal action and records it, over what could be redone; total is the caller's. There is room for it. */
void vci_history_push(struct history *h, const struct vc_rules *rules, vc_action action);
/* Records an ending from outside. There is room for it. */
void vci_history_push_ending(struct history *h, struct verdict verdict);
/* Takes the last entry back; it stays behind length, to be redone. */
void vci_history_pop(struct history *h, const struct vc_rules *rules);

/* How often the position now has occurred at the start of a turn; 0 within a turn. */
uint32_t vci_history_repetitions(const struct history *h, const struct vc_rules *rules);
/* The position as it was when the history had a given length. */
void vci_history_position(const struct history *h, const struct vc_rules *rules, size_t length, struct position *p);

/* ---------------------------------------------------------------------------- entries --- */

enum { SHIFT_ACTOR = 28, SHIFT_REASON = 2 };

/* Who did it: a colour, VC_CHANCE, or VC_NOBODY for an ending. */
static inline unsigned entry_actor(struct entry entry) { return entry.what >> SHIFT_ACTOR & 3; }
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

/* Memory by the rules' functions. */
void *vci_allocate(const struct vc_rules *rules, size_t size);
void vci_deallocate(const struct vc_rules *rules, void *memory); /* NULL is allowed */

#endif
