/* SPDX-License-Identifier: ISC */
/*
 * emit.h - writing whole sets of squares as actions into a list, in ascending order of squares
 *
 * Moves come in sets: from one square to many, or many pawns each so far ahead. Where the processor can, sixteen are
 * written at once without a branch, since the branches of a loop over squares are hard to foretell. Knows squares and
 * actions, no pieces. Includes action.h.
 */
#ifndef VCI_EMIT_H
#define VCI_EMIT_H

#include <assert.h>

#include "action.h"

#ifdef __AVX512VBMI2__
#include <immintrin.h>
#endif

/* Adds an action, or counts it when there is no list. */
ALWAYS_INLINE size_t emit(vc_action *list, size_t n, vc_action action)
{
    if (list)
        list[n] = action;
    return n + 1;
}

/*
 * Adds base + step * square for every square of a set, of at most sixteen; marked: those squares whose actions get
 * mark, too. step is a constant, a power of two or 1 + (1 << SHIFT_FROM), and so is whether marked is 0.
 */
ALWAYS_INLINE size_t emit_set(vc_action *list, size_t n, vc_action base, unsigned step, bitboard set, bitboard marked,
                              vc_action mark)
{
    assert(count_bits(set) <= 16);
    if (!list)
        return n + count_bits(set);
#ifdef __AVX512VBMI2__
    static const uint8_t squares[64] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    const __m512i packed = _mm512_maskz_compress_epi8(set, _mm512_loadu_si512(squares));
    const __m512i square = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(packed));
    const bool advance = step == 1 + (1 << SHIFT_FROM);
    __m512i actions = advance ? _mm512_slli_epi32(square, SHIFT_FROM) : _mm512_setzero_si512();
    actions = _mm512_add_epi32(actions, _mm512_slli_epi32(square, advance ? 0 : (unsigned)__builtin_ctz(step)));
    actions = _mm512_add_epi32(actions, _mm512_set1_epi32((int)base));
    if (!(__builtin_constant_p(marked) && !marked))
        actions = _mm512_mask_or_epi32(actions, (__mmask16)_pext_u64(marked, set), actions,
                                       _mm512_set1_epi32((int)mark));
    _mm512_storeu_si512(list + n, actions);
    return n + count_bits(set);
#else
    while (set) {
        const unsigned square = pop_square(&set);
        list[n++] = (base + step * square) | (marked >> square & 1 ? mark : 0);
    }
    return n;
#endif
}

/* Adds the moves of base (which has its from square) to every target. */
ALWAYS_INLINE size_t emit_targets(vc_action *list, size_t n, vc_action base, bitboard targets)
{
    return emit_set(list, n, base, 1, targets, 0, 0);
}

/* The same for any number of targets. */
ALWAYS_INLINE size_t emit_many(vc_action *list, size_t n, vc_action base, bitboard targets)
{
    enum { PART = 16 };
    if (LIKELY(count_bits(targets) <= PART))
        return emit_targets(list, n, base, targets);
    for (unsigned part = 0; part < 64; part += PART)
        n = emit_targets(list, n, base, targets & UINT64_C(0xffff) << part);
    return n;
}

/* Adds base with each of some ranks of cards, which are told by every fourth square. */
ALWAYS_INLINE size_t emit_ranks(vc_action *list, size_t n, vc_action base, bitboard ranks)
{
    return emit_set(list, n, base, 1 << (SHIFT_RANK - 2), ranks, 0, 0);
}

/* Adds the moves to every target from so far behind it (behind is negative for Black). */
ALWAYS_INLINE size_t emit_advances(vc_action *list, size_t n, int behind, bitboard targets, bitboard marked,
                                   vc_action mark)
{
    return emit_set(list, n, make_kind(VC_MOVE) - ((unsigned)behind << SHIFT_FROM), 1 + (1 << SHIFT_FROM), targets,
                    marked, mark);
}

ALWAYS_INLINE size_t emit_promotions(vc_action *list, size_t n, vc_action base)
{
    for (unsigned type = VC_KNIGHT; type <= VC_QUEEN; type++)
        n = emit(list, n, base | with_piece(type));
    return n;
}

#endif
