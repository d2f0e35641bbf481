/* SPDX-License-Identifier: ISC */
/*
 * planes.h - a position as planes of 64 numbers, for networks
 *
 * docs/encoding.md lists them. Which planes there are follows from what a rule set's table has: combos, touched
 * squares, cards, several phases. Knows the contract, no rule set by name. Includes rules.h.
 */
#ifndef VCI_PLANES_H
#define VCI_PLANES_H

#include "rules.h"

enum { PLANE_SIZE = 64, MAX_PLANES = 64 };

unsigned vci_plane_count(const struct vc_rules *rules);
/* The name and the largest number of plane index, which there is. */
const char *vci_plane_name(const struct vc_rules *rules, unsigned index, unsigned *maximum);
/*
 * Writes all planes of a position. repetitions: how often it has occurred; mover_view: as the side to move sees it.
 * bytes: vci_plane_count() * PLANE_SIZE of them.
 */
void vci_planes_write(const struct vc_rules *rules, const struct position *p, unsigned repetitions, bool mover_view,
                      uint8_t *bytes);
/* The same as fractions of each plane's largest number. */
void vci_planes_write_float(const struct vc_rules *rules, const struct position *p, unsigned repetitions,
                            bool mover_view, float *numbers);

#endif
