"""Named places where a test may break the server on purpose; elsewhere they do nothing.

The plan comes from the environment alone: `WHISTLESTOP_FAULT=before_commit:3:kill` ends the process
the third time it comes by `before_commit`; `3+` means from the third time on; several plans are
separated by commas. No request, file or option reaches this.
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
    """What shall happen at a place, and when."""

    place: str
    at: int
    onwards: bool
    what: str
    passed: int = 0

    def due(self) -> bool:
        self.passed += 1
        return self.passed == self.at or (self.onwards and self.passed > self.at)


def read_plans(text: str) -> list[PlannedFault]:
    """`place:count:what`, separated by commas. Raises StartupError."""
    return [_plan(part.strip()) for part in text.split(",") if part.strip()]


def _plan(text: str) -> PlannedFault:
    parts = text.split(":")
    if len(parts) != 3 or parts[2] not in _FAULTS or not parts[1].removesuffix("+").isdecimal():
        raise StartupError("bad_fault", f'"{text:.60}" in {VARIABLE} is not place:count:what.')
    place, count, what = parts
    return PlannedFault(place, int(count.removesuffix("+")), count.endswith("+"), what)


def plan_faults(text: str) -> None:
    """Replace the plans; an empty text ends them all."""
    _plans[:] = read_plans(text)


def fault(place: str) -> None:
    """Pass by a place. Does nothing unless a test planned something for it."""
    if _plans:
        for plan in _plans:
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
_plans: list[PlannedFault] = read_plans(os.environ.get(VARIABLE, ""))
