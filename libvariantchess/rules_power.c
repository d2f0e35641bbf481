/* SPDX-License-Identifier: ISC */
/*
 * rules_power.c - Power Chess [W]: pieces of a colour merge into combos
 *
 * A turn is one move; an attack on a combo hands the turn to its owner, who names the casualty. What stands on the
 * board is in power_board.h, what may move in power_moves.h, position strings in power_text.h. Compiled once per kind
 * of processor.
 */
#include "power_moves.h"
#include "power_text.h"

static void prepare(struct vc_rules *rules)
{
    uint32_t most = 1; /* [W11] */
    for (unsigned slot = SLOT_INITIAL; slot <= SLOT_KING_INITIAL; slot++)
        if (rules->value[slot] > (int32_t)most)
            most = (uint32_t)rules->value[slot];
    rules->derived[0] = most;
}

ALWAYS_INLINE size_t moves(const struct vc_rules *rules, const struct position *p, bitboard mask, vc_action *list)
{
    return p->side == WHITE ? generate_power(rules, p, WHITE, mask, list) : generate_power(rules, p, BLACK, mask, list);
}

static bitboard attackers(const struct vc_rules *rules, const struct position *p, unsigned square, unsigned color)
{
    (void)rules;
    return attackers_side(p, square, color, false);
}

/* ---------------------------------------------------------------------------- the end [W9] --- */

/* How many pieces there are: two in one combo are two. */
static unsigned men(const struct position *p) { return list_index(p, NOBODY_LISTED); }

static bool dead(const struct vc_rules *rules, const struct position *p)
{
    if (LIKELY((p->type[VC_PAWN - 1] | p->type[VC_ROOK - 1] | p->type[VC_QUEEN - 1]) != 0))
        return false;
    if (vci_checkers(rules, p, p->side ^ 1u))
        return false;
    const unsigned count = men(p);
    if (count == 2)
        return true;
    if (rules->value[SLOT_KING_INITIAL] >= 0)
        return false;
    if (p->type[VC_KNIGHT - 1])
        return count == 3;
    return dead_orthodox(p);
}

static bool turn_cannot_start(const struct vc_rules *rules, const struct position *p)
{
    return king_missing(p) || dead(rules, p) || clock_ran_out(rules, p);
}

static struct verdict verdict(const struct vc_rules *rules, const struct position *p)
{
    if (king_missing(p))
        return verdict_king_captured(p);
    if (p->phase != VC_PHASE_TURN)
        return GOES_ON;
    if (!moves(rules, p, ALL_SQUARES, NULL))
        return vci_checkers(rules, p, p->side) ? wins(p->side ^ 1u, VC_REASON_CHECKMATE) : drawn(VC_REASON_STALEMATE);
    return verdict_draws(rules, p, dead(rules, p));
}

/* -------------------------------------------------------------------------------- moves --- */

static size_t turn_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    if (turn_cannot_start(rules, p))
        return 0;
    return list ? moves(rules, p, ALL_SQUARES, list) : moves(rules, p, ALL_SQUARES, NULL);
}

static bool turn_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    vc_action list[LIST_SIZE];
    return VC_ACTION_KIND(action) == VC_MOVE && !turn_cannot_start(rules, p) &&
           in_list(list, moves(rules, p, bit(VC_ACTION_FROM(action)), list), action);
}

/* What a legal move is, beyond its squares. */
struct power_move {
    unsigned from, to, promotes_to, count;
    listed movers[16]; /* who goes, as listed before the move */
    bool attacks, captures, merges, parts;
    bool two_step, castles, as_pawn;
    unsigned victim;   /* where the captured piece stands */
};

