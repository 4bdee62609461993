"""What reads input of others, each as a function of a source of chance: one input, its outcome."""

import functools
import hashlib
import json
import shutil
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
from odd_input import NUMBERS, WORDS, Spoiler, check_message, in_time, outcome, toml_of

import gofsim
from gofsim.analysis.collect import collect
from gofsim.analysis.report import findings
from gofsim.analysis.run_folder import read_run
from gofsim.cli import exit_code
from gofsim.commands.headline import report
from gofsim.commands.import_log import fair_log, import_log
from gofsim.documents import parse_toml
from gofsim.run_manifest import checksum, read_manifest
from gofsim.run_shape import shape_fault
from gofsim.simulation.description import new_manifest
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import check_files
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment
from gofsim.simulation.run_replay import replay
from gofsim.simulation.strange import check_tables
from gofsim.simulation.tuning_state import State
from gofsim.strategies.registry import load_bot
from gofsim.strategies.weights import read_weights

EXPERIMENTS = [
    b"""
question = "Who wins?"
seed = 7
games = 60
seating = "all"
headline = "exchange"
[rules]
shuffle = "riffle"
scoring = [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80]
[bots.cautious]
kind = "lowest"
gang_when_opponent_at_most = 3
forget = 0.1
give = "min-turns"
[arms.on]
seats = ["lowest", "lowest", "cautious", "random"]
[arms.off]
seats = ["lowest", "linear", "cautious"]
rules.exchange = "off"
rules.players = 3
[sweep]
"rules.riffles" = [0, 1, 3]
"bots.cautious.gang_when_opponent_at_most" = [2, 4]
""",
    b"""
question = "Which is best?"
seed = 1
games = 500
[rules]
players = 3
[bots.mine]
kind = "control"
weights = "w.json"
[league]
bots = ["lowest", "random", "longest", "mine"]
design = "tables"
[stop]
rule = "sprt"
of = ["lowest", "random"]
metric = "games"
d0 = 0
d1 = -0.25
every = 50
""",
    b"""
question = "One round?"
seed = 3
rounds = 200
[arms.a]
seats = ["lowest", "lowest", "lowest", "my_bot.py:BOT"]
[arms.b]
seats = ["lowest", "lowest", "lowest", "random"]
[stop]
rule = "anytime"
of = ["a", "b"]
width = 0.1
""",
    b"""
question = "What is a card worth?"
seed = 4
rounds = 200
[rules]
players = 3
[bots.mine]
kind = "lowest"
[worth]
bot = "mine"
of = ["cards", "numbers", "exchange"]
""",
]
WEIGHTS = {"format": "gofsim-weights/1", "bot": "control", "players": 3, "parameters": {"ten": 0.5}}
SETTINGS = {"bot": "control", "seed": 1, "parameters": ["ten"], "step": 0.1}
GENERATION = {"losses": [0.5, -0.25], "mean": 0.125, "error": 0.01, "asked": "ab12"}
STATE = {"format": "gofsim-tuning/1", "settings": SETTINGS, "generations": [GENERATION, GENERATION]}
SOUND = """
question = "Who wins?"
seed = 7
games = 30

[bots.cautious]
kind = "lowest"
gang_when_opponent_at_most = 3

[arms.on]
seats = ["lowest", "lowest", "cautious", "random"]

[arms.three]
seats = ["lowest", "cautious", "random"]
rules.players = 3
rules.exchange = "off"
"""
COMMANDS = (
    ("check", None), ("report", None), ("bots", None), ("run", None, "--workers", "0"),
    ("plan", None, "--pilot", "0"), ("new", None),
    ("replay", None, "--arm", None, "--block", "0"),
    ("replay", None, "--block", None, "--arm", "a"),
    ("check", None, None), ("run", "exchange", "--games", None, "--workers", "0"),
    ("run", "exchange", "--seed", None, "--workers", "0"),
    ("run", "exchange", "--backend", None, "--workers", "0"), (None,), ("exact",),
    ("compare", None, "nobody"), ("compare", "lowest", "random", "--players", None, "--games", "0"),
    ("compare", "lowest", "random", "--until", None, "--games", "0"), ("tune", None, None),
    ("tune", "control", None), ("gallery", None, "--games", "0"),
)  # fmt: skip
CARDS = ("G1", "M1", "R5", "g7", "Y10", "GP", "YP", "RD", "G11", "M2", "GG", "R", "1", "G7G7", "🃏")


def as_json(document):
    return json.dumps(document).encode()


