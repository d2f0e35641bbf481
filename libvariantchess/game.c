/* SPDX-License-Identifier: ISC */
/* game.c - see game.h */
#include "game.h"

enum { CLAIM_COUNT = 3, DRAW_COUNT = 5, COMPARED = 8 };

static const struct ruleset *set_of(const vc_game *game) { return game->rules->set; }

/* ----------------------------------------------------------------------------- handles --- */

void vci_game_reset(vc_game *game, const void *words)
{
    vci_history_start(&game->history, game->rules, words);
    forget_answers(game);
}

size_t vci_game_size(const struct vc_rules *rules) { return sizeof(vc_game) + vci_window_size(rules); }

vc_game *vci_game_init(void *memory, struct vc_rules *rules, const struct position *position)
{
    vc_game *g = memory;
    g->magic = GAME_MAGIC;
    g->busy = false;
    g->rules = vci_rules_retain(rules);
    g->on_event = g->on_touch = (struct listener){NULL, NULL};
    vci_dice_init_csprng(&g->dice);
    vci_history_init(&g->history, (uint64_t *)(void *)(g + 1));
    vci_game_reset(g, position);
    return g;
}

vc_status vci_game_new(struct vc_rules *rules, const struct position *position, vc_game **game)
{
    void *memory = vci_allocate(rules, vci_game_size(rules));
    if (!memory)
        return VC_ERR_MEMORY;
    *game = vci_game_init(memory, rules, position);
    return VC_OK;
}

void vci_game_close(vc_game *game)
{
    vci_dice_use_csprng(&game->dice); /* wipes a seed */
    vci_history_free(&game->history, game->rules);
    game->magic = 0;
    vci_rules_release(game->rules);
}

void vci_game_free(vc_game *game)
{
    struct vc_rules *rules = vci_rules_retain(game->rules); /* whose memory it is */
    vci_game_close(game);
    vci_deallocate(rules, game);
    vci_rules_release(rules);
}

vc_status vci_game_copy(vc_game *target, const vc_game *source, bool with_history)
{
    if (with_history) {
        const vc_status status = vci_history_copy(&target->history, &source->history, target->rules);
        if (!status)
            forget_answers(target);
        return status;
    }
    vci_game_reset(target, now(source));
    return VC_OK;
}

vc_status vci_game_clone(const vc_game *game, bool with_history, vc_game **clone)
{
    vc_game *made;
    vc_status status = vci_game_new(game->rules, now(game), &made);
    if (status)
        return status;
    if (with_history)
        status = vci_game_copy(made, game, true);
    if (status)
        vci_game_free(made);
    else
        *clone = made;
    return status;
}

/* ------------------------------------------------------------------------------ asking --- */

/* The handle behind a constant pointer, to keep answers in it: no handle is a constant object. */
static vc_game *answers_of(const vc_game *game) { return (vc_game *)(uintptr_t)game; }

uint32_t vci_game_repetitions(const vc_game *game)
{
    return vci_history_repetitions(&answers_of(game)->history, game->rules);
}

static bool has_occurred(const vc_game *game, uint32_t times)
{
    return vci_history_has_occurred(&answers_of(game)->history, game->rules, times);
}

/* What is looked at last [C8]. */
static bool fivefold(const vc_game *game)
{
    return automatic_draws(game->rules) && has_occurred(game, DRAW_COUNT);
}

/* Whether the last entry ended the game from outside. */
static bool ended_outside(const vc_game *game) { return game->history.endings != 0; }

/* Whether the game is over for a reason that the rule set's lists of actions do not know. */
static bool over_by_history(const vc_game *game) { return ended_outside(game) || fivefold(game); }

size_t vci_game_list_actions(const vc_game *game)
{
    vc_game *answers = answers_of(game);
    const struct phase *phase = phase_of(game->rules, now(game));
    size_t n = ended_outside(game) ? 0 : phase->actions(game->rules, now(game), answers->list);
    if (n && fivefold(game))
        n = 0;
    memset(answers->list + n, 0, COMPARED * sizeof *game->list); /* what is compared behind the end is no action */
    answers->listed = (uint32_t)n;
    if (n) {
        answers->verdict = GOES_ON;
        answers->judged = true;
    }
    return n;
}

