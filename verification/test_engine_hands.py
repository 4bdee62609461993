"""A million hands of mixed and crowded kinds: every list of plays is the oracle's."""

import random

import oracle
import pytest
from bridge import CARD_SWITCHES, random_combination, random_hand, view_for
from plays import check_plays

HANDS, BATCHES = 1_000_000, 200


@pytest.mark.parametrize("batch", range(BATCHES))
def test_hands(batch):
    """One setting of the switches a batch, in turn; 5,000 hands, each with a table."""
    switches = CARD_SWITCHES[batch % len(CARD_SWITCHES)]
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    rng = random.Random(f"verification {batch}")
    tables = [random_combination(rng, rules) for _ in range(200)]
    for _ in range(HANDS // BATCHES):
        check_plays(words, rules, random_hand(rng), rng.choice(tables))
