# SPDX-License-Identifier: ISC
"""Ctrl-C at the worst time: whatever it strikes, nothing is freed twice, used when it is freed, or lost.

A signal is handled between two instructions of Python. These tests strike before each instruction of the functions that
hand things to the library or take them back, one run for each, or right behind a call of the library.
"""
import gc
import os
import pathlib
import sys
import unittest
from unittest import mock

import variantchess
from variantchess import Game, Record, Rules, _ffi, game as game_module, pgn

from support import NothingIsDropped

PACKAGE = os.path.dirname(variantchess.__file__)
#: More instructions than any of these functions runs.
MANY = 1000


class Struck(BaseException):
    """Like KeyboardInterrupt, but nobody else's."""


def strike(call, at, names):
    """Makes a call, in which the functions of the package with these names are struck before instruction number at.
    Whether there is that one."""
    left = at

    def trace(frame, event, argument):
        nonlocal left
        if not frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_name not in names:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            if not left:
                raise Struck
            left -= 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except Struck:
        return True
    finally:
        sys.settrace(before)
    return False


def behind(function):
    """A function of the library that a signal strikes as soon as it returns."""
    def struck(*arguments):
        function(*arguments)
        raise Struck
    return struck


class Everywhere(NothingIsDropped):
    def struck_everywhere(self, make, call, names, check):
        """For each instruction of the named functions: makes something, strikes the call, and checks."""
        strike(lambda: call(make()), MANY, names)  # Python 3.12 traces instructions from the second time on
        for at in range(MANY):
            made = make()
            struck = strike(lambda: call(made), at, names)  # noqa: B023
            check(made)
            if not struck:
                self.assertGreater(at, 10)
                return
        self.fail("more than %d instructions" % MANY)

    def test_closing_a_game(self):
        others = []

        def check(game):
            others.append(Game("quantum"))  # gets the memory, if it is free
            others[-1].step("e2e4")
            if not game.closed:
                self.assertEqual(game.position, Game().position)
            game.close()
            self.assertTrue(game.closed)

        self.struck_everywhere(Game, Game.close, {"close"}, check)
        self.assertEqual({other.position for other in others}, {others[0].position})

    def test_closing_a_records_game(self):
        def make():
            record = Record(Game("quantum"))
            record.game.use_dice(lambda bound: bound - 1)
            return record

        def check(record):
            record._game = None  # the object goes, the game stays
            gc.collect()
            junk = [bytearray(100) for _ in range(100)]
            self.assertIn(str(record.game.play("?g1")[0]), ("=n", "=b", "=r", "=q"))
            del junk

        # Only while a record's Game is open does it keep alive what the library points to.
        for at in range(MANY):
            record = make()
            game = record.game
            struck = strike(game.close, at, {"close"})
            if game.closed:
                check(record)
            else:
                game.play("?g1")
            if not struck:
                self.assertTrue(game.closed)
                return

    def test_closing_a_reader(self):
        others = []

        def check(reader):
            others.append(pgn.reads("1. f3 f6 2. g3 *"))
            if reader._handle is not None:
                self.assertEqual(str(next(reader).game.history[0].action), "e2e4")
            reader.close()
            self.assertEqual(list(reader), [])

        self.struck_everywhere(lambda: pgn.reads("1. e4 *"), pgn.Reader.close, {"close"}, check)
        self.assertEqual({next(other).game.length for other in others}, {3})

    def replaced_everywhere(self, set_old, set_new, play, names):
        """The library may have the old callback or the new one, but none that is gone."""
        seen = set()

        def make():
            game, heard = Game("quantum"), []
            set_old(game, heard)
            return game, heard

        def check(made):
            game, heard = made
            gc.collect()
            junk = [bytearray(100) for _ in range(100)]
            play(game)
            self.assertEqual(len(heard), 1)
            seen.update(heard)
            set_new(game, heard)
            play(game)
            self.assertEqual(heard[1:], ["new"])
            self.assertNotIsInstance((game._dice, game._on_event, game._on_touch)[self.slot], tuple)
            del junk

        self.struck_everywhere(make, lambda made: set_new(*made), names, check)
        self.assertEqual(seen, {"old", "new"})

    def test_dice(self):
        self.slot = 0
        self.replaced_everywhere(
            lambda game, heard: game.use_dice(lambda bound: heard.append("old") or 0),
            lambda game, heard: game.use_dice(lambda bound: heard.append("new") or 0),
            lambda game: (game.play("?g1"), game.undo_decision()), {"use_dice", "_replace", "_check"})

    def test_listeners(self):
        for self.slot, name in enumerate(("on_event", "on_touch"), 1):
            self.replaced_everywhere(
                lambda game, heard: getattr(game, name)(lambda game, event: heard.append("old")),  # noqa: B023
                lambda game, heard: getattr(game, name)(lambda game, event: heard.append("new")),  # noqa: B023
                lambda game: (game.set_position(), game.play("?g1")), {name, "_listen", "_replace", "_check"})

    def test_memory_for_more_actions(self):
        def check(buffers):
            self.assertGreaterEqual(len(buffers.actions), buffers.room.value)
            self.assertGreaterEqual(min(len(buffers.actions), len(buffers.weights)), buffers.capacity)

        from variantchess.queries import Buffers
        self.struck_everywhere(Buffers, lambda buffers: buffers.grow(1000), {"grow"}, check)

    def test_a_batch(self):
        try:
            from variantchess.batch import Batch
        except ImportError:
            self.skipTest("no numpy")

        def check(batch):
            other = Batch("power", 2)
            if not batch.closed:
                self.assertEqual(batch.game(1).rules.name, "orthodox")
                batch.step([Batch.SKIP] * 2)
            batch.close()
            self.assertEqual(other.game(1).rules.name, "power")

        self.struck_everywhere(lambda: Batch("orthodox", 2), Batch.close, {"close"}, check)


