/* SPDX-License-Identifier: ISC */
/*
 * rules_quantum.c - Quantum Superposition Chess [Q]: touch a piece, chance redraws what it is
 *
 * A turn is a move of king or pawn, or touches until a touched officer can move; between touch and identity chance
 * acts. Own state: the squares touched in vain (own word 0); the touched square is the position's focus. Compiled
 * once per kind of processor. Includes rules_common.h only.
 */
#include "rules_common.h"

static const struct traits strict_traits = {.strict = true, .take_king = true};
static const struct traits free_traits = {.strict = false};

enum { WORDS = COMMON_WORDS + 1, TYPES = 4 };
enum { SLOT_VALUES = 1, SLOT_TEMPERATURE = 5, SLOT_SAFETY = 7 };
enum { FIELD_TOUCHED, FIELD_DRAWING, FIELD_MOVING, FIELDS };

static bitboard officers_of(const struct position *p)
{
    return p->type[VC_KNIGHT - 1] | p->type[VC_BISHOP - 1] | p->type[VC_ROOK - 1] | p->type[VC_QUEEN - 1];
}

static bitboard touched(const struct position *p) { return p->own.word[0]; }
static bool is_strict(const struct vc_rules *rules) { return rules->value[SLOT_SAFETY] != 0; }
static uint64_t touch_key(unsigned square) { return mix64(UINT64_C(0x746f756368) << 8 | square); }

/* ----------------------------------------------------------------------------- weights --- */

/* [Q4a] [Q4aa]: derived[4 * present identity + T], knight to queen each, is the weight of T, no divisor in common. */
static void prepare(struct vc_rules *rules)
{
    const int32_t *value = &rules->value[SLOT_VALUES]; /* of queen, rook, bishop, knight */
    const uint32_t a = (uint32_t)rules->value[SLOT_TEMPERATURE], b = (uint32_t)rules->value[SLOT_TEMPERATURE + 1];
    uint32_t base[TYPES], sum = 0;
    for (unsigned t = 0; t < TYPES; t++) {
        base[t] = 1;
        for (unsigned other = 0; other < TYPES; other++)
            if (other != t)
                base[t] *= (uint32_t)value[3 - other];
        sum += base[t];
    }
    for (unsigned now = 0; now < TYPES; now++) {
        uint32_t *weights = &rules->derived[TYPES * now];
        for (unsigned t = 0; t < TYPES; t++)
            weights[t] = (b - a) * base[t] + (t == now ? a * sum : 0);
        reduce_weights(weights, TYPES);
    }
}

/* The weights by identity, knight first, for the officer on a square. */
static const uint32_t *weights_of(const struct vc_rules *rules, const struct position *p, unsigned square)
{
    return &rules->derived[TYPES * (type_on(p, square) - VC_KNIGHT)];
}

/* ------------------------------------------------------------------------------- moves --- */

ALWAYS_INLINE size_t moves(const struct vc_rules *rules, const struct position *p, bitboard mask, bool castling,
                           vc_action *list)
{
    return is_strict(rules) ? generate_side(p, strict_traits, mask, castling, list)
                            : generate_side(p, free_traits, mask, castling, list);
}

static bool can_move(const struct vc_rules *rules, const struct position *p, unsigned square)
{
    return moves(rules, p, bit(square), false, NULL) != 0;
}

static struct move apply_move_to(const struct vc_rules *rules, const struct position *before, struct position *after,
                                 vc_action action)
{
    return is_strict(rules) ? apply_side(before, after, action, strict_traits, WORDS)
                            : apply_side(before, after, action, free_traits, WORDS);
}

static bitboard attackers(const struct vc_rules *rules, const struct position *p, unsigned square, unsigned color)
{
    (void)rules;
    return attackers_side(p, square, color, false);
}

/*
 * A quick answer, yes in nearly all positions, to whether a move leaves the own king unattacked: a step of a pawn or
 * knight that is not pinned while there is no check, or of the king.
 */
