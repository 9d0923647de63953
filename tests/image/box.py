"""A container of the image under test: docker's, podman's, or a chroot that buildah makes.

It runs in the foreground of a process of ours, as any user, on a volume of its own or a folder of
the host, and is reached at a port of 127.0.0.1.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from tools.image.engine import Engine

INSIDE = 8000
PATIENCE = 60.0
# A process of ours that was killed leaves no container behind for longer than this.
STOP_SECONDS = 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Box:
    """One container, from `with` to the end of the block."""

    engine: Engine
    image: str
    log: Path
    user: str = ""
    folder: Path | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def __enter__(self) -> Box:
        self.port = free_port()
        self.name = f"whistlestop-test-{secrets.token_hex(4)}"
        if self.engine.name == "buildah":
            self._take_a_copy()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self._started(), stdout=log, stderr=log)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, place: TracebackType | None
    ) -> None:
        self.stop()
        gone = ("rm",) if self.engine.name == "buildah" else ("rm", "-f", "-v")
        words = [*self.engine.command, *gone, self.name]
        subprocess.run(words, capture_output=True, check=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ready(self) -> Box:
        """Wait until the image's own health check is content."""
        deadline = time.monotonic() + PATIENCE
        while self.health() != 0:
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.2)
        return self

    def health(self, port: int | None = None) -> int:
        """The exit code of the image's health check, inside, at the server's port or another."""
        own = self.port if self.engine.name == "buildah" else INSIDE
        words = ["--env", f"WHISTLESTOP_PORT={port or own}", self.name]
        words += ["--"] if self.engine.name == "buildah" else []
        words += ["python", "/opt/whistlestop/health.py"]
        return subprocess.run(self._within(words), capture_output=True, check=False).returncode

    def stop(self) -> int:
        """Ask it to stop, as an engine does; the exit code of what ran in the foreground."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(STOP_SECONDS)

    def ended(self) -> int:
        """The exit code of a container that ends by itself."""
        return self.process.wait(PATIENCE)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def _take_a_copy(self) -> None:
        """A container of buildah's; in a chroot the image's own volume would hide a folder."""
        self.engine.said("from", "--pull-never", "--name", self.name, self.image)
        if self.folder:
            self.engine.said("config", "--volume", "/data-", self.name)

    def _started(self) -> list[str]:
        given = dict(self.settings)
        if self.engine.name == "buildah":
            given["WHISTLESTOP_PORT"] = str(self.port)
        words = [word for pair in given.items() for word in ("--env", "=".join(pair))]
        words += ["--user", self.user] if self.user else []
        words += ["--volume", f"{self.folder}:/data"] if self.folder else []
        if self.engine.name == "buildah":
            chroot = [*self.engine.command, "run", "--isolation", "chroot", *words, self.name]
            return [*chroot, "--", "python", "/opt/whistlestop/start.py"]
        reach = ["--publish", f"127.0.0.1:{self.port}:{INSIDE}", "--name", self.name]
        return [*self.engine.command, "run", *reach, *words, *self.options, self.image]

    def _within(self, words: list[str]) -> list[str]:
        if self.engine.name != "buildah":
            return [*self.engine.command, "exec", *words]
        return [*self.engine.command, "run", "--isolation", "chroot", *words]


def owned(folder: Path, user: int, group: int, mode: int) -> Path:
    """A new folder of the host that belongs to somebody."""
    folder.mkdir()
    os.chown(folder, user, group)
    folder.chmod(mode)
    return folder
