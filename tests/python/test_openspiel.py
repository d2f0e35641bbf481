# SPDX-License-Identifier: ISC
"""Games of OpenSpiel: its own tests, its MCTS, and what a state says against what its game says."""
import pickle
import random
import subprocess
import sys
import unittest

import variantchess
from support import BUSY, environment

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from variantchess.openspiel import SHORT_NAMES
except ImportError:
    pyspiel = None


@unittest.skipIf(pyspiel is None, "no open_spiel")
class Games(unittest.TestCase):
    def test_random_simulations(self):
        for name in SHORT_NAMES:
            with self.subTest(name):
                pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)

    def test_random_simulations_with_options(self):
        for name, options in (("quantum", "temperature:1/2;values:9 5 3 3"), ("power", "combo_captures:on"),
                              ("ideal", "hand_size:6; two_decks:on;jokers:1")):
            game = pyspiel.load_game("variantchess_" + name, {"options": options})
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
            self.assertEqual(str(pickle.loads(pickle.dumps(game))), str(game))

    def test_states_say_what_games_say(self):
        for ruleset, (position, options) in BUSY.items():
            text = ";".join("%s:%s" % option for option in options.items())
            state = pyspiel.load_game("variantchess_" + ruleset,
                                      {"options": text, "position": position or ""}).new_initial_state()
            game = variantchess.Game(ruleset, position, **options)
            dice = random.Random(1)
            for _ in range(60):
                if game.is_over:
                    break
                self.assertEqual(str(state), game.position)
                self.assertEqual(state.current_player(), {"w": 0, "b": 1, "chance": pyspiel.PlayerId.CHANCE}[game.actor])
                if state.is_chance_node():
                    chances = {state.action_to_string(number): chance for number, chance in state.chance_outcomes()}
                    self.assertEqual(chances, {str(outcome): float(chance)
                                               for outcome, chance in game.chance_outcomes.items()})
                    number = dice.choice(state.chance_outcomes())[0]
                else:
                    actions = {state.action_to_string(number) for number in state.legal_actions()}
                    self.assertEqual(actions, set(map(str, game.actions)))
                    self.assertEqual(state.legal_actions(1 - state.current_player()), [])
                    number = dice.choice(state.legal_actions())
                    planes = np.asarray(game.planes(mover_view=True, floats=True)).ravel()
                    np.testing.assert_array_equal(state.observation_tensor(0), planes)
                    self.assertEqual(state.observation_string(1), game.position)
                game.step(state.action_to_string(number))
                state.apply_action(number)
            self.assertEqual(state.returns(), [0, 0] if game.outcome is None else
                             {"w": [1, -1], "b": [-1, 1], None: [0, 0]}[game.outcome.winner])

    def test_clones_are_apart(self):
        state = pyspiel.load_game("variantchess_ideal").new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        self.assertNotEqual(str(clone), str(state))
        self.assertEqual(clone.game.length, state.game.length + 1)
        state.apply_action(state.legal_actions()[0])
        self.assertEqual(str(clone), str(state))

    def test_chance_is_explicit_where_there_is_any(self):
        explicit = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        with_chance = {name for name in SHORT_NAMES if pyspiel.load_game(name).get_type().chance_mode == explicit}
        self.assertEqual(with_chance, {"variantchess_quantum", "variantchess_ideal"})

    def test_what_is_refused(self):
        for parameters in ({"options": "temperature"}, {"options": "temperature:2"}, {"options": "temperature=1"},
                           {"options": "values:9,5,3,3"}, {"position": "nowhere"}):
            with self.assertRaises(variantchess.VariantChessError):
                pyspiel.load_game("variantchess_quantum", parameters)

    def test_mcts_plays(self):
        for name in SHORT_NAMES:
            with self.subTest(name):
                game = pyspiel.load_game(name)
                dice = np.random.RandomState(1)
                evaluator = mcts.RandomRolloutEvaluator(1, dice, max_length=10)
                bots = [mcts.MCTSBot(game, 2.0, 2, evaluator, random_state=dice) for _ in range(2)]
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes, chances = zip(*state.chance_outcomes())
                        state.apply_action(dice.choice(outcomes, p=chances))
                    else:
                        state.apply_action(bots[state.current_player()].step(state))
                self.assertEqual(state.move_number(), state.game.length)
                self.assertEqual(sum(state.returns()), 0)

    def test_mcts_finds_a_mate(self):
        game = pyspiel.load_game("variantchess_potential", {"position": "7k/8/6K1/8/8/8/8/1R6 w - - 0 1"})
        dice = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, dice, max_length=20), random_state=dice,
                           solve=True)
        state = game.new_initial_state()
        state.apply_action(bot.step(state))
        self.assertEqual(state.returns(), [1, -1])

    def test_programs_end_quietly(self):
        done = subprocess.run([sys.executable, "-c", "import pyspiel, variantchess.openspiel\n"
                               "state = pyspiel.load_game('variantchess_ideal').new_initial_state()"],
                              env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
