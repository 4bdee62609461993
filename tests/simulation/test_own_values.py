"""What a search thought: its choice is the best of its values, of plays and of gifts."""

import numpy as np
import pytest
from games import bot, game

from gofsim.errors import PlayError
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.own_values import seeks, think, thinks_aloud, worlds_of
from gofsim.simulation.position import position_at


@pytest.fixture(scope="module", params=[3, 4])
def log(request):
    """A few rounds, with exchanges."""
    return game([bot("linear")] * request.param, Rules(players=request.param, target=40))


def decisions(log, number):
    entry = log["rounds"][number - 1]
    for place in range(1, len(entry["moves"]) + 1, 3):
        yield position_at(log, number, place), entry


@pytest.mark.parametrize("objective", ["points", "games"])
def test_the_best_value_is_what_it_does(log, objective):
    seat = bot("pimc", worlds=7, objective=objective)
    assert (seeks(seat), worlds_of(seat, 4)) == (objective, 7)
    compared = 0
    for position, entry in decisions(log, 2):
        thought = think(position, seat, entry)
        values = list(thought.values.values())
        if not values:
            continue
        compared += 1
        assert next(iter(thought.values)) == thought.would
        assert values == sorted(values, reverse=objective == "games")
        if objective == "games":
            assert all(0 <= value <= 1 for value in values)
        for value in values:  # a mean of seven whole numbers, but for the others' mean in points
            whole = value * 7 * (len(log["bots"]) - 1 if objective == "points" else 1 << 20)
            assert whole == pytest.approx(round(whole), abs=1e-6)
    assert compared > 3


def test_both_is_the_share_of_the_game_less_points(log):
    """The same worlds and draws for all three, and 1/220 of a game for a point."""
    position, entry = next(decisions(log, 2))
    points, games, both = (
        think(position, bot("pimc", objective=each, worlds=7), entry).values
        for each in ("points", "games", "both")
    )
    assert len(both) > 1
    assert both.keys() == games.keys() == points.keys()
    for play, value in both.items():
        assert value == pytest.approx(games[play] - points[play] / 220, abs=1e-4)


def test_the_yardstick_sees_the_true_hands(log):
    """Its value of the play that was made is what came of it, as `linear` played on."""
    points, checked = log["rounds"][1]["points"], 0
    for position, entry in decisions(log, 2):
        move = entry["moves"][len(position.moves)]
        values = think(position, bot("oracle", objective="points"), entry).values
        made = mask_of(move["play"] or "")
        if made in values:
            mine, others = points[move["seat"]], sum(points) - points[move["seat"]]
            assert values[made] == pytest.approx(mine - others / (len(points) - 1))
            checked += 1
    assert checked > 3


@pytest.mark.parametrize("cards", [3, 17])
def test_gifts_are_valued_too(log, cards):
    position, entry = position_at(log, 2, None), log["rounds"][1]
    thought = think(position, bot("pimc", give={"policy": "value", "cards": cards}), entry)
    different = set(position.hand.split())
    assert next(iter(thought.values)) == thought.would
    assert set(map(text_of, thought.values)) <= different
    assert len(thought.values) == min(cards, len(different))


@pytest.mark.parametrize("doubt", [0.5, 1.5])
def test_what_dropped_out_is_behind_what_did_it_by_their_difference(log, doubt):
    """Its value is near the one that it has in all worlds, and never better than the best."""
    apart, dropped = [], 0
    for position, entry in decisions(log, 2):
        some = think(position, bot("pimc", worlds=400, objective="points", doubt=doubt), entry)
        whole = think(position, bot("pimc", worlds=400, objective="points", doubt=100), entry)
        assert some.values.keys() == whole.values.keys()
        if some.values:
            assert some.values[some.would] == min(some.values.values())
            behind = {play: value - some.values[whole.would] for play, value in some.values.items()}
            for play, value in whole.values.items():
                apart.append(behind[play] - value + whole.values[whole.would])
            dropped += len(some.values) > 2
    assert dropped > 3
    assert np.mean(np.abs(apart)) < 4  # points; the values themselves are up to 100


def test_one_card_is_no_comparison(log):
    entry = log["rounds"][1]
    last = position_at(log, 2, len(entry["moves"]))
    thought = think(last, bot("pimc"), entry)
    assert thought.values == {} or thought.would == next(iter(thought.values))
    assert thought.would == mask_of(last.hand)  # it goes out


def test_only_searches_think_aloud():
    assert [thinks_aloud(bot(kind)) for kind in ("linear", "oracle", "ismcts")] == [
        False,
        True,
        True,
    ]


def test_a_foul_of_the_bot_that_is_asked_is_said(tmp_path, log):
    (tmp_path / "foul.py").write_text(FOUL, "utf-8")
    seat = bot("pimc", rollout=f"{tmp_path / 'foul.py'}:FOUL")
    position, entry = next(decisions(log, 2))
    with pytest.raises(PlayError, match="a bot that pimc asks broke the rules"):
        think(position, seat, entry)


FOUL = """
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Strategy

@kernel
def choose(view, hand, parameters, offset):
    return hand | (hand << 1)

FOUL = Strategy("foul", "Breaks the rules.", "None.", choose)
"""
