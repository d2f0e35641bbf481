# SPDX-License-Identifier: ISC
"""What several tests of the Python package use."""
import json
import os
import pathlib
import random
import sys
import unittest

#: The source tree.
ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "variantchess" / "variantchess.h"
VECTORS = ROOT / "tests" / "vectors"
#: The folder that holds the package, for programs that tests start.
PACKAGES = ROOT / "bindings" / "python"

#: A position of each rule set in which a lot is possible, for tests of what all rule sets share.
BUSY = {
    "orthodox": ("r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 7 30", {}),
    "quantum": ("r3k2r/8/2b5/8/4N3/8/P6P/R3K2R w KQkq - 0 1", {"temperature": "1/2"}),
    "potential": ("r3k2r/p6p/2n5/3pP3/8/8/P2Q3P/R3K2R w KQkq d6 0 1", {}),
    "power": ("r3k2r/8/8/3[NP]4/8/2[bp]5/8/R3K2R w KQkq - 0 1", {"combo_captures": "on"}),
    "ideal": (None, {"hand_size": "6", "two_decks": "on", "jokers": "1"}),
}


def load_jsonl(path):
    """The lines of a file as (number, value)."""
    with open(path, encoding="utf-8") as file:
        return [(number, json.loads(line)) for number, line in enumerate(file, 1)]


def environment(**changes):
    """The environment for a program that a test starts: this one's, with the package in its path."""
    env = dict(os.environ, PYTHONPATH=str(PACKAGES), PYTHONDONTWRITEBYTECODE="1")
    for name, value in changes.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env


class Scripted:
    """Dice that give the listed numbers, then zeros, and remember the bounds."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)
        self.bounds = []

    def __call__(self, bound):
        self.bounds.append(bound)
        return self.numbers.pop(0) if self.numbers else 0


class Boom(Exception):
    """Raised by callbacks and files."""


class NothingIsDropped(unittest.TestCase):
    """Tests in which no exception may end as a message of ctypes."""

    def setUp(self):
        self.dropped = []
        before = sys.unraisablehook
        sys.unraisablehook = self.dropped.append
        self.addCleanup(self.assertEqual, self.dropped, [])
        self.addCleanup(setattr, sys, "unraisablehook", before)


def play_at_random(game, seed, most=400):
    """Plays random actions, chance's outcomes as likely as any, until the game is over or has so many; yields before
    each action."""
    dice = random.Random(seed)
    while not game.is_over and game.length < most:
        yield game
        game.step(dice.choice(sorted(game.actions or game.chance_weights)))
