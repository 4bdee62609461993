"""All legal plays by card, and the weakest, against the oracle; counts of fixed hands."""

import json
import random
from pathlib import Path

import numpy as np
import oracle
import pytest
from bridge import (
    CARD_SWITCHES,
    cards_of,
    listed,
    mask,
    put_on_table,
    random_combination,
    random_hand,
    strength_in,
    view_for,
    word,
)
from plays import check_plays, order

from gofsim.kernel.combinations import KIND_NAMES
from gofsim.kernel.moves import MOST_PLAYS
from gofsim.kernel.view import TO_BEAT_KIND, list_by_cards

FIVES = ("straight", "flush", "full house", "straight flush")
GOLDEN = Path(__file__).parent.parent / "golden" / "plays_of_hands.json"
HANDS_A_SETTING = 2_500  # 20,000 in the eight settings


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_plays_of_many_hands(switches):
    """2,500 hands in each setting: every lead, every play on a table, the weakest of them."""
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    rng = random.Random(str(switches))
    tables = [random_combination(rng, rules) for _ in range(120)]
    assert {oracle.kind(table, rules) for table in tables} == set(KIND_NAMES[1:])
    for _ in range(HANDS_A_SETTING):
        check_plays(words, rules, random_hand(rng), rng.choice(tables))


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_listed_weakest_first(switches):
    """By kind, gangs last, strengths rising: what the friendly layer and bots may rely on."""
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    rng = random.Random(8)
    for _ in range(50):
        plays = [cards_of(play) for play in listed(list_by_cards, words, mask(random_hand(rng)))]
        keys = [order(play, rules)[:2] for play in plays]
        assert keys == sorted(keys)


def test_table_of_every_kind_is_named():
    words = view_for()
    for kind in KIND_NAMES[1:]:
        put_on_table(
            words, word(random_combination(random.Random(kind), oracle.default_rules(), kind))
        )
        assert KIND_NAMES[int(words[TO_BEAT_KIND])] == kind


def test_room_for_the_plays_of_the_most_crowded_hands():
    words = view_for()
    for colour in "GYR":
        hand = [card for card in oracle.full_deck() if card[0] == colour and card != "RD"][-15:]
        assert len(listed(list_by_cards, words, mask(oracle.ordered([*hand, "M1"])))) < MOST_PLAYS


# Counts of fixed hands (as chess programs count positions); the oracle confirmed them.


def count_sequences(words, hands, table=0):
    """Ways in which the hands, in turn, each lay something on what the hand before laid."""
    if not hands:
        return 1
    put_on_table(words, np.uint64(table))
    plays = listed(list_by_cards, words, hands[0])
    if len(hands) == 1:
        return len(plays)
    return sum(count_sequences(words, hands[1:], play) for play in plays)


def counts_of(case, words):
    hands = [mask(hand) for hand in case["hands"]]
    tables = {}
    for table in case["plays_on"]:
        put_on_table(words, word(table))
        tables[table] = len(listed(list_by_cards, words, hands[0]))
    return {
        "leads": [count_sequences(words, [hand]) for hand in hands],
        "plays_on": tables,
        "two": count_sequences(words, hands[:2]),
        "three": count_sequences(words, hands[:3]),
    }


@pytest.mark.parametrize("case", json.loads(GOLDEN.read_text()), ids=lambda case: case["name"])
def test_counts_of_fixed_hands(case):
    expected = {key: case[key] for key in ("leads", "plays_on", "two", "three")}
    assert counts_of(case, view_for(**case["rules"])) == expected


def test_strength_of_what_is_listed_beats_the_table():
    words = view_for()
    put_on_table(words, word("G4 Y5 Y6 R7 Y8"))
    power = strength_in(words, word("G4 Y5 Y6 R7 Y8"))
    for play in listed(list_by_cards, words, mask("G4 Y4 G5 Y6 R7 R8 R8 G9 GP YP")):
        assert strength_in(words, play) > power
