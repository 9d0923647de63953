"""What the lab refuses to do."""

from __future__ import annotations

from pathlib import Path

from whistlestop.model.errors import Refusal


class LabError(Refusal):
    """A simulation that cannot be run so."""


def not_written(path: str | Path, error: Exception) -> LabError:
    """The refusal of a file that the system will not let us write."""
    cause = getattr(error, "strerror", None) or "that is no name for a file"
    return LabError("not_written", f"{path} cannot be written: {cause}.")
