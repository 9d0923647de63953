"""What paces a busy server: when the next group is committed, and what is put off until then.

Whoever reads messages and whoever commits share one of these. A commit costs as much as the moves
in it, and a table has one move under way at most. So where many tables are busy, commits keep a
distance and more moves share one; a few tables on their own never wait. Whatever leads to a move,
from reading a message on, can be put off until shortly before: doing it for many tables in a row is
cheaper, because its code and data stay in the processor's caches. Nothing is read or committed
here. Invariant: what was put off is done before the next group goes, in the order it came.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

# Many tables are busy if the 8 newest moves went to 5 tables or more. Then 22 ms pass from commit
# to commit, so that more moves share one.
NEWEST, MANY = 8, 5
DISTANCE = 0.022

# Takes work over to do it later; False if the caller has to do it now.
PutOff = Callable[[Callable[[], None]], bool]


class Pace:
    """The pace of one server, on its event loop. Without a writer nothing is ever put off."""

    def __init__(self) -> None:
        self._newest: deque[str] = deque(maxlen=NEWEST)
        self._next = 0.0  # the loop's time for the next group, where groups keep a distance
        self._put_off: list[Callable[[], None]] = []  # what may add to it
        self._planned = False  # whether a call of `_go` is due
        self._hand_over: Callable[[], None] | None = None

    # For whoever commits

    def begin(self, hand_over: Callable[[], None]) -> None:
        """From now on `hand_over` is called when a group is due."""
        self._hand_over = hand_over

    def end(self) -> None:
        """Hand over the last group; what was put off is done and comes too late for it."""
        self._do_put_off()
        self._go()
        self._hand_over = None

    def wants_commit(self, table: str | None = None) -> None:
        """Something waits for the next group: a move at a table, or anything else."""
        if table is not None:
            self._newest.append(table)
        self._plan()

    # For whoever reads

    def put_off(self, work: Callable[[], None]) -> bool:
        """Take work over until the next group is due; False if the caller has to do it now."""
        if self._hand_over is None or not self._is_early():
            return False
        self._put_off.append(work)
        self._plan()
        return True

    def _is_early(self) -> bool:
        now = asyncio.get_running_loop().time()
        return now < self._next and len(set(self._newest)) >= MANY

    def _plan(self) -> None:
        if self._planned:
            return
        self._planned = True
        loop = asyncio.get_running_loop()
        if self._is_early():
            loop.call_at(self._next, self._catch_up)
        else:
            loop.call_soon(self._go)

    def _catch_up(self) -> None:
        """Do what was put off, and let the group go after the moves that this leads to."""
        self._do_put_off()
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._go)

    def _do_put_off(self) -> None:
        put_off, self._put_off = self._put_off, []
        loop = asyncio.get_running_loop()
        for work in put_off:
            loop.call_soon(work)

    def _go(self) -> None:
        self._planned = False
        self._next = asyncio.get_running_loop().time() + DISTANCE
        if self._hand_over is not None:
            self._hand_over()
