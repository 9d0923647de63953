"""`whistlestop` on a machine whose clock is wrong, by as much as a file says at every moment.

Only the clock of the system is wrong: nothing of the program is replaced, and the time that passes
is what it is.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.server.faults.program import Program

VARIABLE = "WRONG_BY_SECONDS_IN"


class WrongClock(Program):
    """A server whose system's clock can be set."""

    module = "tests.server.outages.wrong_clock"
    forged = False  # the clock is wrong before anything is loaded

    def __init__(self, store: str, folder: Path, port: int | None = None) -> None:
        super().__init__(store, folder, port)
        self._file = folder / f"wrong-by-{self.port}"
        self.environment[VARIABLE] = str(self._file)
        self.set_by(0)

    def set_by(self, seconds: int) -> None:
        """Let the clock be wrong by so many seconds from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)


def _set_system_clock(file: Path) -> None:
    right, right_ns = time.time, time.time_ns
    time.time = lambda: right() + int(file.read_text())
    time.time_ns = lambda: right_ns() + int(file.read_text()) * 1_000_000_000


if __name__ == "__main__":
    _set_system_clock(Path(os.environ[VARIABLE]))
    from whistlestop.cli.main import main

    main()
