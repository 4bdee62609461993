"""Bots in plain Python: they see what compiled ones see, and what they raise is told."""

import random
import shutil
from pathlib import Path

import numpy as np
import oracle
import pytest
from bridge import mask
from games import bot, game, random_rules
from situations import ask, own_row, situations

from gofsim.errors import BadInputError, PlayError
from gofsim.kernel import view
from gofsim.kernel.jit import bot_number
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks
from gofsim.strategies.plain import Seen, plain_bot
from gofsim.strategies.registry import load_bot
from gofsim.strategies.seat import Seat, seat_bot

DOCS = Path(__file__).parents[2] / "docs"


def seat(choose, give=None, **more):
    """A plain bot at the table."""
    strategy = plain_bot(choose, give, **more)
    policy = "own" if give else "lowest"
    return Seat(strategy, {}, 0.0, policy, ("plain", (), Path()))


def any_play(seen):
    """Any legal play, or the pass."""
    plays = seen.plays + [0] * seen.may_pass
    return seen.random.choice(plays)


@pytest.mark.parametrize("number", range(6))
def test_its_games_stand_up_to_the_oracle(number):
    rules = random_rules(random.Random(number), target=40)
    log = game(
        [seat(any_play, lambda seen: min(seen.text(seen.hand).split()))] * rules.players, rules
    )
    oracle.check_log(log)


def test_it_sees_what_a_seat_may_know():
    rules = random_rules(random.Random(4), players=4, target=40, exchange="standard")
    tested = 0
    for each in situations(game([bot("control")] * 4, rules)):
        seen, state = Seen(each.view(), mask(each.hand)), each.state
        plays, may_pass = state.legal()
        assert sorted(seen.plays) == sorted(map(mask, plays))
        assert seen.may_pass == may_pass
        assert seen.text(seen.to_beat) == oracle.text(state.to_beat or ())
        assert seen.cards(seen.text(seen.hand)) == seen.hand == mask(each.hand)
        assert seen.owner == (state.owner if state.to_beat else None)
        assert (seen.seat, seen.next_seat) == (state.turn, state.next_seat(state.turn))
        assert seen.counts == [len(hand) for hand in state.hands]
        assert (seen.totals, seen.players) == (each.totals, 4)
        assert seen.seen == mask(
            oracle.ordered([c for m in state.moves for c in oracle.parse(m["play"] or "")])
        )
        assert seen.moves == [
            (move["seat"], mask(oracle.parse(move["play"] or ""))) for move in state.moves
        ]
        assert (seen.bound, seen.round, seen.gives) == (state.bound(), state.number, False)
        swap = each.entry["exchange"]
        told = swap and (
            swap["giver"],
            swap["receiver"],
            mask(swap["given"]),
            mask(swap["returned"]),
        )
        assert seen.exchange == told
        tested += 1
    assert tested > 100


def test_in_the_place_of_a_compiled_bot_it_plays_the_same_game():
    lowest, row = bot("lowest"), own_row(bot("lowest"))

    def asked(seen):
        return ask(lowest.strategy.choose, seen.words.copy(), seen.hand, row)

    compiled = game([lowest] * 4)
    plain = game([seat(asked), lowest, seat(asked), lowest])
    assert plain["rounds"] == compiled["rounds"]


def test_its_draws_repeat_and_differ_by_seating():
    seats, rules = (seat(any_play),) * 4, Rules()
    one, same = (
        play_blocks(
            seats, rules, seed=5, blocks=range(3), seating="rotations", single_round=True, arm="x"
        )
        for _ in range(2)
    )
    assert all(np.array_equal(one.rounds[name], same.rounds[name]) for name in one.rounds)
    winners = one.rounds["winner"].reshape(3, 4)
    assert len(set(map(tuple, winners.T.tolist()))) > 1


def too_clever(seen):
    return {}["nothing"]


