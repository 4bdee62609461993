"""A user's own bot: the template, its helpers and giving function, and every way to be refused."""

import shutil
from pathlib import Path

import pytest
from games import bot as shipped
from games import game
from oracle import check_log

from gofsim.errors import BadInputError, PlayError
from gofsim.rules import Rules
from gofsim.simulation.arms import Arm
from gofsim.simulation.play import fixed_is_enough, play_blocks
from gofsim.strategies.registry import load_bot
from gofsim.strategies.seat import seat_bot

DOCS = Path(__file__).parents[2] / "docs"
HEAD = """
import numpy as np
from gofsim.kernel.cards import NOTHING, highest, lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import REQUIRED, TO_BEAT_KIND, draw_below
from gofsim.strategies.base import Parameter, Strategy
"""
CHOOSE = """
@kernel
def choose(view, hand, parameters, offset):
    if view[TO_BEAT_KIND] != NOTHING:
        return NOTHING
    return view[REQUIRED] if view[REQUIRED] != NOTHING else lowest(hand)
"""
BOT = """
BOT = Strategy("mine", "Leads its lowest card and passes.", "a test", choose)
"""
LAX = Rules(last_card="off")  # any pass is allowed, so that small bots will do


def write(folder, *parts, name="mine.py"):
    (folder / name).write_text("".join(parts), "utf-8")
    return folder


def seat(folder, **settings):
    return seat_bot("mine.py:BOT", settings, folder, "[here]")


def play(*seats, rules=LAX, **more):
    place = {"seed": 1, "blocks": range(3), "seating": "rotations", "single_round": False}
    return play_blocks(seats, rules, **(place | {"arm": "test"} | more))


def leads(mine):
    """What the leader of the first round lays when all others pass."""
    moves = game([mine] * 4, LAX)["rounds"][0]["moves"]
    return [move["play"] for move in moves if move["play"]]


def refused(folder, kind="mine.py:BOT"):
    with pytest.raises(BadInputError) as caught:
        load_bot(kind, folder)
    return str(caught.value).replace(str(folder.resolve()), "HERE")


# What works


def test_the_template_plays_by_the_rules():
    mine = seat_bot("my_bot.py:MY_BOT", {"keep_until": 4}, DOCS, "here")
    for rules in (Rules(), Rules(players=3, last_card="advice")):
        others = [shipped(name) for name in ("random", "lowest", "control")][: rules.players - 1]
        log = game([mine, *others], rules)
        check_log(log)
        assert log["bots"][0] == "my_bot.py:MY_BOT"


def test_a_bot_of_a_folder_plays_as_text_says(tmp_path):
    write(tmp_path, HEAD, CHOOSE, BOT)
    log = game([seat(tmp_path)] * 4, LAX)
    moves = log["rounds"][0]["moves"]
    assert moves[0]["play"] == "M1"
    assert [move["play"] for move in moves[1:4]] == [None] * 3


def test_a_path_below_the_folder(tmp_path):
    (tmp_path / "bots").mkdir()
    write(tmp_path / "bots", HEAD, CHOOSE, BOT)
    assert load_bot("bots/mine.py:BOT", tmp_path).name == "mine"


def test_a_byte_order_mark_does_no_harm(tmp_path):
    write(tmp_path, "\ufeff", HEAD, CHOOSE, BOT)
    assert load_bot("mine.py:BOT", tmp_path).name == "mine"


def test_its_own_giving_function_is_the_default(tmp_path):
    give = "@kernel\ndef give(view, hand, parameters, offset):\n    return highest(hand)\n"
    write(tmp_path, HEAD, CHOOSE, give, BOT.replace("choose)", "choose, give=give)"))
    assert seat(tmp_path).give == "own"
    by_name = play(*[seat(tmp_path, give="highest")] * 4).rounds
    own = play(*[seat(tmp_path)] * 4).rounds
    lowest = play(*[seat(tmp_path, give="lowest")] * 4).rounds
    assert own["exchange_returned"].tolist() == by_name["exchange_returned"].tolist()
    assert own["exchange_returned"].tolist() != lowest["exchange_returned"].tolist()


def test_no_own_giving_without_a_function(tmp_path):
    write(tmp_path, HEAD, CHOOSE, BOT)
    with pytest.raises(BadInputError, match=r'^\[here\] give: must be "lowest".*, not "own"$'):
        seat(tmp_path, give="own")


def test_helpers_beside_it_are_compiled_in_and_counted_as_its_sources(tmp_path):
    call = CHOOSE.replace("lowest(hand)", "pick(hand)")
    write(tmp_path, HEAD, "from tools.picking import pick\n", call, BOT)
    (tmp_path / "tools").mkdir()
    write(tmp_path / "tools", "", name="__init__.py")
    write(tmp_path / "tools", "from near import pick\n", name="picking.py")
    near = "\n@kernel\ndef pick(hand):\n    return highest(hand)\n"
    write(tmp_path, HEAD, near, name="near.py")
    mine = seat(tmp_path)
    assert [path.name for path in mine.sources] == [
        "mine.py", "__init__.py", "picking.py", "near.py"
    ]  # fmt: skip
    assert leads(mine)[:3] == ["M1", "Y10", "Y10"]


