"""Dots with their intervals above a row of labels, as SVG text."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from markupsafe import Markup

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import PERCENT, Kind, cell_text, figure, interval_text

WIDTH, HEIGHT = 760, 250  # units of the picture, about a pixel each
LEFT, TOP, BASE = 44, 10, 222
MOST_LINES = 7  # across the picture
SPREAD = 0.72  # of the room of a label that its dots take


@dataclass(frozen=True)
class Series:
    """Dots, one a label (None for none), each with its look (a class of the style sheet)."""

    name: str
    looks: Sequence[str]
    values: Sequence[Estimate | None]


@dataclass(frozen=True)
class Axis:
    """The upright axis: lines from `low` to `high`, `step` apart, one of them at 0."""

    low: float
    high: float
    step: float

    @property
    def lines(self) -> list[float]:
        """Where its lines stand."""
        first, last = round(self.low / self.step), round(self.high / self.step)
        return [self.step * line for line in range(first, last + 1)]

    def height(self, value: float) -> float:
        """Where a value stands in the picture, from its top."""
        return BASE - (BASE - TOP) * (value - self.low) / (self.high - self.low)


def dots(title: str, labels: Sequence[str], series: Sequence[Series], kind: Kind) -> Markup:
    """Dots on an axis with a line at 0, those of one label side by side."""
    axis = axis_of([value for each in series for value in each.values if value is not None])
    slot = (WIDTH - LEFT) / len(labels)
    parts = [_line(axis, line, kind) for line in axis.lines]
    parts += [_text(LEFT + (place + 0.5) * slot, text) for place, text in enumerate(labels)]
    for row, each in enumerate(series):
        beside = 0.5 + SPREAD * ((row + 0.5) / len(series) - 0.5)
        for place, value in enumerate(each.values):
            if value is not None:
                words = _words(f"{labels[place]} {each.name}".strip(), value, kind)
                x = LEFT + (place + beside) * slot
                parts.append(_dot(axis, x, value, each.looks[place], words))
    return Markup(
        '<svg class="dots" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(WIDTH, HEIGHT, title, Markup("").join(parts))


def axis_of(values: Sequence[Estimate]) -> Axis:
    """The axis that holds 0 and all intervals, its ends on lines."""
    ends = [end for value in values for end in _ends(value)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    step = _round_step((high - low) / MOST_LINES or 1.0)
    low, high = step * floor(low / step), step * ceil(high / step)
    return Axis(low, high if high > low else step, step)


def _ends(value: Estimate) -> list[float]:
    """The ends of an interval, or the value alone."""
    known = [end for end in (value.low, value.high) if end is not None]
    return known or ([] if value.value is None else [value.value])


def _round_step(least: float) -> float:
    """The next of .. 0.1, 0.2, 0.5, 1, 2, 5 .."""
    power = 10.0 ** floor(log10(least))
    return next(power * size for size in (1, 2, 5, 10) if power * size >= least)


def _line(axis: Axis, line: float, kind: Kind) -> Markup:
    shares = kind.startswith("share")
    digits = max(0, -floor(log10(axis.step * (PERCENT if shares else 1)) + 1e-9))
    text = figure(line, "share" if shares else "number", digits)
    y = axis.height(line)
    return Markup(
        '<path class="{}" d="M{} {:.1f}H{}"/><text class="end" x="{}" y="{:.1f}">{}</text>'
    ).format("axis" if line == 0 else "grid", LEFT, y, WIDTH, LEFT - 5, y + 3.5, text)


def _text(x: float, text: str) -> Markup:
    return Markup('<text x="{:.1f}" y="{}">{}</text>').format(x, BASE + 18, text)


def _words(name: str, value: Estimate, kind: Kind) -> str:
    return f"{name}: {cell_text(value, kind)} ({interval_text(value, kind)})"


def _dot(axis: Axis, x: float, value: Estimate, look: str, words: str) -> Markup:
    """Nothing where there are no data."""
    if value.value is None:
        return Markup("")
    ends = _ends(value)
    return Markup(
        '<g class="{}"><title>{}</title><path d="M{:.1f} {:.1f}V{:.1f}"/>'
        '<circle cx="{:.1f}" cy="{:.1f}" r="3.4"/></g>'
    ).format(
        look, words, x, axis.height(max(ends)), axis.height(min(ends)), x,
        axis.height(value.value),
    )  # fmt: skip
