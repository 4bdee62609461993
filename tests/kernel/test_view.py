"""What a bot sees and draws: its own stream of random numbers, and the cards unseen."""

import chance
import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, view_for, word

from gofsim.kernel import view
from gofsim.kernel.random import PLAY, seat_stream


def drawing_view(seat=2, seating=1, stream=chance.PLAY):
    words = view_for()
    words[view.SEED], words[view.BLOCK], words[view.ROUND] = 9, 4, 3
    words[view.SEAT] = seat
    view.start_stream(words, seat, np.uint64(chance.seat_stream(stream, seat, seating)))
    return words


def expected_words(count, seat=2, seating=1, stream=chance.PLAY):
    return chance.words(9, chance.seat_stream(stream, seat, seating), 3, 4, count)


def test_words_are_the_documented_ones():
    words = drawing_view()
    assert [int(view.draw_word(words)) for _ in range(11)] == expected_words(11)


def test_whole_numbers_and_fractions_take_one_word_each():
    words, expected = drawing_view(), expected_words(3)
    assert view.draw_below(words, 10) == chance.below(expected[0], 10)
    assert view.draw_fraction(words) == chance.fraction(expected[1])
    assert view.draw_below(words, 7) == chance.below(expected[2], 7)


def test_seats_draw_apart():
    words = drawing_view()
    view.start_stream(words, 1, np.uint64(chance.seat_stream(chance.PLAY, 1, 1)))
    drawn = {1: [], 2: []}
    for seat in (1, 2, 2, 1, 1, 2, 2, 2, 2, 1):
        words[view.SEAT] = seat
        drawn[seat].append(int(view.draw_word(words)))
    assert drawn == {seat: expected_words(len(drawn[seat]), seat) for seat in (1, 2)}


def test_a_stream_starts_anew():
    words = drawing_view()
    for _ in range(6):
        view.draw_word(words)
    view.start_stream(words, 2, np.uint64(seat_stream(PLAY, 2, 1)))
    assert int(view.draw_word(words)) == expected_words(1)[0]


@pytest.mark.parametrize("seen", ["", "G1 M1 R10 RD", "G1 G1 Y5"])
def test_unseen_cards(seen):
    words = view_for()
    words[view.SEEN] = mask(seen)
    hand = "Y1 G5 G5 YP R9"
    gone = oracle.parse(f"{seen} {hand}")
    rest = list(oracle.full_deck())
    for card in gone:
        rest.remove(card)
    assert cards_of(view.unseen_cards(words, word(hand))) == tuple(rest)
    assert int(view.unseen_cards(words, word(hand))) == mask(tuple(rest))


def test_words_of_the_view_do_not_overlap():
    names = [
        "SEAT",
        "NEXT_SEAT",
        "TO_BEAT",
        "TO_BEAT_KIND",
        "TO_BEAT_STRENGTH",
        "FLOOR",
        "FLOOR_PAIR",
        "OWNER",
        "REQUIRED",
        "BOUND",
        "CLOCKWISE",
        "ROUND",
        "DEALER",
        "LEADER",
        "GIVER",
        "RECEIVER",
        "GIVEN",
        "RETURNED",
        "SEEN",
        "ANNOUNCED",
        "OUT",
        "PASSED",
        "MOVES",
        "TRICKS",
        "PASSES",
        "SEED",
        "BLOCK",
        "PLAYERS",
        "TARGET",
        "TOP_CARD",
        "PHOENIX_IN_FULL_HOUSE",
        "MULTI_ONE_WILD",
        "PASSING_FINAL",
        "FIRST_LEAD_RANDOM",
        "NEXT_LEAD",
        "EXCHANGE",
        "EXCHANGE_CLOCKWISE",
        "DIRECTION",
        "LAST_CARD",
        "RIFFLE",
        "RIFFLES",
    ]
    taken = [getattr(view, name) for name in names]
    for first, length in (
        (view.COUNTS, 4),
        (view.TOTALS, 4),
        (view.SCORING, 17),
        *((view.seat_slot(seat), 6) for seat in range(4)),
        (view.MOVE_SEATS, view.MOST_MOVES),
        (view.MOVE_CARDS, view.MOST_MOVES),
    ):
        taken += range(first, first + length)
    assert len(taken) == len(set(taken))
    assert max(taken) < view.SCRATCH < view.VIEW_SIZE
