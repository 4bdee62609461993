"""The depot: files come through it whole or not at all."""

import hashlib

import fsspec
import pytest
from fsspec.implementations.local import LocalFileSystem

from gofsim.errors import StorageError
from gofsim.simulation.cluster import depot as depot_module
from gofsim.simulation.cluster.depot import Depot, depot_address
from gofsim.simulation.ledger import Shard, partial_path

CONTENT = b"rows"


@pytest.fixture
def shard():
    entry = {"rows": 1, "bytes": 4, "sha256": hashlib.sha256(CONTENT).hexdigest()}
    return Shard("0123456789ab", "on", 0, 9, {"rounds": entry}, 10, 50, 1.0)


@pytest.fixture
def there(tmp_path):
    """A depot."""
    found = Depot((tmp_path / "depot").as_uri())
    found.make()
    return found


@pytest.fixture
def folders(tmp_path, shard):
    """A worker's folder with the shard in it, and the folder it goes to."""
    for name in ("worker", "here"):
        (tmp_path / name).mkdir()
    partial_path(tmp_path / "worker", "rounds", shard.file_name).write_bytes(CONTENT)
    return tmp_path / "worker", tmp_path / "here"


def test_a_shard_comes_through_and_nothing_stays(tmp_path, there, shard, folders):
    worker, here = folders
    first, second = (there.deliver(shard, worker) for _ in range(2))
    assert there.take_over(first, here) == shard
    assert partial_path(here, "rounds", shard.file_name).read_bytes() == CONTENT
    assert [path.name for path in (tmp_path / "depot").iterdir()] == [second.names["rounds"]]
    there.remove()
    assert not (tmp_path / "depot").exists()


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"row", "3 bytes instead of 4"), (b"r0ws", r"its contents have changed \(SHA-256\)")],
)
def test_damage_on_the_way(tmp_path, there, shard, folders, content, fault):
    worker, here = folders
    delivery = there.deliver(shard, worker)
    (tmp_path / "depot" / delivery.names["rounds"]).write_bytes(content)
    with pytest.raises(StorageError, match=rf"^file://.*: damaged on its way, {fault}$"):
        there.take_over(delivery, here)
    assert not any(here.iterdir())


class Hiccup(LocalFileSystem):
    """Refuses the first two of every three writes."""

    protocol = "hiccup"
    tries = 0

    def pipe_file(self, path, value, **options):
        Hiccup.tries += 1
        if Hiccup.tries % 3:
            raise ConnectionResetError(104, "Connection reset by peer")
        super().pipe_file(path, value, **options)


def test_a_network_that_refuses_twice(tmp_path, monkeypatch):
    fsspec.register_implementation("hiccup", Hiccup, clobber=True)
    monkeypatch.setattr(depot_module, "PAUSES", (0.0, 0.0))
    there = Depot(f"hiccup://{tmp_path}")
    there.write("token", b"token")
    assert there.read("token") == b"token"
    monkeypatch.setattr(depot_module, "PAUSES", ())
    with pytest.raises(StorageError, match=r"token: cannot be written \(Connection reset by peer"):
        there.write("token", b"token")


def test_an_address_that_nobody_knows():
    with pytest.raises(StorageError, match=r"^nowhere://x: cannot be used \(ValueError: Protocol"):
        Depot("nowhere://x")


def test_each_results_folder_has_its_own_place(tmp_path):
    one, other = (depot_address("s3://b/", tmp_path / name / "exchange-1") for name in "ab")
    assert one.startswith("s3://b/exchange-1-")
    assert one != other
    assert one == depot_address("s3://b", tmp_path / "a" / "exchange-1")
