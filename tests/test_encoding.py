"""Numbers for networks: every play has its action, every card its place, every word its meaning."""

import random

import numpy as np
import pytest
from games import random_rules

import gofsim
from gofsim.encoding import (
    ACTIONS,
    CARD_NAMES,
    LAYOUT,
    OBSERVATION_SIZE,
    actions_of,
    card_counts,
    every_action,
    observations,
)
from gofsim.kernel import view
from gofsim.learning import seated
from gofsim.notation import mask_of


def test_cards_are_counted():
    hands = np.array([mask_of("G1 M1 R10 R10 GP RD"), 0, 2**64 - 1], np.uint64)
    counts = card_counts(hands)
    assert counts.shape == (3, 34)
    told = {CARD_NAMES[i]: int(counts[0, i]) for i in np.flatnonzero(counts[0])}
    assert told == {"G1": 1, "M1": 1, "R10": 2, "GP": 1, "RD": 1}
    assert not counts[1].any()
    assert counts[2].sum() == 64


def test_actions_are_distinct_and_complete():
    actions = every_action()
    assert (len(actions), actions[0]) == (ACTIONS, 0)
    assert (np.diff(actions) > 0).all()
    assert np.array_equal(actions_of(actions), np.arange(ACTIONS))


@pytest.mark.parametrize("number", range(8))
def test_whatever_is_legal_under_any_rules_has_an_action(number):
    rng = random.Random(number)
    rules = random_rules(rng, target=100).model_dump()
    tables = gofsim.tables(50, [None] * rules.pop("players"), seed=number, **rules)
    for _ in range(100):
        assert np.array_equal(every_action()[actions_of(tables.plays)], tables.plays)
        tables.choose(np.array([rng.randrange(n) for n in np.diff(tables.starts)]))


def parts_of(vector):
    """An observation by the names of its parts."""
    ends = np.cumsum([width for _, width in LAYOUT])
    return dict(zip([name for name, _ in LAYOUT], np.split(vector, ends[:-1]), strict=True))


@pytest.mark.parametrize("players", [3, 4])
def test_an_observation_says_what_a_seat_knows(players):
    tables = gofsim.tables(30, [None] * players, seed=6)
    lowest = seated("lowest")
    for step in range(150):
        table = step % 30
        words, seat = tables.words[table].tolist(), (int(tables.seat[table]) + step) % players
        hand = tables.hand_of(seat)
        seats = np.full(30, seat)
        vectors = observations(tables.words, hand, seats)
        assert vectors.shape == (30, OBSERVATION_SIZE)
        told = parts_of(vectors[table])
        assert np.array_equal(told["hand"], card_counts(hand)[table])
        for name, word in (("to_beat", view.TO_BEAT), ("laid", view.SEEN), ("given", view.GIVEN)):
            assert np.array_equal(told[name], card_counts(tables.words[:, word])[table])
        for place in range(4):
            other = (seat + place) % players
            there = place < players
            assert told["counts"][place] == there * words[view.COUNTS + other]
            assert told["totals"][place] == there * words[view.TOTALS + other]
            assert told["acts"][place] == (there and words[view.SEAT] == other)
            assert told["owner"][place] == (there and words[view.OWNER] == other)
            assert told["giver"][place] == (there and words[view.GIVER] == other)
            assert told["announced"][place] == (there and words[view.ANNOUNCED] >> other & 1)
            assert told["passed"][place] == (there and words[view.PASSED] >> other & 1)
        assert told["gives"] == tables.gives[table]
        assert told["opens"] == (words[view.REQUIRED] != 0)
        assert (told["round"], told["target"]) == (words[view.ROUND], 100)
        tables.play(tables.ask(lowest))
    assert tables.words[:, view.ROUND].max() > 1
