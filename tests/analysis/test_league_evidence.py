"""One pass over a league against plain counting of its rows."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from leagues import league_text
from orders import choices_in

from gofsim.analysis import league_evidence
from gofsim.analysis.league import league_of
from gofsim.analysis.league_evidence import collect_league, pair_name
from gofsim.analysis.run_folder import read_run

FIELDS = league_text(["random", "lowest", "copy", "control"], copy="lowest")
TABLES = league_text(
    ["random", "lowest", "copy", "longest", "control"], 20, "tables", copy="lowest"
)
TWINS = league_text(["lowest", "b", "c", "d"], 10, "tables", b="lowest", c="lowest", d="lowest")
ROUNDS = league_text(["random", "lowest", "control"], 60, unit="rounds", players=3)


@pytest.fixture
def league(play):
    """The league an experiment text plays."""
    return lambda text: league_of(read_run(play(text)))


def ends(league, arm):
    """Of every game (or single round) its block and the order keys of its places."""
    games = league.run.has_games
    rows = league.run.rows("games" if games else "rounds", arm, range(league.run.blocks))
    for row in rows.iter_rows(named=True):
        keys = {}
        for seat in range(arm.players):
            key = row[f"total_{seat}"] if games else row[f"points_{seat}"]
            won = not games and row["winner"] == seat
            keys[row[f"place_{seat}"]] = -1 if won else key
        yield keys


def slow_choices(league, arm):
    found = Counter()
    for keys in ends(league, arm):
        tied = [[p for p in keys if keys[p] == key] for key in sorted(set(keys.values()))]
        order = [[league.bots.index(arm.labels[p]) for p in places] for places in tied]
        for choice, weight in choices_in(order, len(league.bots)).items():
            found[choice] += weight
    return found


@pytest.mark.parametrize("text", [FIELDS, TABLES, ROUNDS], ids=["fields", "tables", "rounds"])
def test_the_finishing_orders_are_counted_as_they_came(league, text):
    found = league(text)
    evidence = collect_league(found)
    slow = Counter()
    for arm in found.tables:
        if arm.symmetric:  # every order alike, in as many games as the others play
            games = found.seatings * found.run.blocks
            tie = [[found.bots.index(label) for label in arm.labels]]
            for choice, weight in choices_in(tie, len(found.bots)).items():
                slow[choice] += games * weight
        else:
            slow.update(slow_choices(found, arm))
    choices = evidence.choices
    fast = {
        (choices.stages[stage], bot): count
        for (stage, bot), count in zip(choices.outcomes, evidence.counts, strict=True)
        if count
    }
    assert fast == {choice: pytest.approx(weight) for choice, weight in slow.items() if weight}


def test_resampled_choices_scatter_around_those_that_came(league):
    evidence = collect_league(league(FIELDS))
    often = evidence.counts > 100
    mean = evidence.resampled.mean(axis=0)
    assert mean[often] == pytest.approx(evidence.counts[often], rel=0.05)
    assert evidence.resampled.std(axis=0)[often].min() > 0


@pytest.mark.parametrize("text", [FIELDS, TABLES], ids=["fields", "tables"])
def test_windows_of_any_size_give_the_same(league, text, monkeypatch):
    found = league(text)
    whole = collect_league(found)
    monkeypatch.setattr(league_evidence, "ROWS_OF_AN_ARM", 300)
    assert len(list(league_evidence._windows(found, 1))) > 3
    cut = collect_league(found)
    assert np.array_equal(cut.sums.totals, whole.sums.totals)
    assert np.array_equal(cut.sums.products, whole.sums.products)
    assert np.array_equal(cut.counts, whole.counts)
    assert np.array_equal(cut.resampled, whole.resampled)


def test_tables_are_summed_by_bot_and_by_pair(league):
    found = league(TABLES)
    sums, slow = collect_league(found).sums, Counter()
    for arm in found.tables:
        for row in found.run.rows("rounds", arm, range(20)).iter_rows(named=True):
            points = {arm.labels[row[f"place_{s}"]]: row[f"points_{s}"] for s in range(4)}
            winner = arm.labels[row[f"place_{row['winner']}"]]
            for bot, own in points.items():
                slow[bot, "rounds"] += 1
                slow[bot, "points"] += own
                slow[bot, "all"] += sum(points.values())
                slow[bot, "wins"] += bot == winner
            for (one, own), (other, theirs) in product(points.items(), repeat=2):
                slow[pair_name(one, other), "points"] += own - theirs
    for bot in found.bots:
        for name in ("rounds", "points", "all", "wins"):
            assert sums.total(bot, name) == slow[bot, name]
    pair = pair_name("lowest", "control")
    assert sums.total(pair, "points") == slow[pair, "points"] > 0


def test_one_bot_under_four_names_fares_alike_everywhere(league):
    found = league(TWINS)
    assert found.run.arms[0].symmetric
    sums = collect_league(found).sums
    for name in ("rounds", "points", "wins", "games", "share"):
        assert len({sums.total(bot, name) for bot in found.bots}) == 1
    assert sums.total("b", "games") == 10 * 4
    assert sums.total("b", "share") == 10 * 12
    assert sums.total("b", "points") * 4 == sums.total("b", "all")
    assert sums.total(pair_name("b", "d"), "points") == 0
