"""Runs on a real cluster: the same rows as here, whatever happens to its workers."""

import json
import shutil
import sys
import threading
import time

import pytest
from clusters import ROOT, assert_same_rows
from clusters import cluster as started

from gofsim.errors import BadInputError, GofsimError, PlayError
from gofsim.simulation import plan, watchdog
from gofsim.simulation.cluster import connecting, handing_out, inspection
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def run_there(experiment, out, cluster, **options):
    """Run an experiment on a cluster."""
    return run_experiment(experiment, out, backend="dask", scheduler=cluster.address, **options)


def faults(experiment, out, address):
    """The lines that refuse a cluster."""
    with pytest.raises(BadInputError) as caught:
        run_experiment(experiment, out, backend="dask", scheduler=address)
    assert manifest(out / experiment.run_name)["shards"] == []
    return caught.value.faults


@pytest.fixture
def whole(write, tmp_path):
    """The usual experiment and its run, in one thread."""
    experiment = load_experiment(write())
    return experiment, run_experiment(experiment, tmp_path / "whole", workers=1)


def test_the_same_rows_and_folder_as_here(write, whole, tmp_path, cluster, small_shards):
    _, folder = whole
    run_table = f'[run]\nbackend = "dask"\nscheduler = "{cluster.address}"\n[arms.on]'
    experiment = load_experiment(write(("[arms.on]", run_table), name="e"))
    other = run_experiment(experiment, tmp_path / "other")
    assert other.name == folder.name
    assert_same_rows(folder, other)
    assert len(manifest(other)["shards"]) > 3 * len(manifest(folder)["shards"])
    assert cluster.address not in (other / "manifest.json").read_text("utf-8")
    assert not (other / "partial").exists()


def test_through_an_address(whole, tmp_path, cluster, small_shards):
    experiment, folder = whole
    depot = tmp_path / "depot"
    other = run_there(experiment, tmp_path / "other", cluster, shards=depot.as_uri())
    assert_same_rows(folder, other)
    assert not any(depot.iterdir())


def test_an_address_that_workers_do_not_see(whole, tmp_path, cluster):
    experiment, _ = whole
    with pytest.raises(BadInputError, match=r"^workers tcp://\S+, tcp://\S+: memory://.*read"):
        run_there(experiment, tmp_path / "out", cluster, shards="memory://depot")


def test_an_address_that_nobody_knows(whole, tmp_path, cluster):
    experiment, _ = whole
    with pytest.raises(BadInputError, match=r"^--shards nowhere://x/e-\w+-\w+: cannot be used"):
        run_there(experiment, tmp_path / "out", cluster, shards="nowhere://x")


def test_a_bot_whose_files_are_only_here(write, my_bot, tmp_path, cluster, monkeypatch):
    experiment = load_experiment(write(*my_bot()))
    folder = run_experiment(experiment, tmp_path / "here", workers=1)
    pack = inspection.pack

    def packed_and_gone(seats):
        found = pack(seats)
        (tmp_path / "bots").rename(tmp_path / "gone")
        return found

    monkeypatch.setattr(inspection, "pack", packed_and_gone)
    assert_same_rows(folder, run_there(experiment, tmp_path / "there", cluster))


def test_a_module_that_workers_lack_is_named(write, my_bot, tmp_path, cluster, monkeypatch):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "only_here.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path / "library")
    experiment = load_experiment(write(*my_bot("import only_here")))
    (line,) = faults(experiment, tmp_path / "out", cluster.address)
    assert line.startswith("workers tcp://127.0.0.1:")
    assert "mine.py: cannot be imported: ModuleNotFoundError: No module named 'only_here'" in line


def test_another_engine_is_refused(whole, tmp_path, cluster):
    experiment, _ = whole
    shutil.copytree(ROOT / "gofsim", tmp_path / "other" / "gofsim")
    with (tmp_path / "other" / "gofsim" / "kernel" / "cards.py").open("a") as file:
        file.write("# changed\n")
    (process,) = cluster.join(1, "--no-nanny", root=tmp_path / "other")
    try:
        (line,) = faults(experiment, tmp_path / "out", cluster.address)
        assert line.startswith("worker tcp://127.0.0.1:")
        assert ": kernel is " in line
        assert line.endswith(" where the run was started")
    finally:
        cluster.end(process)
        while len(cluster.client.nthreads()) > 2:
            time.sleep(0.05)


def test_no_scheduler(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 0.2)
    experiment, _ = whole
    told = faults(experiment, tmp_path / "out", "tcp://127.0.0.1:1")
    assert told == (
        "--scheduler tcp://127.0.0.1:1: no scheduler of dask answers within 0.2 seconds",
    )
    (line,) = faults(experiment, tmp_path / "out", "nonsense://x")
    assert line.startswith("--scheduler nonsense://x: is no address such as tcp://")


def test_an_illegal_play(write, cheat, tmp_path, cluster, small_shards):
    experiment = load_experiment(write(*cheat))
    with pytest.raises(PlayError, match=r"^arm off: bot cheat on seat \d, block 40, "):
        run_there(experiment, tmp_path / "out", cluster)
    told = manifest(tmp_path / "out" / experiment.run_name)
    assert told["state"] == "stopped"
    assert len(told["shards"]) > 2


def test_a_killed_worker_costs_no_rows(whole, tmp_path, cluster, small_shards):
    experiment, folder = whole
    struck = []

    def strike():
        while not (there := cluster.busy()):
            time.sleep(0.001)
        cluster.kill(*there)
        struck.extend(there)

    striking = threading.Thread(target=strike)
    striking.start()
    other = run_there(experiment, tmp_path / "other", cluster)
    striking.join()
    assert struck
    assert_same_rows(folder, other)


def test_a_bot_that_never_answers(write, endless, tmp_path, cluster, monkeypatch):
    path, out = write(*endless), tmp_path / "out"
    # Everything is compiled first, so that the short limit is the bot's alone.
    run_there(load_experiment(path, games=30), out, cluster)
    monkeypatch.setattr(watchdog, "MOST_SECONDS_A_DECISION", 2.0)
    with pytest.raises(PlayError, match=r"^arm off: bot cheat on seat .* no answer after 2 sec"):
        run_there(load_experiment(path, games=1000), out, cluster)


def test_nobody_is_left(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "FIRST_WORKER_SECONDS", 0.2)
    monkeypatch.setattr(handing_out, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(plan, "MOST_ROUNDS", 400)
    experiment, _ = whole
    with started(tmp_path / "lonely") as lonely:
        (line,) = faults(experiment, tmp_path / "out", lonely.address)
        assert "has no worker within 0.2 seconds; start some with `dask worker " in line
        lonely.join(1, "--no-nanny")

        def strike():
            while not lonely.busy():
                time.sleep(0.001)
            lonely.kill(*lonely.busy())

        threading.Thread(target=strike).start()
        with pytest.raises(GofsimError, match=r"^no worker has been there for 0.5 seconds; what"):
            run_there(experiment, tmp_path / "out", lonely)
        assert manifest(tmp_path / "out" / experiment.run_name)["state"] == "stopped"


def test_dask_is_not_installed(whole, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    experiment, _ = whole
    with pytest.raises(BadInputError) as caught:
        run_experiment(experiment, tmp_path / "out", backend="dask", scheduler="tcp://x:1")
    assert (
        str(caught.value)
        == "--backend dask: needs dask; install it with `pip install gofsim[dask]`"
    )
    assert not (tmp_path / "out").exists()
