/* SPDX-License-Identifier: ISC */
/*
 * tools.h - what the programs here share: checking, clocks, numbers at random
 *
 * Whoever includes it defines PROGRAM before, the name that messages begin with, and _POSIX_C_SOURCE. All is inline, so
 * that nothing but the library is called while it is measured.
 */
#ifndef BENCH_TOOLS_H
#define BENCH_TOOLS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <variantchess/variantchess.h>

/* Exits when a call failed; what: which. */
static inline void check(vc_status status, const char *what)
{
    if (status) {
        fprintf(stderr, PROGRAM ": %s: %s\n", what, vc_status_text(status));
        exit(1);
    }
}

/* What a clock shows, in seconds. */
static inline double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double now(void) { return seconds_of(CLOCK_MONOTONIC); }

/* splitmix64 (Steele, Lea, Flood 2014): cheap, so that the library is measured and not the dice. */
static uint64_t random_state;
static inline uint64_t random64(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Dice for the library: a number below bound, which is small: near enough to uniform here. */
static inline uint64_t roll(void *user, uint64_t bound)
{
    (void)user;
    return (random64() >> 32) * bound >> 32;
}

#endif
