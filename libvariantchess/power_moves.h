/* SPDX-License-Identifier: ISC */
/*
 * power_moves.h - the legal moves of Power Chess [W2] to [W8]
 *
 * A part of rules_power.c, apart for its length. As movegen.h, an always-inlined function over constants that finds
 * pins and checks first; only attacks on combos and en passant are tried out, since what is left of a combo is its
 * owner's choice. Includes power_board.h.
 */
#ifndef VCI_POWER_MOVES_H
#define VCI_POWER_MOVES_H

#include "power_board.h"

/* What the generator knows of the board; set up once a position. */
struct board {
    const struct vc_rules *rules;
    const struct position *p;
    unsigned us;
    bitboard occ, combos;
    struct movers foe;
    bitboard king;       /* of us; none when it is missing */
    unsigned king_square;
    bool king_alone;
    bitboard evade;      /* where a move must end so that the king, if it is alone, is unattacked */
    bitboard way;        /* the same where the king is alone; everywhere where it is not */
    bitboard pinned;     /* what may not leave the line to a lone king */
    bitboard prey;       /* lone enemies that can be captured; an enemy lone king is apart */
    bitboard foe_combos;
    bitboard friends;    /* own squares whose pieces may all merge */
};

/* The squares that one way of moving reaches: without capturing (friends too), and capturing. */
struct reach {
    bitboard steps, captures;
};

ALWAYS_INLINE struct reach reach_of(const struct board *b, unsigned from, unsigned type, bool two_step)
{
    struct reach r;
    switch (type) {
    case VC_PAWN: {
        const bitboard one = ahead(bit(from), b->us), empty = ~b->occ;
        r.steps = one;
        if (two_step && bit(from) & rank_of_side(2, b->us))
            r.steps |= ahead(one & empty, b->us);
        r.captures = vci_pawn_attacks[b->us][from];
        return r;
    }
    case VC_KNIGHT:
        r.steps = vci_knight_attacks[from];
        break;
    case VC_BISHOP:
        r.steps = bishop_attacks(from, b->occ);
        break;
    case VC_ROOK:
        r.steps = rook_attacks(from, b->occ);
        break;
    case VC_QUEEN:
        r.steps = bishop_attacks(from, b->occ) | rook_attacks(from, b->occ);
        break;
    default:
        r.steps = vci_king_attacks[from];
        break;
    }
    r.captures = r.steps;
    return r;
}

/* Fills it in place: it is large enough for a copy to be felt. */
ALWAYS_INLINE void look_at(struct board *b, const struct vc_rules *rules, const struct position *p, const unsigned us)
{
    const bitboard foes = p->color[us ^ 1];
    b->rules = rules;
    b->p = p;
    b->us = us;
    b->occ = occupied(p);
    b->combos = combos_of(p);
    b->foe = movers_of(p, us ^ 1, false);
    b->king = pieces(p, us, VC_KING);
    b->king_square = b->king ? first_square(b->king) : 0;
    b->king_alone = (b->king & ~b->combos) != 0;
    b->evade = ALL_SQUARES;
    b->pinned = 0;
    if (b->king) { /* also of a king in a combo: its companion may leave it alone */
        const struct safety s = safety_of(b->king_square, b->occ, &b->foe, us ^ 1);
        if (s.checkers)
            b->evade = more_than_one(s.checkers)
                           ? 0
                           : vci_between[b->king_square][first_square(s.checkers)] | (s.checkers & ~b->combos);
        if (b->king_alone)
            b->pinned = s.pinned;
    }
    b->way = b->king_alone ? b->evade : ALL_SQUARES;
    b->prey = foes & ~b->combos & ~b->foe.king;
    b->foe_combos = foes & b->combos;
    b->friends = p->color[us] & ~unready(p);
}

ALWAYS_INLINE bool king_attacked_if(const struct board *b, bitboard occ, const struct movers *foe)
{
    return attackers_of(b->king_square, occ, foe, b->us ^ 1) != 0;
}

/* Whether the own lone king is unattacked whatever casualty the owner of the combo on target may name. */
static __attribute__((noinline)) bool safe_after_casualty(const struct board *b, unsigned target, bitboard vacated)
{
    const bitboard here = bit(target);
    for (unsigned type = VC_PAWN; type <= VC_QUEEN; type++) {
        struct movers foe = b->foe;
        if (!(b->p->type[type - 1] & here))
            continue;
        if (stretch_size(members_of_type(b->p, target, type)) == 1) {
            if (type == VC_PAWN)
                foe.pawn &= ~here;
            else if (type == VC_KNIGHT)
                foe.knight &= ~here;
            else {
                const bool bishop = b->p->type[VC_BISHOP - 1] & here && type != VC_BISHOP;
                const bool rook = b->p->type[VC_ROOK - 1] & here && type != VC_ROOK;
                const bool queen = b->p->type[VC_QUEEN - 1] & here && type != VC_QUEEN;
                if (!bishop && !queen)
                    foe.diagonal &= ~here;
                if (!rook && !queen)
                    foe.straight &= ~here;
            }
        }
        if (king_attacked_if(b, b->occ & ~vacated, &foe))
            return false;
    }
    return true;
}

