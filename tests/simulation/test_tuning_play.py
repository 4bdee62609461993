"""Candidates on common deals: what is summed, and what is refused."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from gofsim.errors import BadInputError
from gofsim.simulation import tuning_play
from gofsim.simulation.experiment import experiment_from
from gofsim.simulation.play import play_blocks
from gofsim.simulation.progress import Silent
from gofsim.simulation.tuning_play import Deals, linearised, play_candidates
from gofsim.simulation.tuning_tables import tables_of

DEALS = Deals(9, range(40, 70))
MANY, FEW = ({"gang_when_opponent_at_most": n} for n in (16.0, 0.0))


def experiment(folder, arms, unit="games", **more):
    document = {"question": "?", "seed": 9, unit: 30, "arms": arms} | more
    return experiment_from(document, folder / "e.toml")


def tables(folder, *seats, bot="lowest", **more):
    arms = {f"arm {i}": {"seats": list(each)} for i, each in enumerate(seats)}
    return tables_of(experiment(folder, arms, **more), bot, "here")


def played(found, *candidates, workers=1, deals=DEALS):
    return play_candidates(found, candidates or [MANY], deals, workers, Silent())


TWO = ["lowest", "longest", "lowest", "control"]


def expected(found):
    """Means by plain arithmetic: points a round and share of games, of the bot and the others."""
    arm = found.arms[0]
    rows = play_blocks(
        arm.seats, arm.rules, seed=9, blocks=DEALS.blocks, seating="rotations",
        single_round=False, arm="?",
    )  # fmt: skip
    points, won = [0, 0], [Fraction(0), Fraction(0)]
    for i in range(len(rows.rounds["block"])):
        for seat in range(4):
            mine = arm.labels[rows.rounds[f"place_{seat}"][i]] == "lowest"
            points[mine] += int(rows.rounds[f"points_{seat}"][i])
    for i, winners in enumerate(map(int, rows.games["winners"])):
        for seat in range(4):
            if winners >> seat & 1:
                mine = arm.labels[rows.games[f"place_{seat}"][i]] == "lowest"
                won[mine] += Fraction(1, winners.bit_count())
    rounds, games = len(rows.rounds["block"]), len(rows.games["block"])
    return [n / 2 / rounds for n in points], [float(n) / 2 / games for n in won]


def test_means_are_those_of_plain_arithmetic(tmp_path):
    found = tables(tmp_path, TWO)
    (((result,),),) = (played(found, found.seat.values),)
    (others, own), (others_won, own_won) = expected(found)
    assert result.less_field("points").mean() == pytest.approx(own - others)
    assert result.less_field("games").mean() == pytest.approx(own_won - others_won)
    assert result.share("games").mean() == pytest.approx(own_won)


def test_neither_workers_nor_chunks_change_anything(tmp_path, monkeypatch):
    found = tables(tmp_path, TWO, ["control", "lowest", "lowest", "lowest"])
    whole = played(found, MANY, FEW)
    monkeypatch.setattr(tuning_play, "CHUNK", 7)
    cut = played(found, MANY, FEW, workers=3)
    assert [len(row) for row in cut] == [2, 2]
    for one, two in zip([*whole[0], *whole[1]], [*cut[0], *cut[1]], strict=True):
        assert (one.sums == two.sums).all()
        assert one.own == two.own
    assert not (whole[0][0].sums == whole[1][0].sums).all()


def test_a_bot_among_its_own_kind_is_worth_exactly_nothing(tmp_path):
    bots = {"same": {"kind": "lowest"}}
    found = tables(tmp_path, ["same", "lowest", "lowest", "lowest"], bot="same", bots=bots)
    assert found.arms[0].seating == "fixed"  # a run would play one seating; candidates take all
    (((result,),),) = (played(found, found.seat.values),)
    for objective in ("games", "points"):
        assert np.abs(result.less_field(objective)).max() < 1e-12


def test_single_rounds_have_points_only(tmp_path):
    found = tables(tmp_path, TWO, unit="rounds")
    ((result,),) = played(found)
    assert (result.sums[:, 2] == 4).all()
    assert not result.sums[:, 3:].any()


def test_the_spread_is_that_of_a_ratio_of_sums():
    above, below = np.array([3.0, 1, 4, 1, 5]), np.array([2.0, 7, 1, 8, 2])
    found = linearised(above, below)
    ratio = above.sum() / below.sum()
    assert found.mean() == pytest.approx(ratio)
    error = sqrt(((above - ratio * below) ** 2).sum() * 5 / 4) / below.sum()
    assert found.std(ddof=1) / sqrt(5) == pytest.approx(error)


@pytest.mark.parametrize(
    ("seats", "bot", "more", "fault"),
    [
        ([TWO, ["control"] * 4], "lowest", {},
         'here: "lowest" does not sit in arm `arm 1` (control do)'),
        ([TWO], "lowst", {}, 'here: "lowst" sits in no arm; did you mean `lowest`?'),
        ([TWO], "?", {}, 'here: "?" sits in no arm; there sit control, longest, lowest'),
        ([["lowest"] * 4], "lowest", {},
         'here: arm `arm 0` seats nobody but "lowest": there is nobody to gain on'),
        ([["mine", "lowest", "lowest", "lowest"]], "mine",
         {"bots": {"mine": {"kind": "control"}}, "sweep": {"bots.mine.ten": [0, 1]}},
         'here: the parameters of "mine" are varied by [sweep]; leave them out'),
    ],
)  # fmt: skip
def test_what_cannot_be_tuned(tmp_path, seats, bot, more, fault):
    with pytest.raises(BadInputError) as caught:
        tables(tmp_path, *seats, bot=bot, **more)
    assert str(caught.value) == fault


def test_weights_are_for_one_number_of_players(tmp_path):
    arms = {
        "four": {"seats": TWO},
        "three": {"seats": TWO[:3], "rules": {"players": 3}},
    }
    with pytest.raises(BadInputError, match="here: arms have 3 and 4 players"):
        tables_of(experiment(tmp_path, arms), "lowest", "here")
