"""Charts: the same bytes each time, complete, and without touching matplotlib's global state."""

import xml.etree.ElementTree as ET

import matplotlib as mpl
import pytest

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.figures import (
    Dot,
    Panel,
    dot_chart,
    rows_of_points,
    save,
    step_chart,
)

WON = Estimate(0.51, 0.49, 0.53, 300)
LOST = Estimate(0.12, 0.11, 0.13, 300)
ALONE = Estimate(0.3, None, None, 1, flag="one block")
NONE = Estimate(None, None, None, 0, flag="no data")


def dots():
    rows = [Dot("on", {"winner": WON, "loser": LOST}), Dot("off", {"winner": ALONE, "loser": NONE})]
    return dot_chart([Panel(rows, "chance, %", "share", "Arms", (0.25, "equal"))])


def steps():
    return step_chart({"a": {0: 0.25, 5: 0.75}, "b": {1: 1.0}}, "cards left", "hands", (8, 11))


def points():
    return rows_of_points({"I hold 0": {"dealt": [WON, LOST], "exact": [0.5, 0.1]}}, "gangs", "%")


@pytest.mark.parametrize("draw", [dots, steps, points])
def test_a_chart_is_the_same_every_time(draw, tmp_path):
    first = save(draw(), tmp_path, "one")
    assert save(draw(), tmp_path, "two") == first
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


@pytest.mark.parametrize("draw", [dots, steps, points])
def test_a_chart_is_one_plain_svg_element(draw, tmp_path):
    text = save(draw(), tmp_path, "chart")
    assert text.startswith("<svg")
    ET.fromstring(text.replace("&nbsp;", " "))
    assert "<dc:date>" not in text
    assert "<image" not in text
    assert "<script" not in text


def test_rows_series_and_values_are_on_the_chart():
    (ax,) = dots().axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["on", "off"]
    assert {"51.0%", "12.0%", "30.0%", "equal"} <= {text.get_text() for text in ax.texts}
    assert ax.get_legend_handles_labels()[1] == ["winner", "loser"]
    assert ax.get_xlabel() == "chance, %"


def test_series_differ_in_colour_and_marker():
    (ax,) = dots().axes
    handles, _ = ax.get_legend_handles_labels()
    assert len({handle.get_color() for handle in handles}) == 2
    assert len({handle.get_marker() for handle in handles}) == 2


def test_names_are_drawn_as_they_are_written_and_without_warnings(tmp_path):
    names = ["costs $5 or $6", "名前 \N{DROMEDARY CAMEL}", "לחם", r"a\_b^2$x"]
    chart = dot_chart([Panel([Dot(n, dict.fromkeys(names, WON)) for n in names], "", "share")])
    save(chart, tmp_path, "chart")
    (ax,) = chart.axes
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert not any(label.get_parse_math() for label in ax.get_yticklabels())
    assert not any(text.get_parse_math() for text in chart.legends[0].get_texts())


def test_long_labels_are_told_apart_and_leave_the_chart_its_room(tmp_path):
    names = [f"{'a name that goes on and on ' * 3}{place}" for place in range(3)]
    chart = dot_chart([Panel([Dot(n, dict.fromkeys(names, WON)) for n in names], "", "share")])
    save(chart, tmp_path, "chart")
    (ax,) = chart.axes
    rows = [label.get_text() for label in ax.get_yticklabels()]
    assert rows == [f"a name that go…s on and on {place}" for place in range(3)]
    assert [text.get_text() for text in chart.legends[0].get_texts()] == rows
    assert ax.get_position().width > 0.4
    legend = chart.legends[0].get_window_extent()
    assert legend.x1 <= chart.bbox.x1


def test_drawing_leaves_the_settings_of_matplotlib_alone(tmp_path):
    before = dict(mpl.rcParams)
    save(dots(), tmp_path, "chart")
    assert dict(mpl.rcParams) == before
