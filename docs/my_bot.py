"""A bot to start from: copy this file, change what it does, seat it as "my_bot.py:MY_BOT".

The functions under @kernel are compiled to machine code when the bot is loaded. They get numbers
and return numbers: cards are the bits of one uint64, and 0 stands for no card and for a pass.
"""

from gofsim.kernel.cards import DRAGON, NOTHING, PHOENIXES, lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import SCRATCH, TO_BEAT_KIND, weakest_play
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.features import fewest_cards_of_others, set_with


@kernel
def choose(view, hand, parameters, offset):
    """Keep phoenixes and dragon until somebody has few cards left; else the weakest answer."""
    # Every legal play, by kind and weakest first, from view[SCRATCH] on.
    count = list_legal(view, hand, SCRATCH)
    if count == 0:
        return NOTHING
    if view[TO_BEAT_KIND] == NOTHING:
        return _lead(view, count)
    play = weakest_play(view, hand)  # 0 when only a gang would beat
    early = fewest_cards_of_others(view) > parameters[offset]
    precious = play == NOTHING or play & (PHOENIXES | DRAGON) != NOTHING
    if early and precious and may_pass(view, hand):
        return NOTHING
    # With the duty before a last card the first legal play is the highest card.
    return view[SCRATCH]


@kernel
def _lead(view, count):
    """The legal play with the lowest card in it, of these the last, which is the largest kind."""
    best = view[SCRATCH]
    for i in range(1, count):
        if lowest(view[SCRATCH + i]) <= lowest(best):
            best = view[SCRATCH + i]
    return best


@kernel
def give(view, hand, parameters, offset):
    """What goes back in the exchange: the lowest card that stands alone, else the lowest."""
    cards = hand
    while cards != NOTHING:
        card = lowest(cards)
        if set_with(hand, card, 2) == NOTHING:
            return card
        cards ^= card
    return lowest(hand)


MY_BOT = Strategy(
    name="my-bot",
    idea="Leads with its lowest card in the largest play, and keeps phoenixes, dragon and gangs "
    "until an opponent has few cards left.",
    source="The template of gofsim.",
    choose=choose,
    give=give,
    parameters=(
        # The first parameter stands at parameters[offset], the next at parameters[offset + 1] ..
        Parameter(
            "keep_until",
            default=6,
            low=0,
            high=16,
            idea="plays precious cards once an opponent holds at most so many",
            whole=True,
        ),
    ),
)
