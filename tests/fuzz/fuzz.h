/* SPDX-License-Identifier: ISC */
/*
 * fuzz.h - what the fuzzing targets share
 *
 * A target is a file with LLVMFuzzerTestOneInput(). Its input is text as far as possible, so that the corpora can be
 * read; for fuzz_calls and fuzz_batch it is a program instead. The first byte names an entry of settings.h (a letter from
 * '0' on), the rest is the target's. What must hold is checked by MUST(), which ends the program. Includes the library's
 * inside, to check positions for consistency.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: this must hold: %s\n", __FILE__, __LINE__, #condition);                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Lines are cut into the caller's buffer; the longest input that is looked at. */
enum { LONGEST_INPUT = 4096 };

/* The setting that the first byte names; the game of that setting, made once, in the array. */
size_t setting_of(const uint8_t *data, size_t size);
vc_game *game_of(size_t setting);

/* All that a failing call must leave as it was. */
struct trace {
    uint8_t snapshot[VC_MAX_SNAPSHOT_SIZE];
    size_t size, length, redo_length;
    uint64_t hash, chance_index, entries, redo_entries; /* the latter two: sums of what the history holds */
};
struct trace trace_of(const vc_game *game);
void must_be_unchanged(const vc_game *game, const struct trace *trace);

/* A failing call told what was wrong: status, offset and sentence. */
void must_be_told(const vc_error *error, vc_status status, size_t text_length);

/* All that must hold of a game wherever it is; actions are played and taken back. */
void must_be_sound(vc_game *game);

#endif
