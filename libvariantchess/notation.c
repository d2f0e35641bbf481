/* SPDX-License-Identifier: ISC */
/* notation.c - see notation.h */
#include "notation.h"

/* Where a move is made: a position and all that is legal in it. */
struct place {
    const vc_game *game;
    const struct vc_rules *rules;
    const struct position *p;
    size_t n;
    vc_action list[VC_MAX_ACTIONS];
};

static void look(const vc_game *game, struct place *at)
{
    at->game = game;
    at->rules = game->rules;
    at->p = now(game);
    at->n = vci_game_actions(game);
    memcpy(at->list, game->list, at->n * sizeof *at->list);
}

static bool is_listed(const struct place *at, vc_action action)
{
    bool listed = false;
    for (size_t i = 0; i < at->n; i++)
        listed |= at->list[i] == action;
    return listed;
}

static const struct phase *phase_at(const struct place *at) { return phase_of(at->rules, at->p); }

/* ------------------------------------------------------------------------------- shapes --- */

/* Who moves: how many of each type, five bits a type. */
typedef uint32_t crowd;

static crowd one_of(unsigned type) { return UINT32_C(1) << 5 * (type - 1); }
static unsigned count_in(crowd who, unsigned type) { return who >> 5 * (type - 1) & 31; }

/* The type of a crowd of one, else VC_NO_PIECE. */
static unsigned only_type(crowd who)
{
    for (unsigned type = VC_PAWN; type <= VC_KING; type++)
        if (who == one_of(type))
            return type;
    return VC_NO_PIECE;
}

/* What a move is, as far as its notation tells. */
struct shape {
    crowd who;     /* the member that leaves, else all that stand on the from square */
    uint8_t from, to;
    uint8_t piece; /* the letter behind "=", or VC_NO_PIECE */
    bool leaves;   /* a member leaves its combo */
    bool takes;    /* an enemy piece is captured, or a combo attacked */
    bool company;  /* a combo is attacked, or made by joining */
    bool castles;
};

static bool is_move(vc_action action) { return VC_ACTION_KIND(action) == VC_MOVE; }

/* A pawn on its own, which is written without a letter unless it leaves a combo. */
static bool lone_pawn(const struct shape *s) { return s->who == one_of(VC_PAWN); }

/* Whether a legal move onto an empty square takes something all the same: only the en-passant square can be that. */
static bool takes_en_passant(const struct place *at, vc_action action)
{
    const unsigned enemy = at->p->side ^ 1u;
    struct position after;
    if (VC_ACTION_TO(action) != at->p->ep)
        return false;
    phase_at(at)->apply(at->rules, at->p, &after, action);
    return after.color[enemy] != at->p->color[enemy];
}

static struct shape shape_of(const struct place *at, vc_action action)
{
    const struct ruleset *set = at->rules->set;
    const unsigned from = VC_ACTION_FROM(action), to = VC_ACTION_TO(action), member = VC_ACTION_MEMBER(action);
    const bitboard own = at->p->color[at->p->side], enemy = at->p->color[at->p->side ^ 1];
    struct shape s = {.from = (uint8_t)from, .to = (uint8_t)to, .piece = (uint8_t)VC_ACTION_PIECE(action)};
    vc_piece men[16];
    if (member)
        s.who = one_of(member);
    else
        for (unsigned i = set->members(at->rules, at->p, from, men); i--;)
            s.who += one_of(VC_PIECE_TYPE(men[i]));
    s.leaves = member != 0;
    s.castles = !member && s.who == one_of(VC_KING) && (from - to == 2 || to - from == 2);
    s.takes = enemy & bit(to) || takes_en_passant(at, action);
    s.company = s.takes ? set->combos && set->combos(at->p) & bit(to) : own & bit(to);
    return s;
}

/* Whether two moves are written the same but for where they come from. */
static bool alike(const struct shape *a, const struct shape *b)
{
    return a->who == b->who && a->to == b->to && a->piece == b->piece && a->leaves == b->leaves &&
           a->takes == b->takes && a->company == b->company && a->castles == b->castles;
}

/* ------------------------------------------------------------------------------ writing --- */

/*
 * Which parts of the from square are written: the first of file, rank, both that tells the move from those that are
 * written alike. A pawn that captures or joins names its file always.
 */
