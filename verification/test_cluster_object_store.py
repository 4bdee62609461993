"""Shards come back through an object store: a server that speaks S3, here.

Needs `pip install s3fs 'moto[server]'`, which nothing else here does; skipped without them.
"""

import pytest
from clusters import assert_same_rows, rows
from clusters import cluster as started

from gofsim.simulation.cluster import depot
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment
from verification.record import record

s3fs = pytest.importorskip("s3fs")
moto = pytest.importorskip("moto.server")

RUN = """
question = "What is left?"
seed = 6
games = 20_000
[arms.one]
seats = ["lowest", "control", "lowest", "random"]
[arms.two]
seats = ["lowest", "lowest", "lowest", "lowest"]
"""


@pytest.fixture
def bucket(monkeypatch):
    """An empty bucket; workers that are started later find its server by the variables."""
    server = moto.ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    address, port = server.get_host_and_port()
    facts = {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "DEFAULT_REGION": "us-east-1"}
    for name, value in {**facts, "ENDPOINT_URL": f"http://{address}:{port}"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    files = s3fs.S3FileSystem(skip_instance_cache=True)
    files.mkdir("bucket")
    yield files
    server.stop()


def test_shards_come_back_through_s3(tmp_path, bucket, monkeypatch):
    path = tmp_path / "store.toml"
    path.write_text(RUN, "utf-8")
    asked = load_experiment(path)
    came = []
    take_over = depot.Depot.take_over
    monkeypatch.setattr(
        depot.Depot, "take_over", lambda *given: came.append(take_over(*given)) or came[-1]
    )
    with started(tmp_path / "cluster") as cluster:
        cluster.join(2)
        there = run_experiment(
            asked, tmp_path / "there", backend="dask", scheduler=cluster.address,
            shards="s3://bucket/gofsim",
        )  # fmt: skip
    here = run_experiment(asked, tmp_path / "here", workers=1)
    left = bucket.find("bucket")
    record("9 Cluster", "shards by way of an S3 server",
           f"{len(came)} shards, {sum(map(len, rows(there))):,} rows, {len(left)} files left there",
           "rows equal bit for bit, nothing left")  # fmt: skip
    assert came
    assert left == []
    assert_same_rows(here, there)
