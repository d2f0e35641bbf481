# SPDX-License-Identifier: ISC
"""Random games inside the library: what they are, and how they are stopped."""
import signal
import unittest

import variantchess
from support import BUSY, Boom, NothingIsDropped
from variantchess import Game, dice_seeded

#: Kings behind pawns that never move: without automatic draws a game that does not end.
ENDLESS = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1"


class Playouts(unittest.TestCase):
    def replay(self, game, seed, limit):
        """The same by the header's words, one action after the other."""
        for k in range(limit):
            if game.is_over:
                break
            if game.actor == "chance":
                weights = game.chance_weights
                rolled = dice_seeded(seed, k, sum(weights.values()))
                for outcome, weight in weights.items():
                    if rolled < weight:
                        game.step(outcome)
                        break
                    rolled -= weight
            else:
                game.step(game.actions[dice_seeded(seed, k, len(game.actions))])

    def test_choices_follow_from_the_seed(self):
        for ruleset, (position, options) in BUSY.items():
            for seed in range(3):
                game = Game(ruleset, position, **options)
                before = (game.position, game.length)
                played = game.playout(seed, 150)
                self.assertEqual((game.position, game.length), before)
                self.replay(game, seed, 150)
                self.assertEqual((played.length, played.outcome), (game.length - before[1], game.outcome))

    def test_limits(self):
        game = Game()
        self.assertEqual(game.playout(1, 0), (None, 0))
        self.assertEqual(game.playout(1, 7), (None, 7))
        game = Game.from_pgn("1. f3 e5 2. g4 Qh4# 0-1")
        self.assertEqual(game.playout(1), (game.outcome, 0))

    def test_arguments(self):
        game = Game()
        for arguments, error in (((), TypeError), (("seed",), TypeError), ((b"short",), variantchess.ArgumentError),
                                 ((-1,), variantchess.ArgumentError), ((1, -1), variantchess.ArgumentError),
                                 ((1, 1 << 64), variantchess.ArgumentError), ((1, 1.0), TypeError),
                                 ((1, True), TypeError), ((1, 1, "x"), TypeError)):
            with self.subTest(arguments), self.assertRaises(error):
                game.playout(*arguments)


class Stopping(NothingIsDropped):
    def setUp(self):
        super().setUp()
        self.game = Game(position=ENDLESS, automatic_draws="off")

    def test_progress_stops_it(self):
        heard = []
        with self.assertRaises(variantchess.StoppedError):
            self.game.playout(1, progress=lambda actions: heard.append(actions) or len(heard) == 3)
        self.assertEqual(heard, sorted(heard))
        self.assertEqual(len(heard), 3)
        self.assertEqual(self.game.length, 0)

    def test_py_03_what_progress_raises_comes_out(self):
        def boom(actions):
            raise Boom

        with self.assertRaises(Boom):
            self.game.playout(1, progress=boom)
        with self.assertRaises(TypeError):
            self.game.playout(1, progress=lambda actions: "x")
        self.assertEqual((self.game.position, self.game.length), (ENDLESS, 0))

    def test_py_03_an_interrupt_stops_it(self):
        def interrupt(*arguments):
            raise KeyboardInterrupt

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        for progress in (None, lambda actions: None):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            with self.assertRaises(KeyboardInterrupt):
                self.game.playout(1, progress=progress)
        self.assertEqual(self.game.playout(1, 5).length, 5)

    def test_py_05_the_game_is_busy_meanwhile(self):
        def meddle(actions):
            self.assertEqual(self.game.position, ENDLESS)
            for change in (lambda: self.game.step("e1d1"), lambda: self.game.playout(1), self.game.close):
                with self.assertRaises(variantchess.BusyError):
                    change()
            return True

        with self.assertRaises(variantchess.StoppedError):
            self.game.playout(1, progress=meddle)
        self.game.step("e1d1")


if __name__ == "__main__":
    unittest.main()
