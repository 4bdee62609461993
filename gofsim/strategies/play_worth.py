"""What a play, or the pass, is worth in turns: the hand it leaves and what speaks for it beside.

A weighted sum of named features, as in hand_worth.py. `linear` lays what is worth most, and
searches look first at what is worth most.
"""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, lowest
from gofsim.kernel.combinations import FIVE, GANG
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import (
    COUNTS,
    NEXT_SEAT,
    OWNER,
    PLAYERS,
    SEAT,
    TARGET,
    TO_BEAT_KIND,
    TOTALS,
)
from gofsim.strategies.base import Parameter
from gofsim.strategies.features import same_number
from gofsim.strategies.hand_worth import HAND, hand_worth

# Behind HAND's, the other weights of a bot that asks `play_worth` and `pass_worth`.
_TABLE = (
    Parameter(
        "alert_card",
        -2.45,
        -6.0,
        1.0,
        "turns that each card left is worth more, times the alert",
        default_of_three=-2.274,
    ),
    Parameter(
        "late_card",
        -0.01154,
        -1.5,
        0.5,
        "turns that each card left is worth more, times the lateness",
        default_of_three=0.04323,
    ),
    Parameter(
        "own_card",
        0.06443,
        -1.0,
        1.0,
        "turns that each card left is worth more, times own total / target",
        default_of_three=-0.3736,
    ),
    Parameter(
        "lead_set",
        0.2879,
        -2.0,
        3.0,
        "turns that it is worth to lead a pair or triple",
        default_of_three=-0.4776,
    ),
    Parameter(
        "lead_five",
        0.4927,
        -1.0,
        4.0,
        "turns that it is worth to lead five cards",
        default_of_three=0.6467,
    ),
    Parameter(
        "gang_laid",
        0.7198,
        -4.0,
        6.0,
        "turns that it is worth to lay a gang on something lower",
        default_of_three=1.454,
    ),
    Parameter(
        "pass_bonus", 0.4581, -6.0, 6.0, "turns that a pass is worth", default_of_three=-1.541
    ),
    Parameter(
        "pass_card",
        -0.2098,
        -1.0,
        0.3,
        "turns that a pass is worth for each card held",
        default_of_three=-0.3172,
    ),
    Parameter(
        "pass_turn",
        -0.2852,
        -2.0,
        2.0,
        "turns that a pass is worth for each turn needed",
        default_of_three=-0.1161,
    ),
    Parameter(
        "pass_alert",
        -6.505,
        -20.0,
        2.0,
        "turns that a pass is worth, times the alert for whose play is to beat",
        default_of_three=-6.251,
    ),
    Parameter(
        "pass_last",
        -1.292,
        -4.0,
        3.0,
        "turns that a pass is worth that gives the lead away",
        default_of_three=-1.297,
    ),
    Parameter(
        "ahead_pass",
        -0.3562,
        -6.0,
        6.0,
        "turns that a pass is worth, times the points ahead of the best other / target",
        default_of_three=1.936,
    ),
)
(
    _ALERT_CARD,
    _LATE_CARD,
    _OWN_CARD,
    _LEAD_SET,
    _LEAD_FIVE,
    _GANG_LAID,
    _PASS,
    _PASS_CARD,
    _PASS_TURN,
    _PASS_ALERT,
    _PASS_LAST,
    _AHEAD_PASS,
) = range(len(HAND), len(HAND) + len(_TABLE))
_FAR = 9  # cards: a player who holds so many, or more, is no danger
WEIGHTS = (*HAND, *_TABLE)


@kernel
def look_at_table(view, weights, offset):
    """(turns that each card left is worth, points ahead of the best other / target)."""
    alert, late, own, ahead = _look_round(view)
    card = (weights[offset] + weights[offset + _ALERT_CARD] * alert) + (
        weights[offset + _LATE_CARD] * late + weights[offset + _OWN_CARD] * own
    )
    return card, ahead


@kernel
def _look_round(view):
    """(alert, lateness, own total, lead in points): see the parameters; all but the lead 0..1."""
    me, fewest = np.int64(view[SEAT]), 64
    mine, least, top = np.int64(view[TOTALS + me]), np.int64(1 << 40), np.int64(0)
    for seat in range(np.int64(view[PLAYERS])):
        if seat != me:
            cards, total = np.int64(view[COUNTS + seat]), np.int64(view[TOTALS + seat])
            fewest, least, top = min(fewest, cards), min(least, total), max(top, total)
    part = 1.0 / np.int64(view[TARGET])
    late, own = min(max(top, mine) * part, 1.0), min(mine * part, 1.0)
    return _alert(fewest), late, own, min(max((least - mine) * part, -1.0), 1.0)


@kernel
def _alert(cards):
    """How near the end a player is who holds so many cards: 0 from nine on, 1 at one."""
    return max(0, _FAR - cards) / (_FAR - 1)


@kernel
def pass_worth(view, division, size, table, weights, offset):
    """Worth in turns of a pass of who holds `size` cards, divided (see fives.py).

    `table`: what `look_at_table` found; `look_at_unseen` (hand_worth.py) comes before. The weights
    are WEIGHTS, from `offset` on.
    """
    card, ahead = table
    turn = weights[offset + _PASS_TURN] - 1.0
    worth = hand_worth(view, division, size, card, turn, NOTHING, weights, offset)
    return worth + _pass_weight(view, size, ahead, weights, offset)


@kernel
def play_worth(view, rest, size, play, table, weights, offset):
    """Worth in turns of a play of who holds `size` cards; `rest`: what it leaves, divided."""
    laid = popcount(play)
    worth = hand_worth(view, rest, size - laid, table[0], -1.0, play, weights, offset)
    return worth + _play_weight(view, play, laid, weights, offset)


@kernel
def _pass_weight(view, size, ahead, weights, offset):
    """What speaks for a pass beside the hand, in turns."""
    near = _alert(np.int64(view[COUNTS + np.int64(view[OWNER])]))
    last = np.float64(view[NEXT_SEAT] == view[OWNER])
    return (weights[offset + _PASS] + weights[offset + _PASS_CARD] * size) + (
        (weights[offset + _PASS_ALERT] * near + weights[offset + _PASS_LAST] * last)
        + weights[offset + _AHEAD_PASS] * ahead
    )


@kernel
def _play_weight(view, play, laid, weights, offset):
    """What speaks for a play of `laid` cards beside the hand that it leaves, in turns."""
    kind = view[TO_BEAT_KIND]
    gang = laid > 3 and same_number(play, lowest(play)) == play
    if kind == NOTHING:
        if laid == FIVE and not gang:
            return weights[offset + _LEAD_FIVE]
        return weights[offset + _LEAD_SET] if 1 < laid < 4 else 0.0
    return weights[offset + _GANG_LAID] if gang and kind < np.uint64(GANG) else 0.0
