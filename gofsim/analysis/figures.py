"""The charts of a report: dots with intervals, small panels, distributions; one look for all.

Matplotlib objects without pyplot, so nothing global is touched. Figures are narrow with large
letters, so that they can be read on a phone.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.labels import labels_of
from gofsim.analysis.table import MINUS, Kind, cell_text, common_digits

# Okabe and Ito (2008), told apart by colour-blind readers; markers tell them apart in grey print.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "D", "^", "v", "P", "X")
INK, SOFT, GRID = "#1f2328", "#5b6470", "#dfe3e8"
STYLE: Any = {  # matplotlib types this as a literal of all its keys
    "svg.fonttype": "path",
    "svg.hashsalt": "gofsim",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.edgecolor": GRID,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 8.5,
    "text.color": INK,
    "text.parse_math": False,  # a $ in a name is a $
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 9,
}
WIDTH = 4.9  # inches: about the width of a phone's page at full letter size
LINE, EDGE = 0.2, 0.7  # inches for a line of dots, and for axis and margins
GAP = 0.75  # lines of space between two rows
HALO = [withStroke(linewidth=2.5, foreground="white")]  # keeps values legible on grid lines
PNG_DPI = 200
LEGEND_COLUMNS = 3
LETTER, HANDLE = 0.075, 0.45  # inches of a usual letter and of a mark with its gaps in a legend
LONGEST_LABEL, LONGEST_TITLE = 28, 50  # letters
LINES = ("-", "--", "-.", ":")


Points = Sequence[Estimate | float]
Panels = Mapping[str, Mapping[str, Points]]  # title -> series -> values


@dataclass(frozen=True)
class Dot:
    """One row of a dot chart: its label and, for each series that has it, an estimate."""

    label: str
    values: Mapping[str, Estimate]
    hollow: bool = False


@dataclass(frozen=True)
class Panel:
    """A dot chart: rows from top to bottom, an axis label with its unit, perhaps a marked value."""

    rows: Sequence[Dot]
    axis: str
    kind: Kind
    title: str = ""
    mark: tuple[float, str] | None = None


def dot_chart(panels: Sequence[Panel], *, columns: int = 1, label_rows: bool = True) -> Figure:
    """Dots with interval bars, one panel under (or beside) another, all series in one legend."""
    with style():
        series = list(dict.fromkeys(n for p in panels for row in p.rows for n in row.values))
        lines = -(-len(panels) // columns)
        per_line = [panels[i * columns : (i + 1) * columns] for i in range(lines)]
        heights = [max(_height(panel, len(series)) for panel in line) for line in per_line]
        chart = canvas(WIDTH, sum(heights) + _legend_height(series))
        axes = chart.subplots(lines, columns, squeeze=False, height_ratios=heights)
        titles = labels_of((panel.title for panel in panels), LONGEST_TITLE)
        for place, ax in enumerate(axes.flat):
            if place < len(panels):
                first = place % columns == 0 or label_rows
                _draw_dots(ax, panels[place], series, labelled=first)
                ax.set_title(titles[panels[place].title], loc="left", fontsize=9.5, color=INK)
            else:
                ax.set_axis_off()
        if len(series) > 1:
            legend(chart, axes[0][0])
        return chart


def step_chart(
    series: Mapping[str, Mapping[int, float]], axis: str, share_of: str, marks: Sequence[int] = ()
) -> Figure:
    """Distributions of whole numbers as outlines, in per cent of ``share_of``."""
    with style():
        chart = canvas(WIDTH, 2.8)
        ax, labels = chart.subplots(), labels_of(series, LONGEST_LABEL)
        for place, (name, shares) in enumerate(series.items()):
            low, high = min(shares), max(shares)
            points = range(low, high + 1)
            ax.step(
                [low - 1, *points, high + 1],
                [0, *(100 * shares.get(x, 0.0) for x in points), 0],
                where="mid",
                color=COLOURS[place % len(COLOURS)],
                linestyle=LINES[place % len(LINES)],
                linewidth=1.8,
                label=labels[name],
            )
        for mark in marks:
            ax.axvline(mark, color=GRID, linewidth=1, zorder=0)
        frame(ax)
        ax.grid(axis="y", color=GRID, linewidth=0.8)
        ax.set_ylim(bottom=0)
        ax.set_xlabel(axis)
        ax.set_ylabel(f"% of {share_of}")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        if len(series) > 1:
            ax.legend(frameon=False, fontsize=9)
        return chart


def rows_of_points(
    panels: Panels,
    axis: str,
    unit: str,
    start: int = 0,
) -> Figure:
    """Small panels side by side over x = start, start + 1, ...; estimates with interval bars.

    Plain numbers (exact, published) are hollow marks.
    """
    with style():
        columns = min(2, len(panels))
        lines = -(-len(panels) // columns)
        height = (1.75 if columns > 1 else 2.4) * lines + 0.5
        chart = canvas(WIDTH, height)
        axes = chart.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
        top = 105 * min(
            1.0, max(map(_highest, (v for p in panels.values() for s in p.values() for v in s)))
        )
        titles = labels_of(panels, LONGEST_TITLE)
        for ax, (title, series) in zip(axes.flat, panels.items(), strict=False):
            _draw_points(ax, series, start)
            frame(ax)
            ax.grid(axis="y", color=GRID, linewidth=0.8)
            ax.set_ylim(0, top)
            ax.set_title(titles[title], loc="left", fontsize=9, color=INK)
        chart.supxlabel(axis, fontsize=8.5, color=SOFT)
        chart.supylabel(unit, fontsize=8.5, color=SOFT)
        legend(chart, axes[0][0])
        return chart


def minus_sign(text: str) -> str:
    """A number's text with a true minus sign."""
    return text.replace("-", MINUS)


