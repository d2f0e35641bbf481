# SPDX-License-Identifier: ISC
"""Dice, event and progress callbacks: how long they live, what becomes of their exceptions, what they may do."""
import gc
import signal
import threading
import unittest

from variantchess import (Action, ArgumentError, BusyError, DiceRefusedError, Event, Game, IllegalActionError,
                          NothingError, Piece, StoppedError)

from support import Boom, NothingIsDropped, Scripted

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def collect_garbage():
    """Gives memory that somebody still points to the best chance to be used for something else."""
    gc.collect()
    return [bytearray(100) for _ in range(1000)]


class Lifetimes(NothingIsDropped):
    def test_py_01_dice_live_as_long_as_they_are_used(self):
        game = Game("quantum")
        calls = [0]

        def set_dice():
            by = 1

            def roll(bound):
                calls[0] += by
                return bound - 1

            game.use_dice(roll)

        set_dice()
        collect_garbage()
        for _ in range(10000):
            game.step("?g1")
            self.assertIs(game.draw(), Action("=q"))
            game.undo()
            game.undo()
        self.assertEqual(calls, [10000])
        for _ in range(100):
            set_dice()
            collect_garbage()
            game.step("?g1")
            game.draw()
            game.undo_decision()
        self.assertEqual(calls, [10100])
        game.use_csprng()
        game.play("?g1")
        self.assertEqual(calls, [10100])
        game.close()
        del game
        collect_garbage()

    def test_py_01_listeners_live_as_long_as_they_are_set(self):
        game = Game()
        heard = []

        def listen():
            extra = [None]
            game.on_event(lambda game, event: heard.append((extra[0], event)))

        listen()
        collect_garbage()
        for _ in range(10000):
            game.step("e2e4")
            game.undo()
        self.assertEqual(len(heard), 20000)
        for _ in range(50):
            listen()
            collect_garbage()
            game.step("e2e4")
            game.undo()
        self.assertEqual(len(heard), 20100)
        game.on_event(None)
        collect_garbage()
        game.step("e2e4")
        self.assertEqual(len(heard), 20100)

    def test_the_old_callback_is_let_go(self):
        class Callback:
            alive = 0

            def __init__(self):
                Callback.alive += 1

            def __del__(self):
                Callback.alive -= 1

            def __call__(self, *arguments):
                return 0

        game = Game("quantum")
        for setter in (game.on_event, game.on_touch, game.use_dice):
            for _ in range(10):
                setter(Callback())
            gc.collect()
            self.assertEqual(Callback.alive, 1)
            setter(Callback()) if setter == game.use_dice else setter(None)
            game.use_csprng()
            gc.collect()
            self.assertEqual(Callback.alive, 0)
        game.on_event(Callback())
        game.use_dice(Callback())
        game.close()
        self.assertEqual(Callback.alive, 0)

    def test_copies_have_neither_dice_nor_listeners(self):
        game = Game("quantum")
        game.use_dice(Scripted())
        game.on_event(self.fail)
        twin = game.copy()
        game.close()
        collect_garbage()
        twin.play("?g1")

    def test_what_cannot_be_called(self):
        game = Game("quantum")
        for bad in (1, "x", b"0" * 32):
            for setter in (game.on_event, game.on_touch, game.use_dice, lambda bad: game.perft(1, progress=bad)):
                with self.assertRaises(TypeError):
                    setter(bad)
        with self.assertRaises(TypeError):
            game.use_dice(None)


