/* SPDX-License-Identifier: ISC */
/*
 * record_list.h - action lists: games as lines of plain text (docs/notation.md, "Action lists")
 *
 *     rules quantum temperature=1/2
 *     from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1
 *     tag White Alice
 *     play ?b8 =n b8c6 e2e4
 *     result 0-1 resignation
 */
#ifndef EXAMPLES_RECORD_LIST_H
#define EXAMPLES_RECORD_LIST_H

#include "record_input.h"

/* Writes the game of a record, which is taken back to its start for it, as an action list, and an empty line. */
void list_write(const vc_record *record, FILE *stream);

/* Reads one game after the other from an input. */
struct list_reader;
struct list_reader *list_reader_new(struct input *input);
void list_reader_free(struct list_reader *reader);

/*
 * Reads the next game. VC_OK; VC_ERR_NOTHING at the end; VC_ERR_STOPPED when the input could not be read; anything else
 * is a fault in one game, which error tells, and the next call goes on behind that game.
 */
vc_status list_reader_next(struct list_reader *reader, vc_error *error);

/* The game read last, or as much of it as there is; NULL for nothing. Good until the next call. */
vc_record *list_reader_record(const struct list_reader *reader);

/* Where it begins or, after a fault, where that was noticed; from 1. */
uint64_t list_reader_line(const struct list_reader *reader);
uint64_t list_reader_column(const struct list_reader *reader);

#endif
