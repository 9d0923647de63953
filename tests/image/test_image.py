"""The image serves whoever it is run as, keeps what was played, and never serves as root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitors
from tests.image.box import owned
from tests.image.conftest import Start
from tools import chromium
from tools.image.engine import Engine
from whistlestop.client import Client

AS_ROOT = pytest.mark.skipif(os.getuid() != 0, reason="only root can give folders to others")


def play(address: str) -> str:
    """A whole game from outside, against a bot of the server; the table's link."""
    with Client(address, name="Ann") as ann:
        table = ann.new_table("new-york", ["me", "greedy"])
        table.start()
        table.play("greedy")
        assert table.view().score is not None
        return table.link


@pytest.mark.parametrize("user", ["", "4711", "4711:4712"])
def test_any_user_may_write_to_a_new_volume(start: Start, user: str) -> None:
    box = start(user=user).ready()
    play(box.address)
    box.stop()
    assert "store_failure" not in box.said()


@AS_ROOT
def test_a_folder_of_the_host_is_served_as_its_owner_and_kept(start: Start, tmp_path: Path) -> None:
    folder = owned(tmp_path / "tables", 1234, 1235, 0o700)
    box = start(user="1234:1235", folder=folder).ready()
    link = play(box.address)
    box.stop()
    assert (folder / "tables.db").stat().st_uid == 1234
    again = start(user="1234:1235", folder=folder).ready()
    with Client(again.address, name="Bob") as bob:
        seen = bob.table(link.replace(box.address, again.address)).look()
        assert seen.table.status == "over"


@AS_ROOT
def test_root_hands_the_folder_over_and_serves_as_somebody_else(
    start: Start, tmp_path: Path
) -> None:
    folder = owned(tmp_path / "tables", 0, 0, 0o755)
    box = start(user="0", folder=folder, settings={"PUID": "4711", "PGID": "4712"}).ready()
    play(box.address)
    held = [path.stat() for path in (folder, *folder.iterdir())]
    assert {(one.st_uid, one.st_gid) for one in held} == {(4711, 4712)}


@AS_ROOT
@pytest.mark.parametrize("value", ["0", "root", "-1", "4294967295"])
def test_nobody_can_make_it_serve_as_root(start: Start, value: str) -> None:
    box = start(user="0", settings={"PUID": value})
    assert box.ended() == 2
    assert f"PUID is '{value}', which is not the number of a user other than root." in box.said()


@AS_ROOT
def test_a_folder_that_may_not_be_written_is_told_in_a_sentence(
    start: Start, tmp_path: Path
) -> None:
    folder = owned(tmp_path / "tables", 1234, 1235, 0o755)
    box = start(user="4711", folder=folder)
    assert box.ended() == 2
    assert "/data/tables.db cannot be written" in box.said()
    assert "--user 1234:1235" in box.said()
    assert list(folder.iterdir()) == []


def test_nothing_but_the_volume_is_written(start: Start, found: Engine) -> None:
    if found.name == "buildah":
        pytest.skip("a chroot of buildah cannot be made read-only")
    box = start(options=("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"))
    play(box.ready().address)


def test_the_health_check_fails_where_nothing_answers(start: Start) -> None:
    assert start().ready().health(port=9) == 1


def test_a_game_through_the_page(start: Start) -> None:
    path = chromium.find()
    assert path, "there is no Chromium: python -m tools.chromium installs one"
    address = start().ready().address
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        ann = Visitors(browser, address).new("Ann")
        ann.play_now("new-york")
        assert ann.play() > 10
        assert ann.over
        browser.close()
