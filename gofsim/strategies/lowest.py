"""Get rid of low cards first: the plain way most beginners play."""

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, highest, lowest
from gofsim.kernel.choices import next_gang
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import must_play_highest
from gofsim.kernel.view import BOUND, REQUIRED, TO_BEAT_KIND, TO_BEAT_STRENGTH, weakest_play
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.features import (
    fewest_cards_of_others,
    largest_with,
    lead_when_bound,
    same_number,
)


@kernel
def _lead(view, hand, late_at):
    card = view[REQUIRED] if view[REQUIRED] != NOTHING else lowest(hand)
    play = largest_with(view, hand, card)
    gang = same_number(hand, card)
    if popcount(gang) >= 4 and (
        gang == hand
        or (popcount(gang) >= popcount(play) and fewest_cards_of_others(view) <= late_at)
    ):
        return gang
    if view[BOUND] != NOTHING and popcount(play) == 1:
        return lead_when_bound(view, hand)
    return play


@kernel
def choose(view, hand, parameters, offset):
    """Lead the most cards with the lowest card among them; follow with the weakest that beats."""
    if view[TO_BEAT_KIND] == NOTHING:
        return _lead(view, hand, parameters[offset])
    if must_play_highest(view, hand):
        return highest(hand)
    play = weakest_play(view, hand)
    if play == NOTHING:
        gang = next_gang(hand, view[TO_BEAT_STRENGTH])
        if gang == hand or (gang and fewest_cards_of_others(view) <= parameters[offset]):
            return gang
    return play


LOWEST = Strategy(
    name="lowest",
    idea="Leads the largest combination that holds its lowest card, follows with the weakest "
    "that beats; keeps gangs until somebody has few cards left.",
    source="What players' reviews call the beginner's way: low cards first.",
    choose=choose,
    parameters=(
        Parameter(
            "gang_when_opponent_at_most",
            5,
            0,
            16,
            "lays a gang when some opponent holds at most so many cards",
            whole=True,
        ),
    ),
)
