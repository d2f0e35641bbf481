# SPDX-License-Identifier: ISC
"""Files of records: PGN, read one game after the other in the memory that one takes, and written.

    >>> import io
    >>> from variantchess import pgn
    >>> file = io.StringIO('''[White "Ada"]
    ...
    ... 1. e4 e5 2. Nf3 {a knight} *
    ...
    ... [White "Bob"]
    ...
    ... 1. e4 e5 2. Nf9 *
    ...
    ... [White "Eve"]
    ... [Variant "quantum"]
    ...
    ... 1. ?b1 =n Nc3 *
    ... ''')
    >>> for record in pgn.read(file, errors="keep"):
    ...     print(record.tags["White"], record.game.length, record.error or "is well")
    Ada 3 is well
    Bob 2 line 7, column 13: not a move: "Nf9"
    Eve 3 is well

``docs/notation.md`` says what is read and how it is written.
"""
from __future__ import annotations

import os
from ctypes import byref
from typing import IO, Any, Callable, Iterable, Iterator, List, Optional, Tuple, Union

from . import _callbacks, _ffi
from . import errors as _errors
from .record import Owner, Record

__all__ = ["Reader", "read", "reads", "write"]

_ERRORS = ("raise", "keep")
_free = _ffi.vc_reader_free

#: What stands for a file: its path, or an open one.
AnyFile = Union[str, "os.PathLike[str]", IO[Any]]


class Reader(Iterator[Record]):
    """The records of a file or text, one after the other: what ``read()`` and ``reads()`` return.

    A fault in a game is raised by ``next()`` as one of the package's exceptions, with the place in ``line``,
    ``column`` and ``offset``, and with what was read of the game in ``record``. Iteration can go on behind it:

        >>> reader = reads("1. e4 e4 * 1. d4 d5 *")
        >>> next(reader)
        Traceback (most recent call last):
        variantchess.errors.IllegalActionError: line 1, column 7: e4: no legal move is that
        >>> [str(entry.action) for entry in next(reader).game.history]
        ['d2d4', 'd7d5']

    Where the file itself raises, that comes out as it is, and there is no further record. ``close()``, the end of a
    ``with`` block and the end of the text close the file if ``read()`` has opened it. A reader can be neither copied
    nor pickled.
    """

    def __init__(self, text: Optional[bytes], file: Optional[IO[Any]], strict: bool, errors: str,
                 owns: bool = False) -> None:
        self._handle: Any = None
        self._file = file if owns else None
        if errors not in _ERRORS:
            self._close_file()
            raise _errors.ArgumentError("errors is 'raise' or 'keep', not %.40r" % (errors,))
        self._keep = errors == "keep"
        self._raised: List[BaseException] = []
        self._text = text      # the library reads it where it is
        self._source = None if file is None else _callbacks.source(_bytes_of(file), self._raised)
        flags = _ffi.VC_SAN_STRICT if strict else _ffi.VC_SAN_LENIENT
        handle = self._handle = _ffi.vc_reader_p()  # there before the library fills it, whatever strikes in between
        if text is not None:
            status = _ffi.vc_reader_new_text(None, text, len(text), flags, byref(handle))
        else:
            status = _ffi.vc_reader_new(None, self._source, None, flags, byref(handle))
        if status:
            self._handle = None
            self._close_file()
            raise _errors.from_status(status)

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> Record:
        if self._handle is None:
            raise StopIteration
        error = _errors.new_error()
        status = _ffi.vc_reader_next(self._handle, byref(error))
        if status == _ffi.VC_ERR_BUSY:
            raise _errors.BusyError("a reader is read from by its own file, or by another thread")
        if self._raised:
            raised = self._raised[0]
            self.close()
            try:
                raise raised
            finally:
                del raised
        if status == _ffi.VC_ERR_NOTHING:
            self.close()
            raise StopIteration
        record = self._take()
        if not status:
            assert record is not None
            return record
        fault = _errors.from_error(status, error)
        fault.line, fault.column, fault.offset = self.line, self.column, self.offset
        if not self._keep or record is None or status == _ffi.VC_ERR_MEMORY:
            fault.record = record
            raise fault
        record.error = fault
        return record

    def _take(self) -> Optional[Record]:
        owner = Owner()
        status = _ffi.vc_reader_take(self._handle, byref(owner.record))
        return None if status else Record._of(owner)

    @property
    def line(self) -> int:
        """The line, from 1, where the record read last begins or, if that was at fault, where this was noticed; 0 once
        the reader is closed."""
        line: int = _ffi.vc_reader_line(self._handle)
        return line

    @property
    def column(self) -> int:
        """The column of that place, from 1, in bytes; 0 once the reader is closed."""
        column: int = _ffi.vc_reader_column(self._handle)
        return column

    @property
    def offset(self) -> int:
        """The number of bytes before that place."""
        offset: int = _ffi.vc_reader_offset(self._handle)
        return offset

    def close(self) -> None:
        """Lets go of the text. There are no further records then; those that were read live on. From the file's own
        ``read()``: BusyError."""
        handle = self._handle
        if handle is not None:
            self._handle = None  # first: a signal that strikes behind the call finds nothing to free again
            status = _free(handle)
            if status:
                self._handle = handle
                raise _errors.from_status(status)
            self._text = self._source = None
            self._raised.clear()
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a reader can be neither pickled nor copied")

    def __del__(self, _free: Any = _free) -> None:
        handle = getattr(self, "_handle", None)
        if handle is not None:
            self._handle = None
            _free(handle)


