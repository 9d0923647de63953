"""How the files of the client are served: for good or anew each time, packed, under a policy."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from tests.server.house import House, Scene
from whistlestop.server.http.pages import CLIENT, without_page

SCRIPT = "console.log('departed');\n" * 100
FILES = {
    "index.html": '<!doctype html><script type=module src="./assets/main-a1.js"></script>',
    "assets/main-a1.js": SCRIPT,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "worker.js": "self.addEventListener('fetch', () => {});",
    "app.webmanifest": "{}",
    "notes.txt": "not for the world",
}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small client, used by the servers of this test."""
    folder = tmp_path / "client"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setenv(CLIENT, str(folder))
    return folder


@pytest.mark.usefixtures("client")
def test_every_address_of_the_client_is_the_same_page_under_a_strict_policy(house: House) -> None:
    async def story(scene: Scene) -> None:
        for path in ("/", "/new", "/games", "/watch", "/rules", "/t/abcdef", "/t/abcdef/12"):
            await _check_page(scene, path)

    house.run(story)


async def _check_page(scene: Scene, path: str) -> None:
    status, headers = await scene.ann.headers_of(path)
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    rules = dict(r.strip().split(" ", 1) for r in headers["Content-Security-Policy"].split(";"))
    assert rules["default-src"] == "'self'"
    assert [name for name, rule in rules.items() if "unsafe" in rule] == ["style-src-attr"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.usefixtures("client")
def test_a_page_is_asked_for_each_time_and_sent_anew_when_it_has_changed(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, headers = await scene.ann.headers_of("/")
        assert headers["Cache-Control"] == "no-cache"
        status, _ = await scene.ann.headers_of("/", **{"If-None-Match": headers["ETag"]})
        assert status == 304
        status, _ = await scene.ann.headers_of("/", **{"If-None-Match": 'W/"another"'})
        assert status == 200

    house.run(story)


@pytest.mark.usefixtures("client")
def test_a_file_named_after_what_is_in_it_is_kept_for_good(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, headers = await scene.ann.headers_of("/page/assets/main-a1.js")
        assert headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in headers  # nobody is asked for who they are
        _, headers = await scene.ann.headers_of("/page/icon.svg")
        assert headers["Cache-Control"] == "no-cache"

    house.run(story)


@pytest.mark.usefixtures("client")
def test_files_travel_packed_to_whoever_can_unpack_them(house: House) -> None:
    async def story(scene: Scene) -> None:
        packed = await _raw(scene, "Accept-Encoding: gzip, br\r\n")
        assert b"\r\nContent-Encoding: gzip\r\n" in packed
        assert gzip.decompress(packed.split(b"\r\n\r\n", 1)[1]).decode() == SCRIPT
        plain = await _raw(scene, "")
        assert b"Content-Encoding" not in plain
        assert plain.split(b"\r\n\r\n", 1)[1].decode() == SCRIPT
        assert b"\r\nVary: Accept-Encoding\r\n" in plain

    house.run(story)


async def _raw(scene: Scene, header: str) -> bytes:
    start = "GET /page/assets/main-a1.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    return await scene.raw((start + header + "\r\n").encode())


@pytest.mark.usefixtures("client")
def test_only_files_of_the_client_are_served(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in ("notes.txt", "assets/", "assets", "assets/other.js", "../run.py", "index"):
            status, refused = await scene.ann.get(f"/page/{name}")
            assert (status, refused["code"]) == (404, "no_such_path"), name

    house.run(story)


@pytest.mark.usefixtures("client")
def test_a_browser_at_a_wrong_address_gets_the_page_and_a_program_a_code(house: House) -> None:
    async def story(scene: Scene) -> None:
        status, text = await scene.ann.get("/nothing/here", Accept="text/html,*/*;q=0.8")
        assert (status, text) == (404, FILES["index.html"].replace("./", "/page/"))
        for path in ("/nothing/here", "/api/nothing"):
            status, refused = await scene.ann.get(path, Accept="*/*")
            assert (status, refused["code"]) == (404, "no_such_path")
        status, refused = await scene.ann.get("/api/nothing", Accept="text/html")
        assert (status, refused["code"]) == (404, "no_such_path")

    house.run(story)


@pytest.mark.usefixtures("client")
def test_the_worker_may_look_after_the_whole_site(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, headers = await scene.ann.headers_of("/page/worker.js")
        assert headers["Service-Worker-Allowed"] == "../"
        assert headers["Cache-Control"] == "no-cache"

    house.run(story)


def test_without_a_built_client_the_page_is_a_sentence_and_the_rest_works(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CLIENT, str(tmp_path / "nothing"))

    async def story(scene: Scene) -> None:
        (status, text), (health, _) = await asyncio.gather(
            scene.ann.get("/"), scene.ann.get("/health")
        )
        assert status == 503
        assert text.startswith("This server has no page")
        assert CLIENT in text, "the variable that names a folder without a page"
        assert health == 200

    house.run(story)


def test_a_clone_without_a_page_names_the_one_command_that_builds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(CLIENT, raising=False)
    monkeypatch.setattr("whistlestop.server.http.pages._client", lambda: tmp_path)
    assert "`make play`" in str(without_page())
    (tmp_path / "index.html").write_text("<!doctype html>")
    assert without_page() is None
