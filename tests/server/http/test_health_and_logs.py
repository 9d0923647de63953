"""What an operator sees: health, figures and logs, none of which tells a secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
import time
from collections.abc import Iterable
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.house import HELLO, House, Scene, Visitor
from whistlestop.server.errors import StartupError
from whistlestop.server.http.figures import PLACES
from whistlestop.server.run import Settings, running
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.watch.logs import JsonLines, note_defect
from whistlestop.server.watch.store_check import KEPT

SAY = {"type": "say", "id": "s1", "text": "meet me at the station"}


def test_health_is_200_while_the_store_works(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert await scene.ann.get("/health") == (200, {"status": "ok", "bots": 1})
        assert scene.ann.cookie() is None

    house.run(story)


def test_health_is_503_with_a_reason_while_it_does_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async def full() -> None:
            raise StoreUnavailable("disk_full")

        with monkeypatch.context() as patch:
            patch.setattr(scene.server.hub.store, "check", full)
            assert await scene.ann.get("/health") == (503, {"status": "disk_full", "bots": 1})
        assert (await scene.ann.get("/health"))[0] == 200

    house.run(story)


def test_however_many_ask_for_health_the_disk_is_written_to_twice_a_second(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        store, checks = scene.server.hub.store, 0
        check = store.check

        async def counted() -> None:
            nonlocal checks
            checks += 1
            await asyncio.sleep(0.05)  # a disk that takes its time
            await check()

        monkeypatch.setattr(store, "check", counted)
        start = time.monotonic()
        for _ in range(10):
            told = await asyncio.gather(*(scene.ann.get("/health") for _ in range(20)))
            assert {status for status, _ in told} == {200}
        assert 1 <= checks <= 1 + (time.monotonic() - start) / KEPT
        await asyncio.sleep(KEPT)
        before = checks
        assert (await scene.ann.get("/health"))[0] == 200
        assert checks == before + 1

    house.run(story)


async def _figures(scene: Scene) -> dict[str, float]:
    status, text = await scene.ann.get("/metrics")
    assert status == 200
    figures = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{k}={v}" for k, v in sorted(sample.labels.items()))
            figures[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return figures


def test_figures_follow_what_happens(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            await line.say(SAY)
            await line.hear("ack")
            await line.say({"type": "rematch", "id": "r"})
            await line.hear("refused")
            await asyncio.sleep(0.3)
            figures = await _figures(scene)
        assert figures["whistlestop_sockets"] == 1
        assert figures["whistlestop_tables_loaded"] == 1
        assert figures["whistlestop_commands_total{kind=say,outcome=ok}"] == 1
        assert figures["whistlestop_commands_total{kind=rematch,outcome=wrong_time}"] == 1
        assert figures["whistlestop_appends_total"] == 2
        assert figures["whistlestop_commit_seconds_count"] == figures["whistlestop_commits_total"]
        assert figures["whistlestop_commit_seconds_count"] >= 2
        assert figures["whistlestop_loop_lag_seconds_count"] >= 2
        assert figures["whistlestop_store_failures_total"] == 0
        await asyncio.sleep(0.05)
        assert (await _figures(scene))["whistlestop_sockets"] == 0

    house.run(story)


def test_a_blocked_loop_shows_in_the_figures(house: House) -> None:
    async def story(scene: Scene) -> None:
        import time

        await asyncio.sleep(0.15)
        time.sleep(0.3)
        await asyncio.sleep(0.15)
        figures = await _figures(scene)
        most = figures["whistlestop_loop_lag_seconds_bucket{le=+Inf}"]
        assert figures["whistlestop_loop_lag_seconds_bucket{le=0.15}"] < most

    house.run(story)


def test_logs_and_figures_name_no_guest_invite_token_or_word(house: House) -> None:
    secrets: list[str] = []

    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "remote"}, {"kind": "open"}]
        body = {"name": "Annabella", "seats": seats}
        _, made = await scene.ann.post("/api/tables", body)
        table = made["table"]
        reissue = {"type": "reissue", "id": "t1", "seat": 1}
        _, ack = await scene.ann.post(f"/api/tables/{table}/commands", reissue)
        _, me = await scene.ann.get("/api/me")
        cookie = scene.ann.cookie() or ""
        token = ack["result"]["token"]
        await scene.ann.get(f"/t/{table}?invite={made['invite']}")
        await scene.ann.get(f"/nothing/{made['invite']}")
        await scene.ann.get(f"/t/{made['invite']}")
        async with scene.ann.at(table) as line:
            await line.say(SAY)
            await line.hear("ack")
            await line.say({**SAY, "secret": "bad-message-body"})
            await line.hear("refused")
        async with scene.visitor(None) as program:
            await program.get(f"/api/tables/{table}", Authorization=f"Bearer {token}x")
            async with program.at(table, Authorization=f"Bearer {token}"):
                pass
        _, figures = await scene.ann.get("/metrics")
        assert table not in figures
        words = (SAY["text"], "Annabella", "bad-message-body", "station")
        secrets.extend([made["invite"], token, me["guest"], cookie, *words])
        signatures = [text.rpartition(".")[2] for text in (token, cookie)]
        secrets.extend(signatures)
        for secret in secrets:
            assert secret not in figures

    house.run(story)
    written = house.logged.getvalue()
    assert len(house.lines("request")) > 5
    assert len(house.lines("socket_open")) == len(house.lines("socket_end")) == 2
    assert [line["code"] for line in house.lines("refused")]
    for secret in secrets:
        assert secret not in written


def test_every_line_of_the_log_is_an_object_with_a_time_and_a_name(house: House) -> None:
    async def story(scene: Scene) -> None:
        await scene.ann.get("/")
        await scene.ann.get("/nothing?invite=1")

    house.run(story)
    for line in house.lines():
        assert {"at", "level", "event"} <= set(line)
    requests = house.lines("request")
    assert [(line["route"], line["status"]) for line in requests] == [("/", 200), (None, 404)]
    assert house.lines("listening")


def _formatted(record: logging.LogRecord) -> Any:
    return json.loads(JsonLines().format(record))


def test_a_defect_is_told_by_its_place_and_not_by_its_words() -> None:
    hand: dict[str, int] = {}
    try:
        hand["red red locomotive"]
    except KeyError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("whistlestop.server", logging.ERROR, "", 0, "defect", (), info)
    line = _formatted(record)
    assert line["error"] == "KeyError"
    assert re.search(r"test_health_and_logs.py:\d+ test_a_defect", line["where"][-1])
    assert "locomotive" not in json.dumps(line)


def test_another_library_s_line_is_told_by_its_place_only() -> None:
    said = ("x", "secret")
    record = logging.LogRecord("aiohttp", logging.WARNING, "web.py", 7, "hand %s %r", said, None)
    line = _formatted(record)
    assert (line["library"], line["place"]) == ("aiohttp", "web.py:7")
    assert "hand" not in json.dumps(line)
    assert "secret" not in json.dumps(line)


def test_what_is_logged_beside_a_name_are_plain_facts() -> None:
    record = logging.makeLogRecord(
        {"name": "whistlestop.server", "levelname": "INFO", "msg": "moved", "bot": "greedy", "n": 2}
    )
    assert {"event": "moved", "bot": "greedy", "n": 2}.items() <= _formatted(record).items()


def test_a_handler_that_fails_answers_500_with_a_code_and_is_logged(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async def broken(*args: Iterable[Any]) -> None:
            raise RuntimeError("blue green locomotive")

        with monkeypatch.context() as patch:
            patch.setattr(scene.server.hub.store, "listed", broken)
            status, refused = await scene.ann.get("/api/tables")
        assert (status, refused) == (500, {"code": "defect", "params": {}})
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            loaded = await scene.server.hub.table(table)
            with monkeypatch.context() as patch:
                patch.setattr(loaded, "command", broken)
                await line.say(SAY)
                assert (await line.hear("refused"))["code"] == "defect"
            await line.say(HELLO)
            assert (await line.hear("refused"))["code"] == "bad_message"

    house.run(story)
    defects = house.lines("defect")
    assert [(line["part"], line["error"]) for line in defects] == [
        ("request", "RuntimeError"),
        ("command", "RuntimeError"),
    ]
    assert "locomotive" not in house.logged.getvalue()
    house.logged = io.StringIO()  # these were planned


def test_a_defect_without_an_exception_is_still_a_line(house: House) -> None:
    note_defect("somewhere", None)
    assert [line["part"] for line in house.lines("defect")] == ["somewhere"]
    house.logged = io.StringIO()


def test_figures_are_given_to_those_with_the_token(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert (await scene.ann.get("/metrics"))[0] == 401
        for wrong in ("Bearer wrong", "Basic s3cret", "Bearer", "s3cret"):
            assert (await scene.ann.get("/metrics", Authorization=wrong))[0] == 401
        status, figures = await scene.ann.get("/metrics", Authorization="Bearer s3cret")
        assert (status, "whistlestop_commits_total" in figures) == (200, True)

    house.run(story, metrics_token="s3cret")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_figures_can_have_an_address_of_their_own(house: House) -> None:
    port = free_port()

    async def story(scene: Scene) -> None:
        assert (await scene.ann.get("/metrics"))[0] == 404
        async with Visitor(f"http://127.0.0.1:{port}/") as watcher:
            status, figures = await watcher.get("/metrics")
            assert (status, "whistlestop_commits_total" in figures) == (200, True)
            assert (await watcher.get("/"))[0] == 404
        with pytest.raises(StartupError, match=": Address already in use"):
            async with running(
                Settings(f"{house.store}2", port=0, bots=1, metrics_listen=("127.0.0.1", port))
            ):
                pass

    house.run(story, metrics_listen=("127.0.0.1", port))


def test_the_address_of_the_figures_is_guarded_like_the_other_one(house: House) -> None:
    """A page that lets its name lead here reads nothing, and whoever says nothing takes no files
    from the games."""
    port, seconds = free_port(), 0.5

    async def silent() -> float:
        began = asyncio.get_running_loop().time()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            await reader.read()
        writer.close()
        return asyncio.get_running_loop().time() - began

    async def story(scene: Scene) -> None:
        async with Visitor(f"http://127.0.0.1:{port}/") as watcher:
            assert (await watcher.get("/metrics", Host=f"evil.example:{port}"))[0] == 421
            assert (await watcher.get("/metrics", Host=f"localhost:{port}"))[0] == 200
        waited = sorted(await asyncio.gather(*(silent() for _ in range(2 * PLACES))))
        turned_away = [wait for wait in waited if wait < seconds]
        assert len(turned_away) >= PLACES, "there was no place for them"
        assert len(turned_away) < 2 * PLACES
        assert waited[-1] < seconds + 5

    house.run(story, metrics_listen=("127.0.0.1", port), head_seconds=seconds)
