/* SPDX-License-Identifier: ISC */
/*
 * apply.h - making a move on a board whose squares hold one piece each
 *
 * Always inlined into the rule sets, over the same constants as movegen.h. It moves pieces and keeps castling
 * rights, en-passant square, half-move clock and key; whose turn comes next is the rule set's business. Includes
 * movegen.h.
 */
#ifndef VCI_APPLY_H
#define VCI_APPLY_H

#include "movegen.h"

/* What a legal move is, beyond its squares. */
struct move {
    unsigned from, to;
    unsigned before, after; /* the type of the moving piece */
    unsigned captured;      /* type, or VC_NO_PIECE; a pawn for en passant */
    unsigned victim;        /* where the captured piece stands */
    bool as_pawn;           /* made as a pawn [C7] [P5] */
    bool castles;
};

/* Whether a move goes straight or diagonally ahead as a pawn's would, en passant apart [P2]. */
ALWAYS_INLINE bool goes_as_pawn(const struct position *p, unsigned from, unsigned to, unsigned us)
{
    return (bit(to) & (pawn_steps_from(p, from, us) | pawn_captures_from(p, from, us))) != 0;
}

/* Understands a legal move of the side to move. */
ALWAYS_INLINE struct move describe_move(const struct position *p, vc_action action, unsigned us, bool demote)
{
    const unsigned piece = VC_ACTION_PIECE(action);
    struct move m = {.from = VC_ACTION_FROM(action), .to = VC_ACTION_TO(action)};
    m.before = type_on(p, m.from);
    m.after = piece ? piece : m.before;
    m.victim = m.to;
    m.captured = type_on(p, m.to); /* an own piece cannot be there */
    m.as_pawn = m.before == VC_PAWN ||
                (demote && m.before != VC_KING && (piece == VC_PAWN || goes_as_pawn(p, m.from, m.to, us)));
    if (UNLIKELY(m.to == p->ep) && m.as_pawn) { /* straight ahead nothing goes there: the victim stands behind it */
        m.captured = VC_PAWN;
        m.victim = ep_victim(m.to, us);
    }
    m.castles = m.before == VC_KING && (m.to - m.from == 2 || m.from - m.to == 2);
    return m;
}

/* Whether the side not to move could use the en-passant square: asked so rarely that it is kept apart. */
static __attribute__((noinline)) bool ep_usable(const struct position *p, unsigned ep, unsigned us, struct traits t)
{
    return ep_captors(p, ep, us, t) != 0;
}

/*
 * Makes a described move of us on a copy of its position: everything but the turn. The en-passant square is kept only
 * when the enemy could use it [C6].
 */
ALWAYS_INLINE void apply_move(struct position *p, const struct move *m, const unsigned us, const struct traits t)
{
    if (m->captured)
        toggle_piece(p, us ^ 1, m->captured, m->victim);
    toggle_piece(p, us, m->before, m->from);
    toggle_piece(p, us, m->after, m->to);
    if (UNLIKELY(m->castles)) {
        const struct castling_way *way = castling_onto(m->to);
        const unsigned base = m->to & 56u;
        toggle_piece(p, us, VC_ROOK, base + way->rook_from);
        toggle_piece(p, us, VC_ROOK, base + way->rook_to);
    }
    p->castling &= (uint8_t)~(rights_of_square[m->from] | rights_of_square[m->to]);
    tick_clock(p, m->captured || m->as_pawn);
    p->ep = NO_SQUARE;
    if (m->as_pawn && (m->to - m->from == 16 || m->from - m->to == 16)) {
        const unsigned ep = (m->from + m->to) / 2;
        if (vci_pawn_attacks[us][ep] & p->color[us ^ 1] && ep_usable(p, ep, us ^ 1, t))
            p->ep = (uint8_t)ep;
    }
}

#endif
