# SPDX-License-Identifier: ISC
"""Batches against games: what a batch tells must be what its games say, played alone with the same seeds and actions.

tests/test_batch.c does this with the C interface; here it is about the arrays, and about what Python adds.
"""
import gc
import pickle
import subprocess
import sys
import threading
import unittest
import weakref

import variantchess
from support import BUSY, environment
from variantchess import Action, Game, Rules

try:
    import numpy as np
    from variantchess.batch import ARRAYS, PHASES, REASONS, Batch
except ImportError:
    np = None

needs_numpy = unittest.skipIf(np is None, "no numpy")
GAMES = 12
ACTORS = {"w": 0, "b": 1, "chance": 2, None: 3}


def row(batch, name, index):
    """The part of a list that is about one game."""
    return getattr(batch, name)[batch.offsets[index]:batch.offsets[index + 1]].tolist()


def everything(batch):
    """Copies of all arrays, for comparing."""
    names = [*ARRAYS, "actors", "phases", "done", "reasons", "rewards", "counts", "offsets"]
    return {name: getattr(batch, name).tobytes() for name in names}


@needs_numpy
class AgainstGames(unittest.TestCase):
    def compare(self, batch, index, game):
        """What the batch tells of one game that goes on."""
        weights = game.chance_weights if batch._flags & 2 else {}
        actions = list(weights or game.actions)
        self.assertEqual(list(map(Action, row(batch, "actions", index))), actions)
        self.assertEqual(row(batch, "weights", index), list(weights.values()) or [0] * len(actions))
        numbers = [batch.rules.action_index(action) for action in actions]
        self.assertEqual(row(batch, "indices", index), numbers)
        self.assertEqual(np.flatnonzero(batch.bool_masks(batch.rules.action_count)[index]).tolist(), sorted(numbers))
        self.assertEqual(batch.counts[index], len(actions))
        self.assertEqual(batch.actors[index], ACTORS[game.actor])
        self.assertEqual(PHASES[batch.phases[index]], game.phase)
        self.assertEqual(batch.game(index).position, game.position)
        self.assertEqual(np.asarray(game.planes()).tolist(), batch.planes[index].tolist())
        pawns = batch.planes[index, 0].astype(bool).reshape(64)
        self.assertEqual(np.flatnonzero(pawns).tolist(), list(game.squares("w", "p")))

    def play(self, ruleset, steps, by_index=True, show_chance=False):
        position, options = BUSY[ruleset]
        batch = Batch(ruleset, GAMES, position, seed=5, arrays=ARRAYS, by_index=by_index, show_chance=show_chance,
                      **options)

        def fresh(index):
            game = Game(batch.rules, position, seed=batch.seed(index))
            if game.actor == "chance" and not show_chance:
                game.play()
            return game

        dice, ends = np.random.default_rng(7), 0
        games = [fresh(index) for index in range(GAMES)]
        for index, game in enumerate(games):
            self.compare(batch, index, game)
        for _ in range(steps):
            chosen = batch.random_choices(dice)
            batch.step(chosen)
            for index in range(GAMES):
                game, number = games[index], int(chosen[index])
                if number == Batch.DRAW:
                    game.draw()
                else:
                    action = batch.rules.action_at(number) if by_index else Action(number)
                    (game.step if show_chance else game.play)(action)
                outcome = game.outcome
                self.assertEqual(bool(batch.done[index]), outcome is not None)
                self.assertEqual(REASONS.get(batch.reasons[index]), outcome and outcome.reason)
                won = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == "w" else -1
                self.assertEqual(batch.rewards[index].tolist(), [won, -won])
                if outcome:
                    ends += 1
                    games[index] = fresh(index)
                self.compare(batch, index, games[index])
        return ends

    def test_every_rule_set(self):
        ends = 0
        for ruleset in BUSY:
            with self.subTest(ruleset):
                ends += self.play(ruleset, 60)
                self.play(ruleset, 10, by_index=False)
                self.play(ruleset, 40, show_chance=True)
        self.assertGreater(ends, 0)

    def test_planes_are_in_the_order_of_their_names_and_bounded(self):
        for ruleset in BUSY:
            numbers = Batch(ruleset, 4, seed=1, arrays=["indices", "planes"])
            fractions = Batch(ruleset, 4, seed=1, arrays=["indices", "planes"], float_planes=True)
            dice = np.random.default_rng(1)
            planes = numbers.rules.planes
            maximum = np.array([plane.maximum for plane in planes])[:, None, None]
            turn = [plane.name for plane in planes].index("black to move")
            for _ in range(50):
                chosen = numbers.random_choices(dice)
                numbers.step(chosen)
                fractions.step(chosen)
                self.assertTrue((numbers.planes <= maximum).all())
                np.testing.assert_allclose(fractions.planes, numbers.planes / maximum, rtol=1e-6)
                self.assertEqual(numbers.planes[:, turn, 3, 3].tolist(), (numbers.actors == Batch.BLACK).tolist())

    def test_black_sees_the_board_from_the_other_end(self):
        seen = Batch("ideal", 8, seed=3, arrays=["indices", "planes"], mover_view=True)
        plain = Batch("ideal", 8, seed=3, arrays=["indices"])
        rules, dice = plain.rules, np.random.default_rng(3)
        for _ in range(40):
            chosen = seen.random_choices(dice)
            black = plain.actors == Batch.BLACK
            meant = [rules.action_index(rules.action_at(int(number)).mirrored) if flip else number
                     for number, flip in zip(chosen, black)]
            seen.step(chosen)
            plain.step(np.array(meant, np.int32))
            self.assertEqual([seen.game(i).position for i in range(8)], [plain.game(i).position for i in range(8)])


