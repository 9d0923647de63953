"""What happened, as one audience may know it.

An `Event` is a name with parameters, ready for a log in any language. Events for a seat are made
without the parameters that the seat may not know; there is nothing to strip afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: `Event("drew", {"seat": 1, "card": "red"})`."""

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.params[key]

    def get(self, key: str, default: Any = None) -> Any:
        """A parameter, or `default` where this audience does not get it."""
        return self.params.get(key, default)

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{k}={v}" for k, v in self.params.items())])
