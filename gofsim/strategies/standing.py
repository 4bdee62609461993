"""What the end of a round is worth to a seat: in points, or in its share of the game."""

import numpy as np

from gofsim.kernel.cards import NOTHING
from gofsim.kernel.jit import kernel
from gofsim.kernel.scoring import seat_points
from gofsim.kernel.view import COUNTS, PLAYERS, SCORING, TARGET, TOTALS
from gofsim.strategies.base import Choice

POINTS, GAMES, BOTH = range(3)
OBJECTIVE = Choice(
    "objective",
    "both",
    ("points", "games", "both"),
    "what it seeks: few points in the round beside the others, to win the game at this score, "
    "or both",
)
GAME = 1 << 20  # a whole game, where shares of it are whole numbers
A_POINT = GAME // 220  # what a point beside the others counts where both are sought
# The chance to win the game, a multinomial logit: it falls with the points behind the best, and who
# won the round has the lead and the gift. It lies between what fits games of `control` best and
# games of `linear` (docs/bots.md), and supposes that all seats are equally strong.
_NEXT_LEAD = 0.36


@kernel
def round_loss(view, seat, objective):
    """How bad the round's end is for a seat, a whole number (int64), 0 or more.

    `view` is as the round ended: cards left, and the totals before it. POINTS: own points less
    the mean of the others', times their number; GAMES: in 2^-20 of a game; BOTH: the sum of
    both, a point being worth 1/220 of a game.
    """
    if objective == POINTS:
        return _point_loss(view, seat)
    loss = _game_loss(view, seat)
    if objective == BOTH:
        loss += A_POINT * _point_loss(view, seat) // (np.int64(view[PLAYERS]) - 1)
    return loss


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
    """1 less the share of the game that the totals after the round promise."""
    players, target = np.int64(view[PLAYERS]), np.int64(view[TARGET])
    most, least = np.int64(0), np.int64(1 << 40)
    for other in range(players):
        total = _total(view, other)
        most, least = max(most, total), min(least, total)
    over, scale = most >= target, _scale(players, target - most)
    mine, all_seats = 0.0, 0.0
    for other in range(players):
        behind = np.float64(_total(view, other) - least)
        if over:
            weight = np.float64(behind == 0.0)
        else:
            lead = _NEXT_LEAD if view[COUNTS + other] == NOTHING else 0.0
            weight = np.exp(lead - behind / scale)
        all_seats += weight
        mine += weight if other == seat else 0.0
    return np.int64(GAME * (1.0 - mine / all_seats))


@kernel
def _total(view, seat):
    return np.int64(view[TOTALS + seat]) + seat_points(view, seat)


@kernel
def _scale(players, to_go):
    """Points that divide the chance to win by e, when the worst seat is so far from the target."""
    if to_go <= 0:
        return 1.0
    root = np.sqrt(np.float64(to_go))
    return 6.5 + 2.2 * root if players == 3 else 5.5 + 1.6 * root
