"""Arms under new names, and what a kill in the middle of that costs."""

import pytest
from killing import contents, same

from gofsim.run_manifest import read_manifest
from gofsim.simulation import plan, renaming
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment


class KilledError(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("moves", range(5))
def test_a_kill_costs_one_shard_at_most(write, tmp_path, monkeypatch, moves):
    monkeypatch.setattr(plan, "MOST_ROUNDS", 800)
    out = tmp_path / "out"
    folder = run_experiment(load_experiment(write()), out, workers=1)
    shards = len(read_manifest(folder)["shards"])
    other = load_experiment(write(("[arms.off]", '[arms."no exchange"]')))
    whole = contents(run_experiment(other, tmp_path / "whole", workers=1))
    real, left = renaming.move, [moves]

    def move(draft, path):
        if left[0] == 0:
            raise KilledError
        left[0] -= 1
        real(draft, path)

    with monkeypatch.context() as patch:
        patch.setattr(renaming, "move", move)
        with pytest.raises(KilledError):
            run_experiment(other, out, workers=1)
    assert len(read_manifest(folder)["shards"]) >= shards - 1
    run_experiment(other, out, workers=1)
    assert same(contents(folder), whole)
