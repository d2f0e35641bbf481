/* SPDX-License-Identifier: ISC */
/*
 * calls_long.c - many calls of one kind, and what must come of a long history; see calls.h
 *
 * What games come to after hundreds of plies only: tables of turns, positions that have left the window, arrays that
 * have grown, each many times larger in one game than in another of the same rules.
 */
#include "calls.h"

/*
 * How actions are chosen: as by chance now and then, each so many plies, between them moves that take nothing, of no
 * pawns; or such that the same positions come back, for which there is TO_AND_FRO.
 */
enum { ALWAYS = 1, TO_AND_FRO = 0 };

/* How many calls follow upon each other: from a few to more than most arrays hold at first. */
static size_t some_plies(void)
{
    const size_t plies = 1 + next_byte() + 128 * below(5);
    return afford(plies) ? plies : 1;
}

/* ----------------------------------------------------------------------------- playing --- */

/* The last move of the side to move, or VC_NO_ACTION when it is long ago. */
static vc_action own_last_move(const vc_game *game)
{
    enum { FAR = 12 };
    const size_t length = vc_game_length(game);
    for (size_t i = 1; i <= FAR && i <= length; i++) {
        vc_entry entry = {.size = sizeof entry};
        MUST(!vc_game_entry(game, length - i, &entry));
        if (entry.actor == vc_game_side_to_move(game) && vc_action_kind(entry.action) == VC_MOVE)
            return entry.action;
    }
    return VC_NO_ACTION;
}

/* What a choice depends on. */
struct view {
    uint64_t occupied, pawns;
    vc_action last; /* move of the side to move */
};

static struct view view_of(const vc_game *game, unsigned period)
{
    struct view view = {.last = period == TO_AND_FRO ? own_last_move(game) : VC_NO_ACTION};
    for (uint32_t color = VC_WHITE; color <= VC_BLACK; color++) {
        view.occupied |= vc_game_squares(game, color, VC_NO_PIECE);
        view.pawns |= vc_game_squares(game, color, VC_PAWN);
    }
    return view;
}

/* The more an action helps to bring the same position back, the higher. */
static unsigned worth_of(const struct view *view, vc_action action)
{
    const bool returns = view->last && vc_action_from(action) == vc_action_to(view->last);
    if (vc_action_kind(action) != VC_MOVE)
        return returns ? 2 : 1;
    if (returns && vc_action_to(action) == vc_action_from(view->last))
        return 3;
    return !(view->occupied >> vc_action_to(action) & 1) && !(view->pawns >> vc_action_from(action) & 1);
}

/* One of a list; number: any. */
static vc_action choose(const vc_game *game, const vc_action *list, size_t count, unsigned period, uint32_t number)
{
    vc_action best = list[number % count];
    if ((period && number % period == 0) || vc_game_actor(game) == VC_CHANCE)
        return best;
    const struct view view = view_of(game, period);
    for (size_t i = 0; i < count; i++) {
        const vc_action action = list[(i + number) % count];
        if (worth_of(&view, action) > worth_of(&view, best))
            best = action;
    }
    return best;
}

/* Plays on until enough is played, the game is over, or a call fails; the status of the first one. */
static vc_status play_many(struct seat *seat, unsigned period)
{
    vc_action list[VC_MAX_ACTIONS];
    uint32_t number = next_byte();
    size_t played = 0;
    vc_status status = VC_OK;
    for (size_t left = some_plies(); left && !status; left--) {
        vc_game *game = seat->game;
        const size_t count = list_of(game, list);
        number = number * 1103515245 + 12345;
        const vc_action action = count ? choose(game, list, count, period, number >> 8) : VC_NO_ACTION;
        CALL(status, vc_game_play(game, action));
        MUST(!count || (status != VC_ERR_ILLEGAL && status != VC_ERR_OVER));
        played += !status;
    }
    return played ? VC_OK : status;
}

/* ----------------------------------------------------------------- taking back, redoing --- */

static vc_status do_many(struct seat *seat, vc_status (*call)(vc_game *game))
{
    size_t done = 0;
    vc_status status = VC_OK;
    for (size_t left = some_plies(); left && !status; left--) {
        CALL(status, call(seat->game));
        done += !status;
    }
    return done ? VC_OK : status;
}

/* -------------------------------------------------------------------------- once more --- */

/* Does what an entry says. */
static void repeat_entry(vc_game *game, const vc_entry *entry)
{
    if (entry->action)
        MUST(!vc_game_play(game, entry->action));
    else
        MUST(!vc_game_end(game, entry->winner, entry->reason));
}

static void must_be_alike(const vc_game *game, const vc_game *other)
{
    uint32_t winner, reason, other_winner, other_reason;
    const struct trace a = trace_of(game), b = trace_of(other);
    MUST(a.size == b.size && !memcmp(a.snapshot, b.snapshot, a.size) && a.hash == b.hash);
    MUST(a.length == b.length && a.entries == b.entries && a.chance_index == b.chance_index);
    MUST(vc_game_repetitions(game) == vc_game_repetitions(other));
    MUST(vc_game_claimable(game) == vc_game_claimable(other));
    MUST(!vc_game_outcome(game, &winner, &reason) && !vc_game_outcome(other, &other_winner, &other_reason));
    MUST(winner == other_winner && reason == other_reason && vc_game_actor(game) == vc_game_actor(other));
}

