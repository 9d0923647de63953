"""What ends a remote bot before its game is over."""

from __future__ import annotations

from whistlestop.model.errors import Refusal


class RemoteError(Refusal):
    """A table that cannot be played at so."""
