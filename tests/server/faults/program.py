"""`whistlestop serve` as a program of its own that can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Self

from tests import forge

START_SECONDS = 30


class Program:
    """A server on one port and one store, through any number of lives."""

    module = "whistlestop"
    forged = True
    """Whether it begins as a copy of a process that has it loaded, or from nothing."""

    def __init__(self, store: str, folder: Path, port: int | None = None) -> None:
        self.store = store
        self.port = port or free_port()
        self.log = folder / f"serve-{self.port}.log"
        self.lives = 0
        self.environment: dict[str, str] = {}
        self.options: tuple[str, ...] = ()
        self._process: subprocess.Popen[str] | forge.Copy | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, fault: str = "") -> None:
        """Start it and wait until it listens."""
        self.lives += 1
        command = [self.module, "serve", "--port", str(self.port)]
        command += ["--bots", "1", "--log-level", "warning", *self.options]
        command.append("--no-address-limits")  # all clients of a test are at one address
        # Not among the arguments: the address of a database tells its password.
        told = {"WHISTLESTOP_STORE": self.store, "WHISTLESTOP_FAULT": fault}
        environment = {**os.environ, **self.environment, **told}
        self._process = forge.start(command, self.log, environment=environment, forged=self.forged)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert self.address in said, (said, self.log.read_text())

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it quietly; it must end by itself and without complaint."""
        assert self._end(signal.SIGTERM) == 0, self.log.read_text()

    def wait(self) -> int:
        """Wait until it ends by itself."""
        assert self._process is not None
        assert self._process.stdout is not None
        code = self._process.wait(START_SECONDS)
        self._process.stdout.close()
        return code

    def send(self, number: signal.Signals) -> None:
        """Send a signal that does not end it."""
        assert self._process is not None
        self._process.send_signal(number)

    def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        return self.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.alive:
            self.kill()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
