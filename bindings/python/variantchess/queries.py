# SPDX-License-Identifier: ISC
"""What a front end asks a game for: the questions about a position that have no effect."""
from __future__ import annotations

from ctypes import byref, c_size_t, c_uint32, c_uint64, create_string_buffer, sizeof
from fractions import Fraction
from typing import Any, Dict, List, Optional

from . import _ffi, errors
from .actions import known
from .values import (Odds, Piece, Square, Squares, card_text, color_number, piece_number, piece_or_none,
                     square_number, square_or_none)

COLORS = ("w", "b")


class Buffers:
    """Memory that the library writes to, kept by a game from call to call; the lists grow when they must."""

    __slots__ = ("count", "count_ref", "text", "actions", "weights", "pieces", "cards", "entry")

    def __init__(self) -> None:
        self.count = c_size_t()
        self.count_ref = byref(self.count)
        self.text = create_string_buffer(256)
        self.actions = (_ffi.vc_action * 128)()
        self.weights = (c_uint32 * 128)()
        self.pieces = (_ffi.vc_piece * 16)()
        self.cards = (_ffi.vc_card * _ffi.VC_MAX_CARDS)()
        self.entry = _ffi.vc_entry(size=sizeof(_ffi.vc_entry))


class Queries:
    """The part of a Game that answers questions about its position."""

    __slots__ = ("_handle", "_memory")

    _handle: Any                 # vc_game *; absent while closed or lent
    _memory: Optional[Buffers]

    @property
    def _buffers(self) -> Buffers:
        buffers = self._memory
        if buffers is None:
            buffers = self._memory = Buffers()
        return buffers

    def _text(self, function: Any, *arguments: Any) -> str:
        """The text that a function writes."""
        buffers = self._buffers
        while True:
            text = buffers.text
            status = function(self._handle, *arguments, text, len(text), buffers.count_ref)
            if not status:
                return text.value.decode("ascii", "backslashreplace")
            if status != _ffi.VC_ERR_BUFFER:
                raise errors.from_status(status)
            buffers.text = create_string_buffer(buffers.count.value + 1)

    def _cards(self, function: Any, *arguments: Any) -> List[str]:
        """The texts of the cards that a function lists."""
        buffers = self._buffers
        cards = buffers.cards
        status = function(self._handle, *arguments, cards, len(cards), buffers.count_ref)
        if status:
            raise errors.from_status(status)
        return [card_text(card) or "" for card in cards[:buffers.count.value]]

    @property
    def side_to_move(self) -> str:
        """``"w"`` or ``"b"``, also while chance acts and when the game is over."""
        return COLORS[_ffi.vc_game_side_to_move(self._handle)]

    @property
    def halfmove_clock(self) -> int:
        """Turns since the last capture or pawn move."""
        turns: int = _ffi.vc_game_halfmove_clock(self._handle)
        return turns

    @property
    def move_number(self) -> int:
        """The move number."""
        number: int = _ffi.vc_game_move_number(self._handle)
        return number

    @property
    def castling_rights(self) -> str:
        """The castling rights that last, a text like ``KQkq``; empty when there are none."""
        rights = _ffi.vc_game_castling_rights(self._handle)
        return "".join(letter for bit, letter in enumerate("KQkq") if rights >> bit & 1)

    @property
    def en_passant(self) -> Optional[int]:
        """The en-passant square, kept only while a capture onto it is possible."""
        return square_or_none(_ffi.vc_game_en_passant(self._handle))

    def piece(self, square: Square) -> Optional[Piece]:
        """The piece on a square; of a combo its first member in the order K Q R B N P."""
        return piece_or_none(_ffi.vc_game_piece(self._handle, square_number(square)))

    def pieces(self, square: Square) -> List[Piece]:
        """All pieces on a square: none, one, or the members of a combo in the order K Q R B N P."""
        buffers = self._buffers
        pieces = buffers.pieces
        status = _ffi.vc_game_pieces(self._handle, square_number(square), pieces, len(pieces), buffers.count_ref)
        if status:
            raise errors.from_status(status)
        return [Piece("b" if piece & 8 else "w", "?pnbrqk?"[piece & 7], piece >> 4 & 15)
                for piece in pieces[:buffers.count.value]]

    def squares(self, color: str, piece: Optional[str] = None) -> Squares:
        """The squares that hold a piece of a colour and type (None: of any type), combos included."""
        return Squares.from_mask(_ffi.vc_game_squares(self._handle, color_number(color), piece_number(piece)))

    @property
    def combos(self) -> Squares:
        """The squares that hold a combo (power)."""
        return Squares.from_mask(_ffi.vc_game_combos(self._handle))

    @property
    def focus(self) -> Optional[int]:
        """The square that the phase is about: the touched piece, or the combo that was attacked."""
        return square_or_none(_ffi.vc_game_focus(self._handle))

    @property
    def touched(self) -> Squares:
        """The squares touched in vain this turn (quantum)."""
        return Squares.from_mask(_ffi.vc_game_touched(self._handle))

    @property
    def in_check(self) -> bool:
        """Whether the lone king of the side to move is attacked."""
        return bool(_ffi.vc_game_in_check(self._handle))

    @property
    def checkers(self) -> Squares:
        """The squares from which it is attacked."""
        return Squares.from_mask(_ffi.vc_game_checkers(self._handle))

    def attackers(self, square: Square, color: str) -> Squares:
        """The squares from which a colour attacks a square."""
        return Squares.from_mask(_ffi.vc_game_attackers(self._handle, square_number(square), color_number(color)))

    def destinations(self, square: Square) -> Squares:
        """The squares that a legal move now leads to from a square."""
        return Squares.from_mask(_ffi.vc_game_destinations(self._handle, square_number(square)))

    def odds(self, square: Square) -> List[Odds]:
        """What touching the piece on a square could give, or, between touch and draw, what the touched one can become
        (quantum). It has no effect. IllegalActionError when it cannot be touched.

            >>> from variantchess import Game
            >>> for odds in Game("quantum", temperature="1/2").odds("g1"):
            ...     print(odds.outcome, odds.probability, odds.moves)
            =n 39/58 2
            =b 5/29 0
            =r 3/29 0
            =q 3/58 0
        """
        records = (_ffi.vc_odds * 4)()
        count, total = c_size_t(), c_uint64()
        status = _ffi.vc_game_odds(self._handle, square_number(square), records, len(records), byref(count),
                                   byref(total))
        if status == _ffi.VC_ERR_ILLEGAL:
            raise errors.IllegalActionError("that square holds nothing that can be touched now")
        if status:
            raise errors.from_status(status)
        return [Odds(known(odds.outcome), odds.weight, bool(odds.can_move), odds.moves,
                     Fraction(odds.weight, total.value))
                for odds in records[:count.value]]

    def hand(self, color: str) -> List[str]:
        """The cards in a colour's hand, sorted by rank, then suit (ideal; elsewhere none)."""
        return self._cards(_ffi.vc_game_hand, color_number(color))

    def pile(self, color: str) -> List[str]:
        """The cards that a colour has discarded, sorted likewise."""
        return self._cards(_ffi.vc_game_pile, color_number(color))

    def decks(self, color: str) -> List[List[str]]:
        """The cards of a colour's draw decks, sorted likewise, known tops included: one deck, or two with the option
        ``two_decks``; none outside ideal."""
        number = color_number(color)
        count = _ffi.vc_game_decks(self._handle, number)
        return [self._cards(_ffi.vc_game_deck, number, deck) for deck in range(count)]

    def tops(self, color: str) -> List[Optional[str]]:
        """The known top of each of these decks; None when there is none or it is not known."""
        number = color_number(color)
        count = _ffi.vc_game_decks(self._handle, number)
        return [card_text(_ffi.vc_game_top(self._handle, number, deck)) for deck in range(count)]

    @property
    def hands(self) -> Dict[str, List[str]]:
        """Both hands by colour."""
        return {color: self.hand(color) for color in COLORS}

    @property
    def piles(self) -> Dict[str, List[str]]:
        """Both discard piles by colour."""
        return {color: self.pile(color) for color in COLORS}

    @property
    def played_card(self) -> Optional[str]:
        """The card discarded this turn while its move is due."""
        return card_text(_ffi.vc_game_played_card(self._handle))

    def board(self) -> str:
        """The board as text: White's pieces in upper case, the members of a combo side by side.

            >>> from variantchess import Game
            >>> print(Game("power", "4k3/8/8/3[NP]4/8/8/8/R3K2R w KQ - 0 1").board())
            8 .  .  .  .  k  .  .  .
            7 .  .  .  .  .  .  .  .
            6 .  .  .  .  .  .  .  .
            5 .  .  .  NP .  .  .  .
            4 .  .  .  .  .  .  .  .
            3 .  .  .  .  .  .  .  .
            2 .  .  .  .  .  .  .  .
            1 R  .  .  .  K  .  .  R
              a  b  c  d  e  f  g  h
        """
        squares = ["".join(map(str, self.pieces(square))) or "." for square in range(64)]
        width = max(map(len, squares))
        rows = [[str(rank + 1)] + squares[8 * rank:8 * rank + 8] for rank in reversed(range(8))] + [list(" abcdefgh")]
        return "\n".join(" ".join([row[0]] + [cell.ljust(width) for cell in row[1:]]).rstrip() for row in rows)
