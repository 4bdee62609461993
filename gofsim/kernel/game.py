"""Games: rounds until somebody reaches the target, in every seating of every block."""

import numpy as np

from gofsim.kernel.bits import lowest_index, pointer_to
from gofsim.kernel.cards import HAND_SIZE, MULTI_ONE, NOTHING, ONE, lowest
from gofsim.kernel.deal import deal_riffled, deal_uniform, gather
from gofsim.kernel.exchange import exchange, no_exchange
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import GIVE, LEAD, PLAY, philox, scale, seat_stream
from gofsim.kernel.records import (
    A_BLOCK,
    A_PLACE,
    A_ROUNDS,
    A_SEATING,
    A_TOTAL,
    A_WINNERS,
    ABSENT,
    MOST_GANG_ROWS,
    R_BLOCK,
    R_CARDS_LEFT,
    R_CLOCKWISE,
    R_DEALER,
    R_DEALT,
    R_FORGOT,
    R_GIVEN,
    R_GIVER,
    R_HELD,
    R_LEADER,
    R_PASSES,
    R_PLACE,
    R_PLAYED,
    R_PLAYS,
    R_POINTS,
    R_RETURNED,
    R_ROUND,
    R_SEATING,
    R_SEATS,
    R_TRICKS,
    R_WINNER,
    SEAT_WIDTH,
    record_gangs,
)
from gofsim.kernel.round import (
    FULL,
    ILLEGAL_GIFT,
    PLAYED,
    TOO_MANY_ROUNDS,
    play_round,
    start_round,
)
from gofsim.kernel.scoring import add_points, loser_of, seat_points, winners_of
from gofsim.kernel.seating import seat_places
from gofsim.kernel.turn import opens_with_multi_one
from gofsim.kernel.view import (
    ALTERNATE,
    ALWAYS_CLOCKWISE,
    BLOCK,
    CLOCKWISE,
    COUNTS,
    DEALER,
    DIRECTION,
    EXCHANGE,
    GIVEN,
    GIVER,
    LEAD_LOSER,
    LEAD_RANDOM,
    LEADER,
    MOVES,
    NEXT_LEAD,
    NO_SEAT,
    OUT,
    PASSES,
    PLAYERS,
    RETURNED,
    RIFFLE,
    ROUND,
    SEATS,
    SEED,
    TOTALS,
    TRICKS,
    start_stream,
)

MOST_ROUNDS = 20_000  # no rule set that Rules allows can reach it

# Where a call stands, in `cursor` (int64[CURSOR_SIZE]): the caller reads, resumes and grows by it.
C_BLOCK, C_SEATING, C_ROUNDS, C_GANGS, C_GAMES, C_SEAT = range(6)
CURSOR_SIZE = 6
# The scratch tables of a call.
DECK, SPARE, HANDS, DEALT = range(4)


@kernel
def opening_seat(view, hands):
    """Seat that must lead with the multi-coloured 1, or NO_SEAT when that lies dead."""
    for seat in range(np.int64(view[PLAYERS])):
        if hands[seat] & MULTI_ONE:
            return seat
    return NO_SEAT


@kernel
def first_dealer(view):
    """Uniformly random dealer of round 1: word 0 of the LEAD stream."""
    words = philox(view[SEED], np.uint64(LEAD), ONE, view[ROUND], view[BLOCK])
    return scale(words[0], np.int64(view[PLAYERS]))


@kernel
def random_leader(view):
    """Random leader: word 1 of the round's LEAD stream, apart from the dealer."""
    words = philox(view[SEED], np.uint64(LEAD), ONE, view[ROUND], view[BLOCK])
    return scale(words[1], np.int64(view[PLAYERS]))


@kernel(inline=False)
def leader_of(view, hands, winner, loser):
    """(seat that leads the round, cards that its first play must contain)."""
    if opens_with_multi_one(view):
        seat = opening_seat(view, hands)
        if seat != NO_SEAT:
            return seat, MULTI_ONE
        players = np.int64(view[PLAYERS])  # the dealer's right, whatever the direction
        return (np.int64(view[DEALER]) + players - 1) % players, NOTHING
    if view[ROUND] == ONE or view[NEXT_LEAD] == LEAD_RANDOM:
        return random_leader(view), NOTHING
    return loser if view[NEXT_LEAD] == LEAD_LOSER else winner, NOTHING


@kernel
def is_clockwise(view):
    """Direction of the round: the first counter-clockwise, then alternating, unless fixed."""
    if view[DIRECTION] == ALTERNATE:
        return view[ROUND] & ONE == NOTHING
    return view[DIRECTION] == ALWAYS_CLOCKWISE


