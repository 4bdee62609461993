"""Every error that gofsim raises on purpose; each message is one clean line for a person."""


class GofsimError(Exception):
    """Base of all of them; ``exit_code`` is what the command line returns."""

    exit_code = 1


class BadInputError(GofsimError, ValueError):
    """What the user wrote cannot be used; one line in ``faults`` for each thing to mend."""

    exit_code = 2

    def __init__(self, *faults: str) -> None:
        """Keep every fault; the message is all of them, one a line."""
        super().__init__("\n".join(faults))
        self.faults = faults


class PlayError(GofsimError):
    """A bot broke the rules or a stated cap was reached; names the bot, block and round."""


class StorageError(GofsimError):
    """The disk did not do what was asked: full, read-only, or a file that cannot be written."""
