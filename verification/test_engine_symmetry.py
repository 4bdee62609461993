"""Deals are uniform and seats are equal, by chi-square over many games."""

import numpy as np
import pytest
from bridge import view_for
from games import bot
from scipy import stats

from gofsim.kernel import view
from gofsim.kernel.deal import deal_uniform
from gofsim.kernel.jit import kernel
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks
from verification.record import record

DEALS, GAMES = 2_000_000, 100_000


@kernel
def count_deals(words, deck, hands, count, owner, held, together):
    """How often each card went to each hand, and each pair of cards to the same hand."""
    for block in range(count):
        words[view.BLOCK] = np.uint64(block)
        deal_uniform(words, deck, hands)
        for place in range(64):
            for card in range(64):
                if deck[place] == np.uint64(1) << np.uint64(card):
                    owner[card] = place // 16
        for card in range(64):
            held[card, owner[card]] += 1
            for other in range(card):
                together[card, other] += owner[card] == owner[other]


def test_deals_are_uniform():
    words = view_for()
    words[view.SEED], words[view.ROUND] = 20260101, 1
    held, together = np.zeros((64, 4), np.int64), np.zeros((64, 64), np.int64)
    deck, hands, owner = np.zeros(64, np.uint64), np.zeros(4, np.uint64), np.zeros(64, np.int64)
    count_deals(words, deck, hands, DEALS, owner, held, together)
    expected = DEALS / 4
    statistic = ((held - expected) ** 2 / expected).sum() * 63 / 64
    p = stats.chi2.sf(statistic, 63 * 3)
    record("8 Engine", f"{DEALS:,} deals: to which hand each card goes, chi-square",
           f"{statistic:.1f} on {63 * 3} degrees of freedom, p = {p:.3f}",
           "0.0001 < p < 0.9999")  # fmt: skip
    share = 15 / 63
    scores = (together[np.tril_indices(64, -1)] / DEALS - share) / np.sqrt(
        share * (1 - share) / DEALS
    )
    largest = np.abs(scores).max()
    record("8 Engine", f"{DEALS:,} deals: how often each pair of cards comes to one hand",
           f"largest |z| {largest:.2f} of {len(scores):,} pairs, spread {scores.std():.3f}",
           "|z| < 5, spread 0.9-1.1")  # fmt: skip
    assert 1e-4 < p < 1 - 1e-4
    assert largest < 5
    assert 0.9 < scores.std() < 1.1


@pytest.mark.parametrize("name", ["random", "random-nopass", "lowest"])
@pytest.mark.parametrize("players", [3, 4])
def test_equal_bots_win_equally_often_on_every_seat(name, players):
    rules = Rules(players=players)
    played = play_blocks(
        [bot(name)] * players,
        rules,
        seed=1,
        blocks=range(GAMES),
        seating="fixed",
        single_round=False,
        arm="symmetry",
    )
    winners = played.games["winners"]
    alone = [int((winners == 1 << seat).sum()) for seat in range(players)]
    assert sum(alone) > 0.9 * GAMES
    p = stats.chisquare(alone).pvalue
    record("8 Engine", f"{players} times `{name}` on fixed seats: games won alone, by seat",
           f"{', '.join(f'{won:,}' for won in alone)}; p = {p:.3f}", "p > 0.0001")  # fmt: skip
    assert p > 1e-4
