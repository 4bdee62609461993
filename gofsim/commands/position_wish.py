"""Which position a command is about: of a file, of a game in a run, or told by options."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gofsim.commands.rule_wish import wished_rules
from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.fair_moves import check_moves
from gofsim.simulation.position import Position, position_at, read_position
from gofsim.simulation.run_replay import replay
from gofsim.suggest import listed


def wished_position(
    source: Path | None, *, told: Mapping[str, Any], played: Mapping[str, Any], gives: bool
) -> Position:
    """Return the position that is meant: of a file, of a game in a run, or told by options.

    `told` is what `told_position` takes, `played` what `played_position` takes; `gives`: the card
    that goes back in the exchange is asked about. Raises BadInputError.
    """
    if source is None and told["hand"] is None:
        raise BadInputError("no position: give a file, a RUN_DIR with --block, or --hand")
    if source is None:
        return told_position(**told, gives=gives)
    if told["hand"] is not None:
        raise BadInputError("--hand: leave it out where a file or RUN_DIR tells the position")
    return played_position(source, **played, gives=gives) if source.is_dir() else read_file(source)


def read_file(path: Path) -> Position:
    """Read a position file (JSON); its moves must keep the rules."""
    try:
        document = read_json(path)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadInputError(f"{path}: no JSON in UTF-8 ({error})") from None
    position = read_position(document, str(path))
    try:
        check_moves(position)
    except BadInputError as error:
        raise BadInputError(f"{path}: {error}") from None
    return position


def played_position(
    folder: Path,
    arm: str | None,
    block: int | None,
    seating: int,
    number: int | None,
    move: int | None,
    *,
    gives: bool,
) -> Position:
    """Take a position from a game of a run, which is played again."""
    if block is None or number is None or (move is None and not gives):
        raise BadInputError(f"{folder}: also needs --block, --round, and --move or --give")
    arms = list(read_manifest(folder)["experiment"]["arms"])
    if arm is None and len(arms) > 1:
        raise BadInputError(f"--arm: the run has {len(arms)}: {listed(arms[:9])}")
    log = replay(folder, arm=arm or arms[0], block=block, seating=seating)
    try:
        return position_at(log, number, None if gives else move)
    except BadInputError as error:
        raise BadInputError(f"--round, {'--give' if gives else '--move'}: {error}") from None


def told_position(
    hand: str,
    to_beat: str | None,
    seen: str,
    counts: str | None,
    totals: str | None,
    rules: Sequence[str],
    received: str | None,
    *,
    gives: bool,
) -> Position:
    """Build a position from options; the asking seat is 0, the others follow in turn order."""
    document: dict[str, Any] = {"hand": hand, "seen": seen, "to_beat": to_beat}
    document["rules"] = wished_rules(rules)
    players = document["rules"].players
    if counts is not None:
        own = len(hand.split())
        document["counts"] = [own, *numbers("--counts", counts, players - 1)]
    if totals is not None:
        document["totals"] = numbers("--totals", totals, players)
    if gives and received is None:
        raise BadInputError("--give: also needs --received, the card that you were given")
    if gives:
        document["exchange"] = {"giver": players - 1, "receiver": 0, "given": received}
    return read_position(document, "position")


def numbers(option: str, text: str, count: int) -> list[int]:
    """Read whole numbers between commas, exactly so many."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise BadInputError(f"{option}: needs {count} whole numbers such as 9,4,12, not {text}")
    return found
