"""Learn to play by REINFORCE: a softmax over weighted features of the legal plays, numpy alone.

    python learn.py --rounds 640000 --seed 1

Seat 0 learns, three bots play the others. After each round every decision of it becomes more or
less likely, by how many points the round was better than the average of late.
"""

import argparse
import json
import time

import numpy as np

import gofsim
from gofsim.kernel import view

# Bits of the cards: seven 1s, six of each other number, then phoenixes and dragon.
NUMBERS = np.array([0x7F] + [0x3F << (7 + 6 * n) for n in range(9)], np.uint64)
HONOURS = np.uint64(0b111 << 61)
GANG, FIVE = 4, 5
NAMES = (
    "pass", "pass_late", "out", "lead_size", "lead_low", "lead_late", "follow_high", "honours",
    "honours_late", "gang", "gang_late", "fives", "breaks", "singles", "pairs", "triples", "gangs",
    "low_numbers",
)  # fmt: skip
RATE, DECAY = 0.05, (0.9, 0.999)
_TEST_DEALS = 1_000_000  # seeds from here on are not learned from
JUDGES = ("random-nopass", "lowest", "control", "linear")


def features(plays, hands, leads, late):
    """What a play is and what it leaves: float32[n, len(NAMES)].

    plays, hands uint64[n]; leads bool[n]; late float[n], 0 to 1: how near somebody is to going out.
    """
    rest = hands & ~plays
    kept = np.bitwise_count(rest[:, None] & NUMBERS)
    laid = np.bitwise_count(plays[:, None] & NUMBERS)
    size, passes = np.bitwise_count(plays).astype(np.float32), plays == 0
    gang = (laid.max(axis=1) >= GANG) & (laid.max(axis=1) == size)
    low = np.where(laid.any(axis=1), (laid > 0).argmax(axis=1), 10) / 10
    high = np.where(plays & HONOURS, 10, 9 - (laid[:, ::-1] > 0).argmax(axis=1)) / 10
    honours = np.bitwise_count(plays & HONOURS).astype(np.float32)
    columns = (
        passes,
        passes * late,
        rest == 0,
        leads * size / FIVE,
        leads * low,
        leads * late * (size == 1) * (1 - high),
        ~leads * ~passes * high,
        honours,
        honours * late,
        gang,
        gang * late,
        (size == FIVE) & ~gang,
        ((kept > 0) & (laid > 0)).sum(axis=1),
        *((kept == count).sum(axis=1) for count in range(1, GANG)),  # singles, pairs, triples
        (kept >= GANG).sum(axis=1),
        (kept * (1 - np.arange(10) / 9)).sum(axis=1) / 10,
    )
    return np.stack(columns, axis=1, dtype=np.float32)


def features_of(tables):
    """The features of everything that may be done at all tables."""
    each = np.repeat(np.arange(tables.count), np.diff(tables.starts))
    counts = tables.words[:, view.COUNTS : view.COUNTS + tables.rules.players].astype(np.float32)
    counts[np.arange(tables.count), tables.seat] = np.inf
    late = np.clip(1 - counts.min(axis=1) / 8, 0, 1)
    leads = tables.words[:, view.TO_BEAT] == 0
    return features(tables.plays, tables.hand[each], leads[each], late[each])


def chances(values, starts):
    """Softmax within each table's part of the values."""
    sizes = np.diff(starts)
    powers = np.exp(values - np.repeat(np.maximum.reduceat(values, starts[:-1]), sizes))
    return powers / np.repeat(np.add.reduceat(powers, starts[:-1]), sizes)


def draw(odds, starts, rng):
    """One option a table, by its odds: indexes into all options."""
    sums = np.cumsum(odds, dtype=np.float64)
    before = np.concatenate([[0.0], sums])[starts[:-1]]
    wanted = before + rng.random(len(starts) - 1) * (sums[starts[1:] - 1] - before)
    return np.clip(np.searchsorted(sums, wanted, side="right"), starts[:-1], starts[1:] - 1)