/*
 * Whether an attack on the combo on target leaves the own lone king unattacked [W8]. vacated: the attacker's square, if
 * nothing is left on it. A casualty frees no line, so that only who is in check or pinned need look closely.
 */
ALWAYS_INLINE bool attack_is_safe(const struct board *b, unsigned target, bitboard vacated)
{
    return LIKELY(b->evade == ALL_SQUARES && !(b->pinned & vacated)) || safe_after_casualty(b, target, vacated);
}

/* Adds moves to targets; where a pawn is among those that go, arrival on the last rank promotes [W6]. */
ALWAYS_INLINE size_t emit_moves(const struct board *b, vc_action *list, size_t n, vc_action base, bitboard targets,
                                bool with_pawn)
{
    bitboard last = with_pawn ? targets & rank_of_side(8, b->us) : 0;
    n = emit_many(list, n, base, targets & ~last);
    if (!list)
        return n + 4 * count_bits(last);
    while (last)
        n = emit_promotions(list, n, base | pop_square(&last));
    return n;
}

/* Adds attacks on combos, which never promote [W5]; exposed: the own king is, or will be, alone. */
ALWAYS_INLINE size_t emit_attacks(const struct board *b, vc_action *list, size_t n, vc_action base, bitboard targets,
                                  bitboard vacated, bool exposed)
{
    while (UNLIKELY(targets != 0)) {
        const unsigned to = pop_square(&targets);
        if (!exposed || attack_is_safe(b, to, vacated))
            n = emit(list, n, base | to);
    }
    return n;
}

/* Captures of an enemy king on a square by some squares' pieces. */
static __attribute__((noinline)) size_t generate_king_captures_by(const struct board *b, bitboard takers, unsigned to,
                                                                  vc_action *list, size_t n)
{
    const bitboard target = bit(to);
    while (takers) {
        const unsigned from = pop_square(&takers);
        const bool combo = b->combos & bit(from), pawn = b->p->type[VC_PAWN - 1] & bit(from);
        if (!combo || b->rules->value[SLOT_COMBO_CAPTURES])
            n = emit_moves(b, list, n, make_move(from, 0), target, pawn);
        for (unsigned type = VC_PAWN; combo && type <= VC_KING; type++)
            if (b->p->type[type - 1] & bit(from) && reach_of(b, from, type, false).captures & target)
                n = emit_moves(b, list, n, make_move(from, 0) | with_member(type), target, type == VC_PAWN);
    }
    return n;
}

/* Captures of an enemy king that stands alone: legal whatever becomes of the own [C4] [W8]. */
ALWAYS_INLINE size_t generate_king_captures(const struct board *b, bitboard mask, vc_action *list, size_t n)
{
    const bitboard target = b->foe.king & ~b->combos;
    const struct movers own = movers_of(b->p, b->us, false);
    if (!target)
        return n;
    const unsigned to = first_square(target);
    const bitboard takers = safety_of(to, b->occ, &own, b->us).checkers & mask;
    return UNLIKELY(takers != 0) ? generate_king_captures_by(b, takers, to, list, n) : n;
}

/* The captors, lone pawns or members of combos, that may legally take en passant [W7]. */
static __attribute__((noinline)) bitboard ep_captors_power(const struct board *b, unsigned ep)
{
    bitboard captors = vci_pawn_attacks[b->us ^ 1][ep] & pieces(b->p, b->us, VC_PAWN), legal = 0;
    const bitboard victim = bit(ep_victim(ep, b->us));
    while (captors) {
        const unsigned from = pop_square(&captors);
        const bitboard stays = b->combos & bit(from);
        const bool leaves_king = stays & b->king && stretch_size(members_on(b->p, from)) == 2;
        struct movers foe = b->foe;
        foe.pawn &= ~victim;
        if (!(b->king_alone || leaves_king) ||
            !king_attacked_if(b, (b->occ & ~victim & ~(bit(from) & ~stays)) | bit(ep), &foe))
            legal |= bit(from);
    }
    return legal;
}

