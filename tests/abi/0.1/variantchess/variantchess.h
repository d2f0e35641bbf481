/* SPDX-License-Identifier: ISC */
/*
 * variantchess.h - the public interface of libvariantchess
 *
 * Orthodox chess, Quantum Superposition Chess, Potential/Demotion Chess, Power Chess and Ideal
 * Chess behind one protocol. The rules are written out, clause by clause, in docs/rules.md; names
 * such as [Q4a] below are clauses of that page.
 *
 * A game is a state machine. vc_game_actor() says who is to act: White, Black, Chance or nobody.
 * vc_game_actions() lists what a player can do, vc_game_outcomes() what chance can do and with
 * which weights; vc_game_play() does one of these. Nothing assumes that sides alternate, that a
 * turn is one action, or that there is no chance.
 *
 * CONVENTIONS, for every function unless its own comment says otherwise
 *
 *   Failure     A fallible function returns a vc_status. When it is not VC_OK the game, the rules
 *               and the caller's buffers are exactly as they were; only the out parameters that
 *               tell a needed length, and the vc_error, are written.
 *   Handles     A NULL handle or a NULL required out parameter gives VC_ERR_ARGUMENT from a function
 *               that returns a vc_status, and the neutral answer (VC_NOBODY, VC_NO_SQUARE, 0, NULL)
 *               from one that returns a plain value. Freed handles must not be used.
 *   Squares     0 to 63: a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63. A set of squares is a
 *               uint64_t with bit n for square n.
 *   Colours     VC_WHITE (0) and VC_BLACK (1).
 *   Text in     NUL-terminated ASCII. NULL is VC_ERR_ARGUMENT. Nothing is kept of it.
 *   Text out    (char *buffer, size_t size, size_t *length): *length gets the length without the
 *               NUL. When size <= *length the call returns VC_ERR_BUFFER and writes no text, so that
 *               (NULL, 0, &length) asks for the length. length may be NULL.
 *   Lists out   (T *list, size_t capacity, size_t *count): *count gets the number of elements. When
 *               capacity < *count the call returns VC_ERR_BUFFER and writes no element. count may be
 *               NULL. VC_MAX_ACTIONS elements suffice for every list of actions.
 *   Strings     A returned const char * is constant, belongs to the library and is never freed.
 *   Errors      A vc_error parameter may be NULL.
 *   Threads     Different handles may be used at the same time, games that share rules too. One
 *               game needs the caller's lock, even for reading. Functions without a handle may be
 *               called from any thread at any time.
 *   Callbacks   Only the functions that say so call back. While a callback runs, its game may be
 *               read; calls that would change or free that game return VC_ERR_BUSY and do nothing.
 *   Memory      Only functions that can return VC_ERR_MEMORY allocate.
 *   Since       0.1.
 */
#ifndef VARIANTCHESS_H
#define VARIANTCHESS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks what the shared library exports. */
#if defined VC_BUILD && defined __GNUC__
#define VC_API __attribute__((visibility("default")))
#else
#define VC_API
#endif

/* ------------------------------------------------------------------------------- version --- */

#define VC_VERSION_MAJOR 0
#define VC_VERSION_MINOR 1
#define VC_VERSION_PATCH 0
/** The version of this header as one number: major * 10000 + minor * 100 + patch. */
#define VC_VERSION_NUMBER (VC_VERSION_MAJOR * 10000 + VC_VERSION_MINOR * 100 + VC_VERSION_PATCH)

/** The version of the library that runs, in the form of VC_VERSION_NUMBER. */
VC_API uint32_t vc_version_number(void);

/** The version of the library that runs, as text such as "0.1.0". */
VC_API const char *vc_version(void);

/* -------------------------------------------------------------------------------- status --- */

/** What a fallible call returns: VC_OK or one of the VC_ERR_ values. Append-only. */
typedef int32_t vc_status;

enum {
    VC_OK = 0,           /**< done */
    VC_ERR_ARGUMENT = 1, /**< a parameter is NULL, out of range, or a struct of unknown size */
    VC_ERR_MEMORY = 2,   /**< the memory functions gave no memory */
    VC_ERR_BUFFER = 3,   /**< the caller's buffer is too small; the needed length was told */
    VC_ERR_SYNTAX = 4,   /**< text that is malformed, whatever the position */
    VC_ERR_POSITION = 5, /**< a well-formed position string that the rules refuse [C9] */
    VC_ERR_OPTION = 6,   /**< an option that the rule set has not, or a value out of its range */
    VC_ERR_FROZEN = 7,   /**< rules that a game uses cannot be changed */
    VC_ERR_ILLEGAL = 8,  /**< the action is not legal now; vc_game_why() says why */
    VC_ERR_OVER = 9,     /**< the game is over */
    VC_ERR_NOTHING = 10, /**< nothing to undo, redo, draw, claim, read or verify */
    VC_ERR_BUSY = 11,    /**< called from a callback of the same game */
    VC_ERR_REFUSED = 12, /**< the dice callback refused the draw */
    VC_ERR_RANDOM = 13,  /**< the system's source of randomness could not be initialised */
    VC_ERR_STOPPED = 14, /**< a callback stopped the call */
    VC_ERR_MISMATCH = 15, /**< of other rules, altered or damaged: a snapshot, a saved position, a record */
    VC_ERR_LIMIT = 16     /**< a documented limit would be exceeded */
};

/** A short English sentence for a status, such as "out of memory"; never NULL. */
VC_API const char *vc_status_text(vc_status status);

/**
 * What was wrong with a text, and where. The caller owns it and sets size to sizeof(vc_error)
 * before the call; a call given another size returns VC_ERR_ARGUMENT. It is written only when the
 * call fails. 256 bytes, frozen.
 */
typedef struct vc_error {
    uint32_t size;     /**< in: sizeof(vc_error) */
    vc_status status;  /**< out: what the call returned */
    uint32_t offset;   /**< out: 0-based offset in the text where the fault was noticed */
    uint32_t reserved; /**< out: 0 */
    char message[240]; /**< out: a sentence, such as "rank 3: 9 squares"; NUL-terminated */
} vc_error;

/* ------------------------------------------------------------------------------- actions --- */

/**
 * One action of a player or of chance, as a 32-bit value. The layout is frozen:
 *
 *   bits 0-5 to square, 6-11 from square, 12-14 piece type, 15-17 member type, 18-21 card rank,
 *   22-23 card suit, 24-27 kind, 28-31 always 0. Fields that a kind does not use are 0.
 *
 * Value and text correspond one to one, whatever the position:
 *
 *   kind            text                fields
 *   VC_MOVE         e2e4 e7e8q e4f6:n   from, to; piece: what a pawn promotes to or, in potential,
 *                                       what the piece becomes; member: who leaves a combo (power)
 *   VC_TOUCH        ?g1                 from
 *   VC_BECOME       =n                  piece
 *   VC_CASUALTY     !n                  member
 *   VC_DISCARD      -Kh                 rank, suit
 *   VC_CHOOSE_DECK  ^h                  suit
 *   VC_DRAW         +7d                 rank, suit
 *
 * Castling is the king's two-square step, e1g1.
 */
typedef uint32_t vc_action;

/** No action. */
#define VC_NO_ACTION ((vc_action)0)

/** Kinds of action. Append-only; at most 15. */
enum {
    VC_MOVE = 1,
    VC_TOUCH = 2,
    VC_BECOME = 3,
    VC_CASUALTY = 4,
    VC_DISCARD = 5,
    VC_CHOOSE_DECK = 6,
    VC_DRAW = 7
};

/** Piece types. VC_NO_PIECE stands for none. Frozen. */
enum { VC_NO_PIECE = 0, VC_PAWN = 1, VC_KNIGHT = 2, VC_BISHOP = 3, VC_ROOK = 4, VC_QUEEN = 5, VC_KING = 6 };

/** Card ranks: 1 (ace) to 13 (king), and the joker. 0 stands for none. Frozen. */
enum { VC_ACE = 1, VC_TEN = 10, VC_JACK = 11, VC_CARD_QUEEN = 12, VC_CARD_KING = 13, VC_JOKER = 14 };

/** Suits. White owns diamonds and hearts, Black clubs and spades. Frozen. */
enum { VC_DIAMONDS = 0, VC_HEARTS = 1, VC_CLUBS = 2, VC_SPADES = 3 };

/** A safe capacity for every list of actions or outcomes. */
#define VC_MAX_ACTIONS 1024

/** The longest action text, with its NUL: "e7f8q:p". */
#define VC_ACTION_TEXT_SIZE 8

/** Not a square. */
#define VC_NO_SQUARE 64

