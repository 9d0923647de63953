"""A process that writes to a store as fast as it can, to be killed: `python -m ... URL TABLES`.

It prints `table version` after each append that returned, and nothing before.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.store.changes import change, opened
from whistlestop.server.store.base import Store

ROOT = Path(__file__).parents[3]


def write_and_kill(url: str, appends: int, tables: int = 16) -> dict[str, int]:
    """Kill a process after so many appends; the last version of each table that it was told of."""
    command = [sys.executable, "-m", __spec__.name if __spec__ else __name__, url, str(tables)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = {}
    with process.stdout as output:
        for count, line in enumerate(output):
            if count == appends:
                process.send_signal(signal.SIGKILL)
            if line.endswith("\n"):
                table, version = line.split()
                told[table] = int(version)
    process.wait()
    return told


async def write_forever(store: Store, table: str) -> None:
    row = await store.row(table)
    version = row.version if row is not None else 0
    while True:
        version += 1
        await store.append(change(table, version, who="writer"))
        os.write(1, f"{table} {version}\n".encode())


async def main(url: str, tables: int) -> None:
    async with opened(url) as store:
        await asyncio.gather(*(write_forever(store, f"t{n}") for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
