"""Matrices as charts: every number in its cell, readable, on the colour that it means."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from gofsim.analysis.figures import svg_text
from gofsim.analysis.matrix_chart import BAD_TO_GOOD, EMPTY, Tile, tile_chart
from gofsim.analysis.table import MINUS

NAMES = [f"bot number {place}" for place in range(11)] + ["a-bot-with-a-name-that-never-ends"]


def chart_of(names, text=f"{MINUS}12.3"):
    tiles = {
        (row, column): Tile(text, 1 - 2 * y / len(names), strong=x > y)
        for y, row in enumerate(names)
        for x, column in enumerate(names)
        if row != column
    }
    return tile_chart(names, names, tiles, "bot alone", "bot of its field")


def luminance(colour):
    """Relative luminance of sRGB (WCAG 2)."""
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("bots", [2, 3, 6, 12])
def test_every_text_stays_in_its_cell_and_every_name_on_the_chart(bots):
    chart = chart_of(NAMES[-bots:])
    chart.canvas.draw()
    ax = chart.axes[0]
    for text, cell in zip(ax.texts, filled(ax), strict=True):
        inner, outer = text.get_window_extent(), cell.get_window_extent()
        assert outer.x0 <= inner.x0
        assert inner.x1 <= outer.x1
        assert outer.y0 <= inner.y0
        assert inner.y1 <= outer.y1
    for label in (*ax.get_xticklabels(), *ax.get_yticklabels(), *chart.texts):
        box = label.get_window_extent()
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= chart.bbox.x1
        assert box.y1 <= chart.bbox.y1


def filled(ax):
    empty = (*to_rgb(EMPTY), 1)
    return [cell for cell in ax.patches if cell.get_facecolor() != pytest.approx(empty)]


def test_letters_stand_out_from_every_colour():
    for good in np.linspace(-1, 1, 41):
        chart = tile_chart(["a"], ["b"], {("a", "b"): Tile("+1.0", good, strong=abs(good) > 0.1)})
        letters, ground = chart.axes[0].texts[0].get_color(), BAD_TO_GOOD((good + 1) / 2)
        pair = sorted((luminance(letters), luminance(ground)))
        assert (pair[1] + 0.05) / (pair[0] + 0.05) > 3.8


def test_better_is_blue_and_worse_is_orange():
    bad, middle, good = (np.array(BAD_TO_GOOD(x)[:3]) for x in (0.0, 0.5, 1.0))
    assert good[2] > good[0]
    assert bad[0] > bad[2]
    assert middle == pytest.approx([1, 1, 1], abs=0.02)


def test_strong_figures_are_bold_and_others_not():
    chart = chart_of(["a", "b", "c"])
    weights = [text.get_fontweight() for text in chart.axes[0].texts]
    assert weights == ["bold", "bold", "normal", "bold", "normal", "normal"]


def test_the_same_tiles_give_the_same_bytes():
    assert svg_text(chart_of(NAMES[:3])) == svg_text(chart_of(NAMES[:3]))


def test_long_names_stay_different_bots():
    names = [f"a-quite-long-name-of-{kind}" for kind in ("lowest", "longest", "control")]
    (ax,) = chart_of(names).axes
    rows = [label.get_text() for label in ax.get_yticklabels()]
    assert len(set(rows)) == 3
    assert rows == [label.get_text() for label in ax.get_xticklabels()]
