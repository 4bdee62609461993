"""What the winner gives back in the exchange: policies, chosen by name for any bot."""

from collections.abc import Mapping

from gofsim.errors import BadInputError
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
from gofsim.suggest import did_you_mean, listed, written

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


def read_policy(
    wanted: object, strategy: Strategy, place: str
) -> tuple[Strategy, dict[str, object]]:
    """Return the policy that a bot is to give by, and what is set of it.

    `wanted` is its name, or a table of `policy` and its settings, whose values are not looked at.
    Raises BadInputError, each line beginning with or naming `place`.
    """
    table = dict(wanted) if isinstance(wanted, Mapping) else {"policy": wanted}
    if "policy" not in table:
        raise BadInputError(f'{place}: `policy` is missing, such as policy = "lowest"')
    name, known = table.pop("policy"), policies(strategy)
    if not isinstance(name, str) or name not in known:
        raise BadInputError(f"{place}: must be {listed(known)}, not {written(name)}")
    names = [each.name for each in known[name].settings]
    faults = [
        f"unknown key `{key}` in {place}{did_you_mean(key, ['policy', *names])}"
        for key in table
        if key not in names
    ]
    if faults:
        raise BadInputError(*faults)
    return known[name], table
