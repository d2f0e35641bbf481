/* SPDX-License-Identifier: ISC */
/* calls_game.c - calls that make, change and free games; see calls.h */
#include "../settings.h"
#include "calls.h"

/* ------------------------------------------------------------------------------- seats --- */

static void note_place(struct seat *seat, const struct trace *now)
{
    enum { FIRST_ONES = 48 };
    const size_t i = now->length < FIRST_ONES ? now->length : FIRST_ONES + now->length % (MODEL - FIRST_ONES);
    const struct trace *place = &seat->places[i];
    if (seat->known[i] && place->length == now->length) /* the same again, whatever happened in between */
        MUST(!memcmp(place->snapshot, now->snapshot, now->size) && place->hash == now->hash &&
             place->entries == now->entries && place->chance_index == now->chance_index);
    seat->places[i] = *now;
    seat->known[i] = true;
}

/* Of what comes after an entry nothing is known any more. */
static void forget_after(struct seat *seat, size_t length)
{
    for (size_t i = 0; i < MODEL; i++)
        seat->known[i] = seat->known[i] && seat->places[i].length <= length;
}

void put_game(struct seat *seat, vc_game *game)
{
    seat->game = game;
    memset(seat->known, 0, sizeof seat->known);
    if (game) {
        const struct trace now = trace_of(game);
        note_place(seat, &now);
    }
}

struct seat *free_seat(void)
{
    struct seat *seat = &seats[below(GAMES)];
    const vc_status status = vc_game_free(seat->game);
    MUST(status == (seat->inside ? VC_ERR_BUSY : VC_OK));
    if (!status)
        seat->game = NULL;
    return status ? NULL : seat;
}

static void must_have_done(struct seat *seat, enum effect effect, const struct trace *before)
{
    const struct trace after = trace_of(seat->game);
    const size_t total = before->length + before->redo_length;
    switch (effect) {
    case BEGINS:
        MUST(!after.length && !after.redo_length && !after.chance_index);
        put_game(seat, seat->game);
        break;
    case GOES_ON_:
        MUST(after.length > before->length && !after.redo_length);
        forget_after(seat, before->length);
        note_place(seat, &after);
        break;
    case TAKES_BACK:
        MUST(after.length < before->length && after.length + after.redo_length == total);
        note_place(seat, &after);
        break;
    case REPLAYS:
        MUST(after.length > before->length && after.length + after.redo_length == total);
        note_place(seat, &after);
        break;
    default:
        must_be_unchanged(seat->game, before);
    }
    MUST(vci_position_consistent(seat->game->rules, now(seat->game)));
}

void settle(struct seat *seat, vc_status status, enum effect effect, const struct trace *before)
{
    if (!seat->game) {
        MUST(status == VC_ERR_ARGUMENT);
        return;
    }
    MUST(!seat->inside || status == VC_ERR_BUSY || status == VC_ERR_ARGUMENT);
    MUST(seat->inside || status != VC_ERR_BUSY);
    if (status)
        must_be_unchanged(seat->game, before);
    else
        must_have_done(seat, effect, before);
}

/* --------------------------------------------------------------------------- callbacks --- */

/* While a callback runs, its game stays as it is, whatever is called. */
static void call_inside(struct seat *seat)
{
    const struct trace before = trace_of(seat->game);
    seat->inside++;
    maybe_call((unsigned)(seat - seats));
    seat->inside--;
    must_be_unchanged(seat->game, &before);
}

static uint64_t roll(void *user, uint64_t bound)
{
    MUST(bound);
    call_inside(user);
    switch (below(8)) {
    case 0:
        return bound;
    case 1:
        return UINT64_MAX - next_byte();
    case 2:
        return bound - 1;
    default:
        return next_byte() % bound;
    }
}

static void hear(void *user, const vc_game *game, const vc_event *event)
{
    struct seat *seat = user;
    MUST(game == seat->game && event->size == sizeof *event);
    MUST(event->type >= VC_EVENT_TOUCH && event->type <= VC_EVENT_END && event->square <= VC_NO_SQUARE);
    call_inside(seat);
}

static int32_t hear_progress(void *user, uint64_t count)
{
    MUST(count);
    call_inside(user);
    return !below(4);
}

/* ------------------------------------------------------------------------------ making --- */

