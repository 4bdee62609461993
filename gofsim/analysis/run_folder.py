"""A folder of results as the analysis sees it: its manifest, and its rows by windows of blocks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from gofsim.analysis.odd_rows import oddity
from gofsim.analysis.sequential import tuning
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest

TABLES = ("rounds", "games", "gangs")
ROWS_A_WINDOW = 1_000_000  # rounds of all arms held in memory at once
# What polars raises for files that are no Parquet, the last where it did not expect it.
UNREADABLE = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
MOST_SHOWN = 12  # arms that charts and pages have room for


@dataclass(frozen=True)
class ArmInfo:
    """One arm: ``labels`` are the bots of its places as the experiment names them.

    ``base`` is its name before a sweep multiplied it, ``factors`` what the sweep set in it.
    """

    name: str
    labels: tuple[str, ...]
    rules: Mapping[str, Any]
    bots: tuple[Mapping[str, Any], ...]
    hash: str
    seatings: int
    symmetric: bool = False  # one game stands for all its seatings: the same bot everywhere
    base: str = ""
    factors: Mapping[str, Any] = field(default_factory=dict)
    deal: Mapping[str, Any] = field(default_factory=dict)  # what [worth] does to it

    @property
    def players(self) -> int:
        """Seats at the table, 3 or 4."""
        return len(self.labels)

    @property
    def distinct(self) -> tuple[str, ...]:
        """The labels, each once, in the order of the places."""
        return tuple(dict.fromkeys(self.labels))

    def places(self, label: str) -> list[int]:
        """Places on which ``label`` sits."""
        return [place for place, other in enumerate(self.labels) if other == label]

    @property
    def seated(self) -> list[tuple[str, str, Mapping[str, Any]]]:
        """Each label once: its places as text, the label, and the bot's description."""
        return [
            (", ".join(map(str, self.places(label))), label, self.bots[self.places(label)[0]])
            for label in self.distinct
        ]


@dataclass(frozen=True)
class RunFolder:
    """A run: its experiment and where the rows of each arm lie."""

    path: Path
    manifest: Mapping[str, Any]
    arms: tuple[ArmInfo, ...]
    blocks: int
    same: Mapping[str, str]  # arms left out: name -> the arm that is the same in all but its name

    @property
    def experiment(self) -> Mapping[str, Any]:
        """The resolved experiment of the manifest."""
        return dict(self.manifest["experiment"])

    @property
    def has_games(self) -> bool:
        """Whether whole games were played, not single rounds."""
        return str(self.experiment["unit"]) == "games"

    @property
    def command(self) -> str:
        """The command that plays the run again."""
        known = self.manifest.get("command")
        experiment = self.experiment
        repeat = (
            f"gofsim run {experiment['stem']} --games {self.blocks} --seed {experiment['seed']}"
        )
        return str(known) if known else repeat

    @property
    def finished(self) -> bool:
        """Whether all blocks that were asked for are here."""
        return self.blocks == int(self.experiment["blocks"])

    @property
    def stop(self) -> Mapping[str, Any] | None:
        """The rule by which looking could end the run; None where its size was fixed."""
        found: Mapping[str, Any] | None = self.experiment.get("stop")
        return found

    @property
    def anytime(self) -> float | None:
        """The tuning of intervals that stay valid under looking; None for a fixed size."""
        stops = [past["stop"] for past in self.earlier_looks]
        stops += [self.stop] if self.stop is not None else []
        return tuning(stops[0]["first"]) if stops else None

    @property
    def earlier_looks(self) -> list[Mapping[str, Any]]:
        """Other stop rules that looked at what is compared here, when these blocks were played."""
        league = self.experiment.get("league")
        known = league["bots"] if league else self.experiment["arms"]
        found = self.manifest.get("earlier_looks", ())
        return [past for past in found if set(past["stop"]["of"]) <= set(known)]

    @property
    def looks(self) -> Sequence[Mapping[str, Any]]:
        """What the stop rule saw, in the order of blocks."""
        found: Sequence[Mapping[str, Any]] = self.manifest.get("looks", ())
        return found

    @property
    def varied(self) -> list[str]:
        """Rule fields in which the arms differ."""
        first = self.arms[0].rules
        return [key for key in first if any(arm.rules[key] != first[key] for arm in self.arms)]

    @property
    def groups(self) -> list[list[ArmInfo]]:
        """The arms that are compared with one another, the first of each group with all others.

        Arms that a sweep made from the same one belong together; else those that seat the same
        bots, unless some arm would then stand alone.
        """
        if self.swept:
            bases = dict.fromkeys(arm.base for arm in self.arms)
            return [[arm for arm in self.arms if arm.base == base] for base in bases]
        found: dict[frozenset[str], list[ArmInfo]] = {}
        for arm in self.arms:
            found.setdefault(frozenset(arm.labels), []).append(arm)
        groups = list(found.values())
        return groups if all(len(group) > 1 for group in groups) else [list(self.arms)]

    @property
    def swept(self) -> Mapping[str, Sequence[Any]]:
        """The factors of the sweep that made the arms, with their values; empty without one."""
        found: Mapping[str, Sequence[Any]] | None = self.experiment.get("sweep")
        return found or {}

    @property
    def about_cards(self) -> bool:
        """Whether its arms are those of ``[worth]``, alike in all but the deal."""
        return self.experiment.get("worth") is not None

    @property
    def shown(self) -> list[ArmInfo]:
        """The arms that charts and pages show: the first dozen, of a large sweep its ends."""
        if self.about_cards:
            return list(self.arms[:1])  # bots and rules are those of all the others
        if len(self.arms) <= MOST_SHOWN or not self.swept:
            return list(self.arms[:MOST_SHOWN])
        ends = [arm.name for group in self.groups for arm in (group[0], group[-1])]
        return [arm for arm in self.arms if arm.name in ends[:MOST_SHOWN]]

    def reference(self, arm: ArmInfo) -> ArmInfo:
        """The arm that ``arm`` is compared with: the first of its group."""
        return next(group[0] for group in self.groups if arm in group)

    def windows(self) -> Iterator[range]:
        """Ranges of blocks, in order, small enough to hold their rows of all arms in memory."""
        step = max(1, int(ROWS_A_WINDOW / max(1.0, self.rows_a_block())))
        for first in range(0, self.blocks, step):
            yield range(first, min(first + step, self.blocks))

    def rows(
        self, table: str, arm: ArmInfo, blocks: range, columns: Sequence[str] = ()
    ) -> pl.DataFrame:
        """Rows of ``table`` of an arm for a range of blocks, sorted by block, seating, round.

        All columns, or only those that are named, with block, seating and round among them.
        """
        files = [
            self._file(shard, table)
            for shard in self._shards(arm)
            if shard["first"] < blocks.stop and blocks.start <= shard["last"]
        ]
        inside = pl.col("block").is_between(blocks.start, blocks.stop, closed="left")
        try:
            found = pl.scan_parquet(files, glob=False).filter(inside)
            rows = found.select(columns or pl.all()).collect(engine="streaming")
        except UNREADABLE as error:
            raise BadInputError(_unreadable(files, error)) from error
        if odd := oddity(rows, table, arm.players, blocks, arm.seatings):
            raise BadInputError(
                f"{files[0].parent}: arm `{arm.name}`: {odd}; run again with --fresh"
            )
        return rows

    def _shards(self, arm: ArmInfo) -> list[Mapping[str, Any]]:
        return _shards_of(self.manifest, arm)

    def _file(self, shard: Mapping[str, Any], table: str) -> Path:
        return self.path / table / Path(shard["files"][table]["name"]).name

    def rows_a_block(self) -> float:
        """Rounds of a block in all its arms and seatings, on average."""
        rows = 0.0
        for arm in self.arms:
            shards = self._shards(arm)
            blocks = sum(shard["last"] - shard["first"] + 1 for shard in shards)
            rows += sum(shard["files"]["rounds"]["rows"] for shard in shards) / blocks
        return rows


