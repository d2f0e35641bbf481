#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Tests of vc-play, as it is played from a pipe and at a terminal. Usage: test_play.py PROGRAM

golden/play/NAME.txt holds a game as the program shows it, what is typed included, behind prompts such as "White> ".
With UPDATE=1 in the environment the games are played anew with the same lines: read them before they are kept.
"""
import errno
import fcntl
import os
import pathlib
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from support import HERE, PATIENCE, PROGRAM, ProgramTest, environment, main

RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
GOLDEN = HERE / "golden" / "play"
PROMPT = re.compile(r"^(?:White|Black|over|game)> (.*)", re.MULTILINE)
ESCAPE = re.compile("\033\\[[0-9;?]*[A-Za-z]")

#: How the golden games are started: someone against a player whose choices no change of the evaluation alters.
ARGUMENTS = ("--ascii", "--black", "random", "--seed", "7")


def typed(text):
    """The lines that were typed in a transcript; the last prompt is where the input ended."""
    return PROMPT.findall(text)[:-1]


class PlayTest(ProgramTest):
    def play(self, *lines, arguments=(), status=0, **changes):
        """What the program prints when lines are typed from a pipe."""
        result = subprocess.run([PROGRAM, "--ascii", "--seed", "a", *arguments], input="".join(x + "\n" for x in lines),
                                capture_output=True, encoding="utf-8", timeout=PATIENCE, env=environment(**changes))
        self.assertEqual(result.stderr, "")
        if status is not None:
            self.assertEqual(result.returncode, status, result.stdout)
        return result.stdout

    def answers(self, *lines, **more):
        """What the program prints after each line."""
        return PROMPT.split(self.play(*lines, **more))[2::2]


class Transcripts(PlayTest):
    def test_golden(self):
        for rules in RULE_SETS:
            with self.subTest(rules=rules):
                path = GOLDEN / f"{rules}.txt"
                golden = path.read_text()
                result = subprocess.run([PROGRAM, *ARGUMENTS], input="".join(x + "\n" for x in typed(golden)),
                                        capture_output=True, encoding="utf-8", timeout=PATIENCE, env=environment())
                if os.environ.get("UPDATE"):
                    golden = result.stdout
                    path.write_text(golden)
                self.assertEqual((result.stdout, result.stderr), (golden, ""))

    def test_what_the_games_are_for(self):
        """They are whole games, and show what each variant is about."""
        for rules, sentences in {
                "orthodox": ["White wins: checkmate", "Check!"],
                "quantum": ["How likely a touch", "###-----", "10/29", "Touched in vain:", "must move the"],
                "potential": ["and is one now", "checkmate"],
                "power": ["are one combo now", "leaves the combo", "White's combos:"],
                "ideal": ["What cards move now:", "White draws the", "the king is captured"],
        }.items():
            text = (GOLDEN / f"{rules}.txt").read_text()
            self.assertIn("\nover> ", text, rules)
            for sentence in sentences:
                self.assertIn(sentence, " ".join(text.split()), rules)

    def test_pages_fit_the_terminal(self):
        for rules in RULE_SETS:
            text = (GOLDEN / f"{rules}.txt").read_text()
            self.assertLess(max(map(len, text.splitlines())), 80)
            for page in PROMPT.split(text)[2::2]:
                self.assertLess(page.count("\n"), 24, page)

    def test_large_hands_fit_the_terminal(self):
        for seed in range(6):
            text = self.play(*["go"] * 60, arguments=(
                "--rules", "ideal", "-o", "two_decks=on", "-o", "hand_size=8", "--black", "lively", "--seed", str(seed),
                "--white", "human"), status=None)
            for page in PROMPT.split(text)[2::2]:
                self.assertLess(page.count("\n"), 25, page)
                self.assertLess(max(map(len, page.splitlines())), 80)

    def test_the_same_seed_is_the_same_game(self):
        both = ("--white", "lively", "--black", "greedy")
        for rules in RULE_SETS:
            first, second, other = (self.play(arguments=("--rules", rules, *both, "--seed", seed))
                                    for seed in ("x", "x", "y"))
            self.assertEqual(first, second)
            self.assertNotEqual(first, other)
            self.assertIn("\nover> ", first)


class Answers(PlayTest):
    def test_squares(self):
        text, = self.answers("e2", arguments=("--rules", "orthodox"))[:1]
        self.assertIn("White's pawn on e2: e2e3 (e3), e2e4 (e4)", text)
        self.assertEqual(text.count("*.*"), 2)
        self.assertIn("<P>", text)
        answers = self.answers("e4", "e5", "e7", "a1", arguments=("--rules", "orthodox"))
        self.assertEqual(answers[:3], ["\ne4 is empty. White can go there by: e2e4 (e4)\n",
                                       "\nNothing is on e5: no move of White's leads there now.\n",
                                       "\ne7: no move of White's leads there now.\n"])
        self.assertIn("White's rook on a1 cannot do anything now.", answers[3])

    def test_odds_before_the_touch(self):
        board, odds, after = self.answers("g1", "odds g1", "fen", arguments=("--rules", "quantum"))[:3]
        for text in board, odds:
            self.assertIn("  knight     10/29 #######-------------  34 %  f3 h3\n", text)
            self.assertIn("  queen       3/29 ##------------------  10 %  cannot move\n", text)
        self.assertEqual(board.count("*.*"), 2)
        self.assertEqual(after.strip(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        text, = self.answers("odds g1", arguments=("--rules", "quantum", "--option", "temperature=1/2"))[:1]
        self.assertIn("  knight     39/58 #############-------  67 %  f3 h3\n", text)

    def test_odds_of_cards(self):
        text, = self.answers("odds", arguments=("--rules", "ideal"))[:1]
        self.assertIn("White draws one of 22 cards, each with a chance of 1/22: Ad Ah 2d", text)
        first, second = self.answers("odds", "odds", arguments=("--rules", "ideal", "-o", "two_decks=on"))[:2]
        self.assertIn("White draws the ", first)
        self.assertIn("it lies on top. Then, of 10 cards", " ".join(first.split()))
        for options, decks, size in (("face_up=on",), 1, 22), (("two_decks=on",), 2, 11):
            text, = self.answers("odds", arguments=("--rules", "ideal", *(x for o in options for x in ("-o", o)),
                                                   "--seed", "3"))[:1]
            found = re.findall(r"White draws the (\w+) of (\w)\w+ next: it lies on top\. Then, of (\d+) cards, "
                               r"each with the same chance:((?: [\w*]\w\b)+)", " ".join(text.split()))
            self.assertEqual(len(found), decks, text)
            letters = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K", "joker": "*"}
            for rank, suit, count, cards in found:
                self.assertEqual((int(count), len(cards.split())), (size - 1, size - 1))
                self.assertNotIn(letters.get(rank, rank) + suit, cards.split())

    def test_choice_of_a_deck(self):
        """Nobody shall take "^d" for Control-D, which ends the program."""
        arguments = ("--rules", "ideal", "-o", "two_decks=on", "--seed", "3", "--black", "human")
        text = self.answers("go", "go", "help", "^d", "go", "go", "help", arguments=arguments)
        for board, explained, (suits, decks) in ((text[1], text[2], ("diamonds or hearts", "dh")),
                                                 (text[5], text[6], ("clubs or spades", "cs"))):
            self.assertRegex(board, r"Possible: \^%s \^%s\n +\(two characters: first \^, then the letter\)\n"
                             % (*decks,))
            self.assertIn("Now: Choose the deck to draw from, %s: type two characters, ^ and %s, or ^ and %s, "
                          "then Enter." % (suits, *decks), " ".join(explained.split()))
        self.assertIn("White draws the 7 of diamonds.", text[3])

    def test_cards(self):
        card, played = self.answers("g1", "-3d", arguments=("--rules", "ideal"))[:2]
        self.assertIn("can move with -3d (3d) for f3 h3; -3h (3h) for f3 h3", card)
        self.assertIn("White is to move with the 3 of diamonds.", played)

    def test_why_and_what_instead(self):
        why, legal, wrong, illegal, far, unknown, notation = self.answers(
            "why e2e5", "why e2e4", "why nonsense", "e2e5", "e5e6", "frob", "Nd5", status=1,
            arguments=("--rules", "orthodox"))[:7]
        self.assertEqual(why, "\ne2e5: the piece does not move like that.\n")
        self.assertEqual(legal, "\ne2e4 is legal now.\n")
        self.assertIn('"nonsense" is no action: why takes one, such as e2e5 or Nf3.', wrong)
        self.assertIn("Possible from e2: e2e3 e2e4.", illegal)
        self.assertIn("and 8 more.", " ".join(far.split()))
        self.assertIn('\n"frob" is no command, square or action; help says what there is.\nPossible: b1a3', unknown)
        self.assertEqual(notation.splitlines()[1], "Nd5: no legal move is that.")
        self.assertIn("Possible:", notation)

    def test_why_in_notation(self):
        arguments = ("--rules", "orthodox", "--black", "human")
        legal, castling, typed, long, king, two, alone, none = self.answers(
            "why Nf3", "why O-O", "O-O", "why 0-0-0", "why Kxe3", "why Nd5", "why", "why frob", status=1,
            arguments=arguments)[:8]
        self.assertEqual(legal, "\ng1f3 is legal now.\n")
        reason, = self.answers("why e1g1", arguments=arguments)[:1]
        self.assertRegex(reason, "^\ne1g1: ")
        self.assertEqual(castling, reason)
        self.assertTrue(typed.startswith(reason), typed)
        self.assertEqual(long, self.answers("why e1c1", arguments=arguments)[0])
        self.assertEqual(king, "\ne1e3: the piece does not move like that.\n")
        self.assertEqual(" ".join(two.split()),
                         "Nd5: no legal move is that. Type its squares, such as e2e5, to learn why.")
        self.assertEqual(alone, "\nwhy takes an action, such as e2e5.\n")
        self.assertIn('"frob" is no action: why takes one', none)
        self.assertIn("\ne8c8: ", self.answers("e2e4", "O-O-O", arguments=arguments, status=1)[1])
        self.assertEqual(self.answers("Nf3", "-10h", arguments=("--rules", "ideal"), status=1)[0].splitlines()[1],
                         "Nf3: no legal move is that.")

    def test_the_opponent_s_actions_are_the_opponent_s(self):
        for row in "e2e4 e2e4", "e2e4 e7e5", "e2 e4 e7 e5":
            text, = self.answers(row, arguments=("--rules", "orthodox"), status=1)[:1]
            self.assertIn(" was not done: the program, as Black, acts first.", text)
            self.assertNotIn("Possible", text)
            self.assertEqual((text.count("1. e4"), text.count("1... ")), (1, 1))
            self.assertNotIn("1... e5  Black's pawn on e7 goes to e5. 1...", text)

    def test_what_is_meant_comes_first(self):
        text, = self.answers("d4d5", arguments=("--rules", "potential", "--fen", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1"),
                             status=1)[:1]
        self.assertIn("must name what the piece becomes.\nPossible: d4d5", text)

    def test_words_of_any_kind(self):
        """What is not understood is cut short, and cannot control the terminal."""
        long, control = self.answers("x" * 39 + "é" * 100000, "\033[31m\x9b2J\x7f", arguments=("--rules", "power"),
                                     status=1)[:2]
        self.assertIn('\n"%s..." is no command' % ("x" * 39), long)
        self.assertIn('\n"?[31m?2J?" is no command', control)

    def test_rows_of_odds_have_no_gap(self):
        board, = re.findall(r"How likely a touch leads to a move:((?:\n.*)*)\nWhite> $", self.play(
            arguments=("--rules", "quantum", "--option", "temperature=1/2")))
        self.assertEqual([bool(line[32:].strip()) for line in board.split("\n")[1:]], 4 * [True] + 2 * [False])

    def test_squares_of_a_move_apart(self):
        moved, row, illegal = self.answers("e2 e4", "g8  f6 d2 d4", "e2 e4", status=1,
                                            arguments=("--rules", "orthodox", "--black", "human"))[:3]
        self.assertIn("1. e4  White's pawn", moved)
        self.assertIn("2. d4  White's pawn", row)
        self.assertIn("\ne2e4: ", illegal)

    def test_casualty(self):
        position = "4k3/8/8/8/3[np]4/8/8/3RK3 w - - 0 1"
        hit, square, wrong, done = self.answers(
            "d1d4", "d4", "!q", "!p", status=1,
            arguments=("--rules", "power", "--black", "human", "--fen", position))[:4]
        self.assertIn("Black must give up a member.", hit)
        self.assertIn("Black's combo on d4 must lose a member: !p !n", square)
        self.assertIn("Possible: !p !n.", wrong)
        self.assertIn("Black gives up the pawn of the combo on d4: the knight stands alone now.", " ".join(done.split()))

    def test_notation_is_understood(self):
        text = self.play("Nf3", "e7e5", "Nxe5", "d5", "pgn", status=0,
                         arguments=("--rules", "orthodox", "--black", "human"))
        self.assertIn("1. Nf3 e5 2. Nxe5 *", text)

    def test_help_is_about_the_game_and_the_phase(self):
        for rules, words in (("orthodox", "castling is e1g1"), ("quantum", "Touch an officer"), ("power", "a combo"),
                             ("potential", "lesser man"), ("ideal", "Discard a card")):
            text, = self.answers("help", arguments=("--rules", rules))[:1]
            self.assertIn(words, " ".join(text.split()))
            self.assertLess(text.count("\n"), 23)
        text = self.answers("-3d", "help", arguments=("--rules", "ideal"))[1]
        self.assertIn("Now: The card is played", text)
        commands, = self.answers("help commands", arguments=("--rules", "ideal"))[:1]
        self.assertLessEqual(commands.count("\n"), 24)  # the first ends the line that was typed
        for line in commands.splitlines()[1:]:
            self.assertIn(line.split()[0], " ".join(text.split()))


class Commands(PlayTest):
    ORTHODOX = ("--rules", "orthodox")
    TWO = (*ORTHODOX, "--black", "human")

    def test_choosing_a_game(self):
        text = self.play("new", "e2e4", "quantum", "new ideal", "new nothing", status=1)
        self.assertEqual(text.count("First choose a game."), 1)
        self.assertIn('\n"e2e4" is no game, and one is to be chosen first.\nWhich game?', text)
        self.assertIn("Quantum Superposition Chess, seed a\n", text)
        self.assertRegex(text, r"Ideal Chess, seed a\n")
        self.assertIn('There is no game "nothing", but these:', text)
        text = self.play("2", "Quantum", "new IDEAL", status=1)
        self.assertIn('"2" is no game', text)
        self.assertRegex(text, r"(?s)Quantum Superposition Chess, seed a\n.*Ideal Chess, seed ")

    def test_the_next_game_has_the_next_seed(self):
        text = self.play("e2e4", "new", "new", arguments=self.ORTHODOX)
        seeds = re.findall(r"^Orthodox chess.*, seed (\w+)$", text, re.MULTILINE | re.IGNORECASE)
        self.assertEqual(len(seeds), 3, text)
        self.assertNotEqual(seeds[0], seeds[1])
        self.assertEqual(seeds[1], seeds[2])

    def test_undo_and_redo(self):
        fen = self.answers("fen", arguments=self.ORTHODOX)[0]
        text = self.answers("e2e4", "fen", "undo", "fen", "redo", "fen", arguments=self.ORTHODOX)
        self.assertEqual(text[3], fen)
        self.assertEqual(text[5], text[1])
        self.assertIn("1. e4", text[4])
        self.assertIn("1... ", text[4])
        for line in ("undo", "redo"):
            self.assertIn("There is nothing", self.answers(line, arguments=self.ORTHODOX, status=1)[0])

    def test_undo_never_rolls_again(self):
        text = self.answers("?g1", "fen", "undo", "?g1", "fen", "resign", "undo", "fen", "undo", "redo", "fen",
                            arguments=("--rules", "quantum", "--black", "human"))
        self.assertEqual(len({text[1], text[4], text[7], text[10]}), 1)

    def test_undo_for_black(self):
        arguments = (*self.ORTHODOX, "--white", "greedy", "--black", "human")
        text = self.answers("undo", "fen", arguments=arguments, status=1)
        self.assertIn("There is nothing of yours to take back.", text[0])
        self.assertIn(" b KQkq", text[1])

    def test_endings(self):
        for lines, words in ((["resign"], "Black wins: resignation"), (["e2e4", "resign"], "White wins: resignation"),
                             (["draw"], "A draw: the players agree")):
            text = self.play(*lines, "e2e4", "resign", "claim", "hint", "go", "undo", "fen", status=1,
                             arguments=self.TWO)
            self.assertIn(words, text)
            self.assertIn("\nover> e2e4\nThe game is over.", text)
            self.assertRegex(text, r"(?m)^%s\.$" % words)  # no word of ours where a move would stand
        for line in ("resign", "draw", "claim", "hint", "go", "odds", "e2", "Nf3"):
            text = self.play("resign", line, status=0 if line == "e2" else 1, arguments=self.TWO)
            self.assertIn("The game is over.", text.split("over> ")[1])

    def test_claims(self):
        text = self.play("claim", *2 * ["Nf3", "Nf6", "Ng1", "Ng8"], "claim", status=1, arguments=self.TWO)
        self.assertIn("There is no draw to claim", text)
        self.assertEqual(text.count("You can claim a draw now"), 1)
        self.assertRegex(text, r"(?m)^A draw: claimed as the position came up for the third time\.$")

    def test_the_program_takes_a_draw_when_it_is_behind(self):
        for position, words in (("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "the players agree"),
                                ("qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black plays on.")):
            self.assertIn(words, self.play("draw", arguments=(*self.ORTHODOX, "--fen", position)))

    def test_options(self):
        listed, refused, done, begun, late = self.answers(
            "set", "set temperature 2", "set temperature 1/2", "e2e4", "set temperature 0", status=1,
            arguments=("--rules", "quantum"))[:5]
        self.assertIn("temperature 0 (0-1, denominator 1-100)\n", listed)
        self.assertTrue(refused.startswith('\ntemperature: "2" is not in its range'), refused)
        self.assertIn("Quantum Superposition Chess, temperature=1/2, seed a", done)
        self.assertIn("The game has begun", late)
        text = self.answers("set hand_size 8", "set jokers 1", "fen", arguments=("--rules", "ideal"))
        self.assertIn("hand_size=8", text[1])
        self.assertIn("jokers=1", text[1])
        self.assertIn("The deal", text[1])

    def test_positions(self):
        text = self.answers("fen 8/8/8/8/8/8/8/K1kQ4 b - - 0 1", "fen 9/8 w", "fen", arguments=self.TWO, status=1)
        self.assertIn("Black is to move, in check.", text[0])
        self.assertIn("Not a position, at character ", text[1])
        self.assertEqual(text[2], "\n8/8/8/8/8/8/8/K1kQ4 b - - 0 1\n")

    def test_flip_and_board(self):
        first, second, third = self.answers("flip", "board", "flip", arguments=self.ORTHODOX)[:3]
        self.assertEqual(first, second)
        self.assertRegex(first, r"(?s)  1  R  N  B  K  Q.*  8  r  n  b  k  q.*h  g  f")
        self.assertRegex(third, r"(?s)  8  r  n  b  q.*a  b  c")

    def test_players(self):
        text = self.answers("black nobody", "black", "black random", "white greedy", arguments=self.ORTHODOX, status=1)
        self.assertIn("but these: human, greedy", text[0])
        self.assertEqual(text[1], "\nBlack: greedy.\n")
        self.assertIn("White wins: checkmate", text[3])
        self.assertIn("The program plays both sides", self.play(
            "undo", arguments=(*self.ORTHODOX, "--white", "greedy", "--black", "random"), status=1))


class Files(PlayTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_saved_and_loaded(self):
        for rules in RULE_SETS:
            file = self.folder / f"{rules}.pgn"
            text = self.answers("go", "go", "go", "fen", f"save {file}", f"save {file}", arguments=("--rules", rules))
            for answer in text[4:6]:  # of several lines where the name is long
                self.assertEqual("".join(answer.split()), f"Saved:{file}.")
            again = self.answers("fen", f"save {file}", "undo", arguments=[file])
            self.assertEqual(again[0], text[3])
            self.assertIn(f"Variant \"{rules}\"" if rules != "orthodox" else "Result", file.read_text())
            loaded = self.answers("orthodox", "e2e4", f"load {file}", "fen")
            self.assertEqual(loaded[3], text[3])

    def test_a_result_that_was_told(self):
        """It is kept until something more is played."""
        file = self.folder / "told.pgn"
        file.write_text("1. e4 e5 1-0\n")
        copy = self.folder / "copy.pgn"
        for lines, result in (((), "1-0"), (("Nf3",), "*"), (("undo",), "*"), (("new",), "*"),
                              (("resign",), "0-1"), (("resign", "undo"), "*")):
            text = self.play(*lines, "pgn", f"save {copy}", arguments=(file, "--black", "human"))
            self.assertIn("It was told to have ended 1-0;", text)
            for written in text[text.index("[Event"):], copy.read_text():
                self.assertIn(f'[Result "{result}"]', written)
                self.assertRegex(written, rf"(?m)(^| ){re.escape(result)}$")
            copy.unlink()
        file.write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
        self.assertNotIn("It was told", self.play(arguments=(file,)))

    def test_nothing_is_overwritten(self):
        file = self.folder / "precious.pgn"
        file.write_text("precious")
        text = self.play(f"save {file}", arguments=("--rules", "power"), status=1)
        self.assertIn("is there already and is kept", " ".join(text.split()))
        self.assertEqual(file.read_text(), "precious")

    def test_a_file_of_others_keeps_what_saving_would_lose(self):
        file, text = self.folder / "x.pgn", '[White "Ada"]\n\n1. e4 {!} e5 (1... c5) *\n'
        names = '[Event "?"]\n[Site "?"]\n[Date "2001.01.01"]\n[Round "?"]\n[White "%s"]\n[Black "human"]\n'
        ours = names % "vc-play greedy" + '[Result "*"]\n\n1. e4 e5 *\n\n'
        for content, kept in ((text, True), (ours, False), (ours + ours, True), (ours.replace("e5", "e5 {a}"), True),
                              (names % "Ada" + '[Result "*"]\n\n1. e4 e5 *\n\n', True), (ours[:-2], True)):
            file.write_text(content)
            self.play(f"load {file}", "g1f3", f"save {file}", status=int(kept),
                      arguments=("--rules", "orthodox", "--black", "human"))
            self.assertEqual(file.read_text() == content, kept, content)
            self.assertIn("1. e4", file.read_text())

    def test_a_file_that_cannot_be_written_is_not_left_behind(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
        file = self.folder / "full.pgn"
        result = subprocess.run([PROGRAM, "--rules", "power"], input=f"save {file}\n", capture_output=True,
                                encoding="utf-8", timeout=PATIENCE, env=environment(), preexec_fn=limit)
        self.assertIn("File too large", result.stdout)
        self.assertEqual((result.returncode, list(self.folder.iterdir())), (1, []))

    def test_many_games(self):
        file = self.folder / "many.pgn"
        file.write_text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n')
        text = self.answers("load %s 2" % file, "fen", "load %s 3" % file, "save %s" % file, "load /nonexistent", "load",
                            "save", "load %s" % self.folder, arguments=("--rules", "orthodox", "--white", "human",
                                                                       "--black", "human"), status=1)
        self.assertIn("2 actions, B against ?", " ".join(text[0].split()))
        self.assertIn("/3p4/3P4/", text[1])
        self.assertIn("there is no game 3 in it, but 2", " ".join(text[2].split()))
        self.assertIn("is kept", " ".join(text[3].split()))
        self.assertIn("No such file", text[4])
        self.assertIn("the name of a file", text[5])
        self.assertIn("the name of a file", text[6])

    def test_bad_files(self):
        file = self.folder / "bad.pgn"
        file.write_text("1. e4 e5 2. Ke3 *\n")
        fen, text, after = self.answers("fen", f"load {file}", "fen", arguments=("--rules", "orthodox"), status=1)[:3]
        self.assertIn("line 1, column 13", " ".join(text.split()))
        self.assertEqual(after, fen)
        self.fail_with(1, "vc-play: %s: line 1, column 13" % file, file)
        self.fail_with(1, "No such file", self.folder / "nothing.pgn")


class Strength(PlayTest):
    def test_greedy_beats_random(self):
        """Seeded, so that it always comes out the same on the same code; --match 200 gives the figures of the manual."""
        text = self.succeed("--match", 20, "--seed", "strength")
        won = dict(re.findall(r"^(\w+): greedy (\d+), random", text, re.MULTILINE))
        self.assertEqual(tuple(won), RULE_SETS)
        for rules, games in won.items():
            self.assertGreaterEqual(int(games), 18, rules)

    def test_match_is_repeatable(self):
        first, second = (re.sub(r", [\d.]+ s$", "", self.succeed(
            "--match", 4, "--white", "lively", "--black", "random", "--seed", "m"), flags=re.MULTILINE) for _ in "ab")
        self.assertEqual(first, second)


class Arguments(PlayTest):
    def test_refusals(self):
        self.fail_with(1, "but these: human, greedy", "--white", "me")
        self.fail_with(1, "rank 8: ", "--rules", "orthodox", "--fen", "9/8/8/8/8/8/8/8 w - - 0 1")
        self.fail_with(2, "--fen needs --rules", "--fen", "x")
        self.fail_with(2, "one game has one --rules", "-r", "power", "-r", "ideal")
        self.fail_with(2, "a human plays no --match", "--match", "1", "--white", "human")
        self.fail_with(2, "do not go together", "--match", "1", "--watch")
        self.fail_with(2, "--plies goes with --watch", "--plies", "1")
        self.fail_with(2, "it takes no --fen", "--watch", "--rules", "power", "--fen", "x")
        self.fail_with(2, "says itself", "--rules", "power", "file")
        self.fail_with(2, "one argument too many", "one", "two")

    def test_end_of_input(self):
        text = self.play(arguments=("--rules", "power"))
        self.assertTrue(text.endswith("White> \n"))
        for word in "quit", "exit", "q":
            self.assertNotIn("over", self.play(word, "e2e4", "resign", arguments=("--rules", "power")))
            self.assertNotIn("Quantum", self.play(word, "quantum"))

    def test_remarks_and_blanks(self):
        text = self.answers("# a remark", "", "   e2e4   ", "help\tcommands", arguments=("--rules", "power"))
        self.assertEqual(text[:2], ["\n", "\n"])
        self.assertIn("1. e4", text[2])

    def test_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        for ignored, status in (False, -signal.SIGPIPE), (True, 1):
            before = signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
            try:
                result = subprocess.run([PROGRAM, "--rules", "ideal", "--white", "random"], stdin=subprocess.DEVNULL,
                                        stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE, env=environment(),
                                        restore_signals=False)
            finally:
                signal.signal(signal.SIGPIPE, before)
            self.assertEqual(result.returncode, status)
        os.close(writer)


class Terminal:
    """The program in a terminal of 80 x 24, and someone who types."""

    def __init__(self, *arguments, **changes):
        ours, theirs = pty.openpty()
        self.attributes = termios.tcgetattr(theirs)
        os.close(ours)
        os.close(theirs)
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execve(PROGRAM, [PROGRAM, *arguments], environment(HOME="/nonexistent", **changes))
        self.edits = changes.get("TERM", "xterm") not in (None, "dumb")
        self.buffer = ""
        self.all = ""

    def read(self):
        """Adds what comes; False at the end."""
        if not select.select([self.file], [], [], 60)[0]:
            raise AssertionError("nothing comes after:\n" + self.all)
        try:
            data = os.read(self.file, 65536).decode("utf-8", "replace")
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return False
        self.buffer += data
        self.all += data
        return bool(data)

    def expect(self, pattern):
        """Waits for a text; returns what came before it, plain."""
        while True:
            plain = ESCAPE.sub("", self.buffer).replace("\r", "")
            match = re.search(pattern, plain)
            if match:
                self.buffer = ""
                return plain[:match.end()]
            if not self.read():
                raise AssertionError("the end instead of %s after:\n%s" % (pattern, self.all))

    def is_ready(self):
        """Whether single keys are read: libedit prints its prompt a moment before."""
        return not termios.tcgetattr(self.file)[3] & termios.ICANON

    def prompt(self, before=""):
        """Waits for the next prompt, until keys can be typed; returns what came before it, plain."""
        text = self.expect(before + r"(?:White|Black|over|game)> $")
        for _ in range(60000):
            if self.is_ready() or not self.edits:
                return text
            time.sleep(0.001)
        raise AssertionError("a prompt, but no editing of lines")

    def type(self, keys):
        os.write(self.file, keys.encode())

    def ask(self, keys):
        """Types a line; returns what comes before the next prompt."""
        self.type(keys + "\r")
        return self.prompt(r"\n(?:.*\n)*")

    def leave(self):
        """Types the end of the input."""
        self.type("\x04")
        return self.end()

    def end(self):
        """Waits for the program's end; returns its status and whether the terminal is as it was."""
        while self.read():
            pass
        same = termios.tcgetattr(self.file)[:4] == self.attributes[:4]
        os.close(self.file)
        status = os.waitpid(self.pid, 0)[1]
        return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status), same


