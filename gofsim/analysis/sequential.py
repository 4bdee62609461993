"""Rules for looking while a run goes on: what stays valid however often one looks."""

from math import exp, inf, log, sqrt

TUNED = 10  # times the blocks of the first look, where a sequence is narrowest
ALPHA = 0.05  # the risk of an interval or a test, where none is asked for


def tuning(first: int, alpha: float = ALPHA) -> float:
    """The ``r`` that makes a confidence sequence narrowest around ``m = 10 * first`` blocks.

    ``first`` are the blocks at the first look. ``r`` must be fixed before it, so it hangs on
    nothing that a longer run changes; between ``first`` and a thousand times as many blocks the
    sequence is then 1.6 to 1.9 times as wide as an interval of fixed size. (Waudby-Smith, Arbour,
    Sinha, Kennedy and Ramdas 2024, appendix on the choice of rho.)
    """
    twice = -2 * log(alpha)
    return sqrt((twice + log(twice) + 1) / (TUNED * first))


def confidence_sequence_reach(error: float, blocks: int, r: float, alpha: float = ALPHA) -> float:
    """Half width of the asymptotic confidence sequence ``value ± reach`` after ``blocks`` blocks.

    ``error`` is the standard error then, sd / sqrt(blocks). With probability ``1 - alpha`` the
    intervals of all looks together cover the truth, as long as the first look comes late enough
    for a normal mean (Waudby-Smith et al. 2024, theorem 2.2).
    """
    grown = blocks * r * r
    return error * sqrt(2 * (grown + 1) / grown * log(sqrt(grown + 1) / alpha))


def anytime_p(value: float, error: float, blocks: int, r: float) -> float:
    """P-value against zero that holds at every look: where the sequence just touches zero.

    The smallest alpha whose sequence, with the same ``r``, leaves zero out; at most 1. Without
    any spread (``error`` 0) it is 1 for no difference and 0 for the same difference every time.
    """
    if error == 0:
        return 1.0 if value == 0 else 0.0
    grown = blocks * r * r
    score = value / error
    return min(1.0, exp(log(grown + 1) / 2 - score * score * grown / (2 * (grown + 1))))


def sprt_llr(value: float, error: float, d0: float, d1: float) -> float:
    """Log likelihood ratio of the mean ``d1`` against ``d0``, given a mean and its error.

    The generalised sequential probability ratio test with the variance estimated: block means
    count as normal, and ``sd² = blocks * error²`` stands for the unknown variance (Li, Liu and
    Ying 2014; the form used in the testing of chess engines). Without any spread the nearer of
    the two is certain: an infinite ratio, or 0 half way.
    """
    lead = (d1 - d0) * (value - (d0 + d1) / 2)
    if error == 0:
        return inf if lead > 0 else -inf if lead < 0 else 0.0
    return lead / (error * error)


def sprt_bounds(alpha: float = ALPHA, beta: float = ALPHA) -> tuple[float, float]:
    """Log likelihood ratios at which ``d0`` (low) and ``d1`` (high) are accepted.

    ``alpha`` is the risk of accepting ``d1`` when ``d0`` is true, ``beta`` the reverse; a run
    that ends a little beyond a bound keeps them to close approximation (Wald 1945).
    """
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)
