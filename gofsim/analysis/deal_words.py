"""What the deals of a run are to be like, in words."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.words import listed


def deal_words(experiment: Mapping[str, Any]) -> str:
    """The conditions of an experiment's ``[deal]`` (as in the manifest), and when they hold."""
    seats = [
        f"{name.replace('seat', 'seat ')} holds {listed(_wishes(wish))}"
        for name, wish in experiment["deal"].items()
    ]
    where = ", in the first round of each game" if experiment["unit"] == "games" else ""
    return "; ".join(seats) + where


def _wishes(wish: Mapping[str, Any]) -> list[str]:
    """What one hand is to hold, part by part."""
    gang, number = wish.get("gang"), wish.get("gang_number")
    flush, most = wish.get("straight_flush"), wish.get("most_singles")
    parts = [wish["cards"]] if wish.get("cards") else []
    if gang is not None:
        kind = f" of number {number}" if number else ""
        parts.append(f"a gang{kind} of {gang} or more" if gang else "no gang")
    if flush is not None:
        parts.append("a straight flush" if flush else "no straight flush")
    if most is not None:
        parts.append(f"at most {most} cards alone of their number")
    return parts