static void choose_origin(const struct place *at, const struct shape *s, bool *file, bool *rank)
{
    bool others = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < at->n; i++) {
        const unsigned from = VC_ACTION_FROM(at->list[i]);
        if (!is_move(at->list[i]) || VC_ACTION_TO(at->list[i]) != s->to || from == s->from)
            continue;
        const struct shape other = shape_of(at, at->list[i]);
        if (!alike(s, &other))
            continue;
        others = true;
        same_file |= from % 8 == s->from % 8u;
        same_rank |= from / 8 == s->from / 8u;
    }
    *file = (others && (!same_file || same_rank)) || (lone_pawn(s) && (s->takes || s->company));
    *rank = others && same_file;
}

static void write_type(struct text *text, unsigned type)
{
    vci_text_char(text, (char)(vci_type_letter(type) - 'a' + 'A'));
}

static void write_who(struct text *text, const struct shape *s)
{
    static const uint8_t order[] = {VC_KING, VC_QUEEN, VC_ROOK, VC_BISHOP, VC_KNIGHT, VC_PAWN};
    if (lone_pawn(s) && !s->leaves)
        return;
    for (unsigned i = 0; i < sizeof order; i++)
        for (unsigned k = count_in(s->who, order[i]); k--;)
            write_type(text, order[i]);
    if (s->leaves)
        vci_text_char(text, ':');
}

static void write_move(struct text *text, const struct place *at, const struct shape *s)
{
    bool file, rank;
    choose_origin(at, s, &file, &rank);
    write_who(text, s);
    if (file)
        vci_text_char(text, (char)('a' + s->from % 8));
    if (rank)
        vci_text_char(text, (char)('1' + s->from / 8));
    if (s->takes)
        vci_text_char(text, 'x');
    if (s->company)
        vci_text_char(text, '&');
    vci_square_write(text, s->to);
    if (s->piece) {
        vci_text_char(text, '=');
        write_type(text, s->piece);
    }
}

/* "#" when the move wins at once, "+" when it leaves the enemy's lone king attacked. */
static void write_effect(struct text *text, const struct place *at, vc_action action)
{
    struct position after;
    phase_at(at)->apply(at->rules, at->p, &after, action);
    const struct verdict verdict = at->rules->set->verdict(at->rules, &after);
    if (verdict.reason && verdict.winner == at->p->side)
        vci_text_char(text, '#');
    else if (vci_checkers(at->rules, &after, at->p->side ^ 1u))
        vci_text_char(text, '+');
}

static void write_action(struct text *text, const struct place *at, vc_action action)
{
    if (!is_move(action)) {
        vci_action_write(text, action);
        return;
    }
    const struct shape s = shape_of(at, action);
    if (s.castles)
        vci_text_string(text, s.to > s.from ? "O-O" : "O-O-O");
    else
        write_move(text, at, &s);
    write_effect(text, at, action);
}

void vci_san_write(const vc_game *game, vc_action action, struct text *text)
{
    struct place at;
    look(game, &at);
    write_action(text, &at, action);
}

/* ------------------------------------------------------------- reading: what a text says --- */

enum { UNKNOWN = 8, ANYBODY = 0, MOST_OF_A_TYPE = 16 };

/* What a text says of a move. */
struct pattern {
    crowd who;                     /* ANYBODY when there is no letter but the whole from square */
    unsigned from_file, from_rank; /* or UNKNOWN */
    unsigned to, piece;
    bool leaves, takes, company;
    unsigned castles;              /* how many letters O, or 0 */
};

static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
static bool is_rank(char c) { return c >= '1' && c <= '8'; }
static bool whole_origin(const struct pattern *t) { return t->from_file != UNKNOWN && t->from_rank != UNKNOWN; }

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }
static char upper(char c) { return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c); }

/* The type of an upper-case letter. */
static unsigned type_of_capital(char c) { return c == upper(c) ? vci_type_of_letter(lower(c)) : VC_NO_PIECE; }

/* The length of a text without the signs at its end that say nothing of which move it is. */
static size_t without_signs(const char *san)
{
    static const char *const signs[] = {"+", "#", "!", "?", "e.p.", "ep"};
    size_t length = strlen(san), before;
    do {
        before = length;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            const size_t size = strlen(signs[i]);
            if (length > size && !memcmp(san + length - size, signs[i], size))
                length -= size;
        }
    } while (length < before);
    return length;
}

/* Castling in all its spellings, such as O-O, 0-0-0 and oo: the number of letters, or 0. */
static unsigned read_castling(const char *san, size_t length)
{
    unsigned letters = 0;
    if (!length || !strchr("O0o", san[0]))
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (san[i] == san[0])
            letters++;
        else if (san[i] != '-' || san[i - 1] == '-' || i + 1 == length)
            return 0;
    }
    return letters == 2 || letters == 3 ? letters : 0;
}

