#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Sums up the logs of `meson test` in some build trees, and the results of tests that have no log there: OK, FAIL or
SKIP, as meson names them. Usage: count_tests.py [--also RESULT]... TREE..."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

GOOD = {"OK", "EXPECTEDFAIL"}


def kind(result):
    return "passed" if result in GOOD else "skipped" if result == "SKIP" else "failed"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", action="append", default=[], choices=["OK", "FAIL", "SKIP"])
    parser.add_argument("trees", nargs="*", type=Path)
    arguments = parser.parse_args()
    counts = Counter(map(kind, arguments.also))
    for tree in arguments.trees:
        log = tree / "meson-logs" / "testlog.json"
        results = [json.loads(line)["result"] for line in log.read_text().splitlines()] if log.exists() else []
        if not results:
            print(f"{tree}: no test ran")
            counts["failed"] += 1
        counts.update(map(kind, results))
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{skipped}")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