static struct power_move describe(const struct position *p, vc_action action)
{
    const unsigned us = p->side, member = VC_ACTION_MEMBER(action);
    struct power_move m = {.from = VC_ACTION_FROM(action), .to = VC_ACTION_TO(action),
                           .promotes_to = VC_ACTION_PIECE(action), .parts = member != 0, .as_pawn = true};
    const bool far = m.to - m.from == 16 || m.from - m.to == 16;
    if (member)
        m.movers[m.count++] = who_goes(p, m.from, member, member == VC_PAWN && far);
    else
        for (struct stretch s = members_on(p, m.from); s.first < s.end; s.first++)
            m.movers[m.count++] = *s.first;
    const unsigned type = listed_type(m.movers[0]); /* of one that goes alone */
    for (unsigned i = 0; i < m.count; i++)
        m.as_pawn &= listed_type(m.movers[i]) == VC_PAWN;
    m.two_step = far && m.count == 1 && type == VC_PAWN;
    m.castles = !member && m.count == 1 && type == VC_KING && (m.to - m.from == 2 || m.from - m.to == 2);
    m.victim = m.to;
    if (p->color[us ^ 1] & bit(m.to)) {
        m.attacks = combos_of(p) & bit(m.to);
        m.captures = !m.attacks;
    } else if (p->color[us] & bit(m.to))
        m.merges = true;
    else if (m.to == p->ep && m.count == 1 && type == VC_PAWN && m.from % 8 != m.to % 8) {
        m.captures = true;
        m.victim = ep_victim(m.to, us);
    }
    return m;
}

/* A piece that has made one move more, up to the maximum [W10]. */
ALWAYS_INLINE listed moved(const struct vc_rules *rules, listed man, unsigned to, unsigned type)
{
    const unsigned count = listed_count(man);
    return make_listed(to, type, count + (count < most_count(rules)));
}

/* Moves a listed piece in the list. */
static void relocate(const struct vc_rules *rules, struct position *p, listed man, unsigned to, unsigned type)
{
    list_remove(p, man);
    list_insert(p, moved(rules, man, to, type));
}

static void castle_rook(const struct vc_rules *rules, struct position *p, unsigned king_to, unsigned us)
{
    const struct castling_way *way = castling_onto(king_to);
    const unsigned from = (king_to & 56u) + way->rook_from, to = (king_to & 56u) + way->rook_to;
    open_square(p, from);
    relocate(rules, p, *members_on(p, from).first, to, VC_ROOK);
    close_square(rules, p, from, us);
    close_square(rules, p, to, us);
}

/* Keeps the en-passant square behind a pawn that stands alone, when a capture is legal [W7] [C6]. */
static void set_ep(const struct vc_rules *rules, struct position *p, const struct power_move *m, unsigned us)
{
    const unsigned ep = (m->from + m->to) / 2;
    p->ep = NO_SQUARE;
    if (!m->two_step || combos_of(p) & bit(m->to) || !(vci_pawn_attacks[us][ep] & pieces(p, us ^ 1, VC_PAWN)))
        return;
    struct board b;
    look_at(&b, rules, p, us ^ 1);
    if (ep_captors_power(&b, ep))
        p->ep = (uint8_t)ep;
}

/* Whether an advance of two steps, if it is one, comes to stand beside an enemy pawn, which may take it en passant. */
static bool may_be_taken(const struct position *p, unsigned type, unsigned from, unsigned to, unsigned us)
{
    return type == VC_PAWN && (from ^ to) == 16 && vci_pawn_attacks[us][(from + to) / 2] & pieces(p, us ^ 1, VC_PAWN);
}

/*
 * What is played most often, in short: a lone piece goes to an empty square or captures another. False when a move is
 * more than that, and nothing has been done.
 */
static bool apply_simply(const struct vc_rules *rules, const struct position *before, struct position *after,
                         vc_action action)
{
    const unsigned from = VC_ACTION_FROM(action), to = VC_ACTION_TO(action), us = before->side;
    const unsigned promotes_to = VC_ACTION_PIECE(action);
    const listed man = *members_on(before, from).first;
    const unsigned type = listed_type(man);
    const bool castles = type == VC_KING && (from - to == 2 || to - from == 2);
    if (combos_of(before) & (bit(from) | bit(to)) || before->color[us] & bit(to) || castles || to == before->ep ||
        may_be_taken(before, type, from, to, us))
        return false;
    const listed new = moved(rules, man, to, promotes_to ? promotes_to : type);
    const bool captures = before->color[us ^ 1] & bit(to);
    position_copy(after, before, WORDS);
    list_move(before, after, from, new);
    after->key ^= man_key(us, man, 0) ^ man_key(us, new, 0);
    if (captures)
        after->key ^= man_key(us ^ 1, *members_on(before, to).first, 0);
    clear_squares(after, bit(from) | bit(to));
    set_man(rules, after, us, new);
    after->castling &= (uint8_t)~(rights_of_square[from] | rights_of_square[to]);
    tick_clock(after, captures || type == VC_PAWN);
    after->ep = NO_SQUARE;
    end_turn(after);
    return true;
}

