"""Backups that a server writes by itself, one after the other, while it runs.

Each is a whole backup as `whistlestop backup` writes it, made by a process of its own so that games
do not wait for it. When the next one is due follows from the newest file in the folder, so a
restart neither hurries nor delays it. Only files of our own names are ever removed, the oldest
first and only after a newer one is complete. Invariant: a failure never ends the schedule.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from whistlestop.server.errors import StartupError
from whistlestop.server.watch.logs import note

PREFIX, ENDING = "whistlestop-", ".wsb"
RETRY_SECONDS = 300.0  # after a failure, unless backups are more frequent than that
LOOK_SECONDS = 30.0  # between looks at the clock, which may be set or stand still meanwhile


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Where backups go, every how many seconds, and how many are kept."""

    folder: Path
    every: float
    keep: int = 7


class BackupJob(msgspec.Struct, frozen=True):
    """What the process that writes a backup is told; by a pipe, since a store may name a password
    and everybody can read the arguments of a process."""

    store: str
    path: str


class Schedule:
    """The backups of one server. `failures` counts those that could not be written."""

    def __init__(self, plan: BackupPlan, store: str) -> None:
        self._plan = plan
        self._store = store
        self._began = time.time()
        self._failed_at: float | None = None
        self._last: float | None = None  # the newest that was ever seen
        self.written = 0
        self.failures = 0

    def prepare(self) -> None:
        """Make the folder, and try to write there. Raises StartupError."""
        folder = self._plan.folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise StartupError(
                "backup_dir", f"Backups cannot be written to {folder}: {error.strerror}."
            ) from None
        for part in folder.glob(f"{PREFIX}*{ENDING}.part"):
            part.unlink(missing_ok=True)  # of a server that was killed

    @property
    def age(self) -> float:
        """Seconds since the newest backup; without one, since the server began to wait for it."""
        return max(0.0, time.time() - (self._newest() or self._last or self._began))

    async def keep_up(self) -> None:
        """Write backups when they are due, until cancelled."""
        while True:
            wait = self._due() - time.time()
            if wait > 0:
                await asyncio.sleep(min(wait, LOOK_SECONDS))
                continue
            try:
                await self._write_next()
            except OSError as error:  # no process can be started, or the file is gone again
                self._fail(type(error).__name__)

    def _due(self) -> float:
        newest = self._newest()
        due = self._began if newest is None else newest + self._plan.every
        if self._failed_at is not None:
            due = max(due, self._failed_at + min(RETRY_SECONDS, self._plan.every))
        return due

    async def _write_next(self) -> None:
        begun = time.monotonic()
        path = (
            self._plan.folder / f"{PREFIX}{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}{ENDING}"
        )
        why = await _write(BackupJob(self._store, str(path)))
        if why:
            self._fail(why)
            return
        self._failed_at = None
        self.written += 1
        size, seconds = path.stat().st_size, round(time.monotonic() - begun, 3)
        note("backup_written", file=path.name, bytes=size, seconds=seconds)
        self._remove_old()

    def _fail(self, why: str) -> None:
        self._failed_at = time.time()
        self.failures += 1
        note("backup_failed", logging.ERROR, why=why)

    def _files(self) -> list[Path]:
        """Our backups in the folder, the oldest first; a folder that is gone has none."""
        return sorted(self._plan.folder.glob(f"{PREFIX}*{ENDING}"), key=lambda path: path.name)

    def _newest(self) -> float | None:
        """When the newest one was written; those from the future say nothing."""
        latest = time.time() + LOOK_SECONDS
        times = [when for path in self._files() if (when := _written_at(path)) <= latest]
        newest = max(times, default=0.0) or None
        self._last = newest or self._last
        return newest

    def _remove_old(self) -> None:
        for path in self._files()[: -self._plan.keep]:
            path.unlink(missing_ok=True)
            note("backup_removed", file=path.name)


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody has just removed it
        return 0.0


async def _write(job: BackupJob) -> str:
    """Write a backup in another process; why that failed, or nothing."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "whistlestop.server.upkeep.schedule",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # the stop of a terminal's programs reaches the server alone
    )
    try:
        _, told = await process.communicate(msgspec.json.encode(job))
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        Path(f"{job.path}.part").unlink(missing_ok=True)
        raise
    if process.returncode == 0:
        return ""
    lines = told.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else f"exit code {process.returncode}"


def _main() -> None:
    """The process that writes one backup."""
    from whistlestop.server.store.backup import backup

    os.nice(10)  # whoever plays comes first
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=BackupJob)
    try:
        asyncio.run(backup(job.store, Path(job.path), lambda done, total: None))
    except (ValueError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    _main()
