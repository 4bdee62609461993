"""Leagues and stop rules: the arms they make, what the manifest says of them, their faults."""

from itertools import combinations

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.description import described
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

LEAGUE = """
question = "Who is best?"
seed = 7
games = 200

[league]
bots = ["random", "lowest", "cautious", "control", "longest"]

[bots.cautious]
kind = "lowest"
gang_when_opponent_at_most = 3
"""
BOTS = ["random", "lowest", "cautious", "control", "longest"]
ARMS = '[league]\nbots = ["random", "lowest", "cautious", "control", "longest"]'
STOP = '[stop]\nrule = "width"\nof = ["lowest", "cautious"]\nwidth = 0.2\n'


@pytest.fixture
def league(write):
    """Write the league with replacements."""
    return lambda *changes: write(*changes, text=LEAGUE)


def faults(path, **options):
    """The fault lines of an experiment, without the file's name."""
    with pytest.raises(BadInputError) as caught:
        load_experiment(path, **options)
    return [line.removeprefix(f"{path}: ") for line in caught.value.faults]


@pytest.mark.parametrize("players", [3, 4])
def test_one_against_the_field_has_an_arm_for_each_pair_and_the_residents(league, players):
    path = league(("[league]", f"[rules]\nplayers = {players}\n[league]"))
    experiment = load_experiment(path)
    assert {arm.name: list(arm.labels) for arm in experiment.arms} == {
        f"{one}-vs-{field}": [one, *[field] * (players - 1)] for one in BOTS for field in BOTS
    }
    assert len({arm.hash for arm in experiment.arms}) == 25
    cautious = next(arm for arm in experiment.arms if arm.name == "lowest-vs-cautious")
    assert [seat.values["gang_when_opponent_at_most"] for seat in cautious.seats] == [
        5, *[3] * (players - 1)
    ]  # fmt: skip


def test_tables_are_all_sets_of_bots_in_the_order_of_the_list(league):
    experiment = load_experiment(league(("[league]", '[league]\ndesign = "tables"')))
    assert [arm.labels for arm in experiment.arms] == list(combinations(BOTS, 4))
    assert experiment.arms[1].name == "random+lowest+cautious+longest"


def test_what_the_manifest_says_of_a_league(league):
    told = described(load_experiment(league(("[league]", f"{STOP}every = 150\n[league]"))))
    assert told["league"] == {"bots": BOTS, "design": "one-vs-field"}
    assert told["stop"] == {
        "rule": "width",
        "of": ["lowest", "cautious"],
        "metric": "points",
        "every": 150,
        "first": 150,
        "width": 0.2,
    }
    assert (told["blocks"], told["most_blocks"], told["sweep"]) == (200, 200, None)
    assert told["headline"] == "bots"
    arm = told["arms"]["lowest-vs-control"]
    assert (arm["base"], arm["factors"]) == ("lowest-vs-control", {})


def test_a_sequential_test_has_error_risks(league):
    stop = STOP.replace('"width"', '"sprt"').replace("width = 0.2", "d0 = 0\nd1 = -1\nbeta = 0.1")
    told = described(load_experiment(league(("[league]", f"{stop}[league]"))))["stop"]
    assert (told["first"], told["every"]) == (100, 50)
    assert [told[name] for name in ("d0", "d1", "alpha", "beta")] == [0, -1, 0.05, 0.1]
    assert "width" not in told


def test_neither_league_nor_stop_rule_changes_where_results_lie(league):
    plain = load_experiment(league())
    other = load_experiment(
        league(("[league]", f'{STOP}[league]\ndesign = "tables"'), ("= 200", "= 300"))
    )
    assert plain.run_name == other.run_name


def test_an_arm_of_a_league_is_the_arm_that_is_written_out(league, write):
    experiment = load_experiment(league())
    written = '[arms.x]\nseats = ["lowest", "random", "random", "random"]'
    (arm,) = load_experiment(write((ARMS, written), text=LEAGUE)).arms
    assert arm.hash == next(a.hash for a in experiment.arms if a.name == "lowest-vs-random")


