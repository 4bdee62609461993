"""The bots an experiment may name, seated once each, with all their faults."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gofsim.errors import BadInputError
from gofsim.simulation.schema import heading
from gofsim.strategies import registry
from gofsim.strategies.seat import Seat, seat_bot
from gofsim.suggest import did_you_mean, written

NONE: Mapping[str, Any] = MappingProxyType({})


class Bots:
    """The bots an experiment may seat: registered ones, its own variants, and files beside it."""

    def __init__(
        self,
        variants: Mapping[str, Mapping[str, Any]],
        folder: Path,
        *,
        unread: Sequence[str] = (),
    ) -> None:
        """Seat every variant once, so that even an unused one is checked.

        The variants in `unread` are there, but their faults are told elsewhere.
        """
        self.variants = variants
        self.folder = folder
        self.faults: list[str] = []
        self.seated: dict[str, Seat | None] = dict.fromkeys(unread)
        self.variations: dict[tuple[str, str], Seat] = {}
        for name, settings in variants.items():
            self.seated[name] = self.variant(name, dict(settings))

    def variant(self, name: str, settings: dict[str, Any]) -> Seat | None:
        """Seat the bot of one ``[bots.NAME]`` table."""
        place = heading("bots", name)
        if name in registry.names():
            self.faults.append(f"{place}: `{name}` is the name of a shipped bot; choose another")
        kind = settings.pop("kind", None)
        if isinstance(kind, str):
            return self.try_seat(kind, settings, f"{place} kind", place)
        problem = "is missing" if kind is None else f"must be text in quotes, not {written(kind)}"
        self.faults.append(f'{place}: `kind` {problem}, such as kind = "lowest"')
        return None

    def sit(self, label: str, place: str, changes: Mapping[str, Any] = NONE) -> Seat | None:
        """Return the bot a seat names, some of its settings changed; faults are kept once."""
        if label not in self.seated:
            self.seated[label] = self.try_seat(label, {}, place, place)
        seat = self.seated[label]
        if seat is None or not changes:
            return seat
        key = (label, repr(sorted(changes.items())))
        if key not in self.variations:
            self.variations[key] = changed(seat, changes, place)
        return self.variations[key]

    def try_seat(
        self, kind: str, settings: Mapping[str, Any], kind_place: str, place: str
    ) -> Seat | None:
        """Seat one bot, or keep its faults."""
        known = [*registry.names(), *self.variants]
        if kind not in registry.names() and ".py" not in kind:
            near = did_you_mean(kind, known) or f"; the bots are {', '.join(known)}"
            self.faults.append(f"{kind_place}: unknown bot {written(kind)}{near}")
            return None
        try:
            return seat_bot(kind, settings, self.folder, place)
        except BadInputError as error:
            self.faults += error.faults
            return None


def changed(seat: Seat, changes: Mapping[str, Any], place: str) -> Seat:
    """Return a bot with other settings; BadInputError where it does not take them."""
    kind, settings, folder = seat.request
    return seat_bot(kind, {**dict(settings), **changes}, folder, place)
