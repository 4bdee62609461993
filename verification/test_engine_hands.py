"""A million hands of mixed and crowded kinds: every list of plays is the oracle's."""

import random
from collections import Counter

import oracle
import pytest
from bridge import CARD_SWITCHES, random_combination, random_hand, view_for
from plays import check_plays

from verification.record import record

HANDS, BATCHES = 1_000_000, 200


@pytest.fixture(scope="module")
def seen():
    """What was compared in all batches."""
    counted = Counter()
    yield counted
    record("8 Engine", "leads of a hand, its plays on a table and the weakest of them, beside the"
           " oracle's", f"{counted['hands']:,} hands in {len(CARD_SWITCHES)} settings of the cards",
           "none differs")  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_hands(batch, seen):
    """One setting of the switches a batch, in turn; 5,000 hands, each with a table."""
    switches = CARD_SWITCHES[batch % len(CARD_SWITCHES)]
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    rng = random.Random(f"verification {batch}")
    tables = [random_combination(rng, rules) for _ in range(200)]
    for _ in range(HANDS // BATCHES):
        check_plays(words, rules, random_hand(rng), rng.choice(tables))
        seen["hands"] += 1
