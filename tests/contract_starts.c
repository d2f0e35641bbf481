/* SPDX-License-Identifier: ISC */
/* contract_starts.c - where games of the contract test begin, so that rare clauses are reached; see contract.h */
#include <stdio.h>
#include <string.h>

#include "contract.h"

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define TO_AND_FRO "e1f1 e8f8 f1e1 f8e8"
#define ROOKS "r3k2r/8/8/8/8/8/8/R3K2R"
#define MATE_AT_ONCE "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90"
#define BARE_KINGS "4k3/8/8/8/8/8/8/4K3 w - - 150 100"
#define BARED_BY_EN_PASSANT "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"
#define PAWNS "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
#define B_FILE_ATTACKED "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"

/* A script that is made when the program runs: cards go round so that the same position comes again. */
static const char carousel[] = "carousel";
#define CAROUSEL_HANDS "hands:2d4d5d7d8dTdJdQd/2c4c5c7c8cTcJcQc discards:-/- top:6dAh/6cAs"

const struct start starts[] = {
    /* [C5] [C6] [C7] [C8] [O] */
    {VC_ORTHODOX, "", ROOKS " w KQkq - 0 1", "e1g1 e8c8", 0},
    {VC_ORTHODOX, "", ROOKS " w KQkq - 0 1", "e1c1 e8g8", 0},
    {VC_ORTHODOX, "", B_FILE_ATTACKED, "e1c1", 0},
    {VC_ORTHODOX, "", PAWNS, "d7d5 e5d6", 0},
    {VC_ORTHODOX, "", BARED_BY_EN_PASSANT, "e2e4", 0},
    {VC_ORTHODOX, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 99999 99999", TO_AND_FRO, 0},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/8/R7/4K3 w - - 148 100", TO_AND_FRO, 0},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/8/R7/4K3 w - - 134 50", TO_AND_FRO, 4},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 4},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 2},
    {VC_ORTHODOX, "", MATE_AT_ONCE, "a1a8", 0},
    {VC_ORTHODOX, "", "k7/P7/8/K7/8/8/8/8 w - - 0 1", "a5a6", 0},
    {VC_ORTHODOX, "", "k7/8/K7/8/8/6n1/5B2/8 w - - 0 1", "f2g3", 0},
    {VC_ORTHODOX, "", BARE_KINGS, NULL, 0},
    {VC_ORTHODOX, "", "4kb2/8/8/8/8/6n1/7B/4K3 w - - 0 1", "h2g3", 0},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/B5n1/7B/2B1K3 w - - 0 1", "h2g3", 0},
    {VC_ORTHODOX, "", "4kb2/8/8/8/8/7n/6B1/4K3 w - - 0 1", "g2h3", 0},
    {VC_ORTHODOX, "", "4k3/8/8/8/8/7n/5N2/4KN2 w - - 0 1", "f2h3", 0},

    /* [C] in quantum */
    {VC_QUANTUM, "", ROOKS " w KQkq - 0 1", "e1g1 e8c8", 0},
    {VC_QUANTUM, "", ROOKS " w KQkq - 0 1", "e1c1 e8g8", 0},
    {VC_QUANTUM, "king_safety=strict", B_FILE_ATTACKED, "e1c1", 0},
    {VC_QUANTUM, "", PAWNS, "d7d5 e5d6", 0},
    {VC_QUANTUM, "king_safety=strict", BARED_BY_EN_PASSANT, "e2e4", 0},
    {VC_QUANTUM, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 99999 99999", TO_AND_FRO, 0},
    {VC_QUANTUM, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 149 50", TO_AND_FRO, 5},
    {VC_QUANTUM, "", "4k3/8/8/8/8/8/R7/4K3 w - - 148 50", TO_AND_FRO, 0},
    {VC_QUANTUM, "", "4k3/8/8/8/8/8/R7/4K3 w - - 134 50", TO_AND_FRO, 4},
    {VC_QUANTUM, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 4},
    {VC_QUANTUM, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 2},
    {VC_QUANTUM, "king_safety=strict", MATE_AT_ONCE, "?a1 =r a1a8", 0},
    {VC_QUANTUM, "king_safety=strict", BARE_KINGS, NULL, 0},
    {VC_QUANTUM, "", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
    {VC_QUANTUM, "", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
    {VC_QUANTUM, "", "5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
    {VC_QUANTUM, "king_safety=strict", "4k3/8/8/8/4N3/8/4r3/4K3 w - - 0 1", "e1f1 ?e2 =r e2e4 f1g1 e8d8", 0},
    {VC_QUANTUM, "king_safety=strict", "4k3/8/8/8/1b2N3/8/8/4K3 w - - 5 3 moving:e4", "e4c3", 0},
    {VC_QUANTUM, "king_safety=strict", "4k3/8/8/8/4N3/2b5/8/4K3 w - - 5 3", "e1e2 e8d8", 0},
    /* strict: the touched piece takes the king although its own is attacked */
    {VC_QUANTUM, "king_safety=strict", "4k3/8/8/8/1b2N3/8/8/4K3 w - - 5 3", "?e4 =r e4e8", 0},
    /* [Q2] to [Q7] */
    {VC_QUANTUM, "", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q h7g7 ?a8 =n a8b6", 0},
    {VC_QUANTUM, "king_safety=strict", "4r2k/8/8/8/8/8/n3N3/4K3 w - - 0 1", "?e2 =r e2e8", 0},
    {VC_QUANTUM, "", "4k3/7p/8/8/8/8/PP5P/RN2K3 w Q - 0 1",
     "?a1 =b h2h3 h7h6 ?a1 =r h3h4 h6h5 ?b1 =n b1c3 e8e7 e1c1", 0},
    {VC_QUANTUM, "", "3rrr2/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
    {VC_QUANTUM, "king_safety=strict", "7k/5K2/8/8/8/8/6Q1/8 w - - 0 1", "?g2 =q g2g6", 0},
    {VC_QUANTUM, "", "7k/5K2/8/8/8/8/6Q1/8 w - - 0 1", "?g2 =q g2g6", 0},
    {VC_QUANTUM, "", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 90", "?a1 =r a1a8", 0},
    {VC_QUANTUM, "", "6k1/5ppp/8/1n6/8/8/8/R3K3 w - - 0 90", "?a1 =r a1a8", 0},
    {VC_QUANTUM, "", "4k3/3p4/8/4P3/8/8/8/R3K3 b Q - 0 1", "d7d5 ?a1 =r", 0},
    {VC_QUANTUM, "", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "?e2 =b e2d3", 0},
    {VC_QUANTUM, "king_safety=strict", "n6k/1p3Q2/1P4K1/8/8/8/8/8 b - - 0 1", "?a8 =b", 0},
    {VC_QUANTUM, "king_safety=strict", "R5k1/5ppp/6n1/8/8/8/8/4K3 b - - 0 1", "?g6 =r", 0},
    {VC_QUANTUM, "king_safety=strict", "KrQ5/2q5/b1P3n1/8/B1k5/8/8/8 w - - 0 60", "?a4 =b ?c8 =b", 0},
    {VC_QUANTUM, "", "8/8/2n5/8/1p6/1P6/QNN1k3/KRb1n3 w - - 7 60", NULL, 0},
    {VC_QUANTUM, "temperature=1", "8/8/2n5/8/1p6/1P6/QNN1k3/KRb1n3 w - - 7 60", NULL, 0},
    {VC_QUANTUM, "temperature=1/2", "8/8/2n5/8/1p6/1P6/QNN1k3/KRb1n3 w - - 7 60", NULL, 0},
    {VC_QUANTUM, "king_safety=strict", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", 0},
    {VC_QUANTUM, "", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", 0},

    /* [C] in potential */
    {VC_POTENTIAL, "", ROOKS " w KQkq - 0 1", "e1g1 e8c8", 0},
    {VC_POTENTIAL, "", ROOKS " w KQkq - 0 1", "e1c1 e8g8", 0},
    {VC_POTENTIAL, "", B_FILE_ATTACKED, "e1c1", 0},
    {VC_POTENTIAL, "", PAWNS, "d7d5 e5d6", 0},
    {VC_POTENTIAL, "", BARED_BY_EN_PASSANT, "e2e4", 0},
    {VC_POTENTIAL, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 99999 99999", TO_AND_FRO, 0},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/8/R7/4K3 w - - 148 100", TO_AND_FRO, 0},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/8/R7/4K3 w - - 134 50", TO_AND_FRO, 4},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 4},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50", TO_AND_FRO, 2},
    {VC_POTENTIAL, "", MATE_AT_ONCE, "a1a8", 0},
    {VC_POTENTIAL, "", "k7/P7/8/K7/8/8/8/8 w - - 0 1", "a5a6", 0},
    {VC_POTENTIAL, "", BARE_KINGS, NULL, 0},
    /* [P3] [P4] [P5] */
    {VC_POTENTIAL, "", "8/3Q4/7k/8/8/8/8/4K3 w - - 0 1", "d7d8q", 0},
    {VC_POTENTIAL, "", "8/R7/7k/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0},
    {VC_POTENTIAL, "", "8/N7/7k/8/8/8/8/4K3 w - - 0 1", "a7a8b", 0},
    {VC_POTENTIAL, "", "8/B7/7k/8/8/8/8/4K3 w - - 0 1", "a7a8r", 0},
    {VC_POTENTIAL, "", "r7/R7/7k/8/8/8/8/4K3 w - - 0 1", "a7a8", 0},
    {VC_POTENTIAL, "", "1r6/R7/7k/8/8/8/8/4K3 w - - 0 1", "a7b8q", 0},
    {VC_POTENTIAL, "", "7k/8/8/8/3p4/8/4R3/K7 w - - 0 1", "e2e4p d4e3", 0},
    {VC_POTENTIAL, "", "7k/8/8/8/3p4/8/4Q3/K7 w - - 0 1", "e2e4p d4e3", 0},
    {VC_POTENTIAL, "", "7k/8/8/8/3p4/8/4B3/K7 w - - 0 1", "e2e4p d4e3", 0},
    {VC_POTENTIAL, "", "7k/8/8/8/3p4/8/4N3/K7 w - - 0 1", "e2e4p d4e3", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3N4/8/8/8/K7 b - - 0 1", "e7e5 d5e6p", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3B4/8/8/8/K7 b - - 0 1", "e7e5 d5e6p", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3B4/8/8/8/K7 b - - 0 1", "e7e5 d5e6", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3R4/8/8/8/K7 b - - 0 1", "e7e5 d5e6p", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3R4/8/8/8/K7 b - - 0 1", "e7e5 d5e6b", 0},
    {VC_POTENTIAL, "", "6k1/4p3/8/3Q4/8/8/8/K7 b - - 0 1", "e7e6", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3Q4/8/8/8/K7 b - - 0 1", "e7e5 d5e6p", 0},
    {VC_POTENTIAL, "", "7k/4p3/8/3Q4/8/8/8/K7 b - - 0 1", "e7e5 d5e6b", 0},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/P7/PPPPPPPP/R3K3 w Q - 7 9", "a1b3n", 0},
    {VC_POTENTIAL, "", "4k3/8/8/8/8/PPPPPP2/2PPPPPP/R3K3 w Q - 7 9", "a1a2p", 0},

    /* [C] in power */
    {VC_POWER, "", ROOKS " w KQkq - 0 1", "e1g1 e8c8", 0},
    {VC_POWER, "", ROOKS " w KQkq - 0 1", "e1c1 e8g8", 0},
    {VC_POWER, "", B_FILE_ATTACKED, "e1c1", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/8/[RR]3K3 w Q - 0 1 moves:a1r=0,e1=0,e8=0", "a1a3:r", 0},
    {VC_POWER, "", "[rn]3k3/8/8/8/8/8/8/R3K3 w q - 0 1", "a1a8 !r", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/8/[RN]3K2R w KQ - 0 1", NULL, 0},
    {VC_POWER, "king_initial_moves=0", "4k3/8/8/8/8/8/8/R3[KN]3 w Q - 0 1", NULL, 0},
    {VC_POWER, "", BARED_BY_EN_PASSANT, "e2e4", 0},
    {VC_POWER, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 99999 99999", TO_AND_FRO, 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/R7/4K3 w - - 148 100", TO_AND_FRO, 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/R7/4K3 w - - 134 50 moves:-", TO_AND_FRO, 4},
    {VC_POWER, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50 moves:-", TO_AND_FRO, 4},
    {VC_POWER, "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 50 moves:-", TO_AND_FRO, 2},
    {VC_POWER, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 149 50 moves:-", TO_AND_FRO, 5},
    {VC_POWER, "", MATE_AT_ONCE, "a1a8", 0},
    {VC_POWER, "", "k7/P7/8/K7/8/8/8/8 w - - 0 1", "a5a6", 0},
    {VC_POWER, "", "k7/8/K7/8/8/6n1/5B2/8 w - - 0 1", "f2g3", 0},
    {VC_POWER, "", BARE_KINGS, NULL, 0},
    {VC_POWER, "", "4k3/8/8/8/4[RN]3/8/8/4K3 w - - 150 80 hit:e4", "!n", 0},
    /* [W2] to [W7] */
    {VC_POWER, "", "4k3/8/8/4[RN]3/8/8/8/K3[BR]3 w - - 0 1", "e1e5", 0},
    {VC_POWER, "initial_moves=0", "4k3/8/8/8/3pN3/8/4P3/4K3 w - - 0 1", "e2e4", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/4[NP]3/4K3 w - - 0 1 moves:e1=0,e2p=0,e8=0", "e2e4", 0},
    {VC_POWER, "", "4k3/8/8/8/4[NN]3/8/8/4K3 w - - 0 1 moves:e1=0,e4n=0,e8=0", "e4f6:n", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/4[PP]3/4K3 w - - 0 1 moves:e1=0,e2p=0,e8=0", "e2e4:p", 0},
    {VC_POWER, "", "4k3/8/5[nn]2/8/4N3/8/8/4K3 w - - 0 1 moves:e1=0,f6n=0,e8=0", "e4f6 !n", 0},
    {VC_POWER, "", "4k3/8/5[rn]2/8/4[NB]3/8/8/4K3 w - - 7 1", "e4f6:n !r", 0},
    {VC_POWER, "combo_captures=on", "4k3/8/5[rn]2/8/4[NB]3/8/8/4K3 w - - 7 1", "e4f6 !n", 0},
    {VC_POWER, "", "4k3/8/5[qb]2/8/4N3/8/8/4K3 w - - 7 1", "e4f6 !q", 0},
    {VC_POWER, "", "4k3/8/5[qb]2/8/4N3/8/8/4K3 w - - 7 1", "e4f6 !b", 0},
    {VC_POWER, "", "4k3/8/5[np]2/8/4N3/8/8/4K3 w - - 7 1", "e4f6 !p", 0},
    {VC_POWER, "", "7k/8/8/8/4R3/8/4Q3/3K4 w - - 7 1", "e2e4 h8g8 e4e6 g8h8 e6d5:q", 0},
    {VC_POWER, "combo_captures=on", "4k3/8/5r2/8/4[NB]3/8/8/4K3 w - - 7 1", "e4f6", 0},
    {VC_POWER, "king_initial_moves=0 combo_captures=on", "4k3/8/8/4[rn]3/3[KR]4/8/8/8 w - - 0 1", NULL, 0},
    {VC_POWER, "king_initial_moves=0 combo_captures=on", "4k3/8/8/1[nn]6/8/1[KR]6/8/8 w - - 0 1", NULL, 0},
    {VC_POWER, "king_initial_moves=0", "7k/8/8/8/8/1[rn]6/[KN]7/8 w - - 0 1", NULL, 0},
    {VC_POWER, "", "7k/8/8/8/8/1[rn]6/K7/8 w - - 0 1", NULL, 0},
    {VC_POWER, "", "3[rn]3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8 !r", 0},
    {VC_POWER, "", "7k/4[NP]3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q:p", 0},
    {VC_POWER, "", "7k/4[NP]3/8/8/8/8/8/4K3 w - - 0 1", "e7c8r", 0},
    {VC_POWER, "", "7k/4[PPN]3/8/8/8/8/8/4K3 w - - 0 1", "e7e8b", 0},
    {VC_POWER, "", "4R2k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 0},
    {VC_POWER, "initial_moves=5", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1 moves:e7=2", "e7e8n", 0},
    {VC_POWER, "", PAWNS, "d7d5 e5d6", 0},
    {VC_POWER, "", "4k3/1p6/8/[NP]7/8/8/8/4K3 b - - 0 1", "b7b5 a5b6:p", 0},
    {VC_POWER, "", "4k3/8/8/8/3p4/8/4[NP]3/4K3 w - - 0 1 moves:e1=0,e2p=0,e8=0", "e2e4:p d4e3", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/4P3/P3K3 w - - 0 1 moves:-", "a1a2 e8d8 e2e3", 0},
    /* [W8] [W9] [W10] */
    {VC_POWER, "", "4[kn]3/8/8/8/8/8/4R3/K3R3 w - - 0 1", "e2e8 !n e1e8", 0},
    {VC_POWER, "", "4[KN]3/8/8/8/8/8/4r3/k3r3 b - - 0 1", "e2e8 !n e1e8", 0},
    {VC_POWER, "", "4[kn]3/8/8/8/8/8/4R3/r3R2K w - - 0 1", "e2e8 !n e1e8", 0},
    {VC_POWER, "", "4[rb]2k/8/8/8/4R3/8/8/4K3 w - - 0 1", NULL, 0},
    {VC_POWER, "king_initial_moves=0", "4r2k/8/8/8/8/8/8/4[KN]3 w - - 0 1", NULL, 0},
    {VC_POWER, "king_initial_moves=0", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", 0},
    {VC_POWER, "king_initial_moves=0", "4k3/8/8/8/8/8/4n3/4KB2 w - - 0 1", "e1e2", 0},
    {VC_POWER, "king_initial_moves=0", "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e1e2", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/4n3/4KB2 w - - 0 1", "e1e2", 0},
    {VC_POWER, "", "4k3/8/8/8/8/8/4n3/4KN2 w - - 0 1", "e1e2", 0},
    {VC_POWER, "", "4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c3e2 e8e7 c1e2", 0},
    {VC_POWER, "", "4[kn]3/8/2B2N2/8/8/8/8/4K3 w - - 0 1", "f6e8 !n c6e8", 0},
    {VC_POWER, "", "4k3/8/8/8/4[PP]3/8/8/4K3 w - - 5 1", "e4e5", 0},
    {VC_POWER, "", "4k3/8/8/8/4[NP]3/8/8/4K3 w - - 5 1", "e4e5", 0},
    {VC_POWER, "", "4k3/8/8/8/4[NP]3/8/8/4K3 w - - 5 1", "e4e5:p", 0},
    {VC_POWER, "", "4k3/8/8/4N3/4P3/8/8/4K3 w - - 9 1", "e4e5", 0},
    {VC_POWER, "", "4k3/8/8/8/4[NR]3/8/8/4K3 w - - 0 1 moves:e1=0,e4r=0,e4n=0,e8=0", "e4e5", 0},

    /* [C] in ideal */
    {VC_IDEAL, "", ROOKS " b KQkq - 0 1 hands:Kd/Kc discards:-/-", "-Kc e8g8 +5c -Kd e1c1", 0},
    {VC_IDEAL, "", ROOKS " b KQkq - 0 1 hands:Kd/Kc discards:-/-", "-Kc e8c8 +5c -Kd e1g1", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1 hands:Kd/3c discards:-/-", "-Kd e1g1", 0},
    {VC_IDEAL, "", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1 hands:Kd/3c discards:-/-", "-Kd e1g1", 0},
    {VC_IDEAL, "", "6rk/8/8/8/8/8/8/4K2R w K - 0 1 hands:Kd/3c discards:-/-", "-Kd e1g1", 0},
    {VC_IDEAL, "king_safety=strict", "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1 hands:AdKd/3c discards:-/-", "-Kd", 0},
    {VC_IDEAL, "king_safety=strict", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1 hands:AdKd/3c discards:-/-", "-Kd", 0},
    {VC_IDEAL, "king_safety=strict", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1 hands:AdKd/3c discards:-/-", "-Kd", 0},
    {VC_IDEAL, "king_safety=strict", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1 hands:AdKd/3c discards:-/-", "-Kd e1c1", 0},
    {VC_IDEAL, "king_safety=strict", BARED_BY_EN_PASSANT " hands:3d/3c discards:-/-", "-3d e2e4", 0},
    {VC_IDEAL, "", PAWNS " hands:3d/3c discards:-/-", "-3c d7d5 +5c -3d e5d6", 0},
    {VC_IDEAL, "", PAWNS " hands:3dKd/3c discards:-/-", "-3c d7d5 +5c -Kd", 0},
    {VC_IDEAL, "two_decks=on", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 hands:3d/3c discards:-/- top:7d2h/9cQs",
     "-3d e2e4 ^d +5d", 0},
    {VC_IDEAL, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 99999 99999 hands:AdKd/AcKc discards:-/-",
     "-Ad e1d1 +5d -Ac e8d8 +5c", 0},
    {VC_IDEAL, "automatic_draws=off", "4k3/8/8/8/8/8/R7/4K3 w - - 149 50 hands:AdKd/AcKc discards:-/-",
     "-Ad e1d1 +5d -Ac e8d8 +5c", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/R7/4K3 w - - 148 50 hands:AdKd/AcKc discards:-/-", "-Ad e1d1 +5d -Ac e8d8 +5c", 0},
    {VC_IDEAL, "king_safety=strict", "4k3/8/8/8/8/8/4K3/R7 w - - 149 50 hands:5d/3c discards:-/-", "-5d a1a8 +7d", 0},
    {VC_IDEAL, "hand_size=8 two_decks=on", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1 " CAROUSEL_HANDS, carousel, 4},
    {VC_IDEAL, "hand_size=8 two_decks=on", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 70 1 " CAROUSEL_HANDS, carousel, 4},
    {VC_IDEAL, "hand_size=8 two_decks=on", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1 " CAROUSEL_HANDS, carousel, 2},
    {VC_IDEAL, "hand_size=8 two_decks=on automatic_draws=off", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 80 1 " CAROUSEL_HANDS,
     carousel, 4},
    /* [I3] to [I6] */
    {VC_IDEAL, "packs=2", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3d/3c3c discards:-/-", "-3d e2e3", 0},
    {VC_IDEAL, "jokers=1", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1 hands:*d/3c3s4c4s discards:-/-", "-*d e1g1", 0},
    {VC_IDEAL, "jokers=1", "k7/8/8/8/8/8/P2Q4/4K3 w - - 0 1 hands:*d/3c3s4c4s discards:-/-", "-*d d2d4", 0},
    {VC_IDEAL, "jokers=1", "k7/8/8/8/8/8/P2Q4/4K3 w - - 0 1 hands:*d/3c3s4c4s discards:-/-", "-*d e1f1", 0},
    {VC_IDEAL, "jokers=1", "k7/8/8/8/8/8/P2R4/4K3 w - - 0 1 hands:*d/3c3s4c4s discards:-/-", "-*d d2d4", 0},
    {VC_IDEAL, "king_safety=strict", "4r2k/8/8/8/8/8/n3R3/4K3 w - - 0 1 hands:5d/3c discards:-/-", "-5d", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1 hands:AdKd/3c discards:-/-", "-Ad", 0},
    {VC_IDEAL, "", ARRAY " w KQkq - 0 1 hands:3d3h4d4h/3c3s4c4s discards:AdAh2d2h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKh/-",
     "-3d g1f3 +Kd", 0},
    {VC_IDEAL, "", ARRAY " b KQkq - 0 1 hands:3d3h4d4h/3c3s4c4s discards:5d/AcAs2c2s5c5s6c6s7c7s8c8s9c9sTcTsJcJsQcQsKs",
     "-3c g8f6 +Kc", 0},
    {VC_IDEAL, "face_up=on",
     ARRAY " w KQkq - 0 1 hands:3d3h4d4h/3c3s4c4s discards:AdAh2d2h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKh/- top:Kd/Qs",
     "-3d g1f3 +5d", 0},
    {VC_IDEAL, "two_decks=on",
     ARRAY " w KQkq - 0 1 hands:3d3h4d4h/3c3s4c4s discards:Ad2d5d6d7d8d9dTdJdQdAh/- top:Kd2h/9cQs",
     "-3d g1f3 ^d +5d", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 hands:Ad/KcAc discards:-/-", "-Ad e1e2 +Kd", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 hands:5d/3c3s4c4s discards:-/-", "-5d e2e8", 0},
    {VC_IDEAL, "face_up=on", "4k3/8/8/8/8/8/8/4RK2 w - - 4 9 hands:5d/3c discards:-/- top:7d/Qs", "-5d e1e8", 0},
    {VC_IDEAL, "", "4k3/4r3/8/8/8/8/8/4K3 b - - 9 7 hands:3d/5c discards:-/-", "-5c e7e1", 0},
    {VC_IDEAL, "king_safety=strict", "7k/8/8/8/8/8/R7/K7 w - - 0 1 hands:5d/3c discards:-/-", "-5d a2b2 +7d", 0},
    {VC_IDEAL, "", "4k3/8/8/8/8/8/4K3/R7 w - - 14 50 hands:5d/3c discards:-/-", "-5d a1a8 +7d", 0},
};
const size_t start_count = sizeof starts / sizeof *starts;

/*
 * Ten turns of each side with two decks: of one suit, seven cards stay in the hand and six go round. Each is discarded
 * in its turn, drawn again when the discards have become the deck, and moves knight or king to and fro.
 */
static const char *make_carousel(void)
{
    static const char tops[] = "63KA963KAJ", discards[] = "J63KA963KA";
    static char script[2048];
    size_t length = 0;
    bool away[2] = {false, false}; /* knight, king */
    for (unsigned turn = 0; turn < 10; turn++) {
        const bool king = strchr("KA", discards[turn]) != NULL;
        const char *white = king ? away[1] ? "e2e1" : "e1e2" : away[0] ? "f3g1" : "g1f3";
        const char *black = king ? away[1] ? "e7e8" : "e8e7" : away[0] ? "f6g8" : "g8f6";
        const char shown = tops[(turn + 1) % 10];
        away[king] = !away[king];
        length += (size_t)snprintf(script + length, sizeof script - length, "%s-%cd %s ^d +%cd -%cc %s ^c +%cc",
                                   turn ? " " : "", discards[turn], white, shown, discards[turn], black, shown);
    }
    return script;
}

const char *script_of(const struct start *start) { return start->script == carousel ? make_carousel() : start->script; }
