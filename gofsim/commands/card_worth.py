"""`gofsim card-worth`: an experiment with `[worth]`, without a file."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gofsim.commands.dealt_wish import wished_bots
from gofsim.commands.headline import document, logged_report
from gofsim.commands.play import play_it
from gofsim.commands.rule_wish import wished_rules
from gofsim.errors import BadInputError
from gofsim.simulation.dealt import dealt_faults
from gofsim.simulation.experiment import experiment_from, override_faults

FORMAT = "gofsim-card-worth/1"
LONGEST_NAME = 60  # letters of the bot's name in that of the folder of results


def card_worth(
    bot: str, *, rules: Sequence[str], players: int | None, rounds: int, seed: int, **how: Any
) -> dict[str, Any]:
    """Play what is missing; return the answer as one JSON-ready document, and as `text`.

    `rules` are texts ``key=value``, ``how`` is as in `play_it`. Raises BadInputError for what
    cannot be played.
    """
    wished = wished_rules(rules, players)
    faults = [*dealt_faults(wished, rounds), *override_faults(None, seed)]
    if faults:
        raise BadInputError(*faults)
    wished_bots([bot], wished.players, option="--bot")
    asked = {
        "question": f"What is each card worth to {bot}?",
        "seed": seed,
        "rounds": rounds,
        "rules": wished.model_dump(exclude_unset=True),
        "worth": {"bot": bot},
    }
    name = re.sub(r"[^\w.-]", "-", bot)[:LONGEST_NAME]
    folder = play_it(experiment_from(asked, Path.cwd() / f"card-worth-{name}.toml"), **how)
    made = logged_report(folder)
    last = f"{made.blocks:,} deals, seed {seed}, {bot} at all seats; report: {made.path}"
    return document(folder, made, made.table, last) | {"format": FORMAT}
