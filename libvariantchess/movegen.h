/* SPDX-License-Identifier: ISC */
/*
 * movegen.h - legal moves by the way pieces move, for every rule set whose squares hold one piece
 *
 * generate() is one always-inlined function over constants: the colour, the traits, and whether moves are
 * listed or only counted. Each rule set instantiates it, so that every test of a trait vanishes.
 * Legal moves only: pins and checks are found first (as chessprogramming.org, "Pin" and "Checks and
 * Pinned Pieces", describes); nothing is made and tested but en passant. Knows squares and pieces, no turn
 * protocol. Includes position.h, emit.h, sweep.h.
 */
#ifndef VCI_MOVEGEN_H
#define VCI_MOVEGEN_H

#include "emit.h"
#include "position.h"
#include "sweep.h"

/* What differs between rule sets; always a compile-time constant. */
struct traits {
    bool strict;    /* the mover's king must not be left attacked [C4] */
    bool take_king; /* under strict safety the enemy king may stand attacked and can be taken */
    bool demote;    /* officers also move as all lesser types and become them [P2] */
};

/* -------------------------------------------------------------------- attacks and pins --- */

/* What moves in which way. Where demote, lesser ways are everybody's but the king's [P2]. */
ALWAYS_INLINE struct movers movers_of(const struct position *p, unsigned color, bool demote)
{
    const bitboard own = p->color[color];
    const bitboard queens = p->type[VC_QUEEN - 1], rooks = p->type[VC_ROOK - 1];
    const bitboard bishops = p->type[VC_BISHOP - 1], knights = p->type[VC_KNIGHT - 1];
    struct movers m;
    m.king = p->type[VC_KING - 1] & own;
    m.straight = (queens | rooks) & own;
    if (demote) {
        m.diagonal = m.straight | (bishops & own);
        m.knight = m.diagonal | (knights & own);
        m.pawn = m.knight | (p->type[VC_PAWN - 1] & own);
    } else {
        m.diagonal = (queens | bishops) & own;
        m.knight = knights & own;
        m.pawn = p->type[VC_PAWN - 1] & own;
    }
    return m;
}

/* ----------------------------------------------------------------------- listing moves --- */

/* Adds the promotions of pawns, told by their targets and the distance behind. */
ALWAYS_INLINE size_t emit_promoting(vc_action *list, size_t n, bitboard targets, int behind)
{
    if (!list)
        return n + 4 * count_bits(targets);
    while (UNLIKELY(targets)) {
        const unsigned to = pop_square(&targets);
        n = emit_promotions(list, n, make_move((unsigned)((int)to - behind), to));
    }
    return n;
}

/*
 * Adds pawns' moves, told by their targets and the distance behind. Where demote, who is no pawn yet (not one of
 * plain_pawns) becomes one [P2].
 */
ALWAYS_INLINE size_t emit_pawns(vc_action *list, size_t n, bitboard targets, int behind, bitboard plain_pawns,
                                unsigned us, bool demote)
{
    const bitboard last = targets & rank_of_side(8, us), others = targets & ~last;
    const bitboard plain_targets = behind > 0 ? plain_pawns << behind : plain_pawns >> -behind;
    if (us == BLACK)
        n = emit_promoting(list, n, last, behind);
    n = emit_advances(list, n, behind, others, demote ? ~plain_targets : 0, with_piece(VC_PAWN));
    if (us == WHITE)
        n = emit_promoting(list, n, last, behind);
    return n;
}

/* ------------------------------------------------------------------------- en passant --- */

/* Where the pawn stands that a capture onto ep takes. */
ALWAYS_INLINE unsigned ep_victim(unsigned ep, unsigned mover) { return mover == WHITE ? ep - 8 : ep + 8; }

/* Whether taking en passant from a square leaves the mover's king unattacked. */
ALWAYS_INLINE bool ep_is_safe(const struct position *p, unsigned from, unsigned ep, unsigned us, bool demote)
{
    const bitboard victim = bit(ep_victim(ep, us));
    struct movers foe = movers_of(p, us ^ 1, demote);
    foe.pawn &= ~victim;
    const bitboard occ = (occupied(p) ^ bit(from) ^ victim) | bit(ep);
    return !attackers_of(first_square(pieces(p, us, VC_KING)), occ, &foe, us ^ 1);
}

