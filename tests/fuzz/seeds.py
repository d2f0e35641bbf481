#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Makes first inputs for the fuzzing targets out of the test vectors: seeds.py FOLDER, which gets a folder for each.

What is committed under corpus/ came of these by fuzzing and by -merge=1, which keeps what reaches new code.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(HERE, os.pardir, "vectors")
RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def settings():
    """The table of settings.c: (rule set, options) to the byte that names it."""
    with open(os.path.join(HERE, os.pardir, "settings.c")) as source:
        rows = re.findall(r'\{VC_([A-Z]+), "([^"]*)"\}', source.read())
    table = {}
    for index, (rules, options) in enumerate(rows):
        named = frozenset(tuple(option.split("=")) for option in options.split())
        table[rules.lower(), named] = bytes([ord("0") + index]), options
    return table


def main():
    table = settings()
    seeds = {"load": set(), "options": set(), "play": set(), "position": set()}
    for name in ("states", "corners", "games", "traps", "refusals"):
        with open(os.path.join(VECTORS, name + ".jsonl")) as lines:
            for line in lines:
                vector = json.loads(line)
                rules, options = vector["rules"], vector.get("options") or {}
                if rules not in RULE_SETS or not all(isinstance(value, str) for value in options.values()):
                    continue
                letter = b"01234"[RULE_SETS.index(rules):][:1]
                texts = "".join("%s=%s\n" % option for option in sorted(options.items()))
                seeds["options"].add(letter + texts.encode())
                setting = table.get((rules, frozenset(options.items())))
                if setting is None:
                    continue
                fen, play = vector.get("fen"), vector.get("play") or []
                if isinstance(fen, str) or fen is None:
                    position = (fen or ARRAY).encode()
                    seeds["position"].add(setting[0] + position)
                    saved = b"VCP\1" + rules.encode() + b"\0" + setting[1].encode() + b"\0" + position + b"\0"
                    seeds["load"].add(setting[0] + saved)
                    if all(isinstance(action, str) for action in play):
                        start = (fen or "").encode()
                        seeds["play"].add(setting[0] + start + b"\n" + "".join(a + "\n" for a in play[:60]).encode())
                        seeds["play"].add(setting[0] + start + b"\n" + b"#\5#\2#\21#\1#\7#\3#\13")
    for name, inputs in seeds.items():
        folder = os.path.join(sys.argv[1], name)
        os.makedirs(folder, exist_ok=True)
        for index, data in enumerate(sorted(inputs)):
            with open(os.path.join(folder, "%05d" % index), "wb") as file:
                file.write(data)
        print("%s: %d" % (name, len(inputs)))


if __name__ == "__main__":
    main()
