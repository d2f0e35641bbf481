/* SPDX-License-Identifier: ISC */
/*
 * gen_tables.c - writes the constant tables of attacks.h as C source, at build time
 *
 * Sliding attacks are looked up by "magic" multiplication: the occupied squares that matter for a
 * slider on a square are multiplied by a factor that maps every arrangement of them to its own
 * index in a table (Pradu Kannan's fancy magic bitboards, chessprogramming.org/Magic_Bitboards). The
 * factors are searched for here, from a fixed start, so the output is the same on every machine;
 * the library itself has nothing to initialise.
 *
 * Includes only the C library: it runs on the build machine.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLIDER_ENTRIES (102400 + 5248) /* all arrangements of rooks, then of bishops */

static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int leaps[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

struct magic {
    uint64_t mask, factor;
    unsigned offset, shift;
};

static uint64_t slider[SLIDER_ENTRIES];
static uint64_t random_state = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t bit(int square) { return UINT64_C(1) << square; }

/* splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014) */
static uint64_t random64(void)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The square one step away, or -1 off the board. */
static int step(int square, const int delta[2])
{
    int file = square % 8 + delta[0], rank = square / 8 + delta[1];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

static uint64_t ray_attacks(int square, const int (*deltas)[2], uint64_t occupied)
{
    uint64_t set = 0;
    for (int d = 0; d < 4; d++)
        for (int s = step(square, deltas[d]); s >= 0; s = step(s, deltas[d])) {
            set |= bit(s);
            if (occupied & bit(s))
                break;
        }
    return set;
}

/* The squares whose occupation matters: all on the rays but the last of each. */
static uint64_t relevant(int square, const int (*deltas)[2])
{
    uint64_t set = 0;
    for (int d = 0; d < 4; d++)
        for (int s = step(square, deltas[d]); s >= 0 && step(s, deltas[d]) >= 0; s = step(s, deltas[d]))
            set |= bit(s);
    return set;
}

static int count_bits(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Finds the factor of one square and fills its part of the slider table. */
static struct magic find_magic(int square, const int (*deltas)[2], unsigned offset)
{
    static uint64_t occupied[4096], attacks[4096];
    static unsigned stamp[4096], attempt;
    struct magic m = {.mask = relevant(square, deltas), .offset = offset};
    unsigned n = 0;
    uint64_t set = 0;
    do { /* every subset of the mask */
        occupied[n] = set;
        attacks[n++] = ray_attacks(square, deltas, set);
        set = (set - m.mask) & m.mask;
    } while (set);
    m.shift = 64 - (unsigned)count_bits(m.mask);
    for (;;) {
        m.factor = random64() & random64() & random64(); /* few bits set: works more often */
        attempt++;
        bool fits = true;
        for (unsigned i = 0; fits && i < n; i++) {
            unsigned index = (unsigned)((occupied[i] * m.factor) >> m.shift);
            fits = stamp[index] != attempt || slider[offset + index] == attacks[i];
            stamp[index] = attempt;
            slider[offset + index] = attacks[i];
        }
        if (fits)
            return m;
    }
}

static void print_table(const char *type, const char *name, const char *shape, const uint64_t *values, size_t count)
{
    printf("const %s %s%s = {", type, name, shape);
    for (size_t i = 0; i < count; i++)
        printf("%s0x%" PRIx64 "u,", i % 6 ? "" : "\n", values[i]);
    printf("\n};\n\n");
}

static void print_magics(const char *name, const struct magic *magics)
{
    printf("const struct magic %s[64] = {\n", name);
    for (int s = 0; s < 64; s++)
        printf("{0x%" PRIx64 "u, 0x%" PRIx64 "u, %u, %u},\n", magics[s].mask, magics[s].factor, magics[s].offset,
               magics[s].shift);
    printf("};\n\n");
}

int main(void)
{
    static uint64_t leaper[64], pawns[128], between[64 * 64], line[64 * 64], keys[2 * 6 * 64];
    static const int(*const kinds[2])[2] = {straight, diagonal};
    struct magic magics[2][64];
    unsigned offset = 0;

    printf("/* Made by tools/gen_tables.c. */\n#include \"attacks.h\"\n\n#if defined __clang__\n"
           "#pragma clang diagnostic ignored \"-Wmissing-variable-declarations\"\n#endif\n\n"
           "/* Tables of one dimension are written flat: brace elision is meant. */\n"
           "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n\n");
    for (int kind = 0; kind < 2; kind++)
        for (int s = 0; s < 64; s++) {
            magics[kind][s] = find_magic(s, kinds[kind], offset);
            offset += 1u << count_bits(magics[kind][s].mask);
        }
    if (offset != SLIDER_ENTRIES) {
        fprintf(stderr, "gen_tables: %u entries\n", offset);
        return EXIT_FAILURE;
    }
    print_magics("vci_rook_magic", magics[0]);
    print_magics("vci_bishop_magic", magics[1]);
    print_table("uint64_t", "vci_slider_attacks", "[]", slider, SLIDER_ENTRIES);

    for (int s = 0; s < 64; s++) {
        leaper[s] = 0;
        for (int d = 0; d < 8; d++)
            if (step(s, leaps[d]) >= 0)
                leaper[s] |= bit(step(s, leaps[d]));
    }
    print_table("uint64_t", "vci_knight_attacks", "[64]", leaper, 64);

    for (int s = 0; s < 64; s++) {
        leaper[s] = 0;
        for (int kind = 0; kind < 2; kind++)
            for (int d = 0; d < 4; d++)
                if (step(s, kinds[kind][d]) >= 0)
                    leaper[s] |= bit(step(s, kinds[kind][d]));
        for (int d = 0; d < 4; d++) { /* diagonal[0] and [2] go up, [1] and [3] down */
            int t = step(s, diagonal[d]);
            if (t >= 0)
                pawns[(d % 2) * 64 + s] |= bit(t);
        }
    }
    print_table("uint64_t", "vci_king_attacks", "[64]", leaper, 64);
    print_table("uint64_t", "vci_pawn_attacks", "[2][64]", pawns, 128);

    for (int kind = 0; kind < 2; kind++)
        for (int s = 0; s < 64; s++)
            for (int d = 0; d < 4; d++) {
                uint64_t way = 0, whole = bit(s);
                const int *delta = kinds[kind][d];
                const int back[2] = {-delta[0], -delta[1]};
                for (int t = step(s, delta); t >= 0; t = step(t, delta))
                    whole |= bit(t);
                for (int t = step(s, back); t >= 0; t = step(t, back))
                    whole |= bit(t);
                for (int t = step(s, delta); t >= 0; t = step(t, delta)) {
                    between[s * 64 + t] = way;
                    line[s * 64 + t] = whole;
                    way |= bit(t);
                }
            }
    print_table("uint64_t", "vci_between", "[64][64]", between, 64 * 64);
    print_table("uint64_t", "vci_line", "[64][64]", line, 64 * 64);

    random_state = UINT64_C(0x766172692d636865); /* the keys must not depend on how the search went */
    for (int i = 0; i < 2 * 6 * 64; i++)
        keys[i] = random64();
    print_table("uint64_t", "vci_piece_key", "[2][6][64]", keys, 2 * 6 * 64);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
