"""The tables at which a bot is tuned: who sits there, and the bot with other parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from gofsim.errors import BadInputError
from gofsim.simulation.arms import Arm
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.play import seating_count
from gofsim.strategies.seat import Seat
from gofsim.strategies.settings import WEIGHTS
from gofsim.suggest import did_you_mean, few, written


class Tables(NamedTuple):
    """The arms of an experiment at which one bot sits, named `bot` there, against others.

    All are played in the seatings that the experiment asks for, also where a candidate is the
    same as the others at its table.
    """

    experiment: Experiment
    bot: str

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms."""
        return self.experiment.arms

    @property
    def players(self) -> int:
        """Players at each of the tables."""
        return self.arms[0].rules.players

    @property
    def seat(self) -> Seat:
        """The bot as the experiment sets it."""
        return self.arms[0].seats[self.arms[0].labels.index(self.bot)]

    def games(self, blocks: int) -> int:
        """How many games, or single rounds, so many blocks have."""
        seating = self.experiment.seating
        return sum(blocks * seating_count(arm.rules.players, seating) for arm in self.arms)


def tables_of(experiment: Experiment, bot: str, place: str) -> Tables:
    """Return the tables of a bot; BadInputError, lines beginning with `place`, where it cannot be.

    It must sit in every arm, somebody else too, and all arms have the same number of players.
    """
    seated = {label for arm in experiment.arms for label in arm.labels}
    if bot not in seated:
        near = did_you_mean(bot, seated) or f"; there sit {', '.join(sorted(seated))}"
        raise BadInputError(f"{place}: {written(bot)} sits in no arm{near}")
    faults = [fault for arm in experiment.arms if (fault := arm_fault(arm, bot))]
    if len({arm.rules.players for arm in experiment.arms}) > 1:
        faults.append("arms have 3 and 4 players; weights are for one number of players")
    pairs = [pair for arm in experiment.arms for pair in zip(arm.labels, arm.seats, strict=True)]
    values = [seat.values for label, seat in pairs if label == bot]
    if any(each != values[0] for each in values):
        faults.append(f"the parameters of {written(bot)} are varied by [sweep]; leave them out")
    if faults:
        raise BadInputError(*few([f"{place}: {fault}" for fault in faults], place))
    return Tables(experiment, bot)


def arm_fault(arm: Arm, bot: str) -> str:
    """Return why a bot cannot be tuned in an arm, or nothing."""
    if bot not in arm.labels:
        there = ", ".join(dict.fromkeys(arm.labels))
        return f"{written(bot)} does not sit in arm `{arm.name}` ({there} do)"
    if set(arm.labels) == {bot}:
        return f"arm `{arm.name}` seats nobody but {written(bot)}: there is nobody to gain on"
    return ""


def with_values(seat: Seat, values: Mapping[str, float]) -> Seat:
    """Return a bot with these parameters, all else as it was."""
    kind, settings, folder = seat.request
    kept = {name: value for name, value in settings if name != WEIGHTS}
    request = (kind, tuple({**kept, **values}.items()), folder)
    numbers = {name: float(value) for name, value in values.items()}
    # Not seated anew: a bot file that is edited meanwhile must not change the bot.
    return replace(seat, values=numbers, of_three={}, weights=None, request=request)


def seated(tables: Tables, values: Mapping[str, float]) -> list[list[Seat]]:
    """Return who sits at each table when the bot has these values."""
    return [
        [
            with_values(seat, values) if label == tables.bot else seat
            for label, seat in zip(arm.labels, arm.seats, strict=True)
        ]
        for arm in tables.arms
    ]
