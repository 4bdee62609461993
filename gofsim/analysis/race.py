"""A race of choices tried in common worlds: who leads, how surely, and who is out of it.

Every look is valid however many there are: intervals are confidence sequences (sequential.py) over
batches of worlds, and of differences, since all choices meet the same worlds.
"""

from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
import numpy.typing as npt

from gofsim.analysis.sequential import confidence_sequence_reach, tuning

FIRST_LOOK = 10  # batches, before which no mean of batches counts as normal
# Batches before which nothing counts as equal. A rare world may decide, and as long as none came
# up, spread and interval are nought. What 75 batches of 20 worlds never showed is rarer than 0.2%,
# with 95%.
EQUAL_LOOK = 75
ALPHA = 0.05

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Value:
    """A mean and its confidence interval, `low` to `high`."""

    mean: float
    low: float
    high: float


class Race:
    """Outcomes of choices, batch by batch: float64[batches, outcomes] of each.

    `better` is -1 for the outcome `by` being better when smaller, else 1. `alpha` is the risk that
    the truly best choice is ever dropped. `grain` (float64[outcomes]): the most by which a single
    world can move a batch's mean; that much is added to the spread, for a rare world may be to
    come that decides, and batches without any would make the interval nought.
    """

    def __init__(
        self, choices: int, by: int, better: int, grain: Floats, alpha: float = ALPHA
    ) -> None:
        """Begin with all choices in the race."""
        self.running = list(range(choices))
        self.by, self.better, self.grain = by, better, grain
        self.alpha = alpha / max(choices - 1, 1)
        self.seen: list[list[Floats]] = [[] for _ in range(choices)]
        self.r = tuning(FIRST_LOOK, self.alpha)

    def add(self, means: Floats) -> None:
        """Add batches, float64[batches, running choices, outcomes]; those that fell behind stop."""
        for place, choice in enumerate(self.running):
            self.seen[choice].append(means[:, place])
        if self.batches(self.running[0]) >= FIRST_LOOK:
            best = self.best
            self.running = [c for c in self.running if c == best or self._gap(c, best).low <= 0]

    @property
    def best(self) -> int:
        """The running choice with the best mean; of equals the first."""
        return min(self.running, key=lambda c: -self.better * self._of(c)[:, self.by].mean())

    @property
    def is_clear(self) -> bool:
        """Whether one choice is left, or only such as came to the same in very many worlds."""
        best = self.best
        if len(self.running) > 1 and self.batches(best) < EQUAL_LOOK:
            return False
        return all(c == best or self.alike(c, best) for c in self.running)

    def differ_at_most(self, margin: float) -> bool:
        """Whether no choice that is still running is behind the best by more, surely."""
        best = self.best
        if self.batches(best) < EQUAL_LOOK:
            return False
        return all(self.behind(c).high <= margin for c in self.running if c != best)

    def batches(self, choice: int) -> int:
        """How many batches a choice was tried in."""
        return sum(map(len, self.seen[choice]))

    def alike(self, left: int, right: int) -> bool:
        """Whether two choices came to the same in every batch that both were tried in."""
        return not self._difference(left, right).any()

    def value(self, choice: int, outcome: int, alpha: float = ALPHA) -> Value:
        """Mean of an outcome of a choice, with an interval that holds at every look."""
        batches, r = self._of(choice)[:, outcome], tuning(FIRST_LOOK, alpha)
        return _value(batches, float(self.grain[outcome]), r, alpha)

    def behind(self, choice: int) -> Value:
        """How much worse than the best a choice is, in what ranks them; 0 or more is worse."""
        return self._gap(choice, self.best)

    def _gap(self, choice: int, best: int) -> Value:
        grain = float(self.grain[self.by])
        return _value(self._difference(choice, best), grain, self.r, self.alpha)

    def _difference(self, choice: int, best: int) -> Floats:
        """Batch by batch, how much worse a choice was than another, where both were tried."""
        left, right = self._of(choice)[:, self.by], self._of(best)[:, self.by]
        both = min(len(left), len(right))
        return self.better * (right[:both] - left[:both])

    def _of(self, choice: int) -> Floats:
        """All outcomes of a choice, float64[batches, outcomes]."""
        self.seen[choice] = [np.concatenate(self.seen[choice])]
        return self.seen[choice][0]


def _value(batches: Floats, grain: float, r: float, alpha: float) -> Value:
    mean, count = float(batches.mean()), len(batches)
    if count < FIRST_LOOK:
        return Value(mean, -np.inf, np.inf)
    error = hypot(float(batches.std(ddof=1)) / sqrt(count), grain / count)
    reach = confidence_sequence_reach(error, count, r, alpha)
    return Value(mean, mean - reach, mean + reach)
