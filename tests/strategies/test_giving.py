"""What goes back in the exchange, one sentence each."""

import functools
import pickle
import random
from pathlib import Path

import chance
import numpy as np
import oracle
import pytest
from bridge import cards_of
from games import bot, game, random_rules
from situations import ask, mask, scene, stream_word, text

from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.kernel.jit import kernel
from gofsim.rules import Rules
from gofsim.simulation.arms import Arm
from gofsim.strategies.giving import policies
from gofsim.strategies.registry import load_bot
from gofsim.strategies.row import parameter_row
from gofsim.strategies.seat import seat_bot
from gofsim.strategies.worlds import deal_world, note_what_is_known

SCENES = [
    ("lowest", "the lowest card, its plan or no", "G1 Y2 R3 Y4 R5 G9 RD", "G1"),
    ("lowest", "a twin is a card like any other", "Y2 Y2 R3", "Y2"),
    ("highest", "the highest card, the received one too", "G1 Y2 R3 Y4 R5 G9 RD", "RD"),
    ("min-turns", "one of a pair rather than one of a straight", "G1 Y2 R3 Y4 R5 G9 G9", "G9"),
    ("min-turns", "the lone card beside a straight", "G1 Y2 R3 Y4 R5 G9 GP YP", "G9"),
    ("min-turns", "the lowest of equals", "R3 R5 G9 G9", "R3"),
    ("min-turns", "a card of five of a number leaves a gang", "G4 G4 Y4 Y4 R4 G9 Y9", "G4"),
]
# (sentence, hand, card, switches)
VALUED = [
    ("what is left goes out at once", "R1 R1 G5", "G5", {}),
    ("also when that costs the dragon", "R1 Y1 G2 Y2 R2 RD", "RD", {}),
    ("a card that breaks no straight", "G1 Y2 R3 Y4 R5 R5", "R5", {}),
    ("the multi-coloured 1 brings the lead, so it stays", "G1 M1 G9", "G9",
     {"next_lead": "multi-one"}),
]  # fmt: skip
CHEAP = {"policy": "value", "worlds": 4, "rollout": "lowest"}
EXCHANGES = 40


@pytest.mark.parametrize(("give", "sentence", "hand", "card"), SCENES)
def test_scene(give, sentence, hand, card):
    function = policies(load_bot("lowest", Path()))[give].choose
    assert text(ask(function, scene(hand), mask(hand))) == card, sentence


def given_back(words, hand, **settings):
    """What `value` gives back, as a mask."""
    giving = bot("lowest", give={**CHEAP, **settings}).giving
    row = parameter_row(giving, int(words[view.PLAYERS]), np.zeros(4, np.uint64))
    return ask(giving.strategy.choose, words, hand, row[1:])


def exchange_scene(hand, given="RD", others=10, **switches):
    """A view as the winner has it, on seat 0: seat 1 gave it its best card and holds one less."""
    words = scene(hand, others=others, **switches)
    numbers = {
        view.GIVER: 1, view.RECEIVER: 0, view.GIVEN: mask(given), view.ROUND: 2,
        view.LEADER: view.NO_SEAT, view.COUNTS + 1: others - 1,
    }  # fmt: skip
    for index, value in numbers.items():
        words[index] = value
    return words


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("sentence", "hand", "card", "switches"), VALUED)
def test_value(sentence, hand, card, switches, players):
    words = exchange_scene(hand, players=players, **switches)
    assert text(given_back(words, mask(hand))) == card, sentence


def test_who_gave_holds_nothing_better():
    words, hand = exchange_scene("G1 Y1 R10", given="R10", others=16), np.uint64(mask("G1 Y1 R10"))
    for _ in range(100):
        hands = [cards_of(each) for each in world_of(words, hand)]
        assert [len(each) for each in hands] == [3, 15, 16, 16]
        assert oracle.best_single(hands[1]) in oracle.full_deck()[: -len(("GP", "YP", "RD"))]


@kernel
def _deal(words, hand):
    note_what_is_known(words, hand)
    deal_world(words, hand, view.SCRATCH)


def world_of(words, hand):
    """The hands of one world, as masks."""
    _deal(words, hand)
    return words[view.SCRATCH : view.SCRATCH + 4].tolist()


@functools.cache
def exchanges():
    """(log, entry, totals before it) of exchanges with `value`, under many rules."""
    found, rng = [], random.Random(3)
    while len(found) < EXCHANGES:
        rules = random_rules(rng, exchange="standard", target=60)
        seats = [bot("lowest", give=CHEAP) for _ in range(rules.players)]
        log, totals = game(seats, rules, seed=rng.randrange(2**63)), [0] * rules.players
        for entry in log["rounds"]:
            if entry["exchange"]:
                found.append((log, entry, totals))
            totals = entry["totals"]
    return found


