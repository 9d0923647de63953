"""The first process in a container: gives the volume to whoever will serve, and becomes the server.

Started as any user but root, it is the server at once. Started as root, it hands the volume to the
user PUID and the group PGID (1000 unless they are set), and goes on as that user: that is for a
folder of the host that the engine made as root, or that belongs to somebody else. Nothing is ever
served as root. It imports nothing of Whistlestop.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

VOLUME = "/data"
PROGRAM = "/opt/whistlestop/bin/whistlestop"


def number(name: str) -> int:
    """A user or group from the environment; root is none to serve as."""
    text = os.environ.get(name, "1000")
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**32 - 1:
        sys.exit(refusal(f"{name} is {text!r}, which is not the number of a user other than root."))
    return int(text)


def refusal(sentence: str) -> int:
    print(f"whistlestop: {sentence}", file=sys.stderr)
    return 2


def within(folder: str) -> Iterator[str]:
    """A folder and all that lies in it; links are named, not followed."""
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (os.path.join(place, name) for name in (*folders, *files))


def hand_over(folder: str, user: int, group: int) -> None:
    """Give everything in a folder to a user, except what is theirs already."""
    for path in within(folder):
        held = os.lstat(path)
        if (held.st_uid, held.st_gid) != (user, group):
            os.chown(path, user, group, follow_symlinks=False)


def step_down() -> None:
    """From root to the user who serves."""
    user, group = number("PUID"), number("PGID")
    try:
        hand_over(VOLUME, user, group)
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    except OSError as failure:
        sys.exit(
            refusal(f"root could not hand {VOLUME} to {user}:{group} and serve as it: {failure}.")
        )


def warn() -> None:
    """Say what can be done, if the server is about to find that it cannot write."""
    held = os.stat(VOLUME)
    if os.environ.get("WHISTLESTOP_STORE", "").startswith(VOLUME) and not os.access(
        VOLUME, os.W_OK
    ):
        owner = f"--user {held.st_uid}:{held.st_gid}"
        refusal(f"user {os.getuid()} may not write to {VOLUME}: start it with {owner} or as root.")


if __name__ == "__main__":
    if os.getuid() == 0:
        step_down()
    else:
        warn()
    os.execv(PROGRAM, [PROGRAM, "serve", *sys.argv[1:]])
