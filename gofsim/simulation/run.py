"""Running an experiment: what is still missing is played, written and listed."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Unpack

from gofsim.errors import GofsimError, StorageError
from gofsim.leaving import tidying
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.forks import refuse_fork
from gofsim.simulation.ledger import Ledger, Shard
from gofsim.simulation.locks import locked
from gofsim.simulation.opening import open_ledger
from gofsim.simulation.plan import in_step
from gofsim.simulation.progress import Progress, Silent
from gofsim.simulation.shards import Job
from gofsim.simulation.stopping import Lookout, Stopper
from gofsim.simulation.watch import watching
from gofsim.simulation.where import Options, Where
from gofsim.simulation.workers import Play, check_backend, ready_workers


def run_experiment(
    experiment: Experiment,
    out: str | Path = "results",
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    command: str = "",
    stopper: Stopper | None = None,
    **options: Unpack[Options],
) -> Path:
    """Play what the experiment's results folder in `out` does not hold yet; return the folder.

    The tables are the same, bit for bit, for any `options` (the experiment's own where they are
    not given) and history of stopped runs. Whatever ends a run early, finished shards are kept
    and listed, and the next run goes on from them. With a `stopper` the run ends when it says so;
    then fewer blocks count, the same ones whatever the workers were at. Raises BadInputError,
    StorageError, or PlayError when a bot breaks the rules.
    """
    refuse_fork()
    where = experiment.where.changed(options)
    check_backend(where.backend)
    folder = Path(out) / experiment.run_name
    with locked(folder):
        ledger = open_ledger(experiment, folder, fresh=fresh, command=command)
        with tidying(ledger.close):
            lookout = Lookout(experiment, ledger, stopper)
            lookout.look()
            gaps = [] if lookout.stopped else missing_jobs(experiment, ledger)
            if gaps:
                play_all(lookout, gaps, progress or Silent(), where)
            ledger.finish()
    return folder


def missing_jobs(experiment: Experiment, ledger: Ledger) -> list[Job]:
    """Return one job for each gap in the blocks of each arm."""
    return [
        Job(arm, gap, experiment.seed, experiment.single_round, ledger.partial)
        for arm in experiment.arms
        for gap in ledger.missing(arm, experiment.blocks)
    ]


def play_all(lookout: Lookout, gaps: list[Job], progress: Progress, where: Where) -> None:
    """Play every gap, adding shards to the ledger as they come, in whatever order."""
    ledger = lookout.ledger
    progress.prepare()

    def give_up(line: str) -> None:
        ledger.save(state="stopped", failure=line)
        progress.end()
        print(line, file=sys.stderr, flush=True)

    try:
        with watching(give_up), timed(ledger), ready_workers(where, gaps, ledger.folder) as play:
            collect(lookout, gaps, progress, play)
    except BaseException as error:
        reason = {"failure": str(error)} if isinstance(error, GofsimError) else {}
        # A full disk may refuse this too; what stopped the run is the better message then.
        with suppress(StorageError):
            ledger.drop_unfinished()
            ledger.save(state="stopped", **reason)
        raise
    finally:
        progress.end()


@contextmanager
def timed(ledger: Ledger) -> Iterator[None]:
    """Add the time it takes to the run's timings."""
    start = time.monotonic()

    def add() -> None:
        ledger.manifest["timings"]["seconds"] += time.monotonic() - start

    try:
        with tidying(add):
            yield
    finally:
        add()


def collect(lookout: Lookout, gaps: list[Job], progress: Progress, play: Play) -> None:
    """Run the gaps as shards; after a failure let the shards under way finish, then raise it.

    After a stop they finish as well; a failure among them is of blocks that do not count.
    """
    ledger, failures = lookout.ledger, list[GofsimError]()
    shards = in_step(gaps, stops=lookout.stopper is not None)
    progress.begin(sum(len(gap.blocks) * gap.arm.seatings for gap in gaps))
    jobs = takewhile(lambda _: not (failures or lookout.stopped), shards)
    with closing(play(jobs)) as outcomes:
        for outcome in outcomes:
            if isinstance(outcome, Shard):
                ledger.add(outcome)
                progress.advance(outcome.games)
                lookout.add(outcome)
            else:
                failures.append(outcome)
    if failures and not lookout.stopped:
        raise failures[0]
