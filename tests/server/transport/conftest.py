"""A house for stories about the transport; no story may leave a defect in the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.transport.house import House, captured_logs


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A place to run servers; whatever happens there, no exception reaches the log."""
    house = House(tmp_path)
    with captured_logs(house):
        yield house
    assert [line for line in house.lines() if line["level"] == "error"] == []
    assert house.lines("library") == []
