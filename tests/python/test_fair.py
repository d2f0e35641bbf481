# SPDX-License-Identifier: ISC
"""Fair chance: secrets, commitments, seeds, and records that are verified."""
import ctypes
import traceback
import unittest

from variantchess import ArgumentError, Game, LimitError, MismatchError, NothingError, Record, TextError, fair

ID = "club, round 2"
SECRETS = [bytes(range(32)), bytes(range(100, 132))]
COMMITMENTS = [fair.commit(ID, party, secret) for party, secret in enumerate(SECRETS, 1)]


def played(game_id=ID):
    game = Game("quantum")
    game.use_seed(fair.seed(game_id, SECRETS))
    while game.chance_index < 6 and not game.is_over:
        game.play(sorted(game.actions, key=lambda action: (action.kind != "touch", action))[0])
    return game


class Functions(unittest.TestCase):
    def test_ids_are_UTF_8(self):
        """As in the known answers of the C tests."""
        self.assertEqual(fair.commit("Zug um Zug \N{WHITE CHESS KING}", 1, bytes(range(32))).hex(),
                         "2a688df39d8dc6c8250e3ca0611dcc1603fecdad70d717859dfab8a26b8bc153")

    def test_secrets_are_fresh(self):
        secrets = {fair.secret() for _ in range(100)}
        self.assertEqual((len(secrets), {len(secret) for secret in secrets}), (100, {fair.SECRET_BYTES}))

    def test_secrets_of_other_types(self):
        for kind in (bytearray, memoryview):
            self.assertEqual(fair.commit(ID, 1, kind(SECRETS[0])), COMMITMENTS[0])
            self.assertEqual(fair.seed(ID, [kind(secret) for secret in SECRETS]), fair.seed(ID, SECRETS))
            fair.check(ID, 1, kind(SECRETS[0]), kind(COMMITMENTS[0]))

    def test_another_secret_party_or_id_is_not_the_one(self):
        fair.check(ID, 1, SECRETS[0], COMMITMENTS[0])
        for game_id, party, secret, commitment in (
                (ID + "x", 1, SECRETS[0], COMMITMENTS[0]), (ID, 2, SECRETS[0], COMMITMENTS[0]),
                (ID, 1, SECRETS[1], COMMITMENTS[0]), (ID, 1, SECRETS[0], COMMITMENTS[1])):
            with self.assertRaises(MismatchError) as caught:
                fair.check(game_id, party, secret, commitment)
            self.assertIn("party %d" % party, str(caught.exception))

    def test_what_is_refused(self):
        for call, error in (
                (lambda: fair.commit("", 1, SECRETS[0]), ArgumentError),
                (lambda: fair.commit("x" * 256, 1, SECRETS[0]), LimitError),
                (lambda: fair.commit("\N{WHITE CHESS KING}" * 86, 1, SECRETS[0]), LimitError),
                (lambda: fair.commit("a\nb", 1, SECRETS[0]), ArgumentError),
                (lambda: fair.commit("a\0b", 1, SECRETS[0]), TextError),
                (lambda: fair.commit(b"id", 1, SECRETS[0]), TypeError),
                (lambda: fair.commit(ID, 0, SECRETS[0]), ArgumentError),
                (lambda: fair.commit(ID, 9, SECRETS[0]), ArgumentError),
                (lambda: fair.commit(ID, True, SECRETS[0]), TypeError),
                (lambda: fair.commit(ID, 1, SECRETS[0][1:]), ArgumentError),
                (lambda: fair.commit(ID, 1, "x" * 32), TypeError),
                (lambda: fair.check(ID, 1, SECRETS[0], b""), ArgumentError),
                (lambda: fair.seed(ID, []), ArgumentError),
                (lambda: fair.seed(ID, SECRETS * 5), ArgumentError),
                (lambda: fair.seed(ID, [SECRETS[0], b"short"]), ArgumentError)):
            with self.assertRaises(error):
                call()


    def test_nothing_stays_of_secrets_beside_one_that_is_refused(self):
        for call, error in ((lambda secrets: fair.seed(ID, secrets), TypeError),
                            (lambda secrets: Record(Game()).set_fair(ID, COMMITMENTS, secrets), TypeError)):
            try:
                call([b"\xaa" * 32, "no"])
            except error as caught:  # assertRaises() would clear the frames
                frames = [frame for frame, _ in traceback.walk_tb(caught.__traceback__)]
                copies = [bytes(value) for frame in frames for value in frame.f_locals.values()
                          if isinstance(value, ctypes.Array)]
            self.assertIn(bytes(64), copies)
            self.assertFalse([copied for copied in copies if b"\xaa" in copied])


