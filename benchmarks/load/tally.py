"""What the load client counts while it plays, and the percentiles of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

SIZES_KEPT = 50_000


@dataclass(slots=True)
class Tally:
    """Counts of one stretch of time. Latencies are seconds from when a move was due."""

    latencies: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    sizes: list[int] = field(default_factory=list)
    frames: int = 0
    bytes: int = 0
    gaps: int = 0
    starved: int = 0
    rematches: int = 0
    resent: int = 0

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return len(self.latencies)

    def note_frame(self, size: int) -> None:
        """Count a frame; sizes are kept of the first ones only."""
        self.frames += 1
        self.bytes += size
        if len(self.sizes) < SIZES_KEPT:
            self.sizes.append(size)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of none."""
    return sum(values) / len(values) if values else 0.0
