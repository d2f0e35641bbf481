# SPDX-License-Identifier: ISC
"""Python functions as callbacks of the library.

ctypes prints and drops an exception that leaves a callback, and gives C an arbitrary answer. So what C calls is
never a Python function but the ``send`` of a generator that waits inside a ``try``. A function would not do, not
even one whose whole body is a ``try``: Python runs pending signal handlers while it enters a function, before the
first line, and Ctrl-C during a long call strikes exactly there. Here whatever is raised, KeyboardInterrupt included,
ends in ``raised``, a list that belongs to the game; C gets the refusing answer; and the game raises the first of
the list once C has returned.

The generator's own frame is taken out of the traceback: whoever clears the frames of an exception that he has done
with, as unittest does, would end a generator that is still wanted.
"""
from __future__ import annotations

import operator
import types
import weakref
from ctypes import memmove
from functools import partial
from typing import Any, Callable, Generator, List, Optional

from . import _ffi, errors
from .actions import known
from .values import event_of

_REFUSAL = 0xFFFFFFFFFFFFFFFF
_GO_ON, _STOP = 0, 1

Raised = List[BaseException]

# C hands the generator over as its user pointer, which ctypes makes a Python object again, so that these two serve
# every game: generator.send(bound), generator.send(nodes).
DICE = _ffi.vc_dice_fn(types.GeneratorType.send)
PROGRESS = _ffi.vc_progress_fn(types.GeneratorType.send)


def dice(callback: Callable[[int], int], raised: Raised) -> Generator[int, int, None]:
    """Receives bounds, yields what the callback answers, or the refusal of the draw."""
    answer = 0
    while True:
        waiting = True
        try:
            while True:
                bound = yield answer
                waiting = False
                answer = _REFUSAL
                rolled = operator.index(callback(bound))
                if not 0 <= rolled < bound:
                    raise errors.DiceRefusedError("the dice gave %d, which is not from 0 to %d" % (rolled, bound - 1))
                waiting = True
                answer = rolled
        except BaseException as error:
            if waiting and type(error) is GeneratorExit:
                return
            answer = _REFUSAL
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raised += [error]


def progress(callback: Optional[Callable[[int], Any]], raised: Raised) -> Generator[int, int, None]:
    """Receives numbers of nodes, yields whether to go on. Without a callback it still lets signals in."""
    answer = _GO_ON
    while True:
        waiting = True
        try:
            while True:
                nodes = yield answer
                if callback is not None:
                    waiting = False
                    answer = _STOP
                    stop = callback(nodes)
                    if stop is not None and not isinstance(stop, int):
                        raise TypeError("a progress callback returns None or a bool, not %s" % type(stop).__name__)
                    waiting = True
                    answer = _STOP if stop else _GO_ON
        except BaseException as error:
            if waiting and type(error) is GeneratorExit:
                return
            answer = _STOP
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raised += [error]


def started(generator: Generator[int, Any, None]) -> Generator[int, Any, None]:
    """The generator, waiting for what it is sent first."""
    next(generator)
    return generator


def _events(game: weakref.ref[Any], callback: Callable[[Any, Any], Any], raised: Raised) -> Generator[int, Any, None]:
    """Receives the arguments of a vc_event_fn one after the other."""
    handle = None
    while True:
        waiting = True
        try:
            while True:
                argument = yield 0
                if isinstance(argument, _ffi.vc_game_p):
                    handle = argument
                elif isinstance(argument, _ffi.vc_event_p):
                    waiting = False
                    callback(game(), event_of(argument.contents, handle, known))
                    waiting = True
        except BaseException as error:
            if waiting and type(error) is GeneratorExit:
                return
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raised += [error]


def listener(game: Any, callback: Callable[[Any, Any], Any], raised: Raised) -> Any:
    """A vc_event_fn that calls callback(game, event). The caller keeps it alive; it does not keep the game alive.

    A send takes one argument and C has three, so they come one by one, as what max() asks its key for.
    """
    generator = started(_events(weakref.ref(game), callback, raised))
    return _ffi.vc_event_fn(partial(max, key=generator.send))


#: Removes a listener.
NO_LISTENER = _ffi.vc_event_fn()

# What a vc_read_fn answers with: a refusal, the end of the text, or how many bytes it gave, if not as many as it could.
_REFUSED, _END = -1, 0
_ANSWERS = (_REFUSED, _END) + tuple(1 << bit for bit in range(17))


def _pieces(read: Callable[[], bytes], raised: Raised) -> Generator[int, int, None]:
    """Receives what a vc_read_fn could answer, then its arguments; yields 0, or more for what it does answer."""
    pending, key, failed = b"", 0, False
    while True:
        waiting = True
        try:
            while failed:
                yield 0
            while True:
                given = yield key  # this key is for the size that came before; now comes the first answer
                waiting = False
                pending = pending or read()
                part = 1 << min(len(pending).bit_length() - 1, 16) if pending else _END
                waiting = True
                for _ in _ANSWERS:
                    given = yield given == part
                # Now given is the user pointer, which says nothing.
                buffer = yield 0
                size = yield 0
                key = 2 if size <= len(pending) else 0
                part = size if key else part
                memmove(buffer, pending, part)
                pending = pending[part:]
        except BaseException as error:
            if waiting and type(error) is GeneratorExit:
                return
            failed = True
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raised += [error]


def source(read: Callable[[], bytes], raised: Raised) -> Any:
    """A vc_read_fn that hands over what read() returns, which is empty at the end. The caller keeps it alive.

    A send takes one argument and C has three, so they come one by one, as what max() asks its key for, and what max()
    finds the greatest is what C gets. That can be one of its arguments only: hence powers of two where a piece is
    smaller than C's buffer. After an exception all are equal and it is the first one, the refusal.
    """
    generator = started(_pieces(read, raised))
    return _ffi.vc_read_fn(partial(max, *_ANSWERS, key=generator.send))
