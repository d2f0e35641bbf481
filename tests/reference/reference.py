#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The rules of docs/rules.md once more, in a plain and slow way, for tests/compare_reference.py to compare with.

It shares nothing with the library, neither code nor tables, and answers lines of JSON as
`python3 -m variantchess jsonl` does. Where the two differ, docs/rules.md decides who is wrong.

Board: a list of 64 cells, a1=0, b1=1 ... h8=63.  A cell is a tuple of pieces,
a piece is (colour, type, count).  count (moves made) is used in power only and
is 0 elsewhere.  Names in brackets are clauses of docs/rules.md.
"""
import json
import re
import sys
from collections import Counter
from math import gcd

FILES = "abcdefgh"
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START = ARRAY + " w KQkq - 0 1"
ORDER = "KQRBNP"                       # [W11] order in a combo
RANKING = "PNBRQ"                      # [P1] from the least to the highest
CARD_RANKS = "A23456789TJQK*"
SUITS = {"w": "dh", "b": "cs"}
# [I3] pieces a card lets move ("C" = castling)
CARDS = {"K": "KRC", "Q": "QB", "J": "RN", "T": "BP", "9": "NP", "8": "RP", "7": "BP",
         "6": "NP", "5": "RP", "4": "BP", "3": "NP", "2": "QP", "A": "KP", "*": "KQRBNPC"}
# right: (colour, king from, king to, rook from, rook to)
CASTLES = {"K": ("w", 4, 6, 7, 5), "Q": ("w", 4, 2, 0, 3),
           "k": ("b", 60, 62, 63, 61), "q": ("b", 60, 58, 56, 59)}


def name(s):
    return FILES[s % 8] + str(s // 8 + 1)


def square(text):
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345678":
        raise ValueError("bad square %r" % text)
    return FILES.index(text[0]) + 8 * (int(text[1]) - 1)


def other(c):
    return "b" if c == "w" else "w"


def shift(s, df, dr):
    f, r = s % 8 + df, s // 8 + dr
    return f + 8 * r if 0 <= f < 8 and 0 <= r < 8 else None


def steps(s, deltas):
    return [t for t in (shift(s, df, dr) for df, dr in deltas) if t is not None]


DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
KNIGHT = [steps(s, [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)])
          for s in range(64)]
KING = [steps(s, DIAGONAL + STRAIGHT) for s in range(64)]
PAWN_CAPS = {"w": [steps(s, [(-1, 1), (1, 1)]) for s in range(64)],
             "b": [steps(s, [(-1, -1), (1, -1)]) for s in range(64)]}


def ray(s, delta):
    out = []
    while True:
        s = shift(s, *delta)
        if s is None:
            return out
        out.append(s)


RAYS = {"B": [[ray(s, d) for d in DIAGONAL] for s in range(64)],
        "R": [[ray(s, d) for d in STRAIGHT] for s in range(64)]}
RAYS["Q"] = [RAYS["B"][s] + RAYS["R"][s] for s in range(64)]
# BETWEEN[type][s][t]: squares between s and t on one of type's lines, absent when not on one
BETWEEN = {k: [{t: r[:i] for r in RAYS[k][s] for i, t in enumerate(r)} for s in range(64)]
           for k in "BRQ"}
# from where something might attack a square: a queen's lines and a knight's leaps
NEAR = [sorted(list(BETWEEN["Q"][s]) + KNIGHT[s]) for s in range(64)]


def rank_of(s, c):
    """The rank counted from the side of c, 1 to 8 [C1]."""
    return s // 8 + 1 if c == "w" else 8 - s // 8


def ahead(s, c):
    return shift(s, 0, 1 if c == "w" else -1)


def behind(s, c):
    return shift(s, 0, -1 if c == "w" else 1)


def sort_cell(pieces):
    """Members in the order K Q R B N P, then by count."""
    return tuple(sorted(pieces, key=lambda p: (ORDER.index(p[1]), p[2])))


def reduced(weights):
    g = 0
    for w in weights.values():
        g = gcd(g, w)
    return {k: w // g for k, w in weights.items() if w > 0}


def card_key(card):
    return (CARD_RANKS.index(card[0]), "dhcs".index(card[1]))


def parse_cards(text):
    if text == "-":
        return []
    if len(text) % 2 or not text:
        raise ValueError("bad cards %r" % text)
    cards = [text[i:i + 2] for i in range(0, len(text), 2)]
    for card in cards:
        if card[0] not in CARD_RANKS or card[1] not in "dhcs":
            raise ValueError("bad card %r" % card)
    return cards


def show_cards(cards):
    return "".join(cards) or "-"


class Move:
    """One move: movers leave src for dst.  kind: quiet, double, capture, ep, attack, castle.
    become: the type every moving pawn (promotion) or the piece (potential) ends as, or None."""

    def __init__(self, text, src, dst, movers, kind, become=None, as_pawn=False, rook=None):
        self.text, self.src, self.dst, self.movers, self.kind = text, src, dst, movers, kind
        self.become, self.as_pawn, self.rook = become, as_pawn, rook

    def __eq__(self, o):
        return self.__dict__ == o.__dict__


# ------------------------------------------------------------------ options

def parse_int(text, lo, hi, what):
    if not (isinstance(text, str) and text.isascii() and text.isdigit()
            and (text == "0" or text[0] != "0") and lo <= int(text) <= hi):
        raise ValueError("bad %s %r" % (what, text))
    return int(text)


def parse_counter(text):
    """[C9] one to five decimal digits"""
    if not re.fullmatch("[0-9]{1,5}", text):
        raise ValueError("bad counter %r" % text)
    return int(text)


DEFAULTS = {
    "orthodox": {},
    "quantum": {"values": "10,5,3,3", "temperature": "0", "king_safety": "free"},
    "potential": {},
    "power": {"initial_moves": "1", "king_initial_moves": "never", "combo_captures": "off"},
    "ideal": {"king_safety": "free", "hand_size": "4", "packs": "1", "jokers": "0",
              "face_up": "off", "two_decks": "off"},
}


def parse_options(rules, options):
    if rules not in DEFAULTS:
        raise ValueError("unknown rules %r" % (rules,))
    text = dict(DEFAULTS[rules], automatic_draws="on")
    for k, v in (options or {}).items():
        if k not in text:
            raise ValueError("unknown option %r for %s" % (k, rules))
        if not isinstance(v, str):
            raise ValueError("option %s must be a string" % k)
        text[k] = v
    opt = {}
    for k, v in text.items():
        if k in ("automatic_draws", "combo_captures", "face_up", "two_decks"):
            if v not in ("on", "off"):
                raise ValueError("bad %s %r" % (k, v))
            opt[k] = v == "on"
        elif k == "king_safety":
            if v not in ("strict", "free"):
                raise ValueError("bad king_safety %r" % v)
            opt[k] = v
        elif k == "values":
            parts = v.split(",")
            if len(parts) != 4:
                raise ValueError("bad values %r" % v)
            opt[k] = [parse_int(p, 1, 100, "value") for p in parts]
        elif k == "temperature":
            a, slash, b = v.partition("/")
            b = parse_int(b, 1, 100, "temperature") if slash else 1
            opt[k] = (parse_int(a, 0, b, "temperature"), b)
        elif k == "king_initial_moves" and v == "never":
            opt[k] = None
        elif k in ("initial_moves", "king_initial_moves"):
            opt[k] = parse_int(v, 0, 15, k)
        else:
            lo, hi = {"hand_size": (1, 8), "packs": (1, 4), "jokers": (0, 1)}[k]
            opt[k] = parse_int(v, lo, hi, k)
    return opt


# ------------------------------------------------------------------ the game

class Game:
    def __init__(self, rules, options=None, fen=None):
        self.rules = rules
        self.opt = parse_options(rules, options)
        self.strict = self.opt.get("king_safety", "strict") == "strict"   # [Q6] [I1]
        if rules == "power":
            self.top_count = max(1, self.opt["initial_moves"], self.opt["king_initial_moves"] or 0)
        else:
            self.top_count = 0
        self.result = None
        self.history = ()          # keys of the positions at the starts of turns
        self._cache = None
        # the rule sets' own state
        self.touched, self.drawing, self.moving = (), None, None        # quantum
        self.hit = None                                                 # power
        self.hands = self.discards = self.tops = None                   # ideal
        self.played, self.choosing, self.dealing = None, False, False   # ideal
        self._read(START if fen is None else fen)

    def copy(self):
        g = Game.__new__(Game)
        g.__dict__.update(self.__dict__)
        g.board = self.board[:]
        if self.rules == "ideal":
            for k in ("hands", "discards", "tops"):
                setattr(g, k, {c: list(v) for c, v in getattr(self, k).items()})
        return g

    # -------------------------------------------------------------- attack and king safety

    def types_of(self, typ):
        """The types a piece moves as [P2]."""
        if self.rules == "potential" and typ != "K":
            return RANKING[:RANKING.index(typ) + 1]
        return typ

    def attacked(self, board, sq, by):
        """Whether colour `by` attacks sq [C3]."""
        for s in NEAR[sq]:
            if not board[s] or board[s][0][0] != by:
                continue
            for piece in board[s]:
                for typ in self.types_of(piece[1]):
                    if typ == "P":
                        if sq in PAWN_CAPS[by][s]:
                            return True
                    elif typ == "N":
                        if sq in KNIGHT[s]:
                            return True
                    elif typ == "K":
                        if sq in KING[s]:
                            return True
                    elif sq in BETWEEN[typ][s] and not any(board[t] for t in BETWEEN[typ][s][sq]):
                        return True
        return False

    def king_square(self, board, c):
        for s in range(64):
            for p in board[s]:
                if p[0] == c and p[1] == "K":
                    return s
        return None

    def king_attacked(self, board, c):
        """Whether c's king stands alone and is attacked [W8]."""
        s = self.king_square(board, c)
        return s is not None and len(board[s]) == 1 and self.attacked(board, s, other(c))

    # -------------------------------------------------------------- moves

    def way(self, board, s, c, typ, ep, double):
        """Where type typ of colour c may go from s: pairs (square, kind), friends included as
        'quiet' (a merge)."""
        out = []

        def friendly(t):
            return bool(board[t]) and board[t][0][0] == c

        if typ == "P":
            one = ahead(s, c)
            if one is None:
                return out
            if not board[one] or friendly(one):
                out.append((one, "quiet"))
            if double and rank_of(s, c) == 2 and not board[one]:
                two = ahead(one, c)
                if not board[two] or friendly(two):
                    out.append((two, "double"))
            for t in PAWN_CAPS[c][s]:
                if board[t] and not friendly(t):
                    out.append((t, "capture"))
                elif t == ep:
                    out.append((t, "ep"))
            return out
        if typ in "KN":
            reach = KING[s] if typ == "K" else KNIGHT[s]
        else:
            reach = []
            for line in RAYS[typ][s]:
                for t in line:
                    reach.append(t)
                    if board[t]:
                        break
        for t in reach:
            out.append((t, "capture" if board[t] and not friendly(t) else "quiet"))
        return out

    def pseudo(self, c, ep):
        """The moves of c by the way its pieces move, king safety not considered (but for
        castling)."""
        out = []
        for s in range(64):
            cell = self.board[s]
            if not cell or cell[0][0] != c:
                continue
            if self.rules == "potential":
                self.gen_potential(out, s, cell[0], c, ep)
            elif len(cell) == 1:
                p = cell[0]
                double = self.rules != "power" or p[2] == 0                      # [W7]
                for t, kind in self.way(self.board, s, c, p[1], ep, double):
                    self.emit(out, s, t, (p,), kind, "")
            else:
                self.gen_combo(out, s, cell, c, ep)
        self.gen_castling(out, c)
        return out

    def gen_potential(self, out, s, piece, c, ep):
        typ = piece[1]
        seen = set()
        for as_type in self.types_of(typ):                 # the least type first [P2]
            for t, kind in self.way(self.board, s, c, as_type, ep, True):
                if self.board[t] and self.board[t][0][0] == c:
                    continue
                if (t, kind == "ep") in seen:              # [P4] two different moves
                    continue
                seen.add((t, kind == "ep"))
                text = name(s) + name(t)
                if as_type == "P" and rank_of(t, c) == 8:                        # [P3]
                    for b in "QRBN":
                        out.append(Move(text + b.lower(), s, t, (piece,), kind, b, True))
                elif as_type == typ:
                    out.append(Move(text, s, t, (piece,), kind, None, as_type == "P"))
                else:
                    out.append(Move(text + as_type.lower(), s, t, (piece,), kind, as_type,
                                    as_type == "P"))

    def gen_combo(self, out, s, cell, c, ep):
        """[W3] [W4]"""
        for typ in sorted(set(p[1] for p in cell)):
            # the whole, in the way of typ: no en passant
            novice = any(p[1] == "P" and p[2] == 0 for p in cell)
            for t, kind in self.way(self.board, s, c, typ, None, novice):
                if kind == "capture" and not self.opt["combo_captures"]:
                    continue
                self.emit(out, s, t, cell, "quiet" if kind == "double" else kind, "")
            # one member leaves
            same = [p for p in cell if p[1] == typ]
            most = max(same, key=lambda p: p[2])
            fresh = [p for p in same if p[2] == 0]
            for t, kind in self.way(self.board, s, c, typ, ep, bool(fresh)):
                goes = fresh[0] if kind == "double" else most
                self.emit(out, s, t, (goes,), kind, ":" + typ.lower())

    def emit(self, out, s, t, movers, kind, suffix):
        c = movers[0][0]
        target = self.board[t]
        if target and target[0][0] == c:                   # a merge [W2]
            if self.rules != "power" or not all(self.may_merge(p) for p in movers + target):
                return
        elif len(target) > 1:                              # an attack on a combo [W5]
            if any(p[1] == "K" for p in movers):
                return
            kind = "attack"
        text = name(s) + name(t)
        as_pawn = all(p[1] == "P" for p in movers)                               # [W9]
        if rank_of(t, c) == 8 and any(p[1] == "P" for p in movers) and kind != "attack":
            for b in "QRBN":                                                     # [W6]
                out.append(Move(text + b.lower() + suffix, s, t, movers, kind, b, as_pawn))
        else:
            out.append(Move(text + suffix, s, t, movers, kind, None, as_pawn))

    def may_merge(self, p):
        need = self.opt["king_initial_moves" if p[1] == "K" else "initial_moves"]
        return need is not None and p[2] >= need

    def gen_castling(self, out, c):
        """[C5]"""
        for right in self.castling:
            colour, kf, kt, rf, rt = CASTLES[right]
            if colour != c:
                continue
            king, rook = self.board[kf], self.board[rf]
            if len(king) != 1 or len(rook) != 1 or king[0][:2] != (c, "K") \
                    or rook[0][:2] != (c, "R"):
                continue
            if any(self.board[t] for t in range(min(kf, rf) + 1, max(kf, rf))):
                continue
            if self.strict and any(self.attacked(self.board, t, other(c))
                                   for t in range(min(kf, kt), max(kf, kt) + 1)):
                continue
            out.append(Move(name(kf) + name(kt), kf, kt, king, "castle", rook=(rf, rt)))

    def moved(self, piece, become):
        c, typ, n = piece
        if become and (typ == "P" or self.rules == "potential"):
            typ = become
        return (c, typ, min(n + 1, self.top_count))                              # [W10]

    def after(self, m):
        """The board after a move, for an attack before the casualty."""
        b = self.board[:]
        rest = list(b[m.src])
        for p in m.movers:
            rest.remove(p)
        b[m.src] = tuple(rest)
        if m.kind == "attack":
            return b
        if m.kind == "capture":
            b[m.dst] = ()
        if m.kind == "ep":
            b[behind(m.dst, m.movers[0][0])] = ()
        b[m.dst] = sort_cell(b[m.dst] + tuple(self.moved(p, m.become) for p in m.movers))
        if m.kind == "castle":
            rf, rt = m.rook
            b[rt] = (self.moved(b[rf][0], None),)
            b[rf] = ()
        return b

    def casualties(self, cell):
        """type -> cell without the casualty [W5] [W3]"""
        out = {}
        for typ in set(p[1] for p in cell if p[1] != "K"):
            most = max((p for p in cell if p[1] == typ), key=lambda p: p[2])
            rest = list(cell)
            rest.remove(most)
            out[typ] = tuple(rest)
        return out

    def takes_king(self, m):
        return m.kind == "capture" and any(p[1] == "K" for p in self.board[m.dst])

    def leaves_safe(self, m):
        """Whether the mover's own king is unattacked afterwards."""
        c = m.movers[0][0]
        b = self.after(m)
        if m.kind == "attack":
            for rest in self.casualties(b[m.dst]).values():
                b2 = b[:]
                b2[m.dst] = rest
                if self.king_attacked(b2, c):
                    return False
            return True
        return not self.king_attacked(b, c)

    def legal_list(self, c, ep):
        return [m for m in self.pseudo(c, ep)
                if not self.strict or self.takes_king(m) or self.leaves_safe(m)]  # [C4]

    def moves(self):
        """text -> move: the legal moves of the side to move, by the board alone (cards,
        touches and the end of the game not considered)."""
        if self._cache is None:
            self._cache = {}
            for m in self.legal_list(self.stm, self.ep):
                assert self._cache.get(m.text, m) == m, m.text
                self._cache[m.text] = m
        return self._cache

    def ep_useful(self, ep, c):
        """Whether c may capture en passant onto ep now [C6]."""
        return any(m.kind == "ep" for m in self.legal_list(c, ep))

    # -------------------------------------------------------------- actions

    def actor(self):
        if self.result:
            return None
        if self.drawing is not None:
            return "chance"
        return self.stm

    def allows(self, card, m):
        if m.kind == "castle":
            return "C" in CARDS[card[0]]
        return m.movers[0][1] in CARDS[card[0]]

    def actions(self):
        if self.actor() not in ("w", "b"):
            return []
        if self.rules == "power" and self.hit is not None:
            return sorted("!" + t.lower() for t in self.casualties(self.board[self.hit]))
        if self.rules == "quantum":
            return self.quantum_actions()
        if self.rules == "ideal":
            if self.choosing:
                tops = self.tops[self.stm]
                return sorted("^" + SUITS[self.stm][i] for i in range(2) if tops[i])
            if self.played:
                return sorted(t for t, m in self.moves().items() if self.allows(self.played, m))
            return sorted(set("-" + card for card in self.hands[self.stm]
                              if any(self.allows(card, m) for m in self.moves().values())))
        return sorted(self.moves())

    def quantum_actions(self):
        """[Q3]"""
        if self.moving is not None:
            return sorted(t for t, m in self.moves().items()
                          if m.src == self.moving and m.kind != "castle")
        out = [t for t, m in self.moves().items() if m.movers[0][1] in "KP"]
        for s in range(64):
            if self.board[s] and self.board[s][0][0] == self.stm \
                    and self.board[s][0][1] in "QRBN" and s not in self.touched:
                out.append("?" + name(s))
        return sorted(out)

    def chance(self):
        if self.actor() != "chance":
            return {}
        if self.rules == "quantum":                                              # [Q4a] [Q4aa]
            values = self.opt["values"]
            product = values[0] * values[1] * values[2] * values[3]
            w = {t: product // v for t, v in zip("QRBN", values)}
            a, b = self.opt["temperature"]
            total = sum(w.values())
            now = self.board[self.drawing][0][1]
            return reduced({"=" + t.lower(): (b - a) * w[t] + (a * total if t == now else 0)
                            for t in "QRBN"})
        deck = self.deck(*self.drawing)
        return reduced({"+" + card: n for card, n in deck.items()})              # [I4]

    # -------------------------------------------------------------- playing

    def play(self, text):
        """Plays one action on this game and returns it."""
        who = self.actor()
        if who is None:
            raise ValueError("the game is over")
        if text not in (self.chance() if who == "chance" else self.actions()):
            raise ValueError("illegal action %r" % (text,))
        if text[0] in "=":
            self.draw_identity(text[1].upper())
        elif text[0] == "?":
            self.drawing = square(text[1:])
        elif text[0] == "!":
            self.board[self.hit] = self.casualties(self.board[self.hit])[text[1].upper()]
            self.hit = None
            self.drop_rights()
            self.half = 0
            self.end_turn()
        elif text[0] == "-":
            self.played = text[1:]
            self.hands[self.stm].remove(self.played)
            self.discards[self.stm] = sorted(self.discards[self.stm] + [self.played], key=card_key)
        elif text[0] == "^":
            self.choosing = False
            self.take_top(SUITS[self.stm].index(text[1]))
        elif text[0] == "+":
            self.draw_card(text[1:])
        else:
            self.play_move(self.moves()[text])
        return self

    def play_move(self, m):
        c = self.stm
        captures = m.kind in ("capture", "ep", "attack")
        takes_king = self.takes_king(m)
        self.board = self.after(m)
        self._cache = None
        self.drop_rights((m.src, m.dst))
        self.half = 0 if captures or m.as_pawn else min(99999, self.half + 1)    # [C7]
        self.ep = None
        if m.kind == "double" and len(self.board[m.dst]) == 1:                   # [W7]
            t = ahead(m.src, c)
            if self.ep_useful(t, other(c)):
                self.ep = t
        self.played = self.moving = None
        self.touched = ()
        if m.kind == "attack":
            self.hit = m.dst
        if self.rules == "ideal" and not takes_king:
            self.draw_due()
        else:
            self.end_turn()

    def drop_rights(self, squares=()):
        """[C5]: squares are those a move went from and to."""
        keep = ""
        for right in self.castling:
            c, kf, _, rf, _ = CASTLES[right]
            if self.rules == "power":
                # who has never moved has count 0, and never gets it again
                lasts = (c, "K", 0) in self.board[kf] and (c, "R", 0) in self.board[rf]
            else:
                lasts = kf not in squares and rf not in squares
            if lasts:
                keep += right
        self.castling = keep

    def end_turn(self):
        if self.stm == "b":
            self.full = min(99999, self.full + 1)
        self.stm = other(self.stm)
        self._cache = None
        self.start_turn()

    def at_turn_start(self):
        return not (self.touched or self.drawing is not None or self.moving is not None
                    or self.hit is not None or self.played or self.choosing or self.dealing)

    def start_turn(self):
        """[C8]"""
        if self.king_fallen():
            return
        if not self.at_turn_start():                       # a casualty is to be named
            return
        self.history = self.history + (self.key(),)
        self.result = self.verdict()

    def king_fallen(self):
        for c in "wb":
            if self.king_square(self.board, c) is None:
                self.result = (other(c), "king_captured")
                return True
        return False

    def verdict(self):
        c = self.stm
        check = self.in_check()
        if self.rules == "quantum":                                              # [Q7]
            legal = list(self.moves().values())
            if not any(self.takes_king(m) or self.leaves_safe(m) for m in legal):
                return (other(c), "checkmate" if check else "stalemate")
        elif not self.actions():
            if self.rules == "ideal":                                            # [I5]
                return (other(c), "checkmate" if self.strict and check else "stalemate")
            return (other(c), "checkmate") if check else (None, "stalemate")
        if self.dead():
            return (None, "dead_position")
        if self.opt["automatic_draws"]:
            if self.half >= 150:
                return (None, "seventyfive_moves")
            if self.history.count(self.history[-1]) >= 5:
                return (None, "fivefold_repetition")
        return None

    def dead(self):
        if self.rules == "ideal":                          # [I5] nothing is dead
            return False
        if self.rules == "power" and self.king_attacked(self.board, other(self.stm)):
            return False                                                         # [W9]
        others = [(p[1], (s % 8 + s // 8) % 2) for s in range(64) for p in self.board[s]
                  if p[1] != "K"]
        if not others:
            return self.strict                             # K v K [Q7]
        if self.rules in ("quantum", "potential"):
            return False
        if self.rules == "power" and self.opt["king_initial_moves"] is not None:
            return False                                   # kings may merge [W9]
        if len(others) == 1:
            return others[0][0] in "BN"
        return all(typ == "B" for typ, _ in others) and len(set(shade for _, shade in others)) == 1

    # -------------------------------------------------------------- quantum

    def draw_identity(self, typ):
        s, self.drawing = self.drawing, None
        self.board[s] = ((self.stm, typ, 0),)
        self._cache = None
        if any(m.src == s for m in self.moves().values()):
            self.moving = s
        else:
            self.touched = tuple(sorted(self.touched + (s,)))
            if not self.actions():
                self.result = (other(self.stm), "quantum_trap")                  # [Q7]

    # -------------------------------------------------------------- ideal: cards

    def tops_known(self):
        return self.opt["face_up"] or self.opt["two_decks"]

    def pack(self, c):
        """All the cards of c [I2] [I6]."""
        cards = Counter({r + s: self.opt["packs"] for r in CARD_RANKS[:-1] for s in SUITS[c]})
        if self.opt["jokers"]:
            for s in (SUITS[c] if self.opt["two_decks"] else SUITS[c][0]):
                cards["*" + s] = 1
        return cards

    def deck(self, c, i):
        """The hidden part of the draw deck: what the pack has and hands, discards and tops
        have not [I7].  (A known top is part of its deck; it is the caller's to consider.)"""
        cards = self.pack(c)
        cards.subtract(self.hands[c] + self.discards[c] + [t for t in self.tops[c] if t])
        if self.opt["two_decks"]:
            cards = Counter({k: n for k, n in cards.items() if k[1] == SUITS[c][i]})
        return +cards

    def refill(self, c, i):
        """An empty draw deck is made of the discards [I4]."""
        if not self.deck(c, i):
            self.discards[c] = [k for k in self.discards[c]
                                if self.opt["two_decks"] and k[1] != SUITS[c][i]]

    def take(self, c, card):
        self.hands[c] = sorted(self.hands[c] + [card], key=card_key)

    def draw_due(self):
        """After the move: the third part of the turn [I3]."""
        c = self.stm
        if self.opt["two_decks"]:
            if any(self.tops[c]):
                self.choosing = True
            else:
                self.end_turn()
        elif self.opt["face_up"]:
            if self.tops[c][0]:
                self.take_top(0)
            else:
                self.end_turn()
        else:
            self.refill(c, 0)                              # only matters for odd positions read
            if self.deck(c, 0):
                self.drawing = (c, 0)
            else:
                self.end_turn()

    def take_top(self, i):
        c = self.stm
        self.take(c, self.tops[c][i])
        self.tops[c][i] = None
        self.refill(c, i)
        if self.deck(c, i):
            self.drawing = (c, i)
        else:
            self.end_turn()

    def draw_card(self, card):
        c, i = self.drawing
        self.drawing = None
        if self.dealing:
            if len(self.hands[c]) < self.opt["hand_size"]:
                self.take(c, card)
            else:
                self.tops[c][i] = card
            self.drawing = self.next_deal()
            if self.drawing is None:
                self.dealing = False
                self.start_turn()
        elif self.tops_known():
            self.tops[c][i] = card
            self.end_turn()
        else:
            self.take(c, card)
            self.refill(c, i)
            self.end_turn()

    def next_deal(self):
        """What is to be dealt or shown next before the first turn [I6]."""
        for c in "wb":
            n = len(self.hands[c])
            if n < self.opt["hand_size"]:
                i = (n - 4) % 2 if self.opt["two_decks"] else 0
                if self.deck(c, i):
                    return (c, i)
        if self.tops_known():
            for c in "wb":
                for i in range(len(self.tops[c])):
                    if not self.tops[c][i] and self.deck(c, i):
                        return (c, i)
        return None

    # -------------------------------------------------------------- answers

    def outcome(self):
        return self.result

    def in_check(self):
        return self.king_attacked(self.board, self.stm)

    def can_claim_draw(self):
        """[C8], at the start of a turn."""
        if self.result or not self.at_turn_start():
            return False
        return self.half >= 100 or self.history.count(self.key()) >= 3

    # -------------------------------------------------------------- position strings: writing

    def placement(self):
        rows = []
        for r in range(7, -1, -1):
            row, gap = "", 0
            for cell in self.board[8 * r:8 * r + 8]:
                if not cell:
                    gap += 1
                    continue
                row += str(gap) if gap else ""
                gap = 0
                letters = "".join(p[1] if p[0] == "w" else p[1].lower() for p in cell)
                row += letters if len(cell) == 1 else "[" + letters + "]"
            rows.append(row + (str(gap) if gap else ""))
        return "/".join(rows)

    def first_fields(self):
        return [self.placement(), self.stm, self.castling or "-",
                "-" if self.ep is None else name(self.ep)]

    def own_fields(self):
        out = []
        if self.rules == "quantum":
            if self.touched:
                out.append("touched:" + "".join(name(s) for s in self.touched))
            if self.drawing is not None:
                out.append("drawing:" + name(self.drawing))
            if self.moving is not None:
                out.append("moving:" + name(self.moving))
        if self.rules == "power":
            if any(p[2] != self.default_count(s, p) for s in range(64) for p in self.board[s]):
                entries = []
                for s in range(64):
                    for p in self.board[s]:
                        if p[2] < self.top_count:
                            typ = p[1].lower() if len(self.board[s]) > 1 else ""
                            entries.append("%s%s=%d" % (name(s), typ, p[2]))
                out.append("moves:" + (",".join(entries) or "-"))
            if self.hit is not None:
                out.append("hit:" + name(self.hit))
        if self.rules == "ideal":
            for k in ("hands", "discards"):
                cards = getattr(self, k)
                out.append(k + ":" + show_cards(cards["w"]) + "/" + show_cards(cards["b"]))
            if self.played:
                out.append("played:" + self.played)
            if self.choosing:
                out.append("choosing:" + self.stm)
            if self.tops_known():
                out.append("top:" + "/".join("".join(t or "-" for t in self.tops[c])
                                             for c in "wb"))
            if self.drawing is not None:
                c, i = self.drawing
                out.append(("dealing:" if self.dealing else "drawing:") + c
                           + (SUITS[c][i] if self.opt["two_decks"] else ""))
        return out

    def default_count(self, s, p):
        """[W11]"""
        home = ARRAY_BOARD[s]
        return 0 if home and home[0][:2] == p[:2] else self.top_count

    def fen(self):
        return " ".join(self.first_fields() + [str(self.half), str(self.full)] + self.own_fields())

    def key(self):
        return " ".join(self.first_fields() + self.own_fields())

    # -------------------------------------------------------------- position strings: reading

    def _read(self, fen):
        """[C9]"""
        if not isinstance(fen, str):
            raise ValueError("the position must be a string")
        fields = [f for f in re.split("[ \t\n\r\v\f]+", fen) if f]
        if len(fields) < 4:
            raise ValueError("malformed position: at least four fields")
        self.board = parse_placement(fields[0], self.rules == "power")
        if fields[1] not in ("w", "b"):
            raise ValueError("bad side to move %r" % fields[1])
        self.stm = fields[1]
        if fields[2] != "-" and (set(fields[2]) - set("KQkq")
                                 or len(set(fields[2])) != len(fields[2])):
            raise ValueError("bad castling rights %r" % fields[2])
        self.castling = "".join(r for r in "KQkq" if r in fields[2])
        ep = None if fields[3] == "-" else square(fields[3])
        rest = fields[4:]
        self.half, self.full = 0, 1
        if rest and ":" not in rest[0]:
            self.half = parse_counter(rest.pop(0))
            if rest and ":" not in rest[0]:
                self.full = max(1, parse_counter(rest.pop(0)))
        own = {}
        names = {"quantum": ["touched", "drawing", "moving"], "power": ["moves", "hit"],
                 "ideal": ["hands", "discards", "played", "choosing", "top", "drawing",
                           "dealing"]}
        for field in rest:
            k, colon, v = field.partition(":")
            if not colon or k not in names.get(self.rules, []) or k in own or not v:
                raise ValueError("bad field %r (unknown, repeated or empty)" % field)
            own[k] = v

        self.check_pieces()
        if self.rules == "power":
            self.read_moves(own)
        self.check_castling()
        finished = self.king_fallen()
        mid = [k for k in own if k not in ("moves", "hands", "discards", "top")]
        if finished and mid:
            raise ValueError("%s in a game that is over" % mid[0])
        self.ep = None
        self._cache = None
        if self.rules == "quantum":
            self.read_quantum_squares(own)
        if self.rules == "power" and "hit" in own:
            self.hit = square(own["hit"])
            cell = self.board[self.hit]
            if len(cell) < 2 or cell[0][0] != self.stm:
                raise ValueError("no combo of the side to move at hit:" + own["hit"])
        if self.rules == "ideal":
            self.read_cards(own, finished)
        # who moves next: in ideal, between a move and the end of its turn, the other side
        moved = self.rules == "ideal" and not self.dealing and (
            self.choosing or self.drawing is not None)
        mover = other(self.stm) if moved else self.stm
        if ep is not None:
            self.check_ep(ep, mover)
            if not finished and self.hit is None and self.ep_useful(ep, mover):
                self.ep = ep
        if self.strict and self.rules != "power" and self.moving is None and not finished \
                and self.king_attacked(self.board, other(mover)):
            raise ValueError("the king of the side not to move is attacked")
        if self.rules == "quantum" and not finished:
            self.check_quantum()
        if self.played and not self.actions():
            raise ValueError("the card played allows no legal move")
        if not finished and self.at_turn_start():
            self.start_turn()

    def check_pieces(self):
        kings = 0
        for c in "wb":
            mine = [(p[1], s) for s in range(64) for p in self.board[s] if p[0] == c]
            types = [t for t, _ in mine]
            kings += types.count("K")
            if types.count("K") > 1:
                raise ValueError("two kings of one colour")
            if types.count("K") == 0 and self.rules in ("orthodox", "potential"):
                raise ValueError("a king is missing")
            if len(mine) > 16:
                raise ValueError("more than 16 pieces of one colour")
            if types.count("P") > 8 and self.rules != "potential":
                raise ValueError("more than 8 pawns of one colour")
            for t, s in mine:
                if t == "P" and (rank_of(s, c) == 8
                                 or (rank_of(s, c) == 1 and self.rules != "power")):
                    raise ValueError("a pawn on its first or last rank")
        if kings == 0:
            raise ValueError("both kings are missing")

    def check_castling(self):
        for right in self.castling:
            c, kf, _, rf, _ = CASTLES[right]
            king = [p for p in self.board[kf] if p[:2] == (c, "K")]
            officers = "QRBN" if self.rules == "quantum" else "R"
            corner = [p for p in self.board[rf] if p[0] == c and p[1] in officers]
            if not king or not corner:
                raise ValueError("castling right %s without its king or corner piece" % right)
            if self.rules == "power" and (king[0][2] or min(p[2] for p in corner)):
                raise ValueError("castling right %s, but its king or rook has moved" % right)

    def check_ep(self, ep, mover):
        enemy = other(mover)
        beyond, back = behind(ep, mover), ahead(ep, mover)
        if rank_of(ep, mover) != 6 or self.board[ep]:
            raise ValueError("implausible en-passant square")
        pawn, origin = self.board[beyond], self.board[back]
        if len(pawn) != 1 or pawn[0][:2] != (enemy, "P"):
            raise ValueError("implausible en-passant square: no pawn beyond it")
        if self.rules == "power":
            # the pawn may have left a combo, whose rest is still there
            if pawn[0][2] == 0 or (origin and origin[0][0] != enemy):
                raise ValueError("implausible en-passant square")
        elif origin:
            raise ValueError("implausible en-passant square: not empty behind it")

    def read_quantum_squares(self, own):
        def officer(text):
            s = square(text)
            if not self.board[s] or self.board[s][0][0] != self.stm \
                    or self.board[s][0][1] not in "QRBN":
                raise ValueError("no officer of the side to move on " + text)
            return s
        if "touched" in own:
            v = own["touched"]
            squares = [officer(v[i:i + 2]) for i in range(0, len(v), 2)]
            if len(squares) != len(set(squares)):
                raise ValueError("a touched square twice")
            self.touched = tuple(sorted(squares))
        if "drawing" in own and "moving" in own:
            raise ValueError("drawing and moving at once")
        for k in ("drawing", "moving"):
            if k in own:
                setattr(self, k, officer(own[k]))
                if getattr(self, k) in self.touched:
                    raise ValueError("a piece is touched once a turn only")

    def check_quantum(self):
        sources = set(m.src for m in self.moves().values() if m.kind != "castle")
        if any(s in sources for s in self.touched):
            raise ValueError("a piece touched in vain has a legal move")
        if self.moving is not None and self.moving not in sources:
            raise ValueError("the piece that must move has no legal move")
        if self.touched and self.drawing is None and self.moving is None and not self.actions():
            self.result = (other(self.stm), "quantum_trap")

    def read_moves(self, own):
        """Counts of moves [W11]."""
        listed = {}
        if "moves" in own and own["moves"] != "-":
            for e in own["moves"].split(","):
                left, eq, n = e.partition("=")
                s, typ = square(left[:2]), left[2:].upper()
                n = parse_int(n if eq else "", 0, self.top_count - 1, "count of moves")
                cell = self.board[s]
                if not cell or left[2:] != typ.lower() or bool(typ) != (len(cell) > 1):
                    raise ValueError("bad entry %r in moves" % e)
                typ = typ or cell[0][1]
                if typ not in ORDER or len(typ) != 1:
                    raise ValueError("bad entry %r in moves" % e)
                listed.setdefault((s, typ), []).append(n)
        for s in range(64):
            cell = []
            for p in self.board[s]:
                if "moves" not in own:
                    n = self.default_count(s, p)
                elif listed.get((s, p[1])):
                    n = listed[s, p[1]].pop(0)
                else:
                    n = self.top_count
                cell.append((p[0], p[1], n))
            self.board[s] = sort_cell(cell)
        if any(listed.values()):
            raise ValueError("moves names a piece that is not there")

    def read_cards(self, own, finished):
        def pair(v, what):
            parts = v.split("/")
            if len(parts) != 2:
                raise ValueError("bad " + what)
            return dict(zip("wb", parts))

        n = self.opt["hand_size"]
        decks = 2 if self.opt["two_decks"] else 1 if self.opt["face_up"] else 0
        self.hands = {c: [r + s for r in "34" for s in SUITS[c]][:n] for c in "wb"}
        self.discards = {"w": [], "b": []}
        self.tops = {"w": [None] * decks, "b": [None] * decks}
        for k in ("hands", "discards"):
            if k in own:
                setattr(self, k, {c: sorted(parse_cards(v), key=card_key)
                                  for c, v in pair(own[k], k).items()})
        if "top" in own:
            if not decks:
                raise ValueError("top without face_up or two_decks")
            for c, v in pair(own["top"], "top").items():
                tops = []
                while v:
                    size = 1 if v[0] == "-" else 2
                    tops.append(None if v[0] == "-" else parse_cards(v[:2])[0])
                    v = v[size:]
                if len(tops) != decks:
                    raise ValueError("bad top")
                for i, t in enumerate(tops):
                    if t and decks == 2 and t[1] != SUITS[c][i]:
                        raise ValueError("top of the wrong suit")
                self.tops[c] = tops
        for c in "wb":
            cards = self.pack(c)
            cards.subtract(self.hands[c] + self.discards[c] + [t for t in self.tops[c] if t])
            if any(k not in self.pack(c) or m < 0 for k, m in cards.items()):
                raise ValueError("cards that the pack has not")
        # a hand never exceeds hand_size, less one from the discard to the taking of a card
        fewer = "played" in own or "choosing" in own or ("drawing" in own and not decks)
        for c in "wb":
            if len(self.hands[c]) > n - (1 if fewer and c == self.stm else 0):
                raise ValueError("a hand is too large")
        if finished:
            return
        for c in "wb":                                                           # [I4]
            for i in range(2 if self.opt["two_decks"] else 1):
                if not self.deck(c, i) and not (decks and self.tops[c][i]) \
                        and any(not self.opt["two_decks"] or k[1] == SUITS[c][i] for k in self.discards[c]):
                    raise ValueError("an empty draw deck beside a pile")
        if sum(k in own for k in ("played", "choosing", "drawing", "dealing")) > 1:
            raise ValueError("more than one of played, choosing, drawing and dealing")
        if decks and "hands" in own and "top" not in own:
            raise ValueError("top is needed")
        if "dealing" in own:
            self.drawing = self.read_drawer(own["dealing"])
            self.dealing = True
            self.check_dealing()
            return
        if "hands" not in own:                             # the deal follows
            self.drawing = self.next_deal()
            self.dealing = self.drawing is not None
            if self.dealing:
                if "played" in own or "choosing" in own or "drawing" in own:
                    raise ValueError("without hands the deal follows")
                self.check_dealing()
                return
        if "played" in own:
            if own["played"] not in self.discards[self.stm]:
                raise ValueError("the card played is not among the discards")
            self.played = own["played"]
        if "choosing" in own:
            if own["choosing"] != self.stm or decks != 2 or not any(self.tops[self.stm]) \
                    or not self.discards[self.stm]:
                raise ValueError("choosing contradicts the rest")
            self.choosing = True
        hidden = [(c, i) for c in "wb" for i in range(decks)
                  if not self.tops[c][i] and self.deck(c, i)]
        if "drawing" in own:
            self.drawing = self.read_drawer(own["drawing"])
            c = self.drawing[0]
            if decks:
                fine = c == self.stm and hidden == [self.drawing]
            else:
                fine = c == self.stm and self.discards[c] and self.deck(c, 0)
            if not fine:
                raise ValueError("drawing contradicts the rest")
        elif hidden:
            raise ValueError("a known top is missing")

    def read_drawer(self, v):
        """The value of drawing: or dealing:, as (colour, deck)."""
        c, two = v[0], self.opt["two_decks"]
        if c not in "wb" or len(v) != 1 + two or (two and v[1] not in SUITS[c]):
            raise ValueError("bad drawing or dealing %r" % v)
        return (c, SUITS[c].index(v[1]) if two else 0)

    def check_dealing(self):
        """Whether the state can be one of the deal before the first turn [I6] [I7]."""
        n = self.opt["hand_size"]
        first = min(4, n)                                  # how many are not dealt
        white, black = len(self.hands["w"]), len(self.hands["b"])
        tops = [t is not None for t in self.tops["w"] + self.tops["b"]]
        fine = self.next_deal() == self.drawing
        fine = fine and not self.discards["w"] and not self.discards["b"]
        fine = fine and white >= first and black >= first
        fine = fine and (white == n or black == first)     # White's all first
        fine = fine and (white == black == n or not any(tops))
        fine = fine and tops == sorted(tops, reverse=True)  # White's first, in suit order
        if not fine:
            raise ValueError("dealing contradicts the rest")


def parse_placement(text, combos):
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError("the board has not eight ranks")
    board = [()] * 64
    for r, row in zip(range(7, -1, -1), rows):
        f, i, last_digit = 0, 0, False
        while i < len(row):
            ch = row[i]
            i += 1
            if ch in "12345678":
                if last_digit:
                    raise ValueError("two digits in a row")
                f, last_digit = f + int(ch), True
                continue
            last_digit = False
            if ch == "[" and combos:
                end = row.find("]", i)
                letters = row[i:end] if end > 0 else ""
                i = end + 1
                if len(letters) < 2 or letters not in (letters.upper(), letters.lower()) \
                        or any(x not in ORDER for x in letters.upper()):
                    raise ValueError("bad combo")
            elif ch.upper() in ORDER:
                letters = ch
            else:
                raise ValueError("bad character %r in the board" % ch)
            if f > 7:
                raise ValueError("a rank is too long")
            board[f + 8 * r] = sort_cell(("w" if x.isupper() else "b", x.upper(), 0) for x in letters)
            f += 1
        if f != 8:
            raise ValueError("a rank has not eight squares")
    return board


ARRAY_BOARD = parse_placement(ARRAY, False)


def perft(g, n):
    """[C10]"""
    if n == 0:
        return 1
    texts = list(g.chance()) if g.actor() == "chance" else g.actions()
    if n == 1:
        return len(texts)
    return sum(perft(g.copy().play(t), n - 1) for t in texts)


def answer(line):
    try:
        q = json.loads(line)
        g = Game(q["rules"], q.get("options") or {}, q.get("fen"))
        for t in q.get("play") or []:
            g.play(t)
        if q.get("ask", "state") == "perft":
            return {"nodes": perft(g, q["depth"])}
        return {"fen": g.fen(), "actor": g.actor(), "actions": g.actions(), "chance": g.chance(),
                "outcome": g.outcome(), "check": g.in_check(), "claim": g.can_claim_draw()}
    except (ValueError, KeyError, TypeError) as e:
        return {"error": str(e) or type(e).__name__}


def main():
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
