"""Stories of guests at a real server, and what they are refused with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.remote.tables import Host, hosting
from whistlestop.client import RemoteError
from whistlestop.server.sockets.limits import SocketLimits

FAST = SocketLimits(messages=10_000)


def run(story: Callable[[Host], Awaitable[None]], folder: Path, **settings: object) -> None:
    """Let a story happen at a server that allows fast callers, unless told."""

    async def main() -> None:
        async with hosting(folder, **{"limits": FAST, **settings}) as host:
            await asyncio.wait_for(story(host), 60)

    asyncio.run(main())


async def code_of(doing: Awaitable[Any]) -> str:
    """The code with which something is refused, in one sentence."""
    with pytest.raises(RemoteError) as raised:
        await doing
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return raised.value.code
