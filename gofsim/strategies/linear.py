"""Weigh named features of every play and of the hand it leaves; lay what weighs most."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import CARD_TYPES, NOTHING, ONE, lowest
from gofsim.kernel.combinations import FIVE, GANG, SINGLE, TRIPLE
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import (
    BOUND,
    SCRATCH,
    TO_BEAT_KIND,
)
from gofsim.strategies.base import Strategy
from gofsim.strategies.division_options import (
    add_division_fives,
    list_division_leads,
    list_division_singles,
)
from gofsim.strategies.fives import divide, divide_rest
from gofsim.strategies.hand_worth import hand_worth, look_at_unseen
from gofsim.strategies.options import list_gangs_above, list_options
from gofsim.strategies.play_worth import WEIGHTS, look_at_table, pass_worth, play_worth

_MANY = 1000.0  # turns, more than anything is worth


@kernel
def _list_plays(view, hand, division, count):
    """Candidates into the view's scratch words; `count` of them may stand there already."""
    kind = np.int64(view[TO_BEAT_KIND])
    if kind == 0:
        return list_division_leads(view, hand, division)
    if count == 0:
        return list_division_singles(view, hand, division)
    return add_division_fives(view, division, count) if TRIPLE < kind < GANG else count


@kernel
def choose(view, hand, parameters, offset):
    """The play, or the pass, that weighs most; the first of equals."""
    kind, count, passes = np.int64(view[TO_BEAT_KIND]), 0, view[TO_BEAT_KIND] == SINGLE
    if kind > TRIPLE and popcount(hand) < FIVE:
        count, passes = list_gangs_above(view, hand, 0), True
        if count == 0:
            return NOTHING
    elif kind > SINGLE or (view[BOUND] != NOTHING and kind == SINGLE):
        count, passes = list_options(view, hand), may_pass(view, hand)
        if count == 0 or (count == 1 and not passes):
            return view[SCRATCH] if count else NOTHING
    division = divide(view, hand)
    count = _list_plays(view, hand, division, count)
    if count == 0 or (count == 1 and not passes):
        return view[SCRATCH] if count else NOTHING
    look_at_unseen(view, hand)
    table = look_at_table(view, parameters, offset)
    size, best, weight = popcount(hand), NOTHING, -_MANY
    if passes:
        weight = pass_worth(view, division, size, table, parameters, offset)
    for i in range(count):
        play = view[SCRATCH + i]
        if popcount(play) == size:
            return play
        rest = divide_rest(view, hand, division, play)
        found = play_worth(view, rest, size, play, table, parameters, offset)
        # No branch here: which play is best is hard to foresee.
        best = play if found > weight else best
        weight = max(found, weight)
    return best


@kernel
def give(view, hand, parameters, offset):
    """The loose card whose loss leaves the hand worth most, the lowest of equals."""
    division = divide(view, hand)
    look_at_unseen(view, hand)
    loose = division[3]
    cards = (loose if loose != NOTHING else hand) & CARD_TYPES
    best, weight = lowest(cards), -_MANY
    while cards != NOTHING:
        card = lowest(cards)
        rest = divide_rest(view, hand, division, card)
        found = hand_worth(view, rest, 0, 0.0, -1.0, NOTHING, parameters, offset)
        if found > weight:
            best, weight = card, found
        cards &= cards - ONE
    return best


LINEAR = Strategy(
    name="linear",
    idea="Weighs 25 named features of every play, of the hand it leaves and of the table, "
    "and lays the play, or passes, whatever weighs most; the weights are tuned.",
    source="Linear evaluation as in early programs of draughts; weights by CMA-ES on common deals.",
    choose=choose,
    give=give,
    parameters=WEIGHTS,
    counts=True,
)
