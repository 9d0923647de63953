"""The names under which kinds of commands and entries travel, as their types declare them."""

from __future__ import annotations

from functools import cache

from msgspec import Struct


@cache
def tag_of(kind: type[Struct]) -> str:
    """The name of a kind."""
    return str(kind.__struct_config__.tag)
