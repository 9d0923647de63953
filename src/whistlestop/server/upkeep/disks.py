"""Which kind of disk a file lies on, as far as the system tells.

SQLite's write-ahead log needs memory that all programs with the file share, and locks that hold.
Network disks give neither for certain. Nothing is opened here but the list of mounts.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")  # Linux has it
# A store on one of these may be damaged although every program does what it should.
NETWORK = frozenset(
    (
        *("9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs2", "glusterfs", "lustre"),
        *("ncpfs", "nfs", "nfs4", "ocfs2", "smb3", "smbfs", "virtiofs"),
        *("fuse.davfs2", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"),
    )
)


def network_disk(path: Path, mounts: str | None = None) -> str | None:
    """The kind of network disk that a file lies on; None for a disk of this machine, and where
    the system does not tell. `mounts` is the text of the list of mounts."""
    if mounts is None:
        try:
            mounts = MOUNTS.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
    kind = _kind(os.path.realpath(path), mounts)
    return kind if kind in NETWORK else None


def _kind(path: str, mounts: str) -> str:
    """The kind of the file system whose mount is nearest above a path."""
    nearest, kind = -1, ""
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        point = _unescaped(fields[4]).rstrip("/")
        # Of two mounts at one place, the later one is seen.
        if (path == point or path.startswith(f"{point}/")) and len(point) >= nearest:
            nearest, kind = len(point), right.split()[0]
    return kind


def _unescaped(text: str) -> str:
    r"""A mount point; blanks in it are written as \040."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
