"""A real PostgreSQL server for tests: made in a temporary folder, started, killed and thrown away.

The programs are those inside the installed `pgserver` package. PostgreSQL refuses to run as root,
so root runs it as `nobody`. Data reach the disk as in earnest (`fsync` is on).
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil

NOBODY = 65534
PATIENCE = 20.0
PASSWORD = "correct-horse"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def _install_folder() -> Path:
    spec = find_spec("pgserver")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _die_with_parent() -> None:
    """A test run that is killed takes its server along."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGQUIT)


class PostgresServer:
    """One server with as many databases as are asked for. `start` makes and starts it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="whistlestop-pg-"))
        self._data = self._folder / "data"
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._run_as: dict[str, Any] = {"cwd": self._folder}
        if os.getuid() == 0:
            self._run_as |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self._folder, NOBODY, NOBODY)
        self._programs = self._readable_programs()

    @property
    def url(self) -> str:
        return self._url("postgres")

    @property
    def port(self) -> int:
        return self._port

    def start(self) -> PostgresServer:
        """Start the server, making its files first if there are none; returns when it answers."""
        if not self._data.exists():
            self._make()
        deadline = time.monotonic() + PATIENCE
        while not self._try_start():
            # After a kill, the last processes of the old server may still hold its memory.
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.1)
        return self

    def stop(self) -> None:
        """Stop as an operator does: connections are cut, everything is written."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """`kill -9`: the next start recovers from the write-ahead log."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def throw_away(self) -> None:
        self._end(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{secrets.token_hex(6)}"
        self.sql(f"CREATE DATABASE {name}")
        return self._url(name)

    def empty(self, url: str) -> None:
        """Make a database as new, whoever is still connected to it."""
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        self.sql(
            f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {others};"
            "DROP SCHEMA IF EXISTS whistlestop CASCADE",
            url,
        )

    def sql(self, statement: str, url: str | None = None) -> str:
        """What `psql` prints for a statement."""
        return self._psql(url or self.url, "-c", statement)

    def load(self, dump: str, url: str) -> None:
        """Fill a database from what `pg_dump` wrote."""
        self._psql(url, "-f", "-", typed=dump)

    def _psql(self, url: str, *words: str, typed: str | None = None) -> str:
        command = [str(self._programs / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url]
        done = subprocess.run([*command, *words], capture_output=True, text=True, input=typed)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def limit_files(self, pid: int, size: int) -> None:
        """Let one of its processes make no file larger than `size` bytes."""
        # Only the same user may do that, so a process of ours becomes that user first.
        become = f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY}); "
        limit = f"resource.prlimit({pid}, resource.RLIMIT_FSIZE, ({size}, -1))"
        program = "import os, resource; " + (become if os.getuid() == 0 else "") + limit
        subprocess.run([sys.executable, "-c", program], check=True)

    def cpu(self) -> float:
        """The CPU seconds of all its processes so far, those that ended included."""
        assert self._process is not None
        server = psutil.Process(self._process.pid)
        own = server.cpu_times()
        ended = own.children_user + own.children_system
        live = (child.cpu_times() for child in server.children())
        running = sum(times.user + times.system for times in live)
        return float(own.user + own.system + ended + running)

    def log(self) -> str:
        """The end of what the server has written about itself."""
        file = self._folder / "log"
        return file.read_text()[-2000:] if file.exists() else ""

    def _url(self, database: str) -> str:
        return f"postgresql://postgres:{PASSWORD}@127.0.0.1:{self._port}/{database}"

    def _readable_programs(self) -> Path:
        """Where the programs are; copied if the user who runs them cannot reach them."""
        package = _install_folder()
        programs = package / "pginstall" / "bin"
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, **self._quiet())
            return programs
        except (OSError, subprocess.CalledProcessError):
            copy = self._folder / "install"
            for folder in (package / "pginstall", package.parent / "pgserver.libs"):
                under = copy / "pgserver" if folder.name == "pginstall" else copy
                shutil.copytree(folder, under / folder.name, symlinks=True)
            subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
            return copy / "pgserver" / "pginstall" / "bin"

    def _make(self) -> None:
        secret = self._folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        options = ("--no-sync", "-U", "postgres", "--encoding=UTF8", "--locale=C")
        access = ("--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}")
        command: list[str | Path] = [self._programs / "initdb", "-D", self._data, *options, *access]
        subprocess.run(command, check=True, **self._quiet())

    def _try_start(self) -> bool:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._port),
            "unix_socket_directories": str(self._folder),
            "shared_buffers": "16MB",
            "max_connections": "60",
            "fsync": "on",
            "recovery_init_sync_method": "syncfs",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent,
                **self._run_as,
            )
        return self._becomes_ready(self._process)

    def _becomes_ready(self, process: subprocess.Popen[bytes]) -> bool:
        address = ("-h", "127.0.0.1", "-p", str(self._port))
        probe: list[str | Path] = [self._programs / "pg_isready", "-q", *address]
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None:
            if subprocess.run(probe).returncode == 0:
                return True
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.02)
        return False

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
        self._process = None

    def _quiet(self) -> dict[str, Any]:
        return {**self._run_as, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
