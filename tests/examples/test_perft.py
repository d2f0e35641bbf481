#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Tests of vc-perft. Usage: test_perft.py PROGRAM"""
import json
import os
import pty
import re
import signal
import subprocess
import unittest

from support import PATIENCE, PROGRAM, VECTORS, ProgramTest, environment, main, run, start_without_reader

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
LAST_LINE = re.compile(r"nodes (\d+) seconds \d+\.\d{3} nps \d+\n")

#: Counts above this are left to the benchmarks.
MOST_NODES = 200000


def arguments_of(case):
    """The arguments for a line of a file of vectors."""
    arguments = ["--rules", case["rules"]]
    for name, value in (case.get("options") or {}).items():
        arguments += ["--option", f"{name}={value}"]
    return arguments + (["--fen", case["fen"]] if case["fen"] else [])


def vectors():
    """(arguments, depth, nodes) of all vectors, at the greatest depth that is not too long."""
    for line in (VECTORS / "perft.jsonl").read_text().splitlines():
        case = json.loads(line)
        depth, nodes = max((int(d), n) for d, n in case["perft"].items() if n <= MOST_NODES)
        yield arguments_of(case), depth, nodes


class Counts(ProgramTest):
    def nodes(self, *arguments):
        match = LAST_LINE.fullmatch(self.succeed(*arguments))
        self.assertTrue(match, arguments)
        return int(match[1])

    def test_known_counts(self):
        self.assertEqual([self.nodes(depth) for depth in range(6)], [1, 20, 400, 8902, 197281, 4865609])
        self.assertEqual(self.nodes("--fen", KIWIPETE, 4), 4085603)
        self.assertEqual(self.nodes("-r", "quantum", 1), 23)

    def test_vectors(self):
        rule_sets = set()
        for arguments, depth, nodes in vectors():
            rule_sets.add(arguments[1])
            with self.subTest(arguments=arguments, depth=depth):
                self.assertEqual(self.nodes(*arguments, depth), nodes)
        self.assertEqual(rule_sets, set(RULE_SETS))

    def test_without_bulk(self):
        for arguments, depth, nodes in vectors():
            with self.subTest(arguments=arguments, depth=depth):
                self.assertEqual(self.nodes(*arguments, "--no-bulk", depth), nodes)

    def test_options_change_the_count(self):
        position = "k7/8/8/8/8/8/6q1/K7 w - - 0 1"
        self.assertEqual(self.nodes("-r", "quantum", "--fen", position, 1), 3)
        self.assertEqual(self.nodes("-r", "quantum", "-o", "king_safety=strict", "--fen", position, 1), 1)

    def test_actions_are_played_first(self):
        self.assertEqual(self.nodes("--actions", " e2e4  e7e5\n", 1), 29)
        self.assertEqual(self.nodes("-r", "quantum", "-a", "?g1 =b", 1), 22)  # in vain: it was touched, 22 are left
        self.assertEqual(self.nodes("-r", "quantum", "-a", "?g1 =n", 1), 2)
        self.assertEqual(self.nodes("-r", "ideal", "-a", "-3d b1c3", 1), 22)

    def test_a_finished_game_has_no_actions(self):
        self.assertEqual(self.nodes("--actions", "f2f3 e7e5 g2g4 d8h4", 3), 0)
        self.assertEqual(self.nodes("--actions", "f2f3 e7e5 g2g4 d8h4", 0), 1)

    def test_divide(self):
        for arguments in ([4], ["-r", "quantum", 3], ["-r", "quantum", "-a", "?g1", 3], ["-r", "potential", 3],
                          ["-r", "power", "--no-bulk", 3], ["-r", "ideal", "-a", "-3d b1c3", 3], [1]):
            with self.subTest(arguments=arguments):
                *lines, last = self.succeed("--divide", *arguments).splitlines(keepends=True)
                counts = [line.split() for line in lines]
                self.assertEqual([action for action, _ in counts], sorted(action for action, _ in counts))
                self.assertEqual(len(counts), self.nodes(*arguments[:-1], 1))
                self.assertEqual(sum(int(nodes) for _, nodes in counts), int(LAST_LINE.fullmatch(last)[1]))
                self.assertEqual(self.nodes(*arguments), int(LAST_LINE.fullmatch(last)[1]))

    def test_divide_by_nothing(self):
        self.assertEqual(self.nodes("--divide", 0), 1)
        self.assertEqual(self.nodes("--divide", "--actions", "f2f3 e7e5 g2g4 d8h4", 1), 0)

    def test_chance_divided(self):
        lines = self.succeed("-d", "-r", "quantum", "-a", "?g1", 1).splitlines()
        self.assertEqual(lines[:-1], ["=b 1", "=n 1", "=q 1", "=r 1"])


class Information(ProgramTest):
    def test_help(self):
        self.assertIn("Usage: vc-perft", self.succeed("--help"))
        self.assertIn("Exit status:", self.succeed("-h"))

    def test_version(self):
        self.assertRegex(self.succeed("--version"), r"^vc-perft, libvariantchess \d+\.\d+\.\d+\n$")

    def test_list(self):
        text = self.succeed("--list")
        for name in RULE_SETS:
            self.assertIn(f"{name}: ", text)
        self.assertIn("  temperature=0 (0-1, denominator 1-100)\n", text)


