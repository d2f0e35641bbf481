/* SPDX-License-Identifier: ISC */
/*
 * ideal_cards.h - the cards of Ideal Chess [I2] [I4] [I6]: hands, discards, draw decks, known tops
 *
 * How they lie in a position:
 *
 *     own words 0-3   the hands by suit (d, h White's, c, s Black's): how often each rank is there, 4 bits a rank
 *     own words 4-7   the discards likewise
 *     extra 0, 1      the known tops of White and of Black: of one deck the card, of two decks the ranks, 4 bits each
 *     extra 2         phase played: the card; drawing and dealing: the deck that chance takes from; else 0
 *
 * The draw deck is what the pack has beside these; a known top is part of it until it is taken. A deck is named by its
 * first suit. It is never empty in a game that goes on: a suit has 13 cards, a hand 8 at most, and when the deck's last
 * card is taken the discards become the deck.
 *
 * A part of rules_ideal.c, apart for its length. Includes rules_common.h.
 */
#ifndef VCI_IDEAL_CARDS_H
#define VCI_IDEAL_CARDS_H

#include "rules_common.h"

enum { SUITS = 4, HANDS = 0, PILES = SUITS, WORDS = COMMON_WORDS + 2 * SUITS };
enum { SLOT_SAFETY = 1, SLOT_HAND_SIZE, SLOT_PACKS, SLOT_JOKERS, SLOT_FACE_UP, SLOT_TWO_DECKS };
enum { EXTRA_PLAYED = 2, EXTRA_DECK = 2, NO_DECK = SUITS, DEALT_FACE_UP = 4 };

/* One card of each rank, jokers apart. */
#define SUIT_OF_CARDS UINT64_C(0x0011111111111110)
#define EVERY_RANK UINT64_C(0x0111111111111110)

static bool two_decks(const struct vc_rules *rules) { return rules->value[SLOT_TWO_DECKS] != 0; }
static bool shows_tops(const struct vc_rules *rules) { return rules->value[SLOT_FACE_UP] || two_decks(rules); }
static unsigned hand_size(const struct vc_rules *rules) { return (unsigned)rules->value[SLOT_HAND_SIZE]; }

/* How many suits a deck has; decks and the suits in them are counted in these steps. */
static unsigned suits_of_deck(const struct vc_rules *rules) { return two_decks(rules) ? 1 : 2; }
static unsigned deck_of(const struct vc_rules *rules, unsigned suit) { return suit & ~(suits_of_deck(rules) - 1); }

/* The colour that owns a suit, and its first suit. */
static unsigned owner_of(unsigned suit) { return suit / 2; }
static unsigned first_suit(unsigned color) { return 2 * color; }

/* --------------------------------------------------------------- words of cards --- */

static uint64_t one_card(unsigned rank) { return UINT64_C(1) << 4 * rank; }
static unsigned copies(uint64_t cards, unsigned rank) { return (unsigned)(cards >> 4 * rank & 15); }

/* The ranks that are there, once each. */
static uint64_t ranks_in(uint64_t cards)
{
    cards |= cards >> 2;
    return (cards | cards >> 1) & EVERY_RANK;
}

static unsigned count_cards(uint64_t cards)
{
    const uint64_t every_second = UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(((cards & every_second) + (cards >> 4 & every_second)) * UINT64_C(0x0101010101010101) >> 56);
}

/* Copies must not cancel in the hash: a word is mixed as a whole. Rank 15 is free to tell the words apart. */
static uint64_t word_key(unsigned index, uint64_t cards) { return mix64(cards | (uint64_t)(index + 1) << 60); }

static void set_cards(struct position *p, unsigned index, uint64_t cards)
{
    p->key ^= word_key(index, p->own.word[index]) ^ word_key(index, cards);
    p->own.word[index] = cards;
}

/* ----------------------------------------------------------------- decks and tops --- */

/* [I2] [I6] The cards of a suit that are in the game: jokers are one to a deck. */
static uint64_t pack_of(const struct vc_rules *rules, unsigned suit)
{
    const bool joker = rules->value[SLOT_JOKERS] && deck_of(rules, suit) == suit;
    return SUIT_OF_CARDS * (uint64_t)rules->value[SLOT_PACKS] + (joker ? one_card(VC_JOKER) : 0);
}

/* The cards of a suit that are in its draw deck. */
static uint64_t deck_cards(const struct vc_rules *rules, const struct position *p, unsigned suit)
{
    return pack_of(rules, suit) - p->own.word[HANDS + suit] - p->own.word[PILES + suit];
}

