/* SPDX-License-Identifier: ISC */
/*
 * record.h - a game with its tags, comments and NAGs, and how it becomes PGN and comes out of it
 *
 * record.c keeps records, pgn_write.c writes them, pgn_scan.c cuts PGN into items, pgn_read.c makes records of items.
 * They know the contract, no rule set by name. Arguments were checked by the door (api_record.c). Includes
 * game.h, pgn_scan.h.
 */
#ifndef VCI_RECORD_H
#define VCI_RECORD_H

#include "game.h"
#include "pgn_scan.h"

enum { RECORD_MAGIC = 0x56435243, READER_MAGIC = 0x56435044 };

/* The rule set of a record without the tag Variant: the first of the table. */
enum { DEFAULT_RULESET = 0 };

/* The longest value of the tag Options, its NUL included. */
enum { MAX_OPTIONS = 512 };

/* A tag; name and value are one block, the value behind the name's NUL. */
struct tag {
    char *name;
    const char *value;
};

/* What is annotated at a ply. */
struct note {
    size_t ply;
    char *comment; /* NULL for none */
    size_t length, capacity;
    unsigned nag_count;
    uint8_t nags[VC_MAX_NAGS];
};

struct vc_record {
    uint32_t magic;
    bool busy; /* it is being written by a callback */
    vc_memory memory;
    vc_game *game; /* NULL when what was read makes no game */
    struct tag *tags;
    size_t tag_count, tag_capacity;
    const char *told;   /* the result that ended the moves, where the tag Result tells another; else NULL */
    struct note *notes; /* by rising ply; none is empty of both comment and NAGs */
    size_t note_count, note_capacity;
};

/* ---------------------------------------------------------------------------- records --- */

/* A record without tags, notes and game. */
vc_status vci_record_new(const vc_memory *memory, vc_record **record);
void vci_record_free(vc_record *record);

/* NULL when there is no such tag. */
const char *vci_record_tag(const vc_record *record, const char *name);
/* Adds a tag or gives it a new value; value NULL removes it. VC_OK, VC_ERR_LIMIT, VC_ERR_MEMORY. */
vc_status vci_record_set_tag(vc_record *record, const char *name, const char *value);
/*
 * Takes the tags of another record, which then has none, in place of those of its own that are replaced; no name is
 * twice. VC_OK; VC_ERR_LIMIT, VC_ERR_MEMORY, and nothing has changed.
 */
vc_status vci_record_take_tags(vc_record *record, vc_record *from, bool (*is_replaced)(const char *name));
bool vci_tag_name_valid(const char *name);
bool vci_tag_value_valid(const char *value);
/* Whether the game, not the caller, says what a tag is. */
bool vci_tag_is_derived(const char *name);
/* The six tags that every record is written with, beside Result. */
enum { ROSTER = 6 };
extern const char *const vci_roster[ROSTER];
/* Whether a tag is one of these, Result among them. */
bool vci_tag_in_roster(const char *name);
/* The constant that is a result's text; NULL for anything else. */
const char *vci_result_of_text(const char *text);
/* That of the game when it is over, else what was told behind the moves or in the tag. */
const char *vci_record_result(const vc_record *record);
/* The result's text of an ended game. */
const char *vci_result_of_winner(unsigned winner);

const struct note *vci_record_note(const vc_record *record, size_t ply);
/* Adds to the comment at a ply; white space becomes single spaces. VC_OK, VC_ERR_LIMIT, VC_ERR_MEMORY. */
vc_status vci_record_add_comment(vc_record *record, size_t ply, const char *text);
vc_status vci_record_set_comment(vc_record *record, size_t ply, const char *text);
/* Adds a NAG unless it is there. VC_OK, VC_ERR_LIMIT, VC_ERR_MEMORY. */
vc_status vci_record_add_nag(vc_record *record, size_t ply, uint8_t nag);
vc_status vci_record_set_nags(vc_record *record, size_t ply, const uint8_t *nags, size_t count);

/* ---------------------------------------------------------------------------- writing --- */

/* Writes a record that has a game. VC_OK, VC_ERR_MEMORY, VC_ERR_STOPPED. */
vc_status vci_record_write(const vc_record *record, vc_write_fn write, void *user);

/* ---------------------------------------------------------------------------- reading --- */

struct vc_reader {
    uint32_t magic;
    bool busy;      /* its vc_read_fn runs */
    unsigned flags; /* VC_SAN_STRICT, VC_SAN_LENIENT */
    vc_memory memory;
    struct scanner scan;
    vc_record *record;
    struct vc_rules *rules;     /* those of the game before, most often those of the next one too; NULL for none */
    char options[MAX_OPTIONS];  /* the tag that they were made from */
    struct place place;         /* where the record begins, or the fault was noticed */
    struct place tag_places[3]; /* of Variant, Options and FEN */
    struct position start;      /* where the game begins */
    size_t ply;                 /* how many actions were read */
    bool begun;                 /* the movetext has begun */
    bool skipping;              /* what is left of a faulty game is to be skipped */
};

/* Without a vc_read_fn it reads text. */
vc_status vci_reader_new(const vc_memory *memory, vc_read_fn read, void *user, const char *text, size_t size,
                         unsigned flags, vc_reader **reader);
void vci_reader_free(vc_reader *reader);
vc_status vci_reader_next(vc_reader *reader, vc_error *error);

#endif
