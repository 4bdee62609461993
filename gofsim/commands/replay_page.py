"""`gofsim replay --html`: a page that steps through a game, written to a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gofsim.analysis.replay_page import replay_page
from gofsim.commands.explain import key_of
from gofsim.commands.page_file import path_faults, write_page
from gofsim.errors import BadInputError
from gofsim.replay_text import trick_starts
from gofsim.table_talk import CARD_SWITCHES, combination

MOST_TOLD = 5  # of the choices of a move, with what was played and what the bot would do
DIGITS = 6  # more than are shown, which are rounded again


def check_page(path: Path) -> None:
    """Refuse a file that cannot be written, before the game is played."""
    if faults := path_faults("--html", path):
        raise BadInputError(*faults)


def make_page(
    log: Mapping[str, Any],
    path: Path,
    *,
    kinds: Mapping[str, str],
    explained: Mapping[str, Any] | None,
    command: str,
) -> str:
    """Write the page of a game log and return the line that says so.

    `explained` is what `explain` returns. Raises StorageError.
    """
    advice = _advice(explained) if explained else None
    write_page(path, replay_page(_told(log), kinds=kinds, advice=advice, command=command))
    return f"replay: {path}"


def _told(log: Mapping[str, Any]) -> dict[str, Any]:
    """The log, its moves with their kinds of combination and whether they lead a trick."""
    switches = {name: log["rules"][name] for name in CARD_SWITCHES}
    players, final = len(log["bots"]), log["rules"]["passing"] == "final"
    rounds = []
    for played in log["rounds"]:
        starts = trick_starts(played, players, final=final)
        moves = [
            move
            | ({"kind": combination(move["play"], **switches)} if move["play"] else {})
            | ({"leads": True} if leads else {})
            for leads, move in zip(starts, played["moves"], strict=True)
        ]
        rounds.append(played | {"moves": moves})
    return {**log, "rounds": rounds}


def _advice(explained: Mapping[str, Any]) -> dict[str, Any]:
    """What the page says of the moves, by ``round:move``; the gift is move "exchange"."""
    value = key_of(explained["by"])
    moves = {
        f"{move['round']}:{move['move'] or 'exchange'}": {
            "would": move["would"],
            "played": move["played"],
            "cost": None if move["cost"] is None else round(move["cost"], DIGITS),
            **_choices(move, value),
        }
        for move in explained["moves"]
    }
    told = {name: explained[name] for name in ("bot", "by", "values")}
    told |= {name: explained.get(name) for name in ("worlds", "gifts")}
    return told | {"moves": moves}


def _choices(move: Mapping[str, Any], value: str) -> dict[str, Any]:
    """The best choices, and those that were or would be made: play, mean, and low, high if any."""
    named = {_cards(move["played"]), _cards(move["would"])}
    rows = [
        [each["play"], *(round(number, DIGITS) for number in each[value].values())]
        for place, each in enumerate(move["choices"])
        if place < MOST_TOLD or _cards(each["play"]) in named
    ]
    return {"rows": rows, "more": len(move["choices"]) - len(rows)}


def _cards(play: str | None) -> tuple[str, ...]:
    return tuple(sorted((play or "").split()))
