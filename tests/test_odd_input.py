"""Spoilt input of every kind, a little of it: success or a clean refusal, and nothing else.

`verification/test_odd_input.py` tries a hundred thousand.
"""

import os
import sys
from contextlib import contextmanager
from pathlib import Path

import odd_targets
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gofsim.kernel.cache import cache_root

COMPILED = cache_root()
FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
numbers = st.integers(0, 2**40)
WRITING = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link")
watched = []


def note(event, arguments):
    """An audit hook, which can never be taken off again: notes paths only while it is asked to."""
    if watched and event in WRITING:
        watched[-1].append((event, *arguments))


sys.addaudithook(note)


@contextmanager
def inside(folder):
    """Fail what writes anywhere but in the folder."""
    seen = []
    watched.append(seen)
    try:
        yield
    finally:
        watched.pop()
    for event, path, *rest in seen:
        writes = event != "open" or (rest[0] and set(rest[0]) & set("wax+"))
        if writes and not isinstance(path, int):
            place = Path(os.path.realpath(path))
            ours = {folder.resolve(), COMPILED.resolve()} & set(place.parents)
            assert ours or place.suffix == ".pyc" or "__pycache__" in place.name, (event, path)


@pytest.fixture(scope="module")
def odd_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    return odd_targets.OddRun(odd_targets.sound_run(folder), folder)


@pytest.mark.parametrize(
    "target",
    [
        "toml_text",
        "friendly_layer",
        "one_game",
        "game_log",
        "command_line",
        "weights_file",
        "tuning_state",
    ],
)
@FEW
@given(number=numbers)
def test_files_and_cards(target, tmp_path, number):
    with inside(tmp_path):
        getattr(odd_targets, target)(odd_targets.seeded(number), tmp_path)


@pytest.mark.parametrize("target", ["manifest_text", "table_bytes", "table_footer"])
@FEW
@given(number=numbers)
def test_results(target, odd_run, number):
    with inside(odd_run.folder.parent):
        getattr(odd_run, target)(odd_targets.seeded(number), odd_run.folder)
