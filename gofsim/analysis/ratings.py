"""Ratings on one scale from who came before whom at the table: Plackett-Luce."""

from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Stage = tuple[int, ...]

_PRIOR = 0.5  # wins, and as many losses, against an imaginary bot of log strength 0
_CLOSE = 1e-12  # a step this small in log strengths ends the search
_ROUNDING = 1e-7  # below, a step that is no smaller than the last is rounding, and ends it too
_MOST_STEPS = 200
_MOST_HALVINGS = 40
_FARTHEST = 2.0  # in one step; where few have won, the plain step would overshoot


@dataclass(frozen=True)
class Choices:
    """What can come next at a table: the events that counts are kept of.

    A stage says how many of each of ``bots`` are still in the running; an outcome is the place of
    its stage in ``stages`` and the place in ``bots`` of the bot that comes next.
    """

    bots: tuple[str, ...]
    stages: list[Stage]
    outcomes: list[tuple[int, int]]

    @property
    def present(self) -> Numbers:
        """How many of each bot each stage holds, float64[stages, bots]."""
        return np.array(self.stages, np.float64).reshape(-1, len(self.bots))

    @property
    def of(self) -> npt.NDArray[np.int64]:
        """The stage and the bot of each outcome, int64[outcomes, 2]."""
        return np.array(self.outcomes, np.int64).reshape(-1, 2)

    def stage_counts(self, counts: Numbers) -> Numbers:
        """How often each stage was met, float64[..., stages]."""
        return counts @ np.eye(len(self.stages))[self.of[:, 0]]

    def bot_counts(self, counts: Numbers) -> Numbers:
        """How often each bot came next, float64[..., bots]."""
        return counts @ np.eye(len(self.bots))[self.of[:, 1]]


def played(choices: Choices, counts: Numbers) -> Flags:
    """Which bots met another one at all, bool[..., bots]: only they have a rating."""
    met = np.sign(choices.stage_counts(counts)) @ _contested(choices)
    return np.asarray(met > 0)


def connected(choices: Choices, counts: Numbers) -> Flags:
    """Whether every bot beat every other, directly or through others, bool[...].

    The condition for finite ratings of largest likelihood (Ford 1957), here of the bots that the
    choices hold; ``counts`` float64[..., outcomes].
    """
    bots = len(choices.bots)
    ahead = np.sign(counts) @ _ahead(choices).reshape(-1, bots * bots)
    ways = ahead.reshape(*np.shape(counts)[:-1], bots, bots) + np.eye(bots)
    for _ in range(bots.bit_length()):
        ways = np.sign(ways @ ways)
    wanted = _contested(choices).max(axis=0, initial=0)
    return np.asarray((ways >= wanted[:, None] * wanted).all(axis=(-2, -1)))


def fit(choices: Choices, counts: Numbers) -> Numbers:
    """Log strengths of largest likelihood, float64[..., bots], to 1e-10.

    Of the bots still in the running each comes next in proportion to its strength (Luce 1959,
    Plackett 1975); ``counts`` float64[..., outcomes] says how often each outcome came, and every
    leading index is fitted by itself. The strengths of the bots that played have mean 0; those
    of the others are 0 and mean nothing (see ``played``). Where the bots are not ``connected``,
    no finite strengths are best: there every bot gets half a win and half a loss against an
    imaginary bot in the middle, which keeps the answer finite; it is to be flagged. Newton's
    method on the concave likelihood (the model as in Hunter 2004), the steps kept short.
    """
    counts = np.asarray(counts, np.float64)
    rows = counts.reshape(prod(counts.shape[:-1]), counts.shape[-1])
    model = _Likelihood(choices, rows, np.where(connected(choices, rows), 0.0, _PRIOR)[:, None])
    logs = np.zeros((len(rows), len(choices.bots)))
    size = _FARTHEST
    for _ in range(_MOST_STEPS):
        step = model.step(logs)
        logs += step
        last, size = size, float(np.abs(step).max(initial=0))
        if size <= _CLOSE or last <= size < _ROUNDING:
            break
    present = played(choices, rows)
    means = (logs * present).sum(axis=1) / np.maximum(1, present.sum(axis=1))
    return np.where(present, logs - means[:, None], 0.0).reshape(*counts.shape[:-1], logs.shape[1])