static bool has_plain_step(const struct position *p)
{
    const unsigned us = p->side;
    const bitboard own = p->color[us], occ = occupied(p), king = own & p->type[VC_KING - 1];
    const struct movers foe = movers_of(p, us ^ 1, false);
    const struct safety safety = safety_of(first_square(king), occ, &foe, us ^ 1);
    const bitboard pawns = own & p->type[VC_PAWN - 1] & ~safety.pinned;
    const bitboard knights = own & p->type[VC_KNIGHT - 1] & ~safety.pinned;
    if (!safety.checkers && (ahead(pawns, us) & ~occ || knight_leaps(knights) & ~own))
        return true;
    return unattacked(vci_king_attacks[first_square(king)] & ~own, occ ^ king, &foe, us ^ 1) != 0;
}

/*
 * [Q7] Whether the side to move has a move that takes the enemy king or leaves its own unattacked. Under free safety a
 * king may also castle through an attack.
 */
static bool has_safe_move(const struct vc_rules *rules, const struct position *p)
{
    if (LIKELY(has_plain_step(p)) || generate_side(p, strict_traits, ALL_SQUARES, true, NULL))
        return true;
    if (is_strict(rules))
        return false;
    const unsigned king = first_square(pieces(p, p->side, VC_KING));
    for (bitboard targets = castling_targets(p, p->side, pieces(p, p->side, VC_ROOK), NULL); targets;) {
        struct position after;
        apply_side(p, &after, make_move(king, pop_square(&targets)), free_traits, WORDS);
        if (!vci_checkers(rules, &after, p->side))
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------- turn [Q3] --- */

static bool dead(const struct vc_rules *rules, const struct position *p) { return is_strict(rules) && only_kings(p); }

/* Whether the game ended at the start of this turn, or with the king before. */
static bool turn_cannot_start(const struct vc_rules *rules, const struct position *p)
{
    return king_missing(p) ||
           (!touched(p) && (!has_safe_move(rules, p) || dead(rules, p) || clock_ran_out(rules, p)));
}

static bitboard touchable(const struct position *p) { return p->color[p->side] & officers_of(p) & ~touched(p); }

static size_t turn_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    const bitboard mask = p->type[VC_KING - 1] | p->type[VC_PAWN - 1];
    bitboard officers = touchable(p);
    if (turn_cannot_start(rules, p))
        return 0;
    if (!list)
        return moves(rules, p, mask, true, NULL) + count_bits(officers);
    size_t n = moves(rules, p, mask, true, list);
    while (officers)
        list[n++] = make_kind(VC_TOUCH) | pop_square(&officers) << SHIFT_FROM;
    return n;
}

static bool turn_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    vc_action list[LIST_SIZE];
    const bitboard from = bit(VC_ACTION_FROM(action));
    if (turn_cannot_start(rules, p))
        return false;
    if (VC_ACTION_KIND(action) == VC_TOUCH)
        return (from & touchable(p)) != 0;
    return VC_ACTION_KIND(action) == VC_MOVE && from & (p->type[VC_KING - 1] | p->type[VC_PAWN - 1]) &&
           in_list(list, moves(rules, p, from, (from & p->type[VC_KING - 1]) != 0, list), action);
}

/* A move of king, pawn or touched officer ends the turn. */
static void move_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                       vc_action action)
{
    apply_move_to(rules, before, after, action);
    for (bitboard set = touched(before); set;)
        after->key ^= touch_key(pop_square(&set));
    after->own.word[0] = 0;
    after->focus = NO_SQUARE;
    end_turn(after);
}

static void turn_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                       vc_action action)
{
    if (VC_ACTION_KIND(action) == VC_MOVE) {
        move_apply(rules, before, after, action);
        return;
    }
    position_copy(after, before, WORDS);
    after->phase = VC_PHASE_DRAWING;
    after->focus = (uint8_t)VC_ACTION_FROM(action);
}

/* ---------------------------------------------------------------- chance and after [Q4] --- */

static size_t drawing_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    const uint32_t *weights = weights_of(rules, p, p->focus);
    size_t n = 0;
    for (unsigned t = 0; t < TYPES; t++)
        if (weights[t])
            n = emit(list, n, make_kind(VC_BECOME) | with_piece(t + VC_KNIGHT));
    return n;
}