@kernel
def deal_round(view, deck, spare, hands):
    """Shuffle and deal, in the direction of the round."""
    riffled = view[RIFFLE] != NOTHING and view[ROUND] > ONE
    if riffled:
        gather(view, deck, spare, hands)
    view[CLOCKWISE] = np.uint64(is_clockwise(view))
    if riffled:
        deal_riffled(view, deck, spare, hands)
    else:
        deal_uniform(view, deck, hands)
    for seat in range(SEATS):
        view[COUNTS + seat] = np.uint64(HAND_SIZE if seat < np.int64(view[PLAYERS]) else 0)


@kernel(inline=False)
def deal_as_told(deals, block_step, deck, hands):
    """Put the hands of one row of `deals` (uint64[:, SEATS], normal masks) in place of a deal."""
    place = 0
    for seat in range(SEATS):
        cards = deals[block_step, seat]
        hands[seat] = cards
        while cards != NOTHING:
            deck[place] = lowest(cards)
            cards ^= deck[place]
            place += 1


@kernel(inline=False)
def write_round(view, rounds, row, block_step, seating, winner, places):
    """Fill the columns that the round's end decides."""
    rounds[R_BLOCK, row], rounds[R_SEATING, row], rounds[R_ROUND, row] = (
        block_step,
        seating,
        np.int64(view[ROUND]),
    )
    rounds[R_CLOCKWISE, row], rounds[R_DEALER, row] = (
        np.int64(view[CLOCKWISE]),
        np.int64(view[DEALER]),
    )
    rounds[R_LEADER, row], rounds[R_WINNER, row] = np.int64(view[LEADER]), winner
    rounds[R_TRICKS, row], rounds[R_PASSES, row] = np.int64(view[TRICKS]), np.int64(view[PASSES])
    rounds[R_PLAYS, row] = np.int64(view[MOVES] - view[PASSES])
    exchanged = view[GIVER] != np.uint64(NO_SEAT)
    rounds[R_GIVER, row] = np.int64(view[GIVER]) if exchanged else ABSENT
    rounds[R_GIVEN, row] = lowest_index(view[GIVEN]) if exchanged else ABSENT
    rounds[R_RETURNED, row] = lowest_index(view[RETURNED]) if exchanged else ABSENT
    for seat in range(SEATS):
        at = R_SEATS + seat * SEAT_WIDTH
        present = seat < np.int64(view[PLAYERS])
        rounds[at + R_PLACE, row] = places[seat] if present else ABSENT
        rounds[at + R_CARDS_LEFT, row] = np.int64(view[COUNTS + seat]) if present else ABSENT
        rounds[at + R_POINTS, row] = seat_points(view, seat) if present else ABSENT
        forgot = np.int64((view[OUT] >> np.uint64(seat)) & ONE)
        rounds[at + R_FORGOT, row] = forgot if present else ABSENT
        if not present:
            rounds[at + R_DEALT, row] = rounds[at + R_HELD, row] = rounds[at + R_PLAYED, row] = (
                ABSENT
            )


@kernel(inline=False)
def open_round(
    view, deck, spare, hands, dealt, givers, parameters, width, places, seating, winner, loser,
    deals, block_step,
):  # fmt: skip
    """Everything before the first lead: deal, exchange, leader. Returns what it ended in."""
    deal_round(view, deck, spare, hands)
    if deals is not None and view[ROUND] == ONE:
        deal_as_told(deals, block_step, deck, hands)
    for seat in range(SEATS):
        dealt[seat] = hands[seat]
    no_exchange(view)
    if view[ROUND] > ONE and view[EXCHANGE]:
        start_stream(view, winner, seat_stream(GIVE, winner, seating))
        place = places[winner]
        offset = place * width + np.int64(givers[SEATS + place])
        view[LEADER] = np.uint64(NO_SEAT)
        start_round(view, NOTHING)
        if not exchange(view, hands, loser, winner, givers, place, parameters, offset):
            return ILLEGAL_GIFT
    for seat in range(SEATS):
        start_stream(view, seat, seat_stream(PLAY, seat, seating))
    leader, required = leader_of(view, hands, winner, loser)
    view[LEADER] = np.uint64(leader)
    start_round(view, required)
    return PLAYED


