"""Who may do what: every decision of real games against the oracle, and the duty by hand."""

import random
from functools import reduce
from operator import xor

import oracle
import pytest
from bridge import cards_of, listed, mask, put_on_table, view_for, word
from games import game as play_game
from games import random_rules
from table_bots import NOTE_WIDTH, NOTED, NOTES, OWN_NOTES, witness

from gofsim.kernel import turn, view
from gofsim.kernel.combinations import KIND_NAMES
from gofsim.kernel.view import FORCED
from gofsim.simulation.play import SEATING_KINDS
from gofsim.simulation.table import Table

GAMES = 80


def rounds_with_views(seats, rules, place):
    """(log of a round, the engine's words after it) for all rounds of a game."""
    log = play_game(seats, rules, **place)
    table = Table(seats, rules, 200, 1)
    for entry in log["rounds"]:
        table.cursor[:] = 0
        table.play(place["seed"], place["block"], 1, SEATING_KINDS["fixed"], 1, entry["number"])
        yield entry, table.view.copy()


def bits(seats):
    return sum(1 << seat for seat in seats)


def seen_by_oracle(state, entry, before, laid):
    """The noted words of the view as they should be, from the oracle's round."""
    hand = state.hands[state.turn]
    plays, may_pass = state.legal()
    masks = [mask(play) for play in plays]
    counts = [len(each) for each in state.hands]
    players = len(counts)
    kind = oracle.kind(state.to_beat, state.rules) if state.to_beat else "none"
    own = [mask(hand), len(masks), sum(masks) % 2**64, reduce(xor, masks, 0)]
    words = {
        view.SEAT: state.turn,
        view.NEXT_SEAT: state.next_seat(state.turn),
        view.TO_BEAT: mask(state.to_beat or ()),
        view.TO_BEAT_KIND: KIND_NAMES.index(kind),
        view.OWNER: view.NO_SEAT if state.to_beat is None else state.owner,
        view.REQUIRED: mask("M1") if state.opening and not state.plays else 0,
        view.BOUND: int(state.bound()),
        view.CLOCKWISE: int(entry["direction"] == "clockwise"),
        view.ROUND: entry["number"],
        view.DEALER: entry["dealer"],
        view.LEADER: entry["leader"],
        view.SEEN: mask(oracle.ordered(laid)),
        view.ANNOUNCED: bits(state.announced),
        view.OUT: bits(state.out),
        view.PASSED: bits(state.passed),
        view.MOVES: len(state.moves),
        view.TRICKS: state.tricks,
        view.PASSES: state.passes,
    }
    words |= {view.COUNTS + seat: counts[seat] for seat in range(players)}
    words |= {view.TOTALS + seat: before[seat] for seat in range(players)}
    return own, int(may_pass), [words.get(index, 0) for index in NOTED]


def is_helpless(state):
    """Nothing but the pass on a single: such a seat is not asked."""
    return state.to_beat is not None and len(state.to_beat) == 1 and not state.legal()[0]