def test_two_folders_may_name_their_helpers_alike(tmp_path):
    call = CHOOSE.replace("lowest(hand)", "pick(hand)")
    seen = []
    for name, act in (("a", "lowest"), ("b", "highest")):
        (tmp_path / name).mkdir()
        write(tmp_path / name, HEAD, "from near import pick\n", call, BOT)
        near = f"\n@kernel\ndef pick(hand):\n    return {act}(hand)\n"
        write(tmp_path / name, HEAD, near, name="near.py")
        seen.append(leads(seat(tmp_path / name))[1])
    assert seen == ["G1", "Y10"]


def test_an_edit_of_the_bot_or_a_helper_is_seen_at_once(tmp_path):
    call = CHOOSE.replace("lowest(hand)", "pick(hand)")
    write(tmp_path, HEAD, "from near import pick\n", call, BOT)
    seen = []
    for act in ("lowest", "highest", "lowest"):
        near = f"\n@kernel\ndef pick(hand):\n    return {act}(hand)\n"
        write(tmp_path, HEAD, near, name="near.py")
        mine = seat(tmp_path)
        arm = Arm("a", ("mine",) * 4, (mine,) * 4, LAX, "fixed")
        seen.append((leads(mine)[1], arm.hash))
    assert [lead for lead, _ in seen] == ["G1", "Y10", "G1"]
    assert seen[0] == seen[2]
    assert seen[0][1] != seen[1][1]


def test_the_same_bot_loaded_twice_is_the_same(tmp_path):
    write(tmp_path, HEAD, CHOOSE, BOT)
    assert fixed_is_enough([seat(tmp_path) for _ in range(4)])


# What is refused

BAD_FILES = {
    "no such constant": (
        HEAD + CHOOSE + "BUT = Strategy('m', 'i', 's', choose)",
        "HERE/mine.py: has no BOT; did you mean `BUT`?",
    ),
    "not a strategy": (
        HEAD + CHOOSE + "BOT = choose",
        "HERE/mine.py: BOT is no Strategy (gofsim.strategies.base)",
    ),
    "not Python": (
        "def choose(:",
        "HERE/mine.py: is not Python: invalid syntax (mine.py, line 1)",
    ),
    "not importable": (
        "import numba_lite",
        "HERE/mine.py: cannot be imported: ModuleNotFoundError: No module named 'numba_lite'",
    ),
    "an error": (
        "1 / 0",
        "HERE/mine.py: cannot be imported: ZeroDivisionError: division by zero",
    ),
    "an exit": (
        "raise SystemExit(3)",
        "HERE/mine.py: cannot be imported: SystemExit: 3",
    ),
    "three arguments": (
        HEAD + "@kernel\ndef choose(view, hand, parameters):\n    return NOTHING\n" + BOT,
        "HERE/mine.py: the functions of BOT must take (view, hand, parameters, offset)",
    ),
    "not compiled": (
        HEAD + CHOOSE.replace("@kernel", "") + BOT,
        "HERE/mine.py: the functions of BOT must stand under @kernel (gofsim.kernel.jit)",
    ),
    "compiled otherwise": (
        HEAD + "import numba\n" + CHOOSE.replace("@kernel", "@numba.njit") + BOT,
        "HERE/mine.py: the functions of BOT must stand under @kernel (gofsim.kernel.jit)",
    ),
    "an unknown name": (
        HEAD + CHOOSE.replace("lowest(hand)", "lowst(hand)") + BOT,
        "HERE/mine.py: BOT does not compile: NameError: name 'lowst' is not defined",
    ),
    "no answer": (
        HEAD + "@kernel\ndef choose(view, hand, parameters, offset):\n    lowest(hand)\n" + BOT,
        "HERE/mine.py: BOT does not compile: returns none, must return uint64 everywhere "
        "(NOTHING to pass)",
    ),
    "a plain 0, which makes floats of all plays": (
        HEAD + CHOOSE.replace("return NOTHING", "return 0") + BOT,
        "HERE/mine.py: BOT does not compile: returns float64, must return uint64 everywhere "
        "(NOTHING to pass)",
    ),
    "what cannot be compiled": (
        HEAD + CHOOSE.replace("lowest(hand)", "hand.lowest()") + BOT,
        "HERE/mine.py:12: BOT does not compile: Unknown attribute 'lowest' of type uint64",
    ),
    "a raise": (
        HEAD + CHOOSE.replace("return NOTHING", "raise ValueError") + BOT,
        "HERE/mine.py:11: compiled functions cannot raise: a bot returns a play, or 0 to pass",
    ),
    "an assertion": (
        HEAD + CHOOSE.replace("return NOTHING", "assert hand") + BOT,
        "HERE/mine.py:11: compiled functions cannot raise: a bot returns a play, or 0 to pass",
    ),
    "secret draws": (
        HEAD
        + CHOOSE.replace("lowest(hand)", "lowest(hand) if draw_below(view, 2) else hand")
        + BOT,
        "HERE/mine.py: BOT draws random numbers, but does not say so: add draws=True",
    ),
    "a default out of range": (
        HEAD + CHOOSE + BOT.replace("choose)", "choose, (Parameter('x', 5, 0, 1, 'i'),))"),
        "HERE/mine.py: BOT: the default of x is 5, not 0 to 1",
    ),
    "a parameter named like a setting": (
        HEAD + CHOOSE + BOT.replace("choose)", "choose, (Parameter('give', 0, 0, 1, 'i'),))"),
        "HERE/mine.py: BOT: the name give is taken",
    ),
}
CHANCE = "draws from a global generator: runs would not repeat; use draw_below(view, n)"


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_file_is_refused_in_one_line(tmp_path, case):
    content, line = BAD_FILES[case]
    assert refused(write(tmp_path, content)) == line


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "import random as luck",
        "from random import randrange",
        "import numpy.random as luck",
        "from numpy import random as luck",
        "from numpy.random import default_rng",
        "import numpy as np\nluck = np.random",
        "import numpy\nluck = numpy.random.default_rng()",
    ],
)
def test_global_generators_are_refused(tmp_path, text):
    lines = text.count("\n") + 1
    assert refused(write(tmp_path, text)) == f"HERE/mine.py:{lines}: {CHANCE}"


