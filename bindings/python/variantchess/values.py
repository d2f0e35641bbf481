# SPDX-License-Identifier: ISC
"""The small values that games hand out: squares, pieces, cards, odds, entries of a history, events.

Colours are ``"w"`` and ``"b"``, pieces and suits lower-case letters, cards texts such as ``"Kh"``. Squares come as
numbers, a1 = 0, b1 = 1, ... h8 = 63, and are taken as numbers or names.
"""
from __future__ import annotations

import collections.abc
from fractions import Fraction
from typing import AbstractSet, TYPE_CHECKING, Any, Dict, Iterable, Iterator, NamedTuple, Optional, Tuple, Union

from . import _ffi, errors

if TYPE_CHECKING:
    from .actions import Action

__all__ = ["Square", "Outcome", "Playout", "Squares", "Piece", "Odds", "Entry", "Event", "square_name", "square_number"]

#: What stands for a square: its name or its number.
Square = Union[int, str]

#: Letters of piece types by number.
PIECE_LETTERS: Tuple[Optional[str], ...] = (None, "p", "n", "b", "r", "q", "k", None)
#: Letters of suits by number.
SUIT_LETTERS = "dhcs"
_RANK_LETTERS = "?A23456789TJQK*?"
#: Names of colours and of those who are not players, by number.
ACTORS: Tuple[Optional[str], ...] = ("w", "b", "chance", None)

_SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
_SQUARE_NUMBERS = {name: number for number, name in enumerate(_SQUARE_NAMES)}


def square_name(square: int) -> str:
    """The name of a square, such as ``e4``."""
    return _SQUARE_NAMES[square_number(square)]


def square_number(square: Square) -> int:
    """The number of a square that is given by name or number."""
    if isinstance(square, str):
        number = _SQUARE_NUMBERS.get(square)
        if number is None:
            raise errors.ArgumentError("no square is named %.20r" % square)
        return number
    if isinstance(square, int) and not isinstance(square, bool):
        if not 0 <= square < 64:
            raise errors.ArgumentError("squares are 0 to 63, not %d" % square)
        return square
    raise TypeError("a square is a name or a number, not %s" % type(square).__name__)


def color_number(color: str) -> int:
    """The number of a colour."""
    if color == "w":
        return _ffi.VC_WHITE
    if color == "b":
        return _ffi.VC_BLACK
    raise errors.ArgumentError("a colour is 'w' or 'b', not %.20r" % (color,))


def piece_number(letter: Optional[str]) -> int:
    """The number of a piece type; of None 0."""
    if letter is None:
        return _ffi.VC_NO_PIECE
    if isinstance(letter, str) and len(letter) == 1 and letter in "pnbrqk":
        return PIECE_LETTERS.index(letter)
    raise errors.ArgumentError("a piece is one of p n b r q k, not %.20r" % (letter,))


def card_text(card: int) -> Optional[str]:
    """The text of a card; None for no card."""
    return _RANK_LETTERS[card & 15] + SUIT_LETTERS[card >> 4 & 3] if card else None


def square_or_none(square: int) -> Optional[int]:
    """A square, or None for VC_NO_SQUARE."""
    return square if square < _ffi.VC_NO_SQUARE else None


class Squares(AbstractSet[int]):
    """A set of squares: iterates over numbers in rising order, and knows squares by name too.

    ``mask`` is the set as a number, bit n for square n; ``str()`` lists the names.
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, squares: Iterable[Square] = ()) -> None:
        mask = 0
        for square in squares:
            mask |= 1 << square_number(square)
        self.mask = mask

    @classmethod
    def from_mask(cls, mask: int) -> Squares:
        """The set of a number's bits."""
        if not 0 <= mask < 1 << 64:
            raise errors.ArgumentError("a set of squares has 64 bits")
        made = cls.__new__(cls)
        made.mask = mask
        return made

    def names(self) -> Tuple[str, ...]:
        """The names of the squares, in rising order."""
        return tuple(_SQUARE_NAMES[square] for square in self)

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            square = _SQUARE_NUMBERS.get(square, -1)
        return isinstance(square, int) and 0 <= square < 64 and bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[int]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def __len__(self) -> int:
        return bin(self.mask).count("1")

    __hash__ = collections.abc.Set._hash  # that of an equal frozenset

    def __str__(self) -> str:
        return " ".join(self.names())

    def __repr__(self) -> str:
        return "Squares(%r)" % (list(self.names()),)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Squares.from_mask, (self.mask,)


