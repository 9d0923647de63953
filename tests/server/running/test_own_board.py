"""A board file dropped into the user's folder is played over a real server, by people and bots."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, Scene
from whistlestop.engine.state.flat_board import TICKETS_CODE

pytestmark = pytest.mark.slow  # servers that start and stop

STARTER = (
    (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8").replace("NAME", "isle")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    boards = tmp_path / "home" / "boards"
    boards.mkdir(parents=True)
    return boards


async def offered(scene: Scene) -> list[str]:
    _, offers = await scene.ann.get("/api/offers")
    return [board["name"] for board in offers["boards"]]


async def my_turn(scene: Scene, table: str) -> Any:
    """The table once the bot has moved and we are asked."""
    for _ in range(400):
        _, seen = await scene.ann.get(f"/api/tables/{table}")
        if seen["mine"][0]["legal"]:
            return seen
        await asyncio.sleep(0.02)
    raise AssertionError("the bot never moved")


def command(number: int, seen: Any) -> dict[str, Any]:
    mine = seen["mine"][0]
    chosen = next((number for number in mine["legal"] if number != TICKETS_CODE), mine["legal"][0])
    told = {"seat": 0, "decision": mine["decision"], "action": chosen}
    return {"type": "do", "id": f"c{number}", **told}


def test_a_board_dropped_into_the_folder_is_offered_drawn_and_played(
    house: House, folder: Path
) -> None:
    async def story(scene: Scene) -> None:
        assert "isle" not in await offered(scene)
        (folder / "isle.toml").write_text(STARTER)
        assert (await offered(scene))[-2:] == ["isle", "isle:quick"]
        status, facts = await scene.ann.get("/api/boards/isle")
        assert (status, facts["outline"], len(facts["routes"])) == (200, None, 29)
        status, made = await scene.ann.post(
            "/api/play", {"name": "Ann", "board": "isle", "bots": ["greedy"]}
        )
        assert status == 201, made
        for number in range(6):
            seen = await my_turn(scene, made["table"])
            path = f"/api/tables/{made['table']}/commands"
            status, answer = await scene.ann.post(path, command(number, seen))
            assert status == 200, answer
        assert (await my_turn(scene, made["table"]))["table"]["options"]["board"] == "isle"

    house.run(story)


def test_a_board_that_was_changed_is_drawn_as_it_is_now(house: House, folder: Path) -> None:
    file = folder / "isle.toml"
    file.write_text(STARTER)

    async def story(scene: Scene) -> None:
        path = "/api/boards/isle"
        _, before = await scene.ann.get(path)
        file.write_text(STARTER.replace("Lantern Bay", "Lantern Cove"))
        _, after = await scene.ann.get(path)
        _, drawn = await scene.ann.get(f"{path}.svg")
        assert "Lantern Bay" in {city["name"] for city in before["cities"]}
        assert "Lantern Cove" in {city["name"] for city in after["cities"]}
        assert "Lantern Cove" in drawn
        _, headers = await scene.ann.headers_of(path)
        status, _ = await scene.ann.headers_of(path, **{"If-None-Match": headers["ETag"]})
        assert (status, headers["Cache-Control"]) == (304, "private, no-cache")

    house.run(story)


def test_a_broken_board_in_the_folder_is_left_out_and_told_of(house: House, folder: Path) -> None:
    (folder / "isle.toml").write_text(STARTER.replace("hand = 2", "hand = 99"))
    (folder / "other.toml").write_text(STARTER)

    async def story(scene: Scene) -> None:
        assert not {"isle", "other"} & set(await offered(scene))
        for name in ("isle", "other", "../isle", "isle.toml"):
            status, _ = await scene.ann.post("/api/play", {"name": "Ann", "board": name})
            assert status == 404, name

    house.run(story)
    left_out = {line["board"]: line["why"] for line in house.lines("board_left_out")}
    assert left_out == {"isle": "range", "other": "name"}


def test_a_game_on_an_own_board_goes_on_after_a_restart(house: House, folder: Path) -> None:
    (folder / "isle.toml").write_text(STARTER)
    made: dict[str, Any] = {}

    async def begin(scene: Scene) -> None:
        _, answer = await scene.ann.post("/api/play", {"name": "Ann", "board": "isle:quick"})
        made.update(answer)
        seen = await my_turn(scene, made["table"])
        status, _ = await scene.ann.post(f"/api/tables/{made['table']}/commands", command(1, seen))
        assert status == 200

    async def go_on(scene: Scene) -> None:
        status, seen = await scene.ann.get(
            f"/api/tables/{made['table']}", **{"Whistlestop-Invite": made["invite"]}
        )
        assert (status, seen["table"]["status"]) == (200, "playing")

    house.run(begin)
    house.run(go_on)


def test_a_file_given_to_the_command_is_offered_by_its_server(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    file.write_text(STARTER)
    words = ["serve", "--board", file, "--port", "0", "--store", tmp_path / "t.db", "--bots", "1"]
    program = [
        sys.executable,
        "-c",
        "from whistlestop.cli.main import main; main()",
        *map(str, words),
    ]
    silent = subprocess.DEVNULL
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=silent, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with urllib.request.urlopen(f"{address}api/offers", timeout=20) as answer:
                names = [board["name"] for board in json.load(answer)["boards"]]
        finally:
            server.terminate()
    assert names[-2:] == ["isle", "isle:quick"]
