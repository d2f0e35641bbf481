/* SPDX-License-Identifier: ISC */
/*
 * test_queries.c - what may be asked, and how every public function takes arguments that are wrong
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* A number that no out parameter gets by chance, and bytes likewise. */
enum { UNTOUCHED = 0x55 };

static bool all_untouched(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)bytes)[i] != UNTOUCHED)
            return false;
    return true;
}

/* ------------------------------------------------------------------------------ actions --- */

/* Every action that there is: its value and its text are one, and any other bit makes it none. */
static unsigned check_valid_action(vc_action action)
{
    const char *text = action_text(action);
    ck_that(vc_action_is_valid(action) && action_of(text) == action, "%s (0x%08x)", text, (unsigned)action);
    ck_that(strlen(text) < VC_ACTION_TEXT_SIZE, "%s", text);
    for (unsigned bit = 28; bit < 32; bit++)
        ck_that(!vc_action_is_valid(action | UINT32_C(1) << bit), "%s with bit %u", text, bit);
    return 1;
}

START_TEST(every_action)
{
    unsigned count = 0;
    for (uint32_t from = 0; from < 64; from++)
        for (uint32_t to = 0; to < 64; to++)
            for (uint32_t piece = VC_NO_PIECE; piece <= VC_KING; piece++)
                for (uint32_t member = VC_NO_PIECE; member <= VC_KING; member++) {
                    const vc_action action = vc_action_make_move(from, to, piece, member);
                    if (from == to || piece == VC_KING) {
                        ck_that(action == VC_NO_ACTION, "0x%08x", (unsigned)action);
                        continue;
                    }
                    ck_that(vc_action_from(action) == from && vc_action_to(action) == to &&
                                vc_action_piece(action) == piece && vc_action_member(action) == member &&
                                vc_action_kind(action) == VC_MOVE && !vc_action_rank(action) && !vc_action_suit(action),
                            "0x%08x", (unsigned)action);
                    if (from == 11 || to == 42) /* all combinations of letters, on many squares */
                        check_valid_action(action);
                    count++;
                }
    ck_assert_uint_eq(count, 64 * 63 * 6 * 7);
    /* The other kinds use few bits: each kind, each value of its fields. */
    count = 0;
    for (uint32_t kind = 0; kind <= 15; kind++) {
        unsigned of_kind = 0;
        for (uint32_t fields = 0; fields < 1u << 18; fields++) { /* from, piece, member, rank, suit: to stays 0 */
            const vc_action action = kind << 24 | fields << 6;
            if (kind != VC_MOVE && vc_action_is_valid(action))
                of_kind += check_valid_action(action);
            ck_that(kind == VC_MOVE || !vc_action_is_valid(action | 1), "0x%08x", (unsigned)action);
        }
        static const unsigned wanted[16] = {[VC_TOUCH] = 64, [VC_BECOME] = 4, [VC_CASUALTY] = 5, [VC_DISCARD] = 56,
                                            [VC_CHOOSE_DECK] = 4, [VC_DRAW] = 56};
        ck_that(of_kind == wanted[kind], "kind %u: %u", kind, of_kind);
    }
}

START_TEST(action_values_are_frozen)
{
    static const struct {
        const char *text;
        vc_action action;
    } rows[] = {{"e2e4", 0x0100031c},   {"e7e8q", 0x01005d3c}, {"e4f6:n", 0x0101072d}, {"e7f8q:p", 0x0100dd3d},
                {"e1g1", 0x01000106},   {"?g1", 0x02000180},   {"=n", 0x03002000},     {"!n", 0x04010000},
                {"-Kh", 0x05740000},    {"-Ad", 0x05040000},   {"^h", 0x06400000},     {"^d", 0x06000000},
                {"+7d", 0x071c0000},    {"+*s", 0x07f80000},   {"?a1", 0x02000000},    {"d5e6p", 0x010018ec}};
    for (unsigned i = 0; i < COUNT(rows); i++) {
        const vc_action action = action_of(rows[i].text);
        ck_that(action == rows[i].action, "%s is 0x%08x", rows[i].text, (unsigned)action);
        ck_assert_uint_eq(VC_ACTION_FROM(action), vc_action_from(action));
        ck_assert_uint_eq(VC_ACTION_TO(action), vc_action_to(action));
        ck_assert_uint_eq(VC_ACTION_PIECE(action), vc_action_piece(action));
        ck_assert_uint_eq(VC_ACTION_MEMBER(action), vc_action_member(action));
        ck_assert_uint_eq(VC_ACTION_RANK(action), vc_action_rank(action));
        ck_assert_uint_eq(VC_ACTION_SUIT(action), vc_action_suit(action));
        ck_assert_uint_eq(VC_ACTION_KIND(action), vc_action_kind(action));
    }
    ck_assert_uint_eq(vc_action_kind(VC_NO_ACTION), 0);
    ck_assert_uint_eq(vc_action_is_valid(VC_NO_ACTION), 0);
    ck_assert_uint_eq(vc_action_is_valid(UINT32_MAX), 0);
}

START_TEST(C2_malformed_action_texts)
{
    static const struct {
        const char *text;
        uint32_t offset;
    } rows[] = {{"", 0},      {"e", 0},      {"e2", 2},       {"e2e", 2},    {"e2e9", 2},  {"i2e4", 0},
                {"e2e2", 4},  {"E2E4", 0},   {"e2e4Q", 4},    {"e2e4k", 5},  {"e2e4x", 4}, {"e2e4qq", 5},
                {"e2e4:", 5}, {"e2e4:x", 5}, {"e2e4:nn", 6},  {"e2e4 ", 4},  {" e2e4", 0}, {"e2-e4", 2},
                {"?", 1},     {"?i1", 1},    {"?g", 1},       {"?g1g", 3},   {"=", 1},     {"=p", 2},
                {"=k", 2},    {"=N", 1},     {"=nn", 2},      {"!", 1},      {"!k", 2},    {"!x", 1},
                {"-", 1},     {"-K", 2},     {"-1d", 1},      {"-10d", 1},   {"-Kx", 2},   {"-kh", 1},
                {"+7dd", 3},  {"^", 1},      {"^x", 1},       {"^hh", 2},    {"*7d", 0},   {"0000", 0},
                {"O-O", 0},   {"e2e4\n", 4}, {"e2e4:q:q", 6}, {"e2e4:qq", 6}};
    vc_game *game = new_game("orthodox", NULL, NULL);
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_action action = UNTOUCHED;
        vc_error error = {.size = sizeof error};
        char *copy = malloc(strlen(rows[i].text) + 1); /* so that a byte read too many is noticed */
        ck_assert_ptr_nonnull(copy);
        strcpy(copy, rows[i].text);
        ck_status(vc_action_parse(copy, &action, &error), VC_ERR_SYNTAX);
        ck_assert_uint_eq(action, UNTOUCHED);
        ck_assert_int_eq(error.status, VC_ERR_SYNTAX);
        ck_that(error.offset == rows[i].offset, "\"%s\": offset %u", rows[i].text, error.offset);
        ck_that(strstr(error.message, "not an action"), "%s", error.message);
        error.offset = 77;
        ck_status(vc_game_play_text(game, copy, &error), VC_ERR_SYNTAX);
        ck_assert_uint_eq(error.offset, rows[i].offset);
        free(copy);
    }
}

/* -------------------------------------------------------------------- buffers for texts --- */

typedef vc_status (*text_function)(const void *about, char *buffer, size_t size, size_t *length);

static vc_status ask_action(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_action_text(*(const vc_action *)about, buffer, size, length);
}
static vc_status ask_card(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_card_text(*(const vc_card *)about, buffer, size, length);
}
static vc_status ask_option(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_rules_get(about, "values", buffer, size, length);
}
static vc_status ask_position(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_game_position(about, buffer, size, length);
}
static vc_status ask_why(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_game_why(about, action_of("e2e5"), buffer, size, length);
}
static vc_status ask_why_legal(const void *about, char *buffer, size_t size, size_t *length)
{
    return vc_game_why(about, action_of("e2e4"), buffer, size, length);
}

static void check_text_out(text_function ask, const void *about, const char *wanted)
{
    const size_t needed = strlen(wanted);
    char *buffer = malloc(needed + 8);
    size_t length;
    ck_assert_ptr_nonnull(buffer);
    for (size_t size = 0; size < needed + 8; size++) {
        const vc_status status = size <= needed ? VC_ERR_BUFFER : VC_OK;
        memset(buffer, UNTOUCHED, needed + 8);
        length = UNTOUCHED;
        ck_status(ask(about, size ? buffer : NULL, size, &length), status);
        ck_that(length == needed, "length %zu, not %zu", length, needed);
        ck_that(status ? all_untouched(buffer, needed + 8) : !strcmp(buffer, wanted), "size %zu: %s", size, wanted);
        if (!status)
            ck_that(all_untouched(buffer + needed + 1, 7), "size %zu: written beyond the end", size);
        ck_status(ask(about, buffer, size, NULL), status);
    }
    ck_status(ask(about, NULL, needed + 1, &length), VC_ERR_ARGUMENT);
    free(buffer);
}

