# SPDX-License-Identifier: ISC
"""Writes dice_vectors.json anew, with the derivation of seeded_dice.py: python3 make_dice_vectors.py."""
import hashlib
import json
import pathlib

from seeded_dice import draw

#: Bounds from the smallest to those that reject every second word.
BOUNDS = (1, 6, 29, 87, 1 << 16, (1 << 32) - 1, (1 << 32) + 1, 1 << 63, (1 << 63) + 1, (1 << 63) + 2, 3 << 62,
          (1 << 64) - 1)
NUMBERS = (0, 1, 7, 8, 511, 1 << 32, (1 << 35) + 9, (1 << 61) - 1)
SEEDS = (bytes(32), bytes(range(32)), hashlib.sha256(b"variantchess").digest())


def vectors():
    for seed in SEEDS:
        for n in NUMBERS:
            for bound in BOUNDS:
                value, attempts = draw(seed, n, bound)
                # Numbers as texts: many JSON readers know doubles only.
                yield {"seed": seed.hex(), "n": str(n), "bound": str(bound), "value": str(value), "attempts": attempts}


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(vector) for vector in vectors())
    path = pathlib.Path(__file__).with_name("dice_vectors.json")
    path.write_text("[\n%s\n]\n" % lines, encoding="ascii")
