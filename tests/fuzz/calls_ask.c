/* SPDX-License-Identifier: ISC */
/* calls_ask.c - calls that ask a game, and those without one; see calls.h */
#include "calls.h"

/* ----------------------------------------------------------------------- into buffers --- */

/* A call that writes a text about a game, an action and a name. */
typedef vc_status (*text_call)(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                               size_t *length);

static vc_status ask_position(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                              size_t *length)
{
    (void)action, (void)name;
    return vc_game_position(game, buffer, size, length);
}

static vc_status ask_why(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                         size_t *length)
{
    (void)name;
    return vc_game_why(game, action, buffer, size, length);
}

static vc_status ask_san(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                         size_t *length)
{
    (void)name;
    return vc_game_san(game, action, buffer, size, length);
}

static vc_status ask_action_text(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                                 size_t *length)
{
    (void)game, (void)name;
    return vc_action_text(action, buffer, size, length);
}

static vc_status ask_card(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                          size_t *length)
{
    (void)game, (void)name;
    return vc_card_text((vc_card)action, buffer, size, length);
}

static vc_status ask_option(const vc_game *game, vc_action action, const char *name, char *buffer, size_t size,
                            size_t *length)
{
    (void)action;
    return vc_rules_get(vc_game_rules(game), name, buffer, size, length);
}

/* An action that can be played now, or any value. */
static vc_action some_action(const vc_game *game)
{
    vc_action actions[VC_MAX_ACTIONS];
    size_t count = 0;
    if (game && below(4))
        MUST(!vc_game_actions(game, actions, VC_MAX_ACTIONS, &count));
    return count ? actions[next_byte() % count] : next_word() >> below(8);
}

static void ask_text(const vc_game *game)
{
    static const text_call all[] = {ask_position, ask_why, ask_san, ask_action_text, ask_card, ask_option};
    static const char *const names[] = {"king_safety", "values", "hand_size", "initial_moves", "automatic_draws", "x"};
    const text_call ask = all[below(sizeof all / sizeof *all)];
    const char *name = names[below(sizeof names / sizeof *names)];
    const vc_action action = some_action(game);
    const size_t size = (size_t)next_byte() << below(3);
    struct buffer buffer = new_buffer(size, 1);
    size_t length = SIZE_MAX, again = SIZE_MAX;
    const vc_status status = ask(game, action, name, (char *)buffer.bytes, size, &length);
    must_fit_text(status, &buffer, length);
    MUST((length == SIZE_MAX) == (status && status != VC_ERR_BUFFER));
    /* Just as large as it needs to be, and asked without a length. */
    free_buffer(&buffer);
    if (length == SIZE_MAX)
        return;
    MUST(ask(game, action, name, NULL, 0, &again) == VC_ERR_BUFFER && again == length);
    char *exact = malloc(length + 1);
    MUST(exact && !ask(game, action, name, exact, length + 1, NULL) && strlen(exact) == length);
    free(exact);
}

/* A call that writes a list about a game, a number and another one. */
typedef vc_status (*list_call)(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count);

static vc_status ask_actions(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)a, (void)b;
    return vc_game_actions(game, list, capacity, count);
}

static vc_status ask_outcomes(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)a, (void)b;
    return vc_game_outcomes(game, list, NULL, capacity, count, NULL);
}

static vc_status ask_pieces(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)b;
    return vc_game_pieces(game, a, list, capacity, count);
}

static vc_status ask_odds(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    uint64_t total;
    return vc_game_odds(game, a, list, capacity, count, b & 1 ? &total : NULL);
}

static vc_status ask_hand(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)b;
    return vc_game_hand(game, a & 3, list, capacity, count);
}

static vc_status ask_pile(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)b;
    return vc_game_pile(game, a & 3, list, capacity, count);
}

static vc_status ask_deck(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    return vc_game_deck(game, a & 3, b, list, capacity, count);
}

static vc_status ask_planes(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity, size_t *count)
{
    (void)a;
    return vc_game_planes(game, b & 1 ? VC_BATCH_MOVER_VIEW : 0, list, capacity, count);
}

static vc_status ask_float_planes(const vc_game *game, uint32_t a, uint32_t b, void *list, size_t capacity,
                                  size_t *count)
{
    (void)a;
    return vc_game_planes(game, VC_BATCH_FLOAT_PLANES | (b & 1 ? VC_BATCH_MOVER_VIEW : 0), list, capacity, count);
}

