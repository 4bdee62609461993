"""`gofsim compare`: a one-against-the-field league of bots, without a file."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gofsim.analysis.words import counted
from gofsim.commands.headline import document, logged_report
from gofsim.commands.play import play_it
from gofsim.commands.rule_wish import wished_rules
from gofsim.errors import BadInputError
from gofsim.simulation.experiment import experiment_from, override_faults
from gofsim.suggest import shown

FORMAT = "gofsim-compare/1"
BLOCKS = 2_000  # enough to tell most bots apart, in seconds
MOST_BLOCKS = 100_000  # where a stop rule ends a run that stays undecided
RISK = 0.05  # of --alpha and --beta, where they are not given
LONGEST_NAME = 60  # letters of the names of bots in the name of the folder of results
UNTIL = "width=0.1, sprt=0,-0.25 or anytime=0.1"


def compare(
    bots: Sequence[str],
    *,
    players: int,
    seed: int,
    games: int | None,
    until: str | None,
    alpha: float,
    beta: float,
    **how: Any,
) -> dict[str, Any]:
    """Play the league; return the answer as one JSON-ready document, and as `text`.

    Raises BadInputError for bots that are unknown or named twice, and for an unclear `until`.
    """
    names = [shown(bot) for bot in bots]
    if len(bots) < 2:  # noqa: PLR2004
        raise BadInputError(f"one bot, {names[0]}: name at least two to compare")
    twice = [bot for bot, times in Counter(names).items() if times > 1]
    if twice:
        raise BadInputError(*(f"{bot}: named more than once; name each bot once" for bot in twice))
    if (alpha, beta) != (RISK, RISK) and not (until or "").startswith("sprt"):
        raise BadInputError("--alpha, --beta: decide nothing without --until sprt=...; leave out")
    rules = wished_rules((), players)
    if faults := override_faults(games, seed):
        raise BadInputError(*faults)
    stop = None if until is None else stop_of(until, alpha, beta) | {"of": list(bots[:2])}
    usual = BLOCKS if stop is None else MOST_BLOCKS
    asked = {
        "question": f"Which is the better bot, {', '.join(names[:-1])} or {names[-1]}?",
        "seed": seed,
        "games": usual if games is None else games,
        "rules": rules.model_dump(exclude_unset=True),
        "league": {"bots": list(bots), "design": "one-vs-field"},
    } | ({"stop": stop} if stop else {})
    folder = play_it(experiment_from(asked, file_of(bots)), **how)
    made = logged_report(folder)
    last = f"{counted(made.blocks, 'block')}, seed {seed}; report: {made.path}"
    told = document(folder, made, replace(made.tables["duels"], shown=None), last)
    return told | {"format": FORMAT, "winner": made.winner}


def file_of(bots: Sequence[str]) -> Path:
    """Return the file that a comparison would be: its name is that of its folder of results.

    The same bots share a folder in whatever order they are named, others do not replace its report.
    """
    names = "-".join(sorted(bots)).replace("/", "-")
    return Path.cwd() / f"compare-{names[:LONGEST_NAME]}.toml"


def stop_of(until: str, alpha: float, beta: float) -> dict[str, Any]:
    """Return the ``[stop]`` table that ``--until`` stands for."""
    number = r"([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)"
    if found := re.fullmatch(rf"(width|anytime)={number}", until):
        return {"rule": found[1], "width": _float(found[2], until)}
    if found := re.fullmatch(rf"sprt={number},{number}", until):
        low, high = (_float(text, until) for text in found.groups())
        return {"rule": "sprt", "d0": low, "d1": high, "alpha": alpha, "beta": beta}
    raise unclear(until)


def _float(text: str, until: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise unclear(until) from None


def unclear(until: str) -> BadInputError:
    """Return the fault of an ``--until`` that says nothing."""
    return BadInputError(f"--until: must be like {UNTIL}, not {until or 'nothing'}")
