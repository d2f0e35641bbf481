# SPDX-License-Identifier: ISC
"""Chess variants: orthodox, quantum, potential, power and ideal chess behind one protocol.

    >>> import variantchess
    >>> game = variantchess.Game("quantum", temperature="1/2")
    >>> game.step("?g1")                # touch the knight: now chance is to act
    >>> game.actor
    'chance'
    >>> {str(outcome): str(chance) for outcome, chance in game.chance_outcomes.items()}
    {'=n': '39/58', '=b': '5/29', '=r': '3/29', '=q': '3/58'}
    >>> game.step("=n")                 # or game.draw(), by the game's dice
    >>> sorted(map(str, game.actions))
    ['g1f3', 'g1h3']

The project's ``docs/python.md`` is a tutorial, and its ``docs/rules.md`` has the rules. The package talks to the shared
library libvariantchess, which it finds by the environment variable VARIANTCHESS_LIBRARY (a file, or ``system`` for the
system's), beside itself, or where the system keeps libraries.
"""
from __future__ import annotations

from . import _ffi, fair, pgn
from .actions import Action
from .dice import SEED_BYTES, dice_random, dice_seeded, dice_seeded_many, seed_derive
from .errors import (ArgumentError, BufferTooSmallError, BusyError, DiceRefusedError, FrozenError, GameOverError,
                     IllegalActionError, LimitError, MismatchError, NothingError, OptionError, OutOfMemoryError,
                     PositionError, RandomSourceError, StoppedError, TextError, VariantChessError)
from .game import Game
from .record import Record
from .rules import Option, Plane, Rules, rule_sets
from .values import Entry, Event, Odds, Outcome, Piece, Playout, Square, Squares, square_name, square_number
from .views import Actions, Pieces

__all__ = [
    "Game", "Record", "Rules", "Action", "pgn", "fair",
    "Actions", "Pieces", "Option", "Plane", "Piece", "Squares", "Square", "Odds", "Entry", "Event", "Outcome",
    "Playout",
    "rule_sets", "square_name", "square_number", "dice_seeded", "dice_seeded_many", "dice_random", "seed_derive",
    "library_version", "SEED_BYTES",
    "VariantChessError", "ArgumentError", "OutOfMemoryError", "BufferTooSmallError", "TextError", "PositionError",
    "OptionError", "FrozenError", "IllegalActionError", "GameOverError", "NothingError", "BusyError",
    "DiceRefusedError", "RandomSourceError", "StoppedError", "MismatchError", "LimitError",
    "__version__",
]

#: The version of this package.
__version__ = "%d.%d.%d" % (_ffi.VC_VERSION_MAJOR, _ffi.VC_VERSION_MINOR, _ffi.VC_VERSION_PATCH)


def library_version() -> str:
    """The version of the library that was loaded, such as ``0.1.0``."""
    version: bytes = _ffi.vc_version()
    return version.decode("ascii")
