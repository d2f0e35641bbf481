/* SPDX-License-Identifier: ISC */
/* evaluation.c - see evaluation.h */
#include "evaluation.h"

#include <stdbool.h>

#include "cli.h"
#include "facts.h"

enum { MAX_HAND = 8, ALL_TYPES = 0x7e };

/* In hundredths of a pawn, by rule set. In quantum an officer is worth what it may become more than what it is; in
 * potential officers do more, but not for long. */
static const int worth[][7] = {
    [VC_ORTHODOX] = {0, 100, 300, 310, 500, 900, 0},  [VC_QUANTUM] = {0, 100, 370, 370, 430, 520, 0},
    [VC_POTENTIAL] = {0, 100, 300, 420, 600, 750, 0}, [VC_POWER] = {0, 100, 300, 310, 500, 900, 0},
    [VC_IDEAL] = {0, 100, 290, 300, 450, 700, 0},
};

/* What evaluation asks a game for, once. */
struct scene {
    const vc_game *game;
    const int *worth;
    uint32_t ruleset, mover; /* the side to move */
    uint64_t squares[2][7];  /* by colour and type; VC_NO_PIECE: any type */
    uint64_t combos;
    uint32_t types[2]; /* bits of the types that the colour's cards allow; all without cards */
    value material[2]; /* without the kings */
};

static value hundredths(int n) { return n * (PAWN / 100); }

static int lower_int(int a, int b) { return a < b ? a : b; }

static uint32_t pop_square(uint64_t *set)
{
    const uint32_t square = (uint32_t)__builtin_ctzll(*set);
    *set &= *set - 1;
    return square;
}

/* The types that a card allows [I3], as bits. */
static uint32_t types_of(uint32_t rank)
{
    enum {
        P = 1 << VC_PAWN,
        N = 1 << VC_KNIGHT,
        B = 1 << VC_BISHOP,
        R = 1 << VC_ROOK,
        Q = 1 << VC_QUEEN,
        K = 1 << VC_KING
    };
    static const uint32_t types[] = {0,     K | P, Q | P, N | P, B | P, R | P, N | P,    B | P,
                                     R | P, N | P, B | P, R | N, Q | B, K | R, ALL_TYPES};
    return types[rank];
}

static uint32_t types_in_hand(const vc_game *game, uint32_t color)
{
    vc_card hand[MAX_HAND];
    size_t n;
    uint32_t types = 0;
    cli_check(vc_game_hand(game, color, hand, MAX_HAND, &n));
    for (size_t i = 0; i < n; i++)
        types |= types_of(VC_CARD_RANK(hand[i]));
    return types;
}

/* ------------------------------------------------------------------------- parts of the sum --- */

