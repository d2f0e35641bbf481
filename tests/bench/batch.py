#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Makes tables of how fast batches of games are played at random. Usage: batch.py BATCH

BATCH is the program batch.c. Its runs are taken in turns with stockfish's `go perft` from the start position, where that
is at hand, and what is printed are medians and their ratio to stockfish's. Both are by the processor's time, which a
machine that does something else meanwhile disturbs less than the clock's; by the clock are only the figures that say so.
"""
import json
import os
import statistics
import subprocess
import sys

from bench import STOCKFISH, table

ROUNDS = 5
SECONDS = "0.2"
RULES = ("orthodox", "quantum", "potential", "power", "ideal")
WHAT = ("lists", "masks", "planes", "floats")
SIZES = (1, 16, 128, 1024, 4096, 16384)
THREADS = (1, 2)


def run(batch, rules, games, threads, what):
    """Actions a second, by the processor and by the clock."""
    line = json.loads(subprocess.check_output([batch, rules, str(games), str(threads), what, SECONDS], text=True))
    print(json.dumps(line), flush=True)
    return line["actions"] / line["cpu_seconds"], line["actions"] / line["seconds"]


def processor_time(commands):
    """What stockfish says to commands, and the seconds of the processor that it takes."""
    with subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write(commands + "quit\n")
        process.stdin.close()
        said = process.stdout.read()
        _, process.returncode, usage = os.wait4(process.pid, 0)
    return said, usage.ru_utime + usage.ru_stime


def run_stockfish():
    """Nodes a second by the processor, without what starting takes."""
    position = "setoption name Threads value 1\nposition startpos\n"
    said, seconds = processor_time(position + "go perft 6\n")
    nodes = int(said.split("Nodes searched: ")[1].split()[0])
    return nodes / (seconds - processor_time(position)[1])


def main(batch):
    cases = [(rules, 1024, 1, what) for rules in RULES for what in WHAT]
    cases += [(rules, games, 1, "lists") for rules in RULES for games in SIZES if games != 1024]
    cases += [(rules, 1024, threads, "lists") for rules in RULES for threads in THREADS if threads > 1]
    figures = {case: [] for case in cases}
    stockfish = []
    for _ in range(ROUNDS):
        for rules in RULES:
            if STOCKFISH:
                stockfish.append(run_stockfish())
            for case in cases:
                if case[0] == rules:
                    figures[case].append(run(batch, *case))
    median = {case: statistics.median(used for used, _ in values) for case, values in figures.items()}
    by_clock = {case: statistics.median(clock for _, clock in values) for case, values in figures.items()}
    reference = statistics.median(stockfish) if stockfish else None

    def cell(value):
        return f"{value / 1e6:.2f}" + (f" ({value / reference:.4f})" if reference else "")

    beside = f" (and beside stockfish's {reference / 1e6:.0f} million nodes of perft)" if reference else ""
    table(f"batches of 1024 games, one thread, million actions a second{beside}", ["", *WHAT],
          [[rules, *(cell(median[rules, 1024, 1, what]) for what in WHAT)] for rules in RULES])
    table("batches by their size, one thread, lists, million actions a second", ["", *map(str, SIZES)],
          [[rules, *(f"{median[rules, games, 1, 'lists'] / 1e6:.2f}" for games in SIZES)] for rules in RULES])
    table("batches of 1024 games by threads, lists, million actions a second by the clock; by the processor's",
          ["", *map(str, THREADS), *map(str, THREADS)],
          [[rules, *(f"{figure[rules, 1024, threads, 'lists'] / 1e6:.2f}" for figure in (by_clock, median)
                     for threads in THREADS)] for rules in RULES])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: batch.py BATCH")
    main(sys.argv[1])
