# SPDX-License-Identifier: ISC
"""The rule sets as vector environments of Gymnasium, on batches. Needs gymnasium and numpy.

Importing this module registers ``variantchess/Orthodox-v0``, ``.../Quantum-v0``, ``.../Potential-v0``,
``.../Power-v0`` and ``.../Ideal-v0`` for ``gymnasium.make_vec()``:

    >>> import gymnasium, variantchess.gymnasium
    >>> envs = gymnasium.make_vec("variantchess/Quantum-v0", num_envs=3, temperature="1/2", opponent="random")
    >>> observations, info = envs.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].sum(axis=1)
    ((3, 25, 8, 8), array([23, 23, 23]))

Two ways to make two players one agent:

- with ``opponent=None`` the agent plays both sides: whoever is to act acts, and the reward of a step is that of the
  side that acted in it. What comes after must be valued for the other side then, unless the same side acts again;
  ``info["color"]`` tells who is to act.
- with an opponent the agent plays one side, and a step lasts until it is to act again or the game is over; the reward
  is the agent's.

Observations are from the point of view of the side to move: planes as ``docs/encoding.md`` lists them, fractions of
their maximum, and a mask of what can be chosen. Actions are numbers of that view. One of the agent's that the mask has
not raises an IllegalActionError, and no game has moved.
"""
from __future__ import annotations

from operator import index
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("variantchess.gymnasium needs gymnasium 1.1 or later, and numpy", name=error.name) from error

from . import errors
from .batch import REASONS, Batch
from .rules import OptionValue, Rules, rule_sets, rules_from

__all__ = ["VariantChessVectorEnv", "IDS"]

#: An array of numpy's.
Array = Any
Observations = Dict[str, Array]
#: Chooses for some games: gets the observations of all and a bool for each game, whether a choice is wanted, and gives
#: a number of an action for each game, of which those of the others do not matter. What it raises, or is refused with,
#: comes out of ``step()`` or ``reset()``, and all games must be reset then: some stand where the agent cannot go on.
Opponent = Callable[[Observations, Array], Array]

#: The ids that are registered, by the names of their rule sets.
IDS = {name: "variantchess/%s-v0" % name.capitalize() for name in rule_sets()}

_COLORS = {"w": Batch.WHITE, "b": Batch.BLACK}


