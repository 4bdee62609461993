"""What the end of a round is worth to a seat: in points, or in its share of the game."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.scoring import seat_points
from gofsim.kernel.view import PLAYERS, SCORING, TARGET, TOTALS
from gofsim.strategies.base import Choice

POINTS, GAMES = range(2)
OBJECTIVE = Choice(
    "objective",
    "points",
    ("points", "games"),
    "what it seeks: few points in the round beside the others, or to win the game at this score",
)
_UNITS = 1 << 20  # a share of games as a whole number


@kernel
def round_loss(view, seat, objective):
    """How bad the round's end is for a seat, a whole number (int64), 0 or more.

    `view` is as the round ended: cards left, and the totals before it. POINTS: own points less
    the mean of the others', times their number; GAMES: in 2^-20 of a game.
    """
    return _game_loss(view, seat) if objective == GAMES else _point_loss(view, seat)


@kernel
def _point_loss(view, seat):
    players, worst = np.int64(view[PLAYERS]), np.int64(view[SCORING + 16])
    loss = (players - 1) * (seat_points(view, seat) + worst)
    for other in range(players):
        if other != seat:
            loss -= seat_points(view, other)
    return loss


@kernel
def _game_loss(view, seat):
    """1 less the chance to win the game from the totals after the round."""
    players, target = np.int64(view[PLAYERS]), np.int64(view[TARGET])
    most, least = np.int64(0), np.int64(1 << 40)
    for other in range(players):
        total = np.int64(view[TOTALS + other]) + seat_points(view, other)
        most, least = max(most, total), min(least, total)
    over, weight, weights = most >= target, 0.0, 0.0
    scale = 10.0 + 0.3 * (target - most)
    for other in range(players):
        total = np.int64(view[TOTALS + other]) + seat_points(view, other)
        if over:
            each = 1.0 if total == least else 0.0
        else:
            each = np.exp(np.float64(least - total) / scale)
        weights += each
        if other == seat:
            weight = each
    return np.int64(_UNITS * (1.0 - weight / weights))
