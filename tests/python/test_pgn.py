# SPDX-License-Identifier: ISC
"""Records: what stands in them, and files of them read and written."""
import copy
import gc
import io
import os
import pathlib
import pickle
import signal
import tempfile
import unittest
import weakref

from variantchess import (ArgumentError, BusyError, Game, IllegalActionError, LimitError, MismatchError, NothingError,
                          OptionError, PositionError, Record, Rules, TextError, pgn, rule_sets)

from support import BUSY, Boom, NothingIsDropped, play_at_random

THREE = ('[White "Ada"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Bob"]\n\n1. e4 {so far}\n  Nf9 2. d4 *\n\n'
         '[White "Eve"]\n[Variant "quantum"]\n\n1. ?b1 =n Nc3 *\n')


def moves(record):
    return " ".join(str(entry.action) for entry in record.game.history if entry.action is not None)


def movetext(record):
    return record.pgn().partition("\n\n")[2].strip()


def white(records):
    return [record.tags["White"] for record in records]


def random_record(name, seed, position=None, **options):
    """A record with something of everything."""
    game = Game(name, position, **options)
    for _ in play_at_random(game, seed):
        pass
    if not game.is_over:
        game.resign()
    record = Record(game, White="W\N{LATIN SMALL LETTER U WITH DIAERESIS}", Black='B "x" \\', Round=str(seed))
    for ply in range(0, game.length, 5):
        record.comments[ply] = "at {%d}; \N{WHITE CHESS KING}" % ply if seed % 2 else "at %d" % ply
        record.nags[max(ply, 1)] = [ply % 139, 139 + ply % 100]
    return record


class Cases(unittest.TestCase):
    def test_pgn_01_tags(self):
        record = Record.from_pgn('[Event "Open (A) [x] {y} ; z % q"]\n[My_Tag2 "v"]\n[Result "*"]\n\n1. e4 e5 *\n')
        self.assertEqual(dict(record.tags), {"Event": "Open (A) [x] {y} ; z % q", "My_Tag2": "v", "Result": "*"})
        self.assertEqual(moves(record), "e2e4 e7e5")

    def test_pgn_03_variations(self):
        record = Record.from_pgn('[Result "*"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 $2) ({first} 1... e6) '
                                 '2. Nf3 *\n')
        self.assertEqual(moves(record), "e2e4 e7e5 g1f3")
        self.assertEqual((dict(record.nags), dict(record.comments)), ({}, {}))

    def test_pgn_05_bytes(self):
        first = '\ufeff[Event "E"]\r\n[Result "1-0"]\r\n\r\n1. e4 e5\r\n2. Nf3 1-0\r\n'
        for text in (first, first.replace("\r\n", "\r"), first.rstrip(), first + "\r\n" * 10, first.replace("[", "  ["),
                     '[Event "E"]\n[Result "1-0"]\n1. e4 e5 2. Nf3 1-0'):
            for given in (text, text.encode("utf-8")):
                record = Record.from_pgn(given)
                self.assertEqual((record.tags["Event"], record.result, moves(record)), ("E", "1-0", "e2e4 e7e5 g1f3"))

    def test_pgn_07_from_a_position(self):
        fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 7"
        for tags, number in (('[SetUp "1"]\n', "7..."), ("", "7..."), ("", "1...")):
            record = Record.from_pgn('%s[FEN "%s"]\n\n{before} %s Kd7 8. e4 Kd6 *\n' % (tags, fen, number))
            self.assertEqual((moves(record), record.game.position),
                             ("e8d7 e2e4 d7d6", "8/8/3k4/8/4P3/8/8/4K3 w - - 1 9"))
            self.assertEqual(movetext(record), "{before} 7... Kd7 8. e4 Kd6 *")
            self.assertIn('[FEN "%s"]\n' % fen, record.pgn())
            self.assertIn('[SetUp "1"]\n', record.pgn())
            del record.comments[0]
            self.assertEqual(movetext(record), "7... Kd7 8. e4 Kd6 *")


