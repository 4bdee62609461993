"""What is known exactly: dealt hands, equal bots, and runs that must be the same bit for bit."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt

import numpy as np
import polars as pl
import pytest
from bridge import view_for
from games import bot

from gofsim.analysis import exact
from gofsim.analysis.gangs import gang_fit
from gofsim.kernel import view
from gofsim.kernel.choices import next_flush, next_full_house, next_straight, next_straight_flush
from gofsim.kernel.deal import deal_uniform
from gofsim.kernel.jit import kernel
from gofsim.rules import Rules
from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import open_run
from gofsim.simulation.play import play_blocks
from gofsim.simulation.run import run_experiment
from verification.record import record

HANDS, ROUNDS, GAMES = 4_000_000, 1_000_000, 2_000
FARTHEST = 4.5  # standard errors
BITS = [range(7), *(range(6 * number - 5, 6 * number + 1) for number in range(2, 11))]
PHOENIXES = range(61, 63)


def mask_of(bits):
    """The documented layout of cards, written out again."""
    return np.uint64(sum(1 << bit for bit in bits))


@kernel
def deal_hands(words, deck, hands, first, dealt, held):
    """The first hand of each deal, and which of four kinds it holds by the engine's own search."""
    nothing, wild = np.uint64(0), words[view.MULTI_ONE_WILD] != np.uint64(0)
    phoenix = words[view.PHOENIX_IN_FULL_HOUSE] != np.uint64(0)
    for i in range(len(dealt)):
        words[view.BLOCK] = np.uint64(first + i)
        deal_uniform(words, deck, hands)
        hand = hands[0]
        dealt[i] = hand
        held[0, i] = next_straight(hand, nothing, wild) != nothing
        held[1, i] = next_straight_flush(hand, nothing, wild) != nothing
        held[2, i] = next_full_house(hand, nothing, nothing, phoenix) != nothing
        held[3, i] = next_flush(hand, nothing, wild) != nothing


def far(name, hits, trials, chance):
    """Standard errors between a count and its exact chance, recorded."""
    p = float(chance)
    z = (hits - trials * p) / sqrt(trials * p * (1 - p))
    figure = f"{hits / trials:.7f} of {trials:,}, exact {p:.7f}, z = {z:+.2f}"
    record("1 Known answers", name, figure, f"|z| < {FARTHEST}")
    return abs(z)


@pytest.fixture(scope="module")
def hands():
    """Masks of independent hands, and the kinds that the engine finds in them."""
    words = view_for()
    words[view.SEED], words[view.ROUND] = 20261130, 1
    dealt, held = np.zeros(HANDS, np.uint64), np.zeros((4, HANDS), np.bool_)
    deal_hands(words, np.zeros(64, np.uint64), np.zeros(4, np.uint64), 0, dealt, held)
    return dealt, held


def test_kinds_in_a_hand(hands):
    dealt, held = hands
    phoenixes = np.bitwise_count(dealt & mask_of(PHOENIXES)) == 2
    facts = [
        ("a straight", held[0], exact.straight()),
        ("a straight flush", held[1], exact.straight_flush()),
        ("a full house", held[2], exact.full_house()),
        ("a flush that is no straight flush", held[3], exact.plain_flush()),
        ("both phoenixes", phoenixes, exact.phoenix_pair()),
    ]
    found = [far(f"a hand holds {name}", int(hit.sum()), HANDS, p) for name, hit, p in facts]
    assert max(found) < FARTHEST


def test_gangs_in_a_hand(hands):
    counts = np.stack([np.bitwise_count(hands[0] & mask_of(bits)) for bits in BITS])
    gangs = (counts >= exact.GANG).sum(axis=0)
    chances = exact.gangs_in_hands(1)
    facts = [(f"a hand holds {k} gang{'s' * (k != 1)}", gangs == k, chances[k]) for k in range(4)]
    facts += [
        (f"the number a hand holds most of is there {most} times", counts.max(axis=0) == most,
         exact.largest_count(most))
        for most in (4, 5, 6, 7)
    ]  # fmt: skip
    facts += [
        (f"a hand holds a gang of {number}", counts[number - 1] >= exact.GANG,
         exact.any_gang_of(number))
        for number in range(1, 11)
    ]  # fmt: skip
    found = [far(name, int(hit.sum()), HANDS, p) for name, hit, p in facts]
    assert max(found) < FARTHEST


@pytest.mark.parametrize("players", [4, 3])
def test_gangs_at_a_table(players):
    """From the rows of rounds, as the reports read them."""
    rows = play_blocks(
        [bot("lowest")] * players, Rules(players=players), seed=20261130, blocks=range(ROUNDS),
        seating="fixed", single_round=True, arm="gangs",
    ).rounds  # fmt: skip
    gangs = np.stack([rows[f"gangs_dealt_{seat}"] for seat in range(players)])
    patterns, often = np.unique(gangs, axis=1, return_counts=True)
    deals = Counter(dict(zip(map(tuple, patterns.T.tolist()), often.tolist(), strict=True)))
    statistic, freedom, p = gang_fit(deals, players)
    record("1 Known answers", f"number of gangs at a table of {players}, one chi-square",
           f"{ROUNDS:,} deals, {statistic:.1f} on {freedom} degrees of freedom, p = {p:.3f}",
           "p > 0.0001")  # fmt: skip
    somebody = int(gangs.any(axis=0).sum())
    chance = 1 - exact.gangs_in_hands(players)[0]
    z = far(f"somebody at a table of {players} holds a gang", somebody, ROUNDS, chance)
    assert p > 1e-4
    assert max(z, *among_others(gangs)) < FARTHEST


