"""In words: of how many worlds the values are that a search tells of a game."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.words import counted


def worlds_words(explained: Mapping[str, Any]) -> str:
    """Say it of the plays, and of the cards to give where there are any.

    `worlds` are the most that the search uses, 1 for who sees the true one; `gifts` its policy with
    its own.
    """
    plays, gifts = _means(explained["worlds"]), explained["gifts"]
    if gifts is None:
        return plays
    policy, worlds = gifts["policy"], _means(gifts["worlds"])
    return f"{plays}, and of cards to give those of its policy {policy}, {worlds}"


def _means(worlds: int) -> str:
    return "in the true world" if worlds == 1 else f"means of up to {counted(worlds, 'world')}"
