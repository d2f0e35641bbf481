#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Measures uniformly random games driven action by action from Python. Usage: python_playouts.py [ROUNDS]

Prints lines of JSON: plies a second of each rule set and, where PyPI's `chess` is installed, of python-chess, and how
many times as fast orthodox games are here. Each is a process of its own, one after the other in ROUNDS rounds (3), of
which the best counts; the environment's PYTHON_CHESS names the Python that has python-chess, which measures both.
Draws count only where rules end the game by themselves, for both. Nothing fails because a machine is slow.
"""
import json
import os
import random
import subprocess
import sys
import time

SECONDS = 2.0
SEED = 1

PYTHON = os.environ.get("PYTHON_CHESS", sys.executable)


def python_chess(dice):
    """Plays one game; returns its plies."""
    import chess
    board = chess.Board()
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return len(board.move_stack)


def ours(rules):
    import variantchess

    def play(dice):
        game = variantchess.Game(rules)
        while not game.is_over:
            game.play(dice.choice(game.actions))
        return game.length
    return play


def measure(what):
    """Plays games for some seconds and prints plies a second."""
    if what == "python-chess":
        try:
            import chess  # noqa: F401
        except ImportError:
            sys.exit(77)
        play = python_chess
    else:
        play = ours(what)
    dice, plies, start = random.Random(SEED), 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        plies += play(dice)
    print(plies / (time.perf_counter() - start))


def best(what, results):
    done = subprocess.run([PYTHON, __file__, "--measure", what], stdout=subprocess.PIPE, text=True)
    if done.returncode == 77:
        return
    done.check_returncode()
    results[what] = max(results.get(what, 0), float(done.stdout))


def main(rounds):
    results = {}
    for _ in range(rounds):
        for what in ("orthodox", "python-chess", "quantum", "potential", "power", "ideal"):
            best(what, results)
    for what, speed in results.items():
        print(json.dumps({"bench": "python playouts", "what": what, "plies_per_second": round(speed)}))
    if "python-chess" in results:
        print(json.dumps({"bench": "python playouts", "times_python_chess":
                          round(results["orthodox"] / results["python-chess"], 1)}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
