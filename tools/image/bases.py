"""Stand-ins for the images that ours is built on, where no registry can be reached.

They carry the very names that the Dockerfile uses, so that it is built as it is: Debian by
`debootstrap`, with the Python of that release as a virtual environment at /usr/local, where the
official image has its own, and with this machine's Node. Root alone can make them. They are for
trying the Dockerfile; what is published is built on the real ones.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.image.engine import Engine

RELEASE = "bookworm"
PYTHON = "docker.io/library/python:3.11-slim"
NODE = "docker.io/library/node:20-slim"
# The headers alone: the rest of that package is not in the official image either.
HEADERS = """
    cd /tmp && apt-get download -qq libpython3.11-dev && dpkg-deb -x libpython3.11-dev*.deb it
    cp -a it/usr/include/. /usr/include/ && rm -rf it libpython3.11-dev*.deb
"""
PYTHON_TOO = """
    set -e; apt-get update -qq
    apt-get install -y -qq --no-install-recommends python3 python3-venv
    python3 -m venv /usr/local
"""
CLEAN = """
    apt-get clean
    rm -rf /var/lib/apt/lists/* /var/cache/debconf/* /usr/share/doc /usr/share/man \\
        /usr/share/locale /usr/share/info
"""


def make(engine: Engine) -> None:
    """Make both and give them to the engine."""
    with tempfile.TemporaryDirectory() as place:
        bare = Path(place) / "bare"
        how = ["--variant=minbase", "--include=ca-certificates"]
        subprocess.run(["debootstrap", *how, RELEASE, str(bare)], check=True, stdout=-3)
        for name, fill in ((PYTHON, _add_python), (NODE, _add_node)):
            root = Path(place) / "root"
            subprocess.run(["cp", "-a", str(bare), str(root)], check=True)
            fill(root)
            _inside(root, CLEAN)
            _take_in(engine, root, name)
            shutil.rmtree(root)


def _inside(root: Path, script: str) -> None:
    path = "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    clean = ["env", "-i", path, "DEBIAN_FRONTEND=noninteractive"]
    subprocess.run(["chroot", str(root), *clean, "sh", "-c", script], check=True, stdout=-3)


def _add_python(root: Path) -> None:
    _inside(root, PYTHON_TOO + HEADERS)


def _add_node(root: Path) -> None:
    """Node and npm of this machine; both are files that run anywhere."""
    found = shutil.which("node"), shutil.which("npm")
    if found[0] is None or found[1] is None:
        raise SystemExit("There is no Node here to put into a base image.")
    local = root / "usr" / "local"
    shutil.copy2(Path(found[0]).resolve(), local / "bin" / "node")
    npm = Path(found[1]).resolve().parents[1]
    shutil.copytree(npm, local / "lib" / "node_modules" / "npm", symlinks=True)
    (local / "bin" / "npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")


def _take_in(engine: Engine, root: Path, name: str) -> None:
    archive = root.with_suffix(".tar")
    subprocess.run(["tar", "-C", str(root), "-cf", str(archive), "."], check=True)
    engine.take_in(archive, name)
    archive.unlink()
