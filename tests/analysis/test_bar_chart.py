"""Small bar charts: heights, marks and words."""

import re

from pages import Page

from gofsim.analysis.bar_chart import BASE, TOP, bar_chart, common_top, middles, strip, wide_enough
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import NOTHING


def test_bars_are_as_high_as_their_shares_on_the_axis():
    page = Page(bar_chart("t", ["a", "b", "c"], [0.3, None, 0.0], 0.6))
    bars = [values for tag, values in page.tags if tag == "rect"]
    assert [float(bar["height"]) for bar in bars] == [(BASE - TOP) / 2, 0.0]
    assert [float(bar["y"]) for bar in bars] == [(BASE + TOP) / 2, BASE]
    assert "60%" in page.text
    assert page.text.count(NOTHING) == 1  # where there is no share


def test_the_words_of_a_chart_are_its_figures():
    page = Page(bar_chart("how <it> gives", ["1", "2"], [0.255, None], 0.3))
    assert page.tags[0][1]["aria-label"] == "how <it> gives: 1: 25.5%, 2: " + NOTHING


def test_marks_stand_at_their_shares():
    svg = bar_chart("t", ["a", "b"], [0.1, 0.1], 0.2, [None, 0.2])
    assert re.findall(r'class="mark" d="M\S+ (\S+)h', svg) == [f"{TOP:.1f}"]


def test_an_axis_fits_all_charts():
    assert common_top([[0.1, None], [0.31]]) == 0.4
    assert common_top([[1.0]]) == 1.0
    assert common_top([[None]]) == 0.1


def test_the_middle_is_that_of_three_or_more():
    assert middles([[0.1, 0.5], [0.3, None], [0.2, 0.1]]) == [0.2, None]


def test_a_strip_has_the_interval_and_the_dot_in_order():
    svg = strip(Estimate(0.5, 0.4, 0.6, 9), 0.0, 1.0, 0.25)
    low, high = re.search(r'class="reach" d="M(\S+) \S+H(\S+?)"', svg).groups()
    dot = re.search(r'cx="(\S+)"', svg)[1]
    assert float(low) < float(dot) < float(high)
    assert float(dot) == 36.0
    assert strip(None, 0.0, 1.0, 0.25) == ""


def test_a_strip_has_whole_ends_around_all_values():
    assert wide_enough([-3.2, None, 1.5], 0.0) == (-4.0, 2.0)
    assert wide_enough([0.0], 0.0) == (-1.0, 1.0)