class Records(unittest.TestCase):
    def setUp(self):
        self.record = Record(played())
        self.record.set_fair(ID, COMMITMENTS, SECRETS)

    def test_a_record_is_verified_also_when_it_was_read(self):
        self.record.verify()
        read = Record.from_pgn(self.record.pgn(), strict=True)
        read.verify()
        self.assertEqual(read.tags["FairGame"], ID)
        self.assertEqual(bytes.fromhex(read.tags["FairCommitment2"]), COMMITMENTS[1])
        self.assertEqual(bytes.fromhex(read.tags["FairSeed"]), fair.seed(ID, SECRETS))

    def test_nothing_to_verify(self):
        with self.assertRaises(NothingError):
            Record(played()).verify()
        record = Record(played())
        record.set_fair(ID, COMMITMENTS)
        self.assertNotIn("FairReveal1", record.tags)
        with self.assertRaises(NothingError):
            record.verify()
        record.set_fair(ID, COMMITMENTS, SECRETS)
        record.verify()

    def test_whatever_is_altered_is_told(self):
        for name, value, said in (("FairReveal1", "00" * 32, "secret of party 1"),
                                  ("FairReveal2", "00" * 32, "secret of party 2"),
                                  ("FairCommitment2", "00" * 32, "commitment of party 2"),
                                  ("FairGame", "another", "id")):
            read = Record.from_pgn(self.record.pgn())
            read.tags[name] = value
            with self.assertRaises(MismatchError, msg=name) as caught:
                read.verify()
            self.assertIn(said, str(caught.exception))
        for name, value, error in (("FairReveal1", "xyz", TextError), ("FairSeed", "", TextError),
                                   ("FairScheme", "other-1", MismatchError)):
            read = Record.from_pgn(self.record.pgn())
            read.tags[name] = value
            with self.assertRaises(error, msg=name) as caught:
                read.verify()
            self.assertIn(name, str(caught.exception))

    def test_an_altered_outcome_is_told_with_its_place(self):
        game = self.record.game
        actions = [entry.action for entry in game.history]
        ply = max(ply for ply, entry in enumerate(game.history) if entry.actor == "chance")
        altered = Game("quantum")
        for action in actions[:ply]:
            altered.step(action)
        altered.step(next(outcome for outcome in altered.chance_weights if outcome != actions[ply]))
        record = Record(altered)
        record.set_fair(ID, COMMITMENTS, SECRETS)
        with self.assertRaises(MismatchError) as caught:
            record.verify()
        self.assertEqual(caught.exception.offset, ply)

    def test_what_set_fair_refuses_changes_nothing(self):
        before = self.record.pgn()
        for game_id, commitments, secrets, error in (
                (ID, COMMITMENTS, SECRETS[::-1], MismatchError), ("other", COMMITMENTS, SECRETS, MismatchError),
                (ID, COMMITMENTS, SECRETS[:1], ArgumentError), (ID, [], [], ArgumentError),
                ("", COMMITMENTS, None, ArgumentError), ("x" * 256, COMMITMENTS, None, LimitError),
                (ID, [b"short"], None, ArgumentError)):
            with self.assertRaises(error):
                self.record.set_fair(game_id, commitments, secrets)
            self.assertEqual(self.record.pgn(), before)


if __name__ == "__main__":
    unittest.main()
