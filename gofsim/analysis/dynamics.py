"""How a mix of bots would change if the better ones spread: replicator dynamics."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.integrate import LSODA

TOLERANCE = 1e-10  # of the logarithm of a share, in each step
SMALL = 1e-9  # an eigenvalue this near to 0, of payoffs that differ by about 1, is rounding
Numbers = npt.NDArray[np.float64]


def replicate(
    payoffs: npt.ArrayLike, start: npt.ArrayLike, longest: float
) -> Iterator[tuple[float, Numbers]]:
    """Times, from 0 to ``longest``, and the shares of each bot, float64[k], that grow with payoff.

    ``payoffs`` float64[k, k]: what the bot of the row gets where the bot of the column is the
    field, larger is better; ``start`` float64[k]: shares, scaled to sum 1. Replicator equation
    ``x' = x (Ax - xAx)`` (Hofbauer and Sigmund 1998), solved for the logarithms of the shares, so
    that no share turns negative; a bot that starts with nothing stays at nothing. The steps are
    the solver's: short where shares change fast. It ends early should the solver fail.
    """
    matrix, shares = np.asarray(payoffs, np.float64), np.asarray(start, np.float64)
    present = np.flatnonzero(shares > 0)
    game = matrix[np.ix_(present, present)]

    def growth(_: float, logs: Numbers) -> Numbers:
        return growth_of(game, _shares(logs))

    logs = np.log(shares[present] / shares.sum())
    solver = LSODA(growth, 0.0, logs, longest, rtol=TOLERANCE, atol=TOLERANCE)
    while True:
        mix = np.zeros(len(shares))
        mix[present] = _shares(solver.y)
        yield float(solver.t), mix
        if solver.status != "running":
            return
        solver.step()


def growth_of(payoffs: Numbers, mix: Numbers) -> Numbers:
    """How much more each bot gets in a mix than the mix on average, float64[k]: it grows by it."""
    fitness = payoffs @ mix
    above: Numbers = fitness - mix @ fitness
    return above


def _shares(logs: Numbers) -> Numbers:
    parts = np.exp(logs - logs.max())
    shares: Numbers = parts / parts.sum()
    return shares


def fastest_growth(payoffs: Numbers, mix: Numbers) -> float:
    """How fast the small disturbance of a resting mix grows that grows the fastest.

    The largest real part among the eigenvalues of the replicator equation's derivative, along the
    mixes that sum to one (Hofbauer and Sigmund 1998, chapter 7); below 0 all die away.
    """
    fitness = payoffs @ mix
    change = mix[:, None] * (payoffs - fitness - mix @ payoffs) + np.diag(fitness - mix @ fitness)
    # Disturbances that sum to zero: the last bot makes room for what the others gain.
    room = np.vstack([np.eye(len(mix) - 1), -np.ones(len(mix) - 1)])
    return float(np.linalg.eigvals(change[:-1] @ room).real.max())


def is_stable(payoffs: Numbers, mix: Numbers) -> bool:
    """Whether all small disturbances of a resting mix die away.

    One that neither grows nor dies does not count as stable.
    """
    return fastest_growth(payoffs, mix) < -SMALL


def rest_points(payoffs: npt.ArrayLike) -> Numbers:
    """Mixes that stay as they are, float64[points, k]: first the pure ones, then larger mixes.

    All bots of a mix get the same there. Mixes that rest along a whole line are left out: no
    single one of them is meant. Tries every set of bots, so k should not be much over 12.
    """
    matrix = np.asarray(payoffs, np.float64)
    bots = len(matrix)
    points = []
    for size in range(1, bots + 1):
        for members in combinations(range(bots), size):
            mix = inner_rest(matrix[np.ix_(members, members)])
            if mix is not None:
                point = np.zeros(bots)
                point[list(members)] = mix
                points.append(point)
    return np.array(points).reshape(-1, bots)


def inner_rest(game: Numbers) -> Numbers | None:
    """The one mix of all these bots in which each gets the same, None where there is none."""
    size = len(game)
    equations = np.zeros((size + 1, size + 1))
    equations[:size, :size], equations[:size, size], equations[size, :size] = game, -1, 1
    if np.linalg.matrix_rank(equations) <= size:
        return None
    mix = np.linalg.solve(equations, np.eye(size + 1)[size])[:size]
    return mix if (mix > 0).all() else None
