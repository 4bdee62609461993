"""What a manifest must look like before anything of it is believed: types, names, sizes.

Everything that it promises is bounded by the bytes of the files that it lists, so that no claim in
it can make a reader work for ever. Paths in it lie inside the folder.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations, islice, pairwise, product
from math import factorial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gofsim.clean_text import PLAIN_NAME
from gofsim.rules import Rules

MOST_BLOCKS = 10**12
MOST_LETTERS = 200  # of a message
CARD = "([GYR](10|[1-9])|M1|[GY]P|RD)"
MOST_ROWS_A_BYTE = 4  # real files have one at most

Plain = Annotated[str, Field(max_length=10_000, pattern=PLAIN_NAME)]
Label = Annotated[Plain, Field(min_length=1)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")]
Count = Annotated[int, Field(ge=0, lt=2**63)]
Blocks = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Block = Annotated[int, Field(ge=0, lt=MOST_BLOCKS)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Seating = Literal["fixed", "rotations", "all"]


class Shape(BaseModel):
    """A table of the manifest; what it holds beside these keys is nobody's business."""

    model_config = ConfigDict(strict=True)


class FileShape(Shape):
    """One Parquet file, by a name in one of the three data folders."""

    name: Annotated[str, Field(pattern=r"^(rounds|games|gangs)/[0-9A-Za-z_-]{1,100}\.parquet$")]
    rows: Count
    bytes: Count
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    @model_validator(mode="after")
    def _rows_take_room(self) -> "FileShape":
        if self.rows > MOST_ROWS_A_BYTE * self.bytes:
            raise ValueError(f"{self.rows} rows in {self.bytes} bytes")
        return self


class ShardShape(Shape):
    """The files of a range of blocks."""

    arm: Hash
    name: Label
    first: Block
    last: Block
    files: dict[Literal["rounds", "games", "gangs"], FileShape]

    @model_validator(mode="after")
    def _is_whole(self) -> "ShardShape":
        if self.last < self.first:
            raise ValueError(f"blocks {self.first} to {self.last}")
        if not {"rounds", "gangs"} <= self.files.keys():
            raise ValueError("needs files for rounds and gangs")
        for table, file in self.files.items():
            if not file.name.startswith(f"{table}/"):
                raise ValueError(f"{file.name} is not in {table}/")
        if self.files["rounds"].rows <= self.last - self.first:
            raise ValueError("less rounds than blocks")
        return self


class BotShape(Shape):
    """A bot at its place."""

    kind: Label
    settings: dict[str, Any]
    parameters: dict[Label, float]
    forget: float
    give: Label
    idea: str


class CardDealShape(Shape):
    """What an arm does to the deal."""

    model_config = ConfigDict(strict=True, extra="forbid")

    act: Literal["held", "without", "exchange"]
    cards: Annotated[str, Field(max_length=100, pattern=rf"^({CARD}( {CARD})*)?$")] = ""
    count: Annotated[Count, Field(le=7)] = 0


class ArmShape(Shape):
    """An arm: who plays, by which rules."""

    base: Label = "-"
    factors: dict[Label, Any] = {}
    seats: list[Label]
    rules: Rules
    bots: list[BotShape]
    hash: Hash
    copy_: Annotated[Count, Field(alias="copy")]
    seating: Seating
    seatings: int
    deal: CardDealShape | None = None

    @model_validator(mode="after")
    def _numbers_agree(self) -> "ArmShape":
        players = self.rules.players
        if not players == len(self.seats) == len(self.bots):
            raise ValueError(f"{len(self.seats)} seats, {len(self.bots)} bots, {players} players")
        games = {"fixed": 1, "rotations": players, "all": factorial(players)}[self.seating]
        if self.seatings != games:
            raise ValueError(f"{self.seatings} seatings, not {games}")
        return self


class StopShape(Shape):
    """A stop rule."""

    rule: Literal["width", "sprt", "anytime"]
    of: Annotated[list[Label], Field(min_length=2, max_length=2)]
    metric: Literal["points", "games"]
    every: Blocks
    first: Blocks
    width: Finite | None = None
    d0: Finite | None = None
    d1: Finite | None = None
    alpha: Annotated[Finite, Field(gt=0, lt=0.5)] | None = None
    beta: Annotated[Finite, Field(gt=0, lt=0.5)] | None = None

    @model_validator(mode="after")
    def _has_its_settings(self) -> "StopShape":
        needed = {"sprt": ("d0", "d1", "alpha", "beta")}.get(self.rule, ("width",))
        if missing := [name for name in needed if getattr(self, name) is None]:
            raise ValueError(f"needs {', '.join(missing)}")
        return self


class LookShape(Shape):
    """What a stop rule saw; an interval or a likelihood ratio."""

    blocks: Blocks
    value: float | None
    error: float | None
    decision: Label
    low: float | None = None
    high: float | None = None
    llr: float | None = None


class PastShape(Shape):
    """A stop rule that looked at these blocks in an earlier run."""

    stop: StopShape
    looks: Count
    blocks: Blocks


class LeagueShape(Shape):
    """A league."""

    bots: Annotated[list[Label], Field(min_length=2)]
    design: Literal["one-vs-field", "tables"]


