"""What is installed: the package and the shipped experiments, whole, and nothing else."""

import os
import subprocess
import sys
from zipfile import ZipFile

import pytest
from command_line import ROOT

pytest.importorskip("hatchling", reason="builds the wheel; comes with the extra dev")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The contents of the wheel, in a folder."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "dist").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def files(folder):
    """Every file below a folder but compiled ones -> its content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_all_files_are_in_it_and_no_others(unpacked):
    experiments = files(ROOT / "experiments").items()
    expected = files(ROOT / "gofsim") | {f"experiments/{name}": data for name, data in experiments}
    assert files(unpacked / "gofsim") == expected
    (metadata,) = set(unpacked.iterdir()) - {unpacked / "gofsim"}
    assert metadata.name.endswith(".dist-info")


def test_it_has_its_command_and_its_experiments(unpacked, tmp_path):
    (script,) = unpacked.glob("*.dist-info/entry_points.txt")
    assert "gofsim = gofsim.__main__:main" in script.read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "gofsim", "new", "exchange"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    copied = (tmp_path / "exchange.toml").read_bytes()
    assert copied == (ROOT / "experiments" / "exchange.toml").read_bytes()
