"""The contract that every registered bot and every giving policy passes."""

import functools
import random
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask
from games import random_rules
from oracle_cards import CHOICES
from situations import ask, own_row, situations, stream_word

from gofsim.kernel import view
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks
from gofsim.simulation.replay import replay_game
from gofsim.strategies.giving import policies
from gofsim.strategies.registry import load_bot, names
from gofsim.strategies.seat import seat_bot

ROOT = Path(__file__).parents[2]
BOTS = names()
POLICIES = policies(load_bot("lowest", Path()))
SIMPLE = [name for name, policy in POLICIES.items() if not policy.settings]
GIVES = [*SIMPLE, {"policy": "value", "worlds": 2, "rollout": "lowest"}]
GAMES, STATES = 70, 3000
SWITCHES = [
    {field: value}
    for field, values in (CHOICES | {"riffles": (3, 0, 20)}).items()
    for value in values[1:]
]


# A search passes the contract with few worlds, on fewer states: its work is the same each time.
FEW = {"worlds": 2, "candidates": 4, "warm_up": 4, "steps": 2, "iterations": 6}
SEARCHED = 10  # every tenth state


@dataclass(frozen=True)
class State:
    """A decision: what is seen, the hand, the legal answers, and all hands, a yardstick's own.

    `words` are those before the scratch words: a thousand whole views are half a gigabyte.
    """

    words: np.ndarray
    hand: int
    legal: set
    hands: np.ndarray

    def view(self):
        """A whole view, to be written to."""
        whole = np.zeros(view.VIEW_SIZE, np.uint64)
        whole[: view.SCRATCH] = self.words
        return whole

    @property
    def players(self):
        return int(self.words[view.PLAYERS])


def bot(name):
    return load_bot(name, Path())


def few(strategy):
    """Settings with which a search is quick; none for other bots."""
    names = {each.name for each in strategy.parameters} if strategy.asks else ()
    return {name: value for name, value in FEW.items() if name in names}


def seat_of(kind, **settings):
    return seat_bot(kind, few(bot(kind)) | settings, Path(), kind)


def asked(seat, state, words=None, hand=None):
    """What a seat answers to a state, or to another view of it."""
    row = own_row(seat, state.players, state.hands)
    words = state.view() if words is None else words
    return ask(seat.strategy.choose, words, state.hand if hand is None else hand, row)


@functools.cache
def games():
    """(log, seats) of games with all bots, giving policies and switches at random."""
    rng, played = random.Random(5), []
    for _ in range(GAMES):
        rules = random_rules(rng, target=rng.choice((1, 30, 60)))
        seats = tuple(
            seat_of(
                rng.choice(BOTS),
                forget=rng.choice((0, 0, 0.3, 1)),
                give=rng.choice(GIVES),
            )
            for _ in range(rules.players)
        )
        place = {"seed": rng.randrange(2**63), "block": rng.randrange(1000)}
        place |= {"seating": "rotations", "seating_index": rng.randrange(rules.players)}
        log = replay_game(seats, rules, single_round=False, arm="contract", **place)
        played.append((log, seats))
    return played


@functools.cache
def all_states():
    """Thousands of decisions of these games, the rare kinds first."""
    found = []
    for log, _ in games():
        for each in situations(log):
            words, hand = each.view(), np.uint64(mask(each.hand))
            count = list_legal(words, hand, view.SCRATCH)
            legal = set(words[view.SCRATCH : view.SCRATCH + count].tolist())
            legal |= {0} if may_pass(words, hand) else set()
            hands = np.zeros(view.SEATS, np.uint64)
            for seat, cards in enumerate(each.state.hands):
                hands[seat] = mask(cards)
            found.append(State(words[: view.SCRATCH].copy(), int(hand), legal, hands))
    rare = [each for each in found if each.words[view.BOUND] or each.words[view.REQUIRED]]
    return rare + random.Random(6).sample(found, STATES - len(rare))


def states(strategy=None):
    """The states for a bot: all of them, fewer for a search."""
    return all_states()[::SEARCHED] if strategy and strategy.asks else all_states()


