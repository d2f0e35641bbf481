# SPDX-License-Identifier: ISC
"""Games, rules, actions and the small values, as Python sees them."""
import copy
import ctypes
import gc
import pickle
import random
import threading
import time
import unittest
import weakref
from fractions import Fraction

import variantchess
from variantchess import _ffi
from variantchess import (Action, ArgumentError, BufferTooSmallError, BusyError, Entry, Game, GameOverError,
                          IllegalActionError, MismatchError, NothingError, OptionError, Piece, PositionError, Rules,
                          Squares, TextError, VariantChessError)

from support import BUSY

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def play_all(game, text):
    for action in text.split():
        game.step(action)
    return game


class Actions(unittest.TestCase):
    CASES = {
        "e2e4": ("move", 12, 28, None, None, None, None),
        "e7e8q": ("move", 52, 60, "q", None, None, None),
        "e4f6:n": ("move", 28, 45, None, "n", None, None),
        "?g1": ("touch", 6, None, None, None, None, None),
        "=n": ("become", None, None, "n", None, None, None),
        "!n": ("casualty", None, None, None, "n", None, None),
        "-Kh": ("discard", None, None, None, None, "Kh", "h"),
        "^d": ("choose_deck", None, None, None, None, None, "d"),
        "^h": ("choose_deck", None, None, None, None, None, "h"),
        "+7d": ("draw", None, None, None, None, "7d", "d"),
        "+*c": ("draw", None, None, None, None, "*c", "c"),
    }

    def test_C2_fields_of_every_kind(self):
        for text, fields in self.CASES.items():
            with self.subTest(text):
                action = Action(text)
                self.assertEqual((action.kind, action.from_square, action.to_square, action.piece, action.member,
                                  action.card, action.suit), fields)
                self.assertEqual(str(action), text)
                self.assertEqual("%s|{:>8}".format(action) % action, text + "|" + text.rjust(8))
                self.assertEqual(repr(action), "Action(%r)" % text)
                self.assertIs(Action(int(action)), action)
                self.assertIs(pickle.loads(pickle.dumps(action)), action)
                self.assertIs(copy.deepcopy(action), action)
                self.assertIsInstance(action, int)

    def test_C2_fields_agree_with_the_library(self):
        seen = 0
        values = [*range(1 << 24, (1 << 24) + (1 << 18), 61), *range(1 << 24, 1 << 27, 4099), *map(Action, self.CASES)]
        for value in map(int, values):
            if not _ffi.vc_action_is_valid(value):
                with self.assertRaises(ArgumentError):
                    Action(value)
                continue
            seen += 1
            action = Action(value)
            self.assertEqual(action.from_square or 0, _ffi.vc_action_from(value))
            self.assertEqual(action.to_square or 0, _ffi.vc_action_to(value))
            self.assertEqual(" pnbrqk".index(action.piece or " "), _ffi.vc_action_piece(value))
            self.assertEqual(" pnbrqk".index(action.member or " "), _ffi.vc_action_member(value))
            self.assertEqual(" A23456789TJQK*".index((action.card or " ")[0]), _ffi.vc_action_rank(value))
            self.assertEqual("dhcs".index(action.suit or "d"), _ffi.vc_action_suit(value))
            self.assertIs(Action(str(action)), action)
        self.assertGreater(seen, 1000)

    def test_cards_agree_with_the_library(self):
        buffer = ctypes.create_string_buffer(8)
        for card in range(256):
            if _ffi.vc_card_text(card, buffer, 8, None) == _ffi.VC_OK:
                self.assertEqual(variantchess.values.card_text(card), buffer.value.decode())

    def test_making_moves(self):
        self.assertIs(Action.move("e7", 60, "q"), Action("e7e8q"))
        self.assertIs(Action.move(28, "f6", member="n"), Action("e4f6:n"))
        for bad in (("e9", 0), (64, 0), (-1, 0), ("e2", "e4", "x"), ("e2", "e4", "")):
            with self.assertRaises(ArgumentError):
                Action.move(*bad)

    def test_what_is_no_action(self):
        for text in ("", "e2", "e2e9", "E2E4", "e2 e4", "0000", "?", "=p4", "e2e4 ", " e2e4", "-1h", "^x"):
            with self.assertRaises(TextError, msg=text):
                Action(text)
        for value in (0, -1, 5, 1 << 32, (1 << 32) + int(Action("e2e4")), 0xFFFFFFFF):
            with self.assertRaises(ArgumentError, msg=value):
                Action(value)
        for value in (None, 1.5, b"e2e4", True):
            with self.assertRaises(TypeError, msg=value):
                Action(value)


