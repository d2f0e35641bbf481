/* SPDX-License-Identifier: ISC */
/*
 * gen_tables.c - writes the constant tables of attacks.h and encoding.h as C source, at build time
 *
 * Nothing that the library has must be initialised when it is loaded, and the output is the same on every machine.
 *
 * Includes only the C library: it runs on the build machine.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int leaps[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

static uint64_t random_state = UINT64_C(0x766172692d636865);

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

/* All squares that are so many files and ranks away, to both sides. */
static uint64_t line_through(int square, const int delta[2])
{
    const int back[2] = {-delta[0], -delta[1]};
    uint64_t set = 0;
    for (int s = step(square, delta); s >= 0; s = step(s, delta))
        set |= bit(s);
    for (int s = step(square, back); s >= 0; s = step(s, back))
        set |= bit(s);
    return set;
}

/* Where a slider on a file of the first rank reaches when some of its squares are occupied. */
static uint64_t attacks_on_rank(int file, unsigned occupied)
{
    uint64_t set = 0;
    for (int direction = -1; direction <= 1; direction += 2)
        for (int f = file + direction; f >= 0 && f <= 7; f += direction) {
            set |= bit(f);
            if (occupied >> f & 1)
                break;
        }
    return set;
}

static void print_table(const char *type, const char *name, const char *shape, const uint64_t *values, size_t count)
{
    printf("const %s %s%s = {", type, name, shape);
    for (size_t i = 0; i < count; i++)
        printf("%s0x%" PRIx64 "u,", i % 6 ? "" : "\n", values[i]);
    printf("\n};\n\n");
}

/* ------------------------------------------------------------- sets of moves, encoding.h --- */

/* By what a set has moves; in the order of its enum move_set_id. */
enum { KNIGHT = 1, DIAGONAL = 2, STRAIGHT = 4, KING = 8, PAWN = 16, ATTACK = 32, PROMOTION = 64, ONTO_LAST = 128 };
static const unsigned move_sets[] = {
    0, DIAGONAL | STRAIGHT | KNIGHT, PROMOTION, PAWN, PAWN | ATTACK, KNIGHT, DIAGONAL, STRAIGHT, DIAGONAL | STRAIGHT, KING,
    KNIGHT | PROMOTION, DIAGONAL | PROMOTION, STRAIGHT | PROMOTION, ONTO_LAST};

/* Whether a pawn of a side (1 White, -1 Black) goes there: ATTACK and PROMOTION are moves onto its last rank. */
static bool is_pawn_move(unsigned ways, int side, int rank, int files, int ranks)
{
    const int own_rank = side > 0 ? rank : 7 - rank, steps = ranks * side;
    if (files > 1 || (steps != 1 && (steps != 2 || files || own_rank != 1)))
        return false;
    if (own_rank < 6)
        return ways & PAWN;
    return ways & PROMOTION || (ways & ATTACK && files);
}

static bool is_move(unsigned ways, int from, int to)
{
    const int rank = from / 8, ranks = to / 8 - rank, files = abs(to % 8 - from % 8), up = abs(ranks);
    const bool is_straight = !files || !up, is_diagonal = files == up, is_leap = files * up == 2;
    if (from == to)
        return false;
    if (ways & ONTO_LAST) /* what carries the pawn may go in any way, but not along the rank, where no such pawn is */
        return ranks && to / 8 % 7 == 0 && (is_straight || is_diagonal || is_leap);
    return (ways & KNIGHT && is_leap) || (ways & DIAGONAL && is_diagonal) || (ways & STRAIGHT && is_straight) ||
           (ways & KING && files <= 1 && up <= 1) || is_pawn_move(ways, 1, rank, files, ranks) ||
           is_pawn_move(ways, -1, rank, files, ranks);
}

static void print_move_sets(void)
{
    printf("const struct move_set vci_move_sets[MOVE_SETS] = {");
    for (size_t i = 0; i < sizeof move_sets / sizeof *move_sets; i++) {
        int before[65] = {0};
        printf("\n{{");
        for (int from = 0; from < 64; from++) {
            uint64_t targets = 0;
            before[from + 1] = before[from];
            for (int to = 0; to < 64; to++)
                if (is_move(move_sets[i], from, to)) {
                    targets |= bit(to);
                    before[from + 1]++;
                }
            printf("%s0x%" PRIx64 "u,", from % 6 ? "" : "\n", targets);
        }
        printf("},\n{");
        for (int from = 0; from <= 64; from++)
            printf("%d,", before[from]);
        printf("}},");
    }
    printf("\n};\n\n");
}

/* The numbers of the moves of SET_ANY, by their lowest twelve bits: from, then to. */
static void print_move_numbers(void)
{
    int number = 0;
    printf("const uint16_t vci_move_numbers[64 * 64] = {");
    for (int i = 0; i < 64 * 64; i++)
        printf("%s%d,", i % 16 ? "" : "\n", is_move(move_sets[1], i / 64, i % 64) ? number++ : UINT16_MAX);
    printf("\n};\n\n");
}

int main(void)
{
    static uint64_t leaper[64], pawns[128], between[64 * 64], line[64 * 64], keys[2 * 6 * 64];
    static uint64_t slopes[64 * 3], ranks[64 * 8];
    static const int(*const kinds[2])[2] = {straight, diagonal};

    printf("/* Made by tools/gen_tables.c. */\n#include \"attacks.h\"\n#include \"encoding.h\"\n\n#if defined __clang__\n"
           "#pragma clang diagnostic ignored \"-Wmissing-variable-declarations\"\n#endif\n\n"
           "/* Tables of one dimension are written flat: brace elision is meant. */\n"
           "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n\n");
    for (int s = 0; s < 64; s++) {
        slopes[3 * s] = line_through(s, straight[2]);
        slopes[3 * s + 1] = line_through(s, diagonal[0]);
        slopes[3 * s + 2] = line_through(s, diagonal[1]);
    }
    print_table("struct slopes", "vci_slopes", "[64]", slopes, 64 * 3);
    for (int i = 0; i < 64 * 8; i++)
        ranks[i] = attacks_on_rank(i % 8, (unsigned)(i / 8) << 1);
    print_table("uint64_t", "vci_rank_attacks", "[64][8]", ranks, 64 * 8);

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
                const int *delta = kinds[kind][d];
                const uint64_t whole = bit(s) | line_through(s, delta);
                uint64_t way = 0;
                for (int t = step(s, delta); t >= 0; t = step(t, delta)) {
                    between[s * 64 + t] = way;
                    line[s * 64 + t] = whole;
                    way |= bit(t);
                }
            }
    print_table("uint64_t", "vci_between", "[64][64]", between, 64 * 64);
    print_table("uint64_t", "vci_line", "[64][64]", line, 64 * 64);

    for (int i = 0; i < 2 * 6 * 64; i++)
        keys[i] = random64();
    print_table("uint64_t", "vci_piece_key", "[2][6][64]", keys, 2 * 6 * 64);
    print_move_sets();
    print_move_numbers();
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
