"""A game log as one page that steps through the game: nothing in it is fetched from anywhere."""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from gofsim.analysis.explained_words import worlds_words
from gofsim.analysis.template import render
from gofsim.analysis.words import listed

# What a script element's text may not hold: an end of it, a comment's start, a line's end in JSON.
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
SCRIPTS = ("replay_cards.js", "replay.js")
VALUES = {
    "games": "Share of games at this score",
    "points": "Points of this round less those of the others",
    "first": "Chance to go out first",
    "both": "Share of games at this score, less 1/220 for each point more than the others",
}


def replay_page(
    log: Mapping[str, Any],
    *,
    kinds: Mapping[str, str],
    advice: Mapping[str, Any] | None,
    command: str,
) -> str:
    """Return the page of a game log whose moves also say their `kind` and whether they lead.

    `kinds` are the kinds of the bots by name, where they differ; `advice` is what is said of the
    moves, by "round:move", with the `bot` asked and what the values are `by`. The same log gives
    the same bytes.
    """
    templates = files("gofsim.analysis") / "templates"
    script = "".join((templates / name).read_text("utf-8") for name in SCRIPTS)
    context = {
        "title": f"A game of {listed(list(dict.fromkeys(_named(log, kinds))))}",
        "place": _place(log, kinds),
        "advised": _advised(advice) if advice else "",
        "command": command,
        "game": script_json({"log": log, "explained": advice}),
        "script": Markup(script),
        "script_hash": b64encode(sha256(script.encode()).digest()).decode(),
    }
    return render("replay.html", context)


def script_json(document: object) -> Markup:
    """Return a document as JSON that cannot end the script element in which it stands."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_ESCAPES))


def _named(log: Mapping[str, Any], kinds: Mapping[str, str]) -> list[str]:
    """The bots by seat, with their kinds where those differ from the names."""
    pairs = [(bot, kinds.get(bot, bot)) for bot in log["bots"]]
    return [bot if kind == bot else f"{bot} ({kind})" for bot, kind in pairs]


def _place(log: Mapping[str, Any], kinds: Mapping[str, str]) -> str:
    """Which game it is, and who won."""
    place = (
        f"Block {log['block']} of arm {log['arm']}, seating {log['seating']}, seed {log['seed']}"
    )
    if log["winners"] is None:
        return f"{place}."
    names = _named(log, kinds)
    winners = listed([f"{names[seat]} on seat {seat}" for seat in log["winners"]])
    return f"{place}; won by {winners}."


def _advised(advice: Mapping[str, Any]) -> str:
    """What the figures beside the plays are."""
    if advice["values"] == "own":
        return (
            f"{VALUES[advice['by']]}, as {advice['bot']} itself values the plays that it looks at:"
            f" {worlds_words(advice)}."
        )
    return (
        f"{VALUES[advice['by']]}, with 95% intervals, from games that are played on in sampled"
        " worlds; all plays meet the same worlds."
    )
