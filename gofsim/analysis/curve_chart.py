"""Response curves: a figure against the values of a factor, one line a base, one panel a figure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.figures import (
    COLOURS,
    GRID,
    INK,
    LINES,
    LONGEST_LABEL,
    LONGEST_TITLE,
    MARKERS,
    WIDTH,
    canvas,
    frame,
    legend,
    minus_sign,
    style,
)
from gofsim.analysis.labels import labels_of, shortened
from gofsim.analysis.table import PERCENT, Kind

PANEL, EDGE = 1.75, 0.55  # inches of a panel, and of legend and axis label
MOST_TICKS = 8  # values written under the axis
APART = 0.012  # of the axis between two lines at one value, so that their bars do not cover
LONGEST_VALUE = 12  # letters


@dataclass(frozen=True)
class Curves:
    """One panel: for each line an estimate at each value of the factor."""

    title: str
    kind: Kind
    lines: Mapping[str, Sequence[Estimate]]


def curve_chart(
    panels: Sequence[Curves], values: Sequence[float] | Sequence[str], axis: str
) -> Figure:
    """Panels one above another over ``values``: numbers have their place, texts equal steps."""
    numbers = [float(v) for v in values if not isinstance(v, str)]
    places = numbers if len(numbers) == len(values) else [float(k) for k in range(len(values))]
    with style():
        chart = canvas(WIDTH, PANEL * len(panels) + EDGE)
        axes = chart.subplots(len(panels), 1, squeeze=False, sharex=True)
        titles = labels_of((panel.title for panel in panels), LONGEST_TITLE)
        for ax, panel in zip(axes.flat, panels, strict=True):
            _draw(ax, panel, places)
            ax.set_title(titles[panel.title], loc="left", fontsize=9.5, color=INK)
        _name_values(axes[-1][0], values, places)
        axes[-1][0].set_xlabel(shortened(axis, LONGEST_TITLE))
        if len(panels[0].lines) > 1:
            legend(chart, axes[0][0])
        return chart


def _draw(ax: Axes, panel: Curves, places: Sequence[float]) -> None:
    scale = PERCENT if panel.kind.startswith("share") else 1
    width = max(places) - min(places) or 1.0
    labels = labels_of(panel.lines, LONGEST_LABEL)
    for line, (name, estimates) in enumerate(panel.lines.items()):
        colour, marker = COLOURS[line % len(COLOURS)], MARKERS[line % len(MARKERS)]
        shift = APART * width * (line - (len(panel.lines) - 1) / 2)
        pairs = zip(places, estimates, strict=True)
        known = [(x + shift, cell) for x, cell in pairs if cell.value is not None]
        known.sort(key=lambda pair: pair[0])
        for x, cell in known:
            if cell.low is not None and cell.high is not None:
                ends = [scale * cell.low, scale * cell.high]
                ax.plot([x, x], ends, color=colour, linewidth=2, alpha=0.55)
        ax.plot(
            [x for x, _ in known], [scale * (cell.value or 0.0) for _, cell in known], marker,
            color=colour, linestyle=LINES[line % len(LINES)], linewidth=1.2, markersize=4.5,
            label=labels[name],
        )  # fmt: skip
    frame(ax)
    ax.grid(axis="y", color=GRID, linewidth=0.8)
    ax.margins(y=0.12)
    ax.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: minus_sign(f"{y:g}")))


def _name_values(ax: Axes, values: Sequence[float | str], places: Sequence[float]) -> None:
    """The values themselves under the axis where there is room for all, else round numbers."""
    if len(values) <= MOST_TICKS or places == list(range(len(values))):
        step = -(-len(values) // MOST_TICKS) if isinstance(values[0], str) else 1
        texts = labels_of((v for v in values if isinstance(v, str)), LONGEST_VALUE)
        names = [texts[v] if isinstance(v, str) else minus_sign(f"{v:g}") for v in values]
        ax.set_xticks(places[::step], names[::step])
    else:
        ax.xaxis.set_major_locator(MaxNLocator(MOST_TICKS, steps=[1, 2, 2.5, 5, 10]))
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: minus_sign(f"{x:g}")))
