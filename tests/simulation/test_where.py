"""Where a run is played: options on the command line win over the file, and none is idle."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.where import Where

CLUSTER = Where("dask", 8, "tcp://a:1", "s3://b")


def test_options_win_over_the_file():
    assert CLUSTER.changed({"workers": 2, "scheduler": "tcp://c:1"}) == Where(
        "dask", 2, "tcp://c:1", "s3://b"
    )
    assert CLUSTER.changed({"workers": None}) == CLUSTER
    assert CLUSTER.changed({"backend": "threads"}).backend == "threads"


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (
            {"backend": "dask"},
            ["--backend dask: needs --scheduler, such as tcp://192.168.1.10:8786"],
        ),
        ({"scheduler": "tcp://a:1"}, ["--scheduler: only --backend dask has one; leave it out"]),
        (
            {"workers": 0, "backend": "mpi"},
            [
                "--workers: must be at least 1, not 0",
                '--backend: must be "threads", "processes" or "dask", not mpi',
            ],
        ),
    ],
)
def test_what_does_not_fit(options, lines):
    with pytest.raises(BadInputError) as caught:
        Where().changed(options)
    assert list(caught.value.faults) == lines


def run_table(text):
    return ("[arms.on]", f"[run]\n{text}\n[arms.on]")


def test_the_file_says_where_and_keeps_its_name(write):
    plain = load_experiment(write())
    there = load_experiment(write(run_table('backend = "processes"\nworkers = 3')))
    assert there.where == Where("processes", 3)
    assert there.run_name == plain.run_name
    assert [arm.hash for arm in there.arms] == [arm.hash for arm in plain.arms]


def test_faults_of_the_table(write):
    with pytest.raises(BadInputError) as caught:
        load_experiment(write(run_table('backend = "dsk"\nworkers = 0\nschedular = "x"')))
    lines = [line.partition(": ")[2] for line in caught.value.faults]
    assert sorted(lines) == [
        '[run] backend: must be "threads", "processes" or "dask", not "dsk"; did you mean `dask`?',
        "[run] workers: must be at least 1, not 0",
        "unknown key `schedular` in [run]; did you mean `scheduler`?",
    ]
