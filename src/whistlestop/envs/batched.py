"""Many games at once as a Gymnasium vector environment; stepping is the compiled engine's work.

Every step takes one decision in every game. By default all seats are yours: an observation is that
of the seat whose turn it is (`info["seat"]`), a reward that of the seat that has just acted, and
`info["rewards"]` has those of all seats. With `opponents` one seat of each game is yours, another
one in each new game, and the others act between your decisions: uniformly at random, or as fast
bots decide; all other opponents are in `rivals.versus`. A game that ends is dealt anew in the same
step.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import error
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from whistlestop.bots import Recipe
from whistlestop.engine.fast.batch import Batch, seed_of
from whistlestop.envs.rewards import Reward, read_reward
from whistlestop.envs.rivals.bot_seats import fast_rivals
from whistlestop.envs.settings import (
    Bytes,
    Codes,
    Mask,
    as_number,
    over_bytes,
    over_numbers,
    setting_of,
)
from whistlestop.model.board import Board

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Scalar = TypeVar("Scalar", bound=np.generic)
Step = tuple[Bytes, Floats, Flags, Flags, dict[str, Any]]


class WhistlestopVector(VectorEnv[Bytes, Codes, Any]):
    """`games` games of one board.

    With `copy=False` masks, rewards and the like are read-only windows that the next step changes;
    observations are always your own.
    """

    def __init__(
        self,
        board: Board | str,
        players: int,
        games: int,
        opponents: str | Sequence[Recipe] | None,
        reward: Reward,
        copy: bool,
    ) -> None:
        self.setting = setting_of(board, players)
        if type(games) is not int or games < 1:
            raise error.Error(f"The number of games is a whole number from 1 on, not {games!r}.")
        self.num_envs = games
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = self.setting.observation_space()
        self.single_action_space = Discrete(self.setting.actions)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self._copy = copy
        self._rule = read_reward(reward)
        by_score = self._rule.by_score
        rivals = None
        if opponents is not None and not isinstance(opponents, str):
            rivals = fast_rivals(self.setting, opponents, games)
        self._batch = Batch(
            self.setting.flat, self.setting.layout, games, by_score, opponents == "random", rivals
        )
        self._ready = False
        self._lay_arrays()

    def _lay_arrays(self) -> None:
        """Arrays over what the batch writes; they never have to be made again."""
        batch, games, players = self._batch, self.num_envs, self.setting.players
        self._rows = over_bytes(batch.cells, games * players, self.setting.width)
        self._last_rows = over_bytes(batch.last_rows, games, self.setting.width)
        self._masks: Mask = over_bytes(batch.masks, games, self.setting.actions).view(np.int8)
        self._ended: Flags = over_bytes(batch.ended, games).view(np.bool_)
        self._shown = over_numbers(batch.shown)
        self._seats = over_numbers(batch.seats)
        self._acted = over_numbers(batch.acted)
        self._picks = over_numbers(batch.picks)
        self._totals = over_numbers(batch.totals).reshape(games, players)
        rewards: Floats = over_bytes(batch.rewards, games, players * 8).view(np.float64)
        self._rewards = rewards
        self._each = np.arange(games)
        self._never: Flags = np.zeros(games, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Deal every game; the same seed gives the same games to the same actions."""
        super().reset(seed=seed)
        self._ready = False
        self._batch.reset(secrets.randbits(48) if seed is None else int(seed))
        self._ready = True
        return self._rows.take(self._shown, axis=0), self._info()

    def step(self, actions: Codes) -> Step:
        """One legal action for each game; if one of them is not, nothing has changed."""
        given = self._checked(actions)
        return self._told(self._played(given))

    def _told(self, ends: int) -> Step:
        """What a step brought, after which so many games have ended."""
        info = self._info()
        rewards: Floats = self._rewards[self._each, self._acted]
        if ends:
            self._tell_ends(info)
            if self._rule.function is not None:
                rewards = info["rewards"][self._each, self._acted]
        ended, never = self._given(self._ended), self._given(self._never)
        return self._rows.take(self._shown, axis=0), rewards, ended, never, info

    def sample(self) -> Codes:
        """A legal action for each game, uniformly at random, by the luck of the last seed."""
        self._check_ready()
        self._batch.pick()
        return self._picks.copy()

    def action_masks(self) -> Mask:
        """Which actions are legal in each game."""
        self._check_ready()
        return self._given(self._masks)

    def game_seed(self, game: int) -> str:
        """The seed of the game now played at a place: `Game(board, players, seed=...)`."""
        self._check_ready()
        return seed_of(self._batch.seed, game, int(self._batch.dealt[game]) - 1)

    def _given(self, window: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        return window.copy() if self._copy else window

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._masks), "seat": self._given(self._seats)}

    def _tell_ends(self, info: dict[str, Any]) -> None:
        """Add the last observation and all seats' rewards and points of the games that ended."""
        ended = self._ended.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            last[game] = self._last_rows[game].copy()
        told = {
            "final_obs": last,
            "final_seat": self._acted.copy(),
            "rewards": self._all_rewards(ended),
            "points": self._totals.copy(),
        }
        for name, value in told.items():
            info[name] = value
            info[f"_{name}"] = ended

    def _all_rewards(self, ended: Flags) -> Floats:
        """By game and seat; those of a function are reckoned here."""
        rewards: Floats = self._rewards.copy()
        if self._rule.function is not None:
            for game in np.flatnonzero(ended):
                rewards[game] = self._rule.of_game(self._totals[game], rewards[game])
        return rewards

    def _checked(self, actions: Codes) -> bytes:
        """The actions as the compiled part takes them, or an error that says what is wrong."""
        self._check_ready()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise error.InvalidAction(
                f"Actions are {self.num_envs} whole numbers, one for each game,"
                f" not an array of {given.dtype} in the shape {given.shape}."
            )
        packed = given.astype("<i8", copy=False).tobytes()
        wrong = int(self._batch.first_illegal(packed))
        if wrong >= 0:
            state = self._batch.episodes[wrong].state
            why = self.setting.refusal(state, int(self._seats[wrong]), as_number(given[wrong]))
            raise error.InvalidAction(f"Game {wrong}: {why}")
        return packed

    def _played(self, actions: bytes) -> int:
        """Step all games; where an opponent fails, they cannot go on."""
        try:
            return int(self._batch.step(actions))
        except BaseException:
            self._ready = False
            raise

    def _check_ready(self) -> None:
        if self.closed:
            raise error.ClosedEnvironmentError("The environment has been closed.")
        if not self._ready:
            raise error.ResetNeeded("reset() comes before anything else.")
