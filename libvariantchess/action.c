/* SPDX-License-Identifier: ISC */
/* action.c - see action.h */
#include "action.h"

#include <string.h>

static const char type_letters[] = " pnbrqk";
static const char rank_letters[] = " A23456789TJQK*";
static const char suit_letters[] = "dhcs";

/* The index of a letter among letters[first ...], or otherwise. */
static unsigned find_letter(const char *letters, unsigned first, char letter, unsigned otherwise)
{
    const char *found = letter ? strchr(letters + first, letter) : NULL;
    return found ? (unsigned)(found - letters) : otherwise;
}

char vci_type_letter(unsigned type) { return type_letters[type]; }
unsigned vci_type_of_letter(char letter) { return find_letter(type_letters, 1, letter, VC_NO_PIECE); }
char vci_rank_letter(unsigned rank) { return rank_letters[rank]; }
unsigned vci_rank_of_letter(char letter) { return find_letter(rank_letters, 1, letter, 0); }
char vci_suit_letter(unsigned suit) { return suit_letters[suit]; }
unsigned vci_suit_of_letter(char letter) { return find_letter(suit_letters, 0, letter, 4); }

unsigned vci_square_read(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NO_SQUARE;
    return (unsigned)(text[1] - '1') * 8 + (unsigned)(text[0] - 'a');
}

void vci_square_write(struct text *text, unsigned square)
{
    vci_text_char(text, (char)('a' + square % 8));
    vci_text_char(text, (char)('1' + square / 8));
}

void vci_card_write(struct text *text, vc_card card)
{
    vci_text_char(text, vci_rank_letter(VC_CARD_RANK(card)));
    vci_text_char(text, vci_suit_letter(VC_CARD_SUIT(card)));
}

/* Which fields a kind uses. */
static vc_action fields_of_kind(unsigned kind)
{
    static const vc_action square = 63, type = 7, rank = 15, suit = 3;
    switch (kind) {
    case VC_MOVE:
        return square | square << SHIFT_FROM | type << SHIFT_PIECE | type << SHIFT_MEMBER;
    case VC_TOUCH:
        return square << SHIFT_FROM;
    case VC_BECOME:
        return type << SHIFT_PIECE;
    case VC_CASUALTY:
        return type << SHIFT_MEMBER;
    case VC_DISCARD:
    case VC_DRAW:
        return rank << SHIFT_RANK | suit << SHIFT_SUIT;
    case VC_CHOOSE_DECK:
        return suit << SHIFT_SUIT;
    default:
        return 0;
    }
}

bool vci_action_valid(vc_action a)
{
    const unsigned kind = VC_ACTION_KIND(a), piece = VC_ACTION_PIECE(a), member = VC_ACTION_MEMBER(a);
    if (a & ~(make_kind(15) | fields_of_kind(kind)))
        return false;
    switch (kind) {
    case VC_MOVE: /* a piece never becomes a king; any member may leave */
        return VC_ACTION_FROM(a) != VC_ACTION_TO(a) && piece < VC_KING && member <= VC_KING;
    case VC_BECOME:
        return piece >= VC_KNIGHT && piece <= VC_QUEEN;
    case VC_CASUALTY:
        return member >= VC_PAWN && member <= VC_QUEEN;
    case VC_DISCARD:
    case VC_DRAW:
        return VC_ACTION_RANK(a) >= VC_ACE && VC_ACTION_RANK(a) <= VC_JOKER;
    case VC_TOUCH:
    case VC_CHOOSE_DECK:
        return true;
    default:
        return false;
    }
}

