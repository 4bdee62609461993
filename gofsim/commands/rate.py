"""`gofsim rate`: what each move of a game gave away, the costliest ones, sums by seat and round."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gofsim.commands.import_log import fair_log
from gofsim.commands.review import ROLL_OUTS, Reviewed, review
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.simulation.compiling import tell_of_compiling, when_compiling

FORMAT = "gofsim-rating/1"
MOST_TOLD = 10

Rating = dict[str, Any]


@when_compiling(tell_of_compiling)
def rate_file(path: Path, *, seat: int | None, by: str, roll_outs: int) -> Rating:
    """Rate the game of a log file; plain data with its `text`.

    Raises BadInputError, and FoulError where the game was not played by the rules.
    """
    log = fair_log(path)
    players = log["rules"]["players"]
    if seat is not None and not 0 <= seat < players:
        raise BadInputError(f"--seat: must be 0 to {players - 1}, not {seat}")
    if roll_outs < 1:
        raise BadInputError(f"--roll-outs: must be 1 or more, not {roll_outs}")
    rating = rate(log, seats=None if seat is None else [seat], by=by, roll_outs=roll_outs)
    return rating | {"text": text(rating)}


def rate(
    log: Mapping[str, Any],
    *,
    seats: Sequence[int] | None = None,
    by: str = "games",
    roll_outs: int = ROLL_OUTS,
    seconds: float | None = None,
) -> Rating:
    """Value every move of a fair game at which there was a choice; plain data.

    `by` is "games" (shares of the game) or "points" (of the round, less those of the others).
    After `seconds` no further move is looked at; `complete` tells whether all were.
    """
    if by not in ("games", "points"):
        raise BadInputError(f'--by: must be "games" or "points", not {by}')
    moves, ends, complete = [], None if seconds is None else time.monotonic() + seconds, True
    for each in review(log, seats=seats, by=by, roll_outs=roll_outs):
        moves.append(_move(each))
        if ends is not None and time.monotonic() > ends:
            complete = False
            break
    return {
        "format": FORMAT,
        "by": by,
        "roll_outs": roll_outs,
        "bots": log["bots"],
        "complete": complete,
        "sums": _sums(moves),
        "moves": moves,
    }


def _move(each: Reviewed) -> Rating:
    """One move; what it gave away is `cost`, with the interval `low` to `high`."""
    behind = each.made["behind"] or {"low": 0.0, "high": 0.0}
    return {
        "round": each.round,
        "move": each.move,
        "seat": each.seat,
        "played": each.played,
        "best": each.best["play"],
        "cost": each.cost,
        "low": behind["low"],
        "high": behind["high"],
        "sure": each.surely,
    }


def _sums(moves: Iterable[Mapping[str, Any]]) -> list[Rating]:
    """What the moves of each seat gave away in each round, and how much of it surely."""
    sums: dict[tuple[int, int], Rating] = {}
    for move in moves:
        place = (move["seat"], move["round"])
        row = sums.setdefault(place, {"moves": 0, "cost": 0.0, "sure": 0.0})
        row["moves"] += 1
        row["cost"] += move["cost"]
        row["sure"] += move["cost"] * move["sure"]
    return [{"seat": seat, "round": number, **sums[seat, number]} for seat, number in sorted(sums)]


def text(rating: Rating) -> str:
    """The costliest moves and the sums as tables for a terminal."""
    unit = "points" if rating["by"] == "points" else "% of a game"
    lines = [*_costliest(rating, unit), "", *_sum_lines(rating, unit)]
    note = f"{len(rating['moves'])} choices, up to {rating['roll_outs']:,} roll-outs each"
    return "\n".join(
        [*lines, note + ("" if rating["complete"] else "; there was no time for more")]
    )


def _costliest(rating: Rating, unit: str) -> list[str]:
    worst = sorted((m for m in rating["moves"] if m["cost"] > 0), key=lambda m: -m["cost"])
    if not worst:
        return ["No move gave anything away."]
    scale = _scale(rating)
    rows = [
        {
            "round": move["round"],
            "move": move["move"] or "gift",
            "seat": _name(rating, move["seat"]),
            "played": move["played"] or "pass",
            "better": move["best"] or "pass",
            f"cost, {unit}": reach(move, scale),
            "": "" if move["sure"] else "chance may explain it",
        }
        for move in worst[:MOST_TOLD]
    ]
    return ["The costliest moves", *table_lines(rows)]


def _sum_lines(rating: Rating, unit: str) -> list[str]:
    """Sums, a row a round and a column a seat; then of all rounds."""
    sums, scale = rating["sums"], _scale(rating)
    if not sums:
        return []
    rows = []
    for number in sorted({each["round"] for each in sums}):
        of_round = [each for each in sums if each["round"] == number]
        rows.append(_row(rating, str(number), of_round, "cost", scale))
    rows.append(_row(rating, "all", sums, "cost", scale))
    rows.append(_row(rating, "surely", sums, "sure", scale))
    rows.append(_row(rating, "choices", sums, "moves", 1))
    return [f"What was given away, {unit}", *table_lines(rows)]


def _row(
    rating: Rating, title: str, sums: Sequence[Rating], name: str, scale: float
) -> dict[str, str | None]:
    """One sum a seat; nothing for a seat that had no choice."""
    row: dict[str, str | None] = {"round": title}
    for seat in sorted({each["seat"] for each in rating["sums"]}):
        own = [each[name] for each in sums if each["seat"] == seat]
        digits = 0 if name == "moves" else 1
        row[_name(rating, seat)] = f"{scale * sum(own):.{digits}f}" if own else None
    return row


def _name(rating: Rating, seat: int) -> str:
    return f"{seat} {rating['bots'][seat]}"


def _scale(rating: Rating) -> float:
    return 1.0 if rating["by"] == "points" else 100.0


def reach(move: Mapping[str, Any], scale: float) -> str:
    """A cost with the half of its interval."""
    return f"{scale * move['cost']:.1f} ± {scale * (move['high'] - move['low']) / 2:.1f}"
