"""Deals under the conditions of an experiment's ``[deal]``: a function of seed and block alone."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np
import numpy.typing as npt

from gofsim.errors import PlayError
from gofsim.kernel.view import BLOCK, SEED
from gofsim.notation import CARDS
from gofsim.simulation.card_sets import number_mask
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.strategies.wished_deals import ANY, ASKED, WORDS, draw_deals

DECK_SIZE, HAND_SIZE, SEATS = 64, 16, 4
SEVEN = 7  # only the 1s are so many
# Of a trial: so many deals are looked for, in so many draws each; and in a run, where one is sure.
TRIED, TRIED_DRAWS, MOST_DRAWS = 10, 100_000, 20_000_000

Words = npt.NDArray[np.uint64]


class Deals:
    """What draws deals; for one thread."""

    def __init__(self, table: DealTable) -> None:
        """Lay out what is asked for; `table` has no faults."""
        self.fixed = _fixed(table)
        self.asked = np.array([_asked(seat) for seat in table.seats], np.int64)
        self.seat, self.group, self.ways = self._hardest()
        total = sum(self.ways)
        self.chances = np.array([float(Fraction(each, total or 1)) for each in self.ways])
        self.room = np.zeros((3, DECK_SIZE), np.uint64)
        self.words = np.zeros(WORDS, np.uint64)
        self.draws = np.zeros(1, np.int64)

    @property
    def is_possible(self) -> bool:
        """Whether what is laid by hand leaves a deal."""
        return sum(self.ways) > 0

    def hands(self, seed: int, blocks: range) -> Words:
        """The deals of blocks, uint64[blocks, 4]; PlayError where none is found."""
        deals = np.zeros((len(blocks), SEATS), np.uint64)
        found = self._draw(seed, blocks.start, MOST_DRAWS, deals)
        if found < len(blocks):
            block = blocks.start + found
            raise PlayError(f"[deal], block {block}: no such deal in {MOST_DRAWS:,} draws")
        return deals

    def tried(self) -> tuple[int, int]:
        """How many of a few deals are found, and in how many draws; the same for every seed."""
        found = self._draw(0, 0, TRIED_DRAWS, np.zeros((TRIED, SEATS), np.uint64))
        return found, int(self.draws[0])

    def _draw(self, seed: int, first: int, attempts: int, deals: Words) -> int:
        self.words[SEED], self.words[BLOCK] = seed, first
        self.draws[0] = 0
        fixed = np.array(self.fixed, np.uint64)
        return int(
            draw_deals(
                self.words, self.room, fixed, np.uint64(self.group), self.seat, self.chances,
                self.asked, attempts, deals, self.draws,
            )
        )  # fmt: skip

    def _hardest(self) -> tuple[int, int, list[int]]:
        """The rarest wish for so many of a number: its seat, the free cards of the number, ways.

        ways[j]: hands with j of these beside the fixed cards, as many as are asked for.
        """
        everything = sum(self.fixed)
        best: tuple[int, int, list[int]] = (0, 0, [1])
        least = Fraction(1)
        for seat, (gang, number, *_) in enumerate(self.asked.tolist()):
            if gang > 0 and number != ANY:
                cards = number_mask(number)
                group, room = cards & ~everything, HAND_SIZE - self.fixed[seat].bit_count()
                others = DECK_SIZE - everything.bit_count() - group.bit_count()
                needed = gang - (self.fixed[seat] & cards).bit_count()
                ways = list(_ways(group.bit_count(), others, room, needed))
                chance = Fraction(sum(ways), comb(group.bit_count() + others, room))
                if chance < least:
                    best, least = (seat, group, ways), chance
        return best


def _ways(marked: int, others: int, room: int, needed: int) -> Iterator[int]:
    """Ways to fill the room with 0, 1, .. marked cards and others; none where too few are held."""
    for held in range(marked + 1):
        fits = needed <= held <= room
        yield comb(marked, held) * comb(others, room - held) if fits else 0


def _fixed(table: DealTable) -> list[int]:
    """The cards of each seat as masks with copies told apart: the first one named is the lower."""
    used: Counter[str] = Counter()
    masks = []
    for seat in table.seats:
        bits = []
        for card in seat.cards.split():
            bits.append(CARDS.index(card) + used[card])
            used[card] += 1
        masks.append(sum(1 << bit for bit in bits))
    return masks


def _asked(seat: SeatDeal) -> list[int]:
    """A seat's row of what is asked of its hand."""
    number = 1 if seat.gang == SEVEN else seat.gang_number
    wishes = (seat.gang, number, seat.straight_flush, seat.most_singles)
    row = [ANY if each is None else int(each) for each in wishes]
    assert len(row) == ASKED
    return row


def deal_faults(table: DealTable) -> list[str]:
    """Return why a run could not draw such deals, after a trial; nothing where it can."""
    if faults := list(table.faults()):
        return faults
    deals = Deals(table)
    if not deals.is_possible:
        return ["[deal]: cannot be; the cards named leave too few of the gang's number"]
    found, draws = deals.tried()
    if found == TRIED:
        return []
    how_rare = "no such deal" if not found else f"{found} such deals"
    return [
        f"[deal]: too rare, or cannot be: {how_rare} in {draws:,} draws"
        f"{' beside what is laid by hand' if any(deals.fixed) or deals.group else ''}; "
        f"a run takes those found in {TRIED_DRAWS:,} draws, {TRIED} times in a row"
    ]
