#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Runs the benchmark program and makes tables of what it measured. Usage: bench.py BENCH

The lines of JSON that it is made of are printed as they come. When the chess engine stockfish is at hand, its
`go perft` is timed in turns with what has a target here, each in a process of its own; a target is a multiple of what
stockfish reaches at perft 6 from the start position in the same rounds, so that it is the same on any machine. Where
fairy-stockfish is at hand it is timed, too. All times are the processor's, which other work on the machine disturbs
little; nothing fails because a machine is slow.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

#: How often what is compared is timed.
ROUNDS = 7

KIWIPETE = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

#: What is aimed at, as multiples of stockfish's nodes a second from the start position; kiwipete: of its own there.
TARGETS = {"start, bulk": 2.4, "kiwipete, bulk": 3, "start, every action played": 0.27,
           "orthodox, playouts": 0.07, "orthodox, playouts inside": 0.09, "quantum, playouts": 0.045,
           "potential, playouts": 0.045, "power, playouts": 0.045, "ideal, playouts": 0.045}

#: Perft of the places: what orthodox's target of 2.4 S at its start means for as many instructions as a leaf takes
#: (instructions.py), times two thirds, because less regular positions have more branches that are foretold wrongly.
TARGETS.update({
    "orthodox, perft, endgame": 0.88, "orthodox, perft, promotions": 2.18, "quantum, perft, start": 1.72,
    "quantum, perft, later": 1.29, "quantum, perft, knights": 1.07, "quantum, perft, strict": 0.6,
    "potential, perft, start": 1.68, "potential, perft, middle": 2.48, "potential, perft, open": 1.93,
    "potential, perft, later": 1.38, "power, perft, start": 0.95, "power, perft, combos": 1.05,
    "power, perft, open": 1.22, "power, perft, extended": 1.31, "ideal, perft, start": 1.85,
    "ideal, perft, later": 1.54, "ideal, perft, rooks": 0.94, "ideal, perft, two decks": 1.14})

PATH = os.environ.get("PATH", "") + ":/usr/games"
STOCKFISH, FAIRY = (shutil.which(name, path=PATH) for name in ("stockfish", "fairy-stockfish"))


def lines_of(*command):
    """The lines of JSON that a command prints, as they come; they are printed, too."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            yield json.loads(line)
    if process.returncode:
        sys.exit(f"bench.py: {' '.join(command)} failed: {process.returncode}")


def run_engine(engine, *commands):
    """What a UCI engine prints, and the seconds of the processor's time that it took."""
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        print("setoption name Threads value 1", *commands, "quit", sep="\n", file=process.stdin, flush=True)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return output, usage.ru_utime + usage.ru_stime


def time_engine(engine, position, depth):
    """(nodes, nodes a second) of a UCI engine's perft, what it takes to start left out."""
    output, seconds = run_engine(engine, f"position {position}", f"go perft {depth}")
    seconds -= run_engine(engine)[1]
    match = re.search(r"^Nodes searched: (\d+)", output, re.MULTILINE)
    if not match:
        sys.exit(f"bench.py: {engine} did not answer")
    return int(match[1]), int(match[1]) / seconds


def compare(bench):
    """Medians of rounds of ours and of the engines in turns: what, ours a second, theirs there, S."""
    ours, engines = {}, {}
    for _ in range(ROUNDS):
        counts = {}
        for text in subprocess.check_output([bench, "round"], text=True).splitlines():
            line = json.loads(text)
            ours.setdefault(line["what"], []).append(line["per_second"])
            counts[line["what"]] = line.get("nodes")
        for name, engine, position, depth, what in (("S", STOCKFISH, "startpos", 6, "start, bulk"),
                                                    ("kiwipete", STOCKFISH, KIWIPETE, 5, "kiwipete, bulk"),
                                                    ("fairy", FAIRY, "startpos", 5, None)):
            if engine:
                nodes, per_second = time_engine(engine, position, depth)
                if what and nodes != counts[what]:
                    sys.exit(f"bench.py: {what}: {counts[what]} nodes here and {nodes} there")
                engines.setdefault(name, []).append(per_second)
    ours = {what: statistics.median(values) for what, values in ours.items()}
    engines = {name: statistics.median(values) for name, values in engines.items()}
    for what, per_second in ours.items():
        base = engines["kiwipete" if what.startswith("kiwipete") else "S"]
        print(json.dumps({"bench": "comparison", "what": what, "per_second": round(per_second),
                          "ratio": round(per_second / base, 4), "target": TARGETS.get(what)}), flush=True)
    return ours, engines


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

    perft = {(x["rules"], x["place"], x["mode"]): x for x in lines if x["bench"] == "perft"}
    places = list(dict.fromkeys((rules, place) for rules, place, _ in perft))
    table("perft, million nodes a second", ["", "depth", "leaves", "of chance", "bulk", "every action played"],
          [[f"{rules}, {place}",
            *(str(perft[rules, place, "bulk"][key]) for key in ("depth", "nodes", "chance_outcomes")),
            *(f"{perft[rules, place, mode]['per_second'] / 1e6:.1f}" for mode in ("bulk", "played"))]
           for rules, place in places])

    table("random playouts, million actions a second", ["", "by calls", "vc_game_playout"],
          [[x["rules"], *(f"{x[key] / 1e6:.2f}" for key in ("per_second", "inside_per_second"))]
           for x in lines if x["bench"] == "playout"])

    calls = {(x["call"], x["rules"]): x["nanoseconds"] for x in lines if x["bench"] == "call"}
    rules = list(dict.fromkeys(name for _, name in calls))
    table("calls, nanoseconds", ["", *rules],
          [[call, *(f"{calls[call, name]:.0f}" for name in rules)]
           for call in dict.fromkeys(call for call, _ in calls)])

    for x in lines:
        if x["bench"] == "dice":
            print(f"\n{x['what']}, many at a time: {x['per_second'] / 1e6:.0f} million a second (target 100)")

    if comparison:
        ours, engines = comparison
        rows = []
        for what, per_second in ours.items():
            base = engines["kiwipete" if what.startswith("kiwipete") else "S"]
            target = TARGETS.get(what)
            rows.append([what, f"{per_second / 1e6:.1f}", f"{per_second / base:.3f}", f"{target}" if target else ""])
        table(f"beside stockfish, which counts {engines['S'] / 1e6:.0f} million nodes a second from the start and "
              f"{engines['kiwipete'] / 1e6:.0f} at kiwipete; medians of {ROUNDS} rounds in turns",
              ["", "million a second", "ratio", "target"], rows)
        if "fairy" in engines:
            print(f"fairy-stockfish counts {engines['fairy'] / 1e6:.1f} million from the start")
    else:
        print("\nno stockfish here to compare with")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: bench.py BENCH")
    main(sys.argv[1])
