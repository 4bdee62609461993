"""Gangs: dealt against the exact values, held, played, and what they are worth."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from gofsim.analysis import exact
from gofsim.analysis.block_sums import Rate
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import FEW_BLOCKS, Estimate, chi_square, ratio_of_sums, wilson
from gofsim.analysis.exact_page import MOST_SHOWN, PUBLISHED_OTHERS
from gofsim.analysis.figures import Dot, Panel, Panels, dot_chart, rows_of_points
from gofsim.analysis.measures import BEATEN, MOST_HELD, NUMBERS, SIZES
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table, cell_text, figure
from gofsim.analysis.words import counted

Row = dict[str, Any]
Pattern = tuple[int, ...]  # gangs dealt to each seat
SMALLEST_EXPECTED = 5.0  # below it the chi-square distribution does not fit a cell
HELD_ROWS = 3
PER_ROUNDS = 100  # gangs are counted in so many rounds: of the largest ones one has few
STAGES = ("dealt", "held", "played")


def hand_share(deals: Counter[Pattern]) -> Estimate:
    """Share of dealt hands that hold a gang; deals are the independent units, not hands."""
    return _over_hands(deals, lambda mine, _: mine > 0, lambda *_: True)


def table_share(deals: Counter[Pattern]) -> Estimate:
    """Share of deals in which somebody holds a gang (Wilson: deals are independent)."""
    return wilson(sum(n for pattern, n in deals.items() if any(pattern)), deals.total())


def gang_fit(deals: Counter[Pattern], players: int) -> tuple[float, int, float]:
    """One chi-square over the number of gangs dealt at the table; rare numbers are pooled."""
    chances = [float(chance) for chance in exact.gangs_in_hands(players)]
    cells = next(k for k, p in enumerate(chances) if deals.total() * p < SMALLEST_EXPECTED)
    cells = max(cells - 1, 1)
    found = Counter[int]()
    for pattern, count in deals.items():
        found[min(sum(pattern), cells)] += count
    expected = [*chances[:cells], sum(chances[cells:])]
    return chi_square([found[k] for k in range(cells + 1)], expected)


def others_share(deals: Counter[Pattern], mine: int, others: int) -> Estimate:
    """Share of the hands with ``mine`` gangs beside which the others hold exactly ``others``."""
    return _over_hands(
        deals, lambda own, rest: own == mine and rest == others, lambda own, _: own == mine
    )


def dealt_section(evidence: Evidence) -> Section | None:
    """Dealt gangs beside the exact values; None where all decks were riffled."""
    if not evidence.counts.deals:
        return None
    words = []
    for players, deals in sorted(evidence.counts.deals.items()):
        statistic, freedom, p = gang_fit(deals, players)
        verdict = "in agreement" if p >= 0.001 else "not in agreement"  # noqa: PLR2004
        words.append(
            f"{counted(deals.total(), 'different deal')} to {players} players, {verdict} with the"
            f" exact number of gangs at a table (chi-square {statistic:.1f} on {freedom} degrees of"
            f" freedom, p = {cell_text(p, 'p')})."
        )
    words.append(
        "Arms and seatings of a block share their deals, so each deal counts once. That somebody at"
        " the table holds a gang is one independent trial a deal and has Wilson's interval; hands"
        " of one deal depend on one another, so shares of hands are taken deal by deal."
    )
    return Section(
        "gangs_dealt", "Gangs dealt, against the exact values", tuple(words),
        (_numbers_picture(evidence),), (dealt_table(evidence), numbers_table(evidence)),
        "z: distance from the exact value in standard errors; beyond 3 would be a surprise.",
    )  # fmt: skip


def dealt_table(evidence: Evidence) -> Table:
    """Hands and tables with gangs, simulated and exact."""
    rows: list[Row] = []
    several = len(evidence.counts.deals) > 1
    for players, deals in sorted(evidence.counts.deals.items()):
        chances = [float(chance) for chance in exact.gangs_in_hands(players)]
        one = float(1 - exact.gangs_in_hands(1)[0])
        rows.append(_against(players, "a hand holds a gang", hand_share(deals), one))
        rows.append(_against(players, "somebody holds one", table_share(deals), 1 - chances[0]))
        for gangs in range(MOST_SHOWN + 1):
            hits = sum(n for pattern, n in deals.items() if sum(pattern) == gangs)
            share = wilson(hits, deals.total())
            rows.append(_against(players, f"exactly {gangs} at the table", share, chances[gangs]))
    columns = (
        Column("players", "Players", on_page=several),
        Column("what", "Event"),
        Column("share", "Dealt", "share"),
        Column("exact", "Exact", "share", digits=3),
        Column("z", "z", "change"),
    )
    return Table("gangs_dealt", "Dealt and exact", columns, tuple(rows))


def numbers_table(evidence: Evidence) -> Table:
    """Deals with a gang of each number, and of each number and size (at most one a deal)."""
    rows = [
        _number_row(evidence, players, number, sizes)
        for players in sorted(evidence.counts.deals)
        for number in NUMBERS
        for sizes in (SIZES, *((size,) for size in SIZES if size <= exact.COPIES[number - 1]))
    ]
    several = len(evidence.counts.deals) > 1
    columns = (
        Column("players", "Players", on_page=several),
        Column("number", "Number"),
        Column("size", "Size", "text", on_page=False),
        Column("share", "Deals with such a gang", "share"),
        Column("exact", "Exact", "share", digits=3),
        Column("z", "z", "change"),
    )
    shown = tuple(row for row in rows if row["size"] == "any")
    note = "gangs_numbers.csv holds every size apart."
    return Table("gangs_numbers", "By number", columns, tuple(rows), note, shown)


def published_section(evidence: Evidence) -> Section | None:
    """The publisher's conditional table, exact, simulated and as published."""
    deals = evidence.counts.deals.get(4)
    if deals is None:
        return None
    table = others_table(deals)
    text = (
        "The publisher's web page once told how many gangs the other three hold, given how many I"
        " hold. Its rows for none, one and two gangs agree with the exact values to within a"
        " percentage point; its row for three does not: for no other gang it says 9.1%, the exact"
        f" value is {100 * float(exact.gangs_among_others(3)[0]):.1f}%.",
    )
    panels: Panels = {
        f"I hold {mine}": {
            "dealt": [others_share(deals, mine, k) for k in range(MOST_SHOWN + 1)],
            "exact": [float(p) for p in exact.gangs_among_others(mine)[: MOST_SHOWN + 1]],
            "published": [percent / 100 for percent in PUBLISHED_OTHERS[mine]],
        }
        for mine in range(HELD_ROWS + 1)
    }
    chart = rows_of_points(panels, "gangs among the other three", "% of hands")
    picture = Picture(
        "gangs_published",
        "Four panels by number of gangs I hold. Dealt and exact shares lie together; the published"
        " ones do too, except where I hold three.",
        "Dealt hands with 95% intervals, exact and published shares.",
        chart,
    )
    return Section(
        "gangs_published", "The publisher's table", text, (picture,), (table,),
        "Filled marks are simulated, hollow ones calculated or printed.",
    )  # fmt: skip