/** The fields of an action, as macros; each also exists as a function in lower case. */
#define VC_ACTION_TO(a) ((uint32_t)(a) & 63u)
#define VC_ACTION_FROM(a) ((uint32_t)(a) >> 6 & 63u)
#define VC_ACTION_PIECE(a) ((uint32_t)(a) >> 12 & 7u)
#define VC_ACTION_MEMBER(a) ((uint32_t)(a) >> 15 & 7u)
#define VC_ACTION_RANK(a) ((uint32_t)(a) >> 18 & 15u)
#define VC_ACTION_SUIT(a) ((uint32_t)(a) >> 22 & 3u)
#define VC_ACTION_KIND(a) ((uint32_t)(a) >> 24 & 15u)

/** The to square of a move; 0 for other kinds. */
VC_API uint32_t vc_action_to(vc_action action);
/** The from square of a move, the square of a touch; 0 for other kinds. */
VC_API uint32_t vc_action_from(vc_action action);
/** The piece type of a move or become; VC_NO_PIECE when the action names none. */
VC_API uint32_t vc_action_piece(vc_action action);
/** The member type of a leaving move or casualty; VC_NO_PIECE when the action names none. */
VC_API uint32_t vc_action_member(vc_action action);
/** The card rank of a discard or draw; 0 for other kinds. */
VC_API uint32_t vc_action_rank(vc_action action);
/** The suit of a discard, draw or choice of deck; 0 for other kinds. */
VC_API uint32_t vc_action_suit(vc_action action);
/** The kind: VC_MOVE ... VC_DRAW; 0 for VC_NO_ACTION. */
VC_API uint32_t vc_action_kind(vc_action action);

/** Makes a move. from, to: squares; piece, member: a piece type or VC_NO_PIECE. VC_NO_ACTION when out of range. */
VC_API vc_action vc_action_make_move(uint32_t from, uint32_t to, uint32_t piece, uint32_t member);

/** Whether a value is an action that has a text: 1 or 0. */
VC_API uint32_t vc_action_is_valid(vc_action action);

/**
 * Writes an action's text. Returns VC_OK, VC_ERR_ARGUMENT (no action has that value),
 * VC_ERR_BUFFER.
 */
VC_API vc_status vc_action_text(vc_action action, char *buffer, size_t size, size_t *length);

/**
 * Reads an action's text, exactly as vc_action_text() writes it. Returns VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_SYNTAX. It says nothing about legality.
 */
VC_API vc_status vc_action_parse(const char *text, vc_action *action, vc_error *error);

/* -------------------------------------------------------------------------------- pieces --- */

/**
 * One piece as a 32-bit value, frozen: bits 0-2 type, bit 3 colour, bits 4-7 moves made so far
 * (power only, up to the rules' maximum [W11]; 0 elsewhere), the rest 0. 0 is no piece.
 */
typedef uint32_t vc_piece;

#define VC_PIECE_TYPE(p) ((uint32_t)(p) & 7u)
#define VC_PIECE_COLOR(p) ((uint32_t)(p) >> 3 & 1u)
#define VC_PIECE_MOVES(p) ((uint32_t)(p) >> 4 & 15u)

/** The type of a piece, VC_PAWN ... VC_KING; VC_NO_PIECE for 0. */
VC_API uint32_t vc_piece_type(vc_piece piece);
/** The colour of a piece. */
VC_API uint32_t vc_piece_color(vc_piece piece);
/** How many moves a piece has made, counted up to the rules' maximum (power only). */
VC_API uint32_t vc_piece_moves(vc_piece piece);

/**
 * One playing card, frozen: bits 0-3 rank, bits 4-5 suit. 0 is no card.
 */
typedef uint8_t vc_card;

#define VC_CARD_RANK(c) ((uint32_t)(c) & 15u)
#define VC_CARD_SUIT(c) ((uint32_t)(c) >> 4 & 3u)

/** Writes a card's text, such as "7d" or "*c". VC_ERR_ARGUMENT when the value is no card, VC_ERR_BUFFER. */
VC_API vc_status vc_card_text(vc_card card, char *buffer, size_t size, size_t *length);

/* ------------------------------------------------------------------- rule sets and rules --- */

/** The rule sets. Append-only. */
enum { VC_ORTHODOX = 0, VC_QUANTUM = 1, VC_POTENTIAL = 2, VC_POWER = 3, VC_IDEAL = 4 };

/** How many rule sets this library has: they are 0 ... count - 1. */
VC_API uint32_t vc_ruleset_count(void);
/** The short name, such as "quantum"; NULL when there is no such rule set. */
VC_API const char *vc_ruleset_name(uint32_t ruleset);
/** The name for people, such as "Quantum Superposition Chess"; NULL when there is no such rule set. */
VC_API const char *vc_ruleset_title(uint32_t ruleset);
/** Finds a rule set by its short name. VC_OK, VC_ERR_ARGUMENT (NULL, or no such name). */
VC_API vc_status vc_ruleset_find(const char *name, uint32_t *ruleset);

/* ------------------------------------------------------------------- numbers of actions --- */

/*
 * For tables and networks, the actions that a rule set can ever have, under some option in some position, are numbered
 * without gaps: 0 ... vc_ruleset_action_count() - 1, in ascending order of their values. Those of players come first,
 * those of chance behind. docs/encoding.md lists them. The numbers are frozen like the values.
 */

/** No number. */
#define VC_NO_INDEX 0xffffffff

/** How many actions a rule set has, chance's included; 0 when there is no such rule set. */
VC_API uint32_t vc_ruleset_action_count(uint32_t ruleset);
/** How many of them are players': their numbers are below this. */
VC_API uint32_t vc_ruleset_player_action_count(uint32_t ruleset);
/** The number of an action, which may be any value; VC_NO_INDEX when the rule set never has it. */
VC_API uint32_t vc_action_index(uint32_t ruleset, vc_action action);
/** The action of a number; VC_NO_ACTION when there is none. vc_action_index() and this are inverse to each other. */
VC_API vc_action vc_action_at(uint32_t ruleset, uint32_t index);

/**
 * The action as the other side would see it: ranks from the other end, clubs for diamonds and spades for hearts, and
 * the other way round. A rule set that has an action has this one too. VC_NO_ACTION when no action has that value.
 */
VC_API vc_action vc_action_mirrored(vc_action action);

/* --------------------------------------------------------------------------------- rules --- */

/**
 * Memory functions. size is set to sizeof(vc_memory). allocate returns memory aligned for any type,
 * or NULL; deallocate gets what allocate returned, never NULL. Both may be called from any thread
 * that uses a handle made with them; they must not call into the library.
 */
typedef struct vc_memory {
    size_t size;                                       /**< in: sizeof(vc_memory) */
    void *user;                                        /**< handed to both functions */
    void *(*allocate)(void *user, size_t size);        /**< like malloc */
    void (*deallocate)(void *user, void *memory);      /**< like free */
} vc_memory;

/**
 * A rule set with its options. Immutable once a game uses it; reference-counted (atomically), shared
 * by games and clones, from any number of threads.
 */
typedef struct vc_rules vc_rules;

/** Types of option value. Append-only. */
enum {
    VC_OPTION_SWITCH = 1,   /**< "on" or "off" */
    VC_OPTION_CHOICE = 2,   /**< one of the words listed in range, separated by "|" */
    VC_OPTION_INTEGER = 3,  /**< decimal digits; range is "1-8", or "never|0-15" with a word too */
    VC_OPTION_INTEGERS = 4, /**< integers separated by commas; range is "4 x 1-100" */
    VC_OPTION_FRACTION = 5  /**< "a/b", or "a" for a/1; range says the bounds */
};

/**
 * One option, for a settings page. The caller sets size to sizeof(vc_option); the strings are
 * constant and the library's.
 */
typedef struct vc_option {
    size_t size;               /**< in: sizeof(vc_option) */
    uint32_t type;             /**< VC_OPTION_... */
    uint32_t reserved;         /**< 0 */
    const char *name;          /**< such as "temperature" */
    const char *default_value; /**< such as "0" */
    const char *range;         /**< such as "0-1, denominator 1-100" */
    const char *help;          /**< one line */
} vc_option;

/**
 * New rules with default options and one reference. memory: functions for these rules and everything
 * made from them, copied; NULL for malloc and free. Returns VC_OK, VC_ERR_ARGUMENT (no such rule set,
 * memory of unknown size or without a function), VC_ERR_MEMORY.
 */
VC_API vc_status vc_rules_new(uint32_t ruleset, const vc_memory *memory, vc_rules **rules);

/**
 * A copy of rules with the same memory functions that no game uses yet and that can be changed. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_MEMORY.
 */
VC_API vc_status vc_rules_copy(const vc_rules *rules, vc_rules **copy);

/** One reference more. Returns rules. */
VC_API vc_rules *vc_rules_retain(vc_rules *rules);

