# SPDX-License-Identifier: ISC
"""Rule sets and their options."""
from __future__ import annotations

from ctypes import byref, c_size_t, c_uint32, create_string_buffer, sizeof
from fractions import Fraction
from functools import lru_cache
from operator import index as whole
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple, Union

from . import _ffi, errors
from .actions import Action, action as to_action, known
from .values import name_of

__all__ = ["Rules", "Option", "OptionValue", "Plane", "rule_sets"]

#: What an option can be set to: its text, or what stands for that text.
OptionValue = Union[str, bool, int, Fraction, Sequence[int]]

_TYPES = ("none", "switch", "choice", "integer", "integers", "fraction")


class Option(NamedTuple):
    """One option of a rule set, for a settings page."""

    name: str
    #: ``switch``, ``choice``, ``integer``, ``integers`` or ``fraction``
    type: str
    default: str
    #: what it can be, such as ``1-8`` or ``free|strict``
    range: str
    #: one line of help
    help: str


class Plane(NamedTuple):
    """One of the planes that show a position to networks."""

    name: str
    #: the largest number in it; larger ones are written as this
    maximum: int


def rule_sets() -> Dict[str, str]:
    """The rule sets of the library: short names, such as ``quantum``, and names for people."""
    names = {}
    for ruleset in range(_ffi.vc_ruleset_count()):
        name = name_of(_ffi.vc_ruleset_name, ruleset)
        if name is not None:
            names[name] = name_of(_ffi.vc_ruleset_title, ruleset) or name
    return names


