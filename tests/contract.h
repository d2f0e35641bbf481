/* SPDX-License-Identifier: ISC */
/*
 * contract.h - what the parts of the contract test share
 *
 * test_contract.c plays and checks, contract_strings.c damages position strings, contract_starts.c says where to begin,
 * clauses.c counts what was reached.
 */
#ifndef CONTRACT_H
#define CONTRACT_H

#include <stddef.h>

#include "clauses.h"

/* A small generator of its own, so that the test plays the same games everywhere. */
struct luck {
    uint64_t state;
};
uint64_t roll64(struct luck *luck);
unsigned roll(struct luck *luck, unsigned bound); /* 0 to bound - 1 */

/* --------------------------------------------------------------- contract_strings.c [C9] --- */

enum { STRING = 2 * VC_POSITION_TEXT_SIZE };

/* What is to become of a string: refused, or read as the position that wanted says. */
struct probe {
    bool refused;
    char string[STRING], wanted[STRING];
};

size_t probe_count(void);
/* Makes probe number i out of a scene; false when the scene, or the rule set, gives no occasion for it. */
bool make_probe(size_t i, const struct scene *scene, struct luck *luck, struct probe *probe);
const char *probe_name(size_t i);
void probe_seen(size_t i);
bool probe_was_seen(size_t i);
void report_probes(uint32_t ruleset, void (*tell)(const char *clause, const char *what, uint64_t seen));

/* ---------------------------------------------------------------------- contract_starts.c --- */

/* Where games begin, beside the array. */
struct start {
    uint32_t ruleset;
    const char *options, *position; /* NULL for the array */
    const char *script;             /* actions to begin with, then play is at random; NULL for none */
    unsigned times;                 /* how often the script is repeated, 0 being once; it stops with the game */
};
extern const struct start starts[];
extern const size_t start_count;
/* The script of a start; some are made when the program runs. */
const char *script_of(const struct start *start);

#endif