/* A position string: a game's, one from the tape, or NULL for the array. */
char *some_position(void)
{
    const struct seat *from = &seats[below(SEATS)];
    const unsigned how = below(4);
    if (!how)
        return NULL;
    if (how > 1 || !from->game)
        return next_text(200);
    char *text = malloc(VC_POSITION_TEXT_SIZE);
    MUST(text && !vc_game_position(from->game, text, VC_POSITION_TEXT_SIZE, NULL));
    return text;
}

vc_rules *some_rules(void)
{
    const unsigned which = below(RULES + 2);
    const struct seat *other = &seats[below(SEATS)];
    if (which < RULES)
        return rules_held[which];
    return which == RULES && other->game ? vc_game_rules(other->game) : NULL;
}

/* One that a letter names, or, so that none of them is rare, the first of a rule set. */
static const struct setting *some_setting(void)
{
    const uint8_t letter = next_byte();
    const struct setting *setting = settings;
    if (letter < 128)
        return &settings[(uint8_t)(letter - '0') % setting_count];
    while (setting->ruleset != letter % vc_ruleset_count())
        setting++;
    return setting;
}

vc_rules *fresh_rules(void)
{
    const struct setting *setting = some_setting();
    vc_rules *rules = NULL;
    vc_status status;
    char options[128], *next, *value;
    CALL(status, vc_rules_new(setting->ruleset, &heap_memory, &rules));
    MUST(!status == (rules != NULL));
    /* Without draws that come by themselves games can become long. */
    snprintf(options, sizeof options, "%s%s", below(4) ? "automatic_draws=off " : "", setting->options);
    for (char *name = options; rules && *name; name = next) {
        next = name + strcspn(name, " ");
        if (*next)
            *next++ = '\0';
        value = strchr(name, '=');
        *value++ = '\0';
        QUIET(status, vc_rules_set(rules, name, value, NULL));
        MUST(!status);
    }
    return rules;
}

static void new_game(struct seat *any)
{
    struct seat *seat = free_seat();
    vc_rules *held = some_rules(), *rules = held ? held : fresh_rules();
    char *position = some_position();
    vc_game *game = NULL;
    vc_error error = {.size = sizeof error};
    vc_status status;
    (void)any;
    if (seat && rules) {
        const uint32_t frozen = vc_rules_is_frozen(rules);
        CALL(status, vc_game_new(rules, position, &game, &error));
        MUST(!status == (game != NULL));
        if (status) {
            must_be_told(&error, status, position ? strlen(position) : 0);
            MUST(vc_rules_is_frozen(rules) == frozen);
        } else {
            MUST(vc_rules_is_frozen(rules));
            put_game(seat, game);
        }
    }
    if (!held)
        vc_rules_release(rules);
    free(position);
}

static void clone_game(struct seat *from)
{
    vc_game *clone = NULL;
    vc_status status;
    const uint32_t flags = below(8) ? VC_WITH_HISTORY : below(3);
    if (!from->game) {
        MUST(vc_game_clone(NULL, flags, &clone) == VC_ERR_ARGUMENT);
        return;
    }
    struct trace trace = trace_of(from->game);
    CALL(status, vc_game_clone(from->game, flags, &clone));
    MUST(!status == (clone != NULL) && (flags < 2 || status == VC_ERR_ARGUMENT));
    must_be_unchanged(from->game, &trace);
    if (status)
        return;
    if (flags == VC_WITHOUT_HISTORY) {
        trace.length = trace.redo_length = 0;
        trace.entries = trace.redo_entries = trace.chance_index = 0;
    }
    must_be_unchanged(clone, &trace);
    struct seat *to = free_seat(); /* from may be it */
    if (to)
        put_game(to, clone);
    else
        MUST(!vc_game_free(clone));
}

/* Turns, as far as arrays have other sizes, and whether there is a table of them. */
unsigned age_of(const vc_game *game)
{
    const struct history *h = &game->history;
    static const size_t bounds[] = {1, 60, 150, 250, 500};
    unsigned age = 0;
    while (age < sizeof bounds / sizeof *bounds && h->turn_count >= bounds[age])
        age++;
    return 2 * age + (h->table.capacity != 0);
}

