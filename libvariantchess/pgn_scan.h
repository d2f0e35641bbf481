/* SPDX-License-Identifier: ISC */
/*
 * pgn_scan.h - cuts PGN into items: tags, comments, NAGs and words; variations are skipped
 *
 * Knows bytes and lines, no game. Includes the public header.
 */
#ifndef VCI_PGN_SCAN_H
#define VCI_PGN_SCAN_H

#include <stdbool.h>
#include <variantchess/variantchess.h>

/* What the scanner finds. A variation, however deep others are nested in it, is one item. */
enum { ITEM_END, ITEM_TAG, ITEM_COMMENT, ITEM_NAG, ITEM_VARIATION, ITEM_WORD, ITEM_FAULT };

enum { CHUNK = 16384 };

struct place {
    uint64_t offset, line, column; /* bytes before; from 1; from 1, in bytes */
};

struct scanner {
    const vc_memory *memory;
    vc_read_fn read; /* NULL: bytes is the whole text */
    void *user;
    const char *bytes;
    size_t next, size;
    uint64_t taken;    /* bytes taken from the source */
    int current;       /* the character that is looked at; line ends are '\n'; -1 at the end */
    bool primed, ended, failed, after_return;
    struct place here; /* of the current character */

    unsigned kind;     /* of the item found last, and what it is: */
    struct place place;
    bool behind_empty_line;
    bool in_movetext;  /* a word, NAG or variation, or a fault in one */
    char name[VC_MAX_TAG_NAME + 1]; /* of a tag */
    char word[VC_MAX_TOKEN + 1];
    unsigned nag;
    char *text;                     /* a comment, or the value of a tag; NUL-terminated */
    size_t length, capacity;
    bool overflow, no_memory;       /* text is not whole */
    vc_status fault;
    const char *message;
    bool held;                      /* the next item is this one again, */
    struct place held_place;        /* or, behind a fault, a tag that was found there */
    char chunk[CHUNK];
};

/* Starts at the beginning. memory must stay as long as the scanner. */
void vci_scan_start(struct scanner *s, const vc_memory *memory, vc_read_fn read, void *user, const char *text,
                    size_t size);
/* Frees what the scanner holds. */
void vci_scan_stop(struct scanner *s);
/* Finds the next item: its kind. */
unsigned vci_scan(struct scanner *s);
/* Makes vci_scan() find the same item again. */
void vci_scan_hold(struct scanner *s);
/* Whether a comment follows on this line. */
bool vci_scan_comment_follows(struct scanner *s);

#endif
