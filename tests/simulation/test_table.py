"""The arrays of a call: rules as words, parameters by place, and buffers of any size."""

import numpy as np
from games import bot

from gofsim.kernel import game, records, view
from gofsim.kernel.round import FULL, PLAYED
from gofsim.kernel.seating import FIXED, ROTATIONS
from gofsim.rules import Rules
from gofsim.simulation.table import Table, rule_words


def test_default_rules_as_words():
    words = rule_words(Rules())
    assert words[view.PLAYERS] == 4
    assert words[view.TARGET] == 100
    assert [words[view.SCORING + left] for left in (0, 8, 16)] == [0, 16, 80]
    assert words[view.NEXT_LEAD] == view.LEAD_WINNER
    assert words[view.DIRECTION] == view.ALTERNATE
    assert words[view.LAST_CARD] == view.FORCED
    assert words[view.PHOENIX_IN_FULL_HOUSE] == words[view.MULTI_ONE_WILD] == 1
    assert words[view.EXCHANGE] == 1
    zeros = (view.TOP_CARD, view.PASSING_FINAL, view.FIRST_LEAD_RANDOM, view.EXCHANGE_CLOCKWISE)
    assert [words[each] for each in (*zeros, view.RIFFLE)] == [0] * 5


def test_every_switch_has_a_word_of_its_own():
    """Each field changed alone changes exactly one word."""
    changes = {
        "players": 3,
        "target": 7,
        "tie_break": "top-card",
        "phoenix_in_full_house": False,
        "multi_one_wild": False,
        "passing": "final",
        "first_lead": "random",
        "next_lead": "multi-one",
        "exchange": "off",
        "exchange_tie": "clockwise",
        "direction": "clockwise",
        "last_card": "off",
        "shuffle": "riffle",
        "riffles": 9,
    }
    assert {*changes, "scoring"} == set(Rules.model_fields)
    plain, changed = rule_words(Rules()), set()
    for field, value in changes.items():
        words = rule_words(Rules(**{field: value}))
        (word,) = [each for each in plain if words[each] != plain[each]]
        changed.add(word)
    assert len(changed) == len(changes)
    assert len(plain) == len(changes) + 17


def test_parameters_by_place():
    seats = [
        bot("lowest", gang_when_opponent_at_most=3, forget=0.25),
        bot("random-nopass"),
        bot("random", pass_weight=2.5),
        bot("lowest"),
    ]
    rows = Table(seats, Rules(), 1, 1).parameters.reshape(4, -1)
    assert rows.tolist() == [[0.25, 3], [0, 0], [0, 2.5], [0, 5]]


def test_three_players_fill_three_places():
    table = Table([bot("lowest", forget=0.5)] * 3, Rules(players=3), 1, 1)
    assert table.parameters.reshape(4, -1)[:, 0].tolist() == [0.5, 0.5, 0.5, 0]


def rows_of(table):
    """What stands in the buffers so far."""
    ends = [table.cursor[each] for each in (game.C_ROUNDS, game.C_GANGS, game.C_GAMES)]
    rows = (table.rounds, table.gangs, table.games)
    return [each[:, :end].copy() for each, end in zip(rows, ends, strict=True)]


def play_with_room(rounds):
    """Rows of five blocks in four seatings, the buffers growing as they must."""
    table, full = Table([bot("random")] * 4, Rules(), rounds, 20), 0
    while (status := table.play(5, 0, 5, ROTATIONS, 4)) == FULL:
        table.grow()
        full += 1
    assert status == PLAYED
    return rows_of(table), full


def test_tiny_buffers_give_the_same_rows():
    """Rows of an unfinished game are dropped, and the game is played again."""
    whole, full = play_with_room(2_000)
    assert full == 0
    for room in (1, 3, 30, 50):
        rows, full = play_with_room(room)
        assert full > 1
        for each, expected in zip(rows, whole, strict=True):
            np.testing.assert_array_equal(each, expected)


def test_a_call_can_stop_after_some_rounds():
    table = Table([bot("lowest")] * 4, Rules(), 10, 10)
    assert table.play(1, 0, 1, FIXED, 1, 2) == PLAYED
    assert table.cursor[game.C_ROUNDS] == 2
    assert table.games[records.A_ROUNDS, 0] == 2
