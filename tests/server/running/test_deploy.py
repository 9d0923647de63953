"""The files in `deploy/` work: games over https behind a real nginx and a real Caddy, and a service
that systemd accepts. Where such a program is not installed, its tests are skipped."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from tests.server.faults.program import Program
from tests.server.house import HELLO, House, Scene
from tests.server.running.proxies import (
    BASE,
    DEPLOY,
    NAME,
    Make,
    caddy,
    cutting_nginx,
    free_port,
    make_certificate,
    needs,
    nginx,
    running_program,
)
from whistlestop.server.http.base_path import PublicAddress
from whistlestop.server.http.guard import HOST_COOKIE


class Here(aiohttp.abc.AbstractResolver):
    """Every name leads to this machine."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[aiohttp.abc.ResolveResult]:
        found: aiohttp.abc.ResolveResult = {
            "hostname": host,
            "host": "127.0.0.1",
            "port": port,
            "family": socket.AF_INET,
            "proto": 0,
            "flags": 0,
        }
        return [found]

    async def close(self) -> None:
        pass


BEHIND = [
    pytest.param(nginx, "/", {}, marks=needs("nginx", "openssl")),
    pytest.param(nginx, BASE, {}, marks=needs("nginx", "openssl")),
    pytest.param(cutting_nginx, BASE, {"public": None}, marks=needs("nginx", "openssl")),
    pytest.param(cutting_nginx, BASE, {}, marks=needs("nginx", "openssl")),
    pytest.param(caddy, "/", {}, marks=needs("caddy", "openssl")),
    pytest.param(caddy, BASE, {}, marks=needs("caddy", "openssl")),
]


@pytest.mark.parametrize(("make", "base", "settings"), BEHIND)
def test_people_play_over_https_behind_the_proxy(
    house: House, tmp_path: Path, make: Make, base: str, settings: dict[str, None]
) -> None:
    https = free_port()
    origin = f"https://{NAME}:{https}"
    certificate = make_certificate(tmp_path)

    async def story(scene: Scene) -> None:
        command = make(tmp_path, https, scene.port, base)
        trusted = ssl.create_default_context(cafile=str(certificate))
        line = aiohttp.TCPConnector(ssl=trusted, resolver=Here())
        with running_program(command, https, tmp_path):
            async with aiohttp.ClientSession(origin + base, connector=line) as browser:
                await _play(browser, origin, base)

    public = PublicAddress(origin, base)
    house.run(story, **{"proxy": True, "origins": (origin,), "public": public, **settings})


async def _play(browser: aiohttp.ClientSession, origin: str, base: str) -> None:
    async with browser.get("t/abcdef", headers={"X-Forwarded-Prefix": "/evil/"}) as page:
        assert page.status == 200
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        named = HOST_COOKIE + base.rstrip("/").replace("/", "~")
        assert page.headers["Set-Cookie"].startswith(f"{named}=")
        files = re.findall(r'(?:href|src)="([^"]+)"', await page.text())
    assert [file for file in files if not file.startswith(f"{base}page/")] == []
    for file in files:
        async with browser.get(file) as found:
            assert found.status == 200, file
    async with browser.get("metrics") as figures:
        assert figures.status == 404
    if base != "/":
        async with browser.get(base[:-1], allow_redirects=False) as led:
            assert (led.status, led.headers["Location"].removeprefix(origin)) in (
                (301, base),
                (308, base),
            )
    wanted = {"name": "Ann", "seats": [{"kind": "me"}, {"kind": "here", "name": "Bob"}]}
    headers = {"Origin": origin}
    async with browser.post("api/tables", json=wanted, headers=headers) as made:
        assert made.status == 201, await made.text()
        table = (await made.json())["table"]
    path = f"api/tables/{table}/socket"
    async with browser.ws_connect(path, headers=headers, max_msg_size=0) as ws:
        await ws.send_json(HELLO)
        assert (await ws.receive_json(timeout=10))["type"] == "welcome"
        await ws.send_json({"type": "start", "id": "s1"})
        heard = {"", *[(await ws.receive_json(timeout=10))["type"] for _ in range(2)]}
        assert heard >= {"ack", "update"}
    async with browser.post("api/tables", json=wanted, headers={"Origin": "https://evil"}) as bad:
        assert (await bad.json())["code"] == "bad_origin"


@needs("nginx", "openssl")
def test_programs_play_over_https_below_a_path(tmp_path: Path) -> None:
    """`whistlestop table` and `whistlestop bot`, as a user types them."""
    https = free_port()
    server = f"https://localhost:{https}{BASE}"
    trusting = {**os.environ, "SSL_CERT_FILE": str(make_certificate(tmp_path))}

    def typed(*words: str) -> str:
        command = [sys.executable, "-m", "whistlestop", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=trusting, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        program.options = ("--proxy", "--base", BASE)
        program.start()
        with running_program(nginx(tmp_path, https, program.port, BASE), https, tmp_path):
            made = typed(
                "table",
                "new",
                "--server",
                server,
                "--board",
                "new-york",
                "--people=0",
                "--programs=1",
            )
            [link] = re.findall(r"https://\S+#seat=\S+", made)
            assert link.startswith(f"{server}t/")
            assert typed("bot", "greedy", "--table", link), "the score"
            assert "new-york, over" in typed("table", "show", link)


def test_links_are_made_with_the_public_address(tmp_path: Path) -> None:
    """Also for who asks the server on its own machine, where the world does not come."""
    public = "https://play.example/games/trains/"
    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        program.options = ("--proxy", "--public-address", public)
        program.start()
        server = f"{program.address}{BASE}"
        words = ["table", "new", "--server", server, "--people", "2"]
        command = [sys.executable, "-m", "whistlestop", *words]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        links = re.findall(r"https?://\S+", said)
        assert len(links) == 4
        assert [link for link in links if not link.startswith(f"{public}t/")] == []


# systemd


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The service with the program of this environment."""
    text = (DEPLOY / "whistlestop.service").read_text()
    program = Path(sys.executable).with_name("whistlestop")
    assert "/opt/whistlestop/bin/whistlestop" in text
    path = tmp_path / "whistlestop.service"
    path.write_text(text.replace("/opt/whistlestop/bin/whistlestop", str(program)))
    return path


def analysed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs("systemd-analyze")
def test_systemd_takes_the_service_as_it_is(service: Path) -> None:
    done = analysed("verify", service)
    ours = [line for line in done.stderr.splitlines() if "whistlestop" in line]
    assert (done.returncode, ours) == (0, [])


@needs("systemd-analyze")
def test_the_service_is_locked_in(service: Path) -> None:
    done = analysed("security", "--offline=yes", "--no-pager", "--threshold=20", service)
    found = re.search(r"exposure level for whistlestop\.service: ([0-9.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) <= 2.0
    assert done.returncode == 0
