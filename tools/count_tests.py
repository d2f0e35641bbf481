#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Sums up the logs of `meson test` in some build trees. Usage: count_tests.py TREE..."""

import json
import sys
from collections import Counter
from pathlib import Path

GOOD = {"OK", "EXPECTEDFAIL"}


def main(trees):
    counts = Counter()
    for tree in map(Path, trees):
        log = tree / "meson-logs" / "testlog.json"
        results = [json.loads(line)["result"] for line in log.read_text().splitlines()] if log.exists() else []
        if not results:
            print(f"{tree}: no test ran")
            counts["failed"] += 1
        for result in results:
            counts["passed" if result in GOOD else "skipped" if result == "SKIP" else "failed"] += 1
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{skipped}")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
