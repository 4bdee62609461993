"""Dots above a row of labels: where they stand, and how far their intervals reach."""

import pytest

from gofsim.analysis.estimates import NO_DATA, Estimate
from gofsim.analysis.upright_chart import Series, UprightPanel, upright_chart

LABELS = ["a", "b", "c"]


def estimate(value, half=0.5):
    return Estimate(value, value - half, value + half, 100, half / 2)


def chart_of(series, kind="change"):
    return upright_chart(LABELS, [UprightPanel("Some", kind, series)], "letters").axes[0]


def dots(ax):
    """Places of the dots, and the ends of the bars."""
    lines = [line for line in ax.lines if len(line.get_xdata()) and line.get_color() == "#123456"]
    marks = [line for line in lines if line.get_marker() not in ("None", "")]
    bars = [line for line in lines if line not in marks]
    return [(m.get_xdata()[0], m.get_ydata()[0]) for m in marks], [[*b.get_ydata()] for b in bars]


def test_dots_stand_over_their_label_at_their_value():
    found = {"a": estimate(-1.0), "c": estimate(3.0, 0.2), "b": NO_DATA}
    ax = chart_of({"": Series("#123456", found)})
    places, bars = dots(ax)
    assert places == [(0, -1.0), (2, 3.0)]
    assert bars == [pytest.approx([-1.5, -0.5]), pytest.approx([2.8, 3.2])]
    assert [label.get_text() for label in ax.get_xticklabels()] == LABELS
    assert ax.get_legend_handles_labels()[1] == []


def test_shares_are_shown_in_per_cent():
    places, _ = dots(chart_of({"x": Series("#123456", {"b": estimate(0.25, 0.1)})}, "share_change"))
    assert places == [(1, 25.0)]


def test_dots_of_one_label_stand_side_by_side_those_alone_in_its_middle():
    both = {"a": estimate(1.0), "b": estimate(1.0)}
    ax = chart_of(
        {"x": Series("#123456", both), "y": Series("#123456", both | {"c": estimate(2.0)})}
    )
    places, _ = dots(ax)
    assert ax.get_legend_handles_labels()[1] == ["x", "y"]
    for middle in (0, 1):
        left, right = sorted(x for x, _ in places if abs(x - middle) < 0.5)
        assert left < middle < right
    assert [x for x, _ in places if x > 1.5] == [2]
