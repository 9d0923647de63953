"""What goes wrong at the engine's door."""

from __future__ import annotations

from whistlestop.model.errors import Refusal


class IllegalAction(Refusal):
    """An action the rules do not allow now. Nothing has changed."""


class SetupError(Refusal):
    """A game that cannot be set up so."""
