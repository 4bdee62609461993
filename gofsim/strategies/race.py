"""The comparison of a search: a race of plays in common worlds, which the worse ones leave early.

A play drops out once its mean loss is so many standard errors above the least, on differences in
the same worlds; so most roll-outs go to plays between which it is hard to choose. Source: racing,
as in Maron and Moore, Hoeffding races (1994), with the paired differences of common random numbers.
"""

import numpy as np

from gofsim.kernel.cards import NOTHING, ONE
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import draw_word
from gofsim.strategies.base import Parameter
from gofsim.strategies.rollouts import FAILED, roll_out
from gofsim.strategies.search import CANDIDATES, LOSSES, MOST_CANDIDATES, PLAYED
from gofsim.strategies.walk import WALK_END

_FEWEST = 8  # worlds before the first play drops out
# Words of the search room: which candidates still run; their losses in the last world; of one that
# dropped out, the candidate that was best then and its losses until then (of any other, itself);
# and the sum over all worlds of the product of the losses of each two, below 2^61.
_RUNNERS = WALK_END
LATEST = _RUNNERS + MOST_CANDIDATES
BEATEN_BY = LATEST + MOST_CANDIDATES
BEATER_LOSSES = BEATEN_BY + MOST_CANDIDATES
_PRODUCTS = BEATER_LOSSES + MOST_CANDIDATES
RACE_END = _PRODUCTS + MOST_CANDIDATES * MOST_CANDIDATES


def doubt(default: float) -> Parameter:
    """The setting for how surely a play must be worse to drop out."""
    idea = "standard errors that a play must be worse by to drop out early; large: none does"
    return Parameter("doubt", default, 0.5, 100.0, idea)


@kernel
def runner(view, place):
    """The index of the candidate at this place among those that still run."""
    return np.int64(view[_RUNNERS + place])


@kernel(inline=False)
def start_race(view, count):
    """Let the first `count` candidates run, from no losses."""
    for i in range(count):
        view[_RUNNERS + i], view[BEATEN_BY + i] = np.uint64(i), np.uint64(i)
        view[LOSSES + i], view[PLAYED + i] = NOTHING, NOTHING
        for j in range(count):
            view[_PRODUCTS + MOST_CANDIDATES * i + j] = NOTHING


@kernel(inline=False)
def run_in(view, running, world, parameters, row, objective):
    """Play all that run to the end in a world, and add up; False when a bot broke the rules."""
    stream = draw_word(view)
    for place in range(running):
        i = runner(view, place)
        loss = roll_out(view, view[CANDIDATES + i], world, stream, parameters, row, objective)
        if loss == FAILED:
            return False
        view[LATEST + i] = np.uint64(loss)
    add_up(view, running)
    return True


@kernel
def add_up(view, running):
    """Add the losses in the last world to the sums of all that run."""
    for place in range(running):
        i = runner(view, place)
        view[LOSSES + i] += view[LATEST + i]
        view[PLAYED + i] += ONE
        for other in range(place + 1):
            j = runner(view, other)
            view[_PRODUCTS + MOST_CANDIDATES * i + j] += view[LATEST + i] * view[LATEST + j]


@kernel(inline=False)
def drop_worse(view, running, errors):
    """How many still run after those dropped out that are worse by so many standard errors."""
    best, kept = _best(view, running), 0
    worlds = np.int64(view[PLAYED + best])
    if worlds < _FEWEST:
        return running
    for place in range(running):
        i = runner(view, place)
        if i == best or not _is_worse(view, i, best, worlds, errors):
            view[_RUNNERS + kept], kept = np.uint64(i), kept + 1
        else:
            view[BEATEN_BY + i], view[BEATER_LOSSES + i] = np.uint64(best), view[LOSSES + best]
    return kept


@kernel
def _is_worse(view, play, best, worlds, errors):
    """Whether the mean difference is at least so many standard errors; what is equal is not."""
    high, low = max(play, best), min(play, best)
    squares = view[_PRODUCTS + (MOST_CANDIDATES + 1) * play]
    squares += view[_PRODUCTS + (MOST_CANDIDATES + 1) * best]
    squares -= view[_PRODUCTS + MOST_CANDIDATES * high + low] << ONE
    difference = np.float64(view[LOSSES + play] - view[LOSSES + best])
    # worlds * (worlds - 1) * worlds times the square of the standard error of the mean.
    spread = worlds * np.float64(squares) - difference * difference
    return difference > 0.0 and difference * difference * (worlds - 1) >= errors * errors * spread


@kernel
def _best(view, running):
    """The index of the candidate with the least loss of those that run; of equals the first."""
    best = runner(view, 0)
    for place in range(1, running):
        i = runner(view, place)
        if view[LOSSES + i] < view[LOSSES + best]:
            best = i
    return best


@kernel
def winner(view, running):
    """The play, or card, with the least loss of those that run; of equals the first listed."""
    return view[CANDIDATES + _best(view, running)]
