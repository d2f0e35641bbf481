#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Has python-chess read orthodox games, and compares every position with ours. Needs the package `chess` of PyPI.

Usage: compare_python_chess.py RECORDS FILE

RECORDS is the program tests/bench/records, which prints the positions of the games of FILE, one behind each action;
`RECORDS make orthodox 100000 1 > FILE` makes the file. Here python-chess reads the same file, and its FEN after each move
must be the same. So must the result be. Ends with the first difference, or with a line that says how much was compared.
"""
import argparse
import subprocess
import sys
import time

import chess.pgn


class Different(Exception):
    """The two do not agree."""


def expect(ours, theirs, game, ply):
    if ours != theirs:
        raise Different(f"game {game}, after ply {ply}\n  ours:         {ours}\n  python-chess: {theirs}")


def compare_game(number, game, positions):
    """Compares the positions of a game with the lines that tell ours, up to an empty one; returns how many there were."""
    if game.errors:
        raise Different(f"game {number}: python-chess says: {game.errors[0]}")
    board = game.board()
    expect(next(positions), board.fen(), number, 0)
    for ply, move in enumerate(game.mainline_moves(), 1):
        board.push(move)
        expect(next(positions), board.fen(), number, ply)
    expect(next(positions), "", number, len(board.move_stack) + 1)
    outcome = board.outcome()
    if outcome and outcome.termination != chess.Termination.SEVENTYFIVE_MOVES:
        expect(game.headers["Result"], outcome.result(), number, len(board.move_stack))
    return len(board.move_stack)


def compare(file, positions):
    start = time.monotonic()
    games = plies = 0
    while True:
        game = chess.pgn.read_game(file)
        if game is None:
            break
        games += 1
        plies += compare_game(games, game, positions)
        if games % 1000 == 0:
            print(f"{games} games, {plies} plies, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    if next(positions, None) is not None:
        raise Different(f"there are more than the {games} games that python-chess reads")
    return f"{games} games, {plies} plies: no difference to python-chess {chess.__version__}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("file")
    arguments = parser.parse_args()
    with subprocess.Popen([arguments.records, "positions", arguments.file], stdout=subprocess.PIPE,
                          text=True) as process, open(arguments.file, encoding="utf-8") as file:
        try:
            print(compare(file, (line.rstrip("\n") for line in process.stdout)))
        except Different as difference:
            process.kill()
            sys.exit(f"compare_python_chess.py: {difference}")
    if process.returncode:
        sys.exit(f"compare_python_chess.py: {arguments.records} failed")


if __name__ == "__main__":
    main()
