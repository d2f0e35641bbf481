# SPDX-License-Identifier: ISC
"""Games as pictures."""
import collections
import re
import unittest
from xml.etree import ElementTree

import variantchess
from variantchess import Action, ArgumentError, Game, TextError
from variantchess.svg import _BOARD, _MARGIN, _SQUARE

from support import BUSY

SVG = "{http://www.w3.org/2000/svg}"


def parse(text):
    return ElementTree.fromstring(text)


def titles(root):
    """What each square with pieces says of them."""
    return dict(element.text.split(": ") for element in root.iter(SVG + "title"))


class Pictures(unittest.TestCase):
    def test_every_position_of_random_games_is_drawn(self):
        import random
        for name, (position, options) in BUSY.items():
            chooser = random.Random(name)
            game = Game(name, position, **options)
            for _ in range(25):
                with self.subTest(name, position=game.position):
                    root = parse(game.svg(arrows=game.actions))
                    self.assertEqual(titles(root), {
                        variantchess.square_name(square): " ".join(map(str, pieces))
                        for square, pieces in game.pieces.items()})
                    words = [element.text for element in root.iter(SVG + "text")]
                    self.assertIn(game.status, words)
                    self.assertEqual(sum(bool(re.fullmatch("10|[A1-9JQK\N{BLACK STAR}]", word)) for word in words)
                                     - 2 * 8,  # the ranks, at both sides
                                     sum(map(len, game.hands.values())) + (game.played_card is not None))
                if game.is_over:
                    break
                game.step(chooser.choice(list(game.actions) or list(game.chance_weights)))

    def test_nothing_that_a_page_could_trip_over(self):
        for name, (position, options) in BUSY.items():
            text = Game(name, position, **options).svg()
            self.assertTrue(text.isascii() or "\N{BLACK STAR}" in text)
            for word in ("id=", "href", "<script", "<style", "url(", "<?xml", "ns0:"):
                self.assertNotIn(word, text)

    def test_sizes(self):
        root = parse(Game().svg(size=300))
        self.assertEqual(root.get("width"), "300")
        self.assertGreater(int(root.get("height")), 300)
        self.assertIsNone(parse(Game().svg(size=None)).get("width"))
        for bad, error in ((0, ArgumentError), (-5, ArgumentError), (1.5, TypeError), ("300", TypeError),
                           (True, TypeError)):
            with self.assertRaises(error):
                Game().svg(size=bad)

    def test_flipped_is_seen_from_the_other_side(self):
        def places(root):
            return {group.find(SVG + "title").text[:2]: re.match(r"translate\(([\d.]+) ([\d.]+)",
                                                               group.find(SVG + "g").get("transform")).groups()
                    for group in root.iter(SVG + "g") if group.find(SVG + "title") is not None}
        there, flipped = places(parse(Game().svg())), places(parse(Game().svg(flipped=True)))
        self.assertEqual(there["a1"], (str(_MARGIN), str(_MARGIN + 7 * _SQUARE)))
        self.assertEqual(flipped["a1"], (str(_MARGIN + _BOARD - _SQUARE), str(_MARGIN)))
        for square, (x, y) in there.items():
            self.assertEqual([float(a) + float(b) for a, b in zip((x, y), flipped[square])],
                             2 * [2 * _MARGIN + _BOARD - _SQUARE])

    def test_arrows(self):
        def count(*arrows):
            return len(list(parse(Game("quantum").svg(arrows=arrows)).iter(SVG + "polygon")))
        self.assertEqual(count(), 0)
        self.assertEqual(count("e2e4", Action("e2e4"), ("e2", 28)), 1)
        self.assertEqual(count("e2e4", ("a1", "h8"), "?g1", "=n", ("a1", "a1")), 2)
        for bad, error in (("e9", TextError), (("e2",), ArgumentError), (("e2", "e9"), ArgumentError), (None, TypeError)):
            with self.assertRaises(error):
                count(bad)

    def test_marks(self):
        def colors(game):
            return collections.Counter(element.get("fill") for element in parse(game.svg()).iter(SVG + "rect"))
        from variantchess.svg import _CHECK, _FOCUS, _LAST, _VAIN
        game = Game("quantum")
        self.assertEqual((colors(game)[_LAST], colors(game)[_VAIN], _FOCUS in game.svg()), (0, 0, False))
        for action in ("?g1", "=b", "?b1", "=n"):
            game.step(action)
        self.assertEqual((colors(game)[_LAST], colors(game)[_VAIN], _FOCUS in game.svg()), (1, 1, True))
        game = Game()
        for move in ("f3", "e5", "g4", "Qh4"):
            self.assertNotIn(_CHECK, game.svg())
            game.step(move)
        self.assertIn(_CHECK, game.svg())
        self.assertEqual(colors(game)[_LAST], 2)
        self.assertIn("Black won: checkmate", game.svg())
        game.undo()
        game.agree_draw()
        self.assertIn("draw: agreement", game.svg())

    def test_notebooks(self):
        game = Game("ideal")
        self.assertEqual(game._repr_svg_(), game.svg())
        game.close()
        self.assertIsNone(game._repr_svg_())
        with self.assertRaises(ArgumentError):
            game.svg()

    def test_W3_combos_of_many_members(self):
        game = Game("power", "4k3/8/8/3[QRRBBNNPPPPPPPP]4/8/8/8/4K3 w - - 0 1")
        root = parse(game.svg())
        self.assertEqual(titles(root)["d5"], "Q R R B B N N P P P P P P P P")
        group = next(group for group in root.iter(SVG + "g")
                     if group.find(SVG + "title") is not None and group.find(SVG + "title").text.startswith("d5"))
        self.assertEqual(len(group.findall(SVG + "g")), 15)


if __name__ == "__main__":
    unittest.main()