class DiceCallbacks(NothingIsDropped):
    def setUp(self):
        super().setUp()
        self.game = Game("quantum")

    def test_dice_map_onto_the_outcomes_in_order(self):
        game, bounds = self.game, []
        drawn = []
        for roll in range(29):
            game.use_dice(lambda bound: bounds.append(bound) or roll)
            game.step("?g1")
            drawn.append(str(game.draw()))
            game.undo_decision()
        self.assertEqual(drawn, ["=n"] * 10 + ["=b"] * 10 + ["=r"] * 6 + ["=q"] * 3)
        self.assertEqual(bounds, [29] * 29)

    def test_py_03_an_exception_refuses_the_draw_and_comes_out(self):
        """The third call raises; the game is as before that call."""
        game, errors = self.game, [Boom("third"), KeyboardInterrupt(), SystemExit(3), GeneratorExit(), StopIteration()]
        calls = 0

        def roll(bound):
            nonlocal calls
            calls += 1
            if calls >= 3 and errors:
                raise errors[0]
            return 10

        game.use_dice(roll)
        game.play("?g1")
        game.play("?b1")
        before = game.position, game.history, game.chance_index
        while errors:
            error = errors[0]
            with self.assertRaises(type(error)) as caught:
                game.play("?a1")
            self.assertIs(caught.exception, error)
            self.assertEqual((game.position, game.history, game.chance_index), before)
            game.step("?a1")
            with self.assertRaises(type(error)) as caught:
                game.draw()
            self.assertIs(caught.exception, error)
            self.assertEqual((game.actor, game.length), ("chance", len(before[1]) + 1))
            game.undo()
            del errors[0]
        self.assertEqual([str(action) for action in game.play("?a1")], ["=b"])

    def test_py_03_an_exception_late_in_a_step_takes_the_whole_step_back(self):
        game = Game("ideal", hand_size=8)
        calls = []

        def roll(bound):
            calls.append(bound)
            if len(calls) == 5:
                raise Boom
            return 0

        game.use_dice(roll)
        before = game.position
        with self.assertRaises(Boom):
            game.play()
        self.assertEqual((game.position, game.length, len(calls)), (before, 0, 5))
        self.assertEqual(len(game.play()), 8)

    def test_py_03_answers_that_are_no_numbers(self):
        game = self.game
        game.step("?g1")
        for answer in (None, "x", 1.0, [], object(), b"\0"):
            game.use_dice(lambda bound: answer)
            with self.assertRaises(TypeError):
                game.draw()
        self.assertEqual((game.actor, game.length), ("chance", 1))

    def test_rng_02_answers_out_of_range_are_refused(self):
        game = self.game
        game.step("?g1")
        for answer in (29, 30, -1, 1 << 32, 1 << 64, (1 << 64) + 1, -(1 << 64), (1 << 64) - 1):
            game.use_dice(lambda bound: answer)
            with self.assertRaises(DiceRefusedError):
                game.draw()
            with self.assertRaises(DiceRefusedError):
                game.play()
        self.assertEqual((game.actor, game.length), ("chance", 1))
        game.use_dice(lambda bound: bound - 1)
        self.assertEqual(str(game.draw()), "=q")

    def test_answers_that_stand_for_a_number(self):
        class Five:
            def __index__(self):
                return 5

        self.game.use_dice(lambda bound: Five())
        self.game.step("?g1")
        self.assertEqual(str(self.game.draw()), "=n")

    def test_py_05_dice_cannot_touch_their_game(self):
        game, seen = self.game, []

        def roll(bound):
            seen.append(game.position)
            for change in CHANGES:
                with self.assertRaises(BusyError):
                    change(game)
            seen.append(game.position)
            return 0

        game.use_dice(roll)
        game.step("?g1")
        before = game.position
        game.draw()
        self.assertEqual(seen, [before, before])
        self.assertEqual(game.length, 2)

    def test_BusyError_comes_out_like_any_other(self):
        game = self.game
        game.use_dice(lambda bound: game.undo())
        game.step("?g1")
        with self.assertRaises(BusyError):
            game.draw()
        self.assertEqual((game.actor, game.length), ("chance", 1))

    def test_dice_may_use_other_games(self):
        game, other = self.game, Game("quantum")
        other.use_dice(lambda bound: 20)

        def roll(bound):
            other.play("?b1")
            return bound - 1

        game.use_dice(roll)
        self.assertEqual([str(action) for action in game.play("?g1")], ["=q"])
        self.assertEqual(other.touched.names(), ("b1",))

    def test_one_callable_for_many_games(self):
        dice = Scripted(0, 10, 20, 26)
        games = [Game("quantum") for _ in range(4)]
        for game in games:
            game.use_dice(dice)
        self.assertEqual([str(game.play("?g1")[0]) for game in games], ["=n", "=b", "=r", "=q"])