struct verdict vci_game_judge(const vc_game *game)
{
    vc_game *answers = answers_of(game);
    if (vci_game_actions(game))
        return GOES_ON;
    answers->verdict = ended_outside(game) ? entry_verdict(game->history.entries[game->history.length - 1])
                                           : set_of(game)->verdict(game->rules, now(game));
    if (!game->verdict.reason) {
        assert(fivefold(game));
        answers->verdict = (struct verdict){VC_NOBODY, VC_REASON_FIVEFOLD_REPETITION};
    }
    answers->judged = true;
    return game->verdict;
}

static bool is_over(const vc_game *game) { return vci_game_verdict(game).reason != VC_REASON_NONE; }

bool vci_game_can_claim(const vc_game *game, unsigned reason)
{
    if (!starts_turn(game->rules, now(game)) || is_over(game))
        return false;
    return reason == VC_REASON_FIFTY_MOVES ? now(game)->clock >= CLOCK_CLAIM : has_occurred(game, CLAIM_COUNT);
}

unsigned vci_game_claimable(const vc_game *game)
{
    if (vci_game_can_claim(game, VC_REASON_THREEFOLD_REPETITION))
        return VC_REASON_THREEFOLD_REPETITION;
    return vci_game_can_claim(game, VC_REASON_FIFTY_MOVES) ? VC_REASON_FIFTY_MOVES : VC_REASON_NONE;
}

unsigned vci_game_actor(const vc_game *game)
{
    if (is_over(game))
        return VC_NOBODY;
    return phase_of(game->rules, now(game))->chance ? (unsigned)VC_CHANCE : now(game)->side;
}

bool vci_game_legal(const vc_game *game, vc_action action)
{
    const uint32_t end = (game->listed + COMPARED - 1) / COMPARED * COMPARED;
    uint32_t found = 0;
    if (game->listed == UNLISTED)
        return vci_action_valid(action) && !over_by_history(game) &&
               phase_of(game->rules, now(game))->legal(game->rules, now(game), action);
    for (uint32_t i = 0; i < end; i++) /* without a branch, so that several are compared at once */
        found |= -(uint32_t)(game->list[i] == action);
    return found && action;
}

static bool is_chance_action(vc_action action)
{
    return VC_ACTION_KIND(action) == VC_BECOME || VC_ACTION_KIND(action) == VC_DRAW;
}

const char *vci_game_why(const vc_game *game, vc_action action)
{
    if (!vci_action_valid(action))
        return "no action has that value";
    if (is_over(game))
        return "the game is over";
    if (vci_game_legal(game, action))
        return "";
    if (phase_of(game->rules, now(game))->chance)
        return is_chance_action(action) ? "that is no outcome of this chance node" : "chance is to act";
    if (is_chance_action(action))
        return "chance is not to act";
    return set_of(game)->why(game->rules, now(game), action);
}

void vci_game_entry(const vc_game *game, size_t index, vc_entry *entry)
{
    const struct entry e = game->history.entries[index];
    const struct verdict verdict = entry_verdict(e);
    *entry = (vc_entry){.size = sizeof *entry, .action = entry_action(e), .actor = entry_actor(e),
                        .winner = verdict.winner, .reason = verdict.reason};
}

/* ------------------------------------------------------------------------------ events --- */

static void tell(void *context, const vc_event *event)
{
    vc_game *game = context;
    if (game->on_touch.callback && event->type == VC_EVENT_TOUCH)
        game->on_touch.callback(game->on_touch.user, game, event);
    if (game->on_event.callback)
        game->on_event.callback(game->on_event.user, game, event);
}

static bool has_listener(const vc_game *game) { return game->on_event.callback || game->on_touch.callback; }

