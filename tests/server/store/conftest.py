"""A store of each kind, so that one suite holds for both databases."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store can be made, in each kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    address: str = request.getfixturevalue("postgres_url")
    return address
