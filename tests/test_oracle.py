"""The slow reference checked on its own: worked examples of every section and every switch."""

import copy
import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Round, beats, check_log, default_rules, kind, parse, text

RULES = default_rules()
COMPARISONS = Path(__file__).parent / "data" / "comparisons.txt"


def comparisons():
    """The (weaker, stronger) texts of the data file."""
    lines = COMPARISONS.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ")[:2] for line in lines if line and not line.startswith("#")]


def round_of(*hands, leader=0, clockwise=True, opening=False, **changes):
    """A round with small hands given as texts."""
    rules = default_rules(players=len(hands), **changes)
    return Round(rules, 1, [parse(hand) for hand in hands], leader, clockwise, opening)


def apply_all(state, *moves):
    """Moves as "seat: cards", "seat: cards !" (forgotten) or "seat: -" (a pass)."""
    for move in moves:
        seat, words = move.split(": ")
        assert state.turn == int(seat), move
        play = None if words == "-" else parse(words.rstrip(" !"))
        state.apply(play, forgets=words.endswith("!"))
    return state


def legal_texts(state):
    """The legal plays as texts, and whether a pass is one."""
    found, may_pass = state.legal()
    return {text(play) for play in found}, may_pass


# Sections 2 to 4


def test_deck_and_notation():
    """Section 2: 64 cards, seven 1s, six of the other numbers, case and order free."""
    deck = oracle.full_deck()
    counts = Counter(oracle.strength(card)[0] for card in deck)
    assert len(deck) == 64
    assert counts == {1: 7, 11: 2, 12: 1} | dict.fromkeys(range(2, 11), 6)
    assert parse("rd g10 m1 G2 gp") == ("M1", "G2", "G10", "GP", "RD")
    assert text(("RD", "G1")) == "G1 RD"
    assert parse("") == ()


@pytest.mark.parametrize(
    ("words", "card"),
    [("G6 g6 G6", "G6"), ("M1 M1", "M1"), ("RP", "RP"), ("G0", "G0"), ("M2", "M2")],
)
def test_bad_cards_are_named(words, card):
    """Section 2 and interfaces 6: impossible cards are refused by name."""
    with pytest.raises(ValueError, match=card):
        parse(words)


def test_order_of_singles():
    """Section 4: G1 < Y1 < R1 < M1 < G2 < ... < R10 < GP < YP < RD."""
    distinct = list(dict.fromkeys(oracle.full_deck()))
    assert distinct[:5] == ["G1", "Y1", "R1", "M1", "G2"]
    assert distinct[-4:] == ["R10", "GP", "YP", "RD"]
    for low, high in pairwise(distinct):
        assert beats((high,), (low,), RULES)
        assert not beats((low,), (high,), RULES)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("RD", "single"),
        ("G2 R2", "pair"),
        ("GP YP", "pair"),
        ("M1 G1", "pair"),
        ("GP G10", None),
        ("GP RD", None),
        ("G2 G3", None),
        ("G3 Y3 R3", "triple"),
        ("GP YP RD", None),
        ("G1 Y2 R3 G4 G5", "straight"),
        ("M1 Y2 R3 G4 G5", "straight"),
        ("R6 Y7 R8 R9 R10", "straight"),
        ("Y7 R8 R9 R10 GP", None),
        ("G8 G9 G10 G1 G2", "flush"),
        ("G8 Y9 G10 G1 G2", None),
        ("G1 G1 G4 G4 G5", "flush"),
        ("G2 G3 G4 G5 GP", None),
        ("M1 Y2 Y3 Y4 Y5", "straight flush"),
        ("M1 Y2 Y3 Y4 Y6", "flush"),
        ("R1 R1 M1 R5 R5", "full house"),
        ("G7 Y7 R7 GP YP", "full house"),
        ("G7 G7 GP YP RD", None),
        ("G7 Y7 R7 GP R8", None),
        ("G2 G2 Y2 R2", "gang"),
        ("G2 G2 Y2 R2 R3", None),
        ("G2 G2 Y2 R2 R2", "gang"),
        ("G1 G1 Y1 Y1 R1 R1 M1", "gang"),
        ("G1 G2 G3 G4", None),
        ("G1 G2 G3 G4 G5 G6", None),
    ],
)
def test_kinds(words, expected):
    """Section 3: what is a combination and what is none."""
    assert kind(parse(words), RULES) == expected