class WorthShape(Shape):
    """What is asked about cards."""

    bot: Label
    of: Annotated[list[Literal["cards", "numbers", "exchange"]], Field(min_length=1)]


class SeatDealShape(Shape):
    """What the hand of a seat was to be like."""

    model_config = ConfigDict(strict=True, extra="forbid")

    cards: Plain = ""
    gang: int | None = None
    gang_number: int | None = None
    straight_flush: bool | None = None
    most_singles: int | None = None


class ExperimentShape(Shape):
    """The resolved experiment; `file` may hold bytes that are no text."""

    question: Label
    stem: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,255}$")]
    seed: Count
    unit: Literal["games", "rounds"]
    blocks: Blocks
    most_blocks: Blocks
    seating: Seating
    headline: Literal["bots", "arms", "exchange", "gangs", "worth"]
    file: Any
    arms: Annotated[dict[Label, ArmShape], Field(min_length=1)]
    league: LeagueShape | None = None
    sweep: dict[Label, Annotated[list[Any], Field(min_length=1)]] | None = None
    stop: StopShape | None = None
    deal: dict[Literal["seat0", "seat1", "seat2", "seat3"], SeatDealShape] | None = None

    worth: WorthShape | None = None

    @model_validator(mode="after")
    def _parts_agree(self) -> "ExperimentShape":
        if not isinstance(self.file, str) or "\0" in self.file:
            raise ValueError("file is no path")
        for name, arm in self.arms.items():
            if self.sweep and not arm.factors.keys() == self.sweep.keys():
                raise ValueError(f"arm {name!r} has other factors than the sweep")
            if self.sweep and any(v not in self.sweep[k] for k, v in arm.factors.items()):
                raise ValueError(f"arm {name!r} has values that the sweep does not have")
        names = self.arms if self.league is None else self.league.bots
        if self.league and {a: arm.seats for a, arm in self.arms.items()} != self._lineups():
            raise ValueError("the arms are not those of the league")
        if self.stop and not set(self.stop.of) <= set(names):
            raise ValueError(f"the stop rule compares {self.stop.of!r}")
        if not self._cards_agree():
            raise ValueError("the arms are not those of a question about cards")
        if self.headline == "exchange" and self.unit == "rounds":
            raise ValueError("single rounds have no exchange")
        return self

    def _cards_agree(self) -> bool:
        """Whether each changed deal has the one that it is compared with, and none is for others.

        Such runs are single rounds, one a block.
        """
        deals = [arm.deal for arm in self.arms.values()]
        if self.worth is None:
            return self.headline != "worth" and not any(deals)
        acts = {
            act: [deal.cards for deal in deals if deal and deal.act == act]
            for act in ("held", "without", "exchange")
        }
        single = self.unit == "rounds" and all(arm.seatings == 1 for arm in self.arms.values())
        without = acts["without"]
        return (
            single
            and self.headline == "worth"
            and set(acts["held"]) == set(without)
            and len(without) == len(set(without))
            and all(without)
            and len(acts["exchange"]) == deals.count(None) <= 1
        )

    def _lineups(self) -> dict[str, list[str]]:
        """The seats that the league's design gives each arm, as far as there are so many arms."""
        assert self.league is not None
        bots, players = self.league.bots, len(next(iter(self.arms.values())).seats)
        if self.league.design == "tables":
            tables = islice(combinations(bots, players), len(self.arms) + 1)
            return {"+".join(seats): list(seats) for seats in tables}
        pairs = islice(product(bots, bots), len(self.arms) + 1)
        return {f"{one}-vs-{field}": [one, *[field] * (players - 1)] for one, field in pairs}


class ManifestShape(Shape):
    """The whole."""

    results_version: int
    kernel_hash: Plain
    versions: dict[Label, Plain]
    state: Label
    command: Plain
    experiment: ExperimentShape
    looks: list[LookShape] = []
    earlier_looks: list[PastShape] = []
    shards: list[ShardShape]
    timings: dict[Label, Finite]

    @model_validator(mode="after")
    def _shards_fit(self) -> "ManifestShape":
        seatings = {arm.hash: arm.seatings for arm in self.experiment.arms.values()}
        ranges = defaultdict[str, list[tuple[int, int]]](list)
        for shard in self.shards:
            ranges[shard.arm].append((shard.first, shard.last))
            games = (shard.last - shard.first + 1) * seatings.get(shard.arm, 1)
            found = shard.files.get("games")
            if (found is None) != (self.experiment.unit == "rounds"):
                raise ValueError("a games table goes with games, and only with them")
            if found and shard.arm in seatings and found.rows != games:
                raise ValueError(f"{found.name}: {found.rows} games instead of {games}")
        for arm, ends in ranges.items():
            if any(right[0] <= left[1] for left, right in pairwise(sorted(ends))):
                raise ValueError(f"two shards of arm {arm} hold the same blocks")
        return self


def shape_fault(manifest: Mapping[str, Any]) -> str:
    """Return the first fault of a manifest as ``place: what``, or nothing."""
    try:
        ManifestShape.model_validate(manifest)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "manifest"
        return (
            f"{place[:MOST_LETTERS]}: {first['msg'].removeprefix('Value error, ')[:MOST_LETTERS]}"
        )
    return ""
