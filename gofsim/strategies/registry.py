"""Finding bots: the shipped ones by name, a user's by file."""

import importlib
from pathlib import Path

from gofsim.errors import BadInputError
from gofsim.strategies import bot_file
from gofsim.strategies.base import Strategy
from gofsim.suggest import did_you_mean, written

# Name -> module and constant; a module is imported when its bot is asked for.
_SHIPPED = {
    "random": ("random_legal", "RANDOM"),
    "random-nopass": ("random_legal", "RANDOM_NOPASS"),
    "lowest": ("lowest", "LOWEST"),
    "longest": ("longest", "LONGEST"),
    "min-turns": ("min_turns", "MIN_TURNS"),
    "control": ("control", "CONTROL"),
    "endgame": ("endgame", "ENDGAME"),
    "counter": ("counter", "COUNTER"),
    "linear": ("linear", "LINEAR"),
    "pimc": ("pimc", "PIMC"),
    "pimc-infer": ("pimc_infer", "PIMC_INFER"),
    "ismcts": ("ismcts", "ISMCTS"),
    "oracle": ("oracle", "ORACLE"),
}


def names() -> list[str]:
    """Names of the shipped bots, weak to strong."""
    return list(_SHIPPED)


def load_bot(kind: str, folder: Path) -> Strategy:
    """A bot by its name, or by "file.py:CONSTANT" relative to `folder`.

    Raises BadInputError when there is no such bot or its file cannot be used.
    """
    if kind in _SHIPPED:
        module, constant = _SHIPPED[kind]
        strategy = getattr(importlib.import_module(f"gofsim.strategies.{module}"), constant)
        assert isinstance(strategy, Strategy)
        return strategy
    if is_file(kind):
        return bot_file.load(kind, folder)
    raise BadInputError(
        f"unknown bot {written(kind)}{did_you_mean(kind, _SHIPPED)} "
        f'(`gofsim bots` lists them; a bot of your own: "my_bot.py:MY_BOT")'
    )


def is_file(kind: str) -> bool:
    """Whether a name is that of a bot file, rather than of a shipped bot."""
    return ".py" in kind
