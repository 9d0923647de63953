"""A client by somebody who has read docs/protocol.md and nothing else.

It imports nothing of ours, and a test checks that every name in it stands on that page. It makes a
table, sits down at it, plays a whole game against a bot by reading its legal actions, and comes
back once after it has lost its line.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import aiohttp


class Stranger:
    """One player at one table, from making it to the end of the game."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address.rstrip("/")
        self.chance = random.Random(seed)
        self.table = ""
        self.seat = 0
        self.v = 0
        self.game: Any = None
        self.own: Any = None
        self.texts: list[str] = []  # of the board's actions
        self.waiting: dict[str, Any] | None = None  # the command that is not answered yet
        self.commands = 0
        self.acks: dict[str, int] = {}
        self.lines_lost = 0
        self.too_fast = 0
        self.early_updates = 0  # that came before the ack of the command they belong to
        self.web = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"Origin": self.address}
        )

    async def close(self) -> None:
        await self.web.close()

    # Over HTTP

    async def ask(self, path: str) -> Any:
        async with self.web.get(self.address + path) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def tell(self, path: str, body: Any) -> Any:
        async with self.web.post(self.address + path, json=body) as answer:
            assert answer.status in (200, 201), await answer.text()
            return await answer.json()

    async def gather(self, board: str) -> None:
        """Make a table with a free seat and a bot, sit down on the one, and start."""
        me = await self.ask("/api/me")
        assert me["protocol"] == 2
        offers = await self.ask("/api/offers")
        assert board in [one["name"] for one in offers["boards"]]
        seats = [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
        wanted = {"name": "Ann", "seats": seats, "options": {"board": board}}
        made = await self.tell("/api/tables", wanted)
        self.table = made["table"]
        self.texts = (await self.ask(f"/api/boards/{board}"))["actions"]
        sit = {"type": "sit", "id": "sit-1", "seat": 0, "name": "Ann", "invite": made["invite"]}
        await self.tell(f"/api/tables/{self.table}/commands", sit)
        await self.tell(f"/api/tables/{self.table}/commands", {"type": "start", "id": "start-1"})

    # Over the socket

    async def play(self, lose_line_after: int) -> None:
        """Play to the end; the line is lost once, right after so many commands were sent."""
        while not self.done():
            path = f"{self.address}/api/tables/{self.table}/socket"
            async with self.web.ws_connect(path, max_msg_size=0) as line:
                hello = {"type": "hello", "protocol": 2}
                await line.send_json({**hello, "since": self.v} if self.v else hello)
                await self.listen(line, lose_line_after)
            await asyncio.sleep(0.5 * self.chance.random())

    def done(self) -> bool:
        """Whether the game is over and nothing of ours is left unanswered."""
        return bool(self.game) and self.game["phase"] == "over" and self.waiting is None

    async def listen(self, line: aiohttp.ClientWebSocketResponse, lose_line_after: int) -> None:
        async for message in line:
            assert message.type is aiohttp.WSMsgType.TEXT
            await self.take(line, json.loads(message.data))
            if self.done():
                return
            await self.decide(line)
            if self.waiting and self.commands == lose_line_after and not self.lines_lost:
                self.lines_lost += 1
                return  # what was sent is not answered

    async def take(self, line: aiohttp.ClientWebSocketResponse, message: Any) -> None:
        match message["type"]:
            case "welcome":
                assert message["v"] >= self.v
                assert message["you"]["seats"] == [self.seat]
                self.show(message, message["game"])
                if self.waiting is not None:
                    await line.send_json(self.waiting)  # again, with its old id
            case "update":
                assert message["v"] == self.v + 1
                game = message.get("game", self.game)
                if "changes" in message:
                    game = changed(game, message["changes"])
                self.early_updates += self.waiting is not None
                self.show(message, game)
            case "ack":
                self.acks[message["id"]] = message["v"]
                self.waiting = None
            case "refused":
                assert message["code"] == "too_fast", message
                assert self.waiting is not None
                self.too_fast += 1
                await asyncio.sleep(1)
                await line.send_json(self.waiting)  # it was not read
            case "bye":
                assert message["retry"], message

    def show(self, message: Any, game: Any) -> None:
        self.v, self.game = message["v"], game
        for own in message.get("mine", []):
            if own["seat"] == self.seat:
                self.own = own

    async def decide(self, line: aiohttp.ClientWebSocketResponse) -> None:
        """Answer the decision that is asked, if any, with one of the legal actions."""
        if self.waiting is not None or self.own is None or self.own["decision"] is None:
            return
        verb_of = {n: self.texts[n].split(" ")[0] for n in self.own["legal"]}
        verbs = sorted({*verb_of.values()})
        verb = "claim" if "claim" in verbs else self.chance.choice(verbs)
        fitting = [number for number, is_verb in verb_of.items() if is_verb == verb]
        self.commands += 1
        self.waiting = {
            "type": "do",
            "id": f"do-{self.commands}",
            "seat": self.seat,
            "decision": self.own["decision"],
            "action": self.chance.choice(fitting),
        }
        await line.send_json(self.waiting)


def changed(game: Any, changes: Any) -> Any:
    """The game after a move, as the page says it is made."""
    players = list(game["players"])
    for seat, player in changes.get("players", {}).items():
        players[int(seat)] = player
    parts = {name: game[name] | changes.get(name, {}) for name in ("owners", "stations")}
    shown = game["shown"] + changes.get("shown", [])
    return {**game, **changes, **parts, "players": players, "shown": shown}
