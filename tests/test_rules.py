"""The switches: defaults as written in the rules, every value, and what is refused."""

import oracle
import pytest
from oracle_cards import CHOICES
from pydantic import ValidationError

from gofsim.rules import DEFAULT_SCORING, Rules


def test_defaults_are_the_rules():
    plain = Rules().model_dump(mode="json")
    assert plain == oracle.default_rules()
    assert list(DEFAULT_SCORING) == [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80]


@pytest.mark.parametrize("field", CHOICES)
def test_every_value_of_a_switch(field):
    for value in CHOICES[field]:
        rules = Rules(**{field: value})
        assert getattr(rules, field) == value
        oracle.check_rules(rules.model_dump(mode="json"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 2),
        ("players", 5),
        ("players", "4"),
        ("target", 0),
        ("target", 10_001),
        ("target", 99.5),
        ("target", True),
        ("riffles", -1),
        ("riffles", 21),
        ("tie_break", "top"),
        ("phoenix_in_full_house", 1),
        ("multi_one_wild", "yes"),
        ("passing", True),
        ("exchange", "on"),
        ("exchange_tie", "left"),
        ("direction", "Clockwise"),
        ("last_card", None),
        ("shuffle", ""),
        ("first_lead", "winner"),
        ("next_lead", "holder"),
        ("unknown", 1),
    ],
)
def test_other_values_are_refused(field, value):
    with pytest.raises(ValidationError, match=field):
        Rules(**{field: value})


@pytest.mark.parametrize(("low", "high"), [(1, 10_000)])
def test_ends_of_ranges(low, high):
    assert Rules(target=low).target == low
    assert Rules(target=high).target == high
    assert Rules(riffles=0).riffles == 0
    assert Rules(riffles=20).riffles == 20


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([0] * 17, "from one card left on"),
        ([0] + [1] * 15, "17 whole numbers"),
        ([0] + [1] * 17, "17 whole numbers"),
        ([1] * 17, "must start with 0"),
        ([0] + [1001] * 16, "1 to 1000"),
        ([0, 2, 1] + [3] * 14, "must not decrease"),
        ([0, -1] + [3] * 15, "from one card left on"),
        ([0, 1.5] + [3] * 15, "scoring"),
        ([0, True] + [3] * 15, "scoring"),
        ("0 1 2", "scoring"),
    ],
)
def test_bad_scoring(table, said):
    with pytest.raises(ValidationError, match=said):
        Rules(scoring=table)


@pytest.mark.parametrize("table", [[0] + [1] * 16, [0] + [1000] * 16, tuple(range(17))])
def test_good_scoring(table):
    assert Rules(scoring=table).scoring == tuple(table)


def test_rules_do_not_change():
    with pytest.raises(ValidationError, match="frozen"):
        Rules().target = 50
