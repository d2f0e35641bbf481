/* SPDX-License-Identifier: ISC */
/*
 * test_contract.c - one test for all games: every rule set is played at random, and after every action all that the
 * interface promises is checked; at the end every clause of the rules must have been seen
 *
 * The rule sets named as arguments are played, all of them without arguments. In the environment, VC_CONTRACT_ACTIONS is
 * how many actions of each, and with VC_CONTRACT_VERBOSE it is told how often each part of a clause was seen.
 */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"
#include "game.h"
#include "settings.h"

enum { SAVED = 2048, HISTORY = 4096, TEXT = 64 };

/* How many actions are played of each rule set: as released, and where all is slower. */
#if defined __SANITIZE_ADDRESS__
#define SLOW 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#if defined EMULATED
enum { ACTIONS = 12000 };
#elif defined SLOW || !defined NDEBUG
enum { ACTIONS = 20000 };
#else
enum { ACTIONS = 100000 };
#endif

/* All of a game that an action that fails, or one that is taken back, must leave as it was. */
struct trace {
    size_t size, saved_size, length, redo_length;
    uint64_t chance;
    uint8_t snapshot[VC_MAX_SNAPSHOT_SIZE], saved[SAVED];
};

/* A game that is being played, and what is known of it. */
struct player {
    vc_game *game, *other; /* the game; another one of the same rules, to try things with */
    struct luck luck;
    const char *options;
    struct scene *before, *now;
    struct memory memory;
    vc_event events[EVENTS];
    size_t event_count;
    bool listens;
    char start[VC_POSITION_TEXT_SIZE];
    char *keys[HISTORY]; /* the positions at the starts of turns, without counters */
    size_t key_count;
    bool outside;                  /* ended from outside */
    vc_action last[4];             /* the last moves */
    uint32_t ends[VC_MAX_ACTIONS]; /* how each action of now would end the game */
    unsigned style;
};

static uint64_t actions_played;

/* ----------------------------------------------------------------------------- failing --- */

CK_ATTRIBUTE_NORETURN static void broken(const struct player *p, int line, const char *condition, vc_action action)
{
    char text[VC_ACTION_TEXT_SIZE] = "none", position[VC_POSITION_TEXT_SIZE] = "none";
    vc_action_text(action, text, sizeof text, NULL);
    vc_game_position(p->game, position, sizeof position, NULL);
    ck_abort_msg(
        "line %d: this must hold: %s\nrules %s, %s\nbegan at %s\nscene    %s\ngame     %s\naction   %s (0x%08x)", line,
        condition, vc_ruleset_name(vc_rules_ruleset(vc_game_rules(p->game))), p->options, p->start, p->now->string,
        position, text, (unsigned)action);
}

/* ck_assert() writes a mark each time, which takes longer than what is checked here. */
#define HOLDS(p, condition) HOLDS_FOR(p, VC_NO_ACTION, condition)
#define HOLDS_FOR(p, action, condition)                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            broken(p, __LINE__, #condition, action);                                                                   \
    } while (0)