def test_kind_switches():
    """Section 10: phoenixes out of full houses, and M1 without a colour."""
    strict = default_rules(phoenix_in_full_house=False, multi_one_wild=False)
    assert kind(parse("G7 Y7 R7 GP YP"), strict) is None
    assert kind(parse("GP YP"), strict) == "pair"
    assert kind(parse("M1 Y2 Y3 Y4 Y5"), strict) == "straight"
    assert kind(parse("M1 Y2 Y3 Y4 Y6"), strict) is None
    assert kind(parse("R1 R1 M1 R5 R5"), strict) == "full house"
    assert kind(parse("Y1 Y2 Y3 Y4 Y5"), strict) == "straight flush"


@pytest.mark.parametrize(("weaker", "stronger"), comparisons())
def test_comparisons(weaker, stronger):
    """Section 4: every worked example, both ways, and no play beats its twin."""
    weak, strong = parse(weaker), parse(stronger)
    assert beats(strong, weak, RULES)
    assert not beats(weak, strong, RULES)
    assert not beats(strong, strong, RULES)


def test_gangs_and_numbers_of_cards():
    """Section 4: size of gangs before number; else the same number of cards."""
    assert beats(parse("G2 G2 Y2 Y2 R2"), parse("G6 Y6 Y6 R6"), RULES)
    assert beats(parse("G2 G2 Y2 Y2"), parse("R6 R7 R8 R9 R10"), RULES)
    assert not beats(parse("R3 R3"), parse("G2"), RULES)
    assert not beats(parse("G3 G4"), parse("G2"), RULES)
    with pytest.raises(ValueError, match="no combination"):
        beats(parse("G3"), parse("G2 G4"), RULES)


@pytest.mark.parametrize(
    ("weaker", "stronger", "decides"),
    [
        ("G3 Y4 Y5 Y6 R7", "R3 R4 Y5 R6 R7", False),
        ("R3 R4 R5 R6 Y7", "G3 G4 G5 G6 R7", True),
        ("G2 G3 G4 G5 G10", "G2 G6 G7 G8 G10", False),
        ("G2 G6 G7 G8 G10", "Y2 Y3 Y4 Y5 Y10", True),
        ("G2 G2 Y5 R5 R5", "R3 R3 G5 G5 Y5", False),
        ("G4 Y4 R4 R9 R9", "G2 G2 G5 G5 Y5", True),
        ("G5 Y5", "G5 R5", True),
        ("G5 G5 Y5", "G5 G5 R5", True),
        ("G5 G5 Y5 R5", "G6 G6 Y6 R6", True),
    ],
)
def test_top_card(weaker, stronger, decides):
    """Section 10: "top-card" forgets the lower cards of five, and only there."""
    weak, strong = parse(weaker), parse(stronger)
    rules = default_rules(tie_break="top-card")
    assert beats(strong, weak, rules) == decides
    assert not beats(weak, strong, rules)


def test_census_of_the_deck():
    """Section 3: the distinct combinations in 64 cards, counted by hand with polynomials."""
    every = oracle.all_combinations(oracle.full_deck(), RULES)
    assert Counter(kind(cards, RULES) for cards in every) == {
        "single": 34,
        "pair": 9 * 6 + 9 + 1,
        "triple": 9 * 7 + 13,
        "gang": 9 * (6 + 3 + 1) + 13 + 9 + 4 + 1,
        "straight": 4 * 3**4 + 5 * 3**5 - 3 * 7,
        "straight flush": 3 * 7,
        "flush": 3 * (1452 + 615 - 7 - 9),
        "full house": 9 * 7 * 58 + 13 * 55,
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(range(64)), min_size=1, max_size=10, unique=True),
    st.booleans(),
    st.booleans(),
)
def test_quick_generation_is_brute_force(places, phoenix, wild):
    """Section 3: made by kind or found among all subsets, the combinations are the same."""
    rules = default_rules(phoenix_in_full_house=phoenix, multi_one_wild=wild)
    deck = oracle.full_deck()
    hand = tuple(deck[place] for place in sorted(places))
    assert oracle.all_combinations(hand, rules) == oracle.all_combinations_by_subsets(hand, rules)


