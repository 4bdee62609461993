"""The same files give the same report byte for byte: other processes, places, languages, times."""

import os
import shutil
import subprocess
import sys

MAKE = """
import pathlib, sys, gofsim.analysis.report as r
for folder in sys.argv[1:]:
    r.make_report(pathlib.Path(folder))
"""
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


def reports_in(world, results, home):
    """Copy results into a place of their own and make their reports there, in a new process."""
    folders = [home / "results" / name for name in results]
    for folder, source in zip(folders, results.values(), strict=True):
        shutil.copytree(
            source, folder, ignore=shutil.ignore_patterns("report.*", "tables", "figures")
        )
    (home / "elsewhere").mkdir()
    if world is WORLDS[1]:
        (home / "elsewhere" / "matplotlibrc").write_text(CHART_SETTINGS, "utf-8")
    subprocess.run(
        [sys.executable, "-c", MAKE, *map(str, folders)],
        env=os.environ | world,
        cwd=home / "elsewhere",
        check=True,
    )
    return [report_files(folder) for folder in folders]


def test_two_processes_write_the_same_bytes(mixed, exchange, swept, tmp_path):
    results = {"mixed": mixed, "exchange": exchange, "swept": swept}
    ways = [reports_in(world, results, tmp_path / str(i)) for i, world in enumerate(WORLDS)]
    for one, two in zip(*ways, strict=True):
        assert {path.suffix for path in one} == MADE
        assert one.keys() == two.keys()
        assert [str(path) for path in one if one[path] != two[path]] == []
