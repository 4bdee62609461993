"""The settings a bot takes: what is wrong with their names and values."""

from collections.abc import Mapping

from gofsim.strategies.base import Choice, Parameter, Strategy
from gofsim.suggest import did_you_mean, listed, shown, written

FORGET = Parameter("forget", 0.0, 0.0, 1.0, "probability of not announcing the last card")
GIVE = "give"  # names a giving policy
WEIGHTS = "weights"  # names a file of values for the bot's parameters


def setting_names(strategy: Strategy) -> list[str]:
    """Names of all that may be set of a bot."""
    weights = [WEIGHTS] if strategy.parameters else []
    return [*(each.name for each in strategy.settings), FORGET.name, GIVE, *weights]


def unknown_keys(strategy: Strategy, settings: Mapping[str, object], place: str) -> list[str]:
    """One line for each setting that the bot does not have."""
    known = setting_names(strategy)
    return [
        f"unknown key `{shown(key)}` in {place}{did_you_mean(key, known)}"
        for key in settings
        if key not in known
    ]


def value_faults(parameter: Parameter, value: object) -> list[str]:
    """What is wrong with the value of a parameter."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return [f"must be a number, not {written(value)}"]
    if not parameter.low <= value <= parameter.high:
        return [f"must be {parameter.low:g} to {parameter.high:g}, not {written(value)}"]
    if parameter.whole and value != int(value):
        return [f"must be a whole number, not {written(value)}"]
    return []


def choice_faults(choice: Choice, value: object, place: str) -> list[str]:
    """What is wrong with the value of a choice."""
    if value in choice.values:
        return []
    return [f"{place} {choice.name}: must be {listed(choice.values)}, not {written(value)}"]