/** One reference less; with the last one the rules are freed. NULL is allowed. */
VC_API void vc_rules_release(vc_rules *rules);

/** The rule set of rules; UINT32_MAX for NULL. */
VC_API uint32_t vc_rules_ruleset(const vc_rules *rules);

/** Whether a game uses these rules, or used them, so that they cannot be changed: 1 or 0. */
VC_API uint32_t vc_rules_is_frozen(const vc_rules *rules);

/**
 * Sets an option from text, such as ("temperature", "1/2"). Returns VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_OPTION (no such option, or no such value: error says the range; offset is in value),
 * VC_ERR_FROZEN. Threads: needs the caller's lock.
 */
VC_API vc_status vc_rules_set(vc_rules *rules, const char *name, const char *value, vc_error *error);

/**
 * Writes an option's value in its canonical form. VC_OK, VC_ERR_ARGUMENT, VC_ERR_OPTION (no such option),
 * VC_ERR_BUFFER.
 */
VC_API vc_status vc_rules_get(const vc_rules *rules, const char *name, char *buffer, size_t size, size_t *length);

/** How many options the rule set has. */
VC_API size_t vc_rules_option_count(const vc_rules *rules);

/** Describes option index (0 ... count - 1). VC_OK, VC_ERR_ARGUMENT (index, or size). */
VC_API vc_status vc_rules_option(const vc_rules *rules, size_t index, vc_option *option);

/* --------------------------------------------------------------------------------- games --- */

/** A game: position, history, dice and callbacks. */
typedef struct vc_game vc_game;

enum { VC_WHITE = 0, VC_BLACK = 1, VC_CHANCE = 2, VC_NOBODY = 3 };

/** Phases of a turn. Append-only. */
enum {
    VC_PHASE_OVER = 0,     /**< the game is over */
    VC_PHASE_TURN = 1,     /**< a player moves, touches (quantum) or discards (ideal) */
    VC_PHASE_DRAWING = 2,  /**< chance draws an identity (quantum) or a card (ideal) */
    VC_PHASE_MOVING = 3,   /**< the touched piece must move (quantum) */
    VC_PHASE_HIT = 4,      /**< the owner names the casualty (power) */
    VC_PHASE_PLAYED = 5,   /**< a card was discarded, the move is due (ideal) */
    VC_PHASE_CHOOSING = 6, /**< a player chooses a deck (ideal) */
    VC_PHASE_DEALING = 7   /**< chance deals before the first turn (ideal) */
};

/** Flags of vc_game_clone() and vc_game_copy(). */
enum { VC_WITHOUT_HISTORY = 0, VC_WITH_HISTORY = 1 };

/**
 * A new game. It retains rules, which are frozen from then on. position: a position string [C9], or
 * NULL for the array. The game's dice are the system's CSPRNG. Returns VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_MEMORY, VC_ERR_SYNTAX, VC_ERR_POSITION.
 */
VC_API vc_status vc_game_new(vc_rules *rules, const char *position, vc_game **game, vc_error *error);

/**
 * Frees a game, its history and dice, and releases its rules. NULL is allowed and VC_OK. Returns VC_OK, or
 * VC_ERR_BUSY from a callback of this game, which then lives on.
 */
VC_API vc_status vc_game_free(vc_game *game);

/**
 * A game in the same position and with the same rules; with VC_WITH_HISTORY also with the history and
 * what can be redone. Its dice are the CSPRNG (a clone knows nothing of the seed) and it has no
 * callbacks. Returns VC_OK, VC_ERR_ARGUMENT, VC_ERR_MEMORY.
 */
VC_API vc_status vc_game_clone(const vc_game *game, uint32_t flags, vc_game **clone);

/**
 * Makes target what vc_game_clone() would make, keeping its dice and callbacks. Both must have the
 * same rule set with the same options. Allocates nothing with VC_WITHOUT_HISTORY, and else only what target
 * has no room for. Returns VC_OK, VC_ERR_ARGUMENT, VC_ERR_MISMATCH (other rules), VC_ERR_MEMORY,
 * VC_ERR_BUSY.
 */
VC_API vc_status vc_game_copy(vc_game *target, const vc_game *source, uint32_t flags);

/** The game's rules; not retained. */
VC_API vc_rules *vc_game_rules(const vc_game *game);

/**
 * Puts the game at a position (NULL: the array) and forgets its history; dice and callbacks stay, and
 * the number of chance outcomes so far is 0 again. Returns as vc_game_new(), and VC_ERR_BUSY.
 */
VC_API vc_status vc_game_set_position(vc_game *game, const char *position, vc_error *error);

/**
 * Writes the canonical position string [C9]. At most VC_POSITION_TEXT_SIZE bytes. VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_position(const vc_game *game, char *buffer, size_t size, size_t *length);

/** A buffer of this size holds every position string, its NUL included. */
#define VC_POSITION_TEXT_SIZE 1024

/* ------------------------------------------------------------------------------- playing --- */

/** Who is to act: VC_WHITE, VC_BLACK, VC_CHANCE, or VC_NOBODY when the game is over. */
VC_API uint32_t vc_game_actor(const vc_game *game);

/** The phase, VC_PHASE_... */
VC_API uint32_t vc_game_phase(const vc_game *game);

/** The name of a phase, such as "moving"; NULL when there is none. */
VC_API const char *vc_phase_name(uint32_t phase);

/**
 * The legal actions of the player who is to act, in an order that is stable for a position but
 * unspecified; none at chance nodes and when the game is over. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_actions(const vc_game *game, vc_action *actions, size_t capacity, size_t *count);

/**
 * The outcomes of the chance node, in ascending order of action value (an order that dice map onto and
 * that never changes), with their integer weights, all positive and without a common divisor; none
 * when chance is not to act. weights may be NULL; it needs the same capacity. total, which may be NULL,
 * gets the sum of the weights (below 2^32). VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_outcomes(const vc_game *game, vc_action *outcomes, uint32_t *weights, size_t capacity,
                                  size_t *count, uint64_t *total);

/** Whether the actor can do this now (a player's legal action, an outcome of chance): 1 or 0. */
VC_API uint32_t vc_game_is_legal(const vc_game *game, vc_action action);

/**
 * Why an action is not legal now, as a sentence such as "your king would be attacked"; an empty text
 * when it is legal. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_why(const vc_game *game, vc_action action, char *buffer, size_t size, size_t *length);

/**
 * Plays one action: a legal action of the player, or, at a chance node, the outcome that the caller
 * wants. What could be redone is forgotten. Calls the event callbacks. Returns VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_OVER, VC_ERR_ILLEGAL, VC_ERR_MEMORY, VC_ERR_LIMIT (VC_MAX_LENGTH), VC_ERR_BUSY.
 */
VC_API vc_status vc_game_play(vc_game *game, vc_action action);

/**
 * Plays one action given as text. Returns as vc_game_play(), and VC_ERR_SYNTAX; error says what the
 * matter is, with vc_game_why()'s sentence for an illegal action.
 */
VC_API vc_status vc_game_play_text(vc_game *game, const char *text, vc_error *error);

/**
 * At a chance node: draws an outcome by the game's dice and plays it. drawn, which may be NULL, gets it.
 * Calls the dice callback once, then the event callbacks. Returns VC_OK, VC_ERR_ARGUMENT, VC_ERR_NOTHING
 * (no chance node), VC_ERR_REFUSED, VC_ERR_RANDOM, VC_ERR_MEMORY, VC_ERR_LIMIT,
 * VC_ERR_BUSY.
 */
VC_API vc_status vc_game_draw(vc_game *game, vc_action *drawn);

/**
 * A player's action and all the chance that follows, as one step that happens whole or not at all;
 * with VC_NO_ACTION only the chance that is due (none is VC_ERR_NOTHING). drawn gets the outcomes in
 * order: when capacity is less than their number (VC_MAX_DRAWS suffices) the call fails with
 * VC_ERR_BUFFER and the dice rolled are lost, unless seeded. Events come when the whole step is
 * committed. Returns as vc_game_play() and vc_game_draw().
 */
VC_API vc_status vc_game_play_on(vc_game *game, vc_action action, vc_action *drawn, size_t capacity, size_t *count);

/** More outcomes of chance in a row than any rule set has (ideal deals up to 12). */
#define VC_MAX_DRAWS 16

/**
 * Takes back the last action, chance's included, or an ending from outside. Calls event callbacks. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_NOTHING, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_undo(vc_game *game);

/**
 * Takes back to the last decision of a player: undoes until a player is to act who made the last
 * undone action. VC_OK, VC_ERR_ARGUMENT, VC_ERR_NOTHING (no decision to take back), VC_ERR_BUSY.
 */
VC_API vc_status vc_game_undo_decision(vc_game *game);