static bool deck_is_empty(const struct vc_rules *rules, const struct position *p, unsigned deck)
{
    return !(deck_cards(rules, p, deck) | (two_decks(rules) ? 0 : deck_cards(rules, p, deck + 1)));
}

static unsigned hand_count(const struct position *p, unsigned color)
{
    const uint64_t *hand = &p->own.word[HANDS + first_suit(color)];
    return count_cards(hand[0]) + count_cards(hand[1]);
}

/* Whether a side has no card in its hand (words: HANDS) or among its discards (PILES). */
static bool has_none(const struct position *p, unsigned words, unsigned color)
{
    return !(p->own.word[words + first_suit(color)] | p->own.word[words + first_suit(color) + 1]);
}

/* The known top of a deck; 0 when there is none. */
static vc_card top_of(const struct vc_rules *rules, const struct position *p, unsigned deck)
{
    const uint8_t tops = p->extra[owner_of(deck)];
    const unsigned rank = deck & 1 ? tops >> 4 : tops & 15;
    if (!two_decks(rules))
        return tops;
    return rank ? make_card(rank, deck) : 0;
}

static void set_top(const struct vc_rules *rules, struct position *p, unsigned deck, vc_card top)
{
    uint8_t *tops = &p->extra[owner_of(deck)];
    if (!two_decks(rules))
        *tops = top;
    else if (deck & 1)
        *tops = (uint8_t)((*tops & 0x0f) | VC_CARD_RANK(top) << 4);
    else
        *tops = (uint8_t)((*tops & 0xf0) | VC_CARD_RANK(top));
}

/* --------------------------------------------------------------- what is done with them --- */

static void take_into_hand(struct position *p, vc_card card)
{
    const unsigned index = HANDS + VC_CARD_SUIT(card);
    set_cards(p, index, p->own.word[index] + one_card(VC_CARD_RANK(card)));
}

static void discard(struct position *p, vc_card card)
{
    const unsigned hand = HANDS + VC_CARD_SUIT(card), pile = PILES + VC_CARD_SUIT(card);
    set_cards(p, hand, p->own.word[hand] - one_card(VC_CARD_RANK(card)));
    set_cards(p, pile, p->own.word[pile] + one_card(VC_CARD_RANK(card)));
}

/* [I4] When the last card of a deck was taken, its discards become the deck. */
static void refill(const struct vc_rules *rules, struct position *p, unsigned deck)
{
    if (LIKELY(!deck_is_empty(rules, p, deck)))
        return;
    for (unsigned suit = deck; suit < deck + suits_of_deck(rules); suit++)
        set_cards(p, PILES + suit, 0);
}

/* A known top goes into the hand, and chance is to show the next one. */
static void take_top(const struct vc_rules *rules, struct position *p, unsigned deck)
{
    take_into_hand(p, top_of(rules, p, deck));
    set_top(rules, p, deck, 0);
    refill(rules, p, deck);
    p->phase = VC_PHASE_DRAWING;
    p->extra[EXTRA_DECK] = (uint8_t)deck;
}

/* The first deck, White's first, whose top should be known and is not; NO_DECK when there is none. */
static unsigned first_hidden(const struct vc_rules *rules, const struct position *p)
{
    unsigned deck = shows_tops(rules) ? 0 : NO_DECK;
    while (deck < NO_DECK && top_of(rules, p, deck))
        deck += suits_of_deck(rules);
    return deck;
}

/* [I6] The deck that the deal goes on with: hands beyond four, then tops; NO_DECK when all is dealt. */
static unsigned next_deal(const struct vc_rules *rules, const struct position *p)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        const unsigned count = hand_count(p, color);
        if (count < hand_size(rules)) /* from two decks in turn, the fifth card from the first */
            return first_suit(color) + (two_decks(rules) ? count % 2 : 0);
    }
    return first_hidden(rules, p);
}

/* The next card of the deal is due, or the first turn. */
static void go_on_dealing(const struct vc_rules *rules, struct position *p)
{
    const unsigned deck = next_deal(rules, p);
    p->phase = deck == NO_DECK ? VC_PHASE_TURN : VC_PHASE_DEALING;
    p->extra[EXTRA_DECK] = deck == NO_DECK ? 0 : (uint8_t)deck;
}

/* [I7] How many cards a hand may have: one less from the discard to the taking of a card. */
static unsigned hand_limit(const struct vc_rules *rules, const struct position *p, unsigned color)
{
    const bool one_less = p->phase == VC_PHASE_PLAYED || p->phase == VC_PHASE_CHOOSING ||
                          (p->phase == VC_PHASE_DRAWING && !shows_tops(rules));
    return hand_size(rules) - (one_less && color == p->side);
}

/* ------------------------------------------------------------------ lists of cards --- */

