"""What is summed in every block: polars expressions over the rows of one arm, by family.

Columns of a family can be divided by one another and compared between arms; all are whole numbers.
In their names ``again`` is a win of the last round's winner, ``next`` a round that follows another.
"""

from collections.abc import Iterable, Sequence

import polars as pl

from gofsim.analysis.cards import CARD_GROUPS, RETURN_GROUPS
from gofsim.analysis.run_folder import ArmInfo

Expressions = dict[str, pl.Expr]
SHARES = 12  # a won game counts 12, so that ties of 2, 3 and 4 split into whole numbers
MOST_HELD = 3  # gangs in one hand told apart: 0, 1, 2, 3 and more
NUMBERS = range(1, 11)
SIZES = range(4, 8)


def prepare(rows: pl.DataFrame, arm: ArmInfo) -> pl.DataFrame:
    """Add to rounds, sorted as stored: ``points``, the last winner and loser, turn, labels."""
    n = arm.players
    follows = pl.col("round") > 1
    # Where cards were exchanged the results name the loser; else he must be worked out.
    giver = pl.col("exchange_giver")
    exchanged = arm.rules["exchange"] != "off"
    last_loser = giver if exchanged else pl.when(follows).then(round_loser(arm).shift(1))
    return rows.with_columns(
        points=pl.sum_horizontal(_each("points", n)).cast(pl.Int32),
        step=pl.when(pl.col("clockwise")).then(1).otherwise(-1).cast(pl.Int8),
        last_winner=pl.when(follows).then(pl.col("winner").shift(1)),
        last_loser=last_loser,
        **{f"label_{seat}": _label(pl.col(f"place_{seat}"), arm) for seat in range(n)},
    ).with_columns(
        turn=((pl.col("winner") - pl.col("leader")) * pl.col("step")) % n,
        **{f"before_{seat}": _label_before(seat, n) for seat in range(n)},
    )


def round_loser(arm: ArmInfo) -> pl.Expr:
    """Seat that lost the round: most points, then the higher total, then the nearest to the winner.

    Nearest counter-clockwise or clockwise as the rules' ``exchange_tie`` says, whatever the
    direction of play.
    """
    n = arm.players
    sign = 1 if arm.rules["exchange_tie"] == "counterclockwise" else -1
    best, loser = pl.lit(-1, pl.Int64), pl.lit(0, pl.Int8)
    for seat in range(n):
        points = pl.col(f"points_{seat}").cast(pl.Int64)
        far = (sign * (pl.col("winner").cast(pl.Int64) - seat) - 1) % n  # 0 is the nearest
        rank = points * 2**32 + _since_start(points) * n + (n - 1 - far)
        loser = pl.when(rank > best).then(pl.lit(seat, pl.Int8)).otherwise(loser)
        best = pl.max_horizontal(best, rank)
    return loser


def _since_start(points: pl.Expr) -> pl.Expr:
    """Running total within each game, over rows that hold one game after another."""
    running = points.cum_sum()
    before = pl.when(pl.col("round") == 1).then(running - points).forward_fill()
    return running - before


def _label(place: pl.Expr, arm: ArmInfo) -> pl.Expr:
    """Number in ``arm.distinct`` of the bot on a place."""
    numbers = [arm.distinct.index(label) for label in arm.labels]
    found = pl.lit(0, pl.Int8)
    for number, label in enumerate(numbers):
        if label:
            found = pl.when(place == number).then(pl.lit(label, pl.Int8)).otherwise(found)
    return found


def _label_before(seat: int, players: int) -> pl.Expr:
    """Label of the bot that plays right before a seat."""
    left, right = (pl.col(f"label_{(seat + step) % players}") for step in (-1, 1))
    return pl.when(pl.col("clockwise")).then(left).otherwise(right)


