# SPDX-License-Identifier: ISC
"""Any sequence of calls against a model: hypothesis looks for one after which a game is not what it should be."""
import copy
import pickle
import unittest

try:
    from hypothesis import settings, strategies
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
except ImportError:
    raise unittest.SkipTest("no hypothesis") from None

from variantchess import (BusyError, Game, IllegalActionError, NothingError, VariantChessError, rule_sets)

from support import BUSY


class Oops(Exception):
    """What callbacks raise."""


class Machine(RuleBasedStateMachine):
    """The model: the positions from the first to the present one, what led from each to the next, and how many of these
    can be redone. Fresh games, which have no history, tell what is legal."""

    @initialize(name=strategies.sampled_from(sorted(rule_sets())), busy=strategies.booleans(),
                seed=strategies.integers(0, 2 ** 256 - 1))
    def begin(self, name, busy, seed):
        position, options = BUSY[name] if busy else (None, {})
        self.game = Game(name, position, seed=seed, **options)
        self.positions, self.actions, self.now = [self.game.position], [], 0
        self.events = []
        self.raising = False
        self.seed = seed
        self.game.on_event(self.hear)

    def go_on_with(self, game):
        """A copy has neither dice nor listeners."""
        self.game = game
        game.use_seed(self.seed)
        game.on_event(self.hear)

    def hear(self, game, event):
        self.events.append(event.type)
        for change in (game.undo, game.close, game.play, lambda: game.step("e2e4")):
            try:
                change()
            except BusyError:
                continue
            except IllegalActionError:
                continue  # what is no action here is refused before the game is asked
            raise AssertionError("a busy game was changed")
        if self.raising:
            raise Oops

    def fresh(self):
        return Game(self.game.rules, self.positions[self.now])

    def went_on(self, actions):
        """The game has done these actions."""
        del self.positions[self.now + 1:], self.actions[self.now:]
        for action in actions:
            fresh = self.fresh()
            fresh.step(action)
            self.positions.append(fresh.position)
            self.actions.append(action)
            self.now += 1

    def choose(self, data):
        """One of what can be done now; None when the game is over, by the rules or since a position came back."""
        choices = sorted(self.game.actions or self.game.chance_weights)
        return data.draw(strategies.sampled_from(choices)) if choices else None

    @rule(data=strategies.data(), as_text=strategies.booleans())
    def step(self, data, as_text):
        action = self.choose(data)
        if action is not None:
            self.game.step(str(action) if as_text else int(action))
            self.went_on([action])

    @rule(data=strategies.data())
    def play(self, data):
        action = self.choose(data)
        if action is not None:
            self.went_on([action, *self.game.play(self.game.san(action) if self.game.actor != "chance" else action)])
            assert self.game.actor != "chance"

    @rule(data=strategies.data())
    def a_listener_raises(self, data):
        action = self.choose(data)
        if action is None:
            return
        self.raising, heard = True, len(self.events)
        try:
            self.game.step(action)
        except Oops:
            assert len(self.events) > heard
        else:
            assert len(self.events) == heard, "what a listener raised was dropped"
        finally:
            self.raising = False
        self.went_on([action])

    @precondition(lambda self: self.game.actor == "chance")
    @rule(answer=strategies.sampled_from([None, -1, 1 << 70, "raise"]))
    def dice_refuse(self, answer):
        def dice(bound):
            if answer == "raise":
                raise Oops
            return answer
        twin = self.game.copy()
        twin.use_dice(dice)
        for call in (twin.draw, twin.play):
            try:
                call()
            except (Oops, TypeError, VariantChessError):
                assert (twin.position, twin.length) == (self.positions[self.now], self.now)
            else:
                raise AssertionError("refusing dice gave something")

    @precondition(lambda self: self.game.actor == "chance")
    @rule()
    def draw(self):
        drawn = self.game.draw()
        self.went_on([drawn])

    @rule(text=strategies.sampled_from(["e2e5", "a1a1", "?e1", "=k", "!q", "-9d", "^d", "+Qc", "Kxe9", "", "O-O-O-O"]))
    def refused(self, text):
        if text in self.game.actions or self.game.actor == "chance":
            return
        for call in (self.game.step, self.game.play):
            try:
                call(text)
            except VariantChessError:
                continue
            raise AssertionError("%r was played" % text)

    @rule()
    def undo(self):
        try:
            self.game.undo()
        except NothingError:
            assert self.now == 0
        else:
            self.now -= 1

    @rule()
    def redo(self):
        try:
            self.game.redo()
        except NothingError:
            assert self.now == len(self.actions)
        else:
            self.now += 1

    @rule()
    def end_and_take_it_back(self):
        if not self.game.is_over:
            self.game.resign()
            assert self.game.is_over and self.game.outcome.reason == "resignation"
            self.game.undo()
            assert self.game.undone[0].outcome.reason == "resignation"
            self.game.redo()
            self.game.undo()
            assert pickle.loads(pickle.dumps(self.game)).undone == self.game.undone
            replayed = Game(self.game.rules, self.game.start)  # which knows nothing of the ending, like the model
            for entry in self.game.history:
                replayed.step(entry.action)
            self.go_on_with(replayed)
            self.went_on([])

    @rule(how=strategies.sampled_from([copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]))
    def become_a_copy(self, how):
        self.go_on_with(how(self.game))

    @rule()
    def jump_to_a_snapshot(self):
        self.game.restore(self.game.snapshot())
        self.positions, self.actions, self.now = [self.positions[self.now]], [], 0

    @invariant()
    def agrees(self):
        game, fresh = self.game, self.fresh()
        assert game.position == self.positions[self.now] == fresh.position
        assert (game.length, game.length + game.redo_length) == (self.now, len(self.actions))
        assert [entry.action for entry in game.history + game.undone] == self.actions
        assert game.hash == fresh.hash
        assert dict(game.pieces) == dict(fresh.pieces) and game.hands == fresh.hands
        if not game.is_over:
            assert game.actions == fresh.actions and game.chance_weights == fresh.chance_weights
            assert (game.actor == "chance") == bool(game.chance_weights) != bool(game.actions)


Machine.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None, derandomize=True,
                                     database=None)
Stateful = Machine.TestCase


if __name__ == "__main__":
    unittest.main()
