# SPDX-License-Identifier: ISC
"""Algebraic notation: written, read strictly and leniently, and taken by play()."""
import unittest

from variantchess import (Action, ArgumentError, Game, GameOverError, IllegalActionError, TextError, rule_sets)

from support import BUSY, play_at_random


def reading(game, text, strict):
    """The action's text, or the class of the error."""
    try:
        return str(game.parse_san(text, strict))
    except (TextError, IllegalActionError) as error:
        return type(error)


class Writing(unittest.TestCase):
    def test_san_01_a_pinned_piece_needs_no_telling_apart(self):
        game = Game("orthodox", "4k3/8/8/8/7b/6N1/8/2N1K3 w - - 0 1")
        self.assertEqual(game.san("c1e2"), "Ne2")
        self.assertEqual(game.parse_san("Ne2", strict=True), Action("c1e2"))
        self.assertEqual(game.parse_san("Nce2"), Action("c1e2"))
        self.assertIs(reading(game, "Nce2", True), TextError)
        for strict in (True, False):
            self.assertIs(reading(game, "Nge2", strict), IllegalActionError)
        self.assertEqual(Game("orthodox", "3rk3/8/8/8/8/8/3R4/3K2R1 w - - 0 1").san("g1g2"), "Rg2")

    def test_san_03_three_of_a_kind(self):
        game = Game("orthodox", "4k3/8/8/8/1Q5Q/8/8/K6Q w - - 0 1")
        for action, san in (("h4e1", "Qh4e1+"), ("b4e1", "Qbe1+"), ("h1e1", "Q1e1+"), ("h4e4", "Qh4e4+")):
            self.assertEqual(game.san(action), san)
            self.assertEqual(game.parse_san(san, strict=True), Action(action))
        game = Game("orthodox", "4k3/8/8/8/3N4/8/3N4/4K3 w - - 0 1")
        self.assertEqual([reading(game, text, False) for text in ("N2f3", "Nd2f3", "Ndf3", "Nf3")],
                         ["d2f3", "d2f3", IllegalActionError, IllegalActionError])
        self.assertEqual(reading(game, "Nd2f3", True), TextError)
        with self.assertRaises(IllegalActionError) as caught:
            game.parse_san("Nf3")
        self.assertIn("N2f3", str(caught.exception))
        self.assertIn("N4f3", str(caught.exception))

    def test_san_07_letters_come_from_the_moves_that_are_legal_in_the_variant(self):
        position = "7k/8/8/8/r6r/8/8/1K5R b - - 0 1"
        self.assertEqual(Game("orthodox", position).san("a4d4"), "Rd4")
        self.assertFalse(Game("orthodox", position).is_legal("h4d4"))
        game = Game("ideal", position + " hands:3d3h4d4h/3c3s4c8s discards:-/-")
        game.step("-8s")
        self.assertEqual((game.san("a4d4"), game.san("h4d4")), ("Rad4", "Rhd4"))

    def test_ep_03_en_passant(self):
        self.assertEqual(Game("orthodox", "8/8/2K5/k7/pP6/P7/8/5B2 b - b3 0 1").san("a4b3"), "axb3")

    def test_an_action_that_is_not_legal_says_why(self):
        game = Game()
        with self.assertRaises(IllegalActionError) as caught:
            game.san("e2e5")
        self.assertEqual((caught.exception.action, caught.exception.message), (Action("e2e5"), game.why("e2e5")))
        with self.assertRaises(TextError):
            game.san("e2")
        game.resign()
        for call in (lambda: game.san("e2e4"), lambda: game.parse_san("e4"), lambda: game.step("e4")):
            with self.assertRaises(GameOverError):
                call()