@pytest.mark.parametrize(
    "words",
    ["G1 G1 Y1 Y1 R1 R1 M1 GP YP RD", "M1 G2 G2 G3 Y3 G4 G5 G6 R6 R6", "M1 R1 R1 R5 R5 G5 GP YP"],
)
def test_quick_generation_on_rich_hands(words):
    """Section 3: the same where random hands hardly ever go."""
    for wild in (True, False):
        rules = default_rules(multi_one_wild=wild)
        quick = oracle.all_combinations(parse(words), rules)
        assert quick == oracle.all_combinations_by_subsets(parse(words), rules)


def test_legal_plays():
    """Section 6: copies are one play, colours are distinct plays, gangs go on anything."""
    hand = parse("G6 G6 R6 Y6 Y7 RD")
    found = {text(play) for play in oracle.legal_plays(hand, parse("R6"), RULES)}
    assert found == {"Y7", "RD", "G6 G6 Y6 R6"}
    pairs = {text(play) for play in oracle.legal_plays(hand, parse("G6 Y6"), RULES)}
    assert pairs == {"G6 R6", "Y6 R6", "G6 G6 Y6 R6"}
    assert len(oracle.legal_plays(hand, None, RULES)) == 5 + 4 + 3 + 1


# Sections 5 and 6


def test_first_leader():
    """Sections 5 and 10: the holder of M1, else the dealer's right; or a random seat."""
    hands = [parse("G1"), parse("M1"), parse("R5")]
    assert oracle.first_leader(hands, 2, RULES) == (1, True)
    hands[1] = parse("Y1")
    assert [oracle.first_leader(hands, dealer, RULES) for dealer in range(3)] == [
        (2, False),
        (0, False),
        (1, False),
    ]
    random_lead = default_rules(first_lead="random")
    assert oracle.first_leader([parse("M1"), parse("G1")], 0, random_lead, 1) == (1, False)


@pytest.mark.parametrize(
    ("value", "leader"),
    [
        ("winner", (2, False)),
        ("loser", (0, False)),
        ("random", (3, False)),
        ("multi-one", (1, True)),
    ],
)
def test_next_leader(value, leader):
    """Section 10: who leads the later rounds, with the opening where M1 leads."""
    hands = [parse("G1"), parse("M1"), parse("R5"), parse("R6")]
    rules = default_rules(next_lead=value)
    assert oracle.next_leader(hands, 2, 0, rules, random_seat=3) == leader


def test_next_leader_with_dead_multi_one():
    """Section 10: as in round 1, so the right of the dealer, who is the last winner."""
    rules = default_rules(next_lead="multi-one", players=3)
    hands = [parse("G1"), parse("G2"), parse("R5")]
    assert oracle.next_leader(hands, 0, 1, rules) == (2, False)


def test_direction():
    """Section 6: counter-clockwise first, then in turn, unless switched."""
    assert [oracle.direction(number, RULES) for number in (1, 2, 3)] == [False, True, False]
    for value in ("clockwise", "counterclockwise"):
        rules = default_rules(direction=value)
        assert {oracle.direction(n, rules) for n in range(1, 5)} == {value == "clockwise"}


def test_opening():
    """Section 5: the first play holds M1, alone or in a combination; no pass."""
    state = round_of("M1 G1 G2", "G5 G6", "G7 G8", opening=True)
    assert legal_texts(state) == ({"M1", "G1 M1"}, False)
    with pytest.raises(ValueError, match="may not play"):
        state.apply(parse("G2"))
    with pytest.raises(ValueError, match="may not pass"):
        state.apply(None)
    with pytest.raises(ValueError, match="open"):
        round_of("G1", "M1", "G2", opening=True)


