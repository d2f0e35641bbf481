# SPDX-License-Identifier: ISC
"""The rule sets as environments of PettingZoo, in which agents act in turns (AEC). Needs pettingzoo and numpy.

    >>> import variantchess.pettingzoo
    >>> env = variantchess.pettingzoo.env("quantum", temperature="1/2")
    >>> env.reset(seed=42)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are ``player_0``, White, and ``player_1``, Black. They need not take turns one by one: whoever is to act is
selected, and chance acts by itself. Observations are the planes that ``docs/encoding.md`` lists, fractions of their
maximum, as the side to move sees them, and ``action_mask``, what the agent can do, all 0 for the one who is not to act.
Actions are numbers of that view. The winner's reward is 1, the loser's -1, all others are 0.
"""
from __future__ import annotations

from copy import deepcopy
from typing import Any, Dict, Optional, Union

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("variantchess.pettingzoo needs pettingzoo and numpy", name=error.name) from error

from . import errors
from .dice import seed_bytes, seed_derive
from .game import Game
from .rules import OptionValue, Rules, rules_from

__all__ = ["env", "raw_env"]

_RENDER_MODES = ("human", "ansi", "svg")
_AGENTS: Dict[Optional[str], str] = {"w": "player_0", "b": "player_1"}


def env(*arguments: Any, **named: Any) -> AECEnv:
    """An environment with the usual wrappers: an agent that does what it cannot loses, as the wrapper has it, with
    reward -1. Arguments are those of ``raw_env``."""
    made = wrappers.TerminateIllegalWrapper(raw_env(*arguments, **named), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc, type-arg, unused-ignore]
    """The environment without wrappers: what cannot be done is an IllegalActionError, and nothing has happened.

    rules, position, options: as for ``Game``. render_mode: ``"ansi"``, the board as text; ``"human"``, printed;
    ``"svg"``, a picture. ``reset(seed=s)`` gives dice that repeat, also for the games that later resets begin; without
    a seed they are the system's. ``game`` is the Game that is played, to be read.

    A deep copy goes on like the environment itself, with the same dice if they are seeded. What is unpickled is new,
    made with the same arguments, and wants a ``reset()``, like PettingZoo's own.
    """

    metadata = {"name": "variantchess_v0", "render_modes": list(_RENDER_MODES), "is_parallelizable": False,
                "render_fps": 1}

    def __init__(self, rules: Union[str, Rules] = "orthodox", position: Optional[str] = None, *,
                 render_mode: Optional[str] = None, **options: OptionValue) -> None:
        EzPickle.__init__(self, rules, position, render_mode=render_mode, **options)
        super().__init__()
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise errors.ArgumentError("render_mode is one of %s, not %.20r" % (", ".join(_RENDER_MODES), render_mode))
        self.render_mode = render_mode
        self.game = Game(rules_from(rules, options), position)
        self._position = position
        self._seed: Optional[bytes] = None
        self._episode = 0
        self.possible_agents = list(_AGENTS.values())
        rules = self.game.rules
        self.action_spaces = {agent: spaces.Discrete(rules.player_action_count) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(0.0, 1.0, (len(rules.planes), 8, 8), np.float32),
            "action_mask": spaces.Box(0, 1, (rules.player_action_count,), np.int8)}) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Planes and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of players' actions."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:  # noqa: ARG002
        """Begins a game."""
        if seed is not None:
            self._seed = bytes(seed_bytes(seed))
            self._episode = 0
        self.game.set_position(self._position)
        if self._seed is not None:
            self.game.use_seed(seed_derive(self._seed, self._episode))
            self._episode += 1
        if self.game.actor == "chance":
            self.game.play()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._selected()
        self._judge()

    def _selected(self) -> str:
        return _AGENTS[self.game.actor or self.game.side_to_move]

    def _judge(self) -> None:
        """Ends the environment when the game is over."""
        outcome = self.game.outcome
        if outcome is None:
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self.infos[agent] = {"reason": outcome.reason}
            if outcome.winner is not None:
                self.rewards[agent] = 1.0 if agent == _AGENTS[outcome.winner] else -1.0
        self._accumulate_rewards()

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees."""
        rules = self.game.rules
        mask = np.zeros(rules.player_action_count, np.int8)
        if agent == self.agent_selection:
            for action in self.game.actions:
                mask[rules.action_index(self._seen(action))] = 1
        return {"observation": np.asarray(self.game.planes(mover_view=True, floats=True)), "action_mask": mask}

    def _seen(self, action: Any) -> Any:
        """An action as the side to move sees it, and the other way round."""
        return action.mirrored if self.game.side_to_move == "b" else action

    def step(self, action: Optional[int]) -> None:
        """The selected agent's action, and the chance that follows."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise errors.ArgumentError("an agent that goes on does an action")
        self.game.play(self._seen(self.game.rules.action_at(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = self._selected()
        self._judge()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The game as render_mode says."""
        if self.render_mode == "human":
            print(self.game)
        elif self.render_mode is not None:
            return self.game.svg() if self.render_mode == "svg" else str(self.game)
        return None

    def close(self) -> None:
        """Nothing is left to be freed."""

    def __deepcopy__(self, memo: Dict[int, Any]) -> raw_env:
        made: raw_env = type(self).__new__(type(self))
        memo[id(self)] = made
        made.__dict__.update((name, deepcopy(value, memo)) for name, value in self.__dict__.items())
        if self._seed is not None:
            made.game.use_seed(seed_derive(self._seed, self._episode - 1))
        return made
