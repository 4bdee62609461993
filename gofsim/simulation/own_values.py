"""What a search thought of the plays that it compared: read from where it keeps its sums."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gofsim.errors import PlayError
from gofsim.kernel.view import SEATS
from gofsim.notation import mask_of
from gofsim.simulation.position import Position, hand_held, less
from gofsim.simulation.seen import Words, ask, position_view
from gofsim.strategies.race import BEATEN_BY, BEATER_LOSSES
from gofsim.strategies.registry import load_bot
from gofsim.strategies.search import BROKEN, CANDIDATES, LOSSES, MOST_CANDIDATES, PLAYED
from gofsim.strategies.seat import Seat
from gofsim.strategies.standing import A_POINT, BOTH, GAME, OBJECTIVE, POINTS

# The setting that says in how many worlds at most a search plays candidates on; "": the true one.
_WORLDS = {"pimc": "worlds", "pimc-infer": "worlds", "ismcts": "iterations", "oracle": ""}
_GIVING = {"value": "worlds"}


@dataclass(frozen=True)
class Thought:
    """What a search would do, and the mean value of each play that it compared, best first.

    Masks, 0 for the pass. Values are points of the round less those of the others, fewer being
    better; or shares of the game, less 1/220 for each such point where it seeks both. None are
    there where it looked at one play only.
    """

    would: int
    values: Mapping[int, float]


def thinks_aloud(seat: Seat) -> bool:
    """Whether a bot is a search whose values can be read: one of ours, and not of its name only."""
    strategy = seat.strategy
    return strategy.name in _WORLDS and strategy is load_bot(strategy.name, Path())


def seeks(seat: Seat) -> str:
    """What the values of a search are: "points", "games" or "both"."""
    return OBJECTIVE.values[seat.chosen[OBJECTIVE.name]]


def worlds_of(seat: Seat, players: int) -> int:
    """In how many worlds a search plays its candidates on, at most."""
    name = (_WORLDS | _GIVING)[seat.strategy.name]
    return int(seat.values_at(players)[name]) if name else 1


def think(position: Position, seat: Seat, entry: Mapping[str, Any], seed: int = 1) -> Thought:
    """Ask a search what it would do in a position of a round of a game log, and why.

    Its draws are by `seed`, not those that it had in the game. Raises PlayError when a bot that
    it asks breaks the rules.
    """
    words = position_view(position, seed)
    words[CANDIDATES : CANDIDATES + MOST_CANDIDATES] = BROKEN
    would = would_do(words, position, seat, entry)
    asked = seat.giving if position.gives else seat
    return Thought(would, _values(words, position, asked) if asked else {})


def would_do(words: Words, position: Position, seat: Seat, entry: Mapping[str, Any]) -> int:
    """What a bot would do in a position of a round of a game log; it may see the true hands.

    The view is left as the bot leaves it. Raises PlayError when a bot that it asks breaks the
    rules.
    """
    would = ask(words, position, seat, _hands(entry, position))
    if would == BROKEN:
        raise PlayError(f"--explain: a bot that {seat.strategy.name} asks broke the rules")
    return would


def _hands(entry: Mapping[str, Any], position: Position) -> Words:
    """The hands of all seats, uint64[SEATS], as they stand before the seat acts."""
    hands = [hand_held(entry, seat) for seat in range(position.rules.players)]
    for move in position.moves or ():
        hands[move.seat] = less(hands[move.seat], move.play or "")
    hands += [entry["dead"] or ""] * (SEATS - len(hands))
    return np.array([mask_of(hand) for hand in hands], np.uint64)


def _values(words: Words, position: Position, asked: Seat) -> dict[int, float]:
    """Mean values of the candidates, best first; of equals the first listed."""
    listed = words[CANDIDATES : CANDIDATES + MOST_CANDIDATES]
    count = int(np.count_nonzero(listed != BROKEN))
    if count == 1:
        return {}
    losses = [_mean_loss(words, i) for i in range(count)]
    order = sorted(range(count), key=losses.__getitem__)
    return {int(listed[i]): _value(losses[i], position, asked) for i in order}


def _mean_loss(words: Words, i: int) -> float:
    """The mean loss of a candidate over all worlds.

    One that dropped out is behind the one that was best then by what it was behind it until then.
    """
    loss, worlds, ahead = int(words[LOSSES + i]), int(words[PLAYED + i]), int(words[BEATEN_BY + i])
    if ahead == i:
        return loss / worlds
    return _mean_loss(words, ahead) + (loss - int(words[BEATER_LOSSES + i])) / worlds


def _value(loss: float, position: Position, asked: Seat) -> float:
    """A mean loss, as `round_loss` counts it, in points or in shares of the game."""
    rules, sought = position.rules, asked.chosen[OBJECTIVE.name]
    worst = rules.scoring[-1]  # without which a loss could be below nothing
    if sought == POINTS:
        return loss / (rules.players - 1) - worst
    return 1 - (loss - A_POINT * worst * (sought == BOTH)) / GAME