def test_tricks_and_reentering():
    """Section 6: a pass is not final, the owner of the last play leads the next trick."""
    state = round_of("G1 G5 G9 R9", "G2 G7 G7 G8", "G3 G6 G6 R1", clockwise=False)
    apply_all(state, "0: G1", "2: -", "1: G2", "0: -", "2: G3", "1: -", "0: G5", "2: -", "1: -")
    assert (state.turn, state.to_beat, state.tricks, state.plays, state.passes) == (
        0,
        None,
        1,
        4,
        5,
    )
    assert state.passed == set()
    apply_all(state, "0: G9")
    assert state.tricks == 2
    assert state.moves[-1] == {"seat": 0, "play": "G9", "announced": True}


def test_final_passes():
    """Section 10: "final" leaves a seat out until the trick ends, and no longer."""
    state = round_of("G1 G5 G9 R9", "G2 G7 G7 G8", "G3 G6 G6 R1", "G4 G4 Y4", passing="final")
    apply_all(state, "0: G1", "1: -", "2: G3", "3: -", "0: G5", "2: G6")
    assert state.passed == {1, 3}
    apply_all(state, "0: -", "2: R1", "3: G4", "0: -", "1: G8")


def test_round_ends_when_somebody_is_out():
    """Section 6: at once, whoever could still beat the last play."""
    state = apply_all(round_of("G1 Y1", "RD GP", "R9 R9"), "0: G1 Y1")
    assert (state.winner, state.turn, state.moves) == (0, None, [{"seat": 0, "play": "G1 Y1"}])
    assert state.legal() == (set(), False)
    with pytest.raises(ValueError, match="over"):
        state.apply(parse("RD"))


# Section 7


def test_forgetting():
    """Section 7: a silent seat is out, its play stays, the lead goes on to the next seat."""
    state = round_of("G2 G9", "G1 G4 G6", "G1 G5 G7", "G8 R8 R9")
    apply_all(state, "0: G9 !")
    assert state.moves[-1]["announced"] is False
    assert (state.out, state.announced, state.to_beat) == ({0}, set(), ("G9",))
    apply_all(state, "1: -", "2: -", "3: -")
    assert (state.turn, state.to_beat) == (1, None)
    apply_all(state, "1: G1", "2: -", "3: -", "1: G4")
    assert state.announced == {1}


def test_forgetting_with_final_passes():
    """Section 7: the lead goes to the seat after the silent owner, not after the last pass."""
    state = round_of("G2 G3 Y9", "G1 G4 Y6", "G1 G5 G7", "G8 R8 R9 R9", passing="final", leader=1)
    apply_all(state, "1: G1", "2: -", "3: G8", "0: Y9", "1: -", "3: R9", "0: -", "3: R8")
    state = round_of("G2 G3 Y9", "G1 G4 Y6", "G1 R9", "G8 R8 R9 R9", passing="final", leader=1)
    apply_all(state, "1: G1", "2: R9 !", "3: -", "0: -", "1: -", "3: G8")


def test_final_pass_and_nobody_left():
    """Section 6: with nobody left to answer the trick ends at once."""
    state = round_of("G2 R3", "G1 G4 Y6", "G5 G6 G7", passing="final", leader=1)
    apply_all(state, "1: G1", "2: -", "0: R3 !", "1: G4", "1: Y6")
    assert state.winner == 1


def test_lone_seat():
    """Section 7: the last seat in play goes on alone and cannot forget."""
    state = round_of("G2 G9", "G3 R9", "G1 R10 R10 Y1 R1", "G1 G1")
    state.out.add(3)
    apply_all(state, "0: G9 !", "1: R9 !")
    assert legal_texts(state) == ({"R10"}, True)
    apply_all(state, "2: -", "2: R10 R10", "2: Y1 R1 !")
    assert state.moves[-1]["announced"] is True
    assert legal_texts(state) == ({"G1"}, False)
    apply_all(state, "2: G1")
    assert (state.winner, [len(hand) for hand in state.hands]) == (2, [1, 1, 0, 2])


