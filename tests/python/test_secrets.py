# SPDX-License-Identifier: ISC
"""Seeds and secrets stay out of texts, copies and pickles of whatever knows them."""
import copy
import pickle
import traceback
import unittest

from variantchess import ArgumentError, Game, Record, VariantChessError, fair

SEED = bytes(range(101, 133))
HALF = len(SEED) // 2


def shows(thing, secret=SEED):
    """Whether a text or bytes show a part of a secret, as it is or in a form that people or programs write it in."""
    if isinstance(thing, str):
        thing = thing.encode("utf-8", "surrogateescape")
    for part in (secret[:HALF], secret[HALF:]):
        number = int.from_bytes(part, "little"), int.from_bytes(part, "big")
        for form in (part, part[::-1], part.hex().encode(), part.hex().upper().encode(), repr(part)[2:-1].encode(),
                     *(str(n).encode() for n in number), *(hex(n)[2:].encode() for n in number)):
            if form in thing:
                return True
    whole = int.from_bytes(secret, "little"), int.from_bytes(secret, "big")
    return any(str(n).encode() in thing for n in whole)


def seeded():
    game = Game("quantum", seed=SEED)
    game.play("?g1")
    return game


class Secrets(unittest.TestCase):
    def test_what_is_looked_for_can_be_found(self):
        for thing in (SEED, SEED.hex(), repr(SEED), str(int.from_bytes(SEED, "little")), pickle.dumps(SEED)):
            self.assertTrue(shows(thing), thing)
        self.assertFalse(shows(bytes(range(32))))

    def test_games(self):
        game = seeded()
        texts = [repr(game), str(game), game.position, game.pgn(), game.svg(), repr(game.__reduce__()),
                 repr(game.history), game.save(), game.snapshot(), repr(game.rules)]
        texts += [pickle.dumps(game, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for text in texts:
            self.assertFalse(shows(text), text)

    def test_copies_roll_dice_of_their_own(self):
        game = seeded()
        for make in (copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game)), Game.copy):
            drawn = set()
            for _ in range(40):  # with the seed it would always be the same
                made = make(game)
                made.set_position()
                made.step("?b8" if made.side_to_move == "b" else "?b1")
                drawn.add(str(made.draw()))
            self.assertGreater(len(drawn), 1)  # all the same by chance with less than 0.35 ** 39

    def test_records(self):
        record = Record(seeded())
        for text in (repr(record), str(record), pickle.dumps(record), repr(copy.copy(record).__reduce__())):
            self.assertFalse(shows(text), text)

    def test_records_show_secrets_with_their_reveal_only(self):
        game = Game("quantum", seed=fair.seed("game 1", [SEED]))
        game.play("?g1")
        record = Record(game)
        record.set_fair("game 1", [fair.commit("game 1", 1, SEED)])
        for text in (repr(record), str(record), pickle.dumps(record)):
            self.assertFalse(shows(text), text)
            self.assertFalse(shows(text, fair.seed("game 1", [SEED])), text)
        record.set_fair("game 1", [fair.commit("game 1", 1, SEED)], [SEED])
        self.assertTrue(shows(str(record)))

    def test_errors(self):
        game = seeded()
        commitment = fair.commit("game 1", 1, SEED)
        calls = [lambda: game.step("e2e5"), lambda: game.set_position("8/8"), lambda: game.load(b"x"),
                 lambda: game.use_seed(SEED + b"x"), lambda: Game("quantum", seed=SEED[1:]),
                 lambda: Game("quantum", seed=int.from_bytes(SEED + b"\1", "little")),
                 lambda: fair.commit("", 1, SEED), lambda: fair.commit("x", 9, SEED),
                 lambda: fair.commit("x", 1, SEED * 2),
                 lambda: fair.seed("x", [SEED, SEED[1:]]), lambda: fair.check("x", 1, SEED, commitment),
                 lambda: Record(game).set_fair("x", [commitment], [SEED])]
        for call in calls:
            with self.assertRaises(VariantChessError) as caught:
                call()
            for text in (str(caught.exception), repr(caught.exception), pickle.dumps(caught.exception),
                         "".join(traceback.format_exception(type(caught.exception), caught.exception,
                                                            caught.exception.__traceback__))):
                self.assertFalse(shows(text), text)

    def test_batches(self):
        try:
            from variantchess.batch import Batch
            batch = Batch("quantum", 3, seed=SEED)
        except ImportError:
            raise unittest.SkipTest("no numpy") from None
        self.assertFalse(shows(repr(batch)))
        for make in (pickle.dumps, copy.copy, copy.deepcopy):
            try:
                made = make(batch)
            except (TypeError, ArgumentError):
                continue  # there are no copies of batches
            self.assertFalse(shows(made if isinstance(made, bytes) else repr(made)))


if __name__ == "__main__":
    unittest.main()
