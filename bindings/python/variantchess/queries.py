# SPDX-License-Identifier: ISC
"""What a game is asked for without any effect: about its position, its history, notation."""
from __future__ import annotations

from ctypes import byref, c_float, c_size_t, c_uint8, c_uint32, c_uint64, create_string_buffer, sizeof
from fractions import Fraction
from typing import Any, Dict, List, Optional, Union

from . import _ffi, errors
from .actions import Action, action as to_action, known
from .values import (ACTORS, Entry, Odds, Outcome, Piece, Square, Squares, card_text, color_number, name_of,
                     piece_number, piece_or_none, square_number, square_or_none)
from .views import Actions, Pieces

#: What stands for an action: itself, its text or its value.
AnyAction = Union[Action, str, int]

# What is called at every ply is at hand.
_actor = _ffi.quick.vc_game_actor
_NOBODY = _ffi.VC_NOBODY

COLORS = ("w", "b")
PHASES: Dict[int, str] = {}
REASONS: Dict[int, str] = {}
REASON_NUMBERS: Dict[str, int] = {}


def _learn_names() -> None:
    """Asks the library how it calls phases and reasons: numbers are consecutive, so the first without a name ends."""
    number = 0
    while (name := name_of(_ffi.vc_phase_name, number)) is not None:
        PHASES[number] = name
        number += 1
    number = 1
    while (name := name_of(_ffi.vc_reason_name, number)) is not None:
        REASONS[number] = name
        REASON_NUMBERS[name] = number
        number += 1


_learn_names()


class Buffers:
    """Memory that the library writes to, kept by a game from call to call; the lists grow when they must."""

    __slots__ = ("count", "count_ref", "text", "actions", "weights", "capacity", "pieces", "cards", "entry", "room",
                 "drawn", "drawn_count", "drawn_count_ref", "drawn_room")

    def __init__(self) -> None:
        self.count = c_size_t()
        self.count_ref = byref(self.count)
        self.text = create_string_buffer(256)
        self.grow(128)
        self.pieces = (_ffi.vc_piece * 16)()
        self.cards = (_ffi.vc_card * _ffi.VC_MAX_CARDS)()
        self.entry = _ffi.vc_entry(size=sizeof(_ffi.vc_entry))
        # What a step draws has memory of its own: callbacks read the game before the step returns.
        self.drawn = (_ffi.vc_action * _ffi.VC_MAX_DRAWS)()
        self.drawn_room = c_size_t(_ffi.VC_MAX_DRAWS)
        self.drawn_count = c_size_t()
        self.drawn_count_ref = byref(self.drawn_count)

    def grow(self, capacity: int) -> None:
        """Makes room for more actions, or outcomes with their weights."""
        room, actions, weights = c_size_t(capacity), (_ffi.vc_action * capacity)(), (c_uint32 * capacity)()
        # The memory first, and nothing is called in between: never is the library told of more room than there is.
        self.actions = actions
        self.weights = weights
        self.capacity = capacity
        self.room = room


