"""The compile cache: never stale, whatever is edited, and never a reason to crash."""

import ast
import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import gofsim
from gofsim.kernel import cache
from gofsim.kernel.cache import cache_folder, cache_root, kernel_hash
from gofsim.kernel.jit import kernel

PACKAGE = Path(gofsim.__file__).parent
SMALL = """
import json
import numpy as np
from gofsim.kernel.cache import kernel_hash
from gofsim.strategies.giving import give_lowest

card = give_lowest(np.zeros(1, np.uint64), np.uint64(6), np.zeros(1), 0)
hits = sum(give_lowest.stats.cache_hits.values())
print(json.dumps([int(card), hits, kernel_hash()]))
"""
PLAY = """
import json
import sys
import warnings
from pathlib import Path
from gofsim.rules import Rules
from gofsim.simulation.arms import Arm
from gofsim.simulation.replay import replay_game
from gofsim.strategies.seat import seat_bot

seats = (seat_bot("mine.py:BOT", {}, Path(sys.argv[1]), "here"),) * 4
rules = Rules(last_card="off")
log = replay_game(seats, rules, seed=1, block=0, seating="fixed", seating_index=0,
                  single_round=True, arm="a")
leads = [move["play"] for move in log["rounds"][0]["moves"] if move["play"]]
print(json.dumps([leads[1], Arm("a", ("mine",) * 4, seats, rules, "fixed").hash]))
"""
BOT = """
from gofsim.kernel.cards import NOTHING
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal
from gofsim.kernel.view import SCRATCH, TO_BEAT_KIND
from gofsim.strategies.base import Strategy
from near import number

@kernel
def choose(view, hand, parameters, offset):
    if view[TO_BEAT_KIND] != NOTHING:
        return NOTHING
    count = list_legal(view, hand, SCRATCH)
    return view[SCRATCH + number(count) % count]

BOT = Strategy("mine", "Leads its n-th legal play.", "a test", choose)
"""
# Too much for the compiler to put it into its caller: it stays a function with a name.
NEAR = """
from gofsim.kernel.jit import kernel

@kernel
def number(count):
    if count > 99:
        total = 0
        for i in range(count):
            total += i % 3
            if total > 50:
                total -= 7
        return total % count
    return 0
"""


def start(script, *arguments, warnings="error", **environment):
    return subprocess.Popen(
        [sys.executable, "-W", warnings, "-P", "-c", script, *map(str, arguments)],
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process):
    """What a process prints as JSON; it must end well and say nothing else."""
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    return json.loads(out)


# Never stale


def test_an_edited_helper_of_the_kernel_changes_numbers_and_hash(tmp_path):
    """give_lowest stands in a file that is not edited; numba alone would run the old code."""
    ignored = shutil.ignore_patterns("__pycache__", "analysis")
    shutil.copytree(PACKAGE, tmp_path / "gofsim", ignore=ignored)
    places = {"PYTHONPATH": tmp_path, "GOFSIM_CACHE_DIR": tmp_path / "cache"}
    first, again = (told(start(SMALL, **places)) for _ in range(2))
    assert first[:2] == [2, 0]
    assert again == [2, 1, first[2]]  # out of the cache
    helper = tmp_path / "gofsim" / "kernel" / "cards.py"
    text = helper.read_text("utf-8")
    assert text.count("    return cards & (~cards + ONE)\n") == 1
    edited = text.replace("    return cards & (~cards + ONE)\n", "    return cards & ~ONE << ONE\n")
    helper.write_text(edited, "utf-8")
    card, hits, edited_hash = told(start(SMALL, **places))
    assert (card, hits) == (4, 0)
    assert edited_hash != first[2]


def test_an_edited_helper_beside_a_users_bot_changes_numbers_and_arm_hash(tmp_path):
    (tmp_path / "mine.py").write_text(BOT, "utf-8")
    seen = []
    for act in ("return 0", "return 0", "return 1", "return 0"):
        (tmp_path / "near.py").write_text(NEAR.replace("return 0", act), "utf-8")
        seen.append(told(start(PLAY, tmp_path)))
    assert seen[0] == seen[1] == seen[3]
    assert seen[0][0] != seen[2][0]
    assert seen[0][1] != seen[2][1]


