"""Rounds of given deals by one bot: arrays for the compiled loops, and blocks on several cores."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import joblib
import numpy as np
import numpy.typing as npt

from gofsim.errors import PlayError
from gofsim.kernel import view
from gofsim.kernel.jit import bot_number
from gofsim.kernel.view import SEATS, VIEW_SIZE
from gofsim.rules import Rules
from gofsim.simulation.progress import Progress
from gofsim.simulation.table import rule_words
from gofsim.strategies.dealt_rounds import HANDS, ROOMS, play_exchanges, play_hand, play_sets
from gofsim.strategies.giving import policies
from gofsim.strategies.plain import raised
from gofsim.strategies.row import giving_start, parameter_rows
from gofsim.strategies.seat import Seat
from gofsim.strategies.trials import OUTCOMES

LEAST_BLOCKS, MOST_BLOCKS = 2, 10**9
PART = 50  # blocks at a time: sums of parts are the same on any number of workers
# They concern what is before a round or after it, and the seat that leads is placed.
DECIDE_NOTHING = ("first_lead", "next_lead", "exchange", "exchange_tie", "shuffle", "riffles")

Floats = npt.NDArray[np.float64]
Found = TypeVar("Found")


class Dealt:
    """One bot at all seats, by some rules and a seed; for one thread."""

    def __init__(self, seat: Seat, rules: Rules, seed: int) -> None:
        """Set up what the loops work on."""
        self.players, self.seat = rules.players, seat
        self.words = np.zeros(VIEW_SIZE, np.uint64)
        for index, value in rule_words(rules).items():
            self.words[index] = value
        self.words[view.SEED] = seed
        self.room = np.zeros((ROOMS, 64), np.uint64)
        hands = self.room[HANDS]
        self.row = parameter_rows([seat], rules.players, hands)
        self.bot = np.array([bot_number(seat.strategy.choose)], np.uint64)
        self.giving = policies(seat.strategy)[seat.give].choose
        self.givers = np.zeros(2 * SEATS, np.uint64)
        self.givers[0] = bot_number(self.giving)
        self.givers[SEATS] = giving_start(seat, rules.players, hands)

    def hand(self, cards: int, blocks: range) -> tuple[Floats, Floats]:
        """Play a hand that holds some cards (a mask), and the hands that were dealt.

        Both are float64[blocks, players, OUTCOMES], by the seats from the leader to the hand.
        """
        held, average = np.zeros((2, len(blocks), self.players, OUTCOMES))
        self._played(play_hand, np.uint64(cards), np.uint64(blocks.start), held, average)
        return held, average

    def sets(self, groups: Sequence[int], sizes: Sequence[int], blocks: range) -> Floats:
        """Play with sizes[i] cards of the mask groups[i], and with others in their place.

        Returns float64[2, blocks, sets, OUTCOMES], with them first.
        """
        found = np.zeros((2, len(blocks), len(groups), OUTCOMES))
        masks, counts = np.array(groups, np.uint64), np.array(sizes, np.int64)
        self._played(play_sets, masks, counts, np.uint64(blocks.start), *found)
        return found

    def exchanges(self, blocks: range) -> tuple[npt.NDArray[np.uint64], Floats]:
        """Play with the exchange and without it.

        Returns the cards given, and float64[2, blocks, 2, OUTCOMES]: with it first; giver first.
        """
        given, found = np.zeros(len(blocks), np.uint64), np.zeros((2, len(blocks), 2, OUTCOMES))
        self._played(play_exchanges, self.givers, np.uint64(blocks.start), given, *found)
        return given, found

    def _played(self, loop: Any, *arguments: Any) -> None:
        """Call a loop; PlayError when the bot broke the rules."""
        if not loop(self.words, self.room, self.row, self.bot, *arguments):
            fault = raised([self.seat.strategy.choose, self.giving]) or "broke the rules"
            block = int(self.words[view.BLOCK])
            raise PlayError(f"bot {self.seat.strategy.name}, block {block}: {fault}")


def in_parts(
    work: Callable[[range], Found], blocks: int, workers: int, progress: Progress
) -> Iterator[Found]:
    """Yield what the parts of the blocks come to, in order, done by threads.

    The engine lets them all run at once.
    """
    progress.prepare()
    work(range(0))  # compiles
    parts = [range(start, min(blocks, start + PART)) for start in range(0, blocks, PART)]
    parallel = joblib.Parallel(n_jobs=workers, backend="threading", return_as="generator")
    found = parallel(joblib.delayed(work)(part) for part in parts)
    progress.begin(blocks)
    try:
        for part, each in zip(parts, found, strict=True):
            progress.advance(len(part))
            yield each
    finally:
        progress.end()


def dealt_faults(rules: Rules, blocks: int) -> list[str]:
    """Return what is wrong with a wish for rounds of given deals."""
    given = rules.model_fields_set
    faults = [f"--rule {name}: decides nothing here" for name in DECIDE_NOTHING if name in given]
    if not LEAST_BLOCKS <= blocks <= MOST_BLOCKS:
        faults.append(f"--rounds: must be {LEAST_BLOCKS} to {MOST_BLOCKS:,}, not {blocks}")
    return faults
