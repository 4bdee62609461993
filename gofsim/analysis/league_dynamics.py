"""What would become of a mix of bots if those that take fewer points spread."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gofsim.analysis.dynamics import replicate, rest_points
from gofsim.analysis.league_evidence import LeagueEvidence
from gofsim.analysis.rates import points_rate
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.simplex_chart import Rest, shares_chart, simplex_chart
from gofsim.analysis.table import Column, Table
from gofsim.analysis.words import listed

TRIANGLE = 3  # bots that a triangle shows
MOST_BOTS = 12  # of which all mixes are searched for rest
STARTS = ((1, 1, 1), (6, 3, 1), (6, 1, 3), (3, 6, 1), (1, 6, 3), (3, 1, 6), (1, 3, 6),
          (18, 1, 1), (1, 18, 1), (1, 1, 18))  # fmt: skip
MOMENTS = 400
FIRST_MOMENT, FIRST_SPAN, LONGEST_SPAN = 0.01, 4.0, 2.0**14  # of time
SETTLED = 1e-3  # shares that all change by less in the last quarter of the time are at rest
SMALL = 1e-9  # an eigenvalue this near to 0 is rounding
SEEN = 0.005  # a smaller share of a mix is not named
Numbers = npt.NDArray[np.float64]


def payoffs(evidence: LeagueEvidence, bots: Sequence[str]) -> Numbers:
    """Minus the points a round of the bot of the row in a field of that of the column."""
    league, sums = evidence.league, evidence.sums
    found = np.zeros((len(bots), len(bots)))
    for i, bot in enumerate(bots):
        for j, field in enumerate(bots):
            arm = league.own_kind[bot] if bot == field else league.alone[bot, field]
            found[i, j] = -(sums.estimate(points_rate(arm, bot)).value or 0.0)
    return found


def dynamics_section(evidence: LeagueEvidence, order: Sequence[str]) -> Section | None:
    """Replicator dynamics; None without fields, for two bots, or where all bots are alike."""
    if not evidence.league.has_fields or len(order) < TRIANGLE:
        return None
    game = payoffs(evidence, order)
    if not np.ptp(game, axis=0).any():
        return None
    times, shares = course(game, np.ones(len(order)))
    rests = rests_of(game) if len(order) <= MOST_BOTS else []
    text = (
        "Suppose a large crowd of these bots, in which those that take fewer points spread: in one"
        " unit of time one point a round less makes a bot's share grow e-fold (2.7 times) against"
        " another's. What a bot takes in a mixed crowd is supposed to be the mean of what it takes"
        " alone in a field of each kind, by their shares; tables of three kinds were not played."
        " The figures are taken as they are, without their intervals, so bots that are not"
        " separated may well change places here.",
        f"From equal shares the crowd ends as {mix_words(order, shares[-1], SEEN)}.",
    )
    if len(order) == TRIANGLE:
        picture = _triangle(order, game, rests)
    else:
        words = ", ".join(
            f"{bot} {100 * part:.1f}%" for bot, part in zip(order, shares[-1], strict=True)
        )
        picture = Picture(
            "league_dynamics", f"Shares of a crowd over time, equal at first; at the end: {words}.",
            "How a crowd with equal shares of all bots would change if the better ones spread.",
            shares_chart(order, times[1:], shares[1:], "time, each step ten times as long"),
        )  # fmt: skip
    tables = (rests_table(order, rests),) if rests else ()
    return Section("dynamics", "What would spread", text, (picture,), tables)


def course(game: Numbers, start: Numbers) -> tuple[Numbers, Numbers]:
    """Times, float64[times], and shares, float64[times, k], from the start until at rest."""
    span = FIRST_SPAN
    while True:
        times = np.concatenate(([0.0], np.geomspace(FIRST_MOMENT, span, MOMENTS)))
        shares = replicate(game, start, times)
        late = np.searchsorted(times, 0.75 * span)
        moved = np.abs(shares[-1] - shares[late]).max()
        if moved < SETTLED or span >= LONGEST_SPAN:
            return times, shares
        span *= 2


def rests_of(game: Numbers) -> list[Rest]:
    """The mixes that rest, each with whether it returns after a small disturbance."""
    return [Rest(mix, is_stable(game, mix)) for mix in rest_points(game)]


def is_stable(game: Numbers, mix: Numbers) -> bool:
    """Whether all small disturbances of a resting mix die away (replicator equation, linearised).

    By the eigenvalues of its derivative along the mixes that sum to one (Hofbauer and Sigmund
    1998, chapter 7); one that neither grows nor dies does not count as stable.
    """
    fitness = game @ mix
    mean = mix @ fitness
    change = mix[:, None] * (game - fitness - mix @ game) + np.diag(fitness - mean)
    # Disturbances that sum to zero: the last bot makes room for what the others gain.
    room = np.vstack([np.eye(len(mix) - 1), -np.ones(len(mix) - 1)])
    grown = np.linalg.eigvals(change[:-1] @ room)
    return bool((grown.real < -SMALL).all())


def mix_words(bots: Sequence[str], mix: Numbers, least: float = 0.0) -> str:
    """``only control``, or ``62.1% control and 37.9% lowest``; parts over ``least``."""
    named = [(bot, part) for bot, part in zip(bots, mix, strict=True) if part > least]
    if len(named) == 1:
        return f"only {named[0][0]}"
    return listed([f"{100 * part:.1f}% {bot}" for bot, part in named])


def rests_table(bots: Sequence[str], rests: Sequence[Rest]) -> Table:
    """Mixes at rest; a page leaves out pure ones that do not return."""
    rows = tuple(
        {"mix": mix_words(bots, rest.mix), "stable": "yes" if rest.stable else "no"}
        | {f"share {bot}": float(part) for bot, part in zip(bots, rest.mix, strict=True)}
        for rest in rests
    )
    shown = tuple(
        row
        for row, rest in zip(rows, rests, strict=True)
        if rest.stable or np.count_nonzero(rest.mix) > 1
    )
    columns = (
        Column("mix", "Mix at rest"),
        Column("stable", "Returns when disturbed"),
        *(Column(f"share {bot}", bot, "share", on_page=False) for bot in bots),
    )
    note = "Any bot alone is at rest too; those that others would displace are only in the file."
    return Table("league_rest", "Mixes that stay as they are", columns, rows, note, shown)


def _triangle(bots: Sequence[str], game: Numbers, rests: Sequence[Rest]) -> Picture:
    paths = [course(game, np.array(start, np.float64))[1] for start in STARTS]
    words = "; ".join(
        f"{mix_words(bots, rest.mix)} ({'returns' if rest.stable else 'does not return'})"
        for rest in rests
    )
    return Picture(
        "league_dynamics", f"Paths of crowds in the triangle of their mixes. At rest: {words}.",
        "Each point of the triangle is a mix of the three bots, each line the way of one crowd."
        " Dots stay as they are: full ones come back when disturbed, hollow ones do not.",
        simplex_chart(bots, paths, rests),
    )  # fmt: skip