def test_duty_on_a_single():
    """Section 7: the best card or a gang where that beats, else a gang or a pass."""
    state = round_of("G1 Y2 Y3", "G4 R4 R5 R5 Y5 G5", "G2 R3", "G8 R8", leader=2)
    apply_all(state, "2: R3", "3: -", "0: -")
    assert legal_texts(state) == ({"R5", "G5 Y5 R5 R5"}, False)
    state = round_of("G1 Y2 Y3", "G4 R5 R5 Y5 G5", "G2 RD", "G8 R8", leader=2)
    apply_all(state, "2: RD", "3: -", "0: -")
    assert legal_texts(state) == ({"G5 Y5 R5 R5"}, True)


def test_duty_to_lead():
    """Section 7: two or more cards if they are there, else the best card."""
    hands = ("G1 Y1 Y3", "G2 R9", "RD R8 R8")
    state = apply_all(round_of(*hands, leader=1), "1: R9", "2: RD", "0: -", "1: -", "2: R8", "0: -")
    assert (state.turn, state.moves[-1]) == (1, {"seat": 0, "play": None})
    state = round_of("G1 Y1 Y3", "G2 R9", "RD GP YP", leader=1)
    apply_all(state, "1: R9", "2: -")
    assert legal_texts(state) == (set(), True)
    state.to_beat = None
    assert legal_texts(state) == ({"G1 Y1"}, False)
    state.hands[0] = parse("G1 Y2 Y3")
    assert legal_texts(state) == ({"Y3"}, False)


def test_duty_only_there():
    """Section 7: free on anything but singles, free when not immediately before."""
    state = round_of("G1 Y1 Y3 R3", "G2 R2 R9", "R8 R8 GP", leader=1)
    apply_all(state, "1: G2 R2")
    assert legal_texts(state) == ({"R8 R8"}, True)
    apply_all(state, "2: -")
    assert legal_texts(state) == ({"Y3 R3"}, True)


def test_duty_skips_the_silent_and_the_lone():
    """Section 7: seats out of play are skipped; nobody comes before himself."""
    hands = ("Y3 R9 R9", "G2 R2", "G3 R3", "G1 G1 G4")
    state = apply_all(round_of(*hands, leader=1), "1: R2", "2: R3 !", "3: -")
    assert legal_texts(state) == ({"R9"}, False)
    state = round_of("G1 G1", "G2 R2", "G3 R3", leader=1)
    state.out.add(0)
    apply_all(state, "1: R2", "2: R3 !")
    assert legal_texts(state) == (set(), True)
    state.hands[1] = parse("R9")
    assert legal_texts(state) == ({"R9"}, True)


def test_duty_before_a_final_pass():
    """Sections 7 and 10: a seat that passed for good still binds the one before it."""
    state = round_of("G1 Y3 R9", "G2 R2", "G3 G5 G5", "G4 R5 R5", passing="final", leader=1)
    apply_all(state, "1: R2", "2: G3", "3: G4", "0: R9", "1: -", "2: -", "3: -", "0: Y3")
    state = round_of("G1 Y3 R9 R8", "G2 R2", "G3 G5 R10", "G4 R5 R5", passing="final", leader=1)
    apply_all(state, "1: R2", "2: G3", "3: -", "0: R9", "1: -", "2: R10")
    assert legal_texts(state) == (set(), True)
    state.to_beat = parse("G5")
    assert legal_texts(state) == ({"R8"}, False)


@pytest.mark.parametrize("value", ["advice", "off"])
def test_last_card_switch(value):
    """Section 10: no duty under "advice" and "off", no word either under "off"."""
    state = round_of("Y3 R8 R9", "G2 R2", "G4 R5 R6", leader=1, last_card=value)
    apply_all(state, "1: R2 !", "2: -")
    assert legal_texts(state) == ({"Y3", "R8", "R9"}, True)
    assert state.out == ({1} if value == "advice" else set())
    assert ("announced" in state.moves[0]) == (value == "advice")
    state = apply_all(round_of("Y3 R8", "G2 R2", "G4 R5", leader=1, last_card=value), "1: R2")
    assert state.announced == ({1} if value == "advice" else set())