@kernel(inline=False)
def play_game(
    view,
    deck,
    spare,
    hands,
    dealt,
    choosers,
    givers,
    parameters,
    width,
    places,
    block_step,
    seating,
    most_rounds,
    rounds,
    gangs,
    cursor,
    deals,
):
    """Play one game (or its first round only); appends rows, moves the cursor; returns a status.

    `view` holds rules, seed and block. FULL means that the rows did not fit: the caller drops
    this game's rows and plays it again with more room.
    """
    players = np.int64(view[PLAYERS])
    winner, loser = 0, 0
    for seat in range(SEATS):
        view[TOTALS + seat] = NOTHING
    for number in range(1, MOST_ROUNDS + 1):
        if number > most_rounds:
            return PLAYED
        row, count = cursor[C_ROUNDS], cursor[C_GANGS]
        if row >= rounds.shape[1] or count + MOST_GANG_ROWS > gangs.shape[1]:
            return FULL
        view[ROUND] = np.uint64(number)
        view[DEALER] = np.uint64(winner if number > 1 else first_dealer(view))
        status = open_round(
            view, deck, spare, hands, dealt, givers, parameters, width, places, seating,
            winner, loser, deals, block_step,
        )  # fmt: skip
        if status != PLAYED:
            cursor[C_SEAT] = winner
            return status
        count = record_gangs(
            rounds, row, gangs, count, block_step, seating, number, players, dealt, hands
        )
        status, seat = play_round(
            view, hands, np.int64(view[LEADER]), seating, choosers, parameters, width, places,
            rounds, row, gangs, count,
        )  # fmt: skip
        cursor[C_SEAT] = seat
        if status != PLAYED:
            return status
        winner = seat
        over = add_points(view)
        loser = loser_of(view, winner)
        write_round(view, rounds, row, block_step, seating, winner, places)
        cursor[C_ROUNDS], cursor[C_GANGS] = row + 1, count
        if over:
            return PLAYED
    return TOO_MANY_ROUNDS


@kernel(inline=False)
def play_blocks(
    view_words,
    tables,
    chooser_addresses,
    giver_addresses,
    parameter_rows,
    seed,
    first_block,
    blocks,
    seating_kind,
    seatings,
    most_rounds,
    rounds,
    gangs,
    games,
    places,
    cursor,
    deals,
):
    """Play blocks in all their seatings from where the cursor stands; PLAYED when all are done.

    Arrays, all the caller's: view uint64[VIEW_SIZE] holding the rule words; tables uint64[4, 64]
    of scratch; parameters float64[4 * width]; rounds int16[ROUND_COLUMNS, :], gangs
    int16[GANG_COLUMNS, :], games int32[GAME_COLUMNS, :]; places int64[4]; cursor
    int64[CURSOR_SIZE]; deals uint64[blocks, SEATS], the hands of round 1 (normal masks), or None
    for those that the seed deals. Rows of an unfinished game are dropped: the cursor stands at its
    start.
    """
    view, parameters = pointer_to(view_words), pointer_to(parameter_rows)
    choosers, givers = pointer_to(chooser_addresses), pointer_to(giver_addresses)
    players = np.int64(view[PLAYERS])
    width = len(parameter_rows) // SEATS
    deck, spare = pointer_to(tables[DECK]), pointer_to(tables[SPARE])
    hands, dealt = pointer_to(tables[HANDS]), pointer_to(tables[DEALT])
    view[SEED] = seed
    while cursor[C_BLOCK] < blocks:
        step = cursor[C_BLOCK]
        block = first_block + np.uint64(step)
        view[BLOCK] = block
        while cursor[C_SEATING] < seatings:
            seating = cursor[C_SEATING]
            rows, gang_rows = cursor[C_ROUNDS], cursor[C_GANGS]
            if cursor[C_GAMES] >= games.shape[1]:
                return FULL
            seat_places(seed, block, players, seating_kind, seating, places)
            status = play_game(
                view, deck, spare, hands, dealt, choosers, givers, parameters, width, places,
                step, seating, most_rounds, rounds, gangs, cursor, deals,
            )  # fmt: skip
            if status != PLAYED:
                cursor[C_ROUNDS], cursor[C_GANGS] = rows, gang_rows
                return status
            played = cursor[C_ROUNDS] - rows
            write_game(view, games, cursor[C_GAMES], step, seating, played, places)
            cursor[C_GAMES] += 1
            cursor[C_SEATING] += 1
        cursor[C_SEATING] = 0
        cursor[C_BLOCK] += 1
    return PLAYED


@kernel(inline=False)
def write_game(view, games, row, block_step, seating, rounds, places):
    """Fill a game's row at its end."""
    games[A_BLOCK, row], games[A_SEATING, row], games[A_ROUNDS, row] = block_step, seating, rounds
    games[A_WINNERS, row] = winners_of(view)
    for seat in range(SEATS):
        present = seat < np.int64(view[PLAYERS])
        games[A_PLACE + seat, row] = places[seat] if present else ABSENT
        games[A_TOTAL + seat, row] = np.int64(view[TOTALS + seat]) if present else ABSENT
