#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Measures how fast files of games are read, replayed and written. Usage: records.py RECORDS [VC-RECORD]

Makes a file of 100,000 orthodox games and files of 10,000 games of each variant, all random. RECORDS (records.c) reads
them and writes them again as a program does that links with the library; `VC-RECORD check` reads them as a user does.

When the package `chess` of PyPI is there, python-chess reads and writes as many of the orthodox games as it can in
some seconds, in a process of its own; the environment's PYTHON_CHESS names the Python that has it. Nothing fails
because a machine is slow; games that cannot be read do.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from bench import table

GAMES = {"orthodox": 100000, "quantum": 10000, "potential": 10000, "power": 10000, "ideal": 10000}
SEED = 1
SECONDS = 20

PYTHON_CHESS = os.environ.get("PYTHON_CHESS", sys.executable)
PYTHON_CHESS_PGN = pathlib.Path(__file__).with_name("python_chess_pgn.py")


def show(line):
    print(json.dumps(line), flush=True)
    return line


def run(*command):
    """What a command prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def measure(rules, path, records, vc_record):
    """Reading and writing one file: games, plies, and seconds."""
    with open(path, "w", encoding="ascii") as file:
        subprocess.run([records, "make", rules, str(GAMES[rules]), str(SEED)], stdout=file, check=True)
    line = {"bench": "records", "rules": rules, **json.loads(run(records, "measure", path))}
    if line["games"] != GAMES[rules]:
        sys.exit(f"records.py: {line['games']} games of {rules} instead of {GAMES[rules]}")
    if vc_record:
        start = time.perf_counter()
        run(vc_record, "check", "--strict", "--quiet", path)
        line["check"] = round(time.perf_counter() - start, 6)
    return show(line)


def measure_python_chess(path):
    """The same by python-chess, of the first games of the orthodox file; None when it is not there."""
    result = subprocess.run([PYTHON_CHESS, PYTHON_CHESS_PGN, path, str(SECONDS)], stdout=subprocess.PIPE, text=True)
    if result.returncode == 77:
        return None
    result.check_returncode()
    return show({"bench": "records", "rules": "orthodox", **json.loads(result.stdout)})


def row(name, line):
    """A row of the table: what a second is enough for, of each kind."""
    cells = [name, f"{line['games']}", f"{line['plies']}"]
    for kind in ("check", "reading", "writing"):
        if kind in line:
            cells += [f"{line['games'] / line[kind]:.0f}", f"{line['plies'] / line[kind] / 1000:.0f}"]
        else:
            cells += ["", ""]
    return cells


def main(records, vc_record=None):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        for rules in GAMES:
            line = measure(rules, path, records, vc_record)
            rows.append(row(rules, line))
            if rules == "orthodox":
                other = measure_python_chess(path)
                ours = line
    if other:
        rows.insert(1, row("... by python-chess", other))
    table("files of games; what a second is enough for: of `vc-record check`, of the library reading, of it writing",
          ["", "games", "plies", "check: games", "1000 plies", "reading: games", "1000 plies", "writing: games",
           "1000 plies"], rows)
    if other:
        ratios = [(ours["plies"] / ours[kind]) / (other["plies"] / other[kind]) for kind in ("reading", "writing")]
        print(f"\northodox games, by the ply: read {ratios[0]:.0f} and written {ratios[1]:.0f} times as fast as by "
              f"{other['program']}")
    else:
        print("\nno python-chess here to compare with")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: records.py RECORDS [VC-RECORD]")
    main(*sys.argv[1:])
