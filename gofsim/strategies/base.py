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


@dataclass(frozen=True)
class Strategy:
    """A bot: compiled functions and metadata; one constant in its own file.

    `choose(view, hand, parameters, offset)` returns the cards to lay as a mask, 0 to pass; its
    parameters stand in `parameters` from `offset` on, in their order here. `give` (same
    arguments, None for none of its own) returns the card that goes back in the exchange.
    `draws`: it uses random numbers. `counts`: it remembers which cards were played.
    """

    name: str
    idea: str
    source: str
    choose: ChooseFunction
    parameters: tuple[Parameter, ...] = ()
    draws: bool = False
    counts: bool = False
    give: ChooseFunction | None = None

    @functools.cached_property
    def file(self) -> Path:
        """The file in which its choosing function is written."""
        function = getattr(self.choose, "py_func", self.choose)
        return Path(function.__code__.co_filename)
