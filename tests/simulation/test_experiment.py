"""Experiment files: what is resolved, and every fault with its place and what would be right."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment

LINEUP = 'seats = ["lowest", "lowest", "cautious", "random"]\n\n[arms.off]'
FOUR = 'seats = ["lowest", "lowest", "lowest", "lowest"]'


def faults(path, **options):
    """The fault lines of an experiment, without the file's name."""
    with pytest.raises(BadInputError) as caught:
        load_experiment(path, **options)
    return [line.removeprefix(f"{path}: ") for line in caught.value.faults]


def test_resolves_an_experiment(write):
    experiment = load_experiment(write())
    on, off = experiment.arms
    assert (experiment.question, experiment.seed, experiment.unit) == ("Who wins?", 7, "games")
    assert (experiment.blocks, experiment.seating, experiment.headline) == (
        60,
        "rotations",
        "exchange",
    )
    assert (on.name, off.name) == ("on", "off")
    assert on.labels == ("lowest", "lowest", "cautious", "random")
    assert [seat.strategy.name for seat in on.seats] == ["lowest", "lowest", "lowest", "random"]
    assert on.seats[2].values == {"gang_when_opponent_at_most": 3}
    assert (on.rules.exchange, off.rules.exchange) == ("standard", "off")
    assert (on.seating, on.seatings) == ("rotations", 4)


def test_arms_start_from_the_shared_rules(write):
    shared = write(("[bots.cautious]", '[rules]\ntarget = 50\nexchange = "off"\n[bots.cautious]'))
    on, off = load_experiment(shared).arms
    assert on.rules.target == off.rules.target == 50
    assert on.rules.exchange == "off"


def test_reads_utf8_with_and_without_a_byte_order_mark(write, tmp_path):
    plain = write(("Who wins?", "Wer gewinnt? ä ✓"))
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())
    assert load_experiment(marked).question == load_experiment(plain).question == "Wer gewinnt? ä ✓"


def test_same_bot_everywhere_without_chance_plays_one_seating(write):
    same = write((LINEUP, f"{FOUR}\n\n[arms.off]"))
    on, off = load_experiment(same).arms
    assert (on.seating, on.seatings) == ("fixed", 1)
    assert (off.seating, off.seatings) == ("rotations", 4)


def test_all_seatings(write):
    path = write(("games = 60", 'games = 60\nseating = "all"'))
    assert [arm.seatings for arm in load_experiment(path).arms] == [24, 24]


@pytest.mark.parametrize("unit", ["games", "rounds"])
def test_overrides(write, unit):
    path = write(("games = 60", f"{unit} = 60"), ('rules.exchange = "off"', ""))
    experiment = load_experiment(path, games=5, seed=9)
    assert (experiment.unit, experiment.blocks, experiment.seed) == (unit, 5, 9)


