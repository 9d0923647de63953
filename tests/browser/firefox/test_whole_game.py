"""A whole game in the distribution's Firefox: the page opens, draws and is played there."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.browser.firefox import driver
from tests.browser.firefox.driver import Firefox
from tests.browser.visitor import POINT, SETTINGS, TABLE
from tests.server.faults.program import Program

SIZE = (1440, 900)
STATE = f"document.querySelector('{TABLE}')?.dataset"
OVER = "document.querySelector('.ending')"
# The middle of the first element that fits, brought into sight.
MIDDLE = """(() => {
  const found = [...document.querySelectorAll(%s)].find((one) => one.checkVisibility());
  if (!found) return null;
  found.scrollIntoView({block: "nearest"});
  const {x, y, width, height} = found.getBoundingClientRect();
  return JSON.stringify([x + width / 2, y + height / 2]);
})()"""
LONGEST = """[...document.querySelectorAll('[data-route][aria-disabled="false"]')]
  .sort((a, b) => b.querySelector(".hit").getTotalLength()
                  - a.querySelector(".hit").getTotalLength())[0]?.dataset.route"""
DRAWS = (
    '[data-slot][aria-disabled="false"]',
    '[data-pile="deck"][aria-disabled="false"]',
    '[data-pile="tickets"][aria-disabled="false"]',
    '[data-action="pass"]',
)


class Player:
    """Plays on the page with the mouse, and draws from the deck by key."""

    def __init__(self, page: Firefox) -> None:
        self.page = page

    async def play_now(self, address: str, board: str) -> None:
        await self.page.open(f"{address}/")
        chosen = {"board": board, "bots": 1, "level": "level:1"}
        settings = {"name": "Ann", **SETTINGS, "lastPlay": chosen}
        stored = json.dumps(json.dumps(settings))
        await self.page.find(f"void (localStorage['whistlestop.settings'] = {stored})")
        await self.page.open(f"{address}/")
        await self.page.wait("document.querySelector('.button.main')")
        await self.press(".button.main")
        await self.page.wait(STATE)

    async def sees(self, selector: str) -> bool:
        return bool(await self.page.find(f"!!document.querySelector({json.dumps(selector)})"))

    async def press(self, selector: str) -> bool:
        """Press the first thing that fits; whether there is one."""
        found = await self.page.find(MIDDLE % json.dumps(selector))
        if found:
            await self.page.click(*json.loads(found))
        return bool(found)

    async def play(self) -> int:
        """Decide until the game is over; how often that was."""
        decisions = 0
        while True:
            await self.page.wait(f"{OVER} || {STATE}?.decision")
            if await self.page.find(f"!!{OVER}"):
                return decisions
            before = await self.page.find(f"{STATE}?.decision")
            await self.decide(by_keys=decisions % 2 == 1)
            await self.page.wait(f"{OVER} || {STATE}?.decision !== {json.dumps(before)}")
            decisions += 1

    async def decide(self, by_keys: bool) -> None:
        if await self.sees(".choice"):
            while not await self.sees(".choice .button.main:enabled"):
                await self.press('.choice [role="checkbox"][aria-checked="false"]')
            await self.press(".choice .button.main")
        elif route := await self.page.find(LONGEST):
            await self.claim(route)
        elif by_keys and await self.sees(DRAWS[1]):
            await self.page.press("d")
        else:
            for selector in DRAWS:
                if await self.press(selector):
                    return

    async def claim(self, route: str) -> None:
        """Press a route, and the first way to pay for it."""
        point = await self.page.find(f"JSON.stringify(({POINT})({json.dumps(route)}))")
        x, y, seen, there = json.loads(point)
        assert seen, (route, there)
        await self.page.click(x, y)
        await self.page.wait("document.querySelector('.pick .way')")
        await self.press(".pick .way")


async def a_game(path: str, address: str, profile: Path) -> None:
    async with driver.firefox(path, profile, SIZE) as page:
        player = Player(page)
        await player.play_now(address, "new-york")
        assert await player.play() > 10
        totals = await page.find("document.querySelectorAll('[data-total]').length")
        assert (totals, page.errors) == (2, [])


def test_a_whole_game_in_firefox_by_mouse_and_keys(server: Program, tmp_path: Path) -> None:
    path = driver.find()
    if path is None:
        pytest.skip("there is no firefox or firefox-esr on the PATH")
    asyncio.run(a_game(path, server.address, tmp_path))
