/* SPDX-License-Identifier: ISC */
/*
 * story.h - tells in sentences what an action did, from the events of the library
 *
 * story_hear() is the event callback; story_tell() makes sentences of what was heard since story_begin().
 */
#ifndef EXAMPLES_STORY_H
#define EXAMPLES_STORY_H

#include "text.h"

/* A whole combo of sixteen that moves, captures or merges, and promotes tells of each member at most twice. */
enum { MAX_EVENTS = 48 };

struct story {
    vc_event events[MAX_EVENTS]; /* of the action under way */
    size_t count;
    unsigned interest; /* how eventful all that was heard since story_forget() was */
};

/* Forgets the events of the action before. */
void story_begin(struct story *story);
/* Forgets how eventful it was. */
void story_forget(struct story *story);
/* A vc_event_fn; user is a struct story. */
void story_hear(void *user, const vc_game *game, const vc_event *event);
/* Adds sentences about one action, after which the game is as given. */
void story_tell(const struct story *story, const vc_game *game, struct text *text);
/* The squares that the action's pieces came from and went to, touched or lost a member on. */
void story_squares(const struct story *story, uint64_t *from, uint64_t *to);
/* Adds how a game ended, without a full stop: "White wins: checkmate". */
void add_ending(struct text *text, uint32_t winner, uint32_t reason);

#endif
