# SPDX-License-Identifier: ISC
"""JSON Lines for programs in any language: one request a line, one answer a line.

A request is an object: ``rules`` (the name of a rule set), ``options`` (object of texts), ``fen`` (a position string,
or null for the array), ``play`` (list of action texts), ``ask`` (``"state"``, the default, or ``"perft"``) and
``depth`` (of perft). Only ``rules`` is needed; other keys are ignored.

The answer to ``state`` has ``fen``, ``actor`` (``"w"``, ``"b"``, ``"chance"``, null when the game is over),
``actions`` (sorted texts), ``chance`` (object from outcome to weight), ``outcome`` (null or ``[winner, reason]``),
``check`` (the lone king of the side to move is attacked) and ``claim`` (a draw can be claimed). The answer to
``perft`` has ``nodes``. The answer to anything bad has ``error``, a reason, and nothing else.
"""
from __future__ import annotations

import json
from functools import lru_cache
from threading import get_ident
from typing import Any, BinaryIO, Dict, Iterator, List, NoReturn, Optional, Tuple

from .actions import Action
from .errors import VariantChessError
from .game import Game
from .rules import Rules

__all__ = ["answer", "answer_line", "serve", "MAX_LINE"]

#: Bytes of the longest line that is read.
MAX_LINE = 1 << 24

_MAX_REASON = 300
_MAX_DEPTH = 64


class _BadRequest(ValueError):
    """A request that says something that it must not."""


_JSON_TYPES = ((bool, "a boolean"), (str, "a text"), (int, "a number"), (float, "a number"), (list, "a list"),
               (dict, "an object"))


def _json_type(value: Any) -> str:
    return next((name for kind, name in _JSON_TYPES if isinstance(value, kind)), "null")


def _typed(value: Any, kind: type, name: str, what: str) -> Any:
    """value, which must be of a type; bool is not int here."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _BadRequest("%s must be %s, not %s" % (name, what, _json_type(value)))
    return value


def _field(request: Dict[str, Any], name: str, kind: type, what: str, default: Any) -> Any:
    """A field of the request; the default when it is left out or null."""
    value = request.get(name)
    return default if value is None else _typed(value, kind, name, what)


@lru_cache(maxsize=32)
def _game(thread: int, name: str, options: Tuple[Tuple[str, str], ...]) -> Game:  # noqa: ARG001 - each has its own
    """A game with these rules, for use by one request of a thread after the other."""
    return Game(Rules(name, **dict(options)))


def _played(request: Dict[str, Any]) -> Game:
    """The game where the request puts it."""
    if request.get("rules") is None:
        raise _BadRequest("rules is missing")
    name = _typed(request["rules"], str, "rules", "a text")
    options = _field(request, "options", dict, "an object", {})
    for option, value in options.items():
        _typed(value, str, "option %.40r" % option, "a text")
    position: Optional[str] = _field(request, "fen", str, "a text or null", None)
    play: List[str] = _field(request, "play", list, "a list", [])
    for index, action in enumerate(play):
        _typed(action, str, "play[%d]" % index, "a text")
    game = _game(get_ident(), name, tuple(sorted(options.items())))
    game.set_position(position)
    for index, action in enumerate(play):
        try:
            game.step(Action(action))
        except VariantChessError as error:
            raise _BadRequest("play[%d]: %s" % (index, error)) from error
    return game


def _state(game: Game) -> Dict[str, Any]:
    outcome = game.outcome
    return {
        "fen": game.position,
        "actor": game.actor,
        "actions": sorted(map(str, game.actions)),
        "chance": {str(action): weight for action, weight in game.chance_weights.items()},
        "outcome": None if outcome is None else list(outcome),
        "check": game.in_check,
        "claim": game.claimable is not None,
    }


def answer(request: Any) -> Dict[str, Any]:
    """The answer to a request, both as Python values. It raises nothing but what is none of the request's fault.
    Threads may ask at the same time."""
    try:
        _typed(request, dict, "the request", "an object")
        ask = _field(request, "ask", str, "a text", "state")
        depth = _field(request, "depth", int, "a whole number", None)
        if ask == "state":
            return _state(_played(request))
        if ask != "perft":
            raise _BadRequest("ask must be state or perft, not %.40r" % ask)
        if depth is None:
            raise _BadRequest("depth is missing")
        if not 0 <= depth <= _MAX_DEPTH:
            raise _BadRequest("depth is 0 to %d" % _MAX_DEPTH)
        return {"nodes": _played(request).perft(depth)}
    except (_BadRequest, VariantChessError) as error:
        return {"error": _short(str(error))}


def _short(reason: str) -> str:
    return reason if len(reason) <= _MAX_REASON else reason[:_MAX_REASON] + "..."


def _integer(digits: str) -> Any:
    """A JSON integer. What is too long to be meant for anything here is not worth the time of exact conversion."""
    return int(digits) if len(digits) < 20 else float(digits)


def _constant(name: str) -> NoReturn:
    raise ValueError("%s is not JSON" % name)


def answer_line(line: bytes) -> bytes:
    """The answer to one line of input, as a line of output without its end."""
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_int=_integer, parse_constant=_constant)
    except UnicodeDecodeError as error:
        reply: Dict[str, Any] = {"error": "the line is not UTF-8 at byte %d" % error.start}
    except RecursionError:
        reply = {"error": "the line is nested too deeply"}
    except ValueError as error:
        reply = {"error": _short("the line is not JSON: %s" % error)}
    else:
        reply = answer(request)
    return json.dumps(reply).encode("ascii")


def _lines(source: BinaryIO) -> Iterator[Optional[bytes]]:
    """The lines of the input; None for one that is too long, of which only a part is ever held."""
    while True:
        line = source.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) <= MAX_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE)
        yield None


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers every line of source on sink, at once, until the input ends. Blank lines have no answer."""
    too_long = json.dumps({"error": "the line is longer than %d bytes" % MAX_LINE}).encode("ascii")
    for line in _lines(source):
        if line is None:
            reply = too_long
        elif line.isspace():
            continue
        else:
            reply = answer_line(line)
        sink.write(reply + b"\n")
        sink.flush()
