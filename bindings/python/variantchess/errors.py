# SPDX-License-Identifier: ISC
"""The exceptions of this package: one base class, one subclass a status. Also how texts go in and out."""
from __future__ import annotations

import codecs
from ctypes import sizeof
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Type

from . import _ffi

if TYPE_CHECKING:
    from .actions import Action
    from .record import Record

__all__ = [
    "VariantChessError", "ArgumentError", "OutOfMemoryError", "BufferTooSmallError", "TextError", "PositionError",
    "OptionError", "FrozenError", "IllegalActionError", "GameOverError", "NothingError", "BusyError",
    "DiceRefusedError", "RandomSourceError", "StoppedError", "MismatchError", "LimitError",
]


class VariantChessError(Exception):
    """Whatever the library refuses to do. The game, or the rules, are then as they were.

    Attributes:
        status: the library's status, a number that never changes its meaning; 0 for one unknown.
        message: what the matter is, a sentence such as ``rank 3: 9 squares``.
        offset: where in the text that was read, counted from 0; None when there is no text or no place in it.
        line, column: that place in PGN that was read, counted from 1, columns and offset in bytes; else None.
        record: what was read of the game in which PGN is at fault; else None. It is not pickled.
    """

    status: int = _ffi.VC_OK
    line: Optional[int] = None
    column: Optional[int] = None
    record: Optional[Record] = None

    def __init__(self, message: Optional[str] = None, *, offset: Optional[int] = None,
                 status: Optional[int] = None) -> None:
        if status is not None:
            self.status = status
        self.message = status_text(self.status) if message is None else message
        self.offset = offset
        super().__init__(self.message)

    def __reduce__(self) -> Tuple[Any, ...]:
        state = {"status": self.status, "offset": self.offset, "line": self.line, "column": self.column}
        return type(self), (self.message,), state


class ArgumentError(VariantChessError, ValueError):
    """An argument is out of range, or the game is closed."""

    status = _ffi.VC_ERR_ARGUMENT


class OutOfMemoryError(VariantChessError, MemoryError):
    """There is no memory."""

    status = _ffi.VC_ERR_MEMORY


class BufferTooSmallError(VariantChessError, ValueError):
    """A snapshot is too short."""

    status = _ffi.VC_ERR_BUFFER


class TextError(VariantChessError, ValueError):
    """A text is malformed, whatever the position: an action, a position string, PGN, a text that is not ASCII."""

    status = _ffi.VC_ERR_SYNTAX


class PositionError(VariantChessError, ValueError):
    """A well-formed position string that the rules refuse."""

    status = _ffi.VC_ERR_POSITION


class OptionError(VariantChessError, ValueError):
    """An option that the rule set has not, or a value out of its range."""

    status = _ffi.VC_ERR_OPTION


class FrozenError(VariantChessError):
    """Rules that a game uses cannot be changed."""

    status = _ffi.VC_ERR_FROZEN


class IllegalActionError(VariantChessError, ValueError):
    """The action is not legal now. ``message`` says why, ``action`` is the action."""

    status = _ffi.VC_ERR_ILLEGAL
    action: Optional[Action] = None

    def __str__(self) -> str:
        return self.message if self.action is None else "%s: %s" % (self.action, self.message)

    def __reduce__(self) -> Tuple[Any, ...]:
        kind, arguments, state = super().__reduce__()
        return kind, arguments, dict(state, action=self.action)


class GameOverError(VariantChessError):
    """The game is over."""

    status = _ffi.VC_ERR_OVER


class NothingError(VariantChessError):
    """There is nothing to undo, redo, draw, claim, read or verify."""

    status = _ffi.VC_ERR_NOTHING


class BusyError(VariantChessError, RuntimeError):
    """Called from a callback of the same game, or from another thread while the game is busy."""

    status = _ffi.VC_ERR_BUSY


class DiceRefusedError(VariantChessError):
    """The game's dice refused the draw, with a number out of range."""

    status = _ffi.VC_ERR_REFUSED


class RandomSourceError(VariantChessError, RuntimeError):
    """The system's source of randomness could not be initialised."""

    status = _ffi.VC_ERR_RANDOM


class StoppedError(VariantChessError):
    """The progress callback stopped the call."""

    status = _ffi.VC_ERR_STOPPED


class MismatchError(VariantChessError, ValueError):
    """A snapshot or saved position of other rules, or a damaged one; a result or a dice secret that does not fit."""

    status = _ffi.VC_ERR_MISMATCH


class LimitError(VariantChessError, OverflowError):
    """A documented limit would be exceeded."""

    status = _ffi.VC_ERR_LIMIT


_CLASSES: Dict[int, Type[VariantChessError]] = {
    cls.status: cls for cls in (
        ArgumentError, OutOfMemoryError, BufferTooSmallError, TextError, PositionError, OptionError, FrozenError,
        IllegalActionError, GameOverError, NothingError, BusyError, DiceRefusedError, RandomSourceError, StoppedError,
        MismatchError, LimitError)
}


def status_text(status: int) -> str:
    """The library's sentence for a status."""
    text: bytes = _ffi.vc_status_text(status)
    return text.decode("ascii", "backslashreplace")


def from_status(status: int, message: Optional[str] = None, offset: Optional[int] = None) -> VariantChessError:
    """The exception for a status other than VC_OK."""
    cls = _CLASSES.get(status, VariantChessError)
    return cls(message or None, offset=offset, status=status)


def new_error() -> _ffi.vc_error:
    """An error record to hand to the library."""
    return _ffi.vc_error(size=sizeof(_ffi.vc_error))


def from_error(status: int, error: _ffi.vc_error) -> VariantChessError:
    """The exception for a status other than VC_OK, with what the library said in an error record."""
    if error.status != status:
        return from_status(status)
    return from_status(status, error.message.decode("ascii", "backslashreplace"), error.offset)


def encode(text: str, what: str) -> bytes:
    """A text for the library: ASCII without NUL characters, which it could not see."""
    if not isinstance(text, str):
        raise TypeError("%s must be a str, not %s" % (what, type(text).__name__))
    if not text.isascii():
        offset = next(i for i, c in enumerate(text) if not c.isascii())
        raise TextError("%s: character %d is not ASCII" % (what, offset + 1), offset=offset)
    if "\0" in text:
        offset = text.index("\0")
        raise TextError("%s: character %d is NUL" % (what, offset + 1), offset=offset)
    return text.encode("ascii")


def plain_bytes(data: Any, what: str) -> bytes:
    """Bytes for the library of whatever holds some. bytes() alone would take a number, too, for that many zeros."""
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError("%s must be bytes, not %s" % (what, type(data).__name__)) from None


def encode_utf8(text: str, what: str) -> bytes:
    """A text for the library where it takes more than ASCII: UTF-8 without NUL characters."""
    if not isinstance(text, str):
        raise TypeError("%s must be a str, not %s" % (what, type(text).__name__))
    offset = text.find("\0")
    if offset >= 0:
        raise TextError("%s: character %d is NUL" % (what, offset + 1), offset=offset)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise TextError("%s: character %d is half of a surrogate pair" % (what, error.start + 1),
                        offset=error.start) from None


def _latin_1(error: UnicodeError) -> Tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start:error.end].decode("latin-1"), error.end


codecs.register_error("variantchess.latin-1", _latin_1)


def decode_utf8(text: bytes) -> str:
    """What a file holds: UTF-8, or what is none taken as Latin-1, which older files are written in."""
    return text.decode("utf-8", "variantchess.latin-1")
