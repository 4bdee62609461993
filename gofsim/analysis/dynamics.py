"""How a mix of bots would change if the better ones spread: replicator dynamics."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.integrate import solve_ivp
from scipy.special import softmax

Numbers = npt.NDArray[np.float64]


def replicate(payoffs: npt.ArrayLike, start: npt.ArrayLike, times: npt.ArrayLike) -> Numbers:
    """Shares of each bot over time, float64[times, k], when shares grow with their payoff.

    ``payoffs`` float64[k, k]: what the bot of the row gets where the bot of the column is the
    field, larger is better; ``start`` float64[k]: shares, scaled to sum 1; ``times`` rising, the
    first at the start. Replicator equation ``x' = x (Ax - xAx)`` (Hofbauer and Sigmund 1998),
    solved for the logarithms of the shares, so that no share turns negative; a bot that starts
    with nothing stays at nothing.
    """
    matrix, shares = np.asarray(payoffs, np.float64), np.asarray(start, np.float64)
    moments = np.asarray(times, np.float64)
    present = np.flatnonzero(shares > 0)
    game = matrix[np.ix_(present, present)]

    def growth(_: float, logs: Numbers) -> Numbers:
        mix = softmax(logs)
        fitness = game @ mix
        change: Numbers = fitness - mix @ fitness
        return change

    found = solve_ivp(
        growth, (moments[0], moments[-1]), np.log(shares[present] / shares.sum()),
        method="LSODA", t_eval=moments, rtol=1e-10, atol=1e-10,
    )  # fmt: skip
    path = np.zeros((len(moments), len(shares)))
    path[:, present] = softmax(found.y.T, axis=1)
    return path


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
            mix = _rest(matrix[np.ix_(members, members)])
            if mix is not None:
                point = np.zeros(bots)
                point[list(members)] = mix
                points.append(point)
    return np.array(points).reshape(-1, bots)


def _rest(game: Numbers) -> Numbers | None:
    """The one mix of all these bots in which each gets the same, None where there is none."""
    size = len(game)
    equations = np.zeros((size + 1, size + 1))
    equations[:size, :size], equations[:size, size], equations[size, :size] = game, -1, 1
    if np.linalg.matrix_rank(equations) <= size:
        return None
    mix = np.linalg.solve(equations, np.eye(size + 1)[size])[:size]
    return mix if (mix > 0).all() else None
