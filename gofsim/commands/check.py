"""`gofsim check`: what a run would play, and about how long it and its files would be."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gofsim.analysis.deal_words import deal_words
from gofsim.analysis.words import listed
from gofsim.commands.text import table_lines
from gofsim.kernel.callback import Callback
from gofsim.playing import stopper_of
from gofsim.simulation.arms import Arm
from gofsim.simulation.description import described
from gofsim.simulation.design import Stop
from gofsim.simulation.experiment import Experiment, load_experiment
from gofsim.simulation.workers import worker_count
from gofsim.strategies.seat import Seat
from gofsim.suggest import MOST_LINES

# Typical of the shipped bots; others may be several times as slow.
ROUNDS_PER_CORE_SECOND = 300_000
# What the loser of a game collects in a round: the rounds of a game are `target` over this.
POINTS_A_ROUND = 7
BYTES_A_ROUND = 14
GIGABYTE = 1e9
FEW_LINES = 4
MOST_NAMES = 6


def plan_text(source: str) -> str:
    """Check an experiment and return its plan as text; nothing is played.

    Raises BadInputError with one line for every fault.
    """
    experiment = load_experiment(source)
    stopper_of(experiment)  # refuses what a run would refuse
    rounds = sum(expected_rounds(experiment, arm) for arm in experiment.arms)
    games = sum(experiment.blocks * arm.seatings for arm in experiment.arms)
    most = "at most " if experiment.stop else ""
    lines = [
        f"{experiment.path.name}: no faults found",
        experiment.question,
        "",
        *table_lines([arm_row(experiment, arm) for arm in listed_arms(experiment)]),
        *remarks(experiment),
        "",
        *design_lines(experiment),
        f"blocks: {most}{experiment.blocks:,}, each in every arm and seating; "
        f"seed {experiment.seed}",
        f"to play: {most}{games:,} {experiment.unit}"
        + ("" if experiment.single_round else f", about {rounds:,.0f} rounds"),
        time_line(experiment, rounds),
        f"disk: about {megabytes(rounds * BYTES_A_ROUND)}",
        f"results: {Path('results') / experiment.run_name}",
    ]
    return "\n".join(lines)


def listed_arms(experiment: Experiment) -> Sequence[Arm]:
    """Return the arms that the plan lists; those of [worth] are alike."""
    return experiment.arms[: MOST_LINES if experiment.worth is None else FEW_LINES]


def time_line(experiment: Experiment, rounds: float) -> str:
    """Say how long the rounds take, where no bot is of a kind that may take any time."""
    seats = [seat for arm in experiment.arms for seat in arm.seats]
    slow = {seat.request[0]: "searches" for seat in seats if seat.asked}
    slow |= {seat.request[0]: "is plain Python" for seat in seats if is_plain(seat)}
    if slow:
        whose = ", ".join(f"{bot} {why}" for bot, why in sorted(slow.items()))
        return f"time: not known, as {whose}; `gofsim plan` finds out by a pilot"
    workers = worker_count(None)
    seconds = rounds / ROUNDS_PER_CORE_SECOND / workers
    return f"time: about {duration(seconds)} with {workers} workers, for bots as fast as most"


def is_plain(seat: Seat) -> bool:
    """Whether the engine calls back into Python for a bot, or for one that it asks."""
    return isinstance(seat.strategy.choose, Callback) or any(map(is_plain, seat.parts))


def design_lines(experiment: Experiment) -> list[str]:
    """Say how many arms come from what, and what may end the run early."""
    lines = []
    if worth := experiment.worth:
        lines.append(
            f"worth: of {listed(worth.of)}, to {worth.bot} at all seats: "
            f"{len(experiment.arms)} arms, each the deals of a block changed in one thing"
        )
    if experiment.deal is not None:
        lines.append(f"deals: {deal_words(described(experiment))}")
    if league := experiment.league:
        how = {
            "one-vs-field": "each alone against a field of each",
            "tables": "at every table of different bots",
        }
        lines.append(
            f"league: {len(league.bots)} bots, {how[league.design]}: {len(experiment.arms):,} arms"
        )
    if sweep := experiment.sweep:
        base = len({arm.base for arm in experiment.arms})
        sizes = " x ".join(f"{len(values)} of {key}" for key, values in sweep.items())
        lines.append(f"sweep: {base} arms x {sizes}: {len(experiment.arms):,} arms")
    if stop := experiment.stop:
        lines.append(
            f"stop: rule {stop.rule}{stop_settings(stop)} on {stop.metric} of {stop.of[0]} and "
            f"{stop.of[1]}, looks from {stop.first:,} blocks on, every {stop.every:,}"
        )
    return lines


def stop_settings(stop: Stop) -> str:
    """Return the settings of a stop rule as text."""
    found = stop.described()
    settings = [f"{n} {found[n]:g}" for n in ("width", "d0", "d1", "alpha", "beta") if n in found]
    return f" ({', '.join(settings)})"


def expected_rounds(experiment: Experiment, arm: Arm) -> float:
    """Return about how many rounds an arm has."""
    a_game = 1.0 if experiment.single_round else max(1.0, arm.rules.target / POINTS_A_ROUND)
    return experiment.blocks * arm.seatings * a_game


def arm_row(experiment: Experiment, arm: Arm) -> dict[str, Any]:
    """Return the plan's line of one arm."""
    bots = Counter(arm.labels)
    own = arm.rules.model_dump(exclude_defaults=True)
    return {
        "arm": arm.name,
        "bots": ", ".join(f"{count} {bot}" for bot, count in bots.items()),
        "rules": ", ".join(f"{field} {value}" for field, value in own.items()) or "standard",
        "seatings": arm.seatings,
        experiment.unit: experiment.blocks * arm.seatings,
    }


def remarks(experiment: Experiment) -> list[str]:
    """Say what the table leaves out, and where one seating is played instead of those asked for."""
    left_out = len(experiment.arms) - len(listed_arms(experiment))
    lines = [f"and {left_out:,} more arms"] if left_out > 0 else []
    single = [arm.name for arm in experiment.arms if arm.seating != experiment.seating]
    if not single:
        return lines
    more = f" and {len(single) - MOST_NAMES} more" if len(single) > MOST_NAMES else ""
    names = ", ".join(single[:MOST_NAMES]) + more
    return [
        *lines,
        f"arms {names}: the same bot everywhere, drawing no random numbers, so every "
        "seating would be the same game; one is played",
    ]


def duration(seconds: float) -> str:
    """Return a duration in the unit that fits."""
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(1.0, seconds):.0f} s"


def megabytes(size: float) -> str:
    """Return a size in MB or GB."""
    return f"{size / GIGABYTE:.1f} GB" if size >= GIGABYTE else f"{max(0.1, size / 1e6):.1f} MB"
