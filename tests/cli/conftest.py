"""Every test of the command line is in a folder of its own, so that what it writes stays there."""

import pytest


@pytest.fixture(autouse=True)
def _own_place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the test's own `tmp_path`, which it may want to find empty."""
    monkeypatch.chdir(tmp_path_factory.mktemp("place"))