def play_measures(arm: ArmInfo) -> Expressions:
    """How rounds go, and what the last round's roles are worth."""
    n = arm.players
    again = pl.col("winner") == pl.col("last_winner")
    lost = pl.col("winner") == pl.col("last_loser")
    follows = pl.col("last_winner").is_not_null()
    return {
        "rounds": pl.len(),
        "first": (pl.col("round") == 1).sum(),
        "next": follows.sum(),
        "plays": pl.col("plays").sum(),
        "passes": pl.col("passes").sum(),
        "tricks": pl.col("tricks").sum(),
        "points": pl.col("points").sum(),
        "next_points": pl.col("points").filter(follows).sum(),
        "again": again.sum(),
        "again_points": at_seat("points", pl.col("last_winner"), n).sum(),
        "loser_wins": lost.sum(),
        "loser_points": at_seat("points", pl.col("last_loser"), n).sum(),
        "lead_wins": (pl.col("turn") == 0).sum(),
        "lead_points": at_seat("points", pl.col("leader"), n).sum(),
        "slams": _total(pl.col(f"cards_left_{seat}") == 16 for seat in range(n)),  # noqa: PLR2004
        "forgot": _total(pl.col(f"forgot_{seat}") for seat in range(n)),
        "dealt": _total(_each("gangs_dealt", n)),
        "held": _total(_each("gangs_held", n)),
        "played": _total(_each("gangs_played", n)),
    }


def seat_measures(arm: ArmInfo) -> Expressions:
    """Wins and points by seat, and by turn counted from the leader (turn 0)."""
    n = arm.players
    found: Expressions = {"points": pl.col("points").sum()}
    for seat in range(n):
        turn_seat = (pl.col("leader") + seat * pl.col("step")) % n
        found |= {
            f"seat_wins_{seat}": (pl.col("winner") == seat).sum(),
            f"seat_points_{seat}": pl.col(f"points_{seat}").sum(),
            f"turn_wins_{seat}": (pl.col("turn") == seat).sum(),
            f"turn_points_{seat}": at_seat("points", turn_seat, n).sum(),
        }
    return found


def bot_measures(arm: ArmInfo) -> Expressions:
    """Rounds won and points by bot (numbered as in ``arm.distinct``)."""
    n = arm.players
    found: Expressions = {"points": pl.col("points").sum()}
    for bot in range(len(arm.distinct)):
        found |= {
            f"wins_{bot}": (at_seat("label", pl.col("winner"), n) == bot).sum(),
            f"points_{bot}": _total(
                pl.when(pl.col(f"label_{seat}") == bot).then(pl.col(f"points_{seat}"))
                for seat in range(n)
            ),
        }
    return found


def neighbour_measures(arm: ArmInfo) -> Expressions:
    """Seats taken, rounds won and points of bot i right after bot j in the order of play."""
    n, bots = arm.players, len(arm.distinct)
    found: Expressions = {}
    for own in range(bots):
        for other in range(bots):
            here = [
                (pl.col(f"label_{seat}") == own) & (pl.col(f"before_{seat}") == other)
                for seat in range(n)
            ]
            found |= {
                f"seats_{own}_{other}": _total(here),
                f"wins_{own}_{other}": _total(
                    here[seat] & (pl.col("winner") == seat) for seat in range(n)
                ),
                f"points_{own}_{other}": _total(
                    pl.when(here[seat]).then(n * pl.col(f"points_{seat}") - pl.col("points"))
                    for seat in range(n)
                ),
            }
    return found


def hand_measures(arm: ArmInfo) -> Expressions:
    """Hands, wins and points by the number of gangs held (3 stands for three and more)."""
    n = arm.players
    found: Expressions = {}
    for count in range(MOST_HELD + 1):
        here = [
            pl.col(f"gangs_held_{seat}").clip(upper_bound=MOST_HELD) == count for seat in range(n)
        ]
        found |= {
            f"hands_{count}": _total(here),
            f"wins_{count}": _total(here[seat] & (pl.col("winner") == seat) for seat in range(n)),
            f"points_{count}": _total(
                pl.when(here[seat]).then(pl.col(f"points_{seat}")) for seat in range(n)
            ),
        }
    return found


