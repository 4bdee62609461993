"""The friendly layer: text in, text out, against the oracle; and what it says to bad input."""

import random
from pathlib import Path

import oracle
import pytest
from bridge import CARD_SWITCHES, random_combination, random_hands
from games import check_chance
from oracle_cards import FIVE_CARD_KINDS

import gofsim
from gofsim.errors import BadInputError
from gofsim.strategies.seat import seat_bot

RULES = oracle.default_rules()
DATA = Path(__file__).parent / "data"


def test_the_documented_examples():
    assert gofsim.combination("G2 R2") == "pair"
    assert gofsim.beats("G2 R2", "G2 G2") is True
    plays = gofsim.legal_plays("G1 Y1 M1 R5", to_beat="R4")
    assert plays == ["R5"]
    assert gofsim.legal_plays("G1 Y1 M1 R5")[:4] == ["G1", "Y1", "M1", "R5"]


@pytest.mark.parametrize("line", (DATA / "comparisons.txt").read_text().splitlines()[1:])
def test_published_comparisons(line):
    weaker, stronger, _ = line.split(" | ")
    assert gofsim.beats(stronger, weaker)
    assert not gofsim.beats(weaker, stronger)


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_combinations_are_the_oracles(switches):
    rng, rules = random.Random(2), oracle.default_rules(**switches)
    for _ in range(300):
        cards = rng.choice(
            (random_combination(rng, rules), tuple(rng.sample(oracle.full_deck(), 5)))
        )
        assert gofsim.combination(" ".join(cards), **switches) == oracle.kind(cards, rules)


def test_words_in_any_case_and_order():
    assert gofsim.combination(" y2  g2 R2 ") == "triple"
    assert gofsim.combination("") is None
    assert gofsim.legal_plays("rd g1") == ["G1", "RD"]
    assert gofsim.legal_plays("") == []


def place(play, rules):
    """Where a play stands in a list: cards, gangs last; strength; then the cards themselves."""
    kind = oracle.kind(play, rules)
    five = FIVE_CARD_KINDS.index(kind) if kind in FIVE_CARD_KINDS else 0
    cards = [oracle.strength(card) for card in reversed(play)]
    return kind == "gang", len(play), five, oracle.key(play, rules), cards


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_legal_plays_and_their_order(switches):
    rng, rules = random.Random(3), oracle.default_rules(**switches)
    for hand in random_hands(60, seed=4):
        text = oracle.text(hand)
        leads = sorted(oracle.all_combinations(hand, rules), key=lambda p: place(p, rules))
        assert gofsim.legal_plays(text, **switches) == [oracle.text(play) for play in leads]
        table = random_combination(rng, rules)
        plays = [play for play in leads if oracle.beats(play, table, rules)]
        found = gofsim.legal_plays(text, to_beat=oracle.text(table), **switches)
        assert found == [oracle.text(play) for play in plays]


def test_the_whole_deck_has_room():
    assert len(gofsim.legal_plays(oracle.text(oracle.full_deck()))) == 12_352


def test_gangs_of_one_number_and_size_do_not_beat_one_another():
    """No deck holds both; the rules compare gangs by size and number alone."""
    assert not gofsim.beats("G2 G2 Y2 R2", "G2 G2 Y2 Y2")
    assert not gofsim.beats("G2 G2 Y2 Y2", "G2 G2 Y2 R2")
    assert gofsim.beats("G2 G2 Y2 Y2 R2", "G2 G2 Y2 Y2")
    assert gofsim.beats("G3 G3 Y3 Y3", "R2 R2 Y2 Y2")