/**
 * Replays the action last undone; chance's outcomes are what they were. VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_NOTHING, VC_ERR_MEMORY, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_redo(vc_game *game);

/** How many entries (actions and endings) the history has, since the position was set. */
VC_API size_t vc_game_length(const vc_game *game);

/** How many entries can be redone. */
VC_API size_t vc_game_redo_length(const vc_game *game);

/**
 * One entry of the history. 24 bytes, frozen. The caller sets size to sizeof(vc_entry).
 */
typedef struct vc_entry {
    uint32_t size;     /**< in: sizeof(vc_entry) */
    vc_action action;  /**< VC_NO_ACTION for an ending from outside */
    uint32_t actor;    /**< who did it: VC_WHITE, VC_BLACK, VC_CHANCE; VC_NOBODY for an ending */
    uint32_t winner;   /**< of an ending: VC_WHITE, VC_BLACK, or VC_NOBODY for a draw; else VC_NOBODY */
    uint32_t reason;   /**< of an ending: VC_REASON_...; else VC_REASON_NONE */
    uint32_t reserved; /**< 0 */
} vc_entry;

/** Entry index of the history: 0 ... length - 1, then what can be redone. VC_OK, VC_ERR_ARGUMENT (index, or size). */
VC_API vc_status vc_game_entry(const vc_game *game, size_t index, vc_entry *entry);

/** The longest history: more actions are VC_ERR_LIMIT. */
#define VC_MAX_LENGTH 0x40000000

/* ---------------------------------------------------------------------------------- dice --- */

/**
 * A source of randomness of the caller's: returns a number from 0 to bound - 1, all equally likely. An
 * answer >= bound refuses the draw, which then changes nothing. bound is the sum of the weights of the
 * chance node, at least 1; answer r selects the first outcome whose weight, added to the weights
 * before it, exceeds r. Called from vc_game_draw() and vc_game_play_on() only.
 */
typedef uint64_t (*vc_dice_fn)(void *user, uint64_t bound);

/** Bytes of a seed. */
#define VC_SEED_BYTES 32

/**
 * The system's CSPRNG through libsodium (the default): unbiased, unbuffered, safe after fork(). VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_use_csprng(vc_game *game);

/** The caller's dice. user must stay valid as long as they are used. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUSY. */
VC_API vc_status vc_game_use_dice(vc_game *game, vc_dice_fn dice, void *user);

/**
 * Seeded dice: the n-th chance outcome of the game (n = 0, 1, ... in the order of play, those that the
 * caller chose counted) depends on the seed and n alone, as vc_dice_seeded() says; undo and redo
 * repeat them. seed: VC_SEED_BYTES bytes, copied, wiped when the game is freed or gets other dice. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_BUSY, VC_ERR_RANDOM.
 */
VC_API vc_status vc_game_use_seed(vc_game *game, const uint8_t *seed);

/** How many chance outcomes the history holds: the n of the next one. */
VC_API uint64_t vc_game_chance_index(const vc_game *game);

/**
 * The n-th bounded draw of a seed. Attempt k = 0, 1, ... takes the little-endian 64-bit word w at byte
 * offset 8n of the ChaCha20 keystream (the original one: 64-bit nonce, 64-bit block counter from 0) whose
 * key is the seed and whose nonce is k as 8 little-endian bytes. With the 128-bit product m = w * bound
 * it is rejected when m mod 2^64 < 2^64 mod bound; else the value is floor(m / 2^64). seed:
 * VC_SEED_BYTES bytes; n: 0 ... 2^61 - 1; bound: 1 ... 2^64 - 1. VC_OK, VC_ERR_ARGUMENT, VC_ERR_RANDOM.
 */
VC_API vc_status vc_dice_seeded(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *value);

/**
 * The draws n, n + 1, ... n + count - 1 of a seed, as vc_dice_seeded() gives each, but many times as fast: the
 * keystream is derived in pieces. values: room for count numbers; it may be NULL when count is 0. n + count: at most
 * 2^61. VC_OK, VC_ERR_ARGUMENT (also for more than an array can have), VC_ERR_RANDOM.
 */
VC_API vc_status vc_dice_seeded_many(const uint8_t *seed, uint64_t n, uint64_t bound, uint64_t *values, size_t count);

/**
 * A seed made from a seed and a number, any of 64 bits: BLAKE2b with 32 bytes of output, the seed as key, a salt of
 * zeros and the personalisation "vc derived seed" and a zero byte, of the number as 8 little-endian bytes. seed and
 * derived: VC_SEED_BYTES bytes; they may be the same. VC_OK, VC_ERR_ARGUMENT, VC_ERR_RANDOM.
 */
VC_API vc_status vc_seed_derive(const uint8_t *seed, uint64_t number, uint8_t *derived);

/** An unbiased number from 0 to bound - 1 (bound at least 1) from the CSPRNG. VC_OK, VC_ERR_ARGUMENT, VC_ERR_RANDOM. */
VC_API vc_status vc_dice_random(uint64_t bound, uint64_t *value);

/* -------------------------------------------------------------------------------- events --- */

/** Types of event. Append-only. */
enum {
    VC_EVENT_TOUCH = 1,     /**< a touched piece got its identity: square, before, after, weights, can_move */
    VC_EVENT_MOVE = 2,      /**< before went from square to to_square and is after; one event per moving piece */
    VC_EVENT_CAPTURE = 3,   /**< before was captured on square */
    VC_EVENT_MERGE = 4,     /**< the pieces on square became one combo or a larger one */
    VC_EVENT_PART = 5,      /**< a member (before) left the combo on square for to_square */
    VC_EVENT_DEMOTION = 6,  /**< the piece on square was before and is after (potential) */
    VC_EVENT_PROMOTION = 7, /**< the pawn (before; in potential any officer, too) on square is after */
    VC_EVENT_CASUALTY = 8,  /**< before, a member of the combo on square, was named and is lost */
    VC_EVENT_ATTACK = 9,    /**< before, from square, attacked the combo on to_square and was destroyed */
    VC_EVENT_DISCARD = 10,  /**< color discarded card */
    VC_EVENT_DRAW = 11,     /**< color took card into its hand */
    VC_EVENT_TOP = 12,      /**< card was shown as the top of a draw deck of color */
    VC_EVENT_RESHUFFLE = 13, /**< a discard pile of color became its draw deck; card: with two decks its suit, rank 0 */
    VC_EVENT_UNDO = 14,     /**< action was taken back (VC_NO_ACTION: an ending, color: the side that was to move) */
    VC_EVENT_REDO = 15,     /**< action was replayed; its own events follow */
    VC_EVENT_END = 16       /**< the game is over: winner, reason; color: the side to move */
};

/**
 * One event. Fields that an event does not use are 0, squares VC_NO_SQUARE, winner VC_NOBODY. 64 bytes,
 * frozen; valid during the callback only.
 */
typedef struct vc_event {
    uint32_t size;       /**< sizeof(vc_event) as the library knows it */
    uint32_t type;       /**< VC_EVENT_... */
    vc_action action;    /**< the action that it belongs to */
    uint32_t color;      /**< whose event it is */
    uint32_t square;
    uint32_t to_square;
    vc_piece before;
    vc_piece after;
    uint32_t card;       /**< a vc_card */
    uint32_t can_move;   /**< touch: 1 when the piece must move now, 0 when it was touched in vain */
    uint32_t winner;
    uint32_t reason;
    uint32_t weights[4]; /**< touch: weights of knight, bishop, rook, queen; 0 for what could not come */
} vc_event;

/**
 * Hears of events, after they are committed, in order. It may read its game, which is in the state after
 * the whole call that caused them; calls that would change the game return VC_ERR_BUSY.
 */
typedef void (*vc_event_fn)(void *user, const vc_game *game, const vc_event *event);

/** Sets (NULL: removes) the callback that hears of every event. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUSY. */
VC_API vc_status vc_game_on_event(vc_game *game, vc_event_fn callback, void *user);

/**
 * Sets (NULL: removes) the callback that hears of touches alone, before vc_game_on_event()'s. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_on_touch(vc_game *game, vc_event_fn callback, void *user);

/** What a touch could give. 16 bytes, frozen. */
typedef struct vc_odds {
    vc_action outcome; /**< VC_BECOME with the identity in piece */
    uint32_t weight;   /**< as vc_game_outcomes() would list it after the touch */
    uint32_t can_move; /**< 1 when the piece would have a legal move as that */
    uint32_t moves;    /**< how many */
} vc_odds;

/**
 * The odds of touching the piece on a square that can be touched now, or, between the touch and the draw,
 * of the one that was touched. Without any effect. At most 4 elements; total, which may be NULL, gets the sum
 * of the weights. VC_OK, VC_ERR_ARGUMENT, VC_ERR_ILLEGAL (it cannot be touched), VC_ERR_OVER, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_odds(const vc_game *game, uint32_t square, vc_odds *odds, size_t capacity, size_t *count,
                              uint64_t *total);

/* --------------------------------------------------------------------------- end of game --- */

