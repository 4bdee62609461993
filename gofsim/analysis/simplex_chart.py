"""How mixes of bots change: a triangle for three bots, shares over time for more."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from gofsim.analysis.figures import (
    COLOURS,
    GRID,
    HALO,
    INK,
    LINES,
    LONGEST_LABEL,
    SOFT,
    WIDTH,
    canvas,
    frame,
    style,
)
from gofsim.analysis.labels import labels_of

HEIGHT = 4.3  # inches of a triangle with its names
LONGEST_SERIES = 24  # letters, two beside each other
# Corners by bot: the first on top, the second left, the third right.
CORNERS = np.array([[0.5, sqrt(3) / 2], [0.0, 0.0], [1.0, 0.0]])
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rest:
    """A mix, float64[k], that stays as it is; ``stable`` where it comes back when disturbed."""

    mix: Numbers
    stable: bool


def simplex_chart(bots: Sequence[str], paths: Sequence[Numbers], rests: Sequence[Rest]) -> Figure:
    """Paths, each float64[times, 3], in the triangle of the mixes of three bots."""
    with style():
        chart = canvas(WIDTH, HEIGHT)
        ax = chart.subplots()
        ax.fill(*CORNERS.T, facecolor="white", edgecolor=SOFT, linewidth=1.2)
        for path in paths:
            _draw_path(ax, path @ CORNERS)
        for rest in rests:
            ax.plot(
                *(rest.mix @ CORNERS), "o", color=COLOURS[1], markersize=8, clip_on=False,
                markerfacecolor=COLOURS[1] if rest.stable else "white", zorder=4,
            )  # fmt: skip
        for place, label in enumerate(labels_of(bots, LONGEST_LABEL).values()):
            top = place == 0
            ax.annotate(
                f"only {label}", CORNERS[place], xytext=(0, 9 if top else -9),
                textcoords="offset points", ha=("center", "left", "right")[place],
                va="bottom" if top else "top", fontsize=9, color=INK,
            )  # fmt: skip
        ax.set_aspect("equal")
        ax.margins(0.06)
        ax.set_axis_off()
        return chart


def _draw_path(ax: Axes, points: Numbers) -> None:
    """A line with an arrow where half of its length is done."""
    ax.plot(*points.T, color=COLOURS[0], linewidth=1.3, alpha=0.8)
    done = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))))
    middle = int(np.searchsorted(done, done[-1] / 2))
    if 0 < middle < len(points):
        ax.annotate(
            "", points[middle], points[middle - 1],
            arrowprops={"arrowstyle": "-|>", "color": COLOURS[0], "mutation_scale": 11},
        )  # fmt: skip


def shares_chart(bots: Sequence[str], times: Numbers, shares: Numbers, axis: str) -> Figure:
    """Shares float64[times, k] over times above 0, on a scale of equal ratios."""
    with style():
        chart = canvas(WIDTH, 2.9 + 0.2 * -(-len(bots) // 2))
        ax = chart.subplots()
        for place, label in enumerate(labels_of(bots, LONGEST_SERIES).values()):
            ax.plot(
                times, 100 * shares[:, place], color=COLOURS[place % len(COLOURS)], linewidth=1.8,
                linestyle=LINES[place // len(COLOURS) % len(LINES)], label=label,
                path_effects=HALO,
            )  # fmt: skip
        frame(ax)
        ax.grid(axis="y", color=GRID, linewidth=0.8)
        ax.set_ylim(0, 102)
        ax.set_xscale("log")
        ax.tick_params(axis="x", pad=6)
        ax.set_xlim(times[0], times[-1])
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}" if x < 1 else f"{x:,.0f}"))
        ax.xaxis.set_minor_locator(NullLocator())
        ax.set_xlabel(axis)
        ax.set_ylabel("share of the mix, %")
        chart.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=8.5)
        return chart
