"""Weigh named features of every play and of the hand it leaves; lay what weighs most."""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    DRAGON,
    NOTHING,
    ONE,
    PHOENIXES,
    at_least,
    lane_cards,
    lane_of,
    lowest,
    number_counts,
    without,
)
from gofsim.kernel.combinations import FIVE, GANG, SINGLE, TRIPLE, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import (
    BOUND,
    COUNTS,
    FLOOR,
    MULTI_ONE_WILD,
    NEXT_SEAT,
    OWNER,
    PHOENIX_IN_FULL_HOUSE,
    PLAYERS,
    SCRATCH,
    SEAT,
    TARGET,
    TO_BEAT_KIND,
    TO_BEAT_STRENGTH,
    TOP_CARD,
    TOTALS,
)
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.features import same_number
from gofsim.strategies.fives import find_fives, take_out
from gofsim.strategies.hand_worth import (
    HAND,
    POOL,
    POOL_PAIRS,
    POOL_TRIPLES,
    hand_worth,
    look_at_unseen,
)
from gofsim.strategies.options import keep_dutiful, list_gangs_above, list_options

_TABLE = (
    Parameter("alert_card", -1.0, -2.0, 1.0, "turns that each card left is worth, times the alert"),
    Parameter(
        "alert_high", -0.017, -1.0, 3.0, "part by which gangs and high cards gain, times the alert"
    ),
    Parameter("ahead_card", -0.2, -1.0, 1.0, "turns that each card left is worth, times the lead"),
    Parameter(
        "late_card", -0.29, -1.0, 1.0, "turns that each card left is worth, times the lateness"
    ),
    Parameter("sure", 0.17, -2.0, 4.0, "turns that it is worth that nothing unseen beats the play"),
    Parameter(
        "beater",
        0.06,
        -0.3,
        0.3,
        "turns that each unseen card or number that beats it is worth; 10 for any five",
    ),
    Parameter(
        "door",
        -0.32,
        -3.0,
        3.0,
        "turns that it is worth that somebody holds as many cards as the play",
    ),
    Parameter("lead_set", 0.84, -3.0, 3.0, "turns that it is worth to lead a pair or triple"),
    Parameter("lead_five", 1.49, -2.0, 5.0, "turns that it is worth to lead five cards"),
    Parameter(
        "gang_laid", 1.54, -4.0, 6.0, "turns that it is worth to lay a gang on something lower"
    ),
    Parameter("pass_bonus", -0.14, -8.0, 2.0, "turns that a pass is worth"),
    Parameter("pass_card", -0.25, -1.0, 0.6, "turns that a pass is worth for each card held"),
    Parameter(
        "pass_alert",
        -7.49,
        -20.0,
        4.0,
        "turns that a pass is worth, times the alert for who is to beat",
    ),
    Parameter("pass_last", -1.81, -3.0, 5.0, "turns that a pass is worth that gives the lead away"),
    Parameter("pass_five", 0.031, -3.0, 4.0, "turns that a pass on five cards is worth"),
    Parameter("ahead_pass", 4.0, -4.0, 4.0, "turns that a pass is worth, times the lead"),
    Parameter("late_pass", -0.87, -4.0, 4.0, "turns that a pass is worth, times the lateness"),
)
(
    _ALERT_CARD,
    _ALERT_HIGH,
    _AHEAD_CARD,
    _LATE_CARD,
    _SURE,
    _BEATER,
    _DOOR,
    _LEAD_SET,
    _LEAD_FIVE,
    _GANG_LAID,
    _PASS,
    _PASS_CARD,
    _PASS_ALERT,
    _PASS_LAST,
    _PASS_FIVE,
    _AHEAD_PASS,
    _LATE_PASS,
) = range(len(HAND), len(HAND) + len(_TABLE))
_NEAR = 9  # cards from which on a player is no danger
_MANY = 1000.0  # turns, more than anything is worth


@kernel
def _list_leads(view, loose, count):
    """Append a full house, if any, and all loose cards, a number a play, to `count` fives."""
    counts = number_counts(loose)
    two, three, four = at_least(counts, 2), at_least(counts, 3), at_least(counts, 4)
    triples, pairs = three ^ four, two ^ three
    pair = loose & PHOENIXES if view[PHOENIX_IN_FULL_HOUSE] != NOTHING else NOTHING
    if pairs != NOTHING:
        pair = loose & lane_cards(lowest_index(pairs))
    if triples != NOTHING and popcount(pair) == 2:
        view[SCRATCH + count] = pair | (loose & lane_cards(lowest_index(triples)))
        count += 1
    numbers = at_least(counts, 1)
    while numbers != NOTHING:
        view[SCRATCH + count] = loose & lane_cards(lowest_index(numbers))
        numbers, count = numbers & (numbers - ONE), count + 1
    for cards in (loose & PHOENIXES, loose & DRAGON):
        if cards != NOTHING:
            view[SCRATCH + count] = cards
            count += 1
    return count


@kernel
def _list_singles(view, hand, loose):
    """Of each number the lowest card that beats: of the loose ones, then of those in fives."""
    count, above = 0, ~(view[FLOOR] | (view[FLOOR] - ONE))
    for pool in (loose & above, hand & CARD_TYPES & above & ~loose):
        cards = pool
        while cards != NOTHING:
            card = lowest(cards)
            view[SCRATCH + count] = card
            cards, count = cards & ~same_number(cards, card), count + 1
    return list_gangs_above(view, hand, count)