static void drawing_weights(const struct vc_rules *rules, const struct position *p, uint32_t *list)
{
    const uint32_t *weights = weights_of(rules, p, p->focus);
    for (unsigned t = 0; t < TYPES; t++)
        if (weights[t])
            *list++ = weights[t];
}

static bool drawing_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    return VC_ACTION_KIND(action) == VC_BECOME && weights_of(rules, p, p->focus)[VC_ACTION_PIECE(action) - VC_KNIGHT];
}

/* Gives the piece on the focus an identity. */
static void become(struct position *p, unsigned type)
{
    toggle_piece(p, p->side, type_on(p, p->focus), p->focus);
    toggle_piece(p, p->side, type, p->focus);
}

static void drawing_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                          vc_action action)
{
    position_copy(after, before, WORDS);
    become(after, VC_ACTION_PIECE(action));
    if (can_move(rules, after, after->focus)) {
        after->phase = VC_PHASE_MOVING;
        return;
    }
    after->phase = VC_PHASE_TURN; /* touched in vain: the mover goes on choosing [Q3] */
    after->own.word[0] |= bit(after->focus);
    after->key ^= touch_key(after->focus);
    after->focus = NO_SQUARE;
}

static size_t moving_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    return moves(rules, p, bit(p->focus), false, list);
}

static bool moving_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    vc_action list[LIST_SIZE];
    return in_list(list, moving_actions(rules, p, list), action);
}

/* ----------------------------------------------------------------------------- the end --- */

static struct verdict verdict(const struct vc_rules *rules, const struct position *p)
{
    const unsigned enemy = p->side ^ 1u;
    if (king_missing(p))
        return verdict_king_captured(p);
    if (p->phase != VC_PHASE_TURN)
        return GOES_ON;
    if (touched(p))
        return turn_actions(rules, p, NULL) ? GOES_ON : wins(enemy, VC_REASON_QUANTUM_TRAP);
    if (!has_safe_move(rules, p))
        return wins(enemy, vci_checkers(rules, p, p->side) ? VC_REASON_CHECKMATE : VC_REASON_STALEMATE);
    return verdict_draws(rules, p, dead(rules, p));
}

/* ------------------------------------------------------------------ what may be asked --- */

static bool odds(const struct vc_rules *rules, const struct position *p, unsigned square, uint32_t *weights,
                 uint32_t *move_counts)
{
    struct position guess;
    if (p->phase == VC_PHASE_MOVING || (p->phase == VC_PHASE_TURN && !(touchable(p) & bit(square))) ||
        (p->phase == VC_PHASE_DRAWING && p->focus != square))
        return false;
    position_copy(&guess, p, WORDS);
    guess.focus = (uint8_t)square;
    for (unsigned t = 0; t < TYPES; t++) {
        weights[t + VC_KNIGHT] = weights_of(rules, p, square)[t];
        become(&guess, t + VC_KNIGHT);
        move_counts[t + VC_KNIGHT] = (uint32_t)moves(rules, &guess, bit(square), false, NULL);
    }
    return true;
}

static const char *why(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    const unsigned kind = VC_ACTION_KIND(action), from = VC_ACTION_FROM(action);
    const char *not_own = why_not_own(p, from);
    vc_action list[LIST_SIZE];
    (void)rules;
    if (kind != VC_MOVE && kind != VC_TOUCH)
        return "Quantum Superposition Chess has no such action";
    if (not_own)
        return not_own;
    if (p->phase == VC_PHASE_MOVING && (kind == VC_TOUCH || from != p->focus))
        return "it must be the touched piece: that must move now";
    if (kind == VC_TOUCH)
        return touched(p) & bit(from) ? "that piece was touched already in this turn"
                                      : "kings and pawns are not touched, they just move";
    if (p->phase == VC_PHASE_TURN && officers_of(p) & bit(from))
        return touched(p) & bit(from) ? "that piece was touched already and cannot move"
                                      : "that piece must be touched before it can move";
    return why_not_move(p, action, list, generate_side(p, free_traits, ALL_SQUARES, true, list));
}