START_TEST(texts_out)
{
    const vc_action action = action_of("e7f8q:p");
    const vc_card card = VC_JOKER | VC_CLUBS << 4;
    vc_game *game = new_game("quantum", NULL, NULL);
    check_text_out(ask_action, &action, "e7f8q:p");
    check_text_out(ask_card, &card, "*c");
    check_text_out(ask_option, vc_game_rules(game), "10,5,3,3");
    check_text_out(ask_position, game, ARRAY);
    check_text_out(ask_why, game, "the piece does not move like that");
    check_text_out(ask_why_legal, game, "");
}

/* -------------------------------------------------------------------- buffers for lists --- */

typedef vc_status (*list_function)(const vc_game *game, void *list, size_t capacity, size_t *count);

static vc_status list_actions(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_actions(game, list, capacity, count);
}
static vc_status list_outcomes(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_outcomes(game, list, NULL, capacity, count, NULL);
}
static vc_status list_pieces(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_pieces(game, square_of("d4"), list, capacity, count);
}
static vc_status list_hand(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_hand(game, VC_WHITE, list, capacity, count);
}
static vc_status list_pile(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_pile(game, VC_WHITE, list, capacity, count);
}
static vc_status list_deck(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_deck(game, VC_WHITE, 0, list, capacity, count);
}
static vc_status list_odds(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_odds(game, square_of("g1"), list, capacity, count, NULL);
}
static vc_status list_saved(const vc_game *game, void *list, size_t capacity, size_t *count)
{
    return vc_game_save(game, list, capacity, count);
}

static void check_list_out(list_function ask, const vc_game *game, size_t element, size_t wanted)
{
    enum { MORE = 3 };
    const size_t size = (wanted + MORE) * element;
    char *list = malloc(size);
    size_t count;
    ck_assert_ptr_nonnull(list);
    for (size_t capacity = 0; capacity <= wanted + MORE; capacity++) {
        const vc_status status = capacity < wanted ? VC_ERR_BUFFER : VC_OK;
        memset(list, UNTOUCHED, size);
        count = UNTOUCHED;
        ck_status(ask(game, capacity ? list : NULL, capacity, &count), status);
        ck_that(count == wanted, "count %zu, not %zu", count, wanted);
        ck_that(all_untouched(list + (status ? 0 : wanted * element), status ? size : MORE * element),
                "capacity %zu: written beyond the end", capacity);
        if (!status && wanted)
            ck_that(!all_untouched(list + (wanted - 1) * element, element), "capacity %zu: not written", capacity);
        ck_status(ask(game, list, capacity, NULL), status);
    }
    ck_status(ask(game, NULL, wanted + 1, &count), wanted ? VC_ERR_ARGUMENT : VC_OK);
    ck_status(ask(game, NULL, VC_MAX_ACTIONS, &count), wanted ? VC_ERR_ARGUMENT : VC_OK);
    free(list);
}

START_TEST(lists_out)
{
    vc_game *orthodox = new_game("orthodox", NULL, NULL);
    vc_game *quantum = new_game("quantum", NULL, NULL);
    vc_game *power = new_game("power", NULL, "4k3/8/8/8/3[RNP]4/8/8/4K3 w - - 0 1");
    vc_game *ideal = new_game("ideal", NULL, NULL);
    check_list_out(list_actions, orthodox, sizeof(vc_action), 20);
    check_list_out(list_outcomes, orthodox, sizeof(vc_action), 0);
    check_list_out(list_pieces, power, sizeof(vc_piece), 3);
    check_list_out(list_pieces, orthodox, sizeof(vc_piece), 0);
    check_list_out(list_hand, orthodox, sizeof(vc_card), 0);
    check_list_out(list_pile, orthodox, sizeof(vc_card), 0);
    check_list_out(list_hand, ideal, sizeof(vc_card), 4);
    check_list_out(list_pile, ideal, sizeof(vc_card), 0);
    check_list_out(list_deck, ideal, sizeof(vc_card), 22);
    check_list_out(list_odds, quantum, sizeof(vc_odds), 4);
    check_list_out(list_saved, orthodox, 1, sizeof "VCP1orthodox" + 1 + sizeof ARRAY);
    play(ideal, "-3d e2e4");
    check_list_out(list_outcomes, ideal, sizeof(vc_action), 22);
    check_list_out(list_actions, ideal, sizeof(vc_action), 0); /* none at chance nodes */
    check_list_out(list_pile, ideal, sizeof(vc_card), 1);
}

/* Weights have the same capacity as outcomes, and the total is told with the list alone. */
START_TEST(weights_out)
{
    vc_action outcomes[5];
    uint32_t weights[5];
    uint64_t total = UNTOUCHED;
    size_t count = UNTOUCHED;
    vc_game *game = new_game("quantum", NULL, NULL);
    play(game, "?g1");
    memset(outcomes, UNTOUCHED, sizeof outcomes);
    memset(weights, UNTOUCHED, sizeof weights);
    ck_status(vc_game_outcomes(game, outcomes, weights, 3, &count, &total), VC_ERR_BUFFER);
    ck_assert(all_untouched(outcomes, sizeof outcomes) && all_untouched(weights, sizeof weights));
    ck_assert_uint_eq(total, UNTOUCHED);
    ck_assert_uint_eq(count, 4);
    ck_ok(vc_game_outcomes(game, outcomes, weights, 4, &count, &total));
    ck_assert_uint_eq(total, 29);
    ck_assert_uint_eq(weights[0] * 1000 + weights[1] * 100 + weights[2] * 10 + weights[3], 11063);
    ck_assert(all_untouched(&outcomes[4], 4) && all_untouched(&weights[4], 4));
    ck_ok(vc_game_undo(game)); /* no chance node: nothing, and no weights */
    ck_ok(vc_game_outcomes(game, NULL, NULL, 0, &count, &total));
    ck_assert_uint_eq(count + total, 0);
}

/* ---------------------------------------------------------------------- wrong arguments --- */

START_TEST(no_game)
{
    static const uint8_t seed[VC_SEED_BYTES] = {0};
    uint8_t bytes[512];
    char text[64];
    size_t n = UNTOUCHED;
    uint32_t winner = UNTOUCHED, reason = UNTOUCHED;
    uint64_t total = UNTOUCHED;
    vc_action action = UNTOUCHED;
    vc_piece piece = UNTOUCHED;
    vc_card card = UNTOUCHED;
    vc_odds odds;
    vc_entry entry = {.size = sizeof entry};
    vc_error error = {.size = sizeof error};
    vc_game *game = new_game("orthodox", NULL, NULL), *made = NULL;
    const struct trace before = trace_of(game);
#define REFUSED(call) ck_status(call, VC_ERR_ARGUMENT)
    ck_ok(vc_game_free(NULL));
    REFUSED(vc_game_clone(NULL, VC_WITH_HISTORY, &made));
    REFUSED(vc_game_copy(NULL, game, VC_WITH_HISTORY));
    REFUSED(vc_game_copy(game, NULL, VC_WITH_HISTORY));
    REFUSED(vc_game_set_position(NULL, ARRAY, &error));
    ck_assert_int_eq(error.status, VC_ERR_ARGUMENT);
    REFUSED(vc_game_position(NULL, text, sizeof text, &n));
    REFUSED(vc_game_actions(NULL, &action, 1, &n));
    REFUSED(vc_game_outcomes(NULL, &action, NULL, 1, &n, &total));
    REFUSED(vc_game_why(NULL, action_of("e2e4"), text, sizeof text, &n));
    REFUSED(vc_game_play(NULL, action_of("e2e4")));
    REFUSED(vc_game_play_text(NULL, "e2e4", &error));
    REFUSED(vc_game_draw(NULL, &action));
    REFUSED(vc_game_play_on(NULL, action_of("e2e4"), &action, 1, &n));
    REFUSED(vc_game_undo(NULL));
    REFUSED(vc_game_undo_decision(NULL));
    REFUSED(vc_game_redo(NULL));
    REFUSED(vc_game_entry(NULL, 0, &entry));
    REFUSED(vc_game_use_csprng(NULL));
    REFUSED(vc_game_use_dice(NULL, NULL, NULL));
    REFUSED(vc_game_use_seed(NULL, seed));
    REFUSED(vc_game_on_event(NULL, NULL, NULL));
    REFUSED(vc_game_on_touch(NULL, NULL, NULL));
    REFUSED(vc_game_odds(NULL, 0, &odds, 1, &n, &total));
    REFUSED(vc_game_outcome(NULL, &winner, &reason));
    REFUSED(vc_game_claim(NULL));
    REFUSED(vc_game_end(NULL, VC_WHITE, VC_REASON_RESIGNATION));
    REFUSED(vc_game_pieces(NULL, 0, &piece, 1, &n));
    REFUSED(vc_game_hand(NULL, VC_WHITE, &card, 1, &n));
    REFUSED(vc_game_pile(NULL, VC_WHITE, &card, 1, &n));
    REFUSED(vc_game_deck(NULL, VC_WHITE, 0, &card, 1, &n));
    REFUSED(vc_game_snapshot(NULL, bytes, sizeof bytes));
    REFUSED(vc_game_restore(NULL, bytes, sizeof bytes));
    REFUSED(vc_game_save(NULL, bytes, sizeof bytes, &n));
    REFUSED(vc_game_load(NULL, bytes, 1, &error));
    REFUSED(vc_game_perft(NULL, 1, VC_PERFT_BULK, NULL, NULL, &total));
    ck_assert(n == UNTOUCHED && total == UNTOUCHED && action == UNTOUCHED && piece == UNTOUCHED && card == UNTOUCHED);
    ck_assert(winner == UNTOUCHED && reason == UNTOUCHED && !made);
    /* The neutral answers. */
    ck_assert_uint_eq(vc_game_actor(NULL), VC_NOBODY);
    ck_assert_uint_eq(vc_game_side_to_move(NULL), VC_NOBODY);
    ck_assert_uint_eq(vc_game_phase(NULL), VC_PHASE_OVER);
    ck_assert_uint_eq(vc_game_claimable(NULL), VC_REASON_NONE);
    ck_assert_uint_eq(vc_game_en_passant(NULL), VC_NO_SQUARE);
    ck_assert_uint_eq(vc_game_focus(NULL), VC_NO_SQUARE);
    ck_assert_ptr_null(vc_game_rules(NULL));
    ck_assert_uint_eq(vc_game_is_legal(NULL, action_of("e2e4")), 0);
    ck_assert_uint_eq(vc_game_length(NULL), 0);
    ck_assert_uint_eq(vc_game_redo_length(NULL), 0);
    ck_assert_uint_eq(vc_game_chance_index(NULL), 0);
    ck_assert_uint_eq(vc_game_halfmove_clock(NULL), 0);
    ck_assert_uint_eq(vc_game_move_number(NULL), 0);
    ck_assert_uint_eq(vc_game_castling_rights(NULL), 0);
    ck_assert_uint_eq(vc_game_piece(NULL, 0), 0);
    ck_assert_uint_eq(vc_game_squares(NULL, VC_WHITE, VC_NO_PIECE), 0);
    ck_assert_uint_eq(vc_game_combos(NULL), 0);
    ck_assert_uint_eq(vc_game_touched(NULL), 0);
    ck_assert_uint_eq(vc_game_in_check(NULL), 0);
    ck_assert_uint_eq(vc_game_checkers(NULL), 0);
    ck_assert_uint_eq(vc_game_attackers(NULL, 0, VC_WHITE), 0);
    ck_assert_uint_eq(vc_game_destinations(NULL, 0), 0);
    ck_assert_uint_eq(vc_game_decks(NULL, VC_WHITE), 0);
    ck_assert_uint_eq(vc_game_top(NULL, VC_WHITE, 0), 0);
    ck_assert_uint_eq(vc_game_played_card(NULL), 0);
    ck_assert_uint_eq(vc_game_hash(NULL), 0);
    ck_assert_uint_eq(vc_game_repetitions(NULL), 0);
    ck_unchanged(game, &before);
}

