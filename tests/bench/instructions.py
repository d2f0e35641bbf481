#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Counts instructions: of listing actions, for each action listed; of random playouts, for each action played; of perft
in all places of the benchmark, for each leaf, whose list is counted and not made.

    tests/bench/instructions.py BENCH [perf|callgrind]

BENCH is the benchmark program in a build tree, tests/bench/bench. Unlike seconds, instructions do not depend on what
else the machine does, so that small changes can be seen. They are counted by `perf stat` where the system lets it,
else by `valgrind --tool=callgrind`, which takes a while. What starting the program takes is left out: the work is done
a few times and many times, and the difference counts. Exit status 77: neither is there.
"""
import json
import re
import shutil
import subprocess
import sys

RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")

#: How much work is done for the two counts that are compared, by kind.
WORK = {"list": (20, 220), "playout": (500, 5500), "perft": (1, 2)}


def count_with_perf(command):
    result = subprocess.run(["perf", "stat", "-x", ",", "-e", "instructions:u", *command],
                            capture_output=True, text=True)
    match = re.search(r"^(\d+),[^,]*,instructions", result.stderr, re.MULTILINE)
    return (int(match[1]), result.stdout) if match else None


def count_with_callgrind(command):
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                            capture_output=True, text=True)
    match = re.search(r"Collected : (\d+)", result.stderr)
    return (int(match[1]), result.stdout) if match else None


COUNTERS = {"perf": ("perf", count_with_perf), "callgrind": ("valgrind", count_with_callgrind)}


def find_counter(wanted):
    """The first way of counting that works here, or the wanted one."""
    for name, (program, count) in COUNTERS.items():
        if wanted in (None, name) and shutil.which(program) and count(["true"]):
            return name, count
    print("neither perf stat nor valgrind can count instructions here")
    sys.exit(77)


def instructions_per_unit(count, bench, kind, rules):
    totals = []
    for work in WORK[kind]:
        counted = count([bench, "work", kind, rules, str(work)])
        if not counted or not counted[1]:
            sys.exit(f"instructions.py: {bench} work {kind} {rules} failed")
        totals.append((counted[0], json.loads(counted[1])["units"]))
    (few, few_units), (many, many_units) = totals
    return (many - few) / (many_units - few_units)


def main(bench, wanted=None):
    name, count = find_counter(wanted)
    rows = []
    for rules in RULE_SETS:
        values = [instructions_per_unit(count, bench, kind, rules) for kind in ("list", "playout")]
        print(json.dumps({"bench": "instructions", "counter": name, "rules": rules,
                          "per_listed_action": round(values[0], 1),
                          "per_played_action": round(values[1], 1)}), flush=True)
        rows.append((rules, *values))
    print(f"\ninstructions, counted by {name}\n  {'':10} {'per action listed':>18} {'per action played':>18}")
    for rules, listed, played in rows:
        print(f"  {rules:10} {listed:18.1f} {played:18.0f}")
    places = []
    for text in subprocess.check_output([bench, "places"], text=True).splitlines():
        place = json.loads(text)
        value = instructions_per_unit(count, bench, "perft", str(place["number"]))
        print(json.dumps({"bench": "instructions", "counter": name, "rules": place["rules"], "place": place["place"],
                          "per_leaf": round(value, 1)}), flush=True)
        places.append((place["rules"], place["place"], value))
    print(f"\nperft, instructions a leaf, counted by {name}")
    for rules, place, value in places:
        print(f"  {rules + ', ' + place:24} {value:8.1f}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[2] not in COUNTERS):
        sys.exit("usage: instructions.py BENCH [perf|callgrind]")
    main(*sys.argv[1:])
