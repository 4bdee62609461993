"""What an experiment file may hold (pydantic models of the TOML), and its faults as clear lines."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import ErrorDetails

from gofsim.clean_text import PLAIN_NAME
from gofsim.rules import Rules
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.simulation.where import Backend
from gofsim.suggest import did_you_mean, listed, shown, written

LARGEST_SEED = 2**63 - 1
MOST_BLOCKS = 10**12
LONGEST_NAME = 500
# A round played alone has no round before it and none after it, so these would decide nothing.
GAMES_ONLY = ("exchange", "exchange_tie", "next_lead", "target", "shuffle", "riffles")

Seating = Literal["fixed", "rotations", "all"]
Headline = Literal["bots", "arms", "exchange", "gangs"]
WorthPart = Literal["cards", "numbers", "exchange"]
# What cannot stand in a file with [worth].
BESIDE_WORTH = {
    **{key: f"[{key}]" for key in ("arms", "league", "sweep", "stop", "deal")},
    **{key: f"`{key}`" for key in ("seating", "headline")},
}
# Line ends and escapes in a name would break tables and terminals.
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=PLAIN_NAME)]
Blocks = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Risk = Annotated[float, Field(gt=0, lt=0.5)]


class ArmTable(BaseModel):
    """One ``[arms.NAME]`` table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    seats: list[Name]
    rules: Rules = Rules()


class LeagueTable(BaseModel):
    """The ``[league]`` table, in place of arms."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    bots: list[Name]
    design: Literal["one-vs-field", "tables"] = "one-vs-field"


class StopTable(BaseModel):
    """The ``[stop]`` table; which of the last five it needs depends on the rule."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rule: Literal["width", "sprt", "anytime"]
    of: list[Name]
    metric: Literal["points", "games"] = "points"
    every: Annotated[int, Field(ge=50, le=MOST_BLOCKS)] = 50
    width: Annotated[Number, Field(gt=0)] | None = None
    d0: Number | None = None
    d1: Number | None = None
    alpha: Risk | None = None
    beta: Risk | None = None


class WorthTable(BaseModel):
    """The ``[worth]`` table, in place of arms: one bot at all seats, and what to ask about."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    bot: Name
    of: Annotated[list[WorthPart], Field(min_length=1)] = list(get_args(WorthPart))


class RunTable(BaseModel):
    """The ``[run]`` table: where it is played, which decides no result."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    backend: Backend = "threads"
    workers: Annotated[int, Field(ge=1)] | None = None
    scheduler: Name | None = None
    shards: Name | None = None


