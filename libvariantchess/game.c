/* SPDX-License-Identifier: ISC */
/* game.c - see game.h */
#include "game.h"

enum { FIRST_CAPACITY = 64, SHIFT_ACTOR = 28, SHIFT_REASON = 2, CLAIM_COUNT = 3, DRAW_COUNT = 5 };

static const uint32_t turn_flag = UINT32_C(1) << 31; /* in struct entry.what: the action led to the start of a turn */

/* A position seen as words, as the history stores it. */
typedef uint64_t __attribute__((may_alias)) word;

static const struct ruleset *set_of(const vc_game *game) { return game->rules->set; }

/* ------------------------------------------------------------------------------ memory --- */

static void *allocate(const struct vc_rules *rules, size_t size)
{
    return rules->memory.allocate(rules->memory.user, size);
}

static void deallocate(const struct vc_rules *rules, void *memory)
{
    if (memory)
        rules->memory.deallocate(rules->memory.user, memory);
}

/* Grows an array of count elements to hold needed; changes nothing on failure. */
static bool reserve(const struct vc_rules *rules, void **array, size_t *capacity, size_t count, size_t needed,
                    size_t element)
{
    size_t larger = *capacity ? *capacity : FIRST_CAPACITY;
    void *memory;
    if (needed <= *capacity)
        return true;
    while (larger < needed)
        larger *= 2;
    if (larger > SIZE_MAX / element || !(memory = allocate(rules, larger * element)))
        return false;
    if (count)
        memcpy(memory, *array, count * element);
    deallocate(rules, *array);
    *array = memory;
    *capacity = larger;
    return true;
}

/* ----------------------------------------------------------------------- repetition --- */

static uint32_t *slot_of(const struct history *h, uint64_t hash) { return &h->slots[hash & (h->turn_capacity - 1)]; }

static void link_turn(struct history *h, size_t index)
{
    uint32_t *slot = slot_of(h, h->turns[index].hash);
    h->turns[index].previous = *slot;
    *slot = (uint32_t)(index + 1);
}

/* Makes room for needed turns; the slots are as many as the turns and are filled anew when they grow. */
static bool reserve_turns(vc_game *game, size_t needed)
{
    struct history *h = &game->history;
    size_t capacity = h->turn_capacity, slot_capacity = 0;
    void *turns = h->turns, *slots = NULL;
    if (needed <= capacity)
        return true;
    if (!reserve(game->rules, &slots, &slot_capacity, 0, needed, sizeof *h->slots))
        return false;
    if (!reserve(game->rules, &turns, &capacity, h->turn_count, needed, sizeof *h->turns)) {
        deallocate(game->rules, slots);
        return false;
    }
    assert(capacity == slot_capacity && !(capacity & (capacity - 1)));
    deallocate(game->rules, h->slots);
    h->turns = turns;
    h->slots = slots;
    h->turn_capacity = capacity;
    memset(h->slots, 0, capacity * sizeof *h->slots);
    for (size_t i = 0; i < h->turn_count; i++)
        link_turn(h, i);
    return true;
}

/* Puts back the words that the entry behind index changed; *words runs down with it. */
static void step_back(const struct history *h, size_t index, struct position *p, size_t *words)
{
    word *now = (word *)p;
    for (uint32_t changed = h->entries[index].changed; changed;) {
        const unsigned i = 31 - (unsigned)__builtin_clz(changed);
        now[i] = h->words[--*words];
        changed ^= UINT32_C(1) << i;
    }
}

/* The position as it was when the history had a given length. */
static void position_at(const vc_game *game, size_t length, struct position *p)
{
    size_t words = game->history.word_count;
    memcpy(p, &game->now, sizeof *p);
    for (size_t i = game->history.length; i > length; i--)
        step_back(&game->history, i - 1, p, &words);
}

