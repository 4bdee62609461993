"""Labels fit their room and tell apart whatever names differ."""

import pytest

from gofsim.analysis.labels import labels_of, shortened

KINDS = ("lowest", "longest", "control", "random", "min-turns", "random-nopass")


def test_what_fits_stays_as_it_is():
    assert shortened("x" * 28, 28) == "x" * 28
    assert labels_of(["b", "a", "b"], 5) == {"b": "b", "a": "a"}


def test_a_longer_one_keeps_both_ends():
    assert shortened("a-quite-long-name-of-control", 16) == "a-quite-…control"
    assert shortened("several words that are long", 12, 0) == "several wor…"
    assert shortened("several words", 9) == "seve…ords"


@pytest.mark.parametrize("longest", [12, 16, 28])
@pytest.mark.parametrize(
    "names",
    [
        [f"a-quite-long-name-of-{kind}" for kind in KINDS],
        [f"{kind}-{'and-a-long-end' * 3}" for kind in KINDS],
        [f"a-name-of-{kind}-and-so-on-and-so-forth" for kind in KINDS],
        [f"{'begin' * 20}{place}{'end' * 20}" for place in range(12)],
        ["1 a", *(f"{'a' * 40}{place}{'a' * 40}" for place in range(12))],
    ],
)
def test_different_names_have_different_labels(names, longest):
    labels = labels_of([*names, *names, "short"], longest)
    assert list(labels) == [*names, "short"]
    assert len(set(labels.values())) == len(labels)
    assert max(map(len, labels.values())) <= longest
