/* SPDX-License-Identifier: ISC */
/* encoding.c - see encoding.h */
#include "encoding.h"

uint32_t vci_encoding_index_other(const struct encoding *e, vc_action a)
{
    const unsigned kind = VC_ACTION_KIND(a);
    uint32_t index;
    if (!vci_action_valid(a) || kind == VC_MOVE || !e->first[kind])
        return VC_NO_INDEX;
    switch (kind) {
    case VC_TOUCH:
        index = VC_ACTION_FROM(a);
        break;
    case VC_BECOME:
        index = VC_ACTION_PIECE(a) - VC_KNIGHT;
        break;
    case VC_CASUALTY:
        index = VC_ACTION_MEMBER(a) - VC_PAWN;
        break;
    case VC_CHOOSE_DECK:
        index = VC_ACTION_SUIT(a);
        break;
    default: /* a card: discarded or drawn */
        index = VC_ACTION_SUIT(a) * VC_JOKER + VC_ACTION_RANK(a) - VC_ACE;
    }
    return e->first[kind] + index;
}

static vc_action other_at(unsigned kind, unsigned index)
{
    const vc_action base = make_kind(kind);
    switch (kind) {
    case VC_TOUCH:
        return base | index << SHIFT_FROM;
    case VC_BECOME:
        return base | with_piece(VC_KNIGHT + index);
    case VC_CASUALTY:
        return base | with_member(VC_PAWN + index);
    case VC_CHOOSE_DECK:
        return base | index << SHIFT_SUIT;
    default:
        return base | with_card(make_card(VC_ACE + index % VC_JOKER, index / VC_JOKER));
    }
}

/* Move number index of a set, without its label. */
static vc_action move_at(const struct move_set *set, unsigned index)
{
    unsigned from = 0;
    for (unsigned step = 32; step; step /= 2)
        if (set->before[from + step] <= index)
            from += step;
    bitboard targets = set->targets[from];
    for (unsigned skip = index - set->before[from]; skip; skip--)
        targets &= targets - 1;
    return make_move(from, first_square(targets));
}

vc_action vci_encoding_at(const struct encoding *e, uint32_t index)
{
    if (index >= e->count)
        return VC_NO_ACTION;
    for (unsigned label = 0; label < LABELS; label++) {
        const struct move_set *set = &vci_move_sets[e->moves[label].set];
        if (index - e->moves[label].first < set->before[64])
            return move_at(set, index - e->moves[label].first) | (vc_action)label << SHIFT_PIECE;
    }
    unsigned kind = VC_DRAW;
    while (!e->first[kind] || index < e->first[kind])
        kind--;
    return other_at(kind, index - e->first[kind]);
}

vc_action vci_action_mirrored(vc_action a)
{
    switch (VC_ACTION_KIND(a)) {
    case VC_MOVE:
        return a ^ make_move(A8, A8) ^ make_kind(VC_MOVE);
    case VC_TOUCH:
        return a ^ (vc_action)A8 << SHIFT_FROM;
    case VC_DISCARD:
    case VC_CHOOSE_DECK:
    case VC_DRAW: /* diamonds are to White what clubs are to Black, hearts what spades are */
        return a ^ (vc_action)(VC_DIAMONDS ^ VC_CLUBS) << SHIFT_SUIT;
    default:
        return a;
    }
}