/* Records the position now as the start of a turn. There is room for it. */
static void push_turn(vc_game *game)
{
    struct history *h = &game->history;
    struct turn *turn = &h->turns[h->turn_count];
    *turn = (struct turn){.hash = position_hash(&game->now), .at = (uint32_t)h->length, .count = 1};
    for (uint32_t i = *slot_of(h, turn->hash); i; i = h->turns[i - 1].previous) {
        struct position then;
        if (h->turns[i - 1].hash != turn->hash)
            continue;
        position_at(game, h->turns[i - 1].at, &then);
        if (position_same(&then, &game->now, set_of(game)->words)) {
            turn->count = h->turns[i - 1].count + 1;
            break;
        }
    }
    link_turn(h, h->turn_count++);
}

static void pop_turn(struct history *h)
{
    const struct turn *turn = &h->turns[--h->turn_count];
    *slot_of(h, turn->hash) = turn->previous;
}

uint32_t vci_game_repetitions(const vc_game *game)
{
    const struct history *h = &game->history;
    if (!set_of(game)->turn_start(&game->now))
        return 0;
    return h->turn_count ? h->turns[h->turn_count - 1].count : 1;
}

/* ----------------------------------------------------------------------------- history --- */

static unsigned actor_of(uint32_t what) { return what >> SHIFT_ACTOR & 3; }
static vc_action action_of(uint32_t what) { return what & ((UINT32_C(1) << SHIFT_ACTOR) - 1); }
static bool is_ending(uint32_t what) { return actor_of(what) == VC_NOBODY; }

/* Whether the last entry ended the game from outside. */
static bool ended_outside(const vc_game *game)
{
    const struct history *h = &game->history;
    return h->length && is_ending(h->entries[h->length - 1].what);
}

static struct verdict ending_of(uint32_t what)
{
    return (struct verdict){(uint8_t)(what & 3), (uint8_t)(action_of(what) >> SHIFT_REASON)};
}

/* What was found out about the position now no longer holds. */
static void forget_answers(vc_game *game)
{
    game->judged = false;
    game->listed = UNLISTED;
}

static vc_status grow(vc_game *game)
{
    struct history *h = &game->history;
    void *entries = h->entries, *words = h->words;
    if (h->length >= VC_MAX_LENGTH)
        return VC_ERR_LIMIT;
    const bool reserved = reserve(game->rules, &entries, &h->entry_capacity, h->total, h->length + 1, sizeof *h->entries);
    h->entries = entries;
    if (!reserved)
        return VC_ERR_MEMORY;
    const bool room = reserve(game->rules, &words, &h->word_capacity, h->word_count, h->word_count + POSITION_WORDS,
                              sizeof *h->words);
    h->words = words;
    return room && reserve_turns(game, h->turn_count + 2) ? VC_OK : VC_ERR_MEMORY;
}

/* Makes room for one action more; the first one also records the turn that the game began with. */
static vc_status reserve_action(vc_game *game)
{
    const struct history *h = &game->history;
    if (UNLIKELY(h->length >= h->entry_capacity || h->word_count + POSITION_WORDS > h->word_capacity ||
                 h->turn_count + 2 > h->turn_capacity || h->length >= VC_MAX_LENGTH)) {
        const vc_status status = grow(game);
        if (status)
            return status;
    }
    if (UNLIKELY(!h->turn_count) && !h->length && set_of(game)->turn_start(&game->now))
        push_turn(game);
    return VC_OK;
}

static bool is_chance_action(vc_action action)
{
    return VC_ACTION_KIND(action) == VC_BECOME || VC_ACTION_KIND(action) == VC_DRAW;
}

/* Applies a legal action and records it over what could be redone. There is room for it. */
static void commit(vc_game *game, vc_action action)
{
    struct history *h = &game->history;
    struct entry *entry = &h->entries[h->length];
    struct position after;
    word *now = (word *)&game->now;
    const word *next = (const word *)&after;
    uint64_t *words = h->words + h->word_count;
    const struct phase *phase = phase_of(game->rules, &game->now);
    const unsigned used = set_of(game)->words;
    uint32_t changed = 0;

    entry->what = action | (phase->chance ? (uint32_t)VC_CHANCE : game->now.side) << SHIFT_ACTOR;
    phase->apply(game->rules, &game->now, &after, action);
    for (unsigned i = 0; i < used; i++) {
        const bool differs = now[i] != next[i];
        *words = now[i]; /* without a branch: kept only when the next one is written behind it */
        words += differs;
        changed |= (uint32_t)differs << i;
        now[i] = next[i];
    }
    entry->changed = changed;
    h->word_count = (size_t)(words - h->words);
    assert(vci_position_consistent(game->rules, &game->now));
    h->chance_count += phase->chance;
    h->length++;
    forget_answers(game);
    if (set_of(game)->turn_start(&game->now)) {
        entry->what |= turn_flag;
        push_turn(game);
    }
}

