"""Points of a round, its loser, and the winners of a game."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.view import COUNTS, EXCHANGE_CLOCKWISE, PLAYERS, SCORING, TARGET, TOTALS


@kernel
def seat_points(view, seat):
    """Points of a seat for the cards it has left."""
    return np.int64(view[SCORING + np.int64(view[COUNTS + seat])])


@kernel(inline=False)
def add_points(view):
    """Add the round's points to the totals; whether some total has reached the target."""
    over = False
    for seat in range(np.int64(view[PLAYERS])):
        view[TOTALS + seat] += np.uint64(seat_points(view, seat))
        over |= view[TOTALS + seat] >= view[TARGET]
    return over


@kernel(inline=False)
def loser_of(view, winner):
    """Seat with the most points; tied: higher total; then nearest to the winner by the switch."""
    players = np.int64(view[PLAYERS])
    step = 1 if view[EXCHANGE_CLOCKWISE] else players - 1
    loser, seat = winner, winner
    for _ in range(players - 1):
        seat = (seat + step) % players
        points, most = seat_points(view, seat), seat_points(view, loser)
        if points > most or (points == most and view[TOTALS + seat] > view[TOTALS + loser]):
            loser = seat
    return loser


@kernel(inline=False)
def winners_of(view):
    """Bit set of the seats with the lowest total."""
    players = np.int64(view[PLAYERS])
    best = view[TOTALS]
    for seat in range(1, players):
        best = min(best, view[TOTALS + seat])
    winners = 0
    for seat in range(players):
        if view[TOTALS + seat] == best:
            winners |= 1 << seat
    return winners
