"""What a game feels like: blocks played again, with every decision and every total looked at."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gofsim.kernel import game
from gofsim.kernel.bits import pointer_to, popcount
from gofsim.kernel.cards import NOTHING, ONE
from gofsim.kernel.combinations import is_gang, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.retrace import redo, rewind, show_turn
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import (
    COUNTS,
    GIVER,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    MULTI_ONE_WILD,
    NO_SEAT,
    OUT,
    OWNER,
    PHOENIX_IN_FULL_HOUSE,
    SCRATCH,
    TO_BEAT_KIND,
    TOP_CARD,
    TOTALS,
    TRICKS,
)
from gofsim.simulation.arms import Arm
from gofsim.simulation.observing import exchanged
from gofsim.simulation.replay import each_round
from gofsim.simulation.table import Table

# What is counted of the rounds of a game, and of the game itself.
COLUMNS = (
    "games", "rounds", "tricks", "decisions", "options", "forced", "turns",
    "changes", "undecided", "comebacks", "behind",
)  # fmt: skip
_DECISIONS, _OPTIONS, _FORCED, _TURNS = range(4)


def feel_block(arm: Arm, *, seed: int, block: int, single_round: bool) -> list[int]:
    """Play a block again in all its seatings; return the sums of `COLUMNS`.

    tricks, decisions, options (plays and the pass, over all decisions), forced (decisions with
    one option), turns (rounds whose winner beat a play of another with a gang), changes (of the
    seat that alone has the fewest points), undecided (rounds after which the later winner was not
    yet ahead for good), comebacks (games won, alone or not, by a seat that was last, alone, after
    half of the rounds), behind (most points that a winner was ever behind the best). Raises
    PlayError.
    """
    sums = dict.fromkeys(COLUMNS, 0)
    table = Table(arm.seats, arm.rules, rounds=game.MOST_ROUNDS, games=1, deal=arm.deal)
    for seating in range(arm.seatings):
        counts = np.zeros(4, np.int64)
        totals = []
        for _ in each_round(
            table, arm.seats, seed=seed, block=block, seating=arm.seating, seating_index=seating,
            single_round=single_round, arm=arm.name,
        ):  # fmt: skip
            words = table.view
            totals.append([int(words[TOTALS + seat]) for seat in range(arm.rules.players)])
            sums["tricks"] += int(words[TRICKS])
            look_at_round(words.copy(), table.scratch[game.DEALT].copy(), counts)
        sums["rounds"] += len(totals)
        sums["games"] += 1
        for name, count in zip(("decisions", "options", "forced", "turns"), counts, strict=True):
            sums[name] += int(count)
        for name, number in course(totals).items():
            sums[name] += number
    return [sums[name] for name in COLUMNS]


def course(totals: Sequence[Sequence[int]]) -> dict[str, int]:
    """Return what the totals after each round, by seat, tell of a game.

    A shared win is undecided to the end, and a comeback where any of its winners came back.
    """
    ahead = [_ahead(each) for each in totals]
    known = [seat for seat in ahead if seat is not None]
    winners = [seat for seat, total in enumerate(totals[-1]) if total == min(totals[-1])]
    undecided = next((i for i in range(len(totals), 0, -1) if ahead[i - 1] not in winners), 0)
    half = totals[(len(totals) - 1) // 2]
    last = half.index(max(half)) if half.count(max(half)) == 1 else None
    return {
        "changes": sum(a != b for a, b in pairwise(known)),
        "undecided": undecided,
        "comebacks": int(len(totals) > 1 and last in winners),
        "behind": max(each[seat] - min(each) for each in totals for seat in winners),
    }


def _ahead(totals: Sequence[int]) -> int | None:
    """The seat that alone has the fewest points."""
    least = min(totals)
    return totals.index(least) if totals.count(least) == 1 else None


@kernel(inline=False)
def look_at_round(view_words: Any, dealt: Any, counts: Any) -> None:
    """Add the decisions of the round that a view has at its end.

    view_words: uint64[VIEW_SIZE], dealt: uint64[64], the hands before the exchange;
    both are written over. counts: int64[4].
    """
    view, hands = pointer_to(view_words), pointer_to(dealt)
    if view[GIVER] != np.uint64(NO_SEAT):
        exchanged(view, hands)
    moves, out, turned = np.int64(view[MOVES]), view[OUT], NOTHING
    rewind(view)
    winner = np.int64(0)
    for move in range(moves):
        seat, cards = np.int64(view[MOVE_SEATS + move]), view[MOVE_CARDS + move]
        show_turn(view, seat)
        options = list_legal(view, hands[seat], SCRATCH) + np.int64(may_pass(view, hands[seat]))
        counts[_DECISIONS] += 1
        counts[_OPTIONS] += options
        counts[_FORCED] += np.int64(options == 1)
        beats = view[TO_BEAT_KIND] != NOTHING and view[OWNER] != np.uint64(seat)
        if beats and cards != NOTHING and is_gang_play(view, cards):
            turned |= ONE << np.uint64(seat)
        redo(view, hands, seat, cards, (out >> np.uint64(seat)) & ONE != NOTHING)
        if view[COUNTS + seat] == NOTHING:
            winner = seat
    counts[_TURNS] += np.int64((turned >> np.uint64(winner)) & ONE)


@kernel
def is_gang_play(view: Any, cards: Any) -> Any:
    """Whether the cards of a play are a gang."""
    top_card = view[TOP_CARD] != NOTHING
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    return is_gang(strength(cards, popcount(cards), top_card, phoenix, wild))
