"""How fast people may talk: each guest, each address, and all at one table together.

A cookie costs nothing to drop, so addresses count too; somebody may have many addresses, so tables
do. Those who sit at a table and those who only watch have a share each: strangers cannot keep
players from talking to each other. Nothing else is counted here, and a refused line does not count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from whistlestop.protocol.commands import Command, Say
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table.decide import CommandContext, Decided
from whistlestop.server.table.talk.lines import TALK_LINES

Decider = Callable[[CommandContext], Decided]


@dataclass(frozen=True, slots=True)
class TalkLimits:
    """How many lines may be said in a window of so many seconds, and how many a table keeps."""

    guest: int = 20
    address: int = 40
    table: int = 40  # by those who sit there, and as many by those who watch
    window: float = 20.0
    kept: int = TALK_LINES


class _Bucket:
    """A leaky bucket: a line adds one, and `most` of them run out in each window."""

    __slots__ = ("level", "most", "seen")

    def __init__(self, most: int, now: float) -> None:
        self.most = most
        self.level = 0.0
        self.seen = now

    def wait(self, now: float, window: float) -> float:
        """Seconds until one more line fits; 0 if it does now."""
        rate = self.most / window
        self.level = max(0.0, self.level - (now - self.seen) * rate)
        self.seen = now
        return max(0.0, (self.level + 1 - self.most) / rate)


class TalkRates:
    """Who has talked how much lately, in this process."""

    def __init__(self, limits: TalkLimits, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._cleared = clock()

    def allowed(self, guest: str, address: str, table: str) -> bool:
        """Whether one more line is in time, and count it if so. An empty address has no limit."""
        return self._wait(guest, address, table) == 0

    def paced(self, command: Command, decided: Decider) -> Decider:
        """Decides a command as `decided` does, but a line of talk only if it is in time: else it
        raises ServerRefusal `too_fast`."""
        return _Within(self, decided) if type(command) is Say else decided

    def _wait(self, guest: str, address: str, table: str) -> float:
        """Seconds until one more line fits; if it does now, it is counted."""
        now, limits = self._clock(), self.limits
        self._clear(now)
        # Addresses first: whoever makes up guests then leaves no bucket for each.
        names = [("table", table, limits.table), ("guest", guest, limits.guest)]
        if address:
            names.insert(0, ("address", address, limits.address))
        found: list[_Bucket] = []
        for kind, name, most in names:
            bucket = self._buckets.setdefault((kind, name), _Bucket(most, now))
            wait = bucket.wait(now, limits.window)
            if wait:
                return wait
            found.append(bucket)
        for bucket in found:
            bucket.level += 1
        return 0.0

    def _clear(self, now: float) -> None:
        """Drop the buckets that have run out, once in each window."""
        window = self.limits.window
        if now - self._cleared < window:
            return
        self._cleared = now
        self._buckets = {k: b for k, b in self._buckets.items() if now - b.seen < window}


class _Within:
    """Decides one line of talk; it counts once, however often it has to be decided on."""

    def __init__(self, rates: TalkRates, decided: Decider) -> None:
        self._rates = rates
        self._decided = decided
        self._counted = False

    def __call__(self, context: CommandContext) -> Decided:
        chosen = self._decided(context)
        if not self._counted:
            caller, state = context.caller, context.state
            sits = bool(state.seats_of(caller) or state.left_by(caller))
            table = f"{state.id}{' seats' if sits else ''}"
            # Programs are known by their table.
            guest = caller.guest or f"{state.id} {caller.who_at(state.id)}"
            wait = self._rates._wait(guest, caller.address.name, table)
            if wait:
                raise ServerRefusal("too_fast", 429, seconds=int(wait) + 1)
            self._counted = True
        return chosen
