"""Luck and skill: parts of known size are found again, and what is known of simple cases."""

import numpy as np
import pytest

from gofsim.analysis.luck import (
    Cells,
    figure,
    kept_variance,
    parts_of,
    shares_of,
    slope_of,
    until_sure,
)


def made(rng, blocks, *, bot=0.0, lead=0.0, deal=1.0, rest=1.0, seats=4):
    """Cells of known parts: the gap of the bots, the slope over places, two standard deviations."""
    leaders = rng.integers(0, seats, (blocks, 1))
    places = (np.arange(seats) - leaders) % seats
    common = rng.normal(0, deal, (blocks, seats)) + lead * (places - (seats - 1) / 2)
    first = common + bot / 2 + rng.normal(0, rest, (blocks, seats))
    second = common - bot / 2 + rng.normal(0, rest, (blocks, seats))
    return Cells(first, second, places, False)


def test_the_parts_are_found_again():
    cells = made(np.random.default_rng(1), 20_000, bot=2.0, lead=1.0, deal=3.0, rest=2.0)
    parts = parts_of(cells)
    assert parts.bot == pytest.approx(1.0, abs=0.1)
    assert parts.lead == pytest.approx(1.25, abs=0.1)
    assert parts.deal == pytest.approx(9.0, rel=0.03)
    assert parts.rest == pytest.approx(4.0, rel=0.03)
    both = np.concatenate([cells.first.ravel(), cells.second.ravel()])
    assert parts.whole == pytest.approx(both.var(), rel=0.01)


def test_what_is_not_there_is_not_found():
    parts = parts_of(made(np.random.default_rng(2), 20_000, deal=0.0))
    assert parts.bot == pytest.approx(0, abs=0.005)
    assert parts.lead == pytest.approx(0, abs=0.005)
    assert parts.deal == pytest.approx(0, abs=0.02)


def test_shares_make_one_and_their_intervals_hold():
    """Of forty studies at most six miss: 95% would miss two."""
    missed = 0
    for seed in range(40):
        cells = made(np.random.default_rng(seed), 400, bot=1.0, deal=2.0, rest=1.0)
        shares = shares_of(cells)
        assert sum(each.value for each in shares.values()) == pytest.approx(1)
        missed += abs(shares["deal"].value - 4 / 5.25) > shares["deal"].reach
    assert missed <= 6


def test_results_until_the_better_is_ahead():
    rng = np.random.default_rng(3)
    cells = made(rng, 50_000, bot=1.0, deal=2.0, rest=1.0)
    # The first takes half a point more than even, with a variance of five.
    assert until_sure(cells) == pytest.approx(1.645**2 * 5 / 0.25, rel=0.05)
    taken = cells.first.ravel()[: 54 * 3000].reshape(-1, 54)
    assert (taken.mean(axis=1) > 0).mean() == pytest.approx(0.95, abs=0.02)
    same = Cells(np.zeros((60, 4)), np.zeros((60, 4)), cells.places[:60], False)
    assert until_sure(same) == float("inf")


def test_adjusting_takes_away_what_the_deal_explains():
    cells = made(np.random.default_rng(4), 20_000, deal=2.0, rest=1.0)
    # Both take the deal's 4 of 5: of the variance 1 - 0.8^2 is left.
    assert slope_of(cells) == pytest.approx(0.8, abs=0.02)
    assert kept_variance(cells) == pytest.approx(0.36, abs=0.02)


def test_adjusting_by_noise_promises_nothing():
    found = figure(made(np.random.default_rng(5), 500, deal=0.0), kept_variance)
    assert found.value == pytest.approx(1, abs=0.05)
    assert found.reach > 0


def test_a_bot_that_always_wins_has_no_luck_to_take_away():
    cells = made(np.random.default_rng(6), 60)
    always = Cells(np.ones((60, 4)), cells.second, cells.places, True)
    never = Cells(cells.first, np.zeros((60, 4)), cells.places, True)
    assert (kept_variance(always), slope_of(never), kept_variance(never)) == (1.0, 0.0, 1.0)
