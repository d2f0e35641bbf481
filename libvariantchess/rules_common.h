/* SPDX-License-Identifier: ISC */
/*
 * rules_common.h - behaviour that several rule sets name in their tables, and the form of their files
 *
 * Everything is static and inlined: a rule set's file is compiled twice on x86-64, once for processors with
 * popcnt and BMI, and CPU_NAME gives the two tables different names. Includes rules.h, apply.h.
 */
#ifndef VCI_RULES_COMMON_H
#define VCI_RULES_COMMON_H

#include "apply.h"
#include "rules.h"

#define CPU_PASTE_(name, suffix) name##suffix
#define CPU_PASTE(name, suffix) CPU_PASTE_(name, suffix)
#ifdef VC_CPU_SUFFIX
#define CPU_NAME(name) CPU_PASTE(name, VC_CPU_SUFFIX)
#else
#define CPU_NAME(name) name
#endif

/* ------------------------------------------------------------------------ ends [C8] --- */

static inline struct verdict wins(unsigned winner, unsigned reason)
{
    return (struct verdict){(uint8_t)winner, (uint8_t)reason};
}
static inline struct verdict drawn(unsigned reason) { return wins(VC_NOBODY, reason); }

static inline bool king_missing(const struct position *p)
{
    return !pieces(p, WHITE, VC_KING) || !pieces(p, BLACK, VC_KING);
}

/* A captured king ends the game at once [C4]. */
static inline struct verdict verdict_king_captured(const struct position *p)
{
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (!pieces(p, color, VC_KING))
            return wins(color ^ 1, VC_REASON_KING_CAPTURED);
    return GOES_ON;
}

static inline bool clock_ran_out(const struct vc_rules *rules, const struct position *p)
{
    return UNLIKELY(p->clock >= CLOCK_DRAW) && automatic_draws(rules);
}

/* What is left of [C8] when there is a legal action: dead position, then the clock. */
static inline struct verdict verdict_draws(const struct vc_rules *rules, const struct position *p, bool dead)
{
    if (dead)
        return drawn(VC_REASON_DEAD_POSITION);
    return clock_ran_out(rules, p) ? drawn(VC_REASON_SEVENTYFIVE_MOVES) : GOES_ON;
}

ALWAYS_INLINE bool only_kings(const struct position *p) { return occupied(p) == p->type[VC_KING - 1]; }

/* [O] K v K; K and one B or N v K; any number of bishops, all on one colour of square, and kings. */
ALWAYS_INLINE bool dead_orthodox(const struct position *p)
{
    if (LIKELY((p->type[VC_PAWN - 1] | p->type[VC_ROOK - 1] | p->type[VC_QUEEN - 1]) != 0))
        return false;
    const bitboard knights = p->type[VC_KNIGHT - 1], bishops = p->type[VC_BISHOP - 1];
    if (knights)
        return !bishops && !more_than_one(knights);
    return !(bishops & DARK_SQUARES) || !(bishops & ~DARK_SQUARES);
}

/* ---------------------------------------------------------------------------- chance --- */

/* Divides weights, which are not all 0, by their greatest common divisor. */
static inline void reduce_weights(uint32_t *weights, size_t n)
{
    uint32_t divisor = 0;
    for (size_t i = 0; i < n && divisor != 1; i++) /* some weight is 1, as a rule the first one */
        for (uint32_t x = weights[i]; x;) {
            const uint32_t rest = divisor % x;
            divisor = x;
            x = rest;
        }
    for (size_t i = 0; i < n && divisor != 1; i++)
        weights[i] /= divisor;
}

/* --------------------------------------------------------------------- moving pieces --- */

/* generate() for the side to move. */
ALWAYS_INLINE size_t generate_side(const struct position *p, const struct traits t, bitboard mask, bool castling,
                                   vc_action *list)
{
    return p->side == WHITE ? generate(p, WHITE, t, mask, castling, list) : generate(p, BLACK, t, mask, castling, list);
}

ALWAYS_INLINE struct move apply_for(const struct position *before, struct position *after, vc_action action,
                                    const unsigned us, const struct traits t, unsigned words)
{
    const struct move m = describe_move(before, action, us, t.demote);
    position_copy(after, before, words);
    apply_move(after, &m, us, t);
    return m;
}

/* Copies a position and makes a move of the side to move on the copy: all but the turn. Returns what the move was. */
ALWAYS_INLINE struct move apply_side(const struct position *before, struct position *after, vc_action action,
                                     const struct traits t, unsigned words)
{
    return before->side == WHITE ? apply_for(before, after, action, WHITE, t, words)
                                 : apply_for(before, after, action, BLACK, t, words);
}

ALWAYS_INLINE bitboard attackers_side(const struct position *p, unsigned square, unsigned color, bool demote)
{
    const struct movers m = movers_of(p, color, demote);
    return attackers_of(square, occupied(p), &m, color);
}

/* ----------------------------------------------------------------- pieces and reading --- */

