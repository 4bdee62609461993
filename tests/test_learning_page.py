"""docs/learning.md: its examples run, and its program learns."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "learning.md").read_text("utf-8")


@pytest.fixture
def program():
    spec = importlib.util.spec_from_file_location("learn", DOCS / "learn.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("number", [1, 2])
def test_the_examples_of_the_page_run(number, capsys):
    code = PAGE.split("```python\n")[number].split("```")[0]
    exec(compile(code, f"learning.md {number}", "exec"), {})
    assert ("points a table" in capsys.readouterr().out) == (number == 1)


def test_the_program_learns_to_beat_random_play(program):
    judges = {"judges": ("random-nopass",), "tested": 2_000}
    start, *_, end = program.learn(1, [0, 20_000], **judges)
    (before, doubt), (after, less_doubt) = start[2]["random-nopass"], end[2]["random-nopass"]
    assert before + doubt < 0 < after - less_doubt
    assert end[0] >= 20_000


def test_what_it_learns_depends_on_the_seed_alone(program):
    *_, one = program.learn(3, [2_000], judges=())
    *_, same = program.learn(3, [2_000], judges=())
    *_, other = program.learn(4, [2_000], judges=())
    assert one[3].tolist() == same[3].tolist() != other[3].tolist()
