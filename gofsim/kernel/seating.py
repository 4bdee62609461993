"""Which place (position in the experiment's `seats`) sits where."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.random import ORDER, philox, scale

FIXED, ROTATIONS, ALL = range(3)


@kernel(inline=False)
def seat_places(seed, block, players, kind, seating, places):
    """Fill places[seat] (int64[4]) for one seating of a block.

    FIXED: place p on seat p. ROTATIONS: a cyclic order of the places with place 0 first, uniform
    over the (n - 1)! ones (stream ORDER, round 0, one word a swap), turned by `seating` seats.
    ALL: the permutation of this number in lexicographic order.
    """
    for seat in range(players):
        places[seat] = seat
    if kind == ROTATIONS:
        _shuffle_all_but_first(seed, block, players, places)
        _rotate(players, seating, places)
    elif kind == ALL:
        _permute(players, seating, places)


@kernel
def _shuffle_all_but_first(seed, block, players, places):
    words = philox(seed, np.uint64(ORDER), np.uint64(1), np.uint64(0), block)
    for i in range(1, players - 1):
        j = i + scale(words[i - 1], players - i)
        places[i], places[j] = places[j], places[i]


@kernel
def _rotate(players, steps, places):
    for _ in range(steps):
        last = places[players - 1]
        for seat in range(players - 1, 0, -1):
            places[seat] = places[seat - 1]
        places[0] = last


@kernel
def _permute(players, number, places):
    ways = 1
    for i in range(2, players):
        ways *= i
    for i in range(players - 1):
        j = i + number // ways
        number %= ways
        chosen = places[j]
        for k in range(j, i, -1):
            places[k] = places[k - 1]
        places[i] = chosen
        ways //= players - 1 - i
