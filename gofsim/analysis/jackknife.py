"""Intervals for any figures of blocks, by leaving out one group of blocks at a time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

GROUPS = 50
REACH = 2.009575  # Student's quantile of 97.5% with GROUPS - 1 degrees of freedom

Blocks = TypeVar("Blocks")


@dataclass(frozen=True)
class Figure:
    """A figure and half of its 95% interval."""

    value: float
    reach: float

    @property
    def low(self) -> float:
        """Where its interval begins."""
        return self.value - self.reach

    @property
    def high(self) -> float:
        """Where its interval ends."""
        return self.value + self.reach


def jackknife(
    whole: Blocks,
    blocks: int,
    part: Callable[[Blocks, npt.NDArray[np.bool_]], Blocks],
    statistics: Callable[[Blocks], Mapping[str, float]],
) -> dict[str, Figure]:
    """Statistics with their intervals (Tukey 1958); `part` takes the blocks that are kept.

    Groups are runs of neighbouring blocks, GROUPS of them: needs as many blocks.
    """
    groups = np.arange(blocks) * GROUPS // blocks
    without = [statistics(part(whole, groups != group)) for group in range(GROUPS)]
    return {
        name: Figure(value, REACH * _error(np.array([each[name] for each in without])))
        for name, value in statistics(whole).items()
    }


def _error(without: npt.NDArray[np.float64]) -> float:
    """Standard error of a figure from what it is without each of the groups."""
    squares = ((without - without.mean()) ** 2).sum()
    return float(np.sqrt((GROUPS - 1) / GROUPS * squares)) if np.ptp(without) else 0.0