class _Likelihood:
    """The log likelihood of many sets of counts at once, float64[rows, outcomes]."""

    def __init__(self, choices: Choices, counts: Numbers, prior: Numbers) -> None:
        """``prior`` float64[rows, 1]: wins and losses against the imaginary bot."""
        self._present, self._prior = choices.present, prior
        self._counts, self._stage = counts, choices.of[:, 0]
        self._stages, self._wins = choices.stage_counts(counts), choices.bot_counts(counts)
        self._rivals = _rivals(choices)
        self._pairs = (
            self._present[:, :, None] * self._present[:, None] * (1 - np.eye(len(choices.bots)))
        )
        self._idle = np.diag(1.0 - _contested(choices).max(axis=0, initial=0))

    def value(self, logs: Numbers) -> Numbers:
        """Up to a constant, float64[rows]."""
        choice = (self._wins * logs).sum(axis=1)
        stage = (self._stages * np.log(np.exp(logs) @ self._present.T)).sum(axis=1)
        prior: Numbers = (self._prior * (logs - 2 * np.logaddexp(0, logs))).sum(axis=1)
        value: Numbers = choice - stage + prior
        return value

    def step(self, logs: Numbers) -> Numbers:
        """Newton's step, shortened where it is long or would not climb; float64[rows, bots]."""
        slope, curve = self._slope_and_curve(logs)
        newton = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.maximum(_CLOSE, np.abs(newton).max(axis=1, keepdims=True))
        step: Numbers = newton * np.minimum(1, _FARTHEST / longest)
        here = self.value(logs)
        slack = 1e-13 * self._stages.sum(axis=1)  # rounding is no descent
        for _ in range(_MOST_HALVINGS):
            falls = self.value(logs + step) < here - slack
            if not falls.any():
                break
            step[falls] /= 2
        return step

    def _slope_and_curve(self, logs: Numbers) -> tuple[Numbers, Numbers]:
        """First and negative second derivatives, float64[rows, bots] and float64[rows, bots, bots].

        Both from pairs of bots, where wins less expected wins would let large numbers swamp small.
        """
        strengths, bots = np.exp(logs), logs.shape[1]
        totals = strengths @ self._present.T
        taken = (self._counts / totals[:, self._stage]) @ self._rivals.reshape(-1, bots * bots)
        taken = taken.reshape(-1, bots, bots) * strengths[:, None]
        shared = (self._stages / totals**2) @ self._pairs.reshape(-1, bots * bots)
        shared = shared.reshape(-1, bots, bots) * strengths[:, :, None] * strengths[:, None]
        middle = 1 / (1 + np.exp(-logs))  # chance to beat the imaginary bot
        slope = (taken - taken.swapaxes(1, 2)).sum(axis=2) + self._prior * (1 - 2 * middle)
        own = shared.sum(axis=2) + 2 * self._prior * middle * (1 - middle)
        # Without the imaginary bot all may move together, and idle bots anywhere: pin them.
        free = (self._prior == 0) * own.mean(axis=1, keepdims=True)
        return slope, own[..., None] * np.eye(bots) - shared + free[..., None] + self._idle


def _contested(choices: Choices) -> Numbers:
    """1 for the bots of each stage that holds more than one kind, float64[stages, bots]."""
    there = np.sign(choices.present)
    contested: Numbers = there * (there.sum(axis=1, keepdims=True) > 1)
    return contested


def _ahead(choices: Choices) -> Numbers:
    """Whom the bot of each outcome leaves behind, float64[outcomes, bots, bots]."""
    return np.sign(_rivals(choices))


def _rivals(choices: Choices) -> Numbers:
    """How many of each bot the bot of each outcome was chosen from, float64[outcomes, bots, bots].

    By outcome, the bot of the outcome, and the other bot; 0 in all rows of bots not chosen.
    """
    stage, bot = choices.of.T
    rivals: Numbers = np.eye(len(choices.bots))[bot][:, :, None] * choices.present[stage][:, None]
    return rivals