@contextmanager
def style() -> Iterator[None]:
    """Draw in the common style, whatever a user's matplotlibrc says.

    Letters that the font lacks are boxes, and no warning.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        for message in ("Glyph .* missing from", "Matplotlib currently does not support"):
            warnings.filterwarnings("ignore", message, UserWarning)
        yield


def canvas(width: float, height: float) -> Figure:
    """An empty chart of a size in inches; call within `style`."""
    chart = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(chart)
    return chart


def svg_text(chart: Figure) -> str:
    """The chart as an SVG element for a page: the same bytes for the same chart."""
    buffer = BytesIO()
    with style():
        _settle(chart)
        FigureCanvasSVG(chart).print_svg(buffer, metadata={"Date": None, "Creator": None})
    text = buffer.getvalue().decode("utf-8")
    return text[text.index("<svg") :]


def save(chart: Figure, folder: Path, name: str) -> str:
    """Write ``name.svg`` and ``name.png``; return the SVG text."""
    text = svg_text(chart)
    (folder / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
    with style():
        chart.set_dpi(PNG_DPI)
        FigureCanvasAgg(chart).print_png(folder / f"{name}.png", metadata={"Software": None})
    return text


def _settle(chart: Figure) -> None:
    """Lay the chart out once for all files; `savefig` would draw it once more for each."""
    engine = chart.get_layout_engine()
    if engine is not None:
        engine.execute(chart)
        chart.set_layout_engine("none")


def legend(chart: Figure, ax: Axes) -> None:
    """All series above the panels, row by row; matplotlib fills columns."""
    handles, names = ax.get_legend_handles_labels()
    columns = _legend_columns(names)
    order = [place for start in range(columns) for place in range(start, len(names), columns)]
    chart.legend(
        [handles[place] for place in order], [names[place] for place in order],
        loc="outside upper left", ncols=columns, frameon=False, fontsize=9,
        handletextpad=0.3, columnspacing=1.2,
    )  # fmt: skip


def _legend_columns(names: Sequence[str]) -> int:
    """As many as fit beside each other."""
    widest = HANDLE + LETTER * max(map(len, labels_of(names, LONGEST_LABEL).values()))
    return max(1, min(LEGEND_COLUMNS, len(names), int(WIDTH / widest)))


def _legend_height(series: Sequence[str]) -> float:
    return 0.22 * -(-len(series) // _legend_columns(series)) if len(series) > 1 else 0.0


def _height(panel: Panel, series: int) -> float:
    return EDGE + LINE * len(panel.rows) * (series + GAP)


def _draw_dots(ax: Axes, panel: Panel, series: Sequence[str], *, labelled: bool) -> None:
    spread = (len(series) - 1) / (len(series) + GAP)
    names = labels_of(series, LONGEST_LABEL)
    digits = common_digits((c for row in panel.rows for c in row.values.values()), panel.kind)
    for line in range(1, len(panel.rows)):
        ax.axhline(line - 0.5, color=GRID, linewidth=0.8)
    for place, name in enumerate(series):
        shift = (place / max(1, len(series) - 1) - 0.5) * spread
        for line, row in enumerate(panel.rows):
            cell = row.values.get(name)
            if cell is not None and cell.value is not None:
                text = cell_text(cell, panel.kind, digits)
                _one_dot(ax, cell, line + shift, place, text, hollow=row.hollow)
        ax.plot(
            [], [], MARKERS[place % 7], color=COLOURS[place % 7], label=names[name],
            markersize=6,
        )  # fmt: skip
    frame(ax)
    ax.set_ylim(len(panel.rows) - 0.5, -0.5)
    labels = labels_of((row.label for row in panel.rows), LONGEST_LABEL)
    ax.set_yticks(
        range(len(panel.rows)), [labels[row.label] for row in panel.rows] if labelled else []
    )
    ax.grid(axis="x", color=GRID, linewidth=0.8)
    ax.margins(x=0.16)
    scale = 100 if panel.kind.startswith("share") else 1
    ax.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 2.5, 5, 10]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: minus_sign(f"{x * scale:g}")))
    if panel.axis:
        ax.set_xlabel(panel.axis, loc="left")
    if panel.mark:
        _mark(ax, *panel.mark)


def _one_dot(
    ax: Axes, cell: Estimate, height: float, place: int, text: str, *, hollow: bool
) -> None:
    colour = COLOURS[place % len(COLOURS)]
    value = float(cell.value or 0)
    low, high = (value if end is None else end for end in (cell.low, cell.high))
    ax.plot([low, high], [height, height], color=colour, linewidth=2.2, alpha=0.55)
    ax.plot(
        value, height, MARKERS[place % len(MARKERS)], color=colour, markersize=6,
        markerfacecolor="white" if hollow else colour,
    )  # fmt: skip
    ax.annotate(
        text, (high, height), xytext=(6, 0), textcoords="offset points", va="center",
        fontsize=8, color=INK, path_effects=HALO,
    )  # fmt: skip


def _mark(ax: Axes, value: float, label: str) -> None:
    ax.axvline(value, color=SOFT, linewidth=1, linestyle=(0, (3, 2)), zorder=0)
    ax.annotate(
        label, (value, 1), xycoords=("data", "axes fraction"), xytext=(3, 2),
        textcoords="offset points", fontsize=7.5, color=SOFT, va="bottom",
    )  # fmt: skip


def _draw_points(ax: Axes, series: Mapping[str, Points], start: int) -> None:
    ax.set_xticks(range(start, start + max(len(values) for values in series.values())))
    labels = labels_of(series, LONGEST_LABEL)
    for place, (name, values) in enumerate(series.items()):
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        shift = (place - (len(series) - 1) / 2) * 0.22
        for x, value in enumerate(values, start):
            if isinstance(value, Estimate) and value.low is not None and value.high is not None:
                ends = [100 * value.low, 100 * value.high]
                ax.plot([x + shift] * 2, ends, color=colour, linewidth=2, alpha=0.55)
        known = [v.value if isinstance(v, Estimate) else v for v in values]
        estimated = any(isinstance(value, Estimate) for value in values)
        ax.plot(
            [x + shift for x, value in enumerate(known, start) if value is not None],
            [100 * value for value in known if value is not None],
            marker, color=colour, markersize=5.5, label=labels[name],
            markerfacecolor=colour if estimated else "white", clip_on=False,
        )  # fmt: skip


def _highest(value: Estimate | float) -> float:
    if isinstance(value, Estimate):
        return value.high if value.high is not None else (value.value or 0.0)
    return value


def frame(ax: Axes) -> None:
    """The common look of axes: a line below, no ticks."""
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_axisbelow(True)
    ax.tick_params(length=0)
