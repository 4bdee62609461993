"""A league in words: its bots, and how its tables are formed."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.arm_words import NUMBERS
from gofsim.analysis.league import League
from gofsim.analysis.words import counted


def bots_list(league: League) -> list[tuple[str, str]]:
    """Each bot's name and what it is: its kind where it has another name, and its settings."""
    return [(bot, _what(bot, league.described(bot))) for bot in league.bots]


def tables_words(league: League) -> str:
    """How the tables are formed, and how many there are."""
    n, tables = league.players, counted(len(league.tables), "table")
    if league.has_fields:
        return (
            f"Every bot sits alone against {NUMBERS[n - 1]} of each other bot ({tables}),"
            f" and {NUMBERS[n]} of each bot among themselves"
            f" ({counted(len(league.own_kind), 'table')})."
        )
    return f"Every set of {NUMBERS[n]} different bots makes a table ({tables})."


def seatings_words(league: League) -> str:
    """``each table played in 4 seatings``."""
    seatings = league.seatings
    alike = any(arm.symmetric for arm in league.run.arms)
    return f"each table played in {seatings} seating{'' if seatings == 1 else 's'}" + (
        " (in one where one bot holds all places: any other would repeat the same game)"
        if alike
        else ""
    )


def _what(name: str, bot: Mapping[str, Any]) -> str:
    kind = bot["kind"]
    settings = [f"{key} = {_value(value)}" for key, value in bot["settings"].items()]
    parts = [] if kind == name and not settings else [", ".join([str(kind), *settings])]
    return ". ".join([*parts, str(bot["idea"])])


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
