"""From rows to worths: the means and intervals of differences that other ways find too."""

import numpy as np
import polars as pl
import pytest

from gofsim.analysis.estimates import mean_interval
from gofsim.analysis.run_folder import read_run
from gofsim.analysis.worth_rows import Sums, card_worths
from gofsim.simulation.open import open_run

ASKED = """
question = "What are cards worth?"
seed = 4
rounds = 50

[rules]
players = {players}

[worth]
bot = "lowest"
of = [{of}]
"""


FOUR = ASKED.format(players=4, of='"numbers", "exchange"')
THREE = ASKED.format(players=3, of='"exchange"')


@pytest.fixture(scope="module")
def folder(play):
    return play(FOUR)


def column(folder, arm, name):
    rows = open_run(folder).rounds.filter(pl.col("arm").cast(pl.String) == arm).collect()
    return rows.sort("block")[name].to_numpy()


def test_numbers_are_seat_0_with_them_against_without(folder):
    found = {each.label: each for each in card_worths(read_run(folder)).numbers}
    assert len(found) == 7 + 9 * 6 + 1
    for label, other in (("4 x 1", "no 1"), ("2 x 10", "no 10"), ("GP YP", "no phoenix")):
        points = column(folder, other, "points_0") - column(folder, label, "points_0")
        wins = [(column(folder, arm, "winner") == 0).astype(float) for arm in (label, other)]
        for key, wanted in (
            ("points", mean_interval(points)), ("first", mean_interval(wins[0] - wins[1]))
        ):  # fmt: skip
            each = found[label].values[key]
            assert (each.value, each.low, each.high, each.n) == pytest.approx(
                (wanted.value, wanted.low, wanted.high, 50)
            )
    assert (found["4 x 1"].number, found["4 x 1"].count) == (1, 4)
    assert (found["GP YP"].number, found["GP YP"].count) == (11, 2)


@pytest.mark.parametrize("text", [THREE, FOUR])
def test_the_exchange_is_by_the_card_given_for_both_seats(play, text):
    folder = play(text)
    found = card_worths(read_run(folder))
    given = column(folder, "exchange", "exchange_given")
    for worths, seats in (
        (found.giver, column(folder, "exchange", "exchange_giver")),
        (found.receiver, column(folder, "no exchange", "leader")),
    ):
        arms = []
        for arm in ("no exchange", "exchange"):
            points = [column(folder, arm, f"points_{seat}") for seat in range(seats.max() + 1)]
            arms.append(np.array(points)[seats, np.arange(50)])
        saved = arms[0] - arms[1]
        by_label = {each.label: each for each in worths}
        assert by_label["any"].points.value == pytest.approx(saved.mean())
        assert by_label["dragon"].points.value == pytest.approx(saved[given == 63].mean())
        assert by_label["dragon"].share == pytest.approx((given == 63).mean())
        assert sum(each.share for each in worths[1:]) == pytest.approx(1)


def test_what_is_not_asked_is_empty(play):
    found = card_worths(read_run(play(THREE)))
    assert (len(found.cards), len(found.numbers)) == (0, 0)
    assert len(found.giver) == len(found.receiver) == 8


def test_means_from_sums_are_those_of_the_numbers():
    numbers = np.random.default_rng(1).integers(-80, 80, (50, 3))
    sums = Sums()
    sums.add(numbers[:20])
    sums.add(numbers[20:])
    wanted = mean_interval(numbers[:, 0])
    found = sums.values()["points"]
    assert (found.value, found.low, found.high) == pytest.approx(
        (wanted.value, wanted.low, wanted.high)
    )
    assert Sums().values()["first"].flag == "no data"
    one = Sums()
    one.add(numbers[:1])
    assert one.values()["games"].flag == "one block"
    same = Sums()
    same.add(np.full((40, 3), -7))
    assert (same.values()["points"].value, same.values()["points"].flag) == (-7, "identical")
