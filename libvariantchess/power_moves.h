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
    bitboard pinned;     /* what may not leave the line to a lone king */
    bitboard evade;      /* where a move must end so that a lone king is unattacked */
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

ALWAYS_INLINE struct board look_at(const struct vc_rules *rules, const struct position *p, const unsigned us)
{
    struct board b = {.rules = rules, .p = p, .us = us, .occ = occupied(p), .combos = combos_of(p),
                      .king = pieces(p, us, VC_KING), .evade = ALL_SQUARES};
    const bitboard foes = p->color[us ^ 1];
    b.foe = movers_of(p, us ^ 1, false);
    b.prey = foes & ~b.combos & ~b.foe.king;
    b.foe_combos = foes & b.combos;
    b.friends = p->color[us] & ~unready(p);
    b.king_alone = (b.king & ~b.combos) != 0;
    b.king_square = b.king ? first_square(b.king) : 0;
    if (b.king) { /* also of a king in a combo: its companion may leave it alone */
        const struct safety s = safety_of(b.king_square, b.occ, &b.foe, us ^ 1);
        if (s.checkers)
            b.evade = more_than_one(s.checkers)
                          ? 0
                          : vci_between[b.king_square][first_square(s.checkers)] | (s.checkers & ~b.combos);
        b.pinned = s.pinned;
    }
    return b;
}

ALWAYS_INLINE bool king_attacked_if(const struct board *b, bitboard occ, const struct movers *foe)
{
    return attackers_of(b->king_square, occ, foe, b->us ^ 1) != 0;
}

/*
 * Whether an attack on the combo on target leaves the own lone king unattacked, whatever casualty its owner may name
 * [W8]. vacated: the attacker's square, if nothing is left on it.
 */
static inline bool attack_is_safe(const struct board *b, unsigned target, bitboard vacated)
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

/* Adds moves to targets; where a pawn is among those that go, arrival on the last rank promotes [W6]. */
ALWAYS_INLINE size_t emit_moves(const struct board *b, vc_action *list, size_t n, vc_action base, bitboard targets,
                                bool with_pawn)
{
    bitboard last = with_pawn ? targets & rank_of_side(8, b->us) : 0;
    n = emit_targets(list, n, base, targets & ~last);
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

/* Captures of an enemy king that stands alone: legal whatever becomes of the own [C4] [W8]. */
ALWAYS_INLINE size_t generate_king_captures(const struct board *b, bitboard mask, vc_action *list, size_t n)
{
    const bitboard target = b->foe.king & ~b->combos;
    const struct movers own = movers_of(b->p, b->us, false);
    if (!target)
        return n;
    const unsigned to = first_square(target);
    bitboard takers = attackers_of(to, b->occ, &own, b->us) & mask;
    while (UNLIKELY(takers != 0)) {
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

/* The captors, lone pawns or members of combos, that may legally take en passant [W7]. */
static inline bitboard ep_captors_power(const struct board *b, unsigned ep)
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

/* A lone piece but the king. */
ALWAYS_INLINE size_t generate_lone(const struct board *b, unsigned from, const unsigned type, vc_action *list, size_t n)
{
    const struct reach r = reach_of(b, from, type, type == VC_PAWN && fresh_pawns(b->p) & bit(from));
    const bitboard way = !b->king_alone            ? ALL_SQUARES
                         : b->pinned & bit(from) ? b->evade & vci_line[b->king_square][from]
                                                   : b->evade;
    bitboard targets = ((r.steps & ~b->occ) | (r.captures & b->prey)) & way;
    if (b->friends & bit(from)) /* who joins the king makes it safe */
        targets |= r.steps & b->friends & (way | b->king);
    n = emit_moves(b, list, n, make_move(from, 0), targets, type == VC_PAWN);
    return emit_attacks(b, list, n, make_move(from, 0), r.captures & b->foe_combos, bit(from), b->king_alone);
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
    const bitboard way = !b->king_alone        ? ALL_SQUARES
                         : b->pinned & here ? b->evade & vci_line[b->king_square][from]
                                               : b->evade;
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

/* Lone pawns that are not pinned, all at once: steps to empty squares and captures of lone enemies. */
ALWAYS_INLINE size_t generate_plain_pawns(const struct board *b, bitboard pawns, vc_action *list, size_t n)
{
    const bitboard empty = ~b->occ, way = b->king_alone ? b->evade : ALL_SQUARES, prey = b->prey & way;
    const unsigned us = b->us;
    const int sign = us == WHITE ? 1 : -1;
    const bitboard one = ahead(pawns, us) & empty;
    const bitboard two = ahead(ahead(pawns & fresh_pawns(b->p) & rank_of_side(2, us), us) & empty, us) & empty;
    n = emit_pawns(list, n, one & way, 8 * sign, pawns, us, false);
    n = emit_pawns(list, n, two & way, 16 * sign, pawns, us, false);
    n = emit_pawns(list, n, ahead_left(pawns, us) & prey, us == WHITE ? 7 : -9, pawns, us, false);
    return emit_pawns(list, n, ahead_right(pawns, us) & prey, us == WHITE ? 9 : -7, pawns, us, false);
}

/* All legal moves of us from the squares of a mask; list may be NULL. */
ALWAYS_INLINE size_t generate_power(const struct vc_rules *rules, const struct position *p, const unsigned us,
                                    bitboard mask, vc_action *list)
{
    const struct board b = look_at(rules, p, us);
    const bitboard own = p->color[us] & mask, alone = own & ~b.combos;
    size_t n = generate_king_captures(&b, mask, list, 0);

    if (alone & b.king)
        n = generate_lone_king(&b, list, n);
    if (UNLIKELY(p->ep != NO_SQUARE)) {
        bitboard captors = ep_captors_power(&b, p->ep) & mask;
        while (captors) {
            const unsigned from = pop_square(&captors);
            n = emit(list, n, make_move(from, p->ep) | (b.combos & bit(from) ? with_member(VC_PAWN) : 0));
        }
    }
    /* Pawns with a friend ahead or a combo to attack are taken one by one, as are pinned ones. */
    const bitboard pawns = alone & p->type[VC_PAWN - 1];
    const bitboard friends_behind = ahead(b.friends, us ^ 1) | ahead(ahead(b.friends, us ^ 1), us ^ 1);
    const bitboard below_combos = ahead_left(b.foe_combos, us ^ 1) | ahead_right(b.foe_combos, us ^ 1);
    const bitboard apart = pawns & ((b.king_alone ? b.pinned : 0) | friends_behind | below_combos);
    n = generate_plain_pawns(&b, pawns & ~apart, list, n);
    for (bitboard rest = apart; rest;)
        n = generate_lone(&b, pop_square(&rest), VC_PAWN, list, n);
    for (bitboard rest = alone & p->type[VC_KNIGHT - 1]; rest;)
        n = generate_lone(&b, pop_square(&rest), VC_KNIGHT, list, n);
    for (bitboard rest = alone & p->type[VC_BISHOP - 1]; rest;)
        n = generate_lone(&b, pop_square(&rest), VC_BISHOP, list, n);
    for (bitboard rest = alone & p->type[VC_ROOK - 1]; rest;)
        n = generate_lone(&b, pop_square(&rest), VC_ROOK, list, n);
    for (bitboard rest = alone & p->type[VC_QUEEN - 1]; rest;)
        n = generate_lone(&b, pop_square(&rest), VC_QUEEN, list, n);
    for (bitboard rest = own & b.combos; rest;)
        n = generate_combo(&b, pop_square(&rest), list, n);
    return n;
}

#endif
