"""`whistlestop bot`: the command, as its user starts it, against a real server."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from tests.bots.processes.pools import end_within
from tests.cli.running import refused
from tests.server.remote.tables import Host, hosting

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
NOWHERE = "http://127.0.0.1:9/t/abc#seat=x"


async def started(*arguments: str, **env: str) -> Process:
    code = "from whistlestop.cli.main import main; main()"
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, "bot", *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env={**os.environ, **env},
    )


async def ended(process: Process, seconds: float = 60.0) -> tuple[int | None, str, str]:
    out, err = await asyncio.wait_for(process.communicate(), seconds)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(
    "command",
    [
        [str(EXAMPLES / "traveller.py")],
        [str(EXAMPLES / "hauler.mjs")],
        ["node", str(EXAMPLES / "hauler.mjs"), "--any=thing"],
        ["greedy", "--seed", "3"],
    ],
    ids=["python", "node", "with arguments", "registered"],
)
def test_a_program_or_a_bot_plays_to_the_end_and_the_score_is_printed(
    tmp_path: Path, command: list[str]
) -> None:
    async def main() -> None:
        async with hosting(tmp_path) as host:
            table, address = await host.begun()
            process = await started(*command, "--table", address)
            result = await ended(process)
            game = await host.game(table)
            assert game.over
            assert result == (0, f"{game.score()}\n", "")
            assert {did.by for did in await host.deeds(table)} == {"remote"}

    asyncio.run(main())


def test_the_token_may_come_from_the_environment(tmp_path: Path) -> None:
    async def main() -> None:
        async with hosting(tmp_path) as host:
            _, address = await host.begun()
            where, _, token = address.partition("#seat=")
            process = await started("greedy", "--table", where, WHISTLESTOP_TOKEN=token)
            assert (await ended(process))[0] == 0

    asyncio.run(main())


def test_a_program_that_hangs_is_told_of_and_the_game_goes_on(tmp_path: Path) -> None:
    program = tmp_path / "hangs"
    program.write_text(
        f"#!{sys.executable}\n"
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    view = json.loads(line).get('view')\n"
        "    if view and view['ply'] in range(8, 12): time.sleep(60)\n"
        "    if view: print(view['legal'][0], flush=True)\n"
    )
    program.chmod(0o755)

    async def main() -> None:
        async with hosting(tmp_path) as host:
            _, address = await host.begun()
            process = await started(str(program), "--table", address, "--seconds", "0.7")
            code, out, err = await ended(process)
            assert code == 0
            assert out.count("\n") == 2
            assert "The program hangs did not answer in time. Playing `" in err
            assert "Traceback" not in err

    asyncio.run(main())


def test_an_interrupt_ends_it_with_its_program(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = tmp_path / "waits"
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $$ $! > {pid}\nwait\n")
    program.chmod(0o755)

    async def interrupted(host: Host) -> tuple[int | None, str, str]:
        _, address = await host.begun()
        process = await started(str(program), "--table", address, "--seconds", "50")
        while not pid.exists() or not pid.read_text():
            await asyncio.sleep(0.05)
        process.send_signal(signal.SIGINT)
        return await ended(process, 10)

    async def main() -> None:
        async with hosting(tmp_path) as host:
            code, out, err = await interrupted(host)
            assert (code, out, err.strip()) == (130, "", "Stopped.")
        assert end_within([int(word) for word in pid.read_text().split()], 2.0)

    asyncio.run(main())


def test_a_wrong_token_ends_it_with_one_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with hosting(tmp_path) as host:
            _, address = await host.begun()
            process = await started("greedy", "--table", address[:-4] + "0000")
            assert await ended(process) == (2, "", "The token is not one of this server.\n")

    asyncio.run(main())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["greedy"], "Missing option '--table'"),
        (["--table", NOWHERE], "Missing argument 'PROGRAM'"),
        (["greedy", "--table", "here"], "A table's address looks like"),
        (["greedy", "--table", "http://h/t/abc"], "needs the token of its seat"),
        (["greedy:tickets=9", "--table", NOWHERE], "a number from 0 up to 1"),
        (["greedi", "--table", NOWHERE], "as in ./greedi"),
        (["./no/such", "--table", NOWHERE], 'no program "./no/such" that may be run'),
        (["greedy", "--table", NOWHERE, "--seconds", "0"], "--seconds"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: list[str], says: str) -> None:
    assert says in refused("bot", *arguments)
