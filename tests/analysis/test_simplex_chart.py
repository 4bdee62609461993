"""Mixes as charts: corners and dots where they belong, every bot with a line of its own."""

import numpy as np
import pytest

from gofsim.analysis.figures import svg_text
from gofsim.analysis.simplex_chart import CORNERS, Rest, shares_chart, simplex_chart

PATH = np.array([[0.2, 0.3, 0.5], [0.4, 0.3, 0.3], [0.8, 0.1, 0.1], [1.0, 0.0, 0.0]])
RESTS = [Rest(np.array([1.0, 0, 0]), True), Rest(np.array([0, 0.5, 0.5]), False)]


def test_corners_are_equally_far_apart():
    sides = [np.linalg.norm(CORNERS[a] - CORNERS[b]) for a, b in ((0, 1), (1, 2), (2, 0))]
    assert sides == pytest.approx([1, 1, 1])


def test_dots_stand_at_their_mixes_full_where_stable():
    ax = simplex_chart(["a", "b", "c"], [PATH], RESTS).axes[0]
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    places = [np.array(dot.get_xydata()[0]) for dot in dots]
    assert places[0] == pytest.approx(CORNERS[0])
    assert places[1] == pytest.approx((CORNERS[1] + CORNERS[2]) / 2)
    assert dots[0].get_markerfacecolor() != "white"
    assert dots[1].get_markerfacecolor() == "white"
    assert [text.get_text() for text in ax.texts if text.get_text()] == [
        "only a",
        "only b",
        "only c",
    ]


def test_a_path_that_does_not_move_is_no_fault():
    rest = np.repeat([[0.2, 0.3, 0.5]], 5, axis=0)
    assert "<svg" in svg_text(simplex_chart(["a", "b", "c"], [rest], []))


def test_twelve_bots_have_lines_that_differ():
    times, shares = np.geomspace(0.01, 9, 20), np.full((20, 12), 1 / 12)
    chart = shares_chart([f"bot {place}" for place in range(12)], times, shares, "time")
    looks = {(line.get_color(), line.get_linestyle()) for line in chart.axes[0].lines}
    assert len(looks) == 12
    assert len(chart.legends[0].get_texts()) == 12


def test_long_times_are_written_out():
    times, shares = np.geomspace(0.01, 2e6, 50), np.full((50, 3), 1 / 3)
    chart = shares_chart(["a", "b", "c"], times, shares, "time")
    chart.canvas.draw()
    words = [label.get_text() for label in chart.axes[0].get_xticklabels()]
    assert {"0.1", "1,000"} <= set(words) or {"0.01", "100", "10,000"} <= set(words)
    assert not any("e" in word for word in words)


def test_bots_with_long_names_are_told_apart():
    names = [f"a-really-quite-long-name-of-{kind}" for kind in ("lowest", "longest", "control")]
    ax = simplex_chart(names, [PATH], RESTS).axes[0]
    assert len({text.get_text() for text in ax.texts if text.get_text()}) == 3
    times, shares = np.geomspace(0.01, 9, 20), np.full((20, 3), 1 / 3)
    chart = shares_chart(names, times, shares, "time")
    assert len({text.get_text() for text in chart.legends[0].get_texts()}) == 3
