"""`gofsim gallery`: one page on how the bots play, from games that are played for it."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import joblib
import numpy as np

from gofsim.analysis.gallery import Portrait, gallery_page
from gofsim.analysis.habits import Habits, Sums, habits_of, joined, sums_of
from gofsim.analysis.words import counted
from gofsim.commands.bench import median_seconds, play
from gofsim.commands.bots import setting_row
from gofsim.commands.page_file import path_faults, write_page
from gofsim.errors import BadInputError
from gofsim.leaving import last_words
from gofsim.rules import Rules
from gofsim.simulation.observing import FREE, LED, OTHERS_LED, PASSED, Counts, observe
from gofsim.simulation.play import play_blocks
from gofsim.simulation.progress import Progress, choose_progress
from gofsim.simulation.schema import LARGEST_SEED
from gofsim.simulation.watch import watching
from gofsim.simulation.workers import worker_count
from gofsim.strategies.base import Strategy
from gofsim.strategies.registry import names
from gofsim.strategies.seat import Seat, seat_bot

FIELD = "lowest"
# A search takes a thousand times as long as a rule: its bots play fewer games.
SEARCH_SHARE, OBSERVED_SHARE = 10, 20
MOST_GAMES = 1_000_000
TIMED_ROUNDS, TIMED_ROUNDS_OF_SEARCH = 2_000, 20
_GAMES_A_BLOCK = 4
_SEATING = "rotations"

Outcome = Sums | Counts


@dataclass(frozen=True)
class Job:
    """Some blocks of one bot, by its place in the list: to be played, or looked at."""

    bot: int
    blocks: range
    observed: bool


def make_gallery(
    bots: Sequence[str], *, games: int, seed: int, out: Path, workers: int | None, quiet: bool
) -> str:
    """Play every bot against its field, write the page to ``out`` and say so.

    All shipped bots where none are named. ``games`` are the blocks of a bot that does not search.
    Raises BadInputError, PlayError or StorageError.
    """
    kinds = list(bots) or names()
    check(kinds, games, seed, out)
    count = worker_count(workers)
    seats = seated(kinds)
    progress = choose_progress(quiet=quiet)
    last_words(lambda: f"stopped; {out} is not written")

    def give_up(line: str) -> None:
        progress.end()
        print(line, file=sys.stderr, flush=True)

    with watching(give_up):
        progress.prepare()
        costs = [cost(seat) for seat in seats]
        found = play_all(jobs_of(seats, games), seats, seed, count, progress)
    portraits = [
        portrait(kind, seat, each, habits(place, found))
        for place, (kind, seat, each) in enumerate(zip(kinds, seats, costs, strict=True))
    ]
    page = gallery_page(portraits, FIELD, seed, command_of(bots, games, seed))
    write_page(out, page)
    return f"{counted(len(kinds), 'bot')}, seed {seed}; gallery: {out}"


def check(kinds: Sequence[str], games: int, seed: int, out: Path) -> None:
    """Refuse what cannot be played or written, before anything is played."""
    faults = [
        f"{kind}: named more than once; name each bot once"
        for kind in dict.fromkeys(kinds)
        if kinds.count(kind) > 1
    ]
    if not 1 <= games <= MOST_GAMES:
        faults.append(f"--games: must be 1 to {MOST_GAMES:,}, not {games}")
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(f"--seed: must be 0 to {LARGEST_SEED}, not {seed}")
    faults += path_faults("--out", out)
    if faults:
        raise BadInputError(*faults)


def seated(kinds: Sequence[str]) -> list[Seat]:
    """The bots with their defaults; BadInputError with the faults of all of them."""
    seats: list[Seat] = []
    faults: list[str] = []
    for kind in kinds:
        try:
            seats.append(seat_bot(kind, {}, Path.cwd(), "BOT"))
        except BadInputError as error:
            faults += error.faults
    if faults:
        raise BadInputError(*faults)
    return seats


def cost(seat: Seat) -> tuple[float, float]:
    """Rounds a CPU second, and microseconds a decision, of four of a bot in single rounds."""
    table, rounds = (seat,) * 4, TIMED_ROUNDS_OF_SEARCH if searches(seat) else TIMED_ROUNDS
    played = play(table, rounds, single_round=True).rounds
    seconds = median_seconds(lambda: play(table, rounds, single_round=True))
    decisions = int(played["plays"].sum()) + int(played["passes"].sum())
    return rounds / seconds, 1e6 * seconds / decisions


def searches(seat: Seat) -> bool:
    """Whether a bot plays rounds on in its head."""
    return bool(seat.strategy.asks)


def jobs_of(seats: Sequence[Seat], games: int) -> list[Job]:
    """Everything to be played, in parts that take about as long.

    Those of slow and fast bots are mixed, so that what is done foretells how long the rest takes.
    """
    timed: list[tuple[float, Job]] = []
    for bot, seat in enumerate(seats):
        slow = searches(seat)
        blocks = range(-(-games // SEARCH_SHARE) if slow else games)
        observed = blocks[: -(-len(blocks) // OBSERVED_SHARE)]
        for part in parts(observed, 1 if slow else 20):
            timed.append((part.start / len(observed), Job(bot, part, observed=True)))
        for part in parts(blocks, 10 if slow else 200):
            timed.append((part.start / len(blocks), Job(bot, part, observed=False)))
    return [job for _, job in sorted(timed, key=lambda pair: pair[0])]


def parts(blocks: range, most: int) -> list[range]:
    """Blocks in parts of so many."""
    return [blocks[start : start + most] for start in range(0, len(blocks), most)]


def play_all(
    jobs: Sequence[Job], seats: Sequence[Seat], seed: int, workers: int, progress: Progress
) -> list[tuple[Job, Outcome]]:
    """Every job with what it counted; threads suffice, as the engine lets them all run."""
    field = (seat_bot(FIELD, {}, Path.cwd(), FIELD),) * (_GAMES_A_BLOCK - 1)
    parallel = joblib.Parallel(n_jobs=workers, backend="threading", return_as="generator")
    calls = (joblib.delayed(done)(job, (seats[job.bot], *field), seed) for job in jobs)
    found = []
    progress.begin(sum(_GAMES_A_BLOCK * len(job.blocks) for job in jobs))
    try:
        for job, outcome in zip(jobs, parallel(calls), strict=True):
            progress.advance(_GAMES_A_BLOCK * len(job.blocks))
            found.append((job, outcome))
    finally:
        progress.end()
    return found


def done(job: Job, seats: Sequence[Seat], seed: int) -> Outcome:
    """What a job counts."""
    name = seats[0].strategy.name
    if job.observed:
        looks = [
            observe(seats, Rules(), seed=seed, block=block, seating=_SEATING, arm=name)
            for block in job.blocks
        ]
        total: Counts = np.sum(looks, axis=0)
        return total
    played = play_blocks(
        seats, Rules(), seed=seed, blocks=job.blocks, seating=_SEATING, single_round=False,
        arm=name,
    )  # fmt: skip
    return sums_of(played.rounds, played.games, played.gangs)


def habits(bot: int, found: Sequence[tuple[Job, Outcome]]) -> Habits:
    """The figures of one bot from the outcomes of its jobs."""
    own = [outcome for job, outcome in found if job.bot == bot]
    sums = joined([each for each in own if isinstance(each, Sums)])
    counts = np.sum([each for each in own if not isinstance(each, Sums)], axis=0)
    return habits_of(sums, *(counts[row] for row in (LED, OTHERS_LED, FREE, PASSED)))


def portrait(kind: str, seat: Seat, cost: tuple[float, float], habits: Habits) -> Portrait:
    """All that the page says of a bot."""
    bot = seat.strategy
    settings = [setting_row(each) for each in bot.settings]
    return Portrait(kind, bot.idea, bot.source, traits(bot), settings, *cost, habits)


def traits(bot: Strategy) -> tuple[str, ...]:
    """What a bot is beside its idea, in words."""
    words = {
        "sees all hands": bot.sees_all,
        "searches": bool(bot.asks),
        "counts cards": bot.counts,
        "draws random numbers": bot.draws,
    }
    return tuple(word for word, holds in words.items() if holds)


def command_of(bots: Sequence[str], games: int, seed: int) -> str:
    """The command that makes the page again."""
    return shlex.join(["gofsim", "gallery", "--games", str(games), "--seed", str(seed), *bots])