# Sections 8 to 10


def test_points():
    """Section 8: each band of cards, and a table of one's own."""
    bands = [0] + [1] * 7 + [2] * 3 + [3] * 3 + [4] * 2 + [5]
    assert [oracle.points(n, RULES) for n in range(17)] == [n * bands[n] for n in range(17)]
    flat = default_rules(scoring=[0] + [7] * 16)
    assert oracle.points(16, flat) == 7


@pytest.mark.parametrize(
    ("winner", "scored", "totals", "counter", "clock"),
    [
        (0, [0, 5, 6, 1], [9, 9, 9, 9], 2, 2),
        (0, [0, 5, 5, 1], [0, 9, 12, 99], 2, 2),
        (0, [0, 5, 5, 5], [0, 9, 9, 9], 3, 1),
        (2, [5, 5, 0, 1], [9, 9, 0, 50], 1, 0),
        (1, [3, 0, 3], [3, 0, 3], 0, 2),
    ],
)
def test_loser(winner, scored, totals, counter, clock):
    """Section 9: points, then totals, then the way round from the winner."""
    assert oracle.loser(winner, scored, totals, RULES) == counter
    switched = default_rules(exchange_tie="clockwise")
    assert oracle.loser(winner, scored, totals, switched) == clock


def test_exchange():
    """Section 9: the best card goes, any card comes back, the received one included."""
    hands = [parse("G1 GP R10"), parse("G2 Y2 R3"), parse("RD")]
    assert oracle.best_single(hands[0]) == "GP"
    back = oracle.exchange(hands, 0, 1, "G2")
    assert [text(hand) for hand in back] == ["G1 G2 R10", "Y2 R3 GP", "RD"]
    assert oracle.exchange(hands, 0, 1, "GP") == hands
    with pytest.raises(ValueError, match="RD"):
        oracle.exchange(hands, 0, 1, "RD")


def test_gather():
    """Section 10: plays in order, then hands by seat, then the dead hand as it was dealt."""
    moves = [{"seat": 1, "play": "G2 Y2"}, {"seat": 0, "play": None}, {"seat": 2, "play": "G1"}]
    deck = oracle.gather(moves, [parse("R3 G3"), (), parse("RD")], ("R9", "G1"))
    assert deck == ["G2", "Y2", "G1", "G3", "R3", "RD", "R9", "G1"]


def test_riffle():
    """Section 10: both packets keep their order."""
    deck = list(range(64))
    from_top = [index % 3 == 0 for index in range(64)]
    mixed = oracle.riffle(deck, from_top)
    assert mixed[:6] == [0, 22, 23, 1, 24, 25]
    assert sorted(mixed) == deck
    assert oracle.riffle(deck, [True] * 64) == oracle.riffle(deck, [False] * 64) == deck


def test_deal_riffled():
    """Section 10: one card each from the dealer's next seat on, the dead hand last."""
    deck = oracle.full_deck()
    hands, dead = oracle.deal_riffled(deck, dealer=1, clockwise=True, n=4)
    assert dead is None
    assert hands[2] == oracle.ordered(deck[0::4])
    assert hands[1] == oracle.ordered(deck[3::4])
    hands, dead = oracle.deal_riffled(deck, dealer=1, clockwise=False, n=3)
    assert [hands[0], hands[2], hands[1]] == [oracle.ordered(deck[i::4]) for i in range(3)]
    assert dead == tuple(deck[3::4])


@pytest.mark.parametrize(
    "change",
    [
        {"players": 5},
        {"target": 0},
        {"riffles": 21},
        {"passing": "never"},
        {"exchnage": "off"},
        {"scoring": [0] * 17},
        {"scoring": [1] * 17},
        {"scoring": [0, 2, 1] + [3] * 14},
    ],
)
def test_bad_rules(change):
    """Section 10: unknown fields and impossible values are refused."""
    with pytest.raises(ValueError, match=next(iter(change))):
        default_rules(**change)