static void turn_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                       vc_action action)
{
    if (apply_simply(rules, before, after, action))
        return;
    const struct power_move m = describe(before, action);
    const unsigned us = before->side;
    position_copy(after, before, WORDS);
    open_square(after, m.from);
    if (!m.attacks)
        open_square(after, m.to);
    if (m.captures && m.victim != m.to)
        open_square(after, m.victim);
    if (m.captures)
        list_remove(after, *members_on(after, m.victim).first);
    for (unsigned i = 0; i < m.count; i++) {
        const unsigned type = listed_type(m.movers[i]);
        if (m.attacks) /* the attacker is destroyed [W5] */
            list_remove(after, m.movers[i]);
        else
            relocate(rules, after, m.movers[i], m.to, type == VC_PAWN && m.promotes_to ? m.promotes_to : type);
    }
    close_square(rules, after, m.from, us);
    if (!m.attacks)
        close_square(rules, after, m.to, us);
    if (m.captures && m.victim != m.to)
        close_square(rules, after, m.victim, us ^ 1);
    if (m.castles)
        castle_rook(rules, after, m.to, us);
    if (after->castling)
        after->castling = lasting_rights(after);
    tick_clock(after, m.captures || m.attacks || m.as_pawn);
    set_ep(rules, after, &m, us);
    end_turn(after);
    if (m.attacks) {
        after->phase = VC_PHASE_HIT;
        after->focus = (uint8_t)m.to;
    }
}

/* ------------------------------------------------------------------------ casualty [W5] --- */

static size_t hit_actions(const struct vc_rules *rules, const struct position *p, vc_action *list)
{
    size_t n = 0;
    (void)rules;
    for (unsigned type = VC_PAWN; type <= VC_QUEEN; type++)
        if (p->type[type - 1] & bit(p->focus))
            n = emit(list, n, make_kind(VC_CASUALTY) | with_member(type));
    return n;
}

static bool hit_legal(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    (void)rules;
    return VC_ACTION_KIND(action) == VC_CASUALTY && p->type[VC_ACTION_MEMBER(action) - 1] & bit(p->focus);
}

static void hit_apply(const struct vc_rules *rules, const struct position *before, struct position *after,
                      vc_action action)
{
    const unsigned square = before->focus;
    position_copy(after, before, WORDS);
    open_square(after, square);
    list_remove(after, who_goes(before, square, VC_ACTION_MEMBER(action), false));
    close_square(rules, after, square, before->side);
    if (after->castling)
        after->castling = lasting_rights(after);
    after->clock = 0;
    after->focus = NO_SQUARE;
    end_turn(after);
}

/* ------------------------------------------------------------------ what may be asked --- */

/* A listed piece of a colour as front ends see it. */
static vc_piece listed_piece(unsigned color, listed man)
{
    return make_piece(color, listed_type(man)) | listed_count(man) << 4;
}

static unsigned members(const struct vc_rules *rules, const struct position *p, unsigned square, vc_piece *list)
{
    const struct stretch s = members_on(p, square);
    (void)rules;
    for (const listed *man = s.first; man < s.end; man++)
        *list++ = listed_piece(color_on(p, square), *man);
    return stretch_size(s);
}

