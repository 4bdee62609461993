"""Where a mix of bots goes if the better ones spread: to rest, round in circles, or on and on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gofsim.analysis.dynamics import (
    fastest_growth,
    growth_of,
    inner_rest,
    is_stable,
    replicate,
)

Fate = Literal["rests", "stays", "circles", "spirals", "changes"]
LONGEST = 1e9  # of time: bots that differ by a millionth of the widest gap are told apart
MOST_STEPS = 20_000
MOST_TURNS = 120  # of one bot's share: as often it has risen and fallen again, taken together
CIRCLING = 6  # turns that are no mere way to somewhere
EARLY, ONE = 0.01, 1.0  # of time: from here on a picture shows it; and it is not at rest before
SEEN = 0.005  # a smaller share of a mix is not named, nor waited for
NEAR = 1e-3  # a mix this near to one that is at rest, and stable, has reached it
CALM = 1e-8  # slower growth is rounding
LOUD = 1e-6  # a resting mix whose disturbances grow faster is left again
SMALLER = 0.95  # of the size before: circles that are smaller later close in
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Course:
    """Shares float64[times, k] over times, and what becomes of them.

    "rests": comes to a mix at rest, the last of the shares. "stays": was at rest from the start,
    be it that it comes back when disturbed or not. "circles": shares rise and fall again and
    again; "spirals": so too, but less and less. "changes": nothing of these up to the last of the
    times. ``swinging`` are the places of the bots that rise and fall.
    """

    times: Numbers
    shares: Numbers
    fate: Fate
    swinging: Sequence[int] = ()


def relative(payoffs: Numbers) -> Numbers:
    """Payoffs float64[k, k] less their mean in each field, over the widest gap in a field.

    Neither changes where a mix goes, only the unit of time: the same for large and small gaps.
    """
    less: Numbers = (payoffs - payoffs.mean(axis=0)) / widest_gap(payoffs)
    return less


def widest_gap(payoffs: Numbers) -> float:
    """The largest difference of two bots in the same field."""
    return float(np.ptp(payoffs, axis=0).max())


def course(game: Numbers, start: Numbers, most_turns: int = MOST_TURNS) -> Course:
    """The course of a mix in a game of `relative` payoffs, from float64[k] until its fate is plain.

    Ends at rest, or when one bot has turned ``most_turns`` times from growing to shrinking or back.
    """
    mix = start / start.sum()
    if np.abs(mix * growth_of(game, mix)).max() < CALM:
        return Course(np.array([0.0, EARLY, ONE]), np.tile(mix, (3, 1)), "stays")
    times, shares = [], []
    turns: list[list[int]] = [[] for _ in mix]  # steps at which each bot turned
    last = np.zeros(len(mix))
    for step, (time, mix) in enumerate(replicate(game, start, LONGEST)):
        times.append(time)
        shares.append(mix)
        growth = growth_of(game, mix)
        if time >= ONE and _has_come_to_rest(game, mix, growth):
            return Course(np.array(times), np.array(shares), "rests")
        sign = np.where((mix > SEEN) & (np.abs(growth) > CALM), np.sign(growth), last)
        for place in np.flatnonzero(sign * last < 0):
            turns[place].append(step)
        last = sign
        if step == MOST_STEPS or max(map(len, turns)) >= most_turns:
            break
    return _unsettled(np.array(times), np.array(shares), turns)


def _has_come_to_rest(game: Numbers, mix: Numbers, growth: Numbers) -> bool:
    """Whether a mix is next to a stable one, or moves no more and is not about to leave.

    The latter where no single mix is stable: bots that are alike rest in any parts.
    """
    there = mix > SEEN
    fastest = np.abs(growth[there]).max()
    if fastest > NEAR or growth[~there].max(initial=-1.0) > CALM:
        return False
    found = inner_rest(game[np.ix_(there, there)])
    if found is not None:
        point = np.zeros(len(mix))
        point[there] = found
        if np.abs(point - mix).max() < NEAR and is_stable(game, point):
            return True
    return bool(fastest < CALM and fastest_growth(game, mix) < LOUD)


def _unsettled(times: Numbers, shares: Numbers, turns: Sequence[Sequence[int]]) -> Course:
    """A course that has not come to rest: does it go round?"""
    bot = max(range(len(turns)), key=lambda place: len(turns[place]))
    steps = turns[bot]
    if len(steps) < CIRCLING:
        return Course(times, shares, "changes")
    swings = np.abs(np.diff(shares[steps, bot]))
    half, quarter = len(swings) // 2, len(swings) // 4
    closing = swings[half + quarter :].max() < SMALLER * swings[quarter:half].max()
    swinging = np.flatnonzero(np.ptp(shares[steps[half] :], axis=0) > SEEN).tolist()
    return Course(times, shares, "spirals" if closing else "circles", swinging)
