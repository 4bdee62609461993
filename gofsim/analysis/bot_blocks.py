"""One row a block of what the bots of one arm did: the little that leagues and looks need."""

from collections.abc import Sequence

import polars as pl

from gofsim.analysis.measures import at_seat, game_shares
from gofsim.analysis.run_folder import ArmInfo, RunFolder


def bot_columns(arm: ArmInfo, *, games: bool) -> list[str]:
    """The columns of `bot_blocks`: those of the families "bots" and "games" that `rates` uses."""
    bots = range(len(arm.distinct))
    found = ["rounds", "points", *(f"wins_{b}" for b in bots), *(f"points_{b}" for b in bots)]
    return found + (["games", *(f"share_{b}" for b in bots)] if games else [])


def bot_blocks(run: RunFolder, arm: ArmInfo, blocks: range) -> pl.DataFrame:
    """Sums of each block in order, int64[blocks, `bot_columns`]; shares of games in twelfths."""
    found = by_block(run.rows("rounds", arm, blocks), _round_sums(arm))
    if run.has_games:
        games = by_block(run.rows("games", arm, blocks), game_shares(arm))
        found = found.join(games, on="block", how="left", maintain_order="left")
    return found.select(bot_columns(arm, games=run.has_games))


def by_block(rows: pl.DataFrame, sums: dict[str, pl.Expr]) -> pl.DataFrame:
    """The sums of each block, in the order of blocks."""
    grouped = rows.lazy().group_by("block").agg(**sums).sort("block").collect()
    return grouped.with_columns(pl.exclude("block").cast(pl.Int64))


def _round_sums(arm: ArmInfo) -> dict[str, pl.Expr]:
    seats = range(arm.players)
    won = at_seat("place", pl.col("winner"), arm.players)
    found = {"rounds": pl.len(), "points": _total([_points(seat) for seat in seats])}
    for bot, label in enumerate(arm.distinct):
        places = arm.places(label)
        mine = [_points(s).filter(pl.col(f"place_{s}").is_in(places)) for s in seats]
        found |= {f"wins_{bot}": won.is_in(places).sum(), f"points_{bot}": _total(mine)}
    return found


def _points(seat: int) -> pl.Expr:
    return pl.col(f"points_{seat}").cast(pl.Int64)


def _total(parts: Sequence[pl.Expr]) -> pl.Expr:
    return sum((part.sum() for part in parts), pl.lit(0, pl.Int64))
