"""The error that ends a remote bot before its game is over."""

from __future__ import annotations

from whistlestop.model.errors import Refusal


class RemoteError(Refusal):
    """Why a program cannot play at a table; `str()` is one sentence."""
