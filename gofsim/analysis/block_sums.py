"""Sums by block and their products, kept exactly: all that means, rates and differences need.

A run of any length shrinks to one number and one row of products for each column, so the analysis
needs no more memory for ten million rounds than for ten thousand. All sums are whole numbers and
stay exact, so "identical" is a fact and not a rounding.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, groupby
from math import lcm, sqrt

import numpy as np
import numpy.typing as npt

from gofsim.analysis.estimates import NO_DATA, Estimate, from_error

Weights = dict[int, Fraction]
# Multiplications that BLAS does in one thread. More threads wait for one another busily, which on a
# machine with other work takes ten times as long as the products of a few columns themselves.
ONE_THREAD = 2**18
FEW_ROWS = 16  # at a time cost more than the threads


@dataclass(frozen=True)
class Rate:
    """``sum of weights * columns`` per ``base * times``, all of one arm: points per round, say."""

    arm: str
    weights: Mapping[str, int]
    base: str
    times: int = 1


def rate(arm: str, column: str, base: str, times: int = 1) -> Rate:
    """The rate of one column per ``times * base``."""
    return Rate(arm, {column: 1}, base, times)


@dataclass
class BlockSums:
    """Exact sums over blocks of whole-number columns and of their pairwise products.

    ``apart`` keeps only products within each arm, whose columns must lie side by side: of a
    hundred arms that are not compared by these columns, a hundredth of all.
    """

    columns: Sequence[tuple[str, str]]  # (arm, name)
    anytime: float | None = None  # of intervals that stay valid under looking; see `from_error`
    apart: bool = False
    totals: npt.NDArray[np.int64] = field(init=False)
    products: list[npt.NDArray[np.int64]] = field(init=False)  # of each of the parts
    touched: npt.NDArray[np.int64] = field(init=False)  # blocks in which a column is not 0

    def __post_init__(self) -> None:
        """Start from no block."""
        self._index = {column: place for place, column in enumerate(self.columns)}
        size = len(self.columns)
        self.totals = np.zeros(size, np.int64)
        self._parts = self._columns_of_arms() if self.apart else [slice(0, size)]
        self.products = [np.zeros(2 * (part.stop - part.start,), np.int64) for part in self._parts]
        self.touched = np.zeros(size, np.int64)

    def add(self, blocks: npt.NDArray[np.float64]) -> None:
        """Take in float64[blocks, columns] of whole numbers (float for the fast exact product)."""
        self.totals += blocks.sum(axis=0).astype(np.int64)
        for place, part in enumerate(self._parts):
            self.products[place] += _products(blocks[:, part]).astype(np.int64)
        self.touched += np.count_nonzero(blocks, axis=0)

    def total(self, arm: str, column: str) -> int:
        """Sum of a column over all blocks."""
        return int(self.totals[self._index[arm, column]])

    def has(self, arm: str, column: str) -> bool:
        """Whether the arm has this column."""
        return (arm, column) in self._index

    def estimate(self, wanted: Rate) -> Estimate:
        """A rate with its interval on blocks.

        Ratio of sums, its error from the blocks' deviations (linearised: Cochran 1977, chapter 6;
        the same as the cluster-robust error of a mean with blocks as clusters).
        """
        base = self._base(wanted)
        if base == 0:
            return NO_DATA
        return self._interval(self._value(wanted), self._deviation(wanted), self._blocks(wanted))

    def difference(self, left: Rate, right: Rate) -> Estimate:
        """``left - right`` paired by block, with its p-value against zero."""
        return self.contrast((left,), (right,))

    def contrast(self, plus: Sequence[Rate], minus: Sequence[Rate]) -> Estimate:
        """The rates ``plus`` less the rates ``minus``, paired by block, with a p-value."""
        signed = [(1, term) for term in plus] + [(-1, term) for term in minus]
        if any(self._base(term) == 0 for _, term in signed):
            return NO_DATA
        deviation: Weights = {}
        for sign, term in signed:
            for place, weight in self._deviation(term).items():
                deviation[place] = deviation.get(place, Fraction()) + sign * weight
        value = sum((sign * self._value(term) for sign, term in signed), Fraction())
        blocks = min(self._blocks(term) for _, term in signed)
        return self._interval(value, deviation, blocks, test=True)

    def _interval(
        self, value: Fraction, deviation: Weights, blocks: int, *, test: bool = False
    ) -> Estimate:
        # Over one denominator the many products are whole numbers, which multiply much faster.
        scale = lcm(*(weight.denominator for weight in deviation.values()))
        whole = [(place, int(weight * scale)) for place, weight in deviation.items() if weight]
        total = sum(a * b * self._product(i, j) for i, a in whole for j, b in whole)
        squares = Fraction(total, scale**2)
        error = sqrt(float(squares) * blocks / (blocks - 1)) if blocks > 1 else 0.0
        return from_error(float(value), error, blocks, test=test, anytime=self.anytime)

    def _product(self, left: int, right: int) -> int:
        """Sum over blocks of the product of two columns of the same part."""
        place = next(k for k, part in enumerate(self._parts) if left < part.stop)
        start = self._parts[place].start
        assert start <= right < self._parts[place].stop
        return int(self.products[place][left - start, right - start])

    def _columns_of_arms(self) -> list[slice]:
        arms = [arm for arm, _ in self.columns]
        sizes = [len(list(group)) for _, group in groupby(arms)]
        return [
            slice(stop - size, stop) for stop, size in zip(accumulate(sizes), sizes, strict=True)
        ]

    def _deviation(self, wanted: Rate) -> Weights:
        """Weights whose sum over a block's columns is its share in the rate's deviation."""
        base = self._base(wanted)
        weights = {
            self._index[wanted.arm, column]: Fraction(weight) / base
            for column, weight in wanted.weights.items()
        }
        place = self._index[wanted.arm, wanted.base]
        own = self._value(wanted) * wanted.times / base
        weights[place] = weights.get(place, Fraction()) - own
        return weights

    def _value(self, wanted: Rate) -> Fraction:
        total = sum(
            weight * self.total(wanted.arm, column) for column, weight in wanted.weights.items()
        )
        return Fraction(total, self._base(wanted))

    def _base(self, wanted: Rate) -> int:
        return self.total(wanted.arm, wanted.base) * wanted.times

    def _blocks(self, wanted: Rate) -> int:
        return int(self.touched[self._index[wanted.arm, wanted.base]])


def _products(blocks: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """``blocks.T @ blocks``, for few columns in slices of rows."""
    columns = blocks.shape[1]
    step = ONE_THREAD // max(1, columns) ** 2
    if step < FEW_ROWS:
        return blocks.T @ blocks
    found = np.zeros((columns, columns))
    for first in range(0, len(blocks), step):
        rows = blocks[first : first + step]
        found += rows.T @ rows
    return found
