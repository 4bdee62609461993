"""Deals as an arm of ``[worth]`` changes them: a function of seed and block alone."""

import numpy as np
import numpy.typing as npt

from gofsim.errors import PlayError
from gofsim.kernel.view import BLOCK, RETURNED, SEED
from gofsim.notation import mask_of, text_of
from gofsim.simulation.card_deal import CardDeal
from gofsim.strategies.card_deals import ROOMS, SWAP, deal_exchanged, deal_sets
from gofsim.strategies.plain import raised
from gofsim.strategies.seat import Seat

DECK_SIZE, SEATS = 64, 4

Words = npt.NDArray[np.uint64]


class CardDeals:
    """What draws deals; for one thread.

    `swaps` are the exchanges of the last deals that were drawn, int64[blocks, SWAP]: the giver's
    seat, the card given and the card returned; None where nothing is exchanged.
    """

    swaps: npt.NDArray[np.int64] | None = None

    def __init__(
        self,
        deal: CardDeal,
        seat: Seat,
        words: Words,
        givers: Words,
        parameters: npt.NDArray[np.float64],
    ) -> None:
        """Take what the exchange needs: the bot, a view with the rules, how it gives back."""
        self.deal, self.seat = deal, seat
        self.words = words.copy()
        self.givers, self.parameters = givers, parameters
        self.room = np.zeros((ROOMS, DECK_SIZE), np.uint64)

    def hands(self, seed: int, blocks: range) -> Words:
        """The deals of blocks, uint64[blocks, 4]; PlayError where a bot breaks the rules."""
        deals = np.zeros((len(blocks), SEATS), np.uint64)
        self.words[SEED], self.words[BLOCK] = seed, blocks.start
        if self.deal.act == "exchange":
            self._exchange(blocks, deals)
        else:
            group, count = np.uint64(mask_of(self.deal.cards)), self.deal.count
            deal_sets(self.words, self.room, group, count, deals)
        return deals

    def _exchange(self, blocks: range, deals: Words) -> None:
        self.swaps = np.zeros((len(blocks), SWAP), np.int64)
        done = deal_exchanged(
            self.words, self.room, self.givers, self.parameters, deals, self.swaps
        )
        if done < len(blocks):
            place = f"bot {self.seat.strategy.name}, block {blocks[done]}, round 1"
            raise PlayError(f"{place}: {self._fault()}")

    def _fault(self) -> str:
        bots = [each.strategy for each in (self.seat, *self.seat.parts)]
        gift = text_of(int(self.words[RETURNED])) or "nothing"
        fault = raised([do for bot in bots for do in (bot.choose, bot.give)])
        return fault or f"gave back {gift} in the exchange, not one card of its hand"