/* Whether anything that would go could move like that, king safety and merging apart. */
static bool reaches(const struct vc_rules *rules, const struct position *p, unsigned from, unsigned to, unsigned member)
{
    struct board b;
    look_at(&b, rules, p, p->side);
    for (unsigned type = VC_PAWN; type <= VC_KING; type++) {
        if (!(p->type[type - 1] & bit(from)) || (member && type != member))
            continue;
        const struct reach r = reach_of(&b, from, type, (fresh_pawns(p) & bit(from)) != 0);
        const bool alone = member || !(b.combos & bit(from)), en_passant = type == VC_PAWN && alone && to == p->ep;
        if (bit(to) & (en_passant || p->color[p->side ^ 1] & bit(to) ? r.captures : r.steps))
            return true;
    }
    return false;
}

/* Whether what would go has made the moves that it needs before it can merge [W2]. */
static bool is_ready(const struct vc_rules *rules, const struct position *p, unsigned from, unsigned to,
                     unsigned member)
{
    if (!member)
        return !(unready(p) & bit(from));
    const bool two_step = member == VC_PAWN && (from ^ to) == 16;
    return may_merge(rules, member, listed_count(who_goes(p, from, member, two_step)));
}

static const char *why(const struct vc_rules *rules, const struct position *p, vc_action action)
{
    const unsigned kind = VC_ACTION_KIND(action), from = VC_ACTION_FROM(action), to = VC_ACTION_TO(action);
    const unsigned member = VC_ACTION_MEMBER(action);
    const bool combo = combos_of(p) & bit(from), enemy = p->color[p->side ^ 1] & bit(to);
    vc_action list[LIST_SIZE];
    if (kind == VC_CASUALTY)
        return p->phase == VC_PHASE_HIT ? "no such piece in the combo can be the casualty" : "no combo was attacked";
    if (kind != VC_MOVE)
        return "Power Chess has no such action";
    if (p->phase == VC_PHASE_HIT)
        return "the attacked combo must lose a member first";
    const char *not_own = why_not_own(p, from);
    if (not_own)
        return not_own;
    if (member && (!combo || !(p->type[member - 1] & bit(from))))
        return combo ? "there is no such member in the combo" : "there is no combo to leave";
    if (is_castling(p, action) && !combo)
        return "castling is not possible: its right, its lone rook, an empty way or a safe one is missing";
    if (!reaches(rules, p, from, to, member))
        return "the piece does not move like that";
    for (size_t n = moves(rules, p, bit(from), list); n--;)
        if ((list[n] & ~with_piece(7)) == (action & ~with_piece(7)))
            return VC_ACTION_PIECE(list[n]) ? "the pawn promotes: the move must name to what"
                                            : "nothing promotes by that move: no letter, please";
    if (p->color[p->side] & bit(to) && (unready(p) & bit(to) || !is_ready(rules, p, from, to, member)))
        return "pieces merge only after their first moves, a king only by the rules' leave";
    if (enemy && combo && !member && !rules->value[SLOT_COMBO_CAPTURES])
        return "a combo does not capture as a whole: a member must leave it";
    if (combos_of(p) & bit(to) && enemy && p->type[VC_KING - 1] & bit(from) && (!member || member == VC_KING))
        return "a king may not attack a combo";
    return "your king would be attacked";
}

/* What a mover has become: one move more, and another type when a pawn promoted. */
static vc_piece moved_piece(const struct vc_rules *rules, unsigned color, listed man, unsigned promotes_to)
{
    const unsigned type = listed_type(man), count = listed_count(man);
    return make_piece(color, type == VC_PAWN && promotes_to ? promotes_to : type) |
           (count + (count < most_count(rules))) << 4;
}

