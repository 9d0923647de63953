"""Players who never give up: they come back after every loss and send again what was not answered.

Each keeps what it was promised (`acked`), what it was refused, and the newest view it was shown, so
that the log can be held against it afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from typing import Any

import aiohttp

from whistlestop.boards.load import load_board
from whistlestop.engine.lookup import action_texts

PAUSE = 0.05
PATIENCE = 60  # a machine that is busy with other tests may stand still for long


class Stubborn:
    """One person at one table, playing at random."""

    def __init__(self, addresses: list[str], name: str, seed: int = 0) -> None:
        self.addresses = addresses
        self.name = name
        self.guest = ""
        self.table = ""
        self.seat = -1
        self.chance = random.Random(f"{name}/{seed}")
        self.sent: dict[str, dict[str, Any]] = {}
        self.acked: dict[str, int] = {}
        self.stale: set[str] = set()
        self.refusals: list[str] = []
        self.views: dict[int, Any] = {}
        self.version = 0
        self.lost = 0
        self.back_after: list[float] = []
        self.why_lost: list[str] = []
        self.over = False
        self.thinks = 0.0  # seconds before a move, at most
        self._pending: dict[str, Any] | None = None
        self._decision: int | None = None
        self._legal: list[int] = []
        self._texts: Sequence[str] = ()  # of the board's actions, by their numbers
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), timeout=aiohttp.ClientTimeout(total=PATIENCE)
        )

    async def close(self) -> None:
        await self._session.close()

    async def post(self, path: str, body: Any) -> Any:
        address = self.addresses[0]
        async with self._session.post(
            address + path, json=body, headers={"Origin": address}
        ) as answer:
            made = await answer.json()
            assert answer.status < 300, made
            return made

    async def who(self) -> str:
        async with self._session.get(self.addresses[0] + "/api/me") as answer:
            self.guest = (await answer.json())["guest"]
        return self.guest

    async def make_table(self, seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
        await self.who()
        body = {"name": self.name, "seats": seats, "options": options}
        made: dict[str, Any] = await self.post("/api/tables", body)
        self.table, self.seat = made["table"], 0
        return made

    async def sit(self, made: dict[str, Any], seat: int) -> None:
        await self.who()
        self.table, self.seat = made["table"], seat
        sit = {"type": "sit", "id": "sit", "seat": seat, "name": self.name}
        await self.post(f"/api/tables/{self.table}/commands", {**sit, "invite": made["invite"]})

    async def start(self) -> None:
        await self.post(f"/api/tables/{self.table}/commands", {"type": "start", "id": "start"})

    async def play(self) -> None:
        """Play until the game is over or this is cancelled."""
        loop = asyncio.get_running_loop()
        lost_at: float | None = None
        while not self.over:
            address = self.addresses[(self.lost + self.seat) % len(self.addresses)]
            try:
                async with self._connect(address) as ws:
                    await ws.send_json({"type": "hello", "protocol": 2, "since": self.version})
                    await self._take(ws, await ws.receive_json(timeout=PATIENCE))
                    if lost_at is not None:
                        self.back_after.append(loop.time() - lost_at)
                        lost_at = None
                    await self._listen(ws)
            except (aiohttp.ClientError, OSError, TimeoutError, TypeError, ValueError) as error:
                # Not there, going or gone; a cut-off message reads as one of the last two.
                self.why_lost.append(repr(error))
            lost_at = lost_at or loop.time()
            self.lost += 1
            await asyncio.sleep(PAUSE * (0.5 + self.chance.random()))

    def _connect(self, address: str) -> Any:
        path = f"{address}/api/tables/{self.table}/socket"
        patience = aiohttp.ClientWSTimeout(ws_close=0.2)
        origin = {"Origin": address}
        return self._session.ws_connect(path, headers=origin, max_msg_size=0, timeout=patience)

    async def _listen(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        if self._pending is not None:
            await ws.send_json(self._pending)
        while not self.over:
            await self._go_on(ws)
            message = await ws.receive(timeout=PATIENCE)
            if message.type is not aiohttp.WSMsgType.TEXT:
                self.why_lost.append(repr(message))
                return
            await self._take(ws, json.loads(message.data))

    async def _go_on(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        """Answer the decision that is asked, unless an answer is on its way."""
        if self._pending is not None or self._decision is None:
            return
        await asyncio.sleep(self.thinks * self.chance.random())
        id = f"{self.name}-{len(self.sent)}"
        legal = [self._texts[number] for number in self._legal]
        verb = self.chance.choice(sorted({text.split()[0] for text in legal}))
        action = self.chance.choice([text for text in legal if text.startswith(verb)])
        what = {"seat": self.seat, "decision": self._decision, "action": action}
        self._pending = self.sent[id] = {"type": "do", "id": id, **what}
        await ws.send_json(self._pending)
        if self.chance.random() < 0.2:
            # A nervous finger.
            await ws.send_json(self._pending)

    async def _take(self, ws: aiohttp.ClientWebSocketResponse, message: Any) -> None:
        match message["type"]:
            case "welcome" | "update":
                self._show(message)
            case "ack":
                first = self.acked.setdefault(message["id"], message["v"])
                assert first == message["v"], "a resend gives the first answer"
                self._settle(message["id"])
            case "refused":
                await self._refused(ws, message)

    def _show(self, message: Any) -> None:
        fresh = message["type"] == "welcome"
        assert fresh or message["v"] == self.version + 1, "updates have no gaps"
        assert message["v"] >= self.version, "what was shown is never taken back"
        self.version = message["v"]
        if fresh and not self._texts:
            self._texts = action_texts(load_board(message["table"]["options"]["board"]))
        game = message.get("game")
        if "changes" in message:
            game = changed(self.views[self.version - 1], message["changes"])
        if game is not None:
            self.views[self.version] = game
            self.over = game["phase"] == "over"
        for own in message.get("mine") or ():
            if own["seat"] == self.seat:
                self._decision, self._legal = own["decision"], own["legal"]

    async def _refused(self, ws: aiohttp.ClientWebSocketResponse, message: Any) -> None:
        code, id = message["code"], message.get("id")
        self.refusals.append(code)
        # Messages that come too fast are refused unread, and so without their id.
        if self._pending is None or (id != self._pending["id"] and code != "too_fast"):
            return
        if code in ("store_unavailable", "busy", "too_fast"):
            await asyncio.sleep(PAUSE * 4)
            with contextlib.suppress(ConnectionError):
                await ws.send_json(self._pending)
        else:
            self.stale.add(id)
            self._settle(id)

    def _settle(self, id: str) -> None:
        if self._pending is not None and self._pending["id"] == id:
            # The next decision may have been shown before the answer came.
            if self._decision == self._pending["decision"]:
                self._decision = None
            self._pending = None


def changed(game: Any, changes: Any) -> Any:
    """The public view of the next version, as the protocol says it is made."""
    players, shown = changes.pop("players", {}), changes.pop("shown", [])
    by_name = {part: game[part] | changes.pop(part, {}) for part in ("owners", "stations")}
    seats = [players.get(str(seat), player) for seat, player in enumerate(game["players"])]
    return {**game, **changes, **by_name, "players": seats, "shown": game["shown"] + shown}


async def gather_table(
    addresses: list[str], number: int, people: int, *, bot: bool = False, **options: Any
) -> list[Stubborn]:
    """A running game of some people, with a bot among them if wanted."""
    players = [Stubborn(addresses, f"p{number}-{i}", number) for i in range(people)]
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in range(people - 1))]
    seats += [{"kind": "bot", "bot": "random"}] if bot else []
    made = await players[0].make_table(seats, **options)
    for seat, player in enumerate(players[1:], 1):
        await player.sit(made, seat)
    await players[0].start()
    return players
