#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Tests of vc-record. Usage: test_record.py PROGRAM; the environment's RECORDS makes games (tests/bench/records.c).

With UPDATE=1 in the environment the golden files are written anew: read them before they are kept.
"""
import fcntl
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from support import HERE, PATIENCE, PROGRAM, ProgramTest, environment, main, run, start_without_reader

RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
GOLDEN = HERE / "golden"
MIXED = "mixed.pgn"
FAIR = "fair.pgn"


def make_games(rules, games, seed=1):
    """Random games as PGN."""
    return subprocess.run([os.environ["RECORDS"], "make", rules, str(games), str(seed)], stdout=subprocess.PIPE,
                          encoding="ascii", check=True).stdout


class RecordTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_here(self, *arguments, text=None, cwd=HERE):
        """Runs the program in a folder, with a text as standard input."""
        return subprocess.run([PROGRAM, *map(str, arguments)], input=text or "", capture_output=True, encoding="utf-8",
                              timeout=PATIENCE, env=environment(), cwd=cwd)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, newline="")
        return path

    def convert(self, target, text):
        """Converts a text in which nothing is wrong."""
        result = self.run_here("convert", "--to", target, "-", text=text)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def assert_golden(self, name, text):
        path = GOLDEN / name
        if os.environ.get("UPDATE"):
            path.write_text(text)
        self.assertEqual(text, path.read_text())


class Check(RecordTest):
    def test_golden(self):
        for name, arguments in {"record-check.txt": [], "record-strict.txt": ["--strict"],
                                "record-quiet.txt": ["--quiet"]}.items():
            result = self.run_here("check", *arguments, MIXED)
            self.assertEqual((result.returncode, result.stderr), (1, ""))
            self.assert_golden(name, result.stdout)

    def test_right_games(self):
        for rules in RULE_SETS:
            text = make_games(rules, 50)
            result = self.run_here("check", "--strict", "-", text=text)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            lines = result.stdout.splitlines()
            self.assertEqual(len(lines), 51)
            for line in lines[:-1]:
                self.assertRegex(line, rf"^standard input:\d+: game \d+: right: {rules}, \d+ plies, "
                                       r"(\*|(1-0|0-1|1/2-1/2) \w[\w -]+)$")
            plies = sum(int(re.search(r"(\d+) plies", line)[1]) for line in lines[:-1])
            self.assertEqual(lines[-1], f"standard input: 50 games, 50 right, 0 wrong, {plies} plies")
            self.assertEqual(self.run_here("check", "-q", "-", text=text).stdout, lines[-1] + "\n")

    def test_a_wrong_game_among_right_ones(self):
        """Each kind of fault is found where it is, and the games around it are read."""
        good = '[Result "*"]\n\n1. e4 e5 *\n\n'
        for bad, where, message in (
                ("1. e4 e5 2. e5 *\n", "5:13: game 2, ply 3, move 2 of White", "no legal move is that"),
                ("1. e4 %&/ *\n", "5:7: game 2, ply 2, move 1 of Black", "not a move"),
                ("1. f3 e5 2. g4 Qh4# 3. e4 0-1\n", "5:24: game 2, after ply 4", "the game is over"),
                ("1. f3 e5 2. g4 Qh4# 1-0\n", "5:4: game 2, after ply 4", "told as 1-0, but the game ended 0-1"),
                ('[Result "0-1"]\n\n1. f3 1-0\n', "5:1: game 2, after ply 1", "Result tells 0-1, but the moves end with 1-0"),
                ('[Variant "power"]\n[Options "x=1"]\n\n*\n', "6:1: game 2", "Options"),
                ('[FEN "8/8 w - - 0 1"]\n\n*\n', "5:1: game 2", "the tag FEN"),
                ('[Event "x]\n\n1. e4 *\n', "5:11: game 2", "not closed"),
                ("1. e4 {no end\n", "5:7: game 2, ply 2, move 1 of Black", "not closed")):
            with self.subTest(bad=bad):
                result = self.run_here("check", "-", text=good + bad + '\n[Event "?"]\n' + good)
                self.assertEqual((result.returncode, result.stderr), (1, ""))
                lines = result.stdout.splitlines()
                self.assertEqual(len(lines), 4, lines)
                self.assertTrue(lines[1].startswith(f"standard input:{where}: wrong: "), lines[1])
                self.assertIn(message, lines[1])
                self.assertIn("game 3: right: orthodox, 2 plies, *", lines[2])
                self.assertIn(" 3 games, 2 right, 1 wrong, ", lines[3])

    def test_tags_that_tell_no_result(self):
        """They are as good as missing, but for strict reading, where a result must be there and the same."""
        for tag in "*", "?", "foo", "1-0":
            text = f'[Result "{tag}"]\n\n1. e4 e5 1-0\n'
            result = self.run_here("check", "-", text=text)
            self.assertEqual((result.returncode, result.stdout.splitlines()[0]),
                             (0, "standard input:1: game 1: right: orthodox, 2 plies, 1-0"))
            self.assertIn("\nresult 1-0\n", self.convert("actions", text))
            self.assertEqual(self.run_here("check", "-s", "-", text=text).returncode, int(tag != "1-0"))
        self.assertEqual(self.run_here("check", "-", text='[Result "1-0"]\n\n1. e4 e5 *\n').returncode, 0)

    def test_lenient_and_strict(self):
        text = '[Result "*"]\n\n1. e2-e4 *\n'
        self.assertEqual(self.run_here("check", "-", text=text).returncode, 0)
        self.assertEqual(self.run_here("check", "-s", "-l", "-", text=text).returncode, 0)
        result = self.run_here("check", "-s", "-", text=text)
        self.assertEqual(result.returncode, 1)
        self.assertIn("e2-e4 must be written e4", result.stdout)

    def test_several_files(self):
        one = self.write("one.pgn", "1. e4 *\n")
        two = self.write("two.pgn", "\N{BYTE ORDER MARK}1. e4 e5 *\r\n\r\n1. f3 *\r\n")
        self.assertEqual(self.run_here("check", "-q", one.name, two.name, cwd=self.folder).stdout,
                         "one.pgn: 1 game, 1 right, 0 wrong, 1 plies\n"
                         "two.pgn: 2 games, 2 right, 0 wrong, 3 plies\n"
                         "all: 3 games, 3 right, 0 wrong, 4 plies\n")

    def test_nothing_to_check(self):
        empty = self.write("empty.pgn", "")
        for text in ("", "\n\n", "% nothing\n"):
            self.assertEqual(self.run_here("check", "-", text=text).stdout, "standard input: no games\n")
        self.assertEqual(self.succeed("check", empty), f"{empty}: no games\n")

    def test_what_is_no_text(self):
        path = self.folder / "x.pgn"
        path.write_bytes(bytes(range(256)) * 100)
        result = run("check", path)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertIn("wrong", result.stdout)

    def test_control_characters_are_not_printed(self):
        for arguments, text in ((["check"], '[Variant "a\033b"]\n\n1. e4 \033x\a *\n'),
                                (["convert", "--to", "pgn"], "rules \033x\a\n")):
            result = self.run_here(*arguments, "-", text=text)
            printed = result.stdout + result.stderr
            self.assertTrue(printed.replace("\n", "").isprintable(), printed)
        self.assertIn('"?x?"', printed)

    def test_files_that_cannot_be_read(self):
        good = self.write("good.pgn", "1. e4 *\n")
        for bad, message in ((self.folder / "missing.pgn", "No such file or directory"),
                             (self.folder, "Is a directory")):
            result = run("check", "--quiet", bad, good)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, f"vc-record: {bad}: {message}\n")
            self.assertIn(f"{good}: 1 game, 1 right, 0 wrong", result.stdout)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc")
    def test_constant_memory(self):
        """A hundred times as many games need no more memory."""
        text = make_games("power", 60).encode()
        # ASan keeps freed memory for a while, unless told not to.
        with subprocess.Popen([PROGRAM, "check", "--quiet", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              env=environment(ASAN_OPTIONS="quarantine_size_mb=0:detect_leaks=0")) as process:
            sizes = []
            for times in (2, 100):
                process.stdin.write(text * times)
                process.stdin.flush()
                status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                sizes.append(int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]))
            process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), 0)
        self.assertLess(sizes[1], sizes[0] + 8192, sizes)  # kilobytes, of which 6000 games kept would need far more


class Convert(RecordTest):
    def test_golden(self):
        result = self.run_here("convert", "--to", "actions", MIXED)
        self.assertEqual(result.returncode, 1)
        self.assert_golden("record-actions.txt", result.stdout)
        self.assert_golden("record-left-out.txt", result.stderr)
        self.assert_golden("record-pgn.txt", self.convert("pgn", result.stdout))

    def test_there_and_back(self):
        """What the library wrote is the same when it comes back; and lists are, too."""
        for rules in RULE_SETS:
            pgn = make_games(rules, 200, seed=2)
            actions = self.convert("actions", pgn)
            self.assertEqual(self.convert("pgn", actions), pgn)
            self.assertEqual(self.convert("actions", self.convert("pgn", actions)), actions)
            self.assertLess(max(map(len, actions.splitlines())), 80)

    def test_there_and_back_with_tags_and_positions(self):
        actions = self.run_here("convert", "--to", "actions", MIXED).stdout
        pgn = self.convert("pgn", actions)
        self.assertEqual(self.convert("actions", pgn), actions)
        self.assertEqual(self.convert("pgn", self.convert("actions", pgn)), pgn)
        tags = ('rules ideal two_decks=on hand_size=6\ntag White Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}  "x" \\ \n'
                "tag Black  \ntag Abc\ntag Termination unterminated\nresult 1-0\n\n")
        self.assertEqual(sorted(self.convert("actions", self.convert("pgn", tags)).split()), sorted(tags.split()))

    def test_what_check_calls_wrong_is_left_out(self):
        good = "1. e4 e5 *\n\n"
        for bad, message in (('[Result "1/2-1/2"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n\n',
                              "told as 1/2-1/2, but the game ended 0-1"),
                             ('[Result "0-1"]\n\n1. f3 1-0\n\n', "Result tells 0-1, but the moves end with 1-0")):
            result = self.run_here("convert", "--to", "actions", "-", text=good + bad + good)
            self.assertEqual((result.returncode, result.stdout), (1, 2 * "rules orthodox\nplay e2e4 e7e5\nresult *\n\n"))
            self.assertIn(message, result.stderr)
            self.assertIn("1 of 3 games left out", result.stderr)
            checked = self.run_here("check", "-q", "-", text=good + bad + good)
            self.assertEqual(checked.stdout.splitlines()[0], result.stderr.splitlines()[0])

    def test_comments_are_lost_alone(self):
        pgn = "1. e4 {a comment} e5 $4 2. Nf3 (2. f4) *\n"
        self.assertEqual(self.convert("actions", pgn), "rules orthodox\nplay e2e4 e7e5 g1f3\nresult *\n\n")

    def test_lists_in_other_layouts(self):
        text = ("# a remark\r\n\r\nrules  orthodox\r\nplay   f2f3 e7e5 \r\n\r\n# more\r\nplay g2g4\r\nplay\r\n"
                "play d8h4\r\nresult 0-1")
        self.assertEqual(self.convert("actions", self.convert("pgn", text)),
                         "rules orthodox\nplay f2f3 e7e5 g2g4 d8h4\nresult 0-1 checkmate\n\n")
        game = "rules orthodox\n" + "play g1f3 g8f6 f3g1 f6g8\n" * 2
        self.assertIn("threefold repetition", self.convert("pgn", game + "result 1/2-1/2 threefold_repetition\n"))
        self.assertIn("agreement", self.convert("pgn", game + "result 1/2-1/2 agreement\n"))

    def test_faults_of_lists(self):
        for text, where, message in (
                ("play e2e4\n", "1:1: game 1", 'a game begins with a line "rules NAME"'),
                ("rules\n", "1:6: game 1", "there are no rules"),
                ("rules chess\n", "1:7: game 1", 'there are no rules "chess"'),
                ("rules power combo\n", "1:13: game 1", "name=value"),
                ("rules power hand_size=5\n", "1:13: game 1", "hand_size"),
                ("rules orthodox\nfrom x\n", "2:7: game 1", "four fields"),
                ("rules orthodox\ntag A b\nfrom x\n", "3:1: game 1, ply 1, move 1 of White", "right behind the rules"),
                ("rules orthodox\ntag\n", "2:4: game 1, ply 1, move 1 of White", "no tag can have that name"),
                ("rules orthodox\ntag _x y\n", "2:5: game 1, ply 1, move 1 of White", "no tag can have that name"),
                ("rules orthodox\ntag FEN x\n", "2:5: game 1, ply 1, move 1 of White", "another line tells"),
                ("rules orthodox\nplay e2e4 e7e4\n", "2:11: game 1, ply 2, move 1 of Black", "e7e4"),
                ("rules orthodox\nplay e2x4\n", "2:8: game 1, ply 1, move 1 of White", "e2x4"),
                ("rules orthodox\nplay " + 99 * "x" + "\n", "2:6: game 1, ply 1, move 1 of White", "no action"),
                ("rules orthodox\nmoves e2e4\n", "2:1: game 1", "rules, tag, from, play or result"),
                ("rules orthodox\nplay e2e4\n", "2:1: game 1, ply 2, move 1 of Black", 'no line "result"'),
                ("rules orthodox\nresult 1:0\n", "2:8: game 1, ply 1, move 1 of White", "a result is 1-0"),
                ("rules orthodox\nresult * checkmate\n", "2:8: game 1, after ply 0", "not over"),
                ("rules orthodox\nresult 1-0 checkmate\n", "2:8: game 1, after ply 0", "not over"),
                ("rules orthodox\nresult 1-0 fifty_moves\n", "2:8: game 1, after ply 0", "not over"),
                ("rules orthodox\nresult 1-0 bad luck\n", "2:16: game 1, ply 1, move 1 of White", "one word"),
                ("rules orthodox\nplay f2f3 e7e5 g2g4 d8h4\nresult 1-0\n", "3:8: game 1, after ply 4",
                 "the game ended otherwise: 0-1 checkmate"),
                ("rules orthodox\nplay e2e4\0 e7e5\n", "2:1: game 1", "zero byte"),
                ("rules orthodox\n" + 1100000 * "x" + "\n", "2:1: game 1", "longer than is read")):
            with self.subTest(text=text[:80]):
                good = "rules orthodox\nplay d2d4\nresult *\n"
                result = self.run_here("convert", "--to", "pgn", "-", text=text + good)
                self.assertEqual(result.returncode, 1)
                self.assertTrue(result.stderr.startswith(f"standard input:{where}: wrong: "), result.stderr)
                self.assertIn(message, result.stderr)
                self.assertIn("1 of 2 games left out", result.stderr)
                self.assertEqual(result.stdout.count("[Event"), 1)
                self.assertIn("1. d4 *", result.stdout)

    def test_long_games(self):
        knights = "g1f3 g8f6 f3g1 f6g8 "
        text = f"rules orthodox automatic_draws=off\nplay {knights * 16384}\nresult *\n\n"
        self.assertEqual(self.convert("actions", self.convert("pgn", text)).split().count("g1f3"), 16384)
        result = self.run_here("convert", "-t", "pgn", "-", text=text.replace("\nresult", " e2e4\nresult"))
        self.assertIn("more actions than are read", result.stderr)


class Verify(RecordTest):
    def test_golden(self):
        result = self.run_here("verify", FAIR)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assert_golden("record-verify.txt", result.stdout)

    def test_every_alteration_is_named(self):
        """The games of the file have the event's name for what was altered in them."""
        lines = [line for line in self.run_here("verify", "--quiet", FAIR).stdout.splitlines() if "wrong: " in line]
        for line, words in zip(lines, ("outcome 2", "outcome 1", "secret of party 2", "commitment of party 1",
                                       "FairGame", "FairSeed", "party 2", "FairSeed", "Nf9", "no tags of fair chance")):
            self.assertIn(words, line)
        self.assertEqual(len(lines), 10)

    def test_right(self):
        text = (HERE / FAIR).read_text().split("\n\n[Event")[0]
        result = self.run_here("verify", "-", text=text)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(re.findall(r'commitment \d: (\w{64})$', result.stdout, re.MULTILINE),
                         re.findall(r'Commitment\d "(\w+)"', text))
        self.assertEqual(self.run_here("verify", "--quiet", "-", text=text).stdout,
                         "standard input: 1 game, 1 right, 0 wrong, 12 plies\n")
        # It is the same when it has been a list of actions in between.
        again = self.convert("pgn", self.convert("actions", text))
        self.assertEqual(self.run_here("verify", "-", text=again).stdout, result.stdout)


