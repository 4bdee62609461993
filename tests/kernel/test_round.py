"""Rounds with small hands, move by move: tricks, passes, the last card, and what is refused."""

import random
from collections import Counter

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, random_hand, view_for
from table_bots import FREE, scripted

from gofsim.kernel import records, view
from gofsim.kernel import round as kernel
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import bot_table
from gofsim.kernel.jit import kernel as compiled
from gofsim.strategies.row import parameter_rows

ENDINGS = ("PLAYED", "ILLEGAL_PLAY", "ILLEGAL_PASS")


@compiled
def run_round(words, hands, leader, required, choosers, parameters, places, rounds, gangs):
    """A round as the game runs it, from hands of any size."""
    seen, held = pointer_to(words), pointer_to(hands)
    kernel.start_round(seen, required)
    table, rows = pointer_to(choosers), pointer_to(parameters)
    width = len(parameters) // 4
    return kernel.play_round(
        seen, held, leader, 0, table, rows, width, places, rounds, np.int64(0), gangs, np.int64(0)
    )


class SmallRound:
    """A round of scripted seats with hands given as texts; what it ended in."""

    def __init__(self, hands, scripts, *, forget=(0, 0, 0, 0), **settings):
        seats = [
            scripted(*[FREE if each is None else mask(each) for each in script], forget=p)
            for script, p in zip(scripts, forget, strict=False)
        ]
        self.play([oracle.parse(hand) for hand in hands], seats, **settings)

    def play(self, hands, seats, leader=0, opening=False, clockwise=1, **switches):
        players = len(hands)
        words = view_for(players=players, **switches)
        words[view.ROUND], words[view.CLOCKWISE] = 1, clockwise
        words[view.COUNTS : view.COUNTS + players] = [len(hand) for hand in hands]
        self.hands = np.zeros(4, np.uint64)
        self.hands[:players] = [mask(hand) for hand in hands]
        choosers = bot_table([seat.strategy.choose for seat in seats] * 2)[:4]
        status, self.seat = run_round(
            words,
            self.hands,
            leader,
            np.uint64(mask("M1") if opening else 0),
            choosers,
            parameter_rows(seats, players, self.hands),
            np.arange(4),
            np.zeros((records.ROUND_COLUMNS, 1), np.int16),
            np.zeros((records.GANG_COLUMNS, 32), np.int16),
        )
        self.ending = ENDINGS[status]
        self.view = words

    @property
    def moves(self):
        """The moves as "seat: cards", "-" for a pass."""
        return [
            f"{seat}: {oracle.text(cards_of(cards)) or '-'}"
            for seat, cards in zip(
                self.view[view.MOVE_SEATS : view.MOVE_SEATS + int(self.view[view.MOVES])],
                self.view[view.MOVE_CARDS :],
                strict=False,
            )
        ]


def test_the_round_ends_when_somebody_is_out():
    scripts = [["G2", "G3"], ["", ""], ["", ""]]
    small = SmallRound(["G2 G3", "R5 R6", "R7 R8"], scripts, last_card="off")
    assert (small.ending, small.seat) == ("PLAYED", 0)
    assert small.moves == ["0: G2", "1: -", "2: -", "0: G3"]
    assert cards_of(small.hands[1]) == ("R5", "R6")


def test_a_trick_ends_when_all_others_have_passed_since_the_last_play():
    small = SmallRound(
        ["G2 G9 R9 R10", "G3 R3 R7", "G4 R4 R8"], [["G2", ""], ["G3", "R3"], [""]], last_card="off"
    )
    assert small.moves[:5] == ["0: G2", "1: G3", "2: -", "0: -", "1: R3"]
    assert small.view[view.TRICKS] > 1


@pytest.mark.parametrize("passing", ["reenter", "final"])
def test_passing(passing):
    """Seat 1 passes, seat 2 plays, seat 0 plays, and seat 1 may come back or not."""
    small = SmallRound(
        ["G2 G5 R10", "G3 R8 G9", "G4 R7 G7"],
        [["G2", "G5", "R10"], ["", None], ["G4", "R7"]],
        passing=passing,
        last_card="off",
    )
    turn = "1: R8" if passing == "reenter" else "2: R7"
    assert small.moves[:5] == ["0: G2", "1: -", "2: G4", "0: G5", turn]


def test_final_passes_end_with_the_trick():
    small = SmallRound(
        ["G2 R9 R10 YP", "G3 R8 G9", "G4 R7 G7"],
        [["G2", "R9", "R10"], ["", "", ""], ["", "", ""]],
        passing="final",
        last_card="off",
    )
    assert small.moves[:6] == ["0: G2", "1: -", "2: -", "0: R9", "1: -", "2: -"]


@pytest.mark.parametrize(("clockwise", "second"), [(1, 1), (0, 2)])
def test_direction_of_play(clockwise, second):
    """Clockwise is to the left, seat s + 1."""
    hands = ["G2 G2", "G3 R3", "G4 R4"]
    small = SmallRound(hands, [["G2"], ["R3"], ["R4"]], clockwise=clockwise)
    assert small.moves[1][0] == str(second)


