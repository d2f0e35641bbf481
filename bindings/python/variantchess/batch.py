# SPDX-License-Identifier: ISC
"""Many games stepped together, for learning systems. Needs numpy; nothing else in the package does.

    >>> import numpy
    >>> from variantchess.batch import Batch
    >>> batch = Batch("quantum", 64, seed=1, arrays=["indices", "planes"])
    >>> batch.planes.shape
    (64, 25, 8, 8)
    >>> dice = numpy.random.default_rng(2)
    >>> ended = 0
    >>> while ended < 100:
    ...     batch.step(batch.random_choices(dice))
    ...     ended += batch.done.sum()

``docs/encoding.md`` says what planes hold and how actions are numbered.
"""
from __future__ import annotations

from ctypes import POINTER, byref, c_float, c_uint8, c_uint32, c_uint64, c_void_p, cast, memset, sizeof
from threading import RLock
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

try:
    import numpy as np
except ImportError as error:
    raise ImportError("variantchess.batch needs numpy", name="numpy") from error

from . import _ffi, errors
from .dice import SEED_BYTES, seed_bytes, told_seed, with_seed
from .game import Game, cloned_game
from .queries import PHASES, REASONS
from .rules import OptionValue, Rules, rules_from

__all__ = ["Batch", "ARRAYS", "PHASES", "REASONS"]

#: An array of numpy's.
Array = Any

#: The arrays that a batch has only if it is asked for them.
ARRAYS = ("actions", "indices", "weights", "masks", "planes")
_LISTS = ARRAYS[:3]

_UINT32 = np.dtype(np.uint32)
_step = _ffi.quick.vc_batch_step

_FLAGS = {"auto_reset": _ffi.VC_BATCH_AUTO_RESET, "show_chance": _ffi.VC_BATCH_SHOW_CHANCE,
          "by_index": _ffi.VC_BATCH_BY_INDEX, "mover_view": _ffi.VC_BATCH_MOVER_VIEW,
          "float_planes": _ffi.VC_BATCH_FLOAT_PLANES}