/** Why a game is over. Append-only. */
enum {
    VC_REASON_NONE = 0,
    VC_REASON_CHECKMATE = 1,
    VC_REASON_STALEMATE = 2,
    VC_REASON_KING_CAPTURED = 3,
    VC_REASON_QUANTUM_TRAP = 4,
    VC_REASON_DEAD_POSITION = 5,
    VC_REASON_SEVENTYFIVE_MOVES = 6,
    VC_REASON_FIVEFOLD_REPETITION = 7,
    VC_REASON_FIFTY_MOVES = 8,          /**< claimed */
    VC_REASON_THREEFOLD_REPETITION = 9, /**< claimed */
    VC_REASON_RESIGNATION = 10,         /**< from outside */
    VC_REASON_AGREEMENT = 11,           /**< from outside */
    VC_REASON_TIME_FORFEIT = 12         /**< from outside */
};

/** The name of a reason, such as "king_captured"; NULL when there is none. */
VC_API const char *vc_reason_name(uint32_t reason);

/**
 * The outcome: *winner gets VC_WHITE, VC_BLACK, or VC_NOBODY (a draw, or not over), *reason VC_REASON_NONE
 * while the game goes on. Either may be NULL. VC_OK, VC_ERR_ARGUMENT.
 */
VC_API vc_status vc_game_outcome(const vc_game *game, uint32_t *winner, uint32_t *reason);

/**
 * The draw that the side to move can claim now [C8]: VC_REASON_THREEFOLD_REPETITION, also when both are there,
 * VC_REASON_FIFTY_MOVES, or VC_REASON_NONE.
 */
VC_API uint32_t vc_game_claimable(const vc_game *game);

/**
 * Claims that draw and ends the game; an entry of the history. VC_OK, VC_ERR_ARGUMENT, VC_ERR_OVER,
 * VC_ERR_NOTHING, VC_ERR_MEMORY, VC_ERR_LIMIT, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_claim(vc_game *game);

/**
 * Ends the game from outside, with the result that the caller states; an entry of the history. winner:
 * VC_WHITE, VC_BLACK, or VC_NOBODY for a draw. reason: VC_REASON_RESIGNATION (which has a winner),
 * VC_REASON_AGREEMENT, VC_REASON_TIME_FORFEIT; or, as a draw, VC_REASON_FIFTY_MOVES or
 * VC_REASON_THREEFOLD_REPETITION when the side to move can claim it for that reason. VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_OVER, VC_ERR_NOTHING (no such claim), VC_ERR_MEMORY, VC_ERR_LIMIT, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_end(vc_game *game, uint32_t winner, uint32_t reason);

/* ------------------------------------------------------------- what a front end asks for --- */

/** The side to move, VC_WHITE or VC_BLACK, also while chance acts and when the game is over. */
VC_API uint32_t vc_game_side_to_move(const vc_game *game);
/** The half-move clock: turns since the last capture or pawn move [C7], 0 to 99999. */
VC_API uint32_t vc_game_halfmove_clock(const vc_game *game);
/** The move number, 1 to 99999. */
VC_API uint32_t vc_game_move_number(const vc_game *game);

/** Castling rights: bits of VC_CASTLE_... */
enum { VC_CASTLE_WHITE_SHORT = 1, VC_CASTLE_WHITE_LONG = 2, VC_CASTLE_BLACK_SHORT = 4, VC_CASTLE_BLACK_LONG = 8 };
/** The castling rights that last [C5]. */
VC_API uint32_t vc_game_castling_rights(const vc_game *game);

/** The en-passant square, kept only while a capture onto it is possible [C6]; else VC_NO_SQUARE. */
VC_API uint32_t vc_game_en_passant(const vc_game *game);

/** The piece on a square: the lone piece, or a combo's first member in the order K Q R B N P; 0 for none. */
VC_API vc_piece vc_game_piece(const vc_game *game, uint32_t square);

/**
 * All pieces on a square: none, one, or a combo's members in the order K Q R B N P, equal types by rising
 * count of moves. At most 16. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_pieces(const vc_game *game, uint32_t square, vc_piece *pieces, size_t capacity, size_t *count);

/**
 * The squares that hold a piece of a colour (VC_WHITE, VC_BLACK) and type, combos included; type VC_NO_PIECE:
 * of any type.
 */
VC_API uint64_t vc_game_squares(const vc_game *game, uint32_t color, uint32_t type);

/** The squares that hold a combo (power). */
VC_API uint64_t vc_game_combos(const vc_game *game);

/**
 * The square that the phase is about: the touched piece (drawing, moving), the attacked combo (hit), also when
 * an ending from outside came in such a phase; else VC_NO_SQUARE.
 */
VC_API uint32_t vc_game_focus(const vc_game *game);

/** The squares touched in vain this turn (quantum). */
VC_API uint64_t vc_game_touched(const vc_game *game);

/** Whether the lone king of the side to move is attacked: 1 or 0. */
VC_API uint32_t vc_game_in_check(const vc_game *game);
/** The squares from which it is attacked. */
VC_API uint64_t vc_game_checkers(const vc_game *game);
/** The squares from which a colour attacks a square [C3]. */
VC_API uint64_t vc_game_attackers(const vc_game *game, uint32_t square, uint32_t color);
/** The squares that a legal move now leads to from a square. */
VC_API uint64_t vc_game_destinations(const vc_game *game, uint32_t square);

/**
 * The hand of a colour, sorted by rank, then suit (ideal); elsewhere empty. At most 8. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_hand(const vc_game *game, uint32_t color, vc_card *cards, size_t capacity, size_t *count);

/** The discard pile of a colour, sorted likewise. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER. */
VC_API vc_status vc_game_pile(const vc_game *game, uint32_t color, vc_card *cards, size_t capacity, size_t *count);

/**
 * How many draw decks a colour has: 0 outside ideal, 1, or 2 with the option two_decks (diamonds, hearts;
 * clubs, spades).
 */
VC_API uint32_t vc_game_decks(const vc_game *game, uint32_t color);

/**
 * The cards of draw deck 0 or 1 of a colour, sorted likewise, its known top included. At most VC_MAX_CARDS.
 * VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_deck(const vc_game *game, uint32_t color, uint32_t deck, vc_card *cards, size_t capacity,
                              size_t *count);

/** The known top of draw deck 0 or 1 of a colour; 0 when there is none or it is not known. */
VC_API vc_card vc_game_top(const vc_game *game, uint32_t color, uint32_t deck);

/** The card discarded this turn while its move is due (phase played, or ended from outside in it); else 0. */
VC_API vc_card vc_game_played_card(const vc_game *game);

/** A side's cards at most: 4 packs of 26 and 2 jokers. */
#define VC_MAX_CARDS 106

/**
 * A 64-bit hash of all that the position string says but the counters; equal on all machines, and from
 * version to version while the ABI number stays.
 */
VC_API uint64_t vc_game_hash(const vc_game *game);

/**
 * How often the position at the start of this turn has occurred in this game, now included; confirmed by
 * comparing positions. 0 within a turn.
 */
VC_API uint32_t vc_game_repetitions(const vc_game *game);

/* ----------------------------------------------------------------------------- snapshots --- */

/** Bytes of a snapshot of a game with these rules; a multiple of 8, at most VC_MAX_SNAPSHOT_SIZE. */
VC_API size_t vc_rules_snapshot_size(const vc_rules *rules);

#define VC_MAX_SNAPSHOT_SIZE 256

/**
 * Copies the position without history into the caller's memory (any alignment), good for this process
 * alone. size: at least vc_rules_snapshot_size(). VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_snapshot(const vc_game *game, void *memory, size_t size);

/**
 * Puts a game of the same rule set and options at a snapshot and forgets its history. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_BUFFER (size too small), VC_ERR_MISMATCH (of other rules, or not a
 * snapshot), VC_ERR_BUSY.
 */
VC_API vc_status vc_game_restore(vc_game *game, const void *memory, size_t size);

/**
 * Writes rules, options and position as versioned bytes for the disk or the net, the same on every
 * machine: "VCP", version 1, then as NUL-terminated texts the rule set's name, the options that are not
 * default as "name=value" separated by spaces, and the position string. VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_save(const vc_game *game, void *bytes, size_t size, size_t *length);

/**
 * Puts a game at saved bytes and forgets its history. VC_OK, VC_ERR_ARGUMENT, VC_ERR_MISMATCH (of other
 * rules or options, of an unknown version, or damaged), VC_ERR_SYNTAX, VC_ERR_POSITION, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_load(vc_game *game, const void *bytes, size_t length, vc_error *error);

/* ------------------------------------------------------------------- perft and playouts --- */

