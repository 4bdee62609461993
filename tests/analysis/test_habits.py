"""How a bot plays, counted from the tables, against the logs of the same games."""

from collections import Counter

import numpy as np
import oracle
import pytest
from games import bot, game

from gofsim.analysis.habits import FEW_DECISIONS, GIFTS, LAID_ON, habits_of, joined, sums_of
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks

SEED, BLOCKS = 5, range(40, 43)
SEATS = (bot("longest"), *[bot("lowest")] * 3)
NONE = np.zeros(17, np.int64)


def played(blocks):
    found = play_blocks(
        SEATS, Rules(), seed=SEED, blocks=blocks, seating="rotations", single_round=False, arm=""
    )
    return sums_of(found.rounds, found.games, found.gangs)


@pytest.fixture(scope="module")
def sums():
    return played(BLOCKS)


@pytest.fixture(scope="module")
def logs():
    """All games of the blocks, and the seat of the bot in each."""
    found = [
        game(SEATS, seed=SEED, block=block, seating="rotations", seating_index=index)
        for block in BLOCKS
        for index in range(4)
    ]
    return [(log, log["bots"].index("longest")) for log in found]


@pytest.fixture(scope="module")
def rounds(logs):
    return [(entry, seat) for log, seat in logs for entry in log["rounds"]]


def hand_of(entry, seat):
    """A seat's hand after the exchange."""
    hands = [oracle.parse(words) for words in entry["dealt"]]
    swap = entry["exchange"]
    if swap:
        hands = oracle.exchange(hands, swap["giver"], swap["receiver"], swap["returned"])
    return hands[seat]


def gang_numbers(cards):
    return [n for n, held in Counter(c[1:] for c in cards if c[1] not in "PD").items() if held > 3]


def test_each_block_has_its_games_points_and_rounds(sums, logs):
    expected = []
    for block in BLOCKS:
        own = [(log, seat) for log, seat in logs if log["block"] == block]
        entries = [(entry, seat) for log, seat in own for entry in log["rounds"]]
        won = sum(12 // len(log["winners"]) for log, seat in own if seat in log["winners"])
        points = sum(entry["points"][seat] for entry, seat in entries)
        everybody = sum(sum(entry["points"]) for entry, _ in entries)
        expected.append([won, points, everybody, len(entries)])
    assert sums.blocks.tolist() == expected


def test_rounds_won_and_cards_left(sums, rounds):
    assert sums.rounds_won == sum(entry["winner"] == seat for entry, seat in rounds)
    left = Counter(entry["cards_left"][seat] for entry, seat in rounds if entry["winner"] != seat)
    assert sums.cards_left.tolist() == [left[cards] for cards in range(17)]


def test_gifts_are_what_it_gave_back_as_the_winner(sums, rounds):
    swaps = [(entry["exchange"], seat) for entry, seat in rounds if entry["exchange"]]
    given = Counter(swap["returned"][1:] for swap, seat in swaps if swap["receiver"] == seat)
    assert sums.gifts.tolist() == [given[each] for each in (*map(str, range(1, 11)), "P", "D")]
    assert sums.gifts.sum() > 20


def test_gangs_held_and_what_they_were_laid_on(sums, rounds):
    fates, held = Counter(), 0
    for entry, seat in rounds:
        held += len(gang_numbers(hand_of(entry, seat)))
        to_beat, passes = None, 0
        for move in entry["moves"]:
            if move["play"] is None:
                passes += 1
                to_beat = None if passes == 3 else to_beat
                continue
            cards = oracle.parse(move["play"])
            if move["seat"] == seat and len(cards) > 3 and gang_numbers(cards):
                fates[0 if to_beat is None else kind_code(to_beat)] += 1
            to_beat, passes = cards, 0
    assert sums.gangs[:9].tolist() == [fates[code] for code in range(9)]
    assert sums.gangs.sum() == held
    assert sums.gangs[:9].sum() > 10


def kind_code(cards):
    kinds = ["single", "pair", "triple", "straight", "flush", "full house", "straight flush"]
    return [None, *kinds, "gang"].index(oracle.kind(cards, Rules().model_dump(mode="json")))


def test_parts_join_to_the_whole(sums):
    whole = joined([played(BLOCKS[:1]), played(BLOCKS[1:])])
    for name, value in vars(sums).items():
        assert np.array_equal(getattr(whole, name), value), name


def test_habits_are_shares_of_the_counts(sums):
    free, passed = NONE.copy(), NONE.copy()
    free[3], passed[3] = FEW_DECISIONS, 5
    free[4], passed[4] = FEW_DECISIONS - 1, 4
    led, others = NONE.copy(), NONE.copy()
    led[16], others[2] = 30, 90
    habits = habits_of(sums, led, others, free, passed)
    assert habits.passed_by_cards[2:4] == (0.25, None)
    assert habits.passed == pytest.approx(9 / 39)
    assert habits.tricks_led == 0.25
    assert (habits.games, habits.seen) == (12, 39)
    won, own, everybody, rounds = sums.blocks.sum(axis=0)
    assert habits.rounds == rounds
    assert habits.games_won.value == pytest.approx(won / 12 / 12)
    assert habits.points.value == pytest.approx((own - (everybody - own) / 3) / rounds)
    assert habits.rounds_won == sums.rounds_won / rounds
    assert sum(habits.cards_left) == pytest.approx(1)
    assert sum(habits.gifts) == pytest.approx(1)
    assert len(habits.gifts) == len(GIFTS)
    assert len(habits.laid_on) == len(LAID_ON)
    assert habits.gangs_laid == pytest.approx(sum(habits.laid_on))


def test_nothing_counted_is_no_share(sums):
    habits = habits_of(sums, NONE, NONE, NONE, NONE)
    assert (habits.passed, habits.tricks_led, habits.passed_by_cards) == (None, None, (None,) * 16)
