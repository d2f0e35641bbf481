# SPDX-License-Identifier: ISC
"""Environments of PettingZoo: its own tests, and what an environment shows against what its game says."""
import contextlib
import copy
import io
import pickle
import unittest
import warnings

import variantchess
from support import BUSY

try:
    import numpy as np
    from pettingzoo.test import api_test, render_test, seed_test
    from variantchess import pettingzoo
except ImportError:
    pettingzoo = None


@unittest.skipIf(pettingzoo is None, "no pettingzoo")
class Environments(unittest.TestCase):
    def setUp(self):
        # What PettingZoo warns of is meant: spaces with a mask beside the observation, and a mask of the other agent.
        quiet = contextlib.ExitStack()
        self.addCleanup(quiet.close)
        quiet.enter_context(warnings.catch_warnings())
        quiet.enter_context(contextlib.redirect_stdout(io.StringIO()))
        warnings.simplefilter("ignore")

    def test_api_of_every_rule_set(self):
        for ruleset in variantchess.rule_sets():
            with self.subTest(ruleset):
                api_test(pettingzoo.env(ruleset), num_cycles=100)
                api_test(pettingzoo.raw_env(ruleset), num_cycles=20)

    def test_seeds_of_every_rule_set(self):
        for ruleset in variantchess.rule_sets():
            with self.subTest(ruleset):
                seed_test(lambda: pettingzoo.env(ruleset), num_cycles=50)  # noqa: B023

    def test_rendering(self):
        render_test(lambda render_mode: pettingzoo.env("quantum", render_mode=render_mode),
                    custom_tests={"svg": lambda result: result.startswith("<svg")})

    def play(self, env, seed):
        """A random game; yields the agent, what it sees, and what it gets."""
        env.reset(seed=seed)
        dice = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            yield agent, observation, reward, termination, info
            over = termination or truncation
            env.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))

    def test_what_is_shown_is_what_the_game_says(self):
        for ruleset, (position, options) in BUSY.items():
            env = pettingzoo.raw_env(ruleset, position, **options)
            for agent, seen, _, over, _ in self.play(env, 3):
                game, rules = env.game, env.game.rules
                if over:
                    break
                self.assertEqual(agent, {"w": "player_0", "b": "player_1"}[game.actor])
                flip = game.side_to_move == "b"
                actions = {rules.action_at(int(number)) for number in np.flatnonzero(seen["action_mask"])}
                self.assertEqual({action.mirrored if flip else action for action in actions}, set(game.actions))
                self.assertTrue(seen["observation"][0].any() or not game.squares(game.side_to_move, "p"))
                other = env.observe("player_1" if agent == "player_0" else "player_0")
                self.assertFalse(other["action_mask"].any())

    def test_rewards_are_those_of_the_outcome(self):
        ends = set()
        for seed in range(6):
            env = pettingzoo.env("quantum")
            rewards = {agent: reward for agent, _, reward, over, _ in self.play(env, seed) if over}
            winner = env.unwrapped.game.outcome.winner
            ends.add(winner)
            self.assertEqual(rewards, {"player_0": {"w": 1, "b": -1, None: 0}[winner],
                                       "player_1": {"w": -1, "b": 1, None: 0}[winner]})
        self.assertTrue({"w", "b"} & ends)

    def test_what_cannot_be_done(self):
        env = pettingzoo.env()
        env.reset()
        env.step(env.unwrapped.game.rules.action_index("e2e5"))
        self.assertEqual(env.rewards, {"player_0": -1, "player_1": 0})
        raw = pettingzoo.raw_env()
        raw.reset()
        for action, error in ((raw.game.rules.action_index("e2e5"), variantchess.IllegalActionError),
                              (10**6, variantchess.ArgumentError), (None, variantchess.ArgumentError)):
            with self.assertRaises(error):
                raw.step(action)
            self.assertEqual(raw.game.length, 0)
        for seed, error in ((-1, variantchess.ArgumentError), (1.5, TypeError), ("1", TypeError)):
            with self.assertRaises(error):
                raw.reset(seed=seed)
        with self.assertRaises(variantchess.ArgumentError):
            pettingzoo.raw_env(render_mode="rgb_array")

    def test_resets_go_on_from_their_seed(self):
        def games(count):
            env = pettingzoo.raw_env("quantum")
            env.reset(seed=5)
            for _ in range(count):
                env.step(env.game.rules.action_index("?g1"))
                yield env.game.history
                env.reset()
        first = list(games(8))
        self.assertEqual(first, list(games(8)))
        self.assertGreater(len(set(map(str, first))), 1)

    def test_pickled_and_copied(self):
        env = pettingzoo.raw_env("quantum", temperature="1/2", render_mode="ansi")
        env.reset(seed=1)
        env.step(env.game.rules.action_index("?g1"))
        again = pickle.loads(pickle.dumps(env))
        self.assertEqual((again.game.rules, again.render_mode, again.game.length), (env.game.rules, "ansi", 0))

    def test_deep_copies_go_on_alike(self):
        def play(env, steps):
            dice, played = np.random.default_rng(3), []
            for agent in env.agent_iter(steps):
                observation, reward, termination, truncation, info = env.last()
                played.append((agent, observation["observation"].tobytes(), reward, termination, truncation, info))
                over = termination or truncation
                env.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
                if not env.agents:
                    env.reset()
            return played

        for make in (pettingzoo.raw_env, pettingzoo.env):
            env = make("quantum")
            env.reset(seed=4)
            play(env, 25)
            copied = copy.deepcopy(env)
            before = copied.unwrapped.game.history
            self.assertEqual(before, env.unwrapped.game.history)
            self.assertGreater(len(before), 10)
            played = play(env, 800)
            self.assertEqual(copied.unwrapped.game.history, before)
            self.assertEqual(play(copied, 800), played)
        env = pettingzoo.raw_env("quantum")
        env.reset()  # the system's dice
        copied = copy.deepcopy(env)
        self.assertEqual((copied.game.position, copied.agents), (env.game.position, env.agents))
        self.assertIsNot(copied.game, env.game)
        copy.deepcopy(pettingzoo.raw_env()).reset(seed=1)


if __name__ == "__main__":
    unittest.main()
