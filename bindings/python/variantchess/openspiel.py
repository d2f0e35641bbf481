# SPDX-License-Identifier: ISC
"""The rule sets as games of OpenSpiel. Needs open_spiel.

Importing this module registers ``variantchess_orthodox``, ``variantchess_quantum``, ``variantchess_potential``,
``variantchess_power`` and ``variantchess_ideal``. Chance is explicit: its nodes list outcomes with probabilities. The
parameters of a game are ``options``, such as ``temperature:1/2;values:9 5 3 3`` (because OpenSpiel keeps ``=`` and
commas for itself), and ``position``, where it starts:

    >>> import pyspiel, variantchess.openspiel
    >>> game = pyspiel.load_game("variantchess_quantum", {"options": "temperature:1/2"})
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.string_to_action("?g1"))
    >>> state.is_chance_node(), [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    (True, ['=n', '=b', '=r', '=q'])

Players are 0, White, and 1, Black. Actions have the numbers that ``docs/encoding.md`` lists; outcomes of chance are
numbered from 0 on by themselves, as OpenSpiel wants them. The tensor of a state is its planes as the side to move sees
them, which nobody's knowledge limits: all have seen all cards that were shown.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, List, Optional, Tuple

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("variantchess.openspiel needs open_spiel", name=error.name) from error

from . import errors
from .actions import Action
from .game import Game
from .rules import Rules, rule_sets

__all__ = ["VariantChessGame", "VariantChessState", "SHORT_NAMES"]

#: Rule sets by the short names that their games have.
SHORT_NAMES = {"variantchess_" + name: name for name in rule_sets()}

#: More actions than any game has whose draws end it by themselves: 75 turns of both without a pawn's move or a capture,
#: of at most some dozen actions each, as often as pawns can move and pieces be captured.
_LONGEST = 1 << 20

_WITH_CHANCE = ("quantum", "ideal")


class _Numbers:
    """Actions of a rule set to numbers of OpenSpiel and back, for players and for chance."""

    def __init__(self, rules: Rules) -> None:
        self.players = rules.player_action_count
        self.outcomes = rules.action_count - self.players
        self.actions = [rules.action_at(number) for number in range(rules.action_count)]
        self.number = {action: number if number < self.players else number - self.players
                       for number, action in enumerate(self.actions)}

    def action(self, number: int, chance: bool) -> Action:
        return self.actions[number + self.players if chance else number]

    def __deepcopy__(self, memo: Any) -> _Numbers:
        return self  # states are cloned by copying deeply what they refer to


@lru_cache(maxsize=None)
def _numbers(ruleset: str) -> _Numbers:
    return _Numbers(Rules(ruleset))


def _game_type(short_name: str, ruleset: str) -> Any:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name,
        long_name=rule_sets()[ruleset],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if ruleset in _WITH_CHANCE else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": "", "position": ""})


class VariantChessGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A rule set with options and a start, made by ``pyspiel.load_game()``: there is a subclass for each rule set."""

    game_type: Any

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = params or {}
        ruleset = SHORT_NAMES[self.game_type.short_name]
        numbers = _numbers(ruleset)
        self.rules = Rules(ruleset, **_options(given.get("options", "")))
        self.start = Game(self.rules, given.get("position") or None)
        super().__init__(self.game_type, pyspiel.GameInfo(
            num_distinct_actions=numbers.players, max_chance_outcomes=numbers.outcomes, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=_LONGEST), given)

    def new_initial_state(self) -> VariantChessState:
        """The state at the start."""
        return VariantChessState(self)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (self.game_type.short_name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> Any:
        """What tensors and texts of states are made by."""
        if params:
            raise ValueError("observers have no parameters")
        return _Observer(self, iig_obs_type)


class VariantChessState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A state. ``game`` is the Game behind it, for all that this package knows; it should only be read."""

    def __init__(self, game: VariantChessGame) -> None:
        super().__init__(game)
        self._numbers = _numbers(game.rules.name)
        self.game = game.start.copy()

    def current_player(self) -> int:
        """0, 1, ``pyspiel.PlayerId.CHANCE`` or ``pyspiel.PlayerId.TERMINAL``."""
        return _PLAYERS[self.game.actor]

    def _legal_actions(self, player: int) -> List[int]:
        number = self._numbers.number
        return sorted([number[action] for action in self.game.actions]) if player >= 0 else []

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The outcomes with their probabilities, which add up to 1."""
        number = self._numbers.number
        weights = self.game.chance_weights
        total = sum(weights.values())
        return [(number[outcome], weight / total) for outcome, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        self.game.step(self._numbers.action(action, self.game.actor == "chance"))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._numbers.action(action, player == pyspiel.PlayerId.CHANCE))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over

    def returns(self) -> List[float]:
        """What the outcome is for White and Black: 1, -1, or 0 in a draw, and while the game goes on."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "w" else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.game.position


class _Observer:
    """Writes a state as planes, and as a position string."""

    def __init__(self, game: VariantChessGame, iig_obs_type: Any) -> None:
        self._history = bool(iig_obs_type and iig_obs_type.perfect_recall)
        shape = (len(game.rules.planes), 8, 8)
        self.tensor = np.zeros(shape[0] * shape[1] * shape[2], np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: VariantChessState, player: int) -> None:  # noqa: ARG002 - all see the same
        np.copyto(self.dict["planes"], np.asarray(state.game.planes(mover_view=True, floats=True)))

    def string_from(self, state: VariantChessState, player: int) -> str:  # noqa: ARG002
        if self._history:
            return " ".join([state.game.start, *(str(entry.action) for entry in state.game.history)])
        return str(state)


_PLAYERS: Dict[Optional[str], int] = {"w": 0, "b": 1, "chance": pyspiel.PlayerId.CHANCE,
                                      None: pyspiel.PlayerId.TERMINAL}


def _options(text: str) -> Dict[str, str]:
    """Options as names and values, from a text such as ``temperature:1/2;values:9 5 3 3``."""
    options = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon or set("=,") & set(value):
            raise errors.TextError("options are name:value;name:value, sequences with spaces; not %.60r" % text)
        options[name.strip()] = ",".join(value.split())
    return options


def _register(short_name: str, ruleset: str) -> None:
    class Registered(VariantChessGame):
        game_type = _game_type(short_name, ruleset)

    # A class, because OpenSpiel lets go of what is registered when Python is no more, and classes are not freed then.
    pyspiel.register_game(Registered.game_type, Registered)


for _short_name, _ruleset in SHORT_NAMES.items():
    _register(_short_name, _ruleset)