def test_a_league_is_played(league, tmp_path):
    experiment = load_experiment(league(("= 200", "= 8")))
    folder = run_experiment(experiment, tmp_path, workers=1)
    assert len(list((folder / "rounds").iterdir())) == 25


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[league]", "[arms.a]\nseats = []\n[league]", "[arms] and [league] exclude each other"),
        ("[league]", '[sweep]\n"rules.target" = [50]\n[league]',
         "[sweep] multiplies arms, not a [league]: write the tables as [arms.NAME]"),
        ("bots = [", "bot = [", "unknown key `bot` in [league]; did you mean `bots`?"),
        (ARMS, "[league]", "`bots` is missing in [league]"),
        (ARMS, "league = 3", "league: must be a table, not 3"),
        ("[league]", '[league]\ndesign = "one-v-field"',
         '[league] design: must be "one-vs-field" or "tables", not "one-v-field"; '
         "did you mean `one-vs-field`?"),
        ('"longest"]', '"lngest"]',
         '[league] bots: unknown bot "lngest"; did you mean `longest`?'),
        ('"longest"]', '"random"]', '[league] bots: "random" is there 2 times'),
        ('"longest"]', "3]", "[league] bots[4]: must be text in quotes, not 3"),
        (', "lowest", "cautious", "control", "longest"]', "]",
         "[league] bots: must be at least 2, not 1"),
        (', "cautious", "control", "longest"]', ']\ndesign = "tables"',
         '[league] bots: must be at least 4 for design "tables" (rules.players), not 2'),
        ('"longest"]', '"a", "a-vs-a"]\n[bots.a]\nkind = "control"\n'
         '[bots.a-vs-a]\nkind = "control"',
         "[league] bots: two arms would have one name; give a bot another name"),
    ],
)  # fmt: skip
def test_faults_of_a_league(league, old, new, fault):
    assert faults(league((old, new))) == [fault] or fault in faults(league((old, new)))


def test_a_league_has_at_most_2000_arms(write):
    bots = [f'"b{k}"' for k in range(45)]
    variants = "".join(f'[bots.{bot}]\nkind = "lowest"\n' for bot in bots)
    path = write((ARMS, f"[league]\nbots = [{', '.join(bots)}]\n{variants}"), text=LEAGUE)
    assert faults(path) == ["[league]: makes 2,025 arms, more than 2,000; take fewer bots"]


@pytest.mark.parametrize(
    ("stop", "fault"),
    [
        ('rule = "wide"',
         '[stop] rule: must be "width", "sprt" or "anytime", not "wide"; did you mean `width`?'),
        ('metric = "point"',
         '[stop] metric: must be "points" or "games", not "point"; did you mean `points`?'),
        ("with = 0.2", "unknown key `with` in [stop]; did you mean `width`?"),
        ("width = 0", "[stop] width: must be more than 0, not 0"),
        ("width = nan", "[stop] width: must be a finite number, not nan"),
        ("width = '1'", '[stop] width: must be a number, not "1"'),
        ("every = 49", "[stop] every: must be at least 50, not 49"),
        ("alpha = 0.5", "[stop] alpha: must be less than 0.5, not 0.5"),
        ("d0 = 1", '[stop]: `d0` decides nothing with rule "width"; leave it out'),
        ("beta = 0.1", '[stop]: `beta` decides nothing with rule "width"; leave it out'),
        ('rule = "anytime"\nwidth', '[stop]: `width` is missing, rule "anytime" needs it, '
         "such as width = 0.1"),
        ('rule = "sprt"', '[stop]: `width` decides nothing with rule "sprt"; leave it out'),
        ('rule = "sprt"', '[stop]: `d0` is missing, rule "sprt" needs it, such as d0 = 0'),
        ('rule = "sprt"\nd0 = 1\nd1 = 1.0', "[stop] d1: must differ from d0, not be 1 too"),
        ('of = ["lowest", "lowest"]',
         "[stop] of: must be two different names, not ['lowest', 'lowest']"),
        ('of = ["lowest"]', "[stop] of: must be two different names, not ['lowest']"),
        ('of = ["lowest", "contrl"]', '[stop] of: no bot "contrl"; did you mean `control`?'),
        ('of = ["lowest", "x"]',
         '[stop] of: no bot "x"; the bots are random, lowest, cautious, control, ...'),
    ],
)  # fmt: skip
def test_faults_of_a_stop_rule(league, stop, fault):
    lines = dict(line.split(" = ") for line in STOP.splitlines()[1:])
    for line in stop.splitlines():
        key, _, value = line.partition(" = ")
        lines[key] = value
    text = "".join(f"{key} = {value}\n" for key, value in lines.items() if value)
    assert fault in faults(league(("[league]", f"[stop]\n{text}[league]")))


def test_a_stop_rule_needs_blocks_for_its_first_look(league):
    path = league(("[league]", f"{STOP}[league]"))
    line = "`games` must be at least 100 with [stop] (its first look), not 99"
    assert faults(path, games=99) == [line]
    assert load_experiment(path, games=100).blocks == 100


def test_games_cannot_be_compared_where_rounds_are_played(league):
    path = league(("[league]", f'{STOP}metric = "games"\n[league]'), ("games = 200", "rounds = 9"))
    assert faults(path) == [
        '[stop] metric: "games" needs games; with `rounds` there are none to win',
        "`rounds` must be at least 100 with [stop] (its first look), not 9",
    ]


def test_a_stop_rule_compares_arms_where_there_are_arms(write):
    stop = STOP.replace('"lowest", "cautious"', '"on", "of"')
    path = write(("games = 60", "games = 600"), ("[bots.cautious]", f"{stop}[bots.cautious]"))
    assert faults(path) == ['[stop] of: no arm "of"; did you mean `off`?']