/* Takes the last entry back; it stays there to be redone when total is not changed. */
static void revert(vc_game *game)
{
    struct history *h = &game->history;
    const uint32_t what = h->entries[h->length - 1].what;
    h->length--;
    forget_answers(game);
    if (is_ending(what))
        return;
    if (what & turn_flag)
        pop_turn(h);
    step_back(h, h->length, &game->now, &h->word_count);
    h->chance_count -= is_chance_action(action_of(what));
}

void vci_game_entry(const vc_game *game, size_t index, vc_entry *entry)
{
    const uint32_t what = game->history.entries[index].what;
    const bool ending = is_ending(what);
    const struct verdict verdict = ending ? ending_of(what) : GOES_ON;
    *entry = (vc_entry){.size = sizeof *entry, .action = ending ? VC_NO_ACTION : action_of(what),
                        .actor = actor_of(what), .winner = verdict.winner, .reason = verdict.reason};
}

/* ----------------------------------------------------------------------------- handles --- */

void vci_game_reset(vc_game *game, const struct position *position)
{
    struct history *h = &game->history;
    while (h->turn_count)
        pop_turn(h);
    h->length = h->total = h->word_count = 0;
    h->chance_count = 0;
    forget_answers(game);
    memcpy(&game->now, position, sizeof game->now);
}

vc_status vci_game_new(struct vc_rules *rules, const struct position *position, vc_game **game)
{
    vc_game *g = allocate(rules, sizeof *g);
    if (!g)
        return VC_ERR_MEMORY;
    memset(g, 0, sizeof *g);
    g->magic = GAME_MAGIC;
    g->rules = vc_rules_retain(rules);
    vci_game_reset(g, position);
    *game = g;
    return VC_OK;
}

void vci_game_free(vc_game *game)
{
    struct vc_rules *rules = game->rules;
    struct history *h = &game->history;
    vci_dice_use_csprng(&game->dice); /* wipes a seed */
    deallocate(rules, h->entries);
    deallocate(rules, h->words);
    deallocate(rules, h->turns);
    deallocate(rules, h->slots);
    game->magic = 0;
    deallocate(rules, game);
    vc_rules_release(rules);
}

vc_status vci_game_copy(vc_game *target, const vc_game *source, bool with_history)
{
    const struct history *from = &source->history;
    struct history *to = &target->history;
    if (target == source)
        with_history = with_history || !from->total;
    if (target == source && with_history)
        return VC_OK;
    if (with_history && from->total) {
        void *entries = to->entries, *words = to->words;
        const size_t turns = from->turn_count > to->turn_count ? from->turn_count : to->turn_count;
        bool room = reserve(target->rules, &entries, &to->entry_capacity, to->total, from->total, sizeof *to->entries);
        to->entries = entries;
        room = room && reserve(target->rules, &words, &to->word_capacity, to->word_count, from->word_count,
                               sizeof *to->words);
        to->words = words;
        if (!room || !reserve_turns(target, turns))
            return VC_ERR_MEMORY;
    }
    struct position now;
    memcpy(&now, &source->now, sizeof now);
    vci_game_reset(target, &now);
    if (with_history && from->total) {
        memcpy(to->entries, from->entries, from->total * sizeof *to->entries);
        if (from->word_count)
            memcpy(to->words, from->words, from->word_count * sizeof *to->words);
        if (from->turn_count)
            memcpy(to->turns, from->turns, from->turn_count * sizeof *to->turns);
        for (size_t i = 0; i < from->turn_count; i++)
            link_turn(to, i);
        to->length = from->length;
        to->total = from->total;
        to->word_count = from->word_count;
        to->turn_count = from->turn_count;
        to->chance_count = from->chance_count;
    }
    return VC_OK;
}

/* ------------------------------------------------------------------------------ asking --- */