def test_states_are_of_all_kinds():
    seen = [state.words for state in states()]
    assert {int(words[view.PLAYERS]) for words in seen} == {3, 4}
    assert {int(words[view.TO_BEAT_KIND]) for words in seen} == set(range(9))
    assert sum(words[view.BOUND] != 0 for words in seen) > 100
    assert sum(words[view.REQUIRED] != 0 for words in seen) > 30


@pytest.mark.parametrize("number", range(GAMES))
def test_games_stand_up_to_the_oracle(number):
    oracle.check_log(games()[number][0])


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_whole_games_under_every_switch(kind, switch):
    rules = Rules(**({"shuffle": "riffle"} if "riffles" in switch else {}), **switch)
    searches = bool(bot(kind).asks)
    for give in SIMPLE[:1] if searches else SIMPLE:
        seats = (seat_of(kind, give=give),) * rules.players
        played = play_blocks(
            seats,
            rules,
            seed=3,
            blocks=range(1 if searches else 5),
            seating="fixed" if searches else "all",
            single_round=False,
            arm="x",
        )
        assert len(played.games["block"]) > 0


def extremes(strategy):
    """Settings: all parameters at either end, and each alone at both ends of its range."""
    ranges = {each.name: (each.low, each.high) for each in strategy.parameters}
    if strategy.asks:  # the most of its work would take hours
        ranges |= {name: (ranges[name][0], value) for name, value in few(strategy).items()}
    together = [{name: ends[i] for name, ends in ranges.items()} for i in (0, 1)]
    return [{}, *together], [{name: end} for name, ends in ranges.items() for end in ends]


