"""Seatings of a block: fixed, rotations of a random cyclic order, and all permutations."""

from collections import Counter
from itertools import permutations
from math import factorial

import chance
import numpy as np
import pytest
from scipy import stats

from gofsim.kernel import seating


def places(kind, players, index, seed=1, block=0):
    room = np.full(4, -1, np.int64)
    seating.seat_places(np.uint64(seed), np.uint64(block), players, kind, index, room)
    return tuple(room[:players].tolist())


@pytest.mark.parametrize("players", [3, 4])
def test_fixed(players):
    assert places(seating.FIXED, players, 0) == tuple(range(players))


@pytest.mark.parametrize("players", [3, 4])
def test_all_are_the_permutations_in_order(players):
    expected = list(permutations(range(players)))
    found = [places(seating.ALL, players, k) for k in range(factorial(players))]
    assert found == expected


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("block", [0, 1, 17, 2**62])
def test_rotations_turn_the_documented_order(players, block):
    order = list(range(players))
    words = chance.words(1, chance.ORDER, 0, block, players)
    for i in range(1, players - 1):
        j = i + chance.below(words[i - 1], players - i)
        order[i], order[j] = order[j], order[i]
    for k in range(players):
        expected = tuple(order[(seat - k) % players] for seat in range(players))
        assert places(seating.ROTATIONS, players, k, block=block) == expected


@pytest.mark.parametrize("players", [3, 4])
def test_cyclic_orders_are_equally_likely(players):
    blocks = 6_000
    counts = Counter(places(seating.ROTATIONS, players, 0, block=b) for b in range(blocks))
    assert all(order[0] == 0 for order in counts)
    assert len(counts) == factorial(players - 1)
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_every_place_sits_everywhere_once():
    for block in range(50):
        table = [places(seating.ROTATIONS, 4, k, block=block) for k in range(4)]
        assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*table, strict=True))
        neighbours = {tuple(np.roll(row, -row.index(0))) for row in table}
        assert len(neighbours) == 1
