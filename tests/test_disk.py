"""What disks do: they hold files for a moment, are full, are read-only; on real ones."""

import errno
import os
import subprocess
import threading
import time
from contextlib import contextmanager

import pytest
from command_line import gofsim

from gofsim import disk
from gofsim.disk import move, replace_file, replace_undisturbed
from gofsim.errors import StorageError

EXPERIMENT = """
question = "?"
seed = 3
games = 100
[arms.a]
seats = ["lowest", "random", "lowest", "random"]
"""


@contextmanager
def mounted(folder, *options):
    """A disk of its own in a folder, where this process may mount one."""
    folder.mkdir(exist_ok=True)
    command = ["mount", *options, str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no disk can be mounted here ({error})")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True, timeout=20)


@pytest.fixture
def cwd(tmp_path):
    """Where the experiment is."""
    (tmp_path / "e.toml").write_text(EXPERIMENT, "utf-8")
    return tmp_path


def refusing(times, number):
    """`os.replace` that is refused so many times before it works, and the refusals so far."""
    real, refused = os.replace, []

    def replace(draft, path):
        if len(refused) < times:
            refused.append(path)
            raise OSError(number, os.strerror(number))
        real(draft, path)

    return replace, refused


def test_a_rename_that_is_refused_three_times_works(tmp_path, monkeypatch):
    replace, refused = refusing(3, errno.EACCES)
    monkeypatch.setattr(os, "replace", replace)
    replace_file(tmp_path / "x", "new")
    assert len(refused) == 3
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"x": "new"}


def test_a_whole_run_whose_every_rename_is_refused_three_times(cwd):
    before = """
import errno, os
real, refused = os.replace, {}
def replace(draft, path):
    refused[path] = refused.get(path, 0) + 1
    if refused[path] % 4 and "results" in str(path):
        raise PermissionError(errno.EACCES, "Permission denied")
    real(draft, path)
os.replace = replace
"""
    code, _, err = gofsim("run", "e.toml", "--quiet", cwd=cwd, before=before)
    assert (code, err) == (0, "")


def test_a_rename_that_stays_refused_is_told_within_a_second(tmp_path, monkeypatch):
    replace, refused = refusing(100, errno.EBUSY)
    monkeypatch.setattr(os, "replace", replace)
    start = time.monotonic()
    with pytest.raises(StorageError, match=r"cannot write .*x: Device or resource busy"):
        replace_file(tmp_path / "x", "new")
    assert time.monotonic() - start < 1.5
    assert len(refused) == len(disk.PAUSES) + 1
    assert not list(tmp_path.iterdir())


def test_what_will_not_pass_is_told_at_once(tmp_path, monkeypatch):
    replace, refused = refusing(100, errno.EROFS)
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(StorageError, match="Read-only file system"):
        move(tmp_path / "draft", tmp_path / "x")
    assert len(refused) == 1


def test_a_folder_that_is_in_use_for_a_moment(tmp_path):
    (tmp_path / "draft").mkdir()
    with mounted(tmp_path / "x", "-t", "tmpfs", "none"):
        end = threading.Timer(0.05, lambda: subprocess.run(["umount", tmp_path / "x"], check=True))
        end.start()
        move(tmp_path / "draft", tmp_path / "x")
        end.join()
        subprocess.run(["mount", "-t", "tmpfs", "none", str(tmp_path / "x")], check=True)
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_disk_that_refuses_is_told(tmp_path):
    with pytest.raises(StorageError, match=r"^cannot write .*none/w.json: No such file"):
        replace_undisturbed(tmp_path / "none" / "w.json", "{}")
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StorageError, match="cannot write"):
        replace_undisturbed(tmp_path / "file" / "w.json", "{}")


def test_a_full_disk_keeps_what_was_played(cwd):
    """And once there is room again, the same command goes on."""
    with mounted(cwd / "small", "-t", "tmpfs", "-o", "size=600k", "none") as small:
        options = ("--out", small, "--quiet", "--workers", 1)
        short = "from gofsim.simulation import plan\nplan.MOST_ROUNDS = 3_000"
        code, out, err = gofsim("run", "e.toml", "--games", 2000, *options, cwd=cwd, before=short)
        assert (code, out) == (1, "")
        assert err.startswith(f"cannot write {small}/e-")
        assert err.endswith(": No space left on device\n")
        assert err.count("\n") == 1
        run = next(small.iterdir())
        assert not (run / "partial").exists()
        assert not list(run.glob("*.new"))
        kept = {path: path.stat().st_mtime_ns for path in run.rglob("*.parquet")}
        assert kept
        subprocess.run(["mount", "-o", "remount,size=100m", str(small)], check=True)
        code, _, err = gofsim("run", "e.toml", "--games", 2000, *options, cwd=cwd, before=short)
        assert (code, err) == (0, "")
        assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_read_only_disk(cwd):
    """One line, whether the run or only its report should be written."""
    with mounted(cwd / "disk", "-t", "tmpfs", "none") as place:
        assert gofsim("run", "e.toml", "--quiet", "--out", place, cwd=cwd)[0] == 0
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        run = next(place.iterdir())
        for command in (["run", "e.toml", "--out", place], ["report", run]):
            code, out, err = gofsim(*command, cwd=cwd)
            assert (code, out) == (1, "")
            assert err.count("\n") == 1
            assert "Read-only file system" in err
