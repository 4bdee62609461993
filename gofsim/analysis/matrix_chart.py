"""Numbers in coloured cells: a matrix as a chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.figures import COLOURS, INK, SOFT, WIDTH, canvas, style
from gofsim.analysis.labels import labels_of

CELL, WIDEST_CELL, CELL_HEIGHT = 0.47, 0.9, 0.34  # inches
EDGE, AXIS = 0.08, 0.24  # inches of margin, and of the words of an axis
LETTER, LINE = 0.072, 0.2  # inches of a letter of a label, and of a line of them
LONGEST_NAME = 16  # letters
PALE = 0.2  # of the full colour: up to here letters may be soft
DARK_ON_BLUE = 0.84  # of the full blue: from here on letters are white; never on orange
# Vermilion over white to blue: told apart by all colour-blind readers, and both pale to the middle.
BAD_TO_GOOD = LinearSegmentedColormap.from_list("bad to good", [COLOURS[1], "white", COLOURS[0]])
EMPTY = "#eef0f3"


@dataclass(frozen=True)
class Tile:
    """One cell: its text, how good it is from -1 to 1 (its colour), and whether it is bold."""

    text: str
    good: float
    strong: bool = False


def colour_scale(changes: Sequence[Estimate], least: float = 0.0) -> float:
    """What is full colour: the largest change, half width of an interval, or ``least``.

    So chance makes no chart colourful.
    """
    sizes = [abs(change.value or 0.0) for change in changes]
    halves = [(c.high - c.low) / 2 for c in changes if c.low is not None and c.high is not None]
    return max(least, *sizes, *halves)


def shade(change: float, scale: float, *, real: bool) -> float:
    """The colour of a change, -1 to 1: full at ``scale``, pale where it may be chance."""
    full = change / scale if scale else 0.0
    return full if real else max(-PALE, min(PALE, full))


def tile_chart(
    rows: Sequence[str],
    columns: Sequence[str],
    tiles: Mapping[tuple[str, str], Tile],
    row_words: str = "",
    column_words: str = "",
) -> Figure:
    """Tiles by (row, column), rows from top to bottom; a pair without a tile is grey."""
    labels = labels_of((*rows, *columns), LONGEST_NAME)
    names = [labels[name] for name in (*rows, *columns)]
    longest = LETTER * max(map(len, names)) + 0.1
    left = EDGE + AXIS * bool(row_words) + longest
    cell = min(WIDEST_CELL, max(CELL, (WIDTH - left - EDGE) / len(columns)))
    turned = longest > cell
    top = EDGE + AXIS * bool(column_words) + (longest if turned else LINE)
    inner = cell * len(columns), CELL_HEIGHT * len(rows)
    size = left + inner[0] + EDGE, top + inner[1] + EDGE
    with style():
        chart = canvas(*size)
        chart.set_layout_engine("none")
        ax = chart.add_axes(
            (left / size[0], EDGE / size[1], inner[0] / size[0], inner[1] / size[1])
        )
        _draw(ax, rows, columns, tiles)
        _name(ax, names[: len(rows)], names[len(rows) :], turned=turned)
        words: dict[str, Any] = {"fontsize": 8.5, "color": SOFT, "va": "center", "ha": "center"}
        middle = (left + inner[0] / 2) / size[0], (EDGE + inner[1] / 2) / size[1]
        chart.text(middle[0], 1 - (EDGE + AXIS / 2) / size[1], column_words, **words)
        chart.text((EDGE + AXIS / 2) / size[0], middle[1], row_words, rotation=90, **words)
        return chart


def _draw(
    ax: Axes, rows: Sequence[str], columns: Sequence[str], tiles: Mapping[tuple[str, str], Tile]
) -> None:
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            tile = tiles.get((row, column))
            colour = EMPTY if tile is None else BAD_TO_GOOD((tile.good + 1) / 2)
            ax.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=1))
            if tile is not None:
                ax.text(
                    x + 0.5, y + 0.5, tile.text, ha="center", va="center_baseline", fontsize=7.8,
                    color=_letters(tile),
                    fontweight="bold" if tile.strong else "normal",
                )  # fmt: skip
    ax.set_xlim(0, len(columns))
    ax.set_ylim(len(rows), 0)


def _letters(tile: Tile) -> str:
    """The colour of a cell's text, which stands out from its ground by nearly four to one."""
    if tile.good > DARK_ON_BLUE:
        return "white"
    return SOFT if abs(tile.good) < PALE and not tile.strong else INK


def _name(ax: Axes, rows: Sequence[str], columns: Sequence[str], *, turned: bool) -> None:
    ax.set_yticks([y + 0.5 for y in range(len(rows))], rows)
    ax.set_xticks([x + 0.5 for x in range(len(columns))], columns)
    ax.tick_params(length=0, top=False, labeltop=True, labelbottom=False, pad=3)
    ax.tick_params(axis="x", rotation=90 if turned else 0, labelcolor=INK, labelsize=9)
    ax.spines[:].set_visible(False)
