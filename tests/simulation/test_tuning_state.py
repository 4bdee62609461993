"""What a tuning keeps: every generation, only for the same settings, never half a file."""

import json

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.tuning_state import Generation, State

SETTINGS = {"seed": 1, "start": {"ten": 0.1}, "population": 4}
FIRST = Generation([0.1, -0.25, 1 / 3, 4.0], -1.5, 0.2, "abc")


@pytest.fixture
def path(tmp_path):
    """A state with one generation."""
    State(tmp_path / "w.json.state", SETTINGS, fresh=False).add(FIRST)
    return tmp_path / "w.json.state"


def test_it_goes_on_with_every_digit(path):
    assert State(path, SETTINGS, fresh=False).generations == [FIRST]
    assert [each.name for each in path.parent.iterdir()] == ["w.json.state"]


def test_fresh_forgets(path):
    assert State(path, SETTINGS, fresh=True).generations == []
    assert State(path, SETTINGS, fresh=False).generations == []


def test_other_settings_are_refused_by_name(path):
    other = SETTINGS | {"seed": 2, "start": {"ten": 0.2}}
    with pytest.raises(BadInputError) as caught:
        State(path, other, fresh=False)
    assert str(caught.value) == (
        f"{path}: from a tuning with other settings (seed, start); --fresh starts over, "
        "or give another --out"
    )
    assert State(path, SETTINGS, fresh=False).generations == [FIRST]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text[:-30], "damaged or unreadable"),
        (lambda text: text.replace("-0.25", "-0.75"), "changed by hand or is damaged"),
        (lambda text: text.replace("gofsim-tuning/1", "other"), "has format 'other'"),
        (lambda _: "[]", "has format None"),
    ],
)
def test_a_damaged_state_is_refused(path, change, fault):
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadInputError, match=f"{fault}.*--fresh starts over"):
        State(path, SETTINGS, fresh=False)


def test_the_state_is_json_for_people(path):
    lines = path.read_text("utf-8").splitlines()
    assert json.loads(" ".join(lines))["generations"][0]["mean"] == -1.5
    assert sum("losses" in line for line in lines) == 1  # a line a generation