/* The letters of who moves, and ":" when a member leaves. */
static const char *read_who(const char *c, struct pattern *t)
{
    for (unsigned type; (type = type_of_capital(*c)) != VC_NO_PIECE && count_in(t->who, type) < MOST_OF_A_TYPE; c++)
        t->who += one_of(type);
    t->leaves = *c == ':' && only_type(t->who);
    return c + t->leaves;
}

/* What stands before the square to go to. */
static const char *read_marks(const char *c, struct pattern *t)
{
    t->takes = *c == 'x' || *c == ':';
    if (t->takes || *c == '-')
        c++;
    t->company = *c == '&';
    return c + t->company;
}

/* Squares and what stands between them. NULL when there is no square to go to. */
static const char *read_squares(const char *c, struct pattern *t)
{
    const char *start = c;
    t->from_file = is_file(*c) ? (unsigned)(*c++ - 'a') : UNKNOWN;
    t->from_rank = is_rank(*c) ? (unsigned)(*c++ - '1') : UNKNOWN;
    const char *behind = read_marks(c, t);
    t->to = vci_square_read(behind);
    if (t->to != NO_SQUARE)
        return behind + 2;
    t->to = vci_square_read(start); /* what looked like the first square is the only one */
    t->from_file = t->from_rank = UNKNOWN;
    t->takes = t->company = false;
    return t->to != NO_SQUARE ? start + 2 : NULL;
}

/* What the piece becomes, with "=", "/" or nothing before it; then, as in an action's text, ":" and who leaves. */
static const char *read_piece(const char *c, const char *end, struct pattern *t)
{
    const bool sign = c < end && (*c == '=' || *c == '/');
    c += sign;
    if (sign || (c < end && *c != ':')) {
        t->piece = c < end ? vci_type_of_letter(lower(*c)) : VC_NO_PIECE;
        if (!t->piece)
            return NULL;
        c++;
    }
    if (end - c == 2 && *c == ':' && !t->who) {
        t->leaves = true;
        t->who = vci_type_of_letter(c[1]) ? one_of(vci_type_of_letter(c[1])) : ANYBODY;
        c += t->who != ANYBODY ? 2 : 0;
    }
    return c;
}

/* Understands a text without looking at the position; false when it is no move in any. */
static bool read_pattern(const char *san, const char *end, struct pattern *t)
{
    memset(t, 0, sizeof *t);
    t->castles = read_castling(san, (size_t)(end - san));
    if (t->castles)
        return true;
    const char *c = read_squares(read_who(san, t), t);
    if (!c || read_piece(c, end, t) != end)
        return false;
    if (!t->who && !whole_origin(t))
        t->who = one_of(VC_PAWN);
    return true;
}

/* -------------------------------------------------------------- reading: what it means --- */

/* What a reading overlooks: a missing "=" with its letter; missing or wrong "x", "&" and ":". */
enum { OVERLOOK_PIECE = 1, OVERLOOK_MARKS = 2 };

static bool fits(const struct pattern *t, const struct shape *s, unsigned overlook)
{
    if (t->castles)
        return s->castles && t->castles == (s->to > s->from ? 2 : 3);
    if (t->to != s->to || (t->who != ANYBODY && t->who != s->who) || (s->castles && !whole_origin(t)))
        return false;
    if ((t->from_file != UNKNOWN && t->from_file != s->from % 8u) ||
        (t->from_rank != UNKNOWN && t->from_rank != s->from / 8u))
        return false;
    if (lone_pawn(s) && t->from_file == UNKNOWN && (t->takes || t->company || s->from % 8 != s->to % 8))
        return false; /* a pawn that captures or joins names its file */
    if (t->piece != s->piece && (t->piece || !(overlook & OVERLOOK_PIECE)))
        return false;
    return overlook & OVERLOOK_MARKS ||
           (t->leaves == s->leaves && t->takes == s->takes && t->company == s->company);
}

/* How many moves fit when as little as possible is overlooked, and the first two of them. */
static size_t find(const struct place *at, const struct pattern *t, vc_action found[2])
{
    size_t count = 0;
    for (unsigned overlook = 0; !count && overlook <= (OVERLOOK_PIECE | OVERLOOK_MARKS); overlook++)
        for (size_t i = 0; i < at->n; i++) {
            if (!is_move(at->list[i]) || (!t->castles && VC_ACTION_TO(at->list[i]) != t->to))
                continue;
            const struct shape s = shape_of(at, at->list[i]);
            if (fits(t, &s, overlook) && count++ < 2)
                found[count - 1] = at->list[i];
        }
    return count;
}

