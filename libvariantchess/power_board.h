/* SPDX-License-Identifier: ISC */
/*
 * power_board.h - the board of Power Chess: several pieces on a square, and how often each has moved [W1] [W10]
 *
 * A part of rules_power.c, apart for its length. The position's bitboards say which types stand on a square; the own
 * words list every piece, so that two knights in one combo are two, and keep three sets that follow from the list.
 * Includes rules_common.h.
 */
#ifndef VCI_POWER_BOARD_H
#define VCI_POWER_BOARD_H

#include "rules_common.h"

enum { MEN = 32, WORDS = COMMON_WORDS + MEN / 4 + 3 };
enum { WORD_COMBOS = MEN / 4, WORD_UNREADY, WORD_FRESH };
enum { SLOT_INITIAL = 1, SLOT_KING_INITIAL, SLOT_COMBO_CAPTURES };

/*
 * A listed piece: square, type, and count of moves up to the rules' maximum [W11]. Types are numbered K Q R B N P, so
 * that the list, kept in ascending order, has the members of a combo in the order in which they are written.
 */
typedef uint16_t listed;
enum { SHIFT_SQUARE = 7, SHIFT_TYPE = 4, NOBODY_LISTED = 0x7fff }; /* the sentinel is behind all, also when signed */

ALWAYS_INLINE listed make_listed(unsigned square, unsigned type, unsigned count)
{
    return (listed)(square << SHIFT_SQUARE | (VC_KING - type) << SHIFT_TYPE | count);
}
ALWAYS_INLINE unsigned listed_square(listed man) { return man >> SHIFT_SQUARE; }
ALWAYS_INLINE unsigned listed_type(listed man) { return VC_KING - (man >> SHIFT_TYPE & 7u); }
ALWAYS_INLINE unsigned listed_count(listed man) { return man & 15u; }

ALWAYS_INLINE bitboard combos_of(const struct position *p) { return p->own.word[WORD_COMBOS]; }
/* Squares with a piece that has not made the moves it needs before it can merge [W2]. */
ALWAYS_INLINE bitboard unready(const struct position *p) { return p->own.word[WORD_UNREADY]; }
/* Squares with a pawn that has never moved. */
ALWAYS_INLINE bitboard fresh_pawns(const struct position *p) { return p->own.word[WORD_FRESH]; }

ALWAYS_INLINE unsigned most_count(const struct vc_rules *rules) { return rules->derived[0]; }

/* Whether a piece of a type that has moved count times may be in a new combo. */
ALWAYS_INLINE bool may_merge(const struct vc_rules *rules, unsigned type, unsigned count)
{
    const int32_t need = rules->value[type == VC_KING ? SLOT_KING_INITIAL : SLOT_INITIAL];
    return need >= 0 && count >= (unsigned)need;
}

/* ------------------------------------------------------------------------------- the list --- */

/*
 * The list is as long as a wide vector; where the processor can, it is searched and changed in a few instructions.
 */
#ifdef __AVX512VBMI2__
#include <immintrin.h>

ALWAYS_INLINE __m512i load_list(const struct position *p) { return _mm512_loadu_si512(p->own.half); }

/* The index of the first listed piece that is not before a value. */
ALWAYS_INLINE unsigned list_index(const struct position *p, unsigned value)
{
    return count_bits(_mm512_cmplt_epi16_mask(load_list(p), _mm512_set1_epi16((short)value)));
}

ALWAYS_INLINE void list_remove(struct position *p, listed man)
{
    const __mmask32 others = ~(UINT32_C(1) << list_index(p, man));
    const __m512i nobody = _mm512_set1_epi16(NOBODY_LISTED);
    _mm512_storeu_si512(p->own.half, _mm512_mask_compress_epi16(nobody, others, load_list(p)));
}

ALWAYS_INLINE void list_insert(struct position *p, listed man)
{
    const __mmask32 others = ~(UINT32_C(1) << list_index(p, man));
    _mm512_storeu_si512(p->own.half, _mm512_mask_expand_epi16(_mm512_set1_epi16((short)man), others, load_list(p)));
}

/*
 * Makes the list of after from that of before: a lone piece leaves a square, and stands as man on another instead of
 * the lone piece that may have been there.
 */
ALWAYS_INLINE void list_move(const struct position *before, struct position *after, unsigned from, listed man)
{
    const __m512i list = load_list(before), squares = _mm512_srli_epi16(list, SHIFT_SQUARE);
    const __mmask32 gone = _mm512_cmpeq_epi16_mask(squares, _mm512_set1_epi16((short)from)) |
                           _mm512_cmpeq_epi16_mask(squares, _mm512_set1_epi16((short)listed_square(man)));
    const __m512i nobody = _mm512_set1_epi16(NOBODY_LISTED), new = _mm512_set1_epi16((short)man);
    const __m512i others = _mm512_mask_compress_epi16(nobody, ~gone, list);
    const __mmask32 here = UINT32_C(1) << count_bits(_mm512_cmplt_epi16_mask(others, new));
    _mm512_storeu_si512(after->own.half, _mm512_mask_expand_epi16(new, ~here, others));
}
#else
ALWAYS_INLINE unsigned list_index(const struct position *p, unsigned value)
{
    unsigned n = 0;
    for (unsigned i = 0; i < MEN; i++) /* without a branch: a few vector instructions */
        n += (int16_t)p->own.half[i] < (int16_t)value;
    return n;
}

static inline void list_remove_at(struct position *p, unsigned i)
{
    memmove(&p->own.half[i], &p->own.half[i + 1], (MEN - 1 - i) * sizeof(listed));
    p->own.half[MEN - 1] = NOBODY_LISTED;
}

