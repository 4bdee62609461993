"""Rows of a few games as JSON, for a run without the compiler: `python tests/plain_rows.py`.

With NUMBA_DISABLE_JIT=1 the same code runs as plain Python, whose products of words overflow
aloud: hence the numpy setting.
"""

import json
import sys

import numpy as np
from games import bot

from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks

CAREFUL, CARELESS = bot("lowest"), bot("random-nopass", forget=0.5, give="random")
# Searches, with as little work as goes: without the compiler each move takes 0.1 ms.
FEW = {"candidates": 3, "rollout": "lowest", "objective": "games"}
WORTH = {"policy": "value", "worlds": 1, "rollout": "lowest"}
SEARCHES = [
    bot("pimc", worlds=1, give=WORTH, **FEW),
    bot("pimc-infer", worlds=1, warm_up=2, steps=2, model="lowest", give="lowest", **FEW),
    bot("oracle", give="lowest", **FEW),
]
CASES = [
    ([CAREFUL, bot("random"), CARELESS, CAREFUL], {}),
    (
        [CARELESS, bot("random"), CAREFUL],
        {"players": 3, "shuffle": "riffle", "next_lead": "multi-one", "tie_break": "top-card"},
    ),
    (SEARCHES, {"players": 3}),
    ([bot("random-nopass", give="highest")] * 4, {"passing": "final", "last_card": "advice"}),
]


def rows():
    """All columns of all tables of one game a case."""
    tables = []
    for seats, rules in CASES:
        played = play_blocks(
            seats,
            Rules(target=40, **rules),
            seed=99,
            blocks=range(3, 4),
            seating="fixed",
            single_round=False,
            arm="plain",
        )
        tables.append(
            {
                table: {name: column.tolist() for name, column in getattr(played, table).items()}
                for table in ("rounds", "games", "gangs")
            }
        )
    return tables


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        json.dump(rows(), sys.stdout)