/* The event of an action as such, or of an ending; its other fields are none. */
static vc_event plain_event(unsigned type, vc_action action, unsigned color)
{
    return (vc_event){.size = sizeof(vc_event), .type = type, .action = action, .color = color,
                      .square = VC_NO_SQUARE, .to_square = VC_NO_SQUARE, .winner = VC_NOBODY};
}

static void tell_plain(vc_game *game, unsigned type, vc_action action, unsigned color)
{
    const vc_event event = plain_event(type, action, color);
    tell(game, &event);
}

static void tell_end(vc_game *game, vc_action action)
{
    const struct verdict verdict = vci_game_verdict(game);
    vc_event event = plain_event(VC_EVENT_END, action, now(game)->side);
    if (!verdict.reason)
        return;
    event.winner = verdict.winner;
    event.reason = verdict.reason;
    tell(game, &event);
}

/* Tells what the entries from index on did, in order; kept apart, since most games have no listener. */
static __attribute__((noinline)) void tell_listeners(vc_game *game, size_t index, bool redone)
{
    const struct history *h = &game->history;
    const size_t length = h->length; /* cannot change: the game is busy */
    struct position before, after;
    game->busy = true;
    for (; index < length; index++) {
        const vc_action action = entry_action(h->entries[index]);
        vci_history_position(h, game->rules, index, &before);
        if (redone)
            tell_plain(game, VC_EVENT_REDO, action, before.side);
        if (action) {
            vci_history_position(h, game->rules, index + 1, &after);
            set_of(game)->events(game->rules, &before, &after, action, tell, game);
        }
        if (index + 1 == length)
            tell_end(game, action);
    }
    game->busy = false;
}

static void tell_actions(vc_game *game, size_t index, bool redone)
{
    if (UNLIKELY(has_listener(game)))
        tell_listeners(game, index, redone);
}

/* ----------------------------------------------------------------------------- playing --- */

static vc_status why_not_playable(const vc_game *game, vc_action action)
{
    if (vci_game_legal(game, action))
        return VC_OK;
    return is_over(game) ? VC_ERR_OVER : VC_ERR_ILLEGAL;
}

vc_status vci_game_play(vc_game *game, vc_action action)
{
    vc_status status = why_not_playable(game, action);
    if (!status)
        status = vci_game_push(game, action);
    if (!status)
        tell_actions(game, game->history.length - 1, false);
    return status;
}

static bool chance_is_due(const vc_game *game)
{
    return phase_of(game->rules, now(game))->chance && !over_by_history(game);
}

vc_status vci_roll(const struct vc_rules *rules, const struct position *p, const vc_action *outcomes, size_t count,
                   struct dice *dice, uint64_t n, vc_action *outcome)
{
    uint32_t weights[VC_MAX_CARDS];
    uint64_t total = 0, value = 0;
    size_t i = 0;
    phase_of(rules, p)->weights(rules, p, weights);
    for (size_t k = 0; k < count; k++)
        total += weights[k];
    const vc_status status = vci_dice_roll(dice, n, total, &value);
    if (status)
        return status;
    if (total == count) /* all have the weight 1 */
        i = (size_t)value;
    else
        while (value >= weights[i])
            value -= weights[i++];
    *outcome = outcomes[i];
    return VC_OK;
}

/* Rolls the dice for the chance node that is due. */
static vc_status roll(vc_game *game, vc_action *drawn)
{
    const size_t count = vci_game_actions(game);
    game->busy = true;
    const vc_status status =
        vci_roll(game->rules, now(game), game->list, count, &game->dice, game->history.chance_count, drawn);
    game->busy = false;
    return status;
}

vc_status vci_game_draw(vc_game *game, vc_action *drawn)
{
    vc_action outcome = VC_NO_ACTION;
    vc_status status;
    if (!chance_is_due(game))
        return VC_ERR_NOTHING;
    status = roll(game, &outcome);
    if (!status)
        status = vci_game_push(game, outcome);
    if (status)
        return status;
    if (drawn)
        *drawn = outcome;
    tell_actions(game, game->history.length - 1, false);
    return VC_OK;
}

