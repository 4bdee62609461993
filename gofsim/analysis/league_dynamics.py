"""What would become of a mix of bots if those that take fewer points spread."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gofsim.analysis.courses import EARLY, SEEN, Course, course, relative, widest_gap
from gofsim.analysis.dynamics import is_stable, rest_points
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
PATH_TURNS = 24  # of a bot's share, after which a picture has shown that it goes round
ALIKE = 1e-9  # points: a smaller gap is rounding
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
    points = payoffs(evidence, order)
    if widest_gap(points) < ALIKE:
        return None
    game = relative(points)
    crowd = course(game, np.ones(len(order)))
    rests = rests_of(game) if len(order) <= MOST_BOTS else []
    text = (
        "Suppose a large crowd of these bots, in which those that take fewer points spread. What a"
        " bot takes in a mixed crowd is supposed to be the mean of what it takes alone in a field"
        " of each kind, by their shares; tables of three kinds were not played. In one unit of time"
        f" the widest gap of two bots in one field, {widest_gap(points):.3g} points a"
        " round, makes the share of the better grow e-fold (2.7 times) against that of the other."
        " The figures are taken as they are, without their intervals, so bots that are not"
        " separated may well change places here.",
        crowd_words(order, crowd, stable=is_stable(game, crowd.shares[-1])),
    )
    if len(order) == TRIANGLE:
        picture = _triangle(order, game, rests)
    else:
        some = crowd if crowd.fate != "circles" else course(game, np.ones(len(order)), PATH_TURNS)
        picture = _over_time(order, some)
    tables = (rests_table(order, rests),) if rests else ()
    return Section("dynamics", "What would spread", text, (picture,), tables)


def crowd_words(bots: Sequence[str], crowd: Course, *, stable: bool) -> str:
    """What becomes of a crowd with equal shares; ``stable`` is the mix that it stays as."""
    swinging = listed([bots[place] for place in crowd.swinging]) if crowd.swinging else ""
    match crowd.fate:
        case "rests":
            return f"From equal shares the crowd ends as {mix_words(bots, crowd.shares[-1], SEEN)}."
        case "stays":
            back = "and come back" if stable else "but do not come back"
            return f"Equal shares stay as they are, {back} when disturbed a little."
        case "circles":
            return (
                "From equal shares the crowd comes to no rest: it keeps going round in circles, in"
                f" which the shares of {swinging} rise and fall."
            )
        case "spirals":
            return (
                "From equal shares the crowd goes round in ever smaller circles, in which the"
                f" shares of {swinging} rise and fall, and is not yet at rest where the"
                " calculation ends."
            )
    return "From equal shares the crowd is still changing where the calculation ends."


def rests_of(game: Numbers) -> list[Rest]:
    """The mixes that rest, each with whether it returns after a small disturbance."""
    return [Rest(mix, is_stable(game, mix)) for mix in rest_points(game)]


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
    paths = [course(game, np.array(start, np.float64), PATH_TURNS).shares for start in STARTS]
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


def _over_time(bots: Sequence[str], crowd: Course) -> Picture:
    parts = zip(bots, crowd.shares[-1], strict=True)
    words = ", ".join(f"{bot} {100 * part:.1f}%" for bot, part in parts)
    seen = crowd.times >= EARLY
    return Picture(
        "league_dynamics", f"Shares of a crowd over time, equal at first; last: {words}.",
        "How a crowd with equal shares of all bots would change if the better ones spread.",
        shares_chart(bots, crowd.times[seen], crowd.shares[seen], "time, on a logarithmic scale"),
    )  # fmt: skip
