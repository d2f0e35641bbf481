#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Measures one thing from Python, in a process of its own. Usage: python_measures.py WHO WHAT [ARGUMENT...]

WHO is `variantchess`, `python-chess`, `pyffish` or `openspiel`; what there is to measure stands in MEASURES. Prints one
line of JSON: how many, and the seconds of the processor and of the clock that they took. Ends with status 77 when a
package is missing. Nobody but `variantchess` shares a process with this package.
"""
import json
import os
import random
import sys
import threading
import time

SECONDS = 1.0
SEED = 1
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def repeat(work, *arguments):
    """Does work, which tells how much it did, for some seconds."""
    work(*arguments)
    done, used, clock = 0, time.process_time(), time.perf_counter()
    while time.perf_counter() - clock < SECONDS:
        done += work(*arguments)
    return {"count": done, "cpu_seconds": time.process_time() - used, "seconds": time.perf_counter() - clock}


def game():
    """The moves of a fixed random game, as texts, and its positions, which the environment's PYTHON_BENCH_GAME holds."""
    with open(os.environ["PYTHON_BENCH_GAME"], encoding="ascii") as file:
        line = json.load(file)
    return line["moves"], line["fens"]


# --------------------------------------------------------------------------------- variantchess


def our_game(plies=200):
    """A random game for all to replay."""
    from variantchess import Game
    dice, played = random.Random(SEED), Game()
    fens = [played.position]
    while played.length < plies and not played.is_over:
        played.step(dice.choice(played.actions))
        fens.append(played.position)
    return {"moves": [str(entry.action) for entry in played.history], "fens": fens}


def our_playouts(rules):
    from variantchess import Game
    dice = random.Random(SEED)

    def work():
        played = Game(rules)
        while not played.is_over:
            played.play(dice.choice(played.actions))
        return played.length
    return repeat(work)


def our_lists():
    from variantchess import Action, Game
    moves = list(map(Action, game()[0]))

    def work():
        played = Game()
        for move in moves:
            list(played.actions)
            played.step(move)
        return len(moves)
    return repeat(work)


def our_copies(history):
    from variantchess import Game
    moves, _ = game()
    played = Game()
    for move in moves[:60]:
        played.step(move)
    return repeat(lambda: sum(1 for _ in range(100) if played.copy(history == "with")))


def our_fens(way):
    from variantchess import Game
    _, fens = game()
    if way == "read":
        return repeat(lambda: sum(1 for fen in fens if Game(position=fen)))
    games = [Game(position=fen) for fen in fens]
    return repeat(lambda: sum(1 for one in games if one.position))


def our_batches(rules, games):
    import numpy as np
    from variantchess.batch import Batch
    batch = Batch(rules, int(games), seed=SEED, arrays=["actions"], by_index=False)
    dice = np.random.default_rng(SEED)

    stepping = 0.0

    def work():
        nonlocal stepping
        for _ in range(16):
            choices = batch.random_choices(dice)
            start = time.thread_time()
            batch.step(choices)
            stepping += time.thread_time() - start
        return 16 * len(batch)
    for _ in range(6):
        work()  # which brings the games apart
    stepping = 0.0
    work_first = work()
    line = repeat(work)
    return {**line, "step_seconds": stepping * line["count"] / (line["count"] + 2 * work_first)}


def our_threads(what, threads):
    """Work of several Python threads at once; it counts by the clock."""
    from variantchess import Game

    def perft():
        return Game().perft(4)

    def playouts(numbers=iter(range(10**9))):
        return Game("power").playout(next(numbers)).length

    def batches():
        import numpy as np
        from variantchess.batch import Batch
        here = threading.local()

        def work():
            if not hasattr(here, "batch"):
                here.batch = Batch("orthodox", 256, seed=SEED, arrays=["actions"], by_index=False)
                here.dice = np.random.default_rng(SEED)
            here.batch.step(here.batch.random_choices(here.dice))
            return len(here.batch)
        return work

    work = {"perft": lambda: perft, "playouts": lambda: playouts, "batches": batches}[what]()
    counts = []
    workers = [threading.Thread(target=lambda: counts.append(repeat(work))) for _ in range(int(threads))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return {"count": sum(one["count"] for one in counts), "cpu_seconds": max(one["cpu_seconds"] for one in counts),
            "seconds": max(one["seconds"] for one in counts)}


def our_openspiel(rules):
    import variantchess.openspiel  # noqa: F401 - which registers the games
    return openspiel_playouts("variantchess_" + rules)


# ----------------------------------------------------------------------------------- the others


def chess_playouts():
    import chess
    dice = random.Random(SEED)

    def work():
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        return len(board.move_stack)
    return repeat(work)


def chess_lists():
    import chess
    moves = list(map(chess.Move.from_uci, game()[0]))

    def work():
        board = chess.Board()
        for move in moves:
            list(board.legal_moves)
            board.push(move)
        return len(moves)
    return repeat(work)


def chess_copies(history):
    import chess
    moves, _ = game()
    board = chess.Board()
    for move in moves[:60]:
        board.push_uci(move)
    return repeat(lambda: sum(1 for _ in range(100) if board.copy(stack=history == "with")))


def chess_fens(way):
    import chess
    _, fens = game()
    if way == "read":
        return repeat(lambda: sum(1 for fen in fens if chess.Board(fen)))
    boards = [chess.Board(fen) for fen in fens]
    return repeat(lambda: sum(1 for board in boards if board.fen()))


def ffish_playouts():
    """It has no games: a position is a FEN and the moves since, and each call begins there. FENs alone are quicker."""
    import pyffish
    dice = random.Random(SEED)

    def work():
        fen, plies = START, 0
        while True:
            moves = pyffish.legal_moves("chess", fen, [])
            if not moves or fen.split()[4] == "150" or all(pyffish.has_insufficient_material("chess", fen, [])):
                return plies
            fen = pyffish.get_fen("chess", fen, [dice.choice(moves)])
            plies += 1
    return repeat(work)


def ffish_lists():
    import pyffish
    moves, fens = game()

    def work():
        for fen, move in zip(fens, moves):
            pyffish.legal_moves("chess", fen, [])
            pyffish.get_fen("chess", fen, [move])
        return len(moves)
    return repeat(work)


def ffish_fens():
    import pyffish
    _, fens = game()
    return repeat(lambda: sum(1 for fen in fens if pyffish.get_fen("chess", fen, [])))


def openspiel_playouts(short_name="chess"):
    import pyspiel
    loaded = pyspiel.load_game(short_name)
    dice = random.Random(SEED)

    def work():
        state, plies = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            plies += 1
        return plies
    return repeat(work)


MEASURES = {
    "variantchess": {"game": our_game, "playouts": our_playouts, "lists": our_lists, "copies": our_copies, "fens": our_fens,
                     "batches": our_batches, "threads": our_threads, "openspiel": our_openspiel},
    "python-chess": {"playouts": chess_playouts, "lists": chess_lists, "copies": chess_copies, "fens": chess_fens},
    "pyffish": {"playouts": ffish_playouts, "lists": ffish_lists, "fens": ffish_fens},
    "openspiel": {"playouts": openspiel_playouts},
}


if __name__ == "__main__":
    try:
        print(json.dumps(MEASURES[sys.argv[1]][sys.argv[2]](*sys.argv[3:])))
    except ImportError as missing:
        print("skipped: no %s" % missing.name, file=sys.stderr)
        sys.exit(77)
