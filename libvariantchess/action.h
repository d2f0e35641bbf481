/* SPDX-License-Identifier: ISC */
/*
 * action.h - actions as values and as text; names of squares, pieces and cards
 *
 * The layout of a value is frozen in the public header. Includes that header and text.h.
 */
#ifndef VCI_ACTION_H
#define VCI_ACTION_H

#include <stdbool.h>
#include <variantchess/variantchess.h>

#include "bitboard.h"
#include "text.h"

enum { SHIFT_FROM = 6, SHIFT_PIECE = 12, SHIFT_MEMBER = 15, SHIFT_RANK = 18, SHIFT_SUIT = 22, SHIFT_KIND = 24 };

/* Room for every list of actions: up to LIST_SLACK elements behind the end of a list are overwritten. */
enum { LIST_SLACK = 16, LIST_SIZE = VC_MAX_ACTIONS + LIST_SLACK };

ALWAYS_INLINE vc_action make_kind(unsigned kind) { return (vc_action)kind << SHIFT_KIND; }
ALWAYS_INLINE vc_action make_move(unsigned from, unsigned to)
{
    return make_kind(VC_MOVE) | from << SHIFT_FROM | to;
}
ALWAYS_INLINE vc_action with_piece(unsigned type) { return (vc_action)type << SHIFT_PIECE; }
ALWAYS_INLINE vc_action with_member(unsigned type) { return (vc_action)type << SHIFT_MEMBER; }
ALWAYS_INLINE vc_action with_card(vc_card card)
{
    return (vc_action)VC_CARD_RANK(card) << SHIFT_RANK | (vc_action)VC_CARD_SUIT(card) << SHIFT_SUIT;
}
ALWAYS_INLINE vc_card action_card(vc_action a)
{
    return (vc_card)(VC_ACTION_RANK(a) | VC_ACTION_SUIT(a) << 4);
}
ALWAYS_INLINE vc_card make_card(unsigned rank, unsigned suit) { return (vc_card)(rank | suit << 4); }
ALWAYS_INLINE vc_piece make_piece(unsigned color, unsigned type) { return (vc_piece)(type | color << 3); }

/* Whether a value is in use: it has a text. */
bool vci_action_valid(vc_action action);
/* Writes the text of a valid action. */
void vci_action_write(struct text *text, vc_action action);
/* Reads an action's text; VC_NO_ACTION when malformed. */
vc_action vci_action_read(const char *text, vc_error *error);

/* Letters and their inverses; the inverse of anything else is 0, or NO_SQUARE. */
char vci_type_letter(unsigned type);       /* 'p' 'n' 'b' 'r' 'q' 'k' */
unsigned vci_type_of_letter(char letter);  /* of lower-case letters alone */
char vci_rank_letter(unsigned rank);       /* 'A' '2' ... 'K' '*' */
unsigned vci_rank_of_letter(char letter);
char vci_suit_letter(unsigned suit);       /* 'd' 'h' 'c' 's' */
unsigned vci_suit_of_letter(char letter);  /* 4 for anything else */
/* The square at text[0], text[1]; text[0] may be the terminating NUL. */
unsigned vci_square_read(const char *text);
void vci_square_write(struct text *text, unsigned square);
void vci_card_write(struct text *text, vc_card card);

#endif
