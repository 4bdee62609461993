"""Whether two things are the same for all practical purposes."""

from scipy import stats

from gofsim.analysis.estimates import Estimate


def tost(estimate: Estimate, margin: float) -> float | None:
    """P-value of "differs by ``margin`` or more": small where the two are practically the same.

    Two one-sided t tests on blocks, the larger of their p-values (Schuirmann 1987); ``margin`` is
    positive and in the units of the estimate. Where all blocks agree it is 0 inside the margin
    and 1 outside; None where there is no standard error.
    """
    if estimate.value is None or estimate.error is None:
        return None
    if estimate.error == 0:
        return 0.0 if abs(estimate.value) < margin else 1.0
    nearest = (margin - abs(estimate.value)) / estimate.error
    return float(stats.t.sf(nearest, estimate.n - 1))
