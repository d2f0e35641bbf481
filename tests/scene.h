/* SPDX-License-Identifier: ISC */
/*
 * scene.h - all that the public interface says of a game at one moment, in one struct, and plain arithmetic on it
 *
 * The arithmetic (who attacks what, what lies between) is slow and written again on purpose: the library is checked
 * against it. Squares are 0-63, sets of squares have bit n for square n.
 */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>
#include <variantchess/variantchess.h>

enum { CARDS = VC_MAX_CARDS, HAND = 8, MEMBERS = 16 };

/* A rule set's options as numbers; those that it has not are 0. */
struct options {
    uint32_t ruleset;
    bool automatic_draws, strict; /* strict: king safety [C4] */
    uint32_t values[4];           /* quantum: of queen, rook, bishop, knight */
    uint32_t a, b;                /* temperature a/b */
    int initial, king_initial;    /* power; king_initial is -1 for never */
    uint32_t most;                /* power: where counts of moves stop */
    bool combo_captures;
    uint32_t hand_size, packs, jokers;
    bool face_up, two_decks;
};

struct scene {
    struct options opt;
    uint32_t side, actor, phase, castling, ep, clock, number, focus, winner, reason, repetitions, claimable;
    uint64_t touched, combos, checkers, hash;
    vc_piece on[64][MEMBERS]; /* as vc_game_pieces() */
    uint8_t count[64];
    uint64_t all[2], of[2][7];         /* by colour, by colour and type */
    vc_action actions[VC_MAX_ACTIONS]; /* of the actor, chance included */
    uint32_t weights[VC_MAX_ACTIONS];
    size_t action_count;
    vc_card hand[2][CARDS], pile[2][CARDS], deck[2][2][CARDS], top[2][2], played;
    size_t hand_count[2], pile_count[2], deck_count[2][2];
    char string[VC_POSITION_TEXT_SIZE];
};

struct options options_of(const vc_rules *rules);

/* Asks a game for everything. */
void take_scene(const vc_game *game, struct scene *scene);

/* --------------------------------------------------------------------------- arithmetic --- */

#define BIT(square) (UINT64_C(1) << (square))

unsigned bits_in(uint64_t set);
unsigned lowest(uint64_t set); /* 64 for none */
/* The square so many files right and ranks up; 64 when that is off the board, as is anything from 64. */
unsigned shifted(unsigned square, int files, int ranks);
/* The rank of a square counted from a colour's side, 1 to 8. */
unsigned rank_from(unsigned square, unsigned color);
/* One step ahead for a colour. */
unsigned forward(unsigned square, unsigned color);

unsigned first_type(const struct scene *s, unsigned square); /* VC_NO_PIECE when empty */
unsigned owner(const struct scene *s, unsigned square);      /* VC_NOBODY when empty */
bool is_lone(const struct scene *s, unsigned square, unsigned color, unsigned type);
unsigned king_of(const struct scene *s, unsigned color); /* 64 when it is missing */
uint64_t occupied_squares(const struct scene *s);

/* Whether a piece on a square could capture on another, moving as one type alone; squares in gone count as empty. */
bool captures_as(const struct scene *s, unsigned from, unsigned to, unsigned color, unsigned type, uint64_t gone);
/* The squares from which a colour attacks a square [C3], in every rule set. */
uint64_t attackers_on(const struct scene *s, unsigned square, unsigned color);
/* The squares from which the lone king of a colour is attacked. */
uint64_t attackers_of_king(const struct scene *s, unsigned color);

bool has_action(const struct scene *s, vc_action action);
/* Whether an action is a move between two squares, whatever else it says. */
bool is_move(vc_action action, unsigned from, unsigned to);
bool has_move(const struct scene *s, unsigned from, unsigned to);
vc_action move_of(unsigned from, unsigned to);

/* How often a card is in a list; how many of a list are of a suit. */
size_t copies_in(const vc_card *list, size_t count, vc_card card);
size_t suit_in(const vc_card *list, size_t count, unsigned suit);
/* Whether a card allows a piece of a type to move, VC_KING + 1 standing for castling [I3]. */
bool card_allows(vc_card card, unsigned type);

#endif
