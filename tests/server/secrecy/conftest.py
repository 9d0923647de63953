"""One theatre for all evenings of a test process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.secrecy.theatre import Theatre


@pytest.fixture(scope="session")
def theatre() -> Iterator[Theatre]:
    theatre = Theatre()
    try:
        yield theatre
    finally:
        theatre.close()
