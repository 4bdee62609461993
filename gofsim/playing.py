"""Playing an experiment under its stop rule: the one place where playing asks the analysis."""

from pathlib import Path
from typing import Any

from gofsim.simulation.description import described
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.run import run_experiment
from gofsim.simulation.stopping import Stopper


def play_experiment(experiment: Experiment, out: str | Path, **how: Any) -> Path:
    """Play what is missing, until the experiment's stop rule is content; return the folder.

    ``how`` is what `run_experiment` takes. Raises what that raises, and BadInputError where the
    stop rule names what cannot be compared.
    """
    return run_experiment(experiment, out, stopper=stopper_of(experiment), **how)


def stopper_of(experiment: Experiment) -> Stopper | None:
    """The experiment's stop rule, ready to look; the analysis is imported only for one."""
    if experiment.stop is None:
        return None
    from gofsim.analysis.looks import Looks

    return Looks(described(experiment))
