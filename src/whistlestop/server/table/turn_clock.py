"""The clock of a turn: when it began, and how long earlier turns took.

It says nothing about how long a turn may take, nor what happens when its time is up. Invariant:
taking back never gives time back.
"""

from __future__ import annotations

from msgspec import Struct


class TurnClock(Struct, frozen=True, gc=False):
    """When the turn began (by the game clock), and how many decisions came before it.

    `ended` has the same number of each earlier turn, with the milliseconds that it took.
    """

    began: int = 0
    ply: int = 0
    ended: tuple[tuple[int, int], ...] = ()

    def next_turn(self, at: int, plies: int) -> TurnClock:
        """The clock when a new turn begins."""
        return TurnClock(at, plies, (*self.ended, (self.ply, at - self.began)))

    def taken_back(self, at: int, plies: int) -> TurnClock:
        """The clock when so many decisions are left.

        In the same turn it goes on; that of an earlier turn goes on from where it stood.
        """
        clock = self
        while clock.ply > plies:
            ply, used = clock.ended[-1]
            clock = TurnClock(at - used, ply, clock.ended[:-1])
        return clock
