# SPDX-License-Identifier: ISC
"""Vector environments of Gymnasium: under its own wrappers, against spaces, in all modes of autoreset."""
import unittest

import variantchess
from variantchess import Game

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.wrappers import vector as wrappers
    from variantchess.batch import Batch
    from variantchess.gymnasium import IDS, VariantChessVectorEnv
except ImportError:
    gymnasium = None

MATE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"


def choose(observations, dice):
    """An action that each mask has."""
    return np.array([dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in observations["action_mask"]])


@unittest.skipIf(gymnasium is None, "no gymnasium")
class Environments(unittest.TestCase):
    def number(self, envs, text):
        return envs.batch.rules.action_index(text)

    def test_spaces_hold_what_is_seen_and_done(self):
        for ruleset, env_id in IDS.items():
            envs = gymnasium.make_vec(env_id, num_envs=3, opponent="random")
            self.assertEqual((envs.num_envs, envs.batch.rules.name), (3, ruleset))
            observations, _ = envs.reset(seed=1)
            dice = np.random.default_rng(1)
            for _ in range(30):
                self.assertIn(observations, envs.observation_space)
                actions = choose(observations, dice)
                self.assertIn(actions, envs.action_space)
                observations, rewards, terminated, truncated, info = envs.step(actions)
                for array, dtype in ((rewards, np.float64), (terminated, np.bool_), (truncated, np.bool_)):
                    self.assertEqual((array.shape, array.dtype), ((3,), dtype))
                self.assertTrue((info["color"] == 0).all())
            envs.close()
            self.assertTrue(envs.batch.closed)

    def test_actions_sampled_by_the_mask(self):
        envs = VariantChessVectorEnv(4, "power", opponent="random")
        observations, _ = envs.reset(seed=1)
        envs.action_space.seed(1)
        for _ in range(20):
            observations, *_ = envs.step(envs.action_space.sample(mask=tuple(observations["action_mask"])))

    def run_of(self, seed, **how):
        envs = VariantChessVectorEnv(8, "quantum", color=None, **how)
        observations, _ = envs.reset(seed=seed)
        dice, seen = np.random.default_rng(0), []
        for _ in range(60):
            seen.append(observations["observation"].tobytes())
            observations, rewards, terminated, _, _ = envs.step(choose(observations, dice))
            seen += [rewards.tobytes(), terminated.tobytes()]
        return seen

    def test_seeds(self):
        self.assertEqual(self.run_of(3, opponent="random"), self.run_of(3, opponent="random", threads=2))
        self.assertNotEqual(self.run_of(3, opponent="random"), self.run_of(4, opponent="random"))
        self.assertEqual(self.run_of(list(range(8))), self.run_of(0))
        self.assertNotEqual(self.run_of(None), self.run_of(None))
        envs = VariantChessVectorEnv(2)
        with self.assertRaises(variantchess.ArgumentError):
            envs.reset(seed=[1])

    def test_the_mover_acts_and_is_rewarded(self):
        envs = VariantChessVectorEnv(2, position=MATE)
        _, info = envs.reset(seed=1)
        self.assertEqual(info["color"].tolist(), [0, 0])
        rook, king = self.number(envs, "a1a2"), self.number(envs, "h8g8")
        _, rewards, terminated, _, info = envs.step(np.array([self.number(envs, "a1a8"), rook]))
        self.assertEqual((rewards.tolist(), terminated.tolist()), ([1, 0], [True, False]))
        self.assertEqual((info["reason"].tolist(), info["_reason"].tolist()), (["checkmate", None], [True, False]))
        self.assertEqual((info["color"].tolist(), info["_color"].tolist()), ([0, 1], [False, True]))
        # Black sees the board from the other end; the other game is put at the start by the next step.
        black = envs.batch.rules.action_at(king).mirrored
        observations, rewards, terminated, _, info = envs.step(np.array([0, envs.batch.rules.action_index(black)]))
        self.assertEqual((rewards.tolist(), terminated.tolist()), ([0, 0], [False, False]))
        self.assertEqual([envs.batch.game(i).length for i in range(2)], [0, 2])
        self.assertTrue(observations["action_mask"].any(axis=1).all())

    def test_the_agent_loses_by_what_the_opponent_does(self):
        number = Game().rules.action_index
        answers = [number("e2e4"), number("d1h5")]  # e7e5 and d8h4, as Black sees them
        envs = VariantChessVectorEnv(1, opponent=lambda observations, wanted: np.array([answers.pop(0)]))
        envs.reset(seed=0)
        _, rewards, terminated, _, _ = envs.step(np.array([number("f2f3")]))
        self.assertEqual((rewards[0], terminated[0]), (0, False))
        observations, rewards, terminated, _, info = envs.step(np.array([number("g2g4")]))
        self.assertEqual((rewards[0], terminated[0], info["reason"][0]), (-1, True, "checkmate"))
        self.assertFalse(observations["action_mask"].any())

    def test_in_the_same_step(self):
        envs = VariantChessVectorEnv(2, position=MATE, autoreset_mode=AutoresetMode.SAME_STEP)
        self.assertIs(envs.metadata["autoreset_mode"], AutoresetMode.SAME_STEP)
        first, _ = envs.reset(seed=1)
        observations, rewards, terminated, _, info = envs.step(
            np.array([self.number(envs, "a1a8"), self.number(envs, "a1a2")]))
        self.assertEqual((rewards.tolist(), terminated.tolist()), ([1, 0], [True, False]))
        self.assertEqual(info["_final_obs"].tolist(), [True, False])
        self.assertEqual(info["final_info"]["reason"][0], "checkmate")
        self.assertEqual(info["final_info"]["_reason"].tolist(), [True, False])
        self.assertIsNone(info["final_obs"][1])
        end = Game(position=MATE)
        end.step("a1a8")
        np.testing.assert_array_equal(info["final_obs"][0]["observation"], end.planes(mover_view=True, floats=True))
        self.assertFalse(info["final_obs"][0]["action_mask"].any())
        np.testing.assert_array_equal(observations["observation"][0], first["observation"][0])
        self.assertIn(info["final_obs"][0], envs.single_observation_space)

    def test_what_is_no_action(self):
        envs = VariantChessVectorEnv(2, position=MATE)
        envs.reset(seed=1)
        rook = self.number(envs, "a1a2")
        for actions, error, offset in ((np.array([rook, Batch.SKIP]), variantchess.ArgumentError, 1),
                                       (np.array([-1, rook]), variantchess.ArgumentError, 0),
                                       (np.array([rook, self.number(envs, "e2e4")]), variantchess.IllegalActionError, 1),
                                       (np.array([rook]), variantchess.ArgumentError, None),
                                       (rook, variantchess.ArgumentError, None)):
            with self.assertRaises(error) as raised:
                envs.step(actions)
            if offset is not None:
                self.assertEqual(raised.exception.offset, offset)
            self.assertEqual([envs.batch.game(i).length for i in range(2)], [0, 0])
        envs.step(np.array([self.number(envs, "a1a8"), rook]))
        with self.assertRaises(variantchess.ArgumentError):  # also when game 0 waits for its start
            envs.step(np.array([rook]))

    def test_arguments(self):
        self.assertIs(VariantChessVectorEnv(1, autoreset_mode="SameStep").metadata["autoreset_mode"],
                      AutoresetMode.SAME_STEP)
        for wrong in ({"max_episode_steps": 0}, {"max_episode_steps": -5}, {"autoreset_mode": "same"},
                      {"color": "white"}, {"opponent": "me"}, {"render_mode": "human"}, {"num_envs": 0}):
            with self.assertRaises(variantchess.ArgumentError, msg=wrong):
                VariantChessVectorEnv(**wrong)

    def test_disabled(self):
        envs = VariantChessVectorEnv(2, position=MATE, autoreset_mode=AutoresetMode.DISABLED)
        envs.reset(seed=1)
        envs.step(np.array([self.number(envs, "a1a8"), self.number(envs, "a1a2")]))
        with self.assertRaisesRegex(variantchess.GameOverError, "game 0"):
            envs.step(np.array([0, 0]))
        observations, _ = envs.reset(options={"reset_mask": np.array([True, False])})
        self.assertEqual([envs.batch.game(i).length for i in range(2)], [0, 1])
        envs.step(choose(observations, np.random.default_rng(1)))
        for mask in (np.array([True]), np.array([0, 1]), np.array([False, False])):
            with self.assertRaises(variantchess.ArgumentError):
                envs.reset(options={"reset_mask": mask})

    def test_truncation(self):
        envs = VariantChessVectorEnv(2, max_episode_steps=3)
        observations, _ = envs.reset(seed=1)
        dice, cut = np.random.default_rng(1), []
        for _ in range(8):
            observations, _, terminated, truncated, _ = envs.step(choose(observations, dice))
            self.assertFalse(terminated.any())
            cut.append(truncated.tolist())
        self.assertEqual(cut, 2 * ([[False] * 2] * 2 + [[True] * 2] + [[False] * 2]))

    def test_a_refused_action_changes_nothing(self):
        envs = VariantChessVectorEnv(3, position=MATE)
        envs.reset(seed=1)
        envs.step(np.array([self.number(envs, "a1a8"), self.number(envs, "a1a2"), self.number(envs, "a1a3")]))
        king = envs.batch.rules.action_index(envs.batch.rules.action_at(self.number(envs, "h8g8")).mirrored)
        for actions, error in (([0, king, 0], variantchess.IllegalActionError), ([0, king], variantchess.ArgumentError),
                               ([0, king, 10**6], variantchess.IllegalActionError)):
            with self.assertRaises((error, ValueError)):
                envs.step(np.array(actions))
            self.assertEqual([envs.batch.game(i).length for i in range(3)], [1, 1, 1])
        envs.step(np.array([0, king, king]))
        self.assertEqual([envs.batch.game(i).length for i in range(3)], [0, 2, 2])

    def test_an_opponent_of_ones_own(self):
        asked = []

        def first(observations, wanted):
            asked.append(wanted.copy())
            return observations["action_mask"].argmax(axis=1)

        envs = VariantChessVectorEnv(3, "quantum", opponent=first, color="b")
        observations, info = envs.reset(seed=2)
        self.assertTrue(asked[0].all())
        self.assertEqual(info["color"].tolist(), [1, 1, 1])
        dice = np.random.default_rng(1)
        for _ in range(100):
            observations, _, terminated, _, info = envs.step(choose(observations, dice))
            self.assertTrue((info["color"][info["_color"]] == 1).all())
        for opponent, color in (("greedy", "w"), (3, "w"), ("random", "x")):
            with self.assertRaises(variantchess.ArgumentError):
                VariantChessVectorEnv(1, opponent=opponent, color=color)

    def test_an_opponent_that_will_not_act(self):
        answers = {"skip": lambda wanted: np.full(2, Batch.SKIP, np.int64), "shape": lambda wanted: np.zeros(3, int),
                   "number": lambda wanted: 5, "illegal": lambda wanted: np.zeros(2, np.int64),
                   "words": lambda wanted: np.array(["e7e5"] * 2)}
        for name, answer in answers.items():
            envs = VariantChessVectorEnv(2, opponent=lambda observations, wanted: answer(wanted))  # noqa: B023
            observations, _ = envs.reset(seed=1)
            with self.subTest(name), self.assertRaises((variantchess.ArgumentError, variantchess.IllegalActionError,
                                                        TypeError)) as caught:
                envs.step(choose(observations, np.random.default_rng(1)))
            if name == "skip":
                self.assertIn("no action", str(caught.exception))
                self.assertEqual(caught.exception.offset, 0)

    def test_an_opponent_that_raises(self):
        for error in (RuntimeError("lost the connection"), KeyboardInterrupt()):
            plan = [error]

            def opponent(observations, wanted):
                if plan:
                    raise plan[0]
                wanted[:] = False  # its own copy
                return observations["action_mask"].argmax(axis=1)

            envs = VariantChessVectorEnv(2, opponent=opponent)
            observations, _ = envs.reset(seed=1)
            actions = choose(observations, np.random.default_rng(1))
            with self.assertRaises(type(error)) as caught:
                envs.step(actions)
            self.assertIs(caught.exception, error)
            for use in (lambda: envs.step(actions),
                        lambda: envs.reset(options={"reset_mask": np.array([True, False])})):
                with self.assertRaises(gymnasium.error.ResetNeeded):
                    use()
            plan.clear()
            observations, info = envs.reset(seed=1)
            self.assertEqual(info["color"].tolist(), [0, 0])
            envs.step(actions)
            self.assertEqual([envs.batch.game(i).length for i in range(2)], [2, 2])
        with self.assertRaises(gymnasium.error.ResetNeeded):
            VariantChessVectorEnv(2).step(actions)

    def test_games_that_end_before_the_agent_acts(self):
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            def mate(observations, wanted):
                return np.full(len(wanted), Game().rules.action_index("a1a8"))

            envs = VariantChessVectorEnv(2, position=MATE, opponent=mate, color="b", autoreset_mode=mode)
            envs.reset(seed=1)
            for _ in range(2 if mode is AutoresetMode.NEXT_STEP else 4):
                _, rewards, terminated, _, _ = envs.step(np.zeros(2, np.int64))
                self.assertEqual((rewards.tolist(), terminated.tolist()), ([-1, -1], [True, True]))
                if mode is AutoresetMode.NEXT_STEP:
                    _, rewards, terminated, _, _ = envs.step(np.zeros(2, np.int64))
                    self.assertEqual((rewards.tolist(), terminated.tolist()), ([0, 0], [False, False]))

    def test_copies_and_views(self):
        for copied in (True, False):
            envs = VariantChessVectorEnv(2, copy=copied)
            first, _ = envs.reset(seed=1)
            kept = first["observation"].copy()
            envs.step(choose(first, np.random.default_rng(1)))
            self.assertEqual((first["observation"] == kept).all(), copied)

    def test_rendering(self):
        envs = VariantChessVectorEnv(2, render_mode="ansi")
        envs.reset()
        self.assertEqual(envs.render(), (str(Game()),) * 2)
        self.assertIsNone(VariantChessVectorEnv(1).render())
        with self.assertRaises(variantchess.ArgumentError):
            VariantChessVectorEnv(1, render_mode="human")


