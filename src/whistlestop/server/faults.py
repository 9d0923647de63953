"""Named places where a test may break the server on purpose; without a test they do nothing.

Faults are planned in the environment alone: `WHISTLESTOP_FAULT=before_commit:3:kill` ends the
process the third time it passes `before_commit`; `3+` means from the third time on; commas separate
several. No request, file or option reaches this.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from typing import NoReturn

from whistlestop.server.errors import StartupError
from whistlestop.server.store.base import CommitUnknown, StoreUnavailable

VARIABLE = "WHISTLESTOP_FAULT"


@dataclass(slots=True)
class PlannedFault:
    """A fault that strikes at a place, once or from some time on."""

    place: str
    at: int
    onwards: bool
    what: str
    passed: int = 0

    def due(self) -> bool:
        """Pass the place once more; whether the fault strikes this time."""
        self.passed += 1
        return self.passed == self.at or (self.onwards and self.passed > self.at)


def read_faults(text: str) -> list[PlannedFault]:
    """Read `place:count:what`, separated by commas. Raises StartupError."""
    return [_planned(part.strip()) for part in text.split(",") if part.strip()]


def _planned(text: str) -> PlannedFault:
    parts = text.split(":")
    if len(parts) != 3 or parts[2] not in _FAULTS or not parts[1].removesuffix("+").isdecimal():
        raise StartupError("bad_fault", f'"{text:.60}" in {VARIABLE} is not place:count:what.')
    place, count, what = parts
    return PlannedFault(place, int(count.removesuffix("+")), count.endswith("+"), what)


def plan_faults(text: str) -> None:
    """Plan these faults and no others; an empty text plans none."""
    _planned_faults[:] = read_faults(text)


def fault(place: str) -> None:
    """Pass a place. Does nothing unless a test planned a fault for it."""
    for plan in _planned_faults:
        if plan.place == place and plan.due():
            _strike(plan.what)


def _strike(what: str) -> NoReturn:
    if what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise _FAULTS[what]


_FAULTS: dict[str, Exception] = {
    "kill": SystemError("killed"),
    "disk_full": StoreUnavailable("disk_full"),
    "read_only": StoreUnavailable("read_only"),
    "unreachable": StoreUnavailable("unreachable"),
    "unknown": CommitUnknown("unreachable"),
    "defect": RuntimeError("a planned defect"),
}
_planned_faults: list[PlannedFault] = read_faults(os.environ.get(VARIABLE, ""))
