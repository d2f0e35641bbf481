# SPDX-License-Identifier: ISC
"""Records: games with tags, comments and NAGs, as PGN has them. ``pgn`` reads and writes files of them."""
from __future__ import annotations

import re
from ctypes import byref, c_size_t, c_uint8, c_void_p, create_string_buffer, memset, sizeof
from typing import (IO, Any, Dict, Generic, Iterable, Iterator, List, Mapping, MutableMapping, Optional, Sequence,
                    Tuple, Type, TypeVar, Union)

from . import _ffi, errors, fair
from .fair import Bytes
from .game import Game, lent_game

__all__ = ["Record"]

_Note = TypeVar("_Note")
#: The name of a tag that can be set. Files may have others, which can be read.
_TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_NO_NAME = "%.40r is no name of a tag: letters, digits and _+#=:-, a letter or digit first"
#: Tags that a record's game tells.
_TOLD = frozenset(("Variant", "Options", "SetUp", "FEN"))


class Owner:
    """What frees a record and with it its game: shared by the Record and the Game, whichever lives longer.

    It is there before the library fills its pointer, so that nothing is lost when a signal strikes in between. In a
    circle of garbage its finaliser may come before that of somebody who still uses them. Therefore it empties their
    pointers, which the library refuses then.
    """

    __slots__ = ("record", "game")

    def __init__(self) -> None:
        self.game: Any = None           # vc_game *, or None until it is asked for
        self.record = _ffi.vc_record_p()

    def __del__(self, _free: Any = _ffi.vc_record_free, _byref: Any = byref, _memset: Any = memset,
                _size: int = sizeof(c_void_p)) -> None:
        record = getattr(self, "record", None)
        if record is not None:
            _free(record)
            _memset(_byref(record), 0, _size)
            if self.game is not None:
                _memset(_byref(self.game), 0, _size)


