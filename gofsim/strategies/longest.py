"""Shed as many cards as possible with every play."""

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import NOTHING, ONE, highest, lane_cards, lowest
from gofsim.kernel.choices import gang_lanes, next_set
from gofsim.kernel.combinations import STRAIGHT, gang_strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import weakest_beating
from gofsim.kernel.turn import must_play_highest
from gofsim.kernel.view import (
    BOUND,
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    REQUIRED,
    TO_BEAT_KIND,
    TO_BEAT_STRENGTH,
    weakest_play,
)
from gofsim.strategies.base import Strategy
from gofsim.strategies.features import largest_with, same_number


@kernel
def _largest_gang(hand, to_beat_strength):
    """The gang with the most cards, then the lowest, that beats a strength; 0 for none."""
    best, lanes = NOTHING, gang_lanes(hand)
    while lanes != NOTHING:
        gang = hand & lane_cards(lowest_index(lanes))
        if popcount(gang) > popcount(best) and gang_strength(gang) > to_beat_strength:
            best = gang
        lanes &= lanes - ONE
    return best


@kernel
def _open(view, hand):
    """The most cards that hold what the first play must contain."""
    play, gang = largest_with(view, hand, view[REQUIRED]), same_number(hand, view[REQUIRED])
    return gang if popcount(gang) > max(popcount(play), 3) else play


@kernel
def _lead(view, hand):
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    gang = _largest_gang(hand, NOTHING)
    play = weakest_beating(hand, STRAIGHT, NOTHING, NOTHING, phoenix, wild)
    if popcount(gang) > popcount(play):
        return gang
    for size in (3, 2):
        if play == NOTHING:
            play = next_set(hand, size, NOTHING)
    if play == NOTHING:
        play = highest(hand) if view[BOUND] else lowest(hand)
    return play


@kernel
def choose(view, hand, parameters, offset):
    """The play with the most cards, the weakest of them; a pass only without any."""
    if view[TO_BEAT_KIND] == NOTHING:
        return _open(view, hand) if view[REQUIRED] else _lead(view, hand)
    play = highest(hand) if must_play_highest(view, hand) else weakest_play(view, hand)
    gang = _largest_gang(hand, view[TO_BEAT_STRENGTH])
    return gang if popcount(gang) > popcount(play) else play


LONGEST = Strategy(
    name="longest",
    idea="Lays the most cards it can, the weakest of them first: five cards before sets before "
    "single cards, and a gang wherever that sheds more.",
    source="The advice to keep the hand small, taken literally.",
    choose=choose,
)
