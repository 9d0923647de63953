"""A server under attack: a process of its own, its memory, its log and all that it has stored."""

from __future__ import annotations

import contextlib
import hashlib
import json
import resource
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from tests import forge

END_SECONDS = 30


class Fort:
    """`tests.server.hostile.served`, running."""

    def __init__(self, folder: Path, files: int | None = None, *, counts: bool = False) -> None:
        """With `files`, it may have so many descriptors open and never more; with `counts`, it
        holds addresses to their limits."""
        self.store = folder / "tables.db"
        self.log = folder / "serve.log"
        self._files = files
        self._more = ["count addresses"] if counts else []

    def __enter__(self) -> Fort:
        command = ["tests.server.hostile.served", str(self.store), *self._more]
        self._process = forge.start(command, self.log, files=self._files)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.log.read_text()
        self._watched = psutil.Process(self._process.pid)
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(END_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def descriptors(self) -> int:
        """How many it has open."""
        return int(self._watched.num_fds())

    @contextlib.contextmanager
    def no_files_left(self) -> Iterator[None]:
        """Let the system give it no more files."""
        pid = self._process.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (self.descriptors, hard))
        try:
            yield
        finally:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))

    @property
    def busy_seconds(self) -> float:
        """How long it has worked so far."""
        times = self._watched.cpu_times()
        return float(times.user + times.system)

    def events(self, name: str) -> list[dict[str, Any]]:
        """The lines of the log that tell of one kind of thing."""
        with self.log.open() as log:
            return [line for line in map(json.loads, log) if line["event"] == name]

    def stop(self) -> int:
        """Stop it quietly; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(END_SECONDS)

    @property
    def megabytes(self) -> float:
        """Memory that is really there."""
        return float(self._watched.memory_info().rss) / 1e6

    def digest(self, but: str) -> str:
        """All that is stored, but one table and the clock, which goes on by itself, in short."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as connection:
            names = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            digest = hashlib.sha256()
            for (name,) in names:
                for row in connection.execute(f"SELECT * FROM {name}").fetchall():
                    if but not in row and (name, row[0]) != ("meta", "clock"):
                        digest.update(repr((name, row)).encode())
        connection.close()
        return digest.hexdigest()

    def complaints(self) -> list[dict[str, Any]]:
        """Lines of the log that tell of something that should never happen."""
        with self.log.open() as log:
            suspicious = [line for line in log if '"info"' not in line]
        read = [json.loads(line) for line in suspicious]
        # A machine that has much else to do may let a process stand still for seconds.
        return [line for line in read if line["event"] != "clock_stood"]