#: Everything that must be refused with BusyError inside a callback of the game.
CHANGES = (
    lambda game: game.step("a2a3"),
    lambda game: game.play("a2a3"),
    lambda game: game.play(),
    lambda game: game.draw(),
    lambda game: game.undo(),
    lambda game: game.undo_decision(),
    lambda game: game.redo(),
    lambda game: game.close(),
    lambda game: game.set_position(),
    lambda game: game.restore(game.snapshot()),
    lambda game: game.load(game.save()),
    lambda game: game.copy_from(game.copy()),
    lambda game: game.claim(),
    lambda game: game.resign(),
    lambda game: game.use_csprng(),
    lambda game: game.use_seed(bytes(32)),
    lambda game: game.use_dice(lambda bound: 0),
    lambda game: game.on_event(None),
    lambda game: game.on_event(print),
    lambda game: game.on_touch(None),
    lambda game: game.perft(1),
)


class EventCallbacks(NothingIsDropped):
    def listen(self, game):
        heard = []
        game.on_event(lambda heard_from, event: heard.append(event))
        return heard

    def test_Q3_a_touch_is_told(self):
        game = Game("quantum")
        heard, touches = self.listen(game), []
        game.on_touch(lambda game, event: touches.append((event, game.phase)))
        game.use_dice(Scripted(10, 0))
        game.step("?g1")
        self.assertEqual(heard, [])
        game.draw()
        weights = {"n": 10, "b": 10, "r": 6, "q": 3}
        in_vain = Event("touch", Action("=b"), "w", square=6, before=Piece("w", "n"), after=Piece("w", "b"),
                        weights=weights)
        self.assertEqual(heard, [in_vain])
        game.play("?b1")
        must_move = Event("touch", Action("=n"), "w", square=1, before=Piece("w", "n"), after=Piece("w", "n"),
                          can_move=True, weights=weights)
        self.assertEqual(heard, [in_vain, must_move])
        self.assertEqual(touches, [(in_vain, "turn"), (must_move, "moving")])

    def test_captures_promotions_undo_and_redo_are_told(self):
        game = Game("orthodox", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
        heard = self.listen(game)
        game.step("b7a8q")
        kinds = {event.type: event for event in heard}
        self.assertEqual(kinds["capture"].before, Piece("b", "r"))
        self.assertEqual((kinds["move"].square, kinds["move"].to_square, kinds["move"].before),
                         (49, 56, Piece("w", "p")))
        self.assertEqual((kinds["promotion"].before, kinds["promotion"].after), (Piece("w", "p"), Piece("w", "q")))
        self.assertTrue(all(event.action == Action("b7a8q") and event.color == "w" for event in heard))
        told = list(heard)
        del heard[:]
        game.undo()
        self.assertEqual([(event.type, str(event.action)) for event in heard], [("undo", "b7a8q")])
        del heard[:]
        game.redo()
        self.assertEqual(heard[0].type, "redo")
        self.assertEqual(heard[1:], told)

    def test_the_end_is_told(self):
        game = Game()
        heard = self.listen(game)
        for action in "f2f3 e7e5 g2g4 d8h4".split():
            game.step(action)
        self.assertEqual((heard[-1].type, heard[-1].winner, heard[-1].reason), ("end", "b", "checkmate"))
        game.undo()
        game.agree_draw()
        self.assertEqual((heard[-1].type, heard[-1].winner, heard[-1].reason), ("end", None, "agreement"))

    def test_I3_cards_are_told(self):
        game = Game("ideal")
        heard = self.listen(game)
        game.step("-3d")
        self.assertEqual([(event.type, event.card) for event in heard], [("discard", "3d")])
        game.step("e2e4")
        drawn = game.draw()
        self.assertEqual((heard[-1].type, heard[-1].card, heard[-1].color), ("draw", drawn.card, "w"))

    def test_I4_reshuffles_are_told(self):
        """A deck whose last card is taken; with two decks the event says which one it was."""
        for options, position, take, suit in (
                ({}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3h4d/3c3s4c4s discards:Ad2d5d6d7d8d9dTdJdQdKd"
                     "Ah2h4h5h6h7h8h9hThJhQh/- drawing:w", "+Kh", None),
                ({"two_decks": "on"}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3h4h/3c3s4c4s discards:Ad2d4d5d6d7d8d"
                                      "9dTdJdQd/- choosing:w top:Kd2h/5c5s", "^d", "d"),
                ({"two_decks": "on"}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 hands:3d3h4d/3c3s4c4s discards:Ah2h4h5h6h7h8h"
                                      "9hThJhQh/- choosing:w top:2dKh/5c5s", "^h", "h")):
            game = Game("ideal", position, **options)
            heard = self.listen(game)
            game.step(take)
            self.assertEqual([(event.type, event.color, event.card, event.suit) for event in heard
                              if event.type == "reshuffle"], [("reshuffle", "w", None, suit)])

    def test_the_game_is_read_in_the_state_after_the_whole_call(self):
        game = Game("quantum")
        seen = []
        game.use_dice(Scripted(10))
        game.on_event(lambda game, event: seen.append((game.position, [str(entry.action) for entry in game.history])))
        game.play("?g1")
        self.assertEqual(set(position for position, _ in seen), {game.position})
        self.assertEqual(seen[0][1], ["?g1", "=b"])

    def test_py_03_an_exception_comes_after_the_fact_the_first_of_several(self):
        for error in (Boom("first"), KeyboardInterrupt(), SystemExit(1), GeneratorExit(), StopIteration()):
            game, calls = Game("orthodox", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1"), []

            def callback(game, event):
                calls.append(event.type)
                raise error if len(calls) == 1 else Boom("later")

            game.on_event(callback)
            with self.assertRaises(type(error)) as caught:
                game.step("b7a8q")
            self.assertIs(caught.exception, error)
            self.assertEqual(game.position, "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1")
            self.assertGreater(len(calls), 2)
            game.on_event(None)
            game.undo()
            self.assertEqual(game.length, 0)

    def test_py_03_exceptions_come_out_of_every_call_that_tells(self):
        game = Game("quantum")

        def callback(game, event):
            raise Boom(event.type)

        game.use_dice(Scripted(0, 0, 0))
        game.on_event(callback)
        game.step("?g1")
        for call, kind, length in ((game.draw, "touch", 2), (game.undo, "undo", 1), (game.redo, "redo", 2),
                                   (game.undo_decision, "undo", 0), (lambda: game.play("?g1"), "touch", 2),
                                   (lambda: game.step("g1f3"), "move", 3), (game.resign, "end", 4)):
            with self.assertRaises(Boom) as caught:
                call()
            self.assertEqual((str(caught.exception), game.length), (kind, length))

    def test_an_exception_does_not_stay_for_the_next_call(self):
        game = Game()

        def callback(game, event):
            raise Boom

        game.on_event(callback)
        with self.assertRaises(Boom):
            game.step("e2e4")
        game.on_event(None)
        game.step("e7e5")
        with self.assertRaises(IllegalActionError):
            game.step("e2e4")

    def test_a_touch_callback_that_raises_does_not_keep_the_event_from_others(self):
        game = Game("quantum")
        heard = self.listen(game)

        def callback(game, event):
            raise Boom

        game.on_touch(callback)
        with self.assertRaises(Boom):
            game.play("?g1")
        self.assertEqual([event.type for event in heard], ["touch"])

    def test_py_05_a_callback_cannot_change_its_game(self):
        game, refused = Game(), []

        def callback(game, event):
            for change in CHANGES:
                with self.assertRaises(BusyError):
                    change(game)
                refused.append(change)
            raise Boom

        game.on_event(callback)
        for number, call in enumerate((lambda: game.step("e2e4"), game.undo, game.redo), 1):
            with self.assertRaises(Boom):
                call()
            self.assertEqual(len(refused) % len(CHANGES), 0)
            self.assertGreaterEqual(len(refused), number * len(CHANGES))
        self.assertEqual(game.length, 1)

    def test_py_05_nor_can_another_thread_meanwhile(self):
        game, refused = Game(), []

        def meddle():
            for change in CHANGES:
                try:
                    change(game)
                except BusyError as error:
                    refused.append(error)

        def callback(game, event):
            thread = threading.Thread(target=meddle)
            thread.start()
            thread.join()

        game.on_event(callback)
        game.step("e2e4")
        self.assertEqual(len(refused), len(CHANGES))
        self.assertEqual(game.length, 1)

    def test_a_callback_may_read_copy_and_use_other_games(self):
        game, other, copies = Game(), Game(), []

        def callback(game, event):
            self.assertEqual(len(game.actions), 20)
            self.assertIsNone(game.outcome)
            copies.append(game.copy())
            copies[-1].step(game.actions[0])
            if event.type == "move":
                other.step(event.action)

        game.on_event(callback)
        game.step("e2e4")
        self.assertEqual(other.position, game.position)
        self.assertEqual(copies[0].length, 2)

    def test_two_games_that_follow_each_other(self):
        a, b = Game(), Game()

        def follow(leader, follower):
            def callback(game, event):
                if event.type == "move" and follower.length < leader.length:
                    follower.step(event.action)
            leader.on_event(callback)

        follow(a, b)
        follow(b, a)
        a.step("e2e4")
        b.step("e7e5")
        self.assertEqual((a.position, a.length), (b.position, 2))

    def test_the_game_can_be_dropped_by_its_own_callback(self):
        box = [Game()]

        def callback(game, event):
            box.clear()
            del game
            collect_garbage()

        box[0].on_event(callback)
        box[0].step("e2e4")
        self.assertEqual(box, [])


class ProgressCallbacks(NothingIsDropped):
    def test_it_hears_of_rising_numbers_and_can_stop(self):
        game, heard = Game(), []

        def progress(nodes):
            heard.append((nodes, game.position))
            return len(heard) == 3

        with self.assertRaises(StoppedError):
            game.perft(8, progress=progress)
        self.assertEqual(len(heard), 3)
        self.assertEqual([position for _, position in heard], [ARRAY] * 3)
        self.assertEqual(sorted(nodes for nodes, _ in heard), [nodes for nodes, _ in heard])
        self.assertEqual(game.perft(2, progress=progress), 400)

    def test_py_03_exceptions_stop_the_count_and_come_out(self):
        game = Game()
        for error in (Boom(), KeyboardInterrupt(), GeneratorExit(), StopIteration()):
            def progress(nodes):
                raise error

            with self.assertRaises(type(error)) as caught:
                game.perft(8, progress=progress)
            self.assertIs(caught.exception, error)
            self.assertEqual((game.position, game.length), (ARRAY, 0))
        for answer in ("x", 1.5, [], b""):
            with self.assertRaises(TypeError):
                game.perft(8, progress=lambda nodes: answer)

    def test_py_05_the_game_can_be_read_but_not_changed(self):
        game, refused = Game(), []

        def progress(nodes):
            self.assertEqual((len(game.actions), game.copy().position), (20, ARRAY))
            for change in CHANGES:
                with self.assertRaises(BusyError):
                    change(game)
                refused.append(change)
            return True

        for bulk in (True, False):
            with self.assertRaises(StoppedError):
                game.perft(8, bulk, progress)
        self.assertEqual(len(refused), 2 * len(CHANGES))
        self.assertEqual(game.length, 0)
        game.step("e2e4")

    def test_a_second_count_on_another_game(self):
        game = Game()

        def progress(nodes):
            self.assertEqual(Game().perft(3, progress=self.fail), 8902)
            return True

        with self.assertRaises(StoppedError):
            game.perft(8, progress=progress)


@unittest.skipUnless(hasattr(signal, "setitimer"), "needs interval timers")
class Signals(NothingIsDropped):
    """Signals arrive while C runs, not when Python is at a convenient place; so their exceptions strike where a
    callback is entered."""

    def interrupt(self, *arguments):
        raise KeyboardInterrupt

    def setUp(self):
        super().setUp()
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, self.interrupt))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)

    def test_py_03_an_interrupt_ends_a_count(self):
        game = Game()
        for progress in (None, lambda nodes: None):
            for bulk in (True, False):
                signal.setitimer(signal.ITIMER_REAL, 0.05)
                with self.assertRaises(KeyboardInterrupt):
                    game.perft(6, bulk, progress)
                self.assertEqual((game.position, game.length), (ARRAY, 0))
        self.assertEqual(game.perft(2), 400)

    def run_into_interrupts(self, step, check):
        """Repeats a step through some hundred interrupts, each of which must come out once."""
        caught = fired = 0

        def interrupt(*arguments):
            nonlocal fired
            fired += 1
            raise KeyboardInterrupt

        signal.signal(signal.SIGALRM, interrupt)
        for round in range(400):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.00005 + round * 1e-6)
                for _ in range(100000):
                    step()
            except KeyboardInterrupt:
                caught += 1
            check()
        self.assertEqual((caught, fired), (400, 400))

    def test_py_03_an_interrupt_during_a_draw_leaves_no_trace(self):
        game = Game("quantum")
        game.use_dice(lambda bound: 10)
        lengths = set()

        def step():
            game.play("?g1")
            game.undo_decision()

        def check():
            lengths.add(game.length)
            self.assertIn(game.length, (0, 2))
            if game.length:
                self.assertEqual(str(game.history[1].action), "=b")
                game.undo_decision()

        self.run_into_interrupts(step, check)

    def test_py_03_an_interrupt_during_events_comes_out(self):
        game = Game()
        game.on_event(lambda game, event: None)

        def step():
            game.step("e2e4")
            game.undo()

        def check():
            if game.length:
                try:
                    game.undo()
                except KeyboardInterrupt:
                    self.fail("an interrupt came twice")

        self.run_into_interrupts(step, check)


