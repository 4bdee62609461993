"""Cells of known parts, for the tests of luck and skill."""

import numpy as np

from gofsim.analysis.luck import Cells


def made(
    rng, blocks, *, bot=0.0, seat=0.0, lead=0.0, deal=1.0, interplay=0.0, chance=0.0, times=1,
    draws=True, seats=4,
):  # fmt: skip
    """Cells by the gap of the bots, slopes over seats and places, three standard deviations."""
    leaders = rng.integers(0, seats, (blocks, 1))
    places = (np.arange(seats) - leaders) % seats
    middle = (seats - 1) / 2
    common = rng.normal(0, deal, (blocks, seats)) + lead * (places - middle)
    common += seat * (np.arange(seats) - middle)
    first, second = (
        (common + sign * bot / 2 + rng.normal(0, interplay, (blocks, seats)))[:, :, None]
        + rng.normal(0, chance, (blocks, seats, times))
        for sign in (1, -1)
    )
    return Cells(first, second, places, False, draws)