class Nothing_is_lost(unittest.TestCase):
    """What the library has made when a signal strikes is freed all the same."""

    def pages(self):
        statm = pathlib.Path("/proc/self/statm")
        if not statm.exists():
            self.skipTest("the system does not tell how much memory is in use")
        gc.collect()
        return int(statm.read_text().split()[1])

    def test_games_rules_and_readers(self):
        game, rules = Game(), Rules("ideal")
        for module, name, make in ((_ffi, "vc_game_new", lambda: Game(rules)), (game_module, "_clone", game.copy),
                                   (_ffi, "vc_rules_new", lambda: Rules("power")),
                                   (_ffi, "vc_rules_copy", lambda: rules.replace(hand_size=5)),
                                   (_ffi, "vc_record_new", lambda: Record(game)),
                                   (_ffi, "vc_reader_new_text", lambda: pgn.reads("1. e4 *"))):
            with self.subTest(name), mock.patch.object(module, name, behind(getattr(module, name))):
                def often(times):
                    for _ in range(times):
                        with self.assertRaises(Struck):
                            make()  # noqa: B023
                often(1000)
                before = self.pages()
                often(10000)
                self.assertLess(self.pages() - before, 250)

    def test_threads_of_a_batch(self):
        try:
            from variantchess.batch import Batch
        except ImportError:
            self.skipTest("no numpy")
        tasks = pathlib.Path("/proc/self/task")
        if not tasks.exists():
            self.skipTest("the system does not tell how many threads there are")
        before = len(list(tasks.iterdir()))
        with mock.patch.object(_ffi, "vc_batch_new", behind(_ffi.vc_batch_new)):
            for _ in range(3):
                with self.assertRaises(Struck):
                    Batch("orthodox", 8, threads=4)
        gc.collect()
        self.assertEqual(len(list(tasks.iterdir())), before)


if __name__ == "__main__":
    unittest.main()
