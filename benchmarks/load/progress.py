"""Tells what is going on, on stderr, so that the figures can be piped elsewhere."""

from __future__ import annotations

import sys
import time

_begun = time.monotonic()


def step(what: str) -> None:
    """Say what begins now, with the seconds since the start."""
    print(f"[{time.monotonic() - _begun:6.1f} s] {what}", file=sys.stderr, flush=True)
