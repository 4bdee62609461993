"""The rows of floats that compiled bots read: parameters, choices, bots asked, hidden hands."""

import numpy as np
import pytest
from games import bot

from gofsim.kernel import view
from gofsim.kernel.bits import words_at
from gofsim.kernel.jit import bot_number, kernel
from gofsim.strategies import oracle, pimc, pimc_infer
from gofsim.strategies.row import parameter_row, parameter_rows

HANDS = np.array([11, 22, 33, 44], np.uint64)


@kernel
def word_at(address, index):
    return words_at(np.uint64(address))[index]


def own(seat, players=4):
    """The row from the bot's own parameters on; what stands before them every bot has."""
    bare = bot("longest")
    before = len(parameter_row(bare, players, HANDS)) - len(bare.strategy.settings)
    return parameter_row(seat, players, HANDS)[before:]


def part(row, place):
    """(number of an asked bot, its row) as the word at a place says where it begins."""
    start = int(row[place])
    return int(row[start]), row[start + 1 :]


def test_parameters_and_choices_come_first_in_their_order():
    seat = bot("pimc", worlds=7, doubt=2.5, candidates=3, margin=8, objective="games")
    assert own(seat)[:5] == [7, 2.5, 3, 8, 1]
    assert own(bot("pimc"))[4] == 2


def test_an_asked_bots_part_is_its_number_and_its_row():
    seat = bot("pimc", rollout={"kind": "lowest", "gang_when_opponent_at_most": 3})
    number, row = part(own(seat), pimc._ROLLOUT)
    lowest = bot("lowest", gang_when_opponent_at_most=3)
    assert number == bot_number(lowest.strategy.choose)
    assert row == parameter_row(lowest, 4, HANDS)


def test_two_asked_bots_have_their_parts_one_behind_the_other():
    seat = bot("pimc-infer", rollout="counter", model={"kind": "lowest"})
    row = own(seat)
    for place, kind in ((pimc_infer._ROLLOUT, "counter"), (pimc_infer._MODEL, "lowest")):
        asked = bot(kind)
        number, behind = part(row, place)
        expected = parameter_row(asked, 4, HANDS)
        assert number == bot_number(asked.strategy.choose)
        assert behind[: len(expected)] == expected


@pytest.mark.parametrize("players", [3, 4])
def test_defaults_are_those_of_the_tables_size(players):
    linear = bot("linear")
    _, row = part(own(bot("pimc"), players), pimc._ROLLOUT)
    assert row == parameter_row(linear, players, HANDS)
    assert parameter_row(linear, 3, HANDS) != parameter_row(linear, 4, HANDS)


def test_who_sees_all_gets_the_address_of_the_hands():
    address = own(bot("oracle"))[oracle._HANDS]
    assert [word_at(int(address), index) for index in range(4)] == HANDS.tolist()
    assert float(HANDS.ctypes.data) not in parameter_row(bot("pimc"), 4, HANDS)


def test_rows_are_as_wide_as_the_widest_and_filled_with_zeros():
    seats = [bot(kind, give="lowest") for kind in ("lowest", "pimc", "random")]
    rows = parameter_rows(seats, 3, HANDS).reshape(view.SEATS, -1)
    for row, seat in zip(rows, seats, strict=False):
        expected = parameter_row(seat, 3, HANDS)
        assert row[: len(expected)].tolist() == expected
        assert not row[len(expected) :].any()
    assert not rows[3].any()


def test_numbers_survive_the_floats():
    number = bot_number(bot("linear").strategy.choose)
    assert int(float(number)) == number