class Record:
    """A game with what is written down beside it: tags, comments and NAGs (numeric annotation glyphs).

    ``Record(game, tags)`` holds a copy of the game, with its history; ``Record.from_pgn(text)`` and ``pgn.read(file)``
    read what was written. ``str()`` is the record as PGN without the empty line at its end.

        >>> record = Record(Game(), White="Ada", Black="Bob", Result="1-0")
        >>> record.game.step("e4")
        >>> record.comments[1] = "best by test"
        >>> record.nags[1] = [1]
        >>> print(record)
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "Ada"]
        [Black "Bob"]
        [Result "1-0"]
        <BLANKLINE>
        1. e4 $1 {best by test} 1-0

    Comments and NAGs stand at a ply: the number of actions, chance's included, that were played before. Records are
    copied and pickled with the histories of their games, and with what can be redone, but without dice and callbacks,
    and without tags that were read but could not be set: those with names that begin with none of a letter or digit.
    Threads are treated as by Game.
    """

    __slots__ = ("_handle", "_owner", "_game", "error", "__weakref__")

    _handle: Any            # vc_record *
    _owner: Owner           # shared with the game
    _game: Optional[Game]   # made when it is asked for
    #: What was wrong with the game that was read, from ``pgn.read(file, errors="keep")``; else None.
    error: Optional[errors.VariantChessError]

    def __init__(self, game: Game, tags: Optional[Mapping[str, str]] = None, **more_tags: str) -> None:
        if not isinstance(game, Game):
            raise TypeError("a record is of a Game, not of %s" % type(game).__name__)
        owner = Owner()
        status = _ffi.vc_record_new(game._handle, byref(owner.record))
        if status:
            raise errors.from_status(status)
        self._adopt(owner)
        self.tags.update(tags or {}, **more_tags)

    def _adopt(self, owner: Owner) -> None:
        """Becomes the record of an owner."""
        self._handle = owner.record
        self._owner = owner
        self._game = None
        self.error = None

    @classmethod
    def _of(cls, owner: Owner) -> Record:
        """The record of an owner."""
        made = cls.__new__(cls)
        made._adopt(owner)
        return made

    @classmethod
    def from_pgn(cls, text: Union[str, bytes], strict: bool = False) -> Record:
        """The one record that PGN holds, read as ``pgn.read()`` does. NothingError when there is none, ArgumentError
        when there are more."""
        from . import pgn  # which is made of records
        with pgn.reads(text, strict) as reader:
            record = next(reader, None)
            if record is None:
                raise errors.NothingError("there is no game in the text")
            if next(reader, None) is not None:
                raise errors.ArgumentError("there is more than one game in the text: pgn.reads() gives all")
        return cls._of(record._owner)

    # ----------------------------------------------------------------------------------- the game

    @property
    def game(self) -> Game:
        """The record's game, which may be played on and taken back. It keeps the record's memory alive; ``copy()``
        makes one that has nothing to do with it. ArgumentError when what was read makes no game."""
        game = self._game
        if game is None or game.closed:
            handle = _ffi.vc_record_game(self._handle)
            if not handle:
                raise errors.ArgumentError("the tags of this record make no game")
            self._owner.game = handle
            game = self._game = lent_game(handle, self._owner)
        return game

    def _steady(self) -> Any:
        """The handle, unless another thread is busy with the game."""
        if self._game is not None and not self._game.closed:
            getattr(self._game, "_handle")  # noqa: B009 - a BusyError then
        return self._handle

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``: that of the game when it is over, else the one that ended the moves
        which were read, until the tag Result is set, else what that tag says."""
        text: bytes = _ffi.vc_record_result(self._steady())
        return text.decode("ascii")

    # ------------------------------------------------------------------------ what stands beside it

    @property
    def tags(self) -> Tags:
        """The tags, a mapping that can be changed: ``record.tags["White"] = "Ada"``.

        Values are str; what a file holds that is not UTF-8 is read as Latin-1. Names have letters, digits and
        ``_+#=:-``, a letter or digit first; others, such as ``_x``, are there when they were read, and written, but
        cannot be set. ``Variant``, ``Options``, ``SetUp`` and ``FEN`` are told by the game: they cannot be set either,
        but are there when they were read. ``Result`` and ``Termination`` count while the game is not over.
        """
        return Tags(self)

    @property
    def comments(self) -> Comments:
        """The comments by ply, a mapping that can be changed: 0 is before the first action, n behind the n-th. White
        space in them is single spaces."""
        return Comments(self)

    @property
    def nags(self) -> Nags:
        """The NAGs by ply, tuples of numbers from 0 to 255, likewise: ``record.nags[1] = [1, 14]``. A ply without any
        is not in the mapping."""
        return Nags(self)

    # ---------------------------------------------------------------------------------- fair chance

    def set_fair(self, game_id: str, commitments: Sequence[Bytes],
                 secrets: Optional[Sequence[Bytes]] = None) -> None:
        """Writes a game's fair chance into the tags, over what was there: its id, the commitments of all parties in the
        order of their numbers, and, if given, their secrets and the seed. MismatchError when a secret is not the one
        committed to. ``variantchess.fair`` has an example."""
        encoded = fair.encode_id(game_id)
        committed = fair.packed(commitments, fair.COMMITMENT_BYTES, "a commitment")
        if secrets is None:
            status = _ffi.vc_record_set_fair(self._handle, encoded, committed, None, len(commitments))
        else:
            if len(secrets) != len(commitments):
                raise errors.ArgumentError("there are %d commitments, but %d secrets"
                                           % (len(commitments), len(secrets)))
            copied = fair.packed(secrets, fair.SECRET_BYTES, "a secret")
            try:
                status = _ffi.vc_record_set_fair(self._handle, encoded, committed, copied, len(commitments))
            finally:
                fair.wipe(copied)
        if status == _ffi.VC_ERR_MISMATCH:
            raise errors.MismatchError("a secret is not the one committed to")
        if status:
            raise errors.from_status(status)

    def verify(self) -> None:
        """Raises unless the tags of fair chance fit each other, and all outcomes of chance in the game are what the
        dice of that seed give: NothingError when there are no such tags or a secret is not revealed, TextError when
        one is missing or malformed, MismatchError when something was altered. The message says what, and ``offset``
        is the number of actions before an altered outcome. Whether the commitments are those which the parties gave
        before the game is for you to compare."""
        error = errors.new_error()
        status = _ffi.vc_record_verify(self._steady(), byref(error))
        if status:
            raise errors.from_error(status, error)

    # ----------------------------------------------------------------------------------- written down

    def pgn(self) -> str:
        """The record as PGN in export format, with an empty line at its end."""
        handle = self._steady()
        size, length = 4096, c_size_t()
        while True:
            text = create_string_buffer(size)
            status = _ffi.vc_record_text(handle, text, size, byref(length))
            if not status:
                return errors.decode_utf8(text.raw[:length.value])
            if status == _ffi.VC_ERR_ARGUMENT:
                raise errors.ArgumentError("the tags of this record make no game, which is needed to write it")
            if status != _ffi.VC_ERR_BUFFER:
                raise errors.from_status(status)
            size = length.value + 1

    def write(self, file: IO[Any]) -> None:
        """Writes the record as PGN to a file that is open for writing: text, or bytes in UTF-8."""
        from . import pgn
        pgn.write(self, file)

    def __str__(self) -> str:
        return self.pgn().rstrip("\n")

    def __repr__(self) -> str:
        tags = self.tags
        return "<%s: %s - %s, %s>" % (type(self).__name__, tags.get("White", "?"), tags.get("Black", "?"), self.result)

    # ----------------------------------------------------------------------------------------- copies

    def __copy__(self) -> Record:
        return _remake(*self._parts())

    def __deepcopy__(self, memo: Optional[Dict[int, Any]]) -> Record:
        return self.__copy__()

    def copy(self) -> Record:
        """A record with a copy of the game, and of all that stands beside it and can be set."""
        return self.__copy__()

    def __reduce__(self) -> Tuple[Any, ...]:
        return _remake, self._parts()

    def _parts(self) -> Tuple[Any, ...]:
        """What a copied or pickled record is made from. Texts are bytes as they were read: as str and written anew,
        what is no UTF-8 could become too long."""
        game, handle = self.game, self._handle
        tags = [(name, _ffi.vc_record_tag(handle, name)) for name in map(str.encode, self.tags)]
        if not game.is_over:  # a file may tell another result behind the moves
            tags = [(name, self.result.encode("ascii") if name == b"Result" else value) for name, value in tags]
        comments = [(ply, _ffi.vc_record_comment(handle, ply)) for ply in self.comments]
        return type(self), game, (tags, comments, list(self.nags.items())), self.error


def _remake(cls: Type[Record], game: Game, beside: Tuple[Any, ...],
            error: Optional[errors.VariantChessError]) -> Record:
    """What a copied or pickled record is made from."""
    tags, comments, nags = beside
    owner = Owner()
    status = _ffi.vc_record_new(game._handle, byref(owner.record))
    for name, value in tags:
        refused = _ffi.vc_record_set_tag(owner.record, name, value)
        status = status or (0 if refused == _ffi.VC_ERR_ARGUMENT else refused)  # what can only be read stays behind
    for ply, comment in comments:
        status = status or _ffi.vc_record_set_comment(owner.record, ply, comment)
    if status:
        raise errors.from_status(status)
    made = cls._of(owner)
    made.nags.update(nags)
    made.error = error
    return made


# ---------------------------------------------------------------------------------------- mappings


class Tags(MutableMapping[str, str]):
    """The tags of a record by name, in the order in which they came."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        if isinstance(name, str) and name.isascii() and "\0" not in name:  # whatever was read, see _TAG_NAME
            value = _ffi.vc_record_tag(self._record._handle, name.encode("ascii"))
            if value is not None:
                return errors.decode_utf8(value)
        raise KeyError(name)

    def __setitem__(self, name: str, value: str) -> None:
        if not isinstance(name, str):
            raise TypeError("the name of a tag must be a str, not %s" % type(name).__name__)
        if not _TAG_NAME.match(name):
            raise errors.ArgumentError(_NO_NAME % name)
        if name in _TOLD:
            raise errors.ArgumentError("the tag %s is told by the game" % name)
        text = errors.encode_utf8(value, "the tag %s" % name)
        status = _ffi.vc_record_set_tag(self._record._handle, name.encode("ascii"), text)
        if status == _ffi.VC_ERR_ARGUMENT:
            raise errors.ArgumentError("the tag Result is 1-0, 0-1, 1/2-1/2 or *, not %.40r" % value
                                       if name == "Result" else "the tag %s has a control character" % name)
        if status == _ffi.VC_ERR_LIMIT:
            raise errors.LimitError("a record has at most %d tags, with names of %d and values of %d bytes"
                                    % (_ffi.VC_MAX_TAGS, _ffi.VC_MAX_TAG_NAME, _ffi.VC_MAX_TAG_VALUE))
        if status:
            raise errors.from_status(status)

    def __delitem__(self, name: str) -> None:
        self[name]  # a KeyError
        if not _TAG_NAME.match(name):
            raise errors.ArgumentError(_NO_NAME % name)
        if name in _TOLD:
            raise errors.ArgumentError("the tag %s is told by the game" % name)
        status = _ffi.vc_record_set_tag(self._record._handle, name.encode("ascii"), None)
        if status:
            raise errors.from_status(status)

    def _names(self) -> List[str]:
        handle = self._record._handle
        return [_ffi.vc_record_tag_name(handle, index).decode("ascii")
                for index in range(_ffi.vc_record_tag_count(handle))]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        count: int = _ffi.vc_record_tag_count(self._record._handle)
        return count

    def __repr__(self) -> str:
        return "Tags(%r)" % dict(self)


