"""Deals under conditions: fixed cards and so many of a number laid by hand, the rest uniform.

Where more is asked of the hands, whole deals are drawn until one has it all. All deals that
fulfil the conditions are equally likely, as long as none are given up.
"""

from typing import Any

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import (
    DECK_SIZE,
    DRAGON,
    FULL_DECK,
    HAND_SIZE,
    LANE,
    NOTHING,
    PHOENIXES,
    at_least,
    lowest,
    normal,
    number_counts,
)
from gofsim.kernel.choices import next_straight_flush
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import fraction, philox
from gofsim.kernel.view import BLOCK, ROUND, SEATS, SEED
from gofsim.strategies.dealt_cards import shuffle

# What is asked of a seat's hand, in int64[SEATS, ASKED]; ANY where nothing is.
GANG, GANG_NUMBER, STRAIGHT_FLUSH, MOST_SINGLES = range(4)
ASKED, ANY = 4, -1
_NUMBER = np.uint64(0x3F)
_GANG = 4
# Streams of their own, in which the number of the attempt stands for that of the round.
_HELD, _FIRST, _SECOND = 9, 10, 11
WORDS = 66  # of a view, up to the seed and the block


@kernel(inline=False)
def draw_deals(
    words: Any,
    room: Any,
    fixed: Any,
    group: Any,
    seat: Any,
    chances: Any,
    asked: Any,
    attempts: Any,
    deals: Any,
    drawn: Any,
) -> Any:
    """Draw a deal a block; how many blocks have one, so all unless one has used up its attempts.

    words: uint64[66], its seed set and its block that of the first; room: uint64[3, 64]; fixed:
    uint64[SEATS], the cards that each seat is to hold, copies told apart; group: the cards of
    which `seat` is to hold j with chance chances[j] (float64) beside its fixed ones, 0 for none.
    deals: uint64[blocks, SEATS], filled with hands; drawn: int64[1], to which attempts are added.
    """
    first = words[BLOCK]
    for block in range(len(deals)):
        words[BLOCK] = first + np.uint64(block)
        found = False
        for attempt in range(attempts):
            words[ROUND] = np.uint64(attempt + 1)
            _deal(words, room, fixed, group, seat, chances, deals, block)
            drawn[0] += 1
            if fulfils_all(deals, block, asked):
                found = True
                break
        if not found:
            return block
    return len(deals)


@kernel(inline=False)
def _deal(
    words: Any, room: Any, fixed: Any, group: Any, seat: Any, chances: Any, deals: Any, block: Any
) -> None:
    """Lay the fixed cards, then cards of the group and others for its seat, then all the rest."""
    free = FULL_DECK
    for other in range(SEATS):
        deals[block, other] = fixed[other]
        free ^= fixed[other]
    marked, plain = room[0], room[1]
    count = _list(free & ~group, plain, 0)
    if group != NOTHING:
        size = _list(free & group, marked, 0)
        shuffle(words, marked, size, _HELD)
        shuffle(words, plain, count, _FIRST)
        held = _draw(words, chances)
        for i in range(held):
            deals[block, seat] |= marked[i]
        while popcount(deals[block, seat]) < HAND_SIZE:
            count -= 1
            deals[block, seat] |= plain[count]
        for i in range(held, size):
            plain[count] = marked[i]
            count += 1
    shuffle(words, plain, count, _SECOND)
    for other in range(SEATS):
        while popcount(deals[block, other]) < HAND_SIZE:
            count -= 1
            deals[block, other] |= plain[count]
        deals[block, other] = normal(deals[block, other])


@kernel
def _list(cards: Any, items: Any, count: Any) -> Any:
    """Write cards one by one; their number."""
    while cards != NOTHING:
        items[count] = lowest(cards)
        cards ^= items[count]
        count += 1
    return count


@kernel
def _draw(words: Any, chances: Any) -> Any:
    """A whole number, j with chance chances[j]; from a word behind those of the shuffle."""
    position = np.uint64(DECK_SIZE)
    word = philox(words[SEED], np.uint64(_HELD), position, words[ROUND], words[BLOCK])[0]
    rest = fraction(word)
    for j in range(len(chances) - 1):
        rest -= chances[j]
        if rest < 0.0:
            return j
    return len(chances) - 1


@kernel
def fulfils_all(deals: Any, block: Any, asked: Any) -> Any:
    """Whether every hand of a deal has what is asked of it."""
    fulfilled = 0
    for seat in range(SEATS):
        fulfilled += fulfils(deals[block, seat], asked, seat)
    return fulfilled == SEATS


@kernel(inline=False)
def fulfils(hand: Any, asked: Any, seat: Any) -> Any:
    """Whether a hand (uint64, normal) has what is asked of a seat."""
    gang, number = asked[seat, GANG], asked[seat, GANG_NUMBER]
    counts = number_counts(hand)
    if gang == 0 and at_least(counts, _GANG) != NOTHING:
        return False
    if gang > 0 and number == ANY and at_least(counts, gang) == NOTHING:
        return False
    if gang > 0 and number != ANY and np.int64(_count(counts, number)) < gang:
        return False
    run = asked[seat, STRAIGHT_FLUSH]
    if run != ANY and (next_straight_flush(hand, NOTHING, True) != NOTHING) != (run == 1):
        return False
    most = asked[seat, MOST_SINGLES]
    return most == ANY or singles(hand) <= most


@kernel
def _count(counts: Any, number: Any) -> Any:
    return (counts >> (LANE * np.uint64(number - 1))) & _NUMBER


@kernel
def singles(hand: Any) -> Any:
    """Cards that are alone of their number; the dragon always is, a phoenix without the other."""
    counts = number_counts(hand)
    alone = popcount(at_least(counts, 1) & ~at_least(counts, 2))
    phoenixes = hand & PHOENIXES
    return (
        alone
        + np.int64(hand & DRAGON != NOTHING)
        + np.int64(phoenixes != NOTHING) * np.int64(phoenixes != PHOENIXES)
    )
