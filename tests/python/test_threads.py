# SPDX-License-Identifier: ISC
"""Threads of Python: each with games of its own, at the same time; long calls let others run; nothing is freed twice."""
import gc
import random
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from support import BUSY, NothingIsDropped, environment
from variantchess import ArgumentError, BusyError, Game, Record, Rules, StoppedError, jsonl

THREADS = 6


def play(rules, position, seed):
    """A game with dice, listeners, copies and records; returns all that it was."""
    heard, dice = [], random.Random(seed)
    game = Game(rules, position)
    game.use_dice(random.Random(seed).randrange)
    game.on_event(lambda game, event: heard.append((event.type, game.length)))
    while not game.is_over and game.length < 120:
        game.play(dice.choice(game.actions) if game.actions else None)
        if game.length % 10 == 0:
            copied = game.copy()
            copied.undo_decision()
            gc.collect(0)
    return game.position, len(heard), Record(game).pgn(), game.copy().perft(1), game.playout(seed, 50)


class Threads(NothingIsDropped):
    def test_games_of_shared_rules_at_the_same_time(self):
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-5)
        work = [(Rules(ruleset, **options), position, seed) for ruleset, (position, options) in BUSY.items()
                for seed in range(THREADS)]
        alone = [play(*one) for one in work]
        with ThreadPoolExecutor(THREADS) as pool:
            self.assertEqual(list(pool.map(lambda one: play(*one), work)), alone)

    def test_games_made_here_and_dropped_there(self):
        games = [Game("ideal", seed=seed) for seed in range(200)]
        for game in games:
            game.on_event(lambda game, event: games)

        def drop():
            while games:
                try:
                    game = games.pop(random.randrange(len(games)))
                except (IndexError, ValueError):
                    return
                game.step("-3d")
                del game
                gc.collect(0)

        threads = [threading.Thread(target=drop) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(games, [])

    def test_another_thread_counts_before_this_one_begins_to(self):
        """It does at the worst time: when this one has found that the game is open."""
        game, begun, go_on, counted = Game(), threading.Event(), threading.Event(), []

        def progress(nodes):
            begun.set()
            go_on.wait()
            return True

        def count():
            with self.assertRaises(StoppedError):
                game.perft(12, progress=progress)
            counted.append(True)

        def ident():
            if threading.current_thread() is threading.main_thread() and not begun.is_set():
                thread.start()
                begun.wait()
            return threading.get_ident()

        thread = threading.Thread(target=count)
        with mock.patch("variantchess.game.get_ident", ident):
            with self.assertRaisesRegex(BusyError, "another thread"):
                game.perft(1)
            go_on.set()
            thread.join()
        self.assertEqual((counted, game.perft(1), game.closed), ([True], 20, False))

    def test_another_thread_has_counted_just_now(self):
        """The handle was missing, and is there again when it is asked why."""
        game = Game()
        with self.assertRaisesRegex(BusyError, "another thread"):
            game.__getattr__("_handle")
        game.close()
        with self.assertRaisesRegex(ArgumentError, "closed"):
            game.__getattr__("_handle")

    def test_requests_of_json_lines(self):
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-6)
        requests = [{"rules": "orthodox", "play": play.split()} for play in
                    ("", "e2e4", "e2e4 e7e5", "d2d4 d7d5 c2c4", "g1f3 g8f6 f3g1 f6g8", "a2a3 a7a6 b2b3")]
        alone = list(map(jsonl.answer, requests))
        with ThreadPoolExecutor(THREADS) as pool:
            self.assertEqual(list(pool.map(jsonl.answer, requests * 30)), alone * 30)

    def lets_others_run(self, call):
        """Whether another thread runs during a call, with an interval that would never take the turn away."""
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        begun, ran = threading.Event(), threading.Event()
        thread = threading.Thread(target=lambda: (begun.wait(), ran.set()))
        thread.start()
        sys.setswitchinterval(1000)
        begun.set()
        for _ in range(1000):
            call()
            if ran.is_set():
                break
        happened = ran.is_set()
        sys.setswitchinterval(0.005)
        thread.join()
        return happened

    def test_long_calls_let_others_run(self):
        game = Game("power")
        self.assertTrue(self.lets_others_run(lambda: game.perft(3)))
        self.assertTrue(self.lets_others_run(lambda: game.playout(1)))
        self.assertFalse(self.lets_others_run(lambda: game.is_legal("e2e4")))


class Shutdown(unittest.TestCase):
    def test_programs_end_with_everything_alive(self):
        program = ("import variantchess\n"
                   "games = [variantchess.Game('quantum', seed=n) for n in range(5)]\n"
                   "for game in games:\n"
                   "    game.on_event(lambda game, event: games)\n"
                   "    game.use_dice(lambda bound: len(games) - 5)\n"
                   "    game.play('?g1')\n"
                   "record = variantchess.Record(games[0])\n"
                   "inner = record.game\n"
                   "reader = variantchess.pgn.read(__import__('io').StringIO(record.pgn()))\n"
                   "first = next(iter(reader))\n"
                   "try:\n"
                   "    from variantchess.batch import Batch\n"
                   "    batch = Batch('ideal', 8, threads=3)\n"
                   "except ImportError:\n"
                   "    pass\n")
        done = subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", program], env=environment(), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
