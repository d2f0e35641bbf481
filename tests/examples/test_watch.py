#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Tests of vc-play --watch. Usage: test_watch.py PROGRAM

With UPDATE=1 in the environment the golden transcripts are written anew: read them before they are kept.
"""
import os
import re
import signal

from support import ALWAYS, HERE, ProgramTest, main, run, run_in_terminal, start_without_reader

ALWAYS.append("--watch")

RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
GOLDEN = HERE / "golden"

#: The games that are compared with golden/NAME.txt: each is one in which a lot happens.
GAMES = {
    "orthodox": ["--rules", "orthodox", "--seed", "862"],
    "quantum": ["--rules", "quantum", "--seed", "1138"],
    "quantum-warm": ["--rules", "quantum", "--option", "temperature=1/2", "--option", "king_safety=strict",
                     "--seed", "trap", "--plies", "6"],
    "potential": ["--rules", "potential", "--seed", "1423"],
    "power": ["--rules", "power", "--seed", "441"],
    "power-extended": ["--rules", "power", "--option", "combo_captures=on", "--option", "king_initial_moves=2",
                       "--seed", "1", "--plies", "6"],
    "ideal": ["--rules", "ideal", "--seed", "1371"],
    "ideal-two-decks": ["--rules", "ideal", "--option", "two_decks=on", "--option", "hand_size=6",
                        "--option", "jokers=1", "--seed", "b", "--plies", "6"],
}

ESCAPE = re.compile("\033\\[[0-9;]*m")
#: A position string is broken at blanks alone.
POSITION = re.compile(r"^Position: .*?\n(?=\n|\Z)", re.MULTILINE | re.DOTALL)
RESULT = re.compile(r"^Result: (1-0|0-1|1/2-1/2)\. (White wins|Black wins|A draw): ", re.MULTILINE)


def boards(text):
    """The parts of a transcript that show one board each."""
    return text.split("\n-- ")[1:]


class Transcripts(ProgramTest):
    def test_golden(self):
        for name, arguments in GAMES.items():
            with self.subTest(name=name):
                text = self.succeed("--ascii", *arguments)
                path = GOLDEN / f"{name}.txt"
                if os.environ.get("UPDATE"):
                    path.write_text(text)
                self.assertEqual(text, path.read_text())

    def test_what_the_games_are_for(self):
        """The transcripts show what each variant is about."""
        for name, sentences in {
                "orthodox": ["becomes a", "Check!", "checkmate"],
                "quantum": ["touched in vain", "and must move", "is a queen now (3/29)", "stays a bishop (10/29)",
                            "N? touched in vain", "must move"],
                "potential": ["like a knight and is one now", "like a pawn and is one now", "becomes a rook",
                              "in passing"],
                "power": ["and merges", "attacks the combo", "must give up a member", "gives up", "leaves the combo",
                          "together", "stands alone now", "{NP}", "[bp]", "White's combos: h4=NP"],
                "ideal": ["discards the", "draws the", "(1/22)", "is used up", "the king is captured", "Black's hand: ",
                          "deck 2"],
                "ideal-two-decks": ["On top of", "(top ", "hearts 1"],
        }.items():
            text = " ".join((GOLDEN / f"{name}.txt").read_text().split())
            for sentence in sentences:
                self.assertIn(sentence, text, name)

    def test_the_same_seed_is_the_same_game(self):
        for rules in RULE_SETS:
            first = self.succeed("--rules", rules, "--seed", "a")
            self.assertEqual(self.succeed("--rules", rules, "--seed", "a"), first)
            as_bytes = self.succeed("--rules", rules, "--seed", "61" + 31 * "00")
            self.assertEqual(boards(as_bytes), boards(first))
            self.assertNotEqual(boards(self.succeed("--rules", rules, "--seed", "b")), boards(first))

    def test_a_new_game_tells_its_seed(self):
        first, second = (self.succeed("--rules", "ideal") for _ in range(2))
        self.assertNotEqual(first, second)
        seed = re.search(r", seed (\w+)$", first, re.MULTILINE)[1]
        self.assertEqual(self.succeed("--rules", "ideal", "--seed", seed), first)

    def test_all_games_end(self):
        for seed in range(12):
            text = self.succeed("--plies", 0, "--seed", seed)
            self.assertEqual(len(RESULT.findall(text)), len(RULE_SETS), seed)
            self.assertEqual(text.count("\nPosition: "), len(RULE_SETS), seed)
        text = self.succeed("--plies", 0, "--seed", 0, *(
            a for rules in RULE_SETS for a in ("--rules", rules, "--option", "automatic_draws=off")))
        self.assertEqual(len(RESULT.findall(text)), len(RULE_SETS))

    def test_number_of_boards(self):
        for plies in (0, 1, 2, 3, 11, 20):
            for text in re.split("\n\n(?=\\w.* seed )", self.succeed("--plies", plies, "--seed", "x")):
                self.assertEqual(len(boards(text)), plies)
        text = self.succeed("-r", "orthodox", "-n", 1000000, "-s", 22)
        actions = int(re.search(r"and\s+(\d+)\s+actions\.", text)[1])
        self.assertEqual(len(boards(text)), actions + 1)
        self.assertNotIn("later", text)

    def test_every_board_fits_the_terminal(self):
        for changes in ({}, {"LC_ALL": "C"}):
            for seed in range(4):
                text = self.succeed("--plies", 1000000, "--seed", seed, "-r", "power", "-r", "quantum", "-r", "ideal",
                                    "-o", "two_decks=on", "-o", "hand_size=8", "-r", "power",
                                    "-o", "combo_captures=on", "-o", "initial_moves=0", **changes)
                lines = POSITION.sub("", text).splitlines()
                self.assertLess(max(map(len, lines)), 80)
                self.assertLess(max(part.count("\n") for part in boards(text)), 24)
                self.assertFalse([line for line in text.splitlines() if line != line.rstrip()])


class Terminals(ProgramTest):
    ARGUMENTS = ["--seed", "a", "--rules", "power", "--rules", "ideal"]

    def test_symbols(self):
        for changes, symbols in (({}, True), ({"LC_ALL": "C"}, False), ({"TERM": "dumb"}, False),
                                 ({"TERM": None}, True)):
            text = self.succeed(*self.ARGUMENTS, **changes)
            self.assertEqual("\N{BLACK CHESS KNIGHT}" in text and "\N{BLACK SPADE SUIT}" in text, symbols, changes)
            self.assertEqual(text.isascii(), not symbols, changes)
            self.assertNotIn("\033", text)
        self.assertTrue(self.succeed("--ascii", *self.ARGUMENTS).isascii())

    def test_colours(self):
        for changes, colours in (({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True),
                                 ({"TERM": "dumb"}, False), ({"TERM": None}, False)):
            status, text = run_in_terminal(*self.ARGUMENTS, **changes)
            self.assertEqual(status, 0)
            self.assertEqual("\033[" in text, colours, changes)
            self.assertEqual(len(RESULT.findall(text)), 2, changes)

    def test_colours_are_put_back(self):
        _, text = run_in_terminal(*self.ARGUMENTS)
        for line in text.splitlines():
            if "\033[48" in line:
                self.assertEqual(ESCAPE.findall(line)[-1], "\033[0m")
        self.assertNotIn("\033", ESCAPE.sub("", text))
        self.assertLess(max(map(len, ESCAPE.sub("", POSITION.sub("", text)).splitlines())), 80)

    def test_nobody_reads(self):
        self.assertEqual(start_without_reader("--seed", "a"), (-signal.SIGPIPE, ""))
        status, message = start_without_reader("--seed", "a", ignore_signal=True)
        self.assertEqual(status, 1)
        self.assertIn("standard output: ", message)


class Arguments(ProgramTest):
    def test_information(self):
        self.assertIn("Usage: vc-play", self.succeed("--help"))
        self.assertRegex(self.succeed("--version"), r"^vc-play, libvariantchess \d+\.\d+\.\d+\n$")

    def test_options_are_told(self):
        text = self.succeed("-r", "quantum", "-o", "temperature=2/4", "-s", "a", "-n", 0)
        self.assertTrue(text.startswith("Quantum Superposition Chess, temperature=1/2, seed a\n"), text)

    def test_refusals(self):
        self.fail_with(1, "but these: orthodox, quantum", "--rules", "chess")
        self.fail_with(1, "temperature (0-1, denominator 1-100)", "--rules", "quantum", "--option", "x=1")
        self.fail_with(1, "1-8", "--rules", "ideal", "--option", "hand_size=9")
        self.fail_with(1, "33 bytes", "--seed", 33 * "x")
        self.fail_with(2, "comes after the --rules", "--option", "hand_size=9")
        for arguments in (["--plies", "x"], ["--delay", "-1"], ["--plies", "1000001"], ["--nonsense"], ["more"]):
            self.fail_with(2, "--help says how it is used", *arguments)


if __name__ == "__main__":
    main()
