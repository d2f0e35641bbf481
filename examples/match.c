/* SPDX-License-Identifier: ISC */
/* match.c - see match.h */
#define _POSIX_C_SOURCE 200809L

#include "match.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "opponent.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Plays a game to its end and returns the winner. white, black: levels. */
static uint32_t play_game(vc_rules *rules, uint32_t white, uint32_t black, const uint8_t *seed, uint64_t *actions)
{
    const uint32_t levels[] = {white, black};
    vc_action drawn[VC_MAX_DRAWS];
    vc_game *game;
    uint32_t winner, actor;
    cli_check(vc_game_new(rules, NULL, &game, NULL));
    cli_check(vc_game_use_seed(game, seed));
    while ((actor = vc_game_actor(game)) != VC_NOBODY && vc_game_length(game) < MAX_MATCH_ACTIONS) {
        vc_action action = VC_NO_ACTION; /* the deal */
        if (actor != VC_CHANCE && vc_game_claimable(game) && levels[actor] == LEVEL_GREEDY && likes_draw(game, actor)) {
            cli_check(vc_game_claim(game));
            break;
        }
        if (actor != VC_CHANCE)
            action = choose_action(levels[actor], game, seed, vc_game_length(game));
        cli_check(vc_game_play_on(game, action, drawn, VC_MAX_DRAWS, NULL));
    }
    cli_check(vc_game_outcome(game, &winner, NULL));
    *actions += vc_game_length(game);
    cli_check(vc_game_free(game));
    return winner;
}

void play_match(vc_rules *rules, const uint32_t levels[2], size_t games, const struct seed *seed)
{
    size_t won[2] = {0, 0};
    uint64_t actions = 0;
    struct seed next = *seed;
    const double start = now();
    for (size_t i = 0; i < games; i++) {
        const uint32_t first = i % 2 ? VC_BLACK : VC_WHITE; /* the colour of the first player */
        const uint32_t winner = play_game(rules, levels[first], levels[first ^ 1], next.bytes, &actions);
        if (winner != VC_NOBODY)
            won[winner != first]++;
        seed_next(&next);
    }
    printf("%s: %s %zu, %s %zu, drawn %zu; %.1f %% won by %s; %.0f actions a game, %.2f s\n",
           vc_ruleset_name(vc_rules_ruleset(rules)), level_name(levels[0]), won[0], level_name(levels[1]), won[1],
           games - won[0] - won[1], games ? 100.0 * (double)won[0] / (double)games : 0.0, level_name(levels[0]),
           games ? (double)actions / (double)games : 0.0, now() - start);
    fflush(stdout);
}
