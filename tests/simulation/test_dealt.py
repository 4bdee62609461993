"""Rounds of given deals: what surely wins, what must add up, and whole games beside them."""

import numpy as np
import polars as pl
import pytest
from games import bot

from gofsim.errors import PlayError
from gofsim.notation import mask_of
from gofsim.rules import Rules
from gofsim.simulation.dealt import PART, Dealt, dealt_faults, in_parts
from gofsim.simulation.play import play_blocks
from gofsim.simulation.progress import Silent
from gofsim.strategies.plain import plain_bot
from gofsim.strategies.seat import Seat
from gofsim.strategies.trials import FIRST, LEAD, POINTS, SHARE

UNBEATABLE = "G1 G1 Y1 Y1 R1 R1 M1 G10 G10 Y10 Y10 R10 R10 GP YP RD"


def dealt(kind="linear", rules=None, seed=1):
    return Dealt(bot(kind), rules or Rules(), seed)


def test_a_hand_that_nothing_beats_goes_out_first_from_every_seat():
    held, average = dealt().hand(mask_of(UNBEATABLE), range(100))
    assert (held[..., FIRST] == 1).all()
    assert (held[..., POINTS] == 0).all()
    assert held[:, 0, SHARE].mean() > held[:, 1, SHARE].mean() > 0.5
    assert average[..., POINTS].mean() > 3


@pytest.mark.parametrize("players", [3, 4])
def test_hands_as_dealt_share_the_round_among_them(players):
    _, average = dealt(rules=Rules(players=players)).hand(1, range(60))
    assert average.shape == (60, players, 4)
    assert (average[..., FIRST].sum(axis=1) == 1).all()
    assert average[..., SHARE].sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert average[..., LEAD].sum(axis=1) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("rules", [Rules(exchange="off"), Rules(exchange="off", players=3)])
def test_hands_as_dealt_do_as_they_do_in_games_by_seat_from_the_leader(rules):
    games = play_blocks(
        (bot("lowest"),) * rules.players, rules, seed=9, blocks=range(400), seating="fixed",
        single_round=False, arm="",
    )  # fmt: skip
    rounds = pl.DataFrame(games.rounds).filter(pl.col("round") > 1)
    _, average = dealt("lowest", rules).hand(1, range(8_000))
    for behind in range(rules.players):
        step = pl.when(pl.col("clockwise") == 1).then(behind).otherwise(-behind)
        seat = (pl.col("leader") + step) % rules.players
        points = sum(
            pl.when(seat == s).then(pl.col(f"points_{s}")).otherwise(0)
            for s in range(rules.players)
        )
        theirs = rounds.select(points.alias("points"))["points"].to_numpy()
        ours = average[:, behind, POINTS]
        error = np.hypot(theirs.std() / len(theirs) ** 0.5, ours.std() / len(ours) ** 0.5)
        assert theirs.mean() == pytest.approx(ours.mean(), abs=4.5 * error)


def seat_of(strategy):
    return Seat(strategy, {}, 0.0, "lowest", ("", (), None))


def test_parts_give_the_same_on_any_number_of_workers():
    def work(blocks):
        return dealt().hand(1 << 63, blocks)[0]

    one, two = (
        np.concatenate([*in_parts(work, 2 * PART + 5, workers, Silent())]) for workers in (1, 2)
    )
    whole = work(range(2 * PART + 5))
    assert (one == two).all()
    assert (one == whole).all()


def test_a_bot_that_breaks_the_rules_is_named():
    def foul(seen):
        raise ValueError("no idea")

    with pytest.raises(PlayError, match=r"bot foul, block 4: raised ValueError: no idea"):
        Dealt(seat_of(plain_bot(foul)), Rules(), 1).hand(1, range(4, 6))


def test_fields_that_decide_nothing_are_refused():
    faults = dealt_faults(Rules(next_lead="loser", passing="final"), 1)
    assert faults == [
        "--rule next_lead: decides nothing here",
        "--rounds: must be 2 to 1,000,000,000, not 1",
    ]
