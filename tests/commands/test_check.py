"""The plan's words."""

import pytest

from gofsim.commands.check import duration, megabytes


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.01, "1 s"), (90, "90 s"), (150, "2 minutes"), (3600, "60 minutes"), (9000, "2 hours")],
)
def test_duration(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("size", "text"), [(10, "0.1 MB"), (15_000_000, "15.0 MB"), (2_500_000_000, "2.5 GB")]
)
def test_size(size, text):
    assert megabytes(size) == text
