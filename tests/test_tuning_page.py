"""The examples of docs/tuning.md fit together, its table holds every option and its default."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest

from gofsim.commands.tune_wish import Wish
from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.strategies.weights import FORMAT

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "tuning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [line for line in TEXT.splitlines() if line.startswith("gofsim tune ")]


def wish(command):
    """Return what a command of the page asks for."""
    _, _, bot, source, *rest = shlex.split(command)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    options = {name.removeprefix("--").replace("-", "_"): value for name, value in pairs}
    options.pop("out", None)
    readers = {"generations": int, "step": float, "start": Path}
    return Wish(
        bot, source, **{name: readers.get(name, str)(text) for name, text in options.items()}
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files of the page."""
    names = ["novice.toml", "use.toml", "others.toml"]
    for name, text in zip(names, EXAMPLES, strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_worked_example(folder):
    task, held, deals = wish(COMMANDS[0]).checked()
    assert set(task.start.values()) == {0.0}
    assert [each.name for each in task.parameters] == list(task.start)
    assert (held, task.population, len(deals.blocks)) == (task.tables, 8, 2_000)
    values = ", ".join(f'"{name}": 1' for name in task.start)
    (folder / "novice-weights.json").write_text(
        f'{{"format": "{FORMAT}", "bot": "control", "players": 4, "parameters": {{{values}}}}}'
    )
    assert set(load_experiment("use.toml").arms[0].seats[0].values.values()) == {1.0}


def test_other_opponents(folder):
    task, held, _ = wish(COMMANDS[1]).checked()
    assert [arm.name for arm in held.arms] == ["control", "counter"]
    assert held.players == task.tables.players


@pytest.mark.parametrize("command", COMMANDS[2:])
def test_the_shipped_tunings_check_among_bots_that_they_do_not_tune_on(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    task, held, _ = wish(command).checked()
    tuned, checked = (
        {label for arm in each.arms for label in arm.labels} for each in (task.tables, held)
    )
    assert tuned & checked == {"linear"}
    assert task.tables.players == (3 if "three" in command else 4)
    for path in (task.tables.experiment.path, held.experiment.path):
        question = load_experiment(path).question
        assert path.read_text("utf-8").splitlines()[0] == f"# {question}"


def test_every_option_is_in_the_table_with_its_default():
    for each in fields(Wish)[2:]:
        row = re.search(rf"^\| `--{each.name.replace('_', '-')}.*", TEXT, re.MULTILINE)
        assert row
        if isinstance(each.default, int | float):
            assert f" {each.default:,} " in row[0]


def test_a_command_is_told_without_what_is_usual():
    told = Wish("a bot.py:X", "e.toml", step=0.2, held_out="o.toml", start=Path("w.json")).command
    assert told == "gofsim tune 'a bot.py:X' e.toml --step 0.2 --start w.json --held-out o.toml"
    assert wish(COMMANDS[0]).command == COMMANDS[0]


def test_an_experiment_without_the_bot_is_refused(folder):
    with pytest.raises(BadInputError, match="sits in no arm"):
        Wish("longest", "novice.toml").checked()