static inline unsigned members_single(const struct vc_rules *rules, const struct position *p, unsigned square,
                                      vc_piece *list)
{
    (void)rules;
    if (!(occupied(p) & bit(square)))
        return 0;
    list[0] = make_piece(color_on(p, square), type_on(p, square));
    return 1;
}

static inline uint64_t fresh_key_single(const struct position *p)
{
    uint64_t key = 0;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (unsigned type = VC_PAWN; type <= VC_KING; type++)
            for (bitboard set = pieces(p, color, type); set;)
                key ^= vci_piece_key[color][type - 1][pop_square(&set)];
    return key;
}

/* A reader's fault: text that is malformed, and a position that the rules refuse. */
static inline bool malformed(struct reader *reader, size_t offset, const char *what)
{
    vci_fail(reader->error, VC_ERR_SYNTAX, offset, "%s", what);
    return false;
}
static inline bool refuse(struct reader *reader, size_t offset, const char *what)
{
    vci_fail(reader->error, VC_ERR_POSITION, offset, "%s", what);
    return false;
}

static inline bool read_nothing(struct reader *reader)
{
    reader->position->key = fresh_key_single(reader->position);
    return true;
}

static inline void write_nothing(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    (void)rules, (void)p, (void)text;
}

static inline bool king_always_safe(const struct vc_rules *rules, const struct position *p)
{
    (void)rules, (void)p;
    return true;
}

/* ---------------------------------------------------------------------------- events --- */

static inline vc_event new_event(unsigned type, vc_action action, unsigned color, unsigned square)
{
    return (vc_event){.size = sizeof(vc_event), .type = type, .action = action, .color = color, .square = square,
                      .to_square = VC_NO_SQUARE, .winner = VC_NOBODY};
}

/* The events of a move between squares that hold one piece each. */
static inline void events_of_move(const struct position *before, vc_action action, bool demote, event_sink sink,
                                  void *context)
{
    const unsigned us = before->side;
    const struct move m = describe_move(before, action, us, demote);
    vc_event event = new_event(VC_EVENT_MOVE, action, us, m.from);
    event.to_square = m.to;
    event.before = make_piece(us, m.before);
    event.after = make_piece(us, m.after);
    sink(context, &event);
    if (m.castles) {
        const struct castling_way *way = castling_onto(m.to);
        event.square = (m.to & 56u) + way->rook_from;
        event.to_square = (m.to & 56u) + way->rook_to;
        event.before = event.after = make_piece(us, VC_ROOK);
        sink(context, &event);
    }
    if (m.captured) {
        event = new_event(VC_EVENT_CAPTURE, action, us, m.victim);
        event.before = make_piece(us ^ 1, m.captured);
        sink(context, &event);
    }
    const bool promotes = m.as_pawn && bit(m.to) & rank_of_side(8, us); /* a queen may promote to a queen [P2] */
    if (promotes || m.after != m.before) {
        event = new_event(promotes ? VC_EVENT_PROMOTION : VC_EVENT_DEMOTION, action, us, m.to);
        event.before = make_piece(us, m.before);
        event.after = make_piece(us, m.after);
        sink(context, &event);
    }
}

/* ------------------------------------------------------------------------------ why --- */

/* Why the piece on a square cannot be used by the side to move; NULL when it can. */
static inline const char *why_not_own(const struct position *p, unsigned square)
{
    if (p->color[p->side] & bit(square))
        return NULL;
    return p->color[p->side ^ 1] & bit(square) ? "that piece is the other side's" : "there is no piece on that square";
}

static inline bool is_castling(const struct position *p, vc_action a)
{
    const unsigned from = VC_ACTION_FROM(a), to = VC_ACTION_TO(a);
    return pieces(p, p->side, VC_KING) & bit(from) && from == (p->side == WHITE ? 0 : 56) + E1 &&
           (from - to == 2 || to - from == 2);
}

/*
 * Why a move that is not legal is not, one piece a square. pseudo: the list of moves by the way the pieces move alone,
 * king safety not considered.
 */
static inline const char *why_not_move(const struct position *p, vc_action a, const vc_action *pseudo, size_t n)
{
    const unsigned from = VC_ACTION_FROM(a), to = VC_ACTION_TO(a);
    const char *why = why_not_own(p, from);
    if (why)
        return why;
    if (p->color[p->side] & bit(to))
        return "a piece of your own stands there";
    if (VC_ACTION_MEMBER(a))
        return "there is no combo to leave";
    if (in_list(pseudo, n, a))
        return is_castling(p, a) ? "the king may not castle out of, through or into an attack"
                                 : "your king would be attacked";
    for (size_t i = 0; i < n; i++)
        if ((pseudo[i] & 0xfff) == (a & 0xfff)) {
            if (!VC_ACTION_PIECE(pseudo[i]))
                return "the piece does not change by that move: no letter, please";
            return VC_ACTION_PIECE(a) ? "the move must name what the piece becomes: another letter than that"
                                      : "the move must name what the piece becomes";
        }
    return is_castling(p, a) ? "castling is not possible: its right, its rook or an empty way is missing"
                             : "the piece does not move like that";
}

#endif
