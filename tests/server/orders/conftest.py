"""A house whose servers have a store of each kind."""

from __future__ import annotations

import pytest

from tests.server.house import House


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, house: House) -> House:
    """A place to run servers, on each kind of database."""
    if request.param == "postgres":
        house.store = request.getfixturevalue("postgres_url")
    return house
