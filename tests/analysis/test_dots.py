"""Dots: where they stand, what they say, and axes that hold them all."""

import re
import xml.etree.ElementTree as ET

import pytest

from gofsim.analysis.dots import BASE, TOP, WIDTH, Series, axis_of, dots
from gofsim.analysis.estimates import NO_DATA, Estimate
from gofsim.analysis.table import MINUS


def estimate(value, half):
    return Estimate(value, value - half, value + half, 100, half / 2)


def test_every_dot_stands_at_its_value_over_its_label():
    values = [estimate(-1.0, 0.5), None, estimate(3.0, 0.2)]
    picture = str(
        dots("Three < cards", ["a", "b", "c"], [Series("x", ["red"] * 3, values)], "change")
    )
    svg = ET.fromstring(picture)
    assert svg.get("aria-label") == "Three < cards"
    groups = svg.findall("g")
    assert [group.get("class") for group in groups] == ["red", "red"]
    assert groups[0].find("title").text.replace(MINUS, "-") == "a x: -1.0 (-1.5 to -0.5)"
    left, right = ([float(g.find("circle").get(key)) for key in ("cx", "cy")] for g in groups)
    assert left[0] < right[0] < WIDTH
    assert BASE > left[1] > right[1] > TOP
    top, bottom = map(
        float, re.match(r"M\S+ (\S+)V(\S+)", groups[0].find("path").get("d")).groups()
    )
    assert top < left[1] < bottom
    assert [text.text for text in svg.findall("text") if text.get("class") is None] == [
        "a",
        "b",
        "c",
    ]


def test_series_stand_side_by_side():
    rows = [Series(str(k), [""], [estimate(1.0, 0.1)]) for k in range(3)]
    svg = ET.fromstring(str(dots("", ["a"], rows, "share_change")))
    places = [float(circle.get("cx")) for circle in svg.iter("circle")]
    assert places == sorted(set(places))
    assert [text.text for text in svg.findall("text")][-2:] == ["120%", "a"]


@pytest.mark.parametrize(
    ("values", "axis"),
    [
        ([], (0, 1, 1)),
        ([2.6, -0.4], (-0.5, 3, 0.5)),
        ([0.03], (0, 0.035, 0.005)),
        ([-70], (-80, 0, 20)),
    ],
)
def test_an_axis_holds_zero_and_all_intervals(values, axis):
    found = axis_of([estimate(value, 0.001) for value in values])
    assert (found.low, found.high, found.step) == pytest.approx(axis)
    assert 0 in found.lines
    assert found.lines[-1] == found.high


def test_what_has_no_data_has_no_dot():
    picture = str(dots("", ["a"], [Series("", [""], [NO_DATA])], "change"))
    assert "<circle" not in picture