def others_table(deals: Counter[Pattern]) -> Table:
    """Rows: gangs I hold, by source; columns: 0 to 4 gangs among the other three."""
    rows: list[Row] = []
    for mine in range(HELD_ROWS + 1):
        gangs = _gangs(str(mine))
        rows += [
            {"mine": gangs, "source": "dealt"}
            | {f"k{k}": others_share(deals, mine, k) for k in range(MOST_SHOWN + 1)},
            {"mine": gangs, "source": "exact"}
            | {f"k{k}": float(p) for k, p in _shown(exact.gangs_among_others(mine))},
            {"mine": gangs, "source": "published"}
            | {f"k{k}": p / 100 for k, p in _shown(PUBLISHED_OTHERS[mine])},
        ]
    columns = (
        Column("mine", "I hold"),
        Column("source", ""),
        *(Column(f"k{k}", f"others {k}", "share") for k in range(MOST_SHOWN + 1)),
    )
    return Table("gangs_published", "Gangs among the other three", columns, tuple(rows))


def played_section(evidence: Evidence) -> Section:
    """From the deal to the table: held, played, on what, and what holding them is worth."""
    text = (
        "Held counts after the exchange. A gang may be played smaller than it is held, in parts, or"
        " broken up; played counts gangs laid as gangs. gangs_stage_numbers.csv has the same by"
        " number.",
    )
    return Section(
        "gangs_played", "Gangs held and played", text, (worth_picture(evidence),),
        (stages_table(evidence), worth_table(evidence), beaten_table(evidence),
         stage_numbers_table(evidence)),
    )  # fmt: skip