class ExperimentTable(BaseModel):
    """A whole experiment file; ``games`` and ``rounds`` both count blocks."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    question: Name
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    games: Blocks | None = None
    rounds: Blocks | None = None
    seating: Seating = "rotations"
    headline: Headline | None = None
    rules: Rules = Rules()
    bots: dict[Name, dict[str, Any]] = {}
    arms: Annotated[dict[Name, ArmTable], Field(min_length=1)] = {}
    league: LeagueTable | None = None
    sweep: Annotated[dict[str, Any], Field(min_length=1)] = {}
    stop: StopTable | None = None
    deal: DealTable | None = None
    worth: WorthTable | None = None
    run: RunTable = RunTable()
    _unread: tuple[tuple[Any, ...], ...] = ()

    def note_unread(self, places: Iterable[tuple[Any, ...]]) -> None:
        """Note what of the file could not be read, each as its keys from the top."""
        self._unread = tuple(places)

    def unread(self, *keys: str) -> bool:
        """Whether what stands at these keys, or a table around it, could not be read."""
        return any(keys[: len(place)] == place for place in self._unread)

    @property
    def unread_bots(self) -> list[str]:
        """The names of the bots whose tables could not be read."""
        return [place[1] for place in self._unread if place[0] == "bots" and len(place) > 1]

    @property
    def is_whole(self) -> bool:
        """Whether all of the file could be read."""
        return not self._unread

    @property
    def unit(self) -> Literal["games", "rounds"]:
        """What a block is."""
        return "games" if self.rounds is None and not self.unread("rounds") else "rounds"

    @property
    def blocks(self) -> int:
        """How many blocks are asked for, in either unit."""
        return (self.games if self.rounds is None else self.rounds) or 0


def table_faults(document: Mapping[str, Any]) -> list[str]:
    """Return which tables are missing, or cannot stand together."""
    if "worth" in document:
        return [
            f"[worth] makes its own arms; take out {place}"
            for key, place in BESIDE_WORTH.items()
            if key in document
        ]
    if "league" not in document:
        return [] if "arms" in document else ["`arms` is missing"]
    faults = ["[arms] and [league] exclude each other"] if "arms" in document else []
    if "sweep" in document:
        faults.append("[sweep] multiplies arms, not a [league]: write the tables as [arms.NAME]")
    return faults


def unit_faults(table: ExperimentTable) -> list[str]:
    """Return what is wrong with ``games`` and ``rounds`` and with what they allow."""
    has_games = table.games is not None or table.unread("games")
    is_worth = table.worth is not None or table.unread("worth")
    if table.unit == "games" and is_worth:
        return [
            "[worth] plays single rounds: `rounds`, such as rounds = 10_000, instead of `games`"
        ]
    if table.unit == "games":
        missing = "`games` is missing: how many blocks to play, such as games = 20_000"
        return [] if has_games else [missing]
    faults = ["`games` and `rounds` exclude each other"] if has_games else []
    if table.headline == "exchange":
        faults.append('headline: "exchange" needs games; with `rounds` nothing is exchanged')
    places = {"[rules]": table.rules.model_fields_set}
    places |= {
        f"{heading('arms', name)} rules": arm.rules.model_fields_set
        for name, arm in table.arms.items()
    }
    places["[sweep]"] = {key.removeprefix("rules.") for key in table.sweep}
    for place, fields in places.items():
        faults += [
            f"{place}: `{field}` decides nothing with `rounds` (single rounds); leave it out"
            for field in GAMES_ONLY
            if field in fields and not (is_worth and field == "target")
        ]
    return faults


def heading(*keys: str) -> str:
    """Return a TOML table heading such as ``[arms.on]``, keys quoted where TOML needs it."""
    bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    quoted = [shown(key) if key and set(key) <= set(bare) else written(key) for key in keys]
    return f"[{'.'.join(quoted)}]"


def fault_line(detail: ErrorDetails) -> str:
    """Turn one pydantic error into one line that says where, what, and what would be right."""
    *place, last = [str(key) for key in detail["loc"]]
    table = table_name(place)
    where = f" in {table}" if table else ""
    if detail["type"] == "extra_forbidden":
        return f"unknown key `{shown(last)}`{where}{did_you_mean(last, valid_keys(place))}"
    if detail["type"] == "missing":
        return f"`{last}` is missing{where}"
    return f"{spot(detail['loc'])}: {complaint(detail)}"


def spot(keys: Sequence[Any]) -> str:
    """Return the place of a value, such as ``[arms.on] seats[0]``."""
    *place, last = [str(key) for key in keys if key != "[key]"]
    if isinstance(keys[-1], int):
        *place, last = [*place[:-1], f"{place[-1]}[{last}]"]
    table = table_name(place)
    return f"{table}{'.' if table and not table.endswith(']') else ' '}{shown(last)}".strip()


TABLES: dict[str, type[BaseModel]] = {
    "rules": Rules,
    "league": LeagueTable,
    "stop": StopTable,
    "run": RunTable,
    "worth": WorthTable,
    "deal": DealTable,
}
TABLE_DEPTHS = {
    "rules": 1,
    "bots": 2,
    "arms": 2,
    "league": 1,
    "stop": 1,
    "run": 1,
    "deal": 2,
    "worth": 1,
}


def table_name(keys: Sequence[str]) -> str:
    """Return where a key stands: nothing at the top, ``[rules]``, ``[arms.on] rules``."""
    table_depth = TABLE_DEPTHS.get(keys[0], 0) if keys else 0
    head, rest = keys[:table_depth], keys[table_depth:]
    return " ".join([heading(*head)] * bool(head) + [".".join(rest)] * bool(rest))


def valid_keys(place: Sequence[str]) -> list[str]:
    """Return the keys allowed in the table at `place`."""
    return list(model_at(place).model_fields)


def model_at(place: Sequence[str]) -> type[BaseModel]:
    """Return the model of the table at `place`."""
    match place:
        case []:
            return ExperimentTable
        case ["arms", _, "rules"]:
            return Rules
        case ["deal", _]:
            return SeatDeal
        case [name]:
            return TABLES.get(name, ArmTable)
    return ArmTable


def complaint(detail: ErrorDetails) -> str:
    """Return what is wrong with one value and what would be right."""
    got, context = written(detail["input"]), detail.get("ctx", {})
    match detail["type"]:
        case "literal_error" | "int_parsing_size":  # the latter for numbers beyond all of them
            return literal_complaint(detail, literal_values(detail))
        case "greater_than_equal" | "less_than_equal" | "greater_than" | "less_than" as kind:
            words, bound = BOUNDS[kind]
            return f"must be {words} {str(context[bound]).removesuffix('.0')}, not {got}"
        case "too_short" | "string_too_short":
            return "must not be empty"
        case "too_long" | "string_too_long" as kind:
            what = "items" if kind == "too_long" else "letters"
            return f"must have at most {context['max_length']} {what}, not {len(detail['input'])}"
        case "value_error":
            return str(context["error"])
        case kind:
            return f"must be {WANTED.get(kind, 'something else')}, not {got}"


def literal_complaint(detail: ErrorDetails, values: Sequence[object]) -> str:
    """Return the complaint about a value that is none of those allowed."""
    allowed = [value for value in values if value is not None]
    near = did_you_mean(str(detail["input"]), [v for v in allowed if isinstance(v, str)])
    return f"must be {listed(allowed)}, not {written(detail['input'])}{near}"


def literal_values(detail: ErrorDetails) -> Sequence[object]:
    """Return the values allowed where `detail` points, in a list perhaps."""
    *place, field = [str(key) for key in detail["loc"] if not isinstance(key, int)]
    return literal_members(model_at(place).model_fields[field].annotation)


def literal_members(annotation: Any) -> Sequence[object]:
    """Return the members of a ``Literal``, looking inside ``Literal[...] | None`` and lists."""
    members = get_args(annotation)
    return get_args(members[0]) or members


BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
WANTED = {
    "string_type": "text in quotes",
    "string_unicode": "text in UTF-8",
    "string_pattern_mismatch": "text without line ends and control characters",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}