# The last card


def test_whoever_forgets_is_out_of_play():
    """Seat 1 forgets; the others go on until one is out, and its play stays to be beaten."""
    small = SmallRound(
        ["G2 G5 R5 Y5", "R9 G10", "G3 G4 R4 Y4"],
        [["G2", ""], ["R9"], ["", None]],
        forget=(0, 1, 0),
    )
    # The trick was seat 1's: the next seat in turn still in play leads.
    assert small.moves[:5] == ["0: G2", "1: R9", "2: -", "0: -", "2: G3"]
    assert small.view[view.OUT] == 0b010
    assert all(not move.startswith("1:") for move in small.moves[2:])
    assert small.ending == "PLAYED"
    assert small.view[view.COUNTS + 1] == 1


def test_a_lone_seat_cannot_forget():
    small = SmallRound(
        ["G2 G3", "R9 G10", "G4 R5 Y7"],
        [["G2"], ["R9"], ["", "G4", "R5", "Y7"]],
        forget=(1, 1, 1),
    )
    assert small.moves == ["0: G2", "1: R9", "2: -", "2: G4", "2: R5", "2: Y7"]
    assert (small.ending, small.seat) == ("PLAYED", 2)
    assert small.view[view.OUT] == 0b011
    assert small.view[view.ANNOUNCED] == 0b100


def test_going_out_from_two_cards_needs_no_word():
    small = SmallRound(["G2 Y2", "R9", "G4"], [["G2 Y2"], [], []], forget=(1, 1, 1))
    assert (small.ending, small.seat) == ("PLAYED", 0)
    assert small.view[view.OUT] == 0


def test_nobody_forgets_when_the_rule_is_off():
    small = SmallRound(
        ["G2 G3", "R9 G10", "G4 R5"], [["G2", "G3"], ["", ""], ["", ""]],
        forget=(1, 1, 1), last_card="off",
    )  # fmt: skip
    assert small.moves == ["0: G2", "1: -", "2: -", "0: G3"]
    assert small.view[view.ANNOUNCED] == small.view[view.OUT] == 0


LAST = ["G5 R5 G9", "G2 Y3", "G7 R7 R9"]  # clockwise 1, 2, 0, 1: seat 0 is before seat 1


@pytest.mark.parametrize(
    ("play", "last_card", "ending"),
    [
        ("G9", "forced", "PLAYED"),
        ("G5", "forced", "ILLEGAL_PLAY"),
        ("", "forced", "ILLEGAL_PASS"),
        ("G5", "advice", "PLAYED"),
        ("", "advice", "PLAYED"),
        ("G5", "off", "PLAYED"),
    ],
)
def test_duty_before_a_last_card(play, last_card, ending):
    """Seat 1 leads a single and announces; seat 2 passes; seat 0 must play its highest card."""
    small = SmallRound(LAST, [[play], ["G2"], [""]], leader=1, last_card=last_card)
    assert small.moves[:3] == ["1: G2", "2: -", f"0: {play or '-'}"]
    assert small.ending == ending
    assert ending == "PLAYED" or small.seat == 0


def test_the_seat_after_has_no_duty():
    small = SmallRound(LAST, [[None], ["G2"], ["G7"]], leader=1)
    assert small.moves[:2] == ["1: G2", "2: G7"]
    assert small.ending == "PLAYED"


@pytest.mark.parametrize(("play", "ending"), [("G5 R5", "PLAYED"), ("R5", "ILLEGAL_PLAY")])
def test_a_leader_before_a_last_card_leads_two_cards_or_more(play, ending):
    """Seat 0 takes the trick with its highest card, and then leads."""
    hands = ["G5 R5 R6 G9", "G2 Y3", "G7 R7 R8"]
    small = SmallRound(hands, [["G9", play], ["G2", ""], ["", ""]], leader=1)
    assert small.moves[:5] == ["1: G2", "2: -", "0: G9", "1: -", "2: -"]
    assert small.moves[5] == f"0: {play}"
    assert small.ending == ending


@pytest.mark.parametrize(("play", "ending"), [("G9", "PLAYED"), ("G5", "ILLEGAL_PLAY")])
def test_duty_skips_seats_out_of_play(play, ending):
    """Seat 2 has forgotten: not it but seat 1 comes before seat 0."""
    hands, scripts = ["G2 Y3", "G5 R8 G9", "G4 R10"], [["", "G2"], ["", play], ["R10"]]
    small = SmallRound(hands, scripts, leader=2, forget=(0, 0, 1))
    assert small.moves[:5] == ["2: R10", "0: -", "1: -", "0: G2", f"1: {play}"]
    assert small.view[view.OUT] == 0b100
    assert small.ending == ending


# What is refused