/* Another game from the same beginning, in which the same is played, comes to the same. */
static void play_again(const struct seat *seat)
{
    const vc_game *game = seat->game;
    const size_t length = vc_game_length(game), fail_in = heap.fail_in;
    vc_game *start, *again;
    uint64_t nodes, nodes_again;
    if (!game || !afford(2 * length))
        return;
    heap.fail_in = 0;
    MUST(!vc_game_clone(game, VC_WITH_HISTORY, &start));
    must_be_alike(start, game);
    while (!vc_game_undo(start))
        ;
    MUST(!vc_game_clone(start, VC_WITHOUT_HISTORY, &again) && !vc_game_free(start));
    for (size_t i = 0; i < length; i++) {
        vc_entry entry = {.size = sizeof entry};
        MUST(!vc_game_entry(game, i, &entry));
        repeat_entry(again, &entry);
    }
    must_be_alike(again, game);
    MUST(!vc_game_clone(game, VC_WITH_HISTORY, &start));
    MUST(!vc_game_perft(start, 1, VC_PERFT_NO_BULK, NULL, NULL, &nodes) && !vc_game_free(start));
    MUST(!vc_game_perft(again, 1, VC_PERFT_BULK, NULL, NULL, &nodes_again) && nodes == nodes_again);
    MUST(!vc_game_free(again));
    heap.fail_in = fail_in;
}

/* An empty seat gets another one's game, so that there are several of the same rules. */
static void be_seated(struct seat *seat)
{
    vc_game *clone = NULL;
    vc_status status;
    const struct seat *from = some_source(seat);
    if (!from->game || seat->game || seat >= &seats[GAMES])
        return;
    CALL(status, vc_game_clone(from->game, below(4) ? VC_WITHOUT_HISTORY : VC_WITH_HISTORY, &clone));
    if (!status)
        put_game(seat, clone);
}

/* Counts what can be played, which looks at the repetitions of all that was played. */
static void look_back(const struct seat *seat)
{
    vc_action list[VC_MAX_ACTIONS];
    uint64_t nodes = 0;
    vc_status status;
    if (!seat->game || seat->inside)
        return;
    CALL(status, vc_game_perft(seat->game, 1, VC_PERFT_BULK, NULL, NULL, &nodes));
    MUST(status || nodes == list_of(seat->game, list));
}

/* Takes back, and mostly replays some of it. */
static void go_back(struct seat *seat, vc_status (*undo)(vc_game *game), const struct trace *before)
{
    settle(seat, do_many(seat, undo), TAKES_BACK, before);
    if (!seat->game || below(4) == 0)
        return;
    const struct trace back = trace_of(seat->game);
    settle(seat, do_many(seat, vc_game_redo), REPLAYS, &back);
}

void long_call(struct seat *seat)
{
    enum { UNDO, UNDO_DECISIONS, REDO, REPEAT, COPY, PLAY_TO_AND_FRO, PLAY_ANYHOW, PLAY_QUIETLY };
    static const uint8_t choices[] = {UNDO,        UNDO_DECISIONS, REDO, REPEAT,       PLAY_TO_AND_FRO, PLAY_TO_AND_FRO,
                                      PLAY_ANYHOW, PLAY_ANYHOW,    COPY, PLAY_QUIETLY, PLAY_QUIETLY,    PLAY_QUIETLY};
    struct trace before = {.size = 0};
    unsigned what = choices[below(sizeof choices)];
    be_seated(seat);
    if (seat->game)
        before = trace_of(seat->game);
    if (what >= PLAY_TO_AND_FRO && vc_game_actor(seat->game) == VC_NOBODY)
        what = UNDO; /* nothing can be played */
    if (seat->game)
        reach(PLAYED_LONG, AGES * what + age_of(seat->game));
    switch (what) {
    case UNDO:
        go_back(seat, vc_game_undo, &before);
        break;
    case UNDO_DECISIONS:
        go_back(seat, vc_game_undo_decision, &before);
        break;
    case REDO:
        settle(seat, do_many(seat, vc_game_redo), REPLAYS, &before);
        break;
    case REPEAT:
        play_again(seat);
        break;
    case COPY:
        copy_game(seat);
        break;
    case PLAY_TO_AND_FRO:
        settle(seat, play_many(seat, TO_AND_FRO), GOES_ON_, &before);
        break;
    case PLAY_ANYHOW:
        settle(seat, play_many(seat, ALWAYS), GOES_ON_, &before);
        break;
    default:
        settle(seat, play_many(seat, 2 + below(60)), GOES_ON_, &before);
    }
    if (below(4) == 0) /* what was counted then is not counted again later */
        look_back(seat);
}
