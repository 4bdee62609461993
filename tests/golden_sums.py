"""Golden sums of fixed seeds: `python tests/golden_sums.py` writes them anew, on purpose only.

Whoever does so has changed results: RESULTS_VERSION goes up, and CHANGELOG.md says why.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
from games import bot

from gofsim.rules import Rules
from gofsim.simulation.play import RESULTS_VERSION, play_blocks

FILE = Path(__file__).parent / "golden" / "sums.json"
LOWEST, RANDOM, NOPASS = bot("lowest"), bot("random"), bot("random-nopass")
CARELESS = bot("random-nopass", forget=0.4, give="random")
CASES = {
    "lowest": ([LOWEST] * 4, {}, "rotations", 200),
    "mixed": ([RANDOM, LOWEST, NOPASS, CARELESS], {}, "rotations", 200),
    "three players": ([RANDOM, LOWEST, NOPASS], {"players": 3}, "all", 100),
    "riffles": (
        [LOWEST, RANDOM, LOWEST, NOPASS],
        {"shuffle": "riffle", "next_lead": "multi-one", "direction": "clockwise"},
        "rotations",
        100,
    ),
    "three players, riffles": (
        [CARELESS] * 3,
        {"players": 3, "shuffle": "riffle", "riffles": 1, "next_lead": "random"},
        "rotations",
        100,
    ),
    "other cards": (
        [RANDOM, NOPASS, LOWEST, CARELESS],
        {"tie_break": "top-card", "phoenix_in_full_house": False, "multi_one_wild": False},
        "fixed",
        200,
    ),
    "other play": (
        [CARELESS, NOPASS, LOWEST, CARELESS],
        {"passing": "final", "first_lead": "random", "next_lead": "loser", "last_card": "advice"},
        "fixed",
        200,
    ),
    "other points": (
        [LOWEST, NOPASS, LOWEST, RANDOM],
        {
            "scoring": (0, *range(1, 17)),
            "target": 60,
            "exchange_tie": "clockwise",
            "last_card": "off",
        },
        "all",
        20,
    ),
    "no exchange": ([NOPASS] * 4, {"exchange": "off"}, "rotations", 100),
}


def sums_of(case):
    """Sum of each column, and a hash of all of them, for the three tables."""
    seats, rules, seating, blocks = CASES[case]
    played = play_blocks(
        seats,
        Rules(**rules),
        seed=20260101,
        blocks=range(blocks),
        seating=seating,
        single_round=False,
        arm=case,
    )
    return {table: _table_sums(getattr(played, table)) for table in ("rounds", "games", "gangs")}


def _table_sums(columns):
    digest = hashlib.sha256()
    for name in sorted(columns):
        digest.update(name.encode() + np.ascontiguousarray(columns[name], "<i8").tobytes())
    sums = {name: int(column.sum(dtype=np.int64)) for name, column in columns.items()}
    return {"rows": len(columns["block"]), "hash": digest.hexdigest()[:16], "sums": sums}


def write():
    """Write the file."""
    golden = {"results_version": RESULTS_VERSION, "cases": {case: sums_of(case) for case in CASES}}
    FILE.write_text(json.dumps(golden, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