def refusal(play, hand="G5 R5 G9 YP", table="G4", **switches):
    """What ends a round in which seat 1 lays this on seat 0's table."""
    first = oracle.ordered((Counter(oracle.parse(table)) + Counter(("R10", "Y10"))).elements())
    hands = [oracle.text(first), hand, "G8 G6"]
    return SmallRound(hands, [[table], [play], [""]], **switches).ending


@pytest.mark.parametrize(
    ("play", "ending"),
    [
        ("G5", "PLAYED"),
        ("G9", "PLAYED"),
        ("YP", "PLAYED"),
        ("", "PLAYED"),
        ("G5 R5", "ILLEGAL_PLAY"),  # another number of cards
        ("G5 G9", "ILLEGAL_PLAY"),  # no combination
        ("R9", "ILLEGAL_PLAY"),  # not held
        ("G5 G5", "ILLEGAL_PLAY"),  # one copy held
        ("G5 R5 G9 YP", "ILLEGAL_PLAY"),
    ],
)
def test_plays_on_a_single(play, ending):
    assert refusal(play) == ending


@pytest.mark.parametrize(
    "cards", [2**64 - 1, 2**63, 1, 1 << 62 | 1 << 63, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA]
)
@pytest.mark.parametrize("leads", [True, False])
def test_masks_of_cards_not_held(cards, leads):
    small = SmallRound.__new__(SmallRound)
    seats = [scripted(cards if leads else FREE), scripted(cards), scripted()]
    hands = [oracle.parse(hand) for hand in ("G5 R5 G9", "G6 R6 G10", "G8 R9")]
    small.play(hands, seats)
    assert (small.ending, small.seat) == ("ILLEGAL_PLAY", 0 if leads else 1)


def test_a_mask_with_the_upper_twin_alone_is_the_same_card():
    small = SmallRound.__new__(SmallRound)
    seats = [scripted(mask("G5") << 1), scripted(), scripted()]
    small.play([oracle.parse(h) for h in ("G5 G5 G9", "G6 R6", "G8 R9")], seats)
    assert small.ending == "PLAYED"
    assert small.moves[0] == "0: G5"
    assert small.view[view.MOVE_CARDS] == mask("G5")


def test_a_leader_may_not_pass():
    small = SmallRound(["G2 G3", "R5 R6", "R7 R8"], [[""], [], []])
    assert (small.ending, small.seat) == ("ILLEGAL_PASS", 0)


def test_the_opening_holds_the_multi_coloured_one():
    hands = ["M1 R1 G2 G5", "R5 R6", "R7 R8"]
    for play, ending in (("M1", "PLAYED"), ("R1 M1", "PLAYED"), ("G2", "ILLEGAL_PLAY")):
        assert SmallRound(hands, [[play], [], []], opening=True).ending == ending
    assert SmallRound(hands, [["G2"], [], []]).ending == "PLAYED"


def test_the_opening_binds_the_first_play_only():
    hands, scripts = ["M1 G2 R9", "R5 R6", "R7 R8"], [["M1", "G2"], ["", ""], ["", ""]]
    small = SmallRound(hands, scripts, opening=True, last_card="off")
    assert small.moves[:4] == ["0: M1", "1: -", "2: -", "0: G2"]
    assert small.ending == "PLAYED"


@pytest.mark.parametrize("seed", range(3))
def test_any_cards_are_accepted_exactly_when_the_oracle_allows_them(seed):
    """Seat 0 leads something; seat 1 answers with random cards of its hand, or others."""
    rng = random.Random(seed)
    verdicts = Counter()
    for _ in range(250):
        switches = {"tie_break": rng.choice(("lexicographic", "top-card"))}
        rules = oracle.default_rules(players=3, **switches)
        hands = [random_hand(rng)[-14:] for _ in range(3)]
        state = oracle.Round(rules, 1, hands, 0, True, False)
        lead = rng.choice(sorted(state.legal()[0]))
        state.apply(lead)
        if state.winner is not None or (len(lead) == 1 and not state.legal()[0]):
            continue  # who can only pass on a single is not asked
        answer = some_answer(rng, state)
        small = SmallRound.__new__(SmallRound)
        seats = [scripted(mask(lead)), scripted(mask(answer)), scripted()]
        small.play(hands, seats, **switches)
        allowed = state.allows(answer) if answer else state.may_pass()
        refused = "ILLEGAL_PLAY" if answer else "ILLEGAL_PASS"
        assert (small.ending == refused and small.seat == 1) != allowed
        verdicts[allowed] += 1
    assert min(verdicts.values()) > 30


def some_answer(rng, state):
    """Cards that might be a play: legal, of the right size, or nonsense."""
    legal = sorted(state.legal()[0])
    size = rng.choice((len(state.to_beat), rng.randrange(1, 8)))
    held = state.hands[1]
    return rng.choice(
        (
            rng.choice(legal) if legal else (),
            oracle.ordered(rng.sample(held, min(size, len(held)))),
            oracle.ordered(rng.sample(oracle.full_deck(), size)),
        )
    )
