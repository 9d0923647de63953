"""What the lab refuses to do."""

from __future__ import annotations

from whistlestop.model.errors import Refusal


class LabError(Refusal):
    """A simulation that cannot be run so."""
