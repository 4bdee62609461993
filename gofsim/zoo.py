"""The game as a PettingZoo environment (the extra `zoo`): seats act in turn, one at a time."""

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"{error.msg}: pip install 'gofsim[zoo]'") from None

from gofsim.encoding import ACTIONS, OBSERVATION_SIZE, actions_of, every_action, observations
from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.learning import Bot, tables
from gofsim.notation import text_of

_LARGEST_SEED = 2**63 - 1
REWARDS = ("points", "games")
RENDER_MODES = ("ansi", "human")


def env(**options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers; `options` are those of `GangOfFour`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(GangOfFour(**options)))


class GangOfFour(AECEnv):  # type: ignore[misc]
    """One game, from the first deal until a total reaches the target.

    Agents are `seat_0` .. for the seats that are None in `seats`; bots sit at the others. An action
    is an index into `encoding.every_action`: a play, the pass, or in the exchange the card to give
    back. An observation is a dict of `observation` (float32, `encoding.LAYOUT`) and `action_mask`
    (int8, 1 for what is legal; nothing for a seat that is not to act). After the end nothing but
    totals and target is observed. An illegal action raises BadInputError, a ValueError, and changes
    nothing. A seat that can only pass on a single is not asked.

    Rewards: "points": minus its points, at each round's end; "games": its share of the win, at the
    game's end. `infos` tell both of the last step, as `points` and `share`.
    """

    metadata = {  # noqa: RUF012 (PettingZoo's own form)
        "name": "gang_of_four_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: Sequence[Bot | None] = (None,) * 4,
        *,
        reward: str = "points",
        max_cycles: int = 10_000,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set the table; `options` are the `give` and the rules of `gofsim.tables`.

        After `max_cycles` actions the game is cut off (truncation).
        """
        super().__init__()
        if reward not in REWARDS:
            raise BadInputError(f'reward: must be "points" or "games", not {reward!r}')
        if render_mode not in (None, *RENDER_MODES):
            raise BadInputError(
                f'render_mode: must be "ansi", "human" or None, not "{render_mode}"'
            )
        self.reward, self.max_cycles, self.render_mode = reward, max_cycles, render_mode
        self.tables = tables(1, seats, seed=0, **options)
        self._seats = {f"seat_{i}": i for i, bot in enumerate(seats) if bot is None}
        self.possible_agents = list(self._seats)
        self._observation_spaces = {agent: _observation_space() for agent in self._seats}
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self._seats}
        self._seed, self._block = _any_seed(), -1

    def observation_space(self, agent: str) -> Any:
        """Vector and mask, see the class."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """One action for everything that anybody may ever do."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of block 0 of a seed, as the engine does; without one, the next block's."""
        if seed is not None:
            self._seed, self._block = seed, -1
        self._block += 1
        self.tables.start(self._seed, self._block)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles, self._over = 0, False
        self._totals = np.zeros(view.SEATS, np.int64)
        self._turn()

    def step(self, action: int | None) -> None:
        """Do what the agent selected does, and play on to the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.tables.play(every_action()[np.array([action])])
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        self._totals += self.tables.points[0]
        self._over = bool(self.tables.games[0])
        cut = not self._over and self._cycles >= self.max_cycles
        for each, seat in self._seats.items():
            points, share = int(self.tables.points[0, seat]), float(self.tables.shares[0, seat])
            self.rewards[each] = -float(points) if self.reward == "points" else share
            self.infos[each] = {"points": points, "share": share}
            self.terminations[each], self.truncations[each] = self._over, cut
        self._turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and may do if it is its turn."""
        mask = np.zeros(ACTIONS, np.int8)
        seat = np.array([self._seats[agent]])
        if self._over:
            vector = observations(self._after_the_end(), np.zeros(1, np.uint64), seat)[0]
            return {"observation": vector, "action_mask": mask}
        hand = self.tables.hand_of(int(seat[0]))
        if seat == self.tables.seat:
            mask[actions_of(self.tables.plays)] = 1
        vector = observations(self.tables.words, hand, seat)[0]
        return {"observation": vector, "action_mask": mask}

    def render(self) -> str | None:
        """The table as the seat to act sees it, in one line."""
        if self.render_mode is None:
            return None
        text = "The game is over." if self._over else self._line()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to give back."""

    def _after_the_end(self) -> Any:
        """Words of a table at which nobody is to act, with the totals of the game that ended."""
        words = np.zeros_like(self.tables.words)
        words[0, [view.SEAT, view.OWNER, view.GIVER]] = view.NO_SEAT
        same = [view.PLAYERS, view.TARGET]
        words[0, same] = self.tables.words[0, same]
        words[0, view.TOTALS : view.TOTALS + view.SEATS] = self._totals
        return words

    def _turn(self) -> None:
        """The agent that is to act; after the end the first, as all have to leave."""
        names = {seat: agent for agent, seat in self._seats.items()}
        self.agent_selection = self.agents[0] if self._over else names[int(self.tables.seat[0])]

    def _line(self) -> str:
        words = self.tables.words[0].tolist()
        players = words[view.PLAYERS]
        left = words[view.COUNTS : view.COUNTS + players]
        totals = words[view.TOTALS : view.TOTALS + players]
        to_beat = text_of(words[view.TO_BEAT])
        asked = f"on {to_beat} of seat {words[view.OWNER]}" if to_beat else "leads"
        if self.tables.gives[0]:
            asked = "gives a card back"
        return (
            f"round {words[view.ROUND]}, cards {left}, totals {totals}: {self.agent_selection} "
            f"{asked}, holding {text_of(int(self.tables.hand[0]))}"
        )


def _observation_space() -> Any:
    vector = spaces.Box(0.0, np.inf, (OBSERVATION_SIZE,), np.float32)
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    return spaces.Dict({"observation": vector, "action_mask": mask})


def _any_seed() -> int:
    return int(np.random.default_rng().integers(_LARGEST_SEED))
