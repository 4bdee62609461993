"""`gofsim advise`: every legal play of a position, or card to give, by what it is worth."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gofsim.analysis.race import FIRST_LOOK, Race, Value
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError, PlayError
from gofsim.kernel.jit import bot_number
from gofsim.notation import mask_of, text_of
from gofsim.simulation.compiling import tell_of_compiling, when_compiling
from gofsim.simulation.position import Position
from gofsim.simulation.schema import LARGEST_SEED
from gofsim.simulation.seen import choices, position_view
from gofsim.strategies.plain import raised
from gofsim.strategies.row import parameter_row
from gofsim.strategies.seat import Seat, seat_bot
from gofsim.strategies.trials import FIRST, LEAD, OUTCOMES, POINTS, SHARE, try_gifts, try_plays
from gofsim.suggest import did_you_mean, listed

FORMAT = "gofsim-advice/1"
WORLDS = 20  # in a batch
ROLL_OUTS = 200_000
# What a play may be ranked by: the outcome, whether more or less of it is better, and how much of
# it is too little to look for.
RANKINGS = {"points": (LEAD, -1, 0.02), "first": (FIRST, 1, 0.002), "games": (SHARE, 1, 0.002)}
CLEAR, CLOSE, ENDED = "the best is clear", "the best are as good as equal", "the budget ended"

Advice = dict[str, Any]


@when_compiling(tell_of_compiling)
def advise(
    position: Position,
    *,
    bot: str = "linear",
    by: str = "games",
    infer: bool = True,
    roll_outs: int = ROLL_OUTS,
    seed: int = 1,
) -> Advice:
    """Try everything that the seat to act may do in common worlds; return plain data, best first.

    `bot` plays on at all seats, and is what the others are taken for where `infer` draws worlds by
    their moves, if all of these are known. Stops when the best choice is clear or after `roll_outs`
    of them. Raises BadInputError, or PlayError when the bot breaks the rules.
    """
    if by not in RANKINGS:
        near = did_you_mean(by, RANKINGS)
        raise BadInputError(f"--by: must be {listed(RANKINGS)}, not {by}{near}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInputError(f"--seed: must be 0 to {LARGEST_SEED}, not {seed}")
    if roll_outs < 1:
        raise BadInputError(f"--roll-outs: must be 1 or more, not {roll_outs}")
    seat = seat_bot(bot, {}, Path(), "--bot")
    if seat.asked or seat.strategy.sees_all:
        raise BadInputError(f"--bot: must be a bot that does not search itself, not {bot}")
    trial = Trial(position, seat, infer=infer, seed=seed)
    outcome, better, margin = RANKINGS[by]
    race = Race(len(trial.options), outcome, better, grain(position))
    batches, stopped = FIRST_LOOK, ""
    while not stopped:
        race.add(trial.tried(race.running, batches))
        left = (roll_outs - trial.roll_outs) // (WORLDS * len(race.running))
        batches = max(1, min(batches * 3 // 2, left))
        stopped = _stopped(race, margin, left)
    return _told(position, trial, race, stopped) | {"bot": bot, "by": by}


def grain(position: Position) -> Any:
    """By how much one world can move the mean of a batch, float64[OUTCOMES]."""
    most = max(position.rules.scoring[: max(position.cards_left) + 1])
    reaches = {POINTS: most, LEAD: most, FIRST: 1, SHARE: 1}
    return np.array([reaches[outcome] for outcome in range(OUTCOMES)]) / WORLDS


def _stopped(race: Race, margin: float, left: int) -> str:
    """Why it is enough, or nothing; `left`: the batches that the budget allows."""
    if race.is_clear:
        return CLEAR
    return CLOSE if race.differ_at_most(margin) else "" if left > 0 else ENDED


class Trial:
    """The choices of a position, tried out in more and more worlds."""

    def __init__(self, position: Position, seat: Seat, *, infer: bool, seed: int) -> None:
        """Set the position up."""
        self.words = position_view(position, seed)
        self.hand = np.uint64(mask_of(position.hand))
        self.options = choices(self.words, position)
        self.gives, self.roll_outs = position.gives, 0
        self.infers = infer and bool(position.moves)
        hands = np.zeros(4, np.uint64)
        self.row = np.array(parameter_row(seat, position.rules.players, hands))
        self.choose = seat.strategy.choose
        self.bot, self.name = np.uint64(bot_number(seat.strategy.choose)), seat.strategy.name

    def tried(self, running: Sequence[int], batches: int) -> Any:
        """Outcomes of the choices, float64[batches, choices, OUTCOMES], each a mean over worlds."""
        masks = np.array([self.options[choice] for choice in running], np.uint64)
        means = np.empty((batches, len(masks), OUTCOMES))
        shared = (self.words, self.hand, masks, self.row, self.bot)
        if self.gives:
            played = try_gifts(*shared, WORLDS, means)
        else:
            played = try_plays(*shared, self.infers, WORLDS, means)
        if not played:
            fault = raised([self.choose]) or "broke the rules"
            raise PlayError(f"--bot: {self.name} {fault} when it played on")
        self.roll_outs += batches * WORLDS * len(masks)
        return means


def _told(position: Position, trial: Trial, race: Race, stopped: str) -> Advice:
    """What was found, as plain data."""
    best = race.best
    order = sorted(range(len(trial.options)), key=lambda choice: _place(race, choice))
    return {
        "format": FORMAT,
        "seat": position.seat,
        "gives": trial.gives,
        "infers": trial.infers,
        "stopped": stopped,
        "roll_outs": trial.roll_outs,
        "choices": [_choice(trial, race, choice, best) for choice in order],
    }


def _place(race: Race, choice: int) -> tuple[int, float]:
    """Sorts choices: those longest in the race first, then by what ranks them."""
    return -race.batches(choice), -race.better * race.value(choice, race.by).mean


def _choice(trial: Trial, race: Race, choice: int, best: int) -> Advice:
    values = {"points": POINTS, "lead": LEAD, "first": FIRST, "games": SHARE}
    row: Advice = {"play": text_of(trial.options[choice]) or None}
    row |= {name: _interval(race.value(choice, outcome)) for name, outcome in values.items()}
    row["behind"] = None if choice == best else _interval(race.behind(choice))
    row["alike"] = choice != best and race.alike(choice, best)
    return row | {"worlds": race.batches(choice) * WORLDS}


def _interval(value: Value) -> dict[str, float]:
    return {"mean": value.mean, "low": value.low, "high": value.high}


def text(advice: Advice, most: int = 20) -> str:
    """The advice as a table for a terminal, its best `most` choices."""
    shown = advice["choices"][:most]
    rows = [_row(choice, advice["by"]) for choice in shown]
    more = len(advice["choices"]) - len(shown)
    lines = table_lines(rows) + ([f"and {more} more"] if more else [])
    worlds = "worlds that explain the moves so far" if advice["infers"] else "worlds at random"
    tried = f"{advice['roll_outs']:,} roll-outs by {advice['bot']} in {worlds}"
    return "\n".join([*lines, f"{advice['stopped']}; {tried}"])


def _row(choice: Mapping[str, Any], by: str) -> dict[str, object]:
    scale = 1.0 if by == "points" else 100.0
    behind = choice["behind"]
    note = "best" if behind is None else "the same" if choice["alike"] else _reach(behind, scale)
    return {
        "play": choice["play"] or "pass",
        "points": _reach(choice["points"], 1.0),
        "goes out first, %": _reach(choice["first"], 100.0),
        "share of games, %": _reach(choice["games"], 100.0),
        f"behind, {'points' if by == 'points' else '%'}": note,
    }


def _reach(value: Mapping[str, float], scale: float) -> str:
    half = (value["high"] - value["low"]) / 2
    return f"{scale * value['mean']:.1f} ± {scale * half:.1f}"
