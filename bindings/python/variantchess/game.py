# SPDX-License-Identifier: ISC
"""Games."""
from __future__ import annotations

from ctypes import byref, c_char, c_size_t, c_uint32, c_uint64
from threading import get_ident
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Type, Union

from . import _callbacks, _ffi, errors
from .actions import Action, action as to_action, known
from .dice import with_seed
from .queries import COLORS, REASON_NUMBERS, REASONS, AnyAction, Queries
from .rules import OptionValue, Rules, rules_from, rules_of_saved
from .svg import Arrow, draw
from .values import ACTORS, Entry, Event, Outcome, Playout, color_number

__all__ = ["Game"]

#: What hears of events.
Listener = Callable[["Game", Event], Any]

# What is called at every ply is at hand.
_play, _play_on, _undo = _ffi.quick.vc_game_play, _ffi.quick.vc_game_play_on, _ffi.quick.vc_game_undo
_clone, _free = _ffi.quick.vc_game_clone, _ffi.quick.vc_game_free

_NAMES: Dict[Optional[str], str] = {"w": "White", "b": "Black", "chance": "chance"}


class Game(Queries):
    """A game: position, history, dice and callbacks.

    ``Game()`` is orthodox chess from the array; ``Game("quantum", temperature="1/2")`` names a rule set and its
    options; ``Game(rules, position)`` takes Rules and a position string. seed is for dice that repeat:
    ``use_seed()``.

    Every game is a state machine: ``actor`` says who is to act, ``actions`` what a player can do,
    ``chance_outcomes`` what chance can do. ``step()`` does one of these, given as Action, text, notation or value;
    ``play()`` does it with all the chance that follows.

    A game is closed by ``close()``, by the end of a ``with`` block, or when nothing refers to it any more. When a call
    raises, the game is as it was before; only an exception that comes out of an event callback comes after the fact.
    Games do not compare equal and are not hashable; compare ``position`` or ``hash``. ``print(game)`` shows the board.

    Threads: different games at the same time are safe. One game is for one thread at a time. Only ``perft()`` and
    ``playout()`` let other threads run while they are inside the library; from this game those get a BusyError then.
    """

    __slots__ = ("_owner", "_lent", "_rules", "_raised", "_dice", "_on_event", "_on_touch", "__weakref__")
    __hash__ = None  # type: ignore[assignment]

    _owner: Any                  # what keeps the handle alive and frees it; None when this object does
    _lent: Optional[Tuple[int, Any]]  # (thread, handle) while a long call runs
    _rules: Rules
    _raised: List[BaseException]  # what callbacks have raised during the present call
    _dice: Any                   # the generator behind use_dice(); see _replace() for all three
    _on_event: Any
    _on_touch: Any

    def __init__(self, rules: Union[str, Rules] = "orthodox", position: Optional[str] = None,
                 *, seed: Union[bytes, int, None] = None, **options: OptionValue) -> None:
        rules = rules_from(rules, options)
        data = _position_bytes(position)
        error = errors.new_error()
        handle = _ffi.vc_game_p()
        self._adopt(rules, handle)  # before the library fills it, so that nothing is lost when a signal strikes
        status = _ffi.vc_game_new(rules._handle, data, byref(handle), byref(error))
        if status:
            raise errors.from_error(status, error)
        if seed is not None:
            self.use_seed(seed)

    def _adopt(self, rules: Rules, handle: Any, owner: Any = None) -> None:
        """Becomes the owner of a fresh handle, NULL as yet or not, or the one who uses it beside its owner."""
        self._handle = handle
        self._owner = owner
        self._lent = None
        self._rules = rules
        self._raised = []
        self._memory = None
        self._dice = self._on_event = self._on_touch = None

    # ------------------------------------------------------------------------------ life and death

    def __getattr__(self, name: str) -> Any:
        # Reached only when an attribute is missing, so that open games pay nothing for this.
        if name == "_handle":
            lent = self._lent
            if lent is None and not self._is_back():
                raise errors.ArgumentError("the game is closed")
            if lent is None or lent[0] != get_ident():
                raise errors.BusyError("another thread is counting with this game")
            return lent[1]
        raise AttributeError("%r object has no attribute %r" % (type(self).__name__, name))

    def _is_back(self) -> bool:
        """Whether the handle, missing when it was asked for, is there again: another thread has just done with it."""
        try:
            object.__getattribute__(self, "_handle")
        except AttributeError:
            return False
        return True

    def close(self) -> None:
        """Frees the game; a record's game lives on in its record, without dice and callbacks of your own. Closing twice
        is harmless; anything else raises an ArgumentError from then on. From a callback of this game: BusyError."""
        if self.closed:
            return
        handle = self._handle
        if self._lent is not None:
            raise errors.BusyError()
        if self._owner is None:
            del self._handle  # first: a signal that strikes behind the call finds nothing to free again
            status = _free(handle)
            if status:
                self._handle = handle
                raise errors.from_status(status)
        else:
            status = (_ffi.vc_game_use_csprng(handle) or _ffi.vc_game_on_event(handle, _callbacks.NO_LISTENER, None)
                      or _ffi.vc_game_on_touch(handle, _callbacks.NO_LISTENER, None))
            if status:
                raise errors.from_status(status)
            del self._handle
            self._owner = None
        self._memory = self._dice = self._on_event = self._on_touch = None

    @property
    def closed(self) -> bool:
        """Whether the game has been closed."""
        try:
            return not self._handle
        except errors.ArgumentError:
            return True
        except errors.BusyError:
            return False

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self, _free: Any = _free) -> None:
        try:
            handle = self._handle
            del self._handle
            owner = self._owner
        except Exception:
            return
        if owner is None:
            _free(handle)

    def copy(self, history: bool = True) -> Game:
        """A game in the same position with the same rules; with history also with all that can be undone and redone.
        Its dice are the system's source of randomness and it has no callbacks."""
        return cloned_game(self._handle, self._rules, history, type(self))

    def copy_from(self, source: Game, history: bool = False) -> None:
        """Makes this game what ``source.copy(history)`` would be, keeping its own dice and callbacks. Both must have
        equal rules, else MismatchError."""
        if not isinstance(source, Game):
            raise TypeError("a game is copied from a Game, not from %s" % type(source).__name__)
        self._check(_ffi.vc_game_copy(self._handle, source._handle,
                                      _ffi.VC_WITH_HISTORY if history else _ffi.VC_WITHOUT_HISTORY))

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: Optional[Dict[int, Any]]) -> Game:
        return self.copy()

    def __reduce__(self) -> Tuple[Any, ...]:
        # Dice, their seed with them, and callbacks stay behind.
        return _replay, (type(self), self._rules, self.start, self.history, self.undone)

    def __str__(self) -> str:
        """The board, the hands of cards if there are any, and who is to act."""
        if self.closed:
            return repr(self)
        lines = [self.board()]
        lines += ["%s: %s" % (_NAMES[color], " ".join(hand)) for color, hand in self.hands.items() if hand]
        return "\n".join([*lines, self.status])

    @property
    def status(self) -> str:
        """Who is to act, or how the game ended, as a line for people.

            >>> Game("quantum").status
            'White to act: turn'
        """
        if self.outcome is None:
            return "%s to act: %s" % (_NAMES[self.actor], self.phase)
        winner, reason = self.outcome
        return "%s: %s" % ("draw" if winner is None else _NAMES[winner] + " won", reason.replace("_", " "))

    def svg(self, *, size: Optional[int] = 480, flipped: bool = False, arrows: Iterable[Arrow] = ()) -> str:
        """The game as a picture, SVG: the board with its combos, the squares of the last action, touches in vain, what
        the phase is about, a king in check, hands of cards, and who is to act. Notebooks show it by themselves.

        size: the width in pixels; None: as wide as there is room. flipped: seen by Black. arrows: moves, as actions or
        their texts, or pairs of squares; actions that are no moves have none, so that ``arrows=game.actions`` works.

            >>> Game().svg(size=300, arrows=["e2e4", ("g8", "f6")])[:48]
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
        """
        return draw(self, size, flipped, arrows)

    def _repr_svg_(self) -> Optional[str]:
        return None if self.closed else self.svg()

    def __repr__(self) -> str:
        if self.closed:
            return "<closed %s>" % type(self).__name__
        return "%s(%r, %r)" % (type(self).__name__, self._rules, self.position)

    # ----------------------------------------------------------------------------- from the library

    def _check(self, status: int, action: Optional[Action] = None) -> None:
        """Raises what a call that may call back ended with: what a callback raised first, else what its status says.

        A busy game has not called back: what its callbacks have raised belongs to the call that runs.
        """
        if self._raised and status != _ffi.VC_ERR_BUSY:
            error = self._raised[0]
            self._raised.clear()
            try:
                raise error
            finally:
                del error
        if status:
            raise self._refusal(status, action)

    # ------------------------------------------------------------------------------------- position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def start(self) -> str:
        """The position string from which the game was played, where its history begins.

            >>> game = Game.from_pgn("1. e4 e5 2. Nf3 *")
            >>> again = Game(game.rules, game.start)
            >>> for entry in game.history:
            ...     again.step(entry.action)
            >>> again.position == game.position
            True
        """
        with self.copy() as start:
            while start.length:
                start.undo()
            return start.position

    def set_position(self, position: Optional[str] = None) -> None:
        """Puts the game at a position (None: the array) and forgets its history. Dice and callbacks stay."""
        data = _position_bytes(position)
        error = errors.new_error()
        status = _ffi.vc_game_set_position(self._handle, data, byref(error))
        if status:
            raise errors.from_error(status, error)

    def snapshot(self) -> bytes:
        """The position without history, for this process alone. ``save()`` is for the disk and the net."""
        memory = (c_char * self._rules._snapshot_size)()
        status = _ffi.vc_game_snapshot(self._handle, memory, len(memory))
        if status:
            raise errors.from_status(status)
        return memory.raw

    def restore(self, snapshot: bytes) -> None:
        """Puts the game at a snapshot of a game with equal rules and forgets its history."""
        data = errors.plain_bytes(snapshot, "a snapshot")
        self._check(_ffi.vc_game_restore(self._handle, data, len(data)))

    def save(self) -> bytes:
        """Rules, options and position as versioned bytes, the same on every machine."""
        return _saved(self._handle)

    def load(self, saved: bytes) -> None:
        """Puts the game at saved bytes, which must be of equal rules, and forgets its history."""
        data = errors.plain_bytes(saved, "a saved position")
        error = errors.new_error()
        status = _ffi.vc_game_load(self._handle, data, len(data), byref(error))
        if status:
            raise errors.from_error(status, error)

    @classmethod
    def from_saved(cls, saved: bytes) -> Game:
        """A new game from saved bytes, with the rules that they name."""
        data = errors.plain_bytes(saved, "a saved position")
        made = cls(rules_of_saved(data))
        made.load(data)
        return made

    # -------------------------------------------------------------------------------------- playing

    def step(self, action: AnyAction) -> None:
        """Plays one action alone: a legal one of the player, or at a chance node the outcome that you want. A text may
        also be notation, as ``parse_san()`` reads it leniently; no text is both. Raises IllegalActionError, which says
        why, GameOverError, TextError.

            >>> game = Game("quantum")
            >>> game.step("?g1")
            >>> game.step("=n")
            >>> game.step("Nf3")
            >>> [str(entry.action) for entry in game.history]
            ['?g1', '=n', 'g1f3']
        """
        if type(action) is not Action:
            action = self._meant(action)
        status = _play(self._handle, action)
        if status or self._raised:
            self._check(status, action)

    def draw(self) -> Action:
        """At a chance node: draws an outcome by the game's dice, plays it and returns it. NothingError elsewhere."""
        drawn = _ffi.vc_action()
        self._check(_ffi.vc_game_draw(self._handle, byref(drawn)))
        return known(drawn.value)

    def play(self, action: Optional[AnyAction] = None) -> List[Action]:
        """Plays an action, given as for ``step()``, and all the chance that follows, as one step that happens whole or
        not at all; None: only the chance that is due. Returns the outcomes that the game's dice gave.

            >>> game = Game("quantum", seed=7)
            >>> game.play("?g1")
            [Action('=n')]
            >>> game.play("Nf3")
            []
        """
        if type(action) is not Action:
            action = None if action is None else self._meant(action)
        buffers = self._memory or self._buffers
        status = _play_on(self._handle, action or 0, buffers.drawn, buffers.drawn_room, buffers.drawn_count_ref)
        if status or self._raised:
            self._check(status, action)
        count = buffers.drawn_count.value
        return list(map(known, buffers.drawn[:count])) if count else []

    def _meant(self, action: AnyAction) -> Action:
        """The action that itself, its text, its value or its notation stands for."""
        try:
            return to_action(action)
        except errors.TextError:
            if not isinstance(action, str):
                raise
        return self.parse_san(action)

    def undo(self) -> None:
        """Takes back the last action, chance's included, or an ending from outside."""
        status = _undo(self._handle)
        if status or self._raised:
            self._check(status)

    def undo_decision(self) -> None:
        """Takes back to the last decision of a player."""
        self._check(_ffi.vc_game_undo_decision(self._handle))

    def redo(self) -> None:
        """Replays the action last undone; outcomes of chance are what they were."""
        status = _ffi.vc_game_redo(self._handle)
        if status or self._raised:
            self._check(status)

    # -------------------------------------------------------------------------------------- records

    def pgn(self, tags: Optional[Mapping[str, str]] = None, **more_tags: str) -> str:
        """The game as PGN in export format. ``Record`` does more.

            >>> game = Game("quantum")
            >>> for action in ("?g1", "=n", "Nf3", "e5"):
            ...     game.step(action)
            >>> print(game.pgn(White="Ada"))
            [Event "?"]
            [Site "?"]
            [Date "????.??.??"]
            [Round "?"]
            [White "Ada"]
            [Black "?"]
            [Result "*"]
            [Variant "quantum"]
            <BLANKLINE>
            1. ?g1 =n Nf3 1... e5 *
            <BLANKLINE>
            <BLANKLINE>
        """
        from .record import Record  # which is made of games
        return Record(self, tags, **more_tags).pgn()

    @classmethod
    def from_pgn(cls, text: Union[str, bytes], strict: bool = False) -> Game:
        """The one game that PGN holds, with its history. ``pgn.read()`` is for files, ``Record.from_pgn()`` for a game
        with what is written down beside it.

            >>> Game.from_pgn("1. f3 e5 2. g4 Qh4# 0-1").outcome
            Outcome(winner='b', reason='checkmate')
        """
        from .record import Record
        game = Record.from_pgn(text, strict).game
        return cloned_game(game._handle, game._rules, cls=cls)

    # ------------------------------------------------------------------------------ the end of a game

    def claim(self) -> None:
        """Claims that draw, which ends the game. NothingError when there is none."""
        self._check(_ffi.vc_game_claim(self._handle))

    def end(self, winner: Optional[str], reason: str) -> None:
        """Ends the game from outside. winner: ``"w"``, ``"b"``, or None for a draw. reason: ``resignation``,
        ``agreement`` or ``time_forfeit``; or, as a draw, ``fifty_moves`` or ``threefold_repetition`` when the side to
        move can claim it for that reason, else NothingError."""
        number = REASON_NUMBERS.get(reason)
        if number is None:
            raise errors.ArgumentError("no reason is named %.40r" % (reason,))
        self._check(_ffi.vc_game_end(self._handle, _ffi.VC_NOBODY if winner is None else color_number(winner), number))

    def resign(self, color: Optional[str] = None) -> None:
        """A colour (None: the side to move) gives up."""
        self.end(_other(self.side_to_move if color is None else color), "resignation")

    def agree_draw(self) -> None:
        """The players agree on a draw."""
        self.end(None, "agreement")

    def forfeit(self, color: Optional[str] = None, draw: bool = False) -> None:
        """A colour (None: the side to move) has run out of time, and loses; with draw, the other one could not have
        won."""
        loser = self.side_to_move if color is None else color
        winner = _other(loser)
        self.end(None if draw else winner, "time_forfeit")

    # -------------------------------------------------------------------------------- dice and events

    def use_csprng(self) -> None:
        """The system's source of randomness, which games begin with."""
        self._check(_ffi.vc_game_use_csprng(self._handle))
        self._dice = None

    def use_seed(self, seed: Union[bytes, int]) -> None:
        """Seeded dice: the n-th outcome of chance depends on the seed and n alone, see dice_seeded(). seed: 32 bytes;
        an int from 0 to 2 ** 256 - 1 stands for its 32 bytes, the lowest first. Who has it knows all outcomes."""
        self._check(with_seed(lambda copied: _ffi.vc_game_use_seed(self._handle, copied), seed))
        self._dice = None

    def use_dice(self, dice: Callable[[int], int]) -> None:
        """Your own dice: called with a bound, they return a number from 0 to bound - 1, all equally likely. A number
        out of range refuses the draw with DiceRefusedError, and an exception refuses it and comes out of the call."""
        if not callable(dice):
            raise TypeError("dice must be callable")
        generator = _callbacks.started(_callbacks.dice(dice, self._raised))
        self._replace("_dice", generator, _ffi.vc_game_use_dice, _callbacks.DICE, id(generator))

    def on_event(self, callback: Optional[Listener]) -> Optional[Listener]:
        """Sets (None: removes) the function that hears of every event: ``callback(game, event)``. Returns it, so that
        ``@game.on_event`` can stand before its definition.

        It hears of them after they are committed. It may read its game; what would change or close the game raises
        BusyError. What it raises comes out of the call that caused the event, which has happened nevertheless; the
        events that follow are still told, and of several exceptions the first one comes out.
        """
        self._listen("_on_event", _ffi.vc_game_on_event, callback)
        return callback

    def on_touch(self, callback: Optional[Listener]) -> Optional[Listener]:
        """Sets (None: removes) the function that hears of touches alone, before on_event()'s, and returns it.

            >>> game = Game("quantum", seed=7)
            >>> @game.on_touch
            ... def tell(game, event):
            ...     print(event.before, "is", event.after, event.weights)
            >>> outcomes = game.play("?g1")
            N is N {'n': 10, 'b': 10, 'r': 6, 'q': 3}
        """
        self._listen("_on_touch", _ffi.vc_game_on_touch, callback)
        return callback

    def _listen(self, slot: str, function: Any, callback: Optional[Listener]) -> None:
        if callback is not None and not callable(callback):
            raise TypeError("callback must be callable or None")
        listener = (_callbacks.NO_LISTENER if callback is None
                    else _callbacks.listener(self, callback, self._raised))
        self._replace(slot, listener, function, listener, None)

    def _replace(self, slot: str, new: Any, function: Any, *arguments: Any) -> None:
        """Hands the library something of which it keeps the address, in place of what the slot holds. A signal may
        strike before or behind the call: therefore both are kept until it is certain which one the library has."""
        self._handle  # noqa: B018 - raises when there is none
        old = getattr(self, slot)
        setattr(self, slot, (old, new))
        status = function(self._handle, *arguments)
        setattr(self, slot, old if status else new)
        self._check(status)

    # --------------------------------------------------------------------------- perft and playouts

    def perft(self, depth: int, bulk: bool = True, progress: Optional[Callable[[int], Any]] = None) -> int:
        """Counts the sequences of depth actions, 0 to 64, each outcome of chance being one.

        bulk: count the last ply without playing it. progress: called every few hundredths of a second with the nodes
        so far; when it returns True the call raises StoppedError, and what it raises stops the call and comes out.
        """
        if not isinstance(depth, int) or isinstance(depth, bool):
            raise TypeError("depth must be an int, not %s" % type(depth).__name__)
        if not 0 <= depth <= 64:
            raise errors.ArgumentError("depth is 0 to 64, not %.20s" % depth)
        if progress is not None and not callable(progress):
            raise TypeError("progress must be callable or None")
        nodes = c_uint64()
        self._run_long(progress, lambda handle, *heard: _ffi.vc_game_perft(
            handle, depth, _ffi.VC_PERFT_BULK if bulk else _ffi.VC_PERFT_NO_BULK, *heard, byref(nodes)))
        return nodes.value

    def playout(self, seed: Union[bytes, int], limit: Optional[int] = None,
                progress: Optional[Callable[[int], Any]] = None) -> Playout:
        """Plays a copy of the game at random, to its end or for limit actions; the game itself is not changed.

        Every action of a player is as likely as any other, chance has its weights. seed: as for use_seed(); the
        library's header says how every choice follows from it. progress: as for perft(), with the actions so far.

            >>> Game().playout(seed=7)
            Playout(outcome=Outcome(winner=None, reason='dead_position'), length=362)
        """
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool)):
            raise TypeError("limit must be an int or None, not %s" % type(limit).__name__)
        if limit is not None and not 0 <= limit < 2**64:
            raise errors.ArgumentError("limit is 0 to 2**64 - 1")
        if progress is not None and not callable(progress):
            raise TypeError("progress must be callable or None")
        winner, reason, length = c_uint32(), c_uint32(), c_uint64()
        most = 2**64 - 1 if limit is None else limit
        self._run_long(progress, lambda handle, *heard: with_seed(lambda copied: _ffi.vc_game_playout(
            handle, copied, most, *heard, byref(winner), byref(reason), byref(length)), seed))
        return Playout(Outcome(ACTORS[winner.value], REASONS[reason.value]) if reason.value else None, length.value)

    def _run_long(self, progress: Optional[Callable[[int], Any]], call: Callable[..., int]) -> None:
        """Makes a call during which other threads run and find this game busy."""
        generator = _callbacks.started(_callbacks.progress(progress, self._raised))
        thread = get_ident()
        handle = self._handle  # lent to another thread: a BusyError
        if self._lent is not None:
            raise errors.BusyError()
        # Since the handle was there nothing was called, so that no other thread and no signal came in between.
        self._lent = (thread, handle)
        del self._handle
        try:
            status = call(handle, _callbacks.PROGRESS, id(generator))
        finally:
            self._handle = handle
            self._lent = None
        self._check(status)


