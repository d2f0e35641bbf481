/* SPDX-License-Identifier: ISC */
/* playout.c - see playout.h; the choices are documented at vc_game_playout() */
#include "playout.h"

/* Actions: so that progress is told some tens of times a second. */
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { REPORT_EVERY = 1 << 18 };
#else /* in playouts that last no longer than an input may */
enum { REPORT_EVERY = 1 << 4 };
#endif

/* Plays a game on, to its end or for limit actions, and counts them. VC_OK, or why it could not go on. */
static vc_status play_to_end(vc_game *game, struct dice *dice, uint64_t limit, vc_progress_fn progress, void *user,
                             uint64_t *played)
{
    uint64_t k = 0;
    for (; k < limit; k++) {
        const size_t n = vci_game_actions(game);
        vc_action action = VC_NO_ACTION;
        uint64_t choice = 0;
        vc_status status;
        if (!n)
            break;
        if (phase_of(game->rules, now(game))->chance) {
            status = vci_roll(game->rules, now(game), game->list, n, dice, k, &action);
        } else {
            status = vci_dice_roll(dice, k, n, &choice);
            action = game->list[choice];
        }
        if (!status)
            status = vci_game_push(game, action);
        if (status)
            return status;
        if (progress && (k + 1) % REPORT_EVERY == 0 && progress(user, k + 1))
            return VC_ERR_STOPPED;
    }
    *played = k;
    return VC_OK;
}

vc_status vci_playout(const vc_game *game, const uint8_t *seed, uint64_t limit, vc_progress_fn progress, void *user,
                      struct verdict *verdict, uint64_t *played)
{
    vc_game *copy;
    struct dice dice;
    vc_status status = vci_sodium_init();
    if (!status)
        status = vci_game_clone(game, true, &copy);
    if (status)
        return status;
    vci_dice_init_csprng(&dice);
    vci_dice_use_seed(&dice, seed);
    status = play_to_end(copy, &dice, limit, progress, user, played);
    if (!status)
        *verdict = vci_game_verdict(copy);
    vci_dice_use_csprng(&dice); /* wipes the seed */
    vci_game_free(copy);
    return status;
}
