"""A server under attack: a process of its own, its memory, its log and all that it has stored."""

from __future__ import annotations

import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[3]
END_SECONDS = 30


class Fort:
    """`tests.server.hostile.served`, running."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "tables.db"
        self.log = folder / "serve.log"

    def __enter__(self) -> Fort:
        command = [sys.executable, "-m", "tests.server.hostile.served", str(self.store)]
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
            )
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

    def stop(self) -> int:
        """Stop it quietly; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(END_SECONDS)

    @property
    def megabytes(self) -> float:
        """Memory that is really there."""
        return float(self._watched.memory_info().rss) / 1e6

    def digest(self, but: str) -> str:
        """All that is stored, but one table, in short."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as connection:
            names = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            digest = hashlib.sha256()
            for (name,) in names:
                for row in connection.execute(f"SELECT * FROM {name}").fetchall():
                    if but not in row:
                        digest.update(repr((name, row)).encode())
        connection.close()
        return digest.hexdigest()

    def complaints(self) -> list[dict[str, Any]]:
        """Lines of the log that tell of something that should never happen."""
        with self.log.open() as log:
            suspicious = [line for line in log if '"info"' not in line]
        return [json.loads(line) for line in suspicious]
