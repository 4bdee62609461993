"""`gofsim tune`: it gains, repeats bit for bit, goes on where it stopped, refuses clearly."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from command_line import gofsim, start

from gofsim.commands.tune import tune_bot
from gofsim.errors import BadInputError
from gofsim.leaving import KEPT
from gofsim.simulation.experiment import load_experiment

TEXT = """
question = "Does it pay to pass?"
seed = 11
games = 20
[arms.alone]
seats = ["min-turns", "lowest", "lowest", "lowest"]
[arms.field]
seats = ["longest", "min-turns", "min-turns", "min-turns"]
"""
OTHERS = TEXT.replace('"lowest", "lowest", "lowest"', '"control", "control", "control"')
SMALL = ("--generations", 3, "--held-out-games", 40)


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A finished tuning by the command: where, and the document that it printed."""
    cwd = tmp_path_factory.mktemp("done")
    (cwd / "t.toml").write_text(TEXT, "utf-8")
    code, out, err = gofsim(
        "tune", "min-turns", "t.toml", *SMALL, "--workers", 2, "--json", "--quiet", cwd=cwd
    )
    assert (code, err) == (0, "")
    return cwd, json.loads(out)


@pytest.fixture
def cwd(tmp_path, monkeypatch):
    """The experiments, in the current folder."""
    (tmp_path / "t.toml").write_text(TEXT, "utf-8")
    (tmp_path / "o.toml").write_text(OTHERS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tuned(bot="min-turns", source="t.toml", **changes):
    """Tune in this process."""
    how = {"generations": 3, "held_out_games": 40, "out": None, "workers": 1, "fresh": False}
    return tune_bot(bot, source, quiet=True, **(how | changes))


def test_it_moves_towards_the_better_and_says_by_how_much(done):
    cwd, found = done
    weights = found["weights"]
    assert (found["format"], found["verdict"]) == ("gofsim-tune/1", "gained")
    assert weights["parameters"]["pass_penalty"] > 1
    gain = weights["held_out"]["objective"]
    assert 0.2 < gain["low"] < gain["difference"] < gain["high"]
    assert gain["p"] < 1e-6
    points = weights["held_out"]["arms"]["alone"]["points"]
    assert points["difference"] == pytest.approx(points["tuned"] - points["start"], abs=1e-4)
    assert points["difference"] < -5
    assert json.loads((cwd / "min-turns-weights.json").read_text("utf-8")) == weights


def test_the_file_says_where_it_comes_from(done):
    made = done[1]["weights"]["provenance"]
    assert made["command"] == "gofsim tune min-turns t.toml --generations 3 --held-out-games 40"
    assert made["experiment"]["arms"]["alone"]["seats"] == ["min-turns", *["lowest"] * 3]
    assert (made["generations"], made["population"], made["evaluations"]) == (3, 6, 18)
    assert (made["start"], made["objective"]) == ({"pass_penalty": 0.0}, "games")
    assert len(made["kernel_hash"]) == 16
    assert done[1]["weights"]["held_out"]["seed"] != made["experiment"]["seed"]


def test_workers_change_no_byte_and_stopping_between_generations_neither(done, cwd):
    tuned(generations=1)
    assert tuned(generations=3, workers=1) == done[1] | {"text": tuned()["text"]}
    for name in ("min-turns-weights.json", "min-turns-weights.json.state"):
        assert (cwd / name).read_bytes() == (done[0] / name).read_bytes()


def test_fewer_generations_than_were_played_are_those_alone(cwd):
    longer = tuned(generations=2)["weights"]
    tuned(generations=4)
    assert tuned(generations=2)["weights"] == longer


def test_killed_at_any_moment_it_comes_to_the_same(cwd):
    state = cwd / "w.json.state"
    process = start(
        "tune", "min-turns", "t.toml", "--generations", 10**6, "--out", "w.json", "--quiet", cwd=cwd
    )
    while not state.exists() or len(json.loads(state.read_text("utf-8"))["generations"]) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert not (cwd / "w.json").exists()
    played = len(json.loads(state.read_text("utf-8"))["generations"])
    found = tuned(generations=played + 1, out=cwd / "w.json")
    again = tuned(generations=played + 1, out=cwd / "again.json")
    assert found["weights"] == again["weights"]
    assert (cwd / "w.json").read_bytes() == (cwd / "again.json").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
def test_a_signal_ends_it_with_one_line(cwd):
    process = start("tune", "min-turns", "t.toml", "--generations", 10**6, cwd=cwd)
    while not list(cwd.glob("*.state")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 143
    assert err.splitlines()[-1] == KEPT
    assert {each.suffix for each in cwd.iterdir()} == {".toml", ".state"}


def test_weights_sit_down_in_an_experiment(done):
    cwd, found = done
    value = found["weights"]["parameters"]["pass_penalty"]
    bots = '[bots.a]\nkind = "min-turns"\nweights = "min-turns-weights.json"\n'
    bots += f'[bots.b]\nkind = "min-turns"\npass_penalty = {value}\n'
    (cwd / "use.toml").write_text(
        f'question = "?"\nseed = 1\ngames = 1\n{bots}[arms.x]\nseats = ["a", "b", "lowest", "a"]',
        "utf-8",
    )
    first, second, *_ = load_experiment(cwd / "use.toml").arms[0].seats
    assert first == second
    assert first.values["pass_penalty"] == value


def test_it_begins_with_a_file_and_is_checked_among_others(done, cwd):
    begin = done[0] / "min-turns-weights.json"
    found = tuned(start=begin, held_out="o.toml", generations=1, objective="points", step=0.01)
    weights = found["weights"]
    assert weights["provenance"]["start"] == done[1]["weights"]["parameters"]
    assert weights["held_out"]["experiment"] == "o.toml"
    assert weights["held_out"]["arms"]["alone"]["seats"] == ["min-turns", *["control"] * 3]
    assert abs(weights["parameters"]["pass_penalty"] - 7) < 7
    assert "points a round, its own less those of the others" in found["sentence"]


def test_single_rounds_are_tuned_for_points(cwd):
    (cwd / "t.toml").write_text(TEXT.replace("games", "rounds"), "utf-8")
    found = tuned(generations=1)
    assert found["weights"]["provenance"]["objective"] == "points"
    assert "games" not in found["weights"]["held_out"]["arms"]["alone"]
    with pytest.raises(BadInputError, match=r"--objective games: .* plays single rounds"):
        tuned(objective="games")


def test_only_the_named_parameters_move(cwd):
    (cwd / "t.toml").write_text(TEXT.replace("min-turns", "control"), "utf-8")
    found = tuned("control", generations=1, parameters="ten, gang")["weights"]
    assert found["provenance"]["tuned"] == ["ten", "gang"]
    assert {name: found["parameters"][name] for name in ("phoenix", "dragon", "pass_bonus")} == {
        "phoenix": 0.2, "dragon": 0.4, "pass_bonus": -6.0
    }  # fmt: skip
    assert found["parameters"]["ten"] != 0.02


def test_a_file_that_is_there_is_replaced_only_when_it_is_done(cwd):
    out = cwd / "w.json"
    out.write_text("mine", "utf-8")
    with pytest.raises(BadInputError, match="is there already, and not from this tuning; --fresh"):
        tuned(out=out)
    assert [each.name for each in sorted(cwd.iterdir())] == ["o.toml", "t.toml", "w.json"]
    tuned(out=out, fresh=True, generations=1)
    before = out.read_bytes()
    with pytest.raises(
        BadInputError, match=r"from a tuning with other settings \(step, population\); "
    ):
        tuned(out=out, population=5, step=0.2)
    assert out.read_bytes() == before


def test_what_else_is_set_of_the_bot_belongs_to_the_tuning(cwd):
    mine = TEXT.replace("min-turns", "mine") + '[bots.mine]\nkind = "min-turns"\n'
    (cwd / "t.toml").write_text(mine, "utf-8")
    tuned("mine", generations=1)
    (cwd / "t.toml").write_text(mine + 'give = "min-turns"\n', "utf-8")
    with pytest.raises(BadInputError, match=r"from a tuning with other settings \(arms\); --fresh"):
        tuned("mine", generations=1)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"bot": "min-turn"}, 't.toml: "min-turn" sits in no arm; did you mean `min-turns`?'),
        ({"bot": "longest", "source": "l.toml"}, '"longest" has no numeric parameters to tune'),
        ({"source": "none.toml"}, "none.toml: no such file"),
        ({"generations": 0}, "--generations: must be at least 1, not 0"),
        ({"population": 3}, "--population: must be at least 4, not 3"),
        ({"step": 0.0}, "--step: must be above 0, at most 1, not 0"),
        ({"step": float("nan")}, "--step: must be above 0, at most 1, not nan"),
        ({"objective": "wins"}, '--objective: must be games or points, not "wins"'),
        ({"parameters": "pass_penalt"}, 'no parameter "pass_penalt"; did you mean `pass_penalty`?'),
        ({"held_out_games": 29}, "--held-out-games: must be at least 30, not 29"),
        (
            {"held_out": "l.toml"},
            '--held-out l.toml: "min-turns" sits in no arm; there sit longest, lowest',
        ),
        ({"held_out": "three.toml"}, "--held-out three.toml: has 3 players, not 4"),
        ({"held_out": "r.toml"}, "--held-out r.toml: plays single rounds"),
        ({"start": Path("none.json")}, "--start: none.json: no such file"),
        ({"start": Path("three.json")}, "--start: three.json is for 3 players, not 4"),
        ({"workers": 0}, "--workers: must be at least 1, not 0"),
        ({"out": Path()}, "--out: . is a folder; name a file"),
    ],
)
def test_bad_input_is_one_fault(cwd, changes, fault):
    longest = '[arms.a]\nseats = ["longest", "lowest", "lowest", "lowest"]'
    (cwd / "l.toml").write_text(TEXT.split("[", maxsplit=1)[0] + longest, "utf-8")
    (cwd / "r.toml").write_text(TEXT.replace("games", "rounds"), "utf-8")
    three = TEXT.replace(', "lowest"]', "]").replace(', "min-turns"]', "]")
    (cwd / "three.toml").write_text(three.replace("[arms", "[rules]\nplayers=3\n[arms", 1), "utf-8")
    (cwd / "three.json").write_text(
        '{"format": "gofsim-weights/1", "bot": "min-turns", "players": 3, "parameters": {}}'
    )
    before = sorted(cwd.iterdir())
    with pytest.raises(BadInputError) as caught:
        tuned(**changes)
    (line,) = caught.value.faults
    assert fault in line
    assert sorted(cwd.iterdir()) == before


def test_the_bot_is_the_same_on_held_out_deals(cwd):
    mine = TEXT.replace("min-turns", "mine") + '[bots.mine]\nkind = "{}"\n'
    (cwd / "t.toml").write_text(mine.format("min-turns"), "utf-8")
    (cwd / "o.toml").write_text(mine.format("control"), "utf-8")
    with pytest.raises(BadInputError, match="`mine` is another bot there"):
        tuned("mine", held_out="o.toml")


def test_without_cma_one_line_says_what_to_install(cwd, monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(BadInputError) as caught:
        tuned()
    assert str(caught.value) == ("gofsim tune needs the package cma: pip install 'gofsim[tune]'")
