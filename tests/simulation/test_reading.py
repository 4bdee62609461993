"""What cannot be read hides no fault of the rest, and brings none of its own."""

from itertools import combinations

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import experiment_from
from gofsim.suggest import few

# Faults of an experiment with arms, each with the change that makes it and its line.
FAULTS = {
    "unknown key `sed`; did you mean `seed`?": {"sed": 7},
    "seed: must be a whole number, not 1.5": {"seed": 1.5},
    "question: must be text in quotes, not 3": {"question": 3},
    "games: must be at least 1, not 0": {"games": 0},
    'seating: must be "fixed", "rotations" or "all", not 1': {"seating": 1},
    "[rules] target: must be at least 1, not 0": {"rules.target": 0},
    "[arms.three] seats: 3 bots, but 4 players (rules.players)": {
        "arms.three": {"seats": ["lowest"] * 3}
    },
    '[arms.x] seats: unknown bot "zebra"; the bots are random, random-nopass, lowest, longest, '
    "min-turns, control, endgame, counter, linear, pimc, pimc-infer, ismcts, oracle, cautious": {
        "arms.x": {"seats": ["lowest"] * 3 + ["zebra"]}
    },
    "[arms.odd] seats[1]: must be text in quotes, not 3": {
        "arms.odd": {"seats": ["lowest", 3, "lowest", "lowest"]}
    },
    "`seats` is missing in [arms.empty]": {"arms.empty": {}},
    "[arms] number: must be a table, not 3": {"arms.number": 3},
    "[arms.off] rules.players: must be 3 or 4, not 5": {"arms.off.rules.players": 5},
    "[bots.cautious] forget: must be 0 to 1, not 2": {"bots.cautious.forget": 2},
    "[bots] odd: must be a table, not 3": {"bots.odd": 3},
    "[stop] every: must be at least 50, not 0": {"stop.every": 0},
    "unknown key `evry` in [stop]; did you mean `every`?": {"stop.evry": 50},
    '[stop] of: no arm "of"; did you mean `off`?': {"stop.of": ["on", "of"]},
    '[stop]: `width` decides nothing with rule "sprt"; leave it out': {"stop.width": 0.1},
    '[stop]: `d1` is missing, rule "sprt" needs it, such as d1 = -0.25': {"stop.d1": None},
    "[stop] alpha: must be less than 0.5, not 0.5": {"stop.alpha": 0.5},
}  # fmt: skip


def document():
    """An experiment without a fault."""
    return {
        "question": "?",
        "seed": 1,
        "games": 400,
        "rules": {"players": 4},
        "bots": {"cautious": {"kind": "lowest", "gang_when_opponent_at_most": 3}},
        "arms": {
            "on": {"seats": ["lowest", "lowest", "cautious", "random"]},
            "off": {"seats": ["lowest", "lowest", "cautious", "random"], "rules": {}},
        },
        "stop": {"rule": "sprt", "of": ["on", "off"], "d0": 0.0, "d1": -0.25},
    }


def changed(*changes):
    """That experiment with values replaced, by dotted keys; None takes one out."""
    whole = document()
    for key, value in [pair for change in changes for pair in change.items()]:
        *above, last = key.split(".")
        table = whole
        for name in above:
            table = table[name]
        table[last] = value
        if value is None:
            del table[last]
    return whole


def faults(whole, tmp_path):
    """The lines that refuse an experiment."""
    with pytest.raises(BadInputError) as error:
        experiment_from(whole, tmp_path / "e.toml")
    return list(error.value.faults)


def test_there_is_none_to_begin_with(tmp_path):
    assert experiment_from(document(), tmp_path / "e.toml").blocks == 400


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_comes_alone(tmp_path, fault):
    assert faults(changed(FAULTS[fault]), tmp_path) == [fault]


def test_no_fault_hides_another(tmp_path):
    for pair in combinations(FAULTS, 2):
        told = faults(changed(*map(FAULTS.get, pair)), tmp_path)
        assert set(told) == set(pair)