class VariantChessVectorEnv(VectorEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """Games that are stepped together, as Gymnasium's vector environments are.

    rules, position, options, threads: as for ``Batch``. opponent: None, ``"random"``, or a function, see ``Opponent``.
    color: ``"w"`` or ``"b"``, whom the agent plays against an opponent; None draws it for each game anew.
    autoreset_mode: when games that have ended are put at the start, one of Gymnasium's ``AutoresetMode`` or its text:
    by the next step (``"NextStep"``), in the same step (``"SameStep"``; then ``info["final_obs"]`` and
    ``info["final_info"]`` are about the end), or by ``reset(options={"reset_mask": ...})`` alone (``"Disabled"``).
    max_episode_steps: steps after which a game is truncated, 1 or more; None for never. copy: whether observations are
    copies, which stay as they are; else the next step overwrites them. render_mode: None or ``"ansi"``, boards as
    texts.

    ``reset()`` comes before everything else; a step that needs it raises Gymnasium's ``ResetNeeded``. ``reset(seed=s)``
    seeds game ``i`` with ``s + i``, and what is drawn at random here with ``s``. ``info`` has
    ``color``, who is to act (0 White, 1 Black), and, for games that a step ended, ``reason``. ``batch`` is the Batch
    behind it all, to be read.
    """

    def __init__(self, num_envs: int = 1,  # noqa: PLR0913 - by keyword
                 rules: Union[str, Rules] = "orthodox", *, position: Optional[str] = None,
                 opponent: Union[str, Opponent, None] = None, color: Optional[str] = "w",
                 autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
                 max_episode_steps: Optional[int] = None, threads: int = 1, copy: bool = True,
                 render_mode: Optional[str] = None, **options: OptionValue) -> None:
        super().__init__()
        if opponent is not None and opponent != "random" and not callable(opponent):
            raise errors.ArgumentError("an opponent is None, 'random' or a function, not %.40r" % (opponent,))
        if color is not None and color not in _COLORS:
            raise errors.ArgumentError("color is 'w', 'b' or None, not %.20r" % (color,))
        if render_mode not in (None, "ansi"):
            raise errors.ArgumentError("render_mode is None or 'ansi', not %.20r" % (render_mode,))
        most = None if max_episode_steps is None else index(max_episode_steps)
        if most is not None and most < 1:
            raise errors.ArgumentError("max_episode_steps is 1 or more, or None, not %d" % most)
        self.batch = Batch(rules_from(rules, options), num_envs, position, arrays=["indices", "masks", "planes"],
                           auto_reset=False, mover_view=True, float_planes=True, threads=threads)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self._mode}
        self._opponent = opponent
        self._color = color
        self._most = most
        self._copy = copy
        self._make_spaces()
        self._agents = np.zeros(num_envs, np.uint8)   # whom the agent plays in each game
        self._ended = np.zeros(num_envs, np.bool_)    # games that wait to be put at the start
        self._early = np.zeros(num_envs, np.bool_)    # games that the opponent ended before the agent was to act
        self._lengths = np.zeros(num_envs, np.int64)  # steps of the present games
        self._rewards = np.zeros(num_envs, np.float64)
        self._reasons = np.zeros(num_envs, np.uint8)
        self._ready = False  # whether the agent is to act in all games that go on

    def _make_spaces(self) -> None:
        rules, games = self.batch.rules, self.num_envs
        self.single_observation_space = spaces.Dict({
            "observation": spaces.Box(0.0, 1.0, (len(rules.planes), 8, 8), np.float32),
            "action_mask": spaces.MultiBinary(rules.player_action_count)})
        self.single_action_space = spaces.Discrete(rules.player_action_count)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    # -------------------------------------------------------------------------------------- resetting

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Observations, Dict[str, Any]]:
        """Puts all games at the start, or those of ``options["reset_mask"]``, a bool for each. seed: an int, or one for
        each game; None to go on with the seeds that there are."""
        mask = (options or {}).get("reset_mask")
        mask = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise errors.ArgumentError("reset_mask is a bool for each of %d games, one of them true" % self.num_envs)
        if not mask.all():
            self._demand_reset()
        self._restart(mask, self._seeds(seed))
        self._go_on(mask)
        return self._observations(), self._info()

    def _seeds(self, seed: Union[int, Sequence[Optional[int]], None]) -> List[Optional[int]]:
        """A seed for each game, or None."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            return [int(seed) + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise errors.ArgumentError("%d games need as many seeds, not %d" % (self.num_envs, len(seed)))
        if seed and seed[0] is not None:
            super().reset(seed=seed[0])
        return list(seed)

    def _restart(self, mask: Array, seeds: Optional[List[Optional[int]]] = None) -> None:
        """Puts games at the start; what is so then is not told yet."""
        numbers = [int(number) for number in np.flatnonzero(mask)]
        seeded = {number: seeds[number] for number in numbers if seeds and seeds[number] is not None}
        self.batch.restart([number for number in numbers if number not in seeded])
        self.batch.restart(list(seeded), [seed or 0 for seed in seeded.values()])
        self._ended[mask] = self._early[mask] = False
        self._lengths[mask] = 0
        self._rewards[mask] = 0
        self._reasons[mask] = 0
        if self._color is None:
            self._agents[mask] = self.np_random.integers(0, 2, self.num_envs, np.uint8)[mask]
        else:
            self._agents[mask] = _COLORS[self._color]

    def _demand_reset(self) -> None:
        if not self._ready:
            raise gymnasium.error.ResetNeeded("reset all games: there was no reset yet, or the opponent has failed")

    def _go_on(self, restarted: Array) -> None:
        """Tells what is so now, and has the opponent act for as long as it is to."""
        batch = self.batch
        self._ready = False
        batch.observe()
        self._note_ends()
        while self._opponent is not None:
            wanted = (batch.actors != self._agents) & (batch.actors != Batch.NOBODY)
            if not wanted.any():
                break
            if callable(self._opponent):
                chosen = self._opponent(self._observations(), wanted.copy())
            else:
                chosen = batch.random_choices(self.np_random)
            batch.step(_chosen(chosen, wanted, "the opponent's actions"))
            self._note_ends()
        self._early |= restarted & (self._reasons != 0)
        self._ready = True

    def _note_ends(self) -> None:
        """Keeps what the last step of the batch ended."""
        ended = np.flatnonzero(self.batch.done)
        self._rewards[ended] = self.batch.rewards[ended, self._agents[ended]]
        self._reasons[ended] = self.batch.reasons[ended]

    # -------------------------------------------------------------------------------------- stepping

    def step(self, actions: Array) -> Tuple[Observations, Array, Array, Array, Dict[str, Any]]:
        """Does an action in each game: observations, rewards, terminations, truncations, info. In games that the step
        puts at the start (autoreset in the next step) the action does not matter."""
        self._demand_reset()
        waiting = self._ended.copy()
        if self._mode is AutoresetMode.DISABLED and waiting.any():
            raise errors.GameOverError("game %d has ended; reset it by options={'reset_mask': ...}"
                                       % np.flatnonzero(waiting)[0])
        self._act(actions, waiting)
        if waiting.any():
            self._restart(waiting)
        self._go_on(waiting)

        terminated = (self._reasons != 0) & ~waiting
        truncated = np.zeros(self.num_envs, np.bool_)
        if self._most is not None:
            truncated = ~terminated & (self._lengths >= self._most)
        rewards = np.where(terminated, self._rewards, 0.0)
        self._ended = terminated | truncated
        info = self._info(terminated)
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            info = self._reset_in_same_step(info)
        return self._observations(), rewards, terminated, truncated, info

    def _act(self, actions: Array, waiting: Array) -> None:
        """The agent's actions in games that go on; nothing has happened when one is refused."""
        idle = waiting | self._early
        movers = np.minimum(self.batch.actors, Batch.BLACK)
        self.batch.step(_chosen(actions, ~idle, "actions"), tell=False)
        if self._opponent is None:
            self._agents = movers
        self._rewards[~self._early] = 0
        self._reasons[~self._early] = 0
        self._early[:] = False
        self._lengths += 1

    def _reset_in_same_step(self, info: Dict[str, Any]) -> Dict[str, Any]:
        """Puts the games that have ended at the start, and adds to info how they ended."""
        ended = self._ended.copy()
        last = self._observations()
        final = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(ended):
            final[number] = {name: array[number].copy() for name, array in last.items()}
        final_info = {name: ended & array if name.startswith("_") else array for name, array in info.items()}
        self._restart(ended)
        self._go_on(ended)
        return {**self._info(), "final_obs": final, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    # ------------------------------------------------------------------------------------ what is told

    def _observations(self) -> Observations:
        planes = self.batch.planes
        return {"observation": planes.copy() if self._copy else planes,
                "action_mask": self.batch.bool_masks().view(np.int8)}

    def _info(self, ended: Optional[Array] = None) -> Dict[str, Any]:
        going = self.batch.actors <= Batch.BLACK
        info = {"color": np.where(going, self.batch.actors, 0).astype(np.int8), "_color": going}
        if ended is not None and ended.any():
            names = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(ended):
                names[number] = REASONS[int(self._reasons[number])]
            info.update(reason=names, _reason=ended.copy())
        return info

    def render(self) -> Optional[Tuple[str, ...]]:
        """The boards as texts, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        return tuple(str(self.batch.game(number)) for number in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Frees the games."""
        self.batch.close()


def _chosen(actions: Array, wanted: Array, what: str) -> Array:
    """Choices for a batch: actions where they are wanted, and no others."""
    given = np.asarray(actions)
    if given.shape != wanted.shape:
        raise errors.ArgumentError("%s are %d numbers, not an array of shape %r" % (what, wanted.size, given.shape))
    skipping = np.flatnonzero((given == Batch.SKIP) & wanted)  # which a batch would do
    if skipping.size:
        raise errors.ArgumentError("game %d: %d is no action" % (skipping[0], Batch.SKIP), offset=int(skipping[0]))
    return np.where(wanted, given, Batch.SKIP)


def _mode(given: Union[AutoresetMode, str]) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise errors.ArgumentError("autoreset_mode is one of %s, not %.40r"
                                   % (", ".join(mode.value for mode in AutoresetMode), given)) from None


def _register() -> None:
    for name, env_id in IDS.items():
        gymnasium.register(env_id, vector_entry_point="variantchess.gymnasium:VariantChessVectorEnv",
                           kwargs={"rules": name})


_register()
