"""Weights: values of a bot's parameters from a file, as `gofsim tune` writes it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.strategies.base import Strategy
from gofsim.strategies.settings import WEIGHTS, value_faults
from gofsim.suggest import did_you_mean, written

FORMAT = "gofsim-weights/1"
PLAYERS = (3, 4)
# What a seat needs of a file; the rest of it says where the values come from.
NEEDED = ("format", "bot", "players", "parameters")

Weights = dict[str, Any]


def read_weights(path: Path, strategy: Strategy) -> Weights:
    """Return what a seat needs of a weights file: format, bot, players and parameters.

    Raises BadInputError, one line a fault, when there is no such file, when it is no weights file
    or of another bot, and for parameters that the bot does not have or that are out of range.
    """
    try:
        content = read_json(path)
    except FileNotFoundError:
        raise BadInputError(f"{path}: no such file") from None
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise BadInputError(f"{path}: not JSON ({error})") from None
    if faults := content_faults(content, strategy):
        raise BadInputError(*(f"{path}: {fault}" for fault in faults))
    return {key: content[key] for key in NEEDED}


def content_faults(content: object, strategy: Strategy) -> list[str]:
    """Return what is wrong with weights for a bot."""
    if not isinstance(content, Mapping):
        return ["not a weights file (`gofsim tune` writes them)"]
    if content.get("format") != FORMAT:
        found = written(content.get("format", "none"))
        return [f"has format {found}, but this gofsim reads {written(FORMAT)}"]
    if content.get("bot") != strategy.name:
        return [f"is of bot {written(content.get('bot'))}, not {written(strategy.name)}"]
    faults = []
    if content.get("players") not in PLAYERS or isinstance(content["players"], float):
        faults.append(f"players: must be 3 or 4, not {written(content.get('players'))}")
    values = content.get("parameters")
    if not isinstance(values, Mapping):
        return [*faults, f"parameters: must be names with values, not {written(values)}"]
    return faults + parameter_faults(values, strategy)


def parameter_faults(values: Mapping[str, object], strategy: Strategy) -> list[str]:
    """Return what is wrong with the names and values of parameters."""
    known = {each.name: each for each in strategy.parameters}
    faults = []
    for name, value in values.items():
        if name in known:
            faults += [f"{name}: {fault}" for fault in value_faults(known[name], value)]
        else:
            faults.append(f"{strategy.name} has no parameter `{name}`{did_you_mean(name, known)}")
    return faults


def with_weights(
    settings: Mapping[str, object], strategy: Strategy, folder: Path, place: str
) -> dict[str, object]:
    """Return settings in which the file that `weights` names is replaced by what stands in it.

    So a bot seats itself again, in another process or from a run's manifest, whatever has become
    of the file. Raises BadInputError, each line beginning with `place`.
    """
    if WEIGHTS not in settings:
        return dict(settings)
    try:
        return {**settings, WEIGHTS: checked(settings[WEIGHTS], strategy, folder)}
    except BadInputError as error:
        raise BadInputError(*(f"{place} {WEIGHTS}: {fault}" for fault in error.faults)) from None


def checked(wanted: object, strategy: Strategy, folder: Path) -> Weights:
    """Return the weights of a file in `folder`, or those that were read before; BadInputError."""
    if isinstance(wanted, str):
        return {"file": wanted, **read_weights(folder / wanted, strategy)}
    if not isinstance(wanted, Mapping):
        raise BadInputError(f"must be a file's name in quotes, not {written(wanted)}")
    if faults := content_faults(wanted, strategy):
        raise BadInputError(*faults)
    return dict(wanted)
