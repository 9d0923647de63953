"""What the OpenAPI document says of the server is true, as schemathesis finds out by asking.

It makes requests from the document, good and bad ones, and holds every answer against it: the
status is one that is named, the body fits its schema, what is wrong is refused and nothing breaks.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.server.faults.damage import fill
from tests.server.house import House, Scene
from whistlestop.protocol.operations import OPERATIONS
from whistlestop.server.sockets.limits import SocketLimits

SECONDS = 200  # for each part, on a machine that has much else to do
PARTS = {
    "making": "^/api/(play|tables)$",
    "tables": "^/api/tables/{id}",
    "all else": "^/(?!api/(play$|tables))",
}
# Whether a bot or a name is a good one, the document cannot say: 400 has a code for it.
SETTINGS = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "400", "401", "403", "404", "409", "429"]
"""
ONE_TABLE = """
[parameters]
"path.id" = "{table}"
"""


async def ask_everything(scene: Scene, folder: Path, settings: str, *more: str) -> None:
    """Run schemathesis, always with the same requests; fails with what it found."""
    config = folder / "schemathesis.toml"
    config.write_text(settings)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    command += [f"{scene.address}api/openapi.json", "--no-color", "--phases", "coverage,fuzzing"]
    command += ["--seed", "1", "--generation-deterministic"]
    running = await asyncio.create_subprocess_exec(
        *command,
        *more,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        said, _ = await asyncio.wait_for(running.communicate(), SECONDS)
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()
    assert running.returncode == 0, said.decode().partition("FAILURES")[2] or said.decode()


@pytest.fixture
def patient() -> SocketLimits:
    """Enough for somebody who asks all there is to ask."""
    return SocketLimits(messages=100_000)


def test_the_parts_are_everything() -> None:
    paths = [operation.path for operation in OPERATIONS]
    found = [[path for path in paths if re.search(part, path)] for part in PARTS.values()]
    assert sorted(path for part in found for path in part) == sorted(paths)


@pytest.mark.parametrize("part", PARTS)
def test_strangers_find_the_server_as_it_is_documented(
    house: House, tmp_path: Path, patient: SocketLimits, part: str
) -> None:
    async def story(scene: Scene) -> None:
        chosen = ("--include-path-regex", PARTS[part], "--max-examples", "4")
        await ask_everything(scene, tmp_path, SETTINGS, *chosen)

    house.run(story, limits=patient)


def test_a_finished_game_is_shown_as_it_is_documented(
    house: House, tmp_path: Path, patient: SocketLimits
) -> None:
    async def story(scene: Scene) -> None:
        # The id is always the same, so it cannot be made wrong.
        settings = SETTINGS + ONE_TABLE.format(table=table)
        chosen = ("--include-path-regex", PARTS["tables"], "--mode", "positive", "-n", "6")
        await ask_everything(scene, tmp_path, settings, *chosen)

    (table,) = asyncio.run(fill(Path(house.store), tables=1))
    house.run(story, limits=patient)
