"""Monte Carlo simulation and strategy analysis of the card game Gang of Four."""

from importlib import import_module
from typing import Any

# Name -> module that has it; nothing is imported before it is asked for.
_HOMES = {
    "run": "gofsim.api",
    "open_run": "gofsim.api",
    "play_game": "gofsim.table_talk",
    "combination": "gofsim.table_talk",
    "beats": "gofsim.table_talk",
    "legal_plays": "gofsim.table_talk",
    "tables": "gofsim.learning",
}
__all__ = ["beats", "combination", "legal_plays", "open_run", "play_game", "run", "tables"]


def __getattr__(name: str) -> Any:
    """Import a public function when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gofsim' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