/* What is looked at last [C8]. */
static bool fivefold(const vc_game *game)
{
    return automatic_draws(game->rules) && vci_game_repetitions(game) >= DRAW_COUNT;
}

/* Whether the game is over for a reason that the rule set's lists of actions do not know. */
static bool over_by_history(const vc_game *game) { return ended_outside(game) || fivefold(game); }

/* The handle behind a constant pointer, to keep answers in it: no handle is a constant object, and the lock is the caller's. */
static vc_game *answers_of(const vc_game *game) { return (vc_game *)(uintptr_t)game; }

size_t vci_game_actions(const vc_game *game, vc_action *list)
{
    vc_game *answers = answers_of(game);
    vc_action own[VC_MAX_ACTIONS];
    vc_action *target = list ? list : own;
    size_t n = 0;
    if (game->listed <= MAX_LISTED) {
        if (list)
            memcpy(list, game->list, game->listed * sizeof *list);
        return game->listed;
    }
    if (game->listed != UNLISTED && !list)
        return game->listed;
    if (!over_by_history(game))
        n = phase_of(game->rules, &game->now)->actions(game->rules, &game->now, target);
    answers->listed = (uint32_t)n;
    if (n <= MAX_LISTED)
        memcpy(answers->list, target, n * sizeof *target);
    if (n) {
        answers->verdict = GOES_ON;
        answers->judged = true;
    }
    return n;
}

struct verdict vci_game_verdict(const vc_game *game)
{
    vc_game *answers = answers_of(game);
    if (ended_outside(game))
        return ending_of(game->history.entries[game->history.length - 1].what);
    if (!game->judged && !vci_game_actions(game, NULL)) {
        answers->verdict = set_of(game)->verdict(game->rules, &game->now);
        if (!game->verdict.reason) {
            assert(fivefold(game));
            answers->verdict = (struct verdict){VC_NOBODY, VC_REASON_FIVEFOLD_REPETITION};
        }
        answers->judged = true;
    }
    return game->verdict;
}

static bool is_over(const vc_game *game) { return vci_game_verdict(game).reason != VC_REASON_NONE; }

unsigned vci_game_claimable(const vc_game *game)
{
    if (!set_of(game)->turn_start(&game->now) || is_over(game))
        return VC_REASON_NONE;
    if (vci_game_repetitions(game) >= CLAIM_COUNT)
        return VC_REASON_THREEFOLD_REPETITION;
    return game->now.clock >= CLOCK_CLAIM ? VC_REASON_FIFTY_MOVES : VC_REASON_NONE;
}

unsigned vci_game_actor(const vc_game *game)
{
    if (is_over(game))
        return VC_NOBODY;
    return phase_of(game->rules, &game->now)->chance ? (unsigned)VC_CHANCE : game->now.side;
}

bool vci_game_legal(const vc_game *game, vc_action action)
{
    bool found = false;
    if (game->listed > MAX_LISTED)
        return vci_action_valid(action) && !over_by_history(game) &&
               phase_of(game->rules, &game->now)->legal(game->rules, &game->now, action);
    for (uint32_t i = 0; i < game->listed; i++) /* without a branch, so that several are compared at once */
        found |= game->list[i] == action;
    return found;
}

