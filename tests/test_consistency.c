/* SPDX-License-Identifier: ISC */
/*
 * test_consistency.c - the check of positions that assertions and other tests rely on notices what is unsound
 *
 * Each row spoils a sound position in one way. The hash is made anew, so that it is not what gives the fault away. Looks
 * inside the library.
 */
#include "game.h"
#include "support.h"

#define CARD(rank, suit) ((rank) | (suit) << 4)

static struct position position_of(const vc_game *game)
{
    struct position p = {0};
    position_copy(&p, now(game), game->rules->set->words);
    return p;
}

/* Each makes of a sound position what its name says. */
#define FAULT(name, ...) \
    static void name(struct position *p) { __VA_ARGS__ }

FAULT(two_types_on_a_square, p->type[VC_PAWN - 1] |= bit(A1);)
FAULT(type_without_color, p->type[VC_PAWN - 1] |= bit(28);)
FAULT(color_without_type, p->color[WHITE] |= bit(28);)
FAULT(both_colors_on_a_square, p->color[BLACK] |= bit(A1);)
FAULT(two_kings, p->type[VC_KING - 1] |= p->type[VC_QUEEN - 1]; p->type[VC_QUEEN - 1] = 0;)
FAULT(third_side, p->side = 2;)
FAULT(fifth_right, p->castling = 16;)
FAULT(en_passant_off_the_board, p->ep = NO_SQUARE + 1;)
FAULT(en_passant_where_a_piece_is, p->ep = A1;)
FAULT(focus_off_the_board, p->focus = NO_SQUARE + 1;)
FAULT(no_phase, p->phase = PHASES;)
FAULT(phase_of_another_game, p->phase = VC_PHASE_HIT;)
FAULT(clock_too_high, p->clock = MAX_COUNTER + 1;)
FAULT(number_too_low, p->number = 0;)
FAULT(number_too_high, p->number = MAX_COUNTER + 1;)
FAULT(focus_without_phase, p->focus = A1;)
FAULT(phase_without_focus, p->focus = NO_SQUARE;)

FAULT(touched_pawn, p->own.word[0] |= bit(8);)
FAULT(touched_enemy, p->own.word[0] |= bit(A8);)
FAULT(focus_is_touched, p->own.word[0] |= bit(p->focus);)
FAULT(focus_is_empty, p->focus = 28;)

FAULT(right_without_rook, p->castling = 15;)

FAULT(card_of_no_rank, p->own.word[0] += 1;)
FAULT(card_twice, p->own.word[4] += UINT64_C(1) << 4 * 3;)
FAULT(hand_too_large, p->own.word[1] += UINT64_C(1) << 4 * 9;)
FAULT(deck_empty, p->own.word[4] = UINT64_C(0x0011111111111110) - p->own.word[0];
      p->own.word[5] = UINT64_C(0x0011111111111110) - p->own.word[1];)
FAULT(top_that_nobody_sees, p->extra[0] = CARD(9, VC_DIAMONDS);)
FAULT(top_of_the_other_side, p->extra[0] = CARD(9, VC_CLUBS);)
FAULT(top_in_a_hand, p->extra[0] = CARD(3, VC_DIAMONDS);)
FAULT(top_hidden, p->extra[0] = 0;)
FAULT(card_played_by_the_other, p->extra[2] = CARD(3, VC_CLUBS);)
FAULT(card_played_not_discarded, p->extra[2] = CARD(9, VC_HEARTS);)
FAULT(deck_between_turns, p->extra[2] = 1;)
FAULT(deck_of_the_other_side, p->extra[2] = 2;)
FAULT(second_half_of_a_deck, p->extra[2] = 1;)
FAULT(drawing_after_the_end, p->phase = VC_PHASE_DRAWING;)

#define ARRAY_OF(side, more) "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR " side " KQkq - 0 1" more
#define HAND "hands:3d3h4d4h/3c3s4c4s discards:-/-"
#define PLAYED "hands:3h4d4h/3c3s4c4s discards:3d/-"