# Whole games and their logs


def random_game(seed, single_round=False, **changes):
    """A log of a game whose seats play, return and forget at random."""
    rules, rng = default_rules(**changes), random.Random(seed)
    log = {"format": "gofsim-game/1", "rules": rules, "bots": ["random"] * rules["players"]}
    log |= {"seed": seed, "block": 0, "arm": "one", "seating": 0, "rounds": []}
    totals, last = [0] * rules["players"], (rng.randrange(rules["players"]), None)
    while max(totals) < rules["target"] and not (single_round and log["rounds"]):
        entry, last = random_round(len(log["rounds"]) + 1, last, totals, rules, rng)
        log["rounds"].append(entry)
        totals = entry["totals"]
    log["winners"] = [s for s, t in enumerate(totals) if t == min(totals)]
    if single_round:
        log["winners"] = None
    return json.loads(json.dumps(log))


def random_round(number, last, totals, rules, rng):
    """One round of such a log, and its (winner, loser)."""
    n, (winner, last_loser) = rules["players"], last
    deck = rng.sample(oracle.full_deck(), 64)
    hands = [oracle.ordered(deck[16 * s : 16 * s + 16]) for s in range(n)]
    way = "clockwise" if oracle.direction(number, rules) else "counterclockwise"
    entry = {"number": number, "direction": way, "dealer": winner, "exchange": None}
    entry |= {"dealt": [text(hand) for hand in hands], "dead": text(deck[48:]) if n == 3 else None}
    if number > 1 and rules["exchange"] == "standard":
        given = oracle.best_single(hands[last_loser])
        back = rng.choice([*hands[winner], given])
        hands = oracle.exchange(hands, last_loser, winner, back)
        entry["exchange"] = {"giver": last_loser, "receiver": winner}
        entry["exchange"] |= {"given": given, "returned": back}
    drawn = rng.randrange(n)
    if number == 1:
        leader, opening = oracle.first_leader(hands, winner, rules, drawn)
    else:
        leader, opening = oracle.next_leader(hands, winner, last_loser, rules, drawn)
    state = Round(rules, number, hands, leader, way == "clockwise", opening)
    while state.winner is None:
        random_move(state, rng)
    left = [len(hand) for hand in state.hands]
    scored = [oracle.points(count, rules) for count in left]
    totals = [a + b for a, b in zip(totals, scored, strict=True)]
    entry |= {"leader": leader, "moves": state.moves, "winner": state.winner}
    entry |= {"cards_left": left, "points": scored, "totals": totals}
    return entry, (state.winner, oracle.loser(state.winner, scored, totals, rules))


