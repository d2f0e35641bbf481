/* SPDX-License-Identifier: ISC */
/* planes.c - see planes.h */
#include "planes.h"

enum { FEW = 5, MOST_MOVES = 15, MOST_MEMBERS = 16, MOST_COPIES = 4 };

/* A run of planes that stand or fall together. */
struct section {
    bool (*has)(const struct ruleset *);
    unsigned count, maximum;
    const char *const *names;
};

/* --------------------------------------------------------------------- which there are --- */

static unsigned phase_count(const struct ruleset *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PHASES; i++)
        count += set->phases[i] != NULL;
    return count;
}

static bool always(const struct ruleset *set) { return set != NULL; }
static bool has_combos(const struct ruleset *set) { return set->combos != NULL; }
static bool has_no_combos(const struct ruleset *set) { return !set->combos; }
static bool has_touches(const struct ruleset *set) { return set->touched != NULL; }
static bool has_focus(const struct ruleset *set) { return has_combos(set) || has_touches(set); }
static bool has_cards(const struct ruleset *set) { return set->cards != NULL; }
/* One of the phases that there may be, if there are several. */
static bool has_phase(const struct ruleset *set, unsigned phase) { return phase_count(set) > 1 && set->phases[phase]; }
#define HAS_PHASE(phase, PHASE) \
    static bool has_##phase(const struct ruleset *set) { return has_phase(set, VC_PHASE_##PHASE); }
HAS_PHASE(turn, TURN)
HAS_PHASE(drawing, DRAWING)
HAS_PHASE(moving, MOVING)
HAS_PHASE(hit, HIT)
HAS_PHASE(played, PLAYED)
HAS_PHASE(choosing, CHOOSING)
HAS_PHASE(dealing, DEALING)

static const char *const men[] = {
    "first pawns", "first knights", "first bishops", "first rooks", "first queens", "first king",
    "second pawns", "second knights", "second bishops", "second rooks", "second queens", "second king"};
static const char *const fewest[] = {
    "first pawns, fewest moves", "first knights, fewest moves", "first bishops, fewest moves",
    "first rooks, fewest moves", "first queens, fewest moves", "first king, fewest moves",
    "second pawns, fewest moves", "second knights, fewest moves", "second bishops, fewest moves",
    "second rooks, fewest moves", "second queens, fewest moves", "second king, fewest moves"};
static const char *const most[] = {
    "first pawns, most moves", "first knights, most moves", "first bishops, most moves",
    "first rooks, most moves", "first queens, most moves", "first king, most moves",
    "second pawns, most moves", "second knights, most moves", "second bishops, most moves",
    "second rooks, most moves", "second queens, most moves", "second king, most moves"};
static const char *const common[] = {"black to move", "first castles short", "first castles long",
                                     "second castles short", "second castles long", "en passant"};
static const char *const cards[] = {"hands", "piles", "decks", "tops", "played"};
#define NAME(text) ((const char *const[]){text})

/* In the order in which they stand; write_bytes() below goes through the same sections. */
static const struct section sections[] = {
    {has_no_combos, 12, 1, men},
    {has_combos, 12, MOST_MEMBERS, men},
    {has_combos, 12, MOST_MOVES, fewest},
    {has_combos, 12, MOST_MOVES, most},
    {always, 6, 1, common},
    {always, 1, CLOCK_DRAW, NAME("half-move clock")},
    {always, 1, FEW, NAME("repetitions")},
    {has_turn, 1, 1, NAME("phase turn")},
    {has_drawing, 1, 1, NAME("phase drawing")},
    {has_moving, 1, 1, NAME("phase moving")},
    {has_hit, 1, 1, NAME("phase hit")},
    {has_played, 1, 1, NAME("phase played")},
    {has_choosing, 1, 1, NAME("phase choosing")},
    {has_dealing, 1, 1, NAME("phase dealing")},
    {has_focus, 1, 1, NAME("focus")},
    {has_touches, 1, 1, NAME("touched")},
    {has_cards, 5, MOST_COPIES, cards},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

unsigned vci_plane_count(const struct vc_rules *rules)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SECTIONS; i++)
        count += sections[i].has(rules->set) ? sections[i].count : 0;
    assert(count <= MAX_PLANES);
    return count;
}

const char *vci_plane_name(const struct vc_rules *rules, unsigned index, unsigned *maximum)
{
    const struct section *s = sections;
    for (;; s++) {
        const unsigned count = s->has(rules->set) ? s->count : 0;
        if (index < count)
            break;
        index -= count;
    }
    *maximum = s->maximum;
    return s->names[index];
}

/* ----------------------------------------------------------------------------- writing --- */

/* Where the planes go, and how things look from there. */
struct view {
    uint8_t *next;
    bool flipped; /* Black sees its own side first, and its first rank at the bottom */
};

static void put_constant(struct view *v, unsigned number)
{
    memset(v->next, (int)number, PLANE_SIZE);
    v->next += PLANE_SIZE;
}

