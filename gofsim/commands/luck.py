"""`gofsim luck`: how much of a league's results is luck, how much skill, and how long it takes."""

from collections.abc import Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Any

from gofsim.analysis.jackknife import GROUPS, Figure
from gofsim.analysis.league import League, league_of
from gofsim.analysis.luck import shares_of
from gofsim.analysis.luck_cells import cells_of
from gofsim.analysis.luck_tamed import Results, adjusted, until_sure
from gofsim.commands.sound_run import sound_run
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.suggest import did_you_mean, listed

FORMAT = "gofsim-luck/1"
TOGETHER = "interplay_and_chance"
HINT = (
    'Interplay and chance are told apart where no bot draws, and in leagues with seating = "all".'
)


def luck(folder: Path, bots: Sequence[str]) -> dict[str, Any]:
    """Study each pair of a league's bots, or the two that are named; plain data with its `text`.

    Raises BadInputError where the run is no league of bots alone in fields of one other.
    """
    league = league_of(sound_run(folder))
    if league is None or not league.has_fields:
        raise BadInputError(f'{folder}: is no league with design = "one-vs-field"')
    if league.run.blocks < GROUPS:
        raise BadInputError(f"{folder}: {league.run.blocks} blocks are too few; needs {GROUPS}")
    pairs = [_pair(league, first, second) for first, second in wished(league, bots)]
    unit = "games" if league.run.has_games else "rounds"
    document = {"format": FORMAT, "run": str(folder), "unit": unit, "pairs": pairs}
    return document | {"text": "\n".join(_lines(pairs, unit))}


def wished(league: League, bots: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs to look at: (alone, field)."""
    for bot in bots:
        if bot not in league.bots:
            near = did_you_mean(bot, league.bots) or f"; its bots are {listed(league.bots)}"
            raise BadInputError(f"{league.run.path}: no bot {bot}{near}")
    if len(bots) not in (0, 2) or len(set(bots)) < len(bots):
        raise BadInputError(
            "name two different bots, the one alone and its field, or none for all pairs"
        )
    return [(bots[0], bots[1])] if bots else list(league.alone)


def _pair(league: League, first: str, second: str) -> dict[str, Any]:
    cells = cells_of(league, first, second)
    found: dict[str, Any] = {"alone": first, "field": second, "blocks": len(cells.first)}
    shares: dict[str, Figure | None] = {**shares_of(cells), TOGETHER: None}
    if not cells.tells_chance:
        shares |= {TOGETHER: shares["interplay"], "interplay": None, "chance": None}
    found |= {name: _both(share) for name, share in shares.items()}
    found["adjusted"] = _both(adjusted(cells))
    return found | {"until_sure": _counts(until_sure(cells))}


def _both(found: Figure | None) -> dict[str, float] | None:
    return None if found is None else {"value": found.value, "low": found.low, "high": found.high}


def _counts(found: Results) -> dict[str, int | None]:
    """Numbers of results, None where no number is enough."""
    return {name: None if isinf(number) else int(number) for name, number in vars(found).items()}


def _lines(pairs: Sequence[Mapping[str, Any]], unit: str) -> list[str]:
    """A row a pair; where chance is hidden, how to see it."""
    parts = ["bot", "seat", *["lead"] * (unit == "rounds"), "deal", "interplay", "chance", TOGETHER]
    hidden = any(pair[TOGETHER] for pair in pairs)
    lines = table_lines([_row(pair, parts, unit) for pair in pairs])
    return lines + [HINT] * hidden


def _row(pair: Mapping[str, Any], parts: Sequence[str], unit: str) -> dict[str, Any]:
    row = {"alone": pair["alone"], "field": pair["field"]}
    row |= {f"{name.replace('_', ' ')}, %": _percent(pair[name]) for name in parts}
    row[f"{unit} until 95% sure"] = until(pair["until_sure"])
    row["variance left, %"] = _percent(pair["adjusted"])
    return row | {"blocks": pair["blocks"]}


def _percent(value: Mapping[str, float] | None) -> str | None:
    """A share with half of its interval; 0 alone where it is nothing for certain."""
    if value is None:
        return None
    if value["low"] == value["high"] == 0:
        return "0"
    half = (value["high"] - value["low"]) / 2
    return f"{100 * value['value'] + 0.0:.1f} ± {100 * half:.1f}".replace("-0.0 ", "0.0 ")


def until(found: Mapping[str, int | None]) -> str:
    """How many results, with their interval, its open end in words."""
    value, low, high = found["value"], found["low"], found["high"]
    if value is None:
        return "never: they are alike" if low is None else f"at least {low:,}"
    if high is None:
        return f"{value:,} ({low:,} or more, or never)"
    return f"{value:,}" if low == high else f"{value:,} ({low:,} to {high:,})"