static vc_status refuse_ambiguous(const struct place *at, const char *san, const vc_action found[2], vc_error *error)
{
    char first[VC_SAN_TEXT_SIZE], second[VC_SAN_TEXT_SIZE];
    struct text texts[] = {{first, sizeof first, 0}, {second, sizeof second, 0}};
    for (unsigned i = 0; i < 2; i++)
        write_action(&texts[i], at, found[i]);
    return vci_fail(error, VC_ERR_ILLEGAL, 0, "%.32s can mean %s or %s", san, first, second);
}

/* Nothing fits. With both squares in the text it is clear enough what was meant to say why. */
static vc_status refuse_illegal(const struct place *at, const char *san, const struct pattern *t, vc_error *error)
{
    if (phase_at(at)->chance)
        return vci_fail(error, VC_ERR_ILLEGAL, 0, "%.32s: chance is to act", san);
    if (!t->castles && whole_origin(t)) {
        const vc_action meant = make_move(t->from_rank * 8 + t->from_file, t->to) | with_piece(t->piece) |
                                with_member(t->leaves ? only_type(t->who) : VC_NO_PIECE);
        if (!is_listed(at, meant) && vci_action_valid(meant))
            return vci_fail(error, VC_ERR_ILLEGAL, 0, "%.32s: %s", san, vci_game_why(at->game, meant));
    }
    return vci_fail(error, VC_ERR_ILLEGAL, 0, "%.32s: no legal move is that", san);
}

static vc_status read_move(const struct place *at, const char *san, unsigned reader, vc_action *action,
                           vc_error *error)
{
    char standard[VC_SAN_TEXT_SIZE];
    struct text text = {standard, sizeof standard, 0};
    struct pattern t;
    vc_action found[2] = {VC_NO_ACTION, VC_NO_ACTION};
    if (reader == VC_SAN_LENIENT) { /* an action's text is never another one's notation */
        found[0] = vci_action_read(san, NULL);
        if (found[0] && is_listed(at, found[0])) {
            *action = found[0];
            return VC_OK;
        }
    }
    if (!read_pattern(san, san + without_signs(san), &t))
        return vci_fail(error, VC_ERR_SYNTAX, 0, "not a move: \"%.32s\"", san);
    const size_t count = find(at, &t, found);
    if (count > 1)
        return refuse_ambiguous(at, san, found, error);
    if (!count)
        return refuse_illegal(at, san, &t, error);
    if (reader == VC_SAN_STRICT) {
        write_action(&text, at, found[0]);
        if (strcmp(standard, san))
            return vci_fail(error, VC_ERR_SYNTAX, 0, "%.32s must be written %s", san, standard);
    }
    *action = found[0];
    return VC_OK;
}

/* Writes the text of an action other than a move with each letter in its right case, and "10" as "T". */
static void right_case(const char *san, char target[VC_ACTION_TEXT_SIZE])
{
    const bool card = (san[0] == '-' || san[0] == '+') && san[1];
    struct text text = {target, VC_ACTION_TEXT_SIZE, 0};
    vci_text_char(&text, *san++);
    if (card) {
        const bool ten = san[0] == '1' && san[1] == '0';
        vci_text_char(&text, (char)(ten ? 'T' : upper(*san)));
        san += ten ? 2 : 1;
    }
    while (*san)
        vci_text_char(&text, lower(*san++));
}

static vc_status read_other_action(const struct place *at, const char *san, unsigned reader, vc_action *action,
                                   vc_error *error)
{
    char corrected[VC_ACTION_TEXT_SIZE];
    if (reader == VC_SAN_LENIENT && strlen(san) < sizeof corrected) {
        right_case(san, corrected);
        san = corrected;
    }
    const vc_action read = vci_action_read(san, error);
    if (!read)
        return VC_ERR_SYNTAX;
    if (!is_listed(at, read))
        return vci_fail(error, VC_ERR_ILLEGAL, 0, "%s: %s", san, vci_game_why(at->game, read));
    *action = read;
    return VC_OK;
}

vc_status vci_san_read(const vc_game *game, const char *san, unsigned reader, vc_action *action, vc_error *error)
{
    struct place at;
    if (vci_game_verdict(game).reason)
        return vci_fail(error, VC_ERR_OVER, 0, "%.32s: the game is over", san);
    look(game, &at);
    if (!strcmp(san, "--") || !strcmp(san, "Z0"))
        return vci_fail(error, VC_ERR_SYNTAX, 0, "%s is a null move, and no turn can be passed", san);
    if (*san && strchr("?=!^-+", *san))
        return read_other_action(&at, san, reader, action, error);
    return read_move(&at, san, reader, action, error);
}