def test_two_bots_from_the_cache_do_not_take_each_others_helpers(tmp_path):
    """Compiled apart, in like processes, they have the same names; then both are loaded."""
    for name, act in (("a", "return 0"), ("b", "return 1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(BOT, "utf-8")
        (tmp_path / name / "near.py").write_text(NEAR.replace("return 0", act), "utf-8")
    apart = [told(start(PLAY, tmp_path / name)) for name in "ab"]
    loop = "for sys.argv[1] in sys.argv[1:]:\n    "
    head, body = PLAY.split("seats = ")
    both = head + loop + ("seats = " + body).replace("\n", "\n    ")
    out, err = start(both, tmp_path / "a", tmp_path / "b").communicate(timeout=300)
    assert [json.loads(line) for line in out.splitlines()] == apart, err
    assert apart[0][0] != apart[1][0]


def test_all_that_bots_share_is_in_the_hash():
    """Whatever a bot imports from its own room, but its description, is compiled into it."""
    room = PACKAGE / "strategies"
    shared = set()
    for path in room.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = getattr(node, "module", None) if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("gofsim.strategies."):
                shared.add(module.rpartition(".")[2])
    kernels = {name for name in shared if "\n@kernel\n" in (room / f"{name}.py").read_text("utf-8")}
    assert {f"{name}.py" for name in kernels} == set(cache._SHARED_BY_BOTS)


# Never a crash


def fresh_function():
    """The same function anew, as another process would have it."""

    def twice(number):
        return number + number

    return kernel(twice)


DAMAGES = {
    "truncated": lambda data: data[: len(data) // 2],
    "cut short": lambda data: data[:-1],
    "flipped": lambda data: data[:-20] + bytes([data[-20] ^ 1]) + data[-19:],
    "emptied": lambda data: b"",
    "overwritten": lambda data: b"\x80\x05garbage.",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_files_are_compiled_again(damage, ending):
    folder = f"test-{kernel_hash()}-{os.getpid()}"
    try:
        with cache_folder(folder):
            assert fresh_function()(np.uint64(3)) == 6
            (file,) = (cache_root() / folder).rglob(f"*.{ending}")
            file.write_bytes(DAMAGES[damage](file.read_bytes()))
            found = []
            for _ in range(2):
                function = fresh_function()
                assert function(np.uint64(3)) == 6
                found.append(sum(function.stats.cache_hits.values()))
            assert found == [0, 1]  # compiled again, and whole again
    finally:
        shutil.rmtree(cache_root() / folder)


def test_each_python_has_files_of_its_own(tmp_path):
    """So several may share a folder; `python -m verification.wheels` makes them do so."""
    told(start(SMALL, GOFSIM_CACHE_DIR=tmp_path))
    python = f".py{sys.version_info.major}{sys.version_info.minor}"
    files = [path.name for path in tmp_path.rglob("*.nb?")]
    assert files
    assert all(python in name for name in files)


def test_eight_processes_that_compile_first_at_once(tmp_path):
    running = [start(SMALL, GOFSIM_CACHE_DIR=tmp_path / "cache") for _ in range(8)]
    assert [told(process)[0] for process in running] == [2] * 8
    assert told(start(SMALL, GOFSIM_CACHE_DIR=tmp_path / "cache"))[:2] == [2, 1]


def test_a_folder_that_cannot_be_written_costs_the_cache_only(tmp_path):
    (tmp_path / "file").write_text("")
    root = tmp_path / "file" / "cache"
    out, err = start(SMALL, warnings="default", GOFSIM_CACHE_DIR=root).communicate(timeout=300)
    assert json.loads(out)[0] == 2
    assert f"compile cache {root}: Not a directory; using a temporary folder" in err


def trusted(root):
    """The folder that serves where `root` was asked for, and the warnings of that."""
    with warnings.catch_warnings(record=True) as said, pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("always")
        patch.setenv("GOFSIM_CACHE_DIR", str(root))
        return cache_root(), [str(each.message) for each in said]


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_a_new_folder_is_the_users_alone(tmp_path):
    assert trusted(tmp_path / "new") == (tmp_path / "new", [])
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_code_is_not_taken_from_where_everybody_may_write(tmp_path):
    tmp_path.chmod(0o1777)
    root, said = trusted(tmp_path)
    assert root != tmp_path
    assert said == [
        f"compile cache {tmp_path}: everybody may write there, so anybody could put code; "
        "using a temporary folder"
    ]
    assert root.stat().st_mode & 0o077 == 0
    root.rmdir()


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only the superuser gives files away"
)
def test_code_is_not_taken_from_another_user(tmp_path):
    os.chown(tmp_path, 12345, -1)
    root, said = trusted(tmp_path)
    assert root != tmp_path
    assert "belongs to another user" in said[0]
    root.rmdir()
