"""What the tests of the server share: a PostgreSQL server, started when a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import PostgresServer


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
