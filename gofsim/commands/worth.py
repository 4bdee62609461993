"""`gofsim worth`: what a hand, or some cards of one, comes to, by bot and by seat."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gofsim.analysis.estimates import Estimate, mean_interval, wilson
from gofsim.commands.dealt_wish import wished_bots
from gofsim.commands.rule_wish import wished_rules
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.dealt import Dealt, dealt_faults, in_parts
from gofsim.simulation.position import HAND_SIZE
from gofsim.simulation.progress import choose_progress
from gofsim.simulation.schema import LARGEST_SEED
from gofsim.simulation.workers import worker_count
from gofsim.strategies.seat import Seat
from gofsim.strategies.trials import FIRST, POINTS, SHARE

FORMAT = "gofsim-worth/1"
MEASURES = {"points": POINTS, "first": FIRST, "games": SHARE}
SEATS = ("leads", "next", "third", "last")  # with three players the third is the last

Floats = Any
Worth = dict[str, Any]


def worth(
    hand: str,
    *,
    bots: Sequence[str],
    rules: Sequence[str],
    players: int | None,
    rounds: int,
    seed: int,
    workers: int | None,
    quiet: bool,
) -> Worth:
    """Play rounds in which a hand holds these cards; return plain data with its `text`.

    The rest of the hand, where there is one, and the other hands are dealt at random, the same for
    all bots and in every seat. Raises BadInputError, or PlayError.
    """
    cards = mask_of(hand)
    wished = wished_rules(rules, players)
    faults = _faults(cards, wished, rounds, seed)
    if faults:
        raise BadInputError(*faults)
    seats = wished_bots(bots, wished.players)
    count = worker_count(workers)
    found = []
    for kind, seat in zip(bots, seats, strict=True):
        work, progress = _work(seat, wished, seed, cards), choose_progress(quiet=quiet)
        parts = [*in_parts(work, rounds, count, progress)]
        held, average = (np.concatenate(each) for each in zip(*parts, strict=True))
        found.append({"bot": kind, "seats": _seats(held, average)})
    told = {"hand": text_of(cards), "players": wished.players, "rounds": rounds, "seed": seed}
    document = {"format": FORMAT, **told, "bots": found}
    return document | {"text": text(document)}


def _faults(cards: int, rules: Rules, rounds: int, seed: int) -> list[str]:
    """What is wrong with a wish."""
    faults, size = dealt_faults(rules, rounds), cards.bit_count()
    if not 1 <= size <= HAND_SIZE:
        faults.append(f"HAND: must be 1 to {HAND_SIZE} cards, not {size}")
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(f"--seed: must be 0 to {LARGEST_SEED}, not {seed}")
    return faults


def _work(seat: Seat, rules: Rules, seed: int, cards: int) -> Any:
    """What plays some blocks."""
    return lambda blocks: Dealt(seat, rules, seed).hand(cards, blocks)


def _seats(held: Floats, average: Floats) -> list[Worth]:
    """Worth in all seats together, then by seat from the leader."""
    players = held.shape[1]
    names = [*SEATS[: players - 1], SEATS[-1]]
    everywhere = {
        "seat": "any",
        "hand": _values(held.mean(axis=1)),
        "average": _values(average.mean(axis=1)),
    }
    return [everywhere] + [
        {"seat": name, "hand": _values(held[:, place]), "average": _values(average[:, place])}
        for place, name in enumerate(names)
    ]


def _values(blocks: Floats) -> dict[str, dict[str, float | None]]:
    """Each measure with its interval, of float64[blocks, OUTCOMES]."""
    return {name: _plain(estimated(blocks[:, which])) for name, which in MEASURES.items()}


def estimated(blocks: Floats) -> Estimate:
    """A mean over blocks; where each is a yes or a no, with the interval of a share.

    So what was always so is not taken for certain.
    """
    if np.isin(blocks, (0.0, 1.0)).all():
        return wilson(int(blocks.sum()), len(blocks))
    return mean_interval(blocks)


def _plain(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high}


def text(found: Worth) -> str:
    """The answer as a table for a terminal."""
    several = len(found["bots"]) > 1
    rows = [
        {"bot": each["bot"] if several else None} | _row(seat)
        for each in found["bots"]
        for seat in each["seats"]
    ]
    rest = HAND_SIZE - len(found["hand"].split())
    more = f" and {rest} more at random" if rest else ""
    who = "" if several else f", {found['bots'][0]['bot']} at all seats"
    last = f"{found['rounds']:,} deals, seed {found['seed']}{who}; in brackets: an average hand"
    return "\n".join([f"{found['hand']}{more}", "", *table_lines(rows), "", last])


def _row(seat: Mapping[str, Any]) -> dict[str, object]:
    return {
        "seat": seat["seat"],
        "points": _cell(seat, "points", 1.0, 2),
        "goes out first, %": _cell(seat, "first", 100.0, 1),
        "share of games, %": _cell(seat, "games", 100.0, 1),
    }


def _cell(seat: Mapping[str, Any], name: str, scale: float, digits: int) -> str:
    value, average = seat["hand"][name], seat["average"][name]["mean"]
    half = max(value["high"] - value["mean"], value["mean"] - value["low"])
    texts = [f"{scale * each:.{digits}f}" for each in (value["mean"], half, average)]
    return "{} ± {} ({})".format(*texts)