class Records(unittest.TestCase):
    def setUp(self):
        self.record = Record(Game(), {"White": "Ada"}, Black="Bob")
        for text in ("e4", "e5", "Nf3"):
            self.record.game.step(text)

    def test_a_record_holds_a_game_of_its_own(self):
        game = Game()
        game.step("e4")
        record = Record(game)
        game.undo()
        record.game.step("e5")
        self.assertEqual((game.length, moves(record)), (0, "e2e4 e7e5"))
        self.assertIs(record.game, record.game)
        self.assertEqual(game.pgn().partition("\n\n")[2], "*\n\n")
        self.assertIn('[Black "Bob"]', game.pgn({"White": "Ada"}, Black="Bob"))

    def test_tags_are_a_mapping(self):
        tags = self.record.tags
        self.assertEqual(dict(tags), {"White": "Ada", "Black": "Bob"})
        tags["ECO"] = "C40"
        tags["White"] = "\N{CYRILLIC CAPITAL LETTER A}da"
        del tags["Black"]
        self.assertEqual((list(tags), len(tags), tags.get("Black"), "ECO" in tags), (["White", "ECO"], 2, None, True))
        self.assertEqual(self.record.tags["White"], "\N{CYRILLIC CAPITAL LETTER A}da")
        self.assertIn(tags["White"], self.record.pgn())
        for missing in ("Black", "", "no such", "x\0", 5, None, "\N{CYRILLIC CAPITAL LETTER A}"):
            with self.assertRaises(KeyError):
                tags[missing]
            self.assertNotIn(missing, tags)
            with self.assertRaises(KeyError):
                del tags[missing]

    def test_names_of_tags_that_can_only_be_read(self):
        text = '[Event "x"]\n[_foo "bar"]\n[#1 ""]\n[Site "y"]\n\n1. e4 *\n'
        record = Record.from_pgn(text)
        tags = record.tags
        read = {"Event": "x", "_foo": "bar", "#1": "", "Site": "y", "Result": "*"}
        self.assertEqual((dict(tags), list(tags), len(tags)), (read, list(read), 5))
        self.assertEqual((repr(tags), tags["_foo"], "#1" in tags), ("Tags(%r)" % read, "bar", True))
        self.assertIn('[_foo "bar"]\n', record.pgn())
        before = record.pgn()
        with self.assertRaisesRegex(ArgumentError, "'_foo' is no name of a tag: .* a letter or digit first"):
            tags["_foo"] = "other"
        with self.assertRaisesRegex(ArgumentError, "'_foo' is no name of a tag"):
            del tags["_foo"]
        self.assertEqual(record.pgn(), before)
        # Copies leave them out.
        del read["_foo"], read["#1"]
        for made in (record.copy(), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
            self.assertEqual((dict(made.tags), list(made.tags), moves(made)), (read, list(read), "e2e4"))

    def test_tags_that_are_refused(self):
        tags, before = self.record.tags, self.record.pgn()
        for name, value, error in (
                ("two words", "x", ArgumentError), ("", "x", ArgumentError), ("_x", "x", ArgumentError),
                ("x\n", "x", ArgumentError), ("FEN", "x", ArgumentError), ("Variant", "power", ArgumentError),
                ("Result", "1:0", ArgumentError), ("Site", "a\nb", ArgumentError), ("Site", "a\0b", TextError),
                ("Site", "\ud800", TextError), ("Site", 5, TypeError), (5, "x", TypeError), ("Site", None, TypeError),
                ("Site", "x" * 65536, LimitError), ("x" * 256, "x", LimitError)):
            with self.subTest(name=name[:20] if isinstance(name, str) else name):
                with self.assertRaises(error):
                    tags[name] = value
                self.assertEqual(self.record.pgn(), before)
        for number in range(256):
            tags["t%d" % number] = "x"
        with self.assertRaises(LimitError):
            tags["t256"] = "x"
        record = Record.from_pgn('[Variant "Quantum"]\n\n?b1 *')
        self.assertEqual(record.tags["Variant"], "Quantum")
        with self.assertRaises(ArgumentError):
            del record.tags["Variant"]

    def test_comments_are_a_mapping(self):
        comments = self.record.comments
        comments[0] = "  before\tthe\n first "
        comments[3] = "\N{BLACK CHESS KNIGHT}"
        self.assertEqual((dict(comments), len(comments), 1 in comments),
                         ({0: "before the first", 3: "\N{BLACK CHESS KNIGHT}"}, 2, False))
        self.assertEqual(movetext(self.record), "{before the first} 1. e4 e5 2. Nf3 {\N{BLACK CHESS KNIGHT}} *")
        comments[0] = "a } b"
        self.assertEqual(Record.from_pgn(self.record.pgn()).comments[0], "a } b")
        comments[0] = "  "
        self.assertEqual(list(comments), [3])
        del comments[3]
        self.assertFalse(comments)
        for ply in (3, 4, -1, 1 << 70, "1", None):
            with self.assertRaises(KeyError):
                comments[ply]
            with self.assertRaises(KeyError):
                del comments[ply]
        for ply, text, error in ((4, "x", ArgumentError), (-1, "x", ArgumentError), (1 << 70, "x", ArgumentError),
                                 ("1", "x", TypeError), (True, "x", TypeError), (1, 5, TypeError),
                                 (1, "x\0", TextError), (1, "x" * 1048576, LimitError)):
            with self.assertRaises(error):
                comments[ply] = text
        self.assertFalse(comments)

    def test_nags_are_a_mapping(self):
        nags = self.record.nags
        nags[3] = [1, 14]
        nags[1] = (255,)
        self.assertEqual(dict(nags), {1: (255,), 3: (1, 14)})
        self.assertEqual(movetext(self.record), "1. e4 $255 e5 2. Nf3 $1 $14 *")
        nags[3] = []
        del nags[1]
        self.assertEqual((dict(nags), nags.get(3, ())), ({}, ()))
        for value, error in (([256], ArgumentError), ([-1], ArgumentError), (["1"], TypeError), (5, TypeError),
                             (range(17), LimitError)):
            with self.assertRaises(error):
                nags[1] = value
        self.assertFalse(nags)
        self.assertEqual(Record.from_pgn("1. e4! e5?! 2. Nf3 $1 *").nags[2], (6,))

    def test_plies_are_those_of_actions(self):
        game = self.record.game
        game.undo()
        self.record.comments[3] = "can be redone"
        self.assertEqual(list(self.record.comments), [3])
        game.redo()
        game.resign()
        self.assertEqual(list(self.record.comments), [3])
        with self.assertRaises(ArgumentError):
            self.record.comments[4] = "behind the end"

    def test_results(self):
        record = self.record
        self.assertEqual(record.result, "*")
        record.tags["Result"] = "1/2-1/2"
        self.assertEqual(record.result, "1/2-1/2")
        record.game.resign("w")
        self.assertEqual((record.result, record.tags["Result"]), ("0-1", "1/2-1/2"))
        self.assertIn('[Result "0-1"]', record.pgn())
        self.assertIn('[Termination "resignation"]', record.pgn())

    def test_texts(self):
        self.assertEqual(str(self.record) + "\n\n", self.record.pgn())
        self.assertEqual(repr(self.record), "<Record: Ada - Bob, *>")

    def test_long_records_are_written_whole(self):
        game = Game("orthodox", automatic_draws=False)
        for _ in range(2000):
            for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
                game.step(text)
        self.assertEqual(Game.from_pgn(game.pgn()).length, 8000)

    def test_copies_and_pickles_are_whole(self):
        for name in rule_sets():
            record = random_record(name, 5, **BUSY[name][1])
            for made in (copy.copy(record), copy.deepcopy(record), record.copy(), pickle.loads(pickle.dumps(record))):
                self.assertEqual(made.pgn(), record.pgn())
                self.assertEqual(made.game.history, record.game.history)
                self.assertIsNot(made.game, record.game)
                made.tags["White"] = "other"
                made.game.undo()
            self.assertNotEqual(record.tags["White"], "other")
        # What was read beside the game's own tags stays; what the game tells is told by it.
        read = Record.from_pgn('[Variant "Quantum"]\n[Annotator "x"]\n\n1. ?b1 =n {so} Nc3 *')
        self.assertEqual(pickle.loads(pickle.dumps(read)).pgn(), read.pgn())
        read = Record.from_pgn('[Result "0-1"]\n\n1. e4 1-0')
        self.assertEqual((read.result, read.tags["Result"]), ("1-0", "0-1"))
        self.assertEqual((read.copy().result, read.copy().pgn()), ("1-0", read.pgn()))

    def test_copies_and_pickles_keep_what_can_be_redone(self):
        game = self.record.game
        game.undo()
        game.undo()
        self.record.comments.update({1: "played", 2: "one", 3: "two"})
        self.record.nags[3] = [1]
        for make in (copy.copy, copy.deepcopy, Record.copy, lambda record: pickle.loads(pickle.dumps(record))):
            made = make(self.record)
            self.assertEqual((made.game.history, made.game.undone), (game.history, game.undone))
            self.assertEqual((dict(made.comments), dict(made.nags)), ({1: "played", 2: "one", 3: "two"}, {3: (1,)}))
            made.game.redo()
            made.game.redo()
            self.assertEqual(movetext(made), "1. e4 {played} 1... e5 {one} 2. Nf3 $1 {two} *")

    def test_copies_and_pickles_keep_bytes(self):
        """As UTF-8 these would be longer than a record can hold."""
        data = (b'[Event "' + b"\xe9" * 40000 + b'"]\n\n1. e4 {' + b"\xe9" * 600000 + b"} *\n")
        record = Record.from_pgn(data)
        for made in (record.copy(), pickle.loads(pickle.dumps(record))):
            self.assertEqual(made.tags["Event"], "\N{LATIN SMALL LETTER E WITH ACUTE}" * 40000)
            self.assertEqual(made.comments[1], "\N{LATIN SMALL LETTER E WITH ACUTE}" * 600000)
            self.assertEqual(made.pgn(), record.pgn())

    def test_copies_and_pickles_of_a_game_at_fault(self):
        for text, result in (('[Result "won"]\n\n1. e4 e4 *', "*"), ('[Result "won"]\n\n1. f3 e5 2. g4 Qh4 3. a3', "0-1")):
            record, = pgn.reads(text, errors="keep")
            for made in (record.copy(), pickle.loads(pickle.dumps(record))):
                self.assertEqual((made.pgn(), made.result), (record.pgn(), result))
                self.assertEqual((str(made.error), made.error.line), (str(record.error), record.error.line))

    def test_pickles_hold_no_seed(self):
        seed = bytes(range(100, 132))
        record = Record(Game("quantum"))
        record.game.use_seed(seed)
        record.game.play("?g1")
        self.assertNotIn(seed, pickle.dumps(record))
        self.assertNotIn(seed, pickle.dumps(record.game))


class RoundTrips(unittest.TestCase):
    def test_random_games_of_every_rule_set(self):
        """Written and read back they are equal, in one file, strictly and leniently."""
        records = []
        for name in rule_sets():
            position, options = BUSY[name]
            for seed in range(6):
                records.append(random_record(name, seed, **(options if seed % 2 else {})))
                if position is not None:
                    records.append(random_record(name, seed, position, **options))
        file = io.BytesIO()
        pgn.write(records, file)
        written = file.getvalue()
        self.assertEqual(written.decode("utf-8"), "".join(record.pgn() for record in records))
        for strict in (True, False):
            read = list(pgn.reads(written, strict))
            self.assertEqual(len(read), len(records))
            for ours, theirs in zip(records, read):
                self.assertEqual(theirs.game.rules, ours.game.rules)
                self.assertEqual(theirs.game.history, ours.game.history)
                self.assertEqual((theirs.game.position, theirs.game.hash, theirs.game.outcome, theirs.result),
                                 (ours.game.position, ours.game.hash, ours.game.outcome, ours.result))
                self.assertEqual(dict(theirs.comments), dict(ours.comments))
                self.assertEqual(dict(theirs.nags), dict(ours.nags))
                self.assertEqual((theirs.tags["White"], theirs.tags["Black"]), (ours.tags["White"], ours.tags["Black"]))
                self.assertEqual(theirs.pgn(), ours.pgn())

    def test_games_alone(self):
        for name in rule_sets():
            game = random_record(name, 3, **BUSY[name][1]).game
            read = Game.from_pgn(game.pgn(), strict=True)
            self.assertEqual((read.history, read.position, read.rules), (game.history, game.position, game.rules))

        class Mine(Game):
            pass

        self.assertIs(type(Mine.from_pgn("1. e4 *")), Mine)

    def test_what_is_not_one_game(self):
        for make in (Game.from_pgn, Record.from_pgn):
            for text in ("", " \n", b""):
                with self.assertRaises(NothingError):
                    make(text)
            with self.assertRaises(ArgumentError):
                make("1. e4 * 1. d4 *")
            for bad in (None, 5, ["1. e4"]):
                with self.assertRaises(TypeError):
                    make(bad)

        class Mine(Record):
            __slots__ = ()

        mine = Mine.from_pgn("1. e4 *")
        gc.collect()
        self.assertEqual((type(mine), moves(mine)), (Mine, "e2e4"))


class Reading(unittest.TestCase):
    def test_files_of_all_kinds(self):
        games = "".join(random_record(name, seed).pgn() for seed in range(4) for name in rule_sets())
        self.assertGreater(len(games), 40000)
        expected = [record.pgn() for record in pgn.reads(games)]
        self.assertEqual("".join(expected), games)

        class Trickle:
            def __init__(self, text, size):
                self.text, self.size = text, size

            def read(self, size):
                piece, self.text = self.text[:self.size], self.text[self.size:]
                return piece

        data = games.encode("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            pathlib.Path(path).write_bytes(data)
            with open(path, encoding="utf-8") as text, open(path, "rb") as binary, open(path, "rb", 0) as raw:
                for file in (path, pathlib.Path(path), text, binary, raw, io.StringIO(games), io.BytesIO(data),
                             Trickle(games, 100), Trickle(data, 1), Trickle(data, 4097), Trickle(games, 1 << 20),
                             Trickle(memoryview(data).toreadonly(), 5000)):
                    self.assertEqual([record.pgn() for record in pgn.read(file)], expected)
                self.assertFalse(text.closed or binary.closed)

    def test_reading_begins_where_the_file_is_and_is_lazy(self):
        file = io.StringIO(THREE)
        file.readline()
        self.assertNotIn("White", next(pgn.read(file)).tags)
        text = "1. e4 *\n" * 100000
        file = io.StringIO(text)
        next(pgn.read(file))
        self.assertLess(file.tell(), 100000)

    def test_a_file_that_was_opened_here_is_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            pgn.write(list(pgn.reads("1. e4 * 1. d4 *")), path)
            reader = pgn.read(path)
            file = reader._file
            self.assertEqual(len(list(reader)), 2)
            self.assertTrue(file.closed)
            with pgn.read(path) as reader:
                file = reader._file
                next(reader)
            self.assertTrue(file.closed)
            self.assertEqual(list(reader), [])
            with self.assertRaises(ArgumentError):
                pgn.read(path, errors="ignore")
            with self.assertRaises(FileNotFoundError):
                pgn.read(os.path.join(folder, "none.pgn"))

    def test_what_is_no_file(self):
        for bad in (None, 5, b"1. e4 *", ["1. e4"]):
            with self.assertRaises(TypeError):
                pgn.read(bad)
        for answer in (None, 5, ["x"]):
            class Bad:
                def read(self, size, answer=answer):
                    return answer
            reader = pgn.read(Bad())
            with self.assertRaises(TypeError):
                next(reader)
            self.assertEqual(list(reader), [])

    def test_a_fault_is_raised_and_the_next_game_is_read(self):
        reader = pgn.read(io.StringIO(THREE))
        self.assertEqual(next(reader).tags["White"], "Ada")
        with self.assertRaises(TextError) as caught:
            next(reader)
        error = caught.exception
        self.assertEqual((error.line, error.column, error.offset), (8, 3, THREE.index("Nf9")))
        self.assertEqual(str(error), 'line 8, column 3: not a move: "Nf9"')
        self.assertEqual((error.record.tags["White"], moves(error.record)), ("Bob", "e2e4"))
        self.assertEqual((error.record.comments[1], error.record.error), ("so far", None))
        self.assertEqual((reader.line, reader.column, reader.offset), (8, 3, error.offset))
        last = next(reader)
        self.assertEqual((last.tags["White"], last.game.rules.name), ("Eve", "quantum"))
        self.assertEqual((reader.line, reader.column, reader.offset), (10, 1, THREE.index('[White "Eve"]')))
        self.assertEqual(list(reader), [])
        error = pickle.loads(pickle.dumps(error))
        self.assertEqual((error.line, error.column, error.record), (8, 3, None))

    def test_errors_can_be_kept(self):
        records = list(pgn.reads(THREE, errors="keep"))
        self.assertEqual(white(records), ["Ada", "Bob", "Eve"])
        self.assertEqual([type(record.error) for record in records], [type(None), TextError, type(None)])
        self.assertEqual((moves(records[1]), records[1].error.line, records[1].error.record), ("e2e4", 8, None))

    def test_each_fault_has_its_class(self):
        for text, strict, error in (
                ('[Variant "fairy"]\n\n1. e4 *', False, OptionError), ("1. e4 e4 *", False, IllegalActionError),
                ('[FEN "x"]\n\n*', False, TextError),
                ('[FEN "8/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*', False, PositionError),
                ("1. e2e4 *", True, TextError), ('[Result "1-0"]\n\n1. e4 0-1', True, MismatchError),
                ("1. " + "x" * 256, False, LimitError), ("{" + "x" * 1048576 + "} *", False, LimitError)):
            with self.subTest(text[:40]):
                with self.assertRaises(error) as caught:
                    next(pgn.reads(text, strict))
                self.assertTrue(str(caught.exception).startswith("line "))
                self.assertIsNotNone(caught.exception.record)

    def test_a_record_without_a_game(self):
        for text in ('[Variant "fairy"]\n[White "Ada"]\n\n1. e4 *', '[White "Ada"]\n[FEN "x"]\n\n*'):
            record, = pgn.reads(text, errors="keep")
            self.assertEqual((record.tags["White"], record.result), ("Ada", "*"))
            record.tags["White"] = "Eve"
            for use in (lambda: record.game, record.pgn, record.copy, lambda: pickle.dumps(record),
                        lambda: dict(record.comments), record.verify):
                with self.assertRaises((ArgumentError, NothingError)):
                    use()
            self.assertEqual(repr(record), "<Record: Eve - ?, *>")

    def test_what_is_not_UTF_8_is_Latin_1(self):
        data = '[White "M\N{LATIN SMALL LETTER U WITH DIAERESIS}ller"]\n\n1. e4 {\N{POUND SIGN}} *\n'
        for encoding in ("latin-1", "utf-8"):
            for text in (data.encode(encoding), io.BytesIO(data.encode(encoding)),
                         io.TextIOWrapper(io.BytesIO(data.encode(encoding)), "utf-8", "surrogateescape"),
                         io.TextIOWrapper(io.BytesIO(data.encode(encoding)), encoding)):
                record, = pgn.reads(text) if isinstance(text, bytes) else pgn.read(text)
                self.assertEqual(record.tags["White"], "M\N{LATIN SMALL LETTER U WITH DIAERESIS}ller")
                self.assertEqual(record.comments[1], "\N{POUND SIGN}")
                self.assertIn(record.tags["White"], record.pgn())
                file = io.BytesIO()
                record.write(file)
                self.assertIn(record.tags["White"].encode("utf-8"), file.getvalue())

    def test_memory_does_not_grow_with_the_file(self):
        class Endless:
            left = 2000

            def read(self, size):
                self.left -= 1
                return b"1. e4 e5 2. Nf3 *\n" * 400 if self.left > 0 else b""

        statm = pathlib.Path("/proc/self/statm")
        if not statm.exists():
            self.skipTest("the system does not tell how much memory is in use")

        def pages():
            gc.collect()
            return int(statm.read_text().split()[1])

        reader = pgn.read(Endless())
        for _ in range(20000):
            next(reader)
        before = pages()
        self.assertEqual(sum(1 for _ in zip(range(60000), reader)), 60000)
        self.assertLess(pages() - before, 1024)


class Writing(unittest.TestCase):
    def test_files_of_all_kinds(self):
        records = list(pgn.reads('[White "\N{WHITE CHESS KING}"] 1. e4 * 1. d4 *'))
        whole = "".join(map(Record.pgn, records))
        text, binary = io.StringIO(), io.BytesIO()
        for file in (text, binary):
            pgn.write(records[0], file)
            pgn.write(iter(records[1:]), file)
        self.assertEqual((text.getvalue(), binary.getvalue()), (whole, whole.encode("utf-8")))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "games.pgn")
            for target in (path, str(path)):
                pgn.write(records, target)
                self.assertEqual(path.read_bytes(), whole.encode("utf-8"))
            with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as file:
                records[0].write(file)
                file.seek(0)
                self.assertEqual(file.read(), records[0].pgn())

    def test_what_a_file_raises_comes_out(self):
        class Full(io.StringIO):
            def write(self, text):
                if text:
                    raise OSError("full")
                return 0

        with self.assertRaisesRegex(OSError, "full"):
            Record(Game()).write(Full())
        with self.assertRaises(AttributeError):
            Record(Game()).write(None)


class Callbacks(NothingIsDropped):
    def test_py_03_what_a_file_raises_comes_out(self):
        for error in (Boom("third"), KeyboardInterrupt(), SystemExit(3), GeneratorExit(), StopIteration(), OSError(5)):
            class File:
                calls = 0

                def read(self, size, error=error):
                    self.calls += 1
                    if self.calls == 3:
                        raise error
                    return "1. e4 e5 *\n" * 3

            file = File()
            reader = pgn.read(file, errors="keep")
            count = 0
            with self.assertRaises(type(error)) as caught:
                while True:
                    moves(next(reader))
                    count += 1
            self.assertIs(caught.exception, error)
            self.assertIn(count, (5, 6))
            for _ in range(3):
                with self.assertRaises(StopIteration):
                    next(reader)
            self.assertEqual(file.calls, 3)

    def test_py_03_a_signal_while_the_library_reads(self):
        """Ctrl-C arrives between two calls of the file's read(), which is where Python hears of it."""
        class File(io.StringIO):
            calls = 0

            def read(self, size):
                File.calls += 1
                if File.calls == 20:
                    signal.raise_signal(signal.SIGINT)
                return "1. e4 e5 2. Nf3 {" + "x" * 20000 + "} *\n"

        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        reader = pgn.read(File())
        with self.assertRaises(KeyboardInterrupt):
            for _ in reader:
                pass
        self.assertEqual(list(reader), [])

    def test_py_03_signals_at_any_time(self):
        """A timer strikes somewhere; each time the exception comes out, and nothing else happens."""
        class Alarm(Exception):
            pass

        def strike(number, frame):
            raise Alarm

        text = "".join(random_record("orthodox", seed).pgn() for seed in range(3))

        class Endless:
            at = 0

            def read(self, size):
                self.at = (self.at + 50) % len(text)
                return text[self.at - 50:self.at] or " "

        before = signal.signal(signal.SIGALRM, strike)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for attempt in range(150):
            reader, records = pgn.read(Endless(), errors="keep"), []
            with self.assertRaises(Alarm):
                signal.setitimer(signal.ITIMER_REAL, 0.0003 + attempt * 0.00003)
                records.extend(reader)  # kept, since a finaliser cannot let an exception out

    def test_py_05_a_file_cannot_use_its_reader(self):
        refused = []

        class File:
            def read(self, size):
                for use in (lambda: next(reader), reader.close):
                    try:
                        use()
                    except BusyError as error:
                        refused.append(error)
                return "" if len(refused) > 2 else "1. e4 *\n"

        reader = pgn.read(File())
        self.assertEqual(moves(next(reader)), "e2e4")
        self.assertEqual(list(reader), [])
        self.assertEqual(len(refused), 4)

    def test_a_file_may_read_other_files(self):
        class Copying:
            def __init__(self, file):
                self.inner = pgn.read(file)

            def read(self, size):
                return next((record.pgn() for record in self.inner), "")

        file = Copying(Copying(io.StringIO("1. e4 * 1. d4 *")))
        self.assertEqual([moves(record) for record in pgn.read(file)], ["e2e4", "d2d4"])

    def test_py_05_callbacks_of_the_game_cannot_change_the_record(self):
        record = Record(Game("quantum"))
        seen = []

        def roll(bound):
            seen.append(record.pgn())
            seen.append(record.tags.get("White"))
            for change in (record.game.close, record.game.undo, lambda: record.game.step("=n")):
                with self.assertRaises(BusyError):
                    change()
            return 0

        record.game.use_dice(roll)
        record.game.play("?g1")
        self.assertEqual(len(seen), 2)
        self.assertIn("=n", movetext(record))

    def test_another_thread_meanwhile(self):
        record, refused = Record(Game()), []

        def progress(nodes):
            if not refused:
                import threading

                def meddle():
                    for use in (record.pgn, lambda: record.game.position, lambda: record.result, lambda: record.copy(),
                                lambda: dict(record.comments)):
                        try:
                            use()
                        except BusyError as error:
                            refused.append(error)

                thread = threading.Thread(target=meddle)
                thread.start()
                thread.join()
            return True

        with self.assertRaises(Exception):
            record.game.perft(9, progress=progress)
        self.assertEqual(len(refused), 5)


class Lifetimes(unittest.TestCase):
    def test_py_01_a_game_keeps_its_record_alive(self):
        games = [record.game for record in pgn.reads("1. e4 e5 * " * 50)]
        gc.collect()
        for game in games:
            game.step("Nf3")
            self.assertEqual(game.length, 3)
        game = Record(Game("quantum")).game
        calls = []
        game.use_dice(lambda bound: calls.append(bound) or 0)
        game.on_event(lambda game, event: calls.append(event.type))
        gc.collect()
        game.play("?g1")
        self.assertEqual(calls, [29, "touch"])

    def test_py_01_dice_of_a_game_that_nobody_else_holds(self):
        record, calls = Record(Game("quantum")), []
        record.game.use_dice(lambda bound: calls.append(bound) or 0)
        gc.collect()
        record.game.play("?g1")
        self.assertEqual(calls, [29])

    def test_a_closed_game_lives_on_in_its_record(self):
        record, heard = Record(Game()), []
        with record.game as game:
            game.on_event(lambda game, event: heard.append(event.type))
            game.step("e4")
        self.assertTrue(game.closed)
        with self.assertRaises(ArgumentError):
            game.position
        gc.collect()
        self.assertIsNot(record.game, game)
        record.game.step("e5")
        self.assertEqual((moves(record), heard), ("e2e4 e7e5", ["move"]))

    def test_records_outlive_their_reader_and_readers_their_records(self):
        for order in range(4):
            reader = pgn.read(io.StringIO("1. e4 * 1. d4 * 1. c4 *"))
            first = next(reader)
            game = first.game
            tags = first.tags
            things = [reader, first, game, tags]
            del reader, first, game, tags
            for number in range(4):
                things[(order + number) % 4] = None
                gc.collect()
        reader = pgn.reads("1. e4 * 1. d4 *")
        next(reader)
        gc.collect()
        self.assertEqual(moves(next(reader)), "d2d4")

    def test_circles_of_garbage_in_any_order(self):
        """Finalisers of a circle run in an order of Python's own; what is gone refuses, and nothing else happens."""
        seen = []

        class Last:
            def __init__(self, **things):
                self.things = things
                self.me = self

            def __del__(self):
                things = self.things
                for use in (lambda: things["record"].pgn(), lambda: things["game"].position,
                            lambda: things["game"].play("e4"), lambda: things["record"].tags["White"],
                            lambda: things["plain"].position, lambda: next(things["reader"]),
                            lambda: dict(things["record"].comments), lambda: things["record"].game):
                    try:
                        seen.append(use())
                    except Exception as error:
                        seen.append(type(error))

        for before in (True, False):
            for _ in range(20):
                reader = pgn.read(io.StringIO("1. e4 * 1. d4 *"))
                record, plain = next(reader), Game()
                things = {"record": record, "game": record.game, "plain": plain, "reader": reader}
                if before:
                    last = Last(**things)
                record.game.on_event(lambda game, event, things=things: things)
                plain.on_event(lambda game, event, things=things: things)
                things["things"] = things
                if not before:
                    last = Last(**things)
                things["last"] = last
                del last, reader, record, plain, things
                gc.collect()
        self.assertEqual(len(seen), 320)

    def test_records_are_freed_at_once(self):
        record = Record(Game())
        alive = weakref.ref(record)
        game = record.game
        del record
        self.assertIsNone(alive())
        self.assertEqual(game.position, Game().position)
        for _ in range(2000):
            Record(Game()).game

    def test_readers_are_not_copied(self):
        reader = pgn.reads("1. e4 * 1. d4 *")
        next(reader)
        for use in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "reader"):
                use(reader)
        gc.collect()
        self.assertEqual(moves(next(reader)), "d2d4")

    def test_readers_are_iterators(self):
        reader = pgn.reads("1. e4 *")
        self.assertIs(iter(reader), reader)
        self.assertIsInstance(reader, pgn.Reader)
        reader.close()
        reader.close()
        self.assertEqual((list(reader), reader.line), ([], 0))


class Public(unittest.TestCase):
    def test_everything_is_documented(self):
        from variantchess import fair
        for module in (pgn, fair):
            self.assertTrue(module.__doc__)
            for name in module.__all__:
                thing = getattr(module, name)
                self.assertTrue(isinstance(thing, int) or thing.__doc__, name)

    def test_rules_of_a_record(self):
        record = Record.from_pgn('[Variant "Power"]\n[Options "combo_captures=on"]\n\n*')
        self.assertEqual(record.game.rules, Rules("power", combo_captures=True))
        twin = Game(record.game.rules)
        twin.copy_from(record.game)
        record.game.restore(twin.snapshot())


if __name__ == "__main__":
    unittest.main()