const struct seat *some_source(const struct seat *to)
{
    const unsigned first = below(SEATS);
    for (unsigned i = 0; i < SEATS; i++) {
        const struct seat *seat = &seats[(first + i) % SEATS];
        if (seat->game && seat != to)
            return seat;
    }
    return &seats[first];
}

void copy_game(struct seat *to)
{
    const struct seat *from = some_source(to);
    const uint32_t flags = below(8) ? VC_WITH_HISTORY : below(3);
    vc_status status;
    struct trace before = {.size = 0}, source = {.size = 0};
    if (to->game)
        before = trace_of(to->game);
    if (from->game)
        source = trace_of(from->game);
    if (to->game && from->game && flags)
        reach(COPIED, AGES * age_of(to->game) + age_of(from->game));
    CALL(status, vc_game_copy(to->game, from->game, flags));
    if (status || flags == VC_WITHOUT_HISTORY) {
        settle(to, status, BEGINS, &before);
        if (!status)
            MUST(!memcmp(to->places[0].snapshot, source.snapshot, source.size));
        return;
    }
    must_be_unchanged(to->game, &source);
    if (to != from) {
        memcpy(to->places, from->places, sizeof to->places);
        memcpy(to->known, from->known, sizeof to->known);
    }
}

/* ---------------------------------------------------------------- to another position --- */

static vc_status set_position(struct seat *seat)
{
    char *position = some_position();
    vc_error error = {.size = sizeof error};
    vc_status status;
    QUIET(status, vc_game_set_position(seat->game, position, &error));
    if (status)
        must_be_told(&error, status, position ? strlen(position) : 0);
    free(position);
    return status;
}

/* From bytes that a game gives, which may be another one, of other rules; cut short or altered now and then. */
static vc_status set_from_bytes(vc_game *game, bool saved)
{
    const struct seat *from = &seats[below(SEATS)];
    vc_error error = {.size = sizeof error};
    size_t size = VC_MAX_SNAPSHOT_SIZE;
    vc_status status;
    if (!from->game)
        return saved ? vc_game_load(game, NULL, 0, &error) : vc_game_restore(game, NULL, 0);
    if (saved)
        MUST(vc_game_save(from->game, NULL, 0, &size) == VC_ERR_BUFFER);
    uint8_t *whole = malloc(size);
    MUST(whole);
    memset(whole, 0, size);
    if (saved)
        MUST(!vc_game_save(from->game, whole, size, NULL));
    else
        MUST(!vc_game_snapshot(from->game, whole, size));
    if (!below(4))
        size = next_byte() < size ? size - 1 : size / 2;
    uint8_t *bytes = malloc(size ? size : 1);
    MUST(bytes);
    memcpy(bytes, whole, size);
    if (size && !below(4))
        bytes[next_byte() % size] ^= (uint8_t)(1 + below(255));
    if (saved)
        QUIET(status, vc_game_load(game, bytes, size, &error));
    else
        QUIET(status, vc_game_restore(game, bytes, size));
    if (saved && status)
        must_be_told(&error, status, size);
    free(whole);
    free(bytes);
    return status;
}

static vc_status restore(struct seat *seat) { return set_from_bytes(seat->game, false); }
static vc_status load(struct seat *seat) { return set_from_bytes(seat->game, true); }

/* ----------------------------------------------------------------------------- playing --- */

