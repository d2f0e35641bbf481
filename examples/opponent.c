/* SPDX-License-Identifier: ISC */
/* opponent.c - see opponent.h */
#include "opponent.h"

#include "cli.h"
#include "evaluation.h"
#include "facts.h"

static const uint64_t first_choice = UINT64_C(1) << 32;

/* What a choice is made from. trial is a copy of the game, history included, to try actions on; it is left as found. */
struct choice {
    vc_game *trial;
    struct actions actions;
    uint64_t lots[VC_MAX_ACTIONS]; /* an action's chance to be chosen is its share of these */
    uint32_t us;
};

/* --------------------------------------------------------------------------------- random --- */

static void lots_at_random(struct choice *choice)
{
    for (size_t i = 0; i < choice->actions.count; i++)
        choice->lots[i] = 1;
}

/* --------------------------------------------------------------------------------- lively --- */

enum { LOTS = 2, LOTS_CAPTURE = 3, LOTS_ATTACK = 12, LOTS_MERGE = 4, LOTS_TOUCH = 2, LOTS_CHECK = 8 };

/* Whether it is attacked and alone on its square. */
static bool king_attacked(const vc_game *game, uint32_t color)
{
    const uint64_t king = vc_game_squares(game, color, VC_KING) & ~vc_game_combos(game);
    for (uint32_t square = 0; square < 64; square++)
        if (king >> square & 1)
            return vc_game_attackers(game, square, color ^ 1) != 0;
    return false;
}

/* What an action has more than the lots of any, its consequences not considered: a capture has 3 and the value of what
 * it takes. */
static uint64_t lots_of(const vc_game *game, vc_action action, uint32_t us)
{
    static const uint64_t values[] = {0, 1, 3, 3, 5, 9, 0};
    const vc_piece target = vc_game_piece(game, VC_ACTION_TO(action));
    if (VC_ACTION_KIND(action) != VC_MOVE || !target)
        return VC_ACTION_KIND(action) == VC_TOUCH ? LOTS_TOUCH : 0;
    if (VC_PIECE_COLOR(target) == us)
        return LOTS_MERGE;
    if (vc_game_combos(game) >> VC_ACTION_TO(action) & 1)
        return LOTS_ATTACK;
    return LOTS_CAPTURE + values[VC_PIECE_TYPE(target)];
}

/* Gives all lots to one action. */
static void settle(struct choice *choice, size_t chosen)
{
    for (size_t i = 0; i < choice->actions.count; i++)
        choice->lots[i] = i == chosen;
}

static void lots_lively(struct choice *choice)
{
    for (size_t i = 0; i < choice->actions.count; i++) {
        const vc_action action = choice->actions.list[i];
        uint32_t winner;
        choice->lots[i] = LOTS + lots_of(choice->trial, action, choice->us);
        cli_check(vc_game_play(choice->trial, action));
        cli_check(vc_game_outcome(choice->trial, &winner, NULL));
        if (VC_ACTION_KIND(action) == VC_MOVE && king_attacked(choice->trial, choice->us ^ 1))
            choice->lots[i] += LOTS_CHECK;
        cli_check(vc_game_undo(choice->trial));
        if (winner == choice->us) {
            settle(choice, i);
            return;
        }
    }
}

/* --------------------------------------------------------------------------------- greedy --- */

/* Touches in a row are looked at as long as there are not more than so many orders of them: two touches with seven
 * officers, all with four. Whoever has touched so often in vain is thought to move something else. */
enum { MAX_ORDERS = 100 };

static value value_of(struct choice *choice, vc_action action, uint64_t orders);

/* Whether the player's turn is over, after an action, so that the position is judged as it stands. */
static bool turn_is_over(const struct choice *choice, vc_action action)
{
    const uint32_t phase = vc_game_phase(choice->trial);
    return phase == VC_PHASE_OVER || VC_ACTION_KIND(action) == VC_CASUALTY ||
           (phase == VC_PHASE_TURN && vc_game_side_to_move(choice->trial) != choice->us);
}

