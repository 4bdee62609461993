"""Input that somebody else may have written: sound documents, spoilt in every way we know."""

import copy
import json
import math
import re
import resource
import signal
import sys
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path

from gofsim.errors import GofsimError

WORDS = (
    "", " ", "\x00", "a\nb", "\r", "\t", "\x1b[31m", "\x9b", "\x7f", "\u202e", "\u2028",
    "\ufeff", "..", "../x", "../../etc/passwd", "/etc/passwd", "/dev/zero", "~", "C:\\x", "a/b",
    ".py", "x.py:BOT", "../x.py:BOT", "/dev/stdin.py:BOT", "x\x00.py:BOT", ":", "<b>",
    "<script>", "x.py", "-->", "'", '"', "\\", "`", "|", "{{ 7*7 }}", "=1+1", "@x", "-1", "+1",
    "%s%n", "$(id)", "[x](y)", "# h", "é", "日本", "🃏", "e\u0301", "a" * 300, "b" * 3000,
    "lowest", "random", "control", "linear", "pimc", "oracle", "cautious", "on", "off",
    "on-vs-off", "weights", "give", "forget", "kind", "rules.riffles", "rules.scoring",
    "rules.players", "bots.cautious.forget", "exchange", "games", "rounds", "arms", "league",
    "sweep", "stop", "seats", "rules", "bots", "gofsim-run/1", "fixed", "all", "true", "null",
    "1", "1e999", "rounds/x.parquet", "games/../../x.parquet",
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 3, 4, 5, 16, 17, 50, 99, 100, 255, 256, 1000, 2000, 2**31, 2**32, 2**53 + 1,
    2**63 - 1, 2**63, 2**64, 2**64 + 1, -(2**63), 10**12, 10**12 + 1, 10**18, 10**30, 10**400, 0.0,
    -0.0, 0.1, 0.5, 1.5, -0.25, 1e-308, 1e308, 5e-324, math.inf, -math.inf, math.nan,
)  # fmt: skip
SINGLES = (True, False, {}, [], [[]], [{}], [[[1]], {"a": [{}]}])
MOMENTS = (date(2026, 1, 1), datetime(2026, 1, 1, 12, 0), time(1, 2, 3))
SECONDS_AN_INPUT = 60  # a report on a busy machine


class Spoiler:
    """Spoils documents and bytes by chance; `chance` is a `random.Random`."""

    def __init__(self, chance, *, moments=False):
        self.chance = chance
        self.singles = SINGLES + (MOMENTS if moments else ())

    def value(self):
        """Anything at all."""
        kind = self.chance.randrange(8)
        if kind < 3:
            return self.chance.choice(WORDS)
        if kind < 6:
            return self.chance.choice(NUMBERS)
        if kind == 6:
            return copy.deepcopy(self.chance.choice(self.singles))
        return self.nested()

    def nested(self):
        """A value within many lists or tables."""
        value, deep = self.chance.choice(NUMBERS), self.chance.choice((1, 2, 3, 30, 50, 150))
        for _ in range(deep):
            value = {"a": value} if self.chance.random() < 0.5 else [value]
        return value

    def document(self, sound):
        """A document with a few things changed: values, keys, places, types."""
        spoilt = {"": copy.deepcopy(sound)}
        for _ in range(self.chance.choice((1, 1, 1, 2, 2, 3, 5))):
            self.change(spoilt)
        return spoilt[""]

    def change(self, document):
        places = list(places_of(document))
        holder, key = self.chance.choice(places)
        kind = self.chance.randrange(9)
        if kind < 4:
            holder[key] = self.value()
        elif kind == 4 and key != "":
            del holder[key]
        elif kind == 5 and isinstance(holder, dict) and key != "":
            holder[self.chance.choice(WORDS)] = holder.pop(key)
        elif kind == 6:
            other, name = self.chance.choice(places)
            holder[key] = copy.deepcopy(other[name])
        elif kind == 7:
            holder[key] = self.chance.choice(([holder[key]], {"a": holder[key]}))
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(self.chance.choice((holder[key], self.value()))))
        else:
            holder[self.chance.choice(WORDS)] = self.value()

    def bytes(self, sound):
        """Bytes with some flipped, cut out, doubled, or put in."""
        spoilt = bytearray(sound)
        for _ in range(self.chance.choice((1, 1, 2, 4, 16))):
            at = self.chance.randrange(len(spoilt) + 1)
            length = self.chance.choice((1, 1, 2, 4, 8, 100))
            kind = self.chance.randrange(5)
            if kind == 0:
                spoilt[at : at + 1] = bytes([self.chance.randrange(256)])
            elif kind == 1:
                del spoilt[at : at + length]
            elif kind == 2:
                spoilt[at:at] = spoilt[at : at + length]
            elif kind == 3:
                spoilt[at : at + length] = self.chance.choice((b"\0", b"\xff")) * length
            else:
                spoilt[at:at] = self.chance.choice(WORDS).encode(errors="replace")
        if self.chance.random() < 0.05:
            del spoilt[self.chance.randrange(len(spoilt) + 1) :]
        return bytes(spoilt)


def places_of(document):
    """Every place of a document, as what holds it and its key or index there."""
    waiting = [document]
    while waiting:
        holder = waiting.pop()
        for key in holder if isinstance(holder, dict) else range(len(holder)):
            yield holder, key
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])


def toml_of(document):
    """A document as TOML, one value a line, or in tables of their own."""
    if not isinstance(document, dict):
        return f"x = {toml_value(document)}\n"
    tables = {k: v for k, v in document.items() if isinstance(v, dict) and v}
    lines = [f"{toml_key(k)} = {toml_value(v)}" for k, v in document.items() if k not in tables]
    for name, table in tables.items():
        lines.append(f"[{toml_key(name)}]")
        lines += [f"{toml_key(k)} = {toml_value(v)}" for k, v in table.items()]
    return "\n".join(lines) + "\n"


def toml_key(key):
    return json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, bool | str):
        return toml_key(value)
    return value.isoformat() if isinstance(value, date | time) else str(value)


@contextmanager
def in_time():
    """Fail what takes longer than `SECONDS_AN_INPUT`."""

    def late(*_):
        raise AssertionError(f"no answer in {SECONDS_AN_INPUT} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS_AN_INPUT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcome(function, *arguments):
    """What becomes of an input: "accepted" or "refused"; any other error is a fault of ours."""
    with in_time():
        try:
            function(*arguments)
        except GofsimError as error:
            check_message(str(error))
            return "refused"
    return "accepted"


def check_message(message):
    """One clean line a fault, and not a page of them."""
    lines = message.split("\n")
    assert all(line.strip() for line in lines), message
    assert len(lines) <= 100, message[:2000]
    assert len(message) <= 20_000, message[:2000]


def peak_memory(forget=False):
    """The most memory that this process has had, in bytes; on Linux since it was last forgotten."""
    if sys.platform == "linux":
        if forget:  # what went before in this process is none of these inputs' doing
            Path("/proc/self/clear_refs").write_text("5")
        (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
        return 1024 * int(peak)
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
