"""One round of play: ask the seat to act, check what it lays, until somebody is out of cards."""

import numpy as np

from gofsim.kernel.bits import call_bot, popcount
from gofsim.kernel.cards import NOTHING, ONE, highest, normal, together, without
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.combinations import (
    FULL_HOUSE,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    beats,
    is_gang,
    kind_of,
    strength,
)
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import filled_up, full_house_floor
from gofsim.kernel.random import FORGET, fraction, philox, seat_stream
from gofsim.kernel.records import record_gang_played
from gofsim.kernel.turn import is_bound, may_pass, meets_duties
from gofsim.kernel.view import (
    ANNOUNCED,
    BLOCK,
    BOUND,
    CLOCKWISE,
    COUNTS,
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
)

# What a round can end in; all but the first stop the run.
PLAYED, ILLEGAL_PLAY, ILLEGAL_PASS, ILLEGAL_GIFT, TOO_MANY_MOVES, TOO_MANY_ROUNDS, FULL = range(7)
WAITING = 7  # it did not end: play stopped where a seat is to act


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
    """Begin a trick: nothing to beat; returns who has passed, nobody."""
    view[TO_BEAT] = view[TO_BEAT_STRENGTH] = view[FLOOR] = view[FLOOR_PAIR] = NOTHING
    view[TO_BEAT_KIND] = view[PASSED] = NOTHING
    view[OWNER] = np.uint64(NO_SEAT)
    return NOTHING


@kernel
def start_round(view, required):
    """Clear the public record for the first lead of a round."""
    clear_table(view)
    view[REQUIRED] = required
    view[SEEN] = view[ANNOUNCED] = view[OUT] = NOTHING
    view[MOVES] = view[TRICKS] = view[PASSES] = view[BOUND] = NOTHING


@kernel
def lay(view, hands, seat, play, size, power, top_card):
    """Take a checked play from the hand to the table; returns how many cards are left."""
    kind = kind_of(size, power)
    hands[seat] = without(hands[seat], play)
    view[TRICKS] += np.uint64(view[TO_BEAT_KIND] == NOTHING)
    view[SEEN] = together(view[SEEN], play)
    view[TO_BEAT], view[TO_BEAT_KIND], view[TO_BEAT_STRENGTH] = play, np.uint64(kind), power
    view[OWNER], view[REQUIRED] = np.uint64(seat), NOTHING
    view[FLOOR] = play
    if kind == FULL_HOUSE:
        set_full_house_floor(view, play, top_card)
    elif top_card and STRAIGHT <= kind <= STRAIGHT_FLUSH:
        view[FLOOR] = filled_up(play)
    left = view[COUNTS + seat] - np.uint64(size)
    view[COUNTS + seat] = left
    return left


@kernel(inline=False)
def set_full_house_floor(view, play, top_card):
    """What a stronger full house must exceed: triple, then pair."""
    view[FLOOR], view[FLOOR_PAIR] = full_house_floor(play, top_card)


@kernel(inline=False)
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
def record_move(view, move, seat, cards):
    """Add a play or pass (no cards) to the public record."""
    view[MOVE_SEATS + move], view[MOVE_CARDS + move] = np.uint64(seat), cards
    view[MOVES] = np.uint64(move + 1)


@kernel
def is_legal(view, hand, play, size, power):
    """Whether the seat to act may lay this normal mask of a known size and strength."""
    if play & ~hand or not beats(size, power, popcount(view[TO_BEAT]), view[TO_BEAT_STRENGTH]):
        return False
    return not (view[BOUND] or view[REQUIRED]) or meets_duties(view, hand, play)


@kernel
def gang_holders(hands, players):
    """Bit set of the seats that hold four or more of a number."""
    holders = NOTHING
    for seat in range(players):
        holders |= np.uint64(gang_lanes(hands[seat]) != NOTHING) << np.uint64(seat)
    return holders


@kernel
def is_helpless(view, hand):
    """Whether a hand without a gang has only the pass, on a single that it cannot beat.

    Two of five decisions are such: these seats are not asked.
    """
    return view[TO_BEAT_KIND] == SINGLE and highest(hand) <= view[TO_BEAT]


@kernel
def next_turn(view, seat, after, owner, in_play, passed, step, players, final):
    """(who acts next, who has passed) after a move of a seat; ends the trick when it is over."""
    view[PASSED] = passed
    waiting = in_play & ~passed & ~(ONE << np.uint64(owner))
    if waiting != NOTHING:
        return next_in(waiting, seat, step, players) if final else after, passed
    stays = (in_play >> np.uint64(owner)) & ONE
    seat = owner if stays else next_in(in_play, owner, step, players)
    return seat, clear_table(view)


