"""The plays that the engine lists for a hand, checked against the oracle."""

import numpy as np
import oracle
from bridge import cards_of, listed, mask, put_on_table, word
from oracle_cards import holds

from gofsim.kernel.combinations import KIND_NAMES
from gofsim.kernel.view import list_by_cards, weakest_play


def order(play, rules):
    """The place of a play among those listed: by kind, gangs last, then strength, then cards."""
    kind = oracle.kind(play, rules)
    return KIND_NAMES.index(kind), oracle.key(play, rules), mask(play)


def check_plays(words, rules, hand, table):
    """Leads of a hand, and its plays on a table, are the oracle's; so is the weakest play."""
    put_on_table(words, np.uint64(0))
    leads = oracle.all_combinations(hand, rules)
    assert sorted(listed(list_by_cards, words, mask(hand)).tolist()) == sorted(map(mask, leads))
    assert weakest_play(words, word(hand)) == 0
    if oracle.kind(table, rules) == "gang" and not holds(oracle.full_deck(), hand + table):
        return
    put_on_table(words, word(table))
    sizes = {len(table), 4, 5, 6, 7}  # of what may beat it, gangs included
    plays = [play for play in leads if len(play) in sizes and oracle.beats(play, table, rules)]
    assert sorted(listed(list_by_cards, words, mask(hand)).tolist()) == sorted(map(mask, plays))
    plain = [order(play, rules) for play in plays if oracle.kind(play, rules) != "gang"]
    weakest = weakest_play(words, word(hand))
    if not plain or oracle.kind(table, rules) == "gang":
        assert weakest == 0
    else:
        assert order(cards_of(weakest), rules)[:2] == min(plain)[:2]
