"""How many blocks it takes to see an effect: the planning table's formulas."""

from math import isnan, sqrt

from scipy import special, stats

from gofsim.analysis.estimates import SIGNIFICANT
from gofsim.analysis.sequential import confidence_sequence_reach
from gofsim.errors import BadInputError

POWER = 0.8

_FEWEST = 2  # blocks of which a spread can be estimated
_MOST = 10**12


def power(
    effect: float,
    sd: float,
    blocks: int,
    alpha: float = SIGNIFICANT,
    anytime: float | None = None,
) -> float:
    """Probability that a test on ``blocks`` blocks finds an effect of this size.

    ``effect`` and ``sd`` (of one block's difference) in the same units, two-sided at ``alpha``.
    The paired t test, exact for normal block differences: t² then follows the noncentral F
    distribution (Cohen 1988, chapter 2). With ``anytime`` (see `sequential.tuning`) whether a
    confidence sequence leaves zero out at this very look; block means count as normal there.
    Under two blocks nothing is ever found.
    """
    if blocks < _FEWEST:
        return 0.0
    if sd == 0:
        return 1.0 if effect else alpha
    shift = (effect / sd) ** 2 * blocks
    if anytime is not None:
        reach = confidence_sequence_reach(1.0, blocks, anytime, alpha)
        return float(stats.norm.sf(reach - sqrt(shift)) + stats.norm.sf(reach + sqrt(shift)))
    freedom = blocks - 1
    critical = float(stats.t.isf(alpha / 2, freedom))
    missed = float(special.ncfdtr(1, freedom, shift, critical * critical))
    return 1.0 if isnan(missed) else 1 - missed  # NaN where what is missed underflows


def blocks_needed(
    effect: float,
    sd: float,
    wanted: float = POWER,
    alpha: float = SIGNIFICANT,
    anytime: float | None = None,
) -> int:
    """The fewest blocks with which an effect of this size is found with the power ``wanted``.

    Same model as the function ``power``. Raises BadInputError for a power that is not between 0
    and 1, and where no number of blocks that could be played would do: an effect of 0.
    """
    if not 0 < wanted < 1:
        raise BadInputError(f"power {wanted} is not between 0 and 1")
    high = _FEWEST
    while power(effect, sd, high, alpha, anytime) < wanted:
        high *= 2
        if high > _MOST:
            raise BadInputError(f"no number of blocks worth playing shows an effect of {effect}")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if power(effect, sd, middle, alpha, anytime) < wanted:
            low = middle
        else:
            high = middle
    return high
