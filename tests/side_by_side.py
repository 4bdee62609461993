"""Games of tables in lock-step beside the engine's: what every seat is told, and what it costs."""

from dataclasses import replace

import numpy as np
from games import bot, random_rules

from gofsim.kernel import game, records, view
from gofsim.kernel.callback import Callback
from gofsim.kernel.jit import bot_number
from gofsim.kernel.round import PLAYED
from gofsim.kernel.seating import FIXED
from gofsim.simulation.table import Table
from gofsim.simulation.tables import Tables
from gofsim.strategies.giving import policies

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
            if tables.games[i] > 1:
                del shares[block]  # one behind it passed without a question
        ended += tables.games
        assert (tables.words[:, view.BLOCK] == BLOCK + np.arange(TABLES) + TABLES * ended).all()
    return notes, points, shares


def check_games(rng):
    """Rules, bots and the caller's seats at random: nothing differs; (decisions, rounds) seen."""
    rules = random_rules(rng, players=rng.choice((3, 4)))
    names = [rng.choice(OTHERS) for _ in range(rules.players)]
    gives = [rng.choice(("lowest", "random", "min-turns")) for _ in names]
    forget = rng.choice((0, 0.3))
    mine = sorted(rng.sample(range(rules.players), rng.choice((1, 1, 2, rules.players))))
    seats = [
        bot(name, give=give, forget=0 if seat in mine else forget)
        for seat, (name, give) in enumerate(zip(names, gives, strict=True))
    ]
    notes, points, shares = by_tables(seats, rules, mine, [seats[s] for s in mine], games=2)
    decisions = ended = 0
    for block in range(BLOCK, BLOCK + 2 * TABLES):
        expected, rounds, game_row = by_engine(seats, rules, block, mine)
        assert notes.get(block, []) == expected
        decisions, ended = decisions + len(expected), ended + rounds.shape[1]
        if block not in shares:
            continue
        players = range(rules.players)
        rows = [records.R_SEATS + s * records.SEAT_WIDTH + records.R_POINTS for s in players]
        assert points[block][: rules.players].tolist() == rounds[rows].sum(axis=1).tolist()
        winners = [seat for seat in players if game_row[records.A_WINNERS] >> seat & 1]
        expected_shares = [(seat in winners) / len(winners) for seat in range(view.SEATS)]
        assert shares[block].tolist() == expected_shares
    return decisions, ended