@unittest.skipUnless(os.environ.get("LIBEDIT"), "built without libedit")
class AtTheTerminal(PlayTest):
    def do(self, terminal, action, turn):
        """Someone types an action, in one way or another; returns what comes of it."""
        if turn % 4 == 0:  # with a typo, taken back
            return terminal.ask(action[:1] + "y\x7f" + action[1:])
        if turn % 4 == 1:  # with Tab, when there is one way to go on
            words = terminal.ask("actions").split(":", 1)[1].split()
            single = sum(word.startswith(action[:-1]) for word in words) == 1
            return terminal.ask(action[:-1] + "\t" + ("" if single else action[-1]))
        if turn % 4 == 2:  # after a slip
            self.assertIn("is no command", terminal.ask("nonsense"))
            return terminal.ask(action)
        self.assertIn("Try " + action, terminal.ask("\x1b[A"))  # hint again, by the arrow key
        return terminal.ask(action)

    def test_whole_games(self):
        """Someone plays every game to its end: looks, errs, asks, types in several ways, and does what hint says."""
        for rules in RULE_SETS:
            with self.subTest(rules=rules):
                terminal = Terminal("--seed", "pty", "--black", "random")
                terminal.prompt()
                terminal.type(rules[:3] + "\t")
                terminal.expect(re.escape(rules) + " ")
                self.assertIn("Tab completes.", terminal.ask(""))
                self.assertIn("Now: ", terminal.ask("help"))
                for turn in range(1000):
                    hint = terminal.ask("hint")
                    if "The game is over" in hint:
                        break
                    action = re.search(r"Try (\S+?)(?: \(.*\))?\.\n", hint)[1]
                    self.assertIn("-- %s, move " % rules, self.do(terminal, action, turn))
                self.assertRegex(terminal.all.replace("\r\n", " "), "(White|Black) wins: |A draw: ")
                self.assertEqual(terminal.leave(), (0, True))

    def test_tab(self):
        terminal = Terminal("--rules", "quantum", "--seed", "a")
        terminal.prompt()
        terminal.type("e2\t")
        terminal.expect("e2e$")
        terminal.type("\t")
        self.assertIn("\ne2e3 e2e4\n", terminal.expect("White> e2e$"))
        self.assertIn("1. e4", terminal.ask("4\t"))
        terminal.type("re\t")
        self.assertIn("\nredo resign\n", terminal.ask("\t\x15"))
        terminal.type("white gr\t")
        terminal.expect("white greedy $")
        terminal.type("\x15set tem\t")
        terminal.expect("set temperature $")
        self.assertIn("\n?a1 ?b1 ?c1", terminal.ask("\x15?\t\t\x15"))
        self.assertEqual(terminal.leave(), (0, True))

    def test_interrupted(self):
        terminal = Terminal("--rules", "ideal")
        terminal.prompt()
        terminal.type("-3\x03")
        self.assertEqual(terminal.end(), (-signal.SIGINT, True))

    def test_interrupted_while_the_program_plays(self):
        terminal = Terminal("--rules", "power", "--white", "random", "--black", "random", "--delay", "60000")
        terminal.expect("move 1")
        terminal.type("\x03")
        self.assertEqual(terminal.end(), (-signal.SIGINT, True))

    def test_quit(self):
        terminal = Terminal("--rules", "power")
        terminal.prompt()
        terminal.type("quit\r")
        self.assertEqual(terminal.end(), (0, True))

    def test_terminals_without_much(self):
        for changes in ({"TERM": "dumb"}, {"TERM": None}, {"NO_COLOR": "1", "LC_ALL": "C"}):
            terminal = Terminal("--rules", "power", "--seed", "a", **changes)
            terminal.prompt()
            self.assertIn("1. e4", terminal.ask("e2e4"))
            self.assertNotIn("\033[38", terminal.all)
            if "TERM" in changes:
                self.assertNotIn("\033", terminal.all)
            self.assertEqual(terminal.leave(), (0, True))

    def test_colours(self):
        self.assertIn("NO_COLOR is not set or empty", " ".join(self.succeed("--help").split()))
        for value in None, "":
            terminal = Terminal("--rules", "power", "--seed", "a", NO_COLOR=value)
            terminal.prompt()
            terminal.type("e2\r")
            terminal.prompt()
            self.assertIn("\033[48;5;", terminal.all)
            self.assertEqual(terminal.leave(), (0, True))


if __name__ == "__main__":
    main()
