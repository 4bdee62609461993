"""Dots with their intervals above a row of labels, panels one under another on common labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.figures import (
    GRID,
    INK,
    MARKERS,
    SOFT,
    WIDTH,
    canvas,
    frame,
    legend,
    minus_sign,
    style,
)
from gofsim.analysis.table import PERCENT, Kind

HEIGHT, EDGE = 2.15, 0.6  # inches of a panel, and of labels and legend
ROOM = 0.27  # of a label's slot between two of its dots


@dataclass(frozen=True)
class Series:
    """Dots of one colour by the labels over which they stand."""

    colour: str
    values: Mapping[str, Estimate]


@dataclass(frozen=True)
class UprightPanel:
    """One panel: its title, how its numbers read, and the dots by the names in the legend.

    Dots without a name are not in the legend.
    """

    title: str
    kind: Kind
    series: Mapping[str, Series]


def upright_chart(labels: Sequence[str], panels: Sequence[UprightPanel], axis: str) -> Figure:
    """All dots of a label side by side, a line at 0; ``axis`` says what the labels are."""
    with style():
        chart = canvas(WIDTH, HEIGHT * len(panels) + EDGE)
        axes = chart.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
        for ax, panel in zip(axes, panels, strict=True):
            _draw(ax, labels, panel)
        axes[-1].set_xticks(range(len(labels)), labels)
        axes[-1].set_xlabel(axis)
        if any(panels[0].series):
            legend(chart, axes[0])
        return chart


def _draw(ax: Axes, labels: Sequence[str], panel: UprightPanel) -> None:
    scale = PERCENT if panel.kind.startswith("share") else 1
    for place, (name, series) in enumerate(panel.series.items()):
        marker = MARKERS[place % len(MARKERS)]
        for label, cell in series.values.items():
            if cell.value is not None:
                x = labels.index(label) + _beside(panel, name, label)
                _dot(ax, x, cell, scale, series.colour, marker)
        if name:
            ax.plot([], [], marker, color=series.colour, label=name, markersize=5)
    frame(ax)
    ax.axhline(0, color=SOFT, linewidth=1, zorder=1)
    ax.grid(axis="y", color=GRID, linewidth=0.8)
    ax.set_xlim(-0.6, len(labels) - 0.4)
    for edge in range(1, len(labels)):
        ax.axvline(edge - 0.5, color=GRID, linewidth=0.6, zorder=0)
    ax.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: minus_sign(f"{y:g}")))
    ax.set_title(panel.title, loc="left", fontsize=9.5, color=INK)


def _beside(panel: UprightPanel, name: str, label: str) -> float:
    """How far from the middle of its label a dot stands, those that are there side by side."""
    there = [other for other, series in panel.series.items() if label in series.values]
    room = min(ROOM, 0.8 / len(there))
    return room * (there.index(name) - (len(there) - 1) / 2)


def _dot(ax: Axes, x: float, cell: Estimate, scale: int, colour: str, marker: str) -> None:
    value = scale * float(cell.value or 0)
    ends = [value if end is None else scale * end for end in (cell.low, cell.high)]
    ax.plot([x, x], ends, color=colour, linewidth=1.8, alpha=0.55, zorder=2)
    ax.plot(x, value, marker, color=colour, markersize=4.2, zorder=3)
