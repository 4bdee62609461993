"""Arms: the bots at the table and the rules they play by, resolved and hashed."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gofsim.rules import Rules
from gofsim.simulation.card_deal import Deal
from gofsim.simulation.play import fixed_is_enough, seating_count
from gofsim.strategies.seat import Seat

HASH_LENGTH = 12


@dataclass(frozen=True)
class Arm:
    """One variant that is compared: who sits at which place, by which rules.

    `labels` are the bots as the experiment names them; `copy` is not 0 where another arm of the
    experiment is the same in all but its name. `base` is its name before a sweep multiplied it,
    `factors` the sweep's values that it has, by their keys.
    """

    name: str
    labels: tuple[str, ...]
    seats: tuple[Seat, ...]
    rules: Rules
    seating: str
    copy: int = 0
    base: str = ""
    factors: Mapping[str, Any] = field(default_factory=dict)
    deal: Deal | None = None  # what the first deals are to be like

    @cached_property
    def hash(self) -> str:
        """Hash of what decides the arm's games: rules, bots, parameters, files of the bots."""
        content = {"rules": self.rules.model_dump(mode="json"), "copy": self.copy}
        if self.deal is not None:
            content["deal"] = self.deal.described()
        return digest(
            content | {"bots": [bot_content(seat, self.rules.players) for seat in self.seats]},
            HASH_LENGTH,
        )

    @property
    def seatings(self) -> int:
        """How many games a block has in this arm."""
        return seating_count(self.rules.players, self.seating)


def arm_seating(seats: Sequence[Seat], asked: str) -> str:
    """Return the seating to play: `fixed` where any other would repeat one and the same game."""
    return "fixed" if fixed_is_enough(tuple(seats)) else asked


def bot_content(seat: Seat, players: int) -> dict[str, Any]:
    """Return what decides how one seat plays at a table of so many players."""
    sources = [seat.strategy.file, *seat.sources]
    content = {
        "bot": seat.strategy.name,
        "parameters": dict(sorted(seat.values_at(players).items())),
        "forget": float(seat.forget),
        "give": seat.give,
        "files": sorted({file_hash(path) for path in sources}),
    }
    if seat.chosen:
        content["choices"] = dict(sorted(seat.chosen.items()))
    if seat.giving:
        content["giving"] = bot_content(seat.giving, players)
    if seat.asked:
        content["asks"] = {name: bot_content(each, players) for name, each in seat.asked.items()}
    return content


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def digest(content: Mapping[str, Any], length: int) -> str:
    """Return the first `length` hex digits of the SHA-256 of `content` as canonical JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:length]
