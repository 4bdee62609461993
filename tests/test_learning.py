"""`gofsim.tables`: what may be asked for, and what is refused."""

import numpy as np
import pytest

import gofsim
from gofsim.errors import BadInputError
from gofsim.learning import seated


def test_tables_are_set_up_from_names_and_rules():
    seats = [None, {"kind": "lowest", "gang_when_opponent_at_most": 2}, None]
    tables = gofsim.tables(20, seats, seed=3, block=7, target=30, give="highest")
    gives = 0
    ended = np.zeros(20, int)
    while ended.min() < 1:
        assert set(tables.seat.tolist()) <= {0, 2}
        gives += tables.gives.sum()
        tables.play(tables.ask(LOWEST))
        ended += tables.games
    assert gives == 0
    assert (tables.rules.players, tables.rules.target) == (3, 30)


LOWEST = seated("lowest")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"count": 0}, r"count: must be a whole number 1 to 100000, not 0"),
        ({"seed": -1}, r"seed: must be a whole number 0 to"),
        ({"block": 0.5}, r"block: must be a whole number 0 to"),
        ({"seats": "lowest"}, r"seats: must be a list of bots and None, not .lowest"),
        ({"seats": ["lowest"] * 4}, r"seats: none is yours; put None where you play"),
        ({"seats": [None] * 3, "players": 4}, r"seats: 3 seats, but 4 players"),
        ({"seats": [None, "lowset", None, None]}, r"seats: unknown bot.*lowest"),
        ({"seats": [None, {"forget": 0}, None, None]}, r"seats: .* is no bot"),
        ({"give": "lowset"}, r"tables give: must be .*"),
        ({"target": 0}, r"target"),
    ],
)
def test_what_is_refused(changes, line):
    wished = {"count": 2, "seats": [None] * 4, "seed": 1} | changes
    with pytest.raises(BadInputError, match=line):
        gofsim.tables(wished.pop("count"), wished.pop("seats"), **wished)
