"""OpenSpiel's structs for this game: a state, an observation and an action as JSON, and back.

OpenSpiel's own struct classes cannot be made in Python, so these stand in for them: they have its
`to_dict` and `to_json`, and no more. A state is its history, so that is all that is read back; who
is to act and the position are there for people.
"""

from __future__ import annotations

import json
from typing import Any


class SpielJson:
    """Named values with the two methods that every struct of OpenSpiel has."""

    def __init__(self, **values: Any) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(name)
        return self._values[name]

    def to_dict(self) -> dict[str, Any]:
        """The values by their names."""
        return dict(self._values)

    def to_json(self) -> str:
        """The same as JSON, names in alphabetical order."""
        return json.dumps(self._values, sort_keys=True)

    def __str__(self) -> str:
        return self.to_json()


def values_of(given: Any, wanted: str) -> Any:
    """One value of a struct, a dictionary or JSON; anything else raises `ValueError`."""
    read = given.to_dict() if isinstance(given, SpielJson) else given
    if isinstance(read, str | bytes):
        read = json.loads(read)
    if not isinstance(read, dict) or wanted not in read:
        raise ValueError(f"it has no {wanted}")
    return read[wanted]


def history_in(given: Any) -> list[int]:
    """The history in a state's struct."""
    history = values_of(given, "history")
    if not isinstance(history, list) or not all(type(number) is int for number in history):
        raise ValueError("its history is no list of whole numbers")
    return history