class Learner:
    """Weights of the features, moved by Adam along the gradient of the expected reward."""

    def __init__(self):
        """Start from nothing: every legal play is as likely as the next."""
        self.weights, self.baseline = np.zeros(len(NAMES)), 0.0
        self.mean, self.square, self.updates = 0.0, 0.0, 0

    def update(self, gradient):
        """One step of Adam."""
        self.updates += 1
        self.mean = DECAY[0] * self.mean + (1 - DECAY[0]) * gradient
        self.square = DECAY[1] * self.square + (1 - DECAY[1]) * gradient**2
        mean = self.mean / (1 - DECAY[0] ** self.updates)
        square = self.square / (1 - DECAY[1] ** self.updates)
        self.weights = self.weights + RATE * mean / (np.sqrt(square) + 1e-8)


def better(tables):
    """By how many points seat 0 was better than the others' mean in the rounds that ended."""
    points = tables.points[:, : tables.rules.players]
    return points[:, 1:].mean(axis=1) - points[:, 0]


def train(learner, tables, rng, rounds, batch=1000):
    """Play at least so many rounds and learn from them; how many they were."""
    played, ended = 0, 0
    traces = np.zeros((tables.count, len(NAMES)))
    gradient = np.zeros(len(NAMES))
    while played < rounds:
        found, starts = features_of(tables), tables.starts.copy()
        odds = chances(found @ learner.weights, starts)
        chosen = draw(odds, starts, rng)
        traces += found[chosen] - np.add.reduceat(found * odds[:, None], starts[:-1])
        tables.choose(chosen - starts[:-1])
        over, rewards = tables.rounds > 0, better(tables)[tables.rounds > 0]
        gradient += (rewards - learner.baseline) @ traces[over]
        traces[over] = 0
        ended += len(rewards)
        learner.baseline += 0.001 * (rewards - learner.baseline).sum()
        if ended >= batch:
            learner.update(gradient / ended)
            played, ended, gradient = played + ended, 0, 0 * gradient
    return played


def judge(weights, opponents, rounds, seed):
    """(mean, half of a 95% interval) of `better` a round, on deals of its own."""
    tables, rng = at_table(200, opponents, seed), np.random.default_rng(seed)
    found = []
    while sum(map(len, found)) < rounds:
        starts = tables.starts.copy()
        odds = chances(features_of(tables) @ weights, starts)
        tables.choose(draw(odds, starts, rng) - starts[:-1])
        found.append(better(tables)[tables.rounds > 0])
    results = np.concatenate(found)
    return results.mean(), 1.96 * results.std() / np.sqrt(len(results))


def at_table(count, others, seed):
    """Tables at which seat 0 is ours; its cards go back by a policy, and what is forced is done."""
    return gofsim.tables(count, [None, *others], seed=seed, give="lowest", forced=False)


def learn(seed, rounds, *, teachers=("lowest",) * 3, judges=("lowest",), tested=20_000):
    """Yield (rounds, CPU seconds of learning, results by judge, weights) after each of `rounds`."""
    rng, learner, tables = np.random.default_rng(seed), Learner(), at_table(500, teachers, seed)
    played, seconds = 0, 0.0
    for wanted in rounds:
        start = time.process_time()
        played += train(learner, tables, rng, wanted - played)
        seconds += time.process_time() - start
        results = {
            name: judge(learner.weights, [name] * 3, tested, 10**6 + seed) for name in judges
        }
        yield played, seconds, results, learner.weights


def main():
    """Print the learning curve, then the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=640_000)
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args()
    steps = [0] + [n for n in (5_000 * 2**k for k in range(20)) if n <= wished.rounds]
    print(f"{'rounds':>9} {'seconds':>8}" + "".join(f"{name:>17}" for name in JUDGES))
    for played, seconds, results, weights in learn(wished.seed, steps, judges=JUDGES):
        told = "".join(f"{mean:+10.2f} ± {half:.2f}" for mean, half in results.values())
        print(f"{played:9,} {seconds:8.1f} {told}", flush=True)
        found = dict(zip(NAMES, weights.round(2).tolist(), strict=True))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
