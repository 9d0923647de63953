"""What a worker process does: it reads the plans once, then tasks, and answers with games played.

Before every decision it notes its place in memory that it shares with the process which started
it, so that whoever finds the worker dead or stuck can read where that happened.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.play import no_heartbeat, play_games
from whistlestop.lab.games.results import LostDecision, Played

GAME, PLY, SEAT, SINCE = range(4)
"""The four numbers of a slot, where a worker notes its place; `SINCE` is in milliseconds."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of a plan in a row; at the decisions in `lost` no bot may be asked again."""

    plan: int
    start: int
    stop: int
    lost: tuple[LostDecision, ...] = ()

    @property
    def games(self) -> int:
        """How many games it asks for."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Unable:
    """A worker's answer when it cannot unpack the plans, with the reason."""

    why: str


def play_task(plans: Sequence[SimulationPlan], task: Task, slot: Any = None) -> list[Played]:
    """Play the games of a task one after the other, noting each decision in the slot."""

    def heartbeat(game: int, ply: int, seat: int) -> None:
        slot[GAME], slot[PLY], slot[SEAT] = game, ply, seat
        slot[SINCE] = int(monotonic() * 1000)

    noting = no_heartbeat if slot is None else heartbeat
    return play_games(plans[task.plan], task.start, task.stop, task.lost, noting)


def work(connection: Connection, packed: bytes, slot: Any) -> None:
    """The life of a worker: it plays until the other end of the connection closes."""
    # An interrupt is for the process that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        plans = pickle.loads(packed)
    except Exception as error:
        connection.send(Unable(" ".join(str(error).split())))
        return
    connection.send(None)
    while True:
        try:
            task = connection.recv()
            played = play_task(plans, task, slot)
            slot[GAME] = -1
            connection.send(played)
        except (EOFError, OSError):
            return
