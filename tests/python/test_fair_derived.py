# SPDX-License-Identifier: ISC
"""Fair chance against a second implementation: hashlib's BLAKE2b, and the dice of seeded_dice.py."""
import hashlib
import random
import unittest

from variantchess import Game, fair

from seeded_dice import draw
from support import BUSY, ROOT


def commitment(name, party, secret):
    """The commitment of a party to its secret, for the game of that id."""
    return hashlib.blake2b(bytes((party, len(name))) + name, digest_size=32, key=secret,
                           person=b"vc fair commit").digest()


def fair_seed(name, secrets):
    """The seed of the game of that id."""
    return hashlib.blake2b(bytes((len(secrets), len(name))) + name + b"".join(secrets), digest_size=32,
                           person=b"vc fair seed").digest()


def random_secrets(chooser):
    return [chooser.getrandbits(256).to_bytes(32, "little") for _ in range(chooser.randint(1, 8))]


class Derivations(unittest.TestCase):
    def test_both_derive_the_same(self):
        chooser = random.Random(4)
        for _ in range(500):
            name = bytes(chooser.choice(range(32, 127)) for _ in range(chooser.choice((1, 2, 30, 126, 127, 254, 255))))
            secrets = random_secrets(chooser)
            for party, secret in enumerate(secrets, 1):
                self.assertEqual(fair.commit(name.decode(), party, secret), commitment(name, party, secret))
            self.assertEqual(fair.seed(name.decode(), secrets), fair_seed(name, secrets))

    def test_known_answers_of_the_C_tests_are_what_is_derived(self):
        text = (ROOT / "tests" / "test_fair.c").read_text(encoding="utf-8")
        table = text[text.index("START_TEST(known_answers)"):text.index("char longest[")]
        wanted = []
        for name, parties in ((b"example 1", 2), (b"x", 1), ("Zug um Zug \u2654".encode(), 3), (b"a" * 255, 8)):
            secrets = [bytes(range(32 * i, 32 * i + 32)) for i in range(parties)]
            wanted += [commitment(name, party, secret).hex() for party, secret in enumerate(secrets, 1)]
            wanted.append(fair_seed(name, secrets).hex())
        self.assertEqual([word for word in table.split('"') if len(word) == 64], wanted)


class Games(unittest.TestCase):
    def test_outcomes_are_what_is_derived(self):
        """From secrets to outcomes, without the library's hash, keystream and mapping."""
        chooser = random.Random(5)
        outcomes = 0
        for name in ("quantum", "ideal") * 5:
            secrets = random_secrets(chooser)
            seed = fair_seed(b"some game", secrets)
            game = Game(name, **BUSY[name][1])
            game.use_seed(fair.seed("some game", secrets))
            for _ in range(60):
                if game.is_over:
                    break
                weights = game.chance_weights
                if not weights:
                    game.step(chooser.choice(sorted(game.actions)))
                    continue
                number, _ = draw(seed, game.chance_index, sum(weights.values()))
                for due in sorted(weights):
                    number -= weights[due]
                    if number < 0:
                        break
                self.assertEqual(game.draw(), due)
                outcomes += 1
        self.assertGreater(outcomes, 100)


if __name__ == "__main__":
    unittest.main()