def read_run(path: Path) -> RunFolder:
    """Open a folder of results; BadInputError says in one line why it cannot be used."""
    return run_folder(path, read_manifest(path))


def run_folder(path: Path, manifest: Mapping[str, Any]) -> RunFolder:
    """The run that a manifest lists; BadInputError where its arms have no block in common."""
    experiment = manifest["experiment"]
    arms, same = _distinct(arms_of(experiment))
    blocks = min(experiment["blocks"], *(_prefix(manifest, arm) for arm in arms))
    if blocks == 0:
        raise BadInputError(f"{path}: no block has been played by all arms yet; run it first")
    return RunFolder(path, manifest, arms, blocks, same)


def arms_of(experiment: Mapping[str, Any]) -> list[ArmInfo]:
    """The arms of an experiment as the manifest describes it, copies included."""
    return [_arm(name, arm, experiment["seating"]) for name, arm in experiment["arms"].items()]


def _arm(name: str, arm: Mapping[str, Any], seating: str) -> ArmInfo:
    return ArmInfo(
        name=name,
        labels=tuple(arm["seats"]),
        rules=arm["rules"],
        bots=tuple(arm["bots"]),
        hash=arm["hash"],
        seatings=arm["seatings"],
        symmetric=arm["seatings"] == 1 and seating != "fixed",
        base=arm.get("base", name),
        factors=arm.get("factors", {}),
        deal=arm.get("deal") or {},
    )


def _distinct(arms: Sequence[ArmInfo]) -> tuple[tuple[ArmInfo, ...], dict[str, str]]:
    """Each different arm once, under its first name."""
    first: dict[str, ArmInfo] = {}
    same: dict[str, str] = {}
    for arm in arms:
        if arm.hash in first:
            same[arm.name] = first[arm.hash].name
        else:
            first[arm.hash] = arm
    return tuple(first.values()), same


def _shards_of(manifest: Mapping[str, Any], arm: ArmInfo) -> list[Mapping[str, Any]]:
    found = [shard for shard in manifest["shards"] if shard["arm"] == arm.hash]
    return sorted(found, key=lambda shard: int(shard["first"]))


def _prefix(manifest: Mapping[str, Any], arm: ArmInfo) -> int:
    """Blocks 0, 1, 2, ... that are there without a gap."""
    reached = 0
    for shard in _shards_of(manifest, arm):
        if shard["first"] > reached:
            break
        reached = max(reached, shard["last"] + 1)
    return reached


def _unreadable(files: list[Path], error: Exception) -> str:
    """Name the file that cannot be read."""
    remedy = "`gofsim run` with --repair plays its blocks again"
    for file in files:
        try:
            pl.read_parquet_schema(file)
        except UNREADABLE as fault:
            return f"{file}: cannot be read as Parquet ({_first_line(fault)}); {remedy}"
    return f"{files[0].parent}: cannot be read ({_first_line(error)}); {remedy}"


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