class Batch:
    """Games of the same rules that are stepped together: number ``i`` of each array is about game ``i``.

    rules, position, options: as for ``Game``. games: how many. seed: for dice that repeat, as for ``Game.use_seed()``;
    ``docs/encoding.md`` says how each game's is derived. arrays: which of ``actions``, ``indices``, ``weights``,
    ``masks`` and ``planes`` there are to be; the others are always there. auto_reset: a game that a step ends is at
    once put at the start again. show_chance: what chance does is chosen like players' actions; else dice are rolled.
    by_index: choices are numbers of actions, else their values. mover_view: while Black is to move, planes and actions,
    in and out, are mirrored. float_planes: planes are fractions of their maximum. threads: that the library works with.

    The library writes into these arrays, which stay the same ones: copy what shall outlive a step. They are views of
    memory that the batch keeps, and can be neither replaced nor resized. One call crosses into the library for each
    step, and other Python threads run meanwhile; several threads that use a batch take turns. The arrays are not
    guarded, so that nobody should read them while another thread steps.

    When a call raises, no game has done anything and no array is written; ``offset`` of the exception is the lowest
    game that could not do what it should. A batch is closed by ``close()``, by the end of a ``with`` block, or when
    nothing refers to it any more.
    """

    #: Choices in place of an action: the game is left as it is ...
    SKIP = _ffi.VC_BATCH_SKIP
    #: ... or the dice are rolled for the chance that is shown.
    DRAW = _ffi.VC_BATCH_DRAW
    #: What ``actors`` holds.
    WHITE, BLACK, CHANCE, NOBODY = _ffi.VC_WHITE, _ffi.VC_BLACK, _ffi.VC_CHANCE, _ffi.VC_NOBODY

    _handle: Any

    def __init__(self, rules: Union[str, Rules] = "orthodox",  # noqa: PLR0913 - all but three by keyword
                 games: int = 1, position: Optional[str] = None, *, seed: Union[bytes, int, None] = None,
                 arrays: Iterable[str] = ("indices",), auto_reset: bool = True, show_chance: bool = False,
                 by_index: bool = True, mover_view: bool = False, float_planes: bool = False, threads: int = 1,
                 **options: OptionValue) -> None:
        self._rules = rules_from(rules, options)
        self._lock = RLock()  # reentrant: a signal handler may use the batch, too
        self._names = _array_names(arrays)
        self._by_index = by_index
        flags = {"auto_reset": auto_reset, "show_chance": show_chance, "by_index": by_index, "mover_view": mover_view,
                 "float_planes": float_planes}
        self._flags = sum(_FLAGS[name] for name, wanted in flags.items() if wanted)
        self._size = _whole(games, "games", 1, _ffi.VC_MAX_BATCH_GAMES)
        self._make(position, seed, _whole(threads, "threads", 1, _ffi.VC_MAX_BATCH_THREADS))
        self._make_arrays()
        #: Whether there can be games without an action of a player: never, where all go on from the array.
        self._may_be_empty = show_chance or not auto_reset or position is not None
        self.observe()

    def _make(self, position: Optional[str], seed: Union[bytes, int, None], threads: int) -> None:
        made = _ffi.vc_batch_options(size=sizeof(_ffi.vc_batch_options), flags=self._flags, threads=threads)
        made.position = None if position is None else errors.encode(position, "position")
        error = errors.new_error()
        handle = _ffi.vc_batch_p()
        self._handle = handle  # before the library fills it, so that nothing is lost when a signal strikes

        def new(copied: Any) -> int:
            made.seed = cast(copied, POINTER(c_uint8))
            status: int = _ffi.vc_batch_new(self._rules._handle, self._size, byref(made), byref(handle), byref(error))
            return status

        status = new(None) if seed is None else with_seed(new, seed)
        if status:
            raise errors.from_error(status, error)

    def _make_arrays(self) -> None:
        """Makes the arrays, and what the library wants to know of them."""
        games, rules = self._size, self._rules
        self._owners: List[Array] = []  # what the library writes into
        self._told = told = _ffi.vc_batch_arrays(size=sizeof(_ffi.vc_batch_arrays))
        told.capacity = games * _ffi.VC_MAX_ACTIONS  # memory that is not written costs nothing
        self._lists: Dict[str, Array] = {}
        for name in self._names.intersection(_LISTS):
            self._lists[name] = self._new(name, told.capacity, np.uint32, c_uint32)
        self._counts = self._new("counts", games, np.uint32, c_uint32)
        self._offsets = self._new("offsets", games + 1, np.int64, c_uint64)
        self._actors = self._new("actors", games, np.uint8, c_uint8)
        self._phases = self._new("phases", games, np.uint8, c_uint8)
        self._done = self._new("done", games, np.bool_, c_uint8)
        self._reasons = self._new("reasons", games, np.uint8, c_uint8)
        self._rewards = self._new("rewards", (games, 2), np.float32, c_float)
        if "masks" in self._names:
            self._masks = self._new("masks", (games, (rules.action_count + 63) // 64), np.uint64, c_uint64)
        if "planes" in self._names:
            dtype = np.float32 if self._flags & _ffi.VC_BATCH_FLOAT_PLANES else np.uint8
            self._planes = self._new("planes", (games, len(rules.planes), 8, 8), dtype, None)
        self._shape = (games,)
        self._starts = self._offsets[:-1]
        self._told_ref = byref(told)
        self._error = errors.new_error()
        self._error_ref = byref(self._error)
        self._choices = np.empty(games, np.uint32)
        self._choices_pointer = self._choices.ctypes.data_as(POINTER(c_uint32))

    def _new(self, name: str, shape: Union[int, Tuple[int, ...]], dtype: Any, c_type: Any) -> Array:
        """A view of new memory that the library is told of. Only who owns memory can be resized, and a view is not."""
        owner = np.empty(shape, dtype)
        self._owners.append(owner)
        setattr(self._told, name, owner.ctypes.data_as(c_void_p if c_type is None else POINTER(c_type)))
        return owner.view()

    # ------------------------------------------------------------------------------ life and death

    def __getattr__(self, name: str) -> Any:
        # Reached only when an attribute is missing, so that open batches pay nothing for this.
        if name == "_handle":
            raise errors.ArgumentError("the batch is closed")
        raise AttributeError("%r object has no attribute %r" % (type(self).__name__, name))

    def close(self) -> None:
        """Frees the games. Closing twice is harmless; the arrays stay as they are, anything else raises an
        ArgumentError from then on."""
        with self._lock:
            try:
                handle = self._handle
            except errors.ArgumentError:
                return
            del self._handle  # first: a signal that strikes behind the call finds nothing to free again
            _ffi.vc_batch_free(handle)

    @property
    def closed(self) -> bool:
        """Whether the batch has been closed."""
        return "_handle" not in self.__dict__

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self, _free: Any = _ffi.vc_batch_free) -> None:
        handle = self.__dict__.pop("_handle", None)
        if handle:
            _free(handle)

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a batch can be neither pickled nor copied")

    def __repr__(self) -> str:
        return "<%s%s of %d games, %r>" % ("closed " if self.closed else "", type(self).__name__, self._size,
                                           self._rules)

    # ----------------------------------------------------------------------------------- what is told

    def __len__(self) -> int:
        """How many games there are."""
        return self._size

    @property
    def rules(self) -> Rules:
        """The rules of the games."""
        return self._rules

    @property
    def actors(self) -> Array:
        """Who is to act in each game: ``Batch.WHITE``, ``BLACK``, ``CHANCE`` or ``NOBODY``. uint8, ``(games,)``."""
        return self._actors

    @property
    def phases(self) -> Array:
        """The phase of each game, a number that ``PHASES`` names. uint8, ``(games,)``."""
        return self._phases

    @property
    def done(self) -> Array:
        """Whether the last step ended the game. bool, ``(games,)``."""
        return self._done

    @property
    def reasons(self) -> Array:
        """Why, a number that ``REASONS`` names; 0 for no end. uint8, ``(games,)``."""
        return self._reasons

    @property
    def rewards(self) -> Array:
        """What that end is for White and for Black, ``[i, 0]`` and ``[i, 1]``: 1, -1, or 0; 0 for other games. float32,
        ``(games, 2)``."""
        return self._rewards

    @property
    def counts(self) -> Array:
        """How many actions can be chosen in each game: the length of its list. uint32, ``(games,)``."""
        return self._counts

    @property
    def offsets(self) -> Array:
        """Where its list begins; the last element is where all lists end. int64, ``(games + 1,)``."""
        return self._offsets

    @property
    def actions(self) -> Array:
        """The lists of actions that can be chosen, one behind the other, as values: what ``Action(value)`` takes.
        uint32; like ``indices`` and ``weights`` a new view at each call, as long as the lists are now, of memory that
        the next step overwrites."""
        return self._list("actions")

    @property
    def indices(self) -> Array:
        """The same as numbers of actions: what ``rules.action_at(number)`` takes."""
        return self._list("indices")

    @property
    def weights(self) -> Array:
        """In the same places the weights of outcomes of chance that is shown; 0 for a player's actions."""
        return self._list("weights")

    def _list(self, name: str) -> Array:
        self._demand(name)
        return self._lists[name][:self._offsets[-1]]

    @property
    def masks(self) -> Array:
        """Which actions can be chosen, as bits: number n is bit n % 64 of word n // 64 of a row. uint64,
        ``(games, words)``. ``bool_masks()`` unpacks them."""
        self._demand("masks")
        return self._masks

    def bool_masks(self, count: Optional[int] = None) -> Array:
        """The masks as a new array of bool, one column for each of the first count numbers of actions (None: of players
        and, if it is shown, of chance).

            >>> Batch("orthodox", 2, arrays=["masks"]).bool_masks().sum(axis=1)
            array([20, 20])
        """
        if count is None:
            shown = self._flags & _ffi.VC_BATCH_SHOW_CHANCE
            count = self._rules.action_count if shown else self._rules.player_action_count
        octets = self.masks.astype("<u8", copy=False).view(np.uint8)
        return np.unpackbits(octets, axis=1, count=count, bitorder="little").view(np.bool_)

    @property
    def planes(self) -> Array:
        """The positions as planes, ``[game, plane, rank, file]``, a1 first: uint8, or float32 with float_planes.
        ``rules.planes`` names them."""
        self._demand("planes")
        return self._planes

    def _demand(self, name: str) -> None:
        if name not in self._names:
            raise errors.ArgumentError("the batch was made without %s; arrays=[%r] asks for them" % (name, name))

    def game(self, index: int) -> Game:
        """A copy of a game, history included. Its dice are the system's.

            >>> batch = Batch("orthodox", 2)
            >>> batch.step([batch.rules.action_index("e2e4"), batch.SKIP])
            >>> [str(entry.action) for entry in batch.game(0).history]
            ['e2e4']
        """
        with self._lock:
            handle = _ffi.vc_batch_game(self._handle, _whole(index, "game", 0, self._size - 1))
            return cloned_game(handle, self._rules)

    def seed(self, index: int) -> bytes:
        """The seed that the dice of a game have now; ``Game.use_seed()`` takes it to play the game again."""
        with self._lock:
            number = _whole(index, "game", 0, self._size - 1)
            return told_seed(lambda memory: _ffi.vc_batch_seed(self._handle, number, memory))

    # -------------------------------------------------------------------------------------- playing

    def step(self, choices: Union[Array, Sequence[int]], tell: bool = True) -> None:
        """Plays one action in each game, and tells what is so then; with tell=False that is left to ``observe()``.

        choices: a number for each game, of an action or its value as by_index says, or ``Batch.SKIP``, or
        ``Batch.DRAW``. A player's action is followed by all the chance that is due, unless chance is shown. ``done``,
        ``reasons`` and ``rewards`` are about the ends that this step brought; with auto_reset everything else is about
        the new game that follows at once, without it about the game that is over, in which then only SKIP is right.
        IllegalActionError, GameOverError, NothingError (DRAW where chance is not to act).
        """
        with self._lock:
            if getattr(choices, "dtype", None) is not _UINT32 or choices.shape != self._shape:  # type: ignore
                choices = self._checked(choices)
            self._choices[:] = choices
            status = _step(self._handle, self._choices_pointer, self._told_ref if tell else None, self._error_ref)
            if status:
                raise errors.from_error(status, self._error)

    def _checked(self, choices: Union[Array, Sequence[int]]) -> Array:
        """Choices that fit into 32 bits."""
        given = np.asarray(choices)
        if given.shape != (self._size,):
            raise errors.ArgumentError("choices are %d numbers, not an array of shape %r" % (self._size, given.shape))
        if given.dtype.kind not in "iu":
            raise TypeError("choices are integers, not %s" % given.dtype)
        wrong = np.flatnonzero((given < 0) | (given > _ffi.VC_BATCH_SKIP))
        if wrong.size:
            raise errors.ArgumentError("game %d: %d is no choice" % (wrong[0], given[wrong[0]]), offset=int(wrong[0]))
        return given

    def random_choices(self, random: Any) -> Array:
        """A choice for each game: any action of its list, all equally likely, DRAW where chance is to act, SKIP where
        the game is over. random: a Generator of numpy's. Needs the lists that by_index says."""
        name = "indices" if self._by_index else "actions"
        self._demand(name)
        places = random.random(self._size)
        places *= self._counts
        places = places.astype(np.int64)
        places += self._starts
        choices = self._lists[name][places]  # of an empty list it is what stands behind, and replaced at once
        if self._may_be_empty:
            choices[self._counts == 0] = self.SKIP
            choices[self._actors == self.CHANCE] = self.DRAW
        return choices

    def reset(self, games: Union[Array, Sequence[int], None] = None,
              seeds: Optional[Sequence[Union[bytes, int]]] = None) -> None:
        """Puts games at the start, and tells what is so then. games: their numbers, or a bool for each; None for all.
        seeds: one for each of them, of which the dice of all their games follow; None to go on with those that they
        have."""
        self.restart(games, seeds)
        self.observe()

    def restart(self, games: Union[Array, Sequence[int], None] = None,
                seeds: Optional[Sequence[Union[bytes, int]]] = None) -> None:
        """Like ``reset()``, but tells nothing: for when a step follows."""
        numbers = None if games is None else self._game_numbers(games)
        count = self._size if numbers is None else len(numbers)
        if seeds is not None and len(seeds) != count:
            raise errors.ArgumentError("%d games need as many seeds, not %d" % (count, len(seeds)))
        memory = None if seeds is None else (c_uint8 * (SEED_BYTES * count))()
        try:
            for at, seed in enumerate(seeds or ()):
                memory[SEED_BYTES * at:SEED_BYTES * (at + 1)] = seed_bytes(seed)  # type: ignore[index]
            pointer = None if numbers is None else numbers.ctypes.data_as(POINTER(c_uint32))
            with self._lock:
                status = _ffi.vc_batch_reset(self._handle, pointer, count, memory)
        finally:
            if memory is not None:
                memset(memory, 0, sizeof(memory))
        if status:
            raise errors.from_status(status)

    def _game_numbers(self, games: Union[Array, Sequence[int]]) -> Array:
        given = np.array(games)  # a copy, which no other thread changes while the library reads it
        if given.dtype == np.bool_ and given.shape == (self._size,):
            given = np.flatnonzero(given)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise TypeError("games are their numbers, or a bool for each")
        wrong = given[(given < 0) | (given >= self._size)]
        if wrong.size:
            raise errors.ArgumentError("game is 0 to %d, not %d" % (self._size - 1, wrong[0]))
        return np.ascontiguousarray(given, np.uint32)

    def observe(self) -> None:
        """Tells what is so now, of ends too, as the last step would have."""
        with self._lock:
            status = _ffi.vc_batch_observe(self._handle, self._told_ref)
        if status:
            raise errors.from_status(status)


def _array_names(arrays: Iterable[str]) -> frozenset[str]:
    names: List[str] = [arrays] if isinstance(arrays, str) else list(arrays)
    for name in names:
        if name not in ARRAYS:
            raise errors.ArgumentError("no array is named %.40r; they are %s" % (name, ", ".join(ARRAYS)))
    return frozenset(names)


def _whole(number: int, what: str, least: int, most: int) -> int:
    """An int within bounds; numpy's are taken, too."""
    if isinstance(number, (bool, np.bool_)) or not isinstance(number, (int, np.integer)):
        raise TypeError("%s is an int, not %s" % (what, type(number).__name__))
    if not least <= number <= most:
        raise errors.ArgumentError("%s is %d to %d, not %d" % (what, least, most, number))
    return int(number)
