# SPDX-License-Identifier: ISC
"""Random numbers without a game: what the games' dice roll with."""
from __future__ import annotations

from ctypes import byref, c_uint8, c_uint64, memset, sizeof
from operator import index
from typing import Any, List, Union

from . import _ffi, errors

__all__ = ["SEED_BYTES", "dice_seeded", "dice_seeded_many", "dice_random", "seed_derive"]

#: How many bytes a seed has.
SEED_BYTES = _ffi.VC_SEED_BYTES

_MAX_64 = (1 << 64) - 1
#: Draws in one call, so that what is asked for by mistake does not fill the memory.
_MAX_DRAWS = 1 << 27
_Seed = c_uint8 * SEED_BYTES


def seed_bytes(seed: Union[bytes, int]) -> memoryview:
    """The bytes that a seed stands for. Ints of other kinds, such as numpy's, are ints, too."""
    if isinstance(seed, (bool, str)):
        raise TypeError("a seed is bytes or an int, not %s" % type(seed).__name__)
    try:
        number = index(seed)  # type: ignore[arg-type]
    except TypeError:
        view = memoryview(seed).cast("B")  # type: ignore[arg-type]
        if len(view) != SEED_BYTES:
            raise errors.ArgumentError("a seed has %d bytes, not %d" % (SEED_BYTES, len(view))) from None
        return view
    if not 0 <= number < 1 << 8 * SEED_BYTES:
        raise errors.ArgumentError("a seed is 0 to 2 ** %d - 1" % (8 * SEED_BYTES))
    return memoryview(number.to_bytes(SEED_BYTES, "little"))


def with_seed(function: Any, seed: Union[bytes, int]) -> int:
    """Calls function with a seed as the library wants it, and leaves no copy of bytes in memory. Returns the status."""
    copied = _Seed()
    try:
        memoryview(copied).cast("B")[:] = seed_bytes(seed)
        status: int = function(copied)
        return status
    finally:
        memset(copied, 0, sizeof(copied))


def dice_seeded(seed: Union[bytes, int], n: int, bound: int) -> int:
    """The n-th draw of a seed, a number from 0 to bound - 1: what the n-th outcome of chance of a game with this seed
    is drawn with. The seed is given as for ``Game.use_seed()``. How it is derived stands at ``vc_dice_seeded()`` in
    ``variantchess.h``."""
    value = c_uint64()
    n, bound = index(n), index(bound)
    if not 0 <= n <= _MAX_64 or not 0 <= bound <= _MAX_64:
        raise errors.ArgumentError("n and bound have 64 bits")
    status = with_seed(lambda copied: _ffi.vc_dice_seeded(copied, n, bound, byref(value)), seed)
    if status:
        raise errors.from_status(status)
    return value.value


def dice_seeded_many(seed: Union[bytes, int], n: int, bound: int, count: int) -> List[int]:
    """The draws n to n + count - 1 of a seed, as ``dice_seeded()`` gives each, but many times as fast.

        >>> dice_seeded_many(1, 5, 6, 4) == [dice_seeded(1, n, 6) for n in range(5, 9)]
        True
    """
    n, bound, count = index(n), index(bound), index(count)
    if not 0 <= n <= _MAX_64 or not 0 <= bound <= _MAX_64:
        raise errors.ArgumentError("n and bound have 64 bits")
    if not 0 <= count <= _MAX_DRAWS:
        raise errors.ArgumentError("count is 0 to %d" % _MAX_DRAWS)
    values = (c_uint64 * count)()
    status = with_seed(lambda copied: _ffi.vc_dice_seeded_many(copied, n, bound, values, count), seed)
    if status:
        raise errors.from_status(status)
    return values[:]


def told_seed(function: Any) -> bytes:
    """The seed that function writes, which returns a status; no other copy is left in memory."""
    memory = _Seed()
    try:
        status = function(memory)
        if status:
            raise errors.from_status(status)
        return bytes(memory)
    finally:
        memset(memory, 0, sizeof(memory))


def seed_derive(seed: Union[bytes, int], number: int) -> bytes:
    """A seed made from a seed and a number of 64 bits, for games of their own that all follow from one seed. How it is
    derived stands at ``vc_seed_derive()`` in ``variantchess.h``."""
    number = index(number)
    if not 0 <= number <= _MAX_64:
        raise errors.ArgumentError("number has 64 bits")
    return told_seed(lambda derived: with_seed(lambda copied: _ffi.vc_seed_derive(copied, number, derived), seed))


def dice_random(bound: int) -> int:
    """An unbiased number from 0 to bound - 1 from the system's source of randomness."""
    value = c_uint64()
    bound = index(bound)
    if not 0 <= bound <= _MAX_64:
        raise errors.ArgumentError("bound has 64 bits")
    status = _ffi.vc_dice_random(bound, byref(value))
    if status:
        raise errors.from_status(status)
    return value.value
