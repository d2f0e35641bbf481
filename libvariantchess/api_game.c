/* SPDX-License-Identifier: ISC */
/* api_game.c - the door: games, playing, dice, events, endings, snapshots, perft, playouts */
#include "api.h"

/* ----------------------------------------------------------------------------- handles --- */

vc_status vc_game_new(vc_rules *rules, const char *position, vc_game **game, vc_error *error)
{
    struct position p;
    vc_status status;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    if (!is_rules(rules) || !game)
        return FAIL_ARGUMENT(error, "rules or game is NULL");
    status = vci_position_read(rules, position ? position : vci_array, &p, error);
    if (status)
        return status;
    status = vci_game_new(rules, &p, game);
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    atomic_store(&rules->frozen, true);
    return VC_OK;
}

vc_status vc_game_free(vc_game *game)
{
    if (!game)
        return VC_OK;
    const vc_status status = changeable(game);
    if (!status)
        vci_game_free(game);
    return status;
}

vc_status vc_game_clone(const vc_game *game, uint32_t flags, vc_game **clone)
{
    if (!is_game(game) || !clone || flags > VC_WITH_HISTORY)
        return VC_ERR_ARGUMENT;
    return vci_game_clone(game, flags == VC_WITH_HISTORY, clone);
}

vc_status vc_game_copy(vc_game *target, const vc_game *source, uint32_t flags)
{
    const vc_status status = changeable(target);
    if (status)
        return status;
    if (!is_game(source) || flags > VC_WITH_HISTORY)
        return VC_ERR_ARGUMENT;
    if (target->rules->fingerprint != source->rules->fingerprint)
        return VC_ERR_MISMATCH;
    return vci_game_copy(target, source, flags == VC_WITH_HISTORY);
}

vc_rules *vc_game_rules(const vc_game *game) { return is_game(game) ? game->rules : NULL; }

vc_status vc_game_set_position(vc_game *game, const char *position, vc_error *error)
{
    struct position p;
    vc_status status;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    status = changeable(game);
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    status = vci_position_read(game->rules, position ? position : vci_array, &p, error);
    if (!status)
        vci_game_reset(game, &p);
    return status;
}

vc_status vc_game_position(const vc_game *game, char *buffer, size_t size, size_t *length)
{
    char string[VC_POSITION_TEXT_SIZE];
    struct text text = {string, sizeof string, 0};
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    vci_position_write(game->rules, now(game), &text);
    assert(text.length < sizeof string);
    return vci_text_copy(string, text.length, buffer, size, length);
}

/* ----------------------------------------------------------------------------- playing --- */

uint32_t vc_game_actor(const vc_game *game) { return is_game(game) ? vci_game_actor(game) : VC_NOBODY; }

uint32_t vc_game_phase(const vc_game *game)
{
    return is_game(game) && !vci_game_verdict(game).reason ? now(game)->phase : VC_PHASE_OVER;
}

/* Hands out the actions of whoever is to act. */
static vc_status list_actions(const vc_game *game, vc_action *actions, size_t capacity, size_t *count)
{
    const size_t n = vci_game_actions(game);
    const vc_status status = vci_list_fits(n, actions, capacity, count);
    if (!status && n)
        memcpy(actions, game->list, n * sizeof *actions);
    return status;
}

vc_status vc_game_actions(const vc_game *game, vc_action *actions, size_t capacity, size_t *count)
{
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    if (phase_of(game->rules, now(game))->chance)
        return vci_list_fits(0, actions, capacity, count);
    return list_actions(game, actions, capacity, count);
}

vc_status vc_game_outcomes(const vc_game *game, vc_action *outcomes, uint32_t *weights, size_t capacity,
                           size_t *count, uint64_t *total)
{
    uint32_t list[VC_MAX_CARDS];
    size_t n = 0;
    uint64_t sum = 0;
    vc_status status;
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    const struct phase *phase = phase_of(game->rules, now(game));
    if (phase->chance)
        n = vci_game_actions(game);
    status = vci_list_fits(n, outcomes, capacity, count);
    if (status)
        return status;
    if (n) {
        memcpy(outcomes, game->list, n * sizeof *outcomes);
        phase->weights(game->rules, now(game), list);
        for (size_t i = 0; i < n; i++)
            sum += list[i];
        if (weights)
            memcpy(weights, list, n * sizeof *list);
    }
    if (total)
        *total = sum;
    return VC_OK;
}