static const struct row {
    const char *ruleset, *options, *position;
    void (*fault)(struct position *);
} rows[] = {
    {"orthodox", NULL, NULL, two_types_on_a_square},
    {"orthodox", NULL, NULL, type_without_color},
    {"orthodox", NULL, NULL, color_without_type},
    {"orthodox", NULL, NULL, both_colors_on_a_square},
    {"orthodox", NULL, NULL, two_kings},
    {"orthodox", NULL, NULL, third_side},
    {"orthodox", NULL, NULL, fifth_right},
    {"orthodox", NULL, NULL, en_passant_off_the_board},
    {"orthodox", NULL, NULL, en_passant_where_a_piece_is},
    {"orthodox", NULL, NULL, focus_off_the_board},
    {"orthodox", NULL, NULL, no_phase},
    {"orthodox", NULL, NULL, phase_of_another_game},
    {"orthodox", NULL, NULL, clock_too_high},
    {"orthodox", NULL, NULL, number_too_low},
    {"orthodox", NULL, NULL, number_too_high},
    {"quantum", NULL, NULL, touched_pawn},
    {"quantum", NULL, NULL, touched_enemy},
    {"quantum", NULL, NULL, focus_without_phase},
    {"quantum", NULL, ARRAY_OF("w", " drawing:b1"), phase_without_focus},
    {"quantum", NULL, ARRAY_OF("w", " drawing:b1"), focus_is_touched},
    {"quantum", NULL, ARRAY_OF("w", " drawing:b1"), focus_is_empty},
    {"power", NULL, NULL, two_types_on_a_square},
    {"power", NULL, NULL, focus_without_phase},
    {"power", NULL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", right_without_rook},
    {"ideal", NULL, NULL, card_of_no_rank},
    {"ideal", NULL, NULL, card_twice},
    {"ideal", NULL, NULL, hand_too_large},
    {"ideal", NULL, NULL, deck_empty},
    {"ideal", NULL, NULL, focus_without_phase},
    {"ideal", NULL, NULL, top_that_nobody_sees},
    {"ideal", NULL, NULL, deck_between_turns},
    {"ideal", NULL, ARRAY_OF("w", " " PLAYED " played:3d"), card_played_by_the_other},
    {"ideal", NULL, ARRAY_OF("w", " " PLAYED " played:3d"), card_played_not_discarded},
    {"ideal", NULL, ARRAY_OF("w", " " PLAYED " drawing:w"), deck_of_the_other_side},
    {"ideal", NULL, ARRAY_OF("w", " " PLAYED " drawing:w"), second_half_of_a_deck},
    {"ideal", NULL, "8/8/8/8/8/8/8/K7 b - - 0 1 " HAND, drawing_after_the_end},
    {"ideal", "face_up=on", ARRAY_OF("w", " " HAND " top:9d/9c"), top_of_the_other_side},
    {"ideal", "face_up=on", ARRAY_OF("w", " " HAND " top:9d/9c"), top_in_a_hand},
    {"ideal", "face_up=on", ARRAY_OF("w", " " HAND " top:9d/9c"), top_hidden},
    {"ideal", "hand_size=5", NULL, deck_of_the_other_side},
};

START_TEST(faults_are_noticed)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        vc_game *game = new_game(row->ruleset, row->options, row->position);
        const char *where = row->position ? row->position : "array";
        struct position p = position_of(game);
        ck_that(vci_position_consistent(game->rules, &p), "row %zu: %s %s is not sound", i, row->ruleset, where);
        row->fault(&p);
        p.key = game->rules->set->fresh_key(&p);
        ck_that(!vci_position_consistent(game->rules, &p), "row %zu: %s %s spoilt is sound", i, row->ruleset, where);
        free_game(game);
    }
}

START_TEST(wrong_hashes_are_noticed)
{
    for (uint32_t ruleset = 0; ruleset < COUNT(ruleset_names); ruleset++) {
        vc_game *game = new_game(ruleset_names[ruleset], NULL, NULL);
        struct position p = position_of(game);
        p.key ^= 1;
        ck_assert(!vci_position_consistent(game->rules, &p));
    }
}

int main(void)
{
    return RUN_TESTS("consistency", faults_are_noticed, wrong_hashes_are_noticed);
}
