"""Weights: what a seat takes from a file, and what is wrong with other files."""

import json
import pickle
from pathlib import Path

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.arms import bot_content
from gofsim.simulation.experiment import experiment_from
from gofsim.strategies.registry import load_bot
from gofsim.strategies.seat import seat_bot
from gofsim.strategies.weights import FORMAT, read_weights

CONTROL = {"format": FORMAT, "bot": "control", "players": 4, "parameters": {"ten": 0.5, "gang": 3}}


def written(folder, **changes):
    """Write a weights file; return its name."""
    content = {k: v for k, v in (CONTROL | changes).items() if v is not None}
    (folder / "w.json").write_text(json.dumps(content), "utf-8")
    return "w.json"


def seated(folder, **settings):
    return seat_bot("control", settings, folder, "[bots.mine]")


def test_values_come_from_the_file_and_over_them_from_the_table(tmp_path):
    seat = seated(tmp_path, weights=written(tmp_path), gang=1, give="min-turns")
    assert seat.values == {"ten": 0.5, "phoenix": 0.2, "dragon": 0.4, "gang": 1, "pass_bonus": -6}
    assert seat.give == "min-turns"


def test_the_path_is_relative_to_the_folder(tmp_path):
    (tmp_path / "deep").mkdir()
    written(tmp_path / "deep")
    assert seated(tmp_path, weights="deep/w.json").values["ten"] == 0.5


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "w.json").write_text(json.dumps(CONTROL), "utf-8-sig")
    assert seated(tmp_path, weights="w.json").values["ten"] == 0.5


def test_values_decide_the_hash_and_paths_do_not(tmp_path):
    seat = seated(tmp_path, weights=written(tmp_path))
    plain = seated(tmp_path, ten=0.5, gang=3)
    assert bot_content(seat, 4) == bot_content(plain, 4)
    assert bot_content(seat, 4) != bot_content(seated(tmp_path), 4)


def test_a_seat_travels_without_its_file(tmp_path):
    seat = seated(tmp_path, weights=written(tmp_path), ten=1)
    (tmp_path / "w.json").unlink()
    again = pickle.loads(pickle.dumps(seat))
    assert (again.values, again.weights) == (seat.values, seat.weights)
    assert json.loads(json.dumps(dict(seat.request[1])))["weights"]["file"] == "w.json"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"format": None}, 'has format "none", but this gofsim reads "gofsim-weights/1"'),
        ({"format": "gofsim-weights/9"}, 'has format "gofsim-weights/9", but this gofsim reads'),
        ({"bot": "lowest"}, 'is of bot "lowest", not "control"'),
        ({"players": 5}, "players: must be 3 or 4, not 5"),
        ({"players": None}, "players: must be 3 or 4, not null"),
        ({"parameters": [1]}, "parameters: must be names with values, not [1]"),
        ({"parameters": {"tens": 1}}, "control has no parameter `tens`; did you mean `ten`?"),
        ({"parameters": {"ten": 21}}, "ten: must be 0 to 20, not 21"),
        ({"parameters": {"ten": "1"}}, 'ten: must be a number, not "1"'),
        ({"parameters": {"ten": float("nan")}}, "ten: must be 0 to 20, not nan"),
        ({"parameters": {"ten": float("inf")}}, "ten: must be 0 to 20, not inf"),
    ],
)
def test_a_fault_of_a_file_is_one_line(tmp_path, changes, fault):
    with pytest.raises(BadInputError) as caught:
        seated(tmp_path, weights=written(tmp_path, **changes))
    (line,) = caught.value.faults
    assert line.startswith(f"[bots.mine] weights: {tmp_path / 'w.json'}: {fault}")


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"\xff", "not JSON"), (b"{", "not JSON"), (b"[" * 100_000, "not JSON"),
     (b"[1]", "not a weights file")],
)  # fmt: skip
def test_what_is_no_weights_file(tmp_path, content, fault):
    (tmp_path / "w.json").write_bytes(content)
    with pytest.raises(BadInputError, match=fault):
        read_weights(tmp_path / "w.json", load_bot("control", Path()))


def test_there_must_be_a_file_and_a_name(tmp_path):
    for wanted, fault in [("no.json", "no such file"), (".", "cannot be read"), (7, "in quotes")]:
        with pytest.raises(BadInputError, match=fault):
            seated(tmp_path, weights=wanted)
    with pytest.raises(BadInputError, match="unknown key `weights` in here"):
        seat_bot("random-nopass", {"weights": "w.json"}, tmp_path, "here")


def experiment(folder, *, players, **bot):
    seats = ["mine", *["lowest"] * (players - 1)]
    document = {
        "question": "?", "seed": 1, "games": 1, "rules": {"players": players},
        "bots": {"mine": bot}, "arms": {"a": {"seats": seats}},
    }  # fmt: skip
    return experiment_from(document, folder / "e.toml")


def test_weights_are_for_one_number_of_players(tmp_path):
    name = written(tmp_path)
    assert experiment(tmp_path, players=4, kind="control", weights=name).arms
    line = r"\[arms.a\] seats: the weights of `mine` are for 4 players, not 3"
    with pytest.raises(BadInputError, match=line):
        experiment(tmp_path, players=3, kind="control", weights=name)


def test_so_are_those_of_a_bot_that_is_asked(tmp_path):
    asked = {"kind": "control", "weights": written(tmp_path)}
    found = experiment(tmp_path, players=4, kind="pimc", rollout=asked).arms[0].seats[0]
    assert found.asked["rollout"].values["ten"] == 0.5
    (tmp_path / "w.json").unlink()
    assert pickle.loads(pickle.dumps(found)).asked["rollout"].values["ten"] == 0.5
    written(tmp_path, players=3)
    with pytest.raises(BadInputError, match="are for 3 players, not 4"):
        experiment(tmp_path, players=4, kind="pimc", rollout=asked)


THREE = """
from dataclasses import replace
from gofsim.strategies.base import Parameter
from gofsim.strategies.lowest import LOWEST
BOT = replace(LOWEST, name="three", parameters=(
    Parameter("gang_when_opponent_at_most", 5, 0, 16, "as lowest", True, 7),
))
"""


def test_values_of_a_file_also_hold_with_three_players(tmp_path):
    (tmp_path / "three.py").write_text(THREE, "utf-8")
    values = {"gang_when_opponent_at_most": 2}
    name = written(tmp_path, bot="three", players=3, parameters=values)
    assert seat_bot("three.py:BOT", {}, tmp_path, "x").values_at(3) == {
        "gang_when_opponent_at_most": 7
    }
    assert seat_bot("three.py:BOT", {"weights": name}, tmp_path, "x").values_at(3) == values


def test_and_of_a_bot_that_a_giving_policy_asks(tmp_path):
    rollout = {"kind": "control", "weights": written(tmp_path)}
    seat = seated(tmp_path, give={"policy": "value", "rollout": rollout})
    (tmp_path / "w.json").unlink()
    again = pickle.loads(pickle.dumps(seat))
    assert again.giving.asked["rollout"].values["ten"] == 0.5
    assert again.weights_faults(3) == ["are for 4 players, not 3"]
