# SPDX-License-Identifier: ISC
"""The package under any use: methods with arguments of wrong kinds, of closed objects, from callbacks that raise, and
random bytes for everything that reads. What fails raises what the documents say, and has changed nothing."""
import io
import random
import unittest

import variantchess
from variantchess import Game, Record, Rules, VariantChessError, fair, jsonl, pgn, rule_sets

#: What wrong use raises; anything else, such as an error of ctypes' own, would tell of a door that is not guarded.
FAULTS = (VariantChessError, TypeError, ValueError, LookupError, OverflowError, AttributeError)


#: Classes whose objects games make.
MADE = ("Actions", "Pieces")
#: What opens files by name, and would make some.
FILES = ("read", "write")


class Oops(Exception):
    """What callbacks raise."""


def odd(r, game):
    """A value that is right for nothing, or for something else."""
    text = r.choice(["", "e4", "e2e4", "?g1", "=n", "+7d", "-Kh", "w", "b", "quantum", "a1", "i9", "\0", "e\0",
                     "\ud800", "\u0664", "x" * 5000, "8/8/8/8/8/8/8/8 w - - 0 1", game.position])
    return r.choice([None, True, False, 0, 1, -1, 3, 64, 1 << 31, 1 << 32, 1 << 64, -(1 << 70), 0.5, float("nan"), 1j,
                     text, text, text.encode("utf-8", "replace"), bytearray(b"12"), memoryview(b"abcd")[::2], [],
                     [text], (1, 2), {}, {text: text}, object(), Game, game, game.rules, raising, lambda *_: None, lambda n: n,
                     lambda n: -1, lambda *_: "x", range(3), iter([1]), io.StringIO(text), io.BytesIO(b"1. e4 *"),
                     bytes(32), b"VCP\1", game.save(), game.snapshot(), *list(game.actions)[:2]])


def raising(*_):
    raise Oops


def state(game):
    return (game.position, game.length, game.redo_length, game.chance_index, [entry.action for entry in game.history],
            game.outcome)


def names(thing):
    return [name for name in dir(thing) if not name.startswith("_")]