def test_what_is_no_combination_beats_nothing():
    assert gofsim.beats("G2 G3", "G2") is False
    with pytest.raises(ValueError, match='"G2 G4" is no combination'):
        gofsim.beats("G3", "G2 G4")
    with pytest.raises(ValueError, match='"" is no combination'):
        gofsim.legal_plays("G3", to_beat="")


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: gofsim.combination("G6 G6 G6"), "G6"),
        (lambda: gofsim.combination("M1 M1"), "M1"),
        (lambda: gofsim.combination("G11"), "G11"),
        (lambda: gofsim.beats("G2", "B2"), "B2"),
        (lambda: gofsim.beats("G2 G2 g2", "B2"), "G2"),
        (lambda: gofsim.legal_plays("G1 G0"), "G0"),
        (lambda: gofsim.legal_plays("G1", to_beat="RD RD"), "RD"),
    ],
)
def test_bad_cards_are_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({"tie_brake": "top-card"}, "unknown key `tie_brake` in .rules.; did you mean `tie_break`"),
        ({"tie_break": "top"}, 'tie_break.*"top-card".*"top"'),
        ({"multi_one_wild": 1}, "multi_one_wild"),
        ({"exchange": "off"}, "`exchange` says nothing about combinations"),
    ],
)
def test_bad_switches(switches, said):
    for call in (
        lambda: gofsim.combination("G2", **switches),
        lambda: gofsim.beats("G2", "G2", **switches),
        lambda: gofsim.legal_plays("G2", **switches),
    ):
        with pytest.raises(BadInputError, match=said) as caught:
            call()
        assert "\n" not in str(caught.value)


# A game


def test_play_game_is_a_game():
    log = gofsim.play_game(["lowest", "random", "random-nopass", "lowest"], seed=3, block=5)
    oracle.check_log(log)
    assert log["bots"] == ["lowest", "random", "random-nopass", "lowest"]
    assert (log["seed"], log["block"], log["seating"]) == (3, 5, 0)
    check_chance(log, [seat_bot(bot, {}, Path(), "x") for bot in log["bots"]])


def test_seatings_change_only_what_bots_draw():
    logs = [gofsim.play_game(["random"] * 4, seed=3, seating=k) for k in (0, 1)]
    assert logs[0]["rounds"][0]["dealt"] == logs[1]["rounds"][0]["dealt"]
    assert logs[0]["rounds"][0]["moves"] != logs[1]["rounds"][0]["moves"]
    same = [gofsim.play_game(["lowest"] * 4, seed=3, seating=k)["rounds"] for k in (0, 1)]
    assert same[0] == same[1]


def test_three_players_and_rules():
    log = gofsim.play_game(["lowest"] * 3, seed=3, target=30, exchange="off")
    oracle.check_log(log)
    assert (log["rules"]["players"], log["rules"]["target"]) == (3, 30)


@pytest.mark.parametrize(
    ("bots", "arguments", "said"),
    [
        (["lowset"] * 4, {}, 'bots: unknown bot "lowset"; did you mean `lowest`'),
        (["lowest"] * 5, {}, "players"),
        (["lowest"] * 4, {"players": 3}, "4 bots, but 3 players"),
        (["lowest"] * 4, {"target": 0}, "target: must be at least 1"),
        (["lowest"] * 4, {"taget": 3}, "unknown key `taget`.*`target`"),
        (["lowest"] * 4, {"scoring": [0] * 17}, "scoring"),
        (["lowest"] * 4, {"seed": -1}, "seed: must be a whole number 0 to 9223372036854775807"),
        (["lowest"] * 4, {"seed": 2**63}, "seed: .* not 9223372036854775808"),
        (["lowest"] * 4, {"block": -1}, "block: must be a whole number"),
        (["lowest"] * 4, {"block": 1.0}, "block: must be a whole number"),
        (["lowest"] * 4, {"seating": 24}, "seating: must be a whole number 0 to 23"),
    ],
)
def test_bad_games(bots, arguments, said):
    with pytest.raises(BadInputError, match=said):
        gofsim.play_game(bots, **({"seed": 1} | arguments))


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="play_gmae"):
        gofsim.play_gmae  # noqa: B018
    assert all(callable(getattr(gofsim, name)) for name in ("combination", "beats", "play_game"))