class Texts(unittest.TestCase):
    """Texts that C could not take as they are: never cut short, never an encoding error."""

    def test_NUL_and_characters_outside_ASCII(self):
        game = Game()
        for bad in ("e2e4\0", "\0e2e4", "e2e\N{CYRILLIC SMALL LETTER A}", "e2e4\ud800", "\N{BLACK CHESS PAWN}"):
            for call in (game.step, game.play, game.is_legal, game.why, Action, Game, Rules, game.set_position,
                         lambda text: Game("orthodox", ARRAY + text),
                         lambda text: Rules("quantum", temperature="1/2" + text),
                         lambda text: Rules("quantum", **{"temperature" + text: "1/2"})):
                with self.assertRaises(TextError) as caught:
                    call(bad)
                self.assertIsInstance(caught.exception, ValueError)
                self.assertIsInstance(caught.exception.offset, int)
        self.assertEqual(game.position, ARRAY)

    def test_the_offset_is_where_it_is(self):
        with self.assertRaises(TextError) as caught:
            Game("orthodox", ARRAY + "\0")
        self.assertEqual(caught.exception.offset, len(ARRAY))

    def test_texts_are_str(self):
        for bad in (b"e2e4", 1.0, [], object()):
            with self.assertRaises(TypeError):
                Game().step(bad)
            with self.assertRaises(TypeError):
                Game("orthodox", bad)


class RulesOfPlay(unittest.TestCase):
    def test_rule_sets(self):
        names = variantchess.rule_sets()
        self.assertEqual(list(names), ["orthodox", "quantum", "potential", "power", "ideal"])
        for name, title in names.items():
            self.assertEqual((Rules(name).name, Rules(name).title), (name, title))
            self.assertGreater(Game(name).perft(1), 0)

    def test_Q4aa_options_from_what_stands_for_them(self):
        rules = Rules("quantum", temperature=Fraction(2, 4), values=[9, 5, 3, 3], automatic_draws=False,
                      king_safety="strict")
        self.assertEqual(rules.options, {"temperature": "1/2", "values": "9,5,3,3", "automatic_draws": "off",
                                         "king_safety": "strict"})
        self.assertEqual(Rules("quantum", temperature=1).options["temperature"], "1")
        self.assertEqual(Rules("ideal", jokers=True, packs=2, two_decks=True).changed_options,
                         {"jokers": "1", "packs": "2", "two_decks": "on"})
        self.assertEqual(Rules("quantum", temperature="2/4"), Rules("quantum", temperature="1/2"))

    def test_bad_options(self):
        for name, options in (("quantum", {"temperature": "3/2"}), ("quantum", {"temperature": "x"}),
                              ("orthodox", {"temperature": "0"}), ("ideal", {"hand_size": 9}), ("ideal", {"": ""}),
                              ("ideal", {"face_up": "maybe"}), ("quantum", {"values": (1, 2, 3)}),
                              ("ideal", {"self": "on"}), ("ideal", {"ruleset": "on"})):
            with self.assertRaises(OptionError, msg=options) as caught:
                Rules(name, **options)
            self.assertEqual(caught.exception.status, _ffi.VC_ERR_OPTION)
            self.assertTrue(caught.exception.message)
        for value in (0.5, None, b"1", {}):
            with self.assertRaises(TypeError):
                Rules("quantum", temperature=value)
        for name in ("chess", "", "Quantum", "quantum "):
            with self.assertRaises(ArgumentError):
                Rules(name)

    def test_rules_are_values(self):
        a, b = Rules("quantum", temperature="1/2"), Rules("quantum", temperature=Fraction(1, 2))
        self.assertEqual(a, b)
        self.assertEqual(hash(a), hash(b))
        self.assertNotEqual(a, Rules("quantum"))
        self.assertNotEqual(Rules("orthodox"), Rules("potential"))
        self.assertEqual(a.replace(temperature=0), Rules("quantum"))
        self.assertEqual(a.options["temperature"], "1/2")
        self.assertEqual(pickle.loads(pickle.dumps(a)), a)
        self.assertIs(copy.deepcopy(a), a)
        self.assertEqual(eval(repr(a)), a)
        game = Game(a)
        self.assertIs(game.rules, a)
        self.assertEqual(Game(a, king_safety="strict").rules, a.replace(king_safety="strict"))

    def test_the_schema_describes_every_option(self):
        for name in variantchess.rule_sets():
            rules = Rules(name)
            self.assertEqual([option.name for option in rules.schema], list(rules.options))
            self.assertEqual(rules.changed_options, {})
            for option in rules.schema:
                with self.subTest(rules=name, option=option.name):
                    self.assertEqual(rules.options[option.name], option.default)
                    self.assertIn(option.type, ("switch", "choice", "integer", "integers", "fraction"))
                    self.assertTrue(option.help and option.range)
                    if option.type == "choice":
                        for word in option.range.split("|"):
                            self.assertEqual(rules.replace(**{option.name: word}).options[option.name], word)


