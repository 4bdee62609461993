"""Many tables side by side, each played on until a seat that the caller plays is to act.

A table at rest is a row of words (its view without scratch room), one of hands, one of its deck and
one of state. To play it is copied into the one view in which all are played, which has room for
bots that search and stays in the processor's cache. The order of acts is that of `game.play_game`.
"""

import numpy as np

from gofsim.kernel.bits import call_bot, pointer_to
from gofsim.kernel.cards import CARD_TYPES, NOTHING, ONE, highest, lowest, normal, together, without
from gofsim.kernel.exchange import exchange, no_exchange
from gofsim.kernel.game import HANDS, SPARE, deal_round, first_dealer, leader_of
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import GIVE, PLAY, seat_stream
from gofsim.kernel.retrace import redo
from gofsim.kernel.round import ILLEGAL_GIFT, PLAYED, WAITING, play_on, start_round
from gofsim.kernel.scoring import add_points, loser_of, seat_points, winners_of
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import (
    BLOCK,
    COUNTS,
    DEALER,
    EXCHANGE,
    GIVEN,
    GIVER,
    LEADER,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    NO_SEAT,
    PLAYERS,
    RECEIVER,
    RETURNED,
    ROUND,
    SCRATCH,
    SEAT,
    SEATS,
    TOTALS,
    seat_slot,
    start_stream,
)

WORDS = SCRATCH  # words of a table at rest
DECK_WORDS = 64
_SLOT = 6
# What a table waits for, and what it remembers of the last round, in its row of `states`.
S_PHASE, S_SEAT, S_WINNER, S_LOSER = range(4)
STATE_SIZE = 4
NEW_GAME, NEW_ROUND, GIVES, PLAYS = range(4)
# What came of the rounds that ended since the last answer, in its row of `news`.
N_ROUNDS, N_GAMES, N_WINNERS, N_POINTS = 0, 1, 2, 3
NEWS_SIZE = N_POINTS + SEATS


@kernel
def _copy(source, target):
    """Copy a table's words: the fixed ones, and the moves that there are."""
    for i in range(MOVE_SEATS):
        target[i] = source[i]
    for i in range(np.int64(source[MOVES])):
        target[MOVE_SEATS + i] = source[MOVE_SEATS + i]
        target[MOVE_CARDS + i] = source[MOVE_CARDS + i]


@kernel(inline=False)
def _start_game(view, state, tables):
    """The next game of one of so many tables: table i plays the blocks i, i + tables, .."""
    for seat in range(SEATS):
        view[TOTALS + seat] = NOTHING
    view[ROUND] = NOTHING
    view[BLOCK] += np.uint64(tables)
    state[S_WINNER] = state[S_LOSER] = 0


@kernel(inline=False)
def _hand_over(view, hands, loser, winner):
    """The first half of the exchange: the loser's best card; the winner is to give one back."""
    card = highest(hands[loser])
    hands[loser], hands[winner] = without(hands[loser], card), together(hands[winner], card)
    view[SEAT], view[GIVER], view[RECEIVER] = np.uint64(winner), np.uint64(loser), np.uint64(winner)
    view[GIVEN], view[RETURNED] = card, NOTHING
    view[COUNTS + winner] += ONE
    view[COUNTS + loser] -= ONE


@kernel(inline=False)
def _give_back(view, hands, loser, winner, card):
    """The other half."""
    hands[winner], hands[loser] = without(hands[winner], card), together(hands[loser], card)
    view[COUNTS + winner] -= ONE
    view[COUNTS + loser] += ONE
    view[RETURNED] = card


