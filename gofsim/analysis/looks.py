"""Looking while a run is played: what the stop rule sees at each look, and when that is enough.

Looks happen at fixed numbers of blocks, in the order of blocks, so what is seen and where the run
stops depend on the seed alone: not on workers, shards or how often the run was cut off.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.analysis.block_sums import BlockSums
from gofsim.analysis.bot_blocks import bot_blocks, bot_columns
from gofsim.analysis.comparison import comparison_of
from gofsim.analysis.estimates import Estimate, from_error
from gofsim.analysis.run_folder import RunFolder, arms_of, run_folder
from gofsim.analysis.sequential import sprt_bounds, sprt_llr, tuning

GO_ON = "go on"
PRECISE = "precise enough"
# What the sequential probability ratio test accepts, as the manifest names it.
ACCEPTED = ("d0", "d1")


class Looks:
    """The stop rule of one run at work: `looks` holds what was seen so far, one entry a look.

    An entry has `blocks`, `value`, `error`, `decision` ("go on" until the last) and, by the rule,
    the interval `low`, `high` or the log likelihood ratio `llr` (null where it is infinite).
    """

    def __init__(self, experiment: Mapping[str, Any]) -> None:
        """Prepare for an experiment as the manifest describes it, which must have a stop rule.

        Raises BadInputError where what the rule names cannot be compared.
        """
        self.looks: list[dict[str, Any]] = []
        self._stop, self._most = experiment["stop"], int(experiment["most_blocks"])
        league = experiment.get("league")
        self._comparison = comparison_of(
            arms_of(experiment),
            league and league["design"],
            self._stop["of"],
            self._stop["metric"],
        )
        self._sums = BlockSums(
            [
                (arm.name, name)
                for arm in self._comparison.arms
                for name in bot_columns(arm, games=experiment["unit"] == "games")
            ]
        )

    def reached(self, folder: Path, manifest: Mapping[str, Any], blocks: int) -> int | None:
        """Look wherever the first ``blocks`` blocks allow it; return where the run stops, if so.

        ``manifest`` lists the shards in ``folder`` that hold these blocks of every arm.
        """
        done = self.looks[-1]["blocks"] if self.looks else 0
        ends = list(self._ends(done, blocks))
        if not ends:
            return None
        rows = self._rows(run_folder(folder, manifest), range(done, ends[-1]))
        for start, end in pairwise([done, *ends]):
            self._sums.add(rows[start - done : end - done])
            self.looks.append(self._look(end))
            if self.looks[-1]["decision"] != GO_ON:
                return end
        return None

    def _ends(self, after: int, blocks: int) -> Iterator[int]:
        """Blocks at which looks are due, beyond those done; the last is at the end of the run."""
        first, every = self._stop["first"], self._stop["every"]
        end = after
        while end < min(blocks, self._most):
            end = min(first if end < first else end + every, self._most)
            if end <= blocks:
                yield end

    def _rows(self, run: RunFolder, blocks: range) -> npt.NDArray[np.float64]:
        parts = [bot_blocks(run, arm, blocks).to_numpy() for arm in self._comparison.arms]
        return np.hstack(parts).astype(np.float64)

    def _look(self, blocks: int) -> dict[str, Any]:
        seen = self._comparison.estimate(self._sums)
        facts = {"blocks": blocks, "value": seen.value, "error": seen.error}
        return facts | judged(seen, self._stop)


def judged(seen: Estimate, stop: Mapping[str, Any]) -> dict[str, Any]:
    """What the rule makes of one estimate: its interval or likelihood ratio, and the decision.

    "width" asks for a t interval at most so wide (Chow and Robbins 1965: fit to be shown after
    such a stop, as the rule looks at the spread alone); "anytime" for a confidence sequence at
    most so wide; "sprt" for a likelihood ratio beyond its bounds.
    """
    if stop["rule"] == "sprt":
        return _ratio(seen, stop)
    r = tuning(stop["first"]) if stop["rule"] == "anytime" else None
    shown = from_error(seen.value or 0.0, seen.error or 0.0, seen.n, anytime=r)
    assert shown.low is not None
    assert shown.high is not None
    enough = shown.high - shown.low <= stop["width"]
    return {"low": shown.low, "high": shown.high, "decision": PRECISE if enough else GO_ON}


def _ratio(seen: Estimate, stop: Mapping[str, Any]) -> dict[str, Any]:
    llr = sprt_llr(seen.value or 0.0, seen.error or 0.0, stop["d0"], stop["d1"])
    low, high = sprt_bounds(stop["alpha"], stop["beta"])
    decision = ACCEPTED[llr >= high] if llr <= low or llr >= high else GO_ON
    return {"llr": llr if isfinite(llr) else None, "decision": decision}
