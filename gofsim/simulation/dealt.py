"""Rounds of given deals by one bot: arrays for the compiled loops, and blocks on several cores."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import joblib
import numpy as np
import numpy.typing as npt

from gofsim.errors import PlayError
from gofsim.kernel import view
from gofsim.kernel.jit import bot_number
from gofsim.kernel.view import VIEW_SIZE
from gofsim.rules import Rules
from gofsim.simulation.progress import Progress
from gofsim.simulation.table import rule_words
from gofsim.strategies.dealt_rounds import HANDS, ROOMS, play_hand
from gofsim.strategies.plain import raised
from gofsim.strategies.row import parameter_rows
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
        self.row = parameter_rows([seat], rules.players, self.room[HANDS])
        self.bot = np.array([bot_number(seat.strategy.choose)], np.uint64)

    def hand(self, cards: int, blocks: range) -> tuple[Floats, Floats]:
        """Play a hand that holds some cards (a mask), and the hands that were dealt.

        Both are float64[blocks, players, OUTCOMES], by the seats from the leader to the hand.
        Raises PlayError when the bot broke the rules.
        """
        held, average = np.zeros((2, len(blocks), self.players, OUTCOMES))
        asked = np.uint64(cards), np.uint64(blocks.start)
        if not play_hand(self.words, self.room, self.row, self.bot, *asked, held, average):
            fault = raised([self.seat.strategy.choose]) or "broke the rules"
            block = int(self.words[view.BLOCK])
            raise PlayError(f"bot {self.seat.strategy.name}, block {block}: {fault}")
        return held, average


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
