"""Game length, points and seats of a real run against the raw rows."""

import numpy as np
import pytest

from gofsim.analysis.collect import collect
from gofsim.analysis.run_folder import read_run
from gofsim.analysis.scores import cards_left_table, length_section, length_table, points_table
from gofsim.analysis.seats import seats_table, turns_table


@pytest.fixture(scope="module")
def evidence(mixed):
    """The sums of the run of different bots."""
    return collect(read_run(mixed))


def rows_of(evidence, table):
    arm = evidence.run.arms[0]
    return evidence.run.rows(table, arm, range(evidence.run.blocks))


def test_game_length(evidence):
    lengths = rows_of(evidence, "games")["rounds"].to_numpy()
    row = length_table(evidence).rows[0]
    assert row["games"] == len(lengths)
    assert row["mean"].value == pytest.approx(lengths.mean())
    assert row["median"].value == np.median(lengths)
    assert row["most"].value == pytest.approx(np.quantile(lengths, 0.9))
    assert row["median"].low <= row["median"].value <= row["median"].high


def test_quantiles_of_points_and_totals(evidence):
    rounds, games = rows_of(evidence, "rounds"), rows_of(evidence, "games")
    points = np.concatenate([rounds[f"points_{seat}"].to_numpy() for seat in range(4)])
    totals = np.concatenate([games[f"total_{seat}"].to_numpy() for seat in range(4)])
    for what, values in (("round_points", points), ("totals", totals)):
        shown = [row["arm on"] for row in points_table(evidence, what).rows]
        wanted = np.quantile(values, [0, 0.1, 0.5, 0.9, 1], method="inverted_cdf")
        assert shown == wanted.tolist()


def test_shares_of_cards_left_cover_all_hands(evidence):
    rows = cards_left_table(evidence).rows
    assert sum(row["arm on"] for row in rows) == pytest.approx(1)
    assert rows[0]["arm on"] == pytest.approx(0.25)
    assert rows[0]["arm three"] == pytest.approx(1 / 3)


def test_somebody_wins_every_round_from_some_seat_and_some_turn(evidence):
    for table in (seats_table(evidence), turns_table(evidence)):
        won = [row["won"].value for row in table.rows if row["arm"] == "on"]
        assert sum(won) == pytest.approx(1)
    games = [row["games"].value for row in seats_table(evidence).rows if row["arm"] == "three"]
    assert sum(games) == pytest.approx(1)
    assert len(games) == 3


def test_single_rounds_have_no_game_length(single):
    assert length_section(collect(read_run(single))) is None