def test_global_generators_are_refused_in_helpers_too(tmp_path):
    write(tmp_path, "import random\n", name="near.py")
    assert refused(write(tmp_path, "import near\n")) == f"HERE/near.py:1: {CHANCE}"


def test_the_engines_own_module_of_that_name_is_no_global_generator(tmp_path):
    write(tmp_path, HEAD, "from gofsim.kernel.random import scale\n", CHOOSE, BOT)
    assert load_bot("mine.py:BOT", tmp_path).name == "mine"


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("mine.py", '"mine.py": a bot file is written "file.py:CONSTANT"'),
        ("mine.py:a b", '"mine.py:a b": a bot file is written "file.py:CONSTANT"'),
        ("gone.py:BOT", '"gone.py:BOT": there is no file HERE/gone.py'),
        ("lowst", 'unknown bot "lowst"; did you mean `lowest`? (`gofsim bots` lists them; '
                  'a bot of your own: "my_bot.py:MY_BOT")'),
    ],
)  # fmt: skip
def test_a_name_is_refused_in_one_line(tmp_path, kind, line):
    assert refused(tmp_path, kind) == line


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "mine.py").write_bytes(b"x = '\xff'")
    assert refused(tmp_path).startswith("HERE/mine.py: is not Python: 'utf-8' codec can't decode")


def test_bad_files_leave_no_modules_behind(tmp_path):
    write(tmp_path, "VALUE = 1\n", name="near.py")
    refused(write(tmp_path, "import near\n1 / 0"))
    write(tmp_path, "VALUE = 2\n", name="near.py")
    write(tmp_path, HEAD, CHOOSE, "from near import VALUE\nassert VALUE == 2\n", BOT)
    assert load_bot("mine.py:BOT", tmp_path).name == "mine"


# What ends a run


def ended_by(folder, choose, **more):
    write(folder, HEAD, choose, BOT)
    with pytest.raises(PlayError) as caught:
        play(seat(folder), shipped("lowest"), shipped("lowest"), shipped("lowest"), **more)
    return str(caught.value)


def test_an_illegal_play_names_bot_block_round_and_play(tmp_path):
    line = ended_by(tmp_path, CHOOSE.replace("return NOTHING", "return hand"), seating="fixed")
    place, laid = line.split(": laid ")
    assert place.startswith("arm test: bot mine on seat 0, block 0, seating 0, round 1, move ")
    cards, hand = laid.split(" on ")[0], laid.split(" from ")[1]
    assert hand == f"{cards}: not legal"


def test_a_pass_as_a_lead(tmp_path):
    choose = CHOOSE.replace("lowest(hand)", "NOTHING")
    line = ended_by(tmp_path, choose, rules=Rules(last_card="off", first_lead="random"))
    assert "bot mine on seat" in line
    assert ": passed as a lead from " in line


def test_an_illegal_gift(tmp_path):
    give = "\n@kernel\ndef give(view, hand, parameters, offset):\n    return hand\n"
    bot = BOT.replace("choose)", "choose, give=give)")
    write(tmp_path, HEAD, CHOOSE, give, bot)
    with pytest.raises(PlayError, match=r"bot mine .*, round 2: gave back .* in the exchange"):
        play(*[seat(tmp_path)] * 4)


# The page


def test_the_experiment_of_the_page_runs(tmp_path, monkeypatch):
    """docs/adding-a-bot.md: its experiment, beside the template, through `gofsim run`."""
    import gofsim

    page = (DOCS / "adding-a-bot.md").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(page.split("```toml\n")[1].split("```")[0], "utf-8")
    shutil.copy(DOCS / "my_bot.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    run = gofsim.run("mine.toml", games=20, workers=1)
    assert run.games.collect().height == 2 * 20 * 4  # two arms, four rotations
