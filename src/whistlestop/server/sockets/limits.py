"""How many sockets a server takes, and how fast somebody may speak on one or without one.

Nothing here counts or closes sockets; `open_sockets` and `table_socket` ask these.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.protocol.limits import MESSAGES_PER_WINDOW, SOCKETS_PER_GUEST, WINDOW_SECONDS

RETRY_SECONDS = 5  # after which somebody who found no place should come again


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """How many sockets a server takes, and how patient it is with them, in seconds.

    Operators choose the first; tests change all of them.
    """

    sockets: int = 10_000
    sockets_per_guest: int = SOCKETS_PER_GUEST
    messages: int = MESSAGES_PER_WINDOW
    window: float = WINDOW_SECONDS
    hello: float = 10.0  # from the opening to the first message
    ping_after: float = 25.0  # proxies often cut lines that are silent for a minute
    silent_after: float = 50.0  # some pings without an answer
    finish: float = 5.0  # for commands and goodbyes when the server stops


class RateLimit:
    """How fast somebody may speak: a burst of `messages`, and as many again in each window.

    A leaky bucket: every message adds one, and `messages` of them run out in each window.
    """

    __slots__ = ("_level", "_limits", "_seen")

    def __init__(self, limits: SocketLimits, now: float) -> None:
        self._limits = limits
        self._level = 0.0
        self._seen = now

    def allows(self, now: float) -> bool:
        """Whether one more message is in time; refused ones do not count."""
        limits = self._limits
        level = self._level - (now - self._seen) * limits.messages / limits.window
        if level < 0:
            level = 0.0
        self._seen = now
        fits = level + 1 <= limits.messages
        self._level = level + 1 if fits else level
        return fits
