"""The faults worth fearing: which line of which file, what it becomes, who must notice."""

from typing import NamedTuple


class Fault(NamedTuple):
    """A line of a file, what it becomes, and the tests that must notice."""

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


FAULTS = (
    Fault(
        "rows instead of blocks (looks and leagues)",
        "gofsim/analysis/bot_blocks.py",
        '.group_by("block").agg(**sums).sort("block")',
        '.group_by("block", "seating").agg(**sums).sort("block", "seating").drop("seating")',
        ("tests/analysis/test_looks.py",),
    ),
    Fault(
        "rows instead of blocks (errors of all tables)",
        "gofsim/analysis/block_sums.py",
        "blocks / (blocks - 1)) if blocks > 1",
        "blocks / (4 * blocks - 1)) if blocks > 1",
        ("tests/analysis/test_block_sums.py",),
    ),
    Fault(
        "rotation dropped",
        "gofsim/kernel/seating.py",
        "        _rotate(players, seating, places)",
        "        pass",
        ("tests/kernel/test_seating.py",),
    ),
    Fault(
        "one seed for two blocks",
        "gofsim/kernel/game.py",
        "        view[BLOCK] = block",
        "        view[BLOCK] = block >> np.uint64(1)",
        ("tests/simulation/test_play.py",),
    ),
    Fault(
        "Holm off by one",
        "gofsim/analysis/estimates.py",
        "(len(known) - rank) * p",
        "(len(known) - rank - 1) * p",
        ("tests/analysis/test_estimates.py",),
    ),
    Fault(
        "paired blocks taken as independent",
        "gofsim/analysis/estimates.py",
        "    difference = np.asarray(left, np.float64) - np.asarray(right, np.float64)",
        "    difference = np.asarray(left, np.float64) - np.asarray(right, np.float64)[::-1]",
        ("tests/analysis/test_estimates.py",),
    ),
    Fault(
        "a bot counted in its own field",
        "gofsim/analysis/rates.py",
        "places * (n - 1))",
        "places * n)",
        ("tests/analysis/test_measures.py", "tests/analysis/test_looks.py"),
    ),
    Fault(
        "a tied game won twice",
        "gofsim/analysis/measures.py",
        "each * SHARES // _added(won)",
        "each * SHARES // (_added(won) * 0 + 1)",
        ("tests/analysis/test_measures.py",),
    ),
    Fault(
        "the sequence forgets its alpha",
        "gofsim/analysis/sequential.py",
        "log(sqrt(grown + 1) / alpha))",
        "log(sqrt(grown + 1) / 1.0 + 1))",
        ("tests/analysis/test_sequential.py",),
    ),
    Fault(
        "the bounds of the sequential test changed over",
        "gofsim/analysis/sequential.py",
        "return log(beta / (1 - alpha)), log((1 - beta) / alpha)",
        "return log(alpha / (1 - beta)), log((1 - alpha) / beta)",
        ("tests/analysis/test_sequential.py",),
    ),
    Fault(
        "a stop rule that sees blocks beyond its look",
        "gofsim/analysis/looks.py",
        "self._sums.add(rows[start - done : end - done])",
        "self._sums.add(rows[start - done :])",
        ("tests/analysis/test_looks.py",),
    ),
    Fault(
        "a fixed-size interval after looking",
        "gofsim/analysis/run_folder.py",
        "stops += [self.stop] if self.stop is not None else []",
        "stops += []",
        ("tests/analysis/test_stopping.py",),
    ),
    Fault(
        "equivalence by one side only",
        "gofsim/analysis/equivalence.py",
        "nearest = (margin - abs(estimate.value))",
        "nearest = (margin - estimate.value)",
        ("tests/analysis/test_equivalence.py",),
    ),
    Fault(
        "a bootstrap of the wrong spread",
        "gofsim/analysis/bootstrap.py",
        "chances = np.exp(-1) /",
        "chances = np.exp(-1.5) /",
        ("tests/analysis/test_bootstrap.py",),
    ),
    Fault(
        "a ladder steeper than its contests",
        "gofsim/analysis/cycles.py",
        "potential = contests.mean(axis=1)",
        "potential = contests.sum(axis=1)",
        ("tests/analysis/test_cycles.py",),
    ),
    Fault(
        "worlds in which the giver may hold anything",
        "gofsim/strategies/worlds.py",
        "        view[LOW] = twin | (twin - ONE)",
        "        view[LOW] = FULL_DECK",
        ("tests/strategies/test_worlds.py",),
    ),
    Fault(
        "worlds that forget where a card of the exchange is",
        "gofsim/strategies/worlds.py",
        "        view[FIXED + giver] = _still_held(view, giver, returned, pool)",
        "        view[FIXED + giver] = NOTHING",
        ("tests/strategies/test_worlds.py",),
    ),
    Fault(
        "worlds that deal out a multi-coloured 1 which lies dead",
        "gofsim/strategies/worlds.py",
        "pool & MULTI_ONE and _nobody_had_to_open(view)",
        "pool & NOTHING and _nobody_had_to_open(view)",
        ("tests/strategies/test_worlds.py",),
    ),
    Fault(
        "worlds dealt unevenly",
        "gofsim/strategies/worlds.py",
        "        left = np.uint64(count - i)",
        "        left = np.uint64(max(count - i - 1, 1))",
        ("tests/strategies/test_worlds.py",),
    ),
    Fault(
        "every play compared on draws of its own",
        "gofsim/strategies/race.py",
        "roll_out(view, view[CANDIDATES + i], world, stream, parameters",
        "roll_out(view, view[CANDIDATES + i], world, draw_word(view), parameters",
        ("tests/strategies/test_race.py",),
    ),
    Fault(
        "of equal plays the last",
        "gofsim/strategies/race.py",
        "view[LOSSES + i] < view[LOSSES + best]",
        "view[LOSSES + i] <= view[LOSSES + best]",
        ("tests/strategies/test_race.py",),
    ),
    Fault(
        "a shortlist of the worst",
        "gofsim/strategies/shortlist.py",
        "view[costs + at - 1] > cost",
        "view[costs + at - 1] < cost",
        ("tests/strategies/test_shortlist.py",),
    ),
    Fault(
        "a margin below the last play, not the best",
        "gofsim/strategies/shortlist.py",
        "best = max(best, worth)",
        "best = worth",
        ("tests/strategies/test_shortlist.py", "tests/strategies/test_search.py"),
    ),
    Fault(
        "a roll-out that begins with the passes of the last",
        "gofsim/strategies/rollouts.py",
        "    imagined[PASSES] = view[PASSES]",
        "    imagined[PASSES] = imagined[PASSES]",
        ("tests/strategies/test_rollouts.py",),
    ),
    Fault(
        "a share of the game that knows no totals",
        "gofsim/strategies/standing.py",
        "    return np.int64(view[TOTALS + seat]) +",
        "    return np.int64(0) +",
        ("tests/strategies/test_standing.py",),
    ),
    Fault(
        "a round won that is worth nothing in the game",
        "gofsim/strategies/standing.py",
        "lead = _NEXT_LEAD if view[COUNTS + other] == NOTHING else 0.0",
        "lead = 0.0",
        ("tests/strategies/test_standing.py",),
    ),
    Fault(
        "a walk that never turns back",
        "gofsim/strategies/walk.py",
        "    if misses_of_second <= left:",
        "    if misses_of_second <= MOST_MOVES:",
        ("tests/strategies/test_walk.py",),
    ),
    Fault(
        "a model asked about the wrong moment",
        "gofsim/strategies/inference.py",
        "        held, play = together(hand, view[at + _LATER]), NOTHING",
        "        held, play = hand, NOTHING",
        ("tests/strategies/test_inference.py",),
    ),
    Fault(
        "a tree that likes what it tried often",
        "gofsim/strategies/tree.py",
        "visits - margin / np.sqrt(visits)",
        "visits + margin / np.sqrt(visits)",
        ("tests/strategies/test_ismcts.py",),
    ),
    Fault(
        "losses noted at the last decision only",
        "gofsim/strategies/tree.py",
        "    for i in range(depth):\n        at = np.int64(view[_PATH + i])",
        "    for i in range(max(depth - 1, 0), depth):\n        at = np.int64(view[_PATH + i])",
        ("tests/strategies/test_ismcts.py",),
    ),
    Fault(
        "a gift that its giver still holds",
        "gofsim/strategies/giving_value.py",
        "    hands[me], hands[giver] = without(hands[me], card), together(hands[giver], card)",
        "    hands[giver] = together(hands[giver], card)",
        ("tests/strategies/test_giving.py",),
    ),
    Fault(
        "a race that drops plays by half their standard error",
        "gofsim/strategies/race.py",
        "(worlds - 1) >= errors * errors * spread",
        "(worlds - 1) >= errors * errors * spread / 4",
        ("tests/strategies/test_race.py",),
    ),
    Fault(
        "a race that takes the differences for independent",
        "gofsim/strategies/race.py",
        "    squares -= view[_PRODUCTS + MOST_CANDIDATES * high + low] << ONE\n",
        "",
        ("tests/strategies/test_race.py",),
    ),
    Fault(
        "new deals taken whatever they explain",
        "gofsim/strategies/walk.py",
        "            if left < 0:\n                return\n",
        "",
        ("tests/strategies/test_walk.py",),
    ),
    Fault(
        "a judgement broken off taken for a whole one",
        "gofsim/strategies/inference.py",
        "        if found & _WHOLE or misses > most:",
        "        if found >= NOTHING:",
        ("tests/strategies/test_walk.py",),
    ),
    Fault(
        "a record retraced without its forgotten last cards",
        "gofsim/kernel/retrace.py",
        "        if left == ONE and forgets:",
        "        if left == ONE and forgets and final:",
        ("tests/kernel/test_retrace.py",),
    ),
)