class AnyUse(unittest.TestCase):
    def call(self, r, thing, name, game):
        """Uses an attribute with odd arguments. Returns whether it was refused."""
        try:
            value = getattr(thing, name)
            if callable(value):
                value = value(*[odd(r, game) for _ in range(r.choice((0, 1, 1, 1, 2, 3)))])
        except FAULTS:
            return True
        except Oops:
            return False  # from a listener it comes after the fact
        for use in (repr, str, len, list):
            try:
                use(value)
            except (Oops, NotImplementedError, *FAULTS):  # that one is memoryview's
                pass
        return False

    def test_games(self):
        r = random.Random(1)
        left_out = {"perft", "playout", "close", "copy"}  # those may take for ever, or are below
        methods = [name for name in names(Game) if name not in left_out]
        for round in range(150):
            game = Game(r.choice(sorted(rule_sets())), seed=round)
            if r.random() < 0.3:
                game.on_event(raising)
            for _ in range(30):
                if game.closed:  # by a with statement's end, perhaps
                    break
                before = state(game)
                refused = self.call(r, game, r.choice(methods), game)
                if refused:
                    self.assertEqual(state(game), before)
                choices = sorted(game.actions or game.chance_weights)
                if choices and r.random() < 0.7:
                    try:
                        game.step(r.choice(choices))
                    except (Oops, *FAULTS):
                        pass  # from a listener that the game was given
            with Game(game.rules, game.position) as fresh:
                self.assertEqual(fresh.hash, game.hash)

    def test_arguments_of_wrong_kinds(self):
        game = Game("quantum")
        for call in (lambda: Record(Game), lambda: game.copy_from(Game), lambda: Game(game), lambda: game.load(7),
                     lambda: Game.from_saved(1 << 40), lambda: game.restore(1 << 40), lambda: game.restore([1]),
                     lambda: variantchess.dice_random(0.5), lambda: variantchess.dice_seeded(bytes(32), 0.5, 6)):
            self.assertRaises(TypeError, call)

    def test_closed_games(self):
        r = random.Random(2)
        other = Game("ideal")
        for name in names(Game):
            game = Game("quantum")
            events = []
            game.on_event(lambda game, event: events.append(event))
            game.close()
            for _ in range(3):
                self.call(r, game, name, other)
            game.close()
            self.assertTrue(game.closed)

    def test_records_rules_and_tags(self):
        r = random.Random(3)
        for _ in range(120):
            game = Game(r.choice(sorted(rule_sets())))
            record = Record(game)
            for thing in (record, record.tags, record.comments, record.nags, record.game, game.rules,
                          game.rules.options):
                usable = [name for name in names(thing) if name not in ("perft", "playout", "clear", "close", *FILES)]
                for _ in range(4):
                    self.call(r, thing, r.choice(usable), game)
                    for use in ("__getitem__", "__setitem__", "__delitem__", "__contains__"):
                        self.call(r, thing, use, game)
            self.assertIsInstance(str(record), str)

    def test_functions(self):
        r = random.Random(4)
        game = Game("power")
        for module in (variantchess, fair, pgn):
            for name in module.__all__:
                thing = getattr(module, name)
                if isinstance(thing, type) and issubclass(thing, BaseException) or name in MADE + FILES:
                    continue
                for _ in range(25):
                    self.call(r, module, name, game)

    def test_dice_that_lie_or_raise(self):
        for answer in (None, -1, 1 << 70, 0.0, "0", raising, [], True, Game("ideal")):
            game = Game("quantum")
            game.step("?g1")
            game.use_dice(raising if answer is raising else lambda bound, answer=answer: answer)
            before = state(game)
            for call in (game.draw, game.play):
                try:
                    call()
                except (Oops, *FAULTS):
                    self.assertEqual(state(game), before)
                else:
                    self.assertIs(answer, True)  # which is the number 1
                    game.undo()

    def test_random_bytes_for_readers(self):
        r = random.Random(6)
        seeds = [Game("quantum").save(), b"VCP\1quantum\0\0", str(Record(Game("ideal"))).encode(),
                 b'[Event "x"]\n[FEN "y"]\n\n1. e4 {z} (e5) $1 1-0\n\n1. d4 ?g1 =n Nf6!? *\n',
                 b'{"rules": "power", "play": ["e2e4"], "fen": null, "ask": "perft", "depth": 1}']
        for _ in range(600):
            data = bytearray(r.choice(seeds))
            for _ in range(r.choice((0, 1, 2, 8))):
                at = r.randint(0, len(data))
                how = r.randrange(4)
                if how == 0:
                    data[at:at] = bytes([r.randrange(256)])
                elif how == 1:
                    del data[at:at + r.randrange(1, 9)]
                elif how == 2 and at < len(data):
                    data[at] ^= 1 << r.randrange(8)
                else:
                    data[at:at] = r.choice(seeds)[:r.randrange(40)]
            self.read_all(r, bytes(data))

    def read_all(self, r, data):
        game = Game("quantum")
        before = state(game)
        for read in (game.load, Game.from_saved, Game.from_pgn, Record.from_pgn, game.set_position,
                     lambda data: list(pgn.reads(data, strict=r.random() < 0.5, errors=r.choice(("raise", "return")))),
                     lambda data: list(pgn.read(io.BytesIO(data))),
                     lambda data: Game("quantum", data.decode("latin-1"))):
            try:
                read(data)
            except FAULTS:
                self.assertEqual(state(game), before)
                continue
            before = state(game)
        answer = jsonl.answer_line(data)
        self.assertIsInstance(answer, bytes)

    def test_objects_that_outlive_what_they_came_from(self):
        record = Record(Game("quantum"))
        game, tags, comments, nags = record.game, record.tags, record.comments, record.nags
        reader = pgn.reads("1. e4 *\n\n1. d4 d5 *")
        read = [each for each in reader]
        del record, reader
        for thing in (game, *[each.game for each in read]):
            thing.step(next(iter(thing.actions)))
        tags["White"], comments[0], nags[0] = "x", "y", [1]
        self.assertEqual((tags["White"], comments[0], list(nags[0])), ("x", "y", [1]))
        rules = Rules("ideal")
        options, planes = rules.options, rules.planes
        del rules
        self.assertTrue(dict(options) and planes[0].name)

    def test_batches(self):
        try:
            from variantchess.batch import Batch
            Batch("orthodox", 1)
        except ImportError:
            raise unittest.SkipTest("no numpy") from None
        r = random.Random(7)
        game = Game("quantum")
        for name in sorted(rule_sets()) * 12:
            batch = Batch(name, r.choice((1, 5, 20)), seed=1)
            usable = [each for each in names(batch) if each != "close"]
            for _ in range(12):
                hashes = [batch.game(i).hash for i in range(len(batch))] if hasattr(batch, "game") else None
                refused = self.call(r, batch, r.choice(usable), game)
                if refused and hashes:
                    self.assertEqual([batch.game(i).hash for i in range(len(batch))], hashes)
            if hasattr(batch, "close"):
                batch.close()
                for each in usable:
                    self.call(r, batch, each, game)


if __name__ == "__main__":
    unittest.main()
