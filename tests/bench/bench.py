#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Runs the benchmark program and makes tables of what it measured. Usage: bench.py BENCH

The lines of JSON that it is made of are printed as they come. When the chess engine stockfish is at hand, its
`go perft` from the start position is timed in turns with ours, each in a process of its own. Figures of a machine that
does something else meanwhile say little; nothing fails because a machine is slow.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

#: How deep the perft that is compared goes, and how often it is timed.
DEPTH = 6
ROUNDS = 5

STOCKFISH = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")


def lines_of(*command):
    """The lines of JSON that a command prints, as they come; they are printed, too."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            yield json.loads(line)
    if process.returncode:
        sys.exit(f"bench.py: {' '.join(command)} failed: {process.returncode}")


def time_stockfish():
    """(nodes, seconds) of stockfish's perft, from the moment that it is asked."""
    with subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        print("setoption name Threads value 1\nposition startpos\nisready", file=process.stdin, flush=True)
        while process.stdout.readline().strip() != "readyok":
            if process.poll() is not None:
                sys.exit("bench.py: stockfish ended")
        start = time.perf_counter()
        print("go perft", DEPTH, file=process.stdin, flush=True)
        for line in process.stdout:
            if line.startswith("Nodes searched: "):
                seconds = time.perf_counter() - start
                print("quit", file=process.stdin, flush=True)
                return int(line.split()[2]), seconds
    sys.exit("bench.py: stockfish did not answer")


def compare(bench):
    """Prints how our perft compares with stockfish's: medians of runs in turns."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        line = json.loads(subprocess.check_output([bench, "once", "start", str(DEPTH)], text=True))
        nodes, seconds = time_stockfish()
        if nodes != line["nodes"]:
            sys.exit(f"bench.py: perft {DEPTH} is {line['nodes']} here and {nodes} there")
        ours.append(nodes / line["seconds"])
        theirs.append(nodes / seconds)
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(json.dumps({"bench": "comparison", "depth": DEPTH, "per_second": round(ours), "stockfish": round(theirs),
                      "ratio": round(ours / theirs, 3)}), flush=True)
    return ours, theirs


def table(title, heads, rows):
    """Prints rows of texts in columns; the first column is words, the others numbers."""
    widths = [max(map(len, column)) for column in zip(heads, *rows)]
    print(f"\n{title}")
    for row in [heads, *rows]:
        cells = [text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join(cells))


def main(bench):
    lines = list(lines_of(bench, "all"))
    comparison = compare(bench) if STOCKFISH else None

    perft = {(x["rules"], x["place"], x["mode"]): x["per_second"] for x in lines if x["bench"] == "perft"}
    places = list(dict.fromkeys((rules, place) for rules, place, _ in perft))
    table("perft, million nodes a second", ["", "bulk", "every action played"],
          [[f"{rules}, {place}", *(f"{perft[rules, place, mode] / 1e6:.1f}" for mode in ("bulk", "played"))]
           for rules, place in places])

    table("random playouts, million actions a second", ["", "by calls", "vc_game_playout"],
          [[x["rules"], *(f"{x[key] / 1e6:.2f}" for key in ("per_second", "inside_per_second"))]
           for x in lines if x["bench"] == "playout"])

    calls = {(x["call"], x["rules"]): x["nanoseconds"] for x in lines if x["bench"] == "call"}
    rules = list(dict.fromkeys(name for _, name in calls))
    table("calls, nanoseconds", ["", *rules],
          [[call, *(f"{calls[call, name]:.0f}" for name in rules)]
           for call in dict.fromkeys(call for call, _ in calls)])

    if comparison:
        ours, theirs = comparison
        print(f"\nperft {DEPTH} from the start, bulk: {ours / 1e6:.0f} million nodes a second here, "
              f"{theirs / 1e6:.0f} by stockfish: {ours / theirs:.2f} times as fast")
    else:
        print("\nno stockfish here to compare with")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: bench.py BENCH")
    main(sys.argv[1])
