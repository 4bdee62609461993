"""What a play costs, in turns: the plan that is left, less the worth of what the hand keeps."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import DRAGON, NOTHING, PHOENIXES, lane_cards, without
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import COUNTS, OWNER, SCRATCH, TO_BEAT_KIND
from gofsim.strategies.base import Parameter
from gofsim.strategies.planning import turns

_TEN, _PHOENIX, _DRAGON, _GANG = range(4)
_LANE_OF_TENS = 54
# Between plays that cost the same number of turns, the one with more cards.
_TURNS_A_CARD = 0.01
_MANY = 1000.0  # costs more than any play

# The first parameters of a bot that prices its plays.
PRICES = (
    Parameter("ten", 0.02, 0.0, 20.0, "turns that a ten in the hand is worth"),
    Parameter("phoenix", 0.2, 0.0, 20.0, "turns that a phoenix in the hand is worth"),
    Parameter("dragon", 0.4, 0.0, 20.0, "turns that the dragon in the hand is worth"),
    Parameter("gang", 2.0, 0.0, 20.0, "turns that a gang in the hand is worth"),
)

# The next ones of a bot whose passes depend on the cards left to the player to beat.
WATCHING = (
    Parameter("pass_bonus", -3.0, -20.0, 20.0, "turns that a pass is worth on a play of one far"),
    Parameter(
        "alert_at", 5, 0, 16, "cards: a player who holds at most so many is near", whole=True
    ),
    Parameter("urgency", 3.0, 0.0, 20.0, "turns that a pass costs more on a play of one near"),
)
_PASS_BONUS, _ALERT_AT, _URGENCY = range(len(PRICES), len(PRICES) + len(WATCHING))


@kernel
def _kept_worth(hand, parameters, offset):
    """What the high cards and gangs of a hand are worth, in turns."""
    return (
        parameters[offset + _TEN] * popcount(hand & lane_cards(_LANE_OF_TENS))
        + parameters[offset + _PHOENIX] * popcount(hand & PHOENIXES)
        + parameters[offset + _DRAGON] * popcount(hand & DRAGON)
        + parameters[offset + _GANG] * popcount(gang_lanes(hand))
    )


@kernel
def _cost(view, hand, parameters, offset):
    """Turns to go with a hand, less the worth of what it keeps unless it goes out with it."""
    left = turns(view, hand) + _TURNS_A_CARD * popcount(hand)
    return left - _kept_worth(hand, parameters, offset) if left >= 2 else left


@kernel
def cheapest(view, hand, count, pass_bonus, parameters, offset):
    """The play, of `count` in the view's scratch words, or the pass, that costs least in turns.

    The weakest of equals. `pass_bonus`: turns that a pass is worth; `parameters` from `offset` on:
    the PRICES.
    """
    best, least = NOTHING, _MANY
    if may_pass(view, hand):
        least = _cost(view, hand, parameters, offset) - 1 - pass_bonus
    for i in range(count):
        play = view[SCRATCH + i]
        cost = _cost(view, without(hand, play), parameters, offset)
        if cost < least or (cost == least and play < best):
            best, least = play, cost
    return best


@kernel
def watched_pass(view, parameters, offset):
    """Turns that a pass is worth, by the cards left to the owner of the play to beat."""
    bonus = parameters[offset + _PASS_BONUS]
    if view[TO_BEAT_KIND] == NOTHING:
        return bonus
    near = view[COUNTS + np.int64(view[OWNER])] <= np.uint64(parameters[offset + _ALERT_AT])
    return bonus - parameters[offset + _URGENCY] if near else bonus
