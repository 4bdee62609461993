"""Deals that are changed in one thing: what the hands hold then, and what stays as it was."""

from collections import Counter

import numpy as np
import pytest
from games import bot

from gofsim.errors import PlayError
from gofsim.kernel.deal import deal_uniform
from gofsim.kernel.view import BLOCK, ROUND, SEED, VIEW_SIZE
from gofsim.notation import CARDS, text_of
from gofsim.rules import Rules
from gofsim.simulation.card_deal import CardDeal
from gofsim.simulation.card_sets import single_cards
from gofsim.simulation.play import play_blocks
from gofsim.simulation.replay import replay_game
from gofsim.simulation.table import Table
from gofsim.strategies.plain import plain_bot
from gofsim.strategies.seat import Seat

SEVENS = "G7 G7 Y7 Y7 R7 R7"
RULES = Rules(first_lead="random")


def table_with(deal, kind="lowest", rules=RULES):
    return Table([bot(kind)] * rules.players, rules, 1, 1, deal)


def held(hand):
    return Counter(text_of(int(hand)).split())


def hands_of(deal, blocks, seed=5, **more):
    return [[held(hand) for hand in row] for row in table_with(deal, **more).deals.hands(seed, blocks)]  # noqa: E501  # fmt: skip


def uniform(blocks, seed=5):
    """The deals as they come."""
    words, deck, hands = np.zeros(VIEW_SIZE, np.uint64), *np.zeros((2, 64), np.uint64)
    words[SEED], words[ROUND] = seed, 1
    for block in blocks:
        words[BLOCK] = block
        deal_uniform(words, deck, hands)
        yield [held(hand) for hand in hands[:4]]


@pytest.mark.parametrize("count", [0, 1, 4, 6])
def test_a_hand_holds_so_many_of_a_number_and_the_deck_stays_whole(count):
    act = "held" if count else "without"
    for hands in hands_of(CardDeal(act=act, cards=SEVENS, count=count), range(40)):
        assert sum(number for card, number in hands[0].items() if card[1:] == "7") == count
        assert [hand.total() for hand in hands] == [16] * 4
        assert sum(hands, Counter()) == Counter(CARDS)


def test_only_what_must_be_is_exchanged():
    """Two deals of a pair differ in one card, and a deal that does without it is left alone."""
    blocks = range(60)
    with_it = hands_of(CardDeal(act="held", cards="RD", count=1), blocks)
    without = hands_of(CardDeal(act="without", cards="RD"), blocks)
    moved = 0
    for one, other, natural in zip(with_it, without, uniform(blocks), strict=True):
        assert ("RD" in one[0], "RD" in other[0]) == (True, False)
        assert ("RD" in natural[0]) == (natural != other)
        assert (one[0] - other[0]).total() == 1
        moved += "RD" in natural[0]
    assert 5 < moved < 30


def test_deals_are_a_function_of_seed_and_block_alone():
    for deal in (CardDeal(act="held", cards=SEVENS, count=3), CardDeal(act="exchange")):
        whole = table_with(deal).deals.hands(8, range(10, 30))
        assert (table_with(deal).deals.hands(8, range(17, 19)) == whole[7:9]).all()
        assert (table_with(deal).deals.hands(9, range(10, 30)) != whole).any()


@pytest.mark.parametrize("players", [3, 4])
def test_the_exchange_moves_the_best_card_of_the_giver_to_the_leader(players):
    rules, blocks = Rules(first_lead="random", players=players), range(80)
    deal = CardDeal(act="exchange")
    table = table_with(deal, rules=rules)
    after = [[held(hand) for hand in row] for row in table.deals.hands(5, blocks)]
    rows = play_blocks(
        (bot("lowest"),) * players, rules, seed=5, blocks=blocks, seating="fixed",
        single_round=True, arm="", deal=deal,
    ).rounds  # fmt: skip
    assert {*rows["exchange_giver"].tolist()} == {*range(players)}
    for block, before in enumerate(uniform(blocks)):
        giver, given, returned = (
            int(rows[f"exchange_{name}"][block]) for name in ("giver", "given", "returned")
        )
        leader = int(rows["leader"][block])
        assert giver != leader
        best = max(before[giver], key=CARDS.index)
        assert CARDS[given] == best
        wanted = [Counter(hand) for hand in before]
        wanted[giver] += Counter([CARDS[returned]])
        wanted[giver] -= Counter([best])
        wanted[leader] += Counter([best])
        wanted[leader] -= Counter([CARDS[returned]])
        assert after[block] == wanted


def test_a_bot_that_gives_back_what_it_has_not_got_is_named():
    def give(seen):
        return "G1 G1"

    strategy = plain_bot(lambda seen: seen.legal[0], give=give)
    seat = Seat(strategy, {}, 0.0, "own", ("", (), None))
    table = Table([seat] * 4, RULES, 1, 1, CardDeal(act="exchange"))
    with pytest.raises(PlayError, match=r"block 3, round 1: .*(give|gave)"):
        table.deals.hands(1, range(3, 5))
    how = {"seed": 1, "seating": "fixed", "single_round": True, "arm": "exchange"}
    how["deal"] = CardDeal(act="exchange")
    with pytest.raises(PlayError, match=r"^arm exchange: bot .*, block 3, round 1: .*(give|gave)"):
        play_blocks([seat] * 4, RULES, blocks=range(3, 5), **how)
    with pytest.raises(PlayError, match=r"^arm exchange: bot .*, block 3, round 1: .*(give|gave)"):
        replay_game([seat] * 4, RULES, block=3, seating_index=0, **how)


def test_the_worths_of_all_64_cards_add_up_to_nothing():
    """A hand with a card of it exchanged against a random other one is as good a hand as any."""
    blocks, sums = range(1_200), np.zeros(1_200)
    for each in single_cards():
        card = text_of(each.group)
        copies = 1 if each.label in ("M1", "GP", "YP", "RD") else 2
        for sign, deal in (
            (1, CardDeal(act="held", cards=card, count=1)),
            (-1, CardDeal(act="without", cards=card)),
        ):
            played = play_blocks(
                (bot("lowest"),) * 4, RULES, seed=11, blocks=blocks, seating="fixed",
                single_round=True, arm="", deal=deal,
            )  # fmt: skip
            sums += sign * copies * played.rounds["points_0"]
    assert sums.std() > 0
    assert abs(sums.mean()) < 4 * sums.std() / len(sums) ** 0.5


@pytest.mark.parametrize(
    "wrong",
    [
        {"act": "held", "cards": "RD"},
        {"act": "held", "cards": "RD", "count": 2},
        {"act": "without", "cards": "RD", "count": 1},
        {"act": "without"},
        {"act": "exchange", "cards": "RD"},
        {"act": "held", "cards": "RD GP", "count": 1},
        {"act": "held", "cards": " ".join(CARDS[:8]), "count": 1},
        {"act": "held", "cards": "G11", "count": 1},
        {"act": "given"},
    ],
)
def test_changes_that_cannot_be(wrong):
    with pytest.raises(ValueError, match=r"."):
        CardDeal.model_validate(wrong)