static void events(const struct vc_rules *rules, const struct position *before, const struct position *after,
                   vc_action action, event_sink sink, void *context)
{
    const unsigned us = before->side;
    vc_event event;
    (void)after;
    if (VC_ACTION_KIND(action) == VC_CASUALTY) {
        event = new_event(VC_EVENT_CASUALTY, action, us, before->focus);
        event.before = listed_piece(us, who_goes(before, before->focus, VC_ACTION_MEMBER(action), false));
        sink(context, &event);
        return;
    }
    const struct power_move m = describe(before, action);
    for (unsigned i = 0; i < m.count && !m.attacks; i++) {
        event = new_event(VC_EVENT_MOVE, action, us, m.from);
        event.to_square = m.to;
        event.before = listed_piece(us, m.movers[i]);
        event.after = moved_piece(rules, us, m.movers[i], m.promotes_to);
        sink(context, &event);
    }
    if (m.castles) {
        const struct castling_way *way = castling_onto(m.to);
        event = new_event(VC_EVENT_MOVE, action, us, (m.to & 56u) + way->rook_from);
        event.to_square = (m.to & 56u) + way->rook_to;
        const listed rook = *members_on(before, event.square).first;
        event.before = listed_piece(us, rook);
        event.after = moved_piece(rules, us, rook, VC_NO_PIECE);
        sink(context, &event);
    }
    if (m.captures) {
        event = new_event(VC_EVENT_CAPTURE, action, us, m.victim);
        event.before = listed_piece(us ^ 1, *members_on(before, m.victim).first);
        sink(context, &event);
    }
    if (m.merges) {
        event = new_event(VC_EVENT_MERGE, action, us, m.to);
        sink(context, &event);
    }
    if (m.parts) {
        event = new_event(VC_EVENT_PART, action, us, m.from);
        event.to_square = m.to;
        event.before = listed_piece(us, m.movers[0]);
        sink(context, &event);
    }
    for (unsigned i = 0; i < m.count; i++) {
        if (listed_type(m.movers[i]) != VC_PAWN || !m.promotes_to)
            continue;
        event = new_event(VC_EVENT_PROMOTION, action, us, m.to);
        event.before = listed_piece(us, m.movers[i]);
        event.after = moved_piece(rules, us, m.movers[i], m.promotes_to);
        sink(context, &event);
    }
    for (unsigned i = 0; i < m.count && m.attacks; i++) {
        event = new_event(VC_EVENT_ATTACK, action, us, m.from);
        event.to_square = m.to;
        event.before = listed_piece(us, m.movers[i]);
        sink(context, &event);
    }
}

static bool ep_useful(const struct vc_rules *rules, const struct position *p, unsigned ep, unsigned mover)
{
    struct board b;
    look_at(&b, rules, p, mover);
    return ep_captors_power(&b, ep) != 0;
}

/* ------------------------------------------------------------------ what a position must be --- */

/* The pawn stands alone and has moved; pieces of its own colour may be behind it: it may have left a combo [C6]. */
static bool ep_plausible(const struct position *p, unsigned ep, unsigned mover)
{
    const bitboard behind = ahead(bit(ep), mover), pawn = ahead(bit(ep), mover ^ 1);
    return !(combos_of(p) & pawn) && !(fresh_pawns(p) & pawn) && !(p->color[mover] & behind);
}

static bool king_must_be_safe(const struct vc_rules *rules, const struct position *p)
{
    (void)rules, (void)p;
    return false; /* [W8]: after a casualty it may be attacked, and taken */
}

static uint64_t fresh_key(const struct position *p)
{
    uint64_t key = 0;
    for (bitboard set = occupied(p); set;)
        key ^= square_key(p, pop_square(&set));
    return key;
}

static bool consistent(const struct vc_rules *rules, const struct position *p)
{
    struct position copy;
    position_copy(&copy, p, WORDS);
    for (unsigned i = 1; i < MEN; i++)
        if (p->own.half[i - 1] > p->own.half[i])
            return false;
    for (unsigned i = 0; i < list_index(p, NOBODY_LISTED); i++)
        if (!(occupied(p) & bit(listed_square(p->own.half[i]))) || listed_count(p->own.half[i]) > most_count(rules))
            return false;
    for (bitboard set = occupied(p); set;) {
        const unsigned square = pop_square(&set);
        open_square(&copy, square);
        close_square(rules, &copy, square, color_on(p, square));
    }
    return !memcmp(&copy, p, 8 * (size_t)WORDS) && lasting_rights(p) == p->castling &&
           (p->phase == VC_PHASE_TURN) == (p->focus == NO_SQUARE);
}

/* --------------------------------------------------------------------------- the table --- */

