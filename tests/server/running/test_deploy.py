"""The files in `deploy/` work: games over https behind a real nginx and a real Caddy, and a service
that systemd accepts. Where such a program is not installed, its tests are skipped."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest

from tests.server.house import HELLO, House, Scene
from whistlestop.server.http.guard import HOST_COOKIE

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "play.example"


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for `play.example`; its key is beside it."""
    path = tmp_path / "certificate.pem"
    how = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(path)]
    whose = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([*how, *files, *whose], check=True, capture_output=True)
    return path


def nginx(folder: Path, certificate: Path, https: int, server: int) -> list[str]:
    """The file as it is, but for ports and certificates, in a frame as distributions have it."""
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{https} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(certificate.with_name("key.pem"))),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
    ):
        assert old in text
        text = text.replace(old, new)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi")
    )
    frame = (
        f"daemon off; pid {folder}/pid; error_log stderr;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}\n{text}\n}}\n"
    )
    (folder / "nginx.conf").write_text(frame)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, certificate: Path, https: int, server: int) -> list[str]:
    """The file as it is, but for its port and with our certificate."""
    text = (DEPLOY / "Caddyfile").read_text()
    assert f"\n{NAME} {{\n" in text
    assert "reverse_proxy 127.0.0.1:8000" in text
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    own = f"https://{NAME}:{https} {{\n\tbind 127.0.0.1\n\ttls {certificate} {folder}/key.pem\n"
    text = text.replace(f"{NAME} {{\n", own)
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


Make = Callable[[Path, Path, int, int], list[str]]


@contextlib.asynccontextmanager
async def proxy(command: list[str], port: int) -> AsyncIterator[None]:
    """A proxy, from when it answers until the end of the block."""
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(30):
            while True:
                assert process.returncode is None, (await process.communicate())[1].decode()
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                await asyncio.sleep(0.05)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


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


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(nginx, marks=needs("nginx", "openssl")),
        pytest.param(caddy, marks=needs("caddy", "openssl")),
    ],
)
def test_people_play_over_https_behind_the_proxy(
    house: House, tmp_path: Path, certificate: Path, make: Make
) -> None:
    https = free_port()
    address = f"https://{NAME}:{https}"

    async def story(scene: Scene) -> None:
        command = make(tmp_path, certificate, https, scene.port)
        trusted = ssl.create_default_context(cafile=str(certificate))
        line = aiohttp.TCPConnector(ssl=trusted, resolver=Here())
        async with proxy(command, https), aiohttp.ClientSession(address, connector=line) as browser:
            await _play(browser, address)

    house.run(story, proxy=True, origins=(address,))


async def _play(browser: aiohttp.ClientSession, address: str) -> None:
    async with browser.get("/") as page:
        assert page.status == 200
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert page.headers["Set-Cookie"].startswith(f"{HOST_COOKIE}=")
    async with browser.get("/metrics") as figures:
        assert figures.status == 404
    wanted = {"name": "Ann", "seats": [{"kind": "me"}, {"kind": "here", "name": "Bob"}]}
    headers = {"Origin": address}
    async with browser.post("/api/tables", json=wanted, headers=headers) as made:
        assert made.status == 201, await made.text()
        table = (await made.json())["table"]
    path = f"/api/tables/{table}/socket"
    async with browser.ws_connect(path, headers=headers, max_msg_size=0) as ws:
        await ws.send_json(HELLO)
        assert (await ws.receive_json(timeout=10))["type"] == "welcome"
        await ws.send_json({"type": "start", "id": "s1"})
        heard = {"", *[(await ws.receive_json(timeout=10))["type"] for _ in range(2)]}
        assert heard >= {"ack", "update"}
    async with browser.post("/api/tables", json=wanted, headers={"Origin": "https://evil"}) as bad:
        assert (await bad.json())["code"] == "bad_origin"


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
