/* SPDX-License-Identifier: ISC */
/*
 * most_actions.c - looks for positions with as many actions as there can be, for VC_MAX_ACTIONS
 *
 * Simulated annealing on the board: pieces come, go, change, and walk; the position is given to the library as text, so
 * that only those count which it accepts. Usage: most_actions RULESET SECONDS [OPTION=VALUE...]; prints each record.
 * In ideal, hands are drawn at random, and the actions that count are also those of the move after a discard.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <variantchess/variantchess.h>

enum { MOST_PIECES = 16, TEXT = VC_POSITION_TEXT_SIZE };

/* Up to 16 pieces of each side: where they stand; more than one on a square is a combo. */
struct board {
    char letter[2][MOST_PIECES]; /* in upper case; 0 for none */
    unsigned char square[2][MOST_PIECES];
};

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 33) % bound);
}

static void write_square(const struct board *b, unsigned square, char **out)
{
    char found[2 * MOST_PIECES + 1];
    unsigned n = 0;
    for (unsigned color = 0; color < 2; color++)
        for (unsigned i = 0; i < MOST_PIECES; i++)
            if (b->letter[color][i] && b->square[color][i] == square)
                found[n++] = (char)(b->letter[color][i] + (color ? 'a' - 'A' : 0));
    found[n] = '\0';
    *out += sprintf(*out, n > 1 ? "[%s]" : "%s", n ? found : "1");
}

/* The position string; digits are put together afterwards, since two in a row are refused. */
static void write_position(const struct board *b, const char *more, char *text)
{
    char raw[TEXT], *out = raw, *to = text;
    for (unsigned rank = 8; rank--;) {
        for (unsigned file = 0; file < 8; file++)
            write_square(b, 8 * rank + file, &out);
        out += sprintf(out, rank ? "/" : "");
    }
    for (const char *c = raw; *c;) {
        const size_t ones = strspn(c, "1");
        if (ones)
            *to++ = (char)('0' + ones);
        else
            *to++ = *c;
        c += ones ? ones : 1;
    }
    sprintf(to, " w - - 0 1%s", more);
}

static void change(struct board *b, int combos)
{
    static const char letters[] = "QQQQRBNKP";
    const unsigned color = below(4) == 0, i = below(MOST_PIECES);
    const unsigned what = below(8);
    if (what < 2) {
        b->letter[color][i] = what && below(2) ? 0 : letters[below(sizeof letters - 1)];
        if (!b->letter[color][i])
            return;
    }
    if (!b->letter[color][i])
        b->letter[color][i] = 'Q';
    if (combos && below(3) == 0)
        b->square[color][i] = b->square[color][below(MOST_PIECES)];
    else if (what < 5)
        b->square[color][i] = (unsigned char)below(64);
    else
        b->square[color][i] = (unsigned char)((b->square[color][i] + 64 + below(3) - 1 + 8 * below(3) - 8) % 64);
}

static size_t count_actions(vc_game *game)
{
    size_t count = 0;
    vc_game_actions(game, NULL, 0, &count);
    return count;
}

/* The most actions of the position, now or, in ideal, after one of the discards. -1: it is refused. */
static int score(vc_game *game, const char *text)
{
    vc_action list[VC_MAX_ACTIONS];
    size_t count, best;
    if (vc_game_set_position(game, text, NULL))
        return -1;
    best = count = count_actions(game);
    if (count <= VC_MAX_ACTIONS && vc_rules_ruleset(vc_game_rules(game)) == VC_IDEAL &&
        !vc_game_actions(game, list, VC_MAX_ACTIONS, &count))
        for (size_t i = 0; i < count; i++) {
            if (vc_game_play(game, list[i]))
                continue;
            const size_t after = count_actions(game);
            best = after > best ? after : best;
            vc_game_undo(game);
        }
    return (int)best;
}

static void random_hands(char *text, vc_game *game)
{
    static const char ranks[] = "A23456789TJQK";
    char size[8];
    *text = '\0';
    if (vc_rules_ruleset(vc_game_rules(game)) != VC_IDEAL ||
        vc_rules_get(vc_game_rules(game), "hand_size", size, sizeof size, NULL))
        return;
    const unsigned cards = (unsigned)atoi(size);
    char *out = text + sprintf(text, " hands:");
    for (unsigned i = 0; i < cards; i++)
        out += sprintf(out, "%c%c", ranks[below(13)], "dh"[below(2)]);
    *out++ = '/';
    for (unsigned i = 0; i < cards; i++)
        out += sprintf(out, "%c%c", ranks[i], "cs"[below(2)]);
    sprintf(out, " discards:-/-");
}

int main(int argc, char **argv)
{
    vc_rules *rules;
    vc_game *game;
    uint32_t set;
    if (argc < 3 || vc_ruleset_find(argv[1], &set) || vc_rules_new(set, NULL, &rules))
        return 2;
    for (int i = 3; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value)
            return 2;
        *value++ = '\0';
        if (vc_rules_set(rules, argv[i], value, NULL))
            return 2;
    }
    if (vc_game_new(rules, NULL, &game, NULL))
        return 2;
    const double seconds = atof(argv[2]);
    const int combos = set == VC_POWER;
    struct board b = {{{0}}, {{0}}};
    int now = -1, record = 0;
    uint64_t tries = 0;
    char hands[256] = "";
    const clock_t begun = clock();
    for (double spent = 0; spent < seconds; tries++) {
        char text[TEXT], new_hands[256];
        if (tries % 1024 == 0)
            spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
        if (now < 0 || tries % 200000 == 0) { /* starts anew */
            memset(&b, 0, sizeof b);
            b.letter[0][0] = b.letter[1][0] = 'K';
            b.square[0][0] = (unsigned char)below(64);
            b.square[1][0] = (unsigned char)below(64);
            random_hands(hands, game);
            write_position(&b, hands, text);
            now = score(game, text);
            continue;
        }
        struct board next = b;
        for (unsigned n = 1 + below(3); n--;)
            change(&next, combos);
        strcpy(new_hands, hands);
        if (*hands && below(4) == 0)
            random_hands(new_hands, game);
        write_position(&next, new_hands, text);
        const int reached = score(game, text);
        const double heat = 6.0 * (1 - (double)(tries % 200000) / 200000) + 0.05;
        if (reached < 0 || (reached < now && exp((reached - now) / heat) < below(1000000) / 1e6))
            continue;
        b = next;
        now = reached;
        strcpy(hands, new_hands);
        if (now > record) {
            record = now;
            printf("%d %s\n", record, text);
            fflush(stdout);
        }
    }
    fprintf(stderr, "%s: %d actions, %llu positions tried\n", argv[1], record, (unsigned long long)tries);
    vc_game_free(game);
    vc_rules_release(rules);
    return 0;
}