@kernel(inline=False)
def _deal(view, deck, spare, hands, givers, parameters, width, asked, state):
    """Everything up to the exchange: WAITING when the caller is to give, else how it ended."""
    winner, loser = state[S_WINNER], state[S_LOSER]
    view[ROUND] += ONE
    view[DEALER] = np.uint64(first_dealer(view) if view[ROUND] == ONE else winner)
    deal_round(view, deck, spare, hands)
    no_exchange(view)
    if view[ROUND] == ONE or not view[EXCHANGE]:
        return PLAYED
    start_stream(view, winner, seat_stream(GIVE, winner, 0))
    view[LEADER] = np.uint64(NO_SEAT)
    start_round(view, NOTHING)
    if (asked >> np.uint64(winner)) & ONE:
        _hand_over(view, hands, loser, winner)
        return WAITING
    offset = winner * width + np.int64(givers[SEATS + winner])
    given = exchange(view, hands, loser, winner, givers, winner, parameters, offset)
    return PLAYED if given else ILLEGAL_GIFT


@kernel(inline=False)
def _lead(view, hands, state):
    """Begin to play; the seat that leads."""
    for seat in range(SEATS):
        start_stream(view, seat, seat_stream(PLAY, seat, 0))
    leader, required = leader_of(view, hands, state[S_WINNER], state[S_LOSER])
    view[LEADER] = np.uint64(leader)
    start_round(view, required)
    return leader


@kernel(inline=False)
def _score(view, winner, state, news):
    """Write down a round that has ended, and the game if it has ended too."""
    for seat in range(np.int64(view[PLAYERS])):
        news[N_POINTS + seat] += seat_points(view, seat)
    over = add_points(view)
    state[S_WINNER], state[S_LOSER] = winner, loser_of(view, winner)
    news[N_ROUNDS] += 1
    if over:
        news[N_GAMES] += 1
        news[N_WINNERS] = winners_of(view)
    state[S_PHASE] = NEW_GAME if over else NEW_ROUND


@kernel(inline=False)
def _play(
    view, deck, spare, hands, choosers, givers, parameters, width, places, learners, asked,
    answer, tables, state, news,
):  # fmt: skip
    """Do what the caller answers and play on to its next decision; the status, WAITING if well.

    `learners` and `asked` are bit sets of seats: whose plays, and whose gifts, the caller makes.
    """
    phase, seat, over = state[S_PHASE], state[S_SEAT], False
    if phase == GIVES:
        _give_back(view, hands, state[S_LOSER], state[S_WINNER], answer)
        seat = _lead(view, hands, state)
    elif phase == PLAYS:
        after = redo(view, hands, seat, answer, False)
        over = hands[seat] == NOTHING
        seat = seat if over else after
    while True:
        phase = state[S_PHASE]
        if phase == NEW_GAME:
            _start_game(view, state, tables)
        if phase <= NEW_ROUND:
            status = _deal(view, deck, spare, hands, givers, parameters, width, asked, state)
            state[S_SEAT] = state[S_WINNER]
            if status != PLAYED:
                state[S_PHASE] = GIVES
                return status
            seat = _lead(view, hands, state)
        state[S_PHASE], status = PLAYS, PLAYED
        if not over:
            status, seat = play_on(
                view, hands, seat, None, learners, 0, choosers, parameters, width, places, None,
                0, None, 0,
            )  # fmt: skip
        state[S_SEAT], over = seat, False
        if status != PLAYED:
            return status
        _score(view, seat, state, news)


@kernel(inline=False)
def _options(view, hand, gives):
    """List what the seat to act may do in the view's scratch words; how many."""
    count = 0
    if not gives:
        count = list_legal(view, hand, SCRATCH)
        if may_pass(view, hand):
            view[SCRATCH + count] = NOTHING
            count += 1
        return count
    types = hand & CARD_TYPES
    while types != NOTHING:
        view[SCRATCH + count] = lowest(types)
        count += 1
        types &= types - ONE
    return count


@kernel
def _append(view, count, plays, total):
    """Add listed options to all tables' if they fit; how many there are now, fitting or not."""
    if total + count <= len(plays):
        for i in range(count):
            plays[total + i] = view[SCRATCH + i]
    return total + count