def test_what_it_gives_follows_from_what_is_public():
    """The view is built anew from the log, without a hidden hand: it must give as it did."""
    for log, entry, totals in exchanges():
        swap = entry["exchange"]
        me = swap["receiver"]
        hand = oracle.ordered([*oracle.parse(entry["dealt"][me]), swap["given"]])
        words = exchange_scene(oracle.text(hand), swap["given"], others=16, **log["rules"])
        numbers = {
            view.SEAT: me, view.NEXT_SEAT: 0, view.GIVER: swap["giver"], view.RECEIVER: me,
            view.ROUND: entry["number"], view.DEALER: entry["dealer"],
            view.CLOCKWISE: entry["direction"] == "clockwise",
            view.SEED: log["seed"], view.BLOCK: log["block"],
        }  # fmt: skip
        for seat, total in enumerate(totals):
            numbers[view.TOTALS + seat] = total
            numbers[view.COUNTS + seat] = 16 + (seat == me) - (seat == swap["giver"])
        for index, value in numbers.items():
            words[index] = value
        slot = stream_word(words)
        words[slot] = 0
        words[slot + 1] = chance.seat_stream(chance.GIVE, me, log["seating"])
        assert text(given_back(words, mask(hand))) == swap["returned"]


def test_its_games_are_legal():
    for log in {id(log): log for log, _, _ in exchanges()}.values():
        oracle.check_log(log)


def test_every_bot_may_have_every_policy():
    names = ["lowest", "highest", "random", "min-turns", "value"]
    assert list(policies(load_bot("control", Path()))) == names
    for name in names:
        assert seat_bot("control", {"give": name}, Path(), "here").give == name


def test_value_seeks_what_its_bot_seeks():
    assert bot("pimc", objective="games", give="value").giving.chosen == {"objective": 1}
    own = {"policy": "value", "objective": "points"}
    assert bot("pimc", objective="games", give=own).giving.chosen == {"objective": 0}


def test_value_plays_on_as_its_bot_does():
    asked = bot("control", give="value", forget=0.5, gang=3).giving.asked["rollout"]
    assert (asked.strategy.name, asked.values["gang"], asked.forget) == ("control", 3, 0)
    for kind, name in (("pimc", "control"), ("oracle", "control")):
        seat = bot(kind, rollout="control")
        assert (seat.give, seat.giving.asked["rollout"].strategy.name) == ("value", name)
    assert bot("lowest", give={"policy": "value", "rollout": "longest"}).giving.asked["rollout"]


def test_a_seat_with_value_draws_and_travels():
    seat = bot("lowest", give=CHEAP)
    assert seat.draws
    assert not bot("lowest", give={"policy": "min-turns"}).draws
    assert pickle.loads(pickle.dumps(seat)) == seat


def test_its_settings_are_part_of_the_arm():
    hashes = {
        Arm("x", ("a",) * 4, (bot("lowest", give=give),) * 4, Rules(), "rotations").hash
        for give in ("value", {"policy": "value"}, {**CHEAP}, {**CHEAP, "worlds": 5}, "lowest")
    }
    assert len(hashes) == 4  # the first two are the same


MUST_BE = 'must be "lowest", "highest", "random", "min-turns" or "value", not'


@pytest.mark.parametrize(
    ("give", "fault"),
    [
        ("valeu", f'{MUST_BE} "valeu"'),
        (3, f"{MUST_BE} 3"),
        ({"policy": "valeu"}, f'{MUST_BE} "valeu"'),
        ({"worlds": 5}, '`policy` is missing, such as policy = "lowest"'),
    ],
)
def test_a_policy_that_does_not_exist(give, fault):
    assert faults(give) == [f"[bots.mine] give: {fault}"]


def test_a_setting_that_a_policy_does_not_have():
    (fault,) = faults({"policy": "value", "world": 5})
    assert fault == "unknown key `world` in [bots.mine] give; did you mean `worlds`?"
    (fault,) = faults({"policy": "lowest", "worlds": 5})
    assert fault == "unknown key `worlds` in [bots.mine] give"


def test_all_settings_are_checked():
    assert faults({"policy": "value", "worlds": 0, "objective": "win", "rollout": "oracle"}) == [
        "[bots.mine] give worlds: must be 1 to 10000, not 0",
        '[bots.mine] give objective: must be "points", "games" or "both", not "win"',
        "[bots.mine] give rollout: must be a bot that does not search itself, not oracle",
    ]


def test_a_fault_of_the_bot_is_told_once():
    assert faults("value", gang=99) == ["[bots.mine] gang: must be 0 to 20, not 99"]


def faults(give, **settings):
    """What is wrong with a setting of `give`, and others."""
    with pytest.raises(BadInputError) as caught:
        seat_bot("control", {"give": give, **settings}, Path(), "[bots.mine]")
    return list(caught.value.faults)
