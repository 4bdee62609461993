"""The forest plot of paired differences: what it shows, filled and hollow."""

import pytest

from gofsim.analysis.arms import is_real, pairs_table
from gofsim.analysis.collect import collect
from gofsim.analysis.forest import differences_picture
from gofsim.analysis.metrics import main_metrics
from gofsim.analysis.run_folder import read_run


@pytest.fixture(scope="module")
def evidence(exchange):
    """Four arms of equal bots."""
    return collect(read_run(exchange))


def dots_of(ax):
    """Value and fill of each dot, from top to bottom."""
    dots = [
        line for line in ax.lines if line.get_marker() not in ("None", "") and len(line.get_xdata())
    ]
    dots.sort(key=lambda line: line.get_ydata()[0])
    return [(line.get_xdata()[0], line.get_markerfacecolor() != "white") for line in dots]


def test_dots_are_the_differences_filled_where_significant(evidence):
    pairs = pairs_table(evidence)
    chart = differences_picture(evidence, pairs).chart
    wanted = main_metrics(evidence)[:4]
    assert len(chart.axes) == len(wanted)
    filled = set()
    for ax, metric in zip(chart.axes, wanted, strict=True):
        rows = [r for r in pairs.rows if r["name"] == metric.name and r["left"] == "on"]
        assert dots_of(ax) == [(r["difference"].value, is_real(r)) for r in rows]
        filled |= {fill for _, fill in dots_of(ax)}
    assert filled == {True, False}


def test_the_line_of_no_difference_is_there(evidence):
    chart = differences_picture(evidence, pairs_table(evidence)).chart
    for ax in chart.axes:
        assert [0, 0] in [list(line.get_xdata()) for line in ax.lines]


def test_its_words_hold_every_difference(evidence):
    picture = differences_picture(evidence, pairs_table(evidence))
    assert picture.alt.count("neither") == len(picture.chart.axes)
    assert "less on, paired by deals" in picture.caption
