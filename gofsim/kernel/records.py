"""Rows of the results: which line of the engine's integer tables holds which column.

`rounds` is int16[ROUND_COLUMNS, room], `gangs` int16[GANG_COLUMNS, room], `games`
int32[GAME_COLUMNS, room]: a column of the results lies in one piece, ready to be stored. All are
the caller's. -1 stands for "nothing".
"""

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import NOTHING, ONE, lane_cards
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel

ABSENT = -1

# rounds: one row a round; the six seat columns stand four times, seat 0 first. `block_step` is
# the block counted from the first of the call, as blocks themselves may need 64 bits.
ROUND_FIELDS = (
    "block_step",
    "seating",
    "round",
    "clockwise",
    "dealer",
    "leader",
    "winner",
    "tricks",
    "plays",
    "passes",
    "exchange_giver",
    "exchange_given",
    "exchange_returned",
)
SEAT_FIELDS = (
    "place",
    "cards_left",
    "points",
    "gangs_dealt",
    "gangs_held",
    "gangs_played",
    "forgot",
)
(
    R_BLOCK,
    R_SEATING,
    R_ROUND,
    R_CLOCKWISE,
    R_DEALER,
    R_LEADER,
    R_WINNER,
    R_TRICKS,
    R_PLAYS,
    R_PASSES,
    R_GIVER,
    R_GIVEN,
    R_RETURNED,
) = range(len(ROUND_FIELDS))
R_SEATS = len(ROUND_FIELDS)
R_PLACE, R_CARDS_LEFT, R_POINTS, R_DEALT, R_HELD, R_PLAYED, R_FORGOT = range(len(SEAT_FIELDS))
SEAT_WIDTH = len(SEAT_FIELDS)
ROUND_COLUMNS = R_SEATS + 4 * SEAT_WIDTH

# gangs: one row for each number of which a seat was dealt, held or played four or more.
GANG_FIELDS = (
    "block_step",
    "seating",
    "round",
    "seat",
    "number",
    "dealt",
    "held",
    "played",
    "beat",
)
G_BLOCK, G_SEATING, G_ROUND, G_SEAT, G_NUMBER, G_DEALT, G_HELD, G_PLAYED, G_BEAT = range(
    len(GANG_FIELDS)
)
GANG_COLUMNS = len(GANG_FIELDS)
# Four seats may each be dealt and may then hold at most four numbers of four cards.
MOST_GANG_ROWS = 32

# games: one row a game; place and total stand four times.
GAME_FIELDS = ("block_step", "seating", "rounds", "winners")
A_BLOCK, A_SEATING, A_ROUNDS, A_WINNERS = range(len(GAME_FIELDS))
A_PLACE, A_TOTAL = len(GAME_FIELDS), len(GAME_FIELDS) + 4
GAME_COLUMNS = len(GAME_FIELDS) + 8


@kernel(inline=False)
def record_gangs(rounds, row, gangs, count, block_step, seating, number, players, dealt, held):
    """Count each seat's gangs in a round's row and append their gang rows; the new row count."""
    for seat in range(players):
        dealt_lanes, held_lanes = gang_lanes(dealt[seat]), gang_lanes(held[seat])
        at = R_SEATS + seat * SEAT_WIDTH
        rounds[at + R_DEALT, row] = popcount(dealt_lanes)
        rounds[at + R_HELD, row] = popcount(held_lanes)
        rounds[at + R_PLAYED, row] = 0
        numbers = dealt_lanes | held_lanes
        while numbers != NOTHING:
            lane = lowest_index(numbers)
            gangs[G_BLOCK, count] = block_step
            gangs[G_SEATING, count] = seating
            gangs[G_ROUND, count] = number
            gangs[G_SEAT, count] = seat
            gangs[G_NUMBER, count] = lane // 6 + 1
            gangs[G_DEALT, count] = _gang_size(dealt[seat], lane)
            gangs[G_HELD, count] = _gang_size(held[seat], lane)
            gangs[G_PLAYED, count] = 0
            gangs[G_BEAT, count] = ABSENT
            count += 1
            numbers &= numbers - ONE
    return count


@kernel
def _gang_size(cards, lane):
    size = popcount(cards & lane_cards(lane))
    return size if size >= 4 else 0


@kernel(inline=False)
def record_gang_played(rounds, row, gangs, count, seat, gang, kind_beaten):
    """Count a gang laid, and note it in the row of its seat and number, one of the last."""
    rounds[R_SEATS + seat * SEAT_WIDTH + R_PLAYED, row] += 1
    number = (max(lowest_index(gang), 1) - 1) // 6 + 1
    for i in range(count - 1, -1, -1):
        if gangs[G_SEAT, i] == seat and gangs[G_NUMBER, i] == number:
            gangs[G_PLAYED, i] = popcount(gang)
            gangs[G_BEAT, i] = kind_beaten
            return
