"""Tables in lock-step: answered by a bot they are the engine's games with this bot in the seat."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
from games import bot
from side_by_side import BLOCK, SEED, by_engine, by_tables, check_games

from gofsim.errors import BadInputError, PlayError
from gofsim.kernel import records, view
from gofsim.rules import Rules
from gofsim.simulation.tables import Tables
from gofsim.strategies.plain import plain_bot
from gofsim.strategies.seat import Seat


@pytest.mark.parametrize("number", range(12))
def test_the_games_are_those_of_the_engine(number):
    assert min(check_games(random.Random(number))) > 0


def test_gifts_by_a_policy_and_forced_decisions_are_not_asked():
    seats = [bot("lowest", give="highest")] + [bot("lowest")] * 3
    options = {"games": 1, "forced": False, "gifts": False}
    notes, _, _ = by_tables(seats, Rules(), [0], seats[:1], **options)
    everything, rounds, _ = by_engine(seats, Rules(), BLOCK, [0])
    asked = notes[BLOCK]
    assert 0 < len(asked) < len(everything)
    assert set(asked) < set(everything)
    assert (rounds[records.R_RETURNED] >= 0).any()


def some_tables(seats=(None, "lowest", "lowest", "lowest"), count=40, **more):
    open_seats = [bot(name) if isinstance(name, str) else name for name in seats]
    tables = Tables(count, open_seats, Rules(), stand_in=bot("lowest"), **more)
    tables.start(SEED)
    return tables


def test_options_are_those_of_the_seat():
    tables = some_tables()
    for _ in range(60):
        assert (np.diff(tables.starts) >= 1).all()
        assert len(tables.plays) == tables.starts[-1]
        held = np.repeat(tables.hand, np.diff(tables.starts))
        assert not (tables.plays & ~held).any()
        passes = tables.plays[tables.starts[1:] - 1] == 0
        may_pass = (tables.words[:, view.TO_BEAT] != 0) & ~tables.gives
        assert not (passes & ~may_pass).any()
        tables.choose(np.zeros(tables.count, np.int64))
    assert tables.words[:, view.ROUND].max() > 1


@pytest.mark.parametrize(
    ("play", "line"),
    [
        (1 << 63, r"laying RD as a lead from G1 .* is not legal"),
        (0, "passing as a lead from"),
        (0b11, "laying G1 G1 as a lead"),
    ],
)
def test_an_illegal_answer_is_told_and_moves_nothing(play, line):
    tables, twin = some_tables([None] * 4, 5), some_tables([None] * 4, 5)
    answers = tables.plays[tables.starts[:-1]]
    wrong = answers.copy()
    wrong[3] = play
    with pytest.raises(ValueError, match=f"table 3, seat {tables.seat[3]}: {line}"):
        tables.play(wrong)
    tables.play(answers)
    twin.play(answers)
    assert np.array_equal(tables.words, twin.words)
    assert np.array_equal(tables.plays, twin.plays)


def test_an_index_out_of_range_is_told():
    tables = some_tables(count=3)
    options = np.diff(tables.starts)
    with pytest.raises(BadInputError, match=rf"table 1, seat 0: {options[1]} is no index of its"):
        tables.choose(np.array([0, options[1], 0]))
    with pytest.raises(BadInputError, match="needs 3 whole numbers"):
        tables.choose(np.zeros(2, np.int64))
    with pytest.raises(BadInputError, match="needs 3 masks"):
        tables.play(np.zeros(3, np.int64))


def test_either_twin_will_do():
    tables = some_tables([None] * 4, 200)
    answers = tables.plays[tables.starts[:-1]].copy()
    first_of_twins = answers == 1  # G1, of which the upper twin is the next bit
    tables.play(np.where(answers == 1, np.uint64(2), answers))
    assert (tables.words[:, view.SEEN] == answers).sum() >= first_of_twins.sum()


def test_a_bot_that_breaks_the_rules_is_named():
    faulty = Seat(plain_bot(lambda seen: None, name="faulty"), {}, 0.0, "lowest", ("f", (), "."))
    with pytest.raises(PlayError, match=r"table \d+: bot faulty on seat \d, block \d+.* passed"):
        some_tables([None, faulty, faulty, faulty])


def test_room_for_options_grows():
    tables = some_tables([None] * 4, 1)
    most = 0
    for seed in range(200):
        tables.start(seed)
        most = max(most, len(tables.plays))
        assert len(set(tables.plays.tolist())) == len(tables.plays)
    assert most > 64


def test_what_is_shown_cannot_be_written_to():
    tables = some_tables(count=2)
    for name in ("words", "plays", "starts", "seat", "points", "rounds", "games"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(tables, name)[0] = 0


def test_a_copy_plays_on_but_in_no_other_process():
    one = some_tables(count=2)
    two = copy.deepcopy(one)
    for each in (one, two):
        each.choose(np.zeros(2, np.int64))
    assert (one.words == two.words).all()
    done = subprocess.run(
        [sys.executable, "-c", "import pickle, sys; pickle.load(sys.stdin.buffer)"],
        input=pickle.dumps(one), capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"tables belong to the process that made them" in done.stderr