/**
 * Hears of the nodes counted so far, about every 10 ms to 100 ms; anything but 0 stops the call. It may read
 * the game.
 */
typedef int32_t (*vc_progress_fn)(void *user, uint64_t nodes);

/** Flags of vc_game_perft(). */
enum {
    VC_PERFT_BULK = 0,   /**< the last ply is counted without being played */
    VC_PERFT_NO_BULK = 1 /**< every leaf is played and undone on the game handle, history and hash kept */
};

/**
 * Counts the sequences of depth actions, each outcome of chance being one [C10]; there is one of no action at all, and
 * none of more in a game that is over, dead positions among them. depth: 0 to 64. progress may be
 * NULL. nodes is taken modulo 2^64. VC_OK, VC_ERR_ARGUMENT, VC_ERR_STOPPED, VC_ERR_MEMORY, VC_ERR_LIMIT (leaves are
 * played in a game of nearly VC_MAX_LENGTH entries), VC_ERR_BUSY.
 */
VC_API vc_status vc_game_perft(vc_game *game, uint32_t depth, uint32_t flags, vc_progress_fn progress, void *user,
                               uint64_t *nodes);

/**
 * Plays a copy of the game, its history included, to its end or for limit actions, whatever comes first; each action
 * of a player is as likely as any other, each outcome of chance as its weight says. The game itself is not changed. The
 * k-th action (k = 0, 1, ..., chance's counted) is made by vc_dice_seeded(seed, k, bound, ...): its value is the index
 * in vc_game_actions(), bound being their number, or falls on an outcome as a vc_dice_fn's would, bound being the sum
 * of the weights. seed: VC_SEED_BYTES bytes. progress, which alone is called back, hears of the actions played so far,
 * and may be NULL; the game can be read meanwhile. winner, reason: as vc_game_outcome() tells of the copy; length: how
 * many actions were played; each may be NULL. VC_OK, VC_ERR_ARGUMENT, VC_ERR_MEMORY, VC_ERR_RANDOM,
 * VC_ERR_STOPPED, VC_ERR_LIMIT, VC_ERR_BUSY.
 */
VC_API vc_status vc_game_playout(vc_game *game, const uint8_t *seed, uint64_t limit, vc_progress_fn progress,
                                 void *user, uint32_t *winner, uint32_t *reason, uint64_t *length);

/* ------------------------------------------------------------------------------- planes --- */

/*
 * A position as planes of 8 x 8 numbers, for networks: docs/encoding.md says what each means. Which planes there are
 * depends on the rule set alone. vc_game_planes() writes them for a game, vc_batch_step() for many.
 */

/** Numbers of a plane: square n is number n, or a plane has the same number everywhere. */
#define VC_PLANE_SIZE 64

/** One plane. The caller sets size to sizeof(vc_plane); the name is constant and the library's. */
typedef struct vc_plane {
    size_t size;      /**< in: sizeof(vc_plane) */
    uint32_t maximum; /**< the largest number in it; larger ones are written as this */
    uint32_t reserved; /**< 0 */
    const char *name; /**< such as "first pawns" */
} vc_plane;

/** How many planes positions of these rules have; 0 for NULL. */
VC_API size_t vc_rules_plane_count(const vc_rules *rules);

/** Describes plane index (0 ... count - 1). VC_OK, VC_ERR_ARGUMENT (index, or size). */
VC_API vc_status vc_rules_plane(const vc_rules *rules, size_t index, vc_plane *plane);

/**
 * Writes the position of a game as planes, one behind the other. flags: VC_BATCH_MOVER_VIEW and VC_BATCH_FLOAT_PLANES,
 * added up. planes: room for capacity numbers, uint8_t or float; count, which may be NULL, gets how many there are:
 * vc_rules_plane_count() * VC_PLANE_SIZE. VC_OK, VC_ERR_ARGUMENT (other flags, too), VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_planes(const vc_game *game, uint32_t flags, void *planes, size_t capacity, size_t *count);

/* ------------------------------------------------------------------------------ batches --- */

/**
 * Many games of the same rules, stepped together, for learning systems. Each is like a vc_game: repetition, draws and
 * endings are the same. What they tell goes into arrays of the caller's, one element or row a game. Threads: a batch
 * needs the caller's lock, even for reading; its own threads, if any, work, and allocate, only during its calls, and
 * sleep otherwise. Where each can have a processor they wait awake for the next call for some tens of microseconds
 * first. After a fork the child may use and free the batch, then with one thread, as long as no call ran in the parent.
 */
typedef struct vc_batch vc_batch;

/** Limits of a batch. */
#define VC_MAX_BATCH_GAMES 1048576
#define VC_MAX_BATCH_THREADS 256

/** Flags of a batch. Append-only. */
enum {
    VC_BATCH_AUTO_RESET = 1, /**< a game that a step ends is at once put at the start again */
    VC_BATCH_SHOW_CHANCE = 2, /**< chance nodes are shown and chosen like players' actions; else the dice are rolled */
    VC_BATCH_BY_INDEX = 4,   /**< choices are numbers of actions, see vc_action_index(); else values */
    VC_BATCH_MOVER_VIEW = 8, /**< while Black is to move, planes and actions, in and out, are mirrored */
    VC_BATCH_FLOAT_PLANES = 16 /**< planes are fractions of their maximum, as float; else numbers, as uint8_t */
};

/** How a batch is to be; all 0 but size is good. */
typedef struct vc_batch_options {
    size_t size;          /**< in: sizeof(vc_batch_options) */
    const char *position; /**< where games start: a position string [C9]; NULL for the array */
    const uint8_t *seed;  /**< VC_SEED_BYTES bytes; NULL for a random one */
    uint32_t flags;       /**< VC_BATCH_... added up */
    uint32_t threads;     /**< that work in a call, the caller's included, at most VC_MAX_BATCH_THREADS; 0 for 1 */
} vc_batch_options;

/**
 * What is told of all n games, into arrays of the caller's; NULL for what is not wanted. Lists stand one behind the
 * other, in the order of the games. In lists and masks are the actions that can be chosen now; none when the game is
 * over.
 */
typedef struct vc_batch_arrays {
    size_t size;         /**< in: sizeof(vc_batch_arrays) */
    size_t capacity;     /**< in: elements of each of actions, indices and weights; n * VC_MAX_ACTIONS suffice */
    uint64_t needed;     /**< out, if one of these is given: how many suffice; also when a step fails for that */
    vc_action *actions;  /**< the lists as values */
    uint32_t *indices;   /**< the lists as numbers, in the same places */
    uint32_t *weights;   /**< in the same places the weights of outcomes of chance; 0 for a player's actions */
    uint32_t *counts;    /**< n: the length of each list */
    uint64_t *offsets;   /**< n + 1: where each list begins; the last is where they end */
    uint64_t *masks;     /**< n rows of (vc_ruleset_action_count() + 63) / 64 words; i: bit i % 64 of word i / 64 */
    uint8_t *actors;     /**< n: VC_WHITE, VC_BLACK, VC_CHANCE, VC_NOBODY */
    uint8_t *phases;     /**< n: VC_PHASE_... */
    uint8_t *done;       /**< n: 1 for a game that the last step ended, else 0 */
    uint8_t *reasons;    /**< n: VC_REASON_... of that end; else VC_REASON_NONE */
    float *rewards;      /**< n rows of 2: what that end is for White and for Black: 1, -1, or 0; 0 for other games */
    void *planes;        /**< n rows of vc_rules_plane_count() planes of VC_PLANE_SIZE uint8_t or float */
} vc_batch_arrays;

/**
 * A batch of games, 1 to VC_MAX_BATCH_GAMES. It retains rules, which are frozen from then on. Seeds: game i (from 0)
 * has the seed vc_seed_derive(seed, i); each time that it is put at the start, for the e-th time (from 0), its dice
 * have the seed vc_seed_derive(seed of the game, e). options: NULL for none. VC_OK, VC_ERR_ARGUMENT (flags and numbers
 * out of range, too), VC_ERR_MEMORY (threads cannot be made, too), VC_ERR_SYNTAX, VC_ERR_POSITION, VC_ERR_RANDOM.
 */
VC_API vc_status vc_batch_new(vc_rules *rules, size_t games, const vc_batch_options *options, vc_batch **batch,
                              vc_error *error);

/** Frees a batch, its games and its threads, and releases its rules. NULL is allowed. VC_OK, VC_ERR_ARGUMENT. */
VC_API vc_status vc_batch_free(vc_batch *batch);

/** How many games a batch has. */
VC_API size_t vc_batch_size(const vc_batch *batch);

/** The batch's rules; not retained. */
VC_API vc_rules *vc_batch_rules(const vc_batch *batch);

