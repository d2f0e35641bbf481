/* SPDX-License-Identifier: ISC */
/*
 * clauses.h - which clauses of the rules were reached
 *
 * An observer sees every step of the games that a test plays: the scene before, the action, the events, the scene
 * after. clauses.def says for each clause, part by part, how a step that exercises it looks. What is never seen was not
 * tested.
 */
#ifndef CLAUSES_H
#define CLAUSES_H

#include "scene.h"

enum { EVENTS = 64 };

/* What must be remembered of a game so far. */
struct memory {
    uint64_t promoted; /* where promoted officers stand */
    uint64_t changed;  /* where pieces stand whose identity chance has changed */
    uint32_t outlived; /* castling rights that last though their corner piece was no rook for a while */
    bool same_board;   /* this turn's board stood before in the game, with other rights or own state */
};

/* One step of a game, complete. An action of 0 is no action: the game was put at its scene, or ended from outside. */
struct step {
    const struct scene *before, *after;
    vc_action action;
    const vc_event *events;
    size_t event_count;
    struct memory memory; /* before the step, but same_board, which is of the scene after */
    bool outside;         /* claimed, or ended from outside */

    /* What understand() makes of it; the rest is about moves. */
    unsigned kind, us, them, from, to;
    unsigned mover;  /* the type of the lone piece or of the member that moves; VC_NO_PIECE for a whole combo */
    unsigned as;     /* potential: the way of moving */
    unsigned member; /* who leaves a combo */
    bool whole;      /* a whole combo moves */
    bool castles, two_step, en_passant, attacks, merges;
    unsigned captured; /* the type of the captured piece */
    unsigned victim;   /* its square */
    unsigned promoted; /* what a pawn became */
};

/* Fills in what a step was. */
void understand(struct step *step);

/* Counts the clauses that a step shows, and goes on with the memory. */
void observe(const struct step *step);
void remember(struct memory *memory, const struct step *step);

/* Why castling right i (in the order of VC_CASTLE_...) cannot be used by the side to move; 0 when it can. */
enum {
    NO_RIGHT = 1,
    WAY_HELD = 2,     /* the squares between are not empty */
    NO_LONE_ROOK = 4, /* the corner piece is not a lone rook now */
    KING_HELD = 8,    /* the king is not alone */
    CHECKED = 16,
    CROSSING = 32, /* an attacked square is crossed */
    ENTERING = 64  /* an attacked square is entered */
};
unsigned castling_obstacles(const struct scene *scene, unsigned right);
/* The castling move of a right. */
vc_action castling_move(unsigned right);
/* Whether castling could be among the actions now, as far as turn and cards are concerned. */
bool castling_is_due(const struct scene *scene);

/* Calls tell() for each clause of a rule set with how often it was seen; returns how many clauses there are. */
size_t report_clauses(uint32_t ruleset, void (*tell)(const char *clause, const char *what, uint64_t seen));

#endif
