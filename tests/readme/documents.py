#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Runs what README.md and docs/*.md show, and follows their links to files. Usage: documents.py FILE...

A fenced block followed by a block tagged `text` or `json` is shown with its output. Blocks tagged `c` are compiled as
a user would, with warnings as errors, and run; blocks tagged `python` and `sh` are run. A block tagged `game` is a
script for the library, one command a line:

    rules NAME [OPTION=VALUE...]   a new game from the array
    from POSITION                  ... or from a position
    play ACTION...                 plays actions, chance's included
    gives POSITION                 the position is this now
    actions ACTION...              the player's legal actions are these
    can ACTION... / cannot ...     these are legal for whoever is to act, or not (or no actions at all)
    chance OUTCOME WEIGHT ...      chance is to act, with these outcomes
    ends WINNER REASON             the game is over; `draw` for no winner
    claim REASON                   this draw can be claimed
    refused POSITION               the position is not accepted
    san ACTION TEXT ...            legal actions and their algebraic notation
    reads TEXT ACTION ...          what the lenient reader takes texts for; `-` when it refuses them
    # ...                          a remark

From the environment: CC, CFLAGS and LDFLAGS to compile with, and whatever the programs need to find the library.
"""
import importlib.util
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import variantchess

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: Packages that need not be there, and what imports them here: blocks that do are left out where they are missing.
OPTIONAL = {"numpy": r"numpy|variantchess\.batch", "pettingzoo": r"variantchess(?:\.| import )pettingzoo",
            "gymnasium": r"gymnasium", "pyspiel": r"pyspiel"}
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
WARNINGS = "-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"


class Wrong(Exception):
    """What a document says is not so."""


def expect(shown, real, what):
    if shown != real:
        raise Wrong("%s\n  shown: %s\n  real:  %s" % (what, shown, real))


def texts(actions):
    return sorted(map(str, actions))


# ------------------------------------------------------------------------------------- games


def is_legal(game, text):
    try:
        return game.is_legal(text)
    except variantchess.TextError:
        return False


def notation(game, action):
    return game.san(action) if game.is_legal(action) else "-"


def lenient_reading(game, text):
    try:
        return str(game.parse_san(text))
    except (variantchess.TextError, variantchess.IllegalActionError):
        return "-"


def run_game(block):
    rules = game = None
    for line in filter(None, map(str.strip, block.splitlines())):
        command, _, rest = line.partition(" ")
        words = rest.split()
        try:
            if command == "rules":
                rules = variantchess.Rules(words[0], **dict(word.split("=") for word in words[1:]))
                game = variantchess.Game(rules)
            elif command == "from":
                game.set_position(rest)
            elif command == "play":
                for word in words:
                    game.step(word)
            elif command == "gives":
                expect(rest, game.position, line)
            elif command == "actions":
                expect(sorted(words), texts(game.actions), line)
            elif command in ("can", "cannot"):
                for word in words:
                    expect(command == "can", is_legal(game, word), "%s %s: %s" % (command, word, game.position))
            elif command == "chance":
                real = game.chance_weights
                expect([(str(outcome), str(weight)) for outcome, weight in real.items()],
                       list(zip(words[::2], words[1::2])), line)
            elif command == "ends":
                expect((None if words[0] == "draw" else words[0], words[1]), game.outcome, line)
            elif command == "claim":
                expect(rest, game.claimable, line)
            elif command in ("san", "reads"):
                for given, shown in zip(words[::2], words[1::2]):
                    expect(shown, (notation if command == "san" else lenient_reading)(game, given), line)
            elif command == "refused":
                try:
                    game.set_position(rest)
                except (variantchess.PositionError, variantchess.TextError):
                    continue
                raise Wrong("accepted: " + rest)
            elif command != "#":
                raise Wrong("no such command: " + line)
        except variantchess.VariantChessError as error:
            raise Wrong("%s\n  %s" % (line, error)) from error


# ---------------------------------------------------------------------------------- programs


def output_of(command, folder):
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100,
                         check=False)
    if run.returncode:
        raise Wrong("exit status %d of %s\n%s" % (run.returncode, " ".join(command), run.stdout))
    return run.stdout


def run_c(block, folder):
    source, program = folder / "program.c", folder / "program"
    source.write_text(block)
    words = shlex.split("%s %s %s" % (os.environ.get("CC", "cc"), WARNINGS, os.environ.get("CFLAGS", "")))
    flags = shlex.split(os.environ.get("LDFLAGS", "-lvariantchess"))
    output_of(words + [str(source), "-o", str(program)] + flags, folder)
    return output_of([str(program)], folder)


def run_python(block, folder):
    return output_of([sys.executable, "-W", "error", "-c", block], folder)


def run_shell(block, folder):
    return output_of(["sh", "-eu", "-c", block], ROOT)


def is_missing(block):
    """Whether a program imports a package that is not there."""
    return any(importlib.util.find_spec(package) is None and re.search(r"^(import|from) .*(%s)" % importer, block, re.M)
               for package, importer in OPTIONAL.items())


RUNNERS = {"c": run_c, "python": run_python, "sh": run_shell}


def check(document):
    """Runs the blocks of a document; returns how many were run, and how many of them, or of its links, are wrong."""
    counted = failed = 0
    text = document.read_text(encoding="utf-8")
    for target in LINK.findall(text):
        if not (document.parent / target).exists():
            failed += 1
            print("%s: a link leads nowhere: %s" % (document, target))
    blocks = [(text.count("\n", 0, match.start()) + 1,) + match.groups() for match in BLOCK.finditer(text)]
    for number, (line, tag, block) in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else (0, "", "")
        shown = following[2] if following[1] in ("text", "json") else None
        if tag != "game" and not (tag in RUNNERS and (shown is not None or tag != "sh")):
            continue
        if tag == "python" and is_missing(block):
            print("%s:%d: left out, a package is missing" % (document, line))
            continue
        counted += 1
        try:
            if tag == "game":
                run_game(block)
                continue
            with tempfile.TemporaryDirectory() as folder:
                real = RUNNERS[tag](block, pathlib.Path(folder))
            if shown is not None:
                expect(shown, real, "output")
        except Wrong as wrong:
            failed += 1
            print("%s:%d: %s" % (document, line, wrong))
    return counted, failed


def main(names):
    total = 0
    for name in names:
        counted, failed = check(pathlib.Path(name))
        print("%s: %d blocks, %d wrong" % (name, counted, failed))
        total += failed
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