START_TEST(no_rules)
{
    char text[64];
    size_t n = UNTOUCHED;
    vc_rules *made = NULL;
    vc_game *game = NULL;
    uint32_t id = UNTOUCHED;
    vc_option option = {.size = sizeof option};
    vc_error error = {.size = sizeof error};
    REFUSED(vc_rules_new(VC_ORTHODOX, NULL, NULL));
    REFUSED(vc_rules_new(5, NULL, &made));
    REFUSED(vc_rules_new(UINT32_MAX, NULL, &made));
    REFUSED(vc_rules_copy(NULL, &made));
    REFUSED(vc_rules_set(NULL, "values", "1,1,1,1", &error));
    REFUSED(vc_rules_get(NULL, "values", text, sizeof text, &n));
    REFUSED(vc_rules_option(NULL, 0, &option));
    REFUSED(vc_game_new(NULL, ARRAY, &game, &error));
    ck_assert_int_eq(error.status, VC_ERR_ARGUMENT);
    REFUSED(vc_ruleset_find(NULL, &id));
    REFUSED(vc_ruleset_find("quantum", NULL));
    REFUSED(vc_ruleset_find("Quantum", &id));
    REFUSED(vc_ruleset_find("", &id));
    REFUSED(vc_ruleset_find("chess", &id));
    ck_assert(!made && !game && n == UNTOUCHED && id == UNTOUCHED);
    ck_assert_ptr_null(vc_rules_retain(NULL));
    vc_rules_release(NULL);
    ck_assert_uint_eq(vc_rules_ruleset(NULL), UINT32_MAX);
    ck_assert_uint_eq(vc_rules_is_frozen(NULL), 0);
    ck_assert_uint_eq(vc_rules_option_count(NULL), 0);
    ck_assert_uint_eq(vc_rules_snapshot_size(NULL), 0);
    ck_assert_ptr_null(vc_ruleset_name(5));
    ck_assert_ptr_null(vc_ruleset_title(UINT32_MAX));
    made = new_rules("quantum", NULL);
    REFUSED(vc_rules_copy(made, NULL));
    REFUSED(vc_rules_set(made, NULL, "0", &error));
    REFUSED(vc_rules_set(made, "temperature", NULL, &error));
    REFUSED(vc_rules_get(made, NULL, text, sizeof text, &n));
    REFUSED(vc_rules_option(made, 0, NULL));
    REFUSED(vc_rules_option(made, vc_rules_option_count(made), &option));
    REFUSED(vc_game_new(made, NULL, NULL, NULL));
    ck_status(vc_rules_get(made, "heat", text, sizeof text, &n), VC_ERR_OPTION);
    ck_assert_uint_eq(n, UNTOUCHED);
    ck_assert_uint_eq(vc_rules_is_frozen(made), 0);
    vc_rules_release(made);
}

START_TEST(arguments_out_of_range)
{
    static const uint8_t seed[VC_SEED_BYTES] = {0};
    static const uint32_t squares[] = {64, 65, 128, UINT32_MAX}, colors[] = {2, 3, UINT32_MAX};
    uint8_t bytes[512];
    char text[8];
    size_t n = UNTOUCHED;
    uint64_t value = UNTOUCHED;
    vc_piece piece = UNTOUCHED;
    vc_card cards[30];
    vc_odds odds[4];
    vc_action action = UNTOUCHED;
    vc_game *game = new_game("ideal", "two_decks=on", NULL), *made = NULL;
    play(game, "+Ad +Ah +Ac +As -3d");
    ck_ok(vc_game_undo(game));
    const struct trace before = trace_of(game);
    for (unsigned i = 0; i < COUNT(squares); i++) {
        REFUSED(vc_game_pieces(game, squares[i], &piece, 1, &n));
        REFUSED(vc_game_odds(game, squares[i], odds, 4, &n, &value));
        ck_assert_uint_eq(vc_game_piece(game, squares[i]), 0);
        ck_assert_uint_eq(vc_game_attackers(game, squares[i], VC_WHITE), 0);
        ck_assert_uint_eq(vc_game_destinations(game, squares[i]), 0);
        ck_assert_uint_eq(vc_action_make_move(squares[i], 0, 0, 0), VC_NO_ACTION);
        ck_assert_uint_eq(vc_action_make_move(0, squares[i], 0, 0), VC_NO_ACTION);
    }
    for (unsigned i = 0; i < COUNT(colors); i++) {
        REFUSED(vc_game_hand(game, colors[i], cards, COUNT(cards), &n));
        REFUSED(vc_game_pile(game, colors[i], cards, COUNT(cards), &n));
        REFUSED(vc_game_deck(game, colors[i], 0, cards, COUNT(cards), &n));
        ck_assert_uint_eq(vc_game_decks(game, colors[i]), 0);
        ck_assert_uint_eq(vc_game_top(game, colors[i], 0), 0);
        ck_assert_uint_eq(vc_game_squares(game, colors[i], VC_PAWN), 0);
        ck_assert_uint_eq(vc_game_attackers(game, 0, colors[i]), 0);
    }
    ck_assert_uint_eq(vc_game_squares(game, VC_WHITE, 7), 0);
    ck_assert_uint_eq(vc_game_squares(game, VC_WHITE, UINT32_MAX), 0);
    ck_assert_uint_eq(vc_action_make_move(0, 1, 7, 0), VC_NO_ACTION);
    ck_assert_uint_eq(vc_action_make_move(0, 1, 0, 7), VC_NO_ACTION);
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 2), 0);
    REFUSED(vc_game_deck(game, VC_WHITE, 2, cards, COUNT(cards), &n));
    REFUSED(vc_game_deck(new_game("orthodox", NULL, NULL), VC_WHITE, 0, cards, COUNT(cards), &n));
    REFUSED(vc_game_clone(game, 2, &made));
    REFUSED(vc_game_clone(game, VC_WITH_HISTORY, NULL));
    REFUSED(vc_game_copy(game, game, 2));
    REFUSED(vc_game_perft(game, 65, VC_PERFT_BULK, NULL, NULL, &value));
    REFUSED(vc_game_perft(game, 1, 2, NULL, NULL, &value));
    REFUSED(vc_game_perft(game, 1, VC_PERFT_BULK, NULL, NULL, NULL));
    REFUSED(vc_game_use_dice(game, NULL, NULL));
    REFUSED(vc_game_use_seed(game, NULL));
    REFUSED(vc_game_play_text(game, NULL, NULL));
    REFUSED(vc_game_snapshot(game, NULL, sizeof bytes));
    REFUSED(vc_game_restore(game, NULL, sizeof bytes));
    REFUSED(vc_game_load(game, NULL, 0, NULL));
    REFUSED(vc_dice_seeded(NULL, 0, 6, &value));
    REFUSED(vc_dice_seeded(seed, 0, 0, &value));
    REFUSED(vc_dice_seeded(seed, UINT64_C(1) << 61, 6, &value));
    REFUSED(vc_dice_seeded(seed, UINT64_MAX, 6, &value));
    REFUSED(vc_dice_seeded(seed, 0, 6, NULL));
    REFUSED(vc_dice_random(0, &value));
    REFUSED(vc_dice_random(6, NULL));
    REFUSED(vc_action_parse(NULL, &action, NULL));
    REFUSED(vc_action_parse("e2e4", NULL, NULL));
    REFUSED(vc_action_text(VC_NO_ACTION, text, sizeof text, &n));
    REFUSED(vc_action_text(UINT32_MAX, text, sizeof text, &n));
    REFUSED(vc_action_text(VC_MOVE << 24, text, sizeof text, &n)); /* a1a1 */
    REFUSED(vc_card_text(0, text, sizeof text, &n));
    REFUSED(vc_card_text(15, text, sizeof text, &n));
    REFUSED(vc_card_text(0x41, text, sizeof text, &n));
    ck_assert(n == UNTOUCHED && value == UNTOUCHED && piece == UNTOUCHED && action == UNTOUCHED && !made);
    ck_unchanged(game, &before);
    /* Actions of any value. */
    static const vc_action values[] = {0, 1, UINT32_MAX, VC_MOVE << 24, 0x0f000000, 0x10000000, 0x02000001};
    for (unsigned i = 0; i < COUNT(values); i++) {
        char why[64];
        ck_assert_uint_eq(vc_game_is_legal(game, values[i]), 0);
        ck_status(vc_game_play(game, values[i]), VC_ERR_ILLEGAL);
        ck_ok(vc_game_why(game, values[i], why, sizeof why, NULL));
        ck_assert_str_eq(why, "no action has that value");
    }
    ck_unchanged(game, &before);
    ck_ok(vc_game_outcome(game, NULL, NULL)); /* either may be NULL */
    ck_ok(vc_game_draw(new_game("ideal", "hand_size=5", NULL), NULL));
}

