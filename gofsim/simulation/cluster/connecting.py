"""Finding a scheduler that has workers."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from distributed import Client

from gofsim.errors import BadInputError

# To find the scheduler, and to find it again should it be started anew.
CONNECT_SECONDS = 30.0
# A queue of machines may start them one by one.
FIRST_WORKER_SECONDS = 60.0
SECONDS_TO_LEAVE = 1.0
TALKATIVE = ("distributed", "distributed.client", "tornado", "asyncio")


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to a scheduler that has at least one worker; leave it at the end."""
    client = client_of(address)
    try:
        wait_for_worker(client, address)
        yield client
    finally:
        with suppress(TimeoutError):
            client.close(timeout=SECONDS_TO_LEAVE)


def client_of(address: str) -> Client:
    """Return a client of the scheduler at an address."""
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="gofsim")
    except (OSError, ValueError, TypeError) as error:
        reason = f"no scheduler of dask answers within {CONNECT_SECONDS:g} seconds"
        if not isinstance(error, OSError):
            reason = f"is no address such as tcp://192.168.1.10:8786 ({error})"
        raise BadInputError(f"--scheduler {address}: {reason}") from None


def wait_for_worker(client: Client, address: str) -> None:
    """Wait until the scheduler has a worker, but not for ever."""
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
    except TimeoutError:
        raise BadInputError(
            f"--scheduler {address}: has no worker within {FIRST_WORKER_SECONDS:g} seconds; "
            f"start some with `dask worker {address}`"
        ) from None


@contextmanager
def quiet() -> Iterator[None]:
    """Keep dask's own words back meanwhile: what matters is said in ours."""
    loggers = [logging.getLogger(name) for name in TALKATIVE]
    before = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