class Arguments(ProgramTest):
    def test_information(self):
        self.assertIn("Usage: vc-record", self.succeed("--help"))
        self.assertRegex(self.succeed("--version"), r"^vc-record, libvariantchess \d+\.\d+\.\d+\n$")

    def test_usage(self):
        for message, *arguments in (
                ("what to do is missing",), ("the first argument is", "chekc", "x"), ("FILE is missing", "check"),
                ("convert needs --to", "convert", "x"), ("--to is for convert", "check", "--to", "pgn", "x"),
                ("--to is actions or pgn", "convert", "--to", "x", "y"), ("--help says", "check", "--nonsense"),
                ("--help says", "convert", "--to")):
            self.fail_with(2, message, *arguments)


class Surroundings(RecordTest):
    def long_file(self):
        return self.write("long.pgn", make_games("orthodox", 1000) * 5)

    def watch(self, *arguments, columns=80, pause=True, interrupt=False, **changes):
        """
        Runs the program with a terminal as its standard error, stopped for a while so that it is not too fast; returns
        its exit status, what it prints, and what is to be seen on the terminal.
        """
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with tempfile.TemporaryFile("w+") as printed, subprocess.Popen(
                [PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=printed, stderr=theirs,
                env=environment(**changes)) as process:
            os.close(theirs)
            time.sleep(0.05 if pause else 0)
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.6 if pause else 0)
            process.send_signal(signal.SIGCONT)
            seen = b""
            try:
                while True:
                    seen += os.read(ours, 65536)
                    if interrupt and b"left" in seen:
                        process.send_signal(signal.SIGINT)
                        interrupt = False
            except OSError:  # nobody writes to the terminal any more
                os.close(ours)
            process.wait(PATIENCE)
            printed.seek(0)
            output = printed.read()
        return process.returncode, output, seen.decode()

    def test_progress(self):
        path = self.long_file()
        for columns in (80, 40):
            status, output, seen = self.watch("check", "--quiet", path, columns=columns)
            self.assertEqual(status, 0)
            self.assertRegex(output, "^.*: 5000 games, 5000 right, 0 wrong, \\d+ plies\n$")
            drawn = seen.split("\r")
            self.assertGreater(len(drawn), 2)
            self.assertLess(max(map(len, drawn)), columns)
            self.assertEqual(drawn[-2:], [(columns - 1) * " ", ""])  # it is gone at the end
            bar = r"\[=*>? *\] " if columns > 60 else ""
            self.assertRegex(drawn[1], rf"^\S+ {bar} *\d+ %  \d+ games" + (r", \d+/s, \d+:\d\d left *$" if bar else ""))

    def test_no_progress(self):
        path = self.long_file()
        for changes in ({"TERM": "dumb"}, {"TERM": None}):
            status, _, seen = self.watch("check", "--quiet", path, **changes)
            self.assertEqual((status, seen), (0, ""))
        self.assertEqual(run("check", "--quiet", path).stderr, "")

    def test_progress_is_taken_away_for_messages(self):
        text = make_games("orthodox", 1000)
        path = self.write("long.pgn", (text + "1. e5 *\n\n") * 5)
        status, output, seen = self.watch("convert", "--to", "actions", path)
        self.assertEqual(status, 1)
        self.assertEqual(output.count("result"), 5000)
        lines = seen.replace("\r\n", "\n").split("\n")
        self.assertEqual(len([line for line in lines if line.endswith("e5: no legal move is that")]), 5)
        for line in lines[:-1]:
            self.assertTrue(line.split("\r")[-1].startswith((str(path), "vc-record: ")), line)

    def test_interrupt_with_progress(self):
        status, _, seen = self.watch("check", "--quiet", self.long_file(), interrupt=True)
        self.assertEqual(status, -signal.SIGINT)
        self.assertRegex(seen, r"\rvc-record: interrupted after \d+\.\d s\r\n$")

    def test_interrupt_while_waiting(self):
        for arguments in (["check", "-"], ["convert", "--to", "pgn", "-"]):
            with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment()) as process:
                process.stdin.write(b"1. e4 *\n\n")
                process.stdin.flush()
                time.sleep(0.3)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)
                self.assertRegex(process.stderr.read(), rb"vc-record: interrupted after \d+\.\d s\n$")

    def test_nobody_reads(self):
        path = self.write("many.pgn", make_games("quantum", 2000))
        for arguments in (["check"], ["convert", "--to", "actions"]):
            self.assertEqual(start_without_reader(*arguments, path), (-signal.SIGPIPE, ""))
            status, message = start_without_reader(*arguments, path, ignore_signal=True)
            self.assertEqual(status, 1)
            self.assertIn("standard output: ", message)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_the_disk_is_full(self):
        path = self.write("some.pgn", make_games("power", 100))
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "convert", "-t", "actions", path], stdout=full, stderr=subprocess.PIPE,
                                    encoding="utf-8")
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output: ", result.stderr)


if __name__ == "__main__":
    main()
