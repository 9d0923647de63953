"""The one thread for work of some milliseconds: drawings, replays, records, facts of boards.

What has to be quick is done by the event loop, and what takes longer by the processes of bots.
Invariant: however many ask, one piece of work runs at a time, so those who play lose no more than
one thread's turn to it; work that nobody waits for any more before it began is not done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "aside")


async def aside(work: Callable[[], T]) -> T:
    """What some work comes to, done beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_thread, work)