def toml_text(chance, folder):
    """An experiment file: some spoilt in its parts, some in its bytes."""
    (folder / "w.json").write_bytes(as_json(WEIGHTS))
    spoiler = Spoiler(chance, moments=True)
    data = chance.choice(EXPERIMENTS)
    if chance.random() < 0.8:
        data = toml_of(spoiler.document(parse_toml(data))).encode(errors="surrogatepass")
    if chance.random() < 0.4:
        data = spoiler.bytes(data)
    path = folder / "e.toml"
    path.write_bytes(data)
    return outcome(load_and_describe, path)


def load_and_describe(path):
    """Load an experiment; what is accepted has a manifest that will be accepted again."""
    described = json.loads(json.dumps(new_manifest(load_experiment(path), "")))
    assert shape_fault(described) == "", path.read_bytes()


def friendly_layer(chance, folder):
    """Cards as text, with switches, for every function that takes them."""
    known = CARDS[: chance.choice((8, 8, 8, len(CARDS)))]
    some = known + WORDS if chance.random() < 0.2 else known
    words = [chance.choice(some) for _ in range(chance.randrange(9))]
    cards = chance.choice((" ", " ", " ", "", "\t")).join(words)
    other = " ".join(chance.choices(CARDS[:8], k=chance.choice((0, 1, 1, 2, 3))))
    keys = ("tie_break", "phoenix_in_full_house", "multi_one_wild", "players", "riffles", "x")
    some = chance.sample(keys, chance.choice((0, 0, 1)))
    switches = {key: Spoiler(chance).value() for key in some}
    function = chance.choice((gofsim.combination, gofsim.beats, gofsim.beats, gofsim.legal_plays))
    if function is gofsim.combination:
        return outcome(lambda: function(cards, **switches))
    first, second = chance.choice(((cards, other), (other, cards)))
    return outcome(lambda: function(first, second, **switches))


def one_game(chance, folder):
    """Arguments of `play_game`."""
    names = ("lowest", "random", "longest", *WORDS)
    bots = chance.choices(names[: chance.choice((3, len(names)))], k=chance.choice((3, 4, 4, 0, 5)))
    how = {"seed": 1, "block": 0, "seating": 0}
    for key in chance.sample([*how, "target", "exchange", "x"], chance.choice((0, 1, 1, 2))):
        how[key] = Spoiler(chance).value()
    return outcome(lambda: gofsim.play_game(bots, **how))


@functools.cache
def short_game():
    """The log of a game of two rounds or so."""
    return gofsim.play_game(["lowest"] * 4, seed=3, target=10)


def game_log(chance, folder):
    """A game log; what is kept of a fair one is fair again."""
    spoiler, path, kept = Spoiler(chance), folder / "game.json", folder / "kept.json"
    data = as_json(spoiler.document(short_game()))
    path.write_bytes(spoiler.bytes(data) if chance.random() < 0.2 else data)
    kept.unlink(missing_ok=True)

    def import_twice():
        fair_log(path)
        import_log(path, kept)
        assert fair_log(kept) == fair_log(path)

    return outcome(import_twice)


def command_line(chance, folder):
    """Words after ``gofsim``, such as a shell could pass them; nothing that would play."""
    word = lambda: chance.choice(WORDS).replace("\0", "0") or "x"  # noqa: E731
    command, *options = chance.choice(COMMANDS)
    some = [word() if option is None else option for option in (command, *options)]
    if chance.random() < 0.3:
        some.insert(chance.randrange(len(some) + 1), word())
    with (
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        in_time(),
        chdir(folder),
    ):
        code = exit_code(some)
    check_message(err.getvalue().removesuffix("\n") or "-")
    assert code in (0, 2), (some, err.getvalue())
    assert not set(map(ord, out.getvalue() + err.getvalue())) & {*range(9), *range(14, 32), 127}
    return "refused" if code else "accepted"


def weights_file(chance, folder):
    """A file of weights."""
    data = as_json(Spoiler(chance).document(WEIGHTS))
    path = folder / "w.json"
    path.write_bytes(Spoiler(chance).bytes(data) if chance.random() < 0.2 else data)
    return outcome(read_weights, path, load_bot("control", folder))


def tuning_state(chance, folder):
    """The state of a tuning, most with the checksum that belongs to it."""
    state = Spoiler(chance).document(STATE)
    if isinstance(state, dict) and chance.random() < 0.9:
        state["checksum"] = checksum({k: v for k, v in state.items() if k != "checksum"})
    data = as_json(state)
    path = folder / "w.json.state"
    path.write_bytes(Spoiler(chance).bytes(data) if chance.random() < 0.2 else data)
    return outcome(lambda: State(path, SETTINGS, fresh=False))


