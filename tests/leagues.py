"""Leagues to analyse: experiment texts for real runs, and block sums with a known truth."""

from pathlib import Path

import numpy as np

from gofsim.analysis.block_sums import BlockSums
from gofsim.analysis.league import League
from gofsim.analysis.league_evidence import LeagueEvidence
from gofsim.analysis.ratings import Choices
from gofsim.analysis.run_folder import ArmInfo, RunFolder

LEAGUE = """
question = "Who is <b>best</b>?"
seed = {seed}
{unit} = {blocks}
{more}

[rules]
players = {players}

{bots}
[league]
bots = {names}
design = "{design}"
"""


def league_text(
    names, blocks=40, design="one-vs-field", unit="games", players=4, seed=5, more="", **kinds
):
    """An experiment file; ``kinds`` are bots by other names."""
    bots = "".join(f'[bots.{name}]\nkind = "{kind}"\n' for name, kind in kinds.items())
    listed = "[" + ", ".join(f'"{name}"' for name in names) + "]"
    return LEAGUE.format(
        names=listed, blocks=blocks, design=design, unit=unit, players=players, seed=seed,
        more=more, bots=bots,
    )  # fmt: skip


def league_of_edges(edges, noise, blocks, seed):
    """Evidence of bots whose edge over one another, in points a round, is known.

    ``edges`` [k, k], antisymmetric; ``noise`` is the standard deviation of a block's points.
    """
    bots = tuple("abcdefgh"[: len(edges)])
    info = {"kind": "", "idea": "", "settings": {}}
    arms = tuple(
        ArmInfo(f"{a}-vs-{b}", (a, b, b, b), {}, (info,) * 4, f"{a}{b}", 4)
        for a in bots for b in bots
    )  # fmt: skip
    experiment = {"unit": "rounds", "blocks": blocks, "seed": seed}
    run = RunFolder(Path(), {"experiment": experiment}, arms, blocks, {})
    league = League(run, bots, "one-vs-field")
    sums = BlockSums(
        [(arm.name, name) for arm in arms for name in ("rounds", "points", "points_0")]
    )
    sums.add(_blocks(arms, bots, np.asarray(edges), noise, blocks, np.random.default_rng(seed)))
    return LeagueEvidence(league, sums, Choices(bots, [], []), np.zeros(0), np.zeros((0, 0)))


def _blocks(arms, bots, edges, noise, blocks, chance):
    """The bot alone takes its points, the three others none: less the field is what it takes."""
    columns = []
    for arm in arms:
        truth = -edges[bots.index(arm.labels[0]), bots.index(arm.labels[1])]
        points = np.rint(1000 * (truth + noise * chance.standard_normal(blocks)))
        columns += [np.full(blocks, 1000.0), points, points]
    return np.column_stack(columns)