def _bytes_of(file: IO[Any]) -> Callable[[], bytes]:
    """What reads from a file, text or binary, the bytes of its next piece."""
    read = file.read

    def piece() -> bytes:
        got = read(_PIECE)
        if isinstance(got, str):
            return got.encode("utf-8", "surrogateescape")
        if isinstance(got, (bytes, bytearray, memoryview)):
            return bytes(got)
        raise TypeError("read() of a file must give bytes or str, not %s" % type(got).__name__)

    return piece


_PIECE = 1 << 14


def read(file: AnyFile, strict: bool = False, errors: str = "raise") -> Reader:
    """The records of a file, one after the other.

    file: a path, or a file that is open for reading, text or binary, from where it is; it is read in pieces, ahead of
    the games, and not closed. strict: moves must be written as ``Game.san()`` does, and the result must be there, the
    same everywhere, and fit the position. errors: ``"raise"``, or ``"keep"`` to get a game at fault like any other, as
    far as it was read, with the exception in its ``error``.
    """
    if isinstance(file, (str, os.PathLike)):
        return Reader(None, open(file, "rb"), strict, errors, owns=True)
    if not hasattr(file, "read"):
        raise TypeError("read() wants a path or an open file, not %s; for a text there is reads()"
                        % type(file).__name__)
    return Reader(None, file, strict, errors)


def reads(text: Union[str, bytes], strict: bool = False, errors: str = "raise") -> Reader:
    """The records of a text, as ``read()`` gives those of a file."""
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    elif not isinstance(text, bytes):
        raise TypeError("PGN is str or bytes, not %s" % type(text).__name__)
    return Reader(text, None, strict, errors)


def write(records: Union[Record, Iterable[Record]], file: AnyFile) -> None:
    """Writes a record or many as PGN.

    file: a path, whose file is made anew, or a file that is open for writing, text or binary; what is not text is
    UTF-8.

        >>> import sys
        >>> write((record for record in reads("1. e4 * 1. d4 *") if record.game.pieces["d4"]), sys.stdout)
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        <BLANKLINE>
        1. d4 *
        <BLANKLINE>
    """
    if isinstance(records, Record):
        records = (records,)
    if isinstance(file, (str, os.PathLike)):
        with open(file, "wb") as opened:
            write(records, opened)
        return
    text = _takes_text(file)
    for record in records:
        written = record.pgn()
        file.write(written if text else written.encode("utf-8"))


def _takes_text(file: IO[Any]) -> bool:
    """Whether str is what a file takes: those that take bytes refuse even an empty one."""
    try:
        file.write("")
    except TypeError:
        return False
    return True
