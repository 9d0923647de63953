"""A real Chromium and a real server for the tests of this folder."""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from asyncio.events import _set_running_loop
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tools import chromium

# The last list given is the one that counts, so it begins with what Playwright switches off. The
# rest would make, for each visitor, the list below an address bar that nobody sees, and a spare
# process: together that takes longer than our page.
OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    "SpareRendererForSitePerProcess",
)
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
]


def pytest_itemcollected(item: pytest.Item) -> None:
    """All are slow: they start a server and a browser."""
    item.add_marker(pytest.mark.slow)


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Where slow tests are not wanted, these are not even read."""
    return True if config.option.markexpr == "not slow" else None


@pytest.fixture(scope="session")
def lent() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """One browser for all files that a worker takes, with the loop that drives it."""
    path = chromium.find()
    assert path, "there is no Chromium: python -m tools.chromium installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        loop = get_running_loop()
        _set_running_loop(None)
        yield browser, loop
        _set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def browser(lent: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """The browser, for one file. Its loop counts as running only meanwhile: files of other folders
    have loops of their own, and take turns with ours."""
    browser, loop = lent
    _set_running_loop(loop)
    yield browser
    for context in browser.contexts:
        context.close()
    _set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One server for all files of a worker."""
    folder = tmp_path_factory.mktemp("server")
    with Program(str(folder / "tables.db"), folder) as program:
        program.start()
        yield program
        if program.alive:
            program.stop()


@pytest.fixture
def visitors(browser: Browser, server: Program) -> Iterator[Visitors]:
    """Makes visitors; afterwards none of them may have met an error."""
    made = Visitors(browser, server.address)
    yield made
    made.leave()


@pytest.fixture
def ann(visitors: Visitors) -> Visitor:
    return visitors.new("Ann")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Program]:
    """A server of one's own, to be killed."""
    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        yield program
