/* SPDX-License-Identifier: ISC */
/*
 * client.c - a program that was compiled with an old header and runs on the present library
 *
 * It has the constants, sizes and layouts of that header. Each struct that it hands over stands between guards: a library
 * whose struct has grown must not write behind what the program knows, nor refuse it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <variantchess/variantchess.h>

static unsigned faults;

static void check(int condition, const char *what, int line)
{
    if (!condition)
        fprintf(stderr, "line %d: %s\n", line, what);
    faults += !condition;
}
#define CHECK(condition) check(condition, #condition, __LINE__)

enum { GUARD = 64, GUARD_BYTE = 0x5a, MOST = 40 };

#define GUARDED(type, name)                \
    struct {                               \
        unsigned char before[GUARD];       \
        type is;                           \
        unsigned char after[GUARD];        \
    } name;                                \
    memset(&name, GUARD_BYTE, sizeof name); \
    memset(&name.is, 0, sizeof name.is);   \
    name.is.size = sizeof name.is
#define CHECK_GUARDS(name) CHECK(is_guard(name.before) && is_guard(name.after))

static int is_guard(const unsigned char *bytes)
{
    for (unsigned i = 0; i < GUARD; i++)
        if (bytes[i] != GUARD_BYTE)
            return 0;
    return 1;
}

static const uint8_t seed[VC_SEED_BYTES] = "an old program";
static unsigned live, events;

static void *allocate(void *user, size_t size)
{
    ++*(unsigned *)user;
    return malloc(size);
}

static void deallocate(void *user, void *memory)
{
    --*(unsigned *)user;
    free(memory);
}

static void hear(void *user, const vc_game *game, const vc_event *event)
{
    CHECK(user == &events && game && event->size >= sizeof *event && event->type >= VC_EVENT_TOUCH);
    events++;
}

static void use_options(const vc_rules *rules)
{
    for (size_t i = 0; i < vc_rules_option_count(rules); i++) {
        GUARDED(vc_option, option);
        CHECK(!vc_rules_option(rules, i, &option.is) && option.is.type && option.is.name && option.is.help);
        CHECK_GUARDS(option);
    }
    for (size_t i = 0; i < vc_rules_plane_count(rules); i++) {
        GUARDED(vc_plane, plane);
        CHECK(!vc_rules_plane(rules, i, &plane.is) && plane.is.maximum && plane.is.name);
        CHECK_GUARDS(plane);
    }
}

/* The first action, and all the chance that follows, some times over. */
static void play(vc_game *game)
{
    vc_action list[VC_MAX_ACTIONS], drawn[VC_MAX_DRAWS];
    size_t count = 0, draws;
    GUARDED(vc_error, error);
    CHECK(vc_game_play_text(game, "e2e5", &error.is) && error.is.status && *error.is.message);
    CHECK_GUARDS(error);
    CHECK(vc_game_actor(game) != VC_CHANCE || !vc_game_play_on(game, VC_NO_ACTION, drawn, VC_MAX_DRAWS, &draws));
    for (unsigned i = 0; i < MOST && vc_game_actor(game) != VC_NOBODY; i++) {
        CHECK(!vc_game_actions(game, list, VC_MAX_ACTIONS, &count) && count);
        CHECK(!vc_game_play_on(game, list[count / 2], drawn, VC_MAX_DRAWS, &draws));
    }
    for (size_t i = 0; i < vc_game_length(game); i++) {
        GUARDED(vc_entry, entry);
        CHECK(!vc_game_entry(game, i, &entry.is) && entry.is.action && entry.is.actor <= VC_CHANCE);
        CHECK_GUARDS(entry);
    }
    const size_t length = vc_game_length(game);
    const uint64_t hash = vc_game_hash(game);
    while (!vc_game_undo(game))
        continue;
    while (!vc_game_redo(game))
        continue;
    CHECK(length && vc_game_length(game) == length && vc_game_hash(game) == hash);
}

static void use_odds(vc_game *game)
{
    struct {
        vc_odds is[4];
        unsigned char after[GUARD];
    } odds;
    size_t count = 0;
    uint64_t total = 0;
    memset(&odds, GUARD_BYTE, sizeof odds);
    CHECK(!vc_game_set_position(game, NULL, NULL) && !vc_game_odds(game, 6, odds.is, 4, &count, &total));
    CHECK(count == 4 && total == 29 && odds.is[0].weight == 10 && is_guard(odds.after));
}

static void use_batch(vc_rules *rules)
{
    enum { GAMES = 2 };
    vc_batch *batch = NULL;
    uint32_t choices[GAMES], counts[GAMES];
    uint64_t offsets[GAMES + 1];
    vc_action *actions = calloc(GAMES * VC_MAX_ACTIONS, sizeof *actions);
    GUARDED(vc_batch_options, options);
    options.is.seed = seed;
    GUARDED(vc_batch_arrays, arrays);
    arrays.is.capacity = GAMES * VC_MAX_ACTIONS;
    arrays.is.actions = actions;
    arrays.is.counts = counts;
    arrays.is.offsets = offsets;
    CHECK(actions && !vc_batch_new(rules, GAMES, &options.is, &batch, NULL) && !vc_batch_observe(batch, &arrays.is));
    for (unsigned step = 0; step < MOST / 4; step++) {
        for (unsigned i = 0; i < GAMES; i++)
            choices[i] = counts[i] ? actions[offsets[i]] : VC_BATCH_SKIP;
        CHECK(!vc_batch_step(batch, choices, &arrays.is, NULL));
    }
    CHECK_GUARDS(options);
    CHECK_GUARDS(arrays);
    CHECK(!vc_batch_free(batch));
    free(actions);
}

static void use_record(const vc_game *game)
{
    char text[8192];
    size_t length = 0;
    vc_record *record = NULL;
    vc_reader *reader = NULL;
    CHECK(!vc_record_new(game, &record) && !vc_record_set_tag(record, "Event", "old and new"));
    CHECK(!vc_record_text(record, text, sizeof text, &length) && !vc_record_free(record));
    CHECK(!vc_reader_new_text(NULL, text, length, VC_SAN_STRICT, &reader) && !vc_reader_next(reader, NULL));
    CHECK(vc_game_hash(vc_record_game(vc_reader_record(reader))) == vc_game_hash(game));
    CHECK(!strcmp(vc_record_tag(vc_reader_record(reader), "Event"), "old and new"));
    CHECK(!vc_reader_free(reader));
}

int main(void)
{
    CHECK(vc_version_number() >= VC_VERSION_NUMBER && vc_ruleset_count() > VC_IDEAL);
    for (uint32_t set = VC_ORTHODOX; set <= VC_IDEAL; set++) {
        GUARDED(vc_memory, memory);
        memory.is.user = &live;
        memory.is.allocate = allocate;
        memory.is.deallocate = deallocate;
        vc_rules *rules = NULL;
        vc_game *game = NULL;
        CHECK(!vc_rules_new(set, &memory.is, &rules));
        CHECK_GUARDS(memory);
        use_options(rules);
        CHECK(!vc_game_new(rules, NULL, &game, NULL) && !vc_game_use_seed(game, seed));
        CHECK(!vc_game_on_event(game, hear, &events));
        play(game);
        use_record(game);
        use_batch(rules);
        if (set == VC_QUANTUM)
            use_odds(game);
        CHECK(!vc_game_free(game));
        vc_rules_release(rules);
    }
    CHECK(!live && events);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
