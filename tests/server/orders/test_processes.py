"""Orders with real programs: two on one PostgreSQL, and some that are killed in the middle."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import refused, run
from tests.server.faults.program import Program
from tests.server.house import Visitor
from tests.server.orders.giving import admin, order
from whistlestop.server.orders import orders as od
from whistlestop.server.store.copying import open_copier
from whistlestop.server.store.operating import KeptOrder

SEATS = [{"kind": "me"}, {"kind": "open"}]


def lines(program: Program) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in program.log.read_text().splitlines()]
    return [line for line in found if line["event"] == "order"]


async def table_of(visitor: Visitor, name: str = "Zebulon") -> tuple[str, str]:
    body = {"name": name, "seats": SEATS, "options": {"board": "new-york"}}
    status, made = await visitor.post("/api/tables", body)
    assert status == 201, made
    return str(made["table"]), str(made["invite"])


def test_every_process_on_a_database_follows_an_order(postgres_url: str, tmp_path: Path) -> None:
    async def story(first: Program, second: Program) -> None:
        async with Visitor(first.address) as ann, Visitor(second.address) as bob:
            name, invite = await table_of(ann)
            guest = (await ann.get("/api/me"))[1]["guest"]
            await bob.get("/api/me")
            path = f"/api/tables/{name}/commands"
            sit = {"type": "sit", "id": "s", "seat": 1, "name": "Bob", "invite": invite}
            assert (await bob.post(path, sit))[0] == 200
            async with ann.at(name) as here, bob.at(name) as there:
                await order("close", name, "--store", postgres_url, "--yes")
                for line in (here, there):
                    while (await line.hear("update"))["happened"][0]["kind"] != "closed":
                        pass
                await order("reopen", name, "--store", postgres_url)
                await order("forget", guest, "--store", postgres_url, "--yes")
                anew = await there.hear("welcome")
                assert "Zebulon" not in json.dumps(anew)
                await order("delete", name, "--store", postgres_url, "--yes")
                for line in (here, there):
                    byes = [one for one in await line.until_closed() if one["type"] == "bye"]
                    assert [bye["code"] for bye in byes] == ["table_deleted"]
            other, _ = await table_of(ann)
            await order("ban", guest, "--store", postgres_url, "--yes")
            await asyncio.sleep(1.5)
            for program in (first, second):
                async with Visitor(program.address) as again:
                    again.headers["Cookie"] = f"whistlestop_guest={ann.cookie()}"
                    body = {"type": "say", "id": "x", "text": "hi"}
                    status, answer = await again.post(f"/api/tables/{other}/commands", body)
                    assert (status, answer["code"]) == (403, "banned")

    with Program(postgres_url, tmp_path) as first, Program(postgres_url, tmp_path) as second:
        first.start()
        second.start()
        asyncio.run(story(first, second))
        first.stop()
        second.stop()
        for program in (first, second):
            kinds = [line["order"] for line in lines(program)]
            assert kinds == ["close", "reopen", "forget", "delete", "ban"]
            assert {line["by"] for line in lines(program)} == {od.operator()}


async def put(url: str, *wanted: od.Order) -> None:
    """Orders that nobody waits for."""
    async with open_copier(url).operating() as beside:
        for number, one in enumerate(wanted):
            await beside.put_order(KeptOrder(f"o{number}", 1_000 + number, "op", od.encode(one)))


async def answers(url: str) -> dict[str, od.OrderAnswer | None]:
    async with open_copier(url).operating() as beside:
        return {
            one.id: None if one.answer is None else od.decode_answer(one.answer)
            for one in await beside.orders()
        }


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("place", ["before_commit", "before_forgetting", "before_answer"])
def test_an_order_whose_process_is_killed_is_finished_by_the_next(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, place: str
) -> None:
    url = str(tmp_path / "t.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")

    async def visit(program: Program) -> tuple[list[str], str]:
        async with Visitor(program.address) as ann:
            names = [(await table_of(ann))[0] for _ in range(3)]
            return names, str((await ann.get("/api/me"))[1]["guest"])

    with Program(url, tmp_path) as program:
        program.start()
        names, guest = asyncio.run(visit(program))
        program.stop()
        asyncio.run(put(url, od.CloseTable(names[0]), od.ForgetGuest(guest)))
        if place != "before_answer":
            asyncio.run(put_delete(url, names[2]))
        number = {"before_commit": 1, "before_forgetting": 2, "before_answer": 2}[place]
        program.start(fault=f"{place}:{number}:kill")
        assert program.wait() == -9
        verified = run("store", "verify", "--store", url)
        assert verified.exit_code == 0, verified.output
        if place != "before_commit":  # one of them waits until its time is over, as in earnest
            asyncio.run(give_orders_back(url))
        program.start()
        found = asyncio.run(until_answered(url))
        program.stop()
    assert all(answer.code is None for answer in found.values()), found
    verified = run("store", "verify", "--store", url)
    assert verified.exit_code == 0, verified.output
    shown = {one["id"]: one for one in admin("list", "--store", url)}
    assert shown[names[0]]["closed"]
    assert (names[2] in shown) == (place == "before_answer")
    assert not any("Zebulon" in one["names"] for one in shown.values())


async def put_delete(url: str, table: str) -> None:
    async with open_copier(url).operating() as beside:
        wanted = od.encode(od.DeleteTable(table))
        await beside.put_order(KeptOrder("o9", 2_000, "op", wanted))


async def give_orders_back(url: str) -> None:
    async with open_copier(url).operating() as beside:
        await beside.give_orders_back()


async def until_answered(url: str) -> dict[str, od.OrderAnswer]:
    for _ in range(600):
        found = await answers(url)
        if all(answer is not None for answer in found.values()):
            return {name: answer for name, answer in found.items() if answer is not None}
        await asyncio.sleep(0.1)
    raise AssertionError(await answers(url))


def test_a_deleted_table_is_no_loss_to_a_server_that_was_killed(tmp_path: Path) -> None:
    """What was promised about it is forgotten before it is deleted."""
    url = str(tmp_path / "t.db")

    async def story(program: Program) -> None:
        async with Visitor(program.address) as ann:
            name, _ = await table_of(ann)
            await order("delete", name, "--store", url, "--yes")
            await order("rotate-keys", "--store", url, "--yes")

    with Program(url, tmp_path) as program:
        program.start()
        asyncio.run(story(program))
        program.kill()
        program.start()
        program.stop()
        assert "table_damaged" not in program.log.read_text()
        assert "write_ahead_log_lost" not in program.log.read_text()


def test_an_order_that_no_server_answers_is_taken_back(tmp_path: Path) -> None:
    """A server that hangs has the file, and takes no order."""
    import signal

    url = str(tmp_path / "t.db")
    with Program(url, tmp_path) as program:
        program.start()
        program.send(signal.SIGSTOP)
        try:
            says = refused("admin", "close", "x", "--yes", "--wait", "2", "--store", url)
        finally:
            program.send(signal.SIGCONT)
        assert says == "No server carried it out within 2 seconds; nothing was changed."
        program.stop()
        assert asyncio.run(answers(url)) == {}
