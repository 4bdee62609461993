"""Tables as numbers for networks: cards as counts, observations as vectors, plays as actions."""

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.kernel import view
from gofsim.kernel.cards import CARD_TYPES, FULL_DECK, NOTHING, UPPER
from gofsim.kernel.moves import list_plays
from gofsim.notation import CARDS

Masks = npt.NDArray[np.uint64]
Vectors = npt.NDArray[np.float32]

_BITS = np.arange(64, dtype=np.uint64)
_TYPE_BITS = np.flatnonzero(int(CARD_TYPES) >> np.arange(64, dtype=object) & 1)
_UPPER_BITS = np.flatnonzero(int(UPPER) >> np.arange(64, dtype=object) & 1)
CARD_NAMES = tuple(CARDS[bit] for bit in _TYPE_BITS)  # the 34 different cards, weakest first
ACTIONS = 12_353  # the pass, and every play of the whole deck

# What an observation holds: name and width, in this order. By seat: one's own first, then
# clockwise; the last is 0 with three players.
LAYOUT = (
    *((name, len(CARD_NAMES)) for name in ("hand", "to_beat", "laid", "given", "returned")),
    *((name, view.SEATS) for name in ("counts", "totals")),
    *((name, view.SEATS) for name in ("acts", "owner", "giver", "announced", "out", "passed")),
    *((name, 1) for name in ("bound", "opens", "gives", "clockwise", "round", "target")),
)
OBSERVATION_SIZE = sum(width for _, width in LAYOUT)


def card_counts(masks: Masks) -> npt.NDArray[np.uint8]:
    """How many of each of the 34 cards masks hold: uint8[.., 34], 0 to 2 each."""
    bits = (masks[..., None] >> _BITS & np.uint64(1)).astype(np.uint8)
    counts = bits[..., _TYPE_BITS]
    counts[..., np.searchsorted(_TYPE_BITS, _UPPER_BITS - 1)] += bits[..., _UPPER_BITS]
    return counts


def observations(words: Masks, hands: Masks, seats: npt.NDArray[np.integer]) -> Vectors:
    """What seats know, as float32[n, OBSERVATION_SIZE], laid out as LAYOUT says.

    `words` uint64[n, WORDS] and `hands` uint64[n] as those of `Tables`; `seats` int[n]. Cards are
    counts of each of the 34; sets of seats and flags are 0 or 1; all other numbers as they are.
    """
    rows, players = np.arange(len(words))[:, None], int(words[0, view.PLAYERS])
    around = (seats[:, None] + np.arange(view.SEATS)) % players
    there = np.arange(view.SEATS) < players
    held = (view.TO_BEAT, view.SEEN, view.GIVEN, view.RETURNED)
    parts: list[Any] = [card_counts(hands), *(card_counts(words[:, word]) for word in held)]
    for word in (view.COUNTS, view.TOTALS):
        parts.append(words[rows, word + around] * there)
    for word in (view.SEAT, view.OWNER, view.GIVER):
        parts.append((words[:, word, None] == around) & there)
    for word in (view.ANNOUNCED, view.OUT, view.PASSED):
        parts.append((words[:, word, None] >> around.astype(np.uint64) & np.uint64(1)) * there)
    flags = (view.BOUND, view.REQUIRED)
    parts += [words[:, [word]] != 0 for word in flags]
    parts.append(words[:, [view.LEADER]] == view.NO_SEAT)
    parts += [words[:, [word]] for word in (view.CLOCKWISE, view.ROUND, view.TARGET)]
    return np.concatenate(parts, axis=1, dtype=np.float32)


@functools.cache
def every_action() -> Masks:
    """All that anybody may ever do, as masks in ascending order, uint64[ACTIONS].

    The pass (0) and every distinct combination of the deck, under any rules; a card to give is
    its single. The action of a play is its index here, so nothing legal is out of reach.
    """
    room = np.zeros(ACTIONS, np.uint64)
    list_plays(FULL_DECK, 0, NOTHING, NOTHING, NOTHING, True, True, room, 1)
    return np.sort(room)


def actions_of(masks: Masks) -> npt.NDArray[np.int64]:
    """The actions of plays, given as masks."""
    return np.searchsorted(every_action(), masks).astype(np.int64)
