"""`gofsim import`: whether a game log, anybody's, keeps the rules; kept in our form if asked."""

import json
from pathlib import Path
from typing import Any

from gofsim.disk import replace_file
from gofsim.errors import BadInputError
from gofsim.simulation.fair_play import FoulError, check_game
from gofsim.simulation.game_log import read_log

FORMAT = "gofsim-import/1"


def import_log(path: Path, out: Path | None = None) -> tuple[dict[str, Any], str]:
    """Check a game log; return what was found, as plain data with its `text`, and the foul if any.

    A fair log is kept as `out`. Raises BadInputError for what is no game log, or an `out` that is
    there already; StorageError.
    """
    if out is not None:
        refuse_taken("--out", out)
    log = read_log(path)
    try:
        fair = check_game(log)
    except FoulError as foul:
        found = {"format": FORMAT, "log": str(path), "fair": False, "foul": foul.what, **foul.place}
        return found | {"text": ""}, f"{path}: {foul}"
    plain = log.plain()
    if out is not None:
        write_log(out, plain)
    kept = None if out is None else str(out)
    found = {"format": FORMAT, "log": str(path), "fair": True, **vars(fair), "kept": kept}
    lines = [f"{path}: a fair game, {told(plain, fair.rounds, fair.moves)}"]
    lines += [] if out is None else [f"kept as {out}"]
    return found | {"text": "\n".join(lines)}, ""


def told(log: dict[str, Any], rounds: int, moves: int) -> str:
    """How long a game was and who has won it, in words."""
    length = f"{rounds} round{'s' * (rounds != 1)}, {moves} moves"
    if log["winners"] is None:
        return f"{length}, not played to its end"
    names = " and ".join(f"seat {seat} ({log['bots'][seat]})" for seat in log["winners"])
    return f"{length}, won by {names} with {min(log['rounds'][-1]['totals'])} points"


def fair_log(path: Path) -> dict[str, Any]:
    """Return a game log as plain data. Raises BadInputError, and FoulError naming the file."""
    log = read_log(path)
    try:
        check_game(log)
    except FoulError as foul:
        foul.args = (f"{path}: {foul}",)
        raise
    return log.plain()


def refuse_taken(option: str, path: Path) -> None:
    """Refuse a file that is there already, or in no folder; BadInputError."""
    if path.exists():
        raise BadInputError(f"{option}: {path} is there already; name another file")
    if not path.parent.is_dir():
        raise BadInputError(f"{option}: there is no folder {path.parent}")


def write_log(path: Path, log: dict[str, Any]) -> None:
    """Write a game log, or replace it in one step; StorageError."""
    replace_file(path, json.dumps(log, indent=1, ensure_ascii=False) + "\n")
