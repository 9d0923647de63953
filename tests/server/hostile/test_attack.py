"""A hundred thousand messages and a thousand connections that nobody should make.

Server and attackers run as processes of their own. Nothing that is stored may change, no exception
may reach the log, memory must not grow, and those who play at another table must not notice.
"""

from __future__ import annotations

import asyncio
import statistics
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
import uvloop

from tests.server.hostile.attackers import Entries, attack, entries_of
from tests.server.hostile.bystanders import Bystander, bystander
from tests.server.hostile.fort import Fort
from tests.server.house import Visitor
from tests.server.soak import FACTOR

MESSAGES = 100_000
CONNECTIONS = 1_000
# As many connections as it takes until the rare full collections keep up with them.
WARM_UP = 10_000, 2_500
PATIENCE = 30
# Of growth after the warm-up; those who play make their table's log longer meanwhile.
MEGABYTES = 6.0 + FACTOR
# The longest that a player may have to wait while no rate limit holds up the attack, which then
# takes all of a processor; `test_limits` asks how it is with the limits that every server has.
MILLISECONDS = 3000.0


@dataclass
class Report:
    """What an attack came to."""

    answers: Counter[str] = field(default_factory=Counter)
    connections: int = 0
    megabytes: list[float] = field(default_factory=list)
    calm: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        """The figures, of players' waiting in milliseconds."""
        waited = [
            f"{name}: {len(x)} answers, median {statistics.median(x):.1f}, longest {max(x):.1f}"
            for name, x in (("calm", self.calm), ("attacked", self.attacked))
        ]
        counts = f"{self.answers.total()} messages, {self.connections} connections"
        return f"{counts}; {'; '.join(waited)}; MB {self.megabytes}; {dict(self.answers)}"


async def shown(ann: Visitor, table: str) -> list[Any]:
    return [await ann.get(f"/api/tables/{table}{path}") for path in ("", "/log", "/record.wst")]


@contextmanager
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process for the attackers, so that they do not hold up those who measure."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


async def siege(fort: Fort, report: Report) -> None:
    """Attack after attack; what is stored and shown must stay as it was."""
    with elsewhere() as pool:
        async with Visitor(fort.address) as ann, bystander(fort.address) as player:
            entries, table = await entries_of(fort.address, ann)
            before, seen = fort.digest(player.table), await shown(ann, table)
            await attacked(pool, entries, "warm-up", *WARM_UP)
            await all_gone(ann)
            report.megabytes.append(round(fort.megabytes, 1))
            report.calm = await at_peace(player)
            for number in range(FACTOR):
                told = await attacked(pool, entries, number, MESSAGES, CONNECTIONS)
                report.answers += told[0]
                report.connections += told[1]
                await all_gone(ann)
                report.megabytes.append(round(fort.megabytes, 1))
            report.attacked = player.taken()
            assert fort.digest(player.table) == before
            assert fort.digest("") != before, "what players do is seen by the digest"
            assert await shown(ann, table) == seen


async def attacked(
    pool: ProcessPoolExecutor, entries: Entries, seed: object, messages: int, connections: int
) -> tuple[Counter[str], int]:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(pool, attack, entries, seed, messages, connections)


async def all_gone(ann: Visitor) -> None:
    """Wait until the server has no sockets but those of the two who play."""
    async with asyncio.timeout(PATIENCE):
        while "\nwhistlestop_sockets 2.0\n" not in (await ann.get("/metrics"))[1]:
            await asyncio.sleep(0.1)


async def at_peace(player: Bystander) -> list[float]:
    player.taken()
    await asyncio.sleep(0.5)
    return player.taken()


@pytest.mark.slow
def test_no_message_and_no_connection_harms_a_server(tmp_path: Path) -> None:
    report = Report()
    with Fort(tmp_path) as fort:
        uvloop.run(siege(fort, report))
        assert fort.stop() == 0
        assert fort.complaints() == []
    print(report)
    assert report.answers.total() >= MESSAGES * FACTOR
    assert report.connections == CONNECTIONS * FACTOR
    assert {"bad_message", "not_your_seat", "not_host", "not_invited"} <= set(report.answers)
    assert "defect" not in report.answers
    first, *later = report.megabytes
    assert max(later) - first < MEGABYTES, report
    assert len(report.attacked) > 100
    assert max(report.attacked) < MILLISECONDS, report
