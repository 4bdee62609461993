"""Between the oracle's words and the engine's bits, for tests that compare the two.

The layout is derived here from the oracle's order of cards, not taken from the engine.
"""

import random
from functools import lru_cache

import numpy as np
import oracle
from oracle_cards import FIVE_CARD_KINDS

from gofsim.kernel import view
from gofsim.kernel.bits import popcount
from gofsim.kernel.combinations import kind_of, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import floor_of, list_kind
from gofsim.rules import Rules
from gofsim.simulation.table import rule_words

DECK = oracle.full_deck()
_FIRST_BIT = {card: DECK.index(card) for card in DECK}
CARD_SWITCHES = [
    {"tie_break": tie_break, "phoenix_in_full_house": phoenix, "multi_one_wild": wild}
    for tie_break in ("lexicographic", "top-card")
    for phoenix in (True, False)
    for wild in (True, False)
]


@lru_cache(maxsize=1 << 17)
def mask(cards):
    """Normal mask of a tuple of card names; a text is parsed first."""
    if isinstance(cards, str):
        return mask(oracle.parse(cards))
    bits = 0
    for card in cards:
        bit = 1 << _FIRST_BIT[card]
        bits |= bit << 1 if bits & bit else bit
    return bits


def word(cards):
    """The same as the engine's integer type."""
    return np.uint64(mask(cards))


def cards_of(bits):
    """Card names of a mask, weakest first."""
    return tuple(DECK[bit] for bit in range(64) if int(bits) >> bit & 1)


def view_for(**switches):
    """What a bot sees when nothing has happened yet, under some switches."""
    words = np.zeros(view.VIEW_SIZE, np.uint64)
    for index, value in rule_words(Rules(**switches)).items():
        words[index] = value
    return words


@kernel
def put_on_table(words, play):
    """Make a combination the play to beat; 0 clears the table."""
    top_card = words[view.TOP_CARD] != np.uint64(0)
    power = strength_in(words, play)
    kind = kind_of(popcount(play), power)
    words[view.TO_BEAT], words[view.TO_BEAT_KIND] = play, np.uint64(kind)
    words[view.TO_BEAT_STRENGTH] = power
    words[view.FLOOR], words[view.FLOOR_PAIR] = floor_of(play, kind, top_card)


@kernel
def strength_in(words, play):
    """Strength of some cards under the switches of a view."""
    return strength(
        play,
        popcount(play),
        words[view.TOP_CARD] != np.uint64(0),
        words[view.PHOENIX_IN_FULL_HOUSE] != np.uint64(0),
        words[view.MULTI_ONE_WILD] != np.uint64(0),
    )


@kernel
def classify(words, plays, kinds, strengths):
    """Kind and strength of many plays at once."""
    for i in range(len(plays)):
        strengths[i] = strength_in(words, plays[i])
        kinds[i] = kind_of(popcount(plays[i]), strengths[i])


@kernel
def list_of_kind(words, hand, kind, plays):
    """All combinations of one kind (no gang) in a hand of any size, weakest first."""
    nothing = np.uint64(0)
    return list_kind(
        hand,
        kind,
        nothing,
        nothing,
        words[view.PHOENIX_IN_FULL_HOUSE] != nothing,
        words[view.MULTI_ONE_WILD] != nothing,
        plays,
        0,
    )


def listed(function, words, hand):
    """What a listing function of the engine lists for a hand, in its order."""
    count = function(words, np.uint64(hand), view.SCRATCH)
    return words[view.SCRATCH : view.SCRATCH + count].copy()


def random_hand(rng):
    """A hand of 1 to 16 cards: mixed, or crowded with a number, a colour, a run, the phoenixes."""
    crowd = rng.choice(
        (
            lambda card: True,
            lambda card: oracle.strength(card)[0] in numbers,
            lambda card: card[0] in colour,
            lambda card: start <= oracle.strength(card)[0] < start + 6,
            lambda card: start <= oracle.strength(card)[0] < start + 5 and card[0] in colour,
        )
    )
    numbers = set(rng.sample(range(1, 11), rng.choice((2, 3, 4)))) | {rng.choice((1, 11))}
    colour, start = rng.choice(("GM", "YM", "RM")), rng.randrange(1, 7)
    favoured = [card for card in DECK if crowd(card)]
    others = list(DECK)
    size = rng.choice((16, 16, 16, rng.randrange(1, 17)))
    hand = rng.sample(favoured, min(len(favoured), rng.randrange(size // 2, size + 1)))
    for card in hand:
        others.remove(card)
    return oracle.ordered(hand + rng.sample(others, size - len(hand)))


def random_hands(count, seed):
    """So many hands, always the same for a seed."""
    rng = random.Random(seed)
    return [random_hand(rng) for _ in range(count)]


def random_combination(rng, rules, kind=None):
    """A combination of a given kind, else of one chosen first: rare ones come up as often."""
    kind = kind or rng.choice(("single", "pair", "triple", "gang", *FIVE_CARD_KINDS))
    while True:
        found = sorted(oracle.all_combinations(random_hand(rng), rules))
        plays = [play for play in found if oracle.kind(play, rules) == kind]
        if plays:
            return rng.choice(plays)
