"""The report of a run: report.html (self-contained), report.md, tables/ and figures/."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from gofsim.analysis import figures
from gofsim.analysis.arm_words import arms_list, seating_words
from gofsim.analysis.arms import arms_section
from gofsim.analysis.bots import bots_section, neighbours_section
from gofsim.analysis.collect import Evidence, collect
from gofsim.analysis.deal_words import deal_words
from gofsim.analysis.estimates import FEW_BLOCKS
from gofsim.analysis.exchange import cards_section, exchange_section
from gofsim.analysis.games_to_see import games_section
from gofsim.analysis.gangs import dealt_section, played_section, published_section
from gofsim.analysis.headline import Headline, make_headline
from gofsim.analysis.league import league_of
from gofsim.analysis.league_report import league_findings
from gofsim.analysis.league_words import bots_list, seatings_words, tables_words
from gofsim.analysis.run_folder import RunFolder, read_run
from gofsim.analysis.scores import length_section, scores_section
from gofsim.analysis.seats import seats_section
from gofsim.analysis.section import Section
from gofsim.analysis.stopping import keeps_its_interval, stopping_section
from gofsim.analysis.sweep_section import sweep_section
from gofsim.analysis.table import Table, without, write_csv
from gofsim.analysis.template import render
from gofsim.analysis.words import counted, listed
from gofsim.analysis.worth_report import arms_in_words, worth_findings
from gofsim.disk import replace_undisturbed
from gofsim.errors import StorageError
from gofsim.logs import event, timed_event

SECTIONS = {
    "looks": lambda evidence: stopping_section(evidence.run),
    "exchange": exchange_section,
    "bots": bots_section,
    "neighbours": neighbours_section,
    "sweep": sweep_section,
    "arms": arms_section,
    "cards": cards_section,
    "gangs_dealt": dealt_section,
    "gangs_published": published_section,
    "gangs_played": played_section,
    "length": length_section,
    "scores": scores_section,
    "seats": seats_section,
}
# Which sections come first under which headline; the rest follows in the order above.
LEADING = {
    "exchange": ("exchange", "cards"),
    "bots": ("bots", "neighbours"),
    "arms": ("sweep", "arms", "neighbours"),
    "gangs": ("gangs_dealt", "gangs_published", "gangs_played"),
}
# Shown only under the headline they lead: elsewhere their tables are files and no more.
ASIDE = {"cards", "gangs_published", "gangs_dealt"}


@dataclass(frozen=True)
class Report:
    """The answer in one sentence, the table behind it, all tables by name, and the page.

    ``winner`` is the bot that is proved better than every other of a league, if there is one.
    """

    sentence: str
    winner: str | None
    table: Table
    tables: dict[str, Table]
    blocks: int
    warnings: list[str]
    path: Path


def make_report(run_dir: Path) -> Report:
    """Read a folder of results and write report.html, report.md, tables/ and figures/ into it.

    The same files give the same report. BadInputError where the folder cannot be read,
    StorageError where the report cannot be written.
    """
    run = read_run(run_dir)
    league = league_of(run)
    with timed_event("analysis", blocks=run.blocks):
        headline, sections = findings(run) if league is None else league_findings(league)
        sections = sections if run.about_cards else [*sections, games_section(run)]
    try:
        with timed_event("report"):
            made = _write(run, headline, sections)
    except OSError as error:
        raise StorageError(f"{run_dir}: the report cannot be written ({error})") from error
    for warning in made.warnings:
        event("warning", level="warning", text=warning)
    return made


def findings(run: RunFolder) -> tuple[Headline, list[Section]]:
    """The answer of a run that compares arms, and its sections."""
    if run.about_cards:
        return worth_findings(run)
    evidence = collect(run)
    headline = make_headline(evidence)
    return headline, ordered_sections(evidence, headline.kind)


def ordered_sections(evidence: Evidence, kind: str) -> list[Section]:
    """The sections that have data, those nearest to the headline first."""
    keys = [*LEADING[kind], *(key for key in SECTIONS if key not in LEADING[kind])]
    found = [SECTIONS[key](evidence) for key in keys]
    return [section for section in found if section is not None]


def warnings_of(run: RunFolder) -> list[str]:
    """What a reader must know before he trusts the figures."""
    found = []
    if not run.finished:
        found.append(
            f"This run is not finished: {run.blocks:,} of"
            f" {counted(run.experiment['blocks'], 'block')} so far in all arms, and only these are"
            " used."
        )
    if run.stop is not None and run.looks:
        found.append(
            "This run was looked at while it was played, and ended by its stop rule. Its intervals"
            " allow for that: they are confidence sequences, 1.5 to 2 times as wide as those of a"
            " run of fixed size"
            + (", but for the one that the rule was about." if keeps_its_interval(run) else ".")
        )
    found += [
        f"These blocks were looked at before, by a stop rule ({past['stop']['rule']} on"
        f" {listed(past['stop']['of'])}, {counted(past['looks'], 'look')}, up to"
        f" {counted(past['blocks'], 'block')})."
        " As their number may have been chosen after that, all intervals are confidence sequences;"
        " another seed gives a run of fixed size."
        for past in run.earlier_looks
    ]
    if run.blocks == 1:
        found.append("Only 1 block: there are no intervals. Play more before you conclude.")
    elif run.blocks < FEW_BLOCKS:
        found.append(
            f"Only {run.blocks} blocks: intervals from fewer than {FEW_BLOCKS} cover the truth less"
            " often than they promise, and quantiles have none. Play more before you conclude."
        )
    if run.experiment.get("deal"):
        found.append(
            f"Deals are not as they come, but under conditions: {deal_words(run.experiment)}. Seats"
            " are not alike."
        )
    if any(arm.rules["shuffle"] == "riffle" for arm in run.arms):
        found.append(
            "Riffled decks depend on the play before: the arms share their deals in round 1 only."
        )
    return found


def _write(run: RunFolder, headline: Headline, sections: list[Section]) -> Report:
    (run.path / "tables").mkdir(exist_ok=True)
    (run.path / "figures").mkdir(exist_ok=True)
    tables = {t.name: t for section in sections for t in section.tables}
    leading = LEADING.get(headline.kind, ())
    sections = [s for s in sections if s.key not in ASIDE or s.key in leading]
    if league_of(run) is None:
        sections = [_for_page(run, section) for section in sections]
    for table in tables.values():
        write_csv(table, run.path / "tables" / f"{table.name}.csv")
    pictures = {p.name: p for section in sections for p in section.pictures}
    pictures[headline.picture.name] = headline.picture
    svgs = {
        name: Markup(figures.save(picture.chart, run.path / "figures", name))
        for name, picture in pictures.items()
    }
    context: dict[str, Any] = {"run": run, "headline": headline, "sections": sections, "svgs": svgs}
    warnings = warnings_of(run)
    context |= {"warnings": warnings} | _players(run)
    shown = {table.name for section in sections for table in section.tables if table.page_rows}
    context["unshown"] = sorted(tables.keys() - shown)
    page = render("report.html", context)
    replace_undisturbed(run.path / "report.html", page)
    text = render("report.md", context)
    replace_undisturbed(run.path / "report.md", text)
    _remove_others(run.path / "tables", tables)
    _remove_others(run.path / "figures", pictures)
    return Report(
        headline.sentence, headline.winner, headline.table, tables, run.blocks, warnings,
        run.path / "report.html",
    )  # fmt: skip


def _remove_others(folder: Path, names: Collection[str]) -> None:
    """Remove what an earlier report of other arms or rules left and this one does not mention."""
    for path in folder.iterdir():
        if path.suffix in (".csv", ".svg", ".png") and path.stem not in names:
            path.unlink()


def _for_page(run: RunFolder, section: Section) -> Section:
    """The section with tables of no more arms than a page has room for."""
    hidden = {arm.name for arm in run.arms} - {arm.name for arm in run.shown}
    if not hidden:
        return section
    return replace(section, tables=tuple(without(table, hidden) for table in section.tables))


def _players(run: RunFolder) -> dict[str, Any]:
    """Who plays where, for the page: arm by arm, or bot by bot in a league."""
    league = league_of(run)
    if run.about_cards:
        return {"league": None, "arms": arms_in_words(run), "seatings": seating_words(run)}
    if league is None:
        return {"league": None, "arms": arms_list(run), "seatings": seating_words(run)}
    return {
        "league": league, "arms": bots_list(league), "tables_formed": tables_words(league),
        "seatings": seatings_words(league),
    }  # fmt: skip
