/* SPDX-License-Identifier: ISC */
/*
 * rules.h - the contract between the games layer and the rule sets
 *
 * A rule set is a constant table: its options, its phases (who acts, what is legal, what applying
 * does) and its answers about a position. The layers above know rule sets by this contract alone; a
 * further rule set is one new file and one row in rules.c. Includes position.h, encoding.h, text.h.
 */
#ifndef VCI_RULES_H
#define VCI_RULES_H

#include <stdatomic.h>

#include "action.h"
#include "encoding.h"
#include "position.h"
#include "text.h"

struct vc_rules;

/* ----------------------------------------------------------------------------- options --- */

enum { MAX_OPTION_VALUES = 16, PHASES = 8, MAX_OWN_FIELDS = 8, MAX_MEN = 64 };

/* One option: how it is described, and where its numbers are kept in struct vc_rules. */
struct option_def {
    const char *name, *default_value, *range, *help;
    uint8_t type;       /* VC_OPTION_... */
    uint8_t slot;       /* index of its first number in rules.value */
    uint8_t count;      /* how many numbers: of INTEGERS; others have 1, a fraction 2 */
    int32_t low, high;  /* bounds of integers, of a fraction's denominator */
    const char *word;   /* INTEGER: a word read as -1, or NULL; CHOICE: the words, separated by '|' */
};

/* The option that every rule set has first [C8]. */
#define SLOT_AUTOMATIC_DRAWS 0
#define OPTION_AUTOMATIC_DRAWS                                                                                     \
    {                                                                                                              \
        .name = "automatic_draws", .default_value = "on", .range = "on|off", .type = VC_OPTION_SWITCH,             \
        .slot = SLOT_AUTOMATIC_DRAWS, .count = 1, .word = "off|on",                                                \
        .help = "end the game as a draw after 75 moves without capture or pawn move, or a fivefold repetition"     \
    }
#define OPTION_KING_SAFETY(default_, slot_)                                                                        \
    {                                                                                                              \
        .name = "king_safety", .default_value = (default_), .range = "strict|free", .type = VC_OPTION_CHOICE,      \
        .slot = (slot_), .count = 1, .word = "free|strict",                                                        \
        .help = "strict: no move may leave the own king attacked; free: the king may be left to be taken"          \
    }

/* ------------------------------------------------------------------------------ reading --- */

/* One of a rule set's own fields in a position string, name:value; value is NULL when left out. */
struct field {
    const char *value;
    size_t length, offset; /* of the value; offset in the whole text */
};

/* A piece that the board of a position string names. */
struct man {
    uint8_t square, color, type;
};

/* What is known of a position string while it is read. */
struct reader {
    const struct vc_rules *rules;
    struct position *position;        /* board, side, castling rights, counters are there */
    struct field own[MAX_OWN_FIELDS]; /* in the order of the rule set's field names */
    struct man men[MAX_MEN];          /* every piece, members of combos each */
    unsigned man_count;
    size_t castling_offset;           /* where the castling rights stand, to point at */
    bool finished;                    /* a king is missing */
    vc_error *error;
};

/* --------------------------------------------------------------------------- rule sets --- */

/* How a position ends the game; reason is VC_REASON_NONE when it goes on. */
struct verdict {
    uint8_t winner, reason;
};
#define GOES_ON ((struct verdict){VC_NOBODY, VC_REASON_NONE})

struct phase {
    bool chance; /* chance acts; else the side to move */
    /*
     * The legal actions, or the outcomes of chance in ascending order. list may be NULL: only counted.
     * None when the position alone (not repetition) ends the game [C8].
     */
    size_t (*actions)(const struct vc_rules *, const struct position *, vc_action *list);
    /* Whether actions() would list an action, which may be any valid value. */
    bool (*legal)(const struct vc_rules *, const struct position *, vc_action);
    /* Writes to after what a listed action makes of before. */
    void (*apply)(const struct vc_rules *, const struct position *before, struct position *after, vc_action);
    /* Chance only: the weights of actions(), in the same order. */
    void (*weights)(const struct vc_rules *, const struct position *, uint32_t *weights);
};

typedef void (*event_sink)(void *context, const vc_event *event);

struct ruleset {
    const char *name, *title;
    unsigned words;                     /* how many words of a position it uses */
    const struct encoding *encoding;    /* the numbers of its actions */
    const struct option_def *options;
    size_t option_count;
    const struct phase *phases[PHASES]; /* by VC_PHASE_..., NULL where it has none */
    void (*prepare)(struct vc_rules *);    /* derives what it needs from the options' values; or NULL */

    /* How the position alone ends the game: all of [C8] but repetition. */
    struct verdict (*verdict)(const struct vc_rules *, const struct position *);
    /* The squares from which color attacks a square [C3]. */
    bitboard (*attackers)(const struct vc_rules *, const struct position *, unsigned square, unsigned color);
    /* The squares that hold combos; NULL when there are none in this rule set. */
    bitboard (*combos)(const struct position *);
    /* The pieces on a square in the order of vc_game_pieces(); at most 16. */
    unsigned (*members)(const struct vc_rules *, const struct position *, unsigned square, vc_piece *list);
    /* The squares touched in vain this turn; NULL when nothing is touched in this rule set. */
    bitboard (*touched)(const struct position *);
    /* Why a valid action that is not legal is not, in a game that is not over. */
    const char *(*why)(const struct vc_rules *, const struct position *, vc_action);
    /* Tells what an action changed, as events; before and after are the positions around it. */
    void (*events)(const struct vc_rules *, const struct position *before, const struct position *after, vc_action,
                   event_sink, void *context);

