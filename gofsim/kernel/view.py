"""What a bot sees: one flat uint64 array, its words named here; the hand comes beside it.

Only what a seat may know stands in it (rules.md sections 6, 7 and 9): no hidden hand ever does.
The words from DRAWS to MOVE_SEATS are the random streams; a bot uses them through `draw_below`,
`draw_fraction` and `draw_word` alone.
"""

import numpy as np

from gofsim.kernel.cards import NOTHING, complement, together
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import MOST_PLAYS, list_plays, weakest_beating
from gofsim.kernel.random import fraction, philox, scale

NO_SEAT = 255
SEATS = 4

# Whose turn it is and what lies on the table.
SEAT = 0
NEXT_SEAT = 1  # the seat after this one, skipping seats out of play
TO_BEAT = 2  # cards to beat, 0 when leading
TO_BEAT_KIND = 3  # 0 when leading
TO_BEAT_STRENGTH = 4
FLOOR, FLOOR_PAIR = 5, 6  # what a stronger play of the kind must exceed (moves.py)
OWNER = 7  # seat of the play to beat
REQUIRED = 8  # cards that the play must contain (the opening), else 0
BOUND = 9  # 1: the duty of the player before a last card holds
# The round.
CLOCKWISE = 10
ROUND = 11
DEALER = 12
LEADER = 13
GIVER, RECEIVER, GIVEN, RETURNED = 14, 15, 16, 17  # exchange; NO_SEAT and 0 when there is none
SEEN = 18  # all cards played this round
ANNOUNCED, OUT, PASSED = 19, 20, 21  # bit sets of seats; PASSED: since the last play
COUNTS = 22  # cards left, one word a seat
TOTALS = 26  # points so far in the game, one word a seat
MOVES = 30  # number of plays and passes of this round so far
TRICKS = 31  # tricks begun in this round

RULES = 32  # the rule fields, see rule_words
PLAYERS, TARGET, TOP_CARD, PHOENIX_IN_FULL_HOUSE, MULTI_ONE_WILD = range(RULES, RULES + 5)
PASSING_FINAL, FIRST_LEAD_RANDOM, NEXT_LEAD, EXCHANGE, EXCHANGE_CLOCKWISE = range(37, 42)
DIRECTION, LAST_CARD, RIFFLE, RIFFLES = range(42, 46)
SCORING = 46  # 17 words: points by cards left
PASSES = 63  # passes of this round so far
LEAD_WINNER, LEAD_LOSER, LEAD_RANDOM, LEAD_MULTI_ONE = range(4)
ALTERNATE, ALWAYS_COUNTERCLOCKWISE, ALWAYS_CLOCKWISE = range(3)
FORCED, ADVICE, NO_LAST_CARD = range(3)

# Random streams: seed and block, then a slot a seat: position, key, and the last four words.
SEED, BLOCK = 64, 65
DRAWS, _SLOT_SIZE = 66, 6
MOST_MOVES = 256  # 64 cards, each play followed by at most three passes
MOVE_SEATS = 96
MOVE_CARDS = MOVE_SEATS + MOST_MOVES
SCRATCH = MOVE_CARDS + MOST_MOVES  # room for a list of plays, free for a bot's own use
NOTES = SCRATCH + MOST_PLAYS  # as free, for what is noted beside such a list
# Behind them, for searches: room of their own, and a second view in which they play on, with a
# little of such room too.
SEARCH = NOTES + 8
SEARCH_ROOM = 1 << 16
IMAGINED = SEARCH + SEARCH_ROOM
VIEW_SIZE = IMAGINED + SEARCH + (1 << 9)


@kernel
def seat_slot(seat):
    """Where the slot of a seat's play stream stands in the view."""
    return DRAWS + seat * _SLOT_SIZE


@kernel
def start_stream(view, seat, stream):
    """Let a seat draw from the start of a stream."""
    slot = seat_slot(seat)
    view[slot] = NOTHING
    view[slot + 1] = stream


@kernel
def draw_word(view):
    """Next 64 random bits of the bot's own stream."""
    slot = seat_slot(np.int64(view[SEAT]))
    position = view[slot]
    word = np.int64(position & np.uint64(3))
    if word == 0:
        four = philox(
            view[SEED],
            view[slot + 1],
            (position >> np.uint64(2)) + np.uint64(1),
            view[ROUND],
            view[BLOCK],
        )
        view[slot + 2], view[slot + 3], view[slot + 4], view[slot + 5] = four
    view[slot] = position + np.uint64(1)
    return view[slot + 2 + word]


@kernel
def draw_below(view, n):
    """Uniform whole number in 0..n-1 from the bot's own stream."""
    return scale(draw_word(view), n)


@kernel
def draw_fraction(view):
    """Uniform float in [0, 1) from the bot's own stream."""
    return fraction(draw_word(view))


@kernel
def weakest_play(view, hand):
    """Weakest play, gangs apart, that beats the table; 0 for none or when leading."""
    kind = np.int64(view[TO_BEAT_KIND])
    if kind == 0:
        return NOTHING
    return weakest_beating(
        hand,
        kind,
        view[FLOOR],
        view[FLOOR_PAIR],
        view[PHOENIX_IN_FULL_HOUSE] != NOTHING,
        view[MULTI_ONE_WILD] != NOTHING,
    )


@kernel
def unseen_cards(view, hand):
    """Cards neither in the hand nor played: those that others hold, or the dead hand."""
    return complement(together(hand, view[SEEN]))


@kernel(inline=False)
def list_by_cards(view, hand, first):
    """All distinct plays that beat the table, opening and duty apart; fills view[first:]."""
    return list_plays(
        hand,
        np.int64(view[TO_BEAT_KIND]),
        view[FLOOR],
        view[FLOOR_PAIR],
        view[TO_BEAT_STRENGTH],
        view[PHOENIX_IN_FULL_HOUSE] != NOTHING,
        view[MULTI_ONE_WILD] != NOTHING,
        view,
        first,
    )
