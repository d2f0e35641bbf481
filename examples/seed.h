/* SPDX-License-Identifier: ISC */
/*
 * seed.h - seeds as text: what --seed takes and what games tell, so that each can be played again
 */
#ifndef EXAMPLES_SEED_H
#define EXAMPLES_SEED_H

#include <variantchess/variantchess.h>

struct seed {
    uint8_t bytes[VC_SEED_BYTES];
    char text[2 * VC_SEED_BYTES + 1];
};

/* Reads 64 hexadecimal digits as bytes, any other text as its bytes followed by zeros; a longer one is refused. */
void seed_read(struct seed *seed, const char *text);

/* A new seed by the system's randomness. */
void seed_random(struct seed *seed);

/* The seed of the game after the one with this seed: draw 2^33 of it (vc_dice_seeded), as text. */
void seed_next(struct seed *seed);

#endif
