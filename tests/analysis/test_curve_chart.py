"""Response curves: numbers keep their place on the axis, texts take equal steps."""

import pytest

from gofsim.analysis.curve_chart import Curves, curve_chart
from gofsim.analysis.estimates import NO_DATA, Estimate
from gofsim.analysis.figures import svg_text


def cell(value):
    return Estimate(value, value - 0.5, value + 0.5, 50, 0.2)


def lines_of(chart):
    """x and y of the lines that have markers, by label."""
    return {
        line.get_label(): (list(line.get_xdata()), list(line.get_ydata()))
        for line in chart.axes[0].lines
        if line.get_marker() not in ("None", None, "")
    }


def test_numbers_have_their_place():
    cells = [cell(1.0), cell(4.0), cell(2.0)]
    chart = curve_chart([Curves("T", "number", {"a": cells})], [10, 0, 1], "riffles")
    x, y = lines_of(chart)["a"]
    assert x == [0, 1, 10]
    assert y == [4.0, 2.0, 1.0]
    assert [tick.get_text() for tick in chart.axes[0].get_xticklabels()] == ["10", "0", "1"]


def test_texts_take_equal_steps_and_shares_are_per_cent():
    cells = [Estimate(0.25, 0.2, 0.3, 50), Estimate(0.5, 0.4, 0.6, 50)]
    chart = curve_chart([Curves("T", "share", {"a": cells})], ["winner", "loser"], "lead")
    x, y = lines_of(chart)["a"]
    assert x == [0, 1]
    assert y == pytest.approx([25, 50])


def test_bars_of_several_lines_do_not_cover_one_another_and_gaps_stay_open():
    lines = {"a": [cell(1.0), NO_DATA], "b": [cell(1.0), cell(2.0)]}
    found = lines_of(curve_chart([Curves("T", "number", lines)], [0, 1], "f"))
    assert len(found["a"][0]) == 1
    assert found["a"][0][0] < found["b"][0][0]


def test_many_panels_and_values_draw_without_warning():
    lines = {f"base {k}": [cell(float(v)) for v in range(40)] for k in range(4)}
    chart = curve_chart([Curves("T" * 80, "change", lines)] * 4, [float(v) for v in range(40)], "x")
    assert svg_text(chart).startswith("<svg")