uint32_t vc_game_is_legal(const vc_game *game, vc_action action)
{
    return is_game(game) && vci_game_legal(game, action);
}

vc_status vc_game_why(const vc_game *game, vc_action action, char *buffer, size_t size, size_t *length)
{
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    const char *why = vci_game_why(game, action);
    return vci_text_copy(why, strlen(why), buffer, size, length);
}

vc_status vc_game_play(vc_game *game, vc_action action)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_play(game, action);
}

vc_status vc_game_play_text(vc_game *game, const char *text, vc_error *error)
{
    vc_status status;
    vc_action action;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    status = text ? changeable(game) : VC_ERR_ARGUMENT;
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    action = vci_action_read(text, error);
    if (!action)
        return VC_ERR_SYNTAX;
    status = vci_game_play(game, action);
    if (status == VC_ERR_ILLEGAL)
        return vci_fail(error, status, 0, "%s: %s", text, vci_game_why(game, action));
    return status ? vci_fail(error, status, 0, "%s", vc_status_text(status)) : VC_OK;
}

vc_status vc_game_draw(vc_game *game, vc_action *drawn)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_draw(game, drawn);
}

vc_status vc_game_play_on(vc_game *game, vc_action action, vc_action *drawn, size_t capacity, size_t *count)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_play_on(game, action, drawn, capacity, count);
}

vc_status vc_game_undo(vc_game *game)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_undo(game);
}

vc_status vc_game_undo_decision(vc_game *game)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_undo_decision(game);
}

vc_status vc_game_redo(vc_game *game)
{
    const vc_status status = changeable(game);
    return status ? status : vci_game_redo(game);
}

size_t vc_game_length(const vc_game *game) { return is_game(game) ? game->history.length : 0; }

size_t vc_game_redo_length(const vc_game *game)
{
    return is_game(game) ? game->history.total - game->history.length : 0;
}

vc_status vc_game_entry(const vc_game *game, size_t index, vc_entry *entry)
{
    if (!is_game(game) || !entry || entry->size != sizeof *entry || index >= game->history.total)
        return VC_ERR_ARGUMENT;
    vci_game_entry(game, index, entry);
    return VC_OK;
}

/* -------------------------------------------------------------------- dice and events --- */

vc_status vc_game_use_csprng(vc_game *game)
{
    const vc_status status = changeable(game);
    if (!status)
        vci_dice_use_csprng(&game->dice);
    return status;
}

vc_status vc_game_use_dice(vc_game *game, vc_dice_fn dice, void *user)
{
    const vc_status status = dice ? changeable(game) : VC_ERR_ARGUMENT;
    if (!status)
        vci_dice_use_callback(&game->dice, dice, user);
    return status;
}

vc_status vc_game_use_seed(vc_game *game, const uint8_t *seed)
{
    vc_status status = seed ? changeable(game) : VC_ERR_ARGUMENT;
    if (!status)
        status = vci_sodium_init();
    if (!status)
        vci_dice_use_seed(&game->dice, seed);
    return status;
}

uint64_t vc_game_chance_index(const vc_game *game) { return is_game(game) ? game->history.chance_count : 0; }

vc_status vc_game_on_event(vc_game *game, vc_event_fn callback, void *user)
{
    const vc_status status = changeable(game);
    if (!status)
        game->on_event = (struct listener){callback, user};
    return status;
}

vc_status vc_game_on_touch(vc_game *game, vc_event_fn callback, void *user)
{
    const vc_status status = changeable(game);
    if (!status)
        game->on_touch = (struct listener){callback, user};
    return status;
}

/* -------------------------------------------------------------------------- the result --- */

vc_status vc_game_outcome(const vc_game *game, uint32_t *winner, uint32_t *reason)
{
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    const struct verdict verdict = vci_game_verdict(game);
    if (winner)
        *winner = verdict.reason ? verdict.winner : (uint32_t)VC_NOBODY;
    if (reason)
        *reason = verdict.reason;
    return VC_OK;
}