START_TEST(names_of_everything)
{
    static const char *const phases[] = {"over", "turn", "drawing", "moving", "hit", "played", "choosing", "dealing"};
    static const char *const reasons[] = {
        "none",          "checkmate",         "stalemate",           "king_captured", "quantum_trap",
        "dead_position", "seventyfive_moves", "fivefold_repetition", "fifty_moves",   "threefold_repetition",
        "resignation",   "agreement",         "time_forfeit"};
    static const char *const titles[] = {"Orthodox Chess", "Quantum Superposition Chess", "Potential/Demotion Chess",
                                         "Power Chess", "Ideal Chess"};
    for (unsigned i = 0; i < COUNT(phases); i++)
        ck_assert_str_eq(vc_phase_name(i), phases[i]);
    ck_assert_ptr_null(vc_phase_name(COUNT(phases)));
    ck_assert_ptr_null(vc_phase_name(UINT32_MAX));
    for (unsigned i = 0; i < COUNT(reasons); i++)
        ck_assert_str_eq(vc_reason_name(i), reasons[i]);
    ck_assert_ptr_null(vc_reason_name(COUNT(reasons)));
    ck_assert_ptr_null(vc_reason_name(UINT32_MAX));
    ck_assert_uint_eq(vc_ruleset_count(), COUNT(titles));
    for (uint32_t i = 0; i < COUNT(titles); i++) {
        uint32_t id = UNTOUCHED;
        ck_assert_str_eq(vc_ruleset_name(i), ruleset_names[i]);
        ck_assert_str_eq(vc_ruleset_title(i), titles[i]);
        ck_ok(vc_ruleset_find(ruleset_names[i], &id));
        ck_assert_uint_eq(id, i);
    }
    for (vc_status status = VC_OK; status <= VC_ERR_LIMIT; status++) {
        ck_assert_uint_gt(strlen(vc_status_text(status)), 3);
        for (vc_status other = VC_OK; other < status; other++)
            ck_assert_str_ne(vc_status_text(status), vc_status_text(other));
    }
    ck_assert_str_eq(vc_status_text(VC_ERR_MEMORY), "out of memory");
    ck_assert_str_eq(vc_status_text(-1), vc_status_text(INT32_MAX));
    ck_assert_uint_eq(vc_version_number(), VC_VERSION_NUMBER);
    ck_assert_str_eq(vc_version(), format("%d.%d.%d", VC_VERSION_MAJOR, VC_VERSION_MINOR, VC_VERSION_PATCH));
}

/* --------------------------------------------------------------------------------- ABI --- */

/* abi-01: public structs carry their size, which is checked; their layouts are frozen. */
START_TEST(abi_01_structs_carry_their_size)
{
    static const uint32_t sizes[] = {0, sizeof(vc_error) - 1, sizeof(vc_error) + 1, UINT32_MAX};
    static const uint32_t entry_sizes[] = {0, sizeof(vc_entry) - 4, sizeof(vc_entry) + 4};
    static const size_t option_sizes[] = {0, sizeof(vc_option) - 1, sizeof(vc_option) + 8};
    static const size_t memory_sizes[] = {0, sizeof(vc_memory) - 1, sizeof(vc_memory) + 8};
    vc_game *game = new_game("quantum", NULL, NULL), *made = NULL;
    vc_rules *rules = new_rules("quantum", NULL), *made_rules = NULL;
    vc_action action = UNTOUCHED;
    char bytes[512];
    size_t length;
    play(game, "e2e4");
    ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
    const struct trace before = trace_of(game);
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        vc_error error;
        memset(&error, UNTOUCHED, sizeof error);
        error.size = sizes[i];
        REFUSED(vc_action_parse("e7e5", &action, &error));
        REFUSED(vc_rules_set(rules, "temperature", "1/2", &error));
        REFUSED(vc_game_new(rules, NULL, &made, &error));
        REFUSED(vc_game_set_position(game, NULL, &error));
        REFUSED(vc_game_play_text(game, "e7e5", &error));
        REFUSED(vc_game_load(game, bytes, length, &error));
        ck_assert_uint_eq(error.size, sizes[i]);
        ck_assert(all_untouched((const char *)&error + 4, sizeof error - 4));
    }
    for (unsigned i = 0; i < COUNT(entry_sizes); i++) {
        vc_entry entry;
        memset(&entry, UNTOUCHED, sizeof entry);
        entry.size = entry_sizes[i];
        REFUSED(vc_game_entry(game, 0, &entry));
        ck_assert(all_untouched((const char *)&entry + 4, sizeof entry - 4));
    }
    for (unsigned i = 0; i < COUNT(option_sizes); i++) {
        vc_option option;
        memset(&option, UNTOUCHED, sizeof option);
        option.size = option_sizes[i];
        REFUSED(vc_rules_option(rules, 0, &option));
        ck_assert(all_untouched((const char *)&option + sizeof(size_t), sizeof option - sizeof(size_t)));
    }
    for (unsigned i = 0; i < COUNT(memory_sizes); i++) {
        vc_memory memory = heap_memory;
        memory.size = memory_sizes[i];
        REFUSED(vc_rules_new(VC_QUANTUM, &memory, &made_rules));
    }
    vc_memory without = heap_memory;
    without.allocate = NULL;
    REFUSED(vc_rules_new(VC_QUANTUM, &without, &made_rules));
    without = heap_memory;
    without.deallocate = NULL;
    REFUSED(vc_rules_new(VC_QUANTUM, &without, &made_rules));
    vc_entry entry = {.size = sizeof entry};
    REFUSED(vc_game_entry(game, 0, NULL));
    REFUSED(vc_game_entry(game, 1, &entry));
    REFUSED(vc_game_entry(game, SIZE_MAX, &entry));
    ck_assert(!made && !made_rules && action == UNTOUCHED);
    ck_unchanged(game, &before);
    ck_assert_uint_eq(sizeof(vc_error), 256);
    ck_assert_uint_eq(offsetof(vc_error, message), 16);
    ck_assert_uint_eq(sizeof(vc_entry), 24);
    ck_assert_uint_eq(offsetof(vc_entry, reason), 16);
    ck_assert_uint_eq(sizeof(vc_event), 64);
    ck_assert_uint_eq(offsetof(vc_event, before), 24);
    ck_assert_uint_eq(offsetof(vc_event, weights), 48);
    ck_assert_uint_eq(sizeof(vc_odds), 16);
    ck_assert_uint_eq(sizeof(vc_memory), 4 * sizeof(void *));
    ck_assert_uint_eq(sizeof(vc_action) + sizeof(vc_piece) + sizeof(vc_card) + sizeof(vc_status), 13);
    vc_rules_release(rules);
}

