"""The site can be read from a disk, without a server and without anybody else's: it asks no other
machine for anything, and its search finds things there.

One small page wears the whole theme here, with the settings of `mkdocs.yml`; `make docs` builds the
real pages.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[3]
PAGE = "# A page\n\n## Halts\n\nA whistlestop is a small halt.\n\n```python\nprint('halt')\n```\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "docs" / "deep").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# The first page\n")
    (folder / "docs" / "deep" / "page.md").write_text(PAGE)
    shutil.copytree(ROOT / "docs" / "site", folder / "docs" / "site")
    (folder / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: docs\nsite_dir: site\n"
        "nav: [index.md, deep/page.md]\nnot_in_nav: ''\n"
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "site"


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, site: Path, request: pytest.FixtureRequest) -> Page:
    shown = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme=request.param)
    shown.goto((site / "deep" / "page.html").as_uri())
    return shown


def test_the_search_finds_a_word_on_a_page_that_was_opened_from_a_disk(page: Page) -> None:
    page.click(".md-search__input")
    page.keyboard.type("halt")
    found = page.locator(".md-search-result__item a").first
    found.wait_for()
    assert (found.get_attribute("href") or "").partition("?")[0].endswith("deep/page.html")
    page.close()


def test_nothing_is_asked_of_another_machine_and_the_letters_come_along(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    loaded = "[...document.fonts].filter((f) => f.status == 'loaded').map((f) => f.family)"
    assert {family.strip('"') for family in page.evaluate(loaded)} >= {
        *("Board Serif", "Board Text", "Board Code"),
    }
    page.close()
