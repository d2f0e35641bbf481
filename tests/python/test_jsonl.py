# SPDX-License-Identifier: ISC
"""The JSON Lines loop: what it answers, and that nothing bad on its input ends it."""
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import variantchess
from variantchess import jsonl

from support import environment

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def ask(**request):
    return jsonl.answer(request)


def exchange(data):
    """What the loop writes, in process."""
    sink = io.BytesIO()
    jsonl.serve(io.BytesIO(data), sink)
    return [json.loads(line) for line in sink.getvalue().split(b"\n")[:-1]]


class Answers(unittest.TestCase):
    def test_a_state(self):
        self.assertEqual(ask(rules="quantum", play=["e2e4", "?g8"]), {
            "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 drawing:g8", "actor": "chance",
            "actions": [], "chance": {"=n": 10, "=b": 10, "=r": 6, "=q": 3}, "outcome": None, "check": False,
            "claim": False})

    def test_a_finished_game(self):
        state = ask(rules="orthodox", play=["f2f3", "e7e5", "g2g4", "d8h4"])
        self.assertEqual((state["actor"], state["outcome"], state["check"], state["actions"]),
                         (None, ["b", "checkmate"], True, []))

    def test_a_claim(self):
        state = ask(rules="orthodox", play=["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
        self.assertEqual((state["claim"], state["outcome"]), (True, None))

    def test_perft(self):
        self.assertEqual(ask(rules="orthodox", ask="perft", depth=3), {"nodes": 8902})
        self.assertEqual(ask(rules="orthodox", ask="perft", depth=0), {"nodes": 1})
        merging = {"rules": "power", "options": {"initial_moves": "0"}, "play": ["e2e4"]}
        self.assertEqual(ask(ask="perft", depth=1, **merging), {"nodes": len(ask(**merging)["actions"])})

    def test_what_may_be_left_out_or_null(self):
        self.assertEqual(ask(rules="orthodox")["fen"], ARRAY)
        nulls = dict.fromkeys(("options", "fen", "play", "ask", "depth"))
        self.assertEqual(ask(rules="orthodox", more=[1], **nulls)["fen"], ARRAY)

    def test_one_request_leaves_nothing_for_the_next(self):
        first = ask(rules="orthodox", play=["g1f3", "g8f6", "f3g1"])
        ask(rules="orthodox", play=["e2e4", "x"])
        ask(rules="orthodox", fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1")
        ask(rules="orthodox", fen="x")
        ask(rules="orthodox", options={"automatic_draws": "off"}, play=["e2e4"])
        self.assertEqual(ask(rules="orthodox", play=["g1f3", "g8f6", "f3g1"]), first)


class BadRequests(unittest.TestCase):
    def refused(self, request, part=""):
        reply = jsonl.answer(request)
        self.assertEqual(list(reply), ["error"], request)
        self.assertIsInstance(reply["error"], str)
        self.assertTrue(reply["error"])
        self.assertIn(part, reply["error"])

    def test_requests_that_are_no_objects(self):
        for request in (None, [], "x", 1, 1.5, True, ["rules", "orthodox"]):
            self.refused(request, "must be an object")

    def test_fields_of_wrong_types(self):
        good = {"rules": "orthodox", "options": {}, "fen": None, "play": [], "ask": "state"}
        for field, values in (("rules", (None, 1, True, [], {}, 1.5)), ("options", (1, [], "", "x", True, False, 0)),
                              ("fen", (1, [], {}, True, False, 0)), ("play", (1, "", "e2e4", {}, True, False)),
                              ("ask", (1, [], {}, True, False)), ("depth", ("1", [], {}, True, False, 1.0, 1.5))):
            for value in values:
                self.refused(dict(good, **{field: value}), field)
                self.refused(dict(good, ask="perft", depth=1, **{field: value})
                             if field not in ("ask", "depth") else dict(good, **{field: value}))
        for value in (1, None, True, [], {}):
            self.refused(dict(good, rules="quantum", options={"temperature": value}), "temperature")
            self.refused(dict(good, play=["e2e4", value]), "play[1]")
        self.refused({"rules": "orthodox", "ask": "perft", "depth": True}, "depth")

    def test_depths(self):
        for depth in (-1, 65, 2 ** 31, 2 ** 32, 2 ** 63, 2 ** 64, 2 ** 64 + 1, 10 ** 400):
            self.refused({"rules": "orthodox", "ask": "perft", "depth": depth}, "depth")
        self.refused({"rules": "orthodox", "ask": "perft"}, "depth")
        self.refused({"rules": "orthodox", "ask": "perft", "depth": None}, "depth")

    def test_names(self):
        self.refused({})
        self.refused({"rules": "chess"}, "chess")
        self.refused({"rules": ""})
        self.refused({"rules": "orthodox", "ask": "nonsense"}, "nonsense")
        self.refused({"rules": "orthodox", "ask": ""})
        for options in ({"x": "1"}, {"temperature": "1/2"}, {"": ""}, {"self": "1"}, {"rules": "quantum"},
                        {"ruleset": "quantum"}, {"automatic_draws": "ON"}):
            self.refused({"rules": "orthodox", "options": options})

    def test_positions_and_actions(self):
        self.refused({"rules": "orthodox", "fen": ""})
        self.refused({"rules": "orthodox", "fen": "8/8/8/8/8/8/8/4K3 w - - 0 1"})
        for action in ("", "e2e5", "E2E4", "e2e4 ", "?g1", "=n", "0000"):
            self.refused({"rules": "orthodox", "play": ["d2d4", "d7d5", action]}, "play[2]")

    def test_texts_that_C_cannot_take(self):
        for bad in ("\0", "e2e4\0", "\ud800", "e2e\u0434", "\U0001f600", "\x7f\xff"):
            self.refused({"rules": bad})
            self.refused({"rules": "orthodox", "fen": bad})
            self.refused({"rules": "orthodox", "fen": ARRAY + bad})
            self.refused({"rules": "orthodox", "play": [bad]})
            self.refused({"rules": "quantum", "options": {bad: "1"}})
            self.refused({"rules": "quantum", "options": {"temperature": "1" + bad}})
            self.refused({"rules": "orthodox", "ask": bad})

    def test_reasons_are_short(self):
        for request in ({"rules": "x" * 100000}, {"rules": "orthodox", "fen": "x" * 100000},
                        {"rules": "orthodox", "play": ["x" * 100000]}, {"rules": "orthodox", "ask": "\n" * 100000},
                        {"rules": "orthodox", "options": {"x" * 100000: "y" * 100000}}):
            self.refused(request)
            self.assertLess(len(json.dumps(jsonl.answer(request))), 2000)


class Lines(unittest.TestCase):
    GOOD = b'{"rules":"orthodox","ask":"perft","depth":1}'

    def bad(self, *lines):
        """Each bad line has an error for an answer, and the good lines between are answered."""
        replies = exchange(b"\n".join(part for line in lines for part in (line, self.GOOD)) + b"\n")
        self.assertEqual(len(replies), 2 * len(lines))
        for line, error, nodes in zip(lines, replies[::2], replies[1::2]):
            self.assertEqual(list(error), ["error"], line[:100])
            self.assertEqual(nodes, {"nodes": 20})

    def test_what_is_not_JSON(self):
        self.bad(b"x", b"{", b"}", b'{"rules":"orthodox"} {}', b"'", b'{"rules":orthodox}', b'{"rules":"orthodox",}',
                 b'{"rules":"orthodox","x":NaN}', b'{"rules":"orthodox","x":-Infinity}', b"\0", b'{"rules":"a\0b"}',
                 b"nul", b"// x", b'"unfinished', b'{"rules":"\\x"}', b"\xc2\xa0")

    def test_what_is_not_UTF_8(self):
        self.bad(b"\xff\xfe{\0}\0", b'{"rules":"\xe9"}', b'{"rules":"\xed\xa0\x80"}',
                 b'{"rules":"\xf8\x88\x80\x80\x80"}', b'{"rules":"\xc0\x80"}', b"\x80" * 1000)

    def test_lone_surrogates(self):
        self.bad(b'{"rules":"\\ud800"}', b'{"rules":"orthodox","play":["\\udfff"]}',
                 b'{"rules":"orthodox","fen":"\\ud800"}', b'{"rules":"orthodox","ask":"\\udead"}',
                 b'{"rules":"orthodox","options":{"\\ud800":"\\udc00"}}')

    def test_deep_nesting(self):
        self.bad(b"[" * 100000, b'{"a":' * 100000, b"[" * 100000 + b"]" * 100000,
                 b'{"rules":"orthodox","play":' + b"[" * 5000 + b"]" * 5000 + b"}")

    def test_numbers_too_long_to_be_meant(self):
        started = time.monotonic()
        self.bad(b'{"rules":"orthodox","ask":"perft","depth":' + b"9" * 1000000 + b"}",
                 b'{"rules":"orthodox","ask":"perft","depth":-' + b"9" * 1000 + b"}",
                 b'{"rules":"orthodox","ask":"perft","depth":1e400}',
                 b'{"rules":' + b"1" * 5000 + b"}")
        self.assertLess(time.monotonic() - started, 5)
        self.assertEqual(exchange(b'{"rules":"orthodox","ask":"perft","depth":1,"note":' + b"1" * 10000 + b"}"),
                         [{"nodes": 20}])

    def test_blank_lines_are_skipped(self):
        self.assertEqual(exchange(b"\n\n  \n\t\r\n" + self.GOOD + b"\r\n\n"), [{"nodes": 20}])
        self.assertEqual(exchange(b""), [])

    def test_the_last_line_needs_no_end(self):
        self.assertEqual(exchange(self.GOOD + b"\n" + self.GOOD), [{"nodes": 20}] * 2)

    def test_other_ends_of_lines_do_not_split(self):
        self.assertEqual(exchange('{"rules":"orthodox","ask":"perft","depth":1,"note":"a\u2028b\x85"}\n'.encode()),
                         [{"nodes": 20}])

    def test_a_byte_order_mark(self):
        self.assertEqual(exchange(b"\xef\xbb\xbf" + self.GOOD), [{"nodes": 20}])

    def test_long_lines(self):
        play = ["g1f3", "g8f6", "f3g1", "f6g8"] * 50000
        long = json.dumps({"rules": "orthodox", "options": {"automatic_draws": "off"}, "play": play}).encode()
        self.assertGreater(len(long), 1000000)
        reply, = exchange(long)
        self.assertEqual(reply["fen"], ARRAY.replace("0 1", "99999 99999"))

    def test_lines_beyond_the_limit(self):
        before = jsonl.MAX_LINE
        self.addCleanup(setattr, jsonl, "MAX_LINE", before)
        jsonl.MAX_LINE = 100
        self.bad(self.GOOD + b" " * 100, b"x" * 101, b"x" * 1000, b"[" * 12345)
        exact = self.GOOD + b" " * (100 - len(self.GOOD))
        self.assertEqual(exchange(exact + b"\n" + exact), [{"nodes": 20}] * 2)
        self.assertEqual(list(exchange(exact + b"\n" + b"x" * 101)[1]), ["error"])


class Program(unittest.TestCase):
    """The real thing: python3 -m variantchess."""

    def start(self, *arguments, **more):
        process = subprocess.Popen([sys.executable, "-m", "variantchess", *arguments], env=environment(),
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for pipe in (process.stdin, process.stdout, process.stderr):
            self.addCleanup(pipe.close)
        return process

    def test_the_version(self):
        output, errors = self.start("--version").communicate(timeout=60)
        version = variantchess.__version__
        self.assertEqual((output, errors), (("variantchess %s (library %s)\n" % (version, version)).encode(), b""))

    def test_usage(self):
        for arguments, status in (((), 2), (("nonsense",), 2), (("jsonl", "x"), 2), (("--help",), 0),
                                  (("jsonl", "--help"), 0)):
            process = self.start(*arguments)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, status)
            self.assertIn(b"usage: ", errors if status else output)
            self.assertNotIn(b"Traceback", errors)

    def test_each_answer_comes_at_once(self):
        process = self.start("jsonl")
        for depth, nodes in ((1, 20), (2, 400), (3, 8902)):
            process.stdin.write(json.dumps({"rules": "orthodox", "ask": "perft", "depth": depth}).encode() + b"\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline()), {"nodes": nodes})
        process.stdin.write(b"\xff\0[\n")
        process.stdin.flush()
        self.assertEqual(list(json.loads(process.stdout.readline())), ["error"])
        process.stdin.close()
        self.assertEqual(process.wait(60), 0)
        self.assertEqual((process.stdout.read(), process.stderr.read()), (b"", b""))

    def test_a_broken_pipe_ends_it_quietly(self):
        process = self.start("jsonl")
        process.stdout.close()
        try:
            for _ in range(1000):
                process.stdin.write(b'{"rules":"orthodox"}\n')
                process.stdin.flush()
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(process.stderr.read(), b"")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a full device")
    def test_a_full_disk_is_told(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([sys.executable, "-m", "variantchess", "jsonl"], input=b'{"rules":"orthodox"}\n',
                                  stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rb"\Avariantchess: .*\n\Z")

    @unittest.skipIf(os.name == "nt", "POSIX signals")
    def test_an_interrupt_ends_it_quietly(self):
        for request in (b'{"rules":"orthodox"}\n',
                        b'{"rules":"orthodox"}\n{"rules":"orthodox","ask":"perft","depth":12}\n'):
            process = self.start("jsonl")
            process.stdin.write(request)
            process.stdin.flush()
            process.stdout.readline()
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(60), 130)
            self.assertEqual((process.stdout.read(), process.stderr.read()), (b"", b""))


if __name__ == "__main__":
    unittest.main()
