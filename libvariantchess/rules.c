/* SPDX-License-Identifier: ISC */
/*
 * rules.c - the table of rule sets, and what is true of all of them
 *
 * The one place that names rule sets beside their own files. Includes rules.h only.
 */
#include "rules.h"

#define RULE_SETS(row) row(orthodox) row(quantum) row(potential) row(power) row(ideal)

#define DECLARE(name) extern const struct ruleset vci_##name;
#define ROW(name) &vci_##name,
RULE_SETS(DECLARE)
static const struct ruleset *const baseline[] = {RULE_SETS(ROW)};

/*
 * On x86-64 the rule sets are compiled twice more: for processors that count bits in one instruction, and for those
 * that also compress bytes by a mask.
 */
#ifdef VC_CPU_VARIANTS
#define DECLARE_BITS(name) extern const struct ruleset vci_##name##_bits;
#define ROW_BITS(name) &vci_##name##_bits,
#define DECLARE_WIDE(name) extern const struct ruleset vci_##name##_wide;
#define ROW_WIDE(name) &vci_##name##_wide,
RULE_SETS(DECLARE_BITS)
RULE_SETS(DECLARE_WIDE)
static const struct ruleset *const bits[] = {RULE_SETS(ROW_BITS)};
static const struct ruleset *const wide[] = {RULE_SETS(ROW_WIDE)};

static const struct ruleset *const *table(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return baseline;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") &&
                   __builtin_cpu_supports("avx512vpopcntdq")
               ? wide
               : bits;
}
#else
static const struct ruleset *const *table(void) { return baseline; }
#endif

/* NOLINTNEXTLINE(bugprone-sizeof-expression): the elements are pointers */
uint32_t vci_ruleset_count(void) { return sizeof baseline / sizeof *baseline; }

const struct ruleset *vci_ruleset(uint32_t id) { return id < vci_ruleset_count() ? table()[id] : NULL; }

const struct encoding *vci_encoding(uint32_t id)
{
    return id < vci_ruleset_count() ? baseline[id]->encoding : NULL; /* the same for all processors */
}

bitboard vci_checkers(const struct vc_rules *rules, const struct position *p, unsigned color)
{
    bitboard king = pieces(p, color, VC_KING);
    if (rules->set->combos)
        king &= ~rules->set->combos(p);
    return king ? rules->set->attackers(rules, p, first_square(king), color ^ 1) : 0;
}

bool vci_position_consistent(const struct vc_rules *rules, const struct position *p)
{
    const struct ruleset *set = rules->set;
    bitboard all = 0, twice = 0;
    for (unsigned t = 0; t < 6; t++) {
        twice |= all & p->type[t];
        all |= p->type[t];
    }
    if (all != occupied(p) || p->color[WHITE] & p->color[BLACK])
        return false;
    if (twice & ~(set->combos ? set->combos(p) : 0))
        return false;
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (more_than_one(pieces(p, color, VC_KING)))
            return false;
    if (p->side > BLACK || p->castling > 15 || p->ep > NO_SQUARE || p->focus > NO_SQUARE || p->phase >= PHASES ||
        !set->phases[p->phase] || p->clock > MAX_COUNTER || p->number < 1 || p->number > MAX_COUNTER)
        return false;
    if (p->ep != NO_SQUARE && bit(p->ep) & occupied(p))
        return false;
    return p->key == set->fresh_key(p) && (!set->consistent || set->consistent(rules, p));
}

const char *vci_reason_name(uint32_t reason)
{
    static const char *const names[] = {
        [VC_REASON_NONE] = "none",
        [VC_REASON_CHECKMATE] = "checkmate",
        [VC_REASON_STALEMATE] = "stalemate",
        [VC_REASON_KING_CAPTURED] = "king_captured",
        [VC_REASON_QUANTUM_TRAP] = "quantum_trap",
        [VC_REASON_DEAD_POSITION] = "dead_position",
        [VC_REASON_SEVENTYFIVE_MOVES] = "seventyfive_moves",
        [VC_REASON_FIVEFOLD_REPETITION] = "fivefold_repetition",
        [VC_REASON_FIFTY_MOVES] = "fifty_moves",
        [VC_REASON_THREEFOLD_REPETITION] = "threefold_repetition",
        [VC_REASON_RESIGNATION] = "resignation",
        [VC_REASON_AGREEMENT] = "agreement",
        [VC_REASON_TIME_FORFEIT] = "time_forfeit",
    };
    return reason < sizeof names / sizeof *names ? names[reason] : NULL;
}

/* ------------------------------------------------------------------- the handle's life --- */

struct vc_rules *vci_rules_new(const struct vc_memory *memory, uint32_t id)
{
    struct vc_rules *rules = memory->allocate(memory->user, sizeof *rules);
    if (!rules)
        return NULL;
    memset(rules, 0, sizeof *rules);
    rules->magic = RULES_MAGIC;
    rules->id = (uint8_t)id;
    rules->set = vci_ruleset(id);
    rules->memory = *memory;
    atomic_init(&rules->references, 1);
    atomic_init(&rules->frozen, false);
    vci_options_default(rules);
    return rules;
}

struct vc_rules *vci_rules_copy(const struct vc_rules *rules)
{
    struct vc_rules *copy = vci_rules_new(&rules->memory, rules->id);
    if (!copy)
        return NULL;
    memcpy(copy->value, rules->value, sizeof copy->value);
    memcpy(copy->derived, rules->derived, sizeof copy->derived);
    copy->fingerprint = rules->fingerprint;
    return copy;
}

struct vc_rules *vci_rules_retain(struct vc_rules *rules)
{
    atomic_fetch_add_explicit(&rules->references, 1, memory_order_relaxed);
    return rules;
}

void vci_rules_release(struct vc_rules *rules)
{
    if (atomic_fetch_sub_explicit(&rules->references, 1, memory_order_acq_rel) != 1)
        return;
    const struct vc_memory memory = rules->memory;
    rules->magic = 0;
    memory.deallocate(memory.user, rules);
}
