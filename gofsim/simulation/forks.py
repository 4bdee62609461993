"""A fork of a process that has used polars: it would wait for ever for threads it does not have."""

import os
from functools import cache

from gofsim.errors import BadInputError


def refuse_fork() -> None:
    """Note that this process reads and writes tables; BadInputError where only its parent can.

    polars starts its threads with the first table; a fork has their locks, but not the threads.
    """
    if first_user() != os.getpid():
        raise BadInputError(
            "this process is a fork of one that has used gofsim, and would wait for ever; start it"
            ' by multiprocessing.get_context("spawn"), or use gofsim in child processes alone'
        )


@cache
def first_user() -> int:
    """Return the process that asked first, also in its forks."""
    return os.getpid()
