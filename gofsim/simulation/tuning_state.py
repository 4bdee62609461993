"""What a tuning keeps on the disk so that it can go on: what decides it, and how all scored."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from gofsim.disk import replace_undisturbed
from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.run_manifest import CHECKSUM, checksum
from gofsim.simulation.manifest import laid_out

FORMAT = "gofsim-tuning/1"
FRESH = "--fresh starts over"


@dataclass(frozen=True)
class Generation:
    """One generation that was played.

    `losses` are those of its candidates, in the order in which they were asked for; `mean` is the
    objective at the middle of them, `error` its standard error; `asked` hashes the candidates.
    """

    losses: list[float]
    mean: float
    error: float
    asked: str


class Whole(BaseModel):
    """What must stand in the file."""

    model_config = ConfigDict(strict=True)

    settings: dict[str, Any]
    generations: list[Generation]


class State:
    """The generations played so far, in a file that is replaced in one step after each.

    The search itself is not stored: asked again and told the same, it comes to the same point.
    """

    def __init__(self, path: Path, settings: dict[str, Any], *, fresh: bool) -> None:
        """Go on from the file of the same `settings` if there is one, unless `fresh`.

        Raises BadInputError when it is damaged or of other settings, StorageError when it cannot
        be written.
        """
        self.path = path
        self.settings: dict[str, Any] = json.loads(json.dumps(settings))
        before = None if fresh or not path.exists() else read_state(path)
        if before is not None:
            refuse_others(path, before.settings, self.settings)
        self.generations = before.generations if before else []
        self.save()

    def add(self, generation: Generation) -> None:
        """Keep one more generation, on the disk before this returns."""
        self.generations.append(generation)
        self.save()

    def save(self) -> None:
        """Replace the file: a reader sees the old one or the new one, whole."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "settings": self.settings,
            "generations": [asdict(each) for each in self.generations],
        }
        signed = content | {CHECKSUM: checksum(content)}
        replace_undisturbed(self.path, laid_out(signed))


def read_state(path: Path) -> "Whole":
    """Read a state file; BadInputError when it is damaged or in another format."""
    try:
        state = read_json(path)
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path}: damaged or unreadable ({error}); {FRESH}") from None
    found = state.get("format") if isinstance(state, dict) else None
    if found != FORMAT:
        raise BadInputError(
            f"{path}: has format {found!r}, but this gofsim goes on from {FORMAT!r}; {FRESH}"
        )
    if state.pop(CHECKSUM, None) != checksum(state):
        raise BadInputError(f"{path}: has been changed by hand or is damaged; {FRESH}")
    try:
        return Whole.model_validate_json(json.dumps(state, allow_nan=False))
    except ValueError:
        raise BadInputError(f"{path}: holds what no tuning writes; {FRESH}") from None


def refuse_others(path: Path, before: dict[str, Any], settings: dict[str, Any]) -> None:
    """Refuse to go on where anything that decides the outcome is another than before."""
    other = [key for key in settings if before.get(key) != settings[key]]
    if other:
        raise BadInputError(
            f"{path}: from a tuning with other settings ({', '.join(other)}); {FRESH}, "
            "or give another --out"
        )
