"""What the end of one round promises: each seat's share of the game."""

import numpy as np
import numpy.typing as npt

GAME = 1 << 20  # a whole game, where shares of it are whole numbers
# The formula by which searching bots value a round (`objective = "games"`): a multinomial logit
# fitted to whole games. It falls with the points behind the best; who went out first has the lead.
NEXT_LEAD = 0.36
SCALES = {3: (6.5, 2.2), 4: (5.5, 1.6)}  # by players: points that divide the chance by e

Ints = npt.NDArray[np.int64]


def game_shares(points: Ints, winner: Ints, target: int) -> Ints:
    """Shares of the game, int64[rounds, players] in 2^-20, after a round from even totals.

    points: int64[rounds, players]; winner: int64[rounds], who went out first.
    """
    behind = points - points.min(axis=1, keepdims=True)
    to_go = target - points.max(axis=1)
    base, slope = SCALES[points.shape[1]]
    scale = base + slope * np.sqrt(np.maximum(to_go, 0))
    lead = np.where(np.arange(points.shape[1]) == winner[:, None], NEXT_LEAD, 0.0)
    ahead = np.exp(lead - behind / scale[:, None])
    weights = np.where(to_go[:, None] <= 0, behind == 0, ahead)
    lost = GAME * (1.0 - weights / weights.sum(axis=1, keepdims=True))
    shares: Ints = GAME - lost.astype(np.int64)
    return shares
