"""Rates and differences from sums by block, against other programs and by hand."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from gofsim.analysis.block_sums import BlockSums, Rate, rate
from gofsim.analysis.estimates import paired_difference

COLUMNS = [("a", "wins"), ("a", "rounds"), ("b", "wins"), ("b", "rounds")]


@pytest.fixture
def blocks():
    """Wins and rounds of two arms in 80 blocks of different length."""
    chance = np.random.default_rng(5)
    rounds = chance.integers(2, 15, size=(80, 2))
    strength = chance.uniform(0.1, 0.5, size=(80, 1))
    wins = chance.binomial(rounds, strength)
    return np.column_stack([wins[:, 0], rounds[:, 0], wins[:, 1], rounds[:, 1]]).astype(float)


def sums_of(*parts):
    found = BlockSums(COLUMNS)
    for part in parts:
        found.add(part)
    return found


def test_a_rate_is_the_cluster_robust_mean_of_statsmodels(blocks):
    won, block = [], []
    for index, (wins, rounds, *_) in enumerate(blocks.astype(int)):
        won += [1] * wins + [0] * (rounds - wins)
        block += [index] * rounds
    oracle = sm.OLS(won, np.ones(len(won))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(block)}, use_t=True
    )
    found = sums_of(blocks).estimate(rate("a", "wins", "rounds"))
    assert found.value == pytest.approx(oracle.params[0], abs=1e-8)
    assert (found.low, found.high) == pytest.approx(tuple(oracle.conf_int()[0]), abs=1e-8)
    assert found.n == 80


def test_with_equal_bases_a_difference_is_the_paired_t_test(blocks):
    blocks[:, [1, 3]] = 7
    found = sums_of(blocks).difference(rate("a", "wins", "rounds"), rate("b", "wins", "rounds"))
    oracle = paired_difference(blocks[:, 0] / 7, blocks[:, 2] / 7)
    assert (found.value, found.low, found.high, found.p) == pytest.approx(
        (oracle.value, oracle.low, oracle.high, oracle.p), abs=1e-12
    )


def test_a_difference_of_rates_by_hand(blocks):
    found = sums_of(blocks).difference(rate("a", "wins", "rounds"), rate("b", "wins", "rounds"))
    deviation = 0.0
    for sign, (wins, rounds) in ((1, blocks[:, :2].T), (-1, blocks[:, 2:].T)):
        own = wins.sum() / rounds.sum()
        deviation = deviation + sign * (wins - own * rounds) / rounds.mean()
    error = deviation.std(ddof=1) / np.sqrt(80)
    assert found.error == pytest.approx(error, rel=1e-10)
    assert found.p == pytest.approx(2 * stats.t.sf(abs(found.value) / error, 79), rel=1e-8)


def test_pairing_by_block_sees_what_blocks_share(blocks):
    apart = sums_of(blocks)
    left, right = rate("a", "wins", "rounds"), rate("b", "wins", "rounds")
    separate = apart.estimate(left).error ** 2 + apart.estimate(right).error ** 2
    assert apart.difference(left, right).error ** 2 < separate


def test_the_order_and_size_of_the_parts_do_not_matter(blocks):
    whole, parts = sums_of(blocks), sums_of(blocks[50:], blocks[:3], blocks[3:50])
    wanted = rate("b", "wins", "rounds")
    assert whole.estimate(wanted) == parts.estimate(wanted)


def test_equal_arms_differ_by_exactly_nothing(blocks):
    blocks[:, 2:] = blocks[:, :2]
    found = sums_of(blocks).difference(rate("a", "wins", "rounds"), rate("b", "wins", "rounds"))
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, None)
    assert found.flag == "identical"


def test_a_rate_that_is_the_same_in_every_block_is_exact(blocks):
    blocks[:, 0] = 3 * blocks[:, 1]
    found = sums_of(blocks).estimate(Rate("a", {"wins": 1}, "rounds", 12))
    assert (found.value, found.low, found.high, found.flag) == (0.25, 0.25, 0.25, "identical")


def test_blocks_without_a_case_are_not_counted(blocks):
    empty = np.vstack([blocks, np.zeros((500, 4))])
    wanted = rate("a", "wins", "rounds")
    assert sums_of(empty).estimate(wanted) == sums_of(blocks).estimate(wanted)


def test_one_block_has_no_interval_and_nothing_has_no_data(blocks):
    wanted = rate("a", "wins", "rounds")
    assert sums_of(blocks[:1]).estimate(wanted).flag == "one block"
    assert sums_of(np.zeros((5, 4))).estimate(wanted).flag == "no data"
    assert sums_of(np.zeros((5, 4))).difference(wanted, wanted).flag == "no data"


def test_weights_of_several_columns_add_up(blocks):
    found = sums_of(blocks).estimate(Rate("a", {"rounds": 4, "wins": -1}, "rounds", 3))
    own = 4 / 3 - blocks[:, 0].sum() / (3 * blocks[:, 1].sum())
    assert found.value == pytest.approx(own, abs=1e-12)


def test_arms_kept_apart_have_the_same_rates_and_fewer_products(blocks):
    together, apart = sums_of(blocks), BlockSums(COLUMNS, apart=True)
    apart.add(blocks)
    for arm in ("a", "b"):
        wanted = rate(arm, "wins", "rounds")
        assert apart.estimate(wanted) == together.estimate(wanted)
    assert [part.shape for part in apart.products] == [(2, 2), (2, 2)]
    with pytest.raises(AssertionError):
        apart.difference(rate("a", "wins", "rounds"), rate("b", "wins", "rounds"))
