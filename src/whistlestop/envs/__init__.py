"""Environments for learning agents: PettingZoo, Gymnasium, batches of games, OpenSpiel.

    >>> from whistlestop import envs
    >>> env = envs.aec("europe", players=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'seat_0'

The libraries are extras and are imported when an environment is asked for, so that this package
itself needs nothing. What an agent is shown is what its seat may know (H1, H2), never more.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View
    from whistlestop.envs.batched import WhistlestopVector
    from whistlestop.envs.rewards import Reward
    from whistlestop.envs.rivals.opponents import Opponent
    from whistlestop.envs.settings import Observed, Setting
    from whistlestop.envs.single import WhistlestopSolo
    from whistlestop.envs.zoo import WhistlestopAEC
    from whistlestop.model.board import Board

__all__ = ["aec", "encode", "open_spiel", "setting", "solo", "stable_baselines", "vector"]

_EXTRAS = {
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "numpy": "envs",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
}
# Not among the extras, because it brings PyTorch.
_OTHERS = {"stable_baselines3": "stable-baselines3"}


def aec(
    board: Board | str = "usa",
    players: int = 2,
    *,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> WhistlestopAEC:
    """A PettingZoo environment: one agent per seat, one step per decision."""
    made: WhistlestopAEC = _module("zoo").WhistlestopAEC(board, players, reward, render_mode)
    return made


def solo(
    board: Board | str = "usa",
    opponents: Opponent | Sequence[Opponent] = ("greedy",),
    *,
    seat: int | None = None,
    reward: Reward = "win",
    illegal: str = "raise",
    render_mode: str | None = None,
) -> WhistlestopSolo:
    """A Gymnasium environment: one seat is yours, bots or policies have the others."""
    made: WhistlestopSolo = _module("single").WhistlestopSolo(
        board, opponents, seat, reward, illegal, render_mode
    )
    return made


def vector(
    board: Board | str = "usa",
    players: int = 2,
    games: int = 256,
    *,
    opponents: Opponent | Sequence[Opponent] | None = None,
    reward: Reward = "win",
    copy: bool = True,
) -> WhistlestopVector:
    """A Gymnasium vector environment: many games, stepped by the compiled engine.

    Without opponents all seats are yours. They are one for all other seats or a list with one for
    each. Names whose bots decide inside the engine play there, as `"random"` does; other bots and
    policies are asked outside it.
    """
    if opponents is None or (isinstance(opponents, str) and opponents == "random"):
        inside: WhistlestopVector = _module("batched").WhistlestopVector(
            board, players, games, opponents, reward, copy
        )
        return inside
    made: WhistlestopVector = _module("rivals.versus").against(
        board, players, games, opponents, reward, copy
    )
    return made


def stable_baselines(
    board: Board | str = "usa",
    players: int = 2,
    games: int = 64,
    *,
    opponents: Opponent | Sequence[Opponent] = "random",
    reward: Reward = "win",
) -> Any:
    """A `VecEnv` of Stable-Baselines3 with masks, as `MaskablePPO` of sb3-contrib takes it."""
    env = vector(board, players, games, opponents=opponents, reward=reward)
    return _module("vec_env").MaskedVecEnv(env)


def open_spiel(board: str = "usa", players: int = 2, *, reward: str = "win") -> Any:
    """The OpenSpiel game `whistlestop(board=...,players=...,reward=...)`, registered if need be."""
    return _module("openspiel").load(board, players, reward)


def setting(board: Board | str = "usa", players: int = 2) -> Setting:
    """What is fixed for a board and a number of players: spaces, actions, named sections."""
    made: Setting = _module("settings").setting_of(board, players)
    return made


def encode(view: View) -> Observed:
    """What an environment would show the seat of a view: for trained agents that play as bots."""
    seen: Observed = _module("encoding").encode(view)
    return seen


def _module(name: str) -> Any:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in _OTHERS:
            raise ModuleNotFoundError(
                f"This environment needs {missing}: pip install {_OTHERS[missing]}.", name=missing
            ) from None
        if missing not in _EXTRAS:
            raise
        # Its extra brings the others, too; theirs would not bring it.
        extra = "openspiel" if name == "openspiel" else _EXTRAS[missing]
        raise ModuleNotFoundError(
            f"This environment needs {missing}: pip install 'whistlestop[{extra}]'.", name=missing
        ) from None