void vci_action_write(struct text *text, vc_action a)
{
    switch (VC_ACTION_KIND(a)) {
    case VC_MOVE:
        vci_square_write(text, VC_ACTION_FROM(a));
        vci_square_write(text, VC_ACTION_TO(a));
        if (VC_ACTION_PIECE(a))
            vci_text_char(text, vci_type_letter(VC_ACTION_PIECE(a)));
        if (VC_ACTION_MEMBER(a)) {
            vci_text_char(text, ':');
            vci_text_char(text, vci_type_letter(VC_ACTION_MEMBER(a)));
        }
        break;
    case VC_TOUCH:
        vci_text_char(text, '?');
        vci_square_write(text, VC_ACTION_FROM(a));
        break;
    case VC_BECOME:
        vci_text_char(text, '=');
        vci_text_char(text, vci_type_letter(VC_ACTION_PIECE(a)));
        break;
    case VC_CASUALTY:
        vci_text_char(text, '!');
        vci_text_char(text, vci_type_letter(VC_ACTION_MEMBER(a)));
        break;
    case VC_CHOOSE_DECK:
        vci_text_char(text, '^');
        vci_text_char(text, vci_suit_letter(VC_ACTION_SUIT(a)));
        break;
    default:
        vci_text_char(text, VC_ACTION_KIND(a) == VC_DISCARD ? '-' : '+');
        vci_card_write(text, action_card(a));
    }
}

/* Each reader gets the text behind what was read so far and moves *next on. */

static vc_action read_square(const char **next, unsigned shift)
{
    unsigned square = vci_square_read(*next);
    if (square == NO_SQUARE)
        return UINT32_MAX;
    *next += 2;
    return square << shift;
}

static vc_action read_type(const char **next, unsigned shift)
{
    unsigned type = vci_type_of_letter(**next);
    if (!type)
        return UINT32_MAX;
    ++*next;
    return type << shift;
}

static vc_action read_suit(const char **next)
{
    unsigned suit = vci_suit_of_letter(**next);
    if (suit > 3)
        return UINT32_MAX;
    ++*next;
    return suit << SHIFT_SUIT;
}

static vc_action read_rank(const char **next)
{
    unsigned rank = vci_rank_of_letter(**next);
    if (!rank)
        return UINT32_MAX;
    ++*next;
    return rank << SHIFT_RANK;
}

/* Adds a part to a value; a part that could not be read spoils the whole. */
static vc_action joined(vc_action whole, vc_action part)
{
    return whole == UINT32_MAX || part == UINT32_MAX ? UINT32_MAX : whole | part;
}

static vc_action read_move(const char **next)
{
    vc_action a = joined(make_kind(VC_MOVE), read_square(next, SHIFT_FROM));
    if (a != UINT32_MAX)
        a = joined(a, read_square(next, 0));
    if (a != UINT32_MAX && **next && **next != ':')
        a = joined(a, read_type(next, SHIFT_PIECE));
    if (a != UINT32_MAX && **next == ':') {
        ++*next;
        a = joined(a, read_type(next, SHIFT_MEMBER));
    }
    return a;
}

vc_action vci_action_read(const char *text, vc_error *error)
{
    const char *next = text + 1;
    vc_action a;
    switch (text[0]) {
    case '?':
        a = joined(make_kind(VC_TOUCH), read_square(&next, SHIFT_FROM));
        break;
    case '=':
        a = joined(make_kind(VC_BECOME), read_type(&next, SHIFT_PIECE));
        break;
    case '!':
        a = joined(make_kind(VC_CASUALTY), read_type(&next, SHIFT_MEMBER));
        break;
    case '^':
        a = joined(make_kind(VC_CHOOSE_DECK), read_suit(&next));
        break;
    case '-':
    case '+':
        a = joined(make_kind(text[0] == '-' ? VC_DISCARD : VC_DRAW), read_rank(&next));
        if (a != UINT32_MAX)
            a = joined(a, read_suit(&next));
        break;
    default:
        next = text;
        a = read_move(&next);
    }
    if (a == UINT32_MAX || *next || !vci_action_valid(a)) {
        vci_fail(error, VC_ERR_SYNTAX, (size_t)(next - text), "not an action: \"%.16s\"", text);
        return VC_NO_ACTION;
    }
    return a;
}
