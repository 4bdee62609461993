"""How numbers read in sentences."""

import pytest

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.words import (
    at_most,
    counted,
    from_to,
    interval,
    size_interval,
    size_of,
    with_interval,
)

WIDE = Estimate(0.1731, 0.1718, 0.1744, 1000)
FALL = Estimate(-0.412, -0.424, -0.400, 1000)


def test_a_sentence_shows_the_first_figure_of_the_half_width():
    assert size_of(WIDE, "share_change") == "17.3"
    assert interval(WIDE, "share") == "95% interval 17.2% to 17.4%"
    assert with_interval(FALL, "number") == "−0.41 (95% interval −0.42 to −0.40)"  # noqa: RUF001


def test_the_interval_of_a_fall_said_in_words_has_no_sign():
    assert size_of(FALL, "change") == "0.41"
    assert size_interval(FALL, "change") == "95% interval 0.40 to 0.42"


@pytest.mark.parametrize(
    ("cell", "kind", "words"),
    [
        (Estimate(0.01, -0.0021, 0.0221, 9), "share_change", "2.3"),
        (Estimate(-0.01, -0.0221, 0.0021, 9), "share_change", "2.3"),
        (Estimate(0.0, -0.054, 0.041, 9), "change", "0.06"),
    ],
)
def test_what_is_possible_at_most_is_rounded_up(cell, kind, words):
    assert at_most(cell, kind) == words


def test_values_and_their_change_add_up():
    change = Estimate(0.1207, 0.1193, 0.1222, 9)
    old, new = Estimate(0.2986, 0.297, 0.300, 9), Estimate(0.4193, 0.418, 0.421, 9)
    assert from_to(old, new, change, "share") == "from 29.86% to 41.93%"
    even = Estimate(0.4186, 0.418, 0.420, 9)
    assert from_to(old, even, Estimate(0.12, 0.119, 0.121, 9), "share") == "from 29.9% to 41.9%"


def test_large_values_take_no_more_decimals_than_they_need():
    change = Estimate(-3.5295, -3.5355, -3.5235, 9)
    old, new = Estimate(18.2722, 18.26, 18.28, 9), Estimate(14.7427, 14.73, 14.75, 9)
    assert from_to(old, new, change, "number") == "from 18.27 to 14.74"


def test_one_is_not_many():
    found = [counted(number, "block") for number in (0, 1, 2, 1000)]
    assert found == ["0 blocks", "1 block", "2 blocks", "1,000 blocks"]
