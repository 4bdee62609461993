"""A few games of a run that are worth a look: a typical one and the extremes, and how to replay."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace

import numpy as np
import numpy.typing as npt

from gofsim.analysis.run_folder import ArmInfo, RunFolder
from gofsim.analysis.section import Section
from gofsim.analysis.words import counted

Ints = npt.NDArray[np.int64]
# What is looked for: its words, the figure it is about, and whether much (1) or little (-1) of it.
COME_BACK = "The largest come-back"
OF_GAMES = (
    ("The longest", "length", 1),
    ("The shortest", "length", -1),
    ("The closest", "gap", -1),
    ("The widest win", "gap", 1),
    (COME_BACK, "behind", 1),
)
OF_ROUNDS = (
    ("The longest", "length", 1),
    ("The shortest", "length", -1),
    ("The cheapest", "points", -1),
    ("The dearest", "points", 1),
)
TYPICAL = "A typical one"
MOST_KEPT = 100_000  # games, the first of the run, among which the typical one is looked for


@dataclass(frozen=True)
class Played:
    """Games of an arm, or single rounds, in order: where they are, and figures int64[games].

    ``length`` counts rounds, of single rounds the moves; ``points`` are those of all seats;
    ``gap`` is how far the second stands behind the winner, ``behind`` how far he once stood behind
    whoever led. ``totals`` int64[games, seats], ``places`` likewise.
    """

    arm: ArmInfo
    block: Ints
    seating: Ints
    totals: Ints
    places: Ints
    length: Ints
    points: Ints
    gap: Ints
    behind: Ints

    def first(self, most: int) -> "Played":
        """The first of them."""
        names = [each.name for each in fields(self) if each.name != "arm"]
        return replace(self, **{name: getattr(self, name)[:most].copy() for name in names})

    def game(self, index: int) -> "Game":
        """One of them."""
        labels = [self.arm.labels[place] for place in self.places[index]]
        pairs = sorted(zip(self.totals[index].tolist(), range(len(labels)), strict=True))
        figures = {name: int(getattr(self, name)[index]) for name in ("length", "gap", "behind")}
        return Game(
            self.arm.name, int(self.block[index]), int(self.seating[index]),
            tuple((labels[seat], total) for total, seat in pairs), **figures,
        )  # fmt: skip


@dataclass(frozen=True)
class Game:
    """One game or round: where it is, and its bots with their points, the fewest first."""

    arm: str
    block: int
    seating: int
    ended: tuple[tuple[str, int], ...]
    length: int
    gap: int
    behind: int


@dataclass
class Search:
    """The extremes so far, values by words, and what the typical one is chosen by."""

    best: dict[str, tuple[tuple[int, int], Game]] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    kept: list[Played] = field(default_factory=list)
    room: int = MOST_KEPT

    def add(self, played: Played, wanted: Iterable[tuple[str, str, int]]) -> None:
        """Look at more games, no earlier than those before; of equals the first block's stays."""
        for words, name, sign in wanted:
            values = sign * getattr(played, name)
            index = int(values.argmax())
            rank = int(values[index]), -int(played.block[index])
            if words not in self.best or rank > self.best[words][0]:
                self.best[words] = rank, played.game(index)
        self.lengths.update(_counts(played.length))
        self.points.update(_counts(played.points))
        if self.room > 0:
            self.kept.append(played.first(self.room))
            self.room -= len(played.block)

    def typical(self) -> Game:
        """The first of those nearest to the medians of length and points."""
        middle = median(self.lengths), median(self.points)
        found = [(_distances(played, *middle), played) for played in self.kept]
        nearest = [(each.min(), played, int(each.argmin())) for each, played in found]
        _, played, index = min(nearest, key=lambda near: (near[0], near[1].block[near[2]]))
        return played.game(index)


def _distances(played: Played, length: int, points: int) -> npt.NDArray[np.float64]:
    """How far games are from a length and from points, each as a share of it."""
    far = abs(played.length - length) / length + abs(played.points - points) / max(1, points)
    distances: npt.NDArray[np.float64] = far
    return distances


def _counts(values: Ints) -> dict[int, int]:
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def median(counts: Counter[int]) -> int:
    """The lower median of counted values."""
    values = sorted(counts)
    reached = np.cumsum([counts[value] for value in values])
    return values[int(np.searchsorted(reached, (reached[-1] + 1) // 2))]


def games_section(run: RunFolder) -> Section:
    """The games worth a look, each with the command that shows it.

    Reads the rounds a window of blocks at a time; memory does not grow with the run.
    """
    search, wanted = Search(), OF_GAMES if run.has_games else OF_ROUNDS
    for window in run.windows():
        for arm in run.arms:
            search.add(_played(run, arm, window), wanted)
    found = {TYPICAL: search.typical()} | {words: game for words, (_, game) in search.best.items()}
    one = "game" if run.has_games else "round"
    text = (
        f"{'Of all arms together, the' if len(run.arms) > 1 else 'The'} first where several are"
        f" alike. The typical {one} is nearest to the medians of"
        f" {'rounds' if run.has_games else 'moves'} and of the points of all seats together."
        " Each command, given beside the folder of this run, writes a page that steps through its"
        f" {one}.",
    )
    commands = tuple(_commands(run, found))
    return Section("see", f"{one.capitalize()}s worth a look", text, commands=commands)


def _commands(run: RunFolder, found: dict[str, Game]) -> Iterator[tuple[str, str]]:
    for words, game in found.items():
        options = {"arm": game.arm, "block": game.block, "seating": game.seating}
        parts = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        command = ["gofsim", "replay", run.path.name, *parts, "--html", "game.html"]
        yield f"{words}: {_told(run, words, game)}", shlex.join(command)


def _told(run: RunFolder, words: str, game: Game) -> str:
    length = counted(game.length, "round" if run.has_games else "move")
    ended = ", ".join(f"{bot} {total}" for bot, total in game.ended)
    back = f"; the winner was once {counted(game.behind, 'point')} behind"
    return f"{length}; points {ended}{back if words == COME_BACK else ''}."


def _played(run: RunFolder, arm: ArmInfo, window: range) -> Played:
    """The games of an arm in a window of blocks."""
    seats = range(arm.players)
    names = {stem: [f"{stem}_{seat}" for seat in seats] for stem in ("points", "place")}
    columns = ["block", "seating", "round", "plays", "passes", *names["points"], *names["place"]]
    rows = run.rows("rounds", arm, window, columns)
    column = {name: rows[name].to_numpy().astype(np.int64) for name in columns[:5]}
    points = rows.select(names["points"]).to_numpy().astype(np.int64)
    starts = np.flatnonzero(column["round"] == 1)
    lengths = np.diff(starts, append=len(rows))
    totals = points.cumsum(axis=0)
    totals -= np.repeat(totals[starts] - points[starts], lengths, axis=0)
    ends = totals[starts + lengths - 1]
    winner = np.repeat(ends.argmin(axis=1), lengths)
    behind = totals[np.arange(len(rows)), winner] - totals.min(axis=1)
    ordered = np.sort(ends, axis=1)
    return Played(
        arm=arm,
        block=column["block"][starts],
        seating=column["seating"][starts],
        totals=ends,
        places=rows.select(names["place"]).to_numpy().astype(np.int64)[starts],
        length=lengths if run.has_games else column["plays"] + column["passes"],
        points=ends.sum(axis=1),
        gap=ordered[:, 1] - ordered[:, 0],
        behind=np.maximum.reduceat(behind, starts),
    )