@needs_numpy
class Stepping(unittest.TestCase):
    def setUp(self):
        self.batch = Batch("orthodox", 3, arrays=ARRAYS, seed=1)
        self.number = self.batch.rules.action_index

    def test_what_stands_for_choices(self):
        e4, e5, skip = self.number("e2e4"), self.number("e7e5"), Batch.SKIP
        strided = np.array([skip, 0, skip, 0, e5, 0], np.uint32)[::2]
        for choices in ([e4, e4, e4], np.array([e5, e5, skip]), strided, (skip, skip, skip)):
            self.batch.step(choices)
        self.assertEqual([self.batch.game(i).length for i in range(3)], [2, 2, 2])

    def test_what_is_refused_changes_nothing(self):
        e4, before = self.number("e2e4"), everything(self.batch)
        refused = [
            ([e4, e4, self.number("e7e5")], variantchess.IllegalActionError, 2),
            ([e4, 10**6, e4], variantchess.IllegalActionError, 1),
            ([e4, Batch.DRAW, e4], variantchess.NothingError, 1),
            ([e4, e4, -1], variantchess.ArgumentError, 2),
            (np.array([e4, 1 << 32, e4]), variantchess.ArgumentError, 1),
            ([e4, e4], variantchess.ArgumentError, None),
            ([[e4, e4, e4]], variantchess.ArgumentError, None),
            (np.zeros((3, 1), np.uint32), variantchess.ArgumentError, None),
            (e4, variantchess.ArgumentError, None),
            ([e4, e4, 1.0], TypeError, None),
            (["e2e4"] * 3, TypeError, None),
            ([True] * 3, TypeError, None),
            (None, variantchess.ArgumentError, None),
        ]
        for choices, error, offset in refused:
            with self.subTest(choices=choices), self.assertRaises(error) as caught:
                self.batch.step(choices)
            self.assertEqual(getattr(caught.exception, "offset", None), offset)
            self.assertEqual(everything(self.batch), before)
            self.assertEqual([self.batch.game(i).length for i in range(3)], [0, 0, 0])
        with self.assertRaisesRegex(variantchess.IllegalActionError, "game 2: e7e5: .*not your piece|game 2: e7e5: "):
            self.batch.step([e4, e4, self.number("e7e5")])

    def test_games_that_are_over_wait_without_auto_reset(self):
        mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
        batch = Batch("orthodox", 2, mate, arrays=ARRAYS, auto_reset=False)
        batch.step([self.number("a1a8"), self.number("a1a2")])
        self.assertEqual(batch.done.tolist(), [True, False])
        self.assertEqual(batch.rewards.tolist(), [[1, -1], [0, 0]])
        self.assertEqual((REASONS[batch.reasons[0]], batch.actors[0], batch.counts[0]), ("checkmate", Batch.NOBODY, 0))
        with self.assertRaises(variantchess.GameOverError) as caught:
            batch.step([self.number("a8a7"), Batch.SKIP])
        self.assertEqual(caught.exception.offset, 0)
        choices = batch.random_choices(np.random.default_rng(1))
        self.assertEqual(choices[0], Batch.SKIP)
        batch.step(choices)
        self.assertEqual(batch.done.tolist(), [False, False])
        batch.reset(batch.actors == Batch.NOBODY)
        self.assertEqual(batch.game(0).position, mate)
        self.assertNotEqual(batch.game(1).length, 0)

    def test_auto_reset_tells_of_the_end_and_shows_the_next_game(self):
        batch = Batch("orthodox", 2, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", arrays=ARRAYS)
        batch.step([self.number("a1a8"), self.number("a1a2")])
        self.assertEqual((batch.done.tolist(), batch.rewards[0].tolist()), ([True, False], [1, -1]))
        self.assertEqual((batch.actors[0], batch.game(0).length), (Batch.WHITE, 0))

    def test_outcomes_that_are_chosen(self):
        batch = Batch("quantum", 3, seed=1, arrays=ARRAYS, show_chance=True)
        number = batch.rules.action_index
        batch.step([number("?g1")] * 3)
        self.assertTrue((batch.actors == Batch.CHANCE).all())
        self.assertEqual(row(batch, "weights", 0), list(batch.game(0).chance_weights.values()))
        batch.step([number("=q"), number("=n"), Batch.DRAW])
        self.assertEqual(batch.game(0).pieces["g1"][0].type, "q")
        self.assertEqual(batch.game(1).pieces["g1"][0].type, "n")
        self.assertTrue(batch.bool_masks().shape[1] == batch.rules.action_count)

    def test_the_arrays_stay_the_same(self):
        arrays = [self.batch.masks, self.batch.planes, self.batch.done, self.batch.rewards, self.batch.counts]
        kept = self.batch.planes.copy()
        self.batch.step([self.number("e2e4")] * 3)
        self.assertTrue(arrays[1] is self.batch.planes and arrays[0] is self.batch.masks)
        self.assertTrue(arrays[2] is self.batch.done and arrays[4] is self.batch.counts)
        self.assertFalse((kept == self.batch.planes).all())
        self.batch.close()
        self.assertEqual(arrays[1].shape, (3, 20, 8, 8))  # they outlive the batch

    def test_the_memory_of_the_arrays_stays_theirs(self):
        """The library writes there, whatever is done to what the batch shows."""
        batch = self.batch
        for name in ("actors", "phases", "done", "reasons", "rewards", "counts", "offsets", *ARRAYS):
            array = getattr(batch, name)
            with self.assertRaises(AttributeError):
                setattr(batch, name, array.copy())
            with self.assertRaises(AttributeError):
                delattr(batch, name)
            for length in (0, 1 << 20):
                with self.assertRaises(ValueError):
                    array.resize(length, refcheck=False)
            self.assertFalse(array.flags.owndata)
        batch.step([self.number("e2e4")] * 3)
        self.assertEqual(batch.actors.tolist(), [Batch.BLACK] * 3)

    def test_arrays_that_were_not_asked_for(self):
        batch = Batch("power", 2, arrays="masks")
        self.assertEqual(batch.masks.shape, (2, (7053 + 63) // 64))
        self.assertEqual(batch.counts.tolist(), [20, 20])
        for name in ("actions", "indices", "weights", "planes"):
            with self.assertRaisesRegex(variantchess.ArgumentError, name):
                getattr(batch, name)
        with self.assertRaises(variantchess.ArgumentError):
            batch.random_choices(np.random.default_rng(1))


@needs_numpy
class Seeds(unittest.TestCase):
    def run_of(self, steps=30, **how):
        batch = Batch("quantum", 40, arrays=ARRAYS, **how)
        dice = np.random.default_rng(2)
        for _ in range(steps):
            batch.step(batch.random_choices(dice))
        return batch, everything(batch)

    def test_the_same_seed_gives_the_same_games_whatever_the_threads(self):
        _, one = self.run_of(seed=9)
        self.assertEqual(self.run_of(seed=(9).to_bytes(32, "little"))[1], one)
        self.assertEqual(self.run_of(seed=np.int64(9))[1], one)
        self.assertEqual(self.run_of(seed=9, threads=2)[1], one)
        self.assertNotEqual(self.run_of(seed=10)[1], one)
        self.assertNotEqual(self.run_of()[1], one)

    def test_reset_with_seeds(self):
        batch, _ = self.run_of(seed=9)
        batch.reset([3, 5], [77, 77])
        self.assertEqual(batch.seed(3), batch.seed(5))
        first = batch.seed(3)
        touch = batch.rules.action_index("?g1")
        choices = np.full(40, Batch.SKIP)
        choices[[3, 5]] = touch
        batch.step(choices)
        self.assertEqual(batch.game(3).position, batch.game(5).position)
        batch.reset([3])
        self.assertNotEqual(batch.seed(3), first)
        batch.reset()
        self.assertEqual({batch.game(i).length for i in range(40)}, {0})
        for games, seeds, error in (([40], None, variantchess.ArgumentError), ([-1], None, variantchess.ArgumentError),
                                    ([1], [1, 2], variantchess.ArgumentError), ([1.5], None, TypeError),
                                    ([1], [b"short"], variantchess.ArgumentError), ("x", None, TypeError)):
            with self.assertRaises(error):
                batch.reset(games, seeds)


@needs_numpy
class Lives(unittest.TestCase):
    def test_arguments(self):
        for how, error in (({"games": 0}, variantchess.ArgumentError), ({"games": 2**20 + 1}, variantchess.ArgumentError),
                           ({"games": 1.0}, TypeError), ({"games": True}, TypeError),
                           ({"threads": 0}, variantchess.ArgumentError), ({"threads": 257}, variantchess.ArgumentError),
                           ({"seed": b""}, variantchess.ArgumentError), ({"arrays": ["mask"]}, variantchess.ArgumentError),
                           ({"rules": "fairy"}, variantchess.ArgumentError), ({"temperature": 1}, variantchess.OptionError),
                           ({"position": "x"}, variantchess.TextError),
                           ({"position": "8/8/8/8/8/8/8/8 w - - 0 1"}, variantchess.PositionError)):
            with self.subTest(how), self.assertRaises(error):
                Batch(**how)
        self.assertEqual(len(Batch(games=np.int64(3))), 3)

    def test_closing(self):
        with Batch("ideal", 2) as batch:
            self.assertFalse(batch.closed)
        self.assertTrue(batch.closed)
        batch.close()
        for use in (lambda: batch.step([0, 0]), batch.reset, batch.observe, lambda: batch.game(0), lambda: batch.seed(0)):
            with self.assertRaisesRegex(variantchess.ArgumentError, "closed"):
                use()
        self.assertIn("closed", repr(batch))
        self.assertIn("2 games", repr(Batch("ideal", 2)))

    def test_dropping_in_a_cycle(self):
        batch = Batch("ideal", 2, threads=2)
        batch.itself = batch
        gone = weakref.ref(batch)
        game = batch.game(1)
        del batch
        gc.collect()
        self.assertIsNone(gone())
        self.assertFalse(game.is_over)  # games that were copied live on

    def test_neither_pickled_nor_copied(self):
        import copy
        for use in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaises(TypeError):
                use(Batch())

    def test_rules_are_shared(self):
        rules = Rules("quantum", temperature="1/2")
        self.assertIs(Batch(rules, 2).rules, rules)
        self.assertEqual(Batch(rules, 2, temperature=0).rules, Rules("quantum", temperature=0))


@needs_numpy
class Threads(unittest.TestCase):
    def test_other_threads_run_during_a_step(self):
        # With so long an interval a thread runs only while another one lets it, as a step does and skipping does not.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        batch = Batch("quantum", 256, seed=1)
        skip = np.full(256, Batch.SKIP, np.uint32)
        begun, ran = threading.Event(), threading.Event()
        thread = threading.Thread(target=lambda: (begun.wait(), ran.set()))
        thread.start()
        sys.setswitchinterval(1000)
        begun.set()
        for _ in range(10000):
            batch.step(skip)
            if ran.is_set():
                break
        self.assertTrue(ran.is_set())
        thread.join()

    def test_threads_take_turns_with_one_batch(self):
        batch = Batch("power", 200, seed=1)
        skip = np.full(200, Batch.SKIP, np.uint32)
        faults = []

        def work():
            try:
                for _ in range(50):
                    batch.step(skip)
                    batch.reset()
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_closing_waits_for_the_step(self):
        for _ in range(20):
            batch = Batch("power", 500, seed=1)
            skip = np.full(500, Batch.SKIP, np.uint32)
            closed = []

            def work():
                try:
                    while True:
                        batch.step(skip)
                except variantchess.ArgumentError as error:
                    closed.append(str(error))

            thread = threading.Thread(target=work)
            thread.start()
            batch.step(skip)
            batch.close()
            thread.join()
            self.assertEqual(closed, ["the batch is closed"])


class WithoutNumpy(unittest.TestCase):
    def run_python(self, program):
        return subprocess.run([sys.executable, "-c", program], env=environment(), text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=True, timeout=60).stdout.strip()

    def test_the_package_does_not_import_it(self):
        self.assertEqual(self.run_python("import sys, variantchess; variantchess.Game(); print('numpy' in sys.modules)"),
                         "False")

    def test_a_batch_says_what_it_needs(self):
        self.assertEqual(self.run_python(
            "import sys; sys.modules['numpy'] = None\n"
            "try: import variantchess.batch\n"
            "except ImportError as error: print(error)"), "variantchess.batch needs numpy")


if __name__ == "__main__":
    unittest.main()