@kernel
def play_on(
    view, hands, seat, first, until, seating, choosers, parameters, width, places, rounds, row,
    gangs, rows,
):  # fmt: skip
    """Play from where the view stands until the round ends; `seat` is to act.

    Returns (what it ended in, the seat it ended with). `first`, where it is not None, is the cards
    of the first move, about which no bot is asked. `until`, where it is not None, is a bit set of
    seats: when one of them is to be asked, the play stops (WAITING), its turn shown in the view.
    Without `places` one bot sits everywhere; without `rounds` no gang is recorded.

    What is asked at every move is kept in variables beside the words of the view: a load that
    waits for a store just made costs more than the rules.
    """
    players = np.int64(view[PLAYERS])
    step = 1 if view[CLOCKWISE] else players - 1
    top_card, final = view[TOP_CARD] != NOTHING, view[PASSING_FINAL] != NOTHING
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    everybody = (ONE << np.uint64(players)) - ONE
    in_play, announced, passed = everybody & ~view[OUT], view[ANNOUNCED], view[PASSED]
    owner = seat if view[TO_BEAT_KIND] == NOTHING else np.int64(view[OWNER])
    holders = gang_holders(hands, players)
    start = np.int64(view[MOVES])
    for move in range(start, MOST_MOVES):
        hand = hands[seat]
        place = 0 if places is None else places[seat]
        me = ONE << np.uint64(seat)
        after = next_in(in_play, seat, step, players)
        play = NOTHING
        if first is not None and move == start:
            play = first
        elif holders & me != NOTHING or not is_helpless(view, hand):
            view[SEAT], view[NEXT_SEAT] = np.uint64(seat), np.uint64(after)
            if announced != NOTHING:
                view[BOUND] = np.uint64(is_bound(view))
            if until is not None and until & me != NOTHING:
                return WAITING, seat
            play = normal(call_bot(choosers, place, view, hand, parameters, place * width + 1))
        record_move(view, move, seat, play)
        if play == NOTHING:
            if not may_pass(view, hand):
                return ILLEGAL_PASS, seat
            view[PASSES] += ONE
            passed |= me
        else:
            size = popcount(play)
            power = strength(play, size, top_card, phoenix, wild)
            if not is_legal(view, hand, play, size, power):
                return ILLEGAL_PLAY, seat
            if rounds is not None and is_gang(power):
                beaten = np.int64(view[TO_BEAT_KIND])
                record_gang_played(rounds, row, gangs, rows, seat, play, beaten)
            left = lay(view, hands, seat, play, size, power, top_card)
            if left == NOTHING:
                return PLAYED, seat
            owner, passed = seat, passed if final else NOTHING
            if holders & me != NOTHING and gang_lanes(hands[seat]) == NOTHING:
                holders ^= me
            if left == ONE:
                announce(view, seat, seating, parameters[place * width], in_play == me)
                in_play, announced = everybody & ~view[OUT], view[ANNOUNCED]
        seat, passed = next_turn(view, seat, after, owner, in_play, passed, step, players, final)
    return TOO_MANY_MOVES, seat


@kernel(inline=False)
def play_round(
    view, hands, leader, seating, choosers, parameters, width, places, rounds, row, gangs, rows
):
    """Play one round from its first lead; returns (what it ended in, the seat it ended with).

    `choosers` holds the bots' numbers by place; the parameters of place p start at p * width
    with the probability to forget, then the bot's own. `row` is the round's row in
    `rounds`; of the `rows` rows in `gangs` the last are this round's.
    """
    return play_on(
        view, hands, leader, None, None, seating, choosers, parameters, width, places, rounds,
        row, gangs, rows,
    )  # fmt: skip


@kernel(inline=False)
def play_out(view, hands, seat, first, choosers, parameters):
    """Play on to the end with one bot at all seats, after a first move; what it ended in.

    For searches: nothing is recorded but in the view and the hands. `choosers` points to the
    bot's number, `parameters` to its row; the first move must be legal.
    """
    status, _ = play_on(
        view, hands, seat, first, None, 0, choosers, parameters, 0, None, None, 0, None, 0
    )
    return status


@kernel(inline=False)
def play_until(view, hands, seat, first, until, choosers, parameters):
    """Play on like `play_out`, until one of a bit set of seats is to be asked.

    Returns what it ended in, or WAITING: then the view shows which seat is to act. A seat that can
    only pass is not asked.
    """
    status, _ = play_on(
        view, hands, seat, first, until, 0, choosers, parameters, 0, None, None, 0, None, 0
    )
    return status