def test_override_faults_come_with_the_others(write):
    path = write(("Who wins?", ""))
    assert faults(path, games=-5, seed=2**63) == [
        "--games: must be 1 to 1000000000000, not -5",
        "--seed: must be 0 to 9223372036854775807 (2^63 - 1), not 9223372036854775808",
        "question: must not be empty",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seed = 7", "sed = 7\nseed = 7", "unknown key `sed`; did you mean `seed`?"),
        ("rules.exchange", "rules.exchnage",
         "unknown key `exchnage` in [arms.off] rules; did you mean `exchange`?"),
        ("[bots", "[rules]\nexchnage = 1\n[bots",
         "unknown key `exchnage` in [rules]; did you mean `exchange`?"),
        ('question = "Who wins?"', "", "`question` is missing"),
        ("seed = 7", "", "`seed` is missing"),
        ("games = 60", "", "`games` is missing: how many blocks to play, such as games = 20_000"),
        ("games = 60", "games = -3", "games: must be at least 1, not -3"),
        ("games = 60", "games = 1.5", "games: must be a whole number, not 1.5"),
        ("games = 60", "games = true", "games: must be a whole number, not true"),
        ("games = 60", "games = 60\nrounds = 5", "`games` and `rounds` exclude each other"),
        ("seed = 7", 'seed = "7"', 'seed: must be a whole number, not "7"'),
        ("seed = 7", "seed = -1", "seed: must be at least 0, not -1"),
        ("seed = 7", "seed = 9223372036854775808",
         "seed: must be at most 9223372036854775807, not 9223372036854775808"),
        ("games = 60", 'games = 60\nseating = "rotation"',
         'seating: must be "fixed", "rotations" or "all", not "rotation"; '
         "did you mean `rotations`?"),
        ("games = 60", 'games = 60\nheadline = "gang"',
         'headline: must be "bots", "arms", "exchange" or "gangs", not "gang"; '
         "did you mean `gangs`?"),
        ('exchange = "off"', 'exchange = "of"',
         '[arms.off] rules.exchange: must be "standard" or "off", not "of"; did you mean `off`?'),
        ('rules.exchange = "off"', "rules.players = 5",
         "[arms.off] rules.players: must be 3 or 4, not 5"),
        ('rules.exchange = "off"', f"rules.scoring = {[0] * 17}",
         "[arms.off] rules.scoring: must be 1 to 1000 from one card left on"),
        ('rules.exchange = "off"', "rules.scoring = [0, 1]",
         "[arms.off] rules.scoring: needs 17 whole numbers (for 0 to 16 cards left), not 2"),
        ('rules.exchange = "off"', "rules.scoring = [0, 1.5]",
         "[arms.off] rules.scoring[1]: must be a whole number, not 1.5"),
        ('rules.exchange = "off"', "rules = 3", "[arms.off] rules: must be a table, not 3"),
        ("[arms.off]", "[arms.three]\nseats = 3\n[arms.off]",
         "[arms.three] seats: must be a list, not 3"),
        ("[arms.off]", "[arms.three]\nseats = [3]\n[arms.off]",
         "[arms.three] seats[0]: must be text in quotes, not 3"),
        ("[arms.off]", "[arms.empty]\n[arms.off]", "`seats` is missing in [arms.empty]"),
        ("[arms.off]", "[arms.five]\nseats = ['random', 'lowest', 'lowest', 'lowest', 'lowest']\n"
         "[arms.off]", "[arms.five] seats: 5 bots, but 4 players (rules.players)"),
        ("[arms.off]", "[arms.none]\nseats = []\n[arms.off]",
         "[arms.none] seats: 0 bots, but 4 players (rules.players)"),
        ('"random"]\n\n', '"lowst"]\n\n',
         '[arms.on] seats: unknown bot "lowst"; did you mean `lowest`?'),
        ('"random"]\n\n', '"cautios"]\n\n',
         '[arms.on] seats: unknown bot "cautios"; did you mean `cautious`?'),
        ('kind = "lowest"', 'kind = "zebra"',
         '[bots.cautious] kind: unknown bot "zebra"; the bots are random, random-nopass, lowest, '
         "longest, min-turns, control, endgame, counter, linear, pimc, "
         "pimc-infer, ismcts, oracle, cautious"),
        ('kind = "lowest"', "kind = 3",
         '[bots.cautious]: `kind` must be text in quotes, not 3, such as kind = "lowest"'),
        ('kind = "lowest"', "",
         '[bots.cautious]: `kind` is missing, such as kind = "lowest"'),
        ("[bots.cautious]", '[bots.longest]\nkind = "lowest"\n[bots.cautious]',
         "[bots.longest]: `longest` is the name of a shipped bot; choose another"),
        ("gang_when_opponent_at_most", "gang_when_oponent_at_most",
         "unknown key `gang_when_oponent_at_most` in [bots.cautious]; "
         "did you mean `gang_when_opponent_at_most`?"),
        ("[arms.off]", '[arms."a]b/c<i>"]\nseats = ["lowst"]\n[arms.off]',
         '[arms."a]b/c<i>"] seats: 1 bots, but 4 players (rules.players)'),
        ("[arms.off]", '[arms."o\\nf"]\n[arms.off]',
         '[arms] "o\\nf": must be text without line ends and control characters, not "o\\nf"'),
        ('"random"]\n\n', '"[red]x[/red]"]\n\n',
         '[arms.on] seats: unknown bot "[red]x[/red]"; the bots are random, random-nopass, '
         "lowest, longest, min-turns, control, endgame, counter, linear, pimc, "
         "pimc-infer, ismcts, oracle, cautious"),
    ],
)  # fmt: skip
def test_one_fault_one_line(write, old, new, fault):
    assert fault in faults(write((old, new)))


