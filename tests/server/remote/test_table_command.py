"""`whistlestop table`: the commands as their user types them, against a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import refused, run
from tests.server.remote.tables import hosting
from whistlestop.client import Client
from whistlestop.record import Record, SeatRecord, load

NOWHERE = "http://127.0.0.1:9"


def typing(evening: Callable[[str], Any], folder: Path) -> None:
    """Type commands while a server runs."""

    async def main() -> None:
        async with hosting(folder) as host:
            await asyncio.wait_for(asyncio.to_thread(evening, host.server.address), 60)

    asyncio.run(main())


def made(server: str, *args: object) -> Any:
    return json.loads(run("table", "new", "--server", server, "--json", *args).stdout)


def test_a_table_has_a_link_for_the_host_an_invite_and_tokens(tmp_path: Path) -> None:
    def evening(server: str) -> None:
        table = made(server, "--board", "europe", "--bots", 2, "--people", 2, "--programs", 1)
        assert [seat["for"] for seat in table["seats"]] == [
            "host",
            "person",
            "program",
            "bot",
            "bot",
        ]
        assert table["status"] == "gathering"
        assert table["board"] == "europe"
        host, person, program, *_ = table["seats"]
        assert program["link"] == f"{table['address']}#seat={program['token']}"
        with Client(server, "Ann") as ann, Client(server, "Bob") as bob:
            assert bob.table(person["link"]).sit() == 1
            mine = ann.table(host["link"])
            assert mine.sit() == 0
            mine.start()
            assert ann.table(program["link"]).view().seat == 2
            assert [seat.name for seat in mine.look().table.seats[:2]] == ["Ann", "Bob"]

    typing(evening, tmp_path)


def test_without_people_the_game_starts_at_once_and_can_be_downloaded(tmp_path: Path) -> None:
    def evening(server: str) -> None:
        table = made(server, "--board", "new-york", "--people", 0, "--bots", "greedy,level:1")
        assert table["status"] == "playing"
        with Client(server) as guest:
            assert list(guest.table(table["invite"]).watch())
        shown = run("table", "show", table["invite"]).stdout.splitlines()
        assert shown[0].startswith("new-york, over, version ")
        assert shown[1].startswith("  seat 0: Greedy (greedy), ")
        seen = json.loads(run("table", "show", table["invite"], "--json").stdout)
        assert seen["table"]["status"] == "over"
        done = run("table", "download", table["invite"], "--to", tmp_path / "whole.wst")
        assert done.stdout.startswith(f"{tmp_path / 'whole.wst'}: ")
        whole = load(tmp_path / "whole.wst")
        assert isinstance(whole, Record)
        assert whole.finished
        run("table", "download", table["address"], "--to", tmp_path / "seen.wst", "--seat", 1)
        assert isinstance(load(tmp_path / "seen.wst"), SeatRecord)
        assert "exists already" in refused(
            "table", "download", table["invite"], "--to", tmp_path / "whole.wst"
        )
        assert "cannot be written" in refused(
            "table", "download", table["invite"], "--to", tmp_path / "no" / "where.wst"
        )

    typing(evening, tmp_path)


def test_a_table_is_told_in_words_too(tmp_path: Path) -> None:
    def evening(server: str) -> None:
        told = run("table", "new", "--server", server, "--programs", 1, "--listed").stdout
        assert told.startswith("usa, gathering: http://")
        assert told.count("#seat=") == 1
        assert told.count("#invite=") == 2
        link = told.split()[-1]
        assert "seat 1: Player (remote)" in run("table", "show", link).stdout

    typing(evening, tmp_path)


def test_what_the_server_refuses_is_one_sentence(tmp_path: Path) -> None:
    def evening(server: str) -> None:
        new = ("table", "new", "--server", server)
        assert refused(*new, "--board", "atlantis") == "The server has no such board."
        assert refused(*new, "--bots", "gready") == "The server has no bot gready."
        assert "length <= 24" in refused(*new, "--name", "n" * 25)
        assert refused("table", "show", f"{server}t/nosuch") == "There is no such table."
        assert refused("table", "download", f"{server}t/nosuch") == "There is no such table."
        assert not Path("nosuch.wst").exists()
        private = made(server)["address"]
        assert "private" in refused("table", "show", private)

    typing(evening, tmp_path)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("new", "--server", NOWHERE), f"{NOWHERE} cannot be reached."),
        (("new", "--server", "nowhere"), "A server's address looks like"),
        (
            ("new", "--bots", 0),
            "A table has 2 to 5 seats; people, programs and bots come to fewer.",
        ),
        (("new", "--bots", 99), "people, programs and bots come to more."),
        (("new", "--people", 6), "--people"),
        (("show", "nowhere"), "A table's address looks like"),
        (("download", "nowhere", "--to", "x.wst"), "A table's address looks like"),
        (("show", f"{NOWHERE}/t/abc"), "cannot be reached"),
        (("download", f"{NOWHERE}/t/abc"), "cannot be reached"),
        (("download", f"{NOWHERE}/t/abc", "--seat", 7), "--seat"),
        (("shwo",), 'did you mean "show"?'),
    ],
)
def test_bad_input_is_one_sentence(args: tuple[object, ...], says: str) -> None:
    assert says in refused("table", *args)
