# SPDX-License-Identifier: ISC
"""The project's vectors, all of them in process and some through the real program."""
import json
import subprocess
import sys
import unittest

from variantchess import Game, jsonl

from support import VECTORS, environment, load_jsonl

SHOWN = 10


def vector_files():
    """All but the counts of other programs, which go on when a position is dead and are a matter of the C tests."""
    return sorted(path for path in VECTORS.glob("*.jsonl") if path.stem != "perft_orthodox")


def requests(vector):
    """The requests that a line of the vectors stands for, each with the answer that is right; None for an error."""
    request = {key: vector[key] for key in ("rules", "options", "fen", "play") if key in vector}
    if "perft" in vector:
        for depth, nodes in vector["perft"].items():
            yield dict(request, ask="perft", depth=int(depth)), {"nodes": nodes}
    elif vector.get("error"):
        yield request, None
    else:
        yield request, vector["state"]


def is_right(answer, wanted):
    return list(answer) == ["error"] if wanted is None else answer == wanted


class Vectors(unittest.TestCase):
    def check(self, name):
        failures, count = [], 0
        for number, vector in load_jsonl(VECTORS / name):
            for request, wanted in requests(vector):
                count += 1
                answer = jsonl.answer(request)
                if not is_right(answer, wanted):
                    failures.append("%s:%d %s\n  is   %s\n  not  %s" % (
                        name, number, json.dumps(request), json.dumps(answer),
                        "an error, as: %s" % vector.get("hint") if wanted is None else json.dumps(wanted)))
        self.assertGreater(count, 0)
        if failures:
            self.fail("%d of %d are wrong:\n%s" % (len(failures), count, "\n".join(failures[:SHOWN])))

    def test_states(self):
        self.check("states.jsonl")

    def test_corners(self):
        self.check("corners.jsonl")

    def test_Q7_traps(self):
        self.check("traps.jsonl")

    def test_C8_games(self):
        self.check("games.jsonl")

    def test_C10_perft(self):
        self.check("perft.jsonl")

    def test_C9_refusals(self):
        self.check("refusals.jsonl")

    def test_every_file_has_its_test(self):
        self.assertEqual(sorted(path.stem for path in vector_files()),
                         ["corners", "games", "perft", "refusals", "states", "traps"])

    def test_C10_every_leaf_played_counts_the_same(self):
        """Depths of up to 30,000 nodes, each leaf played and undone."""
        for _, vector in load_jsonl(VECTORS / "perft.jsonl"):
            game = Game(vector["rules"], vector["fen"], **vector["options"])
            for depth, nodes in vector["perft"].items():
                if nodes <= 30000:
                    self.assertEqual(game.perft(int(depth), bulk=False), nodes, vector)


class ThroughTheProgram(unittest.TestCase):
    def test_a_sample(self):
        lines, wanted = [], []
        for path in vector_files():
            for _, vector in load_jsonl(path)[::17]:
                for request, right in requests(vector):
                    lines.append(json.dumps(request))
                    wanted.append(right)
        done = subprocess.run([sys.executable, "-m", "variantchess", "jsonl"], input="\n".join(lines), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(wanted))
        for line, answer, right in zip(lines, answers, wanted):
            self.assertTrue(is_right(answer, right), "%s gave %s" % (line, answer))


if __name__ == "__main__":
    unittest.main()
