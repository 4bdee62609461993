"""Tables in lock-step: answered by a bot they are the engine's games with this bot in the seat."""

import random
from dataclasses import replace

import numpy as np
import pytest
from games import bot, random_rules

from gofsim.errors import BadInputError, PlayError
from gofsim.kernel import game, records, view
from gofsim.kernel.callback import Callback
from gofsim.kernel.jit import bot_number
from gofsim.kernel.round import PLAYED
from gofsim.kernel.seating import FIXED
from gofsim.rules import Rules
from gofsim.simulation.table import Table
from gofsim.simulation.tables import Tables
from gofsim.strategies.giving import policies
from gofsim.strategies.plain import plain_bot
from gofsim.strategies.seat import Seat

SEED, BLOCK, TABLES = 77, 5, 3
OTHERS = ("lowest", "random", "control")


def told(words, hand):
    """All that a seat is told at a decision: the words but for streams, and the moves so far."""
    moves = int(words[view.MOVES])
    spans = (
        (0, view.DRAWS),
        (view.MOVE_SEATS, view.MOVE_SEATS + moves),
        (view.MOVE_CARDS, view.MOVE_CARDS + moves),
    )
    return int(hand), *(words[first:last].tobytes() for first, last in spans)


def witness(seat, notes):
    """The seat of a bot, all decisions of which are written down."""

    def note(words, hand):
        notes.append(told(words, hand))

    choose, give = (
        Callback(note, view.VIEW_SIZE, each, bot_number(each))
        for each in (seat.strategy.choose, policies(seat.strategy)[seat.give].choose)
    )
    return replace(seat, strategy=replace(seat.strategy, choose=choose, give=give), give="own")


def by_engine(seats, rules, block, mine):
    """(decisions of some seats, rows of rounds, row of the game) as the engine plays a block."""
    notes = []
    seated = tuple(witness(s, notes) if i in mine else s for i, s in enumerate(seats))
    table = Table(seated, rules, rounds=500, games=1)
    assert table.play(SEED, block, 1, FIXED, 1) == PLAYED
    return notes, table.rounds[:, : table.cursor[game.C_ROUNDS]], table.games[:, 0]


def by_tables(seats, rules, mine, bots, *, games, forced=True, gifts=True):
    """(decisions, points, shares) of each block, where the caller's seats are answered by bots."""
    stand_in = bot("lowest", give=bots[0].give)
    open_seats = [None if i in mine else s for i, s in enumerate(seats)]
    tables = Tables(TABLES, open_seats, rules, stand_in=stand_in, gifts=gifts, forced=forced)
    tables.start(SEED, BLOCK)
    notes, points, shares = {}, {}, {}
    ended = np.zeros(TABLES, int)
    while ended.min() < games:
        answers = sum(tables.ask(b, tables.seat == s) for s, b in zip(mine, bots, strict=True))
        for i in range(TABLES):
            block = int(tables.words[i, view.BLOCK])
            notes.setdefault(block, []).append(told(tables.words[i], tables.hand[i]))
        blocks = tables.words[:, view.BLOCK].tolist()
        tables.play(answers)
        for i, block in enumerate(blocks):
            points[block] = points.get(block, 0) + tables.points[i].copy()
            shares[block] = tables.shares[i]
        ended += tables.games
        assert (tables.words[:, view.BLOCK] == BLOCK + np.arange(TABLES) + TABLES * ended).all()
    return notes, points, shares


@pytest.mark.parametrize("number", range(12))
def test_the_games_are_those_of_the_engine(number):
    rng = random.Random(number)
    rules = random_rules(rng, players=3 + number % 2)
    names = [rng.choice(OTHERS) for _ in range(rules.players)]
    gives = [rng.choice(("lowest", "random", "min-turns")) for _ in names]
    forget = rng.choice((0, 0.3))
    mine = sorted(rng.sample(range(rules.players), rng.choice((1, 1, 2, rules.players))))
    seats = [
        bot(name, give=give, forget=0 if seat in mine else forget)
        for seat, (name, give) in enumerate(zip(names, gives, strict=True))
    ]
    notes, points, shares = by_tables(seats, rules, mine, [seats[s] for s in mine], games=2)
    for block in range(BLOCK, BLOCK + 2 * TABLES):
        expected, rounds, game_row = by_engine(seats, rules, block, mine)
        assert notes[block] == expected
        if len(expected) < 2:
            continue  # a game in which nobody was asked ends together with another one
        players = range(rules.players)
        rows = [records.R_SEATS + s * records.SEAT_WIDTH + records.R_POINTS for s in players]
        assert points[block][: rules.players].tolist() == rounds[rows].sum(axis=1).tolist()
        winners = [seat for seat in players if game_row[records.A_WINNERS] >> seat & 1]
        expected_shares = [(seat in winners) / len(winners) for seat in range(view.SEATS)]
        assert shares[block].tolist() == expected_shares


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
