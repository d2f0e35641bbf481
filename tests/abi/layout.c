/* SPDX-License-Identifier: ISC */
/* The layouts that are part of the ABI, asserted for whatever machine this is compiled for; C11 and C++11. */
#include <variantchess/variantchess.h>

#ifndef __cplusplus
#define static_assert _Static_assert
#endif

#define SIZE(type, size) static_assert(sizeof(type) == (size), #type)
#define AT(offset, type, member) static_assert(offsetof(type, member) == (offset), #type "." #member)

SIZE(vc_status, 4);
SIZE(vc_action, 4);
SIZE(vc_piece, 4);
SIZE(vc_card, 1);

SIZE(vc_error, 256);
AT(0, vc_error, size);
AT(4, vc_error, status);
AT(8, vc_error, offset);
AT(12, vc_error, reserved);
AT(16, vc_error, message);

SIZE(vc_entry, 24);
AT(0, vc_entry, size);
AT(4, vc_entry, action);
AT(8, vc_entry, actor);
AT(12, vc_entry, winner);
AT(16, vc_entry, reason);
AT(20, vc_entry, reserved);

SIZE(vc_event, 64);
AT(0, vc_event, size);
AT(4, vc_event, type);
AT(8, vc_event, action);
AT(12, vc_event, color);
AT(16, vc_event, square);
AT(20, vc_event, to_square);
AT(24, vc_event, before);
AT(28, vc_event, after);
AT(32, vc_event, card);
AT(36, vc_event, can_move);
AT(40, vc_event, winner);
AT(44, vc_event, reason);
AT(48, vc_event, weights);

SIZE(vc_odds, 16);
AT(0, vc_odds, outcome);
AT(4, vc_odds, weight);
AT(8, vc_odds, can_move);
AT(12, vc_odds, moves);

/* These have pointers: as many words as they have members, vc_option's two numbers being one on 64-bit machines. */
SIZE(vc_memory, 4 * sizeof(void *));
AT(0, vc_memory, size);
AT(sizeof(void *), vc_memory, user);
AT(2 * sizeof(void *), vc_memory, allocate);
AT(3 * sizeof(void *), vc_memory, deallocate);

SIZE(vc_plane, 8 + 2 * sizeof(void *));
AT(0, vc_plane, size);
AT(sizeof(void *), vc_plane, maximum);
AT(4 + sizeof(void *), vc_plane, reserved);
AT(8 + sizeof(void *), vc_plane, name);

SIZE(vc_batch_options, 8 + 3 * sizeof(void *));
AT(0, vc_batch_options, size);
AT(sizeof(void *), vc_batch_options, position);
AT(2 * sizeof(void *), vc_batch_options, seed);
AT(3 * sizeof(void *), vc_batch_options, flags);
AT(4 + 3 * sizeof(void *), vc_batch_options, threads);

SIZE(vc_batch_arrays, 8 + 14 * sizeof(void *));
AT(0, vc_batch_arrays, size);
AT(sizeof(void *), vc_batch_arrays, capacity);
AT(2 * sizeof(void *), vc_batch_arrays, needed);
AT(8 + 2 * sizeof(void *), vc_batch_arrays, actions);
AT(8 + 3 * sizeof(void *), vc_batch_arrays, indices);
AT(8 + 4 * sizeof(void *), vc_batch_arrays, weights);
AT(8 + 5 * sizeof(void *), vc_batch_arrays, counts);
AT(8 + 6 * sizeof(void *), vc_batch_arrays, offsets);
AT(8 + 7 * sizeof(void *), vc_batch_arrays, masks);
AT(8 + 8 * sizeof(void *), vc_batch_arrays, actors);
AT(8 + 9 * sizeof(void *), vc_batch_arrays, phases);
AT(8 + 10 * sizeof(void *), vc_batch_arrays, done);
AT(8 + 11 * sizeof(void *), vc_batch_arrays, reasons);
AT(8 + 12 * sizeof(void *), vc_batch_arrays, rewards);
AT(8 + 13 * sizeof(void *), vc_batch_arrays, planes);

SIZE(vc_option, 8 + 5 * sizeof(void *));
AT(0, vc_option, size);
AT(sizeof(void *), vc_option, type);
AT(4 + sizeof(void *), vc_option, reserved);
AT(8 + sizeof(void *), vc_option, name);
AT(8 + 2 * sizeof(void *), vc_option, default_value);
AT(8 + 3 * sizeof(void *), vc_option, range);
AT(8 + 4 * sizeof(void *), vc_option, help);

int main(void) { return 0; }
