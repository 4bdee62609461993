"""What is wrong with a bot's settings, in one line each."""

import pytest

from gofsim.strategies.base import AskedBot, Choice, Parameter, Strategy
from gofsim.strategies.settings import choice_faults, setting_names, unknown_keys, value_faults

HALF = Parameter("half", 0.5, 0, 1, "")
WHOLE = Parameter("whole", 2, 1, 1_000_000, "", whole=True)
MOOD = Choice("mood", "calm", ("calm", "wild"), "")
BOT = Strategy("b", "", "", len, (HALF, WHOLE), (MOOD,), (AskedBot("rollout", "lowest", ""),))


def test_the_names_of_all_settings():
    names = ["half", "whole", "mood", "rollout", "forget", "give", "weights"]
    assert setting_names(BOT) == names
    assert setting_names(Strategy("b", "", "", len)) == ["forget", "give"]


@pytest.mark.parametrize(
    ("parameter", "value", "faults"),
    [
        (HALF, 0, []),
        (HALF, 1, []),
        (HALF, 0.25, []),
        (HALF, -0.01, ["must be 0 to 1, not -0.01"]),
        (HALF, 1.01, ["must be 0 to 1, not 1.01"]),
        (HALF, float("nan"), ["must be 0 to 1, not nan"]),
        (HALF, True, ["must be a number, not true"]),
        (HALF, "1", ['must be a number, not "1"']),
        (HALF, None, None),
        (WHOLE, 3, []),
        (WHOLE, 3.0, []),
        (WHOLE, 2.5, ["must be a whole number, not 2.5"]),
        (WHOLE, float("inf"), ["must be 1 to 1e+06, not inf"]),
    ],
)
def test_values(parameter, value, faults):
    found = value_faults(parameter, value)
    assert len(found) == 1 if faults is None else found == faults


@pytest.mark.parametrize("value", ["calmer", "", 0, True, None, ["calm"], {"mood": "calm"}])
def test_a_choice_takes_its_values_only(value):
    (line,) = choice_faults(MOOD, value, "[bots.x]")
    assert line.startswith('[bots.x] mood: must be "calm" or "wild", not ')
    assert choice_faults(MOOD, "wild", "[bots.x]") == []


def test_unknown_keys_name_the_nearest():
    assert unknown_keys(BOT, {"rolout": 1, "mood": 2}, "[bots.x]") == [
        "unknown key `rolout` in [bots.x]; did you mean `rollout`?"
    ]
