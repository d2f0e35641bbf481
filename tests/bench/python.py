#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Makes tables of how fast the Python package is, beside others. Usage: python.py BATCH [ROUNDS]

The others are python-chess, pyffish and OpenSpiel, each in a process of its own, in turns with this package; BATCH is
the program batch.c, with which batches in Python are compared. Of the rounds (3) the medians count. All figures are by
the processor's time, but those of threads, which are by the clock. What is missing is left out; the environment's
PYTHON_CHESS names a Python that has PyPI's `chess`, `pyffish`, `open_spiel` and `numpy`, and measures everything.
Nothing fails because a machine is slow.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from bench import table

PYTHON = os.environ.get("PYTHON_CHESS", sys.executable)
MEASURES = pathlib.Path(__file__).with_name("python_measures.py")
RULES = ("orthodox", "quantum", "potential", "power", "ideal")
SIZES = (1, 16, 128, 1024, 4096, 16384)
SECONDS = "1"
#: How often a round compares batches in Python and in C.
PAIRS = 3

#: Rows of the first table: what, and how each is asked for it; None for who has no such thing.
BESIDE = {
    "random games, plies": (("playouts", "orthodox"), ("playouts",), ("playouts",), ("playouts",)),
    "a move and a list of legal ones": (("lists",), ("lists",), ("lists",), None),
    "copies without history": (("copies", "without"), ("copies", "without"), None, None),
    "copies with history, 60 plies": (("copies", "with"), ("copies", "with"), None, None),
    "FENs read": (("fens", "read"), ("fens", "read"), None, None),
    "FENs written": (("fens", "write"), ("fens", "write"), None, None),
    "FENs read and written": (None, None, ("fens",), None),
}
WHO = ("variantchess", "python-chess", "pyffish", "openspiel")


class Figures:
    """What was measured, by its case: figures of all rounds."""

    def __init__(self):
        self.all = {}
        self.missing = set()

    def measure(self, clock, *case):
        """What a process of its own measured; None when something is missing for it."""
        if case in self.missing:
            return None
        done = subprocess.run([PYTHON, MEASURES, *case], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode == 77:
            self.missing.add(case)
            print(*case, done.stderr.strip())
            return None
        if done.returncode:
            sys.exit(done.stderr)
        line = json.loads(done.stdout)
        self.add(case, line, clock)
        return line

    def add(self, case, line, clock=False):
        print(json.dumps({"bench": "python", "case": case, **line}), flush=True)
        self.all.setdefault(case, []).append(line["count"] / line["seconds" if clock else "cpu_seconds"])

    def median(self, *case):
        return statistics.median(self.all[case]) if case in self.all else None


def cell(value, digits=0):
    return "" if value is None else f"{value:,.{digits}f}"


def measure_pair(figures, batch, rules, games):
    """Batches in Python, then in C; ratios are those of the pair, which a machine that is busy disturbs alike."""
    line = figures.measure(False, "variantchess", "batches", rules, games)
    if not line:
        return
    plain = json.loads(subprocess.check_output([batch, rules, games, "1", "lists", SECONDS], text=True))
    speed = plain["actions"] / plain["cpu_seconds"]
    figures.add(("C", rules, games), {"count": plain["actions"], "cpu_seconds": plain["cpu_seconds"]})
    figures.add(("ratio", rules, games), {"count": line["count"] / speed, "cpu_seconds": line["cpu_seconds"]})
    figures.add(("ratio of steps", rules, games), {"count": line["count"] / speed, "cpu_seconds": line["step_seconds"]})


def batch_cases():
    """Rule sets and sizes."""
    return [(rules, "1024") for rules in RULES] + [("orthodox", str(games)) for games in SIZES if games != 1024]


def run_round(figures, batch):
    for asked in BESIDE.values():
        for who, case in zip(WHO, asked):
            if case:
                figures.measure(False, who, *case)
    for rules in RULES:
        figures.measure(False, "variantchess", "playouts", rules)
        figures.measure(False, "variantchess", "openspiel", rules)
    for rules, games in PAIRS * batch_cases():
        measure_pair(figures, batch, rules, games)
    for what in ("perft", "playouts", "batches"):
        for threads in ("1", "2"):
            figures.measure(True, "variantchess", "threads", what, threads)


def show(figures):
    rows = []
    for name, asked in BESIDE.items():
        values = [figures.median(who, *case) if case else None for who, case in zip(WHO, asked)]
        ratio = values[0] / values[1] if values[0] and values[1] else None
        rows.append([name, *map(cell, values), cell(ratio, 1)])
    table("orthodox chess from Python, a second", ["", *WHO, "times python-chess"], rows)
    table("random games from Python, actions a second", ["", *RULES],
          [["Game", *(cell(figures.median("variantchess", "playouts", rules)) for rules in RULES)],
           ["game of OpenSpiel", *(cell(figures.median("variantchess", "openspiel", rules)) for rules in RULES)]])
    rows = []
    for rules, games in batch_cases():
        ours, plain = figures.median("variantchess", "batches", rules, games), figures.median("C", rules, games)
        if ours:
            ratios = (figures.median(ratio, rules, games) for ratio in ("ratio", "ratio of steps"))
            rows.append([f"{rules}, {games} games", f"{plain / 1e6:.2f}", f"{ours / 1e6:.2f}",
                         *(f"{ratio:.2f}" for ratio in ratios)])
    table("batches, one thread, lists, million actions a second; with choosing at random, but for the last ratio",
          ["", "C", "Python", "ratio", "steps alone"], rows)
    rows = []
    for what in ("perft", "playouts", "batches"):
        one, two = (figures.median("variantchess", "threads", what, threads) for threads in ("1", "2"))
        if one and two:
            rows.append([what, f"{one / 1e6:.1f}", f"{two / 1e6:.1f}", f"{two / one:.2f}"])
    table("Python threads, million nodes or actions a second by the clock", ["", "1", "2", "ratio"], rows)


def main(batch, rounds="3"):
    figures = Figures()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        subprocess.run([PYTHON, MEASURES, "variantchess", "game"], stdout=file, check=True)
        os.environ["PYTHON_BENCH_GAME"] = file.name
        for _ in range(int(rounds)):
            run_round(figures, batch)
    show(figures)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python.py BATCH [ROUNDS]")
    main(*sys.argv[1:])
