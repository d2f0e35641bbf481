#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Measures how fast python-chess reads and writes PGN. Usage: python_chess_pgn.py FILE SECONDS

Takes games of FILE for about SECONDS, and prints a line of JSON as `records measure` does (records.c). Ends with status
77 where there is no python-chess.
"""
import json
import sys
import time

try:
    import chess
    import chess.pgn
except ImportError:
    sys.exit(77)


def measure(file, seconds):
    games = plies = size = 0
    reading = writing = 0.0
    while reading + writing < seconds:
        start = time.perf_counter()
        game = chess.pgn.read_game(file)
        middle = time.perf_counter()
        reading += middle - start
        if game is None:
            break
        if game.errors:
            sys.exit(f"python_chess_pgn.py: {game.errors[0]}")
        text = str(game)
        writing += time.perf_counter() - middle
        games += 1
        plies += game.end().ply()
        size += len(text)
    return {"program": f"python-chess {chess.__version__}", "games": games, "plies": plies, "bytes": size,
            "reading": round(reading, 6), "writing": round(writing, 6)}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as pgn:
        print(json.dumps(measure(pgn, float(sys.argv[2]))))
