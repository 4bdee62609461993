"""What a bot is: its function, its parameters, and what its file says about it."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ChooseFunction = Callable[..., Any]


@dataclass(frozen=True)
class Parameter:
    """A number that a bot's play depends on, with its range (both ends allowed)."""

    name: str
    default: float
    low: float
    high: float
    idea: str
    whole: bool = False
    default_of_three: float | None = None  # with three players, where it differs

    def default_at(self, players: int) -> float:
        """The default at a table of so many players."""
        three = players == 3 and self.default_of_three is not None
        return float(self.default_of_three if three else self.default)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Choice:
    """A setting with a few named values; the bot's function gets the index of the chosen one."""

    name: str
    default: str
    values: tuple[str, ...]
    idea: str


@dataclass(frozen=True)
class AskedBot:
    """A setting that names another bot, whose function this one calls in its search."""

    name: str
    default: str
    idea: str


Setting = Parameter | Choice | AskedBot


@dataclass(frozen=True)
class Strategy:
    """A bot: compiled functions and metadata; one constant in its own file.

    `choose(view, hand, parameters, offset)` returns the cards to lay as a mask, 0 to pass; its
    parameters stand in `parameters` from `offset` on, in their order here. `give` (same
    arguments, None for none of its own) returns the card that goes back in the exchange; a bot
    without one gives by the policy `default_give`, unless an experiment says otherwise.
    Behind them stand its `choices`, then what `seat.parameter_row` adds for the bots it `asks`.
    `draws`: it uses random numbers. `counts`: it remembers which cards were played. `sees_all`: it
    is no player but a yardstick, and gets the address of the hidden hands.
    """

    name: str
    idea: str
    source: str
    choose: ChooseFunction
    parameters: tuple[Parameter, ...] = ()
    choices: tuple[Choice, ...] = ()
    asks: tuple[AskedBot, ...] = ()
    draws: bool = False
    counts: bool = False
    sees_all: bool = False
    give: ChooseFunction | None = None
    default_give: str = "lowest"

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All that may be set of it, but for what every bot has (`forget`, `give`)."""
        return (*self.parameters, *self.choices, *self.asks)

    @functools.cached_property
    def file(self) -> Path:
        """The file in which its choosing function is written."""
        choose = getattr(self.choose, "function", self.choose)  # behind a call of plain Python
        function = getattr(choose, "py_func", choose)
        return Path(function.__code__.co_filename)