static void ask_list(const vc_game *game)
{
    static const struct {
        list_call ask;
        size_t size;
    } all[] = {{ask_actions, sizeof(vc_action)}, {ask_outcomes, sizeof(vc_action)}, {ask_pieces, sizeof(vc_piece)},
               {ask_odds, sizeof(vc_odds)},      {ask_hand, sizeof(vc_card)},       {ask_pile, sizeof(vc_card)},
               {ask_deck, sizeof(vc_card)},      {ask_planes, 1},                   {ask_float_planes, sizeof(float)}};
    const unsigned which = below(sizeof all / sizeof *all);
    const uint32_t a = below(70), b = below(3);
    const size_t capacity = next_byte();
    struct buffer buffer = new_buffer(capacity, all[which].size);
    size_t count = SIZE_MAX, again = SIZE_MAX;
    const vc_status status = all[which].ask(game, a, b, buffer.bytes, capacity, &count);
    must_fit_list(status, &buffer, capacity, count);
    MUST((count == SIZE_MAX) == (status && status != VC_ERR_BUFFER));
    free_buffer(&buffer);
    if (count == SIZE_MAX)
        return;
    MUST(all[which].ask(game, a, b, NULL, 0, &again) == (count ? VC_ERR_BUFFER : VC_OK) && again == count);
    void *exact = malloc(count ? count * all[which].size : 1);
    MUST(exact && !all[which].ask(game, a, b, exact, count, NULL));
    free(exact);
}

static void ask_bytes(const vc_game *game, bool saved)
{
    const size_t size = (size_t)next_byte() << below(4);
    struct buffer buffer = new_buffer(size, 1);
    size_t length = game ? vc_rules_snapshot_size(vc_game_rules(game)) : 0;
    const vc_status status = saved ? vc_game_save(game, buffer.bytes, size, &length)
                                   : vc_game_snapshot(game, buffer.bytes, size);
    MUST(game ? status == (size >= length && (buffer.bytes || !size) ? VC_OK : VC_ERR_BUFFER) || !buffer.bytes
              : status == VC_ERR_ARGUMENT);
    MUST(!status || is_blank(&buffer));
    free_buffer(&buffer);
}

/* ------------------------------------------------------------------------ plain values --- */

/* Whatever the arguments, there is an answer, and it is one of those that there are. */
static void ask_values(const vc_game *game)
{
    const uint32_t a = below(70), b = next_byte() & 15;
    uint32_t winner, reason;
    MUST(vc_game_actor(game) <= VC_NOBODY && vc_game_phase(game) <= VC_PHASE_DEALING);
    MUST(vc_game_claimable(game) <= VC_REASON_THREEFOLD_REPETITION);
    MUST(vc_game_side_to_move(game) <= VC_NOBODY && vc_game_castling_rights(game) < 16);
    MUST(vc_game_en_passant(game) <= VC_NO_SQUARE && vc_game_focus(game) <= VC_NO_SQUARE);
    MUST(VC_PIECE_TYPE(vc_game_piece(game, a)) <= VC_KING);
    MUST(vc_game_in_check(game) == (vc_game_checkers(game) != 0));
    MUST(!(vc_game_touched(game) & vc_game_combos(game)));
    MUST((vc_game_squares(game, b & 3, b >> 2) & ~(vc_game_squares(game, b & 3, VC_NO_PIECE))) == 0);
    (void)vc_game_attackers(game, a, b & 3);
    (void)vc_game_destinations(game, a);
    MUST(vc_game_decks(game, b & 3) <= 2);
    (void)vc_game_top(game, b & 3, b >> 2);
    (void)vc_game_played_card(game);
    (void)vc_game_hash(game);
    MUST(vc_game_repetitions(game) <= vc_game_length(game) + 1);
    MUST(vc_game_halfmove_clock(game) <= 99999 && vc_game_move_number(game) <= 99999);
    MUST(vc_game_outcome(game, &winner, &reason) == (game ? VC_OK : VC_ERR_ARGUMENT));
    vc_entry entry = {.size = b ? sizeof entry : b};
    const size_t index = below(70);
    const vc_status status = vc_game_entry(game, index, &entry);
    MUST((status == VC_OK) == (b && index < vc_game_length(game) + vc_game_redo_length(game)));
}

static void read_notation(const vc_game *game)
{
    char *text = next_text(16);
    vc_error error = {.size = below(8) ? sizeof error : 1};
    vc_action action = 77;
    const vc_status status = vc_game_san_parse(game, text, below(3), &action, &error);
    if (status)
        MUST(action == 77 && (error.size == 1 || error.status == status));
    else
        MUST(vc_game_is_legal(game, action));
    free(text);
}

