/* SPDX-License-Identifier: ISC */
/*
 * settings.h - rule sets with options, as texts: those that the vectors have, and a few for what else options do
 *
 * What plays at random goes through all of them. Fuzzing inputs name them by index: add at the end only.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <variantchess/variantchess.h>

struct setting {
    uint32_t ruleset;
    const char *options; /* such as "temperature=1/2 king_safety=strict" */
};

extern const struct setting settings[];
extern const size_t setting_count;

/* New rules; NULL when they cannot be made. */
vc_rules *setting_rules(const struct setting *setting);

#endif
