"""Uniform play: every distinct legal play is equally likely. Yardsticks of the ladder."""

from gofsim.kernel.cards import NOTHING
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import SCRATCH, draw_below, draw_fraction
from gofsim.strategies.base import Parameter, Strategy


@kernel
def choose_random(view, hand, parameters, offset):
    """Each legal play has weight 1, a pass the weight of the parameter."""
    plays = view[SCRATCH:]
    count = list_legal(view, hand, plays)
    weight = parameters[offset] if may_pass(view, hand) else 0.0
    if count == 0:
        return NOTHING
    if weight > 0.0 and draw_fraction(view) * (count + weight) < weight:
        return NOTHING
    return plays[draw_below(view, count)]


@kernel
def choose_nopass(view, hand, parameters, offset):
    """Each legal play has weight 1; passes only when it must."""
    plays = view[SCRATCH:]
    count = list_legal(view, hand, plays)
    return plays[draw_below(view, count)] if count else NOTHING


RANDOM = Strategy(
    name="random",
    idea="Any legal play, each as likely as the next; when following, the pass is one of them.",
    source="The usual baseline of game programs.",
    choose=choose_random,
    parameters=(
        Parameter("pass_weight", 1.0, 0.0, 1000.0, "weight of the pass; a play has weight 1"),
    ),
    draws=True,
)

RANDOM_NOPASS = Strategy(
    name="random-nopass",
    idea="Any legal play, each as likely as the next; passes only when it cannot play.",
    source="The usual baseline of game programs.",
    choose=choose_nopass,
    draws=True,
)