/**
 * Game index of a batch, to be read and cloned: it belongs to the batch, which alone may change it. NULL when there is
 * none. Its history begins where it was last put at the start, and so do its dice.
 */
VC_API const vc_game *vc_batch_game(const vc_batch *batch, size_t index);

/** The seed that the dice of a game have now; seed: VC_SEED_BYTES bytes. VC_OK, VC_ERR_ARGUMENT. */
VC_API vc_status vc_batch_seed(const vc_batch *batch, size_t index, uint8_t *seed);

/**
 * Puts games at the start, where, unless chance is shown, the dice are rolled that are due. games: count indices; NULL
 * for all, with count the size of the batch. seeds: for each of them the seed of the game, VC_SEED_BYTES bytes; NULL to
 * go on with the seeds that they have. VC_OK, VC_ERR_ARGUMENT.
 */
VC_API vc_status vc_batch_reset(vc_batch *batch, const uint32_t *games, size_t count, const uint8_t *seeds);

/** Choices in place of an action: the game is left as it is; at a chance node that is shown, the dice are rolled. */
#define VC_BATCH_SKIP 0xffffffff
#define VC_BATCH_DRAW 0xfffffffe

/**
 * One action in each game, and what can be told then. choices: n values or numbers. A player's action is followed by
 * all the chance that is due, unless chance is shown, where outcomes are chosen in steps of their own. Done, reasons
 * and rewards are about the ends that this step brought; with VC_BATCH_AUTO_RESET everything else is about the new game
 * that follows at once, without it about the game that is over, in which then only VC_BATCH_SKIP is right. arrays: NULL
 * for nothing. The results do not depend on the number of threads. When one game cannot do what it should, no game has
 * done anything and no array is written; error says why, and its offset is the lowest such game. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_ILLEGAL, VC_ERR_OVER, VC_ERR_NOTHING (VC_BATCH_DRAW where chance is not to act),
 * VC_ERR_BUFFER (the lists may need more than capacity; nothing has been done, and needed is told), VC_ERR_MEMORY,
 * VC_ERR_LIMIT (as vc_game_play()).
 */
VC_API vc_status vc_batch_step(vc_batch *batch, const uint32_t *choices, vc_batch_arrays *arrays, vc_error *error);

/**
 * Tells what can be told now, as the last step would have: before the first step, after vc_batch_reset(), or into other
 * arrays. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER (as vc_batch_step()).
 */
VC_API vc_status vc_batch_observe(vc_batch *batch, vc_batch_arrays *arrays);

/* ------------------------------------------------------------------------------ notation --- */

/**
 * How texts are read. VC_SAN_STRICT accepts a text when, and only when, it is what vc_game_san() writes;
 * VC_SAN_LENIENT accepts what real files hold too, as docs/notation.md lists it, as long as it can mean
 * one action only.
 */
enum { VC_SAN_STRICT = 0, VC_SAN_LENIENT = 1 };

/** A buffer of this size holds the notation of every action, its NUL included. */
#define VC_SAN_TEXT_SIZE 32

/**
 * Writes an action that is legal now in standard algebraic notation: in orthodox chess as the PGN
 * standard has it, such as "Nbxd7+"; for the other rule sets with what docs/notation.md adds. Actions
 * other than moves stand as their text. VC_OK, VC_ERR_ARGUMENT, VC_ERR_OVER, VC_ERR_ILLEGAL,
 * VC_ERR_BUFFER.
 */
VC_API vc_status vc_game_san(const vc_game *game, vc_action action, char *buffer, size_t size, size_t *length);

/**
 * Finds the action, legal now, that a text means. flags: VC_SAN_STRICT or VC_SAN_LENIENT. The game is not
 * changed. VC_OK, VC_ERR_ARGUMENT, VC_ERR_OVER, VC_ERR_SYNTAX (not the notation of an action in any
 * position; or, strictly read, not the way in which it is written here, which error tells),
 * VC_ERR_ILLEGAL (no legal action is that, or more than one can be).
 */
VC_API vc_status vc_game_san_parse(const vc_game *game, const char *text, uint32_t flags, vc_action *action,
                                   vc_error *error);

/* ------------------------------------------------------------------------------- records --- */

/**
 * A game with what is written down beside it: tags, comments and NAGs (numeric annotation glyphs), as PGN
 * has them. The game is the record's own. Comments and NAGs stand at a ply: the number of actions, chance's
 * included, that were played before. Threads: as for the game that it holds.
 */
typedef struct vc_record vc_record;

/** Limits of records, written and read; what exceeds one is VC_ERR_LIMIT. Lengths in bytes, without a NUL. */
#define VC_MAX_TAGS 256        /**< tags of a record, beside the roster and those that the game tells */
#define VC_MAX_TAG_NAME 255    /**< a tag's name */
#define VC_MAX_TAG_VALUE 65535 /**< a tag's value */
#define VC_MAX_COMMENT 1048575 /**< the comments of one ply together */
#define VC_MAX_NAGS 16         /**< NAGs of one ply */
#define VC_MAX_TOKEN 255       /**< a word of the movetext that is read */
#define VC_MAX_PLIES 65536     /**< actions of a game that is read */

/**
 * A record of a game, without tags and annotations. It holds a clone of the game with its history. Memory
 * is that of the game's rules. VC_OK, VC_ERR_ARGUMENT, VC_ERR_MEMORY.
 */
VC_API vc_status vc_record_new(const vc_game *game, vc_record **record);

/**
 * Frees a record and its game. NULL is allowed and VC_OK. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUSY (from a callback
 * of that game or of vc_record_write(); it lives on).
 */
VC_API vc_status vc_record_free(vc_record *record);

/**
 * The record's game, which may be played on and taken back. It belongs to the record: the caller never
 * frees it, and clones it to keep it. NULL when a record was read whose tags make no game.
 */
VC_API vc_game *vc_record_game(const vc_record *record);

/**
 * The value of a tag; NULL when the record has none of that name. Tags that vc_record_set_tag() refuses are
 * here what was read. The text is good until the record's tags change.
 */
VC_API const char *vc_record_tag(const vc_record *record, const char *name);

/** How many tags the record has. */
VC_API size_t vc_record_tag_count(const vc_record *record);

/** The name of tag index, from 0 in the order in which they came; else NULL. Good as long as vc_record_tag()'s. */
VC_API const char *vc_record_tag_name(const vc_record *record, size_t index);
/** The value of tag index, likewise. */
VC_API const char *vc_record_tag_value(const vc_record *record, size_t index);

/**
 * Sets a tag, or removes it when value is NULL. name: letters, digits and "_+#=:-", a letter or digit first.
 * value: bytes from 32 on but 127; UTF-8 is meant. Result is "1-0", "0-1", "1/2-1/2" or "*" and counts while the
 * game is not over; so does Termination. Variant, Options, SetUp and FEN are told by the game, not by the
 * caller. VC_OK, VC_ERR_ARGUMENT (a name or value that is none of these), VC_ERR_LIMIT, VC_ERR_MEMORY,
 * VC_ERR_BUSY (from a callback of vc_record_write()).
 */
VC_API vc_status vc_record_set_tag(vc_record *record, const char *name, const char *value);

/**
 * The result: that of the game when it is over, else the one that ended the moves which were read, until the tag Result
 * is set, else what that tag says. "1-0", "0-1", "1/2-1/2" or "*"; NULL for no record.
 */
VC_API const char *vc_record_result(const vc_record *record);

/**
 * The comment at a ply: 0 is before the first action, n behind the n-th. NULL when there is none. White
 * space in it is single spaces. Good until the record's comments change.
 */
VC_API const char *vc_record_comment(const vc_record *record, size_t ply);

/**
 * Sets the comment at a ply; NULL, or a text of white space alone, removes it. Runs of white space and
 * control characters become a space. What is behind the end of the game is kept, but not written. VC_OK,
 * VC_ERR_ARGUMENT (ply above VC_MAX_LENGTH), VC_ERR_LIMIT, VC_ERR_MEMORY, VC_ERR_BUSY (as vc_record_set_tag()).
 */
VC_API vc_status vc_record_set_comment(vc_record *record, size_t ply, const char *text);

/** The NAGs at a ply, in the order in which they came. At most VC_MAX_NAGS. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUFFER. */
VC_API vc_status vc_record_nags(const vc_record *record, size_t ply, uint8_t *nags, size_t capacity, size_t *count);

/** Sets the NAGs at a ply; count 0 removes them. Returns as vc_record_set_comment(). */
VC_API vc_status vc_record_set_nags(vc_record *record, size_t ply, const uint8_t *nags, size_t count);

