"""A random play is any legal play, each as likely as the next, and the pass has its own weight."""

import random

import numpy as np
import oracle
import pytest
from bridge import (
    CARD_SWITCHES,
    listed,
    mask,
    put_on_table,
    random_combination,
    random_hand,
    view_for,
    word,
)
from scipy import stats

from gofsim.kernel import view
from gofsim.kernel.candidates import nth_subset
from gofsim.kernel.jit import kernel
from gofsim.kernel.sampling import random_play
from gofsim.kernel.turn import list_legal

DRAWS = 20_000
SMALLEST_P = 1e-6  # one false alarm in about 10,000 runs of this file


@kernel
def tally(words, hand, pass_weight, draws, plays, counts):
    """How often each listed play was drawn; the last count is for passes. False: another play."""
    for _ in range(draws):
        play = random_play(words, hand, pass_weight)
        place = len(plays)
        if play != np.uint64(0):
            place = np.searchsorted(plays, play)
            if place == len(plays) or plays[place] != play:
                return False
        counts[place] += 1
    return True


def drawn(words, hand, pass_weight):
    plays = np.sort(listed(list_legal, words, hand))
    counts = np.zeros(len(plays) + 1, np.int64)
    assert tally(words, np.uint64(hand), pass_weight, DRAWS, plays, counts)
    return counts


def situations(count, seed):
    """Views with a hand that has some legal play: leads and tables of every kind."""
    rng = random.Random(seed)
    while count:
        switches = rng.choice(CARD_SWITCHES)
        words = view_for(**switches)
        words[view.SEED] = rng.randrange(2**63)
        rules = oracle.default_rules(**switches)
        table = rng.choice((True, False)) and random_combination(rng, rules)
        put_on_table(words, word(table) if table else np.uint64(0))
        hand = mask(oracle.ordered(random_hand(rng)))
        if 1 < len(listed(list_legal, words, hand)) < DRAWS // 10:
            count -= 1
            yield words, hand


@pytest.mark.parametrize("seed", range(4))
def test_every_play_is_equally_likely(seed):
    for words, hand in situations(25, seed):
        counts = drawn(words, hand, 0.0)
        assert counts[-1] == 0
        assert stats.chisquare(counts[:-1]).pvalue > SMALLEST_P


@pytest.mark.parametrize("weight", [1.0, 0.25, 40.0])
def test_a_pass_has_its_weight_when_following(weight):
    for words, hand in situations(20, 7):
        counts = drawn(words, hand, weight)
        plays = len(counts) - 1
        leads = words[view.TO_BEAT_KIND] == 0
        chance = 0.0 if leads else weight / (plays + weight)
        assert stats.binomtest(int(counts[-1]), DRAWS, chance).pvalue > SMALLEST_P


def test_without_a_legal_play_it_passes_and_draws_nothing():
    words = view_for()
    put_on_table(words, word("RD"))
    assert random_play(words, word("G1 Y3"), 1.0) == 0
    assert words[view.DRAWS] == 0


def test_subsets_by_number_are_all_subsets():
    cards = mask("G1 Y2 Y2 R5 GP RD")
    subsets = {int(nth_subset(np.uint64(cards), 3, number)) for number in range(20)}
    assert len(subsets) == 20
    assert all(subset & ~cards == 0 and subset.bit_count() == 3 for subset in subsets)
