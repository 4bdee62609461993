"""The arrays of one call of the engine: a table with its rules, seats and scratch space."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gofsim.kernel import game, records, view
from gofsim.kernel.jit import bot_table
from gofsim.rules import Rules
from gofsim.simulation.card_deal import CardDeal, Deal
from gofsim.simulation.card_deals import CardDeals
from gofsim.simulation.deals import Deals
from gofsim.strategies.giving import policies
from gofsim.strategies.row import giving_start, parameter_rows
from gofsim.strategies.seat import Seat

_NEXT_LEADS = ("winner", "loser", "random", "multi-one")
_DIRECTIONS = ("alternate", "counterclockwise", "clockwise")
_LAST_CARDS = ("forced", "advice", "off")


def rule_words(rules: Rules) -> dict[int, int]:
    """The rule fields as words of a view: index -> value."""
    words = {
        view.PLAYERS: rules.players,
        view.TARGET: rules.target,
        view.TOP_CARD: rules.tie_break == "top-card",
        view.PHOENIX_IN_FULL_HOUSE: rules.phoenix_in_full_house,
        view.MULTI_ONE_WILD: rules.multi_one_wild,
        view.PASSING_FINAL: rules.passing == "final",
        view.FIRST_LEAD_RANDOM: rules.first_lead == "random",
        view.NEXT_LEAD: _NEXT_LEADS.index(rules.next_lead),
        view.EXCHANGE: rules.exchange == "standard",
        view.EXCHANGE_CLOCKWISE: rules.exchange_tie == "clockwise",
        view.DIRECTION: _DIRECTIONS.index(rules.direction),
        view.LAST_CARD: _LAST_CARDS.index(rules.last_card),
        view.RIFFLE: rules.shuffle == "riffle",
        view.RIFFLES: rules.riffles,
    }
    return words | {view.SCORING + left: points for left, points in enumerate(rules.scoring)}


class Table:
    """Bots, rules and the engine's buffers; used by one thread at a time."""

    def __init__(
        self,
        seats: Sequence[Seat],
        rules: Rules,
        rounds: int,
        games: int,
        deal: Deal | None = None,
    ) -> None:
        """Make room for so many rows of rounds and games, and of gangs in proportion."""
        self.view = np.zeros(view.VIEW_SIZE, np.uint64)
        for word, value in rule_words(rules).items():
            self.view[word] = value
        self.scratch = np.zeros((4, 64), np.uint64)
        self.places = np.zeros(view.SEATS, np.int64)
        self.cursor = np.zeros(game.CURSOR_SIZE, np.int64)
        hands = self.scratch[game.HANDS]
        self.parameters = parameter_rows(seats, rules.players, hands)
        everyone = [*seats, *[seats[0]] * (view.SEATS - len(seats))]
        self.choosers = bot_table(seat.strategy.choose for seat in everyone)
        givers = bot_table(policies(seat.strategy)[seat.give].choose for seat in everyone)
        starts = [giving_start(seat, rules.players, hands) for seat in everyone]
        self.givers = np.append(givers, np.array(starts, np.uint64))
        self.rounds = np.empty((records.ROUND_COLUMNS, rounds), np.int16)
        self.gangs = np.empty((records.GANG_COLUMNS, _gang_room(rounds)), np.int16)
        self.games = np.empty((records.GAME_COLUMNS, games), np.int32)
        self.deals = None if deal is None else self._drawing(deal, seats[0])

    def _drawing(self, deal: Deal, seat: Seat) -> Deals | CardDeals:
        """What draws such deals; where cards are exchanged for them, `seat` sits everywhere."""
        if isinstance(deal, CardDeal):
            return CardDeals(deal, seat, self.view, self.givers, self.parameters)
        return Deals(deal)

    @property
    def swaps(self) -> npt.NDArray[np.int64] | None:
        """The exchanges that are part of the deals, see `CardDeals`; None where there are none."""
        return self.deals.swaps if isinstance(self.deals, CardDeals) else None

    def grow(self) -> None:
        """Twice the room for rounds and gangs; the rows so far stay."""
        rounds, gangs = (int(self.cursor[each]) for each in (game.C_ROUNDS, game.C_GANGS))
        room = 2 * self.rounds.shape[1]
        self.rounds = _with_room(self.rounds[:, :rounds], room)
        self.gangs = _with_room(self.gangs[:, :gangs], _gang_room(room))

    def play(
        self,
        seed: int,
        first_block: int,
        blocks: int,
        seating_kind: int,
        seatings: int,
        most_rounds: int = game.MOST_ROUNDS,
    ) -> int:
        """Go on from where the cursor stands until all blocks are played or something ends it.

        Plays the seatings below `seatings` of every block; returns the engine's status.
        """
        return int(
            game.play_blocks(
                self.view,
                self.scratch,
                self.choosers,
                self.givers,
                self.parameters,
                np.uint64(seed),
                np.uint64(first_block),
                blocks,
                seating_kind,
                seatings,
                most_rounds,
                self.rounds,
                self.gangs,
                self.games,
                self.places,
                self.cursor,
                self.deals and self.deals.hands(seed, range(first_block, first_block + blocks)),
            )
        )


def _gang_room(rounds: int) -> int:
    return 2 * rounds + records.MOST_GANG_ROWS


def _with_room(rows: npt.NDArray[np.int16], room: int) -> npt.NDArray[np.int16]:
    larger = np.empty((len(rows), room), rows.dtype)
    larger[:, : rows.shape[1]] = rows
    return larger
