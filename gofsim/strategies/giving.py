"""What the winner gives back in the exchange: policies, chosen by name for any bot."""

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    NOTHING,
    ONE,
    highest,
    lowest,
    lowest_cards,
    without,
)
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import draw_below
from gofsim.strategies.base import Strategy
from gofsim.strategies.giving_value import VALUE
from gofsim.strategies.planning import turns

OWN = "own"


@kernel
def give_lowest(view, hand, parameters, offset):
    """The lowest card."""
    return lowest(hand)


@kernel
def give_highest(view, hand, parameters, offset):
    """The highest card: a kindness, or a yardstick."""
    return highest(hand)


@kernel
def give_random(view, hand, parameters, offset):
    """Any different card of the hand, each as likely."""
    types = hand & CARD_TYPES
    index = draw_below(view, popcount(types))
    return lowest(types ^ lowest_cards(types, index))


@kernel
def give_min_turns(view, hand, parameters, offset):
    """The card whose loss leaves the fewest turns, the lowest of equals."""
    best = lowest(hand)
    fewest = turns(view, without(hand, best))
    types = (hand & CARD_TYPES) ^ best
    while types != NOTHING:
        card = lowest(types)
        left = turns(view, without(hand, card))
        if left < fewest:
            best, fewest = card, left
        types &= types - ONE
    return best


_ADVICE = "Advice of players."
_POLICIES = {
    policy.name: policy
    for policy in (
        Strategy("lowest", "Its lowest card.", _ADVICE, give_lowest),
        Strategy("highest", "Its highest card: a yardstick.", _ADVICE, give_highest),
        Strategy("random", "Any different card, each as likely.", _ADVICE, give_random, draws=True),
        Strategy("min-turns", "The card it can do without in its plan.", _ADVICE, give_min_turns),
        VALUE,
    )
}


def policies(strategy: Strategy) -> dict[str, Strategy]:
    """What `give` may name for a bot; "own" where it brings a function of its own.

    A policy is described like a bot; its `choose` returns the card that goes back.
    """
    if strategy.give is None:
        return _POLICIES
    own = Strategy(OWN, f"That of {strategy.name}.", strategy.source, strategy.give)
    return {**_POLICIES, OWN: own}
