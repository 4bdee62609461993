"""What the winner gives back in the exchange: small policies, chosen by name for any bot."""

from collections.abc import Callable
from typing import Any

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


_POLICIES: dict[str, Callable[..., Any]] = {
    "lowest": give_lowest,
    "highest": give_highest,
    "random": give_random,
    "min-turns": give_min_turns,
}


def policy_names(strategy: Strategy) -> list[str]:
    """Names that `give` may have for a bot; "own" where it brings a function of its own."""
    return [*_POLICIES, *([OWN] if strategy.give else [])]


def giving_function(strategy: Strategy, name: str) -> Callable[..., Any]:
    """The compiled function of a policy's name."""
    return strategy.give if name == OWN and strategy.give else _POLICIES[name]
