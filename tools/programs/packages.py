"""Packages of the system that tests need, and how they are installed.

Only where the system has apt, and this user is root or needs no password to be; elsewhere the tests
are skipped. No service that comes along is started, neither now nor with the machine.
WHISTLESTOP_INSTALL=0 leaves the machine as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = {
    "caddy": "caddy",
    "firefox-esr": "firefox-esr",
    "nginx": "nginx",
    "openssl": "openssl",
    "prometheus": "prometheus",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
}
SERVICES = ("caddy", "nginx", "prometheus", "prometheus-node-exporter")
POLICY = Path("/usr/sbin/policy-rc.d")
LONGEST = 600
# Where Debian keeps programs that users seldom call; not everybody's path has it.
SYSTEM = "/usr/sbin"


def find(program: str) -> str | None:
    """The path of a program, or None."""
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), SYSTEM)))


def missing() -> list[str]:
    """The programs of the list that are not here."""
    return [program for program in PACKAGES if find(program) is None]


def installed(*packages: str) -> bool:
    """Whether packages of the system could be installed; says no where that needs a question."""
    words = _as_root()
    if words is None or shutil.which("apt-get") is None:
        return False
    print("Installing for the tests:", *packages, file=sys.stderr)
    apt = [*words, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    _run([*apt, "update"])
    with _no_services(words):
        # One by one: a system that lacks one of them may have the others.
        how = [*apt, "install", "-y", "--no-install-recommends"]
        done = [_run([*how, package]) for package in packages]
    return all(done)


def _as_root() -> list[str] | None:
    """What to put before a command that only root may give, if that needs no question."""
    if os.environ.get("WHISTLESTOP_INSTALL") == "0":
        return None
    if os.getuid() == 0:
        return []
    may = shutil.which("sudo") is not None and _run(["sudo", "-n", "true"])
    return ["sudo", "-n"] if may else None


@contextmanager
def _no_services(words: list[str]) -> Iterator[None]:
    """While packages are installed none of their services starts, and afterwards none will."""
    ours = not POLICY.exists()
    there = [name for name in SERVICES if _unit(name)]
    if ours:
        _run(
            [*words, "sh", "-c", f"printf '#!/bin/sh\\nexit 101\\n' > {POLICY}; chmod +x {POLICY}"]
        )
    try:
        yield
    finally:
        if ours:
            _run([*words, "rm", "-f", str(POLICY)])
        new = [name for name in SERVICES if _unit(name) and name not in there]
        if new and shutil.which("systemctl"):
            _run([*words, "systemctl", "disable", "--quiet", *new])


def _unit(name: str) -> bool:
    return Path(f"/lib/systemd/system/{name}.service").exists()


def _run(words: list[str]) -> bool:
    """Whether a command succeeds; what it says is kept from view."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