static inline size_t generate_en_passant(const struct board *b, bitboard mask, vc_action *list, size_t n)
{
    const unsigned ep = b->p->ep;
    bitboard captors = ep_captors_power(b, ep) & mask;
    while (captors) {
        const unsigned from = pop_square(&captors);
        n = emit(list, n, make_move(from, ep) | (b->combos & bit(from) ? with_member(VC_PAWN) : 0));
    }
    return n;
}

/* The lone king's moves: steps and captures to unattacked squares, merging, which is safe, and castling. */
ALWAYS_INLINE size_t generate_lone_king(const struct board *b, vc_action *list, size_t n)
{
    const vc_action base = make_move(b->king_square, 0);
    const bitboard reach = vci_king_attacks[b->king_square];
    const bitboard targets = reach & (~b->occ | b->prey);
    if (targets)
        n = emit_targets(list, n, base, unattacked(targets, b->occ ^ b->king, &b->foe, b->us ^ 1));
    if (b->friends & b->king)
        n = emit_targets(list, n, base, reach & b->friends);
    if (b->p->castling && b->evade == ALL_SQUARES)
        n = emit_targets(list, n, base,
                         castling_targets(b->p, b->us, pieces(b->p, b->us, VC_ROOK) & ~b->combos, &b->foe));
    return n;
}

/* Where lone pieces that reach squares may go: to what is empty or prey; who may merge, to friends too. */
ALWAYS_INLINE bitboard destinations(const struct board *b, struct reach r, bool merges, bitboard line)
{
    const bitboard way = b->way & line, open = ((r.steps & ~b->occ) | (r.captures & b->prey)) & way;
    return merges ? open | (r.steps & b->friends & (way | b->king)) : open; /* who joins the king makes it safe */
}

/* The line that a piece may not leave, for the king's sake. */
ALWAYS_INLINE bitboard line_of(const struct board *b, unsigned from)
{
    return UNLIKELY(b->pinned & bit(from)) ? vci_line[b->king_square][from] : ALL_SQUARES;
}

/* Lone pieces that move as a type, knight, bishop or rook: a queen comes as bishop and as rook. */
ALWAYS_INLINE size_t generate_lone(const struct board *b, bitboard pieces, const unsigned type, vc_action *list,
                                   size_t n)
{
    while (pieces) {
        const unsigned from = pop_square(&pieces);
        const struct reach r = reach_of(b, from, type, false);
        n = emit_targets(list, n, make_move(from, 0),
                         destinations(b, r, (b->friends & bit(from)) != 0, line_of(b, from)));
        n = emit_attacks(b, list, n, make_move(from, 0), r.captures & b->foe_combos, bit(from), b->king_alone);
    }
    return n;
}

/* One member of a combo leaves it [W3]. size: of the combo. */
ALWAYS_INLINE size_t generate_leaving(const struct board *b, unsigned from, unsigned type, unsigned size,
                                      vc_action *list, size_t n)
{
    const struct stretch same = members_of_type(b->p, from, type);
    const bool fresh = type == VC_PAWN && !listed_count(same.first[0]);
    const struct reach r = reach_of(b, from, type, fresh);
    const vc_action base = make_move(from, 0) | with_member(type);
    const bool exposed = b->king_alone || (b->king & bit(from) && size == 2 && type != VC_KING);
    const bitboard way = exposed ? b->evade : ALL_SQUARES;
    bitboard targets = (r.steps & ~b->occ) | (r.captures & b->prey);
    if (type == VC_KING) /* it goes alone and must not arrive in an attack */
        targets = unattacked(targets, b->occ, &b->foe, b->us ^ 1);
    else
        targets &= way;
    if (may_merge(b->rules, type, listed_count(same.end[-1])))
        targets |= r.steps & b->friends & (way | b->king);
    if (fresh && !may_merge(b->rules, type, 0)) { /* it is the unmoved one that makes two steps */
        const bitboard two = ahead(ahead(bit(from), b->us), b->us);
        targets &= ~(two & b->p->color[b->us]);
    }
    n = emit_moves(b, list, n, base, targets, type == VC_PAWN);
    if (type == VC_KING) /* may not attack a combo [W5] */
        return n;
    return emit_attacks(b, list, n, base, r.captures & b->foe_combos, 0, exposed);
}