def random_move(state, rng):
    """A random legal move; every legal play must also be one for apply, in any order."""
    plays, may_pass = state.legal()
    choices = sorted(plays) + [None] * (may_pass and 1 + len(plays) // 4)
    play = rng.choice(choices)
    shuffled = play and rng.sample(play, len(play))
    state.apply(shuffled, forgets=rng.random() < 0.4)


SWITCHES = [
    {},
    {"players": 3, "target": 60},
    {"players": 3, "passing": "final", "next_lead": "multi-one", "exchange_tie": "clockwise"},
    {"passing": "final", "first_lead": "random", "next_lead": "random", "direction": "clockwise"},
    {"tie_break": "top-card", "last_card": "advice", "next_lead": "loser", "exchange": "off"},
    {"phoenix_in_full_house": False, "multi_one_wild": False, "last_card": "off"},
    {"next_lead": "multi-one", "direction": "counterclockwise", "scoring": [0] + [20] * 16},
]


@pytest.mark.parametrize("changes", SWITCHES)
def test_random_games_have_good_logs(changes):
    """Every switch: games played by the state machine pass the checker of logs."""
    check_log(random_game(1, **changes))
    check_log(random_game(2, single_round=True, **changes), single_round=True)


@pytest.fixture(scope="module")
def good_log():
    """One game of several rounds, to be spoilt."""
    log = random_game(5)
    assert len(log["rounds"]) > 2
    return log


def other(seat):
    """Another seat than this one."""
    return (seat + 1) % 4


def set_in(index, *path):
    """A mutation: the entry at this path of a round is put through the last argument."""
    *keys, field, change = path

    def mutate(log):
        place = log["rounds"][index]
        for step in keys:
            place = place[step]
        place[field] = change(place[field])

    return mutate


FAULTS = {
    "direction": set_in(0, "direction", lambda _: "clockwise"),
    "round 2: dealer": set_in(1, "dealer", other),
    "round 1: leader": set_in(0, "leader", other),
    "round 2: leader": set_in(1, "leader", other),
    "round 1: exchange not due": set_in(0, "exchange", lambda _: {"giver": 1}),
    "round 2: exchange missing": set_in(1, "exchange", lambda _: None),
    "giver must": set_in(1, "exchange", "giver", other),
    "receiver must": set_in(1, "exchange", "receiver", other),
    "given card": set_in(1, "exchange", "given", lambda _: "G2"),
    "not one deck": set_in(0, "dealt", lambda hands: [hands[0], *hands[:3]]),
    "in order": set_in(0, "dealt", 0, lambda hand: " ".join(hand.split()[::-1])),
    "round 1: move 1: seat": set_in(0, "moves", 1, "seat", other),
    "round 1: move 0: seat . may not play": set_in(0, "moves", 0, "play", lambda _: "RD"),
    "round 1: move 0: seat . may not pass": set_in(0, "moves", 0, "play", lambda _: None),
    "the moves end": set_in(0, "moves", lambda moves: moves[:-1]),
    "the round is over": set_in(0, "moves", lambda moves: [*moves, moves[0]]),
    "winner is": set_in(0, "winner", other),
    "cards_left is": set_in(0, "cards_left", lambda left: left[::-1]),
    "points is": set_in(0, "points", lambda _: [0, 0, 0, 0]),
    "totals is": set_in(1, "totals", lambda _: [0, 0, 0, 0]),
    "number is": set_in(1, "number", lambda _: 1),
    "malformed": set_in(1, "moves", lambda _: [{"play": "G2"}]),
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults_in_logs(good_log, message):
    """Each kind of fault in a log is found and named."""
    log = copy.deepcopy(good_log)
    FAULTS[message](log)
    with pytest.raises(AssertionError, match=message):
        check_log(log)


def test_announced_flags_in_logs(good_log):
    """Interfaces 5: the flag is missed where due, refused elsewhere, and it matters."""
    moves = good_log["rounds"][0]["moves"]
    due = next(i for i, move in enumerate(moves) if "announced" in move)
    for index, flag in ((due, None), (0, True), (1, False)):
        log = copy.deepcopy(good_log)
        move = log["rounds"][0]["moves"][index]
        move.pop("announced", None)
        move |= {} if flag is None else {"announced": flag}
        with pytest.raises(AssertionError, match=f"round 1: move {index}: logged"):
            check_log(log)


def test_ends_in_logs(good_log):
    """Section 8: too short, too long, the wrong winners, one round too many."""
    short, long, wrong = (copy.deepcopy(good_log) for _ in range(3))
    short["rounds"].pop()
    long["rounds"].append(long["rounds"][-1])
    wrong["winners"] = [0, 1, 2, 3]
    for log, message in ((short, "target"), (long, "ended"), (wrong, "winners")):
        with pytest.raises(AssertionError, match=message):
            check_log(log)
    with pytest.raises(AssertionError, match="only one"):
        check_log(good_log, single_round=True)


def test_shared_wins():
    """Section 8: tied players win together."""
    log = random_game(3, target=1, scoring=[0] + [1] * 16)
    winner = log["rounds"][0]["winner"]
    assert log["winners"] == [winner]
    oracle.check_end({"winners": [0, 2], "rounds": [1]}, [40, 100, 40, 70], RULES)
