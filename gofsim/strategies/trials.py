"""Plays, or cards to give back, tried out in common worlds: what the round came to for each.

Outcomes are means over a batch of worlds, so that the batches are independent of one another even
where the worlds of one are not.
"""

from typing import Any

import numpy as np

from gofsim.kernel.bits import advance, pointer_to
from gofsim.kernel.cards import NOTHING
from gofsim.kernel.jit import kernel
from gofsim.kernel.round import PLAYED, play_out
from gofsim.kernel.scoring import seat_points
from gofsim.kernel.view import COUNTS, IMAGINED, PLAYERS, SEAT, draw_word
from gofsim.strategies.giving_value import play_with, world_leader
from gofsim.strategies.inference import MODEL, note_clues
from gofsim.strategies.rollouts import BOT, HANDS, imagine, set_out
from gofsim.strategies.search import WORLD
from gofsim.strategies.standing import GAME, GAMES, round_loss
from gofsim.strategies.walk import WALK, start_walk, walk
from gofsim.strategies.worlds import deal_world, note_what_is_known

# What is told of a round: own points, those less the mean of the others', whether the seat went
# out first, and the share of the game that its new total promises.
POINTS, LEAD, FIRST, SHARE = range(4)
OUTCOMES = 4
# As searches walk through worlds, anew for every batch, but less sure of how the others play: who
# asks for advice sits among bots, or people, of all kinds.
_WALK = {each.name: each.default for each in WALK}
_WARM_UP, _STEPS = int(_WALK["warm_up"]), int(_WALK["steps"])
_TEMPERATURE = 1.0


@kernel(inline=False)
def try_plays(
    view_words: Any,
    hand: Any,
    plays: Any,
    parameter_words: Any,
    bot: Any,
    infers: Any,
    worlds: Any,
    means: Any,
) -> Any:
    """Play every play out in the same worlds, a bot at all seats; False when it broke the rules.

    view_words: uint64[VIEW_SIZE], what the seat to act sees; hand, bot (its number): uint64;
    plays: uint64[n], 0 for the pass; parameter_words: float64[:], the bot's row; `infers`: whether
    worlds are drawn by what the others did; means: float64[batches, n, OUTCOMES], filled with
    means over `worlds` worlds each.
    """
    view, parameters = pointer_to(view_words), pointer_to(parameter_words)
    me = np.int64(view[SEAT])
    _get_ready(view, hand, bot)
    if infers:
        note_clues(view)
    means[:] = 0.0
    for batch in range(len(means)):
        if infers:
            start_walk(view, hand, parameters, 0)
            walk(view, hand, _WARM_UP, _TEMPERATURE, parameters, 0)
        for _ in range(worlds):
            if infers:
                walk(view, hand, _STEPS, _TEMPERATURE, parameters, 0)
            else:
                deal_world(view, hand, WORLD)
            stream = draw_word(view)
            for i in range(len(plays)):
                set_out(view, WORLD, stream)
                imagined, hands = advance(view, IMAGINED), advance(view, HANDS)
                if (
                    play_out(imagined, hands, me, plays[i], advance(view, BOT), parameters)
                    != PLAYED
                ):
                    return False
                note(imagined, me, means, batch, i)
    means /= worlds
    return True


@kernel(inline=False)
def try_gifts(
    view_words: Any,
    hand: Any,
    cards: Any,
    parameter_words: Any,
    bot: Any,
    worlds: Any,
    means: Any,
) -> Any:
    """Give every card back in the same worlds and play the rounds, as `try_plays` does.

    The view is that of the seat which gives, before any lead; `cards`: uint64[n].
    """
    view, parameters = pointer_to(view_words), pointer_to(parameter_words)
    me = np.int64(view[SEAT])
    _get_ready(view, hand, bot)
    means[:] = 0.0
    for batch in range(len(means)):
        for _ in range(worlds):
            deal_world(view, hand, WORLD)
            stream, leader = draw_word(view), world_leader(view)
            for i in range(len(cards)):
                if play_with(view, cards[i], leader, stream, parameters, 0) != PLAYED:
                    return False
                note(advance(view, IMAGINED), me, means, batch, i)
    means /= worlds
    return True


@kernel
def _get_ready(view: Any, hand: Any, bot: Any) -> None:
    view[BOT] = view[MODEL] = bot
    imagine(view)
    note_what_is_known(view, hand)


@kernel
def note(view: Any, seat: Any, means: Any, batch: Any, play: Any) -> None:
    """Add what a round has come to for a seat."""
    players, own = np.int64(view[PLAYERS]), seat_points(view, seat)
    others = 0
    for other in range(players):
        others += seat_points(view, other) if other != seat else 0
    means[batch, play, POINTS] += own
    means[batch, play, LEAD] += own - others / (players - 1)
    means[batch, play, FIRST] += view[COUNTS + seat] == NOTHING
    means[batch, play, SHARE] += 1.0 - round_loss(view, seat, GAMES) / GAME
