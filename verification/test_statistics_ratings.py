"""Ratings of simulated finishing orders: how often the bootstrap's intervals hold the truth."""

import numpy as np
import pytest

from gofsim.analysis.bootstrap import PoissonBootstrap
from gofsim.analysis.estimates import from_error
from gofsim.analysis.finishing_orders import OrderBook, order_weights, orders
from gofsim.analysis.ratings import connected, fit
from gofsim.analysis.run_folder import ArmInfo
from verification.record import record

STRENGTHS = np.array([0.8, 0.3, 0.0, -0.2, -0.9])
BOTS = tuple("abcde")
RUNS, RESAMPLES = 1000, 400
SEATINGS = 4


def arm(*bots):
    labels = tuple(BOTS[bot] for bot in bots)
    return ArmInfo("+".join(labels), labels, {}, ({},) * 4, hash="", seatings=SEATINGS)


def one_against_field():
    return [arm(a, b, b, b) for a in range(5) for b in range(5) if a != b]


def tables():
    return [arm(*(bot for bot in range(5) if bot != out)) for out in range(5)]


def weights(chance, bots, blocks):
    """Orders of the seatings of each block, int64[blocks, n!]: exact draws of Plackett-Luce.

    The first two seatings are one game counted twice, so that games of a block hang together.
    """
    scores = STRENGTHS[bots] + chance.gumbel(size=(blocks, SEATINGS, 4))
    scores[:, 1] = scores[:, 0]
    found = order_weights(-scores.reshape(-1, 4))
    return found.reshape(blocks, SEATINGS, -1).sum(axis=1)


@pytest.mark.parametrize(("design", "blocks"), [(one_against_field, 60), (tables, 200)])
def test_intervals_of_ratings(design, blocks):
    chance, arms = np.random.default_rng(20261130), design()
    book, ways = OrderBook(BOTS, arms), len(orders(4))
    truth = STRENGTHS - STRENGTHS.mean()
    pairs = np.tril_indices(5, -1)
    single, paired = [], []
    for run in range(RUNS):
        chosen = np.zeros((blocks, len(book.choices.outcomes)))
        for each in arms:
            bots = [BOTS.index(label) for label in each.labels]
            book.add(chosen, each, weights(chance, bots, blocks))
        bootstrap = PoissonBootstrap(chosen.shape[1], RESAMPLES, seed=run)
        bootstrap.add(chosen)
        value = fit(book.choices, chosen.sum(axis=0) / ways)
        spread = fit(book.choices, bootstrap.sums / ways)
        assert connected(book.choices, bootstrap.sums).all()
        single.append(covered(value, spread, truth, blocks))
        paired.append(covered(*(differences(x, pairs) for x in (value, spread, truth)), blocks))
    words = f"{design.__name__.replace('_', ' ')} of 5 bots, {blocks} blocks"
    for what, found in (("ratings", single), ("differences of ratings", paired)):
        share = np.mean(found)
        record("4 Coverage", f"bootstrap intervals of {what}, {words}",
               f"{share:.1%} of {np.size(found):,}", "93.5-96.5%")  # fmt: skip
        assert 0.935 <= share <= 0.965


def differences(ratings, pairs):
    return ratings[..., pairs[0]] - ratings[..., pairs[1]]


def covered(value, spread, truth, blocks):
    """Whether the intervals, made as in the report of a league, hold the truth."""
    errors = spread.std(axis=0, ddof=1)
    found = [from_error(v, e, blocks) for v, e in zip(value, errors, strict=True)]
    return [each.low <= true <= each.high for each, true in zip(found, truth, strict=True)]