def test_all_at_once(tmp_path):
    assert set(faults(changed(*FAULTS.values()), tmp_path)) == set(FAULTS)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rules.players": "3"}, ['[rules] players: must be 3 or 4, not "3"']),
        ({"rules": 3}, ["rules: must be a table, not 3"]),
        ({"stop.of": [1, 2]},
         ["[stop] of[0]: must be text in quotes, not 1",
          "[stop] of[1]: must be text in quotes, not 2"]),
        ({"stop.of": ["on", 3]}, ["[stop] of[1]: must be text in quotes, not 3"]),
        ({"stop.rule": "wide"},
         ['[stop] rule: must be "width", "sprt" or "anytime", not "wide"; did you mean `width`?']),
        ({"stop": 3}, ["stop: must be a table, not 3"]),
        ({"games": None, "rounds": 0, "rules.target": 50},
         ["rounds: must be at least 1, not 0",
          "[rules]: `target` decides nothing with `rounds` (single rounds); leave it out"]),
        ({"sweep": {"rules.players": [3, 5]}, "arms.on.seats": ["lowest"] * 3, "stop": None},
         ["[sweep] rules.players: must be 3 or 4, not 5"]),
        ({"sweep": 3}, ["sweep: must be a table, not 3"]),
        ({"sweep": {"rules.riffles": [1, 2]}, "rules.shuffle": "rifle", "stop": None},
         ['[rules] shuffle: must be "uniform" or "riffle", not "rifle"; did you mean `riffle`?']),
        ({"arms": None, "league": {"bots": ["lowest", 3], "design": "tables"}, "stop": None},
         ["[league] bots[1]: must be text in quotes, not 3"]),
        ({"arms": None, "league": {"bots": ["lowest", "random", "lowest"], "design": "x"},
          "rules.players": 5, "stop": None},
         ["[rules] players: must be 3 or 4, not 5",
          '[league] design: must be "one-vs-field" or "tables", not "x"',
          '[league] bots: "lowest" is there 2 times']),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_not_judged(tmp_path, change, told):
    assert faults(changed(change), tmp_path) == told


def test_lists_of_faults_are_cut(tmp_path):
    riffles = {"sweep": {"rules.riffles": list(range(3001))}, "rules.shuffle": "riffle"}
    assert faults(changed(riffles, {"stop": None}), tmp_path) == [
        "[sweep] rules.riffles: must be at most 20, not 21",
        "[sweep] rules.riffles: must be at most 20, not 22",
        "[sweep] rules.riffles: must be at most 20, not 23",
        "[sweep] rules.riffles: and 2,977 more",
    ]
    many = faults(changed({"arms.on.seats": list(range(100))}), tmp_path)
    assert len(many) == 4
    assert many[-1] == "[arms.on] seats: and 97 more"
    scoring = faults(changed({"rules.scoring": ["x"] * 100}), tmp_path)
    assert scoring[-1] == "[rules] scoring: and 97 more"
    names = faults(changed({"arms.on.seats": [f"zebra{k}" for k in range(9)]}), tmp_path)
    assert names[3:] == [
        "[arms.on] seats: and 6 more",
        "[arms.on] seats: 9 bots, but 4 players (rules.players)",
    ]


def test_a_few_lines():
    assert few(list("abcd"), "x") == list("abcd")
    assert few(list("abcde"), "x") == ["a", "b", "c", "x: and 2 more"]


def test_text_that_is_no_utf8(tmp_path):
    assert faults(changed({"arms.on.seats": ["lowest"] * 3 + ["\udcff"]}), tmp_path) == [
        '[arms.on] seats[3]: must be text in UTF-8, not "\\udcff"'
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([0, 0.0, -0.0], ["0 is there 3 times"]),
        ([0.5, 0, 2, 0.5, 0.0],
         ["0.5 is there 2 times", "0 is there 2 times", "must be 0 to 1, not 2"]),
        ([0, True], ["must be a number, not true"]),
    ],
)  # fmt: skip
def test_values_are_the_same_by_value(tmp_path, values, told):
    sweep = {"sweep": {"bots.cautious.forget": values}, "stop": None}
    lines = faults(changed(sweep), tmp_path)
    assert lines == [f"[sweep] bots.cautious.forget: {line}" for line in told]
