"""Is a rating fair to a matrix of contests, or do the bots beat one another in circles?"""

from itertools import combinations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


def split(matrix: npt.ArrayLike) -> tuple[Numbers, Numbers, Numbers, float | None]:
    """Part an antisymmetric matrix in a ladder and what goes round in circles.

    ``matrix`` float64[k, k]: how much the bot of the row beats the bot of the column. Returns the
    potential float64[k] (mean 0, larger is better), the gradient part (differences of potentials)
    and the cyclic part, both float64[k, k], which sum to ``matrix``, and the transitive share:
    the squared size of the gradient part over that of the matrix, None where all is 0. The least
    squares ladder on the complete graph, all pairs of equal weight (Hodge split: Jiang, Lim, Yao
    and Ye 2011).
    """
    contests = np.asarray(matrix, np.float64)
    contests = (contests - contests.T) / 2
    potential = contests.mean(axis=1) if contests.size else np.zeros(len(contests))
    gradient = potential[:, None] - potential[None, :]
    cyclic = contests - gradient
    size = float((contests**2).sum())
    share = min(1.0, float((gradient**2).sum()) / size) if size else None
    return potential, gradient, cyclic, share


def triangles(bots: int) -> npt.NDArray[np.int64]:
    """All triples of bots, int64[triples, 3], each in rising order."""
    return np.array(list(combinations(range(bots), 3)), np.int64).reshape(-1, 3)


def curls(matrix: npt.ArrayLike) -> Numbers:
    """What is won by going once round each of ``triangles``, float64[triples].

    Positive where the first beats the second, the second the third and the third the first, all
    in all; negative for the other way round; 0 where the three fit on a ladder.
    """
    contests = np.asarray(matrix, np.float64)
    first, second, third = triangles(len(contests)).T
    around: Numbers = contests[first, second] + contests[second, third] + contests[third, first]
    return around