uint64_t roll64(struct luck *luck)
{
    uint64_t z = luck->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

unsigned roll(struct luck *luck, unsigned bound) { return (unsigned)((roll64(luck) >> 32) * bound >> 32); }

static bool one_in(struct player *p, unsigned n) { return !roll(&p->luck, n); }

/* ------------------------------------------------------------------------------ traces --- */

/* Without the saved bytes, which are made of the same position and take longest. */
static void take_short_trace(const struct player *p, const vc_game *game, struct trace *t)
{
    t->size = vc_rules_snapshot_size(vc_game_rules(game));
    t->length = vc_game_length(game);
    t->redo_length = vc_game_redo_length(game);
    t->chance = vc_game_chance_index(game);
    HOLDS(p, !vc_game_snapshot(game, t->snapshot, sizeof t->snapshot));
    t->saved_size = 0;
}

static void take_trace(const struct player *p, const vc_game *game, struct trace *t)
{
    take_short_trace(p, game, t);
    HOLDS(p, !vc_game_save(game, t->saved, sizeof t->saved, &t->saved_size));
}

static bool same_position(const struct trace *a, const struct trace *b)
{
    if (a->size != b->size || memcmp(a->snapshot, b->snapshot, a->size))
        return false;
    return !a->saved_size || !b->saved_size ||
           (a->saved_size == b->saved_size && !memcmp(a->saved, b->saved, a->saved_size));
}

static bool same_trace(const struct trace *a, const struct trace *b)
{
    return same_position(a, b) && a->length == b->length && a->redo_length == b->redo_length && a->chance == b->chance;
}

static bool is_consistent(const vc_game *game)
{
    return vci_position_consistent(game->rules, now(game)) && game->rules->set->fresh_key(now(game)) == now(game)->key;
}

/* ------------------------------------------------------------------------------- lists --- */

static int compare_actions(const void *a, const void *b)
{
    const vc_action x = *(const vc_action *)a, y = *(const vc_action *)b;
    return (x > y) - (x < y);
}

/* List and count agree, and too small a buffer is not written to. */
static void check_lists(struct player *p)
{
    const struct scene *s = p->now;
    vc_action list[VC_MAX_ACTIONS] = {0};
    size_t players, outcomes;
    const vc_status none = vc_game_actions(p->game, NULL, 0, &players);
    HOLDS(p, none == (players ? VC_ERR_BUFFER : VC_OK));
    const vc_status no_outcome = vc_game_outcomes(p->game, NULL, NULL, 0, &outcomes, NULL);
    HOLDS(p, no_outcome == (outcomes ? VC_ERR_BUFFER : VC_OK));
    HOLDS(p, !(players && outcomes) && players + outcomes == s->action_count);
    HOLDS(p, (s->actor == VC_CHANCE) == (outcomes != 0) && (s->actor <= VC_BLACK) == (players != 0));
    HOLDS(p, (s->actor == VC_NOBODY) == (s->phase == VC_PHASE_OVER) &&
                 (s->reason != VC_REASON_NONE) == (s->actor == VC_NOBODY));
    HOLDS(p, s->actor > VC_BLACK || s->actor == s->side);
    if (players) {
        HOLDS(p, vc_game_actions(p->game, list, players - 1, NULL) == VC_ERR_BUFFER && !list[0]);
        HOLDS(p, !vc_game_actions(p->game, list, players, NULL) && !memcmp(list, s->actions, players * sizeof *list));
    }
    for (size_t i = 0; i < players; i++) /* [Q2] [Q3] */
        if (VC_ACTION_KIND(list[i]) == VC_TOUCH) {
            const unsigned square = VC_ACTION_FROM(list[i]), type = first_type(s, square);
            HOLDS_FOR(p, list[i], owner(s, square) == s->side && type != VC_PAWN && type != VC_KING);
            HOLDS_FOR(p, list[i], !(s->touched >> square & 1));
        }
    qsort(p->now->actions, players, sizeof *list, compare_actions); /* what is chosen shall not depend on the order */
    for (size_t i = 1; i < s->action_count; i++)
        HOLDS_FOR(p, s->actions[i], s->actions[i - 1] < s->actions[i]);
}

static uint32_t divisor_of(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What an outcome's weight should be in proportion to. */
static uint64_t raw_weight(const struct scene *s, vc_action outcome)
{
    const struct options *opt = &s->opt;
    if (opt->ruleset == VC_QUANTUM) { /* [Q4a] [Q4aa] */
        uint64_t w[7], sum = 0;
        const unsigned type = VC_ACTION_PIECE(outcome);
        for (unsigned t = VC_KNIGHT; t <= VC_QUEEN; t++) {
            w[t] = 1;
            for (unsigned i = 0; i < 4; i++)
                w[t] *= i == VC_QUEEN - t ? 1 : opt->values[i];
            sum += w[t];
        }
        return (opt->b - opt->a) * w[type] + (type == first_type(s, s->focus) ? opt->a * sum : 0);
    }
    const unsigned suit = VC_ACTION_SUIT(outcome), deck = opt->two_decks ? suit % 2 : 0;
    const vc_card card = (vc_card)(VC_ACTION_RANK(outcome) | suit << 4);
    return copies_in(s->deck[suit / 2][deck], s->deck_count[suit / 2][deck], card); /* [I4] */
}

/* How many outcomes there should be. */
static size_t outcomes_due(const struct scene *s)
{
    size_t n = 0;
    const unsigned suit = VC_ACTION_SUIT(s->actions[0]), deck = s->opt.two_decks ? suit % 2 : 0;
    if (s->opt.ruleset == VC_QUANTUM) {
        for (unsigned type = VC_KNIGHT; type <= VC_QUEEN; type++)
            n += raw_weight(s, (vc_action)(VC_BECOME << 24 | type << 12)) != 0;
        return n;
    }
    for (size_t i = 0; i < s->deck_count[suit / 2][deck]; i++)
        n += !i || s->deck[suit / 2][deck][i] != s->deck[suit / 2][deck][i - 1];
    return n;
}

static void check_chance(struct player *p)
{
    const struct scene *s = p->now;
    vc_action list[VC_MAX_ACTIONS];
    uint64_t total = 0, sum = 0;
    uint32_t divisor = 0;
    if (s->actor != VC_CHANCE)
        return;
    HOLDS(p, !vc_game_outcomes(p->game, list, NULL, s->action_count, NULL, &total));
    HOLDS(p, s->action_count == outcomes_due(s));
    for (size_t i = 0; i < s->action_count; i++) {
        HOLDS_FOR(p, list[i], list[i] == s->actions[i] && s->weights[i]);
        HOLDS_FOR(p, list[i], raw_weight(s, list[i]) * s->weights[0] == raw_weight(s, list[0]) * s->weights[i]);
        divisor = divisor_of(divisor, s->weights[i]);
        sum += s->weights[i];
    }
    HOLDS(p, divisor == 1 && sum == total);
}

/* ------------------------------------------------------------------------ each listed --- */

/* Under strict safety a move takes the king or leaves the own one unattacked. */
static void check_own_king(struct player *p, vc_action action)
{
    const struct scene *s = p->now;
    const uint64_t king = vc_game_squares(p->game, s->side, VC_KING),
                   enemy = vc_game_squares(p->game, s->side ^ 1, VC_KING);
    if (!s->opt.strict || VC_ACTION_KIND(action) != VC_MOVE || !king || !enemy || vc_game_combos(p->game) & king)
        return;
    HOLDS_FOR(p, action,
              vc_game_phase(p->game) == VC_PHASE_HIT || !vc_game_attackers(p->game, lowest(king), s->side ^ 1));
}

static void check_text(struct player *p, vc_action action)
{
    char text[TEXT];
    size_t length;
    vc_action read = VC_NO_ACTION;
    HOLDS_FOR(p, action, vc_action_is_valid(action));
    HOLDS_FOR(p, action, vc_action_text(action, NULL, 0, &length) == VC_ERR_BUFFER && length < VC_ACTION_TEXT_SIZE);
    HOLDS_FOR(p, action, !vc_action_text(action, text, length + 1, NULL) && strlen(text) == length);
    HOLDS_FOR(p, action, !vc_action_parse(text, &read, NULL) && read == action);
}

/* Each listed action applies, and taking it back restores every byte. */
static void check_each_listed(struct player *p)
{
    struct trace before, after;
    char why[160];
    take_trace(p, p->game, &before);
    for (size_t i = 0; i < p->now->action_count; i++) {
        const vc_action action = p->now->actions[i];
        check_text(p, action);
        HOLDS_FOR(p, action, vc_game_is_legal(p->game, action) == 1);
        HOLDS_FOR(p, action, !vc_game_why(p->game, action, why, sizeof why, NULL) && !*why);
        HOLDS_FOR(p, action, !vc_game_play(p->game, action));
        HOLDS_FOR(p, action, is_consistent(p->game));
        HOLDS_FOR(p, action, vc_game_length(p->game) == before.length + 1);
        HOLDS_FOR(p, action, vc_game_chance_index(p->game) == before.chance + (p->now->actor == VC_CHANCE));
        check_own_king(p, action);
        HOLDS_FOR(p, action, !vc_game_outcome(p->game, NULL, &p->ends[i]));
        HOLDS_FOR(p, action, !vc_game_undo(p->game));
        if (i % 8)
            take_short_trace(p, p->game, &after);
        else
            take_trace(p, p->game, &after);
        before.redo_length = 1;
        HOLDS_FOR(p, action, same_trace(&before, &after));
    }
    HOLDS(p, vc_game_hash(p->game) == p->now->hash);
}

/* ---------------------------------------------------------------------------- unlisted --- */

static vc_action random_value(struct player *p)
{
    const struct scene *s = p->now;
    const uint32_t r = (uint32_t)roll64(&p->luck);
    switch (roll(&p->luck, 12)) {
    case 0:
        return r;
    case 1:
        return r & 0x0fffffff;
    case 2:
        return (vc_action)(VC_TOUCH << 24) | (r & 0xfc0);
    case 3:
        return (vc_action)(VC_BECOME << 24) | (r & 0x7000);
    case 4:
        return (vc_action)(VC_CASUALTY << 24) | (r & 0x38000);
    case 5:
        return (vc_action)(VC_DISCARD << 24) | (r & 0xfc0000);
    case 6:
        return (vc_action)(VC_CHOOSE_DECK << 24) | (r & 0xc00000);
    case 7:
        return (vc_action)(VC_DRAW << 24) | (r & 0xfc0000);
    case 8:
        return vc_action_make_move(r & 63, r >> 6 & 63, r >> 18 & 1 ? r >> 12 & 7 : 0, r >> 19 & 1 ? r >> 15 & 7 : 0);
    default: /* a listed one with a field altered */
        if (!s->action_count)
            return p->before->action_count ? p->before->actions[r % p->before->action_count] : r & 0x7ffffff;
        static const uint32_t masks[] = {63,       63 << 6, 7 << 12,  7 << 15,
                                         15 << 18, 3 << 22, 15 << 24, UINT32_C(15) << 28};
        return s->actions[(r >> 8) % s->action_count] ^ (r & masks[roll(&p->luck, 8)]);
    }
}

/* What is not listed is refused without a trace. */
static void check_unlisted(struct player *p, const struct trace *before, vc_action action)
{
    struct trace after;
    char why[160] = "", text[TEXT];
    size_t length;
    vc_error error = {.size = sizeof error};
    const bool listed = has_action(p->now, action), valid = vc_action_is_valid(action);
    HOLDS_FOR(p, action, vc_game_is_legal(p->game, action) == listed);
    if (!p->outside && p->now->reason != VC_REASON_FIVEFOLD_REPETITION) { /* nobody has asked the other for its list */
        HOLDS(p, !vc_game_restore(p->other, before->snapshot, before->size));
        HOLDS_FOR(p, action, vc_game_is_legal(p->other, action) == listed);
    }
    if (valid)
        check_text(p, action);
    else
        HOLDS_FOR(p, action, vc_action_text(action, text, sizeof text, NULL) == VC_ERR_ARGUMENT);
    if (listed)
        return;
    const vc_status status = vc_game_play(p->game, action);
    HOLDS_FOR(p, action, status == (p->now->actor == VC_NOBODY ? VC_ERR_OVER : VC_ERR_ILLEGAL));
    HOLDS_FOR(p, action,
              !vc_game_why(p->game, action, why, sizeof why, &length) && length > 5 && strlen(why) == length);
    if (valid && one_in(p, 4)) {
        vc_action_text(action, text, sizeof text, NULL);
        HOLDS_FOR(p, action, vc_game_play_text(p->game, text, &error) == status && error.status == status);
        HOLDS_FOR(p, action, *error.message);
    }
    if (one_in(p, 4) && action)
        HOLDS_FOR(p, action, vc_game_play_on(p->game, action, NULL, 0, NULL) == status);
    take_trace(p, p->game, &after);
    HOLDS_FOR(p, action, same_trace(before, &after));
}

static void check_all_unlisted(struct player *p)
{
    struct trace before;
    take_trace(p, p->game, &before);
    for (unsigned i = 0; i < 16; i++)
        check_unlisted(p, &before, random_value(p));
    check_unlisted(p, &before, VC_NO_ACTION);
}

/* ----------------------------------------------------------------------------- strings --- */

static bool ended_by_history(const struct player *p)
{
    return p->outside || p->now->reason == VC_REASON_FIVEFOLD_REPETITION;
}

/* The position string, read again, gives the same position: bytes, hash and actions. */
static void check_string(struct player *p)
{
    static struct scene again;
    struct trace mine, others;
    HOLDS(p, !vc_game_set_position(p->other, p->now->string, NULL));
    take_trace(p, p->game, &mine);
    take_trace(p, p->other, &others);
    HOLDS(p, same_position(&mine, &others));
    HOLDS(p, vc_game_hash(p->other) == p->now->hash);
    if (ended_by_history(p))
        return;
    take_scene(p->other, &again);
    if (again.actor <= VC_BLACK)
        qsort(again.actions, again.action_count, sizeof *again.actions, compare_actions);
    HOLDS(p, again.action_count == p->now->action_count && again.actor == p->now->actor);
    HOLDS(p, !memcmp(again.actions, p->now->actions, again.action_count * sizeof *again.actions));
    HOLDS(p, again.reason == p->now->reason && again.winner == p->now->winner && again.phase == p->now->phase);
    HOLDS(p, !vc_game_load(p->other, mine.saved, mine.saved_size, NULL));
    take_trace(p, p->other, &others);
    HOLDS(p, same_position(&mine, &others));
}

/* Strings that must be refused, or read as something that is known. */
static void check_probe(struct player *p, size_t i)
{
    static struct probe probe;
    struct trace before, after;
    char string[VC_POSITION_TEXT_SIZE];
    vc_error error = {.size = sizeof error};
    if (!make_probe(i, p->now, &p->luck, &probe))
        return;
    HOLDS(p, !vc_game_set_position(p->other, p->start, NULL));
    take_trace(p, p->other, &before);
    const vc_status status = vc_game_set_position(p->other, probe.string, &error);
    take_trace(p, p->other, &after);
    if (probe.refused != (status != VC_OK))
        ck_abort_msg("%s: \"%s\" is %s\n%s %s", probe_name(i), probe.string, status ? error.message : "read",
                     vc_ruleset_name(p->now->opt.ruleset), p->options);
    if (status) {
        HOLDS(p, (status == VC_ERR_SYNTAX || status == VC_ERR_POSITION) && error.status == status && *error.message);
        HOLDS(p, error.offset <= strlen(probe.string) && same_trace(&before, &after));
    } else {
        HOLDS(p, is_consistent(p->other) && !vc_game_position(p->other, string, sizeof string, NULL));
        if (*probe.wanted && strcmp(string, probe.wanted))
            ck_abort_msg("%s: \"%s\"\nwas read as \"%s\"\nnot as      \"%s\"", probe_name(i), probe.string, string,
                         probe.wanted);
    }
    probe_seen(i);
}

/* ----------------------------------------------------------------------------- queries --- */

static void check_queries(struct player *p)
{
    const struct scene *s = p->now;
    uint64_t occupied = 0;
    HOLDS(p, vc_game_in_check(p->game) == (s->checkers != 0));
    HOLDS(p, s->checkers == attackers_of_king(s, s->side));
    for (unsigned i = 0; i < 4; i++) {
        const unsigned square = roll(&p->luck, 64), color = roll(&p->luck, 2);
        HOLDS(p, vc_game_attackers(p->game, square, color) == attackers_on(s, square, color));
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned square = roll(&p->luck, 64);
        uint64_t targets = 0;
        for (size_t k = 0; k < s->action_count; k++)
            if (VC_ACTION_KIND(s->actions[k]) == VC_MOVE && VC_ACTION_FROM(s->actions[k]) == square)
                targets |= BIT(VC_ACTION_TO(s->actions[k]));
        HOLDS(p, vc_game_destinations(p->game, square) == targets);
    }
    for (unsigned square = 0; square < 64; square++) {
        HOLDS(p, vc_game_piece(p->game, square) == (s->count[square] ? s->on[square][0] : 0));
        HOLDS(p, (s->count[square] > 1) == (s->combos >> square & 1));
        occupied |= s->count[square] ? BIT(square) : 0;
    }
    for (unsigned color = VC_WHITE; color <= VC_BLACK; color++)
        for (unsigned type = VC_NO_PIECE; type <= VC_KING; type++)
            HOLDS(p, vc_game_squares(p->game, color, type) == (type ? s->of[color][type] : s->all[color]));
    HOLDS(p, occupied == occupied_squares(s) && !(s->all[VC_WHITE] & s->all[VC_BLACK]));
    for (unsigned right = 0; castling_is_due(s) && right < 4; right++)
        if (right / 2 == s->side)
            HOLDS_FOR(p, castling_move(right),
                      has_action(s, castling_move(right)) == !castling_obstacles(s, right) ||
                          !is_lone(s, VC_ACTION_FROM(castling_move(right)), s->side, VC_KING));
    HOLDS(p, s->reason != VC_REASON_KING_CAPTURED || king_of(s, s->winner ^ 1) == 64);
    HOLDS(p, (king_of(s, VC_WHITE) < 64 && king_of(s, VC_BLACK) < 64) || s->reason == VC_REASON_KING_CAPTURED);
}

/* What a touch could give: without any effect, and true. */
static void check_odds(struct player *p)
{
    const struct scene *s = p->now;
    struct trace before, after;
    vc_odds odds[4];
    size_t count, outcomes;
    uint64_t total, sum;
    vc_action list[4];
    uint32_t weights[4];
    const unsigned square = roll(&p->luck, 64);
    take_trace(p, p->game, &before);
    const vc_status status = vc_game_odds(p->game, square, odds, 4, &count, &total);
    take_trace(p, p->game, &after);
    HOLDS(p, same_trace(&before, &after));
    const vc_action touch = (vc_action)(VC_TOUCH << 24 | square << 6);
    const bool drawing = s->opt.ruleset == VC_QUANTUM && s->phase == VC_PHASE_DRAWING && s->focus == square;
    if (!has_action(s, touch) && !drawing) {
        HOLDS_FOR(p, touch, status == (s->actor == VC_NOBODY ? VC_ERR_OVER : VC_ERR_ILLEGAL));
        return;
    }
    HOLDS_FOR(p, touch, !status && !vc_game_copy(p->other, p->game, VC_WITHOUT_HISTORY));
    HOLDS_FOR(p, touch, drawing || !vc_game_play(p->other, touch));
    HOLDS_FOR(p, touch,
              !vc_game_outcomes(p->other, list, weights, 4, &outcomes, &sum) && outcomes == count && sum == total);
    for (size_t i = 0; i < count; i++) {
        size_t moves = 0;
        HOLDS_FOR(p, touch, odds[i].outcome == list[i] && odds[i].weight == weights[i]);
        HOLDS_FOR(p, list[i], !vc_game_play(p->other, list[i]));
        HOLDS_FOR(p, list[i], (vc_game_phase(p->other) == VC_PHASE_MOVING) == odds[i].can_move);
        vc_game_actions(p->other, NULL, 0, &moves);
        HOLDS_FOR(p, list[i], odds[i].can_move ? moves == odds[i].moves && moves : !odds[i].moves);
        HOLDS_FOR(p, list[i], !vc_game_undo(p->other));
    }
}

/* -------------------------------------------------------------------------- repetition --- */

static bool turn_begins(const struct player *p)
{
    return (p->now->phase == VC_PHASE_TURN || p->now->phase == VC_PHASE_OVER) && !p->now->touched;
}

/* A position string without its counters. */
static void key_of(const char *string, char *key)
{
    for (unsigned field = 0; *string; field++) {
        const size_t length = strcspn(string, " ");
        if (field != 4 && field != 5) {
            memcpy(key, string, length);
            key += length;
            *key++ = ' ';
        }
        string += length + (string[length] == ' ');
    }
    *key = '\0';
}

/* The naive count: positions compared as strings. */
static void check_repetition(struct player *p)
{
    struct scene *s = p->now;
    char key[VC_POSITION_TEXT_SIZE];
    uint32_t times = 1;
    if (p->outside)
        return;
    if (!turn_begins(p)) {
        HOLDS(p, !s->repetitions && !s->claimable);
        return;
    }
    key_of(s->string, key);
    const size_t board = strcspn(key, " ") + 3;
    HOLDS(p, p->key_count < HISTORY);
    for (size_t i = 0; i < p->key_count; i++) {
        times += !strcmp(p->keys[i], key);
        p->memory.same_board |= strcmp(p->keys[i], key) && !strncmp(p->keys[i], key, board);
    }
    p->keys[p->key_count] = malloc(strlen(key) + 1);
    HOLDS(p, p->keys[p->key_count] != NULL);
    strcpy(p->keys[p->key_count++], key);
    HOLDS(p, s->repetitions == times);
    if (s->reason) {
        HOLDS(p, !s->claimable);
        HOLDS(p, s->reason != VC_REASON_FIVEFOLD_REPETITION ||
                     (times >= 5 && s->opt.automatic_draws && s->winner == VC_NOBODY));
        HOLDS(p, s->reason != VC_REASON_SEVENTYFIVE_MOVES || (s->clock >= 150 && s->opt.automatic_draws));
        return;
    }
    HOLDS(p, !s->opt.automatic_draws || (times < 5 && s->clock < 150));
    HOLDS(p, s->claimable == (times >= 3        ? (uint32_t)VC_REASON_THREEFOLD_REPETITION
                              : s->clock >= 100 ? (uint32_t)VC_REASON_FIFTY_MOVES
                                                : (uint32_t)VC_REASON_NONE));
}

/* --------------------------------------------------------- copies, undo and redo, perft --- */

/* A clone with its history goes back to the start and forth again; a snapshot comes back. */
static void check_copies(struct player *p)
{
    struct trace mine, others, start;
    char string[VC_POSITION_TEXT_SIZE];
    vc_game *clone;
    take_trace(p, p->game, &mine);
    HOLDS(p, !vc_game_clone(p->game, VC_WITH_HISTORY, &clone));
    take_trace(p, clone, &others);
    HOLDS(p, same_trace(&mine, &others) && vc_game_repetitions(clone) == p->now->repetitions);
    while (!vc_game_undo(clone))
        continue;
    HOLDS(p, !vc_game_length(clone) && vc_game_redo_length(clone) == mine.length + mine.redo_length);
    HOLDS(p, !vc_game_position(clone, string, sizeof string, NULL) && !strcmp(string, p->start));
    take_trace(p, clone, &start);
    for (size_t i = 0; i < mine.length; i++)
        HOLDS(p, !vc_game_redo(clone));
    take_trace(p, clone, &others);
    HOLDS(p, same_trace(&mine, &others) && vc_game_repetitions(clone) == p->now->repetitions);
    HOLDS(p, vc_game_actor(clone) == p->now->actor && vc_game_claimable(clone) == p->now->claimable);
    HOLDS(p, !vc_game_copy(p->other, clone, VC_WITH_HISTORY));
    HOLDS(p, !vc_game_free(clone));
    take_trace(p, p->other, &others);
    HOLDS(p, same_trace(&mine, &others) && vc_game_repetitions(p->other) == p->now->repetitions);
    HOLDS(p, !vc_game_restore(p->other, start.snapshot, start.size) && !vc_game_length(p->other));
    HOLDS(p, !vc_game_position(p->other, string, sizeof string, NULL) && !strcmp(string, p->start));
    HOLDS(p, !vc_game_restore(p->other, mine.snapshot, mine.size));
    take_trace(p, p->other, &others);
    HOLDS(p, same_position(&mine, &others));
}

/* Dice give what is listed; a step with all its chance is the same as its parts. */
static void check_dice(struct player *p)
{
    struct trace whole, parts;
    uint8_t seed[VC_SEED_BYTES];
    vc_action drawn[VC_MAX_DRAWS], action = VC_NO_ACTION;
    size_t count = 0;
    if (p->now->actor == VC_NOBODY)
        return;
    for (unsigned i = 0; i < VC_SEED_BYTES; i++)
        seed[i] = (uint8_t)roll64(&p->luck);
    if (p->now->actor != VC_CHANCE)
        action = p->now->actions[roll(&p->luck, (unsigned)p->now->action_count)];
    HOLDS(p, !vc_game_copy(p->other, p->game, VC_WITH_HISTORY) && !vc_game_use_seed(p->other, seed));
    HOLDS_FOR(p, action, !vc_game_play_on(p->other, action, drawn, VC_MAX_DRAWS, &count));
    HOLDS_FOR(p, action, vc_game_actor(p->other) != VC_CHANCE);
    take_trace(p, p->other, &whole);
    HOLDS(p, !vc_game_copy(p->other, p->game, VC_WITH_HISTORY));
    if (action)
        HOLDS_FOR(p, action, !vc_game_play(p->other, action));
    for (size_t i = 0; i < count; i++) {
        vc_action again;
        HOLDS_FOR(p, drawn[i], vc_game_is_legal(p->other, drawn[i]));
        HOLDS_FOR(p, drawn[i], !vc_game_draw(p->other, &again) && again == drawn[i]); /* the dice are the same */
    }
    take_trace(p, p->other, &parts);
    HOLDS_FOR(p, action, same_trace(&whole, &parts));
    HOLDS(p, !vc_game_use_csprng(p->other));
}

/* Clauses that no single step shows. */
enum { PERFT_TWO, PERFT_CHANCE, PERFT_OVER, SPECIALS };
static const struct {
    uint32_t sets; /* bits by rule set */
    const char *clause, *what;
} specials[SPECIALS] = {
    [PERFT_TWO] = {31, "C10", "sequences of two actions"},
    [PERFT_CHANCE] = {1 << VC_QUANTUM | 1 << VC_IDEAL, "C10", "each outcome of chance is one"},
    [PERFT_OVER] = {31, "C10", "a finished game has none"},
};
static uint64_t specials_seen[SPECIALS];

static void check_perft(struct player *p)
{
    const struct scene *s = p->now;
    uint64_t none = 0, one = 0, two = 0, two_again = 0, sum = 0;
    struct trace before, after;
    HOLDS(p, !vc_game_copy(p->other, p->game, VC_WITH_HISTORY));
    take_trace(p, p->other, &before);
    HOLDS(p, !vc_game_perft(p->other, 0, VC_PERFT_BULK, NULL, NULL, &none) && none == 1);
    HOLDS(p, !vc_game_perft(p->other, 1, VC_PERFT_BULK, NULL, NULL, &one) && one == s->action_count);
    HOLDS(p, !vc_game_perft(p->other, 2, VC_PERFT_BULK, NULL, NULL, &two));
    HOLDS(p, !vc_game_perft(p->other, 2, VC_PERFT_NO_BULK, NULL, NULL, &two_again) && two == two_again);
    take_trace(p, p->other, &after);
    HOLDS(p, same_position(&before, &after) && before.length == after.length);
    for (size_t i = 0; i < s->action_count; i++) {
        size_t players = 0, outcomes = 0;
        HOLDS(p, !vc_game_play(p->other, s->actions[i]));
        vc_game_actions(p->other, NULL, 0, &players);
        vc_game_outcomes(p->other, NULL, NULL, 0, &outcomes, NULL);
        sum += players + outcomes;
        HOLDS(p, !vc_game_undo(p->other));
    }
    HOLDS(p, sum == two);
    specials_seen[PERFT_TWO] += two != 0;
    specials_seen[PERFT_CHANCE] += s->actor == VC_CHANCE;
    specials_seen[PERFT_OVER] += s->actor == VC_NOBODY && !one && !two;
}

/* ----------------------------------------------------------------------------- playing --- */

static void hear(void *user, const vc_game *game, const vc_event *event)
{
    struct player *p = user;
    (void)game;
    if (p->listens && p->event_count < EVENTS)
        p->events[p->event_count++] = *event;
}

static void check_all(struct player *p)
{
    check_lists(p);
    check_chance(p);
    check_queries(p);
    check_string(p);
    check_repetition(p);
    check_each_listed(p);
    check_all_unlisted(p);
    if (p->now->opt.ruleset == VC_QUANTUM || one_in(p, 32))
        check_odds(p);
    for (size_t i = 0; i < probe_count(); i++)
        if (!probe_was_seen(i) || one_in(p, 24))
            check_probe(p, i);
    if (one_in(p, 12))
        check_copies(p);
    if (one_in(p, 6))
        check_dice(p);
    if (one_in(p, 40) || (p->now->reason && one_in(p, 3)))
        check_perft(p);
}

/* Shows the observer a step: from the scene before to the one now. */
static void show(struct player *p, vc_action action, bool outside)
{
    struct step step = {.before = action || outside ? p->before : p->now,
                        .after = p->now,
                        .action = action,
                        .events = p->events,
                        .event_count = p->event_count,
                        .memory = p->memory,
                        .outside = outside};
    understand(&step);
    observe(&step);
    p->memory.same_board = false;
    remember(&p->memory, &step);
}

static void swap_scenes(struct player *p)
{
    struct scene *scene = p->before;
    p->before = p->now;
    p->now = scene;
}

/* What changes its type is told, and nothing else is: a move says by its letter that it changes a piece [C2]. */
static void check_changes(const struct player *p, vc_action action)
{
    size_t changes = 0;
    for (size_t i = 0; i < p->event_count; i++)
        changes += p->events[i].type == VC_EVENT_PROMOTION || p->events[i].type == VC_EVENT_DEMOTION;
    HOLDS_FOR(p, action, (changes != 0) == (VC_ACTION_KIND(action) == VC_MOVE && VC_ACTION_PIECE(action)));
}

/* Plays an action, takes it back and replays it; then all is checked. */
static void advance(struct player *p, vc_action action)
{
    struct trace before, after, again;
    const struct scene *s = p->now;
    take_trace(p, p->game, &before);
    p->event_count = 0;
    p->listens = true;
    HOLDS_FOR(p, action, !vc_game_play(p->game, action));
    p->listens = false;
    take_trace(p, p->game, &after);
    HOLDS_FOR(p, action, after.length == before.length + 1 && !after.redo_length);
    HOLDS_FOR(p, action, !vc_game_undo(p->game));
    take_trace(p, p->game, &again);
    HOLDS_FOR(p, action, same_position(&before, &again) && again.length == before.length && again.redo_length == 1);
    HOLDS_FOR(p, action, !vc_game_redo(p->game));
    take_trace(p, p->game, &again);
    HOLDS_FOR(p, action, same_trace(&after, &again));
    actions_played++;
    if (VC_ACTION_KIND(action) == VC_MOVE) {
        memmove(p->last + 1, p->last, sizeof p->last - sizeof *p->last);
        p->last[0] = action;
    }
    swap_scenes(p);
    take_scene(p->game, p->now);
    const bool ends = p->event_count && p->events[p->event_count - 1].type == VC_EVENT_END;
    HOLDS_FOR(p, action, p->event_count < EVENTS && ends == (p->now->reason != VC_REASON_NONE));
    HOLDS_FOR(p, action, s->reason == VC_REASON_NONE);
    check_changes(p, action);
    check_all(p);
    show(p, action, false);
}

/* Ends the game from outside, or claims; takes that back, and says it again. */
static void end_from_outside(struct player *p, bool claim)
{
    struct trace before, after;
    const uint32_t claimable = p->now->claimable;
    take_trace(p, p->game, &before);
    p->event_count = 0;
    p->listens = true;
    if (claimable && claim)
        HOLDS(p, !vc_game_claim(p->game));
    else
        switch (roll(&p->luck, 3)) {
        case 0:
            HOLDS(p, !vc_game_end(p->game, roll(&p->luck, 2), VC_REASON_RESIGNATION));
            break;
        case 1:
            HOLDS(p, !vc_game_end(p->game, VC_NOBODY, VC_REASON_AGREEMENT));
            break;
        default:
            HOLDS(p, !vc_game_end(p->game, roll(&p->luck, 3) * 3 / 2, VC_REASON_TIME_FORFEIT));
        }
    p->listens = false;
    HOLDS(p, claimable || vc_game_claim(p->game) == VC_ERR_OVER);
    HOLDS(p, vc_game_end(p->game, VC_WHITE, VC_REASON_RESIGNATION) == VC_ERR_OVER);
    HOLDS(p, !vc_game_undo(p->game));
    take_trace(p, p->game, &after);
    HOLDS(p,
          same_position(&before, &after) && after.length == before.length && vc_game_actor(p->game) == p->now->actor);
    HOLDS(p, !vc_game_redo(p->game));
    swap_scenes(p);
    take_scene(p->game, p->now);
    p->outside = true;
    HOLDS(p, p->now->actor == VC_NOBODY && p->now->reason && !p->now->action_count);
    check_lists(p);
    check_all_unlisted(p);
    check_copies(p);
    show(p, VC_NO_ACTION, true);
}

/* Puts the game at a position. */
static void begin(struct player *p, const char *position)
{
    HOLDS(p, !vc_game_set_position(p->game, position, NULL));
    while (p->key_count)
        free(p->keys[--p->key_count]);
    p->outside = false;
    p->event_count = 0;
    memset(p->last, 0, sizeof p->last);
    take_scene(p->game, p->now);
    strcpy(p->start, p->now->string);
    check_all(p);
    show(p, VC_NO_ACTION, false);
}

static vc_action backwards(vc_action action) { return move_of(VC_ACTION_TO(action), VC_ACTION_FROM(action)); }

/* The next action: at random, with a taste that changes from game to game. */
static vc_action choose(struct player *p)
{
    const struct scene *s = p->now;
    size_t i = roll(&p->luck, (unsigned)s->action_count);
    if (p->style & 1) /* to and fro */
        for (unsigned k = 1; k < 4; k++)
            if (p->last[k] && has_action(s, backwards(p->last[k])) && !one_in(p, 8))
                return backwards(p->last[k]);
    if (p->style & 2) /* rather captures, partings, castling, and what is rare */
        for (unsigned tries = 0; tries < 6; tries++) {
            const vc_action a = s->actions[i];
            const bool move = VC_ACTION_KIND(a) == VC_MOVE;
            if ((move && (owner(s, VC_ACTION_TO(a)) != VC_NOBODY || VC_ACTION_MEMBER(a) || VC_ACTION_TO(a) == s->ep)) ||
                VC_ACTION_KIND(a) == VC_TOUCH)
                break;
            i = roll(&p->luck, (unsigned)s->action_count);
        }
    for (size_t k = 0; p->style & 4 && k < s->action_count; k++) /* an end, when there is one */
        if (p->ends[k] && one_in(p, 2))
            return s->actions[k];
    for (unsigned tries = 0; !(p->style & 4) && tries < 8 && p->ends[i]; tries++)
        i = roll(&p->luck, (unsigned)s->action_count);
    return s->actions[i];
}

static void play_script(struct player *p, const char *script, unsigned times)
{
    for (unsigned i = 0; i < (times ? times : 1); i++)
        for (const char *next = script; *next && p->now->actor != VC_NOBODY;) {
            char text[TEXT];
            vc_action action = VC_NO_ACTION;
            const size_t length = strcspn(next, " ");
            snprintf(text, sizeof text, "%.*s", (int)length, next);
            next += length + (next[length] == ' ');
            if (vc_action_parse(text, &action, NULL) || !has_action(p->now, action))
                ck_abort_msg("\"%s\" of the script \"%s\" is not legal at %s", text, script, p->now->string);
            advance(p, action);
        }
}

static void play_at_random(struct player *p, unsigned length)
{
    p->style = roll(&p->luck, 8);
    for (unsigned i = 0; i < length && p->now->actor != VC_NOBODY; i++) {
        if (p->now->claimable ? one_in(p, 6) : one_in(p, 200)) {
            end_from_outside(p, !one_in(p, 4));
            return;
        }
        advance(p, choose(p));
    }
}

/* ------------------------------------------------------------------------------- games --- */

static void new_player(struct player *p, uint32_t ruleset, const char *options, uint64_t seed)
{
    const struct setting setting = {ruleset, options ? options : ""};
    vc_rules *rules = setting_rules(&setting);
    ck_assert_msg(rules != NULL, "options \"%s\"", setting.options);
    memset(p, 0, sizeof *p);
    p->options = setting.options;
    p->luck.state = seed;
    p->before = calloc(1, sizeof *p->before);
    p->now = calloc(1, sizeof *p->now);
    ck_assert(p->before && p->now);
    ck_assert(!vc_game_new(rules, NULL, &p->game, NULL) && !vc_game_new(rules, NULL, &p->other, NULL));
    ck_assert(!vc_game_on_event(p->game, hear, p));
    vc_rules_release(rules);
}

static void free_player(struct player *p)
{
    while (p->key_count)
        free(p->keys[--p->key_count]);
    free(p->before);
    free(p->now);
    ck_assert(!vc_game_free(p->game) && !vc_game_free(p->other));
}

static void play_start(const struct start *start, uint64_t seed)
{
    static struct player p;
    const char *script = script_of(start);
    new_player(&p, start->ruleset, start->options, seed);
    if (start->position && vc_game_set_position(p.game, start->position, NULL))
        ck_abort_msg("not a position: %s", start->position);
    begin(&p, start->position);
    if (script)
        play_script(&p, script, start->times);
    if (script && p.now->claimable)
        end_from_outside(&p, true);
    play_at_random(&p, 16);
    free_player(&p);
}

static void play_setting(const struct setting *setting, uint64_t seed)
{
    static const char *const counters[] = {" 0 1", " 96 60", " 146 70", " 99998 99998"};
    static struct player p;
    char position[VC_POSITION_TEXT_SIZE] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    new_player(&p, setting->ruleset, setting->options, seed);
    const bool automatic_draws = options_of(vc_game_rules(p.game)).automatic_draws;
    strcat(position, counters[roll(&p.luck, automatic_draws ? 3 : 4)]);
    begin(&p, one_in(&p, 2) ? NULL : position);
    play_at_random(&p, 40 + roll(&p.luck, 160));
    free_player(&p);
}

/* Bare kings and a few pieces anywhere: what a whole game rarely comes to. */
static void random_board(struct luck *luck, uint32_t ruleset, char *position)
{
    char board[64];
    size_t length = 0;
    const unsigned n = 1 + roll(luck, 7);
    memset(board, 0, sizeof board);
    if (roll(luck, 2)) {
        board[4] = 'K';
        board[60] = 'k';
        board[0] = board[7] = 'R';
        board[56] = board[63] = 'r';
    } else {
        board[roll(luck, 32)] = 'K';
        board[32 + roll(luck, 32)] = 'k';
    }
    for (unsigned i = 0; i < n; i++) {
        const unsigned square = roll(luck, 64);
        const char piece = "QRBNPPPqrbnppp"[roll(luck, 14)];
        if (!board[square] && !(strchr("Pp", piece) && (square < 8 || square > 55)))
            board[square] = piece;
    }
    for (unsigned rank = 8; rank--;) {
        for (unsigned file = 0; file < 8; file++) {
            const char piece = board[rank * 8 + file];
            if (piece && ruleset == VC_POWER && !strchr("Kk", piece) && !roll(luck, 4))
                length += (size_t)sprintf(position + length, "[%c%c]", piece, piece < 'a' ? 'N' : 'n');
            else if (piece)
                position[length++] = piece;
            else if (length && position[length - 1] >= '1' && position[length - 1] < '8')
                position[length - 1]++;
            else
                position[length++] = '1';
        }
        if (rank)
            position[length++] = '/';
    }
    const bool castling = board[4] == 'K' && board[60] == 'k' && board[0] == 'R' && board[7] == 'R' &&
                          board[56] == 'r' && board[63] == 'r';
    const char side = "wb"[roll(luck, 2)];
    sprintf(position + length, " %c %s - %u 1", side, castling ? "KQkq" : "-", roll(luck, 3) * 49);
}

static void play_random_board(const struct setting *setting, uint64_t seed)
{
    static struct player p;
    char position[VC_POSITION_TEXT_SIZE];
    new_player(&p, setting->ruleset, setting->options, seed);
    for (unsigned tries = 0; tries < 40; tries++) {
        memset(position, 0, sizeof position);
        random_board(&p.luck, setting->ruleset, position);
        if (!vc_game_set_position(p.game, position, NULL)) {
            begin(&p, position);
            play_at_random(&p, 10 + roll(&p.luck, 60));
            break;
        }
    }
    free_player(&p);
}

/* ----------------------------------------------------------------------------- coverage --- */

static char missing[16384];
static unsigned missing_count, clause_count;

static void tell(const char *clause, const char *what, uint64_t seen)
{
    const size_t length = strlen(missing);
    clause_count++;
    if (getenv("VC_CONTRACT_VERBOSE"))
        fprintf(stderr, "%10llu  [%s] %s\n", (unsigned long long)seen, clause, what);
    if (seen)
        return;
    missing_count++;
    snprintf(missing + length, sizeof missing - length, "\n[%s] %s", clause, what);
}

static uint64_t actions_wanted(void)
{
    const char *text = getenv("VC_CONTRACT_ACTIONS");
    return text ? strtoull(text, NULL, 10) : ACTIONS;
}

static void play_ruleset(uint32_t ruleset)
{
    const uint64_t wanted = actions_wanted();
    uint64_t seed = UINT64_C(1000003) * (ruleset + 1);
    for (size_t i = 0; i < start_count; i++)
        if (starts[i].ruleset == ruleset)
            play_start(&starts[i], seed++);
    while (actions_played < wanted)
        for (size_t i = 0; i < setting_count && actions_played < wanted; i++)
            if (settings[i].ruleset == ruleset) {
                play_setting(&settings[i], seed++);
                play_random_board(&settings[i], seed++);
                play_random_board(&settings[i], seed++);
            }
    report_clauses(ruleset, tell);
    report_probes(ruleset, tell);
    for (unsigned i = 0; i < SPECIALS; i++)
        if (specials[i].sets >> ruleset & 1)
            tell(specials[i].clause, specials[i].what, specials_seen[i]);
    printf("%s: %llu actions, %u of %u parts of clauses seen\n", vc_ruleset_name(ruleset),
           (unsigned long long)actions_played, clause_count - missing_count, clause_count);
    fflush(stdout);
    ck_assert_msg(!missing_count, "%u of %u parts of clauses were not seen:%s", missing_count, clause_count, missing);
}

static uint32_t chosen[8];
static int chosen_count;

START_TEST(contract) { play_ruleset(chosen[_i]); }
END_TEST

/* [C8] A board that has the hash of another one, which is not to be found by playing, is made by hand. */
START_TEST(equal_hashes_are_no_repetition)
{
    static const char *const actions[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (unsigned tampered = 0; tampered < 2; tampered++) {
        vc_rules *rules;
        vc_game *game;
        ck_assert(!vc_rules_new(VC_ORTHODOX, NULL, &rules) && !vc_game_new(rules, NULL, &game, NULL));
        vc_rules_release(rules);
        for (unsigned i = 0; i < 4; i++)
            ck_assert(!vc_game_play_text(game, actions[i], NULL));
        struct position *start = in_window(&game->history, rules, 0);
        for (unsigned i = 0; tampered && i < 2; i++)
            (i ? start->type : start->color)[0] ^= bit(8);
        ck_assert_uint_eq(vc_game_repetitions(game), tampered ? 1 : 2);
        ck_assert(!vc_game_free(game));
    }
}
END_TEST

int main(int argc, char **argv)
{
    for (int i = 1; i < argc && chosen_count < 8; i++)
        if (vc_ruleset_find(argv[i], &chosen[chosen_count++]))
            return 2;
    for (uint32_t i = 0; argc < 2 && i < vc_ruleset_count() && chosen_count < 8; i++)
        chosen[chosen_count++] = i;
    Suite *suite = suite_create("contract");
    TCase *tcase = tcase_create("each rule set");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, contract, 0, chosen_count);
    tcase_add_test(tcase, equal_hashes_are_no_repetition);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
