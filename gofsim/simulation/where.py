"""Where a run is played, and by how many workers: this decides no result."""

from dataclasses import dataclass, replace
from typing import Literal, TypedDict, get_args

from gofsim.errors import BadInputError
from gofsim.suggest import listed

Backend = Literal["threads", "processes", "dask"]


class Options(TypedDict, total=False):
    """What may be given in place of the file's ``[run]`` table; None leaves it as it is."""

    workers: int | None
    backend: str | None
    scheduler: str | None
    shards: str | None


@dataclass(frozen=True)
class Where:
    """The workers of a run: how many (None: as many as there are), and on which machines.

    `scheduler` is the address of dask's scheduler; `shards` the address where workers put what
    they have finished, None for the results folder itself.
    """

    backend: str = "threads"
    workers: int | None = None
    scheduler: str | None = None
    shards: str | None = None

    def changed(self, options: Options) -> "Where":
        """Return it with other options; BadInputError, one line a fault, where they do not fit."""
        given = {name: value for name, value in options.items() if value is not None}
        where = replace(self, **given)  # type: ignore[arg-type]
        if faults := [*where.faults(), *where.idle(given)]:
            raise BadInputError(*faults)
        return where

    def faults(self) -> list[str]:
        """Return what is wrong with the options together."""
        found = []
        if self.workers is not None and self.workers < 1:
            found.append(f"--workers: must be at least 1, not {self.workers}")
        if self.backend not in get_args(Backend):
            found.append(f"--backend: must be {listed(get_args(Backend))}, not {self.backend}")
        if self.backend == "dask" and not self.scheduler:
            found.append("--backend dask: needs --scheduler, such as tcp://192.168.1.10:8786")
        return found

    def idle(self, given: dict[str, object]) -> list[str]:
        """Return which of the options given decide nothing with this backend."""
        return [
            f"--{name}: only --backend dask has one; leave it out"
            for name in ("scheduler", "shards")
            if name in given and self.backend in ("threads", "processes")
        ]
