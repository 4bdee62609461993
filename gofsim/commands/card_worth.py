"""`gofsim card-worth`: what each card, pair, gang and the exchange is worth, as a page."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.analysis.card_worth import CardWorths, Worth, all_rows, card_worth_page, tables
from gofsim.analysis.cards import CARD_GROUPS
from gofsim.analysis.estimates import NO_DATA, Estimate, from_error
from gofsim.analysis.table import flat_row, text_row, write_csv
from gofsim.commands.dealt_wish import wished_bots
from gofsim.commands.rule_wish import wished_rules
from gofsim.commands.text import table_lines
from gofsim.disk import writing
from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.card_sets import CardSet, of_numbers, single_cards
from gofsim.simulation.dealt import Dealt, dealt_faults, in_parts
from gofsim.simulation.progress import choose_progress
from gofsim.simulation.schema import LARGEST_SEED
from gofsim.simulation.workers import worker_count
from gofsim.strategies.trials import FIRST, POINTS, SHARE

FORMAT = "gofsim-card-worth/1"
# Outcomes, and whether more of it is better.
MEASURES = {"points": (POINTS, -1), "first": (FIRST, 1), "games": (SHARE, 1)}
# Cards given in the exchange: any, then the groups that reports know.
GIVEN = {"any": range(64), **CARD_GROUPS}

Floats = npt.NDArray[np.float64]
Sums = tuple[Floats, Floats, Floats]  # how many, their sums, and the sums of their squares


def make_card_worth(
    bot: str,
    *,
    rules: Sequence[str],
    players: int,
    rounds: int,
    seed: int,
    out: Path,
    workers: int | None,
    quiet: bool,
) -> dict[str, Any]:
    """Play, write the page to `out` and a CSV file beside it; return plain data with its `text`.

    Raises BadInputError, PlayError or StorageError.
    """
    wished = wished_rules(rules, players)
    _check(wished, rounds, seed, out)
    seat = wished_bots([bot], wished.players)[0]
    sets = [*single_cards(), *of_numbers()]

    def work(blocks: range) -> tuple[Sums, Sums]:
        return _played(Dealt(seat, wished, seed), sets, blocks)

    progress = choose_progress(quiet=quiet)
    parts = [*in_parts(work, rounds, worker_count(workers), progress)]
    of_sets, of_exchange = (_added(each) for each in zip(*parts, strict=True))
    found = _found(sets, of_sets, of_exchange, rounds)
    about = {"bot": bot, "players": wished.players, "rounds": rounds, "seed": seed}
    options = [f"--rule={rule}" for rule in rules]
    command = ["gofsim", "card-worth", "--bot", bot, "--players", str(players)]
    command += ["--rounds", str(rounds), "--seed", str(seed), *options]
    page = card_worth_page(
        found, about | {"rules": ", ".join(rules), "command": shlex.join(command)}
    )
    table, file = all_rows(found), out.with_suffix(".csv")
    with writing(out):
        out.write_bytes(page.encode(errors="backslashreplace"))
    with writing(file):
        write_csv(table, file)
    rows = [flat_row(table, row) for row in table.rows]
    last = f"{rounds:,} deals, seed {seed}, {bot} at all seats; page: {out}, figures: {file}"
    return {"format": FORMAT, **about, "rows": rows, "text": f"{text(found)}\n\n{last}"}


def _check(rules: Rules, rounds: int, seed: int, out: Path) -> None:
    """Refuse what cannot be played or written, before anything is played."""
    faults = dealt_faults(rules, rounds)
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(f"--seed: must be 0 to {LARGEST_SEED}, not {seed}")
    if out.is_dir():
        faults.append(f"--out: {out} is a folder; name a file")
    elif out.suffix == ".csv":
        faults.append(f"--out: {out} would be the page; the figures go beside it, to a .csv")
    elif not out.parent.is_dir():
        faults.append(f"--out: there is no folder {out.parent}")
    if faults:
        raise BadInputError(*faults)


def _played(table: Dealt, sets: Sequence[CardSet], blocks: range) -> tuple[Sums, Sums]:
    """Sums over some blocks of what the sets bring, and the exchange by the card given."""
    held, without = table.sets([s.group for s in sets], [s.count for s in sets], blocks)
    ones = np.ones((1, len(blocks)))
    given, (swapped, kept) = table.exchanges(blocks)
    bits = np.array([int(card).bit_length() - 1 for card in given], np.int64)
    groups = np.array([np.isin(bits, list(group)) for group in GIVEN.values()], np.float64)
    return _sums(ones, held - without), _sums(groups, swapped - kept)


def _sums(groups: Floats, changes: Floats) -> Sums:
    """Of float64[blocks, n, outcomes] for each row of float64[groups, blocks] of zeros and ones."""
    sums, squares = (np.tensordot(groups, each, 1) for each in (changes, changes**2))
    return groups.sum(axis=1), sums, squares


def _added(parts: Iterable[Sums]) -> Sums:
    """The sums of parts, in their order."""
    counts, sums, squares = (sum(each) for each in zip(*parts, strict=True))
    return counts, sums, squares


def _found(sets: Sequence[CardSet], of_sets: Sums, of_exchange: Sums, rounds: int) -> CardWorths:
    """Estimates of everything."""
    worths = [_worth(each, of_sets, place) for place, each in enumerate(sets)]
    sides = [
        [
            Worth(label, values, share=float(of_exchange[0][row]) / rounds)
            for row, label in enumerate(GIVEN)
            for values in [_values(of_exchange, row, side)]
        ]
        for side in (0, 1)
    ]
    cards = [worth for each, worth in zip(sets, worths, strict=True) if each.number is None]
    numbers = [worth for each, worth in zip(sets, worths, strict=True) if each.number is not None]
    return CardWorths(cards, numbers, *sides)


def _worth(each: CardSet, sums: Sums, place: int) -> Worth:
    return Worth(each.label, _values(sums, 0, place), each.number, each.count)


def _values(sums: Sums, row: int, place: int) -> dict[str, Estimate]:
    """Each measure, better above zero."""
    count = int(sums[0][row])
    found = {}
    for name, (outcome, better) in MEASURES.items():
        total, squares = float(sums[1][row, place, outcome]), float(sums[2][row, place, outcome])
        found[name] = mean_of(better * total, squares, count)
    return found


def mean_of(total: float, squares: float, count: int) -> Estimate:
    """A mean with its interval, from the sum of `count` numbers and of their squares."""
    if count == 0:
        return NO_DATA
    mean = total / count
    error = (max(0.0, squares - total * mean) / max(1, count - 1) / count) ** 0.5
    return from_error(mean, error, count)


def text(found: CardWorths) -> str:
    """The cards and the exchange as tables for a terminal."""
    cards, _, exchange = tables(found)
    return "\n\n".join(
        "\n".join(table_lines([text_row(table, row) for row in table.rows]))
        for table in (cards, exchange)
    )
