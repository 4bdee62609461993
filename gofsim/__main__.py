"""The `gofsim` command, also as `python -m gofsim`: it can be stopped from the first moment on."""

from typing import NoReturn

from gofsim.leaving import heed_signals
from gofsim.terminal import open_closed_streams


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    open_closed_streams()
    heed_signals()
    from gofsim.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