def sound_run(folder):
    """Play the run that is spoilt; return its folder."""
    (folder / "sound.toml").write_text(SOUND)
    return run_experiment(load_experiment(folder / "sound.toml"), folder, workers=1)


class OddRun:
    """A run's folder that is spoilt and mended again for each input."""

    def __init__(self, sound, folder):
        self.folder = folder / "run"
        shutil.copytree(sound, self.folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text("utf-8"))
        del self.manifest["checksum"]

    def sign(self, manifest, sound=True):
        if isinstance(manifest, dict):
            manifest = {**manifest, "checksum": checksum(manifest) if sound else "0" * 64}
        (self.folder / "manifest.json").write_bytes(as_json(manifest))

    def manifest_text(self, chance, folder):
        """A manifest, most with the checksum that belongs to it."""
        spoiler = Spoiler(chance)
        self.sign(spoiler.document(self.manifest), sound=chance.random() < 0.95)
        if chance.random() < 0.1:
            path = self.folder / "manifest.json"
            path.write_bytes(spoiler.bytes(path.read_bytes()))
        outcome(self.replay)
        return outcome(self.read)

    def read(self):
        manifest = read_manifest(self.folder)
        check_files(self.folder, manifest, contents=False)
        check_tables(self.folder, manifest)
        open_run(self.folder).seats_sql()
        run = read_run(self.folder)
        list(run.windows())

    def replay(self):
        replay(self.folder, arm=next(iter(self.manifest["experiment"]["arms"])), block=0)

    def report_text(self, chance, folder):
        """As `manifest_text`, up to the report."""
        self.sign(Spoiler(chance).document(self.manifest))
        return outcome(report, self.folder)

    def table_bytes(self, chance, folder):
        """The bytes of a Parquet file, with a manifest that says so."""
        return self.with_table(chance, lambda data: Spoiler(chance).bytes(data), collect)

    def table_footer(self, chance, folder):
        """The last part of a Parquet file, where its columns and sizes are written."""

        def spoil(data):
            footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
            rest = Spoiler(chance).bytes(data[footer:-8])
            return data[:footer] + rest + len(rest).to_bytes(4, "little") + b"PAR1"

        return self.with_table(chance, spoil, collect)

    def table_values(self, chance, folder):
        """Values of a table, written as they should be."""
        return self.with_table(chance, lambda data: other_values(data, chance), findings)

    def with_table(self, chance, spoil, read):
        shard = chance.choice(self.manifest["shards"])
        table = chance.choice(list(shard["files"]))
        entry = shard["files"][table]
        path, before = self.folder / entry["name"], dict(entry)
        sound = path.read_bytes()
        try:
            data = spoil(sound)
            path.write_bytes(data)
            entry |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            self.sign(self.manifest)
            return outcome(self.checked, read)
        finally:
            path.write_bytes(sound)
            entry |= before

    def checked(self, read):
        manifest = read_manifest(self.folder)
        check_files(self.folder, manifest)
        check_tables(self.folder, manifest)
        read(read_run(self.folder))


def other_values(data, chance):
    """A Parquet file with other values in a few cells of a column, or rows in another order."""
    table = pq.read_table(pa.BufferReader(data))
    place = chance.randrange(table.num_columns)
    field, values = table.schema.field(place), table.column(place).to_pylist()
    kind = chance.randrange(5)
    if kind == 0:
        order = list(range(table.num_rows))
        chance.shuffle(order)
        values, table = [values[i] for i in order], table.take(order)
    for _ in range(0 if kind == 0 else chance.choice((1, 1, 5, 50))):
        values[chance.randrange(len(values))] = other_value(field, values, chance)
    if kind == 1:
        values = [other_value(field, values, chance)] * len(values)
    column = pa.array(values, field.type, from_pandas=True)
    sink = pa.BufferOutputStream()
    field = field.with_nullable(field.nullable)
    pq.write_table(table.set_column(place, field, column), sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def other_value(field, values, chance):
    """Another value of a column's type, null among them."""
    if field.nullable and chance.random() < 0.2:
        return None
    if pa.types.is_boolean(field.type):
        return chance.random() < 0.5
    if pa.types.is_integer(field.type):
        top = 2 ** (field.type.bit_width - 1)
        number = chance.choice([n for n in NUMBERS if isinstance(n, int) and -top <= n < top])
        return chance.choice((number, chance.choice(values)))
    return chance.choice(WORDS)


def seeded(number):
    """The source of chance of one input of many: the number tells all of it."""
    return Random(number)
