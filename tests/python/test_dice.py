# SPDX-License-Identifier: ISC
"""Randomness: seeded dice against a second implementation, the system's source, and the inventor's own figure."""
import json
import pathlib
import random
import unittest
from fractions import Fraction

from variantchess import Action, ArgumentError, Game, dice_random, dice_seeded, dice_seeded_many, seed_derive

from seeded_dice import chacha20_block, draw

VECTORS = pathlib.Path(__file__).with_name("dice_vectors.json")


class SeededDice(unittest.TestCase):
    def test_the_second_implementation_is_ChaCha20(self):
        """The first block under the all-zero key and nonce, the best-known test vector there is."""
        self.assertEqual(chacha20_block(bytes(32), bytes(8), 0).hex(),
                         "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                         "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586")
        self.assertEqual(chacha20_block(bytes(32), bytes(8), 1).hex()[:32], "9f07e7be5551387a98ba977c732d080d")
        self.assertEqual(chacha20_block(bytes(31) + b"\1", bytes(8), 0).hex()[:32], "4540f05a9f1fb296d7736e7b208e3c96")
        self.assertEqual(chacha20_block(bytes(32), bytes(7) + b"\1", 0).hex()[:32], "de9cba7bf3d69ef5e786dc63973f653a")

    def test_known_answers(self):
        vectors = json.loads(VECTORS.read_text(encoding="ascii"))
        self.assertEqual(len(vectors), 288)
        rejected = 0
        for vector in vectors:
            with self.subTest(vector):
                seed, n, bound = bytes.fromhex(vector["seed"]), int(vector["n"]), int(vector["bound"])
                self.assertEqual(dice_seeded(seed, n, bound), int(vector["value"]))
                rejected += vector["attempts"] > 1
        self.assertGreater(rejected, 20)

    def test_known_answers_are_what_is_derived(self):
        for vector in json.loads(VECTORS.read_text(encoding="ascii"))[::7]:
            self.assertEqual(draw(bytes.fromhex(vector["seed"]), int(vector["n"]), int(vector["bound"])),
                             (int(vector["value"]), vector["attempts"]))

    def test_both_derive_the_same(self):
        chooser = random.Random(20)
        most = 0
        for _ in range(3000):
            seed = chooser.getrandbits(256).to_bytes(32, "little")
            n = chooser.choice((chooser.randrange(64), chooser.getrandbits(40), chooser.getrandbits(61)))
            bound = chooser.choice((chooser.randrange(1, 200), chooser.getrandbits(64) or 1, (1 << 63) + 1,
                                    (1 << 63) + chooser.getrandbits(20)))
            value, attempts = draw(seed, n, bound)
            self.assertEqual(dice_seeded(seed, n, bound), value, (seed.hex(), n, bound))
            most = max(most, attempts)
        self.assertGreater(most, 5, "bounds just over 2^63 reject every second word")

    def test_rng_02_arguments_out_of_range(self):
        seed = bytes(32)
        for n, bound in ((0, 0), (0, 1 << 64), (0, -1), (-1, 6), (1 << 61, 6), (1 << 64, 6)):
            with self.assertRaises(ArgumentError, msg=(n, bound)):
                dice_seeded(seed, n, bound)
        for bad in (b"", bytes(31), bytes(33)):
            with self.assertRaises(ArgumentError):
                dice_seeded(bad, 0, 6)
        self.assertEqual(dice_seeded(seed, (1 << 61) - 1, 1), 0)

    def test_many_draws_are_those_drawn_one_by_one(self):
        for n, bound, count in ((0, 6, 0), (0, 1, 3), (5, 29, 700), (511, (1 << 63) + 1, 20), ((1 << 61) - 2, 6, 2)):
            self.assertEqual(dice_seeded_many(7, n, bound, count),
                             [dice_seeded(7, n + i, bound) for i in range(count)], (n, bound, count))
        for n, bound, count in ((0, 0, 1), (-1, 6, 1), (0, 6, -1), (0, 6, 1 << 60), ((1 << 61) - 1, 6, 2)):
            with self.assertRaises(ArgumentError, msg=(n, bound, count)):
                dice_seeded_many(7, n, bound, count)
        for wrong in (lambda: dice_seeded_many("7", 0, 6, 1), lambda: dice_seeded_many(7, 0, 6, 1.0),
                      lambda: seed_derive(7, 1.5), lambda: seed_derive(7, "1"), lambda: seed_derive(True, 1)):
            with self.assertRaises(TypeError):
                wrong()

    def test_ints_of_other_kinds_are_seeds(self):
        class Whole:
            def __index__(self):
                return 7

        self.assertEqual(dice_seeded(Whole(), 3, 6), dice_seeded(7, 3, 6))
        self.assertEqual(seed_derive(Whole(), Whole()), seed_derive(7, 7))

    def test_games_draw_what_the_derivation_says(self):
        """Also when outcomes were chosen by the caller, which count, and again after undo."""
        for rules, options in (("quantum", {"temperature": "3/7"}), ("ideal", {"hand_size": "8", "packs": "2"}),
                               ("ideal", {"two_decks": "on"})):
            chooser = random.Random(rules)
            seed = chooser.getrandbits(256).to_bytes(32, "little")
            game = Game(rules, **options)
            game.use_seed(seed)
            n = 0
            for _ in range(300):
                if game.actor is None:
                    break
                outcomes = game.chance_weights
                if not outcomes:
                    game.step(chooser.choice(sorted(game.actions)))
                    continue
                self.assertEqual(game.chance_index, n)
                if chooser.random() < 0.2:
                    game.step(chooser.choice(sorted(outcomes)))
                else:
                    roll, _ = draw(seed, n, sum(outcomes.values()))
                    for wanted, weight in outcomes.items():
                        if roll < weight:
                            break
                        roll -= weight
                    self.assertIs(game.draw(), wanted)
                    game.undo()
                    self.assertIs(game.draw(), wanted)
                n += 1
            self.assertGreater(n, 20)


class SystemDice(unittest.TestCase):
    def test_rng_02_bounds(self):
        for bound in (0, -1, 1 << 64):
            with self.assertRaises(ArgumentError):
                dice_random(bound)
        self.assertEqual({dice_random(1) for _ in range(100)}, {0})
        for bound in (6, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, (1 << 64) - 1):
            self.assertTrue(all(0 <= dice_random(bound) < bound for _ in range(200)))
        self.assertGreater(max(dice_random((1 << 64) - 1) for _ in range(200)), 1 << 62)

    def test_rng_02_a_fair_die(self):
        """Chi-square with 5 degrees of freedom; above 35 comes by accident once in 500,000 runs."""
        rolls = 60000
        counts = [0] * 6
        for _ in range(rolls):
            counts[dice_random(6)] += 1
        self.assertLess(sum((count - rolls / 6) ** 2 / (rolls / 6) for count in counts), 35)

    def test_Q4a_games_draw_with_the_weights(self):
        """Chi-square with 3 degrees of freedom; above 32 comes by accident once in 1,900,000 runs."""
        game, draws = Game("quantum"), 29000
        counts = {Action("=n"): 0, Action("=b"): 0, Action("=r"): 0, Action("=q"): 0}
        game.step("?g1")
        weights = game.chance_weights
        for _ in range(draws):
            counts[game.draw()] += 1
            game.undo()
        self.assertLess(sum((counts[outcome] - draws * weight / 29) ** 2 / (draws * weight / 29)
                            for outcome, weight in weights.items()), 32)


class ExactChances(unittest.TestCase):
    """Chances as fractions, by walking every branch through the public interface."""

    OFFICERS = ("a1", "b1", "c1", "d1", "f1", "g1", "h1")

    def no_knight(self, game, officers, chance=Fraction(1)):
        """The chance that touching these officers one after the other makes no knight."""
        if not officers:
            # Every officer has been touched in vain: only pawns can move, and the kings' file neighbours stand.
            self.assertEqual(game.touched.names(), self.OFFICERS)
            self.assertEqual({game.piece(action.from_square).type for action in game.actions}, {"p"})
            self.assertEqual(len(game.actions), 16)
            return chance
        game.step("?" + officers[0])
        outcomes = game.chance_weights
        total, missed = sum(outcomes.values()), Fraction(0)
        for outcome, weight in outcomes.items():
            game.step(outcome)
            if outcome.piece == "n":
                self.assertEqual(game.phase, "moving")  # a knight can leave from anywhere on the first rank
            else:
                self.assertEqual(game.phase, "turn")    # anything else is hemmed in
                missed += self.no_knight(game, officers[1:], chance * Fraction(weight, total))
            game.undo()
        game.undo()
        return missed

    def test_Q4a_no_knight_among_seven_officers(self):
        """The inventor: "roughly happens with probability (1-10/29)^7 = 5.2%"."""
        game = Game("quantum")
        chance = self.no_knight(game, self.OFFICERS)
        self.assertEqual(chance, Fraction(19, 29) ** 7)
        self.assertEqual("%.1f%%" % (100 * chance), "5.2%")
        self.assertEqual(game.length, 0)

    def test_Q4aa_with_temperature(self):
        """At p = 1/2 a piece that is no knight becomes one with 5/29, and a knight stays one with 1/2 + 5/29."""
        game = Game("quantum", temperature=Fraction(1, 2))
        chance = self.no_knight(game, self.OFFICERS)
        self.assertEqual(chance, Fraction(24, 29) ** 5 * Fraction(19, 58) ** 2)

    def test_I4_a_card_is_drawn_with_its_number_of_copies(self):
        game = Game("ideal", packs=3, jokers=1)
        game.step("-3d")
        game.step("e2e4")
        outcomes = {str(outcome): weight for outcome, weight in game.chance_weights.items()}
        self.assertEqual(outcomes["+7d"], 3)
        self.assertEqual(outcomes["+3d"], 2)
        self.assertEqual(outcomes["+*d"], 1)
        self.assertEqual(sum(outcomes.values()), 3 * 26 - 4 + 1)
        self.assertNotIn("+7c", outcomes)


if __name__ == "__main__":
    unittest.main()