@kernel
def _add_five(view, count, five):
    """Append a five of the plan if it beats the table and is not listed; the new count."""
    if five == NOTHING:
        return count
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    power = strength(five, FIVE, view[TOP_CARD] != NOTHING, phoenix, wild)
    for i in range(count):
        if view[SCRATCH + i] == five:
            return count
    view[SCRATCH + count] = five
    return count + np.int64(power > view[TO_BEAT_STRENGTH])


@kernel
def _beaters(view, play, size):
    """Unseen single cards, or numbers with a pair or triple, above a play; 10 for any five."""
    if size == 1:
        return popcount(view[POOL] & ~(play | (play - ONE)))
    if size > 3:
        return 10 * np.int64(size == FIVE and same_number(play, lowest(play)) != play)
    if play & PHOENIXES != NOTHING:
        return 0
    numbers = view[POOL_PAIRS] if size == 2 else view[POOL_TRIPLES]
    phoenixes = np.int64(size == 2 and view[POOL] & PHOENIXES == PHOENIXES)
    return popcount(numbers & ~((np.uint64(2) << np.uint64(lane_of(play))) - ONE)) + phoenixes


@kernel
def choose(view, hand, parameters, offset):
    """The play, or the pass, that weighs most; the weakest of equals."""
    kind, count, passes = np.int64(view[TO_BEAT_KIND]), 0, view[TO_BEAT_KIND] == SINGLE
    if kind > SINGLE or (view[BOUND] != NOTHING and kind == SINGLE):
        count, passes = list_options(view, hand), may_pass(view, hand)
        if count == 0 or (count == 1 and not passes):
            return view[SCRATCH] if count else NOTHING
    first, second, third = find_fives(view, hand)
    loose, fives = take_out(hand, first)
    if fives:
        loose, more = take_out(loose, second)
        fives += more
        loose, more = take_out(loose, third)
        fives += more
    if kind == 0:
        view[SCRATCH], view[SCRATCH + 1], view[SCRATCH + 2] = first, second, third
        count = keep_dutiful(view, hand, _list_leads(view, loose, fives))
        if count == 1:
            return view[SCRATCH]
    elif count == 0:
        count = _list_singles(view, hand, loose)
        if count == 0:
            return NOTHING
    elif TRIPLE < kind < GANG:
        for five in (first, second, third):
            count = _add_five(view, count, five)
    look_at_unseen(view, hand)

    me, fewest, most, holding = np.int64(view[SEAT]), 64, 0, NOTHING
    mine, least, top = np.int64(view[TOTALS + me]), np.int64(1 << 40), np.int64(0)
    for seat in range(np.int64(view[PLAYERS])):
        if seat != me:
            cards, total = np.int64(view[COUNTS + seat]), np.int64(view[TOTALS + seat])
            fewest, most = min(fewest, cards), max(most, cards)
            holding |= ONE << np.uint64(cards)
            least, top = min(least, total), max(top, total)
    scale = 1.0 / np.int64(view[TARGET])
    alert = max(0, _NEAR - fewest) / (_NEAR - 1)
    ahead = min(max((least - mine) * scale, -1.0), 1.0)
    late = min(max(top, mine) * scale, 1.0)
    card = (
        parameters[offset]
        + parameters[offset + _ALERT_CARD] * alert
        + parameters[offset + _AHEAD_CARD] * ahead
        + parameters[offset + _LATE_CARD] * late
    )
    high = 1.0 + parameters[offset + _ALERT_HIGH] * alert

    size, best, weight = popcount(hand), NOTHING, -_MANY
    if passes:
        near = max(0, _NEAR - np.int64(view[COUNTS + np.int64(view[OWNER])])) / (_NEAR - 1)
        weight = (
            hand_worth(view, loose, fives, size, False, card, high, parameters, offset)
            + parameters[offset + _PASS]
            + parameters[offset + _PASS_CARD] * size
            + parameters[offset + _PASS_ALERT] * near
            + parameters[offset + _AHEAD_PASS] * ahead
            + parameters[offset + _LATE_PASS] * late
        )
        if view[NEXT_SEAT] == view[OWNER]:
            weight += parameters[offset + _PASS_LAST]
        if TRIPLE < kind < GANG:
            weight += parameters[offset + _PASS_FIVE]
    for i in range(count):
        play = view[SCRATCH + i]
        laid = popcount(play)
        if laid == size:
            return play
        beaters = _beaters(view, play, laid)
        sure = beaters == 0 or laid > most
        left, kept = loose ^ play, fives
        if play & ~loose != NOTHING:
            left, kept = take_out(without(hand, play), first)
            left, more = take_out(left, second)
            kept += more
            left, more = take_out(left, third)
            kept += more
        found = hand_worth(view, left, kept, size - laid, sure, card, high, parameters, offset)
        if sure:
            found += parameters[offset + _SURE]
        else:
            found += parameters[offset + _BEATER] * beaters
            if (holding >> np.uint64(laid)) & ONE:
                found += parameters[offset + _DOOR]
        if kind == 0:
            if laid == FIVE and beaters > 0:
                found += parameters[offset + _LEAD_FIVE]
            elif 1 < laid < 4:
                found += parameters[offset + _LEAD_SET]
        elif laid > 3 and beaters == 0 and kind < GANG:
            found += parameters[offset + _GANG_LAID]
        if found > weight or (found == weight and play < best):
            best, weight = play, found
    return best


LINEAR = Strategy(
    name="linear",
    idea="Weighs some thirty named features of every play, of the hand it leaves and of the table, "
    "and lays the play, or passes, whatever weighs most; the weights are tuned.",
    source="Linear evaluation as in early programs of draughts; weights by CMA-ES on common deals.",
    choose=choose,
    parameters=(*HAND, *_TABLE),
    counts=True,
)
