# SPDX-License-Identifier: ISC
"""What a game shows as a sequence or a mapping: its legal actions, and the pieces on its squares.

Both are views. They hold nothing but the game, ask the library when they are looked into, and so show the position that
the game is in then; ``list()`` and ``dict()`` keep what they show now.
"""
from __future__ import annotations

from ctypes import c_size_t
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Sequence, Tuple, Union, overload

from . import _ffi, errors
from .actions import Action, action as to_action, known
from .values import Piece, Square, Squares, piece_or_none, square_number

if TYPE_CHECKING:
    from .queries import Buffers, Queries

__all__ = ["Actions", "Pieces"]

_actions, _is_legal = _ffi.quick.vc_game_actions, _ffi.quick.vc_game_is_legal
_NO_ROOM = c_size_t(0)


class Actions(Sequence[Action]):
    """The legal actions of the player who is to act; none at chance nodes and when the game is over.

    A sequence that is a view of its game. ``in`` takes an action, its text (``"g1f3"``, no notation such as ``"Nf3"``,
    which is in none) or its value, and lists nothing.

        >>> from variantchess import Game
        >>> game = Game()
        >>> len(game.actions), "e2e4" in game.actions, "e2e5" in game.actions
        (20, True, False)
        >>> sorted(str(action) for action in game.actions if action.from_square == 6)
        ['g1f3', 'g1h3']

    The order is stable for a position but says nothing. Equal to any sequence of the same actions in the same order.
    """

    __slots__ = ("_game", "_buffers")
    __hash__ = None  # type: ignore[assignment]
    _game: Queries
    _buffers: Buffers

    def __init__(self, game: Queries, buffers: Buffers) -> None:
        self._game = game
        self._buffers = buffers

    def _fill(self) -> int:
        """Puts all actions into the buffers and tells how many there are."""
        buffers = self._buffers
        while True:
            status = _actions(self._game._handle, buffers.actions, buffers.room, buffers.count_ref)
            if not status:
                return buffers.count.value
            if status != _ffi.VC_ERR_BUFFER:
                raise errors.from_status(status)
            buffers.grow(buffers.count.value)

    def __len__(self) -> int:
        buffers = self._buffers
        _actions(self._game._handle, None, _NO_ROOM, buffers.count_ref)
        return buffers.count.value

    def __iter__(self) -> Iterator[Action]:
        count = self._fill()
        return iter(list(map(known, self._buffers.actions[:count])))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> List[Action]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Action, List[Action]]:
        buffers = self._buffers
        if _actions(self._game._handle, buffers.actions, buffers.room, buffers.count_ref):
            self._fill()
        count = buffers.count.value
        if isinstance(index, slice):
            return list(map(known, buffers.actions[:count]))[index]
        if index < 0:
            index += count
        if 0 <= index < count:
            return known(buffers.actions[index])
        raise IndexError("there are %d actions" % count)

    def __contains__(self, action: object) -> bool:
        try:
            value = to_action(action)
        except (errors.VariantChessError, TypeError):
            return False
        handle = self._game._handle
        return bool(_is_legal(handle, value)) and _ffi.vc_game_actor(handle) != _ffi.VC_CHANCE

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Actions, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return "<%d actions: %s>" % (len(self), " ".join(map(str, self))) if self else "<no actions>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return list, (list(self),)


class Pieces(Mapping[int, Tuple[Piece, ...]]):
    """The pieces by square: a tuple of one, or of the members of a combo in the order K Q R B N P.

    A mapping that is a view of its game. Its keys are the squares that hold something, as numbers in rising order;
    squares are looked up by number or name, and an empty one gives an empty tuple.

        >>> from variantchess import Game
        >>> pieces = Game("power", "4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1").pieces
        >>> [piece.type for piece in pieces["d5"]], pieces["d4"]
        (['n', 'p'], ())
        >>> len(pieces), "d4" in pieces
        (3, False)
    """

    __slots__ = ("_game",)
    _game: Queries

    def __init__(self, game: Queries) -> None:
        self._game = game

    def _squares(self) -> Squares:
        handle = self._game._handle
        return Squares.from_mask(_ffi.vc_game_squares(handle, _ffi.VC_WHITE, _ffi.VC_NO_PIECE)
                                 | _ffi.vc_game_squares(handle, _ffi.VC_BLACK, _ffi.VC_NO_PIECE))

    def __getitem__(self, square: Square) -> Tuple[Piece, ...]:
        buffers = self._game._buffers
        pieces = buffers.pieces
        status = _ffi.vc_game_pieces(self._game._handle, square_number(square), pieces, len(pieces), buffers.count_ref)
        if status:
            raise errors.from_status(status)
        return tuple(filter(None, map(piece_or_none, pieces[:buffers.count.value])))

    def __iter__(self) -> Iterator[int]:
        return iter(self._squares())

    def __len__(self) -> int:
        return len(self._squares())

    def __contains__(self, square: object) -> bool:
        return square in self._squares()

    def __repr__(self) -> str:
        return "Pieces({%s})" % ", ".join("%r: %s" % (name, "".join(map(str, self[name])))
                                          for name in self._squares().names())

    def __reduce__(self) -> Tuple[Any, ...]:
        return dict, (dict(self),)