/* The mean over what chance can do. */
static value value_of_chance(struct choice *choice, uint64_t orders)
{
    vc_action outcomes[VC_MAX_ACTIONS];
    uint32_t weights[VC_MAX_ACTIONS];
    uint64_t total;
    size_t n;
    value sum = 0;
    cli_check(vc_game_outcomes(choice->trial, outcomes, weights, VC_MAX_ACTIONS, &n, &total));
    for (size_t i = 0; i < n; i++)
        sum += (value)weights[i] * value_of(choice, outcomes[i], orders);
    return sum / (value)total;
}

/* The best for the player who is to act: ours for us, the enemy's casualty for the enemy. */
static value value_of_decision(struct choice *choice, uint64_t orders)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t n, touches = 0;
    const bool ours = vc_game_actor(choice->trial) == choice->us;
    value best = 0;
    bool found = false;
    cli_check(vc_game_actions(choice->trial, actions, VC_MAX_ACTIONS, &n));
    for (size_t i = 0; i < n; i++)
        touches += VC_ACTION_KIND(actions[i]) == VC_TOUCH;
    for (size_t i = 0; i < n; i++) {
        const bool touch = VC_ACTION_KIND(actions[i]) == VC_TOUCH;
        if (touch && orders * touches > MAX_ORDERS)
            continue;
        const value v = value_of(choice, actions[i], touch ? orders * touches : orders);
        if (!found || (ours ? v > best : v < best))
            best = v;
        found = true;
    }
    return found ? best : evaluate(choice->trial, choice->us);
}

/* What an action is worth to us at the end of our turn. */
static value value_of(struct choice *choice, vc_action action, uint64_t orders)
{
    value v;
    cli_check(vc_game_play(choice->trial, action));
    if (turn_is_over(choice, action))
        v = evaluate(choice->trial, choice->us);
    else if (vc_game_actor(choice->trial) == VC_CHANCE)
        v = value_of_chance(choice, orders);
    else
        v = value_of_decision(choice, orders);
    cli_check(vc_game_undo(choice->trial));
    return v;
}

/* The best actions have a lot each. */
static void lots_greedy(struct choice *choice)
{
    value best = 0;
    uint64_t touches = 0;
    for (size_t i = 0; i < choice->actions.count; i++)
        touches += VC_ACTION_KIND(choice->actions.list[i]) == VC_TOUCH;
    for (size_t i = 0; i < choice->actions.count; i++) {
        const value v = value_of(choice, choice->actions.list[i], touches ? touches : 1);
        if (i && v > best)
            for (size_t k = 0; k < i; k++)
                choice->lots[k] = 0;
        choice->lots[i] = !i || v >= best;
        if (choice->lots[i])
            best = v;
    }
}

/* ------------------------------------------------------------------------------------------- */

/* A level gives lots to the actions, at least one to one of them. */
static const struct level {
    const char *name;
    void (*give_lots)(struct choice *choice);
} levels[LEVELS] = {
    [LEVEL_RANDOM] = {"random", lots_at_random},
    [LEVEL_LIVELY] = {"lively", lots_lively},
    [LEVEL_GREEDY] = {"greedy", lots_greedy},
};

const char *level_name(uint32_t level) { return level < LEVELS ? levels[level].name : NULL; }

vc_action choose_action(uint32_t level, const vc_game *game, const uint8_t *seed, uint64_t k)
{
    struct choice choice = {.us = vc_game_actor(game)};
    uint64_t total = 0, drawn;
    size_t i = 0;
    cli_check(vc_game_clone(game, VC_WITH_HISTORY, &choice.trial));
    list_actions(game, &choice.actions);
    levels[level].give_lots(&choice);
    for (size_t a = 0; a < choice.actions.count; a++)
        total += choice.lots[a];
    cli_check(vc_dice_seeded(seed, first_choice + k, total, &drawn));
    while (drawn >= choice.lots[i])
        drawn -= choice.lots[i++];
    cli_check(vc_game_free(choice.trial));
    return choice.actions.list[i];
}

bool likes_draw(const vc_game *game, uint32_t color) { return evaluate(game, color) <= 0; }
