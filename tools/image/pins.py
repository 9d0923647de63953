"""What the image installs, with digests: `running.txt` and `building.txt` in `deploy/image`.

The versions are those of the requirements files; this adds the digests of the wheels for CPython
3.11 on Linux, x86-64 and arm64, as pip's own index tells them. No address is kept. Run it after a
version was raised; a test notices when that was forgotten.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "image"
FILES = {
    "running.txt": ("requirements.txt", "requirements-postgres.txt"),
    "building.txt": ("requirements-build.txt",),
}
MACHINES = ("x86_64", "aarch64")
SYSTEMS = ("manylinux2014", "manylinux_2_28", "manylinux_2_31")
HEAD = "# Made from {} by `python -m tools.image pins`: for Linux, x86-64 and arm64.\n"


def digests(sources: tuple[str, ...], machine: str) -> dict[str, str]:
    """The digest of the wheel that pip would choose on a machine, by `name==version`."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.json"
        how = ["--quiet", "--dry-run", "--ignore-installed", "--no-deps", "--only-binary=:all:"]
        where = ["--python-version", "3.11", "--implementation", "cp", "--target", place]
        systems = [f"--platform={system}_{machine}" for system in SYSTEMS]
        what = [word for name in sources for word in ("-r", str(ROOT / name))]
        pip = [sys.executable, "-m", "pip", "install", *how, *where, *systems, *what]
        subprocess.run([*pip, "--report", str(report)], check=True)
        found = json.loads(report.read_text())["install"]
    return dict(map(_line, found))


def _line(entry: dict[str, dict[str, dict[str, dict[str, str]]]]) -> tuple[str, str]:
    about: dict[str, object] = dict(entry["metadata"])
    digest = entry["download_info"]["archive_info"]["hashes"]["sha256"]
    return f"{str(about['name']).lower().replace('_', '-')}=={about['version']}", str(digest)


def text(file: str) -> str:
    """What one of the files must say."""
    by_machine = [digests(FILES[file], machine) for machine in MACHINES]
    lines = [HEAD.format(" and ".join(FILES[file]))]
    for pin in sorted(by_machine[0]):
        hashes = sorted({found[pin] for found in by_machine})
        lines.append(" \\\n".join([pin, *(f"    --hash=sha256:{one}" for one in hashes)]) + "\n")
    return "".join(lines)


def write() -> None:
    """Write both files anew."""
    for file in FILES:
        (FOLDER / file).write_text(text(file))
