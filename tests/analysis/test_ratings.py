"""Plackett-Luce against choix, ties by hand, one-sided pools, names, and errors of blocks."""

from itertools import permutations
from math import log, sqrt

import choix
import numpy as np
import pytest
from orders import choices_in, draw_orders, one_by_one, tally

from gofsim.analysis.bootstrap import PoissonBootstrap
from gofsim.analysis.finishing_orders import OrderBook, order_weights, orders
from gofsim.analysis.ratings import Choices, connected, fit, played
from gofsim.analysis.run_folder import ArmInfo

STRENGTHS = [0.0, 0.6, 1.1, -0.9, 0.3]
BOTS = "abcde"
DUEL = Choices(("a", "b"), [(1, 3)], [(0, 0), (0, 1)])
THREE = [(0, 1), (1, 2), (2, 0)]
CIRCLE = Choices(
    ("a", "b", "c"), [(1, 1, 0), (0, 1, 1), (1, 0, 1)],
    [(stage, bot) for stage, pair in enumerate(THREE) for bot in pair],
)  # fmt: skip


@pytest.fixture
def chance():
    return np.random.default_rng(12)


def distinct_orders(chance, games, bots=5, size=4):
    tables = np.array([chance.permutation(bots)[:size] for _ in range(games)])
    return draw_orders(chance, STRENGTHS[:bots], tables, 1)[0]


def test_full_rankings_of_distinct_bots_agree_with_choix(chance):
    orders = distinct_orders(chance, 400)
    choices, counts = tally([[one_by_one(order)] for order in orders], BOTS)
    oracle = choix.mm_rankings(5, orders.tolist(), tol=1e-13)
    assert fit(choices, counts.sum(axis=0)) == pytest.approx(oracle - oracle.mean(), abs=1e-8)
    assert connected(choices, counts.sum(axis=0))


def test_tables_with_copies_agree_with_choix(chance):
    """Its choices of the first from a list may hold a bot several times, as ours do."""
    tables = np.array([[0, 1, 1, 1], [1, 2, 2, 2], [2, 0, 0, 0], [0, 0, 1, 2], [3, 1, 1, 3]])
    orders = draw_orders(chance, STRENGTHS, tables, 80).reshape(-1, 4)
    choices, counts = tally([[one_by_one(order)] for order in orders], "abcd")
    firsts = [
        (int(order[at]), order[at + 1 :].tolist()) for order in orders for at in range(3)
    ]  # fmt: skip
    oracle = choix.mm_top1(4, firsts, tol=1e-13)
    assert fit(choices, counts.sum(axis=0)) == pytest.approx(oracle - oracle.mean(), abs=1e-8)


def test_one_against_three_copies_by_hand():
    """Chance 25 in 100 = a / (a + 3 b): equal strengths; 40 in 100: a = 2 b."""
    assert fit(DUEL, np.array([25.0, 75])) == pytest.approx([0, 0], abs=1e-10)
    assert fit(DUEL, np.array([40.0, 60])) == pytest.approx([log(2) / 2, -log(2) / 2], abs=1e-10)


def test_leading_axes_are_fitted_one_by_one(chance):
    counts = chance.poisson(20.0, (3, 4, 6)).astype(float)
    together = fit(CIRCLE, counts)
    assert together.shape == (3, 4, 3)
    for place in np.ndindex(3, 4):
        assert together[place] == pytest.approx(fit(CIRCLE, counts[place]), abs=1e-10)
    assert together.sum(axis=-1) == pytest.approx(np.zeros((3, 4)), abs=1e-10)


def test_relabelling_the_bots_permutes_the_ratings(chance):
    orders = distinct_orders(chance, 60)
    straight = fit(*summed([[one_by_one(order)] for order in orders], 5))
    for renaming in ([4, 3, 2, 1, 0], [1, 2, 3, 4, 0]):
        renamed = [[one_by_one(np.array(renaming)[order])] for order in orders]
        assert fit(*summed(renamed, 5))[renaming] == pytest.approx(straight, abs=1e-9)


def summed(blocks, bots):
    choices, counts = tally(blocks, BOTS[:bots])
    return choices, counts.sum(axis=0)


