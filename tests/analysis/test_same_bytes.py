"""The same files give the same report byte for byte: other processes, places, languages, times."""

import os
import shutil
import subprocess
import sys

import pytest

MAKE = "import sys, pathlib, gofsim.analysis.report as r; r.make_report(pathlib.Path(sys.argv[1]))"
WORLDS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {
        "PYTHONHASHSEED": "2",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "de_DE.UTF-8",
        "SOURCE_DATE_EPOCH": "1000000000",
        "POLARS_MAX_THREADS": "1",
    },
)
MADE = {".html", ".md", ".csv", ".svg", ".png"}
CHART_SETTINGS = "font.size: 20\naxes.facecolor: red\nsvg.hashsalt: other\n"


def report_files(folder):
    """All that a report consists of, by path within the folder."""
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.suffix in MADE
    }


def report_in(world, results, home):
    """Copy the results into a place of their own and make the report there, in a new process."""
    folder = home / "results" / "run"
    shutil.copytree(results, folder, ignore=shutil.ignore_patterns("report.*", "tables", "figures"))
    (home / "elsewhere").mkdir()
    if world is WORLDS[1]:
        (home / "elsewhere" / "matplotlibrc").write_text(CHART_SETTINGS, "utf-8")
    subprocess.run(
        [sys.executable, "-c", MAKE, str(folder)],
        env=os.environ | world,
        cwd=home / "elsewhere",
        check=True,
    )
    return report_files(folder)


@pytest.mark.parametrize("run", ["mixed", "exchange", "swept"])
def test_two_processes_write_the_same_bytes(run, request, tmp_path):
    results = request.getfixturevalue(run)
    one, two = (
        report_in(world, results, tmp_path / str(place)) for place, world in enumerate(WORLDS)
    )
    assert {path.suffix for path in one} == MADE
    assert one.keys() == two.keys()
    assert [str(path) for path in one if one[path] != two[path]] == []