vc_status vci_game_play_on(vc_game *game, vc_action action, vc_action *drawn, size_t capacity, size_t *count)
{
    struct history *h = &game->history;
    struct entry redo[VC_MAX_DRAWS + 1]; /* what the step overwrites of it */
    const size_t start = h->length, total = h->total;
    const size_t saved = total - start < VC_MAX_DRAWS + 1 ? total - start : VC_MAX_DRAWS + 1;
    vc_action outcomes[VC_MAX_DRAWS];
    size_t n = 0;
    vc_status status = action ? why_not_playable(game, action) : chance_is_due(game) ? VC_OK : VC_ERR_NOTHING;
    if (status)
        return status;
    if (saved)
        memcpy(redo, h->entries + start, saved * sizeof *redo);
    if (action)
        status = vci_game_push(game, action);
    while (!status && chance_is_due(game)) {
        assert(n < VC_MAX_DRAWS);
        status = roll(game, &outcomes[n]);
        if (!status)
            status = vci_game_push(game, outcomes[n++]);
    }
    if (!status)
        status = vci_list_fits(n, drawn, capacity, count);
    if (status) {
        while (h->length > start)
            vci_game_revert(game);
        if (saved)
            memcpy(h->entries + start, redo, saved * sizeof *redo);
        h->total = total;
        return status;
    }
    if (n)
        memcpy(drawn, outcomes, n * sizeof *drawn);
    tell_actions(game, start, false);
    return VC_OK;
}

/* Takes entries back until length are left, then tells of them, the last one first. */
static void undo_to(vc_game *game, size_t length)
{
    struct history *h = &game->history;
    const unsigned side_at_end = now(game)->side;
    size_t i = h->length;
    while (h->length > length)
        vci_game_revert(game);
    if (!has_listener(game))
        return;
    game->busy = true;
    while (i-- > length) { /* what chance did belongs to the side whose turn it was */
        const struct entry entry = h->entries[i];
        const unsigned actor = entry_actor(entry), side = entry_is_ending(entry) ? side_at_end : now(game)->side;
        tell_plain(game, VC_EVENT_UNDO, entry_action(entry), actor <= VC_BLACK ? actor : side);
    }
    game->busy = false;
}

vc_status vci_game_undo(vc_game *game)
{
    if (!game->history.length)
        return VC_ERR_NOTHING;
    undo_to(game, game->history.length - 1);
    return VC_OK;
}

vc_status vci_game_undo_decision(vc_game *game)
{
    const struct history *h = &game->history;
    size_t length = h->length;
    while (length && entry_actor(h->entries[length - 1]) > VC_BLACK) /* chance's, or an ending */
        length--;
    if (!length)
        return VC_ERR_NOTHING;
    undo_to(game, length - 1);
    return VC_OK;
}

vc_status vci_game_redo(vc_game *game)
{
    struct history *h = &game->history;
    vc_status status;
    if (h->length == h->total)
        return VC_ERR_NOTHING;
    status = vci_history_reserve(h, game->rules);
    if (status)
        return status;
    const struct entry entry = h->entries[h->length];
    if (entry_is_ending(entry))
        vci_history_push_ending(h, entry_verdict(entry));
    else
        vci_history_push(h, game->rules, entry_action(entry));
    forget_answers(game);
    tell_actions(game, h->length - 1, true);
    return VC_OK;
}

vc_status vci_game_end(vc_game *game, unsigned winner, unsigned reason)
{
    struct history *h = &game->history;
    vc_status status;
    if (is_over(game))
        return VC_ERR_OVER;
    status = vci_history_reserve(h, game->rules);
    if (status)
        return status;
    vci_history_push_ending(h, (struct verdict){(uint8_t)winner, (uint8_t)reason});
    h->total = h->length;
    forget_answers(game);
    tell_actions(game, h->length - 1, false);
    return VC_OK;
}
