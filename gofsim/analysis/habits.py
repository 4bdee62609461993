"""How one bot plays, from the tables of games in which it sat alone against a field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.analysis.cards import DECK, card_text
from gofsim.analysis.estimates import Estimate, mean_interval, ratio_of_sums

SEATS = 4
FIELD = SEATS - 1
WHOLE = 12  # a game won, so that ties of two, three and four are whole numbers
HAND = 16  # cards
FEW_DECISIONS = 20  # a share of fewer says nothing
GIFTS = (*map(str, range(1, 11)), "phoenix", "dragon")
# What a gang was laid on, by the codes of the gangs table; a gang that was held and not laid last.
LAID_ON = {"led": (0,), "single": (1,), "pair": (2,), "triple": (3,), "five": (4, 5, 6, 7)}
LAID_ON |= {"gang": (8,)}
BEAT_CODES = 9

Columns = Mapping[str, npt.NDArray[Any]]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """Counts of some blocks. ``blocks``: int64[blocks, 4] with games won (in twelfths), own points,
    all points and rounds; the others int64, by what they are counted.
    """

    blocks: Counts
    rounds_won: int
    cards_left: Counts  # [17]: rounds that another won, by the cards the bot was left with
    gangs: Counts  # [10]: gangs held, by what they were laid on, those not laid last
    gifts: Counts  # [12]: cards given back, by `GIFTS`


@dataclass(frozen=True)
class Habits:
    """The figures of a bot; shares are 0..1, and None where nothing was counted."""

    games: int
    rounds: int
    games_won: Estimate
    points: Estimate  # a round, less the mean of the field
    rounds_won: float
    gangs_held: int
    gangs_laid: float | None
    tricks_led: float | None
    passed: float | None
    seen: int  # decisions that `passed` is a share of
    passed_by_cards: tuple[float | None, ...]  # 1..16 cards held
    laid_on: tuple[float | None, ...]  # by LAID_ON
    cards_left: tuple[float | None, ...]  # 1..16
    gifts: tuple[float | None, ...]  # by GIFTS


def sums_of(rounds: Columns, games: Columns, gangs: Columns) -> Sums:
    """Count the rows of whole blocks, in which the bot is place 0 and each seating is a game.

    Tables as the engine gives them, sorted, -1 for nothing.
    """
    first, seatings = games["block"].min(), 1 + int(games["seating"].max())
    seat_of_game = np.argmax([games[f"place_{seat}"] == 0 for seat in range(SEATS)], axis=0)
    seat = np.repeat(seat_of_game, games["rounds"])
    won = rounds["winner"] == seat
    points = [rounds[f"points_{each}"] for each in range(SEATS)]
    winners = games["winners"]
    ways = np.sum([(winners >> each) & 1 for each in range(SEATS)], axis=0)
    block_of_round = np.asarray(rounds["block"] - first, np.int64)
    blocks = [
        _by_block(games["block"] - first, WHOLE * ((winners >> seat_of_game) & 1) // ways),
        _by_block(block_of_round, np.choose(seat, points)),
        _by_block(block_of_round, np.sum(points, axis=0)),
        _by_block(block_of_round, np.ones(len(seat))),
    ]
    left = np.choose(seat, [rounds[f"cards_left_{each}"] for each in range(SEATS)])
    held_by = seat_of_game[(gangs["block"] - first) * seatings + gangs["seating"]]
    own = (gangs["seat"] == held_by) & (gangs["held"] > 0)
    fate = np.where(gangs["played"] > 0, gangs["beat"], BEAT_CODES)[own]
    return Sums(
        np.stack(blocks, axis=1),
        int(won.sum()),
        np.bincount(left[~won], minlength=HAND + 1),
        np.bincount(fate, minlength=BEAT_CODES + 1),
        _gifts(rounds, won),
    )


def _by_block(block: npt.NDArray[Any], values: npt.NDArray[Any]) -> Counts:
    return np.bincount(block, values).round().astype(np.int64)


def _gifts(rounds: Columns, won: npt.NDArray[np.bool_]) -> Counts:
    """Cards that the bot gave back, as the winner of the round before, by `GIFTS`."""
    gives = np.zeros(len(won), bool)
    gives[1:] = won[:-1]
    card = rounds["exchange_returned"]
    found = card[gives & (rounds["round"] > 1) & (card >= 0)]
    return np.bincount(_GIFT_OF_CARD[found], minlength=len(GIFTS))


def _gift(index: int) -> int:
    text = card_text(index)[1:]
    return GIFTS.index({"P": "phoenix", "D": "dragon"}.get(text, text))


_GIFT_OF_CARD = np.array([_gift(index) for index in range(DECK)])


def joined(parts: Sequence[Sums]) -> Sums:
    """The counts of parts of a run, in the order of their blocks."""
    return Sums(
        np.concatenate([part.blocks for part in parts]),
        sum(part.rounds_won for part in parts),
        np.sum([part.cards_left for part in parts], axis=0),
        np.sum([part.gangs for part in parts], axis=0),
        np.sum([part.gifts for part in parts], axis=0),
    )


def habits_of(sums: Sums, led: Counts, others_led: Counts, free: Counts, passed: Counts) -> Habits:
    """The figures from the counts of the tables, and from four of games looked at move by move.

    These are int64[17] by the cards held: tricks led by the bot and by others, decisions in which
    it might both play and pass, and those in which it passed.
    """
    won, own, everybody, rounds = sums.blocks.T
    held = int(sums.gangs.sum())
    return Habits(
        games=SEATS * len(won),
        rounds=int(rounds.sum()),
        games_won=mean_interval(won / (SEATS * WHOLE)),
        points=ratio_of_sums(own - (everybody - own) / FIELD, rounds),
        rounds_won=sums.rounds_won / int(rounds.sum()),
        gangs_held=held,
        gangs_laid=_share(held - int(sums.gangs[-1]), held),
        tricks_led=_share(int(led.sum()), int(led.sum() + others_led.sum())),
        passed=_share(int(passed.sum()), int(free.sum())),
        seen=int(free.sum()),
        passed_by_cards=tuple(
            _share(int(passed[cards]), int(free[cards])) if free[cards] >= FEW_DECISIONS else None
            for cards in range(1, HAND + 1)
        ),
        laid_on=tuple(_share(int(sums.gangs[list(c)].sum()), held) for c in LAID_ON.values()),
        cards_left=_shares(sums.cards_left[1:]),
        gifts=_shares(sums.gifts),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _shares(counts: Counts) -> tuple[float | None, ...]:
    return tuple(_share(int(count), int(counts.sum())) for count in counts)
