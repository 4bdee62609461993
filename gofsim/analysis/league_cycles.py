"""Is the ladder fair: how much of what bots do to one another goes round in circles."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gofsim.analysis.cycles import curls, split, triangles
from gofsim.analysis.estimates import Estimate, holm, is_significant
from gofsim.analysis.league_evidence import LeagueEvidence
from gofsim.analysis.league_matrix import advantage
from gofsim.analysis.section import Section
from gofsim.analysis.table import Column, Table

MOST_SHOWN = 5  # circles on a page
LEAST = 3  # bots in a circle
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Circle:
    """Three bots: ``size`` is the mean edge of each over the next, in points a round.

    Above 0 even where one of them has no edge over the next but a smaller lack of it than a ladder
    would show; ``closed`` where every edge is one by itself (Holm over all pairs).
    """

    bots: tuple[str, str, str]
    size: Estimate
    p_holm: float | None
    closed: bool

    @property
    def real(self) -> bool:
        """Whether it is more than chance."""
        return is_significant(self.size, self.p_holm)


@dataclass(frozen=True)
class Cycles:
    """``transitive`` is the ladder's share of all squared edges (None where all are 0).

    ``noise`` is the cyclic share that chance alone would give (None where one block cannot tell);
    ``circles`` come by size.
    """

    transitive: float | None
    noise: float | None
    circles: Sequence[Circle]

    @property
    def cyclic(self) -> float:
        """The share that no ladder explains."""
        return 0.0 if self.transitive is None else 1.0 - self.transitive

    @property
    def real(self) -> bool:
        """Whether some circle is more than chance."""
        return any(circle.real for circle in self.circles)


def cycles_of(evidence: LeagueEvidence, bots: Sequence[str]) -> Cycles | None:
    """The split of the matrix of edges in points a round; None without three bots and fields.

    Circles begin with the bot that stands first in ``bots``, all bots of the league.
    """
    k = len(bots)
    if not evidence.league.has_fields or k < LEAST:
        return None
    edges, proved = _edges(evidence, bots)
    # Each circle in the direction in which more is won.
    turned = [
        (a, b, c) if around >= 0 else (a, c, b)
        for (a, b, c), around in zip(triangles(k).tolist(), curls(edges), strict=True)
    ]
    found = [(triple, _size(evidence, [bots[place] for place in triple])) for triple in turned]
    adjusted = holm([size.p for _, size in found])
    circles = [
        Circle(
            (bots[a], bots[b], bots[c]), size, p,
            bool(proved[a, b] and proved[b, c] and proved[c, a]),
        )
        for ((a, b, c), size), p in zip(found, adjusted, strict=True)
    ]  # fmt: skip
    circles.sort(key=lambda circle: -(circle.size.value or 0.0))
    return Cycles(split(edges)[3], _noise(circles, k, float(np.triu(edges**2).sum())), circles)


def _noise(circles: Sequence[Circle], bots: int, total: float) -> float | None:
    """The share of all squared edges that chance alone would send round in circles.

    Every edge lies in ``bots - 2`` circles: the squares of what is won around all of them sum up
    to ``bots`` times the squared cyclic part (each pair counted once), and so do their variances.
    """
    errors = [circle.size.error for circle in circles]
    known = [error for error in errors if error is not None]
    if len(known) < len(errors):
        return None
    noise = sum((3 * error) ** 2 for error in known) / bots
    return min(1.0, noise / total) if total else 0.0


def _edges(evidence: LeagueEvidence, bots: Sequence[str]) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """The edge of each bot over each, [k, k], and whether it is one, after Holm over all pairs."""
    pairs = list(combinations(range(len(bots)), 2))
    found = [
        evidence.sums.difference(*advantage(evidence.league, bots[i], bots[j])) for i, j in pairs
    ]
    edges, proved = np.zeros((len(bots), len(bots))), np.zeros((len(bots), len(bots)), np.bool_)
    for (i, j), edge, p in zip(pairs, found, holm([edge.p for edge in found]), strict=True):
        value, real = edge.value or 0.0, is_significant(edge, p)
        edges[i, j], edges[j, i] = value, -value
        proved[i, j], proved[j, i] = real and value > 0, real and value < 0
    return edges, proved


def _size(evidence: LeagueEvidence, circle: Sequence[str]) -> Estimate:
    first, second, third = circle
    steps = ((first, second), (second, third), (third, first))
    rates = [advantage(evidence.league, *step, 3) for step in steps]
    return evidence.sums.contrast([plus for plus, _ in rates], [minus for _, minus in rates])


def cycles_section(cycles: Cycles) -> Section | None:
    """How fair the ladder is; None where all bots are alike."""
    if cycles.transitive is None:
        return None
    count, real = len(cycles.circles), sum(circle.real for circle in cycles.circles)
    closed = sum(circle.real and circle.closed for circle in cycles.circles)
    chance = (
        "one block cannot tell how much of that is chance"
        if cycles.noise is None
        else f"chance alone would make that {100 * cycles.noise:.2f}%"
    )
    text = (
        "The edge of one bot over another is half the difference of what each takes, less its"
        " field, alone among the other kind. A ladder gives every bot one number and explains an"
        f" edge by their difference; the best one explains {100 * cycles.transitive:.2f}% of all"
        f" squared edges. The rest, {100 * cycles.cyclic:.2f}%, goes round in circles; {chance}.",
        f"Circles of three bots: {count:,}. Larger than chance explains: {real:,}. Of these, with"
        f" every bot beating the next, as in rock, paper, scissors: {closed:,}. All p-values are"
        " adjusted (Holm).",
    )
    return Section(
        "cycles", "Is one ladder fair?", text, (), (circles_table(cycles),),
        "Each bot of a circle does better against the one after the arrow than a ladder shows; the"
        " size says by how many points a round. That alone does not mean that it beats that bot.",
    )  # fmt: skip


def circles_table(cycles: Cycles) -> Table:
    """All circles of three, the strongest first."""
    rows = tuple(
        {"circle": " → ".join((*circle.bots, circle.bots[0])), "size": circle.size,
         "closed": "yes" if circle.closed else "no", "p_holm": circle.p_holm}
        for circle in cycles.circles
    )  # fmt: skip
    columns = (
        Column("circle", "Circle"),
        Column("size", "Size, points a round", "number"),
        Column("closed", "Each beats the next"),
        Column("p_holm", "p (Holm)", "p"),
    )
    note = "p is adjusted for all circles; the file has them all."
    return Table("league_cycles", "The strongest circles", columns, rows, note, rows[:MOST_SHOWN])