/**
 * Writes the record as PGN in export format (docs/notation.md): the seven-tag roster, the other tags by name,
 * the movetext in lines of less than 80 characters, and an empty line. VC_OK, VC_ERR_ARGUMENT (also when the
 * record has no game), VC_ERR_BUFFER, VC_ERR_MEMORY.
 */
VC_API vc_status vc_record_text(const vc_record *record, char *buffer, size_t size, size_t *length);

/** Takes a piece of what is written, without a NUL; anything but 0 stops the call. It may read the record. */
typedef int32_t (*vc_write_fn)(void *user, const char *bytes, size_t size);

/**
 * Writes what vc_record_text() does, in pieces, to a callback. VC_OK, VC_ERR_ARGUMENT, VC_ERR_MEMORY, VC_ERR_STOPPED.
 */
VC_API vc_status vc_record_write(const vc_record *record, vc_write_fn write, void *user);

/* ------------------------------------------------------------------------------- reading --- */

/**
 * Reads PGN, one game after the other, any number of them in the memory that one takes. Threads: a reader needs
 * the caller's lock.
 */
typedef struct vc_reader vc_reader;

/** Puts 1 to size bytes into buffer and returns how many; 0 at the end of the text, -1 when it cannot be read. */
typedef int64_t (*vc_read_fn)(void *user, char *buffer, size_t size);

/**
 * A reader of what a callback gives; user must stay valid as long as the reader. memory: functions for the
 * reader and for the rules and records that it makes, copied; NULL for malloc and free. flags: VC_SAN_STRICT or
 * VC_SAN_LENIENT; strictly read, moves must be written as vc_game_san() does, and the result must be there, the same
 * everywhere, and fit the position. VC_OK, VC_ERR_ARGUMENT, VC_ERR_MEMORY.
 */
VC_API vc_status vc_reader_new(const vc_memory *memory, vc_read_fn read, void *user, uint32_t flags,
                               vc_reader **reader);

/**
 * A reader of size bytes in the caller's memory, which must stay as they are as long as the reader. Returns as
 * vc_reader_new().
 */
VC_API vc_status vc_reader_new_text(const vc_memory *memory, const char *text, size_t size, uint32_t flags,
                                    vc_reader **reader);

/** Frees a reader and the record that it holds. NULL is allowed and VC_OK. VC_OK, VC_ERR_ARGUMENT, VC_ERR_BUSY. */
VC_API vc_status vc_reader_free(vc_reader *reader);

/**
 * Reads the next game, with its history, into a record that the reader holds; the one that it held before is
 * freed. VC_ERR_NOTHING: there is no further game. Any other failure but ARGUMENT and BUSY is a fault in one game: the
 * record is what was read of it, error begins with "line 3, column 14: ", its offset is the number of bytes
 * before that place, and the next call goes on behind that game. Calls the vc_read_fn. VC_OK, VC_ERR_ARGUMENT,
 * VC_ERR_NOTHING, VC_ERR_SYNTAX, VC_ERR_ILLEGAL, VC_ERR_OVER, VC_ERR_POSITION, VC_ERR_OPTION (an unknown variant or
 * option), VC_ERR_MISMATCH (strictly read: the result), VC_ERR_LIMIT, VC_ERR_MEMORY, VC_ERR_STOPPED (the vc_read_fn
 * could not read; it is not called again), VC_ERR_BUSY (from the vc_read_fn, or a callback of the record's game).
 */
VC_API vc_status vc_reader_next(vc_reader *reader, vc_error *error);

/** The record read last. It belongs to the reader and is good until its next call; NULL when there is none. */
VC_API vc_record *vc_reader_record(const vc_reader *reader);

/**
 * Hands the record read last over to the caller, who frees it. VC_OK, VC_ERR_ARGUMENT, VC_ERR_NOTHING, VC_ERR_BUSY
 * (from the vc_read_fn).
 */
VC_API vc_status vc_reader_take(vc_reader *reader, vc_record **record);

/** The line, from 1, where the record read last begins or, after a failure, where the fault was noticed. */
VC_API uint64_t vc_reader_line(const vc_reader *reader);
/** The column of that place, from 1, in bytes. */
VC_API uint64_t vc_reader_column(const vc_reader *reader);
/** The number of bytes before that place. */
VC_API uint64_t vc_reader_offset(const vc_reader *reader);

/* --------------------------------------------------------------------------- fair chance --- */

/*
 * Commit and reveal: 1 to 8 parties show that none of them chose the dice (docs/fair-chance.md has the steps, what a
 * party can still do, and test vectors). Each draws a secret and gives away a commitment to it, then reveals it; the
 * game's seed, for vc_game_use_seed(), comes from all secrets. Scheme "variantchess-1", where || joins bytes, n and
 * party are one byte each, and BLAKE2b-256 is BLAKE2b with 32 bytes of output and a salt of zeros:
 *
 *   commitment = BLAKE2b-256, key: the secret, personalisation: "vc fair commit" and 2 zero bytes,
 *                of party || length of the id, one byte || id
 *   seed       = BLAKE2b-256, no key, personalisation: "vc fair seed" and 4 zero bytes,
 *                of n || length of the id, one byte || id || secret of party 1 || ... || secret of party n
 *
 * id: a text for one game alone, agreed upon before anybody commits; 1 to VC_FAIR_MAX_ID bytes, from 32 on but 127. A
 * secret is for one game, too, and for nothing else.
 */

#define VC_FAIR_SECRET_BYTES 32
#define VC_FAIR_COMMITMENT_BYTES 32
/** Parties at most; they are numbered from 1 on. */
#define VC_FAIR_MAX_PARTIES 8
/** The longest id, in bytes without the NUL. */
#define VC_FAIR_MAX_ID 255

/**
 * A fresh secret from the CSPRNG. secret: VC_FAIR_SECRET_BYTES bytes, which the caller wipes after use. VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_RANDOM.
 */
VC_API vc_status vc_fair_secret(uint8_t *secret);

/**
 * The commitment of a party, 1 to VC_FAIR_MAX_PARTIES, to its secret. commitment: VC_FAIR_COMMITMENT_BYTES bytes.
 * VC_OK, VC_ERR_ARGUMENT, VC_ERR_LIMIT (an id that is too long), VC_ERR_RANDOM.
 */
VC_API vc_status vc_fair_commit(const char *id, uint32_t party, const uint8_t *secret, uint8_t *commitment);

/**
 * Whether a revealed secret is the one that a party committed to, compared in constant time: VC_OK if so, else
 * VC_ERR_MISMATCH. Otherwise as vc_fair_commit().
 */
VC_API vc_status vc_fair_check(const char *id, uint32_t party, const uint8_t *secret, const uint8_t *commitment);

/**
 * The game's seed. secrets: those of all parties one behind the other, parties * VC_FAIR_SECRET_BYTES bytes, each
 * checked with vc_fair_check() before; parties: 1 to VC_FAIR_MAX_PARTIES; seed: VC_SEED_BYTES bytes. Who has it knows
 * all outcomes in advance. VC_OK, VC_ERR_ARGUMENT, VC_ERR_LIMIT (an id that is too long), VC_ERR_RANDOM.
 */
VC_API vc_status vc_fair_seed(const char *id, const uint8_t *secrets, size_t parties, uint8_t *seed);

/**
 * Writes a game's fair chance into the record's tags, over what was there: FairScheme, FairGame (the id),
 * FairCommitment1, FairCommitment2, ... and, unless secrets is NULL, FairReveal1, ... and FairSeed; bytes as
 * hexadecimal digits. commitments: parties * VC_FAIR_COMMITMENT_BYTES bytes; secrets as for vc_fair_seed(). VC_OK,
 * VC_ERR_ARGUMENT, VC_ERR_MISMATCH (a secret is not the one committed to), VC_ERR_LIMIT (an id that is too long, or too
 * many tags), VC_ERR_MEMORY, VC_ERR_RANDOM, VC_ERR_BUSY (as vc_record_set_tag()).
 */
VC_API vc_status vc_record_set_fair(vc_record *record, const char *id, const uint8_t *commitments,
                                    const uint8_t *secrets, size_t parties);

/**
 * Whether the tags of fair chance fit each other, and every outcome of chance in the record's game, as far as it goes,
 * is what the dice of that seed give. That the commitments are those which the parties gave before the game is for the
 * caller to compare. VC_OK, VC_ERR_ARGUMENT, VC_ERR_NOTHING (no such tags, a secret that is not revealed, or no game),
 * VC_ERR_SYNTAX (a tag is missing or malformed), VC_ERR_MISMATCH (something was altered: error says which outcome,
 * secret, commitment or tag, as long as it is one), VC_ERR_RANDOM. The offset in error is the number of actions before
 * the altered outcome, elsewhere 0.
 */
VC_API vc_status vc_record_verify(const vc_record *record, vc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* VARIANTCHESS_H */
