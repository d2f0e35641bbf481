#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Compares this library with an independent program, at random, for as long as one likes.

    tests/compare_reference.py --time 600 --seed 1

That is reference/reference.py; --reference names another one, which must speak the JSON Lines protocol of
`python3 -m variantchess jsonl` (see variantchess/jsonl.py). Both get the same requests: random games under random options, games with much repetition, made-up and mutated positions,
options and actions that are out of order. Complete answers must agree; of a refusal, only that it is one.

Ends with a line of JSON that says how many states were compared; the first difference comes before it as a line of its
own, {"request": ..., "library": ..., "reference": ...}. Exit status: 0 they agree, 1 they differ, 2 one of them fell
silent.
"""
import argparse
import collections
import json
import os
import random
import shlex
import subprocess
import sys
import threading
import time

RULE_SETS = ("orthodox", "quantum", "potential", "power", "ideal")
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
OFFICERS = "qrbn"
CARD_RANKS = "A23456789TJQK"
SUITS = {"w": "dh", "b": "cs"}
CARDS = [rank + suit for rank in CARD_RANKS + "*" for suit in "dhcs"]
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
BATCH = 48


# -------------------------------------------------------------------------------------------------- the programs

class Program:
    """A program that answers lines with lines. Requests are written by a thread, so that none waits for the other."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def start(self, lines):
        self.thread = threading.Thread(target=self._write, args=(lines,), daemon=True)
        self.thread.start()

    def _write(self, lines):
        try:
            self.process.stdin.write(b"".join(lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answers that fail to come tell

    def answer(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


# ------------------------------------------------------------------------------------------------------- options

def random_options(r, rules):
    """Options in their ranges: mostly few that differ from the defaults, now and then anything."""
    switch = ("on", "off")
    ranges = {
        "orthodox": {}, "potential": {},
        "quantum": {
            "king_safety": ("strict", "free"),
            "temperature": ("0", "1", "1/2", "1/100", "99/100", "2/4", "%d/100" % r.randint(0, 100), "3/7"),
            "values": ("9,5,3,3", "1,1,1,1", "100,100,100,100", ",".join(str(r.randint(1, 100)) for _ in range(4)))},
        "power": {
            "initial_moves": [str(n) for n in (0, 0, 1, 2, 3, r.randint(0, 15))],
            "king_initial_moves": ["never", "0", "0", "1", "2", str(r.randint(0, 15))],
            "combo_captures": switch},
        "ideal": {
            "king_safety": ("strict", "free"), "hand_size": [str(n) for n in range(1, 9)],
            "packs": ("1", "2", "3", "4"), "jokers": ("0", "1"), "face_up": switch, "two_decks": switch},
    }[rules]
    ranges["automatic_draws"] = ("on", "on", "on", "off")
    share = r.choice((0, 0.3, 0.6, 1))
    return {name: r.choice(values) for name, values in ranges.items() if r.random() < share}


def odd_options(r, rules):
    """Options of which one is likely out of order."""
    options = random_options(r, rules)
    name = r.choice(["values", "temperature", "king_safety", "initial_moves", "king_initial_moves", "combo_captures",
                     "hand_size", "packs", "jokers", "face_up", "two_decks", "automatic_draws", "", "Values", "value"])
    value = r.choice(["", "0", "1", "00", "01", "-1", "+1", " 1", "1 ", "5", "9", "16", "100", "101", "1/0", "0/1",
                      "1/2", "2/1", "1/101", "01/2", "1/02", "/", "1/", "/2", "1/2/3", "on", "off", "On", "true",
                      "strict", "free", "never", "Never", "1,1,1,1", "1,1,1", "1,1,1,1,1", "0,1,1,1", "1,1,1,101",
                      "1,,1,1", "1, 1,1,1", "1.0", "0.5", "9" * 30, "4294967297", "\u0661", "on\0"])
    options[name] = mutate_text(r, value) if r.random() < 0.2 else value
    return options


# ----------------------------------------------------------------------------------------------------- positions

def write_board(cells):
    """The board of a position string from a dict square -> letters."""
    rows = []
    for rank in "87654321":
        row, gap = "", 0
        for file in "abcdefgh":
            letters = cells.get(file + rank, "")
            if not letters:
                gap += 1
                continue
            row += (str(gap) if gap else "") + (letters if len(letters) == 1 else "[%s]" % letters)
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def read_board(text):
    """The reverse; None when it is no board."""
    cells = {}
    rows = text.split("/")
    if len(rows) != 8:
        return None
    for rank, row in zip("87654321", rows):
        file, i = 0, 0
        while i < len(row):
            letters = row[i]
            if letters == "[":
                end = row.find("]", i)
                if end < 0:
                    return None
                letters, i = row[i + 1:end], end
            i += 1
            if letters.isdigit():
                file += int(letters)
            elif file < 8:
                cells["abcdefgh"[file] + rank] = letters
                file += 1
    return cells


def put(r, cells, letter, rules, tries=20):
    for _ in range(tries):
        square = r.choice(SQUARES)
        if letter in "Pp" and square[1] in "18":
            continue
        if square not in cells:
            cells[square] = letter
            return
        here = cells[square]
        if rules == "power" and here.isupper() == letter.isupper() and r.random() < 0.7:
            cells[square] = here + letter
            return


def made_up_board(r, rules):
    cells = {}
    style = r.random()
    if style < 0.4:  # kings and rooks at home, for castling
        cells.update({"e1": "K", "e8": "k"})
        for corner, letter in (("a1", "R"), ("h1", "R"), ("a8", "r"), ("h8", "r")):
            if r.random() < 0.7:
                cells[corner] = r.choice(OFFICERS + "rrrr").upper() if rules == "quantum" else "R"
                if letter == "r":
                    cells[corner] = cells[corner].lower()
    else:
        for letter in "Kk":
            if r.random() < (0.97 if rules not in ("orthodox", "potential") else 1):
                put(r, cells, letter, rules)
    for letter in "Pp" * r.randint(0, 5) + "".join(r.choice("QRBNqrbn") for _ in range(r.choice((0, 1, 2, 3, 5, 8)))):
        put(r, cells, letter, rules)
    if r.random() < 0.25:  # pawns beside each other, for en passant
        file = r.randrange(7)
        cells["abcdefgh"[file] + "5"], cells["abcdefgh"[file + 1] + "5"] = r.choice(("Pp", "pP", "Np", "pB"))
    if r.random() < 0.2:  # pawns about to promote
        cells[r.choice("abcdefgh") + "7"] = "P"
    if rules == "quantum" and r.random() < 0.2:  # a side with little but officers, hemmed in by fixed pawns
        cells = {"a1": "K", "b1": r.choice("RBN"), "a2": r.choice("QRB"), "b2": r.choice("QN"), "c2": "N", "c1": "b",
                 "b3": "P", "b4": "p", "e2": "k", "c6": "n"}
        for square in r.sample(sorted(cells), r.randint(0, 3)):
            if cells[square] in "QRBNb":
                cells[square] = r.choice("QRBNqrbn")
    if rules == "power" and r.random() < 0.6:
        for square in r.sample(sorted(cells), min(len(cells), 2)):
            if cells[square] not in "Kk" or r.random() < 0.3:
                add = "".join(r.choice("QRBNP") for _ in range(r.randint(1, 3)))
                if square[1] in "18":
                    add = add.replace("P", "N")
                cells[square] += add if cells[square].isupper() else add.lower()
    return cells


def made_up_cards(r, options):
    """Fields of ideal chess that are right more often than not."""
    hand_size = int(options.get("hand_size", "4"))
    two_decks = options.get("two_decks") == "on"
    hands, piles, tops = [], [], []
    for side in "wb":
        pack = [rank + suit for rank in CARD_RANKS for suit in SUITS[side]] * int(options.get("packs", "1"))
        if options.get("jokers") == "1":
            pack += ["*" + suit for suit in (SUITS[side] if two_decks else SUITS[side][0])]
        r.shuffle(pack)
        size = r.randint(0, hand_size)
        hands.append("".join(pack[:size]) or "-")
        left = pack[size:]
        pile = r.choice((0, 0, r.randint(0, len(left)), len(left) - 1, len(left) - 2))
        piles.append("".join(left[:pile]) or "-")
        if two_decks:
            tops.append("".join(next((card for card in left[pile:] if card[1] == suit), "-") for suit in SUITS[side]))
        else:
            tops.append(left[pile] if pile < len(left) else "-")
    fields = ["hands:" + "/".join(hands), "discards:" + "/".join(piles)]
    if two_decks or options.get("face_up") == "on":
        fields.append("top:" + "/".join(tops))
    return fields


def made_up_fields(r, rules, options, cells, side):
    fields = []
    own = [s for s in sorted(cells) if cells[s][0].isupper() == (side == "w")]
    if rules == "quantum" and own:
        if r.random() < 0.3:
            fields.append("touched:" + "".join(r.sample(own, r.randint(1, min(3, len(own))))))
        if r.random() < 0.5:
            fields.append(r.choice(("drawing:", "moving:")) + r.choice(own))
    if rules == "power":
        if r.random() < 0.5:
            counts = [s + (r.choice(cells[s]).lower() if len(cells[s]) > 1 else "") + "=%d" % r.choice((0, 0, 0, 1, 2))
                      for s in sorted(cells) if r.random() < 0.5]
            r.shuffle(counts)
            fields.append("moves:" + (",".join(counts) or "-"))
        combos = [s for s in own if len(cells[s]) > 1]
        if combos and r.random() < 0.4:
            fields.append("hit:" + r.choice(combos))
    if rules == "ideal" and r.random() < 0.8:
        fields = made_up_cards(r, options)
        if r.random() < 0.4:
            pile = fields[1][len("discards:"):].split("/")["wb".index(side)]
            if pile != "-":
                fields.append(r.choice(("played:" + pile[:2], "choosing:" + side, "drawing:" + side)))
        elif r.random() < 0.1:
            fields.append("dealing:" + r.choice(("w", "b", "wd", "wh", "bc", "bs")))
    return fields


def made_up_position(r, rules, options):
    cells = made_up_board(r, rules)
    side = r.choice("wb")
    rights = "".join(right for right, king, rook, letter in
                     (("K", "e1", "h1", "K"), ("Q", "e1", "a1", "K"), ("k", "e8", "h8", "k"), ("q", "e8", "a8", "k"))
                     if letter in cells.get(king, "") and cells.get(rook) and r.random() < 0.8)
    ep = "-"
    if r.random() < 0.35:
        pawn, rank = ("p", "5") if side == "w" else ("P", "4")
        pawns = [s for s in sorted(cells) if cells[s] == pawn and s[1] == rank]
        if pawns:
            ep = r.choice(pawns)[0] + ("6" if side == "w" else "3")
    clock = r.choice((0, 1, 48, 98, 99, 100, 147, 148, 149, 150, 99998, 99999, r.randint(0, 200)))
    number = r.choice((0, 1, 9, 80, 99998, 99999))
    return " ".join([write_board(cells), side, rights or "-", ep, str(clock), str(number)] +
                    made_up_fields(r, rules, options, cells, side))


def mutate_text(r, text):
    for _ in range(r.choice((1, 1, 1, 2, 3))):
        i, j = r.randint(0, len(text)), r.randint(0, len(text))
        rare = r.choice("\0\x1f\x7f\u00a0\u2028xyz+.?!^")
        letter = r.choice("KQRBNPkqrbnp/12345678[]-wbacdefgh:=,09 \tTJA*sdh" + rare)
        how = r.randrange(5)
        if how == 0:
            text = text[:i] + letter + text[i:]
        elif how == 1:
            text = text[:i] + text[i + 1:]
        elif how == 2:
            text = text[:i] + letter + text[i + 1:]
        elif how == 3 and i < j:
            text = text[:i] + text[j:] + text[i:j]
        else:
            text = text[:i] + text[i:j] + text[i:]
    return text


def mutate_position(r, text, others):
    """A position with a field or a piece of it changed."""
    fields = text.split()
    how = r.randrange(9)
    if how == 0 or len(fields) < 6:
        return mutate_text(r, text)
    if how == 1:  # a field from another position
        other = r.choice(others).split()
        i = r.randrange(len(other))
        if i < len(fields):
            fields[i] = other[i]
        else:
            fields.append(other[i])
    elif how == 2:
        fields[r.randrange(1, len(fields))] = mutate_text(r, r.choice(fields))
    elif how == 3:
        i = r.randrange(4, len(fields))
        del fields[i]
    elif how == 4:
        tail = fields[6:]
        r.shuffle(tail)
        fields[6:] = tail + ([r.choice(tail)] if tail and r.random() < 0.2 else [])
    elif how == 5:
        fields[1] = "b" if fields[1] == "w" else "w"
    elif how == 6:
        i = r.randrange(1, len(fields))
        fields[i] = mutate_text(r, fields[i])
    else:
        cells = read_board(fields[0])
        if cells:
            for _ in range(r.choice((1, 1, 2, 4))):
                square, target = r.choice(sorted(cells)), r.choice(SQUARES)
                piece = cells.pop(square)
                cells[target] = r.choice((piece, piece, piece[0], piece.swapcase(), r.choice("QRBNPKqrbnpk")))
                if not cells:
                    break
            fields[0] = write_board(cells)
    white = r.choice((" ", " ", " ", " ", "  ", "\t", "\n", " \r\n\v\f"))
    return white.join(fields)


def odd_action(r, actions):
    if actions and r.random() < 0.7:
        return mutate_text(r, r.choice(actions))
    kind = r.randrange(7)
    squares = r.choice(SQUARES) + r.choice(SQUARES)
    return (squares, squares + r.choice("qrbnpkQ"), squares + r.choice(("", "q")) + ":" + r.choice("qrbnpk"),
            "?" + squares[:2], "=" + r.choice("qrbnpk"), r.choice("-+") + r.choice(CARDS),
            r.choice(("!", "^")) + r.choice("qrbnpkdhcs"))[kind]


# ------------------------------------------------------------------------------------------------------ explorers
# Each is a generator that yields requests and is sent the answers of this library.

def actions_of(answer):
    return answer.get("actions") or list(answer.get("chance") or ())


def reversing(action):
    return action[2:4] + action[:2] if len(action) == 4 and action[0] in "abcdefgh" else None


def choose(r, actions, history, style):
    """An action: any, or with a taste for going back (repetition), or for little else than officers' moves."""
    if style == "repeat":
        for past in history[-4:]:
            if reversing(past) in actions and r.random() < 0.5:
                return reversing(past)
    if style == "touch" and r.random() < 0.8:
        touches = [action for action in actions if action[0] == "?"]
        return r.choice(touches or actions)
    if style == "merge" and r.random() < 0.6:
        parted = [action for action in actions if ":" in action or action[0] == "!"]
        return r.choice(parted or actions)
    return r.choice(actions)


def play_game(r, rules, options, start, pool):
    """A game, every state compared as one step from the last; at the end as a whole, for the history."""
    request = {"rules": rules, "options": options}
    answer = yield dict(request, fen=start)
    if "error" in answer:
        return
    history = []
    style = r.choice(("any", "any", "repeat", "touch", "merge"))
    for _ in range(r.choice((10, 60, 200))):
        actions = actions_of(answer)
        if not actions:
            break
        if r.random() < 0.1:
            yield dict(request, fen=answer["fen"], play=[odd_action(r, actions)])
        if r.random() < 0.05:
            yield dict(request, fen=mutate_position(r, answer["fen"], [position for _, position in pool]))
        if r.random() < 0.02:
            yield dict(request, fen=answer["fen"], ask="perft", depth=r.choice((0, 1, 1, 2)))
        action = choose(r, actions, history, style)
        position = answer["fen"]
        history.append(action)
        answer = yield dict(request, fen=position, play=[action])
        if "error" in answer:
            return
        keep(r, pool, options, answer)
    whole = yield dict(request, fen=start, play=history)
    if "error" not in whole:
        yield dict(request, fen=start, play=history[:r.randint(0, len(history))])
        yield dict(request, fen=start, play=history + [odd_action(r, actions_of(whole))])


def shuffle_about(r, rules, options, start):
    """Repetition: a few actions, then the same moves to and fro."""
    request = {"rules": rules, "options": options}
    play = []
    for _ in range(r.choice((4, 30))):
        answer = yield dict(request, fen=start, play=play)
        actions = actions_of(answer)
        if not actions:
            return
        back = [reversing(past) for past in play[-4:] if reversing(past) in actions]
        quiet = [action for action in actions if action[0] in "abcdefgh" and reversing(action)]
        play = play + [r.choice(back if back and r.random() < 0.9 else quiet or actions)]
    yield dict(request, fen=start, play=play)


def keep(r, pool, options, answer):
    """Remembers a position that can be gone on from."""
    if "error" not in answer and answer["actor"] is not None:
        pool[r.randrange(len(pool))] = options, answer["fen"]


def explore(r, pools):
    """Endless requests."""
    while True:
        rules = r.choice(RULE_SETS + ("ideal", "ideal"))
        pool = pools[rules]
        positions = [position for _, position in pool]
        options, known = r.choice(pool)
        if r.random() < 0.5:
            options = random_options(r, rules)
        what = r.randrange(20)
        if what == 0:
            yield {"rules": r.choice(RULE_SETS), "options": odd_options(r, rules), "fen": None}
        elif what <= 4:
            answer = yield {"rules": rules, "options": options, "fen": made_up_position(r, rules, options)}
            keep(r, pool, options, answer)
        elif what <= 8:
            yield {"rules": rules, "options": options, "fen": mutate_position(r, known, positions)}
        elif what == 9:
            yield from shuffle_about(r, rules, options, r.choice((None, known)))
        else:
            start = r.choice((None, known, made_up_position(r, rules, options), made_up_position(r, rules, options)))
            yield from play_game(r, rules, options, start, pool)


# ------------------------------------------------------------------------------------------------------ comparing

def agree(ours, theirs):
    if ours is None or theirs is None:
        return False
    if "error" in ours or "error" in theirs:
        return "error" in ours and "error" in theirs
    return ours == theirs


class Count:
    def __init__(self):
        self.states, self.refused, self.differences = 0, 0, 0
        self.by_rules, self.reasons = collections.Counter(), collections.Counter()

    def add(self, request, answer):
        self.states += 1
        self.refused += "error" in answer
        self.by_rules[request["rules"]] += 1
        self.reasons[(answer.get("outcome") or (None, None))[1]] += 1

    def summary(self, seed, seconds):
        reasons = {reason: n for reason, n in sorted(self.reasons.items(), key=str) if reason}
        return {"compared": self.states, "refused": self.refused, "differences": self.differences, "seed": seed,
                "seconds": round(seconds), "rules": dict(self.by_rules), "endings": reasons}


def compare(arguments):
    library, reference = Program(arguments.library), Program(arguments.reference)
    pools = {rules: [({}, ARRAY + " w KQkq - 0 1")] * 64 for rules in RULE_SETS}
    explorers = [explore(random.Random("%d %d" % (arguments.seed, i)), pools) for i in range(BATCH)]
    requests = [next(explorer) for explorer in explorers]
    count, start = Count(), time.monotonic()
    silent = False
    while time.monotonic() - start < arguments.time and count.states < arguments.states and not silent:
        lines = [json.dumps(request).encode() + b"\n" for request in requests]
        for program in (library, reference):
            program.start(lines)
        answers = []
        for request in requests:
            ours, theirs = library.answer(), reference.answer()
            if not agree(ours, theirs):
                count.differences += 1
                if count.differences == 1 or arguments.all:
                    print(json.dumps({"request": request, "library": ours, "reference": theirs}), flush=True)
            silent = ours is None or theirs is None
            if silent:
                break
            count.add(request, ours)
            answers.append(ours)
        if count.differences and not arguments.all:
            break
        requests = [explorer.send(answer) for explorer, answer in zip(explorers, answers)]
    library.close()
    reference.close()
    print(json.dumps(count.summary(arguments.seed, time.monotonic() - start)), flush=True)
    return 2 if silent else 1 if count.differences else 0


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    bindings = os.path.join(here, os.pardir, "bindings", "python")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (bindings, os.environ.get("PYTHONPATH"))))
    parser = argparse.ArgumentParser(description="Compare the library at random with another program.")
    parser.add_argument("--reference", metavar="COMMAND",
                        default=shlex.join([sys.executable, os.path.join(here, "reference", "reference.py")]),
                        help="the other program (default: %(default)s)")
    parser.add_argument("--library", metavar="COMMAND",
                        default="%s -m variantchess jsonl" % shlex.quote(sys.executable),
                        help="this library's program (default: %(default)s); VARIANTCHESS_LIBRARY names the library")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="how long (default: %(default)s)")
    parser.add_argument("--states", type=int, default=1 << 62, metavar="N", help="end after about so many states, too")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="go on after a difference, and print each")
    return compare(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
