"""The findings of a league: its sentence and its sections."""

from collections.abc import Sequence
from dataclasses import replace

from gofsim.analysis.duel_words import duel_sentence, ruled, winner_of
from gofsim.analysis.duels import Duel, duels_of, duels_table
from gofsim.analysis.headline import Headline
from gofsim.analysis.league import League
from gofsim.analysis.league_cycles import cycles_of, cycles_section
from gofsim.analysis.league_dynamics import dynamics_section
from gofsim.analysis.league_evidence import LeagueEvidence, collect_league
from gofsim.analysis.league_headline import (
    cycles_words,
    fields_words,
    one_sided_words,
    pairs_words,
    rivals_of,
    top_words,
)
from gofsim.analysis.league_matrix import (
    Matrix,
    cells_table,
    invasion,
    matrix_picture,
    matrix_table,
    points_and_games,
)
from gofsim.analysis.league_pairs import pairs_of, pairs_section
from gofsim.analysis.league_ratings import (
    Ratings,
    ratings_of,
    ratings_section,
)
from gofsim.analysis.section import Section
from gofsim.analysis.stopping import stop_words, stopping_section
from gofsim.analysis.words import joined, listed

Findings = tuple[Headline, list[Section]]
TWO = 2
MOST_DUELS = 6  # on a page: those of three bots


def league_findings(league: League) -> Findings:
    """The headline of a league and its sections, those that have data."""
    evidence = collect_league(league)
    ratings = ratings_of(evidence)
    found = field_findings if league.has_fields else table_findings
    headline, sections = found(evidence, ratings)
    looks = stopping_section(league.run)
    return headline, [section for section in (looks, *sections) if section is not None]


def field_findings(evidence: LeagueEvidence, ratings: Ratings) -> Findings:
    """Of bots alone in fields of one other bot."""
    run, league = evidence.league.run, evidence.league
    duels = [ruled(run, duel) for duel in duels_of(league.tables, evidence.sums)]
    matrices = points_and_games(league, duels)
    cycles = cycles_of(evidence, ratings.order)
    ladder = ratings_section(evidence, ratings)
    fields = fields_section([*matrices, invasion(evidence)], duels, ratings.order)
    if len(league.bots) == TWO:
        first, second = duels
        picture, sentence = ladder.pictures[0], duel_sentence(run, first, second)
        headline = Headline("league", sentence, picture, duels_table(duels))
        return replace(headline, winner=winner_of(run, duels)), [fields, ladder]
    top = (ratings.order[0], rivals_of(ratings))
    parts = [] if ratings.alike else [fields_words(matrices[0], *top)]
    parts += [cycles_words(cycles)] if cycles and cycles.transitive is not None else []
    sections = [
        ladder,
        fields,
        cycles_section(cycles) if cycles else None,
        dynamics_section(evidence, ratings.order),
    ]
    headline = _headline(evidence, ratings, parts, ladder)
    return replace(headline, winner=winner_of(run, duels)), [
        section for section in sections if section is not None
    ]


def table_findings(evidence: LeagueEvidence, ratings: Ratings) -> Findings:
    """Of tables of different bots."""
    pairs, ladder = pairs_of(evidence), ratings_section(evidence, ratings)
    top = (ratings.order[0], rivals_of(ratings))
    parts = [] if ratings.alike else [pairs_words(pairs, *top)]
    return _headline(evidence, ratings, parts, ladder), [ladder, pairs_section(evidence, pairs)]


def fields_section(
    matrices: Sequence[Matrix], duels: Sequence[Duel], order: Sequence[str]
) -> Section:
    """Every bot alone in the field of every other one."""
    cells = len(duels)
    found = {m.title: sum(cell.real for cell in m.cells.values()) for m in matrices}
    counts = listed([f"{real} in {title.lower()}" for title, real in found.items()])
    text = (
        "The field of a bot are the other places of its table, all held by one other bot. Of"
        f" {cells:,} cells {counts} differ from equal by more than chance explains, p-values"
        " adjusted for all cells of a matrix (Holm).",
    )
    pictures = [matrix_picture(matrix, order) for matrix in matrices] if len(order) > TWO else []
    ranks = {bot: rank for rank, bot in enumerate(order)}
    everyone = duels_table(sorted(duels, key=lambda duel: (ranks[duel.bot], ranks[duel.field])))
    tables = [matrix_table(matrix, order) for matrix in matrices]
    tables.append(everyone if len(duels) <= MOST_DUELS else replace(everyone, shown=()))
    tables.append(cells_table(matrices[-1], order))
    return Section(
        "fields", "Every bot in every field", text, tuple(pictures), tuple(tables),
        "Row: the bot alone; column: the bot on all other places. Share of games is the aim;"
        " points say the same more precisely; invasion fitness tells whether a few such bots would"
        " do better in a crowd of the other kind than that kind itself.",
    )  # fmt: skip


def _headline(
    evidence: LeagueEvidence, ratings: Ratings, parts: Sequence[str], ladder: Section
) -> Headline:
    """The top of the ladder, then ``parts``; shown by the ladder and its table."""
    run = evidence.league.run
    said = [top_words(ratings), *([] if ratings.tied else [one_sided_words(ratings)]), *parts]
    said += [stop_words(run)] if run.stop is not None and run.looks else []
    return Headline("league", joined(said), ladder.pictures[0], ladder.tables[0])
