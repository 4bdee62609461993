"""Running an experiment: what is still missing is played, written and listed."""

import sys
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path
from typing import Unpack

from gofsim.errors import BadInputError, GofsimError, StorageError
from gofsim.leaving import tidying
from gofsim.logs import logged, timed_event
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.forks import refuse_fork
from gofsim.simulation.ledger import Ledger, Shard
from gofsim.simulation.locks import locked
from gofsim.simulation.opening import open_ledger
from gofsim.simulation.plan import Cutter
from gofsim.simulation.play import compile_bots
from gofsim.simulation.progress import Progress, Silent
from gofsim.simulation.renaming import rename_arms
from gofsim.simulation.session import (
    Session,
    ending,
    playing,
    tell_end,
    tell_shard,
    tell_start,
)
from gofsim.simulation.shards import Job, Play
from gofsim.simulation.stopping import Lookout, Stopper
from gofsim.simulation.watch import watching
from gofsim.simulation.where import Options, Where
from gofsim.simulation.workers import check_backend, ready_workers, worker_count


def run_experiment(
    experiment: Experiment,
    out: str | Path = "results",
    *,
    fresh: bool = False,
    repair: bool = False,
    progress: Progress | None = None,
    command: str = "",
    stopper: Stopper | None = None,
    **options: Unpack[Options],
) -> Path:
    """Play what the experiment's results folder in `out` does not hold yet; return the folder.

    The tables are the same, bit for bit, for any `options` (the experiment's own where they are
    not given) and history of stopped runs. Whatever ends a run early, finished shards are kept
    and listed, and the next run goes on from them; with `repair` from those that are undamaged.
    With a `stopper` the run ends when it says so; then fewer blocks count, the same ones whatever
    the workers were at. Raises BadInputError, StorageError, or PlayError when a bot breaks the
    rules.
    """
    refuse_fork()
    where = experiment.where.changed(options)
    check_backend(where.backend)
    if fresh and repair:
        raise BadInputError("--fresh, --repair: one keeps nothing, the other all it can; choose")
    folder = Path(out) / experiment.run_name
    with locked(folder):
        ledger = open_ledger(experiment, folder, fresh=fresh, repair=repair, command=command)
        with logged(folder), ending(ledger.manifest), tidying(ledger.close):
            tell_start(experiment, command, workers_of(where), where.backend)
            ledger.save()
            rename_arms(ledger, experiment)
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
        with suppress(StorageError):
            ledger.drop_unfinished()
            ledger.save(state="stopped", failure=line)
        tell_end(ledger.manifest, "failed", line, level="error")
        progress.end()
        print(line, file=sys.stderr, flush=True)

    try:
        with watching(give_up), ready_workers(where, gaps, ledger.folder) as play:
            compile_all(gaps)
            cutter = Cutter(gaps, stops=lookout.stopper is not None)
            progress.begin(cutter.games)
            with playing(ledger, cutter.games, workers_of(where), where.backend) as session:
                collect(lookout, cutter, progress, session, play)
    except BaseException as error:
        reason = {"failure": str(error)} if isinstance(error, GofsimError) else {}
        # A full disk may refuse this too; what stopped the run is the better message then.
        with suppress(StorageError):
            ledger.drop_unfinished()
            ledger.save(state="stopped", **reason)
        raise
    finally:
        progress.end()


def workers_of(where: Where) -> int:
    """Return how many workers a run has; 0 for as many as a cluster has."""
    if where.backend == "dask":
        return where.workers or 0
    return worker_count(where.workers)


def compile_all(gaps: list[Job]) -> None:
    """Compile the bots of all arms here, so that worker processes find them compiled."""
    with timed_event("compiled"):
        for arm in {gap.arm.hash: gap.arm for gap in gaps}.values():
            compile_bots(arm.seats, arm.rules, arm.seating)


def collect(
    lookout: Lookout, cutter: Cutter, progress: Progress, session: Session, play: Play
) -> None:
    """Run all gaps as shards; after a failure let the shards under way finish, then raise it.

    After a stop they finish as well; a failure among them is of blocks that do not count.
    """
    ledger, failures = lookout.ledger, list[GofsimError]()

    def over() -> bool:
        return bool(failures) or lookout.stopped

    while cutter.waiting and not over():  # again where the last shards have left blocks over
        jobs = takewhile(lambda _: not over(), cutter.jobs())
        with closing(play(jobs)) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome, Shard):
                    cutter.add(outcome)
                    session.add(outcome)
                    ledger.add(outcome)
                    progress.advance(outcome.games)
                    tell_shard(outcome)
                    lookout.add(outcome)
                else:
                    failures.append(outcome)
    if failures and not lookout.stopped:
        raise failures[0]
