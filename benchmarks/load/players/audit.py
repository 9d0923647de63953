"""Is everything that was acknowledged in the log? Asked over HTTP, as one of the players."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from benchmarks.load.players.crowd import Crowd
from benchmarks.load.players.party import Party, Told


class _Params(Struct):
    do: str = ""


class _Line(Struct):
    v: int
    kind: str
    seat: int | None
    params: _Params


class _Log(Struct):
    happened: list[_Line]
    more: bool


_read = msgspec.json.Decoder(_Log).decode


@dataclass(slots=True)
class Audit:
    """What was found: moves acknowledged, those missing in the log, versions missing or doubled."""

    tables: int = 0
    moves: int = 0
    missing: int = 0
    broken: int = 0


async def audit(crowd: Crowd) -> Audit:
    """Compare what the players were told with the logs of all their tables."""
    found = Audit()
    for party in crowd.parties:
        for table, told in [*party.past, (party.table, party.told)]:
            await _check(crowd, party, table, told, found)
    return found


async def _check(crowd: Crowd, party: Party, table: str, told: list[Told], found: Audit) -> None:
    lines = await _log(crowd, party, table)
    found.tables += 1
    found.moves += len(told)
    found.broken += [line.v for line in lines] != list(range(1, len(lines) + 1))
    did = {(line.v, line.seat): line.params.do for line in lines if line.kind == "did"}
    for v, seat, action in told:
        found.missing += not _agrees(did.get((v, seat)), action)


def _agrees(stored: str | None, action: str) -> bool:
    """Which tickets others keep is not shown to the player who reads the log here."""
    return stored == action or (stored == "keep" and action.startswith("keep "))


async def _log(crowd: Crowd, party: Party, table: str) -> list[_Line]:
    lines: list[_Line] = []
    headers = {"Cookie": party.host.cookie}
    more = True
    while more:
        url = f"http://{crowd.host}/api/tables/{table}/log?after={len(lines)}"
        async with crowd.session.get(url, headers=headers) as answer:
            answer.raise_for_status()
            page = _read(await answer.read())
        lines += page.happened
        more = page.more
    return lines
