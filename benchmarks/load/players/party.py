"""People who stay together: they make a table, play a game to its end and then a rematch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.load.players.heard import TableSeen
from benchmarks.load.players.player import Player, Unexpected
from whistlestop.protocol import commands as co

if TYPE_CHECKING:
    from benchmarks.load.players.crowd import Crowd

Told = tuple[int, int, str]  # version, seat, action: acknowledged, so it may never be lost


class Party:
    """The players of one table. `goal` is the version up to which they play without a pause."""

    def __init__(self, crowd: Crowd, board: str, cookies: list[str]) -> None:
        self.crowd = crowd
        self.board = board
        self.players = [Player(self, seat, cookie) for seat, cookie in enumerate(cookies)]
        self.table = ""
        self.invite: str | None = None
        self.told: list[Told] = []
        self.past: list[tuple[str, list[Told]]] = []
        self.goal = 0
        self._going_on = False

    @property
    def host(self) -> Player:
        """The player who makes tables and starts games."""
        return self.players[0]

    @property
    def version(self) -> int:
        """The newest version that any of them has seen."""
        return max(player.v for player in self.players)

    @property
    def hurries(self) -> bool:
        """Whether they play without a pause."""
        return self.version < self.goal

    async def meet(self) -> None:
        """Make a table and begin, by the public ways only."""
        made = await self.crowd.create_table(self.host, self.board, len(self.players))
        self.table, self.invite = made["table"], made["invite"]
        for player in self.players:
            await player.come()
        await self._sit_and_start()

    async def _sit_and_start(self) -> None:
        """The guests sit down, each at a seat of their own, and the host starts."""
        for player in self.players[1:]:
            name = f"Guest {player.seat}"
            await player.ask(co.Sit(player.new_id(), player.seat, name, invite=self.invite))
        await self.host.ask(co.Start(self.host.new_id()))

    def table_changed(self, table: TableSeen) -> None:
        """Ask for a rematch once the game is over."""
        if table.status == "over" and not self._going_on:
            self._going_on = True
            self.crowd.spawn(self._go_on())

    async def _go_on(self) -> None:
        """The same people at a new table, as long as the server is there."""
        try:
            await asyncio.sleep(0)
            ack = await self.host.ask(co.Rematch(self.host.new_id()))
            await self._move_to(str((ack.result or {})["table"]))
            self.crowd.tally.rematches += 1
        finally:
            self._going_on = False

    async def _move_to(self, table: str) -> None:
        self.past.append((self.table, self.told))
        # Whoever played needs no invite to the table of a rematch.
        self.table, self.invite, self.told = table, None, []
        for player in self.players:
            player.leave()
            await player.come()
        try:
            await self._sit_and_start()
        except Unexpected:
            self.crowd.tally.lost["rematch"] += 1
