"""Watch how many cards the one to beat holds: pass while it is many, never when it is few."""

from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Strategy
from gofsim.strategies.options import list_options
from gofsim.strategies.pricing import PRICES, WATCHING, cheapest, watched_pass


@kernel
def choose(view, hand, parameters, offset):
    """The play that costs least, or the pass: dearer when the one to beat has few cards."""
    count = list_options(view, hand)
    return cheapest(view, hand, count, watched_pass(view, parameters, offset), parameters, offset)


ENDGAME = Strategy(
    name="endgame",
    idea="Prices its plays like control, but watches how many cards the player holds whose play "
    "it must beat: while those are many it passes rather than break up its plan, and when they "
    "are few hardly ever.",
    source="The advice of players to pass early and to count cards: nine, five and two left are "
    "danger levels.",
    choose=choose,
    parameters=(*PRICES, *WATCHING),
)
