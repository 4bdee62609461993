"""Seating bots: settings resolved, bots that others ask, and what travels to other processes."""

import pickle
from pathlib import Path

import pytest
from games import bot

from gofsim.errors import BadInputError, PlayError
from gofsim.rules import Rules
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.play import play_blocks
from gofsim.strategies.seat import seat_bot

MINE = """
from gofsim.kernel.cards import NOTHING
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import AskedBot, Choice, Parameter, Strategy
from near import pick

@kernel
def choose(view, hand, parameters, offset):
    return pick(view, hand)

@kernel
def passes(view, hand, parameters, offset):
    return NOTHING

@kernel
def lays_all(view, hand, parameters, offset):
    return hand

def named(name, function=choose, **more):
    return Strategy(name, "Leads its lowest card and passes.", "a test", function, **more)

MINE = named("mine")
PASSES = named("passes", passes)
LAYS_ALL = named("lays-all", lays_all)
ITSELF = named("itself", asks=(AskedBot("rollout", "mine.py:ITSELF", ""),))
MOODY = named("moody", choices=(Choice("mood", "calm", ("wild", "wilder"), ""),))
TAKEN = named("taken", choices=(Choice("give", "calm", ("calm",), ""),))
TWICE = named(
    "twice", choices=(Choice("x", "a", ("a",), ""),), parameters=(Parameter("x", 0, 0, 1, ""),)
)
"""
NEAR = """
from gofsim.kernel.cards import NOTHING, lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import REQUIRED, TO_BEAT_KIND, weakest_play

@kernel
def pick(view, hand):
    if view[TO_BEAT_KIND] != NOTHING:
        return weakest_play(view, hand)
    return view[REQUIRED] if view[REQUIRED] != NOTHING else lowest(hand)
"""
EASY = Rules(last_card="off")  # so that the small bot here always plays by the rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A user's bots, with a module beside them; compiled once."""
    path = tmp_path_factory.mktemp("bots")
    (path / "mine.py").write_text(MINE, "utf-8")
    (path / "near.py").write_text(NEAR, "utf-8")
    return path


def refused(kind, settings, folder=Path()):
    with pytest.raises(BadInputError) as caught:
        seat_bot(kind, settings, folder, "[bots.p]")
    (line,) = caught.value.faults
    return line.replace(str(folder.resolve()), "HERE")


def play(*seats, **more):
    seats = (*seats, *[bot("lowest")] * (4 - len(seats)))
    how = {"seed": 1, "blocks": range(1), "seating": "fixed", "single_round": False, "arm": "x"}
    return play_blocks(seats, EASY, **(how | more))


# Bots that are asked


def test_an_asked_bot_is_a_name_or_a_table():
    named, table = bot("pimc", rollout="lowest"), bot("pimc", rollout={"kind": "lowest"})
    assert named == table
    other = bot("pimc", rollout={"kind": "lowest", "gang_when_opponent_at_most": 3})
    assert other != named
    assert other.asked["rollout"].values["gang_when_opponent_at_most"] == 3


SEARCHES = ["pimc", "pimc-infer", "oracle"]


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("asked", [*SEARCHES, {"kind": "pimc", "rollout": "pimc"}], ids=str)
def test_no_search_in_a_search(kind, asked):
    name = asked if isinstance(asked, str) else asked["kind"]
    line = f"[bots.p] rollout: must be a bot that does not search itself, not {name}"
    assert refused(kind, {"rollout": asked}) == line


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("lowst", 'unknown bot "lowst"; did you mean `lowest`? (`gofsim bots` lists them; '
                  'a bot of your own: "my_bot.py:MY_BOT")'),
        (3, 'must be a bot\'s name, or a table such as { kind = "lowest" }, not 3'),
        ({"gang": 1}, None),
        ({"kind": "lowest", "give": "lowest"},
         "`give` decides nothing in a search; leave it out"),
        ({"kind": "lowest", "forget": 0}, "`forget` decides nothing in a search; leave it out"),
    ],
)  # fmt: skip
def test_what_may_not_be_asked(asked, line):
    found = refused("pimc", {"rollout": asked})
    assert found.startswith("[bots.p] rollout: ")
    assert line is None or found == f"[bots.p] rollout: {line}"