@pytest.mark.parametrize(
    ("choose", "line"),
    [
        (too_clever, r"raised KeyError: 'nothing' \(.*test_plain.py:\d+\)"),
        (lambda seen: "G11", "raised BadInputError: unknown card 'G11'"),
        (lambda seen: seen.cards("G11"), r"unknown card 'G11'.* \(.*test_plain.py:\d+\)"),
        (lambda seen: {}["a\nb"], r"raised KeyError: 'a\\nb' \("),
        (lambda seen: float(seen.plays[0]), r"it returned \d+\.0; a play is text, a mask"),
        (lambda seen: True, "it returned True; a play is text, a mask"),
        (lambda seen: 1 << 70, "it returned 1180591620717411303424; a mask has 64 bits"),
        (lambda seen: -1, "it returned -1; a mask has 64 bits"),
        (lambda seen: seen.cards("RD"), "laid RD"),
        (lambda seen: None, "passed as a lead from"),
    ],
)
def test_what_goes_wrong_is_told(choose, line):
    with pytest.raises(PlayError, match=rf"bot .* on seat \d, block 0, .*{line}"):
        game([seat(choose, name="faulty")] * 4)


def test_what_a_bot_raises_that_a_search_asks_is_told(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from gofsim.strategies.plain import plain_bot\nMINE = plain_bot(lambda seen: {}['x'])\n",
        "utf-8",
    )
    asking = seat_bot("pimc", {"worlds": 1, "rollout": "mine.py:MINE"}, tmp_path, "bots")
    with pytest.raises(PlayError, match=r"asking .*raised KeyError: 'x' \(.*mine.py:2\)"):
        game([asking] * 4)


def test_a_gift_that_is_no_card_is_told():
    with pytest.raises(PlayError, match="raised ZeroDivisionError"):
        game([seat(any_play, lambda seen: 1 // 0)] * 4)


FILE = '''
from gofsim.strategies.plain import plain_bot


def first(seen):
    """Lays the first play it finds."""
    return seen.plays[0] if seen.plays else None


def last_card(seen):
    return seen.text(seen.hand).split()[-1]


FIRST = plain_bot(first, last_card, source="A test.")
'''


def test_a_bot_file_may_be_plain_python(tmp_path):
    (tmp_path / "mine.py").write_text(FILE, "utf-8")
    strategy = load_bot("mine.py:FIRST", tmp_path)
    assert (strategy.name, strategy.idea) == ("first", "Lays the first play it finds.")
    assert strategy.file == tmp_path / "mine.py"
    mine = seat_bot("mine.py:FIRST", {}, tmp_path, "here")
    oracle.check_log(game([mine, bot("lowest"), mine, bot("linear")], Rules(target=50)))


def test_a_generator_of_everybody_is_refused(tmp_path):
    text = FILE.replace("return seen.plays[0]", "return random.choice(seen.plays)")
    (tmp_path / "mine.py").write_text(f"import random\n{text}", "utf-8")
    with pytest.raises(BadInputError, match="draws from a global generator"):
        load_bot("mine.py:FIRST", tmp_path)


def test_an_address_lives_as_long_as_it_is_asked_for():
    choose = plain_bot(any_play).choose
    assert bot_number(choose) == bot_number(choose) == choose.address


# The page


@pytest.mark.parametrize("players", [3, 4])
def test_the_template_plays_by_the_rules(players):
    mine = seat_bot("my_plain_bot.py:MY_PLAIN_BOT", {}, DOCS, "here")
    others = [bot("lowest"), bot("random"), mine][: players - 1]
    oracle.check_log(game([mine, *others], Rules(players=players)))


def test_the_examples_of_the_page_run(tmp_path, monkeypatch):
    """docs/adding-a-bot.md: five lines that are a bot, and an experiment with the template."""
    import gofsim

    page = (DOCS / "adding-a-bot.md").read_text("utf-8").split("## A bot in plain Python")[1]
    (tmp_path / "five.py").write_text(page.split("```python\n")[1].split("```")[0], "utf-8")
    (tmp_path / "mine.toml").write_text(page.split("```toml\n")[1].split("```")[0], "utf-8")
    shutil.copy(DOCS / "my_plain_bot.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert len(gofsim.play_game(["five.py:MINE", "lowest", "lowest"], seed=1)["winners"]) > 0
    run = gofsim.run("mine.toml", games=10, workers=1)
    assert run.games.collect().height == 10 * 4
    told = {name for name in dir(Seen) if not name.startswith("_")} | {"hand", "words"}
    assert {name for name in told if f"`{name}" not in page} == set()


def test_what_it_sees_cannot_be_written_to():
    def cheat(seen):
        seen.words[view.TOTALS + seen.seat] = 0
        return any_play(seen)

    with pytest.raises(PlayError, match="raised ValueError: assignment destination is read-only"):
        game([seat(cheat)] * 4)
