"""What the tests of the server share: a house for real servers, and a PostgreSQL server.

Both are started when a test asks for them. Tests that start servers, databases or processes of
bots are slow, without each saying so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, captured_logs
from tests.server.postgres import PostgresServer

HERE = Path(__file__).parent
SLOW = (
    "addresses",
    "faults",
    "finished",
    "hostile",
    "http",
    "orders",
    "outages",
    "processes",
    "remote",
    "running",
    "secrecy",
    "sockets",
    "store",
    "upkeep",
)
STARTING = [HERE / name for name in SLOW]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        starts = any(folder in item.path.parents for folder in STARTING)
        if starts or (HERE in item.path.parents and "postgres" in item.nodeid):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A place to run servers; whatever happens there, no exception reaches the log."""
    house = House(tmp_path)
    with captured_logs(house):
        yield house
    assert [line for line in house.lines() if line["level"] == "error"] == []
    assert house.lines("library") == []


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
