"""Whoever plays the seats of stepped games that nobody plays from outside.

`Rivals` says only what such players must answer; who they are is decided in layers above, which
fill it in. Their answers are codes of legal actions: whoever fills it in sees to that.
"""

from __future__ import annotations

from mypy_extensions import i64

from whistlestop.engine.fast.episode import Episode
from whistlestop.engine.state.state import State


class Rivals:
    """Players of many games, each game known by its number."""

    def begin(self, game: i64, seed: str, outside: i64) -> None:
        """A game with this seed begins; the seat `outside` is played from outside."""
        raise NotImplementedError

    def code(self, game: i64, s: State, seat: i64) -> i64:
        """The code of what a seat does now."""
        raise NotImplementedError


def play_until(
    episode: Episode, rivals: Rivals, game: i64, seat: i64, played: list[int] | None
) -> None:
    """Let rivals play until it is a seat's turn or the game is over; the mask is not renewed.

    The codes of what they do are added to `played`, if somebody wants them.
    """
    while not episode.over():
        turn = episode.turn()
        if turn == seat:
            return
        code = rivals.code(game, episode.state, turn)
        episode.play(code)
        if played is not None:
            played.append(code)