/* A vc_error is written only when the call fails. */
START_TEST(errors_are_written_by_failures_alone)
{
    vc_error error;
    vc_action action;
    char bytes[512];
    size_t length;
    vc_rules *rules = new_rules("quantum", NULL);
    vc_game *game = new_game("quantum", NULL, NULL), *made;
    ck_ok(vc_game_save(game, bytes, sizeof bytes, &length));
    memset(&error, UNTOUCHED, sizeof error);
    error.size = sizeof error;
    ck_ok(vc_action_parse("e2e4", &action, &error));
    ck_ok(vc_rules_set(rules, "temperature", "1/2", &error));
    ck_ok(vc_game_new(rules, ARRAY, &made, &error));
    ck_ok(vc_game_set_position(game, ARRAY, &error));
    ck_ok(vc_game_play_text(game, "e2e4", &error));
    ck_ok(vc_game_load(game, bytes, length, &error));
    ck_assert(all_untouched((const char *)&error + 4, sizeof error - 4));
    ck_status(vc_game_play_text(game, "e2e5", &error), VC_ERR_ILLEGAL);
    ck_assert_int_eq(error.status, VC_ERR_ILLEGAL);
    ck_assert_uint_eq(error.offset, 0);
    ck_assert_str_eq(error.message, "e2e5: the piece does not move like that");
    ck_ok(vc_game_free(made));
    vc_rules_release(rules);
}

/* ------------------------------------------------------------------------ rules, options --- */

START_TEST(options_are_listed)
{
    static const struct {
        uint32_t ruleset, type;
        const char *name, *default_value, *range;
    } rows[] = {
        {VC_ORTHODOX, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_QUANTUM, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_QUANTUM, VC_OPTION_INTEGERS, "values", "10,5,3,3", "4 x 1-100"},
        {VC_QUANTUM, VC_OPTION_FRACTION, "temperature", "0", "0-1, denominator 1-100"},
        {VC_QUANTUM, VC_OPTION_CHOICE, "king_safety", "free", "strict|free"},
        {VC_POTENTIAL, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_POWER, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_POWER, VC_OPTION_INTEGER, "initial_moves", "1", "0-15"},
        {VC_POWER, VC_OPTION_INTEGER, "king_initial_moves", "never", "never|0-15"},
        {VC_POWER, VC_OPTION_SWITCH, "combo_captures", "off", "on|off"},
        {VC_IDEAL, VC_OPTION_SWITCH, "automatic_draws", "on", "on|off"},
        {VC_IDEAL, VC_OPTION_CHOICE, "king_safety", "free", "strict|free"},
        {VC_IDEAL, VC_OPTION_INTEGER, "hand_size", "4", "1-8"},
        {VC_IDEAL, VC_OPTION_INTEGER, "packs", "1", "1-4"},
        {VC_IDEAL, VC_OPTION_INTEGER, "jokers", "0", "0-1"},
        {VC_IDEAL, VC_OPTION_SWITCH, "face_up", "off", "on|off"},
        {VC_IDEAL, VC_OPTION_SWITCH, "two_decks", "off", "on|off"},
    };
    unsigned next = 0;
    for (uint32_t set = 0; set < COUNT(ruleset_names); set++) {
        vc_rules *rules = new_rules(ruleset_names[set], NULL);
        ck_assert_uint_eq(vc_rules_ruleset(rules), set);
        for (size_t i = 0; i < vc_rules_option_count(rules); i++, next++) {
            vc_option option = {.size = sizeof option};
            char value[64];
            ck_assert_uint_lt(next, COUNT(rows));
            ck_ok(vc_rules_option(rules, i, &option));
            ck_assert_uint_eq(rows[next].ruleset, set);
            ck_assert_str_eq(option.name, rows[next].name);
            ck_assert_uint_eq(option.type, rows[next].type);
            ck_assert_str_eq(option.default_value, rows[next].default_value);
            ck_assert_str_eq(option.range, rows[next].range);
            ck_assert_uint_gt(strlen(option.help), 10);
            ck_assert_uint_eq(option.reserved, 0);
            ck_assert_uint_eq(option.size, sizeof option);
            ck_ok(vc_rules_get(rules, option.name, value, sizeof value, NULL));
            ck_assert_str_eq(value, option.default_value);
        }
        vc_rules_release(rules);
    }
    ck_assert_uint_eq(next, COUNT(rows));
}

START_TEST(options_are_read_and_written)
{
    static const struct {
        const char *ruleset, *name, *value, *canonical; /* NULL: refused, at offset */
        uint32_t offset;
    } rows[] = {
        {"orthodox", "automatic_draws", "off", "off", 0},
        {"orthodox", "automatic_draws", "on", "on", 0},
        {"orthodox", "automatic_draws", "On", NULL, 0},
        {"orthodox", "automatic_draws", "", NULL, 0},
        {"orthodox", "automatic_draws", "o", NULL, 0},
        {"orthodox", "automatic_draws", "off|on", NULL, 0},
        {"orthodox", "king_safety", "free", NULL, 0},
        {"quantum", "king_safety", "strict", "strict", 0},
        {"quantum", "king_safety", "strict ", NULL, 0},
        {"quantum", "values", "1,2,3,100", "1,2,3,100", 0},
        {"quantum", "values", "1,2,3", NULL, 5},
        {"quantum", "values", "1,2,3,4,5", NULL, 7},
        {"quantum", "values", "1,2,3,101", NULL, 6},
        {"quantum", "values", "0,2,3,4", NULL, 0},
        {"quantum", "values", "1, 2,3,4", NULL, 2},
        {"quantum", "values", "1,2,03,4", NULL, 4},
        {"quantum", "temperature", "1/2", "1/2", 0},
        {"quantum", "temperature", "50/100", "1/2", 0},
        {"quantum", "temperature", "0/9", "0", 0},
        {"quantum", "temperature", "9/9", "1", 0},
        {"quantum", "temperature", "1", "1", 0},
        {"quantum", "temperature", "2", NULL, 0},
        {"quantum", "temperature", "3/2", NULL, 0},
        {"quantum", "temperature", "1/0", NULL, 2},
        {"quantum", "temperature", "1/101", NULL, 2},
        {"quantum", "temperature", "1/", NULL, 2},
        {"quantum", "temperature", "/2", NULL, 0},
        {"quantum", "temperature", "-1/2", NULL, 0},
        {"quantum", "temperature", "1/2/3", NULL, 3},
        {"quantum", "temperature", "0.5", NULL, 1},
        {"power", "initial_moves", "15", "15", 0},
        {"power", "initial_moves", "16", NULL, 0},
        {"power", "initial_moves", "00", NULL, 0},
        {"power", "initial_moves", "never", NULL, 0},
        {"power", "initial_moves", "99999999999999999999", NULL, 0},
        {"power", "king_initial_moves", "never", "never", 0},
        {"power", "king_initial_moves", "0", "0", 0},
        {"power", "king_initial_moves", "ever", NULL, 0},
        {"ideal", "hand_size", "8", "8", 0},
        {"ideal", "hand_size", "0", NULL, 0},
        {"ideal", "hand_size", "9", NULL, 0},
        {"ideal", "packs", "4", "4", 0},
        {"ideal", "packs", "5", NULL, 0},
        {"ideal", "jokers", "2", NULL, 0},
        {"ideal", "jokers", "1 ", NULL, 1},
        {"ideal", "two_decks", "on", "on", 0},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_rules *rules = new_rules(rows[i].ruleset, NULL);
        vc_error error = {.size = sizeof error};
        char before[64] = "", after[64] = "";
        vc_rules_get(rules, rows[i].name, before, sizeof before, NULL);
        ck_status(vc_rules_set(rules, rows[i].name, rows[i].value, &error), rows[i].canonical ? VC_OK : VC_ERR_OPTION);
        vc_rules_get(rules, rows[i].name, after, sizeof after, NULL);
        ck_row(rows[i].value, after, rows[i].canonical ? rows[i].canonical : before);
        if (!rows[i].canonical) {
            ck_assert_int_eq(error.status, VC_ERR_OPTION);
            ck_that(error.offset == rows[i].offset, "%s=%s: offset %u", rows[i].name, rows[i].value, error.offset);
            ck_that(*before ? strstr(error.message, "range") : strstr(error.message, "no option"), "%s", error.message);
        }
        vc_rules_release(rules);
    }
}

START_TEST(rules_are_frozen_by_games)
{
    vc_rules *rules = new_rules("quantum", "temperature=1/2"), *copy;
    vc_error error = {.size = sizeof error};
    char value[64];
    vc_game *game;
    ck_status(vc_game_new(rules, "x", &game, NULL), VC_ERR_SYNTAX);
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 0);
    ck_ok(vc_game_new(rules, NULL, &game, NULL));
    ck_assert_ptr_eq(vc_game_rules(game), rules);
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1);
    ck_status(vc_rules_set(rules, "temperature", "1/3", &error), VC_ERR_FROZEN);
    ck_assert_int_eq(error.status, VC_ERR_FROZEN);
    ck_ok(vc_rules_copy(rules, &copy));
    ck_assert_uint_eq(vc_rules_is_frozen(copy), 0);
    ck_assert_uint_eq(vc_rules_ruleset(copy), VC_QUANTUM);
    vc_rules *same;
    vc_game *other;
    ck_ok(vc_rules_copy(rules, &same)); /* not the defaults */
    ck_ok(vc_game_new(same, ARRAY " drawing:b1", &other, NULL));
    ck_assert_str_eq(outcomes_text(other), "=n:39 =b:10 =r:6 =q:3");
    ck_ok(vc_game_free(other));
    vc_rules_release(same);
    ck_ok(vc_rules_set(copy, "temperature", "1/3", NULL));
    ck_ok(vc_rules_get(copy, "temperature", value, sizeof value, NULL));
    ck_assert_str_eq(value, "1/3");
    ck_ok(vc_rules_get(rules, "temperature", value, sizeof value, NULL));
    ck_assert_str_eq(value, "1/2");
    ck_ok(vc_game_free(game));
    ck_assert_uint_eq(vc_rules_is_frozen(rules), 1); /* used them */
    /* References: the last one frees. */
    ck_assert_ptr_eq(vc_rules_retain(rules), rules);
    vc_rules_release(rules);
    ck_assert_uint_eq(heap.live, 2);
    vc_rules_release(rules);
    ck_assert_uint_eq(heap.live, 1);
    vc_rules_release(copy);
    ck_assert_uint_eq(heap.live, 0);
}