def _position_bytes(position: Optional[str]) -> Optional[bytes]:
    return None if position is None else errors.encode(position, "position")


def _saved(handle: Any) -> bytes:
    length = c_size_t()
    size = 512
    while True:
        data = (c_char * size)()
        status = _ffi.vc_game_save(handle, data, size, byref(length))
        if not status:
            return data.raw[:length.value]
        if status != _ffi.VC_ERR_BUFFER:
            raise errors.from_status(status)
        size = length.value + 1


def cloned_game(handle: Any, rules: Rules, history: bool = True, cls: Type[Game] = Game) -> Game:
    """A game of its own, made from a vc_game of these rules."""
    clone = _ffi.vc_game_p()
    made = cls.__new__(cls)
    made._adopt(rules, clone)
    status = _clone(handle, _ffi.VC_WITH_HISTORY if history else _ffi.VC_WITHOUT_HISTORY, byref(clone))
    if status:
        raise errors.from_status(status)
    return made


def lent_game(handle: Any, owner: Any) -> Game:
    """A Game over a vc_game that belongs to something else, which lives as long as owner does."""
    made = Game.__new__(Game)
    made._adopt(rules_of_saved(_saved(handle)), handle, owner)
    return made


def _other(color: str) -> str:
    return COLORS[1 - color_number(color)]


def _replay(cls: Any, rules: Rules, position: str, history: List[Entry], undone: List[Entry]) -> Game:
    """What a pickled game is made from."""
    game: Game = cls(rules, position)
    for entry in history + undone:
        if entry.action is not None:
            game.step(entry.action)
        elif entry.outcome is not None:
            game.end(*entry.outcome)
    for _ in undone:
        game.undo()
    return game
