"""One run at a time in a folder."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.locks import locked
from gofsim.simulation.run import run_experiment


def test_a_second_run_is_refused_while_the_first_goes_on(write, tmp_path):
    experiment = load_experiment(write())
    folder = tmp_path / experiment.run_name
    with locked(folder), pytest.raises(BadInputError, match="another run is writing here"):
        run_experiment(experiment, tmp_path, workers=1)
    assert run_experiment(experiment, tmp_path, workers=1) == folder