class Refusals(ProgramTest):
    def caret(self, message):
        """The text that is shown, from the caret on."""
        *_, text, caret = message.splitlines()
        self.assertEqual(caret.strip(), "^", message)
        return text[caret.index("^"):]

    def test_depth(self):
        for depth in ("x", "", "65", "1.5", "0x2", "99999999999999999999999", " 3", "3 "):
            self.fail_with(2, f'DEPTH is a number from 0 to 64, not "{depth}"', depth)
        self.fail_with(2, "DEPTH", "-1")
        self.fail_with(2, "DEPTH is missing")
        self.fail_with(2, '"2" is one argument too many', 1, 2)

    def test_usage(self):
        for arguments in (["--nonsense", 1], ["--rules"], ["-q", 1], ["--divide=1", 1]):
            self.fail_with(2, "--help says how it is used", *arguments)
        self.fail_with(2, 'an option is NAME=VALUE, not "x"', "-r", "power", "--option", "x", 1)
        self.fail_with(2, 'an option is NAME=VALUE, not "=1"', "-r", "power", "--option", "=1", 1)

    def test_unknown_rules(self):
        message = self.fail_with(1, '"chess"', "--rules", "chess", 1)
        for name in RULE_SETS:
            self.assertIn(name, message)

    def test_options(self):
        message = self.fail_with(1, "0-1, denominator 1-100", "-r", "quantum", "-o", "temperature=1/101", 1)
        self.assertEqual(self.caret(message)[-1:], "1")
        self.fail_with(1, "king_initial_moves (never|0-15)", "-r", "power", "-o", "nonsense=1", 1)

    def test_positions(self):
        position = "rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        message = self.fail_with(1, "position: ", "--fen", position, 1)
        self.assertEqual(self.caret(message)[:9], "xkbnr/ppp")
        self.assertEqual(self.caret(self.fail_with(1, "four fields", "--fen", "nonsense", 1)), "")
        message = self.fail_with(1, "king", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", 1)
        self.assertIn("\n  8/8/8/8/8/8/8/8 w - - 0 1\n", message)
        self.fail_with(1, "position: ", "--fen", "", 1)
        self.fail_with(1, "??", "--fen", "\N{WHITE CHESS KING}\n", 1)

    def test_a_long_position_is_cut(self):
        position = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 hands:3d3h4d4h/3c3s4c4s "
                    "discards:5d6d/9x")
        message = self.fail_with(1, "not a card", "-r", "ideal", "--fen", position, 1)
        self.assertTrue(all(len(line) < 80 for line in message.splitlines()), message)
        self.assertIn("\n  ...", message)
        self.assertEqual(self.caret(message)[:1], "x" if "9x" not in self.caret(message) else "9")

    def test_actions(self):
        message = self.fail_with(1, "the piece does not move like that", "--actions", "e2e4 e7e4 g1f3", 1)
        self.assertEqual(self.caret(message), "e7e4 g1f3")
        self.assertEqual(self.caret(self.fail_with(1, "actions: ", "-a", "e2e4 e7x5", 1)), "x5")
        self.fail_with(1, "the game is over", "-a", "f2f3 e7e5 g2g4 d8h4 e2e4", 1)
        self.fail_with(1, "no outcome", "-r", "quantum", "-o", "temperature=1", "-a", "?g1 =b", 1)
        self.fail_with(1, "chance", "-r", "quantum", "-a", "?g1 g1f3", 1)
        self.fail_with(1, "actions: ", "-a", "e" * 1000, 1)


class Surroundings(ProgramTest):
    def test_nobody_reads(self):
        self.assertEqual(start_without_reader("--divide", 3), (-signal.SIGPIPE, ""))
        status, message = start_without_reader("--divide", 3, ignore_signal=True)
        self.assertEqual(status, 1)
        self.assertIn("standard output: ", message)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_the_disk_is_full(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "2"], stdout=full, stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output: ", result.stderr)

    def test_interrupt(self):
        with subprocess.Popen([PROGRAM, "--divide", "7"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", env=environment()) as process:
            process.stdout.read(1)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)
            self.assertRegex(process.stderr.read(), r"^vc-perft: interrupted after \d+\.\d s\n$")
            self.assertNotIn("nodes", process.stdout.read())

    def test_progress_is_for_terminals(self):
        ours, theirs = pty.openpty()
        with subprocess.Popen([PROGRAM, "20"], stdout=subprocess.PIPE, stderr=theirs, env=environment()) as process:
            os.close(theirs)
            progress = b""
            while b"nodes/s" not in progress:
                progress += os.read(ours, 4096)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)
        self.assertRegex(progress.decode(), r"^\rperft: \d+ nodes, \d+\.\d s, \d+ nodes/s ")
        os.close(ours)

    def test_same_output_in_any_surroundings(self):
        texts = {re.sub("seconds.*", "", run("-d", "-r", "power", 2, **changes).stdout)
                 for changes in ({}, {"LC_ALL": "C"}, {"TERM": "dumb"}, {"NO_COLOR": "1"})}
        self.assertEqual(len(texts), 1)


if __name__ == "__main__":
    main()
