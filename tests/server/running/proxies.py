"""A real nginx and a real Caddy before a server, with the files of `deploy/` and a certificate made
on the spot."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "play.example"
BASE = "/games/trains/"
START_SECONDS = 30.0


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def make_certificate(folder: Path) -> Path:
    """A certificate for `play.example` and for this machine; its key is beside it."""
    path = folder / "certificate.pem"
    how = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(path)]
    names = ["-addext", f"subjectAltName=DNS:{NAME},DNS:localhost"]
    command = [*how, *files, "-subj", f"/CN={NAME}", *names]
    subprocess.run(command, check=True, capture_output=True)
    return path


def _replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, https: int, server: int, base: str = "/") -> list[str]:
    """The file as it is, but for ports, certificates and the path, in a frame as distributions
    have it."""
    text = _replaced(
        (DEPLOY / "nginx.conf").read_text(),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{https} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{folder}/certificate.pem"),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{folder}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        ("    location / {", f"    location {base} {{"),
        ("location = /metrics {", f"location = {base}metrics {{"),
    )
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi")
    )
    frame = (
        f"daemon off; pid {folder}/pid; error_log stderr;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}\n{text}\n}}\n"
    )
    (folder / "nginx.conf").write_text(frame)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def cutting_nginx(folder: Path, https: int, server: int, base: str = "/") -> list[str]:
    """The same, but it cuts the path and says so."""
    command = nginx(folder, https, server, base)
    path = folder / "nginx.conf"
    path.write_text(
        _replaced(
            path.read_text(),
            (f"http://127.0.0.1:{server};", f"http://127.0.0.1:{server}/;"),
            ('X-Forwarded-Prefix "";', f"X-Forwarded-Prefix {base[:-1]};"),
        )
    )
    return command


def caddy(folder: Path, https: int, server: int, base: str = "/") -> list[str]:
    """The file as it is, but for its port and path, and with our certificate."""
    paths = "/*" if base == "/" else f"{base[:-1]} {base}*"
    own = f"https://{NAME}:{https} {{\n\tbind 127.0.0.1\n"
    text = _replaced(
        (DEPLOY / "Caddyfile").read_text(),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        ("@figures path /metrics", f"@figures path {base}metrics"),
        ("@whistlestop path /*", f"@whistlestop path {paths}"),
        (f"\n{NAME} {{\n", f"\n{own}\ttls {folder}/certificate.pem {folder}/key.pem\n"),
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


Make = Callable[..., list[str]]


@contextlib.contextmanager
def running_program(
    command: list[str], port: int, folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """A program, from when it answers until the end of the block, or until it is ended."""
    said = folder / "proxy.log"
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(port):
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