def test_faults_of_an_asked_bot_say_where():
    asked = {"kind": "lowest", "gang_when_opponent_at_most": 17}
    assert refused("pimc", {"rollout": asked}) == (
        "[bots.p] rollout gang_when_opponent_at_most: must be 0 to 16, not 17"
    )
    line = refused("pimc", {"rollout": {"kind": "lowest", "gang": 1}})
    assert line.startswith("unknown key `gang` in [bots.p] rollout")


# A user's bots


def test_a_bot_that_asks_itself_is_refused(folder):
    line = "[bots.p] rollout: must be a bot that does not search itself, not mine.py:ITSELF"
    assert refused("mine.py:ITSELF", {}, folder) == line
    assert refused("pimc", {"rollout": "mine.py:ITSELF"}, folder) == line


@pytest.mark.parametrize(
    ("constant", "fault"),
    [
        ("MOODY", 'the default of mood is "calm", not "wild" or "wilder"'),
        ("TAKEN", "the name give is taken"),
        ("TWICE", "the name x is taken"),
    ],
)
def test_bad_settings_of_a_users_bot(folder, constant, fault):
    line = refused(f"mine.py:{constant}", {}, folder)
    assert line == f"[bots.p]: HERE/mine.py: {constant}: {fault}"


def test_a_users_bot_is_asked_and_travels(folder):
    settings = {"rollout": "mine.py:MINE", "worlds": 2, "candidates": 3}
    seat = seat_bot("pimc", settings, folder, "here")
    assert [path.name for path in seat.sources] == ["mine.py", "near.py"]
    again = pickle.loads(pickle.dumps(seat))
    assert again == seat
    rows, others = play(seat).rounds, play(again).rounds
    assert all(rows[name].tolist() == others[name].tolist() for name in rows)


@pytest.mark.parametrize("kind", SEARCHES)
def test_an_asked_bot_that_breaks_the_rules_ends_the_run_in_one_line(folder, kind):
    settings = {"rollout": "mine.py:PASSES", "candidates": 3}
    settings |= {"model": "lowest"} if kind == "pimc-infer" else {}
    with pytest.raises(PlayError) as caught:
        play(seat_bot(kind, settings, folder, "here"))
    line = str(caught.value)
    assert line.startswith(f"arm x: bot {kind} (asking passes")
    assert line.endswith(": a bot that it asks broke the rules in its search")


def test_a_bot_that_a_giving_policy_asks_is_named(folder):
    give = {"policy": "value", "worlds": 1, "rollout": "mine.py:PASSES"}
    seat = seat_bot("lowest", {"give": give}, folder, "here")
    assert [path.name for path in seat.sources] == ["mine.py", "near.py"]
    with pytest.raises(PlayError) as caught:
        play(*[seat] * 4)
    line = str(caught.value)
    assert line.startswith("arm x: bot lowest on seat ")
    assert line.endswith(", round 2: `give` (asking passes) broke the rules in its search")


def test_a_bot_asked_for_its_first_choice_is_named_too(folder):
    with pytest.raises(PlayError, match=r"bot pimc \(asking lays-all\) on seat 0.* not legal"):
        play(seat_bot("pimc", {"rollout": "mine.py:LAYS_ALL"}, folder, "here"))


# In experiments

SWEEP = """
question = "?"
seed = 3
games = 8
[rules]
last_card = "off"
[bots.p]
kind = "pimc"
candidates = 3
rollout = { kind = "mine.py:MINE" }
[arms.a]
seats = ["p", "lowest", "lowest", "lowest"]
[sweep]
"bots.p.worlds" = [1, 2]
"bots.p.objective" = ["points", "games"]
"""


def hashes(folder, text=SWEEP):
    (folder / "e.toml").write_text(text, "utf-8")
    return [arm.hash for arm in load_experiment(folder / "e.toml").arms]


def test_sweeps_over_settings_of_a_search_give_different_arms(folder):
    found = hashes(folder)
    assert len(set(found)) == len(found) == 4
    other = SWEEP.replace('"mine.py:MINE"', '"lowest", gang_when_opponent_at_most = 3')
    assert not set(hashes(folder, other)) & set(found)