/* A clone goes through all that must hold of a game wherever it is. */
static void look_closely(const vc_game *game)
{
    vc_game *clone = NULL;
    vc_status status;
    if (!game)
        return;
    CALL(status, vc_game_clone(game, VC_WITH_HISTORY, &clone));
    if (status)
        return;
    const size_t fail_in = heap.fail_in;
    heap.fail_in = 0;
    must_be_sound(clone);
    MUST(!vc_game_free(clone));
    heap.fail_in = fail_in;
}

void ask_call(struct seat *seat)
{
    struct trace before = {.size = 0};
    if (seat->game)
        before = trace_of(seat->game);
    switch (below(8)) {
    case 0:
    case 1:
        ask_text(seat->game);
        break;
    case 2:
    case 3:
        ask_list(seat->game);
        break;
    case 4:
        ask_bytes(seat->game, below(2));
        break;
    case 5:
        ask_values(seat->game);
        break;
    case 6:
        read_notation(seat->game);
        break;
    default:
        look_closely(seat->game);
    }
    if (seat->game)
        must_be_unchanged(seat->game, &before);
}

/* ------------------------------------------------------------------- without a handle --- */

static void hold_rules(void)
{
    vc_rules **rules = &rules_held[below(RULES)], *made = NULL;
    const vc_rules *other = rules_held[below(RULES)];
    vc_status status;
    if (other && below(2))
        CALL(status, vc_rules_copy(other, &made));
    else if (other && below(2))
        status = (made = vc_rules_retain(rules_held[below(RULES)])) ? VC_OK : VC_ERR_ARGUMENT;
    else
        CALL(status, vc_rules_new(below(6), &heap_memory, &made));
    MUST(!status == (made != NULL));
    if (!made)
        return;
    MUST(vc_rules_ruleset(made) < vc_ruleset_count());
    vc_rules_release(*rules);
    *rules = made;
}

static void set_option(void)
{
    vc_rules *rules = rules_held[below(RULES)];
    vc_option option = {.size = sizeof option};
    vc_error error = {.size = sizeof error};
    char before[64] = "", after[64] = "";
    char *value = next_text(20);
    const size_t index = below(8);
    const vc_status described = vc_rules_option(rules, index, &option);
    MUST((described == VC_OK) == (index < vc_rules_option_count(rules)));
    const char *name = described ? "none" : option.name;
    const bool known = !vc_rules_get(rules, name, before, sizeof before, NULL);
    vc_status status;
    QUIET(status, vc_rules_set(rules, name, value, &error));
    MUST(status != VC_OK || (known && !vc_rules_is_frozen(rules)));
    MUST((status == VC_ERR_FROZEN) == (rules && vc_rules_is_frozen(rules)));
    if (status && known)
        MUST(!vc_rules_get(rules, name, after, sizeof after, NULL) && !strcmp(before, after));
    free(value);
}

static void number_actions(void)
{
    const uint32_t ruleset = below(6), action = next_word() >> below(8);
    const uint32_t index = vc_action_index(ruleset, action), count = vc_ruleset_action_count(ruleset);
    MUST(index == VC_NO_INDEX || (index < count && vc_action_at(ruleset, index) == action));
    if (count) {
        const uint32_t any = next_word() % (count + 1);
        const vc_action at = vc_action_at(ruleset, any);
        MUST(any == count ? at == VC_NO_ACTION : vc_action_index(ruleset, at) == any);
        const vc_action mirrored = vc_action_mirrored(at);
        MUST(vc_action_mirrored(mirrored) == at);
        MUST(!at || vc_action_index(ruleset, mirrored) != VC_NO_INDEX);
        MUST(vc_ruleset_player_action_count(ruleset) <= count);
    }
}

/* The parts of a value, whatever it is, are those that the macros give of what is an action. */
static void take_apart(void)
{
    const vc_action action = below(2) ? next_word() >> below(8)
                                      : vc_action_make_move(below(70), below(70), below(9), below(9));
    const vc_piece piece = next_byte();
    const uint32_t valid = vc_action_is_valid(action);
    char text[VC_ACTION_TEXT_SIZE];
    MUST(vc_action_to(action) == VC_ACTION_TO(action) && vc_action_from(action) == VC_ACTION_FROM(action));
    MUST(vc_action_piece(action) == VC_ACTION_PIECE(action) && vc_action_member(action) == VC_ACTION_MEMBER(action));
    MUST(vc_action_rank(action) == VC_ACTION_RANK(action) && vc_action_suit(action) == VC_ACTION_SUIT(action));
    MUST(vc_action_kind(action) == VC_ACTION_KIND(action));
    MUST(valid == !vc_action_text(action, text, sizeof text, NULL));
    MUST(vc_piece_type(piece) == VC_PIECE_TYPE(piece) && vc_piece_color(piece) == VC_PIECE_COLOR(piece));
    MUST(vc_piece_moves(piece) == VC_PIECE_MOVES(piece));
}

