"""Packages that only some of the lab needs, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from whistlestop.lab.errors import LabError


def needed(module: str, extra: str) -> Any:
    """A module of an optional package, or the sentence that names what to install."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise LabError(
            "missing_extra",
            f"This needs {package}, which comes with `pip install 'whistlestop[{extra}]'`.",
        ) from None