class SeededAndSystemDice(NothingIsDropped):
    def test_seeds(self):
        game = Game("quantum")
        for bad in (b"", bytes(31), bytes(33)):
            with self.assertRaises(ArgumentError):
                game.use_seed(bad)
        for bad in (-1, 1 << 256):
            with self.assertRaises(ArgumentError):
                game.use_seed(bad)
        for bad in ("0" * 32, None, 3.2, True):
            with self.assertRaises(TypeError):
                game.use_seed(bad)
        game.use_seed(bytearray(range(32)))
        drawn = game.play("?g1")
        game.undo_decision()
        self.assertEqual(game.chance_index, 0)
        self.assertEqual(game.play("?g1"), drawn)
        self.assertEqual(game.chance_index, 1)

    def test_draw_where_there_is_nothing_to_draw(self):
        game = Game("quantum")
        with self.assertRaises(NothingError):
            game.draw()
        with self.assertRaises(NothingError):
            game.play()

    def test_a_copy_knows_nothing_of_the_seed(self):
        """That sixty touches agree by accident has a chance below 1e-25."""
        game = Game("quantum")
        game.use_seed(bytes(32))
        twin = game.copy()
        seeded, free = [], []
        for _ in range(60):
            for one, drawn in ((game, seeded), (twin, free)):
                one.set_position()
                drawn += one.play("?g1")
        self.assertEqual(len(set(seeded)), 1, "the first outcome of a seed is always the same")
        self.assertGreater(len(set(free)), 1)


if __name__ == "__main__":
    unittest.main()