def test_ties_are_all_their_orders_in_equal_parts():
    def spread(order):
        return {key: pytest.approx(weight) for key, weight in choices_in(order, 3).items()}

    ways = [one_by_one(order) for order in permutations((0, 1, 1))]
    mean = {}
    for way in ways:
        for choice, weight in choices_in([[2], *way], 3).items():
            mean[choice] = mean.get(choice, 0) + weight / len(ways)
    assert spread([[2], [1, 0, 1]]) == mean
    assert choices_in([[0, 1], [2]], 3) == {
        ((1, 1, 1), 0): 0.5,
        ((1, 1, 1), 1): 0.5,
        ((1, 0, 1), 0): 0.5,
        ((0, 1, 1), 1): 0.5,
    }


@pytest.mark.parametrize("labels", ["abbb", "abcd", "ccab", "abb"])
def test_a_league_counts_ties_as_the_slow_twin_does(chance, labels):
    arm = ArmInfo("arm", tuple(labels), {}, ({},) * len(labels), hash="", seatings=1)
    book, ways = OrderBook(tuple("abcd"), [arm]), len(orders(len(labels)))
    keys = chance.integers(0, 3, (60, len(labels)))
    found = np.zeros((60, len(book.choices.outcomes)))
    book.add(found, arm, order_weights(keys))
    outcomes = [(book.choices.stages[stage], bot) for stage, bot in book.choices.outcomes]
    for row, points in zip(found / ways, keys, strict=True):
        order = [["abcd".index(labels[p]) for p in np.flatnonzero(points == k)] for k in range(3)]
        slow = choices_in([tied for tied in order if tied], 4)
        fast = {choice: w for choice, w in zip(outcomes, row, strict=True) if w}
        assert fast == {choice: pytest.approx(w, abs=1e-12) for choice, w in slow.items()}


def test_stages_of_one_kind_tell_nothing():
    assert choices_in([[1], [0], [0], [0]], 2) == {((3, 1), 1): 1}
    assert choices_in([[0], [0, 0]], 1) == {}


def test_bots_that_always_tie_are_equal():
    choices, counts = summed([[[[0, 1], [2]], [[2], [1, 0]]]] * 3, 3)
    ratings = fit(choices, counts)
    assert ratings[0] == pytest.approx(ratings[1], abs=1e-12)


def test_identical_bots_have_the_same_rating():
    counts = np.full(6, 7.0)
    assert fit(CIRCLE, counts) == pytest.approx([0, 0, 0], abs=1e-12)
    assert connected(CIRCLE, counts)


@pytest.mark.parametrize("counts", [[80.0, 0], [0, 80.0], [1, 0], [0, 1], [0, 0], [1e7, 0]])
def test_one_sided_duels_are_finite_and_flagged(counts):
    ratings = fit(DUEL, np.array(counts))
    assert np.isfinite(ratings).all()
    assert not connected(DUEL, np.array(counts))
    assert np.sign(ratings[0]) == np.sign(counts[0] - counts[1])


def test_who_always_wins_stands_first_and_more_wins_more():
    few, many = fit(CIRCLE, np.array([[5.0, 0, 5, 5, 0, 5], [50, 0, 5, 5, 0, 50]]))
    assert few[0] > few[1] == pytest.approx(few[2], abs=1e-10)
    assert many[0] > few[0]
    assert not connected(CIRCLE, np.array([5.0, 0, 5, 5, 0, 5]))


def test_who_never_wins_stands_last():
    counts = np.array([0.0, 9, 4, 5, 9, 0])
    ratings = fit(CIRCLE, counts)
    assert np.isfinite(ratings).all()
    assert ratings.argmin() == 0
    assert not connected(CIRCLE, counts)


def test_a_pool_in_two_parts_is_finite_and_flagged():
    choices = Choices(tuple("abcd"), [(1, 1, 0, 0), (0, 0, 1, 1)], [(0, 0), (0, 1), (1, 2), (1, 3)])
    ratings = fit(choices, np.array([30.0, 10, 10, 30]))
    assert not connected(choices, np.array([30.0, 10, 10, 30]))
    assert ratings == pytest.approx([-r for r in ratings[[1, 0, 3, 2]]], abs=1e-9)
    assert ratings[0] == pytest.approx(ratings[3], abs=1e-9)
    assert 0 < ratings[0] < log(3) / 2


def test_beating_through_others_connects():
    assert connected(CIRCLE, np.array([1.0, 0, 1, 0, 1, 0]))
    assert not connected(CIRCLE, np.array([1.0, 0, 1, 0, 0, 1]))


