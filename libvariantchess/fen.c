/* SPDX-License-Identifier: ISC */
/* fen.c - see fen.h */
#include "fen.h"

const char vci_array[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum { MAX_FIELDS = 6 + MAX_OWN_FIELDS, MAX_PER_SIDE = 16, MAX_PAWNS = 8 };

static const char rights_letters[] = "KQkq"; /* in the order of VC_CASTLE_... */

/* ---------------------------------------------------------------------------- writing --- */

static void write_square(const struct vc_rules *rules, const struct position *p, unsigned square, struct text *text)
{
    vc_piece list[MAX_PER_SIDE];
    const unsigned n = rules->set->members(rules, p, square, list);
    if (n > 1)
        vci_text_char(text, '[');
    for (unsigned i = 0; i < n; i++) {
        const char letter = vci_type_letter(VC_PIECE_TYPE(list[i]));
        vci_text_char(text, VC_PIECE_COLOR(list[i]) == WHITE ? (char)(letter - 'a' + 'A') : letter);
    }
    if (n > 1)
        vci_text_char(text, ']');
}

static void write_board(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    for (unsigned rank = 8; rank--;) {
        unsigned gap = 0;
        for (unsigned file = 0; file < 8; file++) {
            const unsigned square = rank * 8 + file;
            const bool empty = !(occupied(p) & bit(square));
            gap += empty;
            if (gap && (!empty || file == 7)) {
                vci_text_number(text, gap);
                gap = 0;
            }
            if (!empty)
                write_square(rules, p, square, text);
        }
        if (rank)
            vci_text_char(text, '/');
    }
}

void vci_position_write(const struct vc_rules *rules, const struct position *p, struct text *text)
{
    write_board(rules, p, text);
    vci_text_string(text, p->side == WHITE ? " w " : " b ");
    for (unsigned i = 0; i < 4; i++)
        if (p->castling >> i & 1)
            vci_text_char(text, rights_letters[i]);
    if (!p->castling)
        vci_text_char(text, '-');
    vci_text_char(text, ' ');
    if (p->ep == NO_SQUARE)
        vci_text_char(text, '-');
    else
        vci_square_write(text, p->ep);
    vci_text_char(text, ' ');
    vci_text_number(text, p->clock);
    vci_text_char(text, ' ');
    vci_text_number(text, p->number);
    rules->set->write(rules, p, text);
}

/* ---------------------------------------------------------------------------- reading --- */

/* What the readers below share: the string's fields, and the contract's reader. */
struct source {
    const char *string;
    struct field fields[MAX_FIELDS];
    unsigned count;
    unsigned ep; /* as written, not yet known to be useful */
    struct reader reader;
};

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool syntax(struct source *s, size_t offset, const char *what)
{
    vci_fail(s->reader.error, VC_ERR_SYNTAX, offset, "%s", what);
    return false;
}

static bool refuse(struct source *s, size_t offset, const char *what)
{
    vci_fail(s->reader.error, VC_ERR_POSITION, offset, "%s", what);
    return false;
}

static bool split(struct source *s)
{
    const char *c = s->string;
    while (is_space(*c))
        c++;
    while (*c) {
        if (s->count == MAX_FIELDS)
            return syntax(s, (size_t)(c - s->string), "too many fields");
        struct field *f = &s->fields[s->count++];
        f->value = c;
        f->offset = (size_t)(c - s->string);
        while (*c && !is_space(*c))
            c++;
        f->length = (size_t)(c - f->value);
        while (is_space(*c))
            c++;
    }
    if (s->count < 4)
        return syntax(s, (size_t)(c - s->string),
                      "a position has at least four fields: board, side to move, castling rights, en-passant square");
    return true;
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/* The piece type of a letter of either case; VC_NO_PIECE for anything else. */
static unsigned type_of(char c) { return vci_type_of_letter(is_upper(c) ? (char)(c - 'A' + 'a') : c); }

static bool add_man(struct source *s, unsigned square, char letter, size_t offset)
{
    struct reader *r = &s->reader;
    if (r->man_count == MAX_MEN)
        return refuse(s, offset, "more than 16 pieces of one colour");
    r->men[r->man_count++] = (struct man){(uint8_t)square, is_upper(letter) ? WHITE : BLACK, (uint8_t)type_of(letter)};
    return true;
}

/* Reads what stands on one square: a letter, or a combo in brackets; returns the length, 0 on a fault. */
static size_t read_square(struct source *s, unsigned square, const char *c, const char *end)
{
    const size_t offset = (size_t)(c - s->string);
    const char *start = c;
    if (*c != '[' || !s->reader.rules->set->combos) {
        if (!type_of(*c)) {
            vci_fail(s->reader.error, VC_ERR_SYNTAX, offset, "rank %u: '%c' is no piece", square / 8 + 1, *c);
            return 0;
        }
        return add_man(s, square, *c, offset);
    }
    for (c++; c < end && *c != ']'; c++) {
        if (!type_of(*c) || is_upper(*c) != is_upper(start[1])) {
            syntax(s, (size_t)(c - s->string), "a combo holds pieces of one colour");
            return 0;
        }
        if (!add_man(s, square, *c, (size_t)(c - s->string)))
            return 0;
    }
    if (c == end || c - start < 3) {
        syntax(s, offset, "a combo is two or more pieces in brackets");
        return 0;
    }
    return (size_t)(c + 1 - start);
}

static bool read_rank(struct source *s, unsigned rank, const char *c, const char *end)
{
    unsigned file = 0;
    bool after_digit = false;
    const size_t offset = (size_t)(c - s->string);
    while (c < end) {
        if (*c >= '1' && *c <= '8') {
            if (after_digit)
                return syntax(s, (size_t)(c - s->string), "two digits in a row");
            after_digit = true;
            file += (unsigned)(*c - '0');
            if (file > 8)
                break;
            c++;
        } else {
            size_t length;
            after_digit = false;
            if (file > 7)
                break;
            length = read_square(s, rank * 8 + file, c, end);
            if (!length)
                return false;
            c += length;
            file++;
        }
        if (file > 8)
            break;
    }
    if (file == 8 && c == end)
        return true;
    if (file >= 8)
        vci_fail(s->reader.error, VC_ERR_SYNTAX, (size_t)(c - s->string), "rank %u: more than 8 squares", rank + 1);
    else
        vci_fail(s->reader.error, VC_ERR_SYNTAX, offset, "rank %u: %u squares, not 8", rank + 1, file);
    return false;
}

static bool read_board(struct source *s, const struct field *f)
{
    const char *c = f->value, *end = f->value + f->length;
    for (unsigned rank = 8; rank--;) {
        const char *stop = memchr(c, '/', (size_t)(end - c));
        if (!stop)
            stop = end;
        if (!read_rank(s, rank, c, stop))
            return false;
        if (rank && stop == end)
            return syntax(s, f->offset + f->length, "the board has fewer than 8 ranks");
        if (!rank && stop != end)
            return syntax(s, (size_t)(stop - s->string), "the board has more than 8 ranks");
        c = stop + 1;
    }
    return true;
}

static bool read_castling(struct source *s, const struct field *f)
{
    if (f->length == 1 && *f->value == '-')
        return true;
    for (size_t i = 0; i < f->length; i++) {
        const char *letter = strchr(rights_letters, f->value[i]);
        if (!letter)
            return syntax(s, f->offset + i, "castling rights are '-' or letters of KQkq");
        const unsigned right = 1u << (letter - rights_letters);
        if (s->reader.position->castling & right)
            return syntax(s, f->offset + i, "a castling right stands twice");
        s->reader.position->castling = (uint8_t)(s->reader.position->castling | right);
    }
    return true;
}

static bool read_counter(struct source *s, const struct field *f, uint32_t *counter)
{
    uint32_t n = 0;
    for (size_t i = 0; i < f->length; i++) {
        if (f->value[i] < '0' || f->value[i] > '9' || i == 5)
            return syntax(s, f->offset + i, "a counter is one to five digits");
        n = n * 10 + (uint32_t)(f->value[i] - '0');
    }
    *counter = n;
    return true;
}

/* A field of the rule set's own: name:value, each once. */
static bool read_own_field(struct source *s, const struct field *f)
{
    const struct ruleset *set = s->reader.rules->set;
    const char *colon = memchr(f->value, ':', f->length);
    const size_t length = colon ? (size_t)(colon - f->value) : f->length;
    if (!colon)
        return syntax(s, f->offset, "what is this field? Counters come before the fields with a name");
    for (unsigned i = 0; i < set->field_count; i++) {
        struct field *own = &s->reader.own[i];
        if (strlen(set->fields[i]) != length || memcmp(set->fields[i], f->value, length))
            continue;
        if (own->value)
            return syntax(s, f->offset, "a field stands twice");
        if (length + 1 == f->length)
            return syntax(s, f->offset + f->length, "a field without a value");
        own->value = colon + 1;
        own->length = f->length - length - 1;
        own->offset = f->offset + length + 1;
        return true;
    }
    vci_fail(s->reader.error, VC_ERR_SYNTAX, f->offset, "%s has no field \"%.*s\"", set->title,
             (int)(length < 20 ? length : 20), f->value);
    return false;
}

static bool read_fields(struct source *s)
{
    struct position *p = s->reader.position;
    const struct field *f = s->fields;
    unsigned next = 4;
    if (!read_board(s, &f[0]))
        return false;
    if (f[1].length != 1 || (*f[1].value != 'w' && *f[1].value != 'b'))
        return syntax(s, f[1].offset, "the side to move is w or b");
    p->side = *f[1].value == 'w' ? WHITE : BLACK;
    if (!read_castling(s, &f[2]))
        return false;
    s->reader.castling_offset = f[2].offset;
    s->ep = NO_SQUARE;
    if (f[3].length != 1 || *f[3].value != '-') {
        s->ep = f[3].length == 2 ? vci_square_read(f[3].value) : NO_SQUARE;
        if (s->ep == NO_SQUARE)
            return syntax(s, f[3].offset, "the en-passant square is '-' or a square");
    }
    p->number = 1;
    uint32_t *const counters[2] = {&p->clock, &p->number};
    for (unsigned i = 0; i < 2 && next < s->count && !memchr(f[next].value, ':', f[next].length); i++)
        if (!read_counter(s, &f[next++], counters[i]))
            return false;
    if (!p->number)
        p->number = 1;
    for (; next < s->count; next++)
        if (!read_own_field(s, &f[next]))
            return false;
    return true;
}

/* Puts the men on the board and counts them. */
static bool place_men(struct source *s)
{
    const struct ruleset *set = s->reader.rules->set;
    struct position *p = s->reader.position;
    unsigned count[2] = {0}, kings[2] = {0}, pawns[2] = {0};
    const size_t offset = s->fields[0].offset;
    for (unsigned i = 0; i < s->reader.man_count; i++) {
        const struct man *man = &s->reader.men[i];
        p->type[man->type - 1] |= bit(man->square);
        p->color[man->color] |= bit(man->square);
        count[man->color]++;
        kings[man->color] += man->type == VC_KING;
        pawns[man->color] += man->type == VC_PAWN;
        if (man->type == VC_PAWN &&
            bit(man->square) &
                (rank_of_side(8, man->color) | (set->pawns_on_first_rank ? 0 : rank_of_side(1, man->color))))
            return refuse(s, offset, "a pawn stands on a rank where none can");
    }
    for (unsigned color = WHITE; color <= BLACK; color++) {
        if (kings[color] > 1)
            return refuse(s, offset, color == WHITE ? "White has two kings" : "Black has two kings");
        if (!kings[color] && set->needs_kings)
            return refuse(s, offset, color == WHITE ? "White has no king" : "Black has no king");
        if (count[color] > MAX_PER_SIDE)
            return refuse(s, offset, "more than 16 pieces of one colour");
        if (pawns[color] > MAX_PAWNS && !set->many_pawns)
            return refuse(s, offset, "more than 8 pawns of one colour");
    }
    if (!kings[WHITE] && !kings[BLACK])
        return refuse(s, offset, "both kings are missing");
    s->reader.finished = !kings[WHITE] || !kings[BLACK];
    return true;
}

/* Each right needs its king and its corner piece in place [C9]. */
static bool check_castling(struct source *s)
{
    const struct position *p = s->reader.position;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned color = i / 2, base = color == WHITE ? 0 : 56;
        bitboard corners = 0;
        if (!(p->castling >> i & 1))
            continue;
        for (unsigned type = VC_PAWN; type <= VC_KING; type++)
            if (s->reader.rules->set->corner_types >> type & 1)
                corners |= pieces(p, color, type);
        if (!(pieces(p, color, VC_KING) & bit(base + E1)) || !(corners & bit(base + castling_rook_from(i))))
            return refuse(s, s->fields[2].offset, "a castling right whose king or corner piece is not in place");
    }
    return true;
}

/* Keeps a plausible en-passant square only when a capture is legal [C6]. */
static bool settle_ep(struct source *s)
{
    const struct ruleset *set = s->reader.rules->set;
    struct position *p = s->reader.position;
    const unsigned mover = set->next_mover ? set->next_mover(p) : p->side, foe = mover ^ 1, ep = s->ep;
    if (ep == NO_SQUARE)
        return true;
    const bitboard behind = ahead(bit(ep), mover), pawn = ahead(bit(ep), foe);
    if (!(bit(ep) & rank_of_side(6, mover)) || occupied(p) & bit(ep) || !(pieces(p, foe, VC_PAWN) & pawn) ||
        !(set->ep_plausible ? set->ep_plausible(p, ep, mover) : !(occupied(p) & behind)))
        return refuse(s, s->fields[3].offset, "no two-step advance can have led over the en-passant square");
    if (!s->reader.finished && p->phase != VC_PHASE_HIT && set->ep_useful(s->reader.rules, p, ep, mover))
        p->ep = (uint8_t)ep;
    return true;
}

static bool check_king_safety(struct source *s)
{
    const struct ruleset *set = s->reader.rules->set;
    const struct position *p = s->reader.position;
    const unsigned mover = set->next_mover ? set->next_mover(p) : p->side;
    if (!s->reader.finished && set->king_must_be_safe(s->reader.rules, p) &&
        vci_checkers(s->reader.rules, p, mover ^ 1))
        return refuse(s, s->fields[0].offset, "the king of the side that is not to move is attacked");
    return true;
}

vc_status vci_position_read(const struct vc_rules *rules, const char *string, struct position *position,
                            vc_error *error)
{
    vc_error local = {.size = sizeof local}; /* says the status when the caller does not want to know more */
    struct position p;
    struct source s = {.string = string, .reader = {.rules = rules, .position = &p, .error = error ? error : &local}};
    memset(&p, 0, sizeof p);
    p.ep = p.focus = NO_SQUARE;
    p.phase = VC_PHASE_TURN;
    if (!split(&s) || !read_fields(&s) || !place_men(&s) || !check_castling(&s) || !rules->set->read(&s.reader) ||
        !settle_ep(&s) || !check_king_safety(&s) || (rules->set->check && !rules->set->check(&s.reader)))
        return s.reader.error->status;
    assert(vci_position_consistent(rules, &p));
    memcpy(position, &p, sizeof p);
    return VC_OK;
}
