"""Reads what clients send. JSON knows one kind of number, so `3.0` is `3` here.

The types say everything else, and unknown fields are refused by them. Invariant: a message is read
as its type or not at all.
"""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")

_LARGEST = 1 << 53  # beyond that a float no longer says which whole number it means


class MessageDecoder(Generic[T]):
    """Decodes messages of one type, which may be a union."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, data: bytes | str) -> T:
        """A message. Raises msgspec.DecodeError or UnicodeError."""
        try:
            message: T = self._decode(data)
            return message
        except msgspec.ValidationError:
            return self._again(data)
        except RecursionError:  # where a field that is nested stands before the `type`
            raise msgspec.ValidationError("nested too deeply") from None

    def _again(self, data: bytes | str) -> T:
        """Read a message that may only have written its whole numbers with a point."""
        try:
            found = _whole(msgspec.json.decode(data))
            json.loads(data, object_pairs_hook=_once)
        except RecursionError:
            raise msgspec.ValidationError("nested too deeply") from None
        message: T = msgspec.convert(found, self._kind)
        return message


def _once(fields: list[tuple[str, Any]]) -> None:
    """Refuse an object that says a field twice: nobody can tell which of them was meant."""
    if len({name for name, _ in fields}) < len(fields):
        raise msgspec.ValidationError("a field stands there twice")


def _whole(value: Any) -> Any:
    """The same value with whole numbers as such."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST:
        return int(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return value
