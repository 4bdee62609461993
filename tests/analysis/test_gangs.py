"""Gangs dealt against the exact values, and the publisher's table."""

from collections import Counter

import pytest

from gofsim.analysis import exact, gangs
from gofsim.analysis.collect import collect
from gofsim.analysis.run_folder import read_run


@pytest.fixture(scope="module")
def evidence(exchange):
    """The sums of a run with four equal bots."""
    return collect(read_run(exchange))


@pytest.fixture(scope="module")
def deals(evidence):
    """Gangs of the seats in each different deal."""
    return evidence.counts.deals[4]


def test_shares_of_hands_and_tables(deals):
    total = deals.total()
    with_gang = sum(n * sum(gang > 0 for gang in pattern) for pattern, n in deals.items())
    assert gangs.hand_share(deals).value == pytest.approx(with_gang / (4 * total))
    somebody = sum(n for pattern, n in deals.items() if any(pattern))
    assert gangs.table_share(deals).value == pytest.approx(somebody / total)
    assert gangs.hand_share(deals).n == total


def test_real_deals_agree_with_the_exact_values(deals):
    assert deals.total() > 500
    assert gangs.gang_fit(deals, 4)[2] > 1e-4
    share = gangs.hand_share(deals)
    assert abs(share.value - float(1 - exact.gangs_in_hands(1)[0])) < 4.5 * share.error


def test_wrong_deals_do_not_agree(deals):
    wrong = Counter({pattern: n for pattern, n in deals.items() if sum(pattern) > 0})
    assert gangs.gang_fit(wrong, 4)[2] < 1e-6


def test_hands_of_one_deal_are_not_taken_as_independent():
    alike = Counter({(1, 1, 1, 1): 50, (0, 0, 0, 0): 50})
    share = gangs.hand_share(alike)
    assert share.value == 0.5
    assert share.error == pytest.approx(0.05, rel=0.02)


def test_gangs_among_the_others_by_hand():
    deals = Counter({(1, 0, 0, 2): 3, (1, 1, 0, 0): 5, (0, 0, 0, 0): 7})
    # Hands with one gang: 3 beside two others' gangs, 10 beside one.
    assert gangs.others_share(deals, 1, 2).value == pytest.approx(3 / 13)
    assert gangs.others_share(deals, 1, 1).value == pytest.approx(10 / 13)


def test_what_was_never_seen_still_has_an_upper_bound():
    share = gangs.others_share(Counter({(3, 1, 0, 0): 4}), 3, 0)
    assert (share.value, share.low) == (0.0, 0.0)
    assert 0.3 < share.high < 0.7


def test_the_table_of_the_others_holds_all_three_sources(deals):
    rows = gangs.others_table(deals).rows
    assert [row["source"] for row in rows] == ["dealt", "exact", "published"] * 4
    assert rows[10]["k0"] == pytest.approx(0.2150, abs=5e-5)
    assert rows[11]["k0"] == 0.091


def test_gangs_by_number_match_the_table_of_gangs(evidence):
    rows = gangs.numbers_table(evidence).rows
    ones = [row for row in rows if row["number"] == 1]
    assert [row["size"] for row in ones] == ["any", "4", "5", "6", "7"]
    assert ones[0]["share"].value == pytest.approx(sum(row["share"].value for row in ones[1:]))
    assert ones[0]["exact"] == pytest.approx(4 * float(exact.any_gang_of(1)))


def test_every_gang_played_was_played_on_something(evidence):
    for arm in evidence.run.arms:
        rows = gangs.beaten_table(evidence).rows
        assert sum(row[f"arm {arm.name}"].value for row in rows) == pytest.approx(1)


def test_worth_of_gangs_covers_all_hands(evidence):
    rows = [row for row in gangs.worth_table(evidence).rows if row["arm"] == "on"]
    assert sum(row["hands"] for row in rows) == 4 * evidence.sums["play"].total("on", "rounds")


def test_what_one_gang_is_worth_is_one_less_none(evidence):
    arm = evidence.run.arms[0]
    rows = [row for row in gangs.worth_table(evidence).rows if row["arm"] == arm.name]
    won = {row["held"]: row["won"].value for row in rows}
    worth = gangs.worth_of_one(evidence, arm, "wins")
    assert worth.value == pytest.approx(won["1"] - won["0"])
    assert worth.low < worth.value < worth.high


def test_stages_are_counted_in_a_hundred_rounds(evidence):
    arm = evidence.run.arms[0]
    row = next(row for row in gangs.stages_table(evidence).rows if row["size"] == "any")
    sums = evidence.sums["play"]
    rounds = sums.total(arm.name, "rounds")
    assert row["dealt"].value == pytest.approx(100 * sums.total(arm.name, "dealt") / rounds)