/* Eight bits as eight bytes, the lowest first. */
static void put_rank(uint8_t *bytes, unsigned bits)
{
    uint64_t spread = (bits * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    spread = (spread + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    spread = __builtin_bswap64(spread);
#endif
    memcpy(bytes, &spread, 8);
}

static void put_set(struct view *v, bitboard set)
{
    if (v->flipped)
        set = __builtin_bswap64(set);
    for (unsigned rank = 0; rank < 8; rank++)
        put_rank(v->next + 8 * rank, set >> 8 * rank & 255);
    v->next += PLANE_SIZE;
}

static unsigned seen_square(const struct view *v, unsigned square) { return v->flipped ? square ^ A8 : square; }
static unsigned seen_color(const struct view *v, unsigned color) { return v->flipped ? color ^ 1 : color; }

static void put_men(struct view *v, const struct position *p)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned type = VC_PAWN; type <= VC_KING; type++)
            put_set(v, pieces(p, seen_color(v, side), type));
}

/* How many of each type stand on a square, and the fewest and the most moves that one of them has made. */
static void put_members(struct view *v, const struct vc_rules *rules, const struct position *p)
{
    uint8_t *const planes = v->next;
    memset(planes, 0, 36 * PLANE_SIZE);
    for (bitboard set = occupied(p); set;) {
        const unsigned square = pop_square(&set), at = seen_square(v, square);
        vc_piece list[MOST_MEMBERS];
        const unsigned count = rules->set->members(rules, p, square, list);
        for (unsigned i = 0; i < count; i++) { /* equal types come by rising count of moves */
            const unsigned side = seen_color(v, VC_PIECE_COLOR(list[i])), moves = VC_PIECE_MOVES(list[i]);
            uint8_t *cell = planes + (6 * side + VC_PIECE_TYPE(list[i]) - VC_PAWN) * PLANE_SIZE + at;
            if (!cell[0]++)
                cell[12 * PLANE_SIZE] = (uint8_t)moves;
            cell[24 * PLANE_SIZE] = (uint8_t)moves;
        }
    }
    v->next += 36 * PLANE_SIZE;
}

static void put_common(struct view *v, const struct position *p, unsigned repetitions)
{
    put_constant(v, p->side == BLACK);
    for (unsigned i = 0; i < 4; i++)
        put_constant(v, p->castling >> (v->flipped ? i ^ 2 : i) & 1);
    put_set(v, p->ep == NO_SQUARE ? 0 : bit(p->ep));
    put_constant(v, p->clock < CLOCK_DRAW ? p->clock : CLOCK_DRAW);
    put_constant(v, repetitions < FEW ? repetitions : FEW);
}

static void put_card(const struct view *v, uint8_t *plane, vc_card card)
{
    const unsigned suit = VC_CARD_SUIT(card) ^ (v->flipped ? VC_DIAMONDS ^ VC_CLUBS : 0);
    plane[16 * suit + VC_CARD_RANK(card) - VC_ACE]++;
}

/* A plane of cards has two ranks for each suit, A to 8 and 9 to the joker. */
static void put_cards(struct view *v, const struct vc_rules *rules, const struct position *p)
{
    const struct card_table *table = rules->set->cards;
    vc_card list[VC_MAX_CARDS];
    memset(v->next, 0, 5 * PLANE_SIZE);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        for (size_t n = table->hand(p, color, list); n--;)
            put_card(v, v->next, list[n]);
        for (size_t n = table->pile(p, color, list); n--;)
            put_card(v, v->next + PLANE_SIZE, list[n]);
        for (unsigned deck = 0; deck < table->decks(rules); deck++) {
            const vc_card top = table->top(rules, p, color, deck);
            for (size_t n = table->deck(rules, p, color, deck, list); n--;)
                put_card(v, v->next + 2 * PLANE_SIZE, list[n]);
            if (top)
                put_card(v, v->next + 3 * PLANE_SIZE, top);
        }
    }
    if (table->played(p))
        put_card(v, v->next + 4 * PLANE_SIZE, table->played(p));
    v->next += 5 * PLANE_SIZE;
}

void vci_planes_write(const struct vc_rules *rules, const struct position *p, unsigned repetitions, bool mover_view,
                      uint8_t *bytes)
{
    const struct ruleset *set = rules->set;
    struct view v = {bytes, mover_view && p->side == BLACK};
    if (set->combos)
        put_members(&v, rules, p);
    else
        put_men(&v, p);
    put_common(&v, p, repetitions);
    for (unsigned phase = 0; phase < PHASES; phase++)
        if (has_phase(set, phase))
            put_constant(&v, p->phase == phase);
    if (has_focus(set))
        put_set(&v, p->focus == NO_SQUARE ? 0 : bit(p->focus));
    if (set->touched)
        put_set(&v, set->touched(p));
    if (set->cards)
        put_cards(&v, rules, p);
    assert(v.next == bytes + vci_plane_count(rules) * PLANE_SIZE);
}

void vci_planes_write_float(const struct vc_rules *rules, const struct position *p, unsigned repetitions,
                            bool mover_view, float *numbers)
{
    uint8_t bytes[MAX_PLANES * PLANE_SIZE];
    const uint8_t *next = bytes;
    vci_planes_write(rules, p, repetitions, mover_view, bytes);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const size_t count = sections[i].has(rules->set) ? sections[i].count * PLANE_SIZE : 0;
        const float maximum = (float)sections[i].maximum;
        for (size_t k = 0; k < count; k++)
            numbers[k] = sections[i].maximum == 1 ? (float)next[k] : (float)((float)next[k] / maximum);
        numbers += count;
        next += count;
    }
}
