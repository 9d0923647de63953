"""The page is opened where a window can be shown, and the terminal stays quiet either way."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from whistlestop.cli.browser import open_page

ADDRESS = "http://127.0.0.1:8000/"

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other desktops open it"),
    # The browser outlives the command on purpose.
    pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desktop whose tool writes down what it is asked to open, and grumbles."""
    opened = tmp_path / "opened"
    tool = tmp_path / "xdg-open"
    tool.write_text(f'#!/bin/sh\necho grumble; echo grumble >&2\nprintf %s "$1" > {opened}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return opened


def _eventually(path: Path) -> str:
    until = time.monotonic() + 10
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < until, "nothing was opened"
        time.sleep(0.01)
    return path.read_text()


@pytest.mark.parametrize("screen", ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"])
def test_where_there_is_a_screen_the_page_is_opened_without_a_word(
    desktop: Path, screen: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(screen, ":0")
    open_page(ADDRESS)
    assert _eventually(desktop) == ADDRESS
    assert capfd.readouterr() == ("", "")


def test_without_a_screen_nothing_is_started(
    desktop: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    open_page(ADDRESS)
    time.sleep(0.1)
    assert not desktop.exists()
    assert capfd.readouterr() == ("", "")


def test_a_desktop_without_its_tool_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", str(tmp_path))
    open_page(ADDRESS)
