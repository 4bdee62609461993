"""`gofsim luck`: how much of a league's results is luck, how much skill, and how long it takes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gofsim.analysis.league import League, league_of
from gofsim.analysis.luck import GROUPS, Figure, figure, kept_variance, shares_of, until_sure
from gofsim.analysis.luck_cells import cells_of
from gofsim.analysis.run_folder import read_run
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.suggest import did_you_mean, listed

FORMAT = "gofsim-luck/1"


def luck(folder: Path, bots: Sequence[str]) -> dict[str, Any]:
    """Study each pair of a league's bots, or the two that are named; plain data with its `text`.

    Raises BadInputError where the run is no league of bots alone in fields of one other.
    """
    league = league_of(read_run(folder))
    if league is None or not league.has_fields:
        raise BadInputError(f'{folder}: is no league with design = "one-vs-field"')
    if league.run.blocks < GROUPS:
        raise BadInputError(f"{folder}: {league.run.blocks} blocks are too few; needs {GROUPS}")
    pairs = [_pair(league, first, second) for first, second in wished(league, bots)]
    unit = "games" if league.run.has_games else "rounds"
    rows = [_row(pair, unit) for pair in pairs]
    document = {"format": FORMAT, "run": str(folder), "unit": unit, "pairs": pairs}
    return document | {"text": "\n".join(table_lines(rows))}


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
    shares = shares_of(cells)
    found: dict[str, Any] = {"alone": first, "field": second, "blocks": len(cells.first)}
    found |= {name: _both(each) for name, each in shares.items()}
    found["adjusted"] = _both(figure(cells, kept_variance))
    sure = until_sure(cells)
    return found | {"until_sure": None if sure == float("inf") else int(sure)}


def _both(found: Figure) -> dict[str, float]:
    return {
        "value": found.value,
        "low": found.value - found.reach,
        "high": found.value + found.reach,
    }


def _row(pair: dict[str, Any], unit: str) -> dict[str, Any]:
    parts = {"bot": "bot, %", "lead": "lead, %", "deal": "deal, %", "rest": "rest, %"}
    row = {"alone": pair["alone"], "field": pair["field"]}
    row |= {
        words: _percent(pair[name])
        for name, words in parts.items()
        if unit == "rounds" or name != "lead"
    }
    row[f"{unit} until 95% sure"] = pair["until_sure"]
    row["variance left, %"] = _percent(pair["adjusted"])
    return row | {"blocks": pair["blocks"]}


def _percent(value: dict[str, float]) -> str:
    half = (value["high"] - value["low"]) / 2
    return f"{100 * value['value']:.1f} ± {100 * half:.1f}"