class _Notes(MutableMapping[int, _Note], Generic[_Note]):
    """What stands at the plies of a record's game."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        self._record = record

    def _read(self, ply: int) -> Optional[_Note]:
        """What stands at a ply; None for nothing."""
        raise NotImplementedError

    def _write(self, ply: int, note: Optional[_Note]) -> int:
        """Puts it there, or takes it away; returns the status."""
        raise NotImplementedError

    def _plies(self) -> range:
        """The plies of the game, with what can be redone."""
        game = self._record.game
        entries = game.length + game.redo_length
        # An ending from outside is an entry, but no action, and always the last one.
        return range(entries + 1 - (1 if entries and game._entry(entries - 1).action is None else 0))

    def __getitem__(self, ply: int) -> _Note:
        if isinstance(ply, int) and ply in self._plies():
            note = self._read(ply)
            if note is not None:
                return note
        raise KeyError(ply)

    def __setitem__(self, ply: int, note: _Note) -> None:
        if not isinstance(ply, int) or isinstance(ply, bool):
            raise TypeError("a ply is an int, not %s" % type(ply).__name__)
        plies = self._plies()
        if ply not in plies:
            raise errors.ArgumentError("the plies of the game are 0 to %d, not %d" % (plies[-1], ply))
        self._check(self._write(ply, note))

    def __delitem__(self, ply: int) -> None:
        self[ply]  # a KeyError
        self._check(self._write(ply, None))

    def _check(self, status: int) -> None:
        if status == _ffi.VC_ERR_LIMIT:
            raise errors.LimitError("a ply has at most %d bytes of comments and %d NAGs"
                                    % (_ffi.VC_MAX_COMMENT, _ffi.VC_MAX_NAGS))
        if status:
            raise errors.from_status(status)

    def __iter__(self) -> Iterator[int]:
        return iter([ply for ply in self._plies() if self._read(ply) is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return "%s(%r)" % (type(self).__name__, dict(self))


class Comments(_Notes[str]):
    """The comments of a record by ply."""

    __slots__ = ()

    def _read(self, ply: int) -> Optional[str]:
        comment = _ffi.vc_record_comment(self._record._handle, ply)
        return None if comment is None else errors.decode_utf8(comment)

    def _write(self, ply: int, note: Optional[str]) -> int:
        text = None if note is None else errors.encode_utf8(note, "comment")
        status: int = _ffi.vc_record_set_comment(self._record._handle, ply, text)
        return status


class Nags(_Notes[Iterable[int]]):
    """The NAGs of a record by ply."""

    __slots__ = ()

    def _read(self, ply: int) -> Optional[Tuple[int, ...]]:
        nags, count = (c_uint8 * _ffi.VC_MAX_NAGS)(), c_size_t()
        status = _ffi.vc_record_nags(self._record._handle, ply, nags, len(nags), byref(count))
        if status:
            raise errors.from_status(status)
        return tuple(nags[:count.value]) or None

    def _write(self, ply: int, note: Optional[Iterable[int]]) -> int:
        nags = [] if note is None else list(note)
        for nag in nags:
            if not isinstance(nag, int) or isinstance(nag, bool):
                raise TypeError("a NAG is an int, not %s" % type(nag).__name__)
            if not 0 <= nag <= 255:
                raise errors.ArgumentError("NAGs are 0 to 255, not %d" % nag)
        status: int = _ffi.vc_record_set_nags(self._record._handle, ply, (c_uint8 * len(nags))(*nags), len(nags))
        return status

    def __getitem__(self, ply: int) -> Tuple[int, ...]:
        return tuple(super().__getitem__(ply))
