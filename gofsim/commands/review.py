"""A game move by move: what each was worth beside the best one, in the same sampled worlds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.commands.advise import Advice, advise
from gofsim.simulation.position import position_at

ROLL_OUTS = 5_000  # a move


@dataclass(frozen=True)
class Reviewed:
    """One move, or gift (`move` is None), and the advice on its position."""

    round: int
    move: int | None
    seat: int
    played: str | None
    advice: Advice

    @property
    def best(self) -> Mapping[str, Any]:
        """The choice that came out best."""
        choice: Mapping[str, Any] = self.advice["choices"][0]
        return choice

    @property
    def made(self) -> Mapping[str, Any]:
        """The choice that was made."""
        cards = sorted((self.played or "").split())
        return next(
            each for each in self.advice["choices"] if sorted((each["play"] or "").split()) == cards
        )

    @property
    def cost(self) -> float:
        """What the move gave away, in what ranks the choices: 0 for the best and its equals."""
        behind = self.made["behind"]
        return 0.0 if behind is None else max(0.0, float(behind["mean"]))

    @property
    def surely(self) -> bool:
        """Whether the move was worse than the best by more than chance explains."""
        behind = self.made["behind"]
        return behind is not None and behind["low"] > 0


def review(
    log: Mapping[str, Any],
    *,
    rounds: Sequence[int] | None = None,
    seats: Sequence[int] | None = None,
    **how: Any,
) -> Iterator[Reviewed]:
    """Yield every move, and gift, of a game log at which there was a choice, in order.

    Of the `rounds` and `seats` that are named, by default of all; ``how`` is what `advise` takes.
    """
    options = {"roll_outs": ROLL_OUTS, **how}
    for number, place, seat, played in decisions(log, rounds):
        if seats is None or seat in seats:
            advice = advise(position_at(log, number, place), **options)
            if len(advice["choices"]) > 1:
                yield Reviewed(number, place, seat, played, advice)


def decisions(
    log: Mapping[str, Any], rounds: Sequence[int] | None = None
) -> Iterator[tuple[int, int | None, int, str | None]]:
    """Yield round, move (None: the gift), seat and cards of all that was done, in order."""
    for entry in log["rounds"]:
        if rounds is not None and entry["number"] not in rounds:
            continue
        if swap := entry["exchange"]:
            yield entry["number"], None, swap["receiver"], swap["returned"]
        for place, move in enumerate(entry["moves"], start=1):
            yield entry["number"], place, move["seat"], move["play"]