class Queries:
    """The part of a Game that answers questions, and changes nothing."""

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

    def _refusal(self, status: int, action: Optional[Action]) -> errors.VariantChessError:
        """The exception for what was refused; for an illegal action it says why."""
        if status == _ffi.VC_ERR_ILLEGAL and action is not None:
            illegal = errors.IllegalActionError(self.why(action))
            illegal.action = action
            return illegal
        return errors.from_status(status)

    # ------------------------------------------------------------------------ who can do what, and the end

    @property
    def actor(self) -> Optional[str]:
        """Who is to act: ``"w"``, ``"b"``, ``"chance"``, or None when the game is over."""
        actor: Optional[str] = ACTORS[_actor(self._handle)]
        return actor

    @property
    def phase(self) -> str:
        """Where in the turn the game stands: ``over``, ``turn``, ``drawing``, ``moving``, ``hit``, ``played``,
        ``choosing`` or ``dealing``."""
        return PHASES[_ffi.vc_game_phase(self._handle)]

    @property
    def actions(self) -> Actions:
        """The legal actions of the player who is to act: a sequence that is worked out when it is looked into.

            >>> from variantchess import Game
            >>> game = Game()
            >>> "e2e4" in game.actions
            True
            >>> for action in game.actions:     # those of the position in which the loop begins
            ...     game.step(action)
            ...     game.undo()
            >>> len(game.actions)
            20
        """
        return Actions(self, self._memory or self._buffers)

    @property
    def chance_weights(self) -> Dict[Action, int]:
        """The outcomes of the chance node with their integer weights, in the order that dice map onto; empty when
        chance is not to act."""
        buffers = self._buffers
        while True:
            outcomes, weights = buffers.actions, buffers.weights
            status = _ffi.vc_game_outcomes(self._handle, outcomes, weights, buffers.capacity, buffers.count_ref, None)
            count = buffers.count.value
            if not status:
                return dict(zip(map(known, outcomes[:count]), weights[:count]))
            if status != _ffi.VC_ERR_BUFFER:
                raise errors.from_status(status)
            buffers.grow(count)

    @property
    def chance_outcomes(self) -> Dict[Action, Fraction]:
        """The outcomes of the chance node with their exact probabilities, in the same order.

            >>> from variantchess import Game
            >>> game = Game("quantum", temperature="1/2")
            >>> game.step("?g1")
            >>> game.chance_outcomes[Action("=n")]
            Fraction(39, 58)
        """
        weights = self.chance_weights
        total = sum(weights.values())
        return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}

    def is_legal(self, action: AnyAction) -> bool:
        """Whether the actor, player or chance, can do this now. A text that is no action is a TextError."""
        return bool(_ffi.vc_game_is_legal(self._handle, to_action(action)))

    def why(self, action: AnyAction) -> str:
        """Why an action is not legal now, as a sentence; the empty text when it is."""
        return self._text(_ffi.vc_game_why, to_action(action))

    @property
    def outcome(self) -> Optional[Outcome]:
        """None while the game goes on, else winner (``"w"``, ``"b"``, None for a draw) and reason."""
        winner, reason = c_uint32(), c_uint32()
        status = _ffi.vc_game_outcome(self._handle, byref(winner), byref(reason))
        if status:
            raise errors.from_status(status)
        return Outcome(ACTORS[winner.value], REASONS[reason.value]) if reason.value else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return _actor(self._handle) == _NOBODY  # type: ignore[no-any-return]

    @property
    def claimable(self) -> Optional[str]:
        """The draw that the side to move can claim now: ``threefold_repetition``, ``fifty_moves`` or None."""
        return REASONS.get(_ffi.vc_game_claimable(self._handle))

    # --------------------------------------------------------------------------- position and history

    @property
    def position(self) -> str:
        """The position as a value: its canonical string, which is hashable, and which equal positions have alike.

            >>> from variantchess import Game
            >>> game = Game("power")
            >>> seen = {game.position}
            >>> outcomes = game.play("e4")
            >>> game.undo()
            >>> game.position in seen
            True
        """
        return self._text(_ffi.vc_game_position)

    @property
    def hash(self) -> int:
        """A 64-bit hash of all that the position string says but the counters; the same on every machine."""
        value: int = _ffi.vc_game_hash(self._handle)
        return value

    @property
    def repetitions(self) -> int:
        """How often the position at the start of this turn has occurred in this game, now included; 0 within a turn."""
        count: int = _ffi.vc_game_repetitions(self._handle)
        return count

    @property
    def length(self) -> int:
        """How many entries the history has."""
        count: int = _ffi.vc_game_length(self._handle)
        return count

    @property
    def redo_length(self) -> int:
        """How many entries can be redone."""
        count: int = _ffi.vc_game_redo_length(self._handle)
        return count

    @property
    def history(self) -> List[Entry]:
        """The entries of the history, actions and endings, since the position was set."""
        return [self._entry(index) for index in range(self.length)]

    @property
    def undone(self) -> List[Entry]:
        """The entries that can be redone, the next one first."""
        length = self.length
        return [self._entry(index) for index in range(length, length + self.redo_length)]

    def _entry(self, index: int) -> Entry:
        entry = self._buffers.entry
        status = _ffi.vc_game_entry(self._handle, index, byref(entry))
        if status:
            raise errors.from_status(status)
        if entry.action:
            return Entry(ACTORS[entry.actor], known(entry.action), None)
        return Entry(None, None, Outcome(ACTORS[entry.winner], REASONS[entry.reason]))

    @property
    def chance_index(self) -> int:
        """How many outcomes of chance the history holds: the n of the next one for seeded dice."""
        index: int = _ffi.vc_game_chance_index(self._handle)
        return index

    # ------------------------------------------------------------------------------------- the board

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

    @property
    def pieces(self) -> Pieces:
        """The pieces by square: a mapping, whose values are tuples, because a combo has several.

            >>> from variantchess import Game
            >>> Game().pieces["g1"]
            (Piece(color='w', type='n', moves=0),)
        """
        return Pieces(self)

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

    # ------------------------------------------------------------------------------------- the cards

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

    # ------------------------------------------------------------------------------------- notation

    def san(self, action: AnyAction) -> str:
        """An action that is legal now in standard algebraic notation; ``docs/notation.md`` has the grammar.

            >>> from variantchess import Game
            >>> Game("potential", "4k3/8/8/3Rp3/8/8/8/K7 w - e6 0 1").san("d5e6p")
            'Rxe6=P'
        """
        played = to_action(action)
        text = create_string_buffer(_ffi.VC_SAN_TEXT_SIZE)
        status = _ffi.vc_game_san(self._handle, played, text, len(text), None)
        if status:
            raise self._refusal(status, played)
        return text.value.decode("ascii")

    def parse_san(self, text: str, strict: bool = False) -> Action:
        """The action, legal now, that a text in algebraic notation means. The game is not changed.

        Strictly read, the text must be what ``san()`` writes. Else it may also be an action's own text, or what real
        files hold, such as ``0-0`` or ``e2-e4``, as long as it can mean one action only. TextError: not notation, or
        not how it is written here. IllegalActionError: no legal action is that, or more than one.

            >>> from variantchess import Game
            >>> Game().parse_san("Nf3")
            Action('g1f3')
            >>> Game().parse_san("e2-e4", strict=True)
            Traceback (most recent call last):
            variantchess.errors.TextError: e2-e4 must be written e4
        """
        data = errors.encode(text, "notation")
        value = c_uint32()
        error = errors.new_error()
        status = _ffi.vc_game_san_parse(self._handle, data, _ffi.VC_SAN_STRICT if strict else _ffi.VC_SAN_LENIENT,
                                        byref(value), byref(error))
        if status:
            raise errors.from_error(status, error)
        return known(value.value)

    # --------------------------------------------------------------------------------- for networks

    def planes(self, mover_view: bool = False, floats: bool = False) -> memoryview[Any]:
        """The position as planes of 8 x 8 numbers, ``[plane, rank, file]``, which ``numpy.asarray()`` takes as it is.
        ``rules.planes`` names them. mover_view: as the side to move sees it. floats: fractions of each plane's maximum.

            >>> from variantchess import Game
            >>> planes = Game().planes()
            >>> planes.shape, planes[0, 1, 4]
            ((20, 8, 8), 1)
        """
        count = c_size_t()
        flags = mover_view * _ffi.VC_BATCH_MOVER_VIEW | floats * _ffi.VC_BATCH_FLOAT_PLANES
        _ffi.vc_game_planes(self._handle, flags, None, 0, byref(count))
        memory = ((c_float if floats else c_uint8) * count.value)()
        status = _ffi.vc_game_planes(self._handle, flags, memory, count, None)
        if status:
            raise errors.from_status(status)
        octets = memoryview(memory).cast("B")
        return octets.cast("f" if floats else "B", (count.value // _ffi.VC_PLANE_SIZE, 8, 8))

    # --------------------------------------------------------------------------------------- as text

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
        pieces = self.pieces
        squares = ["".join(map(str, pieces[square])) or "." for square in range(64)]
        width = max(map(len, squares))
        rows = [[str(rank + 1)] + squares[8 * rank:8 * rank + 8] for rank in reversed(range(8))] + [list(" abcdefgh")]
        return "\n".join(" ".join([row[0]] + [cell.ljust(width) for cell in row[1:]]).rstrip() for row in rows)
