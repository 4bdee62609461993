"""The bootstrap of blocks: one pass, however cut, with the error of the clusters."""

from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from gofsim.analysis.bootstrap import PoissonBootstrap


def in_parts(blocks, cuts, seed=3, resamples=50):
    found = PoissonBootstrap(blocks.shape[1], resamples, seed)
    for part in np.split(blocks, cuts):
        found.add(part)
    return found


@pytest.mark.parametrize("resamples", [4, 7, 400])
@pytest.mark.parametrize("cuts", [[1], [4095, 4096, 4097], [17, 17, 5000], list(range(1, 300))])
def test_cutting_the_blocks_changes_nothing(cuts, resamples):
    blocks = np.random.default_rng(1).integers(-100, 100, (6000, 3)).astype(float)
    whole = in_parts(blocks, [], resamples=resamples)
    parts = in_parts(blocks, cuts, resamples=resamples)
    assert (whole.sums == parts.sums).all()
    assert whole.blocks == parts.blocks == 6000


def test_more_blocks_go_on_where_fewer_stopped():
    blocks = np.random.default_rng(1).integers(0, 9, (500, 2)).astype(float)
    longer, shorter = in_parts(blocks, []), in_parts(blocks[:300], [])
    shorter.add(blocks[300:])
    assert (longer.sums == shorter.sums).all()


def test_the_seed_and_nothing_else_decides():
    blocks = np.ones((100, 1))
    assert (in_parts(blocks, []).sums == in_parts(blocks, []).sums).all()
    assert (in_parts(blocks, [], seed=4).sums != in_parts(blocks, []).sums).any()


def test_every_block_counts_a_poisson_number_of_times():
    weights = in_parts(np.eye(2000), [], resamples=100).sums
    cells = np.bincount(np.minimum(weights, 6).astype(int).ravel(), minlength=7)
    chances = [*stats.poisson.pmf(range(6), 1), stats.poisson.sf(5, 1)]
    assert stats.chisquare(cells, 200_000 * np.array(chances)).pvalue > 1e-3
    together = np.corrcoef(weights.T)[np.tril_indices(2000, -1)]
    assert abs(together.mean()) < 1e-3  # blocks are drawn independently of one another
    across = np.corrcoef(weights)[np.tril_indices(100, -1)]
    assert abs(across).max() < 5 / sqrt(2000)  # and so are resamples


def test_no_block_sums_to_nothing():
    assert (PoissonBootstrap(3, 5).sums == np.zeros((5, 3))).all()


def test_its_error_is_that_of_clusters():
    """Rows of unequal clusters; the error of their mean by statsmodels, without corrections."""
    chance = np.random.default_rng(8)
    sizes = chance.integers(1, 9, 800)
    blocks = np.repeat(np.arange(800), sizes)
    rows = chance.normal(0, 2, 800)[blocks] + chance.gamma(2, size=len(blocks))
    oracle = sm.OLS(rows, np.ones(len(rows))).fit(
        cov_type="cluster", cov_kwds={"groups": blocks, "use_correction": False}
    )
    sums = np.stack([np.bincount(blocks, rows), sizes], axis=1)
    found = in_parts(sums, [], resamples=3000).sums
    error = (found[:, 0] / found[:, 1]).std(ddof=1)
    assert error == pytest.approx(oracle.bse[0], rel=4 / sqrt(2 * 3000))
