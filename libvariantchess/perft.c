/* SPDX-License-Identifier: ISC */
/*
 * perft.c - see perft.h
 *
 * The fast way copies positions and counts the last ply without listing it. It does not see repetitions, which
 * end a game at the fifth: when one can come within the depth, and when every leaf is to be played, a clone of the
 * game is played instead.
 */
#include "perft.h"

enum { FIVEFOLD = 5, PLIES_OF_REPETITION = 4 };

/* So that progress is told some ten times a second: counting is some fifty times as fast as playing every leaf. */
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { REPORT_EVERY = 1 << 22, REPORT_EVERY_PLAYED = 1 << 16 };
#else /* in counts that last no longer than an input may */
enum { REPORT_EVERY = 1 << 8, REPORT_EVERY_PLAYED = 1 << 6 };
#endif

struct perft {
    const struct vc_rules *rules;
    vc_progress_fn progress;
    void *user;
    uint64_t nodes, reported, report_every;
    vc_status status;
};

/* Adds to the count; false when the caller has had enough. */
static bool add(struct perft *perft, uint64_t nodes)
{
    perft->nodes += nodes;
    if (perft->progress && perft->nodes - perft->reported >= perft->report_every) {
        perft->reported = perft->nodes;
        if (perft->progress(perft->user, perft->nodes))
            perft->status = VC_ERR_STOPPED;
    }
    return perft->status == VC_OK;
}

static bool count_positions(struct perft *perft, const struct position *p, uint32_t depth)
{
    const struct phase *phase = phase_of(perft->rules, p);
    vc_action list[LIST_SIZE];
    struct position after;
    if (depth == 1)
        return add(perft, phase->actions(perft->rules, p, NULL));
    const size_t n = phase->actions(perft->rules, p, list);
    for (size_t i = 0; i < n; i++) {
        phase->apply(perft->rules, p, &after, list[i]);
        if (!count_positions(perft, &after, depth - 1))
            return false;
    }
    return true;
}

/* depth is at least 1. */
static bool count_games(struct perft *perft, vc_game *game, uint32_t depth, bool bulk)
{
    vc_action list[LIST_SIZE];
    if (depth == 1 && bulk)
        return add(perft, vci_game_actions(game));
    const size_t n = vci_game_actions(game);
    memcpy(list, game->list, n * sizeof *list);
    for (size_t i = 0; i < n; i++) {
        perft->status = vci_game_push(game, list[i]);
        if (perft->status || (depth > 1 && !count_games(perft, game, depth - 1, bulk)))
            return false;
        vci_game_pop(game);
    }
    return depth > 1 || add(perft, n);
}

/* Whether a fifth repetition could come within depth plies; the same position needs four at least. */
static bool may_repeat(vc_game *game, uint32_t depth)
{
    return automatic_draws(game->rules) &&
           vci_history_most_repetitions(&game->history, game->rules) + depth / PLIES_OF_REPETITION + 1 >= FIVEFOLD;
}

vc_status vci_perft(vc_game *game, uint32_t depth, uint32_t flags, vc_progress_fn progress, void *user,
                    uint64_t *nodes)
{
    struct perft perft = {.rules = game->rules, .progress = progress, .user = user,
                          .report_every = flags & VC_PERFT_NO_BULK ? REPORT_EVERY_PLAYED : REPORT_EVERY};
    const bool bulk = !(flags & VC_PERFT_NO_BULK);
    if (depth == 0)
        perft.nodes = 1;
    else if (vci_game_verdict(game).reason)
        perft.nodes = 0;
    else if (bulk && !may_repeat(game, depth))
        count_positions(&perft, now(game), depth);
    else {
        vc_game *clone;
        perft.status = vci_game_clone(game, true, &clone);
        if (!perft.status) {
            count_games(&perft, clone, depth, bulk);
            vci_game_free(clone);
        }
    }
    if (!perft.status)
        *nodes = perft.nodes;
    return perft.status;
}
