"""`gofsim card-worth`: the figures of the experiment of that name, and what it refuses."""

from pathlib import Path

import pytest
from command_line import gofsim

from gofsim.analysis.run_folder import read_run
from gofsim.analysis.worth_rows import card_worths
from gofsim.commands.card_worth import card_worth
from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment
from gofsim.simulation.sources import find_experiment

USUAL = {"rules": (), "players": 4, "rounds": 20, "seed": 20260115}
SILENT = {"workers": 1, "quiet": True, "fresh": False}


def test_it_is_the_experiment_without_a_file(tmp_path):
    text = find_experiment("card_worth").read_text("utf-8").replace('"linear"', '"lowest"')
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    played = run_experiment(load_experiment(path, games=20), tmp_path, workers=1)
    found = card_worth("lowest", **USUAL, **SILENT, out=tmp_path)
    assert (found["format"], found["blocks"]) == ("gofsim-card-worth/1", 20)
    assert (len(found["table"]), len(found["tables"]["number_worth"])) == (34, 62)
    assert played != Path(found["run"])
    assert card_worths(read_run(played)) == card_worths(read_run(Path(found["run"])))


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"rounds": 1}, "--rounds: must be 2 to 1,000,000,000, not 1"),
        ({"seed": -1}, "--seed: must be 0 to 9223372036854775807 (2^63 - 1), not -1"),
        ({"players": 5}, "--players: must be 3 or 4, not 5"),
        ({"rules": ["next_lead=loser"]}, "--rule next_lead: decides nothing here"),
        ({"bot": "lowes"}, '--bot: unknown bot "lowes"; did you mean `lowest`?'),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(tmp_path, changes, line):
    with pytest.raises(BadInputError) as error:
        card_worth(**{"bot": "lowest"} | USUAL | changes, **SILENT, out=tmp_path)
    assert len(error.value.faults) == 1
    assert error.value.faults[0].startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_faults_in_one_line(tmp_path):
    code, out, err = gofsim("card-worth", "--rounds", 1, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == "--rounds: must be 2 to 1,000,000,000, not 1\n"
