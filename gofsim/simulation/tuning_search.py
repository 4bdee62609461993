"""The search for better parameters: CMA-ES (package `cma`) within the ranges of the parameters.

Each parameter is mapped to 0..1 over its range, so that one step size fits all. Hansen, "The CMA
evolution strategy: a tutorial" (2016), describes the method.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.errors import BadInputError
from gofsim.strategies.base import Parameter

FEWEST_DIMENSIONS = 2  # cma does not search along one line: another that decides nothing is added
# Smaller steps of a parameter that is rounded would make nearly all candidates the same.
LEAST_WHOLE_STEP = 0.3

Values = dict[str, float]
Vector = npt.NDArray[np.float64]


def require_cma() -> None:
    """Refuse to tune where the package `cma` is not installed."""
    if find_spec("cma") is None:
        raise BadInputError("gofsim tune needs the package cma: pip install 'gofsim[tune]'")


def usual_population(parameters: int) -> int:
    """Return how many candidates a generation has by cma's own rule."""
    return 4 + int(3 * np.log(max(parameters, FEWEST_DIMENSIONS)))


class Search:
    """Asks for the candidates of a generation, and is told how good they were.

    The same seed and answers give the same candidates: the draws are its own, and so is the
    decomposition of the covariances, as those of libraries differ from process to process.
    """

    def __init__(
        self,
        parameters: Sequence[Parameter],
        start: Mapping[str, float],
        *,
        step: float,
        population: int,
        seed: int,
    ) -> None:
        """Start at `start` with a standard deviation of `step` of each parameter's range."""
        import cma  # takes a second

        self.parameters = parameters
        draws = np.random.Generator(np.random.Philox(seed))
        self.spare = max(0, FEWEST_DIMENSIONS - len(parameters))
        begin = [(start[each.name] - each.low) / width(each) for each in parameters]
        least = [LEAST_WHOLE_STEP / width(each) if each.whole else 0.0 for each in parameters]
        self.cma = cma.CMAEvolutionStrategy(
            [*begin, *[0.5] * self.spare],
            step,
            {
                "bounds": [0, 1],
                "popsize": population,
                "seed": np.nan,
                "randn": lambda *shape: draws.standard_normal(shape),
                "CMA_eigenmethod": cma.utilities.math.eig,
                "minstd": [*least, *[0.0] * self.spare],
                "verbose": -10,
                "verb_log": 0,
            },
        )
        self.points: list[Vector] = []

    def ask(self) -> list[Values]:
        """Return the candidates of the next generation."""
        self.points = self.cma.ask()
        return [self.values(point) for point in self.points]

    def tell(self, losses: Sequence[float]) -> None:
        """Say how bad each candidate was."""
        self.cma.tell(self.points, list(losses))

    @property
    def mean(self) -> Values:
        """The middle of the candidates to come: the best guess so far."""
        return self.values(self.cma.result.xfavorite)

    @property
    def fingerprint(self) -> str:
        """Hash of the candidates that were asked for last, all their digits."""
        return hashlib.sha256(np.stack(self.points).tobytes()).hexdigest()[:16]

    def values(self, point: Vector) -> Values:
        """Return the parameters at a point of the unit cube."""
        unit = map(float, point[: len(self.parameters)])
        pairs = zip(self.parameters, unit, strict=True)
        return {each.name: in_range(each, each.low + u * width(each)) for each, u in pairs}


def width(parameter: Parameter) -> float:
    """Return the length of a parameter's range."""
    return float(parameter.high - parameter.low) or 1.0


def in_range(parameter: Parameter, value: float) -> float:
    """Return the nearest value that the parameter may have."""
    near = round(value) if parameter.whole else value
    return float(min(max(near, parameter.low), parameter.high))


def rounded(parameters: Sequence[Parameter], values: Mapping[str, Any]) -> dict[str, float]:
    """Return the values to four significant digits, those of whole parameters as `int`."""
    return {
        each.name: int(values[each.name])
        if each.whole
        else in_range(each, float(f"{values[each.name]:.4g}"))
        for each in parameters
    }