const char *vci_game_why(const vc_game *game, vc_action action)
{
    const struct phase *phase = phase_of(game->rules, &game->now);
    if (!vci_action_valid(action))
        return "no action has that value";
    if (is_over(game))
        return "the game is over";
    if (vci_game_legal(game, action))
        return "";
    if (phase->chance)
        return is_chance_action(action) ? "that is no outcome of this chance node" : "chance is to act";
    if (is_chance_action(action))
        return "chance is not to act";
    return set_of(game)->why(game->rules, &game->now, action);
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
static vc_event plain_event(const vc_game *game, unsigned type, vc_action action)
{
    return (vc_event){.size = sizeof(vc_event), .type = type, .action = action, .color = game->now.side,
                      .square = VC_NO_SQUARE, .to_square = VC_NO_SQUARE, .winner = VC_NOBODY};
}

static void tell_plain(vc_game *game, unsigned type, vc_action action)
{
    const vc_event event = plain_event(game, type, action);
    tell(game, &event);
}

static void tell_end(vc_game *game, vc_action action)
{
    const struct verdict verdict = vci_game_verdict(game);
    vc_event event = plain_event(game, VC_EVENT_END, action);
    if (!verdict.reason)
        return;
    event.winner = verdict.winner;
    event.reason = verdict.reason;
    tell(game, &event);
}

/* Tells what the entries from index on did, in order. */
static void tell_actions(vc_game *game, size_t index, bool redone)
{
    const struct history *h = &game->history;
    const size_t length = h->length; /* cannot change: the game is busy */
    struct position before, after;
    if (!has_listener(game))
        return;
    game->busy = true;
    for (; index < length; index++) {
        const uint32_t what = h->entries[index].what;
        const vc_action action = is_ending(what) ? VC_NO_ACTION : action_of(what);
        if (redone)
            tell_plain(game, VC_EVENT_REDO, action);
        if (!is_ending(what)) {
            position_at(game, index, &before);
            position_at(game, index + 1, &after);
            set_of(game)->events(game->rules, &before, &after, action, tell, game);
        }
        if (index + 1 == length)
            tell_end(game, action);
    }
    game->busy = false;
}

/* ----------------------------------------------------------------------------- playing --- */

vc_status vci_game_push(vc_game *game, vc_action action)
{
    const vc_status status = reserve_action(game);
    if (!status) {
        commit(game, action);
        game->history.total = game->history.length;
    }
    return status;
}

void vci_game_pop(vc_game *game)
{
    revert(game);
    game->history.total = game->history.length;
}

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
    return phase_of(game->rules, &game->now)->chance && !over_by_history(game);
}

/* Rolls the dice for the chance node that is due. */
static vc_status roll(vc_game *game, vc_action *drawn)
{
    const struct phase *phase = phase_of(game->rules, &game->now);
    vc_action outcomes[VC_MAX_CARDS];
    uint32_t weights[VC_MAX_CARDS];
    const size_t n = phase->actions(game->rules, &game->now, outcomes);
    uint64_t total = 0, value = 0;
    size_t i = 0;
    phase->weights(game->rules, &game->now, weights);
    for (size_t k = 0; k < n; k++)
        total += weights[k];
    game->busy = true;
    const vc_status status = vci_dice_roll(&game->dice, game->history.chance_count, total, &value);
    game->busy = false;
    if (status)
        return status;
    while (value >= weights[i])
        value -= weights[i++];
    *drawn = outcomes[i];
    return VC_OK;
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
            revert(game);
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
    size_t i = h->length;
    while (h->length > length)
        revert(game);
    if (!has_listener(game))
        return;
    game->busy = true;
    while (i-- > length)
        tell_plain(game, VC_EVENT_UNDO, is_ending(h->entries[i].what) ? VC_NO_ACTION : action_of(h->entries[i].what));
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
    while (length && actor_of(h->entries[length - 1].what) == VC_CHANCE)
        length--;
    if (!length)
        return VC_ERR_NOTHING;
    undo_to(game, length - 1);
    return VC_OK;
}

vc_status vci_game_redo(vc_game *game)
{
    struct history *h = &game->history;
    if (h->length == h->total)
        return VC_ERR_NOTHING;
    const uint32_t what = h->entries[h->length].what;
    if (is_ending(what)) {
        h->length++;
        forget_answers(game);
    } else {
        const vc_status status = reserve_action(game);
        if (status)
            return status;
        commit(game, action_of(what));
    }
    tell_actions(game, h->length - 1, true);
    return VC_OK;
}

vc_status vci_game_end(vc_game *game, unsigned winner, unsigned reason)
{
    struct history *h = &game->history;
    vc_status status;
    if (is_over(game))
        return VC_ERR_OVER;
    status = reserve_action(game);
    if (status)
        return status;
    h->entries[h->length++] =
        (struct entry){.what = (uint32_t)VC_NOBODY << SHIFT_ACTOR | (uint32_t)reason << SHIFT_REASON | winner};
    h->total = h->length;
    forget_answers(game);
    tell_actions(game, h->length - 1, false);
    return VC_OK;
}
