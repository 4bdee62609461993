"""Every bot alone in a field of every other: points, games and invasion fitness as matrices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.duels import Duel
from gofsim.analysis.estimates import Estimate, holm, is_significant, variance_reduction
from gofsim.analysis.league import League
from gofsim.analysis.league_evidence import LeagueEvidence
from gofsim.analysis.matrix_chart import Tile, colour_scale, shade, tile_chart
from gofsim.analysis.rates import field_rate, points_rate
from gofsim.analysis.section import Picture
from gofsim.analysis.table import Column, Kind, Table, cell_text, common_digits, figure

Pair = tuple[str, str]  # (bot alone, bot of the field)
MOST_COLUMNS = 6  # of estimates with their intervals on a page
LITTLE = 0.1  # points a round that are never full colour


@dataclass(frozen=True)
class Cell:
    """One figure of a bot in a field: ``real`` where it differs from equal after Holm."""

    shown: Estimate
    p_holm: float | None
    real: bool
    saved: float | None = None  # by common deals


@dataclass(frozen=True)
class Matrix:
    """A figure for every bot (row) in every field (column); ``equal`` is what no difference is."""

    name: str
    title: str
    axis: str
    kind: Kind
    equal: float
    more_is_better: bool
    cells: Mapping[Pair, Cell]
    note: str

    def is_good(self, cell: Cell) -> bool:
        """Whether a cell is better than equal for the bot alone."""
        return ((cell.shown.value or 0.0) > self.equal) == self.more_is_better


def points_and_games(league: League, duels: Sequence[Duel]) -> list[Matrix]:
    """The matrices of games (where games were played) and of points less the field."""
    points = {(d.bot, d.field): _points_cell(d) for d in duels}
    games = {(d.bot, d.field): _games_cell(d) for d in duels if d.games is not None}
    share = 1 / league.players
    found = [
        Matrix(
            "league_games", "Share of games won", "share of games, %", "share", share, True, games,
            f"An equal share is {100 * share:.1f}%.",
        ),
        Matrix(
            "league_points", "Points a round less the field", "points a round less the field",
            "change", 0.0, False, points,
            "Points are penalties: negative is good.",
        ),
    ]  # fmt: skip
    return [matrix for matrix in found if matrix.cells]


def invasion(evidence: LeagueEvidence) -> Matrix:
    """Own points a round in a field less what that field's bot takes among its own kind.

    Paired by block: the same deals, in the same seats. Below 0 a few such bots among many of the
    field's kind take fewer points than those take among themselves, so that they spread.
    """
    league, sums = evidence.league, evidence.sums
    own = {pair: points_rate(arm, pair[0]) for pair, arm in league.alone.items()}
    home = {bot: points_rate(arm, bot) for bot, arm in league.own_kind.items()}
    found = {pair: sums.difference(rate, home[pair[1]]) for pair, rate in own.items()}
    adjusted = holm([estimate.p for estimate in found.values()])
    cells = {
        pair: Cell(
            estimate, p, is_significant(estimate, p),
            variance_reduction(
                sums.estimate(own[pair]), sums.estimate(home[pair[1]]), estimate
            ),
        )
        for (pair, estimate), p in zip(found.items(), adjusted, strict=True)
    }  # fmt: skip
    return Matrix(
        "league_invasion", "Invasion fitness", "points a round, newcomer less resident", "change",
        0.0, False, cells,
        "What the bot of the row takes a round alone in a field of the bot of the column, less what"
        " that one takes among its own kind. Negative: the newcomer spreads.",
    )  # fmt: skip


def advantage(league: League, bot: str, other: str, parts: int = 1) -> tuple[Rate, Rate]:
    """Two rates whose difference, first less second, is the edge of a bot over another.

    Half of what the other takes less its field, alone in a field of the bot, less half of the
    same the other way round; over ``parts``. Positive: the bot is the better of the two.
    """
    rates = (field_rate(league.alone[pair], pair[0]) for pair in ((other, bot), (bot, other)))
    first, second = (replace(rate, times=rate.times * 2 * parts) for rate in rates)
    return first, second


def matrix_table(matrix: Matrix, order: Sequence[str]) -> Table:
    """A matrix with intervals; on a page only where its columns find room."""
    rows = tuple(
        {"bot": bot, "strong": [_key(f) for f in order if f != bot and matrix.cells[bot, f].real]}
        | {_key(f): matrix.cells[bot, f].shown if f != bot else None for f in order}
        for bot in order
    )
    columns = [Column("bot", "Alone \\ field"), *(Column(_key(f), f, matrix.kind) for f in order)]
    note = f"{matrix.note} Bold: differs from equal (Holm over all cells, adjusted p below 0.05)."
    shown = rows if len(order) <= MOST_COLUMNS else ()
    return Table(matrix.name, matrix.title, tuple(columns), rows, note, shown)


def cells_table(matrix: Matrix, order: Sequence[str]) -> Table:
    """The cells of a matrix one below the other, for files."""
    rows = tuple(
        {"bot": bot, "field": field, "value": cell.shown, "p_holm": cell.p_holm,
         "saved": cell.saved}
        for bot in order
        for field in order
        if bot != field
        for cell in [matrix.cells[bot, field]]
    )  # fmt: skip
    columns = (
        Column("bot", "Bot"),
        Column("field", "Field of"),
        Column("value", matrix.title, matrix.kind),
        Column("p_holm", "p (Holm)", "p"),
        Column("saved", "Saved by common deals", "factor"),
    )
    return Table(f"{matrix.name}_cells", matrix.title, columns, rows, matrix.note, ())


def matrix_picture(matrix: Matrix, order: Sequence[str]) -> Picture:
    """The matrix as a chart, the strongest bots first."""
    digits = common_digits((cell.shown for cell in matrix.cells.values()), matrix.kind)
    scale = scale_of(matrix)
    tiles = {pair: _tile(matrix, cell, scale) for pair, cell in matrix.cells.items()}
    words = "; ".join(
        f"{bot} "
        + ", ".join(
            f"in {field} {cell_text(matrix.cells[bot, field].shown, matrix.kind, digits)}"
            for field in order
            if field != bot
        )
        for bot in order
    )
    return Picture(
        matrix.name, f"{matrix.axis}, by bot and field: {words}.",
        f"{matrix.title}: each row is a bot alone, each column the bot of its field. Blue is good"
        " for the bot of the row, orange bad; bold figures differ from equal (Holm), others stay"
        " pale.",
        tile_chart(order, order, tiles, "bot alone", "bot of its field"),
    )  # fmt: skip


def scale_of(matrix: Matrix) -> float:
    """What is full colour where a matrix holds no shares."""
    return colour_scale([cell.shown for cell in matrix.cells.values()], LITTLE)


def _tile(matrix: Matrix, cell: Cell, scale: float) -> Tile:
    """A cell's text, and as its colour how far it is from equal: in parts of the way to an end.

    The ends are 0 and 1 for shares, else ``scale`` either way. Pale where it may be chance.
    """
    off = (cell.shown.value or 0.0) - matrix.equal
    if matrix.kind == "share":
        scale = 1 - matrix.equal if off > 0 else matrix.equal
    good = shade(off if matrix.more_is_better else -off, scale, real=cell.real)
    digits = 2 if matrix.kind == "change" and 0 < abs(off) < 1 else 1
    return Tile(figure(cell.shown.value or 0.0, matrix.kind, digits).rstrip("%"), good, cell.real)


def _key(field: str) -> str:
    return f"field {field}"


def _points_cell(duel: Duel) -> Cell:
    real = is_significant(duel.points, duel.p_points)
    return Cell(duel.points, duel.p_points, real, duel.saved)


def _games_cell(duel: Duel) -> Cell:
    assert duel.games is not None
    assert duel.edge is not None
    return Cell(duel.games, duel.p_games, is_significant(duel.edge, duel.p_games))
