"""One round of play: ask the seat to act, check what it lays, until somebody is out of cards."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, ONE, normal, together, without
from gofsim.kernel.combinations import beats, is_gang, kind_of, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import floor_of
from gofsim.kernel.random import FORGET, fraction, philox, seat_stream
from gofsim.kernel.records import R_PLAYED, R_SEATS, SEAT_WIDTH, record_gang_played
from gofsim.kernel.turn import is_bound, may_pass, meets_duties
from gofsim.kernel.view import (
    ANNOUNCED,
    BLOCK,
    BOUND,
    CLOCKWISE,
    COUNTS,
    DRAW_SLOT,
    FLOOR,
    FLOOR_PAIR,
    LAST_CARD,
    MOST_MOVES,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    MULTI_ONE_WILD,
    NEXT_SEAT,
    NO_LAST_CARD,
    NO_SEAT,
    OUT,
    OWNER,
    PASSED,
    PASSES,
    PASSING_FINAL,
    PHOENIX_IN_FULL_HOUSE,
    PLAYERS,
    REQUIRED,
    ROUND,
    SEAT,
    SEED,
    SEEN,
    TO_BEAT,
    TO_BEAT_KIND,
    TO_BEAT_STRENGTH,
    TOP_CARD,
    TRICKS,
    seat_slot,
)

# What a round can end in; all but the first stop the run.
PLAYED, ILLEGAL_PLAY, ILLEGAL_PASS, ILLEGAL_GIFT, TOO_MANY_MOVES, TOO_MANY_ROUNDS, FULL = range(7)


@kernel
def next_in(seats, seat, step, players):
    """The next seat of a bit set, in steps round the table; the seat itself comes last."""
    for _ in range(players):
        seat += step
        if seat >= players:
            seat -= players
        if (seats >> np.uint64(seat)) & ONE:
            return seat
    return seat


@kernel
def clear_table(view):
    """Begin a trick: nothing to beat, nobody has passed."""
    view[TO_BEAT] = view[TO_BEAT_STRENGTH] = view[FLOOR] = view[FLOOR_PAIR] = NOTHING
    view[TO_BEAT_KIND] = view[PASSED] = NOTHING
    view[OWNER] = np.uint64(NO_SEAT)


@kernel
def start_round(view, required):
    """Clear the public record for the first lead of a round."""
    clear_table(view)
    view[REQUIRED] = required
    view[SEEN] = view[ANNOUNCED] = view[OUT] = NOTHING
    view[MOVES] = view[TRICKS] = view[PASSES] = NOTHING


@kernel
def lay(view, hands, seat, play, play_strength):
    """Take a checked play from the hand to the table."""
    hands[seat] = without(hands[seat], play)
    kind = kind_of(play, play_strength)
    view[TRICKS] += np.uint64(view[TO_BEAT_KIND] == NOTHING)
    view[SEEN] = together(view[SEEN], play)
    view[TO_BEAT], view[TO_BEAT_KIND] = play, np.uint64(kind)
    view[TO_BEAT_STRENGTH], view[OWNER] = play_strength, np.uint64(seat)
    view[FLOOR], view[FLOOR_PAIR] = floor_of(play, kind, view[TOP_CARD] != NOTHING)
    view[REQUIRED] = NOTHING
    if not view[PASSING_FINAL]:
        view[PASSED] = NOTHING


@kernel
def announce(view, seat, seating, forget, lone):
    """The seat is left with one card: it says so, or it forgets and is out of play."""
    if view[LAST_CARD] == NO_LAST_CARD:
        return
    if forget > 0.0 and not lone:
        stream = seat_stream(FORGET, seat, seating)
        word = philox(view[SEED], stream, ONE, view[ROUND], view[BLOCK])[0]
        if fraction(word) < forget:
            view[OUT] |= ONE << np.uint64(seat)
            return
    view[ANNOUNCED] |= ONE << np.uint64(seat)


@kernel
def play_round(
    view, hands, leader, seating, choosers, parameters, width, places, row, gangs, gang_count
):
    """Play one round from its first lead; returns (what it ended in, the seat it ended with).

    `choosers` is a tuple of four bot functions by place; the parameters of place p start at
    p * width with the probability to forget, then the bot's own. `row` (int16) is the round's row
    of results, `gangs` the gang rows, of which the last of `gang_count` are this round's.
    """
    players = np.int64(view[PLAYERS])
    step = 1 if view[CLOCKWISE] else players - 1
    everybody = (ONE << np.uint64(players)) - ONE
    top_card = view[TOP_CARD] != NOTHING
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    seat = leader
    while np.int64(view[MOVES]) < MOST_MOVES:
        hand, offset = hands[seat], places[seat] * width
        me = ONE << np.uint64(seat)
        in_play = everybody & ~view[OUT]
        view[SEAT], view[DRAW_SLOT] = np.uint64(seat), np.uint64(seat_slot(seat))
        view[NEXT_SEAT] = np.uint64(next_in(in_play, seat, step, players))
        view[BOUND] = np.uint64(is_bound(view))
        play = choosers[places[seat]](view, hand, parameters, offset + 1)
        move = np.int64(view[MOVES])
        view[MOVE_SEATS + move], view[MOVE_CARDS + move] = np.uint64(seat), play
        view[MOVES] += ONE
        if play == NOTHING:
            if not may_pass(view, hand):
                return ILLEGAL_PASS, seat
            view[PASSES] += ONE
            view[PASSED] |= me
        else:
            play = normal(play)
            view[MOVE_CARDS + move] = play
            power = strength(play, top_card, phoenix, wild)
            if play & ~hand or not (
                beats(play, power, view[TO_BEAT], view[TO_BEAT_STRENGTH])
                if view[TO_BEAT_KIND]
                else power != NOTHING
            ):
                return ILLEGAL_PLAY, seat
            if (view[BOUND] or view[REQUIRED]) and not meets_duties(view, hand, play):
                return ILLEGAL_PLAY, seat
            if is_gang(power):
                beaten = np.int64(view[TO_BEAT_KIND])
                record_gang_played(gangs, gang_count, seat, play, beaten)
                row[R_SEATS + seat * SEAT_WIDTH + R_PLAYED] += 1
            lay(view, hands, seat, play, power)
            left = view[COUNTS + seat] - np.uint64(popcount(play))
            view[COUNTS + seat] = left
            if left == NOTHING:
                return PLAYED, seat
            if left == ONE:
                announce(view, seat, seating, parameters[offset], in_play == me)
                in_play = everybody & ~view[OUT]
        owner = np.int64(view[OWNER])
        waiting = in_play & ~view[PASSED] & ~(ONE << np.uint64(owner))
        if waiting != NOTHING:
            seat = next_in(waiting if view[PASSING_FINAL] else in_play, seat, step, players)
        else:
            held = (in_play >> np.uint64(owner)) & ONE
            seat = owner if held else next_in(in_play, owner, step, players)
            clear_table(view)
    return TOO_MANY_MOVES, seat
