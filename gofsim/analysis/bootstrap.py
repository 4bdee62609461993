"""A bootstrap of blocks that sees every block once, however long the run."""

import numpy as np
import numpy.typing as npt

RESAMPLES = 400
_CHUNK = 4096  # blocks whose weights are held at once
_STEPS = 1 << 16


def _poisson_of() -> npt.NDArray[np.float64]:
    """The Poisson(1) count of each of 65,536 equally likely draws."""
    counts = np.arange(1, 10)
    chances = np.exp(-1) / np.concatenate(([1.0], np.cumprod(counts)))
    ends = np.rint(np.cumsum(chances) * _STEPS).astype(np.int64)
    return np.searchsorted(ends, np.arange(_STEPS), side="right").astype(np.float64)


class PoissonBootstrap:
    """Resampled sums of columns over blocks, gathered in one pass.

    Every block counts in every resample a Poisson(1) number of times (Chamandy, Muralidharan,
    Najmi and Naidu 2012): the same spread as drawing blocks with replacement, without knowing
    their number in advance. The weights hang on the seed and the place of the block alone, the
    same for all columns, so ratios and differences of columns keep what the blocks have in
    common. Sums of whole numbers are exact, so it never matters how the blocks were cut in calls.
    """

    def __init__(self, columns: int, resamples: int = RESAMPLES, seed: int = 0) -> None:
        """Start from no block; ``seed`` 0 .. 2^64 - 1."""
        self.sums: npt.NDArray[np.float64] = np.zeros((resamples, columns))
        self.blocks = 0
        self._draws = np.random.Philox(key=seed)
        self._poisson = _poisson_of()

    def add(self, blocks: npt.NDArray[np.float64]) -> None:
        """Take in float64[blocks, columns], the blocks that follow on the last ones."""
        for start in range(0, len(blocks), _CHUNK):
            part = blocks[start : start + _CHUNK]
            self.sums += self._weights(len(part)).T @ part
            self.blocks += len(part)

    def _weights(self, blocks: int) -> npt.NDArray[np.float64]:
        """How often each of the next blocks counts, float64[blocks, resamples]."""
        resamples = len(self.sums)
        words = -(-resamples // 4)  # each holds four draws of 16 bits
        draws = self._draws.random_raw(blocks * words).astype("<u8").view("<u2")
        weights: npt.NDArray[np.float64] = self._poisson[
            draws.reshape(blocks, 4 * words)[:, :resamples]
        ]
        return weights