def worth_picture(evidence: Evidence) -> Picture:
    """Gangs dealt, held and played, and rounds won by gangs held."""
    arms = [arm.name for arm in evidence.run.shown]
    stages = {r["arm"]: r for r in stages_table(evidence).rows if r["size"] == "any"}
    worth = {(r["arm"], r["held"]): r["won"] for r in worth_table(evidence).rows}
    enough = {
        (arm, held): won
        for (arm, held), won in worth.items()
        if won.n >= FEW_BLOCKS and arm in arms
    }
    flow = [Dot(stage, {arm: stages[arm][stage] for arm in arms}) for stage in STAGES]
    wins = [
        Dot(f"holds {held}", {arm: enough[arm, held] for arm in arms if (arm, held) in enough})
        for held in dict.fromkeys(held for _, held in enough)
    ]
    words = [f"gangs {s} in 100 rounds of {a} {cell_text(stages[a][s], 'number')}"
             for a in arms for s in STAGES]  # fmt: skip
    words += [f"won with {_gangs(h)} in {a} {cell_text(won, 'share')}"
              for (a, h), won in enough.items()]  # fmt: skip
    panels = [Panel(flow, "", "number", "Gangs in 100 rounds, of all seats")]
    if wins:
        panels.append(Panel(wins, "", "share", "Rounds won by gangs in the hand, %"))
    return Picture(
        "gangs_worth", f"{'; '.join(words)}.",
        "Gangs from the deal to the table, and the chance to win the round of a hand that holds so"
        " many; bars are 95% intervals (where not hidden by the marks).",
        dot_chart(panels),
    )  # fmt: skip


def stages_table(evidence: Evidence) -> Table:
    """Gangs dealt, held and played in a hundred rounds, by arm and size."""
    rows: tuple[Row, ...] = tuple(
        {"arm": arm.name, "size": "any" if size is None else str(size)}
        | {stage: _stage(evidence, arm, stage, size) for stage in STAGES}
        | {"used": _used(evidence, arm) if size is None else None}
        for arm in evidence.run.arms
        for size in (None, *SIZES)
    )
    columns = (
        Column("arm", "Arm"),
        Column("size", "Size"),
        Column("dealt", "Dealt", "number"),
        Column("held", "Held", "number"),
        Column("played", "Played", "number"),
        Column("used", "Played of held", "share"),
    )
    return Table(
        "gangs_stages", "From deal to table", columns, rows, "Gangs of all seats in 100 rounds."
    )


def stage_numbers_table(evidence: Evidence) -> Table:
    """Gangs dealt, held and played in a hundred rounds, by arm and number."""
    rows = tuple(
        {"arm": arm.name, "number": number}
        | {
            stage: evidence.sums["gangs"].estimate(
                Rate(arm.name, {f"{stage}_number_{number}": PER_ROUNDS}, "rounds")
            )
            for stage in STAGES
        }
        for arm in evidence.run.arms
        for number in NUMBERS
    )
    columns = (
        Column("arm", "Arm"),
        Column("number", "Number", "count"),
        Column("dealt", "Dealt", "number"),
        Column("held", "Held", "number"),
        Column("played", "Played", "number"),
    )
    return Table("gangs_stage_numbers", "By number", columns, rows, shown=())


def worth_table(evidence: Evidence) -> Table:
    """Rounds won and points by the number of gangs in the hand."""
    sums = evidence.sums["hands"]
    rows = tuple(
        {
            "arm": arm.name,
            "held": f"{count} or more" if count == MOST_HELD else str(count),
            "hands": sums.total(arm.name, f"hands_{count}"),
            "won": sums.estimate(Rate(arm.name, {f"wins_{count}": 1}, f"hands_{count}")),
            "points": sums.estimate(Rate(arm.name, {f"points_{count}": 1}, f"hands_{count}")),
        }
        for arm in evidence.run.arms
        for count in range(MOST_HELD + 1)
    )
    columns = (
        Column("arm", "Arm"),
        Column("held", "Gangs held"),
        Column("hands", "Hands", "count"),
        Column("won", "Rounds won", "share"),
        Column("points", "Points a round", "number"),
    )
    return Table("gangs_worth", "What holding gangs is worth", columns, rows)