def card_measures(_: ArmInfo) -> Expressions:
    """Which cards go up and come back, and how the last winner and loser fare with them."""
    again = pl.col("winner") == pl.col("last_winner")
    lost = pl.col("winner") == pl.col("last_loser")
    found: Expressions = {"exchanges": pl.col("exchange_given").is_not_null().sum()}
    for group, cards in CARD_GROUPS.items():
        here = pl.col("exchange_given").is_in(cards)
        found |= {
            f"given {group}": here.sum(),
            f"again {group}": (here & again).sum(),
            f"loser {group}": (here & lost).sum(),
        }
    for group, cards in RETURN_GROUPS.items():
        found[f"returned {group}"] = pl.col("exchange_returned").is_in(cards).sum()
    return found


def gang_measures(_: ArmInfo) -> Expressions:
    """Gangs dealt, held and played by number and by size (over the rows of ``gangs``)."""
    found: Expressions = {}
    for stage in ("dealt", "held", "played"):
        there = pl.col(stage) > 0
        found[stage] = there.sum()
        found |= {f"{stage}_number_{k}": (there & (pl.col("number") == k)).sum() for k in NUMBERS}
        found |= {f"{stage}_size_{k}": (pl.col(stage) == k).sum() for k in SIZES}
    found |= {f"on {kind}": (pl.col("beat") == kind).sum() for kind in BEATEN}
    return found


BEATEN = (
    "lead",
    "single",
    "pair",
    "triple",
    "straight",
    "flush",
    "full house",
    "straight flush",
    "gang",
)


def game_measures(arm: ArmInfo) -> Expressions:
    """Games, shared wins and shares of games (in twelfths) by seat and by bot (over ``games``)."""
    winners = _added(_won(arm.players))
    found: Expressions = {
        "length": pl.col("rounds").sum(),
        "ties": (winners > 1).sum(),
        "same": pl.col("same").sum(),
        "tried": pl.col("tried").sum(),
        "parted": pl.col("parted").sum(),
    }
    for seat, part in enumerate(_parts(arm.players)):
        found[f"seat_share_{seat}"] = part.sum()
    return found | game_shares(arm)


def game_shares(arm: ArmInfo) -> Expressions:
    """Games, and shares of them (in twelfths) by bot (over ``games``)."""
    found: Expressions = {"games": pl.len()}
    for bot, label in enumerate(arm.distinct):
        found[f"share_{bot}"] = _total(
            pl.when(pl.col(f"place_{seat}").is_in(arm.places(label))).then(part)
            for seat, part in enumerate(_parts(arm.players))
        )
    return found


def _won(players: int) -> list[pl.Expr]:
    return [(pl.col("winners").cast(pl.Int32) // 2**seat) % 2 for seat in range(players)]


def _parts(players: int) -> list[pl.Expr]:
    """Each seat's share of the game, in twelfths."""
    won = _won(players)
    return [each * SHARES // _added(won) for each in won]


def at_seat(prefix: str, seat: pl.Expr, players: int) -> pl.Expr:
    """Value of ``prefix_s`` with s given by another column; null where that is null."""
    return pl.coalesce(
        pl.when(seat == other).then(pl.col(f"{prefix}_{other}")) for other in range(players)
    )


def _each(prefix: str, players: int) -> list[pl.Expr]:
    return [pl.col(f"{prefix}_{seat}") for seat in range(players)]


def _total(columns: Iterable[pl.Expr]) -> pl.Expr:
    """Sum over seats, nulls left out: first along each row, then down the block."""
    row = pl.sum_horizontal(column.cast(pl.Int32) for column in columns)
    return row.cast(pl.Int64).sum()


def _added(columns: Sequence[pl.Expr]) -> pl.Expr:
    first, *rest = columns
    for column in rest:
        first = first + column
    return first