uint32_t vc_game_claimable(const vc_game *game)
{
    return is_game(game) ? vci_game_claimable(game) : (uint32_t)VC_REASON_NONE;
}

vc_status vc_game_claim(vc_game *game)
{
    const vc_status status = changeable(game);
    if (status)
        return status;
    if (vci_game_verdict(game).reason)
        return VC_ERR_OVER;
    const unsigned reason = vci_game_claimable(game);
    return reason ? vci_game_end(game, VC_NOBODY, reason) : VC_ERR_NOTHING;
}

vc_status vc_game_end(vc_game *game, uint32_t winner, uint32_t reason)
{
    const bool claim = is_claim(reason);
    const bool outside = reason >= VC_REASON_RESIGNATION && reason <= VC_REASON_TIME_FORFEIT;
    const vc_status status = changeable(game);
    if (status)
        return status;
    if (!(is_color(winner) || winner == VC_NOBODY) || !(claim || outside) || (claim && winner != VC_NOBODY) ||
        (reason == VC_REASON_RESIGNATION && winner == VC_NOBODY))
        return VC_ERR_ARGUMENT;
    if (claim && !vci_game_verdict(game).reason && !vci_game_can_claim(game, reason))
        return VC_ERR_NOTHING;
    return vci_game_end(game, winner, reason);
}

/* ----------------------------------------------------------------- snapshots and perft --- */

vc_status vc_game_snapshot(const vc_game *game, void *memory, size_t size)
{
    if (!is_game(game) || !memory)
        return VC_ERR_ARGUMENT;
    if (size < vci_snapshot_size(game->rules))
        return VC_ERR_BUFFER;
    vci_snapshot_take(game, memory);
    return VC_OK;
}

vc_status vc_game_restore(vc_game *game, const void *memory, size_t size)
{
    const vc_status status = memory ? changeable(game) : VC_ERR_ARGUMENT;
    if (status)
        return status;
    return size < vci_snapshot_size(game->rules) ? VC_ERR_BUFFER : vci_snapshot_restore(game, memory);
}

vc_status vc_game_save(const vc_game *game, void *bytes, size_t size, size_t *length)
{
    vc_status status;
    if (!is_game(game))
        return VC_ERR_ARGUMENT;
    status = vci_list_fits(vci_saved_length(game), bytes, size, length);
    if (!status)
        vci_save(game, bytes);
    return status;
}

vc_status vc_game_load(vc_game *game, const void *bytes, size_t length, vc_error *error)
{
    vc_status status;
    if (!is_error(error))
        return VC_ERR_ARGUMENT;
    status = bytes ? changeable(game) : VC_ERR_ARGUMENT;
    if (status)
        return vci_fail(error, status, 0, "%s", vc_status_text(status));
    return vci_load(game, bytes, length, error);
}

vc_status vc_game_perft(vc_game *game, uint32_t depth, uint32_t flags, vc_progress_fn progress, void *user,
                        uint64_t *nodes)
{
    vc_status status = nodes ? changeable(game) : VC_ERR_ARGUMENT;
    if (status)
        return status;
    if (depth > 64 || flags > VC_PERFT_NO_BULK)
        return VC_ERR_ARGUMENT;
    game->busy = true;
    status = vci_perft(game, depth, flags, progress, user, nodes);
    game->busy = false;
    return status;
}

vc_status vc_game_playout(vc_game *game, const uint8_t *seed, uint64_t limit, vc_progress_fn progress, void *user,
                          uint32_t *winner, uint32_t *reason, uint64_t *length)
{
    struct verdict verdict = GOES_ON;
    uint64_t played = 0;
    vc_status status = seed ? changeable(game) : VC_ERR_ARGUMENT;
    if (status)
        return status;
    game->busy = true;
    status = vci_playout(game, seed, limit, progress, user, &verdict, &played);
    game->busy = false;
    if (status)
        return status;
    if (winner)
        *winner = verdict.winner;
    if (reason)
        *reason = verdict.reason;
    if (length)
        *length = played;
    return VC_OK;
}