def worth_of_one(evidence: Evidence, arm: ArmInfo, what: str) -> Estimate:
    """What a hand with one gang gets more a round than a hand with none: ``wins`` or ``points``."""
    one, none = (Rate(arm.name, {f"{what}_{held}": 1}, f"hands_{held}") for held in (1, 0))
    return evidence.sums["hands"].difference(one, none)


def beaten_table(evidence: Evidence) -> Table:
    """On what gangs are played, as shares of all gangs played."""
    sums = evidence.sums["gangs"]
    rows = tuple(
        {"on": "leading the trick" if kind == "lead" else f"a {kind}"}
        | {
            f"arm {arm.name}": sums.estimate(Rate(arm.name, {f"on {kind}": 1}, "played"))
            for arm in evidence.run.arms
        }
        for kind in BEATEN
    )
    columns = (
        Column("on", "Played on"),
        *(Column(f"arm {arm.name}", arm.name, "share") for arm in evidence.run.arms),
    )
    return Table("gangs_beaten", "When gangs are played, and on what", columns, rows)


def _gangs(count: str) -> str:
    return f"{count} gang" if count == "1" else f"{count} gangs"


def _over_hands(
    deals: Counter[Pattern],
    counted: Callable[[int, int], bool],
    among: Callable[[int, int], bool],
) -> Estimate:
    patterns = sorted(deals)  # sums of floats depend on their order
    above = [sum(counted(own, sum(p) - own) for own in p) for p in patterns]
    below = [sum(among(own, sum(p) - own) for own in p) for p in patterns]
    weights = [deals[p] for p in patterns]
    hits = sum(a * n for a, n in zip(above, weights, strict=True))
    if hits == 0:  # nothing seen leaves no spread to judge by
        return wilson(0, sum(b * n for b, n in zip(below, weights, strict=True)))
    return ratio_of_sums(above, below, weights)


def _against(players: int, what: str, share: Estimate, truth: float) -> Row:
    z = (share.value - truth) / share.error if share.value is not None and share.error else None
    return {"players": str(players), "what": what, "share": share, "exact": truth, "z": z}


def _number_row(evidence: Evidence, players: int, number: int, sizes: Sequence[int]) -> Row:
    deals = evidence.counts.deals[players].total()
    counts = evidence.counts.dealt[players]
    share = wilson(sum(counts[number, size] for size in sizes), deals)
    truth = players * float(sum(exact.gang_of(number, size) for size in sizes))
    size = "any" if len(sizes) > 1 else str(sizes[0])
    return _against(players, "", share, truth) | {"number": number, "size": size}


def _numbers_picture(evidence: Evidence) -> Picture:
    players = max(evidence.counts.deals)
    rows = [row for row in numbers_table(evidence).page_rows if row["players"] == str(players)]
    panels: Panels = {
        f"{players} players": {
            "dealt": [row["share"] for row in rows],
            "exact": [row["exact"] for row in rows],
        }
    }
    words = ", ".join(f"{row['number']}: {cell_text(row['share'], 'share')}" for row in rows)
    return Picture(
        "gangs_numbers",
        f"Deals with a gang, by number: {words}; exact {figure(rows[0]['exact'], 'share', 2)} for"
        f" the seven 1s, {figure(rows[1]['exact'], 'share', 2)} for each other number.",
        "Deals in which somebody holds a gang of the number; 95% intervals.",
        rows_of_points(panels, "number of the gang", "% of deals", start=1),
    )


def _shown(row: Sequence[Any]) -> list[tuple[int, float]]:
    return [(k, float(p)) for k, p in enumerate(row[: MOST_SHOWN + 1])]


def _stage(evidence: Evidence, arm: ArmInfo, stage: str, size: int | None) -> Estimate:
    column = stage if size is None else f"{stage}_size_{size}"
    return evidence.sums["gangs"].estimate(Rate(arm.name, {column: PER_ROUNDS}, "rounds"))


def _used(evidence: Evidence, arm: ArmInfo) -> Estimate:
    return evidence.sums["gangs"].estimate(Rate(arm.name, {"played": 1}, "held"))
