"""Random play here and in two libraries that have a comparable game, in one run on one core.

Needs `pip install rlcard open_spiel` beside gofsim (an environment of its own is best), then
`python benchmarks/peers.py`. Both play dou dizhu, a climbing game of three players with 20, 17 and
17 cards, whose games are shorter than rounds of Gang of Four: compare decisions as well as rounds.
Rates are CPU seconds of this process; every game is another deal.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gofsim.commands.bench import play, seats_of

REPEATS = 3


@dataclass(frozen=True)
class Rate:
    """What one library does: rounds (or games of dou dizhu) and decisions a CPU second."""

    name: str
    rounds: float
    decisions: float

    @property
    def length(self) -> float:
        """Mean decisions a round."""
        return self.decisions / self.rounds


def seconds(work: Callable[[], object]) -> float:
    """Median CPU seconds of some work."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def gofsim_random(rounds: int = 200_000) -> Rate:
    """Four `random` bots, single rounds, every check and statistic on."""
    seats = seats_of("random")
    played = play(seats, rounds, single_round=True)
    decisions = int(played.rounds["plays"].sum() + played.rounds["passes"].sum())
    elapsed = seconds(lambda: play(seats, rounds, single_round=True))
    return Rate("gofsim, Gang of Four", rounds / elapsed, decisions / elapsed)


def openspiel_game(game: object, rng: np.random.Generator) -> int:
    """One game of random plays from Python; its number of decisions."""
    import pyspiel

    assert isinstance(game, pyspiel.Game)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(actions[rng.choice(len(actions), p=chances)])
        else:
            decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions


def openspiel_rates(games: int = 100, compiled: int = 3_000) -> Iterator[Rate]:
    """OpenSpiel's dou dizhu: from Python, and whole games by its own C++ random bots."""
    import pyspiel

    game, rng = pyspiel.load_game("dou_dizhu"), np.random.default_rng(1)
    lengths = [openspiel_game(game, rng) for _ in range(games)]
    elapsed = seconds(lambda: [openspiel_game(game, rng) for _ in range(games)])
    length = statistics.mean(lengths)
    yield Rate("OpenSpiel from Python", games / elapsed, length * games / elapsed)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(3)]
    elapsed = seconds(lambda: [play_compiled(game, bots, number) for number in range(compiled)])
    yield Rate("OpenSpiel, C++ bots", compiled / elapsed, length * compiled / elapsed)


def play_compiled(game: object, bots: list[object], seed: int) -> None:
    """One game of OpenSpiel's C++ random bots, dealt anew."""
    import pyspiel

    assert isinstance(game, pyspiel.Game)
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)


def rlcard_rate(games: int = 50) -> Rate:
    """RLCard's dou dizhu with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> int:
        runs = (env.run(is_training=False) for _ in range(games))
        # A trajectory alternates state and action and ends with a state.
        return sum(len(seat) // 2 for trajectories, _ in runs for seat in trajectories)

    decisions = run()
    elapsed = seconds(run)
    return Rate("RLCard", games / elapsed, decisions / elapsed)


def main() -> None:
    """Print the table."""
    ours = gofsim_random()
    print(f"{'':26}{'rounds/s':>12}{'decisions/s':>14}{'length':>8}{'ours, times':>14}")
    for rate in (ours, *openspiel_rates(), rlcard_rate()):
        times = f"{ours.rounds / rate.rounds:,.0f} / {ours.decisions / rate.decisions:,.0f}"
        figures = f"{rate.rounds:12,.0f}{rate.decisions:14,.0f}{rate.length:8.1f}"
        print(f"{rate.name:26}{figures}{times:>14}")
    print("ours, times: how many times as many rounds / decisions gofsim plays")


if __name__ == "__main__":
    main()
