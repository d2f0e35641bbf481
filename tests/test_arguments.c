/* SPDX-License-Identifier: ISC */
/*
 * test_arguments.c - how public functions take arguments that are wrong: NULL, out of range, structs of another size,
 * buffers that are too small; the status tells, and nothing else is written
 *
 * Actions, records, readers and batches have such tests where they are tested themselves.
 */
#include <stdlib.h>

#include "support.h"

static bool all_untouched(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)bytes)[i] != UNTOUCHED)
            return false;
    return true;
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
    REFUSED(vc_dice_seeded_many(NULL, 0, 6, &value, 1));
    REFUSED(vc_dice_seeded_many(seed, 0, 0, &value, 1));
    REFUSED(vc_dice_seeded_many(seed, 0, 6, NULL, 1));
    REFUSED(vc_dice_seeded_many(seed, (UINT64_C(1) << 61) - 1, 6, &value, 2));
    REFUSED(vc_dice_seeded_many(seed, UINT64_MAX, 6, &value, 1));
    REFUSED(vc_dice_seeded_many(seed, 2, 6, &value, SIZE_MAX));
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

/* ---------------------------------------------------------------------------------- ABI --- */

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

int main(void)
{
    return RUN_TESTS("arguments", texts_out, lists_out, weights_out, no_game, no_rules, arguments_out_of_range,
                     abi_01_structs_carry_their_size, errors_are_written_by_failures_alone);
}
