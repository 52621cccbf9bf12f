"""Plays one whole game against `dama hub` through pydraughts.

Usage: play.py DAMA VARIANT SIDE. Our engine has the first move or the second
(SIDE first or second), a random mover the other; prints the result.
"""

import random
import sys

import draughts
import draughts.engine

MOST_PLIES = 400
NODES = 20_000


def ask(engine, board, variant):
    """The engine's move, by pydraughts' own reading of the answer."""
    if variant == "normal":
        played = engine.play(board, draughts.engine.Limit(nodes=NODES), False)
        return played.move
    # Its English boards are turned round inside, and `play` sends the start as
    # seen from inside with moves as seen from outside; so we say the start.
    start = "B" + 12 * "b" + 8 * "e" + 12 * "w"
    moves = " ".join(move.hub_move for move in board.move_stack)
    best, _ = engine.go(start, moves=moves, nodes=NODES)
    return draughts.Move(board, hub_move=best)


def main() -> None:
    dama, variant, side = sys.argv[1:]
    chance = random.Random(7)
    board = draughts.Board(variant="standard" if variant == "normal" else variant)
    engine = draughts.engine.HubEngine([dama, "hub"])
    assert "hash" in engine.options and variant in engine.variants, engine.variants
    engine.configure({"variant": variant, "hash": "8"})
    engine.init()
    engine.ping()
    ours = 0 if side == "first" else 1
    plies = 0
    while not board.is_over():
        assert plies < MOST_PLIES, "the game does not end"
        if plies % 2 == ours:
            move = ask(engine, board, variant)
            assert engine.info["depth"] >= 1 and engine.info["pv"], engine.info
        else:
            move = chance.choice(board.legal_moves())
        board.push(move)
        plies += 1
    engine.quit()
    engine.p.communicate(timeout=30)
    assert engine.p.returncode == 0, engine.p.returncode
    # Whoever is to move when the game is won has lost it.
    won = board.winner() in (draughts.WHITE, draughts.BLACK) and plies % 2 != ours
    print("won" if won else "not won", "after", plies, "plies")


main()
