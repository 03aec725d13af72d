#!/usr/bin/env python3
"""Kingpost's algebraic notation beside an independent library, over random games, as two processes.

    python3 -m venv /tmp/san && /tmp/san/bin/pip install chess
    /tmp/san/bin/python tests/san.py target/debug/kingpost [POSITIONS] [GAMES]

Each position: the same legal moves, each written the same way, check told alike. Each game: the library's moves, given to
`--play` one after another, are read as the same moves and lead to the same position. The library (under the GPL) is only
asked; nothing of it is linked or kept. `tests/run` calls this where the library can be had.
"""

import json
import random
import subprocess
import sys

import chess

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/PPP2ppp/8/8/8/8/ppp2PPP/4K3 b - - 0 31",
    "3k4/8/8/1N1N1N2/8/1N1N1N2/8/4K2q w - - 0 1",
]


def asked(program, *words):
    """What `kingpost position --json` answers."""
    answer = subprocess.run([program, "position", "--json", *words], capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"san: {' '.join(words)}: exit {answer.returncode}: {answer.stdout}{answer.stderr}")
    return json.loads(answer.stdout)


def game(chance):
    """A random game that likes captures and promotions, up to 120 plies."""
    board = chess.Board(chance.choice(STARTS))
    while board.ply() < 120 and not board.is_game_over():
        moves = list(board.legal_moves)
        lively = [move for move in moves if move.promotion or board.is_capture(move)]
        board.push(chance.choice(lively if lively and chance.random() < 0.3 else moves))
    return board


def same(what, ours, theirs):
    if ours != theirs:
        sys.exit(f"san: {what}\n  kingpost: {ours}\n  chess:    {theirs}")


def main():
    program = sys.argv[1]
    positions, games = (int(word) for word in (sys.argv[2:] + ["200", "20"][len(sys.argv) - 2 :]))
    chance, moves = random.Random(64), 0
    for _ in range(positions):
        board = game(chance)
        for _ in range(chance.randrange(len(board.move_stack) + 1)):
            board.pop()
        answer = asked(program, "--fen", board.fen())
        theirs = {move.uci(): board.san(move) for move in board.legal_moves}
        if answer["outcome"] is None:
            same(board.fen(), {move["uci"]: move["san"] for move in answer["moves"]}, theirs)
            moves += len(theirs)
        same(board.fen(), answer["check"], board.is_check())
    for _ in range(games):
        board = game(chance)
        start, texts = board.root(), []
        replay = start.copy()
        for move in board.move_stack:
            texts.append(replay.san(move))
            replay.push(move)
        words = [word for text in texts for word in ("--play", text)]
        answer = asked(program, "--fen", start.fen(), *words)
        same(f"{start.fen()} {texts}", answer["played"], texts)
        same(f"{start.fen()} {texts}", answer["fen"], board.fen())
        moves += len(texts)
    print(f"san: {positions} positions, {games} games, {moves} moves written alike")


main()
