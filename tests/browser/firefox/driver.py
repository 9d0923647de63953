"""A person at the distribution's Firefox, with a mouse and keys, driven over WebDriver BiDi.

It knows the protocol of the browser and nothing of the game but what a page shows.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

LISTENS = b"WebDriver BiDi listening on "
WAIT = 60.0


def find() -> str | None:
    """Where Firefox is, if it is installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@asynccontextmanager
async def firefox(path: str, profile: Path, size: tuple[int, int]) -> AsyncIterator[Firefox]:
    """A Firefox with one page; it is ended afterwards."""
    given = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    quiet = asyncio.subprocess.DEVNULL
    program = await asyncio.create_subprocess_exec(
        path, *given, "about:blank", stdout=quiet, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "HOME": str(profile)},
    )  # fmt: skip
    try:
        async with asyncio.timeout(WAIT):
            address = await _listening(program)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{address}/session", max_msg_size=0) as line,
        ):
            page = Firefox(line)
            await page.begin(size)
            yield page
    finally:
        program.terminate()
        await program.wait()


async def _listening(program: asyncio.subprocess.Process) -> str:
    assert program.stderr
    async for text in program.stderr:
        if text.startswith(LISTENS):
            return text.removeprefix(LISTENS).decode().strip()
    raise AssertionError("Firefox ended before it listened")


class Firefox:
    """One page of a Firefox. `errors`: what the page reported as an error."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.errors: list[str] = []
        self.version = ""
        self._line = line
        self._ids = itertools.count(1)
        self._page = ""

    async def begin(self, size: tuple[int, int]) -> None:
        told = await self._call("session.new", capabilities={})
        self.version = told["capabilities"]["browserVersion"]
        await self._call("session.subscribe", events=["log.entryAdded"])
        self._page = (await self._call("browsingContext.getTree"))["contexts"][0]["context"]
        viewport = {"width": size[0], "height": size[1]}
        await self._call("browsingContext.setViewport", context=self._page, viewport=viewport)

    async def _call(self, method: str, **params: Any) -> Any:
        id = next(self._ids)
        await self._line.send_json({"id": id, "method": method, "params": params})
        while True:
            told = await self._line.receive_json(timeout=WAIT)
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"].get("text") or "")
            if told.get("id") == id:
                assert told["type"] == "success", told
                return told["result"]

    async def open(self, url: str) -> None:
        await self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    async def find(self, expression: str) -> Any:
        """The value of an expression of the page, which is a text, a number, true or nothing."""
        target = {"context": self._page}
        found = await self._call(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        assert found["type"] == "success", found
        return found["result"].get("value")

    async def wait(self, expression: str) -> None:
        """Wait until an expression holds."""
        async with asyncio.timeout(WAIT):
            while not await self.find(f"!!({expression})"):
                await asyncio.sleep(0.03)

    async def click(self, x: float, y: float) -> None:
        """Press the mouse at a point of the window."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        await self._act({"type": "pointer", "id": "mouse", "actions": steps})

    async def press(self, key: str) -> None:
        steps = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        await self._act({"type": "key", "id": "keys", "actions": steps})

    async def _act(self, source: dict[str, Any]) -> None:
        await self._call("input.performActions", context=self._page, actions=[source])