class Rules:
    """A rule set with its options. It never changes; games, threads and copies share it.

    ``Rules("quantum", temperature="1/2", values="9,5,3,3")``. Values are texts; bools, ints, Fractions and sequences
    of ints are turned into theirs. Rules with the same rule set and the same options are equal.
    """

    __slots__ = ("_handle", "_name", "_options", "_schema", "_snapshot_size", "__weakref__")
    _handle: Any
    _name: str
    _options: Dict[str, str]
    _schema: Tuple[Option, ...]
    _snapshot_size: int

    def __init__(self, ruleset: str = "orthodox", /, **options: OptionValue) -> None:
        number = c_uint32()
        status = _ffi.vc_ruleset_find(errors.encode(ruleset, "rule set"), byref(number))
        if status:
            raise errors.from_status(status, "no rule set is named %.40r" % ruleset)
        self._handle = _ffi.vc_rules_p()  # before the library fills it, so that nothing is lost when a signal strikes
        status = _ffi.vc_rules_new(number.value, None, byref(self._handle))
        if status:
            raise errors.from_status(status)
        self._set(options)

    def _set(self, options: Dict[str, OptionValue]) -> None:
        """Sets options of fresh rules, then looks at what there is."""
        self._schema = self._read_schema()
        for name, value in options.items():
            error = errors.new_error()
            status = _ffi.vc_rules_set(self._handle, errors.encode(name, "name of an option"),
                                       errors.encode(self._text_of(name, value), name), byref(error))
            if status:
                raise errors.from_error(status, error)
        self._name = name_of(_ffi.vc_ruleset_name, _ffi.vc_rules_ruleset(self._handle)) or ""
        self._options = {option.name: self._get(option.name) for option in self._schema}
        self._snapshot_size = _ffi.vc_rules_snapshot_size(self._handle)

    def _text_of(self, name: str, value: OptionValue) -> str:
        """The text of an option's value."""
        if isinstance(value, str):
            return value
        if isinstance(value, bool):
            if any(option.name == name and option.type == "switch" for option in self._schema):
                return "on" if value else "off"
            return str(int(value))
        if isinstance(value, (int, Fraction)):
            return str(value)
        if isinstance(value, (tuple, list)) and all(isinstance(number, int) for number in value):
            return ",".join(str(int(number)) for number in value)
        raise TypeError("option %s: a value is a str, bool, int, Fraction or a sequence of ints, not %s"
                        % (name, type(value).__name__))

    def _read_schema(self) -> Tuple[Option, ...]:
        schema = []
        for index in range(_ffi.vc_rules_option_count(self._handle)):
            option = _ffi.vc_option(size=sizeof(_ffi.vc_option))
            status = _ffi.vc_rules_option(self._handle, index, byref(option))
            if status:
                raise errors.from_status(status)
            kind = option.type
            schema.append(Option(option.name.decode("ascii"), _TYPES[kind] if kind < len(_TYPES) else "type_%d" % kind,
                                 option.default_value.decode("ascii"), option.range.decode("ascii"),
                                 option.help.decode("ascii")))
        return tuple(schema)

    def _get(self, name: str) -> str:
        size = 128
        while True:
            buffer = create_string_buffer(size)
            length = c_size_t()
            status = _ffi.vc_rules_get(self._handle, name.encode("ascii"), buffer, size, byref(length))
            if not status:
                return buffer.value.decode("ascii")
            if status != _ffi.VC_ERR_BUFFER:
                raise errors.from_status(status)
            size = length.value + 1

    def __del__(self, _release: Any = _ffi.vc_rules_release) -> None:
        handle = getattr(self, "_handle", None)
        if handle:
            _release(handle)

    def replace(self, **options: OptionValue) -> Rules:
        """These rules with other values for some options."""
        made = Rules.__new__(Rules)
        made._handle = _ffi.vc_rules_p()
        status = _ffi.vc_rules_copy(self._handle, byref(made._handle))
        if status:
            raise errors.from_status(status)
        made._set(options)
        return made

    @property
    def name(self) -> str:
        """The short name of the rule set, such as ``quantum``."""
        return self._name

    @property
    def title(self) -> str:
        """The name of the rule set for people, such as ``Quantum Superposition Chess``."""
        return name_of(_ffi.vc_ruleset_title, _ffi.vc_rules_ruleset(self._handle)) or self._name

    @property
    def schema(self) -> Tuple[Option, ...]:
        """What options there are."""
        return self._schema

    @property
    def options(self) -> Dict[str, str]:
        """All options with their values in canonical form."""
        return dict(self._options)

    @property
    def changed_options(self) -> Dict[str, str]:
        """The options whose values are not their defaults."""
        return {option.name: self._options[option.name] for option in self._schema
                if self._options[option.name] != option.default}

    @property
    def action_count(self) -> int:
        """How many actions the rule set has, chance's included: they are numbered from 0 on, players' first.

            >>> Rules("quantum").action_count, Rules("quantum").player_action_count
            (2036, 2032)
        """
        count: int = _ffi.vc_ruleset_action_count(_ffi.vc_rules_ruleset(self._handle))
        return count

    @property
    def player_action_count(self) -> int:
        """How many of them are players'."""
        count: int = _ffi.vc_ruleset_player_action_count(_ffi.vc_rules_ruleset(self._handle))
        return count

    def action_index(self, action: Union[Action, str, int]) -> int:
        """The number of an action; ArgumentError for one that the rule set never has.

            >>> Rules("quantum").action_index("?a1"), Rules("quantum").action_at(1968)
            (1968, Action('?a1'))
        """
        meant = to_action(action)
        number: int = _ffi.vc_action_index(_ffi.vc_rules_ruleset(self._handle), meant)
        if number == _ffi.VC_NO_INDEX:
            raise errors.ArgumentError("%s never has the action %s" % (self._name, meant))
        return number

    def action_at(self, number: int) -> Action:
        """The action of a number; ArgumentError when there is none."""
        number = whole(number)
        value = _ffi.vc_action_at(_ffi.vc_rules_ruleset(self._handle), number) if 0 <= number < 1 << 32 else 0
        if not value:
            raise errors.ArgumentError("%s has no action of number %d" % (self._name, number))
        return known(value)

    @property
    def planes(self) -> Tuple[Plane, ...]:
        """The planes of 8 x 8 numbers that show a position to networks; ``docs/encoding.md`` says what they hold.

            >>> Rules().planes[0]
            Plane(name='first pawns', maximum=1)
        """
        planes = []
        for number in range(_ffi.vc_rules_plane_count(self._handle)):
            plane = _ffi.vc_plane(size=sizeof(_ffi.vc_plane))
            status = _ffi.vc_rules_plane(self._handle, number, byref(plane))
            if status:
                raise errors.from_status(status)
            planes.append(Plane(plane.name.decode("ascii"), plane.maximum))
        return tuple(planes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self._name == other._name and self._options == other._options

    def __hash__(self) -> int:
        return hash((self._name, tuple(self._options.items())))

    def __repr__(self) -> str:
        options = "".join(", %s=%r" % option for option in self.changed_options.items())
        return "Rules(%r%s)" % (self._name, options)

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: Optional[Dict[int, Any]]) -> Rules:
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        return _make, (self._name, self.changed_options)


def _make(name: str, options: Dict[str, str]) -> Rules:
    return Rules(name, **options)


def rules_from(rules: Union[str, Rules], options: Dict[str, OptionValue]) -> Rules:
    """Rules that are given, or named, with options that differ from theirs."""
    if isinstance(rules, Rules):
        return rules.replace(**options) if options else rules
    if not isinstance(rules, str):
        raise TypeError("rules are Rules or the name of a rule set, not %s" % type(rules).__name__)
    return Rules(rules, **options) if options else default_rules(rules)


@lru_cache(maxsize=32)
def default_rules(name: str) -> Rules:
    """The rules of that name with default options."""
    return Rules(name)


def rules_of_saved(saved: bytes) -> Rules:
    """The rules that saved bytes name."""
    fields = saved[4:].split(b"\0")
    if saved[:4] != b"VCP\1" or len(fields) < 3:
        raise errors.MismatchError("not a saved position of version 1")
    return _named_rules(fields[0], fields[1])


@lru_cache(maxsize=32)
def _named_rules(name: bytes, options: bytes) -> Rules:
    try:
        return Rules(name.decode("ascii"), **dict(option.split("=", 1) for option in options.decode("ascii").split()))
    except (ValueError, TypeError) as error:
        raise errors.MismatchError("the saved rules are not known here: %s" % error) from error
