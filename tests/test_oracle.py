"""The rounds of the slow reference checked on their own: rules, sections 5 to 10."""

import oracle
import pytest
from oracle import Round, default_rules, parse, text

RULES = default_rules()


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