def among_others(gangs):
    """The publisher's table: gangs of the others, given those of the first seat."""
    players, others = len(gangs), gangs[1:].sum(axis=0)
    for mine in range(3):
        beside = others[gangs[0] == mine]
        for theirs, chance in enumerate(exact.gangs_among_others(mine, players - 1)[:4]):
            name = f"gangs of the {players - 1} others: {theirs}, where the first seat has {mine}"
            yield far(name, int((beside == theirs).sum()), len(beside), chance)


def games_of(seats, seating, **rules):
    """Winners and totals of deterministic bots, by place: int64[games, places]."""
    rows = play_blocks(
        [bot(name) for name in seats], Rules(target=40, **rules), seed=7, blocks=range(GAMES),
        seating=seating, single_round=False, arm="zeros",
    ).games  # fmt: skip
    seat_of = np.argsort(np.stack([rows[f"place_{s}"] for s in range(len(seats))], axis=1))
    totals = np.stack([rows[f"total_{s}"] for s in range(len(seats))], axis=1)
    won = rows["winners"][:, None] >> np.arange(len(seats)) & 1
    return (np.take_along_axis(table, seat_of, axis=1) for table in (won, totals))


@pytest.mark.parametrize("name", ["lowest", "longest", "min-turns", "control"])
@pytest.mark.parametrize("players", [3, 4])
def test_equal_bots_in_rotations_share_each_block_exactly(name, players):
    won, totals = games_of([name] * players, "rotations", players=players)
    shares = [[Fraction(int(w), int(sum(row))) for w in row] for row in won]
    by_block = [
        {sum(game[p] for game in shares[b : b + players]) for p in range(players)}
        for b in range(0, len(shares), players)
    ]
    apart = sum(len(each) > 1 for each in by_block)
    overall = {sum(game[p] for game in shares) / len(shares) for p in range(players)}
    points = np.ptp(totals.reshape(GAMES, players, players).sum(axis=1), axis=1).max()
    record("2 Structural zeros", f"{players} times `{name}` in rotations: share of games, blocks in"
           " which places differ, largest difference of points",
           f"{', '.join(map(str, overall))}; {apart} of {GAMES:,}; {points}",
           f"exactly 1/{players}, 0 and 0")  # fmt: skip
    assert overall == {Fraction(1, players)}
    assert (apart, points) == (0, 0)


def test_relabelling_the_bots_permutes_the_results():
    """In all seatings, where the order in which the file names the bots cannot matter."""
    names = ["lowest", "longest", "min-turns", "control"]
    sums = {}
    for order in list(permutations(range(4)))[::5]:
        won, totals = games_of([names[i] for i in order], "all")
        sums[order] = sorted((names[i], int(won[:, p].sum()), int(totals[:, p].sum()))
                             for p, i in enumerate(order))  # fmt: skip
    different = len({tuple(each) for each in sums.values()})
    what = "four bots named in different orders, all seatings: games won and points of each bot"
    figure = f"{different} result in {len(sums)} orders"
    record("2 Structural zeros", what, figure, "1 result")
    assert different == 1


RUN = """
question = "Is it the same?"
seed = 20261130
games = {games}

[arms.on]
seats = ["random", "lowest", "control", "random"]
rules.target = 40

[arms.off]
seats = ["random", "lowest", "control", "random"]
rules.target = 40
rules.exchange = "off"
"""


def rows_of(folder, games, workers, backend="threads"):
    """All rows of a run, by table."""
    folder.mkdir()
    path = folder / "same.toml"
    path.write_text(RUN.format(games=games), "utf-8")
    run = open_run(
        run_experiment(load_experiment(path), folder, workers=workers, backend=backend)
    )  # fmt: skip
    return {name: run.table(name).collect() for name in ("rounds", "games", "gangs")}


def test_runs_are_the_same_bit_for_bit(tmp_path, monkeypatch):
    """Whatever the workers, the backend and the shards; and as the start of a longer run."""
    long = rows_of(tmp_path / "long", 3000, workers=1)
    first = {name: table.filter(pl.col("block") < 1000) for name, table in long.items()}
    runs = [("two threads", rows_of(tmp_path / "threads", 1000, 2))]
    runs.append(("two processes", rows_of(tmp_path / "processes", 1000, 2, "processes")))
    monkeypatch.setattr(plan, "MOST_ROUNDS", 900)
    runs.append(("small shards", rows_of(tmp_path / "shards", 1000, 2)))
    for what, tables in runs:
        equal = all(table.equals(first[name]) for name, table in tables.items())
        record("8 Engine", f"1,000 blocks of two arms by {what}, and the first 1,000 of 3,000",
               f"{sum(map(len, tables.values())):,} rows, {'equal' if equal else 'different'}",
               "equal bit for bit")  # fmt: skip
        assert equal