def check_round(entry, words, before, rules):
    """Compare every decision's notes; returns how many there were, and how many were bound."""
    hands = [oracle.parse(hand) for hand in entry["dealt"]]
    swap = entry["exchange"]
    if swap:
        hands = oracle.exchange(hands, swap["giver"], swap["receiver"], swap["returned"])
    leader, clockwise = entry["leader"], entry["direction"] == "clockwise"
    opening = (
        "M1" in hands[leader]
        and (rules["first_lead"] if entry["number"] == 1 else rules["next_lead"]) == "multi-one"
    )
    state = oracle.Round(rules, entry["number"], hands, leader, clockwise, opening)
    laid, bound = [], 0
    for index, move in enumerate(entry["moves"]):
        own, may_pass, noted = seen_by_oracle(state, entry, before, laid)
        at = NOTES + NOTE_WIDTH * index
        notes = words[at : at + NOTE_WIDTH].tolist()
        if is_helpless(state):
            assert (move["play"], may_pass) == (None, 1), (entry["number"], index)
        else:
            assert notes[: OWN_NOTES - 1] == own, (entry["number"], index)
            assert notes[OWN_NOTES - 1] == may_pass, (entry["number"], index)
            assert notes[OWN_NOTES:] == noted, (entry["number"], index)
        bound += state.bound()
        play = oracle.parse(move["play"]) if move["play"] else None
        state.apply(play, forgets=move.get("announced") is False)
        laid += play or ()
    return len(entry["moves"]), bound


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_of_games(seed):
    """Legal plays, the pass, and all that a bot sees, under switches at random."""
    rng = random.Random(seed)
    decisions = bound = 0
    for _ in range(GAMES // 4):
        rules = random_rules(rng, target=rng.choice((1, 40)))
        seats = [
            witness(rng.choice((0, 0, 0.5, 1)), rng.choice(("lowest", "highest", "random")))
            for _ in range(rules.players)
        ]
        place = {"seed": rng.randrange(2**63), "block": rng.randrange(1000)}
        plain = rules.model_dump(mode="json")
        before = [0] * rules.players
        for entry, words in rounds_with_views(seats, rules, place):
            some = check_round(entry, words, before, plain)
            decisions, bound = decisions + some[0], bound + some[1]
            before = entry["totals"]
    assert decisions > 500
    assert bound > 0


# The duty, one sentence each: rules.md section 7


def bound_view(table="", bound=True, **switches):
    """A seat to act before one that announced its last card."""
    words = view_for(**switches)
    put_on_table(words, word(table))
    words[view.SEAT], words[view.NEXT_SEAT] = 0, 1
    words[view.ANNOUNCED] = 0b0010 if bound else 0
    words[view.BOUND] = turn.is_bound(words)
    return words


def legal(words, hand):
    """(legal plays as texts, may it pass) of the seat to act."""
    plays = listed(turn.list_legal, words, mask(hand))
    return {oracle.text(cards_of(play)) for play in plays}, bool(turn.may_pass(words, word(hand)))


def test_on_a_single_the_highest_card_or_a_gang():
    hand = "G2 G2 Y2 R2 G5 R9"
    assert legal(bound_view("G3"), hand) == ({"R9", "G2 G2 Y2 R2"}, False)
    assert legal(bound_view("G3", bound=False), hand) == ({"G5", "R9", "G2 G2 Y2 R2"}, True)
    assert legal(bound_view("G3", last_card="advice"), hand) == ({"G5", "R9", "G2 G2 Y2 R2"}, True)


def test_on_a_single_too_high_a_gang_or_a_pass():
    assert legal(bound_view("RD"), "G2 G2 Y2 R2 G5 R9") == ({"G2 G2 Y2 R2"}, True)
    assert legal(bound_view("RD"), "G5 R9") == (set(), True)
    assert legal(bound_view("R9"), "G5 R9") == (set(), True)


def test_a_leader_lays_two_cards_or_more_if_he_can():
    assert legal(bound_view(), "G5 R5 R9") == ({"G5 R5"}, False)
    assert legal(bound_view(), "G5 R6 R9") == ({"R9"}, False)
    assert legal(bound_view(), "G1 Y2 G3 R4 G5") == ({"G1 Y2 G3 R4 G5"}, False)
    assert legal(bound_view(), "G1 G3 G4 G5 G9") == ({"G1 G3 G4 G5 G9"}, False)
    assert legal(bound_view(), "R6 R7 R8 R9 R10") == ({"R6 R7 R8 R9 R10"}, False)
    assert legal(bound_view(), "GP YP RD") == ({"GP YP"}, False)


def test_a_leader_who_is_not_before_is_free():
    assert legal(bound_view(bound=False), "G5 R5") == ({"G5", "R5", "G5 R5"}, False)


def test_switches_of_cards_count_for_the_leader():
    hand = "M1 Y2 Y3 Y4 Y6"
    assert legal(bound_view(), hand) == ({hand}, False)
    assert legal(bound_view(multi_one_wild=False), hand) == ({"Y6"}, False)


def test_free_on_anything_but_a_single():
    assert legal(bound_view("G4 Y4"), "G5 R5 R9 Y9") == ({"G5 R5", "Y9 R9"}, True)
    assert legal(bound_view("G3 G3 Y3 Y3"), "G5 R9") == (set(), True)


def test_who_is_bound():
    words = bound_view("G3")
    assert turn.is_bound(words)
    words[view.NEXT_SEAT] = 2
    assert not turn.is_bound(words)
    words[view.NEXT_SEAT] = words[view.SEAT] = 1  # a lone seat comes before nobody
    assert not turn.is_bound(words)
    assert words[view.LAST_CARD] == FORCED


def test_the_opening_must_hold_the_required_card():
    words = view_for()
    words[view.REQUIRED] = mask("M1")
    hand = "Y1 M1 G2 G3 G4 G5"
    expected = {"M1", "Y1 M1", "M1 G2 G3 G4 G5"}
    assert legal(words, hand) == (expected, False)


def test_meets_duties_refuses_what_the_cards_allow():
    words = bound_view("G3")
    assert not turn.meets_duties(words, word("G5 R9"), word("G5"))
    assert turn.meets_duties(words, word("G5 R9"), word("R9"))
    assert turn.must_play_highest(words, word("G5 R9"))
    assert not turn.must_play_highest(words, word("G2 Y2"))
    assert turn.holds_two_or_more(words, word("G5 R5"))
    assert not turn.holds_two_or_more(words, word("G5 R6"))
