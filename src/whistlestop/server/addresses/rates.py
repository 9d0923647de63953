"""How fast many names may do one thing: a burst each, and as many again in every window.

The generic cell rate algorithm: of a name it keeps one figure, the time at which its burst will be
whole again. It reads no clock. Invariant: it never remembers more than `KEPT` names, however many
there are; the one that was quiet for longest is forgotten first.
"""

from __future__ import annotations

KEPT = 32_768


class Rates:
    """The pace of many names."""

    __slots__ = ("_step", "_whole", "_window")

    def __init__(self, count: int, window: float) -> None:
        """Each name may do `count` things at once, and as many again in `window` seconds."""
        self._window = window
        self._step = window / count
        self._whole: dict[str, float] = {}  # the name that was quiet for longest comes first

    def __len__(self) -> int:
        return len(self._whole)

    def wait(self, name: str, now: float) -> float:
        """How many seconds a name has to wait for its next turn; 0 if that is now."""
        whole = max(self._whole.get(name, now), now)
        # A rounding error must not take the last turn of a burst.
        left = whole + self._step - self._window - now
        return left if left > 1e-9 * self._window else 0.0

    def take(self, name: str, now: float) -> float:
        """Take a turn, if there is one; else say how long to wait, and count nothing."""
        left = self.wait(name, now)
        if not left:
            whole = max(self._whole.pop(name, now), now)
            self._whole[name] = whole + self._step
            if len(self._whole) > KEPT:
                del self._whole[next(iter(self._whole))]
        return left