size_t list_of(const vc_game *game, vc_action *actions)
{
    size_t count = 0;
    if (!game)
        return 0;
    MUST(!vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
    if (!count)
        MUST(!vc_game_outcomes(game, actions, NULL, VC_MAX_ACTIONS, &count, NULL));
    return count;
}

/* An action: one of the list, or any value. */
static vc_action some_action(const vc_game *game, bool *listed)
{
    vc_action actions[VC_MAX_ACTIONS], action;
    const size_t count = list_of(game, actions);
    *listed = count && below(4);
    if (*listed)
        return actions[next_byte() % count];
    action = below(2) && count ? actions[next_byte() % count] ^ (UINT32_C(1) << below(28)) : next_word() >> below(8);
    for (size_t i = 0; i < count; i++)
        *listed |= actions[i] == action;
    return action;
}

/* What is listed can be played, and nothing else. */
static vc_status must_accept_listed(vc_status status, bool listed)
{
    MUST(listed ? status != VC_ERR_ILLEGAL && status != VC_ERR_OVER : status != VC_OK);
    return status;
}

static vc_status play(struct seat *seat)
{
    vc_game *game = seat->game;
    bool listed;
    const vc_action action = some_action(game, &listed);
    vc_status status;
    if (next_byte() & 1) /* whether the list is known to the game may make a difference */
        MUST(vc_game_is_legal(game, action) == (game && listed));
    CALL(status, vc_game_play(game, action));
    return must_accept_listed(status, listed);
}

static vc_status play_text(struct seat *seat)
{
    vc_game *game = seat->game;
    char text[VC_ACTION_TEXT_SIZE], *other = NULL;
    vc_error error = {.size = sizeof error};
    vc_status status;
    bool listed;
    const vc_action action = some_action(game, &listed);
    if (vc_action_text(action, text, sizeof text, NULL))
        other = next_text(9);
    const size_t length = strlen(other ? other : text);
    CALL(status, vc_game_play_text(game, other ? other : text, &error));
    if (status)
        must_be_told(&error, status, length);
    if (!other)
        must_accept_listed(status, listed);
    free(other);
    return status;
}

static vc_status play_on(struct seat *seat)
{
    vc_game *game = seat->game;
    bool listed = false;
    const vc_action action = below(4) ? some_action(game, &listed) : VC_NO_ACTION;
    const size_t capacity = below(2) ? VC_MAX_DRAWS : below(VC_MAX_DRAWS);
    struct buffer drawn = new_buffer(capacity, sizeof(vc_action));
    size_t count = SIZE_MAX;
    vc_status status;
    CALL(status, vc_game_play_on(game, action, (vc_action *)(void *)drawn.bytes, capacity, &count));
    if (action)
        must_accept_listed(status, listed);
    must_fit_list(status, &drawn, capacity, count);
    MUST(!status || status == VC_ERR_BUFFER || count == SIZE_MAX);
    MUST(status || vc_game_actor(game) != VC_CHANCE);
    free_buffer(&drawn);
    return status;
}

static vc_status draw(struct seat *seat)
{
    vc_action drawn = 77;
    vc_status status;
    const bool wanted = below(4);
    CALL(status, vc_game_draw(seat->game, wanted ? &drawn : NULL));
    MUST((drawn != 77) == (wanted && !status));
    return status;
}

static vc_status end(struct seat *seat)
{
    static const uint32_t winners[] = {VC_WHITE, VC_BLACK, VC_NOBODY};
    static const uint32_t reasons[] = {VC_REASON_RESIGNATION, VC_REASON_AGREEMENT, VC_REASON_TIME_FORFEIT,
                                       VC_REASON_FIFTY_MOVES, VC_REASON_THREEFOLD_REPETITION};
    const bool right = below(4);
    const uint32_t winner = right ? winners[below(3)] : below(5);
    const uint32_t reason = right ? reasons[below(5)] : below(16);
    vc_status status;
    CALL(status, vc_game_end(seat->game, winner, reason));
    return status;
}

static vc_status perft(struct seat *seat)
{
    uint64_t nodes = 77;
    const uint32_t depth = below(8) ? below(3) : 60 + below(8), flags = below(3);
    vc_status status;
    if (depth > 4 && depth <= 64) /* it would not end */
        return vc_game_perft(seat->game, depth, flags, NULL, NULL, NULL);
    CALL(status, vc_game_perft(seat->game, depth, flags, hear_progress, seat, &nodes));
    MUST(!status || nodes == 77);
    return status;
}

static vc_status playout(struct seat *seat)
{
    uint8_t seed[VC_SEED_BYTES] = {0};
    uint32_t winner = 77, reason = 77;
    uint64_t length = 77;
    const uint64_t limit = (uint64_t)next_byte() << below(3);
    vc_status status;
    seed[0] = next_byte();
    if (!afford((size_t)limit / 2))
        return vc_game_playout(seat->game, NULL, 0, NULL, NULL, NULL, NULL, NULL);
    CALL(status, vc_game_playout(seat->game, seed, limit, hear_progress, seat, &winner, &reason, &length));
    MUST(status ? winner == 77 && reason == 77 && length == 77 : length <= limit && winner <= VC_NOBODY);
    return status;
}

/* ------------------------------------------------------------------ dice and listeners --- */

static vc_status use_dice(struct seat *seat)
{
    uint8_t seed[VC_SEED_BYTES] = {0};
    vc_status status;
    const unsigned how = below(4);
    seed[0] = next_byte();
    if (how == 0)
        QUIET(status, vc_game_use_csprng(seat->game));
    else if (how == 1)
        QUIET(status, vc_game_use_seed(seat->game, seed));
    else
        QUIET(status, vc_game_use_dice(seat->game, roll, seat));
    return status;
}

static vc_status listen(struct seat *seat)
{
    vc_status status;
    const vc_event_fn heard = below(4) ? hear : NULL;
    if (below(2))
        QUIET(status, vc_game_on_event(seat->game, heard, seat));
    else
        QUIET(status, vc_game_on_touch(seat->game, heard, seat));
    return status;
}

void begin_with_game(struct seat *seat)
{
    vc_rules *rules = fresh_rules();
    vc_game *game = NULL;
    MUST(rules && !vc_game_new(rules, NULL, &game, NULL));
    vc_rules_release(rules);
    put_game(seat, game);
    const unsigned how = next_byte();
    if (how & 1)
        MUST(!vc_game_use_dice(game, roll, seat));
    if (how & 2)
        MUST(!vc_game_on_event(game, hear, seat));
    if (how & 4)
        MUST(!vc_game_on_touch(game, hear, seat));
}

static void free_game(struct seat *seat)
{
    if (seat >= &seats[GAMES]) /* of a record, with which it goes */
        return;
    const vc_status status = vc_game_free(seat->game);
    MUST(status == (seat->inside ? VC_ERR_BUSY : VC_OK));
    if (!status)
        seat->game = NULL;
}

/* Calls that change a game, with what they do when they succeed; the more often in the table the likelier. */
typedef vc_status (*change)(struct seat *seat);

static vc_status change_undo(struct seat *seat) { return vc_game_undo(seat->game); }
static vc_status change_undo_decision(struct seat *seat) { return vc_game_undo_decision(seat->game); }

static vc_status change_redo(struct seat *seat)
{
    const size_t length = vc_game_length(seat->game);
    vc_status status;
    CALL(status, vc_game_redo(seat->game));
    MUST(status || vc_game_length(seat->game) == length + 1);
    return status;
}

static vc_status change_claim(struct seat *seat)
{
    vc_status status;
    CALL(status, vc_game_claim(seat->game));
    return status;
}

static const struct {
    change call;
    enum effect effect;
} changes[] = {
    {play, GOES_ON_},          {play, GOES_ON_},         {play, GOES_ON_},
    {play_text, GOES_ON_},     {play_on, GOES_ON_},      {play_on, GOES_ON_},
    {play_on, GOES_ON_},       {play_on, GOES_ON_},      {draw, GOES_ON_},
    {change_undo, TAKES_BACK}, {change_undo, TAKES_BACK}, {change_undo_decision, TAKES_BACK},
    {change_redo, REPLAYS},    {change_redo, REPLAYS},   {change_claim, GOES_ON_},
    {end, GOES_ON_},           {end, GOES_ON_},          {perft, KEEPS},
    {playout, KEEPS},          {use_dice, KEEPS},        {listen, KEEPS},
    {set_position, BEGINS},    {restore, BEGINS},        {load, BEGINS},
};

void game_call(struct seat *seat)
{
    static void (*const makers[])(struct seat *seat) = {new_game,  clone_game, clone_game, clone_game, copy_game,
                                                        copy_game, copy_game,  copy_game,  free_game};
    enum { CHANGES = sizeof changes / sizeof *changes, MAKERS = sizeof makers / sizeof *makers, BEGINNINGS = 3 };
    const unsigned what = below(2 * CHANGES - BEGINNINGS + MAKERS);
    struct trace before = {.size = 0};
    reach(CALLED, 64 + (seat->inside ? 192u : 0u) + what);
    if (what < MAKERS) {
        makers[what](seat);
        return;
    }
    if (seat->game)
        before = trace_of(seat->game);
    /* All twice but the last, which forget what was played. */
    const unsigned one = (what - MAKERS) % CHANGES;
    settle(seat, changes[one].call(seat), changes[one].effect, &before);
}
