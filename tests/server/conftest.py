"""What the tests of the server share: a house for real servers, and a PostgreSQL server.

Both are started when a test asks for them, and workers for bots come from a forge. Tests that start
servers, databases or processes of bots are slow, without each saying so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import forge
from tests.server.house import House, captured_logs
from tests.server.postgres import PostgresServer
from whistlestop.bots.processes import process

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


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.relative_to(HERE).parts[0] in SLOW or "postgres" in item.nodeid:
        item.add_marker(pytest.mark.slow)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are not wanted, folders of them are not even read."""
    is_slow = collection_path.parent == HERE and collection_path.name in SLOW
    return True if is_slow and config.option.markexpr == "not slow" else None


# For a module, not for the session: tests of other folders take turns with these in one process,
# and there workers start from nothing.
@pytest.fixture(scope="module", autouse=True)
def _workers_from_a_forge() -> Iterator[None]:
    """Those of servers inside this process; programs with forges of their own have theirs."""
    with pytest.MonkeyPatch.context() as patch:
        if forge.CAN:
            patch.setattr(process, "_popen", lambda *given: forge.forge().worker(*given))
        yield


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
