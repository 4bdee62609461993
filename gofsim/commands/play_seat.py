"""Your seat: the engine asks it like any bot, and it asks you, again where you took back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from gofsim.commands.play_wish import ARM, GIFT, YOU, Place
from gofsim.errors import PlayError
from gofsim.kernel import game, view
from gofsim.rules import Rules
from gofsim.simulation.replay import each_round
from gofsim.simulation.table import Table
from gofsim.strategies.plain import Seen, plain_bot
from gofsim.strategies.seat import Seat

# Asks for a decision at a place, told where your last one stood; raises what ends the asking.
Ask = Callable[[Seen, int], int]


class TakeBackError(Exception):
    """Your last decision is to be asked for again."""


class QuitError(Exception):
    """You leave the game."""


class YourSeat:
    """Your decisions in their order, asked for where there are none."""

    def __init__(self, ask: Ask, known: Mapping[Place, int]) -> None:
        """`known` are decisions of an earlier sitting."""
        self.ask, self.known = ask, dict(known)
        self.made: dict[Place, int] = {}
        self.stopped: Exception | None = None

    @property
    def seat(self) -> Seat:
        """What sits at the engine's table."""
        strategy = plain_bot(self.decide, self.decide, name=YOU)
        return Seat(strategy, {}, 0.0, "own", (YOU, (), Path()))

    def decide(self, seen: Seen) -> int:
        """Answer the engine; where there is no choice but to pass, nobody is asked."""
        if not seen.gives and not seen.plays:
            return 0
        place = (seen.round, GIFT if seen.gives else int(seen.words[view.MOVES]))
        if place in self.known:
            self.made[place] = self.known.pop(place)
        if place not in self.made:
            self.made[place] = self._asked(seen)
        return self.made[place]

    def _asked(self, seen: Seen) -> int:
        self.known.clear()  # what it still holds were passes without a choice
        try:
            return self.ask(seen, self.told(seen.round))
        except Exception as stop:  # it cannot pass through the engine
            self.stopped = stop
            raise

    def told(self, number: int) -> int:
        """How many moves of a round came before your last decision in it, and with it."""
        at, before = next(reversed(self.made), (0, GIFT))
        return before + 1 if at == number else 0

    def take_back(self) -> None:
        """Forget the last decision."""
        self.made.popitem()


def rounds_played(you: YourSeat, bots: Sequence[Seat], rules: Rules, seed: int) -> Iterator[Table]:
    """Play a game and yield the table at the end of each round, again from the start when asked.

    Whoever takes back sees rounds anew that were over. Raises QuitError, and PlayError when a bot
    breaks the rules.
    """
    seats = (you.seat, *bots)
    while True:
        table = Table(seats, rules, rounds=game.MOST_ROUNDS, games=1)
        played = each_round(
            table, seats, seed=seed, block=0, seating="fixed", seating_index=0,
            single_round=False, arm=ARM,
        )  # fmt: skip
        try:
            for _ in played:
                yield table
        except PlayError:
            stop, you.stopped = you.stopped, None
            if stop is None:
                raise
            if not isinstance(stop, TakeBackError):
                raise stop from None
            you.take_back()
        else:
            return
