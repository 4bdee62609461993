"""Roll-outs from the middle of a round: what a search pays for each."""

import time

import numpy as np
from bridge import mask
from games import bot, game
from situations import situations

from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import bot_number, kernel
from gofsim.strategies import rollouts, search, worlds
from gofsim.strategies.row import parameter_row

ROLL_OUTS = 4_000  # from each position
POSITIONS = 60


@kernel(inline=False)
def play_out_often(words, hand, play, row, count):
    """Deal a world and play it to the end, so many times; the losses' sum."""
    seen, numbers, total = pointer_to(words), pointer_to(row), np.int64(0)
    worlds.note_what_is_known(seen, hand)
    rollouts.imagine(seen)
    for stream in range(count):
        worlds.deal_world(seen, hand, search.WORLD)
        total += rollouts.roll_out(seen, play, search.WORLD, np.uint64(stream), numbers, 0, 0)
    return total


def test_roll_outs_by_lowest():
    seat = bot("lowest")
    found = [
        (each.view(), np.uint64(mask(each.hand)), np.uint64(mask(each.move["play"])))
        for each in situations(game([seat] * 4))
        if each.move["play"] and 6 <= len(each.hand) <= 10
    ][:POSITIONS]
    row = np.array(parameter_row(seat, 4, np.zeros(4, np.uint64)))
    for words, _, _ in found:
        words[rollouts.BOT] = bot_number(seat.strategy.choose)
    assert play_out_often(*found[0], row, 1) >= 0  # compiles; a broken rule would be below 0
    start = time.process_time()
    for words, hand, play in found:
        play_out_often(words, hand, play, row, ROLL_OUTS)
    rate = len(found) * ROLL_OUTS / (time.process_time() - start)
    print(f"\n{rate / 1e6:.2f} M roll-outs a CPU second, 6 to 10 cards in hand, worlds dealt too")
