"""All the ways in which somebody may try to learn something about a table beside playing there.

Each asks a server for what it gives to everybody, for what is not this person's, and with words
that are not true; none of them changes anything.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tests.server.secrecy.people import Someone, Stranger

if TYPE_CHECKING:
    from tests.server.secrecy.stage import Stage

Look = Callable[["Stage", Someone], Awaitable[None]]


async def ask_for_the_table(stage: Stage, someone: Someone) -> None:
    await someone.get(f"/api/tables/{stage.table}")
    await someone.get(f"/api/tables/{stage.table}/log?after={max(0, stage.version - 20)}")
    await someone.get(f"/api/tables/{stage.table}/record.wst")


async def ask_for_the_past(stage: Stage, someone: Someone) -> None:
    """The log from its beginning, records of any seat, plies of a game that is not over."""
    table = f"/api/tables/{stage.table}"
    for path in ("/log", "/log?after=4&limit=3", "/log?after=999999"):
        await someone.get(table + path)
    for seat in range(4):
        await someone.get(f"{table}/record.wst?seat={seat}")
    for path in ("/plies/0", "/plies/2?seat=1", "/plies/2.svg?seat=1", "/plies/99999"):
        status, _ = await someone.get(table + path)
        assert status >= 400 or await stage.is_over(), path


async def ask_for_lists(stage: Stage, someone: Someone) -> None:
    paths = ["/api/tables", "/api/tables?status=playing&limit=1", f"/t/{stage.table}"]
    paths += ["/api/me", "/api/me/tables", "/api/me/statistics", "/health"]
    if stage.looks == 1:
        board = stage.script.game.board.name
        paths += [f"/api/boards/{board}", f"/api/boards/{board}.svg", "/api/offers"]
    for path in paths:
        await someone.get(path)


async def ask_wrongly(stage: Stage, someone: Someone) -> None:
    """Errors: their words and their headers."""
    table = f"/api/tables/{stage.table}"
    paths = [f"{table}?seat=1", f"{table}/log?after=x", f"{table}/record.wst?seat=x", f"{table}x"]
    for path in (*paths, f"{table}/seats/1", f"{table}/socket"):
        await someone.get(path)
    await someone.get(table, "HEAD")
    await someone.get(table, "OPTIONS")
    await someone.get(table, Authorization="Bearer x.1.1.y")
    await someone.get(table, Range="bytes=0-9")


async def command_wrongly(stage: Stage, someone: Someone) -> None:
    """Commands for seats that are not this person's, without a socket."""
    if isinstance(someone, Stranger):
        return  # without a cookie from one request to the next nothing can be done
    path = f"/api/tables/{stage.table}/commands"
    for seat in (seat for seat in range(4) if seat not in someone.eyes):
        decision = {"decision": stage.version}
        commands = [
            {"type": "do", "seat": seat, "action": "draw deck", **decision},
            {"type": "hint", "seat": seat, **decision},
            {"type": "take_back", "seat": seat},
            {"type": "return", "seat": seat},
            {"type": "sit", "seat": seat, "name": "Eve"},
        ]
        commands.append({"type": "link", "seat": seat})
        if someone.name != "ann":
            commands += [{"type": "reissue", "seat": seat}, {"type": "kick", "seat": seat}]
        elif seat == 1:
            commands.append({"type": "reissue", "seat": seat})
        for command in commands:
            status, _ = await someone.post(path, {"id": someone.id(), **command})
            assert status >= 400, (someone.name, command)


async def come_back(stage: Stage, someone: Someone) -> None:
    """Sockets that say they have seen what they have not, and one too many."""
    now = stage.version
    other = (await stage.server.hub.table(stage.other_table)).state.version
    if not any(ear.label == "socket: tab" for ear in someone.ears):
        await someone.listen(stage.table, "tab")  # which stays
    for since in (None, 0, 3, other, now - 1, now, now + 1, 10**9):
        ear = await someone.listen(stage.table, f"since {since}", since)
        await ear.close()


LOOKING: tuple[Look, ...] = (
    ask_for_the_table,
    ask_for_the_past,
    ask_for_lists,
    ask_wrongly,
    command_wrongly,
    come_back,
)