def test_who_never_met_anybody_has_no_rating_and_disturbs_nobody():
    choices = Choices(("idle", "a", "b"), [(0, 1, 3), (2, 0, 0)], [(0, 1), (0, 2), (1, 0)])
    counts = np.array([40.0, 60, 10])
    assert played(choices, counts).tolist() == [False, True, True]
    assert connected(choices, counts)
    assert fit(choices, counts) == pytest.approx([0, log(2) / 2, -log(2) / 2], abs=1e-10)


def test_a_resample_without_a_bot_is_flagged_and_finite():
    counts = np.array([[3.0, 4, 0, 0, 0, 0], [3, 4, 2, 2, 1, 1]])
    assert played(CIRCLE, counts).tolist() == [[True, True, False], [True, True, True]]
    assert connected(CIRCLE, counts).tolist() == [False, True]
    assert np.isfinite(fit(CIRCLE, counts)).all()


def test_a_single_block_is_finite():
    choices, counts = summed([[[[0], [1], [2], [3]], [[1], [0], [2], [3]]]], 4)
    assert np.isfinite(fit(choices, counts)).all()
    assert not connected(choices, counts)


def test_a_pool_of_one_and_a_pool_of_none():
    alone = Choices(("a",), [], [])
    assert fit(alone, np.zeros(0)).tolist() == [0]
    assert played(alone, np.zeros(0)).tolist() == [False]
    assert connected(alone, np.zeros(0))


def test_far_apart_strengths_are_found():
    choices = Choices(("a", "b"), [(1, 1)], [(0, 0), (0, 1)])
    ratings = fit(choices, np.array([1e7, 1.0]))
    assert ratings[0] - ratings[1] == pytest.approx(log(1e7), abs=1e-9)


def test_one_win_in_ten_million_is_not_lost_in_rounding():
    """Two crowded pairs that one win each way connects: the pairs' middles are equal."""
    choices = Choices(
        tuple("abcd"), [(1, 1, 0, 0), (0, 0, 1, 1), (1, 0, 1, 0)],
        [(0, 0), (0, 1), (1, 2), (1, 3), (2, 0), (2, 2)],
    )  # fmt: skip
    ratings = fit(choices, np.array([2e7, 1e7, 3e7, 1e7, 1, 1]))
    assert ratings[[0, 2]] - ratings[[1, 3]] == pytest.approx([log(2), log(3)], abs=1e-10)
    assert ratings[0] == pytest.approx(ratings[2], abs=1e-9)


def test_the_bootstrap_error_is_that_of_the_clusters(chance):
    """Four games a block on common luck, so that choices of a block hang together."""
    resamples, blocks = 3000, 400
    tables = np.array([[0, 1, 2, 2], [1, 2, 0, 0], [2, 0, 1, 1], [0, 1, 2, 1]])
    luck = chance.normal(0, 1.5, (blocks, 3))
    orders = [draw_orders(chance, own, tables, 1)[0] for own in STRENGTHS[:3] + luck]
    choices, counts = tally([[one_by_one(order) for order in block] for block in orders], "abc")
    bootstrap = PoissonBootstrap(counts.shape[1], resamples, seed=1)
    bootstrap.add(counts)
    assert connected(choices, bootstrap.sums).all()
    errors = fit(choices, bootstrap.sums).std(axis=0, ddof=1)
    assert errors == pytest.approx(sandwich(choices, counts), rel=5 / sqrt(2 * resamples))


def sandwich(choices, counts):
    """Huber's errors with blocks as clusters, the slopes by differences."""
    ratings = fit(choices, counts.sum(axis=0))

    def logs_of(strengths):
        weights = np.array(choices.stages) * np.exp(strengths)
        chances = weights / weights.sum(axis=1, keepdims=True)
        return np.log([chances[outcome] for outcome in choices.outcomes])

    step = 1e-4 * np.eye(len(ratings))
    slopes = np.array([(logs_of(ratings + s) - logs_of(ratings - s)) / 2e-4 for s in step]).T
    scores = counts @ slopes
    curve = np.array(
        [
            [
                sum(
                    a * b * counts.sum(axis=0) @ logs_of(ratings + a * s + b * t) / 4e-8
                    for a in (1, -1)
                    for b in (1, -1)
                )
                for s in step
            ]
            for t in step
        ]
    )
    inverse = np.linalg.pinv(curve, rcond=1e-6)
    return np.sqrt(np.diag(inverse @ scores.T @ scores @ inverse))
