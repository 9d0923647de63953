"""What is typed, in the order of an operator's life; see the package."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path

from tests.server.faults.damage import leaf_of
from tests.server.postgres import PASSWORD, PostgresServer
from tests.server.upkeep.old import old_file
from tools.image.__main__ import LOG
from tools.transcript.shell import Shell

BASE = "/games/trains/"
PATIENCE = 60.0
NGINX = """\
daemon off; pid nginx.pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
    map $http_upgrade $connection_is {{ default upgrade; '' close; }}
    server {{
        listen 127.0.0.1:{https} ssl;
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
        location {base} {{
            proxy_pass http://127.0.0.1:{port};
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_is;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"""
GAMES = """\
from whistlestop.client import Client

with Client("{address}", name="Quillfeather") as guest:
    for board in ("usa", "europe", "new-york"):
        table = guest.new_table(board, ["me", "planner"])
        table.start()
        table.play("greedy")
        first, second = (seat.total for seat in table.view().score.seats)
        print(board, table.link.partition("#")[0], first, second)
"""
HEAD = """\
# An operator's evening, as it was typed

Everything here was really typed and answered: `python -m tools.transcript WHEEL` does it with a
wheel and writes this page. The folder is shown as `/srv/trains`, long lines and answers are cut,
and nothing else is changed. [Running a server](../server.md) explains it all.
"""


def tell(shell: Shell, wheel: Path, database: PostgresServer) -> None:
    """The whole story."""
    shell.lines.append(HEAD.strip())
    _install(shell, wheel)
    port, https = _free_port(), _free_port()
    _configure(shell, port, https)
    address = f"https://localhost:{https}{BASE.rstrip('/')}"
    server, proxy = _serve(shell, port, https, address)
    try:
        table = _play(shell, address)
        _back_up(shell)
        guest = _forget(shell, table)
    finally:
        proxy.terminate()
        shell.stop(server)
    _search(shell)
    _upgrade(shell)
    _damage(shell)
    _move(shell, database, guest)
    _image(shell)
    _figures(shell)


def _install(shell: Shell, wheel: Path) -> None:
    shell.tell("## Install")
    shutil.copy(wheel, shell.folder)
    shell.size("the wheel", wheel.name)
    shell.run("python3 -m venv env")
    what = f"'./{wheel.name}[postgres]'"
    shell.run(f"pip install --quiet {what} 2> pip.log", figure="install into an empty environment")
    shell.run("whistlestop --version")
    shell.run("du -sh env")


def _configure(shell: Shell, port: int, https: int) -> None:
    shell.tell("## Settings, by the environment")
    shell.export(
        WHISTLESTOP_PORT=str(port),
        WHISTLESTOP_STORE=f"{shell.folder}/tables.db",
        WHISTLESTOP_PROXY="true",
        WHISTLESTOP_BASE=BASE,
        WHISTLESTOP_ORIGIN=f"https://localhost:{https}",
        WHISTLESTOP_BOTS="1",
    )
    shell.run("whistlestop serve --show-settings | grep WHISTLESTOP_")
    shell.run("WHISTLESTOP_PROT=80 whistlestop serve", code=2)


def _serve(
    shell: Shell, port: int, https: int, address: str
) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]:
    shell.tell("## https below a path, behind nginx")
    names = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout key.pem -out certificate.pem"
    shell.run(f"{make} {names} 2> /dev/null")
    shell.file("nginx.conf", NGINX.format(port=port, https=https, base=BASE))
    proxy = shell.start("nginx -p . -c nginx.conf", "nginx.log")
    server = shell.start("whistlestop serve", "server.log")
    shell.quietly(SSL_CERT_FILE=str(shell.folder / "certificate.pem"))
    ask = "curl --silent --cacert certificate.pem"
    _until(shell, f"{ask} --fail {address}/health")
    shell.run(f"{ask} {address}/health && echo")
    shell.run(
        f"{ask} --include {address}/ | grep -iE '^(HTTP|set-cookie|content-type)' | cut -c1-90"
    )
    return server, proxy


def _until(shell: Shell, command: str) -> None:
    """Wait until a command succeeds."""
    deadline = time.monotonic() + PATIENCE
    while shell.ask(command)[0] != 0:
        assert time.monotonic() < deadline, shell.ask("tail *.log")[1]
        time.sleep(0.2)


def _play(shell: Shell, address: str) -> str:
    """Three games; the id of the last one's table."""
    shell.tell("## Three games")
    shell.file("games.py", GAMES.format(address=address))
    said = shell.run("python games.py", figure="three games over https, by a program")
    shell.run("whistlestop admin list")
    return said.split()[-3].rpartition("/")[2]


def _back_up(shell: Shell) -> None:
    shell.tell("## A backup, while it runs")
    shell.run("whistlestop backup evening.wsb", figure="backup while it runs")
    shell.size("the backup of three games", "evening.wsb")


def _forget(shell: Shell, table: str) -> str:
    shell.tell("## A guest asks to be forgotten, while it runs")
    said = shell.run(f"whistlestop admin show {table}")
    guest = json.loads(shell.ask(f"whistlestop admin show {table} --json")[1])["host"]
    assert f"{guest} (host)" in said
    shell.run(f"whistlestop admin forget {guest} --yes", figure="forget a guest at three tables")
    shell.run("whistlestop admin list")
    return str(guest)


def _search(shell: Shell) -> None:
    shell.tell(
        "No file of the store has the name any more; the backup from before, which is packed, does."
    )
    shell.run("grep --text --count Quillfeather tables.db*", code=1)


def _upgrade(shell: Shell) -> None:
    shell.tell("## An upgrade from 0.1")
    shell.tell("Whistlestop 0.1.0 wrote this file itself. First it is only looked at, then served.")
    folder = shell.folder / "of-0.1"
    folder.mkdir()
    old_file(folder)
    shell.size("the store of 0.1, five tables", "of-0.1/tables.db")
    shell.export(WHISTLESTOP_STORE=f"{folder}/tables.db")
    shell.run("whistlestop store verify", figure="verify the store of 0.1")
    server = shell.start("whistlestop serve", "upgrade.log")
    _until(shell, "grep --quiet listening upgrade.log")
    shell.run("grep --no-filename store_kept upgrade.log")
    shell.stop(server)
    shell.run("ls -s --block-size=1 of-0.1")
    shell.run("whistlestop store verify", figure="verify it after the upgrade")


def _damage(shell: Shell) -> None:
    shell.tell("## A damaged page")
    store = shell.folder / "tables.db"
    shell.export(WHISTLESTOP_STORE=str(store))
    shell.size("the store of three games", "tables.db")
    where = leaf_of(store, "entries") - 1
    how = f"bs=4096 seek={where} count=1 conv=notrunc status=none"
    shell.run(f"dd if=/dev/zero of=tables.db {how}")
    shell.run("whistlestop store check", code=1, figure="find the damaged page")
    shell.run("whistlestop store repair", code=1, figure="repair the file")
    shell.run("ls -s --block-size=1 tables.db*")
    shell.tell("What was lost is named, and the rest is served. The backup has all of it.")


def _move(shell: Shell, database: PostgresServer, guest: str) -> None:
    shell.tell("## Restored on PostgreSQL")
    address = database.new_database().replace(f":{PASSWORD}", "")
    shell.export(WHISTLESTOP_STORE=address, WHISTLESTOP_STORE_PASSWORD=PASSWORD)
    shell.run("whistlestop restore evening.wsb", figure="restore into PostgreSQL")
    shell.run("whistlestop store verify", figure="verify the store in PostgreSQL")
    shell.tell(
        "The backup is older than the wish to be forgotten, which therefore is told once more:"
    )
    shell.run(f"whistlestop admin forget {guest} --yes")
    shell.run("whistlestop admin list")


def _image(shell: Shell) -> None:
    """The steps of the image's build and its size, where `make image` has left its log."""
    if LOG.exists():
        shell.tell("## The image, as it was built")
        lines = LOG.read_text().splitlines()
        shell.show(["$ make image", *(line for line in lines if " STEP " in line), lines[-1]])


def _figures(shell: Shell) -> None:
    shell.tell("## Sizes and times")
    rows = [f"| {what} | {figure} |" for what, figure in shell.figures]
    shell.lines += ["| what | how much |", "|---|---|", *rows]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
