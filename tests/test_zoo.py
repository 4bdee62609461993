"""The PettingZoo environment: PettingZoo's own tests, and games that are those of the engine."""

import importlib
import sys

import numpy as np
import pytest
from games import bot, game
from pettingzoo.test import api_test, seed_test

from gofsim.encoding import LAYOUT, every_action
from gofsim.errors import BadInputError
from gofsim.learning import seated
from gofsim.rules import Rules
from gofsim.zoo import GangOfFour, env

SHORT = {"target": 20}
NAMES = [name for name, width in LAYOUT for _ in range(width)]
# PettingZoo knows by name the environments whose observations may come with a mask.
pytestmark = pytest.mark.filterwarnings("ignore:Observation (is not a NumPy|space for each agent)")


def test_pettingzoo_finds_nothing(capsys):
    api_test(env(**SHORT), num_cycles=300)
    seed_test(lambda: env(**SHORT), num_cycles=50)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("seats", [(None,) * 3, (None, "lowest", None), ("lowest", None) * 2])
def test_pettingzoo_with_bots_and_three_players(seats, capsys):
    api_test(env(seats=seats, reward="games", **SHORT), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def played(world, seed, answer="lowest"):
    """All rewards of a game in which a bot answers for every agent; and the last infos."""
    world.reset(seed=seed)
    rewards, infos = dict.fromkeys(world.agents, 0.0), {}
    for agent in world.agent_iter():
        seen, reward, over, cut, infos[agent] = world.last()
        rewards[agent] += reward
        action = None
        if not (over or cut):
            mask = world.tables.ask(seated(answer))
            action = int(np.searchsorted(every_action(), mask[0]))
            assert seen["action_mask"][action] == 1
        world.step(action)
    return rewards, infos


@pytest.mark.parametrize("players", [3, 4])
def test_a_game_is_that_of_the_engine(players):
    rewards, _ = played(GangOfFour([None] * players), seed=9)
    log = game([bot("lowest")] * players, Rules(players=players), seed=9)
    assert list(rewards.values()) == [-total for total in log["rounds"][-1]["totals"]]
    shares, infos = played(GangOfFour([None] * players, reward="games"), seed=9)
    winners = log["winners"]
    assert list(shares.values()) == [(s in winners) / len(winners) for s in range(players)]
    assert [each["share"] for each in infos.values()] == list(shares.values())


def test_after_the_end_there_are_totals_alone():
    world = GangOfFour(**SHORT)
    world.reset(seed=2)
    while world.agents and not any(world.terminations.values()):
        world.step(int(world.observe(world.agent_selection)["action_mask"].argmax()))
    seen = world.observe("seat_1")
    told = [(name, value) for name, value in zip(NAMES, seen["observation"], strict=True) if value]
    assert {name for name, _ in told} == {"totals", "target"}
    assert max(value for name, value in told if name == "totals") >= 20
    assert not seen["action_mask"].any()


def test_games_follow_one_another_and_repeat():
    world = GangOfFour(**SHORT)
    world.reset(seed=4)
    first = world.observe(world.agent_selection)["observation"]
    world.reset()
    second = world.observe(world.agent_selection)["observation"]
    world.reset(seed=4)
    assert np.array_equal(world.observe(world.agent_selection)["observation"], first)
    assert not np.array_equal(first, second)


def test_a_game_is_cut_off():
    world = GangOfFour(max_cycles=5)
    world.reset(seed=1)
    for _ in range(5):
        assert not any(world.truncations.values())
        world.step(int(world.observe(world.agent_selection)["action_mask"].argmax()))
    assert all(world.truncations.values())
    assert not any(world.terminations.values())


def test_an_illegal_action_is_told_and_changes_nothing():
    world = GangOfFour(render_mode="ansi")
    world.reset(seed=1)
    before = world.render()
    with pytest.raises(BadInputError, match=r"table 0, seat \d: passing as a lead .* not legal"):
        world.step(0)
    assert world.render() == before
    assert before.startswith("round 1, cards [16, 16, 16, 16], totals [0, 0, 0, 0]: seat_")


def test_without_its_packages_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "gofsim.zoo")
    with pytest.raises(ImportError, match=r"pip install 'gofsim\[zoo\]'"):
        importlib.import_module("gofsim.zoo")


def test_rewards_have_a_name():
    with pytest.raises(BadInputError, match='reward: must be "points" or "games"'):
        GangOfFour(reward="money")


def test_an_unknown_way_to_render_is_refused():
    with pytest.raises(ValueError, match='render_mode: must be "ansi", "human" or None, not "rgb"'):
        GangOfFour(render_mode="rgb")
