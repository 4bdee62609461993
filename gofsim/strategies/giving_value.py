"""What a card given back is worth: the round played to its end in worlds of hidden hands."""

import numpy as np

from gofsim.kernel.bits import advance
from gofsim.kernel.cards import HAND_SIZE, NOTHING, ONE, together, without
from gofsim.kernel.game import leader_of
from gofsim.kernel.jit import kernel
from gofsim.kernel.round import PLAYED, play_round, start_round
from gofsim.kernel.view import (
    COUNTS,
    GIVER,
    IMAGINED,
    LEAD_RANDOM,
    LEADER,
    NEXT_LEAD,
    NO_SEAT,
    PLAYERS,
    RETURNED,
    SEAT,
    draw_below,
    draw_word,
)
from gofsim.strategies.base import AskedBot, Parameter, Strategy
from gofsim.strategies.race import LATEST, add_up, doubt, drop_worse, runner, start_race, winner
from gofsim.strategies.rollouts import BOT, HANDS, asked_bot, imagine, set_out
from gofsim.strategies.search import BROKEN, CANDIDATES, LOSSES, WORLD
from gofsim.strategies.shortlist import list_gifts
from gofsim.strategies.standing import OBJECTIVE, round_loss
from gofsim.strategies.worlds import deal_world, note_what_is_known

_WORLDS, _DOUBT, _CARDS, _OBJECTIVE, _ROLLOUT = range(5)


@kernel
def give_value(view, hand, parameters, offset):
    """The card with the least loss once it is in the other hand, over sampled worlds."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    worlds = np.int64(parameters[offset + _WORLDS])
    objective = np.int64(parameters[offset + _OBJECTIVE])
    most = np.int64(parameters[offset + _CARDS])
    count = list_gifts(view, hand, CANDIDATES, LOSSES, most)
    imagine(view)
    note_what_is_known(view, hand)
    start_race(view, count)
    for _ in range(worlds):
        if count == 1:
            break
        deal_world(view, hand, WORLD)
        if not _give_in(view, count, parameters, row, objective):
            return BROKEN
        count = drop_worse(view, count, parameters[offset + _DOUBT])
    return winner(view, count)


@kernel(inline=False)
def _give_in(view, running, parameters, row, objective):
    """Give every card that runs in a world, and add up; False when a bot broke the rules."""
    stream, leader = draw_word(view), world_leader(view)
    for place in range(running):
        i = runner(view, place)
        if play_with(view, view[CANDIDATES + i], leader, stream, parameters, row) != PLAYED:
            return False
        loss = round_loss(advance(view, IMAGINED), np.int64(view[SEAT]), objective)
        view[LATEST + i] = np.uint64(loss)
    add_up(view, running)
    return True


@kernel
def world_leader(view):
    """Who leads the round of a world where the rules draw that seat, else NO_SEAT."""
    if view[NEXT_LEAD] != LEAD_RANDOM:
        return NO_SEAT
    return draw_below(view, np.int64(view[PLAYERS]))


@kernel(inline=False)
def play_with(view, card, leader, stream, parameters, row):
    """Play the world's round with a card given back; what it ended in.

    `leader` is NO_SEAT where it follows from the rules.
    """
    set_out(view, WORLD, stream)
    imagined, hands = advance(view, IMAGINED), advance(view, HANDS)
    me, giver, required = np.int64(view[SEAT]), np.int64(view[GIVER]), NOTHING
    hands[me], hands[giver] = without(hands[me], card), together(hands[giver], card)
    imagined[COUNTS + me] -= ONE
    imagined[COUNTS + giver] += ONE
    imagined[RETURNED] = card
    if leader == NO_SEAT:
        leader, required = leader_of(imagined, hands, me, giver)
    imagined[LEADER] = np.uint64(leader)
    start_round(imagined, required)
    status, _ = play_round(
        imagined, hands, leader, 0, advance(view, BOT), advance(parameters, row), 0, None, None,
        0, None, 0,
    )  # fmt: skip
    return status


VALUE = Strategy(
    name="value",
    idea="Deals the cards it does not see many times over, gives each promising card back in each "
    "of these worlds, plays the round to its end with another bot at all seats, and gives the card "
    "that did best on average.",
    source="Perfect-information Monte Carlo, as in Ginsberg's GIB (2001) for bridge.",
    choose=give_value,
    parameters=(
        Parameter("worlds", 40, 1, 10_000, "worlds that it deals an exchange, at most", whole=True),
        doubt(1.5),
        Parameter(
            "cards", 10, 1, HAND_SIZE + 1, "different cards that it compares, at most", whole=True
        ),
    ),
    choices=(OBJECTIVE,),
    asks=(
        AskedBot(
            "rollout",
            "linear",
            "the bot that plays on in each world; its own way where it can be asked",
        ),
    ),
    draws=True,
    counts=True,
)