/* The squares from where us may legally take en passant onto ep [C6]. */
ALWAYS_INLINE bitboard ep_captors(const struct position *p, unsigned ep, unsigned us, struct traits t)
{
    bitboard captors = vci_pawn_attacks[us ^ 1][ep] & movers_of(p, us, t.demote).pawn, legal = 0;
    if (!t.strict)
        return captors;
    while (captors) {
        const unsigned from = pop_square(&captors);
        if (ep_is_safe(p, from, ep, us, t.demote))
            legal |= bit(from);
    }
    return legal;
}

/* ---------------------------------------------------------------------------- castling --- */

/* One way to castle: squares by White's first rank; Black's are 56 higher. */
struct castling_way {
    uint8_t right; /* of White; Black's is four times as large */
    uint8_t king_to, rook_from, rook_to;
    uint8_t empty, safe; /* sets of squares of the first rank */
};
static const struct castling_way castling_ways[2] = {
    {VC_CASTLE_WHITE_SHORT, G1, H1, F1, 1 << F1 | 1 << G1, 1 << E1 | 1 << F1 | 1 << G1},
    {VC_CASTLE_WHITE_LONG, C1, A1, D1, 1 << 1 | 1 << C1 | 1 << D1, 1 << E1 | 1 << D1 | 1 << C1},
};

/* The rook's squares when a king castles onto king_to. */
ALWAYS_INLINE const struct castling_way *castling_onto(unsigned king_to)
{
    return &castling_ways[king_to % 8 == C1];
}

/*
 * The squares onto which us may castle [C5]: rooks, the lone rooks now; foe, NULL when safety is free. The king is
 * taken to be alone on its square.
 */
ALWAYS_INLINE bitboard castling_targets(const struct position *p, unsigned us, bitboard rooks, const struct movers *foe)
{
    const unsigned base = us == WHITE ? 0 : 56;
    bitboard targets = 0;
    if (!(p->castling & (us == WHITE ? 3 : 12)))
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct castling_way *way = &castling_ways[i];
        if (!(p->castling & way->right << (us == WHITE ? 0 : 2)) || !(rooks & bit(base + way->rook_from)) ||
            occupied(p) & (bitboard)way->empty << base)
            continue;
        const bitboard crossed = foe ? (bitboard)way->safe << base : 0;
        if (!crossed || unattacked(crossed, occupied(p), foe, us ^ 1) == crossed)
            targets |= bit(base + way->king_to);
    }
    return targets;
}

/* --------------------------------------------------------------------------- generator --- */

/*
 * Pawns' moves but en passant: of pawns (one piece a square), onto allowed targets. What moves as a pawn may, in
 * potential, be an officer; from its first rank it has no two-step advance.
 */
ALWAYS_INLINE size_t generate_pawns(const struct position *p, unsigned us, bool demote, bitboard pawns,
                                    bitboard allowed, vc_action *list, size_t n)
{
    const bitboard empty = ~occupied(p), enemy = p->color[us ^ 1] & allowed, plain = p->type[VC_PAWN - 1];
    const bitboard one = ahead(pawns, us) & empty;
    const bitboard from_second = demote ? ahead(pawns & rank_of_side(2, us), us) & empty : one & rank_of_side(3, us);
    const int sign = us == WHITE ? 1 : -1;
    n = emit_pawns(list, n, one & allowed, 8 * sign, plain, us, demote);
    n = emit_pawns(list, n, ahead(from_second, us) & empty & allowed, 16 * sign, plain, us, demote);
    n = emit_pawns(list, n, ahead_left(pawns, us) & enemy, us == WHITE ? 7 : -9, plain, us, demote);
    return emit_pawns(list, n, ahead_right(pawns, us) & enemy, us == WHITE ? 9 : -7, plain, us, demote);
}

/* Where a piece on a square could go by a pawn's capture or plain step: lesser than any other way [P2]. */
ALWAYS_INLINE bitboard pawn_captures_from(const struct position *p, unsigned square, unsigned us)
{
    return vci_pawn_attacks[us][square] & p->color[us ^ 1];
}
ALWAYS_INLINE bitboard pawn_steps_from(const struct position *p, unsigned square, unsigned us)
{
    const bitboard empty = ~occupied(p), one = ahead(bit(square), us) & empty;
    return one | (bit(square) & rank_of_side(2, us) ? ahead(one, us) & empty : 0);
}

/* The label of a move in the way of a type: nothing for that type itself, else what a greater piece becomes. */
ALWAYS_INLINE vc_action label(const struct position *p, unsigned square, unsigned type, bool demote)
{
    return demote && !(p->type[type - 1] & bit(square)) ? with_piece(type) : 0;
}