static void read_action(void)
{
    char *text = next_text(10), again[VC_ACTION_TEXT_SIZE];
    vc_action action = 77;
    vc_error error = {.size = sizeof error};
    const vc_status status = vc_action_parse(text, &action, &error);
    if (status)
        MUST(action == 77);
    else
        MUST(!vc_action_text(action, again, sizeof again, NULL) && !strcmp(again, text));
    if (status)
        must_be_told(&error, status, strlen(text));
    free(text);
}

static void share_secrets(void)
{
    uint8_t secrets[9 * VC_FAIR_SECRET_BYTES] = {0}, commitment[VC_FAIR_COMMITMENT_BYTES], seed[VC_SEED_BYTES];
    char *id = next_text(255);
    const uint32_t party = below(10);
    MUST(!vc_fair_secret(secrets));
    secrets[0] = next_byte();
    const vc_status status = vc_fair_commit(id, party, secrets, commitment);
    MUST(vc_fair_seed(id, secrets, party, seed) == status);
    if (!status) {
        MUST(!vc_fair_check(id, party, secrets, commitment));
        commitment[below(VC_FAIR_COMMITMENT_BYTES)] ^= (uint8_t)(1 + below(255));
        MUST(vc_fair_check(id, party, secrets, commitment) == VC_ERR_MISMATCH);
    }
    free(id);
}

static void roll_dice(void)
{
    uint8_t seed[VC_SEED_BYTES] = {0};
    const uint64_t n = (uint64_t)next_word() << below(40), bound = (uint64_t)next_word() << below(40);
    uint64_t value = 77;
    seed[0] = next_byte();
    vc_status status = vc_dice_seeded(seed, n, bound, &value);
    MUST(status == (bound && !(n >> 61) ? VC_OK : VC_ERR_ARGUMENT) && (status ? value == 77 : value < bound));
    value = 77;
    status = vc_dice_random(bound, &value);
    MUST(status == (bound ? VC_OK : VC_ERR_ARGUMENT) && (status ? value == 77 : value < bound));
}

/* Many draws are those that are made one by one. */
static void roll_many(void)
{
    enum { MANY = 200 };
    uint8_t seed[VC_SEED_BYTES] = {0};
    const size_t count = below(MANY + 1);
    uint64_t values[MANY], one;
    uint64_t n = (uint64_t)next_word() << below(33), bound = (uint64_t)next_word() << below(33);
    seed[0] = next_byte();
    MUST(!vc_seed_derive(seed, n, seed));
    if (!below(8))
        n = (UINT64_C(1) << 61) - below(MANY);
    const vc_status status = vc_dice_seeded_many(seed, n, bound, values, count);
    MUST(status == (bound && n + count <= UINT64_C(1) << 61 ? VC_OK : VC_ERR_ARGUMENT));
    for (size_t i = 0; !status && i < count; i += 1 + below(40))
        MUST(!vc_dice_seeded(seed, n + i, bound, &one) && one == values[i]);
}

static void ask_names(void)
{
    const uint32_t which = next_byte();
    MUST(vc_status_text((vc_status)next_word()));
    MUST((vc_ruleset_name(which) == NULL) == (which >= vc_ruleset_count()));
    MUST((vc_ruleset_title(which) == NULL) == (which >= vc_ruleset_count()));
    (void)vc_phase_name(which);
    (void)vc_reason_name(which);
    uint32_t ruleset = 77;
    char *text = next_text(12);
    const char *name = below(2) ? text : vc_ruleset_name(which);
    const bool found = !vc_ruleset_find(name, &ruleset);
    MUST(found ? !strcmp(vc_ruleset_name(ruleset), name) : ruleset == 77);
    free(text);
    MUST(strlen(vc_version()) && vc_version_number());
    vc_plane plane = {.size = sizeof plane};
    const vc_rules *rules = rules_held[below(RULES)];
    MUST((vc_rules_plane(rules, which, &plane) == VC_OK) == (which < vc_rules_plane_count(rules)));
}

void plain_call(void)
{
    static void (*const all[])(void) = {hold_rules, set_option, number_actions, read_action, roll_dice,
                                        share_secrets, ask_names, take_apart, roll_many};
    all[below(sizeof all / sizeof *all)]();
}