@unittest.skipIf(gymnasium is None, "no gymnasium")
class Wrappers(unittest.TestCase):
    def play(self, envs, steps=150, choice=choose):
        observations, _ = envs.reset(seed=1)
        dice, episodes = np.random.default_rng(1), []
        for _ in range(steps):
            observations, rewards, terminated, truncated, info = envs.step(choice(observations, dice))
            if "episode" in info:
                for number in np.flatnonzero(info["_episode"]):
                    self.assertTrue(terminated[number] or truncated[number])
                    episodes.append((info["episode"]["r"][number], info["episode"]["l"][number]))
        return episodes

    def test_episode_statistics(self):
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            envs = wrappers.RecordEpisodeStatistics(
                VariantChessVectorEnv(6, "quantum", opponent="random", autoreset_mode=mode))
            episodes = self.play(envs)
            self.assertGreater(len(episodes), 3)
            self.assertTrue({total for total, _ in episodes} <= {-1.0, 0.0, 1.0})
            self.assertTrue(all(1 <= length <= 150 for _, length in episodes))
            self.assertEqual(envs.return_queue[-1], episodes[-1][0])

    def test_episode_statistics_when_the_games_are_reset_by_hand(self):
        envs = wrappers.RecordEpisodeStatistics(
            VariantChessVectorEnv(2, position=MATE, autoreset_mode=AutoresetMode.DISABLED))
        envs.reset(seed=1)
        number = envs.unwrapped.batch.rules.action_index
        *_, info = envs.step(np.array([number("a1a8"), number("a1a2")]))
        self.assertEqual(info["episode"]["r"].tolist(), [1, 0])
        envs.reset(options={"reset_mask": np.array([True, False])})

    def test_others_that_fit(self):
        def base(**how):
            return VariantChessVectorEnv(3, "potential", opponent="random", **how)

        def of_array(observations, dice):
            return np.array([dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks(observations)])

        def masks(flat):
            return flat[:, :3996].astype(bool)  # a flattened Dict is in the order of its keys: action_mask first

        self.play(wrappers.DictInfoToList(base()), 5)
        self.play(wrappers.ClipReward(base(), -0.5, 0.5), 5)
        self.play(wrappers.TransformReward(base(), lambda reward: 2 * reward), 5)
        self.play(wrappers.NormalizeReward(base()), 5)
        self.play(wrappers.FlattenObservation(base()), 5, of_array)
        envs = wrappers.TransformObservation(
            base(), lambda seen: {**seen, "observation": seen["observation"] * 2},
            single_observation_space=base().single_observation_space)
        self.play(envs, 5)


if __name__ == "__main__":
    unittest.main()