    /* Position strings [C9]. */
    const char *const *fields;          /* names of its own fields in canonical order, at most MAX_OWN_FIELDS */
    unsigned field_count;
    bool many_pawns;                    /* more than eight pawns are no fault [P] */
    bool pawns_on_first_rank;           /* [W] */
    /*
     * Captures and pawn moves, which set the half-move clock to 0, are never undone by what comes later, and every turn
     * counts: a position from before the clock was 0 cannot come again.
     */
    bool clock_bounds_repetition;
    /*
     * Else how many pieces there are: captures, which set the clock to 0, are for good, and nothing else changes that
     * number. A position with more pieces cannot come again.
     */
    unsigned (*men)(const struct position *);
    bool needs_kings;                   /* a missing king is a fault, not a finished game */
    uint8_t corner_types;               /* set of types (bit t) that may hold a castling right in a corner */
    /* Builds its own state from the board and the own fields, and checks the castling rights beyond what is common. */
    bool (*read)(struct reader *);
    /* The side that moves next, if not the side to move. NULL: always that. */
    unsigned (*next_mover)(const struct position *);
    /* Whether a plausible en-passant square is so for this rule set too: NULL for nothing behind the pawn. */
    bool (*ep_plausible)(const struct position *, unsigned ep, unsigned mover);
    /* Whether mover could legally capture onto the en-passant square, cards not considered [C6]. */
    bool (*ep_useful)(const struct vc_rules *, const struct position *, unsigned ep, unsigned mover);
    /* Whether the king of a side not to move may not be attacked in this position [C9]. */
    bool (*king_must_be_safe)(const struct vc_rules *, const struct position *);
    /* The last checks, when all is read; NULL for none. */
    bool (*check)(struct reader *);
    /* Writes its own fields, each with a space before it. */
    void (*write)(const struct vc_rules *, const struct position *, struct text *);
    /* The key of the position's pieces and own words, from scratch. */
    uint64_t (*fresh_key)(const struct position *);
    /* Whether the own state is consistent, for assertions and tests; NULL for nothing to check. */
    bool (*consistent)(const struct vc_rules *, const struct position *);

    /*
     * What the touch of a square could give, by piece type: weights, and how many legal moves the piece would have;
     * false when it cannot be touched. NULL when nothing is touched in this rule set.
     */
    bool (*odds)(const struct vc_rules *, const struct position *, unsigned square, uint32_t *weights, uint32_t *moves);
    /* Cards; NULL in rule sets without. */
    const struct card_table *cards;
};

/* What a rule set with cards tells of them. Lists are sorted by rank, then suit. */
struct card_table {
    size_t (*hand)(const struct position *, unsigned color, vc_card *list);
    size_t (*pile)(const struct position *, unsigned color, vc_card *list);
    size_t (*deck)(const struct vc_rules *, const struct position *, unsigned color, unsigned deck, vc_card *list);
    unsigned (*decks)(const struct vc_rules *);
    vc_card (*top)(const struct vc_rules *, const struct position *, unsigned color, unsigned deck);
    vc_card (*played)(const struct position *);
};

/* The first word of the handle, to catch what is none. */
enum { RULES_MAGIC = 0x56435255 };

/* A rule set with its options' values: the handle vc_rules. */
struct vc_rules {
    uint32_t magic;
    atomic_uint references;
    atomic_bool frozen;
    uint8_t id;
    const struct ruleset *set;
    struct vc_memory memory;
    int32_t value[MAX_OPTION_VALUES];  /* the options, by slot */
    uint32_t derived[32];              /* the rule set's own, from prepare() */
    uint64_t fingerprint;              /* of rule set and values; equal rules have equal ones */
};

/* The table of rule sets, for the processor that runs: NULL behind the last. */
const struct ruleset *vci_ruleset(uint32_t id);
uint32_t vci_ruleset_count(void);
/* The numbers of the actions of a rule set; NULL for none. */
const struct encoding *vci_encoding(uint32_t id);

ALWAYS_INLINE const struct phase *phase_of(const struct vc_rules *rules, const struct position *p)
{
    return rules->set->phases[p->phase];
}
/* Whether this is the start of a turn [C8]: nothing has been done in it yet. */
ALWAYS_INLINE bool starts_turn(const struct vc_rules *rules, const struct position *p)
{
    return p->phase == VC_PHASE_TURN && !(rules->set->touched && rules->set->touched(p));
}
ALWAYS_INLINE bool automatic_draws(const struct vc_rules *rules) { return rules->value[SLOT_AUTOMATIC_DRAWS] != 0; }

/* The squares that attack the lone king of a colour; none when it is not alone, or missing. */
bitboard vci_checkers(const struct vc_rules *rules, const struct position *p, unsigned color);
/* All of the position's invariants, for assertions and tests. */
bool vci_position_consistent(const struct vc_rules *rules, const struct position *p);

/* The name of a VC_REASON_..., NULL when there is none. */
const char *vci_reason_name(uint32_t reason);

/* The life of the handle: NULL without memory; what is released last is freed. */
struct vc_rules *vci_rules_new(const struct vc_memory *memory, uint32_t id);
struct vc_rules *vci_rules_copy(const struct vc_rules *rules);
struct vc_rules *vci_rules_retain(struct vc_rules *rules);
void vci_rules_release(struct vc_rules *rules);

/* options.c */
void vci_options_default(struct vc_rules *rules);
vc_status vci_option_set(struct vc_rules *rules, const char *name, const char *value, vc_error *error);
bool vci_option_write(const struct vc_rules *rules, const struct option_def *option, struct text *text);
/* Writes the options that are not default, such as "temperature=1/2 king_safety=strict". */
void vci_options_write(const struct vc_rules *rules, struct text *text);
const struct option_def *vci_option_find(const struct ruleset *set, const char *name);

#endif
