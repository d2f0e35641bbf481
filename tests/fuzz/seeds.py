#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Makes first inputs for the fuzzing targets out of the test vectors: seeds.py FOLDER, which gets a folder for each.

What is committed under corpus/ came of these by fuzzing and by -merge=1, which keeps what reaches new code.
"""
import json
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(HERE, os.pardir, "vectors")
RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


NOTATION = (
    b"0\ne4\nd5\nexd5\nNf6\nBb5+\nO-O\n0-0\nNge2!?\ne2-e4\nPe4\nQh4e1#\nexd6e.p.\ne8=Q\ne8/Q\n",
    b"=4k3/8/5[rn]2/3[NP]4/4[RP]3/8/8/4[KQ]3 w - - 0 1 moves:-\nRPe5\nP:e&d5\nNx&f6\n!n\nNP&e5\nP:exd5\nR:f4\n",
    b";4k3/8/8/3Rp3/8/8/8/K7 w - e6 0 1\nRxe6=P\nRe6=B\nRe6\n",
)

RECORDS = (
    b'@[Event "a \\"b\\""]\n[Result "1-0"]\n[Termination "time forfeit"]\n\n{x} 1. e4 e5 $1 (1... c5 (1... d5))\n'
    b'2. Nf3! ; y\n%z\n1-0\n\n[Event "c"]\n\n1. d4 *\n',
    b'B[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 7"]\n\n7... Kd7 8. e4 Kd6 1/2-1/2\n',
    b'A\xef\xbb\xbf[Variant "quantum"]\r\n[Options "temperature=1/2"]\r\n\r\n1. ?g1 =n Nf3 *\r\n',
    b'`[Result "0-1"]\n[Termination "checkmate"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n',
    # not in ASCII; a game that went on after a fifth repetition; dashes of typesetting, comments behind the end
    b"@\xff\xfe1\0.\0",
    b"@\n" + b"Nf3 Nf6 Ng1 Ng8 " * 4 + b"e4 e5 1-0\n",
    b'@[Result "0-1"]\n\n1. e4 1\xe2\x80\x930 {a} ; b\n\n1. d4 \xc2\xbd {not closed\n',
    b"@\n1. e4 (1. d4 ; x)\n% y\n{z} (d5)) e5 *\n",
    # more than can be kept: of tags, of a word, of NAGs, of a name
    b"@" + b"".join(b'[t%d ""]\n' % i for i in range(258)) + b"\n1. e4 *\n",
    b"@\n1. e4 " + b"x" * 300 + b" e5 *\n",
    b"@\n1. e4 " + b"".join(b"$%d " % i for i in range(1, 20)) + b"$256 {a {b } e5 *\n",
    b"@[" + b"n" * 300 + b' "x"]\n[Event "b"]\n\n1. e4 {never closed\n[Event "c"]\n\n1. d4 *\n',
)


def fair_records():
    """The record that docs/fair-chance.md shows, and what can be altered in it."""
    with open(os.path.join(HERE, os.pardir, os.pardir, "docs", "fair-chance.md"), "rb") as document:
        record = re.search(rb'\[Event "\?"\].*?\*\n\n', document.read(), re.S).group()
    yield record
    for old, new in ((b'Commitment2 "c', b'Commitment2 "d'), (b'Reveal1 "0', b'Reveal1 "1'), (b'Seed "c', b'Seed "d'),
                     (b'[FairReveal2', b'[FairReveal3'), (b'[FairGame', b'[Game'), (b'example 1', b'example 2'),
                     (b'chess-1', b'chess-2'), (b'=n Nf6', b'=b Nf6'), (b'[FairSeed', b'[Seed'), (b'3f"]', b'3"]'),
                     (b'[FairReveal2', b'[Reveal2'), (b'"quantum"', b'"gluonic"')):
        assert old in record
        yield record.replace(old, new)


def record_of(rules, options, fen, actions):
    """A record in which actions stand as their text."""
    tags = [("Variant", rules), ("Options", options), ("FEN", fen)]
    lines = "".join('[%s "%s"]\n' % tag for tag in tags if tag[1])
    return (lines + "\n" + " ".join(actions) + " *\n").encode()


def programs(count):
    """Inputs for the targets that take theirs as a program: a setting, then anything."""
    r = random.Random(1)
    for _ in range(count):
        yield bytes([ord("0") + r.randrange(47)]) + bytes(r.randrange(256) for _ in range(r.choice((40, 80, 200, 400))))


# What bytes mean in programs for fuzz_calls, see calls.h: seats and books by how the tape names them.
FIRST, SECOND, BOOK = 0, 7, 11
UNDO, PLAY_AGAIN, TO_AND_FRO, AT_RANDOM, COPY, QUIETLY = 0, 3, 4, 6, 8, 9
NEW_RECORD, SET_COMMENT, WRITE_RECORD = 0, 9, 13


def long_call(seat, what, *arguments, looks_back=False):
    """A long call; first of its arguments, whose game an empty seat gets, without what was played in it."""
    seated = (0, 1) if seat == SECOND else (0,)
    return bytes([0x60 | seat, what, *seated, *arguments, 0 if looks_back else 1])


def play(seat, what, plies, *often):
    """often: for QUIETLY, in how many plies something else comes once, less 2."""
    return long_call(seat, what, *often, 5, (plies - 1) % 128, (plies - 1) // 128)


def record_call(what, *arguments):
    return bytes([0xA0 | BOOK, what, *arguments])


def long_programs():
    """Programs in which games become long, each a part of what fuzzing shall put together."""
    for ruleset in range(5):
        alone, heard = bytes([130 + ruleset, 1, 0]), bytes([130 + ruleset, 1, 7])  # both without automatic draws
        again, copy = long_call(FIRST, PLAY_AGAIN), long_call(FIRST, COPY, 1, 1, looks_back=True)
        resign = bytes([2, 0, 24, 1, 0, 0, 0])  # in a callback of the game's record, which then lets it go on
        yield alone + play(FIRST, TO_AND_FRO, 200) + long_call(FIRST, UNDO, 99, 0, 1, 49, 0) + again
        yield alone + play(FIRST, QUIETLY, 300, 4) + again + play(FIRST, TO_AND_FRO, 180)
        yield alone + play(SECOND, QUIETLY, 400, 0) + play(FIRST, TO_AND_FRO, 60) + copy
        yield alone + play(SECOND, QUIETLY, 512, 0) + play(FIRST, TO_AND_FRO, 200) + copy + play(FIRST, TO_AND_FRO, 200)
        record = record_call(NEW_RECORD, 0) + record_call(SET_COMMENT, 0, 1, 2)
        yield alone + record + record_call(WRITE_RECORD) + resign
        yield heard + play(FIRST, AT_RANDOM, 100)


def plain_program():
    """Rules that are made, copied and held twice; commitments."""
    hold_rules, share_secrets = b"\xf0\1\0", b"\xf0\1\5"
    held = hold_rules + b"\0\0\0" + hold_rules + b"\0\0\1" + hold_rules + b"\1\0\0\1\0"
    return b"0\1\0" + held + share_secrets + b"\4game\1\7\3\5"


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
    seeds = {name: set() for name in ("load", "notation", "options", "play", "position", "record")}
    seeds["batch"], seeds["calls"] = set(programs(60)), set(programs(200)) | set(long_programs()) | {plain_program()}
    seeds["notation"].update(NOTATION)
    seeds["record"].update(RECORDS)
    seeds["record"].update(b"@" + record for record in fair_records())
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
                        lines = "".join(a + "\n" for a in play[:20])
                        seeds["notation"].add(setting[0] + start + b"\n" + lines.encode())
                        seeds["record"].add(b"@" + record_of(rules, setting[1], fen, play[:20]))
    for name, inputs in seeds.items():
        folder = os.path.join(sys.argv[1], name)
        os.makedirs(folder, exist_ok=True)
        for index, data in enumerate(sorted(inputs)):
            with open(os.path.join(folder, "%05d" % index), "wb") as file:
                file.write(data)
        print("%s: %d" % (name, len(inputs)))


if __name__ == "__main__":
    main()
