# SPDX-License-Identifier: ISC
"""Fair chance: commit and reveal, so that several parties can show that none of them chose the dice.

Before the game each party draws a secret and tells the others its commitment alone; when all commitments are there, the
secrets are revealed and checked, and the game's dice get the seed that comes of all of them. Who can do what at which
time, and how it is computed, is in the project's ``docs/fair-chance.md``.

    >>> from variantchess import Game, Record, fair
    >>> secrets = [fair.secret(), fair.secret()]            # each drawn by its own party
    >>> commitments = [fair.commit("club final, game 3", party, secret) for party, secret in enumerate(secrets, 1)]
    >>> for party, (secret, commitment) in enumerate(zip(secrets, commitments), 1):
    ...     fair.check("club final, game 3", party, secret, commitment)
    >>> game = Game("quantum")
    >>> game.use_seed(fair.seed("club final, game 3", secrets))
    >>> outcomes = game.play("?g1")
    >>> record = Record(game)
    >>> record.set_fair("club final, game 3", commitments, secrets)
    >>> record.verify()
    >>> record.tags["FairReveal2"] = "00" * 32
    >>> record.verify()                                     # doctest: +ELLIPSIS
    Traceback (most recent call last):
    variantchess.errors.MismatchError: the secret of party 2 was altered: ...

Ids are texts of 1 to 255 bytes, agreed upon before, for one game alone; parties are numbered from 1 to 8. Secrets are
taken as bytes, bytearrays or memoryviews. Nothing of them stays behind here, but Python cannot wipe bytes of yours.
"""
from __future__ import annotations

from ctypes import Array, byref, c_uint8, memset, sizeof
from typing import Sequence, Union

from . import _ffi, errors

__all__ = ["SECRET_BYTES", "COMMITMENT_BYTES", "MAX_PARTIES", "secret", "commit", "check", "seed"]

#: How many bytes a secret has.
SECRET_BYTES = _ffi.VC_FAIR_SECRET_BYTES
#: How many bytes a commitment has.
COMMITMENT_BYTES = _ffi.VC_FAIR_COMMITMENT_BYTES
#: How many parties there can be.
MAX_PARTIES = _ffi.VC_FAIR_MAX_PARTIES

#: Bytes, as secrets and commitments are taken.
Bytes = Union[bytes, bytearray, memoryview]


def secret() -> bytes:
    """A fresh secret from the system's source of randomness: for one game, and for nothing else."""
    drawn = (c_uint8 * SECRET_BYTES)()
    try:
        _check(_ffi.vc_fair_secret(drawn))
        return bytes(drawn)
    finally:
        wipe(drawn)


def commit(game_id: str, party: int, secret: Bytes) -> bytes:
    """The commitment of a party to its secret, which tells nothing of it.

        >>> commit("game 1", 1, bytes(32)).hex()
        'db951a4d49700247ddeab60927dcc35a748a81c49742f05501b1c37e920cb11e'
    """
    encoded, party = encode_id(game_id), _party(party)
    commitment = (c_uint8 * COMMITMENT_BYTES)()
    copied = packed([secret], SECRET_BYTES, "a secret")
    try:
        _check(_ffi.vc_fair_commit(encoded, party, copied, commitment))
    finally:
        wipe(copied)
    return bytes(commitment)


def check(game_id: str, party: int, secret: Bytes, commitment: Bytes) -> None:
    """Raises MismatchError unless a revealed secret is the one that the party committed to. The comparison takes the
    same time whatever they are."""
    encoded, party = encode_id(game_id), _party(party)
    copied = packed([secret], SECRET_BYTES, "a secret")
    try:
        status = _ffi.vc_fair_check(encoded, party, copied, packed([commitment], COMMITMENT_BYTES, "a commitment"))
    finally:
        wipe(copied)
    if status == _ffi.VC_ERR_MISMATCH:
        raise errors.MismatchError("the secret of party %d is not the one committed to" % party)
    _check(status)


def seed(game_id: str, secrets: Sequence[Bytes]) -> bytes:
    """The game's seed, for ``Game.use_seed()``, from the secrets of all parties in the order of their numbers, each
    checked before. Who has it knows all outcomes in advance.

        >>> seed("game 1", [bytes(32), bytes(range(32))]).hex()
        'af6c2951bbcf17b52dc20bcd9e906288fce7be155f63d1fded98d505b6527d62'
    """
    encoded = encode_id(game_id)
    made = (c_uint8 * _ffi.VC_SEED_BYTES)()
    copied = packed(secrets, SECRET_BYTES, "a secret")
    try:
        _check(_ffi.vc_fair_seed(encoded, copied, len(secrets), made))
        return bytes(made)
    finally:
        wipe(copied)
        wipe(made)


def _check(status: int) -> None:
    if status:
        raise errors.from_status(status)


def encode_id(game_id: str) -> bytes:
    """The id of a game as the library takes it."""
    encoded = errors.encode_utf8(game_id, "the id of a game")
    if not encoded:
        raise errors.ArgumentError("the id of a game is empty")
    if len(encoded) > _ffi.VC_FAIR_MAX_ID:
        raise errors.LimitError("the id of a game has at most %d bytes, not %d" % (_ffi.VC_FAIR_MAX_ID, len(encoded)))
    if any(byte < 32 or byte == 127 for byte in encoded):
        raise errors.ArgumentError("the id of a game has a control character")
    return encoded


def _party(party: int) -> int:
    if not isinstance(party, int) or isinstance(party, bool):
        raise TypeError("a party is an int, not %s" % type(party).__name__)
    if not 1 <= party <= MAX_PARTIES:
        raise errors.ArgumentError("parties are 1 to %d, not %d" % (MAX_PARTIES, party))
    return party


def packed(parts: Sequence[Bytes], size: int, what: str) -> Array[c_uint8]:
    """What each party has, size bytes, one behind the other; the caller wipes it if it is secret."""
    if not 1 <= len(parts) <= MAX_PARTIES:
        raise errors.ArgumentError("there are 1 to %d parties, not %d" % (MAX_PARTIES, len(parts)))
    made = (c_uint8 * (size * len(parts)))()
    try:
        target = memoryview(made).cast("B")
        for index, part in enumerate(parts):
            view = memoryview(part).cast("B")
            if len(view) != size:
                raise errors.ArgumentError("%s has %d bytes, not %d" % (what, size, len(view)))
            target[index * size:(index + 1) * size] = view
    except BaseException:  # of the parts before the one at fault nothing stays, here or in the traceback
        wipe(made)
        raise
    return made


def wipe(memory: Array[c_uint8]) -> None:
    """Leaves nothing of what was secret."""
    memset(byref(memory), 0, sizeof(memory))