def test_no_arms(write):
    text = 'question = "?"\nseed = 1\ngames = 5\n'
    assert faults(write(text=text)) == ["`arms` is missing"]
    assert faults(write(text=text + "arms = {}\n")) == ["arms: must not be empty"]


def test_all_faults_at_once(write):
    path = write(("seed = 7", "sed = 7"), ("games = 60", "games = 0"), ('"off"', '"no"'))
    assert len(faults(path)) == 4


def test_all_bot_faults_at_once(write):
    path = write(("= 3", "= 99"), ('"random"]\n\n', '"x", "y"]\n\n'), ('"random"]', '"z"]'))
    assert len(faults(path)) == 5


@pytest.mark.parametrize(
    "field",
    [
        'exchange = "off"',
        'exchange_tie = "clockwise"',
        'next_lead = "random"',
        "target = 50",
        'shuffle = "riffle"',
        "riffles = 2",
    ],
)
def test_rounds_refuse_what_only_matters_later(write, field):
    name = field.split()[0]
    path = write(("games = 60", "rounds = 60"), ('exchange = "off"', field))
    line = f"[arms.off] rules: `{name}` decides nothing with `rounds` (single rounds); leave it out"
    assert faults(path) == [line]


def test_rounds_refuse_the_exchange_headline(write):
    path = write(
        ("games = 60", 'rounds = 60\nheadline = "exchange"'), ('rules.exchange = "off"', "")
    )
    assert faults(path) == ['headline: "exchange" needs games; with `rounds` nothing is exchanged']


def test_stem_is_reduced(write):
    assert load_experiment(write(name="Über [my] Test")).stem == "ber-my-test"
    assert load_experiment(write(name="[]")).stem == "experiment"


def test_results_folder_depends_on_what_all_arms_share(write):
    names = [
        load_experiment(write(*changes)).run_name
        for changes in (
            [],
            [("Who wins?", "Who loses?"), ("games = 60", "games = 61"), ("[arms.on]", "[arms.x]")],
            [("[bots", "[rules]\nplayers = 4\n[bots")],
            [("seed = 7", "seed = 8")],
            [("games = 60", 'games = 60\nseating = "all"')],
            [("[bots", "[rules]\ntarget = 90\n[bots")],
        )
    ]
    assert names[0] == names[1] == names[2]
    assert len(set(names)) == 4


def test_arm_hash_depends_on_bots_and_rules_only(write):
    def hashes(*changes):
        return [arm.hash for arm in load_experiment(write(*changes)).arms]

    on, off = hashes()
    assert on != off
    assert hashes(("[arms.on]", "[arms.x]"), ("seed = 7", "seed = 8"))[0] == on
    assert hashes(("cautious", "careful"))[0] == on
    assert hashes(("= 3", "= 4"))[0] != on
    assert hashes(("= 3", "= 3\nforget = 0.5"))[0] != on
    assert hashes(("= 3", '= 3\ngive = "highest"'))[0] != on


def test_arms_that_are_the_same_have_a_hash_each_whatever_their_order(write):
    def hashes(first, second):
        text = (
            f'question = "?"\nseed = 1\ngames = 5\n[arms.{first}]\n{FOUR}\n[arms.{second}]\n{FOUR}'
        )
        return {arm.name: arm.hash for arm in load_experiment(write(text=text)).arms}

    assert len(set(hashes("a", "b").values())) == 2
    assert hashes("a", "b") == hashes("b", "a")
