/* SPDX-License-Identifier: ISC */
/*
 * rules_potential.c - Potential/Demotion Chess [P]: move like a lesser piece and become it
 *
 * All that differs from orthodox chess is a trait of the generator and what is dead [P5]. Compiled once per kind of
 * processor. Includes rules_classical.h only.
 */
#define TITLE "Potential/Demotion Chess"
#define TRAITS .demote = true
#define DEAD only_kings
#include "rules_classical.h"

const struct ruleset CPU_NAME(vci_potential) = {.name = "potential", .many_pawns = true, CLASSICAL_RULES};