/* Lists the cards in the words of some neighbouring suits, sorted by rank, then suit. */
static size_t list_cards(const uint64_t *words, unsigned suits, unsigned first, vc_card *list)
{
    size_t n = 0;
    for (unsigned rank = VC_ACE; rank <= VC_JOKER; rank++)
        for (unsigned i = 0; i < suits; i++)
            for (unsigned k = copies(words[i], rank); k--;)
                list[n++] = make_card(rank, first + i);
    return n;
}

static size_t list_hand(const struct position *p, unsigned color, vc_card *list)
{
    return list_cards(&p->own.word[HANDS + first_suit(color)], 2, first_suit(color), list);
}

static size_t list_pile(const struct position *p, unsigned color, vc_card *list)
{
    return list_cards(&p->own.word[PILES + first_suit(color)], 2, first_suit(color), list);
}

static unsigned decks_of_side(const struct vc_rules *rules) { return 2 / suits_of_deck(rules); }

static size_t list_deck(const struct vc_rules *rules, const struct position *p, unsigned color, unsigned deck,
                        vc_card *list)
{
    const unsigned first = first_suit(color) + deck;
    const uint64_t words[2] = {deck_cards(rules, p, first), two_decks(rules) ? 0 : deck_cards(rules, p, first + 1)};
    return list_cards(words, suits_of_deck(rules), first, list);
}

static vc_card known_top(const struct vc_rules *rules, const struct position *p, unsigned color, unsigned deck)
{
    return top_of(rules, p, first_suit(color) + deck);
}

static vc_card played_card(const struct position *p)
{
    return p->phase == VC_PHASE_PLAYED ? p->extra[EXTRA_PLAYED] : 0;
}

static const struct card_table card_table = {.hand = list_hand, .pile = list_pile, .deck = list_deck,
                                             .decks = decks_of_side, .top = known_top, .played = played_card};

/* --------------------------------------------------------------------- consistency --- */

static uint64_t cards_key(const struct position *p)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < 2 * SUITS; i++)
        key ^= word_key(i, p->own.word[i]);
    return key;
}

/* Whether no rank of a suit is there more often than the pack has it. */
static bool suit_is_consistent(const struct vc_rules *rules, const struct position *p, unsigned suit)
{
    const uint64_t guard = EVERY_RANK * 8; /* packs hold 4 copies at most, so that no rank borrows from its neighbour */
    const uint64_t used = p->own.word[HANDS + suit] + p->own.word[PILES + suit];
    return (((pack_of(rules, suit) | guard) - used) & guard) == guard && !(used & ~(EVERY_RANK * 15));
}

static bool tops_are_consistent(const struct vc_rules *rules, const struct position *p)
{
    for (unsigned deck = 0; deck < SUITS; deck += suits_of_deck(rules)) {
        const vc_card top = top_of(rules, p, deck);
        if (top && (!shows_tops(rules) || deck_of(rules, VC_CARD_SUIT(top)) != deck ||
                    !copies(deck_cards(rules, p, VC_CARD_SUIT(top)), VC_CARD_RANK(top))))
            return false;
    }
    return true;
}

/* Whether the deck of chance is the one that the tops and hands say. */
static bool deck_is_consistent(const struct vc_rules *rules, const struct position *p)
{
    const unsigned deck = p->extra[EXTRA_DECK];
    if (p->phase == VC_PHASE_DEALING)
        return next_deal(rules, p) == deck;
    if (p->phase != VC_PHASE_DRAWING)
        return first_hidden(rules, p) == NO_DECK;
    return owner_of(deck) == p->side && deck_of(rules, deck) == deck &&
           first_hidden(rules, p) == (shows_tops(rules) ? deck : (unsigned)NO_DECK);
}

static bool cards_are_consistent(const struct vc_rules *rules, const struct position *p)
{
    const bool finished = king_missing(p);
    const vc_card played = played_card(p);
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (!suit_is_consistent(rules, p, suit) || (!finished && deck_is_empty(rules, p, deck_of(rules, suit))))
            return false;
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (hand_count(p, color) > hand_limit(rules, p, color))
            return false;
    if (p->focus != NO_SQUARE || !tops_are_consistent(rules, p))
        return false;
    if (played && (owner_of(VC_CARD_SUIT(played)) != p->side ||
                   !copies(p->own.word[PILES + VC_CARD_SUIT(played)], VC_CARD_RANK(played))))
        return false;
    if (p->extra[EXTRA_DECK] && (p->phase == VC_PHASE_TURN || p->phase == VC_PHASE_CHOOSING))
        return false;
    return finished ? p->phase == VC_PHASE_TURN : deck_is_consistent(rules, p);
}

#endif