static inline void list_remove(struct position *p, listed man) { list_remove_at(p, list_index(p, man)); }

static inline void list_insert(struct position *p, listed man)
{
    const unsigned i = list_index(p, man);
    memmove(&p->own.half[i + 1], &p->own.half[i], (MEN - 1 - i) * sizeof(listed));
    p->own.half[i] = man;
}

/* As above; after is a copy of before. */
static inline void list_move(const struct position *before, struct position *after, unsigned from, listed man)
{
    listed *list = after->own.half;
    const unsigned to = listed_square(man);
    const unsigned old = list_index(before, from << SHIFT_SQUARE), new = list_index(before, to << SHIFT_SQUARE);
    if (new < MEN && listed_square(list[new]) == to) {
        list[new] = man;
        list_remove_at(after, old);
    } else if (old < new) {
        memmove(&list[old], &list[old + 1], (new - 1 - old) * sizeof(listed));
        list[new - 1] = man;
    } else {
        memmove(&list[new + 1], &list[new], (old - new) * sizeof(listed));
        list[new] = man;
    }
}
#endif

/* A stretch of the list: the members on one square, or those of one type among them. */
struct stretch {
    const listed *first, *end;
};

ALWAYS_INLINE struct stretch stretch_from(const struct position *p, unsigned value, unsigned shift)
{
    return (struct stretch){&p->own.half[list_index(p, value)],
                            &p->own.half[list_index(p, ((value >> shift) + 1) << shift)]};
}
ALWAYS_INLINE struct stretch members_on(const struct position *p, unsigned square)
{
    return stretch_from(p, square << SHIFT_SQUARE, SHIFT_SQUARE);
}
ALWAYS_INLINE struct stretch members_of_type(const struct position *p, unsigned square, unsigned type)
{
    return stretch_from(p, make_listed(square, type, 0), SHIFT_TYPE);
}
ALWAYS_INLINE unsigned stretch_size(struct stretch s) { return (unsigned)(s.end - s.first); }

/* Who goes, of the members of a type: the one that moved most; for a two-step advance one that never did [W3]. */
ALWAYS_INLINE listed who_goes(const struct position *p, unsigned square, unsigned type, bool two_step)
{
    const struct stretch s = members_of_type(p, square, type);
    return two_step ? s.first[0] : s.end[-1];
}

/* ---------------------------------------------------------------- changing a square --- */

/* The key of one piece that stands on its square behind so many equal ones: equal members must not cancel. */
ALWAYS_INLINE uint64_t man_key(unsigned color, listed man, uint64_t like)
{
    return mix64(UINT64_C(0x706f776572) << 24 | like << 16 | (uint64_t)color << 15 | man);
}

/* The key of all that stands on a square. */
static inline uint64_t square_key(const struct position *p, unsigned square)
{
    const struct stretch s = members_on(p, square);
    const unsigned color = color_on(p, square);
    uint64_t key = 0, like = 0;
    for (const listed *man = s.first; man < s.end; man++) {
        like = man > s.first && man[0] == man[-1] ? like + 1 : 0;
        key ^= man_key(color, *man, like);
    }
    return key;
}

/* Before the pieces on a square change in the list ... */
static inline void open_square(struct position *p, unsigned square) { p->key ^= square_key(p, square); }

/* Takes everything off the sets of squares. */
ALWAYS_INLINE void clear_squares(struct position *p, bitboard squares)
{
    for (unsigned t = 0; t < 6; t++)
        p->type[t] &= ~squares;
    p->color[WHITE] &= ~squares;
    p->color[BLACK] &= ~squares;
    for (unsigned w = WORD_COMBOS; w <= WORD_FRESH; w++)
        p->own.word[w] &= ~squares;
}

/* Puts a piece onto the sets of squares, but that of combos. */
ALWAYS_INLINE void set_man(const struct vc_rules *rules, struct position *p, unsigned color, listed man)
{
    const unsigned type = listed_type(man), count = listed_count(man);
    const bitboard here = bit(listed_square(man));
    p->type[type - 1] |= here;
    p->color[color] |= here;
    if (!may_merge(rules, type, count))
        p->own.word[WORD_UNREADY] |= here;
    if (type == VC_PAWN && !count)
        p->own.word[WORD_FRESH] |= here;
}

/* ... and after: all that follows from the list is set anew. color: of those who stand there now. */
static inline void close_square(const struct vc_rules *rules, struct position *p, unsigned square, unsigned color)
{
    const struct stretch s = members_on(p, square);
    clear_squares(p, bit(square));
    for (const listed *man = s.first; man < s.end; man++)
        set_man(rules, p, color, *man);
    if (stretch_size(s) > 1)
        p->own.word[WORD_COMBOS] |= bit(square);
    p->key ^= square_key(p, square);
}

static inline bool has_unmoved(const struct position *p, unsigned color, unsigned square, unsigned type)
{
    const struct stretch s = members_of_type(p, square, type);
    return pieces(p, color, type) & bit(square) && stretch_size(s) && !listed_count(*s.first);
}

/* The castling rights whose king and rook have still not moved [C5]. */
static inline uint8_t lasting_rights(const struct position *p)
{
    uint8_t rights = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned color = i / 2, base = color == WHITE ? 0 : 56;
        if (p->castling >> i & 1 && has_unmoved(p, color, base + E1, VC_KING) &&
            has_unmoved(p, color, base + castling_rook_from(i), VC_ROOK))
            rights |= (uint8_t)(1 << i);
    }
    return rights;
}

#endif
