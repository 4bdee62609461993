"""What a worker does, asked in this process."""

import pickle

import pytest

from gofsim.errors import BadInputError, StorageError
from gofsim.simulation.cluster.depot import Depot
from gofsim.simulation.cluster.engine import differences, engine
from gofsim.simulation.cluster.worker import Packet, answer, greet, packed, unpacked
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.shards import Job


def test_the_same_engine_and_another():
    assert differences(engine()) == []
    told = differences(engine() | {"numba": "0.1", "kernel": "abc"})
    assert [line.partition(" is ")[0] for line in told] == ["numba", "kernel"]
    assert told[0].endswith(", but 0.1 where the run was started")


def test_tokens_both_ways(tmp_path):
    there = Depot(str(tmp_path))
    there.write("token-1", b"token-1")
    own = greet(str(tmp_path), "token-1")
    assert there.read(own) == own.encode()


def test_another_place_of_the_same_name(tmp_path):
    Depot(str(tmp_path)).write("token-1", b"token-2")
    with pytest.raises(StorageError, match="is another place than where the run was started"):
        greet(str(tmp_path), "token-1")


def test_jobs_travel_and_other_bots_are_noticed(write, tmp_path):
    arm = load_experiment(write()).arms[0]
    job = Job(arm, range(5), 1, False, tmp_path)
    packet = packed("five", [job])
    assert unpacked(packet, ()) == [job]
    other = Packet("five", pickle.dumps([(job, "another hash")]))
    with pytest.raises(BadInputError, match=r"^arm on: its bots are others here$"):
        unpacked(other, ())


def test_an_answer_and_an_error():
    fault = StorageError("full")
    assert answer(lambda: fault, 60.0) is fault
    with pytest.raises(ZeroDivisionError):
        answer(lambda: 1 // 0, 60.0)