static void events(const struct vc_rules *rules, const struct position *before, const struct position *after,
                   vc_action action, event_sink sink, void *context)
{
    if (VC_ACTION_KIND(action) == VC_MOVE)
        events_of_move(before, action, false, sink, context);
    if (VC_ACTION_KIND(action) != VC_BECOME)
        return;
    vc_event event = new_event(VC_EVENT_TOUCH, action, before->side, before->focus);
    event.before = make_piece(before->side, type_on(before, before->focus));
    event.after = make_piece(before->side, VC_ACTION_PIECE(action));
    event.can_move = after->phase == VC_PHASE_MOVING;
    memcpy(event.weights, weights_of(rules, before, before->focus), sizeof event.weights);
    sink(context, &event);
}

static bool ep_useful(const struct vc_rules *rules, const struct position *p, unsigned ep, unsigned mover)
{
    return ep_captors(p, ep, mover, is_strict(rules) ? strict_traits : free_traits) != 0;
}

/* -------------------------------------------------------------------- position strings --- */

static const char *const fields[FIELDS] = {
    [FIELD_TOUCHED] = "touched", [FIELD_DRAWING] = "drawing", [FIELD_MOVING] = "moving"};

/* Reads the square of an officer of the side to move. */
static bool read_officer(struct reader *reader, const struct field *field, size_t at, unsigned *square)
{
    const struct position *p = reader->position;
    *square = field->length >= at + 2 ? vci_square_read(field->value + at) : NO_SQUARE;
    if (*square == NO_SQUARE)
        return malformed(reader, field->offset + at, "not a square");
    if (!(bit(*square) & p->color[p->side] & officers_of(p)))
        return refuse(reader, field->offset + at, "no officer of the side to move is there");
    return true;
}

static bool read_focus(struct reader *reader, const struct field *field, unsigned phase)
{
    struct position *p = reader->position;
    unsigned square;
    if (field->length != 2)
        return malformed(reader, field->offset, "not one square");
    if (!read_officer(reader, field, 0, &square))
        return false;
    if (touched(p) & bit(square))
        return refuse(reader, field->offset, "a piece is touched once a turn only");
    p->focus = (uint8_t)square;
    p->phase = (uint8_t)phase;
    return true;
}

static uint64_t fresh_key(const struct position *p)
{
    uint64_t key = fresh_key_single(p);
    for (bitboard set = touched(p); set;)
        key ^= touch_key(pop_square(&set));
    return key;
}

static bool read(struct reader *reader)
{
    struct position *p = reader->position;
    const struct field *own = reader->own;
    for (unsigned i = 0; i < FIELDS; i++)
        if (own[i].value && reader->finished)
            return refuse(reader, own[i].offset, "the game is over: nothing is touched");
    for (size_t i = 0; own[FIELD_TOUCHED].value && i < own[FIELD_TOUCHED].length; i += 2) {
        unsigned square;
        if (!read_officer(reader, &own[FIELD_TOUCHED], i, &square))
            return false;
        if (touched(p) & bit(square))
            return refuse(reader, own[FIELD_TOUCHED].offset + i, "a square stands twice");
        p->own.word[0] |= bit(square);
    }
    if (own[FIELD_DRAWING].value && own[FIELD_MOVING].value)
        return refuse(reader, own[FIELD_MOVING].offset, "drawing and moving at once");
    if (own[FIELD_DRAWING].value && !read_focus(reader, &own[FIELD_DRAWING], VC_PHASE_DRAWING))
        return false;
    if (own[FIELD_MOVING].value && !read_focus(reader, &own[FIELD_MOVING], VC_PHASE_MOVING))
        return false;
    p->key = fresh_key(p);
    return true;
}