static int ring_distance(uint32_t square) /* from the middle of the board: 0 to 6 */
{
    const int file = (int)(square & 7), rank = (int)(square >> 3);
    return (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
}

/* What the pieces on a square are worth together; least gets the least of them but the king. */
static int worth_on(const struct scene *scene, uint32_t square, int *least)
{
    vc_piece pieces[MAX_MEMBERS];
    size_t n;
    int sum = 0;
    *least = 0;
    cli_check(vc_game_pieces(scene->game, square, pieces, MAX_MEMBERS, &n));
    for (size_t i = 0; i < n; i++) {
        const int w = scene->worth[VC_PIECE_TYPE(pieces[i])];
        sum += w;
        if (w && (!*least || w < *least))
            *least = w;
    }
    return sum;
}

static value material_of(const struct scene *scene, uint32_t color)
{
    value sum = 0;
    for (uint32_t type = VC_PAWN; type < VC_KING; type++)
        for (uint64_t set = scene->squares[color][type] & ~scene->combos; set;) {
            pop_square(&set);
            sum += hundredths(scene->worth[type]);
        }
    for (uint64_t set = scene->squares[color][VC_NO_PIECE] & scene->combos; set;) {
        int least;
        sum += hundredths(worth_on(scene, pop_square(&set), &least));
    }
    return sum;
}

/* Pawns that are far ahead, officers in the middle. */
static value placement(const struct scene *scene, uint32_t color, bool ending)
{
    value sum = 0;
    for (uint64_t set = scene->squares[color][VC_PAWN]; set;) {
        const uint32_t rank = pop_square(&set) >> 3, ahead = color == VC_WHITE ? rank : 7 - rank;
        sum += hundredths((int)ahead * (ending ? 14 : 3));
    }
    for (uint32_t type = VC_KNIGHT; type < VC_KING; type++)
        for (uint64_t set = scene->squares[color][type]; set;)
            sum += hundredths(3 * (6 - ring_distance(pop_square(&set))));
    return sum;
}

/* The squares from which a colour attacks a square, as far as its cards allow. */
static uint64_t attackers_of(const struct scene *scene, uint32_t square, uint32_t color)
{
    uint64_t allowed = 0;
    for (uint32_t type = VC_PAWN; type <= VC_KING; type++)
        if (scene->types[color] >> type & 1)
            allowed |= scene->squares[color][type];
    return vc_game_attackers(scene->game, square, color) & allowed;
}

static int cheapest(const struct scene *scene, uint64_t attackers, uint32_t color)
{
    for (uint32_t type = VC_PAWN; type < VC_KING; type++)
        if (attackers & scene->squares[color][type])
            return scene->worth[type];
    return 10000; /* the king alone */
}

/* What a colour loses at most when the other side is to move. */
static value exposure(const struct scene *scene, uint32_t color)
{
    int worst = 0;
    for (uint64_t set = scene->squares[color][VC_NO_PIECE]; set;) {
        const uint32_t square = pop_square(&set);
        const uint64_t attackers = attackers_of(scene, square, color ^ 1);
        if (!attackers)
            continue;
        int least;
        const int all = worth_on(scene, square, &least), cost = cheapest(scene, attackers, color ^ 1);
        int loss = all;
        if (scene->combos >> square & 1)
            loss = least - cost; /* the attacker is lost in any case */
        else if (attackers_of(scene, square, color))
            loss = all - cost;
        if (loss > worst)
            worst = loss;
    }
    return hundredths(worst);
}

/* The lone king's square; VC_NO_SQUARE when there is none. */
static uint32_t king_square(const struct scene *scene, uint32_t color)
{
    uint64_t king = scene->squares[color][VC_KING] & ~scene->combos;
    return king ? pop_square(&king) : VC_NO_SQUARE;
}

/* How likely an attacker of the mover's can take what it attacks: in quantum it must stay what it is. */
static value chance_to_stay(const struct scene *scene, uint32_t square)
{
    const uint32_t type = VC_PIECE_TYPE(vc_game_piece(scene->game, square));
    vc_odds odds[4];
    size_t n;
    uint64_t total;
    if (scene->ruleset != VC_QUANTUM || vc_game_odds(scene->game, square, odds, 4, &n, &total))
        return PAWN;
    for (size_t i = 0; i < n; i++)
        if (VC_ACTION_PIECE(odds[i].outcome) == type)
            return PAWN * odds[i].weight / (value)total;
    return 0;
}

/* What the danger is worth that the mover takes the other side's king, where that is possible. */
static value king_danger(const struct scene *scene)
{
    const uint32_t square = king_square(scene, scene->mover ^ 1);
    value likely = 0;
    if (square == VC_NO_SQUARE)
        return 0;
    for (uint64_t set = attackers_of(scene, square, scene->mover); set;) {
        const value chance = chance_to_stay(scene, pop_square(&set));
        if (chance > likely)
            likely = chance;
    }
    return likely * 9 / 10 * (WIN / PAWN);
}

/* Drives the king of the side that is behind to the edge, and brings one's own near. */
static value mating(const struct scene *scene, uint32_t ahead)
{
    const uint32_t prey = king_square(scene, ahead ^ 1), king = king_square(scene, ahead);
    int free_squares = 0, near = 0;
    if (prey == VC_NO_SQUARE)
        return 0;
    for (uint32_t square = 0; square < 64; square++) {
        const int files = (int)(square & 7) - (int)(prey & 7), ranks = (int)(square >> 3) - (int)(prey >> 3);
        if (files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1 && square != prey)
            free_squares += !(scene->squares[ahead ^ 1][VC_NO_PIECE] >> square & 1) &&
                            !vc_game_attackers(scene->game, square, ahead);
        if (square == king)
            near = 14 - (files < 0 ? -files : files) - (ranks < 0 ? -ranks : ranks);
    }
    return hundredths(12 * ring_distance(prey) + 6 * near - 10 * free_squares);
}

/* ------------------------------------------------------------------------------------------- */

static void look_at(struct scene *scene, const vc_game *game)
{
    *scene = (struct scene){.game = game,
                            .ruleset = vc_rules_ruleset(vc_game_rules(game)),
                            .mover = vc_game_side_to_move(game),
                            .combos = vc_game_combos(game)};
    scene->worth = worth[scene->ruleset];
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++) {
        for (uint32_t type = VC_NO_PIECE; type <= VC_KING; type++)
            scene->squares[color][type] = vc_game_squares(game, color, type);
        scene->types[color] = vc_game_decks(game, color) ? types_in_hand(game, color) : ALL_TYPES;
        scene->material[color] = material_of(scene, color);
    }
}

/* The sum, from the side of the mover. */
static value sum_for_mover(const struct scene *scene)
{
    const uint32_t us = scene->mover, them = us ^ 1;
    const value lead = scene->material[us] - scene->material[them];
    const bool ending = scene->material[VC_WHITE] < 12 * PAWN || scene->material[VC_BLACK] < 12 * PAWN;
    value sum = lead + placement(scene, us, ending) - placement(scene, them, ending);
    sum += exposure(scene, them) + king_danger(scene) - exposure(scene, us) / 5;
    if (vc_game_in_check(scene->game))
        sum -= PAWN / 2;
    if (lead > 3 * PAWN)
        sum += mating(scene, us);
    else if (lead < -3 * PAWN)
        sum -= mating(scene, them);
    return sum;
}

value evaluate(const vc_game *game, uint32_t us)
{
    enum { CLOCK_END = 150 };
    struct scene scene;
    uint32_t winner, reason;
    cli_check(vc_game_outcome(game, &winner, &reason));
    if (reason != VC_REASON_NONE)
        return winner == VC_NOBODY ? 0 : winner == us ? WIN : -WIN;
    look_at(&scene, game);
    value sum = sum_for_mover(&scene);
    /* A draw comes nearer: whoever is ahead shall get on. */
    if (vc_game_repetitions(game) > 1)
        sum /= 2;
    sum -= sum * lower_int((int)vc_game_halfmove_clock(game), CLOCK_END) / (2 * CLOCK_END);
    return scene.mover == us ? sum : -sum;
}