class Reading(unittest.TestCase):
    def test_san_05_what_each_reader_takes(self):
        game = Game()
        for text, lenient in (("Nf3", "g1f3"), ("e4", "e2e4"), ("Nxf3+", "g1f3"), ("Ngf3", "g1f3"), ("e2-e4", "e2e4"),
                              ("e2e4", "e2e4"), ("Nf3!?", "g1f3"), ("nf3", None), ("", None), ("N", None),
                              ("Nf9", None)):
            with self.subTest(text):
                self.assertEqual(reading(game, text, False), lenient or TextError)
                self.assertEqual(reading(game, text, True), lenient if text in ("Nf3", "e4") else TextError)
        game.step("e4")
        game.step("d5")
        for strict in (True, False):
            self.assertIn(reading(game, "xd5", strict), (TextError, IllegalActionError))
        self.assertEqual(game.length, 2)

    def test_san_05_strict_is_what_is_written_and_nothing_else(self):
        for name, (position, options) in BUSY.items():
            game = Game(name, position, **options)
            for action in list(game.actions):
                san = game.san(action)
                for text in (san, san + "!", san + "+", san.replace("x", ""), san.lower(), str(action), " " + san):
                    try:
                        read = game.parse_san(text, strict=True)
                    except (TextError, IllegalActionError):
                        self.assertNotEqual(text, san)
                    else:
                        self.assertEqual(game.san(read), text)

    def test_texts_that_C_could_not_take(self):
        for bad in ("Nf3\0", "N\N{GREEK SMALL LETTER PHI}3", "Nf3\ud800"):
            with self.assertRaises(TextError):
                Game().parse_san(bad)
        for bad in (None, b"Nf3", 5):
            with self.assertRaises(TypeError):
                Game().parse_san(bad)

    def test_writer_and_reader_are_inverse(self):
        """Every action of every position of random games."""
        for name in rule_sets():
            counted, kinds = 0, set()
            position, options = BUSY[name]
            for seed in range(3):
                for game in play_at_random(Game(name, position if seed == 2 else None, **options), seed, 150):
                    sans = set()
                    for action in list(game.actions) or list(game.chance_weights):
                        san = game.san(action)
                        sans.add(san)
                        self.assertIs(game.parse_san(san, strict=True), action)
                        self.assertIs(game.parse_san(san), action)
                        self.assertIs(game.parse_san(str(action)), action)
                        counted += 1
                        kinds.add(action.kind)
                    self.assertEqual(len(sans), len(game.actions or game.chance_weights))
            self.assertGreater(counted, 1000, name)
            self.assertTrue(kinds >= {"orthodox": {"move"}, "quantum": {"move", "touch", "become"},
                                      "potential": {"move"}, "power": {"move"},
                                      "ideal": {"move", "discard", "draw"}}[name], (name, kinds))


class Playing(unittest.TestCase):
    def test_play_takes_notation_and_the_texts_of_actions(self):
        game = Game()
        for text in ("e4", "e7e5", "Nf3", "b8c6", "Bb5", "a6", "Bxc6", "dxc6", "0-0"):
            game.step(text)
        self.assertEqual([str(entry.action) for entry in game.history],
                         "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1".split())

    def test_play_on_takes_it_too(self):
        game = Game("quantum")
        game.use_dice(lambda bound: 0)
        self.assertEqual([str(drawn) for drawn in game.play("?g1")], ["=n"])
        self.assertEqual(game.play("Nf3"), [])
        self.assertEqual(str(game.history[-1].action), "g1f3")

    def test_no_text_is_an_action_and_the_notation_of_another_one(self):
        for name, (position, options) in BUSY.items():
            for game in play_at_random(Game(name, position, **options), 7, 60):
                actions = list(game.actions or game.chance_weights)
                texts = {str(action): action for action in actions}
                for action in actions:
                    self.assertIs(texts.get(game.san(action), action), action)

    def test_what_is_refused_changes_nothing(self):
        game = Game()
        for text, error in (("Nf9", TextError), ("", TextError), ("e2e4\0", TextError), ("Ke2", IllegalActionError),
                            ("e2e5", IllegalActionError), ("=n", IllegalActionError), ("?g1", IllegalActionError)):
            with self.assertRaises(error, msg=text) as caught:
                game.step(text)
            self.assertIsNone(caught.exception.__context__)
            self.assertEqual(game.length, 0)
        for value, error in ((5, ArgumentError), (True, TypeError), (None, TypeError), (b"e4", TypeError)):
            with self.assertRaises(error):
                game.step(value)
        game = Game("quantum")
        game.step("?g1")
        with self.assertRaises(IllegalActionError) as caught:
            game.step("Nf3")
        self.assertIn("chance", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
