"""Which game `gofsim play` is to play: a new one by options, or one that was left."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from gofsim.commands.import_log import fair_log, refuse_taken
from gofsim.commands.rule_wish import wished_rules
from gofsim.errors import BadInputError
from gofsim.notation import mask_of
from gofsim.rules import Rules
from gofsim.strategies.seat import Seat, seat_bot
from gofsim.table_talk import checked_rules

YOU = "you"
ARM = "play"
BOTS = "linear"
LARGEST_SEED = 2**63 - 1
# Where a decision stood: its round, and the moves made before it; GIFT for the exchange.
Place = tuple[int, int]
GIFT = -1


@dataclass(frozen=True)
class Wish:
    """A game to play: you on seat 0, the bots clockwise from you, and where it is kept.

    Of a game that was left: your decisions so far, and its finished rounds.
    """

    rules: Rules
    bots: tuple[Seat, ...]
    seed: int
    path: Path
    decisions: Mapping[Place, int] = field(default_factory=dict)
    rounds: Sequence[Mapping[str, Any]] = ()


def wished_game(
    *,
    players: int | None,
    bots: str | None,
    rules: Sequence[str],
    seed: int | None,
    log: Path | None,
    resume: Path | None,
) -> Wish:
    """Return the game that is meant; BadInputError."""
    if resume is not None:
        if rules or any(each is not None for each in (players, bots, seed, log)):
            raise BadInputError(
                "--resume: the log tells players, bots, rules, seed and file; leave them out"
            )
        return left_game(resume)
    names = [name.strip() for name in (bots or BOTS).split(",")]
    checked = wished_rules(rules, players)
    if "players" not in checked.model_fields_set and len(names) > 1:
        checked = wished_rules(rules, len(names) + 1)
    if seed is None:
        seed = secrets.randbelow(10**6)
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInputError(f"--seed: must be 0 to {LARGEST_SEED}, not {seed}")
    return Wish(checked, seated(names, checked.players), seed, new_file(log, seed))


def seated(names: Sequence[str], players: int) -> tuple[Seat, ...]:
    """Seat the bots; one name stands for all of them."""
    if len(names) not in (1, players - 1):
        raise BadInputError(
            f"--bots: needs {players - 1} of them, or one for all, not {len(names)}"
        )
    seats = [seat_bot(name, {}, Path.cwd(), "--bots") for name in names]
    return tuple(seats if len(seats) > 1 else seats * (players - 1))


def new_file(log: Path | None, seed: int) -> Path:
    """Where the game is kept, which no file is yet."""
    if log is None:
        names = (f"game-{seed}{f'-{number}' if number > 1 else ''}.json" for number in count(1))
        return next(path for path in map(Path, names) if not path.exists())
    refuse_taken("--log", log)
    return log


def left_game(path: Path) -> Wish:
    """Return a game that was left, to go on with from its first unfinished round."""
    log = fair_log(path)
    seed = log["seed"]
    ours = log["arm"] == ARM and log["bots"][0] == YOU and type(seed) is int
    if not ours or not 0 <= seed <= LARGEST_SEED:
        raise BadInputError(f"--resume: {path} is not a log of `gofsim play`")
    if log["winners"] is not None:
        raise BadInputError(f"--resume: {path} was played to its end")
    rules = checked_rules(log["rules"])
    bots = seated(log["bots"][1:], rules.players)
    decisions = dict(each for entry in log["rounds"] for each in your_decisions(entry))
    return Wish(rules, bots, seed, path, decisions, log["rounds"])


def your_decisions(entry: Mapping[str, Any]) -> list[tuple[Place, int]]:
    """What the log of a round says that you did, as (place, cards)."""
    number, swap = entry["number"], entry["exchange"]
    gift = [((number, GIFT), mask_of(swap["returned"]))] if swap and swap["receiver"] == 0 else []
    moves = [
        ((number, place), mask_of(move["play"] or ""))
        for place, move in enumerate(entry["moves"])
        if move["seat"] == 0
    ]
    return gift + moves