class Playing(unittest.TestCase):
    def test_the_array(self):
        game = Game()
        self.assertEqual(game.position, ARRAY)
        self.assertEqual((game.actor, game.phase, game.side_to_move, game.outcome), ("w", "turn", "w", None))
        self.assertEqual(len(game.actions), 20)
        self.assertTrue(all(type(action) is Action for action in game.actions))
        self.assertEqual(game.chance_weights, {})
        self.assertFalse(game.is_over)
        self.assertEqual(game.castling_rights, "KQkq")
        self.assertEqual((game.halfmove_clock, game.move_number, game.en_passant), (0, 1, None))
        self.assertEqual(repr(game), "Game(Rules('orthodox'), %r)" % ARRAY)

    def test_playing_by_action_text_and_value(self):
        game = Game()
        game.step(Action("e2e4"))
        game.step("e7e5")
        game.step(int(Action("g1f3")))
        self.assertEqual(game.position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
        self.assertEqual([str(entry.action) for entry in game.history], ["e2e4", "e7e5", "g1f3"])
        self.assertEqual(game.history[1], Entry("b", Action("e7e5"), None))

    def test_an_illegal_action_says_why_and_changes_nothing(self):
        game = Game("orthodox", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
        with self.assertRaises(IllegalActionError) as caught:
            game.step("e2c3")
        error = caught.exception
        self.assertEqual((error.status, error.action, error.message), (8, Action("e2c3"), game.why("e2c3")))
        self.assertEqual(str(error), "e2c3: " + error.message)
        self.assertIsInstance(error, VariantChessError)
        self.assertFalse(game.is_legal("e2c3"))
        self.assertTrue(game.is_legal("e1d1"))
        self.assertEqual(game.why("e1d1"), "")
        self.assertEqual(game.position, "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.action, again.status), (str(error), error.action, error.status))

    def test_mate_and_what_follows(self):
        game = play_all(Game(), "f2f3 e7e5 g2g4 d8h4")
        self.assertEqual(game.outcome, ("b", "checkmate"))
        self.assertEqual((game.actor, game.phase, game.actions), (None, "over", []))
        self.assertTrue(game.is_over and game.in_check)
        self.assertEqual(game.checkers.names(), ("h4",))
        with self.assertRaises(GameOverError):
            game.step("a2a3")
        with self.assertRaises(GameOverError):
            game.resign()

    def test_C6_en_passant_and_targets(self):
        game = Game("orthodox", BUSY["orthodox"][0])
        self.assertEqual(game.en_passant, variantchess.square_number("d6"))
        self.assertEqual(game.destinations("e5").names(), ("d6", "e6"))
        self.assertEqual(game.destinations(36), game.destinations("e5"))
        self.assertEqual(game.attackers("a8", "w").names(), ("b7",))
        self.assertEqual(game.attackers("b8", "b").names(), ("a8",))
        self.assertEqual(game.squares("w", "k").names(), ("e1",))
        self.assertEqual(len(game.squares("w")), 7)
        self.assertEqual(game.piece("b7"), Piece("w", "p"))
        self.assertEqual((str(game.piece("b7")), str(game.piece("e8"))), ("P", "k"))
        self.assertIsNone(game.piece("e4"))
        self.assertEqual(game.pieces["a1"], (Piece("w", "r"),))
        self.assertEqual(game.pieces["a5"], ())

    def test_und_01_undo_restores_everything(self):
        game = Game("orthodox", BUSY["orthodox"][0])
        before = (game.position, game.hash, game.castling_rights, game.en_passant)
        self.assertEqual(len(game.actions), 26)
        for action in game.actions:
            game.step(action)
            game.undo()
            self.assertEqual((game.position, game.hash, game.castling_rights, game.en_passant), before)
        with self.assertRaises(NothingError):
            Game().undo()
        with self.assertRaises(NothingError):
            Game().redo()

    def test_redo_is_forgotten_by_another_action(self):
        game = play_all(Game(), "e2e4 e7e5 g1f3")
        game.undo()
        game.undo()
        self.assertEqual([str(entry.action) for entry in game.undone], ["e7e5", "g1f3"])
        self.assertEqual((game.length, game.redo_length), (1, 2))
        game.redo()
        self.assertEqual(str(game.history[-1].action), "e7e5")
        game.step("b1c3")
        self.assertEqual(game.redo_length, 0)

    def test_rep_05_repetition_and_claim(self):
        game = Game("orthodox", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1")
        self.assertEqual(game.repetitions, 1)
        play_all(game, "e1d2 e8d7 d2e1 d7e8 e1f2 e8f7 f2e1 f7e8")
        self.assertEqual(game.repetitions, 3)
        self.assertEqual(game.claimable, "threefold_repetition")
        game.claim()
        self.assertEqual(game.outcome, (None, "threefold_repetition"))
        self.assertEqual(game.history[-1], Entry(None, None, (None, "threefold_repetition")))
        game.undo()
        self.assertIsNone(game.outcome)
        self.assertIsNone(Game().claimable)
        with self.assertRaises(NothingError):
            Game().claim()

    def test_C8_endings_from_outside(self):
        for end, outcome in ((lambda game: game.resign(), ("b", "resignation")),
                             (lambda game: game.resign("b"), ("w", "resignation")),
                             (lambda game: game.agree_draw(), (None, "agreement")),
                             (lambda game: game.forfeit(), ("b", "time_forfeit")),
                             (lambda game: game.forfeit("b"), ("w", "time_forfeit")),
                             (lambda game: game.forfeit("b", draw=True), (None, "time_forfeit")),
                             (lambda game: game.end("w", "time_forfeit"), ("w", "time_forfeit"))):
            game = Game()
            end(game)
            self.assertEqual((game.outcome, game.actor), (outcome, None))
            self.assertEqual(game.history, [Entry(None, None, outcome)])
            game.undo()
            self.assertEqual((game.outcome, game.actor), (None, "w"))
            game.redo()
            self.assertEqual(game.outcome, outcome)
        game = Game()
        for bad in ((None, "resignation"), ("w", "checkmate"), ("w", "nonsense"), ("x", "agreement"), ("w", None),
                    ("w", "none")):
            with self.assertRaises(ArgumentError, msg=bad):
                game.end(*bad)
        self.assertIsNone(game.outcome)

    def test_set_position(self):
        game = play_all(Game(), "e2e4")
        game.set_position("4k3/8/8/8/8/8/8/4K2R w K -")
        self.assertEqual((game.position, game.length), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0))
        for bad, error in (("4k3/8/8/8/8/8/8 w - - 0 1", TextError), ("8/8/8/8/8/8/8/4K3 w - - 0 1", PositionError)):
            with self.assertRaises(error) as caught:
                game.set_position(bad)
            self.assertTrue(caught.exception.message)
            self.assertIsInstance(caught.exception.offset, int)
            self.assertEqual(game.position, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        game.set_position()
        self.assertEqual(game.position, ARRAY)

    def test_fen_05_the_message_says_where(self):
        with self.assertRaises(TextError) as caught:
            Game("orthodox", "4k3/8/8/8/8/9/8/4K3 w - - 0 1")
        self.assertEqual(caught.exception.status, _ffi.VC_ERR_SYNTAX)
        self.assertGreater(caught.exception.offset, 0)

    def test_arguments_out_of_range(self):
        game = Game("quantum")
        for square in (64, -1, 1 << 32, "i1", "a9", "", "e44", "E4"):
            for call in (game.piece, game.pieces.__getitem__, game.odds, game.destinations, lambda s: game.attackers(s, "w")):
                with self.assertRaises(ArgumentError, msg=square):
                    call(square)
        for square in (None, 1.0, b"e4", True):
            with self.assertRaises(TypeError):
                game.piece(square)
        for color in ("white", "W", "", None, 0, "chance"):
            for call in (game.hand, game.pile, game.decks, game.tops, game.squares, lambda c: game.attackers(0, c)):
                with self.assertRaises(ArgumentError, msg=color):
                    call(color)
        with self.assertRaises(ArgumentError):
            game.squares("w", "x")


class Variants(unittest.TestCase):
    def test_Q3_a_turn(self):
        game = Game("quantum")
        self.assertEqual(len(game.actions), 23)
        game.step("?g1")
        self.assertEqual((game.actor, game.phase, game.focus), ("chance", "drawing", 6))
        self.assertEqual(game.chance_weights,
                         {Action("=n"): 10, Action("=b"): 10, Action("=r"): 6, Action("=q"): 3})
        self.assertEqual(list(game.chance_weights), sorted(game.chance_weights))
        game.step("=b")
        self.assertEqual((game.actor, game.touched.names()), ("w", ("g1",)))
        self.assertNotIn(Action("?g1"), game.actions)
        with self.assertRaises(IllegalActionError):
            game.odds("g1")
        game.step("?b1")
        game.step("=n")
        self.assertEqual((game.phase, game.focus), ("moving", 1))
        self.assertEqual(game.destinations("b1").names(), ("a3", "c3"))
        game.undo_decision()
        self.assertEqual((game.phase, game.touched.names()), ("turn", ("g1",)))
        game.undo_decision()
        self.assertEqual(game.position, ARRAY)

    def test_Q4a_odds_have_no_effect(self):
        game = Game("quantum")
        before = game.position, game.hash, game.length
        odds = game.odds("g1")
        self.assertEqual([(str(one.outcome), one.weight, one.can_move, one.moves) for one in odds],
                         [("=n", 10, True, 2), ("=b", 10, False, 0), ("=r", 6, False, 0), ("=q", 3, False, 0)])
        self.assertEqual((game.position, game.hash, game.length), before)
        game.step("?g1")
        self.assertEqual(game.odds("g1"), odds)
        with self.assertRaises(IllegalActionError):
            Game("quantum").odds("e1")
        with self.assertRaises(IllegalActionError):
            Game("quantum").odds("e4")

    def test_W1_combos(self):
        game = Game("power", *BUSY["power"][:1], **BUSY["power"][1])
        self.assertEqual(game.combos.names(), ("c3", "d5"))
        self.assertEqual([piece.type for piece in game.pieces["d5"]], ["n", "p"])
        self.assertEqual([str(piece) for piece in game.pieces["c3"]], ["b", "p"])
        self.assertEqual(game.piece("a1"), Piece("w", "r", 0))
        self.assertEqual(game.piece("d5").moves, 1)

    def test_I2_cards(self):
        game = Game("ideal")
        self.assertEqual(game.hands, {"w": ["3d", "3h", "4d", "4h"], "b": ["3c", "3s", "4c", "4s"]})
        self.assertEqual(game.piles, {"w": [], "b": []})
        self.assertEqual([len(deck) for deck in game.decks("w")], [22])
        self.assertEqual((game.tops("w"), game.played_card), ([None], None))
        game.step("-3d")
        self.assertEqual((game.played_card, game.pile("w"), game.phase), ("3d", ["3d"], "played"))
        game.step("e2e4")
        self.assertEqual((game.actor, len(game.chance_weights)), ("chance", 22))
        drawn = game.draw()
        self.assertEqual(drawn.kind, "draw")
        self.assertIn(drawn.card, game.hand("w"))
        self.assertEqual((game.actor, len(game.hand("w")), len(game.decks("w")[0])), ("b", 4, 21))

    def test_I6_two_decks(self):
        game = Game("ideal", two_decks=True, jokers=True)
        self.assertEqual((game.actor, game.phase), ("chance", "dealing"))
        drawn = game.play()
        self.assertEqual(len(drawn), 4)
        self.assertEqual([card[-1] for color in "wb" for card in game.tops(color)], list("dhcs"))
        self.assertEqual([len(deck) for deck in game.decks("w")], [12, 12])
        with self.assertRaises(NothingError):
            game.play()

    def test_I6_large_decks(self):
        game = Game("ideal", packs=4, jokers=1)
        self.assertEqual(len(game.decks("w")[0]), 4 * 26 + 1 - 4)

    def test_other_rule_sets_have_no_cards(self):
        game = Game()
        self.assertEqual((game.hands, game.decks("w"), game.tops("b"), game.played_card),
                         ({"w": [], "b": []}, [], [], None))

    def test_random_play_in_every_rule_set(self):
        """The properties agree with one another all along, and undo takes everything back."""
        for name in variantchess.rule_sets():
            chooser = random.Random(name)
            for seed in range(6):
                options = BUSY[name][1] if seed % 2 else {}
                game = Game(name, **options)
                start = game.position
                for _ in range(120):
                    actions, outcomes = game.actions, game.chance_weights
                    if game.actor is None:
                        self.assertEqual((actions, outcomes), ([], {}))
                        break
                    self.assertEqual(bool(outcomes), game.actor == "chance")
                    self.assertNotEqual(bool(outcomes), bool(actions))
                    action = chooser.choice(list(actions) or list(outcomes))
                    self.assertTrue(game.is_legal(action))
                    self.assertEqual(game.why(action), "")
                    twin = Game(game.rules, game.position)
                    self.assertEqual((sorted(twin.actions), twin.chance_weights), (sorted(actions), outcomes))
                    game.step(action)
                    twin.step(action)
                    self.assertEqual((twin.position, twin.hash), (game.position, game.hash))
                again = pickle.loads(pickle.dumps(game))
                self.assertEqual((again.position, again.history), (game.position, game.history))
                while game.length:
                    game.undo()
                self.assertEqual(game.position, start)


class Copies(unittest.TestCase):
    def game(self):
        game = play_all(Game("quantum"), "?g1 =b ?b1 =n b1c3 e7e5")
        game.undo()
        return game

    def test_copies(self):
        game = self.game()
        for made in (game.copy(), copy.copy(game), copy.deepcopy(game)):
            self.assertEqual((made.position, made.history, made.redo_length), (game.position, game.history, 1))
            made.step("a7a6")
            self.assertNotEqual(made.position, game.position)
        bare = game.copy(history=False)
        self.assertEqual((bare.position, bare.length, bare.redo_length), (game.position, 0, 0))
        self.assertIs(bare.rules, game.rules)

    def test_copy_from(self):
        game, target = self.game(), Game("quantum")
        target.copy_from(game)
        self.assertEqual((target.position, target.length), (game.position, 0))
        target.copy_from(game, history=True)
        self.assertEqual(target.history, game.history)
        with self.assertRaises(MismatchError):
            Game("quantum", temperature=1).copy_from(game)

    def test_pickle(self):
        game = play_all(Game("power", initial_moves=0), "e2e4 e7e5 g1f3")
        game.resign()
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual((again.position, again.history, again.outcome, again.rules),
                         (game.position, game.history, game.outcome, game.rules))
        claimed = play_all(Game(), "g1f3 g8f6 f3g1 f6g8 " * 2)
        claimed.claim()
        self.assertEqual(pickle.loads(pickle.dumps(claimed)).outcome, (None, "threefold_repetition"))

    def test_pickles_keep_which_draw_was_claimed(self):
        for reason in ("fifty_moves", "threefold_repetition"):
            game = Game(position="4k2r/8/8/8/8/8/8/4K2R w - - 92 80")
            play_all(game, "h1g1 h8g8 g1h1 g8h8 " * 2)
            game.end(None, reason)
            self.assertEqual(pickle.loads(pickle.dumps(game)).outcome, (None, reason))

    def test_pickles_keep_what_can_be_redone(self):
        game = Game("quantum")
        game.use_dice(lambda bound: bound - 1)
        for action in ("?g1", "?b1", "?a1"):
            game.play(action)
        game.resign()
        while game.length > 1:
            game.undo()
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual((again.position, again.history, again.undone), (game.position, game.history, game.undone))
        self.assertGreater(len(again.undone), 4)
        while again.redo_length:
            again.redo()
        self.assertEqual(again.outcome, ("b", "resignation"))

    def test_snapshots(self):
        for name, (position, options) in BUSY.items():
            with self.subTest(name):
                game = Game(name, position, **options)
                snapshot = game.snapshot()
                self.assertLessEqual(len(snapshot), _ffi.VC_MAX_SNAPSHOT_SIZE)
                before = game.position
                game.step((game.actions or list(game.chance_weights))[0])
                game.restore(snapshot)
                self.assertEqual((game.position, game.length), (before, 0))
                game.restore(bytearray(snapshot))
                with self.assertRaises(BufferTooSmallError):
                    game.restore(snapshot[:-1])
                with self.assertRaises(MismatchError):
                    game.restore(bytes(len(snapshot)))
                self.assertEqual(game.position, before)
        with self.assertRaises(MismatchError):
            Game("quantum", temperature=1).restore(Game("quantum").snapshot())

    def test_saved_bytes(self):
        for name, (position, options) in BUSY.items():
            with self.subTest(name):
                game = Game(name, position, **options)
                saved = game.save()
                self.assertTrue(saved.startswith(b"VCP\1" + name.encode() + b"\0"))
                made = Game.from_saved(saved)
                self.assertEqual((made.position, made.rules), (game.position, game.rules))
                other = Game(game.rules)
                other.load(saved)
                self.assertEqual(other.position, game.position)
                for bad in (b"", saved[:-1], saved[:10], b"VCP\2" + saved[4:], b"x" + saved, saved + b"x",
                            saved.replace(name.encode(), b"chess")):
                    with self.assertRaises(VariantChessError):
                        other.load(bad)
                    with self.assertRaises(VariantChessError):
                        Game.from_saved(bad)
                self.assertEqual(other.position, game.position)
        with self.assertRaises(MismatchError):
            Game("quantum").load(Game().save())


class Sets(unittest.TestCase):
    def test_squares(self):
        squares = Squares(["e4", 0, "h8"])
        self.assertEqual((list(squares), len(squares), str(squares)), ([0, 28, 63], 3, "a1 e4 h8"))
        self.assertTrue("e4" in squares and 63 in squares)
        self.assertFalse("e5" in squares or 64 in squares or "x" in squares or None in squares)
        self.assertEqual(squares & Squares(["e4", "e5"]), Squares(["e4"]))
        self.assertEqual(squares | {1}, Squares([0, 1, 28, 63]))
        self.assertEqual(squares, {0, 28, 63})
        self.assertEqual(hash(squares), hash(Squares([63, 28, 0])))
        self.assertFalse(Squares())
        self.assertEqual(pickle.loads(pickle.dumps(squares)), squares)
        self.assertEqual(eval(repr(squares)), squares)
        self.assertEqual(Squares.from_mask(squares.mask), squares)
        with self.assertRaises(ArgumentError):
            Squares.from_mask(1 << 64)

    def test_names(self):
        self.assertEqual([variantchess.square_name(n) for n in (0, 7, 28, 63)], ["a1", "h1", "e4", "h8"])
        self.assertEqual([variantchess.square_number(n) for n in ("a1", "h1", 28, "h8")], [0, 7, 28, 63])


class Lifetimes(unittest.TestCase):
    def test_closing(self):
        with Game() as game:
            self.assertFalse(game.closed)
        self.assertTrue(game.closed)
        game.close()
        self.assertIn("closed", repr(game))
        for use in (lambda: game.position, lambda: list(game.actions), lambda: game.hash, lambda: len(game.actions),
                    lambda: "e2e4" in game.actions, lambda: game.pieces["e2"], lambda: len(game.pieces), lambda: game.step("e2e4"),
                    game.copy, game.draw, lambda: game.perft(1), lambda: game.on_event(None), game.snapshot,
                    lambda: Game().copy_from(game), lambda: pickle.dumps(game)):
            with self.assertRaises(ArgumentError) as caught:
                use()
            self.assertIn("closed", str(caught.exception))

    def test_dropping(self):
        game = Game()
        gone = weakref.ref(game)
        del game
        self.assertIsNone(gone())

    def test_dropping_in_a_cycle(self):
        game = Game("quantum")
        holder = [game]
        game.on_event(lambda game, event: holder)
        game.use_dice(lambda bound: len(holder) - 1)
        gone = weakref.ref(game)
        del game, holder
        gc.collect()
        self.assertIsNone(gone())

    def test_rules_outlive_their_python_object(self):
        game = Game(Rules("quantum", temperature="1/3"))
        game._rules = None
        gc.collect()
        game.step("?g1")
        self.assertEqual(sum(game.chance_weights.values()), 87)

    def test_construction_that_fails_leaves_nothing_to_free(self):
        for _ in range(100):
            with self.assertRaises(TextError):
                Game("orthodox", "x")
        gc.collect()

    def test_games_are_not_hashable(self):
        with self.assertRaises(TypeError):
            hash(Game())
        self.assertNotEqual(Game(), Game())

    def test_no_unknown_attribute(self):
        with self.assertRaises(AttributeError):
            Game().nonsense
        with self.assertRaises(AttributeError):
            Game().nonsense = 1

    def test_all_names_exist(self):
        for name in variantchess.__all__:
            self.assertTrue(hasattr(variantchess, name), name)
        self.assertEqual(len(set(variantchess.__all__)), len(variantchess.__all__))
        self.assertEqual(variantchess.library_version(), variantchess.__version__)

    def test_every_status_has_its_class(self):
        for name, status in vars(_ffi).items():
            if name.startswith("VC_ERR_"):
                error = variantchess.errors.from_status(status)
                self.assertEqual(error.status, status)
                self.assertEqual(type(error).status, status, name)
                self.assertIn(type(error).__name__, variantchess.__all__)
                self.assertEqual(str(error), variantchess.errors.status_text(status))
        self.assertIs(type(variantchess.errors.from_status(999)), VariantChessError)

    def test_public_things_are_documented(self):
        for name in variantchess.__all__:
            thing = getattr(variantchess, name)
            if not isinstance(thing, type) or thing.__module__.split(".")[0] != "variantchess":
                continue
            self.assertTrue(thing.__doc__, name)
            ours = [base for base in thing.__mro__ if base.__module__.split(".")[0] == "variantchess"]
            for attribute, value in (item for base in ours for item in vars(base).items()):
                if not attribute.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                    self.assertTrue(getattr(value, "__doc__", None) or getattr(value, "__func__", value).__doc__,
                                    "%s.%s" % (name, attribute))


class Start(unittest.TestCase):
    def test_start_is_where_the_history_begins(self):
        for name, (position, options) in BUSY.items():
            game = Game(name, position, **options)
            before = game.position
            for _ in range(6):
                game.step(sorted(game.actions or game.chance_weights)[0])
            game.undo()
            game.resign()
            self.assertEqual((game.start, game.length, game.redo_length), (before, 6, 0))
        game = play_all(Game(), "e2e4")
        game.restore(game.snapshot())
        self.assertEqual(game.start, game.position)


class Views(unittest.TestCase):
    """game.actions and game.pieces show what is there when they are looked into."""

    def test_actions_follow_the_game(self):
        for name, (position, options) in BUSY.items():
            with self.subTest(name):
                game = Game(name, position, **options)
                game.play() if game.actor == "chance" else None
                actions = game.actions
                before = list(actions)
                self.assertEqual((len(actions), bool(actions)), (len(before), True))
                self.assertEqual([actions[index] for index in range(len(actions))], before)
                self.assertEqual([actions[index] for index in range(-len(before), 0)], before)
                self.assertEqual((actions[2:9:3], actions[::-1]), (before[2:9:3], before[::-1]))
                self.assertEqual(actions, game.copy().actions)
                self.assertTrue(actions == before and actions == tuple(before) and actions != before[:-1])
                self.assertNotEqual(actions, set(before))
                self.assertTrue(all(type(action) is Action for action in actions))
                for action in before:
                    for same in (action, int(action), str(action)):
                        self.assertIn(same, actions)
                    self.assertEqual((actions.index(action), actions.count(action)),
                                     (before.index(action), 1))
                for index in (len(before), -len(before) - 1, 1 << 70):
                    with self.assertRaises(IndexError):
                        actions[index]
                for index in ("0", 1.5, None):
                    with self.assertRaises(TypeError):
                        actions[index]
                game.step(before[0])
                self.assertEqual(list(actions), list(game.copy().actions))
                game.undo()
                self.assertEqual(list(actions), before)
                self.assertEqual(pickle.loads(pickle.dumps(actions)), before)
        with self.assertRaises(TypeError):
            hash(Game().actions)

    def test_what_is_not_in_the_actions(self):
        actions = Game().actions
        for other in ("e2e5", "e7e5", "", "e4", "?e2", 0, -1, 1 << 40, None, 1.5, b"e2e4", True, [], Game()):
            self.assertNotIn(other, actions)
        self.assertEqual((repr(Game("orthodox", "7k/8/8/8/8/8/1q6/K7 w - - 0 1").actions)), "<1 actions: a1b2>")

    def test_chance_has_outcomes_and_no_actions(self):
        game = Game("quantum")
        game.step("?g1")
        self.assertEqual((len(game.actions), list(game.actions), bool(game.actions)), (0, [], False))
        self.assertNotIn("=n", game.actions)
        self.assertEqual(repr(game.actions), "<no actions>")

    def test_a_view_keeps_its_game_and_sees_it_closed(self):
        actions, pieces = Game().actions, Game().pieces
        gc.collect()
        self.assertEqual((len(actions), len(pieces)), (20, 32))
        game = Game()
        actions, pieces = game.actions, game.pieces
        game.close()
        for look in (lambda: len(actions), lambda: actions[0], lambda: "e2e4" in actions, lambda: list(actions),
                     lambda: len(pieces), lambda: pieces["e2"], lambda: "e2" in pieces, lambda: list(pieces)):
            with self.assertRaises(ArgumentError):
                look()

    def test_lists_longer_than_the_first_room(self):
        game = Game("orthodox", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
        self.assertEqual(game.actions[217], list(game.actions)[-1])
        self.assertEqual(len(set(game.actions)), 218)

    def test_W1_pieces_by_square(self):
        game = Game("power", *BUSY["power"][:1], **BUSY["power"][1])
        pieces = game.pieces
        self.assertEqual(sorted(pieces), list(pieces))
        self.assertEqual(set(pieces), set(game.squares("w") | game.squares("b")))
        self.assertEqual(pieces["d5"], pieces[35])
        self.assertEqual(("d5" in pieces, 35 in pieces, "d4" in pieces, "x9" in pieces, None in pieces),
                         (True, True, False, False, False))
        self.assertEqual(pieces["d4"], ())
        self.assertEqual({square: there[0] for square, there in pieces.items()},
                         {square: game.piece(square) for square in pieces})
        self.assertIn("'d5': NP", repr(pieces))
        self.assertEqual(pickle.loads(pickle.dumps(pieces)), dict(pieces))
        game.set_position("4k3/8/8/3[NP]4/8/8/8/4K3 w - - 0 1")
        game.step("d5e7:n")
        self.assertEqual(["".join(map(str, pieces[square])) for square in ("d5", "e7")], ["P", "N"])


class Seeds(unittest.TestCase):
    def test_the_same_seed_gives_the_same_game(self):
        seed = bytes(range(32))
        drawn = []
        for given in (seed, bytearray(seed), int.from_bytes(seed, "little"), int.from_bytes(seed, "little") + 1):
            game = Game("quantum", temperature="1/2", seed=given)
            drawn.append([game.play("?" + square) for square in ("g1", "b1", "c1", "a1", "d1")
                          if "?" + square in game.actions])
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(drawn[0], drawn[2])
        self.assertNotEqual(drawn[0], drawn[3])

    def test_no_seed_is_pickled_or_copied(self):
        seed = bytes(range(100, 132))
        game = Game("quantum", seed=seed)
        game.play("?g1")
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            data = pickle.dumps(game, protocol)
            self.assertNotIn(seed, data)
            self.assertNotIn(seed.hex().encode(), data)
        for secret in (seed, int.from_bytes(seed, "little")):
            self.assertNotIn(str(secret), repr(game))

    def test_bad_seeds_make_no_game(self):
        for bad, error in ((b"1", ArgumentError), (-1, ArgumentError), (1 << 256, ArgumentError), ("1", TypeError),
                           (1.5, TypeError), (True, TypeError)):
            with self.assertRaises(error):
                Game("quantum", seed=bad)


class Boards(unittest.TestCase):
    def test_print_shows_the_board_the_cards_and_who_is_to_act(self):
        self.assertEqual(str(Game()).splitlines()[0], "8 r n b q k b n r")
        self.assertEqual(str(Game()).splitlines()[7:], ["1 R N B Q K B N R", "  a b c d e f g h", "White to act: turn"])
        game = Game("quantum")
        game.step("?g1")
        self.assertEqual(str(game).splitlines()[-1], "chance to act: drawing")
        game = Game("ideal")
        game.step("-3d")
        self.assertEqual(str(game).splitlines()[9:],
                         ["White: %s" % " ".join(game.hand("w")), "Black: %s" % " ".join(game.hand("b")),
                          "White to act: played"])
        game = play_all(Game(), "f2f3 e7e5 g2g4 d8h4")
        self.assertEqual(str(game).splitlines()[-1], "Black won: checkmate")
        game.undo()
        game.agree_draw()
        self.assertEqual(str(game).splitlines()[-1], "draw: agreement")
        game.close()
        self.assertEqual(str(game), "<closed Game>")

    def test_W3_combos_widen_the_columns(self):
        lines = Game("power", BUSY["power"][0], combo_captures=True).board().splitlines()
        self.assertEqual(lines[3], "5 .  .  .  NP .  .  .  .")
        self.assertEqual(lines[8], "  a  b  c  d  e  f  g  h")
        self.assertEqual(len(lines), 9)


class Chances(unittest.TestCase):
    def test_probabilities_are_exact(self):
        game = Game("quantum", temperature="1/2")
        self.assertEqual(game.chance_outcomes, {})
        odds = game.odds("g1")
        game.step("?g1")
        self.assertEqual(game.chance_outcomes, {one.outcome: one.probability for one in odds})
        self.assertEqual([str(chance) for chance in game.chance_outcomes.values()], ["39/58", "5/29", "3/29", "3/58"])
        self.assertEqual(sum(game.chance_outcomes.values()), 1)


class LongGames(unittest.TestCase):
    def test_mg_03_a_very_long_game(self):
        game = Game("orthodox", automatic_draws=False)
        for _ in range(5000):
            play_all(game, "g1f3 g8f6 f3g1 f6g8")
        self.assertEqual((game.length, game.repetitions), (20000, 5001))
        while game.length:
            game.undo()
        self.assertEqual(game.position, ARRAY)

    def test_mg_03_the_longest_list(self):
        self.assertEqual(len(Game("orthodox", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").actions), 218)


class Perft(unittest.TestCase):
    def test_C10_counts(self):
        game = Game()
        for bulk in (True, False):
            self.assertEqual([game.perft(depth, bulk) for depth in range(5)], [1, 20, 400, 8902, 197281])
        self.assertEqual(Game("quantum").perft(3), 6656)
        self.assertEqual(game.position, ARRAY)

    def test_depths_out_of_range(self):
        game = Game()
        for depth in (-1, 65, 1 << 32, 1 << 64, 10 ** 1000):
            with self.assertRaises(ArgumentError):
                game.perft(depth)
        for depth in (None, 1.0, "1", True):
            with self.assertRaises(TypeError):
                game.perft(depth)

    def test_other_threads_run_meanwhile_and_the_game_is_busy(self):
        game = Game()
        running, refused = threading.Event(), []

        def progress(nodes):
            running.set()
            return len(refused) == 4

        def meddle():
            running.wait(60)
            for use in (lambda: game.step("e2e4"), lambda: game.position, game.close, lambda: game.perft(1)):
                try:
                    use()
                    refused.append(None)
                except BusyError as error:
                    refused.append(error)

        thread = threading.Thread(target=meddle)
        thread.start()
        started = time.monotonic()
        with self.assertRaises(variantchess.StoppedError):
            game.perft(9, progress=progress)
        thread.join()
        self.assertLess(time.monotonic() - started, 60)
        self.assertEqual([type(error) for error in refused], [BusyError] * 4)
        self.assertEqual(game.position, ARRAY)
        game.step("e2e4")


if __name__ == "__main__":
    unittest.main()
