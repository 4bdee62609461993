"""Finding and reading experiment files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gofsim
from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.sources import bundled_file, bundled_names, find_experiment, read_toml

SHIPPED = [
    "card_worth",
    "direction",
    "exchange",
    "forgetting",
    "gangs",
    "ladder",
    "last_card",
    "leader",
    "opening",
    "passing",
    "players",
    "scoring",
    "search",
    "shuffle",
    "tie_break",
]


def test_bundled_experiments_are_found_by_name():
    assert bundled_names() == SHIPPED
    assert find_experiment("exchange") == bundled_file("exchange")


def test_bundled_experiments_of_a_wheel_are_inside_the_package(tmp_path):
    package = tmp_path / "gofsim"
    shutil.copytree(Path(gofsim.__file__).parent, package, ignore=shutil.ignore_patterns("__pyc*"))
    (package / "experiments").mkdir()
    (package / "experiments" / "mine.toml").write_text("")
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "from gofsim.simulation import sources as s; print(s.bundled_names())",
        ],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
    )
    assert told.stdout.strip() == "['mine']"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_bundled_experiment_is_sound_and_starts_with_its_question(name):
    text = bundled_file(name).read_text("utf-8")
    experiment = load_experiment(name)
    assert text.splitlines()[0] == f"# {experiment.question}"


def test_a_file_comes_before_a_bundled_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exchange").write_text("")
    assert find_experiment("exchange").read_text() == ""


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("exchnge", "exchnge: no such file, and no bundled experiment; did you mean `exchange`?"),
        ("zzz.toml", f"zzz.toml: no such file, and no bundled experiment; "
                     f"bundled are {', '.join(SHIPPED)}"),
        ("[red].toml", f"[red].toml: no such file, and no bundled experiment; "
                       f"bundled are {', '.join(SHIPPED)}"),
    ],
)  # fmt: skip
def test_what_is_not_there(source, line):
    with pytest.raises(BadInputError) as caught:
        find_experiment(source)
    assert str(caught.value) == line


def test_a_folder_is_no_experiment(tmp_path):
    with pytest.raises(BadInputError, match="is a folder, not an experiment file"):
        find_experiment(tmp_path)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b'question = "\xff"', "not UTF-8 text (byte 12)"),
        (b"question = ", "not TOML: Invalid value (at end of document)"),
    ],
)
def test_what_cannot_be_read(tmp_path, content, fault):
    path = tmp_path / "e.toml"
    path.write_bytes(content)
    with pytest.raises(BadInputError) as caught:
        read_toml(path)
    assert str(caught.value) == f"{path}: {fault}"
