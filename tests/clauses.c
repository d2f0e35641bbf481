/* SPDX-License-Identifier: ISC */
/* clauses.c - see clauses.h; the clauses themselves are in clauses.def */
#include "clauses.h"

#include <stdlib.h>
#include <string.h>

enum { A1 = 0, E1 = 4, H1 = 7, A8 = 56, E8 = 60, H8 = 63, CASTLING = VC_KING + 1 };
enum { WHITE = VC_WHITE, BLACK = VC_BLACK, PAWN = VC_PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

/* ----------------------------------------------------------------------------- castling --- */

struct way {
    unsigned color, king_from, king_to, corner;
};
static const struct way ways[4] = {{WHITE, E1, 6, H1}, {WHITE, E1, 2, A1}, {BLACK, E8, 62, H8}, {BLACK, E8, 58, A8}};

vc_action castling_move(unsigned right) { return move_of(ways[right].king_from, ways[right].king_to); }

unsigned castling_obstacles(const struct scene *s, unsigned right)
{
    const struct way *w = &ways[right];
    const unsigned crossed = (w->king_from + w->king_to) / 2;
    unsigned obstacles = 0;
    const int step = w->corner > w->king_from ? 1 : -1;
    if (!(s->castling >> right & 1) || w->color != s->side)
        return NO_RIGHT;
    for (unsigned at = shifted(w->king_from, step, 0); at != w->corner; at = shifted(at, step, 0))
        if (s->count[at])
            obstacles |= WAY_HELD;
    if (!is_lone(s, w->corner, w->color, ROOK))
        obstacles |= NO_LONE_ROOK;
    if (!is_lone(s, w->king_from, w->color, KING))
        obstacles |= KING_HELD;
    if (!s->opt.strict)
        return obstacles;
    if (attackers_on(s, w->king_from, w->color ^ 1))
        obstacles |= CHECKED;
    if (attackers_on(s, crossed, w->color ^ 1))
        obstacles |= CROSSING;
    if (attackers_on(s, w->king_to, w->color ^ 1))
        obstacles |= ENTERING;
    return obstacles;
}

bool castling_is_due(const struct scene *s)
{
    if (s->actor > BLACK)
        return false;
    return s->opt.ruleset == VC_IDEAL ? s->phase == VC_PHASE_PLAYED && card_allows(s->played, CASTLING)
                                      : s->phase == VC_PHASE_TURN;
}

/* Castling is refused for that one reason. */
static bool refused_for(const struct scene *s, unsigned obstacle)
{
    for (unsigned right = 0; right < 4; right++)
        if (castling_is_due(s) && castling_obstacles(s, right) == obstacle && !has_action(s, castling_move(right)))
            return true;
    return false;
}

/* ----------------------------------------------------------------------- understanding --- */

static const vc_event *find_event(const struct step *s, unsigned type)
{
    for (size_t i = 0; i < s->event_count; i++)
        if (s->events[i].type == type)
            return &s->events[i];
    return NULL;
}

static unsigned count_events(const struct step *s, unsigned type)
{
    unsigned n = 0;
    for (size_t i = 0; i < s->event_count; i++)
        n += s->events[i].type == type;
    return n;
}

static void understand_move(struct step *s)
{
    const struct scene *b = s->before, *a = s->after;
    const vc_event *capture = find_event(s, VC_EVENT_CAPTURE), *promotion = find_event(s, VC_EVENT_PROMOTION);
    const unsigned distance = s->from > s->to ? s->from - s->to : s->to - s->from;
    s->member = VC_ACTION_MEMBER(s->action);
    s->whole = b->count[s->from] > 1 && !s->member;
    s->mover = s->whole ? (unsigned)VC_NO_PIECE : s->member ? s->member : first_type(b, s->from);
    s->attacks = find_event(s, VC_EVENT_ATTACK) != NULL;
    s->merges = find_event(s, VC_EVENT_MERGE) != NULL;
    s->castles = s->mover == KING && !s->member && distance == 2;
    if (capture) {
        s->captured = VC_PIECE_TYPE(capture->before);
        s->victim = capture->square;
        s->en_passant = s->victim != s->to;
    }
    if (promotion)
        s->promoted = VC_PIECE_TYPE(promotion->after);
    s->as = s->mover;
    if (b->opt.ruleset == VC_POTENTIAL)
        s->as = promotion ? (unsigned)PAWN : first_type(a, s->to);
    s->two_step = s->as == PAWN && distance == 16;
}

void understand(struct step *s)
{
    s->kind = VC_ACTION_KIND(s->action);
    s->us = s->before->side;
    s->them = s->us ^ 1;
    s->from = s->to = s->victim = 64;
    if (s->kind == VC_MOVE || s->kind == VC_TOUCH)
        s->from = VC_ACTION_FROM(s->action);
    if (s->kind == VC_MOVE) {
        s->to = VC_ACTION_TO(s->action);
        understand_move(s);
    }
}

/* A set of squares after a move; the rook of castling is no matter. */
static uint64_t carried(uint64_t set, const struct step *s)
{
    const uint64_t from = set >> s->from & 1;
    set &= ~(BIT(s->from) | BIT(s->to));
    if (s->victim < 64)
        set &= ~BIT(s->victim);
    return set | from << s->to;
}

void remember(struct memory *m, const struct step *s)
{
    if (!s->action) {
        if (!s->outside)
            *m = (struct memory){0};
        return;
    }
    if (s->kind == VC_MOVE) {
        m->promoted = carried(m->promoted, s);
        m->changed = carried(m->changed, s);
        if (s->promoted)
            m->promoted |= BIT(s->to);
    }
    if (s->kind == VC_BECOME && first_type(s->before, s->before->focus) != VC_ACTION_PIECE(s->action)) {
        m->changed |= BIT(s->before->focus);
        for (unsigned right = 0; right < 4; right++)
            if (s->after->castling >> right & 1 && ways[right].corner == s->before->focus)
                m->outlived |= 1u << right;
    }
    m->outlived &= s->after->castling;
}

/* ----------------------------------------------- what the clauses are made of: any game --- */

static bool ends(const struct step *s, unsigned reason)
{
    return s->after->reason == reason && (!s->action || s->before->reason == VC_REASON_NONE);
}
static bool goes_on(const struct scene *s) { return s->reason == VC_REASON_NONE; }
static bool is_player(unsigned actor) { return actor <= BLACK; }
static bool at_turn_start(const struct scene *s) { return goes_on(s) && s->phase == VC_PHASE_TURN && !s->touched; }
static bool checked(const struct scene *s, unsigned color) { return attackers_of_king(s, color) != 0; }

static bool lost_right(const struct step *s, unsigned right)
{
    return s->before->castling >> right & 1 && !(s->after->castling >> right & 1);
}
static bool castles_with(const struct step *s, unsigned right)
{
    return s->castles && s->action == castling_move(right);
}

static bool king_loses_rights(const struct step *s, unsigned color)
{
    return s->kind == VC_MOVE && s->us == color && s->mover == KING && !s->castles &&
           (lost_right(s, 2 * color) || lost_right(s, 2 * color + 1));
}
static bool corner_loses_right(const struct step *s, unsigned right)
{
    return s->kind == VC_MOVE && s->from == ways[right].corner && lost_right(s, right);
}
static bool victim_loses_right(const struct step *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (s->captured && s->victim == ways[right].corner && lost_right(s, right))
            return true;
    return false;
}
/* Castling moved the king over or to a square attacked by the enemy. */
static bool castles_through(const struct step *s)
{
    return s->castles && attackers_on(s->before, (s->from + s->to) / 2, s->them);
}
static bool long_castling_past_attack(const struct step *s)
{
    return s->castles && s->to < s->from && attackers_on(s->before, s->to - 1, s->them);
}

/* Lone enemy pawns that stand where they could take en passant behind a two-step advance. */
static uint64_t neighbours(const struct step *s)
{
    uint64_t set = 0;
    for (int side = -1; side <= 1; side += 2)
        if (is_lone(s->after, shifted(s->to, side, 0), s->them, PAWN))
            set |= BIT(shifted(s->to, side, 0));
    return set;
}
static bool keeps_ep(const struct step *s, unsigned kind)
{
    return s->kind == kind && s->before->ep != VC_NO_SQUARE && s->after->ep == s->before->ep;
}

/* The type, if lone, that may move from a square in this phase. */
static unsigned movable(const struct scene *s, unsigned square)
{
    const unsigned type = s->count[square] == 1 && owner(s, square) == s->side ? first_type(s, square) : 0;
    if (!is_player(s->actor) || !type)
        return VC_NO_PIECE;
    switch (s->phase) {
    case VC_PHASE_TURN:
        return s->opt.ruleset == VC_IDEAL || (s->opt.ruleset == VC_QUANTUM && type != PAWN && type != KING)
                   ? (unsigned)VC_NO_PIECE
                   : type;
    case VC_PHASE_PLAYED:
        return card_allows(s->played, type) ? type : (unsigned)VC_NO_PIECE;
    case VC_PHASE_MOVING:
        return square == s->focus ? type : (unsigned)VC_NO_PIECE;
    default:
        return VC_NO_PIECE;
    }
}

/* A piece attacks a lone enemy piece and may yet not take it: its own king would be attacked [C3] [C4]. */
static bool pinned_piece_attacks(const struct scene *s)
{
    const uint64_t men = s->all[s->side ^ 1] & ~s->combos & ~s->of[s->side ^ 1][KING];
    if (!s->opt.strict || checked(s, s->side))
        return false;
    for (unsigned to = 0; to < 64; to++) {
        const uint64_t from = men >> to & 1 ? attackers_on(s, to, s->side) : 0;
        for (unsigned at = 0; at < 64; at++)
            if (from >> at & 1 && movable(s, at) && movable(s, at) != KING && !has_move(s, at, to))
                return true;
    }
    return false;
}
static bool attacks_against_cards(const struct scene *s)
{
    for (unsigned to = 0; to < 64; to++)
        for (unsigned at = 0; s->phase == VC_PHASE_PLAYED && s->all[s->side ^ 1] >> to & 1 && at < 64; at++)
            if (attackers_on(s, to, s->side) >> at & 1 && !card_allows(s->played, first_type(s, at)))
                return true;
    return false;
}
static bool attacks_out_of_turn(const struct scene *s)
{
    const uint64_t men = s->all[s->side];
    return goes_on(s) && men && attackers_on(s, lowest(men), s->side ^ 1);
}
/* The king may not step next to itself onto an attacked square. */
static bool king_is_kept_from_attack(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    for (unsigned to = 0; s->opt.strict && king < 64 && movable(s, king) && to < 64; to++)
        if (captures_as(s, king, to, s->side, KING, 0) && owner(s, to) == VC_NOBODY &&
            attackers_on(s, to, s->side ^ 1) && !has_move(s, king, to))
            return true;
    return false;
}
static bool king_enters_attack(const struct step *s)
{
    return s->mover == KING && !s->castles && !checked(s->before, s->us) && checked(s->after, s->us);
}
static bool king_stays_attacked(const struct step *s)
{
    return s->kind == VC_MOVE && checked(s->before, s->us) && checked(s->after, s->us);
}
/* Side and counters advanced: the turn is complete. */
static bool turn_is_complete(const struct step *s)
{
    return s->after->side == s->them && s->after->number == s->before->number + (s->us == BLACK);
}
static bool takes_king(const struct step *s, unsigned color)
{
    return s->captured == KING && s->us == color && ends(s, VC_REASON_KING_CAPTURED) && s->after->winner == color &&
           turn_is_complete(s);
}

/* How many pieces of a type both sides have. */
static unsigned men(const struct scene *s, unsigned type)
{
    unsigned n = 0;
    for (unsigned square = 0; square < 64; square++)
        for (unsigned i = 0; i < s->count[square]; i++)
            n += VC_PIECE_TYPE(s->on[square][i]) == type;
    return n;
}
static unsigned all_men(const struct scene *s)
{
    unsigned n = 0;
    for (unsigned type = PAWN; type <= KING; type++)
        n += men(s, type);
    return n;
}
static bool only_kings_and(const struct scene *s, unsigned type, unsigned n)
{
    return men(s, KING) == 2 && men(s, type) == n && all_men(s) == n + 2;
}
static bool only_kings(const struct scene *s) { return men(s, KING) == 2 && all_men(s) == 2; }
/* 1 when all bishops stand on one colour of square, 2 when on both. */
static unsigned shades(const struct scene *s)
{
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55), bishops = s->of[WHITE][BISHOP] | s->of[BLACK][BISHOP];
    return (bishops & dark ? 1u : 0u) + (bishops & ~dark ? 1u : 0u);
}
static bool is_array(const struct scene *s)
{
    static const char array[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    return !strncmp(s->string, array, sizeof array - 1);
}
static bool says(const struct scene *s, const char *part) { return strstr(s->string, part) != NULL; }
/* A two-step advance of one pawn, as it now stands alone. */
static bool lone_two_step(const struct step *s) { return s->two_step && !s->merges && s->after->count[s->to] == 1; }
static bool becomes_promoted(const struct step *s, unsigned type) { return s->promoted == type; }

/* -------------------------------------------------------------------------- quantum [Q] --- */

static const vc_event *touch_of(const struct step *s) { return find_event(s, VC_EVENT_TOUCH); }

static bool weights_are(const struct step *s, unsigned queen, unsigned rook, unsigned bishop, unsigned knight)
{
    const vc_event *touch = touch_of(s);
    return touch && touch->weights[0] == knight && touch->weights[1] == bishop && touch->weights[2] == rook &&
           touch->weights[3] == queen;
}
static bool default_values(const struct options *opt)
{
    return opt->values[0] == 10 && opt->values[1] == 5 && opt->values[2] == 3 && opt->values[3] == 3;
}
/* Of the outcomes that were possible, the identity that the piece had weighs most. */
static bool present_weighs_most(const struct step *s)
{
    const vc_event *touch = touch_of(s);
    const unsigned present = VC_PIECE_TYPE(touch->before) - KNIGHT;
    for (unsigned i = 0; i < 4; i++)
        if (i != present && touch->weights[i] >= touch->weights[present])
            return false;
    return true;
}
/* Was touched in vain. */
static bool vain(const struct step *s)
{
    return s->kind == VC_BECOME && s->after->touched >> s->before->focus & 1 && s->after->side == s->us;
}
static bool changes(const struct step *s)
{
    return s->kind == VC_BECOME && VC_PIECE_TYPE(touch_of(s)->before) != VC_PIECE_TYPE(touch_of(s)->after);
}
/* A piece could go nowhere, whatever it became. */
static bool is_hemmed_in(const struct scene *s, unsigned square)
{
    for (unsigned to = 0; to < 64; to++)
        if ((captures_as(s, square, to, s->side, KING, 0) || captures_as(s, square, to, s->side, KNIGHT, 0)) &&
            owner(s, to) != s->side)
            return false;
    return true;
}
static uint64_t officers(const struct scene *s, unsigned color)
{
    return s->of[color][KNIGHT] | s->of[color][BISHOP] | s->of[color][ROOK] | s->of[color][QUEEN];
}
/* The touched rook may not castle although castling is possible. */
static bool touched_rook_stays(const struct scene *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (s->phase == VC_PHASE_MOVING && s->focus == ways[right].corner && !castling_obstacles(s, right) &&
            !has_action(s, castling_move(right)))
            return true;
    return false;
}
static bool corner_changes(const struct step *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (changes(s) && s->before->focus == ways[right].corner && s->after->castling >> right & 1)
            return true;
    return false;
}
static bool castles_after_changes(const struct step *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (castles_with(s, right) && s->memory.outlived >> right & 1)
            return true;
    return false;
}
/* The king may step somewhere, under free safety. */
static bool king_could_step(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    for (unsigned to = 0; king < 64 && to < 64; to++)
        if (captures_as(s, king, to, s->side, KING, 0) && owner(s, to) != s->side)
            return true;
    return false;
}
/* Nothing but castling keeps the king from mate: it has corner rooks alone and can step nowhere unattacked. */
static bool only_castling_saves(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    const uint64_t others = s->all[s->side] & ~s->of[s->side][KING] & ~(BIT(A1) | BIT(H1) | BIT(A8) | BIT(H8));
    if (others || !checked(s, s->side) || !at_turn_start(s))
        return false;
    for (unsigned to = 0; to < 64; to++)
        if (captures_as(s, king, to, s->side, KING, 0) && !attackers_on(s, to, s->side ^ 1))
            return false;
    for (unsigned right = 0; right < 4; right++)
        if (has_action(s, castling_move(right)))
            return true;
    return false;
}

/* ------------------------------------------------------------------------ potential [P] --- */

static bool moves_as(const struct step *s, unsigned type, unsigned as)
{
    return s->kind == VC_MOVE && s->mover == type && s->as == as;
}
/* The lone king is attacked by a piece of a type in the way of another one only. */
static bool checks_as(const struct scene *s, unsigned type, unsigned as)
{
    const unsigned king = king_of(s, s->side);
    for (unsigned from = 0; from < 64; from++) {
        unsigned ways_to_take = 0;
        if (!(s->checkers >> from & 1) || first_type(s, from) != type)
            continue;
        for (unsigned t = PAWN; t <= type; t++)
            ways_to_take |= captures_as(s, from, king, s->side ^ 1, t, 0) ? 1u << t : 0;
        if (ways_to_take == 1u << as)
            return true;
    }
    return false;
}
/* From its first rank a piece has one pawn's step, but not two [P2]; a rook's two squares are another thing. */
static bool one_step_from_first_rank(const struct scene *s)
{
    for (unsigned from = 0; from < 64; from++) {
        const unsigned one = forward(from, s->side), two = forward(one, s->side), type = first_type(s, from);
        if (owner(s, from) == s->side && rank_from(from, s->side) == 1 && (type == KNIGHT || type == BISHOP) &&
            !s->count[one] && !s->count[two] && has_move(s, from, one) && !has_move(s, from, two))
            return true;
    }
    return false;
}
/* Both ways onto the en-passant square are there [P4]. */
static bool two_ways_onto_ep(const struct scene *s, unsigned type)
{
    for (unsigned from = 0; s->ep != VC_NO_SQUARE && from < 64; from++) {
        const unsigned bishop = type == BISHOP ? (unsigned)VC_NO_PIECE : (unsigned)BISHOP;
        if (is_lone(s, from, s->side, type) && has_action(s, vc_action_make_move(from, s->ep, PAWN, VC_NO_PIECE)) &&
            has_action(s, vc_action_make_move(from, s->ep, bishop, VC_NO_PIECE)))
            return true;
    }
    return false;
}
static bool steps_as_bishop_onto_ep(const struct step *s)
{
    return s->kind == VC_MOVE && s->to == s->before->ep && s->as == BISHOP && !s->captured;
}

/* ---------------------------------------------------------------------------- power [W] --- */

static bool combo_has(const struct scene *s, unsigned square, unsigned type)
{
    return square < 64 && s->combos >> square & 1 && (s->of[WHITE][type] | s->of[BLACK][type]) >> square & 1;
}
/* Whether all pieces on a square have moved enough to merge. */
static bool ready(const struct scene *s, unsigned square)
{
    for (unsigned i = 0; i < s->count[square]; i++) {
        const vc_piece piece = s->on[square][i];
        const int needed = VC_PIECE_TYPE(piece) == KING ? s->opt.king_initial : s->opt.initial;
        if (needed < 0 || (int)VC_PIECE_MOVES(piece) < needed)
            return false;
    }
    return true;
}
/* Whether a square that holds only pieces that are not kings is not ready. */
static bool novices(const struct scene *s, unsigned square)
{
    return !ready(s, square) && !((s->of[WHITE][KING] | s->of[BLACK][KING]) >> square & 1);
}
/* Own pieces stand so that one could step onto the other, but for those that have not moved enough. */
static bool merging_refused(const struct scene *s, bool mover_ready, bool target_ready)
{
    for (unsigned from = 0; at_turn_start(s) && from < 64; from++) {
        const unsigned type = movable(s, from);
        for (unsigned to = 0; type > PAWN && type != KING && to < 64; to++)
            if (owner(s, to) == s->side && captures_as(s, from, to, s->side, type, 0) &&
                (mover_ready ? ready(s, from) : novices(s, from)) && (target_ready ? ready(s, to) : novices(s, to)) &&
                !has_move(s, from, to))
                return true;
    }
    return false;
}
static bool king_merging_refused(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    for (unsigned to = 0; at_turn_start(s) && king < 64 && to < 64; to++)
        if (owner(s, to) == s->side && captures_as(s, king, to, s->side, KING, 0) && ready(s, to) &&
            !has_move(s, king, to))
            return true;
    return false;
}
/* A pawn does not join a friend diagonally ahead, the way it captures. */
static bool pawn_does_not_join_sideways(const struct scene *s)
{
    for (unsigned from = 0; at_turn_start(s) && from < 64; from++)
        for (unsigned to = 0; movable(s, from) == PAWN && ready(s, from) && to < 64; to++)
            if (captures_as(s, from, to, s->side, PAWN, 0) && owner(s, to) == s->side && ready(s, to) &&
                !has_move(s, from, to))
                return true;
    return false;
}
/* The types in a combo whose way of moving leads from one square to another, as bits. */
static unsigned ways_of_whole(const struct step *s)
{
    const unsigned one = forward(s->from, s->us), two = forward(one, s->us);
    unsigned set = 0;
    for (unsigned type = PAWN; type <= KING; type++) {
        const bool capturing = owner(s->before, s->to) == s->them;
        const bool reaches = type == PAWN && !capturing ? s->to == one || s->to == two
                                                        : captures_as(s->before, s->from, s->to, s->us, type, 0);
        if (combo_has(s->before, s->from, type) && reaches)
            set |= 1u << type;
    }
    return set;
}
static bool whole_moves_as(const struct step *s, unsigned type) { return s->whole && ways_of_whole(s) == 1u << type; }

/* The counts of the pieces of a type on a square: lowest, highest, how many. */
struct counts {
    unsigned low, high, n;
};
static struct counts counts_on(const struct scene *s, unsigned square, unsigned color, unsigned type)
{
    struct counts c = {16, 0, 0};
    for (unsigned i = 0; square < 64 && i < s->count[square]; i++) {
        const unsigned moves = VC_PIECE_MOVES(s->on[square][i]);
        if (VC_PIECE_TYPE(s->on[square][i]) != type || VC_PIECE_COLOR(s->on[square][i]) != color)
            continue;
        c.low = moves < c.low ? moves : c.low;
        c.high = moves > c.high ? moves : c.high;
        c.n++;
    }
    return c;
}
/* Of two of a type, the one that moved most leaves the combo [W3]. */
static bool most_moved_leaves(const struct step *s)
{
    const struct counts was = counts_on(s->before, s->from, s->us, s->member);
    const struct counts stay = counts_on(s->after, s->from, s->us, s->member);
    return s->member && was.n == 2 && was.low != was.high && !s->two_step && stay.n == 1 && stay.low == was.low;
}
static bool unmoved_leaves_by_two_steps(const struct step *s)
{
    const struct counts was = counts_on(s->before, s->from, s->us, PAWN),
                        stay = counts_on(s->after, s->from, s->us, PAWN);
    return s->member == PAWN && s->two_step && was.n >= 2 && !was.low && was.high && stay.n == was.n - 1 &&
           stay.high == was.high;
}
static bool most_moved_is_lost(const struct step *s)
{
    const unsigned type = VC_ACTION_MEMBER(s->action), square = s->before->focus;
    const struct counts was = counts_on(s->before, square, s->us, type),
                        stay = counts_on(s->after, square, s->us, type);
    return s->kind == VC_CASUALTY && was.n == 2 && was.low != was.high && stay.n == 1 && stay.low == was.low;
}
static bool is_casualty(const struct step *s, unsigned type)
{
    return s->kind == VC_CASUALTY && VC_ACTION_MEMBER(s->action) == type && find_event(s, VC_EVENT_CASUALTY);
}
static bool leaves(const struct step *s, unsigned type) { return s->kind == VC_MOVE && s->member == type; }
static unsigned joins(const struct step *s, unsigned type)
{
    return s->merges && (s->mover == type || (s->whole && combo_has(s->before, s->from, type)));
}

/* A leaving member may take en passant, the whole may not [W3]. */
static bool whole_takes_not_en_passant(const struct scene *s)
{
    for (unsigned from = 0; s->ep != VC_NO_SQUARE && from < 64; from++)
        if (has_action(s, vc_action_make_move(from, s->ep, VC_NO_PIECE, PAWN)) && !has_action(s, move_of(from, s->ep)))
            return true;
    return false;
}
/* A member may leave and take a lone piece, the whole may not [W4]. */
static bool only_member_captures(const struct scene *s)
{
    for (size_t i = 0; i < s->action_count && s->phase == VC_PHASE_TURN && !s->opt.combo_captures; i++) {
        const unsigned from = VC_ACTION_FROM(s->actions[i]), to = VC_ACTION_TO(s->actions[i]);
        if (VC_ACTION_MEMBER(s->actions[i]) && owner(s, to) == (s->side ^ 1) && !has_action(s, move_of(from, to)))
            return true;
    }
    return false;
}
static bool whole_captures(const struct step *s) { return s->whole && s->captured; }

/* A king next to an enemy combo that nothing defends may not attack it: alone, or leaving [W5]. */
static bool king_attacks_no_combo(const struct scene *s, bool alone)
{
    const unsigned king = king_of(s, s->side);
    for (unsigned to = 0; at_turn_start(s) && king < 64 && (s->count[king] == 1) == alone && to < 64; to++)
        if (s->combos >> to & 1 && owner(s, to) == (s->side ^ 1) && captures_as(s, king, to, s->side, KING, 0) &&
            !attackers_on(s, to, s->side ^ 1) && !has_action(s, move_of(king, to)) &&
            !has_action(s, vc_action_make_move(king, to, VC_NO_PIECE, KING)))
            return true;
    return false;
}
/* A combo with a king in it attacks no combo, though the others could [W5]. */
static bool king_keeps_whole_from_attack(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    if (!s->opt.combo_captures || !at_turn_start(s) || king > 63 || s->count[king] < 2)
        return false;
    for (unsigned to = 0; to < 64; to++)
        for (unsigned type = KNIGHT; type <= QUEEN; type++)
            if (s->combos >> to & 1 && owner(s, to) == (s->side ^ 1) && combo_has(s, king, type) &&
                captures_as(s, king, to, s->side, type, 0) && !has_action(s, move_of(king, to)))
                return true;
    return false;
}
/* An attack on a combo is refused: the owner could leave the member that then attacks the king [W8]. */
static bool casualty_could_expose(const struct scene *s)
{
    const unsigned king = king_of(s, s->side);
    if (!at_turn_start(s) || king > 63 || s->count[king] != 1 || s->checkers)
        return false;
    for (unsigned from = 0; from < 64; from++)
        for (unsigned to = 0; movable(s, from) > PAWN && movable(s, from) != KING && to < 64; to++) {
            unsigned threats = 0;
            if (!(s->combos >> to & 1) || owner(s, to) == s->side ||
                !captures_as(s, from, to, s->side, movable(s, from), 0))
                continue;
            for (unsigned type = BISHOP; type <= QUEEN; type++)
                threats += combo_has(s, to, type) && captures_as(s, to, king, s->side ^ 1, type, BIT(from));
            if (threats == 1 && !has_move(s, from, to))
                return true;
        }
    return false;
}
static bool after_casualty_king_is_attacked(const struct step *s)
{
    return s->kind == VC_CASUALTY && checked(s->after, s->us) && s->after->side == s->them;
}
/* A pawn on its second rank that has moved has no two-step advance [W7]. */
static bool moved_pawn_has_one_step(const struct scene *s)
{
    for (unsigned from = 0; at_turn_start(s) && from < 64; from++) {
        const unsigned one = forward(from, s->side), two = forward(one, s->side);
        if (movable(s, from) == PAWN && rank_from(from, s->side) == 2 && VC_PIECE_MOVES(s->on[from][0]) &&
            !s->count[one] && !s->count[two] && has_move(s, from, one) && !has_move(s, from, two))
            return true;
    }
    return false;
}
static bool pawn_stands_on_first_rank(const struct step *s)
{
    return s->kind == VC_MOVE && s->as == PAWN && s->mover == PAWN && rank_from(s->from, s->us) == 1;
}
static bool only_pawns_on(const struct scene *s, unsigned square)
{
    for (unsigned i = 0; i < s->count[square]; i++)
        if (VC_PIECE_TYPE(s->on[square][i]) != PAWN)
            return false;
    return true;
}
static bool all_members_gain(const struct step *s)
{
    const struct counts was = counts_on(s->before, s->from, s->us, s->member);
    unsigned gained = 0;
    (void)was;
    if (!s->whole || s->attacks || s->merges || s->promoted)
        return false;
    for (unsigned i = 0; i < s->before->count[s->from]; i++)
        gained += VC_PIECE_MOVES(s->after->on[s->to][i]) == VC_PIECE_MOVES(s->before->on[s->from][i]) + 1;
    return gained == s->before->count[s->from];
}
/* The rook had not moved before it castled. */
static bool rook_gains(const struct step *s)
{
    const unsigned corner = s->to > s->from ? s->from + 3 : s->from - 4, stands = (s->from + s->to) / 2;
    return s->castles && !VC_PIECE_MOVES(s->before->on[corner][0]) && VC_PIECE_MOVES(s->after->on[stands][0]) == 1;
}
static bool count_stops(const struct step *s)
{
    return s->kind == VC_MOVE && s->before->count[s->from] == 1 && s->after->count[s->to] == 1 &&
           VC_PIECE_MOVES(s->before->on[s->from][0]) == s->before->opt.most &&
           VC_PIECE_MOVES(s->after->on[s->to][0]) == s->before->opt.most;
}
static bool promoted_keeps_count(const struct step *s)
{
    return s->promoted && s->before->count[s->from] == 1 && s->after->count[s->to] == 1 &&
           VC_PIECE_MOVES(s->before->on[s->from][0]) > 0 &&
           s->before->opt.most > VC_PIECE_MOVES(s->before->on[s->from][0]) &&
           VC_PIECE_MOVES(s->after->on[s->to][0]) == VC_PIECE_MOVES(s->before->on[s->from][0]) + 1;
}
/* Equal types in a combo are listed by rising count. */
static bool equal_types_rise(const struct scene *s)
{
    for (unsigned square = 0; square < 64; square++)
        for (unsigned i = 1; i < s->count[square]; i++)
            if (VC_PIECE_TYPE(s->on[square][i]) == VC_PIECE_TYPE(s->on[square][i - 1]) &&
                VC_PIECE_MOVES(s->on[square][i]) > VC_PIECE_MOVES(s->on[square][i - 1]))
                return true;
    return false;
}
static bool keeps_right_by_second_rook(const struct step *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (s->from == ways[right].corner && s->member == ROOK && s->before->castling >> right & 1 &&
            !lost_right(s, right))
            return true;
    return false;
}
static bool casualty_loses_right(const struct step *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (s->kind == VC_CASUALTY && s->before->focus == ways[right].corner && lost_right(s, right))
            return true;
    return false;
}

/* ---------------------------------------------------------------------------- ideal [I] --- */

/* A card of a rank moves a piece of a type, or castles. */
static bool card_moves(const struct step *s, unsigned rank, unsigned type)
{
    return s->kind == VC_MOVE && VC_CARD_RANK(s->before->played) == rank &&
           (type == CASTLING ? s->castles : s->mover == type && !s->castles);
}
static size_t cards_of(const struct scene *s, unsigned color)
{
    return s->hand_count[color] + s->pile_count[color] + s->deck_count[color][0] + s->deck_count[color][1];
}
/* A card in the hand cannot be discarded: it allows nothing. */
static bool card_is_refused(const struct scene *s)
{
    for (size_t i = 0; at_turn_start(s) && i < s->hand_count[s->side]; i++) {
        bool listed = false;
        for (size_t k = 0; k < s->action_count; k++)
            listed |= VC_ACTION_RANK(s->actions[k]) == VC_CARD_RANK(s->hand[s->side][i]) &&
                      VC_ACTION_SUIT(s->actions[k]) == VC_CARD_SUIT(s->hand[s->side][i]);
        if (!listed)
            return true;
    }
    return false;
}
/* An ace moves the king, but does not castle. */
static bool ace_does_not_castle(const struct scene *s)
{
    for (unsigned right = 0; right < 4; right++)
        if (s->phase == VC_PHASE_PLAYED && VC_CARD_RANK(s->played) == VC_ACE && !castling_obstacles(s, right) &&
            !has_action(s, castling_move(right)))
            return true;
    return false;
}
/* How often an outcome's card is in the deck that chance takes it from. */
static uint32_t copies_of_outcome(const struct scene *s, size_t i)
{
    const unsigned suit = VC_ACTION_SUIT(s->actions[i]), deck = s->opt.two_decks ? suit % 2 : 0;
    const vc_card card = (vc_card)(VC_ACTION_RANK(s->actions[i]) | suit << 4);
    return (uint32_t)copies_in(s->deck[suit / 2][deck], s->deck_count[suit / 2][deck], card);
}
/* Weights are smaller than the numbers of copies, in proportion. */
static bool divided_weights(const struct scene *s)
{
    return s->actor == VC_CHANCE && copies_of_outcome(s, 0) > s->weights[0];
}
static bool uneven_weights(const struct scene *s)
{
    for (size_t i = 1; s->actor == VC_CHANCE && i < s->action_count; i++)
        if (s->weights[i] != s->weights[0])
            return true;
    return false;
}
static bool has_copies(const struct scene *s, unsigned copies)
{
    return s->opt.packs == copies && s->deck_count[WHITE][0] &&
           copies_in(s->deck[WHITE][0], s->deck_count[WHITE][0], s->deck[WHITE][0][0]) == copies;
}
static bool full_hand(const struct scene *s, unsigned size)
{
    return at_turn_start(s) && s->opt.hand_size == size && s->hand_count[WHITE] == size && s->hand_count[BLACK] == size;
}
static bool reshuffles(const struct step *s) { return count_events(s, VC_EVENT_RESHUFFLE) != 0; }
static bool is_card_action(const struct step *s, unsigned kind, unsigned rank, unsigned suit)
{
    return s->kind == kind && VC_ACTION_RANK(s->action) == rank && VC_ACTION_SUIT(s->action) == suit;
}
static bool deals_card(const struct step *s, unsigned color)
{
    const vc_event *draw = find_event(s, VC_EVENT_DRAW);
    return s->kind == VC_DRAW && s->before->phase == VC_PHASE_DEALING && draw && draw->color == color;
}
static bool deals_top(const struct step *s, unsigned suit)
{
    const vc_event *top = find_event(s, VC_EVENT_TOP);
    return s->kind == VC_DRAW && s->before->phase == VC_PHASE_DEALING && top && VC_CARD_SUIT(top->card) == suit;
}
static bool is_initial_hands(const struct scene *s)
{
    return is_array(s) && s->opt.hand_size == 4 && says(s, " hands:3d3h4d4h/3c3s4c4s discards:-/-");
}
static bool knows_top_in_deck(const struct scene *s)
{
    return s->top[s->side][0] && copies_in(s->deck[s->side][0], s->deck_count[s->side][0], s->top[s->side][0]);
}
static bool king_capture_draws_nothing(const struct step *s)
{
    return s->captured == KING && s->after->hand_count[s->us] == s->before->hand_count[s->us] &&
           s->after->top[s->us][0] == s->before->top[s->us][0];
}

/* ---------------------------------------------------------------------------- the table --- */

enum {
    IN_O = 1 << VC_ORTHODOX,
    IN_Q = 1 << VC_QUANTUM,
    IN_P = 1 << VC_POTENTIAL,
    IN_W = 1 << VC_POWER,
    IN_I = 1 << VC_IDEAL,
    IN_ALL = IN_O | IN_Q | IN_P | IN_W | IN_I
};

/* A clause of clauses.def becomes a function, named after its line, ... */
#define NAME_(line) clause_##line
#define NAME(line) NAME_(line)
#define CLAUSE(sets, clause, what, ...)                                                                                \
    static bool NAME(__LINE__)(const struct step *s, const struct scene *b, const struct scene *a)                     \
    {                                                                                                                  \
        (void)s, (void)b, (void)a;                                                                                     \
        return __VA_ARGS__;                                                                                            \
    }
#include "clauses.def"
#undef CLAUSE

/* ... and a row. */
struct clause {
    unsigned sets;
    const char *clause, *what;
    bool (*shown)(const struct step *, const struct scene *before, const struct scene *after);
};
static const struct clause clauses[] = {
#define CLAUSE(sets, clause, what, ...) {sets, clause, what, NAME(__LINE__)},
#include "clauses.def"
#undef CLAUSE
};
enum { CLAUSES = sizeof clauses / sizeof *clauses };

static uint64_t seen[CLAUSES];

void observe(const struct step *s)
{
    const unsigned set = 1u << s->after->opt.ruleset;
    for (unsigned i = 0; i < CLAUSES; i++)
        if (clauses[i].sets & set && clauses[i].shown(s, s->before, s->after))
            seen[i]++;
}

size_t report_clauses(uint32_t ruleset, void (*tell)(const char *, const char *, uint64_t))
{
    size_t n = 0;
    for (unsigned i = 0; i < CLAUSES; i++)
        if (clauses[i].sets >> ruleset & 1) {
            tell(clauses[i].clause, clauses[i].what, seen[i]);
            n++;
        }
    return n;
}
