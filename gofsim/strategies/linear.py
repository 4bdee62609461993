"""Weigh named features of every play and of the hand it leaves; lay what weighs most."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import CARD_TYPES, NOTHING, ONE, lowest
from gofsim.kernel.combinations import FIVE, GANG, SINGLE, TRIPLE
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import (
    BOUND,
    COUNTS,
    NEXT_SEAT,
    OWNER,
    PLAYERS,
    SCRATCH,
    SEAT,
    TARGET,
    TO_BEAT_KIND,
    TOTALS,
)
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.division_options import (
    add_division_fives,
    list_division_leads,
    list_division_singles,
)
from gofsim.strategies.features import same_number
from gofsim.strategies.fives import divide, divide_rest
from gofsim.strategies.hand_worth import HAND, hand_worth, look_at_unseen
from gofsim.strategies.options import list_gangs_above, list_options

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
_MANY = 1000.0  # turns, more than anything is worth


@kernel
def _list_plays(view, hand, division, count):
    """Candidates into the view's scratch words; `count` of them may stand there already."""
    kind = np.int64(view[TO_BEAT_KIND])
    if kind == 0:
        return list_division_leads(view, hand, division)
    if count == 0:
        return list_division_singles(view, hand, division)
    return add_division_fives(view, division, count) if TRIPLE < kind < GANG else count


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
def choose(view, hand, parameters, offset):
    """The play, or the pass, that weighs most; the first of equals."""
    kind, count, passes = np.int64(view[TO_BEAT_KIND]), 0, view[TO_BEAT_KIND] == SINGLE
    if kind > TRIPLE and popcount(hand) < FIVE:
        count, passes = list_gangs_above(view, hand, 0), True
        if count == 0:
            return NOTHING
    elif kind > SINGLE or (view[BOUND] != NOTHING and kind == SINGLE):
        count, passes = list_options(view, hand), may_pass(view, hand)
        if count == 0 or (count == 1 and not passes):
            return view[SCRATCH] if count else NOTHING
    division = divide(view, hand)
    count = _list_plays(view, hand, division, count)
    if count == 0 or (count == 1 and not passes):
        return view[SCRATCH] if count else NOTHING
    look_at_unseen(view, hand)
    alert, late, own, ahead = _look_round(view)
    card = (parameters[offset] + parameters[offset + _ALERT_CARD] * alert) + (
        parameters[offset + _LATE_CARD] * late + parameters[offset + _OWN_CARD] * own
    )
    size, best, weight = popcount(hand), NOTHING, -_MANY
    if passes:
        turn = parameters[offset + _PASS_TURN] - 1.0
        weight = hand_worth(view, division, size, card, turn, NOTHING, parameters, offset)
        weight += _pass_weight(view, size, ahead, parameters, offset)
    for i in range(count):
        play = view[SCRATCH + i]
        laid = popcount(play)
        if laid == size:
            return play
        rest = divide_rest(view, hand, division, play)
        found = hand_worth(view, rest, size - laid, card, -1.0, play, parameters, offset)
        found += _play_weight(view, play, laid, kind, parameters, offset)
        # No branch here: which play is best is hard to foresee.
        best = play if found > weight else best
        weight = max(found, weight)
    return best


@kernel
def _pass_weight(view, size, ahead, parameters, offset):
    """What speaks for a pass beside the hand, in turns."""
    near = _alert(np.int64(view[COUNTS + np.int64(view[OWNER])]))
    last = np.float64(view[NEXT_SEAT] == view[OWNER])
    return (parameters[offset + _PASS] + parameters[offset + _PASS_CARD] * size) + (
        (parameters[offset + _PASS_ALERT] * near + parameters[offset + _PASS_LAST] * last)
        + parameters[offset + _AHEAD_PASS] * ahead
    )


@kernel
def _play_weight(view, play, laid, kind, parameters, offset):
    """What speaks for a play of `laid` cards beside the hand that it leaves, in turns."""
    gang = laid > 3 and same_number(play, lowest(play)) == play
    if kind == 0:
        if laid == FIVE and not gang:
            return parameters[offset + _LEAD_FIVE]
        return parameters[offset + _LEAD_SET] if 1 < laid < 4 else 0.0
    return parameters[offset + _GANG_LAID] if gang and kind < GANG else 0.0


@kernel
def give(view, hand, parameters, offset):
    """The loose card whose loss leaves the hand worth most, the lowest of equals."""
    division = divide(view, hand)
    look_at_unseen(view, hand)
    loose = division[3]
    cards = (loose if loose != NOTHING else hand) & CARD_TYPES
    best, weight = lowest(cards), -_MANY
    while cards != NOTHING:
        card = lowest(cards)
        rest = divide_rest(view, hand, division, card)
        found = hand_worth(view, rest, 0, 0.0, -1.0, NOTHING, parameters, offset)
        if found > weight:
            best, weight = card, found
        cards &= cards - ONE
    return best


LINEAR = Strategy(
    name="linear",
    idea="Weighs 25 named features of every play, of the hand it leaves and of the table, "
    "and lays the play, or passes, whatever weighs most; the weights are tuned.",
    source="Linear evaluation as in early programs of draughts; weights by CMA-ES on common deals.",
    choose=choose,
    give=give,
    parameters=(*HAND, *_TABLE),
    counts=True,
)
