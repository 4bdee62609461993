"""Shed cards by plan, but keep what wins tricks while there is more than one play to go."""

from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.options import list_options
from gofsim.strategies.pricing import PRICES, cheapest

_PASS_BONUS = len(PRICES)


@kernel
def choose(view, hand, parameters, offset):
    """The play, or the pass, after which the hand costs least; the weakest of equals."""
    count = list_options(view, hand)
    return cheapest(view, hand, count, parameters[offset + _PASS_BONUS], parameters, offset)


CONTROL = Strategy(
    name="control",
    idea="Plans the fewest plays like min-turns, but pays for every ten, phoenix, dragon and gang "
    "it gives away while more than one play is left, and hardly ever passes.",
    source="The advice of players to keep strong cards for buying the lead; prices tuned by hand.",
    choose=choose,
    parameters=(
        *PRICES,
        Parameter(
            "pass_bonus",
            -6.0,
            -20.0,
            20.0,
            "turns that a pass is worth; below 0 it costs, as cards kept cost points",
        ),
    ),
)