/* -------------------------------------------------------------------------------- board --- */

START_TEST(pieces_and_squares)
{
    vc_game *game = new_game("power", "initial_moves=5",
                             "4k3/8/8/3[PQPN]4/8/8/8/R3K3 w Q - 3 17 moves:a1=0,e1=0,d5p=3,d5p=1,e8=2");
    ck_assert_str_eq(pieces_text(game, "d5"), "Q5N5P1P3");
    ck_assert_str_eq(pieces_text(game, "a1"), "R0");
    ck_assert_str_eq(pieces_text(game, "e8"), "k2");
    ck_assert_str_eq(pieces_text(game, "e4"), "");
    ck_assert_uint_eq(vc_game_piece(game, square_of("d5")), VC_QUEEN | VC_WHITE << 3 | 5 << 4);
    ck_assert_uint_eq(vc_game_piece(game, square_of("e8")), VC_KING | VC_BLACK << 3 | 2 << 4);
    ck_assert_uint_eq(vc_game_piece(game, square_of("e4")), 0);
    ck_assert_uint_eq(VC_PIECE_TYPE(0x25u | 8u), vc_piece_type(0x25u | 8u));
    ck_assert_uint_eq(VC_PIECE_COLOR(0x25u | 8u), vc_piece_color(0x25u | 8u));
    ck_assert_uint_eq(VC_PIECE_MOVES(0x25u | 8u), vc_piece_moves(0x25u | 8u));
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_NO_PIECE)), "a1 e1 d5");
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_PAWN)), "d5"); /* combos included */
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_WHITE, VC_BISHOP)), "");
    ck_assert_str_eq(squares_text(vc_game_squares(game, VC_BLACK, VC_KING)), "e8");
    ck_assert_str_eq(squares_text(vc_game_combos(game)), "d5");
    ck_assert_uint_eq(vc_game_castling_rights(game), VC_CASTLE_WHITE_LONG);
    ck_assert_uint_eq(vc_game_halfmove_clock(game), 3);
    ck_assert_uint_eq(vc_game_move_number(game), 17);
    ck_assert_uint_eq(vc_game_en_passant(game), VC_NO_SQUARE);
    ck_assert_uint_eq(vc_game_side_to_move(game), VC_WHITE);
    game = new_game("orthodox", NULL, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    ck_assert_uint_eq(vc_game_castling_rights(game), 15);
    ck_assert_uint_eq(vc_game_en_passant(game), square_of("d6"));
    ck_assert_uint_eq(vc_game_combos(game), 0);
    ck_assert_uint_eq(vc_game_touched(game), 0);
}

