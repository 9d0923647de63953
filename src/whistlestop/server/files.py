"""How many files this process may open, and who gets them: every connection is one.

The store, the bots and the log come first, then connections; most of these may become tables'
sockets, and the rest are for plain requests. Nothing is opened here. Invariant: with all places
taken there are files left for all that the server does itself.
"""

from __future__ import annotations

import contextlib
import logging
import resource
from dataclasses import replace

from whistlestop.bots.processes.pool import default_workers
from whistlestop.server.errors import StartupError
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.watch.logs import note

# A server with a SQLite file has 22 open, one with PostgreSQL 25, and one more for each process of
# a bot; starting such a process takes 4 for a moment. The rest is for those who are turned away.
OWN_FILES = 64
FILES_PER_BOT = 2
LEAST_CONNECTIONS = 32
MOST_REQUESTS = 256  # connections that no socket may take


def raise_limit() -> int:
    """Let this process open as many files as its user may; how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return _counted(soft)


def connections_within(files: int, bots: int | None) -> int:
    """How many connections there may be with so many files."""
    workers = default_workers() if bots is None else bots
    return files - OWN_FILES - FILES_PER_BOT * workers


def connections_now(bots: int | None) -> int:
    """How many connections there may be with the limit of this process as it is."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(LEAST_CONNECTIONS, connections_within(_counted(soft), bots))


def within_files(limits: SocketLimits, files: int, bots: int | None) -> SocketLimits:
    """Take as many sockets as there are files for. Raises StartupError if there are too few."""
    connections = connections_within(files, bots)
    if connections < LEAST_CONNECTIONS:
        needed = files - connections + LEAST_CONNECTIONS
        sentence = (
            f"Only {files} files may be open here, and a server needs {needed}: "
            f"raise the limit with ulimit -n {needed}."
        )
        raise StartupError("few_files", sentence)
    most = connections - min(MOST_REQUESTS, connections // 4)
    if limits.sockets <= most:
        return limits
    note("fewer_sockets", logging.WARNING, sockets=most, asked=limits.sockets, files=files)
    return replace(limits, sockets=most)


def _counted(limit: int) -> int:
    """A limit as a number, also where there is none."""
    return 1 << 30 if limit == resource.RLIM_INFINITY else limit
