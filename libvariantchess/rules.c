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

/* On x86-64 the rule sets are compiled a second time, for processors that count bits in one instruction. */
#ifdef VC_FAST_SUFFIX
#define DECLARE_FAST(name) extern const struct ruleset vci_##name##_fast;
#define ROW_FAST(name) &vci_##name##_fast,
RULE_SETS(DECLARE_FAST)
static const struct ruleset *const fast[] = {RULE_SETS(ROW_FAST)};

static const struct ruleset *const *table(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
               ? fast
               : baseline;
}
#else
static const struct ruleset *const *table(void) { return baseline; }
#endif

uint32_t vci_ruleset_count(void) { return sizeof baseline / sizeof *baseline; }

const struct ruleset *vci_ruleset(uint32_t id) { return id < vci_ruleset_count() ? table()[id] : NULL; }

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