static const struct phase turn = {.actions = turn_actions, .legal = turn_legal, .apply = turn_apply};
static const struct phase hit = {.actions = hit_actions, .legal = hit_legal, .apply = hit_apply};

static const struct option_def options[] = {
    OPTION_AUTOMATIC_DRAWS,
    {.name = "initial_moves", .default_value = "1", .range = "0-15", .type = VC_OPTION_INTEGER, .slot = SLOT_INITIAL,
     .count = 1, .low = 0, .high = 15, .help = "how many moves a piece must have made before it can merge"},
    {.name = "king_initial_moves", .default_value = "never", .range = "never|0-15", .type = VC_OPTION_INTEGER,
     .slot = SLOT_KING_INITIAL, .count = 1, .low = 0, .high = 15, .word = "never",
     .help = "how many moves a king must have made before it can merge"},
    {.name = "combo_captures", .default_value = "off", .range = "on|off", .type = VC_OPTION_SWITCH,
     .slot = SLOT_COMBO_CAPTURES, .count = 1, .word = "off|on", .help = "a whole combo may capture, too"},
};

/* Lone pieces and whole combos, then each type of member that leaves [W3]; only pawns that leave promote. */
enum {
    LEAVING = 8,
    FIRST_PAWN = MOVES_ANY + 4 * MOVES_ONTO_LAST_RANK,
    FIRST_KNIGHT = FIRST_PAWN + MOVES_PAWN_AND_ATTACK + 4 * MOVES_PROMOTION,
    FIRST_BISHOP = FIRST_KNIGHT + MOVES_KNIGHT,
    FIRST_ROOK = FIRST_BISHOP + MOVES_DIAGONAL,
    FIRST_QUEEN = FIRST_ROOK + MOVES_STRAIGHT,
    FIRST_KING = FIRST_QUEEN + MOVES_LINE,
    FIRST_CASUALTY = FIRST_KING + MOVES_KING
};
static const struct encoding encoding = {
    .moves = {[0] = {SET_ANY, 0},
              PROMOTION_BLOCKS(0, SET_ONTO_LAST_RANK, MOVES_ONTO_LAST_RANK, MOVES_ANY),
              [LEAVING * VC_PAWN] = {SET_PAWN_AND_ATTACK, FIRST_PAWN},
              PROMOTION_BLOCKS(LEAVING * VC_PAWN, SET_PROMOTION, MOVES_PROMOTION, FIRST_PAWN + MOVES_PAWN_AND_ATTACK),
              [LEAVING * VC_KNIGHT] = {SET_KNIGHT, FIRST_KNIGHT},
              [LEAVING * VC_BISHOP] = {SET_DIAGONAL, FIRST_BISHOP},
              [LEAVING * VC_ROOK] = {SET_STRAIGHT, FIRST_ROOK},
              [LEAVING * VC_QUEEN] = {SET_LINE, FIRST_QUEEN},
              [LEAVING * VC_KING] = {SET_KING, FIRST_KING}},
    .first = {[VC_CASUALTY] = FIRST_CASUALTY},
    .players = FIRST_CASUALTY + CASUALTY_ACTIONS,
    .count = FIRST_CASUALTY + CASUALTY_ACTIONS,
};

const struct ruleset CPU_NAME(vci_power) = {
    .name = "power",
    .title = "Power Chess",
    .words = WORDS,
    .encoding = &encoding,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .phases = {[VC_PHASE_TURN] = &turn, [VC_PHASE_HIT] = &hit},
    .prepare = prepare,
    .men = men,
    .verdict = verdict,
    .attackers = attackers,
    .combos = combos_of,
    .members = members,
    .why = why,
    .events = events,
    .fields = fields,
    .field_count = FIELDS,
    .pawns_on_first_rank = true,
    .corner_types = 1 << VC_ROOK,
    .read = read,
    .ep_plausible = ep_plausible,
    .ep_useful = ep_useful,
    .king_must_be_safe = king_must_be_safe,
    .write = write,
    .fresh_key = fresh_key,
    .consistent = consistent,
};