/*
 * The legal moves of us from the squares of a mask, castling only when asked for. Both kings are on the board. list may
 * be NULL: the moves are only counted. Returns their number.
 */
ALWAYS_INLINE size_t generate(const struct position *p, const unsigned us, const struct traits t, bitboard mask,
                              bool castling, vc_action *list)
{
    const unsigned them = us ^ 1;
    const bitboard occ = occupied(p);
    const struct movers own = movers_of(p, us, t.demote), foe = movers_of(p, them, t.demote);
    const unsigned king = first_square(own.king);
    bitboard allowed = ~p->color[us], pinned = 0;
    size_t n = 0;

    if (t.strict) {
        const struct safety safety = safety_of(king, occ, &foe, them);
        if (t.take_king) { /* taking the enemy king is legal, whatever becomes of the own [C4] */
            const unsigned target = first_square(foe.king);
            bitboard takers = attackers_of(target, occ, &own, us) & mask;
            while (takers) {
                const unsigned from = pop_square(&takers);
                const vc_action a = make_move(from, target);
                if (own.pawn & bit(from) && bit(target) & rank_of_side(8, us))
                    n = emit_promotions(list, n, a);
                else
                    n = emit(list, n, a);
            }
            allowed &= ~foe.king;
        }
        const bitboard steps = vci_king_attacks[king] & allowed;
        if (mask & own.king && steps)
            n = emit_targets(list, n, make_move(king, 0), unattacked(steps, occ ^ own.king, &foe, them));
        if (safety.checkers) {
            if (more_than_one(safety.checkers))
                return n;
            allowed &= vci_between[king][first_square(safety.checkers)] | safety.checkers;
        } else if (castling)
            n = emit_targets(list, n, make_move(king, 0), castling_targets(p, us, pieces(p, us, VC_ROOK), &foe));
        pinned = safety.pinned;
    } else {
        if (mask & own.king)
            n = emit_targets(list, n, make_move(king, 0), vci_king_attacks[king] & allowed);
        if (castling)
            n = emit_targets(list, n, make_move(king, 0), castling_targets(p, us, pieces(p, us, VC_ROOK), NULL));
    }

    n = generate_pawns(p, us, t.demote, own.pawn & mask & ~pinned, allowed, list, n);
    for (bitboard rest = own.pawn & mask & pinned; t.strict && rest;) {
        const unsigned from = pop_square(&rest);
        n = generate_pawns(p, us, t.demote, bit(from), allowed & vci_line[king][from], list, n);
    }
    if (UNLIKELY(p->ep != NO_SQUARE)) {
        bitboard captors = ep_captors(p, p->ep, us, t) & mask;
        while (captors) {
            const unsigned from = pop_square(&captors);
            n = emit(list, n, make_move(from, p->ep) | label(p, from, VC_PAWN, t.demote));
        }
    }
    for (bitboard rest = own.knight & mask & ~pinned; rest;) {
        const unsigned from = pop_square(&rest);
        n = emit_targets(list, n, make_move(from, 0) | label(p, from, VC_KNIGHT, t.demote),
                         vci_knight_attacks[from] & allowed);
    }
    bitboard straight = own.straight & mask, diagonal = own.diagonal & mask;
    if (!list && !t.demote) { /* all at once that may go where they like */
        n += count_slides(straight & ~pinned, diagonal & ~pinned, occ, allowed);
        straight &= pinned;
        diagonal &= pinned;
    }
    while (diagonal) {
        const unsigned from = pop_square(&diagonal);
        bitboard targets = bishop_attacks(from, occ) & allowed;
        if (t.strict && pinned & bit(from))
            targets &= vci_line[king][from];
        if (t.demote)
            targets &= ~pawn_captures_from(p, from, us);
        n = emit_targets(list, n, make_move(from, 0) | label(p, from, VC_BISHOP, t.demote), targets);
    }
    while (straight) {
        const unsigned from = pop_square(&straight);
        bitboard targets = rook_attacks(from, occ) & allowed;
        if (t.strict && pinned & bit(from))
            targets &= vci_line[king][from];
        if (t.demote)
            targets &= ~pawn_steps_from(p, from, us);
        n = emit_targets(list, n, make_move(from, 0) | label(p, from, VC_ROOK, t.demote), targets);
    }
    return n;
}

/* Whether a list that generate() would make holds an action: its moves from that square alone are made. */
ALWAYS_INLINE bool in_list(const vc_action *list, size_t n, vc_action action)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == action)
            return true;
    return false;
}

#endif