@kernel(inline=False)
def play_all(
    view_words, scratch, chooser_addresses, giver_addresses, parameter_rows, place_seats,
    learners, asked, forced, answers, words, all_hands, decks, states, news, plays, starts,
):  # fmt: skip
    """Play every table on to its next decision, by one answer a table.

    Returns (WAITING, 0) when all went well, else what a bot's round ended in, and at which table.

    view_words .. place_seats are those of a `Table`. Arrays, all the caller's, n tables: answers
    uint64[n], legal masks; words uint64[n, WORDS]; all_hands uint64[n, SEATS]; decks
    uint64[n, DECK_WORDS]; states int64[n, STATE_SIZE]; news int64[n, NEWS_SIZE]; plays uint64[:]
    and starts int64[n + 1]: the options of table i stand from starts[i] on, if the array has room
    for starts[n]. Without `forced` a seat with one option takes it unasked.
    """
    view, parameters = pointer_to(view_words), pointer_to(parameter_rows)
    choosers, givers = pointer_to(chooser_addresses), pointer_to(giver_addresses)
    width = len(parameter_rows) // SEATS
    spare, hands = pointer_to(scratch[SPARE]), pointer_to(scratch[HANDS])
    places, total = pointer_to(place_seats), 0
    for table in range(len(answers)):
        own, own_hands = pointer_to(words[table]), pointer_to(all_hands[table])
        deck, state = pointer_to(decks[table]), pointer_to(states[table])
        said = pointer_to(news[table])
        _copy(own, view)
        for seat in range(SEATS):
            hands[seat] = own_hands[seat]
        for i in range(NEWS_SIZE):
            said[i] = 0
        answer = answers[table]
        while True:
            status = _play(
                view, deck, spare, hands, choosers, givers, parameters, width, places, learners,
                asked, answer, len(answers), state, said,
            )  # fmt: skip
            if status != WAITING:
                return status, table
            count = _options(view, hands[state[S_SEAT]], state[S_PHASE] == GIVES)
            answer = view[SCRATCH]
            if forced or count > 1:
                break
        total = _append(view, count, plays, total)
        starts[table + 1] = total
        _copy(view, own)
        for seat in range(SEATS):
            own_hands[seat] = hands[seat]
    return WAITING, 0


@kernel(inline=False)
def list_all(view_words, words, all_hands, states, plays):
    """List the options of all tables again, as `play_all` does, in an array with room for them."""
    view, total = pointer_to(view_words), 0
    for table in range(len(words)):
        _copy(pointer_to(words[table]), view)
        hand = all_hands[table, states[table, S_SEAT]]
        total = _append(view, _options(view, hand, states[table, S_PHASE] == GIVES), plays, total)


@kernel(inline=False)
def first_illegal(plays, starts, answers):
    """Index of the first table whose answer is not among its options, -1 for none.

    Makes the answers (uint64[n]) normal masks.
    """
    for table in range(len(answers)):
        answer, found = normal(answers[table]), False
        for i in range(starts[table], starts[table + 1]):
            found |= plays[i] == answer
        if not found:
            return table
        answers[table] = answer
    return -1


@kernel(inline=False)
def ask_all(
    view_words, scratch, chooser_addresses, giver_addresses, parameter_rows, words, all_hands,
    states, where, answers,
):  # fmt: skip
    """Fill answers (uint64[n]) with what a bot would do in the caller's place, where[table].

    It draws from the stream of the seat that it answers for, which moves on.
    """
    view, parameters = pointer_to(view_words), pointer_to(parameter_rows)
    choosers, givers = pointer_to(chooser_addresses), pointer_to(giver_addresses)
    hands = pointer_to(scratch[HANDS])
    for table in range(len(words)):
        if not where[table]:
            continue
        own = pointer_to(words[table])
        _copy(own, view)
        for seat in range(SEATS):
            hands[seat] = all_hands[table, seat]
        turn = states[table, S_SEAT]
        if states[table, S_PHASE] == GIVES:
            start = np.int64(givers[SEATS])
            answers[table] = call_bot(givers, 0, view, hands[turn], parameters, start)
        else:
            answers[table] = call_bot(choosers, 0, view, hands[turn], parameters, 1)
        slot = seat_slot(turn)
        for i in range(slot, slot + _SLOT):
            own[i] = view[i]