class Piece(NamedTuple):
    """A piece on the board. ``str()`` is its letter, upper case for White."""

    color: str
    #: ``p``, ``n``, ``b``, ``r``, ``q`` or ``k``
    type: str
    #: how many moves it has made, counted up to the rules' maximum (power; 0 elsewhere)
    moves: int = 0

    def __str__(self) -> str:
        return self.type.upper() if self.color == "w" else self.type


def piece_or_none(piece: int) -> Optional[Piece]:
    """The piece of the library's value; None for none."""
    if not piece:
        return None
    return Piece("b" if piece & 8 else "w", PIECE_LETTERS[piece & 7] or "", piece >> 4 & 15)


class Odds(NamedTuple):
    """What a touch could give: an outcome, its weight among those of the node, and what the piece could then do."""

    outcome: Action
    weight: int
    can_move: bool
    #: how many legal moves it would have
    moves: int
    #: the weight as a part of all
    probability: Fraction


class Outcome(NamedTuple):
    """The end of a game: the winner and the reason."""

    #: ``w``, ``b``, None for a draw
    winner: Optional[str]
    #: such as ``checkmate``
    reason: str


class Playout(NamedTuple):
    """How a game played at random ended: the outcome, None when it was cut off, and how many actions it took."""

    outcome: Optional[Outcome]
    length: int


class Entry(NamedTuple):
    """One entry of a game's history: an action with its actor, or an ending from outside with its outcome."""

    #: ``w``, ``b``, ``chance``; None for an ending
    actor: Optional[str]
    action: Optional[Action]
    outcome: Optional[Outcome]


class Event(NamedTuple):
    """Something that happened in a game. Fields that a type of event does not use are None, False or empty.

    =========== ==============================================================================================
    type        meaning
    =========== ==============================================================================================
    touch       a touched piece got its identity: square, before, after, weights, can_move
    move        before went from square to to_square; one event a moving piece
    capture     before was captured on square
    merge       the pieces on square became one combo or a larger one
    part        a member (before) left the combo on square for to_square
    demotion    the piece on square was before and is after
    promotion   the pawn (before) on square is after
    casualty    before, a member of the combo on square, was named and is lost
    attack      before, from square, attacked the combo on to_square and was destroyed
    discard     color discarded card
    draw        color took card into its hand
    top         card was shown as the top of a draw deck of color
    reshuffle   a discard pile of color became its draw deck; suit: which one, when there are two
    undo        action was taken back (None: an ending from outside)
    redo        action was replayed; its own events follow
    end         the game is over: winner, reason
    =========== ==============================================================================================
    """

    type: str
    #: the action that it belongs to
    action: Optional[Action]
    #: whose event it is
    color: str
    square: Optional[int] = None
    to_square: Optional[int] = None
    before: Optional[Piece] = None
    after: Optional[Piece] = None
    card: Optional[str] = None
    suit: Optional[str] = None
    can_move: bool = False
    #: of an end: ``w``, ``b``, None for a draw
    winner: Optional[str] = None
    reason: Optional[str] = None
    #: of a touch: identity to weight, for what could come
    weights: Dict[str, int] = {}


_EVENTS = ("none", "touch", "move", "capture", "merge", "part", "demotion", "promotion", "casualty", "attack",
           "discard", "draw", "top", "reshuffle", "undo", "redo", "end")


def name_of(function: Any, number: int) -> Optional[str]:
    """What one of the library's functions calls a number."""
    name = function(number)
    return None if name is None else name.decode("ascii")


def event_of(record: _ffi.vc_event, game: Any, known: Any) -> Event:
    """The event of the library's record, which it made for a vc_game."""
    kind, card, suit = record.type, record.card, None
    if kind == _ffi.VC_EVENT_RESHUFFLE:
        # Here the card has a suit alone, and diamonds are 0, like no card.
        suit = SUIT_LETTERS[card >> 4 & 3] if _ffi.vc_game_decks(game, record.color) > 1 else None
        card = 0
    return Event(
        _EVENTS[kind] if kind < len(_EVENTS) else "event_%d" % kind,
        known(record.action) if record.action else None,
        "b" if record.color == _ffi.VC_BLACK else "w",
        square_or_none(record.square),
        square_or_none(record.to_square),
        piece_or_none(record.before),
        piece_or_none(record.after),
        card_text(card),
        suit,
        bool(record.can_move),
        ACTORS[record.winner] if record.winner < _ffi.VC_CHANCE else None,
        name_of(_ffi.vc_reason_name, record.reason) if record.reason else None,
        {letter: weight for letter, weight in zip("nbrq", record.weights) if weight},
    )