@pytest.mark.parametrize("kind", BOTS)
def test_answers_are_legal_whatever_the_parameters(kind):
    strategy = bot(kind)
    together, alone = extremes(strategy)
    questions = [(settings, states(strategy)) for settings in together]
    # Of many parameters each end meets its own part of the states, all kinds of them among these.
    step = max(1, len(alone) // 6)
    questions += [
        (settings, states(strategy)[index % step :: step]) for index, settings in enumerate(alone)
    ]
    for settings, some in questions:
        seat = seat_of(kind, **settings)
        for state in some:
            assert asked(seat, state) in state.legal


@pytest.mark.parametrize("kind", BOTS)
def test_the_same_view_and_draws_give_the_same_answer(kind):
    seat = seat_of(kind)
    for state in states(seat.strategy):
        other = state.view()
        other[view.SCRATCH :] = 2**64 - 1  # what others have left there is nobody's business
        assert asked(seat, state) == asked(seat, state, other)


@pytest.mark.parametrize("kind", BOTS)
def test_the_view_is_left_as_it_was(kind):
    seat = seat_of(kind)
    for state in states(seat.strategy):
        after, slot = state.view(), stream_word(state.words)
        asked(seat, state, after)
        changed = np.flatnonzero(after[: view.SCRATCH] != state.words)
        allowed = range(slot, slot + 6) if seat.strategy.draws else ()
        assert set(changed.tolist()) <= set(allowed)


@pytest.mark.parametrize("kind", BOTS)
def test_draws_is_true(kind):
    seat, moved = seat_of(kind), 0
    for state in states(seat.strategy):
        after, slot = state.view(), stream_word(state.words)
        asked(seat, state, after)
        moved += bool(after[slot])
    assert (moved > 0) == seat.strategy.draws


@pytest.mark.parametrize("kind", BOTS)
def test_counts_is_true(kind):
    seat, rng, changed = seat_of(kind), random.Random(7), 0
    for state in states(seat.strategy):
        other = state.view()
        other[view.SEEN] = some_of_the_rest(rng, state.hand, int(other[view.SEEN]).bit_count())
        changed += asked(seat, state) != asked(seat, state, other)
    assert (changed > 0) == seat.strategy.counts


@pytest.mark.parametrize("kind", BOTS)
def test_sees_all_is_true(kind):
    """The hands of others, dealt anew, reach only who says that it sees them."""
    seat, rng, changed = seat_of(kind), random.Random(9), 0
    for state in states(seat.strategy)[::3]:
        changed += asked(seat, state) != asked(seat, dealt_anew(rng, state))
    assert (changed > 0) == seat.strategy.sees_all


def dealt_anew(rng, state):
    """The same decision in another world: the cards unseen change places."""
    pool = list(oracle.full_deck())
    for card in [*cards_of(state.hand), *cards_of(int(state.words[view.SEEN]))]:
        pool.remove(card)
    rng.shuffle(pool)
    hands = state.hands.copy()
    for other in range(state.players):
        if other != int(state.words[view.SEAT]):
            count = int(hands[other]).bit_count()
            hands[other], pool = mask(oracle.ordered(pool[:count])), pool[count:]
    return replace(state, hands=hands)


def some_of_the_rest(rng, hand, count):
    """Any cards that are not in the hand."""
    rest = list(oracle.full_deck())
    for card in cards_of(hand):
        rest.remove(card)
    return mask(oracle.ordered(rng.sample(rest, min(count, len(rest)))))


def test_hidden_hands_change_nothing():
    """The cards unseen are dealt anew; what is left of a real game's bots must act as they did."""
    rng, asked = random.Random(8), 0
    for log, _ in games():
        for each in situations(log):
            strategy = bot(log["bots"][each.state.turn])
            if strategy.draws or rng.random() < 0.5:
                continue
            before, hidden = each.view(), list(each.state.hands)
            each.deal_unseen_anew(rng)
            after = each.view()
            assert before.tolist() == after.tolist()
            row = own_row(seat_of(strategy.name), len(hidden))
            answer = ask(strategy.choose, after, mask(each.hand), row)
            assert oracle.text(cards_of(answer)) == (each.move["play"] or "")
            each.state.hands[:] = hidden
            asked += 1
    assert asked > 2000


@pytest.mark.parametrize("kind", BOTS)
def test_it_says_what_it_is(kind):
    strategy = bot(kind)
    assert strategy.name == kind
    assert len(strategy.idea) > 20
    assert len(strategy.source) > 10
    assert strategy.file.parent == ROOT / "gofsim" / "strategies"
    for each in strategy.parameters:
        assert each.low <= each.default <= each.high
        assert each.idea
        assert each.name.isidentifier()


@pytest.mark.parametrize("kind", BOTS)
def test_the_page_of_bots_tells_of_it(kind):
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert f"### `{kind}`" in page
    section = page.split(f"### `{kind}`")[1].split("\n#")[0]
    for each in bot(kind).parameters:
        assert f"| `{each.name}` | {each.default:g} | {each.low:g} to {each.high:g} |" in section
    for each in bot(kind).choices:
        assert f"| `{each.name}` | `{each.default}` | {', '.join(each.values)} |" in section
    for each in bot(kind).asks:
        assert f"| `{each.name}` | `{each.default}` | a bot |" in section


# Giving policies


@pytest.mark.parametrize("give", SIMPLE)
def test_one_card_of_the_hand_goes_back(give):
    function, draws = POLICIES[give].choose, POLICIES[give].draws
    for state in states():
        after, again = state.view(), state.view()
        again[view.SCRATCH :] = 2**64 - 1
        card = ask(function, after, state.hand)
        assert card.bit_count() == 1
        assert card & state.hand == card
        assert card == ask(function, again, state.hand)
        assert bool(after[stream_word(state.words)]) == draws


def test_random_gives_every_different_card_as_often():
    function, words = POLICIES["random"].choose, states()[0].view()
    hand = mask("G1 G1 Y1 M1 R5 GP RD")
    words[stream_word(words)] = 0
    given = [ask(function, words, hand) for _ in range(6000)]
    counts = [given.count(mask(card)) for card in ("G1", "Y1", "M1", "R5", "GP", "RD")]
    assert sum(counts) == 6000
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5  # chi-square, p = 0.001
