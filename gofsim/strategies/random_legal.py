"""Uniform play: every distinct legal play is equally likely. Yardsticks of the ladder."""

from gofsim.kernel.jit import kernel
from gofsim.kernel.sampling import random_play
from gofsim.strategies.base import Parameter, Strategy


@kernel
def choose_random(view, hand, parameters, offset):
    """Each legal play has weight 1, a pass the weight of the parameter."""
    return random_play(view, hand, parameters[offset])


@kernel
def choose_nopass(view, hand, parameters, offset):
    """Each legal play has weight 1; passes only when it must."""
    return random_play(view, hand, 0.0)


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
