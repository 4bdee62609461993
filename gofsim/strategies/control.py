"""Shed cards by plan, but keep what wins tricks while there is more than one play to go."""

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import DRAGON, NOTHING, PHOENIXES, lane_cards, without
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import SCRATCH
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.options import list_options
from gofsim.strategies.planning import turns

_TEN, _PHOENIX, _DRAGON, _GANG, _PASS_BONUS = range(5)
_LANE_OF_TENS = 54
# Between plays that cost the same number of turns, the one with more cards.
_TURNS_A_CARD = 0.01
_MANY = 1000.0  # costs more than any play


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
def choose(view, hand, parameters, offset):
    """The play, or the pass, after which the hand costs least; the weakest of equals."""
    count = list_options(view, hand)
    best, least = NOTHING, _MANY
    if may_pass(view, hand):
        least = _cost(view, hand, parameters, offset) - 1 - parameters[offset + _PASS_BONUS]
    for i in range(count):
        play = view[SCRATCH + i]
        cost = _cost(view, without(hand, play), parameters, offset)
        if cost < least or (cost == least and play < best):
            best, least = play, cost
    return best


CONTROL = Strategy(
    name="control",
    idea="Plans the fewest plays like min-turns, but pays for every ten, phoenix, dragon and gang "
    "it gives away while more than one play is left, and hardly ever passes.",
    source="The advice of players to keep strong cards for buying the lead; prices tuned by hand.",
    choose=choose,
    parameters=(
        Parameter("ten", 0.02, 0.0, 20.0, "turns that a ten in the hand is worth"),
        Parameter("phoenix", 0.2, 0.0, 20.0, "turns that a phoenix in the hand is worth"),
        Parameter("dragon", 0.4, 0.0, 20.0, "turns that the dragon in the hand is worth"),
        Parameter("gang", 2.0, 0.0, 20.0, "turns that a gang in the hand is worth"),
        Parameter(
            "pass_bonus",
            -6.0,
            -20.0,
            20.0,
            "turns that a pass is worth; below 0 it costs, as cards kept cost points",
        ),
    ),
)