/* A combo: the whole in the way of any member, and each member leaving. */
static inline size_t generate_combo(const struct board *b, unsigned from, vc_action *list, size_t n)
{
    const struct position *p = b->p;
    const bitboard here = bit(from);
    const unsigned size = stretch_size(members_on(p, from));
    const bool with_king = b->king & here, with_pawn = p->type[VC_PAWN - 1] & here;
    const bitboard way = b->way & line_of(b, from);
    struct reach whole = {0, 0};
    for (unsigned type = VC_PAWN; type <= VC_KING; type++) {
        if (!(p->type[type - 1] & here))
            continue;
        const struct reach r = reach_of(b, from, type, (fresh_pawns(p) & here) != 0);
        whole.steps |= r.steps;
        whole.captures |= r.captures;
        n = generate_leaving(b, from, type, size, list, n);
    }
    bitboard targets = whole.steps & ~b->occ & way;
    if (b->friends & here)
        targets |= whole.steps & b->friends & (way | b->king);
    if (b->rules->value[SLOT_COMBO_CAPTURES])
        targets |= whole.captures & b->prey & way;
    n = emit_moves(b, list, n, make_move(from, 0), targets, with_pawn);
    if (b->rules->value[SLOT_COMBO_CAPTURES] && !with_king)
        n = emit_attacks(b, list, n, make_move(from, 0), whole.captures & b->foe_combos, here, b->king_alone);
    return n;
}

/* Adds attacks of pawns on combos, told by their targets and the distance behind. */
static inline size_t emit_pawn_attacks(const struct board *b, vc_action *list, size_t n, bitboard targets, int behind)
{
    while (targets) {
        const unsigned to = pop_square(&targets), from = (unsigned)((int)to - behind);
        n = emit_attacks(b, list, n, make_move(from, 0), bit(to), bit(from), b->king_alone);
    }
    return n;
}

/* Lone pawns, all at once, that may not leave a line: steps to empty squares and friends, captures, attacks. */
ALWAYS_INLINE size_t generate_lone_pawns(const struct board *b, bitboard pawns, bitboard line, vc_action *list,
                                         size_t n)
{
    const unsigned us = b->us;
    const int sign = us == WHITE ? 1 : -1;
    const bitboard empty = ~b->occ, way = b->way & line, open = empty & way, prey = b->prey & way;
    const bitboard merging = pawns & b->friends, joined = b->friends & (way | b->king);
    const bitboard two = ahead(pawns & fresh_pawns(b->p) & rank_of_side(2, us), us) & empty;
    const bitboard left = ahead_left(pawns, us), right = ahead_right(pawns, us);
    n = emit_pawns(list, n, (ahead(pawns, us) & open) | (ahead(merging, us) & joined), 8 * sign, pawns, us, false);
    n = emit_pawns(list, n, ahead(two, us) & (open | (ahead(ahead(merging, us), us) & joined)), 16 * sign, pawns, us,
                   false);
    n = emit_pawns(list, n, left & prey, us == WHITE ? 7 : -9, pawns, us, false);
    n = emit_pawns(list, n, right & prey, us == WHITE ? 9 : -7, pawns, us, false);
    if (UNLIKELY((left | right) & b->foe_combos)) {
        n = emit_pawn_attacks(b, list, n, left & b->foe_combos, us == WHITE ? 7 : -9);
        n = emit_pawn_attacks(b, list, n, right & b->foe_combos, us == WHITE ? 9 : -7);
    }
    return n;
}

/* All legal moves of us from the squares of a mask; list may be NULL. */
ALWAYS_INLINE size_t generate_power(const struct vc_rules *rules, const struct position *p, const unsigned us,
                                    bitboard mask, vc_action *list)
{
    struct board b;
    look_at(&b, rules, p, us);
    const bitboard own = p->color[us] & mask, alone = own & ~b.combos, pawns = alone & p->type[VC_PAWN - 1];
    size_t n = generate_king_captures(&b, mask, list, 0);

    if (alone & b.king)
        n = generate_lone_king(&b, list, n);
    if (UNLIKELY(p->ep != NO_SQUARE))
        n = generate_en_passant(&b, mask, list, n);
    bitboard pinned_pawns = pawns & b.pinned, going = pawns & ~b.pinned, line = ALL_SQUARES;
    for (;;) { /* all that are not pinned at once, then each that is */
        n = generate_lone_pawns(&b, going, line, list, n);
        if (LIKELY(!pinned_pawns))
            break;
        const unsigned from = pop_square(&pinned_pawns);
        going = bit(from);
        line = line_of(&b, from);
    }
    n = generate_lone(&b, alone & p->type[VC_KNIGHT - 1], VC_KNIGHT, list, n);
    n = generate_lone(&b, alone & (p->type[VC_BISHOP - 1] | p->type[VC_QUEEN - 1]), VC_BISHOP, list, n);
    n = generate_lone(&b, alone & (p->type[VC_ROOK - 1] | p->type[VC_QUEEN - 1]), VC_ROOK, list, n);
    for (bitboard rest = own & b.combos; rest;)
        n = generate_combo(&b, pop_square(&rest), list, n);
    return n;
}

#endif
