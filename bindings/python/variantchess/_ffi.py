# SPDX-License-Identifier: ISC
"""The C interface of libvariantchess as ctypes sees it: types, constants, one prototype a function.

Names are those of ``variantchess.h``, and a test compares all of them with that header. Nothing here
checks, converts or raises: that is the business of the modules above. Importing this module finds and
loads the library, or raises an ImportError that says what was tried.

Short calls hold the interpreter's lock, so that threads of one interpreter cannot meet inside one game.
Only what runs for long (``RELEASING``) lets go of it.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint8,
                    c_uint32, c_uint64, c_void_p, py_object)
from typing import Any, List

# ---------------------------------------------------------------------------------- constants

VC_VERSION_MAJOR = 0
VC_VERSION_MINOR = 1
VC_VERSION_PATCH = 0
VC_VERSION_NUMBER = VC_VERSION_MAJOR * 10000 + VC_VERSION_MINOR * 100 + VC_VERSION_PATCH

VC_OK = 0
VC_ERR_ARGUMENT = 1
VC_ERR_MEMORY = 2
VC_ERR_BUFFER = 3
VC_ERR_SYNTAX = 4
VC_ERR_POSITION = 5
VC_ERR_OPTION = 6
VC_ERR_FROZEN = 7
VC_ERR_ILLEGAL = 8
VC_ERR_OVER = 9
VC_ERR_NOTHING = 10
VC_ERR_BUSY = 11
VC_ERR_REFUSED = 12
VC_ERR_RANDOM = 13
VC_ERR_STOPPED = 14
VC_ERR_MISMATCH = 15
VC_ERR_LIMIT = 16

VC_NO_ACTION = 0
VC_NO_INDEX = 0xFFFFFFFF
VC_MOVE = 1
VC_TOUCH = 2
VC_BECOME = 3
VC_CASUALTY = 4
VC_DISCARD = 5
VC_CHOOSE_DECK = 6
VC_DRAW = 7

VC_NO_PIECE = 0
VC_PAWN = 1
VC_KNIGHT = 2
VC_BISHOP = 3
VC_ROOK = 4
VC_QUEEN = 5
VC_KING = 6

VC_ACE = 1
VC_TEN = 10
VC_JACK = 11
VC_CARD_QUEEN = 12
VC_CARD_KING = 13
VC_JOKER = 14

VC_DIAMONDS = 0
VC_HEARTS = 1
VC_CLUBS = 2
VC_SPADES = 3

VC_MAX_ACTIONS = 1024
VC_ACTION_TEXT_SIZE = 8
VC_NO_SQUARE = 64

VC_ORTHODOX = 0
VC_QUANTUM = 1
VC_POTENTIAL = 2
VC_POWER = 3
VC_IDEAL = 4

VC_OPTION_SWITCH = 1
VC_OPTION_CHOICE = 2
VC_OPTION_INTEGER = 3
VC_OPTION_INTEGERS = 4
VC_OPTION_FRACTION = 5

VC_WHITE = 0
VC_BLACK = 1
VC_CHANCE = 2
VC_NOBODY = 3

VC_PHASE_OVER = 0
VC_PHASE_TURN = 1
VC_PHASE_DRAWING = 2
VC_PHASE_MOVING = 3
VC_PHASE_HIT = 4
VC_PHASE_PLAYED = 5
VC_PHASE_CHOOSING = 6
VC_PHASE_DEALING = 7

VC_PLANE_SIZE = 64

VC_MAX_BATCH_GAMES = 1048576
VC_MAX_BATCH_THREADS = 256
VC_BATCH_AUTO_RESET = 1
VC_BATCH_SHOW_CHANCE = 2
VC_BATCH_BY_INDEX = 4
VC_BATCH_MOVER_VIEW = 8
VC_BATCH_FLOAT_PLANES = 16
VC_BATCH_SKIP = 0xFFFFFFFF
VC_BATCH_DRAW = 0xFFFFFFFE

VC_WITHOUT_HISTORY = 0
VC_WITH_HISTORY = 1

VC_POSITION_TEXT_SIZE = 1024
VC_MAX_DRAWS = 16
VC_MAX_LENGTH = 0x40000000
VC_SEED_BYTES = 32

VC_EVENT_TOUCH = 1
VC_EVENT_MOVE = 2
VC_EVENT_CAPTURE = 3
VC_EVENT_MERGE = 4
VC_EVENT_PART = 5
VC_EVENT_DEMOTION = 6
VC_EVENT_PROMOTION = 7
VC_EVENT_CASUALTY = 8
VC_EVENT_ATTACK = 9
VC_EVENT_DISCARD = 10
VC_EVENT_DRAW = 11
VC_EVENT_TOP = 12
VC_EVENT_RESHUFFLE = 13
VC_EVENT_UNDO = 14
VC_EVENT_REDO = 15
VC_EVENT_END = 16

VC_REASON_NONE = 0
VC_REASON_CHECKMATE = 1
VC_REASON_STALEMATE = 2
VC_REASON_KING_CAPTURED = 3
VC_REASON_QUANTUM_TRAP = 4
VC_REASON_DEAD_POSITION = 5
VC_REASON_SEVENTYFIVE_MOVES = 6
VC_REASON_FIVEFOLD_REPETITION = 7
VC_REASON_FIFTY_MOVES = 8
VC_REASON_THREEFOLD_REPETITION = 9
VC_REASON_RESIGNATION = 10
VC_REASON_AGREEMENT = 11
VC_REASON_TIME_FORFEIT = 12

VC_CASTLE_WHITE_SHORT = 1
VC_CASTLE_WHITE_LONG = 2
VC_CASTLE_BLACK_SHORT = 4
VC_CASTLE_BLACK_LONG = 8

VC_MAX_CARDS = 106
VC_MAX_SNAPSHOT_SIZE = 256

VC_PERFT_BULK = 0
VC_PERFT_NO_BULK = 1

VC_SAN_STRICT = 0
VC_SAN_LENIENT = 1
VC_SAN_TEXT_SIZE = 32

VC_MAX_TAGS = 256
VC_MAX_TAG_NAME = 255
VC_MAX_TAG_VALUE = 65535
VC_MAX_COMMENT = 1048575
VC_MAX_NAGS = 16
VC_MAX_TOKEN = 255
VC_MAX_PLIES = 65536

VC_FAIR_SECRET_BYTES = 32
VC_FAIR_COMMITMENT_BYTES = 32
VC_FAIR_MAX_PARTIES = 8
VC_FAIR_MAX_ID = 255

# -------------------------------------------------------------------------------------- types

vc_status = c_int32
vc_action = c_uint32
vc_piece = c_uint32
vc_card = c_uint8


class vc_rules(Structure):
    """Opaque."""


class vc_game(Structure):
    """Opaque."""


class vc_record(Structure):
    """Opaque."""


class vc_reader(Structure):
    """Opaque."""


class vc_batch(Structure):
    """Opaque."""


class vc_error(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("status", vc_status),
        ("offset", c_uint32),
        ("reserved", c_uint32),
        ("message", c_char * 240),
    ]


#: Memory functions. Here for completeness: memory handed out from Python is no use to anybody.
vc_allocate_fn = CFUNCTYPE(c_void_p, c_void_p, c_size_t)
vc_deallocate_fn = CFUNCTYPE(None, c_void_p, c_void_p)


class vc_memory(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("allocate", vc_allocate_fn),
        ("deallocate", vc_deallocate_fn),
    ]


class vc_option(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("type", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("default_value", c_char_p),
        ("range", c_char_p),
        ("help", c_char_p),
    ]


class vc_entry(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("action", vc_action),
        ("actor", c_uint32),
        ("winner", c_uint32),
        ("reason", c_uint32),
        ("reserved", c_uint32),
    ]


class vc_event(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("type", c_uint32),
        ("action", vc_action),
        ("color", c_uint32),
        ("square", c_uint32),
        ("to_square", c_uint32),
        ("before", vc_piece),
        ("after", vc_piece),
        ("card", c_uint32),
        ("can_move", c_uint32),
        ("winner", c_uint32),
        ("reason", c_uint32),
        ("weights", c_uint32 * 4),
    ]


class vc_odds(Structure):
    _fields_ = [
        ("outcome", vc_action),
        ("weight", c_uint32),
        ("can_move", c_uint32),
        ("moves", c_uint32),
    ]


class vc_plane(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("maximum", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
    ]


class vc_batch_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("position", c_char_p),
        ("seed", POINTER(c_uint8)),
        ("flags", c_uint32),
        ("threads", c_uint32),
    ]


class vc_batch_arrays(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("capacity", c_size_t),
        ("needed", c_uint64),
        ("actions", POINTER(vc_action)),
        ("indices", POINTER(c_uint32)),
        ("weights", POINTER(c_uint32)),
        ("counts", POINTER(c_uint32)),
        ("offsets", POINTER(c_uint64)),
        ("masks", POINTER(c_uint64)),
        ("actors", POINTER(c_uint8)),
        ("phases", POINTER(c_uint8)),
        ("done", POINTER(c_uint8)),
        ("reasons", POINTER(c_uint8)),
        ("rewards", POINTER(c_float)),
        ("planes", c_void_p),
    ]


vc_rules_p = POINTER(vc_rules)
vc_game_p = POINTER(vc_game)
vc_record_p = POINTER(vc_record)
vc_reader_p = POINTER(vc_reader)
vc_batch_p = POINTER(vc_batch)
vc_error_p = POINTER(vc_error)
vc_event_p = POINTER(vc_event)

#: The user pointer of dice and progress is a Python object that the caller keeps alive; see _callbacks.py.
vc_dice_fn = CFUNCTYPE(c_uint64, py_object, c_uint64)
vc_progress_fn = CFUNCTYPE(c_int32, py_object, c_uint64)
vc_event_fn = CFUNCTYPE(None, c_void_p, vc_game_p, vc_event_p)
#: Here the bytes are a pointer, not a copy that ends at a NUL.
vc_write_fn = CFUNCTYPE(c_int32, py_object, POINTER(c_char), c_size_t)
#: All three come as numbers; see _callbacks.py.
vc_read_fn = CFUNCTYPE(c_int64, c_size_t, c_size_t, c_size_t)

# ------------------------------------------------------------------------------------ library

#: The environment variable that names the library, before all other places; SYSTEM stands for the system's.
VARIABLE = "VARIANTCHESS_LIBRARY"
SYSTEM = "system"

if sys.platform == "win32":
    _NAMES = ["variantchess-0.dll", "libvariantchess-0.dll", "variantchess.dll"]
elif sys.platform == "darwin":
    _NAMES = ["libvariantchess.0.dylib", "libvariantchess.dylib"]
else:
    _NAMES = ["libvariantchess.so.0", "libvariantchess.so"]


def _folders_beside(here: str) -> List[str]:
    """Where the library is that belongs to the package in a folder: there, where a wheel has it, or, if that is the
    source tree, where an editable installation builds it."""
    folders = [here, os.path.join(os.path.dirname(here), ".variantchess.mesonpy.libs")]
    source = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    built = os.path.join(source, "build", "cp%d%d" % sys.version_info[:2], "libvariantchess")
    return folders + [built] if os.path.isdir(built) else folders


def _find_library() -> ctypes.CDLL:
    """Loads the library from the first place that has it."""
    named = os.environ.get(VARIABLE)
    if named and named != SYSTEM:
        try:
            return ctypes.CDLL(named)
        except (OSError, ValueError) as error:
            raise ImportError("the library that the environment variable %s names cannot be loaded: %r: %s"
                              % (VARIABLE, named, error), name=__package__, path=named) from error

    tried: List[str] = ["%s is %s" % (VARIABLE, "set to " + SYSTEM if named else "not set")]
    beside = [] if named else _folders_beside(os.path.dirname(os.path.abspath(__file__)))
    places = [os.path.join(folder, name) for folder in beside for name in _NAMES] + _NAMES[:1]
    for place in places:
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            tried.append(str(error) if place in str(error) else "%s: %s" % (place, error))
    found = ctypes.util.find_library("variantchess")
    if found is None:
        tried.append("the system knows no library named variantchess")
    else:
        try:
            return ctypes.CDLL(found)
        except OSError as error:
            tried.append("%s: %s" % (found, error))
    raise ImportError("libvariantchess was not found; install it, or set %s to its file. Tried:\n  %s"
                      % (VARIABLE, "\n  ".join(tried)), name=__package__)


#: Functions that may run for long, during which other threads run.
RELEASING = frozenset({"vc_game_perft", "vc_game_playout", "vc_batch_new", "vc_batch_free", "vc_batch_step",
                       "vc_batch_observe", "vc_batch_reset"})

_cdll = _find_library()
#: The file that was loaded.
PATH: str = _cdll._name
# The same loaded library, called with the interpreter's lock held.
_pydll = ctypes.PyDLL(PATH, handle=_cdll._handle)


def _function(name: str, restype: Any, *argtypes: Any) -> Any:
    try:
        function = getattr(_cdll if name in RELEASING else _pydll, name)
    except AttributeError:
        raise ImportError("%s has no function %s: it is not libvariantchess %d.%d or later"
                          % (PATH, name, VC_VERSION_MAJOR, VC_VERSION_MINOR), name=__package__, path=PATH) from None
    function.restype = restype
    function.argtypes = argtypes
    return function


_text_out = (POINTER(c_char), c_size_t, POINTER(c_size_t))

# Version and status.
vc_version_number = _function("vc_version_number", c_uint32)
vc_version = _function("vc_version", c_char_p)
vc_status_text = _function("vc_status_text", c_char_p, vc_status)

# Actions, pieces, cards.
vc_action_to = _function("vc_action_to", c_uint32, vc_action)
vc_action_from = _function("vc_action_from", c_uint32, vc_action)
vc_action_piece = _function("vc_action_piece", c_uint32, vc_action)
vc_action_member = _function("vc_action_member", c_uint32, vc_action)
vc_action_rank = _function("vc_action_rank", c_uint32, vc_action)
vc_action_suit = _function("vc_action_suit", c_uint32, vc_action)
vc_action_kind = _function("vc_action_kind", c_uint32, vc_action)
vc_action_make_move = _function("vc_action_make_move", vc_action, c_uint32, c_uint32, c_uint32, c_uint32)
vc_action_is_valid = _function("vc_action_is_valid", c_uint32, vc_action)
vc_action_text = _function("vc_action_text", vc_status, vc_action, *_text_out)
vc_action_parse = _function("vc_action_parse", vc_status, c_char_p, POINTER(vc_action), vc_error_p)
vc_piece_type = _function("vc_piece_type", c_uint32, vc_piece)
vc_piece_color = _function("vc_piece_color", c_uint32, vc_piece)
vc_piece_moves = _function("vc_piece_moves", c_uint32, vc_piece)
vc_card_text = _function("vc_card_text", vc_status, vc_card, *_text_out)

# Rules.
vc_ruleset_count = _function("vc_ruleset_count", c_uint32)
vc_ruleset_name = _function("vc_ruleset_name", c_char_p, c_uint32)
vc_ruleset_title = _function("vc_ruleset_title", c_char_p, c_uint32)
vc_ruleset_find = _function("vc_ruleset_find", vc_status, c_char_p, POINTER(c_uint32))
vc_ruleset_action_count = _function("vc_ruleset_action_count", c_uint32, c_uint32)
vc_ruleset_player_action_count = _function("vc_ruleset_player_action_count", c_uint32, c_uint32)
vc_action_index = _function("vc_action_index", c_uint32, c_uint32, vc_action)
vc_action_at = _function("vc_action_at", vc_action, c_uint32, c_uint32)
vc_action_mirrored = _function("vc_action_mirrored", vc_action, vc_action)
vc_rules_new = _function("vc_rules_new", vc_status, c_uint32, POINTER(vc_memory), POINTER(vc_rules_p))
vc_rules_copy = _function("vc_rules_copy", vc_status, vc_rules_p, POINTER(vc_rules_p))
vc_rules_retain = _function("vc_rules_retain", vc_rules_p, vc_rules_p)
vc_rules_release = _function("vc_rules_release", None, vc_rules_p)
vc_rules_ruleset = _function("vc_rules_ruleset", c_uint32, vc_rules_p)
vc_rules_is_frozen = _function("vc_rules_is_frozen", c_uint32, vc_rules_p)
vc_rules_set = _function("vc_rules_set", vc_status, vc_rules_p, c_char_p, c_char_p, vc_error_p)
vc_rules_get = _function("vc_rules_get", vc_status, vc_rules_p, c_char_p, *_text_out)
vc_rules_option_count = _function("vc_rules_option_count", c_size_t, vc_rules_p)
vc_rules_option = _function("vc_rules_option", vc_status, vc_rules_p, c_size_t, POINTER(vc_option))

# Games.
vc_game_new = _function("vc_game_new", vc_status, vc_rules_p, c_char_p, POINTER(vc_game_p), vc_error_p)
vc_game_free = _function("vc_game_free", vc_status, vc_game_p)
vc_game_clone = _function("vc_game_clone", vc_status, vc_game_p, c_uint32, POINTER(vc_game_p))
vc_game_copy = _function("vc_game_copy", vc_status, vc_game_p, vc_game_p, c_uint32)
vc_game_rules = _function("vc_game_rules", vc_rules_p, vc_game_p)
vc_game_set_position = _function("vc_game_set_position", vc_status, vc_game_p, c_char_p, vc_error_p)
vc_game_position = _function("vc_game_position", vc_status, vc_game_p, *_text_out)

# Playing.
vc_game_actor = _function("vc_game_actor", c_uint32, vc_game_p)
vc_game_phase = _function("vc_game_phase", c_uint32, vc_game_p)
vc_phase_name = _function("vc_phase_name", c_char_p, c_uint32)
vc_game_actions = _function("vc_game_actions", vc_status, vc_game_p, POINTER(vc_action), c_size_t, POINTER(c_size_t))
vc_game_outcomes = _function("vc_game_outcomes", vc_status, vc_game_p, POINTER(vc_action), POINTER(c_uint32), c_size_t,
                             POINTER(c_size_t), POINTER(c_uint64))
vc_game_is_legal = _function("vc_game_is_legal", c_uint32, vc_game_p, vc_action)
vc_game_why = _function("vc_game_why", vc_status, vc_game_p, vc_action, *_text_out)
vc_game_play = _function("vc_game_play", vc_status, vc_game_p, vc_action)
vc_game_play_text = _function("vc_game_play_text", vc_status, vc_game_p, c_char_p, vc_error_p)
vc_game_draw = _function("vc_game_draw", vc_status, vc_game_p, POINTER(vc_action))
vc_game_play_on = _function("vc_game_play_on", vc_status, vc_game_p, vc_action, POINTER(vc_action), c_size_t,
                            POINTER(c_size_t))
vc_game_undo = _function("vc_game_undo", vc_status, vc_game_p)
vc_game_undo_decision = _function("vc_game_undo_decision", vc_status, vc_game_p)
vc_game_redo = _function("vc_game_redo", vc_status, vc_game_p)
vc_game_length = _function("vc_game_length", c_size_t, vc_game_p)
vc_game_redo_length = _function("vc_game_redo_length", c_size_t, vc_game_p)
vc_game_entry = _function("vc_game_entry", vc_status, vc_game_p, c_size_t, POINTER(vc_entry))

# Dice.
vc_game_use_csprng = _function("vc_game_use_csprng", vc_status, vc_game_p)
vc_game_use_dice = _function("vc_game_use_dice", vc_status, vc_game_p, vc_dice_fn, c_void_p)
vc_game_use_seed = _function("vc_game_use_seed", vc_status, vc_game_p, POINTER(c_uint8))
vc_game_chance_index = _function("vc_game_chance_index", c_uint64, vc_game_p)
vc_dice_seeded_many = _function("vc_dice_seeded_many", vc_status, POINTER(c_uint8), c_uint64, c_uint64,
                                POINTER(c_uint64), c_size_t)
vc_dice_seeded = _function("vc_dice_seeded", vc_status, POINTER(c_uint8), c_uint64, c_uint64, POINTER(c_uint64))
vc_seed_derive = _function("vc_seed_derive", vc_status, POINTER(c_uint8), c_uint64, POINTER(c_uint8))
vc_dice_random = _function("vc_dice_random", vc_status, c_uint64, POINTER(c_uint64))

# Events and odds.
vc_game_on_event = _function("vc_game_on_event", vc_status, vc_game_p, vc_event_fn, c_void_p)
vc_game_on_touch = _function("vc_game_on_touch", vc_status, vc_game_p, vc_event_fn, c_void_p)
vc_game_odds = _function("vc_game_odds", vc_status, vc_game_p, c_uint32, POINTER(vc_odds), c_size_t,
                         POINTER(c_size_t), POINTER(c_uint64))

# The end of a game.
vc_reason_name = _function("vc_reason_name", c_char_p, c_uint32)
vc_game_outcome = _function("vc_game_outcome", vc_status, vc_game_p, POINTER(c_uint32), POINTER(c_uint32))
vc_game_claimable = _function("vc_game_claimable", c_uint32, vc_game_p)
vc_game_claim = _function("vc_game_claim", vc_status, vc_game_p)
vc_game_end = _function("vc_game_end", vc_status, vc_game_p, c_uint32, c_uint32)

# What a front end asks for.
vc_game_side_to_move = _function("vc_game_side_to_move", c_uint32, vc_game_p)
vc_game_halfmove_clock = _function("vc_game_halfmove_clock", c_uint32, vc_game_p)
vc_game_move_number = _function("vc_game_move_number", c_uint32, vc_game_p)
vc_game_castling_rights = _function("vc_game_castling_rights", c_uint32, vc_game_p)
vc_game_en_passant = _function("vc_game_en_passant", c_uint32, vc_game_p)
vc_game_piece = _function("vc_game_piece", vc_piece, vc_game_p, c_uint32)
vc_game_pieces = _function("vc_game_pieces", vc_status, vc_game_p, c_uint32, POINTER(vc_piece), c_size_t,
                           POINTER(c_size_t))
vc_game_squares = _function("vc_game_squares", c_uint64, vc_game_p, c_uint32, c_uint32)
vc_game_combos = _function("vc_game_combos", c_uint64, vc_game_p)
vc_game_focus = _function("vc_game_focus", c_uint32, vc_game_p)
vc_game_touched = _function("vc_game_touched", c_uint64, vc_game_p)
vc_game_in_check = _function("vc_game_in_check", c_uint32, vc_game_p)
vc_game_checkers = _function("vc_game_checkers", c_uint64, vc_game_p)
vc_game_attackers = _function("vc_game_attackers", c_uint64, vc_game_p, c_uint32, c_uint32)
vc_game_destinations = _function("vc_game_destinations", c_uint64, vc_game_p, c_uint32)
vc_game_hand = _function("vc_game_hand", vc_status, vc_game_p, c_uint32, POINTER(vc_card), c_size_t, POINTER(c_size_t))
vc_game_pile = _function("vc_game_pile", vc_status, vc_game_p, c_uint32, POINTER(vc_card), c_size_t, POINTER(c_size_t))
vc_game_decks = _function("vc_game_decks", c_uint32, vc_game_p, c_uint32)
vc_game_deck = _function("vc_game_deck", vc_status, vc_game_p, c_uint32, c_uint32, POINTER(vc_card), c_size_t,
                         POINTER(c_size_t))
vc_game_top = _function("vc_game_top", vc_card, vc_game_p, c_uint32, c_uint32)
vc_game_played_card = _function("vc_game_played_card", vc_card, vc_game_p)
vc_game_hash = _function("vc_game_hash", c_uint64, vc_game_p)
vc_game_repetitions = _function("vc_game_repetitions", c_uint32, vc_game_p)

# Snapshots and perft.
vc_rules_snapshot_size = _function("vc_rules_snapshot_size", c_size_t, vc_rules_p)
vc_game_snapshot = _function("vc_game_snapshot", vc_status, vc_game_p, c_void_p, c_size_t)
vc_game_restore = _function("vc_game_restore", vc_status, vc_game_p, c_void_p, c_size_t)
vc_game_save = _function("vc_game_save", vc_status, vc_game_p, c_void_p, c_size_t, POINTER(c_size_t))
vc_game_load = _function("vc_game_load", vc_status, vc_game_p, c_void_p, c_size_t, vc_error_p)
vc_game_perft = _function("vc_game_perft", vc_status, vc_game_p, c_uint32, c_uint32, vc_progress_fn, c_void_p,
                          POINTER(c_uint64))
vc_game_playout = _function("vc_game_playout", vc_status, vc_game_p, POINTER(c_uint8), c_uint64, vc_progress_fn,
                            c_void_p, POINTER(c_uint32), POINTER(c_uint32), POINTER(c_uint64))

# Planes and batches.
vc_rules_plane_count = _function("vc_rules_plane_count", c_size_t, vc_rules_p)
vc_rules_plane = _function("vc_rules_plane", vc_status, vc_rules_p, c_size_t, POINTER(vc_plane))
vc_game_planes = _function("vc_game_planes", vc_status, vc_game_p, c_uint32, c_void_p, c_size_t, POINTER(c_size_t))
vc_batch_new = _function("vc_batch_new", vc_status, vc_rules_p, c_size_t, POINTER(vc_batch_options),
                         POINTER(vc_batch_p), vc_error_p)
vc_batch_free = _function("vc_batch_free", vc_status, vc_batch_p)
vc_batch_size = _function("vc_batch_size", c_size_t, vc_batch_p)
vc_batch_rules = _function("vc_batch_rules", vc_rules_p, vc_batch_p)
vc_batch_game = _function("vc_batch_game", vc_game_p, vc_batch_p, c_size_t)
vc_batch_seed = _function("vc_batch_seed", vc_status, vc_batch_p, c_size_t, POINTER(c_uint8))
vc_batch_reset = _function("vc_batch_reset", vc_status, vc_batch_p, POINTER(c_uint32), c_size_t, POINTER(c_uint8))
vc_batch_step = _function("vc_batch_step", vc_status, vc_batch_p, POINTER(c_uint32), POINTER(vc_batch_arrays),
                          vc_error_p)
vc_batch_observe = _function("vc_batch_observe", vc_status, vc_batch_p, POINTER(vc_batch_arrays))

# Notation.
vc_game_san = _function("vc_game_san", vc_status, vc_game_p, vc_action, *_text_out)
vc_game_san_parse = _function("vc_game_san_parse", vc_status, vc_game_p, c_char_p, c_uint32, POINTER(vc_action),
                              vc_error_p)

# Records.
vc_record_new = _function("vc_record_new", vc_status, vc_game_p, POINTER(vc_record_p))
vc_record_free = _function("vc_record_free", vc_status, vc_record_p)
vc_record_game = _function("vc_record_game", vc_game_p, vc_record_p)
vc_record_tag = _function("vc_record_tag", c_char_p, vc_record_p, c_char_p)
vc_record_tag_count = _function("vc_record_tag_count", c_size_t, vc_record_p)
vc_record_tag_name = _function("vc_record_tag_name", c_char_p, vc_record_p, c_size_t)
vc_record_tag_value = _function("vc_record_tag_value", c_char_p, vc_record_p, c_size_t)
vc_record_set_tag = _function("vc_record_set_tag", vc_status, vc_record_p, c_char_p, c_char_p)
vc_record_result = _function("vc_record_result", c_char_p, vc_record_p)
vc_record_comment = _function("vc_record_comment", c_char_p, vc_record_p, c_size_t)
vc_record_set_comment = _function("vc_record_set_comment", vc_status, vc_record_p, c_size_t, c_char_p)
vc_record_nags = _function("vc_record_nags", vc_status, vc_record_p, c_size_t, POINTER(c_uint8), c_size_t,
                           POINTER(c_size_t))
vc_record_set_nags = _function("vc_record_set_nags", vc_status, vc_record_p, c_size_t, POINTER(c_uint8), c_size_t)
vc_record_text = _function("vc_record_text", vc_status, vc_record_p, *_text_out)
vc_record_write = _function("vc_record_write", vc_status, vc_record_p, vc_write_fn, c_void_p)

# Reading.
vc_reader_new = _function("vc_reader_new", vc_status, POINTER(vc_memory), vc_read_fn, c_void_p, c_uint32,
                          POINTER(vc_reader_p))
vc_reader_new_text = _function("vc_reader_new_text", vc_status, POINTER(vc_memory), c_char_p, c_size_t, c_uint32,
                               POINTER(vc_reader_p))
vc_reader_free = _function("vc_reader_free", vc_status, vc_reader_p)
vc_reader_next = _function("vc_reader_next", vc_status, vc_reader_p, vc_error_p)
vc_reader_record = _function("vc_reader_record", vc_record_p, vc_reader_p)
vc_reader_take = _function("vc_reader_take", vc_status, vc_reader_p, POINTER(vc_record_p))
vc_reader_line = _function("vc_reader_line", c_uint64, vc_reader_p)
vc_reader_column = _function("vc_reader_column", c_uint64, vc_reader_p)
vc_reader_offset = _function("vc_reader_offset", c_uint64, vc_reader_p)

# Fair chance.
vc_fair_secret = _function("vc_fair_secret", vc_status, POINTER(c_uint8))
vc_fair_commit = _function("vc_fair_commit", vc_status, c_char_p, c_uint32, POINTER(c_uint8), POINTER(c_uint8))
vc_fair_check = _function("vc_fair_check", vc_status, c_char_p, c_uint32, POINTER(c_uint8), POINTER(c_uint8))
vc_fair_seed = _function("vc_fair_seed", vc_status, c_char_p, POINTER(c_uint8), c_size_t, POINTER(c_uint8))
vc_record_set_fair = _function("vc_record_set_fair", vc_status, vc_record_p, c_char_p, POINTER(c_uint8),
                               POINTER(c_uint8), c_size_t)
vc_record_verify = _function("vc_record_verify", vc_status, vc_record_p, vc_error_p)



def _quick(name: str, restype: Any) -> Any:
    function = (_cdll if name in RELEASING else _pydll)[name]
    function.restype = restype
    return function


class quick:
    """Functions called at every ply, or often, without the conversion of arguments that takes most of such a call.

    So the arguments must be ctypes objects of the very types, or ints where C has 32 bits, or None for NULL.
    """

    vc_batch_step = _quick("vc_batch_step", vc_status)
    vc_game_actions = _quick("vc_game_actions", vc_status)
    vc_game_actor = _quick("vc_game_actor", c_uint32)
    vc_game_clone = _quick("vc_game_clone", vc_status)
    vc_game_free = _quick("vc_game_free", vc_status)
    vc_game_is_legal = _quick("vc_game_is_legal", c_uint32)
    vc_game_play = _quick("vc_game_play", vc_status)
    vc_game_play_on = _quick("vc_game_play_on", vc_status)
    vc_game_undo = _quick("vc_game_undo", vc_status)


if vc_version_number() < VC_VERSION_NUMBER:
    raise ImportError("%s is version %s, older than the %d.%d.%d that this package needs"
                      % (PATH, vc_version().decode("ascii", "replace"), VC_VERSION_MAJOR, VC_VERSION_MINOR,
                         VC_VERSION_PATCH), name=__package__, path=PATH)
