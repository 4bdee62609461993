"""Bots in plain Python: a function that looks at the table through `Seen` and names a play.

No compiler, any library, a debugger: at ten thousands of decisions a second, where compiled bots
make millions. Runs repeat as long as the function draws from `Seen.random` alone.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from numbers import Integral
from pathlib import Path
from random import Random
from traceback import walk_tb
from typing import Any

import numpy as np

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.callback import Callback, Words
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.notation import CARDS, mask_of, text_of
from gofsim.strategies.base import Strategy

# What a function may answer: cards as text or as a mask; None, 0 or "" to pass.
Play = str | int | None
Choose = Callable[["Seen"], Play]
_GOFSIM = Path(__file__).parents[1]


class Seen:
    """What a seat may know at a decision; read lazily, as most bots ask for little.

    Cards are masks (ints): a bit a card, in the order of single strength; `text` and `cards` go
    between masks and text. Good for the one decision it was made for.
    """

    def __init__(self, words: Words, hand: int) -> None:
        """Wrap the words of a view (uint64) and the hand, which stands beside it."""
        self._words, self.hand = words, hand

    @functools.cached_property
    def words(self) -> Words:
        """All words of the view, uint64, to be read only: the game itself stands in them."""
        words = self._words.view()
        words.flags.writeable = False
        return words

    @staticmethod
    def text(mask: int) -> str:
        """Cards of a mask as text, weakest first."""
        return _text(mask)

    @staticmethod
    def cards(text: str) -> int:
        """The mask of cards in text."""
        return mask_of(text)

    @property
    def plays(self) -> list[int]:
        """Every legal play, weakest first within a kind, gangs last; the pass is not among them."""
        count = _list(self._words, np.uint64(self.hand))
        found: list[int] = self._words[view.SCRATCH : view.SCRATCH + count].tolist()
        return found

    @property
    def may_pass(self) -> bool:
        """Whether the seat may pass."""
        return bool(_may_pass(self._words, np.uint64(self.hand)))

    @property
    def gives(self) -> bool:
        """Whether a card is to go back in the exchange, rather than a play to be made."""
        return bool(self._words[view.LEADER] == view.NO_SEAT)

    @property
    def to_beat(self) -> int:
        """The cards to beat; 0 when leading."""
        return int(self._words[view.TO_BEAT])

    @property
    def owner(self) -> int | None:
        """The seat whose play is to be beaten."""
        return self._seat(view.OWNER)

    @property
    def seat(self) -> int:
        """The own seat; seats are numbered clockwise."""
        return int(self._words[view.SEAT])

    @property
    def next_seat(self) -> int:
        """The seat that acts next."""
        return int(self._words[view.NEXT_SEAT])

    @property
    def players(self) -> int:
        """3 or 4."""
        return int(self._words[view.PLAYERS])

    @property
    def counts(self) -> list[int]:
        """Cards left, by seat."""
        return self._by_seat(view.COUNTS)

    @property
    def totals(self) -> list[int]:
        """Points so far in the game, by seat."""
        return self._by_seat(view.TOTALS)

    @property
    def seen(self) -> int:
        """All cards laid in this round."""
        return int(self._words[view.SEEN])

    @property
    def bound(self) -> bool:
        """Whether the next seat has announced its last card, and a duty holds."""
        return bool(self._words[view.BOUND])

    @property
    def exchange(self) -> tuple[int, int, int, int] | None:
        """(giver, receiver, card given, card returned) before this round; None for none."""
        giver = self._seat(view.GIVER)
        words = self._words
        rest = (int(words[i]) for i in (view.RECEIVER, view.GIVEN, view.RETURNED))
        return None if giver is None else (giver, *rest)  # type: ignore[return-value]

    @property
    def moves(self) -> list[tuple[int, int]]:
        """(seat, cards) of all moves of this round so far; 0 cards for a pass."""
        count = int(self._words[view.MOVES])
        seats = self._words[view.MOVE_SEATS : view.MOVE_SEATS + count].tolist()
        cards = self._words[view.MOVE_CARDS : view.MOVE_CARDS + count].tolist()
        return list(zip(seats, cards, strict=True))

    @property
    def round(self) -> int:
        """Number of the round, from 1."""
        return int(self._words[view.ROUND])

    @property
    def random(self) -> Random:
        """A generator of this decision alone, seeded from the seat's own stream."""
        return Random(int(_draw(self._words)))

    def _seat(self, word: int) -> int | None:
        seat = int(self._words[word])
        return None if seat == view.NO_SEAT else seat

    def _by_seat(self, word: int) -> list[int]:
        found: list[int] = self._words[word : word + self.players].tolist()
        return found


def plain_bot(
    choose: Choose,
    give: Choose | None = None,
    *,
    name: str = "",
    idea: str = "",
    source: str = "Plain Python.",
    counts: bool = True,
) -> Strategy:
    """Make a bot of plain Python functions; the constant that a bot file is seated by.

    `choose` gets what is `Seen` and returns the play, as text or as a mask, or None to pass;
    `give` returns the card that goes back in the exchange, without one the lowest does.
    """
    told = inspect.getdoc(choose) or f"What {choose.__name__} says."
    return Strategy(
        name=name or choose.__name__.replace("_", "-"),
        idea=idea or told,
        source=source,
        choose=callback(choose),
        give=callback(give) if give else None,
        draws=True,
        counts=counts,
    )


def callback(function: Choose) -> Callback:
    """Make a plain function callable for the engine."""

    def answer(words: Words, hand: int) -> int:
        return _mask(function(Seen(words, hand)))

    return Callback(answer, view.VIEW_SIZE, function)


def _mask(play: object) -> int:
    """What a plain function returned as a mask; TypeError or ValueError for what is none."""
    if play is None:
        return 0
    if isinstance(play, str):
        return mask_of(play)
    if isinstance(play, bool) or not isinstance(play, Integral):
        raise TypeError(f"it returned {play!r}; a play is text, a mask (a whole number) or None")
    if int(play) >> len(CARDS):  # of a negative one something is left too
        raise ValueError(f"it returned {play!r}; a mask has {len(CARDS)} bits")
    return int(play)


def raised(functions: Sequence[Any]) -> str:
    """What one of the plain functions among some has raised, in words, and where; it is forgotten.

    Nothing where none has.
    """
    for each in functions:
        error = getattr(each, "error", None)
        if isinstance(error, BaseException):
            each.error = None
            what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
            return f"raised {what}{_where(error)}"
    return ""


def _where(error: BaseException) -> str:
    """The last line of a traceback outside gofsim, as a place: a line of the bot, if any is."""
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [place for place in places if not Path(place[0]).is_relative_to(_GOFSIM)]
    return f" ({own[-1][0]}:{own[-1][1]})" if own else ""


@functools.lru_cache(1 << 16)
def _text(mask: int) -> str:
    return text_of(mask)


@kernel(inline=False)
def _list(words: Any, hand: Any) -> Any:
    return list_legal(pointer_to(words), hand, view.SCRATCH)


@kernel(inline=False)
def _may_pass(words: Any, hand: Any) -> Any:
    return may_pass(pointer_to(words), hand)


@kernel(inline=False)
def _draw(words: Any) -> Any:
    return view.draw_word(pointer_to(words))