START_TEST(C3_attackers_and_checkers)
{
    static const struct {
        const char *clause, *ruleset, *position, *square;
        uint32_t color;
        const char *attackers;
    } rows[] = {
        {"no matter whose turn", "orthodox", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8", VC_WHITE, "e2"},
        {"though it would expose the king", "orthodox", "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "d5", VC_WHITE, "e3"},
        {"pawns aside only", "orthodox", "4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1", "e4", VC_WHITE, "d3"},
        {"no steps ahead", "orthodox", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e4", VC_WHITE, ""},
        {"an empty square too", "orthodox", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "d1", VC_WHITE, "a1 e1"},
        {"own pieces too", "orthodox", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", VC_WHITE, "e1"},
        {"blocked", "orthodox", "4k3/8/8/8/8/8/R3P2R/4K3 w - - 0 1", "e2", VC_WHITE, "e1 a2 h2"},
        {"by all that a piece may do", "potential", "4k3/8/8/8/8/2Q1N3/8/4K3 w - - 0 1", "d4", VC_WHITE, "c3 e3"},
        {"a queen as a knight", "potential", "4k3/8/8/8/8/2Q5/8/4K3 w - - 0 1", "d5", VC_WHITE, "c3"},
        {"a queen is none", "quantum", "4k3/8/8/8/8/2Q5/8/4K3 w - - 0 1", "d5", VC_WHITE, ""},
        {"members of combos", "power", "4k3/8/8/8/8/2[NB]5/8/4K3 w - - 0 1", "d5", VC_WHITE, "c3"},
        {"members of combos, another way", "power", "4k3/8/8/8/8/2[NB]5/8/4K3 w - - 0 1", "h8", VC_WHITE, "c3"},
        {"whatever the cards", "ideal", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 hands:Ad/Ac discards:-/-", "h8", VC_WHITE,
         "h1"},
        {"the other colour", "orthodox", "4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "h4", VC_BLACK, "h8"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, NULL, rows[i].position);
        ck_row(rows[i].clause, squares_text(vc_game_attackers(game, square_of(rows[i].square), rows[i].color)),
               rows[i].attackers);
        free_game(game);
    }
    static const struct {
        const char *ruleset, *position, *checkers;
    } checks[] = {
        {"orthodox", "3rk3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", "e2 d6"},
        {"orthodox", ARRAY, ""},
        {"orthodox", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e2"},
        {"quantum", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", ""}, /* of the side to move alone */
        {"power", "4r2k/8/8/8/8/8/8/4[KN]3 w - - 0 1", ""}, /* a king in a combo is not lone */
        {"power", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e8"},
        {"quantum", "8/8/8/8/8/8/8/4K2R b - - 0 1", ""}, /* no king */
    };
    for (unsigned i = 0; i < COUNT(checks); i++) {
        vc_game *game = new_game(checks[i].ruleset, NULL, checks[i].position);
        ck_row(checks[i].position, squares_text(vc_game_checkers(game)), checks[i].checkers);
        ck_assert_uint_eq(vc_game_in_check(game), *checks[i].checkers != '\0');
        free_game(game);
    }
}

START_TEST(destinations)
{
    static const struct {
        const char *ruleset, *options, *position, *play, *square, *squares;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, "e2", "e3 e4"},
        {"orthodox", NULL, NULL, NULL, "g1", "f3 h3"},
        {"orthodox", NULL, NULL, NULL, "g8", ""},
        {"orthodox", NULL, NULL, NULL, "e4", ""},
        {"orthodox", NULL, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", NULL, "a7", "a8"}, /* four moves, one square */
        {"orthodox", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "e1", "c1 d1 f1 g1 d2 e2 f2"},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8", ""},
        {"quantum", NULL, NULL, NULL, "g1", ""}, /* it must be touched first */
        {"quantum", NULL, NULL, "?g1", "g1", ""},
        {"quantum", NULL, NULL, "?g1 =n", "g1", "f3 h3"},
        {"quantum", NULL, NULL, "?g1 =n", "e2", ""},
        {"power", NULL, "4k3/8/8/8/8/8/4[NP]3/4K3 w - - 0 1 moves:-", NULL, "e2", "c1 g1 c3 e3 g3 d4 f4"},
        {"ideal", NULL, NULL, NULL, "e2", ""}, /* a card must be discarded first */
        {"ideal", NULL, NULL, "-4d", "g1", ""},
        {"ideal", NULL, NULL, "-3d", "g1", "f3 h3"},
        {"ideal", NULL, NULL, "-3d g1f3", "b1", ""},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        ck_row(format("row %u", i), squares_text(vc_game_destinations(game, square_of(rows[i].square))),
               rows[i].squares);
        free_game(game);
    }
}

START_TEST(why_not)
{
    static const struct {
        const char *ruleset, *options, *position, *play, *action, *why;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, "e2e4", ""},
        {"orthodox", NULL, NULL, NULL, "e7e5", "that piece is the other side's"},
        {"orthodox", NULL, NULL, NULL, "e4e5", "there is no piece on that square"},
        {"orthodox", NULL, NULL, NULL, "e1e2", "a piece of your own stands there"},
        {"orthodox", NULL, NULL, NULL, "e2e5", "the piece does not move like that"},
        {"orthodox", NULL, NULL, NULL, "e1g1", "a piece of your own stands there"},
        {"orthodox", NULL, NULL, NULL, "?g1", "Orthodox Chess has no such action"},
        {"orthodox", NULL, NULL, NULL, "=n", "chance is not to act"},
        {"orthodox", NULL, NULL, NULL, "e2e4q", "the piece does not change by that move: no letter, please"},
        {"orthodox", NULL, NULL, NULL, "e2e4:p", "there is no combo to leave"},
        {"orthodox", NULL, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", NULL, "e2d3", "your king would be attacked"},
        {"orthodox", NULL, "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL, "e1c1",
         "the king may not castle out of, through or into an attack"},
        {"orthodox", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", NULL, "e1g1",
         "castling is not possible: its right, its rook or an empty way is missing"},
        {"orthodox", NULL, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", NULL, "e7e8",
         "the move must name what the piece becomes: another letter than that"},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8a7", "the game is over"},
        {"quantum", NULL, NULL, NULL, "g1f3", "that piece must be touched before it can move"},
        {"quantum", NULL, NULL, NULL, "?e1", "kings and pawns are not touched, they just move"},
        {"quantum", NULL, NULL, NULL, "!n", "Quantum Superposition Chess has no such action"},
        {"quantum", NULL, NULL, "?g1", "?b1", "chance is to act"},
        {"quantum", NULL, NULL, "?g1", "+7d", "that is no outcome of this chance node"},
        {"quantum", "temperature=1", NULL, "?g1", "=q", "that is no outcome of this chance node"},
        {"quantum", NULL, NULL, "?g1 =n", "?b1", "it must be the touched piece: that must move now"},
        {"quantum", NULL, NULL, "?g1 =n", "e2e4", "it must be the touched piece: that must move now"},
        {"quantum", NULL, NULL, "?g1 =b", "?g1", "that piece was touched already in this turn"},
        {"quantum", NULL, NULL, "?g1 =b", "g1f3", "that piece was touched already and cannot move"},
        {"quantum", "king_safety=strict", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", NULL, "e1e2",
         "a piece of your own stands there"},
        {"potential", NULL, NULL, NULL, "=n", "chance is not to act"},
        {"potential", NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, "a1b3",
         "the move must name what the piece becomes: another letter than that"},
        {"potential", NULL, NULL, NULL, "-3d", "Potential/Demotion Chess has no such action"},
        {"power", NULL, NULL, NULL, "!n", "no combo was attacked"},
        {"power", NULL, NULL, NULL, "?g1", "Power Chess has no such action"},
        {"power", NULL, NULL, NULL, "e1e2",
         "pieces merge only after their first moves, a king only by the rules' leave"},
        {"power", NULL, "4k3/8/8/8/3[RN]4/8/8/4K3 w - - 0 1", NULL, "d4d5:b", "there is no such member in the combo"},
        {"power", NULL, "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", NULL, "d4d5:r", "there is no combo to leave"},
        {"power", NULL, "4k3/8/4n3/8/3[RN]4/8/8/4K3 w - - 0 1", NULL, "d4e6",
         "a combo does not capture as a whole: a member must leave it"},
        {"power", NULL, "4k3/8/8/8/8/8/3[bp]4/4K3 w - - 0 1", NULL, "e1d2", "a king may not attack a combo"},
        {"power", NULL, "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 0 1 hit:d4", NULL, "e1e2",
         "the attacked combo must lose a member first"},
        {"power", NULL, "4k3/8/8/8/3[NP]4/8/8/4K3 w - - 0 1 hit:d4", NULL, "!q",
         "no such piece in the combo can be the casualty"},
        {"ideal", NULL, NULL, NULL, "e2e4", "a card must be discarded before the move"},
        {"ideal", NULL, NULL, NULL, "-Kd", "that card is not in your hand"},
        {"ideal", NULL, NULL, NULL, "-3c", "that card is not in your hand"},
        {"ideal", NULL, ARRAY " hands:Kd3d/3c discards:-/-", NULL, "-Kd", "no piece that this card allows can move"},
        {"ideal", NULL, NULL, "-3d", "-4d", "a card was discarded: the move is due"},
        {"ideal", NULL, NULL, "-4d", "g1f3", "the card played does not allow that piece"},
        {"ideal", NULL, NULL, "-3d", "e2e5", "the piece does not move like that"},
        {"ideal", NULL, NULL, "-3d", "g1e2", "a piece of your own stands there"},
        {"ideal", "king_safety=strict", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 hands:3dAd/3c discards:Ah/- played:Ah", NULL,
         "e1d3", "the piece does not move like that"},
        {"ideal", "king_safety=strict", "4r1k1/8/8/8/8/8/4NP2/4K3 w - - 0 1 hands:Ad/3c discards:3d/- played:3d", NULL,
         "e2g3", "your king would be attacked"},
        {"ideal", NULL, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 hands:Ad/3c discards:-/-", "-Ad", "e1c1",
         "the card played does not allow castling"},
        {"ideal", NULL, NULL, NULL, "^d", "there is one draw deck only: none is chosen"},
        {"ideal", NULL, NULL, "-3d e2e4", "^d", "chance is to act"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As", "^d", "a deck is chosen after the move"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", "^c", "that deck is the other side's"},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", "-4d", "a deck to draw from must be chosen now"},
        {"ideal", NULL, NULL, NULL, "?g1", "Ideal Chess has no such action"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        ck_row(format("%s %s", rows[i].ruleset, rows[i].action), why_text(game, rows[i].action), rows[i].why);
        ck_assert_uint_eq(vc_game_is_legal(game, action_of(rows[i].action)), !*rows[i].why);
        free_game(game);
    }
}

/* ------------------------------------------------------------------ phases, touches, cards --- */

START_TEST(phases_and_focus)
{
    static const struct {
        const char *ruleset, *options, *position, *play;
        uint32_t phase, actor, side;
        const char *focus, *touched;
    } rows[] = {
        {"orthodox", NULL, NULL, NULL, VC_PHASE_TURN, VC_WHITE, VC_WHITE, "", ""},
        {"orthodox", NULL, NULL, "e2e4", VC_PHASE_TURN, VC_BLACK, VC_BLACK, "", ""},
        {"orthodox", NULL, "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, VC_PHASE_OVER, VC_NOBODY, VC_BLACK, "", ""},
        {"quantum", NULL, NULL, "?g1", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "g1", ""},
        {"quantum", NULL, NULL, "?g1 =n", VC_PHASE_MOVING, VC_WHITE, VC_WHITE, "g1", ""},
        {"quantum", NULL, NULL, "?g1 =b ?a1 =q", VC_PHASE_TURN, VC_WHITE, VC_WHITE, "", "a1 g1"},
        {"quantum", NULL, NULL, "?g1 =b ?a1", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "a1", "g1"},
        {"power", NULL, "4k3/8/8/3[qn]4/8/8/8/3RK3 w - - 5 1", "d1d5", VC_PHASE_HIT, VC_BLACK, VC_BLACK, "d5", ""},
        {"ideal", NULL, NULL, "-3d", VC_PHASE_PLAYED, VC_WHITE, VC_WHITE, "", ""},
        {"ideal", NULL, NULL, "-3d e2e4", VC_PHASE_DRAWING, VC_CHANCE, VC_WHITE, "", ""},
        {"ideal", "hand_size=5", NULL, NULL, VC_PHASE_DEALING, VC_CHANCE, VC_WHITE, "", ""},
        {"ideal", "two_decks=on", NULL, "+Ad +Ah +Ac +As -3d e2e4", VC_PHASE_CHOOSING, VC_WHITE, VC_WHITE, "", ""},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].position);
        play(game, rows[i].play);
        const uint32_t focus = vc_game_focus(game);
        ck_that(vc_game_phase(game) == rows[i].phase, "row %u: %s", i, vc_phase_name(vc_game_phase(game)));
        ck_that(vc_game_actor(game) == rows[i].actor, "row %u: %u", i, vc_game_actor(game));
        ck_that(vc_game_side_to_move(game) == rows[i].side, "row %u: %u", i, vc_game_side_to_move(game));
        ck_row(format("row %u", i), focus == VC_NO_SQUARE ? "" : squares_text(UINT64_C(1) << focus), rows[i].focus);
        ck_row(format("row %u", i), squares_text(vc_game_touched(game)), rows[i].touched);
        free_game(game);
    }
}

static const char *odds_text(const vc_game *game, const char *square)
{
    vc_odds odds[4];
    size_t n;
    uint64_t total, sum = 0;
    const char *text = "";
    ck_ok(vc_game_odds(game, square_of(square), odds, 4, &n, &total));
    for (size_t i = 0; i < n; i++) {
        text = format("%s%s%s:%u/%u", text, i ? " " : "", action_text(odds[i].outcome), odds[i].weight, odds[i].moves);
        ck_assert_uint_eq(odds[i].can_move, odds[i].moves != 0);
        sum += odds[i].weight;
    }
    ck_assert_uint_eq(total, sum);
    return text;
}

START_TEST(odds)
{
    static const struct {
        const char *options, *position, *play, *square, *odds;
    } rows[] = {
        {NULL, NULL, NULL, "g1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
        {NULL, NULL, NULL, "d1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
        {"temperature=1/2", NULL, NULL, "d1", "=n:5/2 =b:5/0 =r:3/0 =q:16/0"},
        {"temperature=1", NULL, NULL, "g1", "=n:1/2"},
        {NULL, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", NULL, "d4", "=n:10/8 =b:10/13 =r:6/14 =q:3/27"},
        {NULL, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "?d4", "d4", "=n:10/8 =b:10/13 =r:6/14 =q:3/27"},
        {"king_safety=strict", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", NULL, "e2", "=n:10/0 =b:10/0 =r:6/6 =q:3/6"},
        {NULL, NULL, "?g1 =b", "b1", "=n:10/2 =b:10/0 =r:6/0 =q:3/0"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        vc_game *game = new_game("quantum", rows[i].options, rows[i].position);
        play(game, rows[i].play);
        const struct trace before = trace_of(game);
        ck_row(format("row %u", i), odds_text(game, rows[i].square), rows[i].odds);
        ck_unchanged(game, &before); /* without any effect */
        free_game(game);
    }
    static const struct {
        const char *ruleset, *position, *play, *square;
        vc_status status;
    } refused[] = {
        {"quantum", NULL, NULL, "e1", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "e2", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "e4", VC_ERR_ILLEGAL},
        {"quantum", NULL, NULL, "g8", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1", "b1", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1 =n", "g1", VC_ERR_ILLEGAL},
        {"quantum", NULL, "?g1 =b", "g1", VC_ERR_ILLEGAL},
        {"quantum", "k6R/8/1K6/8/8/8/8/1q6 w - - 0 1", "b6b7", "h8", VC_ERR_OVER},
        {"orthodox", NULL, NULL, "g1", VC_ERR_ILLEGAL},
        {"orthodox", "k6R/8/1K6/8/8/8/8/8 b - - 0 1", NULL, "a8", VC_ERR_OVER},
        {"ideal", NULL, NULL, "g1", VC_ERR_ILLEGAL},
    };
    for (unsigned i = 0; i < COUNT(refused); i++) {
        vc_odds list[4];
        size_t n = UNTOUCHED;
        vc_game *game = new_game(refused[i].ruleset, NULL, refused[i].position);
        if (refused[i].play && refused[i].status == VC_ERR_OVER)
            ck_ok(vc_game_end(game, VC_WHITE, VC_REASON_RESIGNATION));
        else
            play(game, refused[i].play);
        ck_status(vc_game_odds(game, square_of(refused[i].square), list, 4, &n, NULL), refused[i].status);
        ck_assert_uint_eq(n, UNTOUCHED);
        free_game(game);
    }
}

static const char *hand_text(const vc_game *game, uint32_t color)
{
    vc_card cards[8];
    size_t n;
    ck_ok(vc_game_hand(game, color, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}
static const char *pile_text(const vc_game *game, uint32_t color)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n;
    ck_ok(vc_game_pile(game, color, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}
static const char *deck_text(const vc_game *game, uint32_t color, uint32_t deck)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n;
    ck_ok(vc_game_deck(game, color, deck, cards, COUNT(cards), &n));
    return cards_text(cards, n);
}

START_TEST(cards)
{
    vc_game *game = new_game("ideal", "jokers=1", NULL);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d3h4d4h");
    ck_assert_str_eq(hand_text(game, VC_BLACK), "3c3s4c4s");
    ck_assert_str_eq(pile_text(game, VC_WHITE), "");
    ck_assert_str_eq(deck_text(game, VC_WHITE, 0), "AdAh2d2h5d5h6d6h7d7h8d8h9d9hTdThJdJhQdQhKdKh*d");
    ck_assert_str_eq(deck_text(game, VC_BLACK, 0), "AcAs2c2s5c5s6c6s7c7s8c8s9c9sTcTsJcJsQcQsKcKs*c");
    ck_assert_uint_eq(vc_game_decks(game, VC_WHITE), 1);
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 0), 0);
    ck_assert_uint_eq(vc_game_played_card(game), 0);
    play(game, "-3h");
    ck_assert_uint_eq(vc_game_played_card(game), 3 | VC_HEARTS << 4);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d4d4h");
    ck_assert_str_eq(pile_text(game, VC_WHITE), "3h");
    play(game, "e2e4");
    ck_assert_uint_eq(vc_game_played_card(game), 0);
    play(game, "+*d");
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3d4d4h*d");
    game = new_game("ideal", "two_decks=on packs=2", NULL);
    ck_assert_uint_eq(vc_game_decks(game, VC_BLACK), 2);
    play(game, "+Ad +Kh +3c +2s");
    ck_assert_str_eq(deck_text(game, VC_WHITE, 1), "AhAh2h2h3h4h5h5h6h6h7h7h8h8h9h9hThThJhJhQhQhKhKh");
    ck_assert_str_eq(deck_text(game, VC_BLACK, 0), "AcAc2c2c3c4c5c5c6c6c7c7c8c8c9c9cTcTcJcJcQcQcKcKc");
    ck_assert_str_eq(cards_text((vc_card[]){vc_game_top(game, VC_WHITE, 0), vc_game_top(game, VC_WHITE, 1),
                                            vc_game_top(game, VC_BLACK, 0), vc_game_top(game, VC_BLACK, 1)},
                                4),
                     "AdKh3c2s"); /* part of their decks until taken */
    play(game, "-3d e2e4 ^h");
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 1), 0); /* not shown yet */
    ck_assert_str_eq(deck_text(game, VC_WHITE, 1), "AhAh2h2h3h4h5h5h6h6h7h7h8h8h9h9hThThJhJhQhQhKh");
    ck_assert_str_eq(hand_text(game, VC_WHITE), "3h4d4hKh");
    ck_assert_uint_eq(VC_CARD_RANK(vc_game_top(game, VC_WHITE, 0)), VC_ACE);
    ck_assert_uint_eq(VC_CARD_SUIT(vc_game_top(game, VC_BLACK, 1)), VC_SPADES);
    /* The most cards that a side has. */
    game = new_game("ideal", "packs=4 jokers=1 two_decks=on hand_size=1", NULL);
    size_t n =
        strlen(deck_text(game, VC_WHITE, 0)) + strlen(deck_text(game, VC_WHITE, 1)) + strlen(hand_text(game, VC_WHITE));
    ck_assert_uint_eq(n, 2 * VC_MAX_CARDS);
    /* Elsewhere there are none. */
    game = new_game("orthodox", NULL, NULL);
    ck_assert_str_eq(hand_text(game, VC_WHITE), "");
    ck_assert_str_eq(pile_text(game, VC_BLACK), "");
    ck_assert_uint_eq(vc_game_decks(game, VC_WHITE), 0);
    ck_assert_uint_eq(vc_game_top(game, VC_WHITE, 0), 0);
    ck_assert_uint_eq(vc_game_played_card(game), 0);
}

/* -------------------------------------------------------------------------------- hashes --- */

START_TEST(hashes)
{
    /* The same whichever way it came to be, and whatever the counters. */
    vc_game *one = new_game("orthodox", NULL, NULL), *other = new_game("orthodox", NULL, NULL);
    play(one, "g1f3 g8f6 b1c3");
    play(other, "b1c3 g8f6 g1f3");
    ck_assert_uint_eq(vc_game_hash(one), vc_game_hash(other));
    ck_ok(vc_game_set_position(other, "rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 77 99", NULL));
    ck_assert_uint_eq(vc_game_hash(one), vc_game_hash(other));
    /* Each field of the string but the counters, and each copy of a card or member, makes another. */
    static const struct {
        const char *ruleset, *options, *positions[6];
    } rows[] = {
        {"orthodox", NULL, {"4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1", "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 1",
                            "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 1",
                            "4k3/8/8/3pP3/8/8/8/B3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"}},
        {"quantum", NULL, {"4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1", "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:a1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:b1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 touched:a1b1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 drawing:a1",
                           "4k3/8/8/8/8/PP6/PP6/BRB1K3 w - - 0 1 drawing:b1"}},
        {"power", "initial_moves=3", {"4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3[NPP]4/8/8/8/4K3 w - - 0 1",
                                      "4k3/8/8/3[NPPP]4/8/8/8/4K3 w - - 0 1",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:e1=0,d5p=1,e8=0",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 moves:e1=0,d5n=1,e8=0",
                                      "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1 hit:d5"}},
        {"ideal", "packs=2", {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:Ad/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:AdAd/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:Ah/Ac discards:-/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/-",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/- played:Ad",
                              "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hands:-/Ac discards:Ad/- drawing:w"}},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        uint64_t found[COUNT(rows[0].positions)];
        for (unsigned k = 0; k < COUNT(found); k++) {
            vc_game *game = new_game(rows[i].ruleset, rows[i].options, rows[i].positions[k]);
            ck_row("canonical", position_text(game), rows[i].positions[k]);
            found[k] = vc_game_hash(game);
            for (unsigned earlier = 0; earlier < k; earlier++)
                ck_that(found[earlier] != found[k], "%s: %u and %u", rows[i].ruleset, earlier, k);
            free_game(game);
        }
    }
}

/* "equal on all machines, and from version to version while the ABI number stays" */
START_TEST(hashes_are_frozen)
{
    static const uint64_t wanted[] = {UINT64_C(0x252dab5b8817563e), UINT64_C(0x252dab5b8817563e),
                                      UINT64_C(0x252dab5b8817563e), UINT64_C(0xe386b2884d366aa0),
                                      UINT64_C(0x594b6ab759309fe6)};
    for (unsigned set = 0; set < COUNT(ruleset_names); set++) {
        const uint64_t hash = vc_game_hash(new_game(ruleset_names[set], NULL, NULL));
        ck_that(hash == wanted[set], "%s: 0x%016llx", ruleset_names[set], (unsigned long long)hash);
    }
}

int main(void)
{
    return RUN_TESTS("queries", every_action, action_values_are_frozen, C2_malformed_action_texts, texts_out, lists_out,
                     weights_out, no_game, no_rules, arguments_out_of_range, names_of_everything,
                     abi_01_structs_carry_their_size, errors_are_written_by_failures_alone, options_are_listed,
                     options_are_read_and_written, rules_are_frozen_by_games, pieces_and_squares,
                     C3_attackers_and_checkers, destinations, why_not, phases_and_focus, odds, cards, hashes,
                     hashes_are_frozen);
}
