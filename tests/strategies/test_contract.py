"""The contract that every registered bot and every giving policy passes."""

import functools
import random
from pathlib import Path

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask
from games import random_rules
from oracle_cards import CHOICES
from situations import ask, situations, stream_word

from gofsim.kernel import view
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks
from gofsim.simulation.replay import replay_game
from gofsim.strategies.giving import giving_function, policy_names
from gofsim.strategies.registry import load_bot, names
from gofsim.strategies.seat import seat_bot

ROOT = Path(__file__).parents[2]
BOTS = names()
GIVES = policy_names(load_bot("lowest", Path()))
GAMES, STATES = 70, 3000
SWITCHES = [
    {field: value}
    for field, values in (CHOICES | {"riffles": (3, 0, 20)}).items()
    for value in values[1:]
]


def bot(name):
    return load_bot(name, Path())


def seats_of(*kinds, **settings):
    return tuple(seat_bot(kind, settings, Path(), kind) for kind in kinds)


def defaults(strategy, players=4):
    return [each.default_at(players) for each in strategy.parameters]


@functools.cache
def games():
    """(log, seats) of games with all bots, giving policies and switches at random."""
    rng, played = random.Random(5), []
    for _ in range(GAMES):
        rules = random_rules(rng, target=rng.choice((1, 30, 60)))
        seats = tuple(
            seat_bot(
                rng.choice(BOTS),
                {"forget": rng.choice((0, 0, 0.3, 1)), "give": rng.choice(GIVES)},
                Path(),
                "a seat",
            )
            for _ in range(rules.players)
        )
        place = {"seed": rng.randrange(2**63), "block": rng.randrange(1000)}
        place |= {"seating": "rotations", "seating_index": rng.randrange(rules.players)}
        log = replay_game(seats, rules, single_round=False, arm="contract", **place)
        played.append((log, seats))
    return played


@functools.cache
def states():
    """(view, hand) at thousands of decisions of these games, and the legal answers to each."""
    found = []
    for log, _ in games():
        for each in situations(log):
            words, hand = each.view(), mask(each.hand)
            count = list_legal(words, np.uint64(hand), view.SCRATCH)
            legal = set(words[view.SCRATCH : view.SCRATCH + count].tolist())
            legal |= {0} if may_pass(words, np.uint64(hand)) else set()
            found.append((words, hand, legal))
    rare = [each for each in found if each[0][view.BOUND] or each[0][view.REQUIRED]]
    return rare + random.Random(6).sample(found, STATES - len(rare))


def test_states_are_of_all_kinds():
    seen = [words for words, _, _ in states()]
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
    for give in GIVES:
        seats = seats_of(*[kind] * rules.players, give=give)
        played = play_blocks(
            seats, rules, seed=3, blocks=range(5), seating="all", single_round=False, arm="x"
        )
        assert len(played.games["block"]) > 0


def extremes(strategy):
    """Defaults and all parameters at either end; then each alone at both ends of its range."""
    lows = [each.low for each in strategy.parameters]
    highs = [each.high for each in strategy.parameters]
    alone = [
        [end if each is other else other.default for other in strategy.parameters]
        for each in strategy.parameters
        for end in (each.low, each.high)
    ]
    return [defaults(strategy), lows, highs], alone


@pytest.mark.parametrize("kind", BOTS)
def test_answers_are_legal_whatever_the_parameters(kind):
    strategy = bot(kind)
    together, alone = extremes(strategy)
    asked = [(values, states()) for values in together]
    # Of many parameters each end meets its own part of the states, all kinds of them among these.
    step = max(1, len(alone) // 6)
    asked += [(values, states()[index % step :: step]) for index, values in enumerate(alone)]
    for values, some in asked:
        for words, hand, legal in some:
            assert ask(strategy.choose, words.copy(), hand, values) in legal


@pytest.mark.parametrize("kind", BOTS)
def test_the_same_view_and_draws_give_the_same_answer(kind):
    strategy = bot(kind)
    for words, hand, _ in states():
        first, second = words.copy(), words.copy()
        second[view.SCRATCH :] = 2**64 - 1  # what others have left there is nobody's business
        answers = [ask(strategy.choose, each, hand, defaults(strategy)) for each in (first, second)]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("kind", BOTS)
def test_the_view_is_left_as_it_was(kind):
    strategy = bot(kind)
    for words, hand, _ in states():
        after = words.copy()
        ask(strategy.choose, after, hand, defaults(strategy))
        changed = np.flatnonzero(after[: view.SCRATCH] != words[: view.SCRATCH])
        slot = stream_word(words)
        assert set(changed.tolist()) <= (set(range(slot, slot + 6)) if strategy.draws else set())


@pytest.mark.parametrize("kind", BOTS)
def test_draws_is_true(kind):
    strategy, moved = bot(kind), 0
    for words, hand, _ in states():
        after, slot = words.copy(), stream_word(words)
        ask(strategy.choose, after, hand, defaults(strategy))
        moved += bool(after[slot])
    assert (moved > 0) == strategy.draws


@pytest.mark.parametrize("kind", BOTS)
def test_counts_is_true(kind):
    strategy, rng, changed = bot(kind), random.Random(7), 0
    for words, hand, _ in states():
        same, other = words.copy(), words.copy()
        other[view.SEEN] = some_of_the_rest(rng, hand, int(words[view.SEEN]).bit_count())
        answers = [ask(strategy.choose, each, hand, defaults(strategy)) for each in (same, other)]
        changed += answers[0] != answers[1]
    assert (changed > 0) == strategy.counts


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
            values = defaults(strategy, len(hidden))
            answer = ask(strategy.choose, after, mask(each.hand), values)
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


# Giving policies


@pytest.mark.parametrize("give", GIVES)
def test_one_card_of_the_hand_goes_back(give):
    function, draws = giving_function(bot("lowest"), give), give == "random"
    for words, hand, _ in states():
        after, again = words.copy(), words.copy()
        again[view.SCRATCH :] = 2**64 - 1
        card = ask(function, after, hand)
        assert card.bit_count() == 1
        assert card & hand == card
        assert card == ask(function, again, hand)
        assert bool(after[stream_word(words)]) == draws


def test_random_gives_every_different_card_as_often():
    function, words = giving_function(bot("lowest"), "random"), states()[0][0].copy()
    hand = mask("G1 G1 Y1 M1 R5 GP RD")
    words[stream_word(words)] = 0
    given = [ask(function, words, hand) for _ in range(6000)]
    counts = [given.count(mask(card)) for card in ("G1", "Y1", "M1", "R5", "GP", "RD")]
    assert sum(counts) == 6000
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5  # chi-square, p = 0.001
