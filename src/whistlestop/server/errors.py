"""Refusals of the server: a stable code with parameters, never a sentence.

A refused command or request has changed nothing. `status` is what HTTP answers with it.
"""

from __future__ import annotations

from typing import Any

from whistlestop.model.errors import Refusal

TOO_MUCH = 429
"""The status of a refusal that another time would not be one; `Retry-After` goes with it."""


class ServerRefusal(Exception):
    """A command or request that the server refuses."""

    def __init__(self, code: str, status: int = 409, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


class StartupError(Refusal):
    """Why a server cannot start; `str()` is one sentence for whoever started it."""
