# SPDX-License-Identifier: ISC
"""Actions: 32-bit values that know their text and their fields."""
from __future__ import annotations

from ctypes import byref, c_uint32, create_string_buffer
from typing import Any, Dict, Optional, Tuple, Union

from . import _ffi, errors
from .values import PIECE_LETTERS, SUIT_LETTERS, Square, card_text, piece_number, square_number

__all__ = ["Action"]

_KINDS = ("none", "move", "touch", "become", "casualty", "discard", "choose_deck", "draw")


class Action(int):
    """One action of a player or of chance.

    It is the library's 32-bit value, and its ``str()`` is the action's text; the two correspond one to one, whatever
    the position. ``Action("e2e4")`` and ``Action(value)`` refuse what is no action.

    ============= ==================== ===========================================
    kind          text                 fields
    ============= ==================== ===========================================
    move          ``e2e4``, ``e7e8q``  from_square, to_square, piece, member
    touch         ``?g1``              from_square
    become        ``=n``               piece
    casualty      ``!n``               member
    discard       ``-Kh``              card, suit
    choose_deck   ``^h``               suit
    draw          ``+7d``              card, suit
    ============= ==================== ===========================================

    Fields that a kind does not use are None.
    """

    __slots__ = ()

    def __new__(cls, value: Union[str, int]) -> Action:
        return action(value)

    @classmethod
    def move(cls, from_square: Square, to_square: Square, piece: Optional[str] = None,
             member: Optional[str] = None) -> Action:
        """A move. piece: a letter, what a pawn promotes to, or in potential what the piece becomes. member: a letter,
        who leaves a combo (power)."""
        value = _ffi.vc_action_make_move(square_number(from_square), square_number(to_square), piece_number(piece),
                                         piece_number(member))
        if not value:
            raise errors.ArgumentError("no move has these fields")
        return _ACTIONS[value]

    @property
    def kind(self) -> str:
        """``move``, ``touch``, ``become``, ``casualty``, ``discard``, ``choose_deck`` or ``draw``."""
        kind = self >> 24 & 15
        return _KINDS[kind] if kind < len(_KINDS) else "kind_%d" % kind

    @property
    def from_square(self) -> Optional[int]:
        """Where a move begins; the square of a touch."""
        return self >> 6 & 63 if self >> 24 & 15 in (_ffi.VC_MOVE, _ffi.VC_TOUCH) else None

    @property
    def to_square(self) -> Optional[int]:
        """Where a move ends."""
        return self & 63 if self >> 24 & 15 == _ffi.VC_MOVE else None

    @property
    def piece(self) -> Optional[str]:
        """What the piece becomes, as a letter."""
        return PIECE_LETTERS[self >> 12 & 7]

    @property
    def member(self) -> Optional[str]:
        """Who leaves a combo or is lost from it, as a letter."""
        return PIECE_LETTERS[self >> 15 & 7]

    @property
    def card(self) -> Optional[str]:
        """The card of a discard or draw, such as ``Kh``."""
        rank = self >> 18 & 15
        return card_text((self >> 22 & 3) << 4 | rank) if rank else None

    @property
    def suit(self) -> Optional[str]:
        """The suit of a card or deck, as a letter."""
        if self >> 24 & 15 in (_ffi.VC_DISCARD, _ffi.VC_CHOOSE_DECK, _ffi.VC_DRAW):
            return SUIT_LETTERS[self >> 22 & 3]
        return None

    @property
    def mirrored(self) -> Action:
        """The action as the other side would see it: ranks from the other end, suits of the other side.

            >>> Action("e2e4").mirrored, Action("-Kh").mirrored
            (Action('e7e5'), Action('-Ks'))
        """
        return _ACTIONS[_ffi.vc_action_mirrored(self)]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __format__(self, spec: str) -> str:
        return format(_TEXTS[self], spec)

    def __repr__(self) -> str:
        return "Action(%r)" % _TEXTS[self]

    def __reduce__(self) -> Tuple[Any, ...]:
        return action, (_TEXTS[self],)


class _Actions(Dict[int, Action]):
    """Value to action, for values that are known to be actions. Every action exists once."""

    def __missing__(self, value: int) -> Action:
        made = self[value] = int.__new__(Action, value)
        return made


class _Texts(Dict[int, str]):
    """Action to text."""

    def __missing__(self, value: int) -> str:
        buffer = create_string_buffer(_ffi.VC_ACTION_TEXT_SIZE)
        status = _ffi.vc_action_text(value, buffer, len(buffer), None)
        if status:
            raise errors.from_status(status)
        text = self[value] = buffer.value.decode("ascii")
        return text


class _Parsed(Dict[str, Action]):
    """Text to action."""

    def __missing__(self, text: str) -> Action:
        data = errors.encode(text, "action")
        value = c_uint32()
        error = errors.new_error()
        status = _ffi.vc_action_parse(data, byref(value), byref(error))
        if status:
            raise errors.from_error(status, error)
        parsed = self[text] = _ACTIONS[value.value]
        return parsed


# All three hold at most what there is of actions.
_ACTIONS = _Actions()
_TEXTS = _Texts()
_PARSED = _Parsed()

#: The action of a value that the library gave.
known = _ACTIONS.__getitem__


def action(value: Any) -> Action:
    """The action that an action, its text or its value stands for."""
    if type(value) is Action:
        return value
    if isinstance(value, str):
        return _PARSED[value]
    if isinstance(value, int) and not isinstance(value, bool):
        if value in _ACTIONS:
            return _ACTIONS[value]
        if not 0 < value < 1 << 32 or not _ffi.vc_action_is_valid(value):
            raise errors.ArgumentError("%d is no action" % value)
        return _ACTIONS[int(value)]
    raise TypeError("an action is an Action, a str or an int, not %s" % type(value).__name__)