/* Fields that contradict what may be done [C9]. */
static bool check(struct reader *reader)
{
    const struct position *p = reader->position;
    if (reader->finished)
        return true;
    for (bitboard set = touched(p); set;)
        if (can_move(reader->rules, p, pop_square(&set)))
            return refuse(reader, reader->own[FIELD_TOUCHED].offset,
                          "a piece touched in vain has a legal move");
    if (p->phase == VC_PHASE_MOVING && !can_move(reader->rules, p, p->focus))
        return refuse(reader, reader->own[FIELD_MOVING].offset,
                      "the piece that must move has no legal move");
    return true;
}

static void write(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    (void)rules;
    if (touched(p))
        vci_text_string(text, " touched:");
    for (bitboard set = touched(p); set;)
        vci_square_write(text, pop_square(&set));
    if (p->phase == VC_PHASE_TURN)
        return;
    vci_text_string(text, p->phase == VC_PHASE_DRAWING ? " drawing:" : " moving:");
    vci_square_write(text, p->focus);
}

static bool king_must_be_safe(const struct vc_rules *rules, const struct position *p)
{
    return is_strict(rules) && p->phase != VC_PHASE_MOVING;
}

static bool consistent(const struct vc_rules *rules, const struct position *p)
{
    const bitboard officers = p->color[p->side] & officers_of(p);
    (void)rules;
    return !(touched(p) & ~officers) && (p->phase == VC_PHASE_TURN) == (p->focus == NO_SQUARE) &&
           (p->focus == NO_SQUARE || (officers & ~touched(p) & bit(p->focus)));
}

/* --------------------------------------------------------------------------- the table --- */

static const struct phase turn = {.actions = turn_actions, .legal = turn_legal, .apply = turn_apply};
static const struct phase drawing = {
    .chance = true,
    .actions = drawing_actions,
    .legal = drawing_legal,
    .apply = drawing_apply,
    .weights = drawing_weights,
};
static const struct phase moving = {.actions = moving_actions, .legal = moving_legal, .apply = move_apply};

static const struct option_def options[] = {
    OPTION_AUTOMATIC_DRAWS,
    {.name = "values", .default_value = "10,5,3,3", .range = "4 x 1-100", .type = VC_OPTION_INTEGERS,
     .slot = SLOT_VALUES, .count = 4, .low = 1, .high = 100,
     .help = "values of queen, rook, bishop, knight: a touched piece becomes each with a weight of one over its value"},
    {.name = "temperature", .default_value = "0", .range = "0-1, denominator 1-100", .type = VC_OPTION_FRACTION,
     .slot = SLOT_TEMPERATURE, .count = 2, .low = 1, .high = 100,
     .help = "the probability that a touched piece stays what it is, before the weights apply"},
    OPTION_KING_SAFETY("free", SLOT_SAFETY),
};

static const struct encoding encoding = {
    .moves = {ORTHODOX_BLOCKS},
    .first = {[VC_TOUCH] = ORTHODOX_MOVES, [VC_BECOME] = ORTHODOX_MOVES + TOUCH_ACTIONS},
    .players = ORTHODOX_MOVES + TOUCH_ACTIONS,
    .count = ORTHODOX_MOVES + TOUCH_ACTIONS + IDENTITY_ACTIONS,
};

const struct ruleset CPU_NAME(vci_quantum) = {
    .name = "quantum",
    .title = "Quantum Superposition Chess",
    .words = WORDS,
    .encoding = &encoding,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .phases = {[VC_PHASE_TURN] = &turn, [VC_PHASE_DRAWING] = &drawing, [VC_PHASE_MOVING] = &moving},
    .prepare = prepare,
    .verdict = verdict,
    .attackers = attackers,
    .members = members_single,
    .touched = touched,
    .why = why,
    .events = events,
    .fields = fields,
    .field_count = FIELDS,
    .clock_bounds_repetition = true,
    .corner_types = 1 << VC_QUEEN | 1 << VC_ROOK | 1 << VC_BISHOP | 1 << VC_KNIGHT,
    .read = read,
    .ep_useful = ep_useful,
    .king_must_be_safe = king_must_be_safe,
    .check = check,
    .write = write,
    .fresh_key = fresh_key,
    .consistent = consistent,
    .odds = odds,
};
