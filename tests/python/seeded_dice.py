# SPDX-License-Identifier: ISC
"""Seeded dice written once more, from the words at vc_dice_seeded() and from those about ChaCha alone.

It shares no code with the library and needs none: this is what somebody who wants to check a game would write.
"""
import struct

MASK = 0xFFFFFFFF


def chacha20_block(key, nonce, counter):
    """64 bytes of the keystream of ChaCha20 as it was first published: 64-bit nonce (8 bytes), 64-bit counter."""
    state = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key) + (counter & MASK, counter >> 32)
                 + struct.unpack("<2I", nonce))
    x = list(state)

    def quarter(a, b, c, d):
        for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = x[first] + x[second] & MASK
            mixed = x[third] ^ x[first]
            x[third] = (mixed << turn | mixed >> 32 - turn) & MASK

    for _ in range(10):
        for column in range(4):
            quarter(column, column + 4, column + 8, column + 12)
        for row in range(4):
            quarter(row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
    return struct.pack("<16I", *(word + start & MASK for word, start in zip(x, state)))


def draw(seed, n, bound):
    """The n-th draw below bound of a seed, and how many words it took."""
    attempt = 0
    while True:
        block = chacha20_block(seed, struct.pack("<Q", attempt), n // 8)
        word, = struct.unpack_from("<Q", block, n % 8 * 8)
        product = word * bound
        attempt += 1
        if product % (1 << 64) >= (1 << 64) % bound:
            return product >> 64, attempt
