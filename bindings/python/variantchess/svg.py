# SPDX-License-Identifier: ISC
"""A game as a picture: the board, what was done last, what the phase is about, and the hands of cards.

The pictures are SVG without scripts, links, fonts of their own or names that could meet those of another picture on the
same page.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Dict, Iterable, List, Optional, Sequence, Tuple, Union
from xml.etree import ElementTree

from . import errors
from .actions import Action, action as to_action
from .shapes import PIECES, SUITS
from .values import Piece, Square, square_name, square_number

if TYPE_CHECKING:
    from .game import Game

__all__ = ["draw"]

#: An arrow: a move, given as an action or its text, or two squares.
Arrow = Union[Action, str, Tuple[Square, Square]]

_SQUARE = 45
_MARGIN = 18
_BOARD = 8 * _SQUARE
_PANEL = 142
_STATUS = 22
_CARD_WIDTH, _CARD_HEIGHT, _CARDS_A_ROW = 30, 42, 4

_LIGHT, _DARK = "#efe6d5", "#b59a7a"
_LAST, _FOCUS, _VAIN, _CHECK, _ARROW = "#e3c94b", "#2f7fd1", "#5b5b66", "#d23c3c", "#2a7d4f"
_INK, _PAPER, _FAINT = "#26221d", "#ffffff", "#6e665c"
_FILL = {"w": "#fbf8f2", "b": "#4a4640"}
_LINE = {"w": _INK, "b": "#15120f"}
_DETAIL = {"w": _INK, "b": "#e8e2d6"}


def _add(parent: ElementTree.Element, tag: str, text: Optional[str] = None,
         **attributes: object) -> ElementTree.Element:
    """A child with attributes, whose names have hyphens for underscores."""
    child = ElementTree.SubElement(parent, tag, {name.replace("_", "-"): "%g" % value if isinstance(value, float)
                                                 else str(value) for name, value in attributes.items()})
    child.text = text
    return child


def _write(parent: ElementTree.Element, x: float, y: float, text: str, size: float, **attributes: object) -> None:
    _add(parent, "text", text, x=x, y=y, font_size=size, **attributes)


class _Picture:
    """A picture being drawn."""

    def __init__(self, game: Game, flipped: bool) -> None:
        self.game = game
        self.flipped = flipped
        hands = game.hands
        self.cards = any(hands.values())
        self.width = 2 * _MARGIN + _BOARD + (_PANEL if self.cards else 0)
        self.height = 2 * _MARGIN + _BOARD + _STATUS
        self.root = ElementTree.Element("svg", {
            "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 %d %d" % (self.width, self.height),
            "font-family": "Helvetica, Arial, sans-serif", "fill": _INK})

    def corner(self, square: int) -> Tuple[float, float]:
        """Where a square begins, to the left and at the top."""
        file, rank = square % 8, square // 8
        if self.flipped:
            return _MARGIN + (7 - file) * _SQUARE, _MARGIN + rank * _SQUARE
        return _MARGIN + file * _SQUARE, _MARGIN + (7 - rank) * _SQUARE

    def middle(self, square: int) -> Tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + _SQUARE / 2, y + _SQUARE / 2

    # ------------------------------------------------------------------------------------- the board

    def board(self) -> None:
        """Squares, coordinates, and what is marked below the pieces."""
        _add(self.root, "rect", width=self.width, height=self.height, fill=_PAPER, rx=4)
        for square in range(64):
            x, y = self.corner(square)
            _add(self.root, "rect", x=x, y=y, width=_SQUARE, height=_SQUARE,
                 fill=_LIGHT if (square % 8 + square // 8) % 2 else _DARK)
        for index in range(8):
            x, y = self.middle(index * 9)
            for place in (_MARGIN - 6, _MARGIN + _BOARD + 13):
                _write(self.root, x, place, "abcdefgh"[index], 11, text_anchor="middle", fill=_FAINT)
            for place in (_MARGIN - 9, _MARGIN + _BOARD + 9):
                _write(self.root, place, y + 4, str(index + 1), 11, text_anchor="middle", fill=_FAINT)
        _add(self.root, "rect", x=_MARGIN, y=_MARGIN, width=_BOARD, height=_BOARD, fill="none", stroke=_INK)

    def tint(self, square: int, color: str, opacity: float) -> None:
        """A square in a colour."""
        x, y = self.corner(square)
        _add(self.root, "rect", x=x, y=y, width=_SQUARE, height=_SQUARE, fill=color, fill_opacity=opacity)

    def marks(self) -> None:
        """The last action, touches in vain, a checked king."""
        game = self.game
        for square in _last_squares(game):
            self.tint(square, _LAST, .6)
        for square in game.touched:
            self.tint(square, _VAIN, .35)
            x, y = self.corner(square)
            _add(self.root, "path", d="M%g %gl%d %dm0 %dl%d %d" % (x + 4, y + 4, 8, 8, -8, -8, 8), fill="none",
                 stroke=_VAIN, stroke_width=2., stroke_linecap="round")
        if game.in_check:
            for square in game.squares(game.side_to_move, "k"):
                x, y = self.middle(square)
                for radius, opacity in ((22., .25), (18., .35), (13., .45)):
                    _add(self.root, "circle", cx=x, cy=y, r=radius, fill=_CHECK, fill_opacity=opacity)

    def focus(self) -> None:
        """A frame around what the phase is about."""
        if self.game.focus is not None:
            x, y = self.corner(self.game.focus)
            _add(self.root, "rect", x=x + 1.5, y=y + 1.5, width=_SQUARE - 3, height=_SQUARE - 3, rx=5, fill="none",
                 stroke=_FOCUS, stroke_width=3.)

    def pieces(self) -> None:
        """The pieces; the members of a combo side by side on a plate."""
        for square, members in self.game.pieces.items():
            x, y = self.corner(square)
            group = _add(self.root, "g")
            _add(group, "title", "%s: %s" % (square_name(square), " ".join(map(str, members))))
            if len(members) == 1:
                _piece(group, members[0], x, y, 1.)
                continue
            _add(group, "rect", x=x + 1.5, y=y + 1.5, width=_SQUARE - 3, height=_SQUARE - 3, rx=6,
                 fill="#8d7ab8", fill_opacity=.45, stroke="#5d4a8a", stroke_width=1.2)
            for member, (left, top, scale) in zip(members, _places(len(members))):
                _piece(group, member, x + left, y + top, scale)

    def arrow(self, begin: int, end: int) -> None:
        """An arrow from square to square."""
        x, y = self.middle(begin)
        to_x, to_y = self.middle(end)
        length = math.hypot(to_x - x, to_y - y)
        if not length:
            return
        dx, dy = (to_x - x) / length, (to_y - y) / length
        neck = length - 16
        points = [(12, 2.5), (neck, 2.5), (neck, 7), (length - 4, 0), (neck, -7), (neck, -2.5), (12, -2.5)]
        _add(self.root, "polygon", fill=_ARROW, fill_opacity=.6, points=" ".join(
            "%.1f,%.1f" % (x + dx * along - dy * aside, y + dy * along + dx * aside) for along, aside in points))

    # ------------------------------------------------------------------------------- cards and words

    def hands(self) -> None:
        """The cards of both colours beside the board, each on its side of it."""
        for color in ("w", "b"):
            top = (color == "w") == self.flipped
            y = _MARGIN if top else _MARGIN + _BOARD - 130
            x = 2 * _MARGIN + _BOARD + 2
            _write(self.root, x, y + 10, "White's hand" if color == "w" else "Black's hand", 12, font_weight="bold")
            for index, card in enumerate(self.game.hand(color)):
                row, column = divmod(index, _CARDS_A_ROW)
                _card(self.root, card, x + column * (_CARD_WIDTH + 4), y + 16 + row * (_CARD_HEIGHT + 4))
            decks, tops = self.game.decks(color), self.game.tops(color)
            words = ["deck %d%s" % (len(deck), ", top %s" % top if top else "") for deck, top in zip(decks, tops)]
            words.append("discarded %d" % len(self.game.pile(color)))
            for index, line in enumerate(words):
                _write(self.root, x, y + 16 + 2 * (_CARD_HEIGHT + 4) + 10 + 12 * index, line, 11, fill=_FAINT)
        if self.game.played_card:
            x, y = 2 * _MARGIN + _BOARD + 2, _MARGIN + _BOARD // 2 - _CARD_HEIGHT // 2
            _write(self.root, x + _CARD_WIDTH + 8, y + _CARD_HEIGHT // 2 + 4, "played", 12, fill=_FAINT)
            _card(self.root, self.game.played_card, x, y)

    def status(self) -> None:
        """Who is to act, or how it ended, and the last action."""
        y = 2 * _MARGIN + _BOARD + 14
        _write(self.root, _MARGIN, y, self.game.status, 13, font_weight="bold")
        if self.game.length:
            entry = self.game.history[-1]
            if entry.action is not None:
                _write(self.root, self.width - _MARGIN, y, "last: %s" % entry.action, 13, text_anchor="end",
                       fill=_FAINT)


def _places(count: int) -> List[Tuple[float, float, float]]:
    """Where the members of a combo of count stand in its square, and in which scale; they overlap a little."""
    if count == 2:
        return [(.5, 1., .62), (16.6, 15.2, .62)]
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    pitch = (_SQUARE - 4) / columns
    scale = 1.1 * pitch / _SQUARE
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        places.append(((_SQUARE - in_row * pitch) / 2 + column * pitch - .05 * pitch,
                       (_SQUARE - rows * pitch) / 2 + row * pitch - .05 * pitch, scale))
    return places


def _piece(parent: ElementTree.Element, piece: Piece, x: float, y: float, scale: float) -> None:
    fill, line = PIECES[piece.type]
    group = _add(parent, "g", transform="translate(%g %g)%s" % (x, y, "" if scale == 1 else " scale(%.3f)" % scale),
                 stroke=_LINE[piece.color], stroke_width=1.5, stroke_linejoin="round", stroke_linecap="round")
    _add(group, "path", d=fill, fill=_FILL[piece.color])
    if line:
        _add(group, "path", d=line, fill="none", stroke=_DETAIL[piece.color])
        if piece.type == "k":  # the cross stands outside, where it needs the colour of the outline
            _add(group, "path", d="M22.5 4.2v7M19 7.2h7", fill="none", stroke=_LINE[piece.color], stroke_width=2.)


def _card(parent: ElementTree.Element, card: str, x: float, y: float) -> None:
    rank, suit = card[0], card[1]
    color = "#c22f2f" if suit in "dh" else _INK
    _add(parent, "rect", x=x, y=y, width=_CARD_WIDTH, height=_CARD_HEIGHT, rx=4, fill="#fffdf8", stroke=_FAINT)
    _write(parent, x + _CARD_WIDTH / 2, y + 17, {"T": "10", "*": "\N{BLACK STAR}"}.get(rank, rank), 14,
           text_anchor="middle", font_weight="bold", fill=color)
    _add(parent, "path", d=SUITS[suit], transform="translate(%g %g)" % (x + _CARD_WIDTH / 2, y + 29), fill=color)


def _last_squares(game: Game) -> List[int]:
    """The squares of the last action that has some: not a draw of chance, but the touch or move before."""
    for index in range(game.length - 1, max(-1, game.length - 4), -1):
        action = game._entry(index).action
        if action is not None:
            squares = [square for square in (action.from_square, action.to_square) if square is not None]
            if squares:
                return squares
    return []


def _arrow_squares(arrow: Arrow) -> Optional[Tuple[int, int]]:
    """The squares of an arrow; None for an action that is no move."""
    if isinstance(arrow, tuple):
        if len(arrow) != 2:
            raise errors.ArgumentError("an arrow has two squares, not %d" % len(arrow))
        return square_number(arrow[0]), square_number(arrow[1])
    move = to_action(arrow)
    if move.from_square is None or move.to_square is None:
        return None
    return move.from_square, move.to_square


def draw(game: Game, size: Optional[int], flipped: bool, arrows: Iterable[Arrow]) -> str:
    """The picture as SVG text; Game.svg() says more."""
    squares: Sequence[Optional[Tuple[int, int]]] = [_arrow_squares(arrow) for arrow in arrows]
    picture = _Picture(game, flipped)
    if size is not None:
        if isinstance(size, bool) or not isinstance(size, int):
            raise TypeError("size must be an int, not %s" % type(size).__name__)
        if size < 1:
            raise errors.ArgumentError("size is 1 or more, not %d" % size)
        shape: Dict[str, str] = {"width": str(size), "height": str(round(size * picture.height / picture.width))}
        picture.root.attrib.update(shape)
    picture.board()
    picture.marks()
    picture.pieces()
    picture.focus()
    for pair in dict.fromkeys(filter(None, squares)):
        picture.arrow(*pair)
    if picture.cards:
        picture.hands()
    picture.status()
    return ElementTree.tostring(picture.root, encoding="unicode")
