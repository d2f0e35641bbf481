/* SPDX-License-Identifier: ISC */
/*
 * rules_classical.h - a turn that is one move under strict safety: what orthodox and potential share
 *
 * A body to be included once by a rule set's file, which defines before
 *     TRAITS  the generator's traits, as a constant initialiser without .strict
 *     DEAD    a function of a position: whether it is dead
 *     TITLE   the rule set's name for people
 * Includes rules_common.h.
 */
#include "rules_common.h"

static const struct traits traits = {.strict = true, TRAITS};

/* The position's words in use: no own state. */
enum { WORDS = COMMON_WORDS };

static size_t actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    if (DEAD(p) || clock_ran_out(rules, p))
        return 0;
    return list ? generate_side(p, traits, ALL_SQUARES, true, list) : generate_side(p, traits, ALL_SQUARES, true, NULL);
}

/* The moves from one square, whether or not the game is over. */
static size_t moves_from(const struct position *p, unsigned square, vc_action *list)
{
    return generate_side(p, traits, bit(square), (p->type[VC_KING - 1] & bit(square)) != 0, list);
}

static bool legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    vc_action list[LIST_SIZE];
    return VC_ACTION_KIND(action) == VC_MOVE && !DEAD(p) && !clock_ran_out(rules, p) &&
           in_list(list, moves_from(p, VC_ACTION_FROM(action), list), action);
}

static void apply(const struct vc_rules *rules, const struct position *before, struct position *after, vc_action action)
{
    (void)rules;
    apply_side(before, after, action, traits, WORDS);
    end_turn(after);
}

static bitboard attackers(const struct vc_rules *rules, const struct position *p, unsigned square, unsigned color)
{
    (void)rules;
    return attackers_side(p, square, color, traits.demote);
}

static struct verdict verdict(const struct vc_rules *rules, const struct position *p)
{
    if (!generate_side(p, traits, ALL_SQUARES, true, NULL))
        return vci_checkers(rules, p, p->side) ? wins(p->side ^ 1u, VC_REASON_CHECKMATE) : drawn(VC_REASON_STALEMATE);
    return verdict_draws(rules, p, DEAD(p));
}

static const char *why(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    static const struct traits pseudo = {.strict = false, TRAITS};
    vc_action list[LIST_SIZE];
    (void)rules;
    if (VC_ACTION_KIND(action) != VC_MOVE)
        return TITLE " has no such action";
    return why_not_move(p, action, list, generate_side(p, pseudo, ALL_SQUARES, true, list));
}

static void events(const struct vc_rules *rules, const struct position *before, const struct position *after,
                   vc_action action, event_sink sink, void *context)
{
    (void)rules, (void)after;
    events_of_move(before, action, traits.demote, sink, context);
}

static bool ep_useful(const struct vc_rules *rules, const struct position *p, unsigned ep, unsigned mover)
{
    (void)rules;
    return ep_captors(p, ep, mover, traits) != 0;
}

static const struct phase turn = {.actions = actions, .legal = legal, .apply = apply};

static const struct option_def options[] = {OPTION_AUTOMATIC_DRAWS};

/* The part of the table that both have. */
#define CLASSICAL_RULES                                                                                     \
    .title = TITLE, .words = WORDS, .encoding = &encoding,                                                  \
    .options = options, .option_count = sizeof options / sizeof *options,                                   \
    .phases = {[VC_PHASE_TURN] = &turn}, .verdict = verdict,             \
    .attackers = attackers, .members = members_single, .why = why,            \
    .events = events, .needs_kings = true, .corner_types = 1 << VC_ROOK, .read = read_nothing,              \
    .ep_useful = ep_useful, .king_must_be_safe = king_always_safe, .write = write_nothing,                  \
    .fresh_key = fresh_key_single
