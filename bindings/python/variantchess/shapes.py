# SPDX-License-Identifier: ISC
"""How pieces and suits look, as SVG: what the pictures of boards are made of.

A piece is drawn in a square of 45 units, a suit around (0, 0) in one of about 12. Lines come on top of what is filled.
"""
from __future__ import annotations

from typing import Dict, Tuple

_BASE = "M10.5 36h24q1.5 0 1.5 1.5v2q0 1.5-1.5 1.5h-24q-1.5 0-1.5-1.5v-2q0-1.5 1.5-1.5z"


def _disc(x: float, y: float, radius: float) -> str:
    return "M%g %ga%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z" % (x - radius, y, radius, radius, 2 * radius, radius, radius,
                                                          -2 * radius)


#: Filled outlines and lines by type of piece.
PIECES: Dict[str, Tuple[str, str]] = {
    "p": ("M18.3 22h8.4c.5 6.4 2.6 10.6 6.6 14H11.7c4-3.4 6.1-7.6 6.6-14z" + _disc(22.5, 14.5, 5.6)
          + "M15.8 20h13.4v2.6H15.8z" + _BASE, ""),
    "r": ("M12 8.5h4.8v3.4h3.5V8.5h4.4v3.4h3.5V8.5H33V17l-3.6 3v11.5l2.8 4.5H12.8l2.8-4.5V20L12 17z" + _BASE,
          "M12.6 17h19.8M15.6 20.2h13.8M15.6 31.4h13.8"),
    "b": ("M18 31.5h9c.6 2 2.2 3.4 4.8 4.5H13.2c2.6-1.1 4.2-2.5 4.8-4.5z"
          "M22.5 10.3c5.4 3.8 8.4 8 8.4 12 0 2.8-1.5 5-4 6.3h-8.8c-2.5-1.3-4-3.5-4-6.3 0-4 3-8.2 8.4-12z"
          + _disc(22.5, 8.4, 2.5) + "M16.4 28.6h12.2v3H16.4z" + _BASE, "M25.4 14.6l-4 6.6"),
    "n": ("M12.4 36c0-6.2 4-9 7.2-13.2-2 1.5-3.8 1.7-5.2 1.9l-2.2 2.8c-2.3.3-4-1.8-3.4-4.3l4.8-8.6c.4-2.2 1-3.4 2.2-4.4"
          "l.4-4.4 4 2.7C29.4 9.2 34.6 17.4 32.6 36z" + _BASE,
          "M22.6 11.8c5.2 3.6 7.6 10.4 7 20.4M16.6 14.4l1.6.8M11.4 22.6l.5.9"),
    "q": ("M12.2 32L7.2 16.6l7.4 7.2.2-11.2 5 10.6 2.7-12 2.7 12 5-10.6.2 11.2 7.4-7.2L32.8 32z"
          + _disc(7, 14.8, 2) + _disc(14.7, 10.8, 2) + _disc(22.5, 9.2, 2) + _disc(30.3, 10.8, 2) + _disc(38, 14.8, 2)
          + "M12.2 32h20.6l-.8 4H13z" + _BASE, "M14 28.4q8.5-2.4 17 0"),
    "k": ("M22.5 15.6c1.2-3 3.7-4.6 7-4.6 4.9 0 8.1 3 8.1 7.1 0 5.2-3.6 8.4-5 13.9H12.4c-1.4-5.5-5-8.7-5-13.9"
          "C7.4 14 10.6 11 15.5 11c3.3 0 5.8 1.6 7 4.6zM12.4 32h20.2l-.6 4H13z" + _BASE,
          "M22.5 15.6V28M22.5 4.2v9M19 7.2h7M14.4 28.2q8.1-2 16.2 0"),
}

#: Filled outlines of suits.
SUITS: Dict[str, str] = {
    "d": "M0-6L4.6 0 0 6-4.6 0z",
    "h": "M0 5.6C-8.2-1-5.6-5.6-2.9-5.6-1.2-5.6 0-4.4 0-2.8 0-4.4 1.2-5.6 2.9-5.6 5.6-5.6 8.2-1 0 5.6z",
    "c": _disc(0, -2.9, 2.7) + _disc(-3.1, 1.2, 2.7) + _disc(3.1, 1.2, 2.7) + "M-.9-.6H.9L2 5.8h-4z",
    "s": "M0-6C8.2.6 5.6 4.2 3 4.2 1.8 4.2.9 3.6.6 2.8L2 5.8h-4L-.6 2.8C-.9 3.6-1.8 4.2-3 4.2-5.6 4.2-8.2.6 0-6z",
}
