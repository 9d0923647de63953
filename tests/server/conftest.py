"""What the tests of the server share: a PostgreSQL server, started when a test asks for it.

Tests that start servers, databases or processes of bots are slow, without each saying so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import PostgresServer

HERE = Path(__file__).parent
SLOW = ("bots", "faults", "history", "hostile", "processes", "secrecy", "store", "transport")
STARTING = [HERE / name for name in SLOW]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        starts = any(folder in item.path.parents for folder in STARTING)
        if starts or (HERE in item.path.parents and "postgres" in item.nodeid):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running PostgreSQL; tests that stop or kill one start their own."""
    server = PostgresServer()
    try:
        yield server.start()
    finally:
        server.throw_away()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The address of an empty database."""
    postgres_server.empty(postgres_server.url)
    return postgres_server.url
